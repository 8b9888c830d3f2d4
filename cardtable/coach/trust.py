"""Where the expert's searches may judge: at tables at which it is proven better than the strongest of the styles.

What was measured stands in the file of ratings, under `paired`: games over paired decks, with the interval of 95 %,
as `.build/strength.py --write` puts it there.
Elsewhere a review says only what is proven card by card, and says that it does.
"""

from __future__ import annotations

from cardtable.bots.ratings import paired

FAIR = 0.5
"""The score of one that is neither better nor worse."""


def is_trusted(preset: str, seats: int) -> bool:
    """Whether the expert is proven better than the strongest style at such a table."""
    return any(row["preset"] == preset and row["seats"] == seats and row["low"] > FAIR for row in paired())
