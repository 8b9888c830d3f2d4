"""Where a player's files lie."""

from __future__ import annotations

import os
from pathlib import Path

from platformdirs import PlatformDirs


def _place(kind: str) -> Path:
    home = os.environ.get("CARDTABLE_HOME")
    if home:
        return Path(home) / kind
    dirs = PlatformDirs("cardtable", appauthor=False)
    return {"data": dirs.user_data_path, "config": dirs.user_config_path, "cache": dirs.user_cache_path}[kind]


def data_dir() -> Path:
    """Records and whatever else is the player's; `CARDTABLE_HOME` moves it with the others."""
    return _place("data")


def config_dir() -> Path:
    """Settings and the player's own themes."""
    return _place("config")


def records_dir() -> Path:
    """The records of matches."""
    return data_dir() / "records"
