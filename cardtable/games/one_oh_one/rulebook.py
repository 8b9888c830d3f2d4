"""The rules of 101 as played with given options, by chapter."""

from __future__ import annotations

from cardtable.cards import pack, rank_of
from cardtable.engine.rulebook import RulePart
from cardtable.engine.text import Ranks, Text, say, say_count
from cardtable.games.one_oh_one.options import OneOhOneOptions
from cardtable.games.one_oh_one.rulebook_end import draws_as_penalty, end_of_deal, has_sixes, match, part, points


def explain(options: OneOhOneOptions, seats: int) -> list[tuple[Text, list[RulePart]]]:
    """The rules of exactly these options, by chapter."""
    chapters = [
        (say("The aim"), _aim(options)),
        (say("Cards and deal"), _deal(options, seats)),
        (say("Laying a card"), _laying(options)),
        (say("Drawing"), _drawing(options)),
        (say("Special cards"), _special_cards(options)),
        (say("The English ace"), _english_ace(options) if options.ace_effect == "english" else []),
        (say("The end of the deal"), end_of_deal(options)),
        (say("Points"), points(options)),
        (say("The match"), match(options)),
    ]
    return [(title, parts) for title, parts in chapters if parts]


def _crosses(options: OneOhOneOptions) -> bool:
    """Whether somebody who draws until a card fits goes on through a renewed stock (O-10)."""
    return options.until_crosses_recycle and options.recycle != "none"


# The aim, the cards


def _aim(options: OneOhOneOptions) -> list[RulePart]:
    return [
        part(
            "O-24 O-27",
            say(
                "Everybody plays for themselves and tries to be the first without cards. The others write down penalty "
                "points for the cards they are left with."
            ),
        ),
        part("O-32 O-33", _aim_of_match(options)),
    ]


def _aim_of_match(options: OneOhOneOptions) -> Text:
    if options.after_bust == "stop":
        return say(
            "Points add up from deal to deal. The match is over as soon as anybody's total is too high; the limit is "
            "{limit}.",
            limit=options.limit,
        )
    return say(
        "Points add up from deal to deal, and a player whose total gets too high is out; the limit is {limit}. The "
        "last player left wins the match.",
        limit=options.limit,
    )


def _deal(options: OneOhOneOptions, seats: int) -> list[RulePart]:
    return [
        part(
            "O-01",
            say(
                "The pack has {count} cards in four suits, with these ranks: {ranks}. No card is higher than another.",
                count=options.deck,
                ranks=Ranks(tuple(sorted({rank_of(card) for card in pack(options.deck)}))),
            ),
        ),
        part(
            "O-02 O-06",
            say_count(
                "{count} player sits at the table; the turn passes clockwise, to the left.",
                "{count} players sit round the table; the turn passes clockwise, to the left, over everybody who is "
                "still in the match.",
                seats,
            ),
        ),
        part(
            "O-03",
            say_count(
                "Beginning on the dealer's left, everybody is dealt {count} card. The rest lies face down in the "
                "middle: the stock.",
                "Beginning on the dealer's left, everybody is dealt {count} cards, one at a time. The rest lies face "
                "down in the middle: the stock.",
                options.hand_size,
            ),
        ),
        part("O-04", say("Who deals first is decided by lot; then the deal passes to the left.")),
        *_opening(options),
        part(
            "O-07",
            say(
                "Hands are secret. The pile of cards laid is open to all, and so are the sizes of stock and hands, a "
                "suit that is ordered, and the totals."
            ),
        ),
    ]


def _opening(options: OneOhOneOptions) -> list[RulePart]:
    """Who lays the first card (O-05)."""
    if options.opening == "dealer_card":
        return [
            part(
                "O-05",
                say(
                    "The card dealt last, to the dealer, is turned face up: it is the dealer's own first move, and it "
                    "acts as if the dealer had chosen it. The dealer therefore begins with one card less."
                ),
            )
        ]
    return [
        part(
            "O-05",
            say(
                "No card is turned up. Whoever leads begins with any card, and it acts as usual. In the first deal lot "
                "decides who leads, later the winner of the deal before."
            ),
        )
    ]


# Laying and drawing


def _laying(options: OneOhOneOptions) -> list[RulePart]:
    return [
        part("O-08", _match_text(options)),
        part("O-08 O-13", _ORDER_CARD[options.order_rank]),
        part("O-08", _ANYWHERE[options.order_card_anywhere]),
        part(
            "O-08",
            say(
                "While an ordered suit is in force, only cards of that suit and order cards may be laid, whatever the "
                "top card is. The order holds until somebody lays a card, however many players pass."
            ),
        ),
        *_after_a_queen(options),
        part("O-09", _COMPULSORY[options.draw_when_able]),
        *_free_draw(options),
    ]


