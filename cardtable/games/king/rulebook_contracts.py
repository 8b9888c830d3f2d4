"""The rules of King by contracts as played with given options, by chapter."""

from __future__ import annotations

from itertools import groupby

from cardtable.cards import HEARTS, RANKS, Cards, bits, cards_of, parse_card, rank_of, suit_of
from cardtable.engine.rulebook import RulePart
from cardtable.engine.text import Faces, Ranks, Text, mark, say, say_count
from cardtable.games.king.contracts import (
    CONTRACTS,
    FORCED_KINGS,
    JOKERS,
    LEAD_BANS,
    amounts,
    as_number,
    chosen,
    contract_text,
    has_trumps,
)
from cardtable.games.king.contracts_programme import PASSED_OUT, Programme
from cardtable.games.king.options import KingOptions
from cardtable.games.king.packs import PACKS, pack_name
from cardtable.games.king.rulebook_contracts_tricks import (
    KING_OF_HEARTS,
    bidding,
    drawing,
    hearts_and_the_king,
    is_domino,
    jokers,
    known,
    listed,
    names_trumps,
    one_contract,
    part,
    tricks,
)


class Game:
    """What follows from the options for so many players."""

    def __init__(self, options: KingOptions, seats: int) -> None:
        self.options = options
        self.seats = seats
        name = pack_name(options, seats)
        assert name is not None
        self.pack = PACKS[name]
        self.programme = Programme(options, seats)
        self.contracts = tuple(dict.fromkeys(self.programme.contracts))
        self.amounts = amounts(options, seats)
        self.hand = options.hand_size or (len(self.pack) - options.widow_size) // seats
        self.odd_card = options.widow_size == 0 and not is_domino(options) and len(self.pack) % seats == 1

    def those(self, contracts: tuple[str, ...]) -> tuple[Text, ...]:
        """The names of these contracts, where this game has them."""
        return tuple(contract_text(name) for name in self.contracts if name in contracts)

    def worth(self, element: str) -> str:
        """What one of the things that contracts count is worth."""
        amount = self.amounts[element]
        if element == "jack" and self.options.kings_as_boys:
            amount = as_number(amount / 2)
        return str(amount)

    def penalty(self) -> str:
        """What keeping the king of hearts back costs (G-12)."""
        fine = self.options.forced_king_penalty
        return str(self.amounts["king"] if fine is None else fine)

    def all_of_a_yeralash(self) -> str:
        """What a whole yeralash is worth where every card is played (G-17)."""
        cards = self.pack
        boys = [card for card in cards if RANKS[rank_of(card)] in ("JK" if self.options.kings_as_boys else "J")]
        total = (
            self.hand * self.amounts["trick"]
            + len(boys) * float(self.worth("jack"))
            + sum(RANKS[rank_of(card)] == "Q" for card in cards) * self.amounts["queen"]
            + sum(suit_of(card) == HEARTS for card in cards) * self.amounts["heart"]
            + self.amounts["king"]
            + 2 * self.amounts["last_two"]
        )
        return str(as_number(total))


def explain_contracts(options: KingOptions, seats: int) -> list[tuple[Text, list[RulePart]]]:
    """The rules of exactly these options, by chapter."""
    game = Game(options, seats)
    special = one_contract(options)
    banned = game.those(chosen(LEAD_BANS, options.heart_lead_ban))
    forcing = [name for name in game.contracts if name in chosen(FORCED_KINGS, options.forced_king)]
    forced = game.those(tuple(forcing))
    ruffed = any(has_trumps(name, options) for name in forcing)
    chapters = [
        (say("The aim"), _aim(game)),
        (say("Cards and deal"), _deal(options, game)),
        (say("The contracts"), _contracts(options, game)),
        (say("Ordering"), _ordering(options) if game.programme.ordered else []),
        (say("Trumps"), _trumps(options) if names_trumps(options) else []),
        (say("The widow"), _widow(options) if options.widow_size else []),
        (say("Bidding"), bidding(options) if special == "trade_suit" else []),
        (say("Tricks"), tricks(options, game.contracts)),
        (say("Hearts and the king of hearts"), hearts_and_the_king(options, banned, forced, game.penalty(), ruffed)),
        (say("Drawing"), drawing(options) if is_domino(options) else []),
        (say("Jokers"), jokers(options, seats) if special == "spot_hearts" else []),
        (say("The end of the deal"), _end_of_deal(options, game)),
        (say("What can be seen"), known(options)),
        (say("The match"), _match(options, game)),
    ]
    return [(title, parts) for title, parts in chapters if parts]


