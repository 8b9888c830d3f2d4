"""Palace Ladder: attack and defence for the places of a court (G-50 to G-67)."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from functools import cache
from types import MappingProxyType

from cardtable.cards import PACK, RANK_CARDS, SUITS, Card, Cards, bits, only_card, pack, rank_of, shuffled, suit_of
from cardtable.engine.draft import Draft, FactReader, Facts
from cardtable.engine.moves import DEALER, SHUFFLE, Event, Form, Log, Move, Seat, set_moves
from cardtable.engine.rounds import Rounds
from cardtable.engine.rules import BY_DEALER, Result, RuleBroken, Rules, SheetRow, Standing
from cardtable.engine.scene import Scene
from cardtable.engine.state import EVERYBODY, STOCK, Observation, move_cards, show
from cardtable.engine.text import Text, mark
from cardtable.games.king import ladder_course as course
from cardtable.games.king import ladder_places, ladder_positions, ladder_refusals, ladder_scene, ladder_words
from cardtable.games.king.checks import palace_cards
from cardtable.games.king.ladder_state import JOKERS, LadderStanding, LadderState
from cardtable.games.king.options import KingOptions

TAKE, PASS, ASK, ALLOW, REFUSE = Move("take"), Move("pass"), Move("ask"), Move("allow"), Move("refuse")
_SUIT_NAMES = tuple(SUITS)


class LadderRules(Rules[LadderState]):
    """The ladder game as agreed at this table."""

    verbs = (
        "vote",
        *course.CHORES,
        "trump",
        "choose",
        "attack",
        "cover",
        "joker",
        "joker_cover",
        "take",
        "throw",
        "pass",
        "ask",
        "allow",
        "refuse",
        "show",
    )
    forms = MappingProxyType(
        {
            "vote": Form("vote {word}", words=_SUIT_NAMES),
            "trump": Form("trump {word}", words=_SUIT_NAMES),
            "choose": Form("choose {seat}"),
            "cover": Form("cover {card} with {cards}"),
            "joker": Form("joker {cards}\N{RIGHTWARDS ARROW}{suit}"),
            "joker_cover": Form("joker_cover {card}"),
            "show": Form("show {cards} to {seat}"),
        }
    )
    rounds = Rounds(
        mark("The last bout"),
        lays=frozenset(["attack", "throw", "cover", "joker"]),
        ends=frozenset(["taken", "beaten"]),
        covers=frozenset(["cover"]),
        tells=frozenset(["joker_cover"]),
    )
    place_names = ("table", "discard", "stock")
    options: KingOptions

    def __init__(self, options: KingOptions, seats: int) -> None:
        options.check(seats)
        super().__init__(options, seats)
        manual = options.court_chores == "manual"
        played = {
            ("vote",): options.first_trump == "vote",
            ("mix", "cut", "deal", "clear"): manual or options.etiquette,
            ("word",): manual,
            ("ask", "allow", "refuse"): options.throw_permission == "king",
            ("show",): options.secret_show,
        }
        self.unused = frozenset(verb for verbs, here in played.items() if not here for verb in verbs)
        one = pack(palace_cards(options, seats))
        self.deck = tuple(number * PACK + card for number in range(options.palace_decks) for card in one)
        self.table = seats
        self.discard = seats + 1
        self.turn = tuple((seat,) for seat in range(seats))
        self.place_ranks = ladder_places.ranks_of(options, self.all_cards)
        self.place_titles = ladder_places.names(self.place_ranks, seats)
        self.beaters = tuple(
            {card: self._beaters(card, trump) for card in self.deck if not JOKERS >> card & 1}
            for trump in range(len(SUITS))
        )

    def _beaters(self, attack: Card, trump: int) -> Cards:
        """The cards that beat an attack card (G-56)."""
        suit = suit_of(attack)
        return sum(
            1 << card
            for card in self.deck
            if not JOKERS >> card & 1
            and (rank_of(card) > rank_of(attack) if suit_of(card) == suit else suit_of(card) == trump)
        )

    # Dealing

    def start(self) -> LadderStanding:
        """Nobody has a place yet."""
        nothing = (0,) * self.seats
        return LadderStanding(kings=nothing, stablehands=nothing)

    def deal(self, deck: Sequence[Card], dealer: Seat, standing: Standing, log: Log = None) -> LadderState:
        """The pack lies ready; a suit is voted for, or the court begins (G-51, G-53, G-54)."""
        assert isinstance(standing, LadderStanding)
        state = self.new_state(tuple(deck), dealer)
        state.played = standing.played
        state.ladder = standing.ladder
        if not state.ladder:
            state.first_hand = True
            if self.options.first_trump == "vote":
                state.moment = "vote"
                state.to_act = self.turn[(dealer + 1) % self.seats]
            else:
                state.moment = "lot"
                state.to_act = BY_DEALER
        elif self.options.court_chores == "manual":
            course.ask(self, state, "mix", state.stablehand)
        else:
            course.deal_round(self, state, log)
            course.do_chore(self, state, "look", log)
        return state

    def new_state(self, stock: tuple[Card, ...], dealer: Seat) -> LadderState:
        """A deal in which nothing has happened; no places, no trumps."""
        state = LadderState()
        state.places = [0] * (self.seats + len(self.place_names))
        state.stock = stock
        state.places[STOCK] = sum(1 << card for card in stock)
        state.known = [0] * self.seats
        state.lacks = [0] * self.seats
        state.hidden = None
        state.played = state.bout = 0
        state.first_hand = state.climbs = False
        state.dealer = dealer
        state.ladder = state.owners = ()
        state.votes = (-1,) * self.seats
        state.trump = state.attacker = state.defender = state.fell = -1
        course.clear_table(state)
        return state

    # The first hand

    def voters(self, state: LadderState) -> list[Seat]:
        """Who votes, in turn: round from the dealer's left."""
        return [(state.dealer + step) % self.seats for step in range(1, self.seats + 1)]

    def _vote(self, state: LadderState, seat: Seat, suit: int, log: Log) -> None:
        """One vote each; most votes win, ties in the order s c d h (G-51)."""
        state.votes = tuple(suit if other == seat else vote for other, vote in enumerate(state.votes))
        waiting = [other for other in self.voters(state) if state.votes[other] < 0]
        if log is not None:
            log.append(Event("vote", seat, arg=suit))
        if waiting:
            state.to_act = self.turn[waiting[0]]
        else:
            self._give_places(state, max((SUITS.index(name) for name in "scdh"), key=state.votes.count), log)

    def _give_places(self, state: LadderState, trump: int, log: Log) -> None:
        """The pack is dealt and the trumps of the suit agreed on give the places (G-51, G-52)."""
        state.trump = trump
        dealt = state.stock
        voters = self.voters(state)
        state.owners = tuple(voters[index % self.seats] for index in range(len(dealt)))
        if log is not None:
            log += [Event("suit", state.dealer, arg=trump), Event("deal", state.dealer, size=len(dealt))]
        for seat in voters:
            course.pick_up(state, seat, log)
        places = ladder_places.Places(state.places[: self.seats], dealt, trump, self.place_ranks)
        for seat, card, place in places.cards:
            show(state, 1 << card, seat, log, "place", place)
        state.ladder = places.ladder
        if log is not None:
            placed = {seat for seat, _, place in places.cards if place >= 0}
            log += [Event("place", seat, arg=at) for at, seat in enumerate(state.ladder) if seat not in placed]
        if self.options.first_hand_played:
            course.open_deal(self, state, log)
        else:
            state.moment = "over"
            state.to_act = ()

    # Legal moves

    def legal(self, state: LadderState, seat: Seat) -> Sequence[Move]:
        """Every legal move of this seat, unique; empty when it may not act."""
        if seat not in state.to_act or seat == DEALER:
            return ()
        moves = self._own_moves(state, seat) if seat == state.to_act[0] else ()
        if self.options.etiquette:
            chore = course.offence(state, seat)
            if chore:
                moves = (*moves, Move(chore))
        return moves

    def _own_moves(self, state: LadderState, seat: Seat) -> tuple[Move, ...]:
        """The moves of the seat that is asked, but for offences."""
        moment = state.moment
        if moment in ("vote", "trump"):
            return tuple([Move(moment, 0, suit) for suit in range(len(SUITS))])
        if moment in course.CHORES:
            return (Move(moment),)
        if moment == "joker":
            return tuple([Move("joker_cover", 0, attack) for attack in bits(state.uncovered)])
        hand = state.places[seat]
        moves: tuple[Move, ...]
        if moment == "defend":
            moves = (*self._defences(state, hand), TAKE)
        elif moment == "throw":
            moves = (*self._throw_ins(state, seat), PASS)
        elif moment == "attack":
            moves = self._openings(hand & ~JOKERS, state.room)
        elif moment == "choose":
            moves = tuple([Move("choose", 0, other) for other in course.victims(state, seat)])
        else:
            moves = (ALLOW, REFUSE)
        if self.options.secret_show and not state.shown >> seat & 1:
            others = [other for other in range(self.seats) if other != seat]
            moves += tuple([Move("show", 1 << card, other) for card in bits(hand) for other in others])
        return moves

    def _openings(self, hand: Cards, most: int) -> tuple[Move, ...]:
        """Every attack with one of these cards, or with several of one rank (G-56)."""
        moves = [_move("attack", card) for card in bits(hand)]
        if most > 1 and self.options.multi_card_attack:
            for rank in RANK_CARDS:
                cards = hand & rank
                if cards & (cards - 1):
                    moves += set_moves("attack", cards, most, 2)
        return tuple(moves)

    def _defences(self, state: LadderState, hand: Cards) -> list[Move]:
        """Covers, and jokers that name new trumps (G-56, G-64)."""
        beaters = self.beaters[state.trump]
        moves: list[Move] = []
        for attack in bits(state.uncovered):
            moves += [_move("cover", card, attack) for card in bits(hand & beaters[attack])]
        return moves + self.joker_moves(state, hand) if hand & JOKERS else moves

    def _throw_ins(self, state: LadderState, seat: Seat) -> list[Move]:
        """What an asked seat may add, or that it may ask for leave (G-57, G-64)."""
        fitting = self.throwable(state, seat)
        if not fitting:
            return []
        if self.must_ask(state, seat):
            return [] if state.no_leave >> seat & 1 else [ASK]
        moves = [_move("throw", card) for card in bits(fitting & ~JOKERS)]
        return moves + self.joker_moves(state, fitting) if fitting & JOKERS else moves

    def throwable(self, state: LadderState, seat: Seat) -> Cards:
        """The cards that the seat could add when it is asked (G-57, G-64)."""
        wanted = state.ranks & ~JOKERS
        if self.options.joker_actor == "anyone":
            wanted |= JOKERS
        return state.places[seat] & wanted

    def must_ask(self, state: LadderState, seat: Seat) -> bool:
        """Whether the seat has still to ask the king (G-57)."""
        return not state.leave >> seat & 1 and course.needs_leave(self, state, seat)

    def joker_moves(self, state: LadderState, cards: Cards) -> list[Move]:
        """Every joker of these cards with each of the three other suits (G-64)."""
        return [
            Move("joker", 1 << joker, suit + 1)
            for joker in bits(cards & JOKERS)
            for suit in range(len(SUITS))
            if suit != state.trump
        ]

    def why_not(self, state: LadderState, seat: Seat, move: Move) -> RuleBroken | None:
        """Why this seat may not make this move, from what the seat may know; None exactly when it is legal."""
        return ladder_refusals.why_not(self, state, seat, move)

    # Playing

    def play(self, state: LadderState, seat: Seat, move: Move, log: Log = None) -> None:
        """Changes the state given by a legal move."""
        verb, cards = move.verb, move.cards
        if verb == "cover":
            move_cards(state, cards, seat, self.table, EVERYBODY, log, "cover", seat, move.arg)
            course.cover(self, state, move.arg, only_card(cards), log)
        elif verb in ("attack", "throw"):
            move_cards(state, cards, seat, self.table, EVERYBODY, log, verb, seat)
            course.lay_attack(state, cards)
            course.go_on(self, state, log)
        elif verb == "pass":
            _note(log, "pass", seat)
            state.asking = state.asking[1:]
            course.ask_next(self, state, log)
        elif verb == "take":
            _note(log, "take", seat)
            state.taking = True
            if not self.options.throw_after_take:
                state.room = 0
            course.go_on(self, state, log)
        elif verb in ("ask", "allow", "refuse"):
            self._leave(state, seat, verb, log)
        elif verb in ("joker", "joker_cover"):
            self._joker(state, seat, move, log)
        elif verb == "show":
            self._show(state, seat, move, log)
        elif verb == "choose":
            state.defender = move.arg
            course.set_held(self, state, state.size(move.arg))
            course.ask(self, state, "attack", seat)
            _note(log, "bout", seat, state.bout, move.arg)
        else:
            self._court(state, seat, move, log)

    def _court(self, state: LadderState, seat: Seat, move: Move, log: Log) -> None:
        """Votes, trumps and chores (G-51, G-53, G-55, G-63)."""
        if move.verb == "vote":
            self._vote(state, seat, move.arg, log)
        elif move.verb == SHUFFLE:
            self._give_places(state, shuffled(range(len(SUITS)), move.arg)[0], log)
        elif move.verb == "trump":
            state.trump = move.arg
            _note(log, "trump", seat, 0, move.arg)
            course.open_deal(self, state, log)
        elif self.options.etiquette and course.offence(state, seat) == move.verb:
            course.offend(self, state, seat, move.verb, log)
        else:
            if move.verb != "deal":  # The dealing tells of itself.
                _note(log, move.verb, seat)
            course.do_chore(self, state, move.verb, log)

    def _leave(self, state: LadderState, seat: Seat, verb: str, log: Log) -> None:
        """Somebody asks the king for leave to throw in, or the king answers (G-57)."""
        asker = state.asking[0]
        _note(log, verb, seat, 0, asker)
        if verb == "ask":
            course.ask(self, state, "leave", state.king)
        elif verb == "allow":
            state.leave |= 1 << asker
            course.ask(self, state, "throw", asker)
        else:
            state.no_leave |= 1 << asker
            state.asking = state.asking[1:]
            course.ask_next(self, state, log)

    def _joker(self, state: LadderState, seat: Seat, move: Move, log: Log) -> None:
        """A joker names new trumps; the defender's may also cover a card (G-64)."""
        if move.verb == "joker_cover":
            joker = state.jokers[-1]
            state.jokers = state.jokers[:-1]
            _note(log, "joker_cover", seat, 0, move.arg)
            course.cover(self, state, move.arg, joker, log)
            return
        move_cards(state, move.cards, seat, self.table, EVERYBODY, log, "joker", seat, move.arg - 1)
        state.trump = move.arg - 1
        state.jokers += (only_card(move.cards),)
        if seat != state.defender or not self.options.joker_covers:
            course.go_on(self, state, log)
        elif state.uncovered & (state.uncovered - 1):
            course.ask(self, state, "joker", seat)
        else:
            self._joker(state, seat, Move("joker_cover", 0, only_card(state.uncovered)), log)

    def _show(self, state: LadderState, seat: Seat, move: Move, log: Log) -> None:
        """One other player sees a card; the turn stays (G-66)."""
        state.shown |= 1 << seat
        if state.known is not None:
            state.known = [
                known | move.cards if other == move.arg else known for other, known in enumerate(state.known)
            ]
        if log is not None:
            log.append(Event("show", seat, move.cards, 1, 1 << seat | 1 << move.arg, move.arg))

    # Results

    def result(self, state: LadderState) -> Result:
        """The king scores 1, the stablehand 0, the others between; a first hand that was not played decides nothing."""
        if state.bout:
            places = [state.ladder.index(seat) for seat in range(self.seats)]
            scores = tuple(1 - place / (self.seats - 1) for place in places)
        else:
            scores = (0.5,) * self.seats
        return Result(scores, tuple(ladder_words.result_lines(self, state)))

    def settle(self, standing: Standing, state: LadderState) -> LadderStanding:
        """The ladder, who ended as king and as stablehand, and whether the table stops (G-53, G-67)."""
        assert isinstance(standing, LadderStanding)
        counts = state.bout > 0
        played = state.played + counts
        over = played >= self.options.palace_deals
        places = tuple(state.ladder.index(seat) + 1 for seat in range(self.seats))
        row = SheetRow(ladder_words.row_label(state), places, tuple(ladder_words.row_notes(state)), totals=places)
        return dataclasses.replace(
            standing,
            deals=standing.deals + 1,
            dealer=state.stablehand,
            over=over,
            winners=(state.king,) if over else (),
            sheet=(*standing.sheet, row),
            ladder=state.ladder,
            played=played,
            kings=tuple(had + (counts and seat == state.king) for seat, had in enumerate(standing.kings)),
            stablehands=tuple(
                had + (counts and seat == state.stablehand) for seat, had in enumerate(standing.stablehands)
            ),
        )

    def standing_before(self, state: LadderState) -> LadderStanding:
        """The deals that count before this one, and its ladder unless it is the first hand."""
        start = self.start()
        if state.first_hand:
            return start
        return dataclasses.replace(start, deals=1, played=state.played, ladder=state.ladder, dealer=state.dealer)

    def totals(self, standing: Standing) -> list[tuple[Text, tuple[int, ...]]]:
        """The place of everybody, and how often he ended as king and as stablehand."""
        assert isinstance(standing, LadderStanding)
        return ladder_words.totals(standing)

    def sheet_notes(self, standing: Standing) -> list[Text]:
        """The court, and how many deals are left."""
        assert isinstance(standing, LadderStanding)
        return ladder_words.sheet_notes(self, standing)

    # What is shown and put down

    def scene(self, seen: Observation) -> Scene:
        """What this seat's player sees."""
        return ladder_scene.scene(self, seen)

    def tell(self, event: Event) -> Text | None:
        """The line of the log for an event."""
        return ladder_words.tell(self, event)

    def facts(self, state: LadderState) -> Facts:
        """The public facts under the names that position files use."""
        return ladder_positions.facts(self, state)

    def put_down(self, draft: Draft, facts: FactReader) -> LadderState:
        """The state that a position file describes."""
        return ladder_positions.put_down(self, draft, facts)


@cache
def _move(verb: str, card: Card, arg: int = 0) -> Move:
    """The shared move that lays this one card."""
    return Move(verb, 1 << card, arg)


def _note(log: Log, kind: str, seat: Seat, size: int = 0, arg: int = 0) -> None:
    """Tells of something without cards."""
    if log is not None:
        log.append(Event(kind, seat, size=size, arg=arg))
