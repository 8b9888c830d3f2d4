"""Identity by key, code and user name: a key belongs to one friend, and opens nothing of another's."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, cast

import pytest

pytest.importorskip("asyncssh", reason="seats over SSH need the extra `host`")

import asyncssh

from cardtable.host import visitor
from cardtable.host.friends import Friends
from cardtable.host.hall import Hall
from cardtable.host.tables import HallTable
from cardtable.host.usernames import names_meant
from cardtable.host.visitor import Visitor
from cardtable.player.saved import SavedTable
from tests.host.helpers import Served, Way, listening, new_hall, new_table, served, until

ONE, TWO = (asyncssh.generate_private_key("ssh-ed25519") for _ in range(2))


class Came:
    """How a guest was let in or refused."""

    def __init__(self, hall: Hall, answers: Sequence[str]) -> None:
        self.asked: list[str] = []
        """The questions they were asked."""
        self.told = ""
        """The text above the questions."""
        self.name: str | None = None
        """The guest's name; None if they were not let in."""
        self.connection: Any = None
        self._hall = hall
        self._answers = list(answers)

    def client(self) -> asyncssh.SSHClient:
        """A guest at a terminal who gives these answers."""
        came = self

        class Client(asyncssh.SSHClient):
            def auth_banner_received(self, msg: str, lang: str) -> None:
                came.told += msg

            def kbdint_auth_requested(self) -> str | None:
                return "" if came._answers else None

            def kbdint_challenge_received(self, name: str, instructions: str, lang: str, prompts: Any) -> list[str]:
                came.asked += [prompt for prompt, _ in prompts]
                return [came._answers.pop(0)]

        return Client()


async def arrive(
    way: Way, *answers: str, user: str = "root", keys: Sequence[Any] = (), stays: bool = False, **given: Any
) -> Came:
    """A guest connects with these keys and gives these answers."""
    came = Came(way.hall, answers)
    before = {one for known in way.hall.door.places._known.values() for one in known}
    try:
        came.connection = await way.connection(
            "", username=user, client_keys=list(keys), client_factory=came.client, **given
        )
    except asyncssh.PermissionDenied:
        return came
    known = {one: name for name, ones in way.hall.door.places._known.items() for one in ones}
    came.name = next(name for one, name in known.items() if one not in before)
    if not stays:
        await leave(way, came)
    return came


async def leave(way: Way, came: Came) -> None:
    """The guest hangs up."""
    number = len(way.hall.door.places)
    came.connection.abort()
    await until(lambda: len(way.hall.door.places) < number)


def friends_of(way: Way) -> dict[str, int]:
    """The number of keys kept for each name."""
    names = [known.name for known in way.hall.friends.known()]
    return {name: names.count(name) for name in names}


def two_people(tmp_path: Path) -> Any:
    """A host for Anna and Boris."""
    return served(new_table("throw_in", "person", "person"), tmp_path / "friends")


async def test_two_who_share_a_key_have_a_seat_each(tmp_path: Path) -> None:
    async with two_people(tmp_path) as host:
        anna, boris = host.codes[0], host.codes[1]
        first = await arrive(host, boris, keys=[ONE])
        assert (first.name, friends_of(host)) == ("Boris", {"Boris": 1})
        again = await arrive(host, keys=[ONE], stays=True)
        assert (again.name, again.asked) == ("Boris", [])
        second = await arrive(host, anna, user="anna", keys=[ONE], stays=True)
        assert second.asked == [
            "This key is Boris's. The code of Anna, please.\n"
            "По этому ключу известен игрок Boris. Введите код игрока Anna.\nCode / Код: "
        ]
        assert second.name == "Anna"
        assert friends_of(host) == {"Boris": 1}, "one key, one name"
        await leave(host, again)
        third = await arrive(host, "", user="ANNA", keys=[ONE])
        assert third.name is None, "an empty code opens nothing there"
        await leave(host, second)


async def test_a_key_whose_owner_is_here_asks_who_comes(tmp_path: Path) -> None:
    async with two_people(tmp_path) as host:
        Friends(tmp_path / "friends").keep("Boris", ONE)
        boris = await host.come(1, code="", client_keys=[ONE])
        anna = await arrive(host, host.codes[0], keys=[ONE], stays=True)
        assert anna.name == "Anna"
        assert "Boris is here already. Enter if you are Boris; else your own code.\nBoris уже здесь." in anna.asked[0]
        assert host.shared.present == {1}, "who was here stays"
        again = await host.come(1, code="", client_keys=[ONE])  # Enter
        assert "shown to you elsewhere" in await boris.gone()
        assert host.shared.present == {1}
        wrong = await arrive(host, "nonsense", "", keys=[ONE])
        assert (wrong.name, len(wrong.asked)) == ("Boris", 2)
        again.connection.abort()
        await leave(host, anna)


