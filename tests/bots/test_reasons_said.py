"""Each reason next to a near miss: said where it is true, and not where one card or one fact makes it false."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from cardtable.bots.reasons import reasons, reasons_among
from cardtable.cli.positions import rules_of
from cardtable.engine.moves import Move
from cardtable.engine.position import put_down
from cardtable.engine.rules import AnyRules
from cardtable.engine.state import Observation, observe
from cardtable.engine.text import plain

Position = dict[str, Any]


def kozel(trick: str, *hands: str, **facts: Any) -> Position:
    """P0 is to play, P2 is the partner; all other cards lie open aside; clubs, jacks and queens are trumps."""
    leader = f"P{-len(trick.split()) % 4}"
    return {"preset": "nizhny_plain", "trick": trick, "leader": leader, "hands": _hands(hands), **facts}


def titles(trick: str, *hands: str, **facts: Any) -> Position:
    """P0, the king, is to play to this trick of stage one; clubs are trumps."""
    fixed = {"preset": "four_ranks", "trump": "c", "dealer": "P3", "titles": "king prince soldier peasant"}
    return {
        **fixed,
        "tricks": "2 2 1 1",
        "trick": trick,
        "leader": f"P{-len(trick.split()) % 4}",
        "hands": _hands(hands),
        **facts,
    }


def reign(hand: str) -> Position:
    """P0, the peasant, gives the king a trump; clubs are trumps."""
    of_four = {"preset": "four_ranks", "stage": "reign", "trump": "c", "titles": "peasant king prince soldier"}
    return {**of_four, "exchange": "peasant_gives", "hands": {"P0": hand}}


def king(*hands: str, contract: str = "no_last_two") -> Position:
    """P0 leads."""
    return {"preset": "king_simple", "contract": contract, "leader": "P0", "hands": _hands(hands)}


def bura(trick: str, hand: str) -> Position:
    """P0 answers the card that P1 led, or leads; hearts are trumps."""
    open_trick = {"trick": [f"P1 {trick}"]} if trick else {}
    return {"preset": "burkozel_casual", "seats": 2, "trump": "h", "hands": {"P0": hand}, **open_trick}


def durak(*hands: str) -> Position:
    """P0 leads; hearts are trumps and there is no stock."""
    return {"preset": "throw_in", "trump": "h", "stock": 0, "attacker": "P0", "hands": _hands(hands)}


def defends(table: str, *hands: str, stock: int = 12) -> Position:
    """P1 attacks P0 with these cards; hearts are trumps."""
    bout = {"preset": "throw_in", "trump": "h", "stock": stock, "attacker": "P1"}
    return {**bout, "table": table, "hands": _hands(hands)}


def palace(hand: str, table: str, **facts: Any) -> Position:
    """P0, the king, may throw in and is not the defender; hearts are trumps."""
    bout = {"preset": "palace_ladder", "seats": 5, "trump": "h", "attacker": "P0", "defender": "P4"}
    return {**bout, "table": table, "hands": {"P0": hand}, **facts}


def _hands(hands: Sequence[str]) -> dict[str, str]:
    return {f"P{seat}": cards for seat, cards in enumerate(hands)}


def at(position: Position) -> tuple[AnyRules, Observation, Sequence[Move]]:
    """P0's decision in a position."""
    rules, state = put_down(position, rules_of)
    return rules, observe(state, 0), rules.legal(state, 0)


def keys(position: Position, move: str) -> set[str]:
    """The keys of the reasons said for one of P0's moves."""
    rules, seen, legal = at(position)
    made = rules.parse_move(move)
    assert made in legal
    return {one.key for one in reasons(rules, seen, legal, made)}


