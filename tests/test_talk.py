"""What bots say at the table: true, by the right bot, once an evening, and the same in worlds that look alike."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from pathlib import Path
from random import Random

import pytest

from cardtable.bots.people import names_for
from cardtable.cards import RANKS
from cardtable.engine.moves import DEALER, Event, Move, Seat, told_aloud
from cardtable.engine.rules import RuleBroken
from cardtable.games import FAMILIES, agree, family
from cardtable.match.aloud import known_to_all
from cardtable.match.match import Match
from cardtable.match.record import make_header
from cardtable.match.seen import REMARK
from cardtable.match.table import ASIDE, Table
from cardtable.talk import COMMON, CUSTOM, MOST, QUIET_FOR, Level, SpokenLine, Talk
from cardtable.talk.occasions import OCCASIONS, Known, Occasion
from cardtable.talk.remarks import CHARACTERS, cast_at, remarks
from cardtable.words import Words
from tests.lots import sampled

LONGEST_LINE = 49
"""The most characters of a remark, which is shown with a name in a line of 80."""
OF_ONE = re.compile(r"\b(?:я|ты|вы|он|она) \w+(?:ла?|лся|лась)\b", re.IGNORECASE)
"""A Russian past tense that gives one person's gender away."""


def group_of(name: str) -> str:
    """The group of lines for a family's remarks."""
    return "court" if name in ("palace", "titles") else name


# The file


def test_every_line_has_room_and_is_in_its_language() -> None:
    for remark in remarks():
        assert set(remark.said) == {"en", "ru"}
        for line in remark.said.values():
            assert 0 < len(line) <= LONGEST_LINE
            assert line == line.strip()
        assert not re.search("[A-Za-z]", remark.said["ru"])
        assert not re.search("[А-Яа-я]", remark.said["en"])
        assert not OF_ONE.search(remark.said["ru"])
        assert "партия" not in remark.said["ru"].casefold()


def test_no_line_stands_twice_for_one_occasion() -> None:
    for language in ("en", "ru"):
        lines = Counter((one.group, one.trigger, one.character, one.said[language]) for one in remarks())
        assert max(lines.values()) == 1


def test_every_character_has_words_for_every_occasion() -> None:
    found = Counter((one.group, one.trigger, one.character) for one in remarks())
    occasions = {(group, trigger) for group, trigger, _ in found}
    assert {(group, trigger, who) for group, trigger in occasions for who in CHARACTERS} == set(found)
    assert {trigger for group, trigger in occasions if group == "any"} == COMMON
    assert {group for group, _ in occasions} == {*OCCASIONS, "any"}
    assert {group_of(name) for name in FAMILIES} == set(OCCASIONS)


def test_who_has_which_character_follows_from_the_name_in_either_alphabet() -> None:
    assert cast_at(("Anna", "Boris", "Vera"), frozenset((1, 2))) == cast_at(
        ("Анна", "Борис", "Вера"), frozenset((1, 2))
    )
    crowd = cast_at(tuple(names_for(6, "en", [], seed=3)), frozenset(range(5)))
    assert sorted(crowd.values()) == list(range(5)), "at a table of five all differ"


# Whole evenings


def evening(
    preset: str, seed: int = 0, talk: Level = "lively", path: Path | None = None, people: int | None = None
) -> Table:
    """A table of one person and talking steady bots; `people` gives names other than the deal number's."""
    seats = next(family(name).presets[preset].players for name in FAMILIES if preset in family(name).presets)
    game, options = agree(preset, {}, seats)
    names = ("Anna", *names_for(seats - 1, "en", ["Anna"], seed=seed if people is None else people))
    header = make_header(game, preset, options, names, ("person", *("bot:steady",) * (seats - 1)), seed)
    table = Table.begin(game.rules(options, seats), header._replace(evening=True), path, durable=False)
    table.begin_talk(talk)
    return table


