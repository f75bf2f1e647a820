"""Open seats in play: how a seat is opened, who may take it, and what the others decide if nobody does.

The person who left may take it back until another person has. A person who has held another seat of the table, or
substituted there, may not take it: they have seen its hidden information.
"""

from bot.table.clock.waking_hours import WAKING_DAY, WEEK
from bot.table.deadline import deadlines, outages
from bot.table.notices import outbox
from bot.table.service import early_end
from bot.table.service.table_service import TableService
from bot.table.state.people import Person
from bot.table.state.seat_names import name_at_seat
from bot.table.state.settings import FIXED
from bot.table.state.table import Table
from bot.table.terms import languages
from engines.kernel import Message, Refused, Seat
from storage import Source, Transaction
from storage.kinds import OutboxKind, TimerKind
from storage.persons import people
from storage.play import invitations
from storage.play.invitations import InvitationRow
from storage.play.seat_tenures import TenureReason
from storage.play.seats import SeatRow
from storage.time import clocks, timers
from storage.time.clocks import ClockRow
from storage.time.timers import TimerRow

from . import host, table_sleep, tenures

MAX_WAIT = WEEK
"""Time that a seat waits for a new holder before the others are asked what to do."""
FIRST_DEADLINE = 2 * WAKING_DAY
"""A newcomer has at least the rest of a day and one whole day."""


async def resign_seat(service: TableService, table: Table, person: Person) -> None:
    """Give the seat up for good. If all but one person have, the table ends as conceded."""
    seat = require_own_seat(table, person)
    now = service.clock()
    conceded = ends_by_resignation(table, seat)
    async with service.change(table, person) as tx:
        await open_seat(tx, service, table, seat, "resigned", now, asked_by=person.id, is_offered=not conceded)
        if conceded:
            await early_end.end_table(tx, table, now, "conceded")


def ends_by_resignation(table: Table, seat: Seat) -> bool:
    """Return whether the game ends if this seat is given up, because only one person is left."""
    others = [assignment for assignment in table.seats if assignment.seat != seat]
    given_up = [
        assignment
        for assignment in others
        if assignment.is_vacant and find_open_reason(table, assignment.seat) == "resigned"
    ]
    return len(given_up) == len(others) - 1 and not all(assignment.is_vacant for assignment in others)


async def offer_own_seat(service: TableService, table: Table, person: Person, successor: Person | None) -> None:
    """Offer one's own seat to a successor. Until it is taken one may take it back."""
    seat = require_own_seat(table, person)
    if successor is not None:
        check_may_take(table, successor.id, seat)
        service.limiter.require_call(person.id, successor.id, successor.name)
    async with service.change(table, person) as tx:
        await open_seat(tx, service, table, seat, "offered", service.clock(), asked_by=person.id, successor=successor)
    if successor is not None:
        await service.limiter.record_calls(person.id, [successor.id])


async def invite_successor(
    service: TableService, table: Table, inviter: Person, seat: Seat, successor: Person | None
) -> None:
    """Invite a person (None: everybody) to an open seat. Raises Refused."""
    table.require_match()
    table.require_seat(inviter.id)
    if not table.seats[seat].is_vacant:
        raise Refused("life.refused.seat_held", who=table.names[seat])
    if successor is not None:
        check_may_take(table, successor.id, seat)
        service.limiter.require_call(inviter.id, successor.id, successor.name)
    now = service.clock()
    async with service.change(table, inviter) as tx:
        await people.save_person(tx, inviter.id, inviter.name, now)
        await offer_open_seat(tx, table, seat, successor, inviter.id, now)
    if successor is not None:
        await service.limiter.record_calls(inviter.id, [successor.id])


async def offer_open_seat(
    tx: Transaction, table: Table, seat: Seat, successor: Person | None, asked_by: int, now: int
) -> None:
    """Offer an open seat to this person (None: everybody)."""
    if successor is not None:
        await people.save_person(tx, successor.id, successor.name, now)
    person = None if successor is None else successor.id
    await invitations.save_invitation(tx, InvitationRow(table.id, seat, person, None, asked_by, now))
    await post_offer(tx, table, seat, now)


async def post_offer(tx: Transaction, table: Table, seat: Seat, now: int) -> None:
    """Post the offer of the open seat, replacing an earlier one; no effect if nobody is invited."""
    invitation = await invitations.load_invitation(tx, table.id, seat)
    if invitation is None:
        return
    key = "life.seat_offered" if invitation.person is None else "life.seat_offered_to"
    mention = () if invitation.person is None else (invitation.person,)
    offers = (f"take:{seat}", f"relieve:{seat}")
    notice = outbox.Notice(Message(key, {"who": find_last_holder_name(table, seat)}), mention, further_buttons=offers)
    await outbox.enqueue_button_removals(tx, table, now, f"{tenures.ADVERT}.{seat}")
    await outbox.enqueue(tx, table, now, OutboxKind.NOTICE, f"{tenures.ADVERT}.{seat}:{now}", notice)


