"""What each preset says about itself, and each game's card: it fits a page and says what the rules do."""

from __future__ import annotations

from pathlib import Path
from statistics import fmean
from typing import Any

import pytest

from cardtable.cards import HEARTS, JOKER_RANK, SPADES, Card, rank_of, suit_of
from cardtable.engine.options import make_options
from cardtable.engine.text import Ranks
from cardtable.games import GROUPS, ListedGame, family, games_of, group
from cardtable.games.bura.beating import BEATERS
from cardtable.games.durak.options import DurakOptions
from cardtable.games.durak.ranking import Beaters
from cardtable.games.king.programme import Programme
from cardtable.games.kozel.game import Kozel
from cardtable.games.one_oh_one.tables import effects
from cardtable.match.record import make_header
from cardtable.match.table import Table
from cardtable.player.settings import PACES, Preferences
from cardtable.tui.boxes.rules_reader import card_lines
from cardtable.tui.offers import Booklet
from cardtable.words import Words

GAMES = [game for name in GROUPS for game in games_of(name)]
README = Path(__file__).parents[2] / "README.md"
TENS = {8: "Eighty", 9: "Ninety"}
ONES = ("", "-one", "-two", "-three", "-four", "-five", "-six", "-seven", "-eight", "-nine")
LANGUAGES = ("en", "ru")
LONGEST = 110
"""The most characters of an English sentence; Russian may be a little longer."""
PAGE = 22
"""The rows of an 80 × 24 page between the heading and the keys."""

DAYS = ("epaulettes_ladder",)
"""The game whose match has a thousand deals and more, too long to be played here."""

every_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)


@every_game
def test_every_preset_says_what_it_is(game: ListedGame) -> None:
    preset = game.preset
    for text in (preset.aim, preset.special):
        assert text.endswith(".")
        assert len(text) <= LONGEST
        assert text != Words("ru").say(text)
        assert len(Words("ru").say(text)) <= LONGEST + 5
    assert preset.minutes > 0
    assert preset.level in ("easy", "medium", "hard")


def seconds(game: ListedGame, seed: int) -> float:
    """A person's time for a match against bots, in seconds, measured on a match in which a bot plays the person too.

    Four seconds for a decision, one where there is no choice, the usual pace for a bot's move, five seconds between
    deals. All seats decide alike, so the person's share is that of any seat.
    """
    seats, options = game.preset.players, game.preset.options
    names, kinds = tuple(f"Bot {seat}" for seat in range(seats)), ("bot:steady",) * seats
    table = Table.begin(
        game.family.rules(options, seats), make_header(game.family, game.id, options, names, kinds, seed)
    )
    found = 0.0
    while True:
        while table.to_act:
            seat = table.to_act[0]
            own = 4 if len(table.legal(seat)) > 1 else 1
            found += (own + PACES[Preferences().pace] * (seats - 1)) / seats
            table.submit(seat, table.bot_move(seat))
        if table.match_over:
            return found
        found += 5
        table.next_deal()


