"""The styles of King do what section 8 of the catalogue says of them, measured on seeded deals.

`pytest -m slow tests/bots` measures at the catalogue's size, `-s` shows the figures.
"""

from __future__ import annotations

import dataclasses
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from random import Random
from statistics import fmean
from typing import Any, NamedTuple

import pytest

from cardtable.bots import Bot, Decision
from cardtable.bots.finding import make_bot
from cardtable.bots.styles.king.styles import Saver
from cardtable.bots.styles.palace.styles import strongest_climber
from cardtable.cards import HEARTS, RANK_CARDS, SUIT_CARDS, Card, Cards, bits, only_card, parse_card, rank_of, shuffled
from cardtable.engine.moves import DEALER, Move, Seat
from cardtable.engine.rules import AnyRules, Standing, attempt
from cardtable.engine.state import Observation, observe
from cardtable.games import find_preset, group
from cardtable.games.king.contracts import CONTRACTS
from cardtable.games.king.dealing import read_order
from cardtable.games.king.rules import KingRules
from cardtable.games.king.state import KingState
from cardtable.games.palace.rules import PalaceRules
from cardtable.games.palace.state import PalaceState
from cardtable.games.titles.rules import TitlesRules
from tests.test_battery import Game, mixtures, rules_of

NEGATIVE = ("no_tricks", "no_jacks", "no_queens", "no_hearts", "no_king", "no_last_two")
IN_CONTRACTS = ("ducker", "shedder", "counter", "gambler", "saver", "hoarder", "careful_bidder")
IN_THE_PALACE = ("loyal_courtier", "usurper", "suspicious_king", "kingmaker")
STYLES = (*IN_CONTRACTS, *IN_THE_PALACE, "quota_runner")
ACES_AND_KINGS = RANK_CARDS[11] | RANK_CARDS[12]
Watch = Callable[[Any, Any, Seat, Sequence[Move], Move], None]
"""A callback that gets the rules, state, seat, legal moves and the move chosen, before it is played."""


def samples(small: int, full: int) -> pytest.MarkDecorator:
    """A few deals in the ordinary run, the catalogue's number under the mark."""
    return pytest.mark.parametrize(
        "count", [pytest.param(small, id="small"), pytest.param(full, id="full", marks=pytest.mark.slow)]
    )


def rules_for(preset: str, seats: int, **changes: Any) -> Any:
    game, found = find_preset(preset)
    return game.rules(dataclasses.replace(found.options, **changes), seats)


def bots_for(styles: Sequence[str], rules: AnyRules) -> list[Bot]:
    game = next(game for game in group("king") if isinstance(rules.options, game.options))
    return [make_bot(style, game.id, rules) for style in styles]


def play(rules: Any, bots: Sequence[Bot], seed: int, standing: Standing, watch: Watch | None = None) -> Any:
    """Plays a deal to its end with checked moves and returns the last state."""
    rng = Random(seed)
    dealer = standing.dealer if standing.dealer is not None else seed % rules.seats
    state = rules.deal(shuffled(rules.deck, seed), dealer, standing)
    while state.to_act:
        seat = state.to_act[0]
        if seat == DEALER:
            rules.play(state, DEALER, Move("shuffle", 0, rng.getrandbits(48)))
            continue
        choices = rules.legal(state, seat)
        move = bots[seat].choose(observe(state, seat), choices, rng).move
        if watch is not None:
            watch(rules, state, seat, choices, move)
        attempt(rules, state, seat, move)
    return state


def match(rules: Any, bots: Sequence[Bot], seed: int, watch: Watch | None = None) -> Iterator[Any]:
    """The last states of all deals in a match."""
    standing = rules.start()
    while not standing.over:
        state = play(rules, bots, 1_000 * seed + standing.deals, standing, watch)
        yield state
        standing = rules.settle(standing, state)


