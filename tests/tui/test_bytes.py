"""An evening at one keyboard on a pseudo-terminal: all output is searched for other people's cards.

What a player may see is computed from the record alone, without `observe`: the cards that they have held, those played
to the table, the trump card, and the lowest trump, which its owner shows to attack first. So this finds faults in the
game's own displays too.
"""

from __future__ import annotations

import re
import sys
from functools import partial
from pathlib import Path

import pytest

from cardtable.cards import Card, bits, pack, suit_of
from cardtable.engine.moves import Seat
from cardtable.match.record import Record, read_record
from cardtable.words import Words
from tests.tui.pty_player import Player, cardtable, told

pytestmark = pytest.mark.posix

NAMES = ("Mila", "Vera", "Anna")
PASS_ON = "Pass the keyboard"
MOVES = 18
"""The length of the evening: some bouts, so that all have attacked, covered, taken and drawn."""
WORDS = Words("en")
FACES = {WORDS.card(card): card for card in pack(36)}
_FACE = re.compile(r"(?<![0-9])(10|[6-9JQKA]) {0,3}([♠♥♦♣])")


def faces_in(text: str) -> set[Card]:
    """The cards readable in a text, even where rank and suit are apart."""
    return {FACES[rank + sign] for rank, sign in _FACE.findall(text)}


def seen_by_now(record: Record) -> tuple[set[Card], list[set[Card]], tuple[Seat, ...]]:
    """The cards open in this deal, for each seat every card ever in its hand, and the seat to act."""
    match = record.match()
    shown: set[Card] = set()
    held: list[set[Card]] = []
    for step in record.replay(match):
        state = match.state
        if step.kind == "deal":
            trumps = [card for card in pack(36) if suit_of(card) == suit_of(state.stock[-1])]
            # A player at the table reads beside it which trumps are still out, but not who holds them:
            # `test_two_worlds.py` shows that this follows from what they know alone.
            shown, held = set(state.stock[-1:]), [set(trumps) for _ in NAMES]
            if match.deals == 1:
                # The holder of the lowest trump shows it and attacks first.
                shown.add(next(card for card in trumps if any(place >> card & 1 for place in state.places[:3])))
        if step.move is not None:
            shown |= set(bits(step.move.cards))
        for seat in range(len(NAMES)):
            held[seat] |= set(bits(state.places[seat]))
    return shown, held, match.state.to_act


class Leak(AssertionError):
    """Raised when cards were sent that the person at the keyboard may not see."""


def shows(handing: bool, text: str) -> bool:
    """Whether the screen is the one between two people, or is not."""
    return (PASS_ON in text) == handing


