"""Pictures of the screen, for friends who were not there."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any, Final

from textual.app import App

from cardtable.engine.faults import told
from cardtable.engine.text import Text, say
from cardtable.files import create_whole, make_folder

FONTS: Final = re.compile(r"@font-face\s*\{[^}]*\}")
"""References to font servers: a picture must not load anything."""


def drawn(app: App[Any]) -> str:
    """Returns the screen as a self-contained SVG, shown in a font of the viewer's own."""
    return FONTS.sub("", app.export_screenshot())


def keep(app: App[Any], folder: Path, name: str) -> Path:
    """Saves a picture of the screen in this folder, under an unused name. Raises OSError."""
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
    """Saves a picture; returns a message saying where it is, or why there is none."""
    try:
        path = keep(app, folder, name)
    except OSError as wrong:
        return say("The picture cannot be written: {why}", why=told(wrong))
    return say("The picture lies in {path}", path=str(path))
