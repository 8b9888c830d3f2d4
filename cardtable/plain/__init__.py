"""The table in sentences: everything that the screen shows is said, cards and commands are typed.

For screen readers, pipes and terminals that cannot move their cursor. Nothing is ever drawn over.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import redirect_stdout
from typing import ClassVar, Final

from cardtable.bots.ratings import AUTO, hint_style
from cardtable.cards import HIDDEN, BadCard, Card, Cards, bits, cards_of, parse_card
from cardtable.engine.moves import BadMove, Move, Seat
from cardtable.engine.rules import RuleBroken
from cardtable.engine.scene import NO_CARD, Choice, Pile, Scene
from cardtable.engine.text import Faces, Text, Who, capital, clean, number, say, say_count
from cardtable.match.keyboard import Keyboard
from cardtable.match.table import Table
from cardtable.plain.commands import COMMANDS, END
from cardtable.words import Words

_LETTERS: Final = str.maketrans("♠♥♦♣ВДКТпчбтвдк", "shdcJQKAshdcJQK")


class Left(Exception):
    """The player has left, or there is no more input."""


class PlainTable:
    """One match, played line by line; `cover` takes out of sight what was said to another person."""

    KEYBOARD: ClassVar[type[Keyboard]] = Keyboard

    def __init__(
        self,
        table: Table,
        words: Words,
        read_line: Callable[[], str],
        say_line: Callable[[str], None],
        rules: str,
        cover: Callable[[], None],
        adviser: str = AUTO,
    ) -> None:
        self.table = table
        self.words = words
        self._names = tuple(map(clean, table.names))
        self._read_line = read_line
        self._say = say_line
        self._rules = rules
        self._cover = cover
        self._adviser = hint_style(adviser, table.header.family)
        self.keyboard = self.KEYBOARD(table)
        people = sorted(table.people)
        self.viewer: Seat = people[0]
        self.forced = "asked"
        """Which moves are made without a question for somebody who can do nothing else, as the settings have it."""
        self._told = 0
        self._read: dict[Seat, int] = {}
        self._alone = len(people) == 1
        self._seated = self._alone
        """Whether the viewer has said that nobody else looks."""

    # What is said

    def _text(self, text: Text) -> str:
        return self.words.text(text, self.table.names)

    def tell(self, text: Text) -> None:
        """Says a sentence."""
        self._say(self._text(text))

    def _news(self) -> list[Text]:
        """Tells what has happened since the viewer last looked, and gives it."""
        lines = [self.table.tell(event) for event in self.table.events(self.viewer, self._told)]
        told = [line for line in lines if line is not None]
        for line in told:
            self.tell(line)
        self._told = len(self.table.events(self.viewer))
        self._read[self.viewer] = self._told
        return told

    def stand(self) -> None:
        """How the table stands, as the viewer sees it."""
        scene = self._scene()
        self._say(", ".join([self._text(scene.title), *map(self._text, (*scene.facts, *scene.own))]) + ".")
        for chair in scene.chairs:
            if chair.seat == self.viewer:
                continue
            parts = [*chair.roles, *chair.marks]
            if chair.points is not None:
                parts.append(chair.points)
            cards = say_count("{count} card", "{count} cards", chair.cards)
            told = ", ".join(map(self._text, (cards, *parts)))
            known = f"; {self._text(say('known'))}: {self._faces(bits(chair.known))}" if chair.known else ""
            self._say(f"{self._names[chair.seat]}: {told}{known}.")
        for pile in scene.piles:
            if pile.layout != "fan":
                self._pile(pile, scene)
            elif pile.owner not in (None, self.viewer) and any(card != HIDDEN for card in pile.cards):
                self._say(f"{self._names[pile.owner]}: {self._faces(pile.cards)}.")
        self.hand(scene)

    def _scene(self) -> Scene:
        """The table as the viewer sees it."""
        return self.keyboard.view(self.viewer).scene

    def _faces(self, cards: Sequence[Card]) -> str:
        return " ".join(self.words.card(card) for card in cards)

    def _pile(self, pile: Pile, scene: Scene) -> None:
        label = self._text(pile.label) if pile.label is not None else ""
        if pile.layout == "pairs":
            for attack, cover in zip(pile.cards[::2], pile.cards[1::2], strict=True):
                if cover == NO_CARD:
                    self.tell(say("{card} is open.", card=Faces((attack,))))
                else:
                    self.tell(say("{card} is covered by {cover}.", card=Faces((attack,)), cover=Faces((cover,))))
            return
        seen = [card for card in pile.cards if card not in (HIDDEN, NO_CARD)]
        if pile.by and (pile.layout == "trick" or pile.key in ("trick", "last")):
            laid = zip(pile.by, pile.cards, strict=True)
            told = ", ".join(f"{self._names[seat]} {self.words.card(card)}" for seat, card in laid)
            self._say(f"{label}: {told}." if label else f"{told}.")
            self._winning(pile, scene)
        elif pile.size:
            size = "" if str(pile.size) in label else f" {pile.size}"
            self._say(f"{label}{size}" + (f": {self._faces(seen)}." if seen else "."))

    def _winning(self, pile: Pile, scene: Scene) -> None:
        """Who takes the trick that goes on, unless the prompt says so."""
        if pile.key != "trick" or pile.winning is None or len(pile.cards) < 2:
            return
        card = Faces((pile.winning,))
        if card not in scene.prompt.facts.values():
            who = Who(pile.by[pile.cards.index(pile.winning)])
            self.tell(say("{who} wins so far with {card}.", who=who, card=card))

    def hand(self, scene: Scene | None = None) -> None:
        """The viewer's cards."""
        scene = scene or self._scene()
        cards = next((p.cards for p in scene.piles if p.layout == "fan" and p.owner == self.viewer), ())
        self._say(f"{self._text(say('Your hand'))}: {self._faces(cards) or '-'}.")

    def legal(self) -> None:
        """Everything the viewer may do, numbered."""
        for nth, choice in enumerate(self._choices(), 1):
            worth = f": {self._text(choice.worth)}" if choice.worth is not None else ""
            self._say(f"{nth}. {self._text(choice.label)}{worth} ({self.table.rules.move_text(choice.move)})")

    def score(self) -> None:
        """Where the match stands."""
        for title, counts in self.table.totals():
            row = ", ".join(f"{name} {number(count)}" for name, count in zip(self._names, counts, strict=True))
            self._say(f"{self._text(title)}: {row}.")
        for note in self.table.sheet_notes():
            self.tell(note)

    def _choices(self) -> tuple[Choice, ...]:
        return self._scene().choices

    # Playing

    def play(self) -> None:
        """Plays the match to its end. Raises Left, and OSError when a move cannot be kept."""
        self._begin()
        while True:
            self._play_deal()
            told = self._news()
            for line in self.table.result_lines():
                if line not in told:
                    self.tell(line)
            self.score()
            if self.table.match_over:
                self.tell(say("The match is over."))
            if self.table.is_closed:
                return
            if self._gets_up():
                return
            self.table.next_deal()
            self._told = 0
            self._read.clear()
            self._seated = self._alone

    def _gets_up(self) -> bool:
        """Waits until somebody asks for the next deal; in an evening they may get up instead, and have then."""
        evening = self.table.evening
        if evening is None:
            self.tell(say("Press Enter for the next deal."))
            self._line()
            return False
        me = self.viewer if self._alone else None
        standing = evening.told(self.table.names, me)
        if standing is not None:
            self._say(f"{capital(self._text(standing))}.")
        self.tell(say("Press Enter for the next deal, or type `end`."))
        if self._line().lower() not in END:
            return False
        self.table.rise(self.viewer)
        self.tell(say("{headline}: {length}.", headline=evening.headline, length=evening.length))
        return True

    def _begin(self) -> None:
        self.tell(say("Type a card (Ts, 10s, 10♠), or a move by its number in `legal`; `help` lists the commands."))

    def _play_deal(self) -> None:
        if not self._told:
            self._say(capital(self._text(self.table.deal_name)) + ".")
        self._play_on()

    @property
    def _goes_on(self) -> bool:
        """Whether somebody has something to do."""
        return bool(self.table.to_act)

    def _play_on(self) -> None:
        """Until nobody has anything to do."""
        stood = False
        while self._goes_on:
            step = self.keyboard.next()
            match step.kind:
                case "aside":
                    self._lay_down(step.seat)
                    stood = False
                case "kept":
                    self.keyboard.make_kept(step)
                case "bot":
                    if not (self._alone and self.viewer in self.table.to_act and self._speaks()):
                        with redirect_stdout(sys.stderr):  # What a bot prints is none of the table's lines.
                            move = self.table.bot_move(step.seat)
                        self.table.submit(step.seat, move)
                case "person" if (passed := self.table.plain_pass(step.seat)) is not None:
                    self.table.submit(step.seat, passed)
                case "person" if self.table.is_spared(step.seat, self.forced):
                    self.table.submit_only(step.seat)
                case "person":
                    if step.seat != self.viewer or not self._seated:
                        self._hand_over(step.seat)
                        stood = False
                    self._news()
                    if not stood:
                        self.stand()
                        stood = True
                    self._decide()

    def _speaks(self) -> bool:
        """Lets the viewer do something out of turn; whether they have."""
        self._news()
        scene = self._scene()
        self.tell(scene.prompt)
        self.legal()
        self.tell(say("Type one of these, or press Enter to wait."))
        while typed := self._line():
            if self._acts(typed):
                return True
        return False

    def _acts(self, typed: str) -> bool:
        """Does what a line says; whether it was a move that was made."""
        if self._obey(typed):
            return False
        move = self._move(typed)
        if move is None:
            return False
        if self.keyboard.looker is not None:
            offered = any(choice.move == move for choice in self._choices())
            if offered:
                self.keyboard.say_aside(self.viewer, move)
            return offered
        try:
            self.table.submit(self.viewer, move)
        except RuleBroken as broken:
            verb = self.table.rules.verbs.get(move.verb)
            if verb is not None and verb.early:
                self.keyboard.listen()
            # Where cards mean no move at all, the table knows what is due.
            told = self.table.explain(self.viewer, move) or broken
            self._say(f"{self._text(told.text)}{told.reference}")
            return False
        return True

    def _hand_over(self, seat: Seat) -> None:
        """Another person plays: nothing of anybody's cards is said before they say that they are here."""
        self._cover()
        self.tell(say("{who} plays now. Press Enter when nobody else looks.", who=Who(seat)))
        self._line()
        self._sit_down(seat)

    def _sit_down(self, seat: Seat) -> None:
        self.viewer, self._seated = seat, True
        self._told = self._read.get(seat, 0)

    def _lay_down(self, seat: Seat) -> None:
        """The keyboard lies on the table until whose turn it is goes on; the others may look at their cards before."""
        names = {self._names[other].casefold(): other for other in self.table.people - {seat}}
        self._seated = False
        while True:
            self._cover()
            if seat in self.table.people:
                self.tell(say("{who} plays now. Press Enter when nobody else looks.", who=Who(seat)))
            else:
                self.tell(say("{who} plays now. Press Enter to go on.", who=Who(seat)))
            self.tell(say("Or type the name of somebody who looks at their cards first."))
            typed = self._line().casefold()
            if not typed:
                break
            if typed in names:
                self._look_aside(names[typed])
        self.keyboard.take()
        if seat in self.table.people:
            self._sit_down(seat)

    def _look_aside(self, seat: Seat) -> None:
        """A player looks at their cards first, and answers if asked."""
        self._cover()
        self.tell(say("{who} looks at their cards. Press Enter when nobody else looks.", who=Who(seat)))
        self._line()
        self._sit_down(seat)
        self.keyboard.look(seat)
        self._news()
        self.stand()
        self.tell(self._scene().prompt)
        if not self._choices():
            self._line()
        while self._choices():
            self.legal()
            self.tell(say("Type one of these, or press Enter to say nothing."))
            typed = self._line()
            if not typed:
                break
            self._acts(typed)
        self.keyboard.give_back()

    def _decide(self) -> None:
        """Asks until the viewer has made a move."""
        self._ask()
        while self._is_asked:
            typed = self._line()
            if not typed:
                self._ask()
            elif self._acts(typed):
                return

    def _ask(self) -> None:
        """Says what the viewer is asked for."""
        self.tell(self._scene().prompt)

    @property
    def _is_asked(self) -> bool:
        return self.table.to_act[:1] == (self.viewer,)

    def _line(self) -> str:
        """The next line typed. Raises Left at the end of the input and for `quit`."""
        line = self._read_line()
        if not line or line.strip().lower() in ("quit", "exit", COMMANDS["quit"][0]):
            raise Left
        return " ".join(line.split())

    def _obey(self, typed: str) -> bool:
        """Does what a command says; False when the line is none."""
        word, _, rest = typed.partition(" ")
        name = next((name for name, (own, _) in COMMANDS.items() if word.lower() in (name, own)), "")
        if name not in self.table.rules.verbs and name:
            self._do(name, rest)
            return True
        return False

    def _do(self, name: str, rest: str) -> None:
        match name:
            case "help":
                for command, (own, what) in COMMANDS.items():
                    self._say(f"{command}, {own}: {self.words.say(what)}")
                self.tell(say("A move is typed by its number in `legal`, by its cards (Ts, 10s, 10♠), or in full."))
            case "table":
                self.stand()
                self._ask()
            case "hand":
                self.hand()
            case "legal":
                self.legal()
            case "why":
                self._why(rest)
            case "hint" | "undo" if self.table.unaided:
                self.tell(say("The day's deal is compared with others': no hints, open hands or take-backs."))
            case "hint":
                self._hint()
            case "undo":
                self._undo()
            case "score":
                self.score()
            case "log":
                for event in self.table.events(self.viewer, self.keyboard.view(self.viewer).told_from):
                    line = self.table.tell(event)
                    if line is not None:
                        self.tell(line)
            case "rules":
                self._say(self._rules)

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

    def _hint(self) -> None:
        if self.keyboard.looker is not None:
            self.tell(self._scene().prompt)
            return
        with redirect_stdout(sys.stderr):
            hint = self.table.hint(self.viewer, self._adviser)
        if any(choice.move == hint.move for choice in self._choices()):
            self.tell(hint.lines()[0])
            for more in (*hint.why[1:], hint.styles):
                if more is not None:
                    self.tell(more)

    def _undo(self) -> None:
        if not self.table.to_take_back(self.viewer):
            self.tell(say("There is nothing to take back."))
            return
        self.table.take_back(self.viewer)
        self._told = len(self.table.events(self.viewer))
        self.tell(say("Taken back."))
        self.stand()
        self.tell(self._scene().prompt)

    # What is typed

    def _move(self, typed: str) -> Move | None:
        """The move that a line means; None after saying why it means none."""
        choices = self._choices()
        if typed.isdecimal():
            nth = int(typed) if len(typed) < 10 else 0  # Python reads no number of thousands of digits.
            if 0 < nth <= len(choices):
                return choices[nth - 1].move
            self.tell(say("There are {count} moves; `legal` lists them.", count=len(choices)))
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
        """The moves that a line may mean, legal ones first."""
        cards = _cards(typed)
        if cards is not None:
            fitting = [choice for choice in self._choices() if choice.cards == cards]
            # What is quiet is done only when it is named, where the cards can mean anything else.
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


def _cards(typed: str) -> Cards | None:
    """The cards of a line such as `Ts`, `10♠ В♥`; None when it holds anything else."""
    cards = []
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
