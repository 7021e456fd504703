"""Reachable states, rearranged: the same game with other hands, other Stakes, other cards in the Districts.

A property about a bribe that is one Ducat short should not have to wait until a game gets there. Cards that are asked
for are taken from wherever they are, also from the box; what they push out goes beneath a pile. So every card is still
in one place, and every invariant still holds.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import attrs

import arcanum
from arcanum.guilds import State
from arcanum.guilds.cards import CardId, Kind
from arcanum.guilds.clause_ids import F_ACT_2, R_INT_2
from arcanum.guilds.flow import BEGIN_RESOLUTION, CLOSE_ROUND
from arcanum.guilds.playing import NextTurn, TakeTurn
from arcanum.guilds.state import GuildTable, Phase, Placed, Player
from arcanum.kernel.agenda import Task
from arcanum.kernel.engine import opened
from arcanum.kernel.events import Seat
from arcanum.kernel.ids import ClauseId
from arcanum.spec.games import some_of
from arcanum.spec.guilds import games
from arcanum.spec.guilds.games import guild_rules, sound

HARMLESS = ("customise", "objectives", "militia")
"""Modules that change nothing in an arrangement that does not want them."""


def fresh(
    ruleset: str,
    guilds: Sequence[str] = ("ferrymen", "usurers"),
    modules: Sequence[str] = (),
    seed: int = 1,
    harmless: Sequence[str] = HARMLESS,
) -> State:
    """A game of certain guilds as it begins, in a round that the seed says: what is arranged can happen in any round.

    Choices of the opening are answered with the first legal action. Events follow their rounds, so with them it is 1.
    A variant that does not have the modules, or in every game has others that are not harmless, cannot be judged.
    The end card lies as low as it can, so that small piles do not end the game before anything is seen. A variant that
    does not have the modules, or in every game has others that are not harmless, cannot be judged.
    """
    rules = guild_rules(ruleset)
    some_of(rules.players, (len(guilds),), "numbers of players")
    for module in modules:
        some_of((*rules.optional, *rules.built_in), (module,), "modules")
    games.without(rules.built_in, [module for module in rules.built_in if module not in (*modules, *harmless)])
    state = sound(arcanum.new_game(rules, players=len(guilds), seed=seed, guilds=tuple(guilds), modules=tuple(modules)))
    while state.round == 0:
        state = sound(arcanum.apply(state, arcanum.legal_actions(state)[0]))
    late = state if state.event is not None else attrs.evolve(state, round=state.round + seed // 2 % games.LATE[-1])
    return _with_the_end_below(late)


def _with_the_end_below(state: State) -> State:
    """The state with the end card beneath a Stake of its pile, if it lies faceup on one."""
    for each in state.districts:
        if each.stake is not None and state.card(each.stake).kind is Kind.END_CARD and each.pile:
            among = min(state.rules.end_card_among + 1, len(each.pile))
            begun = attrs.evolve(each, pile=(each.stake, *each.pile[:-1]), stake=each.pile[-1], end_among=among)
            districts = tuple(begun if other is each else other for other in state.districts)
            return attrs.evolve(state, districts=districts, last_round=None)
    return state


def without(state: State, cards: Iterable[str]) -> State:
    """The state with these cards nowhere. Only a step towards another arrangement: they must be put somewhere."""
    gone = set(cards)

    def left(pile: tuple[CardId, ...]) -> tuple[CardId, ...]:
        return tuple(card for card in pile if card not in gone)

    def player(each: Player) -> Player:
        return attrs.evolve(
            each,
            deck=left(each.deck),
            hand=left(each.hand),
            discard=left(each.discard),
            tucked=left(each.tucked),
            objectives=left(each.objectives),
            master=None if each.master in gone else each.master,
        )

    return attrs.evolve(
        state,
        players=tuple(player(each) for each in state.players),
        districts=tuple(
            attrs.evolve(
                each,
                pile=left(each.pile),
                stake=None if each.stake in gone else each.stake,
                cards=tuple(card for card in each.cards if card.card not in gone),
            )
            for each in state.districts
        ),
        militia=left(state.militia),
        militia_used=left(state.militia_used),
        events=left(state.events),
        event=None if state.event in gone else state.event,
        past_events=left(state.past_events),
        aside=tuple(each for each in state.aside if each.card not in gone),
        box=left(state.box),
    )


def _ids(cards: Iterable[str]) -> tuple[CardId, ...]:
    return tuple(CardId(card) for card in cards)


def _with_player(state: State, seat: Seat, player: Player) -> State:
    players = list(state.players)
    players[seat] = player
    return attrs.evolve(state, players=tuple(players))


def with_hand(state: State, seat: Seat, cards: Sequence[str]) -> State:
    """The state with this hand; the old one goes beneath the Deck."""
    state = without(state, cards)
    player = state.players[seat]
    hand = tuple(sorted(_ids(cards), key=state.rules.catalogue.order.__getitem__))
    return _with_player(state, seat, attrs.evolve(player, hand=hand, deck=(*player.hand, *player.deck)))


def with_deck(state: State, seat: Seat, cards: Sequence[str]) -> State:
    """The state with these cards on top of a Deck, the first one topmost."""
    state = without(state, cards)
    player = state.players[seat]
    return _with_player(state, seat, attrs.evolve(player, deck=(*player.deck, *reversed(_ids(cards)))))


def with_only_deck(state: State, seat: Seat, cards: Sequence[str]) -> State:
    """The state with exactly this Deck, the first card topmost; the old one goes to the box."""
    state = without(state, cards)
    player = state.players[seat]
    state = attrs.evolve(state, box=(*state.box, *player.deck))
    return _with_player(state, seat, attrs.evolve(player, deck=tuple(reversed(_ids(cards)))))


def with_discard(state: State, seat: Seat, cards: Sequence[str]) -> State:
    """The state with exactly this Discard Pile, the last card topmost; the old one goes to the box."""
    state = without(state, cards)
    player = state.players[seat]
    state = attrs.evolve(state, box=(*state.box, *player.discard))
    return _with_player(state, seat, attrs.evolve(player, discard=_ids(cards)))


def with_tucked(state: State, seat: Seat, cards: Sequence[str]) -> State:
    """The state with these Stakes beneath a crest; what lay there goes to the box."""
    state = without(state, cards)
    player = state.players[seat]
    state = attrs.evolve(state, box=(*state.box, *player.tucked))
    return _with_player(state, seat, attrs.evolve(player, tucked=_ids(cards)))


def with_objectives(state: State, seat: Seat, cards: Sequence[str]) -> State:
    """The state with these Objectives before a player; the old ones go to the box."""
    state = without(state, cards)
    player = state.players[seat]
    state = attrs.evolve(state, box=(*state.box, *player.objectives))
    return _with_player(state, seat, attrs.evolve(player, objectives=_ids(cards)))


def with_master(state: State, seat: Seat, card: str, *, spent: bool = False) -> State:
    """The state with this Guild Master; the old one goes to the box."""
    state = without(state, (card,))
    player = state.players[seat]
    if player.master is not None:
        state = attrs.evolve(state, box=(*state.box, player.master))
    return _with_player(state, seat, attrs.evolve(player, master=CardId(card), master_spent=spent))


def with_event(state: State, card: str) -> State:
    """The state with this Event in force; the old one is past."""
    state = without(state, (card,))
    past = () if state.event is None else (state.event,)
    return attrs.evolve(state, event=CardId(card), past_events=(*state.past_events, *past))


def with_stake(state: State, district: str, card: str | None) -> State:
    """The state with this card faceup in a District (None: with an exhausted one); the old one goes to the box.

    If the card was the Stake of another District, that one turns up its next card.
    """
    state = without(state, () if card is None else (card,))
    districts = []
    box = list(state.box)
    for each in state.districts:
        if each.name == district:
            box += [] if each.stake is None else [each.stake]
            box += each.pile if card is None else ()
            pile = () if card is None else each.pile
            each = attrs.evolve(each, stake=None if card is None else CardId(card), pile=pile)
        elif each.stake is None and each.pile:
            each = attrs.evolve(each, stake=each.pile[-1], pile=each.pile[:-1])
        districts.append(each)
    return attrs.evolve(state, districts=tuple(districts), box=tuple(box))


def with_pile(state: State, district: str, cards: Sequence[str]) -> State:
    """The state with exactly these cards in a pile, the first one topmost; the old ones go to the box."""
    state = without(state, cards)
    districts, box = [], list(state.box)
    for each in state.districts:
        if each.name == district:
            box += each.pile
            each = attrs.evolve(each, pile=tuple(reversed(_ids(cards))), known_to=())
        districts.append(each)
    return attrs.evolve(state, districts=tuple(districts), box=tuple(box))


def with_cards(state: State, district: str, cards: Sequence[tuple[str, Seat, bool]]) -> State:
    """The state with these cards in a District: card, owner, faceup. What lay there goes to Discard Piles."""
    state = without(state, [card for card, _, _ in cards])
    old = next(each for each in state.districts if each.name == district).cards
    for each in old:
        if state.card(each.card).kind is Kind.MILITIA:
            state = attrs.evolve(state, militia_used=(*state.militia_used, each.card))
        else:
            player = state.players[each.owner]
            state = _with_player(state, each.owner, attrs.evolve(player, discard=(*player.discard, each.card)))
    placed = tuple(Placed(CardId(card), owner, face_up) for card, owner, face_up in cards)
    districts = tuple(attrs.evolve(each, cards=placed) if each.name == district else each for each in state.districts)
    return attrs.evolve(state, districts=districts)


def at_turn(state: State, seat: Seat) -> State:
    """The state with a seat to take its turn in the Intrigue Phase; play then goes on clockwise."""
    following = (seat + 1) % len(state.players)
    agenda: tuple[Task[State, GuildTable], ...] = (
        CLOSE_ROUND,
        BEGIN_RESOLUTION,
        NextTurn(following),
        TakeTurn(seat, turn_clause(state)),
    )
    return attrs.evolve(state, agenda=agenda, phase=Phase.INTRIGUE, active=seat)


def turn_clause(state: State) -> ClauseId:
    """The clause by which a turn is asked for in the edition of a state."""
    return F_ACT_2 if state.rules.printing == "first" else R_INT_2


def at_resolution(state: State) -> State:
    """The state as the Resolution Phase is about to begin: all hands go beneath the Decks."""
    players = tuple(attrs.evolve(each, hand=(), deck=(*each.hand, *each.deck)) for each in state.players)
    return attrs.evolve(
        state, players=players, agenda=(CLOSE_ROUND, BEGIN_RESOLUTION), phase=Phase.INTRIGUE, active=None
    )


def resume(state: State) -> arcanum.Step:
    """Let happen what is on the agenda, up to the next decision; for arrangements that wait for nobody."""
    return opened(state)


def settled(state: State) -> arcanum.Step:
    """Play the Resolution Phase of an arranged state up to the end of the round, taking the first legal answers."""
    done = resume(at_resolution(state))
    events, after = list(done.events), sound(done.state)
    while after.phase is Phase.RESOLUTION and arcanum.legal_actions(after):
        done = arcanum.step(after, arcanum.legal_actions(after)[0])
        events += done.events
        after = sound(done.state)
    return arcanum.Step(after, tuple(events))
