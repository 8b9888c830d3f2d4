"""The equilibrium of throw-in Durak with five cards, two in each hand, by CFR+. An example to read.

Other short packs are solved in the same way: `{"preset": "bura_31", "seats": 2, "short": 5, "hand": 2}`, or two tricks
of King, `{"preset": "king_three", "seats": 3, "hand": 2}`. Each step prints the exploitability: how much an opponent
who knew the policy could still win, in returns from -1 to 1.
"""

from __future__ import annotations

from cardtable import lab
from cardtable.lab.needed import needed

STEPS = 10


def main() -> None:
    """Solves it, and prints the falling exploitability."""
    lab.register_openspiel()
    pyspiel = needed("pyspiel", "open_spiel")
    algorithms = "open_spiel.python.algorithms"
    cfr, exploitability = (needed(f"{algorithms}.{name}", "open_spiel") for name in ("cfr", "exploitability"))
    game = pyspiel.load_game("python_cardtable", {"preset": "throw_in", "seats": 2, "short": 5, "hand": 2})
    solver = cfr.CFRPlusSolver(game)
    for step in range(1, STEPS + 1):
        solver.evaluate_and_update_policy()
        left = exploitability.exploitability(game, solver.average_policy())
        print(f"step {step:2}: exploitability {left:.4f}", flush=True)


if __name__ == "__main__":
    main()
