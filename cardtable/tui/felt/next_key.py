"""The next key at a table and its effect: the highlighted part at the left of the key line."""

from __future__ import annotations

from cardtable.cards import Cards
from cardtable.engine.scene import Choice
from cardtable.engine.text import Text, faces, say, say_count
from cardtable.tui.draw.keyline import KeyHint
from cardtable.tui.felt.choosing import cards_missing, lay, open_choices
from cardtable.tui.felt.look import TableLook
from cardtable.words import Words


def next_key(
    look: TableLook, words: Words, enter: str, space: str, *, by_enter: Choice | None, hurries: bool
) -> KeyHint | None:
    """Returns the hint for `enter`, or for `space` while the player waits and can hurry the others.

    `enter` and `space` are these keys as written; `by_enter` is what Enter does wherever the cursor is. Returns None if
    the player has nothing to do.
    """
    acting = bool(look.choices) and look.view.is_turn
    if look.caption is not None and look.caption.to_read:
        return KeyHint(enter, words.say("go on"), "play")
    if look.hidden:
        return KeyHint(enter, words.say("show my cards"), "play")
    if look.view.aside and not look.choices:
        return KeyHint(enter, words.say("give back"), "play")
    if not acting:
        waits = hurries and any(chair.acting for chair in look.scene.chairs)
        return KeyHint(space, words.say("do not wait"), "mark") if waits else None
    chosen = _chosen(look)
    if by_enter is None and look.scene.verb and (missing := cards_missing(look.scene, chosen)) and chosen:
        # It can only be played together with others.
        more = say_count("mark {count} card more", "mark {count} cards more", missing)
        if not look.marked:
            more = say_count("mark {count} card", "mark {count} cards", missing + 1)
        return KeyHint(space, words.text(more, look.names), "mark")
    meant = _meant(look, chosen, by_enter)
    return None if meant is None else KeyHint(enter, words.text(meant, look.names), "play")


def _chosen(look: TableLook) -> Cards:
    """Returns the marked cards, or else the one under the cursor."""
    under = 1 << look.cards[look.cursor] if 0 <= look.cursor < len(look.cards) else 0
    return look.marked or under


def _meant(look: TableLook, chosen: Cards, by_enter: Choice | None) -> Text | None:
    """Returns the meaning of Enter."""
    scene = look.scene
    if by_enter is not None:
        return by_enter.label
    if not scene.verb:
        # No card is to be played: Enter makes the only choice, or asks which.
        choices = open_choices(scene)
        return choices[0].label if len(choices) == 1 else say("decide")
    if not chosen:
        return None
    intent = lay(scene, chosen, look.target)
    if intent.play is not None:
        return intent.play.label
    if intent.offer:
        return say("{cards}: choose how", cards=faces(chosen))
    return say("{cards}: say why not", cards=faces(chosen))
