"""What stands beside and upon the table, in every preset: laws of the picture that a seat is given, on random play."""

from __future__ import annotations

from itertools import islice
from random import Random

import pytest

from cardtable.engine.scene import Scene
from cardtable.engine.state import guess, observe
from cardtable.engine.text import Text
from cardtable.games import FAMILIES
from cardtable.words import Words
from tests.test_battery import Game, presets, rules_of, walk

NAMES = ("Varvara", "Timofey", "Galinka", "Roberta", "Stepana", "Zinaida") * 2
"""Names as long as a bot's may be."""
WORDS = (Words("en"), Words("ru"))
BADGE_LINES, BADGE_WIDTH = 3, 20
LINE_WIDTH, LONGEST_SECTION = 26, 14

GAMES = [game for name in FAMILIES for game in presets(name)]
every_preset = pytest.mark.parametrize("game", [pytest.param(game, id=f"{game.family}-{game.name}") for game in GAMES])


def scenes(game: Game, seed: int, every: int) -> list[tuple[Scene, Scene]]:
    """What every seat sees at every so-manieth moment of a deal, once as it is and once with other hidden cards."""
    rules, rng = rules_of(game), Random(game.name)
    found = []
    for nth, state in enumerate(islice(walk(game, seed), len(game.name) % every, 250, every)):
        for seat in {nth % game.seats, max(state.to_act[0], 0) if state.to_act else 0}:
            seen = observe(state, seat)
            other = observe(guess(rules.all_cards, seen, rng), seat)
            found.append((rules.scene(seen), rules.scene(other)))
    return found


def width(words: Words, cells: tuple[Text, ...]) -> int:
    """Cells that a line takes, one between its cells."""
    return len(" ".join(words.text(cell, NAMES) for cell in cells))


@every_preset
def test_what_a_seat_sees_hangs_on_no_hidden_card_and_holds_together(game: Game) -> None:
    for scene, other in scenes(game, 40, 7):
        assert scene == other, "another deal of the hidden cards looks different"
        seats = [chair.seat for chair in scene.chairs]
        for pile in scene.piles:
            assert pile.winning is None or pile.winning in pile.cards
            assert len(pile.by) in (0, len(pile.cards))
            assert set(pile.by) <= set(seats)
            # Of a trick everybody can tell who laid what, but where all of a card's holders are out by then.
            assert pile.key != "trick" or not pile.cards or (pile.by and pile.winning is not None)
        sides = {chair.side for chair in scene.chairs}
        assert sides == {None} or (scene.chairs[0].side == 0 and sides == set(range(len(sides))))
        assert all(seat in seats and target in seats and seat != target for seat, target in scene.arrows)
        assert scene.goal is None or all(chair.score is not None for chair in scene.chairs)


@every_preset
def test_badge_and_sections_fit_their_room_in_both_languages(game: Game) -> None:
    for scene, _ in scenes(game, 41, 19):
        assert len(scene.badge) <= BADGE_LINES
        for section in scene.sections:
            assert 0 < len(section.lines) <= LONGEST_SECTION
            assert 1 <= section.priority <= 4
        for words in WORDS:
            told = [words.text(line, NAMES) for line in scene.badge]
            assert not [line for line in told if not 0 < len(line) <= BADGE_WIDTH]
            for section in scene.sections:
                title = words.text(section.title, NAMES)
                assert len(title) <= LINE_WIDTH, title
                for line in section.lines:
                    assert width(words, line) <= LINE_WIDTH, (title, [words.text(cell, NAMES) for cell in line])
        for choice in scene.choices:
            assert choice.worth is None or width(WORDS[0], (choice.worth,)) <= BADGE_WIDTH
