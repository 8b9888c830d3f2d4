"""The blank screen between two people at one keyboard."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.screen import Screen

from cardtable.engine.moves import Seat
from cardtable.engine.text import say, say_count
from cardtable.tui.canvas import BACK, HEAVY, Canvas, Line, Sheet, clean, cut, width_of, wrap
from cardtable.tui.keyline import Hint, KeyLine
from cardtable.tui.protocol import WordsLike


class Notice(Canvas):
    """Whose turn it is to sit down, and what happened meanwhile."""

    DEFAULT_CSS = "Notice { height: 1fr; }"

    def __init__(self, words: WordsLike, name: str, cards: int, news: Sequence[str]) -> None:
        super().__init__(words)
        self.player = clean(name)
        self.cards = cards
        self.news = news

    def paint(self, sheet: Sheet) -> None:
        """A heavy box in the middle."""
        look, words = self.palette, self.words
        width = min(60, sheet.width - 4)
        room = width - 6
        news = [line for text in self.news for line in wrap(clean(text), room)]
        news = news[-max(0, min(6, sheet.height - 12)) :]
        here = words.text(say("{name} is here: show my cards", name=self.player), (self.player,))
        face_down = say_count("{count} card, face down", "{count} cards, face down", self.cards)
        closed = words.text(face_down, (self.player,))
        apart = " ".join(self.player.upper())
        heading = words.text(
            say("Next: {name}", name=apart if width_of(apart) < room - 8 else self.player), (self.player,)
        )
        lines = [
            "",
            heading,
            "",
            f"{BACK * min(self.cards, 9)}  {closed}",
            "",
            *news,
            *([""] if news else []),
            f"[ ⏎ ]  {here}",
            "",
        ]
        height = len(lines) + 2
        x, y = (sheet.width - width) // 2, max(0, (sheet.height - height) // 2)
        sheet.frame(x, y, width, height, HEAVY, look.acting)
        sheet.put(x + 2, y, " " + words.say("Pass the keyboard") + " ", look.acting)
        for nth, line in enumerate(lines, 1):
            style = look.acting if line is heading else look.bold if nth == len(lines) - 1 else look.table
            shown = cut(line, room)
            indent = (room - width_of(shown)) // 2 if line is heading else 0
            sheet.put(x + 3 + indent, y + nth, shown, style)


class HandOver(Screen[bool]):
    """Shows no card. Gives True when the next player is here."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "here", show=False),
        Binding("escape", "menu", show=False),
    ]

    def __init__(
        self, words: WordsLike, title: str, people: str, seat: Seat, name: str, cards: int, news: Sequence[str]
    ) -> None:
        super().__init__()
        self.words = words
        self.heading, self.people = title, people
        self.seat = seat
        self.player, self.cards, self.news = name, cards, news

    def compose(self) -> ComposeResult:
        """Heading, notice and keys."""
        heading = Line(self.words, "bar", id="heading")
        heading.show(self.heading, [self.people])
        yield heading
        yield Notice(self.words, self.player, self.cards, self.news)
        keys = KeyLine(self.words)
        keys.show([Hint("⏎", self.words.say("show my cards"), "here"), Hint("Esc", self.words.say("menu"), "menu")])
        yield keys

    async def on_new_words(self) -> None:
        """Says everything anew but what has been told already."""
        await self.recompose()

    def action_here(self) -> None:
        """The next player sits here."""
        self.dismiss(True)

    def action_menu(self) -> None:
        """The menu, still without cards."""
        self.app.open_menu()  # type: ignore[attr-defined]  # our own app

    async def on_canvas_clicked(self, message: Canvas.Clicked) -> None:
        """A click on the key line."""
        await self.run_action(message.action)
