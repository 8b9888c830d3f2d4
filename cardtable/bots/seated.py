"""The bots seated at a table and the bots that advise its players: each decides from an observation alone.

When one fails, another stands in for it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from random import Random
from typing import Final, NamedTuple

from cardtable.bots import Bot, Decision
from cardtable.bots.finding import adviser, find_bot, make_bot
from cardtable.bots.hints import Hint
from cardtable.bots.reports import keep_report
from cardtable.bots.unheard import unheard
from cardtable.engine.faults import Fault
from cardtable.engine.moves import Event, Move, Seat
from cardtable.engine.rules import AnyRules
from cardtable.engine.state import Observation

SPARE: Final = "uniform"
"""The style that moves when even the adviser fails."""


class Overtaken(Exception):
    """Raised when the table has moved on or was closed while a bot was thinking; its decision is no longer needed."""


HINT_WORK: Final = 15_000
"""The limit in moves of a search for a hint, because the player is waiting."""


class Asked(NamedTuple):
    """A decision that a bot is asked for, with everything its seat may know."""

    seen: Observation
    events: Callable[[], Sequence[Event]]
    """Returns the events of this deal as the seat may know them."""
    deal: int
    moves: int
    """The number of moves made in the deal; with the deal and the seat it seeds the bot's random choices."""
    is_wanted: Callable[[], bool]
    """Whether the answer is still needed."""


class SeatedBots:
    """The bots of one match, each created when first asked."""

    def __init__(self, family: str, rules: AnyRules, styles: Mapping[Seat, str], seed: int) -> None:
        """Takes the styles by seat. Raises UnknownBot."""
        for style in styles.values():
            find_bot(style, family)
        self._family = family
        self._rules = rules
        self._styles = styles
        self._seed = seed
        self._bots: dict[Seat, Bot] = {}
        """The bots asked so far, by seat. A bot that cannot be created is handled like one that fails to move."""
        self.limit: float | None = None
        """Seconds allowed to a bot that keeps its own time, as a program does; None leaves it to the bot."""
        self.closed = False

    def decide(self, asked: Asked) -> Decision:
        """Returns the decision of this seat's bot. Raises whatever the bot raises, and Overtaken."""
        return self._decision(self._bot(asked.seen.seat), asked, "bot")

    def decide_surely(self, asked: Asked) -> tuple[Decision, bool]:
        """Returns a legal decision in any case, and whether this seat's bot failed and a stand-in decided.

        Raises Overtaken.
        """
        decision, _, failed = self._surely(self._styles[asked.seen.seat], asked, "bot")
        return decision, failed

    def hint(self, style: str, asked: Asked) -> Hint:
        """Returns the advice of a bot of this style for this seat, or of a stand-in if it fails. Raises Overtaken."""
        from cardtable.bots.search.hinted import hint_of

        decision, bot, _ = self._surely(style, asked, "hint")
        choices = self._rules.legal(asked.seen.state, asked.seen.seat)
        return hint_of(self._rules, asked.seen, choices, decision, bot, asked.events())

    def weighed(self, seat: Seat) -> tuple[tuple[Move, int, float], ...]:
        """The moves this seat's bot weighed last; empty if it does not report them."""
        weigher = getattr(self._bot(seat), "weighed", None)
        return () if weigher is None else tuple(weigher())

    def heed(self, scores: Sequence[float]) -> None:
        """Passes the scores of a finished deal, by seat, to every bot that learns from them."""
        for bot in self._bots.values():
            if hasattr(bot, "heed"):
                bot.heed(scores)

    def close(self) -> None:
        """Closes the bots that are programs and discards decisions still being thought about."""
        self.closed = True
        for bot in self._bots.values():
            if hasattr(bot, "close"):
                bot.close()

    def _bot(self, seat: Seat) -> Bot:
        bot = self._bots.get(seat)
        if bot is None:
            bot = self._bots[seat] = make_bot(self._styles[seat], self._family, self._rules)
            if self.limit is not None and hasattr(bot, "limit"):
                bot.limit = self.limit
        return bot

    def _decision(self, bot: Bot, asked: Asked, lot: str) -> Decision:
        seen = asked.seen
        rng = Random(f"{self._seed} {lot} {seen.seat} {asked.deal} {asked.moves}")
        if hasattr(bot, "watch"):  # A Watcher; checking for the protocol would take longer than most decisions.
            bot.watch(asked.events())
        choices = self._rules.legal(seen.state, seen.seat)
        if not choices:  # A hint was requested before the client saw that the table had moved on.
            raise Overtaken
        if not hasattr(bot, "think"):
            return bot.choose(seen, choices, rng)
        thought: Iterator[Decision | None] = bot.think(seen, choices, rng)
        for decision in thought:
            if self.closed or not asked.is_wanted():
                raise Overtaken
            if decision is not None:
                return decision
        raise Fault("its thought came to an end without a decision")

    def _surely(self, style: str, asked: Asked, lot: str) -> tuple[Decision, Bot, bool]:
        spares = self._spares(style)
        seen = asked.seen
        while True:
            try:
                with unheard():
                    bot = self._bot(seen.seat) if lot == "bot" else make_bot(style, self._family, self._rules)
                    if lot == "hint" and hasattr(bot, "most_work"):
                        bot.most_work = HINT_WORK
                    move, why = self._decision(bot, asked, lot)
                if broken := self._rules.why_not(seen.state, seen.seat, move):
                    raise broken
                return Decision(move, why), bot, lot == "stand-in"
            except (KeyboardInterrupt, Overtaken):
                raise
            except BaseException as error:  # A bot may fail in any way, including sys.exit.
                if self.closed:  # Its program was killed.
                    raise Overtaken from None
                spare = next(spares, None)
                if spare is None:
                    raise
                keep_report(style, error)
                style, lot = spare, "stand-in"

    def _spares(self, style: str) -> Iterator[str]:
        """The styles to stand in for this one, found lazily, because bots hardly ever fail."""
        yield from (spare for spare in (adviser(self._family), SPARE) if spare != style)
