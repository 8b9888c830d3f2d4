"""The rules of Durak as played with given options, by chapter."""

from __future__ import annotations

from cardtable.cards import RANKS, pack, rank_of
from cardtable.engine.rules import RulePart
from cardtable.engine.text import Ranks, Text, say, say_count
from cardtable.games.durak.options import HAND, TEAM_SEATS, DurakOptions
from cardtable.games.durak.ranking import first_step
from cardtable.games.durak.state import GUARD


def explain(options: DurakOptions, seats: int) -> list[tuple[Text, list[RulePart]]]:
    """The rules of exactly these options, by chapter."""
    chapters = [
        (say("The aim"), _aim(options)),
        (say("Cards and deal"), _deal(options, seats)),
        (say("Who attacks first"), _first_attacker(options, seats)),
        (say("Attacking"), _attacking(options)),
        (say("Defending"), _defending(options, seats)),
        (say("Transferring"), _transferring(options, seats) if options.transfer else []),
        (say("Throwing in"), _throwing_in(options, seats) if options.throw_in else []),
        (say("Taking"), _taking(options, seats)),
        (say("Cheating"), _cheating(options) if options.cheating else []),
        (say("After the bout"), _after_the_bout(options, seats)),
        (say("The end of the deal"), _end_of_deal(options, seats)),
        (say("The match"), _match(options)),
    ]
    return [(title, parts) for title, parts in chapters if parts]


def _part(ids: str, text: Text) -> RulePart:
    return RulePart(tuple(ids.split()), text)


def _has_stock(options: DurakOptions, seats: int) -> bool:
    """Whether cards are left after dealing (D-06)."""
    return seats * HAND < options.deck * options.packs


def _one_throws(options: DurakOptions, seats: int) -> bool:
    """Whether the attacker is the only one who may throw in."""
    return seats == 2 or options.who_throws == "attacker_only"


def _adds_after_take(options: DurakOptions) -> bool:
    return options.throw_in and options.throw_after_take


def _limits_first_bout(options: DurakOptions) -> bool:
    """Whether the limit of the first bout is the smaller one, so that anybody ever feels it."""
    return options.first_limit is not None and (options.max_attack is None or options.first_limit < options.max_attack)


def _turns_up(options: DurakOptions) -> bool:
    """Whether a card is turned up or shown for trumps (D-05, D-06)."""
    return options.trump_source == "turn_up"


def _may_lack_trumps(options: DurakOptions) -> bool:
    """Whether there are deals without trumps (D-64, D-65)."""
    return _turns_up(options) and (options.deck == 54 or options.spade_turn_up == "no_trump")


def _in_teams(options: DurakOptions) -> bool:
    return options.teams != "none"


def _skips(options: DurakOptions) -> bool:
    """Whether with teams nobody plays the seat of a partner who is out (D-51)."""
    return options.team_vacant_seat == "skip"


def _aim(options: DurakOptions) -> list[RulePart]:
    return [
        _part("D-35 D-55", _TEAM_AIM) if _in_teams(options) else _part("D-35", _AIM),
        _part(
            "D-12 D-16",
            say(
                "A deal is a row of bouts. In each bout one player, the defender, is attacked with cards on the table "
                "and either beats every one of them or takes them all into the hand."
            ),
        ),
    ]


_AIM = say(
    "Everybody tries to get rid of their cards. Whoever is left holding cards when all the others have none is the "
    "fool, the durak: above all, this game looks for its one loser."
)
_TEAM_AIM = say(
    "Everybody tries to get rid of their cards, but teams win and lose together: the team that is left holding cards "
    "when all the others have none has lost, and its players are the fools, the durak."
)


def _sitting(options: DurakOptions, seats: int) -> list[RulePart]:
    if not _in_teams(options):
        text = say_count(
            "{count} player sits at the table, for nobody else; every turn passes clockwise, to the left.",
            "{count} players sit round the table, each for themselves; every turn passes clockwise, to the left.",
            seats,
        )
        return [_part("D-01", text)]
    text = say_count(
        "{count} player sits at the table; every turn passes clockwise, to the left.",
        "{count} players sit round the table; every turn passes clockwise, to the left.",
        seats,
    )
    return [
        _part("D-01", text),
        _part("D-50", _teams(options)),
        _part(
            "D-52",
            say(
                "Nobody attacks a partner, throws in against one or transfers to one. Partners do not help each other "
                "defend, and neither show nor tell each other their cards."
            ),
        ),
    ]


def _teams(options: DurakOptions) -> Text:
    if options.teams == "2x2":
        return say("They play in two pairs; partners sit opposite each other.")
    if options.teams == "2x2x2":
        return say("They play in three pairs; partners sit opposite each other.")
    return say(
        "They play in two teams of {count}, seated in turn, so that both neighbours of everybody are opponents.",
        count=TEAM_SEATS[options.teams] // 2,
    )


