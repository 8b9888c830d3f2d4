"""What may vary in the Palace Ladder. The defaults are the preset `palace_ladder`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Final, Literal

from cardtable.engine.options import BadSeats, Need, Options, Range, option
from cardtable.engine.text import mark

CARDS, FIRST_HAND, DEAL = mark("Cards and places"), mark("The first hand"), mark("The deal")
ATTACK, THROWING_IN, JOKERS = mark("Attack and defence"), mark("Throwing in"), mark("Jokers")
MANNERS, MATCH = mark("Court manners"), mark("The match")
"""The groups of options are named as the chapters of the rulebook."""
WITH_JOKERS: Final = Need(
    'palace_pack == 54 or palace_pack == "by_players" and seats >= 9', mark("a pack with jokers, palace_pack=54")
)


@dataclass(frozen=True, slots=True)
class PalaceOptions(Options):
    """The options of the ladder of the court, of section 4 of the catalogue."""

    palace_pack: Literal[36, 54, "by_players"] = option(
        36,
        "G-50 G-64",
        mark("cards in the pack; 54 has two jokers; by_players: 54 from nine players"),
        title=mark("The pack"),
        labels={
            36: mark("36 cards"),
            54: mark("54 cards, with two jokers"),
            "by_players": mark("54 cards from nine players, else 36"),
        },
        group=CARDS,
    )
    palace_decks: Literal[1, 2, 3] = option(
        1, "G-65", mark("packs that are played with together"), title=mark("Number of packs"), group=CARDS
    )
    queen_place: bool = option(
        False, "G-50", mark("a queen stands below the king"), title=mark("A place for the queen"), group=CARDS
    )
    first_trump: Literal["vote", "random"] = option(
        "vote",
        "G-51",
        mark("who names the suit that gives places"),
        title=mark("The suit that gives places"),
        labels={"vote": mark("everybody votes"), "random": mark("drawn at random")},
        group=FIRST_HAND,
    )
    first_hand_played: bool = option(
        False,
        "G-51",
        mark("the hand that gives places is played too"),
        title=mark("The hand that gives places"),
        labels={False: mark("only gives the places"), True: mark("is played too")},
        group=FIRST_HAND,
    )
    extra_cards_to: Literal["king", "stablehand"] = option(
        "king",
        "G-54",
        mark("from which end of the ladder cards are dealt, and who gets one more"),
        title=mark("Cards are dealt"),
        labels={"king": mark("from the king down"), "stablehand": mark("from the stablehand up")},
        group=DEAL,
    )
    multi_card_attack: bool = option(
        True,
        "G-56",
        mark("several cards of one rank may attack"),
        title=mark("The first attack"),
        labels={False: mark("one card"), True: mark("one card, or several of one rank")},
        group=ATTACK,
    )
    throw_permission: Literal["king", "free"] = option(
        "king",
        "G-57",
        mark("whether the others need the king's leave to throw in"),
        title=mark("Leave to throw in"),
        labels={"king": mark("given by the king"), "free": mark("not needed")},
        group=THROWING_IN,
    )
    throw_limit: Literal["six", "hand"] = option(
        "six",
        "G-57",
        mark("most attack cards in a bout"),
        title=mark("Most attack cards in a bout"),
        labels={"six": mark("six, or the defender's hand"), "hand": mark("as many as the defender holds")},
        group=ATTACK,
    )
    throw_after_take: bool = option(
        True,
        "G-57",
        mark("cards may be added once the defender takes"),
        title=mark("Cards added after a take"),
        labels={False: mark("not allowed"), True: mark("allowed")},
        group=THROWING_IN,
    )
    joker_actor: Literal["defender", "anyone"] = option(
        "defender",
        "G-64",
        mark("who may name new trumps by a joker"),
        title=mark("A joker is played by"),
        labels={"defender": mark("the defender"), "anyone": mark("the defender, and who may throw in")},
        group=JOKERS,
        needs=WITH_JOKERS,
    )
    joker_covers: bool = option(
        False,
        "G-64",
        mark("a joker also covers a card"),
        title=mark("A joker also covers a card"),
        group=JOKERS,
        needs=WITH_JOKERS,
    )
    court_chores: Literal["auto", "manual"] = option(
        "auto",
        "G-53",
        mark("shuffling, dealing, cutting and clearing are done for the players, or by them"),
        title=mark("Shuffling, dealing and clearing"),
        labels={"auto": mark("done by the table"), "manual": mark("done by the players")},
        group=MANNERS,
    )
    etiquette: bool = option(
        False,
        "G-63",
        mark("who does another's chore, or looks too early, falls to the bottom"),
        title=mark("Offences against etiquette"),
        labels={False: mark("not possible"), True: mark("cost the place")},
        group=MANNERS,
        needs='court_chores == "manual"',
    )
    secret_show: bool = option(
        False,
        "G-66",
        mark("a card may be shown to one other player"),
        title=mark("Showing a card in secret"),
        labels={False: mark("not allowed"), True: mark("allowed")},
        group=MANNERS,
    )
    oath_ban: bool = option(
        True,
        "G-66",
        mark("solemn oaths are refused in the talk at the table"),
        title=mark("Solemn oaths at the table"),
        labels={False: mark("allowed"), True: mark("forbidden")},
        group=MANNERS,
    )
    palace_deals: Annotated[int, Range(1, 100)] = option(
        10,
        "G-67",
        mark("deals after which the ladder is the result"),
        title=mark("Deals of a match"),
        group=MATCH,
    )
    palace_bout_cap: Annotated[int, Range(10, 10_000)] = option(
        400,
        "G-67",
        mark("bouts after which a deal is ended by the number of cards"),
        title=mark("Most bouts in a deal"),
        group=MATCH,
    )

    def pack_size(self, seats: int) -> int:
        """The cards of one pack (G-50): 54 from nine players where the number of players decides."""
        if self.palace_pack == "by_players":
            return 54 if seats >= 9 else 36
        return self.palace_pack

    def check_more(self, seats: int) -> None:
        """Refuses numbers of players that the court, or the pack, has no places for."""
        if not 5 <= seats <= 12:
            raise BadSeats("the ladder of the court is for five to twelve players, not for {seats}", seats=seats)
        cards = self.pack_size(seats)
        places = min(12, (8 if cards == 36 else 12) + self.queen_place)
        if seats > places:
            raise BadSeats(
                "palace_pack={cards} has places for {places} players, not for {seats}",
                cards=cards,
                places=places,
                seats=seats,
            )
