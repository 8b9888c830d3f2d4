"""Access at the door: codes are long, a right one always lets in, and the host hears of failed attempts."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from cardtable.host import door
from cardtable.host.door import Door, digest, new_code
from cardtable.words import Words


class Clock:
    """A clock that stands still unless a test moves it."""

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


async def heard(way: Door, code: str, address: str = "10.0.0.1") -> tuple[str | None, float]:
    """The owner of a code, and how long the answer takes."""
    waited = 0.0

    async def sleep(seconds: float) -> None:
        nonlocal waited
        waited += seconds

    way.sleep = sleep
    return await way.hear(code, address), waited


async def test_a_right_code_lets_in_at_once_whatever_others_have_tried_and_a_wrong_one_is_answered_late() -> None:
    code = new_code()
    way = Door({"Vera": digest(code), "Anna": digest(new_code())}, Clock())
    for nth in range(1000):
        assert await heard(way, "wrong", f"10.0.{nth // 250}.{nth % 250}") == (None, door.WRONG_TAKES)
        assert await heard(way, "wrong") == (None, door.WRONG_TAKES)
    assert await heard(way, code) == ("Vera", 0)


async def test_the_host_is_told_of_many_wrong_codes_once_a_minute() -> None:
    clock, told = Clock(), list[str]()
    way = Door({}, clock)
    way.tell = lambda line: told.append(Words().text(line))
    for _ in range(door.MANY - 1):
        await heard(way, "a slip of the keys")
    assert told == []
    for _ in range(100):
        await heard(way, "wrong", "203.0.113.7")
    assert told == ["Somebody tries codes: 5 in ten minutes, the last from 203.0.113.7."]
    clock.now += door.TOLD_AFTER
    await heard(way, "wrong", "203.0.113.8")
    assert told[1:] == ["Somebody tries codes: 105 in ten minutes, the last from 203.0.113.8."]
    clock.now += door.COUNTED_FOR
    await heard(way, "wrong")
    assert len(told) == 2, "what is long ago does not count"


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