class Turn(NamedTuple):
    """A card played by the style being measured, with the deal as it was at that moment."""

    contract: str
    deal: int
    state: KingState
    seat: Seat
    legal: tuple[Card, ...]
    card: Card

    @property
    def hand(self) -> Cards:
        return self.state.places[self.seat]

    @property
    def void(self) -> bool:
        return bool(self.state.trick) and self.legal[0] % 4 != self.state.led

    def wins(self, card: Card) -> bool:
        """Whether a card would be the best in the trick so far, in a game without jokers."""
        state = self.state
        best = state.trick[0] if state.trick else -1
        trumps = SUIT_CARDS[state.trump] if state.trump >= 0 else 0
        for other in (*state.trick[1:], card):
            if other % 4 == best % 4:
                best = max(best, other)
            elif trumps >> other & 1:
                best = other
        return best in (-1, card)

    @property
    def unseen(self) -> Cards:
        """The cards that this seat has not seen."""
        rules = rules_for("king_simple", 4)
        places = self.state.places
        found: Cards = rules.all_cards & ~(self.hand | places[rules.table] | places[rules.captured])
        return found

    def above(self, card: Card) -> Cards:
        """The higher cards of the same suit."""
        return SUIT_CARDS[card % 4] & self.unseen & -(2 << card)


