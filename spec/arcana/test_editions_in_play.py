"""Where the editions part in play: each row of the table of differences, one situation run under both.

Each property checks that the editions differ in exactly the fact that the row is about, that each does what the index
says of it, and that they agree as soon as this one option of the rules is set equal.
"""

from __future__ import annotations

from collections.abc import Sequence

import attrs
from hypothesis import given
from hypothesis import strategies as st

import arcanum
from arcanum.guilds import Kind, Rules, State
from arcanum.guilds.actions import Bribe, Hire, Settle
from arcanum.guilds.clause_ids import (
    AMB_02,
    AMB_04,
    AMB_10,
    AMB_12,
    AMB_16,
    AMB_23,
    AMB_24,
    F_ACT_7,
    F_BRIBE_4,
    F_BRIBE_6,
    F_DRAW_1,
    F_DRAW_2,
    F_END_1,
    F_END_2,
    F_END_5,
    F_EOR_2,
    F_EOR_3,
    F_RES_2,
    F_RES_6,
    F_SETUP_10,
    R_BRIBE_8,
    R_BRIBE_9,
    R_DRAW_2,
    R_END_1,
    R_END_3,
    R_END_5,
    R_EOR_5,
    R_MIL_2,
    R_MIL_6,
    R_RES_2,
    R_SETUP_12,
    R_TIE_1,
)
from arcanum.guilds.events import MilitiaReturned, RoundBegan, Settled, StakeShown
from arcanum.guilds.flow import BEGIN_RESOLUTION, BEGIN_ROUND, CLOSE_ROUND
from arcanum.guilds.state import Phase
from arcanum.kernel.events import Event, Seat
from arcanum.spec import proves
from arcanum.spec.games import any_rules, played, step
from arcanum.spec.guilds.arrange import (
    at_resolution,
    at_turn,
    resume,
    with_cards,
    with_discard,
    with_hand,
    with_only_deck,
    with_pile,
    with_stake,
)
from arcanum.spec.guilds.games import Leaning, district, expected, guild_rules, sound

from .editions_kit import (
    PLAYERS,
    SEEDS,
    Facts,
    any_seat,
    begun,
    between_editions,
    differences,
    diverge,
    facts,
    first_rules,
    opened,
    readings,
    revised_rules,
    tables,
    under,
)
from .ending_kit import (
    GUILDS,
    Count,
    Holding,
    agents_of,
    bribable,
    counts,
    end_card,
    spread,
    stakes_of,
    with_faces,
)

# --- the course of the game -------------------------------------------------------------------------------------------


@proves(R_SETUP_12, F_SETUP_10)
@given(PLAYERS, st.data(), SEEDS)
def test_row_19_who_begins(players: int, data: st.DataObject, seed: int) -> None:
    """Row 19: the Revised Edition asks for chance and the first for no method; both begin with whom the table names."""
    between_editions()
    named = data.draw(st.integers(0, players - 1))
    ways = readings("first_player_init", R_SETUP_12, F_SETUP_10)
    for rules, way in zip((revised_rules(), first_rules()), ways, strict=True):
        assert rules.first_player == way
        assert sound(arcanum.new_game(rules, players=players, seed=seed, first_player=named)).first_player == named
    assert opened(revised_rules(), players, seed).first_player == opened(first_rules(), players, seed).first_player


@proves(AMB_10, R_DRAW_2, F_DRAW_1, F_DRAW_2)
@given(tables(), st.integers(0, 3), st.integers(4, 7), st.data())
def test_row_25_short_hands(state: State, left: int, discarded: int, data: st.DataObject) -> None:
    """Row 25: by AMB-10 both editions fill a hand up after the shuffle; a file can say the literal reading instead."""
    between_editions()
    assert readings("short_hand", AMB_10) == (False, False)
    seat = any_seat(state, data)
    own = [*state.players[seat].deck, *state.players[seat].hand]
    others = [card.id for card in stakes_of(state)][:2]
    cards = [*own[: left + discarded], *others][: left + discarded]
    state = at_resolution(state)
    state = with_discard(with_only_deck(state, seat, cards[:left]), seat, cards[left:])
    state = attrs.evolve(state, agenda=(BEGIN_ROUND,))

    def run(rules: Rules) -> Facts:
        return facts(sound(resume(under(state, rules)).state))

    full, as_first = diverge("short_hand", run)
    assert full == as_first
    assert len(hand_in(full, seat)) == expected(R_DRAW_2, "cards", "revised") == expected(F_DRAW_2, "cards", "first")
    for edition in ("revised", "first"):
        short = run(guild_rules(f"arcana/{edition} with short_hand = true"))
        parts = {f"player {seat}: {part}" for part in ("hand", "deck", "discard")}
        changed = differences(full, short)
        assert changed == ({*parts, "rng"} if left else set())
        assert len(hand_in(short, seat)) == (left or expected(F_DRAW_1, "cards", "first"))