async def test_who_has_proved_a_key_is_here_before_anything_is_shown(tmp_path: Path) -> None:
    async with two_people(tmp_path) as host:
        Friends(tmp_path / "friends").keep("Boris", ONE)
        first = await arrive(host, keys=[ONE], stays=True)
        second = await arrive(host, keys=[ONE])
        assert (first.name, second.name) == ("Boris", None)
        await leave(host, first)


async def test_a_key_that_cannot_sign_is_nobodys(tmp_path: Path) -> None:
    async with two_people(tmp_path) as host:
        (forged,) = asyncssh.load_keypairs([ONE])
        forged._key = TWO  # type: ignore[attr-defined]  # what it signs with
        came = await arrive(host, host.codes[1], keys=[forged])
        assert (came.name, friends_of(host)) == ("Boris", {})
        anna = await arrive(host, host.codes[0], keys=[ONE])
        assert (anna.name, friends_of(host)) == ("Anna", {"Anna": 1})
        came = await arrive(host, host.codes[1], keys=[forged])
        assert (came.name, friends_of(host)) == ("Boris", {"Anna": 1})
        assert (await arrive(host, "nonsense", keys=[forged])).name is None


async def test_of_several_keys_the_one_that_is_known_lets_in(tmp_path: Path) -> None:
    async with two_people(tmp_path) as host:
        Friends(tmp_path / "friends").keep("Boris", TWO)
        came = await arrive(host, keys=[ONE, TWO])
        assert (came.name, came.asked, friends_of(host)) == ("Boris", [], {"Boris": 1})
        Friends(tmp_path / "friends").keep("Anna", ONE)
        for user, keys in (("anna", [TWO, ONE]), ("boris", [ONE, TWO])):
            came = await arrive(host, user=user, keys=keys)
            assert (came.name, came.asked) == (user.capitalize(), [])


async def test_who_names_somebody_else_is_not_kept_by_the_key(tmp_path: Path) -> None:
    async with two_people(tmp_path) as host:
        came = await arrive(host, host.codes[1], user="anna", keys=[ONE])
        assert (came.name, friends_of(host)) == ("Boris", {})
        came = await arrive(host, host.codes[0], user="anna", keys=[ONE])
        assert (came.name, friends_of(host)) == ("Anna", {"Anna": 1})


async def test_a_guest_who_calls_himself_as_a_friend_gets_a_code_of_his_own(tmp_path: Path) -> None:
    hall = new_hall([], tmp_path / "friends")
    hall.add(HallTable(SavedTable("throw_in", ("Anna", ""), (None, None))))
    hall.new_code("Anna")
    async with listening(hall) as (_, port):
        way = Way(hall, port)
        guest = await way.enter(hall.codes[""], username="anna", client_keys=[ONE])
        guest.press("\r")
        await until(lambda: "Anna 2" in hall.codes)
        assert hall.friends.known() == []
        guest.connection.abort()


async def test_only_clients_that_go_on_after_half_a_success_are_asked_to_sign(tmp_path: Path) -> None:
    async with two_people(tmp_path) as host:
        came = await arrive(host, host.codes[0], keys=[ONE], client_version="Phone_1.0")
        assert (came.name, came.told, friends_of(host)) == ("Anna", "", {})
        came = await arrive(host, host.codes[0], keys=[ONE])
        assert came.told == (
            "cardtable: your ssh may ask for the passphrase of your key; Enter goes without it.\r\n"
            "cardtable: ssh может спросить пароль вашего ключа; Enter – войти без него.\r\n"
        )
        assert friends_of(host) == {"Anna": 1}
        came = await arrive(host, keys=[ONE], client_version="Phone_1.0")
        assert (came.name, came.told) == ("Anna", "")


