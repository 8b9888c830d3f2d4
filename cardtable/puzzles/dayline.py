"""A deal of the day as a line that a friend's program can replay: `cardtable 2026-11-29 Anna 3ak4-n88k-6cje-h9`.

The cards follow from the date, and the bots' moves from what they see, so only the player's own choices are needed:
each is a digit in a base equal to the number of legal moves, which both programs know; a forced move is left out. After
the choices come four check characters over the day, the name, the choices and every move of the deal, and one character
that catches typing errors before anything is played. Replaying the choices gives the score.

A line proves that these choices give this score. That it was the first try, and without help, is a matter of trust.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from datetime import date
from hashlib import blake2b
from typing import Final, NamedTuple

from cardtable.engine.faults import Fault
from cardtable.engine.moves import Move, Seat
from cardtable.engine.rules import AnyRules
from cardtable.engine.text import is_name
from cardtable.match.match import Match
from cardtable.match.table import Table

SIGNS: Final = "0123456789abcdefghjkmnpqrstvwxyz"
"""Base 32, without letters that look like others."""
CHECK: Final = 4
"""The number of characters in the checksum: one line in a million passes by chance."""
PART: Final = 4
"""The number of characters between dashes, to make reading aloud easier."""
LONGEST: Final = 200
"""The maximum length of a line that is examined."""
_TYPING: Final = 31


class Mistyped(Fault):
    """A character is wrong or missing."""


class Otherwise(Fault):
    """The line is complete, but this program plays the deal differently: another version, or another day."""


class DayLine(NamedTuple):
    """A parsed line."""

    day: date
    name: str
    code: str
    club: str = ""

    def __str__(self) -> str:
        club = f"club {self.club} " if self.club else ""
        return f"cardtable {self.day.isoformat()} {club}{self.name} {self.code}"


_LINE: Final = re.compile(r"(?:cardtable )?(\d{4}-\d\d-\d\d) (?:club (\S{1,30}) )?(\S.*) ([0-9a-z-]+)", re.IGNORECASE)


def parse(text: str) -> DayLine:
    """Parses the line in this text, even if it has others. Raises Mistyped if there is none."""
    for row in text[: LONGEST * 3].splitlines():
        found = _LINE.fullmatch(" ".join(row[:LONGEST].split()))
        if found is None or not is_name(found[3]):
            continue
        try:
            day = date.fromisoformat(found[1])
        except ValueError:
            continue
        signs = found[4].lower().replace("-", "")
        if len(signs) > CHECK + 1 and not set(signs) - set(SIGNS) and _typing_sign(signs[:-1]) == signs[-1]:
            return DayLine(day, found[3], _in_parts(signs), found[2] or "")
    raise Mistyped("A sign is wrong or missing: ask for the line again.")


def code_of(day: str, name: str, rules: AnyRules, match: Match, seat: Seat, made: Iterable[tuple[Seat, Move]]) -> str:
    """The code of a deal of this day (`2026-11-29`): `match` is at the start of the deal, `made` are all its moves."""
    digits: list[tuple[int, int]] = []
    course = list(made)
    for mover, move in course:
        if mover == seat:
            legal = _in_order(rules, match, seat)
            if len(legal) > 1:
                digits.append((legal.index(move), len(legal)))
        match.check(mover, move)
        match.play(mover, move)
    number = 1
    for digit, base in reversed(digits):
        number = number * base + digit
    choices = _to_signs(number)
    signs = choices + _sum(day, name, choices, rules, course)
    return _in_parts(signs + _typing_sign(signs))


def play_again(table: Table, day: str, line: DayLine, seat: Seat) -> None:
    """Plays these choices at a table set up at the start of the day's deal. Raises Otherwise."""
    signs = line.code.replace("-", "")
    choices, check = signs[: -CHECK - 1], signs[-CHECK - 1 : -1]
    number, rules = _from_signs(choices), table.rules
    while table.to_act:
        mover = table.to_act[0]
        if mover != seat:
            table.submit(mover, table.bot_decision(mover).move)
            continue
        legal, digit = _in_order(rules, table._match, seat), 0
        if len(legal) > 1:
            number, digit = divmod(number, len(legal))
            if number == 0:
                raise _otherwise(line)
        table.submit(mover, legal[digit])
    if number != 1 or _sum(day, line.name, choices, rules, table._match.made) != check:
        raise _otherwise(line)


def _otherwise(line: DayLine) -> Otherwise:
    return Otherwise(
        "{name}'s program plays this day otherwise: another version, another name, or another day.", name=line.name
    )


def _in_order(rules: AnyRules, match: Match, seat: Seat) -> list[Move]:
    """The legal moves in an order that depends only on the moves themselves."""
    return sorted(rules.legal(match.state, seat))


def _sum(day: str, name: str, choices: str, rules: AnyRules, course: Sequence[tuple[Seat, Move]]) -> str:
    told = "\n".join([day, name, choices, *(f"{seat} {rules.move_text(move)}" for seat, move in course)])
    number = int.from_bytes(blake2b(told.encode(), digest_size=8).digest(), "big")
    return _to_signs(number % 32**CHECK + 32**CHECK)[:CHECK]


def _typing_sign(signs: str) -> str:
    """The final check character, which is tested at once, before anything is played."""
    return SIGNS[sum((at + 1) * SIGNS.index(sign) for at, sign in enumerate(signs)) % _TYPING]


def _in_parts(signs: str) -> str:
    return "-".join(signs[at : at + PART] for at in range(0, len(signs), PART))


def _to_signs(number: int) -> str:
    found = ""
    while number:
        number, digit = divmod(number, 32)
        found += SIGNS[digit]
    return found


def _from_signs(text: str) -> int:
    number = 0
    for sign in reversed(text):
        number = number * 32 + SIGNS.index(sign)
    return number