def _pack(options: DurakOptions) -> list[RulePart]:
    """The cards and how they rank (D-02, D-60, D-61, D-65, D-67)."""
    plain = sorted({rank_of(card) for card in pack(52 if options.deck == 54 else options.deck)})
    queen = RANKS.index("Q")
    queens_last = Ranks((*(rank for rank in plain if rank != queen), queen))
    ranks = queens_last if options.queen_rule == "top_of_every_suit" else Ranks(tuple(plain))
    if options.deck == 54:
        text = say(
            "The pack has {count} cards: four suits and two jokers, a red one and a black one. The ranks of a suit, "
            "from the weakest to the strongest: {ranks}.",
            count=options.deck,
            ranks=ranks,
        )
    else:
        text = say(
            "The pack has {count} cards in four suits. The ranks of a suit, from the weakest to the strongest: "
            "{ranks}.",
            count=options.deck,
            ranks=ranks,
        )
    ids = {36: "D-02", 54: "D-02 D-60 D-61"}.get(options.deck, "D-02 D-60")
    parts = [_part(ids + " D-65" if options.queen_rule == "top_of_every_suit" else ids, text)]
    if options.queen_rule == "top_of_every_suit":
        parts.append(_part("D-65", say("In every suit the queen stands above the ace.")))
    elif options.queen_rule == "top_of_spades":
        parts.append(
            _part(
                "D-65",
                say("In spades alone the queen stands above the ace. The ranks of spades: {ranks}.", ranks=queens_last),
            )
        )
    if options.packs == 2:
        parts.append(
            _part(
                "D-67",
                say(
                    "Two such packs are shuffled together, {count} cards in all: every card is there twice.",
                    count=options.deck * options.packs,
                ),
            )
        )
    return parts


def _deal(options: DurakOptions, seats: int) -> list[RulePart]:
    return [
        *_sitting(options, seats),
        *_pack(options),
        _part(
            "D-03 D-04",
            say(
                "Who deals first is decided by lot. The dealer shuffles and, beginning with the player on their left, "
                "deals one card at a time until each player has {count}.",
                count=HAND,
            ),
        ),
        *_trumps(options, seats),
        _part("D-07", _SECRETS),
    ]


def _trumps(options: DurakOptions, seats: int) -> list[RulePart]:
    """What fixes trumps, and the stock (D-05, D-06, D-64 to D-66)."""
    stock = _has_stock(options, seats)
    if not _turns_up(options):
        text = (
            say(
                "Diamonds are always trumps, so no card is turned up. The cards left over are the stock; it lies face "
                "down to the last card."
            )
            if stock
            else say(
                "Diamonds are always trumps. With so many players the whole pack is dealt; no card is shown, and there "
                "is no stock to draw from."
            )
        )
        return [_part("D-66" if stock else "D-06 D-66", text)]
    parts = [_part("D-05", _TURN_UP[options.turn_up])] if stock else [_part("D-06", _ALL_DEALT)]
    if options.deck == 54:
        parts.append(
            _part(
                "D-64",
                say(
                    "If that card is a joker, the deal has no trumps: a card is beaten only by a stronger one of its "
                    "suit, or by a joker."
                ),
            )
        )
    if options.spade_turn_up == "no_trump":
        parts.append(
            _part(
                "D-65",
                say(
                    "If that card is a spade, the deal has no trumps: a card is beaten only by a stronger one of its "
                    "suit."
                ),
            )
        )
    return parts


_ALL_DEALT = say(
    "With so many players the whole pack is dealt. Everybody sees the last card, which goes to the dealer: its suit is "
    "trumps in this deal. There is no stock to draw from."
)
_TURN_UP = {
    "top": say(
        "The card after those dealt is turned face up and fixes the trump suit of the deal. It is pushed under the "
        "rest of the pack, the stock, where everybody can see it; it is drawn last of all."
    ),
    "bottom": say(
        "The bottom card of the pack is turned face up where it lies and fixes the trump suit of the deal. The cards "
        "on top of it are the stock; the turned card belongs to it and is drawn last of all."
    ),
}
_SECRETS = say(
    "Hands are secret, and nobody may look through the cards that were beaten off until the deal is over. How many "
    "cards each hand and each pile holds is no secret, and neither is anything that lay open on the table."
)


def _first_attacker(options: DurakOptions, seats: int) -> list[RulePart]:
    parts = [
        _part("D-09", _lowest_trump(options, seats)),
        _part("D-10", _NO_TRUMP_HELD[_may_lack_trumps(options)]),
    ]
    if options.deck == 54:
        parts.append(_part("D-10", say("Jokers do not count here.")))
    if options.packs == 2:
        parts.append(
            _part(
                "D-10 D-67",
                say(
                    "If two players have the same lowest trump, the one met first going clockwise from the dealer's "
                    "left attacks first."
                ),
            )
        )
    rule = options.next_first_attacker
    parts.append(_part("D-11", _LATER_DEALS[rule]))
    if _in_teams(options) and rule == "winner":
        parts.append(_part("D-11 D-56", _TEAM_WINNER[options.teams == "2x2x2"]))
    elif _in_teams(options) and rule != "lowest_trump":
        parts.append(_part("D-11 D-56", _TEAM_FOOL))
    if rule != "lowest_trump":
        parts.append(_part("D-11", say("After a drawn deal the lowest trump decides again.")))
    if rule == "winner" and options.overload_limit is not None:
        parts.append(
            _part("D-67", say("So it does when a deal ended before anybody was out, because of too many cards."))
        )
    return parts


def _lowest_trump(options: DurakOptions, seats: int) -> Text:
    if not _turns_up(options):
        return say(
            "In the first deal the player with the lowest trump in hand attacks first, and may begin with any card."
        )
    if _has_stock(options, seats):
        return say(
            "In the first deal the player with the lowest trump in hand attacks first, and may begin with any card. "
            "The turned-up card does not count while it lies in the stock."
        )
    return say(
        "In the first deal the player with the lowest trump attacks first, and may begin with any card. The card that "
        "was shown counts for the dealer, who holds it."
    )


