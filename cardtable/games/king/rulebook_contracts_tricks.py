"""The rules of King by contracts, from the first lead to the last trick."""

from __future__ import annotations

from cardtable.cards import parse_card
from cardtable.engine.rulebook import RulePart
from cardtable.engine.text import Faces, Text, mark, say
from cardtable.games.king.options import KingOptions

KING_OF_HEARTS = Faces((parse_card("Kh"),))


def part(ids: str, text: Text) -> RulePart:
    """A paragraph and the rule ids that it tells, written with blanks between."""
    return RulePart(tuple(ids.split()), text)


def names_trumps(options: KingOptions) -> bool:
    """Whether there are deals with a trump suit (G-25)."""
    return options.trump_scope != "none"


def is_domino(options: KingOptions) -> bool:
    """Whether a stock is left to draw from (G-28)."""
    return options.hand_size is not None


def one_contract(options: KingOptions) -> str:
    """The contract of every deal, where there is only one; else nothing."""
    return options.single_contract if options.programme == "single" else ""


# Tricks


def tricks(options: KingOptions, contracts: tuple[str, ...]) -> list[RulePart]:
    """Leading, following and winning; `contracts` are those that this game has."""
    parts = [
        part("G-06", _first_lead(options)),
        part(
            "G-06 G-10",
            say(
                "Everybody adds one card, clockwise. Whoever wins the trick owns its cards and leads to the next one. "
                "What the contract counts are these captured cards, or the tricks themselves."
            ),
        ),
        part("G-07", say("Who holds a card of the suit led has to play one, whichever it is.")),
    ]
    if not is_domino(options):
        parts.append(part("G-08", _VOID[names_trumps(options)]))
    if names_trumps(options):
        parts += _trump_duty(options)
        parts.append(part("G-09", say("The highest trump wins; without one, the highest card of the suit led.")))
    else:
        parts.append(part("G-09", say("The highest card of the suit led wins the trick; there are no trumps.")))
    if "praise" in contracts and names_trumps(options) and options.trump_lead_privilege:
        parts.append(
            part(
                "G-27",
                say(
                    "In a praise only the player who ordered it may lead trumps; the others may once they hold nothing "
                    "else. Trumps may be followed and ruffed with as always."
                ),
            )
        )
    return parts


def _first_lead(options: KingOptions) -> Text:
    if options.first_leader == "orderer" and options.programme != "ordered":
        return _FIRST_LEAD[options.orderer]
    return _FIRST_LEAD[options.first_leader]


_FIRST_LEAD = {
    "eldest": say("The player on the dealer's left leads to the first trick."),
    "orderer": say("The player who orders the contract leads to the first trick."),
    "right_of_dealer": say("The player to the right of the dealer leads to the first trick."),
    "bid_winner": say(
        "The highest bidder leads to the first trick; if nobody has bid, the player on the dealer's left does."
    ),
}
_VOID = {
    False: say("Who has none may throw any card."),
    True: say("Who has none may throw any card where no trump is called for."),
}


def _trump_duty(options: KingOptions) -> list[RulePart]:
    if not options.must_trump:
        return [part("G-15", say("Nobody has to trump: without the suit led any card may be thrown."))]
    parts = [
        part(
            "G-15",
            say("In a deal with trumps, who cannot follow has to play a trump; who has none either throws any card."),
        )
    ]
    if options.must_overtrump:
        parts.append(
            part(
                "G-15",
                say(
                    "That trump has to beat the best one in the trick, if the player holds such a trump; otherwise "
                    "any will do."
                ),
            )
        )
    else:
        parts.append(part("G-15", say("That trump need not beat those already in the trick.")))
    return parts


