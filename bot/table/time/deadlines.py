"""Deadlines: when a question answers itself, or its player is late, by the clock of the seat that is asked.

What is armed follows from the stored clocks, pauses and people's hours alone, so it may be armed anew at any time.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace
from typing import Literal, NamedTuple

from bot.table.live import FIXED, LiveTable
from bot.table.notices.ping import Ping, pack
from engines.kernel import Prompt, Seat
from storage import Source, Transaction
from storage.persons import people
from storage.play import checkpoints, decisions, open_questions
from storage.play.open_questions import NEVER, OpenQuestionRow
from storage.time import clocks, ended_turns, presence, timers
from storage.time.clocks import ClockRow
from storage.time.kinds import Timer
from storage.time.timers import DEADLINES

from . import undone
from .counting import hours_that_count
from .hours import HOUR, WAKING_DAY, Hours
from .pace import PACES, Pace, TurnClock

ALWAYS = Hours()
"""A table that counts hours of the wall counts those of the night too."""
STAGES = (0, WAKING_DAY, 5 * WAKING_DAY)
"""Waking time of the player after the time was out: the table is told three times."""


class SeatClock(NamedTuple):
    """The clock of a seat: of its present turn, or of its question off turn.

    turn: the checkpoint at which the turn began, None off turn; reminded, told: as stored (storage.time.clocks); grace:
    nobody runs out of time before
    """

    turn: int | None
    clock: TurnClock
    pace: Pace
    hours: Hours
    reminded: int = 0
    told: int = 0
    grace: int = 0

    @property
    def out_at(self) -> int | None:
        """When nothing is left: in the person's day, and not in its first hour."""
        return self.stage_at(0)

    def stage_at(self, stage: int) -> int | None:
        """When the table is told for the nth time that the seat is late; None: never again, or the clock stands.

        Lateness is counted like the time before it: what a pause or an outage interrupts goes on where it was.
        """
        if self.clock.since is None or stage >= len(STAGES):
            return None
        end = self.pace.allowance + self.clock.bank + STAGES[stage]
        return self.hours.up(max(self.hours.after(self.clock.since, max(0, end - self.clock.used)), self.grace))

    def remind_at(self, first: int | None, now: int) -> int | None:
        """When the person is reminded next (`Pace.marks`), now if that is overdue; None: not any more."""
        marks = [mark for mark in self.pace.marks(self.clock.bank, first) if mark > self.reminded]
        overdue = [mark for mark in marks if mark <= self.clock.used_by(self.hours, now)]
        if overdue:
            return self.hours.wakes(now)
        return self.clock.passes(marks[0], self.hours, now) if marks else None


@dataclass(frozen=True, slots=True)
class Deadline:
    """kind: what happens `at` to the seat."""

    kind: Literal[Timer.TIMEOUT, Timer.LATE]
    seat: Seat
    at: int


def pace_of(live: LiveTable) -> Pace | None:
    """How fast the table plays; None: as slowly as its people like. Tables of before keep their hours of the wall."""
    if live.plan.pace == FIXED:
        hours = live.plan.timeout_hours
        return None if hours is None else Pace(hours * HOUR, 0, 0, hours * HOUR)
    return PACES.get(live.plan.pace)


def reminds(live: LiveTable) -> bool:
    """Whether the clock says when people are reminded; else the table's rhythm does (`calls`)."""
    return live.plan.pace in PACES


def on_turn(live: LiveTable) -> frozenset[Seat]:
    """Seats that answer on the clock of a turn: whoever is on turn, all who are asked where it is nobody's turn, and
    off turn whoever silence cannot answer for.
    """
    if live.game.moment is None or live.match is None:
        return frozenset()
    turn, found = live.turn, []
    for seat in live.waiting:
        prompt = live.match.prompt(seat)
        if turn in (None, seat) or (prompt is not None and prompt.default is None):
            found.append(seat)
    return frozenset(found)


def settles_itself(live: LiveTable, prompt: Prompt) -> bool:
    """Whether the question is answered by its default when the clock is out; a turn only at tables of before."""
    return prompt.default is not None and (live.plan.pace == FIXED or prompt.seat not in on_turn(live))


