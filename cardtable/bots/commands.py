"""Styles that are programs: `cmd:COMMAND`, or `NAME=cmd:COMMAND` where tables and results should show a short name."""

from __future__ import annotations

import re
from typing import Final

_PROGRAM: Final = re.compile(r"(?:([a-z][a-z0-9_-]{0,19})=)?cmd:(.*)", re.DOTALL)


def command_of(style: str) -> str | None:
    """The command of a style that is a program; None for any other style."""
    found = _PROGRAM.fullmatch(style)
    return None if found is None else found[2]


def short(style: str) -> str:
    """How tables and results write a style: a program by the name that it was given, if it was given one.

    >>> short("deep=cmd:./deep.py --fast"), short("cmd:./deep.py"), short("steady")
    ('deep', 'cmd:./deep.py', 'steady')
    """
    found = _PROGRAM.fullmatch(style)
    return style if found is None else found[1] or style
