"""The rules of a table: the one-page summary card, and the full rules with contents and search."""

from __future__ import annotations

from typing import ClassVar, NamedTuple

from rich.style import Style
from rich.text import Text as RichText
from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.screen import Screen
from textual.widgets import Input, OptionList, Static
from textual.widgets.option_list import Option

from cardtable.cards import HEARTS, SPADES, Card
from cardtable.engine.text import Faces, Ranks, Text, clean, folded, say
from cardtable.tui.boxes.dialogs import SCROLLING
from cardtable.tui.draw.canvas import RIMMED, Canvas
from cardtable.tui.draw.cells import ASCII, Sheet, width_of, wrap
from cardtable.tui.draw.keyline import KeyHint, KeyLine
from cardtable.tui.draw.lines import Line
from cardtable.tui.draw.menu import Menu
from cardtable.tui.draw.painter import BIG, LARGE, SMALL
from cardtable.tui.felt.layout import spread
from cardtable.tui.keys import TWINS, quiet
from cardtable.tui.offers import Booklet
from cardtable.tui.program import program
from cardtable.words import Words

WIDEST = 100
"""Columns beyond which a page gets no easier to read."""
CONTENTS = 26
"""Columns of the table of contents."""
NARROW = 70
"""Minimum columns for the contents beside the text."""
FRAMED = 100, 30
"""Minimum columns and rows of the screen for a framed summary card with its ranks drawn."""
EDGES = 6, 4
"""Columns and rows of the frame and its padding."""
ORDER = "order"
"""Prefix of the facts in a card's text that list cards or ranks, highest first."""


class Page(NamedTuple):
    """A line of text as shown: bold text on the left, the text itself, and text at the right edge."""

    head: str
    text: str
    tail: str = ""
    kind: str = ""
    """`broken` for the rule that forbade a move, `house` for a rule of this table alone."""


HOUSE, BROKEN = "+", "◄"
"""The marks of such rules, at the right edge."""


