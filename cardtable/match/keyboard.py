"""Who takes the keyboard next when several people share it, so that the order reveals nothing hidden.

In some games players are asked a secret question: one that only comes up because of the cards they hold. Handing them
the keyboard would tell the table that they hold those cards. So whenever a player *may* be asked, the keyboard goes
back on the table, whether anybody is asked or not. Any player may take it, look at their cards, and answer if they have
been asked. The answer is kept until the player in turn goes on; then everybody is asked in order, and players who have
not looked stay silent.

A player alone among bots is asked openly, but not over and over: when they visibly have nothing new to say, they stay
silent automatically until they ask to be asked.
"""

from __future__ import annotations

from typing import Literal, NamedTuple

from cardtable.engine.moves import Move, Seat
from cardtable.engine.text import say
from cardtable.match.table import Table
from cardtable.match.view import View


class KeyboardStep(NamedTuple):
    """The next step at the keyboard.

    `aside`: the keyboard is on the table, and the seat is the one whose turn it is; `person`: the seat acts at the
    keyboard; `kept`: `move` is made for a person who is asked in secret but is not at the keyboard, or has nothing new
    to say; `bot`: the seat's computer player acts.
    """

    kind: Literal["aside", "person", "kept", "bot"]
    seat: Seat
    move: Move | None = None
    secret: bool = False
    """Whether the seat acts without anyone else noticing."""

    @property
    def is_open(self) -> bool:
        """Whether the table may be redrawn: the wait before it then reveals nothing."""
        return self.kind != "aside" and not self.secret


class Keyboard:
    """The keyboard of one table, and the answers given aside."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.looker: Seat | None = None
        """The player looking at their cards while the keyboard is on the table in another player's turn."""
        self._said: dict[Seat, list[Move]] = {}
        self._moment = self._passed = (0, 0)
        self._listening = 0
        """The number of the deal in which the only person asked to be asked even without news; 0 for none."""

    def next(self) -> KeyboardStep:
        """The next step in an unfinished deal."""
        table = self.table
        if self.lies:
            return KeyboardStep("aside", table.turn)
        seat, silence = table.to_act[0], table.silence
        if seat not in table.people or table.is_played_by_bot(seat):
            return KeyboardStep("bot", seat, secret=silence is not None)
        if silence is None or seat == table.turn or (len(table.here) == 1 and self._listens_to(seat)):
            return KeyboardStep("person", seat)
        return KeyboardStep("kept", seat, next(iter(self._said.get(seat, ())), silence), secret=True)

    def listen(self) -> None:
        """The only person tried to speak out of turn: for the rest of the deal they are asked whenever possible."""
        self._listening = self.table.deals

    def _listens_to(self, seat: Seat) -> bool:
        return self._listening == self.table.deals or self.table.has_news(seat)

    def make_kept(self, step: KeyboardStep) -> None:
        """Makes the move of a `kept` step. Raises OSError; the move is then still kept."""
        assert step.move is not None
        self.table.submit(step.seat, step.move)
        del self._said.get(step.seat, [])[:1]

    @property
    def lies(self) -> bool:
        """Whether the keyboard is on the table: a player may have a word aside, and nobody has gone on yet."""
        return len(self.table.here) > 1 and self.table.aside and self._passed != self._now()

    def _now(self) -> tuple[int, int]:
        """Identifies this moment; it stays the same while everybody who is asked stays silent."""
        now = self.table.deals, self.table.spoken
        if now != self._moment:
            # After somebody has spoken, the others may want to say something else, or nothing.
            self._moment = now
            self._said.clear()
        return now

    def look(self, seat: Seat) -> None:
        """Lets a player look at their cards before the others go on; forgets their earlier answers."""
        self._now()
        self._said.pop(seat, None)
        self.looker = seat

    def give_back(self) -> None:
        """Ends a player's look and puts the keyboard back."""
        self.looker = None

    def view(self, seat: Seat, *, open_hands: bool = False) -> View:
        """The view of the player at the keyboard; open hands are only for a player alone against bots.

        A player looking aside sees the secret question, or no choices once they have nothing more to say.
        """
        view = self.table.view(seat, open_hands=open_hands)
        if seat != self.looker:
            return view
        scene = self.table.asked_aside(seat, self._said.get(seat, ()))
        if scene is None:
            nothing = say("You have nothing to say now. Enter gives the keyboard back.")
            scene = view.scene._replace(choices=(), prompt=nothing, verb="", targets=())
        return view._replace(scene=scene, is_turn=True, aside=True)

    def say_aside(self, seat: Seat, move: Move) -> None:
        """Keeps the answer of a player looking aside until the keyboard is taken."""
        self._said.setdefault(seat, []).append(move)

    def take(self) -> None:
        """Lets the player in turn go on."""
        self._passed = self._now()
