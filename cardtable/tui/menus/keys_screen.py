"""The keys at the table, each with its action; a new key is set by pressing it."""

from __future__ import annotations

from typing import ClassVar

from textual import events
from textual.binding import BindingType

from cardtable.engine.faults import told
from cardtable.engine.text import capital, say
from cardtable.player.settings import read
from cardtable.tui.boxes.form import FormLine, SetupScreen
from cardtable.tui.keys import KEYS_KEYS, Key, bindings, shown_key
from cardtable.tui.menus.own_keys import pressed, rows, taken_by
from cardtable.tui.program import program
from cardtable.words import Words


class KeysScreen(SetupScreen[None]):
    """A line for every key that may be changed."""

    KEYS: ClassVar[tuple[Key, ...]] = KEYS_KEYS
    BINDINGS: ClassVar[list[BindingType]] = [*bindings(KEYS_KEYS)]

    def __init__(self, words: Words) -> None:
        super().__init__(words, words.say("Keys at the table"))
        self.rows = {row.id: row for row in rows()}
        self.waiting = False
        """Whether the next key pressed becomes the new one."""
        self.wrong = ""
        """Why a key cannot be used."""

    @property
    def own(self) -> dict[str, str]:
        """The player's own keys."""
        preferences = program(self).settings.preferences
        return dict(preferences.keys) if preferences is not None else {}

    def lines(self) -> list[str]:
        """Returns the ids of the keys."""
        return list(self.rows)

    def row(self, line: str) -> FormLine:
        """Returns an action and its key."""
        row, own = self.rows[line], self.own
        heading = capital(self.words.say(row.label or row.help))
        if self.waiting and line == self.line:
            return FormLine(heading, self.words.say("press the new key"), opens=True)
        came = self.words.text(say("{key} as shipped", key=shown_key(row, self.words)), ()) if line in own else ""
        return FormLine(heading, shown_key(row, self.words, own), came, changed=line in own, opens=True)

    def about(self, line: str) -> str:
        """Returns why a key cannot be used, or what the action does."""
        if self.wrong:
            return self.wrong
        return capital(self.words.say(self.rows[line].help)) + "."

    def change(self, line: str, by: int) -> None:
        """Waits for the new key."""
        self.begin()

    def begin(self) -> None:
        """Waits for the new key."""
        self.waiting, self.wrong = True, ""
        self.show()

    def go(self, line: str) -> None:
        """Moves the cursor to a line."""
        self.waiting, self.wrong = False, ""
        super().go(line)

    def on_key(self, event: events.Key) -> None:
        """Takes the key pressed as the new one; Escape keeps the current one."""
        if not self.waiting:
            return
        event.stop()
        event.prevent_default()
        self.waiting = False
        if event.key != "escape":
            self._give(self.line, pressed(event.key))
        self.show()

    def _give(self, name: str, key: str) -> None:
        """Assigns a key to a line, unless another line has it."""
        own = self.own
        other = taken_by(name, key, own)
        if other is not None:
            what = self.words.say(other.label or other.help)
            self.wrong = self.words.text(say("{key} is the key for {what}. Press another one.", key=key, what=what), ())
            return
        self._keep({name: key if key != self.rows[name].binds[0][0] else None})

    def _keep(self, keys: dict[str, str | None]) -> None:
        """Saves the player's own keys; None restores the original key."""
        self.wrong = ""
        try:
            for name, key in keys.items():
                read(f"keys.{name}", key or "", tuple(self.rows))
            program(self).choose("keys", keys)
        except (OSError, ValueError) as wrong:
            self.wrong = self.words.text(told(wrong), ())

    def action_usual(self) -> None:
        """Restores the original key."""
        self._keep({self.line: None})
        self.show()

    def action_all_usual(self) -> None:
        """Restores all original keys."""
        self._keep(dict.fromkeys(self.own))
        self.show()
