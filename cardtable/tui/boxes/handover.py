"""The blank screen between two people sharing a keyboard."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, NamedTuple

from rich.style import Style
from textual import events
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.geometry import Size as ScreenSize
from textual.screen import Screen

from cardtable.cards import HIDDEN
from cardtable.engine.moves import Seat
from cardtable.engine.text import Text, clean, mark, say, say_count
from cardtable.tui.draw.canvas import ReadBack
from cardtable.tui.draw.cells import Sheet, cut, width_of, wrap
from cardtable.tui.draw.fresh import Fresh
from cardtable.tui.draw.keyline import KeyHint, KeyLine
from cardtable.tui.draw.letters import large
from cardtable.tui.draw.lines import Line
from cardtable.tui.draw.painter import BACK, BIG, HUGE, LARGE, Size
from cardtable.tui.keys import Key, bindings, shown_key
from cardtable.tui.program import program
from cardtable.words import Words

WIDEST = 72
"""Maximum columns of the news."""
LOW, HIGH, LOFTY = 18, 28, 36
"""Minimum rows for card backs; for large backs, and a large name if at least `WIDE`; for the largest backs."""
WIDE = 96

LOOK_KEY = Key(
    "handover-look",
    (("l", "look"),),
    "l",
    mark("look first"),
    mark(
        "somebody else looks at their cards first and says what they have to say, if anything; "
        "the table learns only that they have looked"
    ),
    rank=2,
)
"""Offered when another player may have something to declare that only they can know."""
HANDOVER_KEYS: tuple[Key, ...] = (
    Key(
        "handover-here", (("enter", "here"),), "⏎", mark("show my cards"), mark("you are here: show your cards"), rank=1
    ),
    LOOK_KEY,
    Key(
        "handover-news",
        (
            ("up,k", "scroll(1)"),
            ("down,j", "scroll(-1)"),
            ("pageup", "scroll(10)"),
            ("pagedown", "scroll(-10)"),
        ),
        "↑↓",
        mark("scroll"),
        mark("read what happened since you last looked (also k j, PgUp PgDn)"),
        rank=3,
    ),
    Key("handover-menu", (("escape", "menu"),), "Esc", mark("menu"), mark("the menu, still without cards"), rank=4),
    Key("handover-help", (("question_mark,f1", "help"),), "?", mark("help"), mark("these keys (also F1)"), rank=0),
)


class NextPlayer(NamedTuple):
    """The player who comes next, and the news that everybody at the keyboard may read meanwhile."""

    seat: Seat
    name: str
    cards: int
    news: Sequence[Text]
    """The events since they last looked, as public knowledge."""
    is_bot: bool = False
    lookers: tuple[Seat, ...] = ()
    """The players who may look at their own cards first."""

    @property
    def title(self) -> str:
        """The heading of the screen."""
        return mark("The keyboard lies on the table; next comes") if self.lookers else mark("Pass the keyboard to")


class Notice(ReadBack):
    """The next player's name, their cards face down, and the news, newest line at the bottom."""

    CLOTH = True
    DEFAULT_CSS = "Notice { height: 1fr; }"

    def __init__(self, words: Words, coming: NextPlayer, names: Sequence[str]) -> None:
        super().__init__(words)
        self.coming = coming
        self.names = names

    def paint(self, sheet: Sheet) -> None:
        """Draws the name as large as it fits, a back for each card, and as much news as there is space for below."""
        look, (width, height) = self.palette, (sheet.width, sheet.height)
        letters, size = self._parts(width, height)
        news, most = self._news(width), self._most(width, height)
        self.back = min(self.back, max(0, len(news) - most))
        end = len(news) - self.back
        shown = news[max(0, end - most) : end]
        above = _rows(letters, size)
        y = max(1, (height - above - len(shown)) // 2)
        self._centred(sheet, y, self.words.say(self.coming.title), look.dim)
        wide = max(map(width_of, letters))
        for row, line in enumerate(letters, y + 2):
            sheet.put((width - wide) // 2, row, line, look.acting)
        y += 3 + len(letters)
        y += self._backs(sheet, y, size) + 1
        closed = say_count(
            "{count} card, face down until {name} is here",
            "{count} cards, face down until {name} is here",
            self.coming.cards,
            name=clean(self.coming.name),
        )
        if not self.coming.is_bot:
            self._centred(sheet, y, self.words.text(closed, ()), look.dim)
        for row, line in enumerate(shown, y + 2):
            self._centred(sheet, row, line, look.bold if row == y + 1 + len(shown) else look.table)
        if len(news) > len(shown):
            places = f" {end - len(shown) + 1}-{end} / {len(news)} ↑↓ "
            sheet.put(width - 3 - width_of(places), height - 2, places, look.acting)

    def _centred(self, sheet: Sheet, y: int, text: str, style: Style) -> None:
        shown = cut(text, sheet.width - 4)
        sheet.put((sheet.width - width_of(shown)) // 2, y, shown, style)

    def _backs(self, sheet: Sheet, y: int, size: Size | None) -> int:
        """Draws a card back for each card, overlapping if there are many. Returns the rows taken."""
        count = self.coming.cards
        if size is None:
            self._centred(sheet, y, BACK * count, self.palette.dim)
            return 1
        step = min(size.width + 1, (sheet.width - 8 - size.width) // max(1, count - 1))
        x = (sheet.width - step * (count - 1) - size.width) // 2
        for nth in range(count):
            self.painter.card(sheet, x + nth * step, y, HIDDEN, size)
        return size.height

    def _parts(self, width: int, height: int) -> tuple[list[str], Size | None]:
        """Returns the name in large letters, and the size of the backs; None if they are one row of signs."""
        name, high = clean(self.coming.name), height >= HIGH
        letters = large(name, width - 6, 5 if high and width >= WIDE else 3, ascii_only=self.ascii_only)
        if height < LOW:
            letters = large(name, width - 6, 1, ascii_only=self.ascii_only)
        fits = self.coming.cards * 2 + 10 < width and not self.small
        sizes = ((LOFTY, HUGE), (HIGH, LARGE), (LOW, BIG))
        return letters, next((size for least, size in sizes if fits and height >= least), None)

    def _most(self, width: int, height: int) -> int:
        """Returns how many lines of news fit."""
        return max(1, height - _rows(*self._parts(width, height)) - 2)

    def overflows(self, width: int, height: int) -> bool:
        """Returns whether the news is longer than what a screen of this size shows at once."""
        return len(self._news(width)) > self._most(width, height)

    def _news(self, width: int) -> list[str]:
        told = [clean(self.words.text(text, self.names)) for text in self.coming.news]
        return [line for text in told for line in wrap(text, min(WIDEST, width - 6))]


def _rows(letters: Sequence[str], size: Size | None) -> int:
    """Returns the rows of everything but the news."""
    return 6 + len(letters) + (1 if size is None else size.height)


class HandOver(Screen[Seat]):
    """Shows no card. Returns the seat that takes the keyboard: the next player, or one who looks first."""

    BINDINGS: ClassVar[list[BindingType]] = [*bindings(HANDOVER_KEYS)]

    def __init__(self, words: Words, title: Text, people: Text, coming: NextPlayer, names: Sequence[str]) -> None:
        super().__init__()
        self.words = words
        self.title_told, self.people = title, people
        self.heading = Line(words, "bar", id="heading")
        self.coming = coming
        self.names = names
        self.fresh = Fresh(self)
        self.notice = Notice(words, coming, names)
        self.keyline = KeyLine(words)

    def compose(self) -> ComposeResult:
        yield self.heading
        yield self.notice
        yield self.keyline

    def on_resize(self, event: events.Resize) -> None:
        """Offers the keys that work at this size."""
        self.show(event.size)

    def on_new_words(self) -> None:
        self.show(self.size)
        self.notice.repaint()

    def show(self, size: ScreenSize) -> None:
        """Draws the heading and the keys for a screen of this size."""
        words, names = self.words, self.names
        self.heading.show(words.text(self.title_told, names), [words.text(self.people, names)])
        offered = {
            "handover-look": bool(self.coming.lookers),
            "handover-news": self.notice.overflows(size.width, size.height - 2),
        }
        hints = [
            KeyHint(shown_key(key, words), words.say(key.label), key.binds[0][1], key.rank)
            for key in HANDOVER_KEYS
            if offered.get(key.id, key.id != "handover-here")
        ]
        name = clean(self.coming.name)
        here = say("{name} is here: show my cards", name=name)
        if self.coming.is_bot:
            here = say("{name} goes on", name=name)
        self.keyline.show(hints, KeyHint("⏎", words.text(here, ()), "here", 0))

    def on_screen_resume(self) -> None:
        """Waits: nobody has sat down yet."""
        self.fresh.begin()

    def on_key(self, event: events.Key) -> None:
        """Takes any key but Enter as proof that the player has seen whose turn it is."""
        self.fresh.notice(event)

    def action_here(self) -> None:
        """Shows the next player's cards; ignores an Enter meant for the screen before."""
        if not self.fresh.too_soon:
            self.dismiss(self.coming.seat)

    def action_look(self) -> None:
        """Asks which player looks first, unless there is only one."""
        from cardtable.tui.boxes.dialogs import Choose

        lookers = self.coming.lookers
        if len(lookers) == 1:
            self.dismiss(lookers[0])
        elif lookers:
            names = [self.names[seat] for seat in lookers]
            self.app.push_screen(Choose(self.words, self.words.say("Who looks first?"), names), self._look_first)

    def _look_first(self, nth: int | None) -> None:
        if nth is not None:
            self.dismiss(self.coming.lookers[nth])

    def action_scroll(self, rows: int) -> None:
        """Scrolls the news back or forward."""
        self.notice.scroll_back(rows)

    def action_menu(self) -> None:
        """Opens the menu, still without showing cards."""
        program(self).open_menu()

    def action_help(self) -> None:
        """Lists the keys of this screen; the one for looking first only if it is offered."""
        program(self).open_help([key for key in HANDOVER_KEYS if key is not LOOK_KEY or self.coming.lookers])