async def arm(tx: Transaction, live: LiveTable, now: int) -> None:
    """Every seat that was called gets its deadline and reminder; those of questions that are gone stop.

    The questions of one's own turn share one clock, which stands still while others are asked; a question off turn has
    a short clock of its own. Nobody's clock runs who was not truly called, and none while the table pauses.
    """
    pace = pace_of(live)
    if pace is None:
        return
    asked = await _asked(tx, live)
    called = {seat for seat, row in asked.items() if row.called_at is not None} if not live.pauses else set()
    running = await _run(tx, live, pace, asked, called, now)
    wanted: dict[tuple[str, str], tuple[int, bytes]] = {}
    for seat, clock in running.items():
        due = _due(live, seat, clock)
        if due is not None:
            wanted[due.kind, _key(live, due)] = max(now, due.at), b""
        ping = ping_of(live, asked[seat])
        at = await _reminded_at(tx, live, asked[seat], clock, now)
        if ping is not None and at is not None:
            wanted[Timer.REMINDER, str(seat)] = at, pack(ping)
    kinds = _kinds(live)
    wanted = {name: due for name, due in wanted.items() if name[0] in kinds}
    for row in await timers.of_game(tx, live.id):
        if row.kind in kinds and (row.kind, row.key) not in wanted:
            await timers.cancel(tx, live.id, row.kind, row.key)
        elif row.kind in kinds and wanted[row.kind, row.key][0] in (row.due_at, max(now, row.due_at)):
            del wanted[row.kind, row.key]
    for (kind, key), (at, payload) in wanted.items():
        await timers.put(tx, live.id, kind, key, at, payload)


async def called(tx: Transaction, live: LiveTable, seat: Seat, step: int, epoch: int, now: int) -> None:
    """The call of this question has truly gone out: from now on its clock runs."""
    await open_questions.mark_called(tx, live.id, seat, step=step, epoch=epoch, at=now)
    if live.is_playing:
        await arm(tx, live, now)


async def settled(tx: Transaction, live: LiveTable, now: int) -> None:
    """Every clock is settled up to now and stands, until `arm`."""
    pace = pace_of(live)
    if pace is not None:
        await _run(tx, live, pace, await _asked(tx, live), set(), now)


async def stand_still(tx: Transaction, live: LiveTable, now: int) -> None:
    """Every clock is settled up to now and stands; what was armed is armed anew by `arm`."""
    if pace_of(live) is None:
        return
    await settled(tx, live, now)
    for kind in _kinds(live):
        await timers.cancel(tx, live.id, kind)


async def clock_of(source: Source, live: LiveTable, seat: Seat) -> SeatClock | None:
    """The clock of a seat's own turn; None: the table has none, or the seat has not been on turn yet."""
    pace, row = pace_of(live), (await clocks.of_game(source, live.id)).get(seat)
    if pace is None or row is None:
        return None
    return _turn_clock(row, pace, (await hours_at(source, live))[seat], await presence.grace_until(source))


async def asked_clock(source: Source, live: LiveTable, seat: Seat) -> SeatClock | None:
    """The clock of what the seat is asked now, on its turn or off; None: no clock, or nothing is asked."""
    return (await running(source, live)).get(seat)


async def running(source: Source, live: LiveTable) -> dict[Seat, SeatClock]:
    """The clocks of all who are asked, running or not."""
    pace = pace_of(live)
    if pace is None:
        return {}
    known, hours = await clocks.of_game(source, live.id), await hours_at(source, live)
    grace, own = await presence.grace_until(source), on_turn(live)
    found = {}
    for seat, row in (await _asked(source, live)).items():
        if seat not in own:
            found[seat] = _question_clock(row, pace, hours[seat], grace)
        elif seat in known and known[seat].turn == live.base_n:
            found[seat] = _turn_clock(known[seat], pace, hours[seat], grace, row.called_at)
    return found


async def shown(source: Source, live: LiveTable, now: int, calling: Collection[Seat] = ()) -> dict[Seat, Deadline]:
    """What everybody may read: until when each seat that is asked may answer. calling: those that are called now."""
    pace = pace_of(live)
    if pace is None or live.pauses:
        return {}
    clocks_now, hours = await running(source, live), await hours_at(source, live)
    known, grace = await clocks.of_game(source, live.id), await presence.grace_until(source)
    found = {}
    for seat in live.waiting:
        clock = clocks_now.get(seat)
        if clock is None or (clock.clock.since is None and seat in calling):
            if seat not in calling:
                continue
            if clock is None:
                row = await _next(source, known.get(seat), live, seat, pace, hours[seat], now)
                clock = _turn_clock(row, pace, hours[seat], grace, now)
            clock = clock._replace(clock=clock.clock.running(now))
        due = _due(live, seat, clock._replace(told=0))
        if due is not None:
            found[seat] = due
    return found


