"""Autopilot: a computer player answers for an absent person until their next own answer. The seat stays theirs.

It begins on the person's own wish, or by a vote of the others when the person is absent or late (`consent`).
"""

from dataclasses import replace

from bot.table.deadline import deadlines
from bot.table.notices import outbox, turn_notifications
from bot.table.service.decision_batch import DecisionBatch
from bot.table.service.table_service import TableService
from bot.table.state.people import Person
from bot.table.state.table import Table
from engines.kernel import Message, Refused, Seat, list_policies
from storage import Transaction
from storage.kinds import OutboxKind, TimerKind
from storage.play import open_questions, seats
from storage.time import timers

from . import lateness, table_sleep, tenures


async def start_own_autopilot(service: TableService, table: Table, person: Person) -> None:
    """Start the autopilot for oneself (`check_own_autopilot`)."""
    seat = check_own_autopilot(table, person)
    async with service.change(table, person) as tx:
        await start_autopilot(tx, service, table, seat, service.clock(), "notice.relief_own")


def check_own_autopilot(table: Table, person: Person) -> Seat:
    """Return the person's seat. Raises Refused if they may not start the autopilot for themselves: it answers already,
    or all the other people are away, for whom the table may just as well wait.
    """
    seat = table.require_seat(person.id)
    table.require_match()
    if table.seats[seat].autopilot_policy is not None:
        raise Refused("table.refused.relieved_already", who=table.names[seat])
    has_others = any(other.person_to_notify is not None for other in table.seats if other.seat != seat)
    if not has_others and not is_alone_with_computers(table, seat):
        raise Refused("table.refused.nobody_left")
    return seat


def is_alone_with_computers(table: Table, seat: Seat) -> bool:
    """Return whether all other seats are computer players', so that the autopilot plays the game to its end."""
    return all(other.is_computer for other in table.seats if other.seat != seat)


async def stop_own_autopilot(service: TableService, table: Table, person: Person) -> None:
    """Stop one's autopilot. Raises Refused if there is none."""
    seat = table.require_seat(person.id)
    table.require_match()
    if table.seats[seat].autopilot_policy is None:
        raise Refused("table.refused.not_relieved")
    now = service.clock()
    async with service.change(table, person) as tx:
        await stop_autopilot(tx, service, table, seat, now)
        await table_sleep.wake_table(tx, table, now)
        await welcome_back(tx, table, seat, now)


async def check_autopilot_vote(service: TableService, table: Table, asker: Person, seat: Seat | None) -> None:
    """Raises Refused unless the asker may request an autopilot for that seat: its person is gone, or it is open."""
    table.require_match()
    own_seat = table.require_seat(asker.id)
    if seat is None or seat == own_seat or seat >= len(table.seats) or table.seats[seat].is_computer:
        raise Refused("table.refused.no_person_there")
    if table.seats[seat].autopilot_policy is not None:
        raise Refused("table.refused.relieved_already", who=table.names[seat])
    if not await lateness.is_gone(service, table, seat):
        raise lateness.build_early_refusal("table.refused.not_gone", table, seat)


async def start_autopilot(
    tx: Transaction, service: TableService, table: Table, seat: Seat, now: int, notice_key: str
) -> None:
    """Start the autopilot with the game's strongest computer player: no notifications, no clock. notice_key: of the
    notice.
    """
    assignment = table.seats[seat]
    row = replace(
        assignment.build_row(table.id),
        autopilot_policy=next(iter(list_policies(table.game))),
        substitute=None,
        substitute_until=None,
    )
    await tenures.change_assignment(tx, service, table, row, "relief", now)
    for kind in (TimerKind.POSTPONED_NOTIFICATION, TimerKind.REMINDER):
        await timers.cancel_timers(tx, table.id, kind, str(seat))
    mention = () if assignment.person is None or notice_key == "notice.relief_own" else (assignment.person,)
    notice = outbox.Notice(
        Message(notice_key, {"who": assignment.name}), mention, has_return_button=assignment.person is not None
    )
    await outbox.enqueue(tx, table, now, OutboxKind.NOTICE, f"relief.{seat}:{now}", notice)
    await outbox.enqueue_card(tx, table, now)


async def stop_autopilot(
    tx: Transaction, service: TableService, table: Table, seat: Seat, now: int, from_n: int | None = None
) -> None:
    """Stop the autopilot. from_n: the first decision that is the person's own again (None: the next)."""
    await seats.set_autopilot(tx, table.id, seat, None)
    await tenures.store_tenure(tx, service, table, seat, "back", now, from_n)
    await outbox.enqueue_button_removals(tx, table, now, f"relief.{seat}")


async def welcome_back(tx: Transaction, table: Table, seat: Seat, now: int) -> None:
    """Announce that the person is back. The clock of an open question starts now, if they had not
    been notified of it.
    """
    if not table.is_playing:
        return
    for row in await open_questions.load_open_questions(tx, table.id):
        if row.seat == seat:
            if row.notified_at is None:
                await deadlines.start_clock(tx, table, seat, row.step, row.epoch, now)
            await turn_notifications.start_reminder(tx, table, row, now)
    await deadlines.arm_timers(tx, table, now)
    await outbox.enqueue_notice(tx, table, now, "notice.relief_over", who=table.names[seat])
    await outbox.enqueue_card(tx, table, now)


async def stop_after_answer(tx: Transaction, batch: DecisionBatch) -> None:
    """Stop the autopilot of a seat whose person has answered; the answer is already their own."""
    if batch.ends_autopilot:
        await stop_autopilot(tx, batch.service, batch.table, batch.seat, batch.now, batch.applied[0].n)


async def welcome_after_answer(tx: Transaction, batch: DecisionBatch) -> None:
    """Announce that the person is back, after their answer was published."""
    if batch.ends_autopilot:
        await welcome_back(tx, batch.table, batch.seat, batch.now)
