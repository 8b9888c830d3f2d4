"""A lesson at a table: real rules, and a script with the accepted moves and the replies of the others."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from typing import ClassVar

from cardtable.bots.hints import Hint
from cardtable.bots.people import names_for
from cardtable.engine.faults import told
from cardtable.engine.moves import DEALER, Move, Seat
from cardtable.engine.position import put_down
from cardtable.engine.rules import RuleBroken
from cardtable.engine.scene import Scene
from cardtable.engine.text import Text, say
from cardtable.files import Unreadable
from cardtable.games import find_preset
from cardtable.lessons import BadLesson, Lesson, LessonStep, Said, load, paths, rules_of, trouble
from cardtable.match.keyboard import Keyboard, KeyboardStep
from cardtable.match.practice import NotMade, PracticeTable
from cardtable.match.table import Kind

LEARNER: Seat = 0
Keep = Callable[[int, bool], None]
"""Saves the learner's progress: the number of the step, and whether the lesson is done."""


class LessonTable(PracticeTable):
    """The table of a lesson, where bots follow the script."""

    kind: ClassVar[Kind] = "lesson"

    def __init__(self, lesson: Lesson, person: str, language: str = "en", keep: Keep | None = None) -> None:
        rules, state = put_down(lesson.position, rules_of)
        game, _ = find_preset(lesson.preset)
        names = (person, *names_for(rules.seats - 1, language, [person], seed=len(lesson.id)))
        super().__init__(game, lesson.preset, rules, state, LEARNER, names)
        self.lesson = lesson
        self.at = 0
        """The number of the current step; equal to the number of steps when all are done."""
        self.trouble: Text | None = None
        """Why the progress could not be saved."""
        self._keep = keep
        self._due: deque[Said] = deque()
        """The scripted moves of others still to be made before the next step."""

    @property
    def kept(self) -> bool:
        """Whether the lesson can be resumed: it goes on at the step where it was left."""
        return True

    @property
    def step(self) -> LessonStep | None:
        """The current step; None when the lesson is done."""
        return self.lesson.steps[self.at] if self.at < len(self.lesson.steps) else None

    @property
    def done(self) -> bool:
        """Whether there is nothing left to do."""
        return self.step is None or (self.step.free and self.deal_over)

    @property
    def holds(self) -> bool:
        """Whether nobody moves, because a step has to be read or the lesson is done."""
        return self.step is None or (self.step.reads and not self._due)

    @property
    def told(self) -> LessonStep:
        """The step on display: the last one when all are done, and during replies the one they belong to."""
        return self.lesson.steps[min(self.at, len(self.lesson.steps) - 1)]

    @property
    def follows(self) -> bool:
        """Whether replies to a step are still being made."""
        return bool(self._due)

    def go_to(self, at: int) -> None:
        """Plays all steps before this one with their accepted moves. Raises BadLesson if one cannot be played."""
        keep, self._keep = self._keep, None
        while self.at < min(at, len(self.lesson.steps) - 1):
            self.play_step()
        self._keep = keep

    def play_step(self, move: Move | None = None) -> None:
        """Plays a step with this move, or the first accepted one, and its replies. Raises BadLesson."""
        step = self.told
        try:
            if step.reads:
                self.read_on()
            else:
                self.submit(LEARNER, move or (step.accept or tuple(self.legal(LEARNER)))[0])
            self.make_due()
        except RuleBroken as broken:
            raise BadLesson(step.line, "{why}", why=broken.text) from None

    def read_on(self) -> None:
        """Goes on after a step that was read."""
        assert self.step is not None
        self._due.extend(self.step.then)
        self._go_on()

    def make_due(self) -> None:
        """Makes the due moves of others at once, until it is the learner's turn. Raises RuleBroken."""
        while self._due:
            self._keep_silent_before(*self._due[0])
            self.submit(*self._due[0])
        if self.step is not None and self.step.accept:
            self._keep_silent_before(LEARNER, self.step.accept[0])

    def _keep_silent_before(self, seat: Seat, move: Move) -> None:
        """Keeps seats silent that are asked in secret before this move."""
        while (silence := self.silence) is not None and not self._is_next(seat, move):
            super().submit(self.to_act[0], silence)

    def _says_nothing(self, seat: Seat, move: Move) -> bool:
        """Whether this is silence that the script does not name, and not by a learner who should answer."""
        if move != self.silence or (self._due and (seat, move) == self._due[0]):
            return False
        meant = () if self._due else self.told.accept
        return seat != LEARNER or not any(self._is_next(seat, each) for each in meant)

    def _is_next(self, seat: Seat, move: Move) -> bool:
        return self.to_act[:1] == (seat,) and self.explain(seat, move) is None

    def _go_on(self) -> None:
        """Goes to the next step once all moves of this one are made."""
        if not self._due:
            self.at += 1
            self._views.clear()
            if self.step is not None and self.step.position is not None:
                self.begin_at(put_down(self.step.position, rules_of)[1])
            if self._keep is not None:
                try:
                    self._keep(0 if self.step is None else self.at, self.step is None)
                except (OSError, Unreadable) as wrong:
                    self.trouble = say("It is not kept how far you are: {why}.", why=told(wrong))

    # Table methods

    def submit(self, seat: Seat, move: Move) -> None:
        """Makes an accepted move, or a move of the others.

        Raises RuleBroken for a move against the rules, and NotMade for one that only the lesson does not accept.
        """
        step = self.step
        if step is None or step.free or self._says_nothing(seat, move):
            super().submit(seat, move)
            if self.deal_over and step is not None and step.free:
                self._go_on()
        elif self._due:
            self._match.check(seat, move)
            if seat != DEALER and (seat, move) != self._due[0]:
                raise NotMade(move, say("It is not your turn."))
            super().submit(seat, move)
            self._due.popleft()
            self._go_on()
        else:
            self._match.check(seat, move)
            if not step.takes(move):
                other = step.other or {}
                general = say("That may be played, but it is not what is meant here. Try again.")
                raise NotMade(move, other.get(move) or other.get(None) or general)
            super().submit(seat, move)
            self._due.extend(step.following(move))
            self._go_on()

    def scene(self, seat: Seat) -> Scene:
        """The scene for the learner; without choices while a step has to be read."""
        scene = super().scene(seat)
        title = say("{number}/{count} · {title}", title=self.lesson.title, number=self._number, count=self._count)
        if self.holds:
            scene = scene._replace(choices=(), verb="", targets=())
        return scene._replace(title=title)

    @property
    def _number(self) -> int:
        return min(self.at + 1, self._count)

    @property
    def _count(self) -> int:
        return len(self.lesson.steps)

    def plain_pass(self, seat: Seat) -> Move | None:
        """In a lesson no passes are made automatically."""
        return super().plain_pass(seat) if self.step is not None and self.step.free else None

    def bot_move(self, seat: Seat) -> Move:
        """The move in the script, or in free play the bot's."""
        if self._due and self._is_next(*self._due[0]):
            return self._due[0][1]
        silence = self.silence
        return super().bot_move(seat) if silence is None or self.told.free else silence

    @property
    def made_for_learner(self) -> Move | None:
        """The move that the script makes for the learner: one that it names, or silence before it goes on."""
        step = self.step
        if step is None or step.free or self.to_act[:1] != (LEARNER,):
            return None
        if self._due:
            seat, move = self._due[0]
            return move if seat == LEARNER else self.silence
        meant = not step.accept or any(self._is_next(LEARNER, move) for move in step.accept)
        return None if meant else self.silence

    def hint(self, seat: Seat, style: str | None = None, is_wanted: Callable[[], bool] = lambda: True) -> Hint:
        """The accepted move."""
        step = self.step
        if step is None or not step.accept:
            return super().hint(seat, style, is_wanted)
        from cardtable.bots.search.hinted import meant

        seen = self.observe(seat)
        return meant(self.rules, seen, self.rules.legal(seen.state, seat), step.accept[0])


