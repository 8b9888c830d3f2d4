"""Finds puzzles in deals between bots, and writes those of a family into the package.

    python .build/puzzles.py durak 150     # keeps those there are, and adds from other deals until there are so many
    python .build/puzzles.py bura 180 --only bura_31
    python .build/puzzles.py king --hidden # gives the theme "hidden" to the puzzles there are that deserve it
    python .build/puzzles.py durak --plain # marks the puzzles there are whose first move can be guessed
    python .build/puzzles.py durak --check # reads what is there: how many of each theme, depth and rating

A position is built like a position file, with every hand named, and everything claimed is derived from that: so it does
not matter what of the earlier deal is lost. In 101 it comes from deals in which the stock runs out or the pile was
turned over, so that a player who counts knows every card. A puzzle has exactly one best move, by a clear margin, among
three or more; at least half of the habitual bots play another one, in 101 including steady and lowest; it has a theme;
each deal gives at most one, the hardest.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import permutations
from math import factorial, prod
from random import Random
from statistics import fmean
from typing import Any

from puzzle_themes import themes_of

from cardtable.bots.finding import make_bot, own_styles
from cardtable.bots.ratings import EXPERTS
from cardtable.cards import SUITS, Card, card_text, cards_text
from cardtable.engine.family import Family
from cardtable.engine.moves import DEALER, Event, Move
from cardtable.engine.rules import AnyRules
from cardtable.engine.state import observe
from cardtable.games import agree, find_preset
from cardtable.games.kozel.cards import SHAMKA
from cardtable.games.one_oh_one.state import NAME
from cardtable.match.match import Match
from cardtable.puzzles import BadPuzzle, Puzzle, file_of, load
from cardtable.puzzles.solving import POSITIONS, Solver, Unsolved, lots, sensible

GAMES: dict[str, tuple[tuple[str, int, int], ...]] = {
    "durak": (("throw_in", 2, 9),),
    "bura": (("burkozel", 2, 6), ("bura_31", 3, 9), ("bura_31", 4, 8)),
    "kozel": (("nizhny", 4, 16), ("nizhny_plain", 4, 16), ("goat_sixes", 4, 16), ("goat32_clubs", 4, 16)),
    "king": (("king_simple", 4, 16), ("king_three", 3, 12)),
    "one_oh_one": (("classic", 2, 7), ("crocodile", 2, 7), ("draw_one", 2, 8), ("small_deck_b", 2, 7)),
}
"""For each family its games, with the number of players and the most cards in all hands."""
GAP = {"durak": 1, "bura": 1, "kozel": 8, "king": 4, "one_oh_one": 2}
"""How much better the best move must be than any other: in 101, it is proven to win and no other move is."""
FEWEST = 3
"""The least number of moves to choose from: with two, every second guess is right."""
PLAIN = ("lowest", "steady")
"""Players who must not find a puzzle of 101 by playing the obvious card."""
KEYS = {
    "durak": ("trump", "table", "attacker", "taking", "asking"),
    "bura": ("trump", "trump_card", "leader", "trick", "points", "tricks", "winner"),
    "kozel": ("trump", "leader", "trick", "opening"),
    "king": ("contract", "trump", "leader", "trick", "winners"),
    "one_oh_one": ("pile", "turn", "order", "ace", "own_nine", "turned", "passes"),
}
"""The facts that a position of a family needs; missing ones have their usual values."""
USUAL: dict[str, object] = {
    "table": "",
    "taking": False,
    "asking": [],
    "trick": "",
    "winners": "",
    "trump": "none",
    "order": "none",
    "ace": "none",
    "own_nine": False,
    "turned": False,
    "passes": 0,
}
PREFIX = {"one_oh_one": "101"}
"""How puzzle names begin in families where that is not the family's name."""
MOST_LOTS = 600
"""The most ways in which the others' cards may be dealt, so that even a slow solver can check them all."""
MARGINS = range(60, 5, -5)
"""The margins in points by which a deal of 101 may have to be won if more than one move wins it."""
CLEAR = 5
"""By how many of these points every other move must fall short."""
LOOKED_AT = {"one_oh_one": 1_500}
"""The most positions per decision, for families with a lower limit than at the table; slower puzzles are left out."""
REACHED = 400
"""The most states of 101 that can follow while the solver gives nothing away: each of them must be proven."""
HARDEST = 2400
"""The highest rating of a puzzle."""
REFUSED: Counter[str] = Counter()
"""Counts why decisions did not become puzzles, where that says something about the rules or the solver."""


