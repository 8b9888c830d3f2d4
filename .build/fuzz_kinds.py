"""The inputs of `fuzz.py`: each kind is one function that generates steps (see `fuzz_steps.py`)."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable
from contextlib import closing, suppress
from datetime import UTC, datetime
from functools import cache
from pathlib import Path

from fuzz_parts import (
    CARDS,
    CUP,
    FRAGMENTS,
    NUMBERS,
    PRESETS,
    RECORD,
    REVIEWED,
    TEXTS,
    TYPED_TEXTS,
    VALUES,
    Draw,
    a_cup,
    a_day,
    a_record,
    a_review,
    altered,
    as_toml,
    bad_json,
    bad_record,
    bad_toml,
    damaged,
    each,
    examples,
    results,
    sealed,
    spoiled,
)
from fuzz_steps import Step
from hypothesis import strategies as st

from cardtable.arena.store import SCHEMA
from cardtable.cli.commands import COMMANDS
from cardtable.engine.options import specs
from cardtable.games import FAMILIES, find_preset
from cardtable.lessons import ids
from cardtable.plain.commands import COMMANDS as TYPED
from cardtable.player.settings import allowed, names

SETTINGS, TABLES = "config/settings.toml", "config/tables.toml"
KINDS: dict[str, st.SearchStrategy[list[Step]]] = {}
"""The strategy for each kind, by name."""
EACH = ["typed", "keys", "bursts", "terminals", "pages", "wires"]
"""The kinds in which every accepted line, key or message counts as an input."""


def kind(drawn: Callable[[Draw], list[Step]]) -> None:
    """Registers a kind of input under the name of its function."""
    KINDS[drawn.__name__] = st.composite(drawn)()


@kind
def records(draw: Draw) -> list[Step]:
    """An invalid record, and a command that reads it."""
    path = f"../{RECORD}"
    readers = (["check", path], ["replay", path], ["replay", "--json", path], ["stats"], ["stats", "--json"])
    resumed = [["type", f"resume {which} --plain", "legal", "1", "undo", "hint", "log"] for which in ("", path)]
    uses: list[Step] = [["menu"], *resumed, *(["run", *reader] for reader in readers)]
    lines = a_record(draw)
    if draw(st.integers(0, 4)):
        lines = bad_record(draw, lines, a_record(draw))
    return [["file", RECORD, *lines], draw(st.sampled_from(uses))]


LINES = ('theme = "night"\n', '[keys]\ntake = "f9"\n', '[keys]\ntake = "\\u001b"\n', "# chosen\n", 'x = "y"\n')
SETTING = st.one_of(
    st.sampled_from([as_toml({name: value})[0] for name in names() for value in allowed(name)]),
    st.sampled_from(LINES),
    st.dictionaries(st.sampled_from((*names(), "x")), VALUES, min_size=1).map(lambda given: "".join(as_toml(given))),
)


@kind
def settings(draw: Draw) -> list[Step]:
    """A settings file, a command that uses it, and a setting changed on the screen."""
    lines = draw(st.lists(SETTING, max_size=5))
    if draw(st.booleans()):
        lines = spoiled(draw, lines, FRAGMENTS)
    uses: list[Step] = [["run", "settings"], ["run", "games", "bura"], ["run", "--help"], ["run", "play", "x"]]
    chosen = draw(st.sampled_from(("instant", "ru", "night", "auto")))
    return [["file", SETTINGS, *lines], draw(st.sampled_from(uses)), ["choose", draw(st.sampled_from(names())), chosen]]


@kind
def tables(draw: Draw) -> list[Step]:
    """Saved tables, opened from the menu."""
    seats = [{"name": "Anna"}, {"name": "Boris", "bot": "steady"}]
    table = {"name": "Thursday", "preset": draw(st.sampled_from(PRESETS)), "seats": seats, "options": {"target": 61}}
    return [["file", TABLES, *bad_toml(draw, as_toml({"table": [table]}))], ["menu"]]


@kind
def themes(draw: Draw) -> list[Step]:
    """A theme of the player's own, listed and sometimes applied."""
    lines = bad_toml(draw, draw(st.sampled_from(examples("themes/*.toml"))))
    worn = draw(st.integers(0, 9)) == 0
    use: Step = ["screen", "menu", "down", "enter"] if worn else ["run", "themes"]
    return [
        ["file", "config/themes/own.toml", 'name = "own"\n', *lines[2:]],
        ["file", SETTINGS, 'theme = "own"\n'],
        use,
    ]


