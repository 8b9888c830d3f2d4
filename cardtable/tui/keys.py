"""The one table of keys. Bindings, the key line at the foot and the help all come from it.

Every letter also works on the Russian layout, by construction: `twins` adds the letter that sits on the same key.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from textual.binding import Binding

from cardtable.engine.text import mark

_LATIN = "qwertyuiop[]asdfghjkl;'zxcvbnm,."
_CYRILLIC = "йцукенгшщзхъфывапролджэячсмитьбю"
TWINS: dict[str, str] = dict(zip(_LATIN, _CYRILLIC, strict=True))
"""The Russian letter on the same key."""


class Key(NamedTuple):
    """One line of the key table: keys with the actions they start, and how they are shown."""

    id: str
    binds: tuple[tuple[str, str], ...]
    """Pairs of keys (several with commas) and an action."""
    shown: str
    """How the keys are written; ⏎ and arrows are put into ASCII where needed."""
    label: str
    """One or two words for the foot of the screen."""
    help: str
    """A sentence for the help."""
    verbs: tuple[str, ...] = ()
    """Offered only while the table offers a choice with one of these verbs."""
    rank: int = 5
    """Which labels give way first on a narrow screen: the higher numbers."""
    quiet: bool = False
    """What it does is done by this key and the list of moves alone: Enter never does it, no card is raised for it."""


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
        rank=3,
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
    Key("take", (("t", "verb('take')"),), "t", mark("take"), mark("take the cards"), ("take",), 1),
    Key(
        "pass",
        (("d", "verb('pass')"),),
        "d",
        mark("done"),
        mark("done: pass, hold, stay silent, keep what is offered"),
        ("pass", "hold", "skip", "decline", "silent", "wait", "no_call", "keep", "keep_praise"),
        1,
    ),
    Key(
        "pass_bout",
        (("p", "pass_bout"),),
        "p",
        mark("pass all"),
        mark("pass for the rest of this bout without being asked; the table learns that you have given it up"),
        rank=6,
    ),
    Key(
        "transfer",
        (("x", "verb('transfer')"),),
        "x",
        mark("transfer"),
        mark("transfer with the chosen card"),
        ("transfer",),
        1,
    ),
    Key("show", (("v", "verb('show')"),), "v", mark("show"), mark("show a card instead of laying it"), ("show",), 1),
    Key(
        "accuse",
        (("a", "verb('accuse')"),),
        "a",
        mark("accuse"),
        mark("say that somebody cheated, out of turn too"),
        ("accuse",),
        1,
    ),
    Key(
        "cheat",
        (("f", "verb('cheat_cover')"),),
        "f",
        mark("cheat"),
        mark("cheat with the card under the cursor; others may notice"),
        ("cheat_cover", "cheat_transfer"),
        3,
        quiet=True,
    ),
    Key(
        "turn",
        (("n", "verb('turn')"),),
        "n",
        mark("turn up"),
        mark("turn up the stock's top card; begin the next trick"),
        ("turn", "begin"),
        1,
    ),
    Key("draw", (("w", "verb('draw')"),), "w", mark("draw"), mark("draw a card"), ("draw",), 1),
    Key(
        "pretend",
        (("z", "verb('pretend_draw')"),),
        "z",
        mark("pretend"),
        mark("pretend to draw a card"),
        ("pretend_draw",),
        3,
        quiet=True,
    ),
    Key(
        "claim",
        (("c", "verb('claim')"),),
        "c",
        mark("claim"),
        mark("claim, announce, or call for a new deal"),
        ("claim", "bura", "announce", "call_redeal", "repraise"),
        1,
    ),
    Key(
        "say",
        (("e", "verb('order')"),),
        "e",
        mark("say"),
        mark("say what is asked: a contract, a bid, a suit, a title, whom you attack; do a task of the court"),
        (
            *("order", "trump", "bid", "name", "vote", "choose"),
            *("king", "prince", "soldier"),
            *("mix", "cut", "deal", "look", "word", "clear", "deal_uncut"),
        ),
        6,
    ),
    Key(
        "joker",
        (("q", "verb('joker')"),),
        "q",
        mark("joker"),
        mark("play a joker: name new trumps, choose what it covers"),
        ("joker", "joker_cover"),
        1,
    ),
    Key(
        "allow",
        (("y", "verb('allow')"),),
        "y",
        mark("allow"),
        mark("ask the king for leave; as king, give it"),
        ("allow", "ask"),
        1,
    ),
    Key("refuse", (("r", "verb('refuse')"),), "r", mark("refuse"), mark("as king, refuse leave"), ("refuse",), 1),
    Key("all", (("g", "verb('dump')"),), "g", mark("all"), mark("lay the whole hand at once"), ("dump",), 1),
    Key(
        "moves",
        (("m", "moves"),),
        "m",
        mark("moves"),
        mark("list everything you may do now"),
        rank=6,
    ),
    Key(
        "hint",
        (("i", "hint"),),
        "i",
        mark("hint"),
        mark("what a steady player would do in your place, and why"),
        rank=6,
    ),
    Key(
        "undo",
        (("u", "undo"),),
        "u",
        mark("undo"),
        mark("take your last decision back, where you play alone against bots; the record says so"),
        rank=7,
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
    Key("menu", (("escape", "menu"),), "Esc", mark("menu"), mark("clear the marks; menu"), rank=5),
    Key("help", (("question_mark,f1", "help"),), "?", mark("help"), mark("these keys (also F1)"), rank=0),
)

BRACKET_KEYS: tuple[Key, ...] = (
    Key(
        "go-on",
        (("enter,space", "go_on"),),
        "⏎",
        mark("go on"),
        mark("go on: the bots play their tables, then a person sits down"),
        rank=1,
    ),
    Key(
        "sideways",
        (("left,h", "scroll(-8, 0)"), ("right,l", "scroll(8, 0)")),
        "←→",
        mark("stages"),
        mark("look at other stages (also h l)"),
        rank=2,
    ),
    Key(
        "updown",
        (
            ("up,k", "scroll(0, -2)"),
            ("down,j", "scroll(0, 2)"),
            ("pageup", "scroll(0, -18)"),
            ("pagedown", "scroll(0, 18)"),
        ),
        "↑↓",
        mark("tables"),
        mark("look at other tables (also k j, PgUp PgDn)"),
        rank=2,
    ),
    Key("now", (("end", "show_now"),), "End", mark("present stage"), mark("back to the present stage"), rank=4),
    Key("standings", (("s", "standings"),), "s", mark("standings"), mark("everybody's place and points"), rank=3),
    Key("leave", (("escape,q", "leave"),), "Esc", mark("leave"), mark("leave the tournament; it is kept"), rank=1),
    Key("help", (("question_mark,f1", "help"),), "?", mark("help"), mark("these keys (also F1)"), rank=0),
)

SETUP_KEYS: tuple[Key, ...] = (
    Key("line", (("up,k", "step(-1)"), ("down,j", "step(1)")), "↑↓", mark("line"), mark("choose a line"), rank=2),
    Key(
        "change",
        (("left,h", "change(-1)"), ("right,l", "change(1)")),
        "←→",
        mark("change"),
        mark("change what the line says; names are typed"),
        rank=2,
    ),
    Key("begin", (("enter", "begin"),), "⏎", mark("begin"), mark("begin"), rank=1),
    Key("leave", (("escape,q", "leave"),), "Esc", mark("back"), mark("back to the menu"), rank=1),
)

REPLAY_KEYS: tuple[Key, ...] = (
    Key(
        "replay-step",
        (("left,h", "step(-1)"), ("right,l", "step(1)")),
        "←→",
        mark("step"),
        mark("one move back, one move on (also h l)"),
        rank=1,
    ),
    Key(
        "replay-decision",
        (("up,k", "decision(-1)"), ("down,j", "decision(1)")),
        "↑↓",
        mark("decision"),
        mark("to what this player decided before, or next (also k j)"),
        rank=5,
    ),
    Key(
        "replay-deal",
        (("pageup", "deal(-1)"), ("pagedown", "deal(1)")),
        "PgUp PgDn",
        mark("deal"),
        mark("to the beginning of the deal, and to the next one"),
        rank=6,
    ),
    Key(
        "replay-ends", (("home", "jump(0)"), ("end", "jump(-1)")), "Home End", "", mark("to the beginning and the end")
    ),
    Key("replay-play", (("space,enter", "play"),), "Space", mark("run"), mark("run by itself; stop"), rank=1),
    Key(
        "replay-pace",
        (("minus", "pace(1)"), ("plus,equals_sign", "pace(-1)")),
        "+-",
        mark("pace"),
        mark("faster and slower"),
        rank=7,
    ),
    Key(
        "replay-seat",
        (("tab", "seat(1)"), ("shift+tab", "seat(-1)")),
        "Tab",
        mark("seat"),
        mark("look from the next seat; Shift+Tab goes back"),
        rank=3,
    ),
    Key("replay-open", (("f", "open"),), "f", mark("open hands"), mark("show all hands, or one seat's view"), rank=2),
    Key("replay-moves", (("m", "moves"),), "m", mark("moves"), mark("list the moves of this deal; go to one"), rank=4),
    Key(
        "replay-advice",
        (("a", "advice"),),
        "a",
        mark("others"),
        mark("what other players would have done in this deal, and why"),
        rank=4,
    ),
    Key(
        "replay-on",
        (("p", "play_on"),),
        "p",
        mark("play on"),
        mark("play on from here for practice, against bots; this record stays as it is"),
        rank=3,
    ),
    Key("replay-log", (("f5", "log"),), "F5", mark("log"), mark("show or hide what happened"), rank=8),
    Key("replay-sheet", (("f7", "sheet"),), "F7", mark("score"), mark("the score sheet of the match"), rank=8),
    Key("replay-menu", (("escape", "menu"),), "Esc", mark("menu"), mark("menu: export, leave"), rank=1),
    Key("replay-leave", (("q", "leave"),), "q", "", mark("leave the replay")),
    Key("replay-help", (("question_mark,f1", "help"),), "?", mark("help"), mark("these keys (also F1)"), rank=0),
)

STATS_KEYS: tuple[Key, ...] = (
    Key(
        "stats-lines",
        (("up,k", "scroll(-1)"), ("down,j", "scroll(1)"), ("pageup", "scroll(-10)"), ("pagedown", "scroll(10)")),
        "↑↓",
        mark("scroll"),
        mark("scroll (also k j, PgUp PgDn)"),
        rank=2,
    ),
    Key(
        "stats-player",
        (("left,h", "player(-1)"), ("right,l", "player(1)")),
        "←→",
        mark("player"),
        mark("all players, or one of them (also h l)"),
        rank=2,
    ),
    Key("stats-leave", (("escape,q", "leave"),), "Esc", mark("back"), mark("back to the menu"), rank=1),
)

HOME_SETUP = Key(
    "setup", (("e", "setup"),), "e", mark("set up"), mark("choose players, bots and house rules first"), rank=3
)
HOME_TOURNAMENT = Key(
    "tournament", (("t", "tournament"),), "t", mark("tournament"), mark("set up a tournament"), rank=6
)
HOME_CARD = Key(
    "card", (("o", "card"),), "o", mark("rules"), mark("the game on one page; o again: all its rules"), rank=3
)
HOME_SEARCH = Key("search", (("slash,full_stop", "search"),), "/", mark("search"), mark("Search all games"), rank=2)
HOME_REPLAYS = Key(
    "replays",
    (("r", "replays"),),
    "r",
    mark("replays"),
    mark("Replays: look at your matches again, and play on from any move"),
    rank=7,
)
HOME_STATS = Key("stats", (("s", "stats"),), "s", mark("statistics"), mark("Statistics: your results"), rank=7)
HOME_SETTINGS = Key(
    "settings",
    (("comma,б,Б", "settings"),),
    ",",
    mark("settings"),
    mark("Settings: colours, letters, pace, sorting"),
    rank=7,
)
HOME_KEYS = (
    HOME_SETUP,
    HOME_TOURNAMENT,
    HOME_CARD,
    HOME_SEARCH,
    HOME_REPLAYS,
    HOME_STATS,
    HOME_SETTINGS,
)
"""Of the menu's keys those that are no arrow, Enter or Escape."""