_NO_TRUMP_HELD = {
    False: say(
        "If nobody has a trump, the lowest card decides; of several such cards, the one met first going clockwise from "
        "the dealer's left."
    ),
    True: say(
        "If nobody has a trump, or the deal has no trumps, the lowest card decides; of several such cards, the one met "
        "first going clockwise from the dealer's left."
    ),
}
_LATER_DEALS = {
    "left_of_fool": say("Later deals are opened by the player on the left of the last fool."),
    "right_of_fool": say("Later deals are opened by the player on the right of the last fool, who so defends first."),
    "winner": say("Later deals are opened by the player who was out first in the deal before."),
    "lowest_trump": say("In every later deal too the lowest trump decides who attacks first."),
}
_TEAM_FOOL = say(
    "Of a team that has lost, the fool meant here is the player with cards who comes first going clockwise from the "
    "last defender, beginning with that defender."
)
_TEAM_WINNER = {
    False: say("What counts here is who was out first in the team that won."),
    True: say(
        "What counts here is who was out first in the winning pair; with two such pairs, in the one that was the first "
        "to be out altogether."
    ),
}


def _attacking(options: DurakOptions) -> list[RulePart]:
    parts = [
        *_who_is_attacked(options),
        _part("D-14", _OPENING[options.opening_cards]),
    ]
    if options.lead_from_stock:
        parts.append(
            _part(
                "D-76",
                say(
                    "Instead of cards from the hand, the attacker may turn up the top card of the stock while there is "
                    "one. That card, whatever it is, is then the whole opening."
                ),
            )
        )
    if options.deck == 54:
        parts.append(_part("D-61 D-63", _JOKERS_ATTACK[options.joker_attack]))
        if options.joker_attack == "cover_only" and options.lead_from_stock:
            parts.append(_part("D-63 D-76", say("A joker that is turned up from the stock does open the bout.")))
    parts += [
        _part(
            "D-13",
            say("There may never be more open attack cards on the table than the defender has cards in hand."),
        ),
        _part("D-13", _most_cards(options)),
    ]
    if _limits_first_bout(options):
        parts.append(_part("D-13", _first_bout_limit(options)))
    if options.limit_when_stock_empty == "lift" and options.max_attack is not None:
        parts.append(_part("D-13", _lifted_limit(options.max_attack)))
    return parts


def _who_is_attacked(options: DurakOptions) -> list[RulePart]:
    if not _in_teams(options):
        text = say(
            "The attacker plays against the next player on the left who is still in the deal: that is the defender."
        )
        return [_part("D-12", text)]
    if _skips(options):
        text = say(
            "The attacker plays against the nearest opponent on the left who is still in the deal: that is the "
            "defender. Seats of players who are out are skipped, and so are partners."
        )
        return [_part("D-12 D-51", text)]
    return [
        _part(
            "D-12",
            say("The attacker plays against the next seat on the left, which is an opponent's: that is the defender."),
        ),
        _part(
            "D-51",
            say(
                "The seat of a player who is out is played by the nearest partner clockwise who still has cards, "
                "besides the partner's own seat: whoever acts for it attacks, defends and hands the turn on from "
                "there. Only when the whole team is out are its seats skipped."
            ),
        ),
    ]


_JOKERS_ATTACK = {
    "allowed": say(
        "Jokers may be used to attack like any other card. The two of them are of one rank of their own, which no "
        "other card has."
    ),
    "cover_only": say(
        "Jokers are there to cover: they may neither open a bout nor be thrown in nor transfer. Only an attacker who "
        "holds nothing but jokers opens with one of them."
    ),
}
_OPENING = {
    "any_same_rank": say("A bout is opened with one card, or with several of the same rank. Opening is a must."),
    "one_or_two": say("A bout is opened with one card, or with two of the same rank. Opening is a must."),
    "one": say("A bout is opened with a single card. Opening is a must."),
}


def _most_cards(options: DurakOptions) -> Text:
    if options.max_attack is None:
        return say("Apart from the defender's hand, nothing limits how many attack cards a bout may have.")
    return say_count(
        "A bout has at most {count} attack card, beaten or not.",
        "A bout has at most {count} attack cards altogether: the opening, everything added, beaten or not.",
        options.max_attack,
    )


def _first_bout_limit(options: DurakOptions) -> Text:
    assert options.first_limit is not None
    if options.first_limit_scope == "until_first_discard":
        return say_count(
            "Until one bout of the deal has been beaten off, a bout has at most {count} attack card.",
            "Until one bout of the deal has been beaten off, a bout has at most {count} attack cards.",
            options.first_limit,
        )
    return say_count(
        "The first bout of a deal has at most {count} attack card.",
        "The first bout of a deal has at most {count} attack cards.",
        options.first_limit,
    )


def _lifted_limit(limit: int) -> Text:
    return say_count(
        "A bout that begins with an empty stock is free of the limit of {count} card; the defender's hand still "
        "sets a limit, and so does any smaller limit for the first bout.",
        "A bout that begins with an empty stock is free of the limit of {count} cards; the defender's hand still "
        "sets a limit, and so does any smaller limit for the first bout.",
        limit,
    )


def _defending(options: DurakOptions, seats: int) -> list[RulePart]:
    parts = [
        *_beating(options),
        _part(
            "D-16",
            say(
                "The defender covers one open card at a time, in any order, each with one card that beats it, which "
                "is laid on top so that both can be seen."
            ),
        ),
        _part(
            "D-15 D-16",
            say(
                "Nobody has to beat a card: as long as one is open the defender may take instead, even after covering "
                "some. Once everything is covered it is too late to take."
            ),
        ),
    ]
    if not options.throw_in:
        parts.append(
            _part("D-18", say("Nothing is thrown in: when every card is covered, the bout is beaten at once."))
        )
    if options.self_throw:
        parts += _against_oneself(options, seats)
    return parts


