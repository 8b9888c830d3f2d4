"""Bots that are programs: what they are told, what happens when they misbehave, and what they leave behind."""

from __future__ import annotations

import dataclasses
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from random import Random
from typing import Any

import pytest
from click.testing import CliRunner

from cardtable.arena import Arena, Deal, seatings
from cardtable.arena.identity import identity
from cardtable.bots import finding
from cardtable.bots.entries import name_of
from cardtable.bots.events import about, kinds
from cardtable.bots.finding import UnknownBot, find_bot, name_program
from cardtable.bots.program import ProgramBot, ProgramFailed, ProgramLate, kept_running
from cardtable.cards import ALL_CARDS, cards_text, parse_cards
from cardtable.cli import cli
from cardtable.cli.formats import examples
from cardtable.cli.positions import rules_of
from cardtable.desk.tables import bot_style
from cardtable.engine.moves import Event
from cardtable.engine.options import as_dict
from cardtable.engine.position import put_down
from cardtable.engine.rules import attempt
from cardtable.engine.state import observe
from cardtable.games import FAMILIES, family, find_preset
from cardtable.match.record import make_header, read_header
from cardtable.match.table import Table
from cardtable.match.terms import is_style
from tests import programs
from tests.tui.tables import seated

EXAMPLE = next(text for text in examples("bots") if "#!" in text)
pytestmark = pytest.mark.posix

SHELL = """#!/bin/sh
while read -r line; do
    case $line in *'"legal":['*) move=${line##*'"legal":["'}; printf '%s\\n' "${move%%\\"*}" ;; esac
done
"""
NOTES = """#!/bin/sh
while read -r line; do
    printf '%s\\n' "$line" >> "$1"
    case $line in *'"legal":['*) move=${line##*'"legal":["'}; printf '%s\\n' "${move%%\\"*}" ;; esac
done
"""


@pytest.fixture(autouse=True)
def _nothing_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(finding, "_named", set())


@pytest.fixture
def script(tmp_path: Path) -> Any:
    """Writes a program from a text and returns its style."""

    def made(text: str, *args: str) -> str:
        path = tmp_path / "bot"
        path.write_text(text)
        path.chmod(0o755)
        style = " ".join([f"cmd:{path}", *args])
        name_program(style)
        return style

    return made


def deck(preset: str, *line_up: str, limit: float = 20.0) -> list[Deal]:
    game, found = find_preset(preset)
    arena = Arena(game.id, preset, as_dict(found.options), 1, limit=limit)
    return [arena.play(arena.rules(len(line_up)), seating, [0.0, 0.0]) for seating in seatings(line_up, 0)]


def example(script: Any) -> str:
    style: str = script(EXAMPLE.replace("/usr/bin/env python3", sys.executable))
    return style


def test_the_example_of_the_protocol_is_complete_and_short(script: Any) -> None:
    assert len(EXAMPLE.splitlines()) <= 30
    deals = deck("throw_in", example(script), "steady")
    assert not any(deal.failed for deal in deals), deals
    assert deck("throw_in", example(script), "steady") == deals, "the same seed gives the same"


def test_a_shell_script_can_play(script: Any) -> None:
    assert not any(deal.failed for deal in deck("throw_in", script(SHELL), "steady"))


def test_a_command_with_a_comma_is_named_alone(script: Any) -> None:
    style = script(SHELL, "--levels", "1,2")
    terms = ("arena", "throw_in", "--deals", "2", "--json")
    apart = CliRunner().invoke(cli, [*terms, "--bots", style, "--bots", "lowest"])
    assert apart.exit_code == 0, apart.output
    assert {row["bot"] for row in json.loads(apart.output)["bots"]} == {style, "lowest"}
    together = CliRunner().invoke(cli, [*terms, "--bots", f"{style},lowest"])
    assert together.exit_code == 2


PRESETS = [preset for name in FAMILIES for preset in family(name).presets]


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.every(12)
def test_what_the_number_of_an_event_says_is_written_down(preset: str) -> None:
    """A kind missing from the table has no number, and everything in the table can be put into words."""
    game, found = find_preset(preset)
    known = kinds(game.id)
    for seats in {found.seats[0], found.players, found.seats[-1]}:
        table, chance = seated(preset, seats, range(seats), seed=seats), Random(seats)
        while table.to_act:
            table.submit(table.to_act[0], chance.choice(table.legal(table.to_act[0])))
        for event in chain.from_iterable(map(table.events, range(seats))):
            kind = known.get(event.kind)
            assert kind is not None or not event.arg, event
            said = "" if kind is None else about(kind, event)
            assert kind != "seat" or 0 <= event.arg < seats, event
            assert kind not in ("card", "suit") or said, event