def played(table: Table, deals: int) -> Iterator[tuple[Event, list[Event]]]:
    """Plays so many deals and yields every remark with the events just before it."""
    for deal in range(deals):
        heard = 0
        while True:
            new = table.public_events(heard)
            heard += len(new)
            yield from ((event, new) for event in new if event.kind == REMARK)
            if table.deal_over:
                break
            seat = table.to_act[0]
            style_free = seat in table.people
            table.submit(seat, table.hint(seat, "steady").move if style_free else table.bot_decision(seat).move)
        if deal + 1 < deals:
            table.next_deal()


PRESETS = [preset for name in FAMILIES for preset in family(name).presets]


@pytest.mark.parametrize("preset", sampled(PRESETS, 3))
@pytest.mark.every(10)
def test_in_an_evening_of_every_game_bots_alone_speak_and_say_nothing_twice(preset: str) -> None:
    table = evening(preset)
    said = [event for event, _ in played(table, 3)]
    assert all(event.seat not in table.people for event in said)
    lines = [event.arg for event in said if (remarks()[event.arg].group, remarks()[event.arg].trigger) not in CUSTOM]
    assert len(lines) == len(set(lines))
    assert len(lines) <= 3 * MOST["lively"]
    groups = {remarks()[event.arg].group for event in said}
    assert groups <= {group_of(table.header.family), "any"}


def lines_of(table: Table, deals: int) -> list[str]:
    """The remarks in so many deals, in words."""
    return [
        Words("en").text(table.tell(event) or pytest.fail("no words"), table.names) for event, _ in played(table, deals)
    ]


def test_where_it_is_off_nobody_says_anything_and_bots_hear_of_no_remark() -> None:
    assert lines_of(evening("throw_in", talk="off"), 6) == []
    table = evening("throw_in", seed=4)
    assert lines_of(table, 8)
    told: list[Event] = []

    def tell(seat: Seat) -> None:
        told.extend(table._ask(seat).events())

    table.next_deal()
    while not table.deal_over:
        seat = table.to_act[0]
        tell(seat)
        table.submit(seat, table.hint(seat, "steady").move)
    assert told
    assert not any(event.kind in ASIDE for event in told)


def test_little_is_one_line_a_deal() -> None:
    table = evening("throw_in", talk="little", seed=2)
    assert len(lines_of(table, 12)) <= 12 * MOST["little"]


def test_a_record_that_is_gone_on_with_says_nothing_twice(tmp_path: Path) -> None:
    path = tmp_path / "evening.jsonl"
    whole = evening("throw_in", seed=9)
    expected = [event.arg for event, _ in played(whole, 9)]
    table = evening("throw_in", seed=9, path=path)
    found = [event.arg for event, _ in played(table, 5)]
    table.close()
    again = Table.resume(path)
    again.begin_talk("lively")
    again.next_deal()
    found += [event.arg for event, _ in played(again, 4)]
    again.close()
    assert found == expected, "what was said before the program ended is known"


def test_what_is_taken_back_was_not_said() -> None:
    table = evening("throw_in", seed=3)
    for _ in range(4):
        while not table.deal_over:
            seat = table.to_act[0]
            table.submit(seat, table.hint(seat, "steady").move)
            if any(event.kind == REMARK for event in table.public_events()) and table.to_take_back(0):
                table.take_back(0)
                assert not any(event.kind == REMARK for event in table.public_events())
                return
        table.next_deal()
    pytest.fail("nothing was said")


# Two worlds


WORLDS = [("throw_in", 2), ("transfer", 3), ("classic", 3), ("burkozel", 2), ("nizhny_plain", 4), ("king_simple", 4)]
Course = tuple[list[Event], list[SpokenLine]]


def course(
    match: Match, cards: tuple[Sequence[int], Seat], moves: Sequence[tuple[Seat, Move]], talk: Talk
) -> Course | None:
    """The public log of these moves, with the remarks on them; None if one of them is not legal."""
    log: list[Event] = []
    said: list[SpokenLine] = []
    heard = 0
    sides = [[seat] for seat in range(match.rules.seats)]

    def listen() -> None:
        nonlocal heard
        aloud = told_aloud(match.rules.seats, log)
        line = talk.hear(aloud[heard:], known_to_all(match, sides))
        heard = len(aloud)
        said.extend([line] if line is not None else [])

    deck, dealer = cards
    match.deal(tuple(deck), dealer, log)
    talk.begin_deal()
    listen()
    for seat, move in moves:
        try:
            match.check(seat, move)
        except RuleBroken:
            return None
        match.play(seat, move, log)
        listen()
    return told_aloud(match.rules.seats, log), said


