"""The rules of King, Prince, Soldier, Peasant as played with given options, by chapter."""

from __future__ import annotations

from cardtable.cards import RANKS, pack, rank_of
from cardtable.engine.rulebook import RulePart
from cardtable.engine.text import Ranks, Text, say
from cardtable.games.titles.options import TitlesOptions
from cardtable.games.titles.state import HAND


def explain(options: TitlesOptions, seats: int) -> list[tuple[Text, list[RulePart]]]:
    """The rules of exactly these options, by chapter."""
    return [
        (say("The aim"), _aim(options)),
        (say("Cards and deal"), _deal(seats)),
        (say("Titles"), _titles(options)),
        (say("Tricks"), _tricks(options)),
        (say("The first stage"), _first_stage(options)),
        (say("The reign"), _reign(options)),
        (say("The end of the game"), _end()),
    ]


def _part(ids: str, text: Text) -> RulePart:
    return RulePart(tuple(ids.split()), text)


def _is_single(options: TitlesOptions) -> bool:
    """Whether one deal decides the first stage (G-46)."""
    return options.quota_mode == "single_deal"


def _aim(options: TitlesOptions) -> list[RulePart]:
    if _is_single(options):
        text = say(
            "A game has two stages. In the first, a single deal, everybody tries to fill the quota of tricks that "
            "belongs to a title; the tricks decide who is king in the second. The second stage, the reign, is one deal "
            "too, and whoever wins most tricks in it wins the game."
        )
    else:
        text = say(
            "A game has two stages. In the first everybody tries to fill the quota of tricks that belongs to a title; "
            "the tricks decide who is king in the second. The second stage, the reign, is one deal, and whoever wins "
            "most tricks in it wins the game."
        )
    return [_part("G-M15", text)]


def _deal(seats: int) -> list[RulePart]:
    return [
        _part(
            "G-40",
            say(
                "{count} players play, each for themselves; turns pass clockwise. The pack has {cards} cards. The "
                "ranks of a suit, from the weakest to the strongest: {ranks}.",
                count=seats,
                cards=seats * HAND,
                ranks=Ranks(tuple(sorted({rank_of(card) for card in pack(seats * HAND)}))),
            ),
        ),
        _part(
            "G-40",
            say(
                "The first dealer is drawn by lot. {count} cards are dealt to each, one by one from the left neighbour "
                "of the dealer on. The last one, the dealer's own, is turned up: its suit is trumps. Then it goes into "
                "the dealer's hand.",
                count=HAND,
            ),
        ),
    ]


def _titles(options: TitlesOptions) -> list[RulePart]:
    return [
        _part("G-41", _WHO_GIVES_TITLES[options.role_assignment]),
        _part(
            "G-41",
            say(
                "Each title asks for a number of tricks: king {king}, prince {prince}, soldier {soldier}, peasant "
                "{peasant}.",
                king=options.quota_king,
                prince=options.quota_prince,
                soldier=options.quota_soldier,
                peasant=options.quota_peasant,
            ),
        ),
    ]


_WHO_GIVES_TITLES = {
    "dealer_chooses": say(
        "When the cards are dealt, the dealer gives the four titles king, prince, soldier and peasant, one to each "
        "player and one to keep. The dealer has seen the own hand, and chooses freely."
    ),
    "random": say(
        "When the cards are dealt, the four titles king, prince, soldier and peasant are drawn by lot, one for each "
        "player."
    ),
    "seats": say(
        "The titles go round from the left neighbour of the dealer: king, prince, soldier, and the dealer is peasant."
    ),
}


def _tricks(options: TitlesOptions) -> list[RulePart]:
    return [
        _part(
            "G-42",
            say(
                "The left neighbour of the dealer leads any card to the first trick. Everybody adds one card, "
                "clockwise. Whoever wins a trick leads to the next one."
            ),
        ),
        _part("G-43", _FOLLOWING[options.rank_follow, options.rank_must_trump]),
        _part("G-43", say("The highest trump wins the trick; without one, the highest card of the suit led.")),
    ]


