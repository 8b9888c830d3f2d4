"""The keys of the table: those of the screen itself, and one for every gesture that makes moves."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from cardtable.engine.text import mark
from cardtable.engine.verbs import Gesture, Verb
from cardtable.tui.draw.cells import wrap
from cardtable.tui.keys import Key, shown_key
from cardtable.words import Words

if TYPE_CHECKING:
    from cardtable.engine.rules import AnyRules
    from cardtable.match.table import Table


def _made(gesture: Gesture, key: str, called: str, about: str, rank: int) -> Key:
    """Returns the key of a gesture. The game provides its meaning and its label at a table."""
    return Key(gesture.value, ((key, f"gesture('{gesture.value}')"),), key, called, about, rank, gesture)


TABLE_KEYS: tuple[Key, ...] = (
    Key(
        "card",
        (("left,h", "cursor(-1)"), ("right,l", "cursor(1)")),
        "←→",
        mark("card"),
        mark("move the cursor over your hand (also h l)"),
        rank=2,
    ),
    Key("first", (("home", "cursor(-99)"), ("end", "cursor(99)")), "Home End", "", mark("first and last card")),
    Key(
        "legal",
        (("tab", "next_legal(1)"), ("shift+tab", "next_legal(-1)")),
        "Tab",
        mark("next"),
        mark("next legal card; Shift+Tab goes back"),
        rank=7,
    ),
    Key(
        "target",
        (("up,k", "aim(-1)"), ("down,j", "aim(1)")),
        "↑↓",
        mark("target"),
        mark("choose which card on the table you play on (also k j)"),
        rank=4,
    ),
    Key(
        "pick",
        tuple((digit, f"pick({int(digit) or 10})") for digit in "1234567890"),
        "1-9",
        mark("pick"),
        mark("the legal card with that number; the same digit again plays it"),
        rank=7,
    ),
    Key(
        "play",
        (("enter", "play"),),
        "⏎",
        mark("play"),
        mark("play the card under the cursor, or the marked cards"),
        rank=1,
    ),
    Key(
        "mark",
        (("space", "mark"),),
        "Space",
        mark("mark"),
        mark("mark a card where several can be laid; while others play: do not wait"),
        rank=4,
    ),
    _made(Gesture.TAKE, "t", mark("take"), mark("take cards up from the table"), 1),
    _made(Gesture.DONE, "d", mark("pass"), mark("do nothing more: pass, wait, keep what is offered"), 1),
    Key(
        "pass_bout",
        (("p", "pass_bout"),),
        "p",
        mark("pass all"),
        mark("pass for the rest of this bout without being asked; the table learns that you have given it up"),
        rank=6,
    ),
    _made(
        Gesture.HAND_ON,
        "x",
        mark("hand on"),
        mark("hand on to another player, with the chosen card, what you should answer"),
        1,
    ),
    _made(Gesture.SHOW, "v", mark("show"), mark("show a card instead of laying it"), 1),
    _made(Gesture.OBJECT, "a", mark("object"), mark("object to what another player has done, out of turn too"), 1),
    _made(
        Gesture.CHEAT, "f", mark("cheat"), mark("lay the card under the cursor against the rules; others may notice"), 3
    ),
    _made(Gesture.GO_ON, "n", mark("go on"), mark("turn up or begin what comes next"), 1),
    _made(Gesture.DRAW, "w", mark("draw"), mark("draw a card"), 1),
    _made(Gesture.PRETEND, "z", mark("pretend"), mark("do something only seemingly"), 3),
    _made(Gesture.CLAIM, "c", mark("claim"), mark("claim what you hold, have won or are entitled to"), 1),
    _made(Gesture.SAY, "e", mark("say"), mark("answer in words what is asked"), 6),
    _made(Gesture.WILD, "q", mark("joker"), mark("play a card that can stand for others"), 1),
    _made(Gesture.ALLOW, "y", mark("allow"), mark("ask for leave, or give it"), 1),
    _made(Gesture.REFUSE, "r", mark("refuse"), mark("refuse leave"), 1),
    _made(Gesture.ALL, "g", mark("lay all"), mark("lay the whole hand"), 1),
    Key(
        "moves",
        (("m", "moves"),),
        "m",
        mark("moves"),
        mark("list everything you may do now"),
        rank=7,
    ),
    Key(
        "hint",
        (("i", "hint"),),
        "i",
        mark("hint"),
        mark("what your adviser would do in your place, and why; once more: all of it, with figures"),
        rank=3,
    ),
    Key(
        "why",
        (("f2", "why"),),
        "F2",
        mark("why"),
        mark(
            "why the bots have moved as they did, and what an expert weighed, where you play alone; the record says so"
        ),
        rank=9,
    ),
    Key(
        "silly",
        (("f4", "silly"),),
        "F4",
        "",
        mark("the last bot's move is silly: write it down"),
    ),
    Key(
        "undo",
        (("u", "undo"),),
        "u",
        mark("undo"),
        mark("take your last decision back, where you play alone against bots; the record says so"),
        rank=3,
    ),
    Key(
        "sort", (("s", "sort"),), "s", mark("sort"), mark("sort your hand: as the game does, by suit, by rank"), rank=9
    ),
    Key(
        "last",
        (("b", "last"),),
        "b",
        mark("last"),
        mark("the last trick or bout once more: who laid what, and who took it"),
        rank=6,
    ),
    Key("rules", (("o", "rules"),), "o", mark("rules"), mark("the rules of this game"), rank=7),
    Key("theme", (("equals_sign", "next_theme"),), "=", "", mark("the next theme of colours")),
    Key(
        "known",
        (("f6", "known"),),
        "F6",
        mark("known"),
        mark("show or hide what you know of the others' hands"),
        rank=6,
    ),
    Key(
        "open",
        (("f9", "open_hands"),),
        "F9",
        mark("open hands"),
        mark("practice against bots: every hand face up, or closed again"),
        rank=8,
    ),
    Key("sheet", (("f7", "sheet"),), "F7", mark("score"), mark("the score sheet of the match"), rank=8),
    Key("log", (("f5", "log"),), "F5", mark("log"), mark("show or hide what happened"), rank=6),
    Key("hide", (("f8", "hide"),), "F8", mark("hide"), mark("hide my cards, or show them again"), rank=8),
    Key("menu", (("escape", "menu"),), "Esc", mark("menu"), mark("clear the marks; menu"), rank=2),
    Key("help", (("question_mark,f1", "help"),), "?", mark("help"), mark("these keys (also F1)"), rank=0),
)

KEYS: dict[str, Key] = {key.id: key for key in TABLE_KEYS}
"""The rows of the key table by id."""

GESTURE_KEYS: dict[Gesture, Key] = {key.gesture: key for key in TABLE_KEYS if key.gesture is not None}
"""The row of the key table for each gesture; playing cards has none."""

WITHOUT_MARKS: Mapping[str, str] = {
    "play": mark("play the card under the cursor"),
    "mark": mark("while others play: do not wait"),
    "menu": mark("menu"),
}
"""The help for these keys, by id, in games where cards are only played one at a time."""


_ADVICE: Mapping[str, tuple[str, str]] = {
    "hint": (mark("solution"), mark("see the solution played out; the puzzle then counts as failed")),
}
"""Labels and help of the keys that do something else at the table of a puzzle."""
_HELP = frozenset({"hint", "why", "undo", "open"})
"""The keys that give a player help."""
_PUZZLE_KEYS = tuple(
    key._replace(label=_ADVICE[key.id][0], help=_ADVICE[key.id][1]) if key.id in _ADVICE else key
    for key in TABLE_KEYS
    if key.id in _ADVICE or key.id not in _HELP
)
_UNAIDED_KEYS = tuple(key for key in TABLE_KEYS if key.id not in _HELP)


def rows_of(table: Table) -> tuple[Key, ...]:
    """Returns the rows of the key table for a table; without the help keys at puzzles and unaided tables."""
    if table.kind == "puzzle":
        return _PUZZLE_KEYS
    return _UNAIDED_KEYS if table.unaided else TABLE_KEYS


def changeable() -> tuple[str, ...]:
    """Returns the ids of the keys a player may change: those with one key for one action."""
    return tuple(row.id for row in TABLE_KEYS if len(row.binds) == 1)


def keys_at(table: Table) -> tuple[Key, ...]:
    """Returns the keys that can ever do something at a table."""
    return usable(table.rules, rows_of(table), alone=len(table.people) == 1)


def usable(rules: AnyRules, rows: Sequence[Key] = TABLE_KEYS, *, alone: bool) -> tuple[Key, ...]:
    """Returns those keys that can ever do something under these rules; `alone` if all others are bots."""
    verbs = in_use(rules)
    gestures = {verb.gesture for verb in verbs}
    offered = {
        "target": rules.aims,
        "pass_bout": any(verb.for_bout for verb in verbs),
        "undo": alone,
        "why": alone,
        "open": alone,
        "sheet": rules.keeps_sheet,
    }
    return tuple(key for key in rows if (offered.get(key.id, True) if key.gesture is None else key.gesture in gestures))


def in_use(rules: AnyRules) -> list[Verb]:
    """Returns the verbs a game uses at its table."""
    return [verb for name, verb in rules.verbs.items() if name not in rules.unused]


def abouts(key: Key, rules: AnyRules | None) -> list[str]:
    """Returns the help sentences for a key, at a table with these rules if given."""
    if rules is None:
        return [key.help]
    if key.gesture is None:
        return [key.help if rules.lays_several else WITHOUT_MARKS.get(key.id, key.help)]
    return list(dict.fromkeys(verb.about for verb in in_use(rules) if verb.gesture is key.gesture))


def keys_told(words: Words, keys: Sequence[Key], rules: AnyRules | None, own: Mapping[str, str], width: int) -> str:
    """Returns a line of help for every key, at a table with these rules if given; long ones are wrapped."""
    rows = [(shown_key(key, words, own), "; ".join(map(words.say, abouts(key, rules)))) for key in keys]
    widest = max(len(shown) for shown, _ in rows)
    return "\n".join(
        f"{shown if not nth else '':<{widest}}  {line}"
        for shown, told in rows
        for nth, line in enumerate(wrap(told, width - widest))
    )
