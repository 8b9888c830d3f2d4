"""The command line as a user meets it: what it prints, its exit status, and one line for every mistake."""

from __future__ import annotations

import json
import os
import re
import sys
from errno import EMFILE
from importlib import import_module
from pathlib import Path
from typing import NoReturn

import click
import pytest
from click.testing import CliRunner, Result

from cardtable import __version__
from cardtable.arena import Deal, Report
from cardtable.bots.entries import EASY, FAIR, STRONG, VERY_STRONG, bots
from cardtable.cli import cli, main
from cardtable.cli.commands import COMMANDS
from cardtable.cli.formats import ABOUT, HELP, MAN
from cardtable.cli.progress import telling_of_late
from cardtable.desk.cups import offered
from cardtable.desk.screen import open_preset
from cardtable.games import FAMILIES, GROUPS, family, group_called, group_of, preset_id
from cardtable.language import LANGUAGES
from cardtable.lessons import ids
from cardtable.lessons.progress import FILE, keep
from cardtable.match.record import make_header, read_header
from cardtable.match.table import Table
from cardtable.paths import data_dir
from cardtable.player.settings import save
from cardtable.tui.offers import CupForm
from cardtable.words import Words
from tests import programs

POSITIONS = Path(__file__).parent / "positions"


pytestmark = pytest.mark.usefixtures("own_home")


def run(*args: str) -> Result:
    return CliRunner().invoke(cli, args, catch_exceptions=False)


def fails(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, *args: str) -> tuple[int, str]:
    """The exit status and the only line of a refused command."""
    monkeypatch.setattr(sys, "argv", ["cardtable", *args])
    with pytest.raises(SystemExit) as stopped:
        main()
    out, err = capsys.readouterr()
    assert out == ""
    lines = err.strip().splitlines()
    assert len(lines) == 1, err
    assert isinstance(stopped.value.code, int)
    return stopped.value.code, lines[0]


def played_record(folder: Path, deals: int = 1) -> Path:
    """A record of bots playing at a real table."""
    game = family("durak")
    options = game.presets["throw_in"].options
    if deals > 1:
        from cardtable.engine.options import make_options

        options = make_options(options, {"match": "deals", "match_length": deals})
    header = make_header(game, "throw_in", options, ("Anna", "Boris"), ("bot:steady", "bot:uniform"), 5)
    path = folder / "match.jsonl"
    table = Table.begin(game.rules(options, 2), header, path)
    while True:
        while table.to_act:
            table.submit(table.to_act[0], table.bot_move(table.to_act[0]))
        if table.match_over:
            break
        table.next_deal()
    table.close()
    return path


def test_version_and_help_import_neither_screen_nor_games() -> None:
    code = (
        "import sys; sys.argv = ['cardtable', {arg!r}]\n"
        "import cardtable.__main__ as m\n"
        "try: m.main()\n"
        "except SystemExit: pass\n"
        "bad = [n for n in sys.modules if n.split('.')[0] in ('textual', 'rich') or n.startswith('cardtable.games')]\n"
        "assert not bad, bad"
    )
    for arg in ("--version", "--help"):
        done = programs.run([sys.executable, "-c", code.format(arg=arg)])
        assert done.returncode == 0, done.stderr
    assert __version__ in done.stdout or "Commands" in done.stdout


def test_ctrl_c_before_there_is_a_command_ends_without_a_traceback() -> None:
    code = (
        "import sys; sys.argv = ['cardtable', 'games']\n"
        "class Pressed:\n"
        "    def find_spec(self, name, *rest):\n"
        "        if name == 'cardtable.cli': raise KeyboardInterrupt\n"
        "import cardtable.__main__ as program\n"
        "sys.meta_path.insert(0, Pressed())\n"
        "program.main()\n"
    )
    done = programs.run([sys.executable, "-c", code])
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "")


@pytest.mark.parametrize(("named", "family_id"), [("throw_in", "durak"), ("durak", "durak"), ("King", "king")])
def test_a_table_opens_with_its_own_family_and_without_what_looks_back(named: str, family_id: str) -> None:
    code = (
        "import sys\n"
        "import cardtable.desk.screen\n"
        "from cardtable.games import FAMILIES, preset_id\n"
        f"preset_id({named!r})\n"
        "families = [name for name in FAMILIES if f'cardtable.games.{name}' in sys.modules]\n"
        "late = [name for name in ('stats', 'replay', 'coach') if f'cardtable.{name}' in sys.modules]\n"
        "print(families, late)\n"
    )
    done = programs.run([sys.executable, "-c", code], check=True)
    assert done.stdout == f"[{family_id!r}] []\n"


