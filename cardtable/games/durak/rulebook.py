"""The rules of Durak as played with given options, by chapter."""

from __future__ import annotations

from cardtable.cards import pack, rank_of
from cardtable.engine.rules import RulePart
from cardtable.engine.text import Ranks, Text, say, say_count
from cardtable.games.durak.options import HAND, DurakOptions
from cardtable.games.durak.state import GUARD


def explain(options: DurakOptions, seats: int) -> list[tuple[Text, list[RulePart]]]:
    """The rules of exactly these options, by chapter."""
    chapters = [
        (say("The aim"), _aim()),
        (say("Cards and deal"), _deal(options, seats)),
        (say("Who attacks first"), _first_attacker(options, seats)),
        (say("Attacking"), _attacking(options)),
        (say("Defending"), _defending(options)),
        (say("Transferring"), _transferring(options, seats) if options.transfer else []),
        (say("Throwing in"), _throwing_in(options, seats) if options.throw_in else []),
        (say("Taking"), _taking(options, seats)),
        (say("After the bout"), _after_the_bout(options, seats)),
        (say("The end of the deal"), _end_of_deal(options, seats)),
        (say("The match"), _match(options)),
    ]
    return [(title, parts) for title, parts in chapters if parts]


def _part(ids: str, text: Text) -> RulePart:
    return RulePart(tuple(ids.split()), text)


def _has_stock(options: DurakOptions, seats: int) -> bool:
    """Whether cards are left after dealing (D-06)."""
    return seats * HAND < options.deck


def _one_throws(options: DurakOptions, seats: int) -> bool:
    """Whether the attacker is the only one who may throw in."""
    return seats == 2 or options.who_throws == "attacker_only"


def _adds_after_take(options: DurakOptions) -> bool:
    return options.throw_in and options.throw_after_take


def _limits_first_bout(options: DurakOptions) -> bool:
    """Whether the limit of the first bout is the smaller one, so that anybody ever feels it."""
    return options.first_limit is not None and (options.max_attack is None or options.first_limit < options.max_attack)


def _aim() -> list[RulePart]:
    return [
        _part(
            "D-35",
            say(
                "Everybody tries to get rid of their cards. Whoever is left holding cards when all the others have "
                "none is the fool, the durak: above all, this game looks for its one loser."
            ),
        ),
        _part(
            "D-12 D-16",
            say(
                "A deal is a row of bouts. In each bout one player, the defender, is attacked with cards on the table "
                "and either beats every one of them or takes them all into the hand."
            ),
        ),
    ]


def _deal(options: DurakOptions, seats: int) -> list[RulePart]:
    ranks = Ranks(tuple(sorted({rank_of(card) for card in pack(options.deck)})))
    parts = [
        _part(
            "D-01",
            say_count(
                "{count} player sits at the table; every turn passes clockwise, to the left.",
                "{count} players sit round the table, each for themselves; every turn passes clockwise, to the left.",
                seats,
            ),
        ),
        _part(
            "D-02 D-60" if options.deck != 36 else "D-02",
            say(
                "The pack has {count} cards in four suits. The ranks of a suit, from the weakest to the strongest: "
                "{ranks}.",
                count=options.deck,
                ranks=ranks,
            ),
        ),
        _part(
            "D-03 D-04",
            say(
                "Who deals first is decided by lot. The dealer shuffles and, beginning with the player on their left, "
                "deals one card at a time until each player has {count}.",
                count=HAND,
            ),
        ),
    ]
    if not _has_stock(options, seats):
        trump = _part(
            "D-06",
            say(
                "With so many players the whole pack is dealt. Everybody sees the last card, which goes to the dealer: "
                "its suit is trumps in this deal. There is no stock to draw from."
            ),
        )
    else:
        trump = _part("D-05", _TURN_UP[options.turn_up])
    return [*parts, trump, _part("D-07", _SECRETS)]


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
        _part(
            "D-09",
            say(
                "In the first deal the player with the lowest trump in hand attacks first, and may begin with any "
                "card. The turned-up card does not count while it lies in the stock."
            )
            if _has_stock(options, seats)
            else say(
                "In the first deal the player with the lowest trump attacks first, and may begin with any card. "
                "The card that was shown counts for the dealer, who holds it."
            ),
        ),
        _part(
            "D-10",
            say(
                "If nobody has a trump, the lowest card decides; of several such cards, the one met first going "
                "clockwise from the dealer's left."
            ),
        ),
        _part("D-11", _LATER_DEALS[options.next_first_attacker]),
    ]
    if options.next_first_attacker != "lowest_trump":
        parts.append(_part("D-11", say("After a drawn deal the lowest trump decides again.")))
    return parts


