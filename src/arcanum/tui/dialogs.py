"""What comes up over the table: a clause, the cards, why something cannot be done, the log, a question, the result."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import ClassVar, TypeVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Input, OptionList, Static
from textual.widgets.option_list import Option

import arcanum
from arcanum.kernel.listing import CardLine
from arcanum.tui.paint import Paint
from arcanum.tui.rows import Row, Span, row

ResultT = TypeVar("ResultT")


class Dialog(ModalScreen[ResultT]):
    """Something over the table; Escape goes back to it."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "leave", show=False)]

    def __init__(self, paint: Paint) -> None:
        super().__init__()
        self.paint = paint

    def action_leave(self) -> None:
        """Go back without an answer."""
        self.dismiss(None)


class Page(Dialog[None]):
    """Rows to read."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("enter", "leave", show=False)]

    def __init__(self, paint: Paint, title: str, rows: Sequence[Row]) -> None:
        super().__init__(paint)
        self._title, self._rows = title, rows

    def compose(self) -> ComposeResult:
        """The rows, which scroll if there is not enough room."""
        with Vertical():
            yield Static(self.paint.text(self._title), classes="title", markup=False)
            with VerticalScroll():
                yield Static(self.paint.rows(self._rows))
            yield Static("Esc back", classes="hint", markup=False)


class Choice(Dialog[str]):
    """A question with a few answers."""

    def __init__(self, paint: Paint, question: str, answers: dict[str, str]) -> None:
        super().__init__(paint)
        self._question, self._answers = question, answers

    def compose(self) -> ComposeResult:
        """The answers, one below the other."""
        with Vertical():
            yield Static(self.paint.text(self._question), classes="title", markup=False)
            yield OptionList(*(Option(self.paint.text(text), id) for id, text in self._answers.items()), markup=False)
            yield Static("Enter choose  Esc back", classes="hint", markup=False)

    @on(OptionList.OptionSelected)
    def _answered(self, event: OptionList.OptionSelected) -> None:
        self.dismiss(event.option_id)


class Ask(Dialog[str]):
    """A question to which a text is typed."""

    def __init__(self, paint: Paint, question: str, text: str) -> None:
        super().__init__(paint)
        self._question, self._text = question, text

    def compose(self) -> ComposeResult:
        """One line to type in."""
        with Vertical():
            yield Static(self.paint.text(self._question), classes="title", markup=False)
            yield Input(self._text)
            yield Static("Enter go on  Esc back", classes="hint", markup=False)

    @on(Input.Submitted)
    def _answered(self, event: Input.Submitted) -> None:
        if event.value.strip():
            self.dismiss(event.value.strip())


class Log(Dialog[None]):
    """The whole log; a line leads to its clause."""

    def __init__(self, paint: Paint, lines: Sequence[tuple[Row, str | None]], show: Callable[[str], None]) -> None:
        super().__init__(paint)
        self.add_class("full")
        self._lines, self._show = lines, show

    def compose(self) -> ComposeResult:
        """All lines, the last one first in sight."""
        with Vertical():
            yield Static("Log", classes="title", markup=False)
            yield OptionList(*(self.paint.row(text) for text, _ in self._lines))
            yield Static("Enter show the clause  Esc back", classes="hint", markup=False)

    def on_mount(self) -> None:
        """Begin at the end."""
        self.query_one(OptionList).highlighted = len(self._lines) - 1

    @on(OptionList.OptionSelected)
    def _chosen(self, event: OptionList.OptionSelected) -> None:
        clause = self._lines[event.option_index][1]
        if clause is not None:
            self._show(clause)


class Cards(Dialog[str]):
    """The cards that can be seen, with what they say. The answer is a card about which somebody asks what he can do."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("question_mark", "ask", show=False)]

    def __init__(self, paint: Paint, cards: Sequence[CardLine], first: str | None) -> None:
        super().__init__(paint)
        self.add_class("full")
        self._cards = cards
        self._first = next((at for at, card in enumerate(cards) if card.id == first), 0)

    def compose(self) -> ComposeResult:
        """A list, and beneath it the card that is pointed at."""
        with Vertical():
            yield Static("Cards that you can see", classes="title", markup=False)
            yield OptionList(*(self.paint.text(card.name) for card in self._cards), markup=False)
            with VerticalScroll(id="detail"):
                yield Static(id="card")
            yield Static("? what can I do with it  Esc back", classes="hint", markup=False)

    def on_mount(self) -> None:
        """Begin with the card that was pointed at."""
        self.query_one(OptionList).highlighted = self._first if self._cards else None

    @on(OptionList.OptionHighlighted)
    def _pointed(self, event: OptionList.OptionHighlighted) -> None:
        card = self._cards[event.option_index]
        about = ", ".join(part for part in (card.kind.replace("_", " "), card.emblem, card.values) if part)
        ours = "" if card.origin == "printed" else " (values of ours: only the printed game shows the real ones)"
        rows = [row(Span(card.name, "title")), row(about, Span(ours, "dim")), row(card.ability)]
        self.query_one("#card", Static).update(self.paint.rows(rows))

    @on(OptionList.OptionSelected)
    def action_ask(self) -> None:
        """Ask what can be done with the card that is pointed at."""
        at = self.query_one(OptionList).highlighted
        if at is not None:
            self.dismiss(self._cards[at].name)