def hand_in(found: Facts, seat: Seat) -> tuple[object, ...]:
    """The hand of a seat among the facts of a state."""
    hand = found[f"player {seat}: hand"]
    assert isinstance(hand, tuple)
    return hand


@proves(R_MIL_2, AMB_16, F_ACT_7)
@given(tables(), st.data())
def test_row_10_price_of_the_militia(state: State, data: st.DataObject) -> None:
    """Row 10: any Stake card from hand pays for the Militia in one edition, any Relic in the other."""
    between_editions()
    seat = any_seat(state, data)
    kinds = st.sampled_from((Kind.RELIC, Kind.LOCATION, Kind.PERSONALITY))
    guild_relic = next(card for card in state.rules.catalogue.starting_deck(GUILDS[seat]) if card.kind is Kind.RELIC)
    stakes = [stakes_of(state, kind)[-1] for kind in sorted(data.draw(st.sets(kinds)), key=str)]
    hand = [guild_relic, agents_of(state, seat)[0], *stakes]
    state = at_turn(with_stake(with_hand(state, seat, [card.id for card in hand]), "N", bribable(state).id), seat)

    def run(rules: Rules) -> Facts:
        return {**facts(under(state, rules)), "legal": set(arcanum.legal_actions(under(state, rules)))}

    revised, first = diverge("militia_cost", run)
    assert differences(revised, first) == {"legal"}
    pays = {"stake": [card.id for card in stakes], "relic": [card.id for card in hand if card.kind is Kind.RELIC]}
    costs = readings("militia_cost", R_MIL_2, AMB_16, F_ACT_7)
    for rules, cost in zip((revised_rules(), first_rules()), costs, strict=True):
        offered = [each.card for each in arcanum.legal_actions(under(state, rules)) if isinstance(each, Hire)]
        assert set(offered) == set(pays[str(cost)])
    own_pays = readings("guild_relic_pays", R_MIL_2, AMB_16, F_ACT_7)
    assert own_pays == tuple(guild_relic.id in pays[str(cost)] for cost in costs)


@proves(R_MIL_6, F_EOR_2)
@given(tables(), st.data())
def test_row_12_return_of_the_militia(state: State, data: st.DataObject) -> None:
    """Row 12: the Militia go home before the new Stakes are turned up or after; nothing else comes of it."""
    between_editions()
    militia = list(state.militia)[: data.draw(st.integers(1, 3))]
    name = state.districts[0].name
    state = with_cards(at_resolution(state), name, [(card, any_seat(state, data), True) for card in militia])
    districts = tuple(attrs.evolve(each, stake=None) if each.name == name else each for each in state.districts)
    box = (*state.box, *(each.stake for each in state.districts if each.name == name and each.stake is not None))
    state = attrs.evolve(state, districts=districts, box=box, agenda=(CLOSE_ROUND,), phase=Phase.RESOLUTION)
    state = attrs.evolve(state, last_round=state.round)

    def run(rules: Rules) -> Facts:
        done = resume(under(state, rules))
        order = [type(event) for event in done.events if isinstance(event, MilitiaReturned | StakeShown)]
        return {**facts(sound(done.state)), "order": order}

    revised, first = diverge("militia_return", run)
    assert differences(revised, first) == {"order"}
    orders = {
        "before-new-stakes": [MilitiaReturned, StakeShown],
        "after-new-stakes": [StakeShown, MilitiaReturned],
    }
    assert [found["order"] for found in (revised, first)] == [
        orders[str(when)] for when in readings("militia_return", R_MIL_6, F_EOR_2)
    ]
    assert isinstance(pile := revised["militia"], tuple)
    assert len(pile) == expected(R_MIL_6, "pile", "revised")


