"""A puzzle as a page: the position, and for every choice the best play of both sides to the end.

If a move is right for any distribution of the hidden cards, they stay hidden until a choice is made.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from cardtable.bots.search.explained import labels_of
from cardtable.engine.moves import DEALER, Event, Move, Seat
from cardtable.engine.state import observe
from cardtable.engine.text import Text, say
from cardtable.film.frames import Frame, differences, frame, with_hands
from cardtable.film.questions import MOST
from cardtable.film.sentences import NOTHING, Number, Sentences, unnamed
from cardtable.games import family
from cardtable.match.record import tell
from cardtable.puzzles import Puzzle
from cardtable.puzzles.solving import Solver, Unsolved
from cardtable.puzzles.table import PuzzleTable

LONGEST: Final = 60
"""The number of moves after which a line is cut off."""


class _Line:
    """The rest of a puzzle's deal, worked out move by move with all cards open."""

    def __init__(self, puzzle: Puzzle, said: Sentences) -> None:
        self.rules, self.start = puzzle.put_down()
        self.seat = puzzle.seat
        self.solver = Solver(puzzle.family, self.rules, puzzle.seat, puzzle.margin)
        self._said = said

    def shown(self, state: Any, lines: Sequence[Number], mover: Seat, *, closed: bool = False) -> Frame:
        """The table at this moment, with every hand unless it is closed."""
        scene = self.rules.scene(observe(state, self.seat))._replace(choices=(), verb="", targets=())
        seen = frame(scene, self._said, lines, mover)
        return seen if closed else with_hands(seen, state.places[: self.rules.seats], lines)

    def after(self, move: Move) -> list[Frame]:
        """The move and its continuation, as far as it can be proven."""
        state, mover, frames = self.start.copy(), self.seat, list[Frame]()
        following: Move | None = move
        while following is not None and len(frames) < LONGEST:
            log: list[Event] = []
            self.rules.play(state, mover, following, log)
            told = [line for line in (tell(self.rules, event) for event in log) if line is not None]
            if not state.to_act:
                told += self.rules.result_lines(state)
            frames.append(self.shown(state, self._said.lines(told), mover))
            following = None
            if state.to_act and state.to_act[0] != DEALER:
                mover = state.to_act[0]
                try:
                    following = self.solver.answer(state)
                except Unsolved:
                    break
        return frames


def film_of_puzzle(puzzle: Puzzle) -> dict[str, Any]:
    """The data of its page: one question, with a continuation for each answer. Raises BadPuzzle."""
    table = PuzzleTable(puzzle, "x")
    rules, game = table.rules, family(puzzle.family)
    said = Sentences(unnamed(rules.seats))
    line = _Line(puzzle, said)
    worths = line.solver.worths(line.start)
    labels = labels_of(rules, observe(line.start, puzzle.seat))
    best = next(move for move in worths if rules.move_text(move) == puzzle.best)
    wanted = sorted(worths, key=lambda move: (move != best, -worths[move]))[:MOST]
    # Sorted by notation, an order that does not give the best move away.
    choices = sorted(wanted, key=rules.move_text)
    goal = said.line(table.goal)
    first = line.shown(line.start, [goal], puzzle.seat, closed=table.closed)
    question = {
        "frame": 0,
        "choices": [said.part(labels[move]) for move in choices],
        "made": choices.index(best),
        "best": choices.index(best),
        "values": [None for _ in choices],
        "proven": True,
        "cost": NOTHING,
        "why": NOTHING,
        "lines": [differences([first, *line.after(move)])[1:] for move in choices],
    }
    title = Text(game.presets[puzzle.preset].title)
    return {
        "puzzle": True,
        "title": said.line(title),
        "rules": [],
        "viewer": puzzle.seat,
        "seats": rules.seats,
        "deals": [
            {
                "name": said.line(say("Puzzle {id}", id=puzzle.id)),
                "frames": differences([first]),
                "end": [],
                "sheet": [],
                "questions": [question],
                "curve": [],
                "marks": [],
            }
        ],
        "notes": [],
        "names": [list(names) for names in said.names],
        "sentences": said.rows,
    }
