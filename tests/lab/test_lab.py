"""The research interface: numbered actions, observations, episodes that are matches, and the adapters."""

from __future__ import annotations

import copy
import hashlib
import json
import pickle
import sys
import tomllib
from collections.abc import Sequence
from pathlib import Path
from random import Random
from subprocess import PIPE
from typing import Any, get_args

import numpy as np
import pytest

from cardtable import lab
from cardtable.cards import cards_of
from cardtable.games import FAMILIES, family
from cardtable.games.bura import state as bura
from cardtable.games.king import state as king
from cardtable.games.kozel import state as kozel
from cardtable.games.palace import state as palace
from cardtable.games.titles import state as titles
from cardtable.lab import learn
from cardtable.lab.__main__ import main
from cardtable.lab.episode import Episode
from cardtable.lab.view import written
from cardtable.match.match import Match
from cardtable.match.record import read_record
from cardtable.match.replay import Replay
from tests.lab.checks import check_paths, check_privacy, check_worlds, tables
from tests.programs import run

FROZEN = Path(__file__).with_name("frozen.json")
TABLES = tables()


@pytest.mark.every(10)
@pytest.mark.parametrize(("preset", "seats"), TABLES)
def test_every_move_is_the_end_of_one_path(preset: str, seats: int) -> None:
    assert check_paths(lab.make(preset, seats), deals=2, most=120) > 5


@pytest.mark.every(10)
@pytest.mark.parametrize(("preset", "seats"), TABLES)
def test_nobody_sees_a_move_that_is_begun(preset: str, seats: int) -> None:
    check_privacy(lab.make(preset, seats), deals=1, most=80)


def test_moves_that_are_begun_are_looked_at() -> None:
    assert check_privacy(lab.make("throw_in", 3), deals=6, most=600) > 10


@pytest.mark.every(20)
@pytest.mark.parametrize(("preset", "seats"), TABLES)
def test_two_deals_read_the_same_exactly_where_a_seat_cannot_tell_them_apart(preset: str, seats: int) -> None:
    check_worlds(lab.make(preset, seats), deals=3, most=25)


def test_worlds_are_compared_and_told_apart() -> None:
    found = check_worlds(lab.make("nizhny", 4), deals=30, most=200)
    assert found.alike > 100
    assert found.apart > 0


def test_a_hidden_card_in_the_text_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def leaking(episode: Episode, seat: int) -> str:
        return str(episode._match.state.places)

    monkeypatch.setattr(Episode, "_beginning", leaking)
    with pytest.raises(AssertionError):
        check_worlds(lab.make("throw_in", 2), deals=20, most=60)


@pytest.mark.every(20)
@pytest.mark.parametrize(("preset", "seats"), TABLES)
def test_an_episode_is_the_match_of_its_seed(preset: str, seats: int) -> None:
    game, rng = lab.make(preset, seats), Random(3)
    episode = game.begin(5)
    match = Match(game.rules, 5)
    played = 0
    while not episode.over and len(episode._moves) < 300:
        before = len(episode._moves)
        seen = episode.observation(episode.seat)
        assert seen.shape == (game.observation_size,)
        assert seen.dtype == np.float32
        assert abs(seen).max() <= 1
        assert episode.mask().nonzero()[0].tolist() == episode.legal()
        episode.step(rng.choice(episode.legal()))
        if len(episode._moves) > before:
            while match.deal_over or match.shuffle_due:
                if match.shuffle_due:
                    match.play(-1, match.next_shuffle())
                else:
                    _, dealer, deck = match.next_cards()
                    match.deal(deck, dealer, None, match.misdeals())
            seat, move = episode._moves[-1]
            if move is None:
                continue
            match.play(seat, move)
            played += 1
            if not match.deal_over and not match.shuffle_due:
                assert repr(match.state.places) == repr(episode._match.state.places)
    assert played
    if episode.over:
        assert all(-1 <= value <= 1 for value in episode.returns())


WORDS = {
    ("bura", "moment"): bura.MOMENTS,
    ("kozel", "stage"): get_args(kozel.Stage),
    ("king", "moment"): get_args(king.Moment),
    ("palace", "moment"): palace.MOMENTS,
    ("titles", "exchange"): titles.EXCHANGES,
}
"""For each family and fact, all words that the rules have for it."""


