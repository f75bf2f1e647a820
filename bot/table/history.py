"""What happened, as a given reader may know it: sentences of the log, and earlier views for "what changed"."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from engines.kernel import Event, Msg, Seat
from storage.persons import seen
from storage.play import decisions
from storage.play.decisions import DecisionRow

from .acted import whose
from .knowing.own import own_since
from .live import LiveTable, Request
from .people import Person
from .service import TableService
from .stored import unpack_events


@dataclass(frozen=True, slots=True)
class Line:
    """What was told at one decision. seat: who decided; n = 0: the beginning of the game. undone: it was taken back;
    relieved: a computer player decided for the person; pressed: others did, by the printed answer; automatic: the
    reader's own standing answer did (nobody else is told of those).
    """

    n: int
    at: int
    seat: Seat | None
    events: tuple[Event, ...]
    undone: bool = False
    relieved: bool = False
    pressed: bool = False
    automatic: bool = False

    @property
    def texts(self) -> tuple[Msg, ...]:
        return tuple(event.text for event in self.events)


async def lines(
    tables: TableService,
    live: LiveTable,
    seat: Seat | None,
    *,
    since: int = 0,
    upto: int | None = None,
    person: int | None = None,
) -> list[Line]:
    """Decisions since < n <= upto with sentences that the seat (None: a spectator) may read, oldest first.

    Steps behind the barrier are only for the seat that takes them. What was taken back is not in it. Who has taken
    the seat over reads of the time before what everybody reads. person: who reads with the seat's eyes (None: its
    holder).
    """
    first = 0 if seat is None else await own_since(tables.db, live, seat, person)
    mine = live.match is not None and live.match.acting is not None and live.match.acting == seat
    rows = await (decisions.live if mine else decisions.public)(tables.db, live.id, since)
    found = []
    if since == 0 and live.row.opening is not None:
        opening = unpack_events(live.row.opening)
        reader = None if first else seat
        found.append(Line(0, live.row.started_at or 0, None, tuple(e for e in opening if e.visible_to(reader))))
    found += [_line(row, seat if row.n >= first else None) for row in rows if upto is None or row.n <= upto]
    return [line for line in found if line.events]


async def done_for(tables: TableService, live: LiveTable, seat: Seat) -> list[Line]:
    """What was decided for the holder of the seat since their own last decision there: by a computer player, a sitter,
    the others or a standing answer.
    """
    found: list[Line] = []
    for line in reversed(await lines(tables, live, seat)):
        if line.seat == seat:
            if not (line.relieved or line.pressed or line.automatic or live.stood_in(line.n, seat)):
                break
            found.append(line)
    return found[::-1]


async def told_lines(tables: TableService, live: LiveTable, first: int, last: int) -> list[Line]:
    """The sentences of a told turn for everybody, also of those that were taken back since."""
    rows = [row for row in await decisions.log(tables.db, live.id) if first <= row.n <= last]
    found = [_line(row, None) for row in rows if not _taken_back_before(row, rows)]
    return [line for line in found if line.events]


async def taken_back_by(tables: TableService, live: LiveTable, request: Request) -> list[Line]:
    """What everybody may read of the decisions that the request would take back; none if it takes nothing back."""
    if request.from_n is None:
        return []
    return await gone_with(tables, live, None, request.from_n)


async def gone_with(
    tables: TableService, live: LiveTable, seat: Seat | None, first: int, person: int | None = None
) -> list[Line]:
    """What goes back with decision `first`: it, and what came after it; not the beginning of the game."""
    told = await lines(tables, live, seat, since=first - 1, person=person)
    return [line for line in told if line.n >= first]


def _taken_back_before(row: DecisionRow, rows: list[DecisionRow]) -> bool:
    """It was taken back before the last of these was played: it was never told."""
    return row.undone_at is not None and any(later.at >= row.undone_at and later.n > row.n for later in rows)


def _line(row: DecisionRow, seat: Seat | None) -> Line:
    events = tuple(event for event in unpack_events(row.events) if event.visible_to(seat))
    undone, origin, own = row.undone_at is not None, row.origin, row.seat == seat
    return Line(
        row.n, row.at, row.seat, events, undone, origin == "relief", origin == "default", own and origin == "order"
    )


async def mark_seen(tables: TableService, live: LiveTable, person: Person) -> None:
    """The person has looked at the table as it is now."""
    if live.seat_of(person.id) is None:
        return
    async with tables.db.transaction() as tx:
        await seen.mark(tx, live.id, person.id, live.public_n)


async def last_look(tables: TableService, live: LiveTable, person: Person) -> int:
    """Number of the last decision that the person has seen; 0: none."""
    return await seen.get(tables.db, live.id, person.id)


_STEPS = 24
"""At most this many Views of the past are made; what was earlier counts as one step that nobody did."""


async def steps(tables: TableService, live: LiveTable, since: int) -> list[tuple[Seat | None, Any]]:
    """Who acted after decision `since`, the oldest first, each with the spectator's View before it.

    Decisions of one seat that follow each other are one step. What was taken back is not in it.
    """
    if live.match is None:
        return []
    runs: list[tuple[Seat | None, int, list[Msg]]] = []
    last = since
    for row in await decisions.public(tables.db, live.id, since):
        if not runs or runs[-1][0] != row.seat:
            runs.append((row.seat, last, []))
        runs[-1][2].extend(event.text for event in unpack_events(row.events) if event.is_deed)
        last = row.n
    if len(runs) > _STEPS:
        runs = [(None, since, []), *runs[1 - _STEPS :]]
    found: list[tuple[Seat | None, Any]] = []
    for seat, n, deeds in runs:
        match = (await tables.stored(tables.db, live, n)).match
        found.append((whose(seat, bool(match.tail), deeds), match.view(None)))
    return found
