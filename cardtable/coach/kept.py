"""Reviews stored beside their records: `match.review.json` beside `match.jsonl`.

Each line is the review of one deal and one seat, with a hash of the record up to the end of that deal: a match that
continues keeps the reviews of its earlier deals, an edited record loses them. If a deal was reviewed twice, the later
line counts. Only one line is held in memory at a time, however many deals there are. The file can be deleted at any
time.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterator
from contextlib import suppress
from itertools import islice
from pathlib import Path
from typing import Any, Final, NamedTuple, get_args

from cardtable import files
from cardtable.cards import BadCard
from cardtable.coach.review import Judged, SeatReview, Unjudged
from cardtable.coach.verdicts import Verdict, Word
from cardtable.coach.votes import Votes
from cardtable.engine.moves import BadMove, Move, Seat
from cardtable.engine.rules import AnyRules
from cardtable.games import GROUPS, group_of
from cardtable.match.replay import Replay

FORMAT: Final = 10
"""Raised when the file or the judgement changes: reviews in any other format are made again."""
LONGEST: Final = 1 << 20
"""The longest line read, in bytes: hundreds of decisions."""
ENDING: Final = ".review.json"
"""The suffix of review files, which hold one object per line: `*.jsonl` is reserved for records."""


def path_of(record: Path) -> Path:
    """The file for the reviews of a record."""
    return record.with_suffix(ENDING)


def record_of(reviews: Path) -> Path:
    """The record that belongs to a file of reviews."""
    return reviews.with_name(f"{reviews.name.removesuffix(ENDING)}.jsonl")


class KeptReviews:
    """The stored reviews of a record."""

    def __init__(self, replay: Replay) -> None:
        self.replay = replay
        self.path = path_of(replay.record.path)

    def review(self, deal: int, seat: Seat) -> SeatReview:
        """The review of a deal as far as it was made; a new one if none is stored.

        A line that is damaged, or in another format, counts as missing.
        """
        try:
            return self._restored(_last_row(self.path, deal, seat), deal, seat)
        except (KeyError, TypeError, ValueError, BadMove, BadCard, AssertionError, IndexError):
            return SeatReview(self.replay, deal, seat)

    def keep(self, review: SeatReview) -> None:
        """Stores a review, complete or not, beside the record. Raises OSError; the old file is then intact."""
        header, found = self.replay.header, review.found
        row = {
            "deal": review.deal,
            "seat": review.seat,
            "mark": self._mark(review.deal),
            "name": header.names[review.seat],
            "kind": header.kinds[review.seat],
            "accuracy": review.accuracy,
            "decisions": len(found),
            "done": review.done,
            "asked": [votes_row(self.replay.rules, one) for one in review.asked],
            "trusted": review.trusted,
            "found": [self._row(one) for one in found],
        }
        head = {
            "cardtable review": FORMAT,
            "family": header.family,
            "preset": header.preset,
            "practice": header.copied > 0,
        }
        with files.alone(self.path):
            if _head(self.path) == head and _last_row(self.path, review.deal, review.seat) is None:
                files.add_line(self.path, _line(row))
            else:
                _write(self.path, head, row)

    def _row(self, one: Judged) -> dict[str, Any]:
        text, verdict = self.replay.rules.move_text, one.verdict
        weighed = [[text(move), value] for move, value in verdict.weighed]
        return {**row_of(self.replay.rules, one), "tried": verdict.tried, "weighed": weighed}

    def _mark(self, deal: int) -> str:
        """A hash of the record up to the end of the deal."""
        last = self.replay.moments[self.replay.deal_at(self.replay.deals[deal - 1])[-1]]
        mark = hashlib.blake2b(digest_size=16)
        with self.replay.record.path.open("rb") as record:
            for line in islice(record, last.lines + 1):
                mark.update(line)
        return mark.hexdigest()

    def _restored(self, row: Any, deal: int, seat: Seat) -> SeatReview:
        review = SeatReview(self.replay, deal, seat)
        if row is None or row["mark"] != self._mark(deal) or row["trusted"] != review.trusted:
            return review
        moments = dict(review.decisions)

        def parse(text: Any) -> Move:
            if not isinstance(text, str):
                raise TypeError
            return self.replay.rules.parse_move(text)

        def move(text: Any) -> Move | None:
            return None if text is None else parse(text)

        found = []
        for one in row["found"]:
            moment = moments[one["number"]]
            made = self.replay.moments[moment].move
            if made != move(one["move"]) or one["word"] not in get_args(Word):
                raise ValueError
            assert made is not None
            verdict = Verdict(
                seat,
                made,
                one["word"],
                float(one["value"]),
                float(one["best"]),
                float(one["low"]),
                float(one["high"]),
                move(one["better"]),
                bool(one["exact"]),
                tuple((int(who), parse(text)) for who, text in one["line"]),
                int(one["tried"]),
                bool(one["whatever"]),
                tuple((parse(text), float(value)) for text, value in one["weighed"]),
            )
            found.append(Judged(one["number"], moment, verdict, move(one["open"])))
        asked = []
        for one in row["asked"]:
            moment = moments[one["number"]]
            made = self.replay.moments[moment].move
            if made != move(one["move"]) or not isinstance(one["styles"], dict) or not one["styles"]:
                raise ValueError
            assert made is not None
            votes = Votes({str(style): parse(text) for style, text in one["styles"].items()}, move(one["agreed"]))
            asked.append(Unjudged(one["number"], moment, made, votes))
        done = int(row["done"])
        if not len(found) + len(asked) <= done <= review.total:
            raise ValueError
        review.found, review.asked, review.done = found, asked, done
        return review


def row_of(rules: AnyRules, one: Judged) -> dict[str, Any]:
    """A decision as JSON, in the file and in the command's output."""
    text, verdict = rules.move_text, one.verdict
    return {
        "number": one.number,
        "move": text(verdict.move),
        "word": verdict.word,
        "value": verdict.value,
        "best": verdict.best,
        "low": verdict.low,
        "high": verdict.high,
        "better": None if verdict.better is None else text(verdict.better),
        "exact": verdict.exact,
        "whatever": verdict.whatever,
        "line": [[seat, text(move)] for seat, move in verdict.line],
        "open": None if one.open_cards is None else text(one.open_cards),
    }


