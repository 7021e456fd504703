"""The libraries that we compare ourselves with, each by the fastest way to a successor that it documents.

All of them keep the parent, as a search does. OpenSpiel has `child`, in C++. python-chess copies the board and pushes
the move. RLCard has nothing of the kind for most games, so a game is copied deeply and stepped, below its environments
and the tensors that these make. A library that is not installed is left out, with a sentence that says so.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from copy import deepcopy
from importlib import import_module
from importlib.metadata import version
from operator import attrgetter
from time import perf_counter
from typing import Any, Protocol

import attrs

from benchmarks.loop import Contestant, Meter, Play, Played

TAROK, HEARTS, GIN_RUMMY = "OpenSpiel tarok", "OpenSpiel hearts", "OpenSpiel gin_rummy"
CHESS, CHESS_WITH_STACK = "python-chess copy(stack=False)", "python-chess copy()"
"""`copy()` also copies all moves so far, one by one. Who needs no way back leaves them out, so that is the peer."""
CHESS_PLIES = 100
"""Random chess games do not end by themselves for a long time; ours have about as many decisions as this."""


class Absent(Exception):
    """A library is not there; the message says why, or what to do about it."""


@attrs.frozen
class Loaded:
    """A library in the loop."""

    meters: Sequence[Meter]
    versions: Mapping[str, str]


@attrs.frozen
class Library:
    """A library that may be there."""

    title: str
    load: Callable[[], Loaded]
    """Raises `Absent`."""
    required: bool = False
    """Whether a result without it compares nothing."""


@attrs.define
class Field:
    """All libraries that are there, and what is to be said about the others."""

    meters: list[Meter] = attrs.field(factory=list)
    versions: dict[str, str] = attrs.field(factory=dict)
    left_out: list[str] = attrs.field(factory=list)
    complete: bool = True
    """Whether all that are required are there."""

    @property
    def contestants(self) -> tuple[Contestant, ...]:
        """Those that run in this process."""
        return tuple([each for each in self.meters if isinstance(each, Contestant)])

    @classmethod
    def gather(cls, libraries: Iterable[Library]) -> Field:
        """Load what can be loaded."""
        field = cls()
        for library in libraries:
            try:
                loaded = library.load()
            except Absent as reason:
                field.left_out.append(f"{library.title} is left out: {reason}.")
                field.complete = field.complete and not library.required
            else:
                field.meters += loaded.meters
                field.versions.update(loaded.versions)
        return field


def wanted(module: str, distribution: str) -> Any:
    """A module that may not be installed."""
    try:
        return import_module(module)
    except ImportError as error:
        raise Absent(f"{error} (pip install 'arcanum[bench]', or pip install {distribution})") from None


# --- OpenSpiel --------------------------------------------------------------------------------------------------------


class SpielState(Protocol):
    """The part of an OpenSpiel state that is used."""

    def legal_actions(self) -> list[int]:
        """The legal actions, or what chance can do; nothing when the game is over."""

    def child(self, action: int) -> SpielState:
        """The state after an action."""

    def apply_action(self, action: int) -> None:
        """Change this state by an action."""

    def is_chance_node(self) -> bool:
        """Whether chance moves."""


class SpielGame(Protocol):
    """The part of an OpenSpiel game that is used."""

    def new_initial_state(self) -> SpielState:
        """The start of a game."""


def spiel(game: SpielGame) -> Play:
    """A game of OpenSpiel. Whatever chance does in the games that are played here, all of it is equally likely."""

    def play(seed: int, dice: Iterator[float]) -> Played:
        begun = perf_counter()
        state = game.new_initial_state()
        while state.is_chance_node():
            legal = state.legal_actions()
            state.apply_action(legal[int(next(dice) * len(legal))])
        kept: list[SpielState] = []
        start = perf_counter()
        while legal := state.legal_actions():
            kept.append(state)
            state = state.child(legal[int(next(dice) * len(legal))])
        end = perf_counter()
        return Played(kept, sum(not each.is_chance_node() for each in kept), start - begun, end - start)

    return play


def open_spiel() -> Loaded:
    """OpenSpiel's game with tarot cards, its fastest trick-taking game, and one with chance in the middle."""
    load: Callable[[str], SpielGame] = wanted("pyspiel", "open_spiel").load_game
    games = {TAROK: "tarok(rng_seed=7)", HEARTS: "hearts", GIN_RUMMY: "gin_rummy"}
    return Loaded(
        [Contestant(name, spiel(load(game))) for name, game in games.items()], {"open_spiel": version("open_spiel")}
    )


