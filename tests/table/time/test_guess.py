"""Where somebody may live, by their language and by when they answer."""

from __future__ import annotations

from datetime import datetime
from zoneinfo import ZoneInfo

import pytest

from bot.table.time.guess import FEWEST, ZONES, guess


def at(zone: str, hours: list[int]) -> list[int]:
    """One answer a day at each of these local hours."""
    local = ZoneInfo(zone)
    return [
        int(datetime(2027, 1, day, hour, 30, tzinfo=local).timestamp() * 1000) for day in range(1, 11) for hour in hours
    ]


@pytest.mark.parametrize(
    ("locale", "zone"), [("ja", "Asia/Tokyo"), ("en-GB", "Europe/London"), ("xx", None), (None, None)]
)
def test_the_language_says_where_most_people_live(locale: str | None, zone: str | None) -> None:
    assert guess(locale, []) == zone


def test_answers_in_the_dead_of_a_night_speak_against_a_zone() -> None:
    evenings = at("America/Los_Angeles", [8, 13, 18, 21, 23])
    assert len(evenings) >= FEWEST
    found = guess("ja", evenings)
    assert found is not None and found != "Asia/Tokyo"
    assert not any(datetime.fromtimestamp(one / 1000, ZoneInfo(found)).hour in range(1, 7) for one in evenings)
    assert guess("ja", at("Asia/Tokyo", [8, 13, 18, 21, 23])) == "Asia/Tokyo"


def test_every_zone_exists() -> None:
    assert all(ZoneInfo(zone) for zone in ZONES.values())
