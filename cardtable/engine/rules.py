"""The contract that every game keeps, and the one checked door for people, files and sockets."""

from __future__ import annotations

import dataclasses
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random
from types import MappingProxyType
from typing import Any, ClassVar, Final, Generic, NamedTuple, TypeAlias, TypeVar

from cardtable.cards import Card, cards_of, rank_of, suit_of
from cardtable.engine.draft import Draft, FactReader, Facts
from cardtable.engine.moves import DEALER, SEEDS, SHUFFLE, Event, Forms, Log, Move, Seat, move_text, parse_move
from cardtable.engine.rounds import Rounds
from cardtable.engine.scene import Scene
from cardtable.engine.state import Observation, State, only_world
from cardtable.engine.text import Text, plain, say, say_as
from cardtable.engine.verbs import Verbs
from cardtable.engine.verdict import DealVerdict, SoFar, headline_by, places_by

Reason = tuple[str, Text]
"""Why a move is refused: the rule's id in the catalogue, and the sentence that says it."""


class RuleBroken(Exception):
    """A move that the rules refuse: the rule's id in the catalogue, if any speaks of it, and the sentence why."""

    def __init__(self, rule: str, text: Text) -> None:
        self.rule = rule
        self.text = text
        super().__init__(rule, text)

    def __str__(self) -> str:
        return f"{plain(self.text)}{self.reference}"

    @property
    def reference(self) -> str:
        """The rule's id as it stands behind the sentence; nothing where no rule speaks of it."""
        return f" [{self.rule}]" if self.rule else ""


class SheetRow(NamedTuple):
    """A line of the score sheet: what was dealt, and what every seat wrote down for it (None: it took no part)."""

    label: Text
    points: tuple[float | None, ...]
    notes: tuple[Text, ...] = ()
    totals: tuple[float | None, ...] = ()
    """Where everybody stands after it; empty where that is the sum of the points so far."""
    is_deal: bool = True
    """Whether it is one of the deals that are counted; what goes before the first of them has no number."""


@dataclass(frozen=True, slots=True)
class Standing:
    """Where a match stands between two deals. A family adds its totals."""

    deals: int = 0
    dealer: Seat | None = None
    """Who deals next; None: at random."""
    over: bool = False
    winners: tuple[Seat, ...] = ()
    """Who won the match, once it is over; several share it, nobody where only losing counts and it was drawn."""
    sheet: tuple[SheetRow, ...] = ()
    """A row a deal, where points are written down."""


StateT = TypeVar("StateT", bound=State)
StandingT = TypeVar("StandingT", bound=Standing)


MOST_MISDEALS: Final = 100
"""After so many misdeals in a row the next deal stands, whatever was dealt (D-85)."""


class Misdeal(NamedTuple):
    """Why all cards are shuffled and dealt again before anybody has seen one of them."""

    reason: str
    """A word of the family; the event that tells it is of the kind `misdeal_` and this word."""
    seat: Seat = -1
    """Whose hand it is about; -1 where it is nobody's."""