def position_of(family: str, preset: str, rules: AnyRules, state: Any) -> dict[str, Any]:
    """The keys of a position file."""
    facts = rules.facts(state)
    found: dict[str, Any] = {"preset": preset, "seats": rules.seats, "stock": cards_in_order(state.stock)}
    for key in KEYS[family]:
        value = facts.get(key)
        if value is None or value in ([], USUAL.get(key)):
            continue
        found[key] = value if isinstance(value, bool | int) else list(value) if isinstance(value, list) else str(value)
    found["hands"] = {f"P{seat}": cards_text(state.places[seat]) for seat in range(rules.seats)}
    return found


def cards_in_order(cards: Sequence[Card]) -> str:
    """The cards of a stock, the first to be drawn at the left."""
    return " ".join(map(card_text, cards))


def without_suits(position: dict[str, Any]) -> str:
    """A key that is equal for positions that differ only by the names of suits."""
    suits = [dict(zip(SUITS, order, strict=True)) for order in permutations(SUITS)]
    return min(json.dumps(_renamed(position, other), sort_keys=True) for other in suits)


def _renamed(position: dict[str, Any], suits: dict[str, str]) -> dict[str, Any]:
    """The cards of a position with renamed suits, without the points and tricks won before."""

    def rename(value: Any) -> Any:
        if isinstance(value, list):
            return [rename(text) for text in value]
        if not isinstance(value, str):
            return value
        value = re.sub(r"([2-9TJQKA])([cdhs])", lambda card: card[1] + suits[card[2]], value)
        return suits.get(value, value)

    row = {key: rename(value) for key, value in position.items() if key not in ("points", "tricks", "winner", "hands")}
    row["hands"] = {seat: sorted(rename(cards).split()) for seat, cards in position["hands"].items()}
    return row


def deals(family: str, seed: int, only: str = "") -> Iterator[tuple[int, str, AnyRules, list[Any]]]:
    """Deals between bots, of one preset or of all, each with the states at which a player decided."""
    games = [game for game in GAMES[family] if only in ("", game[0])]
    made: dict[tuple[str, int], AnyRules] = {}
    while True:
        preset, seats, most = games[seed % len(games)]
        if (preset, seats) not in made:
            game, options = agree(preset, {}, seats)
            made[preset, seats] = game.rules(options, seats)
        rules, game = made[preset, seats], find_preset(preset)[0]
        rng = Random(f"puzzles {family} {seed}")
        bots: list[Any] = [make_bot(rng.choice(habits(game)), game.id, rules) for _ in range(seats)]
        match = Match(rules, seed)
        for _ in range(14 if family == "king" else 1):
            _, dealer, deck = match.next_cards()
            events: list[Event] = []
            match.deal(deck, dealer, events)
            states = []
            while not match.deal_over:
                while match.shuffle_due:
                    match.play(DEALER, match.next_shuffle(), events)
                state = match.state
                if not state.to_act:
                    break
                seat = state.to_act[0]
                seen = observe(state, seat)
                moves = rules.legal(seen.state, seat)
                if hasattr(bots[seat], "watch"):
                    bots[seat].watch([event.for_seat(seat) for event in events])
                held = sum(state.places[other].bit_count() for other in range(seats))
                counted = not state.stock or (family == "one_oh_one" and bool(rules.facts(state)["turned"]))
                if len(moves) > 1 and counted and held <= most:
                    states.append(state.copy())
                match.play(seat, bots[seat].choose(seen, moves, rng).move, events)
            yield seed, preset, rules, states
            if match.over:
                break
        seed += 1


def may_capture(rules: Any, state: Any) -> bool:
    """Whether the queen of clubs may still be captured: then card points are not all that counts (K-17)."""
    held = {
        card: seat for seat in range(rules.seats) for card in (SHAMKA, rules.shamok) if state.places[seat] >> card & 1
    }
    sides = {rules.side[seat] for seat in held.values()}
    return rules.options.shamka_capture and len(held) > 1 and len(sides) > 1


