"""A real terminal, end to end: a match is begun, killed, continued as it was, and left."""

from __future__ import annotations

import os
import re
import shutil
import signal
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from pathlib import Path

import pytest

from tests import programs
from tests.tui.pty_player import ROOT, rests
from tests.waiting import PATIENCE

pytestmark = pytest.mark.posix

WIDTH, HEIGHT = 80, 24


class Terminal:
    """A shell in its own tmux, with a size that every table fits."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.socket = folder / "tmux"
        self.environ = {
            **os.environ,
            "CARDTABLE_HOME": str(folder / "home"),
            "PYTHONPATH": str(ROOT),
            "LC_ALL": "C.UTF-8",
            "LANGUAGE": "en",
            "SHELL": "/bin/sh",
            "PS1": "$ ",
        }
        self.environ.pop("NO_COLOR", None)
        (folder / "home" / "config").mkdir(parents=True)
        # Bots' remarks are in no record, so none is shown again.
        settings = 'pace = "instant"\nmotion = false\ntalk = "off"\n'
        (folder / "home" / "config" / "settings.toml").write_text(settings)
        size = ("-x", str(WIDTH), "-y", str(HEIGHT))
        self.server = int(self.tmux("new-session", "-d", "-P", "-F", "#{pid}", *size, "/bin/sh"))
        programs.lead(self.server)

    def tmux(self, *command: str) -> str:
        """Runs a tmux command."""
        given = ["tmux", "-u", "-f", os.devnull, "-S", str(self.socket), *command]
        return str(programs.run(given, encoding="utf-8", env=self.environ, check=True).stdout)

    def run(self, *arguments: str) -> None:
        """Starts the program and writes its process id to a file."""
        command = f"echo $$ >{self.folder}/pid; exec {sys.executable} -m cardtable {' '.join(arguments)}"
        self.press("-l", f"clear; sh -c '{command}'")
        # A program that was killed leaves a terminal that does not turn Enter into a new line.
        self.press("C-j")

    @property
    def program(self) -> int:
        """The process id of the program started last; until it has one, that of the server."""
        number = (self.folder / "pid").read_text() if (self.folder / "pid").exists() else ""
        return int(number or self.server)

    def signal(self, number: signal.Signals) -> None:
        """Sends the program a signal."""
        os.kill(self.program, number)

    def kill(self) -> None:
        """Kills the program with a signal that no program can catch."""
        self.signal(signal.SIGKILL)

    @property
    def modes(self) -> str:
        """Whether the terminal shows its alternate screen, reports the mouse, and shows its cursor: 1 or 0 each."""
        return self.tmux("display", "-p", "#{alternate_on} #{mouse_any_flag} #{cursor_flag}").strip()

    def press(self, *keys: str) -> None:
        """Types these keys."""
        self.tmux("send-keys", *keys)

    @property
    def screen(self) -> str:
        """The text of the screen."""
        return self.tmux("capture-pane", "-p")

    def until(self, done: Callable[[str], bool]) -> str:
        """Returns the screen once it is as wanted, no longer changes, and no process is busy."""
        begun, before = time.monotonic(), ""
        while time.monotonic() - begun < PATIENCE:
            screen, rested = self.screen, all(map(rests, (self.program, self.server)))
            if rested and screen == before and done(screen):
                return screen
            before = screen if rested else ""
            time.sleep(0.05)
        raise AssertionError(f"not as wanted after {PATIENCE} seconds:\n{before}")


@pytest.fixture
def terminal(tmp_path: Path) -> Terminal:
    if shutil.which("tmux") is None:
        pytest.skip("tmux is not installed")
    return Terminal(tmp_path)


def asked(screen: str) -> bool:
    """Whether the person is asked to act, with no banner over the table, which goes by itself."""
    return "►" in screen and "any key" not in screen


def asked_anew(before: str, screen: str) -> bool:
    """Whether the person is asked again, after this screen."""
    return asked(screen) and screen != before


def test_a_killed_match_goes_on_as_it_stood(terminal: Terminal, tmp_path: Path) -> None:
    terminal.run("play", "throw_in", "--seed", "5", "--seat", "Mila", "--seat", "bot:steady")
    before = terminal.until(asked)
    (record,) = (tmp_path / "home" / "data" / "records").glob("*.jsonl")
    for _ in range(3):
        size = record.stat().st_size
        for key in ("1", "1", "d", "t"):
            if record.stat().st_size == size:
                terminal.press(key)
                terminal.until(lambda screen: True)
        after = terminal.until(partial(asked_anew, before))
        assert record.stat().st_size > size
        before = after
    terminal.kill()
    terminal.until(lambda screen: "Killed" in screen)
    terminal.run("resume")
    resumed = terminal.until(lambda screen: asked(screen) and "Killed" not in screen)
    assert without_remark(resumed) == without_remark(before)
    terminal.press("Escape")
    menu = terminal.until(lambda screen: "Leave the table (it is saved)" in screen)
    terminal.press(*re.findall(r"(\d)  Quit \(everything is saved\)", menu))
    left = terminal.until(lambda screen: "►" not in screen and "$" in screen)
    assert "The match is kept; `cardtable resume` goes on with it." in left
    assert "\N{BOX DRAWINGS LIGHT HORIZONTAL}" not in left, "the shell has its screen again"


STOPS: dict[str, Callable[[Terminal], object]] = {
    "Ctrl+Z": lambda terminal: terminal.press("C-z"),
    "a signal as Ctrl+Z sends it": lambda terminal: terminal.signal(signal.SIGTSTP),
    "a signal that no program can notice": lambda terminal: terminal.signal(signal.SIGSTOP),
}


@pytest.mark.parametrize("stop", STOPS.values(), ids=STOPS)
@pytest.mark.every(3)
def test_a_stopped_match_is_whole_again_in_the_foreground(
    stop: Callable[[Terminal], object], terminal: Terminal, tmp_path: Path
) -> None:
    terminal.run("play", "throw_in", "--seed", "5", "--seat", "Mila", "--seat", "bot:steady")
    before = terminal.until(asked)
    (record,) = (tmp_path / "home" / "data" / "records").glob("*.jsonl")
    size = record.stat().st_size
    stop(terminal)
    terminal.until(lambda screen: "Stopped" in screen)
    # Input typed for the shell is not for the game: it would play a card.
    terminal.press("-l", "echo 1 1 t d")
    terminal.press("C-j")
    terminal.press("-l", "fg")
    terminal.press("C-j")
    assert terminal.until(lambda screen: screen == before) == before
    assert record.stat().st_size == size
    assert terminal.modes == "1 1 0", "a screen of its own, the mouse, no cursor"
    terminal.press("1", "1")
    terminal.until(partial(asked_anew, before))
    assert record.stat().st_size > size, "keys reach the game again"


def test_who_stops_a_match_of_several_people_shows_nobody_a_hand(terminal: Terminal) -> None:
    terminal.run("play", "throw_in", "--seed", "5", "--seat", "Mila", "--seat", "Vera")
    terminal.until(lambda screen: "Pass the keyboard" in screen)
    terminal.press("0", "Enter")
    hand = terminal.until(asked).splitlines()[16:21]
    terminal.press("C-z")
    stopped = terminal.until(lambda screen: "Stopped" in screen)
    assert not any(suit in stopped for suit in "♠♥♦♣")
    assert terminal.modes == "0 0 1", "the shell has its terminal"
    terminal.press("-l", "fg")
    terminal.press("Enter")
    back = terminal.until(lambda screen: "Your cards are hidden" in screen).splitlines()
    assert not any(suit in "".join(back[15:22]) for suit in "♠♥♦♣")
    terminal.press("0", "Enter")
    assert terminal.until(asked).splitlines()[16:21] == hand


def without_remark(screen: str) -> list[str]:
    """The rows without the one under the hand, the row of keys and the cursor.

    That is what is on the table, without what is chosen.
    """
    light = screen.translate(str.maketrans("┏┓┗┛━┃", "╭╮╰╯─│"))
    return light.splitlines()[:-2]


def test_a_program_whose_terminal_went_without_a_word_ends(tmp_path: Path) -> None:
    """Without a controlling terminal no signal reports the loss: reads only return nothing, for ever."""
    ours, theirs = os.openpty()
    environ = {**os.environ, "CARDTABLE_HOME": str(tmp_path), "PYTHONPATH": str(ROOT), "TERM": "xterm-256color"}
    command = [sys.executable, "-m", "cardtable", "play", "throw_in"]
    process = programs.begin(command, stdin=theirs, stdout=theirs, stderr=theirs, env=environ)
    os.close(theirs)
    drawn = b""
    while "♠" not in drawn.decode(errors="ignore"):
        drawn += os.read(ours, 1 << 16)
    os.close(ours)
    assert process.wait(PATIENCE), "it could not say a word, and says so"


@pytest.mark.parametrize("name", ["SIGTERM", "SIGHUP"])
@pytest.mark.every(2)
def test_a_signal_as_soon_as_the_screen_is_there_leaves_the_terminal_as_it_was(tmp_path: Path, name: str) -> None:
    """The signal's default action left a shell that does not echo input."""
    environ = {**os.environ, "CARDTABLE_HOME": str(tmp_path), "PYTHONPATH": str(ROOT), "TERM": "xterm-256color"}
    number = signal.Signals[name]
    pid, master = programs.at_terminal([sys.executable, "-m", "cardtable", "play", "throw_in"], environ)
    try:
        until = time.monotonic() + PATIENCE
        while reads_lines(master) and time.monotonic() < until:
            pass
        assert not reads_lines(master), "the screen has taken the terminal over"
        os.kill(pid, number)
        with suppress(OSError):  # its end, on Linux
            while os.read(master, 1 << 16):
                pass
        assert os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) == 128 + number
        assert reads_lines(master)
    finally:
        os.close(master)


def reads_lines(terminal: int) -> bool:
    """Whether a terminal has the modes that a shell sets."""
    import termios

    return bool(termios.tcgetattr(terminal)[3] & termios.ICANON)
