"""Writes what became of the specification on trial: deliberate breaks, changed values, mutants of the source.

Everything comes from the result files in ``docs/results`` and from the breaks and reasons in ``spec``; this module only
puts it into words and tables.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import attrs

import arcanum
from arcanum.spec import trace
from arcanum.spec.breaks import Break, breaks
from docs.ext.rst import clause_link, escape, field, link, listing, table
from spec.trials import code

GENERATORS = "generators.json"
NO_REASON = "for no reason that we know"
NOT_YET = "No run has been recorded yet.\n"


@attrs.frozen
class Trials:
    """The deliberate breaks of a game, and what the properties said about each."""

    game: str
    scan: trace.Trace
    head: Mapping[str, Any]
    verdicts: Sequence[Mapping[str, Any]]
    breaks: Mapping[str, Break]

    @classmethod
    def read(cls, root: Path, game: str, scan: trace.Trace) -> Trials:
        """Read the record, if there is one."""
        section = read(root / "docs" / "results" / "falsification.json").get(game, {})
        known = {each.name: each for each in breaks(root / "spec" / "breaks", game)}
        return cls(game, scan, section, section.get("breaks", ()), known)

    def of(self, clause: str) -> list[str]:
        """Write the breaks that a clause's own properties have noticed, and which of them did."""
        return [
            self._told(verdict, clause)
            for verdict in self.verdicts
            if clause in verdict["clauses"] and not verdict["fault"] and clause not in verdict["missed"]
        ]

    def _told(self, verdict: Mapping[str, Any], clause: str) -> str:
        own = {proof.source: proof for proof in self._proofs(clause)}
        noticed = [link(own[source].place) for source in verdict["failed"] if source in own]
        silent = [link(own[source].place) for source in verdict["passed"] if source in own]
        text = f"when *{escape(verdict['name'])}*"
        text += f": noticed by {', '.join(noticed)}" if noticed else ": the game does not come to an end"
        text += f"; not by {', '.join(silent)}" if silent else ""
        if verdict["asked"]:
            text += f"; {verdict['asked']} unrelated properties were asked"
            spilled = len(verdict["spilled"])
            text += f", of which {spilled} noticed: {escape(self.why(verdict))}" if spilled else " and noticed nothing"
        return text

    def why(self, verdict: Mapping[str, Any]) -> str:
        """Why unrelated properties notice a break."""
        broken = self.breaks.get(verdict["name"])
        return (broken and broken.spills) or NO_REASON

    def _proofs(self, clause: str) -> Iterator[trace.Property]:
        package = self.scan.games[self.game]
        for proof in self.scan.properties:
            if any(each.id == clause and each.game == package for each in proof.clauses):
                yield proof


def read(path: Path) -> dict[str, Any]:
    """Read a result file; one that is not there is empty."""
    found: dict[str, Any] = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    return found


def said_of(record: Mapping[str, Any]) -> str:
    """Write what produced a result."""
    text = field("Command", f"``{record['command']}``") + field("Date", str(record["date"]))
    return text + field("Version", f"arcanum {record['version']}, Python {record['python']}") + "\n"


@attrs.frozen
class Exercise:
    """How often the properties of a game said something in the last measurement."""

    rows: Mapping[str, Mapping[str, Any]]
    """By clause."""

    @classmethod
    def read(cls, root: Path, game: str) -> Exercise:
        """Read the record, if there is one."""
        record = read(root / "docs" / "results" / GENERATORS)
        return cls({row["clause"]: row for row in record.get("clauses", ()) if row["game"] == game})

    def of(self, clause: str) -> str:
        """Write how often the best property of a clause said something."""
        row = self.rows.get(clause)
        return "" if row is None else f"in {row['met']} of {row['examples']} examples of ``{_name(row['property'])}``"


def _name(source: str) -> str:
    return source.rpartition("::")[2]


