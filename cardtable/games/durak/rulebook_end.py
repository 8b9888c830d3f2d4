"""The rules of Durak: cheating, what follows a bout, the end of a deal and the match."""

from __future__ import annotations

from cardtable.engine.rulebook import RulePart
from cardtable.engine.text import Ranks, Text, say, say_count
from cardtable.games.durak.options import HAND, DurakOptions
from cardtable.games.durak.ranking import first_step
from cardtable.games.durak.rulebook_parts import has_stock, in_teams, part, skips
from cardtable.games.durak.state import GUARD


def cheating(options: DurakOptions) -> list[RulePart]:
    parts = [
        part("D-73", say("The defender may cheat and cover an attack card with any card of the hand, fit or not.")),
    ]
    if options.transfer:
        parts += [
            part(
                "D-73",
                say(
                    "The defender may cheat with a transfer too: any card of the hand may be laid to transfer, "
                    "whatever its rank, and even if the open cards are of several ranks. All other conditions of a "
                    "transfer remain."
                ),
            ),
        ]
    parts += [
        part("D-73", _NOT_FAKED[options.transfer and options.travel_card]),
        *([part("D-73", _FAKED_AFTER_COVERS)] if options.late_transfer else []),
        part(
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
        return [*parts, part("D-74", say("Nobody may object: what was laid stays."))]
    parts.append(part("D-74", _ACCUSING[in_teams(options)]))
    if options.transfer:
        parts.append(
            part("D-74", say("A transfer may be accused only until the new defender does anything, even by that one."))
        )
    if options.late_transfer:
        parts.append(
            part(
                "D-74",
                say(
                    "Cards that were covered before a transfer cannot be accused any more after it, unless it is "
                    "undone."
                ),
            )
        )
    return [
        *parts,
        part(
            "D-74",
            say(
                "Once the defender has said take, it is too late. But before a beaten bout closes, every opponent is "
                "asked once more, clockwise from the defender's left."
            ),
        ),
        part("D-74", _PROVED[options.transfer]),
        part(
            "D-74",
            say(
                "Whoever is caught has spent the cheat and may not cheat again in this bout. A player whose last card "
                "comes back is in the deal again."
            ),
        ),
        part("D-74", _PENALTY[options.caught_penalty]),
        part(
            "D-74",
            say("If the card was honest, the accuser may neither accuse nor throw in for the rest of the bout.")
            if options.throw_in
            else say("If the card was honest, the accuser may not accuse again in this bout."),
        ),
        part("D-74", say("A cheat that nobody accuses in time stands.")),
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


def after_the_bout(options: DurakOptions, seats: int) -> list[RulePart]:
    parts = [part("D-26", say("When a bout is beaten, all its cards go face down to the discard pile."))]
    if has_stock(options, seats):
        parts += _refilling(options)
    if options.pass_hands == "clockwise":
        parts += _round(has_stock(options, seats))
    return [*parts, *_next_attacker(options, seats)]


def _round(stock: bool) -> list[RulePart]:
    return [
        part(
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
        part(
            "D-70",
            say(
                "Only the cards go round. The turn does not: whoever attacks next does so with the hand just received."
            ),
        ),
    ]


def _next_attacker(options: DurakOptions, seats: int) -> list[RulePart]:
    if in_teams(options) and skips(options):
        beaten = say(
            "Who has beaten off an attack opens the next bout. A defender who left the deal doing so is replaced by "
            "the nearest partner on the left who is still in it; if there is none, by the next player on the left."
        )
        taken = say(
            "Who takes loses the turn: the next bout is opened by the nearest opponent on the left who is still in the "
            "deal."
        )
    elif in_teams(options):
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
    also = " D-51" if in_teams(options) else ""
    return [part("D-27" + also, beaten), part("D-28" + also, taken)]


def _refilling(options: DurakOptions) -> list[RulePart]:
    parts = [
        part(
            "D-29",
            say(
                "Then everybody with fewer than {count} cards draws from the stock up to {count}; who has as many or "
                "more draws nothing.",
                count=HAND,
            ),
        ),
        part("D-30", _DRAW_ORDER[options.draw_order]),
    ]
    if options.transfer:
        parts.append(part("D-30", _DRAW_ANCHOR[options.draw_anchor]))
    parts.append(part("D-31", _SCARCE[options.scarce_stock]))
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


def end_of_deal(options: DurakOptions, seats: int) -> list[RulePart]:
    teams = in_teams(options)
    parts = [
        part("D-08", _leaving(options, seats)),
        part("D-33", say("Who runs out of cards first is first out, and so on: that is the finishing order.")),
        part(
            "D-34",
            say(
                "Every bout is played to its end. Even the defender's last card has to beat the last open attack card, "
                "or the table must be taken."
            ),
        ),
    ]
    if teams:
        parts += [
            part("D-55", _losing_team(options, seats)),
            part(
                "D-55",
                say(
                    "The whole team has lost, also its players who were out, and everybody else has won. As long as "
                    "two sides have a player left each, they simply play on."
                ),
            ),
        ]
    else:
        parts.append(part("D-35", _fool(options, seats)))
    parts.append(
        part(
            "D-36 D-55" if teams else "D-36",
            say("If nobody has cards left when that bout is over, the deal is drawn and there is no fool."),
        )
    )
    if options.overload_limit is not None:
        parts += _too_heavy(options.overload_limit, teams)
    parts.append(
        part(
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
    if options.leave_when == "hand_empty" or not has_stock(options, seats):
        return say("As soon as a bout is over and only one team still has players in the deal, that team has lost.")
    return say("When a bout is over, the stock is gone and only one team still holds cards, that team has lost.")


def _too_heavy(limit: int, teams: bool) -> list[RulePart]:
    """The fool by too many cards (D-67)."""
    parts = [
        part(
            "D-67",
            say(
                "Who holds {count} cards or more after a bout, when hands have been filled, is the fool at once, and "
                "the deal is over.",
                count=limit,
            ),
        ),
        part(
            "D-67",
            say(
                "Of several such players it is the one who comes first going clockwise from the defender, beginning "
                "with the defender."
            ),
        ),
    ]
    return [*parts, part("D-67", say("The whole team of that player has lost."))] if teams else parts


def _epaulettes(options: DurakOptions) -> list[RulePart]:
    first = Ranks((first_step(options),))
    ids = "D-71" if options.epaulettes == "sixes" else "D-71 D-72"
    parts = [
        part(
            ids,
            say(
                "Epaulettes are hung on a fool who lost by taking in the last bout. What counts is the attack cards "
                "that lay open when the fool said take, and those added after it; what was covered does not count."
            ),
        )
    ]
    if options.epaulettes == "sixes":
        parts.append(
            part(
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
            part(
                "D-72",
                say(
                    "The epaulettes are a ladder. The first that anybody can earn is of rank {rank}, then each next "
                    "higher rank in turn, up to the ace.",
                    rank=first,
                ),
            ),
            part(
                "D-72",
                say(
                    "The fool climbs one step if those cards include one of the rank needed next and at least one "
                    "card that is no trump; the same card may do for both. One step is the most that a deal brings."
                ),
            ),
        ]
        if options.deck == 54:
            parts.append(part("D-72", say("A joker counts here as a card that is no trump.")))
    parts.append(
        part(ids, say("A fool who lost in any other way, attacking or covering, earns no epaulette in that deal."))
    )
    if in_teams(options):
        parts.append(part(ids, _TEAM_EPAULETTES[options.epaulettes == "ladder"]))
    return parts


_TEAM_EPAULETTES = {
    False: say("In a losing team it is the player who took who wears them."),
    True: say("A team climbs together: the cards taken by one of its players count for all of them."),
}


def _leaving(options: DurakOptions, seats: int) -> Text:
    if not has_stock(options, seats):
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
    if options.leave_when == "hand_empty" or not has_stock(options, seats):
        return say("As soon as a bout is over and only one player is still in the deal, that player is the fool.")
    return say("When a bout is over, the stock is gone and only one player still holds cards, that player is the fool.")


def match(options: DurakOptions) -> list[RulePart]:
    return [
        part("D-72 D-80" if options.match == "ladder" else "D-80", _length(options)),
        *([part("D-80", say("A deal lost counts for every player of the team."))] if _counts_team(options) else []),
        part("D-81", _winner(options)),
        part("D-03 D-82", _NEXT_DEALER[options.next_dealer]),
        *([part("D-56", _TEAM_DEALER)] if in_teams(options) and options.next_dealer == "loser" else []),
    ]


def _counts_team(options: DurakOptions) -> bool:
    return in_teams(options) and options.match in ("deals", "fools")


def _winner(options: DurakOptions) -> Text:
    if in_teams(options) and options.winner_rule == "first_out":
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
        return _LADDER[in_teams(options)]
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
