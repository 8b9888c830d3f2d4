"""Two worlds that differ only in cards hidden from a player look the same on their screen, to the last cell.

A search for visible cards (`test_bytes.py`) must make allowance for sections that list cards still out; this test need
not: whatever the sections, the corner boxes, the log or the last round show may follow only from what the seat knows.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from random import Random
from zlib import crc32

import pytest
from textual.strip import Strip

from cardtable.cards import Cards, bits, cards_of, cards_text
from cardtable.engine.moves import Event, Seat
from cardtable.engine.scene import Scene, Section
from cardtable.engine.state import State, guess, observe
from cardtable.engine.text import Text
from cardtable.games import FAMILIES, family, find_preset
from cardtable.match.table import Table
from tests.tui.helpers import seat, strips, table_app
from tests.tui.tables import WatchedTable, put, seated

PRESETS = [name for game in FAMILIES for name in family(game).presets]
SIZES = ((80, 24), (100, 30), (140, 40))
SAMPLE = [
    *zip(("throw_in", "burkozel"), [SIZES[2]] * 2, strict=True),
    *zip(("nizhny", "king_simple"), [SIZES[1]] * 2, strict=True),
    ("classic", SIZES[0]),
]
"""One game of each family as people know them, each at one size."""
KEYS = ("tab", "f6", "b", "m", "i")
"""Keys that show more than the felt alone: the column, the known cards, the last round."""
MOMENTS = (6, 14, 30)
"""The numbers of decisions after which the viewer looks; at the end of a deal no card is hidden any more."""


def hidden_from(viewer: Seat, event: Event, unknown: Cards, rng: Random) -> Event:
    """The event with other cards, if this seat was not told the cards."""
    if not event.cards or event.for_seat(viewer).cards or event.cards.bit_count() > unknown.bit_count():
        return event
    return event._replace(cards=cards_of(rng.sample(bits(unknown), event.cards.bit_count())))


def at_moments(preset: str, moments: Sequence[int]) -> Iterator[tuple[WatchedTable, Seat]]:
    """Some moments of a random deal at which no question is secret, each with the seat to act."""
    rng = Random(preset)
    table = seated(preset, find_preset(preset)[1].players, seed=3)
    due = [*moments]
    for number in range(4 * max(moments)):
        if table.deal_over or not due:
            return
        if number >= due[0] and table.silence is None:
            del due[0]
            yield table, table.to_act[0]
        table.submit(table.to_act[0], table.silence or rng.choice(list(table.legal(table.to_act[0]))))


def otherwise(table: Table, viewer: Seat, rng: Random) -> tuple[State, list[Event]] | None:
    """The same for this seat with other cards out of its sight; None if it sees or can infer them all."""
    state = table._match.state
    seen = observe(state, viewer)
    assert state.known is not None
    unknown = table.rules.all_cards & ~state.known[viewer]
    for _ in range(5):
        other = guess(table.rules.all_cards, seen, rng)
        if other.places != state.places and other.to_act == state.to_act:
            return other, [hidden_from(viewer, event, unknown, rng) for event in table._told.all]
    return None


async def looks(table: Table, sizes: Sequence[tuple[int, int]]) -> list[list[Strip]]:
    """Every cell with its colours at these sizes, of the table and of what these keys show."""
    found = []
    for size in sizes:
        app = table_app(table)
        async with app.run_test(size=size) as pilot:
            await pilot.pause()
            screen = seat(app)
            for key in ("", *KEYS):
                if key:
                    await pilot.press(key)
                await pilot.pause()
                found.append([Strip(list(strip)) for strip in strips(app)])
                while app.screen is not screen:
                    app.pop_screen()
                    await pilot.pause()
    return found


def told(look: list[Strip]) -> str:
    """The text of a look."""
    return "\n".join(strip.text.rstrip() for strip in look)


async def compared(preset: str, sizes: Sequence[tuple[int, int]], moments: Sequence[int]) -> int:
    """Looks at both worlds at some moments of a deal and returns how many were compared."""
    count, rng = 0, Random(preset)
    for played, viewer in at_moments(preset, moments):
        other = otherwise(played, viewer, rng)
        if other is None:
            continue
        pictures = []
        for state, events in ((played._match.state.copy(), list(played._told.all)), other):
            table = seated(preset, len(played.names), (viewer,), seed=3)
            put(table, state, events)
            pictures.append(await looks(table, sizes))
        for one, changed in zip(*pictures, strict=True):
            assert told(changed) == told(one)
            assert changed == one, "colours alone tell them apart"
        assert len({told(look) for look in pictures[0]}) > len(sizes), "the keys did something"
        count += 1
    return count


@pytest.mark.parametrize(("preset", "size"), SAMPLE, ids=[preset for preset, _ in SAMPLE])
@pytest.mark.every(4)
async def test_worlds_that_differ_out_of_sight_look_the_same(preset: str, size: tuple[int, int]) -> None:
    assert await compared(preset, [size], MOMENTS[:1])


def next_hand(table: Table, viewer: Seat) -> str:
    """The next player's hand."""
    return cards_text(table._match.state.places[(viewer + 1) % table.rules.seats])


def a_section(table: Table, viewer: Seat) -> Scene:
    """The scene with an extra section that reveals too much."""
    scene = HONEST(table, viewer)
    return scene._replace(sections=(Section(Text("Out"), ((Text(next_hand(table, viewer)),),), 0), *scene.sections))


def an_order(table: Table, viewer: Seat) -> Scene:
    """The scene with its sections in an order that depends on a hand."""
    scene = HONEST(table, viewer)
    return scene._replace(facts=scene.facts[:: 1 if crc32(next_hand(table, viewer).encode()) % 2 else -1])


HONEST = Table.scene


@pytest.mark.parametrize(("plant", "sizes"), [(a_section, SIZES[2:]), (an_order, SIZES[:1])])
@pytest.mark.every(2)
async def test_what_tells_worlds_apart_is_found(
    plant: Callable[[Table, Seat], Scene], sizes: tuple[tuple[int, int], ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Table, "scene", plant)
    monkeypatch.setattr(WatchedTable, "scene", plant)
    with pytest.raises(AssertionError):
        await compared("throw_in", sizes, (6, 8, 10, 12))


@pytest.mark.slow
@pytest.mark.parametrize("preset", PRESETS)
async def test_worlds_that_differ_out_of_sight_look_the_same_everywhere(preset: str) -> None:
    if not await compared(preset, SIZES, MOMENTS):
        pytest.skip("at none of these moments could the cards lie otherwise for who looks")
