"""The hall: tables to join, watch or open; the names of guests; and the host's powers."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import Callable
from contextlib import nullcontext
from pathlib import Path
from typing import Any, cast

import pytest

pytest.importorskip("asyncssh", reason="seats over SSH need the extra `host`")

import asyncssh

from cardtable.host.friends import Friends
from cardtable.host.hall import Guest, Hall
from cardtable.host.tables import HallTable, NotNow
from cardtable.player.saved import SavedTable
from cardtable.tui.boxes.dialogs import Read
from cardtable.tui.ends.ending import DealResult
from cardtable.tui.guests import settings_for_guest
from cardtable.tui.menus.hall_screen import HallScreen, HostScreen
from cardtable.tui.menus.shared_setup import GuestSetup
from cardtable.tui.menus.table_setup import TableSetup
from cardtable.tui.seat_app import SeatApp
from cardtable.tui.table.seat_screen import SeatScreen
from cardtable.words import Words
from tests.host.helpers import NAMES, Way, listening, new_hall, new_table, play_on, served, until

OPEN = ""
KEY = asyncssh.generate_private_key("ssh-ed25519")


@pytest.fixture(autouse=True)
def unhurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody presses Enter before they have seen the question."""
    seconds = itertools.count(1000)
    monkeypatch.setattr("cardtable.tui.app.monotonic", lambda: float(next(seconds)))


def agreed(*names: str, preset: str = "throw_in") -> SavedTable:
    """A table for these people; an empty name is an open seat."""
    return SavedTable(preset, names, (None,) * len(names))


def failure_of(hall: Hall) -> list[BaseException]:
    """The error with which screens failed."""
    apps = [guest.app for guest in hall.guests if isinstance(guest.app, SeatApp)]
    return [app.failure for app in apps if app.failure is not None]


def visitor(hall: Hall, name: str) -> Guest:
    """The visitor with this name."""
    return next(guest for guest in hall.guests if guest.name == name)


def at_home(guest: Guest) -> SeatApp:
    """The screen of the person at this process's own terminal: their seat, or the hall."""
    words = Words("en")
    app = guest.app = SeatApp(None, guest.first(), words, settings_for_guest(words, {}), guest)
    return app


async def test_a_match_begins_when_the_open_seats_are_taken_and_those_who_came_come_back() -> None:
    said: list[str] = []
    hall = new_hall(said)
    hall.add(HallTable(agreed("Anna", OPEN)))
    hall.new_code("Anna")
    async with listening(hall) as (_, port):
        way = Way(hall, port)
        anna = await way.enter(hall.codes["Anna"])
        await anna.sees("waits for players")
        stranger = await way.enter(hall.codes[OPEN], username="masha")
        assert [guest.name for guest in hall.guests] == ["Anna", "Masha"]
        stranger.press("\r")
        await until(lambda: hall.tables[0].shared is not None)
        shared = hall.tables[0].shared
        assert shared is not None
        await until(lambda: shared.present == {0, 1})
        assert list(shared.names) == ["Anna", "Masha"]
        assert failure_of(hall) == []
        await stranger.sees(hall.codes["Masha"])
        stranger.connection.abort()
        await until(lambda: shared.present == {0})
        again = await way.enter(hall.codes["Masha"], username="nobody")
        await until(lambda: shared.present == {0, 1})
        assert failure_of(hall) == []
        again.connection.abort()


async def test_a_name_that_is_somebodys_is_not_given_to_whoever_types_it(tmp_path: Path) -> None:
    friends = Friends(tmp_path / "friends")
    friends.keep("Vera", KEY)
    hall = new_hall([], friends.path)
    hall.add(HallTable(agreed("Anna", "Boris", OPEN)))
    assert [hall.name_for(wish) for wish in ("anna", "ANNA", "Vera", "", "x" * 40, "a\x1b[2J", "  ")] == [
        "Anna 2",
        "ANNA 2",
        "Vera 2",
        "Guest",
        "X" + "x" * 16,
        "Guest",
        "Guest",
    ]
    first, second = hall.come(OPEN, "masha"), hall.come(OPEN, "masha")
    assert (first.name, second.name) == ("Masha", "Masha 2")
    assert hall.come("Anna", "root").name == "Anna"


