"""`arcanum play` from outside: its arguments, what it refuses, and a game through a real terminal."""

from __future__ import annotations

import os
import re
import select
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path

import attrs
import pytest

from arcanum import records
from arcanum.cli import main

pty = pytest.importorskip("pty", reason="there are no pseudo-terminals here")
termios = pytest.importorskip("termios")
fcntl = pytest.importorskip("fcntl")

_PATIENCE = 60.0
"""Seconds after which a silent game has failed."""


def refused(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert main(["play", *arguments]) == 2
    return capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["--seats", "human,robot,greedy"], "no player is called 'robot'"),
        (["--seats", "human,greedy", "--players", "3"], "--seats names 2 players, and --players says 3"),
        (["--seats", "human,greedy"], "3"),
        (["--names", "Ada"], "expected 4 names"),
        (["--names", "Ada,B,C,D,E"], "expected 4 names"),
        (["--length", "endless"], "endless"),
        (["--pace", "-1"], "--pace"),
        (["--resume", "no-such-file"], "cannot be read"),
        (["--colour"], "no option of arcanum/en is called '--colour'"),
    ],
    ids=lambda value: value[0] if isinstance(value, list) else None,
)
def test_wrong_arguments_are_refused_in_one_line(
    arguments: list[str], told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    error = refused(capsys, *arguments)
    assert error.startswith("arcanum: ")
    assert told in error
    assert error.count("\n") == 1


def test_a_saved_game_brings_its_rules_along(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "game.record"
    records.write(path, records.make("arcanum/en", players=3, seed=1))
    for option in (["--rules", "arcana/first"], ["--seed", "4"], ["--players", "3"], ["--length", "long"]):
        assert f"{option[0]}: the saved game says that" in refused(capsys, "--resume", str(path), *option)
    path.write_text(path.read_text().replace("seed 1", "seed 2"))
    assert f"{path}: line" in refused(capsys, "--resume", str(path))


def test_without_a_terminal_it_says_what_would_do(capsys: pytest.CaptureFixture[str]) -> None:
    assert "playing needs a terminal; `arcanum demo` tells a game" in refused(capsys)


def test_without_the_extra_it_says_what_to_install(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("arcanum.cli.play._check_terminal", lambda: None)
    monkeypatch.setattr("arcanum.kernel.extras.find_spec", lambda name: None if name == "textual" else find_spec(name))
    assert "playing on the terminal needs the package textual: pip install 'arcanum[tui]'" in refused(capsys)


def test_importing_the_command_line_does_not_import_textual() -> None:
    program = "import sys, arcanum.cli; print('textual' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True, timeout=60)
    assert done.stdout == "False\n"


# --- a real terminal --------------------------------------------------------------------------------------------------


@attrs.define
class Terminal:
    """A program on a terminal of its own."""

    process: subprocess.Popen[bytes]
    end: int
    other: int
    told: bytes = b""

    def wait_for(self, text: str) -> str:
        """Read until a text has come; what was read since the last call."""
        start = len(self.told)
        while text not in _bare(self.told[start:]):
            ready, _, _ = select.select([self.end], [], [], _PATIENCE)
            assert ready, f"{text!r} did not come; there was {_bare(self.told[start:])!r}"
            self.told += os.read(self.end, 1 << 16)
        return _bare(self.told[start:])

    def press(self, keys: bytes) -> None:
        """Send keys."""
        os.write(self.end, keys)

    def settings(self) -> list[object]:
        """How the terminal is set."""
        found: list[object] = termios.tcgetattr(self.other)
        return found


def _bare(told: bytes) -> str:
    """The text without the sequences that paint it."""
    return re.sub(r"\x1b(\[[0-9;?<>=]*[a-zA-Z]|[()].|.)", "", told.decode(errors="replace"))


@contextmanager
def terminal(*arguments: str, **environment: str) -> Iterator[Terminal]:
    end, other = pty.openpty()
    fcntl.ioctl(other, termios.TIOCSWINSZ, b"\x18\x00\x50\x00\x00\x00\x00\x00")  # 24 by 80
    inherited = {name: value for name, value in os.environ.items() if name not in ("NO_COLOR", "COLORTERM")}
    process = subprocess.Popen(
        [sys.executable, "-m", "arcanum", "play", *arguments],
        stdin=other, stdout=other, stderr=other, start_new_session=True,
        env={**inherited, "TERM": "xterm-256color", **environment},
    )  # fmt: skip
    try:
        yield Terminal(process, end, other)
    finally:
        process.kill()
        process.wait()
        os.close(end)
        os.close(other)


def test_a_game_on_a_real_terminal_is_played_saved_and_left_and_the_terminal_is_as_before(tmp_path: Path) -> None:
    path = tmp_path / "game.record"
    with terminal("--seats", "human,random,random", "--seed", "3", "--save", str(path)) as game:
        before = game.settings()
        game.wait_for("hide a Minor")
        assert game.settings() != before  # keys come at once, and are not shown
        game.press(b"1")
        game.wait_for("play a card")
        game.press(b"q")
        left = game.wait_for("saved in ")
        assert game.process.wait(_PATIENCE) == 0
        assert game.settings() == before
        assert b"\x1b[?1049l" in game.told  # back from the other screen
        assert b"\x1b[?25h" in game.told  # with a cursor
        assert game.told.rfind(b"\x1b[?1000l") > game.told.rfind(b"\x1b[?1000h")  # and a mouse that selects text
        assert "Traceback" not in left
    saved = records.read(path)
    assert saved.names == ("Anna", "Bruno (random)", "Clara (random)")
    assert str(saved.actions[0]).startswith("hide")


@pytest.mark.slow
def test_a_terminal_without_colour_gets_none() -> None:
    colour = re.compile(rb"\x1b\[[0-9;]*\b(3[0-7]|4[0-7]|9[0-7]|10[0-7]|38|48)\b[0-9;]*m")
    for environment, wanted in (({}, True), ({"NO_COLOR": "1"}, False)):
        with terminal("--seats", "human,random,random", "--seed", "3", **environment) as game:
            game.wait_for("quit")
            game.press(b"?")
            game.wait_for("What would you like")
            assert bool(colour.search(game.told)) == wanted


@pytest.mark.slow
@pytest.mark.parametrize(
    ("environment", "told"),
    [
        ({"TERM": "dumb"}, "TERM says that this one is dumb"),
        ({"PYTHONIOENCODING": "ascii"}, "#####"),
    ],
    ids=["dumb", "ascii"],
)
def test_a_terminal_that_can_do_less_is_told_so_or_gets_less(environment: dict[str, str], told: str) -> None:
    with terminal("--seats", "random,random,random", "--seed", "3", "--pace", "0", **environment) as game:
        assert game.wait_for(told).isascii()


@pytest.mark.slow
def test_whoever_leaves_does_not_wait_for_a_long_search() -> None:
    with terminal("--seats", "human,search:1000000,human", "--seed", "4", "--names", "Ada,Deep,Ben") as game:
        game.wait_for("Deep (search:1000000) thinks")
        game.press(b"q")
        assert game.process.wait(_PATIENCE) == 0


def test_every_option_is_in_the_help(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["play", "--rules", "arcana/revised", "--help"])
    text = capsys.readouterr().out
    for flag in ("--seats", "--players", "--names", "--seed", "--save", "--resume", "--pace", "--ascii", "--modules"):
        assert flag in text
