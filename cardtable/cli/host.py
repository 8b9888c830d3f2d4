"""The command that opens a table for friends elsewhere."""

from __future__ import annotations

import asyncio
import gc
import os
import signal
import socket
import sys
from collections.abc import Mapping
from contextlib import nullcontext, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from cardtable.cli.about import game_meant
from cardtable.cli.speech import Failure, Usage, words

if TYPE_CHECKING:
    from cardtable.host.door import Door
    from cardtable.host.ssh import Host
    from cardtable.shared import Clock, SharedTable
    from cardtable.table import Table

KEY, LAST = "host_key", "host.json"
"""The key of this host, beside the settings; the table that was hosted last, beside the records."""
LARGEST = 1 << 16
FASTEST, SLOWEST = 5, 86_400
"""Seconds that a clock may give."""


@click.command(epilog="Example: cardtable host throw_in --seat Anna --seat Boris --seat bot:steady")
@click.argument("preset", metavar="[PRESET]", required=False, callback=game_meant)
@click.option(
    "--seat", "seats", multiple=True, metavar="NAME|bot|bot:STYLE", help="A player, clockwise; may be repeated."
)
@click.option("--set", "given", multiple=True, metavar="OPTION=VALUE", help="Change a house rule; may be repeated.")
@click.option(
    "--listen",
    metavar="ADDRESS",
    default="127.0.0.1",
    show_default=True,
    help="The address to listen at; 0.0.0.0 lets everybody come who reaches this computer.",
)
@click.option(
    "--port",
    type=click.IntRange(1, 65535),
    metavar="NUMBER",
    default=2022,
    show_default=True,
    help="The port to listen at.",
)
@click.option(
    "--web",
    type=click.IntRange(1, 65535),
    metavar="PORT",
    help="Serve the same seats in the browser, at this port: the link that is shown is a seat.",
)
@click.option("--hints", is_flag=True, help="Let people ask for hints.")
@click.option(
    "--window",
    type=click.FloatRange(1, 60),
    metavar="SECONDS",
    default=5,
    show_default=True,
    help="How long the match waits where players may be asked in secret.",
)
@click.option(
    "--clock",
    metavar="SECONDS[:STYLE]",
    help="How long a move may take; a bot of this style, `steady` by default, then makes it.",
)
@click.option("--resume", is_flag=True, help="Go on with the table that was hosted last; everybody keeps their code.")
@click.option("--new-codes", is_flag=True, help="With --resume: give everybody a new code.")
def host(
    preset: str | None,
    seats: tuple[str, ...],
    given: tuple[str, ...],
    listen: str,
    port: int,
    web: int | None,
    hints: bool,
    window: float,
    clock: str | None,
    resume: bool,
    new_codes: bool,
) -> None:
    """Open a table of PRESET for friends elsewhere: each plays at a terminal of their own, by SSH.

    Nobody needs to install anything: they type the line that is shown here, and the code of their seat. Whoever has a
    code has its seat, and comes back to it after a broken connection, from another computer too. The record on this
    computer holds all cards: its owner could look.
    """
    # What Textual reads of the environment would hold for everybody's screen.
    for name in [name for name in os.environ if name.startswith("TEXTUAL")]:
        del os.environ[name]
    try:
        from cardtable.host.door import digest, new_code
        from cardtable.host.ssh import BadKey, host_key
    except ModuleNotFoundError as error:
        raise Failure(
            "friends elsewhere need what `pip install 'cardtable[host]'` installs: there is no {name}", name=error.name
        ) from None
    from cardtable.bots.finding import UnknownBot
    from cardtable.host.door import Door
    from cardtable.paths import config_dir
    from cardtable.shared import SecretsTakeNoThought, SharedTable

    if resume == (preset is not None):
        raise Usage("host: either a game, such as `cardtable host throw_in --seat Anna --seat Boris`, or --resume")
    if resume and (seats or given):
        raise Usage("--resume: the seats and the house rules are those of the table that was hosted last")
    if new_codes and not resume:
        raise Usage("--new-codes: a new table has new codes anyway; this goes with --resume")
    timed = _clock(clock, preset)
    if web is not None:
        _need_pages()
    path = config_dir() / KEY
    try:
        key = host_key(path)
    except BadKey as error:
        raise Failure(error) from None
    except OSError as error:
        raise Failure("{path}: {why}", path=path, why=error) from None
    with _listening(listen, port) as listener, nullcontext() if web is None else _listening(listen, web) as pages:
        digests: dict[int, str] = {}
        table = _begun(preset, seats, given) if preset is not None else _resumed(digests)
        try:
            codes = {seat: new_code() for seat in sorted(table.people) if new_codes or seat not in digests}
            digests.update({seat: digest(code) for seat, code in codes.items()})
            try:
                shared = SharedTable(table, window=window, clock=timed)
            except (SecretsTakeNoThought, UnknownBot) as error:
                raise Usage(error) from None
            shared.hints = hints
            _keep(table, digests)
            asyncio.run(_serve(shared, Door(digests), key, listener, codes, pages))
        finally:
            table.close()
        if not table.match_over:
            click.echo(words().say("The match is kept; `cardtable host --resume` goes on with it."))


