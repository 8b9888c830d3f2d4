"""The rules of Durak: the aim, cards, deal, trumps and who attacks first."""

from __future__ import annotations

from cardtable.cards import RANKS, pack, rank_of
from cardtable.engine.rulebook import RulePart
from cardtable.engine.text import Ranks, Text, say, say_count
from cardtable.games.durak.options import HAND, TEAM_SEATS, DurakOptions
from cardtable.games.durak.rulebook_parts import has_stock, in_teams, may_lack_trumps, part, turns_up


def aim(options: DurakOptions) -> list[RulePart]:
    return [
        part("D-35 D-55", _TEAM_AIM) if in_teams(options) else part("D-35", _AIM),
        part(
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
    if not in_teams(options):
        text = say_count(
            "{count} player sits at the table, for nobody else; every turn passes clockwise, to the left.",
            "{count} players sit round the table, each for themselves; every turn passes clockwise, to the left.",
            seats,
        )
        return [part("D-01", text)]
    text = say_count(
        "{count} player sits at the table; every turn passes clockwise, to the left.",
        "{count} players sit round the table; every turn passes clockwise, to the left.",
        seats,
    )
    return [
        part("D-01", text),
        part("D-50", _teams(options)),
        part(
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
    parts = [part(ids + " D-65" if options.queen_rule == "top_of_every_suit" else ids, text)]
    if options.queen_rule == "top_of_every_suit":
        parts.append(part("D-65", say("In every suit the queen stands above the ace.")))
    elif options.queen_rule == "top_of_spades":
        parts.append(
            part(
                "D-65",
                say("In spades alone the queen stands above the ace. The ranks of spades: {ranks}.", ranks=queens_last),
            )
        )
    if options.packs == 2:
        parts.append(
            part(
                "D-67",
                say(
                    "Two such packs are shuffled together, {count} cards in all: every card is there twice.",
                    count=options.deck * options.packs,
                ),
            )
        )
    return parts


def deal(options: DurakOptions, seats: int) -> list[RulePart]:
    return [
        *_sitting(options, seats),
        *_pack(options),
        part(
            "D-03 D-04",
            say(
                "Who deals first is decided by lot. The dealer shuffles and, beginning with the player on their left, "
                "deals one card at a time until each player has {count}.",
                count=HAND,
            ),
        ),
        *_trumps(options, seats),
        part("D-07", _SECRETS),
    ]


def _trumps(options: DurakOptions, seats: int) -> list[RulePart]:
    """What fixes trumps, and the stock (D-05, D-06, D-64 to D-66)."""
    stock = has_stock(options, seats)
    if not turns_up(options):
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
        return [part("D-66" if stock else "D-06 D-66", text)]
    parts = [part("D-05", _TURN_UP[options.turn_up])] if stock else [part("D-06", _ALL_DEALT)]
    if options.deck == 54:
        parts.append(
            part(
                "D-64",
                say(
                    "If that card is a joker, the deal has no trumps: a card is beaten only by a stronger one of its "
                    "suit, or by a joker."
                ),
            )
        )
    if options.spade_turn_up == "no_trump":
        parts.append(
            part(
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


def first_attacker(options: DurakOptions, seats: int) -> list[RulePart]:
    parts = [
        part("D-09", _lowest_trump(options, seats)),
        part("D-10", _NO_TRUMP_HELD[may_lack_trumps(options)]),
    ]
    if options.deck == 54:
        parts.append(part("D-10", say("Jokers do not count here.")))
    if options.packs == 2:
        parts.append(
            part(
                "D-10 D-67",
                say(
                    "If two players have the same lowest trump, the one met first going clockwise from the dealer's "
                    "left attacks first."
                ),
            )
        )
    rule = options.next_first_attacker
    parts.append(part("D-11", _LATER_DEALS[rule]))
    if in_teams(options) and rule == "winner":
        parts.append(part("D-11 D-56", _TEAM_WINNER[options.teams == "2x2x2"]))
    elif in_teams(options) and rule != "lowest_trump":
        parts.append(part("D-11 D-56", _TEAM_FOOL))
    if rule != "lowest_trump":
        parts.append(part("D-11", say("After a drawn deal the lowest trump decides again.")))
    if rule == "winner" and options.overload_limit is not None:
        parts.append(
            part("D-67", say("So it does when a deal ended before anybody was out, because of too many cards."))
        )
    return parts


def _lowest_trump(options: DurakOptions, seats: int) -> Text:
    if not turns_up(options):
        return say(
            "In the first deal the player with the lowest trump in hand attacks first, and may begin with any card."
        )
    if has_stock(options, seats):
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
