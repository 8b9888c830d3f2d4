"""What a table shows to one player: the small view model that a single set of widgets draws for every family."""

# Without `from __future__ import annotations`: NamedTuple compiles each annotation that is a text, at every start.

from collections.abc import Mapping, Sequence
from typing import Literal, NamedTuple

from cardtable.cards import HIDDEN, Card, Cards
from cardtable.engine.moves import Move, Seat
from cardtable.engine.text import Text, say

Layout = Literal["fan", "row", "stack", "pairs", "trick"]

NO_CARD: Card = -2
"""An empty place in a pile with layout `pairs`: an attack card without a cover."""


class Pile(NamedTuple):
    """Cards that belong together. `cards` are in order, HIDDEN if face down.

    Layouts: `fan` a hand; `row` open cards side by side; `stack` cards on top of one another, the last on top (`size`
    of them, of which `cards` may show only some, lowest first); `pairs` attack cards alternating with their covers,
    NO_CARD for no cover; `trick` one card per seat, leader first.
    """

    key: str
    owner: Seat | None
    cards: tuple[Card, ...]
    layout: Layout
    size: int
    label: Text | None = None
    by: tuple[Seat, ...] = ()
    """The player of each of `cards`, in order, -1 for NO_CARD; empty if it does not matter, or is unknown."""
    winning: Card | None = None
    """The card that is winning the trick."""
    note: Text | None = None
    """A fact of the scene that belongs to this pile: where the pile is drawn, it is shown there and nowhere else."""
    room: int = 0
    """The number of cards that may still be added to `pairs`; space is reserved for them."""


class Chair(NamedTuple):
    """A player at the table as everybody sees them."""

    seat: Seat
    roles: tuple[Text, ...]
    cards: int
    points: Text | None = None
    marks: tuple[Text, ...] = ()
    known: Cards = 0
    """The cards of this hand that the viewer knows."""
    open: Cards = 0
    """The cards of this hand that are face up for everybody at all times."""
    acting: bool = False
    out: bool = False
    side: int | None = None
    """The side that this seat plays for, 0 for the viewer's own; None if there are no sides."""
    score: float | None = None
    """The seat's score in the match as a number, where a single score decides the match."""
    titled: bool = False
    """Whether the first role is a lasting title, shown in the same place at every seat."""


class Choice(NamedTuple):
    """A legal move as it is offered. `cards` are the viewer's cards it plays; `target` is the card it is aimed at.

    `suit` is the suit it names, so that a key can choose between moves with the same cards. A `quiet` move is never
    suggested: it has its own key and is in the list of moves, but no card is raised for it. Choices of one `kind` may
    share a line of a long list, and are told apart when that line is chosen.
    """

    move: Move
    label: Text
    cards: Cards = 0
    target: Card | None = None
    suit: int | None = None
    quiet: bool = False
    kind: Text | None = None
    worth: Text | None = None
    """The move's value or cost in a word or two, for lists of choices: "-16", "you hold 3"."""


class Section(NamedTuple):
    """Information beside the table, for everybody or for this viewer: a title above short lines.

    A line is a row of cells; lines with several cells are aligned in columns. When space is short, a section with a low
    `priority` is kept longest.
    """

    title: Text
    lines: tuple[tuple[Text, ...], ...]
    priority: int
    laid: bool = False
    """Whether it repeats in words what cards on the table show."""
    memory: bool = False
    """Whether it shows what players at a real table have to remember: cards still out, known voids."""


class Announcement(NamedTuple):
    """An announcement that opens a deal: a contract, or that the deal counts double.

    It stays the same for as long as it holds.
    """

    headline: Text
    """One to four words."""
    said: tuple[Text, ...] = ()
    """The cost, and who leads."""
    cards: tuple[Card, ...] = ()
    """Up to five cards it is about, HIDDEN for any card."""
    number: int = 0
    """The number of this deal, counting from 1; 0 if deals are not counted."""
    deals: int = 0
    """The number of deals to be played; 0 if that is open."""


class Scene(NamedTuple):
    """The table as one player sees it. Chairs are clockwise, starting with the viewer."""

    viewer: Seat
    title: Text
    chairs: tuple[Chair, ...]
    piles: tuple[Pile, ...]
    facts: tuple[Text, ...]
    choices: tuple[Choice, ...]
    prompt: Text
    verb: str = ""
    """The meaning of playing a card for the viewer now: the verb to explain when a card fits no choice.

    Empty if no card can be played, and the viewer decides in words.
    """
    targets: tuple[Card, ...] = ()
    """The open cards that a played card may be aimed at, in order."""
    trump: int | None = None
    arrows: tuple[tuple[Seat, Seat], ...] = ()
    """Pairs of attacker and defender."""
    badge: tuple[Text, ...] = ()
    """The subject of this deal or trick, in two or three short lines: a contract, its cost, what is still out."""
    goal: int | None = None
    """The score that ends the match, shown next to the chairs' scores."""
    low_is_good: bool = False
    """Whether scores are penalties, so that fewer are better."""
    sections: tuple[Section, ...] = ()
    order: Text | None = None
    """The order of the cards: trumps, then the ranks of a suit, from high to low; None if no card beats another."""
    own: tuple[Text, ...] = ()
    """Facts for the viewer alone, shown with their hand: what it counts. All `facts`, roles and marks are public."""
    announced: Announcement | None = None
    """The announcement that applies to this deal; None without one."""


def with_open_hands(scene: Scene, places: Sequence[Cards]) -> Scene:
    """The same scene with every hand known; the places of a state begin with the hands, by seat."""
    return scene._replace(chairs=tuple(chair._replace(known=places[chair.seat]) for chair in scene.chairs))


def with_layers(scene: Scene, layers: Mapping[Card, Seat]) -> Scene:
    """The same scene with the player of each card in its pairs, if all of them are known."""

    def told(pile: Pile) -> Pile:
        if pile.layout != "pairs" or not all(card in layers for card in pile.cards if card != NO_CARD):
            return pile
        return pile._replace(by=tuple([layers.get(card, -1) for card in pile.cards]))

    return scene._replace(piles=tuple(map(told, scene.piles)))


def for_onlookers(scene: Scene, hand: int) -> Scene:
    """The same scene for a viewer without a seat: the `hand` cards in front are not theirs, and nothing is asked.

    The scene must show only what everybody knows.
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
