"""One's own mistakes as exercises: the table as it was, and one move to be found."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from cardtable.bots.thoughts import thoughts_of
from cardtable.coach import told as coach
from cardtable.coach.mistakes import ExerciseTable
from cardtable.coach.trust import is_trusted
from cardtable.coach.verdicts import judge
from cardtable.engine.moves import Move
from cardtable.engine.rules import RuleBroken
from cardtable.engine.text import Text, say
from cardtable.practice import NotMade
from cardtable.tui.dialogs import Choose
from cardtable.tui.protocol import Settings
from cardtable.tui.table_picture import TablePicture
from cardtable.tui.table_screen import TableScreen
from cardtable.tui.thinking import Thinking
from cardtable.words import Words


class ExercisePicture(TablePicture):
    """The table; what is chosen is an answer."""

    answer: Callable[[Move], None] | None = None

    def refuse(self, broken: RuleBroken) -> None:
        """Says why a move cannot be made, or takes it as the answer."""
        super().refuse(broken)
        if isinstance(broken, NotMade) and self.answer is not None:
            self.answer(broken.move)


class ExerciseScreen(TableScreen):
    """One exercise."""

    PICTURE: ClassVar[type[TablePicture]] = ExercisePicture
    table: ExerciseTable
    picture: ExercisePicture

    def __init__(
        self,
        table: ExerciseTable,
        words: Words,
        settings: Settings,
        note: Callable[[bool], Text | None],
        following: Callable[[], bool],
    ) -> None:
        """`note` keeps how it went and says why it cannot; `following` opens the next one, if there is one."""
        super().__init__(table, words, settings)
        self.picture.answer = lambda move: void(self.run_worker(self._judge(move), group="answer", exclusive=True))
        self._note = note
        self._following = following
        self._noted = False
        self._thinking = Thinking()

    async def _judge(self, move: Move) -> None:
        """The better move of the review is right, the mistake is wrong; any other move is judged as in a review."""
        table, verdict = self.table, self.table.one.verdict
        right = move == verdict.better
        if move not in (verdict.better, verdict.move):
            rules = table.rules
            decided = table.replay.decided(table.one.moment)._replace(move=move)

            def thought() -> bool:
                trusted = is_trusted(table.header.preset, rules.seats)
                going = judge(thoughts_of(rules), decided, trusted=trusted)
                while True:
                    try:
                        next(going)
                    except StopIteration as end:
                        return end.value is not None and not end.value.is_dear

            right = bool(await self._thinking.of(thought, lambda: self.is_attached, lambda long: None))
        self._tell(move, right)

    def _tell(self, move: Move, right: bool) -> None:
        table, words = self.table, self.words
        trouble = None if self._noted else self._note(right)
        self._noted = True
        one, names = table.one, table.names
        better, why = coach.better(table.replay, one) or Text(""), coach.why(table.replay, one)
        if right and move != one.verdict.better:
            lines = [say("Right: here this is as good as {move}.", move=better)]
            if why is not None:
                lines.append(why)
        else:
            lines = [say("Right.") if right else say("Not this one.")]
            named = say("Better: {move}.", move=better)
            lines.append(named if why is None else say("Better: {move}. {why}", move=better, why=why))
        lines.append(
            say(
                "In the deal you did this: {move}, {cost}.",
                move=coach.done(table.replay, one),
                cost=coach.cost(one.verdict),
            )
        )
        if trouble is not None:
            lines.append(trouble)
        heading = "\n".join(words.text(line, names) for line in lines)
        choices = [words.say("Next exercise"), words.say("Look at the table again"), words.say("Leave")]

        def take(nth: int | None) -> None:
            if nth == 0 and self._following():
                return
            if nth in (0, 2):
                self.flow.instead(self.app.leave_table)  # type: ignore[attr-defined]  # our own app

        self.app.push_screen(Choose(words, heading, choices), take)


def void(_: object) -> None:
    """Nothing of what was begun is waited for."""
