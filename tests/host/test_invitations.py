"""The invitations that a host sends to friends: each holds one code, and all that a friend needs to join."""

from __future__ import annotations

import stat
from pathlib import Path

import pytest

pytest.importorskip("asyncssh", reason="seats over SSH need the extra `host`")

from cardtable.desk.invitations import invitation, invitations, write
from cardtable.host.usernames import names_meant, user_name
from cardtable.words import Words
from tests.host.helpers import KEY, new_table, served
from tests.host.test_lines import Friend


@pytest.mark.parametrize("language", ["en", "ru"])
async def test_each_message_holds_one_code_and_all_that_is_typed(language: str) -> None:
    async with served(new_table("throw_in", "person", "person", names=("Anna", "Серёжа"))) as host:
        host.hall.page = "http://table.example/#"
        text = invitations(host.hall, Words(language), "table.example", 2022, KEY.get_fingerprint())
        messages = text.split("----")
        assert len(messages) == len(host.hall.codes) == 3, "two friends, and whoever comes"
        for (name, code), message in zip(host.hall.codes.items(), messages, strict=True):
            assert message.count(code) == 2, "to be typed, and in the link"
            others = set(host.hall.codes.values()) - {code}
            assert not any(other in message for other in others)
            assert KEY.get_fingerprint() in message
            assert name in message
            assert (Words(language).say("It is your seat, for coming back too: give it to nobody.") in message) == bool(
                name
            )
        assert "ssh -p 2022 serezha@table.example plain" in messages[[*host.hall.codes].index("Серёжа")]
        assert "ssh -p 2022 table.example plain" in messages[[*host.hall.codes].index("")]


async def test_a_message_is_one_friends_and_nobody_is_invited_without_a_code() -> None:
    async with served(new_table("throw_in", "person", "person")) as host:
        hall, way = host.hall, ("table.example", 2022, KEY.get_fingerprint())
        assert host.codes[0] in invitation(hall, Words(), *way, "Anna")
        hall.act("Anna", "close")
        assert invitation(hall, Words(), *way, "Anna") == ""
        assert "Anna" not in invitations(hall, Words(), *way)


@pytest.mark.parametrize(
    ("language", "asked", "link"),
    [
        ("en", "the one of last time", "with your code right behind it"),
        ("ru", "тот же, что в прошлый раз", "ваш код: "),
    ],
)
async def test_who_keeps_a_code_of_last_time_is_told_so_and_all_else(language: str, asked: str, link: str) -> None:
    async with served(new_table("throw_in", "person", "person")) as host:
        hall, way = host.hall, ("table.example", 2022, KEY.get_fingerprint())
        hall.page = "http://table.example/#"
        code = hall.codes.pop("Anna")
        message = invitation(hall, Words(language), *way, "Anna")
        assert code not in message
        assert all(part in message for part in (asked, link, KEY.get_fingerprint(), "ssh -p 2022 anna@table.example"))
        assert message in invitations(hall, Words(language), *way)
        hall.message = lambda name: invitation(hall, Words(language), *way, name)
        row = next(row for row in hall.people() if row.name == "Anna")
        assert (row.code, row.message) == ("", message)
        friend = await Friend.come(host, 0)
        await friend.hears("Your hand")


async def test_who_follows_the_message_sits_down() -> None:
    async with served(new_table("throw_in", "person", "person")) as host:
        text = invitations(host.hall, Words(), "localhost", host.port, KEY.get_fingerprint())
        message = next(message for message in text.split("----") if "Boris" in message)
        code = next(
            line.strip()
            for line in message.splitlines()
            if line.startswith("    ") and "-" in line and "ssh" not in line and "SHA256" not in line
        )
        assert code == host.codes[1]
        friend = await Friend.come(host, 1)
        await friend.hears("Your hand")


def test_a_user_name_means_its_friend_and_nobody_else() -> None:
    names = ["Anna", "Сергей", "Sergey", "王", "Anna 2"]
    assert user_name("Anna", names) == "anna"
    assert user_name("王", names) == ""
    for name in names:
        user = user_name(name, names)
        assert not user or names_meant(user, names) == [name]


@pytest.mark.posix
def test_the_file_is_new_and_nobody_else_may_read_it(tmp_path: Path) -> None:
    path = tmp_path / "invitations.txt"
    write(path, "Hello.\n")
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    with pytest.raises(FileExistsError):
        write(path, "Other.\n")
    assert path.read_text(encoding="utf-8") == "Hello.\n"
