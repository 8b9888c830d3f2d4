"""The host's messages to friends: one complete message each, with their own code and no other."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

from cardtable.engine.text import Text, say

if TYPE_CHECKING:
    from cardtable.host.hall import Hall
    from cardtable.words import Words


def invitations(hall: Hall, speech: Words, host: str, port: int, fingerprint: str) -> str:
    """Returns a message for everybody who has a code, and one for players who take an open seat."""
    names = [*hall.codes, *(name for name in hall.door.digests if name not in hall.codes)]
    messages = filter(None, [invitation(hall, speech, host, port, fingerprint, name) for name in names])
    return "\n\n----\n\n".join(messages) + "\n"


def invitation(hall: Hall, speech: Words, host: str, port: int, fingerprint: str, name: str) -> str:
    """Returns the message for this name, or, without a name, for open seats; empty if there is no code for it.

    The code of last time is no longer known: its owner is told that it is still the same.
    """
    if name not in hall.door.digests or not hall.tables:
        return ""
    code = hall.codes.get(name, "")
    titles = [table.title for table, _ in hall.seats_of(name)] if name else []
    title = titles[0] if titles else hall.tables[0].title
    return _message(hall, speech, name, code, title, way_of(hall, host, port, name), fingerprint)


def way_of(hall: Hall, host: str, port: int, name: str) -> str:
    """Returns the command to connect; with a user name if that identifies the friend."""
    from cardtable.host.usernames import user_name

    user = user_name(name, hall.names())
    return f"ssh -p {port} {f'{user}@' if user else ''}{host}"


def _message(hall: Hall, speech: Words, name: str, code: str, title: Text, way: str, key: str) -> str:
    first = say("Hello {name}, we play {title}.", name=name, title=title)
    if not name:
        first = say("Hello, we play {title}. You may watch, and sit where a seat is open.", title=title)
    texts: list[Text] = [
        first,
        say("In a terminal, where there is ssh (in Windows 10 too), type:"),
        Text("    {way}", {"way": way}),
        say("You are asked whether you know this key; if it is the same, type yes:"),
        Text("    {key}", {"key": key}),
        *_asked(code),
        say("It is your seat, for coming back too: give it to nobody.")
        if name
        else say("It lets in whoever has it, for coming back too."),
        say("With a screen reader, or in lines:  {way} plain", way=way),
    ]
    if hall.page and code:
        texts.append(say("Or in the browser:  {link}", link=hall.page + code))
    elif hall.page:
        texts.append(say("Or in the browser, with your code right behind it:  {link}", link=hall.page))
    return "\n".join(speech.text(text) for text in texts)


def _asked(code: str) -> list[Text]:
    """Returns the lines about the code."""
    if not code:
        return [say("Then you are asked for your code, the one of last time; nothing is seen while you type.")]
    asked = say("Then you are asked for your code, of which nothing is seen while you type:")
    return [asked, Text("    {code}", {"code": code})]


def write(path: Path, text: str) -> None:
    """Writes a new file that nobody else may read. Raises OSError, and FileExistsError if it exists."""
    handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(handle, "w", encoding="utf-8") as file:
        file.write(text)
