"""Where the editions part in cards and in what belongs to a game: each row of the table of differences, as played.

Each property checks that the editions differ in exactly the fact that the row is about, that each does what the index
says of it, and that they agree as soon as this one option of the rules is set equal.
"""

from __future__ import annotations

from collections import Counter

import attrs
from hypothesis import given
from hypothesis import strategies as st

import arcanum
from arcanum.guilds import MODULES, Kind, Rules, State
from arcanum.guilds.actions import Assign, Bribe, Discard, Hire, Play
from arcanum.guilds.cards import Card
from arcanum.guilds.clause_ids import (
    F_ACT_5,
    F_ACT_7,
    F_BRIBE_4,
    F_END_1,
    F_END_2,
    F_END_4,
    F_END_5,
    F_EOR_2,
    F_EOR_3,
    F_RES_2,
    F_SETUP_1,
    F_SETUP_2,
    F_SETUP_4,
    F_SETUP_5,
    F_SETUP_8,
    F_SETUP_10,
    F_TAC_1,
    R_ARC_4,
    R_BRIBE_8,
    R_COMP_2,
    R_COMP_3,
    R_COMP_4,
    R_CUST_1,
    R_END_1,
    R_END_3,
    R_END_5,
    R_EOR_5,
    R_EVT_1,
    R_EVT_2,
    R_GM_1,
    R_INT_2,
    R_LOC_1,
    R_MIL_1,
    R_MIL_2,
    R_MIL_6,
    R_OBJ_1,
    R_OPT_1,
    R_RES_2,
    R_SETUP_1,
    R_SETUP_10,
    R_SETUP_12,
)
from arcanum.kernel.events import Seat
from arcanum.kernel.ids import ClauseId
from arcanum.spec import proves
from arcanum.spec.games import any_rules, fitting
from arcanum.spec.guilds.arrange import (
    at_turn,
    with_cards,
    with_hand,
    with_stake,
)
from arcanum.spec.guilds.games import applies, district, expected, guild_rules, sound
from arcanum.spec.invariants import check_readings
from arcanum.spec.subject import under_test

from .editions_kit import (
    PLAYERS,
    SEEDS,
    Facts,
    accepted,
    begun,
    between_editions,
    differences,
    diverge,
    first_rules,
    opened,
    readings,
    revised_rules,
    same_cards,
)
from .ending_kit import (
    GUILDS,
    agents_of,
    bribable,
    end_card,
    stakes_of,
)

# --- cards and guilds -------------------------------------------------------------------------------------------------


@proves(R_COMP_2, F_SETUP_1)
@given(st.deferred(lambda: st.permutations(revised_rules().catalogue.guilds)))
def test_row_2_guilds(order: list[str]) -> None:
    """Row 2: the first edition has four guilds, the Revised Edition two more."""
    between_editions()
    names = readings("guilds", R_COMP_2, F_SETUP_1)

    def run(rules: Rules) -> Facts:
        pairs = zip(order, [*order[1:], order[0]], strict=True)
        one_by_one = {
            guild: accepted(rules, guilds=(guild, "blades" if guild != "blades" else "usurers")) for guild in order
        }
        return {**one_by_one, "pairs": {pair for pair in pairs if accepted(rules, guilds=pair)}}

    revised, first = diverge("catalogue", run)
    for found, stated in zip((revised, first), names, strict=True):
        assert isinstance(stated, tuple)
        assert {guild for guild in order if found[guild]} == set(stated)
    assert differences(revised, first) == {"fortune-tellers", "architects", "pairs"}


@proves(R_COMP_3, F_SETUP_2)
@given(st.sampled_from(GUILDS), SEEDS)
def test_row_3_cards_of_a_guild(guild: str, seed: int) -> None:
    """Row 3: a guild has eleven cards in the first edition and twenty in the other, where eleven are used."""
    between_editions()

    def run(rules: Rules) -> Facts:
        other = "blades" if guild != "blades" else "thieves"
        state = begun(rules, 2, seed, guilds=(guild, other))
        found = Counter(card.kind for card in rules.catalogue if card.emblem == guild)
        player = state.players[0]
        return {
            **{f"{kind.value}s": found[kind] for kind in (Kind.AGENT, Kind.LOCATION, Kind.RELIC)},
            "used": len(player.deck) + len(player.hand),
        }

    both = diverge("catalogue", run)
    assert differences(*both) == {"agents", "locations", "relics"}
    for kind in ("agents", "locations", "relics"):
        assert tuple(each[kind] for each in both) == readings(kind, R_COMP_3, F_SETUP_2)
    assert readings("each", R_COMP_3, F_SETUP_2)[1] == both[1]["used"] == both[0]["used"]


