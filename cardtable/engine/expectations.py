"""The expectations of a position, and whether they hold."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Callable, Mapping, Sequence
from itertools import combinations
from typing import Any

from cardtable.cards import HIDDEN, BadCard, card_text, cards_of, cards_text, named_order, parse_card
from cardtable.engine.draft import AnyOrder, BadPosition, parse_seat, parse_some, seat_text
from cardtable.engine.moves import DEALER, SHUFFLE, BadMove, Move, Seat
from cardtable.engine.options import closest
from cardtable.engine.rules import AnyRules
from cardtable.engine.state import State
from cardtable.engine.text import Text, say


def check(rules: AnyRules, state: State, expected: Mapping[str, Any]) -> list[Text]:
    """The expectations that do not hold, one sentence each. Raises BadPosition if one cannot be understood."""
    facts = rules.facts(state)
    problems: list[Text] = []
    for key, value in expected.items():
        if key in CHECKS:
            problems += CHECKS[key](rules, state, value)
        elif key not in facts:
            raise BadPosition("expect: {key} is nothing to expect{near}", key=key, near=closest(key, [*CHECKS, *facts]))
        elif not _agrees(facts[key], value):
            problems.append(say("{key} is {found}, not {wanted}", key=key, found=repr(facts[key]), wanted=repr(value)))
    return problems


def _agrees(fact: Any, value: Any) -> bool:
    if isinstance(fact, list) and isinstance(value, list):
        return len(fact) == len(value) and all(map(_agrees, fact, value))
    if isinstance(fact, list) != isinstance(value, list):
        # Numbers by seat may be given as a list or as a text, whichever form the family uses.
        fact, value = (
            " ".join(map(str, side))
            if isinstance(side, list) and all(type(part) in (int, float) for part in side)
            else side
            for side in (fact, value)
        )
    if isinstance(fact, AnyOrder) and isinstance(value, str):
        return sorted(fact.split()) == sorted(value.split())
    return bool(fact == value)


def texts_of(value: Any, key: str) -> list[str]:
    """A list of texts. Raises BadPosition."""
    if not isinstance(value, list) or not all(isinstance(entry, str) for entry in value):
        raise BadPosition('{key}: {value!r} is no list of texts such as ["take"]', key=key, value=value)
    return value


def _by_name(value: Any, key: str, example: str) -> Mapping[str, Any]:
    if not isinstance(value, dict):
        raise BadPosition("{key}: {value!r} is no table such as {example}", key=key, value=value, example=example)
    return value


def parse_play(rules: AnyRules, text: Any, key: str) -> tuple[Seat, Move]:
    """Parses a text such as `"P1 cover 9s with Ts"` into seat and move. Raises BadPosition."""
    if not isinstance(text, str) or " " not in text.strip():
        raise BadPosition('{key}: {text!r} is no seat and move such as "P1 take"', key=key, text=text)
    name, _, rest = text.strip().partition(" ")
    seat = DEALER if name == "dealer" else parse_seat(name.rstrip(":"), rules.seats, f"{key} {text!r}")
    verb, _, order = rest.strip().partition(" ")
    if seat == DEALER and verb == SHUFFLE and order and not order.strip().isdecimal():
        cards = parse_some(order, key)
        return seat, Move(SHUFFLE, 0, named_order(cards))
    try:
        return seat, rules.parse_move(rest)
    except (BadMove, BadCard) as error:
        raise BadPosition("{key} {text!r}: {why}", key=key, text=text, why=error) from None


MOST_OF = 14
"""The largest number of cards in an "any of"; more would give too many sets to check."""


def expand(texts: Sequence[str], rules: AnyRules, key: str) -> set[str]:
    """The move texts in a list, with entries such as `"throw any of 7s 7d, at most 2"` expanded."""
    found = set()
    for text in texts:
        match = re.fullmatch(r"(\w+) any of ([^,]+)(?:, at most (\d+))?", text)
        try:
            if match is None:
                found.add(rules.move_text(rules.parse_move(text)))
                continue
            if match[1] not in rules.verbs:
                raise BadMove(
                    "{text!r} is no move: it must begin with one of {allowed}",
                    text=text,
                    allowed=", ".join(rules.verbs),
                )
            cards = [parse_card(word) for word in match[2].split()]
        except (BadMove, BadCard) as error:
            raise BadPosition("{key}: {why}", key=key, why=error) from None
        if len(cards) > MOST_OF:
            raise BadPosition(
                "{key}: any of {count} cards; at most {most} are named so", key=key, count=len(cards), most=MOST_OF
            )
        for size in range(1, min(len(cards), int((match[3] or "99")[:3])) + 1):
            found |= {rules.move_text(Move(match[1], cards_of(chosen))) for chosen in combinations(cards, size)}
    return found


def legal_texts(rules: AnyRules, state: State) -> list[str]:
    """The legal moves of the seat to act, as texts."""
    if not state.to_act or state.to_act[0] == DEALER:
        return []
    return [rules.move_text(move) for move in rules.legal(state, state.to_act[0])]


def _by_seat(rules: AnyRules, state: State, value: Any, key: str) -> list[tuple[str, set[str], set[str]]]:
    """For every seat in question: the start of an error message, its legal moves, and the expected moves."""
    if not isinstance(value, dict):
        seat = state.to_act[0] if state.to_act else DEALER
        return [("", *_legal_and_named(rules, state, seat, value, key))]
    return [
        (f"{name}: ", *_legal_and_named(rules, state, parse_seat(name, rules.seats, key), texts, f"{key}.{name}"))
        for name, texts in value.items()
    ]


def _legal_and_named(rules: AnyRules, state: State, seat: Seat, value: Any, key: str) -> tuple[set[str], set[str]]:
    """The legal and the expected moves of a seat as texts, leaving out the dealer's."""
    named = expand(texts_of(value, key), rules, key)
    if seat == DEALER:
        return set(), named
    legal = {rules.move_text(move) for move in rules.legal(state, seat)}
    # If there are very many sets of cards, `legal` lists only the single cards.
    legal |= {text for text in named - legal if rules.why_not(state, seat, rules.parse_move(text)) is None}
    return legal, named


