"""The table in lines: every preset can be played by text alone, and no line says what its reader may not know."""

from __future__ import annotations

import itertools
import os
import re
from collections.abc import Iterator
from contextlib import suppress
from itertools import pairwise
from pathlib import Path
from random import Random

import pytest

from cardtable.bots.hints import Hint
from cardtable.bots.ratings import best
from cardtable.cards import bits, card_text
from cardtable.engine.text import say
from cardtable.games import FAMILIES, family, find_preset
from cardtable.match.record import make_header
from cardtable.match.table import Table
from cardtable.plain import Left, PlainTable
from cardtable.plain.commands import COMMANDS, END, LAYING, SPOKEN
from cardtable.plain.heard import cards_called
from cardtable.words import Words
from tests import programs
from tests.tui.pty_player import Player, cardtable
from tests.tui.tables import attacking, made, seated, strayed_until


def table_of(preset: str, kinds: tuple[str, ...], seed: int = 4) -> Table:
    """A table of a preset."""
    game, found = find_preset(preset)
    names = tuple(f"Name{nth}" for nth in range(len(kinds)))
    header = make_header(game, preset, found.options, names, kinds, seed)
    return Table.begin(game.rules(found.options, len(kinds)), header)


def played(table: Table, lines: Iterator[str], language: str = "en", *, spoken: bool = False) -> list[str]:
    """The output while these lines are typed."""
    said: list[str] = []
    words = Words(language)
    words.spoken = spoken
    plain = PlainTable(table, words, lambda: next(lines, ""), said.append, "The rules.", lambda: None)
    try:
        plain.play()
    except Left:
        said.append("left")
    return said


PRESETS = [preset for name in FAMILIES for preset in family(name).presets]


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.every(5)
def test_a_deal_of_every_preset_is_played_by_numbers(preset: str) -> None:
    seats = find_preset(preset)[1].seats[0]
    table = table_of(preset, ("person", *["bot:steady"] * (seats - 1)))
    rng = Random(preset)

    def numbers() -> Iterator[str]:
        for _ in range(3000):
            if table.deal_over:
                return
            count = len(table.legal(0)) if 0 in table.to_act else 0
            yield f"{rng.randint(1, count)}\n" if count and rng.random() < 0.95 else "\n"

    said = played(table, numbers())
    assert table.deal_over
    assert said[-1] in ("left", "The match is over.")
    assert any("deal" in line.lower() for line in said)


SIGNS = re.compile("[♠♥♦♣★]")


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.every(8)
def test_a_deal_of_every_preset_can_be_listened_to_in_russian(preset: str) -> None:
    """Every sentence names cards in words, in whatever case it asks for, and no card symbol is left in any."""
    seats = find_preset(preset)[1].seats[0]
    table = table_of(preset, ("person", *["bot:steady"] * (seats - 1)), seed=7)
    rng = Random(preset)

    def typed() -> Iterator[str]:
        for turn in range(3000):
            if table.deal_over:
                return
            count = len(table.legal(0)) if 0 in table.to_act else 0
            if turn % 7 == 3:
                yield rng.choice(["ходы\n", "стол\n", "почему туз червей\n"])
            yield f"{rng.randint(1, count)}\n" if count and rng.random() < 0.95 else "\n"

    said = played(table, typed(), "ru", spoken=True)
    assert table.deal_over
    shown = [line for line in said[1:] if SIGNS.search(line)]  # The first line says how to type.
    assert not shown, shown[:3]


def test_cards_are_said_in_words_or_by_signs_as_one_types() -> None:
    said = played(table_of("throw_in", ("person", "bot:steady")), iter(["words\n", "table\n", "слова\n", "hand\n"]))
    hands = [line for line in said if line.startswith("Your hand")]
    assert [bool(SIGNS.search(line)) for line in hands] == [True, False, False, True, True]
    assert re.match("Your hand, 6: [a-z ,;]+[.]$", hands[1]), hands[1]


