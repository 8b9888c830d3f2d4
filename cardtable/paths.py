"""The locations of a player's files."""

from __future__ import annotations

import os
import sys
from gettext import gettext
from pathlib import Path

XDG = {"data": ("XDG_DATA_HOME", ".local/share"), "config": ("XDG_CONFIG_HOME", ".config")}
"""For each kind, the variable that names the folder on Linux, and the default folder in the user's home."""


def _place(kind: str) -> Path:
    """Raises OSError if the user's home folder cannot be determined, as for a user without an account."""
    home = os.environ.get("CARDTABLE_HOME")
    if home:
        return Path(home) / kind
    if sys.platform == "linux":
        # The same as platformdirs, but importing it would take a third of the time of `--help`.
        variable, usual = XDG[kind]
        try:
            return Path(os.environ.get(variable, "").strip() or Path.home() / usual) / "cardtable"
        except RuntimeError:
            raise OSError(gettext("neither HOME nor CARDTABLE_HOME says where your files lie")) from None
    from platformdirs import PlatformDirs

    dirs = PlatformDirs("cardtable", appauthor=False)
    return dirs.user_data_path if kind == "data" else dirs.user_config_path


def data_dir() -> Path:
    """The folder for records and all other player data; `CARDTABLE_HOME` moves it with the others."""
    return _place("data")


def pictures_dir() -> Path:
    """The folder for the player's screenshots."""
    return data_dir() / "pictures"


def pages_dir() -> Path:
    """The folder for pages of deals made by the player."""
    return data_dir() / "pages"


def silly_dir() -> Path:
    """The folder for bots' moves marked as silly."""
    return data_dir() / "silly"


def config_dir() -> Path:
    """The folder for settings and the player's own themes."""
    return _place("config")


def records_dir() -> Path:
    return data_dir() / "records"