@proves(R_COMP_4)
@given(PLAYERS, SEEDS)
def test_row_5_stock_of_stakes(players: int, seed: int) -> None:
    """Row 5: the Revised Edition has more Stakes of every kind; as many of them as before lie in the Districts."""
    between_editions()

    def run(rules: Rules) -> Facts:
        state = opened(rules, players, seed)
        dealt = [card for each in state.districts for card in (*each.pile, each.stake) if card is not None]
        stakes = [state.card(card) for card in (*dealt, *state.box) if state.card(card).emblem == "stake"]
        kinds = Counter(card.kind for card in stakes)
        names = {"relics": Kind.RELIC, "locations": Kind.LOCATION, "personalities": Kind.PERSONALITY}
        return {"dealt": len(dealt), "stakes": len(stakes), **{name: kinds[kind] for name, kind in names.items()}}

    both = diverge("catalogue", run)
    assert differences(*both) == {"stakes", "relics", "locations", "personalities"}
    for name in ("stakes", "relics", "locations", "personalities"):
        assert tuple(each[name] for each in both) == readings(name, R_COMP_4)


@proves(R_ARC_4)
def test_a_card_of_both_editions_shows_the_same_but_for_its_letter() -> None:
    """The rulebook of the first edition shows few cards. Those that bear a name of the other have its values, too."""
    between_editions()
    shared = {card.id: card for card in revised_rules().catalogue.cards}
    found = [card for card in first_rules().catalogue.cards if card.id in shared]
    assert {card.kind for card in first_rules().catalogue.cards if card.id not in shared} == {Kind.END_CARD}
    assert all(_shown(card) == _shown(shared[card.id]) for card in found)


def _shown(card: Card) -> tuple[object, ...]:
    """What a card shows in either edition; what it does counts, not the clause that says so."""
    does = str(card.program).replace(F_ACT_5, R_LOC_1)
    return card.name, card.kind, card.emblem, card.vp, card.values, card.main, card.ducat, card.rank, card.count, does


@proves(R_ARC_4)
@given(PLAYERS, SEEDS)
def test_row_17_letters(players: int, seed: int) -> None:
    """Row 17: cards of the Revised Edition bear the letter of the rules they belong to, and all in use here bear A."""
    between_editions()

    def run(rules: Rules) -> Facts:
        state = opened(rules, players, seed)
        used = {card for player in state.players for card in (*player.deck, *player.hand)}
        used |= {card for each in state.districts for card in each.pile}
        return {
            "letters": {card.letter or "" for card in rules.catalogue},
            "in use": {state.card(card).letter or "" for card in used},
            "cards in use": len(used),
        }

    both = diverge("catalogue", run)
    assert differences(*both) == {"letters", "in use"}
    basics, modules = readings("basic", R_ARC_4), readings("modules", R_ARC_4)
    for found, basic, others in zip(both, basics, modules, strict=True):
        assert not isinstance(others, str | int | tuple)
        assert found["letters"] == {basic, *others.values()}
        assert found["in use"] == {basic}


# --- what belongs to the game -----------------------------------------------------------------------------------------


def stock(state: State) -> Facts:
    """How many cards of each sort are in play when the first round has begun."""
    return {
        "objectives": [len(player.objectives) for player in state.players],
        "militia": len(state.militia),
        "events": len(state.events),
        "masters": [player.master is not None for player in state.players],
        "piles": [len(each.pile) for each in state.districts],
        "decks": [len(player.deck) for player in state.players],
        "hands": [len(player.hand) for player in state.players],
    }


