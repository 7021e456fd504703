"""The conformance vectors show every clause, say the same every time, and can be replayed by anybody."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from textwrap import dedent
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import arcanum
from arcanum.kernel import documents
from arcanum.kernel.agenda import Decision
from arcanum.spec import soak, trace
from arcanum.spec.breaks import Break, Edit
from arcanum.spec.vectors import check, lines, unfolded
from arcanum.spec.vectors.faults import Place, course, is_noticed, places
from arcanum.spec.vectors.meter import Meter, meter
from arcanum.spec.vectors.patch import BadPatch, applied, difference, same
from arcanum.spec.vectors.plan import Recipe, Refusal, read, recipes, written
from arcanum.spec.vectors.search import Candidate, cover, few, recipe, with_places
from arcanum.spec.vectors.writing import NOT_SHOWN
from tests.builds import of_sources

ROOT = Path(__file__).parents[1]
LARGEST = 1_500_000
KINDS = ("rules", "opening", "step", "refusal", "outcome")

Vector = dict[str, Any]


@pytest.fixture(scope="module")
def file() -> tuple[str, ...]:
    """All lines."""
    return tuple(lines())


@pytest.fixture(scope="module")
def vectors(file: tuple[str, ...]) -> tuple[Vector, ...]:
    """All vectors, written out in full."""
    return tuple(unfolded(file))[1:]


# --- the file ---------------------------------------------------------------------------------------------------------


def test_the_lines_are_the_same_in_another_process_and_need_no_test_tools(file: tuple[str, ...]) -> None:
    program = """
        import sys
        from arcanum.spec.vectors import lines
        print(*lines(), sep="\\n")
        print(sorted({"hypothesis", "pytest"} & set(sys.modules)), file=sys.stderr)
    """
    environment = {**os.environ, "PYTHONHASHSEED": "12345"}
    command = [sys.executable, "-c", dedent(program)]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True, timeout=120)
    assert tuple(done.stdout.splitlines()) == file
    assert done.stderr == "[]\n"


def test_every_line_is_json_in_ascii_with_a_name_of_its_own(file: tuple[str, ...]) -> None:
    found = [json.loads(line) for line in file]
    assert all(line.isascii() and "\n" not in line for line in file)
    assert all({"id", "kind", "clauses"} <= set(vector) for vector in found)
    assert len({vector["id"] for vector in found}) == len(found)


def test_the_file_is_small(file: tuple[str, ...]) -> None:
    assert sum(len(line) + 1 for line in file) < LARGEST


def test_the_head_tells_what_there_is(file: tuple[str, ...], vectors: tuple[Vector, ...]) -> None:
    head = json.loads(file[0])
    assert (head["id"], head["kind"], head["version"]) == ("head", "head", arcanum.__version__)
    assert head["documents"] == documents.FORMAT
    assert head["games"] == list(arcanum.games())
    assert head["vectors"] == {kind: sum(each["kind"] == kind for each in vectors) for kind in KINDS}


def test_the_vectors_of_one_game_are_those_of_all_games_without_the_others(file: tuple[str, ...]) -> None:
    for game in arcanum.games():
        head, *others = lines([game])
        assert json.loads(head)["games"] == [game]
        assert others == [line for line in file[1:] if json.loads(line)["game"] == game]


def test_an_unknown_game_is_refused() -> None:
    with pytest.raises(arcanum.UnknownName, match="chess"):
        list(lines(["chess"]))


# --- what is shown ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", arcanum.games())
@of_sources
def test_every_clause_is_at_work_in_a_vector_or_there_is_a_reason(
    file: tuple[str, ...], vectors: tuple[Vector, ...], game: str
) -> None:
    head = json.loads(file[0])
    shown = {clause for vector in vectors if vector["game"] == game for clause in vector["clauses"]}
    left_out = head["not_shown"][game]
    assert set(head["clauses"][game]) == shown
    assert shown.isdisjoint(left_out)
    assert shown.union(left_out) == {clause.id for clause in arcanum.clauses(game)}
    assert all(left_out.values()), "try: python -m arcanum.spec.vectors --search"
    index = {clause.id: clause for clause in arcanum.clauses(game)}
    unexplained = {clause for clause in left_out if not index[clause].uncited and not index[clause].house}
    assert unexplained == set(NOT_SHOWN.get(game, {}))


def test_the_clauses_that_events_and_refusals_cite_are_among_those_of_their_vector(vectors: tuple[Vector, ...]) -> None:
    for vector in vectors:
        cited = {each["clause"] for key in ("events", "violations") for each in vector.get(key, ())}
        assert cited <= set(vector["clauses"]), vector["id"]


def test_no_vector_names_a_clause_that_its_rule_set_does_not_have(vectors: tuple[Vector, ...]) -> None:
    for vector in vectors:
        rules = arcanum.rules(vector["rules"]["id"])
        index = rules.game.clauses()
        assert all(index[clause].applies(rules.printing) for clause in vector["clauses"]), vector["id"]


@pytest.mark.parametrize("game", arcanum.games())
def test_every_rule_set_is_shown_in_every_way(vectors: tuple[Vector, ...], game: str) -> None:
    for kind in KINDS:
        found = {each["rules"]["id"] for each in vectors if each["game"] == game and each["kind"] == kind}
        assert found == set(arcanum.rulesets(game)), kind


@pytest.mark.parametrize("game", arcanum.games())
def test_every_event_is_shown_by_every_clause_that_can_cause_one(vectors: tuple[Vector, ...], game: str) -> None:
    events = [event for vector in vectors if vector["game"] == game for event in vector.get("events", ())]
    assert {event["event"] for event in events} == set(soak.event_kinds(game))
    assert {event["clause"] for event in events} >= set(soak.event_clauses(game))


ASKED_BY_HOUSE_RULES = {"DraftTogether"}
"""Vectors are of built-in rules, which never ask this."""


@pytest.mark.parametrize("game", arcanum.games())
def test_every_decision_is_shown(vectors: tuple[Vector, ...], game: str) -> None:
    rules = arcanum.rules(arcanum.rulesets(game)[0])
    decisions = {kind.__name__ for kind in rules.game.shapes(rules).tasks if issubclass(kind, Decision)}
    steps = [vector for vector in vectors if vector["game"] == game and vector["kind"] == "step"]
    assert {step["state"]["agenda"][-1]["task"] for step in steps} == decisions - ASKED_BY_HOUSE_RULES


# --- replaying --------------------------------------------------------------------------------------------------------


def load(vector: Vector, kind: str, value: object) -> Any:
    """A value of a vector, as anybody can read it."""
    head = {"format": documents.FORMAT, "kind": kind, "game": vector["game"], "rules": vector["rules"]}
    return arcanum.loads(json.dumps({**head, "value": value}))


def plain(value: object, rules: arcanum.RuleSet) -> Any:
    return json.loads(arcanum.dumps(value, rules=rules))["value"]


def of(vectors: tuple[Vector, ...], kind: str) -> Iterator[tuple[Vector, arcanum.RuleSet]]:
    """The vectors of a kind with their rules."""
    for vector in vectors:
        if vector["kind"] == kind:
            yield vector, arcanum.rules(vector["rules"]["id"])


def agree_on_what_is_told(vector: Vector, done: arcanum.Step, rules: arcanum.RuleSet) -> bool:
    """Whether events and views are those of a step."""
    told = [plain(event, rules) for event in done.events] == vector["events"]
    seen = [plain(arcanum.observe(done.state, each["seat"]), rules) == each["view"] for each in vector["views"]]
    heard = [[plain(it, rules) for it in done.heard(each["seat"])] == each["heard"] for each in vector["views"]]
    return told and all(seen) and all(heard)


def test_every_rule_set_can_be_read(vectors: tuple[Vector, ...]) -> None:
    for vector, rules in of(vectors, "rules"):
        assert arcanum.loads(json.dumps(vector["document"])) == rules


def test_every_opening_can_be_repeated(vectors: tuple[Vector, ...]) -> None:
    for vector, rules in of(vectors, "opening"):
        begun = arcanum.begin(rules, players=vector["players"], seed=int(vector["seed"]), **vector["options"])
        assert begun.state == load(vector, "state", vector["state"])
        assert agree_on_what_is_told(vector, begun, rules), vector["id"]
        assert [each["seat"] for each in vector["views"]] == [*range(vector["players"]), None]


def test_every_step_can_be_repeated(vectors: tuple[Vector, ...]) -> None:
    for vector, rules in of(vectors, "step"):
        state, action = load(vector, "state", vector["state"]), load(vector, "action", vector["action"])
        assert arcanum.to_act(state) == vector["seat"]
        assert [str(each) for each in arcanum.legal_actions(state)] == vector["legal_actions"]
        done = arcanum.step(state, action)
        assert done.state == load(vector, "state", vector["next"])
        assert (list(done.learned), done.chance) == (vector["learned"], vector["chance"])
        assert agree_on_what_is_told(vector, done, rules), vector["id"]


def test_every_step_shows_who_acted_and_somebody_else_and_a_spectator(vectors: tuple[Vector, ...]) -> None:
    for vector, _ in of(vectors, "step"):
        actor, other, spectator = (each["seat"] for each in vector["views"])
        assert actor == vector["seat"] != other
        assert other is not None
        assert spectator is None


def test_every_refusal_is_one(vectors: tuple[Vector, ...]) -> None:
    for vector, rules in of(vectors, "refusal"):
        state, action = load(vector, "state", vector["state"]), load(vector, "action", vector["action"])
        reasons = arcanum.why_not(state, action, seat=vector["seat"])
        assert reasons
        assert [plain(reason, rules) for reason in reasons] == vector["violations"]


def test_every_outcome_can_be_repeated(vectors: tuple[Vector, ...]) -> None:
    for vector, rules in of(vectors, "outcome"):
        assert plain(arcanum.outcome(load(vector, "state", vector["state"])), rules) == vector["outcome"]


# --- the check --------------------------------------------------------------------------------------------------------


def test_the_library_agrees_with_its_own_lines(file: tuple[str, ...]) -> None:
    assert list(check(file)) == []


ANSWERS = {
    "rules": ("clauses", "document"),
    "opening": ("clauses", "state", "events", "views"),
    "step": ("clauses", "seat", "legal_actions", "next", "events", "views", "learned", "chance"),
    "refusal": ("clauses", "violations"),
    "outcome": ("clauses", "outcome"),
}
"""What a vector claims, beside what it asks."""
TRIED = 6
"""Values that are changed under each key."""


def ways(value: object, way: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The ways to all values that have no parts."""
    parts = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, part in parts:
        yield from ways(part, (*way, key))
    if not isinstance(value, dict | list) or not value:
        yield way


