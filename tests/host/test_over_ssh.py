"""Remote friends: they connect over SSH, play a match with keys alone, and can reach nothing but the table."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

from cardtable.match.record import read_record

pytest.importorskip("asyncssh", reason="seats over SSH need the extra `host`")

import asyncssh
from asyncssh.packet import Boolean, String, UInt32

from cardtable.host.door import digest
from tests.host.helpers import new_table, play_on, play_once, served, until


@pytest.fixture(autouse=True)
def unhurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody presses Enter before they have seen the question."""
    seconds = itertools.count(1000)
    monkeypatch.setattr("cardtable.tui.app.monotonic", lambda: float(next(seconds)))


@pytest.mark.slow
async def test_two_people_play_a_match_over_ssh_to_its_end(tmp_path: Path) -> None:
    path = tmp_path / "match.jsonl"
    async with served(new_table("throw_in", "person", "person", path=path)) as host:
        anna, boris = await host.come(0), await host.come(1, lang="ru_RU.UTF-8")
        assert [host.screen(seat).words.language for seat in (0, 1)] == ["en", "ru"]
        await play_on(host, {0: anna, 1: boris})
        for guest in (anna, boris):
            guest.press("\r")
            assert (await guest.gone()).endswith("\x1b[?25h\x1b[?1049l")
            assert guest.process.exit_status == 0
        assert host.said == ["Anna has come.", "Boris has come.", "Anna has gone.", "Boris has gone."]
    assert read_record(path).complete


async def test_only_the_code_of_a_seat_lets_in() -> None:
    async with served(new_table("throw_in", "person", "person")) as host:
        for code in ("nonsense", digest(host.codes[0])):
            with pytest.raises(asyncssh.PermissionDenied):
                await host.connection(code)  # which sends it again and again
        with pytest.raises(asyncssh.PermissionDenied):
            await host.connection(host.codes[0], preferred_auth="password", password=host.codes[0])
        key = asyncssh.generate_private_key("ssh-ed25519")
        with pytest.raises(asyncssh.PermissionDenied):
            await host.connection(host.codes[0], preferred_auth="publickey", client_keys=[key])
        assert host.said == ["Somebody tries codes: 5 in ten minutes, the last from 127.0.0.1."]


async def test_pictures_are_not_enciphered_in_the_slowest_way_that_a_client_knows() -> None:
    async with served(new_table("throw_in", "person", "person")) as host:
        for given, cipher in ({}, "gcm"), ({"encryption_algs": "aes256-ctr"}, "aes256-ctr"):
            connection = await host.connection(host.codes[0], **given)
            assert cipher in connection.get_extra_info("recv_cipher")
            connection.abort()


async def test_a_connection_is_a_seat_or_nothing() -> None:
    async with served(new_table("throw_in", "person", "person")) as host:
        refused = (asyncssh.ChannelOpenError, asyncssh.ChannelListenError)
        async with host.connection(host.codes[0]) as connection:
            for doing in (
                connection.run("id", check=True),
                connection.create_process("id", term_type="xterm"),
                connection.create_process(subsystem="sftp"),
            ):
                with pytest.raises(refused):
                    await doing
        openings: tuple[Callable[[Any], Any], ...] = (
            lambda to: to.open_connection("127.0.0.1", 22),
            lambda to: to.open_unix_connection("/tmp/any"),
            lambda to: to.forward_remote_port("", 0, "127.0.0.1", 22),
            lambda to: to.forward_remote_path("/tmp/any", "/tmp/other"),
            lambda to: to.create_tun(asyncssh.SSHTunTapSession),
            lambda to: to.create_tap(asyncssh.SSHTunTapSession),
            lambda to: to.start_sftp_client(),
            lambda to: to.create_process(term_type="xterm", x11_forwarding=True),
        )
        for opening in openings:
            async with host.connection(host.codes[1]) as connection:
                with pytest.raises(refused):
                    await opening(connection)
        async with host.connection(host.codes[0]) as connection:
            for kind in CHANNELS:
                with pytest.raises(asyncssh.ChannelOpenError):
                    await opened(connection, kind)
        async with host.connection(host.codes[0]) as connection:
            process = await connection.create_process(term_type="dumb", encoding="utf-8")
            with pytest.raises(asyncssh.ChannelOpenError):
                await connection.create_process(term_type="xterm")  # one seat per connection
            process.close()
        async with host.connection(host.codes[0], agent_forwarding=True) as connection:
            with pytest.raises(asyncssh.ChannelOpenError):
                await connection.create_process("plain ; id")
        assert "Anna has come." in host.said, "a terminal that cannot show the table gets it in lines"


