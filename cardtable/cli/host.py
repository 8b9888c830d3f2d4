"""The command that opens a table for friends elsewhere."""

from __future__ import annotations

import asyncio
import dataclasses
import gc
import os
import signal
import socket
import sys
from collections.abc import Callable, Iterator
from contextlib import nullcontext, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from cardtable.cli.about import game_meant
from cardtable.cli.speech import Failure, Usage, or_value_error, words

if TYPE_CHECKING:
    from cardtable.engine.text import Text
    from cardtable.host.hall import Hall
    from cardtable.host.ssh import Host
    from cardtable.record import Header
    from cardtable.saved import SavedTable
    from cardtable.shared import Clock, SharedTable
    from cardtable.table import Table

KEY, LAST = "host_key", "host.json"
"""The key of this host, beside the settings; the tables that were hosted last, beside the records."""
LARGEST = 1 << 16
PORT, WINDOW = 2022, 5
"""Where friends come, and the seconds for secret answers, unless it is said."""
HERE, OPEN = "here", "open"
"""What `--seat` says for the one at this keyboard, and for whoever comes."""
FASTEST, SLOWEST = 5, 86_400
"""Seconds that a clock may give."""


class Terms(NamedTuple):
    """What holds at every table of a hall: seconds for secret answers, what is allowed, and the clock."""

    window: float = WINDOW
    hints: bool = False
    open_after: bool = False
    clock: Clock | None = None


@click.command(epilog="Example: cardtable host throw_in --seat here --seat Boris --seat open")
@click.argument("preset", metavar="[PRESET]", required=False, callback=game_meant)
@click.option(
    "--seat",
    "seats",
    multiple=True,
    metavar="NAME|here|open|bot|bot:STYLE",
    help="A player, clockwise; may be repeated. `here` is you at this terminal, `open` whoever comes first.",
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
    default=PORT,
    show_default=True,
    help="The port to listen at.",
)
@click.option(
    "--tables",
    type=click.IntRange(0, 20),
    metavar="NUMBER",
    default=0,
    show_default=True,
    help="How many tables of their own those who come may open.",
)
@click.option(
    "--web",
    type=click.IntRange(1, 65535),
    metavar="PORT",
    help="Serve the same seats in the browser, at this port: the link that is shown is a seat.",
)
@click.option("--hints", is_flag=True, help="Let people ask for hints.")
@click.option("--open-after", is_flag=True, help="Let everybody look back with open cards after a deal.")
@click.option(
    "--window",
    type=click.FloatRange(1, 60),
    metavar="SECONDS",
    default=WINDOW,
    show_default=True,
    help="How long the match waits where players may be asked in secret.",
)
@click.option(
    "--clock",
    metavar="SECONDS[:STYLE]",
    help="How long a move may take; a bot of this style, `steady` by default, then makes it.",
)
@click.option("--resume", is_flag=True, help="Go on with the tables that were hosted last; everybody keeps their code.")
@click.option("--new-codes", is_flag=True, help="With --resume: give everybody a new code.")
def host(
    preset: str | None,
    seats: tuple[str, ...],
    given: tuple[str, ...],
    listen: str,
    port: int,
    tables: int,
    web: int | None,
    hints: bool,
    open_after: bool,
    window: float,
    clock: str | None,
    resume: bool,
    new_codes: bool,
) -> None:
    """Open a table of PRESET for friends elsewhere: each plays at a terminal of their own, by SSH.

    Nobody needs to install anything: they type the line that is shown here, and their code. Whoever has a code has its
    seat, and comes back to it after a broken connection, from another computer too; a key that their `ssh` has offered
    is known from then on. The code for everybody else lets people watch, and sit where a seat is open. The record on
    this computer holds all cards: its owner could look.
    """
    if resume == (preset is not None):
        raise Usage("host: either a game, such as `cardtable host throw_in --seat Anna --seat Boris`, or --resume")
    if resume and (seats or given):
        raise Usage("--resume: the seats and the house rules are those of the table that was hosted last")
    if new_codes and not resume:
        raise Usage("--new-codes: a new table has new codes anyway; this goes with --resume")

    terms = Terms(window, hints, open_after, _clock(clock, preset))

    def prepare(hall: Hall) -> str | None:
        from cardtable.host.hall import HallTable

        if preset is None:
            return _resumed(hall, terms, new_codes=new_codes)
        agreed, here = _agreed(preset, seats, given)
        table = HallTable(agreed)
        if OPEN_SEAT not in agreed.names:
            table.shared = _begun(agreed, terms)
        hall.tables.append(table)
        return here

    serve(prepare, listen=listen, port=port, web=web, tables=tables, terms=terms)


