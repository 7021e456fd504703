"""What a failed property says to a person: the claim, the assertion with its values, the example, what was played.

A played game is cut down further than Hypothesis can: to the shortest beginning in which the property fails already, so
that its last decision is the one to look at.
"""

from __future__ import annotations

import ast
import linecache
from collections.abc import Callable, Iterator, Mapping, Sequence
from types import FrameType, TracebackType
from typing import Any
from warnings import catch_warnings, simplefilter

import attrs
from hypothesis.errors import HypothesisDeprecationWarning, UnsatisfiedAssumption

import arcanum
from arcanum.kernel.errors import brief
from arcanum.kernel.variants import base_of
from arcanum.spec.games import Game, Step
from arcanum.spec.subject import NotJudged, focus, under_test

_LAST_STEPS = 3
_MOST_LINES = 12
_LONGEST = 200
_PROBES = 15

AnyStep = Step[Any]
AnyGame = Game[Any]


@attrs.frozen(eq=False)
class Failure:
    """How a property failed: the error, the example that was drawn for it, and what was played last."""

    error: BaseException
    arguments: Mapping[str, object]
    trail: tuple[AnyStep, ...]


@attrs.frozen
class Counterexample:
    """How a property fails under a variant."""

    claim: str
    """What the property says."""
    broken: tuple[str, ...]
    """The assertion that does not hold, and the values in it."""
    example: tuple[str, ...]
    """What Hypothesis found, made smaller."""
    story: tuple[str, ...]
    """The last decisions, with what happened."""


def explained(failure: Failure, claim: str, inner: Callable[..., object]) -> Counterexample:
    """A failed property, explained. `inner` is the function that its author wrote."""
    try:
        return _explained(failure, claim, inner)
    except Exception as error:  # a variant can be such that what was played cannot be told; that it fails still can
        untold = f"it cannot be told: {type(error).__name__}: {_short(str(error))}"
        return Counterexample(claim, tuple(_broken(failure.error)), (), (untold,))


def _explained(failure: Failure, claim: str, inner: Callable[..., object]) -> Counterexample:
    error, example = failure.error, {**failure.arguments}
    games = [name for name, value in example.items() if isinstance(value, Game)]
    steps: Sequence[AnyStep] = failure.trail
    if len(games) == 1:
        (name,) = games
        if (cut := _cut_short(failure, name, inner)) is not None:
            error, example[name] = cut
        game = example[name]
        assert isinstance(game, Game)
        steps = game.steps
    said = [f"{name} = {shown(value)}" for name, value in example.items() if not _draws(value)]
    notes = [line for note in getattr(error, "__notes__", ()) for line in str(note).splitlines()]
    drawn = [line for line in notes if line.startswith("Draw ")]
    lines = (*said, *drawn) if said or drawn else notes[:_MOST_LINES]
    return Counterexample(claim, tuple(_broken(error)), tuple(map(_short, lines)), tuple(_story(steps)))


def _draws(value: object) -> bool:
    """Whether it is not an example but what more of it is drawn from."""
    return type(value).__name__ == "DataObject"


# --- the shortest beginning -------------------------------------------------------------------------------------------


def _cut_short(failure: Failure, name: str, inner: Callable[..., object]) -> tuple[BaseException, AnyGame] | None:
    """The failure in the shortest beginning of the game of that name that fails in the same place."""
    whole = failure.arguments[name]
    assert isinstance(whole, Game)
    if any(map(_draws, failure.arguments.values())) or not _bears_half_a_game(inner, failure.arguments, name, whole):
        return None
    for length in range(1, len(whole.steps) + 1):
        beginning = whole.beginning(length)
        error = _error(inner, {**failure.arguments, name: beginning})
        if error is not None and _place(error) == _place(failure.error):
            return error, beginning
    return None


def _bears_half_a_game(inner: Callable[..., object], arguments: Mapping[str, object], name: str, game: AnyGame) -> bool:
    """Whether the property holds for the beginnings of the same game by the printed rules: it may want a whole one.

    If these are for fewer players, or more, there are as many as they allow.
    """
    subject = under_test()
    assert subject is not None
    players = min(base_of(subject.rules).players, key=lambda each: abs(each - game.players))
    focus(None)
    try:
        printed = game.under(subject.base, players)
        lengths = range(1, len(printed.steps) + 1, max(1, len(printed.steps) // _PROBES))
        beginnings = [printed.beginning(length) for length in lengths]
        return all(_error(inner, {**arguments, name: each}) is None for each in beginnings)
    except (arcanum.ArcanumError, NotJudged):
        return False
    finally:
        focus(subject)


def _error(inner: Callable[..., object], arguments: Mapping[str, object]) -> BaseException | None:
    try:
        with catch_warnings():
            simplefilter("ignore", HypothesisDeprecationWarning)  # a property may assume something
            inner(**arguments)
    except (UnsatisfiedAssumption, NotJudged):
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
        yield f"  {_short(text)} is {_short(shown(value))}"


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


def shown(value: object) -> str:
    """A value in words; of one that the rules of the base have as well, only what is different if that is shorter."""
    subject = under_test()
    if subject is not None:
        base: Any = base_of(subject.rules)
        for field in attrs.fields(type(base)):
            printed = getattr(base, field.name)
            if attrs.has(type(printed)) and isinstance(value, type(printed)):
                apart = list(_apart(value, printed))
                name = field.name.replace("_", " ")
                told = f"the {name} of the base" + (f", but for {', '.join(apart)}" if apart else "")
                return min(told, repr(value), key=len)
    return repr(value)


def _apart(value: Any, printed: Any, where: str = "") -> Iterator[str]:
    """Where a value differs from another one of its kind."""
    if value == printed:
        return
    if attrs.has(type(value)) and type(value) is type(printed):
        for field in attrs.fields(type(value)):
            if field.eq:
                inside = f"{where}.{field.name}" if where else field.name
                yield from _apart(getattr(value, field.name), getattr(printed, field.name), inside)
    elif isinstance(value, tuple) and isinstance(printed, tuple) and len(value) == len(printed):
        for at, (one, other) in enumerate(zip(value, printed, strict=True)):
            yield from _apart(one, other, f"{where}[{at}]")
    else:
        yield f"{where} = {value!r}"


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
