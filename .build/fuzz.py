"""Puts damaged files, odd command lines, random keys and messages to the program. `python .build/fuzz.py --help`.

Every kind of input is one function that draws steps (see `fuzz_steps.py`). Hypothesis draws; the same seed draws the
same inputs again. What goes wrong is written as a file with the fewest steps that still show it: `--again FILE` does
them once more.
"""

from __future__ import annotations

import argparse
import json
import resource
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path
from typing import Any

import tomlkit
from hypothesis import HealthCheck, Phase, given, seed
from hypothesis import settings as drawn_by
from hypothesis import strategies as st

sys.path.insert(0, str(Path(__file__).parent))

from fuzz_steps import STEPS, Step, watched

from cardtable.cli.commands import COMMANDS
from cardtable.engine.options import specs
from cardtable.games import FAMILIES, family, find_preset
from cardtable.plain import COMMANDS as TYPED
from cardtable.record.lines import encode
from cardtable.settings import allowed, names

TOP = Path(__file__).resolve().parent.parent
Draw = Callable[[st.SearchStrategy[Any]], Any]
LIMIT = 20.0
"""Seconds of processor time for an input, and three times as many by the clock for one that only waits."""
MEMORY = 1 << 30
"""Bytes that the program may ask for beyond what it has at the beginning."""
CHECKS = list(HealthCheck)
"""What Hypothesis would say of its own work."""
TRIES = 200
"""How often something that went wrong is tried again in shorter forms."""


# What inputs are made of


def each(text: str) -> list[str]:
    """The words of a text."""
    return text.split()


PRESETS = [name for game in map(family, FAMILIES) for name in game.presets]
NASTY = (
    *each("{0} {who} %s ../x /../../../x ~ - -- = : bot: bot:x person bot:steady bot:uniform none A[/] [b]"),
    *("Ё", "日本", "e\u0301", "\u200b", "\u202e", "\x07", "\x7f", "1e400", "nan", "99999999999999999999"),
    *("", " ", "A\nB", "\x00", "\x1b[2J", "\x1b]0;x\x07", "\x9b2J", "\u2028", "A" * 300, "9" * 5000),
)
BYTES = ("\udcff", "\udcc0\udcee", "A\udce9", "\ufeff")
FRAGMENTS = (
    *("\n", "\r", "\x00", *each(r"""" ' \ [ ] { } , : = # \ud800 \u001b[2J Infinity NaN -1 1e999 null""")),
    *("[" * 3000, '{"a":' * 3000, "9" * 5000, "a." * 2000 + "b=1", *BYTES),
)
TEXTS = st.one_of(st.sampled_from(NASTY), st.text(max_size=12), st.sampled_from(PRESETS))
TYPED_TEXTS = st.one_of(TEXTS, st.sampled_from(BYTES)).map(lambda text: text.replace("\x00", ""))
NUMBERS = st.one_of(
    *(st.integers(-2, 12), st.integers(), st.floats()),
    st.sampled_from((1 << 31, 1 << 63, 1 << 200, 10**30, -(1 << 63), float("inf"), float("nan"))),
)
VALUES = st.recursive(
    st.one_of(st.none(), st.booleans(), NUMBERS, TEXTS),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXTS, inner, max_size=3),
    max_leaves=4,
)
CARDS = st.builds(lambda rank, suit: rank + suit, st.sampled_from("6789TJQKA2"), st.sampled_from("shdc"))


def altered(draw: Draw, thing: Any) -> Any:
    """The same with one value somewhere inside that is missing or another one."""
    if isinstance(thing, dict | list) and thing and draw(st.integers(0, 9)):
        key = draw(st.sampled_from(sorted(thing) if isinstance(thing, dict) else range(len(thing))))
        changed = thing.copy()
        if draw(st.integers(0, 5)):
            changed[key] = altered(draw, thing[key])
        else:
            del changed[key]
        return changed
    if isinstance(thing, str) and draw(st.integers(0, 2)) == 0:
        return damaged(draw, list(thing), sep="").encode("utf-8", "ignore").decode()
    alike = TEXTS if isinstance(thing, str) else NUMBERS if type(thing) in (int, float) else VALUES
    return draw(st.one_of(alike, VALUES))


