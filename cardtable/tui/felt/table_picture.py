"""The picture of a table being played at: what its viewer sees, and the cards they have chosen so far.

It draws views and nothing else. The table decides whose turn it is, what is legal, and why something is not.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from textual.timer import Timer

from cardtable.cards import HIDDEN, Card, Cards, bits, suit_of
from cardtable.engine.moves import Event, Seat
from cardtable.engine.rules import RuleBroken
from cardtable.engine.scene import Choice, Scene
from cardtable.engine.text import Text, say, say_count
from cardtable.engine.verbs import Gesture, made_by
from cardtable.match.memory import told_memory
from cardtable.match.seen import REMARK, remark_of
from cardtable.match.table import Table
from cardtable.match.view import View
from cardtable.tui.draw.fresh import Fresh
from cardtable.tui.draw.keyline import KeyHint
from cardtable.tui.felt.announcing import announced
from cardtable.tui.felt.arranging import in_order
from cardtable.tui.felt.choosing import Intent, by_verb, cards_missing, lay, open_choices, playable
from cardtable.tui.felt.cloth import Felt
from cardtable.tui.felt.look import Caption, TableLook
from cardtable.tui.felt.picture import Picture, is_hand
from cardtable.tui.felt.table_keys import GESTURE_KEYS, KEYS, rows_of
from cardtable.tui.keys import Key
from cardtable.tui.protocol import Settings
from cardtable.words import Words

HEARD: Final = 4.0
"""Seconds a bot's remark is shown, unless a key is pressed."""


