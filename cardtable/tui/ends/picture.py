"""The picture of a finished deal or match, told to the viewer: headline, places, scores and cards."""

from __future__ import annotations

from collections.abc import Sequence

from cardtable.cards import Card, Cards, bits
from cardtable.engine.moves import Seat
from cardtable.engine.text import LONGEST_NAME, Text, Who, capital, clean, number, say, say_count
from cardtable.tui.boxes.shared_bar import shared_bar
from cardtable.tui.draw.bars import bar, both_ways
from cardtable.tui.draw.cells import Sheet, width_of, wrap
from cardtable.tui.draw.emblems import emblem_size, paint_emblem
from cardtable.tui.draw.faces import inked
from cardtable.tui.draw.letters import large
from cardtable.tui.draw.motion import Moving
from cardtable.tui.draw.painter import HUGE, Size
from cardtable.tui.draw.plates import plate
from cardtable.tui.ends.deal_by_deal import deal_by_deal
from cardtable.tui.ends.ended import Again, End, headline, is_mine, last_deal, match_won, names_of
from cardtable.tui.ends.parts import HIGH, LOW, ROOMY, Group, Piece, PlayersPlate, sizes, staging
from cardtable.tui.ends.podium import Podium, on_steps, paint_podium
from cardtable.tui.ends.sparks import CELEBRATION, sparks
from cardtable.tui.felt.layout import LEAST_STEP, Spread, in_a_row
from cardtable.words import Words

MOST_WIDE = 150
"""Maximum columns: on a wider one, things that belong together would be too far apart."""
LEAST_BAR = 9
BELOW = 8
"""Indent in columns of cards under their player's row."""
BESIDE = 4
"""Columns left free beside the headline."""
HALF_BLOCKS, WHOLE_BLOCKS = 3, 5
"""Rows of the headline in large letters, and in the largest ones."""
BELOW_HUGE = 16
"""Rows to keep free under cards of the largest size, for the course of the deal."""
PLATE, NARROW = 3, 13
"""Rows, and minimum columns, of a player's plate."""
BETWEEN = 2
"""Columns between plates."""
APART = 4
"""Columns between two players' cards."""
ROUND = 3
"""Rows of the last round besides its cards: its title, the names of the players, and a blank row."""


WON = "You win the match"
"""The headline after which the story need not say who won."""


