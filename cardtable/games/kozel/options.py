"""What may vary in Kozel. The defaults are the preset `nizhny`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal

from cardtable.engine.options import BadOption, BadSeats, Options, Range, option, value_text
from cardtable.engine.text import Text, mark

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
SCORED_BY_LADDER = (("cut_step", "manual"), ("shamka_capture", True))
"""What gives game points, and so needs the ladder (K-04, K-17)."""


@dataclass(frozen=True, slots=True)
class KozelOptions(Options):
    """The options of section 4 of the catalogue; the number of players is that of the seats."""

    deck: Literal[36, 32] = option(36, "K-01", mark("cards in the pack: from the sixes, or from the sevens"))
    partners: bool = option(True, "K-02", mark("who sit opposite each other play together"))
    first_dealer: Literal["random", "P0", "P1", "P2", "P3", "P4", "P5"] = option(
        "random", "K-03", mark("who deals the first hand")
    )
    cut_step: Literal["auto", "manual"] = option("auto", "K-04", mark("whether players cut the cards themselves"))
    cut_penalty: Literal[2, 0] = option(2, "K-04", mark("game points for a wrong cut or a deal without one"))
    deal_mode: Literal["all", "stock4", "halves_left", "halves_dealer", "open_first"] = option(
        "all", "K-05 K-07", mark("how the cards are dealt")
    )
    trump_system: Literal["fixed_clubs", "turned_jacks", "seven_queens_jacks"] = option(
        "fixed_clubs", "K-06", mark("which cards are trumps")
    )
    jack_order: JackOrder = option("cshd", "K-06", mark("the jacks from the highest down, where a suit is turned up"))
    club_jack: Literal["top", "plain"] = option(
        "top", "K-06", mark("the jack of clubs as a trump like the others, or an ordinary club")
    )
    single_trump_exchange: bool = option(False, "K-08", mark("who holds one trump may give it to the partner"))
    redeal_no_queens: bool = option(True, "K-09", mark("a team without queens may ask for another deal"))
    redeal_penalty: Literal[2, 0] = option(
        2, "K-09", mark("game points of the dealer's team at the third call; 0 deals again")
    )
    praise: Literal["pants", "none"] = option(
        "pants", "K-10", mark("what comes before the play from the second hand on")
    )
    praise_leader_may_lead_trump: bool = option(
        False, "K-10", mark("who won the praise may open with a trump in any case")
    )
    first_lead: Literal["ace_of_diamonds", "left_of_dealer"] = option(
        "ace_of_diamonds", "K-11", mark("who leads to the first trick of a hand without praise")
    )
    trump_lead_restricted: bool = option(True, "K-12", mark("no trump is led while plain cards are held"))
    follow_suit: Literal["must", "free"] = option("must", "K-13", mark("whether the suit led must be followed"))
    second_half_lead: Literal["left_of_dealer", "last_trick_winner"] = option(
        "left_of_dealer", "K-11 K-16", mark("who leads to the second half")
    )
    shamka_capture: bool = option(True, "K-17", mark("the six of clubs on an enemy's queen of clubs ends the hand"))
    scoring: Literal["ladder", "sixty", "accounts"] = option("ladder", "K-19 K-21 K-22", mark("what is written down"))
    shutout_basis: Literal["points", "tricks"] = option(
        "points", "K-19", mark("what a team must be without to get the six")
    )
    eggs_double: bool = option(True, "K-20", mark("after sixty to sixty the next result counts double"))
    eggs_compound: bool = option(False, "K-20", mark("sixty to sixty again doubles once more"))
    match_points: Annotated[int, Range(4, 30)] = option(12, "K-23", mark("game points with which a team has lost"))
    target: Literal[60, 61] = option(60, "K-21", mark("card points that win"))
    target_check: Literal["deal_end", "at_once"] = option(
        "deal_end", "K-21", mark("when the card points are looked at")
    )
    below_target: Literal["carry", "cancel"] = option("carry", "K-21", mark("card points of a hand that nobody won"))
    count_span: Literal["both_halves", "each_half"] = option(
        "both_halves", "K-18", mark("whether the halves are counted together")
    )
    account_start: Annotated[int, Range(4, 60)] = option(12, "K-22", mark("points in an account at the start"))
    account_take: Annotated[int, Range(1, 12)] = option(2, "K-22", mark("points taken from a loser's account"))
    account_take_dealer: Annotated[int, Range(0, 12)] = option(
        1, "K-22", mark("points taken from the dealer's account")
    )
    account_rule: Literal["pairwise", "pool"] = option(
        "pairwise", "K-22", mark("emptied by one opponent, or by all of them together")
    )
    open_counts: bool = option(False, "K-24", mark("card points are counted aloud"))

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
        all_dealt = self.deal_mode in ("all", "open_first")
        ladder = self.scoring == "ladder"
        for name, value, needed, fits in (
            ("deal_mode", "all", "trump_system=fixed_clubs", self.trump_system == "fixed_clubs"),
            (
                "deal_mode",
                "open_first",
                "trump_system=seven_queens_jacks",
                self.trump_system == "seven_queens_jacks",
            ),
            ("deal_mode", "open_first", "deck=32", self.deck == 32),
            ("deal_mode", "halves_left", "deck=32", self.deck == 32),
            ("deal_mode", "halves_dealer", "deck=32", self.deck == 32),
            ("praise", "pants", "deck=36", self.deck == 36),
            ("praise", "pants", "deal_mode=all", self.deal_mode == "all"),
            ("praise", "pants", "partners=true", self.partners),
            ("first_lead", "ace_of_diamonds", mark("deal_mode=all or deal_mode=open_first"), all_dealt),
            ("redeal_no_queens", True, mark("deal_mode=all or deal_mode=open_first"), all_dealt),
            ("redeal_no_queens", True, "partners=true", self.partners),
            ("single_trump_exchange", True, "partners=true", self.partners),
            ("scoring", "ladder", mark("partners=true or two players"), self.sides(seats) == 2),
            *((name, value, "scoring=ladder", ladder) for name, value in SCORED_BY_LADDER),
            ("shamka_capture", True, "trump_system=fixed_clubs", self.trump_system == "fixed_clubs"),
            (
                "count_span",
                "each_half",
                mark("scoring=accounts and deal_mode=halves_left or deal_mode=halves_dealer"),
                self.scoring == "accounts" and self.halves,
            ),
        ):
            if getattr(self, name) == value and not fits:
                shown = value_text(value)
                raise BadOption("{name}={value} needs {needed}", name=name, value=shown, needed=Text(needed))