OPEN_SEAT = ""
"""The name in an open seat."""


def serve(
    prepare: Callable[[Hall], str | None],
    *,
    listen: str,
    port: int,
    terms: Terms,
    web: int | None = None,
    tables: int = 0,
) -> None:
    """Hosts the tables that `prepare` puts into the hall, until they are over or the program is ended.

    `prepare` gives the name of the one who plays at this terminal, if anybody does.
    """
    # What Textual reads of the environment would hold for everybody's screen.
    for name in [name for name in os.environ if name.startswith("TEXTUAL")]:
        del os.environ[name]
    try:
        from cardtable.host.friends import FILE, BadFriends, Friends
        from cardtable.host.ssh import BadKey, host_key
    except ModuleNotFoundError as error:
        raise Failure(
            "friends elsewhere need what `pip install 'cardtable[host]'` installs: there is no {name}", name=error.name
        ) from None
    from cardtable.host.door import Door
    from cardtable.host.hall import Hall
    from cardtable.paths import config_dir

    if web is not None:
        _need_pages()
    path = config_dir() / KEY
    friends = Friends(config_dir() / FILE)
    try:
        key = host_key(path)
        friends.known()
    except (BadKey, BadFriends) as error:
        raise Failure(error) from None
    except OSError as error:
        raise Failure("{path}: {why}", path=path, why=error) from None

    def begin(agreed: SavedTable) -> SharedTable:
        return or_value_error(_begun)(agreed, terms)

    speech = words()
    with _listening(listen, port) as listener, nullcontext() if web is None else _listening(listen, web) as pages:
        hall = Hall(Door({}), friends, speech, click.echo, begin, most=tables)
        here = prepare(hall)
        try:
            for table in hall.tables:
                for name in table.people:
                    if name not in hall.door.digests and name != here:
                        hall.new_code(name)
            if OPEN_SEAT not in hall.door.digests:
                hall.new_code(OPEN_SEAT)
            hall.keep = lambda: _keep(hall, here)
            asyncio.run(_serve(hall, here, key, listener, pages))
        finally:
            for table in hall.tables:
                if table.shared is not None:
                    table.shared.close()
    if any(table.shared is not None and not table.is_over for table in hall.tables):
        click.echo(speech.say("The match is kept; `cardtable host --resume` goes on with it."))


def host_agreed(agreed: SavedTable, everybody: bool) -> None:
    """Hosts a table that was set up in the menu; whoever has set it up plays at this terminal."""
    here = next((name for name, style in zip(agreed.names, agreed.styles, strict=True) if style is None), None)

    def prepare(hall: Hall) -> str | None:
        from cardtable.host.hall import HallTable

        # Whoever chose the cards would know them.
        table = HallTable(dataclasses.replace(agreed, name="", seed=None))
        if OPEN_SEAT not in agreed.names:
            table.shared = _begun(table.agreed, Terms())
        hall.tables.append(table)
        return here or None

    serve(prepare, listen="0.0.0.0" if everybody else "127.0.0.1", port=PORT, terms=Terms())


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


def _agreed(preset: str, seats: tuple[str, ...], given: tuple[str, ...]) -> tuple[SavedTable, str | None]:
    """What is to be played and by whom, and who of them sits here."""
    from cardtable.cli.about import options_of, preset_of
    from cardtable.cli.screen import need_terminal
    from cardtable.cli.tables import seat_plans, user
    from cardtable.engine.options import changed
    from cardtable.saved import SavedTable

    if not seats:
        raise Usage("--seat: name everybody who plays, such as --seat Anna --seat Boris --seat bot:steady")
    kinds = [seat.strip().lower() for seat in seats]
    if kinds.count(HERE) > 1:
        raise Usage("--seat here: one person plays at this terminal; the others come by SSH")
    if HERE in kinds:
        need_terminal()
    # An open seat counts as a person's; names cannot begin with a blank.
    named = tuple(
        user() if kind == HERE else f"#{nth}" if kind == OPEN else seat
        for nth, (seat, kind) in enumerate(zip(seats, kinds, strict=True))
    )
    game, base = preset_of(preset)
    plans = seat_plans(named, base.players)
    options = options_of(preset, given, len(plans))[1]
    for plan in plans:
        if plan.bot is not None:
            _check_bot(plan.bot, game.id)
    names = tuple(OPEN_SEAT if kind == OPEN else plan.name for plan, kind in zip(plans, kinds, strict=True))
    agreed = SavedTable(preset, names, tuple(plan.bot for plan in plans), changed(options, base.options))
    return agreed, user() if HERE in kinds else None