async def open_seat(
    tx: Transaction,
    service: TableService,
    table: Table,
    seat: Seat,
    why: TenureReason,
    now: int,
    *,
    asked_by: int,
    successor: Person | None = None,
    is_offered: bool = True,
) -> None:
    """Open the seat and offer it. If it was the host's, another person becomes the host."""
    old_assignment, person = table.seats[seat], table.seats[seat].person
    await tenures.change_assignment(
        tx,
        service,
        table,
        SeatRow(table.id, seat, "open", None, None, old_assignment.colour, old_assignment.joined_at),
        why,
        now,
    )
    await timers.set_timer(tx, table.id, TimerKind.OPEN_SEAT, str(seat), now + MAX_WAIT)
    sentence = Message(f"life.vacant.{why}", {"who": old_assignment.name})
    mention = () if person is None or why in ("resigned", "offered") else (person,)
    await outbox.enqueue(tx, table, now, OutboxKind.NOTICE, f"vacant.{seat}:{now}", outbox.Notice(sentence, mention))
    if is_offered:
        await offer_open_seat(tx, table, seat, successor, asked_by, now)
    if person == table.row.host:
        heir = find_heir(table, seat)
        if heir is not None:
            await host.set_host(tx, table, heir, now)
    if not any(assignment.person_to_notify is not None for assignment in table.seats):
        await table_sleep.begin_sleep(tx, table, now)
    await outbox.enqueue_card(tx, table, now)


def find_heir(table: Table, seat: Seat) -> Seat | None:
    """Return the seat that becomes the host's when the host leaves `seat`: the first of a person who answers, else of
    any other.
    """
    others = [assignment for assignment in table.held_seats if assignment.seat != seat]
    reachable = [assignment for assignment in others if assignment.person_to_notify is not None]
    return next((assignment.seat for assignment in (*reachable, *others)), None)


async def take_seat(service: TableService, table: Table, person: Person, seat: Seat) -> None:
    """Take an open seat. Raises Refused if it is not open, or is offered to another person."""
    table.require_match()
    if not 0 <= seat < len(table.seats) or not table.seats[seat].is_vacant:
        raise Refused("life.refused.seat_taken")
    check_may_take(table, person.id, seat)
    invitation = await invitations.load_invitation(service.db, table.id, seat)
    is_return = person.id == find_last_holder(table, seat)
    if is_return and find_open_reason(table, seat) == "removed":
        raise Refused("life.refused.removed")
    if invitation is not None and invitation.person not in (None, person.id) and not is_return:
        raise Refused("life.refused.seat_for_another")
    now, old_assignment, left = service.clock(), table.seats[seat], find_last_holder_name(table, seat)
    async with service.change(table, person) as tx:
        await people.save_person(tx, person.id, person.name, now)
        await invitations.delete_invitation(tx, table.id, seat)
        await timers.cancel_timers(tx, table.id, TimerKind.OPEN_SEAT, str(seat))
        if not is_return:
            await _set_first_clock(tx, table, seat)
        row = SeatRow(table.id, seat, "person", person.id, None, old_assignment.colour, now)
        await tenures.change_assignment(tx, service, table, row, "back" if is_return else "taken", now)
        await languages.fit_language(tx, table, person)
        await service.read_requests(tx, table)
        await table_sleep.wake_table(tx, table, now)
        if all(assignment.person != table.row.host for assignment in table.held_seats):  # the last person had left
            await host.set_host(tx, table, seat, now)
        notice_key = "life.seat_back" if is_return else "life.seat_taken"
        await outbox.enqueue_notice(tx, table, now, notice_key, who=name_at_seat(person.name, seat), former=left)
        await outbox.enqueue_card(tx, table, now)


def check_may_take(table: Table, person: int, seat: Seat) -> None:
    """Raises Refused if the person may not see this seat's hidden information because they know another seat's."""
    if any(tenure.seat != seat and person in (tenure.holder, tenure.person) for tenure in table.tenures):
        raise Refused("life.refused.sat_here")


def find_last_holder(table: Table, seat: Seat) -> int | None:
    """Return the last holder of the seat."""
    return next(
        (tenure.holder for tenure in reversed(table.tenures) if tenure.seat == seat and tenure.holder is not None), None
    )


