"""King by contracts on the screen: what it says about the deal, and how decisions are offered."""

from __future__ import annotations

from typing import Any

from cardtable.cards import parse_cards
from cardtable.cli.positions import rules_of
from cardtable.engine.position import put_down
from cardtable.engine.scene import Scene
from cardtable.engine.state import observe
from cardtable.engine.text import plain


def scene_of(seat: int, keys: dict[str, Any]) -> Scene:
    """The scene of a position as this seat sees it."""
    rules, state = put_down(keys, rules_of)
    return rules.scene(observe(state, seat))


def facts(scene: Scene) -> list[str]:
    """The facts of the deal in English."""
    return [plain(fact) for fact in scene.facts]


def labels(scene: Scene) -> list[str]:
    """The decisions offered, in English."""
    return [plain(choice.label) for choice in scene.choices]


def test_the_deal_is_told_with_what_still_counts() -> None:
    """G-13, G-33: the contract in words, the counting cards still out, the number of the deal."""
    scene = scene_of(
        2,
        {
            "preset": "king_simple",
            "seats": 4,
            "deal": 3,
            "captured": ["P1 Qs 7s 8s 9s"],
            "winners": "P1",
            "trick": "9c",
            "hands": {"P2": "7c As Kd 7h 8h 9d Td"},
        },
    )
    assert facts(scene) == ["contract: no queens", "still out: Qh Qd Qc", "deal 3 of 14"]
    assert plain(scene.prompt) == "Follow c."
    assert scene.verb == "play"
    assert labels(scene) == ["play 7c"]
    trick = next(pile for pile in scene.piles if pile.key == "trick")
    assert (trick.owner, trick.layout) == (1, "trick")
    chair = next(chair for chair in scene.chairs if chair.seat == 1)
    assert plain(chair.points or scene.prompt) == "total 0"
    assert [plain(mark) for mark in chair.marks] == ["now \N{MINUS SIGN}4", "1 trick"]


def test_the_points_of_the_deal_stay_at_the_seats_once_it_is_over() -> None:
    """G-33: until the next deal the totals are those before this one."""
    rules, state = put_down(
        {
            "preset": "king_simple",
            "seats": 4,
            "contract": "no_tricks",
            "leader": "P0",
            "winners": "P1 P1 P2 P2 P2 P3 P3",
            "hands": {"P0": "7c", "P1": "8c", "P2": "9c", "P3": "Tc"},
        },
        rules_of,
    )
    for seat in range(4):
        rules.play(state, seat, rules.legal(state, seat)[0])
    assert not state.to_act
    marks = [plain(chair.marks[0]) for chair in rules.scene(observe(state, 0)).chairs]
    assert marks == [f"now {points}".replace("-", "\N{MINUS SIGN}") for points in (0, -4, -6, -6)]


def test_the_last_trick_lies_there_until_the_next_is_led() -> None:
    """G-10: with the player who took it."""
    rules, state = put_down(
        {
            "preset": "king_simple",
            "seats": 4,
            "leader": "P0",
            "trick": "9c Tc Jc",
            "hands": {"P3": "Qc 7s 8s", "P0": "Ac Ad"},
        },
        rules_of,
    )
    rules.play(state, 3, rules.parse_move("play Qc"))
    scene = rules.scene(observe(state, 0))
    last = next(pile for pile in scene.piles if pile.key == "last")
    assert sum(1 << card for card in last.cards) == parse_cards("9c Tc Jc Qc")
    assert last.label is not None
    assert plain(last.label) == "last trick, taken by P3"


def test_a_contract_is_ordered_with_its_trumps() -> None:
    """G-22, G-25: every order is a choice; those with a trump suit name it, so that one key is enough."""
    scene = scene_of(
        1,
        {
            "preset": "king_minsk",
            "seats": 3,
            "contract": "none",
            "ordered": ["P1 no_tricks no_last_two no_queens no_jacks no_king praise praise"],
        },
    )
    assert labels(scene) == ["no hearts", *(f"praise, trumps {suit}" for suit in "shdc")]
    assert [choice.suit for choice in scene.choices] == [None, 0, 1, 2, 3]
    assert plain(scene.prompt) == "Order a contract."
    assert scene.verb == ""


