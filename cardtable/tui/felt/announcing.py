"""The announcement at the start of a deal, as text for a banner."""

from __future__ import annotations

from collections.abc import Sequence

from cardtable.cards import suit_of
from cardtable.engine.scene import Scene
from cardtable.engine.text import Text, Who, capital, clean, say
from cardtable.tui.felt.ceremony import Banner
from cardtable.words import SUIT_NAMES, Words


def announced(scene: Scene, words: Words, names: Sequence[str]) -> Banner | None:
    """Returns the family's announcement, or the trumps and who begins if a trump card is turned up; otherwise None."""

    def said(text: Text) -> str:
        return clean(words.text(text, names))

    told = scene.announced
    if told is not None:
        counted = ""
        if told.deals:
            counted = said(say("deal {number} of {deals}", number=told.number, deals=told.deals))
        elif told.number:
            counted = said(say("deal {number}", number=told.number))
        lines = tuple([capital(said(text)) for text in told.said])
        return Banner(said(told.headline), lines, told.cards, told.number, told.deals, counted)
    piles = [pile.cards[0] for pile in scene.piles if pile.layout == "stack" and pile.cards and pile.cards[0] >= 0]
    turned = next((card for card in piles if suit_of(card) == scene.trump), None)
    if scene.trump is None or turned is None:
        return None
    begins = [say("{who} begins.", who=Who(chair.seat)) for chair in scene.chairs if chair.acting]
    return Banner(words.say(SUIT_NAMES[scene.trump]), (words.say("are trumps"), *map(said, begins[:1])), (turned,))
