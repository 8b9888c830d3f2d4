"""Forced moves, made by the table for a player who is alone with bots and has agreed to it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from textual.screen import Screen
from textual.timer import Timer

from cardtable.engine.faults import told
from cardtable.engine.moves import Move, Seat
from cardtable.tui.felt.table_picture import TablePicture
from cardtable.tui.program import program

AGAIN: Final = 2
"""The number of forced moves in an evening after which it is offered."""
OFFERS: Final = 3
"""Maximum offers in an evening: a player who has not answered by then does not care."""
PAUSE: Final = 0.4
"""Minimum seconds before such a move, so that a key can stop it."""
ANSWERS: Final = {1: "words", 2: "all", 3: "asked"}
"""The settings by the digit that chooses them in the offer."""


class Forced:
    """Whether forced moves are made automatically, and the line under the hand that offers this.

    Only in matches, and only for a player alone with bots: other people would learn that there was nothing else to do.
    Any key stops such a move before it is made; the player then makes it.
    """

    def __init__(self, screen: Screen[None], picture: TablePicture, make: Callable[[Seat], None]) -> None:
        self.screen = screen
        self.picture = picture
        self.way = picture.settings.forced
        self._make = make
        """Makes the forced move of a seat."""
        self._met = 0
        """The number of forced moves in this evening."""
        self._offers = 0
        """The number of offers made."""
        self._last: object = None
        """The last forced decision: it counts once, and once stopped is not made automatically."""
        self._timer: Timer | None = None

    def meet(self, seat: Seat) -> None:
        """Handles a decision: if it is forced, starts to make the move, or offers to do so from now on."""
        self._forget()
        move, question = self._only(seat), (self.picture.table.deals, len(self.picture.view.events))
        if move is None or question == self._last:
            return
        self._last = question
        self._met += 1
        if self.does(seat):
            wait = max(PAUSE, self.picture.settings.delay / 2)
            self._timer = self.screen.set_timer(wait, lambda: self._due(seat))
        elif self.way == "undecided" and self._met >= AGAIN and self._offers < OFFERS:
            self._offers += 1
            self._offer()

    def does(self, seat: Seat) -> bool:
        """Returns whether this seat's move is forced and made automatically."""
        return self.picture.table.is_spared(seat, self.way)

    def _only(self, seat: Seat) -> Move | None:
        table = self.picture.table
        move = table.only_move(seat)
        return move if move is not None and table.may_do(move) else None

    def _due(self, seat: Seat) -> None:
        self._timer = None
        if self.screen.app.screen is self.screen and self.does(seat):
            self._make(seat)

    def _offer(self) -> None:
        say = self.picture.words.say
        self.picture.offer = say("Only one move again. Make it for you?  1 except cards  2 always  3 no")
        self.picture.say_nothing()

    def hear(self, key: str) -> None:
        """Handles a key: it stops a move about to be made, and dismisses the offer unless it answers it.

        Space, the key for hurrying bots, makes the move at once.
        """
        if self._timer is not None:
            self._forget()
            if key == "space":
                self._due(self.picture.viewer)
        elif self.picture.offer and not (key.isdecimal() and int(key) in ANSWERS):
            self._forget()
            self.picture.say_nothing()

    def answer(self, number: int) -> bool:
        """Takes the answer with this number; returns whether there was an offer."""
        if not self.picture.offer or number not in ANSWERS:
            return False
        picture = self.picture
        if picture.fresh.too_soon:
            return True
        self._forget()
        self.way = ANSWERS[number]
        picture.say_nothing()
        if number != 3:
            try:
                program(self.screen).choose("forced", self.way)
            except (OSError, ValueError) as wrong:
                picture.remark(picture.line(told(wrong)))
            if self.does(picture.viewer):
                self._make(picture.viewer)
        return True

    def _forget(self) -> None:
        self.picture.offer = ""
        if self._timer is not None:
            self._timer.stop()
            self._timer = None
