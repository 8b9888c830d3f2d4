"""The league of a kitchen: one line for each deal finished by at least two people, in a file that can be exchanged.

Two leagues merge by the union of their lines, because a deal has the same `id` and `deal` wherever it is counted. Bots
are left out. A line can be made up, but then it is worthless: people know their kitchen.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from statistics import fmean
from typing import Any, Final

from cardtable.engine.faults import Fault
from cardtable.engine.text import is_name
from cardtable.files import Unreadable, is_date, parse_json, read, replace
from cardtable.games import UnknownGame, find_preset
from cardtable.match.record import read_header, read_record
from cardtable.match.record.lines import EndLine, encode, header_fields
from cardtable.player.played import Agreed, people_of, players_of

FILE: Final = "league.jsonl"
MOST: Final = 1 << 24
"""The largest league read, in bytes."""
ENOUGH: Final = 10
"""Deals needed for a ranked place in the table."""
ID: Final = 12
"""The length of a record's id."""


class BadLeague(Fault):
    """A file that is not a league; the message names the line and its problem."""


@dataclass(frozen=True, slots=True, order=True)
class LeagueDeal:
    """One deal: its record and number, its day, and the scores of the people in it."""

    day: str
    """The local date on which it ended."""
    id: str
    deal: int
    preset: str
    names: tuple[str, ...]
    score: tuple[float, ...]
    """From 0 to 1, in the order of the names."""
    fool: int | None = None
    """The index of the fool among the names; None if none of them was."""

    def line(self) -> str:
        """The deal as a line of the file."""
        fields = {name: getattr(self, name) for name in ("id", "deal", "day", "preset", "names", "score", "fool")}
        return json.dumps(fields, ensure_ascii=False, separators=(",", ":"))


League = Mapping[tuple[str, int], LeagueDeal]
"""Deals by record id and number."""


def load(path: Path, *, must_exist: bool = False) -> dict[tuple[str, int], LeagueDeal]:
    """Loads a league; empty if the file does not exist, unless it must.

    Raises BadLeague, Unreadable and OSError.
    """
    try:
        data = read(path, MOST)
    except FileNotFoundError:
        if must_exist:
            raise
        return {}
    found = {}
    for number, row in enumerate(data.splitlines(), 1):
        deal = _deal(row, number)
        found[deal.id, deal.deal] = deal
    return found


def save(path: Path, deals: League) -> None:
    """Writes a league, the oldest deal first. Raises OSError."""
    replace(path, "".join(f"{deal.line()}\n" for deal in sorted(deals.values())))


def _deal(row: bytes, number: int) -> LeagueDeal:
    """Parses one line. Raises BadLeague."""
    try:
        fields = parse_json(row)
    except Unreadable as error:
        raise BadLeague("line {line}: {what}", line=number, what=error) from None
    wrong = _wrong(fields)
    if wrong:
        raise BadLeague("line {line}: {what} is missing or wrong", line=number, what=wrong)
    return LeagueDeal(
        fields["day"],
        fields["id"],
        fields["deal"],
        fields["preset"],
        tuple(fields["names"]),
        tuple(map(float, fields["score"])),
        fields["fool"],
    )


def _wrong(fields: Any) -> str:
    """The first invalid field; empty if all are valid."""
    if not isinstance(fields, dict):
        return "id"
    names, score, fool = fields.get("names"), fields.get("score"), fields.get("fool")
    sound = {
        "id": isinstance(fields.get("id"), str) and len(fields["id"]) == ID and fields["id"].isalnum(),
        "deal": type(fields.get("deal")) is int and 0 < fields["deal"] < 10**6,
        "day": isinstance(fields.get("day"), str) and is_date(fields["day"]),
        "preset": isinstance(fields.get("preset"), str) and _is_known(fields["preset"]),
        "names": isinstance(names, list)
        and 1 < len(names) <= 12
        and all(isinstance(name, str) and is_name(name) for name in names)
        and len(set(names)) == len(names),
        "score": isinstance(score, list)
        and isinstance(names, list)
        and len(score) == len(names)
        and all(type(one) in (int, float) and 0 <= one <= 1 for one in score),
        "fool": "fool" in fields
        and (fool is None or (type(fool) is int and isinstance(names, list) and 0 <= fool < len(names))),
    }
    return next((name for name, is_sound in sound.items() if not is_sound), "")


