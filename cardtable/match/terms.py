"""What may be agreed for a table: one door for what a person types, and for what a file says that somebody agreed."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest
from typing import NamedTuple

from cardtable.bots.commands import command_of
from cardtable.engine.options import BadOption, Range
from cardtable.engine.text import LONGEST_NAME, clean, is_name

PERSON = "person"
"""How a record calls somebody at the keyboard; a bot is `bot:STYLE`."""
LONGEST_COMMAND = 300
SEATS = Range(2, 12)
SEEDS = Range(-(1 << 63), (1 << 63) - 1)
"""The numbers of cards: those that other programs read too."""


class SeatPlan(NamedTuple):
    """Who sits in a seat: a person, or a bot of some style."""

    name: str
    bot: str | None = None

    @property
    def kind(self) -> str:
        """`person` or `bot:STYLE`, as records write it."""
        return PERSON if self.bot is None else f"bot:{self.bot}"


class BadTerms(BadOption):
    """Names, seats or a number of cards that cannot be; the message names it and what is allowed."""


def check_players(names: Sequence[str], kinds: Sequence[str] = (), seats: Range = SEATS) -> None:
    """Raises BadTerms unless so many may sit down under these names, each a person or a bot of some style."""
    if not seats.least <= len(names) <= seats.most:
        raise BadTerms(
            "there are {count} players; {least} to {most} are possible",
            count=len(names),
            least=seats.least,
            most=seats.most,
        )
    for name, kind in zip_longest(names, kinds, fillvalue=PERSON):
        # The arena calls bots by style and seat, which may be longer.
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
    """Whether a bot can be of this style: a name, or the command of a program, which may be longer."""
    return is_name(text) or (command_of(text) is not None and len(text) <= LONGEST_COMMAND and clean(text) == text)


def check_seed(seed: int) -> None:
    """Raises BadTerms for a number of cards that is out of range."""
    if not SEEDS.least <= seed <= SEEDS.most:
        raise BadTerms("seed: {seed} is not between -2^63 and 2^63 - 1", seed=str(seed)[:30])