@kind
def positions(draw: Draw) -> list[Step]:
    """A worked position with something changed."""
    found = st.sampled_from(examples("tests/positions/*/*.toml"))
    legal = draw(st.sampled_from(([], ["--legal"])))
    return [["file", "here/x.toml", *bad_toml(draw, draw(found), draw(found))], ["run", "position", *legal, "x.toml"]]


@kind
def tournaments(draw: Draw) -> list[Step]:
    """A tournament with a damaged, altered or missing file, to be resumed."""
    files = [[*step] for step in a_cup()]
    at = draw(st.sampled_from((len(files) - 1, *range(len(files)))))
    files[at][2:] = bad_record(draw, files[at][2:])
    del files[draw(st.integers(0, at)) : at]
    resumed = ["run", "tournament", "--resume", f"../{CUP}"]
    uses: list[Step] = [resumed, [*resumed, "--json"], ["run", "resume", "--plain"], ["menu"]]
    return [*files, draw(st.sampled_from(uses))]


@kind
def homes(draw: Draw) -> list[Step]:
    """A home with something odd in place of a file, and a user of any name."""
    places = (RECORD.replace("x", "y"), SETTINGS, TABLES, "config/themes/x.toml", f"{CUP}/tournament.json")
    things = ("folder", "pipe", "/dev/zero", "/dev/null", "nowhere", "..", Path(RECORD).name)
    commands = "stats|resume --plain|settings|themes|--help|play throw_in --plain"
    uses: list[Step] = [
        *(["run", *command.split()] for command in (*commands.split("|"), f"tournament --resume ../{CUP}")),
        *(["menu"], ["choose", "pace", "instant"], ["screen", "menu", "s", "escape", "r", "escape"]),
    ]
    return [
        ["be", draw(st.one_of(st.just("anna"), TYPED_TEXTS))],
        ["file", RECORD, *draw(st.sampled_from((a_record(draw), [], ["{"])))],
        ["odd", draw(st.sampled_from(places)), draw(st.sampled_from(things))],
        draw(st.sampled_from(uses)),
    ]


LESSONS, PUZZLES, MISTAKES = "data/lessons.json", "data/puzzles.json", "data/mistakes.json"
REVIEW = RECORD.replace(".jsonl", ".review.json")
NAMED = 'name = "Anna"\n'
"""Settings for the player whose decisions are reviewed."""
TAUGHT = st.sampled_from([*ids(), *FAMILIES])


@kind
def kept(draw: Draw) -> list[Step]:
    """A learner's progress, solved puzzles, exercises and hosted tables: one of these files is invalid."""
    lines, review = a_review("burkozel")
    day = {"score": 1.0, "par": 0.5, "style": "steady", "version": "0.1", "in_turn": True}
    files = {
        LESSONS: {ids()[0]: {"step": 2, "done": False}, ids()[1]: {"step": 0, "done": True}},
        PUZZLES: {
            "rating": [1500.0, 200.0, 0.06],
            "done": {"durak-001": True, "bura-002": False},
            "days": dict.fromkeys(("2026-11-20", "2026-11-21", "2026-11-22"), day),
        },
        MISTAKES: {f"{Path(RECORD).stem} 1 0 {nth}": {"tries": 1, "solved": 0, "day": "2026-11-20"} for nth in (1, 2)},
        "data/host.json": {"record": f"../{RECORD}", "codes": {"0": "0" * 64}},
    }
    bad = draw(st.sampled_from([*files]))
    what = draw(st.sampled_from((draw(TAUGHT), draw(TAUGHT), "--themes")))
    commands = ("learn", f"learn {what}", f"puzzle {what}", "puzzle", "daily", "daily --share", "stats", "stats --json")
    screens = ("menu", "day", "exercise", f"lesson {draw(st.sampled_from(ids()))}", f"puzzle {draw(TAUGHT)}")
    of_its_own: dict[str, Step] = {"data/host.json": ["run", "host", "--resume"], MISTAKES: ["screen", "menu", "m"]}
    uses: list[Step] = [["menu"], *(["run", *command.split()] for command in commands)]
    uses += [["screen", place, *draw(st.lists(st.sampled_from(KEYS), max_size=12))] for place in screens]
    return [
        ["file", SETTINGS, NAMED],
        *(
            ["file", path, *([json.dumps(said)] if path != bad else bad_json(draw, said))]
            for path, said in files.items()
        ),
        ["file", RECORD, *lines],
        ["file", REVIEW, *review],
        ["file", "data/played.txt", *damaged(draw, [f"{Path(RECORD).name}\n", "x\n"])],
        of_its_own[bad] if bad in of_its_own and draw(st.booleans()) else draw(st.sampled_from(uses)),
    ]


