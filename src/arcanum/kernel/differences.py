"""The register of differences: every place where the printings of a rulebook say something else, and what is played.

A game keeps it in `differences.toml`, beside its clause index. Each row says which clauses it is about and whether the
rule sets play differently there; the readings themselves are in the index. The two are checked against each other in
both directions. This module knows no game.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Final

import attrs

from arcanum.kernel.clauses import ClauseIndex, ClauseIndexError, index_of
from arcanum.kernel.ids import ClauseId

EFFECTS: Final = ("play", "edge", "none")
"""Whether the texts, as they stand, differ in what is played: yes; only when taken literally or in rare cases; no."""
PLAYED: Final = ("differs", "alike", "misprint")
"""What the rule sets do about it: each plays what it prints; all play alike; a slip is not played by anybody."""
_KEYS: Final = ("id", "topic", "says", "clauses", "effect", "played", "reason")


@attrs.frozen
class Row:
    """One place where printings say something else."""

    id: str
    topic: str
    says: str
    """What each printing says, in our own words."""
    clauses: tuple[ClauseId, ...]
    effect: str
    played: str
    reason: str
    """Why all rule sets play alike where they do."""


@cache
def differences_of(package: str) -> tuple[Row, ...]:
    """The register of a game package, checked against its clause index."""
    from importlib.resources import files

    text = files(package).joinpath("differences.toml").read_text(encoding="utf-8")
    return load_differences(text, index_of(package))


def load_differences(text: str, index: ClauseIndex) -> tuple[Row, ...]:
    """Read a register; raises `ClauseIndexError` with every fault in it."""
    import tomllib

    try:
        entries = tomllib.loads(text).get("difference", [])
    except tomllib.TOMLDecodeError as error:
        raise ClauseIndexError((f"differences: not TOML: {error}",)) from error
    faults: list[str] = []
    rows = [row for number, entry in enumerate(entries, start=1) if (row := _row(number, entry, faults)) is not None]
    faults += _disagreements(rows, index)
    if faults:
        raise ClauseIndexError(tuple(faults))
    return tuple(rows)


def _row(number: int, entry: object, faults: list[str]) -> Row | None:
    if not isinstance(entry, dict) or set(entry) - {"reason"} != set(_KEYS) - {"reason"}:
        faults.append(f"difference number {number}: expected a table with {', '.join(_KEYS)}")
        return None
    where = f"difference {entry['id']}"
    clauses = entry["clauses"]
    before = len(faults)
    texts = {key: entry.get(key, "") for key in _KEYS if key != "clauses"}
    faults += [f"{where}: {key} must be a text" for key, value in texts.items() if not isinstance(value, str)]
    faults += [f"{where}: {key} is missing" for key, value in texts.items() if value == "" and key != "reason"]
    if not isinstance(clauses, list) or not clauses or not all(isinstance(each, str) for each in clauses):
        faults.append(f"{where}: clauses must be a list of clauses")
    if entry["effect"] not in EFFECTS:
        faults.append(f"{where}: effect must be one of {', '.join(EFFECTS)}")
    if entry["played"] not in PLAYED:
        faults.append(f"{where}: played must be one of {', '.join(PLAYED)}")
    if (entry["played"] == "differs") == bool(texts["reason"]):
        faults.append(f"{where}: a reason belongs to what is played alike, and to nothing else")
    if len(faults) > before:
        return None
    return Row(clauses=tuple(map(ClauseId, clauses)), **texts)


def _disagreements(rows: list[Row], index: ClauseIndex) -> Iterator[str]:
    """Where the register and the index say different things."""
    ids = [row.id for row in rows]
    yield from (f"difference {id}: listed twice" for id in dict.fromkeys(ids) if ids.count(id) > 1)
    named = {clause for row in rows for clause in row.clauses}
    for row in rows:
        unknown = [clause for clause in row.clauses if clause not in index]
        yield from (f"difference {row.id}: unknown clause {clause!r}" for clause in unknown)
        if row.played == "differs":
            alike = [clause for clause in row.clauses if clause in index and not index[clause].readings]
            yield from (f"difference {row.id}: no printing reads {clause} differently" for clause in alike)
    for clause in index:
        if (clause.readings or clause.misprints) and clause.id not in named:
            yield f"{clause.id}: printings read it differently, yet no row of the register is about it"
        if clause.readings or clause.misprints:
            silent = [printing for printing in index.printings if printing not in clause.printings]
            yield from (f"{clause.id}: where does {printing} speak of it?" for printing in silent)