class Rules(ABC, Generic[StateT, StandingT]):
    """One game as agreed at this table; holds no position, so that one object serves any number of deals.

    Seats are numbered clockwise from 0. The rules proper say what happens; a family's `game.py` adds the faces:
    reasons, scene, words and positions.
    """

    # What every game has: a family adds more attributes than an instance dictionary is quick for, some thirty.
    __slots__ = (
        "__dict__",
        "__weakref__",
        "all_cards",
        "clockwise_from",
        "deck",
        "from_left",
        "options",
        "seats",
        "turns",
        "unused",
    )
    verbs: Verbs
    """Every verb that a move of this game may have, and how it is done."""
    unused: frozenset[str]
    """Those of its verbs that nobody can ever say at this table, as its options stand."""
    aims: bool = False
    """Whether several cards may lie open at this table of which a card that is laid is aimed at one."""
    lays_several: bool = False
    """Whether several cards may be laid at once at this table."""
    asks_everybody: ClassVar[bool] = False
    """Whether all are asked again and again whether they add something, so that nobody plays it a move a day."""
    place_names: tuple[str, ...]
    """The places after the hands, in the order of `State.places`; the last is the stock."""
    misdeals: Mapping[str, bool] = MappingProxyType({})
    """By reason for which this table deals again, whether a hand is named with it."""
    forms: ClassVar[Forms] = {}
    """How moves are written that are more than a verb and its cards."""
    rounds: ClassVar[Rounds]
    """How its events fall into tricks, bouts or turns."""
    ends_by: ClassVar[str]
    """The rule by which a deal ends, so that nobody moves any more."""
    filled_hand: int = 6
    """The size to which a position fills a hand that nobody named."""
    shame: ClassVar[Text | None] = None
    """What whoever has most is called where an evening counts what nobody wants; None where it counts what is won."""
    deals_differ: bool = False
    """The deals of a match follow a programme or one another's results: one alone is only a part of the game."""

    def __init__(self, options: Any, seats: int, deck: tuple[Card, ...]) -> None:
        self.options = options
        self.seats = seats
        self.deck = deck
        """All cards of a deal, in the order of their ids."""
        self.all_cards = cards_of(deck)
        """The deck as a set."""
        self.unused = frozenset()
        self.turns: tuple[tuple[Seat, ...], ...] = tuple([(seat,) for seat in range(seats)])
        """By seat, `to_act` when it is the turn of this seat alone."""
        self.clockwise_from: tuple[tuple[Seat, ...], ...] = tuple(
            [tuple([(first + step) % seats for step in range(seats)]) for first in range(seats)]
        )
        """By seat, all seats clockwise from this one."""
        self.from_left = (*self.clockwise_from[1:], *self.clockwise_from[:1])
        """By seat, all seats clockwise from the left of this one, itself last."""

    @property
    def keeps_sheet(self) -> bool:
        """Whether points are written down after every deal."""
        return type(self).sheet_row is not Rules.sheet_row

    def height(self, card: Card, trump: int | None) -> int:
        """How high a card stands while this suit is trumps, if any is: any trump above all that is none."""
        return rank_of(card) + len(self.deck) * (trump is not None and suit_of(card) == trump)

    # The rules

    @abstractmethod
    def start(self) -> StandingT:
        """The standing before the first deal of a match."""

    @abstractmethod
    def deal(self, deck: Sequence[Card], dealer: Seat, standing: StandingT, log: Log = None) -> StateT:
        """The deal as it begins: cards dealt from the top of this deck, and who is to act."""

    def misdeal(self, deck: Sequence[Card], dealer: Seat) -> Misdeal | None:
        """Why a deal from this deck would be thrown together and dealt again; None when it stands."""
        return None

    @abstractmethod
    def legal(self, state: StateT, seat: Seat) -> Sequence[Move]:
        """Every legal move of this seat, unique; empty when it may not act.

        Sets of cards of which there are very many may be left out where their cards can be laid one by one, with the
        same outcome; laid together they are still legal.

        Uses only what the seat may know, so it answers the same for a state and for the seat's observation of it.
        """

    def allows(self, state: StateT, seat: Seat, move: Move) -> bool:
        """Whether this seat may make this move: one of the legal ones, or a set of cards that they leave out."""
        return move in self.legal(state, seat)

    @abstractmethod
    def play(self, state: StateT, seat: Seat, move: Move, log: Log = None) -> None:
        """Changes the state given by a legal move; trusts the move (`attempt` checks it)."""

    @abstractmethod
    def scores(self, state: StateT) -> tuple[float, ...]:
        """How a deal that is over ended for every seat, between 0 (lost) and 1 (won)."""

    @abstractmethod
    def standing_after(self, standing: StandingT, state: StateT) -> StandingT:
        """The standing after this deal, which is over, but for the score sheet."""

    def standing_before(self, state: StateT) -> StandingT:
        """The standing before this deal, as far as its public facts tell; a position is settled from it."""
        return self.start()

    @property
    def one_deal(self) -> bool:
        """Whether every match is one deal, so that an evening counts deals, not matches."""
        return False

    def again(self, standing: StandingT) -> StandingT:
        """Where the next match of an evening begins after one that stood so: only the dealer who is due carries on."""
        return dataclasses.replace(self.start(), dealer=standing.dealer)

    def tally(self, ended: Sequence[StandingT], now: StandingT) -> tuple[Text, tuple[int, ...]]:
        """What an evening counts, and the number of every seat: matches won, of those that have ended.

        `now` is how the match stands that goes on, or is the last of those that have ended.
        """
        won = [sum(seat in match.winners for match in ended) for seat in range(self.seats)]
        return say_as("evening", "won"), tuple(won)

    def settle(self, standing: StandingT, state: StateT) -> StandingT:
        """The standing after this deal, which is over, with its row of the score sheet."""
        after = self.standing_after(standing, state)
        row = self.sheet_row(standing, state)
        return after if row is None else dataclasses.replace(after, sheet=(*standing.sheet, row))

    def is_aside(self, state: StateT) -> bool:
        """Whether this is a moment at which somebody may be asked without the others' notice.

        Everybody knows the moment, whether anybody is asked or not: because of their cards, for one.
        """
        return False

    def silence(self, state: StateT) -> Move | None:
        """What the acting seat does to say nothing, where nobody else is to notice that they are asked.

        It leaves no event. None where everybody sees who acts.
        """
        return None

    def after_silence(self, state: StateT, seat: Seat | None = None, said: Sequence[Move] = ()) -> StateT:
        """The deal when all who are asked in secret keep silent, or until this seat is asked for more than it said."""
        state, answers = state.copy(), iter(said)
        while (silence := self.silence(state)) is not None:
            asked = state.to_act[0]
            answer = next(answers, None) if asked == seat else silence
            if answer is None:
                break
            self.play(state, asked, answer)
        return state

    def has_news(self, state: StateT, seat: Seat) -> bool:
        """Whether a seat that is asked in secret may have something to say that it could not have said before.

        Everybody can tell. Where it has not, a player who sits alone among bots need not be asked again.
        """
        return True

    def blanks(self, state: StateT, seat: Seat) -> bool:
        """Whether the seat that acts may be blind to more than cards here: then it can count nothing out to the end.

        A family whose states redact facts says when. Until it does, that is always so.
        """
        return type(state).redact is not State.redact

    def only_world(self, seen: Observation) -> StateT | None:
        """The full deal where the seat that acts can tell every card and every fact of it, for proofs; else None."""
        if self.blanks(seen.state, seen.seat):  # type: ignore[arg-type]  # what was seen of a deal by these rules
            return None
        return only_world(self.all_cards, seen)  # type: ignore[return-value]

    # Moves as texts

    def move_text(self, move: Move) -> str:
        return move_text(move, self.forms)

    def parse_move(self, text: str) -> Move:
        """The move that a text names. Raises BadMove and BadCard."""
        return parse_move(text, self.verbs, self.forms)

    # The faces

    def why_not(self, state: StateT, seat: Seat, move: Move) -> RuleBroken | None:
        """Why this seat may not make this move, from what the seat may know; None exactly when it is legal."""
        if self.allows(state, seat, move):
            return None
        if not state.to_act:
            return RuleBroken(self.ends_by, say("The deal is over."))
        if move.verb not in self.verbs:
            return RuleBroken("", say("There is no such move in this game."))
        return RuleBroken(*self.reason(state, seat, move))

    @abstractmethod
    def reason(self, state: StateT, seat: Seat, move: Move) -> Reason:
        """What speaks against a move that is not legal, one of this game's verbs in a deal that goes on.

        From what the seat may know.
        """

    @abstractmethod
    def scene(self, seen: Observation) -> Scene:
        """What this seat's player sees."""

    @abstractmethod
    def tell(self, event: Event) -> Text | None:
        """The line of the log for an event; None for one that needs no words. Says only what the event holds."""

    @abstractmethod
    def result_lines(self, state: StateT) -> list[Text]:
        """The sentences that say how a deal that is over ended."""

    def verdict(self, state: StateT, seat: Seat | None) -> DealVerdict:
        """How a deal that is over ended, as it is said to this seat; for nobody in particular to the whole table.

        It leaves out what a list of places, points and cards left says anyway.
        """
        return DealVerdict(headline_by(self.scores(state), seat))

    def so_far(self, state: StateT) -> SoFar | None:
        """What has been counted of the deal when a trick, bout or turn is over; None where nothing is.

        It knows every card: for deals that are over.
        """
        return None

    def places(self, state: StateT) -> tuple[int, ...]:
        """Everybody's place in a deal that is over, 1 for the best; equal ones share a place."""
        return places_by(self.scores(state))

    def match_places(self, standing: StandingT) -> tuple[int, ...]:
        """Everybody's place in a match that is over, 1 for the winners; equal ones share a place."""
        return places_by([seat in standing.winners for seat in range(self.seats)])

    def deal_name(self, number: int, deals: int | None = None) -> Text:
        """What the deal of this number, 1 for the first of a match, is called; where it is known, of how many."""
        if deals is None:
            return say("deal {number}", number=number)
        return say("deal {number} of {deals}", number=number, deals=deals)

    def counts(self, state: StateT) -> bool:
        """Whether a deal that is over was one: nothing was played in it if not, and no statistics count it."""
        return True

    @abstractmethod
    def totals(self, standing: StandingT) -> list[tuple[Text, tuple[int, ...]]]:
        """What is counted over the match, and the number of every seat."""

    def sheet_row(self, standing: StandingT, state: StateT) -> SheetRow | None:
        """The line of the score sheet for a deal that is over, from the standing before it; None: there is none."""
        return None

    def sheet_notes(self, standing: StandingT) -> list[Text]:
        """The lines under the score sheet: the limit, who is out, what is still to come."""
        return []

    @abstractmethod
    def facts(self, state: StateT) -> Facts:
        """The public facts beyond the cards, under the names that position files use."""

    @abstractmethod
    def put_down(self, draft: Draft, facts: FactReader, /) -> StateT:
        """The state that a position file describes; reads the family's own facts. Raises BadPosition."""


