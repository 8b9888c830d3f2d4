"""Pages in a real browser: keys alone reach the end; no console line, no request, nothing outside the table."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from cardtable.coach.review import SeatReview
from cardtable.film import film_of
from cardtable.film.page import page
from cardtable.film.puzzles import film_of_puzzle
from cardtable.match.record import read_record
from cardtable.match.replay import Replay
from cardtable.puzzles import chosen
from tests.film.browser import SIZES, Watched, browser, needs_browser
from tests.film.records import recorded

pytestmark = [needs_browser, pytest.mark.slow]
DEALS = (("classic", 3), ("throw_in", 4), ("nizhny", 4), ("burkozel", 3), ("king_simple", 4), ("palace_packs", 8))
DEALT_BY = {"palace_packs": 2}
"""The number of deals played where the first one only deals out the seats."""
THROUGH = """(moves) => {
  const within = (inner, outer) =>
    inner.left > outer.left - 1 && inner.top > outer.top - 1 &&
    inner.right < outer.right + 1 && inner.bottom < outer.bottom + 1;
  const over = (one, other) =>
    one.left < other.right - 1 && other.left < one.right - 1 &&
    one.top < other.bottom - 1 && other.top < one.bottom - 1;
  const boxes = (name) => [...document.querySelectorAll(name)].map((one) => one.getBoundingClientRect());
  const found = [];
  const slider = document.querySelector("#bar input");
  for (const move of moves) {
    if (move === Number(slider.value) + 1) dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowRight" }));
    else {
      slider.value = move;
      slider.dispatchEvent(new Event("input"));
    }
    const [felt] = boxes("#felt");
    const seats = boxes(".seat");
    if (!boxes(".card").every((one) => within(one, felt))) found.push(`${move}: a card outside`);
    if (!seats.every((one) => within(one, felt))) found.push(`${move}: a seat outside`);
    if (seats.some((one, nth) => seats.slice(nth + 1).some((other) => over(one, other))))
      found.push(`${move}: a seat over another`);
    const cards = boxes(".card");
    // Cards that glide may cross what is said below a pile.
    const words = seats.length < 6 ? [".badge", ".label"] : [".badge"];
    for (const name of document.querySelector(".moving") ? [] : words)
      if (boxes(name).some((one) => one.height && cards.some((card) => over(one, card))))
        found.push(`${move}: a card over a ${name} of ${innerWidth}x${innerHeight}`);
    if (document.documentElement.scrollWidth > innerWidth) found.push(`${move}: wider than the window`);
  }
  return found;
}"""
"""Steps to these moves, with the key where it is the next one, and returns what overlaps or sticks out."""


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    """One browser for all tests of this module."""
    with browser() as found:
        yield found


def written(folder: Path, preset: str, seats: int, *, deals: int = 1, judged: bool = False) -> Path:
    """Writes the page of a match."""
    replay = Replay(read_record(recorded(folder, preset, seats, deals=deals)))
    reviews = {}
    if judged:
        reviews[1] = SeatReview(replay, 1, 0)
        for _ in reviews[1].go_on():
            pass
    found = folder / "page.html"
    numbers = range(1, len(replay.deals) + 1)
    found.write_text(page(film_of(replay, numbers, 0, reviews=reviews, named=True), "en"), "utf-8")
    return found


@pytest.mark.parametrize(("preset", "seats"), DEALS)
def test_a_deal_is_gone_through_by_keys_at_every_size(
    preset: str, seats: int, chromium: Browser, tmp_path: Path
) -> None:
    path = written(tmp_path, preset, seats, deals=DEALT_BY.get(preset, 1))
    for size in SIZES:
        watched = Watched(chromium, size, look="light" if size[0] < size[1] else "dark")
        watched.page.goto(f"{path.as_uri()}#{DEALT_BY.get(preset, 1)}.0")
        last = int(watched.page.locator("#bar input").get_attribute("max") or 0)
        assert last > 10
        moves = range(1, last + 1) if size == SIZES[0] else [last * nth // 5 for nth in range(1, 6)]
        assert watched.page.evaluate(THROUGH, list(moves)) == [], size
        assert watched.page.locator("#ended").is_visible()
        assert len(watched.text("#told")) > 5
        watched.press("f", "l", "d", "Home")
        if size in (SIZES[0], SIZES[-1]):
            some = [last * nth // 3 for nth in range(4)]
            assert watched.page.evaluate(THROUGH, some) == [], f"{size}, open hands, in Russian"
        assert watched.page.locator("html").get_attribute("lang") == "ru"
        assert watched.said == []
        assert watched.asked == [watched.page.url.split("#")[0]]
        watched.page.context.close()


def test_every_question_is_answered_by_keys(chromium: Browser, tmp_path: Path) -> None:
    watched = Watched(chromium, SIZES[0])
    watched.page.goto(written(tmp_path, "throw_in", 2, judged=True).as_uri())
    watched.press("q")
    last = int(watched.page.locator("#bar input").get_attribute("max") or 0)
    asked = 0
    for _ in range(4 * last):
        if watched.page.locator("#ended").is_visible():
            break
        if (
            watched.page.locator("#question").is_visible()
            and not watched.page.locator("#question .go-on:focus").count()
        ):
            assert "What would you play" in watched.text("#told")
            before = watched.text("#log")
            watched.press("1")
            asked += 1
            assert watched.page.locator("#question p").inner_text()
            assert watched.text("#log") == before, "an answer tells nothing of what follows"
            watched.press("Enter")
        else:
            watched.press("ArrowRight")
    assert asked > 5
    assert f"of {asked} good" in watched.text("#ended")
    assert watched.said == []


def test_whatever_the_page_fetches_or_runs_is_refused(chromium: Browser, tmp_path: Path) -> None:
    watched = Watched(chromium, SIZES[0])
    watched.page.goto(written(tmp_path, "burkozel", 2).as_uri())
    refused = watched.page.evaluate(
        """async () => {
          const found = [];
          try { await fetch("https://example.org/"); } catch { found.push("fetch"); }
          try { document.body.insertAdjacentHTML("beforeend", "<b>x</b>"); } catch { found.push("html"); }
          const script = document.createElement("script");
          try { script.textContent = "window.ran = 1"; document.body.append(script); } catch { found.push("script"); }
          return [found, window.ran];
        }"""
    )
    assert refused == [["fetch", "html", "script"], None]


def test_a_wrong_answer_to_a_puzzle_is_refuted_on_the_table(chromium: Browser, tmp_path: Path) -> None:
    puzzle = next(one for one in chosen(None, None)[0] if one.family == "durak")
    data = film_of_puzzle(puzzle)
    question = data["deals"][0]["questions"][0]
    wrong = next(nth for nth in range(len(question["choices"])) if nth != question["best"])
    path = tmp_path / "puzzle.html"
    path.write_text(page(data, "en"), "utf-8")
    watched = Watched(chromium, SIZES[0])
    watched.page.goto(path.as_uri())
    watched.press(str(wrong + 1))
    assert watched.reads("#told", "No: this one does not do it.")
    watched.press("End", "Home")
    watched.press(str(question["best"] + 1))
    assert watched.reads("#told", "Right.")
    assert watched.said == []


def test_a_link_leads_to_its_moment(chromium: Browser, tmp_path: Path) -> None:
    watched = Watched(chromium, SIZES[0])
    path = written(tmp_path, "king_simple", 4, deals=2)
    watched.page.goto(f"{path.as_uri()}#2.5")
    assert watched.text("#where") == "Deal 2 of 2, move 5 of 32"
    watched.press("PageUp")
    assert watched.text("#where").startswith("Deal 1 of 2, move 0")
