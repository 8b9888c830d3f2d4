"""What others would have done: a list that grows while the bots are asked, from what each seat knew then."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator, Sequence
from time import monotonic
from typing import TYPE_CHECKING

from cardtable.bots.entries import name_of
from cardtable.bots.search.unwaited import Unwaited
from cardtable.engine.text import Who, say
from cardtable.tui.boxes.dialogs import Read
from cardtable.tui.boxes.thinking import keys_first
from cardtable.words import Words

if TYPE_CHECKING:
    from cardtable.coach.advice import Advice

LIMIT = 20.0
"""Seconds after which no further decision is asked about, and for which an answer about one is waited for."""
_asked = Unwaited()
"""Where the bots are asked: all lists share it, so that one which never answers keeps one thread, not one for each."""


async def answers(advice: Iterator[Advice]) -> AsyncIterator[Advice]:
    """Advice as it comes, each worked out in a thread. Raises TimeoutError where a bot does not answer."""
    loop = asyncio.get_running_loop()
    while True:
        with keys_first():
            async with asyncio.timeout(LIMIT):
                found = await loop.run_in_executor(_asked, next, advice, None)
        if found is None:
            return
        yield found


class AdviceList(Read):
    """Every decision with what each style of bot would have done."""

    def __init__(self, words: Words, names: Sequence[str], advice: Iterator[Advice], limit: float = LIMIT) -> None:
        super().__init__(words, words.say("What others would have done"), words.say("The bots are asked ..."))
        self.names = names
        self.advice = advice
        self.limit = limit
        self.lines: list[str] = []

    def on_mount(self) -> None:
        """Asks, which may take long."""
        super().on_mount()
        # Called only when the worker runs: a list that is closed before must leave no coroutine behind.
        self.run_worker(self._ask)  # type: ignore[arg-type]  # mypy finds no type for its result

    async def _ask(self) -> None:
        until = monotonic() + self.limit
        told = total = 0
        late = False
        try:
            async for advice in answers(self.advice):
                told, total = advice.number, advice.total
                self._add(self.worded(advice))
                late = monotonic() > until and told < total
                if late:
                    break
        except TimeoutError:
            text = say("One of the bots has not answered in {limit} s.", limit=f"{LIMIT:g}")
            self._add([self.words.text(text, self.names)])
            return
        if not total:
            self._add([self.words.say("Nobody decided anything here.")])
        elif late:
            rest = say("The time is up: {count} of {total} decisions were asked about.", count=told, total=total)
            self._add([self.words.text(rest, self.names)])

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
