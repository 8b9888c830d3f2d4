"""A seat elsewhere in sentences: events are reported when they happen, and a line is taken whenever it comes."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from cardtable.engine.moves import Seat
from cardtable.engine.rules import RuleBroken
from cardtable.engine.text import Text, capital, say
from cardtable.games import family
from cardtable.match.seat import SeatTable
from cardtable.match.view import View
from cardtable.plain.commands import END
from cardtable.plain.people import People, presence
from cardtable.plain.voice import PlainVoice
from cardtable.words import Words


class PlainSeat(PlainVoice):
    """One seat of a match with people elsewhere, or a spectator's view.

    Nothing is overwritten, and nothing waits for anybody: news and typed lines are two kinds of events. `short` leaves
    out the state of the whole table before each decision. `knows`: whether the player has played in lines before.
    `advise` finds a hint without blocking.
    """

    table: SeatTable

    def __init__(
        self,
        table: SeatTable,
        words: Words,
        send: Callable[[str], None],
        advise: Callable[[], None],
        *,
        short: bool = False,
        knows: bool = False,
    ) -> None:
        super().__init__(table.names, words, table.seat)
        self.table = table
        self._watches = table.watches
        self._send_line = send
        self._advise = advise
        self._short = short
        self._deal = 0
        """The deal last reported."""
        self._told = 0
        """The number of its events reported."""
        self._asked: object = None
        """The last question: anything different is asked anew."""
        self._is_new = True
        """Whether nothing has been reported yet."""
        self._heard = 0
        """The number of the last remark by another player that was reported."""
        self._people = People(table)
        self._knows_how_to_speak = knows
        """Whether it has been explained how to speak to the others."""
        self._is_over = False
        """Whether the result of the deal has been reported."""
        self.left = False
        """Whether this player has left the table."""

    def _send(self, line: str) -> None:
        for one in line.splitlines():
            self._send_line(one)

    def _view(self) -> View:
        return self.table.view(self.viewer)

    # Output

    def hear(self) -> None:
        """Reports what has happened, and asks for a decision if there is one."""
        for said in self.table.said(self._heard):
            self._heard = said.number
            if not self.table.is_own(said):  # They have typed it themselves.
                self.tell(said.whole)
        people = self._people.news()
        if self._short or not self._is_new:  # Otherwise it is part of the description of the table.
            for one in people:
                self.tell(one)
        view = self._view()
        begins = self._deal != self.table.deals
        if begins:
            self._deal, self._told, self._asked, self._is_over = self.table.deals, view.told_from, None, False
            self._say(capital(self._text(self.table.deal_name)) + ".")
        told: list[Text] = []
        since = self.table.since_own_move() if self._is_new else len(view.events)
        if self._told < since < len(view.events):
            self._told = since  # Earlier events are in `log`.
            self.tell(say("Since your last move:"))
        for line in self._lines_of(view.events[self._told :]):
            if line is not None:
                told.append(line)
                self.tell(line)
        self._told, self._is_new = len(view.events), False
        if self.table.may_speak and not self._knows_how_to_speak:
            self._knows_how_to_speak = True
            self.tell(say("A line that begins with `/` is said to everybody at the table."))
        if begins and not self.table.deal_over:
            # A player waiting for others is told their own hand too.
            self._tell_table()
        if not self.table.deal_over:
            self._ask_anew(has_heard=begins)
        elif not self._is_over:
            self._is_over = True
            self._tell_end(told)

    def _presence(self, seat: Seat) -> Sequence[Text]:
        return presence(self.table, seat)

    def _tell_table(self) -> None:
        if self._short:
            self.hand()
        else:
            self.stand()

    def _ask_anew(self, *, has_heard: bool) -> None:
        """Asks if there is a new decision; before the first of several it describes the table."""
        scene = self._scene()
        if not scene.choices:
            self._asked = None
            return
        asked = self._told, scene.choices
        if asked != self._asked:
            first, self._asked = self._asked is None, asked
            if (first or self._short) and not has_heard:
                self._tell_table()
            self.tell(scene.prompt)
            if (left := self.table.days_left) is not None:
                self.tell(left)

    def _tell_end(self, told: list[Text]) -> None:
        self._tell_result(told)
        if self.table.watches:
            return
        if self.table.is_closed:
            self.tell(say("Press Enter to leave the table."))
        elif self.table.evening is not None:
            self.tell(say("Press Enter for the next deal, or type `end`."))
        else:
            self.tell(say("Press Enter for the next deal."))

    # Input

    def take(self, typed: str) -> None:
        """Does what a line says. Raises OSError if a move cannot be saved; nothing has changed then."""
        typed = " ".join(typed.split())
        self._heard_line()
        if typed.startswith("/"):
            self._speak(typed[1:].strip())
        elif not typed:
            self._go_on()
        elif self.table.deal_over and typed.lower() in END and self.table.evening is not None:
            self.table.get_up()
            self.left = True
        elif not self._obey(typed):
            self._play(typed)

    def _speak(self, line: str) -> None:
        if not self.table.may_speak:
            self.tell(say("Those who watch are not heard at this table."))
        elif line and not self.table.say(line):
            self.tell(say("That was too much at once: the others did not hear it."))

    def _go_on(self) -> None:
        """Handles an empty line: asks for the next deal, leaves after the last one, or else repeats the prompt."""
        if not self.table.deal_over:
            self.tell(self._scene().prompt)
        elif self.table.is_closed:
            self.left = True
        else:
            self.table.ready()

    def _play(self, typed: str) -> None:
        if not self._choices():
            self.tell(self._scene().prompt)
            return
        move = self._move(typed)
        if move is None:
            return
        try:
            self.table.submit(self.viewer, move)
        except RuleBroken as broken:
            told = self.table.explain(self.viewer, move) or broken
            self._say(f"{capital(self._text(told.text))}{told.reference}")

    def _takes(self, name: str) -> bool:
        if self.table.watches and name in ("hand", "legal", "why"):
            return False
        hints = self.table.shared.hints and not self.table.watches
        return super()._takes(name) and name != "undo" and (name != "hint" or hints)

    def _do(self, name: str, rest: str) -> None:
        match name:
            case "table":
                self.stand()
                self.tell(self._scene().prompt)
            case "help":
                super()._do(name, rest)
                if self.table.may_speak:
                    self.tell(say("A line that begins with / is said to everybody, such as: /Well played"))
            case "hint":
                self._advise()
            case "undo":
                self.tell(say("Nothing is taken back where several people play."))
            case "rules":
                self._tell_rules()
            case _:
                super()._do(name, rest)

    def _tell_rules(self) -> None:
        """Reads out the game's summary card, with its rule ids."""
        header = self.table.header
        for heading, parts in family(header.family).card(self.table.rules.options, self.table.rules.seats):
            self._say(f"{self._text(heading)}:")
            for part in parts:
                self._say(f"{self._text(part.text)} [{', '.join(part.ids)}]")
