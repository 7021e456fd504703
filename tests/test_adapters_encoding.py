"""Actions as numbers and views as vectors: nothing is left out, nothing is given away, nothing moves."""

from __future__ import annotations

import hashlib
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import arcanum
from arcanum.adapters import guilds, tarot
from arcanum.adapters.encoding import ENCODING, Encoding, encoding, encoding_of
from arcanum.adapters.payoff import payoff
from arcanum.kernel.actions import Option
from arcanum.kernel.randomness import below
from arcanum.spec import soak
from arcanum.tarot import Move, parse_action
from arcanum.tarot.cards import FIGURES, deck
from tests.played import GAMES, numbers, position, record

EXAMPLES = Path(__file__).parents[1] / "examples"
HOUSE_RULES = sorted((EXAMPLES / "house_rules").glob("*.toml"))


def seats_of(state: arcanum.State) -> st.SearchStrategy[int | None]:
    """Whoever may look at a state."""
    return st.sampled_from([*range(len(state.players)), None])


# --- actions ----------------------------------------------------------------------------------------------------------


@GAMES
def test_every_legal_action_of_every_kind_of_game_has_a_number_and_comes_back(game: str) -> None:
    for number, plan in enumerate(soak.kit(game).kinds()):
        state, rng = plan.begin().state, number
        known = encoding_of(state)
        while legal := arcanum.legal_actions(state):
            codes = [known.encode(action) for action in legal]
            assert tuple(map(known.decode, codes)) == legal
            assert known.mask(legal).nonzero()[0].tolist() == sorted(codes)
            rng, index = below(rng, len(legal))
            state = arcanum.apply(state, legal[index])


@pytest.mark.parametrize("ruleset", arcanum.rulesets())
def test_no_two_actions_share_a_number(ruleset: str) -> None:
    for players in arcanum.rules(ruleset).players:
        known = encoding(ruleset, players)
        texts = [str(action) for action in known.actions]
        assert len(set(texts)) == len(texts)
        assert [known.encode(known.decode(code)) for code in range(len(texts))] == list(range(len(texts)))
        assert all(arcanum.parse_action(ruleset, text) == known.decode(code) for code, text in enumerate(texts))


@pytest.mark.parametrize("path", [*HOUSE_RULES, EXAMPLES / "miniature.toml"], ids=lambda path: path.stem)
def test_house_rules_are_encoded_with_what_they_add(path: Path) -> None:
    rules = arcanum.rules(path)
    for players in rules.players:
        state, rng = arcanum.new_game(rules, players=players, seed=players), players
        known = encoding(path, players)
        while legal := arcanum.legal_actions(state):
            assert [known.decode(known.encode(action)) for action in legal] == list(legal)
            assert known.vector(arcanum.observe(state, 0)).shape == (known.size,)
            rng, index = below(rng, len(legal))
            state = arcanum.apply(state, legal[index])


def test_an_alternative_that_a_house_rule_names_gets_a_number_after_those_of_the_book(tmp_path: Path) -> None:
    file = tmp_path / "house.toml"
    bow, sing = (
        f'{{ name = "{name}", program = [{{ word = "gain-points", points = 3 }}] }}' for name in ("bow", "sing")
    )
    dance = f'{{ name = "dance", program = [{{ word = "choose", alternatives = [{bow}, {sing}] }}] }}'
    program = f'[{{ word = "each-other", program = [{{ word = "choose", alternatives = [{bow}, {dance}] }}] }}]'
    file.write_text(f'base = "arcanum/en"\nname = "Ball"\n[major.2]\nprogram = {program}\n')
    house, book = encoding(file, 3), encoding("arcanum/en", 3)
    assert house.actions[: len(book.actions)] == book.actions
    assert house.actions[len(book.actions) :] == (Option("bow"), Option("dance"), Option("sing"))


def test_numbers_of_arcanum_do_not_depend_on_how_many_play() -> None:
    assert encoding("arcanum/en", 3).actions == encoding("arcanum/en", 5).actions


