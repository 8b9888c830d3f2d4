"""Pages that replay a deal: what they hold, what they must not hold, and that names are escaped."""

from __future__ import annotations

import base64
import hashlib
import json
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from cardtable.cards import HIDDEN, bits, cards_of
from cardtable.coach.review import SeatReview
from cardtable.engine.moves import Seat
from cardtable.engine.scene import NO_CARD
from cardtable.engine.state import observe
from cardtable.film import film_of, film_of_exercise
from cardtable.film.frames import BY_NAME, Frame, differences
from cardtable.film.page import WORDS, page
from cardtable.film.puzzles import film_of_puzzle
from cardtable.games import FAMILIES, family
from cardtable.match.record import read_record
from cardtable.match.replay import Replay
from cardtable.puzzles import chosen
from cardtable.words import Words
from tests.film.records import recorded

EVERY = sorted((preset, found.seats[-1]) for name in FAMILIES for preset, found in family(name).presets.items())
HOSTILE = ("</script><!--", "{{SCRIPT}}{{DATA}}", "<img onerror=x>", "\u2028\u2029")


def replay_of(folder: Path, preset: str, seats: int, *, deals: int = 1, seed: int = 1) -> Replay:
    """The replay of a short match, as far as it was played."""
    return Replay(read_record(recorded(folder, preset, seats, seed, deals=deals)))


def whole(rows: list[Frame]) -> Iterator[Frame]:
    """The frames of a page, rebuilt from the differences that it stores."""
    last: Frame = {}
    for row in rows:
        now = {**last, **row}
        for kind in BY_NAME:
            if kind in last or kind in row:
                merged = {**last.get(kind, {}), **row.get(kind, {})}
                now[kind] = {name: part for name, part in merged.items() if part is not None}
        yield now
        last = now


def data_in(text: str) -> dict[str, Any]:
    """The data of a whole page, as a browser reads it."""
    found = re.findall(r'<script type="application/json" id="data">(.*?)</script>', text, re.DOTALL)
    assert len(found) == 1
    data: dict[str, Any] = json.loads(found[0])
    return data


def cards_in(shown: Frame) -> set[int]:
    """Every card that a frame shows face up."""
    found = {card for _, _, _, known, _ in shown["chairs"].values() for card in known}
    for _, _, _, _, cards, _, winning in shown["piles"].values():
        found |= {*cards, *([] if winning is None else [winning])}
    return found - {HIDDEN, NO_CARD}


def seen_by(replay: Replay, at: int, seat: Seat) -> set[int]:
    """Every card whose place the seat knows at a moment."""
    state = observe(replay.moments[at].state, seat).state
    return {card for place in state.places for card in bits(place)}


@pytest.mark.every(8)
@pytest.mark.parametrize(("preset", "seats"), EVERY)
def test_a_closed_page_holds_no_card_that_its_seat_does_not_know(preset: str, seats: int, tmp_path: Path) -> None:
    replay = replay_of(tmp_path, preset, seats)
    for seat in (0, seats - 1):
        shown = film_of(replay, [1], seat, closed=True)["deals"][0]
        frames, made = list(whole(shown["frames"])), replay.standing(1)
        assert len(frames) == len(made)
        for at, one in zip(made, frames, strict=True):
            assert "hands" not in one
            assert "open_lines" not in one
            assert cards_in(one) <= seen_by(replay, at, seat), f"{preset}, seat {seat}, moment {at}"


@pytest.mark.every(8)
@pytest.mark.parametrize(("preset", "seats"), EVERY)
def test_a_closed_page_is_the_same_whatever_the_others_were_told_alone(preset: str, seats: int, tmp_path: Path) -> None:
    replay = replay_of(tmp_path, preset, seats)
    shown = film_of(replay, [1], 0, closed=True)
    said = [row[0] if isinstance(row, list) else row for row in shown["sentences"]]
    words = Words("en")
    own = {words.text(line, shown["names"][0]).lower() for at in replay.standing(1) for line in replay.told(at, 0)}
    told = {said[number].lower() for one in whole(shown["deals"][0]["frames"]) for number in one["lines"]}
    assert told == own


