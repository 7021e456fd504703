"""A comparison as a page that a person would rather look at than read: one file, with plots, that needs nothing else.

Plots are drawn by matplotlib (the extra `arcanum[report]`) and stand in the page as SVG.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Sequence
from html import escape
from importlib import import_module
from io import StringIO
from types import ModuleType
from typing import Any

from arcanum.kernel.extras import needed
from arcanum.kernel.tell import number
from arcanum.lab.compare import PlayReport, is_main
from arcanum.lab.statistics import Comparison, Mean, mean_of
from arcanum.lab.tally import DRAWN, POINTS, WINS, WINS_WITH

_COLOURS = ("#8a8f98", "#b5432e")
"""The base is grey, what is new is red."""
_REAL, _CHANCE = "#b5432e", "#b8bcc4"
_MOST_CARDS = 24
_MOST_BINS = 30
_STYLE = """
body { font: 16px/1.5 system-ui, sans-serif; color: #24262b; background: #fbfaf8; margin: 0 auto; padding: 2rem;
       max-width: 62rem; }
h1 { font-size: 1.9rem; margin-bottom: 0; } h2 { margin: 2.5rem 0 .3rem; } .lead { font-size: 1.15rem; }
.note { color: #6a6f78; font-size: .92rem; } svg { width: 100%; height: auto; }
.tiles { display: grid; grid-template-columns: repeat(auto-fit, minmax(13rem, 1fr)); gap: .8rem; margin: 1.5rem 0; }
.tile { background: #fff; border: 1px solid #e4e1db; border-left: 5px solid #b8bcc4; border-radius: 6px;
        padding: .7rem 1rem; }
.tile.real { border-left-color: #b5432e; } .tile b { display: block; font-size: 1.4rem; }
table { border-collapse: collapse; font-size: .9rem; width: 100%; }
td, th { padding: .2rem .6rem; text-align: right; border-bottom: 1px solid #eceae5; }
td:first-child, th:first-child { text-align: left; } tr.real td { font-weight: 600; }
"""


def drawing() -> ModuleType:
    """What draws; raises `MissingExtra` if it is not there."""
    return needed("matplotlib", "report", "a report with plots")


def page(report: PlayReport) -> str:
    """The page as HTML."""
    one, other = report.one.rules, report.other.rules
    by_group = {group: _of(report, group) for group in (WINS, POINTS)}
    cards = sorted((each for each in report.comparisons if _is_use(each)), key=lambda each: each.p)[:_MOST_CARDS]
    wins_with = [each for each in report.comparisons if each.what.startswith(f"{WINS_WITH} ")]
    parts = [
        f"<h1>{escape(report.one.title)} <span class=note>and</span> {escape(report.other.title)}</h1>",
        f"<p class=note>{number(report.one.games, 'game')} each between {escape(', '.join(report.players))}"
        f"{report.pairing}, seed {report.seed}. Both were dealt the same cards. Intervals are for 95 %; a difference "
        "is called real if it stands after Holm's correction for the number of comparisons.</p>",
        f"<p class=lead>{escape(report.sentence())}</p>",
        _tiles(report),
        _section("How much changes", _told_of_changes(report), _forest(report)),
        _section("Who wins", "By the order of the first turn; the line is an even share.", _wins(report)),
        _section("Where points come from", "Points of a player in a game.", _stacked(one, other, by_group[POINTS])),
        _section("How games spread", "Of all finished games, the share with each value.", _spreads(report)),
        _section("Cards and places", "How often in a game, those that differ most.", _dumbbells(one, other, cards)),
        _section(
            "Winning with a card or a place",
            "The share of victories of who used it. It says what goes with winning, not what makes it.",
            _scatter(one, other, wins_with),
        ),
        f"<details><summary>All {len(report.comparisons)} comparisons</summary>{_table(report)}</details>",
    ]
    head = f"<title>{escape(one)} and {escape(other)}</title><meta charset=utf-8><style>{_STYLE}</style>"
    return f"<!doctype html>\n<html lang=en><head>{head}</head>\n<body>\n" + "\n".join(parts) + "\n</body></html>\n"


def _of(report: PlayReport, group: str) -> list[Comparison]:
    return [each for each in report.comparisons if each.what.startswith(f"{group}: ")]


def _is_use(each: Comparison) -> bool:
    return not is_main(each) and not each.what.startswith(f"{WINS_WITH} ")


def _name(each: Comparison) -> str:
    return each.what.partition(": ")[2] or each.what


def _section(title: str, note: str, body: str) -> str:
    return f"<h2>{title}</h2><p class=note>{note}</p>{body}" if body else ""


def _tiles(report: PlayReport) -> str:
    """The game as a whole, a tile for each number."""
    tiles = []
    for each in report.comparisons:
        if is_main(each) and ":" not in each.what:
            kind, word = ("tile real", "") if each.real else ("tile", "may be chance")
            numbers = f"{each.base.alone} → {each.new.alone}"
            tiles.append(f"<div class='{kind}'>{escape(each.what)}<b>{numbers}</b><span class=note>{word}</span></div>")
    return f"<div class=tiles>{''.join(tiles)}</div>"


def _table(report: PlayReport) -> str:
    rows = [
        f"<tr{' class=real' if each.real else ''}><td>{escape(each.what)}</td><td>{each.base}</td><td>{each.new}</td>"
        f"<td>{each.difference.signed}</td><td>{each.p:.2g}</td></tr>"
        for each in report.comparisons
    ]
    names = f"<th>{escape(report.one.rules)}</th><th>{escape(report.other.rules)}</th>"
    return f"<table><tr><th></th>{names}<th>difference</th><th>p</th></tr>{''.join(rows)}</table>"


# --- plots ------------------------------------------------------------------------------------------------------------


def _drawn(title: str, width: float, height: float, draw: Callable[[Any], None], columns: int = 1) -> str:
    """A figure as SVG with a title for who cannot see it; the same numbers give the same text."""
    matplotlib = drawing()
    figures = import_module("matplotlib.figure")
    settings = {"svg.fonttype": "none", "svg.hashsalt": "arcanum", "axes.spines.top": False, "axes.spines.right": False}
    with matplotlib.rc_context(settings):
        figure = figures.Figure(figsize=(width, height), layout="constrained")
        figure.patch.set_alpha(0)
        axes = figure.subplots(1, columns)
        draw(axes)
        text = StringIO()
        figure.savefig(text, format="svg", metadata={"Date": None, "Creator": None})
    return _beside_others(text.getvalue().partition("<svg")[2], title)


def _beside_others(drawing: str, title: str) -> str:
    """A figure that shares no ids with the other figures of the page."""
    prefix = re.sub(r"\W+", "-", title.lower())
    drawing = re.sub(r'\bid="', f'id="{prefix}-', drawing)
    drawing = re.sub(r'(href="#|url\(#)', rf"\g<1>{prefix}-", drawing)
    head, bracket, rest = drawing.partition(">")
    return f'<svg role="img" aria-label="{escape(title)}"{head}{bracket}\n <title>{escape(title)}</title>{rest}'


def _told_of_changes(report: PlayReport) -> str:
    """What the drawing of changes shows, and what it leaves out because it does not happen by the first rules."""
    found = [each for each in report.comparisons if is_main(each) and not each.base.value]
    told = "; ".join(f"{each.what} {each.new.alone} instead of {each.base.alone}" for each in found)
    left_out = f" Left out, because there is nothing to take per cent of: {escape(told)}." if found else ""
    return f"In per cent of the first rule set. Red is real.{left_out}"


def _forest(report: PlayReport) -> str:
    """Relative differences of the game as a whole, with their intervals."""
    rows = [each for each in report.comparisons if is_main(each) and each.base.value][::-1]

    def draw(axes: Any) -> None:
        for at, each in enumerate(rows):
            scale = 100 / abs(each.base.value)
            colour = _REAL if each.real else _CHANCE
            ends = [scale * end for end in (each.difference.low, each.difference.high) if end is not None]
            axes.plot(ends, [at] * len(ends), color=colour, linewidth=3, solid_capstyle="round")
            axes.plot([scale * each.difference.value], [at], "o", color=colour)
        axes.axvline(0, color="#24262b", linewidth=0.8)
        axes.set_yticks(range(len(rows)), [each.what for each in rows])
        axes.set_xlabel("per cent")
        left, right = axes.get_xlim()
        axes.set_xlim(max(left, -100), min(right, 100))  # what hardly ever happens can be anything

    return _drawn("How much changes, in per cent", 9, 0.3 * len(rows) + 0.8, draw) if rows else ""


def _wins(report: PlayReport) -> str:
    """The share of victories by the order of the first turn."""
    names = [each.what for each in _of(report, WINS)]
    shares = [[mean_of(tally.measured(name)) for name in names] for tally in report.tallies]

    def draw(axes: Any) -> None:
        for side, (colour, rules) in enumerate(zip(_COLOURS, (report.one.rules, report.other.rules), strict=True)):
            _bars(axes, side, shares[side], colour, rules)
        axes.axhline(1 / len(names), color="#24262b", linewidth=0.8, linestyle="--")
        axes.set_xticks(range(len(names)), [name.partition(": ")[2] for name in names])
        axes.set_ylim(0)
        axes.legend(frameon=False)

    return _drawn("Victories by the order of the first turn", 9, 3.2, draw) if names else ""


def _bars(axes: Any, side: int, shares: Sequence[Mean], colour: str, label: str) -> None:
    places = [at + 0.38 * side - 0.19 for at in range(len(shares))]
    edges = [(each.value if each.low is None else each.low, each.high or each.value, each.value) for each in shares]
    reach = [[value - low for low, _, value in edges], [high - value for _, high, value in edges]]
    axes.bar(places, [each.value for each in shares], 0.34, yerr=reach, color=colour, label=label, capsize=3)


def _stacked(one: str, other: str, rows: Sequence[Comparison]) -> str:
    """Points by source, one bar for each rule set."""

    def draw(axes: Any) -> None:
        left = [0.0, 0.0]
        for at, each in enumerate(rows):
            values = [each.new.value, each.base.value]
            axes.barh([other, one], values, left=left, height=0.6, color=f"C{at}", label=_name(each))
            for place, value in enumerate(values):
                if value > 0.04 * sum(row.base.value for row in rows):
                    axes.text(left[place] + value / 2, place, f"{value:.1f}", ha="center", va="center", color="white")
                left[place] += value
        axes.legend(frameon=False, ncols=max(1, len(rows)), loc="lower center", bbox_to_anchor=(0.5, 1.0))

    return _drawn("Points of a player by source", 9, 2.2, draw) if rows else ""


def _spreads(report: PlayReport) -> str:
    """How lengths, leads and points scatter."""

    def draw(every: Any) -> None:
        for axes, what in zip(every, DRAWN, strict=True):
            sides = [(tally.counts[what], tally.finished) for tally in report.tallies]
            places, heights = binned(sides)
            for shares, colour in zip(heights, _COLOURS, strict=True):
                axes.fill_between(places, shares, color=colour, alpha=0.35, step="mid")
            axes.set_xlabel(what)
            axes.set_ylim(0)
            axes.set_yticks([])

    return _drawn("How games spread", 11, 2.6, draw, columns=len(DRAWN))


def binned(sides: Sequence[tuple[Counter[int], int]]) -> tuple[list[int], list[list[float]]]:
    """Where bins begin that serve all sides, and the share of each side's games in each of them, empty ones too.

    >>> binned([(Counter({1: 3, 4: 1}), 4), (Counter({2: 1}), 1)])
    ([1, 2, 3, 4], [[0.75, 0.0, 0.0, 0.25], [0.0, 1.0, 0.0, 0.0]])
    """
    values = [value for counts, _ in sides for value in counts] or [0]
    low, high = min(values), max(values)
    wide = max(1, -(-(high - low + 1) // _MOST_BINS))
    found = [[0.0] * ((high - low) // wide + 1) for _ in sides]
    for heights, (counts, games) in zip(found, sides, strict=True):
        for value, count in counts.items():
            heights[(value - low) // wide] += count / games
    return [low + wide * at for at in range(len(found[0]))], found


def _dumbbells(one: str, other: str, rows: Sequence[Comparison]) -> str:
    """How often a card or a place is used by both, with a line between."""
    ordered = sorted(rows, key=lambda each: each.difference.value)

    def draw(axes: Any) -> None:
        for at, each in enumerate(ordered):
            axes.plot([each.base.value, each.new.value], [at, at], color=_REAL if each.real else _CHANCE, linewidth=2)
        axes.plot([each.base.value for each in ordered], range(len(ordered)), "o", color=_COLOURS[0], label=one)
        axes.plot([each.new.value for each in ordered], range(len(ordered)), "o", color=_COLOURS[1], label=other)
        axes.set_yticks(range(len(ordered)), [each.what for each in ordered])
        axes.set_xlabel("uses in a game")
        axes.legend(frameon=False)

    return _drawn("Uses in a game", 9, 0.27 * len(ordered) + 0.9, draw) if ordered else ""


def _scatter(one: str, other: str, rows: Sequence[Comparison]) -> str:
    """The share of victories with a card or a place, by both."""

    def draw(axes: Any) -> None:
        edge = [min(each.base.value for each in rows), max(each.base.value for each in rows)]
        axes.plot(edge, edge, color="#24262b", linewidth=0.8)
        for each in rows:
            colour = _REAL if each.real else _CHANCE
            axes.plot([each.base.value], [each.new.value], "o", color=colour, markersize=5)
            if each.real:
                axes.annotate(_name(each), (each.base.value, each.new.value), xytext=(4, 4), textcoords="offset points")
        axes.set_xlabel(one)
        axes.set_ylabel(other)

    return _drawn("Victories of who used something", 7, 5, draw) if rows else ""
