"""The rules of board games as pure functions on immutable states, clause by clause.

>>> import arcanum
>>> state = arcanum.new_game("arcanum/en", players=4, seed=7)
>>> state = arcanum.apply(state, arcanum.legal_actions(state)[0])
>>> arcanum.is_over(state)
False
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from importlib import import_module
from os import PathLike
from typing import TYPE_CHECKING, Any

from arcanum.kernel import engine as _engine
from arcanum.kernel.actions import Action, Option, Pass
from arcanum.kernel.engine import Outcome, State, Step, apply, legal_actions
from arcanum.kernel.errors import ArcanumError, BadCall, IllegalAction, ParseError, UnknownName, Violation, brief
from arcanum.kernel.events import Event, Seat
from arcanum.kernel.game import Game, RuleSet, View
from arcanum.kernel.ids import ClauseId

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from arcanum.kernel.clauses import Clause
    from arcanum.kernel.documents import DocumentError
    from arcanum.kernel.house import HouseRuleError
    from arcanum.kernel.records import RecordError
    from arcanum.kernel.replay import Record
    from arcanum.kernel.tell import Line, Narrator
    from arcanum.kernel.variants import Difference
    from arcanum.lab.compare import PlayReport
    from arcanum.lab.players import Factory, Player
    from arcanum.lab.simulate import Simulation
    from arcanum.validation import Progress, Tell
    from arcanum.validation.report import Report

__all__ = [
    "Action",
    "ArcanumError",
    "BadCall",
    "Clause",
    "ClauseId",
    "Difference",
    "DocumentError",
    "Event",
    "HouseRuleError",
    "IllegalAction",
    "Line",
    "Narrator",
    "Option",
    "Outcome",
    "ParseError",
    "Pass",
    "PlayReport",
    "Player",
    "Record",
    "RecordError",
    "Report",
    "RuleSet",
    "Seat",
    "Simulation",
    "State",
    "Step",
    "UnknownName",
    "View",
    "Violation",
    "apply",
    "begin",
    "clauses",
    "compare",
    "determinize",
    "diff",
    "dumps",
    "games",
    "is_over",
    "legal_actions",
    "loads",
    "narrator",
    "new_game",
    "observe",
    "outcome",
    "parse_action",
    "player",
    "rules",
    "rulesets",
    "simulate",
    "step",
    "svg",
    "to_act",
    "validate",
    "why_not",
]

__version__ = "0.1.0"

_PACKAGES = {"arcanum": "arcanum.tarot", "arcana": "arcanum.guilds"}
_LATER = {
    "Clause": "arcanum.kernel.clauses",
    "Difference": "arcanum.kernel.variants",
    "DocumentError": "arcanum.kernel.documents",
    "HouseRuleError": "arcanum.kernel.house",
    "Line": "arcanum.kernel.tell",
    "Narrator": "arcanum.kernel.tell",
    "PlayReport": "arcanum.lab.compare",
    "Player": "arcanum.lab.players",
    "Record": "arcanum.kernel.replay",
    "RecordError": "arcanum.kernel.records",
    "Report": "arcanum.validation.report",
    "Simulation": "arcanum.lab.simulate",
}
"""Names that most programs never ask for, and where they are when one does."""


if not TYPE_CHECKING:  # or else every misspelt name of the library would be an object to a type checker

    def __getattr__(name: str) -> object:
        if name not in _LATER:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        return getattr(import_module(_LATER[name]), name)


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

    >>> rulesets("arcanum")  # doctest: +NORMALIZE_WHITESPACE
    ('arcanum/en', 'arcanum/de', 'arcanum/it', 'arcanum/fr', 'arcanum/es',
     'arcanum/it-b', 'arcanum/fr-b', 'arcanum/consensus')
    """
    names = games() if game is None else (game,)
    return tuple(ruleset for name in names for ruleset in _game(name).rulesets())


def rules(name: str | PathLike[str]) -> RuleSet:
    """A built-in rule set by its id, or the rules of a house-rule file by its path.

    A file raises `HouseRuleError` with everything that is wrong with it.

    >>> rules("arcanum/en")
    <rules arcanum/en>
    >>> rules("nine-cards.toml")
    Traceback (most recent call last):
    arcanum.kernel.house.HouseRuleError: 'nine-cards.toml' has an error:
    - the file: cannot be read: No such file or directory
    """
    return _find_rules(name)