class LessonKeyboard(Keyboard):
    """The learner's keyboard: nobody moves while a step is to be read, and the script alone gives secret answers."""

    def next(self) -> KeyboardStep:
        """The next step at the keyboard."""
        table = self.table
        assert isinstance(table, LessonTable)
        if table.holds:
            return KeyboardStep("person", LEARNER)
        following = super().next()
        move = table.made_for_learner
        return following if move is None else KeyboardStep("kept", LEARNER, move, secret=table.silence is not None)


def check(lesson: Lesson) -> None:
    """Plays a lesson with its accepted moves. Raises BadLesson with the line of a step that cannot be played."""
    table = LessonTable(lesson, "P0")
    while (step := table.step) is not None and not step.free:
        for move in (*step.accept, *(move for move in step.other or {} if move is not None)):
            if (broken := table.explain(LEARNER, move)) is not None:
                text = table.rules.move_text(move)
                raise BadLesson(step.line, "{move} is refused: {why}", move=text, why=broken.text)
        table.play_step()


@lru_cache(maxsize=100)
def _playable(path: Path, written: int) -> Lesson:
    """The lesson in a file last changed at `written`, after playing it through once. Raises BadLesson."""
    lesson = load(path)
    check(lesson)
    return lesson


def all_of(group: str) -> tuple[list[Lesson], list[Text]]:
    """The playable lessons of a family, and a line for each file that is not one."""
    found, troubles = [], []
    for path in paths(group):
        try:
            written = path.stat().st_mtime_ns if path.exists() else 0
            found.append(_playable(path, written))
        except BadLesson as error:
            troubles.append(trouble(path, error))
    return found, troubles
