"""What lies on the table: every pile of the scene but the viewer's hand, and beside it the last lines of the log."""

from __future__ import annotations

from collections.abc import Container, Sequence
from typing import NamedTuple

from rich.style import Style
from textual.geometry import Region

from cardtable.cards import HIDDEN, Card
from cardtable.engine.scene import NO_CARD, Pile
from cardtable.engine.text import clean
from cardtable.tui.canvas import BIG, SMALL, Sheet, Size, cut, short_names, width_of, wrap
from cardtable.tui.motion import Moving
from cardtable.tui.protocol import WordsLike

SIDE = 24
"""Columns that the lines beside the table need to be worth showing."""


AWAY = (0, 1, 2, 4)
"""Rows that a card which is being laid is from its place, by the frames that are left."""
ARRIVAL = len(AWAY) - 1
DEPARTURE = 2
"""Frames for which cards that are taken away lie face down."""


NARROW = 12
"""Columns in which the words under a stack are broken."""


class Fit(NamedTuple):
    """How cards side by side fit into a space."""

    size: Size
    step: int
    per_row: int


def fit(cards: int, width: int, height: int, paired: bool, small: bool = False) -> Fit:
    """The largest way to lay so many cards (or pairs) that fits, with a line for labels under each row."""
    tried = []
    for size in (SMALL,) if small else (BIG, SMALL):
        wide = size.width + (size.cover_right if paired else 0)
        tall = size.height + (size.cover_down if paired else 0) + 1
        rows = max(1, height // tall)
        per_row = max(1, -(-cards // rows)) if cards * (wide + 1) > width + 1 else max(cards, 1)
        # A single card overlaps no other.
        step = min(wide + 3, (width - wide) // (per_row - 1)) if per_row > 1 else wide * (width >= wide)
        tried.append(Fit(size, step, per_row))
        if height >= tall and step >= wide - (1 if size is SMALL else 2):
            return tried[-1]
    return tried[-1]._replace(step=max(1, tried[-1].step))


class Board(Moving):
    """Stock, pairs, rows, tricks and other piles."""

    DEFAULT_CSS = "Board { height: 1fr; }"

    def __init__(self, words: WordsLike, *, id: str | None = None) -> None:
        super().__init__(words, id=id)
        self.piles: tuple[Pile, ...] = ()
        self.targets: tuple[Card, ...] = ()
        self.target: Card | None = None
        self.names: Sequence[str] = ()
        self.lines: list[str] = []
        self.order: tuple[int, ...] = ()
        self._going: tuple[Pile, ...] = ()
        """What lay there and is being taken away, face down."""
        self._coming: dict[Card, int] = {}
        """Cards that are being laid: from above, -1, or from below, 1."""

    def show(
        self,
        piles: tuple[Pile, ...],
        targets: tuple[Card, ...],
        target: Card | None,
        names: Sequence[str],
        order: tuple[int, ...],
        lines: list[str],
        held: Container[Card] = (),
    ) -> None:
        """Shows these piles; `order` are the seats clockwise, `lines` what happened last.

        `held` are the cards that the viewer held before: what he lays comes from below, all else from above.
        """
        self._set_out(piles, held)
        shown = (self.piles, self.targets, self.target, self.names, self.order, self.lines)
        self.piles, self.targets, self.target = piles, targets, target
        self.names, self.order, self.lines = names, order, lines
        if shown != (piles, targets, target, names, order, lines):
            self.repaint()

    def _set_out(self, piles: tuple[Pile, ...], held: Container[Card]) -> None:
        """Begins to move what has come and what has gone since."""
        before, now = open_cards(self.piles), open_cards(piles)
        came = now - before
        grown = {pile.key: pile.size for pile in self.piles}
        came |= {pile.cards[-1] for pile in piles if _is_open(pile) and pile.size > grown.get(pile.key, pile.size)}
        gone = bool(before - now)
        if not self.piles or not (came or gone):
            return
        if not self.frames_left:
            self._coming = {}
        if gone and self.frames_left <= ARRIVAL:
            self._going = tuple(map(_face_down, self.piles))
        self._coming |= {card: 1 if card in held else -1 for card in came}
        self.start(ARRIVAL + (DEPARTURE if gone else 0))

    def paint(self, sheet: Sheet) -> None:
        """Stacks at the left, then what is played; a closed pile that takes no room is only told in words."""
        look = self.palette
        piles = self._going if self.frames_left > ARRIVAL else self.piles
        stacks = [pile for pile in piles if pile.layout == "stack"]
        played = [pile for pile in piles if pile.layout != "stack" and pile.cards]
        roomy = sheet.height > BIG.height + BIG.cover_down and sheet.width >= 60 and not self.small
        size = BIG if roomy else SMALL
        tall = size.height + size.cover_down + 1
        top = max(0, (sheet.height - tall + 1) // 2)
        lines = self.lines
        needed = sum(self._needed(pile, size) for pile in played)
        x = 1
        if not lines:
            # In the middle of a wide table, with room for a few pairs: what lies there must not jump at every card.
            group = 4 * (size.width + size.cover_right + 3)
            x = max(1, min((sheet.width - group) // 2, sheet.width - needed - size.width - size.cover_right - 4))
        begin = x
        told = []
        for nth, pile in enumerate(stacks):
            open_card = any(card != HIDDEN for card in pile.cards)
            if nth and not open_card:
                if pile.size:
                    told.append(self._label(pile))
            else:
                x = self._stack(sheet, x, top, pile, size) + 2
        if lines and sheet.width - x - needed < SIDE and roomy:
            needed = sum(self._needed(pile, SMALL) for pile in played)
        side = max(0, min(38, sheet.width - x - needed - 2))
        side = side if side >= SIDE and lines else 0
        right = sheet.width - (side + 2 if side else 1)
        rooms = self._rooms(played, right - x)
        height = sheet.height - top
        # One pile of small cards makes all of them small, or the table would jump with every card.
        small = any(
            self._fit(pile, room, height, self.small).size is SMALL for pile, room in zip(played, rooms, strict=True)
        )
        for pile, room in zip(played, rooms, strict=True):
            self._row(sheet, x, top, room, height, pile, small)
            x += room + 1
        if side:
            self._side(sheet, sheet.width - side - 1, top, side, told, lines)
        elif told:
            text = " · ".join(told)
            foot = top + tall
            at = begin if foot < sheet.height else max(1, sheet.width - 1 - width_of(text))
            sheet.put(at, min(foot, sheet.height - 1), text, look.dim)

    def _away(self, card: Card) -> int:
        """Rows that a card still is from its place."""
        return self._coming.get(card, 0) * AWAY[self.frames_left] if self.frames_left <= ARRIVAL else 0

    def _count(self, pile: Pile) -> int:
        """Cards, or pairs, that the pile needs room for: a trick for those to come too, so that it does not jump."""
        if pile.layout == "pairs":
            return len(pile.cards) // 2
        return max(len(pile.cards), len(self.order) if pile.layout == "trick" else 0)

    def _needed(self, pile: Pile, size: Size) -> int:
        cards = self._count(pile) * (size.width + (size.cover_right if pile.layout == "pairs" else 0) + 1)
        told = pile.label is not None and pile.layout != "pairs"
        return max(cards, width_of(self._label(pile)) + 1) if told else cards

    def _fit(self, pile: Pile, width: int, height: int, small: bool) -> Fit:
        return fit(self._count(pile), width, height, pile.layout == "pairs", small)

    def _rooms(self, played: Sequence[Pile], width: int) -> list[int]:
        """The width that each of these piles gets, with a column between them."""
        if len(played) == 1:
            return [width]
        rooms: list[int] = []
        for nth, pile in enumerate(played):
            share = (width - sum(rooms) - nth) // (len(played) - nth)
            rooms.append(min(share, self._needed(pile, BIG) + 3))
        return rooms

    def _label(self, pile: Pile) -> str:
        label = "" if pile.label is None else clean(self.words.text(pile.label, self.names))
        if pile.layout == "stack" and str(pile.size) not in label:
            label = f"{label} {pile.size}".strip()
        return label

    def _short_label(self, pile: Pile, width: int) -> str:
        """The label with a shorter name where it is too long."""
        label = self._label(pile)
        over = width_of(label) - width
        if over > 0 and pile.owner is not None and pile.label is not None:
            names = [clean(name) for name in self.names]
            label = clean(self.words.text(pile.label, short_names(names, width_of(names[pile.owner]) - over)))
        return label

    def _side(self, sheet: Sheet, x: int, top: int, width: int, told: list[str], lines: list[str]) -> None:
        look = self.palette
        told = [line for text in told for line in wrap(text, width)]
        for y, line in enumerate(told, top):
            sheet.put(x, y, line, look.dim)
        wrapped = [line for text in lines for line in wrap(clean(text), width)]
        room = sheet.height - top - len(told) - 1
        shown = wrapped[-room:] if room > 0 else []
        for y, line in enumerate(shown, sheet.height - len(shown)):
            sheet.put(x, y, line, look.table)

    def _stack(self, sheet: Sheet, x: int, top: int, pile: Pile, size: Size) -> int:
        """A stack; the card under its closed ones peeps out. Gives the column after it."""
        look, painter = self.palette, self.painter
        lowest = pile.cards[0] if pile.cards else HIDDEN
        uppermost = pile.cards[-1] if pile.cards else HIDDEN
        width, height = size.width, size.height
        if lowest != HIDDEN and pile.size > 1 and uppermost == HIDDEN:
            painter.card(sheet, x, top, HIDDEN, size)
            painter.card(sheet, x + size.cover_right, top + size.cover_down, lowest, size)
            width, height = width + size.cover_right, height + size.cover_down
        elif pile.size:
            away = self._away(uppermost)
            if away and pile.size > 1:
                painter.card(sheet, x, top, pile.cards[-2] if len(pile.cards) > 1 else HIDDEN, size)
            painter.card(sheet, x, top + away, uppermost, size)
        else:
            # The place stays, so that nothing else jumps when a stack is used up.
            painter.empty(sheet, x, top, size, "", look.edge)
        rows = sheet.height - top - height
        # What is played needs the columns more than a stack needs its words in one line.
        lines = wrap(self._label(pile), max(width, NARROW))
        if len(lines) > rows:
            lines = [self._label(pile)][: max(rows, 0)]
        for y, line in enumerate(lines, top + height):
            sheet.put(x, y, line, look.table)
        return x + max(width, *map(width_of, lines), 0)

    def _row(self, sheet: Sheet, x: int, top: int, width: int, height: int, pile: Pile, small: bool) -> None:
        """Cards side by side, or pairs; in several rows where they fit better."""
        look, painter = self.palette, self.painter
        paired = pile.layout == "pairs"
        cards = pile.cards[::2] if paired else pile.cards
        size, step, per_row = self._fit(pile, width, height, small)
        tall = size.height + (size.cover_down if paired else 0) + 1
        # Under the cards, or under the names that stand there.
        foot = -(-len(cards) // per_row) * tall - (pile.layout != "trick")
        if pile.label is not None and not paired and height > foot:
            lines = wrap(self._label(pile), width)
            if len(lines) > height - foot:
                lines = [cut(self._short_label(pile, width), width)]
            for y, line in enumerate(lines, top + foot):
                sheet.put(x, y, line, look.dim)
        for nth, card in enumerate(cards):
            row, column = divmod(nth, per_row)
            at, y = x + column * step, top + row * tall
            aimed = card == self.target and card in self.targets
            painter.card(sheet, at, y + self._away(card), card, size, heavy=aimed)
            if card in self.targets:
                self.answers(Region(at, y, size.width, size.height), f"target({card})")
            label, style = "", look.dim
            beside = column < per_row - 1 and nth + 1 < len(cards)
            under = max(step - 1, 3) if beside else max(x + width - at, size.width)
            if paired:
                label, style = self._pair(sheet, at, y, card, pile.cards[2 * nth + 1], size, aimed)
            elif pile.layout == "trick" and pile.owner is not None and self.order:
                begin = self.order.index(pile.owner)
                names = short_names([clean(name) for name in self.names], under)
                label = names[self.order[(begin + nth) % len(self.order)]]
            if label and not self._away(card):
                # Under what is there: an open card has nothing lying on it yet.
                foot = size.height if paired and not aimed else tall - 1
                sheet.put(at, y + foot, cut(label, under), style)

    def _pair(
        self, sheet: Sheet, x: int, y: int, card: Card, cover: Card, size: Size, aimed: bool
    ) -> tuple[str, Style]:
        """What lies on an attack card; gives the label under the pair."""
        look, painter = self.palette, self.painter
        if cover != NO_CARD:
            painter.card(sheet, x + size.cover_right, y + size.cover_down + self._away(cover), cover, size)
            return "", look.dim
        if card == HIDDEN:
            return "", look.dim
        if card in self.targets:
            place = Region(x + size.cover_right, y + size.cover_down, size.width, size.height)
            self.answers(place, f"target({card})")
        if aimed:
            painter.empty(sheet, place.x, place.y, size, "?", look.acting)
            return "► " + self.words.say("open"), look.acting
        return self.words.say("open"), look.bold


def open_cards(piles: Sequence[Pile]) -> set[Card]:
    """The cards that have been played and lie open."""
    return {card for pile in piles if pile.layout != "stack" for card in pile.cards if card >= 0}


def _is_open(pile: Pile) -> bool:
    """Whether this is a stack with an open card on top."""
    return pile.layout == "stack" and bool(pile.cards) and pile.cards[-1] >= 0


def _face_down(pile: Pile) -> Pile:
    """Played cards as they are taken away; nobody sees them any more."""
    if pile.layout == "stack":
        return pile
    return pile._replace(cards=tuple(HIDDEN if card >= 0 else card for card in pile.cards))
