"""The public facts of a deal of Durak as text, by the names used in position files."""

from __future__ import annotations

from cardtable.cards import RANKS, SUITS, bits, card_text, cards_text
from cardtable.engine.draft import Facts, seat_text
from cardtable.engine.fact_texts import bout_text, card_or_none, seat_or_none, seat_texts
from cardtable.games.durak.ranking import first_step
from cardtable.games.durak.rules import DurakRules
from cardtable.games.durak.state import NO_LIMIT, DurakState, Transfer


def facts(rules: DurakRules, state: DurakState) -> Facts:
    """The public facts of a deal, by their names in positions.txt."""
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
        "turn_up": card_or_none(state.turn_up),
        "table": bout_text(state.attacks, state.covers),
        "attacker": seat_text(state.attacker),
        "attacker_seat": seat_text(state.attacker_seat),
        "defender": seat_text(state.defender),
        "defender_seat": seat_text(state.defender_seat),
        "opener": seat_text(state.opener),
        "bout": state.bout,
        "first_deal": state.first_deal,
        "beaten_once": state.beaten_once,
        "taking": state.taking,
        "asking": seat_texts(state.asking),
        "word": seat_or_none(state.to_act[0] if word else None),
        "passed": seat_texts(bits(state.passed)),
        "thrower": seat_or_none(state.thrower),
        "shown": [f"{seat_text(seat)} {card_text(card)}" for seat, card in state.shown],
        "out": seat_texts(state.out),
        "emptied": seat_texts(state.emptied),
        "dealer": seat_text(state.dealer),
        "idle_takes": state.idle_takes,
        "limit": state.limit if state.limit < NO_LIMIT else "none",
        "room": state.room,
        "throwers": seat_texts(rules.throwers(state)),
        "draw_order": seat_texts(rules.draw_order(state)),
        "fool": seat_or_none(state.fool),
        "losers": seat_texts(bits(state.losers)),
        "epaulettes": state.epaulettes,
        "awarded": seat_or_none(state.awarded),
        "needs": [rank_text(rules, step) for step in state.needs] if ladder else [],
        "self_asked": state.self_asked,
        "self_thrown": cards_text(state.self_thrown),
        "cheated": list(state.cheated) if rules.options.cheating else [],
        "caught": seat_texts(bits(state.caught)),
        "barred": seat_texts(bits(state.barred)),
        "calling": seat_texts(state.calling),
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
    """The rank of a ladder step, in text form."""
    return RANKS[min(first_step(rules.options) + step, len(RANKS) - 1)]