def _match_text(options: OneOhOneOptions) -> Text:
    if options.match_rule == "suit_or_rank":
        return say("A card fits if it has the suit or the rank of the top card of the pile.")
    if has_sixes(options):
        return say(
            "A card fits if it has the suit of the top card of the pile. The same rank is enough only on a six: there "
            "any other six fits."
        )
    return say("A card fits if it has the suit of the top card of the pile; the same rank is not enough.")


_ORDER_CARD = {
    "Q": say("Queens are the order cards: a player who lays one names the suit that has to be played next."),
    "J": say("Jacks are the order cards: a player who lays one names the suit that has to be played next."),
}
_ANYWHERE = {
    True: say("An order card may be laid on any card."),
    False: say("An order card has to fit like any other card, unless a suit is ordered."),
}
_COMPULSORY = {
    False: say("A player who has a card that fits must lay one; which of them is free."),
    True: say("A player who has a card that fits may choose between laying one and drawing."),
}


def _after_a_queen(options: OneOhOneOptions) -> list[RulePart]:
    """What goes on a queen (O-22); where queens order suits, there is always an order in force on one."""
    if options.queen_follow == "normal" or options.order_rank == "Q":
        return []
    return [
        part(
            "O-08 O-22",
            say(
                "On a queen only the king of her suit or any jack may be laid, no other queen and no other card of the "
                "suit. If a suit is ordered, the order goes first."
            ),
        )
    ]


def _free_draw(options: OneOhOneOptions) -> list[RulePart]:
    if not options.draw_when_able:
        return []
    return [
        part(
            "O-09 O-10",
            say(
                "Such a free draw is a single card, and only one in a turn. After it any card that fits may be laid, "
                "or the turn is passed."
            ),
        ),
        part("O-09", _NO_FREE_DRAW[options.ace_effect]),
    ]


_NO_DRAW_TO_LEAD = say("There is no free draw for the opening lead, or when no card can be drawn.")
_NO_FREE_DRAW = {
    "skip_unless_ace": say(
        "There is no free draw for the opening lead, for the victim of an ace, or when no card can be drawn."
    ),
    "english": say("There is no free draw for the opening lead, to cover an ace, or when no card can be drawn."),
    "skip": _NO_DRAW_TO_LEAD,
    "none": _NO_DRAW_TO_LEAD,
}


def _drawing(options: OneOhOneOptions) -> list[RulePart]:
    parts = [part("O-10", _draw_text(options))]
    if options.six_keeps_until and options.draw_rule == "one" and has_sixes(options):
        parts.append(
            part("O-10", say("On a six, however, one goes on drawing until a card fits or the stock is empty."))
        )
    if _crosses(options) and options.draw_rule == "one" and options.six_keeps_until and has_sixes(options):
        parts.append(part("O-10 O-11", _CROSSING))
    parts.append(part("O-11", _RECYCLE[options.recycle]))
    if options.draw_rule == "until" and options.recycle != "none":
        parts.append(part("O-10 O-11", _CROSSING if _crosses(options) else _NOT_CROSSING))
    if draws_as_penalty(options):
        parts.append(
            part("O-11", say("Cards drawn as a penalty come the same way; what cannot be drawn at all is dropped."))
        )
    parts.append(
        part(
            "O-12",
            say("Nobody passes without having drawn, unless there is nothing to draw. A pass just ends the turn."),
        )
    )
    return parts


def _draw_text(options: OneOhOneOptions) -> Text:
    if options.draw_rule == "until":
        return say(
            "A player who has no card that fits draws from the stock, one card after another, until one fits: that "
            "card must be laid. If the stock ends first, the player passes."
        )
    return say(
        "A player who has no card that fits draws one card from the stock. If it fits it must be laid, otherwise the "
        "player passes."
    )


_RECYCLE = {
    "turn_over": say(
        "When a card must be drawn and the stock is empty, the top card of the pile stays and the others are turned "
        "over: they are the new stock, and the card laid first is drawn first."
    ),
    "shuffle": say(
        "When a card must be drawn and the stock is empty, the top card of the pile stays and the others are shuffled: "
        "they are the new stock."
    ),
    "none": say("When the stock is empty there is nothing to draw: the pile stays as it is."),
}
_CROSSING = say("Drawing until a card fits goes on through the new stock.")
_NOT_CROSSING = say(
    "A player who empties the stock without finding a card passes; the pile becomes the stock only for the next draw."
)


# Special cards