def _beating(options: DurakOptions) -> list[RulePart]:
    """What beats what (D-15, D-62, D-63, D-65 to D-67)."""
    if options.spades_only_by_spades:
        ids = "D-15 D-66" if options.trump_source == "diamonds" else "D-15 D-65"
        parts = [_part(ids, _SPADES_BY_SPADES)]
        if options.trump_source == "diamonds" or options.spade_turn_up == "no_trump":
            parts.append(_part(ids, say("Spades are never trumps, so they beat nothing but spades.")))
        else:
            parts.append(_part(ids, say("When spades are trumps, they beat every card of the other suits too.")))
    else:
        parts = [_part("D-15", _BEATS)]
    if options.deck == 54:
        parts += [_part("D-62", _JOKERS_BEAT[options.jokers]), _part("D-63", _BEATS_NO_JOKER[_hands_joker_on(options)])]
    if options.packs == 2:
        parts.append(_part("D-67", say("A card does not beat its twin: it would have to be stronger.")))
    return parts


def _hands_joker_on(options: DurakOptions) -> bool:
    return options.transfer and options.joker_attack == "allowed"


_BEATS = say(
    "A card beats any weaker card of its own suit. A trump also beats every card of the other three suits, so that "
    "only a stronger trump beats a trump."
)
_SPADES_BY_SPADES = say(
    "A card beats any weaker card of its own suit. A trump also beats every card of the other suits, but not a spade: "
    "spades are beaten by stronger spades only."
)
_JOKERS_BEAT = {
    "any": say("A joker beats every card but a joker, trumps included."),
    "by_colour": say(
        "The black joker beats every spade and every club, the red joker every heart and every diamond, trumps of that "
        "colour included. Other cards they do not beat."
    ),
}
_BEATS_NO_JOKER = {
    False: say("Nothing beats a joker that lies there as an attack card: the defender has to take."),
    True: say(
        "Nothing beats a joker that lies there as an attack card: the defender takes, or transfers it with the other "
        "joker."
    ),
}


def _against_oneself(options: DurakOptions, seats: int) -> list[RulePart]:
    return [
        _part("D-75", _ASKED_FIRST[_one_throws(options, seats)]),
        _part(
            "D-75",
            say(
                "This is possible while the bout may have one more attack card and the defender keeps at least one "
                "card in hand."
            ),
        ),
        _part(
            "D-75",
            say("A card added like that has to be covered, or the table taken; it cannot be transferred.")
            if options.transfer
            else say("A card added like that has to be covered, or the table taken."),
        ),
        _part("D-75", say("When it is covered, the defender may add another one in the same way, or decline.")),
    ]


_ASKED_FIRST = {
    False: say(
        "Each time everything is covered, and before anybody else is asked, the defender may lay one card from the "
        "hand as a further attack card against themselves, of a rank that is on the table."
    ),
    True: say(
        "Each time everything is covered, and before the attacker is asked, the defender may lay one card from the "
        "hand as a further attack card against themselves, of a rank that is on the table."
    ),
}


def _transferring(options: DurakOptions, seats: int) -> list[RulePart]:
    parts = [
        _part("D-46" if options.late_transfer else "D-40", _TRANSFER[options.late_transfer]),
        _part(
            "D-41",
            say(
                "Whoever transfers is now the attacker, and the next player is the defender, free to cover, transfer "
                "or take. An attack may be passed on any number of times."
            ),
        ),
        _part("D-43 D-52 D-54" if _in_teams(options) else "D-43", _transfer_target(options, seats)),
        _part(
            "D-44",
            say(
                "The new defender must hold at least as many cards as lie open after the transfer, and the limit of "
                "attack cards counts the added card too. A player with too few cards is not skipped: the transfer is "
                "simply not allowed."
            ),
        ),
        _part("D-42", _FIRST_BOUT_TRANSFER[options.transfer_first_bout]),
        _part("D-45", _OVER_TRUMP[options.transfer_over_trump]),
    ]
    if options.deck == 54 and options.joker_attack == "allowed":
        parts.append(_part("D-61 D-63", say("A joker is transferred with the other joker only.")))
    return parts + (_travelling(options) if options.travel_card else [])


_TRANSFER = {
    False: say(
        "Before covering anything, a defender who has a card of the rank attacked with may lay one such card beside "
        "the attack and pass it all on. All attack cards must be of that one rank."
    ),
    True: say(
        "A defender who has a card of the rank still open may lay one such card beside the attack and pass it all on, "
        "even after covering some cards. All open cards must be of that one rank; the pairs already covered go along, "
        "and whoever takes in the end takes them too."
    ),
}


def _transfer_target(options: DurakOptions, seats: int) -> Text:
    if _in_teams(options):
        return _TEAM_TARGET[options.team_vacant_seat]
    if seats == 2:
        return say(
            "With two players the attack comes back to the attacker. If the attacker has already left the deal, there "
            "is nobody to transfer to."
        )
    return say(
        "The attack goes to the next player on the left who is still in the deal, and may come round to the one who "
        "opened. If everybody else has left, there is nobody to transfer to."
    )


_TEAM_TARGET = {
    "partner_plays": say(
        "The attack goes to the next seat on the left. If its player is out, the partner who plays that seat has to "
        "defend; one's own partner is passed over. It may come round to the one who opened. If only partners are left, "
        "there is nobody to transfer to."
    ),
    "skip": say(
        "The attack goes to the nearest opponent on the left who is still in the deal, and may come round to the one "
        "who opened. If only partners are left, there is nobody to transfer to."
    ),
}
_FIRST_BOUT_TRANSFER = {
    "banned": say("There are no transfers in the first bout of a deal."),
    "banned_first_deal": say(
        "There are no transfers in the very first bout of a match; in later deals the first bout is like any other."
    ),
    "allowed": say("Transfers are allowed from the first bout on."),
}
_OVER_TRUMP = {
    "allowed": say("Trumps on the table do not stand in the way of a transfer."),
    "banned": say(
        "While a trump lies on the table nobody may transfer. A trump may be laid to transfer, but it stops the next "
        "transfer."
    ),
}


