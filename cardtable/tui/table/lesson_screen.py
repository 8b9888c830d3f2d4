"""A lesson: the table with explanations and tasks, and the way to the next lesson."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import ClassVar

from cardtable.engine.text import Text, mark, say
from cardtable.games import find_preset
from cardtable.lessons.table import LessonKeyboard, LessonTable
from cardtable.match.table import Table
from cardtable.tui.felt.look import Caption
from cardtable.tui.felt.table_keys import KEYS
from cardtable.tui.felt.table_picture import TablePicture
from cardtable.tui.keys import shown_key
from cardtable.tui.offers import LessonRow
from cardtable.tui.program import program
from cardtable.tui.protocol import Settings
from cardtable.tui.table import afterwards
from cardtable.tui.table.afterwards import go_where
from cardtable.tui.table.answering import AnsweringPicture
from cardtable.tui.table.table_screen import TableScreen
from cardtable.words import Words


class LessonPicture(AnsweringPicture):
    """The table, with a caption in place of the prompt."""

    table: LessonTable

    def caption(self) -> Caption:
        """Returns the text of the current step, or the response to the move that was tried."""
        table, step = self.table, self.table.told
        if table.deal_over and step.free:
            return Caption(self.line(table.rules.scene(table.observe(self.viewer)).prompt))
        said = self.lesson_line(self.answered or step.say)
        if table.follows:
            return Caption(said)
        if table.holds:
            return Caption(said, self.words.say("Enter goes on"), step.cards, to_read=True)
        return Caption(said, self.lesson_line(step.task), step.cards)

    def lesson_line(self, text: Text | None) -> str:
        """Returns a text of the lesson in words, with the player's own keys."""
        if text is None:
            return ""
        keys = {
            name: shown_key(KEYS[value], self.words, self.settings.keys)
            for name, value in text.facts.items()
            if name.startswith("key ") and isinstance(value, str)
        }
        return self.line(Text(text.source, {**text.facts, **keys}))


class LessonScreen(TableScreen):
    PICTURE: ClassVar[type[TablePicture]] = LessonPicture
    THEN: ClassVar[str] = mark("go on")
    table: LessonTable

    def __init__(self, table: Table, words: Words, settings: Settings) -> None:
        assert isinstance(table, LessonTable)
        super().__init__(table, words, settings)
        self.flow.keyboard = LessonKeyboard(table)

    def action_play(self) -> None:
        """Reads on if there is something to read; otherwise plays."""
        picture = self.picture
        if not self.table.holds:
            super().action_play()
        elif not picture.fresh.too_soon:
            picture.fresh.begin()
            deals = self.table.deals
            self.table.read_on()
            if self.table.deals > deals:
                self.flow.begin_anew()
            self._tell_trouble()
            if self.table.done:
                self._finish()
            else:
                self.flow.advance()

    def action_mark(self) -> None:
        """Makes Space read on as well."""
        if self.table.holds:
            self.action_play()
        else:
            super().action_mark()

    def _tell_trouble(self) -> None:
        trouble, self.table.trouble = self.table.trouble, None
        if trouble is not None:
            program(self).warn(trouble)

    def _show_result(self) -> None:
        """Shows the result only after the last step; otherwise the text that follows reports the end of the deal."""
        if self.table.done:
            super()._show_result()

    def after_deal(self, on: bool | None) -> None:
        """Ends the lesson after free play; opens the menu if not going on."""
        if on:
            self._finish()
        else:
            super().after_deal(on)

    def _finish(self) -> None:
        """Offers what follows the lesson: the next one, a real deal, or the way back."""
        app, lesson = program(self), self.table.lesson
        preset = find_preset(lesson.preset)[1]
        ways: list[tuple[str, Callable[[], object]]] = []
        following = self._following()
        if following is not None:
            said = self.picture.line(say("Next lesson: {title}", title=following.title))
            ways.append((said, partial(self._open, following.id)))
        lessons = self.picture.settings.lessons
        if lessons is not None:
            play = self.picture.line(say("Play {game} against bots", game=Text(preset.title)))
            ways.append((play, partial(afterwards.open_and_move, app, partial(lessons().play, lesson.preset))))
        ways.append((self.words.say("Play this lesson again"), partial(self._open, lesson.id)))
        heading = self.picture.line(say("You have done the lesson: {title}", title=lesson.title))
        go_where(app, self.flow.instead, heading, ways)

    def _following(self) -> LessonRow | None:
        """Returns the next lesson of the family."""
        lessons = self.picture.settings.lessons
        if lessons is None:
            return None
        try:
            rows = lessons().of(self.table.lesson.group)[0]
        except (OSError, ValueError):
            return None
        ids = [row.id for row in rows]
        here = ids.index(self.table.lesson.id) if self.table.lesson.id in ids else len(ids)
        return rows[here + 1] if here + 1 < len(rows) else None

    def _open(self, lesson: str) -> None:
        lessons = self.picture.settings.lessons
        if lessons is None:
            program(self).leave_table()
            return
        afterwards.open_and_move(program(self), lambda: lessons().open(lesson))
