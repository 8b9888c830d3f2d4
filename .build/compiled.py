"""Compiles the cards, the engine and the rules of all families with mypyc, for those who ask for it.

`CARDTABLE_COMPILE=1 pip install .` does it through hatch_build.py; `python .build/compiled.py FOLDER` puts a compiled
cardtable there, which stands in the way of no other. Both compile a copy, in which is written out what Python does as
it imports: `facts` makes `copy`, and a family's `game.py` puts functions of other modules on its rules. The source
stays what it is, and every move the same: `same_moves.py` shows it.
"""

from __future__ import annotations

import argparse
import ast
import os
import re
import shutil
import sys
import sysconfig
from collections.abc import Iterator
from pathlib import Path

PROJECT = Path(__file__).resolve().parent.parent
NEEDS = ["mypy[mypyc]>=2.4,<3"]
"""What building needs then."""
MODULES = [
    "cards",
    *(f"engine.{name}" for name in ("moves", "state", "rules")),
    "games.tricks",
    *(
        f"games.{family}.{name}"
        for family, names in {
            "durak": "state seating ranking table ending bouts dealing rules cheating game",
            "one_oh_one": "state tables drawing turns english scoring rules game",
            "kozel": "state cards table scoring dealing filling calls rules game",
            "bura": "state beating laying drawing calls rules game",
            "king": "state tricks table dealing rules game",
            "titles": "state rules game",
            "palace": "state table court course rules game",
        }.items()
        for name in names.split()
    ),
    *(f"bots.search.{name}" for name in ("search", "thoughts")),
    "bots.covering",
    "bots.styles.tricks_ending",
    *(f"bots.styles.durak.{name}" for name in ("hand", "clues", "foresight", "ending")),
    *(f"bots.styles.{family}.thoughts" for family in ("durak", "one_oh_one", "kozel", "bura", "king", "palace")),
]
"""What deals are played and searched with. Options, words and scenes stay Python: they are read, not played.

So does the score of King: `float` is a whole number there too, and would be a `4.0` once it is compiled.
"""
COPIED = ("places", "known", "lacks")
"""The lists of a state, of which a copy has its own."""
Edits = list[tuple[int, int, str]]
"""From a line up to another one, the text that comes instead."""


def why_not() -> str | None:
    """What is missing here to compile; None nothing."""
    compiler = (os.environ.get("CC") or sysconfig.get_config_var("CC") or "cl").split()[0]
    if shutil.which(compiler) is None:
        return f"CARDTABLE_COMPILE: there is no C compiler ({compiler}) here; install one, or install without compiling"
    return None


def _edited(source: str, edits: Edits) -> str:
    lines = source.split("\n")
    for first, last, text in sorted(edits, reverse=True):
        lines[first - 1 : last] = text.split("\n") if text else []
    return "\n".join(lines)


def _facts_of(made: ast.ClassDef) -> Iterator[ast.AnnAssign]:
    for entry in made.body:
        if isinstance(entry, ast.AnnAssign) and not ast.unparse(entry.annotation).startswith("ClassVar"):
            yield entry


def _named(fact: ast.AnnAssign) -> str:
    return ast.unparse(fact.target)


def _state_methods(shared: list[ast.AnnAssign], own: list[ast.AnnAssign]) -> str:
    """What `dataclass` and `facts` make of a state: its beginning, the names of its facts, `copy`."""

    def argument(fact: ast.AnnAssign) -> str:
        default = "" if fact.value is None else f" = {ast.unparse(fact.value)}"
        return f"{_named(fact)}: {ast.unparse(fact.annotation)}{default}"

    def value(fact: ast.AnnAssign) -> str:
        name = f"self.{_named(fact)}"
        if _named(fact) not in COPIED:
            return name
        return f"{name}[:]" if _named(fact) == "places" else f"None if {name} is None else {name}[:]"

    later = [fact for fact in own if fact.value is not None and ast.unparse(fact.value) == "field(init=False)"]
    given = [fact for fact in own if fact not in later]
    arguments = [*map(argument, shared), *(["*"] if given else []), *map(argument, given)]
    values = [*map(value, shared), *(f"{_named(fact)}={value(fact)}" for fact in given)]
    lines = [f"def __init__(self, {', '.join(arguments)}) -> None:"]
    lines += [f"    self.{_named(fact)} = {_named(fact)}" for fact in (*shared, *given)]
    lines += ["def copy(self) -> Self:", f"    new = CLASS({', '.join(values)})"]
    lines += [f"    new.{_named(fact)} = self.{_named(fact)}" for fact in later]
    lines += ["    return new  # type: ignore[return-value]"]
    names = "".join(f"{_named(fact)!r}, " for fact in own)
    lines += [f"FACTS: ClassVar[tuple[str, ...]] = ({names})"]
    return "\n".join(f"    {line}" for line in lines)


