"""Opens a hall to friends, by SSH and in the browser, and says how to join; the host may play too."""

from __future__ import annotations

import asyncio
import errno
import ipaddress
import os
import signal
import socket
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import nullcontext, suppress
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from cardtable.desk.speech import Failure, words

if TYPE_CHECKING:
    from cardtable.desk.hosted import Terms
    from cardtable.engine.text import Text
    from cardtable.host.hall import Hall
    from cardtable.host.page import SeatPages
    from cardtable.host.ssh import Host

OPEN_SEAT = ""
"""The name in an open seat."""


def need_pages() -> None:
    """Raises Failure if the packages for pages are not installed."""
    try:
        import_module("cardtable.host.page")
    except ModuleNotFoundError as error:
        raise Failure("pages need what `pip install '.[web]'` installs: there is no {name}", name=error.name) from None


def listening(address: str, port: int) -> socket.socket:
    """Returns a listening socket; nothing starts if something else is already listening there."""
    try:
        family, _, _, _, found = socket.getaddrinfo(address, port, type=socket.SOCK_STREAM)[0]
        # `::` accepts everybody, also without IPv6.
        both = family == socket.AF_INET6 and found[0] == "::" and socket.has_dualstack_ipv6()
        return socket.create_server((address, port), family=family, dualstack_ipv6=both)
    except OSError as error:
        # Without the words Python adds to the system's message.
        why = error if isinstance(error, socket.gaierror) or not error.errno else os.strerror(error.errno)
        raise Failure("{host}, port {port}: {why}", host=address, port=port, why=why) from None


async def serve_hall(
    hall: Hall,
    here: str | None,
    key: Any,
    listener: socket.socket,
    pages: socket.socket | None,
    terms: Terms,
    invited: Path | None = None,
    notify: Sequence[str] = (),
) -> None:
    """Hosts until the matches are over and everybody has left, or until a signal or the host ends the program.

    Messages to friends are written to the file `invited`. The command `notify` tells people who are away that it is
    their turn.
    """
    from cardtable.desk.invitations import invitation, invitations, way_of, write
    from cardtable.engine.text import say
    from cardtable.host.notifying import Notifier
    from cardtable.host.ssh import Host
    from cardtable.tui.boxes.thinking import SWITCH_INTERVAL

    speech, public_url, tunnel = words(), terms.public_url, terms.tunnel
    ended = asyncio.Event()
    loop = asyncio.get_running_loop()
    with suppress(NotImplementedError):  # An event loop without signals, as on Windows: Ctrl+C works as in any program.
        for end in (signal.SIGINT, signal.SIGTERM):
            loop.add_signal_handler(end, ended.set)
    served = Host(hall, speech, alone=True)
    acceptor = await served.listen(key, listener)
    sys.setswitchinterval(SWITCH_INTERVAL)  # A bot thinking in its thread must not delay anybody's keys.
    listen, port = listener.getsockname()[:2]
    if pages is not None:
        is_ours = _is_apart(listen, terms) and not public_url
        hall.page = "" if is_ours else _page(listen, pages.getsockname()[1], public_url)

    def invite(host: str, port: int) -> None:
        """Writes the messages, once it is known where friends connect; the host's list always copies the latest."""
        nonlocal invited
        path, invited = invited, None
        served.way = partial(way_of, hall, host, port)
        hall.message = partial(invitation, hall, speech, host, port, key.get_fingerprint())
        if path is not None:
            try:
                write(path, invitations(hall, speech, host, port, key.get_fingerprint()))
            except OSError as error:
                raise Failure("--invitations {path}: {why}", path=path, why=error.strerror or error) from None

    if not tunnel:
        invite(addresses(listen)[0], port)
    elif invited is not None and invited.exists():
        raise Failure("--invitations {path}: {why}", path=invited, why=os.strerror(errno.EEXIST))
    hall.how = tuple(_how(key, listen, port, None if pages is None else pages.getsockname()[1], terms))
    shown = None if pages is None else _seat_pages(served, pages, public_url)
    async with nullcontext() if shown is None else shown.listening(sock=pages):
        _tell(hall)
        tasks: set[asyncio.Task[Any]] = {asyncio.create_task(ended.wait())}
        try:
            for table in hall.tables:
                hall.begin(table)
            hall.keep()
            if here is not None or _has_screen():
                tasks.add(asyncio.create_task(_play_here(served, here)))
            tasks.add(asyncio.create_task(hall.run()))
            if notify:
                tasks.add(asyncio.create_task(Notifier(hall, [*notify], speech).run()))
            if tunnel:
                tasks.add(asyncio.create_task(_keep_tunnel(served, terms, port, shown, invite)))
            done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
            for task in done:
                task.result()
        finally:
            for task in tasks:
                task.cancel()
            acceptor.close()
            await served.close(say("The host has closed the table; the match is kept."))
            hall.close()