def card_lines(booklet: Booklet, words: Words, width: int) -> list[Page]:
    """Returns the summary card of a game: headings on the left, sentences beside them."""
    chapters = [
        (
            clean(words.text(title, ())),
            [f"{HOUSE} " * (part in booklet.house) + clean(words.text(part.text, ())) for part in parts],
        )
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


def ordered(booklet: Booklet) -> list[tuple[Text, tuple[Card, ...]]]:
    """Returns the rankings on the summary card as cards, highest first: fixed trumps, and a suit."""
    found: list[tuple[Text, tuple[Card, ...]]] = []
    for title, parts in booklet.card:
        for name, fact in (item for part in parts for item in part.text.facts.items() if item[0].startswith(ORDER)):
            if isinstance(fact, Faces):
                found.append((title, fact.cards))
            elif isinstance(fact, Ranks):
                suit = SPADES if name == "order_of_spades" else HEARTS
                found.append((title, tuple(rank * 4 + suit for rank in fact.ranks)))
    return found


class Order(Canvas):
    """Rows of cards, highest on the left, each under the title of its chapter."""

    def __init__(self, words: Words, booklet: Booklet) -> None:
        super().__init__(words)
        self.rows = ordered(booklet)
        self.drawn = SMALL

    def fit(self, width: int, height: int) -> bool:
        """Takes the largest card size that fits with one row each; returns whether any does."""
        most = max((len(cards) for _, cards in self.rows), default=0)
        for size in (LARGE, BIG, SMALL) if not self.small else (SMALL,):
            tall = len(self.rows) * (size.height + 2)
            lie = spread(most, width, size)
            if most and tall <= height and lie.size is size and lie.per_row >= most:
                self.drawn = size
                self.styles.width, self.styles.height = width, tall
                self.repaint()
                return True
        return False

    def paint(self, sheet: Sheet) -> None:
        """Draws each row under a line of text."""
        for nth, (title, cards) in enumerate(self.rows):
            y = nth * (self.drawn.height + 2)
            end = sheet.put(0, y, clean(self.words.text(title, ())), self.palette.acting)
            sheet.put(end + 2, y, self.words.say("the highest at the left"), self.palette.dim)
            size, step, _ = spread(len(cards), sheet.width, self.drawn)
            for place, card in enumerate(cards):
                self.painter.card(sheet, place * step, y + 1, card, size)


class Reading(Screen[None]):
    """A page with a heading and keys."""

    AUTO_FOCUS = ""
    """No focus: a focused input would swallow the keys of the page."""

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

    def on_mount(self) -> None:
        """Subscribes to theme changes: the page's text has colours baked in."""
        self.app.theme_changed_signal.subscribe(self, lambda theme: self.show())

    def on_unmount(self) -> None:
        """Unsubscribes; otherwise the app would keep the page and all its lines alive."""
        self.app.theme_changed_signal.unsubscribe(self)

    def on_new_words(self) -> None:
        self.show()

    def show(self) -> None:
        """Draws the page again."""
        raise NotImplementedError

    def plain(self, text: str) -> str:
        """Returns the text in characters this terminal can show."""
        return text.translate(ASCII) if self.words.glyphs == "ascii" else text

    @property
    def style(self) -> dict[str, Style]:
        """The styles of the theme without their background: the page has its own."""
        palette = program(self).palette
        return {name: Style(color=getattr(palette, name).color, bold=name != "dim") for name in ("acting", "dim")}

    def action_scroll(self, rows: int) -> None:
        """Scrolls without animation."""
        self.scrolled.scroll_relative(y=rows, animate=False)

    def action_leave(self) -> None:
        """Closes the page."""
        self.app.pop_screen()


class GameCard(Reading):
    """A game's essentials on one page; `o` again opens the full rules, at the rule last broken."""

    DEFAULT_CSS = """
    GameCard #page { width: auto; height: auto; }
    GameCard.-framed VerticalScroll { align: center middle; border: outer $rim; }
    GameCard.-framed #page { padding: 1 2; }
    GameCard.-ascii.-framed VerticalScroll { border: ascii $rim; }
    GameCard #page Static { width: auto; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        quiet("escape,enter,q", "leave"),
        quiet("o", "rules"),
        *SCROLLING,
    ]

    def __init__(self, words: Words, booklet: Booklet, broken: str = "") -> None:
        """`broken` is the rule the full rules open at."""
        super().__init__(words, booklet)
        self.broken = broken
        self.order = Order(words, booklet)
        self.scrolled = VerticalScroll(Vertical(self.body, self.order, id="page"), can_focus=False)
        self.set_class(words.glyphs == "ascii", "-ascii")

    def compose(self) -> ComposeResult:
        yield self.heading
        yield self.scrolled
        yield self.keys

    def on_mount(self) -> None:
        """Fits the page to the screen."""
        self.show()

    def on_resize(self, event: events.Resize) -> None:
        self.show()

    def show(self) -> None:
        """Draws the page; on a large screen in a frame, with spaced chapters and the ranks drawn."""
        self.heading.show(self.words.say(self.booklet.title), [self.words.say(self.booklet.family)])
        width, height = self.size
        lines = card_lines(self.booklet, self.words, min(width - 3 - EDGES[0], WIDEST))
        # Without the heading, the key line and the frame.
        room = height - 2 - EDGES[1] - len(lines)
        framed = width >= FRAMED[0] and height >= FRAMED[1] and room >= 0
        self.set_class(framed, "-framed")
        if not framed:
            lines = card_lines(self.booklet, self.words, min(width - 3, WIDEST))
        wide = max(width_of(line.head + line.text) for line in lines)
        self.order.display = framed and self.order.fit(max(wide, min(width - 3 - EDGES[0], WIDEST)), room - 1)
        if self.order.display:
            room -= self.order.drawn.height * len(self.order.rows)
        chapters = sum(bool(line.head.strip()) for line in lines) - 1
        apart = framed and room - len(self.order.rows) * 2 - 1 >= chapters
        page = RichText()
        for nth, (head, text, *_) in enumerate(lines):
            if apart and nth and head.strip():
                page.append("\n")
            page.append(self.plain(head), self.style["acting"])
            page.append(self.plain(text) + "\n")
        if self.order.display:
            page.append(" ")  # A blank line above the cards.
        else:
            page.rstrip()
        self.body.update(page)
        self.keys.show(
            [
                KeyHint("o", self.words.say("all the rules"), "rules", 0),
                KeyHint("↑↓", self.words.say("scroll"), "scroll(1)", 2),
                KeyHint("Esc", self.words.say("back"), "leave", 0),
            ]
        )

    def action_rules(self) -> None:
        """Opens the full rules in place of the card."""
        self.app.switch_screen(RulesReader(self.words, self.booklet, self.broken))


class RulesReader(Reading):
    """The full rules: contents on the left, numbered rules on the right, and a search line."""

    DEFAULT_CSS = """
    RulesReader Menu {
        width: 26; height: 1fr; border: none; background: $table; padding: 0 1; scrollbar-size: 1 1;
    }
    RulesReader.-rimmed > Horizontal { border: outer $rim; }
    RulesReader.-ascii.-rimmed > Horizontal { border: ascii $rim; }
    RulesReader VerticalScroll { padding: 0; }
    RulesReader VerticalScroll Static { padding: 0 1; }
    RulesReader.-small Menu { display: none; }
    RulesReader Input { display: none; }
    RulesReader Input, RulesReader Input:focus {
        height: 3; border: round $primary; background: $table;
    }
    RulesReader Input > .input--placeholder { color: $foreground; text-style: italic; }
    RulesReader.-ascii Input, RulesReader.-ascii Input:focus { border: ascii $primary; }
    RulesReader.-searching Input { display: block; }
    """
    VERTICAL_BREAKPOINTS = [(0, "-low"), (RIMMED, "-rimmed")]  # noqa: RUF012  (Textual declares it so)
    BINDINGS: ClassVar[list[BindingType]] = [
        quiet("escape", "leave", priority=True),
        quiet("q,o", "leave"),
        quiet("slash,full_stop", "search"),
        Binding(f"n,{TWINS['n']}", "next(1)", show=False),
        Binding(f"N,{TWINS['n'].upper()}", "next(-1)", show=False),
        quiet("tab", "chapter(1)", priority=True),
        quiet("shift+tab", "chapter(-1)", priority=True),
        *SCROLLING,
    ]

    def __init__(self, words: Words, booklet: Booklet, broken: str = "") -> None:
        """`broken` is the rule it opens at; empty for the first page."""
        super().__init__(words, booklet)
        self.broken = broken
        self.contents = Menu(markup=False)
        self.line = Input(placeholder=words.say("search these rules"))
        self.lines: list[Page] = []
        self.begins: list[int] = []
        """The line of each chapter's title."""
        self.found: list[int] = []
        """The lines that match the search."""
        self.at = 0
        """The index in `found` of the match shown."""
        self.set_class(words.glyphs == "ascii", "-ascii")

    def compose(self) -> ComposeResult:
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
                # Go to the start of the paragraph: its number is at its end.
                while line > 0 and self.lines[line - 1].text and not self.lines[line - 1].tail:
                    line -= 1
                self.call_after_refresh(self._go_to, line)

    def on_resize(self, event: events.Resize) -> None:
        self.set_class(event.size.width < NARROW, "-small")
        self.show()

    def show(self) -> None:
        """Draws the rules again."""
        beside = 0 if self.has_class("-small") else CONTENTS
        rim = 2 if self.size.height >= RIMMED else 0
        self._break(min(self.size.width - beside - 3 - rim, WIDEST))
        self.contents.clear_options()
        titles = [clean(self.words.text(title, ())) for title, _ in self.booklet.rules]
        self.contents.add_options(Option(self.plain(title)) for title in titles)
        self._search()
        self._show_keys()

    def _show_keys(self) -> None:
        """Shows the keys as they are now: while text is typed, n and N are letters."""
        say, searching, typing = self.words.say, self.has_class("-searching"), self.line.has_focus
        self.keys.show(
            [
                KeyHint("↑↓", say("scroll"), "scroll(1)", 2),
                KeyHint("Tab", say("next chapter"), "chapter(1)", 3),
                *([] if typing else [KeyHint("/", say("search"), "search", 1)]),
                *([KeyHint("⏎", say("go through what is found"), "go_through", 1)] if typing else []),
                *([KeyHint("n N", say("next, last found"), "next(1)", 1)] if searching and not typing else []),
                KeyHint("Esc", say("end the search") if searching else say("back"), "leave", 0),
            ]
        )

    def _break(self, width: int) -> None:
        """Breaks the text into lines; rule numbers go right of a paragraph's last line, or below if they do not fit."""
        self.lines, self.begins = [], []
        for title, parts in self.booklet.rules:
            self.begins.append(len(self.lines))
            self.lines += [Page(clean(self.words.text(title, ())), ""), Page("", "")]
            for part in parts:
                ids, kind = " ".join(part.ids), ""
                if self.broken in part.ids:
                    ids, kind = f"{BROKEN} {ids}", "broken"
                elif part in self.booklet.house:
                    ids, kind = f"{HOUSE} {ids}", "house"
                lines = wrap(clean(self.words.text(part.text, ())), width)
                if width_of(lines[-1]) + 2 + len(ids) > width:
                    lines.append("")
                lines[-1] += " " * (width - width_of(lines[-1]) - len(ids))
                self.lines += [Page("", line, "", kind) for line in lines[:-1]]
                self.lines += [Page("", lines[-1], ids, kind), Page("", "")]

    def _search(self) -> None:
        """Highlights the matches and shows the first one."""
        sought = folded(self.line.value.strip())
        page = RichText()
        self.found = []
        for nth, (head, text, tail, kind) in enumerate(self.lines):
            page.append(self.plain(head), self.style["acting"])
            at = folded(text).find(sought) if sought and len(folded(text)) == len(text) else -1
            if sought and (at >= 0 or sought in folded(head) or sought in folded(tail)):
                self.found.append(nth)
            begin = len(page)
            page.append(self.plain(text), self.style["acting"] if kind else None)
            while at >= 0:
                page.stylize("reverse", begin + at, begin + at + len(sought))
                at = folded(text).find(sought, at + len(sought))
            page.append(self.plain(tail) + "\n", self.style["acting" if kind else "dim"])
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

    # Actions

    def action_chapter(self, by: int) -> None:
        """Goes to the next or the previous chapter."""
        now = round(self.scrolled.scroll_y)
        beyond = [begin for begin in self.begins if (begin - now) * by > 0]
        if beyond:
            self._go_to(min(beyond) if by > 0 else max(beyond))

    def action_search(self) -> None:
        """Opens the search line."""
        self.add_class("-searching")
        self.line.focus()

    def on_input_changed(self, event: Input.Changed) -> None:
        """Jumps to the first match of the text typed so far."""
        self._search()
        if self.found:
            self._go_to(self.found[0] - 1)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Leaves the search line: from here n and N move between matches."""
        self.action_go_through()

    def on_descendant_focus(self) -> None:
        """Shows the keys for typing."""
        self._show_keys()

    def on_descendant_blur(self) -> None:
        """Shows the usual keys again."""
        self._show_keys()

    def action_go_through(self) -> None:
        """Leaves the search line: letters are keys again."""
        self.set_focus(None)

    def action_next(self, by: int) -> None:
        """Goes to the next or the previous match, wrapping around."""
        if self.found:
            self.at = (self.at + by) % len(self.found)
            self._go_to(self.found[self.at] - 1)

    def action_leave(self) -> None:
        """Ends the search; if none is open, closes the rules."""
        if self.has_class("-searching"):
            self.line.value = ""
            self.remove_class("-searching")
            self.set_focus(None)
        else:
            self.app.pop_screen()

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Scrolls to the chosen chapter."""
        self._go_to(self.begins[event.option_index])
