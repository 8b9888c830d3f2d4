"""The settings file: each fault is reported in one line, and only the player's own changes are written."""

from __future__ import annotations

import string
from pathlib import Path
from typing import Literal

import pytest
from click.testing import CliRunner
from textual.keys import Keys, _character_to_key

from cardtable.cli import cli
from cardtable.desk.screen import settings_from
from cardtable.engine.faults import Fault
from cardtable.engine.text import plain
from cardtable.player.settings import Preferences, allowed, load, names, read, save
from cardtable.tui.felt.table_keys import changeable
from cardtable.tui.protocol import Settings
from cardtable.words import Words


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ('pace = "brsik"', "pace = 'brsik' is not possible (did you mean brisk?); allowed: instant, brisk, human"),
        ('teme = "felt"', "teme is no setting (did you mean theme?)"),
        ("log = 1", "log = 1 is not possible"),
        ("theme = 5", "theme = 5 is no text"),
        ("adviser = 5", "adviser = 5 is no text"),
        ('keys = "t"', "keys = 't' is no table"),
        ('[keys]\ntaek = "y"', "keys.taek: there is no such key (did you mean take?)"),
        ('[keys]\ntake = "ы"', "keys.take = 'ы' is no key"),
        ('[keys]\ntake = "entre"', "keys.take = 'entre' is no key such as"),
        ('[keys]\ntake = "y"\nhint = "y"', "'y' is given twice"),
    ],
)
def test_a_wrong_line_is_named_and_its_default_used(tmp_path: Path, line: str, said: str) -> None:
    path = tmp_path / "settings.toml"
    text = f'# mine\nletters = "cyrillic"\n{line}\n'
    path.write_text(text, encoding="utf-8")
    found, troubles = load(path, changeable())
    assert found == Preferences(letters="cyrillic")
    assert len(troubles) == 1
    assert plain(troubles[0]).startswith(f"{path}, line 3: ")
    assert said in plain(troubles[0])
    assert path.read_text(encoding="utf-8") == text


OWN_KEYS = (
    *("play", "mark", "take", "pass", "pass_bout", "transfer", "show", "accuse", "cheat", "turn", "draw", "pretend"),
    *("claim", "say", "joker", "allow", "refuse", "all", "moves", "hint", "undo", "sort", "last", "rules", "known"),
    *("open", "sheet", "log", "hide", "menu", "help"),
)
"""The names that players' own keys have had since the first settings file."""


def test_own_keys_of_older_files_and_what_they_say_of_passes_are_read(tmp_path: Path) -> None:
    path = tmp_path / "settings.toml"
    keys = {name: f"f{number}" for number, name in enumerate(OWN_KEYS, 20)}
    lines = [f'{name} = "{key}"' for name, key in keys.items()]
    answers: dict[str, Literal["asked", "words"]] = {"asked": "asked", "when_i_cannot": "words"}
    for passes, forced in answers.items():
        path.write_text("\n".join([f'passes = "{passes}"', "[keys]", *lines]), encoding="utf-8")
        assert load(path, changeable()) == (Preferences(forced=forced, keys=keys), [])
    path.write_text('passes = "asked"\nforced = "all"\n', encoding="utf-8")
    assert load(path) == (Preferences(forced="all"), [])


def test_a_file_that_is_no_toml_is_named_and_stays(tmp_path: Path) -> None:
    path = tmp_path / "settings.toml"
    path.write_text("pace = brisk", encoding="utf-8")
    found, (trouble,) = load(path)
    assert found == Preferences()
    assert "line 1" in plain(trouble)
    with pytest.raises(ValueError, match="is not changed"):
        save(path, {"pace": "human"})
    assert path.read_text(encoding="utf-8") == "pace = brisk"


def test_what_is_set_is_kept_with_the_comments(tmp_path: Path) -> None:
    path = tmp_path / "config" / "settings.toml"
    save(path, {"pace": "human"})
    path.write_text(f"# my table\n{path.read_text(encoding='utf-8')}", encoding="utf-8")
    save(path, {"theme": "paper", "log": False})
    assert path.read_text(encoding="utf-8").startswith("# my table\n")
    assert load(path) == (Preferences(pace="human", theme="paper", log=False), [])


def test_every_setting_has_its_default_among_its_values() -> None:
    for name in names():
        if allowed(name):
            assert getattr(Preferences(), name) in allowed(name)


def test_the_command_shows_settings_that_read_back(own_home: Path) -> None:
    shown = CliRunner().invoke(cli, ["settings"]).output
    path = own_home / "config" / "settings.toml"
    assert str(path) in shown
    path.parent.mkdir(parents=True)
    path.write_text(shown, encoding="utf-8")
    found, troubles = load(path, changeable())
    assert troubles == []
    assert found.pace == "brisk"
    assert set(found.keys) == set(changeable())


def test_the_command_says_where_the_files_lie(own_home: Path) -> None:
    lines = CliRunner().invoke(cli, ["settings"]).output.splitlines()
    assert lines[0] == f"# {own_home / 'config' / 'settings.toml'}"
    assert lines[1].startswith(f"# {own_home / 'data'}: ")


def test_every_key_that_a_terminal_sends_may_be_ones_own() -> None:
    """The names are Textual's, mostly those of Unicode."""
    named = {key.value for key in Keys if not key.value.startswith("<")} - {"@", "ctrl-at", "ctrl+@"}
    signs = map(_character_to_key, f"{string.ascii_lowercase}{string.digits}{string.punctuation}§€№")
    assert len(named) > 100
    for key in (*named, *signs):
        assert read("keys.take", key, ("take",)) == {"keys": {"take": key}}


