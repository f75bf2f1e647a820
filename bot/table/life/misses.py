"""Turns that others had to press for. One is excused at each table; another opens the seat. The excuse is back after
five turns of one's own, and what is missed within a day is missed once: nobody loses a seat in one evening.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from itertools import groupby, takewhile
from typing import NamedTuple

from bot.table.live import LiveTable
from bot.table.stored import unpack_moment
from bot.table.time.hours import DAY
from engines.kernel import Seat
from storage import Source
from storage.play import checkpoints, decisions
from storage.play.checkpoints import MarkRow
from storage.play.decisions import DecisionRow

from .votes import IN_A_ROW

CLEAN = 5
"""Turns of one's own after which the excuse is back."""
TOGETHER = DAY
"""Turns that are missed within so long of the first are missed once."""
OWN = ("person", "order")
"""Origins of decisions that the person has made, or had settled before."""


class Turn(NamedTuple):
    """A turn of a seat. at: of its last decision, Unix ms; missed: others pressed for it."""

    at: int
    missed: bool


async def opens(source: Source, live: LiveTable, seat: Seat) -> bool:
    """Whether the seat's newest turn was one too many for who holds it."""
    rows = [row for row in await decisions.live(source, live.id) if row.seat == seat and _held(live, row)]
    marks = await checkpoints.marks(source, live.id)
    if live.plan.ballot <= IN_A_ROW:  # opened before there was an excuse: two that were pressed for in a row
        pressed = reversed(list(takewhile(lambda row: row.origin == "default", reversed(rows))))
        return len(turns_of(pressed, marks, seat)) >= 2
    return unexcused(turns_of(rows, marks, seat))


def turns_of(rows: Iterable[DecisionRow], marks: Sequence[MarkRow], seat: Seat) -> list[Turn]:
    """Of one seat, from its decisions and the checkpoints, oldest first. Answers in others' turns are none of its own
    turns; what others pressed for there is missed all the same.
    """
    begins = [mark.n for mark in marks]
    found = []
    for nth, of_turn in groupby(rows, key=lambda row: bisect_right(begins, row.n - 1) - 1):
        made = list(of_turn)
        missed = any(row.origin == "default" for row in made)
        blob = marks[nth].moment if nth >= 0 else None
        turn = None if blob is None else unpack_moment(blob).turn
        if missed or (turn in (None, seat) and any(row.origin in OWN for row in made)):
            found.append(Turn(made[-1].at, missed))
    return found


def unexcused(turns: Sequence[Turn]) -> bool:
    """Whether the newest turn was missed without an excuse."""
    excuse, clean, since, over = True, 0, None, False
    for turn in turns:
        over = False
        if not turn.missed:
            clean += 1
            excuse = excuse or clean >= CLEAN
            continue
        clean = 0
        if since is not None and turn.at < since + TOGETHER:
            continue
        over, excuse, since = not excuse, False, turn.at
    return over


def _held(live: LiveTable, row: DecisionRow) -> bool:
    """Whether who holds the seat now held it at the decision, also before a time in which it was open."""
    held = next((one for one in reversed(live.held) if one.seat == row.seat and one.from_n <= row.n), None)
    return held is None or held.holder == live.seats[row.seat].person
