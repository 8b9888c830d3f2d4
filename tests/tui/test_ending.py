"""The end of a deal on the screen: in the reader's terms, complete at every size, with a celebration for a win."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

import pytest

from cardtable.cards import bits, cards_of
from cardtable.desk.replays import archive
from cardtable.engine.moves import Seat
from cardtable.engine.text import Text, Who, plain, say
from cardtable.engine.verdict import DealVerdict, Ending, headline_by, places_by
from cardtable.games import FAMILIES, family, find_preset
from cardtable.match.record import make_header
from cardtable.match.table import Table
from cardtable.match.view import Outcome
from cardtable.tui.app import CardtableApp
from cardtable.tui.boxes.too_small import needed_size
from cardtable.tui.draw.letters import ROWS, dots, large
from cardtable.tui.ends.ended import End, headline, is_mine
from cardtable.tui.ends.ending import DealResult
from cardtable.tui.ends.picture import WHOLE_BLOCKS
from cardtable.tui.protocol import Settings
from cardtable.words import Words
from tests.tui.helpers import booklet, grid
from tests.tui.tables import played_until, seated

SIZES = [(80, 24), (100, 30), (120, 34), (140, 40), (180, 46), (200, 50)]
GAMES = ("throw_in", "big_teams", "classic", "nizhny", "burkozel", "king_simple", "four_ranks", "palace_ladder")
NAMES = ("Ann", "Bob", "Cid")


def end_of(
    scores: tuple[float, ...],
    me: Seat | None = 0,
    winners: tuple[Seat, ...] | None = None,
    deals: int = 3,
    totals: tuple[int, ...] = (),
    low_is_good: bool = False,
) -> End:
    """The end of a three-player deal."""
    ending = Ending(DealVerdict(headline_by(scores, me)), scores, places_by(scores), (), (0,) * len(scores))
    columns = [(say("Points"), totals)] if totals else []
    return End("Sham", Outcome(ending, columns, winners), NAMES, ((0,), (1,), (2,)), low_is_good, me=me, deals=deals)


def with_ending(end: End, **facts: Any) -> End:
    """The same end for a deal that ended otherwise."""
    return end._replace(outcome=end.outcome._replace(ending=end.outcome.ending._replace(**facts)))


@pytest.mark.parametrize(
    ("end", "said", "mine"),
    [
        (end_of((1, 0, 0)), "You win the deal", True),
        (end_of((0, 1, 0)), "You lose the deal", False),
        (end_of((0.5, 1, 0)), "Place 2 of 3", False),
        (end_of((0, 1, 0.5)), "You come last", False),
        (end_of((0, 1, 0, 0.5)), "You share the last place", False),
        (end_of((0.5, 0.5, 0.5)), "The deal is drawn", False),
        (end_of((1, 0, 0), None), "Ann wins the deal", False),
        (end_of((1, 0, 1), None), "Ann and Cid win the deal", False),
        (end_of((0, 1, 0), winners=(0,)), "You win the match", True),
        (end_of((1, 0, 0), winners=(1,)), "You lose the match", False),
        (end_of((1, 0, 0), winners=(0, 2)), "You share the victory", True),
        (end_of((1, 0, 0), None, winners=(1,)), "The match is over", False),
        (end_of((0, 1, 0), winners=(1,), deals=1), "You lose the deal", False),
    ],
)
def test_the_headline_is_said_from_the_readers_side(end: End, said: str, mine: bool) -> None:
    assert Words("en").text(headline(end), NAMES) == said
    assert is_mine(end) == mine


@pytest.mark.parametrize("language", ["en", "ru"])
@pytest.mark.parametrize("name", FAMILIES)
@pytest.mark.every(4)
def test_every_family_says_its_end_in_letters_that_are_drawn(name: str, language: str) -> None:
    """For every seat and for the table; no player's own win is called a loss."""
    game, words, chance = family(name), Words(language), Random(1)
    for preset in game.presets.values():
        names = ("Anna", "Vera", "Boris", "Galya", "Zoya", "Mitya", "Oleg", "Nina", "Rita", "Lena")[: preset.players]
        header = make_header(game, game.default, preset.options, names, ("person",) * len(names), 2)
        table = Table.begin(game.rules(preset.options, len(names)), header)
        while table.to_act:
            table.submit(table.to_act[0], chance.choice(table.legal(table.to_act[0])))
        for seat in (None, *range(len(names))):
            said = words.text(table.outcome(seat).ending.verdict.headline, names)
            assert dots(said) is not None, said
        won = table.outcome(None).ending.won
        if won:
            assert "lose" not in Words("en").text(table.outcome(won[0]).ending.verdict.headline, names)