@proves(R_EOR_5, F_EOR_3)
@given(tables())
def test_row_42_the_first_player_card(state: State) -> None:
    """Row 42: the First Player card goes to the left or to the right neighbour, which with two players is the same."""
    between_editions()
    state = attrs.evolve(at_resolution(state), agenda=(CLOSE_ROUND,), phase=Phase.RESOLUTION)
    size = len(state.players)
    both = diverge("first_player_step", lambda rules: facts(sound(resume(under(state, rules)).state)))
    assert differences(*both) == (set() if size == 2 else {"first_player", "active", "asked"})
    for found, way in zip(both, readings("step", R_EOR_5, F_EOR_3), strict=True):
        assert type(way) is int
        assert found["first_player"] == found["active"] == (state.first_player + way) % size


# --- settling ---------------------------------------------------------------------------------------------------------


def order_for(players: int, first: Seat) -> list[str]:
    """The Districts from left to right as the first player sees them: the stated order for seat 0, turned round."""
    stated = expected(AMB_24, "order", "first")
    assert not isinstance(stated, str | int | tuple)
    names = stated[str(players)]
    assert isinstance(names, tuple)
    if players == 2:
        swap = {"A": "B", "B": "A"}
        return [str(name) if not first else swap.get(str(name)[0], "") + str(name)[1:] or "N" for name in names]
    return [name if name == "N" else f"D{(int(str(name)[1:]) + first) % players}" for name in map(str, names)]


@proves(R_RES_2, F_RES_2, AMB_24)
@given(tables(), st.data())
def test_row_30_order_of_settlement(state: State, data: st.DataObject) -> None:
    """Row 30: the first player says what is settled next, or everything is settled from his left to his right."""
    between_editions()
    start = attrs.evolve(at_resolution(state), agenda=(BEGIN_RESOLUTION,))
    names = [each.name for each in state.districts]
    wish = data.draw(st.permutations(names))

    def run(rules: Rules) -> Facts:
        done = resume(under(start, rules))
        now, events, asked = sound(done.state), list[Event](done.events), list[Seat | None]()
        while arcanum.legal_actions(now):
            asked.append(arcanum.to_act(now))
            following = step(now, Settle(wish[len(asked) - 1]))
            now, events = following.after, [*events, *following.events]
        order = [event.district for event in events if isinstance(event, Settled)]
        return {**facts(now), "who was asked": asked, "order": order}

    both = diverge("resolution_order", run)
    assert differences(*both) <= {"who was asked", "order"}
    for found, way in zip(both, readings("resolution_order", R_RES_2, F_RES_2), strict=True):
        chosen = way == "chosen"
        assert found["order"] == (wish if chosen else order_for(len(state.players), state.first_player))
        assert found["who was asked"] == ([state.first_player] * (len(names) - 1) if chosen else [])


@proves(R_TIE_1, AMB_12, F_RES_6)
@given(st.sampled_from(("saint-ombeline", "lys-the-duellist-poet", "marshal-edric-brask")), st.sampled_from((2, 3, 4)))
def test_row_31_breaking_ties(breaker: str, players: int) -> None:
    """Row 31: in the Revised Edition cards other than crests break ties, in the first edition crests alone."""
    between_editions()
    expecting = readings("other_cards", R_TIE_1, F_RES_6)
    assert readings("crests", R_TIE_1, F_RES_6) == (True, True)
    assert readings("two_abilities", AMB_12) == ("cancel", "cancel")

    def run(rules: Rules) -> Facts:
        return {
            "with the card": tied(rules, players, 3, breaker),
            "without": tied(rules, players, 3, None),
            "crest": tied(rules, players, 1, None),
            "crest and card": tied(rules, players, 1, breaker),
        }

    both = diverge("catalogue", run)
    for found, other_cards in zip(both, expecting, strict=True):
        assert found == {
            "with the card": 0 if other_cards else None,
            "without": None,
            "crest": 1,
            "crest and card": None if other_cards else 1,
        }
    assert differences(*both) == {"with the card", "crest and card"}