def test_what_a_program_is_told_names_a_covered_card(script: Any) -> None:
    """The six of spades is number 16, and the two, number 0, is a card as well."""
    rules = rules_of("throw_in", {}, 2)
    bot = ProgramBot(rules, "durak", "true")
    assert json.loads(bot._event_text(Event("cover", 1, 1 << 20, 1, 3, 16)))["about"] == "6s"
    assert json.loads(bot._event_text(Event("cover", 1, 1 << 20, 1, 3, 0)))["about"] == "2s"
    assert json.loads(bot._event_text(Event("bout", 1, size=1, arg=0)))["about"] == "P0"
    assert json.loads(bot._event_text(Event("overloaded", 1, size=1, arg=9)))["about"] == ""
    assert "about" not in json.loads(bot._event_text(Event("take", 1)))


@pytest.mark.parametrize(
    ("family_id", "event", "said"),
    [
        ("bura", Event("lead", 0, 3 << 16, 2, 3, 1 << 17), "6h"),
        ("one_oh_one", Event("play", 0, 1, 1, 3, 2), "h"),
        ("one_oh_one", Event("play", 0, 1, 1, 3, 0), ""),
        ("king", Event("trump", 0, arg=4), ""),
        ("king", Event("trump", 0, arg=3), "c"),
        ("durak", Event("step", 0, arg=4), "6"),
        ("palace", Event("joker", 0, 1 << 52, 1, 3, 1), "h"),
    ],
)
def test_the_number_of_an_event_is_said_in_words(family_id: str, event: Event, said: str) -> None:
    assert about(kinds(family_id)[event.kind], event) == said


def test_a_program_is_called_by_the_name_that_it_is_given(script: Any, tmp_path: Path) -> None:
    """In results, in a store where it changes along with its command, and at a table."""
    style = f"mine={script(SHELL)}"
    terms = ("arena", "throw_in", "--deals", "2", "--json", "--bots", f"{style},lowest", "--store")
    shown = CliRunner().invoke(cli, [*terms, str(tmp_path / "store")])
    assert shown.exit_code == 0, shown.output
    found = json.loads(shown.output)
    assert {row["bot"] for row in found["bots"]} == {"mine", "lowest"}
    assert {found["pairs"][0]["a"], found["pairs"][0]["b"]} == {"mine", "lowest"}
    name_program(f"{style} x")
    assert identity(style).startswith("mine#")
    assert identity(style) != identity(f"{style} x")
    assert (name_of(style), bot_style(style, "durak")) == ("mine", style)
    assert is_style(style)
    record = tmp_path / "match.jsonl"
    game, found_preset = find_preset("throw_in")
    header = make_header(game, "throw_in", found_preset.options, ("Ann", "Bob"), ("person", f"bot:{style}"), 1)
    Table.begin(game.rules(found_preset.options, 2), header, record).close()
    assert read_header(record).kinds[1] == f"bot:{style}"


@pytest.mark.parametrize(
    ("bots", "why"),
    [
        ("steady=cmd:cat,lowest", "there is a style steady; give it another name"),
        ("mine=cmd:cat,mine=cmd:true", "each once"),
        ("Mine=cmd:cat,lowest", "no such style"),
        ("mine=cmd:,lowest", "there is no such program"),
    ],
)
def test_a_name_that_says_something_else_is_refused(bots: str, why: str) -> None:
    shown = CliRunner().invoke(cli, ["arena", "throw_in", "--deals", "2", "--bots", bots])
    assert shown.exit_code == 2
    assert why in shown.stderr


@pytest.mark.parametrize("name", FAMILIES)
@pytest.mark.every(3)
def test_every_family_can_be_played_by_a_program(name: str, script: Any) -> None:
    game = family(name)
    seats = game.presets[game.default].players
    style = script(SHELL)
    deals = deck(game.default, style, *["uniform"] * (seats - 1))
    assert not any(deal.failed for deal in deals), deals