def _aim(game: Game) -> list[RulePart]:
    signs = {CONTRACTS[name].sign for name in game.contracts}
    return [
        part(
            "G-14 G-20",
            say(
                "King is a game of tricks. Every deal has a contract, and the contract says what the tricks and the "
                "cards in them are worth."
            ),
        ),
        part("G-20 G-31", _OMNIBUS_AIM)
        if "omnibus" in game.contracts and game.options.omnibus_bonus
        else part("G-14 G-20", _AIM[1 in signs, -1 in signs]),
    ]


_OMNIBUS_AIM = say(
    "Some cards cost points and one brings some: take what pays, and keep away from the rest. The highest total wins."
)
_AIM = {
    (False, True): say(
        "What a contract counts is written down against whoever takes it: keep away from it. The highest total wins, "
        "which is the one with the fewest penalties."
    ),
    (True, False): say("What a contract counts is written down for whoever takes it. The highest total wins."),
    (True, True): say(
        "In some contracts what counts is written down against those who take it, in others for them. The highest "
        "total wins."
    ),
}


def _deal(options: KingOptions, game: Game) -> list[RulePart]:
    plain = [card for card in game.pack if not JOKERS >> card & 1]
    ranks = Ranks(tuple(sorted({rank_of(card) for card in plain})))
    parts = [
        part(
            "G-01 G-32" if game.seats > 4 else "G-01",
            say_count(
                "{count} player sits at the table; play and deal pass clockwise, to the left.",
                "{count} players sit round the table, each for themselves; play and deal pass clockwise, to the left.",
                game.seats,
            ),
        ),
        part("G-04", _pack(game, ranks)),
    ]
    full = cards_of(card for card in range(52) if rank_of(card) in ranks.ranks)
    missing = full & ~cards_of(plain)
    if missing:
        parts.append(part("G-04", say("Left out of it: {cards}.", cards=Faces(tuple(bits(missing))))))
    parts.append(part("G-02 G-03", say("Lots decide who deals first; then the deal passes to the left every time.")))
    parts.append(part("G-05", say(_DEALT[options.deal_packet], count=game.hand)))
    if is_domino(options):
        parts.append(part("G-28", say("The cards that are left lie face down as a stock.")))
    return parts


_DEALT = {
    1: mark("Cards are dealt one at a time from the dealer's left on, {count} to everybody."),
    2: mark("Cards are dealt two at a time from the dealer's left on, {count} to everybody."),
}


def _pack(game: Game, ranks: Ranks) -> Text:
    count = len(game.pack)
    found: Cards = cards_of(game.pack) & JOKERS
    if found:
        shown = Faces(tuple(bits(found)))
        named = (
            say("the joker {cards}", cards=shown) if len(shown.cards) == 1 else say("the jokers {cards}", cards=shown)
        )
        return say(
            "The pack has {count} cards, {jokers} among them. The ranks of a suit, from the weakest to the strongest: "
            "{ranks}.",
            count=count,
            jokers=named,
            ranks=ranks,
        )
    return say(
        "The pack has {count} cards. The ranks of a suit, from the weakest to the strongest: {ranks}.",
        count=count,
        ranks=ranks,
    )


# The contracts


