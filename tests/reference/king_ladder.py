"""The ladder of the court, the slow second implementation: deals and bouts, plain lists, one method per rule.

Written from the rules catalogue alone (G-50 to G-67, G-M16); it shares nothing with the engine it is compared with.
Places and packs are in ``king_ladder_court.py``.  What the catalogue leaves open is marked "Reading".

Moves: ``vote s``, the chores ``mix``, ``cut``, ``deal``, ``look``, ``word``, ``clear``; ``trump s``, ``choose P3``,
``attack 9h 9c``, ``cover 9h with Th``, ``joker Xr→d``, ``joker_cover 9h``, ``take``, ``throw 9d``, ``pass``, ``ask``,
``allow``, ``refuse``, ``show 9h to P3``.  `to_act` is [-1] while the first suit is drawn by lot (`draw`).
"""

from __future__ import annotations

from itertools import combinations

from tests.reference.king_ladder_court import (
    CHANCE,
    RANKS,
    SUITS,
    Court,
    LadderStanding,
    height,
    is_joker,
    writing_order,
)

IN_BOUT = ("defend", "joker", "throw", "leave")
"""The questions that are asked while cards are on the table."""
MAY_SHOW = ("choose", "attack", "defend", "throw", "leave")


class KingLadder(Court):
    """One deal at a time."""

    # ---------------------------------------------------------------- setup (G-51 to G-55)

    def start(self) -> LadderStanding:
        """The standing before the first hand."""
        return LadderStanding(None, [0] * self.seats, [0] * self.seats)

    def deal(self, deck: list[str], dealer: int, standing: LadderStanding) -> None:
        """Begins a deal with this deck; the first one of a match gives the places."""
        if sorted(deck) != sorted(self.whole_deck):
            raise ValueError("this is not the deck of the game")
        self.standing = standing
        self.dealer = dealer
        self.deck = list(deck)
        self.hands = [[] for _ in range(self.seats)]
        self.packets = [[] for _ in range(self.seats)]
        self.discard: list[str] = []
        self.first_hand = standing.ladder is None
        self.ladder = list(standing.ladder or [])
        self.trump = "none"
        self.votes: dict[int, str] = {}
        self.counts = True
        self.fell: int | None = None
        self.bout = 1
        self.attacker = -1
        self.defender: int | None = None
        self.climbs = False
        self._clear_bout()
        if self.first_hand:
            self.phase = "vote" if self.given["first_trump"] == "vote" else "lot"
        elif self.given["court_chores"] == "manual":
            self.phase = "mix"
        else:
            self._deal_out()
            self._king_looks()

    def _clear_bout(self) -> None:
        self.table: list[tuple[str, str | None]] = []
        self.jokers: list[str] = []
        self.held = 0
        self.taking = False
        self.queue: list[int] = []
        self.leave: list[int] = []
        self.no_leave: list[int] = []
        self.offended: list[int] = []
        self.shown: list[int] = []
        self.joker_waiting: str | None = None

    def draw(self, suit: str) -> None:
        """G-51: the suit drawn by lot."""
        if self.phase != "lot":
            raise ValueError("no lot is drawn now")
        self._give_first_places(suit)

    def _give_first_places(self, suit: str) -> None:
        """G-51, G-52: the pack is dealt out from the dealer's left and the trumps give the places."""
        for number, card in enumerate(self.deck):
            self.hands[(self.dealer + 1 + number) % self.seats].append(card)
        self.ladder = self.give_places(self.deck, self.dealer, suit)
        self.trump = suit
        if self.given["first_hand_played"]:
            self._first_bout()
        else:
            self.counts = False
            self.phase = "over"

    def _deal_out(self) -> None:
        self.packets = self.deal_packets(self.deck)

    def _take_up(self, seat: int) -> None:
        self.hands[seat] += self.packets[seat]
        self.packets[seat] = []

    def _king_looks(self) -> None:
        """G-55: the king looks at their cards first, and names trumps."""
        self._take_up(self.king())
        self.phase = "trump"

    # ---------------------------------------------------------------- who is asked

    def to_act(self) -> list[int]:
        """The seats asked, then those that might commit an offence (G-63)."""
        if self.phase == "over":
            return []
        first = self._asked()
        return [first, *(seat for seat in range(self.seats) if seat != first and self._offences(seat))]

    def _asked(self) -> int:
        if self.phase == "lot":
            return CHANCE
        if self.phase == "vote":
            voters = [(self.dealer + 1 + number) % self.seats for number in range(self.seats)]
            return next(seat for seat in voters if seat not in self.votes)
        if self.phase in ("mix", "deal", "clear"):
            return self.stablehand()
        if self.phase in ("cut", "look", "trump", "leave", "word"):
            return self.king()
        if self.phase in ("choose", "attack"):
            return self.attacker
        if self.phase in ("defend", "joker"):
            if self.defender is None:
                raise ValueError("nobody defends")
            return self.defender
        return self.queue[0]

    # ---------------------------------------------------------------- legal moves

    def legal(self, seat: int) -> set[str]:
        """All legal moves of this seat."""
        if seat not in self.to_act() or seat == CHANCE:
            return set()
        moves = self._offences(seat)
        if seat == self._asked():
            moves |= self._moves(seat)
            if self.given["secret_show"] and self.phase in MAY_SHOW and seat not in self.shown:
                # G-66.
                others = [other for other in range(self.seats) if other != seat]
                moves |= {f"show {card} to P{other}" for card in self.hands[seat] for other in others}
        return moves

    def _offences(self, seat: int) -> set[str]:
        """G-63: the moves for which a player becomes stablehand."""
        if not self.given["etiquette"]:
            return set()
        if self.phase in ("mix", "deal") and seat != self.stablehand():
            return {self.phase}
        if self.phase == "cut" and seat != self.king():
            return {"cut"}
        if self.phase in ("look", "trump") and seat != self.king() and self.packets[seat]:
            return {"look"}
        if self.phase in IN_BOUT and seat not in self.offended:
            return {"clear"}
        if self.phase == "word" or (self.phase == "clear" and seat != self.stablehand()):
            return {"clear"}
        return set()

    def _moves(self, seat: int) -> set[str]:
        if self.phase in ("mix", "cut", "deal", "look", "word", "clear"):
            return {self.phase}
        if self.phase in ("vote", "trump"):
            return {f"{self.phase} {suit}" for suit in SUITS}
        if self.phase == "choose":
            return {f"choose P{other}" for other in self.active() if other != seat}
        if self.phase == "attack":
            return self._attacks(seat)
        if self.phase == "defend":
            return self._defences(seat)
        if self.phase == "joker":
            return {f"joker_cover {card}" for card in self._uncovered()}
        if self.phase == "leave":
            return {"allow", "refuse"}
        return self._throws(seat)

    def _limit(self) -> int:
        """G-57: the most attack cards in this bout."""
        return min(6, self.held) if self.given["throw_limit"] == "six" else self.held

    def _room(self) -> int:
        return self._limit() - len(self.table)

    def _attacks(self, seat: int) -> set[str]:
        """G-56: one card or several of one rank, no jokers (G-64)."""
        most = self._limit() if self.given["multi_card_attack"] else 1
        moves = set()
        for rank in RANKS:
            cards = sorted((card for card in self.hands[seat] if card[0] == rank), key=writing_order)
            for size in range(1, min(most, len(cards)) + 1):
                moves |= {" ".join(["attack", *chosen]) for chosen in combinations(cards, size)}
        return moves

    def _uncovered(self) -> list[str]:
        return [attack for attack, cover in self.table if cover is None]

    def _beats(self, card: str, attack: str) -> bool:
        """G-56: higher of the same suit, or a trump on no trump; G-64: a joker covers nothing this way."""
        if is_joker(card):
            return False
        if card[1] == attack[1]:
            return height(card) > height(attack)
        return card[1] == self.trump

    def _defences(self, seat: int) -> set[str]:
        """G-56, G-64."""
        moves = {"take"}
        for attack in self._uncovered():
            moves |= {f"cover {attack} with {card}" for card in self.hands[seat] if self._beats(card, attack)}
        return moves | self._joker_moves(seat)

    def _joker_moves(self, seat: int) -> set[str]:
        """G-64: one of the three other suits."""
        jokers = [card for card in self.hands[seat] if is_joker(card)]
        return {f"joker {card}→{suit}" for card in jokers for suit in SUITS if suit != self.trump}

    def _throwable(self, seat: int) -> list[str]:
        """G-57: cards of a rank on the table; G-64: jokers have none."""
        ranks = set()
        for attack, cover in self.table:
            ranks.add(attack[0])
            if cover is not None and not is_joker(cover):
                ranks.add(cover[0])
        return [card for card in self.hands[seat] if card[0] in ranks]

    def _needs_leave(self, seat: int) -> bool:
        """G-57: attacker, stablehand and king throw in freely, and so do all in the first bout."""
        if self.given["throw_permission"] == "free" or self.bout == 1:
            return False
        return seat not in (self.attacker, self.stablehand(), self.king())

    def _throws(self, seat: int) -> set[str]:
        """G-57, G-64: throw in, play a joker, ask for leave, or pass."""
        moves = {f"throw {card}" for card in self._throwable(seat)}
        if self.given["joker_actor"] == "anyone":
            moves |= self._joker_moves(seat)
        if self._needs_leave(seat) and seat not in self.leave:
            moves = {"ask"} if moves and seat not in self.no_leave else set()
        return moves | {"pass"}

    # ---------------------------------------------------------------- playing a move

    def play(self, seat: int, text: str) -> None:
        """Plays a legal move."""
        if text not in self.legal(seat):
            raise ValueError(f"P{seat} may not play {text!r}")
        words = text.replace("→", " ").split(" ")
        verb = words[0]
        if verb in ("mix", "cut", "deal", "look", "word", "clear"):
            self._do_chore(seat, verb)
        elif verb == "vote":
            self.votes[seat] = words[1]
            if len(self.votes) == self.seats:
                self._give_first_places(self.voted_suit(list(self.votes.values())))
        elif verb == "trump":
            self.trump = words[1]
            for other in range(self.seats):
                self._take_up(other)
            self._first_bout()
        elif verb == "choose":
            self._attack_whom(int(words[1][1:]))
        elif verb == "attack":
            for card in words[1:]:
                self._lay(seat, card)
            self.phase = "defend"
        elif verb == "cover":
            self.hands[seat].remove(words[3])
            self._cover(words[1], words[3])
        elif verb == "joker":
            self._play_joker(seat, words[1], words[2])
        elif verb == "joker_cover":
            joker = self.joker_waiting
            self.joker_waiting = None
            self._cover(words[1], str(joker))
        elif verb == "take":
            self.taking = True
            if self.given["throw_after_take"]:
                self._ask_anew()
            else:
                self._close_bout()
        elif verb == "throw":
            self._lay(seat, words[1])
            self._thrown()
        elif verb == "pass":
            self._asked_next()
        elif verb == "show":
            self.shown.append(seat)
        else:
            self._speak_of_leave(seat, verb)

    def _lay(self, seat: int, card: str) -> None:
        self.hands[seat].remove(card)
        self.table.append((card, None))

    def _cover(self, attack: str, card: str) -> None:
        self.table[self.table.index((attack, None))] = (attack, card)
        if self._uncovered():
            self.phase = "defend"
        else:
            self._ask_anew()

    def _thrown(self) -> None:
        """G-57: a card thrown in goes to the defender, after "take" to their pile; the asking starts again."""
        if self.taking:
            self._ask_anew()
        else:
            self.queue = []
            self.phase = "defend"

    def _play_joker(self, seat: int, joker: str, suit: str) -> None:
        """G-64: new trumps at once; a defender's joker may cover a card too."""
        self.hands[seat].remove(joker)
        self.trump = suit
        if self.phase == "throw":
            self.jokers.append(joker)
            self._ask_anew()
        elif self.given["joker_covers"]:
            uncovered = self._uncovered()
            if len(uncovered) == 1:
                self._cover(uncovered[0], joker)
            else:
                self.joker_waiting = joker
                self.phase = "joker"
        else:
            self.jokers.append(joker)

    def _speak_of_leave(self, seat: int, verb: str) -> None:
        """G-57: the king answers; each player's answer holds for the rest of the bout."""
        if verb == "ask":
            self.phase = "leave"
        elif verb == "allow":
            self.leave.append(self.queue[0])
            self.phase = "throw"
        else:
            self.no_leave.append(self.queue[0])
            self.phase = "throw"
            self._asked_next()

    # ---------------------------------------------------------------- chores and offences (G-53, G-63)

    def _do_chore(self, seat: int, verb: str) -> None:
        wrong = verb in self._offences(seat)
        if verb == "clear" and self.phase in IN_BOUT:
            # The cards are put back: hands and the running bout stay.
            self.offended.append(seat)
            self._offend(seat)
            return
        phase = self.phase
        if wrong:
            self._offend(seat)
        if verb == "mix":
            self.phase = "cut"
        elif verb == "cut":
            self.phase = "deal"
        elif verb == "deal":
            self._deal_out()
            self.phase = "look"
        elif verb == "look" and wrong:
            self._take_up(seat)
            self.phase = phase
        elif verb == "look":
            self._king_looks()
        elif verb == "word":
            self.phase = "clear"
        else:
            self._beaten()

    def _offend(self, seat: int) -> None:
        """G-63: the player becomes stablehand; an attacker who is now above the defender ends the bout as in G-60."""
        self.falls(seat)
        if self.climbs and self.defender is not None and self.above(self.attacker, self.defender):
            self.climbs = False
        if self.phase == "leave" and not self._needs_leave(self.queue[0]):
            # Reading: a player who asked is now at an end of the ladder and no longer needs an answer.
            self.phase = "throw"
        if self.phase == "throw":
            # A player who was refused and is no longer stablehand cannot go on.
            self._ask_first()

    # ---------------------------------------------------------------- asking for throw-ins (G-57)

    def _ask_anew(self) -> None:
        """G-57: attacker, stablehand, king, the others from the top; not the defender nor players without cards.

        The order is that of the ladder at this moment; G-63: a player who becomes king later keeps their place in the
        round.
        """
        wanted = [self.attacker, self.stablehand(), *self.ladder]
        self.queue = []
        for seat in wanted:
            if seat != self.defender and self.hands[seat] and seat not in self.queue:
                self.queue.append(seat)
        self.phase = "throw"
        if self._room() <= 0:
            self._close_bout()
        else:
            self._ask_first()

    def _ask_first(self) -> None:
        """G-57: a player refused leave who needs it when asked is skipped; with nobody left the asking is over."""
        while self.queue and self.queue[0] in self.no_leave and self._needs_leave(self.queue[0]):
            del self.queue[0]
        if not self.queue:
            self._close_bout()

    def _asked_next(self) -> None:
        self.queue.pop(0)
        self._ask_first()

    # ---------------------------------------------------------------- turns and ends of bouts (G-58 to G-62)

    def _first_bout(self) -> None:
        """G-58: the king attacks the stablehand."""
        self.bout = 1
        self.attacker = self.king()
        self.climbs = False
        self._attack_whom(self.stablehand())

    def _attack_whom(self, defender: int) -> None:
        self.defender = defender
        self.held = len(self.hands[defender])
        self.phase = "attack"

    def _close_bout(self) -> None:
        self.queue = []
        if self.taking:
            self._taken()
        elif self.given["court_chores"] == "manual":
            self.phase = "word"
        else:
            self._beaten()

    def _beaten(self) -> None:
        """G-58 to G-60: the cards leave the game, the defender has the turn."""
        if self.defender is None:
            raise ValueError("nobody defended")
        for attack, cover in self.table:
            self.discard += [attack, str(cover)]
        self._end_bout(self.defender, upwards=False)

    def _taken(self) -> None:
        """G-58 to G-60: the defender takes all but jokers; a climber changes places with the defender and goes on."""
        if self.defender is None:
            raise ValueError("nobody defended")
        for attack, cover in self.table:
            self.hands[self.defender].append(attack)
            if cover is not None and not is_joker(cover):
                self.hands[self.defender].append(cover)
            elif cover is not None:
                self.discard.append(cover)
        if self.climbs:
            one, other = self.ladder.index(self.attacker), self.ladder.index(self.defender)
            self.ladder[one], self.ladder[other] = self.ladder[other], self.ladder[one]
            self._end_bout(self.attacker, upwards=False)
        else:
            self._end_bout(self.defender, upwards=True)

    def _end_bout(self, seat: int, upwards: bool) -> None:
        """G-61, G-62, G-64, G-67: the next turn, or the end of the deal.

        `upwards`: the turn goes to the next player up from this seat, not to the seat itself.
        """
        self.discard += self.jokers
        number = self.bout
        self._clear_bout()
        for hand in self.hands:
            if hand and all(is_joker(card) for card in hand):
                self.discard += hand
                hand.clear()
        active = self.active()
        if len(active) <= 1:
            self._end_deal(active[0] if active else None)
        elif number >= self.given["palace_bout_cap"]:
            # Most cards; ties: the lower place.
            most = max(len(self.hands[other]) for other in active)
            self._end_deal([other for other in active if len(self.hands[other]) == most][-1])
        else:
            holder = self.turn_above(seat) if upwards or not self.hands[seat] else seat
            self.bout = number + 1
            self._begin_turn(holder)

    def _begin_turn(self, seat: int) -> None:
        """G-59 to G-61: upwards; a king, or a player who leads in the king's stead, attacks anyone."""
        self.attacker = seat
        target = self.next_up(seat)
        others = [other for other in self.active() if other != seat]
        self.climbs = target is not None
        if target is not None:
            self._attack_whom(target)
        elif len(others) == 1:
            self._attack_whom(others[0])
        else:
            self.defender = None
            self.phase = "choose"

    def _end_deal(self, last: int | None) -> None:
        self.fell = last
        if last is not None:
            self.falls(last)
        self.phase = "over"

    # ---------------------------------------------------------------- the match (G-67, G-M16)

    def after(self) -> LadderStanding:
        """The standing after this deal; the stablehand deals next."""
        if self.phase != "over":
            raise ValueError("the deal is not over")
        before = self.standing
        kings, stablehands = list(before.kings), list(before.stablehands)
        played = before.played
        if self.counts:
            played += 1
            kings[self.king()] += 1
            stablehands[self.stablehand()] += 1
        over = played >= self.given["palace_deals"]
        return LadderStanding(list(self.ladder), kings, stablehands, played, self.stablehand(), over)