async def test_a_wrong_code_is_answered_in_words_and_three_are_enough(tmp_path: Path) -> None:
    async with two_people(tmp_path) as host:
        came = await arrive(host, "a", "b", host.codes[0])
        wrong = "That is nobody's code.\nТакого кода ни у кого нет.\nCode / Код: "
        assert (came.asked, came.name) == (["Code / Код: ", wrong, wrong], "Anna")
        came = await arrive(host, "a", "b", "c", host.codes[0])
        assert (came.asked, came.name) == (["Code / Код: ", wrong, wrong], None)


async def test_the_key_of_who_plays_at_the_hosts_terminal_ends_nothing(tmp_path: Path) -> None:
    async with two_people(tmp_path) as host:
        Friends(tmp_path / "friends").keep("Anna", ONE)
        here = host.hall.come("Anna", is_host=True)
        came = await arrive(host, "", keys=[ONE])
        assert came.name is None
        assert "plays at the host's own computer" in came.asked[0]
        assert (await arrive(host, host.codes[1], keys=[ONE])).name == "Boris"
        here.leave()


async def test_what_was_proved_under_one_user_name_counts_for_no_other(tmp_path: Path) -> None:
    async with two_people(tmp_path) as host:
        Friends(tmp_path / "friends").keep("Boris", ONE)
        somebody = Visitor(host.host)
        for given, kept in ((ONE, "_owner"), (TWO, "_new")):
            somebody.begin_auth("anna")
            assert not somebody.signed(given)
            assert getattr(somebody, kept) is not None
            somebody.begin_auth("root")
            assert (somebody._owner, somebody._new, somebody.take_half()) == (None, None, False)


async def test_no_more_keys_are_looked_at_than_anybody_has(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(visitor, "MOST_KEYS", 4)  # One that signs is checked twice.
    keys = [asyncssh.generate_private_key("ssh-ed25519") for _ in range(4)]
    async with two_people(tmp_path) as host:
        Friends(tmp_path / "friends").keep("Boris", ONE)
        assert (await arrive(host, keys=[*keys, ONE])).name is None
        assert (await arrive(host, keys=[keys[0], ONE])).name == "Boris"


async def test_who_comes_by_key_reads_how_others_of_that_computer_come(tmp_path: Path) -> None:
    async with two_people(tmp_path) as host:
        for _ in range(2):
            anna = await host.come(0, client_keys=[ONE], size=(120, 40))
            await anna.sees("You are known by your key")
            anna.connection.abort()
            await until(lambda: not len(host.hall.door.places) and not host.hall.guests)
        anna = await host.come(0)
        assert "known by your key" not in anna.cells.text


async def test_a_full_hall_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cardtable.host.places.GUESTS", 0)
    async with two_people(tmp_path) as host:
        way = cast(Served, host)
        connection = await way.connection(host.hall.codes[""])
        process = await connection.create_process(term_type="xterm", env={"LANG": "ru_RU.UTF-8"})
        assert "места больше нет" in await process.stdout.read()
        connection.abort()


@pytest.mark.parametrize(
    ("name", "spellings"),
    [
        ("Борис", "boris"),
        ("Юрий", "yuri yury yurii jurij yuriy iurii"),
        ("Алексей", "alexey aleksei alexei aleksej"),
        ("Мария", "maria mariya marija"),
        ("Юля", "yulya julia iulia yulia"),
        ("Щукин", "shchukin schukin"),
        ("Женя", "zhenya zhenia"),
        ("Фёдор", "fedor fyodor fiodor"),
        ("Лёша", "lesha lyosha"),
        ("Илья", "ilya ilia"),
        ("Ксения", "ksenia xenia kseniya"),
        ("Михаил", "mikhail mihail"),
        ("Екатерина", "ekaterina yekaterina"),
        ("Владимир", "vladimir wladimir"),
        ("Anna Maria", "anna.maria annamaria"),
        ("Élodie", "elodie ELODIE"),
        ("Яна", "yana iana"),
    ],
)
def test_a_user_name_may_be_spelled_in_latin_letters(name: str, spellings: str) -> None:
    for user in spellings.split():
        assert names_meant(user, ["Анна", "Пётр", name]) == [name]
    assert names_meant("root", [name]) == names_meant("", [name]) == names_meant("...", [name]) == []


def test_a_name_typed_as_it_is_means_nobody_else() -> None:
    assert names_meant("anna", ["Анна", "Anna"]) == ["Anna"]
    assert names_meant("anna", ["Анна", "Ана"]) == ["Анна", "Ана"]
    assert names_meant("a" * 1000, ["Anna"]) == []
