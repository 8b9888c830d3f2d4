"""The time limit for a move at a shared table, and the bot that moves when it is up.

A clock of seconds runs while somebody is present. A clock of days, for a table that lives for weeks, runs in any case,
even across a restart of the host: it counts from the last write to the record, which is when the turn began. It may
wait for the morning: a limit that would expire in the night then expires at a time of day set by the host.
"""

from __future__ import annotations

import re
from datetime import datetime
from typing import Final, NamedTuple

from cardtable.engine.faults import Fault
from cardtable.engine.rules import AnyRules, Rules
from cardtable.engine.text import Text, say_count

UNITS: Final = {"": 1, "s": 1, "m": 60, "h": 3600, "d": 86_400}
"""Seconds per unit, by the letter after the number."""
FASTEST: Final = 5
SLOWEST: Final = 60 * UNITS["d"]
LOOK: Final = 60.0
"""Seconds after which a clock of days checks the time again: a sleeping computer's timers do not advance."""


class BadClock(Fault):
    """Raised for text that is not a clock, or for a clock that does not suit the game."""


class Clock(NamedTuple):
    """The time limit for a move, and the style of the bot that then makes it; "" is the family's usual one."""

    seconds: float
    style: str = ""
    morning: int = 0
    """The minute of the day before which no bot moves; 0 for any time."""

    @property
    def is_of_days(self) -> bool:
        """Whether it also runs while nobody is present."""
        return self.seconds >= UNITS["d"]

    def ends(self, since: float) -> float:
        """The time at which a move due since `since` times out; for a clock of days in seconds since the epoch."""
        end = since + self.seconds
        if not self.morning:
            return end
        hour, minute = divmod(self.morning, 60)
        morning = datetime.fromtimestamp(end).replace(hour=hour, minute=minute, second=0, microsecond=0)
        return max(end, morning.timestamp())

    def check(self, rules: AnyRules) -> None:
        """Raises BadClock for a game that cannot be played over weeks."""
        if self.is_of_days and (may_ask_in_secret(rules) or rules.asks_everybody):
            raise BadClock(
                "a clock of days is for games that ask one player at a time and openly, as 101 and King do: this one "
                "asks everybody again and again, or in secret"
            )


def clock_of(given: str) -> Clock | None:
    """Parses a clock such as `3d`, `90`, `12h:expert`, `3d@08:00` or `off`. Raises BadClock."""
    if given == "off":
        return None
    found = re.fullmatch(r"([0-9]{1,9})([smhd]?)(?:@([0-9]{1,2}):([0-9]{2}))?(?::(.*))?", given, re.DOTALL)
    seconds = int(found[1]) * UNITS[found[2]] if found else 0
    hour, minute = (int(found[3] or 0), int(found[4] or 0)) if found else (0, 0)
    if found is None or not FASTEST <= seconds <= SLOWEST or hour > 23 or minute > 59:
        raise BadClock(
            "{given}: a time from {least} seconds to {most} days and perhaps a style, such as 60, 12h, 3d, 3d@08:00 or "
            "60:expert",
            given=given[:30],
            least=FASTEST,
            most=SLOWEST // UNITS["d"],
        )
    clock = Clock(seconds, found[5] or "", 60 * hour + minute)
    if found[3] is not None and not clock.is_of_days:
        raise BadClock("{given}: only a clock of a day or more waits for a time of the day", given=given[:30])
    return clock


def time_told(seconds: float) -> Text:
    """The time left, in days, hours or minutes.

    >>> [str(time_told(seconds).facts["count"]) for seconds in (200_000, 90_000, 4_000, 200, 1)]
    ['2', '25', '66', '3', '0']
    """
    if seconds >= 2 * UNITS["d"]:
        return say_count("{count} day left.", "{count} days left.", int(seconds // UNITS["d"]))
    if seconds >= 2 * UNITS["h"]:
        return say_count("{count} hour left.", "{count} hours left.", int(seconds // UNITS["h"]))
    return say_count("{count} minute left.", "{count} minutes left.", int(seconds // UNITS["m"]))


def may_ask_in_secret(rules: AnyRules) -> bool:
    """Whether the game ever asks a player because of cards that nobody else may know."""
    return type(rules).is_aside is not Rules.is_aside
