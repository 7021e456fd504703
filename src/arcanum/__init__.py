"""The rules of board games as pure functions on immutable states, clause by clause.

>>> import arcanum
>>> state = arcanum.new_game("arcanum/en", players=4, seed=7)
>>> state = arcanum.apply(state, arcanum.legal_actions(state)[0])
>>> arcanum.is_over(state)
False
"""

from __future__ import annotations

from importlib import import_module

from arcanum.kernel import engine as _engine
from arcanum.kernel.actions import Action, Option, Pass
from arcanum.kernel.clauses import Clause, ClauseId
from arcanum.kernel.engine import Game, Outcome, RuleSet, State, Step, View
from arcanum.kernel.errors import ArcanumError, BadCall, IllegalAction, ParseError, UnknownName, Violation, brief
from arcanum.kernel.events import Event, Seat

__all__ = [
    "Action",
    "ArcanumError",
    "BadCall",
    "Clause",
    "ClauseId",
    "Event",
    "IllegalAction",
    "Option",
    "Outcome",
    "ParseError",
    "Pass",
    "RuleSet",
    "Seat",
    "State",
    "Step",
    "UnknownName",
    "View",
    "Violation",
    "apply",
    "begin",
    "clauses",
    "games",
    "is_over",
    "legal_actions",
    "new_game",
    "observe",
    "outcome",
    "rules",
    "rulesets",
    "step",
    "to_act",
    "why_not",
]

__version__ = "0.1.0"

_PACKAGES = {"arcanum": "arcanum.tarot", "arcana": "arcanum.guilds"}


def _game(name: str) -> Game:
    if not isinstance(name, str) or name not in _PACKAGES:
        raise UnknownName("game", name, games())
    game: Game = import_module(_PACKAGES[name]).GAME
    return game


def games() -> tuple[str, ...]:
    """The ids of the games.

    >>> games()
    ('arcanum', 'arcana')
    """
    return tuple(_PACKAGES)


def rulesets(game: str | None = None) -> tuple[str, ...]:
    """The ids of the built-in rule sets, of one game or of all.

    >>> rulesets("arcanum")
    ('arcanum/en', 'arcanum/consensus')
    """
    names = games() if game is None else (game,)
    return tuple(ruleset for name in names for ruleset in _game(name).rulesets())


def rules(name: str) -> RuleSet:
    """A built-in rule set.

    >>> rules("arcanum/en")
    <rules arcanum/en>
    """
    return _find_rules(name)


def _find_rules(name: object) -> RuleSet:
    if not isinstance(name, str) or name.partition("/")[0] not in _PACKAGES:
        raise UnknownName("rule set", name, rulesets())
    return _game(name.partition("/")[0]).rules(name)


def begin(rules: str | RuleSet, *, players: int, seed: int, **options: object) -> Step:
    """Start a game: the first state that waits for a decision, and the events of the opening.

    >>> opening = begin("arcanum/en", players=3, seed=1)
    >>> type(opening.events[0]).__name__
    'TurnBegan'
    """
    chosen = _find_rules(rules) if isinstance(rules, str) else rules
    if not isinstance(getattr(chosen, "name", None), str) or not hasattr(chosen, "game"):
        raise BadCall(f"expected the id of a rule set or rules, got {brief(rules)}")
    if type(seed) is not int:
        raise BadCall(f"the seed must be a whole number, not {brief(seed)}")
    return chosen.game.begin(chosen, players, seed, options)


def new_game(rules: str | RuleSet, *, players: int, seed: int, **options: object) -> State:
    """Start a game: the first state that waits for a decision. The same seed gives the same game, on every machine.

    Options of `arcanum/*`: `length` is `"short"` (the default) or `"long"`; `majors` is `"all"` (the default),
    `"from-turn-3"` or `"none"`.

    Options of `arcana/*`: `guilds`, one for each seat (by lot without it); `modules`, any of `"customise"`,
    `"objectives"`, `"militia"`, `"masters"`, `"events"` and `"tactical"`; `catalogue`, the path of a card file;
    `first_player`, a seat (first edition only); `round_limit`, after how many rounds to stop.

    >>> new_game("arcanum/en", players=3, seed=1)
    <arcanum/en, 3 players, turn 1, seat 2 to hide a Minor>
    """
    return begin(rules, players=players, seed=seed, **options).state


