"""A trick, a bout or a turn that is over, seen again: who laid which cards, and how it ended.

Everything comes from the events that every seat was told in full.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from cardtable.cards import Card, bits
from cardtable.engine.moves import Event, Seat


class Rounds(NamedTuple):
    """How the events of a game fall into tricks or bouts; where nothing `ends` one, a round is one turn of everybody's.

    All but the title and the rule are kinds of events.
    """

    title: str
    """What the round is called that is over."""
    lays: frozenset[str]
    """Cards come open to the table."""
    ends: frozenset[str] = frozenset()
    """The round is over, its cards are taken away."""
    begins: frozenset[str] = frozenset()
    """Another round begins: what was promised for the last one holds no longer."""
    covers: frozenset[str] = frozenset()
    """Of those that lay cards: they come to lie on the card `Event.arg`."""
    returns: frozenset[str] = frozenset()
    """Cards go back from the table to the hand they came from."""
    tells: frozenset[str] = frozenset()
    """Told in words, because the cards alone do not show it."""
    shut_by: str = ""
    """The rule by which nobody may look again once the next round has begun."""

    @property
    def stay_open(self) -> bool:
        """Whether every round of a deal that is over may be looked at again."""
        return bool(self.ends) and not self.shut_by


class Laid(NamedTuple):
    """A card that lay on the table, and what covered it in the end."""

    seat: Seat
    card: Card
    cover: Card | None = None
    coverer: Seat = -1


class LastRound(NamedTuple):
    """A round that is over."""

    laid: tuple[Laid, ...]
    taker: Seat | None
    """Who took the cards or held out; None where a round has no end."""
    told: tuple[Event, ...]
    """What is to be told in words: how it ended, and what the cards alone do not say."""
    gone: bool
    """Whether cards of the next round lie on the table."""


def rounds_over(events: Sequence[Event], rounds: Rounds) -> Iterator[LastRound]:
    """The rounds of a deal that are over, the last one first; of turns without an end only the last of everybody's."""
    if not rounds.ends:
        turns = _last_turns(events, rounds)
        yield from () if turns is None else (turns,)
        return
    ends = [at for at, event in enumerate(events) if event.kind in rounds.ends]
    # An end without cards, such as a hand of jokers laid aside, ends nothing that could be looked at.
    for nth in range(len(ends) - 1, -1, -1):
        begin, end = ends[nth - 1] + 1 if nth else 0, ends[nth]
        laid = _laid(events[begin:end], rounds)
        if laid:
            told = [event for event in events[begin:end] if _says_more(event, rounds)]
            gone = any(event.kind in rounds.lays for event in events[end:])
            yield LastRound(laid, events[end].seat, (*told, events[end]), gone)


def layers(events: Sequence[Event], rounds: Rounds) -> dict[Card, Seat]:
    """Who laid each card of the round that goes on."""
    begin = next((at + 1 for at in range(len(events) - 1, -1, -1) if events[at].kind in rounds.ends), 0)
    found = {}
    for laid in _laid(events[begin:], rounds):
        found[laid.card] = laid.seat
        if laid.cover is not None:
            found[laid.cover] = laid.coverer
    return found


def _last_turns(events: Sequence[Event], rounds: Rounds) -> LastRound | None:
    """The last turn of everybody who has laid cards, and all that happened since."""
    begin, met, last = len(events), set[Seat](), -1
    for at in range(len(events) - 1, -1, -1):
        seat = events[at].seat
        if events[at].kind in rounds.lays:
            if seat != last and seat in met:
                break
            met.add(seat)
            begin, last = at, seat
    if begin == len(events):
        return None
    told = tuple(event for event in events[begin:] if event.kind not in rounds.lays or _says_more(event, rounds))
    return LastRound(_laid(events[begin:], rounds), None, told, False)


def _says_more(event: Event, rounds: Rounds) -> bool:
    """Whether something happened that the cards do not show: a suit named, a bout passed on."""
    return event.kind in rounds.tells or (
        bool(event.arg) and event.kind in rounds.lays and event.kind not in rounds.covers
    )


def _laid(events: Iterable[Event], rounds: Rounds) -> tuple[Laid, ...]:
    laid: dict[Card, Laid] = {}
    for event in events:
        if event.kind in rounds.covers and event.arg in laid:
            for card in bits(event.cards):
                laid[event.arg] = laid[event.arg]._replace(cover=card, coverer=event.seat)
        elif event.kind in rounds.lays:
            laid.update({card: Laid(event.seat, card) for card in bits(event.cards)})
        elif event.kind in rounds.returns:
            back = bits(event.cards)
            laid = {
                card: entry._replace(cover=None, coverer=-1) if entry.cover in back else entry
                for card, entry in laid.items()
                if card not in back
            }
    return tuple(laid.values())
