"""The list of commands, and the options that several of them share."""

import click

from cardtable.cli import completing
from cardtable.desk.speech import mark

COMMANDS = {
    "play": ("play", mark("Play a game at this terminal.")),
    "resume": ("play", mark("Play the last match or tournament on, or the match of a record.")),
    "learn": ("learn", mark("Learn a game by playing its lessons.")),
    "puzzle": ("puzzle", mark("Solve puzzles: positions with one best move.")),
    "daily": ("puzzle", mark("Play the puzzle and the deal of the day.")),
    "tournament": ("tournament", mark("Play a knock-out tournament, people and computer players.")),
    "serve": ("serve", mark("Show the table in a web page of this computer.")),
    "host": ("host", mark("Open a table for friends elsewhere, who come by SSH.")),
    "games": ("about", mark("List the games.")),
    "rules": ("about", mark("Read the rules of a game.")),
    "options": ("about", mark("List the house rules of a game.")),
    "bots": ("about", mark("List the computer players.")),
    "themes": ("about", mark("List the themes.")),
    "settings": ("preferences", mark("Show your settings, or change one.")),
    "replay": ("records", mark("Go through a record move by move.")),
    "review": ("review", mark("Tell what decisions in a record have cost.")),
    "share": ("share", mark("Write deals of a record as a page that plays them.")),
    "check": ("records", mark("Check that records are whole and follow the rules.")),
    "stats": ("stats", mark("Show your results.")),
    "league": ("league", mark("Show the league of the people who play here.")),
    "silly": ("silly", mark("List the moves of bots that you found silly.")),
    "position": ("positions", mark("Put positions down and check what must hold in them.")),
    "help": ("formats", mark("Tell how friends come, and describe the files for other programs.")),
    "arena": ("arena", mark("Let computer players play each other.")),
    "ratings": ("ratings", mark("Rate the styles by all that the arena has kept.")),
    "bench": ("bench", mark("Measure the speed of the rules by random play.")),
}
"""For each command its module here, and its line in `--help`."""
PLAIN = click.option(
    "--plain", is_flag=True, help=mark("Say everything in lines and type the moves; works in a pipe too.")
)
DEALS = click.option(
    "--deals", type=click.IntRange(1, 100), metavar="NUMBER", help=mark("Play a match of so many deals.")
)
HOUSE_RULES = click.option(
    "--set",
    "given",
    multiple=True,
    metavar="OPTION=VALUE",
    shell_complete=completing.house_rules,
    help=mark("Change a house rule; may be repeated."),
)
