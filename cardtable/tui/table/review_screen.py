"""The review of a deal: a graph of the chances, the costliest decision first, and the reasons.

It is made in a thread, decision by decision, and saved beside the record; whatever is done by the time the player
leaves is kept.
"""

from __future__ import annotations

from contextlib import suppress
from functools import cache, partial
from itertools import chain
from threading import Lock
from time import monotonic
from typing import ClassVar

from rich.text import Text as RichText
from textual import events
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal, Vertical
from textual.geometry import Size
from textual.widgets import OptionList
from textual.widgets.option_list import Option
from textual.worker import get_current_worker

from cardtable.coach import told as coach
from cardtable.coach.advice import Advice, of_replay
from cardtable.coach.kept import KeptReviews
from cardtable.coach.review import (
    ENOUGH,
    Judged,
    SeatReview,
    Unjudged,
    left_out,
    reviewed_deals,
    told_of_likest,
    told_of_styles,
    told_of_votes,
)
from cardtable.engine import faults
from cardtable.engine.moves import Seat
from cardtable.engine.text import Text, clean, say
from cardtable.match.replay import Replay
from cardtable.puzzles.day_told import level_of
from cardtable.tui.boxes.advice import AdviceList, answers
from cardtable.tui.boxes.thinking import keys_first
from cardtable.tui.draw.bars import bar
from cardtable.tui.draw.cells import wrap
from cardtable.tui.draw.graph import Alike, Graph
from cardtable.tui.draw.keyline import KeyLine, hint_of
from cardtable.tui.draw.lines import Line, Rule
from cardtable.tui.draw.menu import Menu
from cardtable.tui.keys import REVIEW_KEYS, bindings, quiet
from cardtable.tui.program import WayBack, program
from cardtable.tui.protocol import Archive
from cardtable.tui.table import afterwards
from cardtable.tui.table.replay_screen import ReplayScreen
from cardtable.tui.table.review_cards import COLUMNS, FEW, FEW_FROM, FROM, DecisionCards
from cardtable.tui.table.review_likest import MostLike
from cardtable.tui.table.review_rows import ColumnTitles, ReviewRows
from cardtable.words import Words

SHOWN_EVERY = 0.1
"""Seconds between two updates of the screen: a decision that cost nothing is judged in an instant."""
ROOMY = 30
"""Minimum rows for a larger graph and more space for reasons."""