@cache
def measured(
    style: str,
    deals: int,
    contracts: tuple[str, ...] = NEGATIVE,
    others: str = "uniform",
    preset: str = "king_simple",
) -> tuple[list[Turn], list[tuple[str, float, float]]]:
    """One player of a style among three others: its turns, and for each deal its points and the others' mean."""
    turns: list[Turn] = []
    points: list[tuple[str, float, float]] = []
    rules = rules_for(preset, 4)
    assert isinstance(rules, KingRules)
    for contract in contracts:
        before = dataclasses.replace(rules.start(), deals=rules.programme.contracts.index(contract))
        for deal in range(deals):
            own = deal % 4
            bots = bots_for([style if seat == own else others for seat in range(4)], rules)

            def watch(
                rules: Any,
                state: Any,
                seat: Seat,
                choices: Sequence[Move],
                move: Move,
                own: Seat = own,
                deal: int = deal,
                contract: str = contract,
            ) -> None:
                if seat == own and move.verb == "play":
                    legal = tuple([only_card(choice.cards) for choice in choices])
                    turns.append(Turn(contract, deal, state.copy(), seat, legal, only_card(move.cards)))

            standing = dataclasses.replace(before, dealer=deal // 4 % 4)
            found = rules.points(play(rules, bots, 10_000 * contracts.index(contract) + deal, standing, watch))
            points.append((contract, found[own], (sum(found) - found[own]) / 3))
    return turns, points


def share(what: str, chances: Sequence[bool], least: int = 10) -> float:
    """The share of its chances in which it did something; there must be enough of them to judge by."""
    assert len(chances) >= least, f"{what}: only {len(chances)} chances"
    found = fmean(chances)
    print(f"{what}: {found:.3f} of {len(chances)}")
    return found


def duck_rate(style: str, turns: Sequence[Turn]) -> float:
    """How often it plays under a trick that it could also win."""
    both = [turn for turn in turns if turn.state.trick and len({turn.wins(card) for card in turn.legal}) == 2]
    return share(f"{style} ducks", [not turn.wins(turn.card) for turn in both])


# Engine A


@samples(25, 200)
@pytest.mark.parametrize("style", ["ducker", "shedder"])
def test_the_ducker_and_the_shedder_duck(style: str, count: int) -> None:
    assert duck_rate(style, measured(style, count)[0]) >= 0.95


@samples(25, 200)
def test_uniform_ducks_half_the_time_and_the_gambler_seldom(count: int) -> None:
    assert 0.35 <= duck_rate("uniform", measured("uniform", count)[0]) <= 0.65
    assert duck_rate("gambler", measured("gambler", count)[0]) <= 0.7


def most_dangerous(turn: Turn) -> set[Card]:
    """The cards that section 8 would throw away first, by contract; several where it leaves the choice open."""
    hand, legal = turn.hand, turn.legal
    if turn.contract in ("no_tricks", "no_last_two"):
        longest = max((hand & SUIT_CARDS[card % 4]).bit_count() for card in legal)
        legal = tuple([card for card in legal if (hand & SUIT_CARDS[card % 4]).bit_count() == longest])
    else:
        feared = {
            "no_jacks": RANK_CARDS[9],
            "no_queens": RANK_CARDS[10],
            "no_hearts": SUIT_CARDS[HEARTS],
            "no_king": 1 << parse_card("Kh"),
        }[turn.contract]
        out = bits(feared & turn.unseen)
        catching = [card for card in legal if any(card > other and card % 4 == other % 4 for other in out)]
        legal = tuple([card for card in legal if feared >> card & 1]) or tuple(catching) or legal
    highest = max(map(rank_of, legal))
    return {card for card in legal if rank_of(card) == highest}


@samples(25, 200)
def test_the_shedder_throws_off_by_the_order_of_danger(count: int) -> None:
    turns = [turn for turn in measured("shedder", count)[0] if turn.void]
    assert share("shedder sheds", [turn.card in most_dangerous(turn) for turn in turns]) >= 0.95
    turns = [turn for turn in measured("uniform", count)[0] if turn.void]
    assert share("uniform sheds", [turn.card in most_dangerous(turn) for turn in turns]) <= 0.8


def first_void(style: str, count: int) -> float:
    """The average number of the first trick before which its player was void in a suit."""
    first: dict[tuple[str, int], int] = {}
    last: dict[tuple[str, int], int] = {}
    for turn in measured(style, count)[0]:
        deal = turn.contract, turn.deal
        trick = len(turn.state.winners)
        last[deal] = trick + 1
        if not all(turn.hand & suit for suit in SUIT_CARDS):
            first.setdefault(deal, trick)
    found = fmean(first.get(deal, last[deal]) for deal in last)
    print(f"{style} is out of a suit before trick {found:.3f}")
    return found


@samples(60, 200)
def test_the_shedder_is_out_of_a_suit_earlier_than_the_ducker(count: int) -> None:
    assert first_void("shedder", count) < first_void("ducker", count)


@samples(60, 200)
def test_the_counter_leads_what_can_be_beaten(count: int) -> None:
    turns = [turn for turn in measured("counter", count, ("no_tricks",))[0] if not turn.state.trick]
    choices = [turn for turn in turns if any(map(turn.above, turn.legal))]
    assert share("counter leads a winner", [not turn.above(turn.card) for turn in choices]) == 0


@samples(10, 50)
def test_the_counter_leads_its_tops_in_praises(count: int) -> None:
    """Each match has four praises, so that the full sample has 200."""
    leads: list[bool] = []

    def watch(rules: Any, state: Any, seat: Seat, choices: Sequence[Move], move: Move) -> None:
        if seat or state.contract != "praise" or move.verb != "play" or state.trick:
            return
        seen = state.places[0] | state.places[rules.captured]
        unseen = rules.all_cards & ~seen
        tops = [choice for choice in choices if not (SUIT_CARDS[only_card(choice.cards) % 4] & unseen) > choice.cards]
        if tops:
            leads.append(move in tops)

    rules = rules_for("king_twelve", 4)
    for seed in range(count):
        for _ in match(rules, bots_for(["counter", *["uniform"] * 3], rules), seed, watch):
            pass
    assert share("counter leads tops", leads) >= 0.9


@pytest.mark.parametrize("style", ["ducker", "shedder", "counter"])
@samples(60, 400)
def test_one_of_them_among_three_at_random_does_better(style: str, count: int) -> None:
    """Section 8: the sum over the six negative contracts."""
    points = measured(style, count)[1]
    own = sum(own for _, own, _ in points) / count
    others = sum(other for _, _, other in points) / count
    print(f"{style} {own:.2f} ({own / 6:.2f} a deal), three at random {others:.2f} each")
    by_contract = {name: fmean(own for contract, own, _ in points if contract == name) for name in NEGATIVE}
    print("  ", ", ".join(f"{name} {value:.2f}" for name, value in by_contract.items()))
    assert own > others


ORDERED = [("king_long", 4), ("king_custom", 4), ("king_minsk", 3), ("king_atomic", 3)]


@pytest.mark.parametrize(("preset", "seats"), ORDERED)
@samples(4, 30)
@pytest.mark.every(2)
def test_the_gambler_orders_what_pays_early(preset: str, seats: int, count: int) -> None:
    early: list[bool] = []
    rules = rules_for(preset, seats)
    for seed in range(count):
        mine = seed % seats
        styles = ["gambler" if seat == mine else "uniform" for seat in range(seats)]
        orders = [
            CONTRACTS[state.contract].sign > 0
            for state in match(rules, bots_for(styles, rules), seed)
            if state.orderer == mine
        ]
        early += [2 * turn < len(orders) for turn, pays in enumerate(orders) if pays]
    assert share(f"{preset}: positive orders of the gambler in its first half", early) >= 0.6


@pytest.mark.parametrize(("preset", "seats"), ORDERED)
@samples(3, 30)
@pytest.mark.every(2)
def test_the_saver_orders_by_its_estimate(preset: str, seats: int, count: int) -> None:
    """It orders the best of its published estimates, and yeralash only by a sixth of it or last; its orders pay off."""
    rules = rules_for(preset, seats)
    own: list[float] = []
    others: list[float] = []

    def watch(rules: Any, state: Any, seat: Seat, choices: Sequence[Move], move: Move) -> None:
        if seat != mine or move.verb != "order":
            return
        saver = bots[mine]
        assert isinstance(saver, Saver)
        values = saver.estimates(rules, state.places[seat], choices)
        worth = rules.worth("no_all")
        borne = [
            choice
            for choice in choices
            if read_order(choice.arg)[0] != "no_all" or values[choice] + worth / seats > worth / 6
        ]
        assert values[move] == max(values[choice] for choice in borne or choices)
        assert move in (borne or choices)

    for seed in range(count):
        mine = seed % seats
        bots = bots_for(["saver" if seat == mine else "steady" for seat in range(seats)], rules)
        for state in match(rules, bots, seed, watch):
            (own if state.orderer == mine else others).append(rules.points(state)[mine])
    print(f"{preset}: saver's mean in its own orders {fmean(own):.2f}, in others' {fmean(others):.2f}")
    if count > 10:
        assert fmean(own) > fmean(others)


@pytest.mark.parametrize("seats", [3, 4])
@samples(100, 400)
def test_the_hoarder_wins_the_ten_of_diamonds(seats: int, count: int) -> None:
    ten = parse_card("Td")
    rules = rules_for("king_omnibus", seats)
    found: list[bool] = []
    for seed in range(count):
        mine = seed % seats
        bots = bots_for(["hoarder" if seat == mine else "steady" for seat in range(seats)], rules)
        state = play(rules, bots, seed, dataclasses.replace(rules.start(), dealer=seed // seats % seats))
        found.append(bool(state.captured[mine] >> ten & 1))
    assert share(f"hoarder takes the ten of diamonds, {seats} players", found) >= 1 / seats + 0.1


@samples(40, 200)
def test_the_careful_bidder_bids_and_names_carefully(count: int) -> None:
    bids: list[int] = []
    lowest: list[bool] = []

    def rank_sum(hand: Cards, suit: int) -> int:
        return sum(2 + rank_of(card) for card in bits(hand & SUIT_CARDS[suit]))

    def watch(rules: Any, state: Any, seat: Seat, choices: Sequence[Move], move: Move) -> None:
        if seat % 2 == 0:
            if move.verb == "bid":
                bids.append(move.arg)
            elif move.verb == "name":
                hand = state.places[seat]
                lowest.append(rank_sum(hand, move.arg) == min(rank_sum(hand, suit) for suit in range(4)))

    rules = rules_for("king_trade", 4)
    bots = bots_for(["careful_bidder", "steady"] * 2, rules)
    for seed in range(count):
        play(rules, bots, seed, dataclasses.replace(rules.start(), dealer=seed % 4), watch)
    print(f"careful_bidder bids {sorted(Counter(bids).items())}")
    assert max(bids) <= 6
    assert share("careful_bidder names its lowest suit", lowest) >= 0.9


# Engine B


@samples(25, 200)
def test_the_quota_runner_waits_with_its_last_trick(count: int) -> None:
    """In stage one, while two rivals can still fill their quotas; against a single one it leaves, last but one."""
    ducks: dict[str, list[bool]] = {"one short": [], "one short, one rival left": [], "before": []}
    rules = rules_for("four_ranks", 4)
    assert isinstance(rules, TitlesRules)

    def watch(rules: Any, state: Any, seat: Seat, choices: Sequence[Move], move: Move) -> None:
        if seat != mine or state.reign or move.verb != "play" or not state.trick:
            return
        best = state.trick[0]
        for card in state.trick[1:]:
            if rules.beaters(state, best) >> card & 1:
                best = card
        over = rules.beaters(state, best)
        if len({bool(choice.cards & over) for choice in choices}) == 2:
            short = rules.quotas[state.titles[seat]] - rules.total(state)[seat]
            chance = "one short" if short == 1 else "before"
            if short == 1 and state.staying.bit_count() == 2:
                chance = "one short, one rival left"
            ducks[chance].append(not move.cards & over)

    for seed in range(count):
        mine = seed % 4
        for _ in match(
            rules, bots_for(["quota_runner" if seat == mine else "uniform" for seat in range(4)], rules), seed, watch
        ):
            pass
    for chance, done in ducks.items():
        print(f"quota_runner, {chance}: ducks {sum(done)} times of {len(done)}")
    assert share("quota_runner ducks, one short", ducks["one short"]) >= 0.9
    assert share("quota_runner ducks before", ducks["before"]) <= 0.5
    assert not any(ducks["one short, one rival left"])


# Engine C

PALACES = [
    ("palace_ladder", 5),
    ("palace_ladder", 8),
    ("palace_jokers", 6),
    pytest.param("palace_packs", 9, marks=pytest.mark.slow),
]


def court(preset: str, seats: int, styles: Sequence[str], count: int, watch: Watch) -> None:
    """Matches at one table, with the last of these styles in all remaining seats."""
    rules = rules_for(preset, seats)
    assert isinstance(rules, PalaceRules)
    bots = bots_for([*styles, *[styles[-1]] * seats][:seats], rules)
    for seed in range(count):
        for _ in match(rules, bots, seed, watch):
            pass


@pytest.mark.parametrize(("preset", "seats"), PALACES)
@samples(6, 20)
@pytest.mark.every(2)
def test_the_loyal_courtier_throws_nothing_at_the_king(preset: str, seats: int, count: int) -> None:
    thrown: list[bool] = []

    def watch(rules: Any, state: PalaceState, seat: Seat, choices: Sequence[Move], move: Move) -> None:
        if seat == 0 and state.moment == "throw" and state.defender == state.king and len(choices) > 1:
            thrown.append(move.verb != "pass")

    court(preset, seats, ("loyal_courtier", "steady"), count, watch)
    assert share(f"{preset} {seats}: throw-ins of the courtier at the king", thrown) == 0


@pytest.mark.parametrize(("preset", "seats"), PALACES)
@samples(2, 20)
def test_the_kingmaker_throws_nothing_at_its_friend(preset: str, seats: int, count: int) -> None:
    thrown: list[bool] = []

    def watch(rules: Any, state: PalaceState, seat: Seat, choices: Sequence[Move], move: Move) -> None:
        if seat == 0 and state.moment == "throw" and state.defender == seats // 2 and len(choices) > 1:
            thrown.append(move.verb != "pass")

    court(preset, seats, ("kingmaker", "steady"), count, watch)
    assert share(f"{preset} {seats}: throw-ins of the kingmaker at its friend", thrown) == 0


@pytest.mark.parametrize(("preset", "seats"), PALACES[1:])
@samples(4, 20)
def test_the_suspicious_king_gives_leave_to_few(preset: str, seats: int, count: int) -> None:
    """Every other seat is one of them; at a table of five hardly anybody ever has to ask."""
    leave: dict[str, list[bool]] = {"next": [], "other": []}
    strong: list[bool] = []

    def watch(rules: Any, state: PalaceState, seat: Seat, choices: Sequence[Move], move: Move) -> None:
        if seat % 2 == 0 and state.moment == "leave" and state.defender != seat:
            allowed = move.verb == "allow"
            leave["next" if state.defender == state.ladder[1] else "other"].append(allowed)
            if state.defender == strongest_climber(rules, state):
                strong.append(allowed)

    court(preset, seats, ("suspicious_king", "usurper") * 6, count, watch)
    assert share(f"{preset} {seats}: leave against the next below", leave["next"]) >= 0.8
    assert share(f"{preset} {seats}: leave against others", leave["other"]) <= 0.2
    assert all(strong)


@pytest.mark.parametrize(("preset", "seats"), PALACES)
@samples(8, 40)
@pytest.mark.every(3)
def test_the_usurper_comes_to_the_king_with_trumps(preset: str, seats: int, count: int) -> None:
    """The table is the seats below the king, who has named their best suit."""
    held: list[tuple[int, float, float]] = []
    deal = [-1]

    def watch(rules: Any, state: PalaceState, seat: Seat, choices: Sequence[Move], move: Move) -> None:
        if seat == 0 and move.verb == "attack" and state.climbs and state.defender == state.king:
            now = state.played + 1_000 * len(games)
            if deal[0] != now:
                deal[0] = now
                trumps = SUIT_CARDS[state.trump]
                counts = [(state.places[other] & trumps).bit_count() for other in range(seats)]
                below = sum(counts) - counts[state.king]
                held.append((counts[0], below / (seats - 1), sum(counts) / seats))
        elif state.moment == "vote" and seat == 0:
            games.append(seat)

    games: list[int] = []
    court(preset, seats, ("usurper", "steady"), count, watch)
    assert held, "it never came so far"
    own, below, all_seats = (fmean(values) for values in zip(*held, strict=True))
    print(
        f"{preset} {seats}: {len(held)} first attacks on the king, trumps {own:.2f}, below the king {below:.2f},"
        f" with him {all_seats:.2f}"
    )
    if count > 10:
        assert own > below


# All styles


class Twice:
    """A player asked twice each time: it chooses the same, gives a reason, and does not change what it was shown."""

    def __init__(self, bot: Bot) -> None:
        self._bot = bot

    def choose(self, seen: Observation, choices: Sequence[Move], rng: Random) -> Decision:
        shown = seen.state.copy()
        decision = self._bot.choose(seen, choices, rng)
        assert self._bot.choose(seen, choices, rng).move == decision.move
        assert seen.state == shown
        assert decision.why.source
        return decision


OWN = {"king": IN_CONTRACTS, "palace": IN_THE_PALACE, "titles": ("quota_runner",)}
TABLES = [
    (name, seats)
    for game in group("king")
    for name, preset in game.presets.items()
    for seats in (min(preset.seats), max(preset.seats))
]


@pytest.mark.parametrize(("preset", "seats"), sorted(set(TABLES)))
@pytest.mark.every(5)
def test_every_style_plays_every_preset(preset: str, seats: int) -> None:
    """Each style in turn in every seat, for three deals with checked moves; every decision has a reason."""
    rules = rules_for(preset, seats)
    for index in range(0, len(STYLES), seats):
        styles = (STYLES[index : index + seats] * seats)[:seats]
        played = match(rules, [Twice(bot) for bot in bots_for(styles, rules)], index)
        for _ in zip(range(3), played, strict=False):
            pass


@pytest.mark.parametrize(
    "game", [game for name in OWN for game in mixtures(name)], ids=lambda game: f"{game.family}-{game.name}"
)
@pytest.mark.every(4)
def test_every_style_plays_mixtures_of_options(game: Game) -> None:
    rules = rules_of(game)
    own = OWN[game.family]
    for index in range(0, len(own), rules.seats):
        styles = (own[index : index + rules.seats] * rules.seats)[: rules.seats]
        for _ in zip(range(2), match(rules, bots_for(styles, rules), index), strict=False):
            pass


@pytest.mark.parametrize(
    ("preset", "seats"), [("king_simple", 4), ("palace_ladder", 5), ("four_ranks", 4)], ids=["king", "palace", "titles"]
)
def test_a_style_of_a_kindred_game_plays_as_steady(preset: str, seats: int) -> None:
    rules = rules_for(preset, seats)
    game, _ = find_preset(preset)
    kin = [style for name, styles in OWN.items() if name != game.id for style in styles]
    assert kin
    for style in kin:
        assert type(make_bot(style, game.id, rules)) is type(make_bot("steady", game.id, rules)), style
    for style in OWN[game.id]:
        assert type(make_bot(style, game.id, rules)) is not type(make_bot("steady", game.id, rules)), style
