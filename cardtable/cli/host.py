"""The command that opens a table for remote friends."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable, Sequence
from contextlib import nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from cardtable.cli import completing
from cardtable.cli.commands import DEALS, HOUSE_RULES
from cardtable.desk.games import game_meant, of_deals
from cardtable.desk.hosted import (
    LISTEN,
    PORT,
    PORTS,
    WINDOW,
    Terms,
    address_of_pages,
    at_port_of_last,
    begun,
    invited,
    keep,
    last,
    missing,
    resume_hall,
    tunnel_meant,
)
from cardtable.desk.hosting import OPEN_SEAT, listening, need_pages, serve_hall
from cardtable.desk.speech import Failure, Usage, or_value_error, words
from cardtable.engine.faults import told

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from cardtable.host.hall import Hall
    from cardtable.match.clock import Clock
    from cardtable.match.shared import SharedTable
    from cardtable.player.saved import SavedTable

KEY = "host_key"
"""The file with this host's key, beside the settings."""
HERE, OPEN = "here", "open"
"""Values of `--seat` for the player at this keyboard, and for the first guest to come."""


@click.command(epilog="Example: cardtable host throw_in --seat here --seat Boris --seat open")
@click.argument("preset", metavar="[PRESET]", required=False, callback=game_meant, shell_complete=completing.presets)
@click.option(
    "--seat",
    "seats",
    shell_complete=completing.seats,
    multiple=True,
    metavar="NAME|here|open|bot|bot:STYLE",
    help="A player, clockwise; may be repeated. `here` is you at this terminal, `open` whoever comes first.",
)
@HOUSE_RULES
@DEALS
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
@click.option(
    "--tunnel",
    "tunnels",
    multiple=True,
    metavar="ssh:[USER@]RELAY[:PORT][/PORT][+PORT]|command:PROGRAM",
    help="Let friends come by an SSH server of yours, whatever router stands before this computer, browsers too with "
    "--web; or by a program that is told {port}, or {web} for the pages; `off`: none.",
)
@click.option(
    "--tunnel-says",
    metavar="REGEX",
    help="What the address looks like that such a program says, with (?P<host>...) and (?P<port>...), where it is not "
    "found by itself.",
)
@click.option("--hints/--no-hints", default=None, help="Let people ask for hints.")
@click.option(
    "--open-after/--no-open-after", default=None, help="Let everybody look back with open cards after a deal."
)
@click.option(
    "--watchers/--no-watchers",
    default=None,
    help="Let those who watch say lines at the tables; in the host's list the key w does it.",
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
    metavar="TIME[@HOUR:MINUTE][:STYLE]|off",
    help="How long a move may take, such as 60 (seconds), 12h or 3d; a bot of this style, `steady` by default, then "
    "makes it. From a day on it runs while nobody is there, and on after --resume; with 3d@08:00 no bot moves in the "
    "night, before this time by the clock of this computer.",
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
@click.option(
    "--notify",
    metavar="COMMAND",
    help="Run this when somebody who is away has been waited for a minute; CARDTABLE_NAME, _GAME and _LINE tell it, "
    "and where a clock runs CARDTABLE_LEFT the seconds that they have.",
)
@click.option("--new-codes", is_flag=True, help="Give everybody a new code; else who was hosted last keeps theirs.")
def host(
    preset: str | None,
    seats: tuple[str, ...],
    given: tuple[str, ...],
    deals: int | None,
    listen: str | None,
    port: int | None,
    tables: int | None,
    web: int | None,
    public_url: str | None,
    tunnels: tuple[str, ...],
    tunnel_says: str | None,
    hints: bool | None,
    open_after: bool | None,
    watchers: bool | None,
    window: float | None,
    clock: str | None,
    resume: bool,
    invitations: Path | None,
    notify: str | None,
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
    if resume and (seats or given or deals is not None):
        raise Usage("--resume: the seats and the house rules are those of the table that was hosted last")

    if public_url is not None:
        try:
            public_url = "" if public_url == "off" else address_of_pages(public_url)
        except ValueError:
            raise Usage(
                "--public-url {given}: an address of pages, such as https://table.example/, or off",
                given=public_url[:60],
            ) from None
    if len(tunnels) > 1:
        raise Usage("--tunnel: one way at a time; a server of yours carries the pages too")
    tunnel = tunnels[0] if tunnels else None
    if tunnel_says is not None and not (tunnel or "").startswith("command:"):
        raise Usage("--tunnel-says: it goes with --tunnel 'command:...'")
    if tunnel is not None:
        tunnel = at_port_of_last(tunnel_meant(tunnel, tunnel_says or "", web=bool(web)))
    where = {"listen": listen, "port": port, "web": web, "public_url": public_url, "tunnel": tunnel}
    where["tunnel_says"] = tunnel_says
    said = {**where, "window": window, "hints": hints, "open_after": open_after, "tables": tables, "watchers": watchers}
    changes: dict[str, Any] = {name: value for name, value in said.items() if value is not None}
    if clock is not None:
        changes["clock"] = _clock(clock, preset)
    kept = last() if preset is None else None
    terms = (Terms() if kept is None else kept.terms)._replace(**changes)
    if public_url and not terms.web:
        raise Usage("--public-url: there are no pages without --web PORT")

    def prepare(hall: Hall) -> str | None:
        from cardtable.host.tables import HallTable

        if kept is not None:
            return resume_hall(hall, kept, terms, new_codes=new_codes)
        assert preset is not None, "neither a game nor one that was hosted"
        agreed, here = _agreed(preset, seats, of_deals(preset, given, deals))
        table = HallTable(agreed)
        if OPEN_SEAT not in agreed.names:
            table.shared = begun(agreed, terms)
        hall.put(table)
        hall.door.named.update(table.people)
        return here

    serve(prepare, terms, invitations, () if notify is None else _command(notify), new_codes=new_codes)


def serve(
    prepare: Callable[[Hall], str | None],
    terms: Terms,
    invitations: Path | None = None,
    notify: Sequence[str] = (),
    *,
    new_codes: bool = False,
) -> None:
    """Hosts the tables that `prepare` puts into the hall, until they are over or the program is stopped.

    `prepare` returns the name of the player at this terminal, if any. Messages to friends are written to the file
    `invitations`; the command `notify` tells absent people that it is their turn. Friends invited to the previous
    hosting keep their codes unless `new_codes` is set.
    """
    # Settings that Textual reads from the environment would apply to everybody's screen.
    for name in [name for name in os.environ if name.startswith("TEXTUAL")]:
        del os.environ[name]
    try:
        from cardtable.host.friends import FILE, BadFriends, Friends
        from cardtable.host.ssh import BadKey, host_key
    except ModuleNotFoundError as error:
        raise missing(error) from None
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
        return or_value_error(begun)(agreed, terms, thoughts)

    speech = words()
    with (
        listening(terms.listen, terms.port) as listener,
        listening(terms.listen, terms.web) if terms.web else nullcontext() as pages,
    ):
        hall = Hall(Door({}), friends, speech, click.echo, begin, most=terms.tables)
        hall.hears_watchers = terms.watchers
        here = prepare(hall)
        try:
            known = {} if new_codes else invited()
            for table in hall.tables:
                for name in table.people:
                    if name not in hall.door.digests and name != here:
                        if name in known:
                            hall.door.digests[name] = known[name]
                        else:
                            hall.new_code(name)
            if OPEN_SEAT not in hall.door.digests:
                hall.new_code(OPEN_SEAT)
            hall.keep = lambda: keep(hall, here, terms)
            asyncio.run(serve_hall(hall, here, key, listener, pages, terms, invitations, notify))
        finally:
            for table in hall.tables:
                if table.shared is not None:
                    table.shared.close()
    if any(not table.is_over for table in hall.tables if table.is_kept):
        click.echo(speech.say("The table is kept; `cardtable host --resume` goes on with it."))


def host_agreed(agreed: SavedTable, everybody: bool) -> None:
    """Hosts a table set up in the menu; its creator plays at this terminal."""
    here = next((name for name, style in zip(agreed.names, agreed.styles, strict=True) if style is None), None)

    def prepare(hall: Hall) -> str | None:
        from cardtable.host.tables import HallTable

        # A player who chose the seed would know the cards.
        table = HallTable(agreed._replace(name="", seed=None))
        if OPEN_SEAT not in agreed.names:
            table.shared = begun(table.agreed, Terms())
        hall.put(table)
        hall.door.named.update(table.people)
        return here or None

    serve(prepare, Terms(listen="0.0.0.0" if everybody else LISTEN))


def _command(given: str) -> list[str]:
    """Parses `--notify`. Raises Usage, and Failure if the extra is missing."""
    try:
        from cardtable.host.notifying import BadNotice, command_of
    except ModuleNotFoundError as error:
        raise missing(error) from None
    try:
        return command_of(given)
    except BadNotice as error:
        raise Usage("--notify {why}", why=told(error)) from None


def _clock(given: str, preset: str | None) -> Clock | None:
    """Parses `--clock`, None for `off`; rejects a clock that does not suit a new match."""
    from cardtable.bots.finding import UnknownBot, find_bot
    from cardtable.desk.games import preset_of
    from cardtable.match.clock import BadClock, clock_of

    try:
        clock = clock_of(given)
        if clock is not None and preset is not None:
            game, found = preset_of(preset)
            try:
                clock.check(game.rules(found.options, found.players))
            except BadClock as error:
                raise BadClock("{given}: {why}", given=given, why=told(error)) from None
            if clock.style:
                find_bot(clock.style, game.id)
    except BadClock as error:
        raise Usage("--clock {why}", why=told(error)) from None
    except UnknownBot as error:
        raise Usage(error) from None
    return clock


def _agreed(preset: str, seats: tuple[str, ...], given: tuple[str, ...]) -> tuple[SavedTable, str | None]:
    """The table to be played, and the name of the player at this terminal, if any."""
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
