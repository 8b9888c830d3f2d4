"""The other players' seats: name, side, cards, roles and marks, painted into their place in the layout."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from rich.style import Style
from textual.geometry import Region

from cardtable.cards import HIDDEN, Card, Cards, bits, rank_of, suit_of
from cardtable.engine.scene import Chair
from cardtable.engine.text import Text, clean, say_count
from cardtable.tui.draw.cells import DOTTED, HEAVY, LIGHT, ONE_BACK, Sheet, cut, short_names, width_of
from cardtable.tui.draw.painter import MARKED, SMALL, Painter
from cardtable.tui.felt.layout import NAME_FRAME
from cardtable.tui.terminal.palette import MOST_SEATS
from cardtable.words import Words

SIDES = "■□▣"
"""The signs of the sides, the viewer's own first."""
MARGIN = 4
"""Columns the frame of a seat takes, including a blank on either side."""
STYLED = 5
"""Minimum rows of a seat that shows the style of its bot."""
DOTS = 3
"""Maximum dots after the word for thinking."""
FAN = 9
"""Columns of a seat not available for a row of backs: frame, number, blanks."""
NARROW_BACK = "▌"
"""A back in a row of text if whole ones do not fit, or are not needed to tell cards apart."""
FAN_STEP = 2
"""Columns from back to back, the same in every fan, so that fans can be compared."""
FAN_STEPS = 4, 3
"""The same for face-up cards, which each show their index and half of their picture."""
FAN_ROWS = 3
"""Minimum rows for cards in a fan."""
TOP = "╭"
UPRIGHT = "│"
FOOT = "╰"


class ChairView(NamedTuple):
    """A player as drawn: the chair, and what the picture adds to it."""

    chair: Chair
    arrow: str = ""
    """Points to the player this one attacks, or to the attacker."""
    known: Cards = 0
    """The cards in hand to be shown."""
    attacked: bool = False
    style: str = ""
    """The style of a bot in a word or two, for seats with space for it."""
    titled: bool = False
    """Whether a title goes beside the name, because every seat has room for one there."""


def named(name: str, chair: Chair) -> str:
    """Returns the name with the sign of the player's side in front."""
    return name if chair.side is None else f"{SIDES[min(chair.side, len(SIDES) - 1)]} {name}"


