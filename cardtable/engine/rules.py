"""The interface of every game, and the one checked entry point for people, files and sockets."""

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
"""Why a move is refused: the id of the rule in the catalogue, and a sentence."""


class RuleBroken(Exception):
    """A move that the rules refuse: the id of the rule in the catalogue, if there is one, and a sentence."""

    def __init__(self, rule: str, text: Text) -> None:
        self.rule = rule
        self.text = text
        super().__init__(rule, text)

    def __str__(self) -> str:
        return f"{plain(self.text)}{self.reference}"

    @property
    def reference(self) -> str:
        """The rule id in the form that follows the sentence; empty if there is none."""
        return f" [{self.rule}]" if self.rule else ""


class SheetRow(NamedTuple):
    """A row of the score sheet: the deal, and the points for every seat (None: it took no part)."""

    label: Text
    points: tuple[float | None, ...]
    notes: tuple[Text, ...] = ()
    totals: tuple[float | None, ...] = ()
    """Everybody's total after the deal; empty if it is the sum of the points so far."""
    is_deal: bool = True
    """Whether the row is a numbered deal; anything before the first one has no number."""


@dataclass(frozen=True, slots=True)
class Standing:
    """The standing of a match between two deals. A family adds its totals."""

    deals: int = 0
    dealer: Seat | None = None
    """The dealer of the next deal; None for a random one."""
    over: bool = False
    winners: tuple[Seat, ...] = ()
    """The winners of a finished match; several share it, and nobody wins if only losing counts and it was drawn."""
    sheet: tuple[SheetRow, ...] = ()
    """One row per deal, if points are kept."""


StateT = TypeVar("StateT", bound=State)
StandingT = TypeVar("StandingT", bound=Standing)


MOST_MISDEALS: Final = 100
"""After this many misdeals in a row the next deal stands, whatever was dealt (D-85)."""


class Misdeal(NamedTuple):
    """The reason why all cards are shuffled and dealt again, before anybody has seen any of them."""

    reason: str
    """A word chosen by the family; the event that reports it has the kind `misdeal_` plus this word."""
    seat: Seat = -1
    """The seat with the hand in question; -1 if no particular hand is."""