def _state(source: str, shared: list[ast.AnnAssign]) -> str:
    """A module of states, with what `facts` makes written out."""
    edits: Edits = []
    for made in ast.parse(source).body:
        if isinstance(made, ast.FunctionDef) and made.name == "facts":
            edits.append((made.decorator_list[0].lineno, made.end_lineno or 0, ""))
        if not isinstance(made, ast.ClassDef):
            continue
        decorators = [ast.unparse(decorator) for decorator in made.decorator_list]
        if made.name != "State" and "facts" not in decorators:
            continue
        edits.append((made.decorator_list[0].lineno, made.decorator_list[-1].end_lineno or 0, ""))
        own = [] if made.name == "State" else list(_facts_of(made))
        for fact in _facts_of(made):
            edits.append((fact.lineno, fact.end_lineno or 0, f"    {_named(fact)}: {ast.unparse(fact.annotation)}"))
        for entry in made.body:
            name = ast.unparse(entry.target) if isinstance(entry, ast.AnnAssign) else getattr(entry, "name", "")
            if name in ("copy", "FACTS"):
                edits.append((entry.lineno, entry.end_lineno or 0, "    pass"))
        end = (made.end_lineno or 0) + 1
        edits.append((end, end - 1, _state_methods(shared, own).replace("CLASS", made.name)))
    source = source.replace("import State, facts\n", "import State\n")
    imports = "\nfrom typing import ClassVar, Self\nfrom cardtable.cards import Card, Cards\n"
    imports += "from cardtable.engine.moves import Seat, Seats\n"
    return _edited(source, edits).replace("import annotations\n", f"import annotations\n{imports}", 1)


def _faces(source: str, methods: dict[str, ast.FunctionDef]) -> str:
    """A module of rules, in which functions that stand on a class by assignment are methods that call them."""
    edits: Edits = []
    bodies: dict[str, str] = {}
    for made in ast.parse(source).body:
        if not isinstance(made, ast.ClassDef):
            continue
        faces = ""
        for entry in made.body:
            if not isinstance(entry, ast.Assign):
                continue
            name, value = ast.unparse(entry.targets[0]), ast.unparse(entry.value)
            found = re.fullmatch(r"(staticmethod\()?([a-z_]+\.[a-z_]+)\)?", value)
            if name not in methods or not found:
                faces += f"    {name} = {value}\n" if name != "__slots__" else ""
                continue
            given = methods[name].args
            before = [one.arg for one in given.posonlyargs]
            called = ["self", *(one for one in [*before, *(one.arg for one in given.args)] if one != "self")]
            arguments = [one if one == "self" else f"{one}: Any" for one in called]
            if before:
                arguments.append("/")
            method = f"    def {name}({', '.join(arguments)}) -> Any:\n"
            method += f"        return {found[2]}({', '.join(called[1:] if found[1] else called)})\n"
            edits.append((entry.lineno, entry.end_lineno or 0, method))
            faces += method
        bodies[made.name] = faces
        if len(made.bases) > 1:
            # One base: the faces of the other one are written once more.
            first, other = map(ast.unparse, made.bases)
            edits.append((made.lineno, made.body[0].lineno - 1, f"class {made.name}({first}):"))
            edits.append(((made.end_lineno or 0) + 1, made.end_lineno or 0, bodies[other]))
            source = source.replace(f") -> {other}:", ") -> Any:")
    return _edited(source, edits).replace("import annotations\n", "import annotations\nfrom typing import Any\n", 1)


def prepare(folder: Path) -> list[str]:
    """Copies the package there, written out as mypyc needs it; the files to compile."""
    package = folder / "cardtable"
    shutil.copytree(PROJECT / "cardtable", package, ignore=shutil.ignore_patterns("__pycache__", "*.so", "*.pyd"))
    state = (package / "engine" / "state.py").read_text(encoding="utf-8")
    rules = (package / "engine" / "rules.py").read_text(encoding="utf-8")
    both = (*ast.parse(state).body, *ast.parse(rules).body)
    classes = {made.name: made for made in both if isinstance(made, ast.ClassDef)}
    shared = list(_facts_of(classes["State"]))
    methods = {entry.name: entry for entry in classes["Rules"].body if isinstance(entry, ast.FunctionDef)}
    methods["points"] = methods["scores"]
    files = [f"cardtable/{module.replace('.', '/')}.py" for module in MODULES]
    for file in files:
        path = folder / file
        source = path.read_text(encoding="utf-8").replace("slots=True", "slots=False")
        # Compiled classes under one ABC share what it remembers: any rules would soon be taken for any others.
        source = source.replace("(ABC, Generic[", "(Generic[")
        if path.name == "state.py":
            source = _state(source, shared)
        elif path.parent.parent.name == "games":
            source = _faces(source, methods)
        path.write_text(source, encoding="utf-8")
    return files


def compile_in(folder: Path, level: str) -> None:
    """Compiles a copy in this folder, beside the source of which it is made; `level` is how much is optimized."""
    from mypyc.build import mypycify
    from setuptools import setup

    files = prepare(folder)
    os.chdir(folder)
    options = ["--ignore-missing-imports", "--no-warn-unused-ignores", *files]
    extensions = mypycify(options, opt_level=level, debug_level="0")
    setup(name="cardtable", packages=[], ext_modules=extensions, script_args=["-q", "build_ext", "--inplace"])


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Compile the rules in a folder.")
    parser.add_argument("folder", type=Path)
    # What is optimized more takes longer to compile, and is no quicker.
    parser.add_argument("--level", choices="01", default="1", help="0 to see only that nothing is played otherwise")
    given = parser.parse_args()
    if missing := why_not():
        sys.exit(missing)
    compile_in(given.folder.absolute(), given.level)
