"""The command that opens a table for friends elsewhere."""

from __future__ import annotations

import asyncio
import dataclasses
import os
import re
from collections.abc import Callable, Mapping
from contextlib import nullcontext, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from cardtable.desk.games import game_meant
from cardtable.desk.hosting import OPEN_SEAT, address_of_pages, listening, need_pages, serve_hall
from cardtable.desk.speech import Failure, Usage, or_value_error, words

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from cardtable.host.hall import Hall
    from cardtable.host.tables import HallTable
    from cardtable.match.record import Header
    from cardtable.match.shared import Clock, SharedTable
    from cardtable.match.table import Table
    from cardtable.player.saved import SavedTable

KEY, LAST = "host_key", "host.json"
"""The key of this host, beside the settings; the tables that were hosted last, beside the records."""
LARGEST = 1 << 16
LISTEN, PORT, WINDOW = "127.0.0.1", 2022, 5
"""Where friends come, and the seconds for secret answers, unless it is said."""
PORTS = range(1, 65536)
HERE, OPEN = "here", "open"
"""What `--seat` says for the one at this keyboard, and for whoever comes."""
FASTEST, SLOWEST = 5, 86_400
"""Seconds that a clock may give."""


class Terms(NamedTuple):
    """What holds in a hall: where friends come, seconds for secret answers, what is allowed, the clock, own tables."""

    listen: str = LISTEN
    port: int = PORT
    web: int = 0
    """The port of the pages; 0 where there are none."""

    public_url: str = ""
    """The address by which browsers come to them, where something stands between."""

    window: float = WINDOW
    hints: bool = False
    open_after: bool = False
    clock: Clock | None = None
    tables: int = 0


