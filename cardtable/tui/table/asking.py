"""Questions at a table: which of several choices is meant, and which of the people here is acting."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from textual.screen import Screen

from cardtable.cards import HIDDEN, SUITS, Card, parse_card, suit_of
from cardtable.engine.moves import Move, Seat
from cardtable.engine.scene import Choice
from cardtable.engine.text import Who, say
from cardtable.tui.felt.choosing import by_line, open_choices
from cardtable.tui.felt.table_keys import keys_at
from cardtable.tui.felt.table_picture import TablePicture
from cardtable.tui.keys import Key

LONG = 3
"""Minimum contracts or suits for a list to open by itself; for two, a word and a key are enough."""


class Asking:
    """The questions of one table; answers are made as moves."""

    def __init__(self, screen: Screen[None], picture: TablePicture, make: Callable[[Seat, Move], None]) -> None:
        self.screen = screen
        self.picture = picture
        self.make = make
        self._opened: object = None
        """The decision a list was last opened for."""

    def open_list(self) -> None:
        """Opens a list of contracts or suits without being asked, once per decision."""
        picture = self.picture
        choices = open_choices(picture.scene)
        decision = len(picture.view.events), choices
        bare = self.screen.app.screen is self.screen
        if bare and picture.acting and picture.view.is_turn and decision != self._opened:
            self._opened = decision
            told = any(choice.worth is not None or choice.suit is not None for choice in choices)
            if told and not picture.scene.verb and len(choices) >= LONG:
                self.offer(choices, unasked=True)

    def offer(self, choices: tuple[Choice, ...], seat: Seat | None = None, *, unasked: bool = False) -> None:
        """Lets the player, or another person at this keyboard, pick one of several choices by label."""
        from cardtable.tui.boxes.offer import Offer

        picture = self.picture
        rows = by_line(choices)

        def take(nth: int | None) -> None:
            if nth is None:
                return
            if len(rows[nth]) > 1:
                self.offer(rows[nth], seat)
            else:
                self.make(picture.viewer if seat is None else seat, rows[nth][0].move)

        heading = picture.words.say("What do you do?")
        if seat is not None:
            heading = picture.line(say("{who}: what do you do?", who=Who(seat)))
        lines = [picture.line(row[0].kind if len(row) > 1 else row[0].label) for row in rows]
        suits = [SUITS[choice.suit] for choice in choices if choice.suit is not None]
        keys: Sequence[str] = ()
        if len(set(suits)) == len(choices):
            keys = suits
        elif unasked:
            keys = _free_keys(keys_at(picture.table))
        worths = [picture.line(row[0].worth) if all(one.worth == row[0].worth for one in row) else "" for row in rows]
        # Without cards in hand, there is space to show the suits as cards.
        cards = [parse_card(f"A{suit}") for suit in suits] if keys is suits and not picture.hand.cards else ()
        offer = Offer(
            picture.words,
            heading,
            lines,
            worths,
            picture.rooms,
            picture.covered,
            keys[: len(rows)],
            unasked=unasked,
            cards=cards,
            first=_longest(choices, picture.cards) if keys is suits and seat is None else 0,
        )
        self.screen.app.push_screen(offer, take)

    def ask_who(self, question: str, verbs: Sequence[str]) -> None:
        """Asks which of the people here is acting out of turn. All hands are hidden meanwhile."""
        from cardtable.tui.boxes.dialogs import Choose

        picture = self.picture
        mine = any(choice.move.verb in verbs for choice in picture.scene.choices)
        seats = ((picture.viewer,) if mine and picture.seated else ()) + picture.others

        def ask(nth: int | None) -> None:
            if nth is not None:
                choices = picture.table.view(seats[nth]).scene.choices
                self.offer(tuple(choice for choice in choices if choice.move.verb in verbs), seats[nth])

        picture.hide_cards()
        names = [picture.table.names[seat] for seat in seats]
        self.screen.app.push_screen(Choose(picture.words, picture.words.say(question), names), ask)


def _longest(choices: Sequence[Choice], held: Sequence[Card]) -> int:
    """Returns the index of the choice whose suit is the longest in hand; the first one of equals."""
    lengths = [sum(card != HIDDEN and suit_of(card) == choice.suit for card in held) for choice in choices]
    return lengths.index(max(lengths))


def _free_keys(taken: Sequence[Key]) -> str:
    """Returns the line keys of a list that the table below does not use."""
    from cardtable.tui.boxes.dialogs import LINE_KEYS

    # Digits pick cards, but here no card is to be played.
    own = {key for row in taken for key in row.binds[0][0].split(",") if not key.isdecimal()}
    return "".join(key for key in LINE_KEYS if key not in own)