def _is_known(preset: str) -> bool:
    """Whether the preset exists."""
    try:
        find_preset(preset)
    except UnknownGame:
        return False
    return True


def deals_of(path: Path) -> list[LeagueDeal]:
    """The deals of a record finished by at least two people. Raises BadRecord, Unreadable and OSError."""
    header = read_header(path)
    if len(people_of(header)) < 2 or header.copied or not _is_known(header.preset):
        return []
    record = read_record(path)
    name = hashlib.sha256(encode(0, header_fields(header))).hexdigest()[:ID]
    ends = [line for line in record.lines if isinstance(line, EndLine)]
    ended, _ = Agreed().replayed(record)
    found = []
    for number, (end, played, sat) in enumerate(zip(ends, ended, players_of(record), strict=False), 1):
        people = sorted(sat)
        if not played.counts or end.ended is None or len(people) < 2:
            continue
        fool = next((one.seat for one in played.fooled if one.fool and one.left_by is not None), None)
        found.append(
            LeagueDeal(
                datetime.fromtimestamp(end.ended).date().isoformat(),
                name,
                number,
                header.preset,
                tuple(header.names[seat] for seat in people),
                tuple(end.scores[seat] for seat in people),
                people.index(fool) if fool in people else None,
            )
        )
    return found


@dataclass(frozen=True, slots=True)
class LeagueStanding:
    """One player's row in the table."""

    name: str
    deals: int
    score: float
    """The mean score, from 0 to 1."""
    fool: int


def table(deals: Iterable[LeagueDeal]) -> list[LeagueStanding]:
    """All players, ranked by mean score; those with few deals come last, in order of deals."""
    scores: dict[str, list[float]] = {}
    fools: dict[str, int] = {}
    for deal in deals:
        for nth, (name, score) in enumerate(zip(deal.names, deal.score, strict=True)):
            scores.setdefault(name, []).append(score)
            fools[name] = fools.get(name, 0) + (nth == deal.fool)
    rows = [LeagueStanding(name, len(found), fmean(found), fools[name]) for name, found in scores.items()]
    return sorted(
        rows, key=lambda row: (row.deals < ENOUGH, -row.score if row.deals >= ENOUGH else -row.deals, row.name)
    )


def duels(deals: Iterable[LeagueDeal]) -> list[tuple[str, str, int, int]]:
    """For all players who have met, the deals in which each did better; the pairs that met most often first."""
    found: dict[tuple[str, str], list[int]] = {}
    for deal in deals:
        for nth, one in enumerate(deal.names):
            for other in range(nth + 1, len(deal.names)):
                pair = [(one, deal.score[nth]), (deal.names[other], deal.score[other])]
                pair.sort()
                met = found.setdefault((pair[0][0], pair[1][0]), [0, 0, 0])
                met[0] += pair[0][1] > pair[1][1]
                met[1] += pair[0][1] < pair[1][1]
                met[2] += 1
    order = sorted(found.items(), key=lambda one: (-one[1][2], one[0]))
    return [(*names, better, worse) for names, (better, worse, _) in order]


def fool_of(month: str, deals: Iterable[LeagueDeal]) -> tuple[str, int] | None:
    """The player most often the fool in this month (`2026-11`), and how often; None if nobody was, or on a tie."""
    counted: dict[str, int] = {}
    for deal in deals:
        if deal.day.startswith(month) and deal.fool is not None:
            counted[deal.names[deal.fool]] = counted.get(deal.names[deal.fool], 0) + 1
    most: Sequence[tuple[str, int]] = sorted(counted.items(), key=lambda one: -one[1])
    if not most or (len(most) > 1 and most[0][1] == most[1][1]):
        return None
    return most[0]