def is_play(family: str, rules: Any, state: Any) -> bool:
    """Whether a card has to be played in a decision worth a puzzle: no call, claim, first bout or last card."""
    several = state.places[state.to_act[0]].bit_count() > 1
    match family:
        case "durak":
            return bool(state.bout >= 2)
        case "one_oh_one":
            return not state.drawn and bool(state.step != NAME)
        case "bura":
            # A player with enough points would have claimed the deal.
            counts = [rules.count(state, seat) for seat in range(rules.seats)]
            return several and state.moment in ("lead", "replies") and max(counts) < rules.options.target
        case "kozel":
            return several and bool(state.stage == "play") and not may_capture(rules, state)
    return several and bool(state.moment == "play")


def puzzle_of(family: str, preset: str, rules: AnyRules, state: Any, rng: Random) -> Puzzle | None:
    """The puzzle made from a decision; None if it does not make one."""
    seat = state.to_act[0]
    if not is_play(family, rules, state):
        return None
    puzzle = Puzzle("", family, position_of(family, preset, rules, state), seat, "", 0, 0, (), 0, 0)
    try:
        rules, state = puzzle.put_down()
    except BadPuzzle as error:
        REFUSED[str(error)[:70]] += 1
        return None
    if state.to_act[:1] != (seat,):
        return None
    try:
        return _with_solution(puzzle, rules, state, rng)
    except Unsolved:
        REFUSED["unsolved"] += 1
        return None


def _with_solution(puzzle: Puzzle, rules: AnyRules, state: Any, rng: Random) -> Puzzle | None:
    """The puzzle with its solution and figures; None if it is too ordinary. Raises Unsolved."""
    family, legal = puzzle.family, rules.legal(state, puzzle.seat)
    margin = margin_of(rules, state, puzzle.seat) if family == "one_oh_one" else 0
    solver = Solver(family, rules, puzzle.seat, margin, LOOKED_AT.get(family, POSITIONS))
    worths = solver.worths(state)
    ranked = sorted(worths.values(), reverse=True)
    if len(ranked) < 2 or ranked[0] - ranked[1] < GAP[family]:
        return None
    best = next(move for move, worth in worths.items() if worth == ranked[0])
    themes = [*(["points"] if margin else []), *themes_of(family, rules, state, best, legal, ranked[0])]
    if not themes:
        return None
    if len(ranked) < FEWEST:
        return None
    wrong = wrong_by_habit(puzzle, rules, state, best, rng)
    if wrong < 0.5 or (family == "one_oh_one" and plain_finds(puzzle, rules, state, best, rng)):
        return None
    if family == "one_oh_one" and not proven(solver, rules, state, best):
        REFUSED["goes on too long"] += 1
        return None
    decisions, only = line_of(solver, rules, state, best)
    if decisions < 2:
        return None
    rating = round(1000 + 500 * (wrong + 0.1 * only) + 60 * (len(legal) - 2))
    return replace(
        puzzle,
        best=rules.move_text(best),
        worth=ranked[0],
        otherwise=ranked[1],
        themes=tuple(themes),
        depth=decisions,
        rating=min(rating, HARDEST),
        margin=margin,
    )


def wrong_by_habit(puzzle: Puzzle, rules: AnyRules, state: Any, best: Move, rng: Random) -> float:
    """The share of habitual bots that play another move."""
    game, seen = find_preset(puzzle.preset)[0], observe(state, puzzle.seat)
    legal = rules.legal(state, puzzle.seat)
    wrong = []
    for style in habits(game):
        bot: Any = make_bot(style, game.id, rules)
        if hasattr(bot, "watch"):
            bot.watch([])
        wrong.append(bot.choose(seen, legal, rng).move != best)
    return fmean(wrong)


def plain_finds(puzzle: Puzzle, rules: AnyRules, state: Any, best: Move, rng: Random) -> bool:
    """Whether a player of the lowest or the costliest card, the obvious choices, finds it too."""
    seen = observe(state, puzzle.seat)
    legal = rules.legal(state, puzzle.seat)
    return any(make_bot(style, puzzle.family, rules).choose(seen, legal, rng).move == best for style in PLAIN)