def towards(place: Region, other: tuple[int, int]) -> str:
    """Returns the arrow from a seat towards a point, counting rows as twice as tall as columns are wide.

    >>> towards(Region(0, 10, 20, 3), (60, 12)), towards(Region(40, 0, 20, 3), (50, 30))
    ('►', '▼')
    """
    across = other[0] - (place.x + place.width // 2)
    down = 2 * (other[1] - (place.y + place.height // 2))
    if abs(across) > abs(down):
        return "►" if across > 0 else "◄"
    return "▼" if down > 0 else "▲"


def shared(parts: Sequence[str], widths: Sequence[int]) -> list[str]:
    """Distributes texts over lines of these widths, each onto the first line where it fits whole.

    If one fits nowhere, the longest are placed first. What still does not fit is cut, on the first line if that is
    empty, otherwise on the second.

    The widest lines are in the frame: they keep clear of its corners as long as the other lines have space.

    >>> shared(["► attacks", "for Vera", "partner"], [12, 12, 9])
    ['► attacks', 'for Vera', 'partner']
    >>> shared(["2 points", "leads", "takes so far"], [12, 12, 10])
    ['takes so far', '2 points', 'leads']
    >>> shared(["attacks", "out"], [15, 15])
    ['attacks · out', '']
    >>> shared(["attacks", "out"], [14, 9]), shared(["attacks", "out"], [14, 0])
    (['attacks', 'out'], ['attacks · out', ''])
    """
    orders = (parts, sorted(parts, key=width_of, reverse=True))
    tried = [_placed(order, room, dot) for dot in (" · ", "·") for room in (_clear(widths), widths) for order in orders]
    lines, homeless = min(tried, key=lambda placed: len(placed[1]))
    for part in homeless:
        nth = next((nth for nth in (0, 1) if not lines[nth]), 1)
        lines[nth] = cut(f"{lines[nth]} · {part}" if lines[nth] else part, widths[nth])
    return lines


def _clear(widths: Sequence[int]) -> list[int]:
    """Returns the widths, the widest ones reduced by a blank at both ends."""
    return [width - 2 if width == max(widths) else width for width in widths]


def _placed(parts: Sequence[str], widths: Sequence[int], dot: str = " · ") -> tuple[list[str], list[str]]:
    """Places each text on the first line where it fits whole; returns the lines and the texts that fit nowhere."""
    lines, homeless = [""] * len(widths), []
    for part in parts:
        for nth, width in enumerate(widths):
            longer = f"{lines[nth]}{dot}{part}" if lines[nth] else part
            if width_of(longer) <= width:
                lines[nth] = longer
                break
        else:
            homeless.append(part)
    return lines, homeless


def fan_width(cards: int, step: int = FAN_STEP) -> int:
    """Returns the columns of a fan of cards at this step; the last card is whole.

    >>> fan_width(3), fan_width(1), fan_width(0)
    (9, 5, 0)
    """
    return (cards - 1) * step + SMALL.width if cards else 0


def fanned(cards: int, width: int) -> int:
    """Returns how many of the cards fit into a seat's fan at this width; the number beside it gives the total.

    >>> fanned(6, 22), fanned(12, 22), fanned(3, 9)
    (6, 6, 0)
    """
    room = width - MARGIN - 3 - SMALL.width
    return min(cards, room // FAN_STEP + 1) if room >= 0 else 0


def backs_in(cards: int, room: int, whole: bool) -> list[str]:
    """Returns the ways to show a back per card in one line that fit, widest first; the number is shown beside them.

    If backs have two tones, narrow ones can be told apart as well as `whole` ones.

    >>> backs_in(3, 6, True), backs_in(3, 6, False), backs_in(3, 2, True)
    (['▐▌▐▌▐▌', '▌▌▌'], ['▌▌▌'], [])
    """
    return [back * cards for back in (ONE_BACK, NARROW_BACK)[not whole :] if len(back) * cards <= room]


class SeatPainter:
    """Paints the seats of one picture."""

    def __init__(self, painter: Painter, names: Sequence[str]) -> None:
        self.painter = painter
        self.words = painter.words
        self.palette = painter.palette
        self.names = names

    def paint(self, sheet: Sheet, place: Region, seated: ChairView) -> None:
        """Paints a player's seat: with a heavy frame if they are to act, a dotted one if they are out."""
        chair, said = seated.chair, tuple(self._said_of(seated))
        title = self._title(chair) if seated.titled else ""
        bare = seated._replace(
            chair=chair._replace(roles=(), points=None, marks=(), known=0, open=0, score=None), arrow=""
        )
        key = (
            self.words.language,
            self.words.letters,
            self.words.glyphs,
            tuple(self.names),
            place.size,
            bare,
            said,
            title,
        )
        seats = self.palette.seats
        if (seat := seats.get(key)) is None:
            drawn = Sheet(place.width, place.height, self.palette.table)
            self._paint(drawn, bare, said, title)
            if len(seats) == MOST_SEATS:
                seats.clear()
            seat = seats[key] = tuple(zip(drawn.signs, drawn.styles, strict=True))
        sheet.stamp(place.x, place.y, seat)

    def _paint(self, sheet: Sheet, seated: ChairView, said: Sequence[str], title: str) -> None:
        """Draws a seat on a sheet of its own size; `said` is every text about the player, the `title` included."""
        chair, look = seated.chair, self.palette
        width, height = sheet.width, sheet.height
        tone = self._tone(seated)
        edge = tone or look.edge
        text = look.dim if chair.out else look.table
        sheet.frame(0, 0, width, height, HEAVY if chair.acting else DOTTED if chair.out else LIGHT, edge)
        name, style = self._name(chair, width), text if chair.out else tone or look.bold
        blank = " " if width_of(name) + 4 <= width else ""
        sheet.put(2 if width_of(name) + NAME_FRAME <= width else 1, 0, f"{blank}{name}{blank}", style)
        whole, room, count = width - 2, width - MARGIN, str(chair.cards)
        beside_name, head = width - MARGIN - 4 - width_of(name), ""
        if title:
            said, beside_name = [part for part in said if part != title], 0
        style = look.acting if chair.acting else text
        rows = height - 2
        notes: list[str] = []
        fan = self._beside_fan(chair.cards, width, rows, (whole, beside_name))
        open_step = self.open_step(seated.known, chair.cards, room) if rows >= FAN_ROWS else 0
        if open_step and not _placed(said, (whole, beside_name, *[whole] * (rows - FAN_ROWS)))[1]:
            end = self._open_fan(sheet, seated.known, chair.cards, open_step)
            sheet.put(end + 1, 2, count, look.bold)
            foot, head, *notes = shared(said, (whole, beside_name, *[whole] * (rows - FAN_ROWS)))
            notes = [note for note in notes if note]
        elif seated.known:
            beside = room - len(count) - 1
            lines = self.lines_of(seated.known, beside)
            if len(lines) <= rows:
                sheet.put(width - 2 - len(count), 1, count, look.bold)
                behind = (
                    max(0, beside - width_of(" ".join(lines[0])) - 2) if seated.known.bit_count() == chair.cards else 0
                )
                places = (whole, beside_name, behind, *[whole] * (rows - len(lines)))
            else:
                beside, lines = room, cut_off(self.lines_of(seated.known, room), rows, room)
                sheet.put(width - 3 - len(count), height - 1, f" {count} ", look.bold)
                places = (room - len(count) - 2, beside_name, 0, *[whole] * (rows - len(lines)))
            self._known(sheet, 2, 1, 2 + beside, lines, chair.cards, seated.known)
            foot, head, aside, *notes = shared(said, places)
            sheet.put(2 + beside - width_of(aside), 1, aside, style)
            notes = [note for note in notes if note]
        elif chair.out:
            *notes, foot, head = shared(said, (*[whole] * rows, whole, beside_name))
        elif rows >= FAN_ROWS and not _placed(said, fan)[1]:
            middle = 1 + rows // 2
            end = self._fan(sheet, 2, 1, chair.cards, width, rows)
            sheet.put(end + 1, middle, count, look.bold)
            foot, head, aside = shared(said, fan)
            sheet.put(width - 2 - width_of(aside), middle, aside, style)
        else:
            held = room - len(count) - 1
            # Text goes beside the backs if there is space, and replaces them if not; narrower backs are better than
            # text touching the frame.
            ways = [
                (backs, (whole, beside_name, max(0, held - width_of(backs) - 1), *[whole] * (rows - 1)))
                for backs in (*self._backs(chair.cards, held), "")
            ]
            clear = [(backs, places) for backs, places in ways if backs and not _placed(said, _clear(places))[1]]
            whole_ways = [(backs, places) for backs, places in ways if not _placed(said, places)[1]]
            backs, places = next(iter((*clear, *whole_ways)), ways[-1])
            foot, head, aside, *notes = shared(said, places)
            at = sheet.put(2, 1, backs, self._row_of_backs)
            sheet.put(at + (1 if backs else 0), 1, count, look.bold)
            sheet.put(width - 2 - width_of(aside), 1, aside, style)
            notes = [note for note in notes if note]
        for nth, line in enumerate(notes):
            sheet.put(2 if width_of(line) <= room else 1, height - 1 - len(notes) + nth, line, style)
        if head := title or head:
            sheet.put(width - 3 - width_of(head), 0, f" {head} ", style)
        elif seated.style and height >= STYLED and width_of(f"{name} · {seated.style}") + NAME_FRAME <= width:
            sheet.put(3 + width_of(name), 0, f" · {seated.style} ", text)
        if foot:
            blank = " " if width_of(foot) <= room else ""
            begin = 2 if width_of(foot) + NAME_FRAME <= width else 1
            sheet.put(begin, height - 1, f"{blank}{foot}{blank}", style)

    def thinks(self, sheet: Sheet, place: Region, chair: Chair, dots: int) -> None:
        """Shows in a free part of the frame that this player is thinking; nothing else at the seat moves for it.

        If the word does not fit, only its dots are shown, and if they do not, a single one in the corner.
        """
        x, y, width, height = place
        flat = (HEAVY if chair.acting else LIGHT).flat
        word, tail = self.words.say("thinks"), "." * dots + " " * (DOTS - dots)
        for said in (f" {word}{tail} ", f" {tail} "):
            for row in (y + height - 1, y):
                edge = "".join(sign or " " for sign in sheet.signs[row][x + 1 : x + width - 1])
                at = edge.rfind(flat * (width_of(said) + 1)) if 0 <= row < sheet.height else -1
                if at >= 0:
                    sheet.put(x + 1 + at, row, said, self.palette.acting)
                    return
        sheet.put(
            x + width - 1, y, MARKED if dots % 2 else (HEAVY if chair.acting else LIGHT).right_top, self.palette.acting
        )

    def _beside_fan(self, cards: int, width: int, rows: int, frame: tuple[int, int]) -> tuple[int, ...]:
        """Returns the columns for text at a seat with a fan: those in the frame, and those after the number."""
        backs = fan_width(fanned(cards, width)) or width_of("".join(self._backs(cards, width - FAN)[:1]))
        return (*frame, max(0, width - MARGIN - backs - len(str(cards)) - 2))

    def _backs(self, cards: int, room: int) -> list[str]:
        return backs_in(cards, room, whole=not self.painter.pixels)

    def open_step(self, known: Cards, cards: int, room: int) -> int:
        """Returns the columns from card to card if a hand fits face up, unknown cards face down; otherwise 0."""
        if not known or not self.painter.pixels:
            return 0
        left = room - len(str(cards)) - 1
        least = 1 + max(width_of(self.words.card(card)) for card in bits(known))
        return next((step for step in FAN_STEPS if least <= step and fan_width(cards, step) <= left), 0)

    def _open_fan(self, sheet: Sheet, known: Cards, cards: int, step: int) -> int:
        """Draws the known cards of a hand by suit, then backs; returns the column after them."""
        hand = [*_by_suit(known), *[HIDDEN] * (cards - known.bit_count())]
        for nth, card in enumerate(hand):
            self.painter.card(sheet, 2 + nth * step, 1, card, SMALL)
        return 2 + fan_width(cards, step)

    def _fan(self, sheet: Sheet, x: int, y: int, cards: int, width: int, rows: int) -> int:
        """Draws face-down cards of this height in a fan, a back per card; returns the column after them."""
        shown = fanned(cards, width)
        if not cards:
            return x
        if not shown:
            return sheet.put(x, y + rows // 2, "".join(self._backs(cards, width - FAN)[:1]), self._row_of_backs)
        inks = self.palette.bright
        if self.painter.pixels:
            lowest = "▌" + inks.pattern
            for row in range(y, y + rows):
                end = sheet.put(x, row, lowest * shown + inks.pattern * (SMALL.width - FAN_STEP - 1) + "▐", inks.back)
                for at in (*range(x, x + FAN_STEP * shown, FAN_STEP), end - 1):
                    sheet.styles[row][at] = inks.hem
            return end
        widths = [FAN_STEP - 1] * (shown - 1) + [SMALL.width - 2]
        sheet.put(x, y, TOP + TOP.join("─" * wide for wide in widths) + "╮", inks.edge)
        for row in range(y + 1, y + rows - 1):
            at = x
            for wide in widths:
                at = sheet.put(at, row, UPRIGHT, inks.edge)
                at = sheet.put(at, row, inks.pattern * wide, inks.back)
            sheet.put(at, row, UPRIGHT, inks.edge)
        return sheet.put(x, y + rows - 1, FOOT + FOOT.join("─" * wide for wide in widths) + "╯", inks.edge)

    def titles_fit(self, seated: Sequence[ChairView], places: Sequence[Region]) -> bool:
        """Returns whether every title fits beside its name, and all other texts below it or beside the backs."""
        for one, (_, _, width, height) in zip(seated, places, strict=True):
            title, cards = self._title(one.chair), one.chair.cards
            others = [part for part in self._said_of(one) if part != title]
            room = width - MARGIN - 4 - width_of(self._name(one.chair, width))
            *_, aside = self._beside_fan(cards, width, height - 2, (width - 2, 0))
            if height - 2 < FAN_ROWS:
                aside = max(0, width - MARGIN - len(str(cards)) - 2 - len(NARROW_BACK) * cards)
            if not 0 < width_of(title) <= room or _placed(others, (width - 2, aside))[1]:
                return False
        return True

    def _title(self, chair: Chair) -> str:
        return self._said(chair.roles[0]) if chair.titled and chair.roles else ""

    def _tone(self, seated: ChairView) -> Style | None:
        """Returns the colour of a seat: to act, under attack, or on the viewer's side; None for others."""
        look, chair = self.palette, seated.chair
        if chair.out:
            return None
        if chair.acting:
            return look.acting
        return look.danger if seated.attacked else look.partner if chair.side == 0 else None

    @property
    def _row_of_backs(self) -> Style:
        """The style of backs in a single line: light on dark, without a frame."""
        return self.palette.bright.back

    def _name(self, chair: Chair, width: int) -> str:
        names = [clean(name) for name in self.names]
        sign = named("", chair)
        return sign + short_names(names, width - 2 - width_of(sign))[chair.seat]

    def _said_of(self, seated: ChairView) -> list[str]:
        chair = seated.chair
        roles = [part for part in map(self._said, chair.roles) if part]
        if seated.arrow:
            roles[-1:] = [f"{roles[-1]} {seated.arrow}" if roles else seated.arrow]
        said = [*roles, *filter(None, map(self._said, chair.marks))]
        if chair.points is not None:
            said.insert(0, self._said(chair.points))
        return said

    def _known(self, sheet: Sheet, x: int, y: int, end: int, lines: list[list[str]], cards: int, known: Cards) -> None:
        """Draws the known cards by suit, and backs for the others if they fit."""
        after = x
        for nth, line in enumerate(lines):
            after = sheet.put(x, y + nth, " ".join(line), self.palette.table)
        unknown = cards - known.bit_count()
        if unknown and after + 1 + unknown <= end:
            sheet.put(after + 1, y + len(lines) - 1, NARROW_BACK * unknown, self.palette.edge)

    def lines_of(self, known: Cards, room: int) -> list[list[str]]:
        """Returns the known cards of a hand by suit, in lines of at most this many cells."""
        lines: list[list[str]] = [[]]
        left = room
        for card in _by_suit(known):
            face = self.words.card(card)
            if lines[-1] and width_of(face) > left:
                lines.append([])
                left = room
            lines[-1].append(face)
            left -= width_of(face) + 1
        return lines

    def _said(self, text: Text) -> str:
        return clean(self.words.text(text, self.names))


def _by_suit(cards: Cards) -> list[Card]:
    """Sorts face-up cards by suit."""
    return sorted(bits(cards), key=lambda card: (suit_of(card) is None, suit_of(card) or 0, rank_of(card), card))


def cut_off(lines: list[list[str]], most: int, room: int) -> list[list[str]]:
    """Returns at most this many lines; the last ends with the number of cards left out.

    >>> cut_off([["6s", "7s", "8s"], ["9s"]], 1, 9)
    [['6s', '7s', '+2']]
    """
    if len(lines) <= most:
        return lines
    kept, missing = [*lines[: most - 1], list(lines[most - 1])], sum(map(len, lines[most:]))
    while kept[-1] and width_of(" ".join([*kept[-1], f"+{missing}"])) > room:
        kept[-1].pop()
        missing += 1
    kept[-1].append(f"+{missing}")
    return kept


def own_line(chair: Chair, words: Words, names: Sequence[str], label: str, width: int, own: Sequence[Text] = ()) -> str:
    """Returns the viewer's own chair as a line, starting with `label` and including what only they may know.

    If space is short, the number of cards is dropped first, since it is visible anyway; then the spaces between
    parts, then the mark that this is the viewer, then the end of the name.
    """
    points = () if chair.points is None else (chair.points,)
    held = say_count("{count} card in hand", "{count} cards in hand", chair.cards)
    said = (*chair.roles, *points, *chair.marks, *own, held)
    parts = [clean(part) for part in (named(label, chair), *(words.text(text, names) for text in said))]
    short = [named(clean(names[chair.seat]), chair), *parts[1:-1]]
    lines = (" · ".join(parts), " · ".join(parts[:-1]), "·".join(parts[:-1]), " · ".join(short), "·".join(short))
    rest = "".join(f"·{part}" for part in short[1:])
    shortest = cut(short[0], max(1, width - width_of(rest))) + rest
    return next((line for line in lines if width_of(line) <= width), shortest)
