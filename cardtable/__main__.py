"""`cardtable` and `python -m cardtable`."""

from __future__ import annotations

import sys


def main() -> None:
    """Runs the command line. `--version` is answered before anything is imported."""
    if sys.argv[1:] == ["--version"]:
        from cardtable import __version__

        print(f"cardtable {__version__}")
        return
    from cardtable import cli

    cli.main()


if __name__ == "__main__":
    main()
