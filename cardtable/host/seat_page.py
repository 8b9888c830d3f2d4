"""A seat as a page of buttons: the table in words and small cards, for phones, screen readers, and anyone who likes it.

The page keeps no state: after every change it is sent the whole state, in the friend's language, with the events since
the last time. It knows no game; a card is a number, and a choice is its index in the last state.

Host to page: `["words", {...}]` once; `["hall", {...}]`, `["state", {...}]`; `["note", text]` for a refusal or a hint;
`["said", who, text]`. Page to host: `["code", code, 2]` first, 2 being the version of the format; then `["move",
number, nth]`, `["why", card]`, `["say", text]`, `["hint"]`, `["ready"]`, `["end"]`, `["rise"]`, and in the hall
`["sit", number]` and `["watch", number]`.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from functools import cache
from html import escape
from pathlib import Path
from typing import Any, Final

from cardtable.bots.hints import Hint
from cardtable.cards import HIDDEN, Card, bits
from cardtable.engine.faults import told
from cardtable.engine.moves import Move
from cardtable.engine.rules import RuleBroken
from cardtable.engine.scene import NO_CARD, Chair, Choice, Pile, Scene
from cardtable.engine.text import Faces, Text, Who, capital, clean, say, say_count
from cardtable.film.pages import assembled, words_of
from cardtable.games.drawn import is_told_again, own_draw
from cardtable.host.hall import Guest
from cardtable.host.page_words import PageWords
from cardtable.host.worded import Worded
from cardtable.match.seat import SeatTable
from cardtable.match.view import View
from cardtable.plain.people import People, presence
from cardtable.words import Words

FORM: Final = 2
"""The version of the message format: a page with another one is told to reload."""
LONGEST_LINE: Final = 200
"""Maximum letters of a remark at the table."""
PAGE: Final = Path(__file__).with_name("seat.html")
WORDS: Final = words_of(PAGE)
"""The page's own texts, by the names its script uses."""


@cache
def page(language: str, closed: str, again: str) -> str:
    """Returns the page, which at first knows only what to say if its connection breaks before any message."""
    texts = {"LANGUAGE": language, "CLOSED": escape(closed), "AGAIN": escape(again)}
    return assembled(PAGE, texts)