class Evening:
    """People at one keyboard, and the record of what they do, read alongside."""

    def __init__(self, player: Player, records: Path, most: int = MOVES) -> None:
        self.player = player
        self.most = most
        self.records = records
        self.moves = 0
        self.handed_over = 0

    @property
    def record(self) -> Path:
        """The path of the match's record."""
        return next(self.records.glob("*.jsonl"))

    def search(self, sent: str, allowed: set[Card], who: str) -> None:
        """Raises Leak for a card that is not allowed, in the output or on the current screen."""
        found = faces_in(told(sent)).union(*map(faces_in, (*self.player.looks, self.player.cells.text))) - allowed
        self.player.looks.clear()
        if found:
            cards = " ".join(map(WORDS.card, sorted(found)))
            raise Leak(f"{who} was sent {cards} after {self.moves} moves:\n{self.player.cells.text}")

    def play(self) -> None:
        """Begins, sits down and decides, person after person, and searches everything on the way."""
        sent = self.player.listen(lambda text: PASS_ON in text)
        shown, held, acting = seen_by_now(read_record(self.record))
        self.search(sent, shown, "nobody")
        while self.moves < self.most:
            person = acting[0]
            # A key without effect comes first: Enter alone does not count at once.
            self.player.press("0\r")
            sent = self.player.listen(lambda text: PASS_ON not in text and "►" in text)
            self.search(sent, shown | held[person], NAMES[person])
            while acting[:1] == (person,) and self.moves < self.most:
                sent = self.decide()
                shown, held, acting = seen_by_now(read_record(self.record))
                if not acting:
                    return
                handing = acting[0] != person
                sent += self.player.listen(partial(shows, handing))
                before, _, after = sent.partition(PASS_ON)
                self.search(before, shown | held[person], NAMES[person])
                if handing:
                    self.handed_over += 1
                    self.search(after, shown, f"nobody, before {NAMES[acting[0]]}")

    def decide(self) -> str:
        """Makes one decision: a card where one can be played, alternating with the keys that play none."""
        keys = ("11", "d", "t")[self.moves % 5 // 3 :]
        size = self.record.stat().st_size
        sent = ""
        for key in (*keys, "11"):
            for sign in key:
                self.player.press(sign)
                sent += self.player.listen(lambda text: True, quiet=0.1)
            if self.record.stat().st_size > size:
                self.moves += 1
                return sent
        raise AssertionError(f"no key does anything:\n{self.player.cells.text}")


def evening(home: Path, command: list[str], most: int = MOVES) -> Evening:
    """A whole evening of three people."""
    arguments = [f"--seat={name}" for name in NAMES]
    environ = {"CARDTABLE_HOME": str(home), "TERM": "xterm-256color", "LANG": "C.UTF-8", "LC_ALL": "C.UTF-8"}
    player = Player([*command, "play", "throw_in", *arguments, "--seed=5"], environ)
    found = Evening(player, home / "data" / "records", most)
    try:
        found.play()
    finally:
        player.leave()
    return found


@pytest.mark.parametrize("most", [MOVES // 3, pytest.param(MOVES, marks=pytest.mark.slow)])
def test_no_byte_tells_of_a_hand_before_its_owner_sits_down(tmp_path: Path, most: int) -> None:
    played = evening(tmp_path, cardtable(), most)
    assert played.moves == most
    assert played.handed_over > most // 3


PLANTS = {
    "the backs on the screen between two people are faces": """
from cardtable.tui.draw.painter import BIG
from cardtable.tui.boxes.handover import Notice
paint = Notice.paint
def open_faces(self, sheet):
    paint(self, sheet)
    app = self.app
    hand = next(pile.cards for pile in app.table.scene(app.screen.coming.seat).piles if pile.key == "hand")
    for nth, card in enumerate(hand):
        self.painter.card(sheet, 3 * nth, sheet.height - 5, card, BIG)
Notice.paint = open_faces
""",
    "the next hand is painted for a moment before the keyboard changes hands": """
from cardtable.tui.table.match_flow import MatchFlow
hand_over = MatchFlow.hand_over
def flash(self, seat):
    self.sit_down(seat)
    self.screen.set_timer(2, lambda: hand_over(self, seat))
MatchFlow.hand_over = flash
""",
    "the title of the window names the next hand": """
from cardtable.tui.table.match_flow import MatchFlow
hand_over = MatchFlow.hand_over
def entitle(self, seat):
    hand_over(self, seat)
    hand = next(pile.cards for pile in self.table.scene(seat).piles if pile.key == "hand")
    self.screen.app._driver.write("\\x1b]0;" + " ".join(map(self.picture.words.card, hand)) + "\\x07")
MatchFlow.hand_over = entitle
""",
}
"""Faults that would give a hand away."""


@pytest.mark.parametrize("plant", PLANTS.values(), ids=PLANTS)
@pytest.mark.every(3)
def test_the_search_finds_a_planted_leak(plant: str, tmp_path: Path) -> None:
    program = f"{plant}\nfrom cardtable.__main__ import main\nmain()"
    with pytest.raises(Leak):
        evening(tmp_path, [sys.executable, "-c", program])


def test_cards_are_found_in_every_size_and_colour() -> None:
    row = "│\x1b[1;38;2;9;9;9m10  \x1b[0m\x1b[31m♥\x1b[0m│\x1b[5;9H│K♠ │ 6♦"
    assert {WORDS.card(card) for card in faces_in(told(row))} == {"10♥", "K♠", "6♦"}
    assert not faces_in(told("stock 16\x1b[2;2H♠ · trumps ♠ · 6 of 6 · A ♠♠"[:-4]))