async def give(tx: Transaction, live: LiveTable, seat: Seat, waking: int, now: int) -> None:
    """The seat's bank grows by so much waking time: somebody waits gladly."""
    row = (await clocks.of_game(tx, live.id)).get(seat)
    if row is not None:
        if row.running_since is not None:  # leave counts again from now on, not for what has passed
            used = _clock(row).used_by((await hours_at(tx, live))[seat], now)
            row = replace(row, used=used, running_since=now)
        await clocks.put(tx, replace(row, bank=row.bank + waking, told=0, late_at=None))
        await arm(tx, live, now)


async def told(tx: Transaction, live: LiveTable, seat: Seat, stages: int, now: int) -> None:
    """The table was told so many stages of the seat's lateness."""
    row = (await clocks.of_game(tx, live.id)).get(seat)
    if row is not None:
        await clocks.put(tx, replace(row, told=stages, late_at=row.late_at or now))
        await arm(tx, live, now)


async def drawn(tx: Transaction, live: LiveTable, seat: Seat) -> bool:
    """Leave is drawn for the seat's turn. False: it was before, or nothing was ever played on the seat."""
    row = (await clocks.of_game(tx, live.id)).get(seat)
    if row is None or row.drawn or not any(one.seat == seat for one in await decisions.live(tx, live.id)):
        return False
    await clocks.put(tx, replace(row, drawn=1))
    return True


async def reminded(tx: Transaction, live: LiveTable, seat: Seat, now: int) -> None:
    """The person was reminded: of what is overdue by now nobody reminds again."""
    clock, asked = await asked_clock(tx, live, seat), (await _asked(tx, live)).get(seat)
    if clock is None or asked is None:
        return
    used = max(clock.clock.used_by(clock.hours, now), 1)
    if clock.turn is None:
        await open_questions.set_clock(
            tx, live.id, seat, used=asked.used, running_since=asked.running_since, reminded=used
        )
    else:
        row = (await clocks.of_game(tx, live.id))[seat]
        await clocks.put(tx, replace(row, reminded=used))
    await arm(tx, live, now)


async def reminder_due(source: Source, live: LiveTable, seat: Seat, now: int) -> int | None:
    """When the person is to be reminded, if that is still to come; None: now, or the clock does not say when."""
    clock, row = await asked_clock(source, live, seat), (await _asked(source, live)).get(seat)
    if clock is None or row is None or not reminds(live):
        return None
    at = await _reminded_at(source, live, row, clock, now)
    return at if at is not None and at > now else None


def ping_of(live: LiveTable, row: OpenQuestionRow, count: int = 1) -> Ping | None:
    """The reminder of an open question; None: nobody is called there."""
    person = live.seats[row.seat].called
    return None if person is None else Ping(row.seat, row.step, row.epoch, person, count)


def _kinds(live: LiveTable) -> tuple[str, ...]:
    """Timers that are armed by the clocks."""
    return (*DEADLINES, Timer.REMINDER) if reminds(live) else DEADLINES


async def _asked(source: Source, live: LiveTable) -> dict[Seat, OpenQuestionRow]:
    """Open questions that a person has to answer."""
    rows = await open_questions.of_game(source, live.id)
    return {row.seat: row for row in rows if row.seat in live.waiting and live.seats[row.seat].called is not None}


def _due(live: LiveTable, seat: Seat, clock: SeatClock) -> Deadline | None:
    prompt = None if live.match is None else live.match.prompt(seat)
    if prompt is None or clock.out_at is None:
        return None
    if settles_itself(live, prompt):
        return Deadline(Timer.TIMEOUT, seat, clock.out_at)
    at = None if clock.turn is None else clock.stage_at(clock.told)
    return None if at is None else Deadline(Timer.LATE, seat, at)


def _key(live: LiveTable, due: Deadline) -> str:
    ref = live.ref(due.seat)
    assert ref is not None
    return ref.encode() if due.kind == Timer.TIMEOUT else str(due.seat)


