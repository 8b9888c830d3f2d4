"""The cards and the options of Durak for the slow second implementation (catalogue, sections 3.1, 3.8 and 4).

A card is rank + suit, for instance ``Ts``; the jokers are ``Xb`` (black) and ``Xr`` (red).  The cards of a
second pack carry a tick: ``9s'`` is the twin of ``9s``.
"""

from __future__ import annotations

RANKS = "23456789TJQKA"
JOKER = "X"
SUITS = "shdc"
HAND_SIZE = 6
GUARD_BOUTS = 100
MOST_SEATS = 10

LOWEST_RANK = {24: "9", 36: "6", 52: "2", 54: "2"}

# Section 4: the value that counts when an option is not named.
DEFAULTS: dict[str, object] = {
    "deck": 36,
    "packs": 1,
    "overload_limit": None,
    "turn_up": "top",
    "trump_source": "turn_up",
    "spade_turn_up": "normal",
    "spades_only_by_spades": False,
    "redeal_ace": False,
    "redeal_five": False,
    "redeal_no_trump": False,
    "low_trump_over_ace": False,
    "trump_exchange": "off",
    "queen_rule": "normal",
    "jokers": "any",
    "joker_attack": "allowed",
    "next_first_attacker": "left_of_fool",
    "next_dealer": "loser",
    "opening_cards": "any_same_rank",
    "throw_in": True,
    "who_throws": "all",
    "throw_timing": "all_covered",
    "throw_order": "ring",
    "throw_pass": "until_new_card",
    "throw_batch": "any",
    "throw_after_take": True,
    "max_attack": 6,
    "first_limit": 5,
    "first_limit_scope": "first_bout",
    "first_limit_on_take": "keep",
    "limit_when_stock_empty": "keep",
    "hand_limit": "on",
    "transfer": False,
    "transfer_cards": "one",
    "transfer_first_bout": "banned",
    "transfer_over_trump": "allowed",
    "late_transfer": False,
    "travel_card": False,
    "travel_scope": "bout",
    "travel_again": "must_lay",
    "draw_order": "attacker_first_defender_last",
    "draw_anchor": "opener",
    "scarce_stock": "in_order",
    "leave_when": "stock_empty",
    "draws": "on",
    "last_card": "answered",
    "teams": None,
    "team_vacant_seat": "partner_plays",
    "pass_hands": None,
    "epaulettes": "off",
    "cheating": False,
    "cheats_per_deal": 2,
    "catching": True,
    "caught_penalty": "return_card",
    "self_throw": False,
    "lead_from_stock": False,
    "match": "single",
}

# Section 4: the values an option with named values may take.
NAMED_VALUES: dict[str, tuple[str | None, ...]] = {
    "turn_up": ("top", "bottom"),
    "trump_source": ("turn_up", "diamonds"),
    "spade_turn_up": ("normal", "no_trump"),
    "queen_rule": ("normal", "top_of_spades", "top_of_every_suit"),
    "jokers": ("any", "by_colour"),
    "joker_attack": ("allowed", "cover_only"),
    "next_first_attacker": ("left_of_fool", "right_of_fool", "winner", "lowest_trump"),
    "next_dealer": ("loser", "rotate"),
    "opening_cards": ("one", "one_or_two", "any_same_rank"),
    "who_throws": ("attacker_only", "neighbours", "all", "attacking_team"),
    "throw_timing": ("all_covered", "after_first_cover", "any_time"),
    "throw_order": ("ring", "attacker_first", "last_thrower_first"),
    "throw_pass": ("until_new_card", "final"),
    "throw_batch": ("any", "one"),
    "first_limit_scope": ("first_bout", "until_first_discard"),
    "first_limit_on_take": ("keep", "lift"),
    "limit_when_stock_empty": ("keep", "lift"),
    "hand_limit": ("on", "off"),
    "transfer_cards": ("one", "several"),
    "trump_exchange": ("off", "opener"),
    "draws": ("on", "off"),
    "last_card": ("answered", "at_once"),
    "transfer_first_bout": ("banned", "banned_first_deal", "allowed"),
    "transfer_over_trump": ("allowed", "banned"),
    "travel_scope": ("bout", "deal"),
    "travel_again": ("must_lay", "no_transfer"),
    "draw_order": ("attacker_first_defender_last", "clockwise_from_attacker", "defender_first"),
    "draw_anchor": ("opener", "last_attacker"),
    "scarce_stock": ("in_order", "equal"),
    "leave_when": ("stock_empty", "hand_empty"),
    "teams": (None, "2x2", "3x3", "2x2x2", "4x4", "5x5"),
    "team_vacant_seat": ("partner_plays", "skip"),
    "pass_hands": (None, "clockwise"),
    "epaulettes": ("off", "sixes", "ladder"),
    "caught_penalty": ("return_card", "take_all"),
}

# D-50: how many seats and how many teams a way of playing in teams has; partners sit that many seats apart.
TEAM_SEATS = {"2x2": 4, "3x3": 6, "2x2x2": 6, "4x4": 8, "5x5": 10}
TEAM_COUNT = {"2x2": 2, "3x3": 2, "2x2x2": 3, "4x4": 2, "5x5": 2}

# Section 4, "Refuse combinations": these say something only when `transfer` is true ...
NEED_TRANSFER = (
    "transfer_cards",
    "transfer_first_bout",
    "transfer_over_trump",
    "late_transfer",
    "travel_card",
    "travel_scope",
    "travel_again",
)
# ... these only with throw-ins, these only with jokers, and these never with jokers.
NEED_THROW_IN = ("late_transfer", "self_throw")
NEED_JOKERS = ("jokers", "joker_attack")
NEVER_WITH_JOKERS = ("spades_only_by_spades", "spade_turn_up", "queen_rule", "trump_source")