ANYWHERE_KEYS: tuple[Key, ...] = (
    Key(
        "quit",
        (("ctrl+q,ctrl+c", "leave"),),
        "Ctrl+Q",
        mark("quit"),
        mark("leave; everything is saved already"),
        rank=9,
    ),
    Key(
        "suspend",
        (("ctrl+z", "suspend_process"),),
        "Ctrl+Z",
        mark("to the shell"),
        mark("stop for now and go to the shell, whose `fg` comes back"),
        rank=9,
    ),
)

AGAIN_KEY = Key(
    "again", (("n", "again"),), "n", mark("again"), mark("another match of the same game, players and house rules")
)
"""Offered where a match is over and nothing is turned up any more."""
SAME_KEY = Key(
    "same", (("r", "same"),), "r", mark("same cards"), mark("this deal again with the same cards, for practice")
)
"""Offered after a deal against bots, when no king refuses anything any more."""
ADVICE_KEY = Key(
    "advice", (("a", "advice"),), "a", mark("what others would do"), mark("what others would have done in my places")
)
"""Offered after a deal, when nobody accuses any more."""

KEYS: dict[str, Key] = {key.id: key for key in TABLE_KEYS}
"""The lines of the key table by their ids."""

VERB_KEYS: dict[str, Key] = {verb: key for key in TABLE_KEYS for verb in key.verbs}
"""The line of the key table for a verb."""