def test_frames_come_back_from_their_differences(tmp_path: Path) -> None:
    replay = replay_of(tmp_path, "throw_in", 3)
    rows = film_of(replay, [1], 0)["deals"][0]["frames"]
    frames = list(whole(rows))
    assert len(json.dumps(rows)) < 0.6 * len(json.dumps(frames))
    assert list(whole(differences(frames))) == frames
    assert all(set(one["hands"]) == {"0", "1", "2"} for one in frames)
    last = replay.moments[replay.standing(1)[-1]].state
    assert frames[-1]["hands"] == {str(seat): bits(last.places[seat]) for seat in range(3)}


def test_what_was_taken_back_is_not_shown(tmp_path: Path) -> None:
    path = recorded(tmp_path, "throw_in", 2, undone=3)
    replay = Replay(read_record(path))
    made = replay.standing(1)
    assert sum(moment.kind == "undo" for moment in replay.moments) == 3
    assert [replay.moments[at].kind for at in made] == ["deal"] + ["move"] * (len(made) - 1)
    assert [replay.moments[at].moves for at in made] == list(range(len(made)))
    shown = film_of(replay, [1], 0)
    assert len(shown["deals"][0]["frames"]) == len(made)
    assert any("taken back" in shown["sentences"][number][0] for number in shown["notes"])


