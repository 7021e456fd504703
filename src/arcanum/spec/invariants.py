"""What must be true in every state and for every step of any game, whatever happens.

Used by the specification and by the soak; each check raises `AssertionError` with a sentence that says what was found.
What a game adds (every card in one place, no hand too large) is in the package of its own beside this module.
"""

from __future__ import annotations

import json
import pickle
from collections.abc import Callable, Iterable
from copy import deepcopy
from typing import TypeVar

import arcanum
from arcanum.kernel.actions import PASS, Action, Option
from arcanum.kernel.agenda import ChooseOne, Frame
from arcanum.kernel.documents import from_plain, plain
from arcanum.kernel.engine import pending
from arcanum.kernel.events import Chose
from arcanum.kernel.variants import statements

StateT = TypeVar("StateT", bound=arcanum.State)


def check_decision(state: arcanum.State) -> None:
    """Exactly one seat is asked and has something to choose, until the game is over."""
    legal = arcanum.legal_actions(state)
    seat, seats = arcanum.to_act(state), range(len(state.players))
    turn = getattr(state, "active", None)
    assert turn is None or turn in seats, f"{turn!r} cannot be active"
    rest = [task for task in state.agenda if isinstance(task, Frame)]
    assert all(task.program for task in rest), "nothing must wait that has nothing to do"
    if arcanum.is_over(state):
        assert legal == () and seat is None and arcanum.outcome(state) is not None, "a finished game asks nobody"
        return
    assert seat in range(len(state.players)), f"seat {seat} does not exist"
    assert legal, "whoever is asked must have a legal action"
    assert len(set(legal)) == len(legal), "legal actions must not repeat"
    assert arcanum.outcome(state) is None, "a running game has no result"


def check_outcome(state: arcanum.State) -> None:
    """A finished game has a score for each seat, winners (none only if it stopped unfinished) and a reason."""
    result = arcanum.outcome(state)
    assert result is not None and len(result.scores) == len(state.players), "everybody must have a score"
    assert result.reason, "there must be a reason"
    assert result.winners or result.reason.startswith("unfinished"), "somebody must have won"
    assert set(result.winners) <= set(range(len(state.players))), "winners must be players"


def check_value(state: arcanum.State) -> None:
    """A state is a value: a copy, also one that was written down, is equal and as good."""
    assert state.game.faults(state) == [], "a state that was reached is a position"
    written = from_plain(json.loads(_as_json(state, state.rules)), "state", state.rules)
    for twin in (deepcopy(state), pickle.loads(pickle.dumps(state)), written):
        assert twin == state and hash(twin) == hash(state), "a copy of a state must be equal to it"
        assert arcanum.legal_actions(twin) == arcanum.legal_actions(state), "a copy must offer the same actions"


def check_step(before: arcanum.State, action: Action, after: arcanum.State) -> None:
    """`apply` is a function: same arguments, same result, and something has changed."""
    again = arcanum.apply(before, action)
    assert again == after and hash(again) == hash(after), "apply must give the same state again"
    assert before != after, "a decision must change something"
    check_answer(before, action)


def check_answer(before: arcanum.State, action: Action) -> None:
    """What a player chooses from an offer that everybody knows of is told first, and nobody else has chosen it."""
    decision, seat, events = pending(before), arcanum.to_act(before), arcanum.step(before, action).events
    assert seat is not None, "somebody was asked"
    chosen = action.name if isinstance(action, Option) else None
    if isinstance(decision, ChooseOne):
        told = Chose(seat, chosen, clause=decision.choice.clause)
        assert events[:1] == (told,), f"{action} must be told"
    for event in events:
        if isinstance(event, Chose) and event.option is not None:
            assert (event.seat, event.option) == (seat, chosen), f"{event} was not the answer"
        elif isinstance(event, Chose):
            assert action == PASS or event.seat != seat, f"{event} was not the answer"


def check_readings(rules: arcanum.RuleSet) -> None:
    """The values of built-in rules come to what the clause index states for their printing, one by one."""
    index = rules.game.clauses()
    for id, name, value in statements(rules):
        stated = index[id].parameter(name, rules.printing)
        assert value == stated, f"{rules.name} has {value!r} for {name} of {id}, which states {stated!r}"


def check_public(state: arcanum.State, names: Iterable[str]) -> None:
    """Everybody sees what is public, as it is, and who is asked for what; only he sees what he may choose from."""
    decision = pending(state)
    for seat in (None, *range(len(state.players))):
        view = arcanum.observe(state, seat)
        for name in names:
            assert getattr(view, name) == getattr(state, name), f"seat {seat} must see {name} as it is"
        asked = None if decision is None else (decision.seat, decision.prompt)
        assert (view.seat, len(view.players)) == (seat, len(state.players)), "a view is of one seat and shows all"
        assert (view.to_act, getattr(view, "prompt", None)) == (asked or (None, None)), (
            "who is asked for what is public"
        )
        own = arcanum.legal_actions(state) if decision is not None and decision.seat == seat else ()
        assert view.legal_actions == own, "what can be chosen is seen by him who chooses"


def check_views(state: arcanum.State) -> None:
    """Only the seat that has to decide sees what it may choose from."""
    for seat in (None, *range(len(state.players))):
        view = arcanum.observe(state, seat)
        assert view.seat == seat and view.to_act == arcanum.to_act(state), "a view must say whose it is and who decides"
        asked = seat is not None and seat == view.to_act
        if asked:
            again = arcanum.observe(arcanum.determinize(view, 0), seat)
            assert again == view, "a position that was filled in must look the same"
            assert _as_json(again, state.rules) == _as_json(view, state.rules), "what is equal is written alike"
        assert view.legal_actions == (arcanum.legal_actions(state) if asked else ()), "only who is asked sees answers"


def _as_json(value: object, rules: arcanum.RuleSet) -> str:
    return json.dumps(plain(value, rules))


def check_every_action(state: StateT, every: Iterable[Action], check_state: Callable[[StateT], None]) -> None:
    """Every legal action leads to a sound state, every other one is refused with a clause, the state stays the same."""
    copy = deepcopy(state)
    offered = arcanum.legal_actions(state)
    legal = set(offered)
    assert len(set(map(str, offered))) == len(offered), "legal actions must not have the same text"
    for action in (*offered, *(action for action in every if action not in legal)):
        reasons = arcanum.why_not(state, action)
        if action not in legal:
            _check_refusal(state, action, reasons)
            continue
        assert reasons == (), f"{action} is legal, yet refused"
        after = arcanum.apply(state, action)
        assert isinstance(after, type(state)) and after == arcanum.step(state, action).state, (
            "apply and step must agree"
        )
        check_state(after)
    assert state == copy and hash(state) == hash(copy), "apply must leave its argument alone"


def _check_refusal(state: arcanum.State, action: Action, reasons: tuple[arcanum.Violation, ...]) -> None:
    known = state.game.clauses()
    assert reasons, f"{action} must be refused with a reason"
    assert all(reason.clause in known and reason.message for reason in reasons), "a reason needs a clause"
    try:
        arcanum.apply(state, action)
    except arcanum.IllegalAction as refused:
        assert refused.violations == reasons, "apply and why_not must agree"
        assert refused.state is state and refused.action is action, "the error gives back what was passed"
    else:
        raise AssertionError(f"{action} must be refused")
