"""The table on a terminal. It shows what the table lets it show, and hands on what a person chooses."""

from __future__ import annotations

import os
from collections.abc import Sequence
from concurrent.futures import Future
from functools import partial
from textwrap import wrap
from threading import Thread
from typing import ClassVar, Final

from textual import on
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.events import Resize
from textual.message import Message
from textual.scrollbar import ScrollBar, ScrollBarRender
from textual.widgets import OptionList, Static

import arcanum
from arcanum.tui import clauses
from arcanum.tui.dialogs import Ask, Cards, Choice, Log, Page, Why
from arcanum.tui.faces import face_of
from arcanum.tui.menu import Group, Item, menu
from arcanum.tui.paint import Paint
from arcanum.tui.rows import Face, Row, Span, hanging, row
from arcanum.tui.table import Table, Thought, Told, Waiting

_LATEST: Final = 60
"""How many lines of the log stand beside the actions; the log itself has all."""
_INDENT: Final = 3
"""How far a row of the board is set in that goes on in the next line."""
_WIDE: Final = 110
_TALL: Final = 30
_DIGITS: Final = 9
_WHERE: Final = "Save the game into which file?"
_SAVE_AS: Final = "game.record"
_KEYS: Final = (
    ("?", "why not", "why"),
    ("c", "cards", "cards"),
    ("l", "log", "log"),
    ("u", "take back", "undo"),
    ("s", "save", "save"),
    ("h", "help", "help"),
    ("q", "quit", "quit"),
)
_HELP: Final = (
    row(Span("Up, Down, Enter", "strong"), "  choose an action; so does a click, or a number"),
    row(Span("Esc", "strong"), "  back from the second step of an action, and from everything that is over the table"),
    row(Span("Tab", "strong"), "  to the log and back; Enter or a click on a line shows its clause"),
    row(Span("?", "strong"), "  why can I not do that? Pick it or type it, and read the reasons with their clauses"),
    row(Span("c", "strong"), "  what stands on the cards; a click on a card in your hand does the same"),
    row(Span("l", "strong"), "  the whole log"),
    row(Span("u", "strong"), "  take back your last decision, as long as that is fair to all"),
    row(Span("s", "strong"), "  save the game, to go on with arcanum play --resume FILE"),
    row(Span("q", "strong"), "  leave"),
    row(""),
    row(
        "Arcanum: 4S is the 4 of Swords, VP the Knave of Pentacles, NW the Knight of Wands, QC and KC Queen and King "
        "of Chalices, M15 the Devil; ^ is a hidden card that lies face up. Minors 21+11 are 21 in the deck and 11 on "
        "the discard pile."
    ),
    row(
        "Arcana: 1/2/0 beside an Agent are Staff, Sword and Cup, 3d are Ducats; D0 D1 beside a player are his Friendly "
        "Districts, disc is his Discard Pile, obj are his Objectives."
    ),
)


class _Blocks(ScrollBarRender):
    """A scroll bar of whole cells: it needs no special characters and no colour."""

    VERTICAL_BARS: ClassVar[list[str]] = [" "]


class Rows(Static):
    """Rows of a face; cards in them can be clicked, but look as the face wants it."""

    auto_links = False


class Chosen(Message):
    """A computer player has made up its mind."""

    def __init__(self, thought: Thought, choice: Future[arcanum.Action]) -> None:
        super().__init__()
        self.thought, self.choice = thought, choice