def _find_rules(name: object) -> RuleSet:
    game = name.partition("/")[0] if isinstance(name, str) else ""
    if isinstance(name, str) and game in _PACKAGES and name in _game(game).rulesets():
        return _game(game).rules(name)
    from arcanum.kernel.house import is_path, read_file

    if isinstance(name, PathLike) or (isinstance(name, str) and is_path(name)):
        file = read_file(name, _house_keys)
        return _game(file.game(games(), rulesets)).build(file)
    raise UnknownName("rule set", name, rulesets(game) if game in _PACKAGES else rulesets())


def _house_keys() -> dict[str, str]:
    """A game that has it, for everything that house-rule files can set."""
    return {key: game for game in games() for key in _game(game).house_keys()}


def _chosen(given: str | PathLike[str] | RuleSet) -> RuleSet:
    """Rules, or those that an id or a path stands for."""
    if isinstance(given, str | PathLike):
        return _find_rules(given)
    if not isinstance(getattr(given, "name", None), str) or not hasattr(given, "game"):
        raise BadCall(f"expected the id of a rule set or rules, got {brief(given)}")
    return given


def begin(rules: str | PathLike[str] | RuleSet, *, players: int, seed: int, **options: object) -> Step:
    """Start a game: the first state that waits for a decision, and the events of the opening.

    >>> opening = begin("arcanum/en", players=3, seed=1)
    >>> type(opening.events[0]).__name__
    'TurnBegan'
    """
    chosen = _chosen(rules)
    if type(seed) is not int:
        raise BadCall(f"the seed must be a whole number, not {brief(seed)}")
    return chosen.game.begin(chosen, players, seed, options)


def new_game(rules: str | PathLike[str] | RuleSet, *, players: int, seed: int, **options: object) -> State:
    """Start a game: the first state that waits for a decision. The same seed gives the same game, on every machine.

    Options of `arcanum/*`: `length` is `"short"` (the default) or `"long"`; `majors` is `"all"` (the default),
    `"from-turn-3"` or `"none"`.

    Options of `arcana/*`: `guilds`, one for each seat (by lot without it); `modules`, any of `"customise"`,
    `"objectives"`, `"militia"`, `"masters"`, `"events"` and `"tactical"`; `catalogue`, the path of a card file;
    `first_player`, a seat; `round_limit`, after how many rounds to stop.

    >>> new_game("arcanum/en", players=3, seed=1)
    <arcanum/en, 3 players, turn 1, seat 2 to hide a Minor>
    """
    return begin(rules, players=players, seed=seed, **options).state


def step(state: State, action: Action, *, seat: Seat | None = None) -> Step:
    """Like `apply`, with the events: `.state` and `.events`; `.heard(seat)` is what a seat may know of them.

    `.learned` names the seats that got to know something hidden by the action, and `.chance` says whether something was
    shuffled. If neither, the action can be taken back and nobody is the wiser.

    >>> state = new_game("arcanum/en", players=3, seed=1)
    >>> done = step(state, legal_actions(state)[0])
    >>> done.events, done.learned, done.chance
    ((), (), False)
    """
    log: list[Event] = []
    after = _engine.advance(state, action, seat, log)
    return Step(after, tuple(log), state)


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


def determinize(view: View, seed: int) -> State:
    """A complete state that looks like a view to its seat, each one equally likely; the same seed gives the same one.

    Players that search can play it on without knowing what they may not know. The generator of the state is fresh.

    >>> view = observe(new_game("arcanum/en", players=3, seed=1), 0)
    >>> state = determinize(view, seed=5)
    >>> observe(state, 0) == view
    True
    """
    from arcanum.kernel.sampling import determinize

    if not isinstance(view, View):
        raise BadCall(f"expected a view (from arcanum.observe), got {brief(view)}")
    if type(seed) is not int:
        raise BadCall(f"the seed must be a whole number, not {brief(seed)}")
    return determinize(view, seed)


def dumps(value: object, *, rules: RuleSet | None = None, indent: int | None = None) -> str:
    """A state, view, step, action, event, outcome, violation, record or rules as a JSON document.

    It says the format, the game, and the rule set with its digest. Actions, events, outcomes and violations do not know
    by which rules they came about: give the rules, or the document says only the game.

    >>> dumps(Pass())
    '{"format":2,"kind":"action","value":"pass"}'
    """
    from arcanum.kernel.documents import write

    return write(value, None if rules is None else _chosen(rules), [_game(name) for name in games()], indent)


