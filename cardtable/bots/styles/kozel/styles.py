"""The documented styles of Kozel: one frame, and what each of them wants otherwise.

They follow section 8 of the catalogue; `tests/bots/test_kozel_styles.py` measures that they do. What the catalogue
leaves open, leads above all, was chosen by trial. Where a game has no partners, no redeals or no Shamka, the styles
that live by them play as the frame does.
"""

from __future__ import annotations

from functools import partial

from cardtable.bots.styles.kozel.player import Player, Wants

feeder = partial(Player, wants=Wants(leads="empty"))
"""Keeps tens and aces for tricks that its partner wins. The frame feeds partners; leading nothing dear leaves more."""

miser = partial(Player, wants=Wants(leads="empty", worth_taking=8, worth_a_trump=14))
"""Gives opponents empty cards only, and is in no hurry to take."""

collector = partial(Player, wants=Wants(leads="top", collects_from=10))
"""Takes tricks of ten points and leaves the others."""

jack_spender = partial(Player, wants=Wants(leads="top", collects_from=4, jacks_first=True))
"""Takes tricks of four points, and with its jacks first."""

queen_asker = partial(Player, wants=Wants(leads="top", worth_taking=6))
"""Asks for another deal whenever its team has no queens, as the frame does."""

shamka_guard = partial(Player, wants=Wants(leads="top", spares_shamka=True))
"""Holds the queen of clubs back while the six may catch it."""

shamok_hunter = partial(Player, wants=Wants(leads="top", saves_shamok=True))
"""Holds the six of clubs back for an enemy's queen of clubs."""