class TablePicture(Picture):
    """A table at one keyboard, seen from the seat of the player there."""

    def __init__(self, table: Table, words: Words, settings: Settings, *, open_hands: bool) -> None:
        super().__init__(words, moving=True)
        self.table = table
        self.settings = settings
        here = sorted(table.here)
        self.viewer: Seat = here[0] if here else 0
        self.seated = len(here) == 1
        """Whether the viewer is at the keyboard; with several people, each takes it in turn."""
        self.gets_up = False
        """Whether the viewer has said they will get up after this deal."""
        self.changes: tuple[Text, ...] = ()
        """The other players who get up after this deal, or sit down again, for the screen at its end."""
        self.hidden = False
        """Whether the viewer has turned their cards over."""
        self.view = table.view(self.viewer)
        self.cards: tuple[Card, ...] = ()
        self.legal: tuple[Card, ...] = ()
        self.cursor = 0
        self.marked: Cards = 0
        self.target: Card | None = None
        self.with_known = False
        self.open_hands = open_hands
        """Whether every hand is face up, for practice against bots."""
        self.log_wanted = settings.log
        self.order = settings.order
        """The sorting of the hand."""
        self.read: dict[Seat, int] = {}
        """The number of events each person has seen."""
        self.last_digit = 0
        """The number of the legal card last pressed; 0 once any other key is pressed."""
        self.broken = ""
        """The rule that forbade the last attempt; empty once anything else is tried."""
        self.offer = ""
        """A suggestion in the line under the hand until a key is pressed; empty if there is none."""
        self.spoken: Event | None = None
        """A bot's current remark."""
        self._hushes: Timer | None = None
        self.fresh = Fresh(self)
        self._told = 0
        self._announced: str | None = None
        """The last announcement; None before the first look."""
        self._is_new = False
        """Whether the next look is at a new deal."""
        self._asked: tuple[object, ...] | None = None
        """What the viewer was last asked: anything different is a new decision."""
        if table.is_new:
            self.deal()

    # The view

    @property
    def scene(self) -> Scene:
        """The table as the viewer sees it."""
        return self.view.scene

    @property
    def rows(self) -> Sequence[Key]:
        """The rows of the key table that apply at this table."""
        return rows_of(self.table)

    @property
    def closed(self) -> bool:
        """Whether the viewer's cards must be hidden."""
        return self.hidden or not self.seated

    @property
    def has_cursor(self) -> bool:
        """Whether a card is shown as the one under the cursor."""
        return True

    @property
    def is_shared(self) -> bool:
        """Whether several people share this keyboard."""
        return len(self.table.people) > 1

    @property
    def acting(self) -> bool:
        """Whether the viewer may do something now, in turn or out of turn."""
        return not self.closed and bool(self.scene.choices)

    @property
    def others(self) -> tuple[Seat, ...]:
        """The other people at this keyboard who may act out of turn without showing a hand."""
        if not any(verb.who for verb in self.table.rules.verbs.values()):
            return ()
        return tuple(seat for seat in self.table.to_act[1:] if seat in self.table.here and seat != self.viewer)

    @property
    def names(self) -> Sequence[str]:
        """The players' names by seat, as shown on their chairs; marked if a bot stands in for them."""
        table = self.table
        return self._called(dict.fromkeys(table.people - table.here, self.words.say("bot")))

    @property
    def _terms(self) -> tuple[Text, ...]:
        """The conditions at this table that are not rules."""
        last = say("the last deal") if self.gets_up else None
        return tuple(term for term in (told_memory(self.table.header.memory), last) if term is not None)

    @property
    def _standing(self) -> Text | None:
        """The standings of the evening, by the players' own names even if a bot stands in for them."""
        evening = self.view.evening
        return None if evening is None else evening.told(self.table.names, self.viewer if self.view.is_alone else None)

    def _called(self, said: Mapping[Seat, str]) -> tuple[str, ...]:
        """Returns the names, with remarks appended to some of them."""
        names = enumerate(self.table.names)
        return tuple(f"{name} ({said[seat]})" if seat in said else name for seat, name in names)

    def look(self, view: View) -> None:
        """Takes a new view, logs the events since the last one, and draws it."""
        self.view = view
        held = next((pile.cards for pile in self.scene.piles if is_hand(pile, self.scene)), ())
        held = in_order(held, self.order, self.scene.trump)
        if held != self.cards:
            under = self.cards[self.cursor] if self.cursor < len(self.cards) else None
            self.cards = held
            self.cursor = held.index(under) if under in held else max(0, min(self.cursor, len(held) - 1))
        self.marked = 0
        self._notice_decision()
        forgets = self.table.header.memory != "all" and not view.deal_over
        labels = self._labels(self.table.names, self.viewer, view.is_alone)
        self.tell_earlier(self.table.rules.rounds, view.rounds, labels, forgets=forgets)
        if self.target not in self.scene.targets:
            self.target = self.scene.targets[0] if self.scene.targets else None
        if self.seated:
            new = view.events[self._told :]
            self._told = self.read[self.viewer] = len(view.events)
            if view.told_from:
                # Events from before belong to what the player is meant to remember.
                self.history.lines.clear()
            self._tell(view.events[view.told_from :] if view.told_from else new)
            self._listen(new)
        self.redraw()
        self._announce()
        self.say_nothing()

    def deal(self) -> None:
        """Makes the next look animate the dealing and announce the terms of the deal."""
        self.board.deal()
        self._is_new = True

    def on_ceremony_changed(self) -> None:
        """Updates the key line, since keys have another effect while a banner is open."""
        self.redraw()

    def _felt(self, look: TableLook) -> Felt:
        return super()._felt(look)._replace(all_known=self.open_hands and not look.closed)

    def next_key(self, look: TableLook) -> KeyHint | None:
        """Returns the next key and its effect; while a banner is open, any key closes it."""
        if self.board.banner is not None:
            return KeyHint(self.words.say("any key"), self.words.say("to the table"), "play", 0)
        return super().next_key(look)

    def _announce(self) -> None:
        """Announces the terms of a new deal, or what has just been named in this one, if the viewer is here."""
        if not self.seated or self.caption() is not None:
            return
        banner = announced(self.scene, self.words, self.table.names)
        headline = "" if banner is None else banner.headline
        named = self._is_new or self._announced not in (None, headline)
        if banner is not None and named and self.board.is_mounted and self.settings.delay:
            self.board.announce(banner)
        self._announced, self._is_new = headline, False

    def _tell(self, events: Sequence[Event]) -> None:
        self.history.add([line for line in map(self.line, map(self.table.tell, events)) if line])

    def _listen(self, new: Sequence[Event]) -> None:
        """Shows a bot's latest remark, in a balloon or below the hand, until a key is pressed or for a while."""
        said = next((event for event in reversed(new) if event.kind == REMARK), None)
        if said is not None and self.is_mounted:
            self.spoken = said
            if self._hushes is not None:
                self._hushes.stop()
            self._hushes = self.set_timer(HEARD, self.hush)

    def hush(self) -> None:
        """Ends a bot's remark."""
        if self.spoken is not None:
            self.spoken = None
            self.say_nothing()
            self.redraw()

    def _notice_decision(self) -> None:
        """Prepares a new decision: puts the cursor on the lowest playable card, and ignores keys pressed earlier.

        If no card fits, Enter passes or takes; if only trumps could be thrown in, it passes and keeps them. Not if a
        quiet move is possible.
        """
        asked = (len(self.view.events), self.scene.choices) if self.view.is_turn else None
        before, self._asked = self._asked, asked
        if asked is None or asked == before:
            return
        self.fresh.begin()
        self.last_digit = 0
        self.by_enter = None
        allowed = playable(self.scene, 0, self.scene.verb) or playable(self.scene, 0)
        fitting = [card for card in self.cards if card != HIDDEN and allowed >> card & 1]
        if fitting:
            height, trump = self.table.rules.height, self.scene.trump
            self.cursor = self.cards.index(min(fitting, key=lambda card: height(card, trump)))
        if self.scene.verb and not any(choice.quiet for choice in self.scene.choices):
            ways = self._without_a_card(Gesture.DONE) if fitting else self._without_a_card(Gesture.DONE, Gesture.TAKE)
            trumps = self.scene.trump is not None and all(suit_of(card) == self.scene.trump for card in fitting)
            if len(ways) == 1 and (trumps or not fitting):
                self.by_enter = ways[0]

    def _without_a_card(self, *gestures: Gesture) -> list[Choice]:
        """Returns the proposed choices that these gestures make without a card."""
        verbs = [verb for gesture in gestures for verb in made_by(self.table.rules.verbs, gesture)]
        return [choice for choice in open_choices(self.scene) if choice.move.verb in verbs and not choice.cards]

    def redraw(self) -> None:
        """Draws the current state."""
        if not self.is_mounted:
            return
        allowed = 0 if self.closed else playable(self.scene, self.marked)
        self.legal = tuple(card for card in self.cards if card != HIDDEN and allowed >> card & 1)
        self.draw(
            TableLook(
                self.view,
                self.names,
                self.cards,
                self.legal,
                self.marked,
                self.cursor if self.shows_cursor else -1,
                self._aimed(),
                seated=self.seated,
                hidden=self.hidden,
                with_known=self.with_known or self.open_hands,
                has_rules=self.settings.rules is not None,
                others_may=bool(self.others),
                verbs=self.table.rules.verbs,
                kinds=self.table.header.kinds,
                caption=self.caption(),
                terms=self._terms,
                standing=self._standing,
                spoken=None if self.spoken is None else (self.spoken.seat, self.line(remark_of(self.spoken))),
            )
        )

    def caption(self) -> Caption | None:
        """Returns the text in place of the prompt; None for the prompt itself."""
        return None

    def make_room(self, width: int, height: int) -> None:
        """Divides the screen among the parts."""
        self.fit(width, height, self.log_wanted)

    def say_anew(self) -> None:
        """Renders all text again in the current words, including the log."""
        if self.seated:
            self.forget()
        self.look(self.view)

    def forget(self) -> None:
        """Forgets the events of this deal: a new one begins, or this one is replayed from an earlier moment."""
        self._told = 0
        self.spoken = None
        self.past = ()
        self.history.clear()

    # The player at the keyboard

    def stand_up(self) -> None:
        """Clears the screen of all that only the last viewer may know, such as whose turn it is: nobody sits here."""
        self.seated = False
        chairs = tuple(chair._replace(acting=False, known=0) for chair in self.scene.chairs)
        scene = self.scene._replace(chairs=chairs, choices=(), prompt=say("Pass the keyboard"))
        self.view = self.view._replace(scene=scene)
        self.history.clear()
        self.remark("")
        self.redraw()

    def sit_down(self, view: View) -> None:
        """Gives the screen to the player who has sat down."""
        self.viewer, self.seated, self.hidden = view.scene.viewer, True, False
        self.cursor, self._told, self.cards, self._asked = 0, 0, (), None
        self.look(view)

    def hide_cards(self) -> None:
        """Turns the cards over, at once."""
        if self.seated and not self.hidden:
            self.hidden = True
            self.remark("")
            self.redraw()

    # The chosen cards, and messages about them

    def chosen(self) -> Cards:
        """Returns the marked cards, or the one under the cursor."""
        if self.marked:
            return self.marked
        return 1 << self.cards[self.cursor] if self.cursor < len(self.cards) else 0

    def choose(self, cards: Cards) -> None:
        """Puts the cursor on the first of these cards, and marks them if there are several."""
        first = bits(cards)[0]
        self.cursor = self.cards.index(first) if first in self.cards else self.cursor
        self.marked = cards if cards & (cards - 1) else 0

    @property
    def shows_cursor(self) -> bool:
        """Whether the cursor is shown: an Enter that needs no card must not seem to play one."""
        return self.has_cursor and self.by_enter is None

    def step(self, by: int) -> None:
        """Moves the cursor over the hand; if it was hidden, only shows it."""
        self.point_at(self.cursor + (by if self.shows_cursor else 0))

    def step_to_legal(self, by: int) -> None:
        """Moves the cursor to the next legal card to the right or left, wrapping around."""
        places = [self.cards.index(card) for card in self.legal]
        beyond = [place for place in places if (place - self.cursor) * by > 0]
        if places:
            self.point_at((min if by > 0 else max)(beyond or places))

    def point_at(self, place: int) -> None:
        """Puts the cursor on the card at this place in the hand, or the nearest one."""
        if self.cards and not self.closed:
            self.cursor = max(0, min(place, len(self.cards) - 1))
            self.chosen_anew()

    def chosen_anew(self) -> None:
        """Shows the new choice and its effect."""
        self.last_digit, self.by_enter, self.spoken = 0, None, None
        self.say_nothing()
        self.redraw()

    def _aimed(self) -> Card | None:
        """Returns the card to mark as aimed at: the target, or the only other one the chosen cards would cover."""
        if self.shows_cursor and self.acting and self.view.is_turn and self.chosen():
            meant = lay(self.scene, self.chosen(), self.target)
            if meant.play is not None and meant.play.target is not None:
                return meant.play.target
        return self.target

    def line(self, text: Text | None) -> str:
        """Returns a text in words; an empty string for None."""
        return "" if text is None else self.words.text(text, self.table.names)

    def refuse(self, broken: RuleBroken) -> None:
        """Says which rule a move breaks."""
        self.broken = broken.rule
        self.remark(f"{self.line(broken.text)}{broken.reference}")

    def say_nothing(self) -> None:
        """Clears the line under the hand, or names the card under the cursor and what else can be done with it."""
        self.broken = ""
        meant = Intent()
        if self.offer:
            self.remark(self.offer, "dim")
            return
        if self.spoken is not None and not self._in_balloon:
            self.remark(self.line(self.table.tell(self.spoken)), "dim")
            return
        if self.shows_cursor and self.acting and self.view.is_turn and self.chosen():
            meant = lay(self.scene, self.chosen(), self.target)
        if meant.refused is not None:
            rules = self.table.rules
            verbs = [name for name, verb in rules.verbs.items() if verb.quiet]
            quiet = by_verb(self.scene, verbs, self.chosen(), self.target)
            other = quiet.play if quiet is not None else None
            if other is None and self.scene.verb and not playable(self.scene, 0):
                other = next(iter(self._without_a_card(Gesture.DONE, Gesture.TAKE)), None)
            meant = Intent(other=other)
        if meant == Intent() and self.shows_cursor and (more := self._more()):
            self.remark(f"{self.key(KEYS['mark'])}: {self.line(more)}", "dim")
        elif meant.offer:
            self.remark(self.words.say("Enter: several moves with this card, choose one"), "dim")
        else:
            self.remark(self.other(meant.other) or self._under_cursor, "dim")

    @property
    def _under_cursor(self) -> str:
        """The name of the card under the cursor, while its owner may see it."""
        if self.closed or not self.shows_cursor or self.cursor >= len(self.cards):
            return ""
        return self.words.named(self.cards[self.cursor])

    @property
    def _in_balloon(self) -> bool:
        """Whether the remark is shown in a balloon beside the speaker's seat."""
        felt = self.board.size
        return self.board.corners(felt.width, felt.height).balloon is not None

    def _more(self) -> Text | None:
        """Returns how many cards are still to be marked, if the chosen ones can only be played along with others."""
        if not (self.acting and self.view.is_turn and self.chosen()):
            return None
        missing = cards_missing(self.scene, self.chosen())
        if not missing:
            return None
        if self.marked:
            return say_count("mark {count} card more", "mark {count} cards more", missing)
        return say_count("mark {count} card", "mark {count} cards", missing + 1)

    def other(self, choice: Choice | None) -> str:
        """Returns the label of a choice other than the one Enter makes, with its key; empty for None."""
        if choice is None:
            return ""
        verb = self.table.rules.verbs[choice.move.verb]
        # Pressing the key will ask for the suit.
        label = self.words.say(verb.label) if verb.label and choice.suit is not None else self.line(choice.label)
        return f"{self.key(GESTURE_KEYS.get(verb.gesture, KEYS['moves']))}: {label}"