def _moves(texts: set[str]) -> str:
    return ", ".join(sorted(texts))


def _check_legal(rules: AnyRules, state: State, value: Any) -> list[Text]:
    problems = []
    for who, found, wanted in _by_seat(rules, state, value, "legal"):
        if found - wanted:
            problems.append(say("{who}legal beyond what is expected: {moves}", who=who, moves=_moves(found - wanted)))
        if wanted - found:
            problems.append(say("{who}not legal: {moves}", who=who, moves=_moves(wanted - found)))
    return problems


def _check_allowed(rules: AnyRules, state: State, value: Any) -> list[Text]:
    return [
        say("{who}not legal: {moves}", who=who, moves=_moves(wanted - found))
        for who, found, wanted in _by_seat(rules, state, value, "allowed")
        if wanted - found
    ]


def _check_banned(rules: AnyRules, state: State, value: Any) -> list[Text]:
    return [
        say("{who}legal, but should not be: {moves}", who=who, moves=_moves(found & unwanted))
        for who, found, unwanted in _by_seat(rules, state, value, "banned")
        if found & unwanted
    ]


def _check_refused(rules: AnyRules, state: State, value: Any) -> list[Text]:
    problems = []
    for text, rule in _by_name(value, "refused", '{ "P1 transfer 8d" = "D-42" }').items():
        seat, move = parse_play(rules, text, "refused")
        broken = rules.why_not(state, seat, move)
        if broken is None:
            problems.append(say("{text!r} is legal, but {rule} should refuse it", text=text, rule=rule))
        elif broken.rule != rule:
            problems.append(
                say(
                    "{text!r} is refused by {found}, not by {rule}: {why} [{found}]",
                    text=text,
                    found=broken.rule,
                    rule=rule,
                    why=broken.text,
                )
            )
    return problems


