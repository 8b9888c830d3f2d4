"""The form for a table whose players each have their own screen, for the host and for guests."""

from __future__ import annotations

from textual.await_complete import AwaitComplete

from cardtable.bots.entries import BotEntry
from cardtable.bots.finding import guests_styles
from cardtable.engine.text import say
from cardtable.player.saved import SavedTable
from cardtable.tui.boxes.explanation import ExplanationPart
from cardtable.tui.menus.table_setup import TableSetup


class SharedSetup(TableSetup):
    """The setup of a table whose players each have their own screen: nothing is kept, and nobody chooses the cards.

    A seat for a person is open if no name was typed for it: its name is then empty.
    """

    def parts(self, line: str) -> list[ExplanationPart]:
        """Returns the explanation of a line; for a name, whom the seat is for."""
        if line.startswith("name-") and line != "name-0":
            text = say(
                "This seat is for the friend of this name. As {name} it is open to whoever comes.",
                name=self._nobody(line),
            )
            return [ExplanationPart("text", self.words.text(text, ()))]
        return super().parts(line)

    def _nobody(self, line: str) -> str:
        return self.words.text(say("Player {number}", number=int(line.removeprefix("name-")) + 1), ())

    def dismiss(self, result: SavedTable | None = None) -> AwaitComplete:
        """Closes the form with the table agreed on."""
        if result is not None:
            names = [
                "" if style is None and seat and name == self._nobody(f"name-{seat}") else name
                for seat, (name, style) in enumerate(zip(result.names, result.styles, strict=True))
            ]
            result = result._replace(names=tuple(names))
        return super().dismiss(result)

    def lines(self) -> list[str]:
        """Returns the ids of the lines for the seats and the house rules."""
        own = ("keep", "cards", "once", "pace", "memory", "adviser", "hands")
        return [line for line in super().lines() if line not in own]


class GuestSetup(SharedSetup):
    """The same form for a guest of a host."""

    def offered(self) -> list[BotEntry]:
        """Returns the bots that do not hold up the host's computer."""
        return guests_styles(self.game.id)
