"""Computer players that are external programs: one line of JSON in, one line out (see `cardtable bots --protocol`).

A program is told only what its seat observes. It is not trusted: one that hangs, exits or answers with an illegal move
has failed, and is killed with all its child processes. However this process ends, its programs end with it: each runs
under a shell that waits for that and leads their process group.
"""

from __future__ import annotations

import atexit
import json
import os
import select
import shlex
import signal
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from json.encoder import encode_basestring
from random import Random
from time import monotonic
from typing import Any

from cardtable.bots import LIMIT, Decision
from cardtable.bots.events import about, kinds
from cardtable.cards import card_text, cards_text
from cardtable.engine.faults import Fault, told
from cardtable.engine.moves import Event, Move
from cardtable.engine.options import as_dict
from cardtable.engine.rules import AnyRules, RuleBroken, check
from cardtable.engine.state import Observation
from cardtable.engine.text import Text, clean

PROTOCOL = 1
LONGEST_ANSWER = 1 << 16
"""The longest line read, in bytes; anything longer is a failure."""
GUARD = 'exec 8<&0 0</dev/fd/$0; "$@" <&8 8<&- & exec 8<&- >&- 2>&-; read _; kill -9 0'
"""Starts the program in the background, waits until the other end of the pipe $0 is closed, and kills the group."""
_compact = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode


class ProgramFailed(Fault):
    """A failure that costs the program the deal."""


class ProgramLate(ProgramFailed, TimeoutError):
    """The program did not answer in time."""


class BotProcess:
    """A running program and the lines exchanged with it."""

    def __init__(self, command: str) -> None:
        import fcntl  # Not on Windows, but programs are never started there.

        life, self._life = os.pipe()
        # High enough not to clash with any descriptor in the shell's script.
        high = fcntl.fcntl(life, fcntl.F_DUPFD_CLOEXEC, 20)
        os.close(life)
        try:
            self._process = subprocess.Popen(
                ["/bin/sh", "-c", GUARD, str(high), *shlex.split(command)],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                bufsize=0,
                pass_fds=(high,),
                start_new_session=True,
            )
        except BaseException:  # Nothing was started that the pipe could end; the error is raised again.
            os.close(self._life)
            raise
        finally:
            os.close(high)
        assert self._process.stdin
        assert self._process.stdout
        assert self._process.stderr
        self._in = self._process.stdin.fileno()
        self._out, self._err = self._process.stdout.fileno(), self._process.stderr.fileno()
        for fd in (self._in, self._out, self._err):
            os.set_blocking(fd, False)
        self._poll = select.poll()
        self._poll.register(self._out, select.POLLIN)
        self._poll.register(self._err, select.POLLIN)
        self._said, self._complaint = b"", b""
        self.scores: Sequence[float] | None = None
        """The scores by seat of the last deal of its previous match; None once the program has been told."""
        self.alive = True
        _running.add(self)

    def end(self) -> None:
        """Kills it and everything it started, at once."""
        if not self.alive:
            return
        self.alive = False
        _running.discard(self)
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()
        os.close(self._life)
        for stream in (self._process.stdin, self._process.stdout, self._process.stderr):
            if stream is not None:
                stream.close()

    def tell(self, line: bytes, limit: float) -> None:
        """Sends it a line. Raises ProgramFailed."""
        end = monotonic() + limit
        if self._said:
            raise ProgramFailed("it said more than it was asked: {what!r}", what=_shown(self._said))
        while True:
            try:
                line = line[os.write(self._in, line) :]
            except BlockingIOError:
                self._poll.register(self._in, select.POLLOUT)
                try:
                    self._wait(end, limit)
                finally:
                    self._poll.unregister(self._in)
            except BrokenPipeError:
                raise self._died() from None
            if not line:
                return

    def answer(self, limit: float) -> bytes:
        """Returns the next line of its output. Raises ProgramFailed."""
        end = monotonic() + limit
        while b"\n" not in self._said:
            if len(self._said) > LONGEST_ANSWER:
                raise ProgramFailed("it answered more than {most} bytes without an end of line", most=LONGEST_ANSWER)
            self._wait(end, limit)
        line, _, self._said = self._said.partition(b"\n")
        return line

    def _wait(self, end: float, limit: float) -> None:
        """Waits until a pipe is ready to be read or written, and reads what has arrived."""
        # Poll rounds up to milliseconds, so it never returns too early and spins.
        ready = self._poll.poll(max(0.0, end - monotonic()) * 1000)
        if not ready:
            raise ProgramLate("it took more than {limit} s to answer", limit=f"{limit:g}")
        for fd, _ in ready:
            if fd == self._in:
                continue
            try:
                data = os.read(fd, LONGEST_ANSWER)
            except BlockingIOError:
                continue
            if fd == self._err:
                self._complaint = (self._complaint + data)[-2000:]
                if not data:
                    self._poll.unregister(fd)
            elif data:
                self._said += data
            else:
                raise self._died()

    def _died(self) -> ProgramFailed:
        with suppress(OSError):
            while data := os.read(self._err, LONGEST_ANSWER):
                self._complaint = (self._complaint + data)[-2000:]
        last = self._complaint.strip().splitlines()[-1:]
        return ProgramFailed("it ended: {what}", what=_shown(last[0])) if last else ProgramFailed("it ended")


def _shown(line: bytes) -> str:
    return clean(line.decode("utf-8", "replace"))[:120]


_running: set[BotProcess] = set()
_idle: dict[str, list[BotProcess]] | None = None
"""The programs that wait for another match, by command; None where each ends with its match."""


@atexit.register
def _end_all() -> None:
    for program in [*_running]:
        program.end()


