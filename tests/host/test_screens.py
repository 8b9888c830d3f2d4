"""Screens across a link: they show nothing hidden, survive any input, and leave nothing behind when they close."""

from __future__ import annotations

import asyncio
import gc
import itertools
import re
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random
from typing import Any

import pytest
from rich.segment import Segment
from textual._compositor import Compositor
from textual.strip import Strip

from cardtable.engine.moves import Seat
from cardtable.engine.state import guess, observe
from cardtable.match.chat import MOST_SAID, SAID, SAID_FOR
from cardtable.match.seat import SeatTable, WatchTable
from cardtable.match.shared import News, SharedTable
from cardtable.match.table import Table
from cardtable.tui.guests import environ_of, settings_for_guest, words_for
from cardtable.tui.menus.commands import Commands
from cardtable.tui.menus.settings_screen import SHOWN, SettingsScreen
from cardtable.tui.seat_app import SeatApp
from cardtable.tui.table.seat_screen import WATCHED
from cardtable.tui.terminal.link import BEGIN, END, MOST_UNREAD, MOST_WAITING, Link, bounded
from cardtable.words import Words
from tests.host.helpers import new_table
from tests.host.time import AtOnce
from tests.test_keyboard import beside
from tests.tui.helpers import strips
from tests.tui.tables import played_until, seated
from tests.tui.test_frames import Screen as Terminal
from tests.waiting import PATIENCE, drawn, quiet


@pytest.fixture(autouse=True)
def unhurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody presses Enter before they have seen the question."""
    seconds = itertools.count(1000)
    monkeypatch.setattr("cardtable.tui.app.monotonic", lambda: float(next(seconds)))


KEYS = {"right": "\x1b[C", "tab": "\t", "escape": "\x1b", "f2": "\x1bOQ", "f5": "\x1b[15~", "f6": "\x1b[17~"}
"""What a terminal sends for these keys."""


IDLE = frozenset(("name", "pace", "tutor", "motion"))
"""The settings that have no effect for a guest."""


class Wire:
    """Records everything sent."""

    def __init__(self) -> None:
        self.sent = bytearray()
        self.is_cut = False
        self.stuck = 0
        """The number of bytes that stay unread."""

    def send(self, data: bytes) -> None:
        """Records the data."""
        self.sent += data

    def unread(self) -> int:
        """The number of bytes waiting."""
        return self.stuck

    def cut(self) -> None:
        """Closes the link."""
        self.is_cut = True


class Shown:
    """A seat on a screen, or the table as a spectator sees it."""

    def __init__(self, shared: SharedTable, seat: Seat | None, **environ: str) -> None:
        self.wire = Wire()
        known = environ_of(environ.get("TERM", "xterm-256color"), {"LANG": "en_US.UTF-8", **environ})
        self.link = Link(self.wire, (100, 30), known)
        self.app: SeatApp | None = None
        words = words_for(known)
        table = WatchTable(shared, self._hear, "Olga") if seat is None else SeatTable(shared, seat, self._hear)
        self.app = SeatApp(self.link, table, words, settings_for_guest(words, known))

    def _hear(self, news: News) -> None:
        if self.app is not None:
            self.app.hear(news)

    def look(self) -> list[list[Segment]]:
        """Every cell of the screen with its colours."""
        assert self.app is not None
        with self.app._context():
            return [list(strip) for strip in strips(self.app)]

    @property
    def text(self) -> str:
        """The readable text of the screen; what is sent is only the changed cells, in pieces."""
        return "\n".join("".join(segment.text for segment in row) for row in self.look())

    async def press(self, keys: str) -> None:
        """Types this and waits until it is drawn."""
        self.link.feed(keys.encode())
        await self.drawn()

    async def drawn(self) -> None:
        """Waits until everything is drawn."""
        assert self.app is not None
        await drawn(self.app)


@asynccontextmanager
async def on_screen(shared: SharedTable, seat: Seat | None, **environ: str) -> AsyncIterator[Shown]:
    """Puts this seat on a person's screen; without a seat they watch."""
    shown = Shown(shared, seat, **environ)
    assert shown.app is not None
    running = asyncio.create_task(shown.app.run_async(size=shown.link.size))
    try:
        async with asyncio.timeout(PATIENCE):
            while not shown.app.is_running or len(shown.wire.sent) < 3000:
                await asyncio.sleep(0.001)
        await shown.drawn()
        yield shown
    finally:
        shown.app.exit(0)
        async with asyncio.timeout(PATIENCE):
            await running
        shown.app.let_go()


