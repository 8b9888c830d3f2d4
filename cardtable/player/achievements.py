"""Achievements: the memorable moments of each game, earned by the play of a deal.

Their titles are in `achievements.toml`, their conditions here. A condition sees a finished deal with all its events; no
achievement depends on the number of deals played.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

from cardtable.cards import Cards, parse_card, rank_of, suit_of
from cardtable.engine.moves import Event, Seat
from cardtable.games.durak.ranking import first_step, step_rank
from cardtable.games.king.contracts import KING
from cardtable.games.kozel.scoring import SHUTOUT, ladder_step, losers
from cardtable.games.one_oh_one.scoring import QUEEN_OF_SPADES, score
from cardtable.games.titles.state import SOLDIER

KING_OF_HEARTS = 1 << KING
ARMFUL = 10
"""Cards that make a single take memorable."""


class FinishedDeal(NamedTuple):
    rules: Any
    """The rules, state and standings are of the achievement's family."""
    state: Any
    """The final state of the deal."""
    before: Any
    """The standing of the match before the deal."""
    after: Any
    """The standing of the match after the deal."""
    events: Sequence[Event]
    """All events of the deal, with every card."""
    most: Sequence[int] = ()
    """The most cards each seat held, where that was counted."""


@dataclass(frozen=True, slots=True)
class Achievement:
    """Something to be earned in a deal of one family."""

    id: str
    """The key under which it is stored; never changed."""
    family: str
    title: str
    sentence: str
    """The feat, in a sentence."""
    earned: Callable[[FinishedDeal, Seat], bool]


def earned_in(played: FinishedDeal, family: str, seat: Seat) -> list[str]:
    """The ids of the achievements that this seat earned in a deal of this family."""
    return [one.id for one in ACHIEVEMENTS if one.family == family and one.earned(played, seat)]


# Durak


def _hung(deal: FinishedDeal, seat: Seat) -> int:
    """The number of this seat's uncovered sixes that the fool took in the last bout of the deal (D-71)."""
    last = max((at for at, event in enumerate(deal.events) if event.kind == "bout"), default=0)
    bout = deal.events[last:]
    if not any(event.kind == "take" and event.seat == deal.state.fool for event in bout):
        return 0
    sixes = step_rank(deal.rules.options, 0)
    laid: Cards = 0
    for event in bout:
        if event.kind in ("attack", "throw") and event.seat == seat:
            laid |= event.cards & sixes
        elif event.kind == "cover":
            laid &= ~(1 << event.arg)
    return laid.bit_count() if seat in deal.state.out else 0


def _six_beats_ace(deal: FinishedDeal, seat: Seat) -> bool:
    six, ace = first_step(deal.rules.options), rank_of(parse_card("As"))
    lowest = [card for card in deal.rules.deck if rank_of(card) == six and suit_of(card) == deal.state.trump]
    return any(
        event.kind == "cover" and event.seat == seat and event.cards == 1 << card and rank_of(event.arg) == ace
        for card in lowest
        for event in deal.events
    )


def _survived_an_armful(deal: FinishedDeal, seat: Seat) -> bool:
    if deal.state.fool < 0 or deal.state.losers >> seat & 1:
        return False
    return any(event.kind == "taken" and event.seat == seat and event.size >= ARMFUL for event in deal.events)


def _caught_a_cheat(deal: FinishedDeal, seat: Seat) -> bool:
    return any(
        event.kind == "accuse" and event.seat == seat and follow.kind == "caught"
        for event, follow in pairwise(deal.events)
    )


def _cheated_unseen(deal: FinishedDeal, seat: Seat) -> bool:
    if not deal.state.cheated[seat] or deal.state.losers >> seat & 1:
        return False
    return not any(event.kind == "caught" and event.seat == seat for event in deal.events)


# Kozel


def _sides_in(deal: FinishedDeal, seat: Seat) -> tuple[int, tuple[Seat, ...]]:
    """The seat's side, and the seats that got game points."""
    return deal.rules.side[seat], losers(deal.rules, deal.state)


def _caught_the_shamka(deal: FinishedDeal, seat: Seat) -> bool:
    victims = [event.seat for event in deal.events if event.kind == "captured"]
    return any(deal.rules.side[victim] != deal.rules.side[seat] for victim in victims)


