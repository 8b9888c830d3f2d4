"""The scene that a player of Kozel sees."""

from __future__ import annotations

from collections.abc import Sequence

from cardtable.cards import HIDDEN, Cards, bits, parse_cards, suit_of
from cardtable.engine.moves import Move, Seat
from cardtable.engine.rules import BY_DEALER
from cardtable.engine.scene import Chair, Choice, Pile, Scene
from cardtable.engine.state import Observation
from cardtable.engine.text import Faces, Suit, Text, Who, faces, say, say_as, say_count
from cardtable.games.kozel import beside, praise, scoring, words
from cardtable.games.kozel.calls import EXECUTED_CALLS
from cardtable.games.kozel.cards import ACE_OF_DIAMONDS, SHAMOK
from cardtable.games.kozel.rules import KozelRules
from cardtable.games.kozel.state import ASKING, CUT, EXCHANGE, PLAY, PRAISE, RETURN, KozelState

MARKERS = (parse_cards("6h 6d"), parse_cards("6s 6c"))
"""Sixes out of play mark the game points, the red ones with P0 and P2 (section 5)."""
PIPS = 12
"""The highest number that two sixes can show."""
_CARD_VERBS = {PRAISE: "lay", EXCHANGE: "offer", RETURN: "return", PLAY: "play"}
"""The meaning of laying a card at each stage."""


def scene(rules: KozelRules, seen: Observation) -> Scene:
    """The table as seen by this seat's player."""
    viewer, state = seen
    assert isinstance(state, KozelState)
    acting = viewer in state.to_act[:1]
    score = beside.score(rules, state)
    piles = _piles(rules, state, viewer)
    return Scene(
        viewer=viewer,
        title=say("Kozel"),
        chairs=tuple([_chair(rules, state, viewer, seat, score[seat]) for seat in rules.clockwise_from[viewer]]),
        piles=piles,
        facts=_facts(rules, state, viewer),
        choices=tuple([_choice(rules, state, move) for move in _offered(rules, state, viewer)]),
        prompt=_prompt(rules, state, viewer),
        verb=_CARD_VERBS.get(state.stage, "") if acting else "",
        trump=state.trump if state.trump >= 0 else None,
        badge=beside.badge(rules, state, viewer),
        announced=beside.announced(rules, state),
        goal=beside.goal(rules),
        low_is_good=rules.options.game_points,
        order=beside.order(rules, state),
        sections=beside.sections(rules, state, viewer, piles),
    )


def _in_order(rules: KozelRules, state: KozelState, cards: Cards) -> tuple[int, ...]:
    """A hand in display order: the plain suits separately, low to high, and the trumps on the right."""
    if state.trump < 0:
        return tuple(bits(cards))
    suits = rules.suits(state)
    return tuple(
        sorted(
            bits(cards),
            key=lambda card: (
                suits.trumps >> card & 1,
                suits.plain >> card & 1 and suit_of(card),
                suits.strength[card],
            ),
        )
    )


def _piles(rules: KozelRules, state: KozelState, viewer: Seat) -> tuple[Pile, ...]:
    hand = state.places[viewer]
    piles = [Pile("hand", viewer, _in_order(rules, state, hand), "fan", hand.bit_count())]
    stock = len(state.stock)
    if stock:
        last = state.stock[-1]
        shown = (last, *[HIDDEN] * (stock > 1)) if last != HIDDEN else (HIDDEN,)
        label = say("second packet") if rules.options.halves and state.stage != CUT else say("stock")
        piles.append(Pile("stock", None, shown, "stack", stock, label))
    boaster = rules.left_of(state.dealer)
    for column in range(len(state.columns)):
        cards = praise.column_cards(rules, state, column)
        if len(cards) == len(state.columns[column]):
            cards = (HIDDEN, *cards)
        label = say("column {column}", column=column + 1)
        by = rules.clockwise_from[boaster][: len(cards)]
        piles.append(Pile(f"column{column + 1}", boaster, cards, "trick", len(cards), label, by))
    trick = state.trick
    if trick or not state.last:
        leader, best = max(state.leader, 0), state.best if trick else None
        by = rules.clockwise_from[leader][: len(trick)]
        piles.append(Pile("trick", leader, trick, "trick", len(trick), say("trick"), by, best))
    else:
        label = say("last trick: {who}", who=Who(state.last_winner))
        # The winning card reveals the leader, because the cards are in playing order.
        best = rules.suits(state).winner(state.last)
        leader = (state.last_winner - best) % rules.seats
        by = rules.clockwise_from[leader]
        piles.append(Pile("last", leader, state.last, "trick", len(state.last), label, by, state.last[best]))
    for side, won in enumerate(state.won):
        label = say("{who} took", who=words.names(rules, side))
        piles.append(Pile(f"taken{side}", None, (), "stack", won.bit_count(), label))
    return tuple(piles)


