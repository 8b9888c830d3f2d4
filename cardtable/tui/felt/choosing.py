"""From chosen cards to a move: finds the choice offered by the game that is meant. No rule is decided here."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from cardtable.cards import Card, Cards, bits
from cardtable.engine.moves import Move
from cardtable.engine.scene import Choice, Scene
from cardtable.engine.text import plain

SHORT = 9
"""Maximum lines of a list that counts as short: each of them has a digit."""


class Intent(NamedTuple):
    """The meaning of the chosen cards: exactly one of these is set."""

    play: Choice | None = None
    """The only choice that fits."""
    offer: tuple[Choice, ...] = ()
    """The choices that fit: the player picks one."""
    other: Choice | None = None
    """A choice with another verb, if none with the current verb fits."""
    refused: Move | None = None
    """The move to explain as refused, if nothing fits."""


def open_choices(scene: Scene) -> tuple[Choice, ...]:
    """Returns the choices that are proposed: all but the quiet ones."""
    return tuple(choice for choice in scene.choices if not choice.quiet)


def by_line(choices: Sequence[Choice]) -> list[tuple[Choice, ...]]:
    """Groups choices into the lines of a list: one each, or, if the list is long, one line for all of a kind."""
    lines: dict[object, tuple[Choice, ...]] = {}
    for choice in choices:
        key = choice.move if choice.kind is None else plain(choice.kind)
        lines[key] = (*lines.get(key, ()), choice)
    if len(choices) <= SHORT or len(lines) == 1:
        return [(choice,) for choice in choices]
    return list(lines.values())


def as_in_hand(choices: Sequence[Choice], hand: Sequence[Card]) -> tuple[Choice, ...]:
    """Sorts choices by their cards' places in the hand: single cards, then several at once, then none.

    So the digits of a list match those under the hand as long as each card has just one choice.
    """
    places = {card: place for place, card in enumerate(hand)}

    def lying(choice: Choice) -> tuple[bool, int, list[int]]:
        own = sorted(places[card] for card in bits(choice.cards) if card in places)
        return not own, len(own), own

    return tuple(sorted(choices, key=lying))


def lay(scene: Scene, cards: Cards, target: Card | None) -> Intent:
    """Returns the meaning of playing these cards now, at `target` if given. Quiet choices are never meant."""
    fitting = [choice for choice in open_choices(scene) if choice.cards == cards]
    if not fitting:
        return Intent(refused=Move(scene.verb, cards, target if target is not None else 0))
    if scene.verb:
        of_verb = [choice for choice in fitting if choice.move.verb == scene.verb]
        if not of_verb:
            return Intent(other=fitting[0])
        fitting = of_verb
    aimed = [choice for choice in fitting if choice.target is None or choice.target == target]
    fitting = aimed or fitting
    return Intent(play=fitting[0]) if len(fitting) == 1 else Intent(offer=tuple(fitting))


def by_verb(scene: Scene, verbs: Sequence[str], cards: Cards, target: Card | None) -> Intent | None:
    """Returns the meaning of a gesture's key: a choice without cards at once, otherwise one that fits the chosen cards.

    `other` is a choice of the verb with different cards. Returns None if no such verb is offered.
    """
    offered = [choice for choice in scene.choices if choice.move.verb in verbs]
    if not offered:
        return None
    plain = [choice for choice in offered if not choice.cards]
    fitting = plain or [choice for choice in offered if choice.cards == cards]
    if not fitting:
        return Intent(other=offered[0])
    aimed = [choice for choice in fitting if choice.target is None or choice.target == target]
    if not aimed and fitting[0].quiet:
        # A quiet move against a card other than the one aimed at is never made without asking.
        return Intent(offer=tuple(fitting))
    fitting = aimed or fitting
    return Intent(play=fitting[0]) if len(fitting) == 1 else Intent(offer=tuple(fitting))


def playable(scene: Scene, marked: Cards, verb: str = "") -> Cards:
    """Returns the cards some choice (of this verb, if given) plays together with all marked ones, including those.

    Quiet choices do not count.
    """
    cards = 0
    for choice in open_choices(scene):
        if choice.cards & marked == marked and verb in ("", choice.move.verb):
            cards |= choice.cards
    return cards


def cards_missing(scene: Scene, cards: Cards) -> int:
    """Returns how many more cards the smallest fitting choice needs; 0 if one fits already, or if none can."""
    return min(
        ((choice.cards & ~cards).bit_count() for choice in open_choices(scene) if choice.cards & cards == cards),
        default=0,
    )


def lays_several(scene: Scene) -> bool:
    """Returns whether some choice plays more than one card."""
    return any(choice.cards & (choice.cards - 1) for choice in scene.choices)