def hearts_and_the_king(
    options: KingOptions, banned: tuple[Text, ...], forced: tuple[Text, ...], penalty: str, ruffed: bool
) -> list[RulePart]:
    """The ban on leading hearts and the forced king, with the names of the contracts that have them.

    `ruffed`: trumps are named in one of the contracts with a forced king.
    """
    parts = []
    if banned:
        text = say(
            "Hearts may not be led, from the first trick to the last, by anybody who holds another suit; following "
            "with them and throwing them off is free."
        )
        if not one_contract(options):
            text = say("{text} This ban holds in: {contracts}.", text=text, contracts=listed(banned))
        parts.append(part("G-11", text))
    if forced:
        parts += _forced_king(options, forced, penalty, ruffed)
    return parts


def listed(names: tuple[Text, ...]) -> Text:
    """Names with commas between."""
    text = names[0]
    for name in names[1:]:
        text = say("{first}, {next}", first=text, next=name)
    return text


def _forced_king(options: KingOptions, forced: tuple[Text, ...], penalty: str, ruffed: bool) -> list[RulePart]:
    duty = say(_DUTY[options.forced_king_mode, is_domino(options)], king=KING_OF_HEARTS, penalty=penalty)
    if not one_contract(options):
        duty = say("{text} This holds in: {contracts}.", text=duty, contracts=listed(forced))
    parts = [
        part("G-12", duty),
        part(
            "G-12",
            say(
                "If hearts are led, {king} may stay behind another heart, and nobody has to lead it.",
                king=KING_OF_HEARTS,
            ),
        ),
    ]
    if ruffed and options.must_trump:
        order = "second" if not options.king_before_trump else options.forced_king_mode
        parts.append(part("G-16", say(_KING_AND_TRUMPS[order], king=KING_OF_HEARTS)))
    return parts


_DUTY = {
    ("enforce", False): mark("Who holds {king} and has no card of the suit led has to play {king} at once."),
    ("penalty", False): mark(
        "Who holds {king} and has no card of the suit led owes {king} at once. Another card may be thrown instead, but "
        "the first time in a deal that costs {penalty}, whatever {king} brings later."
    ),
    ("enforce", True): mark(
        "Who holds {king} and cannot follow although the stock has run out has to play {king} at once."
    ),
    ("penalty", True): mark(
        "Who holds {king} and cannot follow although the stock has run out owes {king} at once. Another card may be "
        "thrown instead, but the first time in a deal that costs {penalty}, whatever {king} brings later."
    ),
}
_KING_AND_TRUMPS = {
    "enforce": mark("That comes before the duty to trump."),
    "penalty": mark("Who has trumps plays {king} or one of them; a trump is charged like any other card."),
    "second": mark("The duty to trump comes first: who has trumps plays one of them and owes no {king}."),
}


# Domino


def drawing(options: KingOptions) -> list[RulePart]:
    """The stock, and what happens when somebody runs out of cards."""
    leftover = (
        say(
            "When a trick ends and only one player has cards left, the deal is over: these cards are captured by "
            "that player and are the last trick, however many they are."
        )
        if options.domino_leftover_is_trick
        else say(
            "When a trick ends and only one player has cards left, the deal is over: these cards are captured by "
            "that player, but they are no trick."
        )
    )
    return [
        part(
            "G-28",
            say(
                "Who cannot follow draws from the stock, one card after another, until a card of the suit led comes. "
                "That card has to be played; the others stay in the hand."
            ),
        ),
        part(
            "G-28",
            say(
                "If the stock runs out before, the cards drawn are kept and another card is thrown off. Who can follow "
                "may not draw, and nobody draws in order to lead."
            ),
        ),
        part(
            "G-28",
            say(
                "Who has no cards left is out, and the tricks get smaller. If the winner of a trick is out, the next "
                "player to the left with cards leads."
            ),
        ),
        part("G-28", leftover),
        part("G-28", say("Cards that stay in the stock count for nobody.")),
    ]


# Jokers


