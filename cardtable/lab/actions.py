"""Moves as paths of numbered actions: one card, word, suit, seat or number at a time.

A move of the rules is spelled in words: `cover 9s with Ts` is `Ts 9s`, `throw 7s 7h` is `7s 7h enough`. A verb appears
only where the cards alone are ambiguous. The legal moves of a seat form a tree, and a seat is asked only where the tree
branches; with a single move it is asked once, with one action. Sets of cards are spelled in order of card numbers, so
that every move has exactly one path.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from cardtable.cards import MAX_PACKS, PACK, SUITS, Card, bits, card_text
from cardtable.engine.moves import Move, Seat
from cardtable.engine.rules import AnyRules
from cardtable.engine.verbs import Gesture

ENOUGH: Final = "enough"
"""No more cards."""
QUIET: Final = "quiet"
"""A seat that may act out of turn does not."""
UNSPOKEN: Final = frozenset(["vote", "name", "choose", "bid", "cut", "order", "announce", "joker_cover"])
"""Verbs left out, because what they name is unambiguous at that moment."""
SPOKEN: Final = frozenset(["add"])
"""Verbs that play cards and are still spelled out, because another verb plays the same cards."""
Path = tuple[int, ...]


class Actions:
    """The numbered actions of a table, which depend only on its family, pack and number of seats."""

    def __init__(self, rules: AnyRules) -> None:
        self._rules = rules
        self._unspoken = {
            name
            for name, verb in rules.verbs.items()
            if (verb.gesture is Gesture.LAY and name not in SPOKEN) or name in UNSPOKEN or self._is_title(name)
        }
        self.names: tuple[str, ...] = tuple(dict.fromkeys(self._words()))
        """The name of each action, by number."""
        self.numbers = {name: number for number, name in enumerate(self.names)}
        self.quiet = self.numbers[QUIET]
        self._cards = [self.numbers.get(card_text(card), -1) for card in range(PACK * MAX_PACKS)]
        self._spelled: dict[Move, Path] = {}
        self.first: dict[Move, int] = {}
        """The first action of each move spelled so far."""

    def __len__(self) -> int:
        return len(self.names)

    def _words(self) -> list[str]:
        rules, forms = self._rules, self._rules.forms.values()
        words = [card_text(card) for card in rules.deck]
        words += [name for name in rules.verbs if name not in self._unspoken]
        words += [ENOUGH, QUIET]
        if any("{suit}" in form.template for form in forms):
            words += SUITS
        if any("{seat}" in form.template for form in forms):
            words += [f"P{seat}" for seat in range(rules.seats)]
        for form in forms:
            words += [part for word in form.words for part in word.split()]
            if "{number}" in form.template:
                words += [str(number) for number in range(len(rules.deck))]
        return words

    def _is_title(self, verb: str) -> bool:
        """Whether a verb takes a seat and nothing else, like giving a title."""
        form = self._rules.forms.get(verb)
        return form is not None and form.template == f"{verb} {{seat}}"

    def spell(self, move: Move) -> Path:
        """The complete path of a move, including forced steps."""
        path = self._spelled.get(move)
        if path is None:
            path = self._spelled[move] = tuple(self._spell(move))
            self.first[move] = path[0]
        return path

    def _spell(self, move: Move) -> list[int]:
        verb, cards, arg = move
        numbers = self.numbers
        path = [] if verb in self._unspoken else [numbers[verb]]
        form = self._rules.forms.get(verb)
        template = "" if form is None else form.template
        laid: Sequence[Card] = bits(cards)
        if "{ordered}" in template:
            laid = [arg, *(card for card in laid if card != arg)]
        path += [self._cards[card] for card in laid]
        if "{card}" in template:
            path.append(self._cards[arg])
        elif "{suit}" in template:
            path.append(numbers[SUITS[arg - 1]] if arg else numbers[ENOUGH])
        elif "{seat}" in template:
            path.append(numbers[f"P{arg}"])
        elif "{number}" in template:
            path.append(numbers[str(arg)])
        else:
            if form is not None and "{word}" in template:
                path += [numbers[part] for part in form.words[arg].split()]
            path.append(numbers[ENOUGH])
        return path


class Spelling:
    """A partly chosen move of one seat: the moves still possible, and the actions that continue them."""

    __slots__ = ("_at", "_moves", "_open", "actions", "chosen", "move", "seat", "taken")

    def __init__(self, space: Actions, seat: Seat, moves: Sequence[Move], *, may_be_quiet: bool = False) -> None:
        self.seat = seat
        self.chosen: Path = ()
        """The path so far, including forced steps."""
        self.taken: list[int] = []
        """The path so far, without forced steps."""
        self.move: Move | None = None
        """The move once it is complete; None after `quiet` too."""
        self._at = 0
        self._open: list[tuple[Path, Move | None]] | None = None
        first = space.first
        try:
            actions = [first[move] for move in moves]
        except KeyError:
            actions = [space.spell(move)[0] for move in moves]
        self._moves: dict[int, Move | None] = dict(zip(actions, moves, strict=True))
        if may_be_quiet:
            self._moves[space.quiet] = None
        self.actions = sorted(self._moves)
        """The actions to choose from; empty once the move is complete."""
        if len(moves) + may_be_quiet > len(self.actions):
            # Some moves start with the same action, so a tree is needed.
            self._open = [(space.spell(move), move) for move in moves]
            if may_be_quiet:
                self._open.append(((space.quiet,), None))
            self._go_on(self._open)

    def _go_on(self, left: list[tuple[Path, Move | None]]) -> None:
        """Follows forced steps to the next branch of the tree, or to the only move left."""
        while True:
            if len(left) == 1:
                self.chosen, self.move = left[0]
                self.actions = []
                return
            actions = {path[self._at] for path, _ in left}
            if len(actions) > 1:
                self.actions = sorted(actions)
                return
            self._at += 1
            self.chosen = left[0][0][: self._at]

    def take(self, action: int) -> bool:
        """Takes one action; returns whether the move is complete. Raises ValueError if the action is not legal."""
        if action not in self.actions:
            raise ValueError(not_legal(action, self.actions))
        self.taken.append(action)
        if self._open is None:
            self.move = self._moves[action]
            self.actions = []
            return True
        self._open = [(path, move) for path, move in self._open if path[self._at] == action]
        self._at += 1
        self.chosen = self._open[0][0][: self._at]
        self._go_on(self._open)
        return not self.actions


def not_legal(action: int, legal: Sequence[int]) -> str:
    """The message for an action that is not legal."""
    return f"{action}: no legal action; there are {', '.join(map(str, legal))}"