CHANNELS = (
    b"direct-tcpip",
    b"forwarded-tcpip",
    b"direct-streamlocal@openssh.com",
    b"forwarded-streamlocal@openssh.com",
    b"tun@openssh.com",
    b"x11",
    b"auth-agent@openssh.com",
    b"auth-agent",
    b"",
    b"\xff" * 200,
)
"""What a client might request instead of a session; nothing is behind any of it."""


async def opened(connection: Any, kind: bytes) -> Any:
    """The result of requesting a channel of this kind."""
    from asyncssh.channel import SSHTCPChannel

    channel: Any = SSHTCPChannel(connection, connection._loop, None, "strict", 1 << 16, 1 << 15)
    return await channel._open(kind)


async def test_every_request_but_a_terminal_and_its_shell_is_refused() -> None:
    async with served(new_table("throw_in", "person", "person")) as host, host.connection(host.codes[0]) as connection:
        loop = connection._loop
        channel: Any = asyncssh.channel.SSHClientChannel(connection, loop, "", None, "strict", 1 << 16, 1 << 15)
        await channel._open(b"session")
        x11 = Boolean(False), String("MIT-MAGIC-COOKIE-1"), String(b"00" * 16), UInt32(0)
        requests: tuple[tuple[bytes, tuple[bytes, ...]], ...] = (
            (b"exec", (String("id"),)),
            (b"subsystem", (String("sftp"),)),
            (b"x11-req", x11),
            (b"auth-agent-req@openssh.com", ()),
            (b"shell", ()),
            (b"nonsense", ()),
        )
        for asked, given in requests:
            assert not await channel._make_request(asked, *given), asked
        everywhere: tuple[tuple[bytes, tuple[bytes, ...]], ...] = (
            (b"tcpip-forward", (String(""), UInt32(0))),
            (b"streamlocal-forward@openssh.com", (String("/tmp/any"),)),
            (b"no-such-request", ()),
        )
        for asked, given in everywhere:
            code, _ = await connection._make_global_request(asked, *given)
            assert code == asyncssh.constants.MSG_REQUEST_FAILURE, asked
        assert host.said == []


async def test_who_is_cut_off_comes_back_to_the_same_cards_and_the_others_see_them_away() -> None:
    async with served(new_table("throw_in", "person", "person", "bot:steady")) as host:
        guests = {seat: await host.come(seat) for seat in (0, 1)}
        for _ in range(6):
            await play_once(host, guests)
        await until(lambda: host.waits_for(guests))
        cards = host.screen(0).picture.cards
        told = list(host.screen(0).picture.history.lines)
        guests[0].connection.abort()
        await until(lambda: host.shared.present == {1})
        await until(lambda: "Anna (away)" in host.screen(1).picture.names)
        guests[0] = await host.come(0, size=(120, 40))
        assert host.screen(0).picture.cards == cards
        assert list(host.screen(0).picture.history.lines)[: len(told)] == told
        await until(lambda: "Anna" in host.screen(1).picture.names)
        again = await host.come(0)
        assert "shown to you elsewhere" in await guests[0].gone()
        guests[0] = again
        for _ in range(6):
            await play_once(host, guests)


@pytest.mark.parametrize(("preset", "deals"), [("throw_in", 9), ("nizhny", 2)])
@pytest.mark.slow
async def test_four_people_of_whom_each_is_cut_off_play_on(preset: str, deals: int) -> None:
    """Until the end of the match, or for so many deals."""
    rng = Random(preset)
    async with served(new_table(preset, *["person"] * 4)) as host:
        guests = {seat: await host.come(seat, size=(80, 24)) for seat in range(4)}
        moves, lost = 0, list(range(4))
        while not host.table.match_over and host.table.deals <= deals:
            await play_once(host, guests)
            moves += 1
            if lost and moves % 5 == 0:
                seat = lost.pop(rng.randrange(len(lost)))
                guests[seat].connection.abort()
                await until(lambda seat=seat: seat not in host.shared.present)  # type: ignore[misc]
                guests[seat] = await host.come(seat, size=(80, 24))
        assert not lost


async def test_another_seat_is_played_on_while_one_is_flooded() -> None:
    async with served(new_table("throw_in", "person", "person")) as host:
        anna, boris = await host.come(0), await host.come(1)
        anna.press("\x1b[C" * 5000)
        boris.shown.clear()
        boris.press("?")
        await until(lambda: len(boris.shown) > 1000)
        anna.press("\x1b[C" * 4_000_000)
        await until(lambda: host.shared.present == {1})
        boris.shown.clear()
        boris.press("\x1b")
        await until(lambda: len(boris.shown) > 0)