def test_letters_are_five_dots_high_and_as_wide_in_every_row() -> None:
    for letter in "ABCDEFGHIJKLMNOPQRSTUVWXYZАБВГДЕЁЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯ0123456789-–+:.,!":
        rows = dots(letter)
        assert rows is not None, letter
        assert len(rows) == ROWS
        assert all(len(row) == len(other) for row, other in pairwise(rows))


@pytest.mark.parametrize("width", [10, 40, 100, 200])
@pytest.mark.parametrize("height", [1, 3, 5])
def test_large_words_keep_to_their_room(width: int, height: int) -> None:
    rows = large("Hi there", width, height)
    assert len(rows) <= height
    assert all(len(row) <= width for row in rows)
    assert large("Hi there", width, height, ascii_only=True)[0].isascii()
    long = "Bartholomew and Maximiliana are the fools"
    assert all(len(row) <= max(width, 11) for row in large(long, width, height))
    if len(long) <= width:
        assert len(large(long, width, 1)) == 1


def ended(preset: str, seed: int, path: Path | None = None, deals: int = 2) -> Table:
    """A person's match against bots after so many deals, if it has as many."""
    game, found = find_preset(preset)
    names = ("Anna", "Vera", "Boris", "Galya", "Zoya", "Mitya", "Oleg", "Nina")[: found.players]
    kinds = ("person", *["bot:steady"] * (len(names) - 1))
    header = make_header(game, preset, found.options, names, kinds, seed)
    table, chance = Table.begin(game.rules(found.options, len(names)), header, path, durable=False), Random(seed)
    while True:
        while table.to_act:
            table.submit(table.to_act[0], chance.choice(table.legal(table.to_act[0])))
        if table.match_over or table.deals == deals:
            return table
        table.next_deal()


@pytest.mark.asyncio
@pytest.mark.parametrize("language", ["en", "ru"])
@pytest.mark.parametrize("preset", GAMES)
@pytest.mark.every(8)
async def test_the_end_is_whole_at_every_size(preset: str, language: str) -> None:
    """Keys and headline visible, nothing cut, no game or option shown by its identifier, nothing beside the box."""
    table, words = ended(preset, 3), Words(language)
    app = CardtableApp(table, words, Settings(delay=0))
    async with app.run_test(size=SIZES[0]) as pilot:
        for width, height in SIZES:
            await pilot.resize_terminal(width, max(height, needed_size(len(table.names))[1]))
            await pilot.pause()
            box = app.screen
            assert isinstance(box, DealResult)
            shown = grid(app)
            assert "…" not in shown
            assert "_" not in shown
            assert "Esc" in shown
            assert words.say("you") in shown
            _, *rows, _ = shown.splitlines()
            assert {row[:1] + row[-1:] for row in rows[1:-1]} == {"▌▐"}, "the rim goes round the screen"
            assert all(row.strip() in shown for row in box.picture.large)
            if width == 200:
                shouted = is_mine(box.end) or sum(map(bool, box.picture._left)) == 1
                assert shouted or len(box.picture.large) < WHOLE_BLOCKS, "no defeat is shouted but the fool's"
    table.close()