def jokers(options: KingOptions, seats: int) -> list[RulePart]:
    """Where a joker belongs, when it may be played and what it wins."""
    two = seats == 3 and options.joker_count == 2
    parts = [part("G-29", _JOKER_PLAY[options.joker_play])]
    if options.joker_play == "void_only":
        parts.append(
            part(
                "G-29",
                say(
                    "If a joker is led, the next card that is no joker says which suit is to be followed, and its "
                    "player may choose it freely."
                ),
            )
        )
    parts += [
        part(
            "G-29",
            say(
                "A joker wins the trick unless a jack, queen, king or ace of hearts lies in it, on whatever suit the "
                "joker was thrown."
            ),
        ),
        part("G-29", _SUNK[options.joker_sunk_winner]),
    ]
    if options.joker_play != "as_heart":
        parts.append(
            part("G-29", say("Even then the joker wins if nobody has played a card of the suit to be followed."))
        )
    if two:
        parts.append(part("G-29", _TIE[options.joker_tie]))
        parts.append(
            part(
                "G-29",
                say(
                    "One card stays over: the last card of the pack lies face down and goes to the winner of the "
                    "first trick, who has captured it with the rest."
                ),
            )
        )
    return parts


_JOKER_PLAY = {
    "as_heart": say("A joker is a heart between the ten and the jack: it is led, played and held back as hearts are."),
    "free": say(
        "A joker has no suit and may be played at any turn, even by who could follow. Who leads one says which suit "
        "is to be followed."
    ),
    "void_only": say(
        "A joker has no suit. It may be played by who cannot follow, and led only from a hand without any other card."
    ),
}
_SUNK = {
    "led_suit": say(
        "With one of these hearts in the trick a joker is the lowest card of all, and the highest card of the suit "
        "led wins."
    ),
    "top_heart": say(
        "With one of these hearts in the trick a joker is the lowest card of all, and the highest heart wins."
    ),
}
_TIE = {
    "first": say("Of two jokers in a trick the one played first is higher."),
    "second": say("Of two jokers in a trick the one played last is higher."),
}


# Bidding


def bidding(options: KingOptions) -> list[RulePart]:
    """Who names the penalty suit, and what that costs."""
    parts = [
        part(
            "G-30",
            say(
                "Before the first lead a suit is bid for, whose cards will count. The player on the dealer's left "
                "begins: everybody bids more than the bid before, or passes."
            ),
        ),
        part("G-30", say(_ROUNDS[options.bid_rounds], most=options.bid_max)),
        part("G-30", _EFFECT[options.bid_effect]),
        part("G-30", _ALL_PASS[options.all_pass]),
        part("G-30", say("Every card of the penalty suit costs whoever captures it 1.")),
    ]
    if options.penalty_lead_ban:
        parts.append(part("G-11 G-30", say("The penalty suit may not be led by anybody who holds another suit.")))
    return parts


_ROUNDS = {
    "single": mark("Everybody speaks once. A bid of {most} is the highest there is and ends the bidding."),
    "until_passes": mark(
        "That goes round until all but the highest bidder have passed; who has passed is out of it. A bid of {most} "
        "is the highest there is and ends the bidding."
    ),
}
_EFFECT = {
    "pay": say("The highest bidder writes the bid down as a loss and names the penalty suit."),
    "gain": say("The highest bidder writes the bid down as a gain and names the penalty suit."),
}
_ALL_PASS = {
    "redeal": say("If everybody passes, nothing is played or written, and the deal passes to the left."),
    "eldest_names": say("If everybody passes, the player on the dealer's left names the suit, for nothing."),
}


# What is known


def known(options: KingOptions) -> list[RulePart]:
    """What everybody sees, and what nobody else does."""
    parts = [
        part(
            "G-33",
            say(
                "Everybody may look at the cards played and captured, and hears everything that is ordered, bid or "
                "named. The hands of the others are hidden."
            ),
        )
    ]
    if is_domino(options):
        parts.append(
            part(
                "G-33",
                say("Everybody sees how many cards were drawn and how many are left in the stock, but not which."),
            )
        )
    if options.widow_size:
        parts.append(part("G-24 G-33", say("The cards that were laid out are known to whoever put them away, alone.")))
    return parts
