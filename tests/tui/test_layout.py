"""The layout of a table: laws for every preset, every number of players and six sizes of the terminal."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, islice, product
from math import atan2
from random import Random
from typing import NamedTuple

import pytest
from textual.geometry import Region

from cardtable.cards import HIDDEN
from cardtable.engine.position import put_down
from cardtable.engine.scene import NO_CARD, Scene
from cardtable.engine.state import observe
from cardtable.engine.text import clean
from cardtable.games import FAMILIES, family, find_preset
from cardtable.games.kozel.options import KozelOptions
from cardtable.match.view import View
from cardtable.tui.app import CardtableApp
from cardtable.tui.draw.canvas import Canvas
from cardtable.tui.draw.cells import Sheet, width_of, wrap
from cardtable.tui.draw.lines import KEPT, share
from cardtable.tui.felt.chairs import named, own_line
from cardtable.tui.felt.hand import beside as beside_hand
from cardtable.tui.felt.history import Shown
from cardtable.tui.felt.layout import BESIDE_FROM, LEAST_STEP, ROUND, Shape, arrange, is_wide
from cardtable.tui.felt.look import TableLook
from cardtable.tui.felt.lying import Middle
from cardtable.tui.felt.picture import Picture
from cardtable.tui.protocol import Settings
from cardtable.tui.table.table_screen import TableScreen
from cardtable.tui.terminal.palette import Palette
from cardtable.words import Words
from tests.test_battery import Game, presets, rules_of, walk
from tests.tui.helpers import grid, table_app
from tests.tui.tables import played_until, seated

SIZES = ((80, 24), (100, 30), (120, 34), (140, 40), (180, 46), (200, 50))
LONG = ("Aleksandra-Viktorova", "Konstantin-Evgenyev")
"""Names as long as people's can be."""
SHORT = (
    *("Varvara", "Timofey", "Galinka", "Roberta", "Stepana", "Zinaida"),
    *("Arkadiy", "Lyubava", "Maksims", "Nataliy", "Evgeniy", "Yaroslv"),
)
"""Names as long as bots' are."""
GAMES = [game for name in FAMILIES for game in presets(name)]
WORDS = (Words("en"), Words("ru"))
PALETTE = Palette({}, colours=True)


def overlapping(regions: list[Region]) -> list[tuple[Region, Region]]:
    """The pairs that overlap."""
    return [(one, other) for one, other in combinations(regions, 2) if one.overlaps(other)]


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("others", range(1, 12))
@pytest.mark.parametrize("hand", [0, 6, 13, 36])
@pytest.mark.every(4)
def test_no_part_of_the_picture_lies_on_another(size: tuple[int, int], others: int, hand: int) -> None:
    width, height = size
    if others > 6 and height < 26:
        pytest.skip("the program asks for two more rows where more than seven play")
    shape = Shape(tuple(20 if nth == 0 else 7 for nth in range(others)), hand)
    places = arrange(width, height, shape)
    parts = [places.heading, places.felt, places.rule, places.prompt, places.hand, places.reason, places.keys]
    parts += [places.beside] if places.beside is not None else []
    whole = Region(0, 0, width, height)
    assert not overlapping(parts)
    assert all(whole.contains_region(part) for part in parts)
    assert not overlapping([*places.seats, places.middle])
    assert all(places.felt.contains_region(seat) for seat in (*places.seats, places.middle))
    assert len(places.seats) == others
    for name, seat in zip(shape.names, places.seats, strict=True):
        assert seat.width >= name + 2
        assert seat.height >= 3
    assert (places.beside is None) == (width < BESIDE_FROM)


