"""The other players, in a strip across the top."""

from __future__ import annotations

from collections.abc import Sequence

from cardtable.cards import Cards, bits, rank_of, suit_of
from cardtable.engine.scene import Chair
from cardtable.engine.text import Text, clean, say_count
from cardtable.tui.canvas import BACK, HEAVY, LIGHT, Canvas, Sheet, cut, short_names, width_of
from cardtable.words import Words

WIDEST = 34
PER_ROW = 6


def strip_height(chairs: int, width: int, height: int) -> int:
    """Rows that the strip needs: three where few chairs have to fit a low screen."""
    each = 3 if chairs <= 3 and height < 28 and width >= 72 else 4
    return each * max(1, -(-chairs // PER_ROW))


def shared(parts: Sequence[str], widths: Sequence[int]) -> list[str]:
    """The parts on lines of these widths, each on the first where it fits whole; where one then fits nowhere, the
    longest are placed first. What still does not fit is cut on the first line that is empty, or else on the second.

    >>> shared(["► attacks", "for Vera", "partner"], [12, 12, 9])
    ['► attacks', 'for Vera', 'partner']
    >>> shared(["2 points", "leads", "takes so far"], [12, 12, 10])
    ['takes so far', '2 points', 'leads']
    >>> shared(["attacks", "out"], [14, 14])
    ['attacks · out', '']
    """
    lines, homeless = _placed(parts, widths)
    if homeless:
        by_length = _placed(sorted(parts, key=width_of, reverse=True), widths)
        lines, homeless = min((lines, homeless), by_length, key=lambda placed: len(placed[1]))
    for part in homeless:
        nth = next((nth for nth in (0, 1) if not lines[nth]), 1)
        lines[nth] = cut(f"{lines[nth]} · {part}" if lines[nth] else part, widths[nth])
    return lines


def _placed(parts: Sequence[str], widths: Sequence[int]) -> tuple[list[str], list[str]]:
    """Each part on the first line where it fits whole, and those that fit nowhere."""
    lines, homeless = [""] * len(widths), []
    for part in parts:
        for nth, width in enumerate(widths):
            longer = f"{lines[nth]} · {part}" if lines[nth] else part
            if width_of(longer) <= width:
                lines[nth] = longer
                break
        else:
            homeless.append(part)
    return lines, homeless


class Chairs(Canvas):
    """Name, cards, roles and marks of everybody but the viewer."""

    DEFAULT_CSS = "Chairs { height: 3; }"

    def __init__(self, words: Words, *, id: str | None = None) -> None:
        super().__init__(words, id=id)
        self.chairs: tuple[Chair, ...] = ()
        self.names: Sequence[str] = ()
        self.with_known = False

    def show(self, chairs: tuple[Chair, ...], names: Sequence[str], with_known: bool) -> None:
        """Shows these chairs from left to right; with what the viewer knows of their hands if asked."""
        shown = (self.chairs, self.names, self.with_known)
        self.chairs, self.names, self.with_known = chairs, names, with_known
        if shown != (chairs, names, with_known):
            self.repaint()

    def paint(self, sheet: Sheet) -> None:
        """One frame a chair, all of one width."""
        if not self.chairs:
            return
        rows = -(-len(self.chairs) // PER_ROW)
        per_row = -(-len(self.chairs) // rows)
        gap = 1 if per_row <= 3 else 0
        width = min(WIDEST, (sheet.width - gap * (per_row - 1)) // per_row)
        each = sheet.height // rows
        for nth, chair in enumerate(self.chairs):
            row, column = divmod(nth, per_row)
            self._chair(sheet, column * (width + gap), row * each, width, each, chair)

    def _chair(self, sheet: Sheet, x: int, y: int, width: int, height: int, chair: Chair) -> None:
        look = self.palette
        name = short_names([clean(name) for name in self.names], width - 6)[chair.seat]
        edge = look.acting if chair.acting else look.edge
        text = look.dim if chair.out else look.table
        sheet.frame(x, y, width, height, HEAVY if chair.acting else LIGHT, edge)
        sheet.put(x + 2, y, f" {name} ", look.acting if chair.acting else look.bold)
        room = width - 4
        said = [part for part in map(self._said, (*chair.roles, *chair.marks)) if part]
        if chair.points is not None:
            said.insert(0, self._said(chair.points))
        if chair.acting:
            said = ["► " + said[0] if said else "►", *said[1:]]
        known = chair.open | (chair.known if self.with_known else 0)
        count = str(chair.cards)
        style = edge if chair.acting else text
        # What has no room inside stands on the frame, behind the name.
        beside_name, head = width - 8 - width_of(name), ""
        if known:
            self._hand(sheet, x + 2, y + 1, room - len(count) - 1, chair.cards, known)
            sheet.put(x + width - 2 - len(count), y + 1, count, look.bold)
            if height > 3:
                notes, foot = shared(said, (room, room))
                sheet.put(x + 2, y + 2, notes, style)
            else:
                foot, head = shared(said, (room, beside_name))
        elif height == 3:
            notes, foot, head = shared(said, (room - len(count) - 2, room, beside_name))
            backs = min(chair.cards, 9, max(0, room - len(count) - 3 - width_of(notes)))
            sheet.put(x + 2, y + 1, BACK * backs, look.edge)
            after = sheet.put(x + 2 + backs + (1 if backs else 0), y + 1, count, look.bold)
            sheet.put(after + 2, y + 1, notes, style)
        else:
            notes, foot, beside = shared(said, (room, room, room - len(count) - 1))
            backs = min(chair.cards, room - len(count) - 1)
            sheet.put(x + 2, y + 1, beside or BACK * backs, style if beside else look.edge)
            sheet.put(x + width - 2 - len(count), y + 1, count, look.bold)
            sheet.put(x + 2, y + 2, notes, style)
        if head:
            sheet.put(x + width - 3 - width_of(head), y, f" {head} ", style)
        if foot:
            sheet.put(x + 1, y + height - 1, f" {foot} ", style)

    def _hand(self, sheet: Sheet, x: int, y: int, room: int, cards: int, known: Cards) -> None:
        """A hand of which some cards are known: their faces, and backs for the others as far as there is room."""
        lines = self.lines_of(known, room)
        faces = cut_off(lines, 1, room)[0]
        after = sheet.put(x, y, " ".join(faces), self.palette.table)
        unknown = cards - known.bit_count()
        sheet.put(after + 1, y, BACK * max(0, min(unknown, x + room - after - 1)), self.palette.edge)

    def lines_of(self, known: Cards, room: int) -> list[list[str]]:
        """Known cards of a hand by suit, in lines of at most so many cells."""
        cards = sorted(bits(known), key=lambda card: (suit_of(card) is None, suit_of(card) or 0, rank_of(card), card))
        lines: list[list[str]] = [[]]
        left = room
        for card in cards:
            face = self.words.card(card)
            if lines[-1] and width_of(face) > left:
                lines.append([])
                left = room
            lines[-1].append(face)
            left -= width_of(face) + 1
        return lines

    def _said(self, text: Text) -> str:
        return clean(self.words.text(text, self.names))


def cut_off(lines: list[list[str]], most: int, room: int) -> list[list[str]]:
    """So many of these lines; the last one ends with the number of the cards that have no room.

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


def own_line(chair: Chair, words: Words, names: Sequence[str]) -> str:
    """The viewer's own chair in one line."""
    points = () if chair.points is None else (chair.points,)
    held = say_count("{count} card in hand", "{count} cards in hand", chair.cards)
    said = (*chair.roles, *points, *chair.marks, held)
    return " · ".join(clean(part) for part in (names[chair.seat], *(words.text(text, names) for text in said)))
