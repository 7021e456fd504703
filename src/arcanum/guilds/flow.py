"""The course of the game: opening, rounds of drawing, Intrigue, Resolution and clean-up, end. Each part is a task that
puts the next one on the agenda below whatever it sets off itself.
"""

from __future__ import annotations

from itertools import combinations

from arcanum.guilds.abilities import EndPoints, HandSize, in_force
from arcanum.guilds.actions import TAKE, Keep, Take
from arcanum.guilds.atoms import change_district, change_player, draw, report, take_back
from arcanum.guilds.cards import UNSEEN, Card, CardId, Kind
from arcanum.guilds.clause_ids import (
    AMB_02,
    AMB_03,
    AMB_22,
    AMB_30,
    AMB_35,
    F_END_2,
    F_END_3,
    F_EOR_1,
    F_EOR_2,
    F_SETUP_4,
    F_SETUP_9,
    HOUSE_1,
    HOUSE_3,
    R_CUST_1,
    R_CUST_2,
    R_CUST_3,
    R_DRAW_1,
    R_END_1,
    R_END_3,
    R_EOR_2,
    R_EOR_5,
    R_EVT_3,
    R_EVT_4,
    R_EVT_5,
    R_EVT_6,
    R_GM_1,
    R_GM_3,
    R_MIL_6,
    R_OBJ_1,
    R_OBJ_2,
    R_OBJ_3,
    R_OBJ_7,
    R_ROUND_1,
    R_SETUP_2,
    R_SETUP_11,
    R_TAC_3,
)
from arcanum.guilds.events import (
    DeckChosen,
    EventBegan,
    EventForeseen,
    FinalScore,
    FirstPlayerPassed,
    GameEnded,
    GameStalled,
    GuildsTaken,
    MasterChosen,
    MastersReadied,
    MilitiaReturned,
    ObjectivesDealt,
    ObjectivesKept,
    PhaseBegan,
    RoundBegan,
)
from arcanum.guilds.playing import NEXT_TURN
from arcanum.guilds.scoring import fulfilled, winners
from arcanum.guilds.settling import BeginResolution
from arcanum.guilds.state import GuildTable, Phase, State
from arcanum.guilds.winning import show_end_card, turn_up_next
from arcanum.kernel.actions import Action
from arcanum.kernel.agenda import Decision, EachPlayer, Frame, Task
from arcanum.kernel.cite import cites
from arcanum.kernel.errors import Violation
from arcanum.kernel.events import Seat
from arcanum.kernel.ids import ClauseId
from arcanum.kernel.randomness import shuffled
from arcanum.kernel.values import value


@cites(R_SETUP_11, F_SETUP_9)
@value
class Opening(Task[State, GuildTable]):
    """Stakes are turned up, and players choose what the modules let them choose."""

    def run(self, table: GuildTable) -> None:
        """Everything before the first round, in the order of the book."""
        report(table, GuildsTaken, tuple([player.guild for player in table.players]), clause=R_SETUP_2)
        for at in range(len(table.districts)):
            turn_up_next(table, at, R_SETUP_11)
        seats = table.all_from(table.first_player)
        modules = table.options.modules
        table.agenda.append(BEGIN_ROUND)
        if "events" in modules:
            foresee(table)
        if "masters" in modules:
            table.agenda.append(ChooseMaster(seats[0], tuple(seats[1:])))
        if "objectives" in modules:
            for seat in seats:
                dealt = table.players[seat].objectives
                report(table, ObjectivesDealt, seat, len(dealt), dealt, clause=R_OBJ_1, audience=(seat,))
            table.agenda += [KeepObjectives(seat, table.rules.said(R_OBJ_3)) for seat in reversed(seats)]
        if "customise" in modules:
            table.agenda += [ChooseDeck(seat) for seat in reversed(seats)]


