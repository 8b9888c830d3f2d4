"""The rules of Durak as played with given options, by chapter."""

from __future__ import annotations

from cardtable.engine.rulebook import RulePart
from cardtable.engine.text import Text, say
from cardtable.games.durak.options import DurakOptions
from cardtable.games.durak.rulebook_attack import attacking, taking, throwing_in
from cardtable.games.durak.rulebook_deal import aim, deal, first_attacker
from cardtable.games.durak.rulebook_defence import defending, transferring
from cardtable.games.durak.rulebook_end import after_the_bout, cheating, end_of_deal, match


def explain(options: DurakOptions, seats: int) -> list[tuple[Text, list[RulePart]]]:
    """The rules of exactly these options, by chapter."""
    chapters = [
        (say("The aim"), aim(options)),
        (say("Cards and deal"), deal(options, seats)),
        (say("Who attacks first"), first_attacker(options, seats)),
        (say("Attacking"), attacking(options)),
        (say("Defending"), defending(options, seats)),
        (say("Transferring"), transferring(options, seats) if options.transfer else []),
        (say("Throwing in"), throwing_in(options, seats) if options.throw_in else []),
        (say("Taking"), taking(options, seats)),
        (say("Cheating"), cheating(options) if options.cheating else []),
        (say("After the bout"), after_the_bout(options, seats)),
        (say("The end of the deal"), end_of_deal(options, seats)),
        (say("The match"), match(options)),
    ]
    return [(title, parts) for title, parts in chapters if parts]
