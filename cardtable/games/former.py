"""Old agreements, from when King, the titles and the ladder were one family `king` with an option `engine`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, NamedTuple


class Engine(NamedTuple):
    """A value of the old option, as one of today's families."""

    family: str
    first: str
    """The first preset of the family, which changes nothing."""
    prefix: str
    """The prefix of its preset names."""
    options: str
    """The options that applied to this value only, separated by spaces."""


_CONTRACTS: Final = """
pack crowd_pack deal_packet hand_size first_leader heart_lead_ban forced_king forced_king_mode forced_king_penalty
early_end must_trump must_overtrump king_before_trump trump_lead_privilege programme single_contract yeralash values
trick_value jack_value queen_value heart_value king_value last_two_value last_two_split kings_as_boys praise_value
praise_count trump_scope allow_no_trump praise_trump_mode order_timing order_list order_sequence orderer widow_size
widow_position widow_shown discard_mode discard_ban domino_contracts domino_limit domino_after_cycle
domino_leftover_is_trick joker_count joker_value joker_play joker_sunk_winner joker_tie jokers_deals bid_rounds bid_max
bid_effect all_pass penalty_lead_ban trade_limit omnibus_bonus_card omnibus_bonus queen_spades_value slam_bonus
omnibus_limit
"""
_TITLES: Final = """
quota_king quota_prince quota_soldier quota_peasant quota_mode role_assignment rank_follow rank_must_trump king_return
soldier_no_trump rank_quotas
"""
_PALACE: Final = """
palace_pack palace_decks queen_place first_trump first_hand_played extra_cards_to multi_card_attack throw_permission
throw_limit throw_after_take joker_actor joker_covers court_chores etiquette secret_show oath_ban palace_deals
palace_bout_cap
"""
_ENGINES: Final = {
    "contracts": Engine("king", "king_simple", "king_", _CONTRACTS),
    "ranks": Engine("titles", "four_ranks", "four_", _TITLES),
    "ladder": Engine("palace", "palace_ladder", "palace_", _PALACE),
}


def split_king(preset: str, options: Mapping[str, Any]) -> tuple[str, str, dict[str, Any]]:
    """Returns today's family, preset and options for a preset of King and the options agreed at the time.

    Options of the other engines had to be at their defaults, and are dropped. If the preset belonged to another engine,
    it can only have become this engine's first preset.
    """
    own = next((name for name, engine in _ENGINES.items() if preset.startswith(engine.prefix)), None)
    name = options.get("engine", "contracts")
    if own is None or not isinstance(name, str) or name not in _ENGINES:
        return "king", preset, dict(options)
    family, first, _, _ = _ENGINES[name]
    others = {option for other, engine in _ENGINES.items() if other != name for option in engine.options.split()}
    kept = {option: value for option, value in options.items() if option != "engine" and option not in others}
    return family, preset if name == own else first, kept
