"""Ratings: fixed limits turn measured figures into words, and choose the style that gives hints."""

from __future__ import annotations

import importlib.util
import json
from contextlib import closing
from pathlib import Path
from types import ModuleType

import pytest
import tomlkit

from cardtable.arena import Arena, Deal, Store, seatings
from cardtable.bots.entries import EASY, FAIR, STRONG, VERY_STRONG
from cardtable.bots.finding import adviser, own_styles, styles
from cardtable.bots.ratings import EXPERTS, EloRating, best, hint_style, measured, score, strength, word
from cardtable.engine.options import as_dict
from cardtable.engine.text import plain
from cardtable.games import FAMILIES, find_preset

SCRIPT = Path(__file__).parents[2] / ".build" / "ratings.py"


@pytest.mark.parametrize(
    ("own", "said"),
    [(1900, VERY_STRONG), (1760, STRONG), (1680, STRONG), (1660, FAIR), (1600, FAIR), (1540, FAIR), (1520, EASY)],
)
def test_a_word_follows_from_the_score_against_the_usual_style(own: float, said: str) -> None:
    """200 Elo points are 76 of 100, 71 are 60; the same scale for habits and for styles that look ahead."""
    ratings = {"steady": EloRating(1600, 10, 400), "expert": EloRating(own, 10, 400)}
    assert word("expert", ratings) == said
    assert word("steady", ratings) == FAIR


def test_what_was_played_on_the_same_decks_counts_before_the_scale() -> None:
    ratings = {"steady": EloRating(1600, 10, 400), "lowest": EloRating(1900, 10, 400, 0.39)}
    assert score("lowest", ratings) == 0.39
    assert word("lowest", ratings) == EASY
    del ratings["steady"]
    assert word("lowest", ratings) is None, "there is nothing to compare it with"


@pytest.mark.parametrize("family", FAMILIES)
def test_the_hints_are_an_experts_only_where_it_is_proven_stronger(family: str) -> None:
    ratings = measured(family).styles
    assert set(ratings) <= {entry.style for entry in styles(family)}
    found = best(family)
    if found in EXPERTS:
        assert all(ratings[found].beats(ratings[style]) for style in ratings if style not in EXPERTS)
    else:
        assert found == adviser(family)
    for entry in own_styles(family):
        rated = "expert" if entry.style in EXPERTS and entry.style not in ratings else entry.style
        told, share = strength(entry, family), score(rated, ratings)
        assert plain(told) == (
            entry.strength if share is None else f"{word(rated, ratings)} · {100 * share:.0f} of 100"
        )
    for wanted in ("auto", "no_such_style", ""):
        assert hint_style(wanted, family) == found
    for entry in own_styles(family):
        assert hint_style(entry.style, family) == entry.style


def test_a_style_of_the_same_group_has_the_word_of_where_it_plays_in_its_own_way() -> None:
    ratings = measured("palace").styles
    for entry in own_styles("palace"):
        if entry.families:
            assert "palace" in entry.families
            assert strength(entry, "king") == strength(entry, "palace")
            assert (word(entry.style, ratings) or entry.strength) in plain(strength(entry, "king"))


