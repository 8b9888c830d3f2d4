"""A record on the screen: step by step or running by itself, from one seat or with every hand open."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.timer import Timer

from cardtable.cards import Card
from cardtable.engine.faults import told
from cardtable.engine.moves import Seat
from cardtable.engine.text import Text, Who, capital, say
from cardtable.match.replay import Replay
from cardtable.match.view import View
from cardtable.tui.boxes.dialogs import Choose, Read
from cardtable.tui.draw.cells import cut, width_of
from cardtable.tui.draw.keyline import KeyHint, hint_of
from cardtable.tui.felt.arranging import in_order
from cardtable.tui.felt.cloth import Felt
from cardtable.tui.felt.look import TableLook
from cardtable.tui.felt.picture import LOG_FROM, Picture, is_hand
from cardtable.tui.keys import REPLAY_KEYS, Key, bindings
from cardtable.tui.program import WayBack, program
from cardtable.tui.protocol import Archive
from cardtable.tui.table.sharing import page_of
from cardtable.words import Words

PACES = (0.25, 0.5, 1.0, 2.0, 4.0)
"""Seconds per moment while the replay runs."""


class ReplayPicture(Picture):
    """The picture of a table nobody can act at, with the keys of the replay."""

    keys: Sequence[Key] = REPLAY_KEYS
    may_play_on = False
    """Whether a table that continues from here can be opened."""
    may_review = True
    """Whether the moves shown were really played, and can be judged."""

    def _felt(self, look: TableLook) -> Felt:
        """Makes the seats grow to show every card of an open hand."""
        return super()._felt(look)._replace(all_known=look.with_known)

    def next_key(self, look: TableLook) -> KeyHint | None:
        """Returns None: no key leads on, so all keys are side by side."""
        return None

    def hints(self, look: TableLook) -> list[KeyHint]:
        offered = {
            "replay-sheet": bool(look.view.sheet),
            "replay-on": self.may_play_on,
            "replay-review": self.may_review,
            "replay-advice": self.may_review,
            "replay-page": self.may_review,
        }
        return [hint_of(key, self.words) for key in self.keys if key.label and offered.get(key.id, True)]


class ReplayScreen(WayBack):
    """One record. It shows what the viewer's seat knew, or everything with open hands."""

    BINDINGS: ClassVar[list[BindingType]] = [*bindings(REPLAY_KEYS)]

    def __init__(self, replay: Replay, words: Words, archive: Archive, at: int = 0) -> None:
        super().__init__()
        self.replay = replay
        self.words = words
        self.archive = archive
        self.at = range(len(replay.moments))[at]
        self.viewer: Seat = replay.people[0] if replay.people else 0
        self.open_hands = False
        self.in_review = False
        """Whether a review has opened it, so that the key for the review leads back."""
        self.log_wanted = True
        self.pace = PACES.index(1.0)
        self.picture = ReplayPicture(words)
        self._timer: Timer | None = None
        """Runs while the replay does."""

    def compose(self) -> ComposeResult:
        yield self.picture

    def on_mount(self) -> None:
        self.log_wanted = program(self).settings.log
        self.show()

    def on_resize(self, _event: events.Resize) -> None:
        self.show()

    def on_new_words(self) -> None:
        self.show()

    # Showing the record

    @property
    def keys(self) -> tuple[Key, ...]:
        """The keys that work here: reviews are only for players with records."""
        reviews = program(self).settings.archive is not None
        return tuple(key for key in REPLAY_KEYS if reviews or key.id != "replay-review")

    @property
    def reader(self) -> Seat | None:
        """The seat whose events are shown; None with open hands."""
        return None if self.open_hands else self.viewer

    @property
    def at_a_table(self) -> bool:
        """Whether the player is still at a table, so that no other can be opened."""
        return program(self).table is not None

    def show(self, note: str = "") -> None:
        """Draws the moment; the bottom line gives its place in the record, or this note."""
        replay, at, width, height = self.replay, self.at, self.app.size.width, self.app.size.height
        scene = replay.scene(at, self.viewer, open_hands=self.open_hands)
        told = [self._line(line) for line in replay.result(at) or replay.told(at, self.reader)]
        if told:
            scene = scene._replace(prompt=Text("{told}", {"told": _that_fit(told, width - 2)}))
        held: tuple[Card, ...] = next((pile.cards for pile in scene.piles if is_hand(pile, scene)), ())
        order = program(self).settings.order
        cards = in_order(held, order, scene.trump)
        self.picture.fit(width, height, self.log_wanted)
        self.picture.keys = self.keys
        self.picture.may_play_on = not self.at_a_table and not replay.is_branch
        self.picture.may_review = not replay.is_branch
        history = self.picture.history
        history.lines.clear()
        history.add([self._line(line) for line in replay.log(at, self.reader)])
        self.picture.tell_earlier(replay.rules.rounds, replay.rounds(at), replay.names)
        self.picture.draw(
            TableLook(
                View(scene, (), sheet=replay.sheet(at)),
                replay.names,
                cards,
                with_known=self.open_hands,
                kinds=replay.header.kinds,
            )
        )
        if replay.ends is not None and at == len(replay.moments) - 1:
            note = note or self._line(replay.ends)
        self.picture.remark(note or self._where(self.picture.columns - 2), "dim")

    def _where(self, width: int) -> str:
        """Returns the moment's place in the record, in words and as a timeline with the deals marked."""
        replay, moment = self.replay, self.replay.moments[self.at]
        parts = [
            capital(self._line(replay.deal_name(moment.deal, of_all=True))),
            self._line(say("move {move} of {moves}", move=moment.moves, moves=self._moves())),
            self._line(say("all hands open") if self.open_hands else say("seen by {who}", who=Who(self.viewer))),
        ]
        if self._timer is not None:
            parts.append(self._line(say("every {seconds} s", seconds=f"{PACES[self.pace]:g}")))
        text = " · ".join(parts) + "  "
        room = width - width_of(text) - 2
        return text + self._line_of_time(room) if room >= 10 else text

    def _line_of_time(self, room: int) -> str:
        last = max(len(self.replay.moments) - 1, 1)
        signs = ["─"] * room
        for deal in self.replay.deals:
            signs[deal * (room - 1) // last] = "┼"
        signs[self.at * (room - 1) // last] = "█"
        return "├" + "".join(signs) + "┤"

    def _moves(self) -> int:
        return max(self.replay.moments[moment].moves for moment in self.replay.deal_at(self.at))

    def _line(self, text: Text) -> str:
        return self.words.text(text, self.replay.names)

    # Moving around

    def go(self, at: int) -> None:
        """Goes to another moment, or the nearest one possible."""
        self.at = max(0, min(at, len(self.replay.moments) - 1))
        self.show()

    def action_step(self, by: int) -> None:
        """Goes a move forward or back."""
        self._stop()
        self.go(self.at + by)

    def action_decision(self, by: int) -> None:
        """Goes to the viewer's next or previous decision, also across deals."""
        self._stop()
        last = len(self.replay.moments) - 1
        others = range(self.at + 1, last + 1) if by > 0 else range(self.at - 1, -1, -1)
        moments = self.replay.moments
        found = (at for at in others if moments[at].seat == self.viewer and moments[at].kind == "move")
        self.go(next(found, last if by > 0 else 0))

    def action_deal(self, by: int) -> None:
        """Goes to the start of this deal (of the one before, if already there), or of the next."""
        self._stop()
        begin = self.replay.deals.index(self.replay.deal_at(self.at).start)
        if by < 0 and self.at > self.replay.deals[begin]:
            by = 0
        nth = begin + by
        self.go(self.replay.deals[max(nth, 0)] if nth < len(self.replay.deals) else len(self.replay.moments) - 1)

    def action_jump(self, at: int) -> None:
        """Goes to the first moment, or to the last (-1)."""
        self._stop()
        self.go(range(len(self.replay.moments))[at])

    def action_moves(self) -> None:
        """Lists the moments of the deal, and goes to the one picked."""
        self._stop()
        moments = self.replay.deal_at(self.at)
        told = [" ".join(map(self._line, self.replay.told(at, self.reader))) for at in moments]
        lines = [cut(line, self.app.size.width - 18) or "..." for line in told]

        def take(nth: int | None) -> None:
            if nth is not None:
                self.go(moments[nth])

        box = Choose(self.words, self.words.say("Go to"), lines, [" "] * len(lines), first=self.at - moments.start)
        self.app.push_screen(box, take)

    def action_play(self) -> None:
        """Runs the replay from here, or stops it."""
        if self._timer is not None:
            self._stop()
        elif self.at + 1 < len(self.replay.moments):
            self._start()
        self.show()

    def action_pace(self, by: int) -> None:
        """Makes it run faster or slower."""
        self.pace = max(0, min(self.pace + by, len(PACES) - 1))
        if self._timer is not None:
            self._start()
        self.show()

    def _start(self) -> None:
        self._stop()
        self._timer = self.set_interval(PACES[self.pace], self._play)

    def _stop(self) -> None:
        if self._timer is not None:
            self._timer.stop()
            self._timer = None

    def _play(self) -> None:
        if self.app.screen is not self:
            return
        if self.at + 2 >= len(self.replay.moments):
            self._stop()
        self.go(self.at + 1)

    # Viewing

    def action_seat(self, by: int) -> None:
        """Switches to another seat's view."""
        self.viewer = (self.viewer + by) % len(self.replay.names)
        self.show()

    def action_open(self) -> None:
        """Switches between all hands and what the viewer knew."""
        self.open_hands = not self.open_hands
        self.show()

    def action_log(self) -> None:
        """Shows or hides the log: beside the table, or over it on a narrow screen."""
        if self.size.width >= LOG_FROM:
            self.log_wanted = not self.log_wanted
            self.show()
            self.call_after_refresh(self.show)
        else:
            text = "\n".join(self.picture.history.lines)
            self.app.push_screen(Read(self.words, self.words.say("Log"), text, at_end=True))

    def action_sheet(self) -> None:
        """Opens the score sheet at this moment."""
        from cardtable.tui.boxes.sheet import ScoreSheet

        sheet = self.replay.sheet(self.at)
        if sheet:
            notes = self.replay.rules.sheet_notes(self.replay.moments[self.at].standing)
            self.app.push_screen(ScoreSheet(self.words, self.replay.names, sheet, notes))

    def action_advice(self) -> None:
        """Lists what bots would have done in this deal at the viewer's decisions, or with open hands at everybody's."""
        from cardtable.coach.advice import of_replay
        from cardtable.tui.boxes.advice import AdviceList

        self._stop()
        if self.replay.is_branch:
            return
        seats = range(len(self.replay.names)) if self.open_hands else (self.viewer,)
        self.app.push_screen(AdviceList(self.words, self.replay.names, of_replay(self.replay, self.at, seats)))

    def action_review(self) -> None:
        """Opens the review of the viewer's decisions in this deal; goes back to it if it led here."""
        self._stop()
        if self.in_review:
            self.action_leave()
        elif self.replay.over(self.replay.deal_at(self.at)[-1]):
            deal = self.replay.moments[self.at].deal
            program(self).open_review(self.replay, deal, self.viewer)
        else:
            self.show(self.words.say("This deal is not over: nothing is said of it yet."))

    # Using the moment

    def action_play_on(self) -> None:
        """Asks which seat the player takes, and opens a table that continues from here."""
        self._stop()
        if self.replay.is_branch:
            return
        if self.at_a_table:
            self.show(self.words.say("To play on from here, leave the table first and open “Replays” in the menu."))
        elif self.replay.moments[self.at].standing.over:
            self.show(self.words.say("The match is over here; go back to an earlier move."))
        else:
            names = self.replay.names
            seats = [(self.viewer + turn) % len(names) for turn in range(len(names))]
            heading = self.words.say("Who are you? Bots play the others.")
            box = Choose(self.words, heading, [names[seat] for seat in seats])
            self.app.push_screen(box, lambda nth: self._play_on(None if nth is None else seats[nth]))

    def _play_on(self, seat: Seat | None) -> None:
        if seat is None:
            return
        try:
            table = self.archive.play_on(self.replay, self.at, seat)
        except (OSError, ValueError) as wrong:
            self.show(self.words.text(told(wrong), ()))
            return
        program(self).sit_down(table)

    def save_position(self) -> None:
        """Writes the position of this moment to a file, and says where."""
        try:
            path, wrong = self.archive.save_position(self.replay, self.at)
        except (OSError, ValueError) as trouble:
            self.show(self._line(say("This position cannot be written: {why}", why=told(trouble))))
            return
        text = say("Written to {path}", path=str(path))
        if wrong:
            text = say("Written to {path}, without {what}", path=str(path), what=", ".join(wrong))
        self._read(self.words.say("Position"), self._line(text))

    def action_silly(self) -> None:
        """Marks this bot's move as silly, for later study."""
        from cardtable.player.silly import Marked, is_of_bot
        from cardtable.tui.table.silly import asks, tell

        self._stop()
        replay, app = self.replay, program(self)
        folder, line = app.settings.silly, replay.moments[self.at].lines - 1
        if folder is None or replay.is_branch or not is_of_bot(replay.record, line):
            self.show(self.words.say("No bot has moved here."))
            return
        if not replay.over(replay.deal_at(self.at)[-1]):
            self.show(self.words.say("This deal is not over: nothing is said of it yet."))
            return
        found: list[str] = []

        def keep(better: str) -> None:
            found.append(better.strip())

        def after(taken: bool | None) -> None:
            if taken:
                tell(app, replay.record.path, folder, Marked(line, found[-1]))

        self.app.push_screen(asks(self.words, keep), after)

    def action_page(self) -> None:
        """Writes the deal as a web page, and says where it is, in a box that stays open."""
        self._stop()
        replay, app = self.replay, program(self)
        if replay.is_branch:
            return
        if not replay.over(replay.deal_at(self.at)[-1]):
            self.show(self.words.say("This deal is not over: nothing is said of it yet."))
            return
        try:
            said = page_of(app, self.archive, replay, replay.moments[self.at].deal, self.viewer)
        except (OSError, ValueError) as wrong:
            said = self._line(told(wrong))
        self._read(self.words.say("Web page"), said)

    def copy_path(self) -> None:
        """Copies the record's path to the clipboard and also shows it, since some terminals refuse to copy."""
        path = str(self.replay.record.path)
        self.app.copy_to_clipboard(path)
        self._read(self.words.say("Record"), path)

    def _read(self, heading: str, text: str) -> None:
        self.app.push_screen(Read(self.words, heading, text))

    # The menu, the help and the way back

    def action_menu(self) -> None:
        """Opens the menu of actions on this moment."""
        self._stop()
        words = self.words
        lines: list[tuple[str, Callable[[], object]]] = [
            *([] if self.at_a_table else [(words.say("Play on from here, for practice"), self.action_play_on)]),
            (words.say("Write this position to a file"), self.save_position),
            (words.say("Copy the path of the record"), self.copy_path),
        ]

        def take(nth: int | None) -> None:
            if nth is not None:
                lines[nth][1]()

        self.app.push_screen(Choose(words, words.say("Menu"), [line for line, _ in lines]), take)

    def action_help(self) -> None:
        """Lists the keys of the replay."""
        program(self).open_help(self.keys)

    def action_leave(self) -> None:
        """Goes back to where the replay was opened from."""
        self._stop()
        if self.app.screen_stack[0] is self:
            self.app.exit(0)
        else:
            self.dismiss(None)


def _that_fit(lines: list[str], width: int) -> str:
    """Joins the last lines, as many as fit; the very last in any case."""
    kept = lines[-1:]
    for line in lines[-2::-1]:
        if width_of(line) + 1 + width_of(" ".join(kept)) > width:
            break
        kept.insert(0, line)
    return " ".join(kept)
