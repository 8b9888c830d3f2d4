"""A deal or match played by numbered actions: the seat asked, its legal actions, and what each seat knows."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any, Literal

from cardtable.bots import Bot
from cardtable.cards import Card, cards_text
from cardtable.engine.moves import DEALER, Event, Move, Seat, told_to
from cardtable.engine.rules import AnyRules, shuffle_move
from cardtable.engine.state import Observation, observe
from cardtable.engine.text import plain
from cardtable.games import agree, find_preset
from cardtable.lab.actions import Actions, Spelling
from cardtable.lab.short import short_deal, short_order, short_size
from cardtable.lab.view import ObservationLayout, Part
from cardtable.match.match import Match

if TYPE_CHECKING:
    from cardtable.lab.view import Numbers

Span = Literal["deal", "match"]
"""The extent of an episode."""


class Environment:
    """One preset at a table of a given size: its rules, its numbered actions, and observations as numbers."""

    def __init__(
        self, preset: str, seats: int, span: Span | None, short: int, hand: int, options: tuple[tuple[str, Any], ...]
    ) -> None:
        family, agreed = agree(preset, dict(options), seats)
        self.preset, self.family, self.seats = preset, family.id, seats
        self.version: int = family.version
        """The version of the rules: fixing a rule raises it, and may change deals."""
        self.rules: AnyRules = family.rules(agreed, seats)
        self.options = agreed
        self.short = short_size(preset, family.id, seats, len(self.rules.deck), short, hand) if short or hand else 0
        self.hand = hand
        self.space = Actions(self.rules)
        self.view = ObservationLayout(self.family, self.rules, len(self.space))
        self.span: Span = span or ("match" if self.rules.deals_differ and not hand else "deal")
        if hand and self.span == "match":
            raise ValueError(f"hand={hand}: an episode is one deal, there is no match of short packs")
        if hand:
            # If these rules have no such deal, fail now and not when the first one starts.
            short_deal(self.rules, self.family, short_order(self.rules.deck, self.short, 0), hand)

    @property
    def actions(self) -> tuple[str, ...]:
        """The name of each action, by number."""
        return self.space.names

    @property
    def observation_size(self) -> int:
        """The length of an observation."""
        return self.view.size

    def legend(self) -> tuple[Part, ...]:
        """The parts of an observation."""
        return self.view.legend

    def path(self, move: str) -> tuple[int, ...]:
        """The actions that spell a move written as in records, including forced ones. Raises ValueError."""
        return self.space.spell(self.rules.parse_move(move))

    def begin(self, seed: int, *, history: bool = True) -> Episode:
        """Starts the episode of this seed, with the cards of the match with that seed.

        Without `history` it is faster, but has no `information_state`, `words` or `record`.
        """
        return Episode(self, seed, history=history)


def usual_seats(preset: str) -> int:
    """The usual number of players of a preset. Raises ValueError for an unknown preset."""
    return find_preset(preset)[1].players


class Episode:
    """A deal or match in progress: `seat` is asked for one of `legal()`, until the episode is `over`."""

    def __init__(
        self,
        game: Environment,
        seed: int,
        *,
        history: bool = True,
        order: Sequence[Card] | None = None,
        shuffles: Sequence[int] | None = None,
    ) -> None:
        """With external chance, `order` is the deck of the first deal, top card first, and `shuffles` determine the
        shuffles within deals: the episode then waits for each by `shuffle`.
        """
        self.game = game
        self._shuffles = None if shuffles is None else list(shuffles)
        self._shuffled = 0
        """The number of shuffles used."""
        self.awaits_shuffle = False
        """Whether the episode waits for `shuffle` before anybody is asked."""
        self.seed = seed
        self._order = order
        self._match = Match(game.rules, seed)
        self._scores: list[tuple[float, ...]] = []
        """The scores of the deals that count, from 0 to 1, by seat."""
        self._log: list[Event] | None = [] if history else None
        self._told = 0
        self._own: list[list[str]] = [[] for _ in range(game.seats)]
        """What each seat was told and did."""
        self._moves: list[tuple[Seat, Move | None]] = []
        """All decisions except the dealer's, in order; None if a seat stayed quiet out of turn."""
        self._asked_at = [0] * game.seats
        """The number of events when each seat was last asked."""
        self.question: Spelling | None = None
        self._waiting: tuple[Seat, ...] = ()
        """The seats that may act out of turn and have not been asked yet."""
        self._deal()
        self._go_on()

    def _deal(self) -> None:
        """Starts the next deal, with the cards of the match with this seed."""
        game, match, log = self.game, self._match, self._log
        if log is not None:
            log.clear()
            self._told = 0
            self._asked_at = [0] * game.seats
        if game.hand:
            order = self._order or short_order(game.rules.deck, game.short, self.seed)
            match.put_down(short_deal(game.rules, game.family, order, game.hand, log))
        else:
            _, dealer, _ = match.next_cards()
            match.deal(self._deck(), dealer, log, () if self._order else match.misdeals())
        if log is not None:
            self._tell()
            for seat in range(game.seats):
                self._own[seat].append(self._beginning(seat))

    def _deck(self) -> tuple[Card, ...]:
        """The deck of the next deal, top card first."""
        return self._match.next_cards()[2] if self._order is None else tuple(self._order)

    # The current question

    @property
    def over(self) -> bool:
        """Whether nobody will be asked any more."""
        return self.question is None and not self.awaits_shuffle

    @property
    def seat(self) -> Seat:
        """The seat asked. Raises ValueError once the episode is over."""
        return self._question.seat

    @property
    def _question(self) -> Spelling:
        if self.question is None:
            raise ValueError("the episode is over")
        return self.question

    def legal(self) -> list[int]:
        """The legal actions of the seat asked, in order; empty once the episode is over."""
        return [] if self.question is None else self.question.actions

    def step(self, action: int) -> None:
        """Takes one action of the seat asked. Raises ValueError if it is not legal."""
        question = self._question
        if question.take(action):
            self._decide(question.move)

    def play(self, move: str) -> None:
        """Makes a whole move of the seat asked, written as in records.

        Raises ValueError, for an illegal move with the message a player would get.
        """
        question = self._question
        if question.taken:
            raise ValueError(f"P{question.seat} has begun another move; step() ends it")
        meant = self.game.rules.parse_move(move)
        broken = self.game.rules.why_not(self._match.state, question.seat, meant)
        if broken is not None:
            raise ValueError(plain(broken.text))
        self._decide(meant)

    def ask(self, bot: Bot) -> None:
        """Lets a bot make the move of the seat asked; out of turn it stays quiet."""
        seat, rules, state = self.seat, self.game.rules, self._match.state
        if self._waiting:
            self._decide(None)
            return
        if hasattr(bot, "watch") and self._log is not None:
            bot.watch(told_to(seat, self._log))
        rng = Random(f"{self.seed} {self._match.deals} {len(self._moves)}")
        self._decide(bot.choose(observe(state, seat), rules.legal(state, seat), rng).move)

    def _decide(self, move: Move | None) -> None:
        seat = self.seat
        if self._log is not None:
            self._tell()
            said = "quiet" if move is None else self.game.rules.move_text(move)
            self._own[seat].append(f"> {said}")
            self._asked_at[seat] = len(self._log)
        self._moves.append((seat, move))
        if move is None:
            self._waiting = self._waiting[1:]
            self._ask()
            return
        self._match.play(seat, move, self._log)
        self._go_on()

    def _go_on(self) -> None:
        match, rules = self._match, self.game.rules
        while True:
            if match.shuffle_due:
                move = match.next_shuffle() if self._shuffles is None else self._given_shuffle(self._shuffles)
                if move is None:
                    self.awaits_shuffle, self.question = True, None
                    return
                match.play(DEALER, move, self._log)
            elif not match.deal_over:
                break
            else:
                if rules.counts(match.state):
                    self._scores.append(rules.scores(match.state))
                if match.over or (self._scores and self.game.span == "deal"):
                    break
                self._deal()
        state = match.state
        to_act = state.to_act
        self._waiting = tuple(seat for seat in to_act[1:] if rules.legal(state, seat)) if len(to_act) > 1 else ()
        self._ask()

    def _given_shuffle(self, shuffles: Sequence[int]) -> Move | None:
        """The dealer's next shuffle as given from outside; None if not given yet."""
        if self._shuffled == len(shuffles):
            return None
        self._shuffled += 1
        return shuffle_move(Random(f"{self.seed} shuffle {self._shuffled} {shuffles[self._shuffled - 1]}"))

    def shuffle(self, nth: int) -> None:
        """Sets the shuffle that is due by a number; equal numbers give equal shuffles."""
        if not self.awaits_shuffle or self._shuffles is None:
            raise ValueError("no cards are to be shuffled")
        self._shuffles.append(nth)
        self.awaits_shuffle = False
        self._go_on()

    def _ask(self) -> None:
        """Asks the seats that may act out of turn, one after another, and then the seat whose turn it is."""
        state, game = self._match.state, self.game
        if self._waiting:
            seat = self._waiting[0]
            self.question = Spelling(game.space, seat, game.rules.legal(state, seat), may_be_quiet=True)
        elif state.to_act:
            seat = state.to_act[0]
            self.question = Spelling(game.space, seat, game.rules.legal(state, seat))
        else:
            self.question = None

    def returns(self) -> list[float]:
        """Returns by seat, from -1 (lost all) to 1 (won all): the mean of the finished deals that count."""
        count = len(self._scores)
        return (
            [2 * sum(scores) / count - 1 for scores in zip(*self._scores, strict=True)]
            if count
            else [0.0] * self.game.seats
        )

    # Knowledge of a seat

    def begun(self, seat: Seat) -> tuple[int, ...]:
        """The actions of this seat's partly chosen move, unknown to all others."""
        question = self.question
        return question.chosen if question is not None and question.seat == seat else ()

    def seen(self, seat: Seat) -> Observation:
        """What the seat knows now, as given to our bots."""
        return observe(self._match.state, seat)

    def observation(self, seat: Seat) -> Numbers:
        """The seat's knowledge as numbers between -1 and 1; `Environment.legend` describes them."""
        return self.game.view.observation(self.seen(seat), self.begun(seat))

    def mask(self) -> Any:
        """An array with a 1 for each legal action of the seat asked."""
        import numpy as np

        found = np.zeros(len(self.game.space), np.int8)
        found[self.legal()] = 1
        return found

    def information_state(self, seat: Seat) -> str:
        """Everything the seat was told and did, in order: equal exactly for deals that it cannot tell apart.

        It only grows. Its wording may change: compare it, do not parse it. Raises ValueError without history.
        """
        self._tell()
        begun = " ".join(self.game.actions[action] for action in self.begun(seat))
        asked = f"asked {begun}" if self.question is not None and self.question.seat == seat else ""
        return "\n".join([*self._own[seat], asked])

    def _beginning(self, seat: Seat) -> str:
        state = observe(self._match.state, seat).state
        facts = " ".join(f"{name}={getattr(state, name)!r}" for name in state.FACTS)
        return f"{self.game.preset} P{seat} of {self.game.seats}: {cards_text(state.places[seat])}; {facts}"

    def _history(self) -> list[Event]:
        if self._log is None:
            raise ValueError("this episode keeps no history: begin(seed, history=True) does")
        return self._log

    def _tell(self) -> None:
        """Passes the new events to every seat, as each may know them."""
        log = self._history()
        for event in log[self._told :]:
            for seat, lines in enumerate(self._own):
                if event.to >> seat & 1 or not event.is_secret:
                    told = event.for_seat(seat)
                    lines.append(f"{told.kind} P{told.seat} {cards_text(told.cards)} {told.size} {told.arg}")
        self._told = len(log)

    def words(self, seat: Seat) -> str:
        """The news since the seat was last asked in sentences, with its hand and its legal actions by number."""
        rules = self.game.rules
        events = told_to(seat, self._history()[self._asked_at[seat] :])
        lines = [plain(line) for line in map(rules.tell, events) if line is not None]
        hand = cards_text(self.seen(seat).state.places[seat])
        lines.append(f"You are P{seat} and hold {hand}.")
        if self.question is not None and self.question.seat == seat:
            names = self.game.actions
            lines.append("You may: " + ", ".join(f"[{action}] {names[action]}" for action in self.legal()))
        return "\n".join(lines)

    # Copies and records

    def copy(self) -> Episode:
        """An independent copy, with the same random events to come."""
        new = object.__new__(type(self))
        new.__dict__.update(self.__dict__)
        new._match = self._match.copy()
        new._scores, new._moves, new._asked_at = self._scores[:], self._moves[:], self._asked_at[:]
        new._log = None if self._log is None else self._log[:]
        new._own = [lines[:] for lines in self._own]
        new._shuffles = None if self._shuffles is None else self._shuffles[:]
        if self.question is not None:
            new._ask()
            for action in self.question.taken:
                new._question.take(action)
        return new

    def __deepcopy__(self, memo: Any) -> Episode:
        return self.copy()

    def __reduce__(self) -> tuple[Any, ...]:
        # Rules contain functions that cannot be pickled, so an episode is pickled as its decisions and replayed.
        taken = [] if self.question is None else self.question.taken
        moves = [move for _, move in self._moves]
        return played_again, (self.game, self.seed, self._log is not None, self._order, self._shuffles, moves, taken)

    def record(self) -> str:
        """The episode so far as a record, which `cardtable replay`, `review` and `share` can open."""
        from cardtable.match.record import make_header
        from cardtable.match.table import Table

        if self._order is not None or self._shuffles is not None or self.game.hand:
            raise ValueError("chance came from outside: no match of any seed has these cards")
        game = self.game
        family = find_preset(game.preset)[0]
        names = tuple(f"Player {seat + 1}" for seat in range(game.seats))
        header = make_header(family, game.preset, game.options, names, ("person",) * game.seats, self.seed)
        with TemporaryDirectory() as folder:
            path = Path(folder) / "episode.jsonl"
            table = Table.begin(game.rules, header, path, durable=False)
            for seat, move in self._moves:
                if move is None:
                    continue
                if table.deal_over:
                    table.next_deal()
                table.submit(seat, move)
            table.close()
            return path.read_text("utf-8")


def played_again(
    game: Environment,
    seed: int,
    history: bool,
    order: Sequence[Card] | None,
    shuffles: Sequence[int] | None,
    moves: Sequence[Move | None],
    taken: Sequence[int],
) -> Episode:
    """Replays an episode of this seed, or of these cards, from its decisions and the start of an unfinished move."""
    episode = Episode(game, seed, history=history, order=order, shuffles=shuffles)
    for move in moves:
        episode._decide(move)
    for action in taken:
        episode.step(action)
    return episode
