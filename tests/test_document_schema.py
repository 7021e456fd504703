"""The schema of documents: whatever is written fits it, and what is wrong with keys, types and tags does not."""

from __future__ import annotations

import copy
import json
import random
import re
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

import attrs
import jsonschema
import pytest

import arcanum
from arcanum import records
from arcanum.guilds import GAME as ARCANA
from arcanum.kernel.actions import PASS, Action
from arcanum.kernel.documents import KINDS, WITHOUT_RULES, DocumentError, plain
from arcanum.kernel.game import Game
from arcanum.schema import documents_schema
from arcanum.spec import soak
from arcanum.spec.games import rules_of
from arcanum.tarot import GAME as ARCANUM
from spec.arcanum.places_kit import elsewhere

EXAMPLES = sorted((Path(__file__).parents[1] / "examples" / "house_rules").glob("*.toml"))
GAMES = pytest.mark.parametrize("game", arcanum.games())
HOUSE_RULES = pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)


@cache
def validator() -> Any:
    return jsonschema.Draft202012Validator(documents_schema())


def faults(text: str) -> list[str]:
    """Everything that the schema says against a document."""
    return [f"{each.json_path}: {each.message[:300]}" for each in validator().iter_errors(json.loads(text))]


def fits(value: object, rules: arcanum.RuleSet | None = None) -> bool:
    """Whether a value fits the schema as it is written, and whether that is what it was."""
    text = arcanum.dumps(value, rules=rules)
    assert faults(text) == []
    return bool(arcanum.loads(text) == value)


BORROWED = (
    "Offer", "DrawCards", "Exchange", "AdjustHouses", "LowerHouse", "GiveTogether", "PayMinors", "SwapCards",
    "RevealHidden", "RemoveFigures", "ReturnFigures",
)  # fmt: skip
"""Tasks that name a clause only where a house rule puts their word into another card or location."""
SCORING = ("ScoreHouses", "PayHouses", "ScoreSuitBySuit")
"""The same, while a scoring out of turn is under way."""


# --- games ------------------------------------------------------------------------------------------------------------


@attrs.frozen(eq=False)
class Played:
    """A random game."""

    plan: soak.Plan
    opening: arcanum.Step
    steps: tuple[arcanum.Step, ...]
    actions: tuple[Action, ...]

    @property
    def all_steps(self) -> tuple[arcanum.Step, ...]:
        return (self.opening, *self.steps)

    @property
    def last(self) -> arcanum.State:
        return self.all_steps[-1].state

    def record(self, actions: int | None = None) -> records.Record:
        """The game as a record, or its first actions."""
        plan = self.plan
        names = tuple(f"Ångström {seat}" for seat in range(plan.players))
        return records.make(
            self.opening.state.rules,
            players=plan.players,
            seed=plan.seed,
            actions=self.actions[:actions],
            names=names,
            **plan.options,
        )


def play(plan: soak.Plan, opening: arcanum.Step, most: int = 20_000) -> Played:
    chance, state = random.Random(plan.seed), opening.state
    steps, actions = list[arcanum.Step](), list[Action]()
    while len(steps) < most and (legal := arcanum.legal_actions(state)):
        actions.append(chance.choice(legal))
        steps.append(arcanum.step(state, actions[-1]))
        state = steps[-1].state
    return Played(plan, opening, tuple(steps), tuple(actions))


@cache
def game_of(game: str, number: int) -> Played:
    plan = soak.plan(game, number)
    return play(plan, plan.begin())


def numbers_of(ruleset: str) -> list[int]:
    """A few games of a rule set; the first edition of Arcana knows few kinds of them, the second many."""
    game = ruleset.partition("/")[0]
    found = [number for number in range(len(soak.kit(game).kinds())) if soak.plan(game, number).rules == ruleset]
    return found[:4] if ruleset == "arcana/revised" else found[:2]


GAMES_PLAYED = [(name.partition("/")[0], number) for name in arcanum.rulesets() for number in numbers_of(name)]


def one_of_each(events: Iterator[arcanum.Event]) -> tuple[arcanum.Event, ...]:
    """One event of each kind, with everything that some seat does not know and without."""
    found: dict[tuple[object, ...], arcanum.Event] = {}
    for event in events:
        for each in (event, event.seen_by(None)):
            found.setdefault((type(each), *(getattr(each, name) is None for name in each.secret)), each)
    return tuple(found.values())


