"""The table on the screen: turns keys and clicks into moves, and the views after them into pictures."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from typing import ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.screen import Screen

from cardtable.bots.finding import answers_at_once
from cardtable.bots.hints import Hint
from cardtable.bots.seated import Overtaken
from cardtable.cards import Card, Cards
from cardtable.engine.faults import told
from cardtable.engine.moves import Move
from cardtable.engine.rules import RuleBroken
from cardtable.engine.scene import Choice
from cardtable.engine.text import Text, capital, say
from cardtable.engine.verbs import Gesture, made_by
from cardtable.match.table import Table
from cardtable.tui.draw.canvas import Canvas, CanvasCompositor
from cardtable.tui.felt.arranging import ORDERS
from cardtable.tui.felt.ceremony import CLOSES
from cardtable.tui.felt.choosing import Intent, as_in_hand, by_verb, lay, open_choices
from cardtable.tui.felt.picture import LOG_FROM
from cardtable.tui.felt.table_keys import GESTURE_KEYS, KEYS, TABLE_KEYS, keys_at
from cardtable.tui.felt.table_picture import TablePicture
from cardtable.tui.keys import ADVICE_KEY, REVIEW_KEY, Key, bindings, twins
from cardtable.tui.program import program
from cardtable.tui.protocol import Settings
from cardtable.tui.table.afterwards import open_review
from cardtable.tui.table.match_flow import MatchFlow, Phase
from cardtable.tui.terminal.textual_inside import compose_by
from cardtable.words import Words


class TableScreen(Screen[None]):
    """One match at one keyboard."""

    BINDINGS: ClassVar[list[BindingType]] = [*bindings(TABLE_KEYS)]
    PICTURE: ClassVar[type[TablePicture]] = TablePicture
    FLOW: ClassVar[type[MatchFlow]] = MatchFlow
    THEN: ClassVar[str] = ""
    """What Enter does after a deal, if that is neither the next deal nor the way out."""

    def __init__(self, table: Table, words: Words, settings: Settings, *, open_hands: bool = False) -> None:
        super().__init__()
        compose_by(self, CanvasCompositor())
        self.table = table
        self.words = words
        self.picture = self.PICTURE(table, words, settings, open_hands=open_hands)
        self.flow = self.FLOW(self, self.picture, self._show_result)
        self._hint: tuple[Hint, Sequence[Choice]] | None = None
        """The hint in the line under the hand, and the choices at that time."""
        self._advised_at: tuple[Cards, Card | None] | None = None  # The player's choice when a hint was requested.

    # The screen

    @property
    def keys(self) -> tuple[Key, ...]:
        """The keys that can ever do something here."""
        return keys_at(self.table)

    def compose(self) -> ComposeResult:
        yield self.picture

    def on_mount(self) -> None:
        self.picture.make_room(*self.app.size)
        self.flow.advance()
        # The first picture should not wait for bots that may talk later.
        self.call_after_refresh(self.flow.let_talk)

    def tell(self, troubles: Sequence[Text]) -> None:
        """Reports problems in a single line; nothing if there are none."""
        if troubles:
            first, more = troubles[0], len(troubles) - 1
            if more:
                first = say("{line} (and {count} more)", line=first, count=more)
            self.app.notify(self.picture.line(first), severity="warning", markup=False)

    def on_resize(self, event: events.Resize) -> None:
        self.picture.make_room(*event.size)
        self.picture.redraw()

    def on_new_words(self) -> None:
        self.picture.say_anew()

    def on_screen_resume(self) -> None:
        """Goes on if something had covered the table."""
        self.picture.fresh.begin()
        if self.flow.phase is Phase.COVERED:
            self.flow.advance()
        self.flow.tutoring.go_on()

    def take_settings(self, settings: Settings) -> None:
        """Applies the player's changed settings to the table."""
        picture = self.picture
        picture.settings = settings
        picture.order, picture.log_wanted = settings.order, settings.log
        self.flow.forced.way = settings.forced
        self.flow.let_talk()

    # Choices

    def mean(self, meant: Intent) -> None:
        """Makes the move that was meant, asks which of several, or says why none is possible."""
        picture = self.picture
        if meant.play is not None:
            self.flow.make(picture.viewer, meant.play.move)
        elif meant.offer:
            self.flow.asking.offer(meant.offer)
        elif meant.other is not None:
            picture.remark(picture.other(meant.other))
        elif picture.view.aside:
            picture.remark(picture.line(picture.scene.prompt))
        elif meant.refused is not None:
            broken = self.table.explain(picture.viewer, meant.refused)
            if broken is not None and broken.rule and broken.rule == picture.broken:
                self.read_rule(broken.rule)
            elif broken is not None:
                picture.refuse(broken)

    # Keys

    def on_key(self, event: events.Key) -> None:
        """Ends all animations, so that no key has to wait for them."""
        self.flow.forced.hear(event.key)
        if self.picture.board.solemn:
            self.flow.hurry()
        if self.picture.settle() and event.key in CLOSES:
            event.prevent_default().stop()
        self.picture.fresh.notice(event)

    def action_cursor(self, by: int) -> None:
        """Moves the cursor over the hand."""
        self.picture.step(by)

    def action_next_legal(self, by: int) -> None:
        """Moves the cursor to the next legal card, wrapping around."""
        self.picture.step_to_legal(by)

    def action_aim(self, by: int) -> None:
        """Chooses the target above or below."""
        picture = self.picture
        targets = picture.scene.targets
        if targets and picture.acting:
            at = targets.index(picture.target) if picture.target in targets else 0
            self.action_target(targets[(at + by) % len(targets)])

    def action_target(self, card: Card) -> None:
        """Aims at a card on the table."""
        self.picture.target = card
        self.picture.chosen_anew()

    def action_pick(self, number: int) -> None:
        """Puts the cursor on the legal card with this number; plays it the second time."""
        picture = self.picture
        if self.flow.forced.answer(number) or number > len(picture.legal):
            return
        again = picture.last_digit == number and picture.cards[picture.cursor] == picture.legal[number - 1]
        if again:
            self.action_play()
        else:
            picture.cursor = picture.cards.index(picture.legal[number - 1])
            picture.chosen_anew()
            picture.last_digit = number

    def action_card(self, place: int) -> None:
        """Moves the cursor to a clicked card; plays it the second time."""
        picture = self.picture
        if picture.closed or (place == picture.cursor and picture.shows_cursor and picture.acting):
            self.action_play()
        else:
            picture.point_at(place)

    def action_play(self) -> None:
        """Plays the chosen cards; shows hidden ones first. Ignores Enter on a decision too new to be seen."""
        picture = self.picture
        by_digit, picture.last_digit = picture.last_digit, 0
        if picture.fresh.too_soon:
            return
        if not by_digit and self.flow.is_advising and self._advised_at == (picture.chosen(), picture.target):
            # The move Enter makes is about to change under the player's finger.
            picture.remark(self.words.say("Your adviser is thinking. Esc stops it."), "dim")
        elif picture.hidden:
            self.action_hide()
        elif picture.view.aside and not picture.acting:
            self.flow.give_back()
        elif picture.acting and picture.view.is_turn and not picture.scene.verb:
            # No card is to be played: a decision in words.
            choices = open_choices(picture.scene)
            self.mean(Intent(play=choices[0]) if len(choices) == 1 else Intent(offer=choices))
        elif picture.acting and picture.view.is_turn and picture.by_enter is not None:
            self.mean(Intent(play=picture.by_enter))
        elif picture.acting and picture.view.is_turn and picture.chosen():
            self.mean(lay(picture.scene, picture.chosen(), picture.target))

    def action_mark(self) -> None:
        """Marks the current card; while others play, makes the next move come at once."""
        picture = self.picture
        if self.flow.phase is Phase.STUCK or not picture.acting or not picture.view.is_turn:
            self.flow.hurry()
        elif picture.cursor < len(picture.cards):
            picture.marked ^= 1 << picture.cards[picture.cursor]
            picture.chosen_anew()

    def action_gesture(self, name: str) -> None:
        """Does what this gesture means now."""
        picture, gesture, declared = self.picture, Gesture(name), self.table.rules.verbs
        verbs = made_by(declared, gesture)
        if early := next((verb for verb in verbs if declared[verb].early), ""):
            self.flow.keyboard.listen()
            if not picture.acting and picture.view.is_alone:
                self._explain(Move(early))
        question = next((declared[verb].who for verb in verbs if declared[verb].who), "")
        if question and picture.others:
            self.flow.asking.ask_who(question, verbs)
            return
        meant = by_verb(picture.scene, verbs, picture.chosen(), picture.target) if picture.acting else None
        if meant is None:
            if picture.acting:
                laid = picture.chosen() if verbs and declared[verbs[0]].with_card else 0
                # A gesture this game does not know is refused as an unknown move.
                self._explain(Move(verbs[0] if verbs else name, laid))
        elif meant.other is not None:
            picture.choose(meant.other.cards)
            picture.chosen_anew()
            picture.remark(f"{picture.key(GESTURE_KEYS[gesture])}: {picture.line(meant.other.label)}")
        else:
            self.mean(meant)

    def _explain(self, move: Move) -> None:
        """Says why a move is not allowed, if it is not."""
        broken = self.table.explain(self.picture.viewer, move)
        if broken is not None:
            self.picture.refuse(broken)

    def action_pass_bout(self) -> None:
        """Passes now and for the rest of this bout; promises nothing if passing is not possible."""
        picture = self.picture
        if not (picture.acting and picture.view.is_turn):
            return
        promised = [name for name, verb in self.table.rules.verbs.items() if verb.for_bout]
        if not any(choice.move.verb in promised for choice in picture.scene.choices):
            self._explain(Move(promised[0] if promised else Gesture.DONE.value))
        else:
            self.flow.passing.promise(picture.viewer)
            move = self.flow.passing.move(picture.viewer, lambda: picture.scene)
            if move is not None:
                self.flow.make(picture.viewer, move)

    def action_moves(self) -> None:
        """Lists everything the viewer may do."""
        if self.picture.acting:
            self.flow.asking.offer(as_in_hand(self.picture.scene.choices, self.picture.cards))

    def action_hint(self) -> None:
        """Asks the adviser for a move in the viewer's place, and the second time for details; keys stay responsive."""
        from cardtable.bots.ratings import hint_style

        hinted, self._hint = self._hint, None
        if hinted is not None and hinted[1] == self.picture.scene.choices and self._may_be_advised:
            self._show_hint_card(hinted[0])
        elif self._may_be_advised and not self.flow.is_advising:
            style = hint_style(self.picture.settings.adviser, self.table.header.family)
            if answers_at_once(style, self.table.header.family, self.table.rules):
                # The key before this one may already have changed the table.
                with suppress(Overtaken):
                    self._show_hint(self.table.hint(self.picture.viewer, style))
            else:
                self._advised_at = self.picture.chosen(), self.picture.target
                # An earlier request is cancelled.
                advise = partial(self._advise, style)
                self.run_worker(advise, group="hint", exclusive=True)  # type: ignore[arg-type]  # as for the bots

    async def _advise(self, style: str) -> None:
        hint = await self.flow.hint(style)
        # A player who has turned their cards over meanwhile must not be shown them.
        if hint is not None and self._may_be_advised:
            picture = self.picture
            before = picture.chosen(), picture.target
            self._show_hint(hint)
            if (picture.chosen(), picture.target) != before:
                # An Enter right now was meant for the card the cursor was on before.
                picture.fresh.begin()

    @property
    def _may_be_advised(self) -> bool:
        picture = self.picture
        return picture.acting and picture.view.is_turn and not picture.view.aside

    def _show_hint(self, hint: Hint) -> None:
        """Shows the adviser's move and reason in a line; moves the cursor to their card."""
        picture = self.picture
        choice = next((choice for choice in picture.scene.choices if choice.move == hint.move), None)
        if choice is None:
            return
        if choice.cards:
            picture.choose(choice.cards)
            picture.target = choice.target if choice.target is not None else picture.target
        picture.chosen_anew()
        picture.by_enter = None if choice.cards or choice.quiet else choice
        picture.redraw()
        self._hint = hint, picture.scene.choices
        lines = [capital(picture.line(line)) for line in hint.lines()]
        line = next((line for line in lines if picture.has_room_for(line)), lines[-1])
        picture.remark(line, "dim")
        if hint.why and line not in lines[: len(lines) // 2]:
            # Nothing is cut: if the reason does not fit the line, the card opens at once.
            self._show_hint_card(hint)

    def _show_hint_card(self, hint: Hint) -> None:
        """Opens the card with everything known about the current hint."""
        from cardtable.tui.boxes.hint_card import HintCard

        self.picture.say_nothing()
        self.app.push_screen(HintCard(self.picture, hint))

    def action_why(self) -> None:
        """Shows the bots' reasons for their moves since the viewer's last decision."""
        from cardtable.tui.boxes.weighed import ReasonsBox

        picture = self.picture
        if picture.closed or not picture.view.is_alone:
            picture.remark(self.words.say("Only where one person plays against bots do they give their reasons."))
            return
        try:
            reasons = self.table.reasons(picture.viewer)
        except OSError as wrong:
            picture.remark(picture.line(say("Nothing is told, it cannot be saved: {why}.", why=told(wrong))))
            return
        if not reasons:
            picture.remark(self.words.say("No bot has moved since your last decision or since the match was resumed."))
            return
        self.app.push_screen(ReasonsBox(self.words, reasons, self.table.names))

    def action_silly(self) -> None:
        """Marks the last bot move as silly, to be written down once the deal is over."""
        self.flow.silly.ask()

    def action_undo(self) -> None:
        """Takes back the viewer's last decision, and the bots' moves after it."""
        picture = self.picture
        if not picture.closed and picture.view.may_take_back:
            self.flow.take_back(picture.viewer)

    def action_next_theme(self) -> None:
        """Switches to the next theme, and names it."""
        worn = program(self).wear_next()
        if worn is not None:
            self.picture.remark(self.picture.line(worn), "dim")

    def action_sort(self) -> None:
        """Sorts the hand in the next way."""
        picture = self.picture
        if not picture.closed:
            picture.order = ORDERS[(ORDERS.index(picture.order) + 1) % len(ORDERS)]
            self.flow.look()

    def action_open_hands(self) -> None:
        """Turns every hand face up, or down again; not if other people play."""
        picture = self.picture
        if picture.view.is_alone:
            picture.open_hands = not picture.open_hands
            self.flow.look()

    def action_known(self) -> None:
        """Shows or hides what the viewer knows about the others' hands."""
        picture = self.picture
        picture.with_known = not picture.with_known
        picture.redraw()
        if self.table.header.memory != "all" and not any(chair.known for chair in picture.scene.chairs):
            picture.remark(self.words.say("This table plays from memory."))

    def action_hide(self) -> None:
        """Hides the viewer's cards, or shows them again."""
        picture = self.picture
        if picture.hidden:
            picture.hidden = False
            picture.fresh.begin()
            self.flow.look()
        else:
            picture.hide_cards()

    def action_log(self) -> None:
        """Shows or hides the log: beside the table, or over it on a narrow screen."""
        picture = self.picture
        if self.size.width >= LOG_FROM:
            picture.log_wanted = not picture.log_wanted
            picture.make_room(*self.size)
            self.call_after_refresh(picture.redraw)
        else:
            self.read_log()

    def read_log(self) -> None:
        """Opens the log in a box."""
        from cardtable.tui.boxes.dialogs import Read

        lines = "" if self.picture.closed else "\n".join(self.picture.history.lines)
        self.app.push_screen(Read(self.words, self.words.say("Log"), lines, at_end=True))

    def action_sheet(self) -> None:
        """Opens the score sheet of the match."""
        from cardtable.tui.boxes.sheet import ScoreSheet

        table, sheet, before = self.table, self.picture.view.sheet, self.table.sheets_before
        if sheet or before:
            self.app.push_screen(ScoreSheet(self.words, table.names, sheet, table.sheet_notes(), before))

    def action_advice(self) -> None:
        """Lists what bots would have done in the finished deal."""
        from cardtable.tui.boxes.advice import AdviceList

        if self.picture.settings.advice is not None and self.picture.view.deal_over:
            self.app.push_screen(AdviceList(self.words, self.table.names, self.picture.settings.advice(self.table)))

    def action_review(self) -> None:
        """Opens the review of the viewer's decisions in the finished deal."""
        if self.table.path is not None and self.picture.view.deal_over:
            open_review(program(self), self.table.path, self.table.deals, self.picture.viewer)

    def action_last(self) -> None:
        """Shows the last trick, bout or turns again."""
        from cardtable.tui.boxes.looking_back import LookBack

        picture = self.picture
        past, rounds = picture.view.last_round, self.table.rules.rounds
        if past is None:
            picture.remark(self.words.say("Nothing is over yet that could be looked at again."))
            return
        if past.gone and rounds.shut_by:
            picture.refuse(RuleBroken(rounds.shut_by, say("A trick may be looked at until the next lead.")))
            return
        told = [line for line in map(picture.line, map(self.table.tell, past.told)) if line]
        own = twins(picture.settings.keys.get("last", KEYS["last"].binds[0][0])).split(",")
        self.app.push_screen(LookBack(self.words, self.words.say(rounds.title), past, self.table.names, told, own))

    def action_rules(self) -> None:
        if self.picture.settings.rules is not None:
            from cardtable.tui.boxes.rules_reader import GameCard

            self.app.push_screen(GameCard(self.words, self.picture.settings.rules(self.table), self.picture.broken))

    def read_rule(self, rule: str) -> None:
        """Opens the full rules at this one."""
        if self.picture.settings.rules is not None:
            from cardtable.tui.boxes.rules_reader import RulesReader

            self.app.push_screen(RulesReader(self.words, self.picture.settings.rules(self.table), rule))

    def action_help(self) -> None:
        program(self).open_help()

    def action_menu(self) -> None:
        """Cancels a hint being worked out; otherwise clears the marks; otherwise opens the menu."""
        picture = self.picture
        if self.flow.stop_hint():
            picture.say_nothing()
        elif picture.marked:
            picture.marked = 0
            picture.chosen_anew()
        else:
            program(self).open_menu()

    def _show_result(self) -> None:
        """Opens the box with the result of the deal."""
        from cardtable.tui.table.results import result_box

        self.app.push_screen(result_box(self.picture, self.offered(), self.flow.instead, self.THEN), self.after_deal)

    def offered(self) -> Sequence[tuple[Key, bool, Callable[[], None]]]:
        """Returns the actions available after a deal, besides going on."""
        picture, settings = self.picture, self.picture.settings
        return (
            (KEYS["sheet"], bool(picture.view.sheet), self.action_sheet),
            (KEYS["last"], picture.view.last_round is not None, self.action_last),
            (KEYS["rules"], settings.rules is not None, self.action_rules),
            (KEYS["log"], not picture.closed, self.read_log),
            (REVIEW_KEY, self.table.path is not None and settings.archive is not None, self.action_review),
            (ADVICE_KEY, settings.advice is not None, self.action_advice),
        )

    def after_deal(self, on: bool | None) -> None:
        """Goes on after the result of a deal has been read."""
        self.flow.go_on(on)

    def on_canvas_clicked(self, message: Canvas.Clicked) -> None:
        too_soon = self.picture.fresh.too_soon and message.action.startswith(("gesture(", "pass_bout"))
        if self.picture.settle() or too_soon:
            message.stop()
