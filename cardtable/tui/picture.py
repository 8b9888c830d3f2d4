"""The whole table as one picture: heading, players, table, prompt, hand, reason and keys, and the log beside them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple

from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical

from cardtable.cards import HIDDEN, Card, Cards
from cardtable.engine.scene import Choice, Pile, Scene
from cardtable.engine.text import Suit, Text, mark, say
from cardtable.engine.verbs import Gesture, Verb, Verbs
from cardtable.tui.board import Board
from cardtable.tui.canvas import Line, Rule, wrap
from cardtable.tui.chairs import Chairs, own_line, strip_height
from cardtable.tui.choosing import lays_several, open_choices
from cardtable.tui.hand import Hand
from cardtable.tui.history import History
from cardtable.tui.keyline import Hint, KeyLine
from cardtable.tui.keys import Key, shown_key
from cardtable.tui.table_keys import TABLE_KEYS
from cardtable.words import Words

LOG_FROM = 100
"""Columns from which the log has a place of its own."""
LOG_WIDTH = 32
BESIDE = 8
"""Lines of the log that are shown beside the table where the log has no place of its own."""


class TableLook(NamedTuple):
    """What is to be drawn: the scene, and what the player at the keyboard has chosen so far."""

    scene: Scene
    names: Sequence[str]
    cards: tuple[Card, ...]
    legal: tuple[Card, ...]
    marked: Cards
    cursor: int
    target: Card | None
    seated: bool
    """Whether the viewer of the scene sits at the keyboard."""
    hidden: bool
    """Whether they have turned their cards over."""
    with_known: bool
    has_rules: bool
    turn: bool
    """Whether it is their turn: they may have choices out of turn too."""
    others_may: bool
    """Whether other people at the keyboard may do something out of turn."""
    has_sheet: bool
    """Whether points are written down."""
    may_undo: bool
    """Whether the viewer's last decision can be taken back."""
    has_past: bool = False
    """Whether a trick, a bout or a turn of this deal is over."""
    looks_aside: bool = False
    """Whether they look at their cards while the keyboard lies on the table for another player's turn."""
    may_open: bool = False
    """Whether every hand may be turned face up: nobody else plays but bots."""
    verbs: Verbs = MappingProxyType({})
    """What the game says of its verbs."""

    @property
    def closed(self) -> bool:
        """Whether the viewer's cards must not be seen."""
        return self.hidden or not self.seated

    @property
    def choices(self) -> tuple[Choice, ...]:
        """What may be chosen at the keyboard now."""
        return () if self.closed else self.scene.choices


