"""The replay on the screen: stepping, jumping, playing, views, and what else a record allows."""

from __future__ import annotations

import os
import re
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from cardtable.cards import Card, bits
from cardtable.desk import lately
from cardtable.desk.replays import advice_on, archive
from cardtable.desk.screen import settings_for
from cardtable.desk.tables import open_table
from cardtable.engine.moves import Seat
from cardtable.games import find_preset
from cardtable.match.record import read_record
from cardtable.match.replay import Replay
from cardtable.match.table import Table
from cardtable.match.terms import SeatPlan
from cardtable.tui.app import CardtableApp
from cardtable.tui.boxes.advice import AdviceList
from cardtable.tui.boxes.dialogs import Choose, Read
from cardtable.tui.draw.cells import width_of
from cardtable.tui.draw.keyline import KeyHint, that_fit
from cardtable.tui.ends.ending import DealResult
from cardtable.tui.felt.history import EARLIER, History, Shown, in_columns
from cardtable.tui.felt.miniature import lying
from cardtable.tui.keys import ANYWHERE_KEYS, REPLAY_KEYS, STATS_KEYS, Key, bindings, shown_key
from cardtable.tui.menus.archive import ArchiveScreen
from cardtable.tui.menus.home import HomeScreen
from cardtable.tui.menus.stats_screen import StatsScreen
from cardtable.tui.protocol import Home, Settings
from cardtable.tui.table.replay_screen import ReplayScreen
from cardtable.tui.table.table_screen import TableScreen
from cardtable.words import Words
from tests.test_replay import RECORDS, play
from tests.test_stats import record as recorded
from tests.tui.helpers import grid


@pytest.fixture
def home(own_home: Path) -> Path:
    """The files of a player with a match of Durak and one of 101, two deals each."""
    records = own_home / "data" / "records"
    records.mkdir(parents=True)
    play(records / "2026-11-14-120000-throw_in.jsonl").close()
    play(records / "2026-11-15-120000-classic.jsonl", "classic", 2).close()
    return records


def opened(record: Path, words: Words | None = None) -> tuple[CardtableApp, ReplayScreen]:
    """The app on a record, as `cardtable replay --screen` opens it."""
    words = words or Words("en")
    store = archive()
    screen = ReplayScreen(store.read(record), words, store)
    return CardtableApp(None, words, Settings(delay=0, archive=store), first=screen), screen


def durak(home: Path) -> Path:
    return home / "2026-11-14-120000-throw_in.jsonl"


@pytest.mark.parametrize("row", REPLAY_KEYS, ids=lambda row: row.id)
def test_every_row_starts_an_action(row: Key) -> None:
    for _, action in row.binds:
        assert hasattr(ReplayScreen, "action_" + action.partition("(")[0])


@pytest.mark.parametrize("has_records", [True, False], ids=["of a record's owner", "of a guest"])
async def test_the_foot_and_the_help_name_reviews_to_those_who_can_make_them(home: Path, has_records: bool) -> None:
    app, screen = opened(durak(home))
    if not has_records:
        app.settings = Settings()
    async with app.run_test(size=(140, 40)) as pilot:
        await pilot.pause()
        assert ("review" in {hint.action for hint in screen.picture.keyline.hints}) == has_records
        await pilot.press("question_mark")
        assert ("what the decisions of this deal have cost" in grid(app)) == has_records


@pytest.mark.parametrize("table", [REPLAY_KEYS, STATS_KEYS], ids=["replay", "statistics"])
def test_no_key_is_used_twice(table: tuple[Key, ...]) -> None:
    keys = [key for binding in bindings((*table, *ANYWHERE_KEYS)) for key in binding.key.split(",")]
    assert len(keys) == len(set(keys))


@pytest.mark.parametrize("language", ["en", "ru"])
def test_labels_at_the_foot_fit_80_columns(language: str) -> None:
    words = Words(language)
    hints = [KeyHint(shown_key(row, words), words.say(row.label), "", row.rank) for row in REPLAY_KEYS if row.label]
    kept = that_fit(hints, 78)
    assert sum(width_of(hint.key) + 1 + width_of(hint.label) for hint in kept) + 2 * (len(kept) - 1) <= 78
    assert {"?", "←→", "Space", "Esc"} <= {hint.key for hint in kept}


