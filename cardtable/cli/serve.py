"""The command that shows the table in a web page."""

from __future__ import annotations

import os
import sys
import time

import click

from cardtable.desk.speech import Failure, Usage, words

SCREENS = ("play", "resume", "tournament")
"""The commands that open a table; without one, the menu opens."""


@click.command(epilog="Example: cardtable serve --port 8000 -- play throw_in --seat Anna --seat bot:steady")
@click.option(
    "--port",
    type=click.IntRange(1, 65535),
    metavar="NUMBER",
    default=8000,
    show_default=True,
    help="The port to listen at.",
)
@click.option("--host", metavar="ADDRESS", default="127.0.0.1", show_default=True, help="The address to listen at.")
@click.option("--allow-network", is_flag=True, help="Allow a --host that other computers reach.")
@click.argument("args", nargs=-1, metavar="[ARGS]...", type=click.UNPROCESSED)
def serve(port: int, host: str, allow_network: bool, args: tuple[str, ...]) -> None:
    """Show the table in a web page of this computer: the menu, or what `cardtable ARGS` opens.

    Every page is a program of its own, with the player's records and settings. One match is played in one page at a
    time: where another tries to open it, it says so. A page that is closed leaves its match as leaving does, and
    `cardtable resume` or another page goes on with it; so does the page itself when it is loaded anew. At most 16 pages
    are open at a time. With `?reader` behind its address a page has its rows as text for a screen reader too.
    """
    from cardtable.engine.text import say

    try:
        from cardtable.web import SINCE, is_loopback
        from cardtable.web.server import PAGES, TableServer
    except ModuleNotFoundError as error:
        raise Failure("pages need what `pip install '.[web]'` installs: there is no {name}", name=error.name) from None

    if args and args[0] not in SCREENS:
        raise Usage(
            "{name}: no table to show; behind `--` stands nothing or {allowed}",
            name=args[0],
            allowed=", ".join(SCREENS),
        )
    if "--plain" in args:
        raise Usage("--plain: a page shows the table on the screen")
    speech = words()
    if not is_loopback(host):
        if not allow_network:
            raise Usage("--host {host}: other computers may reach it; --allow-network allows that", host=host)
        warning = say(
            "Warning: anybody who reaches {host} sees and plays this user's matches; nobody is asked for a password.",
            host=host,
        )
        click.echo(speech.text(warning), err=True)
    texts = {
        "at": speech.say("The table is in the browser; Ctrl+C ends it:"),
        "language": words().language,
        "opening": speech.say("The table is being opened…"),
        "closed": speech.say("The table is closed."),
        "again": speech.say("Open it again"),
        "reader": speech.say("This terminal for a screen reader"),
        "here": speech.say("This table is for this computer alone."),
        "others": speech.say("This table is not for the pages of other sites. Type its address to open it."),
        "full": speech.text(say("{count} pages are open, and no more can be. Close one of them.", count=PAGES)),
    }
    language = click.get_current_context().find_root().params.get("lang")
    program = [sys.executable, "-X", "utf8", "-m", "cardtable", *(["--lang", language] if language else []), *args]
    os.environ[SINCE] = str(time.time())
    try:
        TableServer(program, host, port, texts).serve()
    except OSError as error:
        raise Failure("{host}, port {port}: {why}", host=host, port=port, why=error) from None
