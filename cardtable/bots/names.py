"""What computer players are called at the table, by style."""

from __future__ import annotations

from cardtable.engine.text import mark

NAMES = {
    "steady": mark("Steady"),
    "trump_collector": mark("Trump collector"),
    "high_card_collector": mark("High card collector"),
    "small_card_attacker": mark("Small card attacker"),
    "pair_collector": mark("Pair collector"),
    "counter_player": mark("Counter player"),
    "lady_keeper": mark("Lady keeper"),
    "unloader": mark("Unloader"),
    "harasser": mark("Harasser"),
    "suit_steerer": mark("Suit steerer"),
    "reset_seeker": mark("Reset seeker"),
    "trump_keeper": mark("Trump keeper"),
    "interceptor": mark("Interceptor"),
    "point_counter": mark("Point counter"),
    "purchase_watcher": mark("Purchase watcher"),
    "point_taker": mark("Point taker"),
    "combiner": mark("Combiner"),
    "feeder": mark("Feeder"),
    "miser": mark("Miser"),
    "collector": mark("Collector"),
    "jack_spender": mark("Jack spender"),
    "queen_asker": mark("Queen asker"),
    "shamka_guard": mark("Shamka guard"),
    "shamok_hunter": mark("Shamok hunter"),
    "ducker": mark("Ducker"),
    "shedder": mark("Shedder"),
    "counter": mark("Counter"),
    "gambler": mark("Gambler"),
    "saver": mark("Saver"),
    "hoarder": mark("Hoarder"),
    "careful_bidder": mark("Careful bidder"),
    "loyal_courtier": mark("Loyal courtier"),
    "usurper": mark("Usurper"),
    "suspicious_king": mark("Suspicious king"),
    "kingmaker": mark("Kingmaker"),
    "quota_runner": mark("Quota runner"),
    "expert": mark("Expert"),
    "expert_deep": mark("Deep expert"),
    "lowest": mark("Lowest"),
    "uniform": mark("Uniform"),
}


def name_of(style: str) -> str:
    """The name of a style's player, to be translated; one that does not exist is called as it was written."""
    return NAMES.get(style) or style.replace("_", " ").capitalize()