async def test_whoever_takes_an_open_seat_is_known_by_their_key_or_a_code_of_their_own(tmp_path: Path) -> None:
    hall = new_hall([], tmp_path / "friends")
    hall.add(HallTable(agreed("Anna", OPEN, OPEN, OPEN)))
    one, two = hall.come(OPEN, "masha", KEY), hall.come(OPEN, "oleg")
    assert not hall.friends.path.exists(), "who only looks round is nobody"
    for guest in (one, two):
        assert guest.sit(0) is None
    assert hall.tables[0].agreed.names == ("Anna", "Masha", "Oleg", OPEN)
    assert hall.whose(KEY) == "Masha"
    assert (one.own_code, hall.door.name_for(two.own_code)) == ("", "Oleg")
    two.leave()
    assert hall.tables[0].agreed.names == ("Anna", "Masha", OPEN, OPEN), "a seat is not kept for who has gone"
    again = hall.come("Oleg")
    assert again.own_code == ""
    again.sit(0)
    last = hall.come(OPEN, "zoya")
    assert last.sit(0) is not None
    with pytest.raises(NotNow, match="no seat is open"):
        hall.come(OPEN, "late").sit(0)
    hall.close()


async def test_who_watches_has_no_seat_and_nobody_watches_what_they_play() -> None:
    hall = new_hall([])
    hall.add(HallTable(agreed("Anna", "Boris")))
    anna, vera = hall.come("Anna"), hall.come(OPEN, "vera")
    assert anna.first() is not None
    assert vera.first() is None
    with pytest.raises(NotNow, match="you have a seat"):
        anna.watch(0)
    with pytest.raises(NotNow, match="this table is gone"):
        vera.watch(1)
    with pytest.raises(NotNow, match="no seat is open"):
        vera.sit(0)
    table = vera.watch(0)
    assert (table.watches, table.here, table.to_act) == (True, frozenset(), ())
    assert hall.tables[0].shared is not None
    assert hall.tables[0].shared.present == {0}
    vera.leave()
    hall.close()


async def test_who_sits_down_where_they_sit_already_goes_back_to_their_table() -> None:
    hall = new_hall([])
    hall.add(HallTable(agreed("Anna", "Boris", "Vera")))
    shared = hall.tables[0].shared
    assert shared is not None
    anna = at_home(hall.come("Anna", is_host=True))
    async with anna.run_test(size=(100, 30)) as pilot:
        before = anna.screen_stack[:]
        assert [type(screen) for screen in before] == [SeatScreen, HostScreen]
        await pilot.press("t", "enter")
        assert anna.screen_stack == before[:1]
        assert shared.present == {0}
        assert not anna.why_closed
    hall.close()


async def test_a_seat_is_taken_once_by_two_keys_that_come_together() -> None:
    hall = new_hall([])
    hall.add(HallTable(agreed("Anna", OPEN)))
    vera = at_home(hall.come(OPEN, "vera"))
    async with vera.run_test(size=(100, 30)) as pilot:
        screen = vera.screen
        assert isinstance(screen, HallScreen)
        for _ in range(2):
            screen.action_take()
        await pilot.pause()
        shared = hall.tables[0].shared
        assert shared is not None
        assert shared.present == {1}
        assert not vera.why_closed
        assert isinstance(vera.screen, Read), "their own code is still to be read"
        assert vera.table_screen() is not None
    hall.close()


async def test_guests_open_as_many_tables_as_the_host_allows_and_choose_no_cards() -> None:
    hall = new_hall([], most=1)
    hall.add(HallTable(agreed("Anna", "Boris")))
    anna, vera = hall.come("Anna"), hall.come(OPEN, "vera")
    form = SavedTable("king_simple", ("Me", "Player 2", "Galya"), (None, None, "steady"), {}, "ours", 7)
    assert vera.may_open
    vera.open_own(form)
    assert hall.tables[1].agreed == SavedTable("king_simple", ("Vera", OPEN, "Galya"), (None, None, "steady"))
    assert not anna.may_open
    with pytest.raises(NotNow, match="no more tables"):
        anna.open_own(form)
    with pytest.raises(NotNow, match="only the host"):
        anna.act("Vera", "away")
    assert anna.people() == ()
    vera.leave()
    assert len(hall.tables) == 1, "nobody waits there any more"
    with pytest.raises(NotNow, match="keep a seat for yourself"):
        anna.open_own(SavedTable("throw_in", ("A", "B"), ("steady", "steady")))
    hall.close()


async def test_a_table_keeps_its_number_and_gives_it_to_no_other() -> None:
    hall = new_hall([], most=2)
    owners = [hall.come(OPEN, wish) for wish in ("masha", "oleg", "zoya")]
    vera = hall.come(OPEN, "vera")
    for owner, after in zip(owners, ([0], [0, 1], [1, 2]), strict=True):
        if len(hall.tables) == 2:
            owners[0].leave()
        owner.open_own(agreed(owner.name, "Player 2", "Player 3"))
        assert [row.number for row in vera.tables()] == after
    with pytest.raises(NotNow, match="this table is gone"):
        vera.sit(0)
    vera.sit(1)
    assert [table.agreed.names for table in hall.tables] == [("Oleg", "Vera", OPEN), ("Zoya", OPEN, OPEN)]
    hall.close()