@proves(R_OBJ_1, F_SETUP_4, F_END_4)
@given(PLAYERS, SEEDS)
def test_row_7_objectives(players: int, seed: int) -> None:
    """Row 7: Objectives belong to every game of the first edition, and to a module in the other."""
    between_editions()
    both = diverge("built_in", lambda rules: stock(opened(rules, players, seed)))
    alone = stock(opened(attrs.evolve(revised_rules(), built_in=("objectives",)), players, seed))
    assert differences(both[0], alone) == {"objectives"}
    assert alone == stock(opened(revised_rules(), players, seed, ("objectives",)))
    for found, optional in zip(both, readings("optional", R_OBJ_1, F_SETUP_4, F_END_4), strict=True):
        kept = 0 if optional else expected(F_SETUP_4, "kept", "first")
        assert found["objectives"] == [kept] * players


@proves(R_MIL_1, R_SETUP_1, F_SETUP_5)
@given(PLAYERS, SEEDS)
def test_row_9_militia(players: int, seed: int) -> None:
    """Row 9: the Militia belong to every game of the first edition, and to a module in the other."""
    between_editions()
    both = diverge("built_in", lambda rules: stock(opened(rules, players, seed)))
    assert differences(*both) == {"militia", "objectives"}
    alone = stock(opened(attrs.evolve(revised_rules(), built_in=("militia",)), players, seed))
    assert differences(both[0], alone) == {"militia"}
    assert alone == stock(opened(revised_rules(), players, seed, ("militia",)))
    for found, optional in zip(both, readings("optional", R_MIL_1, F_SETUP_5), strict=True):
        assert found["militia"] == (0 if optional else expected(F_SETUP_5, "cards", "first"))
    aside = expected(R_SETUP_1, "aside", "revised")
    assert isinstance(aside, tuple)
    assert not any(both[0][str(name)] for name in aside if name not in ("objectives", "masters"))


def module_facts(rules: Rules) -> Facts:
    """Whether each module can be chosen, and is not there unless it is."""
    plain = begun(rules, 2, 1).options.modules
    return {name: accepted(rules, modules=(name,)) and name not in plain for name in MODULES}


@proves(R_GM_1, R_EVT_1, R_CUST_1)
@given(st.sampled_from((("masters", R_GM_1), ("events", R_EVT_1), ("customise", R_CUST_1))), SEEDS, PLAYERS)
def test_rows_13_to_15_modules_of_one_edition(told_by: tuple[str, ClauseId], seed: int, players: int) -> None:
    """Rows 13, 14, 15: Guild Masters, Events and customised guilds can be chosen in the Revised Edition only."""
    between_editions()
    module, clause = told_by

    def run(rules: Rules) -> Facts:
        return stock(opened(rules, players, seed, (module,))) if accepted(rules, players, modules=(module,)) else {}

    agreed = attrs.evolve(same_cards(), built_in=())
    revised, first = diverge("optional", run, agreed)
    assert bool(revised) is applies(clause, "revised")
    assert bool(first) is applies(clause, "first")
    assert accepted(first_rules(), modules=(module,)) is applies(clause, "first")
    plain = stock(opened(revised_rules(), players, seed))
    told = {"masters": {"masters"}, "events": {"events", "piles"}, "customise": set()}
    changed = differences(plain, revised) - {"hands", "decks"}
    assert changed == told[module]


@proves(R_OPT_1, F_TAC_1)
@given(st.sets(st.sampled_from(MODULES)), PLAYERS, SEEDS)
def test_row_47_number_of_options(chosen: set[str], players: int, seed: int) -> None:
    """Row 47: the Revised Edition has six options in any combination, the first edition one."""
    between_editions()
    modules = expected(R_OPT_1, "modules", "revised")
    assert isinstance(modules, tuple)
    assert expected(F_TAC_1, "optional", "first") is True
    assert not applies(R_OPT_1, "first")
    revised, first = module_facts(revised_rules()), module_facts(first_rules())
    assert {name for name, free in revised.items() if free} == set(modules)
    assert {name for name, free in first.items() if free} == {"tactical"}
    assert differences(revised, first) == set(modules) - {"tactical"}
    assert (
        module_facts(attrs.evolve(same_cards(), optional=revised_rules().optional, built_in=revised_rules().built_in))
        == revised
    )
    assert (
        module_facts(attrs.evolve(revised_rules(), optional=first_rules().optional, built_in=first_rules().built_in))
        == first
    )
    agreed = arcanum.new_game(revised_rules(), players=players, seed=seed, modules=tuple(chosen))
    assert set(sound(agreed).options.modules) == chosen


