"""What is made anew in a Python from an image is what a start would have made it."""

import random
import time

import pytest

from kino import waking

ZONE = ("timezone", "altzone", "daylight", "tzname")


@pytest.fixture
def zone(monkeypatch):
    def put(name):
        monkeypatch.setenv("TZ", name)
        time.tzset()

    yield put
    monkeypatch.undo()
    time.tzset()


@pytest.mark.parametrize("name", ["UTC", "Asia/Kolkata", "America/New_York", "Australia/Sydney", "America/St_Johns"])
def test_the_zone_is_the_readers(zone, name):
    zone(name)
    right = {part: getattr(time, part) for part in ZONE}
    zone("Pacific/Chatham")
    built = {part: getattr(time, part) for part in ZONE}
    zone(name)
    for part, value in built.items():
        setattr(time, part, value)
    waking.wake()
    assert {part: getattr(time, part) for part in ZONE} == right


def test_random_numbers_are_seeded(zone):
    random.seed(1)
    before = random.getstate()
    waking.wake()
    assert random.getstate() != before
