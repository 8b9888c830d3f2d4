"""The arena on a Dask cluster: the numbers are those of one process, whichever worker plays or dies."""

from __future__ import annotations

import json
import logging
import os
import pickle
import signal
import socket
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from io import BytesIO
from itertools import islice
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from click.testing import CliRunner

from cardtable.arena import Arena, BadCluster, DeckSeating, WorkerLost, cluster, seatings
from cardtable.arena.identity import code
from cardtable.arena.workers import Played, Stopped, play
from cardtable.cli import cli
from cardtable.engine.options import as_dict
from cardtable.engine.text import Text, say
from cardtable.games import find_preset
from tests import programs
from tests.waiting import PATIENCE

TERMS = ("arena", "throw_in", "--bots", "steady,lowest", "--deals", "200", "--json")


@pytest.mark.parametrize(
    ("address", "named"),
    [
        pytest.param("nowhere", "write it as tcp://HOST:PORT or local:N", id="no such kind"),
        pytest.param("local:0", "local:N", id="nobody"),
        pytest.param("local:x", "local:N", id="no number"),
        pytest.param("local:" + "9" * 5_000, f"local:{'9' * 24}: write it as local:N", id="a number of many digits"),
    ],
)
def test_what_is_no_cluster_is_wrong_usage_and_keeps_nothing(address: str, named: str, tmp_path: Path) -> None:
    done = CliRunner().invoke(cli, [*TERMS, "--cluster", address, "--store", str(tmp_path / "results.sqlite")])
    assert done.exit_code == 2
    assert named in done.output.splitlines()[-1]
    assert not list(tmp_path.iterdir())


def test_a_cluster_that_does_not_answer_is_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("distributed", reason="the extra cardtable[cluster] is not installed")
    monkeypatch.setattr(cluster, "PATIENCE", 0.5)
    done = CliRunner().invoke(cli, [*TERMS, "--cluster", "tcp://127.0.0.1:1"])
    assert done.exit_code == 1
    assert "no scheduler answers" in done.output
    assert "Traceback" not in done.output