@pytest.mark.parametrize("size", SIZES[1::2])
@pytest.mark.parametrize(("preset", "seats"), [("burkozel", 2), ("classic", 3), ("palace_ladder", 5)])
@pytest.mark.every(3)
async def test_what_binds_the_next_card_stands_on_the_cloth_and_not_on_its_rim(
    preset: str, seats: int, size: tuple[int, int]
) -> None:
    table = seated(preset, seats, seed=3)
    app = CardtableApp(table, WORDS[0], Settings(delay=0))
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        # A list of choices may have opened by itself.
        screen = next(screen for screen in app.screen_stack if isinstance(screen, TableScreen))
        board = screen.picture.board
        for _ in range(15):
            screen.picture.look(table.view(0))
            badge = board.laid_out(*board.size, at_rest=True)[1].badge or board.corners(*board.size).badge
            assert badge is None or badge.bottom < board.size.height
            if table.deal_over:
                break
            seat = table.to_act[0]
            table.submit(seat, table.hint(seat, "steady").move)


@pytest.mark.parametrize("language", WORDS, ids=lambda words: words.language)
@pytest.mark.parametrize(
    ("preset", "seats"), [("throw_in", 2), ("nizhny", 4), ("king_simple", 4), ("palace_ladder", 5), ("classic", 3)]
)
@pytest.mark.every(12)
async def test_the_last_round_lies_in_a_corner_whole_and_on_nothing(preset: str, seats: int, language: Words) -> None:
    table = seated(preset, seats, seed=3)
    app = CardtableApp(table, language, Settings(delay=0))
    shown = 0
    async with app.run_test(size=SIZES[-1]) as pilot:
        await pilot.pause()
        screen = next(screen for screen in app.screen_stack if isinstance(screen, TableScreen))
        picture, board = screen.picture, screen.picture.board
        for step in range(60):
            if table.deal_over:
                table.next_deal()
                picture.forget()
            seat = table.to_act[0]
            table.submit(seat, table.hint(seat, "steady").move)
            picture.look(table.view(0))
            board.settle()
            if step % 7 or not picture.seated:
                continue
            seats_there, middle, _ = board.laid_out(*board.size, at_rest=True)
            corners = board.corners(*board.size)
            places = [place for place in (corners.order, corners.badge, corners.past) if place is not None]
            cards = [spot.place for spot in middle.spots]
            assert not overlapping(places)
            assert not [place for place in places for other in (*seats_there.places, *cards) if place.overlaps(other)]
            past = board.felt.past
            if corners.past is None or past is None:
                continue
            shown += 1
            rows = ["".join(signs)[corners.past.x : corners.past.right] for signs in board._painted(board.size).signs]
            told = " ".join(rows[corners.past.y : corners.past.bottom])
            for one in past.laid:
                assert language.card(one.card) in told
                assert one.cover is None or language.card(one.cover) in told
                assert clean(board.felt.labels[one.seat]) in told
            lying = {spot.card for spot in middle.spots if not spot.stays}
            assert not lying & {one.card for one in past.laid}, "what still lies on the felt is shown twice"
    assert shown > 2


