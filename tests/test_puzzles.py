"""Every puzzle holds what it promises, by a second solver that uses nothing but `legal`, `play` and `copy`."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations, permutations
from random import Random
from typing import Any

import pytest

from cardtable.bots.finding import make_bot
from cardtable.cards import SUITS, bits, cards_of
from cardtable.desk.puzzles import open_day, open_next
from cardtable.engine.moves import Move
from cardtable.engine.rules import AnyRules
from cardtable.engine.state import observe
from cardtable.puzzles import THEMES, BadPuzzle, Puzzle, UnknownPuzzle, chosen, families, file_of, load, parse
from cardtable.puzzles.daily import FIRST, DayTable
from cardtable.puzzles.solving import Solver, sensible
from cardtable.puzzles.table import PuzzleTable
from cardtable.words import Words

FAMILIES = ["durak", "one_oh_one", "kozel", "bura", "king"]


@cache
def puzzles() -> tuple[Puzzle, ...]:
    """All puzzles."""
    return tuple(puzzle for family in families() for puzzle in load(family)[0])


SAMPLE = Random("sample").sample(puzzles(), 60)
FAR = 10_000
SEEN = ("last", "last_winner")
"""Facts that are only there to be displayed."""


class Brute:
    """Searches everything that can happen, except after a move that has won."""

    def __init__(self, rules: AnyRules, puzzle: Puzzle) -> None:
        self.rules = rules
        self.puzzle = puzzle
        self.mine = {puzzle.seat, (puzzle.seat + 2) % 4} if puzzle.family == "kozel" else {puzzle.seat}
        self.bounds = (-1, 1) if puzzle.family in ("durak", "bura") else (-FAR, FAR)
        """The least and the greatest possible value."""
        self.known: dict[Any, int] = {}

    def after(self, state: Any, seat: int, move: Move) -> int:
        after = state.bare()
        self.rules.play(after, seat, move)
        return self.value(after)

    def value(self, state: Any) -> int:
        if not state.to_act:
            return self.result(state)
        key = self.key(state)
        if key is None or key not in self.known:
            seat = state.to_act[0]
            wants = max if seat in self.mine else min
            found: list[int] = []
            for move in self.moves(state, seat):
                found.append(self.after(state, seat, move))
                if found[-1] == wants(self.bounds):
                    break
            if key is None:
                return wants(found)
            self.known[key] = wants(found)
        return self.known[key]

    def key(self, state: Any) -> Any:
        """The part of a state that matters; in Durak only the hands between bouts, and None during a bout."""
        if self.puzzle.family == "durak":
            return None if state.attacks else (tuple(state.places), state.to_act)
        return tuple(state.places), state.to_act, *[getattr(state, name) for name in state.FACTS if name not in SEEN]

    def moves(self, state: Any, seat: int) -> Any:
        """All legal moves; a claim is counted from the tricks taken."""
        legal = self.rules.legal(state, seat)
        if self.puzzle.family == "bura" and Move("claim") in legal:
            points = int(self.rules.facts(state)["counts"].split()[seat])
            return [Move("claim") if points >= self.rules.options.target else Move("silent")]
        return legal

    def result(self, state: Any) -> int:
        match self.puzzle.family:
            case "kozel":
                points: list[int] = self.rules.facts(state)["card_points"]
                return points[self.puzzle.seat % 2]
            case "king":
                return int(self.rules.facts(state)["points"].split()[self.puzzle.seat])
        return int(2 * self.rules.scores(state)[self.puzzle.seat]) - 1


class Forced:
    """What a player can force in 101 within so many moves, whatever the other does: winning by the margin, or not."""

    FACTS = ("pile", "stock", "turn", "ordered", "step", "chain", "again", "drew", "drawn", "passes")
    MOVES = 25

    def __init__(self, rules: AnyRules, puzzle: Puzzle) -> None:
        self.rules = rules
        self.puzzle = puzzle
        self.known: dict[Any, bool] = {}

    def is_won(self, state: Any) -> bool:
        points = self.rules.facts(state)["points"]
        own, other = points[self.puzzle.seat], points[1 - self.puzzle.seat]
        return bool(state.winner == self.puzzle.seat and other - own >= self.puzzle.margin)

    def can(self, wanted: bool, state: Any, moves: int) -> bool:
        """Whether a win, or its prevention, can be forced."""
        if not state.to_act:
            return self.is_won(state) is wanted
        if not moves:
            return False
        key = wanted, moves, tuple(state.places), *[getattr(state, name) for name in self.FACTS]
        if key not in self.known:
            seat = state.to_act[0]
            forces = any if (seat == self.puzzle.seat) is wanted else all
            self.known[key] = forces(
                self.after(wanted, state, move, moves - 1) for move in self.rules.legal(state, seat)
            )
        return self.known[key]

    def after(self, wanted: bool, state: Any, move: Move, moves: int) -> bool:
        after = state.bare()
        self.rules.play(after, state.to_act[0], move)
        return self.can(wanted, after, moves)

    def soon(self, wanted: bool, state: Any, move: Move) -> bool:
        """Searches few moves deep first, which settles most cases."""
        return any(self.after(wanted, state, move, moves) for moves in range(0, self.MOVES, 3))


def verify(puzzle: Puzzle) -> None:
    """Sets up the position and checks that its best move is legal, the only best one, and worth what it says."""
    rules, state = puzzle.put_down()
    assert state.to_act[0] == puzzle.seat
    if puzzle.family == "one_oh_one":
        forced = Forced(rules, puzzle)
        moves = list(rules.legal(state, puzzle.seat))
        moves.remove(rules.parse_move(puzzle.best))
        assert (puzzle.worth, puzzle.otherwise) == (1, -1)
        assert forced.soon(True, state, rules.parse_move(puzzle.best))
        assert moves
        assert all(forced.soon(False, state, move) for move in moves)
        return
    brute = Brute(rules, puzzle)
    worths = {move: brute.after(state, puzzle.seat, move) for move in brute.moves(state, puzzle.seat)}
    best = rules.parse_move(puzzle.best)
    assert worths.pop(best) == puzzle.worth
    assert max(worths.values()) == puzzle.otherwise < puzzle.worth


@pytest.mark.parametrize("puzzle", SAMPLE, ids=lambda puzzle: puzzle.id)
@pytest.mark.every(15)
def test_a_puzzle_of_the_sample_has_exactly_one_best_move_by_the_second_solver(puzzle: Puzzle) -> None:
    verify(puzzle)


def ways(cards: Sequence[int], sizes: Sequence[int]) -> Iterator[list[int]]:
    """Every way to deal the cards to hands of these sizes."""
    if not sizes:
        yield []
        return
    for hand in combinations(cards, sizes[0]):
        for others in ways([card for card in cards if card not in hand], sizes[1:]):
            yield [cards_of(hand), *others]


def verify_hidden(puzzle: Puzzle) -> None:
    """However the others' cards are dealt, the move is among the best, and no other move always is."""
    rules, state = puzzle.put_down()
    others = [seat for seat in range(rules.seats) if seat != puzzle.seat]
    held = [bits(state.places[seat]) for seat in others]
    legal = rules.legal(state, puzzle.seat)
    always = set(legal)
    for hands in ways([card for cards in held for card in cards], [len(cards) for cards in held]):
        lot = state.bare()
        for seat, hand in zip(others, hands, strict=True):
            lot.places[seat] = hand
        brute = Brute(rules, puzzle)
        worths = {move: brute.after(lot, puzzle.seat, move) for move in legal}
        always &= {move for move, worth in worths.items() if worth == max(worths.values())}
        assert rules.parse_move(puzzle.best) in always
    assert len(always) == 1