def votes_row(rules: AnyRules, one: Unjudged) -> dict[str, Any]:
    """A decision put to the styles as JSON, in the file and in the command's output."""
    text, votes = rules.move_text, one.votes
    return {
        "number": one.number,
        "move": text(one.move),
        "styles": {style: text(move) for style, move in votes.by_style.items()},
        "agreed": None if votes.agreed is None else text(votes.agreed),
    }


class Accuracy(NamedTuple):
    """How accurately people played a game in a month, over all decisions reviewed."""

    family: str
    month: str
    decisions: int
    accuracy: float


def accuracies(folder: Path, name: str | None = None) -> list[Accuracy]:
    """The accuracy of one person, or of everybody, by family and month, from the reviews in a folder.

    In order of months; leaves out practice and records whose names do not start with a date.
    """
    sums: dict[tuple[str, str], tuple[int, float]] = {}
    for path in sorted(folder.glob(f"*{ENDING}")):
        month = path.name[:7]
        if not re.fullmatch(r"\d{4}-\d\d", month) or not record_of(path).exists():
            continue
        head = _head(path)
        family = group_of(str(head.get("family")))
        if family not in GROUPS or head.get("practice") is not False:
            continue
        for row in _rows(path):
            match row:
                case {"kind": "person", "name": str(who), "accuracy": float(share), "decisions": int(count)} if (
                    count > 0 and name in (None, who) and 0 <= share <= 1
                ):
                    before, total = sums.get((family, month), (0, 0.0))
                    sums[family, month] = before + count, total + count * share
    return [Accuracy(*key, count, total / count) for key, (count, total) in sorted(sums.items())]


def reviews_in(folder: Path, name: str) -> Iterator[tuple[Path, int, Seat, list[int]]]:
    """Yields (record, deal, seat, numbers of the costly decisions) for a person's reviews in a folder."""
    for path in sorted(folder.glob(f"*{ENDING}")):
        record = record_of(path)
        if not record.exists():
            continue
        for row in _rows(path):
            match row:
                case {"kind": "person", "name": str(who), "found": list(found), "deal": deal, "seat": seat} if (
                    who == name
                ):
                    rows = [one for one in found if isinstance(one, dict) and one.get("better") is not None]
                    numbers = [one["number"] for one in rows if isinstance(one.get("number"), int)]
                    yield record, deal, seat, numbers


def _line(row: dict[str, Any]) -> str:
    return json.dumps(row, ensure_ascii=False)


def _head(path: Path) -> dict[str, Any]:
    """The first line of a file of reviews; empty if it is not in this format."""
    try:
        head = files.parse_json(files.first_line(path, LONGEST))
    except (OSError, files.Unreadable):
        return {}
    return head if isinstance(head, dict) and head.get("cardtable review") == FORMAT else {}


def _rows(path: Path) -> Iterator[dict[str, Any]]:
    """The valid reviews of a file, one per deal and seat, in the order of their lines."""
    last = {(row["deal"], row["seat"]): number for number, row in _numbered(path)}
    counting = set(last.values())
    yield from (row for number, row in _numbered(path) if number in counting)


def _last_row(path: Path, deal: int, seat: Seat) -> dict[str, Any] | None:
    """The valid review of a deal and a seat; None if there is none."""
    last = None
    for _, row in _numbered(path, f'{{"deal": {deal}, "seat": {seat}, '.encode()):
        last = row
    return last


def _numbered(path: Path, beginning: bytes = b"") -> Iterator[tuple[int, dict[str, Any]]]:
    """The reviews whose lines start with `beginning`, each with its line number; damaged lines are skipped."""
    if not _head(path):
        return
    with suppress(OSError, files.Unreadable), files.opened(path) as file:
        number = 0
        while line := file.readline(LONGEST):
            number += 1
            if number == 1 or not line.startswith(beginning):
                continue
            try:
                row = files.parse_json(line)
            except files.Unreadable:
                continue
            match row:
                case {"deal": int(deal), "seat": int(seat)} if 0 < deal < files.NUMBER and seat >= 0:
                    yield number, row


def _write(path: Path, head: dict[str, Any], row: dict[str, Any]) -> None:
    """Rewrites a file of reviews, with this review replacing an earlier one. Raises OSError."""
    old = (
        [_line(kept) for kept in _rows(path) if (kept["deal"], kept["seat"]) != (row["deal"], row["seat"])]
        if _head(path) == head
        else []
    )
    files.replace(path, "".join(f"{line}\n" for line in (_line(head), *old, _line(row))))
