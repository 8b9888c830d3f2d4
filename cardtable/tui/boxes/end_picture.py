"""How a deal and a match ended, as a picture: who won, said large, from the reader's side, places, score, cards."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from rich.style import Style

from cardtable.cards import Card, Cards, bits
from cardtable.engine.moves import Seat
from cardtable.engine.rounds import LastRound
from cardtable.engine.rules import SheetRow
from cardtable.engine.text import LONGEST_NAME, Text, capital, clean, number, say
from cardtable.engine.verdict import joined
from cardtable.match.evening import Evening
from cardtable.match.view import Outcome
from cardtable.tui.boxes.sheet import cells, labels
from cardtable.tui.draw.bars import bar, both_ways
from cardtable.tui.draw.cells import Sheet, width_of, wrap
from cardtable.tui.draw.faces import inked
from cardtable.tui.draw.letters import large
from cardtable.tui.draw.motion import Moving
from cardtable.tui.draw.painter import BIG, LARGE, SMALL, Size
from cardtable.tui.felt.layout import LEAST_STEP, Spread, spread
from cardtable.words import Words

MOST_WIDE = 104
"""Columns beyond which it grows for its headline alone, to say it in the largest letters."""
LEAST_BAR = 9
BELOW = 8
"""Columns before the cards that stand under their row."""
BESIDE = 4
"""Columns that stay free beside the headline."""
HALF_BLOCKS, WHOLE_BLOCKS = 3, 5
"""Rows of the headline in large letters, and in the largest."""
ROOMY, HIGH = 30, 44
"""Rows of a screen from which cards are drawn, and more is told of the match; from which words and cards are larger."""
DEAL = 34
"""Columns that the name of a deal may take on the score sheet."""
ROUND = 3
"""Rows of the last round beside its cards: what it is called, who laid them, and a blank one."""
GAP = 4
"""Columns between what is written of two players."""
CELEBRATION = 30
"""Frames of a celebration: a little more than a second."""
SPARKS = "♠♥★♦♣"


class End(NamedTuple):
    """What is told."""

    game: str
    outcome: Outcome
    names: tuple[str, ...]
    sides: tuple[tuple[Seat, ...], ...]
    """Who plays together; everybody alone where nobody does."""
    low_is_good: bool = False
    goal: int | None = None
    """The total at which the match ends."""
    me: Seat | None = None
    """The only person at the table, to whom it is told; None where several play."""
    deals: int = 1
    sheet: Sequence[SheetRow] = ()
    """What was written down so far."""
    last: LastRound | None = None
    """The last trick, bout or turns, where it may be looked at."""
    evening: Evening | None = None
    """What has been counted of the evening, of which this was a deal; None where none goes on."""
    last_called: str = ""
    """The source text of what such a round is called."""
    said: Text | None = None
    """What somebody says to it."""

    @property
    def places(self) -> Sequence[int]:
        """By seat the place in what has ended: the match, or else the deal."""
        return self.outcome.match_places or self.outcome.ending.places


class Again(NamedTuple):
    """The decision that was dearest."""

    said: Text
    look: Callable[[], None]
    """Opens the replay there."""


def match_won(winners: Sequence[Seat]) -> Text:
    """Who has won the match."""
    if len(winners) == 1:
        return say("{who} wins the match.", who=joined(winners))
    return say("{names} win the match.", names=joined(winners))


def headline(end: End) -> Text:
    """The few words that are said large."""
    if end.outcome.winners is None or end.deals == 1 or not end.outcome.winners:
        return end.outcome.ending.verdict.headline
    if end.me is None:
        return say("The match is over")
    if end.me not in end.outcome.winners:
        return say("You lose the match")
    as_one = any(set(end.outcome.winners) <= set(side) for side in end.sides)
    return say("You win the match") if as_one else say("You share the victory")


def is_mine(end: End) -> bool:
    """Whether there is a victory to celebrate."""
    if end.outcome.winners is not None and end.deals > 1:
        return end.me in end.outcome.winners
    return end.outcome.ending.verdict.decides and end.me in end.outcome.ending.won


def sizes(height: int) -> tuple[Size, ...]:
    """The sizes in which cards may be drawn on a screen of so many rows, the largest first; none on a low one."""
    return () if height < ROOMY else (BIG, SMALL) if height < HIGH else (LARGE, BIG, SMALL)


Piece = tuple[str, Style]


class EndPicture(Moving):
    """Everything in the box but its keys."""

    def __init__(self, words: Words, end: End) -> None:
        super().__init__(words)
        self.end = end
        self.again: Again | None = None
        self.moves = is_mine(end)
        self.lines: list[list[Piece]] = []
        self.large: list[str] = []
        self.drawn: Size | None = None
        """The size in which the cards left are drawn; None where they are written."""
        self.hands: list[tuple[int, tuple[Card, ...], Spread]] = []
        """The cards that are drawn: under which line, and how they lie."""

    def _headline(self, width: int, height: int) -> list[str]:
        rows = 1 if height < 28 or width < 60 else HALF_BLOCKS if height < HIGH else WHOLE_BLOCKS
        said = self.words.text(headline(self.end), self.end.names)
        return large(clean(said), width - BESIDE, rows, ascii_only=self.ascii_only)

    def columns_of(self, room: int, height: int) -> int:
        """How many of so many columns it takes on a screen of so many rows."""
        rows = self._headline(room, height)
        wide = max(map(width_of, rows)) + BESIDE if len(rows) == WHOLE_BLOCKS else 0
        return min(room, max(MOST_WIDE, wide))

    def compose_for(self, width: int, height: int, room: int) -> int:
        """Puts the lines together for so many columns on a screen of so many rows; `room` of them are its own.

        Gives the rows that it takes.
        """
        self.large = self._headline(width, height)
        again, room = self._again(width), room - len(self.large) - 1
        for self.drawn in (*sizes(height), None):
            self.hands = []
            story, others = self._story(width), self._others(width)
            table = self._table(width, len(story))
            self.lines = [*story, *table, *others]
            legible = all(len(cards) == 1 or lie.step >= LEAST_STEP for _, cards, lie in self.hands)
            if legible and len(self.lines) + len(again) <= room:
                break
        if sizes(height):
            self.lines += self._deals(width, room - len(self.lines) - len(again))
            round_rows = 0 if self.end.last is None else sizes(height)[0].height + ROUND
            self.lines += self._notes(width, room - len(self.lines) - len(again) - round_rows)
        self.lines += again
        taken = len(self.large) + 1 + len(self.lines)
        self.styles.height = taken
        self.styles.width = width
        self.forget()
        return taken

    # What is told

    def _story(self, width: int) -> list[list[Piece]]:
        end, look = self.end, self.palette
        told: list[Text] = []
        if end.outcome.winners is not None and end.deals > 1:
            if end.outcome.winners:
                told.append(match_won(end.outcome.winners))
            told.append(say("The last deal: {headline}.", headline=self._inside(end.outcome.ending.verdict.headline)))
        told += end.outcome.ending.verdict.story
        if end.evening is not None and not end.evening.one_deal:
            standing = end.evening.told(end.names, end.me)
            told += [] if standing is None else [say("In the evening – {standing}.", standing=standing)]
        told += [] if end.said is None else [end.said]
        lines = [line for text in told for line in wrap(self._said(text), width)]
        return [[(line, look.table)] for line in lines] + [[]] * bool(lines)

    def _said(self, text: Text) -> str:
        return clean(self.words.text(text, self.end.names))

    def _inside(self, headline: Text) -> str:
        """A headline as it is said within a sentence: small at its beginning, unless it begins with a name."""
        said = self._said(headline)
        return said if self.words.say(headline.source).startswith("{") else said[:1].lower() + said[1:]

    def _columns(self) -> list[tuple[str, tuple[int, ...]]]:
        """What is worth drawing of the match: no zeros, and nothing that only repeats the places."""
        evening = self.end.evening
        if evening is not None and evening.one_deal:
            return [(capital(self._said(evening.title)), evening.counts)] if any(evening.counts) else []
        if self.end.deals == 1 and self.end.outcome.winners is not None:
            return []
        return [
            (self._said(heading), values)
            for heading, values in self.end.outcome.totals
            if any(values) and values != self.end.places
        ]

    def _called(self, seats: Sequence[Seat]) -> str:
        return ", ".join(
            self.words.say("you") if seat == self.end.me else clean(self.end.names[seat]) for seat in seats
        )

    def _table(self, width: int, above: int) -> list[list[Piece]]:
        """A line a side: place, name, title, what the deal brought, the score drawn, cards left."""
        end, look = self.end, self.palette
        best = {side: min(end.places[seat] for seat in side) for side in end.sides}
        sides = sorted(end.sides, key=lambda side: best[side])
        names = {side: self._called(side) for side in sides}
        wide = min(max(map(width_of, names.values())), max(LONGEST_NAME, width // 2))
        drawn = len(set(end.places)) == 1
        columns = self._columns()
        ending = end.outcome.ending
        points = ending.points if any(ending.points) and ending.points != ending.places else ()
        gained = {side: points[side[0]] if points else None for side in sides}
        brought = {side: "" if gain is None else number(gain) for side, gain in gained.items()}
        deal = self.words.say("Deal") if points and columns else ""
        deal_wide = max(width_of(deal), *map(len, brought.values()))
        titles = {side: self._title(side) for side in sides}
        title_wide = max(map(width_of, titles.values()))
        called = 5 + wide + 2 + (title_wide + 2 if title_wide else 0)
        lines: list[list[Piece]] = []
        begin = called + (deal_wide + 2 if deal_wide else 0)
        if columns:
            heading = columns[0][0]
            if end.low_is_good:
                heading += ": " + self.words.say("fewer are better")
            before = " " * (begin - 2 - deal_wide) + f"{deal:>{deal_wide}}  "
            if begin + width_of(heading) > width:
                lines += [[(line, look.dim)] for line in wrap(heading, width)]
                heading = ""
            lines.append([(before + heading, look.dim)])
        elif points:
            heading = next(
                (self._said(heading) for heading, values in end.outcome.totals if values == points),
                self.words.say("Points"),
            )
            lines.append([(" " * called + heading, look.dim)])
        for side in sides:
            style = look.acting if end.me in side else look.table
            place = "" if drawn else f"{1 + sum(other < best[side] for other in best.values())}"
            first, *others = wrap(names[side], wide)
            row: list[Piece] = [(f"{place:>3}  {first}", style), (" " * (wide + 2 - width_of(first)), look.table)]
            if title_wide:
                row.append((titles[side] + " " * (title_wide + 2 - width_of(titles[side])), style))
            if deal_wide:
                row.append((f"{brought[side]:>{deal_wide}}  ", look.table))
            if columns:
                row += self._bar(columns[0][1], side[0], width - begin)
            hand = [card for seat in side for card in bits(self._left[seat])]
            top, *below = self._with_cards(row, hand, width)
            lines += [top, *([(f"     {name}", style)] for name in others)]
            if hand and self.drawn is not None:
                self.hands.append((above + len(lines), tuple(hand), spread(len(hand), width - BELOW, self.drawn)))
            lines += below
        return [*lines, []]

    def _title(self, side: Sequence[Seat]) -> str:
        """What the deal has made of a player; a side has no title."""
        titles = self.end.outcome.ending.verdict.titles
        return self._said(titles[side[0]]) if titles and len(side) == 1 else ""

    def _bar(self, values: tuple[int, ...], seat: Seat, room: int) -> list[Piece]:
        look = self.palette
        numbers = max(len(number(value)) for value in values)
        room = room // 2 if any(self._left) else room
        room = max(LEAST_BAR, min(room - numbers - 2, 48))
        most = max(*map(abs, values), self.end.goal or 0)
        style = look.acting if seat == self.end.me else look.table
        if min(values) < 0 < max(values):
            before, filled, rest = both_ways(values[seat], most, room)
        else:
            before, (filled, rest) = "", bar(abs(values[seat]) / most, room)
        return [(before, look.dim), (filled, style), (rest, look.dim), (f"  {number(values[seat]):>{numbers}}", style)]

    @property
    def _left(self) -> Sequence[Cards]:
        """By seat the cards that were left; none where nobody is without: there it was not played for."""
        left = self.end.outcome.ending.left
        return (0,) * len(left) if all(left) else left

    def _with_cards(self, row: list[Piece], hand: Sequence[int], width: int) -> list[list[Piece]]:
        """A row with the cards left behind it, or on lines of their own under it where it has no room."""
        look = self.palette
        if not hand:
            return [row]
        label = self.words.say("left with")
        if self.drawn is not None:
            lie = spread(len(hand), width - BELOW, self.drawn)
            return [[*row, (f"  {label}", look.dim)], *[[]] * (lie.size.height * -(-len(hand) // lie.per_row))]
        faces = [(self.words.card(card), inked(card, look.bright)) for card in hand]
        taken = sum(width_of(text) for text, _ in row)
        need = width_of(label) + 3 + sum(width_of(face) + 1 for face, _ in faces)
        if taken + need <= width:
            lines, at = [[*row, (f"  {label} ", look.dim)]], taken + width_of(label) + 3
        else:
            lines, at = [row, [(" " * BELOW + f"{label} ", look.dim)]], BELOW + width_of(label) + 1
        for face, style in faces:
            if at + width_of(face) > width:
                lines.append([(" " * BELOW, look.table)])
                at = BELOW
            lines[-1] += [(face, style), (" ", look.table)]
            at += width_of(face) + 1
        return lines

    def _others(self, width: int) -> list[list[Piece]]:
        """What else is counted over the match, a line a column."""
        end, look = self.end, self.palette
        told = []
        for heading, values in self._columns()[1:]:
            each = ", ".join(f"{self._called(side)} {number(values[side[0]])}" for side in end.sides if values[side[0]])
            told.append(f"{heading}: {each}")
        lines = [line for text in told for line in wrap(text, width)]
        return [[(line, look.dim)] for line in lines] + ([[]] if lines else [])

    def _deals(self, width: int, room: int) -> list[list[Piece]]:
        """The last rows of the score sheet, as many as have room; none where one row would only say it again."""
        end, look = self.end, self.palette
        count = min(len(end.sheet), room - 3)
        if count < 2:
            return []
        first = len(end.sheet) - count
        called = labels(end.sheet, self.words, end.names)[first:]
        wide = max(map(width_of, called))
        written = cells(end.sheet)[first:]
        names = list(map(self._called, ((seat,) for seat in range(len(end.names)))))
        each = max(width_of(text) for row in (names, *written) for text in row)
        if wide > DEAL or wide + (each + GAP) * len(names) > width:
            return []  # The key of the sheet opens it.
        heading = self.words.say("Score sheet")
        if any(row.totals != row.points for row in end.sheet):
            heading += ": " + self.words.say("points of the deal, then the total")
        gap = " " * GAP
        lines: list[list[Piece]] = [
            [(heading, look.dim)],
            [(" " * wide + "".join(f"{gap}{name:>{each}}" for name in names), look.table)],
        ]
        for label, texts in zip(called, written, strict=True):
            row = label + " " * (wide - width_of(label)) + "".join(f"{gap}{text:>{each}}" for text in texts)
            lines.append([(row, look.table)])
        return [*lines, []]

    def _notes(self, width: int, room: int) -> list[list[Piece]]:
        """How the match goes on, where there is room for all of it and for the cards of the last round."""
        if self.end.outcome.winners is not None:
            return []
        lines = [line for note in self.end.outcome.notes for line in wrap(self._said(note), width)]
        return [*([(line, self.palette.dim)] for line in lines), []] if 0 < len(lines) < room else []

    def _again(self, width: int) -> list[list[Piece]]:
        if self.again is None:
            return []
        return [[(line, self.palette.table)] for line in wrap(self._said(self.again.said), width)] + [[]]

    # How it is painted

    def paint(self, sheet: Sheet) -> None:
        """The words at the top, the lines under them, and sparks among the words while a victory is new."""
        look = self.palette
        won = is_mine(self.end)
        style = look.acting if won else look.bold
        wide = max(map(width_of, self.large))
        left = (sheet.width - wide) // 2
        shown = wide
        if self.frames_left > CELEBRATION - 10:
            shown = wide * (CELEBRATION - self.frames_left) // 10
        for y, row in enumerate(self.large):
            sheet.put(left, y, row[:shown], style)
        if won and len(self.large) == 1:
            sheet.put(left - 3, 0, "★", style)
            sheet.put(left + wide + 2, 0, "★", style)
        if self.frames_left:
            self._sparks(sheet, len(self.large))
        for y, line in enumerate(self.lines, len(self.large) + 1):
            x = 0
            for text, kind in line:
                x = sheet.put(x, y, text, kind)
        for above, hand, (size, step, per_row) in self.hands:
            for nth, card in enumerate(hand):
                down, right = divmod(nth, per_row)
                top = len(self.large) + 1 + above + down * size.height
                self.painter.card(sheet, BELOW + right * step, top, card, size)

    def _sparks(self, sheet: Sheet, rows: int) -> None:
        """Suits that fall through the rows of the headline, wherever nothing stands."""
        for nth in range(sheet.width // 3):
            x = nth * 37 % sheet.width
            y = (nth * 5 + CELEBRATION - self.frames_left) // 2 % (rows + 1)
            if sheet.signs[y][x] == " ":
                sheet.put(x, y, SPARKS[nth % len(SPARKS)], self.palette.dim if nth % 2 else self.palette.acting)