def test_every_word_of_a_fact_has_a_number() -> None:
    told = {
        (name, fact["from"]): tuple(fact["words"])
        for name in FAMILIES
        for fact in written(name)[0]
        if fact["kind"] == "word"
    }
    assert told == WORDS


def test_who_may_say_bura_has_an_observation() -> None:
    game, asked = lab.make("bura_31", 2), 0
    for seed in range(400):
        episode = game.begin(seed)
        state = episode._match.state
        assert isinstance(state, bura.BuraState)
        if state.moment == bura.BURA:
            asked += 1
            assert abs(episode.observation(episode.seat)).max() <= 1
    assert asked > 2


def test_what_a_seat_was_told_only_grows_and_a_copy_goes_its_own_way() -> None:
    game, rng = lab.make("transfer", 3), Random(1)
    episode = game.begin(2)
    last = [""] * 3
    while not episode.over:
        other = episode.copy()
        action = rng.choice(episode.legal())
        before = episode.information_state(episode.seat)
        other.step(action)
        assert episode.information_state(episode.seat) == before
        episode.step(action)
        assert other.over == episode.over
        for seat in range(3):
            told = episode.information_state(seat)
            assert told.rsplit("\n", 1)[0].startswith(last[seat])
            last[seat] = told.rsplit("\n", 1)[0]
            assert other.information_state(seat) == told
    assert copy.deepcopy(episode).returns() == episode.returns()
    assert pickle.loads(pickle.dumps(game)) is game


def test_shuffles_within_a_deal_are_chance_from_outside() -> None:
    def lie(one: Episode) -> tuple[Any, ...]:
        return one._match.state.places, one._match.state.stock

    game, rng = lab.make("king_minsk", 3), Random(1)
    episode, waited = Episode(game, 1, shuffles=()), 0
    while not episode.over:
        if episode.awaits_shuffle:
            waited += 1
            with pytest.raises(ValueError, match="the episode is over"):
                episode.step(0)
            one, other, same = episode.copy(), episode.copy(), episode.copy()
            one.shuffle(1)
            other.shuffle(2)
            same.shuffle(1)
            assert lie(one) == lie(same) != lie(other)
            episode.shuffle(rng.randrange(64))
        else:
            episode.step(rng.choice(episode.legal()))
    assert waited
    again = pickle.loads(pickle.dumps(episode))
    assert again.returns() == episode.returns()
    assert again.information_state(0) == episode.information_state(0)
    with pytest.raises(ValueError, match="no cards are to be shuffled"):
        episode.shuffle(1)


def test_an_episode_is_written_as_a_record(tmp_path: Path) -> None:
    game, rng = lab.make("king_simple"), Random(1)
    episode = game.begin(7)
    while not episode.over:
        episode.step(rng.choice(episode.legal()))
    path = tmp_path / "episode.jsonl"
    path.write_text(episode.record(), "utf-8")
    replay = Replay(read_record(path))
    assert [moment.move for moment in replay.moments if moment.move] == [move for _, move in episode._moves if move]
    assert replay.over(len(replay.moments) - 1)


def test_whole_moves_and_bots_play_too() -> None:
    game = lab.make("throw_in", 2, deck=24)
    assert len([name for name in game.actions if name[0] in "9TJQKA" and len(name) == 2]) == 24
    episode = game.begin(1)
    bots = [lab.bot("steady", game), lab.bot("lowest", game)]
    move = game.rules.move_text(game.rules.legal(episode._match.state, episode.seat)[0])
    assert [game.actions[number] for number in game.path(move)][-1] == "enough"
    assert "You may: [" in episode.words(episode.seat)
    episode.play(move)
    while not episode.over:
        episode.ask(bots[episode.seat])
    assert sum(episode.returns()) == 0


def test_a_policy_is_compared_with_a_style() -> None:
    game, rng = lab.make("throw_in", 2), Random(1)
    found = lab.compare(game, lambda seen, legal: rng.choice(legal), "steady", deals=15)
    assert found.deals == 30
    assert 0 < found.error < 0.3
    told = tomllib.loads((Path(lab.__file__).parent / "baselines.toml").read_text(encoding="utf-8"))["throw_in"][
        "uniform"
    ]
    assert abs(found.mean - told[0]) < 4 * found.error + 0.1, "as the arena has it, which takes moves and not numbers"


