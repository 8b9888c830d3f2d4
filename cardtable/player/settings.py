"""The player's settings for every table: a readable TOML file in the config directory.

An invalid line is reported with its number, and its default applies. The file is changed only when the player changes a
setting in the program, and then keeps its order and comments.
"""

from __future__ import annotations

import dataclasses
import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, get_args, get_origin, get_type_hints

from cardtable.engine.faults import Fault, told
from cardtable.engine.options import closest
from cardtable.engine.text import LONGEST_NAME, Text, is_name, mark, say
from cardtable.files import read_toml
from cardtable.language import LANGUAGES
from cardtable.player.toml import change

if TYPE_CHECKING:
    from tomlkit import TOMLDocument

FILE = "settings.toml"


def _setting(default: Any, about: str, values: tuple[str, ...] = ()) -> Any:
    """Declares a setting; `values` lists what is allowed where the type does not."""
    return field(default=default, metadata={"about": about, "values": values})


@dataclass(frozen=True, slots=True)
class Preferences:
    """A player's preferences for a table."""

    name: str = _setting("", mark("what you are called at the table; empty: by your login"))
    language: str = _setting("auto", mark("what the table speaks, unless it follows the system"), ("auto", *LANGUAGES))
    letters: Literal["auto", "latin", "cyrillic"] = _setting("auto", mark("jack, queen, king, ace: J Q K A or В Д К Т"))
    signs: Literal["auto", "suits", "ascii", "words"] = _setting(
        "auto", mark("suit signs, or letters and plain frames; words: lines say cards in words, for those who listen")
    )
    theme: str = _setting(
        "auto", mark("the colours of the table, unless they are to fit the terminal; `cardtable themes` lists them")
    )
    suits: Literal["theme", "two", "four"] = _setting("theme", mark("how many colours the suits have"))
    cards: Literal["auto", "small"] = _setting("auto", mark("large cards where they fit, or always small ones"))
    pace: Literal["instant", "brisk", "human"] = _setting("brisk", mark("how fast computer players move"))
    adviser: str = _setting(
        "auto", mark("who gives hints: the best of each game, unless it is a style of `cardtable bots` that plays it")
    )
    order: Literal["game", "suit", "rank"] = _setting("game", mark("how your hand is sorted"))
    forced: Literal["undecided", "asked", "words", "all"] = _setting(
        "undecided",
        mark("alone with bots: who is asked where one move is left, or left to the table what lays no card, or all"),
    )
    memory: Literal["auto", "all", "after_bout", "none"] = _setting(
        "auto", mark("what a new table remembers for its players; by itself all for one person with bots")
    )
    trainer: bool = _setting(False, mark("once a deal ask which trumps are gone, where a table plays from memory"))
    talk: Literal["little", "off", "lively"] = _setting("little", mark("what computer players say at the table"))
    tutor: Literal["off", "after", "before"] = _setting(
        "off",
        mark(
            "against bots alone: say after a move that it cost much, or ask before one that certainly loses something"
        ),
    )
    motion: bool = _setting(
        True, mark("cards that are dealt, laid and taken move, for half a second at most; contracts are announced")
    )
    bell: bool = _setting(False, mark("ring the bell when your turn comes after ten seconds of waiting"))
    log: bool = _setting(True, mark("show the log beside the table where there is room"))
    keys: Mapping[str, str] = field(
        default_factory=dict, metadata={"about": mark("own keys by the names that `cardtable settings` lists")}
    )


BEFORE = {"passes": ("forced", {"when_i_cannot": "words"})}
"""Renamed settings: the old name, with the new one and the new names of changed values."""
PACES = {"instant": 0.0, "brisk": 0.5, "human": 1.5}
"""Seconds before a computer player's move."""


def names() -> list[str]:
    """The settings in the order of the file."""
    return [entry.name for entry in dataclasses.fields(Preferences)]


def _entry(name: str) -> dataclasses.Field[Any]:
    return next(entry for entry in dataclasses.fields(Preferences) if entry.name == name)


@cache
def _hints() -> dict[str, Any]:
    return get_type_hints(Preferences)


@cache
def allowed(name: str) -> tuple[Any, ...]:
    """The allowed values of a setting; empty for any text and for a table."""
    hint = _hints()[name]
    if hint is bool:
        return (False, True)
    return get_args(hint) if get_origin(hint) is Literal else _entry(name).metadata.get("values", ())


def about(name: str) -> str:
    """The effect of a setting, in one line."""
    return str(_entry(name).metadata["about"])


def read(name: str, text: str, key_names: tuple[str, ...]) -> dict[str, Any]:
    """Parses a typed setting into a change for `save`; `keys.take` sets a key binding. Raises BadSetting.

    An empty text removes a key binding.
    """
    text = text.strip()
    table, dot, key = name.partition(".")
    if dot and table == "keys":
        own = text.lower()
        wrong = _wrong_keys({key: own or "x"}, key_names)
        changes: dict[str, Any] = {"keys": {key: own or None}}
    else:
        value = {"true": True, "false": False}.get(text.lower(), text) if _is_switch(name) else text
        wrong = _wrong(name, value, key_names)
        changes = {name: value}
    if wrong is not None:
        raise BadSetting(wrong.source, **wrong.facts)
    return changes


class BadSetting(Fault):
    """An unknown setting or an invalid value; the message names it and what is allowed."""


def _is_switch(name: str) -> bool:
    return name in names() and allowed(name) == (False, True)