async def test_whoever_opens_a_table_waits_at_no_other_one() -> None:
    hall = new_hall([], most=2)
    hall.add(HallTable(agreed("Anna", OPEN, OPEN)))
    vera = hall.come(OPEN, "vera")
    vera.sit(0)
    with pytest.raises(NotNow, match="keep a seat for yourself"):
        vera.open_own(SavedTable("throw_in", ("A", "B"), ("steady", "steady")))
    assert hall.tables[0].agreed.names == ("Anna", "Vera", OPEN), "where nothing is opened nothing is given back"
    vera.open_own(agreed("Vera", "Player 2"))
    assert [table.agreed.names for table in hall.tables] == [("Anna", OPEN, OPEN), ("Vera", OPEN)]
    hall.close()


async def test_a_guests_table_that_begins_at_once_is_among_those_that_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    """A host that is killed right after it goes on with that table."""
    hall, kept = new_hall([], most=3), []
    monkeypatch.setattr(hall, "note", lambda: kept.append([table.agreed.names for table in hall.tables]))
    hall.come("", "masha").open_own(SavedTable("throw_in", ("Masha", "Bot"), (None, "steady")))
    assert [table.going is not None for table in hall.tables] == [True]
    assert kept[-1] == [hall.tables[0].agreed.names]
    hall.close()


async def test_the_bots_of_all_guests_tables_think_one_at_a_time() -> None:
    hall = new_hall([], most=3)
    hall.add(HallTable(SavedTable("throw_in", ("Anna", "Bot"), (None, "expert_deep"))))
    for name in ("Masha", "Vera"):
        hall.come("", name).open_own(SavedTable("throw_in", (name, "Bot"), (None, "expert")))
    hosts, masha, vera = (table.shared for table in hall.tables)
    assert hosts is not None
    assert masha is not None
    assert vera is not None
    assert masha._executor is vera._executor is hall.thoughts is not hosts._executor
    hall.close()


@pytest.mark.parametrize(
    ("style", "may"), [("steady", True), ("expert", True), ("expert_deep", False), ("cmd:true", False)]
)
async def test_guests_seat_no_bot_that_thinks_longer_than_the_expert(style: str, may: bool) -> None:
    hall = new_hall([], most=3)
    table = SavedTable("throw_in", ("Masha", "Bot"), (None, style))
    with nullcontext() if may else pytest.raises(NotNow, match="thinks for so long"):
        hall.come("", "masha").open_own(table)
    assert len(hall.tables) == may
    hall.close()
    offered = GuestSetup(Words(), "throw_in", 2, "Masha").bots
    assert (style in offered) == may
    assert "expert_deep" in TableSetup(Words(), "throw_in", 2, "Masha").bots


async def test_whoever_goes_while_they_play_leaves_no_seat_behind_at_a_table_that_has_not_begun() -> None:
    hall = new_hall([])
    hall.add(HallTable(agreed("Anna", OPEN, OPEN)))
    hall.add(HallTable(agreed("Vera", "Boris")))
    vera = hall.come("Vera")
    assert vera.sit(0) is None
    assert vera.sit(1) is not None
    assert hall.tables[0].agreed.names == ("Anna", "Vera", OPEN)
    vera.leave()
    assert hall.tables[0].agreed.names == ("Anna", OPEN, OPEN)
    hall.close()


async def test_a_match_that_cannot_begin_gives_the_seat_back_and_says_why() -> None:
    hall = new_hall([])

    def full(agreed: SavedTable, thoughts: object) -> Any:
        raise OSError(28, "No space left on device")

    hall._begin = full
    hall.add(HallTable(agreed("Anna", OPEN)))
    guest = hall.come(OPEN, "vera")
    with pytest.raises(OSError, match="No space left"):
        guest.sit(0)
    assert hall.tables[0].agreed.names == ("Anna", OPEN)


