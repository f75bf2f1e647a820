"""Leave: how many days a person has, what an absence costs, and what of it counts at one table.

A person starts with ten days; a day comes in every twelve, thirty at most. A holiday costs two days at least, also if
it ends earlier. What is drawn because a bank was empty is counted by the hour. The numbers stand here only.
"""

from __future__ import annotations

from collections.abc import Sequence

from storage.persons.absences import AbsenceRow

from .hours import DAY, HOUR, Span

AT_FIRST, EVERY, MOST = 10, 12, 30
"""Days of leave: at the beginning, one more in so many days, and at most."""
SHORTEST = 2
"""Days."""
NET_DAYS = 2
"""So much is drawn at most when a bank is empty."""
EMERGENCY_DAYS, EMERGENCY_EVERY = 7, 182
"""Without a vote and free of charge: so long, once in so many days."""
AT_A_TABLE = 14
"""Days of leave that stop the clock of one table, unless it says otherwise."""


def cost(absence: AbsenceRow) -> int:
    """Milliseconds that an absence takes from the leave."""
    length = absence.until_at - absence.from_at
    if absence.kind == "emergency" or length <= 0:
        return 0
    return -(-length // HOUR) * HOUR if absence.kind == "net" else max(SHORTEST * DAY, length)


def left(every: Sequence[AbsenceRow], now: int) -> int:
    """Milliseconds of leave that are left; never below 0. It grows while the person is away, too."""
    spent = sorted((one for one in every if cost(one)), key=lambda one: (one.told_at, one.id))
    balance, at = float(AT_FIRST * DAY), spent[0].told_at if spent else now
    for one in spent:
        balance = min(MOST * DAY, balance + (one.told_at - at) / EVERY) - cost(one)
        at = one.told_at
    return max(0, int(min(MOST * DAY, balance + max(0, now - at) / EVERY)))


def may_extend(every: Sequence[AbsenceRow], one: AbsenceRow, until: int, now: int) -> bool:
    """Whether there is leave enough for an absence to last longer."""
    return max(SHORTEST * DAY, until - one.from_at) - cost(one) <= left(every, now)


def emergency_again(every: Sequence[AbsenceRow]) -> int:
    """From when the person may have an emergency again."""
    told = [one.told_at for one in every if one.kind == "emergency"]
    return max(told, default=-EMERGENCY_EVERY * DAY) + EMERGENCY_EVERY * DAY


def counting(
    every: Sequence[AbsenceRow],
    *,
    since: int,
    days: int | None,
    told_before: int | None = None,
    drawn: bool = True,
) -> list[Span]:
    """The spans that stop the clock of one table: emergencies, and leave until the table's days are used up.

    since: when the table started; days: of leave in all, None = without a limit; told_before: leave that was told later
    does not count (the seat was late by then); drawn: also leave that was drawn, in which its person is missing, not
    away: they may be called
    """
    room = None if days is None else days * DAY
    spans = []
    for one in sorted(every, key=lambda one: (one.from_at, one.id)):
        if told_before is not None and one.told_at >= told_before and one.kind == "leave":
            continue
        end = one.until_at
        if one.kind != "emergency" and room is not None:
            begin = max(one.from_at, since)
            end = min(end, begin + room)
            room -= max(0, end - begin)
        if end > one.from_at and (drawn or one.kind != "net"):
            spans.append((one.from_at, end))
    return spans
