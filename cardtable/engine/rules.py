"""The contract that every game keeps, and the one checked door for people, files and sockets."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, ClassVar, Generic, NamedTuple, TypeVar

from cardtable.cards import Card, Cards, cards_of, rank_of, suit_of
from cardtable.engine.draft import Draft, FactReader, Facts
from cardtable.engine.moves import DEALER, SEEDS, SHUFFLE, Event, Forms, Log, Move, Seat, move_text, parse_move
from cardtable.engine.options import Options
from cardtable.engine.rounds import Rounds
from cardtable.engine.scene import Scene
from cardtable.engine.state import Observation, State
from cardtable.engine.text import Text, plain, say

StateT = TypeVar("StateT", bound=State)


class RuleBroken(Exception):
    """A move that the rules refuse: the rule's id in the catalogue, if any speaks of it, and the sentence why."""

    def __init__(self, rule: str, text: Text) -> None:
        self.rule = rule
        self.text = text
        super().__init__(f"{plain(text)}{self.reference}")

    @property
    def reference(self) -> str:
        """The rule's id as it stands behind the sentence; nothing where no rule speaks of it."""
        return f" [{self.rule}]" if self.rule else ""


def no_such_move() -> RuleBroken:
    """The refusal of a verb that the game does not have."""
    return RuleBroken("", say("There is no such move in this game."))


@dataclass(frozen=True, slots=True)
class Result:
    """How a deal ended: for every seat between 0 (lost) and 1 (won), and the sentences that say it."""

    scores: tuple[float, ...]
    lines: tuple[Text, ...] = ()


class SheetRow(NamedTuple):
    """A line of the score sheet: what was dealt, and what every seat wrote down for it (None: it took no part)."""

    label: Text
    points: tuple[float | None, ...]
    notes: tuple[Text, ...] = ()
    totals: tuple[float | None, ...] = ()
    """Where everybody stands after it; empty where that is the sum of the points so far."""


@dataclass(frozen=True, slots=True)
class Standing:
    """Where a match stands between two deals. A family adds its totals."""

    deals: int = 0
    dealer: Seat | None = None
    """Who deals next; None: by lot."""
    over: bool = False
    winners: tuple[Seat, ...] = ()
    """Who won the match, once it is over; several share it, nobody where only losing counts and it was drawn."""
    sheet: tuple[SheetRow, ...] = ()
    """A row a deal, where points are written down."""


class Rules(ABC, Generic[StateT]):
    """One game as agreed at this table; holds no position, so that one object serves any number of deals.

    Seats are numbered clockwise from 0.
    """

    verbs: tuple[str, ...]
    """Every verb that a move of this game may have."""
    unused: frozenset[str] = frozenset()
    """Those of its verbs that nobody can ever say at this table, as its options stand."""
    place_names: tuple[str, ...]
    """The places after the hands, in the order of `State.places`; the last is the stock."""
    deck: tuple[Card, ...]
    """All cards of a deal, in the order of their ids."""
    forms: ClassVar[Forms] = {}
    """How moves are written that are more than a verb and its cards."""
    rounds: ClassVar[Rounds]
    """How its events fall into tricks, bouts or turns."""
    filled_hand: int = 6
    """The size to which a position fills a hand that nobody named."""

    def __init__(self, options: Any, seats: int) -> None:
        self.options = options
        self.seats = seats

    @property
    def all_cards(self) -> Cards:
        """The deck as a set."""
        return cards_of(self.deck)

    def height(self, card: Card, trump: int | None) -> int:
        """How high a card stands while this suit is trumps, if any is: any trump above all that is none."""
        return rank_of(card) + len(self.deck) * (trump is not None and suit_of(card) == trump)

    @abstractmethod
    def start(self) -> Standing:
        """The standing before the first deal of a match."""

    @abstractmethod
    def deal(self, deck: Sequence[Card], dealer: Seat, standing: Standing, log: Log = None) -> StateT:
        """The deal as it begins: cards dealt from the top of this deck, and who is to act."""

    @abstractmethod
    def legal(self, state: StateT, seat: Seat) -> Sequence[Move]:
        """Every legal move of this seat, unique; empty when it may not act.

        Uses only what the seat may know, so it answers the same for a state and for the seat's observation of it.
        """

    @abstractmethod
    def play(self, state: StateT, seat: Seat, move: Move, log: Log = None) -> None:
        """Changes the state given by a legal move; trusts the move (`attempt` checks it)."""

    @abstractmethod
    def why_not(self, state: StateT, seat: Seat, move: Move) -> RuleBroken | None:
        """Why this seat may not make this move, from what the seat may know; None exactly when it is legal."""

    @abstractmethod
    def result(self, state: StateT) -> Result:
        """How the deal ended. Only for a deal that is over."""

    @abstractmethod
    def settle(self, standing: Standing, state: StateT) -> Standing:
        """The standing after this deal, which is over."""

    @abstractmethod
    def totals(self, standing: Standing) -> list[tuple[Text, tuple[int, ...]]]:
        """What is counted over the match, and the number of every seat."""

    def sheet_notes(self, standing: Standing) -> list[Text]:
        """The lines under the score sheet: the limit, who is out, what is still to come."""
        return []

    def is_aside(self, state: StateT) -> bool:
        """Whether this is a moment at which somebody may be asked without the others' notice.

        Everybody knows the moment, whether anybody is asked or not: because of his cards, for one.
        """
        return False

    def silence(self, state: StateT) -> Move | None:
        """What whoever acts does to say nothing, where nobody else is to notice that he is asked.

        It leaves no event. None where everybody sees who acts.
        """
        return None

    def standing_before(self, state: StateT) -> Standing:
        """The standing before this deal, as far as its public facts tell; a position is settled from it."""
        return self.start()

    def move_text(self, move: Move) -> str:
        """The text of a move."""
        return move_text(move, self.forms)

    def parse_move(self, text: str) -> Move:
        """The move that a text names. Raises BadMove and BadCard."""
        return parse_move(text, self.verbs, self.forms)

    @abstractmethod
    def scene(self, seen: Observation) -> Scene:
        """What this seat's player sees."""

    @abstractmethod
    def tell(self, event: Event) -> Text | None:
        """The line of the log for an event; None for one that needs no words. Says only what the event holds."""

    @abstractmethod
    def facts(self, state: StateT) -> Facts:
        """The public facts beyond the cards, under the names that position files use."""

    @abstractmethod
    def put_down(self, draft: Draft, facts: FactReader) -> StateT:
        """The state that a position file describes; reads the family's own facts. Raises BadPosition."""


