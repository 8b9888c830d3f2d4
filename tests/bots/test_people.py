"""The names of computer players: people's names, short, and no two alike."""

from __future__ import annotations

import pytest

from cardtable.bots import entries
from cardtable.bots.finding import adviser, styles, usual
from cardtable.bots.people import NAMES, names_for
from cardtable.desk.cups import entrant_plans
from cardtable.desk.tables import seat_plans
from cardtable.games import GROUPS
from cardtable.match.clock import Clock
from cardtable.match.shared import SharedTable
from cardtable.match.terms import SEATS
from tests.host.helpers import new_table


def test_names_are_short_and_all_different_in_both_alphabets() -> None:
    for spellings in zip(*NAMES, strict=True):
        assert max(map(len, spellings)) <= 7
        assert len({spelling.casefold().replace("ё", "е") for spelling in spellings}) == len(NAMES)
    assert all(name.latin.isascii() and not name.cyrillic.isascii() for name in NAMES)


@pytest.mark.parametrize("language", ["en", "ru"])
def test_no_bot_is_called_as_somebody_else_at_the_table(language: str) -> None:
    people = ["Вера", "BORIS", "семен", "Anna"]
    for seed in range(50):
        found = names_for(SEATS.most, language, people, seed)
        assert len({name[0] for name in found}) == len(found), "and each begins with a letter of its own"
        assert not {"Vera", "Вера", "Boris", "Борис", "Semyon", "Семён"} & set(found)
        assert found == names_for(SEATS.most, language, people, seed)


def test_there_are_names_for_any_number() -> None:
    assert len(set(names_for(200, "ru", ["Вера 2"], 1)) - {"Вера 2"}) == 200


def test_names_that_nobody_can_repeat_tell_nothing_about_the_cards() -> None:
    assert len({tuple(names_for(3, "en", ())) for _ in range(20)}) > 1


@pytest.mark.parametrize("family", GROUPS)
def test_a_bot_without_a_style_is_a_steady_one(family: str) -> None:
    person, *bots = seat_plans(("Anna", "bot", "BOT:steady"), "throw_in", players=5, seed=3)
    assert (person.name, person.bot) == ("Anna", None)
    assert [plan.bot for plan in bots] == ["steady"] * 4
    assert "steady" in [entry.style for entry in styles(family)]
    assert len({plan.name for plan in (person, *bots)}) == 5


def test_where_nobody_plays_steadily_the_best_known_style_sits_down(monkeypatch: pytest.MonkeyPatch) -> None:
    others = tuple(entry for entry in entries.bots() if entry.style != "steady")
    monkeypatch.setattr(entries, "bots", lambda: others)
    assert [usual(family) for family in GROUPS] == [adviser(family) for family in GROUPS]
    for plan in (*seat_plans(("Anna", "bot"), "throw_in", players=3), *entrant_plans("throw_in", ("bot", "Vera"))):
        assert plan.bot in (None, usual("durak"))
    sharing = SharedTable(new_table("throw_in", "person", "person"), clock=Clock(60))
    assert sharing.clock == Clock(60, usual("durak"))


def test_bots_of_a_tournament_have_names_too() -> None:
    plans = entrant_plans("throw_in", ("Vera", "Deep=bot:uniform", "bot", *["bot:lowest"] * 61), 4)
    assert [plan.bot for plan in plans[:4]] == [None, "uniform", "steady", "lowest"]
    assert len({plan.name for plan in plans}) == 64
    assert max(len(plan.name) for plan in plans) <= 7
