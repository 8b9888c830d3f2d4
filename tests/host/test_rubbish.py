"""When Python looks for rubbish in a host."""

from __future__ import annotations

import gc
import weakref
from collections.abc import Iterator

import pytest

from cardtable.host import rubbish
from cardtable.host.rubbish import FEW, Rubbish


class Thing:
    """Something that holds itself."""

    def __init__(self) -> None:
        self.own = self


class Host:
    """A host, with so many people."""

    def __init__(self) -> None:
        self.people = FEW + 1
        self.rubbish = Rubbish(lambda: self.people)

    def outlived(self) -> weakref.ref[Thing]:
        """Rubbish that was in use at the last look."""
        thing = Thing()
        self.rubbish.look()
        return weakref.ref(thing)


@pytest.fixture
def host() -> Iterator[Host]:
    usual = gc.get_threshold()
    host = Host()
    host.rubbish.begin()
    yield host
    host.rubbish.end()
    gc.set_threshold(*usual)


def test_what_was_in_use_is_not_looked_through_again_while_many_are_there(host: Host) -> None:
    old, new = host.outlived(), weakref.ref(Thing())
    host.rubbish.look()
    assert new() is None, "what is new is"
    assert old() is not None
    assert gc.get_freeze_count() > 0


@pytest.mark.slow
def test_all_is_looked_through_when_nobody_is_there(host: Host) -> None:
    old, host.people = host.outlived(), 0
    host.rubbish.look()
    assert old() is None


@pytest.mark.parametrize(("people", "is_kept"), [(FEW, False), (FEW + 1, True)])
@pytest.mark.slow
def test_after_many_looks_all_is_looked_through_where_few_wait(
    host: Host, people: int, is_kept: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rubbish, "WHOLE", 5)
    old, host.people = host.outlived(), people
    for _ in range(5):
        host.rubbish.look()
    assert (old() is not None) is is_kept


@pytest.mark.slow
def test_what_outlives_a_look_that_python_begins_is_put_aside_too(host: Host) -> None:
    thing = Thing()
    gc.collect(1)
    old = weakref.ref(thing)
    del thing
    gc.collect(1)
    assert old() is not None
    host.people = 0
    host.rubbish.look()
    assert old() is None
