"""The options of Kozel. The defaults are the preset `nizhny`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, ClassVar, Literal

from cardtable.cards import parse_card
from cardtable.engine.options import BadOption, BadSeats, Options, Range, Told, option_class
from cardtable.engine.text import Faces, Text, Who, say

# A long list is split into parts, so that it stays readable as a table.
Clubs = Literal["cshd", "csdh", "chsd", "chds", "cdsh", "cdhs"]
Spades = Literal["schd", "scdh", "shcd", "shdc", "sdch", "sdhc"]
Hearts = Literal["hcsd", "hcds", "hscd", "hsdc", "hdcs", "hdsc"]
Diamonds = Literal["dcsh", "dchs", "dsch", "dshc", "dhcs", "dhsc"]
JackOrder = Literal[Clubs, Spades, Hearts, Diamonds]
PLAYERS = range(2, 7)
"""The numbers of players for a game with a stock; any other deal needs four (section 4 of the catalogue)."""


def _first_dealer(seat: str) -> Text:
    return say("by chance") if seat == "random" else Text("{who}", {"who": Who(int(seat[1]))})


def _jacks(suits: str) -> Text:
    return Text("{cards}", {"cards": Faces(tuple(parse_card(f"J{suit}") for suit in suits))})


@option_class
class KozelOptions(Options):
    """The options in section 4 of the catalogue; the number of players is the number of seats."""

    BOOK: ClassVar[Path] = Path(__file__).with_name("options.toml")

    deck: Literal[36, 32] = 36
    partners: bool = True
    first_dealer: Annotated[Literal["random", "P0", "P1", "P2", "P3", "P4", "P5"], Told(_first_dealer)] = "random"
    cut_step: Literal["auto", "manual"] = "auto"
    cut_penalty: Literal[2, 0] = 2
    deal_mode: Literal["all", "stock4", "halves_left", "halves_dealer", "open_first"] = "all"
    trump_system: Literal["fixed_clubs", "turned_jacks", "seven_queens_jacks", "clubs_seven", "named_jacks"] = (
        "fixed_clubs"
    )
    jack_order: Annotated[JackOrder, Told(_jacks)] = "cshd"
    club_jack: Literal["top", "plain"] = "top"
    single_trump_exchange: bool = False
    redeal_no_queens: bool = True
    redeal_penalty: Literal[2, 0] = 2
    praise: Literal["pants", "none"] = "pants"
    praise_leader_may_lead_trump: bool = False
    first_lead: Literal["ace_of_diamonds", "left_of_dealer", "ace_once"] = "ace_of_diamonds"
    trump_lead_restricted: bool = True
    trump_lead_who: Literal["everybody", "dealers"] = "everybody"
    follow_suit: Literal["must", "free"] = "must"
    must_trump: bool = False
    second_half_lead: Literal["left_of_dealer", "last_trick_winner"] = "left_of_dealer"
    shamka_capture: bool = True
    first_capture: Literal["chiper", "match"] = "chiper"
    scoring: Literal["ladder", "sixty", "accounts", "shama"] = "ladder"
    shutout_basis: Literal["points", "tricks"] = "points"
    eggs_double: bool = True
    eggs_compound: bool = False
    eggs_dealer: Literal["next", "same"] = "next"
    match_points: Annotated[int, Range(4, 30)] = 12
    target: Literal[60, 61] = 60
    target_check: Literal["deal_end", "at_once"] = "deal_end"
    below_target: Literal["carry", "cancel"] = "carry"
    count_span: Literal["both_halves", "each_half"] = "both_halves"
    account_start: Annotated[int, Range(4, 60)] = 12
    account_take: Annotated[int, Range(1, 12)] = 2
    account_take_dealer: Annotated[int, Range(0, 12)] = 1
    account_rule: Literal["pairwise", "pool"] = "pairwise"
    open_counts: bool = False

    @property
    def halves(self) -> bool:
        """Whether a hand is played in two halves."""
        return self.deal_mode in ("halves_left", "halves_dealer")

    @property
    def always_clubs(self) -> bool:
        """Whether the same cards are trumps in every hand (K-06, K-25)."""
        return self.trump_system in ("fixed_clubs", "clubs_seven")

    @property
    def game_points(self) -> bool:
        """Whether a hand brings game points, which are bad (K-19, K-31)."""
        return self.scoring in ("ladder", "shama")

    def sides(self, seats: int) -> int:
        """The number of teams or single players that score (K-02)."""
        return 2 if self.partners else seats

    def check_more(self, seats: int) -> None:
        """Refuses what section 4 of the catalogue refuses, and more players than the deal has cards for."""
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

    def check_new(self, seats: int) -> None:
        """Refuses the capture of the queen of clubs if the pack lacks the card that captures her (K-25)."""
        if self.deck == 32 and self.trump_system == "fixed_clubs" and self.shamka_capture:
            raise BadOption(
                "deck=32 with trump_system=fixed_clubs and shamka_capture=true: the six of clubs, which captures, is "
                "not in the pack; choose shamka_capture=false (the seven of clubs is the lowest trump), or "
                "trump_system=clubs_seven (it is the highest, and captures)"
            )


OPTIONS = KozelOptions
