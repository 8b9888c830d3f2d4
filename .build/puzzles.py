"""Finds puzzles in deals between bots, and writes those of a family into the package.

    python .build/puzzles.py durak 150     # keeps those there are, and adds from other deals until there are so many
    python .build/puzzles.py king --hidden # gives the theme "hidden" to the puzzles there are that deserve it
    python .build/puzzles.py durak --check # reads what is there: yields by theme, depth, rating

A position is taken as a position file puts it down, with every hand named, and everything that is claimed is worked out
from that: so it does not matter what of the deal before it is lost. In 101 it comes from deals in which the stock is
drawn to its end or the pile was turned over, so that whoever counts knows every card. A puzzle has exactly one best
move, by more than a little; at least half of the bots by habit play another one; it has a theme; one is taken of a
deal, the hardest.
"""

from __future__ import annotations

import json
import re
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import permutations
from math import factorial, prod
from random import Random
from typing import Any

from cardtable.bots.finding import make_bot, own_styles
from cardtable.bots.ratings import EXPERTS
from cardtable.cards import SUIT_CARDS, SUITS, Card, bits, card_text, cards_text, rank_of, suit_of
from cardtable.engine.draft import BadPosition
from cardtable.engine.faults import Fault
from cardtable.engine.moves import DEALER, Event, Move
from cardtable.engine.rules import AnyRules
from cardtable.engine.state import observe
from cardtable.games import agree, find_preset
from cardtable.games.one_oh_one.state import NAME
from cardtable.games.one_oh_one.tables import ASKS_ACE, REPLAYS
from cardtable.match import Match
from cardtable.puzzles import Puzzle, file_of, load
from cardtable.puzzles.solving import POSITIONS, Solver, Unsolved, lots

GAMES: dict[str, tuple[tuple[str, int, int], ...]] = {
    "durak": (("throw_in", 2, 9),),
    "bura": (("burkozel", 2, 6),),
    "kozel": (("nizhny", 4, 16), ("nizhny_plain", 4, 16), ("goat_sixes", 4, 16)),
    "king": (("king_simple", 4, 16), ("king_three", 3, 12)),
    "one_oh_one": (("classic", 2, 7), ("crocodile", 2, 7), ("draw_one", 2, 8), ("small_deck_b", 2, 7)),
}
"""By family its games, each with the players and the most cards in all hands."""
GAP = {"durak": 1, "bura": 1, "kozel": 8, "king": 4, "one_oh_one": 2}
"""By how much the best move must be better than any other: in 101 it is proven to win, and the others not to."""
KEYS = {
    "durak": ("trump", "table", "attacker", "taking", "asking"),
    "bura": ("trump", "trump_card", "leader", "trick", "points", "tricks", "winner"),
    "kozel": ("trump", "leader", "trick", "opening"),
    "king": ("contract", "trump", "leader", "trick", "winners"),
    "one_oh_one": ("pile", "turn", "order", "ace", "own_nine", "turned", "passes"),
}
"""The facts that a position of a family needs; what is not there has its usual value."""
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
"""How the names of a family's puzzles begin, where they are not called after it."""
MOST_LOTS = 600
"""In how many ways the others' cards may lie at most, so that all of them can be gone through by a slow solver too."""
MARGINS = range(60, 5, -5)
"""By how many points a deal of 101 may have to be won, where more than one move wins it."""
LOOKED_AT = {"one_oh_one": 1_500}
"""By family the positions looked at for one decision, if fewer than at the table: what takes long is left out."""
CLEAR = 5
"""By how many of them another move must fall short."""
REACHED = 400
"""States of 101 at most that can follow while the solver gives nothing away: each of them must be proven."""


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
    return " ".join(map(card_text, cards))


def disguises(position: dict[str, Any]) -> str:
    """One text for all positions that differ by the names of suits only."""
    names = []
    for order in permutations(SUITS):
        renamed = dict(zip(SUITS, order, strict=True))

        def rename(text: str, renamed: dict[str, str] = renamed) -> str:
            text = re.sub(r"([2-9TJQKA])([cdhs])", lambda card: card[1] + renamed[card[2]], text)
            return renamed.get(text, text)

        row: dict[str, Any] = {}
        for key, value in position.items():
            if key == "hands":
                row[key] = {seat: sorted(rename(cards).split()) for seat, cards in value.items()}
            elif key not in ("points", "tricks", "winner"):
                row[key] = (
                    [rename(v) for v in value]
                    if isinstance(value, list)
                    else rename(value)
                    if isinstance(value, str)
                    else value
                )
        names.append(json.dumps(row, sort_keys=True))
    return min(names)


