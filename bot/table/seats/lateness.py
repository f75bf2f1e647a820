"""Lateness: the player on turn has used up allowance and bank. Nothing ends and nobody wins by it.

Lateness is announced at the table, and anybody may give time. The other players' options depend on how late the player
is.
"""

from collections.abc import Awaitable, Callable
from typing import Literal

from bot.table.clock import leave
from bot.table.clock.availability import load_waking_hours
from bot.table.clock.waking_hours import DAY, HOUR, WAKING_DAY, WakingHours
from bot.table.deadline import deadlines, outages
from bot.table.deadline.seat_clock import MAY_ANSWER, STAGES, SeatClock
from bot.table.notices import outbox
from bot.table.service.decision_batch import DecisionBatch
from bot.table.service.table_service import TableService
from bot.table.state.people import Person
from bot.table.state.seat_names import name_at_seat
from bot.table.state.settings import FIXED
from bot.table.state.table import QuestionRef, Table
from engines.kernel import Message, Refused, Seat
from storage import Transaction
from storage.kinds import OutboxKind
from storage.persons import absences, people
from storage.persons.absences import AbsenceRow
from storage.play import decisions, open_questions
from storage.time import timers
from storage.time.timers import TimerRow

Stage = Literal["in_time", "late", "may_answer", "opens"]
Opens = Callable[[Transaction, Seat], Awaitable[None]]
STAGE_NAMES: tuple[Stage, ...] = ("late", "may_answer", "opens")
"""The stages in the order of `STAGES`."""


def find_stage(clock: SeatClock, now: int) -> Stage:
    """Return the present stage of lateness: the announced one, or a later one that is due."""
    present_stage: Stage = STAGE_NAMES[clock.stages_announced - 1] if clock.stages_announced else "in_time"
    for nth in range(clock.stages_announced, len(STAGE_NAMES)):
        at = clock.find_stage_time(nth)
        if at is not None and at <= now:
            present_stage = STAGE_NAMES[nth]
    return present_stage


async def handle_timer(service: TableService, table: Table, row: TimerRow, open_seat: Opens | None = None) -> None:
    """Announce the next stage of lateness, once. A timer that comes too early is set again.

    open_seat: called at the last stage, in the same transaction, so that a crash cannot prevent the opening of the
    seat.
    """
    seat, now = int(row.key), service.clock()
    async with service.change(table) as tx:
        if await timers.take_timer(tx, row.id) is None or seat not in table.waiting:
            return
        clock = await deadlines.load_question_clock(tx, table, seat)
        at = None if clock is None else clock.find_stage_time(clock.stages_announced)
        if (
            clock is None
            or at is None
            or at > now
            or (
                clock.stages_announced == 0
                and clock.has_used_up(0, now)
                and await _use_automatic_leave(tx, table, seat, now)
            )
        ):
            await deadlines.arm_timers(tx, table, now)
            return
        latest_at = clock.find_stage_time(MAY_ANSWER)
        is_called_long_ago = (
            clock.stages_announced <= MAY_ANSWER
            and latest_at is not None
            and latest_at <= now
            and not clock.has_used_up(MAY_ANSWER, now)
        )
        nth = MAY_ANSWER if is_called_long_ago else clock.stages_announced
        next_stage = STAGE_NAMES[nth]
        await deadlines.record_stages(tx, table, seat, nth + 1, now)
        if next_stage != "opens" or open_seat is None:  # the opening of a seat has its own notice
            key = "notice.late.called_long_ago" if is_called_long_ago else f"notice.late.{next_stage}"
            await _announce_stage(tx, table, seat, next_stage, key, now)
        else:
            await open_seat(tx, seat)


