"""Reasons in trick-taking games next to near misses: what is worth saying about a card, and what only repeats it."""

from __future__ import annotations

import pytest

from cardtable.bots.reasons import reasons, reasons_against
from cardtable.engine.text import plain
from tests.bots.test_reasons_said import Position, at, bura, keys, kozel


def king(trick: str, *hands: str, contract: str, **facts: object) -> Position:
    """P0 is to play to this trick, or leads."""
    hold = {f"P{seat}": cards for seat, cards in enumerate(hands)}
    leader = f"P{-len(trick.split()) % 4}"
    return {"preset": "king_simple", "contract": contract, "leader": leader, "trick": trick, "hands": hold, **facts}


def drawing(leader: str) -> Position:
    """Cards are drawn by hand, starting with `leader`, who holds one card more than the other player."""
    hands = {"P0": "6s 7d 8d", "P1": "8s 9d Td Jc"} if leader == "P1" else {"P0": "6s 7d 8d", "P1": "8s 9d"}
    facts = {"preset": "burkozel_strict", "seats": 2, "trump": "h", "moment": "drawing", "leader": leader}
    return {**facts, "hands": hands}


def ordering(hand: str) -> Position:
    """P0 is to order a contract."""
    return {"preset": "king_long", "seats": 4, "moment": "order", "orderer": "P0", "hands": {"P0": hand}}


def trade(hand: str, moment: str) -> Position:
    """P0 is to bid for the suit that costs, or to name it."""
    bids = {"bids": ["P0 3", "P1 pass", "P2 pass", "P3 pass"]} if moment == "name" else {}
    return {"preset": "king_trade", "seats": 4, "moment": moment, "dealer": "P3", "hands": {"P0": hand}, **bids}


def claims(preset: str, points: str) -> Position:
    """P0 is asked after a trick whether it has enough."""
    hands = {"P0": "6s 7d", "P1": "8s 9d"}
    return {
        "preset": preset,
        "seats": 2,
        "trump": "h",
        "moment": "claims",
        "asked": ["P0"],
        "points": points,
        "hands": hands,
    }


