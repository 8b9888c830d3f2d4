"""The rules of a table to read: on one page, the card of the game, and in full with contents and search."""

from __future__ import annotations

from typing import Any, ClassVar, NamedTuple

from rich.style import Style
from rich.text import Text as RichText
from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, VerticalScroll
from textual.screen import Screen
from textual.widgets import Input, OptionList, Static
from textual.widgets.option_list import Option

from cardtable.engine.text import clean, folded, say
from cardtable.tui.canvas import Canvas
from cardtable.tui.cells import ASCII, width_of, wrap
from cardtable.tui.keyline import Hint, KeyLine
from cardtable.tui.lines import Line
from cardtable.tui.menu import Menu
from cardtable.tui.protocol import Booklet
from cardtable.words import Words

WIDEST = 100
"""Columns beyond which a page is no better to read."""
CONTENTS = 26
"""Columns of the contents."""
NARROW = 70
"""Columns below which the contents have no room beside the text."""


class Page(NamedTuple):
    """A line of text as it is shown: what stands at its left in bold, the text, and what stands at the right edge."""

    head: str
    text: str
    tail: str = ""


def card_lines(booklet: Booklet, words: Words, width: int) -> list[Page]:
    """The card of a game: a heading at the left, its sentences beside it."""
    chapters = [
        (clean(words.text(title, ())), [clean(words.text(part.text, ())) for part in parts])
        for title, parts in booklet.card
    ]
    column = max((width_of(title) for title, _ in chapters), default=0) + 2
    lines = []
    for title, texts in chapters:
        head = title
        for text in texts:
            for line in wrap(text, width - column):
                lines.append(Page(head + " " * (column - width_of(head)), line))
                head = ""
    return lines


class Reading(Screen[None]):
    """A page with a heading and keys."""

    AUTO_FOCUS = ""
    """Nothing: a line to type into would take the keys of the page."""

    DEFAULT_CSS = """
    Reading { background: $table; }
    Reading Line { height: 1; }
    Reading VerticalScroll { height: 1fr; padding: 0 1; scrollbar-size: 1 1; }
    Reading Static { width: 100%; }
    """

    def __init__(self, words: Words, booklet: Booklet) -> None:
        super().__init__()
        self.words = words
        self.booklet = booklet
        self.heading = Line(words, "bar")
        self.body = Static(markup=False)
        self.scrolled = VerticalScroll(self.body, can_focus=False)
        self.keys = KeyLine(words)

    def plain(self, text: str) -> str:
        """The text as this terminal can show it."""
        return text.translate(ASCII) if self.words.glyphs == "ascii" else text

    @property
    def style(self) -> dict[str, Style]:
        """The styles of the theme without their ground, which is the page's own."""
        palette: Any = self.app.palette  # type: ignore[attr-defined]  # our own app
        return {name: Style(color=getattr(palette, name).color, bold=name != "dim") for name in ("acting", "dim")}

    def action_scroll(self, rows: int) -> None:
        """Scrolls without animation."""
        self.scrolled.scroll_relative(y=rows, animate=False)

    def action_leave(self) -> None:
        """Closes the page."""
        self.app.pop_screen()

    async def on_canvas_clicked(self, message: Canvas.Clicked) -> None:
        """A click on the key line."""
        await message.obey(self)


SCROLLING: list[BindingType] = [
    Binding("down,j,J,о,О", "scroll(1)", show=False),
    Binding("up,k,K,л,Л", "scroll(-1)", show=False),
    Binding("pagedown,space", "scroll(10)", show=False),
    Binding("pageup", "scroll(-10)", show=False),
    Binding("home", "scroll(-9999)", show=False),
    Binding("end", "scroll(9999)", show=False),
]