@pytest.mark.slow
@pytest.mark.parametrize("game", [game for game in GAMES if game.id not in DAYS], ids=lambda game: game.id)
def test_a_match_takes_about_as_long_as_its_preset_says(game: ListedGame) -> None:
    """Within half as much more or less, apart from rounding; fewer matches where they are long and alike."""
    stated = game.preset.minutes
    matches = max(2, min(12, 60 // stated))
    measured = fmean(seconds(game, seed) for seed in range(matches)) / 60
    assert stated / 1.5 - 0.5 <= measured <= stated * 1.5 + 0.5


def test_no_two_presets_are_special_in_the_same_way() -> None:
    assert len({game.preset.special for game in GAMES}) == len(GAMES)


def test_there_are_as_many_presets_as_the_readme_says() -> None:
    tens, ones = divmod(len(GAMES), 10)
    assert f"{TENS[tens]}{ONES[ones]} presets" in README.read_text(encoding="utf-8")


def test_a_game_that_says_to_begin_with_it_is_the_one_that_the_menu_offers_first() -> None:
    inviting = {game.id for game in GAMES if any(call in game.preset.special for call in ("Begin here", "learn first"))}
    assert inviting
    assert inviting <= {games_of(name)[0].id for name in GROUPS}


@every_game
def test_a_preset_is_sound_for_all_its_numbers_of_players(game: ListedGame) -> None:
    """Opening a table of an unchanged preset does not check its options again."""
    for seats in game.preset.seats:
        game.preset.options.check(seats)


@every_game
def test_a_short_evening_can_be_played_by_everybody(game: ListedGame) -> None:
    if game.preset.short:
        options = make_options(game.preset.options, game.preset.short)
        assert options != game.preset.options
        for seats in game.preset.seats:
            options.check(seats)


def test_the_short_evening_of_atomic_king_is_the_agreement_without_yeralash() -> None:
    presets = family("king").presets
    for name in ("king_atomic", "king_atomic_boys"):
        long, short = presets[name], make_options(presets[name].options, presets[name].short)
        assert (Programme(long.options, 3).deals, Programme(short, 3).deals) == (42, 27)
    assert make_options(presets["king_atomic"].options, presets["king_atomic"].short) == (
        presets["king_atomic_short"].options
    )


def test_every_family_says_what_it_is() -> None:
    for name in GROUPS:
        assert 0 < len(group(name)[0].about) <= 50
        assert 0 < len(Words("ru").say(group(name)[0].about)) <= 51


@pytest.mark.parametrize("language", LANGUAGES)
@every_game
@pytest.mark.every(20)
def test_the_card_of_a_game_is_one_page(game: ListedGame, language: str) -> None:
    words = Words(language)
    for seats in game.preset.seats:
        card = game.family.card(game.preset.options, seats)
        lines = card_lines(Booklet("", "", card, []), words, 77)
        assert 8 <= len(lines) <= PAGE
        headings = [title.source for title, _ in card]
        assert headings[0] == "Aim"
        assert "Rank order" in headings


def beats(game: ListedGame, rules: Any, card: Card, other: Card) -> bool:
    """Whether a card beats another of its suit, which is not trumps, by the rules as they are played."""
    match game.family.id:
        case "durak":
            return bool(Beaters(rules.options)[-1][other] >> card & 1)
        case "bura":
            return bool(BEATERS[SPADES][other] >> card & 1)
        case "palace":
            return bool(rules.beaters[SPADES][other] >> card & 1)
        case "kozel":
            return bool(rules.by_trump[SPADES].beaters[other] >> card & 1)
        case "king":
            return bool(rules.tricks.beaters[SPADES][other] >> card & 1)
    return bool(rules._suits[SPADES].beaters[other] >> card & 1)


@pytest.mark.parametrize("game", [game for game in GAMES if game.family.id != "one_oh_one"], ids=lambda game: game.id)
@pytest.mark.every(15)
def test_the_order_on_the_card_is_that_by_which_cards_beat_each_other(game: ListedGame) -> None:
    """Checked against the rules when a card is played, not against the heights from which the card page is made."""
    seats = game.preset.players
    rules = game.family.rules(game.preset.options, seats)
    (order,) = [
        part.text.facts["order"]
        for title, parts in game.family.card(game.preset.options, seats)
        for part in parts
        if "order" in part.text.facts
    ]
    assert isinstance(order, Ranks)
    cards = {rank_of(card): card for card in rules.deck if suit_of(card) == HEARTS and rank_of(card) != JOKER_RANK}
    if isinstance(rules, Kozel):
        cards = {rank: card for rank, card in cards.items() if rules.by_trump[SPADES].plain >> card & 1}
    assert set(order.ranks) == set(cards)
    for nth, higher in enumerate(order.ranks):
        for lower in order.ranks[nth + 1 :]:
            assert beats(game, rules, cards[higher], cards[lower])
            assert not beats(game, rules, cards[lower], cards[higher])


@pytest.mark.parametrize(
    ("queen_rule", "fact", "suit"),
    [
        ("normal", "order", HEARTS),
        ("top_of_every_suit", "order", HEARTS),
        ("top_of_spades", "order", HEARTS),
        ("top_of_spades", "order_of_spades", SPADES),
    ],
)
def test_the_order_on_the_card_follows_a_house_rule(queen_rule: str, fact: str, suit: int) -> None:
    game = group("durak")[0]
    options = make_options(DurakOptions(), {"queen_rule": queen_rule})
    facts = [part.text.facts for _, parts in game.card(options, 3) for part in parts if fact in part.text.facts]
    order = facts[0][fact]
    assert isinstance(order, Ranks)
    cards = {rank_of(card): card for card in game.rules(options, 3).deck if suit_of(card) == suit}
    beaters = Beaters(options)[-1]
    for nth, lower in enumerate(order.ranks):
        above = {rank for rank, card in cards.items() if beaters[cards[lower]] >> card & 1}
        assert above == set(order.ranks[:nth])


@pytest.mark.parametrize("game", games_of("one_oh_one"), ids=lambda game: game.id)
def test_the_card_of_101_names_every_card_that_does_something(game: ListedGame) -> None:
    options = game.preset.options
    told = {
        rank
        for title, parts in game.family.card(options, 2)
        if title.source == "Special"
        for part in parts
        for fact in [part.text.facts["name"]]
        for rank in (fact.ranks if isinstance(fact, Ranks) else map(rank_of, fact.cards))  # type: ignore[union-attr]
    }
    doing = {rank_of(card) for card in game.family.rules(options, 2).deck if effects(options)[card].kind}
    order_rank = "23456789TJQKA".index(options.order_rank)
    assert told == doing - {order_rank}
