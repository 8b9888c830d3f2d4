"""Hosted tables: their terms, the last ones hosted, and how to resume them."""

from __future__ import annotations

import ipaddress
import re
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple
from urllib.parse import urlsplit

from cardtable.desk.speech import Failure, Usage
from cardtable.engine.faults import told

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from cardtable.host.hall import Hall
    from cardtable.host.tables import HallTable
    from cardtable.match.clock import Clock
    from cardtable.match.record import Header
    from cardtable.match.shared import SharedTable
    from cardtable.match.table import Table
    from cardtable.player.saved import SavedTable

LAST = "host.json"
"""The file with the tables last hosted, beside the records."""
LARGEST = 1 << 16
LISTEN, PORT, WINDOW = "127.0.0.1", 2022, 5
"""Defaults: the address and port to listen on, and the seconds for secret answers."""
PORTS = range(1, 65536)


class Terms(NamedTuple):
    """The terms of a hall: where friends connect, seconds for secret answers, permissions, clock, guests' tables."""

    listen: str = LISTEN
    port: int = PORT
    web: int = 0
    """The port of the pages; 0 if there are none."""

    public_url: str = ""
    """The address browsers use, if there is a proxy in between."""

    window: float = WINDOW
    hints: bool = False
    open_after: bool = False
    clock: Clock | None = None
    tables: int = 0
    tunnel: str = ""
    """The relay friends connect through, or the program that forwards them; empty for none."""
    tunnel_says: str = ""
    """The pattern of the address such a program prints; empty if it is found without."""
    watchers: bool = False
    """Whether spectators may speak at the tables."""


class KeptHall(NamedTuple):
    """What was last hosted: tables by their records, or waiting for players, each with its owner."""

    tables: list[tuple[Path | SavedTable, str]]
    codes: dict[str, str]
    here: str | None
    terms: Terms
    named: tuple[str, ...] = ()
    """The names given by the host; the others took open seats."""


def begun(agreed: SavedTable, terms: Terms, thoughts: Executor | None = None) -> SharedTable:
    """Starts a match of these players. Raises Usage, and then there is no record of it."""
    from cardtable.desk.tables import open_agreed
    from cardtable.games import agree
    from cardtable.match.clock import BadClock

    if terms.clock is not None:
        family, options = agree(agreed.preset, agreed.options, len(agreed.styles))
        try:
            terms.clock.check(family.rules(options, len(agreed.styles)))
        except BadClock as error:
            raise Usage(error) from None
    return shared(open_agreed(agreed), terms, thoughts)


def shared(table: Table, terms: Terms, thoughts: Executor | None) -> SharedTable:
    from cardtable.bots.finding import UnknownBot
    from cardtable.match.clock import BadClock
    from cardtable.match.shared import SecretsTakeNoThought, SharedTable
    from cardtable.paths import config_dir, silly_dir
    from cardtable.player.settings import FILE, load

    try:
        shared = SharedTable(table, window=terms.window, clock=terms.clock, executor=thoughts)
    except (SecretsTakeNoThought, BadClock, UnknownBot) as error:
        table.close()
        raise Usage(error) from None
    shared.hints, shared.open_after, shared.silly = terms.hints, terms.open_after, silly_dir()
    with suppress(OSError, ValueError):  # If the record cannot be read, the bots stay silent.
        table.begin_talk(load(config_dir() / FILE)[0].talk)
    return shared


def tunnel_meant(given: str, says: str = "", *, web: bool = True) -> str:
    """Checks the value of `--tunnel`, and returns it; empty for `off`. Raises Usage, and Failure without the extra."""
    if given in ("", "off"):
        return ""
    try:
        from cardtable.host.tunnel import BadTunnel, relay_of
        from cardtable.host.tunnel_program import program_of
    except ModuleNotFoundError as error:
        raise missing(error) from None
    try:
        if given.startswith("command:"):
            program_of(given, says, web=web)
        else:
            relay_of(given)
    except BadTunnel as error:
        raise Usage("--tunnel {why}", why=told(error)) from None
    return given