@pytest.mark.parametrize(
    ("key", "move", "said", "not_said"),
    [
        pytest.param(
            "gives lowest",
            "play 7s",
            kozel("As", "7s 8s Ks", "9s 9h 8d", "Th 7h 9d", "6d 7d"),
            kozel("As", "7s 6h 8h", "9s 9h 8d", "Th 7h 9d", "6d 7d"),
            id="kozel: none is higher",
        ),
        pytest.param(
            "partner stands",
            "play Ks",
            kozel("Ts 7s", "Ks 9s 6h", "8s 9h Jd", "7h 9d", "6d 7d"),
            kozel("Js 7s", "Ks 9s 6h", "8s 9h Qd", "7h 9d", "6d 7d"),
            id="kozel: that only a trump beats a trump needs no word",
        ),
        pytest.param(
            "highest",
            "play Qs",
            kozel("As", "Qs Jd 6h", "Jh 9h Qc", "7s 7h 9d", "6d 7d"),
            kozel("As", "Qs Jd 6h", "7c 9h Qc", "7s 7h 9d", "6d 7d"),
            id="kozel: nothing beats the jack that does not beat the queen",
        ),
        pytest.param(
            "brings most",
            "play As",
            kozel("7s 8s 9s", "As Ks Ts", "7h 8h", "8d 9h", "6d 7d"),
            kozel("7s 8s", "As Ks Ts", "7h 8h 9d", "8d 9h", "6d 7d"),
            id="kozel: another one plays after it",
        ),
        pytest.param(
            "higher trump",
            "play Qs",
            kozel("", "Qs Jd", "Qc 7c", "6c Jh", "7d 8d"),
            kozel("", "Qs Jd", "Qc 7h", "6d 8h", "7d 8d"),
            id="kozel: as many stand above it as below, or more",
        ),
        pytest.param(
            "brings most",
            "reply Ks",
            bura("Js", "Ks Qs 8d 7d"),
            bura("Js", "Ks As 8d 7d"),
            id="bura: the ace brings more",
        ),
        pytest.param(
            "spares trumps",
            "reply Ks",
            bura("As", "Ks Td 8h 9h"),
            bura("As", "Ks Jd 8h 9h"),
            id="bura: the jack is cheaper, and no trump either",
        ),
        pytest.param(
            "spares trumps",
            "lead Ks",
            bura("", "Ks Td 8h 9h"),
            bura("", "Ks Td 8s 9c"),
            id="bura: there is no trump that could stay",
        ),
        pytest.param(
            "nothing yet",
            "play Ks",
            king("7s", "Ks 8s 7h", "9s As 8h", "7d 8d 9d", "7c 8c", contract="no_queens"),
            king("7s", "Ks 8s 7h", "9s As 8h", "7d 8d 9d", "7c 8c", contract="no_tricks"),
            id="king: the trick itself costs",
        ),
        pytest.param(
            "nothing yet",
            "play Ks",
            king("7s", "Ks 8s 7h", "9s As 8h", "7d 8d 9d", "7c 8c", contract="no_queens"),
            king("Qs", "Ks 8s 7h", "9s As 8h", "7d 8d 9d", "7c 8c", contract="no_queens"),
            id="king: a queen lies there",
        ),
        pytest.param(
            "early",
            "play As",
            king("", "As 8s 7h", "9s Ts 8h", "7s Qs 9d", "7c Js 9c", contract="no_hearts"),
            king("", "As 8s 7h", "9s Ts 8h", "7s Qs 9d", "7c Js 9c", contract="no_queens"),
            id="king: the queen of the suit is out",
        ),
        pytest.param(
            "early",
            "play As",
            king("", "As 8s 7h", "9s Th 8h", "7s Qs 9d", "7c Jh 9c", contract="no_hearts"),
            king("", "As 8s 7h", "9s Th 8h", "7d Qs 9d", "7c Jh 9c", contract="no_hearts"),
            id="king: fewer are out than others play",
        ),
        pytest.param(
            "costs nothing",
            "play Ks",
            king("8s 9s Ts", "Ks 7s 7h", "8h Th", "7d 9d", "7c 9c", contract="no_queens"),
            king("8s Qs Ts", "Ks 7s 7h", "8h Th", "7d 9d", "7c 9c", contract="no_queens"),
            id="king: a queen lies there, and it need not be taken",
        ),
        pytest.param(
            "early",
            "play Ks",
            king("", "Ks 8s 7h", "9s Ts 8h", "7s Qs 9d", "7c Js 9c", contract="no_hearts"),
            king("", "Ks 8s 7h", "9s Ts 8h", "7s As 9d", "7c Js 9c", contract="no_hearts"),
            id="king: the ace is out",
        ),
        pytest.param(
            "free trick",
            "play Ts",
            king("7s 8s 9s", "Ts Qs 7h", "8h Th", "7d 9d", "7c 9c", contract="no_queens"),
            king("7s 8s 9s", "Ts Ks 7h", "8h Th", "7d 9d", "7c 9c", contract="no_queens"),
            id="king: the other card costs nothing either",
        ),
        pytest.param(
            "draws trumps",
            "play Kh",
            king("", "Kh 8s 7c", "9s 8h 9d", contract="take_tricks", seats=3, preset="king_custom", trump="h"),
            king(
                "", "Kh 8s 7c", "9s 8d 9d", "7s 7d Td", contract="take_tricks", seats=3, preset="king_custom", trump="h"
            ),
            id="king: no trump is out",
        ),
        pytest.param(
            "under",
            "play 8s",
            king("9s", "8s 7c", contract="omnibus", seats=4, preset="king_omnibus"),
            king("9s Td", "8s 7c", contract="omnibus", seats=4, preset="king_omnibus"),
            id="king: the trick has the card that pays",
        ),
    ],
)
def test_a_reason_of_a_trick_is_said_where_it_is_true(key: str, move: str, said: Position, not_said: Position) -> None:
    assert key in keys(said, move)
    assert key not in keys(not_said, move)


@pytest.mark.parametrize(
    ("key", "move", "said", "not_said"),
    [
        pytest.param(
            "high hand",
            "order take_tricks",
            ordering("7d 8c Tc Jc Qh Kc As Ad"),
            ordering("7d 8c Tc Jc Qh Qc As Ad"),
            id="three of eight",
        ),
        pytest.param(
            "holds some",
            "order take_jacks",
            ordering("7d 8c Tc Jc Jh Kc As Ad"),
            ordering("7d 8c Tc Jc Qh Kc As Ad"),
            id="one jack of four",
        ),
        pytest.param(
            "low hand",
            "order no_tricks",
            ordering("7d 8c 9c 7c 8h Qc As Ad"),
            ordering("7d 8c Tc 7c 8h Qc As Ad"),
            id="half of them are no more",
        ),
        pytest.param(
            "every suit",
            "pass",
            trade("2c 3c 4c 5c 6c 7c 8c 9c 2d 3d 4d 5h 6s", "bid"),
            trade("2c 3c 4c 5c 6c 7c 8c 9c 2d 3d 4d 5h 6h", "bid"),
            id="no spade is held",
        ),
        pytest.param(
            "few of it",
            "name s",
            trade("2c 3c 4c 5c 6c 7c 8c 9c 2d 3d 4d 5h 6h", "name"),
            trade("2c 3c 4c 5c 6c 7c 8c 9c 2d 3d 4d 5h 6s", "name"),
            id="as few hearts are held",
        ),
        pytest.param(
            "few of it",
            "name s",
            trade("2c 3c 4c 5c 6c 7c 8c 9c 2d 3d 4h 5h 6s", "name"),
            trade("2c 3c 4c 5c 6c 7c 8c 9c 2d 4h 5h 6s 7s", "name"),
            id="one diamond is held",
        ),
    ],
)
def test_an_order_or_a_bid_has_a_reason(key: str, move: str, said: Position, not_said: Position) -> None:
    assert key in keys(said, move)
    assert key not in keys(not_said, move)


