"""The options of 101. The defaults are the preset `classic`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, ClassVar, Literal

from cardtable.engine.options import BadOption, BadSeats, Options, Range, option_class

MOST_SEATS = 6
"""The largest number of players (O-02)."""
LEAST_STOCK = 6
"""The smallest stock allowed after the deal (O-02)."""
GUARD = 500
"""The number of actions after which a deal ends without a winner (O-26)."""


@option_class
class OneOhOneOptions(Options):
    """The options in section 4 of the catalogue."""

    BOOK: ClassVar[Path] = Path(__file__).with_name("options.toml")

    deck: Literal[36, 32, 52] = 36
    hand_size: Literal[5, 3, 4, 6] = 5
    opening: Literal["winner_leads", "dealer_card"] = "winner_leads"
    draw_rule: Literal["until", "one"] = "until"
    until_crosses_recycle: bool = False
    six_keeps_until: bool = False
    draw_when_able: bool = False
    recycle: Literal["turn_over", "shuffle", "none"] = "turn_over"
    match_rule: Literal["suit_or_rank", "suit_six_rank"] = "suit_or_rank"
    order_rank: Literal["Q", "J"] = "Q"
    order_card_anywhere: bool = True
    order_skips_next: bool = False
    six_effect: Literal["draw1_skip", "draw1", "none", "replay", "draw2_skip"] = "draw1_skip"
    seven_effect: Literal["draw2", "draw2_skip", "draw1_skip", "none", "stack", "stack_skip"] = "draw2"
    eight_effect: Literal["none", "draw1", "skip"] = "none"
    nine_effect: Literal["replay", "none", "draw1"] = "replay"
    ace_effect: Literal["skip_unless_ace", "skip", "english", "none"] = "skip_unless_ace"
    king_spades_draw: Literal[4, 6, 5, 0] = 4
    king_hearts_draw: Literal[0, 4, 5, 6] = 0
    nine_as_last: Literal["wins", "must_cover"] = "wins"
    six_as_last: Literal["wins", "must_cover"] = "wins"
    last_card_effect: bool = False
    queens_together: bool = False
    queen_out_bonus: Literal[20, 30, 0] = 20
    queen_spades_out_bonus: Literal[40, 30, 0] = 40
    only_queens_penalty: Literal[20, 30, 0] = 20
    only_queens_scope: Literal["any_number", "single"] = "any_number"
    only_queens_mode: Literal["replace", "add"] = "replace"
    points_table: Literal["standard", "pentagon"] = "standard"
    queen_follow: Literal["normal", "king_or_jack"] = "normal"
    jack_left_loses: Literal["none", "any_jack", "only_jacks"] = "none"
    jack_out_doubles: bool = False
    limit: Annotated[int, Range(50, 1000)] = 101
    bust_rule: Literal["reach", "over"] = "reach"
    exact_resets: bool = False
    minus_exact_resets: bool = False
    after_bust: Literal["continue", "stop"] = "continue"

    def check_more(self, seats: int) -> None:
        """Refuses a number of players that 101 does not allow, or that the pack is too small for (O-02)."""
        if not 2 <= seats <= MOST_SEATS:
            raise BadSeats("101 is a game for two to six players, not for {seats}", seats=seats)
        most = (self.deck - LEAST_STOCK) // self.hand_size
        if seats > most:
            raise BadOption(
                "deck={deck} hand_size={hand_size} is for {most} players at most, not for {seats}, because "
                "{least_stock} cards must be left after the deal",
                deck=self.deck,
                hand_size=self.hand_size,
                most=most,
                seats=seats,
                least_stock=LEAST_STOCK,
            )


OPTIONS = OneOhOneOptions
