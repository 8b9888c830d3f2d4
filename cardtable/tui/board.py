"""What lies on the table: every pile of the scene but the viewer's hand, and beside it the last lines of the log."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from rich.style import Style
from textual.geometry import Region

from cardtable.cards import HIDDEN, Card
from cardtable.engine.scene import NO_CARD, Pile
from cardtable.tui.canvas import BIG, SMALL, Canvas, Sheet, Size, clean, cut, short_names, width_of, wrap
from cardtable.tui.protocol import WordsLike

SIDE = 24
"""Columns that the lines beside the table need to be worth showing."""


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
        step = min(wide + 3, (width - wide) // max(per_row - 1, 1))
        tried.append(Fit(size, step, per_row))
        if height >= tall and step >= wide - (1 if size is SMALL else 2):
            return tried[-1]
    return tried[-1]._replace(step=max(1, tried[-1].step))


class Board(Canvas):
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

    def show(
        self,
        piles: tuple[Pile, ...],
        targets: tuple[Card, ...],
        target: Card | None,
        names: Sequence[str],
        order: tuple[int, ...],
        lines: list[str],
    ) -> None:
        """Shows these piles; `order` are the seats clockwise, `lines` what happened last."""
        shown = (self.piles, self.targets, self.target, self.names, self.order, self.lines)
        self.piles, self.targets, self.target = piles, targets, target
        self.names, self.order, self.lines = names, order, lines
        if shown != (piles, targets, target, names, order, lines):
            self.repaint()

    def paint(self, sheet: Sheet) -> None:
        """Stacks at the left, then what is played; a closed pile that takes no room is only told in words."""
        look = self.palette
        stacks = [pile for pile in self.piles if pile.layout == "stack"]
        played = [pile for pile in self.piles if pile.layout != "stack" and pile.cards]
        roomy = sheet.height >= BIG.height + BIG.cover_down + 2 and sheet.width >= 60 and not self.small
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
        for nth, pile in enumerate(played):
            share = (right - x) // (len(played) - nth)
            room = min(share, self._needed(pile, BIG) + 3) if len(played) > 1 else right - x
            self._row(sheet, x, top, room, sheet.height - top, pile)
            x += room + 1
        if side:
            self._side(sheet, sheet.width - side - 1, top, side, told, lines)
        elif told:
            text = " · ".join(told)
            foot = top + tall
            at = begin if foot < sheet.height else max(1, sheet.width - 1 - width_of(text))
            sheet.put(at, min(foot, sheet.height - 1), text, look.dim)

    def _needed(self, pile: Pile, size: Size) -> int:
        paired = pile.layout == "pairs"
        count = len(pile.cards) // 2 if paired else len(pile.cards)
        return count * (size.width + (size.cover_right if paired else 0) + 1)

    def _label(self, pile: Pile) -> str:
        label = "" if pile.label is None else clean(self.words.text(pile.label, self.names))
        if pile.layout == "stack" and str(pile.size) not in label:
            label = f"{label} {pile.size}".strip()
        return label

    def _side(self, sheet: Sheet, x: int, top: int, width: int, told: list[str], lines: list[str]) -> None:
        look = self.palette
        for y, line in enumerate(told, top):
            sheet.put(x, y, cut(line, width), look.dim)
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
            painter.card(sheet, x, top, uppermost, size)
        else:
            # The place stays, so that nothing else jumps when a stack is used up.
            painter.empty(sheet, x, top, size, "", look.edge)
        label = self._label(pile)
        if top + height < sheet.height:
            sheet.put(x, top + height, label, look.table)
        return x + max(width, width_of(label))

    def _row(self, sheet: Sheet, x: int, top: int, width: int, height: int, pile: Pile) -> None:
        """Cards side by side, or pairs; in several rows where they fit better."""
        look, painter = self.palette, self.painter
        paired = pile.layout == "pairs"
        cards = pile.cards[::2] if paired else pile.cards
        size, step, per_row = fit(len(cards), width, height, paired, self.small)
        tall = size.height + (size.cover_down if paired else 0) + 1
        if pile.label is not None and not paired and height > tall:
            sheet.put(x, top + height - 1, cut(self._label(pile), width), look.dim)
        for nth, card in enumerate(cards):
            row, column = divmod(nth, per_row)
            at, y = x + column * step, top + row * tall
            aimed = card == self.target and card in self.targets
            painter.card(sheet, at, y, card, size, heavy=aimed)
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
            if label:
                # Under what is there: an open card has nothing lying on it yet.
                foot = size.height if paired and not aimed else tall - 1
                sheet.put(at, y + foot, cut(label, under), style)

    def _pair(
        self, sheet: Sheet, x: int, y: int, card: Card, cover: Card, size: Size, aimed: bool
    ) -> tuple[str, Style]:
        """What lies on an attack card; gives the label under the pair."""
        look, painter = self.palette, self.painter
        if cover != NO_CARD:
            painter.card(sheet, x + size.cover_right, y + size.cover_down, cover, size)
            return "", look.dim
        if card in self.targets:
            place = Region(x + size.cover_right, y + size.cover_down, size.width, size.height)
            self.answers(place, f"target({card})")
        if aimed:
            painter.empty(sheet, place.x, place.y, size, "?", look.acting)
            return "► " + self.words.say("open"), look.acting
        return self.words.say("open"), look.bold