@pytest.mark.parametrize(
    ("position", "move", "told"),
    [
        pytest.param(bura("", "8s 7s 8d 8h"), "lead 7s 8s", "two at once, and they count nothing", id="two"),
        pytest.param(bura("", "8s 7s 9s 8h"), "lead 7s 8s 9s", "several at once, and they count nothing", id="three"),
        pytest.param(bura("", "Ah Th 9d 8d"), "lead Th Ah", "nothing that is out beats them", id="both stand"),
        pytest.param(
            {**bura("6s", "Ah Ts 9d 8d"), "seats": 3, "trick": ["P2 6s"]},
            "reply Ah",
            "nobody after you can beat it",
            id="the trump ace",
        ),
        pytest.param(bura("", "Ah Ts 9d 8d"), "lead Ah", "nothing that is out beats it", id="one stands"),
        pytest.param(
            bura("As", "Ks Td 8h 9h"), "reply Ks", "your trumps stay, and the cheapest of the rest goes", id="of two"
        ),
        pytest.param(bura("As", "Ks Th 8h 9h"), "reply Ks", "your trumps stay", id="the only plain one"),
        pytest.param(ordering("7d 8c Tc Jc Qh Kh As Ad"), "order take_king", "you hold the card that counts", id="he"),
        pytest.param(
            ordering("7d 8c Tc Jc Jh Kh As Ad"),
            "order take_jacks",
            "you hold 2 of the 4 cards that count",
            id="two of four",
        ),
        pytest.param(
            king("7c", "As 8h 7s", "9s Ks 8d", "7d Jd 9d", "7h 8c", contract="no_hearts"),
            "play As",
            "nothing of its suit that is out is higher",
            id="it is the highest, which is told",
        ),
        pytest.param(
            king("7c", "Qs Ah 7s", "9s 8s 8d", "7d Jd 9d", "7h 8c", contract="no_king"),
            "play Qs",
            "be rid of it: nothing of its suit that is out is higher",
            id="nothing else tells that it should go",
        ),
        pytest.param(drawing("P1"), "draw", "it is your turn to draw", id="whoever is next draws"),
        pytest.param(drawing("P0"), "wait", "it is not your turn to draw", id="another one is next"),
        pytest.param(claims("bura_31", "12 5"), "silent", "you have 12, and 31 are needed", id="counted"),
        pytest.param(claims("bura_31", "0 5"), "silent", "you have nothing yet, and 31 are needed", id="nothing"),
        pytest.param(claims("bura_11", "12 5"), "silent", "only 12 are sure, and 31 are needed", id="face down"),
        pytest.param(claims("bura_11", "0 5"), "silent", "nothing is sure yet, and 31 are needed", id="nothing sure"),
        pytest.param(claims("bura_11", "33 5"), "claim", "33 are sure, and that is enough", id="sure to have enough"),
    ],
)
def test_how_many_are_told_of(position: Position, move: str, told: str) -> None:
    rules, seen, legal = at(position)
    assert told in [plain(one.text) for one in reasons(rules, seen, legal, rules.parse_move(move))]


@pytest.mark.parametrize(
    ("position", "move", "told"),
    [
        pytest.param(
            kozel("7s", "8h Th Jd", "9s 9h 8d", "8s 7h 9d", "6d 7d"),
            "play 8h",
            ["not worth it"],
            id="kozel: that little goes is told with the trump it spares",
        ),
        pytest.param(bura("6s", "7c Td Kd 8h"), "reply 7c", ["not worth it"], id="bura: the same"),
        pytest.param(
            kozel("7s", "8h Jd Qs", "9s 9h 8d", "8s 7h 9d", "6d 7d"),
            "play 8h",
            ["not worth it"],
            id="kozel: that all trumps stay is told by that",
        ),
        pytest.param(
            king("7c", "Qh 8h 7s", "9s As 8d", "7d Jd 9d", "7h 8c", contract="no_hearts"),
            "play Qh",
            ["rid"],
            id="king: that it is the highest too tells nothing more",
        ),
        pytest.param(
            king("7c 8c", "Qh 8h 7s", "9s As 8d", "7d Jd", "7h 9c", contract="no_queens"),
            "play Qh",
            ["rid"],
            id="king: the only queen",
        ),
    ],
)
def test_nothing_is_said_twice(position: Position, move: str, told: list[str]) -> None:
    rules, seen, legal = at(position)
    assert [one.key for one in reasons_against(rules, seen, legal, rules.parse_move(move), legal)][:1] == told
    assert not {"fewest", "keeps high", "rid highest", "trumps stay"} & {
        one.key for one in reasons_against(rules, seen, legal, rules.parse_move(move), legal)
    }
