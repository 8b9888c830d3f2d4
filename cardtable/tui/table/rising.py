"""Who gets up from an evening, now or after the deal that goes on; a bot plays for those who do while others stay."""

from __future__ import annotations

from collections.abc import Callable, Sequence, Set

from cardtable.engine.moves import Seat
from cardtable.engine.text import Text, Who, say
from cardtable.tui.boxes.dialogs import Choose
from cardtable.tui.felt.table_picture import TablePicture
from cardtable.tui.program import program


class Rising:
    """Getting up from one table, and sitting down again."""

    def __init__(self, picture: TablePicture) -> None:
        self.picture = picture
        self.table = picture.table
        self.changing: set[Seat] = set()
        """Who gets up after this deal while others stay, or sits down again."""

    @property
    def line(self) -> str:
        """What the menu offers while a deal goes on."""
        say = self.picture.words.say
        if self.picture.is_shared:
            return say("After this deal somebody gets up")
        return say("I stay after all") if self.picture.gets_up else say("After this deal I get up")

    def after_deal(self) -> None:
        """Lets somebody say that they get up after the deal that goes on, or stay after all."""
        if self.picture.is_shared:
            self._ask(self.changing, self._promise)
        else:
            self._promise_all()

    def now(self, then: Callable[[str | None], None]) -> None:
        """Lets somebody get up now; `then` is told "rise" where everybody does, and None where somebody stays."""
        if not self.picture.is_shared:
            then("rise")
            return

        def settle(seats: Sequence[Seat]) -> None:
            if len(seats) > 1:
                then("rise")
                return
            if seats:  # Where nobody was named, what was said during the deal still holds.
                self.changing = set(seats)
                told = tuple(map(self._change, seats))
                try:
                    self.keep_word()
                except OSError as wrong:
                    program(self.picture.screen).warn(wrong)
                else:
                    # The end of the deal comes back, and says it.
                    self.picture.changes = told
            then(None)

        self._ask(frozenset(), settle)

    def keep_word(self) -> None:
        """Lets those change places with a bot who have said so, before the next deal. Raises OSError."""
        for seat in sorted(self.changing, key=lambda seat: seat not in self.table.up):
            if seat in self.table.up:
                self.table.come_back(seat)
            else:
                self.table.get_up(seat)
            self.changing.discard(seat)
        self.picture.changes = ()

    def _change(self, seat: Seat) -> Text:
        """What of a seat is changed after this deal, or is not."""
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
        if self.picture.is_shared:  # Where the keyboard is handed over nothing is seen of the line under the hand.
            program(self.picture.screen).notify(told, markup=False)
        else:
            self.picture.remark(told, "dim")

    def _ask(self, changing: Set[Seat], settle: Callable[[Sequence[Seat]], None]) -> None:
        """Asks the people at one keyboard who gets up or comes back: gives everybody, one of them, or nobody.

        `changing` have said so before, and may think better of it. One of those who stay is asked to go with everybody.
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
        choose = Choose(picture.words, picture.words.say("Who gets up?"), [picture.line(line) for _, line in asked])
        program(picture.screen).push_screen(choose, lambda nth: settle(() if nth is None else asked[nth][0]))
