"""What a shell suggests while a name is being typed."""

from __future__ import annotations

import pytest
from click.shell_completion import BashComplete

from cardtable.cli import cli


def proposed(line: str, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The suggestions for the last word of a line."""
    words = line.split(" ")
    monkeypatch.setenv("COMP_WORDS", line)
    shell = BashComplete(cli, {}, "cardtable", "_CARDTABLE_COMPLETE")
    return [item.value for item in shell.get_completions(words[1:-1], words[-1])]


@pytest.mark.parametrize(
    ("line", "wanted"),
    [
        ("cardtable pu", ["puzzle"]),
        ("cardtable play double_", ["double_transfer"]),
        ("cardtable rules bur", ["bura", "burkozel", "burkozel_casual"]),
        ("cardtable play throw_in --set max_", ["max_attack="]),
        ("cardtable play throw_in --set transfer=", ["transfer=false", "transfer=true"]),
        ("cardtable play throw_in --seat bot:expert_", ["bot:expert_deep"]),
        ("cardtable arena throw_in --bots steady,counter", ["steady,counter_player"]),
        ("cardtable settings the", ["theme"]),
        ("cardtable settings theme fel", ["felt-dark", "felt"]),
        ("cardtable settings pace ", ["instant", "brisk", "human"]),
        ("cardtable help fr", ["friends"]),
        ("cardtable learn durak-1", ["durak-1"]),
        ("cardtable bots k", ["kozel", "king"]),
        ("cardtable play nothing --set m", []),
        ("cardtable play nothing --seat bot:", []),
        ("cardtable settings nothing x", []),
    ],
)
def test_names_are_proposed(line: str, wanted: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    found = proposed(line, monkeypatch)
    assert found[: len(wanted)] == wanted
    assert wanted or not found
