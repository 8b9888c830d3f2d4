"""Finished tricks, bouts or turns for looking back: who played which cards, and how it ended.

Everything is taken from the events that every seat was told in full.
"""

# Without `from __future__ import annotations`: NamedTuple compiles each annotation that is a text, at every start.

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from cardtable.cards import Card, bits
from cardtable.engine.moves import Event, Seat


class Rounds(NamedTuple):
    """How a game's events divide into tricks or bouts; if nothing `ends` one, a round is one turn of every player.

    Except for the title and the rule, the fields are kinds of events.
    """

    title: str
    """The title of the last round."""
    lays: frozenset[str]
    """Cards are played face up to the table."""
    ends: frozenset[str] = frozenset()
    """The round is over and its cards are taken away."""
    begins: frozenset[str] = frozenset()
    """A new round begins, which cancels promises made for the last one."""
    covers: frozenset[str] = frozenset()
    """Those of `lays` that put cards on the card `Event.arg`."""
    returns: frozenset[str] = frozenset()
    """Cards go back from the table to the hand they came from."""
    tells: frozenset[str] = frozenset()
    """Events to put into words, because the cards alone do not show them."""
    shut_by: str = ""
    """The rule that forbids looking back once the next round has begun."""

    @property
    def stay_open(self) -> bool:
        """Whether every round of a finished deal may be looked at again."""
        return bool(self.ends) and not self.shut_by


class Laid(NamedTuple):
    """A card that was on the table, and its cover at the end."""

    seat: Seat
    card: Card
    cover: Card | None = None
    coverer: Seat = -1


class LastRound(NamedTuple):
    """A finished round."""

    laid: tuple[Laid, ...]
    taker: Seat | None
    """The player who took the cards or held out; None if rounds have no end."""
    told: tuple[Event, ...]
    """The events to put into words: how it ended, and what the cards alone do not show."""
    gone: bool
    """Whether cards of the next round are on the table."""


def rounds_over(events: Sequence[Event], rounds: Rounds) -> Iterator[LastRound]:
    """The finished rounds of a deal, the last one first; for turns without an end, only everybody's last turn."""
    if not rounds.ends:
        turns = _last_turns(events, rounds)
        yield from () if turns is None else (turns,)
        return
    ends = [at for at, event in enumerate(events) if event.kind in rounds.ends]
    # An end without cards, such as discarding a hand of jokers, leaves nothing to look at.
    for nth in range(len(ends) - 1, -1, -1):
        begin, end = ends[nth - 1] + 1 if nth else 0, ends[nth]
        laid = _laid(events[begin:end], rounds)
        if laid:
            told = [event for event in events[begin:end] if _says_more(event, rounds)]
            gone = any(event.kind in rounds.lays for event in events[end:])
            yield LastRound(laid, events[end].seat, (*told, events[end]), gone)


def layers(events: Sequence[Event], rounds: Rounds) -> dict[Card, Seat]:
    """The player of each card in the current round."""
    begin = next((at + 1 for at in range(len(events) - 1, -1, -1) if events[at].kind in rounds.ends), 0)
    found = {}
    for laid in _laid(events[begin:], rounds):
        found[laid.card] = laid.seat
        if laid.cover is not None:
            found[laid.cover] = laid.coverer
    return found


def _last_turns(events: Sequence[Event], rounds: Rounds) -> LastRound | None:
    """The last turn of every player who has played cards, and everything since."""
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
    """Whether something happened that the cards do not show, such as naming a suit or passing a bout on."""
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