def damaged(draw: Draw, parts: Sequence[Any], other: Sequence[Any] = FRAGMENTS, sep: str | None = None) -> Any:
    """The parts with some of them missing, doubled, moved, cut off, or replaced by others."""
    parts = [*parts]
    for _ in range(draw(st.integers(1, 3))):
        at, to = (draw(st.integers(0, max(0, len(parts) - 1))) for _ in range(2))
        match draw(st.sampled_from(("drop", "cut", "double", "move", "other", "insert"))):
            case "drop":
                del parts[at : at + 1]
            case "cut":
                del parts[at:]
            case "double":
                parts[at:at] = parts[at : at + 2]
            case "move" if parts:
                parts.insert(to, parts.pop(at))
            case "other":
                parts[at : at + 1] = other[to : to + 3]
            case _:
                parts.insert(at, draw(st.sampled_from(other or FRAGMENTS)))
    return parts if sep is None else sep.join(parts)


def spoiled(draw: Draw, lines: Sequence[str], other: Sequence[str]) -> list[str]:
    """The lines of a file with one of them damaged, or some of them missing, moved or another file's."""
    if not lines or draw(st.booleans()):
        return [*damaged(draw, lines, other)]
    at = draw(st.integers(0, len(lines) - 1))
    return [*lines[:at], damaged(draw, lines[at], sep=""), *lines[at + 1 :]]


def as_toml(given: Any) -> list[str]:
    """The lines of a TOML file that says this, as far as TOML can."""

    def plain(value: Any) -> Any:
        if isinstance(value, dict):
            return {key: plain(one) for key, one in value.items()}
        return [plain(one) for one in value] if isinstance(value, list) else "none" if value is None else value

    return (tomlkit.dumps(plain(given)) if isinstance(given, dict) else repr(given)).splitlines(keepends=True)


def bad_toml(draw: Draw, lines: Sequence[str], other: Sequence[str] = FRAGMENTS) -> list[str]:
    """A TOML file that says something else than this one, or is none."""
    if draw(st.integers(0, 2)) == 0:
        return spoiled(draw, lines, other)
    found = tomlkit.parse("".join(lines)).unwrap()
    for _ in range(draw(st.integers(1, 3))):
        found = altered(draw, found)
    return as_toml(found)


def sealed(rows: Sequence[Any]) -> list[str]:
    """The lines of a record that says this, with right numbers and check sums."""
    rows = [{key: row[key] for key in row if key not in ("n", "crc")} for row in rows if isinstance(row, dict)]
    return [encode(number, row).decode() for number, row in enumerate(rows)]


def bad_record(draw: Draw, lines: Sequence[str], other: Sequence[str] = FRAGMENTS) -> list[str]:
    """A record that is damaged, or that says something else with right check sums."""
    if draw(st.booleans()):
        return spoiled(draw, lines, other)
    rows = [json.loads(line) for line in lines]
    for _ in range(draw(st.integers(1, 3))):
        # The first line half of the time: everything is agreed there.
        at = 0 if draw(st.booleans()) else draw(st.integers(0, len(rows) - 1))
        rows[at] = altered(draw, rows[at])
    return sealed(rows)


@cache
def examples(pattern: str) -> list[list[str]]:
    """The lines of files that are right."""
    return [path.read_text(encoding="utf-8").splitlines(keepends=True) for path in sorted(TOP.glob(pattern))]


def a_record(draw: Draw) -> list[str]:
    """A record of any family, perhaps of people, of any names, perhaps not finished."""
    lines = draw(st.sampled_from(examples("tests/records/*/*.jsonl")))
    rows = [json.loads(line) for line in lines[: draw(st.integers(1, len(lines))) if draw(st.booleans()) else None]]
    for seat in rows[0]["seats"] if draw(st.booleans()) else ():
        seat["kind"] = draw(st.sampled_from(("person", "bot:uniform", seat["kind"])))
        seat["name"] = draw(st.one_of(st.just(seat["name"]), TEXTS))
    return sealed(rows)