def told(script: Any, tmp_path: Path, preset: str, seats: int) -> Iterator[tuple[dict[str, Any], Table]]:
    """Every question put to a program in the first seat during a deal, with the table as it was then."""
    notes = tmp_path / "notes"
    style = script(NOTES, str(notes))
    game, found = find_preset(preset)
    kinds = (f"bot:{style}", *["bot:uniform"] * (seats - 1))
    names = tuple(f"N{seat}" for seat in range(seats))
    table = Table.begin(
        game.rules(found.options, seats), make_header(game, preset, found.options, names, kinds, 3), None
    )
    try:
        while table.to_act:
            seat = table.to_act[0]
            move = table.bot_decision(seat).move
            if seat == 0 and len(table.legal(0)) > 1:
                yield json.loads(notes.read_text().splitlines()[-1]), table
            table.submit(seat, move)
    finally:
        table.close()


@pytest.mark.parametrize(("preset", "seats"), [("throw_in", 3), ("king_long", 4), ("classic", 2), ("simple", 2)])
def test_a_question_names_only_cards_that_the_seat_knows(preset: str, seats: int, script: Any, tmp_path: Path) -> None:
    asked = 0
    for question, table in told(script, tmp_path, preset, seats):
        asked += 1
        state = table.observe(0).state
        assert state.known is not None
        placed = parse_cards(
            " ".join(word for text in question["places"].values() for word in text.split() if "?" not in word)
        )
        assert not placed & ~state.known[0] & ALL_CARDS
        assert question["places"]["P0"] == cards_text(state.places[0])
        assert question["facts"] == json.loads(json.dumps(table.rules.facts(state)))
        assert question["legal"] == [table.rules.move_text(move) for move in table.legal(0)]
        events = table.events(0)[-len(question["events"]) :] if question["events"] else []
        assert [event["cards"] for event in question["events"]] == [cards_text(event.cards) for event in events]
    assert asked > 3


def test_where_one_move_is_legal_nothing_is_asked(script: Any, tmp_path: Path) -> None:
    notes = tmp_path / "notes"
    style = script(NOTES, str(notes))
    deck("throw_in", style, "steady")
    questions = [line for line in map(json.loads, notes.read_text().splitlines()) if "legal" in line]
    assert len(questions) > 5
    assert all(len(question["legal"]) > 1 for question in questions)


def test_events_are_told_once_and_anew_after_moves_were_taken_back(script: Any, tmp_path: Path) -> None:
    heard: list[dict[str, Any]] = []
    for question, table in told(script, tmp_path, "throw_in", 2):
        heard = question["events"] if question["new"] else [*heard, *question["events"]]
        assert len(heard) == len(table.events(0))
    rules = table.rules
    bot = ProgramBot(rules, "durak", f"{tmp_path / 'bot'} {tmp_path / 'notes'}")
    seen, events = (
        observe(Table.begin(rules, table.header._replace(seed=5))._match.state, 0),
        table.events(0),
    )
    moves = [rules.parse_move("take"), rules.parse_move("pass")]
    for known in (events[:5], events[:8], events[:6]):
        bot.watch(known)
        bot.choose(seen, moves, Random(1))
    bot.close()
    first, more, again = [json.loads(line) for line in (tmp_path / "notes").read_text().splitlines()[-3:]]
    assert [first["new"], more["new"], again["new"]] == [True, False, True]
    assert [len(each["events"]) for each in (first, more, again)] == [5, 3, 6]


@pytest.mark.parametrize(
    ("command", "what"),
    [
        pytest.param("sleep 1000", "it took more than 2 s to answer", id="hangs"),
        pytest.param("sh -c 'while :; do :; done'", "it took more than 2 s to answer", id="is busy"),
        pytest.param("sh -c 'trap : TERM INT HUP; while :; do sleep 1000; done'", "it took more", id="will not go"),
        pytest.param("true", "it ended", id="ends"),
        pytest.param("sh -c 'echo oops >&2; exit 3'", "it ended: oops", id="ends with a word"),
        pytest.param("sh -c 'echo nonsense; sleep 9'", "'nonsense' is no move", id="nonsense"),
        pytest.param("sh -c 'echo cover; sleep 9'", "is no", id="no such move"),
        pytest.param("""sh -c 'echo "{\\"move\\": 3}"; sleep 9'""", "is no answer", id="a number for a move"),
        pytest.param("""sh -c 'echo "{\\"why\\": 1}"; sleep 9'""", "is no answer", id="no move"),
        pytest.param("""sh -c 'echo "{\\"move\\":" "[[[["; sleep 9'""", "is no answer", id="broken JSON"),
        pytest.param("cat /dev/zero", "without an end of line", id="endless"),
        pytest.param("sh -c 'echo \\\\033[2J; sleep 9'", "is no move", id="signs that a terminal would obey"),
    ],
)
@pytest.mark.every(3)
def test_a_program_that_misbehaves_loses_by_name_and_is_ended(command: str, what: str) -> None:
    style = f"cmd:{command}"
    name_program(style)
    # The program and its opponent get time to start, on a machine busy with other tests.
    (first, second) = deck("throw_in", style, "uniform", limit=2 if "it took more" in what else 60)
    assert {first.failed, second.failed} == {style}
    assert what in first.what
    assert first.what.isprintable()
    with pytest.raises(ChildProcessError):
        os.waitpid(-1, os.WNOHANG)


