"""The command that shows the player's settings and changes one."""

from __future__ import annotations

from typing import Any

import click

from cardtable.cli import completing
from cardtable.desk.speech import Usage, tell_trouble, words


@click.command(epilog="Example: cardtable settings pace human")
@click.argument("name", required=False, metavar="[NAME]", shell_complete=completing.settings)
@click.argument("value", required=False, metavar="[VALUE]", shell_complete=completing.values)
def settings(name: str | None, value: str | None) -> None:
    """Show your settings with what each may be, and where your files lie.

    With NAME only that setting; with VALUE it is changed, in the file, which stays as it was otherwise. A key at the
    table is a setting too: `cardtable settings keys.hint f2`, and with an empty VALUE it is ours again.
    """
    from cardtable.engine.text import clean, say
    from cardtable.paths import config_dir, data_dir
    from cardtable.player import settings as own
    from cardtable.tui.menus.own_keys import rows

    path = config_dir() / own.FILE
    keys = tuple(row.id for row in rows())
    found, troubles = own.load(path, keys)
    if name is not None and value is not None:
        _change(name, value, found, keys)
        found, troubles = own.load(path, keys)
    lines = _lines(found)
    if name is None:
        click.echo(f"# {clean(str(path))}")
        where = say("{path}: your matches, and all else that is kept", path=str(data_dir()))
        click.echo(f"# {words().text(where)}")
        for key, line in lines.items():
            if key == f"keys.{keys[0]}":
                click.echo("[keys]")
            click.echo(line)
    elif name in lines:
        click.echo(lines[name])
    elif name == "keys":
        click.echo("\n".join(line for key, line in lines.items() if key.startswith("keys.")))
    else:
        from cardtable.engine.options import closest

        raise Usage("{name} is no setting{near}; `cardtable settings` lists them", name=name, near=closest(name, lines))
    for trouble in troubles:
        tell_trouble(trouble)


def _lines(found: Any) -> dict[str, str]:
    """The line of every setting, by name, as it may appear in the file."""
    from cardtable.engine.text import clean
    from cardtable.player import settings as own
    from cardtable.tui.menus.own_keys import rows

    say = words().say
    lines = {}
    for name in own.names():
        if name == "keys":
            continue
        value = getattr(found, name)
        shown = str(value).lower() if isinstance(value, bool) else f'"{clean(str(value))}"'
        among = ", ".join(str(entry).lower() for entry in own.allowed(name))
        lines[name] = f"{name} = {shown}  # {say(own.about(name))}" + (f" ({among})" if among else "")
    for row in rows():
        lines[f"keys.{row.id}"] = f'{row.id} = "{found.keys.get(row.id, row.binds[0][0])}"  # {say(row.help)}'
    return lines


def _change(name: str, value: str, found: Any, keys: tuple[str, ...]) -> None:
    """Writes a setting to the file. Raises Usage and Failure; the file is then unchanged."""
    from cardtable.desk.speech import Failure
    from cardtable.engine.faults import Fault
    from cardtable.engine.options import closest
    from cardtable.paths import config_dir
    from cardtable.player import settings as own
    from cardtable.tui.menus.own_keys import clash
    from cardtable.tui.terminal.themes import load

    try:
        changes = own.read(name, value, keys)
    except own.BadSetting as error:
        raise Usage(error) from None
    if name == "theme" and value.strip() != "auto":
        known = ["auto", *(theme.name for themes in (load(), load(config_dir() / "themes")) for theme in themes[0])]
        if changes[name] not in known:
            raise Usage(
                "there is no theme {name!r}{near}; there are {allowed}",
                name=value,
                near=closest(value, known),
                allowed=", ".join(known),
            )
    for key, chosen in changes.get("keys", {}).items():
        if trouble := clash(key, chosen, found.keys):
            raise Usage(Fault(trouble))
    try:
        own.save(config_dir() / own.FILE, changes)
    except OSError as error:
        raise Failure("{path}: {why}", path=config_dir() / own.FILE, why=error) from None
    except ValueError as error:
        raise Failure(error) from None