def address_of_pages(given: str) -> str:
    """Returns a public address as browsers write it, ending in a slash. Raises ValueError."""
    url = urlsplit(given)
    host, port = url.hostname or "", url.port
    # Names in other scripts are sent in this form.
    name = f"[{ipaddress.IPv6Address(host)}]" if ":" in host else host.encode("idna").decode()
    path = f"/{url.path.strip('/')}/".replace("//", "/")
    is_plain = not (url.query or url.fragment or "@" in url.netloc) and re.fullmatch(r"[\w.~%/-]+", path, re.ASCII)
    if url.scheme not in ("http", "https") or not is_plain or not re.fullmatch(r"[a-z0-9.-]+|\[[0-9a-f:.]+\]", name):
        raise ValueError("no address of pages")
    usual = {"http": 80, "https": 443}[url.scheme]
    return f"{url.scheme}://{name}{'' if port in (None, usual) else f':{port}'}{path}"


def missing(error: ModuleNotFoundError) -> Failure:
    return Failure("friends elsewhere need what `pip install '.[host]'` installs: there is no {name}", name=error.name)


def last() -> KeptHall:
    """Reads what was last hosted. Raises Failure."""
    from cardtable.files import Unreadable, parse_json, read
    from cardtable.paths import data_dir

    path = data_dir() / LAST
    try:
        kept = parse_json(read(path, LARGEST))
        return KeptHall(
            [
                (Path(table["record"]) if "record" in table else _waiting(table["waits"]), str(table["owner"]))
                for table in kept["tables"]
            ],
            {str(name): str(code) for name, code in kept["codes"].items()},
            None if kept["here"] is None else str(kept["here"]),
            _terms_in(kept["terms"]) if "terms" in kept else Terms(),  # Earlier versions wrote no terms,
            tuple(map(str, kept.get("named", ()))),  # nor names.
        )
    except FileNotFoundError:
        raise Failure("no table was hosted yet; `cardtable host throw_in --seat Anna --seat Boris` opens one") from None
    except (OSError, Unreadable) as error:
        raise Failure("{path}: {why}", path=path, why=error) from None
    except (KeyError, TypeError, ValueError, AttributeError):
        raise Failure("{path}: this does not say which table was hosted last", path=path) from None


def invited() -> dict[str, str]:
    """Returns the code hashes of the friends named by the host for what was last hosted, by name.

    Empty if nothing was. A guest who chose a name for themselves, at an open seat, gets no seat of that name by it.
    """
    try:
        kept = last()
    except Failure:
        return {}
    return {name: code for name, code in kept.codes.items() if name in kept.named}


def _waiting(row: Mapping[str, Any]) -> SavedTable:
    """Reads a table that waits for players. Raises ValueError, KeyError and TypeError."""
    from cardtable.games import agree
    from cardtable.match.terms import PERSON, check_players
    from cardtable.player.saved import SavedTable

    names, styles = tuple(map(str, row["names"])), tuple(row["styles"])
    kinds = [PERSON if style is None else f"bot:{style}" for style in styles]
    check_players([name or f"#{nth}" for nth, name in enumerate(names)], kinds)
    agree(row["preset"], row["options"], len(styles))
    return SavedTable(row["preset"], names, styles, row["options"])


def _terms_in(row: Mapping[str, Any]) -> Terms:
    """Reads the terms of a hall. Raises ValueError, KeyError and TypeError."""
    clock = row["clock"]
    # Terms that an earlier version did not save get their values of that time.
    where = (str(row.get("listen", LISTEN)), int(row.get("port", PORT)), int(row.get("web", 0)))
    if where[1] not in PORTS or where[2] not in (0, *PORTS):
        raise ValueError("no port")
    public_url = str(row.get("public_url", ""))
    if public_url and public_url != address_of_pages(public_url):
        raise ValueError("no address of pages")
    return Terms(
        *where,
        public_url,
        float(row["window"]),
        bool(row["hints"]),
        bool(row["open_after"]),
        None if clock is None else _clock_in(clock),
        int(row["tables"]),
        _relay_in(row),
        watchers=bool(row.get("watchers")),
    )


