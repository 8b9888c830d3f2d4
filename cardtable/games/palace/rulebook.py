"""The rules of the ladder of the court as played with given options, by chapter."""

from __future__ import annotations

from cardtable.cards import BLACK_JOKER, RANKS, RED_JOKER, cards_of, pack, rank_of
from cardtable.engine.rulebook import RulePart
from cardtable.engine.text import Faces, Ranks, Text, say, say_count
from cardtable.games.palace import court
from cardtable.games.palace.options import PalaceOptions
from cardtable.games.palace.rulebook_bouts import attack, jokers, part, throwing_in, turns, without_cards


def explain(options: PalaceOptions, seats: int) -> list[tuple[Text, list[RulePart]]]:
    """The rules of exactly these options, by chapter."""
    chapters = [
        (say("The aim"), _aim(options)),
        (say("Cards and places"), _cards(options, seats)),
        (say("The first hand"), _first_hand(options, seats)),
        (say("The deal"), _deal(options, seats)),
        (say("Attack and defence"), attack(options)),
        (say("Throwing in"), throwing_in(options)),
        (say("Jokers"), jokers(options) if _has_jokers(options, seats) else []),
        (say("Who attacks whom"), turns()),
        (say("Without cards"), without_cards(options)),
        (say("Court manners"), _manners(options)),
        (say("The end"), _end(options)),
    ]
    return [(title, parts) for title, parts in chapters if parts]


def _has_jokers(options: PalaceOptions, seats: int) -> bool:
    return options.pack_size(seats) == 54


def _is_manual(options: PalaceOptions) -> bool:
    """Whether the players shuffle, cut, deal and clear the table themselves (G-53)."""
    return options.court_chores == "manual"


def _aim(options: PalaceOptions) -> list[RulePart]:
    return [
        part(
            "G-50 G-56",
            say(
                "The players stand on the ladder of a court, from the king down to the stablehand. Somebody is "
                "attacked with cards and either beats every one of them or takes them all into the hand. Who makes "
                "somebody above take moves up into that place; who is left with cards when all the others have none "
                "falls to the bottom."
            ),
        ),
        part(
            "G-67",
            say_count(
                "After {count} deal the ladder is the result: whoever is king then has won.",
                "After {count} deals the ladder is the result: whoever is king then has won.",
                options.palace_deals,
            ),
        ),
    ]


def _cards(options: PalaceOptions, seats: int) -> list[RulePart]:
    size = options.pack_size(seats)
    plain = Ranks(tuple(sorted({rank_of(card) for card in pack(min(size, 52))})))
    if size == 54:
        text = say(
            "The pack has {count} cards: four suits and two jokers, {jokers}. The ranks of a suit, from the weakest to "
            "the strongest: {ranks}.",
            count=size,
            jokers=Faces((BLACK_JOKER, RED_JOKER)),
            ranks=plain,
        )
    else:
        text = say(
            "The pack has {count} cards in four suits. The ranks of a suit, from the weakest to the strongest: "
            "{ranks}.",
            count=size,
            ranks=plain,
        )
    parts = [part("G-54 G-64" if size == 54 else "G-54", text)]
    if options.palace_decks > 1:
        parts.append(
            part(
                "G-65",
                say(
                    "{packs} such packs are shuffled together, {count} cards in all. Equal cards are cards of their "
                    "own, and neither of them beats the other.",
                    packs=options.palace_decks,
                    count=size * options.palace_decks,
                ),
            )
        )
    parts.append(
        part(
            "G-50",
            say(
                "{count} players play. The places of the court, from the top: {places}.",
                count=seats,
                places=_listed(court.names(_ranks_with_places(options, seats), seats)),
            ),
        )
    )
    parts.append(
        part("G-53", say("The players sit clockwise in this order, so that the stablehand is at the king's right."))
    )
    return parts


def _ranks_with_places(options: PalaceOptions, seats: int) -> str:
    return court.ranks_of(options, cards_of(pack(options.pack_size(seats))))


def _listed(names: tuple[Text, ...]) -> Text:
    text = names[0]
    for name in names[1:]:
        text = say("{first}, {next}", first=text, next=name)
    return text


