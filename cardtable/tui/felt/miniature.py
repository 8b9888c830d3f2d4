"""A small picture of a game's table, for newcomers to the game: a moment in a deal between bots."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from random import Random

from cardtable.bots.finding import make_bot
from cardtable.cards import HIDDEN, Card
from cardtable.engine.moves import DEALER
from cardtable.engine.scene import NO_CARD, Chair, Pile, Scene
from cardtable.engine.state import observe
from cardtable.engine.text import clean, mark
from cardtable.games import find_preset
from cardtable.match.match import Match
from cardtable.tui.draw.cells import HEAVY, LIGHT, Sheet, width_of, wrap
from cardtable.tui.draw.painter import BIG, SMALL, Painter, Size
from cardtable.words import Words

NAMES = (
    *(mark("you"), mark("Vera"), mark("Boris"), mark("Galya"), mark("Mitya"), mark("Lida")),
    *(mark("Pavel"), mark("Zoya"), mark("Fedya"), mark("Oleg"), mark("Nina"), mark("Anton")),
)
"""The players in the picture, by seat."""
MOVES = 150
"""Moves of the deal searched for a moment that shows much."""
ENOUGH = 3
"""Cards on the table that are enough to show what the game is about."""
LARGE = 22, 54
"""Minimum rows and columns for large cards."""
BACK_SIGN = "▐"
MOST_BACKS = 8


@cache
def moment(preset: str, seats: int) -> Scene:
    """Returns this game's table as the first player sees it, on a turn with many cards on the table.

    It depends on nothing but the game; the cards of a deal that nobody plays are no secret.
    """
    game, found = find_preset(preset)
    rules = game.rules(found.options, seats)
    match = Match(rules, seats)
    _deal(match)
    bots = [make_bot("lowest", game.id, rules) for _ in range(seats)]
    best, shown = rules.scene(observe(match.state, 0)), -1
    for _ in range(MOVES):
        if shown >= ENOUGH:
            break
        if match.deal_over:
            # In some games the first hand only assigns places.
            _deal(match)
            continue
        if match.shuffle_due:
            match.play(DEALER, match.next_shuffle())
            continue
        seat = match.state.to_act[0]
        seen = observe(match.state, seat)
        if seat == 0:
            scene = rules.scene(seen)
            if scene.verb and lying(scene) > shown:
                best, shown = scene, lying(scene)
        choices = rules.legal(match.state, seat)
        match.play(seat, bots[seat].choose(seen, choices, Random(0)).move)
    return best


def _deal(match: Match) -> None:
    _, dealer, deck = match.next_cards()
    match.deal(deck, dealer)


def lying(scene: Scene) -> int:
    """Returns the number of face-up cards in the middle."""
    return sum(len(pile.cards) - pile.cards.count(NO_CARD) for pile in _on_table(scene))


def _on_table(scene: Scene) -> Iterator[Pile]:
    """Yields the piles of face-up cards in the middle."""
    return (pile for pile in scene.piles if pile.layout in ("row", "pairs", "trick"))


def paint(
    sheet: Sheet,
    x: int,
    y: int,
    width: int,
    height: int,
    scene: Scene,
    words: Words,
    art: Painter,
    *,
    names: list[str] | None = None,
) -> None:
    """Paints the table into part of a sheet: the others at the top, cards in the middle, the viewer's hand below.

    Without `names`, the players have the names used in every such picture.
    """
    names = names or [words.say(name) for name in NAMES]
    look = art.palette
    size = BIG if height >= LARGE[0] and width >= LARGE[1] else SMALL
    others = tuple(chair for chair in scene.chairs if chair.seat != scene.viewer)
    top = _chairs(sheet, x, y, width, others, names, art)
    told = wrap(clean(words.text(scene.prompt, names)), width)[:2]
    foot = y + height - len(told)
    for row, line in enumerate(told):
        sheet.put(x + max(0, (width - width_of(line)) // 2), foot + row, line, look.dim)
    hand = next((pile for pile in scene.piles if pile.owner == scene.viewer and pile.layout == "fan"), None)
    if hand is not None:
        _row(sheet, x, foot - size.height - 1, width, hand.cards, art, size)
        foot -= size.height + 1
    _table(sheet, x, top + max(0, (foot - top - size.height - 2) // 2), width, scene, art, size)


def _chairs(sheet: Sheet, x: int, y: int, width: int, chairs: tuple[Chair, ...], names: list[str], art: Painter) -> int:
    """Draws the others in frames side by side, with card backs; returns the row below them."""
    look = art.palette
    each = max(10, min(20, width // min(len(chairs), 5)))
    a_row = max(1, width // each)
    for nth, chair in enumerate(chairs):
        row, column = divmod(nth, a_row)
        left = x + (width - each * min(a_row, len(chairs) - row * a_row)) // 2 + column * each
        top = y + 3 * row
        style = look.acting if chair.acting else look.edge
        sheet.frame(left, top, each - 1, 3, HEAVY if chair.acting else LIGHT, style)
        sheet.put(left + 2, top, f" {names[chair.seat]} "[: each - 4], look.table)
        backs = BACK_SIGN * min(chair.cards, MOST_BACKS, each - 6)
        end = sheet.put(left + 2, top + 1, backs, look.dim)
        sheet.put(end + 1, top + 1, str(chair.cards), look.table)
    return y + 3 * -(-len(chairs) // a_row)


def _table(sheet: Sheet, x: int, y: int, width: int, scene: Scene, art: Painter, size: Size) -> None:
    """Draws the middle: stock and discard as one pile each, face-up cards side by side."""
    look = art.palette
    stacks = [pile for pile in scene.piles if pile.layout == "stack" and pile.owner is None and pile.size]
    groups = [list(_groups(pile)) for pile in _on_table(scene)]
    shown = [group for pile in groups for group in pile]
    needed = sum(size.width + size.cover_right * (len(group) - 1) + 1 for group in shown)
    at = x + max(0, (width - needed - (size.width + 3) * len(stacks)) // 2)
    for pile in stacks:
        if at + size.width > x + width:
            return
        art.card(sheet, at, y, pile.cards[-1] if pile.cards else HIDDEN, size)
        sheet.put(at, y + size.height, str(pile.size), look.dim)
        at += size.width + 3
    for group in shown:
        if at + size.width + size.cover_right * (len(group) - 1) > x + width:
            return
        for nth, card in enumerate(group):
            art.card(sheet, at + nth * size.cover_right, y + nth * size.cover_down, card, size)
        at += size.width + size.cover_right * (len(group) - 1) + 1


def _groups(pile: Pile) -> Iterator[tuple[Card, ...]]:
    """Yields cards that lie on top of each other: an attack with its cover; elsewhere single cards."""
    if pile.layout != "pairs":
        yield from ((card,) for card in pile.cards)
        return
    for attack, cover in zip(pile.cards[::2], pile.cards[1::2], strict=False):
        yield (attack,) if cover == NO_CARD else (attack, cover)


def _row(sheet: Sheet, x: int, y: int, width: int, cards: tuple[Card, ...], art: Painter, size: Size) -> None:
    """Draws a hand of overlapping cards."""
    step = size.width - 1
    fit = cards[: max(1, (width - size.width) // step + 1)]
    at = x + (width - step * (len(fit) - 1) - size.width) // 2
    for nth, card in enumerate(fit):
        art.card(sheet, at + nth * step, y, card, size)