def test_the_first_picture_of_a_table_needs_no_words_of_options_no_box_and_no_menu(tmp_path: Path) -> None:
    code = (
        "import sys\n"
        "import cardtable.tui.app, cardtable.tui.table.table_screen\n"
        "from cardtable.desk.screen import open_preset\n"
        "from cardtable.engine import options\n"
        "options.read_words = None\n"
        "open_preset('throw_in', 4)\n"
        "late = ('offers', 'boxes.dialogs', 'menus.home', 'menus.doors')\n"
        "print([name for name in late if f'cardtable.tui.{name}' in sys.modules])\n"
    )
    own = {**os.environ, "CARDTABLE_HOME": str(tmp_path)}
    done = programs.run([sys.executable, "-c", code], check=True, env=own)
    assert done.stdout == "[]\n"


def test_the_menu_lists_all_games_without_rules_or_tables_of_any_nor_collecting_garbage(tmp_path: Path) -> None:
    code = (
        "import gc, sys, cardtable.tui, cardtable.__main__ as program\n"
        "searches = lambda: gc.get_stats()[2]['collections']\n"
        "def run(table, words, settings, home):\n"
        "    parts = {name.split('.')[-1] for name in sys.modules if name.startswith('cardtable.games.')}\n"
        "    late = parts & {'options', 'game', 'rules', 'scene', 'card', 'rulebook'}\n"
        "    searched = searches() - before\n"
        "    import cardtable.tui.app, cardtable.tui.menus.home\n"
        "    others = ('match.table', 'tui.offers', 'tui.boxes.dialogs', 'tui.table.table_screen')\n"
        "    late |= {name for name in others if f'cardtable.{name}' in sys.modules}\n"
        "    print(len(home.games), searched, sorted(late))\n"
        "cardtable.tui.run = run\n"
        "sys.argv, before = ['cardtable'], searches()\n"
        "sys.stdin.isatty = sys.stdout.isatty = lambda: True\n"
        "program.main()\n"
    )
    own = {**os.environ, "CARDTABLE_HOME": str(tmp_path), "TERM": "xterm"}
    done = programs.run([sys.executable, "-c", code], check=True, env=own)
    assert done.stdout == f"{sum(len(family(name).presets) for name in FAMILIES)} 0 []\n"


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help_with_an_example(command: str) -> None:
    result = run(command, "--help")
    assert result.exit_code == 0
    assert run("help", command).output == result.output
    assert f"Example: cardtable {command}" in result.output.replace("\n", " ").replace("  ", " ")


def test_games_lists_every_preset_once() -> None:
    rows = [json.loads(line) for line in run("games", "--json").output.splitlines()]
    presets = [(group_of(name), preset) for name in FAMILIES for preset in family(name).presets]
    assert list(dict.fromkeys(name for name, _ in presets)) == list(GROUPS)
    assert [(row["family"], row["id"]) for row in rows] == presets
    for row in rows:
        assert set(row) == {
            "form",
            *("id", "family", "title", "title_ru", "seats", "options"),
            *("aim", "special", "level", "minutes"),
        }
        assert row["title"] != row["title_ru"]
    listed = run("games").output
    assert all(preset in listed for _, preset in presets)


@pytest.mark.parametrize("language", ["en", "ru"])
def test_games_keeps_names_and_numbers_of_players_apart(language: str) -> None:
    """The columns are as wide as the longest name, and fit into 80."""
    found = [Words(language).say(preset.title) for name in FAMILIES for preset in family(name).presets.values()]
    rows = run("--lang", language, "games").output.splitlines()
    for title in found:
        assert any(re.fullmatch(rf"  \w+  +{re.escape(title)}  +\d+(-\d+)?", row) for row in rows), title
        assert all(len(row) < 80 for row in rows if title in row), title