def exercise_summary(folder: Path) -> str:
    """Write how often clauses are exercised, which are least, and which assertions are hardly ever reached."""
    record = read(folder / GENERATORS)
    if not record:
        return NOT_YET
    clauses = sorted(record["clauses"], key=_rate)
    steps = (0.01, 0.05, 0.25, 0.5, 1.0)
    rows = []
    for game in dict.fromkeys(row["game"] for row in record["clauses"]):
        rates = [_rate(row) for row in clauses if row["game"] == game]
        rows.append((game, str(len(rates)), *(str(sum(rate < step for rate in rates)) for step in steps)))
    header = ("Game", "Clauses", *(f"Under {step:.0%}" for step in steps))
    text = said_of(record) + table(header, rows, "22 18 12 12 12 12 12")
    text += "The ten clauses that are exercised least:\n\n"
    least = [
        (clause_link(row["game"], row["clause"]), row["game"], f"{_rate(row):.1%}", f"``{_name(row['property'])}``")
        for row in clauses[:10]
    ]
    text += table(("Clause", "Game", "Of examples", "Its best property"), least, "14 14 14 58")
    examples = sum(row["examples"] for row in record["properties"])
    discarded = sum(row["discarded"] for row in record["properties"])
    text += f"{len(record['properties'])} properties ran {examples:,} examples; {discarded:,} more were discarded. "
    claims, seldom = record["claims"], f"{record['seldom']:.0%}"
    never = sum(not row["reached"] for row in claims)
    return text + f"{len(claims)} assertions are reached in fewer than {seldom} of examples, {never} of them never.\n"


def _rate(row: Mapping[str, Any]) -> float:
    return float(row["met"] / row["examples"]) if row["examples"] else 0.0


def breaks_summary(trials: Sequence[Trials]) -> str:
    """Write the sums of the breaks, and which of them unrelated properties noticed."""
    known = [each for each in trials if each.head]
    if not known:
        return NOT_YET
    rows = [_break_row(each) for each in known]
    header = (
        "Game",
        "Clauses with a break",
        "Breaks",
        "Caught by their own properties",
        "Unrelated properties asked",
        "That noticed",
    )
    text = said_of(known[0].head) + table(header, rows, "14 18 14 20 20 14")
    spilled = [(each, verdict) for each in known for verdict in each.verdicts if verdict["spilled"]]
    if spilled:
        text += "Noticed by unrelated properties, too:\n\n"
        text += listing(f"{escape(verdict['name'])}: {escape(each.why(verdict))}" for each, verdict in spilled) + "\n\n"
    missed = [(each.game, verdict) for each in known for verdict in each.verdicts if verdict["missed"]]
    if missed:
        text += "Not caught:\n\n" + listing(f"{game}: {escape(verdict['name'])}" for game, verdict in missed) + "\n\n"
    return text


def _break_row(trials: Trials) -> tuple[str, ...]:
    caught = [verdict for verdict in trials.verdicts if not verdict["missed"] and not verdict["fault"]]
    shown = {clause for verdict in caught for clause in verdict["clauses"]}
    asked = [verdict for verdict in trials.verdicts if verdict["spilled"] is not None]
    clauses = len(arcanum.clauses(trials.game))
    return (
        trials.game,
        f"{len(shown)} of {clauses}",
        f"{trials.head['judged']} of {trials.head['planned']}",
        f"{len(caught)} of {len(trials.verdicts)}",
        f"{sum(verdict['asked'] for verdict in asked):,} for {len(asked)} breaks",
        str(sum(len(verdict["spilled"]) for verdict in asked)),
    )