async def _keep_tunnel(
    host: Host, terms: Terms, port: int, pages: SeatPages | None, invite: Callable[[str, int], None]
) -> None:
    """Keeps a tunnel open through a relay or a program, and tells the host its address."""
    from cardtable.engine.text import Text, say
    from cardtable.host.tunnel import Tunnel, WayIn, relay_of
    from cardtable.host.tunnel_program import Running, program_of

    hall, usual = host.hall, host.hall.how

    def told(way: WayIn) -> None:
        if not way.port:
            assert way.why is not None, "it is told why"
            hall.tell(say("No way by {host}: {why}. It is tried again.", host=way.host, why=way.why))
            return
        line = say("Friends type:  ssh -p {port} {host}", port=way.port, host=way.host)
        hall.how, hall.relayed, hall.relayed_page = (line, *usual), way.port, way.page
        if way.page and pages is not None:
            browse(f"http://{f'[{way.host}]' if ':' in way.host else way.host}:{way.page}/", line)
        hall.keep()
        hall.tell(line)
        if way.why is not None:
            hall.tell(say("Nobody reaches {host}: {why}.", host=way.host, why=way.why))
        hall.changed()
        send(way.host, way.port)

    def browse(address: str, *others: Text) -> None:
        """Uses this address for pages from now on, and accepts it."""
        line = say("Browsers go to:  {address}", address=address)
        is_new, hall.page, hall.how = hall.page != f"{address}#", f"{address}#", (*others, line, *usual)
        if pages is not None:
            pages.public_url = address.rstrip("/")
        if is_new:
            hall.tell(line)
            if address.startswith("http:"):
                hall.tell(say("Whoever can listen on the way of a page reads its cards; SSH lets nobody."))

    def paged(address: str) -> None:
        browse(address)
        hall.changed()
        send(addresses(terms.listen)[0], port)

    def send(address: str, port: int) -> None:
        try:
            invite(address, port)
        except Failure as error:  # People may already be playing: the table goes on.
            hall.tell(Text("{why}", {"why": str(error)}))

    if terms.tunnel.startswith("command:"):
        await Running(program_of(terms.tunnel, terms.tunnel_says), (port, terms.web), told, paged).keep()
    else:
        served = None if pages is None or terms.public_url else (_reached_here(pages.host), pages.port)
        await Tunnel(relay_of(terms.tunnel), host.arrive, told, pages=served).keep()


def _seat_pages(host: Host, listener: socket.socket, public_url: str) -> SeatPages:
    from cardtable.engine.text import say
    from cardtable.host.page import SeatPages
    from cardtable.host.places import OF_ONE

    speech = words()
    texts = {
        "opening": speech.say("The table is being opened…"),
        "closed": speech.say("The table is closed, or this is not the link of a seat."),
        "again": speech.say("Open it again"),
        "anew": speech.say("This page is older than the table; load it anew."),
        "buttons": speech.say("Buttons instead of a terminal"),
        "reader": speech.say("This terminal for a screen reader"),
        "language": speech.language,
        "here": speech.say("This table is for this computer alone."),
        "others": speech.say("This table is not for the pages of other sites. Type its address to open it."),
        "full": speech.text(say("{count} pages are open, and no more can be. Close one of them.", count=OF_ONE)),
    }
    return SeatPages(host, listener.getsockname()[0], listener.getsockname()[1], texts, public_url)


