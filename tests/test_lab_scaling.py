"""What the benchmark of two processes makes of its rates."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path

import pytest

from benchmarks import scaling


def rates(*of: float) -> Callable[[object, int], float]:
    """Rates as if they had been measured."""
    left: Iterator[float] = iter(of)
    return lambda play, games: next(left)


@pytest.mark.parametrize(
    ("two", "code", "ratio", "least", "most"),
    [((19, 20, 17, 18, 10), 0, 1.8, 1.0, 2.0), ((19, 20, 17, 17.9, 10), 1, 1.79, 1.0, 2.0)],
)
def test_less_than_it_should_be_is_a_failure(
    two: tuple[float, ...],
    code: int,
    ratio: float,
    least: float,
    most: float,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(scaling, "rate", rates(*(each for pair in two for each in (10, pair))))
    ticks = count()
    monkeypatch.setattr("os.times", lambda: (next(ticks), 0, 0, 0, 0))
    path = tmp_path / "scaling.json"
    assert scaling.main(["--only-scaling", "--json", str(path)]) == code
    found = json.loads(path.read_text(encoding="utf-8"))["scaling"]
    assert (found["ratio"], found["least"], found["most"], found["rounds"]) == (ratio, least, most, 5)
    assert (found["one"], found["two"], found["work_ratio"]) == (10, two[3], 2)
    assert ("and should play 1.8" in capsys.readouterr().out) == bool(code)
