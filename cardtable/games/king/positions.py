"""The facts of a position of King, for all engines."""

from cardtable.games.king.contracts_positions import FORM as CONTRACTS_FORM
from cardtable.games.king.ladder_positions import FORM as LADDER_FORM
from cardtable.games.king.ranks_positions import FORM as RANKS_FORM

FORM = (*CONTRACTS_FORM, "\n", *RANKS_FORM, "\n", *LADDER_FORM)
