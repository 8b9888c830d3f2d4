"""A seat in plain lines: by `ssh HOST plain`, on terminals that cannot show a table, and where there is none."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("asyncssh", reason="seats over SSH need the extra `host`")

import asyncssh

from cardtable.games import FAMILIES, family
from cardtable.host.lines import LineEditor, LineGuest, Lines, Plain, asked_of
from cardtable.host.seat_page import SeatState
from cardtable.host.tables import HallTable
from cardtable.match.record import read_record
from cardtable.match.seat import SeatTable, WatchTable
from cardtable.match.shared import SharedTable
from cardtable.plain.seat import PlainSeat
from cardtable.player.saved import SavedTable
from cardtable.words import Words
from tests.host.helpers import Served, new_hall, new_table, served, until
from tests.host.time import AtOnce, Time
from tests.lots import sampled
from tests.tui.tables import seated

PRESETS = [(name, preset) for name in FAMILIES for preset in family(name).presets]


class Friend:
    """A friend whose own terminal sends whole lines."""

    def __init__(self, connection: Any, process: Any) -> None:
        self.connection, self.process = connection, process
        self.heard = ""

    @classmethod
    async def come(cls, host: Served, seat: int, command: str | None = "plain", **given: Any) -> Friend:
        """Comes with this seat's code."""
        on_the_way = {name: given.pop(name) for name in ("local_addr",) if name in given}
        connection = await host.connection(host.codes[seat], **on_the_way)
        process = await connection.create_process(command, encoding="utf-8", **given)
        return cls(connection, process)

    async def hears(self, text: str) -> str:
        """Waits for this text; returns everything printed since the last call."""
        while text not in self.heard:
            sent = await self.process.stdout.read(1 << 14)
            assert sent, f"{text!r} was never said: {self.heard}"
            self.heard += sent
        told, self.heard = self.heard, ""
        return str(told)

    def says(self, line: str, end: str = "\n") -> None:
        """Types a line."""
        self.process.stdin.write(line + end)

    async def rest(self) -> str:
        """Everything printed until the session ends."""
        return self.heard + str(await self.process.stdout.read())


async def test_who_goes_is_told_how_the_evening_stands_and_how_to_come_back() -> None:
    async with served(seated("throw_in", 2, (0, 1), evening=True)) as host:
        host.host.way = lambda name: f"ssh -p 2022 {name.lower()}@table.example"
        anna, vera = await Friend.come(host, 0, "plain en short"), await Friend.come(host, 1, "plain ru")
        friends = {0: anna, 1: vera}
        while not host.table.deal_over:
            number, seat = host.shared.number, host.table.to_act[0]
            if host.table.plain_pass(seat) is None:
                friends[seat].says("1")
            await until(lambda number=number: host.shared.number > number)  # type: ignore[misc]  # of this turn
        assert host.table.evening is not None
        fool = next(seat for seat in (0, 1) if host.table.evening.counts[seat])
        lost = "you" if fool == 0 else "Vera"
        english = (
            f"In the evening – fool: {lost} 1.",
            "Bye, Mila.",
            f"1 deal; fool: {lost} 1",
            "To come back:  ssh -p 2022 mila@table.example",
        )
        russian = ("До свидания, Vera.", "1 сдача; в дураках: ", "Вернуться:  ssh -p 2022 vera@table.example")
        for friend, lines in ((anna, english), (vera, russian)):
            friend.says("quit")
            told = await friend.rest()
            assert all(line in told for line in lines), told
            assert not any(over in told for over in ("The match is over", "Матч окончен")), "each deal is a match"


