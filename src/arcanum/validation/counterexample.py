"""What a failed property says to a person: the claim, the assertion with its values, the example, what was played.

A played game is cut down further than Hypothesis can: to the shortest beginning in which the property fails already, so
that its last decision is the one to look at.
"""

from __future__ import annotations

import ast
import linecache
import sys
from collections.abc import Callable, Iterator, Sequence
from types import FrameType, TracebackType
from typing import Any
from warnings import catch_warnings, simplefilter

import attrs
from hypothesis.errors import HypothesisDeprecationWarning, UnsatisfiedAssumption

import arcanum
from arcanum.kernel.errors import brief
from arcanum.spec.games import Game, Step
from arcanum.spec.subject import focus, under_test

_LAST_STEPS = 3
_LONGEST = 200
_PROBES = 15

AnyStep = Step[Any]
AnyGame = Game[Any]


@attrs.frozen
class Counterexample:
    """How a property fails under a variant."""

    claim: str
    """What the property says."""
    broken: tuple[str, ...]
    """The assertion that does not hold, and the values in it."""
    example: tuple[str, ...]
    """What Hypothesis found, made as small as it could."""
    story: tuple[str, ...]
    """The last decisions, with what happened."""


def explained(
    error: BaseException, claim: str, inner: Callable[..., object], trail: Sequence[AnyStep]
) -> Counterexample:
    """A failed property, explained. `inner` is the function that its author wrote, `trail` what was played last."""
    cut = _cut_short(error, inner)
    if cut is None:
        notes = [line for note in getattr(error, "__notes__", ()) for line in str(note).splitlines()]
        return Counterexample(claim, tuple(_broken(error)), tuple(map(_short, notes)), tuple(_story(trail)))
    error, game = cut
    return Counterexample(claim, tuple(_broken(error)), (_short(repr(game)),), tuple(_story(game.steps)))


# --- the shortest beginning -------------------------------------------------------------------------------------------


def _cut_short(error: BaseException, inner: Callable[..., object]) -> tuple[BaseException, AnyGame] | None:
    """The failure in the shortest beginning of the game that fails in the same place, if the property takes a game."""
    frame = next((each for each, _ in _frames(error) if each.f_code is getattr(inner, "__code__", None)), None)
    if frame is None:
        return None
    code = frame.f_code
    arguments = {name: frame.f_locals.get(name) for name in code.co_varnames[: code.co_argcount]}
    games = [name for name, value in arguments.items() if isinstance(value, Game)]
    if len(games) != 1 or any(type(value).__name__ == "DataObject" for value in arguments.values()):
        return None
    (name,) = games
    whole = arguments[name]
    assert isinstance(whole, Game)
    if not _bears_half_a_game(inner, arguments, name, whole):
        return None
    for length in range(1, len(whole.steps) + 1):
        beginning = attrs.evolve(whole, steps=whole.steps[:length])
        failure = _failure(inner, {**arguments, name: beginning})
        if failure is not None and _place(failure) == _place(error):
            return failure, beginning
    return None


def _bears_half_a_game(inner: Callable[..., object], arguments: dict[str, object], name: str, game: AnyGame) -> bool:
    """Whether the property holds for the beginnings of the same game by the printed rules: it may want a whole one."""
    subject = under_test()
    assert subject is not None
    module = vars(sys.modules[type(game).__module__])
    focus(None)
    try:
        printed = eval(game.call.replace(repr(game.ruleset), repr(subject.base), 1), module)
        lengths = range(1, len(printed.steps) + 1, max(1, len(printed.steps) // _PROBES))
        beginnings = [attrs.evolve(printed, steps=printed.steps[:length]) for length in lengths]
        return all(_failure(inner, {**arguments, name: each}) is None for each in beginnings)
    finally:
        focus(subject)


def _failure(inner: Callable[..., object], arguments: dict[str, object]) -> BaseException | None:
    try:
        with catch_warnings():
            simplefilter("ignore", HypothesisDeprecationWarning)  # a property may assume something
            inner(**arguments)
    except UnsatisfiedAssumption:
        return None
    except Exception as error:  # whatever a property makes of half a game; only the same failure counts
        return error
    return None


# --- the assertion ----------------------------------------------------------------------------------------------------


def _frames(error: BaseException) -> Iterator[tuple[FrameType, int]]:
    """The frames of a traceback with the lines where they stopped, outermost first."""
    link: TracebackType | None = error.__traceback__
    while link is not None:
        yield link.tb_frame, link.tb_lineno
        link = link.tb_next


def _place(error: BaseException) -> tuple[type, str, int]:
    frame, line = list(_frames(error))[-1]
    return type(error), frame.f_code.co_filename, line


def _broken(error: BaseException) -> Iterator[str]:
    """The statement that failed and the values of both sides, as far as they can be told."""
    frames = list(_frames(error))
    frame, line = frames[-1]
    statement = _statement(frame.f_code.co_filename, line)
    if not isinstance(error, AssertionError) or statement is None:
        yield f"{type(error).__name__}: {_short(str(error))}"
        return
    test = statement.test
    yield _short(f"not true: {ast.unparse(test)}")
    said = str(error).partition("\nassert ")[0]  # pytest adds what it makes of the values
    if statement.msg is not None and said:
        yield f"because {_short(said)}"
    sides = [test.left, *test.comparators] if isinstance(test, ast.Compare) else [test]
    for side in sides:
        if _is_literal(side) or any(isinstance(part, ast.NamedExpr) for part in ast.walk(side)):
            continue
        text = ast.unparse(side)
        if "draw(" in text:  # asking Hypothesis again would change the example
            continue
        try:
            value = eval(text, frame.f_globals, frame.f_locals)
        except Exception:  # a comprehension that closes over locals, for instance
            continue
        yield f"  {_short(text)} is {_short(repr(value))}"


def _is_literal(node: ast.expr) -> bool:
    return all(isinstance(part, ast.Constant | ast.List | ast.Tuple | ast.Set | ast.Load) for part in ast.walk(node))


def _statement(path: str, line: int) -> ast.Assert | None:
    """The assertion at a line of a file."""
    source = "".join(linecache.getlines(path))
    try:
        tree = ast.parse(source)
    except SyntaxError:
        return None
    found = [
        node
        for node in ast.walk(tree)
        if isinstance(node, ast.Assert) and node.lineno <= line <= (node.end_lineno or node.lineno)
    ]
    return found[-1] if found else None


def _short(text: str) -> str:
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 3]}..."


# --- what was played --------------------------------------------------------------------------------------------------


def _story(steps: Sequence[AnyStep]) -> Iterator[str]:
    """The last decisions in words."""
    for step in list(steps)[-_LAST_STEPS:]:
        seat = arcanum.to_act(step.before)
        yield f"{step.before!r}"
        yield f"  seat {seat}: {step.action}"
        yield from (f"    {line}" for line in _told(step))


def _told(step: AnyStep) -> list[str]:
    """What happened, as a narrator tells it; one who has not heard the whole game may be at a loss."""
    names = [f"seat {seat}" for seat in range(len(step.before.players))]
    narrator = step.before.game.narrator(step.before.rules, names)
    try:
        lines = [line for event in step.events for line in narrator.lines(event)]
    except (AttributeError, LookupError, TypeError, ValueError):
        return [brief(event) for event in step.events]
    return [f"{line.text} [{line.clause}]" if line.clause else line.text for line in lines]
