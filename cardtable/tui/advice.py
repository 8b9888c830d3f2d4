"""What others would have done: a list that grows while the bots are asked, from what each seat knew then."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from time import monotonic
from typing import TYPE_CHECKING

from textual.worker import get_current_worker

from cardtable.bots.names import name_of
from cardtable.engine.text import Who, say
from cardtable.tui.dialogs import Read
from cardtable.words import Words

if TYPE_CHECKING:
    from cardtable.coach.advice import Advice

LIMIT = 20.0
"""Seconds after which no further decision is asked about."""


class AdviceList(Read):
    """Every decision with what each style of bot would have done."""

    def __init__(self, words: Words, names: Sequence[str], advice: Iterator[Advice], limit: float = LIMIT) -> None:
        super().__init__(words, words.say("What others would have done"), words.say("The bots are asked ..."))
        self.names = names
        self.advice = advice
        self.limit = limit
        self.lines: list[str] = []

    def on_mount(self) -> None:
        """Asks in a thread: a bot may think long."""
        super().on_mount()
        self.run_worker(self._ask, thread=True)

    def _ask(self) -> None:
        worker = get_current_worker()
        until = monotonic() + self.limit
        told = total = 0
        late = False
        for advice in self.advice:
            if worker.is_cancelled:
                return
            told, total = advice.number, advice.total
            self.app.call_from_thread(self._add, self.worded(advice))
            late = monotonic() > until and told < total
            if late:
                break
        if not total:
            self.app.call_from_thread(self._add, [self.words.say("Nobody decided anything here.")])
        elif late:
            rest = say("The time is up: {count} of {total} decisions were asked about.", count=told, total=total)
            self.app.call_from_thread(self._add, [self.words.text(rest, self.names)])

    def _add(self, lines: list[str]) -> None:
        self.lines += lines
        self.text = "\n".join(self.lines)
        self._fit(self.app.size.width, self.app.size.height)

    def worded(self, advice: Advice) -> list[str]:
        """The lines for a decision: = the same, ! something else; bots that give one reason stand together."""
        words, names = self.words, self.names
        done = say("{number}. {who}: {move}", number=advice.number, who=Who(advice.seat), move=advice.label)
        lines = [words.text(done, names)]
        if not advice.opinions:
            lines.append("   " + words.say("There was nothing else to do."))
        alike: dict[tuple[bool, str, str], list[str]] = {}
        for opinion in advice.opinions:
            what, why = words.text(opinion.label, names), words.text(opinion.why, names)
            alike.setdefault((opinion.same, what, why), []).append(words.say(name_of(opinion.style)))
        for (same, what, why), styles in sorted(alike.items(), key=lambda entry: not entry[0][0]):
            text = say("{styles}: {move} ({why})", styles=", ".join(styles), move=what, why=why)
            if same:
                text = say("{styles}: the same ({why})", styles=", ".join(styles), why=why)
            lines.append(("   = " if same else "   ! ") + words.text(text, names))
        return [*lines, ""]
