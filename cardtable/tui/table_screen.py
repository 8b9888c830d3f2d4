"""The table on the screen: keys and clicks become moves, scenes and events become pictures and lines.

It draws `Scene` and nothing else. Whose turn it is, what is legal and why something is not, the table says.
"""

from __future__ import annotations

from typing import ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.screen import Screen

from cardtable.cards import HIDDEN, SUITS, Card, Cards, bits
from cardtable.engine.moves import Move, Seat
from cardtable.engine.rounds import Past, last_round, rounds_over
from cardtable.engine.rules import RuleBroken
from cardtable.engine.scene import Choice, Scene
from cardtable.engine.text import Text, Who, say
from cardtable.tui.arranging import ORDERS, in_order
from cardtable.tui.canvas import Canvas
from cardtable.tui.choosing import Meant, by_line, by_verb, lay, open_choices, playable
from cardtable.tui.course import Course
from cardtable.tui.fresh import Fresh
from cardtable.tui.keys import (
    ANYBODY,
    DECLINES,
    KEYS,
    LAYING,
    QUIET_VERBS,
    TABLE_KEYS,
    VERB_KEYS,
    VERB_LABELS,
    Key,
    bindings,
    twins,
)
from cardtable.tui.picture import LOG_FROM, Look, Picture, is_hand
from cardtable.tui.protocol import Settings, TableLike, WordsLike