class GameCard(Reading):
    """What one must know to play, on one page; `o` once more opens all the rules, at the one last broken."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,enter,q,Q,й,Й", "leave", show=False),
        Binding("o,O,щ,Щ", "rules", show=False),
        *SCROLLING,
    ]

    def __init__(self, words: Words, booklet: Booklet, broken: str = "") -> None:
        """`broken` is the rule at which the long rules open."""
        super().__init__(words, booklet)
        self.broken = broken

    def compose(self) -> ComposeResult:
        """Heading, page and keys."""
        yield self.heading
        yield self.scrolled
        yield self.keys

    def on_mount(self) -> None:
        """Fits the page to the screen."""
        self.show()

    def on_resize(self, event: events.Resize) -> None:
        """Breaks the lines anew."""
        self.show()

    def on_new_words(self) -> None:
        """Says everything anew."""
        self.show()

    def show(self) -> None:
        """The page as it is now."""
        self.heading.show(self.words.say(self.booklet.title), [self.words.say(self.booklet.family)])
        page = RichText()
        for head, text, _ in card_lines(self.booklet, self.words, min(self.size.width - 3, WIDEST)):
            page.append(self.plain(head), self.style["acting"])
            page.append(self.plain(text) + "\n")
        page.rstrip()
        self.body.update(page)
        self.keys.show(
            [
                Hint("o", self.words.say("all the rules"), "rules", 0),
                Hint("↑↓", self.words.say("scroll"), "scroll(1)", 2),
                Hint("Esc", self.words.say("back"), "leave", 0),
            ]
        )

    def action_rules(self) -> None:
        """All the rules, in place of the card."""
        self.app.switch_screen(RulesReader(self.words, self.booklet, self.broken))


class RulesReader(Reading):
    """All the rules: contents at the left, text with the numbers of the rules at the right, a line to search in it."""

    DEFAULT_CSS = """
    RulesReader Menu {
        width: 26; height: 1fr; border: none; background: $table; padding: 0 1; scrollbar-size: 1 1;
    }
    RulesReader.-small Menu { display: none; }
    RulesReader Input { display: none; }
    RulesReader Input, RulesReader Input:focus {
        height: 3; border: round $primary; background: $table; margin: 0 1;
    }
    RulesReader Input > .input--placeholder { color: $foreground; text-style: italic; }
    RulesReader.-ascii Input, RulesReader.-ascii Input:focus { border: ascii $primary; }
    RulesReader.-searching Input { display: block; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "leave", show=False, priority=True),
        Binding("q,Q,й,Й,o,O,щ,Щ", "leave", show=False),
        Binding("slash,full_stop", "search", show=False),
        Binding("n,т", "next(1)", show=False),
        Binding("N,Т", "next(-1)", show=False),
        Binding("tab", "chapter(1)", show=False, priority=True),
        Binding("shift+tab", "chapter(-1)", show=False, priority=True),
        *SCROLLING,
    ]

    def __init__(self, words: Words, booklet: Booklet, broken: str = "") -> None:
        """`broken` is the rule at which it opens; the first page without one."""
        super().__init__(words, booklet)
        self.broken = broken
        self.contents = Menu(markup=False)
        self.line = Input(placeholder=words.say("search these rules"))
        self.lines: list[Page] = []
        self.begins: list[int] = []
        """By chapter the line of its title."""
        self.found: list[int] = []
        """The lines that hold what is sought."""
        self.at = 0
        """Which of them is shown."""
        self.set_class(words.glyphs == "ascii", "-ascii")

    def compose(self) -> ComposeResult:
        """Heading, contents beside the text, the line to search, keys."""
        yield self.heading
        with Horizontal():
            yield self.contents
            yield self.scrolled
        yield self.line
        yield self.keys

    def on_mount(self) -> None:
        """Opens at the rule that was broken."""
        self.contents.can_focus = False
        self.show()
        if self.broken:
            line = next((nth for nth, page in enumerate(self.lines) if self.broken in page.tail.split()), None)
            if line is not None:
                # The paragraph whose number stands at its end, from its beginning.
                while line > 0 and self.lines[line - 1].text and not self.lines[line - 1].tail:
                    line -= 1
                self.call_after_refresh(self._go_to, line)

    def on_resize(self, event: events.Resize) -> None:
        """Breaks the lines anew."""
        self.set_class(event.size.width < NARROW, "-small")
        self.show()

    def on_new_words(self) -> None:
        """Says everything anew."""
        self.show()

    def show(self) -> None:
        """The rules as they are now."""
        beside = 0 if self.has_class("-small") else CONTENTS
        self._break(min(self.size.width - beside - 3, WIDEST))
        self.contents.clear_options()
        titles = [clean(self.words.text(title, ())) for title, _ in self.booklet.rules]
        self.contents.add_options(Option(self.plain(title)) for title in titles)
        self._search()
        self.keys.show(
            [
                Hint("↑↓", self.words.say("scroll"), "scroll(1)", 2),
                Hint("Tab", self.words.say("next chapter"), "chapter(1)", 3),
                Hint("/", self.words.say("search"), "search", 1),
                Hint("n N", self.words.say("next, last found"), "next(1)", 4),
                Hint("Esc", self.words.say("back"), "leave", 0),
            ]
        )

    def _break(self, width: int) -> None:
        """The text in lines; the numbers of a paragraph's rules stand at the right of its last line or below it."""
        self.lines, self.begins = [], []
        for title, parts in self.booklet.rules:
            self.begins.append(len(self.lines))
            self.lines += [Page(clean(self.words.text(title, ())), ""), Page("", "")]
            for part in parts:
                ids = " ".join(part.ids)
                lines = wrap(clean(self.words.text(part.text, ())), width)
                if width_of(lines[-1]) + 2 + len(ids) > width:
                    lines.append("")
                lines[-1] += " " * (width - width_of(lines[-1]) - len(ids))
                self.lines += [Page("", line) for line in lines[:-1]]
                self.lines += [Page("", lines[-1], ids), Page("", "")]

    def _search(self) -> None:
        """Marks what is sought, and shows the first of it."""
        sought = folded(self.line.value.strip())
        page = RichText()
        self.found = []
        for nth, (head, text, tail) in enumerate(self.lines):
            page.append(self.plain(head), self.style["acting"])
            at = folded(text).find(sought) if sought and len(folded(text)) == len(text) else -1
            if sought and (at >= 0 or sought in folded(head) or sought in folded(tail)):
                self.found.append(nth)
            begin = len(page)
            page.append(self.plain(text))
            while at >= 0:
                page.stylize("reverse", begin + at, begin + at + len(sought))
                at = folded(text).find(sought, at + len(sought))
            page.append(tail + "\n", self.style["dim"])
        page.rstrip()
        self.body.update(page)
        self.at = 0
        told = []
        if sought:
            told = [self.words.text(say("{count} found", count=len(self.found)), ())]
        rules = self.words.say("Rules")
        self.heading.show(f"{self.words.say(self.booklet.title)} · {rules}", told)

    def _go_to(self, line: int) -> None:
        self.scrolled.scroll_to(y=max(0, line), animate=False)
        chapter = sum(begin <= line for begin in self.begins) - 1
        self.contents.highlighted = max(0, chapter)

    # What is done

    def action_chapter(self, by: int) -> None:
        """The next chapter, or the one before."""
        now = round(self.scrolled.scroll_y)
        beyond = [begin for begin in self.begins if (begin - now) * by > 0]
        if beyond:
            self._go_to(min(beyond) if by > 0 else max(beyond))

    def action_search(self) -> None:
        """A line to type into."""
        self.add_class("-searching")
        self.line.focus()

    def on_input_changed(self, event: Input.Changed) -> None:
        """The first place that holds what was typed so far."""
        self._search()
        if self.found:
            self._go_to(self.found[0] - 1)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """From now on n and N go from one place to the next."""
        self.set_focus(None)

    def action_next(self, by: int) -> None:
        """The next place found, or the one before, round the text."""
        if self.found:
            self.at = (self.at + by) % len(self.found)
            self._go_to(self.found[self.at] - 1)

    def action_leave(self) -> None:
        """Ends the search; without one closes the rules."""
        if self.has_class("-searching"):
            self.line.value = ""
            self.remove_class("-searching")
            self.set_focus(None)
        else:
            self.app.pop_screen()

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """The chapter begins at the top."""
        self._go_to(self.begins[event.option_index])
