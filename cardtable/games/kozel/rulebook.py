"""The rulebook of Kozel, and what its conditions ask beside the options."""

from __future__ import annotations

from pathlib import Path

from cardtable.cards import RANKS, parse_card
from cardtable.engine.conditions import Derived
from cardtable.engine.rulebook import Rulebook
from cardtable.engine.text import Faces, Ranks
from cardtable.games.kozel.options import KozelOptions


def _trumps(options: KozelOptions, seats: int) -> Faces:
    """The trumps that are the same in every hand, from the weakest (K-06)."""
    if options.trump_system == "fixed_clubs":
        cards = "7c 8c 9c Kc Tc Ac Jd Jh Js Jc Qd Qh Qs Qc" + (" 6c" if options.deck == 36 else "")
    elif options.trump_system == "turned_jacks":
        jacks = [f"J{suit}" for suit in reversed(options.jack_order)]
        cards = " ".join(jack for jack in jacks if jack != "Jc" or options.club_jack != "plain")
    else:
        cards = "Jd Jh Js Jc Qd Qh Qs Qc 7c"
    return Faces(tuple(map(parse_card, cards.split())))


def _plain_ranks(options: KozelOptions, seats: int) -> Ranks:
    """The ranks of a suit, from the weakest (K-06)."""
    ranks = "6789QKTA" if options.trump_system == "turned_jacks" else "6789KTA"
    return Ranks(tuple(RANKS.index(rank) for rank in ranks if rank != "6" or options.deck == 36))


DERIVED: Derived = {
    "hand": lambda options, seats: options.deck // seats,
    "halves": lambda options, seats: options.halves,
    # The six that captures the queen of clubs is in the pack (K-17).
    "captures": lambda options, seats: options.shamka_capture and options.deck == 36,
    "fines": lambda options, seats: (
        (options.cut_step == "manual" and options.cut_penalty) or (options.redeal_no_queens and options.redeal_penalty)
    ),
    "trumps": _trumps,
    "plain_ranks": _plain_ranks,
}
explain = Rulebook(Path(__file__).with_name("rulebook.txt"), KozelOptions, DERIVED).explain
