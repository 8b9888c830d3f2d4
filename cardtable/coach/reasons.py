"""Why a move was worse than another, in words, where their difference shows it; small tables, a family each.

A search gives no reasons. So only what holds of the two moves and of what the seat sees is said, and of what the others
may still do nothing; where that tells nothing, nothing is said.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from cardtable.bots.search.thoughts import family_of
from cardtable.cards import RANK_CARDS, SUIT_CARDS, Card, Cards, bits, rank_of
from cardtable.engine.moves import Move
from cardtable.engine.rules import AnyRules
from cardtable.engine.state import Observation
from cardtable.engine.text import Text, say
from cardtable.games.tricks import points_of

TEN: Final = 10
"""Points of a card that outweigh how high a trump stands (K-01)."""
Telling = Callable[[AnyRules, Observation, Move, Move], Text | None]
"""Why the first of two moves was worse than the second, from what the seat knew; None where nothing shows it."""


def reason(rules: AnyRules, seen: Observation, made: Move, better: Move) -> Text | None:
    """What was wrong with a move where this one would have been better; None where no word is known for it."""
    tell = TABLES.get(family_of(rules))
    return None if tell is None else tell(rules, seen, made, better)


def _durak(rules: AnyRules, seen: Observation, made: Move, better: Move) -> Text | None:
    state: Any = seen.state
    trumps = _trumps(seen)
    spent, needed = (made.cards & trumps).bit_count(), (better.cards & trumps).bit_count()
    match made.verb, better.verb:
        case "take", "cover":
            # Of several cards that lie open each could be covered, and yet not all of them.
            alone = state.uncovered.bit_count() == 1
            return say("The attack could have been covered.") if alone else None
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
    if made.verb != better.verb or made.arg != better.arg:
        return None  # Which of the attacks is beaten first says nothing of high and low.
    if spent > needed:
        return say("A trump was spent too early.")
    higher = _height(rules, seen, made) - _height(rules, seen, better)
    if made.verb == "cover":
        hand, table = state.places[seen.seat], state.ranks
        if better.cards & table and not made.cards & table:
            return say("That rank was new on the table: more could be thrown in to it.")
        if _has_mate(made, hand) and not _has_mate(better, hand):
            return say("Cards of one rank are stronger together.")
        if higher > 0:
            return say("A lower card would have covered.")
    if spent < needed:
        return say("Here a trump was worth its price.")
    if made.verb == "cover":
        return None
    if not made.cards & ~better.cards:
        return say("Cards of one rank are stronger together.")
    if not better.cards & ~made.cards:
        return say("One card would have been enough.")
    if higher > 0 and state.stock:
        return say("A high card was given away early.")
    if higher < 0 and made.verb == "attack" and _suits(made) == _suits(better):
        return say("That card came too low: it was easy to beat.")
    return None


def _has_mate(move: Move, hand: Cards) -> bool:
    """Whether cards of the same rank as a move's are left in the hand."""
    return any(RANK_CARDS[rank_of(card)] & hand & ~move.cards for card in bits(move.cards))


def _suits(move: Move) -> list[bool]:
    """Which suits are in the cards of a move."""
    return [bool(move.cards & suit) for suit in SUIT_CARDS]


def _kozel(rules: Any, seen: Observation, made: Move, better: Move) -> Text | None:
    state: Any = seen.state
    if made.verb != "play" or better.verb != "play" or state.trump < 0:
        return None
    suits = rules.by_trump[state.trump]
    beaters = suits.beaters[state.best] if state.best >= 0 else None
    takes = [beaters is not None and bool(move.cards & beaters) for move in (made, better)]
    ours = state.winning >= 0 and state.winning % 2 == seen.seat % 2 and rules.seats == 4
    points = [points_of(move.cards) for move in (made, better)]
    trumps = [move.cards & suits.trumps for move in (made, better)]
    last = len(state.trick) == rules.seats - 1
    if state.trick and all(trumps) and suits.beaters[bits(better.cards)[0]] & made.cards:
        if all(takes) and last:
            return say("A lower trump would have taken it too.")
        if not any(takes) and abs(points[0] - points[1]) < TEN:
            return say("A high trump was wasted on a trick that it did not take.")
    best = bits(made.cards)[0] if takes[0] or not state.trick else state.best if ours else -1
    return _trick(
        takes,
        points,
        trumps,
        leads=not state.trick,
        last=last,
        ours=ours,
        helped=rules.seats == 4 and len(state.trick) == 1,
        safe=best >= 0 and not suits.beaters[best] & _elsewhere(rules, seen),
    )


