"""The badge and the side panel of 101: the constraint on the next card, and the sections beside the table."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from cardtable.cards import RANKS, SUIT_CARDS, Card, bits, pack, parse_card, rank_of
from cardtable.engine.scene import Chair, Section
from cardtable.engine.text import Ranks, Suit, Text, say, say_count
from cardtable.games import beside
from cardtable.games.one_oh_one.options import OneOhOneOptions
from cardtable.games.one_oh_one.rules import OneOhOneRules
from cardtable.games.one_oh_one.scoring import card_points
from cardtable.games.one_oh_one.state import ANSWER, CHAIN, OneOhOneState

NEAR = 20
"""A player this close to the limit is in danger."""
FEW = 2
"""A player with this few cards may soon go out."""
_DOES = {
    "draw1": say("next draws {count}", count=1),
    "draw1_skip": say("draws {count}, no turn", count=1),
    "draw2": say("next draws {count}", count=2),
    "draw2_skip": say("draws {count}, no turn", count=2),
    "skip": say("next has no turn"),
    "replay": say("you move again"),
    "skip_unless_ace": say("an ace, or no turn"),
    "stack": say("a seven, or draw {count}", count=2),
    "stack_skip": say("a seven, or {count}, no turn", count=2),
    "english": say("may be covered"),
}
"""For each effect, what a card does to the next player, or to its own (O-14 to O-21, O-34)."""


def chain_draws(rules: OneOhOneRules, state: OneOhOneState) -> int:
    """The number of cards to draw for the sevens played so far, without another seven (O-34)."""
    return rules.effects[state.pile[-1]].draws * state.chain


def badge(rules: OneOhOneRules, state: OneOhOneState) -> tuple[Text, ...]:
    """What binds the next card besides the top of the pile; nothing for an ordinary card."""
    if not state.to_act:
        return ()
    if state.ordered >= 0:
        return (say("ordered {suit}", suit=Suit(state.ordered)),)
    if state.step == ANSWER:
        return (_DOES["skip_unless_ace"],)
    if state.step == CHAIN:
        return (say("a seven, or draw {count}", count=chain_draws(rules, state)),)
    if rules.ace_is_open(state):
        return (say("open ace {suit}", suit=Suit(rules.ace_suit(state))),)
    return ()


def sections(rules: OneOhOneRules, state: OneOhOneState, chairs: tuple[Chair, ...]) -> tuple[Section, ...]:
    """Players in danger or about to go out, totals, special cards, card points, and the cards still out."""
    found = []
    danger = tuple(_danger(rules, state, chairs))
    if danger:
        found.append(Section(say("Danger"), danger, 1))
    options = rules.options
    if options.bust_rule == "reach":
        title = say("Totals, out at {limit}", limit=options.limit)
    else:
        title = say("Totals, out over {limit}", limit=options.limit)
    found.append(Section(title, tuple(map(_total, chairs)), 1))
    special = tuple(_special(options))
    if special:
        found.append(Section(say("Special cards"), special, 3))
    found.append(Section(say("Cards and their points"), _worths(options), 4))
    if state.to_act:
        # The viewer is the first chair; everybody has seen the cards on the pile.
        out = rules.all_cards & ~(state.places[chairs[0].seat] | state.places[rules.pile] | state.places[rules.aside])
        lines = tuple(line for suit in SUIT_CARDS for line in beside.rows(bits(out & suit)))
        found.append(Section(say("Still out"), lines, 4, memory=True))
    return tuple(found)


def _danger(rules: OneOhOneRules, state: OneOhOneState, chairs: tuple[Chair, ...]) -> Iterator[beside.Line]:
    """Players with few cards, from the viewer's left, and players near the limit (O-32)."""
    playing = [chair for chair in chairs if not chair.out] if state.to_act else []
    for chair in playing:
        if 0 < chair.cards <= FEW and chair.seat != chairs[0].seat:
            yield beside.name(chair.seat), say_count("{count} card left", "{count} cards left", chair.cards)
    over = rules.options.bust_rule == "over"
    for chair in playing:
        more = rules.options.limit - state.totals[chair.seat] + over
        if more <= NEAR:
            yield beside.name(chair.seat), say("out with {count} more", count=more)


def _total(chair: Chair) -> beside.Line:
    assert chair.score is not None
    total = beside.name(chair.seat), beside.amount(int(chair.score))
    return (*total, say("out")) if chair.out else total


@cache
def _worths(options: OneOhOneOptions) -> tuple[beside.Line, beside.Line]:
    """The points of each rank left in a hand (O-27), with the ranks that cost their pips combined."""
    worths: dict[int, int] = {}
    for card in sorted(pack(options.deck), reverse=True):
        worths[rank_of(card)] = card_points(options, 1 << card)
    pips = {rank: worth for rank, worth in worths.items() if RANKS[rank] == str(worth)}
    dear = sorted(worths.keys() - pips.keys(), key=lambda rank: (-worths[rank], -rank))
    costly, free = [rank for rank in dear if worths[rank]], tuple([rank for rank in dear if not worths[rank]])
    heads = [Text("{ranks}", {"ranks": Ranks((rank,))}) for rank in costly]
    costs = [beside.amount(worths[rank]) for rank in costly]
    if pips:
        first, *_, last = pips
        ends = Ranks((first,)), Ranks((last,))
        heads.append(Text("{first}–{last}", {"first": ends[0], "last": ends[1]}))
        costs.append(Text("{first}–{last}", {"first": pips[first], "last": pips[last]}))
    if free:
        heads.append(Text("{ranks}", {"ranks": Ranks(free)}))
        costs.append(beside.amount(0))
    return tuple(heads), tuple(costs)


def _special(options: OneOhOneOptions) -> Iterator[beside.Line]:
    """The special cards from the six up, the card that orders a suit, and the kings that make others draw.

    Cards with the same effect are combined.
    """
    effects = {
        "6": options.six_effect,
        "7": options.seven_effect,
        "8": options.eight_effect,
        "9": options.nine_effect,
        "A": options.ace_effect,
    }
    alike: dict[str, tuple[int, ...]] = {}
    there = set(map(rank_of, pack(options.deck)))
    for rank, effect in effects.items():
        if effect != "none" and RANKS.index(rank) in there:
            alike[effect] = (*alike.get(effect, ()), RANKS.index(rank))
    for does, ranks in alike.items():
        yield Text("{ranks}", {"ranks": Ranks(ranks)}), _DOES[does]
    orders = say("a suit; next no turn") if options.order_skips_next else say("orders a suit")
    yield Text("{ranks}", {"ranks": Ranks((RANKS.index(options.order_rank),))}), orders
    kings: dict[int, tuple[Card, ...]] = {}
    for king, draws in (("Ks", options.king_spades_draw), ("Kh", options.king_hearts_draw)):
        if draws:
            kings[draws] = (*kings.get(draws, ()), parse_card(king))
    for drawn, cards in kings.items():
        yield beside.shown(cards), say("draws {count}, no turn", count=drawn)