def _shut_out(deal: FinishedDeal, seat: Seat) -> bool:
    if deal.rules.options.scoring != "ladder" or deal.state.ended != "counted":
        return False
    own, lost = _sides_in(deal, seat)
    return (
        bool(lost)
        and deal.rules.side[lost[0]] != own
        and (ladder_step(deal.rules, deal.state, deal.rules.side[lost[0]]) == SHUTOUT)
    )


def _eggs(deal: FinishedDeal, seat: Seat) -> bool:
    ladder = deal.rules.options.scoring == "ladder" and deal.state.ended == "counted"
    return ladder and not any(deal.state.gains)


def _the_goat(deal: FinishedDeal, seat: Seat) -> bool:
    ladder = deal.rules.options.scoring == "ladder" and deal.after.over
    return ladder and seat not in deal.after.winners


# Bura


def _bura_on_the_deal(deal: FinishedDeal, seat: Seat) -> bool:
    played = any(event.kind == "trick" for event in deal.events)
    return deal.state.ended == "bura" and bool(deal.state.won >> seat & 1) and not played


def _claimed_with(deal: FinishedDeal, seat: Seat) -> int | None:
    """The card points with which this seat claimed, rightly or wrongly; None if it did not."""
    claimed = deal.state.ended == "claim" and deal.state.won >> seat & 1
    wrongly = deal.state.ended == "false_claim" and deal.state.culprit == seat
    return deal.state.points[seat] if claimed or wrongly else None


# King, its titles and its ladder


def _king_sent_away(deal: FinishedDeal, seat: Seat) -> bool:
    if deal.state.contract not in ("no_king", "no_all"):
        return False
    laid = any(
        event.kind in ("lead", "play") and event.seat == seat and event.cards & KING_OF_HEARTS for event in deal.events
    )
    return laid and any(
        event.kind == "trick" and event.seat != seat and event.cards & KING_OF_HEARTS for event in deal.events
    )


def _clean_hands(deal: FinishedDeal, seat: Seat) -> bool:
    points = deal.rules.points(deal.state)
    return deal.state.contract == "no_all" and points[seat] == 0 and any(points)


def _fell_from_the_throne(deal: FinishedDeal, seat: Seat) -> bool:
    ladder = deal.before.ladder
    return bool(ladder) and ladder[0] == seat and deal.state.bout > 0 and deal.state.ladder[-1] == seat


def _rose_to_the_throne(deal: FinishedDeal, seat: Seat) -> bool:
    ladder = deal.before.ladder
    return bool(ladder) and ladder[-1] == seat and deal.state.bout > 0 and deal.state.ladder[0] == seat


EARNED: Mapping[str, Callable[[FinishedDeal, Seat], bool]] = {
    "epaulette": lambda deal, seat: _hung(deal, seat) > 0,
    "both_shoulders": lambda deal, seat: _hung(deal, seat) > 1,
    "six_beats_ace": _six_beats_ace,
    "armful": _survived_an_armful,
    "sharp_eye": _caught_a_cheat,
    "sleight": _cheated_unseen,
    "farewell": lambda deal, seat: deal.state.winner == seat and bool(deal.state.went_out_with & QUEEN_OF_SPADES),
    "exactly": lambda deal, seat: seat in score(deal.rules.options, deal.state).resets,
    "shamka": _caught_the_shamka,
    "eggs": _eggs,
    "shut_out": _shut_out,
    "goat": _the_goat,
    "bura_dealt": _bura_on_the_deal,
    "sixty_one": lambda deal, seat: deal.state.ended == "claim" and _claimed_with(deal, seat) == 61,
    "sixty": lambda deal, seat: _claimed_with(deal, seat) == 60,
    "king_away": _king_sent_away,
    "clean_hands": _clean_hands,
    "soldier_reigns": lambda deal, seat: (
        bool(deal.state.reign) and deal.state.winner == seat and deal.state.titles[seat] == SOLDIER
    ),
    "to_the_stable": _fell_from_the_throne,
    "to_the_throne": _rose_to_the_throne,
}
"""The condition of each achievement, by id."""


def _told(file: Path) -> dict[str, dict[str, str]]:
    """The family, title and sentence of each achievement, by id."""
    return tomllib.loads(file.read_text("utf-8"))


def source_texts(file: Path) -> Iterator[str]:
    """The texts to translate in such a file."""
    return (row[said] for row in _told(file).values() for said in ("title", "sentence"))


ACHIEVEMENTS = tuple(
    Achievement(id, **told, earned=EARNED[id]) for id, told in _told(Path(__file__).with_suffix(".toml")).items()
)
