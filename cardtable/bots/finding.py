"""Finding a style by its name, among our own, those of other packages and programs, and making a player of it."""

from __future__ import annotations

import os
import shlex
import shutil
from collections.abc import Iterator, Sequence
from importlib import import_module

from cardtable.bots import Bot, entries
from cardtable.bots.commands import command_of, short
from cardtable.bots.entries import UNRATED, BotEntry
from cardtable.engine.faults import Fault, foreign
from cardtable.engine.options import closest
from cardtable.engine.rules import AnyRules
from cardtable.engine.text import Text, clean, mark, say
from cardtable.games import group_of


class UnknownBot(Fault):
    """A style that does not exist, or does not play this family; the message says which do."""


USUAL = "steady"
"""The style that most families have, and that others are compared with."""
DEEP = "expert_deep"
"""The style of ours that thinks longest."""
SPARE = "uniform"
"""The style that moves where even the adviser fails."""
_named: set[str] = set()
"""The commands that the user has named. What a record or another file names is never started for that alone."""


def name_program(style: str) -> None:
    """Lets the program of this style be started; a style that is none needs no leave."""
    if command_of(style) is not None:
        _named.add(style)


def _playing(family: str, among: Sequence[BotEntry]) -> Iterator[BotEntry]:
    group = group_of(family)
    return (entry for entry in among if not entry.families or any(group_of(own) == group for own in entry.families))


def styles(family: str) -> list[BotEntry]:
    """The styles that play a family, best known first: its own, those of its kin, which play it as its adviser, and
    those that other packages bring.
    """
    return list(_playing(family, (*entries.BOTS, *brought()[0])))


def brought() -> tuple[list[BotEntry], list[Text]]:
    """The styles that other packages bring, and what is wrong with some of them. Imports none of them."""
    from cardtable.bots.installed import installed

    found, problems = installed()
    ours = {entry.style for entry in entries.BOTS}
    theirs = [
        BotEntry(
            style=one.style,
            module=one.place,
            strength=UNRATED,
            about=mark("comes from another package"),
            families=one.families,
            package=one.package,
        )
        for one in found
        if one.style not in ours
    ]
    taken = [
        say("bot {style} of {package}: there is a style of this name already", style=one.style, package=one.package)
        for one in found
        if one.style in ours
    ]
    return theirs, [*problems, *taken]


def own_styles(family: str) -> list[BotEntry]:
    """The styles that play this very family in a way of their own, best known first; those to be offered for it."""
    return [entry for entry in styles(family) if not entry.families or family in entry.families]


def guests_styles(family: str) -> list[BotEntry]:
    """Those of them that may be seated by whoever comes to a host: our own, as others may never answer, that think no
    longer than the expert.
    """
    return [entry for entry in own_styles(family) if not entry.package and entry.style != DEEP]


def usual(family: str) -> str:
    """The style that sits where only a bot was asked for: steady, where it plays this family, else the best known."""
    return USUAL if any(entry.style == USUAL for entry in _playing(family, entries.BOTS)) else adviser(family)


def adviser(family: str) -> str:
    """The style that gives hints in this family, and moves where another fails: the best known."""
    return next(_playing(family, entries.BOTS)).style


def habit(family: str) -> str:
    """The style that moves at once where nothing can be searched: the adviser, unless that one searches itself.

    It does in a family that has no styles of its own.
    """
    return next((entry.style for entry in _playing(family, entries.BOTS) if entry.families), SPARE)


def find_bot(style: str, family: str) -> BotEntry:
    """The style of this name that plays this family; of another package, one that can be loaded. Raises UnknownBot."""
    command = command_of(style)
    if command is not None:
        return _program(style, command)
    offered = {entry.style: entry for entry in _playing(family, entries.BOTS)}
    if style not in offered:
        offered = {entry.style: entry for entry in styles(family)}
    if style not in offered:
        near = closest(style, offered)
        raise UnknownBot(
            "bot {style}: no such style plays {family}{near}; there are {allowed}",
            style=style,
            family=group_of(family),
            near=near,
            allowed=", ".join(offered),
        )
    entry = offered[style]
    if entry.package:
        from cardtable.bots.installed import load

        try:
            load(entry.module)
        except BaseException as error:  # A module of somebody else's may fail in any way; sys.exit is one.
            if isinstance(error, KeyboardInterrupt):
                raise
            raise UnknownBot(
                "bot {style} of {package} cannot be loaded: {why}",
                style=style,
                package=entry.package,
                why=clean(foreign(error))[:200],
            ) from None
    return entry


def _program(style: str, command: str) -> BotEntry:
    """A program as a style. Raises UnknownBot where nobody has named it here, or there is none."""
    if style not in _named:
        raise UnknownBot(
            "bot {style}: a program is started only where you name it, or by `cardtable resume --programs`",
            style=clean(style),
        )
    if is_own(short(style)):
        raise UnknownBot("bot {style}: there is a style {name}; give it another name", style=style, name=short(style))
    if os.name == "nt":
        raise UnknownBot("bot {style}: bots that are programs need Linux or macOS", style=clean(style))
    try:
        words = shlex.split(command)
    except ValueError:
        words = []
    if not words or shutil.which(words[0]) is None:
        raise UnknownBot("bot {style}: there is no such program that can be run", style=clean(style))
    return BotEntry(style=style, module="cardtable.bots.program:ProgramBot", strength=UNRATED, about=mark("a program"))


def make_bot(style: str, family: str, rules: AnyRules) -> Bot:
    """A player of this style. Raises UnknownBot."""
    entry = find_bot(style, family)
    if entry.families and family not in entry.families:
        entry = find_bot(adviser(family), family)
    module, _, name = entry.module.format(family=family).partition(":")
    made = getattr(import_module(module), name or "make")
    command = command_of(style)
    bot: Bot = made(rules) if command is None else made(rules, family, command)
    return bot


def takes_time(style: str, family: str, rules: AnyRules) -> bool:
    """Whether a bot of this style thinks in slices, so that its hint is better asked for in another thread."""
    try:
        return hasattr(make_bot(style, family, rules), "think")
    except Exception:  # One that cannot even be made: asked for a hint, it is reported, and another one answers.
        return False


def is_own(style: str) -> bool:
    """Whether this style is one of ours; how long another one takes, or whether it ever answers, nobody knows."""
    return any(entry.style == style for entry in entries.BOTS)


def answers_at_once(style: str, family: str, rules: AnyRules) -> bool:
    """Whether whoever asks this style for a hint need not wait: it is one of our own that does not think for long."""
    return is_own(style) and not takes_time(style, family, rules)
