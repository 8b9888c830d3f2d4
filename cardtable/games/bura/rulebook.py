"""The rules of Bura as played with given options, by chapter."""

from __future__ import annotations

from cardtable.cards import RANKS
from cardtable.engine.rulebook import RulePart
from cardtable.engine.text import Ranks, Text, Who, mark, say, say_count
from cardtable.games.bura.options import BuraOptions

CARD_POINTS = 120
"""The points of all cards together (B-01)."""


def explain(options: BuraOptions, seats: int) -> list[tuple[Text, list[RulePart]]]:
    """The rules of exactly these options, by chapter."""
    chapters = [
        (say("The aim"), _aim(options)),
        (say("Cards and deal"), _deal(options, seats)),
        (say("Tricks"), _tricks(options, seats)),
        (say("Drawing"), _drawing(options, seats)),
        (say("Bura and combinations"), _combinations(options)),
        (say("The end of the deal"), _end_of_deal(options, seats)),
        (say("Open hands"), _open_hands(options)),
        (say("What can be seen"), _seen(options)),
        (say("The match"), _match(options, seats)),
    ]
    return [(title, parts) for title, parts in chapters if parts]


def _part(ids: str, text: Text) -> RulePart:
    return RulePart(tuple(ids.split()), text)


def _claims(options: BuraOptions) -> bool:
    """Whether a player has to say that they have won (B-14)."""
    return options.win_detection == "claim"


def _aim(options: BuraOptions) -> list[RulePart]:
    return [
        _part("B-01 B-14", say(_AIM[options.win_detection], total=CARD_POINTS, target=options.target)),
        _part("B-15", say("Four trumps in one hand are Bura, and Bura wins the deal whatever the points are.")),
    ]


_AIM = {
    "claim": mark(
        "The cards that you take in tricks are worth points, {total} in the whole pack. Be the first to have {target} "
        "of them and to say so."
    ),
    "auto": mark(
        "The cards that you take in tricks are worth points, {total} in the whole pack. Be the first to have {target} "
        "of them."
    ),
}


def _deal(options: BuraOptions, seats: int) -> list[RulePart]:
    order = Ranks(tuple(RANKS.index(rank) for rank in "6789JQKTA"))
    players = say_count(
        "{count} player sits at the table.",
        "{count} players sit round the table, each for themselves; every turn passes clockwise, to the left.",
        seats,
    )
    return [
        _part("B-02", players),
        _part(
            "B-01",
            say(
                "The pack has 36 cards. The ranks of a suit, from the weakest to the strongest: {ranks}. Mind the ten: "
                "only the ace is above it.",
                ranks=order,
            ),
        ),
        _part(
            "B-01",
            say(
                "An ace counts 11 points, a ten 10, a king 4, a queen 3 and a jack 2. The other cards count nothing, "
                "but may win tricks."
            ),
        ),
        _part(
            "B-03 B-04",
            say(
                "Lots decide who deals first; then the deal passes to the left. Everybody is dealt four cards, one at "
                "a time, beginning on the dealer's left."
            ),
        ),
        _part("B-05", _TRUMP_CARD[options.trump_place]),
        _part("B-06", _FIRST_LEAD[seats == 2]),
        _part("B-06", _LATER_LEAD[options.next_deal_lead]),
    ]


_TRUMP_CARD = {
    "bottom": say(
        "The next card is turned up and its suit is trumps. It is laid face up under the rest, the stock, and comes "
        "last of all."
    ),
    "top": say(
        "The next card is shown to everybody and its suit is trumps. It goes back on top of the rest, the stock, and "
        "is the first card to be drawn."
    ),
}
_FIRST_LEAD = {
    False: say("In the first deal the player on the dealer's left has the lead."),
    True: say("In the first deal the dealer's opponent has the lead."),
}
_LATER_LEAD = {
    "last_trick_winner": say(
        "In every later deal the lead belongs to whoever took the last trick of the deal before. If no trick was "
        "taken there, it belongs to the player on the dealer's left."
    ),
    "left_of_dealer": say("So it is in every later deal: the player on the dealer's left has the lead."),
}


def _tricks(options: BuraOptions, seats: int) -> list[RulePart]:
    parts = [
        _part(
            "B-08",
            say("Whoever has the lead lays from one to four cards of a single suit, plain or trump, all at once."),
        ),
        _part(
            "B-09",
            say(
                "Each of the others in turn answers with exactly as many cards, face up. Any cards will do: nobody "
                "has to follow suit, to trump or to beat."
            ),
        ),
        _part(
            "B-10",
            say("A card beats a weaker one of its own suit, and a trump beats every card of the other three suits."),
        ),
        _part("B-11", _BEATING[options.multi_beat]),
        _part(
            "B-10 B-11",
            say(
                "Nothing beats the ace of trumps, so a lead that holds it stands. In an answer it saves nothing: if a "
                "card beside it beats none, all are lost."
            ),
        ),
    ]
    if seats > 2:
        parts.append(
            _part(
                "B-11",
                say(
                    "Cards that have beaten the lead take its place: those who answer later have to beat them and not "
                    "what was led."
                ),
            )
        )
    parts.append(
        _part(
            "B-12",
            say("Whoever laid the cards that nobody beat takes the trick, and with it the lead to the next one."),
        )
    )
    return parts


