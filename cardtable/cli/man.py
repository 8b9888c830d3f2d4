"""The man page of the program, generated from the help of its commands: `cardtable help man`."""

from __future__ import annotations

import gettext
import re
from collections.abc import Iterator, Mapping

import click

from cardtable import told_version
from cardtable.engine.text import mark

COMMANDS_HEADING = mark("Commands")
TOPICS_HEADING = mark("Topics of `cardtable help`")


def page(root: click.Context, topics: Mapping[str, str]) -> str:
    """The page in man format, each command with its options; `topics` holds the summary of each topic."""
    return "\n".join(_lines(root, topics))


def _lines(root: click.Context, topics: Mapping[str, str]) -> Iterator[str]:
    group = root.command
    assert isinstance(group, click.Group)
    about, *_ = _paragraphs(group)
    yield f'.TH CARDTABLE 1 "" "cardtable {_plain(told_version())}" ""'
    yield ".SH NAME"
    yield f"cardtable \\- {_plain(about.rstrip('.'))}"
    yield ".SH SYNOPSIS"
    yield f".B {_plain(' '.join(('cardtable', *group.collect_usage_pieces(root))))}"
    yield ".SH DESCRIPTION"
    yield from _of(group, root)
    yield f".SH {_plain(gettext.gettext(COMMANDS_HEADING).upper())}"
    for name in group.list_commands(root):
        command = group.get_command(root, name)
        if command is None or command.hidden:
            continue
        context = click.Context(command, root, name)
        yield f".SS {_plain(' '.join(('cardtable', name, *command.collect_usage_pieces(context))))}"
        yield from _of(command, context)
    yield f".SH {_plain(gettext.gettext(TOPICS_HEADING).upper().replace('`', ''))}"
    for topic, line in topics.items():
        yield ".TP"
        yield f".B {_plain(topic)}"
        yield _plain(gettext.gettext(line))


def _paragraphs(command: click.Command) -> list[str]:
    """The paragraphs of a command's help, which empty lines separate."""
    return [" ".join(text.split()) for text in re.split(r"\n\s*\n", (command.help or "").strip()) if text.strip()]


def _of(command: click.Command, context: click.Context) -> Iterator[str]:
    """The help of a command, its options and its example."""
    for paragraph in [*_paragraphs(command), *([" ".join(command.epilog.split())] if command.epilog else [])]:
        yield ".PP"
        yield _plain(paragraph)
    for name, told in filter(None, [param.get_help_record(context) for param in command.get_params(context)]):
        if told:  # An argument without a description appears in the usage only.
            yield from (".TP", f".B {_plain(name)}", _plain(told))


def _plain(text: str) -> str:
    """Escapes a text, so that none of it is taken for a man request."""
    text = text.replace("\b", "").replace("\\", "\\e").replace("-", "\\-")
    return f"\\&{text}" if text[:1] in (".", "'") else text