def _travelling(options: DurakOptions) -> list[RulePart]:
    parts = [
        _part(
            "D-47",
            say(
                "A defender whose card of the rank attacked with is the trump may show it instead of laying it: a "
                "travel card. It transfers the attack, yet stays in the hand, and nothing is added on the table."
            ),
        ),
        _part("D-47", _TRAVEL_SCOPE[options.travel_scope]),
        _part("D-48", _TRAVEL_AGAIN[options.travel_scope, options.travel_again]),
    ]
    if options.transfer_over_trump == "banned":
        parts.append(
            _part("D-45 D-47", say("A trump that was only shown does not lie on the table and stops no transfer."))
        )
    if _may_lack_trumps(options):
        parts.append(_part("D-49", say("In a deal without trumps there are no travel cards.")))
    return parts


_TRAVEL_SCOPE = {
    "bout": say("Each player may show a travel card once in a bout."),
    "deal": say("Each player may show a travel card once in a deal."),
}
_TRAVEL_AGAIN = {
    ("bout", "must_lay"): say(
        "If the attack comes back in the same bout, a player who has shown a travel card can transfer again only by "
        "really laying a card of the rank, be it that trump."
    ),
    ("deal", "must_lay"): say(
        "For the rest of the deal, a player who has shown a travel card can transfer only by really laying a card of "
        "the rank, be it that trump."
    ),
    ("bout", "no_transfer"): say(
        "If the attack comes back in the same bout, a trump that was shown can be neither shown again nor laid to "
        "transfer. Its owner may still cover with it, or transfer with another card of the rank."
    ),
    ("deal", "no_transfer"): say(
        "For the rest of the deal, a trump that was shown can be neither shown again nor laid to transfer. Its owner "
        "may still cover with it, or transfer with another card of the rank."
    ),
}


def _throwing_in(options: DurakOptions, seats: int) -> list[RulePart]:
    parts = [
        _part(
            "D-19",
            say(
                "The attack may be strengthened with more cards, as far as the limits allow. A card may be thrown in "
                "if its rank is already on the table, among the attack cards or among the covers."
            ),
        ),
        _part("D-22", _BATCH[options.throw_batch]),
        _part("D-20 D-25" if options.throw_timing != "all_covered" else "D-20", _timing(options)),
    ]
    if options.throw_timing != "all_covered":
        parts.append(
            _part(
                "D-25",
                say(
                    "Holding back at such a moment is not a pass: the next chance comes when everything is covered, "
                    "or sooner."
                ),
            )
        )
    if _one_throws(options, seats):
        parts.append(_part("D-21 D-22 D-23", _one_thrower(options)))
    else:
        parts += [
            _part("D-21 D-53" if _in_teams(options) else "D-21", _who_throws(options)),
            _part("D-22", _ORDER[options.throw_order]),
            _part("D-22", _pass_holds(options)),
            _part("D-23", say("When everybody who may throw in has passed, the bout is beaten.")),
        ]
    parts.append(
        _part(
            "D-13 D-23",
            say(
                "If everything is covered and no further card would be allowed, or nobody is left who could throw one "
                "in, the bout is beaten without asking."
            ),
        )
    )
    return parts


def _who_throws(options: DurakOptions) -> Text:
    if options.who_throws == "attacking_team":
        return say(
            "Only the attacker and the attacker's partners may throw in. The attacker has the first word, then the "
            "partners, clockwise from the seat attacked."
        )
    if not _in_teams(options):
        return _WHO_THROWS[options.who_throws]
    if options.who_throws == "neighbours":
        return say(
            "The attacker and the defender's next opponent on the left who is still in the deal may throw in, the "
            "attacker first."
        )
    return say(
        "Everybody may throw in but the defender and the defender's partners. The attacker has the first word, then "
        "the others, clockwise from the seat attacked."
    )


_BATCH = {
    "any": say("Several cards may be thrown in at once, of one rank or of different ranks on the table."),
    "one": say("Cards are thrown in one at a time."),
}
_TIMING = {
    "all_covered": say("Cards are thrown in only while every attack card on the table is covered."),
    "after_first_cover": say(
        "Cards are thrown in while every attack card is covered; besides, after each cover that leaves a card open, "
        "those who may throw in are asked in turn, once each, before the defender goes on."
    ),
    "any_time": say(
        "Cards are thrown in while every attack card is covered; besides, right after the opening and after each cover "
        "that leaves a card open, those who may throw in are asked in turn, once each, before the defender goes on."
    ),
}
_ANY_TIME_WITH_TRANSFERS = say(
    "Cards are thrown in while every attack card is covered; besides, right after the opening, after each transfer and "
    "after each cover that leaves a card open, those who may throw in are asked in turn, once each, before the "
    "defender goes on."
)
_WHO_THROWS = {
    "all": say(
        "Everybody but the defender may throw in. The attacker has the first word, then the defender's left "
        "neighbour, and so on clockwise."
    ),
    "neighbours": say(
        "The attacker and the defender's left neighbour may throw in, the attacker first. If that neighbour has left "
        "the deal, the next player still in it takes the place."
    ),
}
_ORDER = {
    "ring": say(
        "Whoever has the word throws cards in or passes. When thrown cards have been covered, the player who threw "
        "them has the word again; after a pass it moves on in the same order, and round to the attacker again."
    ),
    "attacker_first": say(
        "Whoever has the word throws cards in or passes. When everything is covered again, and after every pass, the "
        "word goes to the first in that order who has not passed, beginning with the attacker."
    ),
    "last_thrower_first": say(
        "Whoever has the word throws cards in or passes. When thrown cards have been covered, the player who threw "
        "them has the word again; after a pass it goes to the first in that order who has not passed, beginning with "
        "the attacker."
    ),
}


