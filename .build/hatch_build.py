"""What building cardtable adds to copying it: compiled language files, and the themes inside the wheel."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

sys.path.insert(0, str(Path(__file__).resolve().parent))

from language_files import compile_all


class BuildHook(BuildHookInterface[Any]):
    """Runs before a wheel or an editable install is made."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compiles the language files in place; `version` is `standard` or `editable`."""
        if self.target_name != "wheel":
            return
        compile_all(Path(self.root))
        if version == "standard":
            # An editable install has themes/ beside the package; a copy of it would grow stale.
            build_data["force_include"]["themes"] = "cardtable/themes"
