"""Inputs for `fuzz.py` from friends' exchanges, and from features added after its first kinds."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Sequence
from contextlib import suppress
from datetime import UTC, datetime
from functools import partial
from typing import Any
from unittest import mock

from fuzz_kinds import EACH, KEYS, NAMED, SETTINGS, kind, players
from fuzz_parts import (
    FRAGMENTS,
    PRESETS,
    RECORD,
    TEXTS,
    VALUES,
    Draw,
    a_day_line,
    a_record,
    an_evening,
    bad_json,
    bad_record,
    bad_toml,
    damaged,
    each,
    own_presets,
)
from fuzz_screens import breathe, in_loop
from fuzz_steps import Step, Watch, Way, raw, run
from hypothesis import strategies as st

from cardtable.desk.speech import words
from cardtable.games import FAMILIES, find_preset, own
from cardtable.plain.commands import COMMANDS as TYPED

EACH.extend(("guests", "programs"))
BOARD, LEAGUE, FRIENDS = "data/days/board.txt", "data/league.jsonl", "here/friends.jsonl"


# Files


@kind
def evenings(draw: Draw) -> list[Step]:
    """The record of an evening, read and continued, at a table where bots talk or are silent."""
    lines: list[str] = [*an_evening(draw(st.sampled_from(each("throw_in transfer burkozel classic king_minsk"))))]
    if draw(st.booleans()):
        lines = lines[: draw(st.integers(1, len(lines)))]
    if draw(st.integers(0, 4)):
        lines = bad_record(draw, lines, a_record(draw))
    path, talk = f"../{RECORD}", draw(st.sampled_from(('talk = "off"\n', 'talk = "much"\n', "talk = 3\n", "")))
    named = ("check", "replay", "share --no-review --force", "review")
    alone = ("stats --people", "stats --json", "stats", "league", "silly")
    reads = [*(["run", *each(reader), path] for reader in named), *(["run", *each(reader)] for reader in alone)]
    typed = ["1", "2", "1", "next", "end", "quit"]
    uses: list[Step] = [
        *reads,
        ["menu"],
        ["type", f"resume {path} --plain", *typed],
        ["screen", "menu", "enter", *"11"],
    ]
    return [["file", SETTINGS, NAMED, talk], ["file", RECORD, *lines], draw(st.sampled_from(uses))]


DEAL = {"id": "0123456789ab", "deal": 1, "day": "2026-11-20", "preset": "throw_in", "names": ["Anna", "Boris"]}


@kind
def leagues(draw: Draw) -> list[Step]:
    """Two leagues, one's own and a friend's, one of them invalid, to be merged."""
    deals = [{**DEAL, "deal": nth, "score": [1, 0.0], "fool": 1} for nth in range(1, 4)]
    right = [f"{json.dumps(deal)}\n" for deal in deals]
    at = draw(st.integers(0, 2))
    bad = [*right[:at], *bad_json(draw, deals[at]), "\n", *right[at + 1 :]]
    mine, theirs = draw(st.permutations((right, draw(st.sampled_from((bad, damaged(draw, right)))))))
    given = draw(st.sampled_from(([], ["friends.jsonl"], ["friends.jsonl", "--month", "2026-11"], ["nowhere"], ["/"])))
    return [["file", LEAGUE, *mine], ["file", FRIENDS, *theirs], ["run", "league", *given]]


@kind
def boards(draw: Draw) -> list[Step]:
    """A friend's line of a day with something changed, either typed or among the stored ones."""
    line = a_day_line(datetime.now(UTC).date())
    texts = st.one_of(
        st.just(line), TEXTS, st.builds(lambda day: day + line[20:], st.dates().map("cardtable {}".format))
    )
    text = draw(texts)
    for _ in range(draw(st.integers(0, 2))):
        text = damaged(draw, list(text), [*"0aZ- é\n", "club x "], sep="")
    text = text.replace("\0", "")
    kept = draw(st.sampled_from(("", f"{line}\n", f"# ours\n{text}\n", f"{line}\n{text}\n")))
    uses: list[Step] = [
        ["run", "daily", "--friend", text],
        ["run", "daily", "--friend", line],
        ["run", "daily", "--share", "--club", text[:40]],
        ["screen", "day", *draw(st.lists(st.sampled_from(KEYS), max_size=12))],
    ]
    return [["file", SETTINGS, NAMED], ["file", BOARD, kept], draw(st.sampled_from(uses))]