class Rules(ABC, Generic[StateT, StandingT]):
    """One game as agreed at this table; holds no position, so a single object can serve any number of deals.

    Seats are numbered clockwise from 0. The rules themselves apply moves; a family's `game.py` adds the presentation:
    reasons, scene, words and positions.
    """

    # Attributes common to all games. A family adds some thirty more, too many for an instance dictionary to stay fast.
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
    """All verbs that a move of this game may have, and how each is carried out."""
    unused: frozenset[str]
    """The verbs that can never be used at this table under its options."""
    aims: bool = False
    """Whether a played card may have to be aimed at one of several open cards at this table."""
    lays_several: bool = False
    """Whether several cards can be played at once at this table."""
    asks_everybody: ClassVar[bool] = False
    """Whether all players are asked over and over to add something, which does not suit games of a move a day."""
    place_names: tuple[str, ...]
    """The places after the hands, in the order of `State.places`; the last is the stock."""
    misdeals: Mapping[str, bool] = MappingProxyType({})
    """The reasons for a misdeal at this table, and for each whether it names a hand."""
    forms: ClassVar[Forms] = {}
    """The notations of moves that are more than a verb and its cards."""
    rounds: ClassVar[Rounds]
    """How its events divide into tricks, bouts or turns."""
    ends_by: ClassVar[str]
    """The rule that ends a deal, after which nobody moves."""
    filled_hand: int = 6
    """The size of a hand that a position does not specify."""
    shame: ClassVar[Text | None] = None
    """The title for the player with the most losses of an evening, if losses are counted; None if wins are."""
    deals_differ: bool = False
    """Whether deals follow a programme or depend on earlier results, so that one alone is only part of the game."""

    def __init__(self, options: Any, seats: int, deck: tuple[Card, ...]) -> None:
        self.options = options
        self.seats = seats
        self.deck = deck
        """All cards of a deal, in the order of their ids."""
        self.all_cards = cards_of(deck)
        """The deck as a set."""
        self.unused = frozenset()
        self.turns: tuple[tuple[Seat, ...], ...] = tuple([(seat,) for seat in range(seats)])
        """The value of `to_act` for each seat when it is that seat's turn alone."""
        self.clockwise_from: tuple[tuple[Seat, ...], ...] = tuple(
            [tuple([(first + step) % seats for step in range(seats)]) for first in range(seats)]
        )
        """All seats clockwise from each seat."""
        self.from_left = (*self.clockwise_from[1:], *self.clockwise_from[:1])
        """All seats clockwise from the left of each seat, which comes last itself."""

    @property
    def keeps_sheet(self) -> bool:
        """Whether points are written on a sheet after every deal."""
        return type(self).sheet_row is not Rules.sheet_row

    def height(self, card: Card, trump: int | None) -> int:
        """The rank of a card under this trump suit, if any; all trumps are above all other cards."""
        return rank_of(card) + len(self.deck) * (trump is not None and suit_of(card) == trump)

    # The rules

    @abstractmethod
    def start(self) -> StandingT:
        """The standing before the first deal of a match."""

    @abstractmethod
    def deal(self, deck: Sequence[Card], dealer: Seat, standing: StandingT, log: Log = None) -> StateT:
        """The initial state of a deal: cards dealt from the top of this deck, and the seats to act."""

    def misdeal(self, deck: Sequence[Card], dealer: Seat) -> Misdeal | None:
        """The reason why a deal from this deck would be dealt again; None if it stands."""
        return None

    @abstractmethod
    def legal(self, state: StateT, seat: Seat) -> Sequence[Move]:
        """Every legal move of this seat, without duplicates; empty if it may not act.

        If there are very many sets of cards, those whose cards can be played one at a time with the same result may be
        left out of the list; playing them together is still legal.

        Uses only what the seat may know, so a state and the seat's observation of it give the same answer.
        """

    def allows(self, state: StateT, seat: Seat, move: Move) -> bool:
        """Whether this seat may make this move: a listed one, or a set of cards left out of the list."""
        return move in self.legal(state, seat)

    @abstractmethod
    def play(self, state: StateT, seat: Seat, move: Move, log: Log = None) -> None:
        """Applies a legal move to the state; trusts the move (`attempt` checks it)."""

    @abstractmethod
    def scores(self, state: StateT) -> tuple[float, ...]:
        """The result of a finished deal for every seat, between 0 (lost) and 1 (won)."""

    @abstractmethod
    def standing_after(self, standing: StandingT, state: StateT) -> StandingT:
        """The standing after this finished deal, without the score sheet."""

    def standing_before(self, state: StateT) -> StandingT:
        """The standing before this deal, as far as its public facts tell; positions are settled from it."""
        return self.start()

    @property
    def one_deal(self) -> bool:
        """Whether every match is a single deal, so that an evening counts deals rather than matches."""
        return False

    def again(self, standing: StandingT) -> StandingT:
        """The standing at the start of an evening's next match; only the dealer carries over."""
        return dataclasses.replace(self.start(), dealer=standing.dealer)

    def tally(self, ended: Sequence[StandingT], now: StandingT) -> tuple[Text, tuple[int, ...]]:
        """The count kept over an evening, and every seat's number: by default, finished matches won.

        `now` is the standing of the current match, or of the last one if all have ended.
        """
        won = [sum(seat in match.winners for match in ended) for seat in range(self.seats)]
        return say_as("evening", "won"), tuple(won)

    def settle(self, standing: StandingT, state: StateT) -> StandingT:
        """The standing after this finished deal, with its row of the score sheet."""
        after = self.standing_after(standing, state)
        row = self.sheet_row(standing, state)
        return after if row is None else dataclasses.replace(after, sheet=(*standing.sheet, row))

    def is_aside(self, state: StateT) -> bool:
        """Whether this is a moment at which a seat may be asked without the others noticing.

        The moment itself is public, whether or not anybody is asked, which may depend on hidden cards.
        """
        return False

    def silence(self, state: StateT) -> Move | None:
        """The acting seat's move for saying nothing, if the others must not notice that it was asked.

        It leaves no event. None if everybody sees who acts.
        """
        return None

    def after_silence(self, state: StateT, seat: Seat | None = None, said: Sequence[Move] = ()) -> StateT:
        """The deal after all seats asked in secret stay silent, stopping if `seat` has no answer left in `said`."""
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

        Everybody can tell. If not, a single player among bots need not be asked again.
        """
        return True

    def blanks(self, state: StateT, seat: Seat) -> bool:
        """Whether facts as well as cards may be hidden from the acting seat, so that it cannot calculate to the end.

        A family whose states redact facts says when. By default this is always so for such a family.
        """
        return type(state).redact is not State.redact

    def only_world(self, seen: Observation) -> StateT | None:
        """The full deal, for proofs, if the acting seat can work out all its cards and facts; otherwise None."""
        if self.blanks(seen.state, seen.seat):  # type: ignore[arg-type]  # what was seen of a deal by these rules
            return None
        return only_world(self.all_cards, seen)  # type: ignore[return-value]

    # Moves as texts

    def move_text(self, move: Move) -> str:
        return move_text(move, self.forms)

    def parse_move(self, text: str) -> Move:
        """Parses a move. Raises BadMove and BadCard."""
        return parse_move(text, self.verbs, self.forms)

    # The presentation

    def why_not(self, state: StateT, seat: Seat, move: Move) -> RuleBroken | None:
        """Why this seat may not make this move, using only what the seat may know; None exactly when it is legal."""
        if self.allows(state, seat, move):
            return None
        if not state.to_act:
            return RuleBroken(self.ends_by, say("The deal is over."))
        if move.verb not in self.verbs:
            return RuleBroken("", say("There is no such move in this game."))
        return RuleBroken(*self.reason(state, seat, move))

    @abstractmethod
    def reason(self, state: StateT, seat: Seat, move: Move) -> Reason:
        """Why an illegal move with one of this game's verbs is refused, in an unfinished deal.

        Uses only what the seat may know.
        """

    @abstractmethod
    def scene(self, seen: Observation) -> Scene:
        """The scene that this seat's player sees."""

    @abstractmethod
    def tell(self, event: Event) -> Text | None:
        """The log line for an event; None if it needs none. Uses nothing but the event."""

    @abstractmethod
    def result_lines(self, state: StateT) -> list[Text]:
        """Sentences saying how a finished deal ended."""

    def verdict(self, state: StateT, seat: Seat | None) -> DealVerdict:
        """How a finished deal ended, worded for this seat; without a seat, for the whole table.

        It leaves out what a list of places, points and cards left already shows.
        """
        return DealVerdict(headline_by(self.scores(state), seat))

    def so_far(self, state: StateT) -> SoFar | None:
        """The count so far in a deal after a trick, bout or turn; None if nothing is counted.

        It uses every card, so it is for finished deals.
        """
        return None

    def places(self, state: StateT) -> tuple[int, ...]:
        """Every seat's place in a finished deal, 1 for the best; equal seats share a place."""
        return places_by(self.scores(state))

    def match_places(self, standing: StandingT) -> tuple[int, ...]:
        """Every seat's place in a finished match, 1 for the winners; equal seats share a place."""
        return places_by([seat in standing.winners for seat in range(self.seats)])

    def deal_name(self, number: int, deals: int | None = None) -> Text:
        """The name of deal `number`, counting from 1 in a match, with the number of deals if it is known."""
        if deals is None:
            return say("deal {number}", number=number)
        return say("deal {number} of {deals}", number=number, deals=deals)

    def counts(self, state: StateT) -> bool:
        """Whether a finished deal counts; if not, nothing was played in it, and statistics leave it out."""
        return True

    @abstractmethod
    def totals(self, standing: StandingT) -> list[tuple[Text, tuple[int, ...]]]:
        """The totals kept over the match, each with every seat's number."""

    def sheet_row(self, standing: StandingT, state: StateT) -> SheetRow | None:
        """The score sheet row of a finished deal, from the standing before it; None if there is none."""
        return None

    def sheet_notes(self, standing: StandingT) -> list[Text]:
        """The lines under the score sheet: the limit, eliminated players, the contracts to come."""
        return []

    @abstractmethod
    def facts(self, state: StateT) -> Facts:
        """The public facts besides the cards, by their names in position files."""

    @abstractmethod
    def put_down(self, draft: Draft, facts: FactReader, /) -> StateT:
        """Sets up the state that a position file describes, reading the family's own facts. Raises BadPosition."""


AnyRules: TypeAlias = Rules[Any, Any]
"""The rules of any game."""
BY_DEALER = (DEALER,)
"""The value of `to_act` when the dealer must shuffle before the deal can continue."""


def check(rules: Rules[StateT, Any], state: StateT, seat: Seat, move: Move) -> None:
    """Raises RuleBroken if a move is not legal now; the dealer's shuffle is legal when it is the dealer's turn."""
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
    """Makes a move if it is legal: the one entry point for people, files and sockets.

    Raises RuleBroken, leaving the state unchanged.
    """
    check(rules, state, seat, move)
    rules.play(state, seat, move, log)


def shuffle_move(rng: Random) -> Move:
    """The dealer's chance move."""
    return Move(SHUFFLE, 0, rng.getrandbits(48))


def run_chance(rules: Rules[StateT, Any], state: StateT, rng: Random, log: Log = None) -> None:
    """Makes the dealer's moves until a player has to act, or the deal is over."""
    while state.to_act == BY_DEALER:
        rules.play(state, DEALER, shuffle_move(rng), log)
