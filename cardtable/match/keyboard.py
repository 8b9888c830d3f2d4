"""Who takes the keyboard next, where several people share it: what the others see of it depends on nothing hidden.

In some games players are asked a secret question: one that only comes up because of the cards they hold. Handing them
the keyboard would tell the table that they hold those cards. So at every moment at which somebody *may* be asked, the
keyboard lies on the table, whether anybody is asked or not. Any player may take it, look at their cards, and answer if
they have been asked. The answer is kept until the player whose turn it is goes on; then everybody is asked in order,
and a player who has not looked keeps silent.

Who plays alone among bots is asked openly, but not again and again: where they have nothing new to say, as everybody
can tell, they keep silent as they play on, until they say that they want to be asked.
"""

from __future__ import annotations

from typing import Literal, NamedTuple

from cardtable.engine.moves import Move, Seat
from cardtable.engine.text import say
from cardtable.match.table import Table
from cardtable.match.view import View


class KeyboardStep(NamedTuple):
    """What comes next.

    `aside`: the keyboard lies on the table, and the seat is the one whose turn it is; `person`: the seat acts at the
    keyboard; `kept`: `move` is made for a person who is asked in secret, and does not sit there or has nothing new to
    say; `bot`: the seat's computer player acts.
    """

    kind: Literal["aside", "person", "kept", "bot"]
    seat: Seat
    move: Move | None = None
    secret: bool = False
    """Whether nobody but the seat may notice that it acts."""

    @property
    def is_open(self) -> bool:
        """Whether the picture of the table may be drawn anew: how long it waits then tells nothing."""
        return self.kind != "aside" and not self.secret


class Keyboard:
    """The keyboard of one table, and what has been said aside at it."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.looker: Seat | None = None
        """Who looks at their cards while the keyboard lies on the table for another player's turn."""
        self._said: dict[Seat, list[Move]] = {}
        self._moment = self._passed = (0, 0)
        self._listening = 0
        """The deal in which the only person wants to be asked, news or not; 0 none."""

    def next(self) -> KeyboardStep:
        """What comes next in a deal that is not over."""
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
        """The only person has tried to say something out of turn, and is asked in this deal whenever they may speak."""
        self._listening = self.table.deals

    def _listens_to(self, seat: Seat) -> bool:
        return self._listening == self.table.deals or self.table.has_news(seat)

    def make_kept(self, step: KeyboardStep) -> None:
        """Makes the move of such a step. Raises OSError; it is then kept still."""
        assert step.move is not None
        self.table.submit(step.seat, step.move)
        del self._said.get(step.seat, [])[:1]

    @property
    def lies(self) -> bool:
        """Whether the keyboard lies on the table: somebody may have a word aside, and nobody has gone on yet."""
        return len(self.table.here) > 1 and self.table.aside and self._passed != self._now()

    def _now(self) -> tuple[int, int]:
        """This moment. While everybody who is asked keeps silent it stays what it was."""
        now = self.table.deals, self.table.spoken
        if now != self._moment:
            # Once somebody has spoken, the others may want to say something else, or nothing.
            self._moment = now
            self._said.clear()
        return now

    def look(self, seat: Seat) -> None:
        """A player looks at their cards before the others go on; what they said before is forgotten."""
        self._now()
        self._said.pop(seat, None)
        self.looker = seat

    def give_back(self) -> None:
        """The player who has looked gives the keyboard back."""
        self.looker = None

    def view(self, seat: Seat, *, open_hands: bool = False) -> View:
        """What a player sees who sits at the keyboard; open hands are for those who play alone against bots.

        Who looks aside sees what they are asked in secret, or no choices when they have nothing more to say.
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
        """Keeps the choice of a player who looks at their cards until the keyboard is taken."""
        self._said.setdefault(seat, []).append(move)

    def take(self) -> None:
        """The player whose turn it is goes on."""
        self._passed = self._now()
