"""The layout of a table, by screen size and number of players, the same for every game."""

# Without `from __future__ import annotations`: NamedTuple compiles each annotation that is a text, at every start.

from collections.abc import Sequence
from functools import lru_cache
from itertools import product
from typing import Literal, NamedTuple

from textual.geometry import Region

from cardtable.tui.draw.painter import BIG, HUGE, LARGE, SIZES, SMALL, Size

Side = Literal["left", "top", "right", "own"]
Taken = tuple[int, int, int, int]
"""An occupied region: left column and top row, then the first column and row beyond it."""

WIDE, HIGH = 100, 30
"""Minimum terminal size for players around the felt; on a smaller one they sit in a strip across the top."""
BESIDE_FROM = WIDE
"""Minimum columns for the column of sections and log beside the felt."""
LEAST_BESIDE, MOST_BESIDE, SHARE_BESIDE = 28, 48, 0.24
STRIP = 6
"""Maximum players in a row of the strip."""
LEAST_MIDDLE = 6
"""Rows the strip leaves for the cards in play, however tall exposed hands make it."""
LEAST_UNDER_OPEN = 5
"""The same below exposed hands: the cards in play are small then, like theirs."""
LEAST_NAME = 13
"""Minimum cells assumed for a name in the top row: a word about the player goes below it."""
LONG_NAME = 14
"""Maximum cells of a name that leaves space for anything else in the frame."""
NARROWEST = 13
"""Minimum columns of a seat that shows a word about a player in full."""
WIDEST = 34
"""Maximum columns of a seat in the strip."""
SEAT, WIDE_SEAT = 20, 24
WIDE_SEATS = ((130, 30), (90, WIDE_SEAT), (0, SEAT))
"""Columns of a seat by the minimum columns of the felt; long names make all seats wider."""
TALL_SEATS = ((28, 7), (21, 5))
"""Rows of a seat by the minimum rows of the felt, for up to six players."""
NAME_FRAME = 6
"""Columns a seat's frame takes from a name, including a blank beside it and the sign of a side."""
LEAST_STEP = 4
"""Columns of a covered card that show its rank and suit."""

ROUND: dict[int, tuple[tuple[int, int, int], ...]] = {
    0: ((0, 0, 0),),
    1: ((0, 1, 0),),
    2: ((1, 0, 1), (0, 2, 0)),
    3: ((1, 1, 1), (0, 3, 0)),
    4: ((1, 2, 1), (2, 0, 2)),
    5: ((1, 3, 1), (2, 1, 2)),
    6: ((2, 2, 2),),
    7: ((2, 3, 2), (3, 1, 3)),
    8: ((2, 4, 2), (3, 2, 3)),
    9: ((3, 3, 3), (4, 1, 4)),
    10: ((3, 4, 3), (4, 2, 4)),
    11: ((3, 5, 3), (4, 3, 4)),
}
"""By the number of opponents: how many sit on the left, at the top and on the right; the first that fits is used."""


class Shape(NamedTuple):
    """What a table needs space for."""

    names: tuple[int, ...]
    """Cells of the others' names, in order of play from the viewer's left, including the signs of their sides."""
    hand: int
    """The number of cards in the viewer's hand."""
    beside: bool = True
    """Whether the column beside the felt is wanted."""
    small: bool = False
    """Whether the player prefers small cards everywhere."""
    prompt: int = 1
    """Rows of the prompt; if there are rows enough, it gets two at least."""
    seat_rows: int = 0
    """Rows the tallest seat needs to show its hand; 0 if no hand is exposed."""
    rims: bool = False
    """Whether stock and discard go to the edges, below the seats on either side."""


class Spread(NamedTuple):
    """The way a hand of some size is spread over some width."""

    size: Size
    step: int
    per_row: int

    @property
    def rows(self) -> int:
        """Rows of the screen it takes: one for raised cards, above one row of cards or two."""
        return 1 + self.size.height * (2 if self.size is SMALL else 1)


class Seats(NamedTuple):
    """The seats of the others on a felt, and the space they leave."""

    places: tuple[Region, ...]
    """In the order of the others, from the viewer's left."""
    sides: tuple[Side, ...]
    middle: Region
    rims: tuple[Region, Region] | None = None
    """The felt below the left and the right seat, if there is one on each side and stacks go there."""


class Layout(NamedTuple):
    """All parts of the picture, in columns and rows of the screen."""

    heading: Region
    felt: Region
    rule: Region
    prompt: Region
    hand: Region
    reason: Region
    keys: Region
    beside: Region | None
    seats: tuple[Region, ...]
    middle: Region
    card: Size
    """The largest card size for the felt."""


def is_wide(width: int, height: int) -> bool:
    """Returns whether players sit around the felt."""
    return width >= WIDE and height >= HIGH


def column_beside(width: int, wanted: bool) -> int:
    """Returns the columns for sections and log beside the felt."""
    if not wanted or width < BESIDE_FROM:
        return 0
    return max(LEAST_BESIDE, min(round(width * SHARE_BESIDE), MOST_BESIDE))