def changed(value: Any, way: tuple[Any, ...]) -> Any:
    """A copy of a value with something else in one place."""
    if not way:
        return "something else"
    copy = value.copy()
    copy[way[0]] = changed(value[way[0]], way[1:])
    return copy


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("game", arcanum.games())
def test_a_vector_in_which_one_value_is_changed_is_found_out(
    file: tuple[str, ...], vectors: tuple[Vector, ...], game: str, kind: str
) -> None:
    at = max(range(len(vectors)), key=lambda at: (vectors[at]["game"], vectors[at]["kind"]) == (game, kind))
    vector = json.loads(file[at + 1])
    if "state" in vector:
        vector["state"] = vectors[at]["state"]  # in full, so that the line stands alone
    assert list(check([json.dumps(vector)])) == ["head: there is none"]
    for key in ANSWERS[kind]:
        found = list(ways(vector[key], (key,)))
        for way in found[:: max(1, len(found) // TRIED)]:
            complaints = list(check([json.dumps(changed(vector, way))]))
            assert complaints[0].startswith(f"{vector['id']}: "), way


def test_a_head_that_says_something_else_is_found_out(file: tuple[str, ...]) -> None:
    head, *others = lines(["arcanum"])
    for key in ("vectors", "clauses", "not_shown", "games", "documents"):
        said = json.loads(head)
        said[key] = changed(said[key], next(ways(said[key])))
        assert any(f"`{key}`" in sentence for sentence in check([json.dumps(said), *others[:1]]))


def test_lines_that_make_no_sense_are_told_one_by_one() -> None:
    head = next(lines(["arcanum"]))
    wrong = ["no JSON", "[]", '{"kind": "step"}', '{"id": "a", "kind": "dream"}', '{"id": "b", "kind": "step"}', head]
    found = list(check([head, *wrong]))
    for number, what in ((2, "line 2: "), (3, "line 3: "), (4, "line 4: "), (5, "a: there is no kind 'dream'")):
        assert any(sentence.startswith(what) for sentence in found), number
    assert any(sentence.startswith("b: it cannot be followed") for sentence in found)
    assert any("must be the first line" in sentence for sentence in found)


def test_a_head_cannot_be_compared_with_lines_that_have_no_clauses(file: tuple[str, ...]) -> None:
    found = list(check([file[0], '{"id": "a", "kind": "step", "game": "arcanum"}', file[1]]))
    assert found[-1].startswith("head: nobody can say")


def test_a_state_like_one_that_does_not_come_before_it_is_found_out(file: tuple[str, ...]) -> None:
    alone = next(line for line in file if '"state":{"like":' in line)
    assert "comes before it" in next(check([alone]))


def test_two_vectors_of_one_name_are_found_out(file: tuple[str, ...]) -> None:
    assert any("another vector of this name" in sentence for sentence in check([*file[:2], file[1]]))


# --- clauses at work --------------------------------------------------------------------------------------------------


TOY = """
from arcanum.kernel.cite import cites
from toy_rules import clause_ids as c
from toy_rules.clause_ids import CALM, LOUD, NEVER, SIGN, SLEEP, WALK

@cites(SIGN)
class Sign:
    def read(self):
        return 1

@cites(SLEEP)
class Sleeper:
    @cites(WALK)
    def walk(self):
        return [self.step() for _ in range(2)]

    def step(self):
        return None

def speak(loud, shy=NEVER):
    if loud:
        return c.LOUD
    return [
        CALM,
    ]

def whisper(loud):
    return [LOUD if loud else CALM, loud and NEVER, lambda: NEVER, [NEVER for _ in ()]]
"""


@pytest.fixture
def toy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """A package with rules, and what cites them."""
    package = tmp_path / "toy_rules"
    package.mkdir()
    names = ("CALM", "LOUD", "NEVER", "SIGN", "SLEEP", "WALK")
    (package / "__init__.py").write_text("")
    (package / "clause_ids.py").write_text("\n".join(f'{name} = "{name.lower()}"' for name in names))
    (package / "toys.py").write_text(TOY)
    monkeypatch.syspath_prepend(str(tmp_path))
    yield import_module("toy_rules.toys")
    for name in ("toy_rules", "toy_rules.toys", "toy_rules.clause_ids"):
        del sys.modules[name]


def test_only_the_branch_that_was_taken_is_at_work(toy: Any) -> None:
    with Meter("toy_rules").running() as calm:
        toy.speak(False)
    with Meter("toy_rules").running() as loud:
        toy.speak(True)
    assert (calm.clauses, loud.clauses) == ({"calm"}, {"loud"})
    assert calm.functions == {"speak"}


def test_a_line_that_may_name_a_clause_or_not_proves_nothing(toy: Any) -> None:
    with Meter("toy_rules").running() as found:
        toy.whisper(True)
    assert found.clauses == set()


def test_a_mark_is_at_work_when_what_it_marks_runs(toy: Any) -> None:
    sleeper = toy.Sleeper()
    with Meter("toy_rules").running() as walking:
        sleeper.walk()
    with Meter("toy_rules").running() as stepping:
        sleeper.step()
    with Meter("toy_rules").running() as nothing:
        toy.Sleeper()
    assert (walking.clauses, stepping.clauses, nothing.clauses) == ({"sleep", "walk"}, {"sleep"}, set())


def test_a_marked_value_is_at_work_where_it_is(toy: Any) -> None:
    assert Meter("toy_rules").within((1, {"a": [toy.Sign()]})) == {"sign"}
    assert Meter("toy_rules").within((1, "a", None)) == set()


def test_measuring_leaves_other_tools_that_trace_alone(toy: Any) -> None:
    before = sys.gettrace()
    with pytest.raises(AttributeError), Meter("toy_rules").running():
        toy.no_such_thing()
    assert sys.gettrace() is before


@pytest.mark.parametrize("game", arcanum.games())
def test_the_meter_and_the_traceability_check_read_the_same_marks(game: str) -> None:
    package = soak.package(game)
    cited = {
        (Path(each.place.path).name, each.place.qualname, each.clause.id)
        for each in trace.scan(ROOT).citations
        if each.clause.game == package
    }
    sources = meter(arcanum.rules(arcanum.rulesets(game)[0]).game).sources
    marks = [(path, name, ids) for path, source in sources.items() for name, ids in source.marks.items()]
    found = {(Path(path).name, name, clause) for path, name, ids in marks for clause in ids}
    assert len(found) > 50
    assert found <= cited


# --- patches ----------------------------------------------------------------------------------------------------------


JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 3) | st.sampled_from(["", "a", "~", "/", "~1", "\u2660"]),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.sampled_from(["a", "b", "~x/y", ""]), inner),
    max_leaves=12,
)