def test_language_and_letters_follow_the_file(own_home: Path) -> None:
    save(own_home / "config" / "settings.toml", {"language": "ru"})
    assert "Дурак" in CliRunner().invoke(cli, ["games"]).output
    assert "Durak" in CliRunner().invoke(cli, ["--lang", "en", "games"]).output


@pytest.fixture
def path(own_home: Path) -> Path:
    """The settings file of a player who speaks English and has none yet."""
    return own_home / "config" / "settings.toml"


VALUES = {"name": "Анна", "theme": "paper", "adviser": "counter_player", "keys": "f12"}
"""A value for each setting that has no list of values."""


@pytest.mark.parametrize("name", names())
def test_every_setting_is_shown_and_changed_by_the_command(path: Path, name: str) -> None:
    path.parent.mkdir(parents=True)
    path.write_text('# mine\n\n[keys] # ours\nhint = "y" # and this\n', encoding="utf-8")
    value = allowed(name)[-1] if allowed(name) else VALUES[name]
    args = ["keys.take" if name == "keys" else name, str(value).lower() if value is True else str(value)]
    changed = CliRunner().invoke(cli, ["settings", *args])
    assert changed.exit_code == 0
    assert changed.output == CliRunner().invoke(cli, ["settings", args[0]]).output
    found, troubles = load(path, changeable())
    assert troubles == []
    assert getattr(found, name) == ({"hint": "y", "take": "f12"} if name == "keys" else value)
    assert found.keys["hint"] == "y"
    text = path.read_text(encoding="utf-8")
    assert all(comment in text for comment in ("# mine", "# ours", "# and this"))


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (("pace", "brsik"), "pace = 'brsik' is not possible (did you mean brisk?); allowed: instant, brisk, human"),
        (("teme", "felt"), "teme is no setting (did you mean theme?)"),
        (("teme",), "teme is no setting (did you mean theme?)"),
        (("theme", "fetl"), "there is no theme 'fetl' (did you mean felt?); there are auto, "),
        (("bell", "loud"), "bell = 'loud' is not possible; allowed: false, true"),
        (("adviser", "expret"), "adviser = 'expret' is not possible (did you mean expert?); allowed: auto, steady, "),
        (("name", "x" * 21), "is not possible; a name has 1 to 20 printable letters"),
        (("name", "a\x1bb"), "is not possible; a name has 1 to 20 printable letters"),
        (("keys.taek", "y"), "keys.taek: there is no such key (did you mean take?)"),
        (("keys.take", "ы"), "keys.take = 'ы' is no key"),
        (("keys.take", "zzz"), "keys.take = 'zzz' is no key such as"),
        (("keys.take", "y,,"), "keys.take = 'y,,' is no key such as"),
        (("keys.take", "contrl+y"), "keys.take = 'contrl+y' is no key such as"),
        (("keys.take", "i"), "keys.take = i is the key of keys.hint"),
        (("keys.take", "ctrl+c"), "keys.take = ctrl+c is the key of keys.quit"),
        (("keys", "t"), "keys = 't' is no table"),
    ],
)
def test_a_setting_that_cannot_be_is_refused_in_a_line_and_nothing_changes(
    path: Path, args: tuple[str, ...], said: str
) -> None:
    path.parent.mkdir(parents=True)
    path.write_text('pace = "human"\n', encoding="utf-8")
    result = CliRunner().invoke(cli, ["settings", *args])
    assert result.exit_code == 2
    assert said in result.stderr.splitlines()[-1]
    assert path.read_text(encoding="utf-8") == 'pace = "human"\n'


@pytest.mark.parametrize(
    ("keys", "shown"), [("keys = 5\n", "5"), ('keys = "f2"\n', "'f2'"), ("[[keys]]\nhint = 1\n", "[{'hint': 1}]")]
)
def test_keys_that_are_no_table_are_told_and_stay(path: Path, keys: str, shown: str) -> None:
    path.parent.mkdir(parents=True)
    path.write_text(keys, encoding="utf-8")
    result = CliRunner().invoke(cli, ["settings", "keys.hint", "f12"])
    assert result.exit_code == 1
    assert f"settings.toml is not changed: keys = {shown} is no table of names and keys" in result.stderr
    assert path.read_text(encoding="utf-8") == keys
    with pytest.raises(Fault):
        save(path, {"keys": {"hint": None}})


def test_every_setting_is_told_of_in_the_readme() -> None:
    readme = (Path(__file__).parents[1] / "README.md").read_text("utf-8")
    told = readme[readme.index("## Settings") :].partition("\n## ")[0]
    assert not [name for name in names() if f"`{name}`" not in told]


def test_a_key_of_ones_own_is_given_back(path: Path) -> None:
    save(path, {"keys": {"take": "f12"}})
    assert CliRunner().invoke(cli, ["settings", "keys.take", ""]).output.startswith('take = "t"')
    assert load(path)[0] == Preferences()


@pytest.mark.parametrize(
    ("keys", "clashing"), [('take = "i"', 1), ('take = "i"\nhint = "t"', 0), ('take = "ctrl+z"', 1)]
)
def test_a_key_that_another_action_has_is_told(path: Path, keys: str, clashing: int) -> None:
    path.parent.mkdir(parents=True)
    path.write_text(f"[keys]\n{keys}\n", encoding="utf-8")
    words = Words("en")
    told = [plain(trouble) for trouble in settings_from(Settings(), words, "suits").troubles]
    assert len(told) == clashing
    assert all(line.startswith("keys.take = ") for line in told)
