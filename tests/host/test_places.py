"""Places at the door while strangers hold connections: a friend gets one."""

from __future__ import annotations

import heapq
import sys
from collections.abc import Callable
from itertools import count
from random import Random

import pytest

from cardtable.host import places
from cardtable.host.places import Coming, Places, files_for_strangers, place_of
from tests.host.test_door import Clock


class Street:
    """The addresses that strangers and friends come from."""

    def __init__(self, seed: int = 1) -> None:
        self.clock = Clock()
        self.places = Places(self.clock, Random(seed))
        self.sent_away: list[Coming] = []

    def come(self, address: str, file: int = 0) -> Coming | None:
        """Someone connects."""
        coming = self.places.come(address, lambda: self.sent_away.append(coming) if coming else None, file)
        return coming

    def crowd(self, number: int = places.PLACES, *, greet: bool = False) -> list[Coming]:
        """Strangers from as many addresses."""
        found = [self.come(f"203.0.{nth // 250}.{nth % 250}") for nth in range(number)]
        for one in found:
            assert one is not None
            one.has_greeted = greet
        return [one for one in found if one is not None]


def test_who_comes_when_the_door_is_full_takes_the_place_of_somebody_who_is_slow() -> None:
    street = Street()
    silent = street.crowd(2)
    slow = street.crowd(places.PLACES - 2, greet=True)
    street.clock.now = places.SILENT + 1
    for _ in range(2):
        assert street.come("198.51.100.1") is not None
    assert street.sent_away == silent, "first who says nothing"
    street.clock.now = places.SLOW + 1
    quick = street.come("198.51.100.2")
    assert street.come("198.51.100.2") is not None
    assert len(street.sent_away) == 4
    assert quick not in street.sent_away
    assert len(street.places) == places.PLACES
    assert slow[0] not in street.sent_away or slow[1] not in street.sent_away


def test_who_has_proved_who_they_are_needs_no_place_and_is_not_sent_away() -> None:
    street = Street()
    friends = [street.come("198.51.100.1") for _ in range(places.OF_ONE)]
    for nth, friend in enumerate(friends):
        assert friend is not None
        assert friend.proved(f"Friend {nth}")
    street.clock.now = places.SLOW + 1
    street.crowd(3 * places.PLACES)
    assert not set(friends) & set(street.sent_away)
    assert all(street.places.is_here(f"Friend {nth}") for nth in range(places.OF_ONE))
    assert len(street.places) == places.OF_ONE + places.PLACES


def test_who_comes_from_where_a_friend_has_come_goes_last() -> None:
    street = Street()
    friend = street.come("198.51.100.1")
    assert friend is not None
    assert friend.proved("Anna")
    friend.gone()
    assert not street.places.is_here("Anna")
    types = street.come("198.51.100.1")
    street.clock.now = places.SLOW + 1  # They are still looking for their code.
    street.crowd(2 * places.PLACES, greet=True)
    assert types not in street.sent_away
    assert len(street.places) == places.PLACES


def test_an_address_holds_few_places_and_comes_only_so_often_unless_friends_come_from_there() -> None:
    street = Street()
    first = street.come("203.0.113.1")
    for _ in range(places.OF_ONE):
        assert street.come("203.0.113.1") is not None
    assert len(street.sent_away) == 1
    assert len(street.places) == places.OF_ONE
    came = [street.come("203.0.113.1") for _ in range(1000)]
    assert sum(one is not None for one in came) == places.COMINGS - places.OF_ONE - 1
    assert first is not None
    assert street.come("203.0.113.2") is not None, "others come as before"
    street.clock.now += places.COMINGS_FOR
    again = street.come("203.0.113.1")
    assert again is not None
    again.proved("Anna")
    assert all(street.come("203.0.113.1") is not None for _ in range(1000))


@pytest.mark.parametrize("relay", ["127.0.0.1", "::1", "::ffff:127.0.0.1"])
def test_a_relay_on_this_computer_is_everybody_and_no_friend(relay: str) -> None:
    street = Street()
    friend = street.come(relay)
    assert friend is not None
    friend.proved("Anna")
    assert all(street.come(relay) is not None for _ in range(1000))
    assert len(street.places) == places.PLACES + 1
    for _ in range(200):
        assert street.come("203.0.113.1" if _ < places.OF_ONE else "203.0.113.2") is not None or _ > 29
    assert not street.places._friendly


