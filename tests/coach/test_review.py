"""Reviews of records: interrupted and continued, kept beside the record, dropped when it changes."""

from __future__ import annotations

import errno
import json
import tempfile
from collections.abc import Callable
from functools import cache
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from cardtable import files
from cardtable.coach.kept import Accuracy, KeptReviews, accuracies, path_of
from cardtable.coach.review import (
    Judged,
    SeatReview,
    Unjudged,
    accuracy,
    left_out,
    reviewed_deals,
    told_of_likest,
    told_of_styles,
    told_of_votes,
)
from cardtable.coach.verdicts import Verdict
from cardtable.coach.votes import Votes
from cardtable.engine.moves import Move
from cardtable.engine.text import plain
from cardtable.match.record import read_record
from cardtable.match.replay import Replay
from tests.test_replay import RECORDS, play


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cardtable.coach.chances.ITERATIONS", 40)
    monkeypatch.setattr("cardtable.coach.chances.CLOSER", 40)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A record of two two-player deals, the second unfinished; a move in the first was taken back."""
    file = tmp_path / "2026-11-14-120000-throw_in.jsonl"
    table = play(file, seats=2, deals=1, undo=True)
    table.next_deal()
    table.close()
    return file


def whole(review: SeatReview) -> SeatReview:
    """The review, run to its end."""
    for _ in review.go_on():
        pass
    assert review.is_whole
    return review


@cache
def _review_of(record: bytes) -> bytes:
    """The stored review of the record's first deal."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "match.jsonl"
        path.write_bytes(record)
        replay = Replay(read_record(path))
        KeptReviews(replay).keep(whole(SeatReview(replay, 1, 0)))
        return path_of(path).read_bytes()


@pytest.fixture
def kept(path: Path) -> Path:
    """The stored review of the record, made once for all the tests that damage it."""
    path_of(path).write_bytes(_review_of(path.read_bytes()))
    assert KeptReviews(Replay(read_record(path))).review(1, 0).is_whole
    return path_of(path)


@pytest.mark.slow
def test_a_review_that_was_stopped_goes_on_to_the_same_end(path: Path) -> None:
    replay = Replay(read_record(path))
    at_once = whole(SeatReview(replay, 1, 0))
    stopped = SeatReview(replay, 1, 0)
    while not stopped.is_whole:
        list(islice(stopped.go_on(), 40))
    assert stopped.found == at_once.found
    assert at_once.found
    assert at_once.accuracy == accuracy([one.verdict for one in stopped.found])


def test_a_review_is_kept_and_found_again(path: Path) -> None:
    replay = Replay(read_record(path))
    review = whole(KeptReviews(replay).review(1, 0))
    KeptReviews(replay).keep(review)
    assert path_of(path).name == "2026-11-14-120000-throw_in.review.json"
    again = KeptReviews(replay).review(1, 0)
    assert again.is_whole
    assert again.found == review.found
    assert not KeptReviews(replay).review(1, 1).found


@pytest.mark.slow
def test_half_a_review_is_kept_too(path: Path) -> None:
    replay = Replay(read_record(path))
    review = SeatReview(replay, 1, 0)
    for one in review.go_on():
        if one is not None:
            break
    KeptReviews(replay).keep(review)
    again = KeptReviews(replay).review(1, 0)
    assert (again.done, again.found) == (review.done, review.found)
    assert not again.is_whole
    assert whole(again).found == whole(SeatReview(replay, 1, 0)).found


def test_a_match_that_goes_on_keeps_its_review_and_one_that_was_changed_does_not(path: Path) -> None:
    replay = Replay(read_record(path))
    KeptReviews(replay).keep(whole(SeatReview(replay, 1, 0)))
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join(lines[:-1]))  # The second deal is gone; the first is unchanged.
    shorter = Replay(read_record(path))
    assert KeptReviews(shorter).review(1, 0).is_whole
    other = path.with_name("other.jsonl")
    play(other, seats=2, deals=1, person="Vera").close()
    path_of(path).replace(path_of(other))
    assert not KeptReviews(Replay(read_record(other))).review(1, 0).found


def damage(kept: Path, change: Callable[[dict[str, Any]], None]) -> None:
    """Changes the only review in a file."""
    head, line = kept.read_text(encoding="utf-8").splitlines()
    row = json.loads(line)
    change(row)
    kept.write_text(f"{head}\n{json.dumps(row)}\n", encoding="utf-8")


@pytest.mark.posix
def test_reviews_are_added_to_the_file_and_the_later_one_counts(path: Path) -> None:
    """In a long match only a continued review is written again; a line half written at a kill costs only itself."""
    replay = Replay(read_record(path))
    begun, other, kept = SeatReview(replay, 1, 0), SeatReview(replay, 1, 1), path_of(path)
    next(one for one in begun.go_on() if one is not None)
    KeptReviews(replay).keep(begun)
    before = kept.read_bytes()
    with kept.open("ab") as file:
        file.write(b'{"deal": 1, "seat": 0, "mark"')
    KeptReviews(replay).keep(other)
    lines = kept.read_bytes().splitlines()
    assert kept.read_bytes().startswith(before)
    assert len(lines) == 4
    assert KeptReviews(replay).review(1, 0).found == begun.found
    next(one for one in begun.go_on() if one is not None)
    KeptReviews(replay).keep(begun)
    assert len(kept.read_bytes().splitlines()) == 3, "written anew, without what was half and what was less"
    assert KeptReviews(replay).review(1, 0).found == begun.found
    assert kept.stat().st_mode & 0o077 == 0