def _check_bot(style: str, family: str) -> None:
    from cardtable.bots.finding import UnknownBot, find_bot

    try:
        find_bot(style, family)
    except UnknownBot as error:
        raise Usage(error) from None


def _begun(agreed: SavedTable, terms: Terms) -> SharedTable:
    """A new match of these players."""
    from cardtable.cli.tables import open_agreed

    return _shared(open_agreed(agreed), terms)


def _shared(table: Table, terms: Terms) -> SharedTable:
    from cardtable.bots.finding import UnknownBot
    from cardtable.shared import SecretsTakeNoThought, SharedTable

    try:
        shared = SharedTable(table, window=terms.window, clock=terms.clock)
    except (SecretsTakeNoThought, UnknownBot) as error:
        table.close()
        raise Usage(error) from None
    shared.hints, shared.open_after = terms.hints, terms.open_after
    return shared


def _resumed(hall: Hall, terms: Terms, *, new_codes: bool) -> str | None:
    """Puts the matches that were hosted last into the hall, with the codes as they are kept; gives who sits here."""
    from cardtable.cli.screen import need_terminal
    from cardtable.cli.tables import reopen
    from cardtable.files import Unreadable, parse_json, read
    from cardtable.host.hall import HallTable
    from cardtable.paths import data_dir

    path = data_dir() / LAST
    try:
        kept = parse_json(read(path, LARGEST))
        tables = [(Path(table["record"]), str(table["owner"])) for table in kept["tables"]]
        codes = {str(name): str(code) for name, code in kept["codes"].items()}
        here = None if kept["here"] is None else str(kept["here"])
    except FileNotFoundError:
        raise Failure("no table was hosted yet; `cardtable host throw_in --seat Anna --seat Boris` opens one") from None
    except (OSError, Unreadable) as error:
        raise Failure("{path}: {why}", path=path, why=error) from None
    except (KeyError, TypeError, ValueError, AttributeError):
        raise Failure("{path}: this does not say which table was hosted last", path=path) from None
    if here is not None:
        need_terminal()
    if not new_codes:
        hall.door.digests.update(codes)
    for record, owner in tables:
        table = reopen(record)
        if table.match_over:
            table.close()
        else:
            hall.tables.append(HallTable(_agreed_in(table.header), owner, _shared(table, terms)))
    if not hall.tables:
        raise Failure("the match that was hosted last is over")
    return here


def _agreed_in(header: Header) -> SavedTable:
    """Who sits where by a record, and what is played."""
    from cardtable.record import agreed_options
    from cardtable.saved import SavedTable
    from cardtable.terms import PERSON

    styles = tuple(None if kind == PERSON else kind.removeprefix("bot:") for kind in header.kinds)
    return SavedTable(header.preset, tuple(header.names), styles, agreed_options(header))


def _keep(hall: Hall, here: str | None) -> None:
    """Writes down which matches there are, and who has a code; of codes only what tells whether one is right."""
    import json

    from cardtable.files import make_folder, replace
    from cardtable.paths import data_dir

    path = data_dir() / LAST
    begun = [table for table in hall.tables if table.shared is not None]
    kept = {
        "tables": [{"record": str(table.shared.path), "owner": table.owner} for table in begun if table.shared],
        "codes": hall.door.digests,
        "here": here,
    }
    make_folder(path.parent)
    replace(path, json.dumps(kept) + "\n")


