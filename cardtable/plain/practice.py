"""Lessons and puzzles in sentences."""

from __future__ import annotations

from typing import ClassVar

from cardtable.cards import PACK
from cardtable.engine.scene import Scene
from cardtable.engine.text import Text, say
from cardtable.lessons.table import LessonKeyboard, LessonTable
from cardtable.match.keyboard import Keyboard
from cardtable.plain import PlainTable
from cardtable.puzzles.table import PuzzleKeyboard, PuzzleTable


class PlainLesson(PlainTable):
    """A lesson, line by line."""

    KEYBOARD: ClassVar[type[Keyboard]] = LessonKeyboard
    table: LessonTable

    def play(self) -> None:
        """Plays the lesson to its end. Raises Left."""
        self._begin()
        self.tell(say("Where a lesson names a key, type that word, with a card if need be: `pass`, `show 7h`."))
        self.tell(say("Cards to be marked are typed side by side: `7h 7d`."))
        self._play_on()
        self._news()
        for line in self.table.result_lines() if self.table.deal_over else ():
            self.tell(line)
        self.tell(say("You have done the lesson: {title}", title=self.table.lesson.title))

    @property
    def _goes_on(self) -> bool:
        return not self.table.done

    def _speaks(self) -> bool:
        return self.table.told.free and super()._speaks()

    def _decide(self) -> None:
        if not self.table.holds:
            super()._decide()
            return
        self._ask()
        deals = self.table.deals
        while typed := self._line():
            if not self._obey(typed):
                self._ask()
        self.table.read_on()
        if self.table.deals > deals and not self.table.done:
            self._told = 0
            self.stand()
        self._tell_trouble()

    def _acts(self, typed: str) -> bool:
        acted = super()._acts(typed)
        self._tell_trouble()
        return acted

    def _ask(self) -> None:
        table, step = self.table, self.table.told
        if step.free and not table.follows:
            super()._ask()
            return
        self.tell(_typed(step.say))
        if table.holds:
            self.tell(say("Enter goes on"))
        elif step.task is not None:
            self.tell(_typed(step.task))

    def _hint(self) -> None:
        if self.table.holds:
            self._ask()
        else:
            super()._hint()

    def _tell_trouble(self) -> None:
        trouble, self.table.trouble = self.table.trouble, None
        if trouble is not None:
            self.tell(trouble)


def _typed(text: Text) -> Text:
    """Returns a lesson's text with words to type in place of its keys."""
    keys = {name: f"`{value}`" for name, value in text.facts.items() if name.startswith("key ")}
    return Text(text.source, {**text.facts, **keys})


class PlainPuzzle(PlainTable):
    """A puzzle, line by line."""

    KEYBOARD: ClassVar[type[Keyboard]] = PuzzleKeyboard
    FEW: ClassVar[int] = PACK
    table: PuzzleTable

    def play(self) -> None:
        """Plays the puzzle to its end. Raises Left."""
        for trouble in self.table.troubles:
            self.tell(trouble)
        self._begin()
        self._play_on()
        self._news()
        for line in self.table.told_result():
            self.tell(line)

    def _scene(self) -> Scene:
        return self.keyboard.view(self.viewer, open_hands=True).scene

    def _ask(self) -> None:
        self.tell(self.table.goal)
        self.tell(say("Your move; `hint` shows the solution"))

    @property
    def _is_asked(self) -> bool:
        return super()._is_asked and not self.table.showing

    def _speaks(self) -> bool:
        return not self.table.showing and super()._speaks()

    def _hint(self) -> None:
        self.table.show_solution()
        self._told = 0
        self.tell(say("The solution, played out against the best defence."))
        self.stand()
