"""A small game to drive the screen with, and plain words: no rules of any real game, but every part of a scene."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import NamedTuple

from cardtable.cards import HIDDEN, RANKS, Card, bits, card_text, pack, rank_of, suit_of
from cardtable.engine.moves import Event, Move, Seat
from cardtable.engine.rounds import Rounds
from cardtable.engine.rules import RuleBroken, SheetRow
from cardtable.engine.scene import NO_CARD, Chair, Choice, Pile, Scene
from cardtable.engine.text import Faces, Ranks, Suit, Text, Who, faces, say
from cardtable.words import Glyphs

EVERYBODY = (1 << 32) - 1


class FakeWords:
    """English, with suit signs or letters."""

    language = "en"

    def __init__(self, glyphs: Glyphs = "suits") -> None:
        self.glyphs = glyphs

    def say(self, source: str) -> str:
        return source

    def suit(self, suit: int) -> str:
        return "♠♥♦♣"[suit] if self.glyphs == "suits" else "shdc"[suit]

    def card(self, card: Card) -> str:
        if card == HIDDEN:
            return "?"
        suit = suit_of(card)
        if suit is None:
            return "Jok"
        rank = RANKS[rank_of(card)]
        return ("10" if rank == "T" else rank) + self.suit(suit)

    def text(self, text: Text, names: Sequence[str]) -> str:
        source = text.source
        if text.plural is not None and text.facts["count"] != 1:
            source = text.plural
        facts = {}
        for name, fact in text.facts.items():
            if isinstance(fact, Who):
                facts[name] = names[fact.seat]
            elif isinstance(fact, Faces):
                facts[name] = " ".join(map(self.card, fact.cards))
            elif isinstance(fact, Ranks):
                facts[name] = " ".join(RANKS[rank] for rank in fact.ranks)
            elif isinstance(fact, Suit):
                facts[name] = self.suit(fact.suit)
            elif isinstance(fact, Text):
                facts[name] = self.text(fact, names)
            else:
                facts[name] = str(fact)
        return source.format(**facts)


class FakeRules(NamedTuple):
    """What the screen asks the rules."""

    verbs: tuple[str, ...] = ("attack", "cover", "transfer", "take", "pass", "accuse")
    rounds: Rounds = Rounds(
        "The last bout",
        lays=frozenset(["attack", "cover", "transfer"]),
        ends=frozenset(["take", "pass"]),
        covers=frozenset(["cover"]),
    )
    unused: frozenset[str] = frozenset()

    def height(self, card: Card, trump: int | None) -> int:
        return rank_of(card) + 20 * (suit_of(card) == trump)


class FakeTable:
    """One attacks with one card (or several of a rank), the next covers it, takes, or passes it on."""

    def __init__(
        self,
        seats: int = 2,
        people: Sequence[Seat] = (0,),
        seed: int = 1,
        hand: int = 6,
        names: Sequence[str] = ("Mila", "Vera", "Anna", "Boris", "Gleb", "Zoya", "Olga", "Ivan", "Yury"),
    ) -> None:
        self.names = tuple(names[:seats])
        self.people = frozenset(people)
        self.rules = FakeRules()
        self.closed = False
        self.path: Path | None = None
        self.deals = 0
        self.hand = hand
        self.random = Random(seed)
        self.log: list[Event] = []
        self.submitted: list[tuple[Seat, Move]] = []
        self.looked: list[Seat] = []
        """Whose scenes were asked for, in order."""
        self.written: tuple[SheetRow, ...] = ()
        self.next_deal()

    def next_deal(self) -> None:
        deck = list(pack(52 if self.hand * len(self.names) > 36 else 36))
        self.random.shuffle(deck)
        seats = len(self.names)
        self.hands = [sorted(deck[seat * self.hand : (seat + 1) * self.hand]) for seat in range(seats)]
        self.stock = deck[seats * self.hand :]
        self.trump = suit_of(self.stock[-1] if self.stock else deck[-1]) or 0
        self.pairs: list[list[Card]] = []
        self.discard = 0
        self.attacker = self.deals % seats
        self.deals += 1
        self.log = [
            Event("deal", seat, sum(1 << card for card in self.hands[seat]), 6, 1 << seat) for seat in range(seats)
        ]

    @property
    def defender(self) -> Seat:
        return (self.attacker + 1) % len(self.names)

    @property
    def open(self) -> list[Card]:
        return [attack for attack, cover in self.pairs if cover == NO_CARD]

    @property
    def deal_over(self) -> bool:
        return any(not hand for hand in self.hands) and not self.open

    @property
    def match_over(self) -> bool:
        return self.deals >= 2

    @property
    def winners(self) -> tuple[Seat, ...]:
        return (0,) if self.match_over else ()

    @property
    def to_act(self) -> tuple[Seat, ...]:
        if self.deal_over:
            return ()
        return (self.defender,) if self.open else (self.attacker,)

    aside = False
    silence: Move | None = None
    spoken = 0

    @property
    def turn(self) -> Seat:
        return self.to_act[0]

    def has_news(self, seat: Seat) -> bool:
        return True

    def asked_aside(self, seat: Seat, said: Sequence[Move]) -> Scene | None:
        return None

    def beats(self, card: Card, other: Card) -> bool:
        if suit_of(card) == suit_of(other):
            return rank_of(card) > rank_of(other)
        return suit_of(card) == self.trump

    def choices(self, seat: Seat) -> list[Choice]:
        if seat not in self.to_act:
            return []
        hand = self.hands[seat]
        if not self.open:
            ranks = {rank_of(card) for pair in self.pairs for card in pair if card >= 0}
            found = [
                Choice(Move("attack", 1 << card), say("attack with {cards}", cards=Faces((card,))), 1 << card)
                for card in hand
                if not ranks or rank_of(card) in ranks
            ]
            if not ranks:
                for one, two in itertools.pairwise(hand):
                    for other in [card for card in hand if card > one and rank_of(card) == rank_of(one)]:
                        cards = 1 << one | 1 << other
                        if two >= 0 and cards not in [choice.cards for choice in found]:
                            found.append(
                                Choice(Move("attack", cards), say("attack with {cards}", cards=faces(cards)), cards)
                            )
            else:
                found.append(Choice(Move("pass"), say("add nothing")))
            return found
        found = [
            Choice(
                Move("cover", 1 << card, attack),
                say("beat {other} with {cards}", other=Faces((attack,)), cards=Faces((card,))),
                1 << card,
                attack,
            )
            for attack in self.open
            for card in hand
            if self.beats(card, attack)
        ]
        if not any(cover != NO_CARD for _, cover in self.pairs):
            rank = rank_of(self.pairs[0][0])
            found += [
                Choice(Move("transfer", 1 << card), say("transfer with {cards}", cards=Faces((card,))), 1 << card)
                for card in hand
                if rank_of(card) == rank
            ]
        return [*found, Choice(Move("take"), say("take the cards"))]

    def open_scene(self, seat: Seat) -> Scene:
        return self.scene(seat)

    def scene(self, seat: Seat) -> Scene:
        self.looked.append(seat)
        seats = len(self.names)
        order = [(seat + turn) % seats for turn in range(seats)]
        chairs = tuple(
            Chair(
                other,
                (say("defends"),) if other == self.defender else (say("attacks"),) if other == self.attacker else (),
                len(self.hands[other]),
                acting=other in self.to_act,
                out=not self.hands[other],
            )
            for other in order
        )
        stock_cards = (self.stock[-1], HIDDEN) if len(self.stock) > 1 else tuple(self.stock)
        piles = [
            Pile("hand", seat, tuple(self.hands[seat]), "fan", len(self.hands[seat])),
            Pile("stock", None, stock_cards, "stack", len(self.stock), say("stock {count}", count=len(self.stock))),
            Pile("discard", None, (HIDDEN,), "stack", self.discard, say("beaten pile {count}", count=self.discard)),
            Pile("table", None, tuple(card for pair in self.pairs for card in pair), "pairs", len(self.pairs)),
        ]
        choices = tuple(self.choices(seat))
        verb = "" if seat not in self.to_act else "cover" if self.open else "attack"
        if verb == "cover":
            prompt = say(
                "Beat {cards} ({who}): a higher card of the suit or a trump, or take.",
                cards=Faces(tuple(self.open)),
                who=Who(self.attacker),
            )
        elif verb:
            prompt = (
                say("Your attack: any card.")
                if not self.pairs
                else say("Throw in a rank that lies on the table, or pass.")
            )
        else:
            prompt = say("{who} is thinking.", who=Who(self.to_act[0])) if self.to_act else say("The deal is over.")
        return Scene(
            seat,
            say("Sham · 36"),
            chairs,
            tuple(piles),
            (say("deal {number}", number=self.deals),),
            choices,
            prompt,
            verb,
            tuple(self.open) if verb == "cover" else (),
            self.trump,
        )

    def events(self, seat: Seat, since: int) -> list[Event]:
        return [event.for_seat(seat) for event in self.log[since:]]

    def tell(self, event: Event) -> Text | None:
        if event.kind in ("draw", "deal"):
            if event.cards:
                return say("{who} gets {cards}", who=Who(event.seat), cards=faces(event.cards))
            return say("{who} gets {count}", who=Who(event.seat), count=event.size)
        if event.cards:
            return say("{who}: {kind} {cards}", who=Who(event.seat), kind=event.kind, cards=faces(event.cards))
        return say("{who}: {kind}", who=Who(event.seat), kind=event.kind)

    def explain(self, seat: Seat, move: Move) -> RuleBroken | None:
        if move in [choice.move for choice in self.choices(seat)]:
            return None
        if move.verb == "cover":
            return RuleBroken(
                "S-07", say("{cards} does not beat {other}.", cards=faces(move.cards), other=Faces((move.arg,)))
            )
        return RuleBroken("S-01", say("You cannot {verb} now.", verb=move.verb))

    def submit(self, seat: Seat, move: Move) -> None:
        broken = self.explain(seat, move)
        if broken is not None:
            raise broken
        self.submitted.append((seat, move))
        self.log.append(Event(move.verb, seat, move.cards, move.cards.bit_count(), EVERYBODY, move.arg))
        for card in bits(move.cards):
            self.hands[seat].remove(card)
        if move.verb == "attack":
            self.pairs += [[card, NO_CARD] for card in bits(move.cards)]
        elif move.verb == "cover":
            next(pair for pair in self.pairs if pair[0] == move.arg)[1] = bits(move.cards)[0]
        elif move.verb == "transfer":
            self.pairs += [[card, NO_CARD] for card in bits(move.cards)]
            self.attacker = self.defender
        elif move.verb == "take":
            self.hands[seat] = sorted([*self.hands[seat], *(card for pair in self.pairs for card in pair if card >= 0)])
            self._bout_over(2)
        elif move.verb == "pass":
            self.discard += 2 * len(self.pairs)
            self._bout_over(1)

    def _bout_over(self, on: int) -> None:
        self.pairs = []
        for seat in (self.attacker, self.defender):
            drawn = 0
            while self.stock and len(self.hands[seat]) < self.hand:
                card = self.stock.pop(0)
                self.hands[seat] = sorted([*self.hands[seat], card])
                drawn |= 1 << card
            if drawn:
                self.log.append(Event("draw", seat, drawn, drawn.bit_count(), 1 << seat))
        self.attacker = (self.attacker + on) % len(self.names)

    def bot_move(self, seat: Seat) -> Move:
        return self.choices(seat)[0].move

    def result_lines(self) -> list[Text]:
        winners = [seat for seat, hand in enumerate(self.hands) if not hand]
        return [say("{who} is out first.", who=Who(winners[0]))]

    def totals(self) -> list[tuple[Text, tuple[int, ...]]]:
        return [(say("lost"), tuple(range(len(self.names))))]

    def hint(self, seat: Seat) -> tuple[Move, Text]:
        return self.choices(seat)[-1].move, say("it is the last choice")

    def to_take_back(self, seat: Seat) -> int:
        return 0

    def take_back(self, seat: Seat) -> None:
        raise NotImplementedError

    def sheet(self) -> tuple[SheetRow, ...]:
        return self.written

    def sheet_notes(self) -> list[Text]:
        return [say("Whoever reaches 101 is out.")] if self.written else []

    def close(self) -> None:
        self.closed = True


def held(table: FakeTable, seat: Seat) -> list[str]:
    """The hand of a seat as words."""
    return [card_text(card) for card in table.hands[seat]]
