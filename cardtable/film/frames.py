"""Moments of a deal as a page draws them: seats, piles and sentences, whatever the game.

A frame is a JSON object. Besides `chairs`, `piles` and `hands`, which are keyed by seat or pile, it has `lines`, the
sentences of this moment, `badge`, `trump` and `mover`, the seat that moved. Cards are numbers, -1 face down, -2 an
empty place.

- A chair is `[cards, [text, ...], acting + 2 * out, [known card, ...], side]`.
- A pile is `[owner, layout, size, label, [card, ...], [player of each card, ...], winning card]`; a stack lists only
  its lowest card and the two on top.
- `hands`, and `open_lines` if they differ from `lines`, are included only in a page that may show everything.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from cardtable.cards import Card, Cards, bits
from cardtable.engine.moves import Seat
from cardtable.engine.scene import Chair, Pile, Scene
from cardtable.film.sentences import Number, Sentences

Frame = dict[str, Any]
BY_NAME: Final = ("chairs", "piles", "hands")
"""The keys stored by seat or pile, and updated individually."""
MOMENTARY: Final = ("lines", "open_lines", "mover")
"""The keys that apply only to their own frame."""


def frame(scene: Scene, said: Sentences, lines: Sequence[Number], mover: Seat) -> Frame:
    """The frame for a moment as the viewer of the scene knew it."""
    return {
        "chairs": {str(chair.seat): _chair(chair, said) for chair in scene.chairs},
        "piles": {pile.key: _pile(pile, said) for pile in scene.piles},
        "lines": list(lines),
        "badge": [said.part(text) for text in scene.badge or scene.facts],
        "trump": scene.trump,
        "mover": mover,
    }


def with_hands(shown: Frame, hands: Sequence[Cards], lines: Sequence[Number]) -> Frame:
    """The frame with all hands: the cards of every seat, and the sentences with all cards named."""
    opened = {**shown, "hands": {str(seat): bits(cards) for seat, cards in enumerate(hands)}}
    return opened if list(lines) == shown["lines"] else {**opened, "open_lines": list(lines)}


def differences(frames: Sequence[Frame]) -> list[Frame]:
    """Each frame reduced to its changes from the one before; None for a seat or pile that is gone."""
    found, last = [], Frame()
    for one in frames:
        row: Frame = {}
        for key, value in one.items():
            if key in BY_NAME:
                old = last.get(key, {})
                changes = {name: part for name, part in value.items() if old.get(name) != part}
                changes |= {name: None for name in old if name not in value}
                if changes:
                    row[key] = changes
            elif key in MOMENTARY or last.get(key) != value:
                row[key] = value
        found.append(row)
        last = one
    return found


def _chair(chair: Chair, said: Sentences) -> list[Any]:
    texts = (*chair.roles, *([] if chair.points is None else [chair.points]), *chair.marks)
    known = bits(chair.known | chair.open)
    return [chair.cards, [said.part(text) for text in texts], chair.acting + 2 * chair.out, known, chair.side]


def _pile(pile: Pile, said: Sentences) -> list[Any]:
    cards: Sequence[Card] = pile.cards
    if pile.layout == "stack" and len(cards) > 3:
        cards = (cards[0], *cards[-2:])
    return [pile.owner, pile.layout, pile.size, said.part(pile.label), list(cards), list(pile.by), pile.winning]