def _need_pages() -> None:
    """Raises Failure where what serves pages is not installed."""
    try:
        import cardtable.host.page  # noqa: F401
    except ModuleNotFoundError as error:
        raise Failure(
            "pages need what `pip install 'cardtable[web]'` installs: there is no {name}", name=error.name
        ) from None


def _clock(given: str | None, preset: str | None) -> Clock | None:
    """What `--clock` says; a new match is not begun with a style that does not play it."""
    from cardtable.bots.finding import UnknownBot, find_bot
    from cardtable.cli.about import preset_of
    from cardtable.shared import Clock

    if given is None:
        return None
    seconds, _, style = given.partition(":")
    if not (seconds.isascii() and seconds.isdigit() and FASTEST <= int(seconds) <= SLOWEST):
        raise Usage(
            "--clock {given}: a number of seconds from {least} to {most}, and perhaps a style, such as 60 or 60:expert",
            given=given,
            least=FASTEST,
            most=SLOWEST,
        )
    style = style or "steady"
    if preset is not None:
        try:
            find_bot(style, preset_of(preset)[0].id)
        except UnknownBot as error:
            raise Usage(error) from None
    return Clock(int(seconds), style)


def _listening(address: str, port: int) -> socket.socket:
    """What connections come to; nothing is begun before nobody else listens there."""
    try:
        family = socket.getaddrinfo(address, port, type=socket.SOCK_STREAM)[0][0]
        return socket.create_server((address, port), family=family)
    except OSError as error:
        # Without the words that Python puts behind the system's.
        why = error if isinstance(error, socket.gaierror) or not error.errno else os.strerror(error.errno)
        raise Failure("{host}, port {port}: {why}", host=address, port=port, why=why) from None


def _begun(preset: str, seats: tuple[str, ...], given: tuple[str, ...]) -> Table:
    """A new match."""
    from cardtable.cli.about import preset_of
    from cardtable.cli.tables import open_table, seat_plans

    if not seats:
        raise Usage("--seat: name everybody who plays, such as --seat Anna --seat Boris --seat bot:steady")
    return open_table(preset, seat_plans(seats, preset_of(preset)[1].players), given, None)


def _resumed(digests: dict[int, str]) -> Table:
    """The match that was hosted last; its codes as they are kept go into `digests`."""
    from cardtable.cli.tables import reopen
    from cardtable.files import Unreadable, parse_json, read
    from cardtable.paths import data_dir

    path = data_dir() / LAST
    try:
        kept = parse_json(read(path, LARGEST))
        record = Path(kept["record"])
        digests.update({int(seat): str(code) for seat, code in kept["codes"].items()})
    except FileNotFoundError:
        raise Failure("no table was hosted yet; `cardtable host throw_in --seat Anna --seat Boris` opens one") from None
    except (OSError, Unreadable) as error:
        raise Failure("{path}: {why}", path=path, why=error) from None
    except (KeyError, TypeError, ValueError, AttributeError):
        raise Failure("{path}: this does not say which table was hosted last", path=path) from None
    table = reopen(record)
    if table.match_over:
        table.close()
        raise Failure("the match that was hosted last is over")
    return table


def _keep(table: Table, digests: Mapping[int, str]) -> None:
    """Writes down which table is hosted, and who has which seat; of codes only what tells whether one is right."""
    import json

    from cardtable.files import make_folder, replace
    from cardtable.paths import data_dir

    path = data_dir() / LAST
    kept = {"record": str(table.path), "codes": {str(seat): code for seat, code in digests.items()}}
    try:
        make_folder(path.parent)
        replace(path, json.dumps(kept) + "\n")
    except OSError as error:
        raise Failure("{path}: {why}", path=path, why=error) from None