class SeatState:
    """One seat as a page shows it, or the view of a spectator."""

    def __init__(self, table: SeatTable, language: str) -> None:
        self.table = table
        self._words = PageWords(language)
        self._people = People(table)
        self._deal = 0
        """The deal last reported, and the number of its events reported."""
        self._told = 0
        self._heard = 0
        """The number of the last remark reported."""
        self._number = 0
        """The number of the last state. It counts only what this page was sent: a count of all that has happened would
        reveal that a player was asked in secret.
        """
        self._choices: tuple[Choice, ...] = ()
        """The choices in that state."""

    def text(self, text: Text) -> str:
        """Returns a text in the words of the page."""
        return self._words.text(text, self.table.names)

    def view(self) -> View:
        """Returns this seat's current view."""
        return self.table.view(self.table.seat)

    def now(self) -> dict[str, Any]:
        """Returns the whole state, with the events not reported yet."""
        table, view = self.table, self.view()
        scene = view.scene
        over = table.deal_over
        if self._choices != scene.choices or self._told != len(view.events) or self._deal != table.deals:
            self._number += 1
            self._choices = scene.choices
        return {
            "number": self._number,
            "deal": table.deals,
            "title": self.text(scene.title),
            "facts": [self.text(fact) for fact in (*(scene.badge or scene.facts), *scene.own)],
            "prompt": self._prompt(scene),
            "players": [self._player(chair, scene) for chair in scene.chairs],
            "piles": [one for one in map(self._pile, scene.piles) if one is not None],
            "hand": [] if table.watches else list(_hand(scene)),
            "choices": self._offered(scene.choices),
            "lines": self._lines(view),
            "turn": view.is_turn and bool(scene.choices),
            "left": None if table.left is None or table.days_left is not None else round(table.left),
            "watches": table.watches,
            "speaks": table.may_speak,
            "hints": table.shared.hints and not table.watches,
            "ended": [self.text(line) for line in self._ended()] if over else [],
            "goes_on": over and not table.is_closed and not table.watches,
            "evening": over and table.evening is not None and not table.watches,
        }

    def _prompt(self, scene: Scene) -> str:
        """Returns the prompt, with the time limit if that is given in days."""
        left = self.table.days_left
        asked = self.text(scene.prompt)
        return asked if left is None else f"{asked} {self.text(left)}"

    def _lines(self, view: View) -> list[str]:
        """Returns the events since the last time as lines."""
        begins = self._deal != self.table.deals
        people = self._people.news()
        lines = [self.text(line) for line in people] if self._deal else []  # at first their names show this
        since = self.table.since_own_move() if self._deal == 0 else len(view.events)
        if begins:
            self._deal, self._told = self.table.deals, view.told_from
            lines.append(f"{capital(self.text(self.table.deal_name))}.")
        events = view.events[self._told :]
        for nth, event in enumerate(events):
            if self._told + nth == since:
                lines.append(self.text(say("Since your last move:")))
            line = own_draw(event, self.table.seat) if not self.table.watches else None
            if line is None or is_told_again(event, events[nth + 1 :]):
                line = self.table.tell(event)
            if line is not None:
                lines.append(self.text(line))
        self._told = len(view.events)
        return lines

    def said(self) -> list[tuple[str, str]]:
        """Returns new remarks with their speakers; the speaker is empty for remarks about the table."""
        found = []
        for said in self.table.said(self._heard):
            self._heard = said.number
            who = "" if said.who is None else self._words.text(said.who, self.table.names)
            found.append((who, self._words.text(said.line)))
        return found

    def _ended(self) -> list[Text]:
        table = self.table
        lines = list(table.result_lines())
        for title, counts in table.totals():
            row = Text("", {})
            parts: dict[str, Any] = {"title": title}
            source = "{title}:"
            for seat, count in enumerate(counts):
                source += f"{',' if seat else ''} {{who{seat}}} {{count{seat}}}"
                parts |= {f"who{seat}": Who(seat), f"count{seat}": count}
            row = Text(source, parts)
            lines.append(row)
        me = None if table.watches else table.seat
        standing = None if table.evening is None else table.evening.told(table.names, me)
        counted = [] if standing is None else [say("In the evening – {standing}.", standing=standing)]
        return [*lines, *table.sheet_notes(), *counted]

    def _player(self, chair: Chair, scene: Scene) -> dict[str, Any]:
        counted = say_count("{count} card", "{count} cards", chair.cards)
        points = [] if chair.points is None else [chair.points]
        told = (counted, *chair.roles, *points, *chair.marks, *presence(self.table, chair.seat))
        parts = [self.text(part) for part in told]
        known = list(bits(chair.known | chair.open)) if chair.seat != scene.viewer else []
        return {
            "name": clean(self.table.names[chair.seat]),
            "text": ", ".join(parts),
            "known": known,
            "acting": chair.acting,
            "own": chair.seat == scene.viewer and not self.table.watches,
        }

    def _pile(self, pile: Pile) -> dict[str, Any] | None:
        """Returns a pile in words, and its visible cards in groups that lie together."""
        if pile.layout == "fan" or not pile.size:
            return None
        label = "" if pile.label is None else self.text(pile.label)
        if pile.layout == "pairs":
            found = list(zip(pile.cards[::2], pile.cards[1::2], strict=True))
            said = " ".join(self.text(_covered(attack, cover)) for attack, cover in found)
            return {"said": said, "label": label, "groups": [[one for one in two if one != NO_CARD] for two in found]}
        seen = [card for card in pile.cards if card not in (HIDDEN, NO_CARD)]
        if pile.by and pile.layout == "trick":
            rows = [
                Text("{who} {card}", {"who": Who(by), "card": Faces((card,))})
                for by, card in zip(pile.by, pile.cards, strict=True)
                if card != HIDDEN
            ]
            said = f"{label}: {', '.join(map(self.text, rows))}"
            names = [clean(self.table.names[by]) for by in pile.by]
            return {
                "said": said,
                "label": label,
                "groups": [[card] for card in seen],
                "names": names,
                "winning": pile.winning,
            }
        counted = label if str(pile.size) in label else f"{label} {pile.size}"
        shown = seen[-1:] if pile.layout == "stack" else seen
        cards = f": {' '.join(map(self._words.card, shown))}" if shown else ""
        return {"said": f"{counted}{cards}", "label": counted, "groups": [[card] for card in shown]}

    def _offered(self, choices: Sequence[Choice]) -> list[list[Any]]:
        """Returns the choices in order, combining those that differ only in their cards: `[same, text, more, cards]`.

        `same` counts the letters shared with the beginning of the text before, which are left out; `cards` has the
        cards of each choice. There may be hundreds: any cards of one rank may be played together.
        """
        found: list[list[Any]] = []
        last: tuple[str, dict[str, Any]] = "", {}
        for choice in choices:
            cards, more = list(bits(choice.cards)), self._more(choice)
            text = self._words.without(cards, choice.label, self.table.names)
            if not found or last != (text, more):
                shared = _same_beginning(last[0], text)
                found.append([shared, text[shared:], more, []])
            found[-1][-1].append(cards)
            last = text, more
        return found

    def _more(self, choice: Choice) -> dict[str, Any]:
        found: dict[str, Any] = {}
        if choice.worth is not None:
            found["worth"] = self.text(choice.worth)
        if choice.kind is not None:
            kind, text = self.text(choice.kind), self.text(choice.label)
            found["kind"] = len(kind) if text.startswith(kind) else kind
        if choice.quiet:
            found["quiet"] = True
        return found

    # Requests from the page

    def move(self, number: int, nth: int) -> Text | None:
        """Makes the move with this index in the state with this number; returns why not. Raises OSError."""
        table, scene = self.table, self.view().scene
        if number != self._number or scene.choices != self._choices or not 0 <= nth < len(scene.choices):
            return say("Too late: the table has changed.")
        try:
            table.submit(table.seat, scene.choices[nth].move)
        except RuleBroken as broken:
            return (table.explain(table.seat, scene.choices[nth].move) or broken).text
        return None

    def why_not(self, card: Card) -> Text | None:
        """Returns why a card of theirs may not be played now; None for a card that may be, or is not theirs."""
        table, scene = self.table, self.view().scene
        if table.watches or card not in _hand(scene):
            return None
        target = scene.targets[0] if scene.targets else 0
        broken = table.explain(table.seat, Move(scene.verb, 1 << card, target)) if scene.verb else None
        return scene.prompt if broken is None else broken.text