def test_who_listens_and_says_nothing_is_no_scheduler(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("distributed", reason="the extra cardtable[cluster] is not installed")
    monkeypatch.setattr(cluster, "PATIENCE", 0.2)
    with socket.create_server(("127.0.0.1", 0)) as silent:
        done = CliRunner().invoke(cli, [*TERMS, "--cluster", f"tcp://127.0.0.1:{silent.getsockname()[1]}"])
    assert done.exit_code == 1
    assert "what listens there is no scheduler of Dask" in done.output


def test_a_scheduler_that_is_gone_is_said_so() -> None:
    future: Future[object] = Future()
    future.cancel()  # as Dask does with all of them when there is no connection
    with pytest.raises(WorkerLost, match="the cluster's scheduler is gone"):
        cluster._result(future)


def test_dask_says_nothing_of_its_own_between_our_lines() -> None:
    pytest.importorskip("distributed", reason="the extra cardtable[cluster] is not installed")
    with pytest.raises(BadCluster), cluster.connected("local:0", [], "durak", lambda: None):
        pass
    assert not logging.getLogger("distributed.client").isEnabledFor(logging.ERROR)


def test_without_the_extra_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    done = CliRunner().invoke(cli, [*TERMS, "--cluster", "local:2"])
    assert done.exit_code == 1
    assert ".[cluster]" in done.output


def test_records_and_jobs_are_not_for_a_cluster() -> None:
    for more in (("--jobs", "2"), ("--records", "somewhere")):
        assert CliRunner().invoke(cli, [*TERMS, "--cluster", "local:2", *more]).exit_code == 2


class Client:
    """A stand-in for a cluster with one worker like this process, and another as given."""

    def __init__(self, answers: dict[Any, Any]) -> None:
        self._answers = answers

    def run(self, what: Any, *given: Any, on_error: str) -> dict[str, Any]:
        ours = what(*given)
        return {"tcp://10.0.0.1:1": ours, "tcp://10.0.0.2:2": self._answers.get(what, ours)}


@pytest.fixture
def ours(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> cluster.Plays:
    """The bots that play here: a style of our own, and a program."""
    (tmp_path / "mybot").write_text("#!/bin/sh\n")
    (tmp_path / "mybot").chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=os.pathsep)
    return cluster._plays(["steady", "cmd:mybot"], "durak")


@pytest.mark.posix
def test_a_worker_that_plays_otherwise_is_refused_by_name(ours: cluster.Plays) -> None:
    cluster._check(Client({}), ours, "durak")
    with pytest.raises(BadCluster, match=r"tcp://10.0.0.2:2 .* it has 0.0.9\+abc"):
        cluster._check(Client({code: "0.0.9+abc"}), ours, "durak")
    with pytest.raises(BadCluster, match=r"tcp://10.0.0.2:2 .* it has MemoryError: "):
        cluster._check(Client({cluster._plays: MemoryError()}), ours, "durak")


@pytest.mark.parametrize(
    ("theirs", "told"),
    [
        pytest.param(
            "cmd:mybot#00000000",
            "has another bot than this program: it has cmd:mybot#00000000, here is {ours}",
            id="another",
        ),
        pytest.param(say("bot {style}: gone", style="cmd:mybot"), "cannot play: bot cmd:mybot: gone", id="none"),
    ],
)
@pytest.mark.posix
def test_a_worker_with_another_bot_or_none_is_refused_by_name(
    theirs: str | Text, told: str, ours: cluster.Plays
) -> None:
    other = (ours[0], {**ours[1], "cmd:mybot": theirs})
    with pytest.raises(BadCluster) as refused:
        cluster._check(Client({cluster._plays: other}), ours, "durak")
    assert str(refused.value) == "the worker tcp://10.0.0.2:2 " + told.format(ours=ours[1]["cmd:mybot"])


@pytest.mark.posix
def test_a_worker_that_comes_later_is_looked_at_too(ours: cluster.Plays, monkeypatch: pytest.MonkeyPatch) -> None:
    """A worker that joins late, or whose file changes while it plays, reports its version instead of playing."""
    game, preset = find_preset("throw_in")
    worker = SimpleNamespace(address="tcp://10.0.0.2:2")
    monkeypatch.setitem(sys.modules, "distributed", SimpleNamespace(get_worker=lambda: worker))
    monkeypatch.setenv("PATH", "/nowhere")
    mine = Arena(game.id, "throw_in", as_dict(preset.options), 1)
    refused, _, played = cluster._batch(ours, mine, 2, seatings(("steady", "cmd:mybot"), 0))
    assert not played
    assert refused is not None
    name, theirs = pickle.loads(pickle.dumps(refused))
    assert str(cluster._refused(name, theirs, ours)) == (
        "the worker tcp://10.0.0.2:2 cannot play: bot cmd:mybot: there is no such program that can be run"
    )


def test_a_fault_in_a_worker_is_told_without_its_traceback() -> None:
    future: Future[object] = Future()
    future.set_exception(RuntimeError("Traceback (most recent call last):\n  File x\nKeyError: 3\n"))
    with pytest.raises(WorkerLost) as lost:
        cluster._result(future)
    assert str(lost.value) == "the cluster has failed: KeyError: 3"


def lost_after(decks: int, fault: Exception) -> Callable[..., Iterator[Played]]:
    """Plays so many decks of two deals, then fails."""

    def hands(of: Arena, seats: int, due: Iterator[DeckSeating], stopped: Stopped, jobs: int) -> Iterator[Played]:
        yield from play(of, seats, islice(due, 2 * decks + 1), lambda: False, 1)
        raise fault

    return hands


@pytest.mark.parametrize(
    ("fault", "told"),
    [
        pytest.param(WorkerLost("the cluster's scheduler is gone"), "the cluster's scheduler is gone", id="scheduler"),
        pytest.param(BadCluster("the worker x cannot play"), "--cluster the worker x cannot play", id="worker"),
    ],
)
def test_a_run_that_fails_in_its_middle_says_what_is_known(
    fault: Exception, told: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cardtable.arena.play", lost_after(3, fault))
    store = ("--store", str(tmp_path / "results"))
    done = CliRunner().invoke(cli, [*TERMS, *store])
    assert done.exit_code == 1
    found, *lines = done.output.splitlines()
    assert json.loads(found)["stopped"]
    assert [row["deals"] for row in json.loads(found)["bots"]] == [6, 6]
    assert lines == ["cardtable: stopped after 3 of 100 decks", f"Error: {told}"]
    shown = CliRunner().invoke(cli, [*TERMS[:-1], "--until", "elo0=0,elo1=10"])
    assert shown.exit_code == 1
    assert "undecided after 3 decks" in shown.output
    monkeypatch.setattr("cardtable.arena.play", lost_after(0, fault))
    assert CliRunner().invoke(cli, [*TERMS]).output == f"Error: {told}\n", "nothing is known"


@pytest.mark.slow
def test_a_cluster_gives_the_numbers_of_one_process_and_leaves_nothing() -> None:
    pytest.importorskip("distributed", reason="the extra cardtable[cluster] is not installed")
    command = [sys.executable, "-m", "cardtable", *TERMS]
    one = programs.run(command, check=True)
    # Its output ends only when every process that could write there has ended.
    done = programs.run([*command, "--cluster", "local:2"], check=True)
    assert json.loads(done.stdout) == json.loads(one.stdout)
    (told,) = done.stderr.splitlines()
    assert "local:2: dashboard at http" in told


@pytest.mark.posix
@pytest.mark.slow
def test_ctrl_c_ends_a_cluster_of_ones_own_in_a_line() -> None:
    pytest.importorskip("distributed", reason="the extra cardtable[cluster] is not installed")
    command = [sys.executable, "-m", "cardtable", *TERMS[:4], "--deals", "1000000", "--json", "--cluster", "local:2"]
    with programs.running(command) as process:
        assert process.stderr is not None
        assert "dashboard" in process.stderr.readline()
        os.killpg(process.pid, signal.SIGINT)
        out, err = process.communicate(timeout=PATIENCE)
    assert process.returncode == 128 + signal.SIGINT
    assert json.loads(out)["stopped"]
    assert err.startswith("cardtable: stopped after ")
    assert len(err.splitlines()) == 1


def test_what_a_process_has_made_ready_stays_for_the_next_batch() -> None:
    game, preset = find_preset("throw_in")
    arenas = [Arena(game.id, "throw_in", as_dict(preset.options), seed) for seed in (1, 1, 7)]
    tasks = [(arena, 2, seatings(("lowest", "uniform"), number)) for number, arena in enumerate(arenas)]
    # Records every process started for the bots.
    script = (
        "import sys; from cardtable.arena import cluster, workers; begin = workers.Worker._begin\n"
        "workers.Worker._begin = lambda self: (sys.stderr.write('begun '), begin(self))\n"
        "cluster.serve()"
    )
    done = programs.run([sys.executable, "-c", script], b"".join(map(pickle.dumps, tasks)), check=True)
    answers = BytesIO(done.stdout)
    for arena, seats, batch in tasks:
        rules = arena.rules(seats)
        assert pickle.load(answers) == [(seating, arena.play(rules, seating, [0.0, 0.0])) for seating in batch]
    assert done.stderr.split() == [b"begun"] * 2, "one for both batches of one arena, one for the other arena"
