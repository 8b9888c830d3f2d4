"""The command that lists bots' moves that players marked as silly."""

from __future__ import annotations

from pathlib import Path

import click

from cardtable.desk.speech import Failure, words


@click.command(epilog="Example: cardtable silly --zip moves.zip")
@click.option("--zip", "archive", metavar="FILE", type=click.Path(path_type=Path), help="Pack them into a new file.")
def silly(archive: Path | None) -> None:
    """List the moves of bots that you have marked with F4, each a folder that can be sent on as it is.

    Nothing is sent by the program. In the record names are left out; `cardtable position` and `cardtable replay` read
    what is in the folders.
    """
    from cardtable.engine.faults import told
    from cardtable.paths import silly_dir
    from cardtable.player.silly import FILES, folders

    try:
        found = folders(silly_dir())
        if not found:
            click.echo(words().say("No bot's move has been marked yet."))
            return
        for folder in found:
            note = (folder / FILES[-1]).read_text("utf-8").splitlines()
            click.echo(f"{folder}\n  {next((row for row in note if row.startswith('move: ')), '')}")
        if archive is not None:
            _pack(archive, found, FILES)
    except (OSError, ValueError) as error:
        raise Failure("{path}: {why}", path=archive or silly_dir(), why=told(error)) from None


def _pack(archive: Path, folders: list[Path], files: tuple[str, ...]) -> None:
    """Packs all folders into one new file. Raises OSError, also if the file exists."""
    from zipfile import ZIP_DEFLATED, ZipFile

    with archive.open("xb") as stream, ZipFile(stream, "w", ZIP_DEFLATED) as packed:
        for folder in folders:
            for name in files:
                packed.write(folder / name, f"{folder.name}/{name}")
