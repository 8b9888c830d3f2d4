"""Why a move of Durak is refused: the rule it breaks, and the sentence that says how."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardtable.cards import RANK_MATES, SUIT_CARDS, only_card, rank_of, suit_of
from cardtable.engine.moves import Move, Seat
from cardtable.engine.rules import RuleBroken
from cardtable.engine.scene import NO_CARD
from cardtable.engine.text import Faces, Ranks, Text, Who, faces, say, say_count

if TYPE_CHECKING:
    from cardtable.games.durak.rules import DurakRules
    from cardtable.games.durak.state import DurakState

_WITH_CARDS = {"attack", "cover", "throw", "transfer", "show"}


def table_ranks(state: DurakState) -> Ranks:
    """The ranks on the table, lowest first."""
    cards = {*state.attacks, *state.covers} - {NO_CARD}
    return Ranks(tuple(sorted({rank_of(card) for card in cards})))


def why_not(rules: DurakRules, state: DurakState, seat: Seat, move: Move) -> RuleBroken | None:
    """Why this seat may not make this move, from what it may know; None exactly when the move is legal."""
    if not state.to_act:
        return RuleBroken("D-35", say("The deal is over."))
    if seat not in state.to_act:
        return RuleBroken(*_whose_turn(rules, state))
    if move.verb not in rules.verbs:
        return RuleBroken("D-16", say("Durak has no move {verb}.", verb=move.verb))
    wrong = _wrong_time(rules, state, move.verb)
    if wrong is not None:
        return RuleBroken(*wrong)
    if move.verb != "cover" and move.arg:
        return RuleBroken("D-16", say("This move is not aimed at a card."))
    if move.verb not in _WITH_CARDS:
        return RuleBroken("D-16", say("No card goes with this move.")) if move.cards else None
    rule = {"attack": "D-14", "cover": "D-16", "throw": "D-19", "transfer": "D-40", "show": "D-47"}[move.verb]
    if not move.cards:
        return RuleBroken(rule, say("Choose a card first."))
    missing = move.cards & ~state.places[seat]
    if missing:
        return RuleBroken(rule, say("You do not hold {cards}.", cards=faces(missing)))
    if move.verb == "attack":
        return _attack(rules, state, move)
    if move.verb == "throw":
        return _throw(rules, state, move)
    if move.cards & (move.cards - 1):
        return RuleBroken(rule, say("One card at a time: it may not be {cards} at once.", cards=faces(move.cards)))
    if move.verb == "cover":
        return _cover(rules, state, move)
    return _transfer(rules, state, seat, move)


def _whose_turn(rules: DurakRules, state: DurakState) -> tuple[str, Text]:
    who = Who(state.to_act[0])
    if not state.attacks:
        return "D-12", say("It is {who}'s turn to attack.", who=who)
    if state.taking:
        return "D-24", say("{who} is asked first whether to add cards.", who=who)
    if state.asking:
        return "D-25", say("{who} is asked first whether to throw in.", who=who)
    if state.uncovered and not rules.options.throw_in:
        return "D-16", say("It is {who}'s turn to defend.", who=who)
    if state.uncovered:
        return "D-16", say("It is {who}'s turn to defend; cards are added once all are covered.", who=who)
    return "D-22", say("{who} has the word.", who=who)


def _wrong_time(rules: DurakRules, state: DurakState, verb: str) -> tuple[str, Text] | None:
    """The refusal of a verb that does not belong to this moment."""
    if not state.attacks:
        if verb != "attack":
            return "D-14", say("You open this bout: lay a card.")
    elif state.taking:
        if verb not in ("throw", "pass"):
            return "D-24", say("{who} takes: add cards or pass.", who=Who(state.defender))
    elif state.asking:
        if verb not in ("throw", "hold"):
            return "D-25", say("You may throw in now, or hold and let {who} go on.", who=Who(state.defender))
    elif not state.uncovered:
        if verb not in ("throw", "pass"):
            return "D-22", say("Everything is covered: throw in or pass.")
    elif verb in ("transfer", "show") and not rules.options.transfer:
        return "D-40", say("Transfers are not played at this table.")
    elif verb == "show" and not rules.options.travel_card:
        return "D-47", say("Travel cards are not played at this table.")
    elif verb not in ("cover", "transfer", "show", "take"):
        return "D-16", say("You defend: cover a card or take.")
    return None


def _attack(rules: DurakRules, state: DurakState, move: Move) -> RuleBroken | None:
    count = move.cards.bit_count()
    if move.cards & ~RANK_MATES[only_card(move.cards)]:
        return RuleBroken("D-14", say("Cards that open a bout are of one rank."))
    if count > rules.opening_most:
        return RuleBroken(
            "D-14",
            say_count(
                "Here a bout opens with one card.", "Here a bout opens with at most {count} cards.", rules.opening_most
            ),
        )
    return _too_many(rules, state, count)


def _throw(rules: DurakRules, state: DurakState, move: Move) -> RuleBroken | None:
    count = move.cards.bit_count()
    strange = move.cards & ~state.ranks
    if strange:
        return RuleBroken(
            "D-19",
            say(
                "Only ranks on the table may be thrown in ({ranks}): not {cards}.",
                ranks=table_ranks(state),
                cards=faces(strange),
            ),
        )
    if not state.taking and count > rules.throw_most:
        return RuleBroken("D-22", say("Here cards are thrown in one at a time."))
    return _too_many(rules, state, count)


def _too_many(rules: DurakRules, state: DurakState, count: int) -> RuleBroken | None:
    room = state.room
    if count <= room:
        return None
    hand = state.size(state.defender)
    if hand - state.uncovered.bit_count() <= room:
        text = say_count(
            "{who} has only {count} card to defend with.",
            "{who} has only {count} cards to defend with.",
            hand,
            who=Who(state.defender),
        )
    else:
        text = say_count(
            "This bout has at most {count} attack card.", "This bout has at most {count} attack cards.", state.limit
        )
    return RuleBroken("D-13", text)


def _cover(rules: DurakRules, state: DurakState, move: Move) -> RuleBroken | None:
    card = only_card(move.cards)
    attack = move.arg
    if not attack >= 0 or not state.uncovered >> attack & 1:
        if attack in state.attacks:
            return RuleBroken("D-16", say("{card} is covered already.", card=Faces((attack,))))
        return RuleBroken("D-16", say("Choose an open attack card to cover."))
    if rules.beats(state.trump, card, attack):
        return None
    cards = {"card": Faces((card,)), "attack": Faces((attack,))}
    if suit_of(card) == suit_of(attack):
        return RuleBroken("D-15", say("{card} is lower than {attack}.", **cards))
    if state.trump < 0:
        return RuleBroken("D-15", say("{card} is of another suit than {attack}, and there are no trumps.", **cards))
    if SUIT_CARDS[state.trump] >> attack & 1:
        return RuleBroken("D-15", say("{attack} is a trump: only a higher trump beats it, not {card}.", **cards))
    return RuleBroken("D-15", say("{card} is neither of the suit of {attack} nor a trump.", **cards))


def _transfer(rules: DurakRules, state: DurakState, seat: Seat, move: Move) -> RuleBroken | None:
    ban = rules.transfer_ban(state)
    if ban is not None:
        return RuleBroken(ban, _BANS[ban])
    card = move.cards
    rank = Ranks((rank_of(only_card(state.uncovered)),))
    if card & ~RANK_MATES[only_card(state.uncovered)]:
        return RuleBroken("D-40", say("Only a card of the rank attacked with ({rank}) transfers.", rank=rank))
    laid, shown = rules.transfer_cards(state, seat)
    if card & (shown if move.verb == "show" else laid):
        return None
    if move.verb == "show":
        if state.trump < 0:
            return RuleBroken("D-49", say("Without trumps there are no travel cards."))
        if card & ~SUIT_CARDS[state.trump]:
            return RuleBroken("D-47", say("Only the trump of this rank may be shown."))
        if rules.has_travelled(state, seat):
            return RuleBroken("D-48", say("You have shown a travel card already."))
    elif rules.options.travel_again == "no_transfer" and (seat, only_card(card)) in state.shown:
        return RuleBroken("D-48", say("{card} was shown before and cannot transfer again.", card=faces(card)))
    elif len(state.attacks) + 1 > state.limit:
        return RuleBroken(
            "D-44",
            say_count(
                "This bout has at most {count} attack card.", "This bout has at most {count} attack cards.", state.limit
            ),
        )
    target = rules.transfer_target(state)
    assert target is not None
    return RuleBroken(
        "D-44",
        say_count(
            "{who} has only {count} card, too few for this attack.",
            "{who} has only {count} cards, too few for this attack.",
            state.size(target),
            who=Who(target),
        ),
    )


_BANS = {
    "D-40": say("Transfer before covering anything, and only when the attack is of one rank."),
    "D-42": say("No transfers in the first bout."),
    "D-43": say("Nobody else is left to transfer to."),
    "D-45": say("No transfers while a trump lies on the table."),
    "D-46": say("All open cards must be of one rank to transfer."),
}