def is_plain(puzzle: Puzzle) -> bool:
    """Whether its first move can be guessed: one of two or, in 101, the obvious card."""
    rules, state = puzzle.put_down()
    if len(sensible(rules, state, puzzle.seat)) < FEWEST:
        return True
    best = rules.parse_move(puzzle.best)
    return puzzle.family == "one_oh_one" and plain_finds(puzzle, rules, state, best, Random(puzzle.id))


def mark_plain(family: str) -> None:
    """Marks the puzzles that can be guessed, and leaves everything else unchanged."""
    lines = [as_line(replace(puzzle, plain=is_plain(puzzle)), puzzle.id) for puzzle in load(family)[0]]
    file_of(family).write_text("\n".join(lines) + "\n", encoding="utf-8")


def habits(game: Family) -> list[str]:
    """The styles that do not search."""
    return [entry.style for entry in own_styles(game.id) if entry.style not in EXPERTS]


def margin_of(rules: AnyRules, state: Any, seat: int) -> int:
    """The margin to play for in 101: 0 if winning the deal depends on the move, else the largest that can be reached.

    Only one move may reach it, and the others must fall clearly short. Raises Unsolved.
    """

    def winning(margin: int) -> int:
        solver = Solver("one_oh_one", rules, seat, margin, LOOKED_AT["one_oh_one"])
        return list(solver.worths(state).values()).count(1)

    if winning(0) < 2:
        return 0
    most = next((margin for margin in MARGINS if winning(margin)), 0)
    return most if most and winning(most - CLEAR) == 1 else 0


def proven(solver: Solver, rules: AnyRules, state: Any, best: Move) -> bool:
    """Whether every move's worth is proven in all positions the solver can reach without giving anything away."""
    after = state.copy()
    rules.play(after, solver.seat, best)
    waiting = [after]
    for _ in range(REACHED):
        if not waiting:
            return True
        state = waiting.pop()
        if not state.to_act:
            continue
        worths = solver.worths(state)
        for move, worth in worths.items():
            if state.to_act[0] != solver.seat or worth == 1:
                after = state.copy()
                rules.play(after, state.to_act[0], move)
                waiting.append(after)
    return False


def is_hidden(puzzle: Puzzle) -> bool:
    """Whether the move is the only one that is best however the others' cards are dealt."""
    rules, state = puzzle.put_down()
    held = [state.places[seat].bit_count() for seat in range(rules.seats) if seat != puzzle.seat]
    if puzzle.family not in ("kozel", "king") or multinomial(held) > MOST_LOTS:
        return False
    best, left = rules.parse_move(puzzle.best), set(rules.legal(state, puzzle.seat))
    for lot in lots(state, puzzle.seat, rules.seats):
        try:
            left &= set(Solver(puzzle.family, rules, puzzle.seat).best(lot))
        except Unsolved:
            return False
        if best not in left:
            return False
    return len(left) == 1


def multinomial(sizes: Sequence[int]) -> int:
    """The number of ways to deal hands of these sizes."""
    return factorial(sum(sizes)) // prod(map(factorial, sizes))


def mark_hidden(family: str) -> None:
    """Adds the theme where it is missing, and leaves everything else unchanged."""
    puzzles = [
        replace(puzzle, themes=(*puzzle.themes, "hidden"))
        if "hidden" not in puzzle.themes and is_hidden(puzzle)
        else puzzle
        for puzzle in load(family)[0]
    ]
    lines = [as_line(puzzle, puzzle.id) for puzzle in puzzles]
    file_of(family).write_text("\n".join(lines) + "\n", encoding="utf-8")


def line_of(solver: Solver, rules: AnyRules, state: Any, best: Move) -> tuple[int, int]:
    """The number of the solver's decisions to the end of the line, and of those with a single good move."""
    state = state.copy()
    rules.play(state, solver.seat, best)
    decisions = only = 1
    while state.to_act:
        seat = state.to_act[0]
        moves = rules.legal(state, seat)
        move = moves[0] if len(moves) == 1 else solver.answer(state)
        if seat == solver.seat and len(moves) > 1:
            decisions += 1
            only += len(solver.best(state)) == 1
        rules.play(state, seat, move)
    return decisions, only


