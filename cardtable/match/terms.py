"""The terms of a table: one place to check what a person types and what a file claims was agreed."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest
from typing import NamedTuple

from cardtable.bots.commands import command_of
from cardtable.engine.options import BadOption, Range
from cardtable.engine.text import LONGEST_NAME, clean, is_name

PERSON = "person"
"""How records mark a person; a bot is `bot:STYLE`."""
LONGEST_COMMAND = 300
SEATS = Range(2, 12)
SEEDS = Range(-(1 << 63), (1 << 63) - 1)
"""The range of seeds: integers that other programs can read too."""


class SeatPlan(NamedTuple):
    """The occupant of a seat: a person, or a bot of some style."""

    name: str
    bot: str | None = None

    @property
    def kind(self) -> str:
        """`person` or `bot:STYLE`, as in records."""
        return PERSON if self.bot is None else f"bot:{self.bot}"


class BadTerms(BadOption):
    """Invalid names, seats or seed; the message names the value and what is allowed."""


def check_players(names: Sequence[str], kinds: Sequence[str] = (), seats: Range = SEATS) -> None:
    """Raises BadTerms unless this number of players may sit down under these names and kinds."""
    if not seats.least <= len(names) <= seats.most:
        raise BadTerms(
            "there are {count} players; {least} to {most} are possible",
            count=len(names),
            least=seats.least,
            most=seats.most,
        )
    for name, kind in zip_longest(names, kinds, fillvalue=PERSON):
        # The arena names bots by style and seat, which may be longer.
        if not (is_name(name) or (kind != PERSON and is_name(name[:LONGEST_NAME]) and is_name(name[LONGEST_NAME:]))):
            raise BadTerms(
                "{name!r}: a name has 1 to {most} printable letters", name=name[: LONGEST_NAME + 1], most=LONGEST_NAME
            )
        if names.count(name) > 1:
            raise BadTerms("{name}: two players cannot have one name", name=name)
    for kind in kinds:
        if kind != PERSON and not (kind.startswith("bot:") and is_style(kind[4:])):
            raise BadTerms('{kind!r}: a player is "person" or "bot:STYLE"', kind=kind[:30])


def is_style(text: str) -> bool:
    """Whether this is a possible style: a name, or the command of a program, which may be longer."""
    return is_name(text) or (command_of(text) is not None and len(text) <= LONGEST_COMMAND and clean(text) == text)


def check_seed(seed: int) -> None:
    """Raises BadTerms if the seed is out of range."""
    if not SEEDS.least <= seed <= SEEDS.most:
        raise BadTerms("seed: {seed} is not between -2^63 and 2^63 - 1", seed=str(seed)[:30])
