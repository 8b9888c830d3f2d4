"""The bracket of a tournament: its stages side by side, every table with its players, and who plays next."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, ClassVar

from textual import work
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import ScrollableContainer, Vertical
from textual.geometry import Region, Size

from cardtable.engine.faults import told
from cardtable.engine.text import Text, clean, number, say, say_count
from cardtable.tui.boxes.thinking import Thinking
from cardtable.tui.draw.canvas import RIMMED
from cardtable.tui.draw.cells import cut, width_of
from cardtable.tui.draw.keyline import KeyHint, KeyLine, hint_of
from cardtable.tui.draw.lines import Line
from cardtable.tui.keys import BRACKET_KEYS, bindings
from cardtable.tui.menus.bracket_picture import LONGEST, BracketPicture, StageNames
from cardtable.tui.program import WayBack, program
from cardtable.words import Words

if TYPE_CHECKING:
    from cardtable.match.tournament import Draw, Tournament


class BracketScreen(WayBack):
    """Shown between the tables of a tournament; Enter goes on."""

    DEFAULT_CSS = """
    BracketScreen { background: $table; }
    BracketScreen ScrollableContainer { height: 1fr; background: $table; scrollbar-size: 1 1; }
    BracketScreen Line { height: 1; }
    BracketScreen > Vertical { height: 1fr; }
    BracketScreen.-rimmed > Vertical { border: outer $rim; }
    BracketScreen.-ascii.-rimmed > Vertical { border: ascii $rim; }
    """
    VERTICAL_BREAKPOINTS = [(0, "-low"), (RIMMED, "-rimmed")]  # noqa: RUF012  (Textual declares it so)
    BINDINGS: ClassVar[list[BindingType]] = [*bindings(BRACKET_KEYS)]

    def __init__(self, cup: Tournament, words: Words) -> None:
        super().__init__()
        self.cup = cup
        self.words = words
        self.set_class(words.glyphs == "ascii", "-ascii")
        self.sitting: Draw | None = None
        """The table a person has sat down at."""
        self.busy = False
        """Whether bots are playing their tables."""
        self._thinking = Thinking()
        self.heading = Line(words, "bar", id="heading")
        self.picture = BracketPicture(words, cup)
        self.scrolled = ScrollableContainer(self.picture, can_focus=False)
        self.stages = StageNames(words, self.picture)
        self.status = Line(words, "prompt", id="status")
        self.keys = KeyLine(words)

    def compose(self) -> ComposeResult:
        yield self.heading
        with Vertical():
            yield self.stages
            yield self.scrolled
        yield self.status
        yield self.keys

    def on_mount(self) -> None:
        self.watch(self.scrolled, "scroll_x", self.stages.move, init=False)
        self.show()
        self.call_after_refresh(self.action_show_now)

    def on_resize(self) -> None:
        self.show()
        self.call_after_refresh(self.action_show_now)

    def on_new_words(self) -> None:
        self.show()

    def come_back(self) -> None:
        """Takes over the result of the table just left."""
        if self.sitting is not None:
            self._try_to_settle(self.sitting)
            self.sitting = None
        self.show()
        self.call_after_refresh(self.action_show_now)

    def _try_to_settle(self, draw: Draw) -> None:
        try:
            self.cup.settle(draw)
        except (OSError, ValueError) as wrong:
            program(self).warn(wrong)

    # Showing the bracket

    def show(self, status: Text | None = None) -> None:
        """Draws the bracket and says what comes next."""
        keys = [hint_of(row, self.words) for row in BRACKET_KEYS if row.id != "bracket-go-on"]
        self.keys.show(keys, KeyHint("⏎", self._line(self._enter()), "go_on", 0))
        bracket = self.cup.bracket
        self.heading.show(
            self._line(say("Tournament: {game}", game=self.cup.title)),
            [
                self._line(say_count("{count} entrant", "{count} entrants", bracket.entrants)),
                self._line(say_count("pool: {count} point", "pool: {count} points", bracket.pool)),
            ],
        )
        self._fit()
        self.stages.repaint()
        self.status.show(self._line(status or self._next()))

    def _fit(self) -> None:
        """Makes the bracket fill the available space; whatever it needs beyond that is scrolled."""
        rim = 2 if self.size.height >= RIMMED else 0
        room = self.size.width - rim, self.size.height - 4 - rim  # Minus the other lines of the screen.
        self.picture.fit(Size(*room))
        if self.picture.needs > room[1]:
            self.picture.fit(Size(room[0] - 1, room[1]))  # A scroll bar on the right takes a column.
        self.picture.forget()

    def _enter(self) -> Text:
        """Returns what Enter does now."""
        if self.cup.bracket.champion is not None:
            return say("leave")
        waiting = self._waiting()
        bots = any(not self.cup.for_people(draw) for draw in self.cup.bracket.undecided)
        if not waiting:
            return say("let the bots play")
        number = waiting[0].number
        sit = say("sit down at table {table}", table=number) if self._several else say("sit down at the table")
        return say("the bots play, then {what}", what=sit) if bots else sit

    def _next(self) -> Text:
        bracket = self.cup.bracket
        stage = len(bracket.stages)
        if bracket.champion is not None:
            prize = say_count("{count} point", "{count} points", bracket.pool)
            name = self.cup.name(bracket.champion)
            return say("{name} is the champion and takes the pool of {prize}.", name=name, prize=prize)
        waiting = self._waiting()
        if waiting:
            people = [one for one in waiting[0].entrants if self.cup.agreed.entrants[one].bot is None]
            names = ", ".join(self.cup.names(people))
            if not self._several:
                return say("Next at the table: {names}. Enter sits down.", names=names)
            return say("Next at table {table}: {names}. Enter sits down.", table=waiting[0].number, names=names)
        return say("Stage {stage}: only bots are left; Enter lets them play.", stage=stage)

    @property
    def _several(self) -> bool:
        """Whether the current stage has several tables; a single one has no number in the picture either."""
        return len(self.cup.bracket.stages[-1]) > 1

    def _waiting(self) -> list[Draw]:
        """Returns the tables of this stage that people still have to play."""
        return [draw for draw in self.cup.bracket.undecided if self.cup.for_people(draw)]

    def _line(self, text: Text) -> str:
        return self.words.text(text, ())

    # Actions

    def action_go_on(self) -> None:
        """Lets the bots play their tables of this stage, then seats a person."""
        if self.cup.bracket.champion is not None:
            self.action_leave()
        elif not self.busy:
            self.busy = True
            self._go_on()

    @work
    async def _go_on(self) -> None:
        bots = [draw for draw in self.cup.bracket.undecided if not self.cup.for_people(draw)]
        try:
            for nth, draw in enumerate(bots):
                left = say_count("{count} table to go", "{count} tables to go", len(bots) - nth)
                self.show(say("Stage {stage}: the bots play, {left}.", stage=draw.stage, left=left))
                await self._thinking.of(partial(self.cup.play, draw), lambda: not self.cup.closed)
                if self.cup.closed:
                    return
            waiting = self._waiting()
            if waiting:
                table = self.cup.table(waiting[0])
                self.sitting = waiting[0]
                program(self).sit_down(table)
            else:
                self.show()
                self.call_after_refresh(self.action_show_now)
        except (OSError, ValueError) as wrong:
            # A full disk, a damaged record, or one open in another window: nothing is lost.
            self.show(say("{why}. Enter tries again.", why=told(wrong)))
        finally:
            self.busy = False

    def action_scroll(self, columns: int, rows: int) -> None:
        """Scrolls to other stages and tables."""
        self.scrolled.scroll_relative(columns, rows, animate=False)

    def action_show_now(self) -> None:
        """Scrolls to the current stage, and in it to the next table with people."""
        bracket = self.cup.bracket
        waiting = self._waiting()
        sought = waiting[0] if waiting else bracket.stages[-1][0]
        region = next(spot.region for spot in self.picture.spots if spot.draw is sought)
        back = self.picture.column + self.picture.gap
        if bracket.champion is not None:
            region = region.translate((back, 0))
        # The stage before goes beside it if it fits.
        for sight in (Region(max(0, region.x - back), region.y, region.width + back, region.height), region):
            self.scrolled.scroll_to_region(sight, animate=False, force=True)

    def action_standings(self) -> None:
        """Shows everybody's place and points."""
        from cardtable.tui.boxes.dialogs import Read

        self.app.push_screen(Read(self.words, self.words.say("Standings"), "\n".join(self._standings())))

    def _standings(self) -> Sequence[str]:
        wide = min(LONGEST, max(width_of(plan.name) for plan in self.cup.agreed.entrants))
        points = self.words.say("Points")
        column = max(4, width_of(points))
        rows = [f"{' ' * (7 + wide + column - width_of(points))}{points}"]
        for place in self.cup.bracket.places():
            name = cut(clean(self.cup.name(place.entrant)), wide)
            won = "+" * (place.points >= 0) + number(place.points)
            if place.entrant == self.cup.bracket.champion:
                how = self.words.say("champion")
            elif place.stage is None:
                how = self.words.say("still in")
            else:
                how = self._line(say("out in stage {stage}", stage=place.stage))
            rows.append(f"{place.place:>3}  {name}{' ' * (wide - width_of(name))}  {won:>{column}}  {how}")
        return rows

    def action_help(self) -> None:
        """Lists the keys of the bracket."""
        program(self).open_help(BRACKET_KEYS)

    def action_leave(self) -> None:
        """Leaves the tournament; a table the bots are playing stays as it is, and is resumed when reopened."""
        program(self).leave_tournament()
