"""The tutor at a table: a remark after a costly move, or a question before one that is sure to lose.

Only for a player practising against bots; the record says that they were helped. Findings that come too late are
dropped, and keys never wait for the tutor.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from textual.screen import Screen

from cardtable.engine.faults import told
from cardtable.engine.moves import Move, Seat
from cardtable.engine.text import Text, say
from cardtable.match.match import Decided
from cardtable.tui.boxes.thinking import Thinking
from cardtable.tui.felt.table_picture import TablePicture

if TYPE_CHECKING:
    from cardtable.coach.verdicts import Verdict


class Tutoring:
    """The tutor at one table."""

    def __init__(self, screen: Screen[None], picture: TablePicture, resigned: Callable[[], None]) -> None:
        """`resigned` goes on with a deal the player has given up."""
        self._resigned = resigned
        self.screen = screen
        self.picture = picture
        self.table = picture.table
        self._thinking = Thinking()
        self._wish: object = None
        """The decision being judged; replaced, or None, once its result is no longer wanted."""
        self._warned: object = None
        """The last decision the tutor asked about: it asks once per decision."""
        self._found: Callable[[], None] | None = None
        """Makes the judged move, or asks about it, as soon as nothing covers the table."""
        self._said: list[Text] = []
        """The remark on the last move, in full and in a shorter form."""

    def watch(self, seat: Seat, move: Move, make: Callable[[], None]) -> None:
        """Makes a person's move: before judging it, after judging it, or without, as the tutor is set."""
        self.forget()
        decided = self.decision(seat, move)
        if decided is not None and self._asks_first(decided, make):
            return
        make()
        if decided is not None and self.picture.settings.tutor == "after":
            self._wish = decided
            self.screen.run_worker(self._after(decided), group="tutor")

    def decision(self, seat: Seat, move: Move) -> Decided | None:
        """Returns the decision about to be made if the tutor should judge it, and notes the help in the record.

        Returns None if the tutor is silent: at tables with other people; in lessons and puzzles, which it would give
        away; at unaided tables; if nobody may notice who is asked; or if the note cannot be written.
        """
        table = self.table
        learns = table.kind not in ("match", "day") or table.unaided
        wanted = self.picture.settings.tutor != "off" and table.people == {seat} and not learns
        if not wanted or table.to_act[:1] != (seat,) or table.silence is not None or len(table.legal(seat)) <= 1:
            return None
        try:
            table.note_help(seat)
        except OSError:
            return None
        return table.about_to(seat, move)

    def _asks_first(self, decided: Decided, make: Callable[[], None]) -> bool:
        """Returns whether the move waits for the tutor, who then makes it or asks first; once per decision."""
        at = self.table.deals, len(decided.events)
        if self.picture.settings.tutor != "before" or self._warned == at:
            return False
        self._wish = decided
        self.screen.run_worker(self._before(decided, at, make), group="tutor")
        return True

    async def _before(self, decided: Decided, at: object, make: Callable[[], None]) -> None:
        from cardtable.bots.search.thoughts import thoughts_of
        from cardtable.coach import tutor

        thoughts = thoughts_of(self.table.rules)

        def is_wanted() -> bool:
            return self._wish is decided

        verdict = await self._thinking.of(lambda: tutor.certainly_lost(thoughts, decided, is_wanted), is_wanted)
        if is_wanted():
            self._found = make if verdict is None else partial(self._ask, decided, verdict, at, make)
            self.go_on()

    def go_on(self) -> None:
        """Goes on with the judged move, unless something covers the table."""
        found = self._found
        if found is not None and self.screen.app.screen is self.screen:
            self._found = None
            found()

    def _ask(self, decided: Decided, verdict: Verdict, at: object, make: Callable[[], None]) -> None:
        """Asks before a move that is sure to lose."""
        from cardtable.coach import tutor
        from cardtable.tui.boxes.dialogs import Choose

        self._warned = at
        words = self.picture.words
        heading = self.picture.line(tutor.asked(self.table.rules, decided, verdict))

        def answer(nth: int | None) -> None:
            if nth == 0 and self._wish is decided:
                make()

        self.screen.app.push_screen(
            Choose(words, heading, [words.say("Play it all the same"), words.say("Think again")]), answer
        )

    def give_up(self) -> None:
        """Checks whether the deal is certainly lost; if so, asks the only person whether they give it up."""
        wish = self._wish = object()

        async def look() -> None:
            from cardtable.bots.search.thoughts import thoughts_of
            from cardtable.coach import tutor

            table, picture = self.table, self.picture
            seen, thoughts = table.observe(picture.viewer), thoughts_of(table.rules)

            def is_wanted() -> bool:
                return self._wish is wish and table.may_resign(picture.viewer)

            lost = await self._thinking.of(lambda: tutor.is_lost(thoughts, seen, is_wanted), is_wanted)
            if is_wanted() and lost:
                self._found = partial(self._ask_to_resign, wish)
                self.go_on()
            elif is_wanted():
                picture.remark(picture.words.say("Nothing proves that this deal is lost: play on."))

        self.screen.run_worker(look(), group="tutor")

    def _ask_to_resign(self, wish: object) -> None:
        from cardtable.tui.boxes.dialogs import Choose

        words, table, picture = self.picture.words, self.table, self.picture

        def answer(nth: int | None) -> None:
            if nth != 0 or self._wish is not wish or not table.may_resign(picture.viewer):
                return
            try:
                table.resign(picture.viewer)
            except OSError as wrong:
                picture.remark(picture.line(say("Nothing was done, it cannot be saved: {why}.", why=told(wrong))))
                return
            picture.open_hands = True
            self._resigned()

        heading = words.say("This deal is lost for certain: that is proven. Give it up, and see how it goes on?")
        self.screen.app.push_screen(Choose(words, heading, [words.say("Give it up"), words.say("Play on")]), answer)

    async def _after(self, decided: Decided) -> None:
        """Judges a move just made, and remarks on it if it was costly."""
        from cardtable.bots.search.thoughts import thoughts_of
        from cardtable.coach import tutor
        from cardtable.coach.trust import is_trusted

        table = self.table
        thoughts = thoughts_of(table.rules)
        trusted = is_trusted(table.header.preset, table.rules.seats)

        def is_wanted() -> bool:
            return self._wish is decided and not table.deal_over

        verdict = await self._thinking.of(
            lambda: tutor.cost_much(thoughts, decided, trusted=trusted, is_wanted=is_wanted), is_wanted
        )
        if verdict is not None and is_wanted():
            self._said = tutor.told(table.rules, decided, verdict)
            self.remind()

    def remind(self) -> None:
        """Repeats the remark after the others have moved."""
        if self._said and not self.picture.closed and not self.table.deal_over:
            lines = list(map(self.picture.line, self._said))
            self.picture.remark(next((line for line in lines if self.picture.has_room_for(line)), lines[-1]))

    def forget(self) -> None:
        """Drops everything asked or found before."""
        self._wish, self._found, self._said = None, None, []