def themes_of(
    family: str, rules: AnyRules, state: Any, seat: int, best: Move, legal: Sequence[Move], worth: int
) -> list[str]:
    """What the puzzle is about, from its position and its move."""
    found = []
    hand = state.places[seat]
    if family == "durak":
        trumps = SUIT_CARDS[state.trump]
        lowest = min(bits(hand), key=lambda card: rules.height(card, state.trump))
        adds = [move for move in legal if move.verb in ("throw", "add")]
        covers = [move for move in legal if move.verb == "cover"]
        match best.verb:
            case "attack":
                found += ["not_lowest"] if not best.cards >> lowest & 1 else []
                found += ["lead_trump"] if best.cards & trumps and hand & ~trumps else []
                card = bits(best.cards)[0]
                mates = [other for other in bits(hand) if rank_of(other) == rank_of(card)]
                found += ["break_pair"] if best.cards.bit_count() < len(mates) else []
            case "throw":
                found += ["after_take"] if state.taking else ["throw_in"]
                found += ["throw_trump"] if best.cards & trumps else []
            case "add":
                found += ["after_take"]
            case "pass" if adds:
                found += ["let_go"]
            case "take" if covers:
                found += ["take"]
            case "cover":
                same = [bits(move.cards)[0] for move in covers if move.arg == best.arg]
                card = bits(best.cards)[0]
                found += (
                    ["dear_cover"]
                    if any(rules.height(o, state.trump) < rules.height(card, state.trump) for o in same)
                    else []
                )
                found += ["trump_cover"] if best.cards & trumps and any(not 1 << o & trumps for o in same) else []
        if found and worth == 0:
            found.append("save_draw")
        return found
    if family == "one_oh_one":
        return one_oh_one_themes(rules, best, legal)
    if best.cards.bit_count() > 1:
        found.append("several")
    leads = best.verb == "lead" or (best.verb == "play" and not state.trick)
    if leads:
        found.append("lead")
        return found
    winners = {move: holds(family, rules, state, seat, move) for move in legal}
    if winners[best]:
        found.append("win")
    elif any(winners.values()):
        found.append("duck")
    if family == "bura":
        trumps = SUIT_CARDS[state.trump]
        found += ["trump"] if best.cards & trumps else []
    elif family == "king":
        led = suit_of(state.trick[0])
        if suit_of(bits(best.cards)[0]) != led:
            found.append("discard")
    if (
        len(legal) > 1
        and best.cards
        and max(legal, key=lambda move: max([rank_of(c) for c in bits(move.cards)], default=0)) == best
    ):
        found.append("dear")
    return found


def one_oh_one_themes(rules: Any, best: Move, legal: Sequence[Move]) -> list[str]:
    """What the card does; of a plain one that a special one is kept for later."""
    if best.arg:
        return ["order"]

    def does(move: Move) -> list[str]:
        effect = rules.effects[bits(move.cards)[0]]
        names = {"make_draw": effect.draws, "skip": effect.skips or effect.kind == ASKS_ACE}
        return [*(name for name, acts in names.items() if acts), *(["replay"] if effect.kind == REPLAYS else [])]

    if not best.cards:
        return []
    return does(best) or (["keep"] if any(move.arg or does(move) for move in legal if move.cards) else [])


def holds(family: str, rules: Any, state: Any, seat: int, move: Move) -> bool:
    """Whether the move takes the trick as it lies."""
    after = state.copy()
    if family == "bura":
        return bool(rules.wins_over(state, state.best, move.cards))
    rules.play(after, seat, move)
    if family == "kozel":
        return bool(after.winning == seat) if after.trick else bool(after.last_winner == seat)
    trick = (*state.trick, bits(move.cards)[0])
    led = [card for card in trick if suit_of(card) == suit_of(trick[0])]
    return bool(max(led, key=rank_of) == trick[-1])


def deals(family: str, seed: int) -> Iterator[tuple[int, str, AnyRules, list[Any]]]:
    """Deals between bots, each with the states at which somebody decided."""
    made: dict[str, AnyRules] = {}
    while True:
        preset, seats, most = GAMES[family][seed % len(GAMES[family])]
        if preset not in made:
            game, options = agree(preset, {}, seats)
            made[preset] = game.rules(options, seats)
        rules, game = made[preset], find_preset(preset)[0]
        rng = Random(f"puzzles {family} {seed}")
        styles = [entry.style for entry in own_styles(game.id) if entry.style not in EXPERTS]
        bots: list[Any] = [make_bot(rng.choice(styles), game.id, rules) for _ in range(seats)]
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


