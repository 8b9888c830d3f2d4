"""The table in sentences: everything the screen shows is said, and cards and commands are typed.

For screen readers, pipes, and terminals that cannot move their cursor. Nothing on the screen is ever overwritten.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from contextlib import redirect_stdout
from typing import ClassVar

from cardtable.bots.ratings import AUTO, hint_style
from cardtable.engine.moves import Seat
from cardtable.engine.rules import RuleBroken
from cardtable.engine.text import Text, Who, capital, say
from cardtable.match.keyboard import Keyboard
from cardtable.match.table import Table
from cardtable.match.view import View
from cardtable.plain.commands import COMMANDS, END
from cardtable.plain.voice import PlainVoice
from cardtable.words import Words


class Left(Exception):
    """The player has left, or the input has ended."""


class PlainTable(PlainVoice):
    """One match, played line by line; `cover` hides what was said to another person."""

    KEYBOARD: ClassVar[type[Keyboard]] = Keyboard

    def __init__(
        self,
        table: Table,
        words: Words,
        read_line: Callable[[], str],
        say_line: Callable[[str], None],
        rules: str,
        cover: Callable[[], None],
        adviser: str = AUTO,
    ) -> None:
        people = sorted(table.people)
        super().__init__(table.names, words, people[0])
        self.table: Table = table
        self._read_line = read_line
        self._say_line = say_line
        self._rules = rules
        self._cover = cover
        self._adviser = hint_style(adviser, table.header.family)
        self.keyboard = self.KEYBOARD(table)
        self.forced = "asked"
        """The forced moves made automatically, as in the settings."""
        self._told = 0
        self._read: dict[Seat, int] = {}
        self._alone = len(people) == 1
        self._seated = self._alone
        """Whether the viewer has confirmed that nobody else is looking."""

    def _send(self, line: str) -> None:
        self._say_line(line)

    def _view(self) -> View:
        return self.keyboard.view(self.viewer)

    def _news(self) -> list[Text]:
        """Reports the events since the viewer last looked; returns the lines."""
        lines = self._lines_of(self.table.events(self.viewer, self._told))
        told = [line for line in lines if line is not None]
        for line in told:
            self.tell(line)
        self._told = len(self.table.events(self.viewer))
        self._read[self.viewer] = self._told
        return told

    # Playing

    def play(self) -> None:
        """Plays the match to its end. Raises Left, and OSError if a move cannot be saved."""
        self._begin()
        while True:
            self._play_deal()
            self._tell_result(self._news())
            if self.table.is_closed:
                return
            if self._gets_up():
                return
            self.table.next_deal()
            self._told = 0
            self._read.clear()
            self._seated = self._alone

    def _gets_up(self) -> bool:
        """Waits for the next deal to be requested, or in an evening for players to get up; returns whether they did."""
        evening = self.table.evening
        if evening is None:
            self.tell(say("Press Enter for the next deal."))
            self._line()
            return False
        me = self.viewer if self._alone else None
        standing = evening.told(self.table.names, me)
        if standing is not None:
            self._say(f"{capital(self._text(standing))}.")
        while True:
            self.tell(say("Press Enter for the next deal, or type `end`."))
            names = {self._names[seat].casefold(): seat for seat in self.table.people}
            if len(names) > 1:
                self.tell(say("A name alone: they get up and a bot takes the seat, or they sit down again."))
            typed = self._line().casefold()
            if typed in END:
                break
            if typed not in names or len(names) < 2:
                return False
            self._swap(names[typed])
        self.table.rise(self.viewer)
        self.tell(say("{headline}: {length}.", headline=evening.headline, length=evening.length))
        return True

    def _swap(self, seat: Seat) -> None:
        """Lets a player get up, with a bot in their seat while others stay, or sit down again."""
        if seat in self.table.up:
            self.table.come_back(seat)
            self.tell(say("{who} sits down again.", who=Who(seat)))
        elif len(self.table.here) > 1:
            self.table.get_up(seat)
            self._news()
        else:
            self.tell(say("Nobody else stays: `end` ends the evening."))

    def _begin(self) -> None:
        self.tell_how_to_type()

    def _play_deal(self) -> None:
        if not self._told:
            self._say(capital(self._text(self.table.deal_name)) + ".")
        self._play_on()

    @property
    def _goes_on(self) -> bool:
        """Whether a player has something to do."""
        return bool(self.table.to_act)

    def _play_on(self) -> None:
        """Plays until nobody has anything to do."""
        stood = False
        while self._goes_on:
            step = self.keyboard.next()
            match step.kind:
                case "aside":
                    self._lay_down(step.seat)
                    stood = False
                case "kept":
                    self.keyboard.make_kept(step)
                case "bot":
                    if not (self._alone and self.viewer in self.table.to_act and self._speaks()):
                        with redirect_stdout(sys.stderr):  # A bot's own output must not end up among the table's lines.
                            move = self.table.bot_move(step.seat)
                        self.table.submit(step.seat, move)
                case "person" if (passed := self.table.plain_pass(step.seat)) is not None:
                    self.table.submit(step.seat, passed)
                case "person" if self.table.is_spared(step.seat, self.forced):
                    self.table.submit_only(step.seat)
                case "person":
                    if step.seat != self.viewer or not self._seated:
                        self._hand_over(step.seat)
                        stood = False
                    self._news()
                    if not stood:
                        self.stand()
                        stood = True
                    self._decide()

    def _speaks(self) -> bool:
        """Lets the viewer act out of turn; returns whether they did."""
        self._news()
        scene = self._scene()
        self.tell(scene.prompt)
        self.legal()
        self.tell(say("Type one of these, or press Enter to wait."))
        while typed := self._line():
            if self._acts(typed):
                return True
        return False

    def _acts(self, typed: str) -> bool:
        """Does what a line says; returns whether it made a move."""
        if self._obey(typed):
            return False
        move = self._move(typed)
        if move is None:
            return False
        if self.keyboard.looker is not None:
            offered = any(choice.move == move for choice in self._choices())
            if offered:
                self.keyboard.say_aside(self.viewer, move)
            return offered
        try:
            self.table.submit(self.viewer, move)
        except RuleBroken as broken:
            verb = self.table.rules.verbs.get(move.verb)
            if verb is not None and verb.early:
                self.keyboard.listen()
            # If the cards are no move at all, the table knows what is expected.
            told = self.table.explain(self.viewer, move) or broken
            self._say(f"{capital(self._text(told.text))}{told.reference}")
            return False
        return True

    def _out_of_sight(self) -> None:
        self._cover()
        self._cover_words()

    def _hand_over(self, seat: Seat) -> None:
        """Passes the keyboard: nothing about anybody's cards is said until the next player says they are here."""
        self._out_of_sight()
        self.tell(say("{who} plays now. Press Enter when nobody else looks.", who=Who(seat)))
        self._line()
        self._sit_down(seat)

    def _sit_down(self, seat: Seat) -> None:
        self.viewer, self._seated = seat, True
        self._told = self._read.get(seat, 0)

    def _lay_down(self, seat: Seat) -> None:
        """Lays the keyboard down for the player whose turn it is; others may look at their cards first."""
        names = {self._names[other].casefold(): other for other in self.table.people - {seat}}
        self._seated = False
        while True:
            self._out_of_sight()
            if seat in self.table.people:
                self.tell(say("{who} plays now. Press Enter when nobody else looks.", who=Who(seat)))
            else:
                self.tell(say("{who} plays now. Press Enter to go on.", who=Who(seat)))
            self.tell(say("Or type the name of somebody who looks at their cards first."))
            typed = self._line().casefold()
            if not typed:
                break
            if typed in names:
                self._look_aside(names[typed])
        self.keyboard.take()
        if seat in self.table.people:
            self._sit_down(seat)

    def _look_aside(self, seat: Seat) -> None:
        """Lets a player look at their cards first, and answer if asked."""
        self._out_of_sight()
        self.tell(say("{who} looks at their cards. Press Enter when nobody else looks.", who=Who(seat)))
        self._line()
        self._sit_down(seat)
        self.keyboard.look(seat)
        self._news()
        self.stand()
        self.tell(self._scene().prompt)
        if not self._choices():
            self._line()
        while self._choices():
            self.legal()
            self.tell(say("Type one of these, or press Enter to say nothing."))
            typed = self._line()
            if not typed:
                break
            self._acts(typed)
        self.keyboard.give_back()

    def _decide(self) -> None:
        """Asks until the viewer has made a move."""
        self._ask()
        while self._is_asked:
            typed = self._line()
            if not typed:
                self._ask()
            elif self._acts(typed):
                return

    def _ask(self) -> None:
        """Reads out the prompt."""
        self.tell(self._scene().prompt)

    @property
    def _is_asked(self) -> bool:
        return self.table.to_act[:1] == (self.viewer,)

    def _line(self) -> str:
        """Reads the next line. Raises Left at the end of the input and on `quit`."""
        line = self._read_line()
        if not line or line.strip().lower() in ("quit", "exit", COMMANDS["quit"][0]):
            raise Left
        self._heard_line()
        return " ".join(line.split())

    def _takes(self, name: str) -> bool:
        aided = name not in ("hint", "undo") or not self.table.unaided
        return super()._takes(name) and aided and (name != "undo" or self._alone)

    def _do(self, name: str, rest: str) -> None:
        match name:
            case "table":
                self.stand()
                self._ask()
            case "hint" | "undo" if self.table.unaided:
                self.tell(say("The day's deal is compared with others': no hints, open hands or take-backs."))
            case "hint":
                self._hint()
            case "undo":
                self._undo()
            case "rules":
                self._say(self._rules)
            case _:
                super()._do(name, rest)

    def _hint(self) -> None:
        if self.keyboard.looker is not None:
            self.tell(self._scene().prompt)
            return
        with redirect_stdout(sys.stderr):
            hint = self.table.hint(self.viewer, self._adviser)
        if any(choice.move == hint.move for choice in self._choices()):
            self.tell(hint.lines()[0])
            for more in (*hint.why[1:], hint.styles):
                if more is not None:
                    self.tell(more)

    def _undo(self) -> None:
        if not self.table.to_take_back(self.viewer):
            self.tell(say("There is nothing to take back."))
            return
        self.table.take_back(self.viewer)
        self._told = len(self.table.events(self.viewer))
        self.tell(say("Taken back."))
        self.stand()
        self.tell(self._scene().prompt)