# --- vectors ----------------------------------------------------------------------------------------------------------


@GAMES
@given(data=st.data())
def test_a_vector_tells_nothing_that_its_seat_may_not_know(game: str, data: st.DataObject) -> None:
    """What the seat cannot see can be dealt anew, and the vector stays the same."""
    state = position(game, data)
    view = arcanum.observe(state, data.draw(seats_of(state)))
    other = arcanum.determinize(view, data.draw(st.integers(0, 1 << 30)))
    known = encoding_of(view)
    again = arcanum.observe(other, view.seat)
    assert np.array_equal(known.vector(view), known.vector(again))
    assert np.array_equal(known.mask(view.legal_actions), known.mask(again.legal_actions))


@GAMES
@given(number=numbers)
def test_a_vector_keeps_its_bounds_and_is_made_again_alike(game: str, number: int) -> None:
    for at, state in enumerate(record(game, number).states):
        view = arcanum.observe(state, at % len(state.players))
        known = encoding_of(view)
        vector = known.vector(view)
        assert vector.dtype == np.float32
        assert ((vector >= 0) & (vector <= known.most)).all()
        if at % 20 == 0:
            assert np.array_equal(vector, known.vector(arcanum.loads(arcanum.dumps(view))))


def fields(view: Any) -> dict[str, Any]:
    """The parts of the vector of a view."""
    known = encoding_of(view)
    return known.parts(known.vector(view))


@GAMES
@given(data=st.data())
def test_seats_are_counted_from_the_one_that_looks(game: str, data: st.DataObject) -> None:
    state: Any = position(game, data)
    seat = data.draw(seats_of(state))
    seen = fields(arcanum.observe(state, seat))
    order = [((seat or 0) + step) % len(state.players) for step in range(len(state.players))]
    assert seen["to_act"].tolist() == [each == arcanum.to_act(state) for each in order]
    assert seen["first_player"].tolist() == [each == state.first_player for each in order]
    assert seen["hand_size"].tolist() == [len(state.players[each].hand) for each in order]
    assert seen["decision"].sum() == (not arcanum.is_over(state))
    assert seen["hand"].sum() == (0 if seat is None else len(state.players[seat].hand))


def test_a_vector_of_arcanum_shows_the_table() -> None:
    turned_up = exiled = 0
    for number in range(20):
        for state in record("arcanum", number).states[::6]:
            view: Any = arcanum.observe(state, number % 3)
            seen = check_table(view)
            turned_up += seen["face_up"].any()
            exiled += seen["exiles"].any()
    assert turned_up
    assert exiled


def check_table(view: Any) -> dict[str, Any]:
    """Read the vector of a view of Arcanum again, and compare."""
    seen, cards = fields(view), deck()
    order = [(view.seat + step) % len(view.players) for step in range(len(view.players))]
    assert [cards[at] for at in seen["hand"].nonzero()[0]] == list(view.players[view.seat].hand)
    assert seen["points"].tolist() == [view.players[seat].vp for seat in order]
    assert seen["hidden_size"].tolist() == [len(view.players[seat].hidden) for seat in order]
    for at, seat in enumerate(order):
        hidden = {each.card: each.face_up for each in view.players[seat].hidden if each.card is not None}
        assert {cards[card]: bool(seen["face_up"][at, card]) for card in seen["hidden"][at].nonzero()[0]} == hidden
        away = {figure for owner, figures in view.exiles if owner == seat for figure in figures}
        assert {FIGURES[figure] for figure in seen["exiles"][at].nonzero()[0]} == away
    assert seen["prestige"].tolist() == list(view.prestige.values())
    assert [at or None for at in seen["figures"].argmax(axis=1)] == [view.figures[figure] for figure in FIGURES]
    assert {cards[at] for at in seen["discarded"].nonzero()[0]} == {*view.minor_discard, *view.major_discard}
    assert {cards[at] for at in seen["in_play"].nonzero()[0]} == set(view.in_play)
    assert [at + 1 for at in seen["tower"].nonzero()[0]] == list(view.tower)
    counts = [seen[name][0] for name in ("turn", "minor_deck", "major_deck", "minor_played", "major_played", "factor")]
    values = [view.turn, view.minor_deck, view.major_deck, view.minor_played, view.major_played, view.factor]
    assert counts == values
    return seen