def addresses(listen: str) -> list[str]:
    """Returns the addresses of this computer for others, if it listens on this one; most widely useful first."""
    from cardtable.web import is_loopback

    if is_loopback(listen):
        return ["localhost"]
    if not ipaddress.ip_address(listen.partition("%")[0]).is_unspecified:
        return [listen]
    found: list[Any] = []
    # The source address of a packet to another network. None is sent, and these addresses belong to nobody.
    others = {socket.AF_INET: "192.0.2.1"} | ({socket.AF_INET6: "2001:db8::1"} if ":" in listen else {})
    for family, other in others.items():
        with suppress(OSError), socket.socket(family, socket.SOCK_DGRAM) as asked:
            asked.connect((other, 9))
            found.append(asked.getsockname()[0])
    for family in others:
        with suppress(OSError):
            found += [entry[4][0] for entry in socket.getaddrinfo(socket.gethostname(), None, family)]
    own = [address for address in dict.fromkeys(found) if not is_loopback(address) and "%" not in address]
    return own or [words().say("THIS-COMPUTER")]


def _page(listen: str, port: int, public_url: str) -> str:
    """Returns the start of the link to a seat, to be followed by its code."""
    if public_url:
        return f"{public_url}#"
    reached = addresses(listen)[0]
    return f"http://{f'[{reached}]' if ':' in reached else reached}:{port}/#"


def _reached_here(listen: str) -> str:
    """Returns the address this computer itself uses for a listener on this one."""
    address = ipaddress.ip_address(listen.partition("%")[0])
    return ("::1" if address.version == 6 else "127.0.0.1") if address.is_unspecified else listen


def _is_private(address: str) -> bool:
    """Returns whether it is reachable only within the same network."""
    with suppress(ValueError):
        return ipaddress.ip_address(address).is_private
    return False


def _has_screen() -> bool:
    """Returns whether a screen can be shown here."""
    from cardtable.desk.screen import moves_cursor

    return sys.stdin.isatty() and sys.stdout.isatty() and moves_cursor()


async def _play_here(host: Host, here: str | None) -> None:
    """Shows the host's screen: their seat, or the list of people."""
    from cardtable.desk.tables import user
    from cardtable.paths import config_dir
    from cardtable.player.settings import FILE, load
    from cardtable.tui.guests import settings_for_guest

    settings = settings_for_guest(words(), os.environ, load(config_dir() / FILE)[0])
    await host.play_here(host.hall.come(here or OPEN_SEAT, user(), is_host=True), settings)


def _is_apart(listen: str, terms: Terms) -> bool:
    """Returns whether friends connect only through a tunnel, so that this computer's addresses are no use to them."""
    from cardtable.web import is_loopback

    return bool(terms.tunnel) and is_loopback(listen)


def _how(key: Any, listen: str, port: int, pages: int | None, terms: Terms) -> Iterator[Text]:
    """Yields how to join, by SSH and on the pages."""
    from cardtable.engine.text import say
    from cardtable.web import is_loopback

    is_here, is_apart, public_url = is_loopback(listen), _is_apart(listen, terms), terms.public_url
    first, *others = addresses(listen)
    if is_apart:
        yield say("At this computer itself one types:  ssh -p {port} {host}", port=port, host=first)
    else:
        if is_here:
            yield say("Only this computer reaches the table; --listen 0.0.0.0 lets others come.")
        yield say("Friends type:  ssh -p {port} {host}", port=port, host=first)
    for other in others:
        yield say("or:  ssh -p {port} {host}", port=port, host=other)
    if not is_here and _is_private(first):
        outside = say(
            "Whoever is not in your network types your router's address; it must hand on port {port}.", port=port
        )
        if pages is not None and not public_url:
            outside = say(
                "Whoever is not in your network types your router's address; it must hand on ports {port} and {pages}.",
                port=port,
                pages=pages,
            )
        yield outside
    yield say("They are asked whether they know this key:  {key}", key=key.get_fingerprint())
    if pages is None:
        return
    link = f"{_page(listen, pages, public_url)}CODE"
    if is_apart and not public_url:
        yield say("At this computer itself the pages are:  {link}", link=link)
        return
    yield say("Or in the browser, with their own code at the end:  {link}", link=link)
    if public_url:
        yield say("Whoever keeps {url} can read the cards of all who come by it; SSH lets nobody.", url=public_url)
    elif not is_here:
        yield say("Whoever can listen on the way of a page reads its cards; SSH lets nobody.")


def _tell(hall: Hall) -> None:
    """Prints how to join."""
    from cardtable.engine.text import say

    speech = words()

    def tell(line: Text) -> None:
        click.echo(speech.text(line))

    for line in hall.how:
        tell(line)
    for name in hall.names():
        if name in hall.door.digests and name not in hall.codes:
            tell(say("{name} has the code of last time; --new-codes makes new ones.", name=name))
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