_LATER_DEALS = {
    "left_of_fool": say("Later deals are opened by the player on the left of the last fool."),
    "right_of_fool": say("Later deals are opened by the player on the right of the last fool, who so defends first."),
    "winner": say("Later deals are opened by the player who was out first in the deal before."),
    "lowest_trump": say("In every later deal too the lowest trump decides who attacks first."),
}


def _attacking(options: DurakOptions) -> list[RulePart]:
    parts = [
        _part(
            "D-12",
            say(
                "The attacker plays against the next player on the left who is still in the deal: that is the defender."
            ),
        ),
        _part("D-14", _OPENING[options.opening_cards]),
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


def _defending(options: DurakOptions) -> list[RulePart]:
    parts = [
        _part(
            "D-15",
            say(
                "A card beats any weaker card of its own suit. A trump also beats every card of the other three suits, "
                "so that only a stronger trump beats a trump."
            ),
        ),
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
    return parts


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
        _part("D-43", _transfer_target(seats)),
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


def _transfer_target(seats: int) -> Text:
    if seats == 2:
        return say(
            "With two players the attack comes back to the attacker. If the attacker has already left the deal, there "
            "is nobody to transfer to."
        )
    return say(
        "The attack goes to the next player on the left who is still in the deal, and may come round to the one who "
        "opened. If everybody else has left, there is nobody to transfer to."
    )


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
            _part("D-21", _WHO_THROWS[options.who_throws]),
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


def _after_the_bout(options: DurakOptions, seats: int) -> list[RulePart]:
    parts = [_part("D-26", say("When a bout is beaten, all its cards go face down to the discard pile."))]
    if _has_stock(options, seats):
        parts += _refilling(options)
    return [
        *parts,
        _part(
            "D-27",
            say(
                "Who has beaten off an attack opens the next bout. A defender who left the deal doing so is replaced "
                "by the next player on the left."
            ),
        ),
        _part(
            "D-28",
            say("With two players, who takes loses the turn: the same attacker attacks again.")
            if seats == 2
            else say("Who takes loses the turn: the next bout is opened by the next player on the left."),
        ),
    ]


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
    return [
        _part("D-08", _leaving(options, seats)),
        _part("D-33", say("Who runs out of cards first is first out, and so on: that is the finishing order.")),
        _part(
            "D-34",
            say(
                "Every bout is played to its end. Even the defender's last card has to beat the last open attack card, "
                "or the table must be taken."
            ),
        ),
        _part("D-35", _fool(options, seats)),
        _part(
            "D-36",
            say("If nobody has cards left when that bout is over, the deal is drawn and there is no fool."),
        ),
        _part(
            "D-37",
            say(
                "A deal in which {count} bouts in a row are taken, and nobody draws a card after any of them, is "
                "drawn as well.",
                count=GUARD,
            ),
        ),
    ]


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
        _part("D-80", _length(options)),
        _part("D-81", _WINNER[options.winner_rule]),
        _part("D-03 D-82", _NEXT_DEALER[options.next_dealer]),
    ]


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
    return say("A match is a single deal.")


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
