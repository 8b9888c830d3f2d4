"""Refusals of Durak moves: the rule that the move breaks, and a sentence saying how."""

from __future__ import annotations

from cardtable.cards import (
    PACK,
    RANK_MATES,
    SPADES,
    SUIT_CARDS,
    Card,
    Cards,
    bits,
    cards_of,
    cards_text,
    only_card,
    rank_of,
    suit_of,
)
from cardtable.engine.moves import Move, Seat
from cardtable.engine.refusals import aimed, not_held, nothing_chosen, several, with_cards
from cardtable.engine.rules import Reason
from cardtable.engine.text import Faces, Ranks, Text, Who, faces, say, say_count
from cardtable.games.durak import cheating
from cardtable.games.durak.ranking import ACE, JOKERS
from cardtable.games.durak.rules import DurakRules
from cardtable.games.durak.state import DurakState

_JOKER = say("Jokers only cover here; they may not be laid to attack.")
_RULE_OF = {
    "attack": "D-14",
    "cover": "D-16",
    "throw": "D-19",
    "add": "D-19",
    "transfer": "D-40",
    "show": "D-47",
    "cheat_cover": "D-73",
    "cheat_transfer": "D-73",
    "take": "D-16",
    "pass": "D-22",
    "hold": "D-25",
    "turn": "D-76",
    "exchange": "D-87",
}
"""For each verb, the rule that defines it."""
_WITHOUT_CARDS = ("take", "pass", "hold", "turn", "exchange")
_AIMED = ("cover", "cheat_cover")


def reason(rules: DurakRules, state: DurakState, seat: Seat, move: Move) -> Reason:
    """Why an illegal move is refused, using only what the seat may know."""
    verb = move.verb
    if verb == "accuse":
        return _accuse(rules, state, seat, move)
    if seat != state.to_act[0]:
        return _whose_turn(rules, state)
    rule, hand = _RULE_OF[verb], state.places[seat]
    wrong = _wrong_time(rules, state, verb) or (None if verb in _AIMED else aimed(rule, move))
    if verb in _WITHOUT_CARDS:
        wrong = wrong or with_cards(rule, move)
    else:
        wrong = wrong or nothing_chosen(rule, move) or _twin_held(hand, move) or not_held(rule, hand, move)
    if wrong:
        return wrong
    if verb == "attack":
        return _attack(rules, state, seat, move)
    if verb in ("throw", "add"):
        return _throw(rules, state, seat, move)
    if verb == "exchange":
        return _exchange(rules, state, hand)
    if verb == "transfer" and rules.options.transfer_cards == "several":
        return _transfer(rules, state, seat, move)
    if wrong := several(rule, move):
        return wrong
    match verb:
        case "cover":
            return _cover(rules, state, move)
        case "cheat_cover" | "cheat_transfer":
            return _cheat(rules, state, seat, move)
    return _transfer(rules, state, seat, move)


def _twin_held(hand: Cards, move: Move) -> Reason | None:
    """Refuses a card that is not in the hand although its twin from the other pack is (D-67)."""
    for missing in bits(move.cards & ~hand):
        twins = cards_of(card for card in bits(hand & ~move.cards) if card % PACK == missing % PACK)
        if twins:
            text = say(
                "Of the {cards} of both packs you hold the other one: write {other}.",
                cards=Faces((missing,)),
                other=cards_text(twins),
            )
            return _RULE_OF[move.verb], text
    return None


def _accuse(rules: DurakRules, state: DurakState, seat: Seat, move: Move) -> Reason:
    if not (rules.options.cheating and rules.options.catching):
        return "D-74", say("Nobody is accused at this table.")
    if seat not in state.to_act:
        if seat >= 0 and state.barred >> seat & 1:
            return "D-74", say("After a false accusation you may not accuse again in this bout.")
        return "D-74", say("There is nothing that you may accuse.")
    allowed = faces(cheating.accusable(rules, state, seat))
    return aimed("D-74", move) or ("D-74", say("Accuse one cover or transfer of this bout: {cards}.", cards=allowed))


def _cheat(rules: DurakRules, state: DurakState, seat: Seat, move: Move) -> Reason:
    if state.caught >> seat & 1:
        return "D-74", say("You were caught: no more cheating in this bout.")
    if not cheating.may_cheat(rules, state, seat):
        return "D-73", say("You have no cheats left in this deal.")
    card = only_card(move.cards)
    if move.verb == "cheat_cover":
        if move.arg < 0 or not state.uncovered >> move.arg & 1:
            return "D-16", say("Choose an open attack card to cover.")
        cards = {"card": Faces((card,)), "attack": Faces((move.arg,))}
        return "D-73", say("{card} beats {attack} anyway: no cheat is needed.", **cards)
    ban = rules.transfer_ban(state, ranks_matter=False)
    if ban is not None:
        return ban, _BANS[ban]
    if move.cards & rules.never_transfers(state, seat):
        return _never(rules, card)
    if cheating.is_rank_transfer(state.uncovered, card):
        return "D-73", say("{card} transfers anyway: no cheat is needed.", card=Faces((card,)))
    return _no_room(rules, state, 1)