@kind
def presets(draw: Draw) -> list[Step]:
    """A player's own presets, listed, explained and played."""
    game = draw(st.sampled_from(("durak", *FAMILIES)))
    lines, name = own_presets(game)
    uses = (
        *("games", f"rules {name}", f"options {name}", f"play {name} --plain --seed 7", "themes", "bots"),
        f"tournament {name} --entrant A --entrant B=bot:steady",
    )
    use = draw(st.sampled_from((["menu"], ["screen", "menu", "n", *each("down enter down enter")], *uses)))
    return [
        ["file", f"config/presets/{game}.toml", *bad_toml(draw, lines)],
        ["anew"],
        ["run", *use.split()] if isinstance(use, str) else use,
        ["anew"],
    ]


def anew(watch: Watch) -> None:
    """Simulates a restart of the program, so that own presets are read again."""
    own.forget()


# Friends at a host


SAID_IN_LINES = st.one_of(
    st.sampled_from(
        [*TYPED, *(other for other, _ in TYPED.values()), *each("sit watch who tables 1 2 3 сесть say ! :")]
    ),
    st.builds(
        "{} {}".format, st.sampled_from(each("sit watch say why сказать hint 1 words")), st.one_of(TEXTS, VALUES)
    ),
    *(TEXTS, st.sampled_from(FRAGMENTS), st.integers(-1, 40).map(str)),
)
ASKED = st.one_of(
    st.builds('["move", NOW, {}]'.format, st.integers(0, 5)),
    *(st.builds(json.dumps, st.tuples(st.sampled_from(each("move why say hint ready end rise sit watch")), VALUES)),)
    * 2,
    st.builds(json.dumps, st.tuples(st.sampled_from(each("move why say sit watch x")), VALUES, VALUES)),
    st.sampled_from([f'["{verb}"]' for verb in each("hint ready end rise")]),
    st.one_of(st.builds(json.dumps, VALUES), TEXTS, st.sampled_from(FRAGMENTS)),
)
TOLD = st.one_of(
    st.builds(
        "{}{}{}".format, TEXTS, st.sampled_from(("https://", "tcp://", " at ", "=", "->")), st.one_of(TEXTS, VALUES)
    ),
    st.builds("listening at a.example:{}".format, st.one_of(st.integers(-1, 1 << 70), TEXTS)),
)


@kind
def guests(draw: Draw) -> list[Step]:
    """Guests at a hosted table: lines, requests of button pages, names, codes, commands, a tunnel's address."""
    preset = draw(st.sampled_from(PRESETS))
    said = st.one_of(
        *[st.builds("line {}".format, SAID_IN_LINES)] * 3,
        *[st.builds("page {}".format, ASKED)] * 4,
        st.builds("edit {}".format, SAID_IN_LINES),
        st.builds("knock {}".format, st.one_of(TEXTS, st.sampled_from(("plain ru", "plain en short", "anna", "Анна")))),
        st.builds("tunnel {}".format, TOLD),
    )
    return [["guest", " ".join((preset, *players(draw, preset))), *draw(st.lists(said, min_size=20, max_size=60))]]


def guest(watch: Watch, table: str, *said: str) -> None:
    """Guests' messages at a table of these players, as lines and from a page of buttons."""
    in_loop(watch, _as_guests(watch, table, said))