@pytest.mark.parametrize(("preset", "seats"), WORLDS)
@pytest.mark.every(2)
def test_deals_that_look_alike_are_talked_about_alike(preset: str, seats: int) -> None:
    game, options = agree(preset, {}, seats)
    rules = game.rules(options, seats)
    names = tuple(names_for(seats, "en", [], seed=1))
    lot = Random(5)
    compared = 0

    def told(seed: int, deck: Sequence[int], dealer: Seat, cut: Sequence[tuple[Seat, Move]]) -> Course | None:
        talk = Talk(game.id, names, frozenset(range(seats)), "lively")
        return course(Match(rules, seed), (deck, dealer), cut, talk)

    for seed in range(6):
        match = Match(rules, seed)
        _, dealer, deck = match.next_cards()
        header = make_header(game, preset, options, names, ("bot:steady",) * seats, seed)
        table = Table.begin(rules, header)
        while not table.deal_over:
            table.submit(table.to_act[0], table.bot_decision(table.to_act[0]).move)
        made = [one for one in table._match.made if one[0] != DEALER]
        for _ in range(6):
            cut = made[: lot.randrange(2, len(made))]
            one = told(seed, deck, dealer, cut)
            if one is None:  # The dealer shuffles in between.
                continue
            shown = 0
            for event in one[0]:
                shown |= event.cards
            hidden = [at for at, card in enumerate(deck) if not shown >> card & 1]
            mixed = hidden[:]
            lot.shuffle(mixed)
            other = list(deck)
            for at, source in zip(hidden, mixed, strict=True):
                other[at] = deck[source]
            two = told(seed, other, dealer, cut)
            if two is not None and two[0] == one[0]:
                assert two[1] == one[1]
                compared += 1
    assert compared


# Occasions for a remark


NOW = Known((3, 1, 2), 0, (0, 1, 2))


def occasions(name: str, events: Sequence[Event], known: Known = NOW) -> list[Occasion]:
    """The remarks that these events call for."""
    found = OCCASIONS[name]()
    told = [occasion for event in events for occasion in found.of(event, known)]
    return [*told, *(found.ends(known) if known.deal_over else ())]


@pytest.mark.parametrize(
    ("name", "events", "known", "expected"),
    [
        ("durak", [Event("attack", 1)], NOW, [Occasion("last", 1)]),
        ("durak", [Event("attack", 1)], NOW._replace(stock=2), []),
        ("durak", [Event("taken", 0, size=4)], NOW, []),
        ("durak", [Event("taken", 0, size=5)], NOW, [Occasion("heap", 0), Occasion("self_take", 0)]),
        ("durak", [Event("epaulettes", 2)], NOW, [Occasion("epaulettes", 2)]),
        ("one_oh_one", [Event("play", 2), Event("takes", 0, size=2)], NOW, [Occasion("hit", 0, by=2)]),
        ("one_oh_one", [Event("takes", 0, size=2)], NOW, []),
        ("one_oh_one", [], NOW._replace(deal_over=True, gone=(1,)), [Occasion("bust", 1)]),
        ("bura", [Event("false_claim", 1)], NOW, [Occasion("wrong", 1)]),
        ("bura", [Event("dead", -1)], NOW, [Occasion("dead")]),
        ("king", [Event("begin", 0)], NOW, [Occasion("begin")]),
        ("king", [], NOW._replace(deal_over=True, match_over=True), [Occasion("end")]),
        ("court", [Event("again", 0)], NOW, [Occasion("again")]),
        ("court", [Event("swap", 2, arg=1)], NOW, [Occasion("rises", 2), Occasion("fell", 1)]),
    ],
)
def test_what_everybody_sees_is_an_occasion(
    name: str, events: list[Event], known: Known, expected: list[Occasion]
) -> None:
    assert occasions(name, events, known) == expected


