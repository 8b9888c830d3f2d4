"""Reasons in Kozel."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from cardtable.bots.reasons.said import (
    BRINGS_MOST,
    CHEAP,
    FEWEST,
    HIGHER_TRUMP,
    HIGHEST,
    ONLY_TAKER,
    ONLY_TRUMP,
    Said,
    draws_trumps,
    elsewhere,
    fewest_beat,
    held_by,
    keeps_high,
)
from cardtable.cards import RANK_CARDS, RANKS, Card, Cards, bits, only_card, suit_of
from cardtable.engine.moves import Move
from cardtable.engine.state import STOCK, Observation
from cardtable.engine.text import Faces, Suit, say, say_count
from cardtable.games.kozel.cards import SHAMKA
from cardtable.games.kozel.rules import KozelRules
from cardtable.games.kozel.state import KozelState
from cardtable.games.tricks import Suits, points_of

RICH: Final = 10
"""Card points that make a trick worth taking before all have played."""
QUEENS: Final[Cards] = RANK_CARDS[RANKS.index("Q")]
MORE_THAN_HALF: Final = 61
"""Card points that win a hand of 120."""


def told(rules: KozelRules, seen: Observation, legal: Sequence[Move], move: Move) -> Iterator[Said]:
    """The reasons for a card to play."""
    state = seen.state
    assert isinstance(state, KozelState)
    if move.verb == "call_redeal" and not state.places[seen.seat] & QUEENS:
        yield Said("no queens", 80, say("you hold no queen"), say("there is no queen in hand"))
    if move.verb != "play" or state.trump < 0:
        return
    if not state.trick:
        yield from _lead(rules, seen, state, legal, move)
        return
    suits, card = rules.by_trump[state.trump], only_card(move.cards)
    later = held_by(rules, seen, _still_to_play(rules, state, seen.seat))
    side = rules.side
    mine, points = side[seen.seat], points_of(move.cards)
    last = len(state.trick) == rules.seats - 1
    beaters, lying = suits.beaters[state.best], points_of(state.places[rules.table])
    takes = bool(move.cards & beaters)
    ours = rules.seats > rules.sides and side[state.winning] == mine
    winners = [one for one in legal if one.cards & beaters]
    least = points == min(points_of(one.cards) for one in legal)
    if card == rules.shamok and rules.capturing and SHAMKA in state.trick:
        laid_by = (state.leader + state.trick.index(SHAMKA)) % rules.seats
        if side[laid_by] != mine:
            yield Said("catches", 99, say("it catches the queen of clubs"))
            return  # Catching her ends the hand.
    losing = [one.cards for one in legal if not one.cards & beaters]
    feeds = ours and not takes and _counts_most(suits, losing, move.cards)
    if feeds and (last or not beaters & later):
        yield Said(
            "partner's",
            90,
            say_count(
                "the trick is your partner's: give it {count} point",
                "the trick is your partner's: give it {count} points",
                points,
            ),
            say_count(
                "the trick is the partner's, and gets {count} point",
                "the trick is the partner's, and gets {count} points",
                points,
            ),
        )
    elif feeds and suits.plain >> state.best & 1 and not beaters & later & ~suits.trumps:
        yield Said(
            "partner stands",
            59,
            say_count(
                "only a trump beats your partner's card: give it {count} point",
                "only a trump beats your partner's card: give it {count} points",
                points,
            ),
            say_count(
                "only a trump beats the partner's card, and it gets {count} point",
                "only a trump beats the partner's card, and it gets {count} points",
                points,
            ),
        )
    elif ours and not takes and least and beaters & later:
        yield Said(
            "not yet",
            58,
            say("your partner's card can still be beaten: give little"),
            say("the partner's card can still be beaten, so little goes"),
        )
    sure = not suits.beaters[card] & later and not move.cards & rules.capturing
    if takes and (last or sure):
        before = points_of(state.won[mine])
        if rules.options.count_span == "both_halves" and before < MORE_THAN_HALF <= before + lying + points and last:
            count = before + lying + points
            yield Said(
                "has enough",
                95,
                say("with this your side has {count}", count=count),
                say("with this the side has {count}", count=count),
            )
        elif last and not lying + points:
            yield Said(
                "last takes", 85, say("you are the last: the trick is yours"), say("the last to play takes the trick")
            )
        elif last:
            count = lying + points
            yield takes_points(count)
        elif ours and beaters & later:
            yield Said(
                "makes sure",
                82,
                say("your partner's card could still be beaten, this one cannot"),
                say("the partner's card could still be beaten, this one cannot"),
            )
        else:
            yield Said("safe", 80, say("nobody after you can beat it"), say("nobody after can beat it"))
    elif takes and not move.cards & rules.capturing:
        others = [suits.beaters[only_card(one.cards)] & later for one in winners if one != move]
        if move.cards & suits.trumps:
            yield HIGHER_TRUMP
        elif not suits.beaters[card] & later & ~suits.trumps:
            yield ONLY_TRUMP
        if fewest_beat(suits.beaters[card] & later, others):
            yield HIGHEST
        if least and points <= CHEAP and not move.cards & suits.trumps:
            yield _risks_little(points)
    if takes and len(winners) == 1:
        yield ONLY_TAKER
    elif takes and last and points == max(brought := [points_of(one.cards) for one in winners]) > min(brought):
        yield BRINGS_MOST
    if takes and not last and lying >= RICH:
        yield Said("rich", 62, say("{count} points lie there", count=lying))
    if takes and not move.cards & suits.trumps and any(one.cards & suits.trumps for one in winners):
        yield Said("plain does", 55, say("a plain card is enough to beat it"))
    if takes and len(winners) > 1 and move.cards & suits.trumps:
        lowest = min(suits.strength[bits(one.cards)[0]] for one in winners if one.cards & suits.trumps)
        if suits.strength[card] == lowest:
            yield Said(
                "lowest trump", 50, say("your lowest trump that takes it"), say("the lowest trump that takes it")
            )
    if not winners and not ours and least:
        yield from _cannot_take(rules, state, legal, card)
    if winners and not takes and not ours and least:
        yield FEWEST
    elif winners and not takes and not ours and points == min(map(points_of, losing)) < max(map(points_of, losing)):
        yield Said(
            "fewest of losers",
            44,
            say("if you let the trick go, it costs least"),
            say("of what lets the trick go it costs least"),
        )
    dear = not takes and bool(winners) and all(one.cards & suits.trumps for one in winners)
    if dear and not ours and not points and lying < CHEAP:
        yield not_worth(lying)
    if takes or feeds or len(legal) == 1:
        return
    if not move.cards & suits.trumps and all(one.cards & suits.trumps for one in legal if one != move):
        yield Said("trumps stay", 39, say("the trumps stay"))
    else:
        yield from _keeps_high(rules, state.trump, legal, card)


def takes_points(count: int) -> Said:
    """The reason for the last card of a trick when it takes this many card points."""
    return Said(
        "last takes",
        85,
        say_count("you are the last: {count} point is yours", "you are the last: {count} points are yours", count),
        say_count("the last to play takes {count} point", "the last to play takes {count} points", count),
    )


def _still_to_play(rules: KozelRules, state: KozelState, seat: int) -> list[int]:
    """The seats that play to the trick after this one."""
    return [(seat + step) % rules.seats for step in range(1, rules.seats - len(state.trick))]


def _cannot_take(rules: KozelRules, state: KozelState, legal: Sequence[Move], card: Card) -> Iterator[Said]:
    """The reason for a card that counts least, where none beats the best one; the lowest of all has its own words."""
    best = Faces((state.best,))
    if any(_keeps_high(rules, state.trump, legal, card)):
        yield Said(
            "gives lowest",
            60,
            say("nothing of yours beats {card}: give the lowest", card=best),
            say("nothing in hand beats {card}: the lowest goes", card=best),
        )
    else:
        yield Said(
            "cannot take",
            60,
            say("nothing of yours beats {card}: give as little as you can", card=best),
            say("nothing in hand beats {card}: it gets as little as can be", card=best),
        )


def _keeps_high(rules: KozelRules, trump: int, legal: Sequence[Move], card: Card) -> Iterator[Said]:
    return keeps_high([rules.height(only_card(one.cards), trump) for one in legal], rules.height(card, trump))


def _counts_most(suits: Suits, losing: Sequence[Cards], card: Cards) -> bool:
    """Whether the card is worth points, and none that leaves the trick to the partner counts more, trumps aside."""
    among = losing if card & suits.trumps else [one for one in losing if not one & suits.trumps]
    return points_of(card) == max(map(points_of, among)) > 0


def not_worth(points: int) -> Said:
    """The reason not to take a trick of so few card points with a trump."""
    if not points:
        return Said("not worth it", 55, say("an empty trick is not worth a trump"))
    return Said("not worth it", 55, say("{points} points are not worth a trump", points=points))


def _lead(rules: KozelRules, seen: Observation, state: KozelState, legal: Sequence[Move], move: Move) -> Iterator[Said]:
    suits, card = rules.by_trump[state.trump], only_card(move.cards)
    out = elsewhere(rules, seen) | state.places[STOCK]  # Cards known to be in the stock will still come into a hand.
    points = points_of(move.cards)
    beaters = suits.beaters[card] & out
    if move.cards & rules.capturing:
        pass  # She may be caught, whatever beats her by rank.
    elif not beaters:
        yield Said("stands", 90, say("nothing that is out beats it any more"))
    elif not beaters & ~suits.trumps and suits.plain >> card & 1:
        yield Said("only trump", 70, say("only a trump beats it"))
    elif 2 * beaters.bit_count() <= (out & suits.trumps).bit_count():  # Every trump still out beats a plain card.
        yield HIGHER_TRUMP
    yield from _keeps_high(rules, state.trump, legal, card)
    held = suits.follow[card] & state.places[seen.seat]
    if held == move.cards and not held & suits.trumps and state.places[seen.seat] & suits.trumps:
        only = Suit(suit_of(card) or 0)
        if rules.options.follow_suit == "must":
            yield Said(
                "only one",
                60,
                say("your only {suit}: after it you can trump", suit=only),
                say("the only {suit}: after it trumps can be played", suit=only),
            )
    if move.cards & suits.trumps and out & suits.trumps and rules.options.follow_suit == "must":
        yield draws_trumps(out & suits.trumps)
    least = points == min(points_of(one.cards) for one in legal)
    if least and not move.cards & suits.trumps and points <= CHEAP:
        yield _risks_little(points)


def _risks_little(points: int) -> Said:
    if points:
        return Said("risks little", 40, say("it risks next to nothing"))
    return Said("risks little", 40, say("it risks no points"))