@pytest.mark.parametrize(
    ("typed", "cards"),
    [
        ("семёркой червей", "7h"),
        ("Семерка червей и дамой пик", "7h Qs"),
        ("туз крестей", "Ac"),
        ("seven of hearts and ten of clubs", "7h Tc"),
        ("красного джокера", "Xr"),
        ("the seven", ""),
        ("семёрка", ""),
        ("семёрка червей 9h", ""),
        ("пас пик", ""),
    ],
)
def test_cards_are_typed_as_they_are_called(typed: str, cards: str) -> None:
    assert " ".join(card_text(card) for card in cards_called(typed)) == cards


@pytest.mark.parametrize("language", ["en", "ru"])
def test_the_first_line_says_how_to_type(language: str) -> None:
    first = played(seated("king_simple", 4), iter(()), language)[0]
    assert "10♠" in first
    assert "`help`" in first


def test_every_command_answers_in_both_languages() -> None:
    for language in ("en", "ru"):
        lines = [name if language == "en" else own for name, (own, _) in COMMANDS.items() if name != "quit"]
        said = played(table_of("throw_in", ("person", "bot:steady")), iter([f"{line}\n" for line in lines]), language)
        assert not any("help" in line and "no card" in line for line in said)
        assert "The rules." in said
        assert said[-1] == "left"


@pytest.mark.parametrize("typed", ["Ts", "10s", "10♠", "ts"])
def test_a_card_is_typed_as_people_write_it(typed: str) -> None:
    table = table_of("throw_in", ("person", "bot:steady"))
    said = played(table, iter([f"why {typed}\n"]))
    assert any("10♠" in line and "[D-" in line for line in said) or "That is allowed." in said


@pytest.mark.parametrize("seed", range(3))
def test_nobody_is_asked_for_a_pass_that_everybody_knows_to_be_the_only_move(seed: int) -> None:
    table = table_of("throw_in", ("person", "bot:steady"), seed)
    asked = []

    def hints() -> Iterator[str]:
        while not table.deal_over:
            asked.append(table.plain_pass(0))
            yield f"{table.legal(0).index(table.hint(0).move) + 1}\n"

    played(table, hints())
    assert asked
    assert asked == [None] * len(asked)


def test_what_is_no_move_is_answered_in_a_line_and_changes_nothing() -> None:
    table = table_of("throw_in", ("person", "bot:steady"))
    said = played(table, iter(["dance\n", "99\n", "cover 6s\n", "why\n", "why dance\n"]))
    answers = said[[line.startswith("Your hand") for line in said].index(True) + 2 :]
    assert len(answers) == 6
    assert answers[0].startswith("dance: no card, move or command")
    assert "moves; `legal` lists them" in answers[1]


@pytest.mark.parametrize("line", ["As", "why As"])
def test_a_card_where_none_can_be_laid_is_answered_with_what_is_due(line: str) -> None:
    """The suit is voted for before any player holds a card (G-51)."""
    said = played(table_of("palace_ladder", ("person", *["bot:steady"] * 4)), iter([f"{line}\n"]))
    assert said.count("Say a suit: its cards give the places of the court.") == 2, said


def test_an_empty_line_after_a_move_was_taken_back_tells_what_is_due_now() -> None:
    table = seated("throw_in", 2, seed=3)

    def lines() -> Iterator[str]:
        while not table.to_take_back(0):
            yield "1\n"
        yield from ("undo\n", "\n")

    *_, due, again, left = played(table, lines())
    assert left == "left"
    assert again == due == Words("en").text(table.view(0).scene.prompt, table.names)


@pytest.mark.parametrize("digits", [2, 20, 5000])
def test_a_number_of_any_length_is_answered(digits: int) -> None:
    table = table_of("throw_in", ("person", "bot:steady"))
    said = played(table, iter(["9" * digits + "\n"]))
    assert said[-2:] == [f"There are {len(table.legal(0))} moves; `legal` lists them.", "left"]


