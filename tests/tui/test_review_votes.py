"""The review on the screen without verdicts: how many styles would have done the same, and which most often."""

from __future__ import annotations

from collections.abc import Generator
from pathlib import Path

import pytest

from cardtable.bots.entries import name_of
from cardtable.bots.search.thoughts import AnyThoughts
from cardtable.coach.review import Unjudged
from cardtable.coach.verdicts import Verdict
from cardtable.coach.votes import Votes
from cardtable.engine.moves import Move
from cardtable.engine.text import say
from cardtable.match.match import Decided
from cardtable.match.record import read_record
from cardtable.match.replay import Replay
from cardtable.tui.boxes.day_picture import SQUARES
from cardtable.tui.draw.cells import ASCII
from cardtable.tui.draw.graph import APART, BLANK
from cardtable.tui.table.review_cards import FEW_FROM, shown_moves
from cardtable.tui.table.review_rows import ReviewRows
from cardtable.words import Words
from tests.test_replay import play
from tests.tui.helpers import grid
from tests.tui.test_review_screen import opened


@pytest.fixture
def record(own_home: Path) -> Path:
    """A match of two two-player deals among a player's files."""
    folder = own_home / "data" / "records"
    folder.mkdir(parents=True)
    path = folder / "2026-11-14-120000-throw_in.jsonl"
    play(path, seats=2).close()
    return path


def unknown(thoughts: AnyThoughts, decided: Decided, *, trusted: bool = True) -> Generator[None, None, Verdict | None]:
    """No verdict on any decision."""
    yield
    return None