def test_what_a_seat_has_chosen_in_secret_is_in_its_own_vector_only() -> None:
    state = arcanum.new_game("arcanum/en", players=3, seed=1)
    later = arcanum.apply(state, parse_action("hide 8S"))
    own, others = (fields(arcanum.observe(later, seat))["chosen"] for seat in (2, 0))
    assert [str(deck()[at]) for at in own.nonzero()[0]] == ["8S"]
    assert not others.any()


@given(data=st.data())
def test_a_vector_of_arcana_shows_every_card_that_the_seat_knows_where_it_lies(data: st.DataObject) -> None:
    view: Any = arcanum.observe(position("arcana", data), data.draw(st.integers(0, 1)))
    seen = fields(view)
    kinds = ("agent", "location", "relic", "personality", "militia", "end_card")
    cards = [card.id for card in view.rules.catalogue if card.kind.value in kinds]
    players = len(view.players)
    assert seen["seat"].argmax() == view.seat
    for at, district in enumerate(view.districts):
        stake = [cards[card] for card in seen["stake"][at].nonzero()[0]]
        assert stake == [card for card in [district.stake] if card is not None]
        owners = [(each.owner - view.seat) % players for each in district.cards]
        assert seen["owner_at"][at].tolist()[: len(owners) + 1] == [*(owner + 1 for owner in owners), 0]
        lying = {each.card: place for place, each in enumerate(district.cards) if each.card is not None}
        assert {cards[card] for card in seen["district"][at].nonzero()[0]} == set(lying)
        for card, place in lying.items():
            assert seen["place"][cards.index(card)] == place + 1
            assert seen["owner"][:, cards.index(card)].argmax() == owners[place]
            assert seen["face_up"][cards.index(card)] == district.cards[place].face_up
    for step in range(players):
        player = view.players[(view.seat + step) % players]
        assert {cards[at] for at in seen["discard"][step].nonzero()[0]} == set(player.discard)
        assert {cards[at] for at in seen["owned"][step].nonzero()[0]} == set(player.owned)


# --- a number that changes when anything does -------------------------------------------------------------------------

PINNED = {"arcanum": "3042077b7e769f89", "arcana/revised": "1829fd06de0b0d98", "arcana/first": "b759eefd07eebfb4"}


def written(known: Encoding) -> str:
    """Everything that somebody who trained with an encoding relies on."""
    kit = tarot if known.rules.game.name == "arcanum" else guilds
    columns = [*(kind.__name__ for kind in kit.DECISIONS), *(phase.value for phase in kit.PHASES)]
    fields = [f"{field.name} {field.shape} {field.most}" for field in known.fields]
    return hashlib.sha256("\n".join([*map(str, known.actions), *fields, *columns]).encode()).hexdigest()[:16]


@pytest.mark.parametrize("ruleset", arcanum.rulesets())
def test_an_encoding_that_changes_gets_another_version(ruleset: str) -> None:
    assert ENCODING == 1, "a new version has encodings of its own: pin those"
    pinned = PINNED.get(ruleset, PINNED["arcanum"])  # the printings of Arcanum are encoded alike
    assert written(encoding(ruleset, 3)) == pinned, "the encoding is another one: raise ENCODING"


# --- payoffs ----------------------------------------------------------------------------------------------------------