@pytest.mark.asyncio
async def test_sides_stand_together_and_bad_points_are_called_bad() -> None:
    end = end_of((1, 0, 1), totals=(2, 7, 2), low_is_good=True)._replace(sides=((0, 2), (1,)))
    app = CardtableApp(seated("throw_in", 3), Words("en"), Settings(delay=0))
    async with app.run_test(size=(100, 30)) as pilot:
        app.push_screen(DealResult(app.words, end))
        await pilot.pause()
        shown = grid(app)
        assert "★ you, Cid" in shown
        assert "2 Bob" in shown, "the second of two sides"
        assert "Points: fewer are better" in shown


@pytest.mark.asyncio
@pytest.mark.parametrize("count", [1, 12, 29, 36, 50])
@pytest.mark.every(4)
async def test_rank_and_suit_of_every_card_left_are_seen_however_many_there_are(count: int) -> None:
    held = cards_of(range(2, 2 + count))
    end = end_of((1, 0, 1), me=1)
    end = with_ending(end, left=(0, held, 0))
    words = Words("en")
    app = CardtableApp(seated("throw_in", 3), words, Settings(delay=0))
    async with app.run_test(size=(80, 24)) as pilot:
        for size in ((80, 24), (100, 30), (140, 40), (200, 50)):
            await pilot.resize_terminal(*size)
            box = DealResult(words, end)
            app.push_screen(box)
            await pilot.pause()
            shown = grid(app)
            assert all(words.card(card) in shown for card in bits(held))
            app.pop_screen()


@pytest.mark.asyncio
async def test_the_longest_names_stand_whole_alone_and_in_sides() -> None:
    names = tuple(f"Bartholomew the {nth:04}" for nth in range(6))
    scores = (1.0, 0.0, 1.0, 0.0, 1.0, 0.0)
    ending = Ending(DealVerdict(headline_by(scores, 0)), scores, places_by(scores), (3, -4) * 3, (255,) * 6)
    alone = tuple((nth,) for nth in range(6))
    app = CardtableApp(seated("throw_in", 3), Words("ru"), Settings(delay=0))
    async with app.run_test(size=(80, 30)) as pilot:
        for sides in (alone, ((0, 2, 4), (1, 3, 5))):
            end = End("Sham", Outcome(ending, [(say("Points"), (120, -80) * 3)]), names, sides, True, me=0, deals=2)
            app.push_screen(DealResult(app.words, end))
            await pilot.pause()
            shown = " ".join(grid(app).replace("┃", " ").split())
            assert all(name.split()[-1] in shown for name in names[1:])
            assert shown.count("Bartholomew") == 5
            assert "…" not in shown
            assert "−80" in shown


@pytest.mark.asyncio
@pytest.mark.parametrize("preset", ["palace_ladder", "palace_packs", "four_ranks"])
@pytest.mark.every(2)
async def test_whoever_has_a_title_after_the_deal_stands_beside_it(preset: str) -> None:
    table = next(table for seed in range(3, 40) if (table := ended(preset, seed)).outcome(0).ending.verdict.titles)
    app = CardtableApp(table, Words("en"), Settings(delay=0))
    async with app.run_test(size=(140, 40)) as pilot:
        await pilot.pause()
        titles = [app.words.text(title) for title in table.outcome(0).ending.verdict.titles]
        assert len(set(titles)) == len(table.names)
        assert isinstance(app.screen, DealResult)
        found = {one.title.split(" ", 1)[1]: one.left for one in app.screen.picture.plates}
        for seat, title in enumerate(titles):
            name = "you" if seat == 0 else table.names[seat]
            assert found[name].startswith(title)
            assert title in grid(app)
    table.close()