class EndPicture(Moving):
    """Everything on the screen but the heading and the key line."""

    def __init__(self, words: Words, end: End) -> None:
        super().__init__(words)
        self.end = end
        self.again: Again | None = None
        self.moves = is_mine(end)
        self.lines: list[list[Piece]] = []
        self.large: list[str] = []
        self.drawn: Size | None = None
        """The size of the remaining cards; None if they are written as text."""
        self.hands: list[tuple[int, tuple[Card, ...], Spread]] = []
        """The hands drawn in the table of players: the line they hang under, the cards, and how they are spread."""
        self.stage: list[Group] = []
        """The hands drawn above the plates."""
        self.plates: list[PlayersPlate] = []
        self.podium: Podium | None = None
        """The players on steps, drawn instead of the plates, `podium_line` lines down."""
        self.podium_line = 0
        self.over = 0
        """Rows above the headline: the emblem and a blank row."""

    def _headline(self, width: int, height: int) -> list[str]:
        """Returns the headline. Only victories and the fool get the largest letters: the fool is the joke here."""
        shouted = is_mine(self.end) or sum(map(bool, self._left)) == 1
        rows = 1 if height < LOW else WHOLE_BLOCKS if height >= HIGH and shouted else HALF_BLOCKS
        said = self.words.text(headline(self.end), self.end.names)
        return large(clean(said), width - BESIDE, rows, ascii_only=self.ascii_only)

    def compose_for(self, width: int, height: int, room: int) -> int:
        """Lays out the picture for a screen of `height` rows, of which it may take `room`.

        Players get plates, with their remaining cards above, if these fit; otherwise a line each. Returns the rows
        taken.
        """
        whole, drawn = self._again(width), staging(height)
        # On a low screen the cards matter more than the costliest decision, which the review also shows.
        tries = [*((size, whole) for size in drawn), *((size, []) for size in drawn if whole), (None, whole)]
        for lines in (height, LOW - 1):
            self.large = self._headline(width, lines)
            left = room - len(self.large) - 1
            for self.drawn, again in tries:
                # The blank row at the bottom may be left out.
                below = max(0, len(again) - 1) + (BELOW_HUGE if self.drawn is HUGE else 0)
                if self._composed(width, left - below):
                    break
            if len(self.lines) + max(0, len(again) - 1) <= left:
                break
        left -= len(self.lines) + len(again)
        if height >= ROOMY:
            deals = [] if self.podium else deal_by_deal(self.end, self.words, look=self.palette, width=width, room=left)
            self.lines += deals
            round_rows = 0 if self.end.last is None else sizes(height)[0].height + ROUND
            self.lines += self._notes(width, left - len(deals) - round_rows)
        self.lines += again[:-1] if left < 0 else again
        self.rows = len(self.large) + 1 + len(self.lines)
        self.styles.width = width
        self.crown(0)
        return self.rows

    def crown(self, room: int) -> int:
        """Makes room for an emblem above the headline, if it fits in this many rows; returns the rows taken."""
        emblem, look = self.end.outcome.ending.verdict.emblem, self.palette
        rows = emblem_size(emblem)[1] + 1 if emblem and look.fine and not self.ascii_only else 0
        self.over = rows if rows <= room else 0
        self.styles.height = self.rows + self.over
        self.forget()
        return self.over

    def _composed(self, width: int, room: int) -> bool:
        """Puts together the story, the players and the other counts; returns whether all of it fits."""
        self.hands, self.plates, self.stage, self.podium = [], [], [], None
        story, others = [*self._story(width), *self._tally(width)], self._others(width)
        above = len(story)
        table = self._on_steps(width, above) or self._on_plates(width, above) or self._table(width, above)
        self.lines = [*story, *table, *others]
        legible = all(len(cards) == 1 or lie.step >= LEAST_STEP for _, cards, lie in self.hands)
        return legible and len(self.lines) <= room

    # Texts

    def _story(self, width: int) -> list[list[Piece]]:
        end, look = self.end, self.palette
        told: list[Text] = []
        story = list(end.outcome.ending.verdict.story)
        if end.outcome.winners is not None and end.deals > 1:
            if end.outcome.winners and headline(end).source != WON:
                told.append(match_won(end.outcome.winners))
            # The story follows the headline of the deal: on its own, "You come last." was read as said of the match.
            deal = last_deal(end.outcome.ending.verdict, self.words, end.names)
            told.append(Text("{deal} {story}", {"deal": deal, "story": story.pop(0)}) if story else deal)
        told += story
        if end.evening is not None and not end.evening.one_deal:
            standing = end.evening.told(end.names, end.me)
            told += [] if standing is None else [say("In the evening – {standing}.", standing=standing)]
        told += [*end.changes, *([] if end.said is None else [end.said])]
        lines = [line for text in told for line in wrap(self._said(text), width)]
        return [[(line, look.table)] for line in lines] + [[]] * bool(lines)

    def _tally(self, width: int) -> list[list[Piece]]:
        """Returns the bar of the points two sides share; empty unless the deal was counted that way."""
        end, tally = self.end, self.end.outcome.ending.verdict.tally
        if tally is None or len(end.sides) != 2:
            return []
        one, other = sorted(end.sides, key=lambda side: end.me not in side)
        said = "" if tally.said is None else self._said(tally.said)
        return [
            *shared_bar(tally, (one, other), (self._called(one), self._called(other)), said, self.palette, width),
            [],
        ]

    def _said(self, text: Text) -> str:
        return clean(self.words.text(text, self.end.names))

    def _columns(self) -> list[tuple[str, tuple[int, ...]]]:
        """Returns the columns of the match worth drawing: not all zeros, and not just the places again."""
        evening = self.end.evening
        if evening is not None and evening.one_deal:
            heading = capital(self._said(say("{title} this evening", title=evening.title)))
            return [(heading, evening.counts)] if any(evening.counts) else []
        if self.end.deals == 1 and self.end.outcome.winners is not None:
            return []
        return [
            (self._said(heading), values)
            for heading, values in self.end.outcome.totals
            if any(values) and values != self.end.places
        ]

    def _called(self, seats: Sequence[Seat]) -> str:
        return names_of(self.end, seats, self.words)

    def _on_plates(self, width: int, above: int) -> list[list[Piece]]:
        """Returns a plate per side, remaining cards above; empty if they do not fit or the cards are written out."""
        end, look, ending = self.end, self.palette, self.end.outcome.ending
        if self.drawn is None:
            return []
        best = {side: min(end.places[seat] for seat in side) for side in end.sides}
        sides = self._in_order
        wide = min(40, (width - 2 - BETWEEN * (len(sides) - 1)) // len(sides))
        columns = self._columns()
        points = ending.points if any(ending.points) and ending.points != ending.places else ()
        drawn, last = self._drawn, max(best.values())
        lines: list[list[Piece]] = self._staged(sides, width, above)
        if lines == [] and any(self._left) and not self._shown:
            return []
        heading = columns[0][0] if columns else self._counted(points)
        if columns and end.low_is_good:
            heading += ": " + self.words.say("fewer are better")
        if heading:
            lines += [[(line, look.dim)] for line in wrap(heading, width)]
        lines.append([])
        x = (width - wide * len(sides) - BETWEEN * (len(sides) - 1)) // 2
        for side in sides:
            own, title = end.me in side, self._title(side)
            place = 1 + sum(other < best[side] for other in best.values())
            sign = "" if drawn else "★ " if place == 1 and ending.verdict.decides else f"{place} "
            lost = best[side] == last and not drawn and (bool(title) or ending.verdict.decides)
            brought_in = points[side[0]] if points else None
            gain = "" if brought_in is None else number(brought_in)
            total = number(columns[0][1][side[0]]) if columns else gain
            brought = f"{self.words.say('Deal')} {gain}" if columns and gain and columns[0][1] != points else ""
            # A player who was out of the match before this deal has neither points nor cards in it.
            left = self.words.say("out") if points and brought_in is None else self._hand_left(side)
            told = " · ".join(filter(None, (title, brought))) or left
            tone = look.plate.danger if lost else look.plate.now if own else None
            called = f"{sign}{self._called(side)}"
            if width_of(called) > wide - 6 or width_of(told) + width_of(total) > wide - 5 or wide < NARROW:
                self.stage, self.plates = [], []
                return []
            self.plates.append(PlayersPlate(above + len(lines), x, wide, called, told, total, tone, own))
            x += wide + BETWEEN
        return [*lines, *[[]] * PLATE, []]

    def _on_steps(self, width: int, above: int) -> list[list[Piece]]:
        """Returns the lines of the podium; empty unless a match is over, nobody has cards left, and there is room."""
        columns, roomy = self._columns(), self.app.size.height >= ROOMY
        if self.drawn is None or not columns or self._drawn or self._shown or any(self._left):
            return []
        order, look = [seat for side in self._in_order for seat in side], self.palette
        self.podium = on_steps(self.end, self.words, columns[0][1], order, self.drawn, look, width, roomy=roomy)
        self.podium_line = above
        return [] if self.podium is None else [[]] * (self.podium.rows + 1)

    @property
    def _in_order(self) -> list[tuple[Seat, ...]]:
        """The sides, best first; if nobody has a place, in the order of the evening's rows below."""
        end = self.end
        if self._drawn and end.evening is not None:
            return end.evening.ranked
        return sorted(end.sides, key=lambda side: min(end.places[seat] for seat in side))

    @property
    def _drawn(self) -> bool:
        """Whether nobody won. If there is no fool, the order in which players went out counts for nothing."""
        ending = self.end.outcome.ending
        is_match = bool(self.end.outcome.match_places)
        return len(set(self.end.places)) == 1 or (not is_match and ending.verdict.decides and not ending.won)

    def _hand_left(self, side: Sequence[Seat]) -> str:
        """Returns how many cards a side has left, or that it has none; empty if the deal was not about that."""
        if not any(self._left) or self._shown:
            return ""
        count = sum(self._left[seat].bit_count() for seat in side)
        return self._said(say_count("{count} card", "{count} cards", count)) if count else self.words.say("no cards")

    def _counted(self, points: Sequence[float | None]) -> str:
        """Returns the name of the deal's points; empty if there are none."""
        if not points:
            return ""
        totals = self.end.outcome.totals
        return next((self._said(heading) for heading, values in totals if values == points), self.words.say("Points"))

    def _staged(self, sides: Sequence[Sequence[Seat]], width: int, above: int) -> list[list[Piece]]:
        """Returns the rows for the remaining cards; empty if there are none, or if they do not fit."""
        shown = self._shown or self._left
        held = [(side, [card for seat in side for card in bits(shown[seat])]) for side in sides]
        hands = [(side, tuple(hand)) for side, hand in held if hand]
        if not hands or self.drawn is None:
            return []
        size = self.drawn
        room = (width - APART * (len(hands) - 1)) // len(hands)
        lies = [in_a_row(len(hand), room, size) for _, hand in hands]
        as_what = self.end.outcome.ending.verdict.shown_as
        told = self.words.say("left in hand") if as_what is None or not self._shown else self._said(as_what)
        said = [capital(f"{self._called(side)}: {told}") for side, _ in hands]
        if any(
            lie.size is not size or lie.step < LEAST_STEP or lie.per_row < len(hand)
            for lie, (_, hand) in zip(lies, hands, strict=True)
        ):
            return []
        wides = [
            max((len(hand) - 1) * lie.step + size.width, width_of(text))
            for (_, hand), lie, text in zip(hands, lies, said, strict=True)
        ]
        if sum(wides) + APART * (len(hands) - 1) > width:
            return []
        x = (width - sum(wides) - APART * (len(hands) - 1)) // 2
        for (_, hand), lie, wide, text in zip(hands, lies, wides, said, strict=True):
            self.stage.append(Group(above, x, hand, lie, text))
            x += wide + APART
        return [[]] * (size.height + 2)

    def _table(self, width: int, above: int) -> list[list[Piece]]:
        """Returns a line for each side: place, name, title, points of the deal, score bar, remaining cards."""
        end, look = self.end, self.palette
        best = {side: min(end.places[seat] for seat in side) for side in end.sides}
        sides = self._in_order
        names = {side: self._called(side) for side in sides}
        wide = min(max(map(width_of, names.values())), max(LONGEST_NAME, width // 2))
        drawn = self._drawn
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
            lines.append([(before, look.dim), (heading, look.dim)])
        elif points:
            heading = next(
                (self._said(heading) for heading, values in end.outcome.totals if values == points),
                self.words.say("Points"),
            )
            lines.append([(" " * called, look.dim), (heading, look.dim)])
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
                self.hands.append((above + len(lines), tuple(hand), in_a_row(len(hand), width - BELOW, self.drawn)))
            lines += below
        return [*lines, []]

    def _title(self, side: Sequence[Seat]) -> str:
        """Returns the title the deal gave a player; a side of several has none."""
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
    def _shown(self) -> Sequence[Cards]:
        """By seat: the cards that decided the deal; empty if none did."""
        return self.end.outcome.ending.verdict.shown

    @property
    def _left(self) -> Sequence[Cards]:
        """By seat: the remaining cards; none if everybody has some left, since then the deal was not about that."""
        left = self.end.outcome.ending.left
        return (0,) * len(left) if all(left) else left

    def _with_cards(self, row: list[Piece], hand: Sequence[int], width: int) -> list[list[Piece]]:
        """Returns a row followed by the remaining cards, or with the cards on lines below if they do not fit."""
        look = self.palette
        if not hand:
            return [row]
        label = self.words.say("left with")
        if self.drawn is not None:
            lie = in_a_row(len(hand), width - BELOW, self.drawn)
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
        """Returns the other counts of the match, one line each."""
        end, look = self.end, self.palette
        told = []
        for heading, values in self._columns()[1:]:
            each = ", ".join(f"{self._called(side)} {number(values[side[0]])}" for side in end.sides if values[side[0]])
            told.append(f"{heading}: {each}")
        lines = [line for text in told for line in wrap(text, width)]
        return [[(line, look.dim)] for line in lines] + ([[]] if lines else [])

    def _notes(self, width: int, room: int) -> list[list[Piece]]:
        """Returns the notes on how the match goes on, if all of them and the cards of the last round fit."""
        if self.end.outcome.winners is not None:
            return []
        # The plates already show who holds which title.
        titles = self.end.outcome.ending.verdict.titles if self.plates else ()
        held = [say("{who}: {place}", who=Who(seat), place=place) for seat, place in enumerate(titles)]
        notes = [note for note in self.end.outcome.notes if note not in held]
        lines = [line for note in notes for line in wrap(self._said(note), width)]
        return [*([(line, self.palette.dim)] for line in lines), []] if 0 < len(lines) < room else []

    def _again(self, width: int) -> list[list[Piece]]:
        if self.again is None or self.again.said is None:
            return []
        return [[(line, self.palette.table)] for line in wrap(self._said(self.again.said), width)] + [[]]

    # Painting

    def paint(self, sheet: Sheet) -> None:
        """Draws the headline, the lines under it, and falling suits while a victory is fresh."""
        look = self.palette
        won = is_mine(self.end)
        lost = self.end.me is not None and self.end.places[self.end.me] == max(self.end.places) > 1
        style = look.acting if won else look.danger if lost else look.bold
        wide = max(map(width_of, self.large))
        left = (sheet.width - wide) // 2
        shown = wide
        if self.frames_left > CELEBRATION - 10:
            shown = wide * (CELEBRATION - self.frames_left) // 10
        if self.over and look.table.bgcolor is not None:
            emblem = self.end.outcome.ending.verdict.emblem
            at = (sheet.width - emblem_size(emblem)[0]) // 2
            paint_emblem(sheet, at, 0, emblem, look.table.bgcolor.get_truecolor())
        for y, row in enumerate(self.large, self.over):
            sheet.put(left, y, row[:shown], style)
        if won and len(self.large) == 1:
            sheet.put(left - 3, 0, "★", style)
            sheet.put(left + wide + 2, 0, "★", style)
        if self.frames_left:
            sparks(sheet, len(self.large), range(left - 1, left + wide + 1), self.frames_left, look)
        begin = self.over + len(self.large) + 1
        block = max((sum(width_of(text) for text, _ in line) for line in self.lines if len(line) > 1), default=0)
        for y, line in enumerate(self.lines, begin):
            # A sentence is centred; the list of players is centred as a block.
            x = max(0, (sheet.width - (block if len(line) > 1 else sum(width_of(text) for text, _ in line))) // 2)
            if self.hands and len(line) > 1:
                x = 0
            for text, kind in line:
                x = sheet.put(x, y, text, kind)
        for group in self.stage:
            for nth, card in enumerate(group.cards):
                self.painter.card(sheet, group.x + nth * group.lie.step, begin + group.line, card, group.lie.size)
            sheet.put(group.x, begin + group.line + group.lie.size.height, group.said, look.dim)
        if self.podium is not None:
            paint_podium(sheet, begin + self.podium_line, self.podium, self.painter)
        for one in self.plates:
            y, end = begin + one.line, one.x + one.width
            plate(sheet, (one.x, y, one.width, PLATE), self.painter, title=one.title, tone=one.tone, heavy=one.heavy)
            sheet.put(one.x + 2, y + 1, one.left, one.tone or look.plate.text)
            sheet.put(end - 2 - width_of(one.right), y + 1, one.right, one.tone or look.plate.bold)
        for above, hand, (size, step, per_row) in self.hands:
            for nth, card in enumerate(hand):
                down, right = divmod(nth, per_row)
                top = begin + above + down * size.height
                self.painter.card(sheet, BELOW + right * step, top, card, size)
