"""The engine's moves in the reference's notation."""

from __future__ import annotations

from cardtable.cards import PACK, bits, card_text, suit_of
from cardtable.engine.moves import Move


def by_suit(move: Move) -> str:
    """The text of a move with its cards in the reference's order, suit by suit, jokers last."""
    cards = sorted(
        bits(move.cards), key=lambda card: (4 if suit_of(card) is None else suit_of(card), card % PACK, card)
    )
    text = " ".join(card_text(card) for card in cards)
    if move.verb in ("cover", "cheat_cover"):
        return f"{move.verb} {card_text(move.arg)} with {text}"
    return f"{move.verb} {text}".strip()
