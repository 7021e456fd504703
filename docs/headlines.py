"""The headline numbers of the long runs: ``python -m docs.headlines soak`` takes one over into ``docs/results.json``.

A run leaves all that it found in ``results/``, which is not under version control. This module knows what is worth
keeping of each; the documentation shows nothing else. The other runs keep the numbers they had.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, TypeAlias

from arcanum.kernel.files import write_whole
from arcanum.lab.statistics import Mean, Share, digits_of
from benchmarks.loop import DECISIONS
from benchmarks.report import Section, figure, speeds, targets

ROOT = Path(__file__).parents[1]
ARTEFACTS = ROOT / "results"
HEADLINES = ROOT / "docs" / "results.json"
MOST_LINES = 300
HEAD = ("command", "version", "commit", "date")

Record: TypeAlias = Mapping[str, Any]
"""A result file, or the section that it has for a game or a build."""
Results: TypeAlias = dict[str, Any]
"""What was found: numbers and short texts by name, and tables, whose rows are lists; the row without a name is the
header.
"""


def main(argv: Sequence[str] | None = None) -> int:
    """Take over what some runs have found."""
    parser = argparse.ArgumentParser(prog="python -m docs.headlines", description=__doc__)
    parser.add_argument("runs", nargs="+", choices=RUNS, metavar="RUN", help=", ".join(RUNS))
    runs = parser.parse_args(argv).runs
    try:
        take_over(runs, ARTEFACTS, HEADLINES)
    except (OSError, TooLong) as wrong:
        print(wrong, file=sys.stderr)
        return 1
    print(f"{HEADLINES.relative_to(ROOT)}: {', '.join(runs)}")
    return 0


class TooLong(Exception):
    """There would be more headlines than anybody reads."""


def take_over(names: Iterable[str], artefacts: Path, headlines: Path) -> None:
    """Put the headlines of some artefacts in the place of their old ones; the others stay as they are."""
    runs: dict[str, Record] = json.loads(headlines.read_text(encoding="utf-8")) if headlines.exists() else {}
    for name in names:
        record = json.loads((artefacts / f"{name}.json").read_text(encoding="utf-8"))
        runs = {run: found for run, found in runs.items() if run.partition(": ")[0] != name}
        runs |= entries(name, record, RUNS[name])
    order = list(RUNS)
    text = written({run: runs[run] for run in sorted(runs, key=lambda run: order.index(run.partition(": ")[0]))})
    if (lines := text.count("\n")) > MOST_LINES:
        raise TooLong(f"{headlines.name} would have {lines} lines, and may have {MOST_LINES}: leave something out")
    write_whole(headlines, text)


def entries(name: str, record: Record, of: Callable[[Record], Results]) -> dict[str, Record]:
    """The headlines of an artefact: one entry, or one for each section if every section is a run of its own."""
    sections = {name: record} if "command" in record else {f"{name}: {key}": each for key, each in record.items()}
    return {
        run: {**{key: each[key] for key in HEAD if key in each}, "results": of(each)} for run, each in sections.items()
    }


def written(runs: Mapping[str, Record]) -> str:
    """All runs as JSON: one line a run, a table and a value."""
    return "{\n" + ",\n".join(f" {json.dumps(name)}: {_entry(run)}" for name, run in runs.items()) + "\n}\n"


def _entry(run: Record) -> str:
    head = "".join(f"{json.dumps(key)}: {json.dumps(run[key])}, " for key in HEAD if key in run)
    return f'{{{head}"results": {_values(run["results"], "  ")}}}'


def _values(values: Record, indent: str) -> str:
    lines = [
        f"{indent}{_text(name)}: {_values(value, indent + ' ') if isinstance(value, dict) else _text(value)}"
        for name, value in values.items()
    ]
    return "{\n" + ",\n".join(lines) + "}"


def _text(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


# --- the specification ------------------------------------------------------------------------------------------------


def spec(record: Record) -> Results:
    """How the properties fared; one that ran several times is as good as its worst run."""
    worst: dict[str, str] = {}
    for each in record["properties"]:
        both = {worst.get(each["source"], each["outcome"]), each["outcome"]}
        worst[each["source"]] = next(one for one in ("failed", "skipped", "passed") if one in both)
    counted = Counter(worst.values())
    outcomes = {outcome: counted[outcome] for outcome in ("passed", "skipped", "failed")}
    return {"properties": len(worst), **outcomes, "seconds": record["seconds"]}


def generators(record: Record) -> Results:
    """How often clauses are covered, which ones least, and what is hardly ever reached."""
    clauses = sorted(record["clauses"], key=_rate)
    steps = (0.01, 0.05, 0.25, 0.5, 1.0)
    covered: Results = {"": ["clauses", *(f"under {step:.0%}" for step in steps)]}
    for game in sorted({row["game"] for row in clauses}):
        rates = [_rate(row) for row in clauses if row["game"] == game]
        covered[game] = [len(rates), *(sum(rate < step for rate in rates) for step in steps)]
    return {
        "properties": len(record["properties"]),
        "examples": sum(row["examples"] for row in record["properties"]),
        "discarded": sum(row["discarded"] for row in record["properties"]),
        f"assertions reached in fewer than {record['seldom']:.0%} of examples": len(record["claims"]),
        "never reached": sum(not row["reached"] for row in record["claims"]),
        "covered least": ", ".join(
            f"{row['clause']} ({row['game']}) in {row['met']} of {row['examples']}" for row in clauses[:3]
        ),
        "clauses by the share of examples that cover them": covered,
    }


def _rate(row: Record) -> float:
    return float(row["met"] / row["examples"]) if row["examples"] else 0.0


def faults(record: Record) -> Results:
    """What became of the seeded faults of a game."""
    caught = [each for each in record["breaks"] if not each["missed"] and not each["fault"]]
    return {
        "faults": _of(record["judged"], record["planned"]),
        "caught by a property of their clause": len(caught),
        "clauses shown to fail": len({clause for each in caught for clause in each["clauses"]}),
        "unrelated properties asked": sum(each["asked"] for each in record["breaks"]),
        "that noticed": sum(len(each["spilled"] or ()) for each in record["breaks"]),
    }


def values(record: Record) -> Results:
    """How many values of the rule sets of a game were changed, and who noticed."""
    rows = record["values"]
    return {
        "values": _of(record["judged"], record["planned"]),
        "noticed": record["caught"],
        "by a property of their clause": sum(row["own"] for row in rows),
        "without effect": record["idle"],
        "missed": record["judged"] - record["caught"] - record["idle"],
    }


def _of(done: int, planned: int) -> int | str:
    """A number, with what is still to do if there is any."""
    return done if done == planned else f"{done:,} of {planned:,}"


def mutants(record: Record) -> Results:
    """How many mutants of each package the properties killed."""
    tried: Counter[str] = Counter()
    alive: Counter[str] = Counter()
    for row in record["functions"]:
        package = row["module"].partition(".")[0]
        tried[package] += row["mutants"]
        alive[package] += len(row["survivors"])
    rows = {package: _killed(tried[package], alive[package]) for package in tried}
    rows["all"] = _killed(tried.total(), alive.total())
    return {
        "mutants": _of(record["tried"], record["planned"]),
        "by package": {"": ["tried", "killed", "share"], **rows},
    }


def _killed(tried: int, alive: int) -> list[object]:
    return [tried, tried - alive, f"{100 * (tried - alive) / tried:.1f} %" if tried else ""]


# --- random games and documents ---------------------------------------------------------------------------------------


def soak(record: Record) -> Results:
    """How much was played, and what never came up."""
    never = [each for names in record["missing"].values() for each in names]
    return {
        "games": record["games"],
        "decisions": record["decisions"],
        "longest game": record["longest"],
        "never seen": ", ".join(never) or "nothing",
    }


def scoring(record: Record) -> Results:
    """How many positions were scored, and what was in them."""
    kept = ("positions", "tied Houses", "splits", "mismatches")
    return {name: record[name] for name in kept}


def oracle(record: Record) -> Results:
    """What was compared with the answer set programs."""
    header = ["positions", "ways to go on", "kinds of situations", "the rarest", "mismatches"]
    rows: Results = {"": header}
    for name, found in record.items():
        if isinstance(found, dict):
            situations = found["situations"]
            rarest = min(situations, key=lambda each: situations[each])
            count = f"{rarest}: {situations[rarest]:,}"
            rows[name] = [found["positions"], found["courses"], len(situations), count, found["mismatches"]]
    return {"by comparison": rows}


def fuzz(record: Record) -> Results:
    """How many malformed documents were read, and what was wrong with the answers."""
    return {
        "documents and records": record["documents"],
        "refused": record["refused"],
        "accepted, written, read again and played on": record["accepted"],
        "slowest answer, seconds": record["slowest"],
        "most memory, MB": round(record["memory"] / 1e6, 1),
        "errors of another kind": len(record["findings"]),
    }


def archive(record: Record) -> Results:
    """How much was replayed, and how large a record is."""
    kept = ("games", "rule_sets", "actions", "bytes_per_action", "largest_record")
    return {**{name.replace("_", " "): record[name] for name in kept}, "mismatches": len(record["mismatches"])}


def house_rules(record: Record) -> Results:
    """What validation says of variants of every kind, and of the examples of house rules."""
    rows = record["house_rules"]
    unsound = [f"{each['file']} ({', '.join(each['broken'][:3])} ...)" for each in rows if not each["sound"]]
    changed = [f"{each['file']} ({each['real_differences']})" for each in rows if each["real_differences"]]
    return {
        "house rules": len(rows),
        "sound": len(rows) - len(unsound),
        "unsound, and what does not hold": ", ".join(unsound) or "none",
        "clauses that hold, counted for each": sum(each["hold"] for each in rows),
        "clauses that are not judged": sum(each["not_judged"] for each in rows),
        "that change the play, with the number of significant differences": ", ".join(changed) or "none",
        **_variants(record.get("variants", {})),
    }


def _variants(table: Mapping[str, Mapping[str, int]]) -> Results:
    """How the variants fared that were made from the language of house rules; none in a run of the examples alone."""
    kinds = ("variants", "sound", "with a reason", "without a reason")
    found: Results = {"": ["judged", "sound", "broken with a reason", "broken without a reason"]}
    found |= {game: [row[kind] for kind in kinds] for game, row in table.items()}
    return {"variants made from the language of house rules": found} if table else {}


# --- players and games ------------------------------------------------------------------------------------------------


def balance(record: Record) -> Results:
    """How often each guild wins, and how long games last."""
    runs = {
        f"{rules}, {player}": found for rules, players in record["results"].items() for player, found in players.items()
    }
    games: Results = {"": ["games", "draws", "rounds, mean", "decisions, mean"]}
    for name, found in runs.items():
        kept = (found[each] for each in ("games", "draws"))
        games[name] = [*kept, found["rounds"]["mean"], found["decisions"]]
    every = dict.fromkeys(guild for found in runs.values() for guild in found["guilds"])
    shares: Results = {"": list(runs)}
    shares |= {guild: [found["guilds"].get(guild) for found in runs.values()] for guild in every}
    shares["± (two standard errors)"] = [found["error"] for found in runs.values()]
    return {"games": games, "victories of a guild by its fair share": shares}


def strength(record: Record) -> Results:
    """Who beat whom."""
    rows: Results = {"": ["games", "share of wins (95 %)", "even", "verdict"]}
    for each in record["matches"]:
        wins = each["wins"]
        share = f"{wins['value']:.3f} ({wins['low']:.3f} to {wins['high']:.3f})"
        name = f"{each['rules']}: {each['player']} against {each['against']}"
        rows[name] = [each["games"], share, each["even"], each["verdict"]]
    return {"matches": rows}


def scaling(record: Record) -> Results:
    """What games cost, and what a second process brings."""
    kinds = [kind for kind in record["rules"][0] if kind not in ("rules", "players")]
    rows: Results = {"": [kind if kind != "bare" else "bare engine" for kind in kinds]}
    rows |= {f"{each['rules']}, {each['players']} players": [each[kind] for kind in kinds] for each in record["rules"]}
    spread = record["scaling"]
    return {
        "processors": record["cores"],
        f"{spread['rules']}, {spread['players'][0]} players, games a second on one process": spread["one"],
        "on two processes": spread["two"],
        "two by one": spread["ratio"],
        "processor time of a game, two by one": round(1 / spread["work_ratio"], 2),
        "games a second, one process": rows,
    }


def tables(record: Record) -> Results:
    """What the server of the web table bore."""
    kept = ("tables", "connections", "actions_per_second", "reply_ms_median", "reply_ms_99", "server_mb")
    header = ["tables", "connections", "actions a second", "reply, median, ms", "99 of 100, ms", "server, MB"]
    rows = {
        f"{each['phase']}, {'with' if each['pictures'] else 'without'} pictures": [each[name] for name in kept]
        for each in record["phases"]
    }
    return {"processors": record["cores"], "by kind of client": {"": header, **rows}}


# --- speed ------------------------------------------------------------------------------------------------------------


def bench(record: Section) -> Results:
    """Targets and speeds of a build, the speeds of others beside them, and how many times these the headlines are."""
    found: Results = {
        "machine": record["machine"],
        "beside": ", ".join(f"{name} {number}" for name, number in record["versions"].items()),
    }
    if record["left_out"]:
        found["left out"] = " ".join(record["left_out"])
    wanted = targets(record)
    found["targets"] = {"": _lower(wanted.header[1:]), **{row[0]: row[1:] for row in wanted.rows}}
    who = speeds(record)
    columns = [row for row in record["ratios"] if row["quantity"] == DECISIONS and row["name"].endswith(" 4 players")]
    found["speeds"] = {"": [*_lower(who.header[1:]), *(f"{column['name']}: times" for column in columns)]}
    for name, *figures in who.rows:
        times = [figure(column["by"][name]) if name in column["by"] else None for column in columns]
        found["speeds"][name] = [*figures, *times]
    return found


def _lower(header: Iterable[str]) -> list[str]:
    return [cell[:1].lower() + cell[1:] for cell in header]


# --- the study of the printings ---------------------------------------------------------------------------------------

TOLD = (
    *("cards: Moon", "wins with cards: Stars", "cards: Justice", "locations: Fields", "wins with locations: Fields"),
    *("locations: Treasure Vault", "locations: Castle", "locations: Throne Room", "locations: Harbour"),
)
"""The cards and places of which the page of the study tells more than that they differ."""
LEFT_OUT = ("victory shared", "decisions with one choice")
"""What is measured of the game as a whole and tells nothing that the rest does not."""
MISSED = "could be missed"
USES = "significant differences in the use of cards and places"


def study(record: Record) -> Results:
    """What the printings do to the game: a table for each setting, and the uses of cards and places that differ."""
    every = dict.fromkeys(short(each["printing"]) for each in record["played"])
    base = short(record["base"])
    others = [name for name in every if name != base]
    settings = list(dict.fromkeys(each["setting"] for each in record["played"]))
    found: Results = {
        "games": sum(each["games"] for each in record["played"]),
        "comparisons": record["comparisons"],
        "significant": record["real"],
    }
    for setting in settings:
        rows = [each for each in record["differences"] if each["setting"] == setting]
        lost = {each["what"]: smallest(each) for each in record["missed"] if each["setting"] == setting}
        found[setting] = {"": [base, *others, MISSED], **compared(rows, others, lost)}
    found["control"] = {
        "": ["comparisons", "significant", "smallest p"],
        **{each["setting"]: [each["comparisons"], each["real"], each["smallest_p"]] for each in record["control"]},
    }
    found[USES] = {"": settings} | {name: [used(record, setting, name) for setting in settings] for name in others}
    return found


def compared(rows: Iterable[Record], others: Iterable[str], lost: Mapping[str, str]) -> Results:
    """For everything that varies: the base, then how each printing fares, then how much could be missed."""
    cells: dict[str, dict[str, Record]] = {}
    for each in rows:
        kept = is_main(each["what"]) and each["what"] not in LEFT_OUT and each["difference"]["low"] is not None
        if kept or each["what"] in TOLD:
            cells.setdefault(each["what"], {})[short(each["printing"])] = each
    return {
        what: [
            told(next(iter(by.values())), "base").alone,
            *(cell(by[name]) if name in by else None for name in others),
            lost.get(what),
        ]
        for what, by in cells.items()
    }


def cell(each: Record) -> list[object]:
    """What a printing has, how far that is from the base, and whether that is significant."""
    scale = 100 if each["share"] else 1
    value, low, high = (scale * each["difference"][name] for name in ("value", "low", "high"))
    digits = digits_of(low, high, least=1 if each["share"] else 2)
    return [told(each, "new").alone, f"{value:+z.{digits}f} ±{(high - low) / 2:.{digits}f}", each["real"]]


def used(record: Record, setting: str, printing: str) -> list[str]:
    """Which uses of cards and places differ significantly, each with its sign."""
    return [
        f"{'+' if each['difference']['value'] > 0 else '-'} {each['what']}"
        for each in record["differences"]
        if (each["setting"], short(each["printing"])) == (setting, printing)
        if each["real"] and not is_main(each["what"])
    ]


def short(printing: str) -> str:
    """A printing without its game."""
    return printing.partition("/")[2]


def told(each: Record, side: str) -> Mean:
    """What was measured, as it is told."""
    return (Share if each["share"] else Mean)(**each[side])


def smallest(each: Record) -> str:
    """The smallest difference that would hardly be missed."""
    if each["share"]:
        return f"{100 * each['difference']:.1f} pp"
    return f"{each['difference']:.{max(2, digits_of(-each['difference'], each['difference'], least=2))}f}"


def is_main(what: str) -> bool:
    """Whether something is measured of the game as a whole, and not of one card or place."""
    group, colon, _ = what.partition(":")
    return not colon or group in ("wins", "points")


RUNS: Mapping[str, Callable[[Record], Results]] = {
    "spec": spec,
    "generators": generators,
    "faults": faults,
    "values": values,
    "mutants": mutants,
    "oracle": oracle,
    "scoring": scoring,
    "soak": soak,
    "archive": archive,
    "fuzz": fuzz,
    "house_rules": house_rules,
    "balance": balance,
    "strength": strength,
    "scaling": scaling,
    "tables": tables,
    "bench": bench,
    "study": study,
}
"""Every run that leaves an artefact, in the order of ``docs/results.json``."""


if __name__ == "__main__":
    sys.exit(main())