@kind
def reviews(draw: Draw) -> list[Step]:
    """An invalid review beside its record, or a valid one beside an invalid record, and a command that reads it."""
    lines, review = a_review(draw(st.sampled_from(each(REVIEWED))))
    if draw(st.integers(0, 5)) == 0:
        lines, said = bad_record(draw, lines), review
    else:
        at = draw(st.integers(0, len(review) - 1))
        bad = "".join(bad_json(draw, json.loads(review[at])))
        said = [*review[:at], f"{bad}\n", *review[at + 1 :], *draw(st.lists(st.sampled_from(review), max_size=2))]
    keys = draw(st.lists(st.sampled_from(KEYS), max_size=12))
    reading = ["run", "review", f"../{RECORD}"]
    uses: list[Step] = [
        *(reading, [*reading, "--json"], [*reading, "--seat", "1"], [*reading, "--deal", "1"], ["run", "stats"]),
        *(["menu"], ["screen", "review", *keys], ["screen", "exercise", *keys], ["screen", "menu", "s", "m", *keys]),
    ]
    return [["file", SETTINGS, NAMED], ["file", RECORD, *lines], ["file", REVIEW, *said], draw(st.sampled_from(uses))]


@kind
def days(draw: Draw) -> list[Step]:
    """The record of a day's deal, either invalid or of another match, and that day resumed."""
    today = datetime.now(UTC).date()
    puzzle, lines = a_day(today)
    if draw(st.integers(0, 4)) == 0:
        lines = a_record(draw)
    if draw(st.booleans()):
        lines = bad_record(draw, lines)
    uses: list[Step] = [
        ["run", "daily"],
        ["run", "daily", "--share"],
        ["screen", "day", "enter", "1", "enter"],
        ["menu"],
    ]
    return [
        ["file", f"data/days/{today}.jsonl", *lines],
        ["file", PUZZLES, json.dumps({"rating": [1500.0, 200.0, 0.06], "done": {puzzle: True}, "days": {}})],
        draw(st.sampled_from(uses)),
    ]


@kind
def stores(draw: Draw) -> list[Step]:
    """A file of arena results with altered rows or bytes, rated and played into."""
    rows = {name: [[*row] for row in found] for name, found in results().items()}
    for _ in range(draw(st.integers(0, 3))):
        row = draw(st.sampled_from([row for found in rows.values() for row in found]))
        at = draw(st.integers(0, len(row) - 1))
        row[at] = draw(CELLS) if draw(st.booleans()) or not isinstance(row[at], str) else altered_cell(draw, row[at])
    with closing(sqlite3.connect(":memory:")) as db:
        db.executescript(SCHEMA)
        for name, found in rows.items():
            for row in found:
                with suppress(sqlite3.Error, OverflowError, UnicodeEncodeError):
                    db.execute(f"insert or replace into {name} values ({', '.join('?' * len(row))})", row)
        db.commit()
        said = db.serialize().decode("utf-8", "surrogateescape")
    if draw(st.integers(0, 3)) == 0:
        at = draw(st.integers(0, len(said) - 1))
        said = said[:at] + draw(st.sampled_from(("", *FRAGMENTS))) + said[at + draw(st.integers(0, 40)) :]
    playing = each("arena throw_in --bots steady,uniform --deals 4 --store x.sqlite")
    uses: list[Step] = [["run", "ratings", "x.sqlite"], ["run", "ratings", "--json", "x.sqlite"], ["run", *playing]]
    return [["file", "here/x.sqlite", said], draw(st.sampled_from(uses))]


CELLS = st.one_of(st.none(), st.integers(-(1 << 63), (1 << 63) - 1), st.floats(), TEXTS, st.binary(max_size=8)).map(
    lambda cell: cell.encode() if isinstance(cell, str) and "\x00" in cell else cell
)


def altered_cell(draw: Draw, cell: str) -> str:
    """An altered text in a file of results; most of these are JSON."""
    try:
        return json.dumps(altered(draw, json.loads(cell)))
    except ValueError:
        found: str = damaged(draw, list(cell), sep="")
        return found


FLAGS = each(
    "--plain --json --legal --help --allow-network --matches --screen --lang=ru --version --resume --new-codes --hints"
    " --share --themes --luck --open"
)
TAKING = each(
    "--seat --set --seed --deals --entrant --seats --bots --limit --player --records --store --until --cluster --listen"
    " --port --window --date --theme --family --deal --code"
)
LAST = {"arena": ["--deals", "1", "--jobs", "1"], "serve": ["--", "x"]}
"""Arguments that keep a command small or from listening; they come last, as the last one counts."""


