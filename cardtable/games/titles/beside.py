"""The badge and the side panel of the four titles: trumps, and the sections beside the table."""

from __future__ import annotations

from collections.abc import Iterator

from cardtable.cards import Card
from cardtable.engine.moves import Seat
from cardtable.engine.scene import Section
from cardtable.engine.text import Suit, Text, say
from cardtable.games import beside
from cardtable.games.titles.rules import TitlesRules
from cardtable.games.titles.state import NOT_GIVEN, TitlesState
from cardtable.games.titles.words import TITLE


def winning(rules: TitlesRules, state: TitlesState) -> Card | None:
    """The card that is winning the trick (G-43)."""
    best: Card | None = None
    for card in state.trick:
        if best is None or rules.beaters(state, best) >> card & 1:
            best = card
    return best


def badge(state: TitlesState) -> tuple[Text, ...]:
    """The stage of the game, and trumps."""
    return say("reign") if state.reign else say("stage one"), say("trumps {suit}", suit=Suit(state.trump))


def sections(rules: TitlesRules, state: TitlesState, viewer: Seat, by: tuple[Seat, ...]) -> tuple[Section, ...]:
    """This trick, the tricks won and needed, and known voids."""
    found = []
    if state.trick:
        found.append(beside.trick(zip(by, state.trick, strict=True), winning(rules, state)))
    found.append(Section(say("Tricks won"), tuple(_tricks(rules, state)), 1))
    lacks = beside.lacking(rules.all_cards, state.lacks or (), viewer)
    if lacks:
        found.append(Section(say("Has none of"), tuple(lacks), 4, memory=True))
    return tuple(found)


def _tricks(rules: TitlesRules, state: TitlesState) -> Iterator[beside.Line]:
    for seat, count in enumerate(rules.total(state)):
        title = state.titles[seat]
        if title == NOT_GIVEN:
            yield beside.name(seat), beside.amount(count)
        elif state.reign:
            yield beside.name(seat), TITLE[title], beside.amount(count)
        else:
            needed = say("{count} of {quota}", count=count, quota=rules.quotas[title])
            yield beside.name(seat), TITLE[title], needed
