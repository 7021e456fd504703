"""Both games in OpenSpiel: to import this module registers `arcanum` and `arcana` there.

>>> import pyspiel
>>> import arcanum.adapters.openspiel
>>> game = pyspiel.load_game("arcanum", {"rules": "arcanum/en", "players": 3})
>>> game.num_players(), game.num_distinct_actions()
(3, 3920)

All chance of a game comes from its seed. Before the start the seed is thrown with a few dice, one chance node each;
afterwards nothing is left to chance, and what the players cannot foresee is simply hidden from them. So every algorithm
sees an ordinary tree with explicit chance, and with few dice of few sides the tree is small enough to be solved.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from hashlib import sha256
from typing import Any, ClassVar, Final

import attrs
import numpy as np

import arcanum
from arcanum.adapters.encoding import Encoding, Floats, encoding_of
from arcanum.adapters.payoff import payoff
from arcanum.kernel.actions import Action
from arcanum.kernel.errors import BadCall
from arcanum.kernel.events import Event, Seat
from arcanum.kernel.extras import MissingExtra
from arcanum.kernel.game import View
from arcanum.kernel.options import GameOption, as_number

try:
    import pyspiel
except ModuleNotFoundError:
    raise MissingExtra("the games in OpenSpiel need the package open_spiel: pip install 'arcanum[openspiel]'") from None

DEFAULTS: Final[Mapping[str, str | int]] = {"players": 4, "dice": 4, "sides": 256, "limit": 5000}
"""Parameters of both games besides `rules` and the options of `arcanum.new_game`."""


@attrs.define(eq=False)
class Memory:
    """What the seats have learned so far, each as a digest of all its own actions, of what it heard and what it saw.

    Most algorithms never ask for it, so steps are only noted down, and digested when somebody does.
    """

    digests: tuple[bytes, ...]
    noted: tuple[tuple[arcanum.State, Action], ...] = ()

    def after(self, state: arcanum.State, action: Action) -> Memory:
        """The memory after one more action."""
        return Memory(self.digests, (*self.noted, (state, action)))

    def of(self, seat: Seat) -> str:
        """What a seat has learned."""
        for state, action in self.noted:
            done = arcanum.step(state, action)
            actor = arcanum.to_act(state)
            self.digests = tuple(
                _more(old, action if each == actor else None, done.heard(each), arcanum.observe(done.state, each))
                for each, old in enumerate(self.digests)
            )
        self.noted = ()
        return self.digests[seat].hex()


def _more(old: bytes, own: Action | None, heard: tuple[Event, ...], view: View) -> bytes:
    return sha256(b"\n".join((old, repr((own, heard, view)).encode()))).digest()[:16]


def _first(opening: arcanum.Step, seat: Seat) -> bytes:
    return _more(b"", None, opening.heard(seat), arcanum.observe(opening.state, seat))


@attrs.frozen(eq=False)
class Moment:
    """All that a state of OpenSpiel holds: the dice until they are thrown, then the game."""

    thrown: tuple[int, ...] = ()
    game: arcanum.State | None = None
    memory: Memory = attrs.field(factory=lambda: Memory(()))
    decisions: int = 0

    def __deepcopy__(self, memo: object) -> Moment:
        """What cannot change needs no copy: OpenSpiel copies every part of a state whenever it clones one."""
        return self


class SpielGame(pyspiel.Game):
    """A game of this library as OpenSpiel sees it."""

    name: ClassVar[str]

    def __init__(self, params: Mapping[str, Any]) -> None:
        kind = _kind(self.name)
        given = {**kind.parameter_specification, **params}
        rules = arcanum.rules(given["rules"])
        if rules.game.name != self.name:
            raise BadCall(f"{rules.name} is not a rule set of {self.name}")
        agreed = [(option, given[option.name]) for option in rules.game.options()]
        options = {option.name: _value(option, said) for option, said in agreed if said != _default(option)}
        players, self.dice, self.sides, self.limit = (int(given[name]) for name in DEFAULTS)
        if self.dice < 1 or self.sides < 2:
            raise BadCall("the seed is thrown with at least one die, and a die has at least two sides")

        def begin(seed: int) -> arcanum.Step:
            return arcanum.begin(rules, players=players, seed=seed, **options)

        self.begin: Callable[[int], arcanum.Step] = begin
        self.encoding: Encoding = encoding_of(begin(0).state)
        info = pyspiel.GameInfo(
            num_distinct_actions=len(self.encoding.actions),
            max_chance_outcomes=self.sides,
            num_players=players,
            min_utility=-1 / players,
            max_utility=1 - 1 / players,
            utility_sum=0.0,
            max_game_length=self.limit,
        )
        super().__init__(kind, info, dict(params))

    def new_initial_state(self) -> SpielState:
        """The state before the dice are thrown."""
        return SpielState(self)

    def max_chance_nodes_in_history(self) -> int:
        """One for each die."""
        return self.dice

    def make_py_observer(
        self, iig_obs_type: pyspiel.IIGObservationType | None = None, params: object = None
    ) -> SpielObserver:
        """Somebody who looks at states: as a seat, or as a spectator if nothing private is asked for."""
        if params:
            raise BadCall(f"an observer takes no parameters, not {params}")
        return SpielObserver(self.encoding, iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False))


def _default(option: GameOption) -> str | int:
    """What stands for an option that nobody mentions: OpenSpiel wants a value of the right type for each."""
    return -1 if option.parse is as_number else option.default or "default"


def _value(option: GameOption, said: str | int) -> object:
    """The value of an option; words have a `+` between them, because OpenSpiel keeps commas for itself."""
    text = str(said)
    return option.parse(text if option.is_file else text.replace("+", ","))


class SpielState(pyspiel.State):
    """A state of the game in OpenSpiel."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self.moment = Moment()

    def _game(self) -> SpielGame:
        game = self.get_game()
        assert isinstance(game, SpielGame)
        return game

    def current_player(self) -> int:
        """Who has to decide: a seat, or chance."""
        game = self.moment.game
        if game is None:
            return pyspiel.PlayerId.CHANCE
        seat = arcanum.to_act(game)
        return pyspiel.PlayerId.TERMINAL if seat is None or self._is_given_up() else seat

    def _is_given_up(self) -> bool:
        return self.moment.decisions >= self._game().limit

    def is_terminal(self) -> bool:
        """Whether the game has ended, or was given up."""
        return self.current_player() == pyspiel.PlayerId.TERMINAL

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The sides of a die."""
        sides = self._game().sides
        return [(side, 1 / sides) for side in range(sides)]

    def _legal_actions(self, player: int) -> list[int]:
        assert self.moment.game is not None
        encode = self._game().encoding.encode
        return sorted(encode(action) for action in arcanum.legal_actions(self.moment.game))

    def _apply_action(self, number: int) -> None:
        now, rules = self.moment, self._game()
        if now.game is None:
            thrown = (*now.thrown, number)
            self.moment = Moment(thrown) if len(thrown) < rules.dice else self._begun(thrown)
            return
        action = rules.encoding.decode(number)
        self.moment = Moment(
            now.thrown, arcanum.apply(now.game, action), now.memory.after(now.game, action), now.decisions + 1
        )

    def _begun(self, thrown: tuple[int, ...]) -> Moment:
        """The first moment of a game; the seed has the sides thrown as its digits."""
        rules, seed = self._game(), 0
        for side in thrown:
            seed = seed * rules.sides + side
        opening = rules.begin(seed)
        seats = range(len(opening.state.players))
        return Moment(thrown, opening.state, Memory(tuple(_first(opening, seat) for seat in seats)))

    def _action_to_string(self, player: int, number: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"throw {number}"
        return str(self._game().encoding.decode(number))

    def returns(self) -> list[float]:
        """What each seat gets; nothing before the end, nor if the game was given up."""
        game = self.moment.game
        return [0.0] * self.num_players() if game is None else list(payoff(game))

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> SpielState:
        """A state that a player cannot tell from this one, each equally likely; for searches that must not cheat.

        The player remembers in it what he remembers here. The others remember only what they see there now.
        """
        now = self.moment
        assert now.game is not None
        game = arcanum.determinize(arcanum.observe(now.game, player), int(sampler() * 2**53))
        present = [_more(b"", None, (), arcanum.observe(game, seat)) for seat in range(self.num_players())]
        present[player] = bytes.fromhex(now.memory.of(player))
        other = self.clone()
        assert isinstance(other, SpielState)
        other.moment = Moment(now.thrown, game, Memory(tuple(present)), now.decisions)
        return other

    def __str__(self) -> str:
        now = self.moment
        return f"<{len(now.thrown)} dice thrown>" if now.game is None else repr(now.game)


class SpielObserver:
    """Somebody who looks at states: for OpenSpiel's strings and tensors."""

    def __init__(self, encoding: Encoding, wanted: pyspiel.IIGObservationType) -> None:
        if wanted.private_info == pyspiel.PrivateInfoType.ALL_PLAYERS:
            raise BadCall("nobody sees what is private to all players")
        self._encoding = encoding
        self._own = wanted.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        self._recalls = wanted.perfect_recall
        # A tensor of everything that somebody has ever seen would have to hold a whole game.
        self.tensor: Floats | None = None if self._recalls else np.zeros(encoding.size, np.float32)
        self.dict: dict[str, Floats] = {} if self.tensor is None else encoding.parts(self.tensor)

    def set_from(self, state: SpielState, player: int) -> None:
        """Write what a player sees into the tensor."""
        assert self.tensor is not None
        game = state.moment.game
        if game is None:
            self.tensor.fill(0)
        else:
            self.tensor[:] = self._encoding.vector(self._view(game, player))

    def string_from(self, state: SpielState, player: int) -> str:
        """What a player sees; with perfect recall, also a digest of all that he has seen, heard and done."""
        now = state.moment
        if now.game is None:
            return str(state)
        seen = repr(self._view(now.game, player))
        return f"{now.memory.of(player)} {seen}" if self._recalls else seen

    def _view(self, game: arcanum.State, player: int) -> View:
        return arcanum.observe(game, player if self._own else None)


def _kind(name: str) -> pyspiel.GameType:
    """What OpenSpiel wants to know about a game before there is one."""
    rulesets = arcanum.rulesets(name)
    options = {option.name: _default(option) for option in arcanum.rules(rulesets[0]).game.options()}
    return pyspiel.GameType(
        short_name=name,
        long_name=name.capitalize(),
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=10,
        min_num_players=2,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={"rules": rulesets[0], **DEFAULTS, **options},
    )


class ArcanumGame(SpielGame):
    """Arcanum."""

    name = "arcanum"


class ArcanaGame(SpielGame):
    """Arcana."""

    name = "arcana"


# Classes, not functions: OpenSpiel lets go of them after Python has ended, which a function does not survive.
for _game in (ArcanumGame, ArcanaGame):
    pyspiel.register_game(_kind(_game.name), _game)