def find_last_holder_name(table: Table, seat: Seat) -> str:
    """Return the bare name of the seat's last holder; an open seat itself shows it in brackets."""
    return next(
        (tenure.name for tenure in reversed(table.tenures) if tenure.seat == seat and tenure.holder is not None), "?"
    )


def find_open_reason(table: Table, seat: Seat) -> TenureReason | None:
    """Return why the seat is open, from its last tenure without a holder."""
    reasons = [
        tenure.reason
        for tenure in table.tenures
        if tenure.seat == seat and tenure.holder is None and tenure.reason != "relief"
    ]
    return reasons[-1] if reasons else None


async def handle_timer(service: TableService, table: Table, row: TimerRow) -> None:
    """Ask the others what to do, because no new holder has come."""
    seat, now = int(row.key), service.clock()
    async with service.change(table) as tx:
        if await timers.take_timer(tx, row.id) is None or not table.is_playing or not table.seats[seat].is_vacant:
            return
        at = await _find_wait_end(tx, table, seat)
        if now < at:  # the bot was away meanwhile
            await timers.set_timer(tx, table.id, TimerKind.OPEN_SEAT, row.key, at)
            return
        mention = tuple(
            assignment.person_to_notify for assignment in table.held_seats if assignment.person_to_notify is not None
        )
        sentence = Message("life.nobody_came", {"who": find_last_holder_name(table, seat)})
        offers = (f"autopilot:{seat}", f"score:{seat}", f"void:{seat}")
        await outbox.enqueue(
            tx,
            table,
            now,
            OutboxKind.NOTICE,
            f"nobody.{seat}:{now}",
            outbox.Notice(sentence, mention, further_buttons=offers),
        )


async def check_open_seat_vote(service: TableService, table: Table, asker: Person, seat: Seat | None) -> None:
    """Raises Refused unless the seat has been open so long that the others may decide about it (autopilot, score,
    void).
    """
    table.require_match()
    table.require_seat(asker.id)
    if seat is None or seat >= len(table.seats) or not table.seats[seat].is_vacant:
        raise Refused("life.refused.seat_taken")
    at = await _find_wait_end(service.db, table, seat)
    if service.clock() < at:
        raise Refused("life.refused.seat_waits", at=at // 1000)


async def _find_wait_end(source: Source, table: Table, seat: Seat) -> int:
    """Return when the open seat has waited so long for a new holder that the others may decide about it."""
    opened_at = next(
        tenure.began_at
        for tenure in reversed(table.tenures)
        if tenure.seat == seat and tenure.reason == find_open_reason(table, seat)
    )
    return await outages.find_wait_end(source, table.row.guild_id, opened_at, MAX_WAIT)


async def assign_computer(
    tx: Transaction, service: TableService, table: Table, seat: Seat, now: int, policy: str
) -> None:
    """Give the open seat to a computer player for good."""
    old_assignment, left = table.seats[seat], find_last_holder_name(table, seat)
    await invitations.delete_invitation(tx, table.id, seat)
    await timers.cancel_timers(tx, table.id, TimerKind.OPEN_SEAT, str(seat))
    row = SeatRow(table.id, seat, "computer", None, policy, old_assignment.colour, now)
    await tenures.change_assignment(tx, service, table, row, "autopilot", now)
    await outbox.enqueue_notice(tx, table, now, "life.autopilot", who=left, name=table.names[seat])
    await outbox.enqueue_card(tx, table, now)


async def _set_first_clock(tx: Transaction, table: Table, seat: Seat) -> None:
    """Set a newcomer's clock: one allowance and the average of the others' banks without the largest, but at least a
    day and the rest of one for the first turn.
    """
    pace = deadlines.find_time_control(table)
    if pace is None or table.settings.pace == FIXED:
        return
    clock_rows = await clocks.load_clocks(tx, table.id)
    others = [assignment.seat for assignment in table.held_seats if assignment.seat != seat]
    banks = sorted(clock_rows[other].bank if other in clock_rows else pace.bank for other in others)
    counted_banks = banks[:-1] or banks or [pace.bank]
    bank = max(sum(counted_banks) // len(counted_banks), FIRST_DEADLINE - pace.allowance)
    await clocks.save_clock(tx, ClockRow(table.id, seat, table.base_n, bank, 0, None))
    await clocks.delete_ended_turns(tx, table.id, seat)


def require_own_seat(table: Table, person: Person) -> Seat:
    """Return the seat that the person holds. Raises Refused for a substitute."""
    table.require_match()
    seat = table.require_seat(person.id)
    if table.seats[seat].person != person.id:
        raise Refused("life.refused.not_holder", who=table.names[seat])
    return seat