def test_two_cards_are_laid_out_by_choosing_them() -> None:
    """G-24: every choice holds the two cards it lays out."""
    scene = scene_of(
        1,
        {
            "preset": "king_minsk",
            "seats": 3,
            "contract": "no_hearts",
            "moment": "lay_out",
            "hands": {"P1": "Ah Kh 9h 8h As Ks 9s Qd Jd Tc 8c 7c"},
        },
    )
    assert len(scene.choices) == 28
    assert all(choice.cards.bit_count() == 2 for choice in scene.choices)
    assert scene.verb == "lay_out"


def test_bids_and_the_penalty_suit_are_choices() -> None:
    """G-30: a number or a pass, then one of four suits; the others see each bid."""
    keys: dict[str, Any] = {"preset": "king_trade", "seats": 4, "bids": ["P1 2", "P2 pass", "P3 11"]}
    scene = scene_of(0, keys)
    assert labels(scene) == ["pass", "bid 12", "bid 13"]
    assert "P3 bid 11" in facts(scene)
    marks = {chair.seat: [plain(mark) for mark in chair.marks] for chair in scene.chairs}
    assert (marks[1], marks[2], marks[3]) == (["bids 2"], ["passes"], ["bids 11"])
    scene = scene_of(3, {**keys, "bids": [*keys["bids"], "P0 pass"]})
    assert [choice.suit for choice in scene.choices] == [0, 1, 2, 3]
    assert plain(scene.prompt) == "Name the penalty suit."


def test_a_free_joker_names_the_suit_to_be_followed() -> None:
    """G-29: one choice per suit for the same card."""
    scene = scene_of(
        1,
        {"preset": "king_jokers", "seats": 4, "options": {"joker_play": "free"}, "hands": {"P1": "Xr 5s"}},
    )
    assert [(choice.cards, choice.suit) for choice in scene.choices if choice.suit is not None] == [
        (parse_cards("Xr"), suit) for suit in range(4)
    ]


def test_a_trump_is_named_by_three_cards() -> None:
    """G-26: the three cards, the suits, no trumps, and the last card."""
    scene = scene_of(
        1,
        {
            "preset": "king_twelve",
            "seats": 4,
            "deal": 8,
            "moment": "trump",
            "hands": {"P1": "As Ks 9d"},
        },
    )
    assert labels(scene) == [*(f"trumps {suit}" for suit in "shdc"), "no trumps", "the last card"]
    assert scene.piles[0].size == 3
    pack = next(pile for pile in scene.piles if pile.key == "stock")
    assert pack.size == 32 - 9


def test_domino_shows_its_stock_and_who_is_out() -> None:
    """G-28: a player without cards is out; one who cannot follow draws."""
    scene = scene_of(
        0,
        {
            "preset": "king_domino",
            "seats": 4,
            "deal": 2,
            "leader": "P3",
            "trick": "9c",
            "stock": 5,
            "hands": {"P0": "7d Qs Ah", "P1": "", "P2": "?2", "P3": "?2"},
        },
    )
    assert labels(scene) == ["draw from the stock"]
    assert plain(scene.prompt) == "You cannot follow: draw from the stock."
    assert [chair.seat for chair in scene.chairs if chair.out] == [1]
    assert next(pile for pile in scene.piles if pile.key == "stock").size == 5


def test_who_orders_is_said_where_something_is_ordered() -> None:
    """G-22, G-25: in a programme with one praise, no player is its orderer in the deals before it."""
    keys = {"preset": "king_twelve", "seats": 4, "deal": 1, "hands": {"P0": "7c As Kd 7h 8h 9d Td 8d"}}
    roles = [plain(role) for chair in scene_of(0, keys).chairs for role in chair.roles]
    assert roles == ["deals"]
    keys = {"preset": "king_custom", "seats": 4, "hands": {"P0": "7c As Kd 7h 8h 9d Td 8d"}}
    roles = [plain(role) for chair in scene_of(0, keys).chairs for role in chair.roles]
    assert "orders" in roles
