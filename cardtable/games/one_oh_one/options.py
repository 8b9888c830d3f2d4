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
DEAL, LAYING, DRAWING = mark("Cards and deal"), mark("Laying a card"), mark("Drawing")
SPECIAL, END, POINTS = mark("Special cards"), mark("The end of the deal"), mark("Points")
MATCH = mark("The match")
"""The groups of options are the chapters of the rulebook."""
EFFECTS = {
    "none": mark("nothing"),
    "draw1": mark("next player: one card"),
    "draw1_skip": mark("next player: one card, no turn"),
    "draw2": mark("next player: two cards"),
    "draw2_skip": mark("next player: two cards, no turn"),
    "skip": mark("next player: no turn"),
    "replay": mark("another move"),
    "skip_unless_ace": mark("next player: an ace, or no turn"),
    "english": mark("English: it may be covered"),
}
"""What a special card does, in words (O-14 to O-18, O-21)."""


@dataclass(frozen=True, slots=True)
class OneOhOneOptions(Options):
    """The options of section 4 of the catalogue."""

    deck: Literal[36, 32, 52] = option(
        36, "O-01", mark("cards in the pack"), title=mark("Cards in the pack"), group=DEAL
    )
    hand_size: Literal[5, 3, 4, 6] = option(
        5, "O-03", mark("cards dealt to everybody"), title=mark("Cards dealt to everybody"), group=DEAL
    )
    opening: Literal["winner_leads", "dealer_card"] = option(
        "winner_leads",
        "O-05",
        mark("how a deal is opened"),
        title=mark("First card of a deal"),
        labels={"winner_leads": mark("the winner's choice"), "dealer_card": mark("the dealer's last card")},
        group=DEAL,
    )
    draw_rule: Literal["until", "one"] = option(
        "until",
        "O-10",
        mark("how many cards are drawn when none fits"),
        title=mark("Drawing when nothing fits"),
        labels={"until": mark("until a card fits"), "one": mark("one card")},
        group=DRAWING,
    )
    until_crosses_recycle: bool = option(
        False,
        "O-10 O-11",
        mark("drawing until a card fits goes on through the pile turned over"),
        title=mark("Drawing goes on through a new stock"),
        group=DRAWING,
    )
    six_keeps_until: bool = option(
        False,
        "O-10",
        mark("on a six one draws until a card fits, whatever draw_rule says"),
        title=mark("On a six, drawing until a card fits"),
        group=DRAWING,
    )
    draw_when_able: bool = option(
        False,
        "O-09",
        mark("who could lay a card may draw one instead, once a turn, and then lay or pass"),
        title=mark("Drawing although a card fits"),
        labels={False: mark("not allowed"), True: mark("allowed once a turn")},
        group=DRAWING,
    )
    recycle: Literal["turn_over", "shuffle", "none"] = option(
        "turn_over",
        "O-11",
        mark("what becomes of the pile when the stock is empty"),
        title=mark("When the stock is empty"),
        labels={
            "turn_over": mark("the pile is turned over"),
            "shuffle": mark("the pile is shuffled"),
            "none": mark("nothing more is drawn"),
        },
        group=DRAWING,
    )
    match_rule: Literal["suit_or_rank", "suit_six_rank"] = option(
        "suit_or_rank",
        "O-08",
        mark("whether equal ranks fit on each other, or sixes only"),
        title=mark("What fits"),
        labels={"suit_or_rank": mark("the same suit or rank"), "suit_six_rank": mark("the same suit; six on six")},
        group=LAYING,
    )
    order_rank: Literal["Q", "J"] = option(
        "Q",
        "O-13",
        mark("the rank that orders a suit"),
        title=mark("Order card"),
        labels={"Q": mark("queen"), "J": mark("jack")},
        group=LAYING,
    )
    order_card_anywhere: bool = option(
        True,
        "O-08",
        mark("the card that orders a suit goes on any card"),
        title=mark("An order card fits on any card"),
        group=LAYING,
    )
    order_skips_next: bool = option(
        False,
        "O-13",
        mark("after an order the next player misses the turn"),
        title=mark("An order costs the next player the turn"),
        group=SPECIAL,
    )
    six_effect: Literal["draw1_skip", "draw1", "none"] = option(
        "draw1_skip", "O-14", mark("what a six does"), title=mark("Six"), labels=EFFECTS, group=SPECIAL
    )
    seven_effect: Literal["draw2", "draw2_skip", "draw1_skip", "none"] = option(
        "draw2", "O-15", mark("what a seven does"), title=mark("Seven"), labels=EFFECTS, group=SPECIAL
    )
    eight_effect: Literal["none", "draw1", "skip"] = option(
        "none", "O-16", mark("what an eight does"), title=mark("Eight"), labels=EFFECTS, group=SPECIAL
    )
    nine_effect: Literal["replay", "none", "draw1"] = option(
        "replay", "O-17", mark("what a nine does"), title=mark("Nine"), labels=EFFECTS, group=SPECIAL
    )
    ace_effect: Literal["skip_unless_ace", "skip", "english", "none"] = option(
        "skip_unless_ace", "O-18 O-21", mark("what an ace does"), title=mark("Ace"), labels=EFFECTS, group=SPECIAL
    )
    king_spades_draw: Literal[4, 6, 5, 0] = option(
        4,
        "O-19",
        mark("cards that the king of spades makes the next player take"),
        title=mark("Cards drawn for the king of spades"),
        group=SPECIAL,
    )
    king_hearts_draw: Literal[0, 4, 5, 6] = option(
        0,
        "O-19",
        mark("cards that the king of hearts makes the next player take"),
        title=mark("Cards drawn for the king of hearts"),
        group=SPECIAL,
    )
    nine_as_last: Literal["wins", "must_cover"] = option(
        "wins",
        "O-24",
        mark("whether a nine that calls for another move may be the last card"),
        title=mark("A nine as last card"),
        labels={"wins": mark("wins the deal"), "must_cover": mark("needs another card on it")},
        group=END,
    )
    last_card_effect: bool = option(
        False,
        "O-25",
        mark("the last card still makes the next player take cards"),
        title=mark("The last card still makes others draw"),
        group=END,
    )
    queens_together: bool = option(
        False,
        "O-23",
        mark("a hand of nothing but cards that order a suit may be laid at once"),
        title=mark("A hand of nothing but order cards"),
        labels={False: mark("is laid card by card"), True: mark("may be laid at once")},
        group=END,
    )
    queen_out_bonus: Literal[20, 30, 0] = option(
        20,
        "O-28",
        mark("points written off for a queen as last card"),
        title=mark("Bonus for a queen as last card"),
        group=POINTS,
    )
    queen_spades_out_bonus: Literal[40, 30, 0] = option(
        40,
        "O-28",
        mark("points written off for the queen of spades as last card"),
        title=mark("The same for the queen of spades"),
        group=POINTS,
    )
    only_queens_penalty: Literal[20, 30, 0] = option(
        20,
        "O-29",
        mark("points of a queen in a hand of nothing but queens; 0: as always"),
        title=mark("Penalty a queen, holding queens only"),
        group=POINTS,
    )
    only_queens_scope: Literal["any_number", "single"] = option(
        "any_number",
        "O-29",
        mark("how many queens such a hand may be"),
        title=mark("Queens only means"),
        labels={"any_number": mark("any number of queens"), "single": mark("a single queen")},
        group=POINTS,
    )
    only_queens_mode: Literal["replace", "add"] = option(
        "replace",
        "O-29",
        mark("whether these points stand for the card points or come on top"),
        title=mark("The penalty for queens only"),
        labels={"replace": mark("replaces the card points"), "add": mark("comes on top of them")},
        group=POINTS,
    )
    points_table: Literal["standard", "pentagon"] = option(
        "standard",
        "O-27",
        mark("the points of the cards"),
        title=mark("Card points"),
        labels={
            "standard": mark("a queen 3, low cards their number"),
            "pentagon": mark("a queen 20, low cards nothing"),
        },
        group=POINTS,
    )
    queen_follow: Literal["normal", "king_or_jack"] = option(
        "normal",
        "O-08 O-22",
        mark("what goes on a queen"),
        title=mark("What goes on a queen"),
        labels={"normal": mark("what fits on any card"), "king_or_jack": mark("the king of her suit, or a jack")},
        group=LAYING,
    )
    jack_left_loses: Literal["none", "any_jack", "only_jacks"] = option(
        "none",
        "O-30",
        mark("who is left with jacks is out of the match"),
        title=mark("Out of the match when left with"),
        labels={
            "none": mark("no special card"),
            "any_jack": mark("a jack"),
            "only_jacks": mark("nothing but jacks"),
        },
        group=POINTS,
    )
    jack_out_doubles: bool = option(
        False,
        "O-30",
        mark("a jack as last card doubles the points of the others"),
        title=mark("A jack as last card doubles points"),
        group=POINTS,
    )
    limit: Annotated[int, Range(50, 1000)] = option(
        101, "O-31 O-32", mark("the total at which a player is out"), title=mark("Limit"), group=MATCH
    )
    bust_rule: Literal["reach", "over"] = option(
        "reach",
        "O-32",
        mark("whether the limit itself is too much, or only what is over it"),
        title=mark("A player is out"),
        labels={"reach": mark("at the limit"), "over": mark("over the limit")},
        group=MATCH,
    )
    exact_resets: bool = option(
        False,
        "O-31",
        mark("a total of exactly the limit becomes nothing"),
        title=mark("Exactly the limit becomes nothing"),
        group=MATCH,
    )
    minus_exact_resets: bool = option(
        False,
        "O-31",
        mark("a total of exactly minus the limit becomes nothing"),
        title=mark("Exactly minus the limit too"),
        group=MATCH,
    )
    after_bust: Literal["continue", "stop"] = option(
        "continue",
        "O-33",
        mark("whether the others play on when somebody is out"),
        title=mark("When somebody is out"),
        labels={"continue": mark("the others play on"), "stop": mark("the match is over")},
        group=MATCH,
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
