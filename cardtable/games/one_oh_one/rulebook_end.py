"""The rules of 101 from the end of a deal on: who goes out, points, the match."""

from __future__ import annotations

from cardtable.engine.rulebook import RulePart
from cardtable.engine.text import Text, say
from cardtable.games.one_oh_one.options import GUARD, OneOhOneOptions


def part(ids: str, text: Text) -> RulePart:
    """A paragraph that says these rules, their ids parted by blanks."""
    return RulePart(tuple(ids.split()), text)


def has_sixes(options: OneOhOneOptions) -> bool:
    """Whether the pack has sixes."""
    return options.deck != 32


def draws_as_penalty(options: OneOhOneOptions) -> bool:
    """Whether any card makes the next player draw (O-14 to O-17, O-19)."""
    effects = [options.seven_effect, options.eight_effect, options.nine_effect]
    if has_sixes(options):
        effects.append(options.six_effect)
    kings = options.king_spades_draw or options.king_hearts_draw
    return bool(kings) or any(effect.startswith("draw") for effect in effects)


def _must_cover_nine(options: OneOhOneOptions) -> bool:
    """Whether a nine is no last card (O-24)."""
    return options.nine_as_last == "must_cover" and options.nine_effect == "replay"


def end_of_deal(options: OneOhOneOptions) -> list[RulePart]:
    """Going out, and blocked deals (O-20, O-23 to O-26)."""
    parts = [
        part("O-24", say("The first player without cards wins the deal, and it is over at once.")),
        part("O-20 O-25", _LAST_CARD[options.last_card_effect and draws_as_penalty(options)]),
    ]
    if _must_cover_nine(options):
        parts.append(
            part(
                "O-17 O-24",
                say(
                    "A nine is no last card: a player who runs out with one has to draw and go on, and wins with it "
                    "only if nothing can be drawn."
                )
                if options.ace_effect != "english"
                else say(
                    "A nine is no last card: a player who runs out with one has to draw and go on, and wins with it "
                    "only if nothing can be drawn. A nine laid for an ace of its suit does win."
                ),
            )
        )
    if options.queens_together:
        parts.append(
            part(
                "O-23",
                say(
                    "A player who holds nothing but order cards, at least two, may lay them all at once and win, "
                    "provided that one of them fits and that nothing was drawn for a move in this turn."
                ),
            )
        )
        if options.ace_effect == "skip_unless_ace":
            parts.append(part("O-23", say("An ace that has to be answered must be answered first.")))
    return [
        *parts,
        part(
            "O-26",
            say(
                "If everybody passes in a row because nothing can be drawn, or after {count} actions, the deal is "
                "blocked: nobody wins, and everybody counts.",
                count=GUARD,
            ),
        ),
        part("O-26", _COUNTED[options.ace_effect]),
        *_lead_after_a_block(options),
    ]


_LAST_CARD = {
    False: say("A last card does nothing any more: no suit is named and nobody draws."),
    True: say(
        "A last card names no suit, but if it makes the next player draw, the cards are drawn before hands are counted."
    ),
}
_CARDS_AND_DRAWS = say("Counted are moves that lay cards, and draws that are no penalty; passes are not.")
_COUNTED = {
    "skip_unless_ace": say(
        "Counted are moves that lay cards, draws that are no penalty, and turns lost for want of an ace; passes are "
        "not."
    ),
    "english": say("Counted are moves that lay cards, draws that are no penalty, and covers declined; passes are not."),
    "skip": _CARDS_AND_DRAWS,
    "none": _CARDS_AND_DRAWS,
}


def _lead_after_a_block(options: OneOhOneOptions) -> list[RulePart]:
    if options.opening != "winner_leads":
        return []
    return [
        part(
            "O-26",
            say(
                "The next deal is then led by the player still in the match with the fewest points of the blocked "
                "deal; of several, by the first of them from the dealer's left."
            ),
        )
    ]


def points(options: OneOhOneOptions) -> list[RulePart]:
    """What a deal is worth (O-27 to O-30)."""
    return [
        part("O-27", _card_points(options)),
        part("O-28", _winner_text(options)),
        *_dumped(options),
        *_only_queens(options),
        *_jacks(options),
    ]


_STANDARD_POINTS = {
    False: say(
        "The others count their cards: an ace 11, a ten 10, a king 4, a queen 3, a jack 2, a nine nothing, and every "
        "lower card its number."
    ),
    True: say(
        "The others count their cards: an ace 11, a ten 10, a king 4, a queen 3, a jack 2, a nine nothing, and every "
        "lower card its number, down to 2 for a two."
    ),
}
_PENTAGON_POINTS = say(
    "The others count their cards: a queen 20, an ace 11, a ten 10, a king 4, a jack 2, all others nothing."
)