class TableScreen(Screen[None]):
    """One match at one keyboard."""

    BINDINGS: ClassVar[list[BindingType]] = [*bindings(TABLE_KEYS)]

    def __init__(self, table: TableLike, words: WordsLike, settings: Settings, *, open_hands: bool = False) -> None:
        super().__init__()
        self.table = table
        self.words = words
        self.settings = settings
        people = sorted(table.people)
        self.viewer: Seat = people[0] if people else 0
        self.seated = len(people) == 1
        """Whether the viewer sits at the keyboard; with several people each takes the keyboard in turn."""
        self.hidden = False
        self.view: Scene = table.scene(self.viewer)
        self.cards: tuple[Card, ...] = ()
        self.legal: tuple[Card, ...] = ()
        self.cursor = 0
        self.marked: Cards = 0
        self.target: Card | None = None
        self.with_known = False
        self.open_hands = open_hands
        """Whether every hand is face up, for practice against bots."""
        self.read: dict[Seat, int] = {}
        """How many events each person has seen."""
        self._told = 0
        self._last_digit = 0
        self._asked: tuple[object, ...] | None = None
        """What the viewer was asked last: a decision that differs from it is a new one."""
        self.fresh = Fresh(self)
        self.log_wanted = settings.log
        self.order = settings.order
        """How the hand is sorted."""
        self.past: Past | None = None
        """The trick, bout or turn that was over last."""
        self.picture = Picture(words, moving=True)
        self.course = Course(self)

    # What is on the screen

    def compose(self) -> ComposeResult:
        """One picture."""
        yield self.picture

    def on_mount(self) -> None:
        """Sits down."""
        self._fit(self.app.size.width, self.app.size.height)
        self.course.advance()

    def on_resize(self, event: events.Resize) -> None:
        """Gives every part its room."""
        self._fit(event.size.width, event.size.height)
        self.show()

    def on_new_words(self) -> None:
        """Says everything anew, the log so far too."""
        if self.seated:
            self._told = 0
            self.picture.history.clear()
        self.look()

    def on_screen_resume(self) -> None:
        """Goes on where something else had covered the table."""
        self.fresh.begin()
        if self.course.waiting:
            self.course.advance()

    def _fit(self, width: int, height: int) -> None:
        self.picture.fit(width, height, self.log_wanted)

    @property
    def acting(self) -> bool:
        """Whether the viewer may do something now, in turn or out of turn."""
        return not self.closed and bool(self.view.choices)

    @property
    def turn(self) -> bool:
        """Whether it is the viewer's turn, or his time to say something aside."""
        return self.course.looks_aside or self.table.to_act[:1] == (self.viewer,)

    @property
    def others(self) -> tuple[Seat, ...]:
        """The other people at this keyboard who may do out of turn what shows no hand."""
        if ANYBODY.isdisjoint(self.table.rules.verbs):
            return ()
        return tuple(seat for seat in self.table.to_act[1:] if seat in self.table.people and seat != self.viewer)

    @property
    def closed(self) -> bool:
        """Whether the viewer's cards must not be seen."""
        return self.hidden or not self.seated

    def look(self) -> None:
        """Takes a new scene and tells what happened since the last one."""
        self.view = self.table.open_scene(self.viewer) if self.open_hands else self.course.scene(self.viewer)
        held = next((pile.cards for pile in self.view.piles if is_hand(pile, self.view)), ())
        held = in_order(held, self.order, self.view.trump)
        if held != self.cards:
            under = self.cards[self.cursor] if self.cursor < len(self.cards) else None
            self.cards = held
            self.cursor = held.index(under) if under in held else max(0, min(self.cursor, len(held) - 1))
        self.marked = 0
        public = [event.for_everybody(len(self.table.names)) for event in self.table.events(self.viewer, 0)]
        self._notice_decision(len(public))
        self.past = last_round(public, self.table.rules.rounds)
        if self.table.rules.rounds.ends and not self.table.rules.rounds.shut_by:
            self.picture.tell_earlier(rounds_over(public, self.table.rules.rounds), self.table.names)
        if self.target not in self.view.targets:
            self.target = self.view.targets[0] if self.view.targets else None
        if self.seated:
            new = self.table.events(self.viewer, self._told)
            self._told += len(new)
            self.read[self.viewer] = self._told
            self.picture.history.add([line for line in map(self.line, map(self.table.tell, new)) if line])
        self.say_nothing()
        self.show()

    def _notice_decision(self, happened: int) -> None:
        """At a new decision the cursor waits on the lowest card that may be laid, and nothing pressed before counts."""
        asked = (happened, self.view.choices) if self.turn else None
        before, self._asked = self._asked, asked
        if asked is None or asked == before:
            return
        self.fresh.begin()
        self._last_digit = 0
        allowed = playable(self.view, 0, self.view.verb) or playable(self.view, 0)
        fitting = [card for card in self.cards if card != HIDDEN and allowed >> card & 1]
        if fitting:
            height, trump = self.table.rules.height, self.view.trump
            self.cursor = self.cards.index(min(fitting, key=lambda card: height(card, trump)))

    def show(self) -> None:
        """Draws how things stand."""
        if not self.is_mounted:
            return
        allowed = 0 if self.closed else playable(self.view, self.marked)
        self.legal = tuple(card for card in self.cards if card != HIDDEN and allowed >> card & 1)
        self.picture.draw(
            Look(
                self.view,
                self.table.names,
                self.cards,
                self.legal,
                self.marked,
                self.cursor,
                self._aimed(),
                self.seated,
                self.hidden,
                self.with_known or self.open_hands,
                self.settings.rules is not None,
                self.turn,
                bool(self.others),
                bool(self.table.sheet()),
                self.table.to_take_back(self.viewer) > 0,
                self.past is not None,
                self.course.looks_aside,
                self.table.people == {self.viewer},
            )
        )

    def _aimed(self) -> Card | None:
        """The card to be marked as aimed at: the target, or the only other one that the chosen cards would cover."""
        if self.acting and self.turn and self.chosen():
            meant = lay(self.view, self.chosen(), self.target)
            if meant.play is not None and meant.play.target is not None:
                return meant.play.target
        return self.target

    def line(self, text: Text | None) -> str:
        """A sentence in words; nothing for none."""
        return "" if text is None else self.words.text(text, self.table.names)

    def remark(self, text: str, kind: str = "warning") -> None:
        """Puts something into the one line under the hand."""
        self.picture.remark(text, kind)

    def say_nothing(self) -> None:
        """Clears the line under the hand, or tells what the card under the cursor would do."""
        meant = lay(self.view, self.chosen(), self.target) if self.acting and self.turn and self.chosen() else Meant()
        if meant.refused is not None:
            quiet = by_verb(self.view, tuple(QUIET_VERBS), self.chosen(), self.target)
            meant = Meant(other=quiet.play if quiet is not None else None)
        if meant.offer:
            self.remark(self.words.say("Enter: several moves with this card, choose one"), "dim")
        else:
            self.remark(self.line(meant.play.label) if meant.play else self._other(meant.other), "dim")

    def _other(self, choice: Choice | None) -> str:
        if choice is None:
            return ""
        key, verb = VERB_KEYS.get(choice.move.verb), choice.move.verb
        # Which suit is asked when the key is pressed.
        label = self.words.say(VERB_LABELS[verb]) if key and choice.suit is not None else self.line(choice.label)
        return f"{key.shown if key else 'm'}: {label}"

    # Who sits at the keyboard

    def stand_up(self) -> None:
        """Nobody sits here: nothing is on the screen that only the last viewer may know, such as who acts."""
        self.seated = False
        chairs = tuple(chair._replace(acting=False, known=0) for chair in self.view.chairs)
        self.view = self.view._replace(chairs=chairs, choices=(), prompt=say("Pass the keyboard"))
        self.picture.history.clear()
        self.remark("")
        self.show()

    def sit_down(self, seat: Seat) -> None:
        """Somebody is here, and the screen is his."""
        self.viewer, self.seated, self.hidden = seat, True, False
        self.cursor, self._told, self.cards, self._asked = 0, 0, (), None
        self.look()

    def forget(self) -> None:
        """Forgets what was told of this deal, which begins or is played again from an earlier moment."""
        self._told = 0
        self.picture.history.clear()

    def hide_cards(self) -> None:
        """Turns the cards over, at once."""
        if self.seated and not self.hidden:
            self.hidden = True
            self.remark("")
            self.show()

    # What is chosen

    def chosen(self) -> Cards:
        """The marked cards, or the one under the cursor."""
        if self.marked:
            return self.marked
        return 1 << self.cards[self.cursor] if self.cursor < len(self.cards) else 0

    def refuse(self, broken: RuleBroken) -> None:
        """Says which rule a move breaks."""
        self.remark(f"{self.line(broken.text)}{broken.reference}")

    def mean(self, meant: Meant) -> None:
        """Plays what was meant, asks which of several, or says why not."""
        if meant.play is not None:
            self.course.make(self.viewer, meant.play.move)
        elif meant.offer:
            self.offer(meant.offer)
        elif meant.other is not None:
            self.remark(self._other(meant.other))
        elif self.course.looks_aside:
            self.remark(self.line(self.view.prompt))
        elif meant.refused is not None:
            broken = self.table.explain(self.viewer, meant.refused)
            if broken is not None:
                self.refuse(broken)

    def offer(self, choices: tuple[Choice, ...], seat: Seat | None = None) -> None:
        """Lets the player, or another person at this keyboard, pick one of several choices by their labels."""
        from cardtable.tui.offer import Offer

        rows = by_line(choices)

        def take(nth: int | None) -> None:
            if nth is None:
                return
            if len(rows[nth]) > 1:
                self.offer(rows[nth], seat)
            else:
                self.course.make(self.viewer if seat is None else seat, rows[nth][0].move)

        heading = self.words.say("What do you do?")
        if seat is not None:
            heading = self.line(say("{who}: what do you do?", who=Who(seat)))
        lines = [self.line(row[0].kind if len(row) > 1 else row[0].label) for row in rows]
        suits = [SUITS[choice.suit] for choice in choices if choice.suit is not None]
        keys = suits if len(set(suits)) == len(choices) else ()
        worths = [self.line(row[0].worth) if all(one.worth == row[0].worth for one in row) else "" for row in rows]
        self.app.push_screen(Offer(self.words, heading, lines, worths, self.picture.around_felt, keys), take)

    def _ask_who(self, key: Key) -> None:
        """Asks which of the people here does something out of turn. No hand is seen meanwhile."""
        from cardtable.tui.dialogs import Choose

        mine = any(choice.move.verb in key.verbs for choice in self.view.choices)
        seats = ((self.viewer,) if mine and self.seated else ()) + self.others

        def ask(nth: int | None) -> None:
            if nth is not None:
                choices = self.table.scene(seats[nth]).choices
                self.offer(tuple(choice for choice in choices if choice.move.verb in key.verbs), seats[nth])

        self.hide_cards()
        names = [self.table.names[seat] for seat in seats]
        self.app.push_screen(Choose(self.words, self.words.say("Who accuses?"), names), ask)

    def _chosen_anew(self) -> None:
        self._last_digit = 0
        self.say_nothing()
        self.show()

    # Keys

    def on_key(self, event: events.Key) -> None:
        """Nothing that moves makes a key wait."""
        self.picture.settle()
        self.fresh.notice(event.key)

    def action_cursor(self, by: int) -> None:
        """Moves the cursor over the hand."""
        if self.cards and not self.closed:
            self.cursor = max(0, min(self.cursor + by, len(self.cards) - 1))
            self._chosen_anew()

    def action_next_legal(self, by: int) -> None:
        """Moves the cursor to the next legal card, round the hand."""
        if self.legal:
            places = [self.cards.index(card) for card in self.legal]
            beyond = [place for place in places if (place - self.cursor) * by > 0]
            self.cursor = (min if by > 0 else max)(beyond or places)
            self._chosen_anew()

    def action_aim(self, by: int) -> None:
        """Chooses the target above or below."""
        targets = self.view.targets
        if targets and self.acting:
            at = targets.index(self.target) if self.target in targets else 0
            self.action_target(targets[(at + by) % len(targets)])

    def action_target(self, card: Card) -> None:
        """Aims at a card on the table."""
        self.target = card
        self._chosen_anew()

    def action_pick(self, number: int) -> None:
        """Puts the cursor on the legal card with this number; the second time plays it."""
        if number > len(self.legal):
            return
        again = self._last_digit == number and self.cards[self.cursor] == self.legal[number - 1]
        if again:
            self.action_play()
        else:
            self.cursor = self.cards.index(self.legal[number - 1])
            self._chosen_anew()
            self._last_digit = number

    def action_card(self, place: int) -> None:
        """A click on a card: the cursor, then a move."""
        if self.closed or (place == self.cursor and self.acting):
            self.action_play()
        else:
            self.action_cursor(place - self.cursor)

    def action_play(self) -> None:
        """Plays the chosen cards; shows hidden ones first. Nothing is decided that the player cannot have seen yet."""
        self._last_digit = 0
        if self.fresh.too_soon:
            return
        if self.hidden:
            self.action_hide()
        elif self.course.looks_aside and not self.acting:
            self.course.give_back()
        elif self.acting and self.turn and not self.view.verb:
            # No card is to be laid: a decision in words.
            choices = open_choices(self.view)
            self.mean(Meant(play=choices[0]) if len(choices) == 1 else Meant(offer=choices))
        elif self.acting and self.turn and self.chosen():
            self.mean(lay(self.view, self.chosen(), self.target))

    def action_mark(self) -> None:
        """Marks the card under the cursor; while others play, lets the next move come at once."""
        if self.course.stuck or not self.acting or not self.turn:
            self.course.hurry()
        elif self.cursor < len(self.cards):
            self.marked ^= 1 << self.cards[self.cursor]
            self._chosen_anew()

    def action_verb(self, verb: str) -> None:
        """Does what the key of this verb does now."""
        key = VERB_KEYS[verb]
        if verb == "claim":
            self.course.keyboard.listen()
            if not self.acting and len(self.table.people) == 1:
                broken = self.table.explain(self.viewer, Move(verb))
                if broken is not None and broken.rule:
                    self.refuse(broken)
        if verb in ANYBODY and self.others:
            self._ask_who(key)
            return
        meant = by_verb(self.view, key.verbs, self.chosen(), self.target) if self.acting else None
        if meant is None:
            if self.acting:
                laid = self.chosen() if verb in LAYING else 0
                broken = self.table.explain(self.viewer, Move(verb, laid))
                if broken is not None:
                    self.refuse(broken)
        elif meant.other is not None:
            cards = bits(meant.other.cards)
            self.cursor = self.cards.index(cards[0]) if cards[0] in self.cards else self.cursor
            self.marked = meant.other.cards if len(cards) > 1 else 0
            self._chosen_anew()
            self.remark(f"{key.shown}: {self.line(meant.other.label)}")
        else:
            self.mean(meant)

    def action_pass_bout(self) -> None:
        """Passes, and for the rest of this bout without being asked; nothing is promised where nobody could pass."""
        if not (self.acting and self.turn):
            return
        if not any(choice.move.verb in DECLINES for choice in self.view.choices):
            broken = self.table.explain(self.viewer, Move("pass"))
            if broken is not None:
                self.refuse(broken)
        else:
            self.course.passing.promise(self.viewer)
            move = self.course.passing.move(self.viewer, lambda: self.view)
            if move is not None:
                self.course.make(self.viewer, move)

    def action_moves(self) -> None:
        """Lists everything the viewer may do."""
        if self.acting:
            self.offer(self.view.choices)

    def action_hint(self) -> None:
        """Says what a steady player would do in the viewer's place, and why; the cursor goes to his card."""
        if not (self.acting and self.turn) or self.course.looks_aside:
            return
        move, why = self.table.hint(self.viewer)
        choice = next((choice for choice in self.view.choices if choice.move == move), None)
        if choice is None:
            return
        cards = bits(choice.cards)
        if cards and cards[0] in self.cards:
            self.cursor = self.cards.index(cards[0])
            self.marked = choice.cards if len(cards) > 1 else 0
            self.target = choice.target if choice.target is not None else self.target
        self._chosen_anew()
        hint = say("Hint: {move} ({why})", move=choice.label, why=why)
        self.remark(self.line(hint), "dim")

    def action_undo(self) -> None:
        """Takes the viewer's last decision back, and what the bots did after it."""
        if not self.closed and self.table.to_take_back(self.viewer):
            self.course.take_back(self.viewer)

    def action_sort(self) -> None:
        """Sorts the hand in the next way."""
        if not self.closed:
            self.order = ORDERS[(ORDERS.index(self.order) + 1) % len(ORDERS)]
            self.look()

    def action_open_hands(self) -> None:
        """Turns every hand face up, or down again. Not where other people play."""
        if self.table.people == {self.viewer}:
            self.open_hands = not self.open_hands
            self.look()

    def action_known(self) -> None:
        """Shows or hides what the viewer knows of the others' hands."""
        self.with_known = not self.with_known
        self.show()

    def action_hide(self) -> None:
        """Hides the viewer's cards, or shows them again."""
        if self.hidden:
            self.hidden = False
            self.fresh.begin()
            self.look()
        else:
            self.hide_cards()

    def action_log(self) -> None:
        """Shows or hides the log: beside the table, or over it where the screen is narrow."""
        if self.size.width >= LOG_FROM:
            self.log_wanted = not self.log_wanted
            self._fit(self.size.width, self.size.height)
            self.call_after_refresh(self.show)
        else:
            self.read_log()

    def read_log(self) -> None:
        """Shows the log in a box."""
        lines = () if self.closed else self.picture.history.lines
        self._read(self.words.say("Log"), "\n".join(lines), at_end=True)

    def action_sheet(self) -> None:
        """The score sheet of the match."""
        from cardtable.tui.sheet import ScoreSheet

        table = self.table
        if table.sheet():
            self.app.push_screen(ScoreSheet(self.words, table.names, table.sheet(), table.sheet_notes()))

    def action_advice(self) -> None:
        """What others would have done in the deal that is over."""
        from cardtable.tui.advice import AdviceList

        if self.settings.advice is not None and self.table.deal_over:
            self.app.push_screen(AdviceList(self.words, self.table.names, self.settings.advice(self.table)))

    def action_last(self) -> None:
        """The last trick, bout or turns once more."""
        from cardtable.tui.looking_back import LookBack

        past, rounds = self.past, self.table.rules.rounds
        if past is None:
            self.remark(self.words.say("Nothing is over yet that could be looked at again."))
            return
        if past.gone and rounds.shut_by:
            self.refuse(RuleBroken(rounds.shut_by, say("A trick may be looked at until the next lead.")))
            return
        told = [line for line in map(self.line, map(self.table.tell, past.told)) if line]
        own = twins(self.settings.keys.get("last", KEYS["last"].binds[0][0])).split(",")
        self.app.push_screen(LookBack(self.words, self.words.say(rounds.title), past, self.table.names, told, own))

    def action_rules(self) -> None:
        """The rules of this table."""
        if self.settings.rules is not None:
            self._read(self.words.say("Rules"), self.settings.rules(self.table))

    def action_help(self) -> None:
        """All keys."""
        self.app.open_help()  # type: ignore[attr-defined]  # our own app

    def action_menu(self) -> None:
        """Clears the marks; without marks opens the menu."""
        if self.marked:
            self.marked = 0
            self._chosen_anew()
        else:
            self.app.open_menu()  # type: ignore[attr-defined]  # our own app

    def _read(self, heading: str, text: str, *, at_end: bool = False) -> None:
        from cardtable.tui.dialogs import Read

        self.app.push_screen(Read(self.words, heading, text, at_end=at_end))

    async def on_canvas_clicked(self, message: Canvas.Clicked) -> None:
        """A click does what a key does."""
        message.stop()
        self.picture.settle()
        if self.fresh.too_soon and message.action.startswith(("verb(", "pass_bout")):
            return
        await self.run_action(message.action)
