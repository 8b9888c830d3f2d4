"""Setting up a table: the seating, the house rules, and a name to save it under."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations, starmap
from typing import Any, ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal
from textual.widgets import Input

from cardtable.bots.entries import BotEntry, name_of
from cardtable.bots.finding import own_styles
from cardtable.bots.people import is_alike, names_for
from cardtable.bots.ratings import AUTO, hint_style, strength
from cardtable.engine.faults import told
from cardtable.engine.options import BadOption, Options, make_options, specs
from cardtable.engine.text import Text, are_alike, capital, clean, is_name, mark, say, why_no_name
from cardtable.games import agree, find_preset, without_effect
from cardtable.player.saved import SavedTable
from cardtable.player.settings import Preferences, allowed
from cardtable.tui.boxes.explanation import BESIDE, Explanation, ExplanationPart, width_beside
from cardtable.tui.boxes.form import NOTE, Field, FormLine, SetupScreen
from cardtable.tui.draw.cells import width_of
from cardtable.tui.draw.lines import Line
from cardtable.tui.keys import SETUP_KEYS, TABLE_SETUP_KEYS, Key, bindings
from cardtable.tui.menus.house_rules import HouseRules, following, near
from cardtable.tui.menus.settings_screen import HEADINGS, VALUES
from cardtable.tui.program import program
from cardtable.tui.protocol import Settings
from cardtable.words import Words

SUMMARY = 2
"""Lines of the sentence that sums up the game."""
ABOUT = {
    "keep": mark("With a name the table stands in the menu from now on."),
    "cards": mark("The same number deals the same cards again. Without one any are dealt."),
    "once": mark("An evening goes on until somebody gets up; or one match is played."),
    "pace": mark("As in the settings, for every table."),
    "memory": mark("As in the settings, for every table."),
    "hands": mark("Open for practice; F9 closes and opens them at the table."),
}
"""Explanations of the lines about this table."""


class TableSetup(SetupScreen[SavedTable]):
    """Returns the table agreed on, or None."""

    DEFAULT_CSS = """
    TableSetup #search { width: 1fr; margin: 0 2; }
    TableSetup Explanation { display: none; }
    """
    KEYS: ClassVar[tuple[Key, ...]] = (*SETUP_KEYS, *TABLE_SETUP_KEYS)
    BINDINGS: ClassVar[list[BindingType]] = [*bindings(TABLE_SETUP_KEYS)]

    def __init__(
        self,
        words: Words,
        preset: str,
        seats: int,
        person: str,
        table: SavedTable | None = None,
        changed: Mapping[str, Any] | None = None,
    ) -> None:
        """Starts with this person against bots, with some house rules changed, or with an earlier table."""
        self.preset = preset
        self.game, self.found = find_preset(preset)
        super().__init__(words, words.text(say("Set up: {game}", game=words.say(self.found.title)), ()))
        self.bots = {entry.style: entry for entry in self.offered()}
        self.seats = seats
        self.most = max(12, seats)
        """The maximum number of seats."""
        people = [person, *(words.text(say("Player {number}", number=nth), ()) for nth in range(2, self.most + 1))]
        self.chosen: list[str | None] = [None, *[next(iter(self.bots))] * (self.most - 1)]
        self.changed: dict[str, Any] = dict(changed or {})
        self.open_hands = self.once = False
        self.digits = ""
        """The digits typed so far of a number."""
        self.wanted = ""
        """The search text."""
        self.texts |= {"keep": "", "cards": ""}
        if table is not None:
            self.seats = len(table.names)
            people[: self.seats] = table.names
            self.chosen[: self.seats] = table.styles
            self.changed = dict(table.options)
            self.texts["keep"] = table.name
            self.once = table.once
        self.texts |= {f"name-{seat}": name for seat, name in enumerate(people)}
        self.options: Options = make_options(self.found.options, self.changed)
        """The house rules as chosen."""
        self._effects: tuple[tuple[Options, int], dict[str, Text]] | None = None
        """For these options and this number of players, the house rules that make no difference."""
        kept = [name for name, style in zip(table.names, table.styles, strict=True) if style] if table else []
        self.bot_names = [*kept, *names_for(self.most, getattr(words, "language", "en"), (*people, *kept))]
        """The names for bots, in order."""
        self.rules = HouseRules(words, self.game.options, self._names())
        """The house rules in words; they may name a player."""
        self.widths: dict[tuple[str, str], int] = {}
        """The columns of each house rule's widest value, by language and rule."""
        chapters = [heading.source for heading, _ in self.game.explain(self.found.options, self.seats)]
        groups = dict.fromkeys(spec.group for spec in specs(self.game.options).values())
        self.groups = [
            *(group for group in dict.fromkeys(chapters) if group in groups),
            *(group for group in groups if group not in chapters),
        ]
        """The groups of house rules, in the order of the rulebook's chapters."""
        self.search = Field(words.say("Look for a house rule"), id="search")
        self.beside = Explanation(words)
        self.summary = Line(words, "table", id="summary")

    def body(self) -> ComposeResult:
        """Composes the search field, the lines with their explanation beside or below, and the summary."""
        yield self.search
        yield Horizontal(self.form, self.beside)
        yield self.note
        self.summary.styles.height = SUMMARY
        yield self.summary

    # The lines

    def lines(self) -> list[str]:
        """Returns the ids of the lines.

        These are `seat-0`, `name-0` below a person's seat, `keep`, `cards`, `once`, `pace`, `memory`, `adviser`,
        `hands`, and the house rules. A house rule that was changed is listed twice: among the others, and further up as
        `changed-deck`.
        """
        found = ["players"]
        for seat in range(self.seats):
            found.append(f"seat-{seat}")
            if self.chosen[seat] is None:
                found.append(f"name-{seat}")
        found += [f"changed-{name}" for name in self.rules.specs if name in self.changed]
        found += ["keep", "cards", "once", *(["pace", "memory", "adviser"] if self._preferences is not None else [])]
        found += ["hands"] if self._alone else []
        for group in self.groups:
            found += [
                f"option-{name}"
                for name, spec in self.rules.specs.items()
                if spec.group == group and len(spec.values) != 1
            ]
        return [line for line in found if self._is_looked_for(line)] if self.wanted else found

    def _is_looked_for(self, line: str) -> bool:
        """Returns whether the search text occurs in this line, its heading or its explanation."""
        if line.startswith("changed-"):
            return False
        row, spec = self.row(line), self.rules.specs.get(line.removeprefix("option-"))
        values = [self.rules.value(spec, value) for value in spec.values] if spec is not None else []
        about = [self.words.say(spec.about)] if spec is not None else []
        told = " ".join([self.group(line), row.heading, row.value, *values, *about])
        return all(word in told.casefold() for word in self.wanted.casefold().split())

    def group(self, line: str) -> str:
        """Returns the part of the table, or of the rules, that a line belongs to."""
        kind, _, rest = line.partition("-")
        match kind:
            case "players" | "seat" | "name":
                return self.words.say("Who sits where")
            case "changed":
                return self.words.text(say("Changed by you: {count}", count=len(self.changed)), ())
            case "option":
                return self.words.say(self.rules.specs[rest].group)
            case _:
                return self.words.say("This table")

    @property
    def _alone(self) -> bool:
        """Whether one person plays against bots."""
        return self.chosen[: self.seats].count(None) == 1

    @property
    def _preferences(self) -> Preferences | None:
        """The player's settings, if these can be changed here."""
        settings: Settings | None = getattr(self.app, "settings", None) if self.is_attached else None
        return None if settings is None or settings.choose is None else settings.preferences

    def _names(self) -> list[str]:
        """Returns the players' names by seat; no bot gets a person's name."""
        people = {self.texts[f"name-{seat}"] for seat in range(self.most) if self.chosen[seat] is None}
        bots = (name for name in self.bot_names if not is_alike(name, people))
        return [self.texts[f"name-{seat}"] if style is None else next(bots) for seat, style in enumerate(self.chosen)]

    def row(self, line: str) -> FormLine:
        words = self.words
        kind, _, rest = line.partition("-")
        match kind:
            case "players":
                return FormLine(words.say("Players"), str(self.seats))
            case "seat":
                seat = int(rest)
                style = self.chosen[seat]
                who = words.say("a person") if style is None else words.say(name_of(style))
                name = "" if style is None else f"  {clean(self._names()[seat])}"
                about = self._style(self.bots[style]) if style in self.bots else ""
                return FormLine(words.text(say("Seat {number}", number=seat + 1), ()) + name, who, about)
            case "name":
                return FormLine("  " + words.say("Name"), clean(self.texts[line]), typed=True)
            case "keep":
                kept = clean(self.texts[line])
                return FormLine(words.say("Keep this table as"), kept, typed=True, empty=words.say("not kept"))
            case "cards":
                number = clean(self.texts[line])
                return FormLine(words.say("Cards by number"), number, typed=True, empty=words.say("by chance"))
            case "once":
                return FormLine(
                    words.say("After a match"), words.say("leave") if self.once else words.say("another one")
                )
            case "hands":
                shown = words.say("face up") if self.open_hands else words.say("closed")
                return FormLine(words.say("Hands of the bots"), shown)
            case "pace" | "memory":
                return FormLine(words.say(HEADINGS[kind]), words.say(VALUES[getattr(self._preferences, kind)]))
            case "adviser":
                return FormLine(words.say(HEADINGS["adviser"]), self._adviser)
            case _:
                return self._rule(rest)

    @property
    def _adviser(self) -> str:
        """The adviser who gives hints at this table."""
        assert self._preferences is not None
        style = hint_style(self._preferences.adviser, self.game.id)
        name = self.words.say(name_of(style))
        chosen = style == self._preferences.adviser
        return name if chosen else self.words.text(say("the best here: {style}", style=name), ())

    def _style(self, entry: BotEntry) -> str:
        """Returns the strength and the style of a bot."""
        return f"{self.words.text(strength(entry, self.game.id))}; {self.words.say(entry.about)}"

    def _rule(self, name: str) -> FormLine:
        """Returns the line of a house rule."""
        rules, spec, value = self.rules, self.rules.specs[name], self._value(name)
        usual = getattr(self.found.options, name)
        widest = self._widest(name)
        if value != usual:
            here = say("in this game: {value}", value=rules.value(spec, usual))
            told = self.words.text(here, ())
            return FormLine(rules.title(spec), rules.value(spec, value), told, changed=True, widest=widest)
        idle = self._idle(name)
        return FormLine(rules.title(spec), rules.value(spec, value), idle, idle=bool(idle), widest=widest)

    def _widest(self, name: str) -> int:
        """Returns the columns of a house rule's widest value."""
        key = self.words.language, name
        if key not in self.widths:
            spec = self.rules.specs[name]
            self.widths[key] = max((width_of(self.rules.value(spec, value)) for value in spec.values), default=0)
        return self.widths[key]

    def _idle(self, name: str) -> str:
        """Returns what a house rule needs before it can be changed; empty if it can be."""
        spec, options = self.rules.specs[name], self.options
        possible = self.rules.possible(spec, options, self.seats)
        if any(value != getattr(options, name) for value in possible):
            return ""
        others = [value for value in spec.values or (spec.range or ()) if value not in possible]
        return self.rules.needs(spec, others[0], options, self.seats) if others else ""

    def _value(self, name: str) -> Any:
        return getattr(self.options, name)

    def about(self, line: str) -> str:
        """Returns why this table cannot be played; otherwise what the line means."""
        return self._trouble() or " ".join(part.text for part in self.parts(line) if part.kind == "text")

    def parts(self, line: str) -> list[ExplanationPart]:
        """Returns the explanation of a line: its meaning, and for a house rule its possible values."""
        words = self.words
        kind, _, rest = line.partition("-")
        match kind:
            case "players":
                seats = self.found.seats
                sentence = say("This game is for {seats} players.", seats=", ".join(map(str, seats)))
                if len(seats) > 2 and seats == tuple(range(seats[0], seats[-1] + 1)):
                    sentence = say("This game is for {least} to {most} players.", least=seats[0], most=seats[-1])
                return [_told(words.text(sentence, ()))]
            case "seat" if self.chosen[int(rest)] in self.bots:
                entry = self.bots[str(self.chosen[int(rest)])]
                beat = words.text(say("How to beat it: {how}.", how=words.say(entry.beat)), ()) if entry.beat else ""
                return [_told(text) for text in (_sentence(self._style(entry)), beat) if text]
            case "adviser":
                style = hint_style("" if self._preferences is None else self._preferences.adviser, self.game.id)
                told = words.say("Gives the hints at every table where it plays; elsewhere the best one does.")
                return [_told(told), _told(_sentence(self._style(self.bots[style])))]
            case "option" | "changed":
                return self._parts_of_rule(rest)
            case _:
                return [_told(words.say(ABOUT[kind]))] if kind in ABOUT else []

    def _parts_of_rule(self, name: str) -> list[ExplanationPart]:
        rules, spec, options = self.rules, self.rules.specs[name], self.options
        now = getattr(options, name)
        lines = (self._without_effect(name), self._idle(name), rules.told(Text(spec.about)))
        found = [_told(_sentence(line)) for line in lines if line]
        for value in near(now, spec.values):
            needed = rules.needs(spec, value, options, self.seats)
            # The needs of the whole rule are given above already.
            why = "" if self._idle(name) else needed
            called = rules.value(spec, value)
            found.append(ExplanationPart("chosen" if value == now else "idle" if needed else "value", called, why))
        if spec.range is not None:
            possible = say("Possible: {values}; digits are typed.", values=spec.allowed())
            found.append(_told(self.words.text(possible, ())))
        usual = rules.value(spec, getattr(self.found.options, name))
        if now != getattr(self.found.options, name):
            found.append(_told(self.words.text(say("In this game: {value}.", value=usual), ())))
        return [*found, _told(f"[{spec.rules}]")]

    def _without_effect(self, name: str) -> str:
        """Returns that this house rule makes no difference at this table; empty if it does, or was not changed."""
        asked = self.options, self.seats
        if self._effects is None or self._effects[0] != asked:
            # Every line on the screen asks for this, and each answer compares several rulebooks.
            self._effects = asked, without_effect(self.game, self.found.options, *asked)
        line = self._effects[1].get(name)
        return "" if line is None else self.rules.told(line)

    def _trouble(self) -> str:
        """Returns why this table cannot be played; empty if it can."""
        try:
            _, options = agree(self.preset, self.changed, self.seats)
            options.check_new(self.seats)
        except BadOption as wrong:
            return self.rules.told(told(wrong))
        people = [self.texts[f"name-{seat}"] for seat in range(self.seats) if self.chosen[seat] is None]
        if not people:
            return self.words.say("At least one person plays.")
        alike = any(starmap(are_alike, combinations(people, 2)))
        if alike or not all(name.strip() for name in people):
            return self.words.say("Every person needs a name of their own.")
        for name in filter(None, (*people, self.texts["keep"].strip())):
            if not is_name(name):
                return self.words.text(why_no_name(name), ())
        if self.texts["cards"] and not self.texts["cards"].isdecimal():
            return self.words.say("The number of the cards has digits only.")
        return ""

    def show(self) -> None:
        """Draws the lines, the explanation of the current one, and the summary."""
        self.rules.names = self._names()
        super().show()
        width = self.app.size.width
        wide = width >= BESIDE
        trouble = self._trouble()
        self.beside.display = wide
        self.beside.styles.width = width_beside(width)
        self.note.styles.height = 1 if wide else NOTE
        row = self.row(self.line) if self.line else FormLine("")
        self.beside.show(row.heading.strip(), self.parts(self.line) if self.line else [])
        if wide:
            self.note.show(trouble)
        self.summary.show(self.rules.summary(self.options, self.seats, width, SUMMARY))

    def _frame(self) -> None:
        super()._frame()
        found = self.words.text(say("found: {wanted}", wanted=clean(self.wanted)), ()) if self.wanted else ""
        self.top.show(self.heading, [*([found] if found else []), self.words.say("Enter begins")])

    # Actions

    def offered(self) -> list[BotEntry]:
        """Returns the bots that may be seated."""
        return own_styles(self.game.id)

    def change(self, line: str, by: int) -> None:
        """Changes the number of players, the seating, or a house rule."""
        kind, _, rest = line.partition("-")
        if kind == "players":
            self.seats = max(2, min(self.seats + by, self.most))
        elif kind == "seat":
            among: list[str | None] = [None, *self.bots]
            now = self.chosen[int(rest)]
            self.chosen[int(rest)] = among[(among.index(now) + by) % len(among)] if now in among else None
        elif kind == "hands":
            self.open_hands = not self.open_hands
        elif kind == "once":
            self.once = not self.once
        elif kind in ("pace", "memory"):
            self._prefer(kind, getattr(self._preferences, kind), list(allowed(kind)), by)
        elif kind == "adviser":
            assert self._preferences is not None
            self._prefer("adviser", self._preferences.adviser, [AUTO, *self.bots], by)
        elif kind in ("option", "changed"):
            rules, spec = self.rules, self.rules.specs[rest]
            if not self._idle(rest):
                self._choose(
                    rest, following(spec, self._value(rest), by, rules.possible(spec, self.options, self.seats))
                )

    def _prefer(self, setting: str, now: str, values: list[str], by: int) -> None:
        """Switches one of the player's settings to its next value; to the first if the current one is not offered."""
        at = (values.index(now) + by) % len(values) if now in values else 0
        try:
            program(self).choose(setting, values[at])
        except (OSError, ValueError) as wrong:
            program(self).warn(wrong)

    def _choose(self, name: str, value: Any) -> None:
        """Changes a house rule, or resets it to this game's value."""
        self.changed.pop(name, None)
        if value != getattr(self.found.options, name):
            self.changed[name] = value
        self.options = make_options(self.found.options, self.changed)
        if name not in self.changed and self.line == f"changed-{name}":
            self.line = f"option-{name}"

    def on_key(self, event: events.Key) -> None:
        """Takes digits typed one after another as a number."""
        kind, _, name = self.line.partition("-")
        if kind not in ("option", "changed") or self.takes_letters:
            return
        span = self.rules.specs[name].range
        if span is None or not event.key.isdecimal() or self._idle(name):
            self.digits = ""
            return
        number = int(self.digits + event.key)
        # A number that has become too large starts again with its last digit.
        self.digits = str(number if number <= span.most else int(event.key))
        if span.least <= int(self.digits) <= span.most:
            self._choose(name, int(self.digits))
            self.show()

    def action_usual(self) -> None:
        """Resets the current house rule to this game's value."""
        kind, _, name = self.line.partition("-")
        if kind in ("option", "changed"):
            self._choose(name, getattr(self.found.options, name))
            self.show()

    def action_group(self, by: int) -> None:
        """Moves the cursor to the first line of the next or the previous group."""
        lines = self.lines()
        if not lines:
            return
        firsts = [line for nth, line in enumerate(lines) if not nth or self.group(line) != self.group(lines[nth - 1])]
        groups = [self.group(line) for line in firsts]
        self.go(firsts[(groups.index(self.group(self.line)) + by) % len(firsts)])

    def action_search(self) -> None:
        """Opens the search field."""
        self.search.display = True
        self.search.value = self.wanted
        # Not at once: the key that opened it would be typed into it.
        self.call_later(self.search.focus)

    def on_input_changed(self, event: Input.Changed) -> None:
        """Shows the lines that match the search."""
        if event.input is self.search:
            self.wanted = event.value.strip()
            self.show()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Ends typing and leaves the matches on the screen."""
        if event.input is self.search:
            self._end_search()

    def _end_search(self) -> None:
        self.set_focus(None)
        self.search.display = False
        self.show()

    def action_step(self, by: int) -> None:
        """Moves the cursor up or down; from the search field to the matches."""
        if self.search.has_focus:
            self._end_search()
        else:
            super().action_step(by)

    def action_leave(self) -> None:
        """Shows all lines again; after that, goes back to the menu."""
        if self.wanted or self.search.display:
            self.wanted = ""
            self._end_search()
        else:
            super().action_leave()

    def begin(self) -> None:
        """Starts the game, unless something is wrong."""
        if self._trouble():
            self.show()
            return
        kept_as, seed = self.texts["keep"].strip(), int(self.texts["cards"]) if self.texts["cards"] else None
        names, chosen = tuple(self._names()[: self.seats]), tuple(self.chosen[: self.seats])
        is_open, rules = self._alone and self.open_hands, dict(self.changed)
        self.dismiss(SavedTable(self.preset, names, chosen, rules, kept_as, seed, is_open, self.once))


def _sentence(text: str) -> str:
    """Turns a text into a sentence of its own."""
    return capital(text) + "."


def _told(text: str) -> ExplanationPart:
    return ExplanationPart("text", text)
