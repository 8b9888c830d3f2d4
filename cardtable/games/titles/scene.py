"""The scene that a player of the four titles sees."""

from __future__ import annotations

from cardtable.cards import SUIT_CARDS, bits
from cardtable.engine.moves import DEALER, Move, Seat
from cardtable.engine.scene import Chair, Choice, Pile, Scene
from cardtable.engine.state import Observation
from cardtable.engine.text import Faces, Suit, Text, Who, faces, mark, say, say_as, say_count
from cardtable.games.card_facts import descending
from cardtable.games.titles import beside
from cardtable.games.titles.rules import TitlesRules
from cardtable.games.titles.state import KING, NOT_GIVEN, TITLES, TitlesState
from cardtable.games.titles.words import TITLE
from cardtable.games.tricks import asked

_LABELS = {
    "play": mark("play {cards}"),
    "give": mark("give the king {cards}"),
    "return": mark("return {cards}"),
}


def scene(rules: TitlesRules, seen: Observation) -> Scene:
    """The table as seen by this seat's player."""
    viewer, state = seen
    assert isinstance(state, TitlesState)
    at = state.order.index(viewer)
    by = tuple(rules.players(state)[: len(state.trick)])
    return Scene(
        viewer=viewer,
        title=say("King, Prince, Soldier, Peasant"),
        chairs=tuple(_chair(rules, state, viewer, seat) for seat in state.order[at:] + state.order[:at]),
        piles=_piles(rules, state, viewer, by),
        facts=_facts(rules, state),
        choices=tuple(_choice(rules, move) for move in rules.legal(state, viewer)),
        prompt=_prompt(rules, state, viewer),
        verb=_verb(state, viewer),
        trump=state.trump if state.trump >= 0 else None,
        badge=beside.badge(state),
        order=descending(rules, state.trump if state.trump >= 0 else None),
        sections=beside.sections(rules, state, viewer, by),
    )


def _verb(state: TitlesState, viewer: Seat) -> str:
    """The meaning of playing a card for the viewer now."""
    if viewer not in state.to_act or NOT_GIVEN in state.titles:
        return ""
    if state.exchange == "none":
        return "play"
    return "return" if state.exchange.endswith("gets") else "give"


def _piles(rules: TitlesRules, state: TitlesState, viewer: Seat, by: tuple[Seat, ...]) -> tuple[Pile, ...]:
    hand = state.places[viewer]
    trumps = SUIT_CARDS[state.trump]
    by_suit = [card for suit in SUIT_CARDS for card in bits(hand & suit & ~trumps)]
    aside = state.size(rules.aside)
    return (
        Pile("hand", viewer, tuple(by_suit + bits(hand & trumps)), "fan", hand.bit_count()),
        # Names under a trick follow seat numbers; if players have left or changed places, the chairs show the names.
        Pile(
            "trick",
            state.leader if _plain_seats(rules, state) else None,
            state.trick,
            "trick",
            len(state.trick),
            say("trick"),
            by,
            beside.winning(rules, state),
        ),
        # Cards already played no longer matter, and a heap of them would take up the trick's space.
        *((Pile("aside", None, (), "stack", aside, say("set aside")),) if aside else ()),
    )


def _plain_seats(rules: TitlesRules, state: TitlesState) -> bool:
    return state.order == tuple(range(rules.seats)) and state.staying.bit_count() == rules.seats


def _chair(rules: TitlesRules, state: TitlesState, viewer: Seat, seat: Seat) -> Chair:
    title = state.titles[seat]
    roles = [TITLE[title]] if title != NOT_GIVEN else []
    if seat == state.dealer:
        roles.append(say_as("a player", "deals"))
    played = dict(zip(rules.players(state), state.trick, strict=False)) if state.trick else {}
    if seat in played and not _plain_seats(rules, state):
        roles.append(say("played {card}", card=Faces((played[seat],))))
    tricks = rules.total(state)[seat]
    points = say_count("{count} trick", "{count} tricks", tricks)
    if not state.reign and title != NOT_GIVEN:
        points = say("{count} of {quota} tricks", count=tricks, quota=rules.quotas[title])
    out = not state.staying >> seat & 1
    marks = [say("has the quota")] if out else []
    if state.winner == seat:
        marks.append(say("winner"))
    return Chair(
        seat=seat,
        roles=tuple(roles),
        cards=state.size(seat),
        points=points,
        marks=tuple(marks),
        known=0 if seat == viewer else state.places[seat],
        acting=seat in state.to_act[:1],
        out=out,
        score=tricks,
        titled=title != NOT_GIVEN,
    )


def _facts(rules: TitlesRules, state: TitlesState) -> tuple[Text, ...]:
    return (
        say("reign") if state.reign else say("stage one"),
        say("trumps {suit}", suit=Suit(state.trump)),
        say("trick {number}", number=min(sum(state.tricks) + 1, 9)),
    )


def _choice(rules: TitlesRules, move: Move) -> Choice:
    if move.verb in TITLES:
        title = TITLES.index(move.verb)
        label = say("{who} is {title}", who=Who(move.arg), title=TITLE[title])
        needed = rules.quotas[title]
        return Choice(move, label, worth=say_count("{count} trick", "{count} tricks", needed))
    return Choice(move, Text(_LABELS[move.verb], {"cards": faces(move.cards)}), move.cards)


def _prompt(rules: TitlesRules, state: TitlesState, viewer: Seat) -> Text:
    if not state.to_act:
        return say("The deal is over.")
    who = state.to_act[0]
    if who == DEALER:
        return say("The titles are drawn at random.")
    mine = who == viewer
    if NOT_GIVEN in state.titles:
        title = TITLE[rules.next_title(state)]
        if mine:
            return say("Who shall be {title}?", title=title)
        return say("{who} says who is {title}.", who=Who(who), title=title)
    if state.exchange != "none":
        return _exchange_prompt(rules, state, who, mine)
    if not state.trick:
        return say("Lead any card.") if mine else say("{who} leads.", who=Who(who))
    led = state.trick[0] % 4
    if not mine:
        return say("{who} plays to {suit}.", who=Who(who), suit=Suit(led))
    hand = state.places[viewer]
    return asked(led, hand & SUIT_CARDS[led], rules.playable(state, viewer), hand, SUIT_CARDS[state.trump])


def _exchange_prompt(rules: TitlesRules, state: TitlesState, who: Seat, mine: bool) -> Text:
    if who == state.seat_of(KING):
        to = Who(state.seat_of(state.partner_title()))
        if not mine:
            return say("The king {who} returns a card to {target}.", who=Who(who), target=to)
        return say("Return a card to {target}, but not {card}.", target=to, card=Faces((state.received,)))
    if not mine:
        return say("{who} gives the king a card.", who=Who(who))
    if state.exchange == "soldier_gives":
        return say("Your best card goes to the king: {cards}.", cards=faces(rules.to_give(state, who)))
    return say("Give the king a trump of your choice.")