async def test_two_friends_play_a_deal_in_lines_each_in_their_language(tmp_path: Path) -> None:
    path = tmp_path / "match.jsonl"
    async with served(new_table("throw_in", "person", "person", path=path)) as host:
        anna = await Friend.come(host, 0, "plain en short")
        vera = await Friend.come(host, 1, "plain ru")
        assert "Type a card" in await anna.hears("Your hand")
        assert "Наберите карту" in await vera.hears("Карты на руках")
        friends, moves, sent = {0: anna, 1: vera}, 0, 0
        while not host.table.deal_over:
            number, seat = host.shared.number, host.table.to_act[0]
            if host.table.plain_pass(seat) is None:
                friends[seat].says("1")
                moves += 1
            await until(lambda number=number: host.shared.number > number)  # type: ignore[misc]  # of this turn
        ends = ((anna, "The match is over.", "Bye, Anna.\r\n"), (vera, "Матч окончен", "До свидания, Boris.\r\n"))
        for friend, over, bye in ends:
            sent += len((await friend.hears(over)).encode())
            friend.says("")
            assert await friend.rest() == bye
        assert sent / moves / 2 <= 350, "bytes a move"
        assert host.said[:2] == ["Anna has come.", "Boris has come."]
    assert read_record(path).complete


@pytest.mark.parametrize("command", ["id", "plain; id", "plain en en en", "plainer", "plain de", "sftp"])
async def test_no_other_command_is_anything(command: str) -> None:
    assert asked_of(command) is None
    async with served(new_table("throw_in", "person", "person")) as host:
        connection = await host.connection(host.codes[0])
        with pytest.raises(asyncssh.ChannelOpenError):
            await connection.create_process(command)
        connection.abort()


def test_what_plain_may_be_told() -> None:
    assert asked_of("plain") == Plain()
    assert asked_of("plain ru short") == asked_of("plain short ru") == Plain("ru", True)


@pytest.mark.parametrize(
    ("command", "given"), [(None, {}), (None, {"term_type": "dumb"}), ("plain", {"term_type": "xterm"})]
)
async def test_lines_are_what_is_there_without_a_terminal_that_shows_tables(
    command: str | None, given: dict[str, str]
) -> None:
    async with served(new_table("throw_in", "person", "person")) as host:
        friend = await Friend.come(host, 0, command, **given)
        await friend.hears("Your hand")
        friend.says("hanx\x7fd" if given else "hand", "\r" if given else "\n")
        told = await friend.hears("Your hand:")
        assert ("hanx\b \bd" in told) == bool(given), "on a terminal this side echoes and edits"
        friend.says("quit", "\r" if given else "\n")
        await friend.rest()
        assert friend.process.exit_status == 0
    assert host.said == ["Anna has come.", "Anna has gone."]


async def test_what_is_typed_before_anything_is_said_is_not_lost() -> None:
    async with served(new_table("throw_in", "person", "person")) as host:
        connection = await host.connection(host.codes[0])
        process = await connection.create_process("plain", encoding="utf-8", input="score\nquit\n")
        told = str(await process.stdout.read())
        assert "Fool: Anna 0, Boris 0." in told
        assert process.exit_status == 0


async def test_a_line_for_the_others_is_heard_by_them_and_what_was_said_can_be_said_again() -> None:
    async with served(new_table("throw_in", "person", "person")) as host:
        anna, boris = await Friend.come(host, 0), await Friend.come(host, 1)
        assert "types `words`" in await anna.hears("Your hand")
        await boris.hears("Your hand")
        anna.says("help")
        await anna.hears("such as: /Well played")
        anna.says("/good luck")
        assert "Anna: good luck" in await boris.hears("good luck")
        boris.says("score")
        boris.says("repeat")
        boris.says("undo")
        told = await boris.hears("Nothing is taken back where several people play.")
        anna.says("rules")
        assert "[D-" in await anna.hears("[D-")
        anna.says("hint")
        await anna.hears("There are no hints at this table.")
        assert told.count("Fool: Anna 0, Boris 0.") == 2, "said, and said again"


