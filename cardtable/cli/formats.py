"""`cardtable help`: the forms of files and of what other programs read."""

from __future__ import annotations

import gettext
import tomllib
from pathlib import Path

import click

from cardtable.cli.commands import COMMANDS
from cardtable.desk.speech import mark

RECORDS = (
    mark(
        "A record is one JSON object a line, numbered, each with a CRC-32. Every line is on the disk before its "
        "move is shown; a last line without its newline is the move that was being written, and is dropped."
    ),
    mark(
        "The header names the format, the family and its version, the preset, all options, the seats with names and "
        "kinds, and the seed. Then follow, for every deal, its deck and dealer, and the moves, the dealer's "
        "shuffles among them. An option that an older record lacks is taken at its default, which is the game as it "
        "was."
    ),
    mark(
        "`copied` in the header counts the lines that come from another record, from which it is played on for "
        "practice; statistics leave such a record out."
    ),
    mark(
        "`evening` in the header says that another match begins where one has ended, until a line `rise` names the "
        "seat that got up last, and that a line `resign` may name the player, alone with bots, who gives a deal up: "
        "it counts as lost for them, and a bot plays it to its end; a line `up` names a player who got up while others "
        "stayed: until they come back a bot makes their moves, which are marked `clock`; `memory`, what the table "
        "tells of rounds that are over: `after_bout` or `none`. A record with either has format 3, and every other "
        "one format 2."
    ),
    mark(
        "A record of an older version of the rules is replayed as far as its moves are legal, and says where that "
        "ends. Records are readable by you alone, and are read up to 16 MiB; what lies among them and is no record "
        "is named and passed over."
    ),
    mark("What `cardtable replay --json` prints of a record: `cardtable help json`."),
)
POSITIONS = (
    mark(
        "A position file puts a deal down in the middle, plays moves and says what must hold. Cards that it does "
        "not name are filled in. `cardtable position FILE` runs it, `cardtable position --legal FILE` prints the "
        "legal moves; every key stands below. This is what a report of a wrong rule looks like:"
    ),
    """\b
id = "my-question"
preset = "transfer"
seats = 3
trump = "h"
table = "8s"                     # 8s/9s 9d: 8s covered by 9s, 9d open
stock = 8                        # or the cards in the order of drawing: "6c ?6 9h"

[hands]
P1 = "8d 8h Ts 6c Kc 9c"         # exactly these; "8d ?3": and three that do not matter
P2 = "?6"

[expect]
to_act = ["P1"]
legal = ["cover 8s with Ts", "cover 8s with 8h", "transfer 8d", "transfer 8h", "show 8h", "take"]

[[then]]
play = ["P1 transfer 8d"]
defender = "P2"
""",
)
PRESETS = (
    mark(
        "Presets of your own lie in the folder `presets` beside your settings (`cardtable settings` tells where), in a "
        "file for each family, such as `durak.toml`. Each is made from one that there is, says what it changes, and is "
        "then listed, played and hosted as the others are:"
    ),
    """\b
[durak_kitchen]                  # the family, and a name of small letters
from = "throw_in"                # or one of yours that stands above
title = "Kitchen fool"
special = "As at home: the first bout is of four cards."
players = "2-4"                  # or one number
options = { first_limit = 4, deck = 52 }
""",
    mark(
        "Beside these it may say `aim`, `level` (easy, medium, hard), `minutes`, `usual` (how many play as a rule) and "
        "`short`, the options of a short evening. `cardtable options PRESET` lists all. What cannot be is named "
        "with its line, and the others of that file are left out until it is mended. A record names the preset that "
        "yours is made from, and all options, so that it can be read without your file."
    ),
)
JSON = (
    mark(
        "Every object says its `form`, which is 1. Within a major version of the program an object only gains keys: "
        "what reads it should pass over those that it does not know."
    ),
    mark(
        "`cardtable games --json`: one object a line, a preset each: `id`, `family`, `title`, `title_ru`, `seats`, "
        "`options`; `aim` and `special`, a sentence each, `level` (`easy`, `medium`, `hard`) and `minutes`, the length "
        "of a match."
    ),
    mark(
        "`cardtable replay RECORD --json`: one object a line. `kind` is `deal`, `move`, `undo`, `help` or `end`; "
        "`deal` and `line` count the deals, and the lines of the record."
    ),
    mark(
        "In `deal`: `seat`, the dealer, and `events`. In `move`: `seat`, who moves; before the move `places` (every "
        "card open: the hands P0 and on, the family's places, `stock` in the order of drawing), `facts` as in "
        "position files, `to_act`, and `legal`, all legal moves of the first of them; `move`; and its `events`, "
        "each with `kind`, `seat`, `cards`, `size`, `to` (who sees the cards) and `arg`. An event `clock` says that "
        "the player's time was over, and a bot made the move."
    ),
    mark(
        "In `undo`: `undone`, how many moves were taken back. In `help`: `seat`, who was told in the middle of a deal "
        "why the bots had moved as they did. In `end`: `scores` from 0 to 1 and `points` by seat, `standing`, "
        "the match so far, and `written`, the row of the score sheet with `label` and `points`, where "
        "there is one."
    ),
    mark(
        "`cardtable review RECORD --json`: one object a line. `kind` is `deal`, `match` or `luck`. In `deal`: `deal`, "
        "`seat`, `accuracy` from 0 to 1, `whole` (false: it was stopped), `searched` (false: only what is proven is "
        "said), and `found`, the decisions in order: `number`, `move`, `word`, `value` and `best` (expected scores of "
        "the move made and of the best), `loss` with its 95 % interval `low` and `high`, `better`, `exact`, `whatever` "
        "(true: more than two sides play, and proven is `best` at least and `value` at most), `reason`, "
        "`line` (the proof, seat and move), `open` (best with every card seen), and `styles`, which of them would "
        "have done the same."
    ),
    mark(
        "In `match`: `accuracy` by seat, and `left_out`, what could not be reviewed. In `luck`: `seat`, `cards` and "
        "`play`, what of the mean score above the table's was either, and their `error`."
    ),
    mark(
        "`cardtable arena --json`: `preset`, `deals`, `seed`; `bots`, each with `bot`, `score`, `low`, `high`, "
        "`deals`, the shares `won`, `drawn` and `lost`, and `elo` with its standard error `elo_error`; `pairs`, "
        "each with `a`, `b`, `score`, `low`, `high`, `deals`; `failures` with `bot`, `what` came first, "
        "and `count`, in how many deals one came. Scores are means between 0 and 1 with a 95 % interval over decks; a "
        "pair's is how often `a` came out ahead of `b` at one table."
    ),
    mark(
        "Where a deal is only a part of the game, as in King, `unit` is `match` instead of `deal`: whole matches are "
        "counted, and the score of one is the mean of its deals (with `--matches`, one point for its winners). "
        "Ctrl+C and SIGTERM end the arena at once: `stopped` is then true, the rest tells the decks that were played "
        "from every seat, and the exit status is 130 or 143. It is true, too, where "
        "the run fails in its middle, as when a cluster goes; the exit status is then 1."
    ),
    mark(
        "With `seats` and `options` it says what was played. With --until there is `until` too: the hypotheses `elo0` "
        "and `elo1`, the errors `alpha` and `beta`, `llr`, the `decks` that were looked at, and `verdict`: `elo0`, "
        "`elo1` or `undecided`."
    ),
    mark(
        "`cardtable ratings FILE --json`: one object a line, a family each: `presets`, `codes` (the versions that have "
        "played), `decks`, `ratings`, each with `bot`, `elo`, its standard error `elo_error`, and `decks`; and `next`, "
        "the pairs that should play next."
    ),
    mark(
        "`cardtable bench --json`: one object a line: `preset`, `seats`, `kind` (`full` or `bare`), `deals_per_s`, "
        "`moves_per_s`, `compiled`."
    ),
    mark(
        "`cardtable tournament --json`: `preset`, `seed`, `table_size`, `advance`, `entrants` with `name` and "
        "`kind`, `pool`; `stages`, lists of tables with `table`, `seats`, `bye`, `out`, `through`, `deals`, "
        "`records`; `champion`; and `standings` with `place`, `name`, `out_in`, `points`. What is undecided is "
        "null."
    ),
    mark(
        "`cardtable stats --json`: `players`, `by_family`, `by_preset`, `by_opponents` and `by_month` hold objects "
        "with `what`, `deals`, `won`, `drawn` and `score`, shares between 0 and 1, all but the first of one `player`: "
        "who is asked for, or else you, or who has played most; `people`, by name, what there is "
        "to tell of deals of Durak with a fool: `deals`, `fool`, `now` and `worst` in a row, `longest` without, "
        "`left_by`, epaulettes `hung` and `worn`, the fullest `armful`; `duels` two names and in how many deals each "
        "did better, `evenings` the same of evenings; `last` the scores of the last 50 deals; `accuracy`, for "
        "reviewed decisions, `family`, `month`, `decisions` and `accuracy`; `puzzles` has your `rating` with its "
        "`deviation`, how many you `tried` and `solved` at the first try, the same `by_family`, and `days`: how many "
        "of them you have `played`, how many `in_a_row` now, and the `best` row. It is null where your file of "
        "puzzles cannot be read."
    ),
)
BOTS = (
    mark(
        "A bot can be any program: `cmd:COMMAND` stands wherever a style does, as in `cardtable arena throw_in --bots "
        "'cmd:./mybot.py,steady'` or `cardtable play throw_in --seat Anna --seat cmd:./mybot.py`. As "
        "`mine=cmd:./mybot.py` tables, results and stores call it `mine`. It reads JSON, an object a line, and answers "
        "each question with one line. This one plays any game:"
    ),
    """\b
#!/usr/bin/env python3
import json
import random
import sys

for line in sys.stdin:
    told = json.loads(line)
    if "protocol" in told:    # a match begins: forget all that was
        seen = []
    else:                     # a question
        if told["new"]:       # a deal begins, or moves were taken back
            seen = []
        seen += told["events"]
        random.seed(told["lot"])
        low = [move for move in told["legal"] if move != "take"]
        move = random.choice(low or told["legal"])
        print(json.dumps({"move": move, "why": f"after {len(seen)} events"}), flush=True)
""",
    mark(
        "It is asked through a pipe, one line at a time: it must answer a question before it reads the next line, not "
        "read on to the end of its input, and send each answer at once (`flush=True` here, `fflush(stdout)` in C, "
        "`$| = 1` in Perl; `stdbuf -oL` before a command). An answer that lies in a buffer costs a deal its whole time."
    ),
    mark(
        "`cardtable arena --store` plays a bot anew once the program, or a file that its command names, has changed; "
        "what a script imports or reads besides is not known: then take another file for the results."
    ),
    mark(
        "A match begins with `protocol` (1), `family`, `options` (all house rules) and `players`; no answer is due. A "
        "program may play one match after another; what it keeps from one to the next makes that the same seed does "
        "not give the same numbers. `scores`, where it stands in a line, is how the deal before it ended, by seat "
        "from 0 (lost) to 1 (won): to learn from."
    ),
    mark(
        "A question has `seat`, whose turn it is; `places`, the cards that this seat can place: `P0` and on are the "
        "hands, then the family's places, `stock` in the order of drawing; `?4` are four cards that it does not know, "
        "`?` is one; `facts` as in position files; `events`, what has happened since the last question, each with "
        "`kind`, `seat`, `cards` (none where this seat was not shown them), `size`, `arg` and perhaps `about`; "
        "`legal`, the moves it may make (of very many sets of cards only the single cards, though a set may be "
        "answered too); and `lot`, a number for its chance. Where one move alone is legal it is made, and nothing is "
        "asked."
    ),
    mark(
        "`about` is a seat (`P2`: who is attacked, given to, shown), a card (`Qh`: what is covered, or exchanged), "
        "cards (those of a lead of Bura that were just drawn), a suit (`h`: what is named, ordered, or turned up) or a "
        "rank. Where it is empty or not there, `arg` is a number: points of a trick or hand, a place, a column, how "
        "many. `cardtable replay FILE` tells the same events in sentences."
    ),
    mark(
        "With `new` the events are all of this deal, and those that were told before no longer hold: a deal begins, or "
        "moves were taken back."
    ),
    mark(
        "The answer is the text of a move, or an object with `move` and perhaps `why`, a sentence for people. A "
        "program that takes too long, ends, or answers anything else has lost the deal in the arena, which says why, "
        "with the last line of its standard error if it ended. At a table another bot moves for it, and `reports`, in "
        "the folder that `cardtable settings` names, keeps where it failed. It is then ended, with everything it has "
        "started."
    ),
    mark(
        "A command that only a record names is not started: `cardtable resume --programs` gives leave. A program runs "
        "as you do: it is told no card that its seat may not know, but nothing keeps it from your files."
    ),
    mark(
        "In Python a class will do: a package that names it as an entry point of the group `cardtable.bots`, by its "
        "style or as `family.style`, brings it into every list. It is made with the rules, and has `choose(seen, "
        "choices, rng)`, which gives a `cardtable.bots.Decision`. Such a package is trusted with all."
    ),
    """\b
# mypackage.py
from cardtable.bots import Decision

class MyStyle:
    def __init__(self, rules):
        self.rules = rules

    def choose(self, seen, choices, rng):    # what the seat knows, its legal moves, its chance
        low = [move for move in choices if self.rules.move_text(move) != "take"]
        return Decision(rng.choice(low or choices))
""",
    """\b
# pyproject.toml
[project.entry-points."cardtable.bots"]
mystyle = "mypackage:MyStyle"
""",
)
FRIENDS = (
    mark(
        "For whoever opens the table. Install the part for friends once (`pip install '.[host]'` in the program's "
        "folder) and say who sits where: `here` is you, a name is a friend's seat, `open` a seat for whoever comes, "
        "and bots take seats as in any game. This table is for people under one roof, on the same Wi-Fi:"
    ),
    "\b\ncardtable host throw_in --seat here --seat Boris --seat bot:steady --listen 0.0.0.0\n",
    mark(
        "It says what Boris types, and the code. `--invitations FILE` writes each friend a message with both, to be "
        "sent as it stands. A code is one seat, also for coming back: send each friend their own, and no other."
    ),
    mark(
        "For a friend. Nothing is to be installed: `ssh` is on every Mac, every Linux and on Windows since 10. Open "
        "the program that is called Terminal (on Windows: PowerShell), type the line of the message and press Enter:"
    ),
    "\b\nssh -p 2022 boris@192.168.1.20\n",
    mark(
        "The first question is whether you know the key of that computer. It must be the key that stands in the "
        "message: then type `yes`; else nobody can be sure who is at the other end. The second question is your code; "
        "nothing shows while you type it, blanks and capitals do not matter, Enter ends it. Then you sit at the table; "
        "`?` tells the keys. Esc leaves, and the same line brings you back, without a code on the same computer."
    ),
    mark(
        "With a screen reader, or on a poor line, add `plain` at the end of the line: the game is then told in lines, "
        "and you type your moves; `help` lists what can be typed. Whoever opened the table with `--web 8080` can send "
        "a link for a browser too: on a phone it is a page of buttons."
    ),
    mark(
        "From another house the friend's line must find the way to your computer. A router keeps others out until it "
        "is told where to let them. These are three ways, the simplest first:"
    ),
    mark(
        "1. A server that you reach by `ssh`, such as a rented one. Nothing is changed at home: the table listens "
        "there, and friends type its name. Its sshd needs the line `GatewayPorts clientspecified`; the table says so "
        "where it is missing. A relay passes bytes on: by `ssh` it cannot read them, as long as friends compare the "
        "key once. With `--web 8080` browsers come by it too; a page's relay, and all on its way, read everything."
    ),
    "\b\ncardtable host throw_in --seat here --seat Boris --tunnel ssh:me@relay.example\n",
    mark(
        "2. The router passes a port on. In its settings (port forwarding, virtual server) give port 2022 for TCP to "
        "this computer, open the table with `--listen 0.0.0.0`, and send friends the address that the world sees "
        "instead of the one in the message. Where the provider shares one address among many houses this cannot work."
    ),
    mark(
        "3. A network of your own over the other one, as WireGuard makes it: once both computers are in it, it is as "
        "if they were under one roof. Give `--listen` the address that this computer has there, and nobody else can "
        "even knock."
    ),
)
LAB = (
    mark(
        "`cardtable.lab` is a door for research: every preset as an environment with numbered actions, masks, and "
        "observations that hold what a seat knows, no more. `pip install '.[lab]'` brings numpy, without which all but "
        "the numbers works; PettingZoo, Gymnasium and OpenSpiel are asked for only where they are used."
    ),
    """\b
from cardtable import lab
game = lab.make("throw_in", seats=2)             # house rules too: deck=24, transfer=True
episode = game.begin(seed=1)
while not episode.over:
    seen = episode.observation(episode.seat)     # numbers; game.legend() says what they are
    episode.step(episode.legal()[0])             # game.actions names them
print(episode.returns())                         # -1 lost ... 1 won
""",
    mark(
        '`game.batch(64)` plays many at once; `game.pettingzoo()`, `game.gymnasium(opponent="steady")` and, after '
        '`lab.register_openspiel()`, `pyspiel.load_game("python_cardtable", {"preset": "throw_in"})` are the same '
        "game. `episode.information_state(seat)` is equal exactly for deals that a seat cannot tell apart; "
        "`episode.record()` is a record that `replay`, `review` and `share` open. The observations of PettingZoo are "
        "`observation` and `action_mask`; with Gymnasium the learner's seat changes from deal to deal, and "
        '`illegal="lose"` is for learners that know of no mask. How many train, and how a policy is measured, in every '
        "seat of 200 deals, against a style or another policy:"
    ),
    """\b
batch = game.batch(64)                           # what is over begins anew with the next seed
seen, masks = batch.reset(seed=0)                # a row an episode, for batch.seats[row]
seen, masks, rewards, over = batch.step(masks.argmax(1))            # rewards[row, seat]
print(lab.compare(game, lambda seen, legal: legal[0], "steady", 200))
""",
    mark(
        "`python -m cardtable.lab PRESET` prints actions and legend, `python -m cardtable.lab learn` learns in a "
        "minute to beat `lowest` in Bura, `python -m cardtable.lab solve` finds the equilibrium of a short pack; both "
        "are to be read. A deal of throw-in takes some hundred actions, so that a minute is a few thousand deals. "
        "`short` and `hand` make packs small enough for exact algorithms, in Durak, Bura, Kozel and King. "
        "What is promised within a major version stands in the text of the module: "
        "`python -c 'help(\"cardtable.lab\")'`."
    ),
)
BASELINES = mark(
    "What styles of ours return where all others are `steady`, at tables of as many as usual, from -1 to 1, as "
    "`lab.compare` tells it for a policy: the mean and its standard error over hundreds of deals, the expert over tens."
)
TOPICS = {"friends": FRIENDS, "records": RECORDS, "positions": POSITIONS, "presets": PRESETS, "json": JSON, "lab": LAB}
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
"""By topic what it is about, for the list of topics."""


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
    if topic not in TOPICS:
        if topic is not None:
            assert isinstance(root.command, click.Group)
            command = root.command.get_command(root, topic)
            assert command is not None
            root = click.Context(command, root, topic)
        click.echo(root.get_help())
        if topic is None:
            click.echo(_topics())
        return
    click.echo(written(TOPICS[topic]))
    if topic == "lab":
        click.echo(f"\n{_baselines()}")
    elif topic == "positions":
        click.echo(f"\n{_form_of_positions()}")