def hidden_ones() -> list[Puzzle]:
    """The puzzles with hidden cards, those with the fewest deals first."""
    found = [puzzle for puzzle in puzzles() if "hidden" in puzzle.themes]
    return sorted(found, key=lambda puzzle: (sum(map(len, puzzle.position["hands"].values())), puzzle.id))


@pytest.mark.parametrize("puzzle", hidden_ones()[:4], ids=lambda puzzle: puzzle.id)
def test_what_is_right_with_hidden_cards_is_right_however_they_lie(puzzle: Puzzle) -> None:
    verify_hidden(puzzle)


@pytest.mark.slow
@pytest.mark.parametrize("puzzle", hidden_ones(), ids=lambda puzzle: puzzle.id)
def test_whatever_is_right_with_hidden_cards_is_right_however_they_lie(puzzle: Puzzle) -> None:
    verify_hidden(puzzle)


@pytest.mark.slow
@pytest.mark.parametrize("puzzle", puzzles(), ids=lambda puzzle: puzzle.id)
def test_every_puzzle_has_exactly_one_best_move_by_the_second_solver(puzzle: Puzzle) -> None:
    verify(puzzle)


def test_there_are_five_hundred_in_several_families_in_a_small_store() -> None:
    counts = Counter(puzzle.family for puzzle in puzzles())
    assert sorted(counts) == sorted(FAMILIES)
    assert sum(counts.values()) >= 500
    assert min(counts.values()) >= 60
    assert sum(file_of(family).stat().st_size for family in families()) <= 300 * 1024
    assert not any(load(family)[1] for family in families())
    assert len({puzzle.id for puzzle in puzzles()}) == len(puzzles())


def test_every_puzzle_has_a_theme_that_has_a_title_and_is_decided_more_than_once() -> None:
    for puzzle in puzzles():
        assert puzzle.themes
        assert set(puzzle.themes) <= set(THEMES)
        assert puzzle.depth >= 2
        assert 800 <= puzzle.rating <= 2400


def disguised(word: str, renamed: dict[str, str]) -> str:
    """A word with the suits renamed."""
    return renamed.get(word) or re.sub("(?<=[2-9TJQKA])[cdhs]", lambda suit: renamed[suit[0]], word)