def loads(text: str | bytes) -> Any:
    """The value that a JSON document describes.

    Raises `DocumentError` with everything that is wrong with it, each fault with its path; what could not occur in a
    game is wrong too.

    >>> state = new_game("arcanum/en", players=3, seed=1)
    >>> loads(dumps(state)) == state
    True
    >>> loads('{"format": 1, "kind": "action", "game": "arcanum", "value": "hide 99S"}')
    Traceback (most recent call last):
    arcanum.kernel.documents.DocumentError: the document has an error:
    - value: '99S' is no card: write a rank (1-10, V, N, Q, K) and a suit (S, P, W, C), or M0-M21
    """
    from arcanum.kernel.documents import read

    return read(text, {name: partial(_game, name) for name in games()})


def why_not(state: State, action: object, *, seat: Seat | None = None) -> tuple[Violation, ...]:
    """Why an action is not legal, each reason with its clause; empty if it is legal.

    The reasons speak to the seat that is to act, and may speak of its hand. If somebody else may be asking, give his
    seat: he then hears only that it is not his decision.

    >>> state = new_game("arcanum/en", players=3, seed=1)
    >>> [violation.clause for violation in why_not(state, Pass())]
    ['HIDE-1']
    """
    return _engine.why_not(_engine.checked(state), action, seat)


def parse_action(rules: str | PathLike[str] | RuleSet, text: str) -> Action:
    """The action whose short form is a text, by the forms of the game; raises `ParseError` if there is none.

    Whether it is legal is another question.

    >>> parse_action("arcanum/en", "hide 4S")
    Hide(card=Minor(suit=<Suit.SWORDS: 0>, rank=4))
    """
    return _chosen(rules).game.parse_action(text)


def svg(view: View, *, theme: str = "auto", names: Sequence[str] | None = None, highlight: bool = True) -> str:
    """A picture of the table as a view shows it: an SVG document, for a notebook, a page or a file.

    `theme` is `"light"`, `"dark"`, or `"auto"`, which follows what the reader prefers. `names` are those of the
    players, by seat. Whatever a legal action of the view is about is a group of the class `legal`, and its
    `data-actions` are the positions of those actions in `view.legal_actions`; without `highlight` nothing is marked.

    >>> view = observe(new_game("arcanum/en", players=3, seed=1), 2)
    >>> picture = svg(view, names=["Anna", "Bruno", "Clara"])
    >>> picture.count('class="card legal"') == len(view.legal_actions)
    True
    """
    from arcanum.pictures import svg

    return svg(view, theme, names, highlight=highlight)


def narrator(rules: str | PathLike[str] | RuleSet, names: Sequence[str]) -> Narrator:
    """Somebody who tells one game to people, with a name for every seat: its events, and what a player may choose.

    Events are told in their order, from the opening on, because a narrator remembers what it has told. Give it what a
    seat has heard, and it tells no more than that.

    >>> opening = begin("arcanum/en", players=3, seed=1)
    >>> teller = narrator("arcanum/en", ["Anna", "Bruno", "Clara"])
    >>> told = [line for event in opening.heard(2) for line in teller.lines(event)]
    >>> told[0].text, told[0].clause
    ('Turn 1, Clara begins', 'TURN-8')
    >>> [teller.choice(action) for action in legal_actions(opening.state)][:2]
    ['hide the 1 of Swords', 'hide the 2 of Swords']
    """
    chosen = _chosen(rules)
    if isinstance(names, str) or not all(isinstance(name, str) for name in names):
        raise BadCall(f"expected a list of names, one for each seat, got {brief(names)}")
    if len(names) not in chosen.players:
        raise BadCall(f"{chosen.name} is for {' or '.join(map(str, chosen.players))} players, not {len(names)}")
    return chosen.game.narrator(chosen, names)


def player(kind: str, seed: int) -> Player:
    """A computer player for one seat of one game: `random`, `greedy`, or `search:200` (so many nodes a choice).

    It is asked for a choice with a view of its seat, and sees nothing else.

    >>> state = new_game("arcanum/en", players=3, seed=1)
    >>> player("greedy", seed=4).choose(observe(state, 2)) in legal_actions(state)
    True
    """
    from arcanum.lab.players import parse

    if type(seed) is not int:
        raise BadCall(f"the seed must be a whole number, not {brief(seed)}")
    return parse(kind)(seed)


