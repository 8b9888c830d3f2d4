"""The memory trainer: once a deal, before the player leads, it asks which trumps are gone."""

from __future__ import annotations

from collections.abc import Callable

from textual.screen import Screen

from cardtable.cards import Card, Cards, cards_of
from cardtable.engine.faults import told
from cardtable.engine.moves import Seat
from cardtable.engine.text import faces, mark, say
from cardtable.games.beside import out_and_gone
from cardtable.match.memory import is_between
from cardtable.tui.felt.table_picture import TablePicture

OFFERED = 3
"""The deal of an evening after which a player at a memory table is told about the trainer."""
OFFER = mark("You play from memory: the trainer, in the settings, asks once a deal which trumps are gone.")
LEAST, MOST = 3, 6
"""Minimum and maximum trumps gone for the question to be worth asking."""


class Training:
    """The trainer at one table: only for a player alone with bots, and at tables that play from memory.

    Only there does nothing on the screen give the answer away. It first says only how many answers were right, and
    after the deal which cards were gone.
    """

    def __init__(self, screen: Screen[None], picture: TablePicture) -> None:
        self.screen = screen
        self.picture = picture
        self._asked = 0
        """The last deal in which it asked."""
        self._gone: Cards = 0
        """The trumps gone at that time; 0 once reported."""

    def meet(self, seat: Seat) -> None:
        """Asks the player to act, if there is something to ask."""
        table, settings = self.picture.table, self.picture.settings
        keep = settings.remember
        if not settings.trainer or keep is None or not self._may_ask(seat) or self._asked == table.deals:
            return
        events = table.events(seat)
        if table.aside or not is_between(events, table.rules.rounds) or not self.picture.scene.verb:
            return
        out, gone = self._trumps(seat)
        if not LEAST <= len(gone) <= MOST:
            return
        self._asked, self._gone = table.deals, cards_of(gone)
        self._ask(out, gone, keep)

    def _may_ask(self, seat: Seat) -> bool:
        """Returns whether this player is alone with bots, at a table that plays from memory."""
        table = self.picture.table
        return table.kind == "match" and table.people == {seat} and table.header.memory != "all"

    def _trumps(self, seat: Seat) -> tuple[list[Card], list[Card]]:
        """Returns the trumps that others may hold, and those that are gone."""
        table = self.picture.table
        for section in table.rules.scene(table.observe(seat)).sections:
            if section.memory and (found := out_and_gone(section)) != ([], []):
                return found
        return [], []

    def _ask(self, out: list[Card], gone: list[Card], keep: Callable[[int, int], None]) -> None:
        from cardtable.tui.boxes.memory_question import MemoryQuestion

        picture = self.picture
        height, trump = picture.table.rules.height, picture.scene.trump
        cards = sorted((*out, *gone), key=lambda card: height(card, trump), reverse=True)

        def answer(marked: Cards | None) -> None:
            if marked is None:
                return
            right = sum((marked >> card & 1) == (card in gone) for card in cards)
            picture.remark(picture.line(say("{right} of {count} right.", right=right, count=len(cards))), "dim")
            try:
                keep(len(cards), right)
            except (OSError, ValueError) as wrong:
                picture.remark(picture.line(told(wrong)))

        self.screen.app.push_screen(MemoryQuestion(picture.words, cards), answer)

    def tell(self) -> None:
        """Reports, after the deal, which trumps were gone when it asked."""
        gone, self._gone = self._gone, 0
        table, settings = self.picture.table, self.picture.settings
        may = settings.remember is not None and not settings.trainer and self._may_ask(self.picture.viewer)
        if may and table.deals == OFFERED:
            self.screen.app.notify(self.picture.words.say(OFFER))
        if gone:
            line = say("When you were asked, these trumps were gone: {cards}", cards=faces(gone))
            self.screen.app.notify(self.picture.line(line), markup=False)
