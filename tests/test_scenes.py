"""What is shown on and beside the table: laws of the scene that a seat is given, in random play.

They are tested in every preset and in mixtures of options.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from random import Random

import pytest

from cardtable.cards import SUIT_CARDS, Card, bits, cards_of, suit_of
from cardtable.engine.moves import Event, Seat
from cardtable.engine.scene import Scene
from cardtable.engine.state import Observation, guess, observe
from cardtable.engine.text import Faces, Suit, Text, Who
from cardtable.games import FAMILIES
from cardtable.games.kozel.rules import KozelRules
from cardtable.games.kozel.state import KozelState
from cardtable.words import Words
from tests.test_battery import Game, begin, for_every, mixtures, play, presets, rules_of, walk
from tests.tui.tables import seated

NAMES = ("Varvara", "Timofey", "Galinka", "Roberta", "Stepana", "Zinaida") * 2
"""Names as long as a bot's can be."""
WORDS = tuple(Words(language, glyphs=glyphs) for language in ("en", "ru") for glyphs in ("suits", "ascii"))
BADGE_LINES, BADGE_WIDTH = 3, 20
LINE_WIDTH, LONGEST_SECTION = 26, 14

GAMES = [game for name in FAMILIES for kind in (presets, mixtures) for game in kind(name)]
every_game = for_every(GAMES)


def looks(game: Game, seed: int, every: int) -> Iterator[Observation]:
    """The observations of some seats at every n-th moment of a deal, the seat to act among them."""
    for nth, state in enumerate(islice(walk(game, seed), len(game.name) % every, 200, every)):
        for seat in {nth % game.seats, max(state.to_act[0], 0) if state.to_act else 0}:
            yield observe(state, seat)


def width(words: Words, cells: tuple[Text, ...]) -> int:
    """The cells of a line of text, with one between its cells."""
    return len(" ".join(words.text(cell, NAMES) for cell in cells))


@every_game
@pytest.mark.every(20)
def test_what_a_seat_sees_hangs_on_no_hidden_card_and_holds_together(game: Game) -> None:
    rules, rng = rules_of(game), Random(game.name)
    for seen in looks(game, 40, 13):
        scene = rules.scene(seen)
        other = observe(guess(rules.all_cards, seen, rng), seen.seat)
        assert scene == rules.scene(other), "another deal of the hidden cards looks different"
        seats = [chair.seat for chair in scene.chairs]
        for pile in scene.piles:
            assert pile.winning is None or pile.winning in pile.cards
            assert len(pile.by) in (0, len(pile.cards))
            assert set(pile.by) <= set(seats)
            assert pile.key != "trick" or not pile.cards or (pile.by and pile.winning is not None)
        sides = {chair.side for chair in scene.chairs}
        assert sides == {None} or (scene.chairs[0].side == 0 and sides == set(range(len(sides))))
        assert all(seat in seats and target in seats and seat != target for seat, target in scene.arrows)
        assert scene.goal is None or all(chair.score is not None for chair in scene.chairs)


@every_game
@pytest.mark.every(20)
def test_what_is_told_while_a_hand_is_covered_hangs_on_nothing_that_the_others_do_not_know(game: Game) -> None:
    rules, rng = rules_of(game), Random(game.name)
    for nth, state in enumerate(islice(walk(game, 42), len(game.name) % 13, 200, 13)):
        viewer, other = nth % game.seats, (nth + 1) % game.seats
        seen = observe(state, other)
        scene, theirs = rules.scene(observe(state, viewer)), rules.scene(seen)
        assert scene.facts == rules.scene(observe(guess(rules.all_cards, seen, rng), viewer)).facts
        own = scene.chairs[0]
        told = next(chair for chair in theirs.chairs if chair.seat == viewer)
        assert (own.roles, own.points) == (told.roles, told.points)
        assert not [mark for mark in own.marks if mark not in told.marks]


@every_game
@pytest.mark.every(20)
def test_no_section_says_who_holds_a_card_that_the_player_may_have_to_remember(game: Game) -> None:
    for scene in map(rules_of(game).scene, looks(game, 43, 11)):
        known = {chair.seat: chair.known & ~chair.open for chair in scene.chairs if not chair.out}
        for line in (line for section in scene.sections for line in section.lines):
            facts = [fact for cell in line for fact in cell.facts.values()]
            seats = [fact.seat for fact in facts if isinstance(fact, Who)]
            cards = sum(1 << card for fact in facts if isinstance(fact, Faces) for card in set(fact.cards))
            assert not any(known.get(seat, 0) & cards for seat in seats), line


