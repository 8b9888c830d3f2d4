"""A table in sentences, and the meaning of lines typed there.

It uses one seat's view; its driver, a keyboard at home or a friend's lines from elsewhere, adds the rest.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from typing import ClassVar, Final, Protocol

from cardtable.cards import HIDDEN, BadCard, Card, Cards, bits, cards_of, parse_card
from cardtable.engine.moves import BadMove, Event, Move, Seat
from cardtable.engine.rules import AnyRules, RuleBroken
from cardtable.engine.scene import NO_CARD, Choice, Pile, Scene
from cardtable.engine.text import Faces, Text, Who, capital, clean, listed, number, say, say_count
from cardtable.engine.verbs import made_by
from cardtable.games.drawn import is_told_again, own_draw
from cardtable.match.evening import Evening
from cardtable.match.view import View
from cardtable.plain.commands import COMMANDS, LAYING, SPOKEN
from cardtable.plain.heard import cards_called
from cardtable.words import Words

PLACE: Final = "{place}. {who}"
"""A result line that gives a player's place; these are combined into one."""
_LETTERS: Final = str.maketrans("♠♥♦♣ВДКТпчбтвдк", "shdcJQKAshdcJQK")


class ToldTable(Protocol):
    """What is needed of a table, at home or elsewhere."""

    @property
    def rules(self) -> AnyRules:
        """The rules of the game."""

    @property
    def names(self) -> Sequence[str]:
        """The players by seat."""

    def tell(self, event: Event) -> Text | None:
        """Returns the log line for an event."""

    def explain(self, seat: Seat, move: Move) -> RuleBroken | None:
        """Returns why this seat may not make this move."""

    def totals(self) -> list[tuple[Text, tuple[int, ...]]]:
        """Returns the match scores: a heading and every seat's number."""

    def sheet_notes(self) -> list[Text]:
        """Returns the notes below the score sheet."""

    def result_lines(self) -> list[Text]:
        """Returns the result of the deal. Only when it is over."""

    @property
    def match_over(self) -> bool:
        """Whether the match is over."""

    @property
    def evening(self) -> Evening | None:
        """The tally of the evening; None if no evening is running."""


