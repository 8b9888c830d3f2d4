"""The clock of the screen tests, a bot that may never answer, and waiting until nothing is left to do."""

from __future__ import annotations

import asyncio
from asyncio import AbstractEventLoop, BaseEventLoop, Future
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from textual.app import App
from textual.css.model import RuleSet
from textual.css.stylesheet import Stylesheet
from textual.pilot import Pilot

from cardtable.bots.installed import Installed
from cardtable.tui.boxes import thinking
from tests.tui.strangers import Stranger
from tests.waiting import drawn, quiet


class Clock:
    """A clock that a test moves: on by a second before every key and click, as with a player who looks."""

    def __init__(self) -> None:
        self.now = 1000.0
        self.before_a_key = 1.0

    def __call__(self) -> float:
        return self.now


async def settled(app: App[Any], jobs: set[Future[Any]]) -> None:
    """Waits until the screen is drawn, and for bots that think, unless the test holds them back."""
    while True:
        await drawn(app)
        held = getattr(getattr(app, "table", None), "held_back", None)
        if not jobs or (held is not None and not held.is_set()):
            return
        await asyncio.wait(jobs, return_when=asyncio.FIRST_COMPLETED)


_parse_rules = Stylesheet._parse_rules
_parsed: dict[object, list[RuleSet]] = {}


def parse_once(self: Stylesheet, css: str, *given: Any, **named: Any) -> list[RuleSet]:
    """Caches a style sheet's rules in these colours, which Textual would parse for every app and change of theme."""
    key = (css, frozenset(self._variables.items()), given, frozenset(named.items()))
    if key not in _parsed:
        _parsed[key] = _parse_rules(self, css, *given, **named)
    return _parsed[key]


# From the collection on, so that the apps of all tests share it. A notice goes when a test dismisses it.
Stylesheet._parse_rules = parse_once  # type: ignore[method-assign]
App.NOTIFICATION_TIMEOUT = 3_600.0


DRAWN = {
    *("any_size", "bytes", "every_key", "frames", "fresh", "hasty_keys", "memory", "motion", "photo", "seats"),
    *("table_screen", "textual_inside", "two_worlds"),
}
"""The modules whose tests check every picture that is sent to the terminal, including those in between."""


@pytest.fixture(autouse=True)
def clock(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Clock:
    """The app's clock and colours, and players who press no key before they have seen the question."""
    clock = Clock()
    monkeypatch.setattr("cardtable.tui.app.monotonic", clock)
    monkeypatch.setattr("cardtable.tui.boxes.advice.monotonic", clock)
    # All tests see the same terminal, whichever they run in.
    monkeypatch.setattr("textual.constants.COLOR_SYSTEM", "truecolor")
    # Nothing is drawn for a terminal without a viewer: `grid` and `strips` draw what a test looks at.
    if request.module.__name__.rpartition(".test_")[2] not in DRAWN:
        monkeypatch.setattr("textual._compositor.Compositor.render_update", lambda *_, **__: None)
    # Textual's own wait sleeps at least 20 ms, and ends too soon on a busy machine.
    monkeypatch.setattr("textual.app.wait_for_idle", quiet)
    monkeypatch.setattr("textual.pilot.wait_for_idle", quiet)
    # It has every widget answer first; if nothing is left to do, all of them have.
    monkeypatch.setattr(Pilot, "_wait_for_screen", quiet)
    jobs: set[Future[Any]] = set()
    press, click, pause = Pilot.press, Pilot.click, Pilot.pause
    in_a_thread = BaseEventLoop.run_in_executor

    def noted(self: AbstractEventLoop, executor: Any, done: Callable[..., Any], *given: Any) -> Future[Any]:
        job: Future[Any] = in_a_thread(self, executor, done, *given)  # type: ignore[arg-type]
        jobs.add(job)
        job.add_done_callback(jobs.discard)
        return job

    async def press_unhurried(self: Pilot[Any], *keys: str) -> None:
        for key in keys:
            await self.pause()
            clock.now += clock.before_a_key
            await press(self, key)
            await settled(self.app, jobs)

    async def click_unhurried(self: Pilot[Any], *place: Any, **given: Any) -> bool:
        await self.pause()
        clock.now += clock.before_a_key
        found = await click(self, *place, **given)
        await settled(self.app, jobs)
        return found

    async def pause_until_settled(self: Pilot[Any], delay: float | None = None) -> None:
        await pause(self, delay)
        await settled(self.app, jobs)

    monkeypatch.setattr(BaseEventLoop, "run_in_executor", noted)
    monkeypatch.setattr(Pilot, "press", press_unhurried)
    monkeypatch.setattr(Pilot, "click", click_unhurried)
    monkeypatch.setattr(Pilot, "pause", pause_until_settled)
    return clock


@pytest.fixture(autouse=True)
def _quick_reviews(monkeypatch: pytest.MonkeyPatch) -> None:
    """Lets a review search only a little: the screens show whatever it finds."""
    monkeypatch.setattr("cardtable.coach.chances.ITERATIONS", 20)
    monkeypatch.setattr("cardtable.coach.chances.CLOSER", 20)


@pytest.fixture
def stranger(monkeypatch: pytest.MonkeyPatch) -> Iterator[type[Stranger]]:
    """Adds a style as from another package; a player waiting for a long thought is told at once."""
    found = Installed("stranger", ("durak",), f"{Stranger.__module__}:Stranger", "strangers 1.0")
    monkeypatch.setattr("cardtable.bots.installed.installed", lambda: ((found,), ()))
    monkeypatch.setattr(thinking, "LONG_THOUGHT", 0)
    monkeypatch.setattr(Stranger, "asked", 0)
    Stranger.let_go.clear()
    yield Stranger
    Stranger.let_go.set()