def values_summary(folder: Path) -> str:
    """Write how many values of each rule set were changed, and who noticed."""
    record = read(folder / "values.json")
    if not record:
        return NOT_YET
    rows, missed, idle = [], [], []
    for section in record.values():
        for name in dict.fromkeys(row["rules"] for row in section["values"]):
            found = [row for row in section["values"] if row["rules"] == name]
            caught = [row for row in found if row["caught_by"]]
            missed += [row for row in found if not row["caught_by"] and not row["idle"]]
            idle += [row for row in found if row["idle"]]
            by_own = sum(row["own"] for row in caught)
            different = len({row["caught_by"] for row in caught})
            rows.append((f"``{name}``", str(len(found)), str(len(caught)), str(by_own), str(different)))
    header = ("Rule set", "Values", "Caught", "By a property of the clause they answer to", "Different properties")
    text = said_of(next(iter(record.values()))) + table(header, rows, "24 14 14 28 20")
    if idle:
        text += "No clause that these answer to is part of their rule set, so they have no effect:\n\n"
        text += listing(map(_value, idle)) + "\n\n"
    if missed:
        text += "Nobody noticed:\n\n" + listing(map(_value, missed)) + "\n\n"
    return text


def _value(row: Mapping[str, str]) -> str:
    return f"``{row['rules']}`` ``{row['path']}``: {escape(row['before'])} becomes {escape(row['after'])}"


def values_table(folder: Path, game: str) -> str:
    """Write for every value of a game's rule sets which property notices when it changes; equal rows are one."""
    rows: dict[tuple[str, str, str, str], list[str]] = {}
    for row in read(folder / "values.json").get(game, {}).get("values", ()):
        by = row["caught_by"].rpartition("::")[2] or ("nothing: no effect" if row["idle"] else "nobody")
        rows.setdefault((row["path"], row["before"], row["after"], by), []).append(row["rules"].partition("/")[2])
    told = [
        (f"``{path}``", f"{escape(before)} → {escape(after)}", ", ".join(names), f"``{by}``")
        for (path, before, after, by), names in rows.items()
    ]
    header = ("Value", "Change", "Rule sets", "Noticed first by")
    return table(header, told, "25 15 25 35", "matrix") if told else NOT_YET


def mutation_summary(folder: Path, reasons: Mapping[str, str]) -> str:
    """Write the sums of the mutants by package, and every survivor with its reason."""
    record = read(folder / "mutation.json")
    if not record:
        return NOT_YET
    tried: Counter[str] = Counter()
    alive: Counter[str] = Counter()
    for row in record["functions"]:
        package = row["module"].partition(".")[0]
        tried[package] += row["mutants"]
        alive[package] += len(row["survivors"])
    rows = [_score(f"``{package}``", tried[package], alive[package]) for package in tried]
    rows.append(_score("all", tried.total(), alive.total()))
    text = said_of(record) + table(("Package", "Mutants", "Killed by the properties", "Score"), rows, "30 20 30 20")
    if record["tried"] < record["planned"]:
        text += f"{record['planned'] - record['tried']:,} of {record['planned']:,} mutants have not been tried yet.\n\n"
    text += "Left to the other tests, because they read and write documents, files and texts: the modules "
    text += ", ".join(f"``{name}``" for name in sorted(code.APART)) + "; and of the rest the functions "
    text += ", ".join(f"``{name}``" for name in sorted((*code.SPOKEN, *code.BESIDE))) + ".\n\n"
    told = [f"{row['module']}.{row['function']}: {each}" for row in record["functions"] for each in row["survivors"]]
    explained = [f"``{each}`` -- {escape(reasons[each])}" for each in told if each in reasons]
    open_ones = [f"``{each}``" for each in told if each not in reasons]
    if explained:
        text += "Nobody could ever notice these:\n\n" + listing(explained) + "\n\n"
    if open_ones:
        text += f"Survivors without a reason so far, {len(open_ones)}:\n\n" + listing(open_ones) + "\n\n"
    return text


def _score(name: str, tried: int, alive: int) -> tuple[str, str, str, str]:
    share = f"{100 * (tried - alive) / tried:.1f} %" if tried else ""
    return name, str(tried), str(tried - alive), share