@given(JSON, JSON)
def test_a_difference_leads_from_one_value_to_the_other(before: Any, after: Any) -> None:
    copy = json.dumps(before)
    assert same(applied(before, difference(before, after)), after)
    assert json.dumps(before) == copy, "a patch must leave the value alone that it is applied to"
    assert (difference(before, after) == []) == same(before, after)


@given(st.lists(st.integers(0, 9), max_size=20), st.data())
def test_taking_a_card_out_of_a_pile_is_one_operation(pile: list[int], data: st.DataObject) -> None:
    index = data.draw(st.integers(0, len(pile)))
    more = [*pile[:index], 99, *pile[index:]]
    assert len(difference({"pile": more}, {"pile": pile})) == len(difference({"pile": pile}, {"pile": more})) == 1


@pytest.mark.parametrize(
    "operation",
    [
        {"op": "move", "path": "/a", "from": "/b"},
        {"op": "replace", "path": "/b", "value": 1},
        {"op": "replace", "path": "/a/3", "value": 1},
        {"op": "replace", "path": "/a/-", "value": 1},
        {"op": "add", "path": "/a/4", "value": 1},
        {"op": "remove", "path": "/a/x"},
        {"op": "remove", "path": "/a/0/0"},
        {"op": "remove", "path": "/b"},
        {"op": "remove", "path": "a"},
        {"op": "add", "path": "/a"},
        "add",
        {"op": "add", "path": 3, "value": 1},
    ],
)
def test_an_operation_that_does_not_fit_is_refused(operation: Any) -> None:
    with pytest.raises(BadPatch):
        applied({"a": [1, 2, 3]}, [operation])