async def test_the_host_gives_codes_sends_away_closes_and_lets_bots_play(tmp_path: Path) -> None:
    path = tmp_path / "friends"
    async with served(new_table("throw_in", "person", "person", "person"), path) as host:
        hall, me = host.hall, host.hall.come(OPEN, "host", is_host=True)
        before = dict(host.codes)
        anna, boris = await host.come(0, client_keys=[KEY]), await host.come(1)
        assert "sent away" in str(me.act("Boris", "away"))
        assert "The host has closed your screen." in await boris.gone()
        boris = await host.come(1)
        me.act("Boris", "bot")
        await boris.gone()
        assert host.shared.played_by_bots == {1}
        assert [row.state.source for row in me.people() if row.name == "Boris"] == ["a bot plays"]
        boris = await host.come(1)
        assert host.shared.played_by_bots == set(), "whoever comes back plays again"
        me.act("Anna", "close")
        await anna.gone()
        for given in ({}, {"client_keys": [KEY]}):
            with pytest.raises(asyncssh.PermissionDenied):
                await host.connection(before[0], **given)
        assert [row.code for row in me.people() if row.name == "Anna"] == [""]
        me.act("Anna", "code")
        with pytest.raises(asyncssh.PermissionDenied):
            await host.connection(before[0])
        await host.come(0, code=hall.codes["Anna"])
        me.app = host.screen(0).app
        with pytest.raises(NotNow, match="this is you"):
            me.act(me.name, "away")
        me.app = None
        me.leave()


async def test_the_host_sends_nobody_away_who_is_not_there() -> None:
    hall = new_hall([])
    hall.add(HallTable(agreed("Anna", "Boris")))
    hall.come(OPEN, "vera")
    host = hall.come(OPEN, "host", is_host=True)
    for name, what in ((OPEN, "away"), ("Anna", "away"), ("Vera", "bot")):
        with pytest.raises(NotNow, match="choose somebody"):
            host.act(name, what)
    hall.close()


async def test_bots_take_the_seats_that_nobody_comes_for() -> None:
    hall = new_hall([])
    hall.add(HallTable(agreed("Anna", OPEN, OPEN)))
    hall.come(OPEN, "host", is_host=True).act(OPEN, "bot")
    table = hall.tables[0]
    assert table.agreed.styles == (None, "steady", "steady")
    assert len(set(table.agreed.names)) == 3
    assert table.shared is not None
    hall.close()


@pytest.mark.slow
async def test_the_hall_is_played_by_keys_and_a_watcher_sees_a_deal_to_its_end() -> None:
    async with served(new_table("throw_in", "person", "person"), most=1) as host:
        players = {seat: await host.come(seat) for seat in (0, 1)}
        vera = await host.enter(host.hall.codes[OPEN], username="vera", lang="ru_RU.UTF-8")
        guest = visitor(host.hall, "Vera")
        vera.press("?")
        await until(lambda: isinstance(guest.app, SeatApp) and len(guest.app.screen_stack) == 2)
        vera.press("q")
        await until(lambda: isinstance(guest.app, SeatApp) and len(guest.app.screen_stack) == 1)
        vera.press("\r")
        await until(lambda: guest.table is not None)
        app: Any = guest.app
        await until(lambda: app.table_screen() is not None)
        for keys in ("\r", " ", "\t", "d", "t", "m", "i", "s", "1", "\x1b[17~", "\x1b[C"):
            vera.press(keys)
        await play_on(host, players)
        await until(lambda: isinstance(app.screen, DealResult))
        assert app.table_screen().picture.view.match_over
        assert failure_of(host.hall) == []
        for name in NAMES[:2]:
            await vera.sees(name)
        vera.press("\r")
        await until(lambda: guest.table is None)
        vera.press("\x1b")
        assert (await vera.gone()).endswith("\x1b[?1049l")


async def test_a_guest_opens_a_table_by_the_ordinary_form() -> None:
    async with served(new_table("throw_in", "person", "person"), most=1) as host:
        vera = await host.enter(host.hall.codes[OPEN], username="vera")
        app: Any = visitor(host.hall, "Vera").app
        for keys, seen in (("n", "Which game?"), ("1", "Durak"), ("1", "Set up"), ("\r", "")):
            vera.press(keys)
            await until(lambda seen=seen: str(getattr(app.screen, "heading", "")).startswith(seen))  # type: ignore[misc]
            await until(lambda: app.screen.is_mounted)
        await until(lambda: app.table_screen() is not None)
        assert [table.owner for table in host.hall.tables] == [OPEN, "Vera"]
        table = host.hall.tables[1]
        assert table.agreed.names[0] == "Vera"
        assert table.shared is not None
        await until(lambda: table.shared is not None and table.shared.present == {0})
        await until(lambda: isinstance(app.screen, Read))
        await vera.sees("Your seat")
        await vera.sees(host.hall.codes["Vera"])
        assert failure_of(host.hall) == []


