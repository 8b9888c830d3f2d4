"""King by contracts: the deal, the tricks, and what is written down for them, by the rule ids of the catalogue."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from types import MappingProxyType
from typing import Any

from cardtable.cards import HEARTS, Card, Cards, cards_of
from cardtable.engine.draft import Draft, FactReader, Facts
from cardtable.engine.moves import DEALER, Event, Log, Move, Seat, rank_moves, single_moves
from cardtable.engine.rounds import Rounds
from cardtable.engine.rules import Result, RuleBroken, Rules, Standing
from cardtable.engine.scene import Scene
from cardtable.engine.state import EVERYBODY, STOCK, Observation, all_see, move_cards, show
from cardtable.engine.text import Text, mark
from cardtable.games.king import contracts_dealing as dealing
from cardtable.games.king import contracts_positions as positions
from cardtable.games.king import contracts_refusals as refusals
from cardtable.games.king import contracts_scene as scene
from cardtable.games.king import contracts_scoring as scoring
from cardtable.games.king import contracts_words as words
from cardtable.games.king.contracts import CONTRACTS, JOKERS, KING, Count, amounts, count, has_trumps
from cardtable.games.king.contracts_programme import Programme
from cardtable.games.king.contracts_state import ContractsStanding, ContractsState
from cardtable.games.king.contracts_tricks import Tricks
from cardtable.games.king.options import KingOptions
from cardtable.games.king.packs import PACKS, pack_name

_ONLY_DRAW = (dealing.DRAW,)


class KingContracts(Rules[ContractsState]):
    """King by contracts as agreed at this table."""

    verbs = ("play", "draw", "order", "trump", "bid", "pass", "name", "lay_out")
    forms = MappingProxyType(dealing.FORMS)
    rounds = Rounds(mark("The last trick"), lays=frozenset(["lead", "play"]), ends=frozenset(["trick"]))
    place_names = ("table", "captured", "laid_out", "aside", "stock")
    options: KingOptions

    def __init__(self, options: KingOptions, seats: int) -> None:
        options.check(seats)
        super().__init__(options, seats)
        name = pack_name(options, seats)
        assert name is not None
        self.deck = PACKS[name]
        self._plays = rank_moves("play", 1, self.all_cards)
        # There are not many sets of cards within one suit.
        self._follows = cache(self._plays)
        self.table = seats
        self.captured = seats + 1
        """The place of all captured cards; in a position also of those that nobody is said to have captured."""
        self.laid_out = seats + 2
        self.aside = seats + 3
        """The place of the widow, and of the card that is left over with two jokers."""
        self.programme = Programme(options, seats)
        self.domino = options.hand_size is not None
        contracts = self.programme.contracts
        played = {
            ("draw",): self.domino,
            ("order",): self.programme.ordered,
            ("trump",): any(map(self.has_trump, contracts)),
            ("bid", "pass", "name"): "trade_suit" in contracts,
            ("lay_out",): options.widow_size > 0,
        }
        self.unused = frozenset(verb for verbs, here in played.items() if not here for verb in verbs)
        self.tricks = Tricks(options, self.deck)
        self.orders_seeing = options.order_timing == "after_look"
        """A contract is ordered with cards in hand, and trumps are named with it."""
        self.filled_hand = options.hand_size or (len(self.deck) - options.widow_size) // seats
        self.dealing = self._dealing_order()
        """By card dealt whose it is, 0 for eldest (G-05)."""
        self._receivers = [tuple((dealer + 1 + turn) % seats for turn in self.dealing) for dealer in range(seats)]
        """By dealer and card dealt which seat it goes to."""
        self.last_of_eldest = max(index for index, turn in enumerate(self.dealing) if turn == 0)
        thirds = [index for index, turn in enumerate(self.dealing) if turn == 0]
        self.third_card = thirds[min(dealing.THIRD, len(thirds)) - 1] + 1
        """How many cards are dealt when eldest has three (G-26)."""
        self.fine = amounts(options, seats)["king"]
        if options.forced_king_penalty is not None:
            self.fine = options.forced_king_penalty
        self._counts = {contract: count(contract, options, seats) for contract in CONTRACTS}
        self._counts[""] = Count((), 0)
        self._by_suit = [count("trade_suit", options, seats, suit) for suit in range(4)]
        self._turn = tuple((seat,) for seat in range(seats))
        self._from = tuple(tuple((leader + turn) % seats for turn in range(seats)) for leader in range(seats))
        self._named_jokers = options.joker_play == "free"
        self._fines = options.forced_king_mode == "penalty"
        self.winner_of = self.tricks.joker_winner if JOKERS & self.all_cards else self.tricks.winner

    def _dealing_order(self) -> tuple[int, ...]:
        """Packets from eldest on; the last one is cut to what a hand still lacks (G-05)."""
        wanted = [self.filled_hand] * self.seats
        order: list[int] = []
        while any(wanted):
            for turn in range(self.seats):
                packet = min(self.options.deal_packet, wanted[turn])
                wanted[turn] -= packet
                order += [turn] * packet
        return tuple(order)

    # What a table agrees on

    def eldest(self, state: ContractsState) -> Seat:
        """The left neighbour of the dealer."""
        return (state.dealer + 1) % self.seats

    def orderer_of(self, dealer: Seat) -> Seat:
        """Who orders and takes the widow when this seat deals (G-22, G-23)."""
        return (dealer + (1 if self.options.orderer == "eldest" else -1)) % self.seats

    def has_trump(self, contract: str) -> bool:
        """Whether trumps are named in this contract (G-25)."""
        return has_trumps(contract, self.options)

    def asks_at_third(self, state: ContractsState) -> bool:
        """Whether trumps are named at eldest's third card in this deal (G-26)."""
        return self.options.praise_trump_mode == "third_card" and state.contract == "praise"

    def waits_for_third(self, state: ContractsState) -> bool:
        """Whether the deal pauses at that card now."""
        return state.moment == "trump" and self.asks_at_third(state)

    def count(self, state: ContractsState) -> Count:
        """What counts in this deal."""
        return self._by_suit[state.penalty] if state.penalty >= 0 else self._counts[state.contract]

    def count_of(self, contract: str) -> Count:
        """What this contract counts here."""
        return self._counts[contract]

    def worth(self, contract: str) -> float:
        """All points of a deal with this contract together."""
        count = self._counts[contract]
        of_cards = sum(each * (cards & self.all_cards).bit_count() for cards, each in count.groups)
        return of_cards + count.trick * self.filled_hand + count.last_two * scoring.LAST

    def not_laid_out(self, state: ContractsState) -> Cards:
        """The cards that may not be laid out while there are others (G-24)."""
        return self.count(state).cards if self.options.discard_ban else 0

    # Dealing

    def start(self) -> ContractsStanding:
        """Nobody has any points."""
        return ContractsStanding(totals=(0,) * self.seats, ordered=((),) * self.seats)

    def deal(self, deck: Sequence[Card], dealer: Seat, standing: Standing, log: Log = None) -> ContractsState:
        """The whole pack, or as much as the game deals, in packets from eldest on (G-05)."""
        assert isinstance(standing, ContractsStanding)
        state = self.new_state(dealer)
        state.deal = standing.deals + 1
        state.totals = standing.totals
        state.ordered = standing.ordered
        state.passed_out = standing.passed_out
        state.contract = self.programme.contract(state.deal)
        if log is not None:
            log.append(Event("deal", dealer, arg=state.deal))
        places = state.places
        if not state.contract and not self.orders_seeing:
            state.stock = tuple(deck)
            places[STOCK] = self.all_cards
            dealing.ask_orderer(state, "order")
        elif self.options.widow_size or self.asks_at_third(state):
            state.stock = tuple(deck)
            places[STOCK] = self.all_cards
            dealing.begin(self, state, log)
        else:
            for seat, card in zip(self._receivers[dealer], deck, strict=False):
                places[seat] |= 1 << card
            state.stock = tuple(deck[len(self.dealing) :])
            places[STOCK] = cards_of(state.stock)
            state.known = places[: self.seats]
            dealing.deal_rest(self, state, log)
        return state

    def new_state(self, dealer: Seat) -> ContractsState:
        """A deal in which no card has been dealt."""
        state = ContractsState()
        state.places = [0] * (self.seats + len(self.place_names))
        state.known = [0] * self.seats
        state.lacks = [0] * self.seats
        state.hidden = None
        state.stock = ()
        state.to_act = ()
        state.dealer = dealer
        state.orderer = self.orderer_of(dealer)
        state.deal = 1
        state.totals = state.charged = (0,) * self.seats
        state.ordered = ((),) * self.seats
        state.passed_out = 0
        state.moment = "play"
        state.contract = ""
        state.trump = state.penalty = state.led = -1
        state.bids = state.trick = state.last = state.players = state.winners = ()
        state.captured = (0,) * self.seats
        state.fined = False
        state.drew = 0
        return state

    def first_leader(self, state: ContractsState) -> Seat:
        """Who leads to the first trick (G-06)."""
        if self.options.first_leader == "orderer":
            return state.orderer
        if self.options.first_leader == "bid_winner":
            bidder = dealing.highest(state)[0]
            if bidder >= 0:
                return bidder
        return self.eldest(state)

    def begin_play(self, state: ContractsState, log: Log) -> None:
        """All is said: the first trick begins."""
        state.moment = "play"
        if log is not None:
            log.append(Event("begin", self.first_leader(state)))
        self.begin_trick(state, self.first_leader(state))

    def begin_trick(self, state: ContractsState, leader: Seat) -> None:
        """This seat leads; in Domino the next one that has cards (G-28)."""
        players = self._from[leader]
        if self.domino:
            players = tuple([seat for seat in players if state.places[seat]])
        state.players = players
        state.trick = ()
        state.led = -1
        state.to_act = self._turn[players[0]]

    # Playing

    def legal(self, state: ContractsState, seat: Seat) -> Sequence[Move]:
        """The cards that may be played, or what may be said (G-16)."""
        if not state.to_act or state.to_act[0] != seat or seat < 0:
            return ()
        if state.moment != "play":
            return dealing.legal_calls(self, state, seat)
        hand = state.places[seat]
        if state.trick:
            if state.led >= 0 and not self.tricks.free:
                following = hand & self.tricks.follow[state.led]
                if following:
                    return self._follows(following)
        elif self._named_jokers and hand & JOKERS:
            cards = self.playable(state, seat)
            named = [move for suit in range(4) for move in single_moves("play", cards & JOKERS, suit + 1)]
            return (*self._plays(cards & ~JOKERS), *named)
        return self._plays(self.playable(state, seat)) or _ONLY_DRAW

    def playable(self, state: ContractsState, seat: Seat) -> Cards:
        """The cards that this seat may play now; none when it must draw first (G-16, G-28)."""
        hand = state.places[seat]
        if not state.trick:
            return self.tricks.leads(state, seat, hand, self.count(state))
        if state.led < 0:
            return hand
        following = hand & self.tricks.follow[state.led]
        if following:
            return following | (hand & self.tricks.free)
        if self.domino and state.stock:
            return 0
        return self.tricks.discards(state, hand, self.count(state))

    def play(self, state: ContractsState, seat: Seat, move: Move, log: Log = None) -> None:
        """Changes the state by a legal move; the dealer's shuffle sets the widow aside, or draws what is laid out."""
        match move.verb:
            case "play":
                self._play_card(state, seat, move, log)
            case "order":
                dealing.order(self, state, seat, move, log)
            case "trump":
                dealing.name_trump(self, state, seat, move, log)
            case "bid" | "pass":
                dealing.bid(self, state, seat, move, log)
            case "name":
                dealing.name_suit(self, state, seat, move, log)
            case "lay_out":
                dealing.lay_out(self, state, seat, move, log)
            case "draw":
                dealing.draw_to_follow(self, state, seat, move, log)
            case _:
                assert seat == DEALER
                if state.moment == "deal":
                    dealing.set_widow_aside(self, state, move.arg, log)
                else:
                    dealing.draw_out(self, state, move.arg, log)

    def _play_card(self, state: ContractsState, seat: Seat, move: Move, log: Log) -> None:
        cards = move.cards
        card = cards.bit_length() - 1
        places = state.places
        trick = state.trick
        led = state.led
        tricks = self.tricks
        if trick and led >= 0 and not cards & (tricks.follow[led] | tricks.free) and self._fines:
            self._fine_for_keeping(state, seat, card, log)
        places[seat] ^= cards
        places[self.table] |= cards
        if state.known is not None or log is not None:
            all_see(state, cards, self.table, log, "play" if trick else "lead", seat, move.arg)
            self._note_lacks(state, seat, card)
        if led < 0:
            if not JOKERS & cards:
                state.led = card % 4  # There is one pack.
            elif self.options.joker_play != "void_only":
                state.led = move.arg - 1 if move.arg else HEARTS
        state.drew = 0
        trick = state.trick = (*trick, card)
        players = state.players
        if len(trick) < len(players):
            state.to_act = self._turn[players[len(trick)]]
        else:
            self.end_trick(state, log)

    def _note_lacks(self, state: ContractsState, seat: Seat, card: Card) -> None:
        """Notes what this card tells everybody that the seat does not hold."""
        if state.lacks is None:
            return
        lacks = self.tricks.shown_lacks(state, seat, card, self.count(state))
        if state.drew:
            # He drew until he could follow, so this was his only card of the suit; in a deal that somebody merely
            # guesses he may hold more.
            lacks |= self.tricks.follow[state.led] & ~state.places[seat]
        state.lacks[seat] |= lacks

    def end_trick(self, state: ContractsState, log: Log) -> None:
        """The winner captures the trick and leads to the next one, unless the deal is over (G-10, G-13)."""
        winner = state.players[self.winner_of(state.trick, state.trump, state.led)]
        places = state.places
        table = places[self.table]
        places[self.captured] |= table
        places[self.table] = 0
        if log is not None:
            log.append(Event("trick", winner, table, table.bit_count(), EVERYBODY))
        if places[self.aside] and not state.winners:
            odd = places[self.aside]
            move_cards(state, odd, self.aside, self.captured, EVERYBODY, log, "odd_card", winner)
            table |= odd
        self._capture(state, winner, table)
        state.winners = (*state.winners, winner)
        state.last = state.trick
        if self.domino:
            self._go_on_in_domino(state, winner, log)
            return
        if not places[winner]:
            self._finish(state, log)
            return
        count = self.count(state)
        if count.stops:
            held = 0
            for cards in places[: self.seats]:
                held |= cards
            if not held & count.cards:
                self._finish(state, log)
                return
        self.begin_trick(state, winner)

    def _capture(self, state: ContractsState, seat: Seat, cards: Cards) -> None:
        captured = list(state.captured)
        captured[seat] |= cards
        state.captured = tuple(captured)

    def _go_on_in_domino(self, state: ContractsState, winner: Seat, log: Log) -> None:
        """The winner leads, or the next one who has cards; the last who has some captures them himself (G-28)."""
        places = state.places
        holders = [seat for seat in self._from[winner] if places[seat]]
        if len(holders) > 1:
            self.begin_trick(state, holders[0])
            return
        for seat in holders:
            self._capture(state, seat, places[seat])
            move_cards(state, places[seat], seat, self.captured, EVERYBODY, log, "leftover", seat)
            if self.options.domino_leftover_is_trick:
                state.winners = (*state.winners, seat)
        self._finish(state, log)

    def _finish(self, state: ContractsState, log: Log) -> None:
        """Nothing that counts is left (G-13); what was laid out for want of other cards is counted now (G-24)."""
        state.moment = "over"
        state.to_act = ()
        state.trick = ()
        state.led = -1
        short = state.places[self.laid_out] & self.not_laid_out(state)
        if short:
            show(state, short, state.orderer, log, "short")

    def _fine_for_keeping(self, state: ContractsState, seat: Seat, card: Card, log: Log) -> None:
        """Who keeps the king back pays for it at once, and everybody knows that he holds it (G-12)."""
        if self.tricks.is_fined(state, state.places[seat], card, self.count(state)):
            state.fined = True
            state.charged = tuple([charge - self.fine * (other == seat) for other, charge in enumerate(state.charged)])
            show(state, 1 << KING, seat, log, "kept_back")

    # What is written down

    def why_not(self, state: ContractsState, seat: Seat, move: Move) -> RuleBroken | None:
        """Why this seat may not make this move; None exactly when it is legal."""
        return refusals.why_not(self, state, seat, move)

    def points(self, state: ContractsState) -> tuple[float, ...]:
        """The points of this deal so far, by seat."""
        return scoring.points(self, state)

    def result(self, state: ContractsState) -> Result:
        """Who wrote more than whom in this deal."""
        return scoring.result(self, state)

    def settle(self, standing: Standing, state: ContractsState) -> ContractsStanding:
        """The points are added to the totals; the deal passes to the left (G-01, G-20)."""
        assert isinstance(standing, ContractsStanding)
        return scoring.settle(self, standing, state)

    def standing_before(self, state: ContractsState) -> ContractsStanding:
        """The match before this deal."""
        return ContractsStanding(
            deals=state.deal - 1,
            dealer=state.dealer,
            totals=state.totals,
            ordered=state.ordered,
            passed_out=state.passed_out,
        )

    def totals(self, standing: Standing) -> list[tuple[Text, tuple[Any, ...]]]:
        """The points of the match (G-20); halves where an amount has one."""
        assert isinstance(standing, ContractsStanding)
        return words.totals(standing)

    def sheet_notes(self, standing: Standing) -> list[Text]:
        """What ends the match, and what everybody has still to order (G-22, G-M02)."""
        assert isinstance(standing, ContractsStanding)
        return words.sheet_notes(self, standing)

    # Showing and positions

    def scene(self, seen: Observation) -> Scene:
        """What this seat's player sees."""
        return scene.scene(self, seen)

    def tell(self, event: Event) -> Text | None:
        """The line of the log for an event."""
        return words.tell(event)

    def facts(self, state: ContractsState) -> Facts:
        """The public facts beyond the cards."""
        return positions.facts(self, state)

    def put_down(self, draft: Draft, facts: FactReader) -> ContractsState:
        """The state that a position describes. Raises BadPosition."""
        return positions.put_down(self, draft, facts)
