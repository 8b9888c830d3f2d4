"""What may vary in 101. The defaults are the preset `classic`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal

from cardtable.engine.options import BadOption, BadSeats, Options, Range, option
from cardtable.engine.text import mark

MOST_SEATS = 6
"""Players at most (O-02)."""
LEAST_STOCK = 6
"""Cards that must be left after the deal (O-02)."""
GUARD = 500
"""Actions after which a deal ends without a winner (O-26)."""


@dataclass(frozen=True, slots=True)
class OneOhOneOptions(Options):
    """The options of section 4 of the catalogue."""

    deck: Literal[36, 32, 52] = option(36, "O-01", mark("cards in the pack"))
    hand_size: Literal[5, 3, 4, 6] = option(5, "O-03", mark("cards dealt to everybody"))
    opening: Literal["winner_leads", "dealer_card"] = option("winner_leads", "O-05", mark("how a deal is opened"))
    draw_rule: Literal["until", "one"] = option("until", "O-10", mark("how many cards are drawn when none fits"))
    until_crosses_recycle: bool = option(
        False, "O-10 O-11", mark("drawing until a card fits goes on through the pile turned over")
    )
    six_keeps_until: bool = option(False, "O-10", mark("on a six one draws until a card fits, whatever draw_rule says"))
    draw_when_able: bool = option(
        False, "O-09", mark("who could lay a card may draw one instead, once a turn, and then lay or pass")
    )
    recycle: Literal["turn_over", "shuffle", "none"] = option(
        "turn_over", "O-11", mark("what becomes of the pile when the stock is empty")
    )
    match_rule: Literal["suit_or_rank", "suit_six_rank"] = option(
        "suit_or_rank", "O-08", mark("whether equal ranks fit on each other, or sixes only")
    )
    order_rank: Literal["Q", "J"] = option("Q", "O-13", mark("the rank that orders a suit"))
    order_card_anywhere: bool = option(True, "O-08", mark("the card that orders a suit goes on any card"))
    order_skips_next: bool = option(False, "O-13", mark("after an order the next player misses the turn"))
    six_effect: Literal["draw1_skip", "draw1", "none"] = option("draw1_skip", "O-14", mark("what a six does"))
    seven_effect: Literal["draw2", "draw2_skip", "draw1_skip", "none"] = option(
        "draw2", "O-15", mark("what a seven does")
    )
    eight_effect: Literal["none", "draw1", "skip"] = option("none", "O-16", mark("what an eight does"))
    nine_effect: Literal["replay", "none", "draw1"] = option("replay", "O-17", mark("what a nine does"))
    ace_effect: Literal["skip_unless_ace", "skip", "english", "none"] = option(
        "skip_unless_ace", "O-18 O-21", mark("what an ace does")
    )
    king_spades_draw: Literal[4, 6, 5, 0] = option(
        4, "O-19", mark("cards that the king of spades makes the next player take")
    )
    king_hearts_draw: Literal[0, 4, 5, 6] = option(
        0, "O-19", mark("cards that the king of hearts makes the next player take")
    )
    nine_as_last: Literal["wins", "must_cover"] = option(
        "wins", "O-24", mark("whether a nine that calls for another move may be the last card")
    )
    last_card_effect: bool = option(False, "O-25", mark("the last card still makes the next player take cards"))
    queens_together: bool = option(
        False, "O-23", mark("a hand of nothing but cards that order a suit may be laid at once")
    )
    queen_out_bonus: Literal[20, 30, 0] = option(20, "O-28", mark("points written off for a queen as last card"))
    queen_spades_out_bonus: Literal[40, 30, 0] = option(
        40, "O-28", mark("points written off for the queen of spades as last card")
    )
    only_queens_penalty: Literal[20, 30, 0] = option(
        20, "O-29", mark("points of a queen in a hand of nothing but queens; 0: as always")
    )
    only_queens_scope: Literal["any_number", "single"] = option(
        "any_number", "O-29", mark("how many queens such a hand may be")
    )
    only_queens_mode: Literal["replace", "add"] = option(
        "replace", "O-29", mark("whether these points stand for the card points or come on top")
    )
    points_table: Literal["standard", "pentagon"] = option("standard", "O-27", mark("the points of the cards"))
    queen_follow: Literal["normal", "king_or_jack"] = option("normal", "O-08 O-22", mark("what goes on a queen"))
    jack_left_loses: Literal["none", "any_jack", "only_jacks"] = option(
        "none", "O-30", mark("who is left with jacks is out of the match")
    )
    jack_out_doubles: bool = option(False, "O-30", mark("a jack as last card doubles the points of the others"))
    limit: Annotated[int, Range(50, 1000)] = option(101, "O-31 O-32", mark("the total at which a player is out"))
    bust_rule: Literal["reach", "over"] = option(
        "reach", "O-32", mark("whether the limit itself is too much, or only what is over it")
    )
    exact_resets: bool = option(False, "O-31", mark("a total of exactly the limit becomes nothing"))
    minus_exact_resets: bool = option(False, "O-31", mark("a total of exactly minus the limit becomes nothing"))
    after_bust: Literal["continue", "stop"] = option(
        "continue", "O-33", mark("whether the others play on when somebody is out")
    )

    def check_more(self, seats: int) -> None:
        """Refuses a number of players that 101 is not for, or that the pack does not feed (O-02)."""
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
