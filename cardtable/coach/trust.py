"""Where the expert's searches may judge: at tables where it is proven better than the strongest style.

The measurements are in the file of ratings, under `paired`: games over paired decks, with a 95 % interval, as
`.build/strength.py --write` stores them. Elsewhere a review says only what is proven card by card, and says so.
"""

from __future__ import annotations

from cardtable.bots.ratings import paired

FAIR = 0.5
"""The score between equals."""


def is_trusted(preset: str, seats: int) -> bool:
    """Whether the expert is proven better than the strongest style at such a table."""
    return any(row["preset"] == preset and row["seats"] == seats and row["low"] > FAIR for row in paired())
