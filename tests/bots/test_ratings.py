"""Ratings: the words follow from measured figures by fixed bounds, and so does who gives the hints."""

from __future__ import annotations

import importlib.util
import json
from pathlib import Path
from types import ModuleType

import pytest

from cardtable.bots import EASY, FAIR, STRONG, VERY_STRONG, adviser, own_styles, styles
from cardtable.bots.ratings import EXPERTS, Rating, best, hint_style, measured, strength, word
from cardtable.games import FAMILIES

SCRIPT = Path(__file__).parents[2] / ".build" / "ratings.py"


@pytest.mark.parametrize(
    ("own", "error", "said"),
    [
        (1700, 10, VERY_STRONG),
        (1640, 30, STRONG),
        (1600, 10, STRONG),
        (1580, 30, STRONG),
        (1550, 10, FAIR),
        (1520, 30, EASY),
        (1300, 10, EASY),
    ],
)
def test_a_word_follows_from_what_is_proven(own: float, error: float, said: str) -> None:
    """1.96 standard errors of the difference decide; what is not proven is not said."""
    ratings = {"steady": Rating(1600, 10, 400), "lowest": Rating(1500, 10, 400), "expert": Rating(own, error, 400)}
    assert word("expert", ratings) == said


def test_a_habit_is_never_very_strong_and_the_expert_must_beat_every_one_of_them() -> None:
    ratings = {
        "steady": Rating(1600, 5, 400),
        "lowest": Rating(1400, 5, 400),
        "counter_player": Rating(1800, 5, 400),
        "expert": Rating(1760, 5, 400),
        "expert_deep": Rating(1900, 5, 400),
    }
    assert [word(style, ratings) for style in ratings] == [STRONG, EASY, STRONG, STRONG, VERY_STRONG]
    del ratings["lowest"]
    assert word("expert_deep", ratings) is None, "there is nothing to compare it with"


@pytest.mark.parametrize("family", FAMILIES)
def test_the_hints_are_an_experts_only_where_it_is_proven_stronger(family: str) -> None:
    ratings = measured(family).styles
    assert set(ratings) <= {entry.style for entry in styles(family)}
    found = best(family)
    if found in EXPERTS:
        assert all(ratings[found].beats(ratings[style]) for style in ratings if style not in EXPERTS)
    else:
        assert found == adviser(family)
    for entry in styles(family):
        assert strength(entry, family) == (word(entry.style, ratings) or entry.strength)
    for wanted in ("auto", "no_such_style", ""):
        assert hint_style(wanted, family) == found
    for entry in own_styles(family):
        assert hint_style(entry.style, family) == entry.style


@pytest.fixture
def script(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """The command that writes the file, writing another one."""
    spec = importlib.util.spec_from_file_location("ratings_script", SCRIPT)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    monkeypatch.setattr(module, "FILE", tmp_path / "ratings.toml")
    module.FILE.write_text("# ours\n\n[bura]\npresets = []\nseeds = []\nstyles = {}\n", encoding="utf-8")
    return module


def report(path: Path, a: str, b: str, score: float, deals: int = 400, preset: str = "throw_in") -> str:
    """What `cardtable arena --json` says of two styles, as far as the command reads it."""
    pair = {"a": a, "b": b, "score": score, "low": score - 0.05, "high": score + 0.05, "deals": deals}
    bots = [{"bot": a}, {"bot": b}]
    path.write_text(json.dumps({"preset": preset, "seed": 1, "bots": bots, "pairs": [pair]}), encoding="utf-8")
    return str(path)


def test_all_that_was_played_comes_on_one_scale(
    script: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    files = [
        report(tmp_path / "1.json", "lowest", "steady", 0.3),
        report(tmp_path / "2.json", "expert", "steady", 0.7),
        report(tmp_path / "3.json", "expert", "steady", 0.8, deals=1200),
    ]
    monkeypatch.setattr("sys.argv", ["ratings.py", "durak", *files])
    script.main()
    text = script.FILE.read_text(encoding="utf-8")
    assert text.startswith("# ours\n\n[bura]\n"), "the rest stays"
    found = script.tomlkit.parse(text)["durak"]
    assert list(found["styles"]) == ["expert", "steady", "lowest"]
    assert found["styles"]["steady"]["deals"] == 2000
    # The means are 0.775 and 0.7: 400 * log10(0.775 / 0.225) is 215 points, 400 * log10(7 / 3) 147.
    assert found["styles"]["expert"]["elo"] - found["styles"]["steady"]["elo"] == pytest.approx(215, abs=5)
    assert found["styles"]["steady"]["elo"] - found["styles"]["lowest"]["elo"] == pytest.approx(147, abs=5)
    assert all(0 < figures["error"] < 30 for figures in found["styles"].values())


@pytest.mark.parametrize(("a", "preset"), [("feeder", "throw_in"), ("expert", "nizhny")])
def test_what_another_family_has_played_is_refused_by_name(
    a: str, preset: str, script: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = script.FILE.read_text(encoding="utf-8")
    monkeypatch.setattr("sys.argv", ["ratings.py", "durak", report(tmp_path / "1.json", a, "steady", 0.5, 10, preset)])
    with pytest.raises(SystemExit, match=f"1.json: .*{a if preset == 'throw_in' else preset}"):
        script.main()
    assert script.FILE.read_text(encoding="utf-8") == before
