"""The rules of Durak: attacking, throwing in and taking."""

from __future__ import annotations

from cardtable.engine.rulebook import RulePart
from cardtable.engine.text import Text, say, say_count
from cardtable.games.durak.options import DurakOptions
from cardtable.games.durak.rulebook_parts import adds_after_take, in_teams, limits_first_bout, one_throws, part, skips


def attacking(options: DurakOptions) -> list[RulePart]:
    parts = [
        *_who_is_attacked(options),
        part("D-14", _OPENING[options.opening_cards]),
    ]
    if options.lead_from_stock:
        parts.append(
            part(
                "D-76",
                say(
                    "Instead of cards from the hand, the attacker may turn up the top card of the stock while there is "
                    "one. That card, whatever it is, is then the whole opening."
                ),
            )
        )
    if options.deck == 54:
        parts.append(part("D-61 D-63", _JOKERS_ATTACK[options.joker_attack]))
        if options.joker_attack == "cover_only" and options.lead_from_stock:
            parts.append(part("D-63 D-76", say("A joker that is turned up from the stock does open the bout.")))
    parts += [
        part(
            "D-13",
            say("There may never be more open attack cards on the table than the defender has cards in hand."),
        ),
        part("D-13", _most_cards(options)),
    ]
    if limits_first_bout(options):
        parts.append(part("D-13", _first_bout_limit(options)))
    if options.limit_when_stock_empty == "lift" and options.max_attack is not None:
        parts.append(part("D-13", _lifted_limit(options.max_attack)))
    return parts


def _who_is_attacked(options: DurakOptions) -> list[RulePart]:
    if not in_teams(options):
        text = say(
            "The attacker plays against the next player on the left who is still in the deal: that is the defender."
        )
        return [part("D-12", text)]
    if skips(options):
        text = say(
            "The attacker plays against the nearest opponent on the left who is still in the deal: that is the "
            "defender. Seats of players who are out are skipped, and so are partners."
        )
        return [part("D-12 D-51", text)]
    return [
        part(
            "D-12",
            say("The attacker plays against the next seat on the left, which is an opponent's: that is the defender."),
        ),
        part(
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


def throwing_in(options: DurakOptions, seats: int) -> list[RulePart]:
    parts = [
        part(
            "D-19",
            say(
                "The attack may be strengthened with more cards, as far as the limits allow. A card may be thrown in "
                "if its rank is already on the table, among the attack cards or among the covers."
            ),
        ),
        part("D-22", _BATCH[options.throw_batch]),
        part("D-20 D-25" if options.throw_timing != "all_covered" else "D-20", _timing(options)),
    ]
    if options.throw_timing != "all_covered":
        parts.append(
            part(
                "D-25",
                say(
                    "Holding back at such a moment is not a pass: the next chance comes when everything is covered, "
                    "or sooner."
                ),
            )
        )
    if one_throws(options, seats):
        parts.append(part("D-21 D-22 D-23", _one_thrower(options)))
    else:
        parts += [
            part("D-21 D-53" if in_teams(options) else "D-21", _who_throws(options)),
            part("D-22", _ORDER[options.throw_order]),
            part("D-22", _pass_holds(options)),
            part("D-23", say("When everybody who may throw in has passed, the bout is beaten.")),
        ]
    parts.append(
        part(
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
    if not in_teams(options):
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


def taking(options: DurakOptions, seats: int) -> list[RulePart]:
    parts = [
        part(
            "D-17",
            say(
                "A defender who takes puts the whole table into the hand: the attack cards and all that was laid "
                "to cover them."
            ),
        )
    ]
    if not adds_after_take(options):
        return [*parts, part("D-18" if not options.throw_in else "D-24", say("A take ends the bout at once."))]
    parts.append(part("D-24", _adding_after_take(options, seats)))
    if options.throw_batch == "one":
        parts.append(part("D-24", say("After a take several cards may be added at once.")))
    if options.first_limit_on_take == "lift" and limits_first_bout(options):
        parts.append(
            part(
                "D-13 D-24",
                say("The smaller limit at the beginning of a deal no longer holds once the defender takes."),
            )
        )
    return parts


def _adding_after_take(options: DurakOptions, seats: int) -> Text:
    if one_throws(options, seats):
        return say(
            "First, the attacker is asked once more and may send cards along, of ranks on the table and as far as the "
            "limits allow."
        )
    return say(
        "First, those who may throw in are asked in order, the attacker first, once each and whatever they said "
        "before: they may send more cards along, of ranks on the table and as far as the limits allow."
    )