class Why(Dialog[None]):
    """Why something cannot be done: pick it or type it, and read the reasons; a reason leads to its clause."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("down", "app.focus_next", show=False)]

    def __init__(
        self,
        paint: Paint,
        wishes: Sequence[tuple[str, arcanum.Action]],
        reasons: Callable[[arcanum.Action], tuple[arcanum.Violation, ...]],
        parse: Callable[[str], arcanum.Action],
        show: Callable[[str], None],
        text: str = "",
    ) -> None:
        super().__init__(paint)
        self.add_class("full")
        self._wishes, self._reasons, self._parse, self._show, self._text = wishes, reasons, parse, show, text
        self._found: list[tuple[str, arcanum.Action]] = []
        self._clauses: list[str] = []

    def compose(self) -> ComposeResult:
        """A line to type in, what fits it, and the answer."""
        with Vertical():
            yield Static("What would you like to do? Type to narrow the list, or a short form", classes="title")
            yield Input(self._text, id="wish")
            yield OptionList(id="wishes", markup=False)
            yield Static(id="verdict", markup=False)
            yield OptionList(id="reasons", markup=False)
            yield Static("Enter ask, and show the clause of a reason  Esc back", classes="hint", markup=False)

    def on_mount(self) -> None:
        """Show everything that fits what was asked about."""
        self._narrow(self._text)

    @on(Input.Changed)
    def _typed(self, event: Input.Changed) -> None:
        self._narrow(event.value)

    def _narrow(self, text: str) -> None:
        words = text.lower().split()
        self._found = [
            (label, action)
            for label, action in self._wishes
            if all(word in f"{label} {action}".lower() for word in words)
        ]
        shown = self.query_one("#wishes", OptionList)
        shown.clear_options()
        shown.add_options([self.paint.text(label) for label, _ in self._found])
        shown.highlighted = 0 if self._found else None

    @on(Input.Submitted)
    def _asked(self, event: Input.Submitted) -> None:
        try:
            action = self._parse(event.value.strip())
        except arcanum.ParseError as error:
            if not self._found:
                self._tell(str(error), ())
                return
            action = self._found[0][1]
        self._explain(action)

    @on(OptionList.OptionSelected, "#wishes")
    def _picked(self, event: OptionList.OptionSelected) -> None:
        self._explain(self._found[event.option_index][1])

    def _explain(self, action: arcanum.Action) -> None:
        named = next((label for label, wish in self._wishes if wish == action), str(action))
        reasons = self._reasons(action)
        if reasons:
            self._tell(f"You cannot {named} now:", reasons)
        else:
            self._tell(f"You can {named}: choose it from your actions.", ())

    def _tell(self, verdict: str, reasons: Sequence[arcanum.Violation]) -> None:
        self.query_one("#verdict", Static).update(self.paint.text(verdict))
        self._clauses = [reason.clause for reason in reasons]
        shown = self.query_one("#reasons", OptionList)
        shown.clear_options()
        shown.add_options([self.paint.text(str(reason)) for reason in reasons])
        if reasons:
            shown.highlighted = 0
            shown.focus()

    @on(OptionList.OptionSelected, "#reasons")
    def _reason(self, event: OptionList.OptionSelected) -> None:
        self._show(self._clauses[event.option_index])
