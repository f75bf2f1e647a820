"""When a person is awake, reckoned in quarters of an hour without the code under test."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

QUARTER = 15 * 60_000
DAYS = 14
"""Of leave that a table counts."""
NIGHT = 36
"""Quarters of a night."""


@dataclass
class Life:
    """How a person lives."""

    zone: str = "UTC"
    night: int | None = None
    rest: tuple[int, ...] = ()
    away: list[tuple[int, int, int]] = field(default_factory=list)
    """From, until, told at."""

    def asleep(self, at: int, late_at: int | None = None) -> bool:
        """In the quarter that begins then. late_at: leave that was told from then on does not count."""
        room = DAYS * 96 * QUARTER
        for a, b, told in sorted(self.away):
            if late_at is None or told < late_at:
                end = min(b, a + room)
                room -= end - a
                if a <= at < end:
                    return True
        zone = ZoneInfo(self.zone)
        local = datetime.fromtimestamp(at / 1000, UTC).astimezone(zone)
        bed = self.night if self.night is not None and self.night < 720 else 0  # a night after midnight ends the day
        if self.rest and (local.replace(tzinfo=None) - timedelta(minutes=bed)).weekday() in self.rest:
            return True
        return self.night is not None and any(
            begins <= at < begins + NIGHT * QUARTER
            for back in (0, 1, 2, -1)
            for begins in (_moment(zone, local.date() - timedelta(days=back), self.night),)
        )


def _moment(zone: ZoneInfo, day: date, minute: int) -> int:
    return int(datetime.combine(day, time(minute // 60, minute % 60), zone).timestamp() * 1000)