@pytest.fixture
def script(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """The script that writes the ratings file, set to write another one."""
    spec = importlib.util.spec_from_file_location("ratings_script", SCRIPT)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    monkeypatch.setattr(module, "FILE", tmp_path / "ratings.toml")
    module.FILE.write_text("# ours\n\n[bura]\npresets = []\nseeds = []\nstyles = {}\n", encoding="utf-8")
    return module


def played(path: Path, a: str, b: str, won: int, decks: int = 200, preset: str = "throw_in") -> None:
    """Adds decks between two styles to a file of results; the first wins this many of them from both seats."""
    game, found = find_preset(preset)
    with closing(Store(path)) as store:
        for number in range(decks):
            of = Arena(game.id, preset, as_dict(found.options), 1)
            deck = seatings((a, b), number, of.seed)
            scores = {a: float(number < won), b: float(number >= won)}
            deals = [Deal(one.styles, tuple(scores[style] for style in one.styles)) for one in deck]
            store.shelf(of, 2, [(a, b)]).keep((a, b), deck, deals)


def test_all_that_was_played_comes_on_one_scale(
    script: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "results"
    played(path, "lowest", "steady", 60)
    played(path, "expert", "steady", 155)
    played(path, "cmd:./stranger#0", "steady", 200)
    monkeypatch.setattr("sys.argv", ["ratings.py", str(path), "durak"])
    script.main()
    text = script.FILE.read_text(encoding="utf-8")
    assert text.startswith("# ours\n\n[bura]\n"), "the rest stays"
    found = script.tomlkit.parse(text)["durak"]
    assert list(found["styles"]) == ["expert", "steady", "lowest"]
    assert found["styles"]["expert"]["deals"] == 400
    assert [figures.get("score") for figures in found["styles"].values()] == [0.775, None, 0.3]
    # 400 * log10(0.775 / 0.225) is 215 points; 400 * log10(7 / 3) is 147.
    assert found["styles"]["expert"]["elo"] - found["styles"]["steady"]["elo"] == pytest.approx(215, abs=5)
    assert found["styles"]["steady"]["elo"] - found["styles"]["lowest"]["elo"] == pytest.approx(147, abs=5)
    assert all(0 < figures["error"] < 30 for figures in found["styles"].values())


def test_an_expert_is_rated_anew_against_the_ratings_of_the_others(
    script: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "results"
    played(path, "lowest", "steady", 60)
    played(path, "counter_player", "steady", 150)
    played(path, "expert", "steady", 120)
    monkeypatch.setattr("sys.argv", ["ratings.py", str(path)])
    script.main()
    before = script.tomlkit.parse(script.FILE.read_text(encoding="utf-8")).unwrap()["durak"]
    path = tmp_path / "later"
    played(path, "expert", "steady", 160)
    played(path, "counter_player", "expert", 80)
    monkeypatch.setattr("sys.argv", ["ratings.py", str(path), "--only", "expert"])
    script.main()
    text = script.FILE.read_text(encoding="utf-8")
    after = script.tomlkit.parse(text).unwrap()["durak"]
    assert list(after["styles"]) == ["expert", "counter_player", "steady", "lowest"]
    own, figures = after["styles"].pop("expert"), before["styles"].pop("expert")
    assert after == before
    assert figures["elo"] < own["elo"]
    assert (own["score"], own["deals"]) == (0.8, 800)
    # 241 points above steady by its games with it, 70 above counter_player, who is 191 above steady himself.
    assert own["elo"] - after["styles"]["steady"]["elo"] == pytest.approx(251, abs=15)
    monkeypatch.setattr("sys.argv", ["ratings.py", str(path), "--only", "expert,uniform"])
    with pytest.raises(SystemExit, match="uniform has not played"):
        script.main()
    assert script.FILE.read_text(encoding="utf-8") == text


def test_what_strangers_have_played_is_not_said_to_be_rated(
    script: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "results"
    played(path, "lowest", "steady", 60)
    played(path, "cmd:./stranger#0", "steady", 200)
    monkeypatch.setattr("cardtable.arena.store.code", lambda: "another")
    played(path, "cmd:./stranger#0", "lowest", 10, 20, "simple")
    played(path, "cmd:./stranger#0", "steady", 10, 20, "burkozel")
    monkeypatch.setattr("sys.argv", ["ratings.py", str(path)])
    script.main()
    found = script.tomlkit.parse(script.FILE.read_text(encoding="utf-8")).unwrap()
    assert {style: figures["deals"] for style, figures in found["durak"]["styles"].items()} == dict.fromkeys(
        ("steady", "lowest"), 400
    )
    assert found["durak"]["presets"] == ["throw_in"]
    assert len(found["durak"]["codes"]) == 1
    assert found["bura"]["styles"] == {}, "only a stranger has played it, so that it stays as it was"
    monkeypatch.setattr("sys.argv", ["ratings.py", str(path), "bura"])
    with pytest.raises(SystemExit, match="nothing of bura was played"):
        script.main()


def test_what_cannot_be_rated_is_refused_by_name(
    script: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = script.FILE.read_text(encoding="utf-8")
    path = tmp_path / "results"
    played(path, "steady", "lowest", 10, 20)
    for args, said in ((["kozel"], "nothing of kozel"), ([], "none of the others")):
        if not args:
            played(path, "expert", "uniform", 10, 20)
        monkeypatch.setattr("sys.argv", ["ratings.py", str(path), *args])
        with pytest.raises(SystemExit, match=said):
            script.main()
    assert script.FILE.read_text(encoding="utf-8") == before


def test_reviews_may_search_where_enough_decks_were_played(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A game's row is computed afresh from its own results alone; the interval covers its decks."""
    spec = importlib.util.spec_from_file_location("strength_script", SCRIPT.with_name("strength.py"))
    assert spec is not None
    assert spec.loader is not None
    script = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(script)
    old = {"against": "steady", "score": 0.6, "low": 0.5, "high": 0.7}
    text = tomlkit.dumps({"bura": {"presets": []}, "paired": [{"preset": "classic", "seats": 2, **old}]})
    monkeypatch.setattr(script, "RATINGS", tmp_path / "ratings.toml")
    script.RATINGS.write_text(text, encoding="utf-8")
    bars = [bar for bar in script.BARS if bar.preset in ("throw_in", "classic", "nizhny")]
    results = tmp_path / "results.jsonl"
    decks = {bar.name: script.FEWEST for bar in bars if bar.preset == "throw_in"}
    decks |= {bar.name: script.FEWEST - 1 for bar in bars if bar.preset == "nizhny"}
    results.write_text(
        "".join(
            json.dumps({"bar": name, "deck": deck, "scores": [1.0, deck % 2]}) + "\n"
            for name, count in decks.items()
            for deck in range(count)
        ),
        encoding="utf-8",
    )
    script.write(bars, results)
    found = tomlkit.parse(script.RATINGS.read_text(encoding="utf-8")).unwrap()
    assert found["bura"] == {"presets": []}
    assert found["paired"][0] == {"preset": "classic", "seats": 2, **old}
    rows = found["paired"][1:]
    assert [(row["preset"], row["seats"], row["against"]) for row in rows] == [
        ("throw_in", seats, "counter_player") for seats in (2, 3, 4)
    ]
    for row in rows:
        assert row["score"] == 0.75
        assert row["score"] - row["low"] == pytest.approx(row["high"] - row["score"])
        # Decks of 1 and 0.5 in turn: 1.96 standard errors of 20 of them, plus two more that are half a point off.
        spread = 20 * 0.25**2 + 2 * 0.5**2
        assert row["high"] - row["score"] == pytest.approx(1.96 * (spread / 22 / 20) ** 0.5, abs=0.001)
