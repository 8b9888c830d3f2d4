"""`cardtable help`: the forms of files and of what other programs read."""

from __future__ import annotations

import gettext
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

import click

from cardtable.cli.commands import COMMANDS
from cardtable.desk.speech import mark

HELP = Path(__file__).parent / "help"
"""One file per topic. An empty line ends a paragraph; text between lines of ``` is shown verbatim."""
BASELINES = mark(
    "What styles of ours return where all others are `steady`, at tables of as many as usual, from -1 to 1, as "
    "`lab.compare` tells it for a policy: the mean and its standard error over hundreds of deals, the expert over tens."
)
MAN = "man"
ABOUT = {
    "friends": mark("how friends come to your table, and how a friend gets there"),
    "records": mark("what a record of a match holds"),
    "positions": mark("deals put down in the middle, to check a rule"),
    "presets": mark("games of your own"),
    "json": mark("the output for other programs"),
    "lab": mark("the rules as environments for research"),
    MAN: mark("all of this help as a man page: `cardtable help man >~/.local/share/man/man1/cardtable.1`"),
}
"""For each topic its summary in the list of topics."""


@click.command(epilog="Example: cardtable help positions")
@click.argument("topic", required=False, type=click.Choice([*ABOUT, *COMMANDS]), metavar="[TOPIC|COMMAND]")
@click.pass_context
def help(ctx: click.Context, topic: str | None) -> None:
    """Tell how friends come to a table, and describe the files and the output for other programs.

    With a COMMAND this is what its --help shows; with nothing it is what --help of the whole program shows, and the
    topics.
    """
    root = ctx.find_root()
    if topic == MAN:
        from cardtable.cli.man import page

        click.echo(page(root, ABOUT))
        return
    if topic not in ABOUT:
        if topic is not None:
            assert isinstance(root.command, click.Group)
            command = root.command.get_command(root, topic)
            assert command is not None
            root = click.Context(command, root, topic)
        click.echo(root.get_help())
        if topic is None:
            click.echo(_topics())
        return
    click.echo(written(topic))
    if topic == "lab":
        click.echo(f"\n{_baselines()}")
    elif topic == "positions":
        click.echo(f"\n{_form_of_positions()}")


def _baselines() -> str:
    """The returns of our styles against `steady`, one line per game."""
    played = tomllib.loads((Path(__file__).parent.parent / "lab" / "baselines.toml").read_text(encoding="utf-8"))
    formatter = click.HelpFormatter(width=min(100, click.HelpFormatter().width + 20))
    formatter.write_text(gettext.gettext(BASELINES))
    wide = max(map(len, played))
    for preset, styles in played.items():
        # Do not break a figure away from its style or its error.
        cells = [
            f"{style} {mean:+.2f} ± {error:.2f}"
            for style, (mean, error) in sorted(styles.items(), key=lambda row: row[1])
        ]
        told = ", ".join(cell.replace(" ", "\N{NO-BREAK SPACE}") for cell in cells)
        formatter.write_usage(f"  {preset.ljust(wide)}", told, prefix="")
    return formatter.getvalue().rstrip()


def _form_of_positions() -> str:
    """The form of a position file, as documented in the engine and in each family."""
    from cardtable.engine.position import FORM, form_texts
    from cardtable.games import FAMILIES, family

    forms = (FORM, *(family(name).position_form for name in FAMILIES))
    return "\n\n".join("\n\n".join(map(gettext.gettext, form_texts(form))) for form in forms)


def _topics() -> str:
    """The topics, one per line."""
    formatter = click.HelpFormatter()
    with formatter.section(gettext.gettext("Topics of `cardtable help`")):
        formatter.write_dl([(name, gettext.gettext(about)) for name, about in ABOUT.items()])
    return "\n" + formatter.getvalue().rstrip()


def parts(file: Path) -> Iterator[tuple[str, bool]]:
    """The paragraphs and examples of a file; the flag marks examples, which are shown verbatim."""
    for nth, text in enumerate(re.split(r"^```\n", file.read_text("utf-8"), flags=re.MULTILINE)):
        if nth % 2:
            yield text, True
        else:
            yield from ((" ".join(paragraph.split()), False) for paragraph in text.split("\n\n") if paragraph.strip())


def source_texts(file: Path) -> Iterator[str]:
    """The texts of a file that are translated."""
    return (text for text, is_example in parts(file) if not is_example)


def examples(topic: str) -> list[str]:
    """The examples of a topic."""
    return [text for text, is_example in parts(HELP / f"{topic}.md") if is_example]


def written(topic: str) -> str:
    """The text of a topic, formatted for the terminal."""
    formatter = click.HelpFormatter(width=min(100, click.HelpFormatter().width + 20))
    for nth, (text, is_example) in enumerate(parts(HELP / f"{topic}.md")):
        if nth:
            formatter.write_paragraph()
        if is_example:
            formatter.write(text)
        else:
            formatter.write_text(gettext.gettext(text))
    return formatter.getvalue().rstrip()
