"""Why a move of the ladder game is refused: the rule it breaks, and the sentence that says how."""

from __future__ import annotations

from cardtable.cards import RANK_MATES, SUIT_CARDS, SUITS, Cards, only_card, rank_of, suit_of
from cardtable.engine.moves import DEALER, Move, Seat
from cardtable.engine.rules import Reason
from cardtable.engine.scene import NO_CARD
from cardtable.engine.text import Faces, Ranks, Suit, Text, Who, faces, say, say_count
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
"""By moment what the seat that is asked may do."""
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
"""By moment the rule that says what is due."""
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


def reason(rules: PalaceRules, state: PalaceState, seat: Seat, move: Move) -> Reason | None:
    """Why this seat may not make this move, from what it may know; None exactly when the move is legal."""
    verb = move.verb
    if seat == DEALER or state.to_act[0] == DEALER:
        return ("G-51", say("The suit is drawn by lot."))
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
    if verb not in _AIMED and move.arg:
        return (rule, say("This move is not aimed at anything."))
    if verb in _CARDLESS:
        if move.cards:
            return (rule, say("No card goes with this move."))
        return _cardless(rules, state, seat, move)
    broken = _own_cards(state, seat, move.cards, rule)
    if broken is not None:
        return broken
    if verb == "attack":
        return _attack(rules, state, move.cards)
    if move.cards & (move.cards - 1):
        return (rule, say("One card at a time: it may not be {cards} at once.", cards=faces(move.cards)))
    if verb == "joker":
        return _joker(rules, state, seat, move)
    return _cover(rules, state, move) if verb == "cover" else _throw(rules, state, seat, move.cards)


def _own_cards(state: PalaceState, seat: Seat, cards: Cards, rule: str) -> Reason | None:
    if not cards:
        return (rule, say("Choose a card first."))
    missing = cards & ~state.places[seat]
    if missing:
        return (rule, say("You do not hold {cards}.", cards=faces(missing)))
    return None


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
    return _RULES[moment], say("It is the turn of {who}.", who=who)


def _chore_rule(chore: str) -> str:
    """The rule that says whose chore it is."""
    return "G-55" if chore == "look" else "G-53"


def _chore(rules: PalaceRules, state: PalaceState, seat: Seat, move: Move) -> Reason | None:
    chore = move.verb
    what = CHORE[course.CHORES.index(chore)]
    if rules.options.court_chores != "manual":
        return ("G-53", say("Nobody has chores at this table: they are done by themselves."))
    mine = seat == state.to_act[0] and state.moment == chore
    offends = rules.options.etiquette and seat in state.to_act and course.offence(state, seat) == chore
    if mine or offends:
        if move.cards or move.arg:
            return ("G-53", say("No card goes with this move."))
        return None
    if chore == "look" and state.trump < 0:
        return ("G-55", say("Nobody sees the own cards before the king has named trumps."))
    if state.moment == chore:
        return ("G-53", say("{who} has to do this: {chore}.", who=Who(state.to_act[0]), chore=what))
    return ("G-53", say("It is not the time for this: {chore}.", chore=what))


def _show(rules: PalaceRules, state: PalaceState, seat: Seat, move: Move) -> Reason | None:
    if not rules.options.secret_show or state.moment not in _SHOWS:
        return ("G-66", say("No cards are shown now."))
    if state.shown >> seat & 1:
        return ("G-66", say("You have shown a card in this bout already."))
    broken = _own_cards(state, seat, move.cards, "G-66")
    if broken is not None:
        return broken
    if move.cards & (move.cards - 1):
        return ("G-66", say("Only one card may be shown."))
    if not 0 <= move.arg < rules.seats or move.arg == seat:
        return ("G-66", say("Say to which other player you show it."))
    return None


def _cardless(rules: PalaceRules, state: PalaceState, seat: Seat, move: Move) -> Reason | None:
    verb, arg = move.verb, move.arg
    if verb in ("vote", "trump"):
        if not 0 <= arg < len(SUITS):
            return (_RULES[verb], say("There is no such suit."))
    elif verb == "choose":
        if arg not in course.victims(state, seat):
            return ("G-60", say("Attack another player who holds cards."))
    elif verb == "joker_cover":
        if arg < 0 or not state.uncovered >> arg & 1:
            return ("G-64", say("Choose an open attack card to cover."))
    elif verb == "ask":
        if not course.needs_leave(rules, state, seat):
            return ("G-57", say("You need no leave to throw in."))
        if state.leave >> seat & 1:
            return ("G-57", say("You have the king's leave already."))
        if state.no_leave >> seat & 1:
            return _unasked(state, seat)
        if not rules.throwable(state, seat):
            return ("G-57", say("You hold nothing that could be thrown in."))
    return None


def _attack(rules: PalaceRules, state: PalaceState, cards: Cards) -> Reason | None:
    if cards & JOKERS:
        return ("G-64", say("Nobody attacks with a joker."))
    if cards & ~RANK_MATES[only_card(cards)]:
        return ("G-56", say("Several cards attack only when they are of one rank."))
    count = cards.bit_count()
    if count > 1 and not rules.options.multi_card_attack:
        return ("G-56", say("Attack with one card."))
    if count > state.room:
        return ("G-57", _too_many(state))
    return None


def _too_many(state: PalaceState) -> Text:
    most = len(state.attacks) + state.room
    return say_count("This bout has at most {count} attack card.", "This bout has at most {count} attack cards.", most)


def _joker(rules: PalaceRules, state: PalaceState, seat: Seat, move: Move) -> Reason | None:
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
    if suit == state.trump:
        return ("G-64", say("{suit} are trumps already: name another suit.", suit=Suit(suit)))
    return None


def _throw(rules: PalaceRules, state: PalaceState, seat: Seat, card: Cards) -> Reason | None:
    if card & JOKERS:
        return ("G-64", say("A joker is not thrown in."))
    if not card & state.ranks:
        return ("G-57", say("Only cards of the ranks on the table ({ranks}) are thrown in.", ranks=table_ranks(state)))
    if rules.must_ask(state, seat):
        return _unasked(state, seat)
    return None


def _unasked(state: PalaceState, seat: Seat) -> Reason:
    """Nobody throws in without the leave that he needs, or asks twice."""
    if state.no_leave >> seat & 1:
        return ("G-57", say("The king has refused you in this bout."))
    return ("G-57", say("Ask the king for leave first."))


def _cover(rules: PalaceRules, state: PalaceState, move: Move) -> Reason | None:
    attack, card = move.arg, only_card(move.cards)
    if attack < 0 or not state.uncovered >> attack & 1:
        return ("G-56", say("Choose an open attack card to cover."))
    if move.cards & JOKERS:
        return ("G-64", say("A joker names new trumps; it is not laid on a card like this."))
    if rules.beaters[state.trump][attack] & move.cards:
        return None
    cards = {"card": Faces((card,)), "attack": Faces((attack,))}
    if suit_of(card) == suit_of(attack):
        if rank_of(card) == rank_of(attack):
            return ("G-56", say("{card} is no higher than its twin.", card=Faces((card,))))
        return ("G-56", say("{card} is lower than {attack}.", **cards))
    if SUIT_CARDS[state.trump] >> attack & 1:
        return ("G-56", say("{attack} is a trump: only a higher trump beats it, not {card}.", **cards))
    return ("G-56", say("{card} is neither of the suit of {attack} nor a trump.", **cards))