def kozel_tricks(taken: Mapping[str, Seat]) -> list[Event]:
    """Tricks of the four cards of a rank, by rank and by the player who took them, in a pack of 32."""
    events = []
    for rank, winner in taken.items():
        cards = [4 * RANKS.index(rank) + suit for suit in range(4)]
        events += [Event("play", seat, 1 << card) for seat, card in enumerate(cards)]
        events.append(Event("trick", winner))
    return events


ENDED = Known((0, 0, 0, 0), 0, (0, 1, 0, 1), deal_over=True, ladder=True)


@pytest.mark.parametrize(
    ("taken", "known", "expected"),
    [
        (dict.fromkeys("789TJQKA", 2), ENDED, [Occasion("shutout", 1)]),
        ({**dict.fromkeys("789TJQKA", 2), "7": 3}, ENDED, []),
        # Aces 44 and kings 16 against tens 40, queens 12 and jacks 8.
        ({**dict.fromkeys("789TJQ", 1), "A": 0, "K": 2}, ENDED, [Occasion("eggs")]),
        ({**dict.fromkeys("789TJQ", 1), "A": 0, "K": 2}, ENDED._replace(ladder=False), []),
        ({**dict.fromkeys("789TJ", 1), "A": 0, "K": 2, "Q": 2}, ENDED, []),
        ({"A": 0, "K": 1}, ENDED, []),  # It was over before everything was played.
        (dict.fromkeys("789TJQKA", 2), ENDED._replace(match_over=True, lost=(1, 3)), [Occasion("goat", 1)]),
    ],
)
def test_how_a_deal_of_kozel_ends_is_talked_about(
    taken: dict[str, Seat], known: Known, expected: list[Occasion]
) -> None:
    ends = OCCASIONS["kozel"]()
    for event in kozel_tricks(taken):
        list(ends.of(event, known))
    found = list(ends.ends(known))
    assert found[-len(expected) :] == expected if expected else found == []


def test_it_is_quiet_for_a_while_after_a_line() -> None:
    names = ("Anna", "Boris", "Vera")
    talk = Talk("durak", names, frozenset((1, 2)), "lively")
    talk.begin_deal()
    said = []
    for _ in range(60):
        line = talk.hear([Event("taken", 0, size=6)], Known((9, 6, 6), 9, (0, 1, 2)))
        said.append(line is not None)
    spoken = [at for at, is_said in enumerate(said) if is_said]
    assert spoken
    assert all(after - before >= QUIET_FOR for before, after in pairwise(spoken))


def test_in_a_family_without_remarks_they_say_what_suits_any_game() -> None:
    talk = Talk("a new family", ("Anna", "Boris"), frozenset((1,)), "lively")
    said: set[str] = set()
    for _ in range(40):
        talk.begin_deal()
        line = talk.hear([Event("play", 0), Event("play", 1)], Known((0, 5), 0, (0, 1), deal_over=True, lost=(0,)))
        said |= {line.trigger} if line else set()
    assert said
    assert said <= COMMON
    assert talk.farewell() is not None


def test_a_farewell_is_the_same_however_often_one_looks() -> None:
    table = evening("throw_in", seed=1)
    list(played(table, 2))
    said = table.farewell()
    assert said is not None
    assert said == table.farewell()
    assert evening("throw_in", talk="off").farewell() is None


def test_the_same_people_part_in_other_words_every_evening() -> None:
    said = {str(table.farewell()) for table in ended(range(10))}
    assert len(said) > 2, "it is the same bot after its first deal"


def ended(seeds: Sequence[int]) -> Iterator[Table]:
    """Evenings of the same people, each after its first deal."""
    for seed in seeds:
        table = evening("throw_in", seed, people=1)
        for _ in played(table, 1):
            pass
        yield table


@pytest.mark.parametrize("preset", ["throw_in", "nizhny"])
def test_bots_greet_before_anybody_has_moved(preset: str) -> None:
    greeted = 0
    for seed in range(12):
        said = [event for event in evening(preset, seed).public_events() if event.kind == REMARK]
        assert all(remarks()[event.arg].trigger == "hello" for event in said)
        greeted += bool(said)
    assert 0 < greeted < 12
