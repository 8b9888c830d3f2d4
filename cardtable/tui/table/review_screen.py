"""What the decisions of a deal cost: a graph of the chances, the dearest decision first, and why.

It is made in a thread, decision by decision, and kept beside the record; whoever leaves keeps what was done.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from functools import cache, partial
from itertools import chain
from threading import Lock
from typing import ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.widgets import OptionList
from textual.widgets.option_list import Option
from textual.worker import get_current_worker

from cardtable.coach import told as coach
from cardtable.coach.advice import Advice, of_replay
from cardtable.coach.kept import KeptReviews
from cardtable.coach.review import Judged, SeatReview, left_out, reviewed_deals
from cardtable.engine import faults
from cardtable.engine.moves import Seat
from cardtable.engine.text import Text, clean, say
from cardtable.match.replay import Replay
from cardtable.tui.boxes.advice import AdviceList, answers
from cardtable.tui.boxes.thinking import keys_first
from cardtable.tui.draw.bars import bar
from cardtable.tui.draw.canvas import Canvas
from cardtable.tui.draw.cells import ASCII, Sheet, cut, short_names, width_of
from cardtable.tui.draw.graph import Graph
from cardtable.tui.draw.keyline import KeyLine, hint_of
from cardtable.tui.draw.lines import Line, Rule
from cardtable.tui.draw.menu import Menu
from cardtable.tui.keys import REVIEW_KEYS, bindings, quiet
from cardtable.tui.program import WayBack, program
from cardtable.tui.protocol import Archive
from cardtable.tui.table import afterwards
from cardtable.tui.table.replay_screen import ReplayScreen
from cardtable.words import Words

ROOMY = 30
"""Rows from which graph and reasons are given more room."""
WIDEST = 34
"""Columns of a move in the list at most."""


class ColumnTitles(Canvas):
    """What stands above the columns of a list."""

    text = ""

    def show(self, text: str) -> None:
        """Shows these titles, which are as far apart as the columns."""
        self.text = text
        self.repaint()

    def paint(self, sheet: Sheet) -> None:
        """One row."""
        sheet.put(0, 0, self.text, self.palette.dim)


class ReviewScreen(WayBack):
    """The decisions of one seat in one deal that is over."""

    DEFAULT_CSS = """
    ReviewScreen { background: $table; }
    ReviewScreen Graph { height: 6; margin: 0 0 1 0; }
    ReviewScreen.-roomy Graph { height: 9; }
    ReviewScreen OptionList { height: 1fr; border: none; background: $table; padding: 0 1; scrollbar-size: 1 1; }
    ReviewScreen OptionList:focus { border: none; }
    ReviewScreen #said { height: 7; }
    ReviewScreen.-roomy #said { height: 8; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        quiet("down,j", "step(1)", priority=True),
        quiet("up,k", "step(-1)", priority=True),
        # Before the list, which has page keys of its own.
        *bindings(REVIEW_KEYS, priority=True),
    ]

    def __init__(self, replay: Replay, words: Words, archive: Archive, deal: int, seat: Seat) -> None:
        super().__init__()
        self.replay = replay
        self.words = words
        self.archive = archive
        self.kept = KeptReviews(replay)
        self.review: SeatReview = self.kept.review(deal, seat)
        self.listed: list[Judged] = []
        """The decisions in the order of the list."""
        # Every verdict that comes draws the list anew, and what was offered stands in a whole scene.
        self._was_done = cache(partial(coach.done, replay))
        self._was_better = cache(partial(coach.better, replay))
        self._with_open_cards = cache(partial(coach.with_open_cards, replay))
        self.advice: dict[int, Advice] = {}
        """By the number of a decision what the styles would have done."""
        self.with_open_cards = True
        self.trouble: Text | None = None
        """Why it could not be kept."""
        self._keeping = Lock()
        self.heading = Line(words, "bar", id="heading")
        self.graph = Graph(words)
        self.titles = ColumnTitles(words)
        self.wanted: int | None = None
        """The decision on whose line somebody has gone; until then the dearest so far is under the cursor."""
        self.rows = Menu(markup=False)
        self.rule = Rule(words, id="rule")
        self.said = Line(words, "table", id="said")
        self.progress = Line(words, "dim", id="progress")
        self.keys = KeyLine(words)

    def compose(self) -> ComposeResult:
        yield from (self.heading, self.graph, self.titles, self.rows, self.rule, self.said, self.progress, self.keys)

    def on_mount(self) -> None:
        """Shows what is kept, and goes on with what is not."""
        self.rows.focus()
        self.show()
        self._begin()

    def on_resize(self, event: events.Resize) -> None:
        self.set_class(event.size.height >= ROOMY, "-roomy")
        self.call_after_refresh(self.show)

    def on_new_words(self) -> None:
        self.show()

    # How it is made

    def _begin(self) -> None:
        self.run_worker(partial(self._make, self.review), thread=True, exclusive=True, group="review")

    def _make(self, review: SeatReview) -> None:
        """Judges what is left, looks at the dear ones with open cards; stops at any slice, and keeps what was done."""
        worker = get_current_worker()
        done, changed = review.done, False
        with keys_first():
            for found in chain(review.go_on(), review.open_up(dear_only=True)):
                if worker.is_cancelled:
                    break
                if found is not None or review.done != done:
                    done, changed = review.done, True
                    self.app.call_from_thread(self._came, review)
            self._keep(review, changed=changed or review.done != done)
        if not worker.is_cancelled:
            self.app.call_from_thread(self._came, review, made=True)

    def _came(self, review: SeatReview, *, made: bool = False) -> None:
        """Shows what was found; once it is made, asks the styles about the dear ones."""
        if review is not self.review or not self.is_attached:
            return
        self.show()
        if made and review.dearest:
            ask = partial(self._ask, review)
            # Called only when the worker runs: a screen that is left before must leave no coroutine behind.
            self.run_worker(ask, group="review")  # type: ignore[arg-type]  # mypy finds no type for its result

    async def _ask(self, review: SeatReview) -> None:
        """Asks the styles; one that does not answer has no opinion, nor have those that are asked after it."""
        begin = self.replay.deals[review.deal - 1]
        with suppress(TimeoutError):
            async for advice in answers(of_replay(self.replay, begin, {review.seat})):
                self.advice[advice.number] = advice
        self.show()

    def _keep(self, review: SeatReview, *, changed: bool) -> None:
        if not changed:
            return
        with self._keeping:
            try:
                self.kept.keep(review)
            except OSError as wrong:
                self.trouble = say("The review could not be kept: {why}", why=faults.told(wrong))

    # What is shown

    @property
    def chosen(self) -> Judged | None:
        """The decision under the cursor."""
        nth = self.rows.highlighted
        return self.listed[nth] if nth is not None and nth < len(self.listed) else None

    def _line(self, text: Text | None) -> str:
        return "" if text is None else clean(self.words.text(text, self.replay.names))

    def show(self) -> None:
        """Draws what is known now; the cursor stays on its decision."""
        if not self.is_attached:
            return
        review = self.review
        found = list(review.found)
        dear = review.dearest
        self.listed = [*dear, *(one for one in found if not one.verdict.is_dear)]
        self._head(found, dear)
        options = [Option(row) for row in self._rows()]
        self.rows.clear_options()
        self.rows.add_options(options)
        if options:
            numbers = [one.number for one in self.listed]
            self.rows.highlighted = numbers.index(self.wanted) if self.wanted in numbers else 0
        self._describe()
        self._foot()

    def _head(self, found: list[Judged], dear: list[Judged]) -> None:
        replay, review = self.replay, self.review
        title = say("Review · {game}, {deal}", game=replay.title, deal=replay.rules.deal_name(review.deal))
        facts = [clean(replay.names[review.seat])]
        share = review.accuracy
        if share is not None:
            good = say("{good} of {all} good", good=len(found) - len(dear), all=len(found))
            facts += [self._line(good), self._line(say("accuracy {share} %", share=round(100 * share)))]
        self.heading.show(self._line(title), facts)

    def _columns(self) -> tuple[int, int, int, int, int]:
        """Columns of the word, of a move, of what would have been better, of the cost, and of open cards."""
        word = max(
            [
                width_of(self.words.say("COSTLIEST")),
                *(width_of(self._line(coach.word(one.verdict))) for one in self.listed),
            ]
        )
        cost = max(
            [width_of(self.words.say("COST")), *(width_of(self._line(coach.loss(one.verdict))) for one in self.listed)]
        )
        room = self.size.width - 6 - word - 4 - cost - 3 * 2
        texts: list[tuple[str, Callable[[Judged], str]]] = [
            ("DONE", lambda one: self._line(self._was_done(one))),
            ("BETTER", lambda one: self._line(self._was_better(one))),
        ]
        if self.with_open_cards:
            texts.append(("CARDS OPEN", self._hindsight))
        # Each takes what its texts need; what one leaves over is the others'.
        needs = [
            max(8, *(width_of(text) for text in (self.words.say(title), *map(of, self.listed)))) for title, of in texts
        ]
        room -= 2 * (len(needs) - 2)
        wide = [0, 0, 0]
        for left, nth in zip(range(len(needs), 0, -1), sorted(range(len(needs)), key=needs.__getitem__), strict=True):
            wide[nth] = max(8, min(WIDEST, needs[nth], room // left))
            room -= wide[nth]
        done, better, opened = wide
        return word, done, better, cost, opened

    def _hindsight(self, one: Judged) -> str:
        """What would have been best with every card seen, as a cell says it."""
        same = one.open_cards is not None and one.open_cards == one.verdict.move
        return self._line(say_right() if same else self._with_open_cards(one))

    def _rows(self) -> list[str]:
        word, done, better, cost, opened = self._columns()
        say = self.words.say

        def row(cells: Iterable[tuple[str, int]]) -> str:
            line = "  ".join(cut(text, wide) + " " * (wide - width_of(cut(text, wide))) for text, wide in cells if wide)
            return line.translate(ASCII) if self.words.glyphs == "ascii" else line

        titles = (say("COSTLIEST"), word), ("", 3), (say("DONE"), done), (say("BETTER"), better), (say("COST"), cost)
        self.titles.show(" " + row((*titles, (say("CARDS OPEN"), opened))).rstrip() if self.listed else "")
        lines = []
        for one in self.listed:
            moves = self._was_done(one), self._was_better(one)
            was, could, best = told_apart([*map(self._line, moves), self._hindsight(one)], [done, better, opened])
            cells = (
                (self._line(coach.word(one.verdict)), word),
                (f"{one.number:>3}", 3),
                (was, done),
                (could, better),
                (self._line(coach.loss(one.verdict)), cost),
                (best, opened),
            )
            lines.append(row(cells))
        return lines

    def _describe(self) -> None:
        """Says more of the decision under the cursor, and marks it on the graph."""
        review, one = self.review, self.chosen
        dear = [found.number for found in review.dearest]
        self.graph.show(review.chances, max([1, *(number for number, _ in review.decisions)]), dear, one and one.number)
        nothing = one is None and review.is_whole
        self.graph.display = not nothing
        if one is None:
            self.rule.show("")
            lines = [say("Nothing could be judged. Press a for what others would have done.")] if nothing else []
            self.said.show("\n".join(map(self._line, [*lines, *left_out(self.replay, [review])])))
            return
        self.rule.show(self._line(say("decision {number} of {total}", number=one.number, total=self._total())))
        self.said.show("\n".join(map(self._line, self._told(one))))

    def _total(self) -> int:
        return max(number for number, _ in self.review.decisions)

    def _told(self, one: Judged) -> list[Text]:
        """What was done, what it cost and why, how it is known; what others would have done."""
        verdict, replay = one.verdict, self.replay
        done = self._was_done(one)
        if not verdict.is_dear:
            lines = [
                say(
                    "{move} – {word}. Chances: {now} of 100.",
                    move=done,
                    word=coach.word(verdict),
                    now=round(100 * verdict.value),
                )
            ]
        else:
            better = self._was_better(one) or Text("")
            lines = [say("{move} – {word}: {cost}.", move=done, word=coach.word(verdict), cost=coach.cost(verdict))]
            why = coach.why(replay, one)
            lines.append(
                say("Better: {move}.", move=better)
                if why is None
                else say("Better: {move}. {why}", move=better, why=why)
            )
        if verdict.exact:
            lines.append(
                say("Proven, whatever the others do: every card could be placed at this moment.")
                if verdict.whatever
                else say("Proven: every card could be placed at this moment.")
            )
            if verdict.line:
                lines[-1] = say("{proven} l plays the line.", proven=lines[-1])
        elif verdict.is_dear:
            lines.append(
                say("Looked at again, in {count} deals that fit what could be known then.", count=verdict.tried)
            )
        advice = self.advice.get(one.number)
        if advice is not None and advice.opinions:
            same = sum(opinion.same for opinion in advice.opinions)
            lines.append(say("Styles: {same} of {all} would have done the same.", same=same, all=len(advice.opinions)))
        if one.open_cards is not None and verdict.is_dear:
            lines.append(say("Cards open is hindsight: nobody could know it, and it is no verdict."))
        return [*lines, *left_out(replay, [self.review])]

    def _foot(self) -> None:
        review = self.review
        filled, rest = bar(review.done / max(1, review.total), max(8, min(40, self.size.width - 40)))
        facts = {"done": review.done, "total": review.total}
        count = say("{done} of {total}, kept", **facts) if review.is_whole else say("{done} of {total}", **facts)
        self.progress.show(
            self._line(self.trouble)
            if self.trouble
            else f"{self.words.say('review')}  {filled}{rest}  {self._line(count)}"
        )
        one = self.chosen
        offered = {
            "review-line": one is not None and bool(one.verdict.line),
            "review-deal": len(reviewed_deals(self.replay)) > 1,
        }
        self.keys.show(
            [
                hint_of(key, self.words)
                for key in REVIEW_KEYS
                if key.label and offered.get(key.id, one is not None or key.id not in ("review-go", "review-on"))
            ]
        )

    def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        self._describe()
        self._foot()

    # What can be done

    def action_step(self, by: int) -> None:
        """The line above or below."""
        self.rows.step(by)
        self._stay()

    def _stay(self) -> None:
        """Keeps the cursor on its decision, whatever is found and wherever one goes from here."""
        if self.chosen is not None:
            self.wanted = self.chosen.number

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Goes to the moment before this decision."""
        self.action_look()

    def action_look(self) -> None:
        """The replay at the moment before the decision, as the seat saw it."""
        one = self.chosen
        if one is not None:
            self._stay()
            self._open(ReplayScreen(self.replay, self.words, self.archive, one.moment - 1))

    def _open(self, screen: ReplayScreen) -> None:
        screen.viewer, screen.in_review = self.review.seat, True
        self.app.push_screen(screen)

    def action_line(self) -> None:
        """The line that proves it, to be gone through step by step, with every hand open."""
        one = self.chosen
        if one is not None and one.verdict.line:
            screen = ReplayScreen(
                self.replay.branch(one.moment - 1, one.verdict.line), self.words, self.archive, one.moment - 1
            )
            screen.open_hands = True
            self._open(screen)

    def action_play_on(self) -> None:
        """Plays on from before the decision, for practice; this record stays as it is."""
        one = self.chosen
        if one is None:
            return
        app = program(self)
        if app.table is not None and not afterwards.may_deal_again(app):
            self._say(say("To play on from here, leave the table first and open “Replays” in the menu."))
            return
        try:
            table = self.archive.play_on(self.replay, one.moment - 1, self.review.seat)
        except (OSError, ValueError) as wrong:
            self._say(faults.told(wrong))
            return
        self._stay()
        app.rise()
        app.sit_down(table)

    def _say(self, text: Text) -> None:
        self.said.show(self._line(text))

    def action_open_cards(self) -> None:
        """Shows or hides what would have been best with every card seen."""
        self.with_open_cards = not self.with_open_cards
        self.show()

    def action_styles(self) -> None:
        """What every style would have done at the decision under the cursor, or at each where none is, and why."""
        begin, one = self.replay.deals[self.review.deal - 1], self.chosen
        advice = of_replay(self.replay, begin, (self.review.seat,), None if one is None else (one.number,))
        self.app.push_screen(AdviceList(self.words, self.replay.names, advice))

    def action_seat(self, by: int) -> None:
        """The next seat, or the one before."""
        self._turn_to(self.review.deal, (self.review.seat + by) % len(self.replay.names))

    def action_deal(self, by: int) -> None:
        """Another deal of the match that is over."""
        deals = reviewed_deals(self.replay)
        at = deals.index(self.review.deal) + by
        if 0 <= at < len(deals):
            self._turn_to(deals[at], self.review.seat)

    def _turn_to(self, deal: int, seat: Seat) -> None:
        self.workers.cancel_group(self, "review")
        with self._keeping:
            self.review = KeptReviews(self.replay).review(deal, seat)
        self.advice, self.wanted = {}, None
        self.rows.clear_options()
        self.show()
        self._begin()

    def action_help(self) -> None:
        """The keys of the review."""
        program(self).open_help(REVIEW_KEYS)

    def action_leave(self) -> None:
        """Back, or to the menu where the table below was left to play on from here; what was done is kept."""
        self.workers.cancel_group(self, "review")
        app = program(self)
        if app.screen_stack[0] is self:
            app.exit(0)
        elif app.table is None and app.table_screen() is not None:
            app.leave_table()
        else:
            self.dismiss(None)

    async def on_canvas_clicked(self, message: Canvas.Clicked) -> None:
        await message.obey(self)


def told_apart(texts: Sequence[str], wide: Sequence[int]) -> list[str]:
    """Texts as their columns have room for them; what differs only at its end keeps that.

    >>> told_apart(["lay Q♠ and order ♠", "lay Q♠ and order ♥", "lay 6♦"], [11, 12, 8])
    ['lay Q♠ an…♠', 'lay Q♠ an…♥', 'lay 6♦']
    """
    narrow = [room for text, room in zip(texts, wide, strict=True) if 0 < room < width_of(text)]
    shown = list(dict.fromkeys(text for text, room in zip(texts, wide, strict=True) if room))
    if narrow and len({cut(text, min(narrow)) for text in shown}) < len(shown):
        short = dict(zip(shown, short_names(shown, min(narrow)), strict=True))
        texts = [short.get(text, text) for text in texts]
    return [cut(text, room) for text, room in zip(texts, wide, strict=True)]


def say_right() -> Text:
    """What is said of a move that open cards would have recommended too."""
    return say("was right")