QUIET_VERBS: frozenset[str] = frozenset(verb for key in TABLE_KEYS if key.quiet for verb in key.verbs)
"""What only its own key does."""

DECLINES = ("pass", "hold")
"""Throwing nothing in: what somebody may do without being asked. Nothing else is ever decided for them."""

LAYING: frozenset[str] = frozenset({"transfer", "show"})
"""What is done with the chosen card: where it may not be done, that card is what the refusal speaks of."""

ANYBODY: frozenset[str] = frozenset({"accuse"})
"""What other people at the keyboard may do out of turn: it names cards on the table and shows none of a hand."""

VERB_LABELS: dict[str, str] = {
    "take": mark("take"),
    "pass": mark("pass"),
    "hold": mark("hold"),
    "transfer": mark("transfer"),
    "show": mark("show"),
    "accuse": mark("accuse"),
    "cheat_cover": mark("cheat"),
    "cheat_transfer": mark("cheat"),
    "turn": mark("turn up"),
    "draw": mark("draw"),
    "pretend_draw": mark("pretend"),
    "claim": mark("claim"),
    "bura": mark("four trumps"),
    "announce": mark("announce"),
    "silent": mark("silent"),
    "wait": mark("wait"),
    "skip": mark("miss the turn"),
    "decline": mark("decline"),
    "call_redeal": mark("new deal"),
    "no_call": mark("play on"),
    "repraise": mark("praise anew"),
    "keep": mark("keep"),
    "keep_praise": mark("keep it"),
    "dump": mark("lay all"),
    "begin": mark("begin"),
    "order": mark("order"),
    "trump": mark("trumps"),
    "bid": mark("bid"),
    "name": mark("name"),
    "vote": mark("say"),
    "choose": mark("choose"),
    "king": mark("title"),
    "prince": mark("title"),
    "soldier": mark("title"),
    "mix": mark("shuffle"),
    "cut": mark("cut"),
    "deal": mark("deal"),
    "deal_uncut": mark("deal uncut"),
    "look": mark("look"),
    "word": mark("the word"),
    "clear": mark("clear"),
    "joker": mark("joker"),
    "joker_cover": mark("joker"),
    "ask": mark("ask leave"),
    "allow": mark("allow"),
    "refuse": mark("refuse"),
}
"""What a verb's key is called at the foot while that verb is what it does."""


