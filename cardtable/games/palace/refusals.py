"""Refusals of Palace moves: the rule that the move breaks, and a sentence saying how."""

from __future__ import annotations

from cardtable.cards import RANK_MATES, SUIT_CARDS, SUITS, Cards, only_card, rank_of, suit_of
from cardtable.engine.moves import DEALER, Move, Seat
from cardtable.engine.refusals import aimed, not_held, nothing_chosen, other_turn, several, with_cards
from cardtable.engine.rules import Reason
from cardtable.engine.scene import NO_CARD
from cardtable.engine.text import Faces, Ranks, Suit, Who, faces, say, say_count
from cardtable.games.palace import course
from cardtable.games.palace.rules import PalaceRules
from cardtable.games.palace.state import JOKERS, PalaceState
from cardtable.games.palace.words import CHORE

_VERBS = {
    "vote": ("vote",),
    "trump": ("trump",),
    "choose": ("choose",),
    "attack": ("attack",),
    "defend": ("cover", "joker", "take"),
    "joker": ("joker_cover",),
    "throw": ("throw", "joker", "ask", "pass"),
    "leave": ("allow", "refuse"),
}
"""For each moment, the verbs of the seat that is asked."""
_SHOWS = ("choose", "attack", "defend", "throw", "leave")
_RULES = {
    "vote": "G-51",
    "trump": "G-55",
    "choose": "G-60",
    "attack": "G-56",
    "defend": "G-56",
    "joker": "G-64",
    "throw": "G-57",
    "leave": "G-57",
}
"""For each moment, the rule that says what is due."""
_DUE = {
    "vote": say("Say a suit for the first hand."),
    "trump": say("Name the trump suit first."),
    "choose": say("Say first whom you attack."),
    "attack": say("Attack now."),
    "defend": say("Beat the open cards, or take."),
    "joker": say("Say which card your joker covers."),
    "throw": say("Throw in a card, or pass."),
    "leave": say("Allow the throw-in, or refuse it."),
}
_CARDLESS = ("vote", "trump", "choose", "joker_cover", "take", "pass", "ask", "allow", "refuse")
_AIMED = ("vote", "trump", "choose", "joker_cover", "joker", "cover", "show")


def table_ranks(state: PalaceState) -> Ranks:
    """The ranks on the table, lowest first."""
    cards = [card for card in (*state.attacks, *state.covers) if card != NO_CARD and not JOKERS >> card & 1]
    return Ranks(tuple(sorted({rank_of(card) for card in cards})))


def reason(rules: PalaceRules, state: PalaceState, seat: Seat, move: Move) -> Reason:
    """The rule and the sentence for refusing an illegal move, using only what the seat may know."""
    verb = move.verb
    if seat == DEALER or state.to_act[0] == DEALER:
        return ("G-51", say("The suit is drawn at random."))
    if verb in course.CHORES:
        return _chore(rules, state, seat, move)
    if seat != state.to_act[0]:
        return _whose_turn(state)
    moment = state.moment
    if moment in course.CHORES:
        return (_chore_rule(moment), say("First: {chore}.", chore=CHORE[course.CHORES.index(moment)]))
    if verb == "show":
        return _show(rules, state, seat, move)
    if verb not in _VERBS[moment]:
        return (_RULES[moment], _DUE[moment])
    rule = "G-64" if verb == "joker" else _RULES[moment]
    if verb not in _AIMED and (broken := aimed(rule, move)):
        return broken
    if verb in _CARDLESS:
        return with_cards(rule, move) or _cardless(rules, state, seat, move)
    broken = nothing_chosen(rule, move) or not_held(rule, state.places[seat], move)
    if broken:
        return broken
    if verb == "attack":
        return _attack(rules, state, move.cards)
    if broken := several(rule, move):
        return broken
    if verb == "joker":
        return _joker(rules, state, seat, move)
    return _cover(state, move) if verb == "cover" else _throw(state, seat, move.cards)


def _whose_turn(state: PalaceState) -> Reason:
    who = Who(state.to_act[0])
    moment = state.moment
    if moment in course.CHORES:
        what = CHORE[course.CHORES.index(moment)]
        return _chore_rule(moment), say("First {who} has to do this: {chore}.", who=who, chore=what)
    if moment == "vote":
        return "G-51", say("It is the turn of {who} to say a suit.", who=who)
    if moment == "trump":
        return "G-55", say("First the king {who} names trumps.", who=who)
    if moment == "leave":
        return "G-57", say("The king {who} answers first.", who=who)
    return other_turn(_RULES[moment], state.to_act[0])


def _chore_rule(chore: str) -> str:
    """The rule that says which seat has this chore."""
    return "G-55" if chore == "look" else "G-53"


