"""Reasons for covers, for cards kept and for cards spared, and which of them comes first."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from cardtable.bots.reasons import reasons
from cardtable.bots.search.hinted import MoveNames
from cardtable.engine.text import plain
from tests.bots.test_reasons_said import Position, at, defends, durak, keys, palace


def attacks(table: str, *hands: str, stock: int = 12) -> Position:
    """P0 attacks and may throw in, hearts are trumps."""
    bout = {"preset": "throw_in", "trump": "h", "stock": stock, "attacker": "P0", "table": table}
    return {**bout, "hands": {f"P{seat}": cards for seat, cards in enumerate(hands)}}


def one_oh_one(hand: str, left: str) -> Position:
    """P0 plays on the ten of spades, and the next player holds these cards."""
    return {"preset": "pentagon", "seats": 2, "pile": "Ts", "hands": {"P0": hand, "P1": left}}


def first_told(position: Position, move: str, count: int = 1) -> list[str]:
    rules, seen, legal = at(position)
    return [plain(one.text) for one in reasons(rules, seen, legal, rules.parse_move(move))][:count]


@pytest.mark.parametrize(
    ("position", "move", "told"),
    [
        pytest.param(
            defends("6s", "9s 7h 8h 6d", "8d 9c 9d Td Jd"),
            "cover 6s with 9s",
            ["your only plain card that beats 6s"],
            id="one plain card beats it",
        ),
        pytest.param(
            defends("6s", "9s 7d 8d 6d", "8c 9c 9d Td Jd"),
            "cover 6s with 9s",
            ["nothing else of yours beats 6s"],
            id="one card beats it",
        ),
        pytest.param(
            defends("6s", "9s Ks 8h 6d", "8d 9c 9d Td Jd"),
            "cover 6s with 9s",
            ["the smallest of yours that beats 6s", "a plain card does: the trump stays"],
            id="two plain cards beat it",
        ),
        pytest.param(
            defends("6s", "7s Ks 8h 6d", "8d 9c 9d Td Jd"),
            "cover 6s with 7s",
            ["no cheaper card beats 6s", "a plain card does: the trump stays"],
            id="no lower card of the pack beats it",
        ),
        pytest.param(
            defends("As", "6h 7h 8d 6d", "8c 9c 9d Td Jd"),
            "cover As with 6h",
            ["no cheaper card beats As"],
            id="only trumps beat an ace, and this is the lowest of the pack",
        ),
        pytest.param(
            defends("8s", "9s", "8d 9c 9d Td Jd", stock=0),
            "cover 8s with 9s",
            ["your last card", "no cheaper card beats 8s"],
            id="the last card first",
        ),
        pytest.param(durak("9s 9d", "8d 8c Tc"), "attack 9s 9d", ["your last cards"], id="the last cards"),
        pytest.param(
            defends("8s", "9h 6s 7s 6c", "8d 9c 9d Td", stock=0),
            "take",
            ["only 9h would beat it: keep the trump"],
            id="one trump beats it",
        ),
        pytest.param(
            defends("8s", "9h 7h 7s 6c", "8d 9c 9d Td", stock=0),
            "take",
            ["only trumps beat it: keep them"],
            id="two trumps beat it",
        ),
        pytest.param(
            defends("8s", "Qs 6s 7s 6c", "8d 9c 9d Td"),
            "take",
            ["only Qs would beat it: keep it while there is a stock"],
            id="one high card beats it",
        ),
        pytest.param(
            defends("8s", "Qs Ks 7s 6c", "8d 9c 9d Td"),
            "take",
            ["only high cards beat it: keep them while there is a stock"],
            id="two high cards beat it",
        ),
        pytest.param(
            defends("8s", "Qs 6h 7s 6c", "8d 9c 9d Td"),
            "take",
            ["only trumps and high cards beat it: keep them while there is a stock"],
            id="a low trump beats it too",
        ),
        pytest.param(
            defends("9s 9d", "Ks Td 6d 7d", "8d 8c 9c Tc"),
            "take",
            ["to beat them all takes a high card, and there is a stock"],
            id="two cards, and one of them costs a king",
        ),
        pytest.param(
            attacks("9s/Ts", "Th 6d 7d", "8d 8c 9c"),
            "pass",
            ["Th is a trump: keep it"],
            id="one trump fits",
        ),
        pytest.param(
            attacks("9s/Ts", "Th 9h 7d", "8d 8c 9c"), "pass", ["only trumps fit: keep them"], id="two trumps fit"
        ),
        pytest.param(
            attacks("9s/Qs", "Qd 6d 7d", "8d 8c 9c"),
            "pass",
            ["Qd is high: keep it while there is a stock"],
            id="one high card fits",
        ),
        pytest.param(
            attacks("9s/Qs", "Qd Qc 7d", "8d 8c 9c"),
            "pass",
            ["only high cards fit: keep them while there is a stock"],
            id="two high cards fit",
        ),
        pytest.param(palace("Qd Kc 7c 6d 9c", "8s/Qs"), "pass", ["Qd is high: keep it"], id="palace: one high card"),
        pytest.param(palace("Qh Kc 7c 6d 9c", "8s/Qs"), "pass", ["Qh is a trump: keep it"], id="palace: one trump"),
        pytest.param(
            palace("Kd 7h 9h", ""), "attack Kd", ["your only plain card: the trumps stay"], id="palace: trumps stay"
        ),
        pytest.param(palace("Kd Ad", ""), "attack Kd", ["your lowest plain card"], id="palace: no trump"),
        pytest.param(
            attacks("Ts/Js", "Td 6d 7d", "8d 8c 9c"),
            "throw Td",
            ["plain and not high: you can spare it"],
            id="a ten is not low",
        ),
        pytest.param(
            attacks("9s/Js", "9d 6d 7d", "8d 8c Tc"), "throw 9d", ["low and plain: you can spare it"], id="a nine is"
        ),
        pytest.param(
            durak("9s 9d 9c 7d", "8d 8c Tc"), "attack 9s 9d 9c", ["three at once: each must be beaten"], id="three"
        ),
    ],
)
def test_what_is_told_first(position: Position, move: str, told: Sequence[str]) -> None:
    assert first_told(position, move, len(told)) == [*told]


@pytest.mark.parametrize(
    "position",
    [
        pytest.param(defends("9s 9d", "Js Td 6d 7d", "8d 8c 9c Tc"), id="a jack is not high"),
        pytest.param(defends("9s 9d", "Ks Td 6d 7d", "8d 8c 9c Tc", stock=0), id="there is no stock"),
        pytest.param(defends("9s 9d", "6h Td 6d 7d", "8d 8c 9c Tc"), id="it costs a trump"),
    ],
)
def test_that_high_cards_are_needed_is_said_where_they_are(position: Position) -> None:
    assert "costs high" not in keys(position, "take")


def test_what_lies_there_already_invites_nothing_and_a_trump_no_less() -> None:
    """With the eight on the table a lower eight invites nothing new: the queen has no advantage over it."""
    hand = "8s Qs 6d 7d 7c"
    assert "invites less" in keys(defends("7s", hand, "9h 9d 8d", stock=0), "cover 7s with Qs")
    assert "invites less" not in keys(defends("8c/9c 7s", hand, "9h 9d 8d", stock=0), "cover 7s with Qs")


@pytest.mark.parametrize(
    ("left", "told"),
    [
        pytest.param("6c", "the next player is nearly out: let them draw", id="and not a second time that they draw"),
        pytest.param("6c 7c 8c 9c", "the next player draws 2 cards", id="with cards enough"),
    ],
)
def test_who_draws_is_told_once(left: str, told: str) -> None:
    rules, seen, legal = at(one_oh_one("7s 8d 6d", left))
    found = [plain(one.text) for one in reasons(rules, seen, legal, rules.parse_move("play 7s"))]
    assert [one for one in found if "draw" in one] == [told]


def test_a_card_that_covers_an_ace_is_named_with_its_suit_and_not_as_on_another_card() -> None:
    """In the English fool the argument of a cover is the suit that is ordered."""
    position = {
        "preset": "english_fool",
        "seats": 2,
        "pile": "As",
        "ace": "cover",
        "hands": {"P0": "6s 9h Jh", "P1": "7d"},
    }
    rules, seen, legal = at(position)
    names = MoveNames(rules, seen, legal)
    assert not [plain(names[move]) for move in legal if "←" in plain(names[move])]
