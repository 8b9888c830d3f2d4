"""Terminals with full colour, recognised by name: `ssh` passes TERM on, but not COLORTERM."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

FULL: Final = frozenset(("alacritty", "contour", "foot", "ghostty", "kitty", "konsole", "rio", "wezterm"))
"""Parts of TERM, between its hyphens, that only terminals with 2^24 colours have; `direct` says so by itself."""


def with_colours(environ: Mapping[str, str]) -> dict[str, str]:
    """Returns this environment with COLORTERM added if TERM alone shows that the terminal has full colour.

    >>> with_colours({"TERM": "xterm-ghostty"})
    {'TERM': 'xterm-ghostty', 'COLORTERM': 'truecolor'}
    """
    parts = environ.get("TERM", "").lower().split("-")
    if environ.get("COLORTERM") or (FULL.isdisjoint(parts) and "direct" not in parts[1:]):
        return dict(environ)
    return {**environ, "COLORTERM": "truecolor"}
