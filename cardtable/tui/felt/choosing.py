"""From chosen cards to a move: which of the choices that the game offers is meant. No rule is decided here."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from cardtable.cards import Card, Cards, bits
from cardtable.engine.moves import Move
from cardtable.engine.scene import Choice, Scene
from cardtable.engine.text import plain

SHORT = 9
"""Lines that a list may have without being long: each has a digit."""


class Intent(NamedTuple):
    """What chosen cards mean: exactly one of these is given."""

    play: Choice | None = None
    """The one choice that fits."""
    offer: tuple[Choice, ...] = ()
    """Several fit: the player says which."""
    other: Choice | None = None
    """Nothing with the verb of the moment fits, but this choice with another verb does."""
    refused: Move | None = None
    """Nothing fits: the move to have explained."""


def open_choices(scene: Scene) -> tuple[Choice, ...]:
    """The choices that are proposed: nothing quiet."""
    return tuple(choice for choice in scene.choices if not choice.quiet)


def by_line(choices: Sequence[Choice]) -> list[tuple[Choice, ...]]:
    """The choices of every line of a list: one each, but where the list is long all of a kind on one line."""
    lines: dict[object, tuple[Choice, ...]] = {}
    for choice in choices:
        key = choice.move if choice.kind is None else plain(choice.kind)
        lines[key] = (*lines.get(key, ()), choice)
    if len(choices) <= SHORT or len(lines) == 1:
        return [(choice,) for choice in choices]
    return list(lines.values())


def as_in_hand(choices: Sequence[Choice], hand: Sequence[Card]) -> tuple[Choice, ...]:
    """The choices as their cards lie in the hand: single cards first, then several at once, last what lays none.

    So the digits of a list are those under the hand as long as a card stands for one choice.
    """
    places = {card: place for place, card in enumerate(hand)}

    def lying(choice: Choice) -> tuple[bool, int, list[int]]:
        own = sorted(places[card] for card in bits(choice.cards) if card in places)
        return not own, len(own), own

    return tuple(sorted(choices, key=lying))


def lay(scene: Scene, cards: Cards, target: Card | None) -> Intent:
    """What it means to lay these cards now, aimed at `target` if there is one. It never means anything quiet."""
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
    """What the key of a gesture, with these verbs, means now: without cards at once, with cards if the chosen ones fit.

    `other` is a choice of that verb with other cards than the chosen ones. None when no such verb is offered.
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
        # What is quiet is never done to another card than the one aimed at without a question.
        return Intent(offer=tuple(fitting))
    fitting = aimed or fitting
    return Intent(play=fitting[0]) if len(fitting) == 1 else Intent(offer=tuple(fitting))


def playable(scene: Scene, marked: Cards, verb: str = "") -> Cards:
    """Cards that some choice (of this verb, if one is given) lays together with all the marked ones, these included.

    What would only be laid quietly is not among them.
    """
    cards = 0
    for choice in open_choices(scene):
        if choice.cards & marked == marked and verb in ("", choice.move.verb):
            cards |= choice.cards
    return cards


def cards_missing(scene: Scene, cards: Cards) -> int:
    """How many cards must at least be laid beside these for a choice to fit; 0 where one fits, or none will."""
    return min(
        ((choice.cards & ~cards).bit_count() for choice in open_choices(scene) if choice.cards & cards == cards),
        default=0,
    )


def lays_several(scene: Scene) -> bool:
    """Whether some choice lays more than one card."""
    return any(choice.cards & (choice.cards - 1) for choice in scene.choices)