def _chair(rules: KozelRules, state: KozelState, viewer: Seat, seat: Seat, score: int) -> Chair:
    roles = []
    if seat == state.dealer:
        roles.append(say_as("a player", "deals"))
    if state.stage == PRAISE and seat == rules.left_of(state.dealer):
        roles.append(say("praises"))
    if state.to_act and seat == state.leader:
        roles.append(say("leads"))
    if seat == state.praise_winner and not state.last:
        roles.append(say("won the praise"))
    if seat == state.namer and state.trump >= 0:
        roles.append(say("named trumps"))
    marks = [say("partner")] if seat == words.partner_of(rules, viewer) else []
    acting = seat in state.to_act[:1] and not (state.stage in ASKING and seat != viewer)
    return Chair(
        seat=seat,
        roles=tuple(roles),
        cards=state.size(seat),
        points=_points(rules, state, seat),
        marks=tuple(marks),
        known=0 if seat == viewer else state.places[seat],
        acting=acting,
        side=beside.side_of(rules, viewer, seat),
        score=score,
    )


def _points(rules: KozelRules, state: KozelState, seat: Seat) -> Text:
    """The match score before this hand; account points as they are now (K-19, K-21, K-22)."""
    side = rules.side[seat]
    if rules.options.game_points:
        score, limit = state.score[side], rules.options.match_points
        if rules.options.deck == 32 and limit <= PIPS:
            return say("{sixes} show {sum} of {limit}", sixes=faces(MARKERS[side]), sum=score, limit=limit)
        return say("{sum} of {limit}", sum=score, limit=limit)
    if rules.options.scoring == "sixty":
        return say("{sum} of {limit}", sum=state.totals[side], limit=rules.options.target)
    return say("account {sum}", sum=scoring.accounts(rules, state.booked)[seat])


def _facts(rules: KozelRules, state: KozelState, viewer: Seat) -> tuple[Text, ...]:
    facts = [_trumps(rules, state)] if state.trump >= 0 else []
    if rules.options.game_points:
        # On a small screen nothing else says that these points are bad.
        facts.append(say("{limit} game points lose", limit=rules.options.match_points))
    if rules.options.open_counts:
        counts = scoring.card_points(state)
        own = rules.side[viewer]
        if len(counts) == 2:
            facts.append(say("card points {own} : {other}", own=counts[own], other=counts[1 - own]))
        else:
            for side, points in enumerate(counts):
                who = words.names(rules, side)
                facts.append(say_count("{who} {count} card point", "{who} {count} card points", points, who=who))
    if rules.options.halves:
        facts.append(say("half {number} of 2", number=state.half))
    if state.eggs > 1:
        facts.append(say("counts times {factor}", factor=state.eggs))
    if state.calls:
        facts.append(say_count("{count} call for another deal", "{count} calls for another deal", state.calls))
    return (*facts, say("deal {number}", number=state.hand))


def _trumps(rules: KozelRules, state: KozelState) -> Text:
    """The trump suit and all other trumps, complete ranks by their letters (K-06)."""
    suit = Suit(state.trump)
    ranks, single = beside.other_trumps(rules, state)
    if not single.cards:
        return say("trumps {suit}, {ranks}", suit=suit, ranks=ranks)
    if not ranks.ranks:
        return say("trumps {suit}, {cards}", suit=suit, cards=single)
    return say("trumps {suit}, {ranks}, {cards}", suit=suit, ranks=ranks, cards=single)


def _offered(rules: KozelRules, state: KozelState, viewer: Seat) -> Sequence[Move]:
    """The legal moves; if a redeal may be called, playing on is first, so that pressing Enter never calls."""
    moves = rules.legal(state, viewer)
    return moves[::-1] if state.stage == "redeal" else moves


