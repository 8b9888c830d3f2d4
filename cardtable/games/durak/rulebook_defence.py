"""The rules of Durak: defending, transferring and the travel card."""

from __future__ import annotations

from cardtable.engine.rulebook import RulePart
from cardtable.engine.text import Text, say
from cardtable.games.durak.options import DurakOptions
from cardtable.games.durak.rulebook_parts import in_teams, may_lack_trumps, one_throws, part


def defending(options: DurakOptions, seats: int) -> list[RulePart]:
    parts = [
        *_beating(options),
        part(
            "D-16",
            say(
                "The defender covers one open card at a time, in any order, each with one card that beats it, which "
                "is laid on top so that both can be seen."
            ),
        ),
        part(
            "D-15 D-16",
            say(
                "Nobody has to beat a card: as long as one is open the defender may take instead, even after covering "
                "some. Once everything is covered it is too late to take."
            ),
        ),
    ]
    if not options.throw_in:
        parts.append(part("D-18", say("Nothing is thrown in: when every card is covered, the bout is beaten at once.")))
    if options.self_throw:
        parts += _against_oneself(options, seats)
    return parts


def _beating(options: DurakOptions) -> list[RulePart]:
    """What beats what (D-15, D-62, D-63, D-65 to D-67)."""
    if options.spades_only_by_spades:
        ids = "D-15 D-66" if options.trump_source == "diamonds" else "D-15 D-65"
        parts = [part(ids, _SPADES_BY_SPADES)]
        if options.trump_source == "diamonds" or options.spade_turn_up == "no_trump":
            parts.append(part(ids, say("Spades are never trumps, so they beat nothing but spades.")))
        else:
            parts.append(part(ids, say("When spades are trumps, they beat every card of the other suits too.")))
    else:
        parts = [part("D-15", _BEATS)]
    if options.deck == 54:
        parts += [part("D-62", _JOKERS_BEAT[options.jokers]), part("D-63", _BEATS_NO_JOKER[_hands_joker_on(options)])]
    if options.packs == 2:
        parts.append(part("D-67", say("A card does not beat its twin: it would have to be stronger.")))
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
        part("D-75", _ASKED_FIRST[one_throws(options, seats)]),
        part(
            "D-75",
            say(
                "This is possible while the bout may have one more attack card and the defender keeps at least one "
                "card in hand."
            ),
        ),
        part(
            "D-75",
            say("A card added like that has to be covered, or the table taken; it cannot be transferred.")
            if options.transfer
            else say("A card added like that has to be covered, or the table taken."),
        ),
        part("D-75", say("When it is covered, the defender may add another one in the same way, or decline.")),
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


def transferring(options: DurakOptions, seats: int) -> list[RulePart]:
    parts = [
        part("D-46" if options.late_transfer else "D-40", _TRANSFER[options.late_transfer]),
        part(
            "D-41",
            say(
                "Whoever transfers is now the attacker, and the next player is the defender, free to cover, transfer "
                "or take. An attack may be passed on any number of times."
            ),
        ),
        part("D-43 D-52 D-54" if in_teams(options) else "D-43", _transfer_target(options, seats)),
        part(
            "D-44",
            say(
                "The new defender must hold at least as many cards as lie open after the transfer, and the limit of "
                "attack cards counts the added card too. A player with too few cards is not skipped: the transfer is "
                "simply not allowed."
            ),
        ),
        part("D-42", _FIRST_BOUT_TRANSFER[options.transfer_first_bout]),
        part("D-45", _OVER_TRUMP[options.transfer_over_trump]),
    ]
    if options.deck == 54 and options.joker_attack == "allowed":
        parts.append(part("D-61 D-63", say("A joker is transferred with the other joker only.")))
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
    if in_teams(options):
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
        part(
            "D-47",
            say(
                "A defender whose card of the rank attacked with is the trump may show it instead of laying it: a "
                "travel card. It transfers the attack, yet stays in the hand, and nothing is added on the table."
            ),
        ),
        part("D-47", _TRAVEL_SCOPE[options.travel_scope]),
        part("D-48", _TRAVEL_AGAIN[options.travel_scope, options.travel_again]),
    ]
    if options.transfer_over_trump == "banned":
        parts.append(
            part("D-45 D-47", say("A trump that was only shown does not lie on the table and stops no transfer."))
        )
    if may_lack_trumps(options):
        parts.append(part("D-49", say("In a deal without trumps there are no travel cards.")))
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
