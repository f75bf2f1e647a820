"""Time zones guessed from a person's language and the hours of their answers."""

from __future__ import annotations

from datetime import datetime
from zoneinfo import ZoneInfo

import pytest

from bot.table.clock.time_zone_guess import MIN_ANSWERS, ZONES, guess_zone


def build_answer_times(zone: str, hours: list[int]) -> list[int]:
    """Return answer times: ten days, one answer at each of these local hours."""
    local = ZoneInfo(zone)
    return [
        int(datetime(2027, 1, day, hour, 30, tzinfo=local).timestamp() * 1000) for day in range(1, 11) for hour in hours
    ]


@pytest.mark.parametrize(
    ("locale", "zone"), [("ja", "Asia/Tokyo"), ("en-GB", "Europe/London"), ("xx", None), (None, None)]
)
def test_language_gives_the_most_likely_zone(locale: str | None, zone: str | None) -> None:
    assert guess_zone(locale, []) == zone


def test_answers_at_night_exclude_a_zone() -> None:
    evenings = build_answer_times("America/Los_Angeles", [8, 13, 18, 21, 23])
    assert len(evenings) >= MIN_ANSWERS
    zone = guess_zone("ja", evenings)
    assert zone is not None and zone != "Asia/Tokyo"
    assert not any(
        datetime.fromtimestamp(answered_at / 1000, ZoneInfo(zone)).hour in range(1, 7) for answered_at in evenings
    )
    assert guess_zone("ja", build_answer_times("Asia/Tokyo", [8, 13, 18, 21, 23])) == "Asia/Tokyo"


def test_every_zone_exists() -> None:
    assert all(ZoneInfo(zone) for zone in ZONES.values())
