"""The cost of a question to a bot program, here and in the program itself, by processor time."""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path
from random import Random
from time import process_time


def programs(rounds: int) -> None:
    """the cost of asking a bot program in two-player Durak, in microseconds in this process and in the program"""
    from cardtable.bots.program import ProgramBot
    from cardtable.cli.formats import examples
    from cardtable.games import find_preset
    from cardtable.match.record import make_header
    from cardtable.match.table import Table

    (example,) = [text for text in examples("bots") if "for line in sys.stdin" in text]
    code = example.replace("/usr/bin/env python3", sys.executable).replace("import sys\n", "import sys\nimport time\n")
    game, preset = find_preset("throw_in")
    rules = game.rules(preset.options, 2)
    with tempfile.TemporaryDirectory() as folder:
        script = Path(folder) / "bot"
        script.write_text(code.replace('f"after {len(seen)} events"', "str(time.process_time())"), encoding="utf-8")
        script.chmod(0o755)
        bot = ProgramBot(rules, "durak", str(script))
        table = Table.begin(rules, make_header(game, "throw_in", preset.options, ("A", "B"), ("bot:steady",) * 2, 1))
        ours, theirs = 0.0, list[float]()
        while len(theirs) < 100 * rounds:
            if not table.to_act:
                table.next_deal()
            seat = table.to_act[0]
            seen, choices, events = table.observe(seat), table.legal(seat), table.events(seat)
            began = process_time()
            bot.watch(events)
            decision = bot.choose(seen, choices, Random(len(theirs)))
            ours += process_time() - began
            if len(choices) > 1:  # A single legal move is not a question.
                theirs.append(float(str(decision.why.facts["what"])))
            table.submit(seat, decision.move)
        bot.close()
    each = 1e6 / len(theirs)
    print(f"a question: {ours * each:.0f} us here, {(theirs[-1] - theirs[0]) * each:.0f} us in the program", flush=True)
