"""Styles that are external programs: `cmd:COMMAND`, or `NAME=cmd:COMMAND` to show a short name in tables of results."""

from __future__ import annotations

import re
from typing import Final

_PROGRAM: Final = re.compile(r"(?:([a-z][a-z0-9_-]{0,19})=)?cmd:(.*)", re.DOTALL)


def command_of(style: str) -> str | None:
    """The command of a style that is a program; None for any other style."""
    found = _PROGRAM.fullmatch(style)
    return None if found is None else found[2]


def short(style: str) -> str:
    """The name of a style in tables and results: a program appears under its short name if it has one.

    >>> short("deep=cmd:./deep.py --fast"), short("cmd:./deep.py"), short("steady")
    ('deep', 'cmd:./deep.py', 'steady')
    """
    found = _PROGRAM.fullmatch(style)
    return style if found is None else found[1] or style
