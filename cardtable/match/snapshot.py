"""Position files: reading them, and making them from a deal's cards and public facts for `cardtable position`."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from cardtable.cards import card_text, cards_text
from cardtable.engine.draft import POSITION_KEYS, BadPosition, Facts, seat_text
from cardtable.engine.expectations import check
from cardtable.engine.option_words import value_text
from cardtable.engine.options import changed
from cardtable.engine.position import put_down
from cardtable.engine.rules import AnyRules
from cardtable.engine.state import State
from cardtable.files import Unreadable, read_toml, replace
from cardtable.games import agree, find_preset


def read_position(path: Path) -> dict[str, Any]:
    """The keys of a position file. Raises BadPosition if it cannot be read or is not TOML."""
    try:
        return read_toml(path)[1]
    except (OSError, Unreadable) as error:
        raise BadPosition("cannot be read: {why}", why=error) from None


def position_text(name: str, preset: str, rules: AnyRules, state: State) -> tuple[str, list[str]]:
    """Returns the text of a position file, and the names of the facts it cannot reproduce.

    Facts that the family's positions can set are set; those that follow from the rest become expectations. A fact that
    differs when the file is loaded again is written as a comment, so that the file says nothing wrong. Raises
    BadPosition if the deal cannot be reproduced at all, as with a finished deal in most games.
    """
    import tomlkit

    _, found = find_preset(preset)
    shared: dict[str, Any] = {
        "id": name,
        "preset": preset,
        "options": {
            option: value if isinstance(value, bool | int | str) else value_text(value)
            for option, value in changed(rules.options, found.options).items()
        },
        "seats": rules.seats,
        "stock": " ".join(map(card_text, state.stock)),
        "hands": {seat_text(seat): cards_text(state.places[seat]) for seat in range(rules.seats)},
    }
    facts = rules.facts(state)
    given = _given(shared, facts)
    _, again = put_down({**shared, **given}, _rules_of)
    expected: Facts = {
        "to_act": [seat_text(seat) for seat in state.to_act],
        "over": not state.to_act,
        "hands": shared["hands"],
        **{fact: value for fact, value in facts.items() if fact not in POSITION_KEYS},
    }
    wrong = [fact for fact, value in expected.items() if check(rules, again, {fact: value})]
    if "stock" not in wrong and again.stock != state.stock:
        wrong.append("stock")
    kept = {fact: value for fact, value in expected.items() if fact not in wrong}
    document = tomlkit.document()
    for fact in wrong:
        document.add(tomlkit.comment(f"not as it was: {fact} = {expected.get(fact, shared.get(fact))!r}"))
    for key, value in {**shared, **given, "expect": kept}.items():
        if key not in ("hands", "expect") and value != {}:
            document[key] = value
    document["hands"] = shared["hands"]
    document["expect"] = kept
    return tomlkit.dumps(document), wrong


def save_position(path: Path, name: str, preset: str, rules: AnyRules, state: State) -> list[str]:
    """Writes a position file; returns the names of the facts it cannot reproduce. Raises BadPosition and OSError."""
    text, wrong = position_text(name, preset, rules, state)
    replace(path, text)
    return wrong


def _given(shared: Mapping[str, Any], facts: Facts) -> dict[str, Any]:
    """The facts that a position can set, in the form in which positions read them. Raises BadPosition.

    Only the family knows which they are, and rejects the others by name.
    """
    given = {fact: value for fact, value in facts.items() if fact not in POSITION_KEYS and value is not None}
    while True:
        try:
            put_down({**shared, **given}, _rules_of)
        except BadPosition as error:
            fact = str(error).partition(":")[0].partition(" ")[0]
            if fact not in given:
                # It conflicts with another fact, which may not be named here.
                return _without_one(shared, given, error)
            value = given.pop(fact)
            if isinstance(value, list) and value and not isinstance(value[0], str):
                # Numbers by seat or side are set as text but expected as a list.
                given[fact] = " ".join(map(str, value))
        else:
            return given


def _without_one(shared: Mapping[str, Any], given: Mapping[str, Any], error: BadPosition) -> dict[str, Any]:
    """Drops one fact so that the others can be set. Raises the given error if no such fact exists."""
    for fact in given:
        rest = {other: value for other, value in given.items() if other != fact}
        with suppress(BadPosition):
            put_down({**shared, **rest}, _rules_of)
            return rest
    raise error


def _rules_of(preset: str, options: Mapping[str, Any], seats: int) -> AnyRules:
    game, agreed = agree(preset, options, seats)
    return game.rules(agreed, seats)
