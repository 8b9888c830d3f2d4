"""Position files: a deal put down in the middle, the moves to play from there, and what must then hold.

A position is a TOML file. `FORM` describes the keys that all families share; each family adds those of its own facts
(`Rules.facts`), which may both be set and be expected.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path
from typing import Any

from cardtable.cards import HIDDEN, BadCard, cards_of, cards_text, parse_card
from cardtable.engine.draft import POSITION_KEYS, BadPosition, Draft, FactReader, parse_seat, parse_some, seat_text
from cardtable.engine.moves import BadMove, Move, Seat, move_text, parse_move
from cardtable.engine.options import BadOption, closest
from cardtable.engine.rules import RuleBroken, Rules, attempt
from cardtable.engine.state import State

FORM = """\
A position file is TOML. Cards are written rank and suit (6s Th Ad; jokers Xr Xb), seats P0 P1 ... clockwise.

What is put down:
  id = "D-P13"               the name under which it is reported
  preset = "transfer"        the game; options = { first_limit = "none" } changes single options
  seats = 3                  players; 2 unless hands name more
  [hands]                    P0 = "6s Th"   exactly these cards
                             P1 = "6s ?4"   these and four more that do not matter
                             a hand that is not named gets up to six cards that do not matter
  stock = 8                  its size, or its cards in the order of drawing: "6c ?5 9h"
                             unless given, everything that lies nowhere else
  and the facts of the game (below). Cards that are not named are filled in; what is left over is discarded.
What to check, here or after moves:
  expect = { ... }           what holds in the position
  [[then]]                   then play = ["P1 cover 9s with Ts", "P0 pass"] and what holds after these moves;
                             further [[then]] go on from there
  [[variant]]                the same position again, with keys of its own in place of those above
                             (name = "..." tells them apart); has its own expect and [[variant.then]]
Expectations:
  legal = ["take", ...]      all legal moves of the seat to act; "throw any of 7s 7d 7c, at most 2" stands for
                             every such set
  allowed = [...]  banned = [...]    some of them; some that are not
  refused = { "P1 transfer 8d" = "D-42" }    the rule that refuses a move
  to_act = ["P0"]   over = true   stock = 6 or its cards   sizes = { P0 = 5 }   scores = [0.5, 0.5]
  [expect.hands]             P0 = "6s Th"   exactly; the facts of the game may be expected too
"""

_EXPECTED = ("legal", "allowed", "banned", "refused", "to_act", "over", "stock", "sizes", "scores", "hands")


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of a position: empty `problems` when everything holds."""

    id: str
    problems: tuple[str, ...]


RulesOf = Callable[[str, Mapping[str, Any], int], Rules[Any]]
"""Makes rules from a preset's id, the changed options and the number of seats."""