class ReviewScreen(WayBack):
    """The decisions of one seat in one finished deal."""

    DEFAULT_CSS = """
    ReviewScreen { background: $table; }
    ReviewScreen > Vertical { height: 1fr; }
    ReviewScreen.-roomy > Vertical { border: outer $rim; }
    ReviewScreen.-ascii.-roomy > Vertical { border: ascii $rim; }
    ReviewScreen Graph { height: 6; margin: 0 0 1 0; }
    ReviewScreen.-roomy Graph { height: 9; }
    ReviewScreen OptionList { height: 1fr; border: none; background: $table; padding: 0 1; scrollbar-size: 1 1; }
    ReviewScreen OptionList:focus { border: none; }
    ReviewScreen #said { height: 7; }
    ReviewScreen.-roomy #said { height: 8; }
    ReviewScreen Horizontal { height: 1fr; }
    ReviewScreen DecisionCards { width: 60; height: 1fr; display: none; }
    ReviewScreen.-cards DecisionCards, ReviewScreen.-few DecisionCards { display: block; }
    ReviewScreen.-few DecisionCards { width: 34; }
    ReviewScreen.-few #said { height: 9; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        quiet("down,j", "step(1)", priority=True),
        quiet("up,k", "step(-1)", priority=True),
        # With priority over the list, which has page keys of its own.
        *bindings(REVIEW_KEYS, priority=True),
    ]

    def __init__(self, replay: Replay, words: Words, archive: Archive, deal: int, seat: Seat) -> None:
        super().__init__()
        self.set_class(words.glyphs == "ascii", "-ascii")
        self.replay = replay
        self.words = words
        self.archive = archive
        self.kept = KeptReviews(replay)
        self.review: SeatReview = self.kept.review(deal, seat)
        self.listed: list[Judged | Unjudged] = []
        """The decisions in the order of the list."""
        self.cells = ReviewRows(replay, words)
        self.lines: list[str] = []
        """The lines of the list."""
        self.lit: int | None = None
        """The highlighted line, as drawn."""
        self.advice: dict[int, Advice] = {}
        """By decision number: what the styles would have done."""
        self.trouble: Text | None = None
        """The error if the review could not be saved."""
        self._keeping = Lock()
        self.heading = Line(words, "bar", id="heading")
        self.graph = Graph(words)
        self.titles = ColumnTitles(words)
        self._named = cache(partial(coach.named, replay))
        self.wanted: int | None = None
        """The decision the player moved to; before that, the cursor is on the costliest one so far."""
        self.rows = Menu(markup=False)
        self.cards = DecisionCards(words)
        self.most_like = MostLike(words)
        self.rule = Rule(words, id="rule")
        self.said = Line(words, "table", id="said")
        self.progress = Line(words, "dim", id="progress")
        self.keys = KeyLine(words)

    def compose(self) -> ComposeResult:
        yield self.heading
        with Vertical():
            yield self.graph
            with Horizontal():
                with Vertical():
                    yield from (self.titles, self.rows, self.most_like, self.rule, self.said, self.progress)
                yield self.cards
        yield self.keys

    def on_mount(self) -> None:
        """Shows what has been saved, and judges the rest."""
        self.rows.focus()
        self.show()
        self._begin()

    def on_resize(self, event: events.Resize) -> None:
        self.set_class(event.size.height >= ROOMY, "-roomy")
        self.set_class(_holds(event.size, FROM), "-cards")
        self.set_class(_holds(event.size, FEW_FROM) and not self.has_class("-cards"), "-few")
        self.call_after_refresh(self.show)

    def on_new_words(self) -> None:
        self.show()

    # Making the review

    def _begin(self) -> None:
        self.run_worker(partial(self._make, self.review), thread=True, exclusive=True, group="review")

    def _make(self, review: SeatReview) -> None:
        """Judges the rest, and costly decisions with open cards too; may stop at any slice and saves what is done."""
        worker = get_current_worker()
        done, changed, shown = review.done, False, 0.0
        with keys_first():
            for found in chain(review.go_on(), review.open_up(dear_only=True)):
                if worker.is_cancelled:
                    break
                if found is not None or review.done != done:
                    done, changed = review.done, True
                    if monotonic() - shown >= SHOWN_EVERY:
                        self.app.call_from_thread(self._came, review)
                        shown = monotonic()
            self._keep(review, changed=changed or review.done != done)
        if not worker.is_cancelled:
            self.app.call_from_thread(self._came, review, made=True)

    def _came(self, review: SeatReview, *, made: bool = False) -> None:
        """Shows new verdicts; after the last one, asks the styles about the costly decisions."""
        if review is not self.review or not self.is_attached:
            return
        self.show()
        if made and review.dearest:
            ask = partial(self._ask, review)
            # Passed uncalled: the worker calls it when it runs, so a screen closed earlier leaves no coroutine behind.
            self.run_worker(ask, group="review")  # type: ignore[arg-type]  # mypy finds no type for its result

    async def _ask(self, review: SeatReview) -> None:
        """Asks the styles; one that does not answer has no opinion, nor do those after it."""
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

    # Showing the review

    @property
    def chosen(self) -> Judged | Unjudged | None:
        """The current decision."""
        nth = self.rows.highlighted
        return self.listed[nth] if nth is not None and nth < len(self.listed) else None

    def _line(self, text: Text | None) -> str:
        return "" if text is None else clean(self.words.text(text, self.replay.names))

    def show(self) -> None:
        """Draws the current state; the cursor stays on its decision."""
        if not self.is_attached:
            return
        review = self.review
        found = list(review.found)
        dear = review.dearest
        told = review.told
        asked = (one for one in review.asked if one not in told)
        self.listed = [*dear, *told, *(one for one in found if not one.verdict.is_dear), *asked]
        self._head(found, dear)
        # Beside the cards the list has rows to spare.
        self.most_like.show(review.likest if review.is_whole and self.has_class("-cards") else None)
        self.cells.told = told
        beside = COLUMNS if self.has_class("-cards") else FEW if self.has_class("-few") else 0
        self.cells.beside_cards = beside > 0
        width = self.size.width - beside - 2 * self.has_class("-roomy")
        heading, self.lines = self.cells.rows(self.listed, width)
        self.titles.show(heading)
        self.rows.clear_options()
        numbers = [one.number for one in self.listed]
        self.lit = numbers.index(self.wanted) if self.wanted in numbers else 0
        self.rows.add_options([Option(self._row(nth)) for nth in range(len(self.lines))])
        if self.lines:
            self.rows.highlighted = self.lit
        self._describe()
        self._foot()

    def _row(self, nth: int) -> RichText:
        """Returns a line of the list; its square is coloured by cost, except on the cursor's background."""
        row, one, look = RichText(self.lines[nth]), self.listed[nth], self.graph.palette
        if isinstance(one, Judged) and nth != self.lit and look.fine:
            inks = {"good": look.cloth.good, "dear": look.cloth.now, "dearest": look.cloth.danger}
            row.stylize(inks[level_of(one.verdict)], 0, 1)
        return row

    def _head(self, found: list[Judged], dear: list[Judged]) -> None:
        replay, review = self.replay, self.review
        title = say("Review · {game}, {deal}", game=replay.title, deal=replay.deal_name(review.deal))
        facts = [clean(replay.names[review.seat])]
        share = review.accuracy
        if found:
            facts.append(self._line(say("{good} of {all} good", good=len(found) - len(dear), all=len(found))))
        if review.asked:
            facts.append(
                self._line(say("{count} of {all} judged", count=len(found), all=len(found) + len(review.asked)))
            )
        if share is not None and len(found) >= ENOUGH:
            facts.append(self._line(say("accuracy {share} %", share=round(100 * share))))
        self.heading.show(self._line(title), facts)

    def _describe(self) -> None:
        """Describes the current decision, and marks it on the graph."""
        review, one = self.review, self.chosen
        dear = [found.number for found in review.dearest]
        votes = [Alike(each.number, each.votes.alike(each.move), len(each.votes.by_style)) for each in review.asked]
        total = max([1, *(number for number, _ in review.decisions)])
        self.graph.show(review.chances, total, dear, one and one.number, votes)
        nothing = one is None and review.is_whole
        self.graph.display = bool(review.chances or votes) or not review.is_whole
        self.cards.show(self.replay, review.seat, one, () if one is None else self.cells.moves(one))
        if one is None:
            self.rule.show("")
            lines = [say("There was nothing to decide in this deal.")] if nothing else []
            self.said.show("\n".join(map(self._line, [*lines, *left_out(self.replay, [review])])))
            return
        self.rule.show(self._line(say("decision {number} of {total}", number=one.number, total=self._total())))
        self.said.show("\n".join(map(self._line, self._told(one))))

    def _total(self) -> int:
        return max(number for number, _ in self.review.decisions)

    def _told_of_votes(self, one: Unjudged) -> list[Text]:
        """Returns what the styles would have done; nobody is blamed."""
        votes, replay = one.votes, self.replay
        if one in self.review.told:
            lines = [coach.voted(replay, one)]
        else:
            alike, count = votes.alike(one.move), len(votes.by_style)
            lines = [told_of_styles(alike, count)]
        told = told_of_votes([self.review]) if self.review.is_whole else []
        rest = [say("Press a for who, and why."), *left_out(replay, [self.review])]
        likest = told_of_likest(self.review) if self.review.is_whole and not self.most_like.display else []
        needed = sum(len(wrap(self._line(line), self.said.size.width - 2)) for line in (*lines, *told, *likest, *rest))
        return [*lines, *told, *(likest if needed <= self.said.size.height else []), *rest]

    def _told(self, one: Judged | Unjudged) -> list[Text]:
        """Returns what was done, its cost and the reason, how that is known, and what others would have done."""
        if not isinstance(one, Judged):
            return self._told_of_votes(one)
        verdict, replay = one.verdict, self.replay
        done = self._named(one.moment, verdict.move)
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
            assert verdict.better is not None
            better = self._named(one.moment, verdict.better)
            lines = [say("{move} – {word}: {cost}.", move=done, word=coach.word(verdict), cost=coach.cost(verdict))]
            why = coach.why(replay, one)
            lines.append(
                say("Better: {move}.", move=better)
                if why is None
                else say("{move} would have been better – {why}.", move=better, why=why)
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
            lines.append(told_of_styles(same, len(advice.opinions)))
        if one.open_cards is not None and verdict.is_dear and self.cells.shows_open_cards:
            lines.append(say("“Cards open” is the best move with every card seen, which you could not know."))
        return [*lines, *left_out(replay, [self.review], voted=False)]

    def _foot(self) -> None:
        review = self.review
        filled, rest = bar(review.done / max(1, review.total), max(8, min(self.rows.size.width - 28, 40)))
        facts = {"done": review.done, "total": review.total}
        count = say("{done} of {total}, kept", **facts) if review.is_whole else say("{done} of {total}", **facts)
        self.progress.show(
            self._line(self.trouble)
            if self.trouble
            else f"{self.words.say('review')}  {filled}{rest}  {self._line(count)}"
        )
        one = self.chosen
        offered = {
            "review-line": isinstance(one, Judged) and bool(one.verdict.line),
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
        before, self.lit = self.lit, self.rows.highlighted
        if before != self.lit:
            for nth in (before, self.lit):
                if nth is not None and nth < self.rows.option_count:
                    self.rows.replace_option_prompt_at_index(nth, self._row(nth))
        self._describe()
        self._foot()

    # Actions

    def action_step(self, by: int) -> None:
        """Moves the cursor up or down."""
        self.rows.step(by)
        self._stay()

    def _stay(self) -> None:
        """Keeps the cursor on its decision, whatever is found and wherever the player goes from here."""
        if self.chosen is not None:
            self.wanted = self.chosen.number

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Opens the replay at the moment before this decision."""
        self.action_look()

    def action_look(self) -> None:
        """Opens the replay at the moment before the decision, from the player's seat."""
        one = self.chosen
        if one is not None:
            self._stay()
            self._open(ReplayScreen(self.replay, self.words, self.archive, one.moment - 1))

    def _open(self, screen: ReplayScreen) -> None:
        screen.viewer, screen.in_review = self.review.seat, True
        self.app.push_screen(screen)

    def action_line(self) -> None:
        """Opens the line of play that proves the verdict, step by step with every hand open."""
        one = self.chosen
        if isinstance(one, Judged) and one.verdict.line:
            screen = ReplayScreen(
                self.replay.branch(one.moment - 1, one.verdict.line), self.words, self.archive, one.moment - 1
            )
            screen.open_hands = True
            self._open(screen)

    def action_play_on(self) -> None:
        """Continues play from before the decision, for practice; this record is not changed."""
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
        """Shows or hides the best moves with every card seen."""
        self.cells.with_open_cards = not self.cells.with_open_cards
        self.show()

    def action_styles(self) -> None:
        """Lists what every style would have done at the current decision (or at each if there is none), and why."""
        begin, one = self.replay.deals[self.review.deal - 1], self.chosen
        advice = of_replay(self.replay, begin, (self.review.seat,), None if one is None else (one.number,))
        self.app.push_screen(AdviceList(self.words, self.replay.names, advice))

    def action_seat(self, by: int) -> None:
        """Switches to the next or the previous seat."""
        self._turn_to(self.review.deal, (self.review.seat + by) % len(self.replay.names))

    def action_deal(self, by: int) -> None:
        """Switches to another finished deal of the match."""
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
        """Lists the keys of the review."""
        program(self).open_help(REVIEW_KEYS)

    def action_leave(self) -> None:
        """Goes back, or to the menu if the table below was left to play on from here; saves what is done."""
        self.workers.cancel_group(self, "review")
        app = program(self)
        if app.screen_stack[0] is self:
            app.exit(0)
        elif app.table is None and app.table_screen() is not None:
            app.leave_table()
        else:
            self.dismiss(None)


def _holds(size: Size, least: tuple[int, int]) -> bool:
    """Returns whether a screen has at least this many columns and rows."""
    return size.width >= least[0] and size.height >= least[1]
