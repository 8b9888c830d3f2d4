"""Who may come in: codes are long, tries are few, and no address takes all the room."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from cardtable.host import door
from cardtable.host.door import Door, digest, new_code, place_of


class Clock:
    """Stands still unless a test lets time pass."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


def test_a_code_is_long_and_may_be_typed_in_any_way() -> None:
    code = new_code()
    assert len({new_code() for _ in range(100)}) == 100
    assert len(door.LETTERS) ** (door.GROUPS * door.GROUP) > 2**78
    assert digest(code) == digest(code.upper().replace("-", " ")) != digest(new_code())
    assert code not in digest(code)


def test_a_code_is_a_friend_and_an_address_that_guesses_too_often_waits() -> None:
    clock, code = Clock(), new_code()
    way = Door({"Vera": digest(code), "Anna": digest(new_code())}, clock)
    assert way.name_for(code, "10.0.0.1") == "Vera"
    for _ in range(door.TRIES):
        assert way.name_for("", "10.0.0.1") is None
    assert way.name_for(code, "10.0.0.1") is None, "the right one is not heard any more"
    assert way.name_for(code, "10.0.0.2") == "Vera"
    clock.now += door.TRIES_FOR
    assert way.name_for(code, "10.0.0.1") == "Vera"


def test_many_addresses_together_do_not_guess_without_end() -> None:
    clock, code = Clock(), new_code()
    way = Door({"Anna": digest(code)}, clock)
    for nth in range(door.ALL_TRIES):
        way.name_for("wrong", f"10.0.{nth // 250}.{nth % 250}")
    assert way.name_for(code, "10.9.9.9") is None
    clock.now += door.TRIES_FOR
    assert way.name_for(code, "10.9.9.9") == "Anna"


def test_an_address_comes_only_so_often_and_holds_only_so_much_room() -> None:
    clock = Clock()
    way = Door({}, clock)
    assert [way.come("10.0.0.1") for _ in range(door.AT_ONCE + 1)] == [True] * door.AT_ONCE + [False]
    way.go("10.0.0.1")
    assert way.come("10.0.0.1")
    for _ in range(door.AT_ONCE):
        way.go("10.0.0.1")
    came = [way.come("10.0.0.1") for _ in range(1000)]
    assert sum(came) <= door.COMINGS - door.AT_ONCE
    assert way.come("10.0.0.2"), "others come as before"
    clock.now += door.COMINGS_FOR
    assert way.come("10.0.0.1")


def test_what_is_remembered_of_addresses_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(door, "ADDRESSES", 50)
    way = Door({}, Clock())
    for nth in range(200):
        if way.come(f"10.0.0.{nth}"):
            way.go(f"10.0.0.{nth}")
    assert len(way._comings._when) == 50
    assert not way._inside


def test_a_household_counts_as_one_address() -> None:
    assert place_of("2001:db8:1:2::1") == place_of("2001:db8:1:2:ffff::9") != place_of("2001:db8:1:3::1")
    assert place_of("::ffff:10.0.0.1") == place_of("10.0.0.1")
    assert place_of("fe80::1%eth0") == place_of("fe80::2")
    assert place_of("nonsense") == "nonsense"


def test_the_host_key_is_made_once_for_its_owner_alone(tmp_path: Path) -> None:
    pytest.importorskip("asyncssh", reason="seats over SSH need the extra `host`")
    from cardtable.host.ssh import BadKey, host_key

    path = tmp_path / "config" / "host_key"
    key = host_key(path)
    assert key.get_fingerprint() == host_key(path).get_fingerprint()
    if os.name != "nt":
        assert path.stat().st_mode & 0o777 == 0o600
        path.chmod(0o640)
        with pytest.raises(BadKey, match="others may read this key"):
            host_key(path)
        path.chmod(0o600)
    path.write_text("nonsense")
    with pytest.raises(BadKey, match="no private key"):
        host_key(path)
