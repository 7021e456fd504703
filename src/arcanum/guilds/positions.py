"""What must be true of a position of Arcana that somebody sent. Every state that the engine makes passes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from arcanum.guilds import bribing, decisions, flow, playing, settling, winning
from arcanum.guilds.board import layout
from arcanum.guilds.cards import AGENTS, STAKE, UNSEEN, Arcanum, CardId, Kind
from arcanum.guilds.setup import agree
from arcanum.guilds.state import Phase, Placed, State
from arcanum.guilds.strength import price_of
from arcanum.guilds.winning import shows_stake
from arcanum.kernel.agenda import ChooseOne, Effect, Frame
from arcanum.kernel.documents import shapes_of
from arcanum.kernel.errors import BadCall
from arcanum.kernel.events import Seat
from arcanum.kernel.positions import RestsOn, check_agenda, misplaced, row_of
from arcanum.kernel.programs import Program
from arcanum.kernel.words import Fault, inside

MOST_ROUNDS: Final = 99_999
_OPENING: Final = (flow.BeginRound, flow.ChooseMaster, flow.KeepObjectives, flow.ChooseDeck)
_TURN: Final = (playing.NextTurn, playing.ActAgain, decisions.DiscardDrawn, decisions.PlayDrawn)
"""What lies beneath whatever a player does in his turn."""
_EFFECTS: Final = (Frame, playing.DiscardLocation, playing.ActAgain, playing.NextTurn)
"""What lies beneath whatever an ability sets off."""
_EITHER: Final = tuple(dict.fromkeys((*_TURN, *_EFFECTS)))
RESTS_ON: Final[RestsOn] = {
    flow.BeginRound: (None,),
    flow.ChooseMaster: _OPENING,
    flow.KeepObjectives: _OPENING,
    flow.ChooseDeck: _OPENING,
    flow.CloseRound: (None,),
    settling.BeginResolution: (flow.CloseRound,),
    settling.SettleNext: (flow.CloseRound,),
    settling.ChooseNext: (flow.CloseRound,),
    settling.ChooseModel: (settling.SettleNext,),
    settling.ChooseArcanum: (settling.SettleNext,),
    playing.NextTurn: (settling.BeginResolution,),
    playing.TakeTurn: _EITHER,
    playing.ActAgain: _EITHER,
    playing.DiscardLocation: _EITHER,
    playing.MayThwart: (playing.DiscardLocation,),
    playing.SendMilitia: _EITHER,
    bribing.AddToBribe: _EITHER,
    bribing.ClaimBribe: _EITHER,
    Frame: _EFFECTS,
    ChooseOne: _EFFECTS,
    decisions.Aim: _EFFECTS,
    decisions.DiscardDrawn: _EFFECTS,
    decisions.PlayDrawn: (decisions.DiscardDrawn,),
    winning.TurnUpNext: _EITHER,
    winning.PutStakeAway: (settling.SettleNext, winning.TurnUpNext),
}
_DECK: Final = frozenset({Kind.AGENT, Kind.LOCATION, Kind.RELIC, Kind.PERSONALITY})
_STAKES_AND_END: Final = _DECK - {Kind.AGENT} | {Kind.END_CARD}
_EVENTS_AND_END: Final = frozenset({Kind.EVENT, Kind.END_CARD})


def faults(state: State) -> list[Fault]:
    """Everything that is wrong with a position."""
    found = [*_wrong_head(state)]
    if found:
        return found
    dealt = [card.id for card in state.rules.catalogue if card.kind not in (Kind.CREST, Kind.FIRST_PLAYER)]
    found += misplaced(((where, card) for where, card, _ in _places(state)), dealt)
    found += _wrong_kinds(state)
    if found:
        return found
    found += [*_wrong_players(state), *_wrong_districts(state), *_wrong_table(state), *_wrong_box(state)]
    if found:
        return found
    return [*_wrong_phase(state), *check_agenda(state, RESTS_ON, _Check(state).task, over=state.phase is Phase.OVER)]


def _wrong_head(state: State) -> Iterator[Fault]:
    """What the players agreed on, the table, and the numbers that everything else hangs on."""
    options, seats = state.options, len(state.players)
    said: dict[str, object] = {"guilds": options.guilds, "modules": options.modules, "round_limit": options.round_limit}
    try:
        _, agreed, _ = agree(state.rules, seats, said)
    except BadCall as error:
        yield Fault("options", str(error))
        return
    if agreed != options:
        yield Fault("options", "the modules must be in the order of the book, with those that are part of every game")
    if tuple(player.guild for player in state.players) != options.guilds:
        yield Fault("players", "their guilds must be those that were agreed on")
    places = [(place.name, place.friendly_to) for place in layout(seats)]
    if [(district.name, district.friendly_to) for district in state.districts] != places:
        yield Fault("districts", f"expected {', '.join(name for name, _ in places)}, friendly to their neighbours")
    if not 0 <= state.round <= MOST_ROUNDS:
        yield Fault("round", f"expected a number from 0 to {MOST_ROUNDS}, got {state.round}")
    if state.last_round is not None and not 0 <= state.last_round <= MOST_ROUNDS + 20:
        yield Fault("last_round", f"expected a number from 0 to {MOST_ROUNDS}, got {state.last_round}")
    if not 0 <= state.idle <= state.round:
        yield Fault("idle", f"expected a number of rounds from 0 to {state.round}, got {state.idle}")
    if not 0 <= state.rng < 1 << 64:
        yield Fault("rng", "out of range")
    for name, seat in (("first_player", state.first_player), ("active", state.active)):
        if seat is not None and seat not in range(seats):
            yield Fault(name, f"there is no seat {seat}")


def _places(state: State) -> Iterator[tuple[str, CardId, frozenset[Kind] | None]]:
    """Every card with its path and the kinds that may be there; None is all of them."""
    for seat, player in enumerate(state.players):
        where = inside("players", seat)
        for name in ("deck", "hand", "discard"):
            yield from _row(inside(where, name), getattr(player, name), _DECK)
        yield from _row(inside(where, "tucked"), player.tucked, _DECK - {Kind.AGENT})
        yield from _row(inside(where, "objectives"), player.objectives, frozenset({Kind.OBJECTIVE}))
        if player.master is not None:
            yield inside(where, "master"), player.master, frozenset({Kind.MASTER})
    for at, district in enumerate(state.districts):
        where = inside("districts", at)
        yield from _row(inside(where, "pile"), district.pile, _STAKES_AND_END)
        if district.stake is not None:
            yield inside(where, "stake"), district.stake, _STAKES_AND_END
        yield from _row(inside(where, "cards"), tuple(each.card for each in district.cards), AGENTS | {Kind.RELIC})
    militia = frozenset({Kind.MILITIA})
    yield from _row("militia", state.militia, militia)
    yield from _row("militia_used", state.militia_used, militia)
    yield from _row("events", state.events, _EVENTS_AND_END)
    yield from _row("past_events", state.past_events, _EVENTS_AND_END)
    if state.event is not None:
        yield "event", state.event, frozenset({Kind.EVENT})
    yield from _row("aside", tuple(each.card for each in state.aside), _DECK | militia)
    yield from _row("box", state.box, None)


def _row(
    where: str, cards: tuple[CardId, ...], kinds: frozenset[Kind] | None
) -> Iterator[tuple[str, CardId, frozenset[Kind] | None]]:
    for (place, _), card in zip(row_of(where, cards), cards, strict=True):
        yield place, card, kinds


def _wrong_kinds(state: State) -> Iterator[Fault]:
    for where, card, kinds in _places(state):
        if card == UNSEEN:
            yield Fault(where, "a position hides nothing")
        elif kinds is not None and state.card(card).kind not in kinds:
            yield Fault(where, f"{card} is a card of the kind {state.card(card).kind.value!r}, which cannot be here")


def _wrong_players(state: State) -> Iterator[Fault]:
    order = state.rules.catalogue.order.__getitem__
    for seat, player in enumerate(state.players):
        where = inside("players", seat)
        for name in ("deck", "hand", "discard", "tucked"):
            for at, card in enumerate(getattr(player, name)):
                if state.card(card).emblem not in (player.guild, STAKE):
                    yield Fault(inside(inside(where, name), at), f"{card} is a card of another guild")
        for name in ("hand", "objectives"):
            if list(getattr(player, name)) != sorted(getattr(player, name), key=order):
                yield Fault(inside(where, name), "the cards must be in the order of the catalogue")
        for at, card in enumerate(player.tucked):
            if not state.card(card).is_stake:
                yield Fault(inside(inside(where, "tucked"), at), f"{card} is no Stake")
        if player.master is not None and state.card(player.master).emblem != player.guild:
            yield Fault(inside(where, "master"), f"{player.master} is a Guild Master of another guild")
        if player.master is None and player.master_spent:
            yield Fault(inside(where, "master_spent"), "there is no Guild Master")


def _wrong_districts(state: State) -> Iterator[Fault]:
    seats = range(len(state.players))
    for at, district in enumerate(state.districts):
        where = inside("districts", at)
        end = [place for place, card in enumerate(district.pile) if state.card(card).kind is Kind.END_CARD]
        for card in (*district.pile, district.stake):
            if card is not None and not state.card(card).is_stake and state.card(card).kind is not Kind.END_CARD:
                yield Fault(where, f"{card} is no Stake")
        if bool(end) != bool(district.end_among) or any(place >= district.end_among for place in end):
            yield Fault(inside(where, "end_among"), "the end card must be among so many of the lowest cards")
        if not 0 <= district.end_among <= len(district.pile):
            yield Fault(inside(where, "end_among"), f"expected a number from 0 to {len(district.pile)}")
        if not set(district.known_to) <= set(seats):
            yield Fault(inside(where, "known_to"), "expected seats")
        for place, each in enumerate(district.cards):
            yield from _wrong_card(state, inside(inside(where, "cards"), place), each)


def _wrong_card(state: State, where: str, each: Placed) -> Iterator[Fault]:
    seats = range(len(state.players))
    if each.owner not in seats:
        yield Fault(inside(where, "owner"), f"there is no seat {each.owner}")
        return
    if state.card(each.card).emblem not in (state.players[each.owner].guild, STAKE, None):
        yield Fault(where, f"{each.card} is a card of another guild")
    if each.face_up and (each.shown or each.known_to):
        yield Fault(where, "a faceup card is known to everybody")
    if not set(each.known_to) <= set(seats) - {each.owner}:
        yield Fault(inside(where, "known_to"), "expected seats other than the owner's")
    if not each.face_up and not state.card(each.card).is_agent:
        yield Fault(inside(where, "face_up"), f"{each.card} is no Agent and lies faceup")


def _wrong_table(state: State) -> Iterator[Fault]:
    seats = range(len(state.players))
    for at, each in enumerate(state.aside):
        if each.owner not in seats:
            yield Fault(inside(inside("aside", at), "owner"), f"there is no seat {each.owner}")
    for at, bonus in enumerate(state.bonuses):
        where = inside("bonuses", at)
        if bonus.seat not in seats or bonus.district not in range(len(state.districts)):
            yield Fault(where, "there is no such seat or District")
        if bonus.arcanum is Arcanum.DUCAT or not 0 <= bonus.amount <= 99:
            yield Fault(where, "there is no such bonus")
    if len(state.bonuses) > 99:
        yield Fault("bonuses", "there are too many")
    if "events" not in state.options.modules and (state.events or state.event or state.past_events):
        yield Fault("events", "the game is played without Events")
    if "militia" not in state.options.modules and (state.militia or state.militia_used):
        yield Fault("militia", "the game is played without the Militia")
    ends = [card for card in state.events if state.card(card).kind is Kind.END_CARD]
    if ends and state.events.index(ends[0]) > state.rules.events_with_end_card:
        yield Fault("events", f"the end card is among the {state.rules.events_with_end_card + 1} lowest")


def _wrong_box(state: State) -> Iterator[Fault]:
    """What is in the box is not in the game; how many cards of each kind are, follows from the rules."""
    box, modules, catalogue = set(state.box), state.options.modules, state.rules.catalogue
    choosing = any(isinstance(task, flow.ChooseMaster) for task in state.agenda)
    for seat, player in enumerate(state.players):
        where = inside("players", seat)
        asked = {type(task) for task in state.agenda if getattr(task, "seat", None) == seat}
        guild = {card.id for card in catalogue.guild_cards(player.guild)} - box
        if "customise" in modules:
            right = len(guild) == (0 if flow.ChooseDeck in asked else state.rules.deck_size)
        else:
            right = guild == {card.id for card in catalogue.starting_deck(player.guild)}
        if not right:
            yield Fault(where, f"the {player.guild} do not play with the cards that a Deck is made of")
        objectives = state.rules.objectives_dealt if flow.KeepObjectives in asked else state.rules.objectives_kept
        if len(player.objectives) != (objectives if "objectives" in modules else 0):
            yield Fault(inside(where, "objectives"), "there are too many or too few")
        if (player.master is None) != ("masters" not in modules or choosing):
            yield Fault(inside(where, "master"), "everybody has a Guild Master exactly if that was agreed on")
    stakes = sum(card.id not in box for card in catalogue.stakes)
    if stakes != len(state.districts) * state.rules.pile_size:
        yield Fault("box", f"{stakes} Stakes are in the game; {len(state.districts) * state.rules.pile_size} must be")
    for kind, module in ((Kind.MILITIA, "militia"), (Kind.EVENT, "events")):
        out = [card.id for card in catalogue.of(kind) if card.id in box]
        if len(out) != (0 if module in modules else len(catalogue.of(kind))):
            yield Fault("box", f"cards of the kind {kind.value!r} are in the box exactly if they are not played with")


def _wrong_phase(state: State) -> Iterator[Fault]:
    bottom, phase = state.agenda[0] if state.agenda else None, Phase.OVER
    if isinstance(bottom, flow.BeginRound):
        phase = Phase.OPENING
    elif isinstance(bottom, flow.CloseRound):
        intrigue = len(state.agenda) > 1 and isinstance(state.agenda[1], settling.BeginResolution)
        phase = Phase.INTRIGUE if intrigue else Phase.RESOLUTION
    if bottom is not None and state.phase is not phase:
        yield Fault("phase", f"expected {phase.name.lower()!r}, got {state.phase.name.lower()!r}")
    if (state.phase is Phase.OPENING) != (state.round == 0):
        yield Fault("round", "it is 0 exactly before the first round")
    if state.last_round is not None and state.round > state.last_round:
        yield Fault("round", f"the last round was {state.last_round}")
    if state.phase is Phase.RESOLUTION:
        for seat, player in enumerate(state.players):
            if player.hand:
                yield Fault(inside(inside("players", seat), "hand"), "hands are empty in the Resolution Phase")
        for at, district in enumerate(state.districts):
            if not all(each.face_up for each in district.cards):
                yield Fault(inside("districts", at), "nothing lies facedown in the Resolution Phase")
    for at, district in enumerate(state.districts):
        waiting = any(isinstance(task, winning.TurnUpNext) and task.at == at for task in state.agenda)
        if state.phase is Phase.INTRIGUE and district.stake is None and district.pile and not waiting:
            yield Fault(inside("districts", at), "a card of the pile must lie faceup")


class _Check:
    """What is wrong with a task of the agenda, as sentences."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.seats = range(len(state.players))

    def task(self, at: int) -> Iterator[str]:
        """What is wrong with the task at a place."""
        state, task = self.state, self.state.agenda[at]
        seat, place = getattr(task, "seat", 0), getattr(task, "at", 0)
        if seat not in self.seats:
            yield f"there is no seat {seat}"
            return
        if place not in range(len(state.districts)):
            yield f"there is no District number {place}"
            return
        match task:
            case Frame(program=program):
                yield from self._source(program)
            case ChooseOne(choice=choice):
                yield from self._source(choice)
            case decisions.Aim(effect=effect, left=left):
                yield from self._source(effect)
                if not 1 <= left <= effect.times:
                    yield "it is not aimed so often"
            case decisions.PlayDrawn(cards=cards, count=count):
                yield from self._drawn(seat, cards)
                if count < 1 or not cards:
                    yield "there is nothing to play"
            case decisions.DiscardDrawn(cards=cards):
                yield from self._drawn(seat, cards)
            case playing.DiscardLocation(card=card):
                if not any(each.card == card and each.owner == seat and each.public for each in state.aside):
                    yield f"{card} is not being played"
            case playing.MayThwart(waiting=waiting, actor=actor, card=card):
                yield from self._thwart(at, (seat, *waiting), actor, card)
            case playing.SendMilitia(card=card):
                if not any(each.card == card and each.owner == seat for each in state.aside):
                    yield f"{card} has not been drawn"
                elif state.card(card).kind is not Kind.MILITIA:
                    yield f"{card} is no Militia card"
            case bribing.AddToBribe(at=where, relic=relic):
                yield from self._bribe(seat, where, relic)
            case bribing.ClaimBribe(at=where):
                if price_of(state, state.districts[where]) is None:
                    yield "there is nobody to bribe"
            case winning.PutStakeAway(card=card):
                if not any(each.card == card and each.owner == seat for each in state.aside):
                    yield f"{card} has not been won"
                elif not state.card(card).is_stake:
                    yield f"{card} is no Stake"
            case flow.ChooseDeck(chosen=chosen):
                yield from self._deck(seat, chosen)
            case flow.KeepObjectives():
                if len(state.players[seat].objectives) != state.rules.objectives_dealt:
                    yield f"seat {seat} has not been dealt {state.rules.objectives_dealt} Objectives"
            case flow.ChooseMaster(waiting=later, picked=picked):
                yield from self._masters(seat, later, picked)
            case settling.SettleNext(waiting=districts) | settling.ChooseNext(waiting=districts):
                yield from self._waiting(task, districts)
            case settling.ChooseModel(card=card, struggle=struggle):
                yield from self._struggle(struggle)
                if not any(each.card == card for each in self._cards(struggle.at)):
                    yield f"{card} is not in that District"
            case settling.ChooseArcanum(struggle=struggle, arcana=arcana):
                yield from self._struggle(struggle)
                if not arcana or Arcanum.DUCAT in arcana:
                    yield "there is nothing to choose"

    def _masters(self, seat: Seat, later: tuple[Seat, ...], picked: tuple[tuple[Seat, CardId], ...]) -> Iterator[str]:
        """Whether everybody is asked once, in turn, and has chosen a Guild Master of his guild."""
        state, order = self.state, (*(each for each, _ in picked), seat, *later)
        if order != tuple([(state.first_player + ahead) % len(self.seats) for ahead in self.seats]):
            yield "everybody chooses a Guild Master, clockwise from the first player"
        for each in self.seats:
            masters = [card.id for card in state.rules.catalogue.of(Kind.MASTER, state.players[each].guild)]
            if not masters or any(owner == each and card not in masters for owner, card in picked):
                yield f"seat {each} has no such Guild Master to choose"

    def _cards(self, at: int) -> tuple[Placed, ...]:
        return self.state.districts[at].cards if at in range(len(self.state.districts)) else ()

    def _source(self, part: Program | Effect[Any, Any]) -> Iterator[str]:
        """Whether the ability of a card can be at work: a Location being played, a Guild Master, the Event."""
        state = self.state
        active = {f"card.{each.card}.ability" for each in state.aside if each.public}
        active |= {f"card.{player.master}.ability" for player in state.players}
        active.add(f"card.{state.event}.ability")
        if active.isdisjoint(shapes_of(state.game, state.rules).programs.owners(part)):
            yield "this is not what a card does that is at work"

    def _drawn(self, seat: Seat, cards: tuple[CardId, ...]) -> Iterator[str]:
        own = [each.card for each in self.state.aside if each.owner == seat and not each.public]
        if len(set(cards)) < len(cards) or not set(cards) <= set(own):
            yield "these cards have not been drawn"

    def _thwart(self, at: int, asked: tuple[Seat, ...], actor: Seat, card: CardId) -> Iterator[str]:
        for seat in (*asked, actor):
            if seat not in self.seats:
                yield f"there is no seat {seat}"
                return
        if not all(playing.can_thwart(self.state, seat) for seat in asked) or actor in asked:
            yield "not everybody who is asked can undo a Location"
        if self.state.agenda[at - 1] != playing.DiscardLocation(actor, card):
            yield f"{card} is not being played"

    def _bribe(self, seat: Seat, at: int, relic: CardId) -> Iterator[str]:
        state = self.state
        if price_of(state, state.districts[at]) is None:
            yield "there is nobody to bribe"
        if not any(each.card == relic and each.owner == seat for each in state.districts[at].cards):
            yield f"{relic} does not lie in that District"

    def _deck(self, seat: Seat, chosen: tuple[CardId, ...]) -> Iterator[str]:
        state = self.state
        guild = {card.id for card in state.rules.catalogue.guild_cards(state.players[seat].guild)}
        if len(set(chosen)) < len(chosen) or not set(chosen) <= guild or len(chosen) >= state.rules.deck_size:
            yield "these cards cannot have been chosen"
        if not guild <= set(state.box):
            yield "the cards of the guild must be in the box until the Deck is chosen"

    def _waiting(self, task: Any, districts: tuple[int, ...]) -> Iterator[str]:
        known = range(len(self.state.districts))
        if len(set(districts)) < len(districts) or not set(districts) <= set(known):
            yield "these Districts cannot be waiting"
        elif not all(shows_stake(self.state, each) for each in districts):
            yield "a District without a Stake is not settled"
        if isinstance(task, settling.ChooseNext) and task.seat != self.state.first_player:
            yield "the first player says which District is next"

    def _struggle(self, struggle: settling.SettleDistrict) -> Iterator[str]:
        state = self.state
        if struggle.at not in range(len(state.districts)) or not shows_stake(state, struggle.at):
            yield "there is no Stake to win there"
            return
        here = {each.card for each in state.districts[struggle.at].cards}
        if any(one not in here or other not in here for one, other in struggle.copies):
            yield "only cards of the District copy each other"
        if any(seat not in self.seats or arcanum is Arcanum.DUCAT for seat, arcanum in struggle.counts):
            yield "nobody can count with that"