async def test_the_hall_in_lines_gives_open_seats_and_begins_the_match() -> None:
    hall = new_hall([])
    hall.put(HallTable(SavedTable("throw_in", ("", ""), (None, None))))
    said: dict[str, list[str]] = {"Anna": [], "Boris": []}
    screens = {}
    for name, lines in said.items():
        guest = hall.come(name)
        screens[name] = guest.app = LineGuest(guest, Words("en"), lines.append, short=False)
        screens[name].begin()
        assert "1. Throw-in Fool: (open), (open); waits for players.\r\n" in lines
    for line in ("who", "watch 1", "sit", "sit 7", "nonsense", "столы"):
        screens["Anna"].take(line)
    told = "".join(said["Anna"])
    for part in (
        "2 players are here",
        "nothing to watch yet",
        "Name the table by its number",
        "this table is gone",
        "sit, сесть",
    ):
        assert part in told
    said["Anna"].clear()
    screens["Boris"].take("sit 1")
    await until(lambda: any("Boris, (open)" in line for line in said["Anna"]))
    assert any("the match begins when nobody is missing" in line for line in said["Boris"])
    screens["Anna"].take("сесть 1")
    for lines in said.values():
        await until(lambda lines=lines: any("Your hand" in line for line in lines))  # type: ignore[misc]  # of this one
    hall.close()


@pytest.mark.parametrize(("name", "preset"), sampled(PRESETS, 9))
@pytest.mark.every(5)
async def test_every_game_is_played_to_its_end_by_lines(name: str, preset: str) -> None:
    """With move numbers, in both languages; a spectator follows too, and hears nobody's hand."""
    seats = family(name).presets[preset].players
    table = new_table(preset, *["person"] * seats, names=[f"Player {seat}" for seat in range(seats)])
    shared, time = SharedTable(table, delay=0, window=0, executor=AtOnce()), Time()
    said: dict[int, list[str]] = {seat: [] for seat in range(seats)}
    plain: dict[int, PlainSeat] = {}
    watched: list[str] = []

    def hear(seat: int) -> None:
        if seat in plain:
            plain[seat].hear()

    for seat in range(seats):
        own = SeatTable(shared, seat, lambda news, seat=seat: hear(seat))  # type: ignore[misc]  # of this seat
        words = Words("ru" if seat % 2 else "en")
        plain[seat] = PlainSeat(own, words, said[seat].append, lambda: None, short=seat % 3 == 0)
    watcher = PlainSeat(
        WatchTable(shared, lambda news: watcher.hear(), "Olga"), Words("en"), watched.append, lambda: None
    )
    for one in (*plain.values(), watcher):
        one.hear()
    for turn in range(600):
        if table.deal_over:
            break
        for seat in table.to_act:
            if plain[seat]._choices():
                plain[seat].take(str(1 + turn % len(plain[seat]._choices())))
                break
        await time.go(shared, lambda: False)  # until nothing more happens without input
    assert table.deal_over
    assert all(said.values())
    assert watched
    assert not any("Your hand" in line for line in watched)


def test_one_hears_once_how_to_speak_and_never_ones_own_line() -> None:
    """Spectators too do not get their own lines back, and are told how to speak once they may."""
    shared = SharedTable(new_table("throw_in", "person", "person"), delay=0, window=0, executor=AtOnce())
    told: dict[str, list[str]] = {"anna": [], "olga": [], "pyotr": []}
    anna = PlainSeat(SeatTable(shared, 0, lambda news: None), Words("en"), told["anna"].append, lambda: None)
    olga, pyotr = (
        PlainSeat(WatchTable(shared, lambda news: None, name), Words("en"), told[name.lower()].append, lambda: None)
        for name in ("Olga", "Pyotr")
    )
    how = "A line that begins with `/` is said to everybody at the table."
    everybody = (anna, olga, pyotr)
    for one in everybody * 2:
        one.hear()
    assert [lines.count(how) for lines in told.values()] == [1, 0, 0]
    shared.let_watchers_speak(True)
    for one in (olga, anna):
        one.take("/well played")
    for one in everybody:
        one.hear()
    assert [lines.count(how) for lines in told.values()] == [1, 1, 1]
    assert [[line for line in lines if "well played" in line] for lines in told.values()] == [
        ["Olga (watching): well played"],
        ["Anna: well played"],
        ["Olga (watching): well played", "Anna: well played"],
    ]


