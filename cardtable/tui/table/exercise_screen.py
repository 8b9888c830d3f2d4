"""The player's own mistakes as exercises: the table as it was, and a better move to find."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from cardtable.bots.search.thoughts import thoughts_of
from cardtable.coach import told as coach
from cardtable.coach.mistakes import ExerciseTable
from cardtable.coach.trust import is_trusted
from cardtable.coach.verdicts import Verdict, judge
from cardtable.engine.moves import Move
from cardtable.engine.rules import RuleBroken
from cardtable.engine.text import Text, say
from cardtable.match.practice import NotMade
from cardtable.tui.boxes.dialogs import Choose
from cardtable.tui.boxes.thinking import Thinking
from cardtable.tui.felt.look import Caption
from cardtable.tui.felt.table_picture import TablePicture
from cardtable.tui.program import program
from cardtable.tui.protocol import Settings
from cardtable.tui.table.table_screen import TableScreen
from cardtable.words import Words


class ExercisePicture(TablePicture):
    """The table; a move is an answer."""

    answer: Callable[[Move], None] | None = None

    def caption(self) -> Caption:
        """Returns the task, above the table's usual prompt."""
        task = say("You were here, and your move was not the best. Find a better one.")
        return Caption(self.line(task), self.line(self.view.scene.prompt))

    def refuse(self, broken: RuleBroken) -> None:
        """Says why a move cannot be made, or takes it as the answer."""
        super().refuse(broken)
        if isinstance(broken, NotMade) and self.answer is not None:
            self.answer(broken.move)


class ExerciseScreen(TableScreen):
    PICTURE: ClassVar[type[TablePicture]] = ExercisePicture
    table: ExerciseTable
    picture: ExercisePicture

    def __init__(
        self,
        table: ExerciseTable,
        words: Words,
        settings: Settings,
        note: Callable[[bool], Text | None],
        following: Callable[[], None],
    ) -> None:
        """`note` saves the result and returns an error message if it cannot; `following` opens the next exercise."""
        super().__init__(table, words, settings)
        self.picture.answer = self._answer
        self._note = note
        self._following = following
        self._noted = False
        self._asked: Move | None = None
        """The answer being judged, or judged last."""
        self._thinking = Thinking()

    def _answer(self, move: Move) -> None:
        self._asked = move
        self.run_worker(self._judge(move), group="answer", exclusive=True)

    async def _judge(self, move: Move) -> None:
        """Judges an answer: the better move found is right, the mistake is wrong, others are judged as in a review."""
        verdict = self.table.one.verdict
        if move in (verdict.better, verdict.move):
            self._tell(move, right=move == verdict.better)
            return
        judged = await self._thinking.of(lambda: self._as_in_a_review(move), lambda: self._is_wanted(move))
        if self._is_wanted(move):
            self._tell(move, right=None if judged is None else not judged.is_dear)

    def _is_wanted(self, move: Move) -> bool:
        return self._asked == move and self.is_attached

    def _as_in_a_review(self, move: Move) -> Verdict | None:
        """Returns a review's verdict on a move, if there is one; None also if the answer has changed meanwhile."""
        table = self.table
        decided = table.replay.decided(table.one.moment)._replace(move=move)
        trusted = is_trusted(table.header.preset, table.rules.seats)
        going = judge(thoughts_of(table.rules), decided, trusted=trusted)
        while self._is_wanted(move):
            try:
                next(going)
            except StopIteration as end:
                verdict: Verdict | None = end.value
                return verdict
        return None

    def _tell(self, move: Move, *, right: bool | None) -> None:
        """Says how good an answer is, and what was played in the deal; one that cannot be judged does not count."""
        table, words = self.table, self.words
        trouble = None
        if right is not None and not self._noted:
            trouble = self._note(right)
            self._noted = True
        one, names = table.one, table.names
        better, why = coach.better(table.replay, one) or Text(""), coach.why(table.replay, one)
        if right and move != one.verdict.better:
            lines = [say("Right: here this is as good as {move}.", move=better)]
        elif right is None:
            lines = [say("Of this one nothing can be said for certain.")]
        else:
            lines = [say("Right.") if right else say("Not this one.")]
        lines.append(
            say(
                "In the deal you did this: {move}, {cost}.",
                move=coach.done(table.replay, one.moment, one.verdict.move),
                cost=coach.cost(one.verdict),
            )
        )
        if not right:
            named = say("Better: {move}.", move=better)
            lines.append(named if why is None else say("Better: {move} – {why}.", move=better, why=why))
        elif why is not None:
            lines.append(say("Why: {why}.", why=why))
        if trouble is not None:
            lines.append(trouble)
        heading = "\n".join(words.text(line, names) for line in lines)
        choices = [words.say("Next exercise"), words.say("Look at the table again"), words.say("Leave")]

        def take(nth: int | None) -> None:
            if nth == 0:
                self.flow.instead(self._following)
            elif nth == 2:
                self.flow.instead(program(self).leave_table)

        self.app.push_screen(Choose(words, heading, choices), take)
