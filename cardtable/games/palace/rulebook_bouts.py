"""The rules of the ladder of the court, from the first attack to the last card."""

from __future__ import annotations

from cardtable.engine.rulebook import RulePart
from cardtable.engine.text import Text, say
from cardtable.games.palace.options import PalaceOptions


def part(ids: str, text: Text) -> RulePart:
    """A paragraph and the rule ids that it tells, written with blanks between."""
    return RulePart(tuple(ids.split()), text)


def _asks_leave(options: PalaceOptions) -> bool:
    """Whether some need the king's leave to throw in (G-57)."""
    return options.throw_permission == "king"


def attack(options: PalaceOptions) -> list[RulePart]:
    """Laying cards and beating them."""
    return [
        part("G-56", _ATTACK[options.multi_card_attack]),
        part(
            "G-56",
            say(
                "The defender beats each card with a higher one of its suit; a card that is no trump is beaten by any "
                "trump too. As long as a card lies uncovered the defender may take everything on the table instead, "
                "also when it could be beaten."
            ),
        ),
        part("G-57", _LIMIT[options.throw_limit]),
    ]


_ATTACK = {
    False: say("A bout begins with one attack card."),
    True: say("A bout begins with one attack card, or several of one rank."),
}
_LIMIT = {
    "six": say("There are never more attack cards in a bout than six, nor more than the defender held when it began."),
    "hand": say("There are never more attack cards in a bout than the defender held when it began."),
}


def throwing_in(options: PalaceOptions) -> list[RulePart]:
    """Who may add cards to a bout, and when."""
    moment = (
        say(
            "Whenever all attack cards are covered, and after a take, the others may add cards of a rank that already "
            "lies on the table."
        )
        if options.throw_after_take
        else say(
            "Whenever all attack cards are covered, the others may add cards of a rank that already lies on the table. "
            "A take ends the bout at once."
        )
    )
    parts = [
        part("G-57", moment),
        part(
            "G-57",
            say(
                "They are asked in turn: the attacker, the stablehand, the king, then the others from the top, but for "
                "the defender and those without cards. Each adds one card or passes. After every card added the asking "
                "begins anew; when all have passed in a row, or no more cards may be added, the bout is over."
            ),
        ),
        part(
            "G-57",
            say(
                "The defender has to beat a card thrown in like any other; after a take it goes to the cards that are "
                "taken."
            )
            if options.throw_after_take
            else say("The defender has to beat a card thrown in like any other."),
        ),
    ]
    if _asks_leave(options):
        parts += [
            part(
                "G-57",
                say(
                    "Attacker, stablehand and king throw in freely; everybody else needs the king's leave, and may ask "
                    "for it when holding a card to throw in. The king, with or without cards, answers each player "
                    "once; the answer holds for the rest of the bout."
                ),
            ),
            part("G-57", say("In the first bout of a deal everybody throws in freely.")),
        ]
    else:
        parts.append(part("G-57", say("Nobody needs the king's leave to throw in.")))
    return parts


def jokers(options: PalaceOptions) -> list[RulePart]:
    """New trumps in the middle of a deal; only for packs with jokers."""
    parts = [
        part(
            "G-64",
            say(
                "As long as an attack card lies uncovered, a defender who has not said to take may play a joker and "
                "name one of the three other suits: it is trumps at once, until the next joker or the end of the deal. "
                "Cards that are covered stay covered."
            ),
        ),
        part("G-64", _COVERING[options.joker_covers]),
        part(
            "G-64",
            say(
                "A joker does not attack and has no rank for throwing in. It leaves the game with its bout and is "
                "never taken. Whoever holds nothing but jokers when a bout ends discards them and is out of cards."
            ),
        ),
    ]
    if options.joker_actor == "anyone":
        parts.append(
            part(
                "G-64",
                say(
                    "Whoever is asked to throw in may play a joker instead and name new trumps, with leave where a "
                    "card would need it. It covers nothing, does not count as an attack card, and the asking begins "
                    "anew."
                ),
            )
        )
    return parts


_COVERING = {
    False: say("A joker covers no card."),
    True: say("A joker of the defender also covers one attack card, whichever the defender likes."),
}


def turns() -> list[RulePart]:
    """Who attacks, and what becomes of the places."""
    return [
        part(
            "G-58",
            say(
                "In the first bout of a deal the king attacks the stablehand. If the stablehand takes, nobody moves "
                "and the turn goes to the next player above; if the stablehand beats the attack, the turn goes to the "
                "stablehand. Players without cards are left out of all this."
            ),
        ),
        part(
            "G-59",
            say(
                "From then on whoever has the turn has to attack the next player above. If the attack is beaten, the "
                "cards leave the game and the defender has the turn. If the defender takes, the two change places, and "
                "the attacker goes on against the next one above. Nobody else moves."
            ),
        ),
        part(
            "G-60",
            say(
                "A king with the turn attacks any other player. If the attack is beaten, that player has the turn. A "
                "take changes no places: the turn goes to the next player above the one who took, perhaps the king. A "
                "new king does not change trumps."
            ),
        ),
    ]


def without_cards(options: PalaceOptions) -> list[RulePart]:
    """Players who are out of cards, and the end of a deal."""
    return [
        part(
            "G-61",
            say(
                "Who has no cards left keeps the place until the next deal and is jumped over; the turn of such a "
                "player goes to the next one above, counted from the place held after any swap."
            ),
        ),
        part(
            "G-61",
            say(
                "If nobody with cards stands above, the highest player who has cards gets the turn and leads in the "
                "king's stead: against anybody, and without a swap after a take."
            ),
        ),
        part(
            "G-62",
            say(
                "When a bout has ended and only one player holds cards, this player becomes stablehand, those below "
                "rise one place, and the deal is over. If nobody holds cards the ladder stays as it is."
            ),
        ),
        part(
            "G-67",
            say(
                "A deal ends after {count} bouts in any case: whoever holds most cards then, of several the lowest, "
                "counts as the last one with cards.",
                count=options.palace_bout_cap,
            ),
        ),
    ]
