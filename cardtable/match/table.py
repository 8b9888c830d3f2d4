"""One match in progress: the only owner of its full state. Screens and the arena drive it, one call at a time."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from time import time
from typing import TYPE_CHECKING, ClassVar, Final, Literal

from cardtable.bots import Decision
from cardtable.bots.finding import adviser, find_bot, usual
from cardtable.bots.hints import Hint
from cardtable.bots.search.explained import Explained, Reasons, Thought
from cardtable.bots.seated import Asked, Overtaken, SeatedBots
from cardtable.engine.moves import DEALER, Event, Move, Seat, told_to
from cardtable.engine.rules import AnyRules
from cardtable.engine.text import Text
from cardtable.match.match import Decided, Match
from cardtable.match.record import (
    CLOCK,
    RESIGN,
    UP,
    EndLine,
    Header,
    HelpLine,
    Journal,
    Line,
    MoveLine,
    ReplayStep,
    ResignLine,
    RiseLine,
    UndoLine,
    UpLine,
    deal_line,
    read_record,
)
from cardtable.match.seen import REMARK, STAND_IN, UNASKED, SeenMatch

if TYPE_CHECKING:
    from cardtable.talk import Level, Talk

Kind = Literal["match", "day", "lesson", "puzzle", "exercise"]
"""The purpose of a table; at the last three a player is learning, and must not be told the answer."""
ASIDE: Final = (STAND_IN, CLOCK, UNASKED, REMARK, RESIGN, UP)
"""The events unknown to rules and bots."""


class Table(SeenMatch):
    """A match with its players, its journal and its events so far."""

    kind: ClassVar[Kind] = "match"

    def __init__(self, match: Match, header: Header, journal: Journal | None = None) -> None:
        """A table at which no deal has begun; use `Table.begin` or `Table.resume` to open one that is ready to play.

        Raises UnknownBot.
        """
        super().__init__(match, header)
        self._journal = journal
        styles = {seat: kind.removeprefix("bot:") for seat, kind in enumerate(header.kinds) if seat not in self.people}
        self.bots = SeatedBots(header.family, match.rules, styles, header.seed)
        self._moves = 0
        self.spoken = 0
        """Counts the moves that anybody could notice: all except the silence of players asked in secret."""
        self._result_due = False
        """Whether a deal has ended without its result in the record."""
        self._reasons = Reasons()
        self._helped = False
        """Whether the record notes help for this deal."""
        self._by_clock: set[int] = set()
        """The indices, among all moves of this deal, of moves made by the clock."""
        self._failed_at: tuple[Seat, int, int] | None = None
        """The seat, deal and move for which a bot failed and a stand-in's move is pending."""
        self.talk: Talk | None = None
        """The bots' table talk; None if they are silent."""
        self._heard = 0
        """The number of public events of this deal that the talk has heard."""
        self.stood_in: set[Seat] = set()
        """The seats whose bots failed and needed a stand-in."""

    @classmethod
    def begin(cls, rules: AnyRules, header: Header, path: Path | None = None, *, durable: bool = True) -> Table:
        """Starts a new match and deals its first deal; records it if given a path.

        Raises OSError and UnknownBot; the record is then removed.
        """
        table = cls(Match(rules, header.seed, evening=header.evening), header)
        if path is not None:
            table._journal = Journal.create(path, header, durable=durable)
        try:
            table.next_deal()
        except BaseException:  # Nothing has been shown yet. The error is raised again.
            if table._journal is not None:
                table._journal.give_up()
            raise
        return table

    @classmethod
    def resume(cls, path: Path) -> Table:
        """Reopens the match of a record.

        Raises BadRecord, Unreadable, OSError (InUse among them) and UnknownBot.
        """
        journal = Journal.reopen(path)
        try:
            record = read_record(path)
            match = record.match()
            table = cls(match, record.header)
            for step in record.replay(match):
                table._note(step)
            journal.go_on(len(record.lines) + 1, record.complete)
            table._journal = journal
            told = bool(record.lines) and isinstance(record.lines[-1], EndLine | RiseLine)
            table._result_due = bool(record.lines) and match.deal_over and not told
            if record.lines:
                table._shuffle()
                with suppress(OSError):
                    table._write_result()
            else:
                table.next_deal()
            return table
        except BaseException:  # The record must not stay locked. The error is raised again.
            journal.close()
            raise

    def _note(self, step: ReplayStep) -> None:
        if step.kind == "deal":
            self._begin_deal()
        elif step.kind == "undo":
            self._begin_log()
        self.resigned |= step.kind == "resign"
        self._helped |= step.kind == "help"
        made = len(self._match.made)
        if step.kind == "undo":
            self._by_clock -= {nth for nth in self._by_clock if nth >= made}
        elif any(event.kind == CLOCK for event in step.events):
            self._by_clock.add(made - 1)
        self._told.all += step.events
        self._moves += step.kind == "move" and step.seat != DEALER

    def _begin_log(self) -> None:
        super()._begin_log()
        self._heard = 0

    def _begin_deal(self) -> None:
        """Resets everything recorded about a single deal."""
        self._begin_log()
        self._reasons = Reasons()
        self._helped = self.resigned = False
        self._moves = 0
        self._by_clock.clear()

    @property
    def unaided(self) -> bool:
        """Whether the result is compared with others', so that no help is given."""
        return False

    @property
    def path(self) -> Path | None:
        """The path of the record; None if the match is not recorded."""
        return None if self._journal is None else self._journal.path

    @property
    def is_new(self) -> bool:
        """Whether nothing has been played at this table yet."""
        return self.deals == 1 and not self._moves

    @property
    def kept(self) -> bool:
        """Whether the match can be continued later."""
        return self.path is not None

    def only_move(self, seat: Seat) -> Move | None:
        """The only move, but None where a player is learning or results are compared: there every move is asked for."""
        return super().only_move(seat) if self.kind == "match" else None

    # Actions

    def submit(self, seat: Seat, move: Move) -> None:
        """Makes a move: checks it, writes it to disk, then plays it.

        Raises RuleBroken and OSError without changing anything.
        """
        self._make(seat, move, is_late=self.is_played_by_bot(seat))

    def submit_late(self, seat: Seat, move: Move) -> None:
        """Makes the move of a player whose time is up; record and log say so. Raises RuleBroken and OSError."""
        self._make(seat, move, is_late=True)

    def submit_only(self, seat: Seat) -> None:
        """Makes the only possible move for a person alone with bots; the log says so. Raises OSError."""
        move = self.only_move(seat)
        assert move is not None, "there is something to decide"
        self._make(seat, move, is_unasked=True)

    def _make(self, seat: Seat, move: Move, *, is_late: bool = False, is_unasked: bool = False) -> None:
        self._match.check(seat, move)
        silence = self.silence
        self._write(MoveLine(seat, self.rules.move_text(move), is_late))
        if is_late:
            self._by_clock.add(len(self._match.made))
            self._told.all.append(Event(CLOCK, seat, arg=int(self.is_played_by_bot(seat))))
        if is_unasked:
            self._told.all.append(Event(UNASKED, seat, arg=list(self.rules.verbs).index(move.verb)))
        if self._failed_at == (seat, self.deals, self._moves):
            self.stood_in.add(seat)
            if silence is None:  # Otherwise it would show who was asked in secret.
                self._told.all.append(Event(STAND_IN, seat))
        self.spoken += move != silence
        self._forget_seen()
        self._reasons.moved(len(self._match.made), seat, move, noticed=silence is None)
        self._match.play(seat, move, self._told.all)
        self._moves += 1
        self._shuffle()
        self._listen()
        if self._match.deal_over:
            self._result_due = True
            # The result follows from the moves, so a full disk is no reason to refuse a move already written.
            with suppress(OSError):
                self._write_result()

    def take_back(self, seat: Seat) -> None:
        """Takes back the last decision of the only person at the table and all later moves; the record says so.

        Raises OSError without changing anything.
        """
        count = self.to_take_back(seat)
        if count:
            self._write(UndoLine(count))
            self._begin_log()
            self._match.take_back(count, self._told.all)
            if self.talk is not None:
                self.talk.begin_again()
                self._listen(aloud=False)
            self._by_clock -= {nth for nth in self._by_clock if nth >= len(self._match.made)}
            self._reasons.take_back(len(self._match.made))
            if self.plain_pass(seat) is not None:
                # A forced pass was no decision, and would only be repeated.
                self.take_back(seat)

    def reasons(self, seat: Seat) -> list[Explained]:
        """The bots' reasons for their moves since the only person's last decision, the latest move first.

        The record notes the help. Empty if other people play. Raises OSError without telling anything.
        """
        if self.people != {seat} or self.deal_over:
            return []
        since = max((at for at, (who, _) in enumerate(self._match.made) if who == seat), default=-1)
        found = self._reasons.after(since, self.rules)
        if found:
            self.note_help(seat)
        return found

    def reason_of_last(self) -> Text | None:
        """The last bot's reason for its move, for the program's files; not to be shown now."""
        found = self._reasons.after(-1, self.rules)
        return found[0].why if found else None

    def note_help(self, seat: Seat) -> None:
        """Notes in the record that the player in this seat was helped in this deal. Raises OSError."""
        if not self._helped:
            self._write(HelpLine(seat))
            self._helped = True

    def about_to(self, seat: Seat, move: Move) -> Decided:
        """A decision that this seat is about to make, with what it knows."""
        events = [event for event in self.events(seat) if event.kind not in ASIDE]
        return Decided(self.observe(seat), move, tuple(events))

    def hint(self, seat: Seat, style: str | None = None, is_wanted: Callable[[], bool] = lambda: True) -> Hint:
        """The advice of a bot of this style, or of the family's adviser, for this seat.

        May be called from another thread. Raises UnknownBot, and Overtaken if this seat no longer has a decision to
        make, or if a Thinker finds between two slices that the answer is not wanted or the table has moved on.
        """
        style = style or adviser(self.header.family)
        find_bot(style, self.header.family)
        return self.bots.hint(style, self._ask(seat, is_wanted))

    def decided(self) -> list[Decided]:
        """The decisions of people in this deal, each with what their seat knew. Only when the deal is over."""
        assert self.deal_over, "hands are still secret"
        own = [nth for nth, (seat, _) in enumerate(self._match.made) if seat != DEALER]
        return [
            decided
            for nth, decided in zip(own, self._match.decided(), strict=True)
            if decided.seen.seat in self.people and nth not in self._by_clock
        ]

    def since_own_move(self, seat: Seat) -> int:
        """The number of events this seat had seen at the last move it made itself in this deal; all if it made none."""
        events = self.events(seat)
        own = [nth for nth, (who, _) in enumerate(self._match.made) if who != DEALER]
        before = [
            len(decided.events)
            for nth, decided in zip(own, self._match.decided(), strict=True)
            if decided.seen.seat == seat and nth not in self._by_clock
        ]
        known = [nth for nth, event in enumerate(events) if event.kind not in ASIDE]
        if not before or before[-1] >= len(known):
            return len(events)
        at = known[before[-1]]
        while at < len(events) and events[at].seat == seat:
            at += 1
        return at

    def _shuffle(self) -> None:
        """Makes the dealer's chance moves, writing each before it is made. Raises OSError; `resume` then continues."""
        while self._match.shuffle_due:
            move = self._match.next_shuffle()
            self._write(MoveLine(DEALER, self.rules.move_text(move)))
            self._match.play(DEALER, move, self._told.all)

    def _write(self, line: Line) -> None:
        """Writes a line to the record, if there is one. Raises OSError, and Overtaken once the table is closed.

        After closing, another program may have the record.
        """
        if self.bots.closed:
            raise Overtaken
        if self._journal is not None:
            self._journal.write(line)

    def _write_result(self) -> None:
        """Writes the result line of a finished deal, unless that has been done. Raises OSError."""
        if self._result_due:
            self._write(EndLine(self.scores(), self._match.over, int(time()) if self.people else None))
        self._result_due = False

    def bot_decision(self, seat: Seat) -> Decision:
        """The decision of this seat's bot, from its observation alone. Raises whatever the bot raises."""
        return self.bots.decide(self._ask(seat))

    def bot_move(self, seat: Seat) -> Move:
        """A legal move of this seat's bot, or of a stand-in if it fails. May be called from another thread.

        Raises Overtaken if a Thinker finds that its table has moved on.
        """
        if self.is_played_by_bot(seat):
            return self.hint(seat, usual(self.header.family) if seat in self.up else None).move
        at = seat, self.deals, self._moves
        decision, failed = self.bots.decide_surely(self._ask(seat))
        if failed:
            self._failed_at = at
        if len(self.people) == 1:
            weighed = () if failed else self.bots.weighed(seat)
            self._reasons.note(Thought(len(self._match.made), self.observe(seat), decision, weighed))
        return decision.move

    def _ask(self, seat: Seat, is_wanted: Callable[[], bool] = lambda: True) -> Asked:
        now = self._now
        return Asked(
            self.observe(seat),
            # Not the cached list: a bot thinks in another thread while the screen may ask for events.
            lambda: told_to(seat, (event for event in self._told.all if event.kind not in ASIDE)),
            self.deals,
            self._moves,
            lambda: self._now == now and is_wanted(),
        )

    @property
    def _now(self) -> tuple[int, ...]:
        """A value that changes whenever anything is done at the table."""
        return self.deals, self._moves, len(self._match.made)

    def next_deal(self) -> None:
        """Deals the next deal of the match, or the first of the evening's next match. Raises OSError."""
        assert not self._match.risen, "nothing is dealt any more"
        if self.deals and self.deal_over:
            self.bots.heed(self.scores())
        self._write_result()
        seed, dealer, deck = self._match.next_cards()
        misdeals = self._match.misdeals()
        self._write(deal_line(seed, dealer, deck, misdeals))
        self._begin_deal()
        self._match.deal(deck, dealer, self._told.all, misdeals)
        self._shuffle()
        if self.talk is not None:
            self.talk.begin_deal()
            self._listen()

    def may_resign(self, seat: Seat) -> bool:
        """Whether this seat's player may give up the deal: alone with bots, in an evening, on their turn."""
        alone = self.header.goes_on and self.people == {seat} and self.silence is None
        return alone and self.to_act[:1] == (seat,) and not self.resigned

    def resign(self, seat: Seat) -> None:
        """Gives up this deal for the only person: it counts as lost for them, and a bot plays it to its end.

        Raises OSError without changing anything.
        """
        assert self.may_resign(seat), "there is nothing to give up"
        self._write(ResignLine(seat))
        self.resigned = True
        self._told.all.append(Event(RESIGN, seat))
        self._forget_seen()

    def is_played_by_bot(self, seat: Seat) -> bool:
        """Whether a bot plays for this person because they gave up the deal or left the table."""
        return seat in self.people and (self.resigned or seat in self.up)

    def get_up(self, seat: Seat) -> None:
        """Lets this person leave while others stay: a bot plays for them until they come back.

        Raises OSError without changing anything.
        """
        assert self.header.goes_on, "there is no evening"
        assert self.deal_over, "hands are still secret"
        assert seat in self.here, "nobody sits there"
        assert len(self.here) > 1, "nobody stays"
        self._write_result()
        self._write(UpLine(seat))
        self.up |= {seat}
        self._told.all.append(Event(UP, seat))
        self._forget_seen()

    def come_back(self, seat: Seat) -> None:
        """Lets a player who left play again."""
        self.up -= {seat}
        self._forget_seen()

    def rise(self, seat: Seat) -> None:
        """Ends the evening: no more deals follow. Raises OSError without changing anything."""
        assert self.header.goes_on, "there is no evening"
        assert self.deal_over, "hands are still secret"
        assert not self.is_closed, "somebody has got up before"
        self._write_result()
        self._write(RiseLine(seat))
        self._match.rise()
        self._forget_seen()

    def begin_talk(self, level: Level) -> None:
        """Lets the bots of an evening talk from now on, as much as this level allows.

        They know what they have said before, so nothing is repeated. Raises BadRecord, Unreadable, OSError.
        """
        if self.talk is not None:
            self.talk.level = level
        elif self.header.goes_on and level != "off":
            from cardtable.talk import Talk

            bots = frozenset(range(len(self.names))) - self.people
            self.talk = Talk(self.header.family, self.names, bots, level)
            if self.deals > 1 or self._match.made:
                self._remember()
            else:
                self.talk.begin_deal()
                self._listen()

    def farewell(self) -> Text | None:
        """A bot's line to a player who leaves now; None if bots are silent."""
        said = None if self.talk is None else self.talk.farewell()
        return None if said is None else self.tell(Event(REMARK, said.seat, arg=said.line))

    def _remember(self) -> None:
        """Feeds the recorded evening so far to the table talk."""
        assert self.talk is not None, "nobody talks"
        if self.path is None:
            self.talk.begin_deal()
            self._listen(aloud=False)
            return
        from cardtable.match.aloud import hear_record

        hear_record(self.talk, read_record(self.path), self.sides, ASIDE)
        self._heard = len(self.public_events())

    def _listen(self, *, aloud: bool = True) -> None:
        """Feeds new events to the table talk; a line said in reply is heard by everybody at once."""
        if self.talk is None:
            return
        from cardtable.match.aloud import known_to_all

        new = [event for event in self.public_events(self._heard) if event.kind not in ASIDE]
        said = self.talk.hear(new, known_to_all(self._match, self.sides))
        if said is not None and aloud:
            self._told.all.append(Event(REMARK, said.seat, arg=said.line))
            self._forget_seen()
        self._heard = len(self.public_events())

    def leave(self) -> None:
        """Closes the table; an evening in which no person has moved yet is not kept."""
        begun = self.deals > 1 or self.deal_over or any(seat in self.people for seat, _ in self._match.made)
        # A tournament finds its tables by their records, so these are always kept.
        if begun or self._journal is None or not self.header.goes_on:
            self.close()
        else:
            self.bots.close()
            self._journal.give_up()

    def close(self) -> None:
        """Closes the record. Everything is already on disk."""
        if self.deals and self.deal_over:
            self.bots.heed(self.scores())
        self.bots.close()
        if self._journal is not None:
            self._journal.close()
