"""The packs for King by contracts, and the size of the hands (G-04, G-32)."""

from __future__ import annotations

from cardtable.cards import Card, pack, parse_cards
from cardtable.games.king.fields import KingFields


def _without(size: int, cards: str, jokers: str = "") -> tuple[Card, ...]:
    out, more = parse_cards(cards), parse_cards(jokers)
    return tuple(card for card in (*pack(size), 52, 53) if (card < 52 and not out >> card & 1) or more >> card & 1)


PACKS: dict[str, tuple[Card, ...]] = {
    "p30": _without(32, "As Ac"),
    "p32": pack(32),
    "p36": pack(36),
    "p40": pack(40),
    "p48": pack(48),
    "p51": _without(52, "2c"),
    "p52": pack(52),
    "pj51": _without(52, "2c 3c", "Xr"),
    "pj52": _without(52, "2c", "Xr"),
    "pj52b": _without(52, "2c 3c", "Xr Xb"),
}
"""The cards of each pack, by its name (G-04)."""
JOKER_PACKS = ("pj51", "pj52", "pj52b")


def pack_name(options: KingFields, seats: int) -> str | None:
    """The name of the pack for this number of players; None if the game has none."""
    if options.pack != "by_players":
        return options.pack
    if options.one_contract == "spot_hearts":
        three = "pj52b" if options.joker_count == 2 else "pj51"
        return {3: three, 4: "pj52"}.get(seats)
    if options.special:
        return {3: "p51", 4: "p52"}.get(seats)
    if options.widow_size or options.domino:
        return "p32"
    if seats > 4 and options.crowd_pack == "short":
        return "p30"
    return {3: "p30", 4: "p32", 5: "p40", 6: "p48"}.get(seats)


def pack_of(options: KingFields, seats: int) -> tuple[Card, ...]:
    """The cards of this game; it must have a pack for this number of players."""
    name = pack_name(options, seats)
    assert name is not None
    return PACKS[name]
