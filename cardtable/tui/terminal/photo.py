"""Pictures of what stands on the screen, for friends who were not there."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any, Final

from textual.app import App

from cardtable.engine.faults import told
from cardtable.engine.text import Text, say
from cardtable.files import create_whole, make_folder

FONTS: Final = re.compile(r"@font-face\s*\{[^}]*\}")
"""What names a server of fonts: a picture asks nobody for anything."""


def drawn(app: App[Any]) -> str:
    """The screen as an SVG that needs nothing but itself; a font with the signs is its reader's."""
    return FONTS.sub("", app.export_screenshot())


def keep(app: App[Any], folder: Path, name: str) -> Path:
    """Writes the picture of the screen into this folder, under a name that no other has. Raises OSError."""
    make_folder(folder)
    svg, nth = drawn(app).encode(), 1
    while True:
        path = folder / (f"{name}.svg" if nth == 1 else f"{name}-{nth}.svg")
        try:
            create_whole(path, svg)
        except FileExistsError:
            nth += 1
        else:
            return path


def take(app: App[Any], folder: Path, name: str) -> Text:
    """The same; gives where it lies, or why it does not."""
    try:
        path = keep(app, folder, name)
    except OSError as wrong:
        return say("The picture cannot be written: {why}", why=told(wrong))
    return say("The picture lies in {path}", path=str(path))