@pytest.mark.parametrize(
    ("wrong", "why"),
    [
        (lambda: lab.make("nothing"), "nothing"),
        (lambda: lab.make("throw_in", 9), "9"),
        (lambda: lab.make("throw_in", deck=35), "35"),
        (lambda: lab.make("throw_in", colour=1), "colour"),
        (lambda: lab.make("throw_in", episode="year"), "deal or match"),  # type: ignore[arg-type]
        (lambda: lab.make("classic", short=5, hand=2), "Durak, Bura, Kozel and King"),
        (lambda: lab.make("king_simple", hand=2, short=9), "at most 8, and no short"),
        (lambda: lab.make("nizhny", hand=10), "at most 9, and no short"),
        (lambda: lab.make("king_simple", hand=2, episode="match"), "one deal"),
        (lambda: lab.make("throw_in", short=3, hand=2), "short"),
        (lambda: lab.bot("nobody", lab.make("throw_in")), "nobody"),
        (lambda: lab.make("throw_in").begin(1).step(-1), "no legal action"),
        (lambda: lab.make("throw_in").begin(1).play("attack 2h"), "2"),
        (lambda: lab.make("throw_in").begin(1, history=False).information_state(0), "history"),
        (lambda: lab.make("throw_in").gymnasium(illegal="ask"), "raise or lose"),  # type: ignore[arg-type]
        (lambda: lab.make("throw_in").batch(0), "1 episode"),
        (lambda: lab.compare(lab.make("throw_in"), lambda seen, legal: legal[0], "steady", 0), "1 at least"),
    ],
)
def test_what_is_wrong_is_said(wrong: Any, why: str) -> None:
    with pytest.raises(ValueError, match=why):
        wrong()


def test_a_step_after_the_end_is_refused() -> None:
    game = lab.make("bura_31", 2)
    episode, rng = game.begin(1), Random(1)
    while not episode.over:
        episode.step(rng.choice(episode.legal()))
    assert episode.legal() == []
    for late in (lambda: episode.seat, lambda: episode.step(0), lambda: episode.play("lead 6s")):
        with pytest.raises(ValueError, match="the episode is over"):
            late()


# Frozen names and numbers


def digests() -> dict[str, str]:
    """For each table, a digest of its names, numbers and layouts."""
    found = {}
    for preset, seats in TABLES:
        game = lab.make(preset, seats)
        parts = [[part.name, part.first, part.last, part.most] for part in game.legend()]
        text = json.dumps([game.actions, parts])
        found[f"{preset} {seats}"] = hashlib.blake2b(text.encode(), digest_size=8).hexdigest()
    return found


def test_names_numbers_and_layouts_are_as_they_were(write: bool) -> None:
    """A change here breaks what others have trained: new words and facts may only be appended, in a minor version.

    `pytest tests/lab --write -k as_they_were` adds the digests of new tables.
    """
    found, kept = digests(), json.loads(FROZEN.read_text("utf-8"))
    new = [table for table in found if table not in kept]
    if write:
        FROZEN.write_text(json.dumps(kept | {table: found[table] for table in new}, indent=0) + "\n", "utf-8")
        pytest.skip(f"written: {len(new)} new tables")
    assert not new, "nothing is kept of them: pytest tests/lab --write -k as_they_were"
    assert found == kept


def test_every_fact_of_a_state_is_in_the_table_or_left_out() -> None:
    for name in FAMILIES:
        preset, found = next(iter(family(name).presets.items()))
        rules = family(name).rules(found.options, found.players)
        facts, left_out = written(name)
        known = {fact["from"].split(".")[0] for fact in facts} | left_out
        state = rules.deal(rules.deck, 0, rules.start())
        assert known == set(state.FACTS), f"{name}, {preset}"


def test_an_observation_is_as_large_as_was_asked() -> None:
    assert lab.make("throw_in", 2).observation_size <= 500
    game = lab.make("king_simple")
    assert game.legend()[0].first == 0
    assert all(one.last == other.first for one, other in zip(game.legend(), game.legend()[1:], strict=False))
    assert game.legend()[-1].last == game.observation_size