_FOLLOWING = {
    ("strict", False): say(
        "Who holds a card of the suit led has to play one, whichever it is. Who has none may play any card."
    ),
    ("strict", True): say(
        "Who holds a card of the suit led has to play one, whichever it is. Who has none has to play a trump, however "
        "low; without trumps any card may be played."
    ),
    ("free", False): say("Nobody has to follow suit: any card may be added."),
    ("free", True): say(
        "Who holds a card of the suit led may play any card all the same. Who has none of it has to play a trump, "
        "however low; without trumps any card may be played."
    ),
}


def _first_stage(options: TitlesOptions) -> list[RulePart]:
    parts = [
        _part(
            "G-44",
            say(
                "As soon as somebody has the tricks of the quota, this player leaves after that trick: the cards left "
                "in the hand are set aside unseen, and the next one to the left who is still in leads. From then on a "
                "trick has a card fewer."
            ),
        )
    ]
    if _is_single(options):
        parts.append(
            _part(
                "G-46",
                say(
                    "The stage ends as soon as only one player is short of the quota, and after the {count} tricks of "
                    "the deal in any case.",
                    count=HAND,
                ),
            )
        )
    else:
        parts += [
            _part(
                "G-44 G-45",
                say(
                    "Tricks add up over the deals of this stage, and titles stay as they are. If the cards run out "
                    "while two or more are short of their quota, another deal follows."
                ),
            ),
            _part(
                "G-45",
                say(
                    "Among those still in, whoever won most tricks in the deal just played deals the next one; if "
                    "several did, the first of them to the left of the last dealer. Only those still in get {count} "
                    "cards each, the rest is put aside unseen; the last card dealt fixes trumps again. The next one "
                    "still in to the left of the dealer leads.",
                    count=HAND,
                ),
            ),
            _part("G-46", say("The stage ends as soon as only one player is short of the quota.")),
        ]
    parts.append(
        _part(
            "G-46",
            say(
                "The titles of the reign follow from the tricks of the first stage: whoever won most is king, then "
                "come prince, soldier and peasant. Of players with equally many, the one whose first title was lower "
                "is placed higher."
            ),
        )
    )
    return parts


def _reign(options: TitlesOptions) -> list[RulePart]:
    return [
        _part(
            "G-47",
            say(
                "For the reign the players sit clockwise in the order king, prince, soldier, peasant. The peasant "
                "deals {count} cards to each in this order; the last one, the peasant's own, is turned up, fixes "
                "trumps and goes into the peasant's hand.",
                count=HAND,
            ),
        ),
        _part(
            "G-48",
            say("Before the first trick cards are exchanged face down: first by the soldier, then by the peasant."),
        ),
        _part("G-48", say("The soldier has to give the king the highest trump of the hand.")),
        _part("G-48", _WITHOUT_TRUMPS[options.soldier_no_trump]),
        _part("G-48", _KINGS_RETURN[options.king_return]),
        _part(
            "G-48",
            say(
                "Then the peasant gives the king a trump, any one, and gets any card back but that one. The peasant "
                "always has a trump, the card turned up."
            ),
        ),
        _part(
            "G-49",
            say(
                "Whoever holds the ace of trumps after the exchanges leads to the first trick. {count} tricks are "
                "played as before, but there are no quotas, and nobody leaves.",
                count=HAND,
            ),
        ),
    ]


_WITHOUT_TRUMPS = {
    "skip": say("A soldier without trumps exchanges nothing."),
    "highest_card": say(
        "A soldier without trumps gives a card of the highest rank in the hand; if there are several, any of them."
    ),
}
_KINGS_RETURN = {
    "free": say("The king returns a card to the soldier: any card, but not the one just given."),
    "good": say(
        "The king returns a good card to the soldier: any {ranks}, but not the card just given. A king who has none "
        "returns a card of the highest rank in the hand, again not the one given.",
        ranks=Ranks(tuple(range(RANKS.index("T"), len(RANKS)))),
    ),
}


def _end() -> list[RulePart]:
    return [
        _part(
            "G-49 G-M15",
            say(
                "Whoever wins most tricks in the reign wins the game. Of players with equally many, the one with the "
                "lowest title wins."
            ),
        )
    ]