def test_a_name_has_room_for_some_screens_and_the_oldest_ends() -> None:
    street = Street()
    comings = [street.come("127.0.0.1") for _ in range(places.OF_NAME + 1)]
    for one in comings:
        assert one is not None
        assert one.proved("Anna")
    assert street.sent_away == comings[:1]
    assert len(street.places) == places.OF_NAME


def test_guests_by_the_code_of_the_hall_leave_room_for_those_who_have_their_own() -> None:
    street = Street()
    came = [street.come("203.0.113.1") for _ in range(places.OF_ONE + 1)]
    assert [one.proved("") for one in came if one is not None] == [True] * places.OF_ONE + [False]
    all_came = [street.come("127.0.0.1") for _ in range(places.PLACES)]
    assert sum(one.proved("") for one in all_came if one is not None) == places.PLACES - places.OF_ONE
    anna = street.come("127.0.0.1")
    assert anna is not None
    assert anna.proved("Anna")
    for one in (*came, *all_came, anna):
        assert one is not None
        one.gone()
    assert not len(street.places)


def test_strangers_leave_files_to_seats() -> None:
    street = Street()
    street.places.most_files = 100
    first = street.come("203.0.113.1", file=100)
    assert street.come("203.0.113.2", file=101) is not None
    assert street.sent_away == [first]
    for one in list(street.places._strangers):
        one.proved("Anna")
    assert street.come("203.0.113.3", file=101) is None, "there is nobody else to go"


def test_the_system_is_asked_for_all_files_that_it_gives() -> None:
    resource = pytest.importorskip("resource", reason="only where files are counted")
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (min(soft, 512), hard))
        found = files_for_strangers()
        now = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
        assert now >= soft
        assert found in (now - places.KEPT_FILES, now - now // 2, sys.maxsize)
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


def test_what_is_remembered_of_addresses_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(places, "ADDRESSES", 50)
    street = Street()
    for one in street.crowd(200):
        one.proved("Anna")
        one.gone()
    assert len(street.places._comings._when) == len(street.places._friendly) == 50
    assert not len(street.places)
    assert not street.places._known


def test_a_household_counts_as_one_address() -> None:
    assert place_of("2001:db8:1:2::1") == place_of("2001:db8:1:2:ffff::9") != place_of("2001:db8:1:3::1")
    assert place_of("::ffff:10.0.0.1") == place_of("10.0.0.1")
    assert place_of("fe80::1%eth0") == place_of("fe80::2")
    assert place_of("nonsense") == "nonsense"


def gets_in(street: Street, rate: float, addresses: int, *, exchange: bool, types: float) -> bool:
    """Whether a friend gets in after a minute of so many strangers a second, taking so long to type the code."""
    lot, number, events = Random(street.clock.now), count(), list[tuple[float, int, Callable[[], object]]]()

    def later(seconds: float, what: Callable[[], object]) -> None:
        heapq.heappush(events, (street.clock.now + seconds, next(number), what))

    def greet(coming: Coming) -> None:
        coming.has_greeted = True

    def stranger() -> None:
        mine = street.come(f"203.0.113.{lot.randrange(addresses)}" if addresses else "127.0.0.1")
        if mine is not None:
            if exchange:
                later(0.3, lambda: greet(mine))
            later(60 if exchange else 10, mine.gone)
        later(lot.expovariate(rate), stranger)

    def friend() -> None:
        mine = street.come("198.51.100.7" if addresses else "127.0.0.1")
        assert mine is not None
        later(0.3, lambda: greet(mine))
        later(0.35 + types, lambda: done.append(mine not in street.sent_away))

    done: list[bool] = []
    later(0, stranger)
    later(62, friend)
    while not done:
        street.clock.now, _, what = heapq.heappop(events)
        what()
    return done[0]


@pytest.mark.parametrize(
    ("rate", "addresses", "exchange", "typing", "by_key"),
    [(20, 40, False, 10, 10), (50, 0, False, 9, 10), (5, 0, True, 8, 10), (20, 0, True, 0, 10)],
    ids=["silent", "silent, by a relay", "talking, by a relay", "talking a lot, by a relay"],
)
@pytest.mark.every(4)
def test_friends_come_in_while_strangers_crowd(
    rate: float, addresses: int, exchange: bool, typing: int, by_key: int
) -> None:
    for types, least in ((20, typing), (0, by_key)):
        came = sum(gets_in(Street(seed), rate, addresses, exchange=exchange, types=types) for seed in range(10))
        assert came >= least