def test_learn_lists_every_lesson_and_those_that_are_done() -> None:
    keep(data_dir() / FILE, "durak-2", 0, True)
    listed = run("learn").output
    listed, after = listed.rsplit("\n\n", 1)
    assert [word for word in listed.split() if re.fullmatch(r"[a-z_]+-\d+", word)] == ids()
    assert re.findall(r"✓ (\S+)", listed) == ["durak-2"]
    assert len({line.index(re.split(r"\S+-\d+ +", line)[1]) for line in listed.splitlines() if "-" in line[:20]}) == 1
    assert after.splitlines()[0].endswith("cardtable learn durak-1"), "the command that begins is told"
    keep(data_dir() / FILE, "bura-2", 3, False)
    assert "cardtable learn bura-2\n" in run("learn").output, "one that was begun goes on first"


def test_king_is_one_game_to_people() -> None:
    """Three families inside: their presets and bots are listed together, and their ids are not offered as games."""
    presets = {preset for name in ("king", "titles", "palace") for preset in family(name).presets}
    listed = [json.loads(line) for line in run("games", "king", "--json").output.splitlines()]
    assert {row["id"] for row in listed} == presets
    assert {row["family"] for row in listed} == {"king"}
    for command in ("games", "bots"):
        assert run(command).output.count("King\n") == 1
        for name in ("titles", "palace"):
            refused = run(command, name)
            assert refused.exit_code == 2
            assert f"family {name}: there is none; there are {', '.join(GROUPS)}" in refused.stderr
    for command, name in (("games", "101"), ("bots", " KING")):
        assert run(command, name).output == run(command, group_called(name)).output
    bots = run("bots", "king").output
    assert [bots.count(f"  {style} ") for style in ("steady", "ducker", "usurper", "quota_runner")] == [1] * 4


@pytest.mark.slow
def test_games_are_named_by_their_titles_in_any_language_and_by_their_ids() -> None:
    for language in map(Words, LANGUAGES):
        for name in GROUPS:
            for typed in (name, language.say(family(name).title), f" {language.say(family(name).title).upper()}"):
                assert (group_called(typed), preset_id(typed)) == (name, family(name).default)
        for name in FAMILIES:
            for own, preset in family(name).presets.items():
                assert preset_id(own) == preset_id(language.say(preset.title)) == own
    assert run("rules", "козел").output == run("rules", "nizhny_plain").output
    assert run("games", "Козёл").output == run("games", "kozel").output
    assert "did you mean козёл?" in run("play", "козлё").stderr


@pytest.mark.parametrize("preset", [preset for name in FAMILIES for preset in family(name).presets])
@pytest.mark.every(5)
def test_rules_and_options_of_every_preset_can_be_read(preset: str) -> None:
    for language in ("en", "ru"):
        assert re.search(r"\[[A-Z]-[M\d]\d", run("--lang", language, "rules", preset).output)
        assert "=" in run("--lang", language, "options", preset).output


def test_bots_names_every_style() -> None:
    assert {entry.strength for entry in bots()} == {EASY, FAIR, STRONG, VERY_STRONG}
    assert "steady              Надёжный: средне · 50 из 100; " in run("--lang", "ru", "bots", "king").output
    output = run("bots").output
    assert all(entry.style in output for entry in bots())
    assert re.search(r"  expert +very strong · \d\d of 100; ", output)
    assert "The expert against the strongest style, shamok_hunter: 69 of 100 (67 to 72), in nizhny." in output