def test_a_patch_is_a_list() -> None:
    nothing: Any = {}
    with pytest.raises(BadPatch, match="not a list"):
        applied({"a": 1}, nothing)


# --- the plan ---------------------------------------------------------------------------------------------------------


def test_a_plan_can_be_written_down_and_read_again() -> None:
    whole = Recipe(
        "arcana/first",
        2,
        -5,
        {"modules": ["tactical"]},
        7,
        True,
        (0, 3),
        (Refusal(3, "pass", 0), Refusal(0, "pass")),
        True,
    )
    bare = Recipe("arcanum/en", 3, 0, {}, 0)
    assert read(written([whole, bare])) == (whole, bare)
    for game in arcanum.games():
        assert read(written(recipes(game))) == recipes(game)


def test_every_game_of_the_plan_is_one_that_a_search_would_look_at() -> None:
    for game in arcanum.games():
        for each in recipes(game):
            found = recipe(game, each.chooser)
            assert (found.rules, found.players, found.seed, found.options) == (
                each.rules,
                each.players,
                each.seed,
                each.options,
            )


def test_a_cover_is_cheap_and_reaches_every_goal() -> None:
    found = [
        Candidate(0, 0, frozenset("ab"), 10),
        Candidate(1, 0, frozenset("bc"), 10),
        Candidate(2, 0, frozenset("abcd"), 100),
        Candidate(3, 0, frozenset("d"), 10),
    ]
    assert {each.number for each in cover(found)} == {0, 1, 3}