@cites(R_CUST_3)
@value
class ChooseDeck(Decision[State, GuildTable]):
    """A player puts his Deck together out of all cards of his guild, one after the other."""

    seat: Seat
    chosen: tuple[CardId, ...] = ()

    clause = R_CUST_1

    def seen_by(self, seat: Seat | None) -> ChooseDeck:
        """Nobody else sees the cards, only how many they are."""
        return self if seat == self.seat else ChooseDeck(self.seat, (UNSEEN,) * len(self.chosen))

    @property
    def prompt(self) -> str:
        """What is asked."""
        return f"choose card {len(self.chosen) + 1} of the Deck"

    def actions(self, state: State) -> tuple[Action, ...]:
        """Every card of the guild that is not chosen yet."""
        cards = state.rules.catalogue.guild_cards(state.players[self.seat].guild)
        return tuple([TAKE(card.id) for card in cards if card.id not in self.chosen])

    def objections(self, state: State, action: Action) -> tuple[Violation, ...]:
        """Chosen before, or not a card of the guild."""
        if not isinstance(action, Take):
            return ()
        guild = state.players[self.seat].guild
        why = "is in the Deck already" if action.card in self.chosen else f"is not a card of the {guild}"
        return (Violation(R_CUST_1, f"{action.card} {why}"),)

    @cites(R_CUST_2)
    def take(self, table: GuildTable, action: Action) -> None:
        """Put it into the Deck, which is shuffled when it is complete; the other cards stay in the box."""
        assert isinstance(action, Take)
        chosen = (*self.chosen, action.card)
        if len(chosen) < table.rules.deck_size:
            table.agenda.append(ChooseDeck(self.seat, chosen))
            return
        order = table.rules.catalogue.order
        table.box = tuple([card for card in table.box if card not in chosen])
        cards = tuple(sorted(chosen, key=order.__getitem__))
        table.rng, deck = shuffled(table.rng, cards)
        change_player(table, self.seat, deck=deck)
        report(table, DeckChosen, self.seat, len(cards), cards, clause=R_CUST_1, audience=(self.seat,))


@cites(R_OBJ_2, F_SETUP_4)
@value
class KeepObjectives(Decision[State, GuildTable]):
    """A player keeps some of his Objectives; nobody else sees which, nor what goes back to the box."""

    seat: Seat
    clause: ClauseId

    prompt = "keep Objectives"

    def actions(self, state: State) -> tuple[Action, ...]:
        """Every choice of so many."""
        dealt = state.players[self.seat].objectives
        return tuple([Keep(cards) for cards in combinations(dealt, state.rules.objectives_kept)])

    def objections(self, state: State, action: Action) -> tuple[Violation, ...]:
        """Too many, too few, or not his."""
        if not isinstance(action, Keep):
            return ()
        count = state.rules.objectives_kept
        return (Violation(self.clause, f"{count} of the Objectives that seat {self.seat} was dealt must be kept"),)

    def take(self, table: GuildTable, action: Action) -> None:
        """Keep them; the others go back to the box."""
        assert isinstance(action, Keep)
        dealt = table.players[self.seat].objectives
        table.box += tuple([card for card in dealt if card not in action.cards])
        change_player(table, self.seat, objectives=action.cards)
        kept = action.cards
        report(table, ObjectivesKept, self.seat, len(kept), kept, clause=R_OBJ_3, audience=(self.seat,))


@cites(HOUSE_3, AMB_35)
@value
class ChooseMaster(Decision[State, GuildTable]):
    """A player chooses one of the Masters of his guild. All are shown at once; those left over stay in the box."""

    seat: Seat
    waiting: tuple[Seat, ...]
    """The seats that choose after this one."""
    picked: tuple[tuple[Seat, CardId], ...] = ()

    clause = R_GM_1
    prompt = "choose a Guild Master"

    def seen_by(self, seat: Seat | None) -> ChooseMaster:
        """Everybody sees who has chosen, and only he himself whom."""
        seen = tuple([(chooser, card if chooser == seat else UNSEEN) for chooser, card in self.picked])
        return ChooseMaster(self.seat, self.waiting, seen)

    def actions(self, state: State) -> tuple[Action, ...]:
        """The Masters of the guild."""
        return tuple([TAKE(card.id) for card in state.rules.catalogue.of(Kind.MASTER, state.players[self.seat].guild)])

    def objections(self, state: State, action: Action) -> tuple[Violation, ...]:
        """A Master of another guild, or none at all."""
        if not isinstance(action, Take):
            return ()
        guild = state.players[self.seat].guild
        return (Violation(R_GM_1, f"{action.card} is not a Guild Master of the {guild}"),)

    def take(self, table: GuildTable, action: Action) -> None:
        """Note the choice; after the last one all show their Masters."""
        assert isinstance(action, Take)
        picked = (*self.picked, (self.seat, action.card))
        if self.waiting:
            table.agenda.append(ChooseMaster(self.waiting[0], self.waiting[1:], picked))
            return
        for seat, master in picked:
            table.box = tuple([card for card in table.box if card != master])
            change_player(table, seat, master=master)
            report(table, MasterChosen, seat, master, clause=R_GM_1)