def _exchange(rules: DurakRules, state: DurakState, hand: Cards) -> Reason:
    """The reason why the lowest trump cannot be exchanged now (D-87)."""
    match rules.exchange_ban(state, hand):
        case "bout":
            return "D-87", say("Nothing is exchanged in the first bout of a deal.")
        case "stock":
            return "D-87", say("There is no card turned up under the stock any more.")
        case "rank" if state.trump < 0:
            return "D-87", say("Without trumps nothing is exchanged.")
        case "rank":
            return "D-87", say("{card} lies there already: no trump is lower.", card=Faces((state.turn_up,)))
    lowest = Faces((only_card(rules.lowest_trumps[state.trump] & ~(~0 << PACK)),))
    return "D-87", say("Only the lowest trump, {card}, is exchanged, and you do not hold it.", card=lowest)


def _whose_turn(rules: DurakRules, state: DurakState) -> Reason:
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
    if state.uncovered and not (state.room and rules.options.throw_timing == "all_covered"):
        return "D-16", say("It is {who}'s turn to defend.", who=who)
    if state.uncovered:
        return "D-16", say("It is {who}'s turn to defend; cards are added once all are covered.", who=who)
    return "D-22", say("{who} has the word.", who=who)


def _wrong_time(rules: DurakRules, state: DurakState, verb: str) -> Reason | None:
    """The refusal of a verb that does not belong to this moment."""
    if verb == "turn" and not rules.options.lead_from_stock:
        return "D-76", say("No bout is opened from the stock at this table.")
    if verb == "exchange" and rules.options.trump_exchange == "off":
        return "D-87", say("No trump is exchanged at this table.")
    if not state.attacks:
        if verb == "turn" and not state.stock:
            return "D-76", say("The stock is empty.")
        if verb not in ("attack", "turn", "exchange"):
            return "D-14", say("You open this bout: lay a card.")
    elif state.calling:
        if verb != "pass":
            return "D-74", say("The bout is beaten: accuse a card, or pass.")
    elif state.self_asked:
        if verb not in ("throw", "pass"):
            return "D-75", say("Add a card against yourself, or pass.")
    elif state.taking:
        if verb not in ("throw", "add", "pass"):
            return "D-24", say("{who} takes: add cards or pass.", who=Who(state.defender))
    elif state.asking:
        if verb not in ("throw", "add", "hold"):
            rule = "D-22" if rules.options.throw_timing == "all_covered" else "D-25"
            return rule, say("You may throw in now, or hold and let {who} go on.", who=Who(state.defender))
    elif not state.uncovered:
        if verb not in ("throw", "add", "pass"):
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


def _attack(rules: DurakRules, state: DurakState, seat: Seat, move: Move) -> Reason:
    count = move.cards.bit_count()
    if move.cards & rules.banned_attacks and (count > 1 or state.places[seat] & ~rules.banned_attacks):
        return "D-63", _JOKER
    if move.cards & ~RANK_MATES[only_card(move.cards)]:
        return "D-14", say("Cards that open a bout are of one rank.")
    if count > rules.opening_most:
        text = say_count(
            "Here a bout opens with one card.", "Here a bout opens with at most {count} cards.", rules.opening_most
        )
        return "D-14", text
    return _too_many(rules, state)


def _throw(rules: DurakRules, state: DurakState, seat: Seat, move: Move) -> Reason:
    count = move.cards.bit_count()
    if move.cards & rules.banned_attacks:
        return "D-63", _JOKER
    strange = move.cards & ~state.ranks
    if strange:
        text = say(
            "Only ranks on the table may be thrown in ({ranks}): not {cards}.",
            ranks=Ranks(state.table_ranks),
            cards=faces(strange),
        )
        return "D-19", text
    if state.self_asked:
        return "D-75", say("You may add one card at a time against yourself.")
    if move.verb == "add" and count > 1:
        return "D-22", say("Cards are added one by one; several at once are thrown in.")
    if move.verb == "add" and not rules.throws_one_by_one(state, seat):
        return "D-22", say("So few cards fit that they are thrown in together, not added one by one.")
    if not state.taking and count > rules.throw_most:
        return "D-22", say("Here cards are thrown in one at a time.")
    return _too_many(rules, state)


