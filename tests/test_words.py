"""The engine's texts in words: cards, suits, names, plural forms, and what happens when something is missing."""

from __future__ import annotations

import doctest
from pathlib import Path

import pytest
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

from cardtable import words
from cardtable.cards import HIDDEN, parse_card
from cardtable.engine.text import Faces, Ranks, Suit, Who, say, say_count
from cardtable.language import language_from_locale
from cardtable.words import Glyphs, Letters, Words, glyphs_for

RUSSIAN = """
msgid ""
msgstr ""
"Content-Type: text/plain; charset=utf-8\\n"

msgid "{count} card"
msgid_plural "{count} cards"
msgstr[0] "{count} карта"
msgstr[1] "{count} карты"
msgstr[2] "{count} карт"

msgid "{who} takes."
msgstr "Берёт {who}."

msgid "hearts"
msgstr "червы"
"""


@pytest.fixture
def russian(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Words:
    """Words in a Russian defined by this file, since the shipped one may change."""
    folder = tmp_path / "ru" / "LC_MESSAGES"
    folder.mkdir(parents=True)
    source = tmp_path / "cardtable.po"
    source.write_text(RUSSIAN, encoding="utf-8")
    with source.open("rb") as stream, (folder / "cardtable.mo").open("wb") as target:
        write_mo(target, read_po(stream, locale="ru"))
    monkeypatch.setattr(words, "LOCALE", tmp_path)
    return Words("ru")


def test_the_examples_in_the_module_hold() -> None:
    assert doctest.testmod(words).failed == 0


@pytest.mark.parametrize(
    ("letters", "glyphs", "shown"),
    [
        ("latin", "suits", "6♠ 10♥ J♦ Q♣ K♠ A♥ ★b ★r ?"),
        ("cyrillic", "suits", "6♠ 10♥ В♦ Д♣ К♠ Т♥ ★ч ★к ?"),
        ("latin", "ascii", "6s 10h Jd Qc Ks Ah Xb Xr ?"),
        ("cyrillic", "ascii", "6п 10ч Вб Дт Кп Тч Xч Xк ?"),
    ],
)
def test_cards_as_they_are_shown(letters: Letters, glyphs: Glyphs, shown: str) -> None:
    look = Words(letters=letters, glyphs=glyphs)
    cards = (*map(parse_card, ("6s", "Th", "Jd", "Qc", "Ks", "Ah", "Xb", "Xr")), HIDDEN)
    assert look.text(say("{cards}", cards=Faces(cards))) == shown
    assert " ".join(map(look.card, cards)) == shown


def test_equal_faces_of_two_packs_look_equal() -> None:
    look = Words()
    assert look.card(parse_card("Th'")) == look.card(parse_card("Th")) == "10♥"
    assert look.card(parse_card("Xr'")) == look.card(parse_card("Xr"))


@pytest.mark.parametrize(("language", "ace"), [("en", "A♠"), ("ru", "Т♠"), ("xx", "A♠")])
def test_letters_follow_the_language_unless_chosen(language: str, ace: str) -> None:
    assert Words(language).card(parse_card("As")) == ace
    assert Words(language, letters="latin").card(parse_card("As")) == "A♠"


def test_suits_are_bare_signs() -> None:
    assert "".join(map(Words().suit, range(4))) == "♠♥♦♣"
    assert [Words(letters=letters, glyphs="ascii").suit(1) for letters in ("latin", "cyrillic")] == ["h", "ч"]


@pytest.mark.parametrize(
    ("case", "named"),
    [
        ("", "семёрка червей, дама пик, туз треф, красный джокер"),
        ("acc", "семёрку червей, даму пик, туза треф, красного джокера"),
        ("gen", "семёрки червей, дамы пик, туза треф, красного джокера"),
        ("dat", "семёрке червей, даме пик, тузу треф, красному джокеру"),
        ("ins", "семёркой червей, дамой пик, тузом треф, красным джокером"),
        ("unheard", "семёрка червей, дама пик, туз треф, красный джокер"),
    ],
)
def test_russian_cases_of_cards_known_by_heart(case: str, named: str) -> None:
    spoken = Words("ru")
    spoken.spoken = True
    assert spoken.cards([parse_card(card) for card in ("7h", "Qs", "Ac", "Xr")], case) == named


def test_a_sentence_says_cards_in_words_or_signs() -> None:
    text = say("{who} covers {attack} with {cards}.", who=Who(0), attack=Faces((1,)), cards=Faces((2, 52)))
    ways = {}
    for language in ("en", "ru"):
        words = Words(language)
        signs = words.text(text, ["Vera"])
        words.spoken = True
        ways[language] = signs, words.text(text, ["Vera"])
    assert ways["en"] == (
        "Vera covers 2♥ with 2♦ ★b.",
        "Vera covers two of hearts with two of diamonds, black joker.",
    )
    assert ways["ru"] == ("Vera бьёт 2♥: 2♦ ★ч.", "Vera бьёт двойку червей: двойка бубён, чёрный джокер.")


def test_a_hand_is_listened_to_by_suits() -> None:
    words = Words("en")
    assert (
        words.by_suits([parse_card(card) for card in ("Xr", "Ah", "9h", "Js")])
        == "red joker; hearts ace, nine; spades jack"
    )


def test_facts_are_put_into_the_sentence() -> None:
    text = say(
        "{who} {what} {cards} {ranks} {suit} {verb} {number}",
        who=Who(1),
        what=say("beats {other} with", other=Who(0)),
        cards=Faces((parse_card("Th"),)),
        ranks=Ranks((4, 8, 12)),
        suit=Suit(1),
        verb="pass",
        number=7,
    )
    assert Words().text(text, ["Anna", "Boris"]) == "Boris beats Anna with 10♥ 6 10 A ♥ pass 7"
    assert Words(glyphs="ascii").text(text, ["Anna"]) == "P1 beats Anna with 10h 6 10 A hearts pass 7"


def test_a_name_is_never_read_as_a_template() -> None:
    assert Words().text(say("{who} takes.", who=Who(0)), ["{count}"]) == "{count} takes."


def test_the_dealer_is_nobody_at_the_table() -> None:
    assert Words().text(say("{who}", who=Who(-1)), ["Anna", "Boris"]) == "P-1"


def test_a_sentence_without_its_fact_is_a_mistake() -> None:
    with pytest.raises(KeyError, match="who"):
        Words().text(say("{who} takes."))


def test_english_plurals() -> None:
    shown = [Words().text(say_count("{count} card", "{count} cards", count)) for count in (0, 1, 2, 21)]
    assert shown == ["0 cards", "1 card", "2 cards", "21 cards"]


@pytest.mark.parametrize("count", range(122))
@pytest.mark.every(4)
def test_russian_plurals(russian: Words, count: int) -> None:
    few = {2, 3, 4}
    if count % 10 == 1 and count != 11 and count != 111:
        word = "карта"
    elif count % 10 in few and count not in {12, 13, 14, 112, 113, 114}:
        word = "карты"
    else:
        word = "карт"
    assert russian.text(say_count("{count} card", "{count} cards", count)) == f"{count} {word}"


@pytest.mark.parametrize(
    ("count", "shown"),
    [
        (1, "1 карта"),
        (2, "2 карты"),
        (5, "5 карт"),
        (11, "11 карт"),
        (21, "21 карта"),
        (101, "101 карта"),
        (111, "111 карт"),
    ],
)
def test_russian_plurals_known_by_heart(russian: Words, count: int, shown: str) -> None:
    assert russian.text(say_count("{count} card", "{count} cards", count)) == shown


def test_a_language_file_translates(russian: Words) -> None:
    assert russian.text(say("{who} takes.", who=Who(0)), ["Анна"]) == "Берёт Анна."
    assert Words("ru", glyphs="ascii").text(say("{suit}", suit=Suit(1))) == "червы"


def test_what_is_not_translated_stays_english(russian: Words) -> None:
    assert russian.say("Nobody said this.") == "Nobody said this."
    assert russian.say("") == ""


def test_a_language_without_file_is_english(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(words, "LOCALE", tmp_path)
    for language in ("ru", "en", "xx", "", "../ru"):
        assert Words(language).text(say("{who} takes.", who=Who(0)), ["Anna"]) == "Anna takes."


@pytest.mark.parametrize(
    ("environ", "language"),
    [
        ({}, "en"),
        ({"LANG": "ru_RU.UTF-8"}, "ru"),
        ({"LANG": "ru"}, "ru"),
        ({"LANG": "run_RW.UTF-8"}, "en"),
        ({"LANG": "de_DE.UTF-8"}, "en"),
        ({"LANG": "en_US.UTF-8", "LC_MESSAGES": "ru_RU.UTF-8"}, "ru"),
        ({"LANG": "ru_RU.UTF-8", "LC_MESSAGES": "ru_RU.UTF-8", "LC_ALL": "en_GB"}, "en"),
        ({"LANG": "ru_RU.UTF-8", "LC_ALL": ""}, "ru"),
        ({"LANG": "en_US.UTF-8", "LANGUAGE": "de:ru:en"}, "ru"),
        ({"LANG": "ru_RU.UTF-8", "LANGUAGE": "en_GB:en"}, "en"),
        ({"LANG": "ru_RU.UTF-8", "LANGUAGE": "de"}, "ru"),
        ({"LANGUAGE": "ru"}, "ru"),
        ({"LANG": "C.UTF-8", "LANGUAGE": "ru"}, "en"),
        ({"LANG": "ru_RU.UTF-8", "LC_ALL": "POSIX"}, "en"),
    ],
)
def test_the_language_asked_for(environ: dict[str, str], language: str) -> None:
    assert language_from_locale(environ) == language


@pytest.mark.parametrize(
    ("encoding", "glyphs"),
    [
        ("utf-8", "suits"),
        ("UTF8", "suits"),
        ("utf_8", "suits"),
        ("KOI8-R", "ascii"),
        ("iso-8859-15", "ascii"),
        ("ANSI_X3.4-1968", "ascii"),
        ("no such encoding", "ascii"),
        ("", "ascii"),
        (None, "ascii"),
    ],
)
def test_signs_that_a_terminal_can_show(encoding: str | None, glyphs: Glyphs) -> None:
    assert glyphs_for(encoding) == glyphs