def rank_of(card: str) -> str:
    """The rank letter of a card (catalogue, "Cards"); both jokers have the rank X (D-61)."""
    return card[0]


def suit_of(card: str) -> str:
    """The suit letter of a card (catalogue, "Cards"); a joker has a colour there, which is no suit."""
    return card[1]


def is_joker(card: str) -> bool:
    """D-61: Xb or Xr."""
    return rank_of(card) == JOKER


def writing_order(card: str) -> tuple[int, int, str]:
    """The place of a card in the text of a move: by suit, then by rank, twins together, jokers last."""
    return ((SUITS + "br").index(suit_of(card)), (RANKS + JOKER).index(rank_of(card)), card[2:])


def full_deck(size: int, packs: int = 1) -> list[str]:
    """D-02, D-60, D-61, D-67: the cards of a deck of 24, 36, 52 or 54, once or twice."""
    lowest = RANKS.index(LOWEST_RANK[size])
    cards = [rank + suit for suit in SUITS for rank in RANKS[lowest:]]
    if size == 54:
        cards += ["Xb", "Xr"]
    if packs == 2:
        cards += [card + "'" for card in cards]
    return cards


class DurakOptions:
    """The options of a game (section 4) and the combinations that are refused."""

    def __init__(self, options: dict[str, object], seats: int) -> None:
        """Section 4 and D-01, D-50: read the options, refuse what the catalogue refuses."""
        self.options: dict[str, object] = dict(DEFAULTS)
        for name in DEFAULTS:
            if name in options:
                self.options[name] = options[name]
        # The catalogue writes "none" where Python has None; both are taken.
        for name, value in self.options.items():
            if value == "none":
                self.options[name] = None
        for name, values in NAMED_VALUES.items():
            if self.options[name] not in values:
                raise ValueError(f"{name} cannot be {self.options[name]!r}")
        if self.options["deck"] not in LOWEST_RANK:
            raise ValueError(f"deck cannot be {self.options['deck']!r}")
        if self.options["packs"] not in (1, 2):
            raise ValueError(f"packs cannot be {self.options['packs']!r}")
        self.max_attack = self._number_or_none("max_attack", 1)
        self.first_limit = self._number_or_none("first_limit", 1)
        self.overload_limit = self._number_or_none("overload_limit", 1)
        cheats = self._number_or_none("cheats_per_deal", 0)
        if cheats is None:
            raise ValueError("cheats_per_deal must be a number")
        self.cheats_per_deal = cheats
        self.deck_size = int(str(self.options["deck"]))
        self.whole_deck = full_deck(self.deck_size, int(str(self.options["packs"])))
        self.seats = seats
        self.match_named = "match" in options
        self._refuse_combinations()

    def _refuse_combinations(self) -> None:
        """Section 4, "Refuse combinations"."""
        if not self._on("transfer"):
            self._must_be_default(NEED_TRANSFER, "needs transfer")
        if not self._on("throw_in"):
            self._must_be_default(NEED_THROW_IN, "needs throw_in")
        if self.deck_size == 54:
            self._must_be_default(NEVER_WITH_JOKERS, "does not go with jokers")
        else:
            self._must_be_default(NEED_JOKERS, "needs jokers")
        if not self._is("trump_source", "turn_up"):
            self._must_be_default(("trump_exchange", "redeal_ace"), "needs a card turned up")
        if self._is("draws", "on") or self._on("cheating"):
            self._must_be_default(("last_card",), "needs draws=off and no cheating")
        teams = self.options["teams"]
        if teams is None:
            if self._is("who_throws", "attacking_team"):
                raise ValueError("attacking_team needs teams")
        else:
            if TEAM_SEATS[str(teams)] != self.seats:
                raise ValueError(f"{teams} cannot be played by {self.seats}")
            self._must_be_default(("pass_hands",), "does not go with teams")
        # Reading: this class plays deals; `match` is looked at only where it is named.
        if self.match_named and self._is("epaulettes", "ladder") != self._is("match", "ladder"):
            raise ValueError("the ladder of epaulettes is a match of its own")
        # D-01.  Reading: without teams too any number of seats from 2 to 10 that D-01 allows is taken
        # (section 7, row 1: "engine does not care").
        if self.seats < 2 or self.seats > MOST_SEATS or self.seats * HAND_SIZE > len(self.whole_deck):
            raise ValueError(f"{self.seats} players cannot play with {len(self.whole_deck)} cards")

    def _must_be_default(self, names: tuple[str, ...], why: str) -> None:
        """Section 4, "Refuse combinations": these options must have their default values here."""
        for name in names:
            if self.options[name] != DEFAULTS[name]:
                raise ValueError(f"{name} {why}")

    def _number_or_none(self, name: str, least: int) -> int | None:
        """Section 4: an option whose value is a number, at least this, or none."""
        value = self.options[name]
        if value is None:
            return None
        if isinstance(value, bool) or not isinstance(value, int) or value < least:
            raise ValueError(f"{name} cannot be {value!r}")
        return value

    def _on(self, name: str) -> bool:
        """Section 4: the value of a yes/no option."""
        return bool(self.options[name])

    def _is(self, name: str, value: str) -> bool:
        """Section 4: whether an option with named values has this one."""
        return self.options[name] == value
