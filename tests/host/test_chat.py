"""Chat by spectators at a table: forbidden unless the host allows it, then in every kind of seat."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("asyncssh", reason="seats over SSH need the extra `host`")

from cardtable.host.hall import Hall
from cardtable.host.lines import LineGuest
from cardtable.host.seat_page import PageGuest
from cardtable.host.tables import HallTable, NotNow
from cardtable.match.chat import KEPT, MOST_SAID, SAID, SAID_FOR, Chat
from cardtable.match.seat import SeatTable, WatchTable
from cardtable.match.shared import SharedTable
from cardtable.match.view import ONLOOKER
from cardtable.player.saved import SavedTable
from cardtable.words import Words
from tests.host.helpers import new_hall, new_table, styles_of, until
from tests.host.test_screens import on_screen
from tests.waiting import quiet

ALLOWED = "The host lets those who watch speak."
SILENT = "Those who watch are not heard any more."


def hosted(said: list[str]) -> tuple[Hall, SharedTable]:
    """A hall in which Anna and Boris play."""
    table = new_table("throw_in", "person", "person")
    shared, hall = SharedTable(table, delay=0, window=0), new_hall(said)
    hall.put(HallTable(SavedTable("throw_in", table.names, styles_of(table)), shared=shared))
    return hall, shared


async def test_those_who_watch_speak_when_the_host_lets_them_in_lines_and_on_pages() -> None:
    hall, shared = hosted([])
    lines: dict[str, list[str]] = {"Anna": [], "Olga": []}
    messages: dict[str, list[Any]] = {"Boris": [], "Pyotr": []}
    plain, pages = {}, {}
    for name, heard in lines.items():
        guest = hall.come(name)
        plain[name] = guest.app = LineGuest(guest, Words("en"), heard.append, short=True)
    for name, told in messages.items():
        guest = hall.come(name)
        pages[name] = guest.app = PageGuest(
            guest,
            Words("ru"),
            lambda message, told=told: told.append(json.loads(message)),  # type: ignore[misc]  # of this page
        )
    for one in (*plain.values(), *pages.values()):
        one.begin()
    plain["Olga"].take("watch 1")
    pages["Pyotr"].obey(["watch", hall.tables[0].number])

    def speaks() -> list[bool]:
        return [next(one[1]["speaks"] for one in reversed(told) if one[0] == "state") for told in messages.values()]

    assert speaks() == [True, False]
    plain["Olga"].take("/hello")
    pages["Pyotr"].obey(["say", "hello"])
    assert "Those who watch are not heard at this table." in "".join(lines["Olga"])
    assert shared.spoken(0) == []

    host = hall.come("Host", is_host=True)
    assert Words("en").text(host.act("", "watchers")) == ALLOWED
    with pytest.raises(NotNow, match="only the host"):
        next(guest for guest in hall.guests if guest.name == "Olga").act("", "watchers")
    await until(lambda: speaks() == [True, True])
    plain["Olga"].take("/good \x1b[2Jevening")
    pages["Pyotr"].obey(["say", "привет"])
    plain["Anna"].take("/and to you")
    await until(lambda: ["said", "Anna", "and to you"] in messages["Boris"])
    said = [one[1:] for one in messages["Boris"] if one[0] == "said"]
    assert said == [
        ["", "Хозяин стола разрешил говорить тем, кто смотрит."],
        ["Olga (смотрит)", "good [2Jevening"],
        ["Pyotr (смотрит)", "привет"],
        ["Anna", "and to you"],
    ]
    heard = [line.strip() for line in lines["Anna"]]
    assert [line for line in heard if "watch" in line] == [
        ALLOWED,
        "Olga (watching): good [2Jevening",
        "Pyotr (watching): привет",
    ]

    assert Words("en").text(host.act("", "watchers")) == SILENT
    await until(lambda: speaks() == [True, False])
    assert SILENT in "".join(lines["Olga"])
    before = len(shared.spoken(0))
    plain["Olga"].take("/and now?")
    assert len(shared.spoken(0)) == before
    hall.close()


async def test_who_watches_at_a_screen_has_the_key_to_speak_while_they_are_heard() -> None:
    shared = SharedTable(new_table("throw_in", "person", "person"), delay=0, window=0)
    async with on_screen(shared, 0) as anna, on_screen(shared, None) as shown:
        await shown.press("\x1bOR")
        assert "F3 say" not in shown.text
        assert "Those who watch are not heard at this table." in shown.text
        shared.let_watchers_speak(True)
        for one in (anna, shown):
            await one.drawn()
            assert "The host lets those who" in one.text, "in the log"
        assert "F3 say" in shown.text
        await shown.press("\x1bOR")
        assert "To everybody at this table" in shown.text
        await shown.press("nice")
        await shown.press("\r")
        await anna.drawn()
        assert "Olga (watching): nice" in anna.text
        assert "Olga (watching): nice" in shown.text
        assert anna.app is not None
        assert shown.app is not None
        assert not [told for told, _ in shown.app.menu_lines() if "Hear" in told], "who watches"
        dict(anna.app.menu_lines())["Hear nothing of those who watch"]()
        await shown.press("\x1bOR")
        await shown.press("well")
        await shown.press("\r")
        await shown.drawn()
        await anna.drawn()
        assert "Olga (watching): well" in shown.text
        assert "Olga (watching): well" not in anna.text
        assert "Hear those who watch again" in dict(anna.app.menu_lines())
        shared.let_watchers_speak(False)
        await shown.drawn()
        assert "F3 say" not in shown.text
    await quiet()


async def test_who_comes_later_is_told_that_those_who_watch_are_heard() -> None:
    hall, shared = hosted([])
    hall.hears_watchers = True
    hall.begin(hall.tables[0])
    late: list[str] = []
    guest = hall.come("Anna")
    guest.app = LineGuest(guest, Words("en"), late.append, short=True)
    guest.app.begin()
    assert f"{ALLOWED}\r\n" in late
    hall.begin(hall.tables[0])
    assert len(shared.spoken(0)) == 1, "once"
    hall.close()


def test_who_watches_says_no_more_than_a_player_and_not_for_others(tmp_path: Path) -> None:
    path = tmp_path / "match.jsonl"
    shared = SharedTable(new_table("throw_in", "person", "person", path=path), delay=0, window=0)
    size = path.stat().st_size
    now = 10.0
    shared.time = lambda: now
    olga, pyotr = (WatchTable(shared, lambda news: None, name) for name in ("Olga", "Pyotr"))
    assert not olga.say("too early")
    shared.let_watchers_speak(True)
    assert all(olga.say(f"line {nth}") for nth in range(MOST_SAID))
    assert not olga.say("one more")
    assert not WatchTable(shared, lambda news: None, "Olga").say("once more, come back"), "by the name"
    assert pyotr.say("me"), "one is not silenced by another"
    assert SeatTable(shared, 0, lambda news: None).say("me too")
    now += SAID_FOR
    assert olga.say("x" * 500)
    last = shared.spoken(0)[-1]
    assert (last.seat, last.line.facts["line"]) == (ONLOOKER, "x" * SAID)
    assert path.stat().st_size == size, "no record has it"
    shared.close()


def test_a_chat_keeps_no_more_than_it_needs() -> None:
    chat = Chat()
    for nth in range(1000):
        assert chat.say(f"Guest {nth}", "hello", float(nth))
    assert len(chat.since(0)) == KEPT
    assert [said.number for said in chat.since(998)] == [999, 1000]
    assert len(chat._spoke) <= SAID_FOR + 1
    assert chat.say(0, " \x1b ", 1000.0) is None