@cites(R_EVT_3, R_EVT_5, R_EVT_6, AMB_03)
def foresee(table: GuildTable) -> None:
    """The top card of the event pile is seen; it is in force only in the next round. The end card ends that round."""
    if not table.events:
        return
    card = table.events[-1]
    if table.card(card).kind is Kind.END_CARD:
        show_end_card(table, card, None, R_EVT_6)
    else:
        report(table, EventForeseen, card, clause=R_EVT_5 if table.round else R_EVT_3)


@cites(R_ROUND_1, R_GM_3, R_EVT_4)
@value
class BeginRound(Task[State, GuildTable]):
    """A round starts: Masters are readied, the Event comes into force, everybody draws."""

    def run(self, table: GuildTable) -> None:
        """Up to the first turn."""
        table.round += 1
        if table.rules.idle_rounds:
            table.idle += 1
        if table.log is not None:
            report(table, RoundBegan, table.round, table.first_player, clause=R_ROUND_1)
        ready_masters(table)
        begin_event(table)
        table.phase = Phase.DRAW
        if table.log is not None:
            report(table, PhaseBegan, Phase.DRAW, clause=R_DRAW_1)
        for seat in table.all_from(table.first_player):
            count = table.rules.hand_size
            for word in in_force(table, seat, HandSize):
                count += word.amount
            draw(table, seat, max(1, count), R_DRAW_1)
        table.phase = Phase.INTRIGUE
        if table.log is not None:
            report(table, PhaseBegan, Phase.INTRIGUE, clause=R_ROUND_1)
        table.agenda.append(CLOSE_ROUND)
        table.agenda.append(BEGIN_RESOLUTION)
        table.agenda.append(NEXT_TURN[table.first_player])
        program = table.card(table.event).program if table.event is not None else ()
        if program:
            table.agenda.append(Frame((EachPlayer(program),), table.first_player))


def ready_masters(table: GuildTable) -> None:
    """Turn the used Guild Masters upright."""
    spent = tuple([seat for seat, player in enumerate(table.players) if player.master_spent])
    for seat in spent:
        change_player(table, seat, master_spent=False)
    if spent:
        report(table, MastersReadied, spent, clause=R_GM_3)


def begin_event(table: GuildTable) -> None:
    """The faceup Event of the pile comes into force, and the next one is turned up. The end card is no Event."""
    if not table.events:
        return
    if table.event is not None:
        table.past_events += (table.event,)
        table.event = None
    top = table.events[-1]
    if table.card(top).kind is Kind.END_CARD:
        return
    table.event = top
    table.events = table.events[:-1]
    report(table, EventBegan, top, clause=R_EVT_4)
    foresee(table)


@cites(R_EOR_2, R_MIL_6, F_EOR_1, F_EOR_2)
@value
class CloseRound(Task[State, GuildTable]):
    """Militia go home, new Stakes are turned up, the First Player card passes on, or the game ends."""

    def run(self, table: GuildTable) -> None:
        """Close the round."""
        if table.rules.militia_return == "before-new-stakes":
            return_militia(table)
        table.phase = Phase.CLEANUP
        report(table, PhaseBegan, Phase.CLEANUP, clause=R_EOR_2)
        table.bonuses = ()
        if table.rules.failed_bribe == "returned":
            return_relics(table)
        for at in range(len(table.districts)):
            turn_up_next(table, at, R_EOR_2)
        if table.rules.militia_return == "after-new-stakes":
            return_militia(table)
        if is_finished(table) or is_unfinished(table):
            end_game(table)
            return
        if is_stalled(table):
            table.last_round = table.round + 1
            report(table, GameStalled, table.idle, table.last_round, clause=AMB_30)
        table.first_player = (table.first_player + table.rules.first_player_step) % table.seats
        report(table, FirstPlayerPassed, table.first_player, clause=R_EOR_5)
        table.agenda.append(BEGIN_ROUND)


def return_militia(table: GuildTable) -> None:
    """All Militia go back to their pile, from won Districts and from those that are still contested."""
    back = list(table.militia_used)
    militia = table.rules.catalogue.militia
    for at, district in enumerate(table.districts):
        here = [each.card for each in district.cards if each.card in militia]
        if here:
            back += here
            change_district(table, at, cards=tuple([each for each in district.cards if each.card not in here]))
    if back:
        order = table.rules.catalogue.order
        table.militia_used = ()
        table.rng, table.militia = shuffled(table.rng, sorted((*table.militia, *back), key=order.__getitem__))
        report(table, MilitiaReturned, len(back), clause=R_MIL_6)


