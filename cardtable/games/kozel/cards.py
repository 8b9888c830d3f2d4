"""The cards of Kozel, and which of them are trumps (K-01, K-06)."""

from __future__ import annotations

from collections.abc import Sequence

from cardtable.cards import CLUBS, RANK_CARDS, RANKS, SUITS, Card, Cards, cards_of, pack, parse_card
from cardtable.games.kozel.options import KozelOptions
from cardtable.games.tricks import Suits, suits_of_cards

ALL_POINTS = 120
HALF = ALL_POINTS // 2

ACE_OF_DIAMONDS = parse_card("Ad")
SHAMOK = parse_card("6c")
SHAMKA = parse_card("Qc")
SEVEN_OF_CLUBS = parse_card("7c")
QUEENS: Cards = cards_of(map(parse_card, ("Qh", "Qs", "Qc")))
"""All queens but the queen of diamonds: a team without any of these may call a redeal (K-09)."""
SPECIAL: Cards = RANK_CARDS[RANKS.index("J")] | RANK_CARDS[RANKS.index("Q")] | 1 << SEVEN_OF_CLUBS
"""Cards that fix no trump suit when dealt face up: jacks, queens and the seven of clubs (K-07)."""


_FIXED = ("7c", "8c", "9c", "Kc", "Tc", "Ac", "Jd", "Jh", "Js", "Jc", "Qd", "Qh", "Qs", "Qc", "6c")
"""The trumps of a game in which clubs are always trumps (K-06)."""
_SEVEN_ON_TOP = (*_FIXED[1:-1], "7c")
"""The same with the seven of clubs as the highest card (K-25)."""
_NAMED = ("Jd", "Jh", "Js", "Jc", "6c")
"""The cards above the suit that the holder of the six of clubs names (K-29)."""
_SPECIALS = ("Jd", "Jh", "Js", "Jc", "Qd", "Qh", "Qs", "Qc", "7c")
"""The cards above the turned suit if queens are trumps too (K-06)."""


def suits_of(options: KozelOptions, trump: int) -> Suits:
    """The suits of a hand under this trump suit (K-06, K-25, K-29)."""
    deck = pack(options.deck)
    x = SUITS[trump]
    if options.trump_system == "fixed_clubs":
        return _suits(deck, _FIXED, "6789KTA")
    if options.trump_system == "clubs_seven":
        return _suits(deck, _SEVEN_ON_TOP, "6789KTA")
    if options.trump_system == "named_jacks":
        ordinary = [rank + x for rank in "6789QKTA" if rank + x not in _NAMED]
        return _suits(deck, [*ordinary, *_NAMED], "6789QKTA")
    if options.trump_system == "seven_queens_jacks":
        ordinary = [rank + x for rank in "6789KTA" if rank + x not in _SPECIALS]
        return _suits(deck, [*ordinary, *_SPECIALS], "6789KTA")
    plain_club_jack = options.club_jack == "plain"
    jacks = ["J" + suit for suit in reversed(options.jack_order) if not (plain_club_jack and suit == "c")]
    ranks = "6789JQKTA"
    ordinary = [rank + x for rank in ranks if rank != "J" or (plain_club_jack and trump == CLUBS)]
    return _suits(deck, ordinary + jacks, ranks)


def _suits(deck: Sequence[Card], trumps: Sequence[str], ranks: str) -> Suits:
    return suits_of_cards(tuple(deck), tuple(card for card in map(parse_card, trumps) if card in deck), ranks)