async def _reminded_at(source: Source, live: LiveTable, row: OpenQuestionRow, clock: SeatClock, now: int) -> int | None:
    """When the person is called again, if at all."""
    if live.row.reminder_hours is None:
        return None
    if row.snoozed_until is not None:
        return None if row.snoozed_until == NEVER else clock.hours.wakes(max(now, row.snoozed_until))
    person = await people.get(source, live.seats[row.seat].called or 0)
    own = None if person is None or person.remind_hours is None else person.remind_hours * HOUR
    return clock.remind_at(own, now)


async def _run(
    tx: Transaction, live: LiveTable, pace: Pace, asked: dict[Seat, OpenQuestionRow], called: Collection[Seat], now: int
) -> dict[Seat, SeatClock]:
    """From now on the clocks of these seats run, and all others stand still. Those that run."""
    known, hours, own = await clocks.of_game(tx, live.id), await hours_at(tx, live), on_turn(live)
    grace = await presence.grace_until(tx)
    running = {}
    for seat in sorted({*known, *(own & set(called))}):
        row = known.get(seat)
        if seat in own and seat in called:
            before, row = row, await _next(tx, row, live, seat, pace, hours[seat], now)
            await undone.keep(tx, before, row, hours[seat], now)
            row = replace(row, running_since=now) if row.running_since is None else row
            running[seat] = _turn_clock(row, pace, hours[seat], grace, asked[seat].called_at)
        elif row is not None and row.running_since is not None:
            row = replace(row, used=_clock(row).used_by(hours[seat], now), running_since=None)
        if row is not None and row != known.get(seat):
            await clocks.put(tx, row)
    for seat, question in asked.items():
        used, since = question.used, question.running_since
        if seat in called and seat not in own:
            since = now if since is None else since
            running[seat] = _question_clock(replace(question, running_since=since), pace, hours[seat], grace)
        elif since is not None:
            used, since = TurnClock(0, used, since).used_by(hours[seat], now), None
        if (used, since) != (question.used, question.running_since):
            await open_questions.set_clock(
                tx, live.id, seat, used=used, running_since=since, reminded=question.reminded
            )
    return running


async def _next(
    source: Source, row: ClockRow | None, live: LiveTable, seat: Seat, pace: Pace, hours: Hours, now: int
) -> ClockRow:
    """The seat's row in the present turn: as it is, or of a new turn. A turn that was taken back never ended
    (`undone.merged`).
    """
    if row is None:
        return ClockRow(live.id, seat, live.base_n, pace.bank, 0, None)
    if row.turn == live.base_n:
        return row
    if row.turn and not await checkpoints.stands(source, live.id, row.turn):
        earlier = await ended_turns.taken_back(source, live.id, seat, live.base_n)
        return undone.merged(earlier, row, live.base_n, pace)
    clock = _clock(row).next_turn(pace, hours, now)
    return ClockRow(live.id, seat, live.base_n, clock.bank, clock.used, clock.since)


async def hours_at(source: Source, live: LiveTable, *, drawn: bool = True) -> dict[Seat, Hours]:
    """The hours that count for each seat at this table. drawn=False: when its person may be called."""
    if live.plan.pace == FIXED:
        return dict.fromkeys(range(len(live.seats)), ALWAYS)
    answering = {one.seat: person for one in live.seats if (person := one.sitter or one.person) is not None}
    known, since = await clocks.of_game(source, live.id), live.row.started_at or 0
    lives = await hours_that_count(
        source, answering, known, turn=live.base_n, since=since, days=live.plan.leave_days, drawn=drawn
    )
    return {seated.seat: lives.get(seated.seat, ALWAYS) for seated in live.seats}


def _clock(row: ClockRow) -> TurnClock:
    return TurnClock(row.bank, row.used, row.running_since)


def _turn_clock(row: ClockRow, pace: Pace, hours: Hours, grace: int, called_at: int | None = None) -> SeatClock:
    """Whoever was just called, in a turn whose time others' questions have not given back, has an hour of their day."""
    if called_at is not None:
        grace = max(grace, hours.after(called_at, HOUR))
    return SeatClock(row.turn, _clock(row), pace, hours, row.reminded, row.told, grace)


def _question_clock(row: OpenQuestionRow, pace: Pace, hours: Hours, grace: int) -> SeatClock:
    return SeatClock(None, TurnClock(0, row.used, row.running_since), pace.off_turn, hours, row.reminded, 0, grace)