@cites(HOUSE_1)
def return_relics(table: GuildTable) -> None:
    """The Relics that failed bribes have left in Districts go back to their owners' hands.

    Not sooner: whoever had one back at once could bribe in vain for ever, and the round would not end.
    """
    relics = table.rules.catalogue.relics
    for at in range(len(table.districts)):
        places = [place for place, each in enumerate(table.districts[at].cards) if each.card in relics]
        for place in reversed(places):
            take_back(table, at, place, HOUSE_1)


def is_finished(position: State | GuildTable) -> bool:
    """Whether the round that was played is the last one."""
    return position.last_round is not None and position.round >= position.last_round


@cites(AMB_30)
def is_unfinished(position: State | GuildTable) -> bool:
    """Whether the game stops without an end: at the agreed limit, or for ever stuck because nobody has a card left.

    The book knows no such end; where the rules count no idle rounds either, such a game would go on for ever.
    """
    if position.options.round_limit is not None and position.round >= position.options.round_limit:
        return True
    stuck = not any(player.deck or player.discard or player.hand for player in position.players)
    return stuck and not position.rules.idle_rounds and position.last_round is None and not position.events


@cites(AMB_30)
def is_stalled(position: State | GuildTable) -> bool:
    """Whether the next round is the last because nobody wins Stakes any more. With Events the end comes anyway."""
    limit = position.rules.idle_rounds
    return 0 < limit <= position.idle and position.last_round is None and not position.events


@cites(R_END_1)
def end_game(table: GuildTable) -> None:
    """Count, and say who wins."""
    table.phase = Phase.OVER
    if table.log is not None:
        report(table, GameEnded, final_scores(table), winning_seats(table), clause=R_END_3)


@cites(R_END_3, R_TAC_3, R_OBJ_7, AMB_02, AMB_22, F_END_2, F_END_3)
def scoring_cards(position: State | GuildTable, seat: Seat) -> list[Card]:
    """The cards that score for a player: Deck, Discard Pile, beneath the crest; in one edition also Agents in play."""
    player = position.players[seat]
    cards = [*player.deck, *player.discard, *player.tucked]
    if position.rules.cards_in_play_score:
        for district in position.districts:
            cards += [each.card for each in district.cards if each.owner == seat and position.card(each.card).is_agent]
    return [position.card(card) for card in cards]


@cites(AMB_22)
def collected_stakes(position: State | GuildTable, seat: Seat) -> list[Card]:
    """The Stakes that count for Objectives and for a tie: those that score, and perhaps all that lie in Districts."""
    cards = [card for card in scoring_cards(position, seat) if card.is_stake]
    if position.rules.stakes_in_play_count:
        scoring = {card.id for card in cards}
        lying = [each.card for place in position.districts for each in place.cards if each.owner == seat]
        cards += [face for card in lying if card not in scoring and (face := position.card(card)).is_stake]
    return cards


def final_scores(position: State | GuildTable) -> tuple[FinalScore, ...]:
    """What every player's points are made of."""
    scores: list[FinalScore] = []
    for seat, player in enumerate(position.players):
        cards = scoring_cards(position, seat)
        stakes = collected_stakes(position, seat)
        objectives = [position.card(card) for card in player.objectives]
        met = fulfilled(objectives, stakes)
        scoring = [card for card in cards if card.is_stake]
        bonus = sum(
            word.points for word in in_force(position, seat, EndPoints) for stake in scoring if word.rewards(stake)
        )
        scores.append(
            FinalScore(
                seat=seat,
                cards=sum(card.vp for card in cards),
                fulfilled=tuple(card.id for card in met),
                failed=tuple(card.id for card in objectives if card not in met),
                objectives=sum(card.reward for card in met),
                bonus=bonus,
                stakes=len(stakes),
            )
        )
    return tuple(scores)


def winning_seats(position: State | GuildTable) -> tuple[Seat, ...]:
    """The winners; nobody in a game that stopped without an end."""
    if not is_finished(position):
        return ()
    scores = final_scores(position)
    points, stakes = [each.total for each in scores], [each.stakes for each in scores]
    return winners(points, stakes, position.rules.tie_break)


OPENING = Opening()
BEGIN_ROUND = BeginRound()
BEGIN_RESOLUTION = BeginResolution()
CLOSE_ROUND = CloseRound()