@contextmanager
def kept_running() -> Iterator[None]:
    """Within this context a program is reused for the next match, because starting it costs more than a deal."""
    global _idle  # noqa: PLW0603 - a program belongs to the process
    _idle = {}
    try:
        yield
    finally:
        _idle = None
        _end_all()


class ProgramBot:
    """A player whose moves come from an external program."""

    def __init__(self, rules: AnyRules, family: str, command: str) -> None:
        self._rules, self._command, self._kinds = rules, command, kinds(family)
        self._start = {
            "protocol": PROTOCOL,
            "family": family,
            "options": as_dict(rules.options),
            "players": rules.seats,
        }
        self._scores: Sequence[float] | None = None
        """The scores of the last deal by seat; None once the program has been told."""
        self._program: BotProcess | None = None
        self._failed: Text | None = None
        """The failure after which it is not asked again."""
        self._events: list[Event] = []
        self._told: list[Event] = []
        self.limit = LIMIT
        """Seconds allowed for a decision; set by the table."""

    def watch(self, events: Sequence[Event]) -> None:
        """Stores the events, to send them with the next question."""
        self._events = list(events)

    def heed(self, scores: Sequence[float]) -> None:
        """Stores the scores of a finished deal by seat, to send them with the next message."""
        self._scores = scores

    def choose(self, seen: Observation, choices: Sequence[Move], rng: Random) -> Decision:
        """Asks the program for its move. Raises ProgramFailed; the program is then killed and not asked again."""
        if self._failed is not None:
            raise ProgramFailed(self._failed)
        if len(choices) == 1:
            return Decision(choices[0])  # Nothing to decide; the events go out with the next question.
        try:
            program = self._program or self._begin()
            program.tell(self._question(seen, choices, rng), self.limit)
            return self._decision(program.answer(self.limit), seen, choices)
        except BaseException as error:  # After any error the program is in an unknown state. The error is raised again.
            self._failed = told(error)
            self.close()
            raise

    def close(self) -> None:
        """Ends the match: the program exits, or waits for another match."""
        program, self._program = self._program, None
        if program is None:
            return
        if _idle is not None and program.alive and self._failed is None:
            program.scores = self._scores
            _idle.setdefault(self._command, []).append(program)
        else:
            program.end()

    def _begin(self) -> BotProcess:
        waiting = _idle.get(self._command) if _idle is not None else None
        program = self._program = waiting.pop() if waiting else BotProcess(self._command)
        before = {} if program.scores is None else {"scores": list(program.scores)}
        program.scores = None
        program.tell(f"{_compact({**self._start, **before})}\n".encode(), self.limit)
        return program

    def _question(self, seen: Observation, choices: Sequence[Move], rng: Random) -> bytes:
        """The line that asks the program for a decision."""
        state = seen.state
        names = (*(f"P{seat}" for seat in range(self._rules.seats)), *self._rules.place_names)
        hidden = state.hidden or ()
        places = {
            name: f"{cards_text(cards)} ?{unseen}".lstrip() if unseen else cards_text(cards)
            for name, cards, unseen in zip(names, state.places, hidden, strict=False)
        }
        places["stock"] = " ".join(map(card_text, state.stock))
        events, before = self._events, self._told
        # Neither a take-back nor a new deal continues the events already sent.
        new = not before or events[: len(before)] != before
        news = ",".join([self._event_text(event) for event in (events if new else events[len(before) :])])
        self._told = events
        ended = "" if self._scores is None else f'"scores":{_compact(list(self._scores))},'
        self._scores = None
        legal = ",".join(map(encode_basestring, map(self._rules.move_text, choices)))
        return (
            f'{{"seat":{seen.seat},"new":{"true" if new else "false"},"lot":{rng.getrandbits(32)},{ended}'
            f'"places":{_compact(places)},"facts":{_compact(self._rules.facts(state))},'
            f'"events":[{news}],"legal":[{legal}]}}\n'
        ).encode()

    def _event_text(self, event: Event) -> str:
        """An event as JSON, formatted by hand because this takes most of the time of a question."""
        kind = self._kinds.get(event.kind)
        said = f',"about":"{about(kind, event)}"' if kind is not None else ""
        return (
            f'{{"kind":"{event.kind}","seat":{event.seat},"cards":"{cards_text(event.cards)}",'
            f'"size":{event.size},"arg":{event.arg}{said}}}'
        )

    def _decision(self, line: bytes, seen: Observation, choices: Sequence[Move]) -> Decision:
        """Parses an answer: JSON with `move` and optionally `why`, or just the move. Raises ProgramFailed.

        Accepts any legal move, not only the choices: with very many sets of cards the choices do not list them all.
        """
        text, why = line.decode("utf-8", "replace").strip(), ""
        if text.startswith("{"):
            try:
                answer: Any = json.loads(text)
                text, why = answer["move"], answer.get("why", "")
                if not isinstance(text, str) or not isinstance(why, str):
                    raise TypeError
            except (ValueError, KeyError, TypeError, RecursionError):
                raise ProgramFailed("{what!r} is no answer", what=_shown(line)) from None
        for move in choices:
            if self._rules.move_text(move) == text:
                break
        else:
            try:
                move = self._rules.parse_move(text)
            except ValueError:
                raise ProgramFailed("{what!r} is no move", what=_shown(line)) from None
            try:
                check(self._rules, seen.state, seen.seat, move)
            except RuleBroken as broken:
                raise ProgramFailed(
                    "{what!r} is no legal move: {why}{rule}", what=_shown(line), why=broken.text, rule=broken.reference
                ) from None
        reason = clean(why).strip()[:200]
        return Decision(move, Text("{what}", {"what": reason})) if reason else Decision(move)
