"""The facts of a position of King, for all engines."""

from cardtable.games.king.contracts_positions import FORM as CONTRACTS_FORM
from cardtable.games.king.ladder_positions import FORM as LADDER_FORM
from cardtable.games.king.ranks_positions import FORM as RANKS_FORM

FORM = "\n".join((CONTRACTS_FORM, RANKS_FORM, LADDER_FORM))
