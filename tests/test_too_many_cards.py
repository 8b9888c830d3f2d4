"""Numbers of cards too large for any position are refused before the program builds so many."""

from __future__ import annotations

import pytest

from cardtable.cli.positions import rules_of
from cardtable.engine.draft import BadPosition
from cardtable.engine.position import put_down


@pytest.mark.parametrize("number", ["1000", "512560407408", "9" * 5000, "0" * 50 + "9" * 12])
@pytest.mark.parametrize("where", ["stock", "hands"])
def test_a_number_of_cards_out_of_all_bounds_is_refused(where: str, number: str) -> None:
    given = {"stock": f"?{number}"} if where == "stock" else {"hands": {"P0": f"?{number}"}}
    with pytest.raises(BadPosition, match="are too many cards; no game has more than 999"):
        put_down({"preset": "throw_in", "trump": "h", **given}, rules_of)


def test_a_stock_by_its_size_is_bounded_too() -> None:
    with pytest.raises(BadPosition, match="stock: 512560407408 are too many cards"):
        put_down({"preset": "throw_in", "trump": "h", "stock": 512560407408}, rules_of)