def tied(rules: Rules, players: int, rival_guild: int, breaker: str | None) -> Seat | None:
    """Who wins when seats 0 and 1 are level before a Personality of Swords and Cups; seat 0 may have a certain card.

    The crest of the usurers wins such ties; those of ferrymen and thieves do not.
    """
    guilds = ("ferrymen", GUILDS[rival_guild], *(each for each in GUILDS[1:] if each != GUILDS[rival_guild]))[:players]
    state = begun(rules, players, 3, guilds=guilds)
    while state.round == 0:
        state = sound(arcanum.apply(state, arcanum.legal_actions(state)[0]))
    catalogue = state.rules.catalogue
    main = catalogue[breaker or "marshal-edric-brask"].main
    prize = next(card for card in stakes_of(state, Kind.PERSONALITY) if card.id not in (breaker, "harlequin"))
    own = agents_of(state, 0)[0] if breaker is None else catalogue[breaker]
    rival = agents_of(state, 1)[0]
    faces = [attrs.evolve(card, values=(5, 5, 5)) for card in (own, rival)]
    state = with_faces(state, [*faces, attrs.evolve(prize, values=(1, 1, 1), main=main[:1])])
    state = with_cards(with_stake(state, "N", prize.id), "N", [(own.id, 0, True), (rival.id, 1, True)])
    done = resume(attrs.evolve(at_resolution(state), agenda=(BEGIN_RESOLUTION,)))
    now, events = sound(done.state), list(done.events)
    while legal := arcanum.legal_actions(now):
        following = step(now, legal[0])
        now, events = following.after, [*events, *following.events]
    (struggle,) = (event for event in events if isinstance(event, Settled) and event.district == "N")
    return struggle.winner


# --- bribes -----------------------------------------------------------------------------------------------------------


def bribing(state: State, seat: Seat, worth: int, ducats: Sequence[int]) -> tuple[State, list[Bribe], int]:
    """A Personality, an Agent before it who is worth so much, Relics in hand with these Ducats; and the price."""
    prize = bribable(state)
    assert prize.ducat is not None
    agent, other = agents_of(state, seat)[:2]
    relics = stakes_of(state, Kind.RELIC)[: len(ducats)]
    priced = [attrs.evolve(card, ducat=ducat) for card, ducat in zip(relics, ducats, strict=True)]
    state = with_faces(state, [attrs.evolve(agent, values=(worth, worth, worth)), *priced])
    state = with_cards(state, "N", [(agent.id, seat, True)])
    state = with_stake(with_hand(state, seat, [*(card.id for card in relics), other.id]), "N", prize.id)
    return at_turn(state, seat), [Bribe(card.id, agent.id) for card in relics], prize.ducat


@proves(R_BRIBE_8, F_BRIBE_4)
@given(tables(), st.data())
def test_row_35_failed_bribes(state: State, data: st.DataObject) -> None:
    """Row 35: after a bribe that falls short the Relic stays in the District, or goes to the Resource Deck."""
    between_editions()
    seat, short = any_seat(state, data), data.draw(st.integers(1, 3))
    price = bribable(state).ducat or 0
    state, (bribe,), price = bribing(state, seat, 1, [price - 1 - short])
    both = diverge("failed_bribe", lambda rules: facts(step(under(state, rules), bribe).after))
    assert differences(*both) == {"district N: cards", f"player {seat}: discard"}
    for found, stays in zip(both, readings("relic_stays", R_BRIBE_8, F_BRIBE_4), strict=True):
        lying, discard = found["district N: cards"], found[f"player {seat}: discard"]
        assert isinstance(lying, tuple)
        assert isinstance(discard, tuple)
        assert (bribe.card in [each.card for each in lying]) is stays
        assert (bribe.card in discard) is not stays
        assert bribe.agent in [each.card for each in lying]


