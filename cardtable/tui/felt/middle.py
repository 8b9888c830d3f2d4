"""The layout of the cards in play, inside the rectangle left by the seats: by the layout of each pile."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import accumulate, product, takewhile

from textual.geometry import Region

from cardtable.cards import HIDDEN
from cardtable.engine.moves import Seat
from cardtable.engine.rounds import Laid
from cardtable.engine.scene import NO_CARD, Pile
from cardtable.tui.draw.cells import width_of, wrap
from cardtable.tui.draw.painter import SMALL, Size
from cardtable.tui.felt.layout import LEAST_STEP, Side, smaller
from cardtable.tui.felt.lying import Block, CardLine, LaidOut, Middle, Spot

GAP = 3
"""Columns between piles."""
FANNED = 3
"""Maximum visible columns of a face-down card below others."""
OPEN = 6
"""Maximum visible cards of a face-up stack, space permitting."""
NARROW = 12
"""The width, in columns, to which text under a stack is wrapped."""
DEPTH = 2
"""Visible face-down cards of a stack, below the top one."""
MOST_PAIRS = 6
"""Maximum pairs that places are kept for."""
USUAL_PAIRS = 3
"""Pairs with room kept from the start, so that nothing jumps when the second card is played."""
SHORT_BADGE = 2
"""Lines of a badge that stay when a trick is short of room: what the deal is about, and what a trick costs."""
BADGE = 22
"""Maximum columns of a badge, frame included."""

NEARER: dict[Side, tuple[int, int]] = {"left": (2, 0), "top": (0, 1), "right": (-2, 0), "own": (0, -1)}
"""Columns and rows by which the winning card is moved towards the middle, by the side it was played from."""


def lay_out(told: LaidOut, area: Region, largest: Size) -> Middle:
    """Returns the largest layout of all this that fits the area."""
    if not any(pile.layout in ("trick", "row") for pile in told.piles):
        # The seating does not matter: everything looks the same from every seat.
        told = told._replace(order=(), sides=(), names=())
    return _lay_out(told, area, largest)


@lru_cache(256)  # It is called several times for each picture, and for everybody at a table.
def _lay_out(told: LaidOut, area: Region, largest: Size) -> Middle:
    for size in smaller(largest):
        for backs, last in ((True, OPEN), (True, OPEN - 2), (True, 2), (False, 2)) if told.roomy else ((False, 2),):
            for rims in (told.rims, None) if told.rims is not None else (None,):
                found = _laid(told._replace(rims=rims), area, size, backs=backs, last=last, squeeze=False)
                if found is not None:
                    return found
    found = _laid(told._replace(rims=None), area, SMALL, backs=False, last=2, squeeze=True)
    return Middle() if found is None else found._replace(squeezed=True)


def _laid(told: LaidOut, area: Region, size: Size, *, backs: bool, last: int, squeeze: bool) -> Middle | None:
    stacks: list[Block] = []
    closed: list[Block] = []
    words: list[str] = []
    lying = [pile for pile in told.piles if pile.layout == "stack"]
    for pile in lying:
        # The place of a used-up stock remains, so that nothing else jumps.
        used_up = pile.key == "stock" and not pile.size and ("\n" in told.label(pile) or any(one.size for one in lying))
        if pile.cards or used_up:
            stacks.append(_stack(pile, size, told.label(pile), last))
        elif backs:
            closed.append(_stack(pile, size, told.label(pile), last))
        elif pile.size:
            words.append(told.label(pile))
    if not stacks and len(closed) > 1:
        stacks, closed = closed[: len(closed) // 2], closed[len(closed) // 2 :]
    words += [told.label(pile) for pile in told.piles if pile.layout == "pairs" and told.label(pile)]
    words = [part for one in words for part in one.split("\n")]
    in_one = " · ".join(words)
    foot = (
        [in_one]
        if words and width_of(in_one) <= area.width
        else [row for one in words for row in wrap(one, area.width)]
    )
    height = area.height - len(foot)
    if told.rims is not None and not _at_rims(told.rims, stacks, closed):
        return None
    beside = [] if told.rims is not None else [*stacks, *closed]
    taken = sum(block.width + GAP for block in beside)
    # Cards in the middle keep clear of the stacks on either side.
    played = _played(told, size, area.width - taken, height, squeeze=squeeze)
    if played is None:
        return None
    blocks = [played] if told.rims is not None else [*stacks, played, *closed] if played.width else beside
    if not squeeze and (
        sum(block.width + GAP for block in blocks) - GAP > area.width
        or max((block.height for block in blocks), default=0) > height
    ):
        return None
    return _placed(told, area, stacks, played, closed, foot)


def _at_rims(rims: tuple[Region, Region], stacks: Sequence[Block], closed: Sequence[Block]) -> bool:
    """Returns whether a stack fits below each of the seats at the sides."""
    if len(stacks) != 1 or len(closed) != 1:
        return False
    blocks = (stacks[0], closed[0])
    return all(
        block.width + 2 * DEPTH + 2 <= rim.width and block.height <= rim.height
        for block, rim in zip(blocks, rims, strict=True)
    )


def _placed(
    told: LaidOut, area: Region, stacks: list[Block], played: Block, closed: list[Block], foot: list[str]
) -> Middle:
    """Returns the layout: played cards in the middle, stacks on their left, closed piles on their right."""
    pack = stacks[0].spots[0] if stacks else Spot(0, 0, SMALL, NO_CARD)
    spread = (
        told.roomy
        and pack.under > 0
        and not any(spot.card >= 0 for block in (*stacks, played, *closed) for spot in block.spots)
    )
    if spread:
        # Nothing has been dealt yet, so the pack is spread over the felt.
        played, closed, told = Block(0, 0), [], told._replace(rims=None)
    before = sum(block.width + GAP for block in stacks) if told.rims is None else 0
    after = sum(block.width + GAP for block in closed) if told.rims is None else 0
    at_rims = bool(
        told.roomy and played.width and (before or after) and any(pile.layout == "pairs" for pile in told.piles)
    )
    aside = DEPTH + 1
    if at_rims:
        # The stock and the beaten cards go to the edges, with the bout between them, clear of both.
        inside = area.width - played.width - sum(block.width for block in (*stacks, *closed))
        aside = max(0, min(aside, inside // (bool(before) + bool(after)) - 1))
        before, after = (taken and taken - GAP + aside + 1 for taken in (before, after))
    if not played.width:
        before, after = max(0, before - GAP), after if stacks else max(0, after - GAP)
        x = (area.width - before - after) // 2
    else:
        x = (area.width - played.width) // 2 - before
        x = max(0, min(x, area.width - before - played.width - after))
    begin = x + before
    if spread:
        fan = min(FANNED, max(0, area.width - before - 2) // pack.under) * pack.under
        x = (area.width - before - fan) // 2 + fan
    found: list[Block] = []
    blocks = [*stacks, *([played] if played.width else []), *closed]
    highest = max((block.height for block in blocks), default=0)
    # The cloth may have a rim below.
    below = len(foot) + (1 if foot and told.roomy and highest + len(foot) < area.height else 0)
    depth = 0 if spread else DEPTH
    if stacks:
        blocks[0] = _fanned(stacks[0], aside if at_rims else x - 1, -1, depth)
    if closed:
        end = x + sum(block.width + GAP for block in blocks) - GAP
        blocks[-1] = _fanned(closed[-1], aside if at_rims else area.width - end - 1, 1, depth)
    if told.rims is not None:
        for stack, rim in zip((blocks[0], blocks[-1]), told.rims, strict=True):
            at = rim.x + DEPTH + 1 if rim is told.rims[0] else rim.right - stack.width - DEPTH - 1
            found.append(stack.at(at, rim.y + max(0, (rim.height - below - stack.height) // 2)))
        blocks = blocks[1:-1]
    for nth, block in enumerate(blocks):
        y, left = max(0, (area.height - below - block.height) // 2), x
        if at_rims:
            at = aside if nth < len(stacks) else area.width - block.width - aside
            left = begin if nth == len(stacks) else at
        found.append(block.at(area.x + left, area.y + y))
        x += block.width + GAP
    lines = [line for block in found for line in block.words]
    for nth, text in enumerate(foot, area.bottom - below):
        lines.append(CardLine(area.x + max(0, (area.width - width_of(text)) // 2), nth, text))
    badge = next((block.badge for block in found if block.badge is not None), None)
    if badge is None and told.badge and told.roomy:
        badge = _badge_under(told.badge, area, highest, below)
    return Middle(tuple(spot for block in found for spot in block.spots), tuple(lines), badge)


def _fanned(block: Block, room: int, to: int, depth: int) -> Block:
    """Fans out the face-down cards below a stack's top one to the side, if this much space is free.

    With `depth`, at most that many, a column each; without, all of them, as far apart as the space allows.
    """
    first = block.spots[0]
    if depth:
        seen = min(first.under, depth, max(0, room))
        first = first._replace(under=seen, step=to if seen else 0)
        return block._replace(spots=(first, *block.spots[1:]))
    step = min(FANNED, room // first.under) if first.under and room > 0 else 0
    if step:
        first = first._replace(step=step * to)
    elif first.under and room > 0:
        first = first._replace(under=room, step=to)
    return block._replace(spots=(first, *block.spots[1:]))


def _badge_under(badge: Sequence[str], area: Region, taken: int, foot: int) -> Region | None:
    """Returns the badge's region below the cards if it fits with a row to spare: the cloth may have a rim there."""
    width, height = badge_size(badge)
    free = (area.height - foot - taken) // 2
    if free <= height or width > area.width:
        return None
    y = area.bottom - foot - free + (free - height) // 2
    return Region(area.x + (area.width - width) // 2, y, width, height)


def badge_size(badge: Sequence[str]) -> tuple[int, int]:
    """Returns the columns and rows of a badge with its frame."""
    return max(map(width_of, badge), default=0) + 4, len(badge) + 2


def _stack(pile: Pile, size: Size, label: str, last: int) -> Block:
    """Lays out a stack: a face-up card below a face-down pack sticks out; a face-up stack shows up to `last` cards."""
    lowest = pile.cards[0] if pile.cards else HIDDEN
    uppermost = pile.cards[-1] if pile.cards else HIDDEN
    width, height = size.width, size.height
    if lowest != HIDDEN and pile.size > 1 and uppermost == HIDDEN:
        spots = [Spot(0, 0, size, HIDDEN, stays=True, under=pile.size - 2)]
        spots.append(Spot(size.cover_right, size.cover_down, size, lowest, stays=True))
        width, height = width + size.cover_right, height + size.cover_down
    elif uppermost != HIDDEN and len(pile.cards) > 1 and pile.cards[-2] != HIDDEN:
        cards = tuple(takewhile(lambda card: card != HIDDEN, reversed(pile.cards[-last:])))[::-1]
        spots = [Spot(LEAST_STEP * nth, 0, size, card, stays=True) for nth, card in enumerate(cards)]
        width += LEAST_STEP * (len(cards) - 1)
    else:
        under = pile.size - 1 if pile.size and uppermost == HIDDEN else 0
        spots = [Spot(0, 0, size, uppermost if pile.size else NO_CARD, stays=True, under=under)]
    room = max(width, NARROW, *map(width_of, label.split()))
    lines = [line for part in label.split("\n") for line in wrap(part, room)]
    words = tuple(CardLine(0, height + nth, line) for nth, line in enumerate(lines))
    return Block(max(width, *map(width_of, lines), 0), height + len(lines), tuple(spots), words)


def _played(told: LaidOut, size: Size, width: int, height: int, *, squeeze: bool) -> Block | None:
    """Lays out everything but stacks; returns None if it does not fit."""
    piles = [pile for pile in told.piles if pile.layout != "stack" and (pile.cards or pile.layout == "pairs")]
    tricks = [pile for pile in told.piles if pile.layout == "trick" and pile.owner is not None]
    if len(tricks) == 1 and len(piles) <= 1 and (tricks[0].cards or told.roomy):
        ways = [(told, True), (told, False)]
        if len(told.badge) > SHORT_BADGE:
            ways.append((told._replace(badge=told.badge[:SHORT_BADGE]), False))
        # The last row of the cloth is its rim: rather less air and a shorter badge than a card there.
        for room, (way, air) in product((height - 1, height) if told.roomy else (height,), ways):
            found = compass(way, tricks[0], size, air=air)
            if found.width <= width and found.height <= room and (told.roomy or size is not SMALL):
                return found
        if told.roomy and not squeeze:
            return None
    if not piles:
        return Block(0, 0)
    place = {seat: ("left", "top", "own", "right").index(side) for seat, side in _where(told).items()}
    piles.sort(key=lambda pile: place.get(pile.owner, 1) if pile.layout == "row" and pile.owner is not None else 1)
    for tight in (False, True):
        found_blocks: list[Block] = []
        room = width - GAP * (len(piles) - 1)
        for nth, pile in enumerate(piles):
            squeezed = tight and squeeze
            share = room // (len(piles) - nth) if squeezed else width
            if pile.layout == "pairs":
                kept = pile.room if told.roomy and not squeezed else 0
                found_blocks.append(_pairs(pile, size, share, height, kept=kept, squeeze=squeezed))
            else:
                found_blocks.append(_row(told, pile, size, share, tight=tight, squeeze=squeezed))
            room -= found_blocks[-1].width
        for lines in range(1, len(piles) + 1):
            block = _side_by_side(found_blocks, -(-len(piles) // lines))
            if block.width <= width and block.height <= height:
                return block
    return _side_by_side(found_blocks, len(piles)) if squeeze else None


def _where(told: LaidOut) -> dict[Seat, Side]:
    return dict(zip(told.order, told.sides, strict=False))


def _side_by_side(blocks: Sequence[Block], per_line: int) -> Block:
    """Arranges blocks in centred lines of this many."""
    lines = [blocks[begin : begin + per_line] for begin in range(0, len(blocks), per_line)]
    widths = [sum(block.width + GAP for block in line) - GAP for line in lines]
    width, y = max(widths), 0
    spots: list[Spot] = []
    words: list[CardLine] = []
    for line, wide in zip(lines, widths, strict=True):
        x = (width - wide) // 2
        for block in line:
            placed = block.at(x, y)
            spots += placed.spots
            words += placed.words
            x += block.width + GAP
        y += max(block.height for block in line)
    return Block(width, y, tuple(spots), tuple(words))


def _pairs(pile: Pile, size: Size, width: int, height: int, *, kept: int = 0, squeeze: bool) -> Block:
    """Lays out attack cards with their covers, in rows of as many as fit, closer together if there are too many.

    Appends `kept` empty places, as far as they fit.
    """
    pairs = list(zip(pile.cards[::2], pile.cards[1::2], strict=True))
    wide, tall = size.width + size.cover_right, size.height + size.cover_down + 1
    pitch = wide + (1 if size is SMALL else 2)
    per_row = max(1, (width + pitch - wide) // pitch)
    places = min(len(pairs) + kept, max(len(pairs), min(MOST_PAIRS, per_row * max(1, (height + 1) // tall))))
    rows = max(1, -(-places // per_row))
    if squeeze and rows * tall - 1 > height:
        rows = max(1, (height + 1) // tall)
        per_row = -(-len(pairs) // rows)
        pitch = max(1, (width - wide) // max(per_row - 1, 1))
    else:
        per_row = -(-places // rows)
    columns = max(per_row, min(USUAL_PAIRS, max(1, (width + pitch - wide) // pitch)))
    spots = []
    for nth, (card, cover) in enumerate(pairs):
        row, column = divmod(nth, max(per_row, 1))
        x, y = column * pitch, row * tall
        laid, covered = _by(pile, 2 * nth), _by(pile, 2 * nth + 1)
        beaten = cover != NO_CARD
        spots.append(Spot(x, y, size, card, laid, beaten=beaten))
        spots.append(Spot(x + size.cover_right, y + size.cover_down, size, cover, covered, card, beaten=beaten))
    for nth in range(len(pairs), places):
        row, column = divmod(nth, max(per_row, 1))
        spots.append(Spot(column * pitch, row * tall, size, NO_CARD))
    return Block((columns - 1) * pitch + wide, rows * tall - 1, tuple(spots))


def round_over(laid: Sequence[Laid], taker: Seat | None, names: Sequence[str], size: Size) -> Block:
    """Lays out a finished round as a row of cards, each with its cover, the players' names below."""
    covers = any(one.cover is not None for one in laid)
    spots, words, x = [], [], 0
    wide, tall = size.width + size.cover_right * covers, size.height + size.cover_down * covers
    for one in laid:
        spots.append(Spot(x, 0, size, one.card, one.seat, wins=not covers and one.seat == taker))
        if one.cover is not None:
            spots.append(Spot(x + size.cover_right, size.cover_down, size, one.cover, one.coverer))
        words.append(CardLine(x, tall, names[one.seat], one.seat, max(wide, width_of(names[one.seat]))))
        x += max(wide, width_of(names[one.seat])) + 1
    return Block(x, tall + 1, tuple(spots), tuple(words))


def _by(pile: Pile, nth: int) -> Seat | None:
    return pile.by[nth] if nth < len(pile.by) else None


def laid_by(told: LaidOut, pile: Pile) -> tuple[Seat | None, ...]:
    """Returns the players of a trick's cards in order, then those still to play."""
    if pile.by:
        rest = [seat for seat in told.order if seat not in pile.by]
        if pile.by[-1] in told.order:
            begin = told.order.index(pile.by[-1])
            rest.sort(key=lambda seat: (told.order.index(seat) - begin) % len(told.order))
        return (*pile.by, *rest)
    if pile.owner is None or pile.owner not in told.order:
        return (None,) * len(pile.cards)
    begin = told.order.index(pile.owner)
    return tuple(told.order[(begin + nth) % len(told.order)] for nth in range(len(told.order)))


def _row(told: LaidOut, pile: Pile, size: Size, width: int, *, tight: bool, squeeze: bool) -> Block:
    """Lays out cards side by side with text below; under each card of a trick goes its player's name."""
    trick = pile.layout == "trick"
    seats = laid_by(told, pile) if trick else (None,) * len(pile.cards)
    count = max(len(pile.cards), len(seats))
    # Below a trick are the players' names, and the word "trick" would be read along with the one above it.
    label = told.label(pile) if not (trick and pile.key == "trick") else ""
    named = [0 if seat is None else width_of(told.names[seat]) for seat in seats]
    steps = [max(size.width, name) + 1 for name in named]
    if not trick or sum(steps) - 1 > width:
        # Only while every card still shows its corner; otherwise a smaller size is tried. Only the smallest is
        # squeezed.
        last = size.width if squeeze else max(size.width, *named[-1:], 0)
        fits = max(1 if squeeze else LEAST_STEP, (width - last) // max(count - 1, 1))
        steps = [min(LEAST_STEP if tight and not trick else size.width + 1, fits)] * count
    spots, words, x = [], [], 0
    whole = all(step > size.width for step in steps)
    for nth, (seat, step) in enumerate(zip(seats, steps, strict=True)):
        # In a trick the places still to be filled are shown too, if they hide no card.
        if nth < len(pile.cards) or (trick and whole and size is not SMALL):
            card = pile.cards[nth] if nth < len(pile.cards) else NO_CARD
            spots.append(Spot(x, 0, size, card, seat, wins=nth < len(pile.cards) and card == pile.winning))
            if seat is not None:
                rest = named[nth] if nth == count - 1 and not squeeze else 0
                words.append(CardLine(x, size.height, "", seat, max(step - 1, 3, rest)))
        x += step
    wide = max(x - steps[-1] + size.width, x - 1 if trick else 0) if steps else 0
    below = size.height + (1 if words else 0)
    longest = 0 if squeeze else max(map(width_of, label.split()), default=0)
    for line in wrap(label, max(wide, NARROW, longest)):
        words.append(CardLine(0, below, line))
        below += 1
    return Block(max(wide, *(width_of(line.text) for line in words), 0), below, tuple(spots), tuple(words))


def compass(told: LaidOut, pile: Pile, size: Size, *, air: bool = False) -> Block:
    """Lays out a trick with every card on its player's side, and the badge in the middle.

    With `air` around the middle, the winning card is moved a step towards it.
    """
    where = _where(told)
    seats = laid_by(told, pile)
    by_side: dict[Side, list[Seat]] = {"left": [], "top": [], "right": [], "own": []}
    for seat in told.order:
        if seat in seats:
            by_side[where[seat]].append(seat)
    label = told.label(pile) if pile.cards and not told.badge else ""
    inside = wrap(label, BADGE - 2)
    wide, tall = badge_size(told.badge) if told.badge else (max(map(width_of, inside), default=0), len(inside))
    w, h = size.width, size.height
    flat = max(len(by_side["top"]), len(by_side["own"]), 1) * (w + 1) - 1
    sides = max(len(by_side["left"]), len(by_side["right"]))
    centre = max(wide, flat)
    top, own = (h if by_side["top"] else 0), (h if by_side["own"] else 0)
    between = max(tall + 2 * air, 1, sides * h - top - own)
    middle = top + between / 2
    gap = 2 + NEARER["left"][0] * air
    width, height = centre + (2 * (w + gap) if sides else 0), top + between + own
    begin = w + gap if sides else 0
    at: dict[Seat, tuple[int, int]] = {}
    for nth, seat in enumerate(by_side["top"]):
        at[seat] = (begin + (centre - len(by_side["top"]) * (w + 1) + 1) // 2 + nth * (w + 1), 0)
    for nth, seat in enumerate(by_side["own"]):
        at[seat] = (begin + (centre - len(by_side["own"]) * (w + 1) + 1) // 2 + nth * (w + 1), top + between)
    for name, x in (("left", 0), ("right", begin + centre + gap)):
        held = by_side[name]  # type: ignore[index]
        first = max(0, round(middle - len(held) * h / 2))
        for nth, seat in enumerate(reversed(held) if name == "left" else held):
            at[seat] = (x, first + nth * h)
    cards = dict(zip(seats, pile.cards, strict=False))
    for seat in at.keys() & cards.keys():
        if air and cards[seat] == pile.winning:
            (x, y), (right, down) = at[seat], NEARER[where[seat]]
            at[seat] = x + right, y + down
    spots = tuple(
        Spot(*at[seat], size, cards.get(seat, NO_CARD), seat, wins=seat in cards and cards[seat] == pile.winning)
        for seat in told.order
        if seat in at
    )
    x, y = begin + (centre - wide) // 2, top + (between - tall) // 2
    badge = Region(x, y, wide, tall) if told.badge else None
    words = tuple(CardLine(begin + (centre - width_of(line)) // 2, y + nth, line) for nth, line in enumerate(inside))
    return Block(width, height, spots, words, badge)


def free(area: Region, middle: Middle, beside: Region | None) -> Region:
    """Returns the widest part of the felt that is free of cards, log lines and badge."""
    lying = sorted((spot.place.x, spot.place.right) for spot in middle.spots)
    begins = accumulate((area.x, *(end for _, end in lying)), max)
    ends = (*(begin for begin, _ in lying), area.right if beside is None else beside.x)
    begin, end = max(zip(begins, ends, strict=True), key=lambda gap: gap[1] - gap[0])
    bottom = area.bottom if middle.badge is None else middle.badge.y
    return Region(begin + 2, area.y, max(0, end - begin - 4), max(0, bottom - area.y))


def above(area: Region, middle: Middle) -> Region:
    """Returns the felt above all the cards."""
    return area._replace(height=max(0, min((spot.y for spot in middle.spots), default=area.bottom) - area.y))
