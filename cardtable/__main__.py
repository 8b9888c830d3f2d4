"""`cardtable` and `python -m cardtable`."""

from __future__ import annotations

import gc
import sys

STANDING = 100_000
"""Objects made between two searches for rubbish: of what is imported nothing is, and looking takes long."""


def main() -> None:
    """Runs the command line. `--version` is answered before anything is imported; Ctrl+C ends it quietly."""
    if sys.argv[1:] == ["--version"]:
        from cardtable import told_version

        print(f"cardtable {told_version()}")
        return
    gc.set_threshold(STANDING)
    try:
        from cardtable import cli

        cli.main()
    except KeyboardInterrupt:
        # The commands tell what they stopped at; before there is a command, there is nothing to tell.
        sys.exit(130)


if __name__ == "__main__":
    main()