@pytest.mark.parametrize("hand", range(10))
@pytest.mark.parametrize("wide", range(6, 30, 4))
def test_what_is_read_beside_a_hand_leaves_it_whole_and_makes_it_move_no_farther_than_it_must(
    hand: int, wide: int
) -> None:
    whole, used = Region(0, 0, 80, 6), 8 * hand - 1 if hand else 0
    sections = [Shown("", (("x" * size,),) * lines, 1) for size, lines in ((wide, 4), (9, 5), (9, 4), (5, 1))]
    left, boxes = beside_hand(sections, used, whole.width, whole.height)
    cards = Region(left, 0, used + 1, whole.height)  # with a column for the shadow
    places = [place for _, place in boxes]
    assert all(whole.contains_region(place) for place in (*places, cards))
    assert not overlapping([cards, *places])
    assert not any(section is sections[1] for section, _ in boxes), "five lines and a frame have no room"
    assert len(boxes) <= 2
    assert (left == (whole.width - used) // 2) or places[0].x == cards.right + 1 or places[-1].right == left - 2
    assert bool(boxes) == (used + 2 + 2 + 9 <= whole.width)


async def test_what_the_felt_does_not_tell_is_read_beside_the_hand_of_whoever_may_see_it() -> None:
    table = seated("throw_in", 2, seed=1)
    assert played_until(table, lambda table: table.to_act[0] == 0 and table.scene(0).trump is not None)
    trumps = next(section for section in table.scene(0).sections if section.priority == 4)
    app = CardtableApp(table, WORDS[0], Settings(delay=0))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert WORDS[0].text(trumps.title, ()) in grid(app)
        await pilot.press("f8")
        assert WORDS[0].text(trumps.title, ()) not in grid(app)


@pytest.mark.parametrize("others", ROUND)
def test_players_sit_round_the_felt_in_the_order_of_play(others: int) -> None:
    places = arrange(140, 40, Shape((7,) * others, 6))
    assert is_wide(140, 40)
    middle = places.felt.width / 2, places.felt.height
    turns = [
        atan2(middle[1] - (seat.y + seat.height / 2), (seat.x + seat.width / 2) - middle[0]) for seat in places.seats
    ]
    assert turns == sorted(turns, reverse=True), "clockwise from the viewer's left over the top to their right"


@pytest.mark.parametrize(("width", "height"), [(1, 1), (2, 40), (400, 2), (10, 10), (37, 120), (400, 120)])
@pytest.mark.parametrize("others", [1, 5, 11])
def test_any_size_has_an_answer(width: int, height: int, others: int) -> None:
    places = arrange(width, height, Shape((20,) * others, 9))
    assert len(places.seats) == others
    assert places.felt.height >= 1


class Seen(NamedTuple):
    """A table as drawn at one size."""

    scene: Scene
    words: Words
    size: tuple[int, int]


@pytest.fixture
def still(monkeypatch: pytest.MonkeyPatch) -> None:
    """Canvases that can be painted without a terminal."""
    monkeypatch.setattr(Canvas, "palette", property(lambda self: PALETTE))
    monkeypatch.setattr(Canvas, "small", property(lambda self: False))


def moments(game: Game, every: int) -> Iterator[Scene]:
    """Tables of a random deal, as the player to act and the next player see them."""
    rules, rng = rules_of(game), Random(game.name)
    for state in islice(walk(game, 9), 0, 300, every):
        seats = {max(state.to_act[0], 0) if state.to_act else 0, rng.randrange(game.seats)}
        for seat in seats:
            yield rules.scene(observe(state, seat))


def names_for(scene: Scene) -> tuple[str, ...]:
    """With up to five players, the viewer and another person have long names; otherwise all have names like bots."""
    names = list(SHORT[: len(scene.chairs)])
    if len(names) <= 5:
        names[scene.viewer], names[(scene.viewer + 2) % len(names)] = LONG
    return tuple(names)


def look_at(scene: Scene, names: tuple[str, ...]) -> TableLook:
    """The scene as the viewer sees it, sitting at the keyboard."""
    target = scene.targets[0] if scene.targets else None
    return TableLook(
        View(scene, (), is_turn=True),
        names,
        next((pile.cards for pile in scene.piles if pile.layout == "fan" and pile.owner == scene.viewer), ()),
        cursor=0,
        target=target,
        has_rules=True,
    )


def faults(seen: Seen) -> list[str]:
    """Everything cut, covered or missing on this table's felt."""
    scene, words, (width, height) = seen
    look = look_at(scene, names_for(scene))
    picture = Picture(words)
    picture.fit(width, height, True)
    picture.history.display = width >= BESIDE_FROM
    board = picture.board
    board.show(picture._felt(look))
    prompt = words.text(scene.prompt, look.names)
    shape = board.shape()._replace(hand=len(look.cards), prompt=2)
    places = arrange(width, height, shape)
    sheet = Sheet(places.felt.width, places.felt.height, PALETTE.table)
    board.paint(sheet)
    rows = ["".join(row) for row in sheet.signs]
    found = [f"cut: {row.strip()}" for row in rows if "…" in row]
    _, middle, _ = board.laid_out(sheet.width, sheet.height)
    found += middle_faults(middle, Region(0, 0, sheet.width, sheet.height))
    shown = "\n".join(rows)
    for chair in board.felt.chairs:
        name = named(clean(look.names[chair.seat]), chair)
        if name not in shown:
            found.append(f"no name: {name}")
        found += [
            f"no role: {role}"
            for role in (clean(words.text(text, look.names)) for text in (*chair.roles, *chair.marks))
            if role not in shown
        ]
    own = next(chair for chair in scene.chairs if chair.seat == scene.viewer)
    label = picture._own_label(look._replace(view=look.view._replace(is_alone=True)))
    line = own_line(own, words, look.names, label, places.rule.width - 6, scene.own)
    found += [
        f"no role: {role}"
        for role in (words.text(text, look.names) for text in (*own.roles, *own.marks, *scene.own))
        if clean(role) not in line
    ]
    if width_of(line) > places.rule.width - 6:
        found.append(f"cut: {line}")
    if len(wrap("► " + prompt, places.prompt.width - 2)) > 2:
        found.append(f"prompt: {prompt}")
    return found


def middle_faults(middle: Middle, felt: Region) -> list[str]:
    """Cards outside the felt, or covered so that they cannot be read."""
    found = []
    spots = [(spot, spot.place) for spot in middle.spots]
    for spot, place in spots:
        begin = place.x if spot.step < 0 else place.x + spot.size.width
        fan = Region(begin, place.y, spot.under * abs(spot.step), place.height)
        if fan.width and any(on.overlaps(fan) for other, on in spots if other is not spot):
            found.append(f"a fan covers cards: {place}")
    for nth, (spot, place) in enumerate(spots):
        if not felt.contains_region(place) and not (spot.card == NO_CARD and spot.on is not None):
            found.append(f"beyond the felt: {place}")
        if spot.card in (HIDDEN, NO_CARD):
            continue
        index = Region(place.x + 1, place.y + 1, LEAST_STEP - 1, 1)
        covering = [other for other, on in spots[nth + 1 :] if other.card != NO_CARD and on.overlaps(index)]
        if covering:
            found.append(f"covered: {place}")
    told = [line for line in middle.words if line.text]
    outside = [
        line for line in told if line.x < 0 or line.x + width_of(line.text) > felt.width or line.y >= felt.height
    ]
    return found + [f"beyond the felt: {line.text}" for line in outside]


def all_faults(game: Game, size: tuple[int, int], every: int) -> list[str]:
    """The faults of a random deal, in both languages."""
    if game.seats > 7 and size == (80, 24):
        size = (80, 26)
    return [
        f"{fault} ({words.language} {size[0]}x{size[1]})"
        for scene in moments(game, every)
        for words in WORDS
        for fault in faults(Seen(scene, words, size))
    ]


@pytest.mark.usefixtures("still")
@pytest.mark.parametrize("columns", [1, 2])
@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.every(4)
def test_no_card_of_a_praise_is_covered(size: tuple[int, int], columns: int) -> None:
    # Random deals begin a match, and its first hand has no praise. Long names may be cut under the cards.
    position = {"preset": "nizhny", "stage": "praise", "hands": {"P0": "6c Jd 7h As"}, "dealer": "P3"}
    rules, state = put_down(position, lambda preset, options, seats: family("kozel").rules(KozelOptions(), 4))
    while state.stage == "praise":
        for seat in range(4):
            scene = rules.scene(observe(state, seat))
            found = [fault for words in WORDS for fault in faults(Seen(scene, words, size))]
            assert not [fault for fault in found if not fault.startswith("cut")]
        moves = [move for move in rules.legal(state, state.to_act[0]) if rules.move_text(move).count(" ") <= columns]
        rules.play(state, state.to_act[0], max(moves, key=lambda move: rules.move_text(move).count(" ")))


@pytest.mark.usefixtures("still")
@pytest.mark.slow
@pytest.mark.parametrize("game", [pytest.param(game, id=f"{game.family}-{game.name}") for game in GAMES])
def test_nothing_is_cut_or_covered_in_any_game(game: Game) -> None:
    for size in SIZES:
        assert not all_faults(game, size, 25)


@pytest.mark.usefixtures("still")
@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("name", FAMILIES)
@pytest.mark.every(10)
def test_nothing_is_cut_or_covered_with_most_players(name: str, size: tuple[int, int]) -> None:
    games = [game for game in GAMES if game.family == name]
    assert not all_faults(max(games, key=lambda game: game.seats), size, 40)


@pytest.mark.parametrize("preset", ["throw_in", "king_simple"])
@pytest.mark.every(2)
async def test_after_any_resize_the_picture_is_as_if_it_had_always_been_of_that_size(preset: str) -> None:
    rng = Random(preset)
    table = seated(preset, 4, seed=3)
    assert played_until(table, lambda table: table.to_act[0] == 0 and bool(table.scene(0).piles[1].cards))
    begun = {}
    for size in SIZES[:4]:
        app = CardtableApp(table, Words("en"), Settings(delay=60))
        async with app.run_test(size=size) as pilot:
            await pilot.pause()
            begun[size] = grid(app)
    app = CardtableApp(table, Words("en"), Settings(delay=60))
    async with app.run_test(size=(80, 24)) as pilot:
        for size in (*SIZES[:4], SIZES[1], SIZES[0]):
            for wild in ((1, 1), (rng.randint(1, 400), rng.randint(1, 120)), size):
                await pilot.resize_terminal(*wild)
                await pilot.pause()
            assert grid(app) == begun[size]


@pytest.mark.parametrize("name", FAMILIES)
@pytest.mark.every(3)
def test_no_title_is_cut_for_a_third_fact_beside_it(name: str) -> None:
    games = {game.name.rpartition("-")[0]: game for game in presets(name)}
    for preset, game in games.items():
        for scene, words in product(moments(game, 20), WORDS):
            title = words.say(find_preset(preset)[1].title)
            facts = Picture(words)._facts(look_at(scene, names_for(scene)))
            shown, told = share(title, facts, 80)
            assert told
            assert "…" not in shown or told.count(" · ") < KEPT


@pytest.mark.asyncio
@pytest.mark.parametrize("preset", ["four_ranks", "nizhny_plain"])
@pytest.mark.parametrize("size", [(120, 34), (140, 40), (200, 50)])
@pytest.mark.every(2)
async def test_who_leads_sees_where_everybody_will_lay_however_many_cards_were_played(
    preset: str, size: tuple[int, int]
) -> None:
    """No heap of finished cards takes the trick's place."""
    table = seated(preset, 4, seed=5)
    assert played_until(table, lambda table: table.to_act[0] == 0 and table.view(0).scene.chairs[0].cards <= 2)
    app = table_app(table, delay=60)
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        screen = app.screen
        assert isinstance(screen, TableScreen)
        board = screen.picture.board
        _, middle, _ = board.laid_out(*board.size, at_rest=True)
        assert sum(spot.by is not None for spot in middle.spots) == 4


@pytest.mark.asyncio
async def test_what_is_taken_is_told_above_the_rim_of_the_cloth() -> None:
    """If the piles of taken cards do not all fit beside the trick, a line at the foot names them all."""
    table = seated("goat32_stock", 4)
    assert played_until(table, lambda table: table.to_act[0] == 0 and table.view(0).scene.chairs[0].cards <= 2)
    app = table_app(table, delay=60)
    async with app.run_test(size=(200, 50)) as pilot:
        await pilot.pause()
        screen = app.screen
        assert isinstance(screen, TableScreen)
        board = screen.picture.board
        _, middle, _ = board.laid_out(*board.size, at_rest=True)
        (foot,) = (line for line in middle.words if " took " in line.text)
        assert foot.y == board.size.height - 2