_BEATING = {
    "each_card": say(
        "An answer beats the cards that were led only if each of these is beaten by a card of its own in the answer; "
        "higher cards of the suit and trumps may be mixed. A single card left unbeaten saves them all."
    ),
    "uniform": say(
        "An answer beats the cards that were led only if each of these is beaten by a card of its own in the answer, "
        "and all of them in the same way: either every one by a higher card of its suit, or every plain one by a "
        "trump. A single card left unbeaten saves them all."
    ),
}


def _drawing(options: BuraOptions, seats: int) -> list[RulePart]:
    if _claims(options):
        when = say("After a trick, when nobody has claimed the deal, the hands are filled up from the stock.")
    else:
        when = say("After a trick that does not decide the deal, the hands are filled up from the stock.")
    parts = [
        _part("B-07 B-13", when),
        _part(
            "B-13",
            say(
                "The winner of the trick begins; everybody takes one card at a time, round after round, until all hold "
                "four again or the stock is gone. The last tricks are played with what is left in hand."
            ),
        ),
    ]
    if seats == 5:
        parts.append(_part("B-02 B-13", _LEFT_OVER[options.trump_place]))
    if options.manual_draw:
        parts += _drawing_by_hand(options)
    return parts


_LEFT_OVER = {
    "bottom": say(
        "With five players one card cannot be shared out at the end: the trump card stays where it is, and its points "
        "count for nobody."
    ),
    "top": say(
        "With five players one card cannot be shared out at the end: it stays face down, and its points count for "
        "nobody."
    ),
}


def _drawing_by_hand(options: BuraOptions) -> list[RulePart]:
    parts = [
        _part(
            "B-18",
            say(
                "Everybody draws by hand here, and nothing stops you from drawing at the wrong moment: ahead of your "
                "turn, or a card too many. Either is a fault."
            ),
        ),
        _part(
            "B-18",
            say(
                "Who is due can only draw; the others may wait. When everybody has what is due, the player with the "
                "lead goes on to the next trick; with an empty stock that happens by itself."
            ),
        ),
    ]
    if options.pretend_draw:
        parts.append(
            _part(
                "B-18",
                say(
                    "Once for every card, a player who is due may pretend to draw it. The table is told so, but no "
                    "card is taken and it is still that player's turn: a neighbour who believes it and draws has "
                    "committed the fault."
                ),
            )
        )
    return parts


def _combinations(options: BuraOptions) -> list[RulePart]:
    names = {"molodka": say("molodka"), "moscow": say("Moscow"), "four_ends": say("four ends")}
    first, second, third = (names[kind] for kind in options.combo_order.split(">"))
    return [
        _part("B-15", _BURA[options.win_detection]),
        _part(
            "B-16",
            say(
                "If nobody wins by Bura, other combinations can gain the lead of the trick: molodka, four cards of "
                "one plain suit; Moscow, three aces or all four; and four ends, all four aces. Who holds one is asked "
                "and may announce it, in the order of play from the player with the lead."
            ),
        ),
        _part(
            "B-16",
            say(
                "The announced cards are shown. The highest combination takes the lead of this trick, of two equal "
                "ones the one announced first. From the highest to the lowest: {first}, {second}, {third}.",
                first=first,
                second=second,
                third=third,
            ),
        ),
        _part(
            "B-16",
            say(
                "Nobody has to announce anything. The player with the lead may do it too, in order to keep it; if "
                "nobody does, the lead stays where it was."
            ),
        ),
        _part("B-08 B-16", _COMBO_LEAD[options.combo_lead]),
    ]


_BURA = {
    "claim": say(
        "Before every lead, whoever holds Bura, four trumps, is asked and may say so, which wins the deal at once. Of "
        "several, the first in the order of play from the player with the lead has it."
    ),
    "auto": say(
        "Before every lead, four trumps in a hand win the deal at once; the table sees to it. Of several such hands, "
        "the first in the order of play from the player with the lead wins."
    ),
}
_COMBO_LEAD = {
    "any_lawful": say("What is led then is free: any lead that would be allowed anyway."),
    "whole_combo": say(
        "Whoever gains or keeps the lead like that has to lead the whole combination: the four cards of the suit, "
        "three aces for Moscow, or all four aces, even though these are of different suits."
    ),
}


