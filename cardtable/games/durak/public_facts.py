"""The public facts of a deal of Durak as texts, under the names that position files use."""

from __future__ import annotations

from cardtable.cards import RANKS, SUITS, card_text, cards_text
from cardtable.engine.draft import Facts, seat_text
from cardtable.engine.moves import Seat
from cardtable.engine.scene import NO_CARD
from cardtable.engine.text import mark
from cardtable.games.durak.ranking import first_step
from cardtable.games.durak.rules import DurakRules
from cardtable.games.durak.state import NO_LIMIT, DurakState, Transfer

FORM = (
    mark("""\
Durak (every fact but the last three may be expected too):
  trump = "h"                the trump suit; "none": no trumps; needed unless turn_up is given
  turn_up = "6h"             the card that fixed trumps, or that there are none; with a stock it lies at its end
                             (unless given, some card that does); stays a fact after it was drawn
  table = "8s/9s 9d"         8s covered by 9s, and 9d open
"""),
    mark("""\
  attacker = "P0"            P, the principal attacker; P0 unless given - but in bout 1 with an empty table found
                             by the cards or by `previous` (D-09 to D-11)
  defender = "P1"            follows from the attacker
  attacker_seat = "P2"       with teams: the seat of a partner who is out, from which the attacker acts
  defender_seat = "P3"       the same for the defender
  opener = "P0"              who opened the bout, when the attack was transferred since
  bout = 2                   1 is the first bout of the deal; 2 unless given
  first_deal = true          the first deal of the match
  beaten_once = false        a bout of this deal has been beaten
"""),
    mark("""\
  taking = false             the defender has said that they take
  asking = ["P2", "P3"]      who is still asked after a take, or in a window of throw_timing
  word = "P2"                who has the word when everything is covered
  passed = ["P0"]            who has passed in this bout
  thrower = "P2"             who threw in last in this bout
  shown = ["P1 8h"]          travel cards shown in their scope
  out = ["P2"]               who has left, in finishing order
  emptied = ["P3", "P0"]     whose hands ran out in this bout while the stock may fill them, in order
  limit = 6                  L of D-13 in this bout, or "none"; needed only where it hangs on a stock that a card was
                             turned from since the bout began (D-76)
  dealer = "P2"              the last seat unless given, or the fool of `previous` where the loser deals
"""),
    mark("""\
  self_asked = false         the defender is asked whether to add a card against themselves (D-75)
  self_thrown = "Td"         the attack cards that were added so; an open one is covered, or all is taken
  cheated = "0 1"            cheats spent by player; expected as a list (D-73)
  caught = ["P1"]            who was caught in this bout
  barred = ["P2"]            who accused falsely in this bout
  calling = ["P2"]           who is still asked in the last call before a beaten bout closes (D-74)
  handed = "Jc over 9s from P0"    the laid transfer that may still be accused, the attack cards that were open before
                             it, and who attacked ("from P0 at P2": acting from the seat of P2)
  settled = "7h"             covers from before a transfer, which cannot be accused any more (`handed` aside)
  needs = "6 7"              by player the epaulette needed next; expected as a list (D-72)
  idle_takes = 0             bouts taken in a row without a draw (D-37)
"""),
    mark("""\
only expected: room (cap), throwers (E), draw_order, fool, losers, drawn, epaulettes (how many were hung on the fool),
awarded (who climbed a step of the ladder)
only put down:
  previous = "fool P2, first P0"   how the deal before ended, for the first attacker of this one (or "drawn")
  open = "8h 9c"             cards in hands that everybody has seen
  discard = "6s 6d"          cards known to be beaten off; what lies nowhere else is added when the stock is given
"""),
)


def facts(rules: DurakRules, state: DurakState) -> Facts:
    """The public facts of a deal, under the names of `FORM`."""

    def seats(numbers: tuple[Seat, ...] | list[Seat]) -> list[str]:
        return [seat_text(seat) for seat in numbers]

    def seat_or_none(seat: Seat) -> str:
        return seat_text(seat) if seat >= 0 else "none"

    ladder = rules.options.epaulettes == "ladder"
    word = (
        not state.taking
        and not state.self_asked
        and not state.asking
        and not state.uncovered
        and state.attacks
        and state.to_act
    )
    return {
        "trump": SUITS[state.trump] if state.trump >= 0 else "none",
        "turn_up": card_text(state.turn_up) if state.turn_up >= 0 else "none",
        "table": table_text(state),
        "attacker": seat_text(state.attacker),
        "attacker_seat": seat_text(state.attacker_seat),
        "defender": seat_text(state.defender),
        "defender_seat": seat_text(state.defender_seat),
        "opener": seat_text(state.opener),
        "bout": state.bout,
        "first_deal": state.first_deal,
        "beaten_once": state.beaten_once,
        "taking": state.taking,
        "asking": seats(state.asking),
        "word": seat_text(state.to_act[0]) if word else "none",
        "passed": [seat_text(seat) for seat in range(rules.seats) if state.passed >> seat & 1],
        "thrower": seat_or_none(state.thrower),
        "shown": [f"{seat_text(seat)} {card_text(card)}" for seat, card in state.shown],
        "out": seats(state.out),
        "emptied": seats(state.emptied),
        "dealer": seat_text(state.dealer),
        "idle_takes": state.idle_takes,
        "limit": state.limit if state.limit < NO_LIMIT else "none",
        "room": state.room,
        "throwers": seats(rules.throwers(state)),
        "draw_order": seats(rules.draw_order(state)),
        "fool": seat_or_none(state.fool),
        "losers": [seat_text(seat) for seat in range(rules.seats) if state.losers >> seat & 1],
        "epaulettes": state.epaulettes,
        "awarded": seat_or_none(state.awarded),
        "needs": [rank_text(rules, step) for step in state.needs] if ladder else [],
        "self_asked": state.self_asked,
        "self_thrown": cards_text(state.self_thrown),
        "cheated": list(state.cheated) if rules.options.cheating else [],
        "caught": [seat_text(seat) for seat in range(rules.seats) if state.caught >> seat & 1],
        "barred": [seat_text(seat) for seat in range(rules.seats) if state.barred >> seat & 1],
        "calling": seats(state.calling),
        "handed": _handed_text(state.handed) if state.handed is not None else "none",
        "settled": cards_text(state.settled if state.handed is None else state.handed.settled),
        "drawn": not state.to_act and state.fool < 0,
    }


def _handed_text(handed: Transfer) -> str:
    """`"Jc over 9s from P0"`."""
    before = handed.parts
    at = "" if before.attacker == before.attacker_seat else f" at {seat_text(before.attacker_seat)}"
    return f"{card_text(handed.card)} over {cards_text(handed.uncovered)} from {seat_text(before.attacker)}{at}"


def rank_text(rules: DurakRules, step: int) -> str:
    """The rank of a step of the ladder, as it is written."""
    return RANKS[min(first_step(rules.options) + step, len(RANKS) - 1)]


def table_text(state: DurakState) -> str:
    """`"8s/9s 9d"`: 8s covered by 9s, and 9d open."""
    return " ".join(
        card_text(attack) if cover == NO_CARD else f"{card_text(attack)}/{card_text(cover)}"
        for attack, cover in zip(state.attacks, state.covers, strict=True)
    )
