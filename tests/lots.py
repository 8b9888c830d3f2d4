"""Random house rules: every legal mixture of a family's options may come up, spelled-out values included."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Any, NamedTuple

import pytest

from cardtable.engine.option_words import value_text
from cardtable.engine.options import BadOption, OptionSpec, changed, make_options, specs
from cardtable.games import agree, family
from cardtable.games.king.contracts import CONTRACTS

STEPS = (3, 15, 60)
"""How many changes of a preset are tried, one after the other, each if it is allowed with those before it."""


def blocks(ordinary: int, long: int) -> list[Any]:
    """Numbers of blocks of random tables, for `parametrize`; the ordinary run has only the first of them."""
    return [pytest.param(block, marks=() if block < ordinary else pytest.mark.slow) for block in range(long)]


def sampled(cases: Sequence[Any], every: int) -> list[Any]:
    """Cases for `parametrize`, every n-th of them in the ordinary run and all in the long one."""
    return [
        pytest.param(*(case if isinstance(case, tuple) else (case,)), marks=pytest.mark.slow if nth % every else ())
        for nth, case in enumerate(cases)
    ]


class Odd(NamedTuple):
    """A table with random house rules."""

    family: str
    preset: str
    options: Any
    seats: int

    @property
    def agreed(self) -> str:
        """The house rules as they would be typed."""
        rules = changed(self.options, family(self.family).presets[self.preset].options)
        given = [f"--set {name}={value_text(value)}" for name, value in rules.items()]
        return " ".join([self.preset, f"--seats {self.seats}", *given])


def _contracts(rng: Random) -> str:
    # A praise has trumps, so bans and duties meet most often in it.
    return ",".join(["praise"] * rng.randint(0, 1) + rng.sample(sorted(CONTRACTS), rng.randint(1, 4)))


SPELLED: dict[str, Callable[[Random], str]] = {
    "heart_lead_ban": _contracts,
    "forced_king": _contracts,
}
"""Options with too many values to list, each with a random value."""


def value(spec: OptionSpec, rng: Random) -> Any:
    """A random value of this option; numbers are often the least, the most or a small one."""
    if spec.name in SPELLED and rng.random() < 0.7:
        return SPELLED[spec.name](rng)
    if spec.range is None:
        return rng.choice(spec.values)
    least, most = spec.range
    some = [least, most, rng.randint(least, most), rng.randint(least, min(most, least + 8))]
    return rng.choice([*some, None] if spec.optional else some)


def odd(family_id: str, rng: Random) -> Odd:
    """A preset with many of its options changed, with any number of seats that they allow."""
    game = family(family_id)
    known = list(specs(game.options).values())
    name = rng.choice(sorted(game.presets))
    preset = game.presets[name]
    options, seats = preset.options, rng.choice(preset.seats)
    for _ in range(rng.choice(STEPS)):
        spec = rng.choice(known)
        wanted, players = options, seats
        if rng.random() < 0.1:
            players = rng.randint(2, 12)
        else:
            wanted = make_options(options, {spec.name: value(spec, rng)})
        try:
            agree(name, changed(wanted, preset.options), players)
        except BadOption:
            continue
        options, seats = wanted, players
    return Odd(family_id, name, options, seats)
