"""Moves that are no decision, made by the table for somebody who plays with bots alone and has agreed to it."""

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
"""The time in an evening at which it is offered."""
OFFERS: Final = 3
"""So often in an evening at most: who answers nothing by then does not care to."""
PAUSE: Final = 0.4
"""Seconds that pass at least before such a move, so that a key can stop it."""
ANSWERS: Final = {1: "words", 2: "all", 3: "asked"}
"""The keys under the offer, and the setting that each chooses."""


class Forced:
    """Whether the one move there is is made without a question, and the line under the hand that offers it.

    Only where a match is played, and nobody but bots sits with the player: others would learn from it that there was
    nothing else to do. Any key stops such a move before it is made, and it is then asked for.
    """

    def __init__(self, screen: Screen[None], picture: TablePicture, make: Callable[[Seat], None]) -> None:
        self.screen = screen
        self.picture = picture
        self.way = picture.settings.forced
        self._make = make
        """Makes the one move of a seat."""
        self._met = 0
        """So many times in this evening nothing else could be done."""
        self._offers = 0
        """So many times that was followed by the question."""
        self._last: object = None
        """The question that was met last: it counts once, and is made for nobody who has stopped it."""
        self._timer: Timer | None = None

    def meet(self, seat: Seat) -> None:
        """Somebody is asked: begins to make their move where there is only one, or offers to do so from now on."""
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
        """Whether this seat has only one move, and it is made without a question."""
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
        """A key is pressed: what was about to be made is not, and another key than an answer takes the offer away.

        The key by which nobody waits for bots lets it be made at once.
        """
        if self._timer is not None:
            self._forget()
            if key == "space":
                self._due(self.picture.viewer)
        elif self.picture.offer and not (key.isdecimal() and int(key) in ANSWERS):
            self._forget()
            self.picture.say_nothing()

    def answer(self, number: int) -> bool:
        """Takes the answer with this number; whether anything was offered."""
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
