"""Commands for one game: `demo`, `record`, `replay` and `verify`."""

from __future__ import annotations

import argparse
import json
import shlex
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from pathlib import Path
from textwrap import wrap
from typing import TypeAlias

import attrs

import arcanum
from arcanum import records
from arcanum.cli.arguments import (
    NAMES,
    Commands,
    add_game,
    names_for,
    other_rules,
    said,
    seed_of,
    typed,
    values_of,
)
from arcanum.cli.paper import WIDTH, Paper, wants_colour
from arcanum.kernel import documents
from arcanum.kernel.engine import pending
from arcanum.kernel.files import written
from arcanum.kernel.options import as_words
from arcanum.kernel.randomness import below, seeded
from arcanum.kernel.tell import Line, number
from arcanum.kernel.variants import title

_MOST_READ = 1_000_000
"""Bytes that a list of actions may have."""
_SPECTATOR = "spectator"


def add_commands(commands: Commands, rules: arcanum.RuleSet) -> None:
    """Add the commands of this module; which options they have depends on the rules."""
    _add_demo(commands, rules)
    _add_record(commands, rules)
    _add_replay(commands)
    _add_verify(commands)


def _add_demo(commands: Commands, rules: arcanum.RuleSet) -> None:
    demo = commands.add_parser(
        "demo",
        help="play a whole game between random players and tell it",
        description="Play a whole game between random players and tell it, with the clause behind every event.",
        epilog=other_rules(),
    )
    flags = add_game(demo, rules)
    demo.add_argument("--json", action="store_true", help="one JSON document a line instead of sentences")
    demo.set_defaults(command=_demo, what=f"option of {rules.name}", flags=(*flags, "--json", "--help"))


def _add_record(commands: Commands, rules: arcanum.RuleSet) -> None:
    record = commands.add_parser(
        "record",
        help="write a game down",
        description="Write a game down as a record, from which it can be replayed: one that random players play to its "
        "end, as in `arcanum demo`, or one whose actions are given.",
        epilog=other_rules(),
    )
    flags = add_game(record, rules)
    record.add_argument("--names", metavar="A,B,...", help=f"the players by seat (default: {', '.join(NAMES)})")
    record.add_argument(
        "--actions",
        metavar="FILE",
        help="the actions, one a line in its short form; - is the standard input (default: random choices)",
    )
    record.add_argument("-o", dest="output", metavar="FILE", help="write into a file (default: the standard output)")
    flags = (*flags, "--names", "--actions", "-o", "--help")
    record.set_defaults(command=_record, what=f"option of {rules.name}", flags=flags)


def _add_replay(commands: Commands) -> None:
    replay = commands.add_parser(
        "replay",
        help="tell a recorded game",
        description="Tell a recorded game, with the clause behind every event, and the state that it leads to.",
    )
    replay.add_argument("file", metavar="FILE", help="the path of a record")
    replay.add_argument("--to", type=int, metavar="N", help="stop after so many actions (default: at the end)")
    replay.add_argument(
        "--view", metavar="SEAT", help=f"only what a seat may know, or a {_SPECTATOR} (default: everything)"
    )
    replay.add_argument("--json", action="store_true", help="one JSON document a line instead of sentences")
    replay.set_defaults(command=_replay, what="option of replay", flags=("--to", "--view", "--json", "--help"))


def _add_verify(commands: Commands) -> None:
    verify = commands.add_parser(
        "verify",
        help="check records",
        description="Replay records to their last line, and say of each whether it is good or which line is wrong.",
        epilog="The exit code is 0 if all are good, 1 if one is refused, 2 if one cannot be read.",
    )
    verify.add_argument("files", nargs="+", metavar="FILE", help="the path of a record")
    verify.set_defaults(command=_verify, what="option of verify", flags=("--help",))


_Played: TypeAlias = "Iterator[tuple[arcanum.Action | None, arcanum.Step]]"
"""The opening without an action, then every action with what it led to."""


@attrs.frozen
class _Listener:
    """Who is told a game: somebody who may know everything, or a seat, or a spectator."""

    everything: bool = True
    seat: arcanum.Seat | None = None

    def events(self, done: arcanum.Step) -> tuple[arcanum.Event, ...]:
        """What he hears of a step."""
        return done.events if self.everything else done.heard(self.seat)

    def knows_choice_of(self, seat: arcanum.Seat) -> bool:
        """Whether he may know what a seat answers, and what it chooses from; of others he knows only the events."""
        return self.everything or seat == self.seat


_ALL_KNOWING = _Listener()