def twins(keys: str) -> str:
    """The keys (with commas between) together with capitals and the letters of the Russian layout.

    >>> twins("t")
    't,T,е,Е'
    >>> twins("left,h")
    'left,h,H,р,Р'
    """
    found: list[str] = []
    for key in keys.split(","):
        found.append(key)
        if key in TWINS:
            twin = TWINS[key]
            found += [key.upper(), twin, twin.upper()]
    return ",".join(found)


def bindings(table: Iterable[Key], *, priority: bool = False) -> list[Binding]:
    """Textual's bindings for a key table, twins included."""
    return [
        Binding(twins(keys), action, row.label, show=False, priority=priority, id=f"{row.id}-{nth}")
        for row in table
        for nth, (keys, action) in enumerate(row.binds)
    ]


def used_by(verbs: Iterable[str]) -> tuple[Key, ...]:
    """The keys of a table at which these verbs are all there are.

    >>> [key.id for key in used_by(["allow", "take"]) if key.verbs]
    ['take', 'allow']
    """
    known = set(verbs)
    wanted = {"pass_bout": ("throw",)}
    return tuple(
        key for key in TABLE_KEYS if not (needed := wanted.get(key.id, key.verbs)) or known.intersection(needed)
    )


def shown_key(row: Key, russian: bool, own: Mapping[str, str] | None = None) -> str:
    """How a key is written, the player's own where he has one; with its twin where the words are Russian."""
    shown = (own or {}).get(row.id, row.shown)
    if russian and len(shown) == 1 and shown in TWINS:
        return f"{shown}/{TWINS[shown]}"
    return shown


def changeable() -> tuple[str, ...]:
    """The ids of the keys that a player may change: those with one key for one action."""
    return tuple(row.id for row in TABLE_KEYS if len(row.binds) == 1)
