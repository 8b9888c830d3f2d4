"""What the bots would have done: a list that grows as each bot is asked, judging only by what that seat knew."""

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
"""Time limit in seconds: for one answer, and for starting on the next decision."""
_asked = Unwaited()
"""The executor that asks the bots, shared by all lists: a bot that never answers ties up one thread, not one per list.
"""


async def answers(advice: Iterator[Advice]) -> AsyncIterator[Advice]:
    """Yields each piece of advice as it arrives, worked out in a thread. Raises TimeoutError if a bot stays silent."""
    loop = asyncio.get_running_loop()
    while True:
        with keys_first():
            async with asyncio.timeout(LIMIT):
                found = await loop.run_in_executor(_asked, next, advice, None)
        if found is None:
            return
        yield found


class AdviceList(Read):
    """Every decision, each with the move every style of bot would have made."""

    def __init__(self, words: Words, names: Sequence[str], advice: Iterator[Advice], limit: float = LIMIT) -> None:
        super().__init__(words, words.say("What others would have done"), words.say("The bots are asked ..."))
        self.names = names
        self.advice = advice
        self.limit = limit
        self.lines: list[str] = []

    def on_mount(self) -> None:
        """Starts asking the bots, which may take a long time."""
        super().on_mount()
        # Passed uncalled: the worker calls it when it runs, so a list closed earlier leaves no coroutine behind.
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
        """Returns a decision's lines: = the same move, ! another one; bots that give the same reason share a line."""
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
