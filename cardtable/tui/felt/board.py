"""The felt: the other players around it, and in the middle every pile of the scene but the viewer's hand."""

from __future__ import annotations

from collections.abc import Container, Sequence
from functools import partial

from textual.geometry import Region
from textual.timer import Timer

from cardtable.cards import HIDDEN, Card
from cardtable.engine.moves import Seat
from cardtable.engine.scene import NO_CARD, Pile
from cardtable.engine.text import clean
from cardtable.tui.draw.cells import LIGHT, Sheet, cut, newest, short_names, width_of
from cardtable.tui.draw.painter import BIG, SMALL, Painter
from cardtable.tui.felt.balloon import Balloon, balloon_at, paint_balloon
from cardtable.tui.felt.ceremony import TURNS, Ceremony
from cardtable.tui.felt.chairs import FAN_ROWS, MARGIN, ChairView, SeatPainter, named, towards
from cardtable.tui.felt.cloth import Corners, Felt, Past
from cardtable.tui.felt.history import Shown, box_size, paint_box
from cardtable.tui.felt.layout import (
    SEAT,
    STRIP,
    WIDEST,
    Seats,
    Shape,
    Taken,
    in_corner,
    is_wide,
    largest_played,
    seats_round,
    smaller,
)
from cardtable.tui.felt.lying import LaidOut, Middle, Spot
from cardtable.tui.felt.middle import above, badge_size, free, lay_out, round_over
from cardtable.tui.program import program
from cardtable.words import Words

LINES, MOST_LINES = 24, 34
"""Columns for the last lines of the log beside the cards: minimum and maximum."""
WAY = (0, 5, 20, 50, 100)
"""Per cent of its way a card still has to go, by the number of frames left."""
ARRIVAL = len(WAY) - 1
LARGE_WAY = (0, 20, 20, 100, 100)
"""The same for a large card, which takes fewer steps: each costs the bytes of a whole card."""
OPEN_ROWS = 4
"""Rows of a seat whose cards are exposed by the rules."""
GONE = (0, 60, 20)
"""Per cent of the way to their taker that cards have gone, by the number of frames left."""
DEPARTURE = len(GONE) - 1
"""Frames in which taken cards move, face down, to their taker."""
THOUGHTS, THOUGHT = 3, 0.5
"""Maximum dots after the word for thinking, and seconds from one dot to the next."""