class PlayApp(App[None]):
    """A game between people at one screen and computer players."""

    TITLE = "arcanum"
    CSS_PATH = "app.tcss"
    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("question_mark", "why"),
        Binding("c", "cards"),
        Binding("l", "log"),
        Binding("u", "undo"),
        Binding("s", "save"),
        Binding("h,f1", "help"),
        Binding("q", "quit"),
        Binding("escape,backspace", "close"),
        Binding("space", "sit_down"),
        *(Binding(str(digit), f"choose({digit - 1})") for digit in range(1, _DIGITS + 1)),
    ]

    def __init__(self, table: Table, *, save_to: str | None = None, ascii: bool = False, pace: float = 0.0) -> None:
        """`pace` is how many seconds pass at least between the decisions of computer players."""
        # Only with the colours of the terminal itself does Textual leave out all of them where NO_COLOR is set.
        super().__init__(ansi_color=True if "NO_COLOR" in os.environ else None)
        ScrollBar.renderer = _Blocks
        self.table = table
        self.paint = Paint(ascii)
        self.save_to = save_to
        self.pace = pace
        self._begun = False
        self._thinking: Thought | None = None
        self._items: tuple[Item, ...] = ()
        self._open: Group | None = None
        self._clauses: list[str | None] = []

    def compose(self) -> ComposeResult:
        """Status, prompt, board and players, own cards, actions and log, keys."""
        yield Static(id="status", markup=False)
        yield Static(id="prompt", markup=False)
        with Horizontal(id="middle"):
            with VerticalScroll(id="board", can_focus=False):
                yield Rows(id="board-rows")
            with VerticalScroll(id="players", can_focus=False):
                yield Rows(id="player-rows")
        with VerticalScroll(id="own", can_focus=False):
            yield Rows(id="own-rows")
        with Horizontal(id="lower"):
            with Vertical(id="choices"):
                yield Static(id="choices-title", classes="heading", markup=False)
                yield OptionList(id="actions", markup=False)
            with Vertical(id="telling"):
                yield Static("Log", classes="heading", markup=False)
                yield OptionList(id="log")
        yield Static(id="note", markup=False)
        yield Static(self._keys(), id="keys")

    def _keys(self) -> str:
        shown = (f"[@click=app.{action}][b]{key}[/b] {what}[/]" for key, what, action in _KEYS)
        return "[b]Enter[/b] choose  " + "  ".join(shown)

    def on_mount(self) -> None:
        """Sit down and begin."""
        self.screen.add_class(self.table.rules.game.name)
        self.query_one("#actions").focus()
        self.call_after_refresh(self._go_on)  # by then it is known how much room there is

    # --- the course of the game ---------------------------------------------------------------------------------------

    def _go_on(self) -> None:
        """Show where the game stands, and let a computer player think if it is its turn."""
        self._begun = True
        self._show()
        if self.table.waiting is Waiting.COMPUTER:
            self._thinking = self.table.thought()
            # A thread of our own, and one that nobody waits for: whoever leaves need not wait for a long search.
            Thread(target=self._think, args=(self._thinking,), daemon=True).start()
        elif self.table.waiting is Waiting.OVER:
            self._keep()
            self._show_result()

    def _think(self, thought: Thought) -> None:
        choice: Future[arcanum.Action] = Future()
        try:
            choice.set_result(thought.choose())
        except Exception as error:  # whatever it is, it is raised again where the choice is asked for
            choice.set_exception(error)
        self.post_message(Chosen(thought, choice))

    def on_chosen(self, message: Chosen) -> None:
        """Take what a computer player chose, unless the game has gone another way meanwhile."""
        if self.pace:
            self.set_timer(self.pace, partial(self._answer, message))
        else:
            self._answer(message)

    def _answer(self, message: Chosen) -> None:
        if message.thought is self._thinking:
            self._thinking = None
            self.table.take(message.choice.result())
            self._go_on()

    def _decide(self, action: arcanum.Action) -> None:
        self.table.take(action)
        self._go_on()
        self._keep()

    def _keep(self) -> None:
        """Keep the file up to date, if there is one: a line that breaks must not cost a game."""
        if self.save_to is not None:
            self._save()

    # --- what is on the screen ----------------------------------------------------------------------------------------

    def _face(self) -> Face:
        return face_of(self.table.view, self.table.names, self.table.narrator(), self.paint.signs)

    def _show(self) -> None:
        self._note("")
        self._open = None
        face, paint = self._face(), self.paint
        self.query_one("#status", Static).update(paint.text(f"{self.table.rules.name}  {face.status()}"))
        self.query_one("#prompt", Static).update(paint.text(self._prompt()))
        width = self.query_one("#board").scrollable_content_region.width
        board = [line for each in face.board() for line in hanging(each, width, _INDENT)]
        self.query_one("#board-rows", Static).update(paint.rows(board))
        self.query_one("#player-rows", Static).update(paint.rows(face.players()))
        self.query_one("#own-rows", Static).update(paint.rows(face.own() or [row(Span(self._covered(), "dim"))]))
        self._offer(face)
        self._tell()

    def _prompt(self) -> str:
        asked, names = self.table.asked, self.table.names
        if asked is None:
            result = arcanum.outcome(self.table.state)
            assert result is not None
            return f"The game is over. Won by {' and '.join(names[seat] for seat in result.winners) or 'nobody'}"
        match self.table.waiting:
            case Waiting.PERSON:
                return f"{names[asked]}: {self.table.prompt}"
            case Waiting.CHANGE:
                return f"Pass the screen to {names[asked]}, who has to {self.table.prompt}"
        return f"{names[asked]} ({self.table.chairs[asked].kind}) thinks: {self.table.prompt}"

    def _covered(self) -> str:
        if self.table.waiting is Waiting.CHANGE and self.table.asked is not None:
            return f"No cards are shown until {self.table.names[self.table.asked]} goes on."
        return "You see what everybody may know."

    def _offer(self, face: Face) -> None:
        """The actions, or what takes their place."""
        table = self.table
        match table.waiting:
            case Waiting.PERSON:
                self._items = menu(table.view.legal_actions, face.label)
                self._list(self._items, f"{len(table.view.legal_actions)} actions")
            case Waiting.CHANGE:
                assert table.asked is not None
                self._items = ()
                self._options([f"Space or click: I am {table.names[table.asked]}, and nobody else looks"], "")
                # Nothing is marked: whoever presses Enter once too often must not see the cards of the next player.
                self.query_one("#actions", OptionList).highlighted = None
            case Waiting.COMPUTER:
                self._items = ()
                self._options([], f"waiting{self.paint.signs.more}")
            case Waiting.OVER:
                self._items = ()
                self._options(["show the result", "save the game", "leave"], "")

    def _list(self, items: Sequence[Item], title: str) -> None:
        self._items = tuple(items)
        more = f" {self.paint.signs.more}"
        labels = [item.label + (more if isinstance(item, Group) else "") for item in items]
        numbered = [f"{at if at <= _DIGITS else ' '} {label}" for at, label in enumerate(labels, start=1)]
        self._options(numbered, title)

    def _options(self, labels: Sequence[str], title: str) -> None:
        self.query_one("#choices-title", Static).update(self.paint.text(title))
        actions = self.query_one("#actions", OptionList)
        actions.clear_options()
        actions.add_options([self.paint.text(label) for label in labels])
        actions.highlighted = 0 if labels else None

    def _tell(self) -> None:
        told = self.table.log()[-_LATEST:]
        self._clauses = [each.line.clause for each in told]
        log = self.query_one("#log", OptionList)
        width = log.scrollable_content_region.width
        log.clear_options()
        log.add_options([self.paint.row(self._told(each, width)) for each in told])
        self.call_after_refresh(log.scroll_end, animate=False)

    def on_resize(self, event: Resize) -> None:
        """Use the room there is, and break lines anew."""
        table = self.screen_stack[0]
        table.set_class(event.size.width >= _WIDE, "wide")
        table.set_class(event.size.height >= _TALL, "tall")
        if self._begun:
            self.call_after_refresh(self._show)

    def _told(self, told: Told, width: int) -> Row:
        """A line of the log: a mark if it is new, the text, the clause; what does not fit goes on beneath it."""
        clause = told.line.clause or ""
        text = "\n  ".join(wrap(f"{told.line.text} {clause}", width - 2, break_on_hyphens=False))
        mark = f"{self.paint.signs.new if told.new else ' '} "
        body = Span(text.removesuffix(clause), "strong" if told.line.depth < 2 else "")
        return row(mark, body, Span(clause, "dim"))

    def _note(self, text: str) -> None:
        note = self.query_one("#note", Static)
        note.update(self.paint.text(text))
        note.display = bool(text)

    # --- choosing -----------------------------------------------------------------------------------------------------

    @on(OptionList.OptionSelected, "#actions")
    def _selected(self, event: OptionList.OptionSelected) -> None:
        match self.table.waiting:
            case Waiting.PERSON:
                self.action_choose(event.option_index)
            case Waiting.CHANGE:
                self.action_sit_down()
            case Waiting.OVER:
                (self._show_result, self.action_save, self.exit)[event.option_index]()

    @on(OptionList.OptionSelected, "#log")
    def _line(self, event: OptionList.OptionSelected) -> None:
        clause = self._clauses[event.option_index]
        if clause is None:
            self._note("No clause stands behind this line.")
        else:
            self.show_clause(clause)

    def action_choose(self, number: int) -> None:
        """Take the action with a number, or open the group."""
        if self.table.waiting is not Waiting.PERSON or number >= len(self._items):
            return
        item = self._items[number]
        if isinstance(item, Group):
            self._open = item
            self._list(item.entries, f"{item.label}{self.paint.signs.more} (Esc back)")
        else:
            self._decide(item.action)

    def action_close(self) -> None:
        """Back from a group to all actions."""
        if self._open is not None:
            self._show()

    def action_sit_down(self) -> None:
        """The next person is before the screen."""
        if self.table.waiting is Waiting.CHANGE:
            self.table.sit_down()
            self._show()

    def action_undo(self) -> None:
        """Take back the last decision, or say why not."""
        try:
            self.table.undo()
        except arcanum.BadCall as error:
            self._note(str(error)[:1].upper() + str(error)[1:])
            return
        self._thinking = None
        self._go_on()

    # --- over the table -----------------------------------------------------------------------------------------------

    def show_clause(self, id: str) -> None:
        """Show what a clause says."""
        self.push_screen(Page(self.paint, "Clause", clauses.page(self.table.rules, id)))

    def action_why(self, text: str = "") -> None:
        """Explain why something cannot be done."""
        face = self._face()
        wishes = [(face.label(wish), wish) for wish in face.wishes()]
        parse = partial(arcanum.parse_action, self.table.rules)
        self.push_screen(Why(self.paint, wishes, self.table.reasons, parse, self.show_clause, text))

    def action_cards(self, first: str | None = None) -> None:
        """Show what stands on the cards."""
        self.push_screen(Cards(self.paint, self._face().cards(), first), self._ask_about)

    def _ask_about(self, card: str | None) -> None:
        if card is not None:
            self.action_why(card)

    def action_card(self, card: str) -> None:
        """Show what stands on a card that was clicked."""
        self.action_cards(card)

    def action_log(self) -> None:
        """Show the whole log."""
        lines = [(self._told(each, self.size.width - 4), each.line.clause) for each in self.table.log()]
        self.push_screen(Log(self.paint, lines, self.show_clause))

    def action_help(self) -> None:
        """Show the keys."""
        self.push_screen(Page(self.paint, "Keys", _HELP))

    def _show_result(self) -> None:
        result = arcanum.outcome(self.table.state)
        assert result is not None
        told = [each.line for each in self.table.log()]
        start = max(at for at, line in enumerate(told) if line.depth == 0)
        rows = [row("  " * (line.depth - 2) + line.text) for line in told[start + 1 :]]
        self.push_screen(Page(self.paint, "Result", [*rows, row(""), row(f"Decided by: {result.reason}")]))

    def action_save(self) -> None:
        """Save the game; ask where if nobody has said it."""
        if self.save_to is None:
            self.push_screen(Ask(self.paint, _WHERE, _SAVE_AS), self._save_as)
        elif self._save():
            self._note(f"Saved in {self.save_to}; from now on every decision is.")

    def _save_as(self, path: str | None) -> None:
        if path is not None:
            self.save_to = path
            self.action_save()

    def _save(self) -> bool:
        """Write the game down; where that fails it is said, and not tried again unasked."""
        assert self.save_to is not None
        try:
            self.table.save(self.save_to)
        except arcanum.ArcanumError as error:
            self.save_to = None
            self._note(f"Not saved: {error}")
            return False
        return True

    async def action_quit(self) -> None:
        """Leave; if something is not saved, ask."""
        if self.table.is_saved or (self.save_to is not None and self._save()):
            self.exit()
            return
        answers = {"save": "save the game and leave", "leave": "leave without saving", "stay": "go on playing"}
        self.push_screen(Choice(self.paint, "Leave the game?", answers), self._leave)

    def _leave(self, answer: str | None) -> None:
        if answer == "leave":
            self.exit()
        elif answer == "save":
            self.push_screen(Ask(self.paint, _WHERE, _SAVE_AS), self._save_and_leave)

    def _save_and_leave(self, path: str | None) -> None:
        if path is not None:
            self.save_to = path
            if self._save():
                self.exit()