@pytest.mark.parametrize("preset", ["king_long", "king_minsk", "king_atomic"])
def test_a_contract_that_somebody_ordered_is_told_in_a_sentence(preset: str) -> None:
    """The score sheet has room for short words only; the end of a deal has more."""
    table = ended(preset, 3)
    story = [plain(text) for text in table.outcome(0).ending.verdict.story]
    assert re.fullmatch(r"P\d orders: .+\.", story[1]), story
    table.close()


def test_king_is_headed_by_its_contract_and_kozel_by_the_word_for_the_loss() -> None:
    """The headline says what won or lost the deal; King's first sentence says who did best (G-20, K-19)."""
    table = ended("king_simple", 3)
    verdict = table.outcome(0).ending.verdict
    assert plain(verdict.headline) == plain(table.view(0).sheet[-1].label)
    assert plain(verdict.story[0]) == f"{plain(headline_by(table.scores(), 0))}."
    table.close()
    table = ended("nizhny_plain", 3)
    scores = table.scores()
    said = {bool(scores[seat]): plain(table.outcome(seat).ending.verdict.headline) for seat in range(4)}
    assert said[True] == "You win the deal"
    assert said[False] in {"Pair", "Chiper", "Shut out"}
    table.close()


@pytest.mark.asyncio
@pytest.mark.parametrize(("left", "told"), [((0b11, 0b100, 0), 2), ((0b11, 0b100, 0b1000), 0)])
async def test_the_cards_left_are_told_where_somebody_has_got_rid_of_theirs(left: tuple[int, ...], told: int) -> None:
    end = end_of((0, 1, 0.5))
    end = with_ending(end, left=left)
    app = CardtableApp(seated("throw_in", 3), Words("en"), Settings(delay=0))
    async with app.run_test(size=(80, 24)) as pilot:
        app.push_screen(DealResult(app.words, end))
        await pilot.pause()
        assert grid(app).count("left in hand") == told


@pytest.mark.asyncio
async def test_a_table_of_zeros_is_not_drawn() -> None:
    app = CardtableApp(seated("throw_in", 3), Words("en"), Settings(delay=0))
    async with app.run_test(size=(80, 24)) as pilot:
        app.push_screen(DealResult(app.words, end_of((1, 0, 0), totals=(0, 0, 0))))
        await pilot.pause()
        assert "Points" not in grid(app)