@pytest.mark.parametrize(
    ("key", "move", "said", "not_said"),
    [
        pytest.param(
            "highest",
            "play Ks",
            kozel("7s", "8s Ks 6h", "9s Ts 7h", "As 8h 9h", "6d 7d"),
            kozel("7s", "8s Ks 6h", "9d Ts 7h", "As 8h 9h", "6d 7d"),
            id="kozel: with the nine gone as many beat the eight",
        ),
        pytest.param(
            "higher trump",
            "play Jd",
            kozel("7s", "Jd 6h 8h", "Qs 9h Th", "As 7h 9d", "6d 7d"),
            kozel("7s", "Jd 6h 8h", "7c 9h Th", "As 7h 9d", "6d 7d"),
            id="kozel: no higher trump is left",
        ),
        pytest.param(
            "only trump",
            "play Ks",
            kozel("7s", "Ks 6h 8h", "Jd 9h Th", "9s 7h 9d", "6d 7d"),
            kozel("7s", "Ks 6h 8h", "Jd 9h Th", "9s 7h 9d", "6d As"),
            id="kozel: an ace is out, and nobody knows that it has played already",
        ),
        pytest.param(
            "only taker",
            "play Ks",
            kozel("7s", "6s Ks 8h", "Jd 9h Th", "9s 7h 9d", "6d 7d"),
            kozel("7s", "8s Ks 6h", "Jd 9h Th", "9s 7h 9d", "6d 7d"),
            id="kozel: the eight takes too",
        ),
        pytest.param(
            "partner stands",
            "play Ks",
            kozel("Ts 7s", "Ks 9s 6h", "8s 9h Jd", "7h 9d", "6d 7d"),
            kozel("Ts 7s", "Ks 9s 6h", "As 9h Jd", "7h 9d", "6d 7d"),
            id="kozel: the ace may beat the partner's ten",
        ),
        pytest.param(
            "makes sure",
            "play Qs",
            kozel("Jd 7c", "Qs 8c 6h", "Jh 9h Th", "7h 9d", "6d 7d"),
            kozel("Jd 7c", "Qs 8c 6h", "9c 9h Th", "7h 9d", "6d 7d"),
            id="kozel: the partner's jack stands by itself",
        ),
        pytest.param(
            "fewest of losers",
            "play Kh",
            kozel("As", "7c Kh Th", "9s 9h 8d", "8s 7h 9d", "6d 7d"),
            kozel("As", "7c Kh 8h", "9s 9h 8d", "8s 7h 9d", "6d 7d"),
            id="kozel: the eight counts nothing",
        ),
        pytest.param(
            "keeps high",
            "play 7h",
            kozel("", "7h 9h 8d", "7s 8s 9s", "6d 7d 9d", "Td 8h Th"),
            kozel("", "7h 9h 6d", "7s 8s 9s", "8d 7d 9d", "Td 8h Th"),
            id="kozel: the six is lower",
        ),
        pytest.param(
            "draws trumps",
            "play 6c",
            kozel("", "6c Jd Qs", "7s 8s 9s", "6d 7c 9d", "Td 8h Th"),
            kozel("", "6c Jd Qs", "7s 8s 9s", "6d 7d 9d", "Td 8h Th"),
            id="kozel: no trump is out",
        ),
        pytest.param(
            "partner's",
            "play Kh",
            kozel("7s Js 8s", "Kh Ac 6h", "7h 9h", "6d 7d", "8d 9d"),
            kozel("7s Js 8s", "Kh Ac Th", "7h 9h", "6d 7d", "8d 9d"),
            id="kozel: the ten counts more",
        ),
        pytest.param(
            "highest",
            "play Qs",
            titles("7s", "8s Qs 6h", "9s Ks 7h", "As 8h 9h", "6d 7d"),
            titles("7s", "8s Qs 6h", "9d Ks 7h", "As 8h 9h", "6d 7d"),
            id="titles: with the nine gone as many beat the eight",
        ),
        pytest.param(
            "higher trump",
            "play Jc",
            titles("7s", "Jc 6h 8h", "Qc 9h Th", "As 7h 9d", "6d 7d"),
            titles("7s", "Jc 6h 8h", "6c 9h Th", "As 7h 9d", "6d 7d"),
            id="titles: no higher trump is left",
        ),
        pytest.param(
            "only trump",
            "play Ks",
            titles("7s", "Ks 6h 8h", "Jc 9h Th", "9s 7h 9d", "6d 7d"),
            titles("7s", "Ks 6h 8h", "Jc 9h Th", "9s 7h 9d", "6d As"),
            id="titles: an ace is out, and nobody knows that it has played already",
        ),
        pytest.param(
            "only taker",
            "play Ks",
            titles("7s", "6s Ks 8h", "Jc 9h Th", "9s 7h 9d", "6d 7d"),
            titles("7s", "8s Ks 6h", "Jc 9h Th", "9s 7h 9d", "6d 7d"),
            id="titles: the eight takes too",
        ),
        pytest.param(
            "fills",
            "play Ks",
            titles("7s 8s 9s", "Ks 6h 8h", "9h Th", "7h 9d", "6d 7d", before="6 0 0 0"),
            titles("7s 8s 9s", "Ks 6h 8h", "9h Th", "7h 9d", "6d 7d", before="5 0 0 0"),
            id="titles: two tricks are wanting",
        ),
        pytest.param(
            "fills",
            "play Ks",
            titles("7s", "Ks 6h 8h", "9s 9h Th", "8s 7h 9d", "6d 7d", before="6 0 0 0"),
            titles("7s", "Ks 6h 8h", "As 9h Th", "8s 7h 9d", "6d 7d", before="6 0 0 0"),
            id="titles: the ace may take it",
        ),
        pytest.param(
            "draws trumps",
            "play Kc",
            titles("", "Kc 6h 8h", "7c 9h Th", "8s 7h 9d", "6d 7d 9s"),
            titles("", "Kc 6h 8h", "7s 9h Th", "8s 7h 9d", "6d 7d 9s"),
            id="titles: no trump is out",
        ),
        pytest.param(
            "keeps high",
            "play 7h",
            titles("", "7h 9h 8d", "7s 8s 9s", "6d 7d 9d", "Td 8h Th"),
            titles("", "7h 9h 6d", "7s 8s 9s", "8d 7d 9d", "Td 8h Th"),
            id="titles: the six is lower",
        ),
        pytest.param(
            "lowest given",
            "give 7c",
            reign("7c Kc 6h 7h 8h 9h Th Jh Qh"),
            reign("7c 6c 6h 7h 8h 9h Th Jh Qh"),
            id="titles: the six is lower, and may go too",
        ),
        pytest.param(
            "catches",
            "play 6c",
            kozel("7c Qc", "6c Jd 8h", "Qs 9h Th", "7h 9d", "6d 7d"),
            kozel("Qc 7c", "6c Jd 8h", "Qs 9h Th", "7h 9d", "6d 7d"),
            id="kozel: the queen is the partner's",
        ),
        pytest.param(
            "catches",
            "play 6c",
            kozel("Qc", "6c Jd 8h", "Qs 9h Th", "7h 9d 7s", "6d 7d"),
            kozel("Qc", "6c Jd 8h", "Qs 9h Th", "7h 9d 7s", "6d 7d", options={"shamka_capture": False}),
            id="kozel: the six catches nothing without the rule",
        ),
        pytest.param(
            "stands",
            "play Qc",
            kozel("", "Qc Jd", "Qs 7h", "7s 8s", "6d 7d", options={"shamka_capture": False}),
            kozel("", "Qc Jd", "Qs 7h", "7s 8s", "6d 7d"),
            id="kozel: she may be caught, whatever beats her",
        ),
        pytest.param(
            "has enough",
            "play Ks",
            kozel("7s 8s 9s", "Ks 8h", "7h", "9h", "6d", card_points="57 11"),
            kozel("7s 8s 9s", "Ks 8h", "7h", "9h", "6d", card_points="56 11"),
            id="kozel: a point is wanting",
        ),
        pytest.param(
            "goes out",
            "play As",
            {"preset": "pentagon", "seats": 3, "pile": "Ts", "hands": {"P0": "As"}},
            {"preset": "pentagon", "seats": 3, "pile": "Ts", "hands": {"P0": "As 7d"}},
            id="101: a card is left",
        ),
        pytest.param(
            "trumps stay",
            "play Th",
            kozel("7s", "Th 6c Jd", "9s 9h 8d", "8s 7h 9d", "6d 7d"),
            kozel("7s", "Th 6h Jd", "9s 9h 8d", "8s 7h 9d", "6d 7d"),
            id="kozel: the six is no trump either",
        ),
        pytest.param(
            "only trump",
            "lead Ts",
            bura("", "Ts As 8d 8h"),
            bura("", "Ts Ks 8d 8h"),
            id="bura: the ace beats it",
        ),
        pytest.param(
            "higher trump",
            "lead Qh",
            bura("", "Qh 7s 8d 8s"),
            bura("", "Qh Kh Th Ah"),
            id="bura: all higher trumps are held",
        ),
        pytest.param(
            "fewest",
            "reply 7c",
            bura("6s", "7s 7c Td 8h"),
            bura("6s", "7s 7c 8d 8h"),
            id="bura: all count as little",
        ),
        pytest.param(
            "only plain",
            "attack Js",
            durak("Js 9h Th", "6s 7s"),
            durak("Js 9d Th", "6s 7s"),
            id="durak: another plain card is held",
        ),
        pytest.param(
            "only plain",
            "attack Js",
            durak("Js 9h", "6s 7s"),
            durak("Js", "6s 7s"),
            id="durak: no trump is held that could stay",
        ),
        pytest.param(
            "one beats it",
            "attack Ks",
            durak("Ks 9h", "As 7s 6d"),
            durak("Ks 9h", "As 7h 6d"),
            id="durak: a trump beats it too",
        ),
        pytest.param(
            "trumps beat it",
            "attack Ks",
            durak("Ks 9h", "6h 7h 6d"),
            durak("Ks 9h", "6h 7h As"),
            id="durak: the ace beats it too",
        ),
        pytest.param(
            "trumps beat it",
            "attack Ks",
            durak("Ks 9h", "6h 7h 6d"),
            durak("Ks 9h", "6d 7d 8d"),
            id="durak: nothing beats it",
        ),
        pytest.param(
            "can follow",
            "attack Ks",
            durak("Ks Kd 9h", "6h 7h 6d"),
            durak("Ks Kd 9h", "6h"),
            id="durak: there is one card only to beat one with",
        ),
        pytest.param(
            "can follow",
            "attack Ks",
            durak("Ks Kd 9h", "6h 7h 6d"),
            durak("Ks Kh 9s", "6h 7h 6d"),
            id="durak: the other king is a trump",
        ),
        pytest.param(
            "brings trumps",
            "take",
            defends("8h", "9h 6s 7s 6c 7c 6d", "8d 9c 9d Td Jd"),
            defends("8s/8h 8c", "9c 6s 7s 6c 7c", "8d 9d Td Jd"),
            id="durak: the trump was laid by the same hand",
        ),
        pytest.param(
            "not all plainly",
            "take",
            defends("8s 8c", "9s 9h 7s 6c", "8d 9d Td Jd Qd"),
            defends("8s 8c", "9s 9c 7s 9h", "8d 9d Td Jd Qd"),
            id="durak: each has a plain cover",
        ),
        pytest.param(
            "only trumps beat",
            "take",
            defends("8s", "9h 6s 7s 6c 7c 6d", "8d 9c 9d Td Jd", stock=0),
            defends("8s", "9h 6s 9s 6c 7c 6d", "8d 9c 9d Td Jd", stock=0),
            id="durak: the nine beats it",
        ),
        pytest.param(
            "only trumps beat",
            "take",
            defends("8s", "9h 6s 7s 6c 7c 6d", "8d 9c 9d Td Jd", stock=0),
            defends("8s", "6d 6s 7s 6c 7c 7d", "8d 9c 9d Td Jd", stock=0),
            id="durak: nothing beats it",
        ),
        pytest.param(
            "only high beat",
            "take",
            defends("8s", "Qs 6s 7s 6c 7c 6d", "8d 9c 9d Td Jd"),
            defends("8s", "Js 6s 7s 6c 7c 6d", "8d 9c 9d Td Qd"),
            id="durak: a jack is not high",
        ),
        pytest.param(
            "only high beat",
            "take",
            defends("8s", "Qs 6s 7s 6c 7c 6d", "8d 9c 9d Td Jd"),
            defends("8s", "Qs 6s 7s 6c 7c 6d", "8d 9c 9d Td Jd", stock=0),
            id="durak: there is no stock",
        ),
        pytest.param(
            "lowest of suit",
            "play 9s",
            king("9s Ks 7h", "7s 8s As", "7d 8d 9d", "7c 8c 9c", contract="no_tricks"),
            king("9s 7s 7h", "8s Ts As", "7d 8d 9d", "7c 8c 9c", contract="no_tricks"),
            id="king: a lower spade is held",
        ),
        pytest.param(
            "last of hand",
            "attack Js",
            durak("Js", "6s 7s"),
            durak("Js 9h", "6s 7s"),
            id="durak: a trump is left",
        ),
        pytest.param(
            "only high fit",
            "pass",
            palace("Qd Kd 7c 6d 9c", "8s/Qs"),
            palace("Qd Kd 8d 6d 9c", "8s/Qs"),
            id="palace: an eight fits too",
        ),
        pytest.param(
            "gone",
            "throw Qd",
            palace("Qd Kd 7c 6d 9c", "8s/Qs"),
            palace("Qd Kd 7c 6d 9c", "Qs", taking=True),
            id="palace: the defender takes",
        ),
        pytest.param(
            "dearest",
            "play As",
            {"preset": "pentagon", "seats": 3, "pile": "Ts", "hands": {"P0": "As 7s 6d"}},
            {"preset": "pentagon", "seats": 3, "pile": "Ts", "hands": {"P0": "As 7s Qs"}},
            id="101: the queen fits too, and counts more",
        ),
        pytest.param(
            "costs nothing yet",
            "play Ks",
            king("Ks 7h 8h", "7s 8s 9s", "7d 8d 9d", "7c 8c 9c"),
            king("Ks 7h", "7s 8s", "7d 8d", "7c 8c"),
            id="king: the last two tricks cost",
        ),
        pytest.param(
            "costs nothing yet",
            "play Qs",
            king("Qs 7h 8h", "7s 8s 9s", "7d 8d 9d", "7c 8c 9c"),
            king("Qs 7h 8h", "7s 8s 9s", "7d 8d 9d", "7c 8c 9c", contract="no_tricks"),
            id="king: every trick costs",
        ),
    ],
)
def test_a_reason_is_said_where_it_is_true(key: str, move: str, said: Position, not_said: Position) -> None:
    assert key in keys(said, move)
    assert key not in keys(not_said, move)


