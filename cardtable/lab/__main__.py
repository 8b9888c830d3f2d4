"""`python -m cardtable.lab PRESET` prints its actions and legend; `learn` and `solve` are examples to read."""

from __future__ import annotations

import sys
from textwrap import dedent

from cardtable import lab

USAGE = dedent("""\
    python -m cardtable.lab PRESET [SEATS]   its actions by number, and what stands where in an observation
    python -m cardtable.lab learn            a minute of self-play that learns to beat `lowest` (cardtable/lab/learn.py)
    python -m cardtable.lab solve            the equilibrium of a short pack by CFR+ (cardtable/lab/solve.py)""")


def show(preset: str, seats: int | None) -> None:
    """Prints the actions and the legend of a game."""
    game = lab.make(preset, seats)
    print(f"{preset}, {game.seats} seats, {len(game.actions)} actions, {game.observation_size} numbers")
    print(" ".join(f"{number}:{name}" for number, name in enumerate(game.actions)))
    for part in game.legend():
        most = "" if part.most == (1,) else f" (1 is {', '.join(map(str, part.most))})"
        print(f"{part.first:5} - {part.last - 1:5}  {part.name}: {part.about}{most}")


def main() -> int:
    """Runs the command line; returns the exit status."""
    words = sys.argv[1:]
    try:
        match words:
            case ["learn"]:
                from cardtable.lab import learn

                learn.main()
            case ["solve"]:
                from cardtable.lab import solve

                solve.main()
            case [preset] if not preset.startswith("-"):
                show(preset, None)
            case [preset, seats] if seats.isdecimal():
                show(preset, int(seats))
            case ["-h"] | ["--help"]:
                print(USAGE)
            case []:
                raise ValueError(f"a preset, `learn` or `solve` is wanted:\n{USAGE}")
            case [_, seats, *_]:
                raise ValueError(f"{seats}: after a preset stands the number of its seats, and nothing else")
            case [option]:
                raise ValueError(f"{option}: there is no such option")
    except ValueError as error:
        print(f"cardtable.lab: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
