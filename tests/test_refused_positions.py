"""Every sentence that refuses a position: a file of bad positions for each module that has such sentences.

A case is a position with `says`, the beginning of its refusal. Some case must produce every source text of a
`BadPosition`; those that no position can reach are in UNREACHED with their reason.
"""

from __future__ import annotations

import ast
import tomllib
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from cardtable.cli.positions import rules_of
from cardtable.engine.draft import BadPosition
from cardtable.engine.position import put_down, run

TOP = Path(__file__).parent.parent
MODULES = {
    "engine": ("engine/draft.py", "engine/position.py", "engine/expectations.py"),
    "one_oh_one": ("games/one_oh_one/positions.py",),
    "kozel": ("games/kozel/positions.py", "games/kozel/filling.py"),
    "durak": ("games/durak/positions.py",),
    "king": ("games/king/positions.py",),
    "palace": ("games/palace/positions.py",),
    "bura": ("games/bura/positions.py",),
    "titles": ("games/titles/positions.py",),
}
"""For each file of cases, the modules whose sentences it must cover."""
UNREACHED = {"play {text!r}: {why}": "it is said within `then {number}: {why}`"}
"""Source texts that no position reaches, each with the reason why the code has it nevertheless."""


@cache
def cases(name: str) -> list[dict[str, Any]]:
    """The bad positions of a file; `shared` holds the keys common to all unless a case overrides them."""
    found = tomllib.loads((TOP / "tests" / "refused_positions" / f"{name}.toml").read_text("utf-8"))
    shared = found.get("shared", {})
    return [{**shared, **case} for case in found["case"]]


def sources(name: str) -> set[str]:
    """The source texts of all refusals in the modules covered by a file of cases."""
    found = set()
    for module in MODULES[name]:
        for node in ast.walk(ast.parse((TOP / "cardtable" / module).read_text("utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "BadPosition":
                text = node.args[0]
                # The sentence of an error that is passed on is elsewhere.
                found |= {str(text.value)} if isinstance(text, ast.Constant) else set()
    return found


def refusal(case: dict[str, Any]) -> BadPosition | None:
    """The refusal of a position that cannot be set up, or cannot be played or checked as it says."""
    keys = {key: value for key, value in case.items() if key not in ("says", "name")}
    try:
        put_down(keys, rules_of)
        run(keys, rules_of)
    except BadPosition as refused:
        return refused
    return None


CASES = [pytest.param(case, id=f"{name} {case['says'][:60]}") for name in MODULES for case in cases(name)]


@pytest.mark.parametrize("case", CASES)
def test_a_bad_position_is_refused_in_words(case: dict[str, Any]) -> None:
    refused = refusal(case)
    assert refused is not None, "the position was put down"
    assert str(refused).startswith(case["says"])


@pytest.mark.parametrize("name", MODULES)
@pytest.mark.every(2)
def test_every_refusal_of_a_position_is_made(name: str) -> None:
    made = {refused.text.source for refused in map(refusal, cases(name)) if refused is not None}
    assert sources(name) - made - UNREACHED.keys() == set()


def test_what_no_position_leads_to_stands_in_the_code() -> None:
    assert UNREACHED.keys() <= set().union(*map(sources, MODULES))
