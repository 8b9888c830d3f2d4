"""The command that measures the speed of the rules."""

from __future__ import annotations

from itertools import repeat
from statistics import median
from time import perf_counter, process_time
from typing import TYPE_CHECKING, Any

import click

from cardtable import is_compiled
from cardtable.desk.games import options_of, preset_meant, preset_of
from cardtable.desk.speech import say_json, words

if TYPE_CHECKING:
    from cardtable.engine.rules import AnyRules

ROUND = 0.1
"""The shortest round in seconds."""


@click.command(epilog="Example: cardtable bench throw_in --seats 2 --json")
@click.argument("presets", nargs=-1, metavar="[PRESETS]...")
@click.option(
    "--seats",
    type=click.IntRange(2, 12),
    metavar="NUMBER",
    help="The number of players; as many as usual unless given.",
)
@click.option(
    "--seconds",
    type=click.FloatRange(0.2, 600),
    metavar="SECONDS",
    default=3.0,
    show_default=True,
    help="Time a measurement.",
)
@click.option("--json", "as_json", is_flag=True, help="One JSON object a measurement.")
def bench(presets: tuple[str, ...], seats: int | None, seconds: float, as_json: bool) -> None:
    """Measure random deals of PRESETS through `legal` and `play`, in one process.

    `full` keeps what every seat knows, `bare` does not (as a search plays on). The fastest of many short rounds is
    told. Also measured: copies of a state and guesses of the hidden cards. Without PRESETS, the first game of every
    family.
    """
    from cardtable.engine.text import say
    from cardtable.games import GROUPS

    speech, compiled = words(), is_compiled()
    if compiled and not as_json:
        click.echo(speech.text(say("The rules are compiled.")))
    for preset in map(preset_meant, presets or GROUPS):
        number = seats or preset_of(preset)[1].players
        game, options = options_of(preset, (), number)
        rules = game.rules(options, number)
        for kind in ("full", "bare"):
            deals, moves = random_deals(rules, kind == "bare", seconds)
            if as_json:
                row = {"preset": preset, "seats": number, "kind": kind, "deals_per_s": deals, "moves_per_s": moves}
                say_json({**row, "compiled": compiled})
            else:
                line = say(
                    "{preset} {number} players {kind}: {deals:,} deals/s, {moves:,} moves/s",
                    preset=preset,
                    number=number,
                    kind=kind,
                    deals=deals,
                    moves=moves,
                )
                click.echo(speech.text(line))
        if not as_json:
            copy, guesses = _copies_and_guesses(rules, seconds / 3)
            line = say(
                "{preset} {number} players: a copy {copy} us, {guesses:,} guesses/s",
                preset=preset,
                number=number,
                copy=f"{copy:.2f}",
                guesses=guesses,
            )
            click.echo(speech.text(line))


def random_deals(rules: AnyRules, bare: bool, seconds: float) -> tuple[int, int]:
    """Deals and moves per second of processor time in random play, including dealing.

    Every round plays the same deals, and the fastest counts, because anything else the machine does can only slow a
    round down.
    """
    import gc

    end = perf_counter() + seconds
    # The first rounds determine how many deals fill a round. They also build the cached tables, which the garbage
    # collector then need not traverse again.
    deals = 10
    while _round(rules, bare, deals)[0] < ROUND:
        deals *= 2
    gc.collect()
    gc.freeze()
    took, moves = _round(rules, bare, deals)
    while perf_counter() < end:
        took = min(took, _round(rules, bare, deals)[0])
    gc.unfreeze()
    return round(deals / took), round(moves / took)


def _round(rules: AnyRules, bare: bool, deals: int) -> tuple[float, int]:
    """The seconds that these deals take, and their number of moves."""
    from random import Random

    from cardtable.cards import shuffle
    from cardtable.engine.rules import run_chance

    rng = Random(1)
    legal, play, standing = rules.legal, rules.play, rules.start()
    # An endless stream of 16-bit numbers: this way of drawing costs least beside the moves being measured.
    numbers = map(rng.getrandbits, repeat(16))
    deck = list(rules.deck)
    moves = 0
    start = process_time()
    for deal in range(deals):
        shuffle(deck, rng)
        state = rules.deal(deck, deal % rules.seats, standing)
        if bare:
            state.known = state.lacks = None
        for number in numbers:
            if not (to_act := state.to_act):
                break
            seat = to_act[0]
            if choices := legal(state, seat):
                play(state, seat, choices[number * len(choices) >> 16])
                moves += 1
            else:
                run_chance(rules, state, rng)
        if not rules.counts(state):
            # It only prepared the next deal, like the vote for the first trumps of a ladder.
            standing = rules.standing_after(standing, state)
    return process_time() - start, moves


def _copies_and_guesses(rules: AnyRules, seconds: float) -> tuple[float, int]:
    """Microseconds per copy, and guesses per second, in the middle of a random deal."""
    from random import Random

    from cardtable.cards import shuffled
    from cardtable.engine.rules import run_chance
    from cardtable.engine.state import guess, observe

    rng = Random(1)
    state = rules.deal(shuffled(rules.deck, 1), 0, rules.start())
    for _ in range(20):
        run_chance(rules, state, rng)
        if not state.to_act:
            break
        seat = state.to_act[0]
        rules.play(state, seat, rng.choice(rules.legal(state, seat)))
    seen = observe(state, 0)
    deck = rules.all_cards

    def rate(times: int, call: Any) -> float:
        rounds = []
        end = perf_counter() + seconds
        while perf_counter() < end:
            start = perf_counter()
            for _ in range(times):
                call()
            rounds.append(times / (perf_counter() - start))
        return median(rounds)

    return 1e6 / rate(10_000, state.copy), round(rate(1_000, lambda: guess(deck, seen, rng)))