def _timing(options: DurakOptions) -> Text:
    if options.throw_timing == "any_time" and options.transfer:
        return _ANY_TIME_WITH_TRANSFERS
    return _TIMING[options.throw_timing]


def _one_thrower(options: DurakOptions) -> Text:
    if not options.transfer:
        return say(
            "Only the attacker may throw in, time after time while it is possible; with the attacker's pass the bout "
            "is beaten."
        )
    return say(
        "Only the attacker may throw in, after a transfer the player who transferred last; with the attacker's pass "
        "the bout is beaten."
    )


def _pass_holds(options: DurakOptions) -> Text:
    if options.throw_pass == "until_new_card":
        return say(
            "A pass holds only until somebody throws in or the attack is transferred: from then on everybody may "
            "speak again."
        )
    if options.late_transfer:
        return say(
            "A pass is final: who has passed throws in nothing more while cards are being covered, unless the attack "
            "is transferred."
        )
    return say("A pass is final: who has passed throws in nothing more while cards are being covered.")


def _taking(options: DurakOptions, seats: int) -> list[RulePart]:
    parts = [
        _part(
            "D-17",
            say(
                "A defender who takes puts the whole table into the hand: the attack cards and all that was laid "
                "to cover them."
            ),
        )
    ]
    if not _adds_after_take(options):
        return [*parts, _part("D-18" if not options.throw_in else "D-24", say("A take ends the bout at once."))]
    parts.append(_part("D-24", _adding_after_take(options, seats)))
    if options.throw_batch == "one":
        parts.append(_part("D-24", say("After a take several cards may be added at once.")))
    if options.first_limit_on_take == "lift" and _limits_first_bout(options):
        parts.append(
            _part(
                "D-13 D-24",
                say("The smaller limit at the beginning of a deal no longer holds once the defender takes."),
            )
        )
    return parts


def _adding_after_take(options: DurakOptions, seats: int) -> Text:
    if _one_throws(options, seats):
        return say(
            "First, the attacker is asked once more and may send cards along, of ranks on the table and as far as the "
            "limits allow."
        )
    return say(
        "First, those who may throw in are asked in order, the attacker first, once each and whatever they said "
        "before: they may send more cards along, of ranks on the table and as far as the limits allow."
    )


def _cheating(options: DurakOptions) -> list[RulePart]:
    parts = [
        _part("D-73", say("The defender may cheat and cover an attack card with any card of the hand, fit or not.")),
    ]
    if options.transfer:
        parts += [
            _part(
                "D-73",
                say(
                    "The defender may cheat with a transfer too: any card of the hand may be laid to transfer, "
                    "whatever its rank, and even if the open cards are of several ranks. All other conditions of a "
                    "transfer remain."
                ),
            ),
        ]
    parts += [
        _part("D-73", _NOT_FAKED[options.transfer and options.travel_card]),
        *([_part("D-73", _FAKED_AFTER_COVERS)] if options.late_transfer else []),
        _part(
            "D-73",
            say_count(
                "Each player may cheat {count} time in a deal. A cheat looks to the others like any other move; a card "
                "that fits is no cheat and costs nothing.",
                "Each player may cheat {count} times in a deal. A cheat looks to the others like any other move; a "
                "card that fits is no cheat and costs nothing.",
                options.cheats_per_deal,
            ),
        ),
    ]
    if not options.catching:
        return [*parts, _part("D-74", say("Nobody may object: what was laid stays."))]
    parts.append(_part("D-74", _ACCUSING[_in_teams(options)]))
    if options.transfer:
        parts.append(
            _part("D-74", say("A transfer may be accused only until the new defender does anything, even by that one."))
        )
    if options.late_transfer:
        parts.append(
            _part("D-74", say("Cards that were covered before a transfer cannot be accused any more after it."))
        )
    return [
        *parts,
        _part(
            "D-74",
            say(
                "Once the defender has said take, it is too late. But before a beaten bout closes, every opponent is "
                "asked once more, clockwise from the defender's left."
            ),
        ),
        _part("D-74", _PROVED[options.transfer]),
        _part(
            "D-74",
            say(
                "Whoever is caught has spent the cheat and may not cheat again in this bout. A player whose last card "
                "comes back is in the deal again."
            ),
        ),
        _part("D-74", _PENALTY[options.caught_penalty]),
        _part(
            "D-74",
            say("If the card was honest, the accuser may neither accuse nor throw in for the rest of the bout.")
            if options.throw_in
            else say("If the card was honest, the accuser may not accuse again in this bout."),
        ),
        _part("D-74", say("A cheat that nobody accuses in time stands.")),
    ]


_FAKED_AFTER_COVERS = say("A false transfer too may be made after some cards were covered.")
_NOT_FAKED = {
    False: say("There is no cheating with anything else: attacks and cards thrown in are always honest."),
    True: say("There is no cheating with anything else: attacks, cards thrown in and travel cards are always honest."),
}
_ACCUSING = {
    False: say(
        "Until the bout closes, everybody else in the deal may accuse one particular card that the defender laid to "
        "cover, at any moment and out of turn."
    ),
    True: say(
        "Until the bout closes, every opponent in the deal, but no partner, may accuse one particular card that the "
        "defender laid to cover, at any moment and out of turn."
    ),
}
_PROVED = {
    False: say(
        "If it was a cheat, the card goes back to its owner and the attack card is open again. Cards thrown in since "
        "then stay on the table."
    ),
    True: say(
        "If it was a cheat, the card goes back to its owner; the attack card is open again, or the transfer is undone. "
        "Cards thrown in since then stay on the table."
    ),
}
_PENALTY = {
    "return_card": say("The cheat then answers again, honestly this time, or takes."),
    "take_all": say("The cheat takes the whole table at once, and nothing is added."),
}


