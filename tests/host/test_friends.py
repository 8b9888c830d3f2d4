"""A friend who came with a code is known by their key afterwards; the file of keys can be edited by hand."""

from __future__ import annotations

import os
from functools import partial
from pathlib import Path

import pytest

pytest.importorskip("asyncssh", reason="seats over SSH need the extra `host`")

import asyncssh

from cardtable import files
from cardtable.host.friends import BadFriends, Friends
from tests.host.helpers import new_table, served, until

ANNA, BORIS = (asyncssh.generate_private_key("ssh-ed25519") for _ in range(2))


def line_of(key: asyncssh.SSHKey, name: str) -> str:
    """A line for the file."""
    return f"{key.export_public_key('openssh').decode().strip()} {name}"


def test_the_file_is_that_of_openssh_and_kept_as_it_was_written_by_hand(tmp_path: Path) -> None:
    friends = Friends(tmp_path / "config" / "friends")
    assert friends.known() == []
    assert friends.keep("Anna Maria", ANNA)
    assert not friends.keep("Boris", ANNA), "it is somebody's already"
    if os.name != "nt":
        assert friends.path.stat().st_mode & 0o777 == 0o600
    friends.path.write_text(f"# from school\n\n{friends.path.read_text()}")
    assert friends.keep("Boris", BORIS)
    assert [friends.name_of(key.convert_to_public()) for key in (ANNA, BORIS)] == ["Anna Maria", "Boris"]
    assert asyncssh.read_authorized_keys(str(friends.path)) is not None
    assert friends.forget("Anna Maria")
    assert not friends.forget("Anna Maria")
    assert friends.path.read_text() == f"# from school\n\n{line_of(BORIS, 'Boris')}\n"


def test_two_hosts_of_one_player_do_not_change_the_file_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(files, "PATIENCE", 0)
    friends = Friends(tmp_path / "friends")
    assert friends.keep("Anna", ANNA)
    for change in (partial(friends.keep, "Boris", BORIS), partial(friends.forget, "Anna")):
        with files.alone(friends.path), pytest.raises(BadFriends, match=r"temporarily|denied"):
            change()
    assert friends.path.read_text() == f"{line_of(ANNA, 'Anna')}\n"
    assert friends.keep("Boris", BORIS)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("nonsense", "line 1: a line is a key and a friend's name"),
        (f"\n{line_of(ANNA, '')}", "line 2: a line is a key and a friend's name"),
        ("ssh-ed25519 AAAA Anna", "line 1: a line is a key and a friend's name"),
        (f'command="id" {line_of(ANNA, "Anna")}', "line 1: a line is a key and a friend's name"),
        (line_of(ANNA, "A\x1b[2J"), "line 1: a line is a key and a friend's name"),
        (f"{line_of(ANNA, 'Anna')}\n{line_of(ANNA, 'Boris')}", "line 2: this key stands there twice"),
        ("\udcff", "no text in UTF-8"),
        ("x" * 70_000, "it is larger than the 64 KiB"),
    ],
    ids=["nonsense", "no name", "no key", "an option", "a control character", "twice", "no UTF-8", "too large"],
)
def test_a_damaged_file_is_one_line_that_names_it_and_stays_as_it_was(text: str, said: str, tmp_path: Path) -> None:
    friends = Friends(tmp_path / "friends")
    friends.path.write_bytes(text.encode("utf-8", "surrogateescape"))
    friends.path.chmod(0o600)
    for ask in (friends.known, lambda: friends.name_of(ANNA), lambda: friends.keep("Anna", ANNA)):
        with pytest.raises(BadFriends) as error:
            ask()
        assert said in str(error.value)
        assert str(friends.path) in str(error.value)
        assert "\x1b" not in str(error.value)
    assert friends.path.read_bytes() == text.encode("utf-8", "surrogateescape")


@pytest.mark.posix
@pytest.mark.parametrize("mode", [0o644, 0o620, 0o602])
def test_a_file_that_others_can_read_or_change_opens_no_seat(mode: int, tmp_path: Path) -> None:
    friends = Friends(tmp_path / "friends")
    friends.keep("Anna", ANNA)
    friends.path.chmod(mode)
    with pytest.raises(BadFriends, match="others may read or change this file"):
        friends.name_of(ANNA)


async def test_a_friend_comes_with_a_code_once_and_by_their_key_ever_after(tmp_path: Path) -> None:
    path = tmp_path / "friends"
    async with served(new_table("throw_in", "person", "person"), path) as host:
        with pytest.raises(asyncssh.PermissionDenied):
            await host.connection("nonsense", client_keys=[ANNA])
        assert not path.exists(), "who only offers a key is not known by it"
        (await host.connection(host.codes[0], client_keys=[ANNA])).abort()
        assert Friends(path).name_of(ANNA) == "Anna"
        anna = await host.come(0, code="nonsense", client_keys=[ANNA])
        assert host.shared.present == {0}
        assert host.said == ["Anna is known by their key from now on.", "Anna has come."]
        anna.connection.abort()
        await until(lambda: not host.shared.present)
        Friends(path).forget("Anna")
        with pytest.raises(asyncssh.PermissionDenied):
            await host.connection("nonsense", client_keys=[ANNA])


async def test_who_offers_somebody_elses_key_sits_where_their_own_code_says(tmp_path: Path) -> None:
    path = tmp_path / "friends"
    Friends(path).keep("Anna", ANNA)

    class Stolen(asyncssh.SSHClient):
        """Offers Anna's key, which it cannot sign with, then gives Boris's code."""

        code = ""

        def kbdint_auth_requested(self) -> str:
            return ""

        def kbdint_challenge_received(self, *asked: object) -> list[str]:
            return [self.code]

    async with served(new_table("throw_in", "person", "person"), path) as host:
        Stolen.code = host.codes[1]
        (forged,) = asyncssh.load_keypairs([ANNA])
        forged._key = BORIS  # type: ignore[attr-defined]  # what it signs with
        await host.come(1, client_factory=Stolen, client_keys=[forged])
        assert host.shared.present == {1}
        Stolen.code = "nonsense"
        with pytest.raises(asyncssh.PermissionDenied):
            await host.connection("", client_factory=Stolen, client_keys=[forged])


async def test_a_file_that_is_damaged_meanwhile_is_told_and_codes_go_on_letting_in(tmp_path: Path) -> None:
    path = tmp_path / "friends"
    Friends(path).keep("Anna", ANNA)
    path.write_text("nonsense")
    async with served(new_table("throw_in", "person", "person"), path) as host:
        await host.come(0, client_keys=[ANNA])
        assert "line 1" in host.said[0]
        assert host.said[-1] == "Anna has come."
    assert path.read_text() == "nonsense"