async def _serve(
    shared: SharedTable,
    door: Door,
    key: Any,
    listener: socket.socket,
    codes: Mapping[int, str],
    pages: socket.socket | None,
) -> None:
    """Hosts the table until the match is over and everybody has gone, or the program is ended by a signal."""
    from cardtable.host.ssh import SELDOM, Host
    from cardtable.tui.thinking import SWITCH_INTERVAL

    speech = words()
    ended = asyncio.Event()
    loop = asyncio.get_running_loop()
    with suppress(NotImplementedError):  # A loop that takes no signals, as on Windows: Ctrl+C ends it as it ends all.
        for end in (signal.SIGINT, signal.SIGTERM):
            loop.add_signal_handler(end, ended.set)
    host = Host(shared, door, speech, click.echo)
    acceptor = await host.listen(key, listener)
    runner = await _open_pages(host, pages) if pages is not None else None
    sys.setswitchinterval(SWITCH_INTERVAL)  # A bot that thinks in its thread must not hold up anybody's keys.
    gc.freeze()
    gc.set_threshold(*SELDOM)
    address, number = listener.getsockname()[:2]
    if pages is not None:
        _tell_links(shared, pages, codes)
    _tell(shared, key, address, number, codes)
    going = asyncio.create_task(shared.run())
    waiting = asyncio.create_task(ended.wait())
    try:
        await asyncio.wait({going, waiting}, return_when=asyncio.FIRST_COMPLETED)
        if going.done():
            going.result()
            gone = asyncio.create_task(host.empty())
            await asyncio.wait({gone, waiting}, return_when=asyncio.FIRST_COMPLETED)
            gone.cancel()
    finally:
        going.cancel()
        waiting.cancel()
        acceptor.close()
        await host.close(speech.say("The host has closed the table; the match is kept."))
        if runner is not None:
            await runner.cleanup()


async def _open_pages(host: Host, listener: socket.socket) -> Any:
    """Lets pages come; what this gives ends that."""
    from cardtable.engine.text import say
    from cardtable.host.door import AT_ONCE
    from cardtable.host.page import SeatPages

    speech = words()
    texts = {
        "opening": speech.say("The table is being opened…"),
        "closed": speech.say("The table is closed, or this is not the link of a seat."),
        "again": speech.say("Open it again"),
        "here": speech.say("This table is for this computer alone."),
        "others": speech.say("This table is not for the pages of other sites. Type its address to open it."),
        "full": speech.text(say("{count} pages are open, and no more can be. Close one of them.", count=AT_ONCE)),
    }
    return await SeatPages(host, listener.getsockname()[0], listener.getsockname()[1], texts).listen(listener)


def _tell_links(shared: SharedTable, listener: socket.socket, codes: Mapping[int, str]) -> None:
    """Says how to come in the browser."""
    from cardtable.engine.text import say
    from cardtable.web import is_loopback

    speech = words()
    address, port = listener.getsockname()[:2]
    reached = "localhost" if is_loopback(address) else speech.say("THIS-COMPUTER")
    for seat, code in codes.items():
        link = f"http://{reached}:{port}/#{code}"
        click.echo(speech.text(say("In the browser {name} opens:  {link}", name=shared.names[seat], link=link)))
    if not is_loopback(address):
        click.echo(speech.say("Whoever can listen on the way of a page reads its cards; SSH lets nobody."))


def _tell(shared: SharedTable, key: Any, listen: str, port: int, codes: Mapping[int, str]) -> None:
    """Says how to come."""
    from cardtable.engine.text import Text, say
    from cardtable.web import is_loopback

    speech = words()

    def tell(line: Text) -> None:
        click.echo(speech.text(line))

    reached = "localhost" if is_loopback(listen) else speech.say("THIS-COMPUTER")
    if is_loopback(listen):
        tell(say("Only this computer reaches the table; --listen 0.0.0.0 lets others come."))
    tell(say("Friends type:  ssh -p {port} {host}", port=port, host=reached))
    tell(say("They are asked whether they know this key:  {key}", key=key.get_fingerprint()))
    for seat, code in codes.items():
        tell(say("The code of {name}:  {code}", name=shared.names[seat], code=code))
    if codes:
        tell(say("A code is a seat: send each friend their own. It serves for coming back too."))
    else:
        tell(say("Everybody comes back with the code they have; --new-codes gives new ones."))
    tell(say("Ctrl+C closes the table; the match is kept."))