def _clock_in(row: Sequence[Any]) -> Clock:
    """Reads a clock; an earlier version had none that waits for the morning. Raises ValueError and TypeError."""
    from cardtable.match.clock import Clock

    seconds, style, *morning = row
    clock = Clock(float(seconds), str(style), *map(int, morning))
    if clock.morning not in range(24 * 60):
        raise ValueError("no time of the day")
    return clock


def _relay_in(row: Mapping[str, Any]) -> str:
    """Reads the relay. A command from a file alone is never run: it has to be given again."""
    tunnel = str(row.get("tunnel", ""))
    return "" if tunnel.startswith("command:") else tunnel_meant(tunnel)


def resume_hall(hall: Hall, kept: KeptHall, terms: Terms, *, new_codes: bool) -> str | None:
    """Restores what was last hosted, with the stored codes; returns the name of the player at this terminal."""
    from cardtable.desk.screen import need_terminal
    from cardtable.desk.tables import reopen
    from cardtable.host.tables import HallTable

    if kept.here is not None:
        need_terminal()
    hall.door.named.update(kept.named)
    if not new_codes:
        hall.door.digests.update(kept.codes)
    for found, owner in kept.tables:
        if not isinstance(found, Path):
            hall.put(HallTable(found, owner))
            continue
        table = reopen(found)
        if table.is_closed:
            table.close()
        else:
            hall.put(HallTable(_agreed_in(table.header), owner, shared(table, terms, hall.thoughts if owner else None)))
    if not hall.tables:
        raise Failure("the match that was hosted last is over")
    return kept.here


def _agreed_in(header: Header) -> SavedTable:
    """Returns the seating and the game of a record."""
    from cardtable.match.record import agreed_options
    from cardtable.match.terms import PERSON
    from cardtable.player.saved import SavedTable

    styles = tuple(None if kind == PERSON else kind.removeprefix("bot:") for kind in header.kinds)
    return SavedTable(header.preset, tuple(header.names), styles, agreed_options(header))


def keep(hall: Hall, here: str | None, terms: Terms) -> None:
    """Saves what is hosted, on which terms, and who has a code: of codes, only the hashes."""
    import json

    from cardtable.files import make_folder, replace
    from cardtable.paths import data_dir

    path = data_dir() / LAST
    terms = terms._replace(
        watchers=hall.hears_watchers, tunnel=_with_ports(terms.tunnel, hall.relayed, hall.relayed_page)
    )
    kept = {
        "tables": [_row(table) for table in hall.tables if table.is_kept],
        "codes": hall.door.digests,
        "here": here,
        "terms": terms._asdict(),
        "named": [name for name in hall.door.digests if name in hall.door.named],
    }
    make_folder(path.parent)
    replace(path, json.dumps(kept) + "\n")


def _with_ports(tunnel: str, port: int, page: int) -> str:
    """Returns the relay with the ports it assigned, so that what friends typed works again."""
    if not (port or page) or not tunnel.startswith("ssh:"):
        return tunnel
    from cardtable.host.tunnel import relay_of

    relay = relay_of(tunnel)
    return relay._replace(wanted=relay.wanted or port, page=relay.page or page).given


def at_port_of_last(tunnel: str) -> str:
    """Returns the relay given; if it is the same as last time, with the ports it assigned then."""
    try:
        before = last().terms.tunnel
    except Failure:
        return tunnel
    if not (tunnel.startswith("ssh:") and before.startswith("ssh:")):
        return tunnel
    from cardtable.host.tunnel import relay_of

    relay = relay_of(before)
    return _with_ports(tunnel, relay.wanted, relay.page) if relay_of(tunnel)[:3] == relay[:3] else tunnel


def _row(table: HallTable) -> dict[str, Any]:
    if table.shared is not None:
        return {"record": str(table.shared.path), "owner": table.owner}
    offered = table.offered
    names = ("preset", "names", "styles", "options")
    return {"waits": {name: getattr(offered, name) for name in names}, "owner": table.owner}
