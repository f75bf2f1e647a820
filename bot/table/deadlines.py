"""Deadlines: when a question answers itself, by the clock of the seat that is asked."""

from __future__ import annotations

from dataclasses import dataclass

from engines.kernel import Seat
from storage import Transaction, clocks, open_questions, timers
from storage.clocks import ClockRow

from .live import LiveTable
from .time.hours import HOUR, Hours
from .time.pace import Pace, TurnClock

ALWAYS = Hours()
"""A table that counts hours of the wall counts those of the night too."""


@dataclass(frozen=True, slots=True)
class SeatClock:
    """The clock of a seat in its present turn."""

    row: ClockRow
    pace: Pace
    hours: Hours

    @property
    def out_at(self) -> int | None:
        return _clock(self.row).out_at(self.pace, self.hours)


def pace_of(live: LiveTable) -> Pace | None:
    """How fast the table plays; None: as slowly as its people like."""
    hours = live.plan.timeout_hours
    return None if hours is None else Pace(hours * HOUR, 0, 0, hours * HOUR)


async def arm(tx: Transaction, live: LiveTable, now: int) -> None:
    """Questions with a time-out answer get a timer; the timers of questions that are gone stop.

    The questions of one's own turn share one clock, which stands still while others are asked; a question off turn has
    a clock of its own. Nobody's clock runs who was not truly called.
    """
    assert live.match is not None
    pace = pace_of(live)
    called = {row.seat for row in await open_questions.of_game(tx, live.id) if row.called_at is not None}
    armed = {row.key for row in await timers.of_game(tx, live.id) if row.kind == "timeout"}
    wanted: dict[str, int] = {}
    if pace is not None:
        running = await _run(tx, live, pace, called, now)
        for seat in called & {*live.waiting}:
            prompt, ref = live.match.prompt(seat), live.ref(seat)
            if prompt and ref and prompt.default is not None and not live.seats[seat].is_computer:
                out = running[seat].out_at if seat in running else None
                wanted[ref.encode()] = ALWAYS.after(now, pace.question) if out is None else out
    for key in armed - wanted.keys():
        await timers.cancel(tx, live.id, "timeout", key)
    for key in wanted.keys() - armed:
        await timers.put(tx, live.id, "timeout", key, wanted[key])


async def called(tx: Transaction, live: LiveTable, seat: Seat, step: int, epoch: int, now: int) -> None:
    """The call of this question has truly gone out: from now on its clock runs."""
    await open_questions.mark_called(tx, live.id, seat, step=step, epoch=epoch, at=now)
    if live.is_playing:
        await arm(tx, live, now)


async def _run(tx: Transaction, live: LiveTable, pace: Pace, called: set[Seat], now: int) -> dict[Seat, SeatClock]:
    """From now on the clock of the seat on turn runs, if it is asked, and all others stand still. Those that run."""
    on_turn = live.turn if live.turn in live.waiting and live.turn in called else None
    known = await clocks.of_game(tx, live.id)
    running = {}
    for seat in {*known, *((on_turn,) if on_turn is not None else ())}:
        row = known.get(seat) or ClockRow(live.id, seat, live.base_n, pace.bank, 0, None)
        clock = _clock(row)
        if seat == on_turn and row.turn != live.base_n:
            clock = clock.next_turn(pace, ALWAYS, now)
        clock = clock.running(now) if seat == on_turn else clock.standing(ALWAYS, now)
        turn = live.base_n if seat == on_turn else row.turn
        changed = ClockRow(live.id, seat, turn, clock.bank, clock.used, clock.since)
        if changed != known.get(seat):
            await clocks.put(tx, changed)
        if seat == on_turn:
            running[seat] = SeatClock(changed, pace, ALWAYS)
    return running


def _clock(row: ClockRow) -> TurnClock:
    return TurnClock(row.bank, row.used, row.running_since)
