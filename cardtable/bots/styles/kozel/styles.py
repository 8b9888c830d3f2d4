"""The documented styles of Kozel: one frame with different preferences.

They follow section 8 of the catalogue; `tests/bots/test_kozel_styles.py` measures that they do. What the catalogue
leaves open, above all the leads, was chosen by trial. In a game without partners, redeals or Shamka, the styles built
on these play like the frame.
"""

from __future__ import annotations

from functools import partial

from cardtable.bots.styles.kozel.player import Player, Wants

feeder = partial(Player, wants=Wants(leads="empty"))
"""Keeps tens and aces for tricks won by its partner. Any style feeds its partner; leading only cheap cards leaves more
for it.
"""

miser = partial(Player, wants=Wants(leads="empty", worth_taking=8, worth_a_trump=14))
"""Gives opponents only empty cards, and is in no hurry to take."""

collector = partial(Player, wants=Wants(leads="top", collects_from=10))
"""Takes tricks of ten points or more and leaves the others."""

jack_spender = partial(Player, wants=Wants(leads="top", collects_from=4, jacks_first=True))
"""Takes tricks of four points or more, with its jacks first."""

queen_asker = partial(Player, wants=Wants(leads="top", worth_taking=6))
"""Asks for another deal whenever its team has no queens, as every style does."""

shamka_guard = partial(Player, wants=Wants(leads="top", spares_shamka=True))
"""Holds back the queen of clubs while the six may catch it."""

shamok_hunter = partial(Player, wants=Wants(leads="top", saves_shamok=True))
"""Holds back the six of clubs for an opponent's queen of clubs."""