def largest_card(width: int, height: int, small: bool = False) -> Size:
    """Returns the largest card size for this terminal."""
    if small:
        return SMALL
    if width >= 140 and height >= 44:
        return HUGE
    return LARGE if width >= 120 and height >= 34 else BIG


def largest_played(width: int, height: int, small: bool = False) -> Size:
    """Returns the largest card size for the felt: on a small screen, larger than in the hand if the felt has space."""
    return LARGE if (size := largest_card(width, height, small)) is BIG else size


def smaller(size: Size) -> tuple[Size, ...]:
    """Returns this size and all smaller ones."""
    return tuple(reversed(SIZES[: SIZES.index(size) + 1]))


def spread(cards: int, width: int, largest: Size = BIG) -> Spread:
    """Returns the largest cards that fit into one row with rank and suit visible; otherwise small ones in two rows.

    >>> spread(6, 78).step, spread(18, 78).step, spread(36, 78).per_row
    (8, 4, 18)
    """
    for size in smaller(largest)[:-1]:  # Small cards may use two rows.
        step = min(size.width + 1, (width - size.width) // max(cards - 1, 1))
        if step >= LEAST_STEP:
            return Spread(size, step, max(cards, 1))
    per_row = (cards + 1) // 2
    step = min(SMALL.width + 1, (width - SMALL.width) // max(per_row - 1, 1))
    return Spread(SMALL, max(step, 1), per_row)


def in_a_row(cards: int, width: int, size: Size) -> Spread:
    """Spreads cards of this size in one row if rank and suit stay visible; otherwise like a hand.

    >>> in_a_row(6, 68, SMALL).per_row, in_a_row(36, 68, SMALL).per_row
    (6, 18)
    """
    step = min(size.width + 1, (width - size.width) // max(cards - 1, 1))
    return Spread(size, step, max(cards, 1)) if step >= LEAST_STEP else spread(cards, width, size)


def shares(needs: Sequence[int], room: int, most: int) -> list[int]:
    """Returns the columns of seats side by side: equal if that meets every need, otherwise more where more is needed.

    >>> shares([9, 9, 9], 60, 34), shares([9, 26, 9], 60, 34), shares([30, 30], 40, 34)
    ([20, 20, 20], [17, 26, 17], [20, 20])
    """
    found = [0] * len(needs)
    left, rest = sorted(range(len(needs)), key=lambda nth: -needs[nth]), room
    while left:
        even = rest // len(left)
        first = left[0]
        if needs[first] <= even or sum(needs[nth] for nth in left) > rest:
            for nth in left:
                found[nth] = min(even, most)
            break
        found[first] = needs[first]
        rest -= needs[first]
        left.pop(0)
    return found


@lru_cache(256)  # It is called several times for each picture.
def arrange(width: int, height: int, shape: Shape) -> Layout:
    """Returns the place of every part of the picture on a screen of this size."""
    beside = column_beside(width, shape.beside)
    felt_width = width - beside - (1 if beside else 0)
    wide = is_wide(width, height)
    largest = largest_card(width, height, shape.small)
    hand_rows = spread(shape.hand, felt_width - 3, largest).rows
    prompt_rows = max(2, shape.prompt) if wide else shape.prompt
    felt_rows = max(1, height - 2 - (2 + prompt_rows + hand_rows))
    tops = [0]
    for tall in (1, felt_rows, 1, prompt_rows, hand_rows):
        tops.append(tops[-1] + tall)
    seats = seats_round(felt_width, felt_rows, shape, wide=wide)
    return Layout(
        heading=Region(0, 0, width, 1),
        felt=Region(0, tops[1], felt_width, felt_rows),
        rule=Region(0, tops[2], felt_width, 1),
        prompt=Region(0, tops[3], felt_width, prompt_rows),
        hand=Region(0, tops[4], felt_width, hand_rows),
        reason=Region(0, tops[5], felt_width, 1),
        keys=Region(0, height - 1, width, 1),
        beside=Region(width - beside, 1, beside, height - 2) if beside else None,
        seats=tuple(place.translate((0, 1)) for place in seats.places),
        middle=seats.middle.translate((0, 1)),
        card=largest,
    )


@lru_cache(256)
def seats_round(width: int, rows: int, shape: Shape, *, wide: bool) -> Seats:
    """Returns the seats around a felt of this size, or in a strip across its top."""
    count = len(shape.names)
    longest = max(shape.names, default=0)
    if wide and count in ROUND:
        heights = (*(tall for least, tall in TALL_SEATS if count <= 5 and rows >= least), 3)
        if heights == (3,) and longest > LONG_NAME and count <= 3 and rows >= 18:
            # A name this long leaves no space for a word beside it.
            heights = (4, 3)
        if shape.seat_rows:
            heights = (max(3, min(shape.seat_rows, rows - LEAST_MIDDLE)), *heights)
        strip = _strip(width, rows, shape)
        for air in (NAME_FRAME, 2):
            seat = max(next(seat for felt, seat in WIDE_SEATS if width >= felt), longest + air)
            for tall in heights:
                for way in ROUND[count]:
                    if _fits(way, width, rows, seat, tall, longest):
                        return _round(way, width, rows, seat, tall, rims=shape.rims)
            if all(place.width >= _least(name) for place, name in zip(strip.places, shape.names, strict=True)):
                # A roomy strip of seats is better than a few columns of felt between cramped ones.
                return strip
    return _strip(width, rows, shape)


def _least(name: int) -> int:
    """Returns the columns needed for a name of this length in full, and a word about the player."""
    return max(name + 2, NARROWEST)


def _fits(way: tuple[int, int, int], width: int, rows: int, seat: int, tall: int, longest: int) -> bool:
    """Returns whether this arrangement fits and leaves space for the cards in play."""
    left, top, right = way
    sides = max(left, right)
    if sides * tall > rows - (tall if top else 0) or top * (max(longest, LEAST_NAME) + 3) - 1 > width:
        return False
    # With one seat at a side, three cards side by side with space around them; otherwise a stock and two pairs.
    wanted = 3 * BIG.width + 16 if sides == 1 else 5 * SMALL.width + 4
    return not sides or width - 2 * seat >= wanted


def _round(way: tuple[int, int, int], width: int, rows: int, seat: int, tall: int, *, rims: bool) -> Seats:
    left, top, right = way
    head = tall if top else 0
    high = rims and left == right == 1

    def column(count: int, x: int) -> list[Region]:
        room = rows - head - count * tall
        if high:
            return [Region(x, head + min(1, room), seat, tall)]
        return [Region(x, head + room * (nth + 1) // (count + 1) + nth * tall, seat, tall) for nth in range(count)]

    wide = min(max(seat, WIDE_SEAT), (width - max(top - 1, 0)) // max(top, 1))
    gap = (width - top * wide) / (top + 1)
    across = [Region(round(gap + nth * (wide + gap)), 0, wide, tall) for nth in range(top)]
    places = (*reversed(column(left, 0)), *across, *column(right, width - seat))
    sides = _sides(way) if left or right else _sides(ROUND[top][0])
    begin, end = seat if left else 0, width - (seat if right else 0)
    middle = Region(begin, head, end - begin, rows - head)
    if not high:
        return Seats(places, sides, middle)
    under = head + 1 + tall
    return Seats(places, sides, middle, (Region(0, under, seat, rows - under), Region(end, under, seat, rows - under)))


def _sides(way: tuple[int, int, int]) -> tuple[Side, ...]:
    """Returns each player's side of a trick; players in a row across the top still play around it."""
    counted: tuple[tuple[Side, int], ...] = (("left", way[0]), ("top", way[1]), ("right", way[2]))
    return tuple(side for side, count in counted for _ in range(count))


def _strip(width: int, rows: int, shape: Shape) -> Seats:
    count = len(shape.names)
    fewest = max(1, -(-count // STRIP))
    for lines in (fewest, fewest + 1, fewest):
        per_line = -(-count // lines) if count else 1
        each = 3 if (width >= 24 * per_line and rows < 16) or lines > fewest else 4
        chunks = [shape.names[begin : begin + per_line] for begin in range(0, count, per_line)]
        if all(sum(map(_least, chunk)) <= width for chunk in chunks) and lines * each + LEAST_MIDDLE <= rows:
            break
    if shape.seat_rows:
        each = max(3, min(max(shape.seat_rows, 3), (rows - LEAST_UNDER_OPEN) // lines))
    gap = 1 if per_line <= 3 else 0
    places: list[Region] = []
    for begin in range(0, count, per_line):
        names = shape.names[begin : begin + per_line]
        # Every row has the same number of places, so that seats line up.
        needs = [max(name + NAME_FRAME - 2, NARROWEST) for name in names] + [0] * (per_line - len(names))
        wide = shares(needs, width - gap * (per_line - 1), WIDEST)
        x = (width - sum(wide) - gap * (per_line - 1)) // 2
        for columns in wide[: len(names)]:
            places.append(Region(x, begin // per_line * each, columns, each))
            x += columns + gap
    head = lines * each if count else 0
    sides = _sides(ROUND.get(count, ((0, count, 0),))[0])
    return Seats(tuple(places), sides, Region(0, head, width, max(0, rows - head)))


def in_corner(room: tuple[int, int], taken: list[Taken], box: tuple[int, int], sides: str) -> Region | None:
    """Returns the first corner, bottom before top, where a box fits; marks it as taken."""
    (width, height), (wide, tall) = room, box
    for side, y in product(sides, (height - 1 - tall, 1)):
        x = 2 if side == "l" else width - 2 - wide
        # Not with Regions: they create tuples for every overlap test.
        met = (left <= x + wide and x <= right and top < y + tall and y < foot for left, top, right, foot in taken)
        if x > 0 and y > 0 and not any(met):
            taken.append((x, y, x + wide, y + tall))
            return Region(x, y, wide, tall)
    return None