@proves(R_BRIBE_9, F_BRIBE_6)
@given(tables(), st.data())
def test_row_36_adding_up_relics(state: State, data: st.DataObject) -> None:
    """Row 36: two Relics that are enough together win the Personality in one edition and fail twice in the other."""
    between_editions()
    seat, worth = any_seat(state, data), data.draw(st.integers(0, 2))
    price = bribable(state).ducat or 0
    part = data.draw(st.integers(1, price - worth - 1))
    state, bribes, price = bribing(state, seat, worth, [part, price - worth - part])

    def run(rules: Rules) -> Facts:
        after = step(under(state, rules), bribes[0]).after
        return facts(step(at_turn(after, seat), bribes[1]).after)

    both = diverge("failed_bribe", run)
    assert differences(*both) == {
        "idle",
        f"player {seat}: discard",
        *(f"district N: {part}" for part in ("cards", "stake", "pile")),
    }
    adds = expected(R_BRIBE_9, "relics_add_up", "revised"), expected(F_BRIBE_6, "relics_add_up", "first")
    assert adds == readings("relics_add_up", F_BRIBE_6)
    for found, add_up in zip(both, adds, strict=True):
        discard = found[f"player {seat}: discard"]
        assert isinstance(discard, tuple)
        assert (bribable(state).id in discard) is add_up
        assert {each.card for each in bribes} <= set(discard)


# --- the end ----------------------------------------------------------------------------------------------------------


@proves(R_END_1, F_END_1, AMB_04)
@given(tables(), st.data(), SEEDS)
def test_row_43_how_long_after_the_end_card(state: State, data: st.DataObject, seed: int) -> None:
    """Row 43: the running round is finished and the game is over, or one more complete round follows."""
    between_editions()
    seat = any_seat(state, data)
    state, (bribe,), _ = bribing(state, seat, 1, [20])
    state = with_pile(state, "N", (end_card(state), *(card for card in district(state, "N").pile[:3])))
    both = diverge("rounds_after_end_card", lambda rules: facts(step(under(state, rules), bribe).after))
    assert differences(*both) == {"last_round"}
    extra = readings("extra_rounds", R_END_1, F_END_1)
    triggers = readings("end_trigger", AMB_04)
    assert extra == tuple({"one-more-round": 1, "finish-current-round": 0}[str(each)] for each in triggers)
    for rules, found, more in zip((revised_rules(), first_rules()), both, extra, strict=True):
        assert type(more) is int
        assert found["last_round"] == state.round + more
        rest = played(step(under(state, rules), bribe).after, seed, Leaning().prefers)
        assert sum(isinstance(event, RoundBegan) for each in rest for event in each.events) == more
        assert arcanum.is_over(rest[-1].after)


def closing(state: State) -> State:
    """The state with its last round about to be closed."""
    return attrs.evolve(state, agenda=(CLOSE_ROUND,), phase=Phase.RESOLUTION, last_round=state.round)


@proves(R_END_3, F_END_2, AMB_02)
@given(tables(), st.data())
def test_row_45_final_scoring(state: State, data: st.DataObject) -> None:
    """Row 45: own Agents still in Districts score in the first edition only."""
    between_editions()
    seat, points = any_seat(state, data), data.draw(st.integers(1, 9))
    card, purse = stakes_of(state, Kind.PERSONALITY)[0], stakes_of(state, Kind.RELIC)[0]
    faces = [attrs.evolve(card, vp=points), attrs.evolve(purse, vp=50)]
    held = [Holding(card.id, seat, "play"), Holding(purse.id, (seat + 1) % len(state.players), "discard")]
    state = closing(spread(with_faces(state, faces), held))
    both = diverge("cards_in_play_score", lambda rules: facts(sound(resume(under(state, rules)).state)))
    assert differences(*both) == {"scores"}
    zones = readings("zones", R_END_3)
    assert zones == readings("zones", F_END_2)
    for found, counted, in_play in zip(both, zones, readings("count_cards_in_play", AMB_02), strict=True):
        assert isinstance(scores := found["scores"], tuple)
        assert isinstance(counted, tuple)
        assert ("play" in counted) is in_play
        assert scores[seat] == (points if in_play else 0)
        assert sum(scores) - scores[seat] == 50


@proves(R_END_5, F_END_5, AMB_23)
@given(counts(any_rules("arcana", ("arcana/revised",)), leaders=2, level=False))
def test_row_46_ties_on_points(count: Count) -> None:
    """Row 46: most Stakes win a tie on points in the Revised Edition; in the first edition it is a draw."""
    between_editions()
    state = closing(count.state)
    both = diverge("tie_break", lambda rules: facts(sound(resume(under(state, rules)).state)))
    assert differences(*both) == {"winners"}
    for found, rule in zip(both, readings("tie_break", R_END_5, F_END_5, AMB_23), strict=True):
        assert found["winners"] == (count.richest if rule == "stakes" else count.leaders)
