"""Position files: a deal set up in the middle, the moves to play from there, and what must then hold.

A position is a TOML file. `positions.txt` beside this module describes the keys shared by all families; each family
adds keys for its own facts (`Rules.facts`), which can be both set and expected.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

from cardtable.cards import HIDDEN, cards_of
from cardtable.engine.draft import (
    POSITION_KEYS,
    BadPosition,
    Draft,
    FactReader,
    check_count,
    parse_seat,
    parse_some,
)
from cardtable.engine.expectations import check, parse_play, texts_of
from cardtable.engine.faults import told
from cardtable.engine.moves import DEALER, Move
from cardtable.engine.options import BadOption, BadSeats
from cardtable.engine.rules import BY_DEALER, AnyRules, RuleBroken, attempt, run_chance
from cardtable.engine.state import State
from cardtable.engine.text import Text, say

FORM = Path(__file__).with_name("positions.txt")
"""The part of the position format that all families share."""


def form_texts(form: Path) -> list[str]:
    """The source texts of a format description, split at empty lines and translated one at a time."""
    return form.read_text("utf-8").strip("\n").split("\n\n")


@dataclass(frozen=True, slots=True)
class PositionResult:
    """The result of a position: `problems` is empty if everything holds."""

    id: str
    problems: tuple[Text, ...]


MOST_SEATS = 12
"""The number of seats searched for players if a position does not say how many there are."""
RulesOf = Callable[[str, Mapping[str, Any], int], AnyRules]
"""Creates rules from a preset's id, the changed options and the number of seats, 0 for the preset's usual one."""


def put_down(keys: Mapping[str, Any], rules_of: RulesOf) -> tuple[AnyRules, Any]:
    """The rules and the state described by the keys of a position.

    Raises BadPosition.
    """
    preset = keys.get("preset")
    if not isinstance(preset, str):
        raise BadPosition('preset: there must be one, such as preset = "throw_in"')
    texts_of(keys.get("rules", []), "rules")
    hands = _table(keys, "hands")
    named = [int(name[1:]) + 1 for name in hands if re.fullmatch(r"[Pp]\d{1,3}", name)]
    options = dict(_table(keys, "options"))
    seats = keys.get("seats", options.pop("players", None))
    if seats is not None and (not isinstance(seats, int) or isinstance(seats, bool)):
        raise BadPosition("seats: {seats!r} is no number of players", seats=seats)
    try:
        rules = _rules(preset, options, seats, max([2, *named]), rules_of)
    except BadOption as error:
        raise BadPosition("options: {why}", why=error) from None
    except ValueError as error:
        raise BadPosition(error) from None
    draft = _draft(rules, hands, keys.get("stock"))
    facts = FactReader({name: value for name, value in keys.items() if name not in POSITION_KEYS}, rules.seats)
    state = rules.put_down(draft, facts)
    facts.finish(rules.facts(state))
    return rules, state


def _rules(preset: str, options: Mapping[str, Any], seats: int | None, least: int, rules_of: RulesOf) -> AnyRules:
    """The rules for this number of players; by default the usual number, or the fewest that the named hands need."""
    if seats is None:
        with suppress(BadSeats):
            usual = rules_of(preset, options, 0)
            if usual.seats >= least:
                return usual
    refusals = []
    for count in range(least, max(least, MOST_SEATS) + 1) if seats is None else (seats,):
        try:
            return rules_of(preset, options, count)
        except BadSeats as error:
            refusals.append(told(error))
    where = "seats" if seats is not None else f"hands.P{least - 1}"
    raise BadPosition("{where}: {why}", where=where, why=refusals[0])


def _table(keys: Mapping[str, Any], name: str) -> Mapping[str, Any]:
    value = keys.get(name, {})
    if not isinstance(value, dict):
        raise BadPosition("{name}: {value!r} is no table of names and values", name=name, value=value)
    return value


def _draft(rules: AnyRules, hands: Mapping[str, Any], stock: Any) -> Draft:
    draft = Draft(rules.deck, [0] * rules.seats, [None] * rules.seats, None, rules.filled_hand)
    for name, text in hands.items():
        where = f"hands.{name}"
        seat = parse_seat(name, rules.seats, "hands")
        cards = parse_some(text, where)
        draft.hands[seat] = cards_of(card for card in cards if card != HIDDEN)
        draft.use(draft.hands[seat], where)
        draft.unknown[seat] = cards.count(HIDDEN)
    if isinstance(stock, int) and not isinstance(stock, bool) and stock >= 0:
        check_count(str(stock), stock, "stock")
        draft.stock = [HIDDEN] * stock
    elif isinstance(stock, str):
        draft.stock = parse_some(stock, "stock")
        draft.use(cards_of(card for card in draft.stock if card != HIDDEN), "stock")
    elif stock is not None:
        raise BadPosition('stock: {stock!r} is neither a number nor cards such as "6c ?5 9h"', stock=stock)
    return draft


def run(keys: Mapping[str, Any], rules_of: RulesOf) -> PositionResult:
    """Sets up a position, plays its moves and reports what does not hold. Raises BadPosition."""
    name = keys.get("id")
    if not isinstance(name, str):
        raise BadPosition('id: there must be one, such as id = "D-P01"')
    problems: list[Text] = []
    if "expect" in keys or "then" in keys or "variant" not in keys:
        problems += _run_one(keys, rules_of)
    shared = {key: value for key, value in keys.items() if key not in ("expect", "then", "variant")}
    for number, variant in enumerate(_list(keys, "variant"), 1):
        label = variant.get("name", say("variant {number}", number=number))
        merged = {**shared, **variant}
        for table in ("hands", "options"):
            if table in shared and table in variant:
                merged[table] = {**shared[table], **variant[table]}
        try:
            problems += [say("{label}: {why}", label=label, why=problem) for problem in _run_one(merged, rules_of)]
        except BadPosition as error:
            raise BadPosition("{label}: {why}", label=label, why=error) from None
    return PositionResult(name, tuple(problems))


def _list(keys: Mapping[str, Any], name: str) -> list[Mapping[str, Any]]:
    value = keys.get(name, [])
    if not isinstance(value, list) or not all(isinstance(entry, dict) for entry in value):
        raise BadPosition("{name}: write it as [[{name}]]", name=name)
    return value


def _run_one(keys: Mapping[str, Any], rules_of: RulesOf) -> list[Text]:
    rules, state = put_down(keys, rules_of)
    problems = check(rules, state, _table(keys, "expect"))
    stages = _list(keys, "then")
    for number, stage in enumerate(stages, 1):
        try:
            plays = texts_of(stage.get("play", []), "play")
            refused = _play(rules, state, plays, number)
            if refused is not None:
                return [*problems, refused]
            if not any(map(_begins_with_shuffle, stages[number : number + 1])):
                run_chance(rules, state, Random(number))
            expected = {key: value for key, value in stage.items() if key != "play"}
            wrong = check(rules, state, expected)
            problems += [say("after {play!r}: {why}", play=plays[-1], why=each) for each in wrong] if plays else wrong
        except BadPosition as error:
            raise BadPosition("then {number}: {why}", number=number, why=error) from None
    return problems


def _begins_with_shuffle(stage: Mapping[str, Any]) -> bool:
    """Whether the first move of a stage is the dealer's, so that no shuffle is added before it."""
    match stage.get("play"):
        case [str(first), *_]:
            return first.startswith("dealer ")
    return False


def _play(rules: AnyRules, state: State, plays: Sequence[str], seed: int) -> Text | None:
    """Makes these moves, with shuffles from this seed in between; returns a sentence about the first refusal.

    Raises BadPosition.
    """
    for text in plays:
        seat, move = parse_play(rules, text, "play")
        if seat != DEALER:
            run_chance(rules, state, Random(seed))
        try:
            if seat == DEALER and move.arg < 0 and state.to_act == BY_DEALER:
                _shuffle_as_named(rules, state, move, text)
            else:
                attempt(rules, state, seat, move)
        except RuleBroken as error:
            return say("{text!r} is refused: {why} [{rule}]", text=text, why=error.text, rule=error.rule)
    return None


def _shuffle_as_named(rules: AnyRules, state: State, move: Move, text: str) -> None:
    """The dealer's shuffle into a given order; not a seed, and not a move outside positions."""
    try:
        rules.play(state, DEALER, move)
    except ValueError as error:
        raise BadPosition("play {text!r}: {why}", text=text, why=error) from None