@cache
def a_cup() -> list[Step]:
    """The files of a tournament that bots have played; the last one says what was agreed."""
    from cardtable.cli.cups import agreed_for, begun, entrant_plans

    with tempfile.TemporaryDirectory() as folder:
        plans = entrant_plans(tuple(f"{name}=bot:uniform" for name in ("Anna", "Boris", "Vera", "Gleb")))
        played = begun(agreed_for("throw_in", ("table_size=3",), plans, 7), Path(folder) / "cup")
        while played.bracket.champion is None:
            for draw in played.bracket.undecided:
                played.play(draw)
        played.close()
        paths = sorted(played.folder.iterdir())
        return [["file", f"{CUP}/{path.name}", *path.read_text().splitlines(keepends=True)] for path in paths]


# Kinds

RECORD = "data/records/2026-01-02-030405-x.jsonl"
CUP = "data/tournaments/x"
SETTINGS, TABLES = "config/settings.toml", "config/tables.toml"
KINDS: dict[str, st.SearchStrategy[list[Step]]] = {}
"""By name what draws its inputs."""
EACH = ("typed", "keys", "pages")
"""The kinds of which every line, key or message that was taken is counted as an input."""


def kind(drawn: Callable[[Draw], list[Step]]) -> None:
    """Adds a kind of inputs, under the name of the function that draws one."""
    KINDS[drawn.__name__] = st.composite(drawn)()


@kind
def records(draw: Draw) -> list[Step]:
    """A bad record, and somebody who reads it."""
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
    """A settings file, a command that speaks by it, and a setting changed on the screen."""
    lines = draw(st.lists(SETTING, max_size=5))
    if draw(st.booleans()):
        lines = spoiled(draw, lines, FRAGMENTS)
    uses: list[Step] = [["run", "settings"], ["run", "games", "bura"], ["run", "--help"], ["run", "play", "x"]]
    chosen = draw(st.sampled_from(("instant", "ru", "night", "auto")))
    return [["file", SETTINGS, *lines], draw(st.sampled_from(uses)), ["choose", draw(st.sampled_from(names())), chosen]]


@kind
def tables(draw: Draw) -> list[Step]:
    """Kept tables, opened from the menu."""
    seats = [{"name": "Anna"}, {"name": "Boris", "bot": "steady"}]
    table = {"name": "Thursday", "preset": draw(st.sampled_from(PRESETS)), "seats": seats, "options": {"target": 61}}
    return [["file", TABLES, *bad_toml(draw, as_toml({"table": [table]}))], ["menu"]]


@kind
def themes(draw: Draw) -> list[Step]:
    """A theme of the player's own, listed, and now and then worn."""
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
    """A tournament of which one file was damaged, or says something else, or is missing, gone on with."""
    files = [[*step] for step in a_cup()]
    at = draw(st.sampled_from((len(files) - 1, *range(len(files)))))
    files[at][2:] = bad_record(draw, files[at][2:])
    del files[draw(st.integers(0, at)) : at]
    resumed = ["run", "tournament", "--resume", f"../{CUP}"]
    uses: list[Step] = [resumed, [*resumed, "--json"], ["run", "resume", "--plain"], ["menu"]]
    return [*files, draw(st.sampled_from(uses))]


@kind
def homes(draw: Draw) -> list[Step]:
    """A home with something odd in the place of a file, and a user of any name."""
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


FLAGS = each("--plain --json --legal --help --allow-network --matches --screen --lang=ru --version")
TAKING = each("--seat --set --seed --deals --entrant --seats --bots --limit --player --records")
LAST = {"arena": ["--deals", "1", "--jobs", "1"], "serve": ["--", "x"]}
"""What keeps a command small or from listening; it stands last, and the last one counts."""


