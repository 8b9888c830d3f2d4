"""What a table shows to one player: the small view model that one set of widgets draws for every family."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal, NamedTuple

from cardtable.cards import HIDDEN, Card, Cards
from cardtable.engine.moves import Move, Seat
from cardtable.engine.text import Text, say

Layout = Literal["fan", "row", "stack", "pairs", "trick"]

NO_CARD: Card = -2
"""An empty place in a pile of layout `pairs`: an attack card that nothing covers yet."""


class Pile(NamedTuple):
    """Cards that lie together. `cards` are in order, HIDDEN where face down.

    Layouts: `fan` a hand; `row` open cards side by side; `stack` one on another, the last on top (`size` of them, of
    which `cards` may show only some, lowest first); `pairs` an attack card and its cover in turn, NO_CARD where there
    is no cover; `trick` one card a seat, leader first.
    """

    key: str
    owner: Seat | None
    cards: tuple[Card, ...]
    layout: Layout
    size: int
    label: Text | None = None
    by: tuple[Seat, ...] = ()
    """Who laid each of `cards`, in their order, -1 for NO_CARD; empty where it does not matter, or cannot be told."""
    winning: Card | None = None
    """The card that takes the trick as it stands."""
    note: Text | None = None
    """A fact of the scene that belongs to this pile: where the pile is drawn, it stands there and nowhere else."""
    room: int = 0
    """So many cards more may be laid here, of pairs: places are kept for them."""


class Chair(NamedTuple):
    """A player at the table as everybody sees them."""

    seat: Seat
    roles: tuple[Text, ...]
    cards: int
    points: Text | None = None
    marks: tuple[Text, ...] = ()
    known: Cards = 0
    """Cards of this hand that the viewer knows."""
    open: Cards = 0
    """Cards of this hand that lie open on the table: everybody sees them at any time."""
    acting: bool = False
    out: bool = False
    side: int | None = None
    """The side that this seat plays for, 0 for the viewer's own; None where everybody plays for themselves."""
    score: float | None = None
    """What this seat has in the match as a number, where one score decides it."""
    titled: bool = False
    """Whether the first role is a title that lasts: it stands in the same place at every seat."""


class Choice(NamedTuple):
    """A legal move as it is offered. `cards` are the viewer's own cards it lays; `target` the card it is aimed at.

    `suit` is the suit that it names, so that one key can choose between choices that lay the same cards. What is
    `quiet` is never proposed: it can be done by its own key and is found among the moves, no card is raised for it.
    Choices of one `kind` may stand on one line of a long list, to be told apart when that line is taken.
    """

    move: Move
    label: Text
    cards: Cards = 0
    target: Card | None = None
    suit: int | None = None
    quiet: bool = False
    kind: Text | None = None
    worth: Text | None = None
    """What it is worth or costs, in a word or two, for lists of choices: "-16", "you hold 3"."""


class Section(NamedTuple):
    """What everybody at the table, or this viewer, may read at a glance beside it: a title over short lines.

    A line is its cells from left to right; with several cells they stand in columns. A section with a low `priority`
    stays longest where there is little room.
    """

    title: Text
    lines: tuple[tuple[Text, ...], ...]
    priority: int
    laid: bool = False
    """Whether it says in words what cards on the felt show."""
    memory: bool = False
    """Whether it tells what people at a table have to remember: cards that are out, suits that somebody lacks."""


class Announcement(NamedTuple):
    """What a deal begins with, for everybody to hear: a contract, or that the deal counts double.

    It is the same for as long as it holds.
    """

    headline: Text
    """One to four words."""
    said: tuple[Text, ...] = ()
    """What it costs, and who leads."""
    cards: tuple[Card, ...] = ()
    """Up to five cards that it is about, HIDDEN where any card is meant."""
    number: int = 0
    """The number of this deal, 1 the first; 0 where deals are not counted."""
    deals: int = 0
    """So many are played; 0 where that is open."""


class Scene(NamedTuple):
    """The table as one player sees it. Chairs go round from the viewer, clockwise."""

    viewer: Seat
    title: Text
    chairs: tuple[Chair, ...]
    piles: tuple[Pile, ...]
    facts: tuple[Text, ...]
    choices: tuple[Choice, ...]
    prompt: Text
    verb: str = ""
    """What laying a card means for the viewer now: the verb to explain when a card fits no choice.

    Empty where nothing can be laid: the viewer decides in words."""
    targets: tuple[Card, ...] = ()
    """The open cards that a laid card may be aimed at, in order."""
    trump: int | None = None
    arrows: tuple[tuple[Seat, Seat], ...] = ()
    """Who attacks whom."""
    badge: tuple[Text, ...] = ()
    """What this deal or trick is about, in two or three short lines: a contract, what it costs, what is still out."""
    goal: int | None = None
    """The score at which the match ends, beside the chairs' scores."""
    low_is_good: bool = False
    """Whether scores are penalties: fewer are better."""
    sections: tuple[Section, ...] = ()
    order: Text | None = None
    """Which card is higher: trumps and the ranks of a suit from high to low; None where no card beats another."""
    own: tuple[Text, ...] = ()
    """What nobody but the viewer may know, to be told where their hand is seen: what it counts. All `facts`, roles and
    marks are public."""
    announced: Announcement | None = None
    """What holds for this deal and was announced; None for nothing."""


def with_open_hands(scene: Scene, places: Sequence[Cards]) -> Scene:
    """The same, with every hand known; the places of a state begin with the hands, by seat."""
    return scene._replace(chairs=tuple(chair._replace(known=places[chair.seat]) for chair in scene.chairs))


def with_layers(scene: Scene, layers: Mapping[Card, Seat]) -> Scene:
    """The same, with who laid each card of its pairs, if that is known of all of them."""

    def told(pile: Pile) -> Pile:
        if pile.layout != "pairs" or not all(card in layers for card in pile.cards if card != NO_CARD):
            return pile
        return pile._replace(by=tuple([layers.get(card, -1) for card in pile.cards]))

    return scene._replace(piles=tuple(map(told, scene.piles)))


def for_onlookers(scene: Scene, hand: int) -> Scene:
    """The same for somebody who has no seat: the hand of `hand` cards before them is not theirs, and nothing is asked.

    The scene must show what everybody knows, no more.
    """

    def turned(pile: Pile) -> Pile:
        if pile.owner != scene.viewer or pile.layout != "fan":
            return pile
        return pile._replace(cards=(*pile.cards, *[HIDDEN] * (hand - len(pile.cards))), size=hand)

    return scene._replace(
        piles=tuple(map(turned, scene.piles)),
        choices=(),
        prompt=say("You are watching."),
        verb="",
        targets=(),
        own=(),
    )