class Picture(Vertical):
    """Draws a look; every part sends to the terminal only what changed."""

    DEFAULT_CSS = """
    Picture Rule { height: 1; }
    Picture Horizontal { height: 1fr; }
    """

    def __init__(self, words: Words, *, moving: bool = False) -> None:
        super().__init__()
        self.words = words
        self.heading = Line(words, "bar", id="heading")
        self.chairs = Chairs(words)
        self.board = Board(words)
        self.rule = Rule(words)
        self.prompt = Line(words, "prompt", id="prompt")
        self.hand = Hand(words)
        self.reason = Line(words, "warning", id="reason")
        self.history = History(words)
        self.keyline = KeyLine(words)
        self.board.moves = self.hand.moves = moving
        self.columns = 0
        """Columns beside the log."""

    def compose(self) -> ComposeResult:
        """From top to bottom; the log at the right."""
        yield self.heading
        with Horizontal():
            with Vertical():
                yield self.chairs
                yield self.board
                yield self.rule
                yield self.prompt
                yield self.hand
                yield self.reason
            yield self.history
        yield self.keyline

    def fit(self, width: int, height: int, others: int, log_wanted: bool) -> None:
        """Gives every part its room."""
        self.history.display = log_wanted and width >= LOG_FROM
        self.columns = width - LOG_WIDTH * self.history.display
        self.chairs.styles.height = strip_height(others, self.columns, height)

    def draw(self, look: TableLook) -> None:
        """Draws everything that changed."""
        scene, names, closed = look.scene, look.names, look.closed
        facts = [self._said(fact, names) for fact in scene.facts]
        if scene.trump is not None and not any(self.words.suit(scene.trump) in fact for fact in facts):
            facts.insert(0, self._said(say("trump {suit}", suit=Suit(scene.trump)), names))
        self.heading.show(self._said(scene.title, names), [*facts, "? " + self.words.say("help")])
        others = tuple(chair for chair in scene.chairs if chair.seat != scene.viewer)
        self.chairs.show(others, names, look.with_known and not closed)
        self.history.cover(closed)
        lines = [] if self.history.display or closed else list(self.history.lines)[-BESIDE:]
        piles = tuple(_laid(pile, look) for pile in scene.piles if not is_hand(pile, scene))
        order = tuple(sorted(chair.seat for chair in scene.chairs))
        targets, held = scene.targets if look.choices else (), self.hand.cards
        self.board.show(piles, targets, look.target, names, order, lines, held)
        own = next((chair for chair in scene.chairs if chair.seat == scene.viewer), None)
        self.rule.show("" if own is None else own_line(own, self.words, self._labels(look)))
        if look.hidden:
            self._ask(self.words.say("Your cards are hidden. Enter shows them."))
        elif closed and scene.choices:
            # What somebody may do tells something about the cards they hold.
            self._ask("")
        else:
            self._ask(("► " if look.choices and look.turn else "") + self._said(scene.prompt, names))
        self.hand.show(look.cards, look.legal, look.marked, look.cursor, closed)
        self.keyline.show(self.hints(look))

    def settle(self) -> None:
        """Ends all motion."""
        self.board.settle()
        self.hand.settle()

    def _ask(self, text: str) -> None:
        """Puts this into the prompt, which takes a line from the board where one is not enough."""
        self.prompt.styles.height = min(2, max(1, len(wrap(text, self.columns - 2))))
        self.prompt.show(text)

    def remark(self, text: str, kind: str = "warning") -> None:
        """Puts something into the one line under the hand."""
        if self.reason.kind != kind:
            self.reason.kind = kind
            self.reason.forget()
        self.reason.show(text)

    @property
    def own_keys(self) -> Mapping[str, str]:
        """The keys that the player has changed."""
        keys: Mapping[str, str] = self.app.settings.keys  # type: ignore[attr-defined]  # our own app
        return keys

    def hints(self, look: TableLook) -> list[Hint]:
        """The keys that do something now."""
        russian = self.words.language.startswith("ru")
        labels = self._gestures(look)
        acting = bool(look.choices) and look.turn
        lays = acting and any(choice.cards for choice in open_choices(look.scene))
        offered = {
            "card": bool(look.cards) and not look.closed,
            "legal": lays,
            "pick": lays,
            "play": lays or (acting and not look.scene.verb),
            "sheet": look.has_sheet,
            "hint": acting and not look.looks_aside,
            "undo": look.may_undo and not look.closed,
            "last": look.has_past,
            "open": look.may_open,
            "why": look.may_open and not look.closed,
            "pass_bout": acting
            and bool(look.scene.verb)
            and any(look.verbs[choice.move.verb].for_bout for choice in look.choices),
            "sort": len(look.cards) > 1 and not look.closed,
            "target": acting and len(look.scene.targets) > 1,
            "mark": acting and lays_several(look.scene),
            "moves": bool(look.choices),
            "rules": look.has_rules,
            "hide": not look.hidden,
            "log": not look.closed,
            "known": not look.closed and any(chair.known & ~chair.open for chair in look.scene.chairs),
        }
        found = []
        if look.hidden:
            found.append(Hint("⏎", self.words.say("show my cards"), "play", 1))
        elif look.looks_aside and not look.choices:
            found.append(Hint("⏎", self.words.say("give back"), "play", 1))
        elif not acting and any(chair.acting for chair in look.scene.chairs):
            found.append(Hint("Space", self.words.say("do not wait"), "mark", 1))
        for key in TABLE_KEYS:
            if key.gesture is not None:
                label = labels.get(key.gesture, "")
            elif offered.get(key.id, True):
                source = mark("decide") if key.id == "play" and not look.scene.verb else key.label
                label = self.words.say(source)
            else:
                continue
            if label:
                found.append(Hint(shown_key(key, russian, self.own_keys), label, _click(key), key.rank))
        return found

    def _gestures(self, look: TableLook) -> dict[Gesture, str]:
        """The gestures by which something can be done now, and what it is called."""
        found: dict[Gesture, str] = {}
        # What Enter asks for in words is not offered twice.
        keyless = {Gesture.LAY} if look.turn and look.scene.verb else {Gesture.LAY, Gesture.SAY}
        offered: dict[str, Choice] = {}
        for choice in look.choices:
            if _shown(choice, look.verbs[choice.move.verb]):
                offered.setdefault(choice.move.verb, choice)
        for name, verb in look.verbs.items():
            if verb.gesture not in keyless and (name in offered or (verb.who and look.others_may)):
                label = self.words.say(verb.label) if verb.label else self._said(offered[name].label, look.names)
                found.setdefault(verb.gesture, label)
        return found

    def _labels(self, look: TableLook) -> Sequence[str]:
        """What stands at the seats: the names, but "You" for somebody who plays with bots alone.

        Sentences keep the names, as they would need other verbs.
        """
        if not look.may_open:
            return look.names
        return [self.words.say("You") if seat == look.scene.viewer else name for seat, name in enumerate(look.names)]

    def _said(self, text: Text, names: Sequence[str]) -> str:
        return self.words.text(text, names)


def is_hand(pile: Pile, scene: Scene) -> bool:
    """Whether this is the hand of the scene's viewer."""
    return pile.owner == scene.viewer and pile.layout == "fan"


def _laid(pile: Pile, look: TableLook) -> Pile:
    """A pile as it may lie open now: what belongs to somebody who is not here stays closed."""
    if look.closed and pile.owner == look.scene.viewer and pile.layout not in ("trick", "row"):
        return pile._replace(cards=(HIDDEN,) * len(pile.cards))
    return pile


def _shown(choice: Choice, verb: Verb) -> bool:
    """Whether the key of a choice stands at the foot: not where all it can do is an offence to be looked for."""
    return verb.quiet or bool(choice.cards) or not choice.quiet


def _click(key: Key) -> str:
    """What a click on a key's label does: arrows go forward."""
    return key.binds[-1][1] if key.id in ("card", "target") else key.binds[0][1]