# --- python-chess -----------------------------------------------------------------------------------------------------


class Board(Protocol):
    """The part of `chess.Board` that is used."""

    @property
    def legal_moves(self) -> Iterable[object]:
        """The legal moves, made one by one."""

    def copy(self, *, stack: bool) -> Board:
        """A copy, with or without the moves so far."""

    def push(self, move: object) -> None:
        """Make a move on this board."""


def chess(new_board: Callable[[], Board], stack: bool) -> Play:
    """The first moves of a game of python-chess."""

    def play(seed: int, dice: Iterator[float]) -> Played:
        begun = perf_counter()
        board = new_board()
        kept: list[Board] = []
        start = perf_counter()
        while len(kept) < CHESS_PLIES and (legal := list(board.legal_moves)):
            kept.append(board)
            board = board.copy(stack=stack)
            board.push(legal[int(next(dice) * len(legal))])
        end = perf_counter()
        return Played(kept, len(kept), start - begun, end - start)

    return play


def python_chess() -> Loaded:
    """python-chess, with and without the moves so far."""
    board: Callable[[], Board] = wanted("chess", "chess").Board
    plays = {CHESS: chess(board, stack=False), CHESS_WITH_STACK: chess(board, stack=True)}
    return Loaded([Contestant(name, play) for name, play in plays.items()], {"chess": version("chess")})


# --- RLCard -----------------------------------------------------------------------------------------------------------


class CardGame(Protocol):
    """The part of an RLCard game that is used."""

    np_random: object

    def init_game(self) -> object:
        """Deal."""

    def is_over(self) -> bool:
        """Whether the game is over."""

    def step(self, action: object) -> object:
        """Change this game by an action."""


Question = Callable[[CardGame], Callable[[], Sequence[object]]]
"""How a game of RLCard is asked for its legal actions."""


def cards(new_game: Callable[[], CardGame], generator: Callable[[int], object], legal_actions: Question) -> Play:
    """A game of RLCard, copied deeply before every step."""

    def play(seed: int, dice: Iterator[float]) -> Played:
        begun = perf_counter()
        game = new_game()
        game.np_random = generator(seed % 2**32)
        game.init_game()
        kept: list[CardGame] = []
        start = perf_counter()
        while not game.is_over():
            legal = legal_actions(game)()
            kept.append(game)
            game = deepcopy(game)
            game.step(legal[int(next(dice) * len(legal))])
        end = perf_counter()
        return Played(kept, len(kept), start - begun, end - start)

    return play


def rlcard() -> Loaded:
    """Three of RLCard's games."""
    generator: Callable[[int], object] = wanted("numpy.random", "numpy").RandomState
    by_game: Question = attrgetter("get_legal_actions")
    by_judge: Question = attrgetter("judge.get_legal_actions")
    games = {"gin_rummy": by_judge, "uno": by_game, "limitholdem": by_game}
    meters = [
        Contestant(f"RLCard {name}", cards(wanted(f"rlcard.games.{name}", "rlcard").Game, generator, legal_actions))
        for name, legal_actions in games.items()
    ]
    return Loaded(meters, {"rlcard": version("rlcard"), "numpy": version("numpy")})


LIBRARIES = (
    Library("OpenSpiel", open_spiel, required=True),
    Library("python-chess", python_chess, required=True),
    Library("RLCard", rlcard),
)
"""Those that run in this process."""
