"""The safety net ends with the person's answer: leave is drawn only as long as somebody is missing."""

from __future__ import annotations

from storage import Transaction
from storage.persons import absences
from storage.time import timers


async def answered(tx: Transaction, person: int, now: int) -> None:
    """Leave that is drawn just now ends. Deadlines at the person's tables look at their clocks anew."""
    for one in await absences.of_person(tx, person, now):
        if one.kind == "net" and one.from_at <= now:
            await absences.set_until(tx, one.id, now)
            await timers.hurry(tx, person, now)