class PlainVoice(ABC):
    """Everything the screen shows, in words."""

    FEW: ClassVar[int] = 3
    """Maximum known cards named after a player; more are counted, and named by `known`."""
    table: ToldTable

    def __init__(self, names: Sequence[str], words: Words, viewer: Seat) -> None:
        self.words = words
        self.viewer = viewer
        self._names = tuple(map(clean, names))
        self._watches = False
        """Whether the viewer has no hand."""
        self._said: list[str] = []
        """The lines said since the last input."""
        self._before: list[str] = []
        """The lines said before it, to be repeated on request."""

    # Output

    @abstractmethod
    def _send(self, line: str) -> None:
        """Sends a line to the player."""

    def _say(self, line: str) -> None:
        if self.words.spoken:  # Speech programs leave the sign out, or say it in English.
            line = line.replace("\N{MINUS SIGN}", self.words.say("minus "))
        self._said.append(line)
        self._send(line)

    def _heard_line(self) -> None:
        """Starts collecting anew after a line of input."""
        self._before, self._said = self._said, []

    def _cover_words(self) -> None:
        """Forgets what was said to another player, so that it is not repeated."""
        self._before, self._said = [], []

    def _text(self, text: Text) -> str:
        return self.words.text(text, self.table.names)

    def tell(self, text: Text) -> None:
        """Says a text."""
        line = self._text(text)
        # A card in words may come first; a name in lower case is meant to be that way.
        self._say(capital(line) if self.words.spoken and not line.startswith(self._names) else line)

    def _lines_of(self, events: Sequence[Event]) -> Iterator[Text | None]:
        """Yields the line for each event; None for those without.

        Players who draw cards are told which, once: on a screen the cards appear in their hand.
        """
        for nth, event in enumerate(events):
            own = own_draw(event, self.viewer)
            if own is not None and is_told_again(event, events[nth + 1 :]):
                own = None
            yield own or self.table.tell(event)

    def stand(self) -> None:
        """Describes the table as the viewer sees it."""
        scene = self._scene()
        self._say(", ".join([self._text(scene.title), *map(self._text, (*scene.facts, *scene.own))]) + ".")
        for chair in scene.chairs:
            if chair.seat == self.viewer and not self._watches:
                continue
            parts = [*chair.roles, *chair.marks]
            if chair.points is not None:
                parts.append(chair.points)
            cards = say_count("{count} card", "{count} cards", chair.cards)
            told = ", ".join(map(self._text, (cards, *parts, *self._presence(chair.seat))))
            known = list(bits(chair.known))
            counted = say_count("{count} known", "{count} known", len(known))
            if len(known) > self.FEW:
                told += f"; {self._text(counted)}"
            elif known:
                told += f"; {self._text(say('known'))}: {self._faces(known)}"
            self._say(f"{self._names[chair.seat]}: {told}.")
        for pile in scene.piles:
            if pile.layout != "fan":
                self._pile(pile, scene)
            elif pile.owner not in (None, self.viewer) and any(card != HIDDEN for card in pile.cards):
                self._say(f"{self._names[pile.owner]}: {self._faces(pile.cards)}.")
        self.hand(scene)

    def _presence(self, seat: Seat) -> Sequence[Text]:
        """Returns remarks on whether a player is present, if that is in question."""
        return ()

    def known(self) -> None:
        """Says what is known about the others' cards, and about piles with more than the top card visible."""
        scene = self._scene()
        told = len(self._said)
        for chair in scene.chairs:
            if chair.known and (chair.seat != self.viewer or self._watches):
                self._say(f"{self._names[chair.seat]}: {self._faces(list(bits(chair.known)))}.")
        for pile in scene.piles:
            if pile.layout == "stack" and len(_seen(pile)) > 1:
                self._row(pile, _seen(pile))
        if len(self._said) == told:
            self.tell(say("You know nothing of the others' cards."))

    @abstractmethod
    def _view(self) -> View:
        """Returns the viewer's current view."""

    def _scene(self) -> Scene:
        """Returns the table as the viewer sees it."""
        return self._view().scene

    def _faces(self, cards: Sequence[Card]) -> str:
        return self.words.cards(cards)

    def _pile(self, pile: Pile, scene: Scene) -> None:
        label = self._text(pile.label) if pile.label is not None else ""
        if pile.layout == "pairs":
            for attack, cover in zip(pile.cards[::2], pile.cards[1::2], strict=True):
                if cover == NO_CARD:
                    self.tell(say("{card} is open.", card=Faces((attack,))))
                else:
                    self.tell(say("{card} is covered by {cover}.", card=Faces((attack,)), cover=Faces((cover,))))
            return
        if pile.by and (pile.layout == "trick" or pile.key in ("trick", "last")):
            laid = zip(pile.by, pile.cards, strict=True)
            told = ", ".join(f"{self._names[seat]} {self._faces((card,))}" for seat, card in laid)
            self._say(f"{capital(label)}: {told}." if label else f"{told}.")
            self._winning(pile, scene)
        elif pile.size:
            # Of cards on top of each other, only the top one is named; `known` gives the rest.
            self._row(pile, _seen(pile)[-1:] if pile.layout == "stack" else _seen(pile))

    def _row(self, pile: Pile, seen: Sequence[Card]) -> None:
        """Says a pile and these cards of it; adds its size unless all are named."""
        label = self._text(pile.label) if pile.label is not None else ""
        size = "" if str(pile.size) in label or len(seen) == pile.size else f" {pile.size}"
        self._say(capital(f"{label}{size}") + (f": {self._faces(seen)}." if seen else "."))

    def _winning(self, pile: Pile, scene: Scene) -> None:
        """Says who is winning the current trick, unless the prompt does."""
        if pile.key != "trick" or pile.winning is None or len(pile.cards) < 2:
            return
        card = Faces((pile.winning,))
        if card not in scene.prompt.facts.values():
            who = Who(pile.by[pile.cards.index(pile.winning)])
            self.tell(say("{who} wins so far with {card}.", who=who, card=card))

    def hand(self, scene: Scene | None = None) -> None:
        """Says the viewer's cards."""
        if self._watches:
            return
        scene = scene or self._scene()
        cards = next((p.cards for p in scene.piles if p.layout == "fan" and p.owner == self.viewer), ())
        if not cards:
            self.tell(say("You hold no cards."))
        elif self.words.spoken:
            self.tell(say("Your hand, {count}: {cards}.", count=len(cards), cards=self.words.by_suits(cards)))
        else:
            self._say(f"{self._text(say('Your hand'))}: {self._faces(cards)}.")

    def legal(self) -> None:
        """Says everything the viewer may do, numbered."""
        for nth, choice in enumerate(self._choices(), 1):
            worth = f": {self._text(choice.worth)}" if choice.worth is not None else ""
            typed = "" if self.words.spoken else f" ({self.table.rules.move_text(choice.move)})"
            self._say(f"{nth}. {self._text(choice.label)}{worth}{typed}")

    def score(self) -> None:
        """Says the state of the match."""
        for title, counts in self.table.totals():
            self._count(title, counts)
        for note in self.table.sheet_notes():
            self.tell(note)
        self._tell_evening()

    def _count(self, title: Text, counts: Sequence[int]) -> None:
        row = ", ".join(f"{name} {number(count)}" for name, count in zip(self._names, counts, strict=True))
        self._say(f"{self._text(title)}: {row}.")

    def _tell_evening(self) -> None:
        evening = self.table.evening
        standing = None if evening is None else evening.told(self._names, None if self._watches else self.viewer)
        if standing is not None:
            self.tell(say("In the evening – {standing}.", standing=standing))

    def _tell_result(self, told: Sequence[Text]) -> None:
        """Says the result of the deal, except lines already `told`, and the state of the match.

        Of the score it adds only what is new: no count just mentioned, none that is zero for everybody, and no rules;
        `score` has everything.
        """
        lines = [line for line in self.table.result_lines() if line not in told]
        places = [line for line in lines if line.source == PLACE]
        for line in lines:
            if line not in places:
                self.tell(line)
            elif line == places[0]:
                self.tell(say("Places: {places}.", places=listed(places)))
        heard = [self._text(line) for line in self.table.result_lines()]
        for title, counts in self.table.totals():
            if any(counts) and not self._is_told(counts, heard):
                self._count(title, counts)
        self._tell_evening()
        # If every deal is a match, players going on do not think of the next one as another match.
        plays_on = self.table.evening is not None and self.table.evening.one_deal
        if self.table.match_over and not plays_on:
            self.tell(say("The match is over."))

    def _is_told(self, counts: Sequence[int], lines: Sequence[str]) -> bool:
        """Returns whether each player's count is next to their name in one of these lines."""
        return all(
            any(name in line and re.search(rf"(?<![\w−]){re.escape(number(count))}(?!\w)", line) for line in lines)
            for name, count in zip(self._names, counts, strict=True)
        )

    def _choices(self) -> tuple[Choice, ...]:
        return self._scene().choices

    # Input

    def tell_how_to_type(self) -> None:
        """Explains what a newcomer has to know."""
        if self.words.spoken:
            self.tell(
                say("Type a card (ten of spades, 10s), or a move by its number in `legal`; `help` lists the commands.")
            )
        else:
            self.tell(say("Type a card (Ts, 10s, 10♠), or a move by its number in `legal`; `help` lists the commands."))

    def _obey(self, typed: str) -> bool:
        """Runs a command; returns False if the line is not one."""
        word, _, rest = typed.partition(" ")
        name = next((name for name, (own, _) in COMMANDS.items() if word.lower() in (name, own)), "")
        if name not in self.table.rules.verbs and name:
            self._do(name, rest)
            return True
        return False

    def _takes(self, name: str) -> bool:
        """Returns whether this command works at this table."""
        return name not in self.table.rules.verbs

    def _do(self, name: str, rest: str) -> None:
        """Runs a command that is the same everywhere."""
        match name:
            case "help":
                for command, (own, what) in COMMANDS.items():
                    if self._takes(command):
                        self._say(f"{command}, {own}: {self.words.say(what)}")
                if self.words.spoken:
                    self.tell(say("A move is typed by its number in `legal`, or by its cards: ten of spades, 10s."))
                else:
                    self.tell(say("A move is typed by its number in `legal`, by its cards (Ts, 10s, 10♠), or in full."))
            case "repeat":
                for line in self._before:
                    self._send(line)
            case "hand":
                self.hand()
            case "known":
                self.known()
            case "words":
                self.words.spoken = not self.words.spoken
                self.hand()
            case "legal":
                self.legal()
            case "why":
                self._why(rest)
            case "score":
                self.score()
            case "log":
                view = self._view()
                for told in self._lines_of(view.events[view.told_from :]):
                    if told is not None:
                        self.tell(told)

    def _why(self, rest: str) -> None:
        moves = list(self._meant(rest))
        if not moves:
            self.tell(say("Name a card or a move, such as: why Ts"))
            return
        broken = self.table.explain(self.viewer, moves[0])
        if broken is None:
            self.tell(say("That is allowed."))
        else:
            self._say(f"{self._text(broken.text)}{broken.reference}")

    def _move(self, typed: str) -> Move | None:
        """Returns the move a line means; None, after saying why, if it means none."""
        choices = self._choices()
        if typed.isdecimal():
            nth = int(typed) if len(typed) < 10 else 0  # Python refuses to parse numbers of thousands of digits.
            if 0 < nth <= len(choices):
                return choices[nth - 1].move
            there_are = say_count(
                "There is {count} move; `legal` lists it.", "There are {count} moves; `legal` lists them.", len(choices)
            )
            self.tell(there_are)
            return None
        moves = list(self._meant(typed))
        legal = [choice for choice in choices if choice.move in moves]
        if len(legal) > 1:
            self.tell(say("That can mean:"))
            for choice in legal:
                number = choices.index(choice) + 1
                self._say(f"{number}. {self._text(choice.label)}")
            return None
        if legal:
            return legal[0].move
        if moves:
            return moves[0]
        self.tell(say("{typed}: no card, move or command; `help` lists the commands.", typed=typed[:40]))
        return None

    def _meant(self, typed: str) -> Iterator[Move]:
        """Yields the moves a line may mean, legal ones first."""
        word, _, rest = typed.partition(" ")
        if word.lower() in LAYING and rest:
            typed = rest
        elif (gesture := SPOKEN.get(word.lower())) is not None and word.lower() not in self.table.rules.verbs:
            verbs, laid = made_by(self.table.rules.verbs, gesture), _cards(rest) if rest else None
            choices = [choice for choice in self._choices() if choice.move.verb in verbs]
            yield from [choice.move for choice in choices if laid is None or choice.cards == laid]
            yield from [Move(verb, laid or 0) for verb in verbs[:1]]
            return
        cards = _cards(typed)
        if cards is not None:
            fitting = [choice for choice in self._choices() if choice.cards == cards]
            # A quiet move must be named if the cards can mean anything else.
            found = [choice.move for choice in fitting if not choice.quiet] or [choice.move for choice in fitting]
            scene = self._scene()
            target = scene.targets[0] if scene.targets else 0
            yield from found or [Move(scene.verb, cards, target)]
            return
        verb, _, rest = typed.partition(" ")
        named = [choice.move for choice in self._choices() if choice.move.verb == verb.lower()]
        laid = _cards(rest) if rest else 0
        if laid is not None:
            exact = [move for move in named if move.cards == laid]
            yield from exact or (named if not rest else [])
            if exact or (named and not rest):
                return
        try:
            yield self.table.rules.parse_move(f"{verb.lower()} {rest}".strip())
        except (BadMove, BadCard):
            return


def _seen(pile: Pile) -> list[Card]:
    """Returns the visible cards of a pile, the top one last."""
    return [card for card in pile.cards if card not in (HIDDEN, NO_CARD)]


def _cards(typed: str) -> Cards | None:
    """Parses a line of cards such as `Ts`, `10♠ В♥`, `ten of spades`; returns None if it contains anything else."""
    cards = list(cards_called(typed))
    if cards:
        return cards_of(cards) if len(set(cards)) == len(cards) else None
    for word in typed.split():
        plain = re.sub("^10", "T", word)
        try:
            cards.append(parse_card(plain.translate(_LETTERS)))
        except BadCard:
            try:
                cards.append(parse_card(plain[:1].upper() + plain[1:].lower()))
            except BadCard:
                return None
    return cards_of(cards) if cards and len(set(cards)) == len(cards) else None