def _covered(attack: Card, cover: Card) -> Text:
    if cover == NO_CARD:
        return say("{card} is open.", card=Faces((attack,)))
    return say("{card} is covered by {cover}.", card=Faces((attack,)), cover=Faces((cover,)))


def _same_beginning(one: str, other: str) -> int:
    """Returns how many letters both texts have in common at the start."""
    length = min(len(one), len(other))
    return next((nth for nth in range(length) if one[nth] != other[nth]), length)


def _hand(scene: Scene) -> Sequence[Card]:
    """Returns the viewer's own cards."""
    mine = (pile.cards for pile in scene.piles if pile.layout == "fan" and pile.owner == scene.viewer)
    return next(mine, ())


class PageGuest(Worded):
    """A guest at a page of buttons."""

    def __init__(self, guest: Guest, words: Words, send: Callable[[str], None]) -> None:
        super().__init__(guest, words)
        self._send = send
        self._state: SeatState | None = None
        own = {name: words.say(text) for name, text in WORDS.items()}
        self._tell("words", {"language": words.language, "own": own, **PageWords(words.language).told()})

    @property
    def table(self) -> SeatTable | None:
        """The table they play at or watch."""
        return None if self._state is None else self._state.table

    def _tell(self, *message: object) -> None:
        self._send(json.dumps(message, ensure_ascii=False, separators=(",", ":")))

    # Output

    def tell(self, line: str) -> None:
        """Sends a note: a refusal with its reason, a hint, or a message from the host."""
        self._tell("note", clean(line))

    def _note(self, state: SeatState, text: Text) -> None:
        """Sends a note about the table."""
        self._tell("note", state.text(text))

    def tell_news(self) -> None:
        """Sends new remarks and the whole state."""
        state = self._state
        if state is not None:
            for who, line in state.said():
                self._tell("said", who, line)
            self._tell("state", state.now())

    def sit_down(self, table: SeatTable) -> None:
        self._state = SeatState(table, self.words.language)
        self.tell_news()

    def rise_from(self, table: SeatTable) -> None:
        """Stops output from this table; the hall follows."""
        self._state = None

    def tell_hint(self, hint: Hint) -> None:
        """Sends the whole hint as a note."""
        for line in hint.lines()[:1]:
            if self._state is not None:
                self._note(self._state, line)

    def rise(self) -> None:
        """Goes back to the hall; if there is none, the page says that they have left, and does not reconnect."""
        self.why_closed = self.words.say("You have left the table.")
        super().rise()
        if not self.is_over:
            self.why_closed = ""

    def tell_hall(self) -> None:
        """Sends the tables, and how to come back."""
        self.tell_tables()

    def tell_tables(self) -> None:
        """Sends all tables of the hall, with the actions possible at each."""
        text = self.words.text
        rows = [
            {
                "number": row.number,
                "title": text(row.title),
                "seats": [text(seat) for seat in row.seats],
                "standing": text(row.standing),
                "may_sit": row.may_sit,
            }
            for row in self.listed()
        ]
        self._tell("hall", {"tables": rows, "notes": [text(note) for note in self._guest.notes()]})

    # Input

    def obey(self, asked: object) -> None:
        """Handles a message; ignores any that our page would not send."""
        if self.is_over:
            return
        try:
            if self._state is None:
                self._in_hall(asked)
            else:
                self._at_table(self._state, asked)
        except (ValueError, OSError) as error:
            self.tell_text(told(error))

    def _in_hall(self, asked: object) -> None:
        match asked:
            case [("sit" | "watch") as what, int(number)]:
                self.go_to(number, watches=what == "watch")

    def _at_table(self, state: SeatState, asked: object) -> None:
        table = state.table
        match asked:
            case ["move", int(number), int(nth)] if not table.watches:
                why = state.move(number, nth)
                if why is not None:
                    self._note(state, why)
            case ["why", int(card)]:
                why = state.why_not(card)
                if why is not None:
                    self._note(state, why)
            case ["say", str(line)] if table.may_speak:
                if line.strip() and not table.say(line[:LONGEST_LINE]):
                    self.tell_text(say("That was too much at once: the others did not hear it."))
            case ["hint"]:
                self.advise()
            case ["ready"] if table.deal_over and not table.is_closed:
                table.ready()
            case ["end"] if table.deal_over and table.evening is not None and not table.watches:
                table.get_up()
                self.rise()
            case ["rise"] if table.watches or table.is_closed or not self._guest.is_alone:
                self.rise()