# Other tests


@pytest.mark.parametrize(
    ("words", "status", "told"),
    [
        (["throw_in"], 0, "throw_in, 2 seats, 49 actions, 453 numbers"),
        (["king_simple", "4"], 0, "contract: the contract"),
        (["nothing"], 2, "preset nothing"),
        (["throw_in", "two"], 2, "two: after a preset"),
        (["--seats"], 2, "--seats: there is no such option"),
        (["--help"], 0, "python -m cardtable.lab PRESET"),
        ([], 2, "python -m cardtable.lab PRESET"),
    ],
)
def test_a_game_is_shown(
    words: list[str], status: int, told: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "argv", ["lab", *words])
    assert main() == status
    shown = capsys.readouterr()
    assert told in shown.out + shown.err


def test_the_rules_need_no_numpy() -> None:
    program = (
        "import sys; sys.modules['numpy'] = None\n"
        "from cardtable import lab\n"
        "episode = lab.make('throw_in', 2).begin(1)\n"
        "while not episode.over: episode.step(episode.legal()[0])\n"
        "print(episode.returns())\n"
        "try: lab.make('throw_in', 2).batch(2)\n"
        "except ValueError as error: print(error)\n"
    )
    done = run([sys.executable, "-c", program], stdout=PIPE, stderr=PIPE)
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines()[1] == "numpy is not installed: pip install numpy"


def test_a_batch_is_many_episodes() -> None:
    game = lab.make("throw_in", 2)
    batch, rng = game.batch(8), np.random.default_rng(1)
    seen, masks = batch.reset(3)
    ended = 0
    for _ in range(400):
        for at in (0, 7):
            episode = batch._episodes[at]
            assert (seen[at] == episode.observation(episode.seat)).all()
            assert masks[at].nonzero()[0].tolist() == episode.legal()
            assert batch.seats[at] == episode.seat
        actions = (masks * (rng.random(masks.shape) + 1)).argmax(1)
        seen, masks, rewards, over = batch.step(actions)
        assert (rewards[~over] == 0).all()
        assert (abs(rewards[over].sum(1)) < 1e-6).all()
        ended += over.sum()
    assert ended > 8


@pytest.mark.every(8)
@pytest.mark.parametrize("preset", lab.presets())
@pytest.mark.filterwarnings("ignore")  # of PettingZoo, about spaces that hold a mask
def test_pettingzoo_takes_it(preset: str) -> None:
    from pettingzoo.test import api_test, seed_test

    game = lab.make(preset)
    api_test(game.pettingzoo(max_steps=200), num_cycles=60)
    seed_test(lambda: game.pettingzoo(max_steps=100), num_cycles=20)


@pytest.mark.parametrize("preset", ["throw_in", "classic", "nizhny", "burkozel", "king_simple"])
@pytest.mark.filterwarnings("ignore")
def test_gymnasium_takes_it(preset: str) -> None:
    from gymnasium.utils.env_checker import check_env

    check_env(lab.make(preset).gymnasium("lowest", illegal="lose"), skip_render_check=True)


@pytest.mark.every(16)
@pytest.mark.parametrize("preset", lab.presets())
def test_openspiel_takes_it(preset: str) -> None:
    pyspiel = pytest.importorskip("pyspiel", reason="open_spiel is large: a job of the workflow installs it")
    lab.register_openspiel()
    game = pyspiel.load_game("python_cardtable", {"preset": preset})
    pyspiel.random_sim_test(game, 1, True, False)


def test_a_batch_says_which_action_it_cannot_take_and_takes_none() -> None:
    batch = lab.make("throw_in", 2).batch(4)
    with pytest.raises(ValueError, match="begun by reset"):
        batch.step([0, 0, 0, 0])
    _, masks = batch.reset(0)
    legal, before = masks.argmax(1).tolist(), masks.copy()
    for wrong in (legal[:1], [*legal, 0], legal[0]):
        with pytest.raises(ValueError, match="4 actions"):
            batch.step(wrong)
    for bad in (-1, 10**6, int((~masks[3]).argmax())):
        with pytest.raises(ValueError, match=f"episode 3: {bad}: no legal action; there are "):
            batch.step([*legal[:3], bad])
    batch.step(legal)
    batch.reset(0)
    assert (masks == before).all(), "nothing was done by what was refused"