def test_what_a_program_has_started_is_ended_with_it(tmp_path: Path) -> None:
    # Its reader ends once no process is left that could write to it, the child's own child included.
    fifo = tmp_path / "fifo"
    os.mkfifo(fifo)
    code = (
        "import sys; from cardtable.bots.program import BotProcess\n"
        f"program = BotProcess(\"sh -c 'sleep 1000 >{fifo} & sleep 1000'\")\n"
        "print('begun', flush=True); sys.stdin.read()"
    )
    with programs.running([sys.executable, "-c", code], stdin=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "begun\n"
        with open(fifo, "rb") as end:  # waits until the file is opened there
            process.kill()
            assert end.read() == b""


def test_a_program_is_kept_for_the_next_match_where_many_are_played(script: Any, tmp_path: Path) -> None:
    style = script("#!/bin/sh\necho $$ >> " + str(tmp_path / "begun") + "\n" + SHELL.removeprefix("#!/bin/sh\n"))
    with kept_running():
        deck("throw_in", style, "uniform")
    assert len((tmp_path / "begun").read_text().split()) == 1
    deck("throw_in", style, "uniform")
    assert len((tmp_path / "begun").read_text().split()) == 3, "elsewhere one for each match"


def test_a_program_that_has_failed_is_not_asked_again(script: Any) -> None:
    game, found = find_preset("throw_in")
    style = script("#!/bin/sh\nsleep 1000\n")
    rules = game.rules(found.options, 2)
    bot = ProgramBot(rules, "durak", style.removeprefix("cmd:"))
    bot.limit = 0.1
    table = Table.begin(rules, make_header(game, "throw_in", found.options, ("A", "B"), ("person", "bot:steady"), 1))
    seat = table.to_act[0]
    for kind in (ProgramLate, ProgramFailed):
        with pytest.raises(kind):
            bot.choose(table.observe(seat), table.legal(seat), Random(1))


def test_why_a_program_failed_is_told_again_whatever_it_said(script: Any) -> None:
    game, found = find_preset("throw_in")
    style = script("#!/bin/sh\nread begin; read question; echo 'lay {x} {'; cat\n")
    rules = game.rules(found.options, 2)
    bot = ProgramBot(rules, "durak", style.removeprefix("cmd:"))
    table = Table.begin(rules, make_header(game, "throw_in", found.options, ("A", "B"), ("person", "bot:steady"), 1))
    seat = table.to_act[0]
    with kept_running():
        for _ in range(2):
            with pytest.raises(ProgramFailed, match=r"^'lay \{x\} \{' is no move$"):
                bot.choose(table.observe(seat), table.legal(seat), Random(1))


def throwing(script: Any, text: str) -> tuple[ProgramBot, Any, Any]:
    """A program that throws in these cards, the rules, and a position in which it may throw in any of thirty."""
    fitting = "6s 6h 6d 6c 7s 7h 7d 7c 8s 8h 8d 8c 9s 9h 9d 9c Ts Th Td Tc 6s' 6h' 7s' 7h' 8s' 8h' 9s' 9h' Ts' Th'"
    position = {
        "preset": "two_packs",
        "seats": 3,
        "trump": "h",
        "stock": 0,
        "word": "P0",
        "table": "6d'/7d' 8d'/9d' 6c'/Tc'",
        "hands": {"P0": fitting, "P1": "Js Jh Jd Jc Ks Kh Kd Kc As Ah Ad Ac Qs Qh", "P2": "7c' 8c'"},
        "options": {"max_attack": 10, "first_limit": "none", "overload_limit": "none"},
    }
    rules, state = put_down(position, rules_of)
    style = script(f"#!/bin/sh\nread begin; read question; echo '{text}'; cat\n")
    return ProgramBot(rules, "durak", style.removeprefix("cmd:")), rules, state


def test_a_set_of_very_many_is_as_good_from_a_program_as_from_a_person(script: Any) -> None:
    """D-19: there are too many sets to list each one."""
    bot, rules, state = throwing(script, "throw 6s 7s 8s 9s Ts 6h 7h")
    choices = rules.legal(state, 0)
    move = bot.choose(observe(state, 0), choices, Random(1)).move
    bot.close()
    assert move not in choices
    attempt(rules, state, 0, move)
    assert len(state.attacks) == 10


def test_what_is_not_legal_is_refused_to_a_program_as_to_a_person(script: Any) -> None:
    """D-13: and the refusal names the rule."""
    text = "throw 6s 7s 8s 9s Ts 6h 7h 8h"
    bot, rules, state = throwing(script, text)
    reason = rules.why_not(state, 0, rules.parse_move(text))
    with pytest.raises(ProgramFailed) as failed:
        bot.choose(observe(state, 0), rules.legal(state, 0), Random(1))
    assert str(failed.value) == f"'{text}' is no legal move: {reason}"
    assert str(reason).endswith("[D-13]")


def test_a_command_that_only_a_record_names_is_not_started(tmp_path: Path, script: Any) -> None:
    game, found = find_preset("throw_in")
    style = script(SHELL)
    path = tmp_path / "record.jsonl"
    header = make_header(game, "throw_in", found.options, ("A", "B"), ("person", f"bot:{style}"), 1)
    Table.begin(game.rules(found.options, 2), header, path).close()
    Table.resume(path).close()
    finding._named.clear()
    with pytest.raises(UnknownBot, match="only where you name it"):
        Table.resume(path)


@pytest.mark.parametrize("command", ["", "'", "./there_is_no_such_program", "/"])
def test_a_command_that_cannot_be_run_is_told_in_one_line(command: str) -> None:
    done = CliRunner().invoke(cli, ["arena", "throw_in", "--bots", f"cmd:{command},steady"])
    assert done.exit_code == 2
    assert f"cmd:{command}: there is no such program" in done.output
    assert find_bot("steady", "durak").style == "steady"


def test_the_last_match_against_a_program_goes_on_only_with_leave(script: Any) -> None:
    seats = ["--seat", "Anna", "--seat", script(SHELL)]
    begun = CliRunner().invoke(cli, ["play", "throw_in", "--plain", "--seed", "4", *seats], input="")
    assert begun.exit_code == 0, begun.output
    finding._named.clear()
    refused = CliRunner().invoke(cli, ["resume", "--plain"], input="")
    assert refused.exit_code == 1
    assert "only where you name it" in refused.output
    assert CliRunner().invoke(cli, ["resume", "--plain", "--programs"], input="").exit_code == 0


def test_a_program_is_told_how_a_deal_ended_with_the_next_line(script: Any, tmp_path: Path) -> None:
    """During a match with the next question, after it with the start of the next match; never in a line of its own."""
    notes = tmp_path / "notes"
    style = script(NOTES, str(notes))
    game, preset = find_preset("throw_in")
    options = dataclasses.replace(preset.options, match="deals", match_length=3)
    rules, found = game.rules(options, 2), []
    with kept_running():
        for seed in (1, 2):
            header = make_header(game, "throw_in", options, ("One", "Two"), (f"bot:{style}", "bot:steady"), seed)
            table = Table.begin(rules, header)
            while not table.match_over:
                if table.deal_over:
                    table.next_deal()
                while table.to_act:
                    table.submit(table.to_act[0], table.bot_decision(table.to_act[0]).move)
                found.append(list(table.scores()))
            table.close()
    told = [json.loads(line) for line in notes.read_text().splitlines()]
    assert [line["scores"] for line in told if "scores" in line] == found[:-1], "nobody was told of the last one"
    begins = [line for line in told if "protocol" in line]
    assert ["scores" in line for line in begins] == [False, True]
    assert all(line["new"] for line in told if "scores" in line and "protocol" not in line)