@kind
def commands(draw: Draw) -> list[Step]:
    """A command line with random arguments, mostly starting with a preset. Without `bench`, which measures time."""
    command = draw(st.sampled_from([name for name in COMMANDS if name != "bench"]))
    preset = draw(st.sampled_from(PRESETS))
    rules = st.sampled_from([*specs(find_preset(preset)[0].options), "table_size", "advance"])
    words = st.one_of(
        st.sampled_from(
            (
                *(preset, *FAMILIES, "steady,uniform", "bot:steady", "bot:uniform", "Anna", "Boris=bot:steady", "x"),
                *("elo0=0,elo1=5", "elo0=0,elo1=5,alpha=0.1", "elo0=5,elo1=0", "cmd:x", "steady,cmd:x 'y", "local:2"),
                *("tcp://127.0.0.1:9", "0.0.0.0", "::1", "localhost", draw(TAUGHT)),
            )
        ),
        *(st.integers(-3, 70).map(str), TYPED_TEXTS),
        st.builds("{}={}".format, rules, st.one_of(st.integers(-1, 40), st.booleans(), TYPED_TEXTS)),
    )
    pairs = st.one_of(st.tuples(st.sampled_from(TAKING), words), st.tuples(st.sampled_from(FLAGS)), st.tuples(words))
    given = [arg for pair in draw(st.lists(pairs, max_size=6)) for arg in pair]
    return [["run", command, *([preset] if draw(st.integers(0, 3)) else []), *given, *LAST.get(command, [])]]


@cache
def verbs(preset: str) -> tuple[str, ...]:
    """The verbs of a preset's moves."""
    game, found = find_preset(preset)
    return tuple(game.rules(found.options, found.seats[0]).verbs)


def players(draw: Draw, preset: str) -> list[str]:
    """The players at a table of a preset, in any allowed number: one person first, then people and bots."""
    seats = draw(st.sampled_from(find_preset(preset)[1].seats))
    return ["Anna", *(draw(st.sampled_from((f"Boris{seat}", "bot:steady", "bot:uniform"))) for seat in range(1, seats))]


@kind
def typed(draw: Draw) -> list[Step]:
    """Lines typed with `--plain`, alone or with several people at one keyboard."""
    preset = draw(st.sampled_from(PRESETS))
    seats = " ".join(f"--seat {player}" for player in players(draw, preset))
    words = st.one_of(st.sampled_from([*TYPED, *(own for own, _ in TYPED.values()), *verbs(preset)]), CARDS)
    lines = st.one_of(
        *(st.sampled_from(("1", "2", "3", "")), st.integers(0, 40).map(str), words, CARDS, TYPED_TEXTS),
        st.lists(words, min_size=2, max_size=4).map(" ".join),
    ).filter(lambda line: line not in ("quit", "exit", "выход"))
    language = draw(st.sampled_from(("en", "ru")))
    command = f"--lang {language} play {preset} --plain --seed 7 {seats}"
    return [["type", command, *draw(st.lists(lines, min_size=20, max_size=60))]]


KEYS = (
    *each("left right up down enter enter enter space tab shift+tab home end pageup pagedown escape"),
    *each("backspace delete question_mark ctrl+c ctrl+z ctrl+q f1 f2 f3 f4 f5 f6 f7 f8 f9"),
    *"1234567890qwertyuiopasdfghjklzxcvbnmйцукенгшщзфывапролдячсмитьбю.,;'[]-=+/",
)


def a_home(draw: Draw) -> list[Step]:
    """Settings and a record for a player at the screen."""
    looks = draw(
        st.sampled_from(("", 'language = "ru"\n', 'signs = "ascii"\n', 'cards = "small"\npasses = "when_i_cannot"\n'))
    )
    return [
        ["file", SETTINGS, NAMED, 'pace = "instant"\n', "motion = false\n", looks],
        ["file", RECORD, *sealed(list(map(json.loads, draw(st.sampled_from(examples("tests/records/*/*.jsonl"))))))],
    ]


def a_place(draw: Draw) -> str:
    """The place where a player starts: mostly a table."""
    preset = draw(st.sampled_from(PRESETS))
    table = " ".join(("table", preset, *players(draw, preset)))
    cup = "tournament Anna Boris bot:steady bot:uniform"
    taught = (f"lesson {draw(st.sampled_from(ids()))}", f"puzzle {draw(TAUGHT)}", "day")
    place: str = draw(st.sampled_from((*[table] * 5, "menu", "replay", cup, *taught)))
    return place


