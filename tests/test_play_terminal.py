"""The terminal game as people play it: keys and mouse go in, and the screen is read."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from html import unescape
from pathlib import Path

import attrs
import pytest
from textual.widgets import Input, OptionList

import arcanum
from arcanum import records
from arcanum.tui.app import PlayApp
from arcanum.tui.dialogs import Ask, Cards, Choice, Log, Page, Why
from arcanum.tui.menu import Group
from arcanum.tui.rows import plain
from arcanum.tui.seats import HUMAN
from arcanum.tui.table import Table, Waiting
from docs import screenshots
from tests.terminal import NAMES, SMALL, Memory, Play, new_table, played_on, screen, secrets, settled

LARGE = (132, 43)


def drive(app: PlayApp, script: Callable[[Play], Awaitable[None]], size: tuple[int, int] = SMALL) -> None:
    """Run the game without a terminal, and a script that plays it."""

    async def run() -> None:
        async with app.run_test(size=size) as pilot:
            await settled(pilot, app.table)
            await script(pilot)

    asyncio.run(run())


async def press(pilot: Play, table: Table, *keys: str) -> None:
    for key in keys:
        await pilot.press(key)  # which waits until nothing is going on any more, unless somebody thinks
        if table.waiting is Waiting.COMPUTER:
            await settled(pilot, table)


def shown(app: PlayApp, widget: str) -> str:
    """The part of the screen that a widget has."""
    region = app.query_one(widget).region
    rows = screen(app).split("\n")[region.y : region.bottom]
    return "\n".join(line[region.x : region.right] for line in rows)


# --- whole games ------------------------------------------------------------------------------------------------------


TABLES = pytest.mark.parametrize(
    ("rules", "kinds", "options", "late"),
    [
        ("arcanum/en", (HUMAN, "greedy", "random"), {}, 76),
        ("arcana/revised", (HUMAN, "greedy", "greedy", "greedy"), {"modules": ("militia",)}, 495),
    ],
    ids=["arcanum", "arcana"],
)


async def by_keys(pilot: Play, app: PlayApp, most: int | None = None, every: int = 1) -> None:
    """Play until the game is over or so many keys were pressed.

    On 80 by 24, and at every decision what has to be done, something to choose and the hand are in sight.
    """
    table, turns = app.table, 0
    while table.waiting is Waiting.PERSON and turns != most:
        turns += 1
        if (turns - 1) % every == 0:
            assert " ".join(table.prompt.split()[:3]) in shown(app, "#prompt")
            assert app.paint.text(app._items[0].label)[:20] in shown(app, "#actions")
            held = getattr(table.view.players[0], "hand", ())
            assert all(span_of(card, table) in shown(app, "#own") for card in held)
        await press(pilot, table, str(min(turns % 3 + 1, len(app._items))))


@TABLES
def test_a_game_is_begun_by_keys(rules: str, kinds: tuple[str, ...], options: dict[str, object], late: int) -> None:
    app = PlayApp(new_table(rules, *kinds, seed=5, **options))

    async def script(pilot: Play) -> None:
        await by_keys(pilot, app, most=6)
        assert app.table.decisions >= 6

    drive(app, script)


@pytest.mark.parametrize("whole", [False, pytest.param(True, marks=pytest.mark.slow)], ids=["end", "whole"])
@TABLES
def test_a_game_is_played_to_its_end_by_keys(
    rules: str, kinds: tuple[str, ...], options: dict[str, object], late: int, whole: bool
) -> None:
    table = played_on(new_table(rules, *kinds, seed=5, **options), 0 if whole else late, seed=5)
    app = PlayApp(table)

    async def script(pilot: Play) -> None:
        await by_keys(pilot, app, every=8)
        assert table.waiting is Waiting.OVER
        result = arcanum.outcome(table.state)
        assert result is not None
        assert isinstance(app.screen, Page)
        text = screen(app)
        assert f"Decided by: {result.reason}"[:40] in text
        assert all(str(score) in text for score in result.scores)
        await pilot.press("escape")
        assert "The game is over. Won by" in screen(app)

    drive(app, script)


def span_of(card: object, table: Table) -> str:
    """How a card in the hand begins on the screen."""
    if table.rules.game.name == "arcanum":
        return str(card)
    return next(line.name for line in table.rules.game.cards(table.rules) if line.id == card).split()[0]


@pytest.mark.parametrize("part", ["beginning", "end", pytest.param("whole", marks=pytest.mark.slow)])
@pytest.mark.parametrize(
    ("rules", "options", "late"),
    [("arcanum/en", {}, 68), ("arcana/revised", {"round_limit": 2}, 24)],
    ids=["arcanum", "arcana"],
)
def test_between_two_people_nobody_ever_sees_a_card_that_he_has_not_seen(
    rules: str, options: dict[str, object], late: int, part: str
) -> None:
    table = new_table(rules, HUMAN, "random", HUMAN, seed=8, **options)
    played_on(table, late if part == "end" else 0, seed=8)
    app = PlayApp(table)
    looks, memory = secrets(table.rules), Memory(table)

    async def script(pilot: Play) -> None:
        covered = 0
        while table.waiting is not Waiting.OVER and not (part == "beginning" and covered > 4):
            text = screen(app).replace("4S is the 4 of Swords", "")
            seen = memory.known(table.viewer)
            assert not [card for card, look in looks.items() if card not in seen and look.search(text)]
            if table.waiting is Waiting.CHANGE:
                covered += 1
                assert table.viewer is None
                assert "Pass the screen to" in text
                await press(pilot, table, "enter")
                assert table.viewer is None  # pressing Enter once too often shows nothing
                await press(pilot, table, "space")
                assert table.viewer is not None
            else:
                await press(pilot, table, "enter")
        assert covered > 1

    drive(app, script)


def test_actions_are_chosen_with_the_mouse() -> None:
    table = new_table("arcana/revised", HUMAN, "random", seed=2)
    app = PlayApp(table)

    async def script(pilot: Play) -> None:
        for turn in range(12):
            before = table.decisions
            grouped = isinstance(app._items[0], Group)
            await pilot.click("#actions", offset=(3, 0))
            await settled(pilot, table)
            if grouped:
                assert table.decisions == before
                assert "Esc back" in shown(app, "#choices-title")
                await pilot.click("#actions", offset=(3, turn % 2))
                await settled(pilot, table)
            assert table.decisions > before

    drive(app, script)


def test_a_group_is_left_again_with_escape() -> None:
    table = new_table("arcana/revised", HUMAN, "random", seed=2)
    app = PlayApp(table)

    async def script(pilot: Play) -> None:
        all_items = app._items
        await press(pilot, table, "1")
        assert app._items != all_items
        await press(pilot, table, "escape")
        assert app._items == all_items
        assert table.decisions == len(table.record.actions)

    drive(app, script)


# --- explanations -----------------------------------------------------------------------------------------------------


def test_what_is_not_offered_is_explained_with_its_clause_and_the_clause_can_be_read() -> None:
    table = new_table("arcanum/en", HUMAN, "random", "random", seed=3)
    app = PlayApp(table)

    async def script(pilot: Play) -> None:
        await press(pilot, table, "question_mark")
        assert isinstance(app.screen, Why)
        await press(pilot, table, *"play", "enter")  # now cards are hidden, not played
        wish = next(action for action in app._face().wishes() if str(action).startswith("play"))
        (reason, *_) = table.reasons(wish)
        text = " ".join(screen(app).split())
        assert f"You cannot {app._face().label(wish)} now" in text
        assert reason.clause in text
        await press(pilot, table, "enter")
        assert isinstance(app.screen, Page)
        clause = app.table.state.game.clauses()[reason.clause]
        assert clause.text[:30] in " ".join(screen(app).split())
        assert "Where it stands" in screen(app)
        await press(pilot, table, "escape", "escape")
        assert not isinstance(app.screen, Why)

    drive(app, script)


def test_a_short_form_can_be_typed_and_nonsense_is_told_from_it() -> None:
    table = new_table("arcanum/en", HUMAN, "random", "random", seed=3)
    app = PlayApp(table)

    async def ask(pilot: Play, text: str) -> str:
        await press(pilot, table, "question_mark")
        app.screen.query_one(Input).value = text
        await press(pilot, table, "enter")
        told = " ".join(screen(app).split())
        await press(pilot, table, "escape")
        return told

    async def script(pilot: Play) -> None:
        legal = table.view.legal_actions[0]
        assert "choose it from your actions" in await ask(pilot, str(legal))
        assert "does not hold" in await ask(pilot, "hide 10S")
        assert "is no action" in await ask(pilot, "juggle 3 balls")

    drive(app, script)


def test_a_line_of_the_log_leads_to_its_clause() -> None:
    table = new_table("arcanum/en", HUMAN, "random", "random", seed=3)
    app = PlayApp(table)

    async def script(pilot: Play) -> None:
        last = next(each.line for each in reversed(table.log()) if each.line.clause)
        await press(pilot, table, "tab")
        assert app.focused is app.query_one("#log")
        await press(pilot, table, "end")
        while app._clauses[app.query_one("#log", OptionList).highlighted or 0] is None:
            await press(pilot, table, "up")
        await press(pilot, table, "enter")
        assert isinstance(app.screen, Page)
        assert str(last.clause) in screen(app)
        await press(pilot, table, "escape", "l")
        assert isinstance(app.screen, Log)
        await press(pilot, table, "home", "enter")
        assert isinstance(app.screen, Page)

    drive(app, script)


def test_a_click_on_a_card_of_the_hand_shows_what_stands_on_it_and_what_can_be_done_with_it() -> None:
    table = new_table("arcana/revised", HUMAN, "random", seed=2)
    app = PlayApp(table)

    async def script(pilot: Play) -> None:
        first = app._face().cards()[0]
        await pilot.click("#own", offset=(10, 0))
        await pilot.pause()
        assert isinstance(app.screen, Cards)
        assert first.values.split(",")[0] in screen(app)
        await press(pilot, table, "question_mark")
        assert isinstance(app.screen, Why)
        assert app.screen.query_one(Input).value == first.name
        assert first.name in screen(app)

    drive(app, script)


def test_the_keys_at_the_bottom_can_be_clicked() -> None:
    table = new_table("arcanum/en", HUMAN, "random", "random", seed=3)
    app = PlayApp(table)

    async def script(pilot: Play) -> None:
        at = screen(app).split("\n")[-1].index("help")
        await pilot.click("#keys", offset=(at, 0))
        await pilot.pause()
        assert isinstance(app.screen, Page)
        assert "Keys" in screen(app)

    drive(app, script)


# --- taking back, saving, leaving -------------------------------------------------------------------------------------


def test_a_decision_is_taken_back_with_a_key_or_it_is_said_why_not() -> None:
    table = new_table("arcanum/en", HUMAN, HUMAN, "random", seed=3)
    app = PlayApp(table)

    async def script(pilot: Play) -> None:
        await press(pilot, table, "u")
        assert "no decision of yours to take back" in " ".join(shown(app, "#note").split())
        await press(pilot, table, "space")
        before, seat = table.state, table.viewer
        await press(pilot, table, "enter")
        await press(pilot, table, "u")
        assert table.state == before
        assert f"Pass the screen to {NAMES[seat or 0]}" in screen(app)
        await press(pilot, table, "space", "enter", "space", "enter")  # now everybody's hidden cards lie there
        await press(pilot, table, "u")
        text = " ".join(shown(app, "#note").split())
        assert text.startswith("This cannot be taken back")

    drive(app, script)


def test_taking_back_stops_a_computer_player_that_was_thinking_about_it() -> None:
    table = new_table("arcanum/en", HUMAN, "search:300", "random", seed=3)
    app = PlayApp(table)

    async def script(pilot: Play) -> None:
        before = table.state
        table.take(table.view.legal_actions[0])
        app._go_on()
        thought = app._thinking
        if table.waiting is Waiting.COMPUTER:
            app.action_undo()
            assert thought is not None
            assert table.state == before
        await settled(pilot, table)
        assert table.waiting is Waiting.PERSON

    drive(app, script)


@pytest.mark.parametrize("rules", ["arcanum/en", "arcana/revised"])
def test_a_game_that_was_saved_and_resumed_is_the_same(rules: str, tmp_path: Path) -> None:
    path = tmp_path / "evening.record"
    kinds = (HUMAN, "greedy", "random")
    straight, first = new_table(rules, *kinds, seed=4), new_table(rules, *kinds, seed=4)

    def some(table: Table, decisions: int) -> Callable[[Play], Awaitable[None]]:
        async def script(pilot: Play) -> None:
            await press(pilot, table, *["enter"] * decisions)

        return script

    app = PlayApp(first)

    async def save(pilot: Play) -> None:
        await press(pilot, first, *["enter"] * 4, "s")
        assert isinstance(app.screen, Ask)
        app.screen.query_one(Input).value = str(path)
        await press(pilot, first, "enter")
        assert "Saved in" in shown(app, "#note")

    drive(app, save)
    second = Table.resumed(records.read(path), ())
    drive(PlayApp(second), some(second, 4))
    drive(PlayApp(straight), some(straight, 8))
    assert second.record == attrs.evolve(straight.record, names=second.record.names)
    assert second.state == straight.state


def test_with_a_file_every_decision_is_in_it_at_once(tmp_path: Path) -> None:
    path = tmp_path / "kept.record"
    table = new_table("arcanum/en", HUMAN, "random", "random", seed=3)

    async def script(pilot: Play) -> None:
        for _ in range(3):
            mine = table.decisions
            await press(pilot, table, "enter")
            assert len(records.read(path).actions) > mine
        await pilot.press("q")

    app = PlayApp(table, save_to=str(path))
    drive(app, script)
    assert records.read(path) == table.record


def test_a_file_that_cannot_be_written_is_told_and_the_game_goes_on(tmp_path: Path) -> None:
    table = new_table("arcanum/en", HUMAN, "random", "random", seed=3)
    app = PlayApp(table, save_to=str(tmp_path))

    async def script(pilot: Play) -> None:
        await press(pilot, table, "s")
        assert "cannot be written" in " ".join(shown(app, "#note").split())
        await press(pilot, table, "enter")
        assert table.decisions

    drive(app, script)


@pytest.mark.parametrize(("answer", "leaves"), [(("down", "enter"), True), (("escape",), False)], ids=["leave", "stay"])
def test_leaving_a_game_that_is_not_saved_is_asked_about(answer: tuple[str, ...], leaves: bool) -> None:
    table = new_table("arcanum/en", HUMAN, "random", "random", seed=3)
    app = PlayApp(table)

    async def script(pilot: Play) -> None:
        await press(pilot, table, "enter", "q")
        assert isinstance(app.screen, Choice)
        for key in answer:
            await pilot.press(key)
        assert app._exit == leaves

    drive(app, script)


def test_leaving_can_save_first(tmp_path: Path) -> None:
    table = new_table("arcanum/en", HUMAN, "random", "random", seed=3)
    app = PlayApp(table)

    async def script(pilot: Play) -> None:
        await press(pilot, table, "enter", "q", "enter")
        assert isinstance(app.screen, Ask)
        app.screen.query_one(Input).value = str(tmp_path / "left.record")
        await pilot.press("enter")

    drive(app, script)
    assert records.read(tmp_path / "left.record") == table.record


# --- terminals --------------------------------------------------------------------------------------------------------


def dialogs(app: PlayApp, pilot: Play) -> Iterator[str]:
    """The keys that open everything there is."""
    yield from ("question_mark", "c", "l", "h", "s", "q")


@pytest.mark.parametrize("rules", ["arcanum/en", "arcana/revised"])
def test_a_plain_terminal_gets_plain_characters_only(rules: str) -> None:
    table = new_table(rules, HUMAN, "random", "random", seed=6)
    app = PlayApp(table, ascii=True)

    async def script(pilot: Play) -> None:
        for _ in range(4):
            await press(pilot, table, "enter")
            assert screen(app).isascii()
        for key in dialogs(app, pilot):
            await press(pilot, table, key)
            assert screen(app).isascii()
            await press(pilot, table, "escape")

    drive(app, script)


@pytest.mark.parametrize("rules", ["arcanum/en", "arcana/revised"])
@pytest.mark.parametrize("size", [SMALL, LARGE], ids=["80x24", "132x43"])
def test_everything_needed_is_in_sight_with_as_many_players_as_can_be(rules: str, size: tuple[int, int]) -> None:
    most = max(arcanum.rules(rules).players)
    table = new_table(rules, HUMAN, *["random"] * (most - 1), seed=6)
    app = PlayApp(table)

    async def script(pilot: Play) -> None:
        for _ in range(6):
            await press(pilot, table, "enter")
            text = screen(app)
            assert all(name in shown(app, "#players") for name in NAMES[:most])
            assert app.query_one("#actions").size.height >= 4
            assert app.query_one("#log").size.height >= 4
            assert "quit" in text.split("\n")[-1]
            last = plain(app._face().board()[-1]).split()[:2]
            assert " ".join(last) in " ".join(shown(app, "#board").split())

    drive(app, script, size)


def test_without_colour_the_marked_action_is_underlined(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    table = new_table("arcanum/en", HUMAN, "random", "random", seed=6)
    app = PlayApp(table)

    def underlined(line: int) -> bool:
        strip = app.query_one("#actions").render_line(line)
        return any(segment.style is not None and bool(segment.style.underline) for segment in strip)

    async def script(pilot: Play) -> None:
        assert [underlined(line) for line in range(3)] == [True, False, False]
        await press(pilot, table, "down")
        assert [underlined(line) for line in range(3)] == [False, True, False]

    drive(app, script)


def test_a_game_of_computers_only_can_be_watched() -> None:
    table = new_table("arcanum/en", "random", "random", "random", seed=6)
    app = PlayApp(table)

    async def script(pilot: Play) -> None:
        assert table.waiting is Waiting.OVER
        assert table.viewer is None
        assert isinstance(app.screen, Page)

    drive(app, script)


@pytest.mark.parametrize("name", screenshots.TERMINAL)
def test_the_pictures_of_the_documentation_show_the_game_and_load_nothing(name: str) -> None:
    moment = screenshots.TERMINAL[name]
    picture = asyncio.run(screenshots.terminal_picture(moment))
    title = f"arcanum play --rules {moment.rules}"
    assert title in unescape(picture).replace("\N{NO-BREAK SPACE}", " ")
    assert "url(" not in picture.replace("url(#", "")
    assert (screenshots.STATIC / name).exists()