class Board(Ceremony):
    """Seats, stock, pairs, rows, tricks and other piles."""

    DEFAULT_CSS = "Board { height: 1fr; }"
    CLOTH = True

    def __init__(self, words: Words, *, id: str | None = None) -> None:
        super().__init__(words, id=id)
        self.felt = Felt()
        self._going: tuple[Pile, ...] = ()
        """The cards being taken away, face down."""
        self._taker: Seat | None = None
        """The player who takes them; None if they are discarded."""
        self._deals = False
        """Whether the next scene is a new deal."""
        self._coming: dict[Card, Seat | None] = {}
        """The cards on their way to the felt, with the seats that played them."""
        self.screen_size = (0, 0)
        """Columns and rows of the whole screen, which determine the card sizes."""
        self._laid_out: tuple[object, tuple[Seats, Middle, Region | None]] | None = None
        self._corners: tuple[object, Corners] | None = None
        self._covered: Region | None = None
        """The region covered by a list over the felt."""
        self._thinking: Seat | None = None
        """The player who has been thinking for a long time."""
        self._thought = 0
        """The number of dots shown, less one."""
        self._dots: Timer | None = None

    def show(self, felt: Felt, held: Container[Card] = ()) -> None:
        """Shows this felt. `held` is the viewer's hand before: cards played from it come from below."""
        self._set_out(felt, held)
        if felt != self.felt:
            self.felt = felt
            self.repaint()

    def cover(self, place: Region | None) -> None:
        """Notes the region covered by a list, so that it cuts no corner box in two."""
        self._covered, self._corners = place, None
        self.repaint()

    def _cut(self, place: Region | None) -> bool:
        return place is not None and self._covered is not None and place.overlaps(self._covered)

    def deal(self) -> None:
        """Animates the dealing when the next scene is shown."""
        self._deals = True

    def fit(self, width: int, height: int) -> None:
        """Notes the size of the whole screen."""
        self.screen_size = (width, height)

    def show_thinking(self, seat: Seat | None) -> None:
        """Shows that a player is thinking, with animated dots if motion is on; None shows nobody."""
        if seat == self._thinking:
            return
        self._thinking, self._thought = seat, THOUGHTS - 1
        if self._dots is not None:
            self._dots.stop()
            self._dots = None
        if self.is_mounted:
            if seat is not None and self.moves and program(self).moving:
                self._dots = self.set_interval(THOUGHT, self._think_on)
            self.repaint()

    def _think_on(self) -> None:
        self._thought = (self._thought + 1) % THOUGHTS
        self.repaint()

    def _set_out(self, felt: Felt, held: Container[Card]) -> None:
        """Starts animating the cards that have come or gone, or the dealing."""
        if self._deals:
            self._deals, self._going, self._coming = False, (), {}
            seats = [chair.seat for chair in felt.chairs if chair.cards]
            self.start_dealing([*seats, felt.viewer] if felt.held else seats)
            return
        old, piles = self.felt.piles, felt.piles
        before, now = open_cards(old), open_cards(piles)
        came = now - before
        grown = {pile.key: pile.size for pile in old}
        came |= {pile.cards[-1] for pile in piles if _is_open(pile) and pile.size > grown.get(pile.key, pile.size)}
        gone = bool(before - now)
        if not old or not (came or gone):
            return
        self.close()  # An announcement stays until the first move.
        if self.dealing is not None:
            self.stop()
        if not self.frames_left:
            self._coming = {}
        if gone and self.frames_left <= ARRIVAL:
            self._going = tuple(map(_face_down, old))
            self._taker = taker(self.felt, felt)
        acted = next((chair.seat for chair in self.felt.chairs if chair.acting), None)
        self._coming |= {card: felt.viewer if card in held else acted for card in came}
        self.start(ARRIVAL + (DEPARTURE if gone else 0))

    @property
    def _takes(self) -> bool:
        """Whether cards are on their way to their taker."""
        return self.dealing is None and self.frames_left > ARRIVAL

    # Where everything is

    def shape(self) -> Shape:
        """Returns the space this felt needs."""
        felt = self.felt
        names = [clean(name) for name in felt.names]
        return Shape(
            tuple(width_of(named(names[chair.seat], chair)) for chair in felt.chairs),
            0,
            seat_rows=self._rows_of_open_hands()
            if felt.all_known
            else OPEN_ROWS * any(chair.open for chair in felt.chairs),
            rims=any(pile.layout == "pairs" for pile in felt.piles),
        )

    def _rows_of_open_hands(self) -> int:
        """Returns the rows of a seat that shows every known card, at the width of a seat in a strip."""
        painter = SeatPainter(self.painter, self.felt.names)
        per_line = -(-len(self.felt.chairs) // -(-len(self.felt.chairs) // STRIP)) if self.felt.chairs else 1
        room = min(WIDEST, self.size.width // per_line - 1) - MARGIN
        if is_wide(*self.screen_size):
            room = SEAT - MARGIN
        held = [chair for chair in self.felt.chairs if chair.known]
        lines = max((len(painter.lines_of(chair.known, room)) for chair in held), default=1)
        fans = held and all(painter.open_step(chair.known, chair.cards, room) for chair in held)
        return 2 + max(lines, FAN_ROWS if fans else 1)

    def laid_out(self, width: int, height: int, *, at_rest: bool = False) -> tuple[Seats, Middle, Region | None]:
        """Returns the seats, the cards in the middle, and the region for the latest events beside them.

        With `at_rest`, cards are where they will be once all motion has ended. If the cards do not fit between seats at
        both sides, all seats form a strip.
        """
        rests = at_rest or not self._takes
        asked = *self._asked(width, height), None if rests else self._going
        if self._laid_out is None or self._laid_out[0] != asked:
            # Positions are requested several times for each painting.
            self._laid_out = asked, self._lay_out(width, height, at_rest=at_rest)
        return self._laid_out[1]

    def _asked(self, width: int, height: int) -> tuple[object, ...]:
        """Returns everything the layout depends on."""
        return width, height, self.screen_size, self.small, self.words.language, self.words.glyphs, self.felt

    def _lay_out(self, width: int, height: int, *, at_rest: bool) -> tuple[Seats, Middle, Region | None]:
        wide = is_wide(*self.screen_size)
        seats = seats_round(width, height, self.shape(), wide=wide)
        middle, beside = self._middle(seats, at_rest=at_rest)
        if wide and middle.squeezed:
            strip = seats_round(width, height, self.shape(), wide=False)
            in_strip, _ = self._middle(strip, at_rest=at_rest)
            if not in_strip.squeezed:
                return strip, in_strip, None
        return seats, middle, beside

    def _middle(self, seats: Seats, *, at_rest: bool) -> tuple[Middle, Region | None]:
        felt = self.felt
        piles = self._going if self._takes and not at_rest else felt.piles
        wide = is_wide(*self.screen_size)
        told = LaidOut(
            tuple(pile._replace(label=None, note=None) for pile in piles),
            tuple([self._label(pile, noted=wide) for pile in piles]),
            (felt.viewer, *(chair.seat for chair in felt.chairs)),
            ("own", *seats.sides),
            tuple(self._names_at_cards),
            felt.badge,
            wide,
            seats.rims,
        )
        largest = largest_played(*self.screen_size, self.small)
        area = seats.middle
        if area.width > 2:
            area = Region(area.x + 1, area.y, area.width - 2, area.height)
        whole = lay_out(told, area, largest)
        if not felt.lines:
            return whole, None
        room = max(LINES, min(MOST_LINES, area.width - whole.width - 2))
        beside = Region(area.right - room, area.y, room, area.height)
        narrower = lay_out(told, Region(area.x, area.y, area.width - room - 2, area.height), largest)
        return (narrower, beside) if narrower.as_roomy_as(whole, area.width - room - 2) else (whole, None)

    # Painting

    def paint(self, sheet: Sheet) -> None:
        """Draws the seats, then everything between them."""
        felt, look = self.felt, self.palette
        seats, middle, beside = self.laid_out(sheet.width, sheet.height)
        if beside is not None:
            lines = newest([clean(text) for text in felt.lines], beside.width, beside.height - 1)
            for y, text in enumerate(lines, beside.bottom - len(lines)):
                sheet.put(beside.x, y, text, look.table)
        corners = self.corners(sheet.width, sheet.height)
        badge = corners.badge or (None if self._cut(middle.badge) else middle.badge)
        if badge is not None:
            self._badge(sheet, badge)
        self._past(sheet, corners)
        for section, place in (
            (felt.section, self.section_place(sheet.width, sheet.height)),
            (self._order, corners.order),
        ):
            if section is not None and place is not None:
                paint_box(sheet, look, section, place)
        painter = SeatPainter(self.painter, felt.names)
        anchors = self._anchors(seats, sheet)
        seated = []
        for chair, place in zip(felt.chairs, seats.places, strict=True):
            known = chair.open | (chair.known if felt.with_known else 0)
            attacked = any(chair.seat == target for _, target in felt.arrows)
            style = felt.styles[chair.seat] if felt.styles else ""
            if self.dealing is not None:
                landed = self.dealing.landed(chair.seat, chair.cards, self.passed)
                chair, known = chair._replace(cards=landed, open=0, known=0), 0
            seated.append(ChairView(chair, self._arrow(chair.seat, place, anchors), known, attacked, style))
        titled = painter.titles_fit(seated, seats.places)
        for (chair, *_), view, place in zip(seated, seated, seats.places, strict=True):
            painter.paint(sheet, place, view._replace(titled=titled))
            if chair.seat == self._thinking:
                painter.thinks(sheet, place, chair, self._thought + 1)
        names = self._names_at_cards
        for line in middle.words:
            text = line.text
            if line.by is not None:
                text = short_names(names, line.width)[line.by]
            sheet.put(line.x, line.y, text, look.dim)
        if corners.balloon is not None:
            paint_balloon(sheet, look, corners.balloon)
        cards = self.painter
        for spot in middle.spots:
            self._spot(sheet, cards, spot, anchors)
        self._deal_out(sheet, seats, middle, anchors)
        self.paint_banner(sheet, smaller(largest_played(*self.screen_size, self.small)))

    def _anchors(self, seats: Seats, sheet: Sheet) -> dict[Seat, tuple[int, int]]:
        """Returns the middle of every seat; the viewer's is below the felt."""
        found = {self.felt.viewer: (sheet.width // 2, sheet.height + 2)}
        for chair, place in zip(self.felt.chairs, seats.places, strict=True):
            found[chair.seat] = (place.x + place.width // 2, place.y + place.height // 2)
        return found

    def _arrow(self, seat: Seat, place: Region, anchors: dict[Seat, tuple[int, int]]) -> str:
        for attacker, defender in self.felt.arrows:
            if attacker == seat and defender in anchors:
                return towards(place, anchors[defender])
        return ""

    def _spot(self, sheet: Sheet, painter: Painter, spot: Spot, anchors: dict[Seat, tuple[int, int]]) -> None:
        """Draws a card in its place or on its way there, or an empty place."""
        look, felt = painter.palette, self.felt
        x, y, size, card = spot.x, spot.y, spot.size, spot.card
        aimed = spot.on is None and card == felt.target and card in felt.targets
        open_place = spot.on is not None and card == NO_CARD
        of = spot.on if open_place else card
        left = 0
        if self.dealing is not None and card >= 0:
            # The card turned up leaves the pack once everybody has their cards.
            if self.frames_left > TURNS:
                return
            card = card if self.frames_left <= TURNS // 2 else HIDDEN
        moving = card != NO_CARD and card in self._coming and 0 < self.frames_left <= ARRIVAL
        taken = self._takes and card == HIDDEN and not spot.stays and self._taker in anchors
        if taken:
            to_x, to_y = anchors[self._taker]  # type: ignore[index]  # it is among them
            gone = GONE[self.frames_left - ARRIVAL]
            x += (to_x - size.width // 2 - x) * gone // 100
            y += (to_y - size.height // 2 - y) * gone // 100
        if moving:
            by = self._coming[card]
            from_x, from_y = anchors.get(felt.viewer if by is None else by, (x, y))
            left = (LARGE_WAY if size.width > BIG.width else WAY)[self.frames_left]
            x += (from_x - size.width // 2 - x) * left // 100
            y += (from_y - size.height // 2 - y) * left // 100
            if size.width > BIG.width:
                # A large face costs kilobytes per frame, the back is a single pattern. The last frame turns the card
                # up.
                card = HIDDEN
        if spot.under and spot.step:
            painter.fan(sheet, x, y, spot.under, spot.step, size)
        if moving and left == WAY[ARRIVAL]:
            # It is still in the hand: painting it over a seat would mean sending that seat twice.
            pass
        elif card != NO_CARD:
            painter.card(sheet, x, y, card, size, heavy=aimed or spot.wins, faint=spot.beaten)
            if card != HIDDEN and felt.meant >> card & 1:
                painter.point(sheet, x, y, size.width)
        elif open_place:
            if of == felt.target and of in felt.targets:
                painter.empty(sheet, x, y, size, "?", look.acting)
        else:
            waits = spot.by is not None and spot.by == felt.awaited
            painter.empty(sheet, x, y, size, "?" if waits else "", look.acting if waits else look.edge)
        if of is not None and of in felt.targets:
            self.answers(Region(spot.x, spot.y, size.width, size.height), f"target({of})")

    def _deal_out(self, sheet: Sheet, seats: Seats, middle: Middle, anchors: dict[Seat, tuple[int, int]]) -> None:
        """Draws card backs on their way from the pack, or else the middle, to the players being dealt to."""
        if self.dealing is None:
            return
        size = BIG if is_wide(*self.screen_size) else SMALL
        pack = next((spot.place for spot in middle.spots if spot.stays and spot.card == HIDDEN), seats.middle)
        for seat, part in self.dealing.in_air(self.passed):
            (to_x, to_y), left = anchors[seat], 1 - part
            x = to_x + int((pack.x + pack.width // 2 - to_x) * left)
            y = to_y + int((pack.y + pack.height // 2 - to_y) * left)
            self.painter.card(sheet, x - size.width // 2, y - size.height // 2, HIDDEN, size)

    def _badge(self, sheet: Sheet, place: Region) -> None:
        """Draws the box that says what this deal or trick is about."""
        look = self.palette
        sheet.frame(*place, LIGHT, look.edge)
        for nth, line in enumerate(self.felt.badge[: place.height - 2]):
            sheet.put(place.x + 2, place.y + 1 + nth, cut(line, place.width - 4), look.bold)

    def section_place(self, width: int, height: int) -> Region | None:
        """Returns the region for the section read on an empty felt of this size; None if it does not fit."""
        section = self.felt.section
        if section is None:
            return None
        seats, middle, beside = self.laid_out(width, height, at_rest=True)
        for area in (free(seats.middle, middle, beside), above(seats.middle, middle)):
            wide, tall = box_size(section, area.width)
            if wide <= area.width and tall <= area.height:
                return Region(area.x + (area.width - wide) // 2, area.y + (area.height - tall) // 2, wide, tall)
        return None

    def _past(self, sheet: Sheet, corners: Corners) -> None:
        """Draws a box with the cards of the last round and the names of those who played them."""
        past, place, look = self.felt.past, corners.past, self.palette
        if past is None or place is None:
            return
        sheet.frame(*place, LIGHT, look.edge)
        sheet.put(place.x + 2, place.y, f" {past.title} ", look.bold)
        end = self._end(past)
        if end:
            sheet.put(place.right - 4 - width_of(end), place.bottom - 1, f" {end} ", look.table)
        block = round_over(past.laid, past.taker, self._names_at_cards, corners.size).at(place.x + 2, place.y + 1)
        for spot in block.spots:
            self.painter.card(sheet, spot.x, spot.y, spot.card, spot.size, heavy=spot.wins)
        for line in block.words:
            sheet.put(line.x, line.y, line.text, look.dim)

    def _end(self, past: Past) -> str:
        return "" if past.taker is None else f"{past.sign} {self._names_at_cards[past.taker]}"

    @property
    def _names_at_cards(self) -> list[str]:
        return [clean(name) for name in self.felt.labels or self.felt.names]

    def corners(self, width: int, height: int) -> Corners:
        """Returns the corner boxes: the order of the cards, a badge that does not fit in the middle, the last round.

        Cards are as large as fits. Moving cards pass over the boxes, which only avoid cards at their final place.
        """
        asked = self._asked(width, height)
        if self._corners is None or self._corners[0] != asked:
            self._corners = asked, self._find_corners(width, height)
        return self._corners[1]

    def _find_corners(self, width: int, height: int) -> Corners:
        felt = self.felt
        if not is_wide(*self.screen_size):
            return Corners()
        seats, middle, _ = self.laid_out(width, height, at_rest=True)
        # Plain tuples: Regions take several times as long to test for overlap.
        whole = (*seats.places, middle.badge, self.section_place(width, height), self._covered)
        taken = [place.corners for place in whole if place]
        taken += [spot.place.grow((0, 1, 0, 0)).corners for spot in middle.spots]
        taken += [(line.x, line.y, line.x + max(line.width, width_of(line.text)), line.y + 1) for line in middle.words]
        corner = partial(in_corner, (width, height), taken)
        order = corner(box_size(self._order, width), "lr") if felt.order else None
        loose = middle.badge is None or self._cut(middle.badge)
        badge = corner(badge_size(felt.badge), "rl") if felt.badge and loose else None
        largest = largest_played(*self.screen_size, self.small)
        for size in (BIG, SMALL) if felt.past is not None and largest is not SMALL else ():
            assert felt.past is not None
            block = round_over(felt.past.laid, felt.past.taker, self._names_at_cards, size)
            wide = max(block.width + 3, width_of(felt.past.title) + 6, width_of(self._end(felt.past)) + 6)
            if past := corner((wide, block.height + 2), "rl"):
                return Corners(order, badge, past, size, self._balloon(seats, (width, height), taken))
        return Corners(order, badge, balloon=self._balloon(seats, (width, height), taken))

    def _balloon(self, seats: Seats, room: tuple[int, int], taken: Sequence[Taken]) -> Balloon | None:
        if self.felt.spoken is None:
            return None
        seat, text = self.felt.spoken
        places = zip(self.felt.chairs, seats.places, strict=True)
        place = next((place for chair, place in places if chair.seat == seat), None)
        return None if place is None else balloon_at(room, taken, place, clean(text))

    @property
    def _order(self) -> Shown:
        return Shown(self.words.say("High to low"), ((self.felt.order,),), 1)

    def _label(self, pile: Pile, *, noted: bool) -> str:
        note, label = (
            "" if text is None else clean(self.words.text(text, self.felt.names))
            for text in (pile.note if noted else None, pile.label)
        )
        if pile.layout == "pairs":
            return note
        if pile.layout == "stack" and str(pile.size) not in label:
            label = f"{label} {pile.size}".strip()
        return f"{note}\n{label}" if note else label


def taker(before: Felt, after: Felt) -> Seat | None:
    """Returns the player who took the cards: the winner of the trick, or else the one whose hand grew as much."""
    for pile in before.piles:
        if pile.winning is not None and pile.winning in pile.cards and len(pile.by) == len(pile.cards):
            return pile.by[pile.cards.index(pile.winning)]
    gone = len(open_cards(before.piles) - open_cards(after.piles))
    held = {chair.seat: chair.cards for chair in before.chairs} | {before.viewer: before.held}
    now = {chair.seat: chair.cards for chair in after.chairs} | {after.viewer: after.held}
    return next((seat for seat, cards in now.items() if cards - held.get(seat, cards) >= gone), None)


def open_cards(piles: Sequence[Pile]) -> set[Card]:
    """Returns the played cards that lie face up."""
    return {card for pile in piles if pile.layout != "stack" for card in pile.cards if card >= 0}


def _is_open(pile: Pile) -> bool:
    """Returns whether this is a stack with a face-up card on top."""
    return pile.layout == "stack" and bool(pile.cards) and pile.cards[-1] >= 0


def _face_down(pile: Pile) -> Pile:
    """Returns a pile of played cards face down, as they are taken away."""
    if pile.layout == "stack":
        return pile
    return pile._replace(cards=tuple(HIDDEN if card >= 0 else card for card in pile.cards))