def _demo(arguments: argparse.Namespace) -> tuple[int, Iterator[str]]:
    seed = seed_of(arguments)
    rules = arcanum.rules(arguments.rules)
    texts = typed(arguments, rules)
    opening = arcanum.begin(rules, players=arguments.players, seed=seed, **values_of(rules, texts))
    played = _play(opening, seed)
    if arguments.json:
        head = {"rules": rules.name, "players": arguments.players, **texts, "seed": seed}
        return 0, _as_json(head, played, _ALL_KNOWING, _result_as_json)
    again = ["--rules", arguments.rules, "--players", str(arguments.players)]
    again += [word for option in rules.game.options() if option.name in texts for word in said(option, texts)]
    command = shlex.join(["arcanum", "demo", *again, "--seed", str(seed)])
    names = names_for(arguments.players)
    head_line = Line(2, f"the same game again: {command}")
    return 0, _as_story(head_line, names, played, _ALL_KNOWING, _decided_by)


def _record(arguments: argparse.Namespace) -> tuple[int, Iterator[str]]:
    seed = seed_of(arguments)
    rules = arcanum.rules(arguments.rules)
    options = values_of(rules, typed(arguments, rules))
    opening = arcanum.begin(rules, players=arguments.players, seed=seed, **options)
    if arguments.actions is None:
        actions = [action for action, _ in _play(opening, seed) if action is not None]
    else:
        actions = list(_read_actions(arguments.actions, opening.state))
    names = names_for(arguments.players) if arguments.names is None else as_words(arguments.names)
    record = records.make(rules, players=arguments.players, seed=seed, actions=actions, names=names, **options)
    if arguments.output is None:
        _put(records.text(record))
    else:
        written(arguments.output, lambda path: records.write(path, record))
    return 0, iter(())


def _put(text: str) -> None:
    """Print what is UTF-8 with short line ends wherever it goes to, whatever the terminal shows."""
    binary = getattr(sys.stdout, "buffer", None)
    if binary is None:
        print(text, end="")
        return
    sys.stdout.flush()
    binary.write(text.encode())
    binary.flush()


def _read_actions(path: str, state: arcanum.State) -> Iterator[arcanum.Action]:
    """The actions in a file, each of them legal after those before it."""
    where = "standard input" if path == "-" else path
    parse = documents.shapes_of(state.game, state.rules).texts[arcanum.Action].read
    for at, line in enumerate(_read_text(path, where).split("\n"), start=1):
        text = line.strip()
        if not text or text.startswith("#"):
            continue
        try:
            action: arcanum.Action = parse(text)
            state = arcanum.apply(state, action)
        except arcanum.ArcanumError as error:
            raise arcanum.BadCall(f"{where}: line {at}: {error}") from None
        yield action


def _read_text(path: str, where: str) -> str:
    try:
        if path == "-":
            data = b"" if sys.stdin is None else sys.stdin.buffer.read(_MOST_READ + 1)
        else:
            with Path(path).open("rb") as file:
                data = file.read(_MOST_READ + 1)
    except OSError as error:
        raise arcanum.BadCall(f"{where}: cannot be read: {error.strerror or error}") from None
    if len(data) > _MOST_READ:
        raise arcanum.BadCall(f"{where}: has more than {_MOST_READ} bytes")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise arcanum.BadCall(f"{where}: line {line}: not UTF-8 text") from None


def _replay(arguments: argparse.Namespace) -> tuple[int, Iterator[str]]:
    try:
        record = records.read(arguments.file)
    except arcanum.RecordError as error:
        raise arcanum.BadCall(f"{arguments.file}: {error}") from None
    to = len(record.actions) if arguments.to is None else arguments.to
    if to not in range(len(record.actions) + 1):
        raise arcanum.BadCall(
            f"--to: expected a number from 0 to {len(record.actions)}, the actions there are, not {to}"
        )
    listener = _listener(arguments.view, record.players)
    played = zip((None, *record.actions), record.replay(to), strict=False)
    names = record.names or names_for(record.players)
    if arguments.json:
        head = {"rules": record.rules.name, "players": record.players, "names": names}
        return 0, _as_json(head, played, listener, partial(_reached_as_json, listener))
    told = f"the first {to} of {len(record.actions)}" if to < len(record.actions) else f"all {to}"
    head_line = Line(2, f"from a record: {told} actions, {_seen_by(listener, names)}")
    return 0, _as_story(head_line, names, played, listener, partial(_reached, listener, names), numbered=True)


def _listener(text: str | None, players: int) -> _Listener:
    if text is None:
        return _ALL_KNOWING
    if text == _SPECTATOR:
        return _Listener(everything=False)
    if text not in map(str, range(players)):
        raise arcanum.BadCall(f"--view: expected a seat from 0 to {players - 1} or {_SPECTATOR!r}, not {text!r}")
    return _Listener(everything=False, seat=int(text))