AnyRules: TypeAlias = Rules[Any, Any]
"""The rules of some game, where it does not matter which."""
BY_DEALER = (DEALER,)
"""`to_act` when the dealer must shuffle before the deal can go on."""


def check(rules: Rules[StateT, Any], state: StateT, seat: Seat, move: Move) -> None:
    """Raises RuleBroken for a move that is not legal now; the dealer's shuffle is legal when it is their turn."""
    if seat == DEALER or state.to_act == BY_DEALER or move.verb == SHUFFLE:
        if seat == DEALER and state.to_act == BY_DEALER and move.verb == SHUFFLE:
            if not move.cards and 0 <= move.arg < SEEDS:
                return
            raise RuleBroken("shuffle", say("The dealer shuffles by a seed below {most}.", most=SEEDS))
        raise RuleBroken("shuffle", say("Only the dealer shuffles, and only when the deal asks for it."))
    broken = rules.why_not(state, seat, move)
    if broken is not None:
        raise broken


def attempt(rules: Rules[StateT, Any], state: StateT, seat: Seat, move: Move, log: Log = None) -> None:
    """Makes a move if it is legal: the one door for people, files and sockets.

    Raises RuleBroken; the state is then as it was.
    """
    check(rules, state, seat, move)
    rules.play(state, seat, move, log)


def shuffle_move(rng: Random) -> Move:
    """The dealer's chance move."""
    return Move(SHUFFLE, 0, rng.getrandbits(48))


def run_chance(rules: Rules[StateT, Any], state: StateT, rng: Random, log: Log = None) -> None:
    """Makes the dealer's moves until somebody at the table is to act, or the deal is over."""
    while state.to_act == BY_DEALER:
        rules.play(state, DEALER, shuffle_move(rng), log)
