"""What a Python from an image does anew: what a start takes from chance, and from where the reader is."""

import random
import time

YEAR = 31_557_600  # seconds


def wake():
    """Seed `random`, for the image's numbers are the same for everyone, and give `time` the reader's zone."""
    random.seed()
    _set_zone()


def _set_zone():
    """Do what `time` does when it is imported. In winter, wherever that is, a zone is the least ahead."""
    begin = int(time.time()) // YEAR * YEAR
    days = (time.localtime(begin), time.localtime(begin + YEAR // 2))
    zones = sorted(((day.tm_gmtoff, day.tm_zone) for day in days), key=lambda zone: zone[0])
    (standard, name), (other, other_name) = zones
    time.timezone, time.altzone, time.daylight = -standard, -other, int(standard != other)
    time.tzname = name, other_name
