"""An independent model of when a person is awake, in quarters of an hour."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

QUARTER = 15 * 60_000
DAYS = 14
"""Days of leave that a table counts."""
NIGHT = 36
"""Length of a night in quarters of an hour."""


@dataclass
class Life:
    """A person's time zone, nights, rest days and absences."""

    zone: str = "UTC"
    night: int | None = None
    rest: tuple[int, ...] = ()
    absences: list[tuple[int, int, int]] = field(default_factory=list)
    """Absences as (from, until, announced at)."""

    def is_asleep(self, at: int, late_at: int | None = None) -> bool:
        """Return whether the person sleeps in the quarter at `at`. Leave announced from `late_at` on is ignored."""
        remaining = DAYS * 96 * QUARTER
        for a, b, announced_at in sorted(self.absences):
            if late_at is None or announced_at < late_at:
                end = min(b, a + remaining)
                remaining -= end - a
                if a <= at < end:
                    return True
        zone = ZoneInfo(self.zone)
        local = datetime.fromtimestamp(at / 1000, UTC).astimezone(zone)
        bed = self.night if self.night is not None and self.night < 720 else 0  # a night after midnight ends the day
        if self.rest and (local.replace(tzinfo=None) - timedelta(minutes=bed)).weekday() in self.rest:
            return True
        return self.night is not None and any(
            night_start <= at < night_start + NIGHT * QUARTER
            for days_back in (0, 1, 2, -1)
            for night_start in (_to_millis(zone, local.date() - timedelta(days=days_back), self.night),)
        )


def _to_millis(zone: ZoneInfo, day: date, minute: int) -> int:
    return int(datetime.combine(day, time(minute // 60, minute % 60), zone).timestamp() * 1000)