@pytest.mark.slow
async def test_after_a_deal_everybody_may_look_back_where_the_table_allows_it(tmp_path: Path) -> None:
    table = new_table("throw_in", "person", "person", path=tmp_path / "match.jsonl")
    async with served(table) as host:
        players = {seat: await host.come(seat) for seat in (0, 1)}
        vera = await host.enter(host.hall.codes[OPEN], username="vera")
        guest = visitor(host.hall, "Vera")
        vera.press("\r")
        await until(lambda: guest.table is not None)
        assert guest.table is not None
        host.shared.open_after = True
        assert guest.table.look_back() is None, "hands are still secret"
        await play_on(host, players)
        app: Any = guest.app
        await until(lambda: len(app.screen_stack) == 2)
        for keys, seen in (("\x1b", "Menu"), ("2", "")):
            vera.press(keys)
            await until(lambda seen=seen: str(getattr(app.screen, "heading", "")) == seen)  # type: ignore[misc]
        await until(lambda: type(app.screen).__name__ == "SharedReplay")
        await until(lambda: app.screen.is_mounted)
        with app._context():
            app.screen.copy_path()
            app.screen.save_position()
        assert failure_of(host.hall) == []
        assert str(tmp_path).encode() not in bytes(vera.shown)
        host.shared.open_after = False
        assert guest.table.look_back() is None


async def test_those_who_come_together_are_shown_in_turn_and_nobody_waits_for_who_has_gone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("cardtable.host.ssh.COME_TOGETHER", 1)
    here: list[SeatApp] = []
    unseen: list[int] = []
    ran = SeatApp.run_async

    async def counted(app: SeatApp, **given: Any) -> None:
        here.append(app)
        unseen.append(sum(not one.is_shown.is_set() for one in here))
        try:
            await ran(app, **given)
        finally:
            here.remove(app)

    monkeypatch.setattr(SeatApp, "run_async", counted)
    async with served(new_table("throw_in", *["person"] * 4)) as host:
        guests = [asyncio.create_task(host.come(seat)) for seat in range(4)]
        gone = await host.connection(host.hall.codes[""])
        await gone.create_process(term_type="xterm", term_size=(100, 30), encoding=None)
        gone.abort()
        await asyncio.gather(*guests)
        assert host.shared.present == {0, 1, 2, 3}
        assert failure_of(host.hall) == []
        assert max(unseen) == 1


async def test_what_happens_at_a_table_is_drawn_by_one_after_the_other() -> None:
    names, told = ("Anna", "Boris", "Vera"), list[str]()

    class Screen:
        def __init__(self, name: str) -> None:
            self.name = name

        def hear(self, news: str) -> None:
            told.append(f"{self.name} {news}")

        def hall_changed(self) -> None:
            pass

    hall = new_hall([])
    hall.add(HallTable(agreed(*names)))
    shared = hall.tables[0].shared
    assert shared is not None
    for name in names:
        guest = hall.come(name, "", None)
        guest.first()
        guest.app = cast(SeatApp, Screen(name))
    while hall.turns._waiting:
        await asyncio.sleep(0)
    told.clear()
    shared.speak(2, "hello")
    for nth in range(len(names) + 1):
        assert told == [f"{name} said" for name in names[:nth]], "each in a turn of the loop"
        await asyncio.sleep(0)
    shared.send_away(1)
    assert told[-1] == "Boris closed", "whoever has lost the seat is told at once"
    hall.close()


async def test_a_host_alone_in_its_process_says_when_garbage_is_collected(monkeypatch: pytest.MonkeyPatch) -> None:
    calls: list[tuple[str, int]] = []

    class Noted:
        def __init__(self, people: Callable[[], int]) -> None:
            self.people = people

        def begin(self) -> None:
            calls.append(("begin", self.people()))

        def collect(self) -> None:
            calls.append(("collect", self.people()))

    monkeypatch.setattr("cardtable.host.ssh.Garbage", Noted)
    hall = new_hall([])
    hall.add(HallTable(agreed("Anna", "Boris")))
    hall.new_code("Anna")
    hall.new_code("Boris")
    async with listening(hall, alone=True) as (_, port):
        assert calls == [("begin", 0)]
        anna = await Way(hall, port).enter(hall.codes["Anna"])
        await until(lambda: calls[-1] == ("collect", 1))
        boris = await Way(hall, port).enter(hall.codes["Boris"])
        await until(lambda: calls[-1] == ("collect", 2))
        anna.connection.abort()
        boris.connection.abort()
        await until(lambda: calls[-1] == ("collect", 0))
        assert len(calls) == 4, "when somebody has come, and when nobody is there"