def read(path: Path) -> dict[str, Any]:
    """The keys of a position file. Raises BadPosition for a file that cannot be read or is no TOML."""
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise BadPosition(f"cannot be read: {error.strerror}") from None
    except (UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise BadPosition(f"is no TOML: {error}") from None


def put_down(keys: Mapping[str, Any], rules_of: RulesOf) -> tuple[Rules[Any], Any]:
    """The rules and the state that the keys of a position describe.

    Raises BadPosition.
    """
    preset = keys.get("preset")
    if not isinstance(preset, str):
        raise BadPosition('preset: there must be one, such as preset = "throw_in"')
    hands = _table(keys, "hands")
    named = [int(name[1:]) + 1 for name in hands if re.fullmatch(r"[Pp]\d+", name)]
    seats = keys.get("seats", max([2, *named]))
    if not isinstance(seats, int) or isinstance(seats, bool):
        raise BadPosition(f"seats: {seats!r} is no number of players")
    try:
        rules = rules_of(preset, _table(keys, "options"), seats)
    except BadOption as error:
        raise BadPosition(f"options: {error}") from None
    except ValueError as error:
        raise BadPosition(str(error)) from None
    draft = _draft(rules, hands, keys.get("stock"))
    facts = {name: value for name, value in keys.items() if name not in POSITION_KEYS}
    reader = FactReader(facts, rules.seats)
    state = rules.put_down(draft, reader)
    reader.finish()
    return rules, state


def _table(keys: Mapping[str, Any], name: str) -> Mapping[str, Any]:
    value = keys.get(name, {})
    if not isinstance(value, dict):
        raise BadPosition(f"{name}: {value!r} is no table of names and values")
    return value


def _draft(rules: Rules[Any], hands: Mapping[str, Any], stock: Any) -> Draft:
    draft = Draft(rules.deck, [0] * rules.seats, [None] * rules.seats, None)
    for name, text in hands.items():
        where = f"hands.{name}"
        seat = parse_seat(name, rules.seats, "hands")
        cards = parse_some(text, where)
        named = [card for card in cards if card != HIDDEN]
        if len(set(named)) < len(named):
            raise BadPosition(f"{where}: a card is named twice")
        draft.use(cards_of(named), where)
        draft.hands[seat] = cards_of(named)
        draft.unknown[seat] = cards.count(HIDDEN)
    if isinstance(stock, int) and not isinstance(stock, bool) and stock >= 0:
        draft.stock = [HIDDEN] * stock
    elif isinstance(stock, str):
        draft.stock = parse_some(stock, "stock")
        draft.use(cards_of(card for card in draft.stock if card != HIDDEN), "stock")
    elif stock is not None:
        raise BadPosition(f'stock: {stock!r} is neither a number nor cards such as "6c ?5 9h"')
    return draft


def run(keys: Mapping[str, Any], rules_of: RulesOf) -> Outcome:
    """Puts a position down, plays its moves and says what does not hold. Raises BadPosition."""
    name = keys.get("id")
    if not isinstance(name, str):
        raise BadPosition('id: there must be one, such as id = "D-P01"')
    problems = []
    if "expect" in keys or "then" in keys or "variant" not in keys:
        problems += _run_one(keys, rules_of)
    shared = {key: value for key, value in keys.items() if key not in ("expect", "then", "variant")}
    for number, variant in enumerate(_list(keys, "variant"), 1):
        label = variant.get("name", f"variant {number}")
        merged = {**shared, **variant}
        for table in ("hands", "options"):
            if table in shared and table in variant:
                merged[table] = {**shared[table], **variant[table]}
        try:
            problems += [f"{label}: {problem}" for problem in _run_one(merged, rules_of)]
        except BadPosition as error:
            raise BadPosition(f"{label}: {error}") from None
    return Outcome(name, tuple(problems))


def _list(keys: Mapping[str, Any], name: str) -> list[Mapping[str, Any]]:
    value = keys.get(name, [])
    if not isinstance(value, list) or not all(isinstance(entry, dict) for entry in value):
        raise BadPosition(f"{name}: write it as [[{name}]]")
    return value


def _run_one(keys: Mapping[str, Any], rules_of: RulesOf) -> list[str]:
    rules, state = put_down(keys, rules_of)
    problems = _check(rules, state, _table(keys, "expect"))
    for stage in _list(keys, "then"):
        for text in stage.get("play", []):
            seat, move = parse_play(rules, text)
            try:
                attempt(rules, state, seat, move)
            except RuleBroken as error:
                return [*problems, f"{text!r} is refused: {error}"]
        after = f"after {stage['play'][-1]!r}: " if stage.get("play") else ""
        expected = {key: value for key, value in stage.items() if key != "play"}
        problems += [after + problem for problem in _check(rules, state, expected)]
    return problems


def parse_play(rules: Rules[Any], text: Any) -> tuple[Seat, Move]:
    """The seat and the move of a text such as `"P1 cover 9s with Ts"`. Raises BadPosition."""
    name, _, rest = text.strip().partition(" ") if isinstance(text, str) else ("", "", "")
    seat = parse_seat(name.rstrip(":"), rules.seats, f"play {text!r}")
    try:
        return seat, parse_move(rest, rules.verbs)
    except (BadMove, BadCard) as error:
        raise BadPosition(f"play: {error}") from None


def _check(rules: Rules[Any], state: State, expected: Mapping[str, Any]) -> list[str]:
    facts = rules.facts(state)
    problems = []
    for key, value in expected.items():
        if key in _CHECKS:
            problems += _CHECKS[key](rules, state, value)
        elif key in facts:
            if facts[key] != value:
                problems.append(f"{key} is {facts[key]!r}, not {value!r}")
        else:
            raise BadPosition(f"expect: {key} is nothing to expect{closest(key, [*_EXPECTED, *facts])}")
    return problems


def expand(texts: Sequence[str], rules: Rules[Any]) -> set[str]:
    """The move texts of a list that may hold `"throw any of 7s 7d, at most 2"`."""
    found = set()
    for text in texts:
        match = re.fullmatch(r"(\w+) any of ([^,]+)(?:, at most (\d+))?", text)
        try:
            if match is None:
                found.add(move_text(parse_move(text, rules.verbs)))
                continue
            cards = [parse_card(word) for word in match[2].split()]
        except (BadMove, BadCard) as error:
            raise BadPosition(f"legal: {error}") from None
        for size in range(1, int(match[3] or len(cards)) + 1):
            found |= {move_text(Move(match[1], cards_of(chosen))) for chosen in combinations(cards, size)}
    return found


def legal_texts(rules: Rules[Any], state: State) -> list[str]:
    """The legal moves of the seat that is to act, as texts."""
    return [move_text(move) for move in rules.legal(state, state.to_act[0])] if state.to_act else []


def _check_legal(rules: Rules[Any], state: State, value: Any) -> list[str]:
    found, wanted = set(legal_texts(rules, state)), expand(value, rules)
    problems = []
    if found - wanted:
        problems.append(f"legal beyond what is expected: {', '.join(sorted(found - wanted))}")
    if wanted - found:
        problems.append(f"not legal: {', '.join(sorted(wanted - found))}")
    return problems


def _check_allowed(rules: Rules[Any], state: State, value: Any) -> list[str]:
    missing = expand(value, rules) - set(legal_texts(rules, state))
    return [f"not legal: {', '.join(sorted(missing))}"] if missing else []


def _check_banned(rules: Rules[Any], state: State, value: Any) -> list[str]:
    found = expand(value, rules) & set(legal_texts(rules, state))
    return [f"legal, but should not be: {', '.join(sorted(found))}"] if found else []


def _check_refused(rules: Rules[Any], state: State, value: Any) -> list[str]:
    problems = []
    for text, rule in value.items():
        seat, move = parse_play(rules, text)
        broken = rules.why_not(state, seat, move)
        if broken is None:
            problems.append(f"{text!r} is legal, but {rule} should refuse it")
        elif broken.rule != rule:
            problems.append(f"{text!r} is refused by {broken.rule}, not by {rule}")
    return problems


def _check_to_act(rules: Rules[Any], state: State, value: Any) -> list[str]:
    acting = [seat_text(seat) for seat in state.to_act]
    wanted = [value] if isinstance(value, str) else value
    return [] if acting == wanted else [f"to act is {acting}, not {wanted}"]


def _check_over(rules: Rules[Any], state: State, value: Any) -> list[str]:
    over = not state.to_act
    return [] if over == value else [f"the deal is {'over' if over else 'not over'}"]


def _check_stock(rules: Rules[Any], state: State, value: Any) -> list[str]:
    if isinstance(value, int):
        return [] if len(state.stock) == value else [f"the stock holds {len(state.stock)} cards, not {value}"]
    wanted = parse_some(value, "stock")
    same = len(wanted) == len(state.stock) and all(
        card in (HIDDEN, lies) for card, lies in zip(wanted, state.stock, strict=True)
    )
    return [] if same else [f"the stock is {' '.join(cards_text(1 << card) for card in state.stock)}"]


def _check_sizes(rules: Rules[Any], state: State, value: Any) -> list[str]:
    problems = []
    for name, count in value.items():
        size = state.size(parse_seat(name, rules.seats, "sizes"))
        if size != count:
            problems.append(f"{name} holds {size} cards, not {count}")
    return problems


def _check_hands(rules: Rules[Any], state: State, value: Any) -> list[str]:
    problems = []
    for name, text in value.items():
        cards = parse_some(text, f"hands.{name}")
        named = cards_of(card for card in cards if card != HIDDEN)
        hand = state.places[parse_seat(name, rules.seats, "hands")]
        if named & ~hand or (hand & ~named).bit_count() != cards.count(HIDDEN):
            problems.append(f"{name} holds {cards_text(hand) or 'nothing'}, not {text or 'nothing'}")
    return problems


def _check_scores(rules: Rules[Any], state: State, value: Any) -> list[str]:
    if state.to_act:
        return ["the deal is not over, so there are no scores"]
    scores = list(rules.result(state).scores)
    return [] if scores == value else [f"scores are {scores}, not {value}"]


_CHECKS: dict[str, Callable[[Rules[Any], State, Any], list[str]]] = {
    "legal": _check_legal,
    "allowed": _check_allowed,
    "banned": _check_banned,
    "refused": _check_refused,
    "to_act": _check_to_act,
    "over": _check_over,
    "stock": _check_stock,
    "sizes": _check_sizes,
    "hands": _check_hands,
    "scores": _check_scores,
}
