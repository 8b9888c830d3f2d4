"""Commands that describe games, rules, house rules, bots and themes."""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING

import click

from cardtable.cli import completing
from cardtable.cli.commands import HOUSE_RULES
from cardtable.desk.games import game_meant, group_meant, options_of, preset_of, warn_of_idle
from cardtable.desk.lines import rules_text
from cardtable.desk.speech import mark, say_json, tell_trouble, words

if TYPE_CHECKING:
    pass


@click.command(epilog="Example: cardtable games durak")
@click.argument("family", required=False, metavar="[FAMILY]", shell_complete=completing.families)
@click.option("--json", "as_json", is_flag=True, help="One JSON object a preset.")
def games(family: str | None, as_json: bool) -> None:
    """List the games, of one FAMILY or of all."""
    from cardtable.engine.option_words import value_text
    from cardtable.engine.options import as_dict, changed
    from cardtable.games import group_of
    from cardtable.games.own import presets_of, trouble
    from cardtable.words import Words

    found = group_meant(family)
    say = words().say
    russian = Words("ru")
    presets = [
        (name, say(preset.title)) for game in chain.from_iterable(found) for name, preset in game.presets.items()
    ]
    name_column, title_column = (max(map(len, column)) + 2 for column in zip(*presets, strict=True))
    for game in chain.from_iterable(found):
        if not as_json and group_of(game.id) == game.id:
            click.secho(say(game.title), bold=True)
        for name, preset in game.presets.items():
            if as_json:
                row = {
                    "id": name,
                    "family": group_of(game.id),
                    "title": preset.title,
                    "title_ru": russian.say(preset.title),
                    "seats": list(preset.seats),
                    "options": as_dict(preset.options),
                    "aim": preset.aim,
                    "special": preset.special,
                    "level": preset.level,
                    "minutes": preset.minutes,
                }
                say_json(row)
                continue
            seats = f"{preset.seats[0]}-{preset.seats[-1]}" if len(preset.seats) > 1 else str(preset.seats[0])
            click.echo(f"  {name:{name_column}}{say(preset.title):{title_column}}{seats}")
            special = preset.special
            if name in presets_of(game):
                # A player's own preset inherits the words of its base game, so show what it changes.
                differs = changed(preset.options, game.options())
                special = ", ".join(f"{option}={value_text(value)}" for option, value in differs.items())
            for told, dim in ((preset.aim, False), (special, True)):
                if told:
                    indent = " " * 6
                    text = click.wrap_text(say(told), width=78, initial_indent=indent, subsequent_indent=indent)
                    click.secho(text, dim=dim)
        if (wrong := trouble(game)) is not None:
            tell_trouble(wrong)
        if game.note and not as_json:
            click.echo(click.wrap_text(say(game.note), width=78, initial_indent="  ", subsequent_indent="  "))


@click.command(epilog="Example: cardtable rules transfer --seats 3")
@click.argument("preset", metavar="PRESET", callback=game_meant, shell_complete=completing.presets)
@HOUSE_RULES
@click.option("--seats", type=click.IntRange(2, 12), metavar="NUMBER", help="The number of players.")
def rules(preset: str, given: tuple[str, ...], seats: int | None) -> None:
    """Read the rules of PRESET as they are played with exactly these house rules."""
    number = seats or preset_of(preset)[1].players
    game, options = options_of(preset, given, number)
    warn_of_idle(game, preset, options, number)
    click.echo(rules_text(words(), game, preset, options, number))


@click.command(epilog="Example: cardtable options transfer")
@click.argument("preset", metavar="PRESET", callback=game_meant, shell_complete=completing.presets)
def options(preset: str) -> None:
    """List every house rule of PRESET with its value; * marks those that differ from the family's default."""
    from cardtable.engine.option_words import value_text
    from cardtable.engine.options import specs

    game, found = preset_of(preset)
    speech = words()
    for name, spec in specs(game.options).items():
        value = getattr(found.options, name)
        mark = " " if value == spec.default else "*"
        click.echo(f"{mark} {name}={value_text(value)}")
        click.secho(f"      {speech.say(spec.about)} ({speech.text(spec.allowed())}) [{spec.rules}]", dim=True)


@click.command(epilog="Example: cardtable bots durak")
@click.argument("family", required=False, metavar="[FAMILY]", shell_complete=completing.families)
@click.option("--protocol", is_flag=True, help="Tell how a program of your own can play, with an example.")
def bots(family: str | None, protocol: bool) -> None:
    """List the computer players, of one FAMILY or of all."""
    from cardtable.bots.entries import name_of
    from cardtable.bots.finding import brought, styles
    from cardtable.bots.ratings import SURE, home, measured, paired, strength
    from cardtable.engine.text import say

    if protocol:
        from cardtable.cli.formats import written

        click.echo(written("bots"))
        return
    found = group_meant(family)
    speech = words()
    for problem in brought()[1]:
        tell_trouble(problem)
    for game, *_ in found:
        click.secho(speech.say(game.title), bold=True)
        presets, ratings = measured(game.id)
        if presets:
            told = say(
                "Ratings in Elo points with their 95 % interval, measured in {presets}; of 100 is against steady.",
                presets=", ".join(presets),
            )
            click.secho(f"  {speech.text(told)}", dim=True)
        usual = min(
            (row for row in paired() if row["preset"] in presets), key=lambda row: int(row["seats"]), default=None
        )
        if usual is not None:
            told = say(
                "The expert against the strongest style, {style}: {score} of 100 ({low} to {high}), in {preset}.",
                style=usual["against"],
                **{name: round(100 * usual[name]) for name in ("score", "low", "high")},
                preset=usual["preset"],
            )
            click.secho(f"  {speech.text(told)}", dim=True)
        for entry in styles(game.id):
            name = speech.say(name_of(entry.style))
            # The English name is the style itself.
            called = f"{name}: " if name != name_of(entry.style) else ""
            click.echo(f"  {entry.style:20}{called}{speech.text(strength(entry, game.id))}; {speech.say(entry.about)}")
            kin = measured(played) if (played := home(entry, game.id)) != game.id else None
            figures = None if entry.package else say("rating not measured")
            if rating := (kin.styles if kin else ratings).get(entry.style):
                facts = {"elo": round(rating.elo), "error": round(SURE * rating.error), "deals": rating.deals}
                figures = say("rating {elo} ± {error}, from {deals} deals", **facts)
                if kin:
                    where = ", ".join(kin.presets)
                    figures = say("rating {elo} ± {error} in {where}, from {deals} deals", where=where, **facts)
            if figures:
                click.secho(f"  {'':20}{speech.text(figures)}", dim=True)
            if entry.package:
                click.secho(f"  {'':20}{entry.package}", dim=True)
            if entry.beat:
                click.secho(f"  {'':20}{speech.say(entry.beat)}", dim=True)


@click.command(epilog="Example: cardtable themes")
def themes() -> None:
    """List the themes that the table can wear, yours among them."""
    from cardtable.engine.text import clean
    from cardtable.paths import config_dir
    from cardtable.tui.terminal.themes import TITLES, load

    speech = words()
    (ours, _), (own, problems) = load(), load(config_dir() / "themes")
    for theme in (*ours, *own):
        shade = mark("dark") if theme.dark else mark("light")
        title = speech.say(TITLES.get(theme.name, ""))
        # The name is what the user types.
        called = f"{title}, " if title not in ("", theme.name) else ""
        click.echo(f"{clean(theme.name):14}{called}{speech.say(shade)}")
    for problem in problems:
        click.echo(f"cardtable: {speech.text(problem)}", err=True)