def shape(puzzle: Puzzle) -> str:
    """The same text for positions that differ only in the names of suits."""
    texts = []
    for order in permutations(SUITS):
        renamed = dict(zip(SUITS, order, strict=True))
        rows = []
        for key, value in sorted({**puzzle.position, **puzzle.position["hands"]}.items()):
            if key in ("hands", "points", "tricks", "winner"):
                continue
            words = " ".join(value if isinstance(value, list) else [str(value)]).split()
            words = [disguised(word, renamed) for word in words]
            rows.append(f"{key}={' '.join(words if key == 'trick' or key == 'table' else sorted(words))}")
        texts.append(" ".join(rows))
    return min(texts)


@pytest.mark.slow
def test_no_puzzle_comes_twice_with_its_suits_renamed() -> None:
    assert len({shape(puzzle) for puzzle in puzzles()}) == len(puzzles())


@pytest.mark.parametrize("puzzle", SAMPLE[:12], ids=lambda puzzle: puzzle.id)
@pytest.mark.every(12)
def test_the_solver_of_the_program_agrees_with_the_second_one_about_every_move_on_the_line(puzzle: Puzzle) -> None:
    rules, state = puzzle.put_down()
    solver, brute = Solver(puzzle.family, rules, puzzle.seat, puzzle.margin), Brute(rules, puzzle)
    forced = Forced(rules, puzzle)
    while state.to_act:
        seat = state.to_act[0]
        worths = solver.worths(state)
        if puzzle.family == "one_oh_one":
            assert all(forced.soon(worth == 1, state, move) for move, worth in worths.items())
        else:
            assert worths == {move: brute.after(state, seat, move) for move in worths}
        rules.play(state, seat, solver.answer(state))


@pytest.mark.parametrize(
    "line",
    [
        "",
        "[]",
        "{",
        '{"id": 1}',
        '{"id":"x","position":[],"seat":0,"best":"","worth":1,"else":0,"themes":[],"depth":1,"rating":1}',
        '{"id":"x","position":{"preset":"throw_in"},"seat":0,"best":"","worth":1,"else":0,"themes":["no"],'
        '"depth":1,"rating":1}',
    ],
)
def test_a_line_that_is_no_puzzle_is_refused(line: str) -> None:
    with pytest.raises(BadPuzzle):
        parse("durak", line)


def test_a_bad_line_is_named_and_the_others_are_read(tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    good = file_of("durak").read_text().splitlines()[0]
    monkeypatch.setattr("cardtable.puzzles.FOLDER", tmp_path)
    (tmp_path / "durak.jsonl").write_text(f"{good}\nnonsense\n")
    found, troubles = load("durak")
    assert len(found) == 1
    assert troubles[0].facts["line"] == 2


def test_a_puzzle_that_cannot_be_played_is_passed_over_with_a_line(
    tmp_path: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    good, other = (json.loads(line) for line in file_of("durak").read_text().splitlines()[:2])
    monkeypatch.setenv("CARDTABLE_HOME", str(tmp_path / "home"))
    monkeypatch.setattr("cardtable.puzzles.FOLDER", tmp_path)
    near = {**good, "id": "durak-900", "rating": 1500, "position": {**good["position"], "trump": "x"}}
    lines = ["nonsense", json.dumps({**other, "best": None}), json.dumps(near), json.dumps(good)]
    (tmp_path / "durak.jsonl").write_text("\n".join(lines))
    table = open_next("durak")
    assert isinstance(table, PuzzleTable)
    assert table.puzzle.id == good["id"]
    told = [Words("en").text(line) for line in table.troubles]
    assert ["durak.jsonl, line 1: " in told[0], "line 2: " in told[1], "durak-900: " in told[2]] == [True] * 3
    monkeypatch.setattr("cardtable.puzzles.daily.puzzle_of", lambda _: parse("durak", lines[2]))
    monkeypatch.setattr("cardtable.desk.puzzles.today", lambda: FIRST)
    deal = open_day()
    assert isinstance(deal, DayTable), "the day has its deal all the same"
    assert len(deal.troubles) == 1


def test_a_family_or_theme_that_is_not_there_is_named_with_those_that_are() -> None:
    with pytest.raises(UnknownPuzzle, match="durak"):
        chosen("durac", None)
    with pytest.raises(UnknownPuzzle, match="lead_trump"):
        chosen(None, "lead_trumps")
    with pytest.raises(UnknownPuzzle, match="--theme save_draw: no puzzle here"):
        chosen("king", "save_draw")


@pytest.mark.slow
def test_the_first_move_of_a_puzzle_that_counts_cannot_be_guessed() -> None:
    """Of three moves or more only one is right, in 101 not the one that everybody plays; there are at least 710."""
    offered, _ = chosen(None, None)
    assert len(offered) >= 710
    for puzzle in puzzles():
        rules, state = puzzle.put_down()
        few = len(sensible(rules, state, puzzle.seat)) < 3
        seen, legal = observe(state, puzzle.seat), rules.legal(state, puzzle.seat)
        best = rules.parse_move(puzzle.best)
        found = puzzle.family == "one_oh_one" and any(
            make_bot(style, puzzle.family, rules).choose(seen, legal, Random(puzzle.id)).move == best
            for style in ("lowest", "steady")
        )
        assert puzzle.plain == (few or found), puzzle.id
        assert (puzzle in offered) == (not puzzle.plain)
