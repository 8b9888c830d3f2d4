"""The rulebook of Kozel, and the values that its conditions use besides the options."""

from __future__ import annotations

from cardtable.cards import HEARTS, RANKS, SPADES, SUIT_CARDS, bits, pack, parse_card, rank_of
from cardtable.engine.conditions import Derived
from cardtable.engine.text import Faces, Ranks
from cardtable.games.card_facts import worths
from cardtable.games.kozel.game import Kozel
from cardtable.games.kozel.options import KozelOptions
from cardtable.games.tricks import points_of


def _trumps(options: KozelOptions, seats: int) -> Faces:
    """The trumps that are the same in every hand, from the lowest (K-06)."""
    if options.trump_system == "clubs_seven":
        cards = "8c 9c Kc Tc Ac Jd Jh Js Jc Qd Qh Qs Qc 7c"
    elif options.trump_system == "named_jacks":
        cards = "Jd Jh Js Jc 6c"
    elif options.trump_system == "fixed_clubs":
        cards = "7c 8c 9c Kc Tc Ac Jd Jh Js Jc Qd Qh Qs Qc" + (" 6c" if options.deck == 36 else "")
    elif options.trump_system == "turned_jacks":
        jacks = [f"J{suit}" for suit in reversed(options.jack_order)]
        cards = " ".join(jack for jack in jacks if jack != "Jc" or options.club_jack != "plain")
    else:
        cards = "Jd Jh Js Jc Qd Qh Qs Qc 7c"
    return Faces(tuple(map(parse_card, cards.split())))


def _plain_ranks(options: KozelOptions, seats: int) -> Ranks:
    """The ranks of a suit, from the lowest (K-06)."""
    ranks = "6789QKTA" if options.trump_system in ("turned_jacks", "named_jacks") else "6789KTA"
    return Ranks(tuple(RANKS.index(rank) for rank in ranks if rank != "6" or options.deck == 36))


def _plain_order(options: KozelOptions, seats: int) -> Ranks:
    """The ranks of a plain suit, from the highest (K-06)."""
    rules = Kozel(options, seats)
    plain = rules.by_trump[SPADES].plain & SUIT_CARDS[HEARTS]
    strongest_first = sorted(bits(plain), key=lambda card: rules.height(card, SPADES), reverse=True)
    return Ranks(tuple(map(rank_of, strongest_first)))


def _always_trumps(options: KozelOptions, seats: int) -> Faces:
    """The cards that are trumps in every hand, from the highest (K-06)."""
    rules = Kozel(options, seats)
    always = rules.all_cards
    for suits in rules.by_trump:
        always &= suits.trumps
    return Faces(tuple(sorted(bits(always), key=lambda card: rules.height(card, HEARTS), reverse=True)))


def _captures(options: KozelOptions, seats: int) -> bool:
    """Whether a card in the pack captures the queen of clubs (K-17, K-25)."""
    return options.shamka_capture and (options.deck == 36 or options.trump_system == "clubs_seven")


DERIVED: Derived = {
    "hand": lambda options, seats: options.deck // seats,
    "halves": lambda options, seats: options.halves,
    # The card that captures the queen of clubs is in the pack (K-17, K-25).
    "captures": _captures,
    "fines": lambda options, seats: (
        (options.cut_step == "manual" and options.cut_penalty) or (options.redeal_no_queens and options.redeal_penalty)
    ),
    "trumps": _trumps,
    "plain_ranks": _plain_ranks,
    # The rules card
    "always_trumps": _always_trumps,
    "order": _plain_order,
    "worth": lambda options, _: worths(lambda card: points_of(1 << card), pack(options.deck)),
}