def test_a_page_asks_what_a_review_has_judged(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for looks in ("ITERATIONS", "CLOSER"):
        monkeypatch.setattr(f"cardtable.coach.chances.{looks}", 100)
    replay = replay_of(tmp_path, "throw_in", 2)
    review = SeatReview(replay, 1, 0)
    for _ in review.go_on():
        pass
    shown = film_of(replay, [1], 0, reviews={1: review})
    deal = shown["deals"][0]
    asked = deal["questions"]
    assert len(asked) == len(review.found) > 5
    made = replay.standing(1)
    for question, judged in zip(asked, review.found, strict=True):
        assert made[question["frame"] + 1] == judged.moment
        assert question["word"] == judged.verdict.word
        values = question["values"]
        assert values[question["made"]] == round(100 * judged.verdict.value)
        assert values[question["best"]] == round(100 * judged.verdict.best) == max(v for v in values if v is not None)
        assert question["proven"] or None not in values, "a move that nobody has weighed"
    assert [row[1:] for row in deal["curve"]] == [
        [round(100 * one.verdict.best), round(100 * one.verdict.value)] for one in review.found
    ]
    words = [one.verdict.word for one in review.found]
    assert [word for _, word in deal["marks"]] == [word for word in words if word != "fine"]


def test_where_nothing_may_judge_a_page_has_votes(tmp_path: Path) -> None:
    replay = replay_of(tmp_path, "burkozel", 3)
    review = SeatReview(replay, 1, 0)
    for _ in review.go_on():
        pass
    assert review.asked
    asked = film_of(replay, [1], 0, reviews={1: review})["deals"][0]["questions"]
    counted = [question for question in asked if "votes" in question]
    assert len(counted) == len(review.asked)
    for question, one in zip(counted, review.asked, strict=True):
        assert sum(question["votes"]) <= question["voters"] == len(one.votes.by_style)
        assert question["votes"][question["made"]] == one.votes.alike(one.move)
        assert (question["best"] is None) == (one.votes.agreed is None)


def test_no_name_is_in_a_page_unless_somebody_wishes(tmp_path: Path) -> None:
    replay = replay_of(tmp_path, "king_simple", 4, deals=2)
    silent = page(film_of(replay, [1, 2], 0), "en")
    assert not any(name in silent for name in replay.names)
    assert all(name in page(film_of(replay, [1, 2], 0, named=True), "en") for name in replay.names)


def test_a_name_is_never_more_than_a_name(tmp_path: Path) -> None:
    path = recorded(tmp_path, "throw_in", 4)
    replay = Replay(read_record(path))
    replay.names = HOSTILE
    text = page(film_of(replay, [1], 0, named=True), "ru")
    data = data_in(text)
    assert data["names"] == [list(HOSTILE)] * 2
    assert text.count("<script") == text.count("</script>") == 3
    assert "<img" not in text
    assert not {"\u2028", "\u2029"} & set(text)


def test_only_what_is_in_a_page_may_run_or_be_fetched(tmp_path: Path) -> None:
    text = page(film_of(replay_of(tmp_path, "burkozel", 2), [1], 0), "en")
    rules = re.search(r'Content-Security-Policy" content="([^"]*)"', text)
    assert rules is not None
    allowed = dict(part.strip().split(" ", 1) for part in rules[1].split(";"))
    assert allowed["default-src"] == "'none'"
    for tag in ("script", "style"):
        body = re.findall(rf"<{tag}>(.*?)</{tag}>", text, re.DOTALL)
        digests = [base64.b64encode(hashlib.sha256(one.encode()).digest()).decode() for one in body]
        assert digests
        assert allowed[f"{tag}-src"].split() == [f"'sha256-{digest}'" for digest in digests]
    assert not re.findall(r"""(?:src|href)\s*=\s*["'](?!#)""", text)
    assert not re.findall(r"https?://(?!www\.w3\.org/)", text)


def test_every_word_of_the_page_is_used_and_said_in_both_languages() -> None:
    script = Path("cardtable/film/page.js").read_text("utf-8")
    russian = Words("ru")
    for name, text in WORDS.items():
        assert f'"{name}"' in script, f"{name} is never said"
        assert russian.say(text) != text


@pytest.mark.parametrize(
    ("preset", "seats", "most"), [("throw_in", 2, 120), ("classic", 4, 120), ("palace_packs", 12, 200)]
)
def test_a_page_is_small(preset: str, seats: int, most: int, tmp_path: Path) -> None:
    assert len(page(film_of(replay_of(tmp_path, preset, seats), [1], 0), "en").encode()) <= 1000 * most


@pytest.mark.parametrize("family", ["durak", "one_oh_one", "kozel", "bura", "king"])
def test_every_answer_to_a_puzzle_is_played_out(family: str) -> None:
    for puzzle in [one for one in chosen(None, None)[0] if one.family == family][:2]:
        question = film_of_puzzle(puzzle)["deals"][0]["questions"][0]
        assert len(question["choices"]) == len(question["lines"]) > 1
        assert all(question["lines"])
        assert question["choices"][question["best"]] >= 0


def test_hidden_cards_of_a_puzzle_are_shown_once_something_was_chosen() -> None:
    hidden = [one for one in chosen(None, None)[0] if "hidden" in one.themes]
    for puzzle in hidden[:: len(hidden) // 3]:
        data = film_of_puzzle(puzzle)
        (first,), (question,) = data["deals"][0]["frames"], data["deals"][0]["questions"]
        _, state = puzzle.put_down()
        assert "hands" not in first
        shown = {card for pile in first["piles"].values() for card in pile[4]}
        shown |= {card for chair in first["chairs"].values() for card in chair[3]}
        assert not any(state.places[seat] & cards_of(shown) for seat in range(data["seats"]) if seat != puzzle.seat)
        assert all("hands" in line[0] for line in question["lines"])


def test_changed_house_rules_stand_in_the_page(tmp_path: Path) -> None:
    path = recorded(tmp_path, "throw_in", 2, given={"max_attack": 5})
    said: Mapping[str, Any] = film_of(Replay(read_record(path)), [1], 0)
    assert [said["sentences"][number][0] for number in said["rules"]] == ["Most attack cards in a bout: 5"]


@pytest.mark.slow
def test_an_exercise_ends_where_it_asks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for looks in ("ITERATIONS", "CLOSER"):
        monkeypatch.setattr(f"cardtable.coach.chances.{looks}", 100)
    replay = replay_of(tmp_path, "shama", 4)
    review = SeatReview(replay, 1, 0)
    for _ in review.go_on():
        pass
    one = review.found[2]
    data = film_of_exercise(replay, one)
    shown = data["deals"][0]
    assert len(shown["questions"]) == 1
    assert shown["questions"][0]["frame"] == len(shown["frames"]) - 1
    assert replay.standing(1)[len(shown["frames"])] == one.moment
    assert not any("hands" in frame for frame in shown["frames"])
    assert (shown["end"], shown["sheet"], shown["curve"], data["notes"]) == ([], [], [], [])
