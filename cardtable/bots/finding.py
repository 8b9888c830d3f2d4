"""Finds a style by name, among our own, those of other packages and external programs, and creates players of it."""

from __future__ import annotations

import os
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
    """Raised for a style that does not exist or does not play this family; the message lists those that do."""


USUAL = "steady"
"""The style that most families have, and the benchmark for the others."""
DEEP = "expert_deep"
"""The slowest of our own styles."""
SPARE = "uniform"
"""The style that moves when even the adviser fails."""
_named: set[str] = set()
"""The commands the user has named. A command that only a record or another file names is never started."""


def name_program(style: str) -> None:
    """Allows the program of this style to be started; does nothing for a style that is not a program."""
    if command_of(style) is not None:
        _named.add(style)


def _playing(family: str, among: Sequence[BotEntry]) -> Iterator[BotEntry]:
    group = group_of(family)
    return (entry for entry in among if not entry.families or any(group_of(own) == group for own in entry.families))


def styles(family: str) -> list[BotEntry]:
    """The styles that play a family, best known first: its own, those of related families (played through its adviser),
    and those from other packages.
    """
    return list(_playing(family, (*entries.bots(), *brought()[0])))


def brought() -> tuple[list[BotEntry], list[Text]]:
    """The styles from other packages, and the problems found in some of them. Imports none of them."""
    from cardtable.bots.installed import installed

    found, problems = installed()
    ours = {entry.style for entry in entries.bots()}
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
    """The styles offered for a family, best known first: those made for this very family or for all."""
    return [entry for entry in styles(family) if not entry.families or family in entry.families]


def guests_styles(family: str) -> list[BotEntry]:
    """The styles a guest of a host may seat: our own, since third-party bots may never answer, and no slower than the
    expert.
    """
    return [entry for entry in own_styles(family) if not entry.package and entry.style != DEEP]


def usual(family: str) -> str:
    """The style seated when the player asks for just a bot: steady if it plays this family, else the best known."""
    return USUAL if any(entry.style == USUAL for entry in _playing(family, entries.bots())) else adviser(family)


def adviser(family: str) -> str:
    """The style that gives hints in this family and moves when another bot fails: the best known."""
    return next(_playing(family, entries.bots())).style


def habit(family: str) -> str:
    """The style that moves at once where nothing can be searched: the adviser, unless the adviser searches too.

    It does in a family that has no styles of its own.
    """
    return next((entry.style for entry in _playing(family, entries.bots()) if entry.families), SPARE)


def find_bot(style: str, family: str) -> BotEntry:
    """The entry of a style that plays this family; one from another package must load. Raises UnknownBot."""
    command = command_of(style)
    if command is not None:
        return _program(style, command)
    offered = {entry.style: entry for entry in _playing(family, entries.bots())}
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
        except BaseException as error:  # Third-party code may fail in any way, including sys.exit.
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
    """The entry of a style that is a program. Raises UnknownBot if the user has not named it here or cannot run it."""
    if style not in _named:
        raise UnknownBot(
            "bot {style}: a program is started only where you name it, or by `cardtable resume --programs`",
            style=clean(style),
        )
    if is_own(short(style)):
        raise UnknownBot("bot {style}: there is a style {name}; give it another name", style=style, name=short(style))
    if os.name == "nt":
        raise UnknownBot("bot {style}: bots that are programs need Linux or macOS", style=clean(style))
    import shlex
    import shutil

    try:
        words = shlex.split(command)
    except ValueError:
        words = []
    if not words or shutil.which(words[0]) is None:
        raise UnknownBot("bot {style}: there is no such program that can be run", style=clean(style))
    return BotEntry(style=style, module="cardtable.bots.program:ProgramBot", strength=UNRATED, about=mark("a program"))


def make_bot(style: str, family: str, rules: AnyRules) -> Bot:
    """Creates a player of this style. Raises UnknownBot."""
    entry = find_bot(style, family)
    if entry.families and family not in entry.families:
        entry = find_bot(adviser(family), family)
    module, _, name = entry.module.format(family=family).partition(":")
    made = getattr(import_module(module), name or "make")
    command = command_of(style)
    bot: Bot = made(rules) if command is None else made(rules, family, command)
    return bot


def takes_time(style: str, family: str, rules: AnyRules) -> bool:
    """Whether a bot of this style thinks in slices, so that its hint should be asked for in another thread."""
    try:
        return hasattr(make_bot(style, family, rules), "think")
    except Exception:  # Creation failed: the hint request will report that and fall back to another bot.
        return False


def is_own(style: str) -> bool:
    """Whether this style is one of ours. Any other may take arbitrarily long, or never answer."""
    return any(entry.style == style for entry in entries.bots())


def answers_at_once(style: str, family: str, rules: AnyRules) -> bool:
    """Whether a hint from this style comes without a wait: it is one of our own and does not think for long."""
    return is_own(style) and not takes_time(style, family, rules)
