"""The counter-player of Durak: reads its opponents, answers their styles, and counts the cards (D-90, D-92, D-94)."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from cardtable.bots import Decision
from cardtable.bots.styles.durak.foresight import Model, after, best, knows_all, solve, worlds
from cardtable.bots.styles.durak.hand import COURT, LOW, TRUMP_PRICE, DurakLook, ranks_held_twice, unseen
from cardtable.bots.styles.durak.player import Player
from cardtable.bots.styles.durak.reading import Witness
from cardtable.bots.styles.durak.styles import PairCollector
from cardtable.cards import RANK_CARDS, RANK_MATES, RANKS, SUIT_CARDS, Card, Cards, bits
from cardtable.engine.moves import Move, Seat
from cardtable.engine.rules import AnyRules
from cardtable.engine.state import Observation
from cardtable.engine.text import Suit, Text, Who, faces, say
from cardtable.games.durak.rules import DurakRules

MIDDLING: Cards = sum(RANK_CARDS[RANKS.index("9") : RANKS.index("Q")])
"""Nines to jacks: they force out a court card, but losing them costs little."""
DEAR: Cards = RANK_CARDS[RANKS.index("K")] | RANK_CARDS[RANKS.index("A")]
"""Kings and aces: too good to lead against a trump collector, who may take them."""
WORLDS = 16
"""The number of sampled deals for trying out a move with a pack of 36; fewer with larger packs, to keep the pace."""
FORESEEABLE = 10
"""The largest stock with which moves are tried out. With more cards, trials would take most of the time and bring
little; with 8 it won fewer deals against the reference.
"""
MARGIN = 0.15
"""How much better another move must do over so few deals to replace the habitual one."""
ANSWER_MARGIN = 0.3
"""The same where the habitual move is the answer to a style it has read."""
NOT_WEIGHED = ("accuse", "cheat_cover", "cheat_transfer")
"""Moves unknown to the model."""
RANK_WEIGHT = 30
"""Against the small-card attacker, what each unseen card of its rank adds to a cover's price: more than a step in rank
does, and four of them more than the trump suit.
"""
ENDING_CARDS = 7
"""The most cards in hands and on the table for an ending to be solved."""
ENDING_POSITIONS = 120
"""The most positions visited before an ending is given up."""


class CounterPlayer(PairCollector):
    """Plays like the pair collector until it has read its opponents; tries moves out once two players are left."""

    watchful = 1.0

    def __init__(self, rules: DurakRules) -> None:
        super().__init__(rules)
        self._witnesses: dict[Seat, Witness] = {}
        self._models: dict[int, Model] = {}

    def choose(self, seen: Observation, choices: Sequence[Move], rng: Random) -> Decision:
        """Notes what the table shows, then decides."""
        look = DurakLook(self.rules, self.prices, seen, choices)
        self.witness(seen.seat).see(look.state)
        habit = self.decide(look, rng)
        if len(choices) == 1 or look.opponent is None or look.stock > FORESEEABLE or habit.move.verb in NOT_WEIGHED:
            return habit
        return self._solved(look, habit) or self._weighed(look, habit, rng)

    def witness(self, seat: Seat) -> Witness:
        """The notes taken in this seat; a player nearly always sits in just one."""
        if seat not in self._witnesses:
            self._witnesses[seat] = Witness(self.rules, seat)
        return self._witnesses[seat]

    def read(self, look: DurakLook, seat: Seat) -> str | None:
        """The style an opponent seems to play; None while that is unclear."""
        return self.witness(look.seat).habits[seat].style

    # Answers to the documented styles

    def lead(self, look: DurakLook) -> Decision:
        """Opens with the answer to the defender's style."""
        defender = look.state.defender
        answer = None
        if not look.late:
            style = self.read(look, defender)
            if style == "trump_collector":
                answer = self._draw_trumps(look, defender)
            elif style == "high_card_collector":
                answer = self._draw_court_cards(look, defender)
            elif style == "small_card_attacker":
                answer = self._attack_small(look, defender)
            elif style == "pair_collector":
                answer = super().lead(look)
        return answer or self._lead_a_pair(look) or Player.lead(self, look)

    def turn_up(self, look: DurakLook) -> Decision | None:
        """Never in a two-player ending: it tries out its own leads there, which did no worse."""
        return None if look.opponent is not None else super().turn_up(look)

    def _lead_a_pair(self, look: DurakLook) -> Decision | None:
        """Leads the lowest pair of low cards or, with the stock gone and only two seats, the lowest pair of any.

        This was the best opening measured; against several defenders a late pair did worse than a single card.
        """
        if look.late and self.rules.seats > 2:
            return None
        for mates in ranks_held_twice(self.leadable(look) & ~look.trumps & (~0 if look.late else LOW)):
            if Move("attack", mates) in look.choices:
                return Decision(Move("attack", mates), say("attacks with {cards} at once", cards=faces(mates)))
        return None

    def _draw_trumps(self, look: DurakLook, defender: Seat) -> Decision | None:
        """A card up to the queen in the suit in which the defender most often took or spent a trump.

        Allowing queens makes it lead that suit more often and leaves the defender fewer trumps; the share of deals won
        stays the same.
        """
        weak = self.witness(look.seat).weak[defender]
        cards = self.leadable(look) & ~(look.trumps | DEAR)
        for suit, _ in sorted(weak.items(), key=lambda pair: (-pair[1], pair[0])):
            mine = cards & SUIT_CARDS[suit]
            if mine:
                card = 1 << look.cheapest(mine)
                why = say("leads {suit}, where {who} has only trumps to answer", suit=Suit(suit), who=Who(defender))
                return self.lead_with(look, card, why)
        return None

    def _draw_court_cards(self, look: DurakLook, defender: Seat) -> Decision | None:
        """A middling card of the suit with the most unseen court cards."""
        hidden = (unseen(self.rules, look.seen) | look.state.places[defender]) & COURT
        best: tuple[int, int] | None = None
        for card in bits(self.leadable(look) & MIDDLING & ~look.trumps):
            suit = next(suit for suit in SUIT_CARDS if suit >> card & 1)
            rank = ((hidden & suit).bit_count(), -card)
            if best is None or rank > best:
                best = rank
        if best is None or not best[0]:
            return None
        card = 1 << -best[1]
        return self.lead_with(
            look, card, say("leads {cards} to draw a court card from {who}", cards=faces(card), who=Who(defender))
        )

    def _attack_small(self, look: DurakLook, defender: Seat) -> Decision | None:
        """From the middle of the deal, small cards: the opponent's own weapon."""
        if look.stock * 2 > len(self.rules.deck) - 6 * self.rules.seats:
            return None
        cards = self.leadable(look) & LOW & ~look.trumps
        pairs = [mates for mates in ranks_held_twice(cards) if Move("attack", mates) in look.choices]
        if not cards:
            return None
        small = pairs[0] if pairs else 1 << look.cheapest(cards)
        return self.lead_with(
            look, small, say("pays {who} back in small cards, {cards}", who=Who(defender), cards=faces(small))
        )

    def spare_alone(self, look: DurakLook) -> Cards:
        """Every plain card, but no court cards against a player who collects them."""
        if look.late:
            return ~0
        if self.read(look, look.state.defender) == "high_card_collector":
            return Player.spare(self, look)
        return ~look.trumps

    def dearer(self, look: DurakLook, card: Card) -> int:
        """Against the small-card attacker, prefers covers in ranks of which few cards are left to throw in.

        Against the collector of court cards, covers with these first while there is a stock: that opponent throws none
        in, and never gets cards that are beaten.
        """
        style = self.read(look, look.state.attacker)
        if style == "small_card_attacker":
            hidden = unseen(self.rules, look.seen) | look.state.places[look.state.attacker]
            new = RANK_MATES[card] & ~look.state.ranks
            return RANK_WEIGHT * (hidden & new).bit_count()
        if style == "high_card_collector" and not look.late and COURT & ~look.trumps & 1 << card:
            return -TRUMP_PRICE
        return 0

    def _answers(self, look: DurakLook) -> bool:
        """Whether the habitual move was the answer to a style."""
        state = look.state
        if "take" in look.verbs:
            style = self.read(look, state.attacker)
            return style == "small_card_attacker" or (style == "high_card_collector" and not look.late)
        if look.late:
            return False
        if not state.attacks:
            return self.read(look, state.defender) in ("trump_collector", "high_card_collector", "small_card_attacker")
        return self.read(look, state.defender) == "high_card_collector"

    # Counting cards

    def _solved(self, look: DurakLook, habit: Decision) -> Decision | None:
        """Plays a short ending perfectly; prefers the habitual move if it is among the best."""
        # Where cheating is allowed, the cards alone do not decide.
        if self.rules.options.cheating or look.opponent is None:
            return None
        in_play = look.hand.bit_count() + look.state.size(look.opponent) + len(look.state.attacks)
        if in_play > ENDING_CARDS or not knows_all(look):
            return None
        verdict = solve(look, ENDING_POSITIONS)
        if verdict is None:
            return None
        if not verdict.value:
            return Decision(habit.move, say("has counted the cards: only a mistake of the other can save it"))
        move = habit.move
        if move not in verdict.moves:
            move = min(verdict.moves, key=lambda move: (look.cost(move.cards), move))
        if verdict.value == 1:
            return Decision(move, say("has counted the cards, and wins"))
        return Decision(move, say("has counted the cards, and draws at least"))

    def _weighed(self, look: DurakLook, habit: Decision, rng: Random) -> Decision:
        """Tries the moves out on deals consistent with what is seen; keeps the habit unless another move does clearly
        better.
        """
        moves = self._worth_trying(look, habit.move)
        starts = [start for start in (after(look, move) for move in moves) if start is not None]
        if len(starts) < 2 or len(starts) < len(moves):
            return habit
        trump = look.state.trump
        model = self._models.get(trump)
        if model is None:
            model = self._models[trump] = Model(self.rules, trump, look.trumps)
        count = max(4, WORLDS * 36 // len(self.rules.deck))
        margin = ANSWER_MARGIN if self._answers(look) else MARGIN
        move = moves[best(model, starts, margin, worlds(look, model, count, rng))]
        return habit if move == habit.move else Decision(move, _tried(move))

    def _worth_trying(self, look: DurakLook, habit: Move) -> list[Move]:
        """The habitual move first, then others that may be good."""
        state = look.state
        moves = [habit]
        if not state.attacks:
            cards = self.leadable(look)
            moves += [Move("attack", 1 << card) for card in sorted(bits(cards), key=lambda card: look.prices[card])[:4]]
            moves += [Move("attack", mates) for mates in ranks_held_twice(cards & ~look.trumps)[:2]]
        elif "take" in look.verbs:
            moves.append(Move("take"))
            attack = (
                habit.arg if habit.verb == "cover" else max(bits(state.uncovered), key=lambda card: look.prices[card])
            )
            covers = [move for move in look.of("cover") if move.arg == attack]
            moves += sorted(covers, key=lambda move: look.cost(move.cards))[:3]
            moves += look.of("transfer", "show")[:2]
        else:
            moves += look.of("pass", "hold")
            throws = sorted(look.of("throw"), key=lambda move: (move.cards.bit_count(), look.cost(move.cards)))
            moves += throws[:2] + throws[-1:]
        return [move for move in dict.fromkeys(moves) if move in look.choices]


def _tried(move: Move) -> Text:
    """The reason for a move that did better than the habitual one in trials."""
    cards = faces(move.cards)
    match move.verb:
        case "attack":
            return say("has thought it through and leads {cards}", cards=cards)
        case "cover":
            return say("has thought it through and covers with {cards}", cards=cards)
        case "throw":
            return say("has thought it through and adds {cards}", cards=cards)
        case "transfer" | "show":
            return say("has thought it through and hands the attack on with {cards}", cards=cards)
        case "take":
            return say("has thought it through and takes")
        case _:
            return say("has thought it through and keeps its cards")


def make(rules: AnyRules) -> CounterPlayer:
    """Creates a player of Durak that answers its opponents' styles."""
    assert isinstance(rules, DurakRules)
    return CounterPlayer(rules)