async def _use_automatic_leave(tx: Transaction, table: Table, seat: Seat, now: int) -> bool:
    """Use leave automatically before the seat is late, counted by the hour, and announce it.

    At most once a turn, never before the first move, not with a substitute, and only if person and table allow it.
    """
    person = table.seats[seat].person
    row = None if person is None or table.seats[seat].substitute is not None else await people.load_person(tx, person)
    if row is None or person is None or not row.uses_auto_leave or table.settings.pace == FIXED:
        return False
    all_absences = await absences.load_absences(tx, person)
    until = now + min(leave.MAX_AUTOMATIC_DAYS * DAY, leave.compute_leave_left(all_absences, now) // HOUR * HOUR)
    added = AbsenceRow(0, person, "net", now, until, now)
    counted_spans = leave.list_counting_spans(
        [*all_absences, added], since=table.row.started_at or 0, days=table.settings.leave_days
    )
    if until <= now or (now, until) not in counted_spans or not await deadlines.record_automatic_leave(tx, table, seat):
        return False
    await absences.add_absence(tx, person, "net", now, until, now)
    name = table.seats[seat].name
    await outbox.enqueue_notice(tx, table, now, "notice.drawn", mention=(person,), who=name, end=until // 1000)
    await outbox.enqueue_card(tx, table, now)
    return True


async def _announce_stage(tx: Transaction, table: Table, seat: Seat, new_stage: Stage, key: str, now: int) -> None:
    person = table.seats[seat].person
    mention = () if person is None else (person,)
    sentence = Message(key, {"who": table.seats[seat].name})
    takeover_seat, offers = (None, ()) if new_stage == "late" else (seat, (f"press:{seat}",))
    notice = outbox.Notice(sentence, mention, more_time_seat=seat, takeover_seat=takeover_seat, further_buttons=offers)
    await outbox.enqueue(tx, table, now, OutboxKind.NOTICE, f"late.{new_stage}:{now}", notice)


async def is_gone(service: TableService, table: Table, seat: Seat) -> bool:
    """Return whether others may step in for the person: on autopilot, absent, or late."""
    person, now = table.seats[seat].person, service.clock()
    if person is None or table.seats[seat].autopilot_policy is not None:
        return True
    absence_rows = await absences.load_absences(service.db, person, now)
    return any(absence.from_at <= now for absence in absence_rows) or await is_late(service, table, seat)


async def is_late(service: TableService, table: Table, seat: Seat) -> bool:
    """Return whether the person is late by a waking day; without a clock, whether they were notified long ago."""
    person, now = table.seats[seat].person, service.clock()
    if seat not in table.waiting or person is None:
        return False
    clock = await deadlines.load_question_clock(service.db, table, seat)
    if clock is not None:
        return find_stage(clock, now) in ("may_answer", "opens")
    called_at = next(
        (row.notified_at for row in await open_questions.load_open_questions(service.db, table.id) if row.seat == seat),
        None,
    )
    if called_at is None:
        return False
    hours = (await load_waking_hours(service.db, [person])).get(person, WakingHours())
    counted = await outages.exclude_outages(service.db, table.row.guild_id, hours, called_at)
    return counted.count_waking_time(called_at, now) >= STAGES[-1]


_CALENDAR_REFUSALS = {
    "table.refused.not_gone": "table.refused.not_gone_or_called",
    "life.refused.not_late": "life.refused.not_late_or_called",
}
"""Key of a refusal -> its key at tables that also count the days since the call."""


def build_early_refusal(key: str, table: Table, seat: Seat) -> Refused:
    """Build the refusal of those who want to step in too early, by what the pace of the table counts."""
    pace = deadlines.find_time_control(table)
    if pace is None or pace.latest_takeover is None:
        return Refused(key, who=table.names[seat])
    return Refused(_CALENDAR_REFUSALS[key], who=table.names[seat], days=pace.latest_takeover // DAY)


async def give_day(service: TableService, table: Table, person: Person, seat: Seat) -> None:
    """Give another seat a waking day. Raises Refused for one's own seat, or where no clock runs."""
    own_seat = table.require_seat(person.id)
    if own_seat == seat:
        raise Refused("table.refused.own_clock")
    table.require_match()
    now = service.clock()
    clock = await deadlines.load_turn_clock(service.db, table, seat)
    if clock is None or seat not in table.waiting:
        raise Refused("table.refused.no_clock")
    async with service.change(table, person) as tx:
        await deadlines.give_time(tx, table, seat, WAKING_DAY, now)
        giver = name_at_seat(person.name, own_seat)
        await outbox.enqueue_notice(tx, table, now, "notice.day_given", giver=giver, who=table.seats[seat].name)


async def check_forcing_vote(service: TableService, table: Table, asker: Person, seat: Seat | None) -> None:
    """Raises Refused unless the asker may force an answer of that seat: it is asked and late, and
    has a default answer.
    """
    table.require_match()
    own_seat = table.require_seat(asker.id)
    if seat is None or seat == own_seat or seat not in table.waiting:
        raise Refused("life.refused.not_asked")
    if not table.seats[seat].is_vacant and not await is_late(service, table, seat):
        raise build_early_refusal("life.refused.not_late", table, seat)
    require_default_answer(table, seat)


def require_default_answer(table: Table, seat: Seat) -> tuple[QuestionRef, tuple[str, ...]]:
    """Return the open question and its default answer. Raises Refused if it has none."""
    prompt, ref = None if table.match is None else table.match.find_prompt(seat), table.build_question_ref(seat)
    if prompt is None or ref is None or prompt.timeout_answer is None:
        raise Refused("life.refused.no_printed")
    return ref, prompt.timeout_answer


async def end_automatic_leave(tx: Transaction, batch: DecisionBatch) -> None:
    """End automatic leave of a person who has answered."""
    if batch.person is not None and await leave.end_automatic_leave(tx, batch.person.id, batch.now):
        batch.service.has_inbox_rows = True


async def record_forced_default(tx: Transaction, batch: DecisionBatch) -> None:
    """Record and announce the people who forced a late player's default answer."""
    if not batch.forced_by:
        return
    table = batch.table
    await decisions.save_forcers(tx, table.id, batch.applied[0].n, batch.forced_by)
    names = ", ".join(holder.name for holder in table.held_seats if holder.person_to_notify in batch.forced_by)
    await outbox.enqueue_notice(tx, table, batch.now, "life.pressed", names=names, who=table.names[batch.seat])