@pytest.mark.parametrize(
    "text", ["", "{", "[]", "{}", '{"cardtable review": 1}', '{"cardtable review": 99}\n{"deal": 1, "seat": 0}']
)
def test_a_file_that_is_no_review_is_as_if_it_were_not_there(path: Path, text: str) -> None:
    path_of(path).write_text(text)
    assert KeptReviews(Replay(read_record(path))).review(1, 0).done == 0


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("mark", "0"),
        ("done", -1),
        ("done", 10_000),
        ("done", "many"),
        ("found", None),
        ("found", [1]),
        ("found", [{"number": 1}]),
        ("asked", None),
        ("asked", [{"number": 1}]),
        ("asked", [{"number": 1, "move": "take", "styles": {}, "agreed": None}]),
    ],
)
@pytest.mark.every(12)
def test_a_damaged_review_is_made_anew(path: Path, kept: Path, field: str, value: object) -> None:
    damage(kept, lambda row: row.update({field: value}))
    assert KeptReviews(Replay(read_record(path))).review(1, 0).done == 0


@pytest.mark.parametrize("value", ["nonsense", {"x": 1}, [["0", 1]], 7], ids=str)
@pytest.mark.parametrize("field", ["number", "move", "better", "line", "open"])
@pytest.mark.every(20)
def test_a_damaged_verdict_is_made_anew(path: Path, kept: Path, field: str, value: object) -> None:
    damage(kept, lambda row: row["found"][0].update({field: value}))
    assert KeptReviews(Replay(read_record(path))).review(1, 0).done == 0


@pytest.mark.parametrize("field", ["word", "value"])
@pytest.mark.every(2)
def test_a_verdict_without_a_word_or_a_number_is_made_anew(path: Path, kept: Path, field: str) -> None:
    damage(kept, lambda row: row["found"][0].update({field: "nonsense"}))
    assert KeptReviews(Replay(read_record(path))).review(1, 0).done == 0