def test_one_hears_who_has_gone_and_who_is_back() -> None:
    shared = SharedTable(seated("throw_in", 3, (0, 1, 2), evening=True), delay=0, window=0, executor=AtOnce())
    vera = SeatTable(shared, 2, lambda news: None)
    told: list[str] = []
    short: list[str] = []
    olga = PlainSeat(WatchTable(shared, lambda news: olga.hear(), "Olga"), Words("en"), told.append, lambda: None)
    anna = PlainSeat(
        SeatTable(shared, 0, lambda news: anna.hear()), Words("en"), short.append, lambda: None, short=True
    )
    anna.hear()
    olga.hear()
    page = SeatState(WatchTable(shared, lambda news: None, "Pyotr"), "en")
    first, second = shared.names[1:3]
    assert page.now()["lines"][0] == "Deal 1."
    assert short[0] == f"{first} is away."
    assert any(line.startswith(f"{first}: 6 cards") and line.endswith("away.") for line in told)
    told.clear()
    boris = SeatTable(shared, 1, lambda news: None)
    vera.close()
    boris.close()
    shared.let_bot_play(2, "steady")
    vera = SeatTable(shared, 2, lambda news: None)
    vera.say_leaving(True)
    assert told == [
        f"{first} is here.",
        f"{second} is away.",
        f"{first} is away.",
        f"A bot plays for {second} until they come back.",
        f"{second} is here.",
        f"{second} gets up after this deal.",
    ]
    assert short[-len(told) :] == told, "who plays hears the same"
    assert page.now()["lines"] == [f"{second} gets up after this deal."], "a page is told how it is now"
    assert page.now()["players"][1]["text"].endswith("away")
    anna.take("table")
    assert any(line.startswith(f"{first}: ") and line.endswith(", away.") for line in short)


async def test_who_comes_back_hears_what_is_new_and_as_they_like_it() -> None:
    async with served(new_table("throw_in", "person", "bot:steady")) as host:
        first = await Friend.come(host, 0)
        told = await first.hears("Your hand")
        for line in ("Deal 1.", "Type a card", "types `words`", "A line that begins with"):
            assert line in told
        first.says("words")
        await first.hears("Your hand, 6:")
        await until(lambda: 0 in host.table.to_act and host.table.plain_pass(0) is None)
        first.says("1")
        await first.hears("Anna ")
        first.connection.abort()
        await until(lambda: not host.hall.guests)
        again = await Friend.come(host, 0)
        told = await again.hears("Your hand, ")
        for line in ("Type a card", "types `words`", "A line that begins with", "turned up"):
            assert line not in told
        again.says("log")
        await again.hears("turned up")


def test_help_lists_what_the_table_takes() -> None:
    shared = SharedTable(new_table("throw_in", "person", "person"), delay=0, window=0, executor=AtOnce())
    listed = []
    for hints in (False, True):
        shared.hints = hints
        for table in (SeatTable(shared, 0, lambda news: None), WatchTable(shared, lambda news: None, "Olga")):
            told: list[str] = []
            PlainSeat(table, Words("en"), told.append, lambda: None).take("help")
            listed.append({line.partition(",")[0] for line in told})
    player, watcher, advised, watcher_too = listed
    assert "undo" not in player | advised
    assert advised - player == {"hint"}
    assert player - watcher == {"hand", "legal", "why"} | {
        line for line in player if line.startswith("A line that begins")
    }
    assert watcher == watcher_too


def test_lines_come_in_pieces_and_are_never_too_long() -> None:
    taken: list[str] = []
    lines = Lines(taken.append)
    for piece in (b"sev", b"en\r\nha", "нд".encode()[:1], "нд".encode()[1:] + b"\n", b"x" * 5000 + b"\n", b"\xff\n"):
        lines.feed(piece)
    assert taken[:2] == ["seven", "haнд"]
    assert max(map(len, taken)) <= 400
    sent: list[str] = []
    editor = LineEditor(taken.append, sent.append)
    editor.feed(b"ab\x15cd\r")
    assert taken[-1] == "cd"
    assert "".join(sent) == "ab\b \b\b \bcd\r\n"
    editor.feed(b"\x1b[A\x1bOBx\x1b[3~y\r")
    assert taken[-1] == "xy", "arrows write nothing"
    for piece in (b"one\r", b"\ntwo\r", b"three\n"):
        lines.feed(piece)
    assert taken[-3:] == ["one", "two", "three"], "no empty line between the halves of an end"
    editor.feed(b"\x04")
    assert taken[-1] == "quit"
