"""The bots that sit at a table, and those that advise somebody there: each decides from an observation alone.

Where one fails, another one stands in.
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
"""The style that moves where even the adviser fails."""


class Overtaken(Exception):
    """The table has moved on, or was left, while a bot was thinking: what it thinks is for nothing."""


HINT_WORK: Final = 15_000
"""Moves that are made at most in the search for a hint: somebody waits for it."""


class Asked(NamedTuple):
    """A decision that a bot is asked for, with all that its seat may know."""

    seen: Observation
    events: Callable[[], Sequence[Event]]
    """Gives what has happened in this deal, as the seat may know it."""
    deal: int
    moves: int
    """How many moves of the deal have been made; with the deal and the seat what a bot's chance follows from."""
    is_wanted: Callable[[], bool]
    """Whether anybody still waits for it."""


class SeatedBots:
    """The bots of one match, made when they are first asked."""

    def __init__(self, family: str, rules: AnyRules, styles: Mapping[Seat, str], seed: int) -> None:
        """The styles by seat. Raises UnknownBot."""
        for style in styles.values():
            find_bot(style, family)
        self._family = family
        self._rules = rules
        self._styles = styles
        self._seed = seed
        self._bots: dict[Seat, Bot] = {}
        """The bots that have been asked, by seat: one that cannot even be made has failed as one that cannot move."""
        self.limit: float | None = None
        """Seconds that a bot which keeps its time itself, as a program does, may take; None leaves it to the bot."""
        self.closed = False

    def decide(self, asked: Asked) -> Decision:
        """What the bot of this seat does. Raises whatever the bot raises, and Overtaken."""
        return self._decision(self._bot(asked.seen.seat), asked, "bot")

    def decide_surely(self, asked: Asked) -> tuple[Decision, bool]:
        """A legal decision, whatever the bot of this seat does; and whether it failed, so that another one has decided.

        Raises Overtaken.
        """
        decision, _, failed = self._surely(self._styles[asked.seen.seat], asked, "bot")
        return decision, failed

    def hint(self, style: str, asked: Asked) -> Hint:
        """What a bot of this style would do in this seat, or another one where it fails. Raises Overtaken."""
        from cardtable.bots.search.hinted import hint_of

        decision, bot, _ = self._surely(style, asked, "hint")
        choices = self._rules.legal(asked.seen.state, asked.seen.seat)
        return hint_of(self._rules, asked.seen, choices, decision, bot, asked.events())

    def weighed(self, seat: Seat) -> tuple[tuple[Move, int, float], ...]:
        """What the bot of this seat has weighed last; empty where it does not tell."""
        weigher = getattr(self._bot(seat), "weighed", None)
        return () if weigher is None else tuple(weigher())

    def heed(self, scores: Sequence[float]) -> None:
        """A deal has ended so, by seat: whoever learns from it is told."""
        for bot in self._bots.values():
            if hasattr(bot, "heed"):
                bot.heed(scores)

    def close(self) -> None:
        """Ends the programs among them; what is still being thought is for nothing."""
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
        if hasattr(bot, "watch"):  # It is a Watcher; asking for the protocol would take longer than most decisions.
            bot.watch(asked.events())
        choices = self._rules.legal(seen.state, seen.seat)
        if not choices:  # Whoever asks for a hint has not seen yet that the table has moved on.
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
        spares = [spare for spare in (adviser(self._family), SPARE) if spare != style]
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
            except BaseException as error:  # A bot may fail in any way; sys.exit is one.
                if self.closed:  # its program was ended
                    raise Overtaken from None
                if not spares:
                    raise
                keep_report(style, error)
                style, lot = spares.pop(0), "stand-in"