def _special_cards(options: OneOhOneOptions) -> list[RulePart]:
    parts = [
        part(
            "O-20",
            say(
                "A special card acts when it is laid: first a suit is named, then cards are drawn, then the turn moves "
                "on. It does nothing to those who play on it later."
            ),
        ),
        part("O-18", _ANSWERS[options.ace_effect == "skip_unless_ace"]),
        part("O-13", _ORDER[options.order_skips_next]),
    ]
    effects = [
        ("O-14", say("Six"), options.six_effect if has_sixes(options) else "none"),
        ("O-15", say("Seven"), options.seven_effect),
        ("O-16", say("Eight"), options.eight_effect),
        ("O-17", say("Nine"), options.nine_effect),
    ]
    for rule, name, effect in effects:
        if effect != "none":
            parts.append(part(rule, say("{card}: {effect}", card=name, effect=_EFFECTS[effect])))
    parts += _aces(options)
    for name, cards in (
        (say("King of spades"), options.king_spades_draw),
        (say("King of hearts"), options.king_hearts_draw),
    ):
        if cards:
            king = say_count(
                "the next player draws {count} card and loses the turn.",
                "the next player draws {count} cards and loses the turn.",
                cards,
            )
            parts.append(part("O-19", say("{card}: {effect}", card=name, effect=king)))
    if _loses_turns(options):
        parts.append(
            part("O-06", say("With two players left, a turn lost means that the same player moves once more."))
        )
    return parts


def _loses_turns(options: OneOhOneOptions) -> bool:
    """Whether any card costs a player the turn (O-06)."""
    effects = [options.seven_effect, options.eight_effect]
    if has_sixes(options):
        effects.append(options.six_effect)
    return (
        any(effect.endswith("skip") for effect in effects)
        or options.ace_effect in ("skip", "skip_unless_ace")
        or bool(options.king_spades_draw or options.king_hearts_draw)
        or options.order_skips_next
    )


_EFFECTS = {
    "draw1": say("the next player draws one card and then plays normally, also with the card drawn."),
    "draw2": say("the next player draws two cards and then plays normally, also with the cards drawn."),
    "draw1_skip": say("the next player draws one card and loses the turn."),
    "draw2_skip": say("the next player draws two cards and loses the turn."),
    "skip": say("the next player loses the turn."),
    "replay": say(
        "the same player moves again and has to find a card that fits on the nine, or to draw as usual, or else the "
        "turn ends."
    ),
}


_ANSWERS = {
    False: say("What a card does to the next player cannot be passed on by laying another such card."),
    True: say(
        "What a card does to the next player cannot be passed on by laying another such card, except for an ace."
    ),
}
_ORDER = {
    False: say("Order card: its player names any of the four suits, its own among them."),
    True: say(
        "Order card: its player names any of the four suits, its own among them. The next player loses the turn, "
        "without drawing, and the one after that must obey."
    ),
}


def _aces(options: OneOhOneOptions) -> list[RulePart]:
    if options.ace_effect == "skip_unless_ace":
        return [
            part(
                "O-18",
                say(
                    "Ace: the next player must answer with an ace of any suit, and no other card will do. The ace then "
                    "strikes the player after."
                ),
            ),
            part(
                "O-18",
                say(
                    "A player who has no ace to answer with loses the turn, and the following player plays normally on "
                    "the ace."
                ),
            ),
        ]
    if options.ace_effect == "skip":
        return [part("O-18", say("Ace: the next player loses the turn, even with an ace in hand."))]
    return []


def _english_ace(options: OneOhOneOptions) -> list[RulePart]:
    return [
        part(
            "O-18 O-21",
            say(
                "An ace makes nobody lose a turn. Its player may cover it at once with a second card of the same suit "
                "and name a suit, which must be another one; an order card may name any. Declining is allowed."
            ),
        ),
        part(
            "O-21",
            say(
                "A player who has no card of the ace's suit draws one card. If it is of that suit it may cover; if "
                "not, or with nothing to draw, the chance is lost."
            ),
        ),
        part(
            "O-21",
            say(
                "The covering card does nothing of its own. The suit named is an order that the next player must obey."
            ),
        ),
        part(
            "O-21",
            say(
                "An ace that was not covered lies open, and the turn passes. The others play on it as usual, and the "
                "first to lay a card of its suit gains the right instead: that card does nothing of its own, but its "
                "player names another suit, or any suit with an order card."
            ),
        ),
        part(
            "O-21",
            say(
                "Another ace on the open one starts afresh with its own suit, and an order card of another suit orders "
                "as usual. A player who cannot play draws; a pass leaves the ace open."
            ),
        ),
        part("O-21", say("A last card laid in any of these ways wins the deal and names nothing.")),
    ]