# --- the schema itself ------------------------------------------------------------------------------------------------


def test_the_schema_is_a_schema() -> None:
    jsonschema.Draft202012Validator.check_schema(documents_schema())
    assert documents_schema() == json.loads(json.dumps(documents_schema()))


def test_every_reference_leads_somewhere_and_every_definition_is_needed() -> None:
    schema = documents_schema()
    assert set(re.findall(r'"#/\$defs/([^"]+)"', json.dumps(schema))) == set(schema["$defs"])


@pytest.mark.parametrize("game", [ARCANUM, ARCANA], ids=arcanum.games())
def test_every_task_and_every_event_is_described(game: Game) -> None:
    shapes, defined = game.shapes(None), documents_schema()["$defs"]
    for tag, family, kinds in (("task", "Task", shapes.tasks), ("event", "Event", shapes.events)):
        named = [f"{game.name}-{tag}-{kind.__name__}" for kind in kinds]
        assert [each["$ref"] for each in defined[f"{game.name}-{family}"]["oneOf"]] == [f"#/$defs/{n}" for n in named]
        for name, kind in zip(named, kinds, strict=True):
            assert defined[name]["properties"][tag] == {"const": kind.__name__}
            assert defined[name]["description"]
            left_out = ["clause"] if kind.__name__ in (*BORROWED, *SCORING) else []
            assert [*defined[name]["required"], *left_out] == list(defined[name]["properties"])


def test_there_is_a_definition_of_every_kind_of_document() -> None:
    defined = documents_schema()["$defs"]
    wanted = {f"{game}-document-{kind}" for game in arcanum.games() for kind in KINDS}
    wanted |= {f"document-{kind}" for kind in WITHOUT_RULES}
    assert wanted == {name for name in defined if re.search(r"(^|-)document-", name)}


def test_the_texts_speak_of_documents_and_not_of_python() -> None:
    def texts(part: object) -> Iterator[str]:
        for each in part.values() if isinstance(part, dict) else part if isinstance(part, list) else ():
            yield from texts(each)
        if isinstance(part, dict) and isinstance(part.get("description"), str):
            yield part["description"]

    values = {name: each for name, each in documents_schema()["$defs"].items() if not name.endswith("-program")}
    assert not [text for text in texts(values) if "None" in text or "\n" in text]
    assert len(list(texts(values))) > 200


# --- what is written --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("game", "number"), GAMES_PLAYED)
def test_everything_that_a_game_writes_fits(game: str, number: int) -> None:
    played = game_of(game, number)
    steps = played.all_steps
    rules = played.last.rules
    some = random.Random(number).sample(steps, 3)
    for step in (steps[0], *some, steps[-1]):
        assert fits(step)
        assert fits(step.state)
        violations = arcanum.why_not(step.state, arcanum.Option("nothing"))
        assert violations
        assert all(fits(each) and fits(each, rules) for each in violations)
    for seat in (*range(played.plan.players), None):
        assert fits(arcanum.observe(some[0].state, seat))
    for event in one_of_each(event for step in steps for event in step.events):
        assert fits(event, rules)
    for action in {type(action): action for action in played.actions}.values():
        assert fits(action, rules)
    result = arcanum.outcome(played.last)
    assert fits(result)
    assert fits(result, rules)
    assert fits(played.record())


@GAMES
def test_states_and_views_with_all_sorts_of_tasks_fit(game: str) -> None:
    found: dict[type, arcanum.State] = {}
    for each, number in GAMES_PLAYED:
        for step in game_of(each, number).steps if each == game else ():
            for task in step.state.agenda:
                found.setdefault(type(task), step.state)
    assert all(fits(state) and fits(arcanum.observe(state, None)) for state in found.values())
    assert len(found) > 20


@GAMES
def test_events_and_actions_fit_without_rules(game: str) -> None:
    played = game_of(game, numbers_of(arcanum.rulesets(game)[0])[0])
    for event in one_of_each(event for step in played.all_steps for event in step.events):
        assert fits(event)
    for action in {type(action): action for action in (*played.actions, PASS, arcanum.Option("draw"))}.values():
        assert fits(action)


