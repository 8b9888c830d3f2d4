"""Checks on the options of King by contracts: which of them go together, and for how many players."""

from __future__ import annotations

from cardtable.cards import HEARTS, cards_of, parse_card, suit_of
from cardtable.engine.options import BadOption, BadSeats, option_class
from cardtable.games.king.counting import amounts, as_number, count
from cardtable.games.king.fields import KingFields
from cardtable.games.king.packs import JOKER_PACKS, PACKS, pack_name, pack_of
from cardtable.games.king.programme import Programme


@option_class
class KingOptions(KingFields):
    """A set of options that a table can use."""

    def check_more(self, seats: int) -> None:
        """Refuses what section 4 of the catalogue refuses, beyond the limits of single options."""
        if not 3 <= seats <= 6:
            raise BadSeats("King is a game for three to six players, not for {seats}", seats=seats)
        _check_cards(self, seats)
        if self.kings_as_boys:
            _check_boys(self, seats)
        if self.domino_after_cycle == "repeat":
            _check_end(self, seats)
        if self.special:
            _check_special(self, seats)


def _check_cards(options: KingFields, seats: int) -> None:
    """Checks that the pack has the cards that count, and that everybody gets the same number of cards."""
    name = pack_name(options, seats)
    if name is None:
        raise BadSeats(
            "{single_contract} is for three or four players, not for {seats}",
            single_contract=options.single_contract,
            seats=seats,
        )
    with_jokers = options.one_contract == "spot_hearts"
    if (name in JOKER_PACKS) != with_jokers:
        raise BadOption("pack={name}: spot_hearts is played with jokers, every other contract without", name=name)
    if with_jokers and (name == "pj52b") != (options.joker_count == 2):
        raise BadOption(
            "pack={name} does not go with joker_count={joker_count}", name=name, joker_count=options.joker_count
        )
    cards = len(PACKS[name])
    if options.hand_size is not None:
        if seats * options.hand_size > cards:
            raise BadOption(
                "hand_size={hand_size}: {seats} players need more than the {cards} cards of {name}",
                hand_size=options.hand_size,
                seats=seats,
                cards=cards,
                name=name,
            )
    elif (cards - options.widow_size - (name == "pj52b")) % seats:
        raise BadOption(
            "pack={name}: {cards} cards cannot be dealt evenly to {seats} players",
            name=name,
            cards=cards - options.widow_size,
            seats=seats,
        )


def _check_boys(options: KingFields, seats: int) -> None:
    """Checks that half the value of a jack is a whole number."""
    jack = amounts(options, seats)["jack"]
    if jack % 2:
        raise BadOption(
            "kings_as_boys=true: a jack counts {jack} (values={values}), which cannot be halved",
            jack=f"{jack:g}",
            values=options.scale(seats),
        )


def _check_special(options: KingFields, seats: int) -> None:
    """Refuses a widow or trumps in a contract that is its own game, and an Omnibus without its card or an end."""
    for name, changed in (("widow_size", options.widow_size), ("trump_scope", options.trump_scope != "none")):
        if changed:
            raise BadOption(
                "{name}={value} does not go with {single_contract}",
                name=name,
                value=getattr(options, name),
                single_contract=options.single_contract,
            )
    if options.one_contract == "omnibus":
        _check_omnibus(options, seats)


def _check_omnibus(options: KingFields, seats: int) -> None:
    deck = pack_of(options, seats)
    if parse_card(options.omnibus_bonus_card) not in deck:
        raise BadOption(
            "omnibus_bonus_card={omnibus_bonus_card} is not in the pack {name}",
            omnibus_bonus_card=options.omnibus_bonus_card,
            name=pack_name(options, seats),
        )
    penalties = options.queen_spades_value + sum(suit_of(card) == HEARTS for card in deck)
    if options.omnibus_bonus >= penalties:
        raise BadOption(
            "omnibus_bonus={omnibus_bonus} must be less than the {penalties} penalty points of a deal, "
            "or the match has no end",
            omnibus_bonus=options.omnibus_bonus,
            penalties=penalties,
        )


def _check_end(options: KingFields, seats: int) -> None:
    """Checks that totals can go down in a match that only a low total ends (G-M09)."""
    deck = pack_of(options, seats)
    counts = [count(contract, options, seats) for contract in Programme(options, seats).contracts]
    # The number of tricks dealt, and the number if the whole pack gets drawn.
    for tricks in (options.hand_size or 0, len(deck) // seats):
        worths = [one.worth(cards_of(deck), tricks) for one in counts]
        gain, cost = sum(worth for worth in worths if worth > 0), -sum(worth for worth in worths if worth < 0)
        if not cost or gain > cost:
            raise BadOption(
                "domino_after_cycle=repeat: all contracts together cost {cost} points and bring {gain}; they must cost "
                "something, and no less than they bring, or the match has no end",
                cost=as_number(cost),
                gain=as_number(gain),
            )


OPTIONS = KingOptions