def _check_to_act(rules: AnyRules, state: State, value: Any) -> list[Text]:
    acting = [seat_text(seat) for seat in state.to_act]
    wanted = [value] if isinstance(value, str) else texts_of(value, "to_act")
    return [] if acting == wanted else [say("to act is {found}, not {wanted}", found=repr(acting), wanted=repr(wanted))]


def _check_over(rules: AnyRules, state: State, value: Any) -> list[Text]:
    if not isinstance(value, bool):
        raise BadPosition("over: {value!r} is not possible; allowed: true, false", value=value)
    over = not state.to_act
    if over == value:
        return []
    return [say("the deal is over") if over else say("the deal is not over")]


def _check_stock(rules: AnyRules, state: State, value: Any) -> list[Text]:
    if isinstance(value, int) and not isinstance(value, bool):
        size = len(state.stock)
        return [] if size == value else [say("the stock holds {size} cards, not {wanted}", size=size, wanted=value)]
    wanted = parse_some(value, "stock")
    same = len(wanted) == len(state.stock) and all(
        card in (HIDDEN, lies) for card, lies in zip(wanted, state.stock, strict=True)
    )
    if same:
        return []
    cards = " ".join(map(card_text, state.stock))
    return [say("the stock is {cards}", cards=cards) if cards else say("the stock is empty")]


def _check_sizes(rules: AnyRules, state: State, value: Any) -> list[Text]:
    problems = []
    for name, count in _by_name(value, "sizes", "{ P0 = 5 }").items():
        if not isinstance(count, int):
            raise BadPosition("sizes.{name}: {count!r} is no number of cards", name=name, count=count)
        size = state.size(parse_seat(name, rules.seats, "sizes"))
        if size != count:
            problems.append(say("{name} holds {size} cards, not {wanted}", name=name, size=size, wanted=count))
    return problems


def _check_hands(rules: AnyRules, state: State, value: Any) -> list[Text]:
    problems = []
    for name, text in _by_name(value, "hands", '{ P0 = "6s Th" }').items():
        cards = parse_some(text, f"hands.{name}")
        named = cards_of(card for card in cards if card != HIDDEN)
        hand = state.places[parse_seat(name, rules.seats, "hands")]
        if named & ~hand or (hand & ~named).bit_count() != cards.count(HIDDEN):
            nothing = say("nothing")
            problems.append(
                say(
                    "{name} holds {found}, not {wanted}",
                    name=name,
                    found=cards_text(hand) or nothing,
                    wanted=text or nothing,
                )
            )
    return problems


def _check_scores(rules: AnyRules, state: State, value: Any) -> list[Text]:
    if state.to_act:
        return [say("the deal is not over, so there are no scores")]
    scores = list(rules.scores(state))
    return [] if scores == value else [say("scores are {found}, not {wanted}", found=repr(scores), wanted=repr(value))]


def _check_standing(rules: AnyRules, state: State, value: Any) -> list[Text]:
    if state.to_act:
        return [say("the deal is not over, so the match has not moved on")]
    after = dataclasses.asdict(rules.settle(rules.standing_before(state), state))
    problems = []
    for name, wanted in _by_name(value, "standing", '{ dealer = "P0" }').items():
        if name not in after:
            raise BadPosition("standing.{name} is nothing to expect{near}", name=name, near=closest(name, after))
        found = _as_text(after[name])
        if isinstance(wanted, str) and isinstance(found, int):
            found = seat_text(found)
        if found != wanted:
            problems.append(
                say("standing.{name} is {found}, not {wanted}", name=name, found=repr(found), wanted=repr(wanted))
            )
    return problems


def _as_text(value: Any) -> Any:
    if value is None:
        return "none"
    return list(value) if isinstance(value, tuple) else value


CHECKS: dict[str, Callable[[AnyRules, State, Any], list[Text]]] = {
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
    "standing": _check_standing,
}