def _card_points(options: OneOhOneOptions) -> Text:
    return _PENTAGON_POINTS if options.points_table == "pentagon" else _STANDARD_POINTS[options.deck == 52]


def _winner_text(options: OneOhOneOptions) -> Text:
    plain, spades = options.queen_out_bonus, options.queen_spades_out_bonus
    if not plain and not spades:
        return say("The winner of the deal writes nothing.")
    if not plain:
        return say(
            "The winner writes nothing, or with the queen of spades as the last card {spades} points less than "
            "nothing. A total may fall below zero.",
            spades=spades,
        )
    if plain == spades:
        return say(
            "The winner writes nothing, or with a queen as the last card {count} points less than nothing. A total may "
            "fall below zero.",
            count=plain,
        )
    return say(
        "The winner writes nothing, or with a queen as the last card {count} points less than nothing, {spades} for "
        "the queen of spades. A total may fall below zero.",
        count=plain,
        spades=spades,
    )


def _dumped(options: OneOhOneOptions) -> list[RulePart]:
    bonus = options.queen_out_bonus or options.queen_spades_out_bonus
    if not options.queens_together or options.order_rank != "Q" or not bonus:
        return []
    return [part("O-23 O-28", say("Of queens laid all at once every one earns that."))]


def _only_queens(options: OneOhOneOptions) -> list[RulePart]:
    if not options.only_queens_penalty:
        return []
    return [part("O-29", _only_queens_text(options))]


def _only_queens_text(options: OneOhOneOptions) -> Text:
    count, adds = options.only_queens_penalty, options.only_queens_mode == "add"
    if options.only_queens_scope == "single":
        if adds:
            return say(
                "A player left with a single card, and that a queen, writes {count} points on top of the card's own.",
                count=count,
            )
        return say("A player left with a single card, and that a queen, writes {count} points instead.", count=count)
    if adds:
        return say(
            "A player left with nothing but queens writes {count} points for each of them on top of the cards' own.",
            count=count,
        )
    return say("A player left with nothing but queens writes {count} points for each of them instead.", count=count)


def _jacks(options: OneOhOneOptions) -> list[RulePart]:
    parts = []
    if options.jack_out_doubles:
        parts.append(part("O-30", _JACK_OUT[options.queens_together and options.order_rank == "J"]))
    if options.jack_left_loses != "none":
        parts.append(part("O-30", _JACK_LEFT[options.jack_left_loses]))
    return parts


_JACK_OUT = {
    False: say("If the winner's last card was a jack, the points of all the others are doubled."),
    True: say(
        "If the winner's last card was a jack, or were several jacks laid at once, the points of all the others are "
        "doubled, once."
    ),
}
_JACK_LEFT = {
    "any_jack": say("A player left with a jack is out of the match with this deal, whatever the total."),
    "only_jacks": say("A player left with nothing but jacks is out of the match with this deal, whatever the total."),
}


def match(options: OneOhOneOptions) -> list[RulePart]:
    """Totals, who is out, and who wins (O-31 to O-33)."""
    parts = [part("O-31", say("The points of every deal are added to the total of each player."))]
    if options.exact_resets:
        parts.append(
            part(
                "O-31 O-32",
                say("A total of exactly {count} becomes 0 at once, and its player is safe.", count=options.limit),
            )
        )
    if options.minus_exact_resets:
        parts.append(
            part("O-31", say("A total of exactly {count} becomes 0 as well.", count=-options.limit))
            if options.exact_resets
            else part("O-31", say("A total of exactly {count} becomes 0.", count=-options.limit))
        )
    parts.append(part("O-32", _bust_text(options)))
    return [*parts, *_match_end(options)]


def _bust_text(options: OneOhOneOptions) -> Text:
    if options.bust_rule == "over":
        return say("A player whose total is more than {count} is out and gets no more cards.", count=options.limit)
    return say("A player whose total is {count} or more is out and gets no more cards.", count=options.limit)


def _match_end(options: OneOhOneOptions) -> list[RulePart]:
    if options.after_bust == "stop":
        return [
            part(
                "O-33",
                say(
                    "The first deal that puts anybody out ends the match. Whoever is out has lost; of the others "
                    "the lowest total wins, and equal totals share."
                ),
            ),
            part("O-33", say("If a blocked deal puts everybody out, the lowest total among them wins.")),
        ]
    return [
        part(
            "O-33",
            say(
                "The others play on until one player is left, who wins. Behind the winner, a later exit is the better "
                "place; of players out in the same deal the lower total is better, and equal totals share."
            ),
        ),
        part("O-33", say("If a blocked deal puts everybody out who was left, the lowest total among them wins.")),
    ]