def _after_the_bout(options: DurakOptions, seats: int) -> list[RulePart]:
    parts = [_part("D-26", say("When a bout is beaten, all its cards go face down to the discard pile."))]
    if _has_stock(options, seats):
        parts += _refilling(options)
    if options.pass_hands == "clockwise":
        parts += _round(_has_stock(options, seats))
    return [*parts, *_next_attacker(options, seats)]


def _round(stock: bool) -> list[RulePart]:
    return [
        _part(
            "D-26 D-70",
            say(
                "After every bout, beaten or taken, and after the drawing, everybody in the deal gives the whole hand "
                "to the next player in it on the left."
            )
            if stock
            else say(
                "After every bout, beaten or taken, everybody in the deal gives the whole hand to the next player in "
                "it on the left."
            ),
        ),
        _part(
            "D-70",
            say(
                "Only the cards go round. The turn does not: whoever attacks next does so with the hand just received."
            ),
        ),
    ]


def _next_attacker(options: DurakOptions, seats: int) -> list[RulePart]:
    if _in_teams(options) and _skips(options):
        beaten = say(
            "Who has beaten off an attack opens the next bout. A defender who left the deal doing so is replaced by "
            "the nearest partner on the left who is still in it; if there is none, by the next player on the left."
        )
        taken = say(
            "Who takes loses the turn: the next bout is opened by the nearest opponent on the left who is still in the "
            "deal."
        )
    elif _in_teams(options):
        beaten = say(
            "Who has beaten off an attack opens the next bout, from the seat that was attacked. A defender who left "
            "the deal doing so is replaced by the partner who plays that seat now; if the whole team is out, the next "
            "seat on the left that somebody plays opens."
        )
        taken = say(
            "Who takes loses the turn: the next bout is opened from the next seat on the left of the one attacked; if "
            "its player is out, the partner who plays it opens."
        )
    else:
        beaten = say(
            "Who has beaten off an attack opens the next bout. A defender who left the deal doing so is replaced by "
            "the next player on the left."
        )
        taken = (
            say("With two players, who takes loses the turn: the same attacker attacks again.")
            if seats == 2
            else say("Who takes loses the turn: the next bout is opened by the next player on the left.")
        )
    also = " D-51" if _in_teams(options) else ""
    return [_part("D-27" + also, beaten), _part("D-28" + also, taken)]


def _refilling(options: DurakOptions) -> list[RulePart]:
    parts = [
        _part(
            "D-29",
            say(
                "Then everybody with fewer than {count} cards draws from the stock up to {count}; who has as many or "
                "more draws nothing.",
                count=HAND,
            ),
        ),
        _part("D-30", _DRAW_ORDER[options.draw_order]),
    ]
    if options.transfer:
        parts.append(_part("D-30", _DRAW_ANCHOR[options.draw_anchor]))
    parts.append(_part("D-31", _SCARCE[options.scarce_stock]))
    return parts


_DRAW_ORDER = {
    "attacker_first_defender_last": say(
        "The attacker who opened draws first, all that is needed at once, then the others clockwise, the defender last."
    ),
    "clockwise_from_attacker": say(
        "The attacker who opened draws first, all that is needed at once, then everybody else clockwise, the defender "
        "in turn."
    ),
    "defender_first": say(
        "The defender draws first, all that is needed at once, then the attacker who opened, then the others clockwise."
    ),
}
_DRAW_ANCHOR = {
    "opener": say(
        "After a transfer the player who opened the bout still draws first; if that player ended up defending, it "
        "is the one who transferred last."
    ),
    "last_attacker": say("After a transfer the player who transferred last draws first."),
}
_SCARCE = {
    "in_order": say("If the stock is too small, it is used up in this order, and whoever comes too late gets nothing."),
    "equal": say(
        "If the stock is too small for everybody, it is shared: one card at a time in this order to those who still "
        "lack cards, until it is gone."
    ),
}


def _end_of_deal(options: DurakOptions, seats: int) -> list[RulePart]:
    teams = _in_teams(options)
    parts = [
        _part("D-08", _leaving(options, seats)),
        _part("D-33", say("Who runs out of cards first is first out, and so on: that is the finishing order.")),
        _part(
            "D-34",
            say(
                "Every bout is played to its end. Even the defender's last card has to beat the last open attack card, "
                "or the table must be taken."
            ),
        ),
    ]
    if teams:
        parts += [
            _part("D-55", _losing_team(options, seats)),
            _part(
                "D-55",
                say(
                    "The whole team has lost, also its players who were out, and everybody else has won. As long as "
                    "two sides have a player left each, they simply play on."
                ),
            ),
        ]
    else:
        parts.append(_part("D-35", _fool(options, seats)))
    parts.append(
        _part(
            "D-36 D-55" if teams else "D-36",
            say("If nobody has cards left when that bout is over, the deal is drawn and there is no fool."),
        )
    )
    if options.overload_limit is not None:
        parts += _too_heavy(options.overload_limit, teams)
    parts.append(
        _part(
            "D-37",
            say(
                "A deal in which {count} bouts in a row are taken, and nobody draws a card after any of them, is "
                "drawn as well.",
                count=GUARD,
            ),
        )
    )
    return parts + (_epaulettes(options) if options.epaulettes != "off" else [])