# --- deliberate faults ------------------------------------------------------------------------------------------------


def edited(find: str, replace: str) -> Break:
    """An engine with another random generator, or with other words about it."""
    return Break("arcanum", "another generator", (), (Edit("kernel/randomness.py", find, replace),))


@of_sources
def test_a_fault_of_the_engine_is_noticed_and_its_place_is_found() -> None:
    begun = recipe("arcanum", 0)
    fault = edited("return (words ^ (words >> 31))", "return (words ^ (words >> 30))")
    assert is_noticed(list(lines(["arcanum"])), fault)
    assert places(fault, [(begun, course(begun))]) == [Place(begun.chooser, -1)]


@of_sources
def test_an_engine_that_only_speaks_otherwise_agrees_with_the_vectors() -> None:
    begun = recipe("arcanum", 0)
    fault = edited("not for secrets", "never for secrets")
    assert not is_noticed(list(lines(["arcanum"])), fault)
    assert places(fault, [(begun, course(begun))]) == []


@of_sources
def test_an_engine_that_breaks_down_is_noticed() -> None:
    assert is_noticed([], edited("def seeded(", "def unseeded("))


def test_a_place_for_every_fault_is_added_to_the_plan() -> None:
    assert few([[Place(0, 1), Place(1, 5)], [Place(2, 2), Place(1, 5)], [Place(3, 0)]]) == [Place(1, 5), Place(3, 0)]
    (found,) = with_places("arcanum", [recipe("arcanum", 0)], [Place(0, 5), Place(0, -1), Place(0, 3), Place(0, 10**6)])
    assert (found.opening, found.steps, found.outcome) == (True, (3, 5), True)