def _choice(rules: KozelRules, state: KozelState, move: Move) -> Choice:
    cards, worth = faces(move.cards), None
    match move.verb:
        case "cut":
            label = say_count("cut off {count} card", "cut off {count} cards", move.arg)
        case "deal_uncut":
            label = say("deal without a cut")
        case "lay":
            label = _laying(move)
        case "call_redeal":
            label = say("call for another deal")
            if state.calls >= EXECUTED_CALLS and rules.options.redeal_penalty:
                worth = say("dealing side +{count}", count=rules.options.redeal_penalty)
        case "no_call":
            label = say("play this deal")
        case "repraise":
            label = say("the praise again")
        case "keep_praise":
            label = say("keep the praise, deal the rest again")
        case "offer":
            label = say("give {cards} to your partner", cards=cards)
        case "keep":
            label = say("keep your trump")
        case "return":
            label = say("give {cards} back", cards=cards)
        case "name":
            label = say("make {suit} trumps", suit=Suit(move.arg))
            held = state.places[state.to_act[0]] & rules.by_trump[move.arg].trumps
            worth = say_count("{count} trump in your hand", "{count} trumps in your hand", held.bit_count())
        case _:
            label = say("play {cards}", cards=cards) if state.trick else say("lead {cards}", cards=cards)
    return Choice(move, label, move.cards, worth=worth)


def _laying(move: Move) -> Text:
    first, rest = Faces((move.arg,)), move.cards & ~(1 << move.arg)
    if not rest:
        return say("lay {cards}", cards=first)
    return say("lay {cards} on column 1, {others} on column 2", cards=first, others=faces(rest))


def _prompt(rules: KozelRules, state: KozelState, viewer: Seat) -> Text:
    if not state.to_act:
        return say("The deal is over.")
    if state.to_act == BY_DEALER:
        return say("The cards are being shuffled.")
    who = state.to_act[0]
    mine = who == viewer
    if not mine and state.stage in ASKING:
        return say("The first lead is not due yet.")
    match state.stage:
        case "cut":
            return (
                say("Cut the cards for {dealer}.", dealer=Who(state.dealer))
                if mine
                else say("{who} cuts the cards.", who=Who(who))
            )
        case "praise":
            return _praise_prompt(state, who, mine)
        case "redeal":
            return say("Your team has no queen but perhaps that of diamonds: call for another deal?")
        case "repraise" if mine:
            return say("Another deal was called: the praise again, or only the other cards?")
        case "exchange":
            return say("You hold one trump only: give it to your partner, or keep it.")
        case "return" if mine:
            return say("Your partner gave you a trump: give another card back.")
        case "repraise" | "return":
            return say("{who} decides.", who=Who(who))
        case "name" if mine:
            return say("You hold {card}: name trumps, then lead.", card=Faces((SHAMOK,)))
        case "name":
            return say("{who} names trumps and leads.", who=Who(who))
    return _play_prompt(rules, state, who, mine)


def _praise_prompt(state: KozelState, who: Seat, mine: bool) -> Text:
    if not mine:
        return say("{who} lays to the praise.", who=Who(who))
    if not state.columns:
        return say(
            "You praise: lay one or two plain cards, no trumps, face down. The column with more points brings the lead."
        )
    return say_count(
        "Lay a plain card, no trump, on the column. The player who takes it leads.",
        "Lay a plain card, no trump, on each of {count} columns. The one with more points brings the lead.",
        len(state.columns),
    )


def _play_prompt(rules: KozelRules, state: KozelState, who: Seat, mine: bool) -> Text:
    if not state.trick:
        if not mine:
            return say("{who} leads.", who=Who(who))
        if state.prefer == 1 << ACE_OF_DIAMONDS:
            return say("Open the deal with {card}.", card=faces(state.prefer))
        if state.prefer == rules.suits(state).plain and state.places[who] & state.prefer:
            return say("Lead a plain card.")
        return say("Lead a card.")
    winning = Faces((state.best,))
    if not mine:
        return say("{who} plays; {card} of {best} wins so far.", who=Who(who), card=winning, best=Who(state.winning))
    if rules.options.follow_suit == "free":
        return say("Play any card; {card} of {best} wins so far.", card=winning, best=Who(state.winning))
    if not state.places[who] & state.prefer:
        trumps = state.places[who] & rules.suits(state).trumps
        if rules.options.must_trump and trumps:
            return say(
                "You cannot follow: play a trump; {card} of {best} wins so far.",
                card=winning,
                best=Who(state.winning),
            )
        return say(
            "You cannot follow: play any card; {card} of {best} wins so far.", card=winning, best=Who(state.winning)
        )
    if rules.suits(state).trumps >> state.trick[0] & 1:
        return say("Follow with a trump; {card} of {best} wins so far.", card=winning, best=Who(state.winning))
    led = suit_of(state.trick[0])
    assert led is not None
    return say("Follow {suit}; {card} of {best} wins so far.", suit=Suit(led), card=winning, best=Who(state.winning))