BY_DEALER = (DEALER,)
"""`to_act` when the dealer must shuffle before the deal can go on."""


def check(rules: Rules[StateT], state: StateT, seat: Seat, move: Move) -> None:
    """Raises RuleBroken for a move that is not legal now; the dealer's shuffle is legal when it is his turn."""
    if seat == DEALER or state.to_act == BY_DEALER or move.verb == SHUFFLE:
        if seat == DEALER and state.to_act == BY_DEALER and move.verb == SHUFFLE:
            if not move.cards and 0 <= move.arg < SEEDS:
                return
            raise RuleBroken("shuffle", say("The dealer shuffles by a seed below {most}.", most=SEEDS))
        raise RuleBroken("shuffle", say("Only the dealer shuffles, and only when the deal asks for it."))
    broken = rules.why_not(state, seat, move)
    if broken is not None:
        raise broken


def attempt(rules: Rules[StateT], state: StateT, seat: Seat, move: Move, log: Log = None) -> None:
    """Makes a move if it is legal: the one door for people, files and sockets.

    Raises RuleBroken; the state is then as it was.
    """
    check(rules, state, seat, move)
    rules.play(state, seat, move, log)


def shuffle_move(rng: Random) -> Move:
    """The dealer's chance move."""
    return Move(SHUFFLE, 0, rng.getrandbits(48))


def run_chance(rules: Rules[StateT], state: StateT, rng: Random, log: Log = None) -> None:
    """Makes the dealer's moves until somebody at the table is to act, or the deal is over."""
    while state.to_act == BY_DEALER:
        rules.play(state, DEALER, shuffle_move(rng), log)


@dataclass(frozen=True, slots=True)
class Preset:
    """A named set of options, as people know the game."""

    title: str
    options: Any
    seats: tuple[int, ...]
    usual: int | None = None
    """How many play as a rule; the fewest unless given."""

    @property
    def players(self) -> int:
        """How many sit down when nobody says how many."""
        return self.seats[0] if self.usual is None else self.usual


@dataclass(frozen=True, slots=True)
class RulePart:
    """A paragraph of the rules as played with certain options: its rule ids, and its text."""

    ids: tuple[str, ...]
    text: Text


@dataclass(frozen=True, slots=True)
class Family:
    """A family of games: what may vary, what is named, and the rules."""

    id: str
    title: str
    options: type[Options]
    presets: Mapping[str, Preset]
    rules: Callable[[Any, int], Rules[Any]]
    explain: Callable[[Any, int], list[tuple[Text, list[RulePart]]]]
    """The rules of exactly these options, by chapter."""
    position_form: tuple[str, ...]
    """The keys that a position of this family may have beside the shared ones: texts that follow one another."""
    default: str
    """The preset that the menu offers first."""
    note: str = ""
    """One line on what bears the family's name but is not played here."""
    length: Callable[[int], Mapping[str, Any]] | None = None
    """The options that make a match of so many deals; None where its length is no number of deals."""
    version: int = 1
    """Raised when the same moves would give another deal; records are replayed by the rules they were made under."""