def shared_of(table: Table) -> SharedTable:
    """A shared table at which nothing happens by itself."""
    return SharedTable(table, executor=AtOnce())


@pytest.mark.parametrize(("preset", "seats"), [("throw_in", 3), ("burkozel", 3), ("nizhny_plain", 4), ("king_long", 4)])
@pytest.mark.every(4)
async def test_two_worlds_that_differ_only_in_hidden_cards_look_the_same(preset: str, seats: int) -> None:
    people = tuple(range(seats))
    table = seated(preset, seats, people, seed=3)
    for _ in range(6):
        seat = table.to_act[0]
        table.submit(seat, table.silence or Random(seat).choice(list(table.legal(seat))))
    viewer = table.turn
    state = table._match.state
    other = guess(table.rules.all_cards, observe(state, viewer), Random(5))
    assert other.places != state.places
    looks = []
    for world in (state.copy(), other):
        shared = shared_of(beside(table, preset, people, world))
        async with on_screen(shared, viewer) as shown:
            look = [shown.look()]
            for key in (
                "right",
                "tab",
                "f6",
                "m",
                "escape",
                "o",
                "escape",
                "b",
                "escape",
                "f5",
                "s",
                "i",
                "u",
                "f2",
                "?",
            ):
                shown.link.feed(KEYS.get(key, key).encode())
                await shown.drawn()
                if key == "escape":
                    await asyncio.sleep(0.12)  # It waits for more input.
                    await shown.drawn()
                look.append(shown.look())
            looks.append(look)
    assert len({str(look) for look in looks[0]}) > 5, "the keys did something"
    assert looks[0] == looks[1]


