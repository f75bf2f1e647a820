"""Deadlines: when a question answers itself, or its player is late, by the clock of the seat that is asked."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from engines.kernel import Prompt, Seat
from storage import Source, Transaction
from storage.play import open_questions
from storage.time import clocks, timers
from storage.time.clocks import ClockRow

from .live import FIXED, LiveTable
from .time.hours import HOUR, Hours
from .time.lives import hours_of
from .time.pace import PACES, Pace, TurnClock

ALWAYS = Hours()
"""A table that counts hours of the wall counts those of the night too."""
TIMEOUT, LATE = "timeout", "late"
"""Timers: the question answers itself; the player of a turn has used all time, and the others may act (`late`)."""


class SeatClock(NamedTuple):
    """The clock of a seat in its present turn."""

    turn: int
    clock: TurnClock
    pace: Pace
    hours: Hours

    @property
    def out_at(self) -> int | None:
        return self.clock.out_at(self.pace, self.hours)


@dataclass(frozen=True, slots=True)
class Deadline:
    """kind: what happens `at`."""

    kind: str
    key: str
    at: int


def pace_of(live: LiveTable) -> Pace | None:
    """How fast the table plays; None: as slowly as its people like. Tables of before keep their hours of the wall."""
    if live.plan.pace == FIXED:
        hours = live.plan.timeout_hours
        return None if hours is None else Pace(hours * HOUR, 0, 0, hours * HOUR)
    return PACES.get(live.plan.pace)


def on_turn(live: LiveTable) -> frozenset[Seat]:
    """Seats that answer on their own turn. Where it is nobody's turn, that holds for all who are asked."""
    if live.game.moment is None:
        return frozenset()
    turn = live.turn
    return frozenset(seat for seat in live.waiting if turn is None or seat == turn)


def settles_itself(live: LiveTable, prompt: Prompt) -> bool:
    """Whether the question is answered by its default when the clock is out; a turn only at tables of before."""
    return prompt.default is not None and (live.plan.pace == FIXED or prompt.seat not in on_turn(live))


async def arm(tx: Transaction, live: LiveTable, now: int) -> None:
    """Every seat that was called gets its deadline; deadlines of questions that are gone stop.

    The questions of one's own turn share one clock, which stands still while others are asked; a question off turn has
    a short clock of its own. Nobody's clock runs who was not truly called, and none while the table pauses.
    """
    pace = pace_of(live)
    wanted = {} if pace is None else {(d.kind, d.key): d.at for d in await _deadlines(tx, live, pace, now)}
    armed = {(row.kind, row.key) for row in await timers.of_game(tx, live.id) if row.kind in (TIMEOUT, LATE)}
    for kind, key in armed - wanted.keys():
        await timers.cancel(tx, live.id, kind, key)
    for kind, key in wanted.keys() - armed:
        await timers.put(tx, live.id, kind, key, wanted[kind, key])


async def called(tx: Transaction, live: LiveTable, seat: Seat, step: int, epoch: int, now: int) -> None:
    """The call of this question has truly gone out: from now on its clock runs."""
    await open_questions.mark_called(tx, live.id, seat, step=step, epoch=epoch, at=now)
    if live.is_playing:
        await arm(tx, live, now)


async def stand_still(tx: Transaction, live: LiveTable, now: int) -> None:
    """Every clock is settled up to now and stands; what was armed is armed anew by `arm`."""
    pace = pace_of(live)
    if pace is not None:
        await _run(tx, live, pace, await _hours(tx, live), frozenset(), now)
    for kind in (TIMEOUT, LATE):
        await timers.cancel(tx, live.id, kind)


async def clock_of(source: Source, live: LiveTable, seat: Seat) -> SeatClock | None:
    """The clock of a seat; None: the table has none, or the seat has not been on turn yet."""
    pace, row = pace_of(live), (await clocks.of_game(source, live.id)).get(seat)
    if pace is None or row is None:
        return None
    return SeatClock(row.turn, _clock(row), pace, (await _hours(source, live))[seat])


async def give(tx: Transaction, live: LiveTable, seat: Seat, waking: int, now: int) -> None:
    """The seat's bank grows by so much waking time: somebody waits gladly."""
    row = (await clocks.of_game(tx, live.id)).get(seat)
    if row is not None:
        await clocks.put(tx, ClockRow(row.game, seat, row.turn, row.bank + waking, row.used, row.running_since))
        await timers.cancel(tx, live.id, LATE)
        await arm(tx, live, now)


async def _deadlines(tx: Transaction, live: LiveTable, pace: Pace, now: int) -> list[Deadline]:
    """Of the open questions whose players were called."""
    assert live.match is not None
    asked = await open_questions.of_game(tx, live.id)
    called = {row.seat for row in asked if row.called_at is not None and live.seats[row.seat].called is not None}
    hours = await _hours(tx, live)
    running = await _run(tx, live, pace, hours, set() if live.pauses else on_turn(live) & called, now)
    found = []
    for seat in () if live.pauses else called & {*live.waiting}:
        prompt, ref = live.match.prompt(seat), live.ref(seat)
        if prompt is None or ref is None:
            continue
        out = running[seat].out_at if seat in running else hours[seat].after(now, pace.question)
        if out is not None and settles_itself(live, prompt):
            found.append(Deadline(TIMEOUT, ref.encode(), out))
        elif out is not None and seat in running:
            found.append(Deadline(LATE, f"{seat}", out))
    return found


async def _run(
    tx: Transaction, live: LiveTable, pace: Pace, hours: dict[Seat, Hours], seats: set[Seat] | frozenset[Seat], now: int
) -> dict[Seat, SeatClock]:
    """From now on the clocks of these seats run, and all others stand still. Those that run."""
    known = await clocks.of_game(tx, live.id)
    running = {}
    for seat in sorted({*known, *seats}):
        row = known.get(seat) or ClockRow(live.id, seat, live.base_n, pace.bank, 0, None)
        clock, turn = _clock(row), row.turn
        if seat in seats:
            if turn != live.base_n:
                clock, turn = clock.next_turn(pace, hours[seat], now), live.base_n
            clock = clock.running(now)
            running[seat] = SeatClock(turn, clock, pace, hours[seat])
        else:
            clock = clock.standing(hours[seat], now)
        changed = ClockRow(live.id, seat, turn, clock.bank, clock.used, clock.since)
        if changed != known.get(seat):
            await clocks.put(tx, changed)
    return running


async def _hours(source: Source, live: LiveTable) -> dict[Seat, Hours]:
    """The hours that count for each seat."""
    if live.plan.pace == FIXED:
        return dict.fromkeys(range(len(live.seats)), ALWAYS)
    lives = await hours_of(source, [seated.person for seated in live.seats if seated.person is not None])
    return {seated.seat: lives.get(seated.person or 0, ALWAYS) for seated in live.seats}


def _clock(row: ClockRow) -> TurnClock:
    return TurnClock(row.bank, row.used, row.running_since)