async def _as_guests(watch: Watch, given: str, said: Sequence[str]) -> None:
    from cardtable.desk.invitations import invitation
    from cardtable.desk.tables import open_table, seat_plans
    from cardtable.host.door import Door
    from cardtable.host.friends import Friends
    from cardtable.host.hall import Hall
    from cardtable.host.lines import LineEditor, LineGuest, Lines, asked_of
    from cardtable.host.seat_page import PageGuest
    from cardtable.host.tables import HallTable
    from cardtable.host.tunnel_program import program_of
    from cardtable.host.usernames import names_meant
    from cardtable.match.shared import SharedTable
    from cardtable.player.saved import SavedTable
    from cardtable.words import Words

    preset, *names = given.split()
    hosted = open_table(preset, seat_plans(tuple(names), preset, players=len(names) or 2, seed=7), (), 7)
    shared = SharedTable(hosted, window=0, delay=0)
    shared.sleep, shared.hints = lambda seconds: asyncio.sleep(0), True
    number = 0

    def hear(text: str) -> None:
        nonlocal number
        message = json.loads(text)
        watch.said("page", " ".join(map(str, _texts(message))))
        number = message[1].get("number", number) if message[0] == "state" else number

    def open_one(agreed: SavedTable, thoughts: Any) -> SharedTable:
        raise OSError(28, "No space left on device")

    hall = Hall(
        Door({}), Friends(watch.home / "here" / "friends"), Words(), partial(watch.said, "host"), open_one, most=1
    )
    styles = tuple(None if who == "person" else who.removeprefix("bot:") for who in hosted.header.kinds)
    hall.door.sleep = lambda seconds: asyncio.sleep(0)
    hall.add(HallTable(SavedTable(preset, hosted.names, styles), shared=shared))
    hall.put(HallTable(SavedTable("throw_in", ("", ""), (None, None))))
    people = [hosted.names[seat] for seat in sorted(hosted.people)]
    for name in ("", *people):
        hall.new_code(name)
    liner, pager = hall.come(people[0]), hall.come(people[-1] if people[1:] else "")
    lines = liner.app = LineGuest(
        liner, words(), lambda text: watch.said("lines", text.replace("\r\n", "\n")), short=False
    )
    page = pager.app = PageGuest(pager, Words("ru"), hear)
    whole = Lines(lines.take)
    edited = LineEditor(lines.take, lambda text: None)
    program = program_of("command:any {port}")
    lines.begin()
    page.begin()
    try:
        for one in said:
            watch.done += 1
            way, _, text = one.partition(" ")
            match way:
                case "line" | "edit":
                    (whole if way == "line" else edited).feed(raw(f"{text}\n"))
                case "page":
                    with suppress(ValueError, RecursionError):  # As in the code that receives messages.
                        page.obey(json.loads(text.replace("NOW", str(number))))
                case "knock":
                    asked_of(text)
                    names_meant(text, hall.names())
                    watch.said("host", hall.name_for(text))
                    watch.said("host", invitation(hall, Words(), "a.example", 2022, "SHA256:x", text))
                    await hall.door.hear(text, "::1")
                case _:
                    found = program.address(text)
                    if found is not None and not 0 <= found.port < 1 << 16:
                        watch.saw("a tunnel's port has no bounds", repr(found))
            await breathe()
            for table in hall.tables:
                if table.going is not None and table.going.done():
                    table.going.result()
    finally:
        hall.close()
        await asyncio.gather(*(table.going for table in hall.tables if table.going), return_exceptions=True)
        await breathe()
        hosted.close()


def _texts(message: Any) -> list[str]:
    """All texts in a message."""
    if isinstance(message, str):
        return [message]
    inner = message.values() if isinstance(message, dict) else message if isinstance(message, list) else ()
    return [text for one in inner for text in _texts(one)]


# Programs as bots


@kind
def programs(draw: Draw) -> list[Step]:
    """Answers of a bot program: one of the legal moves, perhaps with a reason, or anything else."""
    preset = draw(st.sampled_from(PRESETS))
    right = st.builds("RIGHT {}".format, st.integers(0, 9))
    whys = st.builds('{{"move": "RIGHT {}", "why": {}}}'.format, st.integers(0, 3), st.builds(json.dumps, VALUES))
    others = st.one_of(
        TEXTS, st.sampled_from(FRAGMENTS), st.builds(json.dumps, VALUES), st.sampled_from(("take", "pass"))
    )
    keyed = st.builds(json.dumps, st.dictionaries(st.sampled_from(("move", "why", "x")), VALUES, max_size=3))
    answers = st.lists(st.one_of(*[right] * 6, *[whys] * 3, others, keyed), min_size=10, max_size=30)
    seats = draw(st.sampled_from(find_preset(preset)[1].seats))
    sits = " ".join(f"--seat {who}" for who in ["Anna", "cmd:true", *["bot:steady"] * (seats - 2)])
    use = f"play {preset} --plain --seed 7 {sits}"
    return [["program", use, *draw(answers)]]


def program(watch: Watch, use: str, *answers: str) -> None:
    """Runs a command with a bot program that gives these answers in turn, and then again from the first."""
    said = [*answers]

    class Answering:
        """Stands in for the program."""

        def __init__(self, command: str) -> None:
            self.scores: Any = None
            self.alive = True
            self._legal: list[str] = []

        def tell(self, line: bytes, limit: float) -> None:
            self._legal = json.loads(line).get("legal", [])

        def answer(self, limit: float) -> bytes:
            watch.done += 1
            said.append(said.pop(0))
            text = said[-1]
            for nth in range(10):
                text = text.replace(f"RIGHT {nth}", self._legal[nth % len(self._legal)]) if self._legal else text
            return raw(text.partition("\n")[0])

        def end(self) -> None:
            self.alive = False

    with mock.patch("cardtable.bots.program.BotProcess", Answering):
        run(watch, *use.split(), typed=b"1\n" * 60)


WITH_FRIENDS = {
    "anew": Way(anew, 0),
    "guest": Way(guest, 1),
    "program": Way(program, 1),
}