def legal_actions(state: State) -> tuple[Action, ...]:
    """The actions that the seat to act may choose from, in a stable order; empty exactly when the game is over.

    >>> state = new_game("arcanum/en", players=3, seed=1)
    >>> [str(action) for action in legal_actions(state)]
    ['hide 1S', 'hide 2S', 'hide 8S', 'hide 6C']
    """
    return _engine.legal_actions(_engine.checked(state))


def apply(state: State, action: Action, *, seat: Seat | None = None) -> State:
    """The state after an action. Raises `IllegalAction` if the rules forbid it; the state passed in never changes.

    Give the seat that sent the action if it may not be the one to act; a wrong seat is refused before anything else.

    >>> state = new_game("arcanum/en", players=3, seed=1)
    >>> apply(state, Pass())
    Traceback (most recent call last):
    arcanum.kernel.errors.IllegalAction: pass: now seat 2 has to hide a Minor [HIDE-1]
    """
    return _engine.advance(_engine.checked(state), action, seat, None)


def step(state: State, action: Action, *, seat: Seat | None = None) -> Step:
    """Like `apply`, with the events: `.state` and `.events`.

    >>> state = new_game("arcanum/en", players=3, seed=1)
    >>> step(state, legal_actions(state)[0]).events
    ()
    """
    log: list[Event] = []
    after = _engine.advance(_engine.checked(state), action, seat, log)
    return Step(after, tuple(log))


def to_act(state: State) -> Seat | None:
    """The seat that must decide, or None when the game is over.

    >>> to_act(new_game("arcanum/en", players=3, seed=1))
    2
    """
    decision = _engine.pending(_engine.checked(state))
    return None if decision is None else decision.seat


def is_over(state: State) -> bool:
    """Whether the game has ended.

    >>> is_over(new_game("arcanum/en", players=3, seed=1))
    False
    """
    return not _engine.checked(state).agenda


def outcome(state: State) -> Outcome | None:
    """The result: `.scores`, `.winners` and `.reason`; None while the game goes on.

    >>> outcome(new_game("arcanum/en", players=3, seed=1)) is None
    True
    """
    return state.game.outcome(state) if is_over(state) else None


def observe(state: State, seat: Seat | None) -> View:
    """What a seat may know of the state; seat None is a spectator.

    >>> view = observe(new_game("arcanum/en", players=3, seed=1), 0)
    >>> [player.hand_size for player in view.players]
    [5, 5, 5]
    """
    players = len(_engine.checked(state).players)
    if seat is not None and (type(seat) is not int or seat not in range(players)):
        raise BadCall(f"there is no seat {brief(seat)}; there are 0 to {players - 1}, or None for a spectator")
    return state.game.observe(state, seat)


def why_not(state: State, action: object, *, seat: Seat | None = None) -> tuple[Violation, ...]:
    """Why an action is not legal, each reason with its clause; empty if it is legal.

    The reasons speak to the seat that is to act, and may speak of its hand. If somebody else may be asking, give his
    seat: he then hears only that it is not his decision.

    >>> state = new_game("arcanum/en", players=3, seed=1)
    >>> [violation.clause for violation in why_not(state, Pass())]
    ['HIDE-1']
    """
    return _engine.why_not(_engine.checked(state), action, seat)


def clauses(game: str | None = None) -> tuple[Clause, ...]:
    """The clause index: every clause of the rulebooks, of one game or of all.

    >>> clauses("arcanum")[0].text
    'The game is for 3, 4 or 5 players.'
    """
    names = games() if game is None else (game,)
    return tuple(clause for name in names for clause in _game(name).clauses())
