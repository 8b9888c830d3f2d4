"""A puzzle at a table: real rules, open hands, and opponents who give the best possible answers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, ClassVar, Final

from cardtable.bots.people import names_for
from cardtable.bots.reasons import reasons_against
from cardtable.cards import bits
from cardtable.engine.faults import told
from cardtable.engine.moves import Move, Seat
from cardtable.engine.scene import Scene
from cardtable.engine.state import observe
from cardtable.engine.text import Faces, Suit, Text, Who, listed, number, say, say_count
from cardtable.files import Unreadable
from cardtable.games import family
from cardtable.match.keyboard import Keyboard, KeyboardStep
from cardtable.match.practice import NotMade, PracticeTable
from cardtable.match.table import Kind
from cardtable.match.view import View
from cardtable.puzzles import BadPuzzle, Puzzle, titles
from cardtable.puzzles.kept import Rated
from cardtable.puzzles.solving import Solver, Unsolved, sensible

Count = Callable[[Puzzle, bool], Rated | None]
"""Counts a puzzle as solved or failed, once; returns the effect on the rating."""
GOALS: Final = {
    ("durak", 1): say("Every card is seen. One move alone wins, whatever the other player answers: find it."),
    ("durak", 0): say("Every card is seen. One move alone saves the draw, whatever the other player answers: find it."),
    ("bura", 1): say("Every card is seen. One move alone wins the deal; who has the points claims at once. Find it."),
    ("bura", 0): say("Every card is seen. One move alone does not lose the deal; find it."),
    ("one_oh_one", 1): say(
        "Every card is seen. One move alone goes out first, whatever the other player answers: find it."
    ),
}
"""The promise in puzzles where a deal is won or lost."""
COMING: Final = 6
"""The number of cards of the stock in 101 that are announced: a narrow screen shows even fewer."""


class PuzzleTable(PracticeTable):
    """The table of a puzzle; nothing is saved except whether it was solved."""

    kind: ClassVar[Kind] = "puzzle"

    def __init__(self, puzzle: Puzzle, person: str, language: str = "en", count: Count | None = None) -> None:
        """Sets up the puzzle before its first move. Raises BadPuzzle."""
        rules, state = puzzle.put_down()
        if state.to_act[:1] != (puzzle.seat,):
            raise BadPuzzle("{puzzle}: it is not the turn of P{seat}", puzzle=puzzle.id, seat=puzzle.seat)
        names = names_for(rules.seats - 1, language, [person], seed=len(puzzle.best))
        names.insert(puzzle.seat, person)
        super().__init__(family(puzzle.family), puzzle.preset, rules, state, puzzle.seat, names)
        self._start = state
        self.of_day = False
        """Whether it is the puzzle of the day, which is followed by the deal."""
        self.asked: tuple[str | None, str | None] = None, None
        """The family and the theme that the player asked for."""
        self.puzzle = puzzle
        self.failed = False
        """Whether a wrong move was tried, or the solution was viewed."""
        self.showing = False
        """Whether the solution is being played."""
        self.rated: Rated | None = None
        """The effect on the player's rating."""
        self.counted_before = False
        self.troubles: Sequence[Text] = ()
        """The problems with puzzles that were skipped."""
        self.trouble: Text | None = None
        """Why the result could not be saved."""
        self._count = count
        self._solver = Solver(puzzle.family, rules, puzzle.seat, puzzle.margin)

    @property
    def goal(self) -> Text:
        """The task and what is promised, with anything else that has to be known."""
        state: Any = self._match.state
        goal = self._promised
        if self.deal_over:
            return self.verdict
        if self.puzzle.family == "one_oh_one":
            coming = (*state.stock, *state.pile[:-1])[:COMING]
            return say("{goal} To be drawn next: {cards}.", goal=goal, cards=Faces(coming)) if coming else goal
        if self.puzzle.family == "bura":
            counts = self.rules.facts(state)["counts"].split()
            told = say("you {points}", points=counts[self.seat])
            for foe in self.rules.clockwise_from[self.seat][1:]:
                told = say("{told}, {who} {points}", told=told, who=Who(foe), points=counts[foe])
            return say("{goal} Points so far: {told}.", goal=goal, told=told)
        if self.puzzle.family == "kozel" and self._match.made:
            return say("{goal} Your side can have {points} card points.", goal=goal, points=self.puzzle.worth)
        return goal

    @property
    def _promised(self) -> Text:
        """What is proven about the current position: only for the first move, that it is the only one."""
        puzzle = self.puzzle
        if self._match.made:
            return say("That was the move. Play on: from here on more than one may be right.")
        if self.closed:
            hands = [hand for seat, hand in enumerate(self._match.state.places[: len(self.names)]) if seat != self.seat]
            cards = Faces(tuple(bits(sum(hands))))
            if puzzle.family == "kozel":
                return say(
                    "You see your own cards only; between them the others hold {cards}. However these lie, and "
                    "whatever the others play, one move alone is best for your side: find it.",
                    cards=cards,
                )
            return say(
                "You see your own cards only; between them the others hold {cards}. However these lie, and whatever "
                "the others play, one move alone is best for your points: find it.",
                cards=cards,
            )
        if puzzle.margin:
            return say_count(
                "Every card is seen. One move alone wins by {count} point or more, whatever the other player answers: "
                "find it.",
                "Every card is seen. One move alone wins by {count} points or more, whatever the other player answers: "
                "find it.",
                puzzle.margin,
            )
        if puzzle.family == "kozel":
            return say(
                "Every card is seen. One move alone brings your side the most card points that can be had, {points}, "
                "whatever the others do: find it.",
                points=puzzle.worth,
            )
        if puzzle.family == "king":
            return say(
                "Every card is seen. One move alone is best for your points even if all others play against you "
                "together: find it."
            )
        return GOALS[puzzle.family, puzzle.worth]

    @property
    def verdict(self) -> Text:
        """How the puzzle ended."""
        if self.showing:
            return say("That was the solution.")
        return say("Solved, but not at the first try.") if self.failed else say("Solved!")

    def told_result(self) -> list[Text]:
        """Whether it was solved, its themes, the rating, and anything that could not be saved."""
        told = [self.verdict, say("It was about: {themes}", themes=listed(titles(self.puzzle.themes)))]
        if self._reason is not None:
            told.append(say("Why: {why}.", why=self._reason))
        if self.rated is not None:
            now, change = round(self.rated.now), round(self.rated.now) - round(self.rated.before)
            signed = f"+{change}" if change > 0 else number(change)
            told.append(say("Your rating: {now} ({change})", now=now, change=signed))
        elif self.counted_before:
            told.append(say("This puzzle was counted before; your rating stays."))
        return told

    @property
    def _reason(self) -> Text | None:
        """An argument for the first move that does not hold for every other one; None if there are no words for it."""
        seen = observe(self._start, self.seat)
        legal, best = self.rules.legal(seen.state, self.seat), self.rules.parse_move(self.puzzle.best)
        found = reasons_against(self.rules, seen, legal, best, [move for move in legal if move != best])
        return found[0].text if found else None

    @property
    def closed(self) -> bool:
        """Whether the others' hands are hidden: before the first move, if it is right for any distribution of cards."""
        return "hidden" in self.puzzle.themes and not self._match.made and not self.showing

    @property
    def forced(self) -> bool:
        """Whether the player has nothing to decide: there is only one move, or a claim, which is known to be right."""
        state = self._match.state
        return bool(state.to_act) and len(sensible(self.rules, state, state.to_act[0])) == 1

    def _worth_of(self, move: Move) -> int:
        try:
            return self._solver.worth(self._match.state, self.seat, move)
        except Unsolved:
            return self.puzzle.worth

    def submit(self, seat: Seat, move: Move) -> None:
        """Makes a move that keeps the full value. Raises RuleBroken, and NotMade for a move that does not."""
        if seat == self.seat and not self.showing:
            self._match.check(seat, move)
            worth = self._worth_of(move)
            if worth < self.puzzle.worth:
                self._settle(solved=False)
                raise NotMade(move, self._given_away(move, worth))
        super().submit(seat, move)
        if self.deal_over and not self.showing:
            # In 101 the proof may not cover everything that can follow; unproven moves were let through.
            self._settle(solved=self._solver.outcome(self._match.state) >= self.puzzle.worth)

    def _given_away(self, move: Move, worth: int) -> Text:
        """The loss caused by a wrong move."""
        puzzle = self.puzzle
        if puzzle.family in ("kozel", "king"):
            what = say_count("it gives {count} point away", "it gives {count} points away", puzzle.worth - worth)
        elif puzzle.margin:
            what = say("it brings fewer points, or loses")
        elif puzzle.worth == 1:
            what = say("it gives the win away: only a draw is left") if worth == 0 else say("it loses")
        else:
            what = say("it loses")
        if move.cards and move.arg and puzzle.family == "one_oh_one":
            order = Suit(move.arg - 1)
            return say("{cards}, {suit} ordered: {what}.", cards=Faces(tuple(bits(move.cards))), suit=order, what=what)
        if move.cards:
            return say("{cards}: {what}.", cards=Faces(tuple(bits(move.cards))), what=what)
        return say("Not that: {what}.", what=what)

    def _settle(self, *, solved: bool) -> None:
        """Counts the first outcome."""
        if self.failed:
            return
        self.failed = not solved
        if self._count is not None:
            try:
                self.rated = self._count(self.puzzle, solved)
                self.counted_before = self.rated is None
            except (OSError, Unreadable) as wrong:
                self.trouble = say("It is not kept that you solved it: {why}.", why=told(wrong))
            self._count = None

    def show_solution(self) -> None:
        """Sets the position up again; from then on the best moves of all players are made automatically."""
        self._settle(solved=False)
        self.showing = True
        self.begin_at(self._start)

    # Table methods

    def scene(self, seat: Seat) -> Scene:
        """The scene for the player, titled with the puzzle's number in its family, or as the puzzle of the day."""
        if self.of_day:
            title = say("The puzzle of the day · {game}", game=self.title)
        else:
            title = say("Puzzle {number} · {game}", number=int(self.puzzle.id.rsplit("-", 1)[1]), game=self.title)
        return super().scene(seat)._replace(title=title)

    def plain_pass(self, seat: Seat) -> Move | None:
        """Forced moves are made automatically."""
        return None

    def bot_move(self, seat: Seat) -> Move:
        """The best answer; in the solution also the player's own move."""
        state = self._match.state
        if self.showing and not self._match.made:
            return self.rules.parse_move(self.puzzle.best)
        moves = sensible(self.rules, state, seat)
        if len(moves) == 1:
            return moves[0]
        try:
            return self._solver.answer(state)
        except Unsolved:
            return super().bot_move(seat)


class PuzzleKeyboard(Keyboard):
    """The solver's keyboard: forced moves and the solution are played automatically."""

    def next(self) -> KeyboardStep:
        """The next step at the keyboard."""
        table = self.table
        assert isinstance(table, PuzzleTable)
        if table.to_act[:1] == (table.seat,) and (table.showing or table.forced):
            return KeyboardStep("bot", table.seat)
        return super().next()

    def view(self, seat: Seat, *, open_hands: bool = False) -> View:
        """The view for the solver; without choices while the solution is played."""
        assert isinstance(self.table, PuzzleTable)
        view = super().view(seat, open_hands=open_hands and not self.table.closed)
        if not self.table.showing:
            return view
        scene = view.scene._replace(choices=(), verb="", targets=())
        return view._replace(scene=scene, is_turn=False)