class KeptHall(NamedTuple):
    """What was hosted last: tables by their records, or as they wait for players, each with who has opened it."""

    tables: list[tuple[Path | SavedTable, str]]
    codes: dict[str, str]
    here: str | None
    terms: Terms


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
    show_default=LISTEN,
    help="The address to listen at; 0.0.0.0 lets everybody come who reaches this computer.",
)
@click.option(
    "--port",
    type=click.IntRange(PORTS[0], PORTS[-1]),
    metavar="NUMBER",
    show_default=str(PORT),
    help="The port to listen at.",
)
@click.option(
    "--tables",
    type=click.IntRange(0, 20),
    metavar="NUMBER",
    show_default="0",
    help="How many tables of their own those who come may open.",
)
@click.option(
    "--web",
    type=click.IntRange(0, PORTS[-1]),
    metavar="PORT",
    help="Serve the same seats in the browser, at this port: the link that is shown is a seat; 0: at none.",
)
@click.option(
    "--public-url",
    metavar="URL",
    help="With --web: the address by which browsers come, where a proxy or a tunnel hands the pages on, such as "
    "https://table.example/.",
)
@click.option("--hints/--no-hints", default=None, help="Let people ask for hints.")
@click.option(
    "--open-after/--no-open-after", default=None, help="Let everybody look back with open cards after a deal."
)
@click.option(
    "--window",
    type=click.FloatRange(1, 60),
    metavar="SECONDS",
    show_default=str(WINDOW),
    help="How long the match waits where players may be asked in secret.",
)
@click.option(
    "--clock",
    metavar="SECONDS[:STYLE]|off",
    help="How long a move may take; a bot of this style, `steady` by default, then makes it.",
)
@click.option(
    "--resume",
    is_flag=True,
    help="Go on with the tables that were hosted last, at the same address and on the same terms; everybody keeps "
    "their code.",
)
@click.option(
    "--invitations",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Write a ready message for each friend, with their own code, into a new file that you alone may read.",
)
@click.option("--new-codes", is_flag=True, help="With --resume: give everybody a new code.")
def host(
    preset: str | None,
    seats: tuple[str, ...],
    given: tuple[str, ...],
    listen: str | None,
    port: int | None,
    tables: int | None,
    web: int | None,
    public_url: str | None,
    hints: bool | None,
    open_after: bool | None,
    window: float | None,
    clock: str | None,
    resume: bool,
    invitations: Path | None,
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

    if public_url is not None:
        try:
            public_url = "" if public_url == "off" else address_of_pages(public_url)
        except ValueError:
            raise Usage(
                "--public-url {given}: an address of pages, such as https://table.example/, or off",
                given=public_url[:60],
            ) from None
    where = {"listen": listen, "port": port, "web": web, "public_url": public_url}
    said = {**where, "window": window, "hints": hints, "open_after": open_after, "tables": tables}
    changes: dict[str, Any] = {name: value for name, value in said.items() if value is not None}
    if clock is not None:
        changes["clock"] = _clock(clock, preset)
    kept = _last() if preset is None else None
    terms = (Terms() if kept is None else kept.terms)._replace(**changes)
    if public_url and not terms.web:
        raise Usage("--public-url: there are no pages without --web PORT")

    def prepare(hall: Hall) -> str | None:
        from cardtable.host.tables import HallTable

        if kept is not None:
            return _resume(hall, kept, terms, new_codes=new_codes)
        assert preset is not None, "neither a game nor one that was hosted"
        agreed, here = _agreed(preset, seats, given)
        table = HallTable(agreed)
        if OPEN_SEAT not in agreed.names:
            table.shared = _begun(agreed, terms)
        hall.put(table)
        return here

    serve(prepare, terms, invitations)


def serve(prepare: Callable[[Hall], str | None], terms: Terms, invitations: Path | None = None) -> None:
    """Hosts the tables that `prepare` puts into the hall, until they are over or the program is ended.

    `prepare` gives the name of the one who plays at this terminal, if anybody does. Messages to friends are written
    into the file `invitations`.
    """
    # What Textual reads of the environment would hold for everybody's screen.
    for name in [name for name in os.environ if name.startswith("TEXTUAL")]:
        del os.environ[name]
    try:
        from cardtable.host.friends import FILE, BadFriends, Friends
        from cardtable.host.ssh import BadKey, host_key
    except ModuleNotFoundError as error:
        raise Failure(
            "friends elsewhere need what `pip install '.[host]'` installs: there is no {name}", name=error.name
        ) from None
    from cardtable.host.door import Door
    from cardtable.host.hall import Hall
    from cardtable.paths import config_dir

    if terms.web:
        need_pages()
    path = config_dir() / KEY
    friends = Friends(config_dir() / FILE)
    try:
        key = host_key(path)
        friends.known()
    except (BadKey, BadFriends) as error:
        raise Failure(error) from None
    except OSError as error:
        raise Failure("{path}: {why}", path=path, why=error) from None

    def begin(agreed: SavedTable, thoughts: Executor | None) -> SharedTable:
        return or_value_error(_begun)(agreed, terms, thoughts)

    speech = words()
    with (
        listening(terms.listen, terms.port) as listener,
        listening(terms.listen, terms.web) if terms.web else nullcontext() as pages,
    ):
        hall = Hall(Door({}), friends, speech, click.echo, begin, most=terms.tables)
        here = prepare(hall)
        try:
            for table in hall.tables:
                for name in table.people:
                    if name not in hall.door.digests and name != here:
                        hall.new_code(name)
            if OPEN_SEAT not in hall.door.digests:
                hall.new_code(OPEN_SEAT)
            hall.keep = lambda: _keep(hall, here, terms)
            asyncio.run(serve_hall(hall, here, key, listener, pages, terms.public_url, invitations))
        finally:
            for table in hall.tables:
                if table.shared is not None:
                    table.shared.close()
    if any(not table.is_over for table in hall.tables if table.is_kept):
        click.echo(speech.say("The table is kept; `cardtable host --resume` goes on with it."))


def host_agreed(agreed: SavedTable, everybody: bool) -> None:
    """Hosts a table that was set up in the menu; whoever has set it up plays at this terminal."""
    here = next((name for name, style in zip(agreed.names, agreed.styles, strict=True) if style is None), None)

    def prepare(hall: Hall) -> str | None:
        from cardtable.host.tables import HallTable

        # Whoever chose the cards would know them.
        table = HallTable(dataclasses.replace(agreed, name="", seed=None))
        if OPEN_SEAT not in agreed.names:
            table.shared = _begun(table.agreed, Terms())
        hall.put(table)
        return here or None

    serve(prepare, Terms(listen="0.0.0.0" if everybody else LISTEN))


def _clock(given: str, preset: str | None) -> Clock | None:
    """What `--clock` says, None for `off`; a new match is not begun with a style that does not play it."""
    from cardtable.bots.finding import UnknownBot, find_bot
    from cardtable.desk.games import preset_of
    from cardtable.match.shared import Clock

    if given == "off":
        return None
    seconds, _, style = given.partition(":")
    if not (re.fullmatch(r"[0-9]{1,9}", seconds) and FASTEST <= int(seconds) <= SLOWEST):
        raise Usage(
            "--clock {given}: a number of seconds from {least} to {most}, and perhaps a style, such as 60 or 60:expert",
            given=given[:30],
            least=FASTEST,
            most=SLOWEST,
        )
    if style and preset is not None:
        try:
            find_bot(style, preset_of(preset)[0].id)
        except UnknownBot as error:
            raise Usage(error) from None
    return Clock(int(seconds), style)


def _agreed(preset: str, seats: tuple[str, ...], given: tuple[str, ...]) -> tuple[SavedTable, str | None]:
    """What is to be played and by whom, and who of them sits here."""
    from cardtable.desk.games import options_of, preset_of
    from cardtable.desk.screen import need_terminal
    from cardtable.desk.tables import seat_plans, user
    from cardtable.engine.options import changed
    from cardtable.match.terms import SeatPlan
    from cardtable.player.saved import SavedTable

    if not seats:
        raise Usage("--seat: name everybody who plays, such as --seat Anna --seat Boris --seat bot:steady")
    kinds = [seat.strip().lower() for seat in seats]
    if kinds.count(HERE) > 1:
        raise Usage("--seat here: one person plays at this terminal; the others come by SSH")
    if HERE in kinds:
        need_terminal()
    # An open seat counts as a person's.
    named = tuple(
        SeatPlan(user()) if kind == HERE else f"#{nth}" if kind == OPEN else seat
        for nth, (seat, kind) in enumerate(zip(seats, kinds, strict=True))
    )
    game, base = preset_of(preset)
    plans = seat_plans(named, preset)
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


def _begun(agreed: SavedTable, terms: Terms, thoughts: Executor | None = None) -> SharedTable:
    """A new match of these players."""
    from cardtable.desk.tables import open_agreed

    return _shared(open_agreed(agreed), terms, thoughts)


def _shared(table: Table, terms: Terms, thoughts: Executor | None) -> SharedTable:
    from cardtable.bots.finding import UnknownBot
    from cardtable.match.shared import SecretsTakeNoThought, SharedTable
    from cardtable.paths import config_dir
    from cardtable.player.settings import FILE, load

    try:
        shared = SharedTable(table, window=terms.window, clock=terms.clock, executor=thoughts)
    except (SecretsTakeNoThought, UnknownBot) as error:
        table.close()
        raise Usage(error) from None
    shared.hints, shared.open_after = terms.hints, terms.open_after
    with suppress(OSError, ValueError):  # A record that cannot be read leaves the bots silent.
        table.begin_talk(load(config_dir() / FILE)[0].talk)
    return shared


def _last() -> KeptHall:
    """What was hosted last. Raises Failure."""
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
            _terms_in(kept["terms"]) if "terms" in kept else Terms(),  # An earlier version wrote none.
        )
    except FileNotFoundError:
        raise Failure("no table was hosted yet; `cardtable host throw_in --seat Anna --seat Boris` opens one") from None
    except (OSError, Unreadable) as error:
        raise Failure("{path}: {why}", path=path, why=error) from None
    except (KeyError, TypeError, ValueError, AttributeError):
        raise Failure("{path}: this does not say which table was hosted last", path=path) from None