async def _serve(hall: Hall, here: str | None, key: Any, listener: socket.socket, pages: socket.socket | None) -> None:
    """Hosts until the matches are over and everybody has gone, or the program is ended by a signal or by the host."""
    from cardtable.host.ssh import SELDOM, Host
    from cardtable.tui.thinking import SWITCH_INTERVAL

    speech = words()
    ended = asyncio.Event()
    loop = asyncio.get_running_loop()
    with suppress(NotImplementedError):  # A loop that takes no signals, as on Windows: Ctrl+C ends it as it ends all.
        for end in (signal.SIGINT, signal.SIGTERM):
            loop.add_signal_handler(end, ended.set)
    host = Host(hall, speech)
    acceptor = await host.listen(key, listener)
    runner = await _open_pages(host, pages) if pages is not None else None
    sys.setswitchinterval(SWITCH_INTERVAL)  # A bot that thinks in its thread must not hold up anybody's keys.
    gc.freeze()
    gc.set_threshold(*SELDOM)
    hall.how = _how(key, *listener.getsockname()[:2])
    if pages is not None:
        hall.page = _page(*pages.getsockname()[:2])
        hall.how = (*hall.how, *_how_in_browser(hall.page, pages.getsockname()[0]))
    _tell(hall)
    tasks: set[asyncio.Task[Any]] = {asyncio.create_task(ended.wait())}
    try:
        for table in hall.tables:
            hall.begin(table)
        hall.keep()
        if here is not None or _has_screen():
            tasks.add(asyncio.create_task(_play_here(host, here)))
        tasks.add(asyncio.create_task(hall.run()))
        done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        for task in done:
            task.result()
    finally:
        for task in tasks:
            task.cancel()
        acceptor.close()
        await host.close(speech.say("The host has closed the table; the match is kept."))
        hall.close()
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


def _reached(listen: str) -> str:
    """What friends call this computer."""
    from cardtable.web import is_loopback

    return words().say("localhost") if is_loopback(listen) else words().say("THIS-COMPUTER")


def _page(listen: str, port: int) -> str:
    """What the link to a seat begins with; its code follows."""
    return f"http://{_reached(listen)}:{port}/#"


def _how_in_browser(page: str, listen: str) -> Iterator[Text]:
    """How one comes without `ssh`."""
    from cardtable.engine.text import say
    from cardtable.web import is_loopback

    yield say("Or in the browser, with their own code at the end:  {link}", link=f"{page}CODE")
    if not is_loopback(listen):
        yield say("Whoever can listen on the way of a page reads its cards; SSH lets nobody.")


def _has_screen() -> bool:
    """Whether a screen can be shown here."""
    from cardtable.cli.screen import NO_CURSOR

    return sys.stdin.isatty() and sys.stdout.isatty() and os.environ.get("TERM", "") not in NO_CURSOR


async def _play_here(host: Host, here: str | None) -> None:
    """The host's screen: their seat, or the list of those who have come."""
    from cardtable.cli.tables import user
    from cardtable.paths import config_dir
    from cardtable.settings import FILE, load
    from cardtable.tui.guests import settings_for_guest

    settings = settings_for_guest(words(), os.environ, load(config_dir() / FILE)[0])
    await host.play_here(host.hall.come(here or OPEN_SEAT, user(), is_host=True), settings)


def _how(key: Any, listen: str, port: int) -> tuple[Text, ...]:
    """How one comes."""
    from cardtable.engine.text import say
    from cardtable.web import is_loopback

    lines = []
    if is_loopback(listen):
        lines.append(say("Only this computer reaches the table; --listen 0.0.0.0 lets others come."))
    lines.append(say("Friends type:  ssh -p {port} {host}", port=port, host=_reached(listen)))
    lines.append(say("They are asked whether they know this key:  {key}", key=key.get_fingerprint()))
    return tuple(lines)


def _tell(hall: Hall) -> None:
    """Says how to come."""
    from cardtable.engine.text import say

    speech = words()

    def tell(line: Text) -> None:
        click.echo(speech.text(line))

    for line in hall.how:
        tell(line)
    for name, code in hall.codes.items():
        if name != OPEN_SEAT:
            tell(say("The code of {name}:  {code}", name=name, code=code))
            if hall.page:
                tell(say("In the browser {name} opens:  {link}", name=name, link=hall.page + code))
    if OPEN_SEAT in hall.codes:
        tell(say("The code for everybody else, who may watch and take open seats:  {code}", code=hall.codes[OPEN_SEAT]))
    if hall.codes:
        tell(say("A code is a seat: send each friend their own. It serves for coming back too."))
    else:
        tell(say("Everybody comes back with the code they have; --new-codes gives new ones."))
    tell(say("Ctrl+C closes the table; the match is kept."))