def _contracts(options: KingOptions, game: Game) -> list[RulePart]:
    same = len(game.contracts) == 1 and not game.programme.ordered
    if same:
        parts = []
    elif game.programme.ordered:
        parts = [part("G-22", say("These are the contracts that everybody orders in the course of a match:"))]
    else:
        parts = [part("G-21", say("The contracts follow one another in a fixed order:"))]
    number = 1
    for name, group in groupby(game.programme.contracts):
        times = len(list(group))
        if same:
            lead = say("Every deal, {contract}", contract=contract_text(name))
        elif game.programme.ordered:
            lead = _ordered_name(name, times)
        else:
            lead = _numbered_name(name, number, times)
        number += times
        parts += _one_contract(name, lead, options, game)
    return parts


def _ordered_name(name: str, times: int) -> Text:
    if times == 1:
        return say("Once, {contract}", contract=contract_text(name))
    return say_count("{count} time, {contract}", "{count} times, {contract}", times, contract=contract_text(name))


def _numbered_name(name: str, number: int, times: int) -> Text:
    if times == 1:
        return say("Deal {number}, {contract}", number=number, contract=contract_text(name))
    last = number + times - 1
    return say("Deals {first} to {last}, {contract}", first=number, last=last, contract=contract_text(name))


def _one_contract(name: str, lead: Text, options: KingOptions, game: Game) -> list[RulePart]:
    """What a contract counts, in a sentence."""
    row = CONTRACTS[name]
    if len(row.counts) > 1:
        return [_yeralash(row.sign, lead, options, game)]
    (element,) = row.counts
    match element:
        case "praise":
            text = say("{name}: every trick earns {points}.", name=lead, points=options.praise_value)
            return [part("G-14 G-19", text)]
        case "spots":
            text = say(
                "{name}: a heart costs whoever captures it the number on it, a jack 11, the queen 12, the king 13, the "
                "ace 14. A joker costs {points}.",
                name=lead,
                points=options.joker_value,
            )
            return [part("G-29", text)]
        case "suit":
            return [part("G-30", say("{name}: the cards of one suit cost, and players bid to name it.", name=lead))]
        case "omnibus":
            return _omnibus(lead, options)
        case _:
            kind = "boys" if element == "jacks" and options.kings_as_boys else element
            worth = game.worth(element.removesuffix("s") if element != "last_two" else element)
            ids = "G-14 G-18" if element == "last_two" else "G-14"
            return [part(ids, say(_COUNTS[row.sign][kind], name=lead, points=worth, king=KING_OF_HEARTS))]


_COUNTS = {
    -1: {
        "tricks": mark("{name}: every trick costs whoever takes it {points}."),
        "jacks": mark("{name}: every jack costs whoever captures it {points}."),
        "boys": mark("{name}: every jack and every king costs whoever captures it {points}."),
        "queens": mark("{name}: every queen costs whoever captures it {points}."),
        "hearts": mark("{name}: every heart costs whoever captures it {points}."),
        "king": mark("{name}: {king} costs whoever captures it {points}."),
        "last_two": mark("{name}: the last trick and the one before it cost {points} each."),
    },
    1: {
        "tricks": mark("{name}: every trick earns {points}."),
        "jacks": mark("{name}: every jack captured earns {points}."),
        "boys": mark("{name}: every jack and every king captured earns {points}."),
        "queens": mark("{name}: every queen captured earns {points}."),
        "hearts": mark("{name}: every heart captured earns {points}."),
        "king": mark("{name}: capturing {king} earns {points}."),
        "last_two": mark("{name}: the last trick and the one before it earn {points} each."),
    },
}


def _yeralash(sign: int, lead: Text, options: KingOptions, game: Game) -> RulePart:
    facts = {element: game.worth(element) for element in ("trick", "jack", "queen", "heart", "king", "last_two")}
    template = _YERALASH[sign, options.kings_as_boys]
    text = say(template, name=lead, card=KING_OF_HEARTS, **facts)
    if is_domino(options):
        return part("G-14 G-17", text)
    return part("G-14 G-17", say("{all} Together that is {points}.", all=text, points=game.all_of_a_yeralash()))