def _chore(rules: PalaceRules, state: PalaceState, seat: Seat, move: Move) -> Reason:
    chore = move.verb
    what = CHORE[course.CHORES.index(chore)]
    if rules.options.court_chores != "manual":
        return ("G-53", say("Nobody has chores at this table: they are done by themselves."))
    too_much = with_cards("G-53", move) or aimed("G-53", move)
    if too_much and Move(chore) in rules.legal(state, seat):
        return too_much
    if chore == "look" and state.trump < 0:
        return ("G-55", say("Nobody sees the own cards before the king has named trumps."))
    if state.moment == chore:
        return ("G-53", say("{who} has to do this: {chore}.", who=Who(state.to_act[0]), chore=what))
    return ("G-53", say("It is not the time for this: {chore}.", chore=what))


def _show(rules: PalaceRules, state: PalaceState, seat: Seat, move: Move) -> Reason:
    if not rules.options.secret_show or state.moment not in _SHOWS:
        return ("G-66", say("No cards are shown now."))
    if state.shown >> seat & 1:
        return ("G-66", say("You have shown a card in this bout already."))
    broken = nothing_chosen("G-66", move) or not_held("G-66", state.places[seat], move)
    if broken:
        return broken
    if move.cards & (move.cards - 1):
        return ("G-66", say("Only one card may be shown."))
    return ("G-66", say("Say to which other player you show it."))


def _cardless(rules: PalaceRules, state: PalaceState, seat: Seat, move: Move) -> Reason:
    match move.verb:
        case "vote" | "trump" as verb:
            return (_RULES[verb], say("There is no such suit."))
        case "choose":
            return ("G-60", say("Attack another player who holds cards."))
        case "joker_cover":
            return ("G-64", say("Choose an open attack card to cover."))
    # Of the moves without a card or an argument, only asking for leave can be illegal in its moment.
    if not course.needs_leave(rules, state, seat):
        return ("G-57", say("You need no leave to throw in."))
    if state.leave >> seat & 1:
        return ("G-57", say("You have the king's leave already."))
    if state.no_leave >> seat & 1:
        return _unasked(state, seat)
    return ("G-57", say("You hold nothing that could be thrown in."))


def _attack(rules: PalaceRules, state: PalaceState, cards: Cards) -> Reason:
    if cards & JOKERS:
        return ("G-64", say("Nobody attacks with a joker."))
    if cards & ~RANK_MATES[only_card(cards)]:
        return ("G-56", say("Several cards attack only when they are of one rank."))
    if not rules.options.multi_card_attack:
        return ("G-56", say("Attack with one card."))
    most = len(state.attacks) + state.room
    return (
        "G-57",
        say_count("This bout has at most {count} attack card.", "This bout has at most {count} attack cards.", most),
    )


def _joker(rules: PalaceRules, state: PalaceState, seat: Seat, move: Move) -> Reason:
    if move.cards & ~JOKERS:
        return ("G-64", say("{card} is no joker.", card=faces(move.cards)))
    if state.moment == "throw":
        if rules.options.joker_actor != "anyone":
            return ("G-64", say("Only the defender plays jokers."))
        if rules.must_ask(state, seat):
            return _unasked(state, seat)
    suit = move.arg - 1
    if not 0 <= suit < len(SUITS):
        return ("G-64", say("A joker names a trump suit."))
    return ("G-64", say("{suit} are trumps already: name another suit.", suit=Suit(suit)))


def _throw(state: PalaceState, seat: Seat, card: Cards) -> Reason:
    if card & JOKERS:
        return ("G-64", say("A joker is not thrown in."))
    if not card & state.ranks:
        return ("G-57", say("Only cards of the ranks on the table ({ranks}) are thrown in.", ranks=table_ranks(state)))
    return _unasked(state, seat)


def _unasked(state: PalaceState, seat: Seat) -> Reason:
    """Refuses a throw-in without the leave it needs, and a second request for leave."""
    if state.no_leave >> seat & 1:
        return ("G-57", say("The king has refused you in this bout."))
    return ("G-57", say("Ask the king for leave first."))


def _cover(state: PalaceState, move: Move) -> Reason:
    attack, card = move.arg, only_card(move.cards)
    if attack < 0 or not state.uncovered >> attack & 1:
        return ("G-56", say("Choose an open attack card to cover."))
    if move.cards & JOKERS:
        return ("G-64", say("A joker names new trumps; it is not laid on a card like this."))
    cards = {"card": Faces((card,)), "attack": Faces((attack,))}
    if suit_of(card) == suit_of(attack):
        if rank_of(card) == rank_of(attack):
            return ("G-56", say("{card} is no higher than its twin.", card=Faces((card,))))
        return ("G-56", say("{card} is lower than {attack}.", **cards))
    if SUIT_CARDS[state.trump] >> attack & 1:
        return ("G-56", say("{attack} is a trump: only a higher trump beats it, not {card}.", **cards))
    return ("G-56", say("{card} is neither of the suit of {attack} nor a trump.", **cards))