@pytest.mark.parametrize("language", ["en", "ru"])
@pytest.mark.every(2)
async def test_where_nothing_can_be_judged_stands_what_the_styles_would_have_done(
    record: Path, language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    app, screen = opened(record, language=language)
    async with app.run_test(size=(80, 24)) as pilot:
        await app.workers.wait_for_complete()
        await pilot.pause()
        assert screen.graph.display
        monkeypatch.setattr("cardtable.coach.review.judge", unknown)
        await pilot.press("pagedown")
        await app.workers.wait_for_complete()
        await pilot.pause()
        assert screen.graph.display, "how many would have done the same, decision by decision"
        told = grid(app)
        region = screen.graph.region
        rows = [line[region.x : region.right] for line in told.splitlines()[region.y : region.bottom]]
        for asked in screen.review.asked[:3]:
            step = min(APART, (region.width - 7) // screen.graph.total)
            column = "".join(row[5 + step * (asked.number - 1)] for row in rows[:-1])
            full = {"■": 1.0, "█": 1.0, "▄": 0.5}
            share = asked.votes.alike(asked.move) / len(asked.votes.by_style)
            height = len(asked.votes.by_style) if "■" in column or "□" in column else len(column)
            assert sum(full.get(sign, 0) for sign in column) == pytest.approx(share * height, abs=0.5)
        assert screen.words.say("Press a for who, and why.") in told
        assert screen.listed
        for one in screen.listed[:3]:
            assert isinstance(one, Unjudged)
            alike = one.votes.alike(one.move)
            assert f" {one.number:>3}  " in told
            assert "■" * alike + "□" * (len(one.votes.by_style) - alike) in told
        assert "%" not in told


@pytest.mark.parametrize("language", ["en", "ru"])
@pytest.mark.parametrize("size", [(80, 24), (100, 30), (140, 40), (200, 50)], ids=str)
@pytest.mark.every(4)
async def test_votes_are_counted_on_the_cards_and_for_the_styles_that_are_most_alike(
    record: Path, language: str, size: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    def unknown(thoughts: AnyThoughts, decided: Decided, *, trusted: bool = True) -> Generator[None, None, None]:
        """No verdict on any decision."""
        yield

    monkeypatch.setattr("cardtable.coach.review.judge", unknown)
    app, screen = opened(record, language=language)
    async with app.run_test(size=size) as pilot:
        await app.workers.wait_for_complete()
        await pilot.pause()
        told, written, likest = grid(app), screen.words.say, screen.review.likest
        assert likest is not None
        assert "steady" in likest.first, "as it was played"
        assert "…" not in told
        for style in likest.first:
            assert written(name_of(style)) in told
        drawn = size[0] >= 130
        assert (written("MOST LIKE") in told) == screen.most_like.display == drawn
        assert not drawn or told.count("━━━") >= len(likest.styles), "a bar for each"
        one = screen.listed[0]
        assert isinstance(one, Unjudged)
        all_of_them = len(one.votes.by_style)
        same = {
            "en": f"{one.votes.alike(one.move)} of {all_of_them}",
            "ru": f"{one.votes.alike(one.move)} из {all_of_them}",
        }
        assert (f"{written('YOURS')} · {same[language]}" in told) == (size[0] >= FEW_FROM[0])


def test_most_is_said_of_more_than_half_and_of_nobody_else(record: Path) -> None:
    replay = Replay(read_record(record))
    moment = replay.decisions(0, {0})[0]
    made, one, other = Move("take"), Move("pass"), Move("cover")
    named = (say("a"), say("b"), say("c"))

    def titles(*moves: Move) -> list[str]:
        votes = Votes({str(nth): move for nth, move in enumerate(moves)})
        return [shown.title for shown in shown_moves(Words("en"), replay, Unjudged(1, moment, made, votes), named)]

    assert titles(one, one, one, other) == ["YOURS · 0 of 4", "MOST · 3 of 4", "SOME · 1 of 4"]
    assert titles(one, one, other, made) == ["YOURS · 1 of 4", "SOME · 2 of 4", "SOME · 1 of 4"]
    assert titles(made, made) == ["YOURS · 2 of 2"]


def test_what_squares_say_is_told_apart_in_ascii_too() -> None:
    for signs in ("".join(SQUARES.values()), "□▄■"):
        written = signs.translate(ASCII)
        assert written.isascii()
        assert len(set(written)) == len(signs)


async def test_a_single_verdict_makes_no_curve_where_votes_tell_more(
    record: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    left = [None]

    def once(thoughts: AnyThoughts, decided: Decided, *, trusted: bool = True) -> Generator[None, None, Verdict | None]:
        """A verdict on the first decision, and on no other."""
        yield
        return Verdict(decided.seen.seat, decided.move, "fine", 0.6, 0.6, 0.0, 0.0) if left and not left.pop() else None

    monkeypatch.setattr("cardtable.coach.review.judge", once)
    app, screen = opened(record)
    async with app.run_test(size=(100, 30)) as pilot:
        await app.workers.wait_for_complete()
        await pilot.pause()
        assert len(screen.review.found) == 1 < len(screen.review.asked)
        assert "50" not in grid(app), "the scale of a curve"
        assert not any(ord(sign) in range(BLANK, BLANK + 256) for sign in grid(app))


@pytest.mark.parametrize("size", [(100, 30), (140, 40)], ids=str)
async def test_squares_are_explained_and_no_title_stands_over_an_empty_column(
    record: Path, size: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cardtable.coach.review.judge", unknown)
    app, screen = opened(record)
    async with app.run_test(size=size) as pilot:
        await app.workers.wait_for_complete()
        await pilot.pause()
        assert screen.listed
        most = max(len(one.votes.by_style) for one in screen.listed if isinstance(one, Unjudged))
        assert ("□ one that would not" in grid(app)) is (most < screen.graph.region.height - 1)
        rows = ReviewRows(screen.replay, screen.words)
        asked = [one for one in screen.listed if isinstance(one, Unjudged)]
        same = [one for one in asked if one.votes.favourite == one.move]
        most_others = [
            one for one in asked if one not in same and one.votes.others(one.move)[0][1] > len(one.votes.by_style) / 2
        ]
        assert "MOST" not in rows.rows(same, 80)[0]
        assert "MOST" in rows.rows([*same, *most_others], 80)[0]


async def test_what_is_told_of_open_cards_is_told_where_the_list_has_them(record: Path) -> None:
    """Beside cards the list drops that column rather than cut a move; the sentence under it still mentioned it."""
    app, screen = opened(record)
    async with app.run_test(size=FEW_FROM) as pilot:
        await app.workers.wait_for_complete()
        await pilot.pause()
        told = grid(app)
        assert screen.cards.display
        assert ("CARDS OPEN" in told) == screen.cells.shows_open_cards
        assert "Cards open is hindsight" not in told or "CARDS OPEN" in told
        assert "…" not in told, "no move is cut"
