"""Additional build steps of cardtable: language files, optionally compiled rules, and the wheel's themes."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path
from tempfile import mkdtemp
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

sys.path.insert(0, str(Path(__file__).resolve().parent))

import compiled
import language_files


class BuildHook(BuildHookInterface[Any]):  # type: ignore[misc]  # hatchling is there while a wheel is built only
    """Runs before a wheel or an editable install is built."""

    _folder: Path | None = None
    """The folder with the compiled rules."""

    def dependencies(self) -> list[str]:
        """Additional build requirements: mypyc, if compiled rules are requested."""
        if not self._compiles():
            return []
        if missing := compiled.why_not():
            raise SystemExit(missing)
        return compiled.NEEDS

    def _compiles(self) -> bool:
        return self.target_name == "wheel" and os.environ.get("CARDTABLE_COMPILE", "0") != "0"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compiles the language files in place; `version` is `standard` or `editable`.

        Rules are compiled only for a wheel: in an editable install they would get out of date.
        """
        if self.target_name != "wheel":
            return
        language_files.compile_all(Path(self.root))
        if version != "standard":
            return
        # An editable install has themes/ beside the package; a copy would get out of date.
        build_data["force_include"]["themes"] = "cardtable/themes"
        if self._compiles():
            folder = self._folder = Path(mkdtemp(prefix="cardtable-"))
            subprocess.run([sys.executable, compiled.__file__, str(folder)], check=True)
            for path in (*folder.iterdir(), *(folder / "cardtable").rglob("*")):
                if path.suffix in (".so", ".pyd"):
                    build_data["force_include"][str(path)] = str(path.relative_to(folder))
            build_data["pure_python"], build_data["infer_tag"] = False, True

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Removes the temporary files after the wheel is written."""
        if self._folder is not None:
            shutil.rmtree(self._folder)