def _baselines() -> str:
    """What our styles bring against `steady`, a line a game."""
    played = tomllib.loads((Path(__file__).parent.parent / "lab" / "baselines.toml").read_text(encoding="utf-8"))
    formatter = click.HelpFormatter(width=min(100, click.HelpFormatter().width + 20))
    formatter.write_text(gettext.gettext(BASELINES))
    wide = max(map(len, played))
    for preset, styles in played.items():
        # A figure is not parted from its style, nor from its error.
        cells = [
            f"{style} {mean:+.2f} ± {error:.2f}"
            for style, (mean, error) in sorted(styles.items(), key=lambda row: row[1])
        ]
        told = ", ".join(cell.replace(" ", "\N{NO-BREAK SPACE}") for cell in cells)
        formatter.write_usage(f"  {preset.ljust(wide)}", told, prefix="")
    return formatter.getvalue().rstrip()


def _form_of_positions() -> str:
    """The form of a position file, as it is written in the engine and in each family."""
    from cardtable.engine.position import FORM, form_texts
    from cardtable.games import FAMILIES, family

    forms = (FORM, *(family(name).position_form for name in FAMILIES))
    return "\n\n".join("\n\n".join(map(gettext.gettext, form_texts(form))) for form in forms)


def _topics() -> str:
    """The topics, a line each."""
    formatter = click.HelpFormatter()
    with formatter.section(gettext.gettext("Topics of `cardtable help`")):
        formatter.write_dl([(name, gettext.gettext(about)) for name, about in ABOUT.items()])
    return "\n" + formatter.getvalue().rstrip()


def written(paragraphs: tuple[str, ...]) -> str:
    """These paragraphs as a terminal shows them."""
    formatter = click.HelpFormatter(width=min(100, click.HelpFormatter().width + 20))
    for nth, paragraph in enumerate(paragraphs):
        if nth:
            formatter.write_paragraph()
        if paragraph.startswith("\b"):
            formatter.write(paragraph.removeprefix("\b\n"))
        else:
            formatter.write_text(gettext.gettext(paragraph))
    return formatter.getvalue().rstrip()