async def test_a_screen_is_coloured_for_its_own_terminal_and_prints_nothing_away(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    shared = shared_of(seated("throw_in", 2, (0, 1)))
    out = sys.stdout
    async with on_screen(shared, 0) as anna, on_screen(shared, 1, NO_COLOR="1", LANG="ru_RU.UTF-8") as boris:
        assert sys.stdout is out
        assert b"\x1b[48;5;" in anna.wire.sent or b";48;5;" in anna.wire.sent
        assert b"48;5;" not in boris.wire.sent
        assert anna.app is not None
        assert boris.app is not None
        assert [app.words.language for app in (anna.app, boris.app)] == ["en", "ru"]
        anna.app.exit(0)
        await quiet()
        before = len(boris.wire.sent)
        await boris.press("\x1b[19~")
        assert len(boris.wire.sent) > before, "one who leaves takes nobody else's screen away"
    assert sys.stdout is out


TERMINALS = [
    ({"TERM": "xterm"}, "standard", set[str]()),
    ({"TERM": "xterm-256color"}, "256", {"5"}),
    ({"TERM": "xterm-256color", "COLORTERM": "truecolor"}, "truecolor", {"2"}),
]
"""A terminal's environment, rich's name for its colours, and the codes that follow 38 or 48."""


@pytest.mark.parametrize("order", list(itertools.permutations(range(3), 2)))
@pytest.mark.every(6)
async def test_nobody_is_sent_the_colours_of_another_terminal(order: tuple[int, int]) -> None:
    """Equal styles are one object, and rich caches the codes with which it was first rendered."""
    shared = shared_of(seated("throw_in", 2, (0, 1)))
    kinds: list[set[str]] = []
    for seat, (environ, system, _) in enumerate(TERMINALS[nth] for nth in order):
        async with on_screen(shared, seat, **environ) as shown:
            assert shown.app is not None
            assert shown.app.console.color_system == system
            with shown.app._context():
                shown.app.choose("theme", "felt")
            await shown.drawn()
            began = len(shown.wire.sent)
            await shown.press("?")
            found = re.findall(rb"[34]8;([25]);", shown.wire.sent[began:])
            assert len(shown.wire.sent) - began > 3000, "the help is shown"
            kinds.append({kind.decode() for kind in found})
    assert kinds == [TERMINALS[nth][2] for nth in order]


@pytest.mark.slow
async def test_a_screen_that_is_gone_leaves_hardly_any_garbage() -> None:
    """Looking for garbage would hold up everybody."""
    shared = shared_of(seated("throw_in", 2, (0, 1)))
    for _ in range(2):
        async with on_screen(shared, 0):
            pass
    gc.collect()
    gc.disable()
    try:
        async with on_screen(shared, 0):
            pass
        await quiet()
        # Left alone, a screen is some 2,500 objects that only the collector can find.
        assert gc.collect() < 1500
    finally:
        gc.enable()


@pytest.mark.slow
async def test_a_box_that_is_closed_leaves_hardly_any_garbage(monkeypatch: pytest.MonkeyPatch) -> None:
    """All see a result after each deal, and what survives one collection is not scanned again."""
    monkeypatch.setattr("cardtable.tui.seat_app.LATER", 0)
    async with on_screen(shared_of(seated("throw_in", 2, (0, 1))), 0) as shown:
        for _ in range(2):
            await shown.press("?")
            await shown.press("\x1b")
        gc.collect()
        gc.disable()
        try:
            for _ in range(5):
                await shown.press("?")
                await shown.press("\x1b")
            await quiet()
            # Left alone, each is more than 1,000 objects that only the collector can find.
            assert gc.collect() < 5 * 400
        finally:
            gc.enable()


async def test_a_frame_between_brackets_is_sent_at_once_and_an_empty_one_not_at_all() -> None:
    async with on_screen(shared_of(new_table("throw_in", "person", "person")), 0) as shown:
        app: Any = shown.app
        driver = app._driver
        sent: list[str] = []
        driver._link.send = sent.append
        for data in (BEGIN, "\x1b[1;1H\x1b[31mx\x1b[0m", END, BEGIN, END, "\x07"):
            driver.write(data)
        assert [len(sent), sent[0].startswith(BEGIN), sent[0].endswith(END), sent[1]] == [2, True, True, "\x07"]


async def test_a_move_is_drawn_without_a_strip(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each strip carries seven caches, which were nearly the whole cost of a move for its spectators."""
    made = []
    begin = Strip.__init__

    def noted(strip: Strip, *given: Any) -> None:
        made.append(strip)
        begin(strip, *given)

    shared = shared_of(seated("throw_in", 2, (0, 1), seed=3))
    async with on_screen(shared, 1) as shown:
        before = len(shown.wire.sent)
        monkeypatch.setattr(Strip, "__init__", noted)
        seat = shared.table.to_act[0]
        shared.submit(seat, next(iter(shared.table.legal(seat))))
        await shown.drawn()
        assert len(shown.wire.sent) > before
        assert not made


@pytest.mark.slow
async def test_nothing_is_kept_of_screens_that_are_gone() -> None:
    shared = shared_of(seated("throw_in", 2, (0, 1)))

    def count() -> tuple[int, int]:
        gc.collect()
        kept = gc.get_objects()
        return sum(isinstance(one, Strip) for one in kept), sum(isinstance(one, SeatApp) for one in kept)

    counts = []
    gc.collect()
    gc.freeze()  # Objects that exist already need not be scanned.
    for _ in range(6):
        async with on_screen(shared, 0):
            pass
        await quiet()
        counts.append(count())
    assert counts[-1][0] - counts[1][0] < 100, counts
    assert counts[-1][1] <= counts[1][1], counts


async def test_a_seat_that_is_taken_over_is_shown_once_and_the_other_screen_says_so() -> None:
    shared = shared_of(seated("throw_in", 2, (0, 1)))
    async with on_screen(shared, 0) as before:
        async with on_screen(shared, 0):
            assert before.app is not None
            await quiet()
            assert before.app.why_closed == "The table is shown to you elsewhere now."
            assert shared.present == {0}
        assert shared.present == set()


@pytest.mark.parametrize(
    "junk", [b"\xff\xfe\x00" * 50, b"\x1b[<999999;9999999;-5M", b"\x1b[48;99999;99999;1;1t", b"\x1bP" * 40]
)
@pytest.mark.every(2)
async def test_what_is_no_key_does_not_hurt(junk: bytes) -> None:
    shared = shared_of(seated("throw_in", 2, (0, 1)))
    async with on_screen(shared, 0) as shown:
        shown.link.feed(junk)
        await shown.drawn()
        await asyncio.sleep(0.12)
        await shown.drawn()
        assert shown.app is not None
        assert shown.app.size == (100, 30)
        assert shown.app.is_running
        before = len(shown.wire.sent)
        shown.link.feed(b"\x1b\\\x1b[19~")
        await asyncio.sleep(0.12)
        await shown.drawn()
        assert shown.wire.is_cut or len(shown.wire.sent) > before


async def test_what_is_pasted_plays_no_cards() -> None:
    shared = shared_of(seated("throw_in", 2, (0, 1)))
    async with on_screen(shared, 0) as shown:
        assert b"\x1b[?2004h" in shown.wire.sent, "the terminal is asked to say what is pasted"
        before = len(shared.table.events(0))
        await shown.press("\x1b[200~good luck\r\r \r1\r\x1b[201~")
        assert len(shared.table.events(0)) == before
        await shown.press("\r")
        assert len(shared.table.events(0)) > before


@pytest.mark.slow
async def test_floods_and_readers_that_do_not_read_are_cut_off() -> None:
    shared = shared_of(seated("throw_in", 2, (0, 1)))
    async with on_screen(shared, 0) as anna, on_screen(shared, 1) as boris:
        anna.link.feed(b"\x1b[C" * (MOST_WAITING // 3 + 1))
        assert anna.wire.is_cut
        boris.wire.stuck = MOST_UNREAD + 1
        await boris.press("\x1b[19~")
        assert boris.wire.is_cut
    async with on_screen(shared, 0) as endless:
        endless.link.feed(b"\x1b[200~")
        for _ in range(MOST_WAITING // 50_000 + 1):
            endless.link.feed(b"x" * 50_000)
            while endless.link._waiting:
                await endless.drawn()
        assert endless.wire.is_cut, "what never becomes a key is not kept for ever"


def test_a_terminal_has_a_size_that_can_be_drawn() -> None:
    assert [bounded(*size) for size in ((0, 0), (20, 5), (10**9, 1), (1, 10**9))] == [
        (80, 24),
        (20, 5),
        (500, 1),
        (1, 200),
    ]


async def test_sizes_that_change_all_the_time_are_drawn_in_the_end() -> None:
    shared = shared_of(seated("throw_in", 2, (0, 1)))
    async with on_screen(shared, 0) as shown:
        for nth in range(300):
            shown.link.resize(nth % 150, nth % 60)
        shown.link.resize(90, 28)
        assert shown.app is not None
        async with asyncio.timeout(PATIENCE):
            while shown.app.size != (90, 28):
                await shown.drawn()
                await asyncio.sleep(0.001)


PRIVATE = re.compile(r"\x1b\[\?[\d;]*\$?[a-z]|\x1b\][^\x07]*\x07")
"""Sequences that a terminal is sent besides what it shows."""


def as_textual_draws(shown: Shown) -> Terminal:
    """A terminal to which Textual has sent the whole screen, composed in its own way."""
    assert shown.app is not None
    terminal = Terminal()
    with shown.app._context():
        whole = Compositor.render_full_update(shown.app.screen._compositor)
        terminal.feed(whole.render_segments(shown.app.console))
    return terminal


@pytest.mark.parametrize(
    ("preset", "size"), [("throw_in", (100, 30)), ("nizhny_plain", (140, 44)), ("king_long", (64, 22))]
)
@pytest.mark.every(3)
async def test_the_terminal_shows_what_textual_would_have_drawn(preset: str, size: tuple[int, int]) -> None:
    people = (0, 1, 2, 3)
    shared = shared_of(seated(preset, 4, people, seed=3, names=("Anna", "Вера", "中村", "Gleb")))
    rng = Random(2)
    async with on_screen(shared, 0) as shown:
        assert shown.app is not None
        sent, terminal = 0, Terminal()
        keys = ["", "", "right", "\x1b[19~", "l", "l", "?", "escape", "toast", "", "size", "right", "", "", "f6", ""]
        for key in keys:
            if key == "toast":
                shown.app.notify("A notice lies over the table", markup=False)
            elif key == "size":
                shown.link.resize(*size)
            elif key:
                shown.link.feed(KEYS.get(key, key).encode())
                await asyncio.sleep(0.12 if key == "escape" else 0)
            else:
                seat = shared.table.to_act[0]
                shared.submit(seat, rng.choice(list(shared.table.legal(seat))))
            await shown.drawn()
            assert shown.app.size == shown.link.size
            terminal.feed(PRIVATE.sub("", shown.wire.sent[sent:].decode()))
            sent = len(shown.wire.sent)
            width, height = shown.app.size
            seen = {at: look for at, look in terminal.shown().items() if at[0] <= height and at[1] <= width}
            assert seen == as_textual_draws(shown).shown(), f"after {key!r}"


@pytest.mark.slow
async def test_a_line_that_is_said_stands_in_the_log_of_everybody_cleaned_and_in_no_record(tmp_path: Path) -> None:
    path = tmp_path / "match.jsonl"
    shared = shared_of(new_table("throw_in", "person", "person", path=path))
    size = path.stat().st_size
    async with on_screen(shared, 0) as anna, on_screen(shared, 1) as boris:
        await anna.press("\x1bOR")
        for signs in ("[red]Good", " ", "\u202egame\u200b", "!" * 300):
            await anna.press(signs)
        before = len(boris.wire.sent)
        await anna.press("\r")
        for shown in (anna, boris):
            await shown.drawn()
            assert shown.app is not None
            screen = shown.app.table_screen()
            assert screen is not None
            said = screen.picture.history.lines[-1]
            assert said.startswith("Anna: [red]Good game!!!")
            assert len(said) <= len("Anna: ") + SAID
        assert "[red]Good" in boris.text
        assert "\u202e" not in boris.wire.sent[before:].decode()
        assert shared.number == 0, "nobody's choice is stale for it"
    async with on_screen(shared, 1) as again:
        assert again.app is not None
        screen = again.app.table_screen()
        assert screen is not None
        assert any("[red]Good" in line for line in screen.picture.history.lines), "who comes back reads it"
    assert path.stat().st_size == size
    shared.table.close()


def test_nobody_says_more_than_can_be_read() -> None:
    shared = shared_of(seated("throw_in", 2, (0, 1)))
    now = 10.0
    shared.time = lambda: now
    seat = SeatTable(shared, 0, lambda news: None)
    assert seat.say("\x1b[2J\u202e\n one ")
    assert [(said.number, said.seat, Words().text(said.whole, ["Anna"])) for said in seat.said(0)] == [
        (1, 0, "Anna: [2J   one")
    ]
    assert all(seat.say(f"line {nth}") for nth in range(1, MOST_SAID))
    assert not seat.say("one more")
    now += SAID_FOR
    assert seat.say("later")
    assert [said.line.facts["line"] for said in seat.said(MOST_SAID)] == ["later"]


async def test_the_foot_and_the_help_of_a_seat_name_no_key_that_does_nothing_there() -> None:
    shared = shared_of(seated("throw_in", 3, (0, 1, 2)))
    async with on_screen(shared, 0) as one, on_screen(shared, 1) as two, on_screen(shared, 2) as three:
        for shown in (one, two, three):
            assert shown.app is not None
            screen = shown.app.table_screen()
            assert screen is not None
            actions = {hint.action for hint in screen.picture.keyline.hints}
            assert "say" in actions
            assert not actions & {"hint", "mark", "undo", "why", "open_hands"}, actions
            assert not {key.id for key in screen.keys} & {"hint", "undo", "why", "open"}


@pytest.mark.parametrize("seat", [0, None])
async def test_the_settings_of_a_guest_are_those_that_change_something(seat: Seat | None) -> None:
    async with on_screen(shared_of(seated("throw_in", 2, (0, 1))), seat) as shown:
        app = shown.app
        assert app is not None
        with app._context():
            titles = [command.title for command in Commands(app.screen).commands()]
            assert "Settings" in titles
            assert not any("pace" in title for title in titles)
            app.open_settings()
        await shown.drawn()
        with app._context():
            assert isinstance(app.screen, SettingsScreen)
            assert app.screen.lines() == [name for name in (*SHOWN, "keys") if name not in IDLE]
            app.choose("motion", True)
            assert not app.moving
        assert "Language" in shown.text
        assert not re.search("Your name|Pace of bots|Tutor|Motion", shown.text)


async def test_the_host_has_cards_that_move_on_their_own_terminal() -> None:
    words = Words("en")
    table = SeatTable(shared_of(seated("throw_in", 2, (0, 1))), 0, lambda news: None)
    app = SeatApp(None, table, words, settings_for_guest(words, {}))
    async with app.run_test() as pilot:
        app.open_settings()
        await pilot.pause()
        assert isinstance(app.screen, SettingsScreen)
        assert app.screen.lines() == [name for name in (*SHOWN, "keys") if name not in IDLE - {"motion"}]


async def test_who_watches_has_no_cursor_and_is_told_of_no_key_for_cards_or_for_a_shell() -> None:
    shared = shared_of(seated("throw_in", 2, (0, 1)))
    async with on_screen(shared, None) as shown:
        assert shown.app is not None
        screen = shown.app.table_screen()
        assert screen is not None
        ids = {key.id for key in screen.keys}
        assert {"rules", "log", "menu"} <= ids <= set(WATCHED)
        actions = {hint.action for hint in screen.picture.keyline.hints}
        assert {"rules", "help"} <= actions <= set(WATCHED), actions
        assert screen.picture.hand.cards
        assert screen.picture.hand.cursor == -1
        await shown.press("?")
        assert "Ctrl+Q" in shown.text
        assert "Ctrl+Z" not in shown.text


async def test_who_gets_up_leaves_and_the_others_play_on() -> None:
    """A spectator is asked nothing; a player who comes back has their seat again."""
    table = seated("throw_in", 3, (0, 1), evening=True)
    shared = shared_of(table)
    async with on_screen(shared, 0) as mine, on_screen(shared, 1) as other, on_screen(shared, None) as watching:
        assert not played_until(table, lambda table: False)
        shared._noticed()
        for shown in (mine, other, watching):
            await shown.drawn()
            assert "next deal" in shown.text
            assert ("enough for today" in shown.text) is (shown is not watching)
            shown.link.feed(b"\t")  # A key other than Enter shows that the box has been seen.
            await shown.drawn()
        await asyncio.sleep(0.4)
        watching.link.feed(b"\x1b")
        await asyncio.sleep(0.2)
        await watching.drawn()
        assert "get up" not in watching.text
        mine.link.feed(b"\x1b")
        await asyncio.sleep(0.5)
        await mine.drawn()
        assert "get up" in mine.text
        assert "a new evening" not in mine.text
        await mine.press("\r")
        await asyncio.sleep(0.1)
        assert shared.played_by_bots == {0}
        assert mine.app is not None
        assert not mine.app.why_closed
        assert not shared.is_closed
        async with on_screen(shared, 0):
            assert not shared.played_by_bots
    assert shared.present == frozenset()


async def test_who_has_read_how_a_deal_ended_sees_whom_the_next_one_waits_for() -> None:
    table = seated("throw_in", 3, (0, 1), evening=True)
    shared = shared_of(table)
    async with on_screen(shared, 0) as mine, on_screen(shared, 1) as other:
        assert not played_until(table, lambda table: False)
        shared._noticed()
        for shown in (mine, other):
            await shown.drawn()
            assert "next deal" in shown.text
        await asyncio.sleep(0.4)
        await mine.press("\r")
        await asyncio.sleep(0.2)
        await mine.drawn()
        assert shared.reading == {1}
        assert f"waits for {table.names[1]}." in mine.text
        shared.rise(1, shared._screens[1])
        await asyncio.sleep(0.2)
        await mine.drawn()
        assert "waits for" not in mine.text


async def test_a_guest_marks_a_bots_move_and_the_host_alone_finds_it_after_the_deal(tmp_path: Path) -> None:
    path, folder = tmp_path / "match.jsonl", tmp_path / "silly"
    table = new_table("throw_in", "person", "bot:steady", "person", path=path)
    shared = shared_of(table)
    shared.silly = folder
    while table.public_events()[-1].seat != 1:
        seat = table.to_act[0]
        table.submit(seat, table.hint(seat, "steady").move if seat in table.people else table.bot_move(seat))
    async with on_screen(shared, 0) as guest, on_screen(shared, 2) as host:
        await guest.press("\x1bOS")
        assert "What would you have played" in guest.text
        await guest.press("a six")
        await guest.press("\r")
        assert "the host has it in a file" in guest.text
        (kept,) = folder.iterdir()
        assert kept.is_file(), "a folder would show every hand"
        while not table.deal_over:
            seat = table.to_act[0]
            table.submit(seat, table.hint(seat, "steady").move)
        shared._noticed()
        async with asyncio.timeout(PATIENCE):
            while "lies with the host" not in host.text or "lies with the host" not in guest.text:
                await asyncio.sleep(0.01)
        (written,) = folder.iterdir()
        assert "better: a six" in (written / "note.txt").read_text("utf-8")
        for shown in (guest, host):
            assert "match-" not in shown.wire.sent.decode(), "nobody at the table is told where the host's files lie"


async def test_no_move_is_marked_while_somebody_may_be_asked_in_secret(tmp_path: Path) -> None:
    table = new_table("burkozel", "person", "person", "bot:steady", path=tmp_path / "match.jsonl")
    shared = shared_of(table)
    shared.silly = tmp_path / "silly"
    assert played_until(table, lambda table: table.aside)
    assert shared.is_secret
    async with on_screen(shared, 0) as guest:
        await guest.press("\x1bOS")
        assert "What would you have played" not in guest.text
        assert "a word to say" in guest.text