@pytest.mark.parametrize("name", arcanum.rulesets())
def test_the_built_in_rules_fit(name: str) -> None:
    assert fits(arcanum.rules(name))


@HOUSE_RULES
def test_house_rules_and_games_by_them_fit(path: Path) -> None:
    rules = arcanum.rules(path)
    plan = soak.Plan(rules.name, rules.players[0], seed=3)
    played = play(plan, arcanum.begin(rules, players=plan.players, seed=plan.seed), most=30)
    assert "house" in json.loads(arcanum.dumps(played.last))["rules"]
    assert fits(rules)
    assert fits(played.last)
    assert fits(played.steps[-1])
    assert fits(arcanum.observe(played.last, 0))
    assert fits(played.actions[0], rules)
    assert fits(played.record())


def waiting(state: arcanum.State) -> list[dict[str, Any]]:
    """The tasks of a state as its document has them."""
    found: list[dict[str, Any]] = plain(state, state.rules)["agenda"]
    return found


def test_positions_in_which_words_stand_elsewhere_fit() -> None:
    met: dict[str, arcanum.State] = {}
    for steps in range(1, 31, 3):
        rules = rules_of(f"arcanum/es with {elsewhere('arcanum/consensus', steps)}")
        state = arcanum.new_game(rules, players=4, seed=steps)
        dice = random.Random(steps)
        while state.agenda:
            met |= {task["task"]: state for task in waiting(state) if "clause" in task}
            actions = arcanum.legal_actions(state)
            liked = [action for action in actions if action != PASS and not str(action).startswith("discard")]
            state = arcanum.apply(state, dice.choice(liked if liked and dice.random() < 0.8 else actions))
    assert set(met) >= set(BORROWED)
    assert all(fits(state) and fits(arcanum.observe(state, 0)) for state in met.values())
    assert plain(met["ReturnFigures"], met["ReturnFigures"].rules)["exiled_by"]


def test_positions_of_printed_rules_say_nothing_of_clauses_that_all_know() -> None:
    states = [step.state for game, number in GAMES_PLAYED if game == "arcanum" for step in game_of(game, number).steps]
    tasks = [task for state in states for task in waiting(state) if task["task"] in BORROWED]
    assert tasks
    assert not any("clause" in task for task in tasks)
    assert not any("exiled_by" in plain(state, state.rules) for state in states)


def test_rules_that_kept_the_name_of_their_base_fit() -> None:
    rules = attrs.evolve(ARCANUM.rules("arcanum/en"), hand_limit=9)
    assert rules.name == "arcanum/en"
    assert fits(rules)
    assert fits(arcanum.new_game(rules, players=3, seed=1))


def test_games_with_other_cards_fit(tmp_path: Path) -> None:
    text = files("arcanum.guilds").joinpath("catalogue_revised.toml").read_text(encoding="utf-8")
    path = tmp_path / "cards.toml"
    path.write_text(text.replace('name = "Crossbowman"', 'name = "My Crossbowman"'), encoding="utf-8")
    opening = arcanum.begin("arcana/revised", players=2, seed=1, catalogue=path)
    state = play(soak.Plan("arcana/revised", 2, 1), opening, most=40).last
    assert "catalogue" in json.loads(arcanum.dumps(state))["rules"]["house"]["rules"]
    assert fits(state)
    assert fits(arcanum.observe(state, None))
    assert fits(state.rules)


# --- what is wrong ----------------------------------------------------------------------------------------------------

SURPLUS = {"surplus": 1}
OTHERS: tuple[Any, ...] = ({}, SURPLUS, [], [7], "surplus", 7, -1, True, None, 2.5)
"""One of these is of a wrong type wherever it is put."""
TAGS = ("task", "event", "word", "kind", "game", "phase", "edition", "base")
ABOUT_SHAPE = re.compile(
    r"unknown |the key '.*' is missing|has no option|is not a whole number|this version reads formats"
    r"|expected (a|an) (list|table|text|whole number)|expected (the id of a clause|16 hexadecimal|true or false)"
)
"""What `arcanum.loads` says about keys, types and tags; all else is about what cannot occur in a game."""

Place = tuple[str | int, ...]