@pytest.mark.parametrize(
    ("args", "status", "parts"),
    [
        (["plya"], 2, ["plya", "did you mean play?"]),
        (["rules", "throw_inn"], 2, ["throw_inn", "did you mean throw_in?"]),
        (["play", "kozle"], 2, ["there is no game kozle", "did you mean kozel?"]),
        (["play", "throw_in", "--players", "9", "--plain"], 2, ["throw_in", "2, 3, 4, 5, 6"]),
        (["play", "throw_in", *["--seat", "bot"] * 3, "--players", "2"], 2, ["--players 2: --seat names 3 players"]),
        (["games", "durakk"], 2, ["durakk", "did you mean durak?"]),
        (["rules", "throw_in", "--set", "deck=40"], 2, ["deck=40", "36, 24, 52"]),
        (["rules", "throw_in", "--set", "dekc=36"], 2, ["dekc", "did you mean deck?"]),
        (["rules", "throw_in", "--set", "deck"], 2, ["deck", "OPTION=VALUE"]),
        (["rules", "throw_in", "--set", "max_attack=99"], 2, ["max_attack=99", "1 to 52, none"]),
        (["rules", "throw_in", "--set", "travel_card=true"], 2, ["travel_card=true", "transfer=true"]),
        (["rules", "throw_in", "--seats", "7"], 2, ["7", "2, 3, 4, 5, 6"]),
        (["arena", "throw_in", "--bots", "steddy,uniform"], 2, ["steddy", "did you mean steady?"]),
        (["arena", "throw_in", "--bots", "steady,steady"], 2, ["steady,steady"]),
        (["arena", "throw_in", "--bots", "steady,uniform", "--limit", "nan"], 2, ["--limit nan"]),
        (["arena", "throw_in", "--bots", "steady,uniform", "--limit", "inf"], 2, ["--limit", "86400"]),
        (["arena", "throw_in", "--bots", "steady,uniform", "--limit", "3000000"], 2, ["--limit", "86400"]),
        (["arena", "throw_in", "--bots", "steady,lowest", "--seed", "9" * 30], 2, ["seed: 999", "2^63 - 1"]),
        (
            ["arena", "throw_in", "--bots", "steady,lowest", "--deals", "4", "--seed", f"{2**63}"],
            2,
            ["seed: 9223372036854775808", "2^63 - 1"],
        ),
        (["arena", "throw_in", "--bots", "steady,lowest", "--seed", f"{-(2**63) - 1}"], 2, ["seed: -922", "2^63 - 1"]),
        (
            ["arena", "throw_in", "--bots", "steady", "--bots", "cmd:cat '\n'"],
            2,
            ["cmd:cat '", "one line of at most 300 printable"],
        ),
        (["arena", "throw_in", "--bots", "steady", "--bots", "cmd:cat \udcff"], 2, ["cmd:cat ", "printable letters"]),
        (["arena", "throw_in", "--bots", "steady", "--bots", f"cmd:cat {'x' * 300}"], 2, ["at most 300 printable"]),
        (["arena", "king_three", "--bots", "steady,uniform,ducker,saver"], 2, ["ducker", "only 3 sit"]),
        (["bench", "throw_in", "--seconds", "0"], 2, ["seconds", "0.2"]),
        (["bench", "throw_inn"], 2, ["throw_inn", "did you mean throw_in?"]),
        (["help", "plya"], 2, ["plya", "'records'", "'play'"]),
        (["check", "nowhere.jsonl"], 1, ["nowhere.jsonl", "No such file"]),
        (["replay", "nowhere.jsonl"], 1, ["nowhere.jsonl", "No such file"]),
        (["play", "throw_in"], 1, ["terminal"]),
        (["learn", "durak"], 1, ["needs a terminal", "cardtable learn LESSON --plain"]),
        (["learn", "durk"], 2, ["durk", "did you mean durak?"]),
        (["learn", "poker"], 2, ["poker", "durak, one_oh_one, kozel, bura, king"]),
        (["learn", "durak-11"], 2, ["durak-11", "did you mean durak-1?"]),
        (["puzzle"], 1, ["needs a terminal", "cardtable puzzle --plain"]),
        (["puzzle", "--family", "durac"], 2, ["durac", "did you mean durak?", "kozel", "bura", "king"]),
        (["puzzle", "--theme", "ducks"], 2, ["ducks", "did you mean duck?"]),
        (["puzzle", "--family", "king", "--theme", "save_draw"], 2, ["save_draw", "duck, win"]),
        (["daily", "--date", "yesterday"], 2, ["yesterday", "2026-11-22"]),
        (["daily", "--date", "2026-10-31"], 2, ["2026-10-31", "2026-11-01"]),
        (["daily", "--date", "9999-12-31"], 2, ["9999-12-31", "to today"]),
        (["resume"], 1, ["terminal"]),
        ([], 1, ["terminal"]),
    ],
)
@pytest.mark.every(4)
def test_a_mistake_is_answered_in_one_line(
    args: list[str],
    status: int,
    parts: list[str],
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    found, line = fails(capsys, monkeypatch, *args)
    assert found == status
    assert all(part in line for part in parts), line


@pytest.mark.parametrize(
    ("args", "part"),
    [
        (["--bogus"], "Нет параметра '--bogus'"),
        (["play"], "Не хватает аргумента 'ИГРА'"),
        (["bench", "--seats", "x"], "'x' – не целое число"),
        (["plya"], "plya: такой команды нет (может быть, play?)"),
        (["rules", "throw_inn"], "нет игры throw_inn (может быть, throw_in?)"),
        (["rules", "throw_in", "--set", "max_attack=99"], "max_attack=99 не годится; можно: от 1 до 52, none"),
        (["rules", "throw_in", "--set", "travel_card=true"], "для travel_card=true нужно: transfer=true"),
        (["check", "nowhere.jsonl"], "nowhere.jsonl: Нет такого файла или папки"),
        (["check", __file__], "строка 1: это не объект JSON"),
        (["position", "--legal", "nowhere.toml"], "не читается: Нет такого файла"),
        (["play", "throw_in"], "столу нужен терминал"),
    ],
)
def test_a_mistake_is_answered_in_the_language_asked_for(
    args: list[str], part: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    _, line = fails(capsys, monkeypatch, "--lang", "ru", *args)
    assert part in line


@pytest.mark.parametrize("asked", ["settings", "locale"])
def test_help_is_in_the_language_of_the_settings_or_of_the_locale(
    asked: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    if asked == "settings":
        save(tmp_path / "home" / "config" / "settings.toml", {"language": "ru"})
    else:
        monkeypatch.setenv("LC_ALL", "ru_RU.UTF-8")
    for command in ("", *COMMANDS):
        called = getattr(import_module(f"cardtable.cli.{COMMANDS[command][0]}"), command) if command else cli
        monkeypatch.setattr(called, "_help_option", None)  # click keeps an earlier test's, in its language
        monkeypatch.setattr(sys, "argv", ["cardtable", *([command] if command else []), "--help"])
        with pytest.raises(SystemExit):
            main()
        shown = capsys.readouterr().out
        assert shown.startswith(f"Использование: cardtable {command}".rstrip())
        assert "Показать эту справку и выйти." in shown
        unquoted = re.sub(r'"[^"\n]*"', "", shown)  # input as it is typed, such as "throw any of 7s 7d"
        assert not re.search(r"^[A-Z]|\b(the|of|and|is)\b", unquoted, flags=re.M)
        assert max(map(len, shown.splitlines())) <= 100


def test_seats_are_refused_in_words(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr("cardtable.desk.screen.need_terminal", lambda: None)
    for args, part in [
        (["--seat", "Anna", "--seat", "Anna"], "two people cannot have one name"),
        (["--seat", "Anna", "--seat", "bot:stedy"], "did you mean steady?"),
        (["--seat", "Anna"], "not for 1"),
        (["--seat", "A" * 21, "--seat", "B"], "1 to 20 printable letters"),
    ]:
        status, line = fails(capsys, monkeypatch, "play", "throw_in", *args)
        assert status == 2
        assert part in line


@pytest.mark.parametrize("name", ["durak", "Durak", " 101", "one_oh_one", "kozel", "bura", "king", "KING"])
def test_a_game_is_its_first_preset(name: str) -> None:
    games = [family(own) for own in GROUPS]
    meant = next(game for game in games if name.strip().lower() in (game.id, game.title.lower()))
    assert run("options", name).output == run("options", meant.default).output


def test_bots_take_the_seats_that_are_left_free() -> None:
    args = ("play", "durak", "--plain", "--seed", "5", "--players", "4")
    with_one, with_two = (run(*args, *seats).output for seats in ((), ("--seat", "Anna", "--seat", "bot:lowest")))
    assert "\nDeal 1." in with_one
    assert "\nDeal 1." in with_two
    kinds = [read_header(path).kinds for path in sorted((data_dir() / "records").iterdir())]
    assert sorted(kinds) == [("person", "bot:lowest", *["bot:steady"] * 2), ("person", *["bot:steady"] * 3)]


@pytest.mark.parametrize("name", ["bot", "bot:lowest", "cmd:ls"])
def test_a_person_may_be_called_as_bots_are_seated(own_home: Path, name: str) -> None:
    save(own_home / "config" / "settings.toml", {"name": name})
    assert "\nDeal 1." in run("play", "throw_in", "--plain", "--players", "3").output
    (record,) = (data_dir() / "records").iterdir()
    table = open_preset("throw_in", 3)
    table.close()
    for header in (read_header(record), table.header):
        assert header.names[0] == name
        assert header.kinds == ("person", "bot:steady", "bot:steady")
    cup = offered(Words("en")).begin(CupForm("throw_in", (f" {name} ",), 3, 2, "winner_only"))
    assert [plan.bot for plan in cup.agreed.entrants] == [None, *["steady"] * 3]
    assert cup.agreed.entrants[0].name == name


def test_a_login_may_be_bot(own_home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LOGNAME", "bot")
    assert "\nDeal 1." in run("play", "throw_in", "--plain").output
    (record,) = (data_dir() / "records").iterdir()
    assert read_header(record).names[0] == "Bot"


def test_a_data_folder_that_cannot_be_written_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("cardtable.desk.screen.need_terminal", lambda: None)
    blocked = tmp_path / "file"
    blocked.write_text("")
    monkeypatch.setenv("CARDTABLE_HOME", str(blocked))
    status, line = fails(capsys, monkeypatch, "play", "throw_in")
    assert status == 1
    assert str(blocked) in line


def test_a_user_without_a_home_is_told_what_names_one(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def no_account(uid: int) -> NoReturn:
        raise KeyError(uid)

    monkeypatch.setattr("pwd.getpwuid", no_account)
    for name in ("HOME", "CARDTABLE_HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME"):
        monkeypatch.delenv(name, raising=False)
    for command in ("games", "stats", "settings", "plya"):
        told = fails(capsys, monkeypatch, command)
        assert told == (1, "cardtable: neither HOME nor CARDTABLE_HOME says where your files lie")
    monkeypatch.setattr(sys, "argv", ["cardtable", "--help"])
    with pytest.raises(SystemExit) as stopped:
        main()
    assert stopped.value.code in (0, None)
    assert "Usage: cardtable" in capsys.readouterr().out


def test_check_says_what_a_record_holds_and_where_it_is_damaged(tmp_path: Path) -> None:
    path = played_record(tmp_path, deals=2)
    result = run("check", str(path))
    assert result.exit_code == 0
    assert "ok: 2 deals" in result.output
    path.write_bytes(path.read_bytes().replace(b'"move":"attack', b'"move":"attakc', 1))
    result = run("check", str(path))
    assert result.exit_code == 1
    assert "line 3" in result.output


def test_replay_in_words_names_the_players(tmp_path: Path) -> None:
    output = run("replay", str(played_record(tmp_path))).output
    assert "Anna" in output
    assert "Boris" in output
    assert "is the fool" in output or "drawn" in output


def test_replay_as_json_gives_every_decision_with_its_legal_moves(tmp_path: Path) -> None:
    path = played_record(tmp_path, deals=2)
    rows = [json.loads(line) for line in run("replay", "--json", str(path)).output.splitlines()]
    moves = [row for row in rows if row["kind"] == "move"]
    assert moves
    for row in moves:
        assert row["move"] in row["legal"]
        assert row["to_act"] == [row["seat"]]
        cards = " ".join(row["places"].values()).split()
        assert len(cards) == len(set(cards)) == 36
        assert {"attacker", "defender", "table", "trump", "room"} <= set(row["facts"])
    ends = [row for row in rows if row["kind"] == "end"]
    assert [row["deal"] for row in ends] == [1, 2]
    assert ends[-1]["standing"]["over"]
    assert sum(ends[-1]["points"]["Fool"]) + ends[-1]["standing"]["draws"] == 2


def test_position_reports_what_differs(tmp_path: Path) -> None:
    good = POSITIONS / "durak" / "D-P13.toml"
    wrong = tmp_path / "wrong.toml"
    wrong.write_text(
        'id = "wrong"\npreset = "throw_in"\ntrump = "d"\ntable = "9s"\n[hands]\nP1 = "Ts"\n[expect]\nlegal = ["take"]\n'
    )
    broken = tmp_path / "broken.toml"
    broken.write_text('id = "broken"\npreset = "throw_in"\ntrump = "x"\n')
    result = run("position", str(good), str(wrong), str(broken))
    lines = result.output.splitlines()
    assert result.exit_code == 1
    assert lines[0] == "D-P13 ok"
    assert lines[1] == "wrong FAILED: legal beyond what is expected: cover 9s with Ts"
    assert lines[2].startswith(f"{broken} FAILED: trump: 'x' is not possible; allowed: ")
    assert lines[3] == "1 passed, 2 failed"
    assert (
        "wrong НЕВЕРНО: можно и то, чего не ждали: cover 9s with Ts"
        in run("--lang", "ru", "position", str(wrong)).output
    )


def test_position_prints_legal_moves(tmp_path: Path) -> None:
    output = run("position", "--legal", str(POSITIONS / "durak" / "D-P13.toml")).output
    assert "P1 show 8h" in output.splitlines()


def test_arena_gives_the_same_numbers_with_any_number_of_jobs(tmp_path: Path) -> None:
    args = ["arena", "throw_in", "--bots", "steady,uniform", "--deals", "40", "--seed", "3", "--json"]
    one = json.loads(run(*args).output)
    two = json.loads(run(*args, "--jobs", "2").output)
    assert one == two
    known = {"form", "preset", "deals", "seed", "bots", "pairs", "failures", "unit", "stopped", "seats", "options"}
    assert set(one) == known
    steady, uniform = one["bots"]
    assert steady["bot"] == "steady"
    assert steady["deals"] == uniform["deals"] == 40
    assert steady["score"] + uniform["score"] == pytest.approx(1)
    assert steady["low"] < steady["score"] < steady["high"]


def test_arena_seats_bots_again_at_a_larger_table(tmp_path: Path) -> None:
    folder = tmp_path / "records"
    result = run(
        "arena", "throw_in", "--bots", "steady,uniform", "--seats", "4", "--deals", "8", "--records", str(folder)
    )
    assert result.exit_code == 0
    records = sorted(folder.glob("*.jsonl"))
    assert len(records) == 8
    assert run("check", *map(str, records)).exit_code == 0


def test_arena_names_a_bot_that_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    from cardtable.bots.styles import uniform

    def broken(self: object, seen: object, choices: object, rng: object) -> None:
        raise RuntimeError("no idea")

    monkeypatch.setattr(uniform.Uniform, "choose", broken)
    result = run("arena", "throw_in", "--bots", "steady,uniform", "--deals", "4", "--json")
    assert result.exit_code == 1
    report = json.loads(result.output.splitlines()[0])
    assert [(failure["bot"], failure["count"]) for failure in report["failures"]] == [("uniform", 4)]
    (line,) = result.stderr.splitlines()
    assert line == "cardtable: bot uniform failed in 4 of 4, first: deck 0: RuntimeError: no idea"


def test_a_bot_that_is_late_deal_after_deal_is_told_while_the_others_play_on(
    capsys: pytest.CaptureFixture[str],
) -> None:
    report, moved = Report(), list[Report]()
    heard = telling_of_late(moved.append)
    for _ in range(5):
        report.add([Deal(("cmd:x", "b"), (0.0, 1.0), "cmd:x", "deck 0: late", late=True)])
        heard(report)
    (line,) = capsys.readouterr().err.splitlines()
    assert "bot cmd:x was late in 3 deals one after the other" in line
    assert len(moved) == 5


@pytest.mark.parametrize("command", [["play", "throw_in"], ["play", "throw_in", "--plain"], ["puzzle"], ["daily"]])
@pytest.mark.every(4)
def test_streams_that_are_closed_read_as_empty(command: list[str]) -> None:
    for closed in (0, 1, 2):
        run_it = "import os, sys; os.close(int(sys.argv[1])); os.execv(sys.executable, [sys.executable, *sys.argv[2:]])"
        done = programs.run([sys.executable, "-c", run_it, str(closed), "-m", "cardtable", *command])
        assert done.returncode in (0, 1), done
        assert "Error" not in done.stdout + done.stderr
        assert "failed" not in done.stdout + done.stderr


def test_a_mistake_in_a_file_of_a_family_is_its_authors_and_told_with_its_line(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    bura = family("bura")
    for name in ("rulebook.txt", "card.txt", "presets.toml"):
        (tmp_path / name).write_text((bura.folder / name).read_text(encoding="utf-8"), encoding="utf-8")
    monkeypatch.setattr(type(bura), "folder", property(lambda game: tmp_path))
    monkeypatch.setattr(type(bura), "_rulebook", property(lambda game: game._text("rulebook.txt")))
    book = tmp_path / "rulebook.txt"
    book.write_text(book.read_text(encoding="utf-8") + "\nB-1 ? no_such_option\nNothing.\n", encoding="utf-8")
    line = book.read_text(encoding="utf-8").splitlines().index("B-1 ? no_such_option") + 1
    status, said = fails(capsys, monkeypatch, "rules", "bura")
    assert status == 1
    what = "no_such_option is no option and nothing derived"
    assert said == f"cardtable: {tmp_path.name}/rulebook.txt, line {line}: {what}"
    assert not list((data_dir()).glob("crash-*"))


def test_the_arena_blames_the_records_only_where_some_are_kept(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    def no_handle_left(*terms: object, **more: object) -> object:
        raise OSError(EMFILE, os.strerror(EMFILE))

    monkeypatch.setattr("cardtable.arena.run", no_handle_left)
    play = ("arena", "throw_in", "--bots", "steady,uniform")
    kept = str(tmp_path / "kept")
    told = f"cardtable: --records {kept}: Too many open files"
    assert fails(capsys, monkeypatch, *play, "--records", kept) == (1, told)
    monkeypatch.setattr(os, "open", no_handle_left)
    assert fails(capsys, monkeypatch, *play) == (1, "cardtable: Too many open files")


@pytest.mark.slow
@pytest.mark.slow
@pytest.mark.slow
def test_bench_measures_full_and_bare_deals_that_are_played_and_not_only_voted_on() -> None:
    told = run("bench", "palace_jokers", "--seconds", "0.2", "--json").output
    rows = [json.loads(line) for line in told.splitlines()]
    assert [row["kind"] for row in rows] == ["full", "bare"]
    for row in rows:
        assert set(row) == {"form", "preset", "seats", "kind", "deals_per_s", "moves_per_s", "compiled"}
        assert row["moves_per_s"] > 20 * row["deals_per_s"] > 0


@pytest.mark.posix
def test_a_reader_that_leaves_the_pipe_is_no_error(tmp_path: Path) -> None:
    path = played_record(tmp_path)
    done = programs.run(["/bin/sh", "-c", f"{sys.executable} -m cardtable replay {path} | head -n 1"])
    assert "Traceback" not in done.stderr


def test_a_house_rule_without_effect_is_told_on_standard_error() -> None:
    shown = run("rules", "king_simple", "--set", "heart_lead_ban=omnibus")
    assert shown.exit_code == 0
    assert shown.stdout.startswith("King")
    (line,) = shown.stderr.splitlines()
    assert "heart_lead_ban=omnibus" in line
    assert "heart_lead_ban=none" in line
    assert not run("rules", "king_simple", "--set", "heart_lead_ban=none").stderr


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_help_makes_a_man_page(language: str) -> None:
    """Every command with all its options, and no line that a man page would mistake for a command."""
    shown = CliRunner().invoke(cli, ["--lang", language, "help", "man"])
    assert shown.exit_code == 0, shown.output
    lines = shown.output.splitlines()
    assert lines[0].startswith(".TH CARDTABLE 1 ")
    macros = {line.split(" ", 1)[0] for line in lines if line.startswith((".", "'"))}
    assert macros == {".TH", ".SH", ".SS", ".PP", ".TP", ".B"}
    assert not [line for line in lines if re.search(r"(?<!\\)-", line)], "a bare - becomes a hyphen that is no option"
    context = click.Context(cli)
    sections = "\n".join(lines).replace("\\-", "-").split("\n.SS cardtable ")[1:]
    assert [section.split()[0] for section in sections] == cli.list_commands(context)
    for section in sections:
        command = cli.get_command(context, section.split()[0])
        assert command is not None
        options = [name for param in command.params if isinstance(param, click.Option) for name in param.opts]
        assert not [name for name in options if name not in section]
    assert all(f".B {topic}\n" in "\n".join(lines) for topic in ABOUT)


def test_help_lists_its_topics_and_what_it_shows_can_be_typed(monkeypatch: pytest.MonkeyPatch) -> None:
    shown = CliRunner().invoke(cli, ["--lang", "en", "help"]).output
    assert {*ABOUT, "bots"} == {MAN, *(file.stem for file in HELP.iterdir())}
    assert all(f"  {topic} " in shown for topic in ABOUT)
    friends = CliRunner().invoke(cli, ["--lang", "en", "help", "friends"]).output
    lines = [line for line in friends.splitlines() if line.startswith("cardtable host ")]
    assert len(lines) == 2
    host = cli.get_command(click.Context(cli), "host")
    assert host is not None
    known = {name for parameter in host.params for name in parameter.opts}
    for line in lines:
        assert {word for word in line.split() if word.startswith("--")} <= known