@every_game
@pytest.mark.every(20)
def test_badge_and_sections_fit_their_room_in_both_languages(game: Game) -> None:
    for scene in map(rules_of(game).scene, looks(game, 41, 37)):
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


@pytest.mark.parametrize(("preset", "seats"), [("throw_in", 5), ("transfer", 4), ("cheaters", 4), ("palace_ladder", 5)])
@pytest.mark.every(2)
def test_of_the_pairs_of_a_bout_the_table_says_who_laid_each_card(preset: str, seats: int) -> None:
    told = 0
    for seed in range(4):
        table, rng = seated(preset, seats, (), seed), Random(seed)
        laid: dict[Card, Seat] = {}
        for _ in range(200):
            if table.deal_over:
                table.next_deal()
            pile = next(pile for pile in table.scene(0).piles if pile.layout == "pairs")
            assert pile.by == tuple([laid.get(card, -1) for card in pile.cards])
            told += len(pile.by)
            seat = table.to_act[0]
            move = rng.choice(list(table.legal(seat)))
            table.submit(seat, move)
            if move.verb != "accuse":
                laid |= dict.fromkeys(bits(move.cards), seat)
    assert told > 40


TRICKS = ("king", "kozel", "bura", "titles")


@pytest.mark.every(5)
@for_every([game for game in GAMES if game.family in TRICKS])
def test_a_trick_goes_to_who_was_winning_it_or_to_who_laid_the_last_card(game: Game) -> None:
    """What is said about a trick one card before its end agrees with who takes it."""
    rules, rng, taken = rules_of(game), Random(game.name), 0
    for seed in range(1, 3):
        state = begin(game, seed)
        for _ in range(60):
            if not state.to_act:
                break
            seat, log = state.to_act[0], list[Event]()
            before = winner_of(rules.scene(observe(state, seat)))
            move = rng.choice(list(rules.legal(state, seat)))
            play(rules, state, seat, move, log)
            taker = next((event.seat for event in log if event.kind == "trick"), None)
            if taker is not None:
                assert taker in (before, seat)
                taken += 1
            elif move.cards:
                now = winner_of(rules.scene(observe(state, seat)))
                assert now is None or now in (before, seat)
    assert taken > 0


@pytest.mark.every(5)
@for_every([game for game in GAMES if game.family in ("kozel", "king", "titles")])
def test_who_plays_to_a_trick_is_asked_for_what_may_be_laid(game: Game) -> None:
    """To follow, to play any card, a trump or one of those named: each is said only where it applies."""
    rules, asked = rules_of(game), 0
    for state in islice(walk(game, 7), 250):
        scene = rules.scene(observe(state, seat)) if state.to_act and (seat := state.to_act[0]) >= 0 else None
        if scene is None or not state.places[seat] or scene.verb != "play":
            continue
        hand = set(bits(state.places[seat]))
        playable = {card for choice in scene.choices for card in bits(choice.cards)}
        said, facts = scene.prompt.source.lower(), scene.prompt.facts
        if "any card" in said:
            assert playable == hand
        elif "play a trump" in said:
            # In Kozel jacks, queens and single clubs are trumps too (K-06).
            trumps = SUIT_CARDS[scene.trump or 0]
            if isinstance(rules, KozelRules):
                assert isinstance(state, KozelState)
                trumps = rules.suits(state).trumps
            assert not cards_of(playable) & ~trumps
        elif "play {cards}" in said:
            named = facts["cards"]
            assert isinstance(named, Faces)
            assert playable == set(named.cards) < hand
        if "you have no" in said:
            suit = facts["suit"]
            assert isinstance(suit, Suit)
            assert suit.suit not in {suit_of(card) for card in hand}
        asked += said.startswith(("follow", "you have no", "you cannot follow", "play"))
    assert asked > 0


def winner_of(scene: Scene) -> Seat | None:
    """The winner of the trick so far; None before a card is led."""
    for pile in scene.piles:
        if pile.winning is not None and pile.key != "last":
            return pile.by[pile.cards.index(pile.winning)]
    return None
