"""The themes of a puzzle, derived from its position and its move; the names are those of `cardtable.puzzles.THEMES`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from cardtable.cards import RANK_MATES, SUIT_CARDS, bits, rank_of, suit_of
from cardtable.engine.moves import Move
from cardtable.games.one_oh_one.tables import ASKS_ACE, REPLAYS


def themes_of(family: str, rules: Any, state: Any, best: Move, legal: Sequence[Move], worth: int) -> list[str]:
    """What makes the best of the legal moves remarkable; empty for an ordinary one.

    `worth` is its value for the player, as computed by `Solver.outcome`.
    """
    if family == "durak":
        themes = _in_durak(rules, state, best, legal)
        return [*themes, "save_draw"] if themes and worth == 0 else themes
    if family == "one_oh_one":
        return _in_one_oh_one(rules, best, legal)
    return _in_a_trick(family, rules, state, best, legal)


def _those(themes: dict[str, object]) -> list[str]:
    return [name for name, holds in themes.items() if holds]


def _in_durak(rules: Any, state: Any, best: Move, legal: Sequence[Move]) -> list[str]:
    hand, trumps = state.places[state.to_act[0]], SUIT_CARDS[state.trump]

    def height(card: int) -> int:
        found: int = rules.height(card, state.trump)
        return found

    covers = [move for move in legal if move.verb == "cover"]
    match best.verb:
        case "attack":
            lowest = min(bits(hand), key=height)
            mates = hand & RANK_MATES[bits(best.cards)[0]]
            return _those(
                {
                    "not_lowest": not best.cards >> lowest & 1,
                    "lead_trump": best.cards & trumps and hand & ~trumps,
                    "break_pair": best.cards.bit_count() < mates.bit_count(),
                }
            )
        case "throw":
            return _those(
                {"after_take": state.taking, "throw_in": not state.taking, "throw_trump": best.cards & trumps}
            )
        case "add":
            return ["after_take"]
        case "pass" if any(move.verb in ("throw", "add") for move in legal):
            return ["let_go"]
        case "take" if covers:
            return ["take"]
        case "cover":
            card = bits(best.cards)[0]
            others = [bits(move.cards)[0] for move in covers if move.arg == best.arg]
            return _those(
                {
                    "dear_cover": any(height(other) < height(card) for other in others),
                    "trump_cover": best.cards & trumps and any(not 1 << other & trumps for other in others),
                }
            )
    return []


def _in_one_oh_one(rules: Any, best: Move, legal: Sequence[Move]) -> list[str]:
    """The effect of the card, or for a plain one that a special card is kept for later."""
    if best.arg:
        return ["order"]

    def does(move: Move) -> list[str]:
        effect = rules.effects[bits(move.cards)[0]]
        skips = effect.skips or effect.kind == ASKS_ACE
        return _those({"make_draw": effect.draws, "skip": skips, "replay": effect.kind == REPLAYS})

    if not best.cards:
        return []
    return does(best) or (["keep"] if any(move.arg or does(move) for move in legal if move.cards) else [])


def _in_a_trick(family: str, rules: Any, state: Any, best: Move, legal: Sequence[Move]) -> list[str]:
    """A lead gets only that theme: whether it takes the trick depends on the others."""
    several = best.cards.bit_count() > 1
    if best.verb == "lead" or (best.verb == "play" and not state.trick):
        return _those({"several": several, "lead": True})

    def height(move: Move) -> int:
        return max(map(rank_of, bits(move.cards)), default=0)

    takes = {move: _takes_the_trick(family, rules, state, move) for move in legal}
    return _those(
        {
            "several": several,
            "win": takes[best],
            "duck": not takes[best] and any(takes.values()),
            "trump": family == "bura" and best.cards & SUIT_CARDS[state.trump],
            "discard": family == "king" and suit_of(bits(best.cards)[0]) != suit_of(state.trick[0]),
            "dear": len(legal) > 1 and best.cards and max(legal, key=height) == best,
        }
    )


def _takes_the_trick(family: str, rules: Any, state: Any, move: Move) -> bool:
    """Whether this move would win the trick if nobody else played to it."""
    if family == "bura":
        return bool(rules.wins_over(state, state.best, move.cards))
    if family == "kozel":
        after = state.copy()
        rules.play(after, state.to_act[0], move)
        return bool((after.winning if after.trick else after.last_winner) == state.to_act[0])
    trick = (*state.trick, bits(move.cards)[0])
    led = [card for card in trick if suit_of(card) == suit_of(trick[0])]
    return bool(max(led, key=rank_of) == trick[-1])
