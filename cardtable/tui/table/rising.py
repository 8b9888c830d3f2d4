"""Getting up from an evening, now or after the current deal; a bot takes the seat if others stay."""

from __future__ import annotations

from collections.abc import Callable, Sequence, Set

from cardtable.engine.moves import Seat
from cardtable.engine.text import Text, Who, say
from cardtable.tui.felt.table_picture import TablePicture
from cardtable.tui.program import program


class Rising:
    """Getting up from one table, and sitting down again."""

    def __init__(self, picture: TablePicture) -> None:
        self.picture = picture
        self.table = picture.table
        self.changing: set[Seat] = set()
        """The seats that get up after this deal while others stay, or sit down again."""

    @property
    def line(self) -> str:
        """The menu line while a deal is going on."""
        say = self.picture.words.say
        if self.picture.is_shared:
            return say("After this deal somebody gets up")
        return say("I stay after all") if self.picture.gets_up else say("After this deal I get up")

    def after_deal(self) -> None:
        """Lets a player say that they will get up after the current deal, or will stay after all."""
        if self.picture.is_shared:
            self._ask(self.changing, self._promise)
        else:
            self._promise_all()

    def now(self, then: Callable[[str | None], None]) -> None:
        """Lets a player get up now; `then` is called with "rise" if everybody does, with None if somebody stays."""
        if not self.picture.is_shared:
            then("rise")
            return

        def settle(seats: Sequence[Seat]) -> None:
            if len(seats) > 1:
                then("rise")
                return
            if seats:  # If nobody was named, the announcements made during the deal still hold.
                self.changing = set(seats)
                told = tuple(map(self._change, seats))
                try:
                    self.keep_word()
                except OSError as wrong:
                    program(self.picture.screen).warn(wrong)
                else:
                    # The screen at the end of the deal opens again, and shows it.
                    self.picture.changes = told
            then(None)

        self._ask(frozenset(), settle)

    def keep_word(self) -> None:
        """Carries out the announced changes of seats with bots, before the next deal. Raises OSError."""
        for seat in sorted(self.changing, key=lambda seat: seat not in self.table.up):
            if seat in self.table.up:
                self.table.come_back(seat)
            else:
                self.table.get_up(seat)
            self.changing.discard(seat)
        self.picture.changes = ()

    def _change(self, seat: Seat) -> Text:
        """Says what happens to a seat after this deal."""
        if (seat in self.changing) == (seat in self.table.up):
            return say("{who} plays the next deal.", who=Who(seat))
        return say("{who} gets up after this deal; a bot takes the seat.", who=Who(seat))

    def _promise_all(self) -> None:
        words, self.picture.gets_up = self.picture.words, not self.picture.gets_up
        self.changing.clear()
        self.picture.changes = ()
        told = words.say("You get up after this deal.") if self.picture.gets_up else words.say("You stay.")
        if self.picture.is_shared:
            told = words.say("That is the last deal.") if self.picture.gets_up else words.say("The evening goes on.")
        self._told(told)

    def _promise(self, seats: Sequence[Seat]) -> None:
        if len(seats) > 1:
            self._promise_all()
            return
        for seat in seats:
            self.picture.gets_up = False
            self.changing ^= {seat}
            self.picture.changes = tuple(map(self._change, sorted(self.changing)))
            self._told(self.picture.line(self._change(seat)))

    def _told(self, told: str) -> None:
        self.picture.redraw()
        if self.picture.is_shared:  # When the keyboard is passed on, nobody sees the line under the hand.
            program(self.picture.screen).notify(told, markup=False)
        else:
            self.picture.remark(told, "dim")

    def _ask(self, changing: Set[Seat], settle: Callable[[Sequence[Seat]], None]) -> None:
        """Asks who is getting up or coming back: passes on everybody, one of them, or nobody.

        `changing` have said so before, and may change their minds. The last one to stay can only leave with everybody.
        """
        picture, up = self.picture, self.table.up
        stay = self.table.people - (up ^ changing)
        asked = [
            (
                tuple(sorted(self.table.people)),
                say("Nobody: the evening goes on") if picture.gets_up else say("Everybody"),
            )
        ]
        for seat in sorted(self.table.people):
            if seat in changing:
                line = (
                    say("{who} does not come back yet", who=Who(seat))
                    if seat in up
                    else say("{who} stays after all", who=Who(seat))
                )
            elif seat in up:
                line = say("{who} sits down again", who=Who(seat))
            elif len(stay) > 1:
                line = say("{who}; a bot takes the seat", who=Who(seat))
            else:
                continue
            asked.append(((seat,), line))
        from cardtable.tui.boxes.dialogs import Choose

        choose = Choose(picture.words, picture.words.say("Who gets up?"), [picture.line(line) for _, line in asked])
        program(picture.screen).push_screen(choose, lambda nth: settle(() if nth is None else asked[nth][0]))
