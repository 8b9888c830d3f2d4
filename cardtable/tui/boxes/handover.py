"""The blank screen between two people at one keyboard."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, NamedTuple

from textual import events
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.geometry import Size
from textual.screen import Screen

from cardtable.engine.moves import Seat
from cardtable.engine.text import Text, clean, mark, say, say_count
from cardtable.tui.draw.canvas import Canvas, ReadBack
from cardtable.tui.draw.cells import HEAVY, Sheet, cut, width_of, wrap
from cardtable.tui.draw.fresh import Fresh
from cardtable.tui.draw.keyline import Hint, KeyLine
from cardtable.tui.draw.lines import Line
from cardtable.tui.draw.painter import BACK
from cardtable.tui.keys import Key, bindings, shown_key
from cardtable.tui.program import program
from cardtable.words import Words

WIDEST = 60
"""Columns of the box."""

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
"""Offered where somebody may have something to say that nobody else knows of."""
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
    """Who comes next, and what everybody at the keyboard may read meanwhile."""

    seat: Seat
    name: str
    cards: int
    news: Sequence[Text]
    """What happened since they last looked, as everybody may know it."""
    is_bot: bool = False
    lookers: tuple[Seat, ...] = ()
    """Who else may look at their cards before."""

    @property
    def title(self) -> str:
        """What stands over the box."""
        return mark("The keyboard lies on the table") if self.lookers else mark("Pass the keyboard")


class Notice(ReadBack):
    """Who is to sit down, and what happened meanwhile; the newest line is shown first, the others by scrolling."""

    DEFAULT_CSS = "Notice { height: 1fr; }"

    def __init__(self, words: Words, coming: NextPlayer, names: Sequence[str]) -> None:
        super().__init__(words)
        self.coming = coming
        self.names = names

    def paint(self, sheet: Sheet) -> None:
        """A heavy box in the middle."""
        look, words = self.palette, self.words
        width = min(WIDEST, sheet.width - 4)
        room = width - 6
        above, below, news = self._above(room), self._below(), self._news(room)
        most = max(1, sheet.height - len(above) - len(below) - 3)
        self.back = min(self.back, max(0, len(news) - most))
        end = len(news) - self.back
        shown = news[max(0, end - most) : end]
        lines = [*above, *shown, *([""] if shown else []), *below]
        height = len(lines) + 2
        x, y = (sheet.width - width) // 2, max(0, (sheet.height - height) // 2)
        sheet.frame(x, y, width, height, HEAVY, look.acting)
        sheet.put(x + 2, y, f" {words.say(self.coming.title)} ", look.acting)
        for nth, line in enumerate(lines):
            heading, key = nth == 1, nth > len(lines) - len(below) - 1
            style = look.acting if heading else look.bold if key else look.table
            text = cut(line, room)
            sheet.put(x + 3 + (room - width_of(text)) // 2 * heading, y + 1 + nth, text, style)
        if len(news) > len(shown):
            places = f" {end - len(shown) + 1}-{end} / {len(news)} ↑↓ "
            sheet.put(x + width - 2 - width_of(places), y + height - 1, places, look.acting)

    def overflows(self, width: int, height: int) -> bool:
        """Whether there is more to read than a screen of this size shows at once."""
        room = min(WIDEST, width - 4) - 6
        return len(self._above(room)) + len(self._news(room)) + len(self._below()) + 3 > height

    def _news(self, room: int) -> list[str]:
        told = [clean(self.words.text(text, self.names)) for text in self.coming.news]
        return [line for text in told for line in wrap(text, room)]

    def _above(self, room: int) -> list[str]:
        words, coming = self.words, self.coming
        name = clean(coming.name)
        apart = " ".join(name.upper())
        heading = say("Next: {name}", name=apart if width_of(apart) < room - 8 else name)
        closed = say_count("{count} card, face down", "{count} cards, face down", coming.cards)
        return [
            "",
            words.text(heading, (name,)),
            "",
            f"{BACK * min(coming.cards, 9)}  {words.text(closed, (name,))}",
            "",
        ]

    def _below(self) -> list[str]:
        words, name = self.words, clean(self.coming.name)
        here = (
            say("{name} goes on", name=name) if self.coming.is_bot else say("{name} is here: show my cards", name=name)
        )
        lines = [f"[ ⏎ ]  {words.text(here, (name,))}"]
        if self.coming.lookers:
            look = words.say("somebody else looks at their cards first")
            lines.append(f"[ {shown_key(LOOK_KEY, words)} ]  {look}")
        return [*lines, ""]


class HandOver(Screen[Seat]):
    """Shows no card. Gives who takes the keyboard: the player who comes next, or who looks at their cards before."""

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
        """Offers the keys that do something here."""
        self.show(event.size)

    def on_new_words(self) -> None:
        self.show(self.size)
        self.notice.repaint()

    def show(self, size: Size) -> None:
        """Heading and keys on a screen of this size."""
        words, names = self.words, self.names
        self.heading.show(words.text(self.title_told, names), [words.text(self.people, names)])
        offered = {
            "handover-look": bool(self.coming.lookers),
            "handover-news": self.notice.overflows(size.width, size.height - 2),
        }
        hints = []
        for key in HANDOVER_KEYS:
            if offered.get(key.id, True):
                label = mark("go on") if key.id == "handover-here" and self.coming.is_bot else key.label
                hints.append(Hint(shown_key(key, self.words), self.words.say(label), key.binds[0][1], key.rank))
        self.keyline.show(hints)

    def on_screen_resume(self) -> None:
        """Nobody is here yet."""
        self.fresh.begin()

    def on_key(self, event: events.Key) -> None:
        """Who presses another key than Enter has seen whose turn it is."""
        self.fresh.notice(event)

    def action_here(self) -> None:
        """The next player sits here; the last one's Enter does not say so."""
        if not self.fresh.too_soon:
            self.dismiss(self.coming.seat)

    def action_look(self) -> None:
        """Asks who else looks first, unless there is only one."""
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
        """Goes back in what happened, or on again."""
        self.notice.scroll_back(rows)

    def action_menu(self) -> None:
        """The menu, still without cards."""
        program(self).open_menu()

    def action_help(self) -> None:
        """The keys of this screen; to look first only where that is offered."""
        program(self).open_help([key for key in HANDOVER_KEYS if key is not LOOK_KEY or self.coming.lookers])

    async def on_canvas_clicked(self, message: Canvas.Clicked) -> None:
        await message.obey(self)
