"""The key tables of the screens. Bindings, key line and help are all made from them.

Every letter also works on the Russian layout, by construction: `twins` adds the letter on the same key.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from textual.binding import Binding

from cardtable.engine.text import mark
from cardtable.engine.verbs import Gesture
from cardtable.words import Words

_LATIN = "qwertyuiop[]asdfghjkl;'zxcvbnm,."
_CYRILLIC = "йцукенгшщзхъфывапролджэячсмитьбю"
TWINS: dict[str, str] = dict(zip(_LATIN, _CYRILLIC, strict=True))
"""The Russian letter on the same key."""


class Key(NamedTuple):
    """A row of a key table: keys with the actions they start, and their labels."""

    id: str
    """For keys at the table: the name players set a key of their own under. Unique across all screens."""
    binds: tuple[tuple[str, str], ...]
    """Pairs of keys (several separated by commas) and an action."""
    shown: str
    """The key as shown; ⏎ and arrows become ASCII if necessary."""
    label: str
    """One or two words for the key line."""
    help: str
    """A sentence for the help."""
    rank: int = 5
    """Labels with a higher number are dropped first on a narrow screen."""
    gesture: Gesture | None = None
    """The gesture this key makes, if that is a move; its name and meaning come from the game."""


BRACKET_KEYS: tuple[Key, ...] = (
    Key(
        "bracket-go-on",
        (("enter,space", "go_on"),),
        "⏎",
        mark("go on"),
        mark("go on: the bots play their tables, then a person sits down"),
        rank=1,
    ),
    Key(
        "bracket-sideways",
        (("left,h", "scroll(-8, 0)"), ("right,l", "scroll(8, 0)")),
        "←→",
        mark("stages"),
        mark("look at other stages (also h l)"),
        rank=2,
    ),
    Key(
        "bracket-updown",
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
    Key("bracket-now", (("end", "show_now"),), "End", mark("present stage"), mark("back to the present stage"), rank=4),
    Key(
        "bracket-standings", (("s", "standings"),), "s", mark("standings"), mark("everybody's place and points"), rank=3
    ),
    Key(
        "bracket-leave",
        (("escape,q", "leave"),),
        "Esc",
        mark("leave"),
        mark("leave the tournament; it is kept"),
        rank=1,
    ),
    Key("bracket-help", (("question_mark,f1", "help"),), "?", mark("help"), mark("these keys (also F1)"), rank=0),
)

SETUP_KEYS: tuple[Key, ...] = (
    Key(
        "line",
        (
            ("home", "step(-999)"),
            ("end", "step(999)"),
            ("pageup", "step(-10)"),
            ("pagedown", "step(10)"),
            ("up,k", "step(-1)"),
            ("down,j", "step(1)"),
        ),
        "↑↓",
        mark("line"),
        mark("choose a line (also k j, PgUp PgDn, Home End)"),
        rank=2,
    ),
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

SETTINGS_KEYS: tuple[Key, ...] = (
    SETUP_KEYS[0],
    SETUP_KEYS[1],
    Key("begin", (("enter", "begin"),), "⏎", mark("change"), mark("change"), rank=6),
    SETUP_KEYS[-1],
)
"""The keys of the settings screen."""

KEYS_KEYS: tuple[Key, ...] = (
    SETUP_KEYS[0],
    Key(
        "keys-begin", (("enter,space", "begin"),), "⏎", mark("another key"), mark("press another key for this"), rank=2
    ),
    Key("keys-usual", (("d,delete,backspace", "usual"),), "d", mark("as shipped"), mark("the key as shipped"), rank=3),
    Key("keys-all", (("a", "all_usual"),), "a", mark("all as shipped"), mark("every key as shipped"), rank=4),
    SETUP_KEYS[-1],
)
"""The keys of the screen for setting keys."""

TABLE_SETUP_KEYS: tuple[Key, ...] = (
    Key("search", (("slash,full_stop", "search"),), "/", mark("search"), mark("look for a house rule"), rank=3),
    Key(
        "group",
        (("shift+tab", "group(-1)"), ("tab", "group(1)")),
        "Tab",
        mark("group"),
        mark("the next group of house rules; Shift+Tab goes back"),
        rank=5,
    ),
    Key(
        "usual",
        (("d,delete,backspace", "usual"),),
        "d",
        mark("as in this game"),
        mark("the house rule as it is in this game"),
        rank=4,
    ),
)
"""Additional keys for house rules."""

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
        "replay-review",
        (("v", "review"),),
        "v",
        mark("review"),
        mark("what the decisions of this deal have cost, once it is over"),
        rank=3,
    ),
    Key(
        "replay-on",
        (("p", "play_on"),),
        "p",
        mark("play from here"),
        mark("play on from here for practice, against bots; this record stays as it is"),
        rank=3,
    ),
    Key(
        "replay-page",
        (("w", "page"),),
        "w",
        mark("web page"),
        mark("write this deal as a web page that plays it, for friends"),
        rank=6,
    ),
    Key("replay-silly", (("f4", "silly"),), "F4", "", mark("this bot's move is silly: write it down")),
    Key("replay-log", (("f5", "log"),), "F5", mark("log"), mark("show or hide what happened"), rank=8),
    Key("replay-sheet", (("f7", "sheet"),), "F7", mark("score"), mark("the score sheet of the match"), rank=8),
    Key(
        "replay-menu",
        (("e", "menu"),),
        "e",
        mark("export"),
        mark("write this position to a file; copy the path"),
        rank=7,
    ),
    Key(
        "replay-leave",
        (("escape,q", "leave"),),
        "Esc",
        mark("back"),
        mark("back to where you came from (also q)"),
        rank=1,
    ),
    Key("replay-help", (("question_mark,f1", "help"),), "?", mark("help"), mark("these keys (also F1)"), rank=0),
)

REVIEW_KEYS: tuple[Key, ...] = (
    Key("review-go", (("enter", "look"),), "⏎", mark("go there"), mark("the replay before this decision"), rank=1),
    Key(
        "review-on",
        (("p", "play_on"),),
        "p",
        mark("play from here"),
        mark("play on from before this decision, for practice; this record stays as it is"),
        rank=2,
    ),
    Key(
        "review-line",
        (("l", "line"),),
        "l",
        mark("the line"),
        mark("go through the line that proves it, move by move"),
        rank=2,
    ),
    Key(
        "review-open",
        (("f", "open_cards"),),
        "f",
        mark("cards open"),
        mark("show or hide what would have been best with every card seen"),
        rank=5,
    ),
    Key(
        "review-styles",
        (("a", "styles"),),
        "a",
        mark("others"),
        mark("what other players would have done here, and why"),
        rank=4,
    ),
    Key(
        "review-seat",
        (("shift+tab", "seat(-1)"), ("tab", "seat(1)")),
        "Tab",
        mark("seat"),
        mark("the decisions of the next seat; Shift+Tab goes back"),
        rank=5,
    ),
    Key(
        "review-deal",
        (("pageup", "deal(-1)"), ("pagedown", "deal(1)")),
        "PgUp PgDn",
        mark("deal"),
        mark("another deal of the match"),
        rank=6,
    ),
    Key("review-leave", (("escape,q", "leave"),), "Esc", mark("back"), mark("back; what was done is kept"), rank=1),
    Key("review-help", (("question_mark,f1", "help"),), "?", mark("help"), mark("these keys (also F1)"), rank=0),
)
"""The keys of a review; arrows choose a decision."""

STATS_KEYS: tuple[Key, ...] = (
    Key(
        "stats-lines",
        (
            ("up,k", "scroll(-1)"),
            ("down,j", "scroll(1)"),
            ("pageup", "scroll(-10)"),
            ("pagedown", "scroll(10)"),
            ("home", "scroll(-9999)"),
            ("end", "scroll(9999)"),
        ),
        "↑↓",
        mark("scroll"),
        mark("scroll (also k j, PgUp PgDn, Home End)"),
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
HOME_GO_ON = Key("go-on", (("g", "go_on"),), "g", mark("go on"), mark("go on with the match played last"), rank=3)
HOME_DAY = Key("day", (("d", "day"),), "d", mark("today"), mark("a puzzle and a deal, the same for everybody"), rank=3)
HOME_PUZZLE = Key(
    "puzzle", (("p", "puzzle"),), "p", mark("puzzles"), mark("Puzzles: one move alone is best; find it"), rank=7
)
HOME_MISTAKES = Key(
    "mistakes",
    (("m", "mistakes"),),
    "m",
    mark("mistakes"),
    mark("the positions come back until you solve them"),
    rank=7,
)
HOME_HOST = Key(
    "host",
    (("f", "host"),),
    "f",
    mark("friends"),
    mark("Host a table for friends elsewhere, who come by SSH"),
    rank=7,
)
HELP_KEY = Key(
    "home-help", (("question_mark,f1", "app.help"),), "?", mark("help"), mark("these keys (also F1)"), rank=1
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
"""The keys of the menu besides arrows, Enter and Escape."""

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
"""Offered when the match is over, when the key no longer turns a card up."""
SAME_KEY = Key(
    "same", (("r", "same"),), "r", mark("same cards"), mark("this deal again with the same cards, for practice")
)
"""Offered after a deal against bots, when the key no longer refuses anything."""
ADVICE_KEY = Key(
    "advice", (("a", "advice"),), "a", mark("what others would do"), mark("what others would have done in my places")
)
"""Offered after a deal, when the key no longer raises an objection."""

PICTURE_KEY = Key(
    "picture", (("p", "picture"),), "p", mark("picture"), mark("a picture of this screen, as a file for friends")
)
"""Offered at the end of a deal or an evening; only in the local program."""
PAGE_KEY = Key(
    "page",
    (("w", "page"),),
    "w",
    mark("web page"),
    mark("this deal as a web page that plays it, for friends"),
)
LINE_KEY = Key("line", (("c", "line"),), "c", mark("copy"), mark("this deal in one line for friends"))
"""Both are offered at the end of a recorded deal."""
REVIEW_KEY = Key("review", (("v", "review"),), "v", mark("review"), mark("what your decisions in this deal have cost"))
"""Offered after a recorded deal."""


SAY_KEY = Key("speak", (("f3", "say"),), "F3", mark("say"), mark("say something to everybody at this table"), rank=4)
"""Offered if every player has a screen of their own."""


def twins(keys: str) -> str:
    """Returns comma-separated keys with their capitals and the letters on the same keys of the Russian layout.

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


def quiet(keys: str, action: str, *, priority: bool = False) -> Binding:
    """Returns a binding, twins included, for keys that are shown in some other way."""
    return Binding(twins(keys), action, show=False, priority=priority)


def bindings(table: Iterable[Key], *, priority: bool = False) -> list[Binding]:
    """Returns the bindings of a key table, twins included."""
    return [
        Binding(twins(keys), action, row.label, show=False, priority=priority, id=f"{row.id}-{nth}")
        for row in table
        for nth, (keys, action) in enumerate(row.binds)
    ]


def shown_key(row: Key, words: Words, own: Mapping[str, str] | None = None) -> str:
    """Returns the label of a key, the player's own if set; with its twin if the language is Russian."""
    return with_twin((own or {}).get(row.id, row.shown), words)


def with_twin(shown: str, words: Words) -> str:
    """Returns a key's label, with its twin if the language is Russian."""
    return f"{shown}/{TWINS[shown]}" if words.language.startswith("ru") and shown in TWINS else shown