def load(path: Path, key_names: tuple[str, ...] = ()) -> tuple[Preferences, list[Text]]:
    """Loads the preferences from a file, with a message for each invalid entry, whose default applies.

    `key_names` are the names allowed under `[keys]`; without them none are checked.
    """
    try:
        text, given = read_toml(path)
    except FileNotFoundError:
        return Preferences(), []
    except (OSError, ValueError) as error:
        return Preferences(), [say("{path}: {why}; the defaults are used", path=str(path), why=told(error))]
    found: dict[str, Any] = {}
    troubles = []
    for name, value in given.items():
        if name in BEFORE:
            now, renamed = BEFORE[name]
            if now in given:
                continue
            name, value = now, renamed.get(value, value) if isinstance(value, str) else value
        trouble = _wrong(name, value, key_names)
        if trouble is None:
            found[name] = value
            continue
        line = _line_of(text, name, value)
        troubles.append(
            say("{path}, line {line}: {what}; the default is used", path=str(path), line=line, what=trouble)
        )
    return Preferences(**found), troubles


def _wrong(name: str, value: Any, key_names: tuple[str, ...]) -> Text | None:
    """The problem with a setting; None if it is valid."""
    if name not in names():
        return say(
            "{name} is no setting{near}; `cardtable settings` lists them", name=name, near=closest(name, names())
        )
    if name == "keys":
        return _wrong_keys(value, key_names)
    values = allowed(name)
    if name == "adviser" and isinstance(value, str) and value != "auto":
        from cardtable.bots.entries import bots
        from cardtable.bots.finding import brought

        known = ["auto", *dict.fromkeys(entry.style for entry in (*bots(), *brought()[0]))]
        if value not in known:
            return say(
                "{name} = {value} is not possible{near}; allowed: {allowed}",
                name=name,
                value=repr(value[:30]),
                near=closest(value, known),
                allowed=", ".join(known),
            )
    if name == "name" and isinstance(value, str) and value and not is_name(value):
        return say(
            "{name} = {value} is not possible; a name has 1 to {most} printable letters",
            name=name,
            value=repr(value[:30]),
            most=LONGEST_NAME,
        )
    if not values:
        return None if isinstance(value, str) else say("{name} = {value} is no text", name=name, value=repr(value))
    if value not in values or isinstance(value, bool) != isinstance(values[0], bool):
        return say(
            "{name} = {value} is not possible{near}; allowed: {allowed}",
            name=name,
            value=repr(value),
            near=closest(str(value), map(str, values)),
            allowed=", ".join(str(entry).lower() for entry in values),
        )
    return None


def _wrong_keys(value: Any, key_names: tuple[str, ...]) -> Text | None:
    if not isinstance(value, dict):
        return say("keys = {value} is no table of names and keys", value=repr(value))
    for key, own in value.items():
        if key_names and key not in key_names:
            near = closest(key, key_names)
            return say("keys.{key}: there is no such key{near}; `cardtable settings` lists them", key=key, near=near)
        if not isinstance(own, str) or not all(map(_is_key, own.split(","))):
            return say('keys.{key} = {own} is no key such as "t", "f9" or "ctrl+t"', key=key, own=repr(own))
    twice = [own for own in value.values() if list(value.values()).count(own) > 1]
    return say("keys: {own} is given twice", own=repr(twice[0])) if twice else None


MODIFIERS = frozenset(("ctrl", "shift", "alt", "super", "hyper", "meta"))
NAMED = frozenset(
    (
        *("backspace", "delete", "insert", "enter", "return", "escape", "tab", "space"),
        *("up", "down", "left", "right", "home", "end", "pageup", "pagedown"),
        *("slash", "backslash", "at", "minus", "plus", "underscore", "less_than_sign", "greater_than_sign"),
    )
)
"""Keys with names of their own; any other character has its Unicode name, such as question_mark."""


def _is_key(name: str) -> bool:
    """Whether a terminal has such a key: any other could never be pressed."""
    *modifiers, key = name.split("+")
    if not MODIFIERS.issuperset(modifiers) or not re.fullmatch(r"[a-z0-9_]+", key):
        return False
    if len(key) == 1 or key in NAMED or re.fullmatch(r"f[1-9][0-9]?", key):
        return True
    try:
        return not unicodedata.lookup(key.replace("_", " ")).isalnum()
    except KeyError:
        return False


def _line_of(text: str, name: str, value: Any) -> int:
    """The number of the line with this setting."""
    pattern = (
        rf"\s*\[\s*{re.escape(name)}\s*\]" if isinstance(value, dict) else rf"\s*[\"']?{re.escape(name)}[\"']?\s*="
    )
    return next((number for number, line in enumerate(text.splitlines(), 1) if re.match(pattern, line)), 1)


def save(path: Path, changes: Mapping[str, Any]) -> None:
    """Writes changed settings to the file and keeps everything else as it was.

    In a table only the entries named are changed; None removes one.

    Raises OSError, and ValueError if the file is not TOML or the entry is not a table; it is then unchanged.
    """

    def edit(document: TOMLDocument) -> None:
        for name, value in changes.items():
            if not isinstance(value, Mapping):
                document[name] = value
                continue
            table = document.setdefault(name, {})
            if not isinstance(table, dict):
                raise Fault("{name} is not changed: {why}", name=path.name, why=_wrong_keys(table.unwrap(), ()))
            for key, own in value.items():
                if own is not None:
                    table[key] = own
                elif key in table:
                    del table[key]

    change(path, edit)
