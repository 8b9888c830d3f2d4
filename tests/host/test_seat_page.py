"""A seat as a page of buttons: what it is sent, what it may request, and a whole deal by keys in a real browser."""

from __future__ import annotations

import asyncio
import json
import re
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest

pytest.importorskip("textual_serve", reason="pages need the extra `web`")

import aiohttp

from cardtable.games import FAMILIES, family
from cardtable.host.page import SeatPages
from cardtable.host.seat_page import FORM, WORDS, PageGuest, SeatState
from cardtable.host.tables import HallTable
from cardtable.match.seat import SeatTable, WatchTable
from cardtable.match.shared import SharedTable
from cardtable.player.saved import SavedTable
from cardtable.words import Words
from tests.film.browser import CHROMIUM, needs_browser
from tests.host.helpers import Served, new_hall, new_table, served, until
from tests.host.time import AtOnce, Time
from tests.lots import sampled
from tests.waiting import PATIENCE

PRESETS = [(name, preset) for name in FAMILIES for preset in family(name).presets]
TEXTS = {name: name for name in ("opening", "closed", "again", "anew", "reader", "buttons", "here", "others", "full")}
STRANGE: list[Any] = [["move"], ["move", "1", 2], ["why", 9999], ["why", -1], ["sit", 0], {}, None, 5, ["ready"]]


class Seat:
    """Speaks the protocol of the page of buttons."""

    def __init__(self, line: aiohttp.ClientWebSocketResponse) -> None:
        self.line = line
        self.told: list[Any] = []
        self.why = ""
        self._reading = asyncio.create_task(self._read())

    async def _read(self) -> None:
        async for message in self.line:
            self.told.append(json.loads(message.data))
        self.why = str(self.line.close_code)

    @property
    def state(self) -> dict[str, Any]:
        """The state that it was last sent."""
        states = [rest[0] for kind, *rest in self.told if kind == "state"]
        return dict(states[-1]) if states else {"number": 0}

    def notes(self) -> list[str]:
        """All messages to it alone."""
        return [rest[0] for kind, *rest in self.told if kind == "note"]

    async def ask(self, *message: object) -> None:
        """Sends a message."""
        await self.line.send_json(message)

    async def gone(self) -> None:
        """Waits until the connection is closed."""
        async with asyncio.timeout(PATIENCE):
            await self._reading


def size_of(state: dict[str, Any]) -> int:
    """The size of a state in bytes, as it is sent."""
    return len(json.dumps(state, ensure_ascii=False, separators=(",", ":")).encode())


def read_aloud(told: list[Any]) -> str:
    """The lines, prompts and choices as the page reads them out."""
    words = told[0][1]
    signs = dict(zip(words["faces"], words["spoken"], strict=True))
    said = []
    for state in (rest[0] for kind, *rest in told if kind == "state"):
        said += [*state["lines"], state["prompt"]]
        text = ""
        for shared, others, _, cards in state["choices"]:
            text = text[:shared] + others
            place = re.search("\ue020([\ue000-\ue01f]?)", text)
            if place is not None:
                laid = " ".join(words["faces"][card] + place[1] for card in cards[0])
            said.append(text if place is None else text.replace(place[0], laid))
    marked = re.sub(
        r"([^\s.,:;()]+)([\ue000-\ue01f])", lambda found: words["marks"][found[2]][found[1]], "\n".join(said)
    )
    plain = re.sub(r"[^\s.,:;()]+", lambda found: signs.get(found[0], found[0]), marked)
    return re.sub("[♠♥♦♣]", lambda found: words["suits"][found[0]], plain)


@asynccontextmanager
async def seats(*kinds: str, preset: str = "throw_in") -> AsyncIterator[tuple[Served, str, aiohttp.ClientSession]]:
    """A table with pages, and the address of the pages."""
    async with served(new_table(preset, *kinds)) as host:
        listener = socket.create_server(("127.0.0.1", 0))
        port = listener.getsockname()[1]
        pages = SeatPages(host.host, "127.0.0.1", port, TEXTS)
        async with pages.listening(sock=listener), aiohttp.ClientSession() as session:
            try:
                yield host, f"http://127.0.0.1:{port}", session
            finally:
                await host.host.close()


async def come(host: Served, address: str, session: aiohttp.ClientSession, seat: int, lang: str = "en") -> Seat:
    """Opens a page at this seat; returns once it has been sent the table."""
    found = Seat(await session.ws_connect(f"{address}/seat/ws", headers={"Accept-Language": lang}))
    await found.ask("code", host.codes[seat], FORM)
    await until(lambda: found.state["number"] > 0)
    return found