def as_line(puzzle: Puzzle, name: str) -> str:
    """The puzzle under this name, as a line of its family's file."""
    keys = {
        "id": name,
        "position": puzzle.position,
        "seat": puzzle.seat,
        "best": puzzle.best,
        "worth": puzzle.worth,
        "else": puzzle.otherwise,
        "themes": puzzle.themes,
        "depth": puzzle.depth,
        "rating": puzzle.rating,
        **({"margin": puzzle.margin} if puzzle.margin else {}),
        **({"plain": True} if puzzle.plain else {}),
    }
    return json.dumps(keys, ensure_ascii=False, separators=(",", ":"))


def find(family: str, wanted: int, only: str = "") -> None:
    """Adds puzzles to a family up to this number; existing ones keep their order, which fixes the daily puzzles."""
    there = load(family)[0] if file_of(family).exists() else []
    lines = [as_line(puzzle, puzzle.id) for puzzle in there]
    seen = {without_suits(dict(puzzle.position)) for puzzle in there}
    counts = Counter(puzzle.themes[0] for puzzle in there)
    last = -1
    # Deals other than those that gave the existing puzzles.
    for seed, preset, rules, states in deals(family, 1 + 10_000 * len(lines), only):
        if seed != last and seed % 50 == 0:
            print(
                f"{family}: {seed} seeds, {len(lines)} puzzles",
                dict(REFUSED.most_common(4)),
                file=sys.stderr,
                flush=True,
            )
        last = seed
        rng = Random(f"rating {seed}")
        found = [puzzle for state in states if (puzzle := puzzle_of(family, preset, rules, state, rng)) is not None]
        fresh = [(puzzle, name) for puzzle in found if (name := without_suits(dict(puzzle.position))) not in seen]
        if fresh:
            puzzle, name = max(fresh, key=lambda row: row[0].rating)
            # No theme may crowd out the others.
            main = puzzle.themes[0]
            if counts[main] > wanted * 0.4:
                continue
            counts[main] += 1
            seen.add(name)
            if is_hidden(puzzle):
                puzzle = replace(puzzle, themes=(*puzzle.themes, "hidden"))
            lines.append(as_line(puzzle, f"{PREFIX.get(family, family)}-{len(lines) + 1:03}"))
            file_of(family).write_text("\n".join(lines) + "\n", encoding="utf-8")
            if len(lines) >= wanted:
                break


def report(family: str) -> None:
    """Prints statistics of the existing puzzles."""
    puzzles, troubles = load(family)
    print(family, len(puzzles), "puzzles,", file_of(family).stat().st_size, "bytes", troubles)
    print(Counter(theme for puzzle in puzzles for theme in puzzle.themes))
    print("depth", sorted(Counter(puzzle.depth for puzzle in puzzles).items()))
    print("rating", [sorted(p.rating for p in puzzles)[len(puzzles) * k // 10] for k in range(10)])


def main() -> None:
    """Finds puzzles, or examines the existing ones."""
    parser = argparse.ArgumentParser(description="Find puzzles in deals between bots.")
    parser.add_argument("family", choices=GAMES, metavar="FAMILY", help=", ".join(GAMES))
    what = parser.add_mutually_exclusive_group(required=True)
    what.add_argument("count", type=int, nargs="?", metavar="COUNT", help="add to the file until it has so many")
    what.add_argument("--hidden", action="store_true", help='give the theme "hidden" to those that deserve it')
    what.add_argument("--plain", action="store_true", help="mark those whose first move can be guessed")
    what.add_argument("--check", action="store_true", help="tell what is there: themes, depth, ratings")
    parser.add_argument("--only", default="", metavar="PRESET", help="add puzzles of this game alone")
    given = parser.parse_args()
    if given.hidden:
        mark_hidden(given.family)
    elif given.plain:
        mark_plain(given.family)
    elif not given.check:
        find(given.family, given.count, given.only)
    report(given.family)


if __name__ == "__main__":
    main()
