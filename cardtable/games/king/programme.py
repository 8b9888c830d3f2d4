"""The contracts of a match, and when it ends (G-20 to G-22, G-M01 to G-M14)."""

from __future__ import annotations

from cardtable.games.king.contracts import CONTRACTS
from cardtable.games.king.fields import KingFields

_SIMPLE = tuple(CONTRACTS)[:14]
_SHORT = (
    *("no_tricks", "no_queens", "no_jacks", "no_hearts", "no_king", "no_last_two", "no_all"),
    *_SIMPLE[7:],
)
_TWELVE = ("no_tricks", "no_hearts", "no_jacks", "no_queens", "no_last_two", "no_king", "no_all")
_YERALASH = {"none": (), "negative": ("no_all",), "positive": ("take_all",), "both": ("no_all", "take_all")}

_LISTS = {
    "fourteen": (_SHORT, ()),
    "atomic": (_TWELVE, ("take_all",)),
    "minsk": (
        ("no_tricks", "no_last_two", "no_queens", "no_jacks", "no_king", "no_hearts", "no_all"),
        ("take_all",),
    ),
}
"""For each value of order_list, the orders before the list's praises and after them (G-22, G-M13)."""

PASSED_OUT = 20
"""The match ends after this many deals in a row without a bid (G-30)."""


class Programme:
    """The contracts of a match."""

    def __init__(self, options: KingFields, seats: int) -> None:
        self.ordered = options.programme == "ordered"
        """Whether the players order the contracts."""
        self.domino = options.domino
        contracts = self._contracts(options, seats)
        kept = _YERALASH[options.yeralash]
        if options.programme != "single":
            contracts = tuple(name for name in contracts if name not in _YERALASH["both"] or name in kept)
        self.contracts = contracts
        """The contracts deal by deal; with orders, the list that every player has to order."""
        self.deals: int | None = len(contracts) * (seats if self.ordered else 1)
        """The number of deals in a match; None if only a limit ends it."""
        self.low: int | None = None
        """The match ends when a total falls this low."""
        self.high: int | None = None
        """The match ends when a total gets this high."""
        self._read_limits(options)

    def _contracts(self, options: KingFields, seats: int) -> tuple[str, ...]:
        if options.programme == "single":
            return (options.single_contract,)
        if options.programme == "ordered":
            before, after = _LISTS[options.order_list]
            return (*before, *("praise",) * options.praise_count, *after)
        if self.domino and options.domino_contracts == "hearts_only":
            return ("no_hearts",) * 14
        if options.programme == "twelve":
            return (*_TWELVE, *("praise",) * (options.praise_count * seats), "take_all")
        return _SIMPLE if options.programme == "simple14" else _SHORT

    def _read_limits(self, options: KingFields) -> None:
        if options.programme == "single":
            self.deals = options.jokers_deals
            if options.single_contract == "trade_suit":
                self.deals, self.low = None, -options.trade_limit
                self.high = options.trade_limit if options.bid_effect == "gain" else None
            elif options.single_contract == "omnibus":
                self.deals, self.low = None, -options.omnibus_limit
        elif self.domino:
            self.low = -options.domino_limit
            if options.domino_after_cycle == "repeat":
                self.deals = None

    def contract(self, deal: int) -> str:
        """The contract of a deal, counting from 1; empty if it is ordered."""
        return "" if self.ordered else self.contracts[(deal - 1) % len(self.contracts)]

    def to_come(self, deals: int) -> tuple[str, ...]:
        """The contracts after this many deals, in order; empty if they are ordered or all the same."""
        if self.ordered or len(set(self.contracts)) == 1:
            return ()
        return self.contracts[deals % len(self.contracts) if self.deals is None else deals :]

    def left(self, ordered: tuple[str, ...], in_sequence: bool) -> tuple[str, ...]:
        """The contracts still open to a player who has ordered these, without repeats (G-22)."""
        rest = self.still(ordered)
        return rest[:1] if in_sequence else tuple(dict.fromkeys(rest))

    def still(self, ordered: tuple[str, ...]) -> tuple[str, ...]:
        """The contracts such a player still has to order in this match, with repeats."""
        rest = list(self.contracts)
        for name in ordered:
            rest.remove(name)
        return tuple(rest)

    def is_over(self, deals: int, totals: tuple[float, ...], passed_out: int) -> bool:
        """Whether the match is over after this many deals with these totals (G-M02)."""
        return (
            (self.deals is not None and deals >= self.deals)
            or (self.low is not None and min(totals) <= self.low)
            or (self.high is not None and max(totals) >= self.high)
            or passed_out >= PASSED_OUT
        )