def _waiting(row: Mapping[str, Any]) -> SavedTable:
    """A table that waits for players. Raises ValueError, KeyError and TypeError."""
    from cardtable.games import agree
    from cardtable.match.terms import PERSON, check_players
    from cardtable.player.saved import SavedTable

    names, styles = tuple(map(str, row["names"])), tuple(row["styles"])
    kinds = [PERSON if style is None else f"bot:{style}" for style in styles]
    check_players([name or f"#{nth}" for nth, name in enumerate(names)], kinds)
    agree(row["preset"], row["options"], len(styles))
    return SavedTable(row["preset"], names, styles, row["options"])


def _terms_in(row: Mapping[str, Any]) -> Terms:
    """The terms of a hall. Raises ValueError, KeyError and TypeError."""
    from cardtable.match.shared import Clock

    clock = row["clock"]
    # What an earlier version has not kept stands as it was then.
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
        None if clock is None else Clock(float(clock[0]), str(clock[1])),
        int(row["tables"]),
    )


def _resume(hall: Hall, kept: KeptHall, terms: Terms, *, new_codes: bool) -> str | None:
    """Puts what was hosted last into the hall, with the codes as they are kept; gives who sits here."""
    from cardtable.desk.screen import need_terminal
    from cardtable.desk.tables import reopen
    from cardtable.host.tables import HallTable

    if kept.here is not None:
        need_terminal()
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
            hall.put(
                HallTable(_agreed_in(table.header), owner, _shared(table, terms, hall.thoughts if owner else None))
            )
    if not hall.tables:
        raise Failure("the match that was hosted last is over")
    return kept.here


def _agreed_in(header: Header) -> SavedTable:
    """Who sits where by a record, and what is played."""
    from cardtable.match.record import agreed_options
    from cardtable.match.terms import PERSON
    from cardtable.player.saved import SavedTable

    styles = tuple(None if kind == PERSON else kind.removeprefix("bot:") for kind in header.kinds)
    return SavedTable(header.preset, tuple(header.names), styles, agreed_options(header))


def _keep(hall: Hall, here: str | None, terms: Terms) -> None:
    """Writes down what is hosted, on which terms, and who has a code: of codes only what tells whether one is right."""
    import json

    from cardtable.files import make_folder, replace
    from cardtable.paths import data_dir

    path = data_dir() / LAST
    kept = {
        "tables": [_row(table) for table in hall.tables if table.is_kept],
        "codes": hall.door.digests,
        "here": here,
        "terms": terms._asdict(),
    }
    make_folder(path.parent)
    replace(path, json.dumps(kept) + "\n")


def _row(table: HallTable) -> dict[str, Any]:
    if table.shared is not None:
        return {"record": str(table.shared.path), "owner": table.owner}
    offered = table.offered
    names = ("preset", "names", "styles", "options")
    return {"waits": {name: getattr(offered, name) for name in names}, "owner": table.owner}