@pytest.mark.parametrize(
    ("hand", "move", "alike", "told"),
    [
        pytest.param("7s 8s Ks", "7s", "8s", ["gives lowest"], id="what holds of it alone"),
        pytest.param("7s 8s Ks", "8s", "7s", ["cannot take"], id="what holds of both, and not of the king"),
        pytest.param("7s 8s 6h", "8s", "7s", ["cannot take"], id="what holds of all, where all are as good"),
        pytest.param("7s 8s Ks", "8s", "", ["cannot take"], id="nothing is as good"),
    ],
)
def test_what_as_good_moves_have_in_common_tells_them_from_the_others(
    hand: str, move: str, alike: str, told: list[str]
) -> None:
    rules, seen, legal = at(kozel("As", hand, "9s 9h 8d", "Th 7h 9d", "6d 7d"))
    made, *others = (rules.parse_move(f"play {card}") for card in (move, alike) if card)
    assert [one.key for one in reasons_among(rules, seen, legal, made, others)] == told


@pytest.mark.parametrize(
    ("position", "move", "told"),
    [
        pytest.param(
            kozel("As", "7s 8s", "9h 8d", "Th 9d", "6d"),
            "play 7s",
            "the lowest you may play: the higher one stays",
            id="one higher card",
        ),
        pytest.param(
            kozel("As", "7s 8s 9s", "6h 9h 8d", "8h Th 9d", "6d 7d"),
            "play 7s",
            "the lowest you may play: the higher ones stay",
            id="two higher cards",
        ),
        pytest.param(
            kozel("7s 8s 6s", "9s Ts", "7h", "8h", "9h"),
            "play 9s",
            "you are the last: the trick is yours",
            id="a trick without points",
        ),
        pytest.param(
            kozel("7s Ks 6s", "As 8s", "7h", "8h", "9h"),
            "play As",
            "you are the last: 15 points are yours",
            id="a trick with points",
        ),
        pytest.param(
            titles("7s 8s 9s", "6h 8h 8d", "9h Th", "7h 9d", "6d 7d"),
            "play 6h",
            "no s and no trump: give the lowest",
            id="neither the suit nor a trump",
        ),
        pytest.param(
            titles("7s Qc 9s", "6h 8h 8c", "9h Th", "7h 9d", "6d 7d"),
            "play 6h",
            "nothing of yours beats Qc: give the lowest",
            id="a trump that does not take it",
        ),
        pytest.param(
            bura("6s", "7s 9c 8d 8h"), "reply 7s", "you are the last: the trick is yours", id="bura: without points"
        ),
        pytest.param(
            bura("6s", "Js 9c 8d 8h"), "reply Js", "you are the last: 2 points are yours", id="bura: with points"
        ),
        pytest.param(bura("", "Ts Js 8d 8h"), "lead Js Ts", "two at once: both must be beaten", id="bura: two at once"),
        pytest.param(
            bura("", "Ts Js 8s 8h"), "lead 8s Js Ts", "several at once: each must be beaten", id="bura: three at once"
        ),
    ],
)
def test_what_is_told_counts(position: Position, move: str, told: str) -> None:
    rules, seen, legal = at(position)
    assert told in [plain(one.text) for one in reasons(rules, seen, legal, rules.parse_move(move))]
