"""Putting a table together: who sits where, which house rules are played, and whether to keep it under a name."""

from __future__ import annotations

from typing import Any

from cardtable.bots import own_styles
from cardtable.bots.names import name_of
from cardtable.engine.faults import told
from cardtable.engine.options import BadOption, OptionSpec, specs
from cardtable.engine.text import say
from cardtable.games import agree, find_preset, without_effect
from cardtable.saved import SavedTable
from cardtable.settings import PACES, Preferences
from cardtable.tui.form import LESS, MORE, NAME, SetupScreen
from cardtable.tui.protocol import Settings, WordsLike
from cardtable.tui.settings_screen import HEADINGS, VALUES

SPAN = 40
"""A whole number with more values than this is changed in steps of ten."""


class TableSetup(SetupScreen[SavedTable]):
    """Gives what was agreed, or None."""

    def __init__(self, words: WordsLike, preset: str, seats: int, person: str, table: SavedTable | None = None) -> None:
        """Begins with this person against bots, or with a table that was agreed before."""
        self.preset = preset
        self.game, self.found = find_preset(preset)
        super().__init__(words, words.say(self.found.title))
        self.offered = [entry.style for entry in own_styles(self.game.id)]
        self.described = {entry.style: entry.about for entry in own_styles(self.game.id)}
        self.specs = specs(self.game.options)
        self.seats = seats
        self.most = max(12, seats)
        """Seats that may be set up."""
        names = [person, *(words.text(say("Player {number}", number=nth), ()) for nth in range(2, self.most + 1))]
        self.chosen: list[str | None] = [None, *[self.offered[0]] * (self.most - 1)]
        self.changed: dict[str, Any] = {}
        self.open_hands = False
        self.texts |= {"keep": "", "cards": ""}
        if table is not None:
            self.seats = len(table.names)
            names[: self.seats] = table.names
            self.chosen[: self.seats] = table.styles
            self.changed = dict(table.options)
            self.texts["keep"] = table.name
        self.texts |= {f"name-{seat}": name for seat, name in enumerate(names)}

    # The lines

    def lines(self) -> list[str]:
        """What each line is about: `seat-0`, `name-0` under a person's, `keep`, `cards`, `pace`, `hands`, an option."""
        found = ["players"]
        for seat in range(self.seats):
            found.append(f"seat-{seat}")
            if self.chosen[seat] is None:
                found.append(f"name-{seat}")
        found += ["keep", "cards", *(["pace"] if self._preferences is not None else [])]
        found += ["hands"] if self._alone else []
        return [*found, *(f"option-{name}" for name in self.specs)]

    @property
    def _alone(self) -> bool:
        """Whether one person plays against bots."""
        return self.chosen[: self.seats].count(None) == 1

    @property
    def _preferences(self) -> Preferences | None:
        """What the player has chosen in his settings, where they can be changed."""
        settings: Settings | None = getattr(self.app, "settings", None) if self.is_attached else None
        return None if settings is None or settings.choose is None else settings.preferences

    def row(self, line: str) -> tuple[str, str]:
        """Heading and value of a line."""
        words = self.words
        kind, _, rest = line.partition("-")
        match kind:
            case "players":
                return words.say("Players"), f"{LESS} {self.seats} {MORE}"
            case "seat":
                seat = int(rest)
                style = self.chosen[seat]
                who = words.say("a person") if style is None else words.say(name_of(style))
                return words.text(say("Seat {number}", number=seat + 1), ()), f"{LESS} {who} {MORE}"
            case "name":
                return "  " + words.say("Name"), self.text(line)
            case "keep":
                return words.say("Keep this table as"), self.text(line)
            case "cards":
                return words.say("Cards of number"), self.text(line) or words.say("any")
            case "hands":
                shown = words.say("face up") if self.open_hands else words.say("closed")
                return words.say("Hands of the bots"), f"{LESS} {shown} {MORE}"
            case "pace":
                assert self._preferences is not None
                return words.say(HEADINGS["pace"]), f"{LESS} {words.say(VALUES[self._preferences.pace])} {MORE}"
            case _:
                spec, value = self.specs[rest], self._value(rest)
                mark = "* " if value != getattr(self.found.options, rest) else "  "
                return mark + words.say(spec.title), f"{LESS} {self._label(spec, value)} {MORE}"

    def _label(self, spec: OptionSpec, value: Any) -> str:
        """A value of a house rule in words; it may name a seat."""
        return self.words.text(spec.label(value), [self.texts[f"name-{seat}"] for seat in range(self.most)])

    def _value(self, name: str) -> Any:
        return self.changed.get(name, getattr(self.found.options, name))

    def about(self, line: str) -> str:
        """Why this table cannot be played; else what the line means."""
        if trouble := self._trouble():
            return trouble
        kind, _, rest = line.partition("-")
        match kind:
            case "seat":
                style = self.chosen[int(rest)]
                return "" if style is None else self.words.say(self.described.get(style, ""))
            case "keep":
                return self.words.say("With a name the table stands in the menu from now on.")
            case "cards":
                return self.words.say("The same number deals the same cards again.")
            case "pace":
                return self.words.say("As in the settings, for every table.")
            case "hands":
                return self.words.say("Open for practice; F9 closes and opens them at the table.")
            case "option":
                spec = self.specs[rest]
                # Of a value that is too long for its line the whole stands here.
                value = self._label(spec, self._value(rest)) if spec.values else self.words.text(spec.allowed(), ())
                about = f"{self.words.say(spec.about)}: {value} [{spec.rules}]"
                return f"{idle}. {about}" if (idle := self._idle(rest)) else about
            case _:
                return ""

    def _idle(self, name: str) -> str:
        """That this house rule makes no difference at this table; empty when it does, or was not changed."""
        _, options = agree(self.preset, self.changed, self.seats)
        line = without_effect(self.game, self.found.options, options, self.seats).get(name)
        return "" if line is None else self.words.text(line, ())

    def _trouble(self) -> str:
        """Why this table cannot be played; empty when it can."""
        try:
            agree(self.preset, self.changed, self.seats)
        except BadOption as wrong:
            return self.words.text(told(wrong), ())
        people = [self.texts[f"name-{seat}"] for seat in range(self.seats) if self.chosen[seat] is None]
        if not people:
            return self.words.say("At least one person plays.")
        if len(set(people)) < len(people) or not all(name.strip() for name in people):
            return self.words.say("Every person needs a name of their own.")
        if self.texts["cards"] and not self.texts["cards"].isdecimal():
            return self.words.say("The number of the cards has digits only.")
        return ""

    # What is done

    def change(self, line: str, by: int) -> None:
        """Players, who sits where, and the house rules."""
        kind, _, rest = line.partition("-")
        if kind == "players":
            self.seats = max(2, min(self.seats + by, self.most))
        elif kind == "seat":
            among: list[str | None] = [None, *self.offered]
            now = self.chosen[int(rest)]
            self.chosen[int(rest)] = among[(among.index(now) + by) % len(among)] if now in among else None
        elif kind == "hands":
            self.open_hands = not self.open_hands
        elif kind == "pace":
            assert self._preferences is not None
            paces = list(PACES)
            self.app.choose("pace", paces[(paces.index(self._preferences.pace) + by) % len(paces)])  # type: ignore[attr-defined]  # our own app
        elif kind == "option":
            value = _next(self.specs[rest], self._value(rest), by)
            self.changed.pop(rest, None)
            if value != getattr(self.found.options, rest):
                self.changed[rest] = value

    def action_begin(self) -> None:
        """Begins, unless something forbids it."""
        if self._trouble():
            self.show()
            return
        taken: list[str] = []
        for seat in range(self.seats):
            style = self.chosen[seat]
            name = self.texts[f"name-{seat}"] if style is None else self.words.say(name_of(style))[:NAME]
            if name in taken:
                numbered = [f"{name[: NAME - 3]} {nth}" for nth in range(2, 20)]
                name = next(other for other in numbered if other not in taken)
            taken.append(name)
        kept_as, number = self.texts["keep"].strip(), self.texts["cards"]
        seed = int(number) if number else None
        chosen = tuple(self.chosen[: self.seats])
        self.dismiss(
            SavedTable(
                self.preset, tuple(taken), chosen, dict(self.changed), kept_as, seed, self._alone and self.open_hands
            )
        )


def _next(spec: OptionSpec, value: Any, by: int) -> Any:
    """The value of an option after or before this one."""
    if spec.range is None:
        values = list(spec.values)
        if value not in values:
            values.insert(0, value)
        return values[(values.index(value) + by) % len(values)]
    least, most = spec.range
    if value is None:
        return least if by > 0 else most
    new = value + by * (10 if most - least > SPAN else 1)
    if least <= new <= most:
        return new
    return None if spec.optional else least if by > 0 else most
