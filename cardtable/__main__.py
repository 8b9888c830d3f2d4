"""`cardtable` and `python -m cardtable`."""

from __future__ import annotations

import gc
import os
import sys

STANDING = 100_000
"""Objects made between two collections of garbage: nothing that is imported is any, and looking takes long."""


def main() -> None:
    """Runs the command line. `--version` is answered before anything is imported; Ctrl+C ends it quietly."""
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
        # The commands tell what they stopped at; before there is a command, there is nothing to tell.
        sys.exit(130)


def _open_missing() -> None:
    """A standard stream that was closed by whoever started the program reads as empty, and takes everything."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            # The lowest number that is free, which is that of the stream: no later file gets it.
            stream = os.fdopen(os.open(os.devnull, os.O_RDWR), mode)
            setattr(sys, name, stream)
            setattr(sys, f"__{name}__", stream)


if __name__ == "__main__":
    main()