def test_a_policy_is_compared_with_another_one() -> None:
    game = lab.make("throw_in", 2, deck=24)

    def first(seen: Any, legal: Sequence[int]) -> int:
        return legal[0]

    def last(seen: Any, legal: Sequence[int]) -> int:
        return legal[-1]

    assert lab.compare(game, first, first, 5) == (0, 0, 10), "each deal once in either seat"
    better, worse = lab.compare(game, first, last, 20), lab.compare(game, last, first, 20)
    assert better.mean == -worse.mean > 0
    with pytest.raises(ValueError, match="'lowest' is no policy"):
        lab.compare(game, "lowest", "steady", 1)  # type: ignore[arg-type]  # as a user might try it


def test_pettingzoo_says_what_was_done_too_early() -> None:
    pytest.importorskip("pettingzoo", reason="an extra of its own: a job of the workflow installs it")
    env = lab.make("throw_in", 2).pettingzoo()
    for early in (lambda: env.step(0), lambda: env.observe("seat_0")):
        with pytest.raises(ValueError, match="reset"):
            early()
    env.reset(1)
    with pytest.raises(ValueError, match="seat_0, seat_1"):
        env.observe("x")


@pytest.mark.slow
def test_the_example_learns_to_beat_lowest(capsys: pytest.CaptureFixture[str]) -> None:
    learn.main()
    before, after = (line.split("lowest ")[1].split()[0] for line in capsys.readouterr().out.splitlines())
    assert float(before) < -0.9
    assert float(after) > 0


def short_game(preset: str) -> lab.Game:
    """The preset with two cards per hand and, if there is a stock, two in it."""
    seats = lab.make(preset).seats
    return lab.make(preset, hand=2, short=2 * seats + 2 if lab.make(preset).family in ("durak", "bura") else 0)


SHORT_PRESETS = [preset for name in ("durak", "bura", "kozel", "king") for preset in family(name).presets]


@pytest.mark.every(6)
@pytest.mark.parametrize("preset", SHORT_PRESETS)
def test_a_short_pack_is_played_to_its_end(preset: str) -> None:
    game, found = short_game(preset), set()
    for seed in range(40):
        episode, rng = game.begin(seed), Random(seed)
        held = [episode.seen(seat).state.places[seat] for seat in range(game.seats)]
        assert [cards.bit_count() for cards in held] == [2] * game.seats
        assert not sum(held) & ~cards_of(game.rules.deck[-game.short :])
        again = game.begin(seed)
        assert again.information_state(0) == episode.information_state(0)
        while not episode.over:
            episode.step(rng.choice(episode.legal()))
        found.add(tuple(episode.returns()))
    best = {returns.index(max(returns)) for returns in found if len(set(returns)) > 1}
    assert len(best) > 1, "who sits where does not decide who wins"


@pytest.mark.every(12)
@pytest.mark.parametrize("preset", SHORT_PRESETS)
def test_a_seat_sees_nothing_more_of_a_short_pack(preset: str) -> None:
    check_worlds(short_game(preset), deals=3, most=25)


@pytest.mark.slow
@pytest.mark.parametrize(
    "short",
    [
        {"preset": "throw_in", "seats": 2, "short": 5, "hand": 2},
        {"preset": "bura_31", "seats": 2, "short": 5, "hand": 2},
        {"preset": "goat32_stock", "seats": 2, "hand": 2},
        {"preset": "king_three", "seats": 3, "hand": 1},
    ],
)
def test_exact_algorithms_solve_a_short_pack(short: dict[str, Any]) -> None:
    pyspiel = pytest.importorskip("pyspiel", reason="open_spiel is large: a job of the workflow installs it")
    from open_spiel.python.algorithms import cfr, exploitability

    lab.register_openspiel()
    game = pyspiel.load_game("python_cardtable", short)
    solver = cfr.CFRPlusSolver(game)
    for _ in range(5):
        solver.evaluate_and_update_policy()
    assert exploitability.nash_conv(game, solver.average_policy()) < 0.05


def _write() -> None:
    FROZEN.write_text(json.dumps(digests(), indent=0) + "\n", "utf-8")


if __name__ == "__main__":
    _write()
