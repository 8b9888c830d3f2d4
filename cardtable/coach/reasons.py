"""Why a move was worse than another, in words, where their difference shows it; small tables, a family each."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from cardtable.bots.thoughts import family_of
from cardtable.cards import RANK_CARDS, RANKS, SUIT_CARDS, Card, Cards, bits
from cardtable.engine.moves import Move
from cardtable.engine.rules import AnyRules
from cardtable.engine.state import Observation
from cardtable.engine.text import Text, say
from cardtable.games.bura.beating import points_of as bura_points
from cardtable.games.kozel.cards import points_of as kozel_points

Telling = Callable[[AnyRules, Observation, Move, Move], Text | None]
"""Why the first of two moves was worse than the second, from what the seat knew; None where nothing shows it."""


def reason(rules: AnyRules, seen: Observation, made: Move, better: Move) -> Text | None:
    """What was wrong with a move where this one would have been better; None where no word is known for it."""
    tell = TABLES.get(family_of(rules))
    return None if tell is None else tell(rules, seen, made, better)


def _durak(rules: AnyRules, seen: Observation, made: Move, better: Move) -> Text | None:
    trumps = _trumps(seen)
    spent, needed = (made.cards & trumps).bit_count(), (better.cards & trumps).bit_count()
    match made.verb, better.verb:
        case "take", "cover":
            return say("The attack could have been covered.")
        case "take", "transfer":
            return say("The attack could have been handed on.")
        case "cover", "take":
            return say("Covering cost more than taking the cards would have.")
        case "cover", "transfer":
            return say("The attack could have been handed on instead of spending a card.")
        case "pass" | "hold", "throw" | "add" | "attack":
            return say("There was a card to throw in that the defender would rather not have seen.")
        case "throw" | "add", "pass" | "hold":
            return say("That card was worth more in the hand than on the table.")
    if spent > needed:
        return say("A trump was spent too early.")
    if spent < needed:
        return say("Here a trump was worth its price.")
    higher = _height(rules, seen, made) - _height(rules, seen, better)
    if made.verb == better.verb == "cover":
        if made.arg != better.arg or not higher:  # Which of the attacks is beaten first says nothing of high and low.
            return None
        return say("A lower card would have covered.") if higher > 0 else say("The lower card was worth keeping.")
    if made.verb == better.verb:
        if made.cards.bit_count() < better.cards.bit_count():
            return say("Cards of one rank are stronger together.")
        if made.cards.bit_count() > better.cards.bit_count():
            return say("One card would have been enough.")
        if higher > 0:
            return say("A high card was given away early.")
        if made.verb == "attack" and higher < 0:
            return say("That card came too low: it was easy to beat.")
    return None


def _kozel(rules: Any, seen: Observation, made: Move, better: Move) -> Text | None:
    state: Any = seen.state
    if made.verb != "play" or better.verb != "play" or state.trump < 0:
        return None
    suits = rules.by_trump[state.trump]
    beaters = suits.beaters[state.best] if state.best >= 0 else None
    takes = [beaters is not None and bool(move.cards & beaters) for move in (made, better)]
    ours = state.winning >= 0 and state.winning % 2 == seen.seat % 2 and rules.seats == 4
    return _trick(
        takes,
        [kozel_points(move.cards) for move in (made, better)],
        [move.cards & suits.trumps for move in (made, better)],
        leads=not state.trick,
        last=len(state.trick) == rules.seats - 1,
        ours=ours,
    )


def _bura(rules: Any, seen: Observation, made: Move, better: Move) -> Text | None:
    state: Any = seen.state
    if made.verb == "claim":
        return say("The points were not enough for a claim.")
    if better.verb == "claim":
        return say("There were points enough to claim the deal.")
    if not (made.cards and better.cards):
        return None
    leads = state.moment != "replies"
    return _trick(
        [not leads and rules.wins_over(state, state.best, move.cards) for move in (made, better)],
        [bura_points(move.cards) for move in (made, better)],
        [move.cards & _trumps(seen) for move in (made, better)],
        leads=leads,
        last=not leads and len(state.plays) == rules.seats - 1,
        ours=False,
    )


def _trick(
    takes: list[bool], points: list[int], trumps: list[Cards], *, leads: bool, last: bool, ours: bool
) -> Text | None:
    """In a game in which tricks with points are good: of the move made, and of the better one."""
    if not leads:
        if takes[1] and not takes[0]:
            return say("A certain trick was missed.") if last else say("The trick could have been taken.")
        if takes[0] and not takes[1]:
            if ours:
                return say("The trick was the partner's already.")
            return say("The trick was not worth the card that took it.")
        if not takes[0] and ours and points[0] < points[1]:
            return say("The partner's trick could have been given more points.")
        if not takes[0] and not ours and points[0] > points[1]:
            return say("Points were given away.")
    if trumps[0] and not trumps[1]:
        return say("A trump was spent too early.")
    if trumps[1] and not trumps[0]:
        return say("Here a trump was worth its price.")
    if points[0] > points[1]:
        return say("Points were put at risk.")
    if points[0] < points[1] and leads:
        return say("The points were safe to lead.")
    return None


def _king(rules: Any, seen: Observation, made: Move, better: Move) -> Text | None:
    from cardtable.games.king.contracts import CONTRACTS

    state: Any = seen.state
    if not (made.cards and better.cards) or state.moment != "play":
        return None
    contract = CONTRACTS.get(state.contract)
    good = contract is not None and contract.sign > 0
    higher = _height(rules, seen, made) - _height(rules, seen, better)
    if not state.trick:
        if not higher:
            return None
        if good:
            lower = say("A lower lead would have been enough.")
            return lower if higher > 0 else say("A higher lead would have won more.")
        return say("Led too high.") if higher > 0 else say("The high card should have gone now.")
    wins = [
        rules.winner_of((*state.trick, bits(move.cards)[0]), state.trump, state.led) == len(state.trick)
        for move in (made, better)
    ]
    if wins[0] and not wins[1]:
        return say("The trick was not worth its card.") if good else say("The trick could have been ducked.")
    if wins[1] and not wins[0]:
        return say("The trick could have been taken.") if good else say("It was cheaper to take this trick.")
    if not good and higher <= 0:
        return say("A more dangerous card could have been got rid of.")
    return None


IDLE: Final = ("draw", "pass", "decline")


def _titles(rules: Any, seen: Observation, made: Move, better: Move) -> Text | None:
    state: Any = seen.state
    if made.verb != "play" or better.verb != "play":
        return None
    best = _best_laid(rules, state)
    return _trick(
        [best >= 0 and bool(move.cards & rules.beaters(state, best)) for move in (made, better)],
        [0, 0],
        [move.cards & _trumps(seen) for move in (made, better)],
        leads=best < 0,
        last=len(state.trick) == state.staying.bit_count() - 1,
        ours=False,
    )


def _best_laid(rules: Any, state: Any) -> Card:
    """The card that wins the open trick so far; -1 before the lead."""
    best = -1
    for card in state.trick:
        best = card if best < 0 or rules.beaters(state, best) >> card & 1 else best
    return best


def _one_oh_one(rules: AnyRules, seen: Observation, made: Move, better: Move) -> Text | None:
    # Also where nobody must lay what they could, or a drawn card may be kept.
    if made.verb in IDLE and better.cards:
        return say("There was a card to lay.")
    if made.cards and better.verb in IDLE:
        return say("That card was worth keeping.")
    queens = RANK_CARDS[RANKS.index("Q")]
    if made.cards & queens and not better.cards & queens:
        return say("The queen was worth keeping: it goes on anything.")
    if made.cards == better.cards and made.arg != better.arg:
        return say("Another suit should have been ordered.")
    return None


def _trumps(seen: Observation) -> Cards:
    trump = getattr(seen.state, "trump", -1)
    return SUIT_CARDS[trump] if trump >= 0 else 0


def _height(rules: AnyRules, seen: Observation, move: Move) -> int:
    """How high the highest card of a move stands."""
    trump = getattr(seen.state, "trump", -1)
    return max([rules.height(card, trump if trump >= 0 else None) for card in bits(move.cards)], default=-1)


TABLES: Final[dict[str, Telling]] = {
    "durak": _durak,
    "kozel": _kozel,
    "bura": _bura,
    "king": _king,
    "one_oh_one": _one_oh_one,
    "titles": _titles,
    "palace": _durak,
}
"""By family. An attack on the ladder of the court is one of Durak."""