MOUSE = st.builds(
    "{} {} {}".format,
    st.sampled_from(("click", "click", "double", "hover", "size")),
    st.integers(1, 160),
    st.integers(1, 60),
)


@kind
def keys(draw: Draw) -> list[Step]:
    """Keys, clicks and sizes at the menu, at a table of any preset, in a replay and in a tournament."""
    pressed = draw(st.lists(st.one_of(*[st.sampled_from(KEYS)] * 9, MOUSE), min_size=30, max_size=60))
    return [*a_home(draw), ["screen", a_place(draw), *pressed]]


HASTY = st.one_of(
    st.sampled_from(each("ctrl+p ctrl+p ctrl+p pagedown pageup enter enter enter escape escape down up tab paste")),
    st.sampled_from(KEYS),
)
"""More keys that open and close boxes or move through lists than others."""


@kind
def bursts(draw: Draw) -> list[Step]:
    """Keys that may be pressed before the previous one has taken effect."""
    turns = draw(st.sampled_from((st.just(0), st.integers(0, 3), st.integers(0, 12), st.integers(0, 60))))
    pressed = st.builds("press {} {}".format, HASTY, turns)
    return [
        *a_home(draw),
        ["screen", a_place(draw), *draw(st.lists(st.one_of(*[pressed] * 15, HASTY, MOUSE), min_size=60, max_size=150))],
    ]


AT_TERMINAL = each("esc sigterm sighup")
"""Events that only a terminal, or its system, can produce."""


@kind
def terminals(draw: Draw) -> list[Step]:
    """The whole program at a pseudo-terminal: keys without pauses, or with pauses of 5 or 50 ms."""
    pause = draw(st.sampled_from((0, 0, 5, 5, 50)))
    preset = draw(st.sampled_from(PRESETS))
    table = " ".join(("play", preset, *[f"--seat {who}" for who in players(draw, preset)]))
    how = draw(st.sampled_from((table, table, "", "learn", "puzzle", "stats", "settings")))
    pressed = st.one_of(*[HASTY.filter("ctrl+z".__ne__)] * 30, st.sampled_from(AT_TERMINAL))  # nobody would type `fg`
    keys = draw(st.lists(pressed, min_size=40, max_size=60 if pause > 5 else 200))
    return [*a_home(draw), ["terminal", f"{pause} {how}", *keys]]


@kind
def pages(draw: Draw) -> list[Step]:
    """Messages from a page to the server."""
    types = st.sampled_from(("stdin", "resize", "ping", "blur", "focus", "quit", "x"))
    sizes = st.fixed_dictionaries({}, optional={"width": VALUES, "height": VALUES})
    said = st.one_of(st.tuples(types, VALUES), st.tuples(st.just("resize"), sizes), st.tuples(types), VALUES).map(
        json.dumps
    )
    messages = draw(st.lists(st.one_of(said, said, said, TEXTS, st.sampled_from(FRAGMENTS)), min_size=3, max_size=20))
    return [["page", f"width={draw(NUMBERS)}&height={draw(st.one_of(NUMBERS, TEXTS))!a}", *messages]]


@kind
def wires(draw: Draw) -> list[Step]:
    """Bytes and sizes from a guest's terminal at a hosted table."""
    typed = st.lists(st.sampled_from("1234567890qwertyuiopasdfghjklzxcvbnmйцукен?/\t\r "), max_size=6).map("".join)
    numbers = st.integers(-1, 300)
    mouse = st.builds("\x1b[<{};{};{}{}".format, st.integers(0, 99), numbers, numbers, st.sampled_from("Mm"))
    codes = st.builds(
        "\x1b{}{}{}".format, st.sampled_from("[O]P?"), st.one_of(numbers, TEXTS), st.sampled_from("ABCDHF~Ru")
    )
    said = st.one_of(
        typed, typed, typed, mouse, codes, TEXTS, st.sampled_from((*FRAGMENTS, "\x1b", "\x1b[200~", "\x1b[?1;2c"))
    )
    sizes = st.builds("size {} {}".format, st.integers(-1, 600), st.integers(-1, 300))
    preset = draw(st.sampled_from(PRESETS))
    return [
        [
            "wire",
            " ".join((preset, *players(draw, preset))),
            *draw(st.lists(st.one_of(*[said] * 9, sizes), min_size=20)),
        ]
    ]
