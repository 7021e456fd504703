"""Power struggles made to order, and steps of a game in slow motion.

Totals are what a power struggle is about, so a scene is described by the totals of its players; Agents that come to
them are put in their places, with values drawn for the purpose.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any

import attrs
from hypothesis import strategies as st

import arcanum
from arcanum.guilds import State
from arcanum.guilds.actions import Settle
from arcanum.guilds.cards import POWERS, Arcanum, CardId, Kind
from arcanum.guilds.clause_ids import HOUSE_1, R_RES_9
from arcanum.guilds.events import PhaseBegan, Settled
from arcanum.guilds.state import District, Phase, Placed
from arcanum.kernel.actions import Action
from arcanum.kernel.agenda import Decision
from arcanum.kernel.clauses import APPLIES
from arcanum.kernel.events import Event, Seat
from arcanum.kernel.ids import ClauseId
from arcanum.spec.games import EventT, stated
from arcanum.spec.guilds.arrange import at_resolution, fresh, with_cards, with_stake
from arcanum.spec.guilds.games import Game, any_players, district, guild_rules, threshold
from arcanum.spec.subject import remembered

Totals = tuple[int, int, int]
NOTHING: Totals = (0, 0, 0)
STAKE_KINDS = (Kind.RELIC, Kind.LOCATION, Kind.PERSONALITY)

# --- slow motion ------------------------------------------------------------------------------------------------------


@attrs.frozen
class Moment:
    """One thing that happened by itself, or one answer, between two states."""

    before: State
    events: tuple[Event, ...]
    after: State

    def of(self, kind: type[EventT]) -> tuple[EventT, ...]:
        """The events of a kind."""
        return tuple(event for event in self.events if isinstance(event, kind))

    @property
    def settled(self) -> Settled:
        """The verdict of the power struggle that was decided."""
        (found,) = self.of(Settled)
        return found

    def here(self) -> tuple[District, District]:
        """The District of the struggle, before and after it."""
        name = self.settled.district
        return district(self.before, name), district(self.after, name)


def slowly(state: State, action: Action | None = None) -> Iterator[Moment]:
    """An answer and everything that follows from it up to the next decision, one thing at a time."""
    log: list[Event] = []
    table = state.thaw(log)
    if action is not None:
        decision = table.agenda.pop()
        assert isinstance(decision, Decision)
        decision.take(table, action)
        yield Moment(state, tuple(log), table.freeze())
    while table.agenda and not isinstance(table.agenda[-1], Decision):
        before, seen = table.freeze(), len(log)
        table.agenda.pop().run(table)
        yield Moment(before, tuple(log[seen:]), table.freeze())


@lru_cache(maxsize=32)
def resolution(game: Game) -> tuple[Moment, ...]:
    """Everything that happened in the Resolution Phases of a game, one thing at a time."""
    found: list[Moment] = []
    for step in game.steps:
        if any(isinstance(event, PhaseBegan | Settled) for event in step.events):
            moments = list(slowly(step.before, step.action))
            assert moments[-1].after == step.after
            found += [each for each in moments if Phase.RESOLUTION in (each.before.phase, each.after.phase)]
    return tuple(found)


def struggles(game: Game) -> tuple[Moment, ...]:
    """All power struggles of a game, each with the states just before and after it."""
    return tuple(each for each in resolution(game) if each.of(Settled))


SPARE = st.tuples(*[st.integers(0, 9)] * 3)
"""Totals or values of any size."""

# --- scenes -----------------------------------------------------------------------------------------------------------


def with_faces(state: State, faces: Mapping[CardId, Mapping[str, Any]]) -> State:
    """The state with other things printed on some cards."""
    catalogue = state.rules.catalogue
    cards = tuple(attrs.evolve(card, **faces[card.id]) if card.id in faces else card for card in catalogue)
    return attrs.evolve(state, rules=attrs.evolve(state.rules, catalogue=attrs.evolve(catalogue, cards=cards)))


def without_tie_abilities(state: State) -> State:
    """The state with crests that do nothing."""
    return with_faces(state, {card.id: {"statics": ()} for card in state.rules.catalogue.of(Kind.CREST)})


@remembered(256)
def _table(ruleset: str, guilds: tuple[str, ...], seed: int) -> State:
    return fresh(ruleset, guilds, (), seed)


@st.composite
def tables(draw: st.DrawFn, rulesets: st.SearchStrategy[str], players: Sequence[int] | None = None) -> State:
    """The first turn of games of any guilds; any seat may be the first player."""
    ruleset = draw(rulesets)
    guilds = draw(st.permutations(guild_rules(ruleset).catalogue.guilds))
    count = draw(any_players(ruleset, players))
    state = _table(ruleset, tuple(guilds[:count]), draw(st.sampled_from((0, 1, 24, 61))))
    return attrs.evolve(state, first_player=draw(st.integers(0, count - 1)))


def entries(state: State, clause: ClauseId, parameter: str) -> dict[str, object]:
    """A stated value that is a table."""
    value = stated(state, clause, parameter)
    assert isinstance(value, Mapping)
    return dict(value)


def table_of(ruleset: str, guilds: Sequence[str]) -> State:
    """The first turn of a game of certain guilds."""
    return _table(ruleset, tuple(guilds), 0)


@st.composite
def shares(draw: st.DrawFn, totals: Totals, most: int = 3) -> list[Totals]:
    """The values of one or more Agents that come to these totals."""
    count = draw(st.integers(1, most))
    columns = []
    for total in totals:
        cuts = sorted(draw(st.lists(st.integers(0, total), min_size=count - 1, max_size=count - 1)))
        columns.append([end - start for start, end in zip([0, *cuts], [*cuts, total], strict=True)])
    return list(zip(*columns, strict=True))


@attrs.frozen
class Scene:
    """A state in which one District holds what a property wants to see settled."""

    state: State
    district: str
    stake: CardId
    needs: Mapping[Arcanum, int]
    """What the Stake takes in each of its Main Arcana."""
    totals: Mapping[Seat, Totals]
    """Of everybody who has an Agent there."""

    def strength(self, seat: Seat) -> int | None:
        """The best total in an arcanum in which it is enough; None if there is none."""
        reached = [self.totals[seat][each] for each, least in self.needs.items() if self.totals[seat][each] >= least]
        return max(reached, default=None)

    def best(self, seat: Seat) -> set[Arcanum]:
        """The arcana in which a player has his strength."""
        own = self.strength(seat)
        return {each for each, least in self.needs.items() if self.totals[seat][each] == own and own >= least}

    def settle(self, *preferred: Action) -> Moment:
        """Settle it; where somebody is asked, a preferred answer is given if it is possible, else the first."""
        return settle(self.state, self.district, *preferred)


def agents(state: State, seat: Seat) -> list[CardId]:
    """The Agents with which a guild starts; none of them has an ability."""
    deck = state.rules.catalogue.starting_deck(state.players[seat].guild)
    return [card.id for card in deck if card.kind is Kind.AGENT]


def relic(state: State, seat: Seat) -> CardId:
    """A Relic of a guild."""
    return state.rules.catalogue.of(Kind.RELIC, state.players[seat].guild)[0].id


def scene(
    data: st.DataObject,
    state: State,
    printed: Mapping[Arcanum, int],
    totals: Mapping[Seat, Totals],
    *,
    kind: Kind | None = None,
    relics: bool = True,
) -> Scene:
    """A District whose Stake prints this, and in which players have certain totals; Relics may lie there too."""
    name = data.draw(st.sampled_from([each.name for each in state.districts]), "district")
    kinds = STAKE_KINDS if kind is None else (kind,)
    # Agents' abilities are no part of these scenes, and the Harlequin has one.
    stakes = [card.id for card in state.rules.catalogue.stakes if card.kind in kinds and not card.statics]
    stake = data.draw(st.sampled_from(stakes), "stake")
    values = [printed.get(each, data.draw(st.integers(0, 9), "printed, but not a Main Arcanum")) for each in POWERS]
    faces: dict[CardId, dict[str, Any]] = {stake: {"main": tuple(printed), "values": tuple(values)}}
    cards: list[tuple[str, Seat, bool]] = []
    for seat, total in totals.items():
        for agent, share in zip(agents(state, seat), data.draw(shares(total), f"seat {seat}"), strict=False):
            faces[agent] = {"values": share}
            cards.append((agent, seat, data.draw(st.booleans(), "faceup")))
        if relics and data.draw(st.booleans(), "with a Relic"):
            faces[relic(state, seat)] = {"values": data.draw(SPARE, "on the Relic")}
            cards.append((relic(state, seat), seat, True))
    placed = data.draw(st.permutations(cards), "cards")
    state = with_cards(with_stake(with_faces(state, faces), name, stake), name, placed)
    needs = {main: threshold(state, value) for main, value in printed.items()}
    return Scene(state, name, stake, needs, dict(totals))


def settle(state: State, name: str, *preferred: Action) -> Moment:
    """Play the Resolution Phase up to the power struggle in a District."""
    *_, last = course(state, Settle(name), *preferred, until=name)
    return last


def course(state: State, *preferred: Action, until: str | None = None) -> Iterator[Moment]:
    """The Resolution Phase of an arranged state, to its end or until a District is settled."""
    state, action = at_resolution(state), None
    while True:
        for moment in slowly(state, action):
            yield moment
            if any(event.district == until for event in moment.of(Settled)):
                return
            state = moment.after
        if state.phase is not Phase.RESOLUTION:
            return
        legal = arcanum.legal_actions(state)
        action = next((each for each in preferred if each in legal), legal[0])


MAINS = st.sampled_from(POWERS)


def in_one(arcanum_: Arcanum, total: int, others: Sequence[int]) -> Totals:
    """Totals with one of them given."""
    found = list(others)
    found[arcanum_] = total
    return found[0], found[1], found[2]


def assert_untouched(moment: Moment, facing: object) -> None:
    """The Stake and all cards of the District are where they were, and all lie faceup."""
    assert facing == "faceup"
    before, after = moment.here()
    assert moment.settled.winner is None
    assert after.stake == before.stake
    assert [(each.card, each.owner) for each in after.cards] == [(each.card, each.owner) for each in before.cards]
    assert all(each.face_up for each in after.cards)
    assert moment.after.players == moment.before.players
    assert moment.after.militia_used == moment.before.militia_used


def outlasting(state: State, cards: Iterable[Placed]) -> list[Placed]:
    """Which cards that are left in a District are there in the next round: all but Militia, and Relics that return."""
    leaving = {Kind.MILITIA} if stated(state, HOUSE_1, APPLIES) is False else {Kind.MILITIA, Kind.RELIC}
    return [each for each in cards if state.card(each.card).kind not in leaving]


def heir(state: State, name: str, tied: Iterable[Seat]) -> Seat | None:
    """Who takes a Stake in a tie that no ability breaks: nobody, or the only one at home there if that is the rule."""
    at_home = [seat for seat in tied if seat in district(state, name).friendly_to]
    return at_home[0] if stated(state, R_RES_9, "stake_goes_to") == "friend" and len(at_home) == 1 else None


def assert_tie_stands(moment: Moment, tied: Iterable[Seat]) -> None:
    """No ability breaks this tie: everything is left where it was, or goes where the rules send it then."""
    winner = heir(moment.before, moment.settled.district, tied)
    if winner is None:
        assert_untouched(moment, stated(moment.before, R_RES_9, "facing"))
    else:
        assert_won(moment, winner, "discard")


def assert_won(moment: Moment, seat: Seat, pile: object) -> None:
    """A player has the Stake on top of a pile of his, and the District has none."""
    assert moment.settled.winner == seat
    assert getattr(moment.after.players[seat], str(pile))[-1] == moment.settled.stake
    assert moment.here()[1].stake is None


def assert_cleared(moment: Moment, left: int, pile: object) -> None:
    """All cards of a District that was won are where their owners keep them; Militia wait for the end of the round."""
    before, after = moment.here()
    assert len(after.cards) == left
    for each in before.cards:
        if moment.before.card(each.card).kind is Kind.MILITIA:
            assert each.card in moment.after.militia_used
        else:
            assert each.card in getattr(moment.after.players[each.owner], str(pile))


# --- kinds of scenes --------------------------------------------------------------------------------------------------


@attrs.frozen
class Ranking:
    """Totals in one Main Arcanum: who reaches the threshold, and with what."""

    main: Arcanum
    printed: int
    threshold: int
    """What it takes to win."""
    totals: Mapping[Seat, int]

    def ahead(self) -> list[Seat]:
        """The players with the highest total that is enough."""
        best = max(self.totals.values())
        return [seat for seat, total in self.totals.items() if total == best and total >= self.threshold]


def ranked(data: st.DataObject, state: State, ranking: Ranking, *, kind: Kind | None = None) -> Scene:
    """A scene with these totals in the one Main Arcanum; the other values are anything."""
    totals = {seat: in_one(ranking.main, total, data.draw(SPARE)) for seat, total in ranking.totals.items()}
    return scene(data, state, {ranking.main: ranking.printed}, totals, kind=kind)


def some_seats(data: st.DataObject, state: State, least: int, most: int | None = None) -> list[Seat]:
    """Some of the players, in any order."""
    seats = data.draw(st.permutations(range(len(state.players))), "seats")
    return seats[: data.draw(st.integers(least, len(seats) if most is None else most), "how many")]


def others_below(data: st.DataObject, state: State, taken: Sequence[Seat], limit: int) -> dict[Seat, int]:
    """Totals below a limit for some of the players that are left."""
    rest = [seat for seat in range(len(state.players)) if seat not in taken]
    present = [seat for seat in rest if data.draw(st.booleans(), f"seat {seat} is there")]
    return {seat: data.draw(st.integers(0, limit - 1), f"total of seat {seat}") for seat in present}


def sole_qualifier(data: st.DataObject, state: State, surplus: int) -> tuple[Ranking, Seat]:
    """Exactly one player reaches the threshold, by so much more than needed; the others are below it."""
    (seat,) = some_seats(data, state, 1, 1)
    printed = data.draw(st.integers(1, 9), "threshold")
    least = threshold(state, printed)
    totals = {**others_below(data, state, [seat], least), seat: least + surplus}
    return Ranking(data.draw(MAINS), printed, least, totals), seat


def rivals(data: st.DataObject, state: State, fewest: int) -> tuple[Ranking, Seat, Seat]:
    """Several players reach the threshold and one has the highest total; also the runner-up."""
    seats = some_seats(data, state, fewest)
    printed = data.draw(st.integers(1, 6), "threshold")
    least = threshold(state, printed)
    second = least + data.draw(st.integers(0, 3), "surplus of the second")
    totals = others_below(data, state, seats, least)
    totals |= {seat: data.draw(st.integers(least, second)) for seat in seats[2:]}
    totals |= {seats[0]: second + data.draw(st.integers(1, 4), "lead"), seats[1]: second}
    return Ranking(data.draw(MAINS), printed, least, totals), seats[0], seats[1]


def draw_tie(data: st.DataObject, state: State, fewest: int) -> tuple[Ranking, list[Seat]]:
    """Several players have the same highest total, and it is enough; others may have less."""
    tied = some_seats(data, state, fewest)
    printed = data.draw(st.integers(1, 6), "threshold")
    least = threshold(state, printed)
    best = least + data.draw(st.integers(0, 3), "surplus")
    totals = {**others_below(data, state, tied, best), **dict.fromkeys(tied, best)}
    return Ranking(data.draw(MAINS), printed, least, totals), tied


def all_below(data: st.DataObject, state: State) -> Ranking:
    """Nobody reaches the threshold; often two are level, or one below it."""
    seats = some_seats(data, state, 0)
    printed = data.draw(st.integers(1, 9), "threshold")
    least = threshold(state, printed)
    totals = {seat: data.draw(st.integers(max(0, least - 2), least - 1)) for seat in seats}
    return Ranking(data.draw(MAINS), printed, least, totals)
