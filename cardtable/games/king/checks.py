"""Which options of King go together, in words (section 4 of the catalogue)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from cardtable.cards import HEARTS, cards_of, parse_card, suit_of
from cardtable.engine.options import BadOption, BadSeats, specs, value_text
from cardtable.engine.text import Text, mark
from cardtable.games.king.contracts_counting import as_number, count
from cardtable.games.king.contracts_programme import Programme
from cardtable.games.king.packs import JOKER_PACKS, PACKS, pack_name

if TYPE_CHECKING:
    from cardtable.games.king.options import KingOptions

SPECIAL = ("spot_hearts", "trade_suit", "omnibus")
"""The contracts that are a game of their own, dealt every time."""

Need = tuple[tuple[str, ...], str, bool]
"""Options, what they need in words, and whether they have it."""


def check(options: KingOptions, seats: int) -> None:
    """Raises BadOption when options do not go together, and BadSeats for a wrong number of players."""
    if not 3 <= seats <= 6:
        raise BadSeats("King is a game for three to six players, not for {seats}", seats=seats)
    _refuse(options, _contract_needs(options, seats))
    _check_cards(options, seats)
    _check_amounts(options, seats)
    if options.hand_size is not None:
        _check_domino(options)
        if options.domino_after_cycle == "repeat":
            _check_end(options, seats)
    if options.praise_trump_mode == "third_card":
        if options.programme == "ordered" and options.order_timing == "after_look":
            raise BadOption("praise_trump_mode=third_card needs contracts that are known before the deal")
        if options.orderer != "eldest":
            raise BadOption("praise_trump_mode=third_card needs orderer=eldest")
    if special(options):
        for name in ("widow_size", "trump_scope"):
            if _changed(options, name):
                raise BadOption(
                    "{name}={value} does not go with {single_contract}",
                    name=name,
                    value=value_text(getattr(options, name)),
                    single_contract=options.single_contract,
                )


def _changed(options: KingOptions, name: str) -> bool:
    return bool(getattr(options, name) != specs(type(options))[name].default)


def _refuse(options: KingOptions, needs: Iterator[Need]) -> None:
    for names, needed, fits in needs:
        for name in names:
            if not fits and _changed(options, name):
                raise BadOption(
                    "{name}={value} needs {needed}",
                    name=name,
                    value=value_text(getattr(options, name)),
                    needed=Text(needed),
                )


def special(options: KingOptions) -> bool:
    """Whether every deal has one of the contracts that are a game of their own (G-29 to G-31)."""
    return options.programme == "single" and options.single_contract in SPECIAL


def has_praises(options: KingOptions) -> bool:
    """Whether a match has positive deals for tricks (G-19)."""
    if options.programme == "single":
        return options.single_contract == "praise"
    return options.praise_count > 0


def _contract_needs(options: KingOptions, seats: int) -> Iterator[Need]:
    single = options.programme == "single"
    ordered = options.programme == "ordered"
    contract = options.single_contract if single else ""
    yield ("single_contract", "jokers_deals"), "programme=single", single
    yield ("jokers_deals",), mark("a contract without a limit"), contract not in ("trade_suit", "omnibus")
    yield ("yeralash",), mark("a programme of several contracts"), not single
    yield ("praise_count",), mark("programme=twelve or programme=ordered"), ordered or options.programme == "twelve"
    yield ("order_timing", "order_list", "order_sequence"), "programme=ordered", ordered
    praises = has_praises(options)
    yield ("praise_value", "praise_trump_mode", "trump_lead_privilege"), mark("praises in the programme"), praises
    if options.trump_scope == "praise":
        yield ("trump_scope",), mark("praises in the programme"), praises
    trumps = options.trump_scope != "none"
    yield (
        ("must_trump", "must_overtrump", "king_before_trump", "trump_lead_privilege", "allow_no_trump"),
        mark("a trump_scope"),
        trumps,
    )
    yield ("praise_trump_mode",), mark("a trump_scope"), trumps
    yield ("must_overtrump",), "must_trump=true", options.must_trump
    forced = options.forced_king != "none"
    yield ("forced_king_mode", "king_before_trump"), mark("a king that is forced"), forced
    yield ("forced_king_penalty",), "forced_king_mode=penalty", options.forced_king_mode == "penalty"
    yield (
        ("widow_position", "widow_shown", "discard_mode", "discard_ban"),
        "widow_size=2",
        options.widow_size == 2,
    )
    domino = options.hand_size is not None
    yield (
        ("domino_contracts", "domino_limit", "domino_after_cycle", "domino_leftover_is_trick"),
        mark("Domino, hand_size=6"),
        domino,
    )
    jokers = ("joker_count", "joker_value", "joker_play", "joker_sunk_winner", "joker_tie")
    yield jokers, mark("single_contract=spot_hearts in programme=single"), contract == "spot_hearts"
    yield ("joker_count",), mark("three players"), seats == 3
    two = pack_name(options, seats) == "pj52b"
    yield ("joker_tie",), "joker_count=2", two
    bidding = ("bid_rounds", "bid_max", "bid_effect", "all_pass", "penalty_lead_ban", "trade_limit")
    yield bidding, mark("single_contract=trade_suit in programme=single"), contract == "trade_suit"
    if options.first_leader == "bid_winner":
        yield ("first_leader",), mark("single_contract=trade_suit in programme=single"), contract == "trade_suit"
    omnibus = ("omnibus_bonus_card", "omnibus_bonus", "queen_spades_value", "slam_bonus", "omnibus_limit")
    yield omnibus, mark("single_contract=omnibus in programme=single"), contract == "omnibus"
    yield ("crowd_pack",), mark("five or six players and pack=by_players"), seats > 4 and options.pack == "by_players"


def _check_cards(options: KingOptions, seats: int) -> None:
    """The pack must have what the contract counts, and the same number of cards for everybody."""
    name = pack_name(options, seats)
    if name is None:
        raise BadSeats(
            "{single_contract} is for three or four players, not for {seats}",
            single_contract=options.single_contract,
            seats=seats,
        )
    with_jokers = options.programme == "single" and options.single_contract == "spot_hearts"
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


def _check_amounts(options: KingOptions, seats: int) -> None:
    if options.kings_as_boys:
        by_players = "v20" if seats == 3 else "v16"
        values = by_players if options.values == "by_players" else options.values
        jack = (
            options.jack_value if options.jack_value != "by_values" else {"v16": "4", "v20": "5", "v40": "10"}[values]
        )
        if float(jack) % 2:
            raise BadOption(
                "kings_as_boys=true: a jack counts {jack} (values={values}), which cannot be halved",
                jack=jack,
                values=values,
            )
    if options.programme == "single" and options.single_contract == "omnibus":
        name = pack_name(options, seats)
        assert name is not None
        deck = PACKS[name]
        if parse_card(options.omnibus_bonus_card) not in deck:
            raise BadOption(
                "omnibus_bonus_card={omnibus_bonus_card} is not in the pack {name}",
                omnibus_bonus_card=options.omnibus_bonus_card,
                name=name,
            )
        penalties = options.queen_spades_value + sum(suit_of(card) == HEARTS for card in deck)
        if options.omnibus_bonus >= penalties:
            raise BadOption(
                "omnibus_bonus={omnibus_bonus} must be less than the {penalties} penalty points of a deal, "
                "or the match has no end",
                omnibus_bonus=options.omnibus_bonus,
                penalties=penalties,
            )


def _check_domino(options: KingOptions) -> None:
    if options.programme in ("ordered", "single"):
        raise BadOption(
            "hand_size={hand_size}: Domino has a fixed programme, not programme={programme}",
            hand_size=options.hand_size,
            programme=options.programme,
        )
    if options.heart_lead_ban != "none":
        raise BadOption("hand_size: Domino bans no leads; it needs heart_lead_ban=none")
    if options.early_end:
        raise BadOption("hand_size: Domino is played to the last cards; it needs early_end=false")
    if options.widow_size:
        raise BadOption("hand_size: Domino has no widow; it needs widow_size=0")
    if options.praise_trump_mode == "third_card" and (options.hand_size or 0) < 3:
        raise BadOption(
            "hand_size={hand_size}: praise_trump_mode=third_card needs three cards at least",
            hand_size=options.hand_size,
        )


def _check_end(options: KingOptions, seats: int) -> None:
    """A match that only a low total ends must bring totals down (G-M09)."""
    name = pack_name(options, seats)
    assert name is not None
    deck = PACKS[name]
    counts = [count(contract, options, seats) for contract in Programme(options, seats).contracts]
    # As many tricks as were dealt, or as the whole pack makes when all of it is drawn.
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
