"""Results as tables, for spreadsheets and data frames: one row for every seat of every game.

What was used is left out: that is in the JSON lines. A table appears as a whole or not at all.
"""

from __future__ import annotations

import csv
from collections.abc import Iterable, Iterator
from importlib import import_module
from io import StringIO
from pathlib import Path
from secrets import token_hex
from types import ModuleType
from typing import Any

from arcanum.kernel.extras import needed
from arcanum.kernel.files import write_whole
from arcanum.lab.results import GameResult

CSV, PARQUET = ".csv", ".parquet"
TABLES = (CSV, PARQUET)


def rows(results: Iterable[GameResult]) -> Iterator[dict[str, Any]]:
    """The rows of a table."""
    for game in results:
        for seat, player in enumerate(game.players):
            yield {
                "game": game.number,
                "seed": str(game.seed),
                "seat": seat,
                "player": player,
                "order": (seat - game.first) % len(game.players),
                "score": game.scores[seat],
                "win": game.share(seat),
                "finished": bool(game.winners),
                "rounds": game.rounds,
                "decisions": game.decisions,
                "forced": game.forced,
                "choices": game.choices,
                "lead_changes": game.lead_changes,
                **{f"points_{source}": points for source, points in game.points[seat].items()},
            }


def arrow() -> ModuleType:
    """What writes Parquet; raises `MissingExtra` if it is not there."""
    return needed("pyarrow", "parquet", "a Parquet file")


def write_table(path: Path, results: Iterable[GameResult]) -> None:
    """Write a table in the format that the name of the file ends with."""
    if path.suffix == CSV:
        _write_csv(path, results)
    else:
        _write_parquet(path, results)


def _write_csv(path: Path, results: Iterable[GameResult]) -> None:
    text = StringIO()
    writer: csv.DictWriter[str] | None = None
    for row in rows(results):
        if writer is None:
            writer = csv.DictWriter(text, tuple(row), lineterminator="\n")
            writer.writeheader()
        writer.writerow(row)
    write_whole(path, text.getvalue())


def _write_parquet(path: Path, results: Iterable[GameResult]) -> None:
    table = arrow().Table.from_pylist(list(rows(results)))
    draft = path.with_name(f".{path.name}.{token_hex(6)}")
    try:
        import_module("pyarrow.parquet").write_table(table, draft)
        draft.replace(path)
    except BaseException:
        draft.unlink(missing_ok=True)
        raise
