"""Reasons in Bura."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cardtable.bots.reasons.kozel import not_worth, takes_points
from cardtable.bots.reasons.said import BRINGS_MOST, CHEAP, FEWEST, HIGHER_TRUMP, ONLY_TRUMP, Said, elsewhere
from cardtable.cards import SUIT_CARDS, Card, Cards, bits, only_card
from cardtable.engine.moves import Move, Seat
from cardtable.engine.state import STOCK, Observation
from cardtable.engine.text import faces, say
from cardtable.games.bura.beating import BEATERS
from cardtable.games.bura.drawing import BEGIN, DRAW, WAIT, due
from cardtable.games.bura.rules import SAY_BURA, SILENT, BuraRules
from cardtable.games.bura.state import CLAIMS, LEAD, REPLIES, BuraState
from cardtable.games.tricks import points_of


def told(rules: BuraRules, seen: Observation, legal: Sequence[Move], move: Move) -> Iterator[Said]:
    """The reasons for a claim, a lead or a reply."""
    state = seen.state
    assert isinstance(state, BuraState)
    if move.verb == "claim":
        count = rules.known_count(state, seen.seat)
        if count >= rules.options.target:
            told = say("you have {count}: enough", count=count)
            if rules.hides:
                told = say("{count} are sure, and that is enough", count=count)
            yield Said("enough", 99, told, say("{count} are enough", count=count))
    elif move == SILENT and state.moment == CLAIMS:
        count = rules.known_count(state, seen.seat)
        if count < rules.options.target:
            yield _too_few(rules, count)
    elif move == SAY_BURA:
        yield Said("bura", 99, say("nothing but trumps: that wins at once"))
    elif move.cards and state.moment == LEAD:
        yield from _lead(rules, seen, state, legal, move)
    elif move.cards and state.moment == REPLIES:
        yield from _reply(rules, seen, state, legal, move)
    else:
        yield from _draws(rules, seen, state, move)


def _draws(rules: BuraRules, seen: Observation, state: BuraState, move: Move) -> Iterator[Said]:
    """The reasons where cards are drawn by hand: whose turn it is, and that drawing out of turn costs the deal."""
    if move == BEGIN:
        yield Said("all drawn", 60, say("nobody has to draw any more"))
    elif move == WAIT:
        yield Said("out of turn", 60, say("it is not your turn to draw"), say("it is another's turn to draw"))
    elif move == DRAW and due(rules, state) == seen.seat:
        yield Said("turn to draw", 60, say("it is your turn to draw"), say("the turn to draw has come"))


def _too_few(rules: BuraRules, count: int) -> Said:
    """The reason not to claim with only `count` card points that everybody has seen."""
    target = rules.options.target
    if not count:
        if rules.hides:
            told = say("nothing is sure yet, and {target} are needed", target=target)
        else:
            told = say("you have nothing yet, and {target} are needed", target=target)
        return Said("too few", 99, told, say("{target} are needed", target=target))
    if rules.hides:
        return Said("too few", 99, say("only {count} are sure, and {target} are needed", count=count, target=target))
    told = say("you have {count}, and {target} are needed", count=count, target=target)
    return Said("too few", 99, told, say("{count} are too few", count=count))


def _lead(rules: BuraRules, seen: Observation, state: BuraState, legal: Sequence[Move], move: Move) -> Iterator[Said]:
    out, trumps, cards = elsewhere(rules, seen), SUIT_CARDS[state.trump], bits(move.cards)
    points = points_of(move.cards)
    out |= state.places[STOCK]
    stands = [not BEATERS[state.trump][card] & out for card in cards]
    if all(stands) and rules.options.multi_beat == "each_card":
        told = say("nothing that is out beats them") if len(cards) > 1 else say("nothing that is out beats it")
        yield Said("stands", 90, told)
    elif len(cards) > 1 and any(stands) and rules.options.multi_beat == "each_card":
        yield Said("one stands", 85, say("one of them nothing beats, and so it takes them all"))
    elif len(cards) == 2 and not points:
        yield Said("several empty", 60, say("two at once, and they count nothing"))
    elif len(cards) > 1 and not points:
        yield Said("several empty", 60, say("several at once, and they count nothing"))
    elif len(cards) == 2 and not move.cards & trumps:
        yield Said("several", 55, say("two at once: both must be beaten"))
    elif len(cards) > 1 and not move.cards & trumps:
        yield Said("several", 55, say("several at once: each must be beaten"))
    if len(cards) == 1:
        yield from _beaten_by_trumps(elsewhere(rules, seen), state.trump, cards[0])
    if not points and not move.cards & trumps and len(cards) == 1:
        yield Said(
            "empty", 40, say("it counts nothing, and keeps your trumps"), say("it counts nothing, and the trumps stay")
        )
    elif len(cards) == 1 and not move.cards & trumps and points == min(points_of(one.cards) for one in legal):
        yield Said("least", 35, say("nothing of yours counts less"), say("nothing in hand counts less"))
    elif len(cards) == 1:
        yield from _spares_trumps([one for one in legal if one.cards.bit_count() == 1], trumps, move)


def _reply(rules: BuraRules, seen: Observation, state: BuraState, legal: Sequence[Move], move: Move) -> Iterator[Said]:
    trumps, points, size = SUIT_CARDS[state.trump], points_of(move.cards), move.cards.bit_count()
    lying, last = _lying(rules, state), len(state.plays) == rules.seats - 1
    same = [one for one in legal if one.cards.bit_count() == size]
    winners = [one for one in same if rules.wins_over(state, state.best, one.cards)]
    takes, least = move in winners, points == min(points_of(one.cards) for one in same)
    count = rules.known_count(state, seen.seat) + (lying or 0) + points
    gained = lying is not None and lying + points
    if takes and last and gained:
        if count >= rules.options.target and not rules.hides:
            yield Said(
                "reaches",
                95,
                say("with it you have {count}: enough", count=count),
                say("with it it is {count}: enough", count=count),
            )
        else:
            yield takes_points(gained)
    elif takes and last:
        yield Said(
            "last takes", 85, say("you are the last: the trick is yours"), say("the last to play takes the trick")
        )
    brought = [points_of(one.cards) for one in winners]
    if takes and last and points == max(brought) > min(brought):
        yield BRINGS_MOST
    if takes and not last and size == 1:
        card, out = only_card(move.cards), elsewhere(rules, seen)
        if not BEATERS[state.trump][card] & out:
            yield Said("safe", 80, say("nobody after you can beat it"), say("nobody after can beat it"))
        yield from _beaten_by_trumps(out, state.trump, card)
    if takes and not move.cards & trumps and any(one.cards & trumps for one in winners):
        yield Said("plain does", 60, say("a plain card is enough to beat it"))
    if not winners and least:
        best = faces(state.best)
        yield Said(
            "cannot take",
            70,
            say("nothing of yours beats {card}: give as little as you can", card=best),
            say("nothing in hand beats {card}: it gets as little as can be", card=best),
        )
    if not takes and not least:
        yield from _spares_trumps(same, trumps, move)
    if winners and not takes and least and points < max(points_of(one.cards) for one in same):
        yield FEWEST
    dear = not takes and bool(winners) and all(one.cards & trumps for one in winners)
    if dear and not points and not move.cards & trumps and lying is not None and lying < CHEAP:
        yield not_worth(lying)
    if takes and lying is not None and _would_reach(rules, state, state.owner, lying):
        yield Said("stops", 92, say("left to them, this trick would be enough for them"))


def _spares_trumps(same: Sequence[Move], trumps: Cards, move: Move) -> Iterator[Said]:
    """The reason for the cheapest cards without a trump, where something with a trump would count less."""
    plain = [points_of(one.cards) for one in same if not one.cards & trumps]
    if move.cards & trumps or points_of(move.cards) > min(plain):
        return
    if len(plain) == 1:
        yield Said("spares trumps", 41, say("your trumps stay"), say("the trumps stay"))
    else:
        yield Said(
            "spares trumps",
            41,
            say("your trumps stay, and the cheapest of the rest goes"),
            say("the trumps stay, and the cheapest of the rest goes"),
        )


def _beaten_by_trumps(out: Cards, trump: int, card: Card) -> Iterator[Said]:
    """The reason for a card that is winning the trick, where only trumps still out can beat it."""
    beaters, trumps = BEATERS[trump][card] & out, SUIT_CARDS[trump]
    if beaters and trumps >> card & 1:
        yield HIGHER_TRUMP
    elif beaters and not beaters & ~trumps:
        yield ONLY_TRUMP


def _lying(rules: BuraRules, state: BuraState) -> int | None:
    """The card points in the trick; None if some of its cards are face down."""
    return None if state.down else sum(map(points_of, state.plays))


def _would_reach(rules: BuraRules, state: BuraState, seat: Seat, lying: int) -> bool:
    """Whether the points in the trick would bring the seat now winning it to the target."""
    count = rules.known_count(state, seat)
    return count < rules.options.target <= count + lying