@GAMES
@given(number=numbers)
def test_payoffs_add_up_to_nothing_and_winners_have_more(game: str, number: int) -> None:
    *running, last = record(game, number).states
    assert all(payoff(state) == (0.0,) * len(state.players) for state in running)
    result, paid = arcanum.outcome(last), payoff(last)
    assert result is not None
    assert sum(paid) == pytest.approx(0)
    losers = set(range(len(paid))) - set(result.winners)
    assert all(paid[winner] > paid[loser] for winner in result.winners for loser in losers)


# --- what is refused --------------------------------------------------------------------------------------------------


def test_an_action_that_can_never_be_legal_has_no_number() -> None:
    known = encoding("arcanum/en", 4)
    for action in (Move(FIGURES[0], 11), Option("dance"), parse_action("hide M3"), parse_action("swap 4S 4S")):
        with pytest.raises(arcanum.BadCall, match="is never legal by arcanum/en, and has no number"):
            known.encode(action)
    with pytest.raises(arcanum.BadCall, match="has no number"):
        known.encode(arcanum.legal_actions(arcanum.new_game("arcana/first", players=2, seed=1))[0])


@pytest.mark.parametrize("number", [-1, 3920, 10**30])
def test_a_number_beyond_the_last_action_is_refused(number: int) -> None:
    with pytest.raises(arcanum.BadCall, match=f"there is no action number {number}; there are 0 to 3919"):
        encoding("arcanum/en", 4).decode(number)


def test_a_vector_is_made_by_the_encoding_of_its_own_game() -> None:
    state = arcanum.new_game("arcanum/en", players=4, seed=1)
    for ruleset, players in (("arcanum/it", 4), ("arcanum/en", 3)):
        with pytest.raises(arcanum.BadCall, match="not for arcanum/en for 4 players"):
            encoding(ruleset, players).vector(arcanum.observe(state, 0))
    with pytest.raises(arcanum.BadCall, match="is for 3 or 4 or 5 players, not 2"):
        encoding("arcanum/en", 2)


# --- extras -----------------------------------------------------------------------------------------------------------


def told(program: str) -> str:
    """What a program prints in a process of its own."""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True, timeout=60)
    return done.stdout.strip()


def test_the_library_itself_imports_no_numpy() -> None:
    program = "import sys, arcanum, arcanum.cli; arcanum.new_game('arcana/first', players=2, seed=1)"
    assert told(f"{program}; print({{'numpy', 'pettingzoo', 'pyspiel'}} & set(sys.modules))") == "set()"


@pytest.mark.parametrize(
    ("package", "adapter", "extra"),
    [
        ("numpy", "pettingzoo", "pettingzoo"),
        ("numpy", "openspiel", "openspiel"),
        ("pettingzoo", "pettingzoo", "pettingzoo"),
        ("pyspiel", "openspiel", "openspiel"),
    ],
)
def test_without_its_extra_an_adapter_says_what_to_install(package: str, adapter: str, extra: str) -> None:
    program = f"""
import sys
sys.modules[{package!r}] = None
from arcanum.kernel.extras import MissingExtra
try:
    import arcanum.adapters.{adapter}
except MissingExtra as error:
    print(error)
"""
    assert f"'arcanum[{extra}]'" in told(program).partition(": pip install ")[2]


@pytest.mark.parametrize("example", ["open_lesson", "open_table"])
def test_a_vector_shows_all_hands_that_lie_open(example: str) -> None:
    state: Any = arcanum.new_game(EXAMPLES / "house_rules" / f"{example}.toml", players=4, seed=3)
    seen = fields(arcanum.observe(state, 2))
    kinds = ("agent", "location", "relic", "personality", "militia", "end_card")
    cards = deck() if example == "open_lesson" else [c.id for c in state.rules.catalogue if c.kind.value in kinds]
    hands = [[cards[at] for at in row.nonzero()[0]] for row in seen["hands"]]
    assert hands == [list(state.players[seat].hand) for seat in (2, 3, 0, 1)]
    assert [cards[at] for at in seen["hand"].nonzero()[0]] == hands[0]