@proves(R_EVT_2, R_SETUP_10, F_SETUP_8)
@given(PLAYERS, SEEDS)
def test_row_44_place_of_the_end_card(players: int, seed: int) -> None:
    """Row 44: with Events, which only one edition has, the end card is among them and not in the Neutral District."""
    between_editions()

    def run(rules: Rules) -> Facts:
        modules = ("events",) if "events" in rules.optional else ()
        state = opened(rules, players, seed, modules)
        card = end_card(state)
        middle = district(state, "N")
        pile = (*middle.pile, *([] if middle.stake is None else [middle.stake]))
        return {"among events": card in state.events, "in the middle": card in pile, "pile": len(pile)}

    revised, first = diverge("optional", run, same_cards())
    assert revised == {
        "among events": True,
        "in the middle": False,
        "pile": expected(R_EVT_2, "neutral_pile", "revised"),
    }
    pile = readings("pile", R_SETUP_10, F_SETUP_8)[1]
    assert first == {"among events": False, "in the middle": True, "pile": pile}
    plain = district(opened(revised_rules(), players, seed), "N")
    assert end_card(opened(revised_rules(), players, seed)) in plain.pile


@proves(R_INT_2, F_ACT_7)
@given(PLAYERS, st.data())
def test_row_27_list_of_actions(players: int, data: st.DataObject) -> None:
    """Row 27: without any module the Revised Edition has five actions; in the first edition Militia are the sixth."""
    between_editions()
    seed, seat = data.draw(SEEDS), data.draw(st.integers(0, players - 1))

    def run(rules: Rules) -> Facts:
        state = opened(rules, players, seed)
        first, second = agents_of(state, seat)[:2]
        hand = (first.id, stakes_of(state, Kind.RELIC)[0].id, stakes_of(state, Kind.LOCATION)[0].id)
        state = with_stake(with_hand(state, seat, hand), "N", bribable(state).id)
        state = at_turn(with_cards(state, "N", [(second.id, seat, True)]), seat)
        kinds = Counter(kind_of(state, seat, action) for action in arcanum.legal_actions(state))
        return {kind: count > 0 for kind, count in kinds.items()}

    both = diverge("built_in", run)
    assert differences(*both) == {"militia"}
    for found, actions in zip(both, readings("actions", R_INT_2), strict=True):
        assert isinstance(actions, tuple)
        assert found.keys() == set(actions)
    assert [("militia" in found) for found in both] == [not each for each in readings("optional", F_ACT_7)]


def kind_of(state: State, seat: Seat, action: arcanum.Action) -> str:
    """What the index calls an action of a turn."""
    if isinstance(action, Assign):
        at_home = seat in district(state, action.district).friendly_to
        return "agent-facedown" if at_home else "agent-faceup"
    return {Play: "location", Bribe: "bribe", Hire: "militia", Discard: "discard"}[type(action)]


# --- all values -------------------------------------------------------------------------------------------------------


@proves(
    F_ACT_7, F_BRIBE_4, F_END_1, F_END_2, F_END_5, F_EOR_2, F_EOR_3, F_RES_2, F_SETUP_4, F_SETUP_5, F_SETUP_10,
    R_BRIBE_8, R_END_1, R_END_3, R_END_5, R_EOR_5, R_MIL_2, R_MIL_6, R_OPT_1, R_RES_2, R_SETUP_12,
)  # fmt: skip
@given(any_rules("arcana"))
def test_every_value_of_a_rule_set_is_what_its_edition_says(ruleset: str) -> None:
    """Whatever an edition states, its rule set has just that value, and not the other one's."""
    fitting(under_test() is None)  # what a house rule changes is stated by itself
    check_readings(guild_rules(ruleset))
