"""The web table in real browsers: whole games by clicking, reloads, restarts, second tabs, what came over the wire."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, WebSocket, expect

import arcanum
from tests.browsers import chromium
from tests.web_server import Message, Server, Table, audit

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as started:
        yield started


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    running = Server(tmp_path / "tables.db")
    running.start()
    yield running
    running.kill()


class Seated:
    """A browser at a seat: its page, and all that came through its WebSockets."""

    def __init__(self, context: BrowserContext, table: Table, seat: int | None) -> None:
        self.seat = seat
        self.frames: list[Message] = []
        self.faults: list[str] = []
        self.page = context.new_page()
        self.page.on("websocket", self._listen)
        self.page.on("pageerror", lambda error: self.faults.append(str(error)))
        token = "" if seat is None else f"#{table.tokens[seat]}"
        self.page.goto(f"{table.server.url}/table/{table.name}{token}")
        self.page.wait_for_selector("body[data-at]")

    def _listen(self, socket: WebSocket) -> None:
        socket.on("framereceived", lambda text: self.frames.append(json.loads(text)))

    def at(self, number: int) -> None:
        """Wait for a position."""
        self.page.wait_for_selector(f'body[data-at="{number}"]')

    @property
    def to_act(self) -> int | None:
        """Who is asked, as the page knows it."""
        seat = self.page.locator("body").get_attribute("data-to-act")
        return int(seat) if seat else None


def act(page: Page, chooser: random.Random) -> None:
    """Do something by clicking, and wait until it is done: a button, or a thing in the picture and then in the menu."""
    page.wait_for_selector("body[data-asked]")
    at = page.locator("body").get_attribute("data-at")
    buttons = page.locator("#choices .choice")
    index = chooser.randrange(buttons.count())
    if index % 3 == 0:
        thing = page.locator(f'#picture .legal[data-actions~="{index}"]').first
        indexes = (thing.get_attribute("data-actions") or "").split()
        thing.press("Enter")  # a click in the middle might hit something smaller that lies on it
        if len(indexes) > 1:
            page.locator("#menu .choice").nth(indexes.index(str(index))).click()
    else:
        listed = page.locator(f'#choices .choice[data-index="{index}"]')
        if not listed.is_visible():
            group = page.locator("#choices details", has=page.locator(f'[data-index="{index}"]'))
            group.locator("summary").click()
        listed.click()
    page.wait_for_selector(f'body:not([data-at="{at}"])')


@pytest.mark.parametrize(
    ("rules", "seed", "options"),
    [("arcanum/en", 15, {}), ("arcana/revised", 71, {"round_limit": 2})],
    ids=["arcanum", "arcana"],
)
def test_four_browsers_play_a_whole_game_and_learn_nothing_they_should_not(
    browser: Browser, server: Server, rules: str, seed: int, options: dict[str, object]
) -> None:
    table = server.table(rules, 4, seed=seed, **options)
    chooser = random.Random(seed)
    contexts = [browser.new_context(viewport={"width": 480, "height": 640}) for _ in range(4)]  # small is quick
    seats = [Seated(context, table, seat) for seat, context in enumerate(contexts)]
    at = 0
    while True:
        seats[0].at(at)
        seat = seats[0].to_act
        if seat is None:
            break
        seats[seat].at(at)
        act(seats[seat].page, chooser)
        at += 1
    steps = table.replayed()
    outcome = arcanum.outcome(steps[-1].state)
    assert outcome is not None
    assert len(steps) == at + 1
    for seated in seats:
        seated.at(at)
        expect(seated.page.locator("#prompt")).to_contain_text(outcome.reason)
        assert audit(seated.frames, seated.seat, steps) > at / 2
        assert seated.faults == []
    for context in contexts:
        context.close()


def test_reload_second_tab_and_restart_of_the_server_lose_nothing(browser: Browser, server: Server) -> None:
    table = server.table("arcanum/en", 3, "random", "random")
    context = browser.new_context()
    seated = Seated(context, table, 0)
    chooser = random.Random(3)
    act(seated.page, chooser)
    seated.page.wait_for_selector("body[data-asked]")
    log = seated.page.locator("#log li").all_text_contents()
    prompt = seated.page.locator("#prompt").text_content()
    assert prompt is not None

    seated.page.reload()
    seated.page.wait_for_selector("body[data-asked]")
    assert seated.page.locator("#log li").all_text_contents() == log

    second = Seated(context, table, 0)
    expect(second.page.locator("#prompt")).to_have_text(prompt)

    server.kill()
    for tab in (seated, second):
        tab.page.wait_for_selector('body[data-connection="reconnecting"]')
    server.start()
    for tab in (seated, second):
        tab.page.wait_for_selector("body[data-asked]")
        assert tab.page.locator("#log li").all_text_contents() == log
    before = len(table.saved()[1])
    act(second.page, chooser)
    for tab in (seated, second):
        tab.page.wait_for_function("before => Number(document.body.dataset.at) > before", arg=before)
        assert audit(tab.frames, 0, table.replayed()) > 0
        assert tab.faults == []
    context.close()


def test_an_action_that_was_lost_on_the_way_is_sent_again(browser: Browser, server: Server) -> None:
    table = server.table("arcanum/en", 3, "random", "random")
    context = browser.new_context()
    seated = Seated(context, table, 0)
    seated.page.wait_for_selector("body[data-asked]")
    before = len(table.saved()[1])
    server.kill()  # and the page does not know yet: it clicks into the void
    seated.page.evaluate("document.querySelector('#choices .choice').click()")
    server.start()
    seated.page.wait_for_function("before => Number(document.body.dataset.at) > before", arg=before)
    assert seated.page.locator("#notice").is_hidden()
    assert table.saved()[1][before][0] == 0
    context.close()


def test_a_click_that_the_rules_forbid_tells_why_and_the_clause_has_a_text(browser: Browser, server: Server) -> None:
    table = server.table("arcanum/en", 3, "random", "random")
    context = browser.new_context()
    seated = Seated(context, table, 0)
    page = seated.page
    page.wait_for_selector("body[data-asked]")  # to hide a Minor; the first hand has one Major
    page.locator('#picture .card[data-card^="M"]:not(.legal)').last.click()
    reason = page.locator("#notice p").first
    expect(reason).to_contain_text("is a Major")
    reason.locator(".clause").click()
    clause = next(clause for clause in arcanum.clauses("arcanum") if clause.id == "HIDE-3")
    expect(page.locator("#clause-text")).to_have_text(clause.text)
    page.keyboard.press("Escape")
    page.fill("#written", "play 99S")
    page.press("#written", "Enter")
    expect(page.locator("#notice")).to_contain_text("is no card")
    context.close()


def test_a_table_is_made_and_played_by_keyboard_on_a_small_screen(browser: Browser, server: Server) -> None:
    context = browser.new_context(viewport={"width": 360, "height": 740}, has_touch=True)
    page = context.new_page()
    page.goto(server.url)
    page.wait_for_selector("#seats li")
    page.fill("#seats input >> nth=0", "<b>Zoë</b>")
    page.focus("button.main")
    page.keyboard.press("Enter")
    expect(page.locator("#made-title")).to_be_focused()
    links = page.locator("#links a")
    assert links.count() == 2  # one person, and the spectators
    links.first.press("Enter")
    page.wait_for_selector("body[data-asked]")
    page.locator("#choices .choice").first.focus()
    for key in ("Enter", " ", "1", "Enter"):
        expect(page.locator("#choices :focus")).to_have_count(1)  # the focus stays where the player works
        if page.locator("details:not([open]) > summary:focus").count():  # many choices are folded up
            page.keyboard.press("Enter")
        if page.locator("summary:focus").count():
            page.keyboard.press("Tab")
        at = page.locator("body").get_attribute("data-at")
        page.keyboard.press(key)
        page.wait_for_selector(f'body[data-asked]:not([data-at="{at}"])')
    expect(page.locator("#players li").first).to_contain_text("<b>Zoë</b>")  # a name is a text, never markup
    assert page.evaluate("document.documentElement.scrollWidth") == 360
    context.close()


def test_spectators_see_the_table_and_have_nothing_to_choose(browser: Browser, server: Server) -> None:
    table = server.table("arcana/first", 2, "greedy", "greedy", round_limit=1)
    context = browser.new_context()
    seated = Seated(context, table, None)
    seated.page.wait_for_selector('body[data-over="true"]')
    expect(seated.page.locator("#actions")).to_be_hidden()
    assert seated.page.locator("#picture svg").count() == 1
    assert audit(seated.frames, None, table.replayed()) > 0
    assert seated.faults == []
    context.close()