def test_before_a_person_says_that_he_is_here_nothing_of_his_cards_is_said() -> None:
    table = table_of("throw_in", ("person", "person", "person"), seed=9)
    said: list[str] = []
    words = Words("en")
    checked = 0

    def numbers() -> Iterator[str]:
        nonlocal checked
        for _ in range(400):
            if table.deal_over:
                return
            if said and "Press Enter when nobody else looks" in said[-1]:
                # Everything since the last hand-over was said to another player.
                others = [seat for seat in range(3) if seat != plain.viewer]
                last = max(
                    nth for nth, line in enumerate([*said[:-1], "here"]) if "nobody else looks" in line or nth == 0
                )
                told = " ".join(said[last + 1 : -1])
                state = table._match.state
                assert state.known is not None
                for seat in others:
                    secret = state.places[seat] & ~state.known[plain.viewer]
                    for card in bits(secret):
                        assert f" {words.card(card)}" not in told
                        checked += 1
            yield "1\n" if table.to_act and len(table.legal(table.to_act[0])) else "\n"

    typed = numbers()
    plain = PlainTable(table, words, lambda: next(typed, ""), said.append, "", lambda: None)
    with suppress(Left):
        plain.play()
    assert checked > 50


@pytest.mark.parametrize("preset", ["classic", "nizhny", "king_simple"])
def test_a_hand_is_told_to_whoever_the_keyboard_was_handed_to(preset: str) -> None:
    _, found = find_preset(preset)
    table = table_of(preset, ("person",) * found.players)
    said: list[str] = []
    rng = Random(preset)
    deals = set()

    def typed() -> str:
        deals.add(table.deals)
        if len(deals) > 2 or len(said) > 5000:
            return ""
        count = len(table.legal(table.to_act[0])) if table.to_act else 0
        return f"{rng.randint(1, count)}\n" if count and "Press Enter" not in "".join(said[-2:]) else "\n"

    plain = PlainTable(table, Words("en"), typed, said.append, "", lambda: said.append("covered"))
    with suppress(Left):
        plain.play()
    sitting = ""
    told = 0
    for before, line in pairwise(said):
        if line == "covered":
            sitting = ""
        elif line.endswith("Press Enter when nobody else looks."):
            assert before == "covered"
            sitting = line.partition(" plays")[0]
        elif line.startswith("Press Enter for the next deal"):
            sitting = ""  # all look at the result
        elif line.startswith("Your hand"):
            assert sitting, said
            told += 1
    assert told > len(deals) > 1


def test_what_a_listener_has_heard_is_not_said_again() -> None:
    """Drawn cards once; the score without what the result has said or what concerns no player; `score` says all."""
    rows = ["Out with a Q: Name0 0, Name1 0.", "Who reaches 101 is out."]
    drawn = 0
    for seed in range(1, 6):
        table = table_of("classic", ("person", "bot:steady"), seed=seed)
        rng = Random(seed)
        typed = (f"{rng.randint(1, len(table.legal(0)))}\n" for _ in range(2000) if not table.deal_over)
        said = played(table, typed)
        for before, line in pairwise(said):
            assert not (before.startswith("You draw ") and line.startswith("Name0 draws ")), (before, line)
        drawn += sum(line.startswith("Name0 draws ") for line in said)
        assert not any(row in said for row in rows)
    assert drawn > 5, "cards that are named"
    said = played(table_of("classic", ("person", "bot:steady")), iter(["score\n"]))
    assert [row for row in rows if row not in said] == []


@pytest.mark.parametrize("language", ["en", "ru"])
@pytest.mark.parametrize("preset", ["throw_in", "king_minsk", "burkozel", "small_deck_a", "king_domino"])
def test_what_is_read_aloud_has_no_signs(preset: str, language: str) -> None:
    """No suit symbols, no minus sign, which speech programs leave out, and no moves as they are typed."""
    seats = find_preset(preset)[1].players
    table = table_of(preset, ("person", *["bot:steady"] * (seats - 1)))
    rng = Random(preset)

    def typed() -> Iterator[str]:
        for _ in range(400):
            if table.deals > 1:
                break
            yield from ("legal\n", "table\n", "score\n")
            count = len(table.legal(0)) if 0 in table.to_act else 0
            yield f"{rng.randint(1, count)}\n" if count else "\n"

    said = played(table, typed(), language, spoken=True)
    signs = re.compile(r"[♠♥♦♣−→]|(?<!\w)-|\([a-z]+( [2-9TJQKA][shdc]|\))")
    assert [line for line in said if signs.search(line)] == []
    assert len(said) > 40
    if preset == "throw_in":
        places = {"en": r"Places: 1\. ", "ru": r"Места: 1\. "}[language]
        assert any(re.match(places, line) for line in said)


