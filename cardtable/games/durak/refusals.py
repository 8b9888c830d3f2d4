"""Why a move of Durak is refused: the rule it breaks, and the sentence that says how."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardtable.cards import RANK_MATES, SPADES, SUIT_CARDS, only_card, rank_of, suit_of
from cardtable.engine.moves import Move, Seat
from cardtable.engine.rules import RuleBroken, no_such_move
from cardtable.engine.scene import NO_CARD
from cardtable.engine.text import Faces, Ranks, Text, Who, faces, say, say_count
from cardtable.games.durak import cheating
from cardtable.games.durak.ranking import JOKERS

if TYPE_CHECKING:
    from cardtable.games.durak.rules import DurakRules
    from cardtable.games.durak.state import DurakState

_JOKER = say("Jokers only cover here; they may not be laid to attack.")
_WITH_CARDS = {
    "attack": "D-14",
    "cover": "D-16",
    "throw": "D-19",
    "transfer": "D-40",
    "show": "D-47",
    "cheat_cover": "D-73",
    "cheat_transfer": "D-73",
}
"""By verb that lays or shows cards, the rule that says what it is."""
_AIMED = ("cover", "cheat_cover")


def table_ranks(state: DurakState) -> Ranks:
    """The ranks on the table, lowest first."""
    cards = {*state.attacks, *state.covers} - {NO_CARD}
    return Ranks(tuple(sorted({rank_of(card) for card in cards})))


def why_not(rules: DurakRules, state: DurakState, seat: Seat, move: Move) -> RuleBroken | None:
    """Why this seat may not make this move, from what it may know; None exactly when the move is legal."""
    verb = move.verb
    if not state.to_act:
        return RuleBroken("D-35", say("The deal is over."))
    if verb not in rules.verbs:
        return no_such_move()
    if verb == "accuse":
        return _accuse(rules, state, seat, move)
    if seat != state.to_act[0]:
        return RuleBroken(*_whose_turn(rules, state))
    wrong = _wrong_time(rules, state, verb)
    if wrong is not None:
        return RuleBroken(*wrong)
    if verb not in _AIMED and move.arg:
        return RuleBroken("D-16", say("This move is not aimed at a card."))
    if verb not in _WITH_CARDS:
        return RuleBroken("D-16", say("No card goes with this move.")) if move.cards else None
    rule = _WITH_CARDS[verb]
    if not move.cards:
        return RuleBroken(rule, say("Choose a card first."))
    missing = move.cards & ~state.places[seat]
    if missing:
        return RuleBroken(rule, say("You do not hold {cards}.", cards=faces(missing)))
    if verb == "attack":
        return _attack(rules, state, seat, move)
    if verb == "throw":
        return _throw(rules, state, move)
    if move.cards & (move.cards - 1):
        return RuleBroken(rule, say("One card at a time: it may not be {cards} at once.", cards=faces(move.cards)))
    if verb in ("cheat_cover", "cheat_transfer"):
        return _cheat(rules, state, seat, move)
    return _cover(rules, state, move) if verb == "cover" else _transfer(rules, state, seat, move)


def _accuse(rules: DurakRules, state: DurakState, seat: Seat, move: Move) -> RuleBroken | None:
    if not (rules.options.cheating and rules.options.catching):
        return RuleBroken("D-74", say("Nobody is accused at this table."))
    if seat not in state.to_act:
        text = say("After a false accusation you may not accuse again in this bout.")
        return RuleBroken(
            "D-74", text if seat >= 0 and state.barred >> seat & 1 else say("There is nothing that you may accuse.")
        )
    if move.arg:
        return RuleBroken("D-16", say("This move is not aimed at a card."))
    allowed = cheating.accusable(rules, state, seat)
    if move.cards.bit_count() != 1 or not move.cards & allowed:
        return RuleBroken("D-74", say("Accuse one cover or transfer of this bout: {cards}.", cards=faces(allowed)))
    return None


def _cheat(rules: DurakRules, state: DurakState, seat: Seat, move: Move) -> RuleBroken | None:
    if state.caught >> seat & 1:
        return RuleBroken("D-74", say("You were caught: no more cheating in this bout."))
    if not cheating.may_cheat(rules, state, seat):
        return RuleBroken("D-73", say("You have no cheats left in this deal."))
    card = only_card(move.cards)
    honest = RuleBroken("D-73", say("{card} fits: that is no cheat.", card=Faces((card,))))
    if move.verb == "cheat_cover":
        if move.arg < 0 or not state.uncovered >> move.arg & 1:
            return RuleBroken("D-16", say("Choose an open attack card to cover."))
        return honest if rules.beats(state.trump, card, move.arg) else None
    ban = rules.transfer_ban(state, ranks_matter=False)
    if ban is not None:
        return RuleBroken(ban, _BANS[ban])
    if move.cards & cheating.fake_transfer_cards(rules, state, seat):
        return None
    return honest if cheating.is_rank_transfer(state.uncovered, card) else _too_few(rules, state)


def _whose_turn(rules: DurakRules, state: DurakState) -> tuple[str, Text]:
    who = Who(state.to_act[0])
    if not state.attacks:
        return "D-12", say("It is {who}'s turn to attack.", who=who)
    if state.calling:
        return "D-74", say("{who} is asked first whether to accuse.", who=who)
    if state.self_asked:
        return "D-75", say("{who} is asked whether to add a card.", who=who)
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
    if verb == "turn" and not rules.options.lead_from_stock:
        return "D-76", say("No bout is opened from the stock at this table.")
    if not state.attacks:
        if verb == "turn" and not state.stock:
            return "D-76", say("The stock is empty.")
        if verb not in ("attack", "turn"):
            return "D-14", say("You open this bout: lay a card.")
    elif state.calling:
        if verb != "pass":
            return "D-74", say("The bout is beaten: accuse a card, or pass.")
    elif state.self_asked:
        if verb not in ("throw", "pass"):
            return "D-75", say("Add a card against yourself, or pass.")
    elif state.taking:
        if verb not in ("throw", "pass"):
            return "D-24", say("{who} takes: add cards or pass.", who=Who(state.defender))
    elif state.asking:
        if verb not in ("throw", "hold"):
            return "D-25", say("You may throw in now, or hold and let {who} go on.", who=Who(state.defender))
    elif not state.uncovered:
        if verb not in ("throw", "pass"):
            return "D-22", say("Everything is covered: throw in or pass.")
    elif verb in ("cheat_cover", "cheat_transfer") and not rules.options.cheating:
        return "D-73", say("Nobody cheats at this table.")
    elif verb in ("transfer", "show", "cheat_transfer") and not rules.options.transfer:
        return "D-40", say("Transfers are not played at this table.")
    elif verb == "show" and not rules.options.travel_card:
        return "D-47", say("Travel cards are not played at this table.")
    elif verb not in ("cover", "transfer", "show", "cheat_cover", "cheat_transfer", "take"):
        return "D-16", say("You defend: cover a card or take.")
    return None


def _attack(rules: DurakRules, state: DurakState, seat: Seat, move: Move) -> RuleBroken | None:
    count = move.cards.bit_count()
    if move.cards & rules.banned_attacks and (count > 1 or state.places[seat] & ~rules.banned_attacks):
        return RuleBroken("D-63", _JOKER)
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
    if move.cards & rules.banned_attacks:
        return RuleBroken("D-63", _JOKER)
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
    if state.self_asked:
        return None if count == 1 else RuleBroken("D-75", say("You may add one card at a time against yourself."))
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
    if JOKERS >> attack & 1:
        return RuleBroken("D-63", say("Nothing beats a joker: take it, or hand it on with the other one."))
    if JOKERS >> card & 1:
        return RuleBroken("D-62", say("{card} beats only cards of its colour, not {attack}.", **cards))
    if rules.options.spades_only_by_spades and suit_of(attack) == SPADES and suit_of(card) != SPADES:
        return RuleBroken("D-15", say("Spades are beaten by spades only: {card} is none.", **cards))
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
    if card & rules.banned_attacks:
        return RuleBroken("D-63", _JOKER)
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
    return _too_few(rules, state)


def _too_few(rules: DurakRules, state: DurakState) -> RuleBroken:
    """A transfer that the limit or the target's hand forbids (D-44)."""
    if len(state.attacks) + 1 > state.limit:
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
            state.size(target.player),
            who=Who(target.player),
        ),
    )


_BANS = {
    "D-40": say("Transfer before covering anything, and only when the attack is of one rank."),
    "D-42": say("No transfers in the first bout."),
    "D-43": say("Nobody else is left to transfer to."),
    "D-45": say("No transfers while a trump lies on the table."),
    "D-75": say("Cover the card that you added against yourself, or take."),
    "D-46": say("All open cards must be of one rank to transfer."),
}