def _end_of_deal(options: BuraOptions, seats: int) -> list[RulePart]:
    if _claims(options):
        parts = [
            _part("B-14", say(_CLAIM, target=options.target)),
            _part("B-14 B-17", _FALSE_CLAIM[options.fault_result][seats == 2]),
        ]
    else:
        parts = [_part("B-14", say(_COUNTED, target=options.target))]
    if options.manual_draw:
        parts.append(_part("B-17 B-18", _DRAWING_FAULT[options.fault_result][seats == 2]))
    if _claims(options):
        played_out = say(
            "When all cards are played and nobody has claimed, the tricks are counted, and {target} points win even "
            "without a claim.",
            target=options.target,
        )
        parts.append(_part("B-19", played_out))
    parts.append(_part("B-19", say(_NOBODY[options.nobody_61], target=options.target)))
    return parts


_CLAIM = mark(
    "After each trick, before anybody draws, every player in turn, from the winner of the trick on, may claim to have "
    "{target} points. The first claim ends the deal: if it is true, it wins."
)
_COUNTED = mark(
    "The table counts: whoever has {target} points after a trick wins the deal at once, before anybody draws."
)
_FALSE_CLAIM = {
    "others_win": {
        False: say(
            "A false claim is a fault, meant or not: the player has lost, and everybody else is credited with a "
            "won deal."
        ),
        True: say("A false claim is a fault, meant or not: the player has lost, and the opponent wins the deal."),
    },
    "loss_only": {
        False: say(
            "A false claim is a fault, meant or not: the player has lost, and nobody is credited with a won deal."
        ),
        True: say(
            "A false claim is a fault, meant or not: the player has lost, but the opponent is credited with nothing."
        ),
    },
}
_DRAWING_FAULT = {
    "others_win": {
        False: say(
            "A fault in drawing ends the deal too: who drew wrongly has lost, and everybody else is credited with "
            "a won deal."
        ),
        True: say("A fault in drawing ends the deal too: who drew wrongly has lost, and the opponent wins the deal."),
    },
    "loss_only": {
        False: say(
            "A fault in drawing ends the deal too: who drew wrongly has lost, and nobody is credited with a won deal."
        ),
        True: say(
            "A fault in drawing ends the deal too: who drew wrongly has lost, but the opponent is credited with "
            "nothing."
        ),
    },
}
_NOBODY = {
    "dead": mark("If all cards are played and nobody has {target} points, the deal is dead and nobody wins it."),
    "most_points": mark(
        "If all cards are played and nobody has {target} points, the most points win; if two have as many, nobody does."
    ),
}


def _open_hands(options: BuraOptions) -> list[RulePart]:
    if options.open_hands == "none":
        return []
    if options.open_hands == "all":
        return [_part("B-20", say("All hands lie face up on the table."))]
    parts = [_part("B-20", say("The hand of {who} lies face up on the table.", who=Who(int(options.open_hands))))]
    if options.open_bonus:
        parts.append(
            _part(
                "B-20",
                say_count(
                    "To make up for it, {count} point is added to that player's points towards winning a deal.",
                    "To make up for it, {count} points are added to that player's points towards winning a deal.",
                    options.open_bonus,
                ),
            )
        )
    if _claims(options) and CARD_POINTS + options.open_bonus >= 2 * options.target:
        parts.append(
            _part(
                "B-19 B-20",
                say(
                    "So two players can have {target} points when the cards are played out: the higher count wins, "
                    "and of two equal ones neither does.",
                    target=options.target,
                ),
            )
        )
    return parts


def _seen(options: BuraOptions) -> list[RulePart]:
    parts = [
        _part(
            "B-22",
            say(
                "Everybody sees the cards that are laid, the trump card, announced combinations, and how many cards "
                "each hand and the stock hold."
            ),
        ),
        _part("B-22", _COUNTS[options.show_counts]),
    ]
    if options.show_bought:
        parts.append(
            _part(
                "B-22",
                say(
                    "A card that its player drew in the latest drawing is marked as just bought when it is laid: so "
                    "you see who throws away what came and holds on to the rest."
                ),
            )
        )
    return parts


_COUNTS = {
    False: say(
        "The points of the tricks are not shown: keep count yourself. The last trick may be looked at until the next "
        "lead; older ones stay closed until the deal is over."
    ),
    True: say(
        "The table shows the points of everybody's tricks. The last trick may be looked at until the next lead; older "
        "ones stay closed until the deal is over."
    ),
}


def _match(options: BuraOptions, seats: int) -> list[RulePart]:
    if options.target_wins == 1:
        length = say(
            "The first deal that somebody wins decides the match; a deal without a winner is followed by another one."
        )
    else:
        length = say_count(
            "A match goes on until somebody has won {count} deal.",
            "A match goes on until somebody has won {count} deals.",
            options.target_wins,
        )
    parts = [_part("B-21", length)]
    may_fault = _claims(options) or options.manual_draw
    if seats > 2 and may_fault and options.fault_result == "others_win":
        parts.append(_part("B-17 B-21", say("Players who get there together, by the fault of another, share the win.")))
    parts.append(
        _part(
            "B-21",
            say("Places go by deals won, then by fewer faults, then by card points over the whole match."),
        )
    )
    return parts