def told(replay: Replay, at: int, seat: Seat) -> set[Card]:
    """The cards that a seat could place at a moment, or was told of during the deal."""
    begin = at
    while replay.moments[begin].kind == "move":
        begin -= 1
    known = replay.moments[at].state.known
    assert known is not None
    return set(bits(known[seat])) | {
        card
        for moment in replay.moments[begin : at + 1]
        for event in moment.events
        for card in bits(event.for_seat(seat).cards)
    }


async def no_secrets(record: Path, size: tuple[int, int], every: int) -> None:
    """Looks at moments from every seat: the screen shows no card that the seat did not know then."""
    app, screen = opened(record)
    replay = screen.replay
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        for at in range(0, len(replay.moments), every):
            for seat in range(len(replay.names)):
                screen.viewer = seat
                screen.go(at)
                # Sections and badges name cards wherever they are, as the heading does; a law of the scenes covers that
                # they depend on no hidden card.
                screen.picture.history.show((), covered=False)
                screen.picture.hand.sections = ()
                screen.picture.hand.repaint()
                screen.picture.board.show(screen.picture.board.felt._replace(badge=()))
                await pilot.pause()
                known = {screen.words.card(card) for card in told(replay, at, seat)}
                hidden = {screen.words.card(card) for card in replay.rules.deck} - known
                table = grid(app).partition("\n")[2]
                shown = table.replace("│", " ").replace(".", " ").replace(",", " ").split()
                assert not hidden & set(shown)
                drawn = {
                    *screen.picture.hand.cards,
                    *(card for pile in screen.picture.board.felt.piles for card in pile.cards),
                }
                assert {screen.words.card(card) for card in drawn if card >= 0} <= known
                for chair in screen.picture.board.felt.chairs:
                    assert {screen.words.card(card) for card in bits(chair.known)} <= known


@pytest.mark.asyncio
@pytest.mark.parametrize("size", [(80, 24), (100, 30), (140, 40)])
@pytest.mark.every(3)
async def test_every_moment_shows_only_what_the_seat_was_told(home: Path, size: tuple[int, int]) -> None:
    await no_secrets(durak(home), size, 9)