def _first_hand(options: PalaceOptions, seats: int) -> list[RulePart]:
    ranks = Ranks(tuple(RANKS.index(rank) for rank in _ranks_with_places(options, seats)))
    if options.palace_decks == 1:
        top = say(
            "Whoever holds the king of this suit is king of the court. Whoever holds its ace is stablehand, unless "
            "that is the king."
        )
        others = say(
            "Then the cards {ranks} of this suit are called in this order: their holders, if they have no place yet, "
            "take "
            "the highest that is free. Whoever is left takes the free places from the top, clockwise from the king.",
            ranks=ranks,
        )
    else:
        top = say(
            "Whoever was dealt the first king of this suit is king of the court. Whoever was dealt its first ace that "
            "the king does not hold is stablehand."
        )
        others = say(
            "Then the cards {ranks} of this suit are called in this order, equal ones as they were dealt: their "
            "holders, if they have no place yet, take the highest that is free. Whoever is left takes the free places "
            "from the "
            "top, clockwise from the king.",
            ranks=ranks,
        )
    parts = [
        part(
            "G-51",
            say("The first hand of a match gives the places. A dealer is drawn by lot.")
            if options.first_trump == "vote"
            else say("The first hand of a match gives the places. A dealer and a suit are drawn by lot."),
        )
    ]
    if options.first_trump == "vote":
        parts.append(
            part(
                "G-51",
                say(
                    "From the dealer's left on everybody says a suit. The one named most often holds; of several named "
                    "equally often, the first in the order spades, clubs, diamonds, hearts."
                ),
            )
        )
    parts += [
        part("G-51", say("The whole pack is dealt out one by one from the dealer's left.")),
        part("G-52", top),
        part("G-52", others),
        part("G-51", _WHAT_THEN[options.first_hand_played]),
    ]
    return parts


_WHAT_THEN = {
    False: say(
        "This hand is not played: the cards are thrown together, and the first deal follows. It does not count."
    ),
    True: say(
        "This hand is played as the first deal, with its suit as trumps: the king begins, attacking the stablehand."
    ),
}


def _deal(options: PalaceOptions, seats: int) -> list[RulePart]:
    chores = (
        say(
            "The stablehand shuffles, the king cuts, and the stablehand deals. Beaten cards lie on the table until the "
            "king gives the word; then the stablehand clears them away."
        )
        if _is_manual(options)
        else say("The stablehand is the dealer, and beaten cards are cleared away at once.")
    )
    parts = [part("G-53", chores), part("G-54", _DIRECTION[options.extra_cards_to])]
    cards = options.pack_size(seats) * options.palace_decks
    if cards % seats:
        parts.append(
            part(
                "G-54",
                say_count(
                    "{count} player gets a card more than the others, as {cards} cards do not go round evenly.",
                    "{count} players get a card more than the others, as {cards} cards do not go round evenly.",
                    cards % seats,
                    cards=cards,
                ),
            )
        )
    parts.append(
        part(
            "G-55",
            say(
                "The king looks at the own cards first and names the trump suit of this deal; before that nobody else "
                "may see any cards."
            ),
        )
    )
    return parts


_DIRECTION = {
    "king": say("The whole pack is dealt one by one, from the king downwards."),
    "stablehand": say("The whole pack is dealt one by one, from the stablehand upwards."),
}


def _manners(options: PalaceOptions) -> list[RulePart]:
    parts = []
    if options.etiquette:
        parts += [
            part(
                "G-63",
                say(
                    "These are offences: to shuffle, deal or clear the table without being stablehand, to cut without "
                    "being king, to clear before the king's word, even as stablehand, and to look at cards before the "
                    "king has named trumps. The offender becomes stablehand at once, and those below rise one place. A "
                    "king who offends is followed by the next one."
                ),
            ),
            part(
                "G-63",
                say(
                    "What was done stays done, but cards of a bout that goes on are put back. If the attacker now "
                    "stands above the defender, a take makes no swap."
                ),
            ),
        ]
    parts.append(
        part(
            "G-66",
            say("Deals, promises and betrayal at the table are part of the game, but solemn oaths are forbidden.")
            if options.oath_ban
            else say("Deals, promises, oaths and betrayal at the table are part of the game."),
        )
    )
    if options.secret_show:
        parts.append(
            part(
                "G-66",
                say("Whoever is to act may secretly show one card to one other player, once a bout."),
            )
        )
    return parts


def _end(options: PalaceOptions) -> list[RulePart]:
    return [
        part(
            "G-67",
            say("A first hand that is played counts as one of the deals.")
            if options.first_hand_played
            else say("The first hand is not one of the deals that count."),
        ),
        part(
            "G-M16",
            say("It is also written down how many deals everybody ended as king, and how many as stablehand."),
        ),
    ]