def puzzle_of(family: str, preset: str, rules: AnyRules, state: Any, rng: Random) -> Puzzle | None:
    """The puzzle that a decision is; None where it is none."""
    game = find_preset(preset)[0]
    if family == "bura" and state.moment not in ("lead", "replies"):
        return None
    if family == "durak" and state.bout < 2:
        return None
    if family == "kozel" and state.stage != "play":
        return None
    if family == "king" and state.moment != "play":
        return None
    if family == "one_oh_one" and (state.drawn or state.step == NAME):
        return None
    seat = state.to_act[0]
    if family in ("bura", "kozel", "king") and state.places[seat].bit_count() < 2:
        return None
    position = position_of(family, preset, rules, state)
    try:
        puzzle = Puzzle("", family, position, seat, "", 0, 0, (), 0, 0)
        rules, state = puzzle.put_down()
    except (BadPosition, Fault) as error:
        REFUSED[str(error)[:70]] += 1
        return None
    if state.to_act[:1] != (seat,):
        return None
    legal = rules.legal(state, seat)
    margin = 0
    try:
        if family == "one_oh_one":
            margin = margin_of(rules, state, seat)
        solver = Solver(family, rules, seat, margin, LOOKED_AT.get(family, POSITIONS))
        worths = solver.worths(state)
        ranked = sorted(worths.values(), reverse=True)
        if len(ranked) < 2 or ranked[0] - ranked[1] < GAP[family]:
            return None
        best = next(move for move, worth in worths.items() if worth == ranked[0])
        themes = [*(["points"] if margin else []), *themes_of(family, rules, state, seat, best, legal, ranked[0])]
        if not themes:
            return None
        wrong = tried = 0
        seen = observe(state, seat)
        for entry in own_styles(game.id):
            if entry.style in EXPERTS:
                continue
            bot = make_bot(entry.style, game.id, rules)
            if hasattr(bot, "watch"):
                bot.watch([])
            tried += 1
            wrong += bot.choose(seen, legal, rng).move != best
        if wrong * 2 < tried:
            return None
        if family == "one_oh_one" and not proven(solver, rules, state, best):
            REFUSED["goes on too long"] += 1
            return None
        decisions, only = line_of(solver, rules, state, best)
    except Unsolved:
        REFUSED["unsolved"] += 1
        return None
    if decisions < 2:
        return None
    rating = round(1000 + 500 * (wrong / tried + 0.1 * only) + 60 * (len(legal) - 2))
    return Puzzle(
        "",
        family,
        position,
        seat,
        rules.move_text(best),
        ranked[0],
        ranked[1],
        tuple(themes),
        decisions,
        min(rating, 2400),
        margin,
    )


def margin_of(rules: AnyRules, state: Any, seat: int) -> int:
    """0 where it depends on the move whether the deal of 101 is won; else the most points that it can be won by.

    One move alone must bring so many, and the others must fall clearly short. Raises Unsolved.
    """

    def winning(margin: int) -> int:
        solver = Solver("one_oh_one", rules, seat, margin, LOOKED_AT["one_oh_one"])
        return list(solver.worths(state).values()).count(1)

    if winning(0) < 2:
        return 0
    most = next((margin for margin in MARGINS if winning(margin)), 0)
    return most if most and winning(most - CLEAR) == 1 else 0


def proven(solver: Solver, rules: AnyRules, state: Any, best: Move) -> bool:
    """Whether the worth of every move is proven wherever the solver can come to who gives nothing away."""
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
    """Whether the move is the only one that is best in every way in which the others' cards can lie."""
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
    """In how many ways hands of these sizes can be dealt."""
    return factorial(sum(sizes)) // prod(map(factorial, sizes))


def mark_hidden(family: str) -> None:
    """Adds the theme where it is missing; everything else of the puzzles stays."""
    puzzles = [
        replace(puzzle, themes=(*puzzle.themes, "hidden"))
        if "hidden" not in puzzle.themes and is_hidden(puzzle)
        else puzzle
        for puzzle in load(family)[0]
    ]
    lines = [as_line(puzzle, puzzle.id) for puzzle in puzzles]
    file_of(family).write_text("\n".join(lines) + "\n", encoding="utf-8")
    report(family)


def line_of(solver: Solver, rules: AnyRules, state: Any, best: Move) -> tuple[int, int]:
    """How often the solver decides until the end of the line, and how often only one move is good."""
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


REFUSED: Counter[str] = Counter()


def as_line(puzzle: Puzzle, name: str) -> str:
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
    }
    return json.dumps(keys, ensure_ascii=False, separators=(",", ":"))


def find(family: str, wanted: int) -> None:
    """Adds to the puzzles of a family until there are so many; their order says whose day's they are, so it stays."""
    there = load(family)[0] if file_of(family).exists() else []
    lines = [as_line(puzzle, puzzle.id) for puzzle in there]
    seen = {disguises(dict(puzzle.position)) for puzzle in there}
    counts = Counter(puzzle.themes[0] for puzzle in there)
    last = -1
    # Other deals than those which the puzzles there are were found in.
    for seed, preset, rules, states in deals(family, 1 + 10_000 * len(lines)):
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
        fresh = [(puzzle, name) for puzzle in found if (name := disguises(dict(puzzle.position))) not in seen]
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
    report(family)


def report(family: str) -> None:
    """Says what is there."""
    puzzles, troubles = load(family)
    print(family, len(puzzles), "puzzles,", file_of(family).stat().st_size, "bytes", troubles)
    print(Counter(theme for puzzle in puzzles for theme in puzzle.themes))
    print("depth", sorted(Counter(puzzle.depth for puzzle in puzzles).items()))
    print("rating", [sorted(p.rating for p in puzzles)[len(puzzles) * k // 10] for k in range(10)])


if __name__ == "__main__":
    if sys.argv[2] == "--check":
        report(sys.argv[1])
    elif sys.argv[2] == "--hidden":
        mark_hidden(sys.argv[1])
    else:
        find(sys.argv[1], int(sys.argv[2]))