_YERALASH = {
    (-1, False): mark(
        "{name}: everything costs at once, a trick {trick}, a jack {jack}, a queen {queen}, a heart {heart}, {card} "
        "{king} and each of the last two tricks {last_two}."
    ),
    (-1, True): mark(
        "{name}: everything costs at once, a trick {trick}, a jack or a king {jack}, a queen {queen}, a heart {heart}, "
        "{card} {king} and each of the last two tricks {last_two}."
    ),
    (1, False): mark(
        "{name}: everything earns at once, a trick {trick}, a jack {jack}, a queen {queen}, a heart {heart}, {card} "
        "{king} and each of the last two tricks {last_two}."
    ),
    (1, True): mark(
        "{name}: everything earns at once, a trick {trick}, a jack or a king {jack}, a queen {queen}, a heart {heart}, "
        "{card} {king} and each of the last two tricks {last_two}."
    ),
}


def _omnibus(lead: Text, options: KingOptions) -> list[RulePart]:
    queen, bonus = Faces((parse_card("Qs"),)), Faces((parse_card(options.omnibus_bonus_card),))
    return [
        part(
            "G-31",
            say(
                "{name}: every heart costs 1, {queen} costs {penalty}, and {bonus} earns {points}.",
                name=lead,
                queen=queen,
                penalty=options.queen_spades_value,
                bonus=bonus,
                points=options.omnibus_bonus,
            ),
        ),
        part(
            "G-31",
            say(
                "Who captures all hearts, {queen} and {bonus} earns {points} instead, and the others write nothing.",
                queen=queen,
                bonus=bonus,
                points=options.slam_bonus,
            ),
        ),
    ]


# Orders, trumps, the widow


def _ordering(options: KingOptions) -> list[RulePart]:
    parts = [part("G-22", _ORDERER[options.orderer]), part("G-22", _TIMING[options.order_timing])]
    if options.order_sequence == "listed":
        parts.append(part("G-22", say("Everybody orders the contracts in the order in which they stand above.")))
    else:
        parts.append(
            part("G-22", say("Which one is free, as long as it is still to be ordered by that player in this match."))
        )
    return parts


_ORDERER = {
    "eldest": say("In every deal the player on the dealer's left orders the contract."),
    "right_of_dealer": say("In every deal the player on the dealer's right orders the contract."),
}
_TIMING = {
    "after_look": say("That is done after a look at one's own cards."),
    "before_deal": say("That is done before any card is dealt."),
}


def _trumps(options: KingOptions) -> list[RulePart]:
    third = options.praise_trump_mode == "third_card"
    parts = [part("G-25", _SCOPE[options.trump_scope])]
    if not third or options.trump_scope != "praise":
        parts.append(part("G-25", _NAMER[options.orderer]))
    if third:
        parts.append(
            part(
                "G-26",
                say(
                    "For a praise the deal pauses when the player on the dealer's left has three cards, who names the "
                    "trump suit by these or leaves it to the last card."
                ),
            )
        )
        parts.append(
            part(
                "G-26",
                say(
                    "Then the deal goes on. A trump suit left to the last card is the suit of the last card dealt to "
                    "that player; everybody sees it, and nothing can be changed any more."
                ),
            )
        )
    if options.allow_no_trump:
        parts.append(part("G-25", say("It is allowed to name no trumps at all.")))
    return parts


_SCOPE = {
    "praise": say("Praises have a trump suit; the other contracts have none."),
    "positive": say("All contracts that earn points have a trump suit; those that cost have none."),
    "all": say("Every contract has a trump suit."),
}
_NAMER = {
    "eldest": say("The player on the dealer's left names it with a look at the whole hand."),
    "right_of_dealer": say("The player on the dealer's right names it with a look at the whole hand."),
}


