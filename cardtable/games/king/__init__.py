"""King by contracts: the family's entry in the list of games."""

from cardtable.engine.family import Family
from cardtable.engine.text import mark
from cardtable.games.king.contracts_game import Contracts
from cardtable.games.king.contracts_positions import FORM
from cardtable.games.king.options import KingOptions
from cardtable.games.king.presets import PRESETS
from cardtable.games.king.rulebook_contracts import explain_contracts

FAMILY = Family(
    id="king",
    title=mark("King"),
    options=KingOptions,
    presets=PRESETS,
    rules=Contracts,
    explain=explain_contracts,
    position_form=FORM,
    default="king_simple",
)