async def test_two_pages_play_a_deal_each_in_their_language(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cardtable.host.page.WITHIN", 0.0)  # These pages play faster than any hand.
    async with seats("person", "person") as (host, address, session):
        pages = [await come(host, address, session, 0), await come(host, address, session, 1, "ru")]
        assert [page.told[0][1]["language"] for page in pages] == ["en", "ru"]
        assert "Подкидной дурак" in pages[1].state["title"]
        sizes = []
        while not host.table.deal_over:
            number, seat = host.shared.number, host.table.to_act[0]
            if host.table.plain_pass(seat) is None:
                page = pages[seat]
                # The page may be behind the table: then its move is too late, and the news is on its way.
                asked = page.state["number"]
                await page.ask("move", asked, 0)
                await until(lambda: host.shared.number > number or page.state["number"] > asked)  # noqa: B023
            else:
                await until(lambda: host.shared.number > number)  # noqa: B023
            sizes += [size_of(page.state) for page in pages]
        for page in pages:
            await until(lambda page=page: bool(page.state["ended"]))  # type: ignore[misc]  # of this one
            assert set(page.notes()) <= {"Too late: the table has changed.", "Уже поздно: стол изменился."}
        assert max(sizes) <= 3000
        english, russian = (read_aloud(page.told) for page in pages)
        assert not re.search("[♠♥♦♣\ue000-\ue0ff]", english + russian)
        assert re.search(r"covers \w+ of (spades|hearts|diamonds|clubs)", english)
        assert re.search(r"бьёт \w+(ку|та|му|ля|за) ", russian), russian
        assert re.search(r"ходить: \w+ (пик|червей|бубён|треф)", russian)
        hands = {card for page in pages for _, *rest in page.told if _ == "state" for card in rest[0]["hand"]}
        assert len(hands) > 12
        await pages[0].ask("rise")
        await pages[0].gone()


async def test_what_may_not_be_done_is_explained_and_changes_nothing() -> None:
    async with seats("person", "person") as (host, address, session):
        pages = [await come(host, address, session, seat) for seat in (0, 1)]
        turn = host.table.to_act[0]
        mine, other = pages[turn], pages[1 - turn]
        number = host.shared.number
        await mine.ask("move", mine.state["number"] - 1, 0)
        await until(lambda: mine.notes() == ["Too late: the table has changed."])
        await mine.ask("move", mine.state["number"], 99)
        await other.ask("move", other.state["number"], 0)
        await other.ask("why", other.state["hand"][0])
        await until(lambda: len(other.notes()) == 2)
        assert other.notes()[0] == "Too late: the table has changed."
        for message in STRANGE:
            await other.line.send_json(message)
        await other.line.send_str("no json")
        await other.ask("say", " good luck ")
        await until(lambda: ["said", "Boris" if turn == 0 else "Anna", "good luck"] in mine.told)
        assert host.shared.number == number
        assert not other.line.closed


async def test_who_floods_or_takes_nothing_is_cut_off_and_the_seat_waits() -> None:
    async with seats("person", "person") as (host, address, session):
        page = await come(host, address, session, 0)
        for _ in range(30):
            await page.ask("hint")
        await page.gone()
        await until(lambda: host.shared.present == set())
        large = await come(host, address, session, 0)
        await large.ask("say", "x" * 10_000)
        await large.gone()
        await until(lambda: host.shared.present == set())
        again = await come(host, address, session, 0)
        assert again.state["hand"]


@pytest.mark.parametrize(
    "first", [["code", "wrong", FORM], ["code", 5, FORM], ["move", 1, 0], "text", None, ["code", "", FORM]], ids=str
)
async def test_who_has_no_code_is_told_nothing(first: object) -> None:
    async with seats("person", "person") as (_, address, session):
        page = Seat(await session.ws_connect(f"{address}/seat/ws"))
        await page.line.send_json(first)
        await page.gone()
        assert page.told == []


async def test_a_page_of_another_form_is_told_to_load_anew() -> None:
    async with seats("person", "person") as (host, address, session):
        line = await session.ws_connect(f"{address}/seat/ws")
        await line.send_json(["code", host.codes[0], FORM - 1])
        message = await line.receive()
        assert (message.type, message.extra) == (aiohttp.WSMsgType.CLOSE, "anew")


async def test_the_page_itself_is_open_to_links_and_to_nothing_else() -> None:
    async with seats("person", "person") as (host, address, session):
        from_afar = {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Dest": "document"}
        async with session.get(f"{address}/seat", headers=from_afar) as answer:
            text = await answer.text()
            assert answer.status == 200
            assert answer.headers["Referrer-Policy"] == "no-referrer"
            assert answer.headers["Content-Security-Policy"] == "frame-ancestors 'none'"
        assert host.codes[0] not in text
        assert "connect-src 'self'" in text
        async with session.get(f"{address}/seat/ws", headers=from_afar) as answer:
            assert answer.status == 403
        script = text.split("<script>")[-1]
        assert all(f'"{name}"' in script or f"{name}:" in script for name in WORDS)


async def test_pages_are_let_in_by_the_address_that_a_tunnel_has_given() -> None:
    """And by no other name, or a page elsewhere could point one at this computer."""
    async with served(new_table("throw_in", "person", "person")) as host:
        listener = socket.create_server(("127.0.0.1", 0))
        pages = SeatPages(host.host, "127.0.0.1", listener.getsockname()[1], TEXTS)
        async with pages.listening(sock=listener), aiohttp.ClientSession() as session:
            found = []
            for public, name in (("", "a.example"), ("https://a.example", "a.example"), ("", "b.example")):
                pages.public_url = public or pages.public_url
                address = f"http://127.0.0.1:{listener.getsockname()[1]}/seat"
                async with session.get(address, headers={"Host": name}) as answer:
                    found.append(answer.status)
            assert found == [403, 200, 403]
        await host.host.close()


async def test_the_hall_as_a_page_gives_open_seats_and_begins_the_match() -> None:
    hall = new_hall([])
    hall.put(HallTable(SavedTable("throw_in", ("", ""), (None, None))))
    told: dict[str, list[Any]] = {"Anna": [], "Boris": []}
    pages = {}
    for name, messages in told.items():
        guest = hall.come(name)
        pages[name] = guest.app = PageGuest(
            guest,
            Words("en"),
            lambda message, messages=messages: messages.append(json.loads(message)),  # type: ignore[misc]
        )
        pages[name].begin()
        assert [message[0] for message in messages] == ["words", "hall"]
        table = messages[-1][1]["tables"][0]
        assert (table["title"], table["seats"], table["may_sit"]) == ("Throw-in Fool", ["(open)", "(open)"], True)
    number = told["Anna"][-1][1]["tables"][0]["number"]
    for message in (["sit", 7], ["watch", number], ["move", 1, 0], ["rise"], ["sit", "x"], None):
        pages["Anna"].obey(message)
    notes = [message[1] for message in told["Anna"] if message[0] == "note"]
    assert len(notes) == 2
    assert "gone" in notes[0]
    assert "nothing to watch" in notes[1]
    pages["Boris"].obey(["sit", number])
    await until(lambda: told["Anna"][-1][0] == "hall")
    assert told["Anna"][-1][1]["tables"][0]["seats"] == ["Boris", "(open)"]
    pages["Anna"].obey(["sit", number])
    for messages in told.values():
        await until(lambda messages=messages: messages[-1][0] == "state")  # type: ignore[misc]  # of this one
        assert len(messages[-1][1]["hand"]) == 6
    hall.close()


@pytest.mark.parametrize(("name", "preset"), sampled(PRESETS, 9))
@pytest.mark.every(5)
async def test_every_game_is_played_to_its_end_by_pages(name: str, preset: str) -> None:
    """By places in lists of choices, in both languages; spectators are sent nobody's hand."""
    count = family(name).presets[preset].players
    table = new_table(preset, *["person"] * count, names=[f"Player {seat}" for seat in range(count)])
    shared, time = SharedTable(table, delay=0, window=0, executor=AtOnce()), Time()
    states = [
        SeatState(SeatTable(shared, seat, lambda news: None), "ru" if seat % 2 else "en") for seat in range(count)
    ]
    watcher = SeatState(WatchTable(shared, lambda news: None, "Olga"), "en")
    longest = 0
    for turn in range(600):
        told = [state.now() for state in states]
        longest = max(longest, *map(size_of, told))
        assert watcher.now()["hand"] == []
        if table.deal_over:
            break
        for seat in table.to_act:
            if offered := sum(len(cards) for *_, cards in told[seat]["choices"]):
                why = states[seat].move(told[seat]["number"], turn % offered)
                assert why is None, f"{preset}: {why}"
                break
        await time.go(shared, lambda: False)  # until nothing more happens without input
    assert table.deal_over
    assert longest <= (3000 if count <= 6 else 8000), "only at the largest tables, whose hands are full of pairs"
    assert all(state.now()["ended"] for state in states)


PHONE = 390, 844


@asynccontextmanager
async def in_browser(width: int, height: int, **device: Any) -> AsyncIterator[Any]:
    """A page of Chromium."""
    from playwright.async_api import async_playwright

    async with async_playwright() as driver:
        chromium = await driver.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield await chromium.new_page(viewport={"width": width, "height": height}, **device)
        await chromium.close()


@needs_browser
@pytest.mark.slow
@pytest.mark.parametrize(
    ("preset", "count", "locale"),
    [
        ("throw_in", 2, "ru"),
        ("classic", 3, "en"),
        ("nizhny", 4, "ru"),
        ("burkozel", 2, "en"),
        ("king_simple", 4, "ru"),
    ],
)
async def test_a_deal_by_tab_space_and_enter_on_a_phone(preset: str, count: int, locale: str) -> None:
    """One person without a mouse in Chromium, against bots, to the end of the deal; never wider than the phone."""
    bots = ["bot:steady"] * (count - 1)
    phone = in_browser(*PHONE, locale=locale)
    async with seats("person", *bots, preset=preset) as (host, address, _), phone as page:
        wrong: list[str] = []
        page.on("console", lambda message: wrong.append(message.text))
        page.on("pageerror", lambda error: wrong.append(str(error)))
        await page.goto(f"{address}/seat#{host.codes[0]}")
        await page.wait_for_selector("#hand button")
        assert host.codes[0] not in page.url
        for _ in range(400):
            if await page.locator("#ended").is_visible():
                break
            if not await page.locator("#prompt.turn").is_visible():
                await asyncio.sleep(0.02)
                continue
            await page.keyboard.press("Tab")
            where = await page.evaluate(
                """() => {
                  const now = document.activeElement;
                  if (now.closest("#choices")) return "choice";
                  if (!now.dataset.card) return "";
                  const raised = document.querySelector("#hand [aria-pressed=true]");
                  return now.getAttribute("aria-disabled") === "true" || raised ? "" : "card";
                }"""
            )
            if where:
                await page.keyboard.press("Space" if where == "card" else "Enter")
        assert await page.locator("#ended").is_visible()
        assert await page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        small = await page.evaluate(
            "[...document.querySelectorAll('button')].map((b) => [b.offsetWidth, b.offsetHeight])"
            ".filter(([wide, high]) => wide && (wide < 44 || high < 44)).length"
        )
        assert small == 0
        heard = "[...document.querySelectorAll('.unseen')].map((one) => one.textContent).join('; ')"
        assert not re.search("[♠♥♦♣\ue000-\ue0ff]", await page.evaluate(heard))
        assert not re.search("[\ue000-\ue0ff]", await page.evaluate("document.body.textContent"))
        assert await page.evaluate("document.documentElement.scrollHeight") < 2000, "no words for ears lie below it all"
        assert wrong == []


@needs_browser
@pytest.mark.slow
async def test_a_page_whose_line_breaks_comes_back_and_tells_nothing_twice() -> None:
    """Even before any move: the number of the state is then what it was."""
    from playwright.async_api import async_playwright

    async with seats("person", "person") as (host, address, _), async_playwright() as driver:
        chromium = await driver.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        page = await chromium.new_page(viewport={"width": 390, "height": 844})
        await page.goto(f"{address}/seat#{host.codes[0]}")
        await page.wait_for_selector("#hand button")
        log = await page.locator("#log li").all_inner_texts()
        for _ in range(2):
            (coming,) = host.hall.door.places._known["Anna"]
            coming.leave()
            await page.locator("#note", has_text="The line is broken").wait_for()
            await page.locator("#note:empty").wait_for(state="attached")
            assert await page.locator("#log li").all_inner_texts() == log
        assert len(log) > 2
        await chromium.close()


@needs_browser
@pytest.mark.slow
async def test_in_a_browser_the_terminal_has_its_rows_as_text_for_whoever_asks() -> None:
    """Only with `?reader`, to which a link leads, as it takes time; nothing else on the page changes."""
    async with seats("person", "bot:steady") as (host, address, _), in_browser(1280, 800) as page:
        wrong: list[str] = []
        page.on("pageerror", lambda error: wrong.append(str(error)))
        await page.goto(f"{address}/#{host.codes[0]}")
        await page.wait_for_selector("body.-first-byte")
        rows = page.locator(".xterm-accessibility-tree > div")
        assert await rows.count() == 0
        await page.locator("a.other", has_text="reader").press("Enter")
        await page.wait_for_url("**/?reader")
        await page.wait_for_selector("body.-first-byte")
        await page.locator(".xterm-accessibility-tree", has_text="Throw-in Fool").wait_for(state="attached")
        assert await rows.count() > 20
        assert await page.locator("a.other", has_text="reader").count() == 0
        assert await page.evaluate("({}).screenReaderMode === undefined")
        assert wrong == []


@needs_browser
@pytest.mark.slow
async def test_the_link_of_a_message_is_a_page_of_buttons_on_a_phone() -> None:
    """A phone lays a page that sets no width out for a window 980 wide."""
    phone = in_browser(*PHONE, is_mobile=True, has_touch=True)
    async with seats("person", "bot:steady") as (host, address, _), phone as page:
        await page.goto(f"{address}/#{host.codes[0]}")
        await page.wait_for_selector("#hand button")
        assert page.url == f"{address}/seat"
