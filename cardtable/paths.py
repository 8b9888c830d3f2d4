"""Where a player's files lie."""

from __future__ import annotations

import os
import sys
from gettext import gettext
from pathlib import Path

XDG = {"data": ("XDG_DATA_HOME", ".local/share"), "config": ("XDG_CONFIG_HOME", ".config")}
"""By kind the variable that names the folder on Linux, and the folder in the user's home where none does."""


def _place(kind: str) -> Path:
    """Raises OSError where nothing says which folder is the user's home, as for a user without an account."""
    home = os.environ.get("CARDTABLE_HOME")
    if home:
        return Path(home) / kind
    if sys.platform == "linux":
        # As platformdirs says, which takes a third as long to import as `--help` takes to show.
        variable, usual = XDG[kind]
        try:
            return Path(os.environ.get(variable, "").strip() or Path.home() / usual) / "cardtable"
        except RuntimeError:
            raise OSError(gettext("neither HOME nor CARDTABLE_HOME says where your files lie")) from None
    from platformdirs import PlatformDirs

    dirs = PlatformDirs("cardtable", appauthor=False)
    return dirs.user_data_path if kind == "data" else dirs.user_config_path


def data_dir() -> Path:
    """Records and whatever else is the player's; `CARDTABLE_HOME` moves it with the others."""
    return _place("data")


def pictures_dir() -> Path:
    """Pictures of the screen that the player has taken."""
    return data_dir() / "pictures"


def pages_dir() -> Path:
    """Pages of deals that the player has made."""
    return data_dir() / "pages"


def silly_dir() -> Path:
    """Bots' moves that were marked as silly."""
    return data_dir() / "silly"


def config_dir() -> Path:
    """Settings and the player's own themes."""
    return _place("config")


def records_dir() -> Path:
    return data_dir() / "records"