def _widow(options: KingOptions) -> list[RulePart]:
    parts = [
        part("G-23", _WIDOW[options.widow_position]),
        part("G-23", _TAKER[options.orderer, options.widow_shown]),
        part("G-24", _LAYING_OUT[options.discard_mode]),
    ]
    if options.discard_ban:
        parts.append(
            part(
                "G-24",
                say(
                    "A card that counts in this contract may not be laid out. If there are fewer than two others, "
                    "cards that count make up the number and are counted as captured."
                ),
            )
        )
        parts.append(part("G-24", say("Other cards that were laid out count for nobody and are no trick.")))
    else:
        parts.append(part("G-24", say("The cards that were laid out count for nobody and are no trick.")))
    return parts


_WIDOW = {
    "not_first_or_last": say(
        "During the deal two cards are set aside face down, the widow. Neither the first nor the last card of the pack "
        "may be one of them."
    ),
    "any": say("During the deal two cards are set aside face down, the widow. Any cards of the pack may be these."),
}
_TAKER = {
    ("eldest", True): say(
        "When contract and trumps are known, the widow is shown to everybody and goes to the player on the dealer's "
        "left."
    ),
    ("eldest", False): say("When contract and trumps are known, the player on the dealer's left takes the widow."),
    ("right_of_dealer", True): say(
        "When contract and trumps are known, the widow is shown to everybody and goes to the player on the dealer's "
        "right."
    ),
    ("right_of_dealer", False): say(
        "When contract and trumps are known, the player on the dealer's right takes the widow."
    ),
}
_LAYING_OUT = {
    "hidden_choice": say("Whoever has taken it lays out any two cards face down, those just taken or others."),
    "random": say("Two cards of that hand are then drawn blindly and laid out."),
}


# The end


def _end_of_deal(options: KingOptions, game: Game) -> list[RulePart]:
    if is_domino(options):
        return []
    stopping = tuple(
        name for name in game.contracts if not {"tricks", "last_two", "praise"} & set(CONTRACTS[name].counts)
    )
    if not options.early_end or not stopping:
        return [part("G-13", say("A deal is played to the last card."))]
    if len(stopping) == len(game.contracts):
        text = say("A deal stops as soon as no card that counts is left in the hands; the rest is not played.")
    else:
        text = say(
            "As soon as no card that counts is left in the hands, the deal stops and the rest is not played. That "
            "happens in: {contracts}. The other contracts are played to the last card.",
            contracts=listed(tuple(contract_text(name) for name in stopping)),
        )
    return [part("G-13", text)]


def _match(options: KingOptions, game: Game) -> list[RulePart]:
    parts = [part("G-20", say("The points of all deals are added up.")), *_length(options, game)]
    parts.append(part("G-20 G-M02", say("The highest total wins the match; equal totals share the place.")))
    return parts


_LENGTH_IDS = {"spot_hearts": "G-M10", "trade_suit": "G-M11", "omnibus": "G-M12"}


def _length(options: KingOptions, game: Game) -> list[RulePart]:
    programme = game.programme
    ids = "G-M09" if is_domino(options) else _LENGTH_IDS.get(one_contract(options), "G-M02")
    parts = []
    if programme.deals is not None:
        count = say_count("A match has {count} deal.", "A match has {count} deals.", programme.deals)
        if programme.low is not None:
            count = say_count(
                "A match has {count} deal at most.", "A match has {count} deals at most.", programme.deals
            )
        elif programme.ordered:
            count = say("{count} Everybody orders an equal share of them.", count=count)
        parts.append(part(ids, count))
    if programme.low is not None:
        if programme.high is not None:
            text = say(
                "A match ends after a deal that leaves somebody {points} or more below or above zero.",
                points=programme.high,
            )
        else:
            text = say(
                "A match ends after a deal that leaves somebody {points} or more below zero.", points=-programme.low
            )
        if is_domino(options) and programme.deals is None:
            text = say("{text} Until then the contracts begin anew when all were played.", text=text)
        parts.append(part(ids, text))
    if one_contract(options) == "trade_suit" and options.all_pass == "redeal":
        parts.append(part("G-30", say("It also ends when nobody bids in {count} deals in a row.", count=PASSED_OUT)))
    return parts