def _losing_team(options: DurakOptions, seats: int) -> Text:
    if options.leave_when == "hand_empty" or not _has_stock(options, seats):
        return say("As soon as a bout is over and only one team still has players in the deal, that team has lost.")
    return say("When a bout is over, the stock is gone and only one team still holds cards, that team has lost.")


def _too_heavy(limit: int, teams: bool) -> list[RulePart]:
    """The fool by too many cards (D-67)."""
    parts = [
        _part(
            "D-67",
            say(
                "Who holds {count} cards or more after a bout, when hands have been filled, is the fool at once, and "
                "the deal is over.",
                count=limit,
            ),
        ),
        _part(
            "D-67",
            say(
                "Of several such players it is the one who comes first going clockwise from the defender, beginning "
                "with the defender."
            ),
        ),
    ]
    return [*parts, _part("D-67", say("The whole team of that player has lost."))] if teams else parts


def _epaulettes(options: DurakOptions) -> list[RulePart]:
    first = Ranks((first_step(options),))
    ids = "D-71" if options.epaulettes == "sixes" else "D-71 D-72"
    parts = [
        _part(
            ids,
            say(
                "Epaulettes are hung on a fool who lost by taking in the last bout. What counts is the attack cards "
                "that lay open when the fool said take, and those added after it; what was covered does not count."
            ),
        )
    ]
    if options.epaulettes == "sixes":
        parts.append(
            _part(
                "D-71",
                say(
                    "If there is a card of rank {rank} among them, the fool wears an epaulette; two or more of them "
                    "are one for each shoulder, and never more. Trumps count like the others.",
                    rank=first,
                ),
            )
        )
    else:
        parts += [
            _part(
                "D-72",
                say(
                    "The epaulettes are a ladder. The first that anybody can earn is of rank {rank}, then each next "
                    "higher rank in turn, up to the ace.",
                    rank=first,
                ),
            ),
            _part(
                "D-72",
                say(
                    "The fool climbs one step if those cards include one of the rank needed next and at least one "
                    "card that is no trump; the same card may do for both. One step is the most that a deal brings."
                ),
            ),
        ]
        if options.deck == 54:
            parts.append(_part("D-72", say("A joker counts here as a card that is no trump.")))
    parts.append(
        _part(ids, say("A fool who lost in any other way, attacking or covering, earns no epaulette in that deal."))
    )
    if _in_teams(options):
        parts.append(_part(ids, _TEAM_EPAULETTES[options.epaulettes == "ladder"]))
    return parts


_TEAM_EPAULETTES = {
    False: say("In a losing team it is the player who took who wears them."),
    True: say("A team climbs together: the cards taken by one of its players count for all of them."),
}


def _leaving(options: DurakOptions, seats: int) -> Text:
    if not _has_stock(options, seats):
        return say("Whoever has no cards left is out of the deal at once, even in the middle of a bout.")
    if options.leave_when == "hand_empty":
        return say(
            "Whoever has no cards left is out of the deal at once, even in the middle of a bout, draws nothing more, "
            "and is safe though the stock still has cards."
        )
    return say(
        "While the stock lasts, a player whose hand runs out waits for the next drawing. Once it is gone, whoever has "
        "no cards left is out of the deal at once, even in the middle of a bout."
    )


def _fool(options: DurakOptions, seats: int) -> Text:
    if options.leave_when == "hand_empty" or not _has_stock(options, seats):
        return say("As soon as a bout is over and only one player is still in the deal, that player is the fool.")
    return say("When a bout is over, the stock is gone and only one player still holds cards, that player is the fool.")


def _match(options: DurakOptions) -> list[RulePart]:
    return [
        _part("D-72 D-80" if options.match == "ladder" else "D-80", _length(options)),
        *([_part("D-80", say("A deal lost counts for every player of the team."))] if _counts_team(options) else []),
        _part("D-81", _winner(options)),
        _part("D-03 D-82", _NEXT_DEALER[options.next_dealer]),
        *([_part("D-56", _TEAM_DEALER)] if _in_teams(options) and options.next_dealer == "loser" else []),
    ]


def _counts_team(options: DurakOptions) -> bool:
    return _in_teams(options) and options.match in ("deals", "fools")


def _winner(options: DurakOptions) -> Text:
    if _in_teams(options) and options.winner_rule == "first_out":
        return say("The team whose players are all out first is named the winner of the deal.")
    return _WINNER[options.winner_rule]


_TEAM_DEALER = say(
    "Of a losing team the one who deals is the player with cards who comes first going clockwise from the last "
    "defender, beginning with that defender."
)


def _length(options: DurakOptions) -> Text:
    if options.match == "deals":
        return say_count(
            "A match is {count} deal; everybody but the fool has won it.",
            "A match is {count} deals. Who was the fool least often wins; several players may share that.",
            options.match_length,
        )
    if options.match == "fools":
        return say_count(
            "A match goes on until somebody has been the fool {count} time: that player loses the match.",
            "A match goes on until somebody has been the fool {count} times: that player loses the match.",
            options.match_length,
        )
    if options.match == "ladder":
        return _LADDER[_in_teams(options)]
    return say("A match is a single deal.")


_LADDER = {
    False: say("A match goes on until somebody earns the epaulette of the ace: that player loses the match."),
    True: say("A match goes on until a team earns the epaulette of the ace: that team loses the match."),
}


_WINNER = {
    "loser_only": say("What counts on the score sheet is who was the fool; being out first earns nothing."),
    "first_out": say("The player who is out first is named the winner of the deal."),
}
_NEXT_DEALER = {
    "loser": say("The fool deals the next deal; after a drawn deal the same player deals again."),
    "rotate": say(
        "The player on the dealer's left deals the next deal; after a drawn deal the same player deals again."
    ),
}
