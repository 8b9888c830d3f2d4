"""`cardtable` and `python -m cardtable`."""

from __future__ import annotations

import gc
import os
import sys

STANDING = 100_000
"""The number of objects created between two garbage collections: imported objects are never garbage, and checking is
slow."""


def main() -> None:
    """Runs the command line. Answers `--version` before importing anything else; Ctrl+C ends the program quietly."""
    if sys.argv[1:] == ["--version"]:
        from cardtable import told_version

        print(f"cardtable {told_version()}")
        return
    _open_missing()
    gc.set_threshold(STANDING)
    try:
        from cardtable import cli

        cli.main()
    except KeyboardInterrupt:
        # The commands say where they stopped; before one has started, there is nothing to say.
        sys.exit(130)


def _open_missing() -> None:
    """Replaces standard streams closed by the parent process with ones that read as empty and accept anything."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            # The lowest free number, which is the stream's own, so that no file opened later gets it.
            stream = os.fdopen(os.open(os.devnull, os.O_RDWR), mode)
            setattr(sys, name, stream)
            setattr(sys, f"__{name}__", stream)


if __name__ == "__main__":
    main()