def _seen_by(listener: _Listener, names: Sequence[str]) -> str:
    if listener.everything:
        return "with everything that was secret"
    return "as a spectator sees it" if listener.seat is None else f"as {names[listener.seat]} sees it"


def _verify(arguments: argparse.Namespace) -> tuple[int, Iterator[str]]:
    code, lines, paper = 0, list[str](), Paper(colour=False)
    for path in arguments.files:
        try:
            lines.append(paper.shown(f"{path}: good, {_in_short(records.read(path))}"))
        except arcanum.RecordError as error:
            lines.append(paper.shown(f"{path}: {error}"))
            code = max(code, 1)
        except arcanum.BadCall as error:
            print(f"arcanum: {error}", file=sys.stderr)
            code = 2
    return code, iter(lines)


def _in_short(record: records.Record) -> str:
    result = arcanum.outcome(record.state())
    names = record.names or tuple(f"seat {seat}" for seat in range(record.players))
    ending = "not finished"
    if result is not None:
        ending = "won by " + (" and ".join(names[seat] for seat in result.winners) or "nobody")
    actions = number(len(record.actions), "action")
    return f"{title(record.rules)}, {number(record.players, 'player')}, {actions}, {ending}"


def _play(opening: arcanum.Step, seed: int) -> _Played:
    """Every decision of a random game, with what it led to."""
    yield None, opening
    state, rng = opening.state, seeded(~seed)
    while legal := arcanum.legal_actions(state):
        rng, index = below(rng, len(legal))
        done = arcanum.step(state, legal[index])
        yield legal[index], done
        state = done.state


def _as_json(
    head: dict[str, object], played: _Played, listener: _Listener, ending: Callable[[arcanum.State], str]
) -> Iterator[str]:
    """The opening with a head, every step, and what an ending says of the last state."""
    state: arcanum.State | None = None
    for count, (action, done) in enumerate(played):
        state = done.state
        events = [documents.plain(each, state.rules) for each in listener.events(done)]
        if done.before is None or action is None:
            yield json.dumps({**head, "version": arcanum.__version__, "number": count, "events": events})
            continue
        seat = _asked(done.before)
        shown = {"action": str(action)} if listener.knows_choice_of(seat) else {}
        yield json.dumps({"number": count, "seat": seat, **shown, "events": events})
    assert state is not None
    yield ending(state)


def _asked(state: arcanum.State) -> arcanum.Seat:
    seat = arcanum.to_act(state)
    assert seat is not None
    return seat


def _result_as_json(state: arcanum.State) -> str:
    return json.dumps(documents.plain(state.game.outcome(state), state.rules))


def _reached_as_json(listener: _Listener, state: arcanum.State) -> str:
    return arcanum.dumps(state if listener.everything else arcanum.observe(state, listener.seat))


def _as_story(
    head: Line,
    names: Sequence[str],
    played: _Played,
    listener: _Listener,
    ending: Callable[[arcanum.State], Iterable[Line]],
    *,
    numbered: bool = False,
) -> Iterator[str]:
    """The game in sentences, and what an ending says of the last state."""
    paper = Paper(colour=wants_colour())
    _, opening = next(played)
    state = opening.state
    narrator = state.game.narrator(state.rules, names)
    yield paper.line(Line(0, f"{title(state.rules)}: {', '.join(names)}"))
    yield paper.line(head)
    for event in listener.events(opening):
        yield from map(paper.line, narrator.lines(event))
    for count, (action, done) in enumerate(played, start=1):
        if numbered:
            seat = _asked(state)
            answer = f": {action}" if listener.knows_choice_of(seat) else " has decided"
            yield paper.line(Line(2, f"{count}. {names[seat]}{answer}"))
        for event in listener.events(done):
            yield from map(paper.line, narrator.lines(event))
        state = done.state
    yield from map(paper.line, ending(state))


def _decided_by(state: arcanum.State) -> Iterator[Line]:
    yield Line(2, f"decided by: {state.game.outcome(state).reason}")


def _reached(listener: _Listener, names: Sequence[str], state: arcanum.State) -> Iterator[Line]:
    """Where a replay stops: the state, and who has to decide what."""
    yield Line(0, "Here the replay ends")
    yield Line(2, repr(state))
    asked = pending(state)
    if asked is None:
        yield from _decided_by(state)
        return
    choice = ""
    if listener.knows_choice_of(asked.seat):
        choice = ": " + ", ".join(map(str, arcanum.legal_actions(state)))
    for row in wrap(f"{names[asked.seat]} has to {asked.prompt}{choice}", WIDTH - 2, break_on_hyphens=False):
        yield Line(2, row)