@pytest.mark.asyncio
@pytest.mark.parametrize("motion", [True, False])
async def test_a_victory_is_celebrated_until_any_key_where_motion_is_on(
    motion: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(CardtableApp, "moving", property(lambda app: app.settings.motion))
    app = CardtableApp(seated("throw_in", 3), Words("en"), Settings(delay=0, motion=motion))
    async with app.run_test(size=(100, 30)) as pilot:
        for mine in (True, False):
            box = DealResult(app.words, end_of((1, 0, 0) if mine else (0, 1, 0)))
            app.push_screen(box)
            await pilot.pause()
            assert (box.picture.frames_left > 0) == (motion and mine)
            await pilot.press("space")
            assert box.picture.frames_left == 0
            assert app.screen is box, "the key that ends it does nothing else"
            await app.pop_screen()


@pytest.mark.asyncio
async def test_nothing_is_asked_where_several_people_play() -> None:
    table = seated("throw_in", 3, [0, 1])
    assert not played_until(table, lambda table: False)
    app = CardtableApp(table, Words("en"), Settings(delay=0, archive=archive()))
    async with app.run_test(size=(100, 30)) as pilot:
        await pilot.pause()
        assert isinstance(app.screen, DealResult)
        assert app.screen.look_back is None


@pytest.mark.asyncio
async def test_what_opens_over_the_end_of_a_deal_covers_it() -> None:
    """A box over a box showed words of the lower one, cut in two."""
    table = ended("king_simple", 3)
    app = CardtableApp(table, Words("en"), Settings(delay=0, rules=lambda _: booklet()))
    async with app.run_test(size=(100, 30)) as pilot:
        await pilot.pause()
        for key in ("f7", "o", "f5"):
            await pilot.press(key)
            await pilot.pause()
            assert not isinstance(app.screen, DealResult)
            shown = grid(app)
            assert "┏" not in shown
            # The card page of the game fills the whole screen.
            assert key == "o" or all(row.strip()[:1] in ("", "╭", "│", "╰") for row in shown.splitlines())
            await pilot.press("escape")
            await pilot.pause()
    table.close()


@pytest.mark.asyncio
@pytest.mark.parametrize("preset", ["throw_in", "classic", "nizhny", "king_simple"])
@pytest.mark.every(4)
async def test_a_large_screen_draws_the_cards_and_shows_the_match(preset: str) -> None:
    """Remaining cards and the last round as cards, the score sheet of several deals, all without scrolling."""
    table = ended(preset, 3)
    app = CardtableApp(table, Words("en"), Settings(delay=0))
    async with app.run_test(size=SIZES[0]) as pilot:
        for width, height in [*SIZES, SIZES[0]]:
            await pilot.resize_terminal(width, height)
            await pilot.pause()
            box = app.screen
            assert isinstance(box, DealResult)
            left = [card for hand in box.picture._shown or box.picture._left for card in bits(hand)]
            shown = grid(app)
            assert box.scrolled.max_scroll_y == 0
            drawn = [*(card for _, hand, _ in box.picture.hands for card in hand)]
            drawn += [card for group in box.picture.stage for card in group.cards]
            if height < 30:
                assert sorted(drawn) in ([], sorted(left))
                continue
            assert sorted(drawn) == sorted(left)
            assert len(box.picture.plates) == len(box.end.sides)
            assert box.round is not None
            told = [laid.card for laid in box.round.past.laid] if height >= 40 else []
            assert not told or "The last " in shown
            for card in (*left, *told):
                assert app.words.card(card) in shown
            assert ("Score sheet" in shown) == (len(table.view(0).sheet) > 1)
            if len(table.view(0).sheet) > 1:
                for row in table.view(0).sheet:
                    assert app.words.text(row.label, table.names) in shown
    table.close()


@pytest.mark.asyncio
@pytest.mark.parametrize("preset", ["king_simple", "king_long", "nizhny", "four_ranks"])
@pytest.mark.every(2)
async def test_a_large_box_says_how_the_match_goes_on_and_leaves_the_last_round_its_room(preset: str) -> None:
    table = ended(preset, 4)
    assert table.sheet_notes()
    app = CardtableApp(table, Words("ru"), Settings(delay=0))
    async with app.run_test(size=(200, 50)) as pilot:
        for width, height in ((200, 50), (140, 40), (80, 24)):
            await pilot.resize_terminal(width, height)
            await pilot.pause()
            box = app.screen
            assert isinstance(box, DealResult)
            assert box.scrolled.max_scroll_y == 0
            told = ["".join(text for text, _ in line) for line in box.picture.lines]
            first = app.words.text(table.sheet_notes()[0], table.names)
            if height == 50:
                assert first in told
            if first in told:
                assert box.below.display
            else:
                assert not any(app.words.text(note, table.names) in told for note in table.sheet_notes())
    table.close()


@pytest.mark.asyncio
@pytest.mark.parametrize("preset", ["burkozel_casual", "goat32_stock"])
async def test_what_a_single_deal_brought_stands_under_what_is_counted(preset: str) -> None:
    table = ended(preset, 3)
    app = CardtableApp(table, Words("en"), Settings(delay=0))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert " Card points " in grid(app)
        assert isinstance(app.screen, DealResult)
        assert {float(one.right) for one in app.screen.picture.plates} == set(table.outcome(0).ending.points)
    table.close()


def test_a_victory_of_partners_is_no_shared_one() -> None:
    won = end_of((1, 0, 1), winners=(0, 2))
    assert plain(headline(won)) == "You share the victory"
    assert plain(headline(won._replace(sides=((0, 2), (1,))))) == "You win the match"


@pytest.mark.asyncio
@pytest.mark.parametrize("seed", [1, 2])
async def test_labels_name_the_reader_you_and_the_headline_alone_says_that_they_won(seed: int) -> None:
    """When the reader has won, the headline says so; the others are named."""
    table = ended("nizhny_plain", seed, deals=100)
    app = CardtableApp(table, Words("en"), Settings(delay=0))
    async with app.run_test(size=(140, 44)) as pilot:
        await pilot.pause()
        shown = grid(app)
        assert isinstance(app.screen, DealResult)
        assert app.screen.round is not None
        assert "The last trick" in shown
        assert "Vera and Galya win the match." in shown or is_mine(app.screen.end)
        assert "Anna" not in shown.replace("Anna and Boris", "")
    table.close()


@pytest.mark.asyncio
async def test_the_places_are_those_of_the_match_once_it_is_over() -> None:
    """The loser of the match was in the first row, as the best of its last deal."""
    app = CardtableApp(seated("throw_in", 3), Words("en"), Settings(delay=0))
    async with app.run_test(size=(80, 24)) as pilot:
        end = end_of((1, 0.5, 0), totals=(-30, 0, 50), winners=(2,))
        end = end._replace(outcome=end.outcome._replace(match_places=(3, 2, 1)))
        app.push_screen(DealResult(app.words, end))
        await pilot.pause()
        rows = re.findall(r"([★23]) (you|Bob|Cid)\b", grid(app))
        assert rows == [("★", "Cid"), ("2", "Bob"), ("3", "you")], "the lower a step, the later its row"


@pytest.mark.parametrize(
    ("preset", "seats", "options", "standing", "places"),
    [
        pytest.param(
            "throw_in", 3, {"match": "deals"}, {"fools": (2, 0, 1), "winners": (1,)}, (3, 1, 2), id="D-80 deals"
        ),
        pytest.param("throw_in", 3, {"match": "fools"}, {"fools": (3, 0, 1), "winners": (1, 2)}, (3, 1, 1), id="D-80"),
        pytest.param("throw_in", 3, {}, {"winners": ()}, (1, 1, 1), id="drawn"),
        pytest.param("classic", 3, {}, {"places": (2, 3, 1), "winners": (2,)}, (2, 3, 1), id="O-33"),
        pytest.param("nizhny", 4, {}, {"winners": (0, 2)}, (1, 3, 1, 3), id="K-23"),
        pytest.param(
            "burkozel",
            3,
            {},
            {"wins": (1, 1, 3), "faults": (0, 0, 1), "points": (467, 496, 410), "winners": (2,)},
            (3, 2, 1),
            id="B-21",
        ),
        pytest.param("king_simple", 4, {}, {"totals": (-30, 0, 50, 0), "winners": (2,)}, (4, 2, 1, 2), id="G-20"),
        pytest.param(
            "four_ranks", 4, {}, {"reign_tricks": (3, 2, 3, 1), "winners": (2,)}, (2, 3, 1, 4), id="G-49 a tie"
        ),
        pytest.param("palace_ladder", 5, {}, {"ladder": (3, 0, 4, 1, 2), "winners": (3,)}, (2, 4, 5, 1, 3), id="G-67"),
    ],
)
def test_the_places_of_a_match(
    preset: str, seats: int, options: dict[str, str], standing: dict[str, object], places: tuple[int, ...]
) -> None:
    game, found = find_preset(preset)
    rules = game.rules(replace(found.options, **options), seats)
    assert rules.match_places(replace(rules.start(), over=True, **standing)) == places


@pytest.mark.asyncio
async def test_who_took_no_part_in_the_deal_has_no_points_of_it() -> None:
    """In 101 a player out of the match seemed to have scored nothing, as if they had won."""
    app = CardtableApp(seated("throw_in", 3), Words("en"), Settings(delay=0))
    async with app.run_test(size=(80, 24)) as pilot:
        end = end_of((1, 0.5, 0), totals=(91, 103, 129), low_is_good=True)
        end = with_ending(end, points=(0, 25, None))
        app.push_screen(DealResult(app.words, end))
        await pilot.pause()
        assert isinstance(app.screen, DealResult)
        rows = [(one.title.split(" ", 1)[1], one.left) for one in app.screen.picture.plates]
        assert rows == [("you", "Deal 0"), ("Bob", "Deal 25"), ("Cid", "out")]


def test_who_was_out_of_the_match_is_told_who_won_the_deal() -> None:
    """In 101 they were told after every deal that they had lost it."""
    game, found = find_preset("classic")
    header = make_header(game, "classic", found.options, NAMES, ("person",) * 3, 1)
    table, chance = Table.begin(game.rules(found.options, 3), header), Random(1)
    while True:
        while table.to_act:
            table.submit(table.to_act[0], chance.choice(table.legal(table.to_act[0])))
        points = table.outcome(None).ending.points
        if table.match_over or None in points:
            break
        table.next_deal()
    said = [plain(table.outcome(seat).ending.verdict.headline) for seat in (None, *range(3))]
    assert None in points
    for seat in range(3):
        assert (said[1 + seat] == said[0]) == (points[seat] is None), said


@pytest.mark.asyncio
async def test_the_box_counts_the_deals_as_the_head_of_the_table_does() -> None:
    """After the first hand of the Palace Ladder, which only gives the places, it was one deal ahead."""
    for deals, called in ((1, "first hand"), (2, "deal 1 of 10")):
        table = ended("palace_ladder", 3, deals=deals)
        scene = table.scene(0)
        assert called in map(plain, scene.facts)
        app = CardtableApp(table, Words("en"), Settings(delay=0))
        async with app.run_test(size=(140, 40)) as pilot:
            await pilot.pause()
            assert isinstance(app.screen, DealResult)
            assert f" · {called}" in grid(app).splitlines()[0]
            assert "deal 2" not in grid(app)
        table.close()


def test_a_deal_that_decides_nothing_is_no_victory() -> None:
    """In the four titles "another deal follows" was celebrated by the player with the most tricks."""
    seen = 0
    for seed in range(10):
        table = ended("four_ranks", seed, deals=1)
        ending = table.outcome(0).ending
        end = with_ending(end_of((1, 0, 0)), **ending._asdict())
        if plain(ending.verdict.headline) == "Another deal follows":
            seen += 0 in ending.won
            assert not is_mine(end)
        else:
            assert is_mine(end) == (0 in ending.won)
        table.close()
    assert seen


@pytest.mark.asyncio
@pytest.mark.parametrize(
    ("language", "headline_of_deal", "told"),
    [
        ("en", say("You are the fool"), "The last deal: you are the fool."),
        ("en", say("{who} is the fool", who=Who(1)), "The last deal: Bob is the fool."),
        ("ru", say("You are the fool"), "Последняя сдача: вы дурак."),
    ],
)
async def test_the_last_deal_of_a_match_is_told_in_a_whole_sentence(
    language: str, headline_of_deal: Text, told: str
) -> None:
    """Its headline was reused unchanged: with a capital, and without a full stop."""
    app = CardtableApp(seated("throw_in", 3), Words(language), Settings(delay=0))
    async with app.run_test(size=(100, 40)) as pilot:
        end = end_of((0, 1, 1), winners=(1,))
        end = with_ending(end, verdict=DealVerdict(headline_of_deal))
        app.push_screen(DealResult(app.words, end))
        await pilot.pause()
        assert f"{told} " in grid(app)


@pytest.mark.asyncio
async def test_a_match_without_cards_left_ends_on_steps_with_the_score_sheet_beside_them() -> None:
    """Better players stand higher; where there is no room for both, the sheet takes precedence over the steps."""
    table = ended("king_simple", 3, deals=14)
    app = CardtableApp(table, Words("en"), Settings(delay=0))
    async with app.run_test(size=(80, 24)) as pilot:
        for size, steps, sheet in (
            ((80, 24), True, False),
            ((100, 30), False, True),
            ((140, 40), True, True),
            ((200, 50), True, True),
        ):
            await pilot.resize_terminal(*size)
            await pilot.pause()
            box = app.screen
            assert isinstance(box, DealResult)
            shown = grid(app)
            assert (box.picture.podium is not None, "Score sheet" in shown) == (steps, sheet)
            assert (not box.picture.plates) == steps
            assert all(name in shown for name in ("you", "Vera", "Boris", "Galya"))
            if box.picture.podium is not None:
                podium = box.picture.podium
                places = [step.place for step in podium.steps]
                assert places[1] == 1
                assert sorted(map(podium.tall, places), reverse=True) == [
                    podium.tall(place) for place in sorted(places)
                ]
            assert box.scrolled.max_scroll_y == 0
    table.close()


@pytest.mark.asyncio
async def test_who_share_a_place_stand_equally_high_on_different_cards() -> None:
    app = CardtableApp(seated("throw_in", 3), Words("en"), Settings(delay=0))
    async with app.run_test(size=(80, 24)) as pilot:
        end = end_of((1, 0, 0), totals=(50, 20, 20), winners=(0,))
        app.push_screen(DealResult(app.words, end._replace(outcome=end.outcome._replace(match_places=(1, 2, 2)))))
        await pilot.pause()
        assert isinstance(app.screen, DealResult)
        podium = app.screen.picture.podium
        assert podium is not None
        assert [(step.place, podium.tall(step.place)) for step in podium.steps] == [(2, 3), (1, 4), (2, 3)]
        assert len(set(podium.cards)) == 3


@pytest.mark.asyncio
@pytest.mark.parametrize(("emblem", "rows"), [("fool", 5), ("goat", 8), ("eggs", 5)])
async def test_an_emblem_stands_over_the_headline_where_rows_are_left_for_it(emblem: str, rows: int) -> None:
    app = CardtableApp(seated("throw_in", 3), Words("en"), Settings(delay=0))
    async with app.run_test(size=(80, 18)) as pilot:
        verdict = DealVerdict(say("You are the fool"), emblem=emblem)  # type: ignore[arg-type]
        app.push_screen(DealResult(app.words, with_ending(end_of((0, 1, 1)), verdict=verdict)))
        await pilot.pause()
        assert isinstance(app.screen, DealResult)
        picture = app.screen.picture
        assert picture.over == 0 or rows == 5
        await pilot.resize_terminal(140, 40)
        await pilot.pause()
        assert picture.over == rows + 1
        assert "▀" in grid(app).splitlines()[app.screen.picture.region.y]
        assert app.screen.scrolled.max_scroll_y == 0


def test_the_fool_and_the_goats_are_told_by_the_verdict_from_the_readers_side() -> None:
    table = ended("throw_in", 3, deals=1)
    verdicts = {seat: table.outcome(seat).ending.verdict for seat in (None, *range(len(table.names)))}
    assert verdicts[None].emblem == "fool"
    fools = [seat for seat, verdict in verdicts.items() if seat is not None and verdict.emblem == "fool"]
    assert [plain(verdicts[seat].headline) for seat in fools] == ["You are the fool"]
    table.close()
    table = ended("nizhny", 3, deals=40)
    assert table.match_over
    goats = [table.outcome(seat).ending.verdict.emblem for seat in range(4)]
    assert sorted(goats) == ["", "", "goat", "goat"]
    assert [not won for won in goats] == [seat in table.outcome(0).winners for seat in range(4)]  # type: ignore[operator]
    table.close()
