"""What may vary in Kozel. The defaults are the preset `nizhny`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal

from cardtable.cards import parse_card
from cardtable.engine.options import BadOption, BadSeats, Need, Options, Range, option
from cardtable.engine.text import Faces, Text, Who, mark, say

JackOrder = Literal[
    "cshd",
    "csdh",
    "chsd",
    "chds",
    "cdsh",
    "cdhs",
    "schd",
    "scdh",
    "shcd",
    "shdc",
    "sdch",
    "sdhc",
    "hcsd",
    "hcds",
    "hscd",
    "hsdc",
    "hdcs",
    "hdsc",
    "dcsh",
    "dchs",
    "dsch",
    "dshc",
    "dhcs",
    "dhsc",
]
PLAYERS = range(2, 7)
"""How many may play with a stock; every other deal is for four (section 4 of the catalogue)."""
CARDS, DEAL, SIDES = mark("Cards"), mark("Deal"), mark("Players")
BEFORE_PLAY, TRICKS, SCORING = mark("Before the first lead"), mark("Tricks"), mark("Scoring")


def _first_dealer(seat: str) -> Text:
    return say("by chance") if seat == "random" else Text("{who}", {"who": Who(int(seat[1]))})


def _jacks(suits: str) -> Text:
    return Text("{cards}", {"cards": Faces(tuple(parse_card(f"J{suit}") for suit in suits))})


@dataclass(frozen=True, slots=True)
class KozelOptions(Options):
    """The options of section 4 of the catalogue; the number of players is that of the seats."""

    deck: Literal[36, 32] = option(
        36,
        "K-01",
        mark("cards in the pack: from the sixes, or from the sevens"),
        title=mark("Pack"),
        labels={36: mark("36 cards, from the sixes"), 32: mark("32 cards, from the sevens")},
        group=CARDS,
    )
    partners: bool = option(
        True, "K-02", mark("who sit opposite each other play together"), title=mark("Partners"), group=SIDES
    )
    first_dealer: Literal["random", "P0", "P1", "P2", "P3", "P4", "P5"] = option(
        "random",
        "K-03",
        mark("who deals first"),
        title=mark("First dealer"),
        labels=_first_dealer,
        group=DEAL,
    )
    cut_step: Literal["auto", "manual"] = option(
        "auto",
        "K-04",
        mark("whether players cut the cards themselves"),
        title=mark("Cutting"),
        labels={"auto": mark("done for you"), "manual": mark("done by the players")},
        group=DEAL,
        needs=Need("scoring == 'ladder'"),
    )
    cut_penalty: Literal[2, 0] = option(
        2,
        "K-04",
        mark("game points for a wrong cut or a deal without one"),
        title=mark("Wrong cut costs"),
        labels={2: mark("2 game points"), 0: mark("only the deal")},
        group=DEAL,
    )
    deal_mode: Literal["all", "stock4", "halves_left", "halves_dealer", "open_first"] = option(
        "all",
        "K-05 K-07",
        mark("how the cards are dealt"),
        title=mark("How cards are dealt"),
        labels={
            "all": mark("all at once"),
            "stock4": mark("four each, and a stock"),
            "halves_left": mark("in two halves, the last card to the left of the dealer"),
            "halves_dealer": mark("in two halves, the last card to the dealer"),
            "open_first": mark("face up until trumps are found"),
        },
        group=DEAL,
        needs=(
            Need("trump_system == 'fixed_clubs'", value="all"),
            Need("trump_system == 'seven_queens_jacks'", value="open_first"),
            Need("deck == 32", value="open_first"),
            Need("deck == 32", value="halves_left"),
            Need("deck == 32", value="halves_dealer"),
        ),
    )
    trump_system: Literal["fixed_clubs", "turned_jacks", "seven_queens_jacks"] = option(
        "fixed_clubs",
        "K-06",
        mark("which cards are trumps"),
        title=mark("Trumps"),
        labels={
            "fixed_clubs": mark("always clubs, queens and jacks"),
            "turned_jacks": mark("the suit turned up, and jacks"),
            "seven_queens_jacks": mark("the suit turned up, jacks, queens and the seven of clubs"),
        },
        group=CARDS,
    )
    jack_order: JackOrder = option(
        "cshd",
        "K-06",
        mark("the jacks from the highest down, where a suit is turned up"),
        title=mark("Order of the jacks"),
        labels=_jacks,
        group=CARDS,
    )
    club_jack: Literal["top", "plain"] = option(
        "top",
        "K-06",
        mark("the jack of clubs as a trump like the others, or an ordinary club"),
        title=mark("Jack of clubs"),
        labels={"top": mark("a trump"), "plain": mark("an ordinary club")},
        group=CARDS,
    )
    single_trump_exchange: bool = option(
        False,
        "K-08",
        mark("who holds one trump may give it to the partner"),
        title=mark("Giving a single trump away"),
        group=BEFORE_PLAY,
        needs="partners",
    )
    redeal_no_queens: bool = option(
        True,
        "K-09",
        mark("a team without queens may ask for another deal"),
        title=mark("New deal without queens"),
        group=BEFORE_PLAY,
        needs=(Need("deal_mode in ('all', 'open_first')", value=True), Need("partners", value=True)),
    )
    redeal_penalty: Literal[2, 0] = option(
        2,
        "K-09",
        mark("game points of the dealer's team at the third call; 0 deals again"),
        title=mark("Third call for a new deal"),
        labels={2: mark("costs the dealer's team 2 points"), 0: mark("is followed like the others")},
        group=BEFORE_PLAY,
    )
    praise: Literal["pants", "none"] = option(
        "pants",
        "K-10",
        mark("what comes before the play from the second deal on"),
        title=mark("Praise"),
        labels={"pants": mark("with columns, from the second deal on"), "none": mark("not played")},
        group=BEFORE_PLAY,
        needs=(
            Need("deck == 36", value="pants"),
            Need("deal_mode == 'all'", value="pants"),
            Need("partners", value="pants"),
        ),
    )
    praise_leader_may_lead_trump: bool = option(
        False,
        "K-10",
        mark("who won the praise may open with a trump in any case"),
        title=mark("The praise's winner may lead a trump"),
        group=BEFORE_PLAY,
    )
    first_lead: Literal["ace_of_diamonds", "left_of_dealer"] = option(
        "ace_of_diamonds",
        "K-11",
        mark("who leads to the first trick of a deal without praise"),
        title=mark("First lead"),
        labels={
            "ace_of_diamonds": mark("the player who holds the ace of diamonds"),
            "left_of_dealer": mark("the dealer's left"),
        },
        group=TRICKS,
        needs=Need("deal_mode in ('all', 'open_first')", value="ace_of_diamonds"),
    )
    trump_lead_restricted: bool = option(
        True,
        "K-12",
        mark("no trump is led while plain cards are held"),
        title=mark("Leading trumps"),
        labels={True: mark("only with nothing else in hand"), False: mark("at any time")},
        group=TRICKS,
    )
    follow_suit: Literal["must", "free"] = option(
        "must",
        "K-13",
        mark("whether the suit led must be followed"),
        title=mark("Following suit"),
        labels={"must": mark("required"), "free": mark("not required")},
        group=TRICKS,
    )
    second_half_lead: Literal["left_of_dealer", "last_trick_winner"] = option(
        "left_of_dealer",
        "K-11 K-16",
        mark("who leads to the second half"),
        title=mark("Lead to the second half"),
        labels={
            "left_of_dealer": mark("the dealer's left"),
            "last_trick_winner": mark("the winner of the last trick"),
        },
        group=TRICKS,
    )
    shamka_capture: bool = option(
        True,
        "K-17",
        mark("the six of clubs on an enemy's queen of clubs ends the deal"),
        title=mark("Capturing the queen of clubs"),
        group=TRICKS,
        needs=(Need("scoring == 'ladder'", value=True), Need("trump_system == 'fixed_clubs'", value=True)),
    )
    scoring: Literal["ladder", "sixty", "accounts"] = option(
        "ladder",
        "K-19 K-21 K-22",
        mark("what is written down"),
        title=mark("Scoring"),
        labels={
            "ladder": mark("game points, and they are bad"),
            "sixty": mark("card points, up to sixty"),
            "accounts": mark("accounts that are paid from"),
        },
        group=SCORING,
        needs=Need("partners or seats == 2", mark("partners=true or two players"), value="ladder"),
    )
    shutout_basis: Literal["points", "tricks"] = option(
        "points",
        "K-19",
        mark("what a team must be without to get the six"),
        title=mark("Six game points for a team without"),
        labels={"points": mark("card points"), "tricks": mark("tricks")},
        group=SCORING,
    )
    eggs_double: bool = option(
        True,
        "K-20",
        mark("after sixty to sixty the next result counts double"),
        title=mark("Sixty to sixty doubles the next deal"),
        group=SCORING,
    )
    eggs_compound: bool = option(
        False, "K-20", mark("sixty to sixty again doubles once more"), title=mark("Doubling again"), group=SCORING
    )
    match_points: Annotated[int, Range(4, 30)] = option(
        12, "K-23", mark("game points with which a team has lost"), title=mark("Game points that lose"), group=SCORING
    )
    target: Literal[60, 61] = option(
        60, "K-21", mark("card points that win"), title=mark("Card points that win"), group=SCORING
    )
    target_check: Literal["deal_end", "at_once"] = option(
        "deal_end",
        "K-21",
        mark("when the card points are looked at"),
        title=mark("Card points are looked at"),
        labels={"deal_end": mark("after the deal"), "at_once": mark("after every trick")},
        group=SCORING,
    )
    below_target: Literal["carry", "cancel"] = option(
        "carry",
        "K-21",
        mark("card points of a deal that nobody won"),
        title=mark("A deal that nobody won"),
        labels={"carry": mark("is added to the next one"), "cancel": mark("counts for nothing")},
        group=SCORING,
    )
    count_span: Literal["both_halves", "each_half"] = option(
        "both_halves",
        "K-18",
        mark("whether the halves are counted together"),
        title=mark("The two halves are counted"),
        labels={"both_halves": mark("together"), "each_half": mark("each by itself")},
        group=SCORING,
        needs=Need(
            "scoring == 'accounts' and deal_mode in ('halves_left', 'halves_dealer')",
            mark("scoring=accounts and deal_mode=halves_left or deal_mode=halves_dealer"),
        ),
    )
    account_start: Annotated[int, Range(4, 60)] = option(
        12,
        "K-22",
        mark("points in an account at the start"),
        title=mark("Points in an account"),
        group=SCORING,
    )
    account_take: Annotated[int, Range(1, 12)] = option(
        2,
        "K-22",
        mark("points taken from a loser's account"),
        title=mark("A loser pays"),
        group=SCORING,
    )
    account_take_dealer: Annotated[int, Range(0, 12)] = option(
        1,
        "K-22",
        mark("points taken from the dealer's account"),
        title=mark("A dealer who loses pays"),
        group=SCORING,
    )
    account_rule: Literal["pairwise", "pool"] = option(
        "pairwise",
        "K-22",
        mark("emptied by one opponent, or by all of them together"),
        title=mark("An account is emptied by"),
        labels={"pairwise": mark("one opponent"), "pool": mark("all opponents together")},
        group=SCORING,
    )
    open_counts: bool = option(
        False, "K-24", mark("card points are counted aloud"), title=mark("Counting aloud"), group=SCORING
    )

    @property
    def halves(self) -> bool:
        """Whether a hand is played in two halves."""
        return self.deal_mode in ("halves_left", "halves_dealer")

    def sides(self, seats: int) -> int:
        """How many teams or single players score (K-02)."""
        return 2 if self.partners else seats

    def check_more(self, seats: int) -> None:
        """Refuses what section 4 of the catalogue refuses, and players that the deal has no cards for."""
        if seats not in PLAYERS:
            raise BadSeats(
                "Kozel is a game for {least} to {most} players, not for {seats}",
                least=PLAYERS[0],
                most=PLAYERS[-1],
                seats=seats,
            )
        if self.deal_mode != "stock4" and seats != 4:
            raise BadSeats(
                "deal_mode={deal_mode} is for 4 players, not for {seats}", deal_mode=self.deal_mode, seats=seats
            )
        if self.partners and seats != 4:
            raise BadSeats("partners=true is for 4 players, not for {seats}", seats=seats)
        if self.first_dealer != "random" and int(self.first_dealer[1]) >= seats:
            raise BadOption(
                "first_dealer={first_dealer}: there are P0 to P{seats}", first_dealer=self.first_dealer, seats=seats - 1
            )