def test_a_full_disk_loses_the_review_and_nothing_else(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    replay, before = Replay(read_record(path)), path.read_bytes()
    review = whole(SeatReview(replay, 1, 0))

    def full(*given: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(files, "create_whole", full)
        with pytest.raises(OSError, match="No space"):
            KeptReviews(replay).keep(review)
    assert path.read_bytes() == before
    assert not path_of(path).exists()


def test_a_deal_that_is_not_over_is_not_reviewed(path: Path) -> None:
    replay = Replay(read_record(path))
    assert reviewed_deals(replay) == [1]
    with pytest.raises(AssertionError):
        SeatReview(replay, 2, 0)


def test_what_is_left_out_is_said(path: Path) -> None:
    replay = Replay(read_record(path))
    review = SeatReview(replay, 1, 0)
    said = [plain(line) for line in left_out(replay, [review])]
    assert said[0] == "The last deal is not over; it is left out."
    assert "taken back" in said[1]
    move = Move("take")
    review.trusted, review.asked = False, [Unjudged(1, 1, move, Votes({"steady": move, "lowest": move}))]
    assert "2 best styles would have done" in plain(left_out(replay, [review])[-1])
    assert not any("styles" in plain(line) for line in left_out(replay, [review], voted=False))


def asked(path: Path, alike: dict[str, int], decisions: int) -> SeatReview:
    """A review with so many decisions put to the styles, of which so many agreed with the player on each."""
    review, made, other = SeatReview(Replay(read_record(path)), 1, 0), Move("take"), Move("pass")
    for nth in range(decisions):
        votes = Votes({style: made if nth < same else other for style, same in alike.items()})
        review.asked.append(Unjudged(nth + 1, nth + 1, made, votes))
    return review


def test_the_likest_are_the_styles_that_did_the_same_most_often(path: Path) -> None:
    review = asked(path, {"steady": 5, "lowest": 6, "miser": 2, "counter": 5}, 8)
    likest = review.likest
    assert likest is not None
    assert likest.styles == (("lowest", 6), ("steady", 5), ("counter", 5))
    assert (likest.first, likest.asked) == (("lowest",), 8)
    (said,) = told_of_likest(review)
    assert plain(said) == "Most like: Lowest, alike in 6 of 8."
    two = asked(path, {"steady": 6, "lowest": 6, "miser": 0}, 8).likest
    assert two is not None
    assert two.first == ("steady", "lowest")


@pytest.mark.parametrize(
    ("alike", "decisions"),
    [
        ({"steady": 4, "lowest": 1}, 4),
        ({"steady": 4, "lowest": 1}, 8),
        ({"steady": 8, "lowest": 8}, 8),
        ({"steady": 7, "lowest": 7, "miser": 7, "counter": 7, "feeder": 1}, 8),
        ({}, 0),
    ],
    ids=["few were asked about", "not even most", "all alike", "too many alike", "nobody was asked"],
)
def test_where_votes_do_not_say_it_nobody_is_the_likest(path: Path, alike: dict[str, int], decisions: int) -> None:
    review = asked(path, alike, decisions)
    assert review.likest is None
    assert told_of_likest(review) == []


def test_decisions_of_the_record_that_was_played_on_from_are_none_of_this_one(path: Path, tmp_path: Path) -> None:
    replay = Replay(read_record(path))
    at = replay.decisions(0, {0})[2]
    copy = replay.play_on(at, 0, "steady", tmp_path / "copy.jsonl")
    from cardtable.match.table import Table

    table = Table.resume(copy)
    while not table.deal_over:
        seat = table.to_act[0]
        table.submit(seat, table.legal(seat)[0])
    table.close()
    on = Replay(read_record(copy))
    review = SeatReview(on, 1, 0)
    assert review.decisions[0][0] == 4
    assert [at for _, at in review.decisions] == on.decisions(0, {0})[3:]
    assert any("played on" in plain(line) for line in left_out(on, [review]))


@pytest.mark.parametrize("record", RECORDS, ids=lambda record: record.stem)
@pytest.mark.every(8)
def test_old_records_of_every_family_are_reviewed(record: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As far as today's rules can follow them; here only a few decisions of each."""
    replay = Replay(read_record(record))
    for deal in reviewed_deals(replay)[:1]:
        review = SeatReview(replay, deal, 0)
        review.decisions = review.decisions[:3]
        assert whole(review).done == review.total


def test_accuracy_falls_with_what_was_lost() -> None:
    def lost(loss: float) -> Verdict:
        return Verdict(0, Move("pass"), "fine", 0.5 - loss, 0.5, loss, loss)

    assert accuracy([]) is None
    assert accuracy([lost(0.0)]) == pytest.approx(1.0, abs=1e-5)
    assert accuracy([lost(0.0), lost(0.5)]) == pytest.approx((1 + 0.0853) / 2, abs=1e-3)


def test_the_graph_falls_at_the_decision_by_what_it_cost(path: Path) -> None:
    """It shows the chances before a dear decision and the chances after it, and nothing in between."""
    review = SeatReview(Replay(read_record(path)), 1, 0)
    low = Verdict(0, Move("take"), "blunder", 0.62, 1.0, 0.2, 0.5, better=Move("pass"))
    fine = Verdict(0, Move("take"), "fine", 0.55, 0.55, 0.0, 0.0)
    review.found = [Judged(18, 3, fine), Judged(19, 5, low), Judged(21, 7, fine)]
    assert review.chances == [(18, 0.55), (19, 1.0), (19, 0.62), (21, 0.55)]


@pytest.mark.slow
def test_accuracies_are_counted_by_game_and_month(path: Path) -> None:
    replay = Replay(read_record(path))
    review = whole(SeatReview(replay, 1, 0))
    KeptReviews(replay).keep(review)
    KeptReviews(replay).keep(whole(SeatReview(replay, 1, 1)))  # A bot's decision, which is not put to the styles here.
    assert review.accuracy is not None
    expected = Accuracy("durak", "2026-11", len(review.found), review.accuracy)
    assert accuracies(path.parent) == accuracies(path.parent, "Anna") == [expected]
    assert accuracies(path.parent, "Boris") == []
    path_of(path).with_name("2026-12-01.review.json").write_text("[]")
    assert len(accuracies(path.parent)) == 1
    kept = path_of(path)
    said = kept.read_text(encoding="utf-8")
    for old, new in (('"durak"', '"dur"'), ('"durak"', "null"), ('"accuracy": ', '"accuracy": 7')):
        assert old in said
        kept.write_text(said.replace(old, new), encoding="utf-8")
        assert accuracies(path.parent) == [], "nothing that cannot be shown"
    kept.write_text(said, encoding="utf-8")
    path.unlink()
    assert accuracies(path.parent) == []


def test_that_no_style_would_have_played_otherwise_is_said_where_all_agreed(path: Path) -> None:
    review = asked(path, {"steady": 4, "lowest": 4}, 4)
    assert [plain(line) for line in told_of_votes([review])] == [
        "No style would have played it differently where it mattered."
    ]
    one = asked(path, {"steady": 4, "lowest": 4, "uniform": 3}, 4)
    assert [plain(line) for line in told_of_votes([one])] == ["Most would have done the same in 4 of 4 decisions."]
    review.found = [Judged(5, 5, Verdict(0, Move("take"), "blunder", 0.4, 0.7, 0.2, 0.4, better=Move("pass")))]
    assert [plain(line) for line in told_of_votes([review])] == ["Most would have done the same in 4 of 4 decisions."]


def test_that_no_style_would_have_done_so_or_all_is_said_in_words() -> None:
    assert plain(told_of_styles(0, 8)) == "None of 8 styles would have done the same."
    assert plain(told_of_styles(1, 8)) == "1 of 8 styles would have done the same."
    assert plain(told_of_styles(8, 8)) == "All 8 styles would have done the same."