def test_a_hand_of_two_packs_is_told_by_ranks() -> None:
    words = Words("en")
    words.spoken = True
    assert words.by_suits([20, 48, 74, 102, 22]) == "spades seven twice, ace twice; diamonds seven"
    assert words.by_suits([32, 20]) == "spades ten, seven", "in the order of its owner"


def test_known_cards_are_told_to_whoever_asks() -> None:
    table = table_of("classic", ("person", "bot:steady", "bot:steady"), seed=2)
    rng = Random(2)

    def typed() -> Iterator[str]:
        for _ in range(60):
            yield "table\n"
            yield "known\n"
            if 0 in table.to_act:
                yield f"{rng.randint(1, len(table.legal(0)))}\n"

    said = played(table, typed())
    stands = [line for line in said if re.fullmatch("Name[12]: [0-9]+ cards?, .*", line)]
    known = [line for line in said if re.fullmatch("Name[12]: .*[♠♥♦♣].*", line) and line not in stands]
    assert "You know nothing of the others' cards." in said
    assert any(len(line.split()) > 4 for line in known)
    assert any(re.search("; [4-9] known", line) for line in stands)
    assert max(len(re.findall("[♠♥♦♣]", line)) for line in stands) == 3


@pytest.mark.posix
@pytest.mark.parametrize("term", ["xterm", "dumb"])
@pytest.mark.parametrize("rows", [24, 70])
@pytest.mark.every(2)
def test_on_a_terminal_of_any_height_the_last_hand_is_out_of_sight(term: str, rows: int, tmp_path: Path) -> None:
    environment = {"CARDTABLE_HOME": str(tmp_path), "LC_ALL": "C.UTF-8", "TERM": term, "LANGUAGE": ""}
    command = ["play", "throw_in", "--plain", "--seed", "4", "--seat", "Anna", "--seat", "Boris"]
    player = Player(cardtable(*command), environment, (80, 500))  # The whole output is checked, not only its last rows.
    player.say_size(80, rows)
    try:
        player.listen(lambda text: "Boris plays now" in text)
        player.press("\n")
        player.listen(lambda text: "Your hand" in text)
        player.press("1\n")
        shown = player.listen(lambda text: "Anna plays now" in text)
        looks = player.cells.text
    finally:
        player.leave()
    after = shown.partition("Anna plays now")[0]
    if term == "dumb":
        assert after.count("\n") >= rows
        assert "\x1b" not in after
    else:
        assert after.endswith("\x1b[H\x1b[2J\x1b[3J"), "the history too"
        assert "Your hand" not in looks


def test_it_plays_in_a_pipe_and_keeps_the_match(tmp_path: Path) -> None:
    command = cardtable("play", "throw_in", "--seat", "Anna", "--seat", "bot:steady", "--plain")
    environment = {**os.environ, "CARDTABLE_HOME": str(tmp_path), "LC_ALL": "C.UTF-8", "TERM": "dumb"}
    typed = "".join(itertools.repeat("1\n", 3))
    done = programs.run(command, typed, env=environment)
    assert done.returncode == 0, done.stderr
    assert not done.stderr
    assert "Your hand: " in done.stdout
    assert "resume" in done.stdout
    again = programs.run(cardtable("resume", "--plain"), "table\nquit\n", env=environment)
    assert again.returncode == 0, again.stderr
    assert "Your hand: " in again.stdout


def heard(preset: str, moment: str) -> list[str]:
    """The output about the table and the moves when the only person first has to do this."""
    tables = [seated(preset, 4, (0,), seed) for seed in range(20)]
    table = next(
        table
        for table in tables
        if strayed_until(table, lambda table: table.to_act[:1] == (0,) and told_of(table, moment))
    )
    said: list[str] = []
    lines = iter(["legal\n"])
    plain = PlainTable(table, Words("en"), lambda: next(lines, "quit\n"), said.append, "", lambda: None)
    with pytest.raises(Left):
        plain.play()
    return said