def _too_many(rules: DurakRules, state: DurakState) -> Reason:
    """Refuses more attack cards than the defender's hand or the limit of the bout allows (D-13)."""
    hand = state.size(state.defender)
    if rules.options.hand_limit == "on" and hand - state.uncovered.bit_count() <= state.room:
        text = say_count(
            "{who} has only {count} card to defend with.",
            "{who} has only {count} cards to defend with.",
            hand,
            who=Who(state.defender),
        )
        return "D-13", text
    return "D-13", _limit(state)


def _limit(state: DurakState) -> Text:
    return say_count(
        "This bout has at most {count} attack card.", "This bout has at most {count} attack cards.", state.limit
    )


def _cover(rules: DurakRules, state: DurakState, move: Move) -> Reason:
    card, attack = only_card(move.cards), move.arg
    if attack < 0 or not state.uncovered >> attack & 1:
        if attack in state.attacks:
            return "D-16", say("{card} is covered already.", card=Faces((attack,)))
        return "D-16", say("Choose an open attack card to cover.")
    cards = {"card": Faces((card,)), "attack": Faces((attack,))}
    if JOKERS >> attack & 1:
        if rules.options.transfer and not rules.banned_attacks:
            return "D-63", say("Nothing beats a joker: take it, or hand it on with another one.")
        return "D-63", say("Nothing beats a joker: take it.")
    if JOKERS >> card & 1:
        return "D-62", say("{card} beats only cards of its colour, not {attack}.", **cards)
    if rules.options.spades_only_by_spades and suit_of(attack) == SPADES and suit_of(card) != SPADES:
        return "D-15", say("Spades are beaten by spades only: {card} is none.", **cards)
    if card % PACK == attack % PACK:
        return "D-67", say("{card} does not beat the same card of the other pack.", **cards)
    if suit_of(card) == suit_of(attack):
        return "D-15", say("{card} is lower than {attack}.", **cards)
    if state.trump < 0:
        return "D-15", say("{card} is of another suit than {attack}, and there are no trumps.", **cards)
    if SUIT_CARDS[state.trump] >> attack & 1:
        if rules.options.low_trump_over_ace and rank_of(attack) == ACE:
            return "D-88", say("{attack} is the ace of trumps: the lowest trump beats it, not {card}.", **cards)
        return "D-15", say("{attack} is a trump: only a higher trump beats it, not {card}.", **cards)
    return "D-15", say("{card} is neither of the suit of {attack} nor a trump.", **cards)


def _transfer(rules: DurakRules, state: DurakState, seat: Seat, move: Move) -> Reason:
    ban = rules.transfer_ban(state)
    if ban is not None:
        return ban, _BANS[ban]
    attack, never = only_card(state.uncovered), rules.never_transfers(state, seat)
    if move.cards & rules.banned_attacks:
        return _never(rules, only_card(move.cards & rules.banned_attacks))
    if move.cards & ~RANK_MATES[attack]:
        rank = Ranks((rank_of(attack),))
        return "D-40", say("Only a card of the rank attacked with ({rank}) transfers.", rank=rank)
    if move.verb == "transfer":
        shown = move.cards & never
        return _never(rules, only_card(shown)) if shown else _no_room(rules, state, move.cards.bit_count())
    card = only_card(move.cards)
    if state.trump < 0:
        return "D-49", say("Without trumps there are no travel cards.")
    if suit_of(card) != state.trump:
        return "D-47", say("Only the trump of this rank may be shown.")
    if rules.has_travelled(state, seat):
        return "D-48", say("You have shown a travel card already.")
    return _no_room(rules, state, 0)


def _never(rules: DurakRules, card: Card) -> Reason:
    """Refuses a card that can never transfer: a joker, or a travel card that was shown (D-48, D-63)."""
    if rules.banned_attacks >> card & 1:
        return "D-63", _JOKER
    return "D-48", say("{card} was shown before and cannot transfer again.", card=Faces((card,)))


def _no_room(rules: DurakRules, state: DurakState, added: int) -> Reason:
    """Refuses a transfer with this many cards because of the limit or the target's hand (D-44, D-89)."""
    if added and len(state.attacks) + added > state.limit:
        return "D-44", _limit(state)
    target = rules.transfer_target(state)
    assert target is not None
    if not state.size(target.player):
        return "D-44", say("{who} has no cards to defend with.", who=Who(target.player))
    text = say_count(
        "{who} has only {count} card, too few for this attack.",
        "{who} has only {count} cards, too few for this attack.",
        state.size(target.player),
        who=Who(target.player),
    )
    return "D-44", text


_BANS = {
    "D-40": say("Transfer before covering anything, and only when the attack is of one rank."),
    "D-42": say("No transfers in the first bout."),
    "D-43": say("Nobody else is left to transfer to."),
    "D-45": say("No transfers while a trump lies on the table."),
    "D-75": say("Cover the card that you added against yourself, or take."),
    "D-46": say("All open cards must be of one rank to transfer."),
}
