"""The whole table as one picture: heading, players, table, prompt, hand, reason and keys, with the log beside them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import ClassVar

from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.geometry import Region

from cardtable.bots.entries import name_of
from cardtable.cards import HIDDEN
from cardtable.engine.moves import Seat
from cardtable.engine.rounds import LastRound, Rounds
from cardtable.engine.scene import Choice, Pile, Scene, Section
from cardtable.engine.text import Suit, Text, Who, clean, say
from cardtable.engine.verbs import Gesture, Verb
from cardtable.match.terms import PERSON
from cardtable.tui.draw.cells import width_of, wrap
from cardtable.tui.draw.keyline import KeyHint, KeyLine
from cardtable.tui.draw.lines import KEPT, Line, Rule
from cardtable.tui.felt.board import Board
from cardtable.tui.felt.chairs import own_line
from cardtable.tui.felt.choosing import lays_several, open_choices
from cardtable.tui.felt.cloth import Felt, Past
from cardtable.tui.felt.hand import Hand
from cardtable.tui.felt.history import History, Shown
from cardtable.tui.felt.layout import BESIDE_FROM, Shape, arrange, is_wide
from cardtable.tui.felt.look import TableLook
from cardtable.tui.felt.next_key import next_key
from cardtable.tui.felt.table_keys import KEYS, TABLE_KEYS
from cardtable.tui.keys import Key, shown_key
from cardtable.tui.program import program
from cardtable.words import Words

LOG_FROM = BESIDE_FROM
"""Minimum columns for a separate log."""
BESIDE = 12
"""Lines of the log shown beside the cards if there is no separate log."""

BESIDE_HAND = 4
"""Number of last rounds shown beside the hand, space permitting."""


FUNCTION = re.compile(r"F\d")
LABELS = ("{who}", "{who} and {partner}")
"""Cells beside the felt that only name players: they may say "You", which in a sentence would need other verb forms."""


class Picture(Vertical):
    """Draws a `TableLook`; every part sends the terminal only what changed."""

    DEFAULT_CSS = """
    Picture Rule { height: 1; }
    Picture Horizontal { height: 1fr; }
    """

    hurries: ClassVar[bool] = True
    """Whether a waiting player can make the bots move at once."""

    def __init__(self, words: Words, *, moving: bool = False) -> None:
        super().__init__()
        self.words = words
        self.heading = Line(words, "bar", id="heading")
        self.board = Board(words)
        self.past: tuple[Past, ...] = ()
        """The last two finished rounds, latest first."""
        self.rule = Rule(words)
        self.prompt = Line(words, "prompt", id="prompt")
        self.hand = Hand(words)
        self.reason = Line(words, "warning", id="reason")
        self.history = History(words)
        self.keyline = KeyLine(words)
        self.board.moves = self.hand.moves = moving
        self.by_enter: Choice | None = None
        """What Enter does wherever the cursor is."""
        self._drawn: tuple[TableLook, Region] | None = None
        """What was last drawn, and on which felt."""
        self.room = (0, 0, False)
        """Columns and rows of the screen, and whether the column beside the felt is wanted."""

    def compose(self) -> ComposeResult:
        yield self.heading
        with Horizontal():
            with Vertical():
                yield self.board
                yield self.rule
                yield self.prompt
                yield self.hand
                yield self.reason
            yield self.history
        yield self.keyline

    def fit(self, width: int, height: int, log_wanted: bool) -> None:
        """Notes the size of the screen; drawing divides it among the parts."""
        self.room = (width, height, log_wanted)
        self.board.fit(width, height)

    def _arrange(self, cards: int, prompt: int) -> Region:
        """Gives every part its space; returns the felt's."""
        width, height, log_wanted = self.room
        shape = self.board.shape()._replace(hand=cards, beside=log_wanted, small=self.board.small, prompt=prompt)
        places = arrange(width, height, shape)
        self.history.display = places.beside is not None
        if places.beside is not None:
            self.history.styles.width = places.beside.width
        self.prompt.styles.height = places.prompt.height
        self.hand.styles.height = places.hand.height
        self.hand.largest = places.card
        return places.felt

    def draw(self, look: TableLook) -> None:
        """Draws everything that changed."""
        scene, names, closed = look.scene, look.names, look.closed
        self.heading.show(self._said(scene.title, names), self._facts(look))
        prompt = self._to_ask(look) if look.caption is None else look.caption.told
        rows = sum(len(wrap(part, self.columns - 2)) for part in prompt.split("\n"))
        rows = min(2, max(1, rows)) if look.caption is None else max(look.caption.rows, rows)
        room = self._arrange(len(look.cards), rows)
        self.board.show(self._felt(look), self.hand.cards)
        if self.board.dealing is not None:
            self.hand.deal(self.board.dealing, scene.viewer)
        sections = [self._section(section, look) for section in scene.sections]
        first = None if closed else min(sections, key=lambda section: section.priority, default=None)
        if first is not None and self.board.section_place(room.width, room.height) is not None:
            sections.remove(first)
        self.history.show(tuple(sections), closed)
        self._drawn = look, room
        self._tell_order()
        self.prompt.show(prompt)
        meant = 0 if look.caption is None else look.caption.meant
        # A lesson or a puzzle's text should not have to compete with others.
        bare = self.history.display or closed or look.caption is not None
        beside = () if bare else self._beside_hand(sections)
        waits = not look.choices and any(chair.acting for chair in scene.chairs)
        self.hand.show(look.cards, look.legal, look.marked, look.cursor, closed, meant, beside, waits=waits)
        self.keyline.show(self.hints(look), self.next_key(look))

    def _facts(self, look: TableLook) -> list[str]:
        """Returns facts about the whole table that no pile shows: trumps first, standings of the evening third."""
        scene, evening = look.scene, look.view.evening
        noted = is_wide(*self.room[:2])
        notes = [pile.note for pile in scene.piles if pile.note is not None and noted]
        facts = [self._said(fact, look.names) for fact in scene.facts if fact not in notes]
        told = [*facts, *(self._said(note, look.names) for note in notes)]
        if scene.trump is not None and not any(self.words.suit(scene.trump) in fact for fact in told):
            facts.insert(0, self._said(say("trump {suit}", suit=Suit(scene.trump)), look.names))
        if evening is not None and look.standing is not None:
            facts[KEPT:KEPT] = [self._said(look.standing, look.names), self._said(evening.called, look.names)]
        return [*facts, *(self._said(term, look.names) for term in look.terms)]

    def _felt(self, look: TableLook) -> Felt:
        scene, names = look.scene, look.names
        return Felt(
            tuple(chair for chair in scene.chairs if chair.seat != scene.viewer),
            scene.viewer,
            tuple(_laid(pile, look) for pile in scene.piles if not is_hand(pile, scene)),
            scene.targets if look.choices else (),
            look.target,
            tuple(names),
            tuple(self._labels(names, scene.viewer, look.view.is_alone)),
            scene.arrows,
            () if look.closed else tuple(self._said(line, names) for line in scene.badge),
            look.with_known and not look.closed,
            awaited=next((chair.seat for chair in scene.chairs if chair.acting), None),
            lines=() if self.history.display or look.closed else tuple(self.history.lines)[-BESIDE:],
            held=len(look.cards),
            styles=tuple(map(self._style, look.kinds)),
            section=None if _lie_cards(scene) else self._first_section(look),
            meant=0 if look.caption is None else look.caption.meant,
            order=self._order(look),
            past=None if look.closed or look.caption is not None else self._last_taken(scene),
            spoken=look.spoken,
        )

    def _last_taken(self, scene: Scene) -> Past | None:
        """Returns the last round whose cards have been cleared away: a finished trick may lie there until the next."""
        lying = {card for pile in scene.piles if pile.layout != "stack" for card in pile.cards}
        return next((past for past in self.past if not any(one.card in lying for one in past.laid)), None)

    def _order(self, look: TableLook) -> str:
        """Returns the order of the cards; empty if no cards are visible."""
        return "" if look.scene.order is None or look.closed else self._said(look.scene.order, look.names)

    def _tell_order(self) -> None:
        """Shows the viewer's own seat, and to its right the order of the cards unless the felt has space for it."""
        if self._drawn is None:
            return
        look, felt = self._drawn
        on_felt = self.board.corners(felt.width, felt.height).order is not None
        order = "" if on_felt else self._order(look)
        room = self.columns - 6 - (width_of(clean(order)) + 5 if order else 0)
        own = self._own_line(look, room)
        titled = f"{self.words.say('High to low')}: {order}"
        fits = width_of(own) + width_of(clean(titled)) + 5 <= self.columns - 6
        self.rule.show(own, (titled if fits else order) if order else "")

    def _own_line(self, look: TableLook, room: int) -> str:
        """Returns the viewer's own seat as a line; private information is shown only along with their cards."""
        scene = look.scene
        chair = next((chair for chair in scene.chairs if chair.seat == scene.viewer), None)
        if chair is None:
            return ""
        own = () if look.closed else scene.own
        return own_line(chair, self.words, look.names, self._own_label(look), room, own)

    def _style(self, kind: str) -> str:
        """Returns the style of this kind of bot; empty for a person."""
        if kind == PERSON:
            return ""
        said = clean(self.words.say(name_of(kind.removeprefix("bot:"))))
        return said[:1].lower() + said[1:]

    def _first_section(self, look: TableLook) -> Shown | None:
        """Returns the most important section, unless it must be hidden now."""
        first = min(look.scene.sections, key=lambda section: section.priority, default=None)
        return None if first is None or look.closed else self._section(first, look)

    def _section(self, section: Section, look: TableLook) -> Shown:
        labels = self._labels(look.names, look.scene.viewer, look.view.is_alone)

        def cell(text: Text) -> str:
            return self._said(text, labels if text.source in LABELS else look.names)

        lines = tuple(tuple(map(cell, line)) for line in section.lines)
        return Shown(self._said(section.title, look.names), lines, section.priority, section.laid)

    def _beside_hand(self, sections: Sequence[Shown]) -> tuple[Shown, ...]:
        """Returns sections for the space beside the hand, those first that neither seats nor felt show."""
        own = self.history.latest(BESIDE_HAND)
        return tuple(sorted((one for one in (*sections, *own) if not one.laid), key=lambda one: -one.priority))

    def tell_earlier(
        self, rounds: Rounds, over: Iterable[LastRound], names: Sequence[str], *, forgets: bool = False
    ) -> None:
        """Shows the finished rounds of the deal, given latest first: the cards, and who took them.

        A table that forgets shows only the last one, without a number.
        """
        found = () if rounds.shut_by else tuple(over)
        title = self.words.say(rounds.title)
        self.past = tuple([Past(title, past.laid, past.taker, _sign(past)) for past in found[:2]])
        lines = [self._round(past, names) for past in found] if rounds.stay_open else []
        lines.reverse()
        numbered = lines if forgets else [f"{nth} {line}" for nth, line in enumerate(lines, 1)]
        self.history.tell_earlier(tuple(numbered))

    def _round(self, past: LastRound, names: Sequence[str]) -> str:
        """Returns a round as a line: who began, the cards in order with their covers, who took them or held out."""
        card = self.words.card
        laid = [card(one.card) if one.cover is None else f"{card(one.card)}/{card(one.cover)}" for one in past.laid]
        end = "" if past.taker is None else f"{_sign(past)} {clean(names[past.taker])}"
        return f"{clean(names[past.laid[0].seat])} {' '.join(laid)} {end}".rstrip()

    def _to_ask(self, look: TableLook) -> str:
        """Returns the text of the prompt."""
        if look.hidden:
            return self.words.say("Your cards are hidden. Enter shows them.")
        if look.closed and look.scene.choices:
            # A player's options reveal something about their cards.
            return ""
        return ("► " if look.choices and look.view.is_turn else "") + self._said(look.scene.prompt, look.names)

    @property
    def columns(self) -> int:
        """Columns of the felt and everything below it."""
        width, height, log_wanted = self.room
        return arrange(width, height, Shape((), 0, beside=log_wanted)).felt.width

    def rooms(self) -> tuple[Region, ...]:
        """Returns the regions a list may cover at this screen size: preferably only the space between the seats."""
        size = self.app.size
        shape = self.board.shape()._replace(hand=len(self.hand.cards), beside=self.room[2], small=self.board.small)
        places = arrange(size.width, size.height, shape._replace(prompt=self.prompt.size.height or 1))
        # Without cards in hand, a list goes in their place.
        own = () if self.hand.cards else (places.hand,)
        return (*own, *([places.middle] if is_wide(size.width, size.height) else []), places.felt)

    def covered(self, place: Region | None) -> None:
        """Notes the region covered by a list; None if it has closed."""
        self.board.cover(None if place is None else place.translate(-self.board.region.offset))
        self._tell_order()

    def settle(self) -> bool:
        """Ends all motion; returns whether that closed a banner."""
        self.hand.settle()
        return self.board.end()

    def remark(self, text: str, kind: str = "warning") -> None:
        """Shows a text in the line under the hand."""
        if self.reason.kind != kind:
            self.reason.kind = kind
            self.reason.forget()
        self.reason.show(text)

    def has_room_for(self, text: str) -> bool:
        """Returns whether a text fits whole into the line under the hand."""
        return width_of(clean(text)) <= self.columns - 2

    @property
    def rows(self) -> Sequence[Key]:
        """The rows of the key table that apply here."""
        return TABLE_KEYS

    @property
    def may_ask(self) -> bool:
        """Whether hints are available here."""
        return True

    @property
    def own_keys(self) -> Mapping[str, str]:
        """The player's own keys."""
        return program(self).settings.keys

    def key(self, row: Key) -> str:
        """Returns the label of a key; the player's own if they have one."""
        return shown_key(row, self.words, self.own_keys)

    def hints(self, look: TableLook) -> list[KeyHint]:
        """Returns the keys that work now."""
        labels = self._gestures(look)
        acting = bool(look.choices) and look.view.is_turn
        lays = acting and any(choice.cards for choice in open_choices(look.scene))
        offered = {
            "card": bool(look.cards) and not look.closed,
            "legal": lays,
            "pick": lays,
            "play": lays or (acting and not look.scene.verb),
            "sheet": bool(look.view.sheet),
            "hint": acting and not look.view.aside and self.may_ask,
            "undo": look.view.may_take_back and not look.closed,
            "last": look.view.last_round is not None,
            "open": look.view.is_alone,
            "why": look.view.is_alone and not look.closed,
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
        entered = self.next_key(look)
        found = []
        for key in self.rows:
            if key.gesture is not None:
                label = labels.get(key.gesture, "")
                # An action that Enter performs without a card is not repeated with its own key.
                if not lays and entered is not None and label == entered.label:
                    continue
            elif key.id == "menu" and look.marked:
                label = self.words.say("clear marks")
            elif offered.get(key.id, True) and not (key.id == "play" and entered is not None):
                label = self.words.say(key.label)
            else:
                continue
            shown = self.key(key)
            # Function keys are listed only in the help.
            if label and not FUNCTION.match(shown):
                found.append(KeyHint(shown, label, _click(key), key.rank))
        return found

    def next_key(self, look: TableLook) -> KeyHint | None:
        """Returns the next key and its effect; None if there is none."""
        enter, space = self.key(KEYS["play"]), self.key(KEYS["mark"])
        return next_key(look, self.words, enter, space, by_enter=self.by_enter, hurries=self.hurries)

    def _gestures(self, look: TableLook) -> dict[Gesture, str]:
        """Returns the gestures available now, with their labels."""
        found: dict[Gesture, str] = {}
        # An action the prompt offers on Enter is not offered twice.
        keyless = {Gesture.LAY} if look.view.is_turn and look.scene.verb else {Gesture.LAY, Gesture.SAY}
        offered: dict[str, Choice] = {}
        for choice in look.choices:
            if _shown(choice, look.verbs[choice.move.verb]):
                offered.setdefault(choice.move.verb, choice)
        for name, verb in look.verbs.items():
            if verb.gesture not in keyless and (name in offered or (verb.who and look.others_may)):
                label = self.words.say(verb.label) if verb.label else self._said(offered[name].label, look.names)
                found.setdefault(verb.gesture, label)
        return found

    def _own_label(self, look: TableLook) -> str:
        """Returns the start of the viewer's own line, which tells them their name in the sentences.

        Their role follows, worded as for everybody else: "Anna (you) · defends", since "You" would need another verb.
        """
        viewer = look.scene.viewer
        return self._said(say("{who} (you)", who=Who(viewer)), look.names) if look.view.is_alone else look.names[viewer]

    def _labels(self, names: Sequence[str], viewer: Seat, is_alone: bool) -> Sequence[str]:
        """Returns the names at the seats, with "You" for a player alone with bots.

        Sentences keep the names, since "You" would need other verb forms.
        """
        return [self.words.say("You") if is_alone and seat == viewer else name for seat, name in enumerate(names)]

    def _said(self, text: Text, names: Sequence[str]) -> str:
        return self.words.text(text, names)


def is_hand(pile: Pile, scene: Scene) -> bool:
    """Returns whether this is the hand of the scene's viewer."""
    return pile.owner == scene.viewer and pile.layout == "fan"


def _sign(past: LastRound) -> str:
    """Returns the sign for whether the taker of a round picked the cards up or held out."""
    return "✓" if all(one.cover is not None for one in past.laid) else "›"


def _lie_cards(scene: Scene) -> bool:
    """Returns whether any card is face up, on the felt or in the viewer's hand."""
    return any(card >= 0 for pile in scene.piles for card in pile.cards)


def _laid(pile: Pile, look: TableLook) -> Pile:
    """Returns a pile as it may be shown now: face down if its owner is not here."""
    if look.closed and pile.owner == look.scene.viewer and pile.layout not in ("trick", "row"):
        return pile._replace(cards=(HIDDEN,) * len(pile.cards))
    return pile


def _shown(choice: Choice, verb: Verb) -> bool:
    """Returns whether a choice's key is listed: not if all it can do is an offence for the player to find out about."""
    return verb.quiet or bool(choice.cards) or not choice.quiet


def _click(key: Key) -> str:
    """Returns the action of a click on a key's label: arrows go forward."""
    return key.binds[-1][1] if key.id in ("card", "target") else key.binds[0][1]
