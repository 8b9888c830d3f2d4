"""News of people who leave and come back, for players without a picture of the table."""

from __future__ import annotations

from cardtable.engine.moves import Seat
from cardtable.engine.text import Text, Who, say
from cardtable.match.seat import SeatTable


def presence(table: SeatTable, seat: Seat) -> list[Text]:
    """Returns the remark after the name of a player who is absent."""
    if seat in table.away:
        return [say("away")]
    return [say("a bot plays")] if seat in table.shared.played_by_bots else []


class People:
    """The reports on the other players' presence."""

    def __init__(self, table: SeatTable) -> None:
        self._table = table
        self._told: dict[Seat, Text] = {}
        """By seat: the last report on players who are not simply present."""

    def news(self) -> list[Text]:
        """Returns changes since the last call; at first, those who are absent."""
        table = self._table
        now = {seat: told for seat in table.people - table.here if (told := self._state_of(seat)) is not None}
        before, self._told = self._told, now
        changed = [seat for seat in sorted(before.keys() | now.keys()) if before.get(seat) != now.get(seat)]
        return [now.get(seat) or say("{who} is here.", who=Who(seat)) for seat in changed]

    def _state_of(self, seat: Seat) -> Text | None:
        table = self._table
        if seat in table.away:
            return say("{who} is away.", who=Who(seat))
        if seat in table.shared.played_by_bots:
            return say("A bot plays for {name} until they come back.", name=table.names[seat])
        if seat in table.shared.leaving:
            return say("{who} gets up after this deal.", who=Who(seat))
        return None
