"""The rules as mypyc compiles them; `.ci/run` compiles them and compares all presets."""

from __future__ import annotations

import importlib.util
import os
import sys
from importlib.machinery import ModuleSpec, PathFinder
from pathlib import Path
from types import ModuleType

import pytest

import cardtable
from cardtable.games import FAMILIES, family
from tests import programs

BUILD = Path(__file__).resolve().parent.parent / ".build"


@pytest.fixture
def compiling() -> ModuleType:
    spec = importlib.util.spec_from_file_location("compiled", BUILD / "compiled.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def digests(package: Path) -> list[str]:
    env = dict(os.environ, PYTHONPATH=str(package))
    presets = [family(name).default for name in FAMILIES]
    command = [sys.executable, str(BUILD / "same_moves.py"), "--deals", "2", *presets]
    said: str = programs.run(command, env=env, check=True).stdout
    return said.splitlines()


@pytest.mark.slow
def test_what_is_written_out_for_the_compiler_plays_the_same(compiling: ModuleType, tmp_path: Path) -> None:
    files = compiling.prepare(tmp_path)
    assert all("@facts" not in (tmp_path / file).read_text(encoding="utf-8") for file in files)
    plain = digests(BUILD.parent)
    assert len(plain) > len(FAMILIES)
    assert digests(tmp_path) == plain


def test_without_a_c_compiler_one_line_says_so(compiling: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    monkeypatch.setenv("CC", "some-cc -O2")
    told = compiling.why_not()
    assert "no C compiler (some-cc)" in told
    assert "\n" not in told


def test_the_version_says_whether_the_rules_are_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    assert cardtable.told_version() == cardtable.__version__
    spec = ModuleSpec("cardtable.cards", None, origin="/somewhere/cardtable/cards.cpython-311-x86_64-linux-gnu.so")
    monkeypatch.setattr(PathFinder, "find_spec", lambda *given: spec)
    assert cardtable.told_version() == f"{cardtable.__version__}, compiled"
