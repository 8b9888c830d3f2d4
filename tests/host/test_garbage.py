"""When a host runs Python's garbage collector."""

from __future__ import annotations

import gc
import weakref
from collections.abc import Iterator

import pytest

from cardtable.host import garbage
from cardtable.host.garbage import FEW, Garbage


class Thing:
    """An object that refers to itself."""

    def __init__(self) -> None:
        self.own = self


class Host:
    """A host with so many people."""

    def __init__(self) -> None:
        self.people = FEW + 1
        self.garbage = Garbage(lambda: self.people)

    def outlived(self) -> weakref.ref[Thing]:
        """Garbage that was still in use at the last collection."""
        thing = Thing()
        self.garbage.collect()
        return weakref.ref(thing)


@pytest.fixture
def host() -> Iterator[Host]:
    usual = gc.get_threshold()
    host = Host()
    host.garbage.begin()
    yield host
    host.garbage.end()
    gc.set_threshold(*usual)


def test_what_was_in_use_is_not_looked_through_again_while_many_are_there(host: Host) -> None:
    old, new = host.outlived(), weakref.ref(Thing())
    host.garbage.collect()
    assert new() is None, "what is new is"
    assert old() is not None
    assert gc.get_freeze_count() > 0


@pytest.mark.slow
def test_all_is_looked_through_when_nobody_is_there(host: Host) -> None:
    old, host.people = host.outlived(), 0
    host.garbage.collect()
    assert old() is None


@pytest.mark.parametrize(("people", "is_kept"), [(FEW, False), (FEW + 1, True)])
@pytest.mark.slow
def test_after_many_collections_all_is_looked_through_where_few_wait(
    host: Host, people: int, is_kept: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(garbage, "WHOLE", 5)
    old, host.people = host.outlived(), people
    for _ in range(5):
        host.garbage.collect()
    assert (old() is not None) is is_kept


@pytest.mark.slow
def test_what_outlives_a_collection_that_python_begins_is_put_aside_too(host: Host) -> None:
    thing = Thing()
    gc.collect(1)
    old = weakref.ref(thing)
    del thing
    gc.collect(1)
    assert old() is not None
    host.people = 0
    host.garbage.collect()
    assert old() is None