@kind
def commands(draw: Draw) -> list[Step]:
    """A command line with random arguments, a preset first most of the time. `bench` is left out: it measures time."""
    command = draw(st.sampled_from([name for name in COMMANDS if name != "bench"]))
    preset = draw(st.sampled_from(PRESETS))
    rules = st.sampled_from([*specs(find_preset(preset)[0].options), "table_size", "advance"])
    words = st.one_of(
        st.sampled_from(
            (preset, *FAMILIES, "steady,uniform", "bot:steady", "bot:uniform", "Anna", "Boris=bot:steady", "x")
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
    """Who sits at a table of a preset, as many as may: a person, and people and bots."""
    seats = draw(st.sampled_from(find_preset(preset)[1].seats))
    return ["Anna", *(draw(st.sampled_from((f"Boris{seat}", "bot:steady", "bot:uniform"))) for seat in range(1, seats))]


@kind
def typed(draw: Draw) -> list[Step]:
    """Lines typed in `--plain`, alone and at hot seat."""
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


@kind
def keys(draw: Draw) -> list[Step]:
    """Keys, clicks and sizes at the menu, at a table of any preset, in a replay and in a tournament."""
    whats = st.sampled_from(("click", "click", "double", "hover", "size"))
    mouse = st.builds("{} {} {}".format, whats, st.integers(1, 160), st.integers(1, 60))
    pressed = draw(st.lists(st.one_of(*[st.sampled_from(KEYS)] * 9, mouse), min_size=30, max_size=60))
    looks = draw(
        st.sampled_from(("", 'language = "ru"\n', 'signs = "ascii"\n', 'cards = "small"\npasses = "when_i_cannot"\n'))
    )
    preset = draw(st.sampled_from(PRESETS))
    table = " ".join(("table", preset, *players(draw, preset)))
    cup = "tournament Anna Boris bot:steady bot:uniform"
    place = draw(st.sampled_from((table, table, table, table, table, "menu", "replay", cup)))
    return [
        ["file", SETTINGS, 'pace = "instant"\n', "motion = false\n", looks],
        ["file", RECORD, *sealed(list(map(json.loads, draw(st.sampled_from(examples("tests/records/*/*.jsonl"))))))],
        ["screen", place, *pressed],
    ]


@kind
def pages(draw: Draw) -> list[Step]:
    """Messages of a page to the server."""
    types = st.sampled_from(("stdin", "resize", "ping", "blur", "focus", "quit", "x"))
    sizes = st.fixed_dictionaries({}, optional={"width": VALUES, "height": VALUES})
    said = st.one_of(st.tuples(types, VALUES), st.tuples(st.just("resize"), sizes), st.tuples(types), VALUES).map(
        json.dumps
    )
    messages = draw(st.lists(st.one_of(said, said, said, TEXTS, st.sampled_from(FRAGMENTS)), min_size=3, max_size=20))
    return [["page", f"width={draw(NUMBERS)}&height={draw(st.one_of(NUMBERS, TEXTS))!a}", *messages]]


# A campaign


@dataclass
class Finding:
    """Something that went wrong: what, how it came, the steps that show it, and how often it came."""

    what: str
    detail: str
    steps: list[Step]
    times: int = 0


@dataclass
class Tally:
    """What came of the inputs of a kind."""

    kind: str
    findings: dict[str, Finding]
    inputs: int = 0
    seconds: float = 0


def an_input(name: str, number: str) -> list[Step]:
    """The input of a kind that this seed draws."""
    drawn: list[list[Step]] = []

    def keep(steps: list[Step]) -> None:
        drawn.append(steps)

    # The first that Hypothesis draws is the plainest there is, and later ones vary what was drawn: the second is it.
    two = drawn_by(max_examples=2, database=None, deadline=None, phases=[Phase.generate], suppress_health_check=CHECKS)
    seed(number)(two(given(KINDS[name])(keep)))()
    return drawn[-1]


def tried(name: str, count: int, number: int, home: Path, limit: float = 0) -> Tally:
    """Puts at least so many inputs of a kind to the program; `number` is the seed, `limit` the time of an input."""
    tally = Tally(name, {})
    began = time.process_time()

    nth = 0
    while tally.inputs < count:
        steps = an_input(name, f"{name} {number} {nth}")
        watch = watched(steps, home, limit)
        tally.inputs += max(1, watch.done) if name in EACH else 1
        for what, detail in watch.wrong:
            tally.findings.setdefault(what, Finding(what, detail, steps)).times += 1
        nth += 1
    tally.seconds = time.process_time() - began
    return tally


def shortened(finding: Finding, home: Path, limit: float) -> None:
    """Leaves out of the steps whatever is not needed for the same to go wrong."""
    tries = TRIES

    def without(whole: list[Any], head: int, put: Callable[[list[Any]], list[Step]]) -> list[Any]:
        """The whole with fewer parts after its head; `put` makes steps of it."""
        nonlocal tries
        size = len(whole) - head
        while size and tries:
            for start in range(head, len(whole), size):
                less = [*whole[:start], *whole[start + size :]]
                tries -= tries > 0
                if tries and any(what == finding.what for what, _ in watched(put(less), home, limit).wrong):
                    whole = less
                    break
            else:
                size //= 2
        return whole

    steps = without(finding.steps, 0, lambda less: less)
    for nth, (verb, *texts) in enumerate(steps):
        before, after = steps[:nth], steps[nth + 1 :]
        put = partial(lambda before, verb, after, less: [*before, [verb, *less], *after], before, verb, after)
        steps = [*before, [verb, *without(texts, STEPS[verb].head, put)], *after]
    finding.steps = steps


def written(tally: Tally, folder: Path) -> Iterator[str]:
    """A line for each finding, which is written as a file."""
    for nth, finding in enumerate(tally.findings.values(), 1):
        path = folder / f"{tally.kind}-{nth}.json"
        found = {
            "kind": tally.kind,
            "what": finding.what,
            "steps": finding.steps,
            "detail": finding.detail.splitlines(),
        }
        folder.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(found, indent=1), encoding="ascii")
        yield f"  {finding.what} ({finding.times} times): {path}"


def main() -> None:
    """Tries the kinds that are asked for; exit status 1 when something went wrong."""
    parser = argparse.ArgumentParser(
        description="Put damaged files, odd command lines, random keys and messages to the program.",
        epilog=f"Kinds: {', '.join(KINDS)}; all unless named.",
    )
    parser.add_argument("kinds", nargs="*", metavar="KIND")
    parser.add_argument("--count", type=int, default=1000, help="inputs of each kind (1000 unless given)")
    parser.add_argument("--seed", type=int, default=1, help="the same seed draws the same inputs (1 unless given)")
    parser.add_argument("--limit", type=float, default=LIMIT, help=f"seconds of the processor for an input ({LIMIT:g})")
    parser.add_argument("--findings", type=Path, default=Path("findings"), help="the folder for what goes wrong")
    parser.add_argument("--again", type=Path, metavar="FILE", help="do the steps of a finding once more")
    asked = parser.parse_args()
    if wrong := [name for name in asked.kinds if name not in KINDS]:
        parser.error(f"{wrong[0]}: no such kind; there are {', '.join(KINDS)}")
    size = int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize()
    resource.setrlimit(resource.RLIMIT_AS, (size + MEMORY, resource.RLIM_INFINITY))
    sys.dont_write_bytecode = True
    sys.setswitchinterval(0.001)
    failed = False
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder).resolve() / "home"
        if asked.again is not None:
            for what, detail in watched(json.loads(asked.again.read_text())["steps"], home, asked.limit).wrong:
                failed = True
                print(f"{what}\n{detail}")
        for name in asked.kinds or KINDS if asked.again is None else ():
            tally = tried(name, asked.count, asked.seed, home, asked.limit)
            print(f"{name}: {tally.inputs} inputs, {len(tally.findings)} findings, {tally.seconds:.0f} s", flush=True)
            for finding in tally.findings.values():
                failed = True
                shortened(finding, home, asked.limit)
            for line in written(tally, asked.findings):
                print(line.encode("ascii", "backslashreplace").decode(), flush=True)
    sys.exit(failed)


if __name__ == "__main__":
    main()