def _bura(rules: Any, seen: Observation, made: Move, better: Move) -> Text | None:
    state: Any = seen.state
    if made.verb == "claim":
        return say("The points were not enough for a claim.")
    if better.verb == "claim":
        return say("There were points enough to claim the deal.")
    if not (made.cards and better.cards):
        return None
    from cardtable.games.bura.beating import BEATERS

    leads, elsewhere = state.moment != "replies", _elsewhere(rules, seen)
    if leads and better.cards.bit_count() > made.cards.bit_count():
        return say("More cards could have been led at once.")
    return _trick(
        [not leads and rules.wins_over(state, state.best, move.cards) for move in (made, better)],
        [points_of(move.cards) for move in (made, better)],
        [move.cards & _trumps(seen) for move in (made, better)],
        leads=leads,
        last=not leads and len(state.plays) == rules.seats - 1,
        ours=False,
        safe=any(not BEATERS[state.trump][card] & elsewhere for card in bits(made.cards)),
    )


def _elsewhere(rules: AnyRules, seen: Observation) -> Cards:
    """The cards that others may hold, for all that the seat knows."""
    places = seen.state.places
    gone = places[seen.seat]
    for cards in places[rules.seats :]:
        gone |= cards
    return rules.all_cards & ~gone


def _trick(
    takes: list[bool],
    points: list[int],
    trumps: list[Cards],
    *,
    leads: bool,
    last: bool,
    ours: bool,
    helped: bool = False,
    safe: bool = False,
) -> Text | None:
    """In a game in which tricks with points are good: of the move made, and of the better one.

    The trick is `ours` so far, by the partner's card; or the partner is still to play, and may take it (`helped`). It
    is `safe` where nobody can hold what beats the best card after the move made.
    """
    if not leads:
        if takes[1] and not takes[0]:
            return say("A certain trick was missed.") if last else say("The trick could have been taken.")
        if takes[0] and not takes[1] and last:
            if ours:
                return say("The trick was the partner's already.")
            return say("The trick was not worth the card that took it.")
        if not any(takes) and ours and points[0] < points[1]:
            return say("The partner's trick could have been given more points.")
        if not any(takes) and not ours and not helped and points[0] > points[1]:
            return say("Points were given away.")
    if trumps[0] and not trumps[1]:
        return say("A trump was spent too early.")
    if trumps[1] and not trumps[0]:
        return say("Here a trump was worth its price.")
    if points[0] > points[1] and not last and not safe:
        return say("Points were put at risk.")
    return None


def _king(rules: Any, seen: Observation, made: Move, better: Move) -> Text | None:
    from cardtable.games.king.contracts import CONTRACTS

    state: Any = seen.state
    if not (made.cards and better.cards) or state.moment != "play":
        return None
    contract = CONTRACTS.get(state.contract)
    good = contract is not None and contract.sign > 0
    alike = _suits(made) == _suits(better)
    higher = _height(rules, seen, made) - _height(rules, seen, better)
    if not state.trick:
        # Of two suits it may be the suit that was wrong, and not how high the card was.
        if not alike or not higher:
            return None
        if higher > 0:
            return say("Led too high.")
        return say("A higher lead would have won more.") if good else say("The high card should have gone now.")
    wins = [
        rules.winner_of((*state.trick, bits(move.cards)[0]), state.trump, state.led) == len(state.trick)
        for move in (made, better)
    ]
    last = len(state.trick) == rules.seats - 1
    if wins[0] and not wins[1]:
        if not good:
            return say("The trick could have been ducked.")
        return say("The trick was not worth its card.") if last else None
    if wins[1] and not wins[0]:
        if not good:
            return say("It was cheaper to take this trick.") if last else None
        return say("A certain trick was missed.") if last else say("The trick could have been taken.")
    if good or any(wins) or not _is_more_dangerous(rules, seen, better, made):
        return None
    return say("A more dangerous card could have been got rid of.")


def _is_more_dangerous(rules: Any, seen: Observation, move: Move, other: Move) -> bool:
    """Whether the card of a move is surely worse to keep than another: by what counts, else by how high it is."""
    counted: Cards = rules.count(seen.state).cards
    costs, other_costs = bool(move.cards & counted), bool(other.cards & counted)
    return costs if costs != other_costs else _height(rules, seen, move) > _height(rules, seen, other)


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


def _one_oh_one(rules: Any, seen: Observation, made: Move, better: Move) -> Text | None:
    # Also where nobody must lay what they could, or a drawn card may be kept.
    if made.verb == "take":
        return say("A seven could have been laid on it.")
    if made.verb in IDLE and better.cards:
        return say("There was a card to lay.")
    if made.cards and better.verb in (*IDLE, "take"):
        return say("That card was worth keeping.")
    orders = rules.order_cards if rules.options.order_card_anywhere else 0
    if made.cards & orders and not better.cards & orders:
        return say("That card was worth keeping: it goes on anything, and orders a suit.")
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