def diff(one: str | PathLike[str] | RuleSet, other: str | PathLike[str] | RuleSet) -> tuple[Difference, ...]:
    """The clauses that two rule sets of a game read differently, with both readings and where they stand.

    Each may be the id of a built-in rule set, the path of a house-rule file, or rules.

    >>> for difference in diff("arcanum/it", "arcanum/it-b"):
    ...     print(f"{difference.clause.id}: {difference.one} ({difference.one.where}), {difference.other}")
    LOC6-1: points 1 (000:2184-2187), points 0
    """
    from arcanum.kernel.variants import diff

    return diff(_chosen(one), _chosen(other))


def validate(
    rules: str | PathLike[str] | RuleSet,
    *,
    games: int = 200,
    examples: int = 20,
    clauses: Sequence[str] | None = None,
    seed: int = 0,
    jobs: int = 1,
    budget: float | None = None,
    progress: Progress | None = None,
    tell: Tell | None = None,
) -> Report:
    """Report on a house rule: what it overrides, whether every other clause still holds, how it plays.

    `games` random games are played by the variant and the same ones by its base; every property of the specification,
    or of some `clauses`, is tried with `examples` examples, or with fewer where these meet nothing that is changed.
    The work is spread over `jobs` processes. After `budget` seconds it stops, and what was not reached is not judged;
    without a budget the same arguments give the same report. `tell` is called with the lines of each part of the
    report as soon as they are known. Needs the extra `arcanum[validate]`.

    >>> import attrs
    >>> longer = attrs.evolve(rules("arcanum/it"), name="nine cards", hand_limit=9)
    >>> report = validate(longer, games=2, examples=2, clauses=("HAND-3", "HAND-5"))
    >>> report.sound, [override.clause.id for override in report.overrides]
    (True, ['HAND-1', 'HAND-2', 'LOC3-4', 'AMB-13'])
    """
    from arcanum.validation import validate

    return validate(
        _chosen(rules),
        games=games,
        examples=examples,
        clauses=clauses,
        seed=seed,
        jobs=jobs,
        budget=budget,
        progress=progress,
        tell=tell,
    )


def simulate(
    rules: str | PathLike[str] | RuleSet,
    players: Sequence[str | Factory],
    games: int,
    seed: int = 0,
    *,
    options: Mapping[str, object] | None = None,
    jobs: int = 1,
    dask: str | None = None,
    executor: Executor | None = None,
    output: str | PathLike[str] | None = None,
    progress: Progress | None = None,
) -> Simulation:
    """Play many games between players: `random`, `greedy`, `search:200` (so many nodes a choice), or your own.

    Everybody moves a seat on from game to game. `options` are those of `new_game`. The same arguments give the same
    games, however they are spread: over `jobs` processes, over the Dask cluster at an address (needs the extra
    `arcanum[cluster]`), or over any executor. With `output`, results are kept in a file (`.jsonl`, `.csv` or
    `.parquet`), and a run that was interrupted goes on where it stopped.

    >>> done = simulate("arcanum/en", ["greedy", "random", "random"], games=3, seed=1)
    >>> [game.players[game.winners[0]] for game in done.results()]
    ['greedy', 'random', 'greedy']
    """
    from arcanum.lab.simulate import simulate

    return simulate(
        _chosen(rules),
        players,
        games,
        seed,
        options=options,
        jobs=jobs,
        dask=dask,
        executor=executor,
        output=output,
        progress=progress,
    )


def compare(
    one: str | PathLike[str] | RuleSet,
    other: str | PathLike[str] | RuleSet,
    players: Sequence[str | Factory] = ("greedy",) * 4,
    games: int = 1000,
    seed: int = 0,
    *,
    options: Mapping[str, object] | None = None,
    jobs: int = 1,
    dask: str | None = None,
    results: str | PathLike[str] | None = None,
    progress: Progress | None = None,
) -> PlayReport:
    """Play many games by two rule sets of a game, and say which differences in the play are real.

    With `results`, games are kept in a folder, and a comparison that was interrupted goes on where it stopped.

    >>> found = compare("arcanum/fr", "arcanum/fr-b", ["random"] * 3, games=4)
    >>> [difference.what for difference in found.real]
    []
    """
    from arcanum.lab.compare import compare

    return compare(
        _chosen(one),
        _chosen(other),
        players,
        games,
        seed,
        options=options,
        jobs=jobs,
        dask=dask,
        results=results,
        progress=progress,
    )


def clauses(game: str | None = None) -> tuple[Clause, ...]:
    """The clause index: every clause of the rulebooks, of one game or of all.

    >>> clauses("arcanum")[0].text
    'The game is for 3, 4 or 5 players.'
    """
    names = games() if game is None else (game,)
    return tuple(clause for name in names for clause in _game(name).clauses())