@pytest.mark.asyncio
@pytest.mark.parametrize("record", RECORDS, ids=lambda record: record.stem)
@pytest.mark.every(16)
async def test_no_family_shows_a_secret(record: Path) -> None:
    await no_secrets(record, (100, 30), max(1, len(Replay(read_record(record)).moments) // 5))


@pytest.mark.asyncio
async def test_stepping_jumping_and_the_log(home: Path) -> None:
    app, screen = opened(durak(home))
    replay = screen.replay
    async with app.run_test(size=(100, 30)) as pilot:
        await pilot.pause()
        assert "Deal 1 of 2 · move 0 of" in grid(app)
        assert "seen by Anna" in grid(app)
        await pilot.press("right", "д", "l")
        await pilot.pause()
        assert screen.at == 3
        words = screen.words
        for line in replay.log(3, 0):
            for word in words.text(line, replay.names).split():
                assert word in grid(app)
        await pilot.press("left", "р")
        assert screen.at == 1
        await pilot.press("pagedown")
        assert screen.at == replay.deals[1]
        await pilot.press("right", "pageup")
        assert screen.at == replay.deals[1]
        await pilot.press("pageup")
        assert screen.at == 0
        await pilot.press("end")
        await pilot.pause()
        assert screen.at == len(replay.moments) - 1
        assert words.text(replay.result(screen.at)[0], replay.names).split()[0] in grid(app)
        await pilot.press("home", "j")
        assert (replay.moments[screen.at].kind, replay.moments[screen.at].seat) == ("move", 0)
        await pilot.press("m")
        assert isinstance(app.screen, Choose)
        await pilot.press("down", "down", "enter")
        await pilot.pause()
        assert screen.at == 3


@pytest.mark.asyncio
async def test_rounds_that_are_over_stand_beside_the_table_as_they_did(home: Path) -> None:
    app, screen = opened(durak(home))
    async with app.run_test(size=(160, 50)) as pilot:
        await pilot.pause()
        assert "Earlier" not in grid(app)
        counts = []
        for at in screen.replay.deal_at(0):
            screen.go(at)
            counts.append(len(screen.picture.history.earlier))
        assert counts == sorted(counts)
        assert counts[-1] > 3
        await pilot.pause()
        assert "Earlier" in grid(app)
        screen.go(screen.replay.deals[1])
        assert not screen.picture.history.earlier


def test_where_rows_are_scarce_the_oldest_rounds_give_way_as_a_whole() -> None:
    history = History(Words("en"))
    history.tell_earlier(("1 Anna 6♥ K♥ 8♥ 9♠ › Boris", "2 Boris 9♣ 7♣ › Vera", "3 Vera K♠ 7♦ 10♠ 7♠ › Anna"))
    rounds = ("1 Anna 6♥ K♥ 8♥ 9♠", "› Boris", "2 Boris 9♣ 7♣ › Vera", "3 Vera K♠ 7♦ 10♠ 7♠", "› Anna")
    shown = {room: history._that_fit(22, room) for room in range(4, 8)}
    assert shown == {
        4: [],
        **{room: [("Earlier", rows)] for room, rows in ((5, rounds[2:]), (6, rounds[2:]), (7, rounds))},
    }


@pytest.mark.parametrize("priority", range(4))
def test_rounds_that_are_over_never_stand_under_the_heading_of_another_section(priority: int) -> None:
    """A section is shown complete or not at all, and the rounds, being less important, come last."""
    history = History(Words("en"))
    earlier = tuple(f"{nth} Anna 6♥ K♥ 8♥ 9♠ › Boris" for nth in range(1, 7))
    history.tell_earlier(earlier)
    points = tuple((name, "0") for name in ("Anna", "Boris", "Galya", "Vera"))
    history.sections = (Shown("Points", points, priority),)
    for room in range(4, 30):
        shown = dict(history._that_fit(24, room))
        assert shown.get("Points", in_columns(points, 24)) == in_columns(points, 24)
        assert ("Points" in shown) or room < len(points) + 2 or priority > EARLIER
        assert not set(shown.get("Earlier", ())) & set(in_columns(points, 24))
        assert sum(len(rows) + 2 for rows in shown.values()) <= room


@pytest.mark.asyncio
async def test_it_plays_by_itself_until_it_is_stopped(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The timer is set so slow that only the test triggers it, except for the pace at the start."""
    monkeypatch.setattr("cardtable.tui.table.replay_screen.PACES", (1000.0, 2000.0, 1.0))
    app, screen = opened(durak(home))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("minus", "plus", "+", "space")
        assert "every 1000 s" in grid(app)
        assert screen._timer is not None
        screen._play()
        screen._play()
        assert screen.at == 2
        await pilot.press("enter")
        assert screen._timer is None
        screen.go(len(screen.replay.moments) - 3)
        await pilot.press("space")
        screen._play()
        assert screen._timer is not None
        screen._play()
        await pilot.pause()
        assert screen.at == len(screen.replay.moments) - 1
        assert screen._timer is None
        assert "every" not in grid(app)


@pytest.mark.asyncio
@pytest.mark.parametrize("glyphs", ["suits", "ascii"])
@pytest.mark.every(2)
async def test_open_hands_show_every_card(home: Path, glyphs: str) -> None:
    words = Words("en", glyphs="ascii" if glyphs == "ascii" else "suits")
    for record in sorted(home.glob("*.jsonl")):
        app, screen = opened(record, words)
        async with app.run_test(size=(80, 24)) as pilot:
            await pilot.press("f")
            for at in range(0, len(screen.replay.moments), 7):
                screen.go(at)
                await pilot.pause()
                shown = grid(app)
                if glyphs == "ascii":
                    assert shown.isascii()
                hands = screen.replay.moments[at].state.places[1 : len(screen.replay.names)]
                if max(hand.bit_count() for hand in hands) <= 14:
                    for hand in hands:
                        assert all(words.card(card) in shown for card in bits(hand))
            await pilot.press("а", "tab")
            await pilot.pause()
            assert screen.viewer == 1
            assert "seen by Boris" in grid(app)


@pytest.mark.asyncio
async def test_what_others_would_have_done(home: Path) -> None:
    app, screen = opened(durak(home))
    async with app.run_test(size=(100, 30)) as pilot:
        await pilot.press("ф")
        assert isinstance(app.screen, AdviceList)
        advice = app.screen
        await app.workers.wait_for_complete()
        await pilot.pause()
        decided = len(screen.replay.decisions(0, {0}))
        assert (
            sum(
                line.startswith(f"{nth + 1}. Anna")
                for nth, line in enumerate(x for x in advice.lines if x[:1].isdigit())
            )
            == decided
        )
        assert re.search(r"= ([\w ]+, )*Steady", grid(app))
        assert not any(line[:1].isdigit() and ("Boris" in line or "Vera" in line) for line in advice.lines)
        await pilot.press("escape")
        assert isinstance(app.screen, ReplayScreen)


@pytest.mark.asyncio
async def test_advice_stops_when_the_time_is_up(home: Path) -> None:
    from cardtable.coach.advice import of_replay

    app, screen = opened(durak(home))
    async with app.run_test(size=(100, 30)) as pilot:
        box = AdviceList(screen.words, screen.replay.names, of_replay(screen.replay, 0, {0, 1, 2}), limit=-1)
        app.push_screen(box)
        await pilot.pause()
        await app.workers.wait_for_complete()
        await pilot.pause()
        assert "The time is up: 1 of" in grid(app)


@pytest.mark.asyncio
async def test_play_on_from_here(home: Path) -> None:
    app, screen = opened(durak(home))
    before = durak(home).read_bytes()
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("right", "right", "right", "з")
        await pilot.pause()
        assert "Who are you?" in grid(app)
        await pilot.press("2")
        await pilot.pause()
        assert isinstance(app.screen, TableScreen)
        assert app.screen.table.people == {1}
        assert len(list(home.glob("*.jsonl"))) == 3
        assert durak(home).read_bytes() == before
        assert app.table is not None
        app.table.close()
    assert screen.at == 3


@pytest.mark.asyncio
async def test_a_position_is_written_and_the_place_told(home: Path) -> None:
    app, _ = opened(durak(home))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("right", "right", "e")
        await pilot.pause()
        await pilot.press("2")
        await pilot.pause()
        written = list((home.parent / "positions").glob("*.toml"))
        assert [path.name for path in written] == ["2026-11-14-120000-throw_in-1-2.toml"]
        assert isinstance(app.screen, Read)
        assert written[0].name in app.screen.text
        await pilot.press("escape", "e")
        await pilot.pause()
        await pilot.press("3")
        await pilot.pause()
        assert app.clipboard == str(durak(home))
        await pilot.press("escape", "escape")
        await pilot.pause()
    assert app.return_code == 0


@pytest.mark.parametrize(
    ("language", "said"),
    [("en", "cannot be written: Not a directory"), ("ru", "записать нельзя: Это не папка")],
)
async def test_a_position_that_cannot_be_written_is_told(home: Path, language: str, said: str) -> None:
    (home.parent / "positions").write_text("in the way", encoding="utf-8")
    app, screen = opened(durak(home), Words(language))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("right")
        screen.save_position()
        await pilot.pause()
        assert said in grid(app)


@pytest.mark.asyncio
async def test_the_menu_leads_to_records_and_statistics(home: Path) -> None:
    from cardtable.desk.results import opened as stats_opened

    words = Words("en")
    menu = Home((), lambda preset, seats: Table.resume(durak(home)), stats=stats_opened)
    app = CardtableApp(None, words, Settings(delay=0, archive=archive()), menu)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert "r replays" in grid(app)
        await pilot.press("r")
        await pilot.pause()
        assert isinstance(app.screen, ArchiveScreen)
        assert [record.path for record in app.screen.kept][-1] == durak(home)
        assert "Throw-in Fool" in grid(app)
        await pilot.press("о")
        await pilot.pause()
        assert "The match is not over: g goes on with it." in grid(app)
        await pilot.press("enter")
        await pilot.pause()
        assert isinstance(app.screen, ReplayScreen)
        await pilot.press("q")
        await pilot.pause()
        assert isinstance(app.screen, ArchiveScreen)
        await pilot.press("escape")
        await pilot.pause()
        assert isinstance(app.screen, HomeScreen)
        await pilot.press("s")
        await pilot.pause()
        assert isinstance(app.screen, StatsScreen)
        await pilot.press("escape")
        await pilot.pause()
        assert isinstance(app.screen, HomeScreen)


async def listed(size: tuple[int, int], language: str) -> str:
    """The list of replays."""
    words = Words(language)
    app = CardtableApp(None, words, Settings(delay=0, archive=archive()), first=ArchiveScreen(words, archive()))
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        return grid(app)


@pytest.mark.asyncio
@pytest.mark.parametrize("language", ["en", "ru"])
@pytest.mark.parametrize("size", [(80, 24), (100, 30), (140, 40), (200, 50)])
@pytest.mark.every(3)
async def test_the_list_tells_how_every_match_ended_and_cuts_nothing(
    home: Path, size: tuple[int, int], language: str
) -> None:
    kinds = ("person", "bot:steady", "bot:steady", "bot:steady")
    recorded(home, "2026-10-01-200000-throw_in", "throw_in", ("Anna", "Boris", "Vera"), kinds[:3])
    recorded(home, "2026-10-02-200000-king_twelve", "king_twelve", ("Anna", "Boris", "Vera", "Gleb"), kinds)
    played = home / "2026-10-01-200000-throw_in.jsonl"
    shown, words = await listed(size, language), Words(language)
    place = rules_places(played)
    if len(set(place)) > 1:
        said = "won, place {place} of {seats}" if place[0] == 1 else "lost, place {place} of {seats}"
        assert words.say(said).format(place=place[0], seats=3) in shown
    assert words.say("{deal}, goes on").format(deal=words.say("deal {number}").format(number=1)) in shown
    assert words.say(find_preset("king_twelve")[1].title) in shown
    assert not any("…" in row for row in shown.splitlines()[:-4]), "above where the file lies"


def rules_places(path: Path) -> tuple[int, ...]:
    """Each player's place in the only deal of a record."""
    replay = Replay(read_record(path))
    return replay.rules.places(replay.moments[-1].state)


@pytest.mark.asyncio
async def test_any_unfinished_match_can_be_gone_on_with(home: Path) -> None:
    """Not only the last one, as from the menu; a finished one is not opened."""
    recorded(home, "2026-10-01-200000-throw_in", "throw_in", ("Anna", "Boris"), ("person", "bot:steady"))
    going = durak(home)
    words = Words("en")
    menu = Home((), lambda preset, seats: Table.resume(durak(home)))
    app = CardtableApp(None, words, Settings(delay=0, archive=archive()), menu)
    async with app.run_test(size=(80, 24)) as pilot:
        screen = ArchiveScreen(words, archive())
        app.push_screen(screen)
        await pilot.pause()
        over = next(nth for nth, record in enumerate(screen.kept) if record.over)
        screen.rows.highlighted = over
        await pilot.press("g")
        await pilot.pause()
        assert app.screen is screen
        assert "This match is over" in grid(app)
        screen.rows.highlighted = next(nth for nth, record in enumerate(screen.kept) if record.path == going)
        await pilot.press("п")
        await pilot.pause()
        assert app.table is not None
        assert app.table.path == going
        app.table.close()


@pytest.mark.asyncio
async def test_the_list_speaks_a_new_language_with_the_cursor_where_it_was(home: Path) -> None:
    durak(home)
    recorded(home, "2026-10-01-200000-throw_in", "throw_in", ("Anna", "Boris"), ("person", "bot:steady"))
    shown = []
    for begun in ("ru", "en"):
        words = Words(begun)
        app = CardtableApp(None, words, Settings(delay=0, archive=archive()), first=ArchiveScreen(words, archive()))
        async with app.run_test(size=(80, 24)) as pilot:
            await pilot.press("down")
            words.change("ru")
            app._say_anew()
            await pilot.pause()
            assert isinstance(app.screen, ArchiveScreen)
            assert app.screen.rows.highlighted == 1
            shown.append(grid(app))
    assert shown[0] == shown[1]


@pytest.mark.asyncio
async def test_a_damaged_record_is_told_in_a_line(home: Path) -> None:
    lines = durak(home).read_bytes().splitlines(keepends=True)
    durak(home).write_bytes(b"".join([*lines[:4], *lines[5:]]))
    screen = ArchiveScreen(Words("en"), archive())
    app = CardtableApp(None, Words("en"), Settings(delay=0, archive=archive()), first=screen)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        nth = [record.path for record in screen.kept].index(durak(home))
        await pilot.press(*["down"] * nth, "enter")
        await pilot.pause()
        assert isinstance(app.screen, ArchiveScreen)
        assert "line 5" in grid(app).replace("\n", " ")


@pytest.mark.asyncio
async def test_after_the_deal(tmp_path: Path) -> None:
    """From the result of a deal: what other styles would have done, and the record; never during a deal."""
    table = play(tmp_path / "record.jsonl", deals=1)
    app = CardtableApp(table, Words("en"), Settings(delay=0, archive=archive(), advice=advice_on))
    async with app.run_test(size=(140, 30)) as pilot:
        await pilot.pause()
        assert isinstance(app.screen, DealResult)
        assert "a what others would do" in grid(app)
        await pilot.press("ф")
        assert isinstance(app.screen, AdviceList)
        await app.workers.wait_for_complete()
        await pilot.pause()
        assert "1. Anna: " in grid(app)
        await pilot.press("escape", "escape")
        await pilot.pause()
        assert "Look at the match again, export" in grid(app)
        await pilot.press("4")
        await pilot.pause()
        assert isinstance(app.screen, ReplayScreen)
        assert app.screen.at == len(app.screen.replay.moments) - 1
        assert "play from here" not in grid(app), "what cannot be done now is not offered"
        await pilot.press("e")
        await pilot.pause()
        assert "Copy the path of the record" in grid(app)
        assert "Play on" not in grid(app)
        await pilot.press("escape", "p")
        await pilot.pause()
        assert "leave the table first" in grid(app)
        await pilot.press("escape")
        await pilot.pause()
        assert isinstance(app.screen, DealResult), "Esc goes back to where one came from"
        await pilot.press("enter")
        await pilot.pause()
        assert isinstance(app.screen, TableScreen)
        await pilot.press("escape")
        await pilot.pause()
        assert "Look at the match again" not in grid(app)
    table.close()


@pytest.mark.asyncio
async def test_hands_of_nine_fit_above_the_table(home: Path) -> None:
    """More chairs than fit in a row, and a hand that took much: the table keeps its rows."""
    record = home / "many.jsonl"
    play(record, "throw_in", 4, deals=1).close()
    app, screen = opened(record)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("f")
        for at in range(0, len(screen.replay.moments), 11):
            screen.go(at)
            await pilot.pause()
            assert screen.picture.board.size.height >= 5
    assert Replay(read_record(record)).names == screen.replay.names


@pytest.mark.parametrize("kinds", [("person", "bot:steady"), ("person", "person")], ids=["alone", "at one keyboard"])
async def test_nobody_has_won_or_lost_a_game_without_a_fool(home: Path, kinds: tuple[str, str]) -> None:
    """D-36: nor has the player who was out first."""
    recorded(home, "2026-11-16-120000-throw_in", "throw_in", ("Anna", "Boris"), kinds, seed=338)
    replay = archive().read(home / "2026-11-16-120000-throw_in.jsonl")
    assert replay.rules.facts(replay.moments[-1].state)["fool"] == "none"
    assert replay.moments[-1].standing.winners == ()
    shown = await listed((140, 40), "en")
    assert "a draw" in shown
    assert "place 1 of 2" not in shown
    assert "won:" not in shown


@pytest.mark.parametrize(("language", "day"), [("en", "%m-%d %H:%M"), ("ru", "%d.%m %H:%M")])
async def test_the_match_that_was_changed_last_stands_first_as_its_date_says(
    home: Path, language: str, day: str
) -> None:
    """Even if another was noted as played after it."""
    now = datetime.now().replace(month=1, day=31, hour=12, minute=0)
    newest, oldest = durak(home), home / "2026-11-15-120000-classic.jsonl"
    for nth, path in enumerate((oldest, newest)):
        os.utime(path, (now.timestamp() + 3600 * nth,) * 2)
        lately.note((newest, oldest)[nth])
    rows = (await listed((100, 30), language)).splitlines()
    assert [f"{now + timedelta(hours=nth):{day}}" in row for nth, row in zip((1, 0), rows[2:], strict=False)] == [
        True
    ] * 2


async def test_only_a_match_that_is_not_over_offers_to_be_gone_on_with(home: Path) -> None:
    recorded(home, "2026-10-01-200000-throw_in", "throw_in", ("Anna", "Boris"), ("person", "bot:steady"))
    words = Words("en")
    screen = ArchiveScreen(words, archive())
    app = CardtableApp(None, words, Settings(delay=0, archive=archive()), first=screen)
    async with app.run_test(size=(80, 24)) as pilot:
        for nth, record in enumerate(screen.kept):
            screen.rows.highlighted = nth
            await pilot.pause()
            assert ("g go on" in grid(app).splitlines()[-1]) is not record.over
    assert {record.over for record in screen.kept} == {True, False}


async def test_why_a_match_cannot_be_looked_at_or_gone_on_with_is_said_in_a_plain_line(own_home: Path) -> None:
    """Several people are playing its first deal; or another program has it open."""
    words = Words("en")
    table = open_table("transfer", [SeatPlan("Anna"), SeatPlan("Boris")], (), 9)
    app = CardtableApp(None, words, settings_for(words), first=ArchiveScreen(words, archive()))
    async with app.run_test(size=(80, 24)) as pilot:
        for key, said in (
            ("enter", "The deal is not over, and its cards are secret: g goes on with it."),
            ("g", "This is already open in another window."),
        ):
            await pilot.press(key)
            await pilot.pause()
            assert [row.strip() for row in grid(app).splitlines()[-3:-1] if row.strip()] == [words.say(said)]
    table.close()


@pytest.mark.asyncio
async def test_a_bots_move_is_written_down_as_silly(home: Path) -> None:
    path = durak(home)
    app, screen = opened(path)
    app.settings = app.settings._replace(silly=home.parent / "silly")
    of_bots = [at for at, moment in enumerate(screen.replay.moments) if moment.kind == "move" and moment.seat > 0]
    own = next(at for at, moment in enumerate(screen.replay.moments) if moment.kind == "move" and moment.seat == 0)
    async with app.run_test(size=(80, 24)) as pilot:
        screen.go(own)
        await pilot.press("f4")
        await pilot.pause()
        assert "No bot has moved here" in grid(app)
        screen.go(of_bots[0])
        await pilot.press("f4")
        await pilot.pause()
        await pilot.press("enter")
        await pilot.pause()
        (written,) = (home.parent / "silly").iterdir()
        assert "better: nothing was said" in (written / "note.txt").read_text("utf-8")


@pytest.mark.parametrize("size", [(100, 30), (140, 40), (200, 50)])
async def test_the_record_under_the_cursor_is_drawn_where_there_is_room(home: Path, size: tuple[int, int]) -> None:
    words = Words("en")
    app = CardtableApp(None, words, Settings(), first=ArchiveScreen(words, archive()))
    async with app.run_test(size=size) as pilot:
        await pilot.pause(0.2)
        assert isinstance(app.screen, ArchiveScreen)
        scene = app.screen.picture.scene
        if size[0] == 100:
            assert scene is None, "nothing is read that nobody sees"
        else:
            assert scene is not None
            assert app.screen.picture.title == "101 (Czech fool)", "the newest record is under the cursor"
            await pilot.press("down")
            await pilot.pause(0.2)
            assert app.screen.picture.title == "Throw-in Fool"
            assert app.screen.picture.scene is not None
            assert lying(app.screen.picture.scene), "the last cards are gone when a deal is over"