def told_of(table: Table, moment: str) -> bool:
    """Whether the moment has come: a list whose lines have a value, or a trick of several cards."""
    scene = table.scene(0)
    if moment == "worth":
        return any(choice.worth is not None for choice in scene.choices)
    return any(pile.key == "trick" and len(pile.cards) > 1 for pile in scene.piles)


@pytest.mark.parametrize(
    ("preset", "told"), [("king_long", r"1\. no \w+: −\d+ each \(order \w+\)"), ("classic", r"\d+\. .* ♠: you hold \d")]
)
def test_a_list_of_moves_says_what_each_is_worth(preset: str, told: str) -> None:
    assert [line for line in heard(preset, "worth") if re.match(told, line)]


@pytest.mark.parametrize("preset", ["king_simple", "four_ranks", "nizhny"])
def test_who_takes_the_trick_as_it_stands_is_said_once(preset: str) -> None:
    said = heard(preset, "trick")
    assert len([line for line in said if "wins so far" in line]) == 1


@pytest.mark.parametrize("adviser", ["counter_player", "no_such_style", "auto"])
def test_hints_come_from_the_adviser_that_was_chosen(adviser: str, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str | None] = []

    def hint(self: Table, seat: int, style: str | None = None) -> Hint:
        asked.append(style)
        return Hint(self.legal(seat)[0], say("that"), (say("so"),))

    monkeypatch.setattr(Table, "hint", hint)
    table, said = seated("throw_in", 2, people=(0, 1)), list[str]()
    lines = iter(["\n", "hint\n"])
    with pytest.raises(Left):
        PlainTable(table, Words("en"), lambda: next(lines, ""), said.append, "", lambda: None, adviser).play()
    assert asked == [adviser if adviser == "counter_player" else best("durak")]
    assert any(line.startswith("Hint: ") for line in said)


def test_the_fool_is_named_once() -> None:
    """The log ends with the sentence that says how the deal ended."""
    table = table_of("throw_in", ("person", "bot:steady"))
    said = played(table, itertools.repeat("1"))
    assert sum(line.endswith(" is the fool.") for line in said) == 1


def test_a_deal_is_announced_before_it_is_shown() -> None:
    table = table_of("king_simple", ("person", *["bot:steady"] * 3))
    said = played(table, itertools.repeat("1", 40))
    begin = said.index("Press Enter for the next deal.")
    assert said[begin + 1] == "Deal 2."
    assert sum(line.startswith("Your hand: ") for line in said[begin : said.index("Deal 3.")]) == 1


def test_what_is_said_at_a_russian_table_is_understood() -> None:
    """One word for each gesture, and none that is a command or a verb of a game."""
    assert not SPOKEN.keys() & set(LAYING)
    own = {word for command, (word, _) in COMMANDS.items()} | COMMANDS.keys() | set(END)
    assert not own & {*SPOKEN, *LAYING}
    for name in FAMILIES:
        for preset in family(name).presets.values():
            verbs = family(name).rules(preset.options, preset.players).verbs
            assert not verbs.keys() & {*SPOKEN, *LAYING}
    table = attacking("7h 9d Jc Qs Ks Ah")
    said: list[str] = []
    typed = iter(["хожу 7ч\n", "quit\n"])
    with suppress(Left):
        PlainTable(table, Words("ru"), lambda: next(typed, ""), said.append, "", lambda: None).play()
    assert any("ходит: 7♥" in line for line in said)


def test_the_bout_is_ended_and_cards_are_taken_up_by_word() -> None:
    said: list[str] = []
    typed = (word for _ in range(200) for word in ("бито\n", "беру\n", "1\n"))
    table = seated("throw_in", 2, seed=3)
    with suppress(Left):
        PlainTable(table, Words("ru"), lambda: next(typed, ""), said.append, "", lambda: None).play()
    assert table.deal_over
    by_word = {move.verb for seat, move in made(table) if seat == 0}
    assert {"pass", "take"} <= by_word