def places(data: Any, at: Place = ()) -> Iterator[tuple[Place, Any]]:
    """Everything in a document, with its place."""
    yield at, data
    for key, each in data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ():
        yield from places(each, (*at, key))


def with_another(data: Any, at: Place, *new: Any) -> Any:
    """A document with something else in a place, or with nothing there."""
    if not at:
        return new[0]
    changed = copy.deepcopy(data)
    inner = changed
    for key in at[:-1]:
        inner = inner[key]
    if new:
        inner[at[-1]] = new[0]
    else:
        del inner[at[-1]]
    return changed


def ways_to_spoil(data: Any) -> dict[str, list[tuple[Any, ...]]]:
    """Changes of one thing each: arguments of `with_another`."""
    found: dict[str, list[tuple[Any, ...]]] = {"a key too many": [], "a key too few": [], "type": [], "tag": []}
    for at, value in places(data):
        if isinstance(value, dict):
            found["a key too many"].append((at, {**value, **SURPLUS}))
        if at and isinstance(at[-1], str):
            found["a key too few"].append((at,))
        if isinstance(value, list):
            found["type"].append((at, [*value, SURPLUS]))
        found["type"] += [(at, other) for other in OTHERS if type(other) is not type(value)]
        if at and at[-1] in TAGS:
            found["tag"].append((at, "nonsense"))
    return found


def refusal(data: Any) -> str:
    """What `arcanum.loads` says against a document; empty if nothing."""
    try:
        arcanum.loads(json.dumps(data))
    except DocumentError as error:
        return str(error)
    return ""


@cache
def samples(game: str) -> dict[str, object]:
    """A value of each kind."""
    played = game_of(game, 4)
    step = next(step for step in reversed(played.steps) if len(step.events) > 2 and len(step.state.agenda) > 2)
    rules = next(rules for rules in map(arcanum.rules, EXAMPLES) if rules.game.name == game)
    plan = soak.Plan(rules.name, rules.players[-1], seed=1)
    house = play(plan, arcanum.begin(rules, players=plan.players, seed=plan.seed), most=40)
    return {
        "state": step.state,
        "view": arcanum.observe(step.state, arcanum.to_act(step.state)),
        "step": step,
        "action": played.actions[0],
        "event": max(step.events, key=lambda event: len(attrs.fields(type(event)))),
        "outcome": arcanum.outcome(played.last),
        "violation": arcanum.why_not(step.state, arcanum.Option("nothing"))[0],
        "rules": played.last.rules,
        "record": played.record(actions=10),
        "state by house rules": house.last,
    }


@GAMES
@pytest.mark.parametrize("kind", [*KINDS, "state by house rules"])
def test_what_is_refused_for_its_keys_types_or_tags_does_not_fit(game: str, kind: str) -> None:
    value = samples(game)[kind]
    rules = game_of(game, 4).last.rules if kind in WITHOUT_RULES else None
    data = json.loads(arcanum.dumps(value, rules=rules))
    chance = random.Random(kind)
    many = 6 if kind == "rules" else 18
    refused = 0
    for what, ways in ways_to_spoil(data).items():
        for way in chance.sample(ways, min(many, len(ways))):
            spoilt = with_another(data, *way)
            if ABOUT_SHAPE.search(said := refusal(spoilt)):
                refused += 1
                assert not validator().is_valid(spoilt), f"{what}, {way}: {said}"
    assert refused > many


@GAMES
def test_the_head_of_a_document_is_as_it_is_written(game: str) -> None:
    data = json.loads(arcanum.dumps(samples(game)["state"]))
    other = next(name for name in arcanum.games() if name != game)
    for wrong in (
        {**data, "format": 1},
        {**data, "format": "2"},
        {**data, "kind": "view"},
        {**data, "kind": "states"},
        {**data, "game": other},
        {**data, "game": None},
        {**data, "rules": None},
        {**data, "rules": {**data["rules"], "id": "my rules"}},
        {**data, "rules": {**data["rules"], "digest": "0"}},
        {key: value for key, value in data.items() if key != "rules"},
        {key: value for key, value in data.items() if key != "game"},
        {key: value for key, value in data.items() if key not in ("game", "rules")},
        {**json.loads(arcanum.dumps(PASS)), "rules": data["rules"]},
        [data],
        None,
    ):
        assert not validator().is_valid(wrong), wrong
