"""A seat in play that nobody holds: how it comes to be open, who may take it, and what the others decide if none does.

Whoever left it may take it back until somebody else has. Nobody takes a seat who held, or sat in on, another seat of
the table: they have seen its hidden things.
"""

from __future__ import annotations

from bot.table import announce
from bot.table.live import FIXED, LiveTable
from bot.table.people import Person
from bot.table.service import TableService
from bot.table.time import deadlines
from bot.table.time.hours import WAKING_DAY, WEEK
from engines.kernel import Msg, Refused, Seat
from storage import Transaction
from storage.messages.kinds import Saying
from storage.persons import people
from storage.play import invitations
from storage.play.invitations import InvitationRow
from storage.play.seats import SeatRow
from storage.play.stretches import Why
from storage.time import clocks, ended_turns, timers
from storage.time.clocks import ClockRow
from storage.time.kinds import Timer
from storage.time.timers import TimerRow

from . import ending, hosting, sleeping, stretches

WAITS = WEEK
"""So long a seat waits for somebody before the others are asked what to do."""
FIRST_DEADLINE = 2 * WAKING_DAY
"""A newcomer has at least the rest of a day and a whole one."""


async def resign(tables: TableService, live: LiveTable, person: Person) -> None:
    """Give the seat up for good. If all but one have, the table ends: they have conceded."""
    seat = _own_seat(live, person)
    now = tables.clock()
    others = [one for one in live.seats if one.seat != seat]
    given_up = [one for one in others if one.is_vacant and reason(live, one.seat) == "resigned"]
    conceded = len(given_up) == len(others) - 1 and not all(one.is_vacant for one in others)
    async with tables.change(live, person) as tx:
        await open_seat(tx, tables, live, seat, "resigned", now, asked_by=person.id, offered=not conceded)
        if conceded:
            await ending.close(tx, live, now, "conceded")


async def offer(tables: TableService, live: LiveTable, person: Person, successor: Person | None) -> None:
    """Seek somebody for the own seat, which is theirs until then only if they take it back."""
    seat = _own_seat(live, person)
    if successor is not None:
        may_take(live, successor.id, seat)
    async with tables.change(live, person) as tx:
        await open_seat(tx, tables, live, seat, "offered", tables.clock(), asked_by=person.id, invited=successor)


async def invite(tables: TableService, live: LiveTable, by: Person, seat: Seat, successor: Person | None) -> None:
    """Somebody of the table invites a person (None: whoever comes) to a seat that is open. Raises Refused."""
    live.playing()
    live.seat_or_refuse(by.id)
    if not live.seats[seat].is_vacant:
        raise Refused("life.refused.seat_held", who=live.names[seat])
    if successor is not None:
        may_take(live, successor.id, seat)
    now = tables.clock()
    async with tables.change(live, by) as tx:
        await people.meet(tx, by.id, by.name, now)
        await invite_to(tx, live, seat, successor, by.id, now)


async def invite_to(
    tx: Transaction, live: LiveTable, seat: Seat, invited: Person | None, asked_by: int, now: int
) -> None:
    """An open seat is offered, from now on to this person (None: whoever comes)."""
    if invited is not None:
        await people.meet(tx, invited.id, invited.name, now)
    person = None if invited is None else invited.id
    await invitations.put(tx, InvitationRow(live.id, seat, person, None, asked_by, now))
    await advertise(tx, live, seat, now)


async def advertise(tx: Transaction, live: LiveTable, seat: Seat, now: int) -> None:
    """Tell for whom the open seat is; nothing if nobody is invited. What told it before goes."""
    invitation = await invitations.get(tx, live.id, seat)
    if invitation is None:
        return
    key = "life.seat_offered" if invitation.person is None else "life.seat_offered_to"
    mention = () if invitation.person is None else (invitation.person,)
    offers = (f"take:{seat}", f"relieve:{seat}")
    said = announce.Notice(Msg(key, {"who": left_by(live, seat)}), mention, offers=offers)
    await announce.offers_end(tx, live, now, f"{stretches.ADVERT}.{seat}")
    await announce.say(tx, live, now, Saying.NOTICE, f"{stretches.ADVERT}.{seat}:{now}", said)


async def open_seat(
    tx: Transaction,
    tables: TableService,
    live: LiveTable,
    seat: Seat,
    why: Why,
    now: int,
    *,
    asked_by: int,
    invited: Person | None = None,
    offered: bool = True,
) -> None:
    """Nobody holds the seat any more; it is offered, and the host's role passes on if it was the host's."""
    was, person = live.seats[seat], live.seats[seat].person
    await stretches.change(
        tx, tables, live, SeatRow(live.id, seat, "open", None, None, was.colour, was.joined_at), why, now
    )
    await timers.put(tx, live.id, Timer.VACANT, str(seat), now + WAITS)
    said = Msg(f"life.vacant.{why}", {"who": was.name})
    mention = () if person is None or why in ("resigned", "offered") else (person,)
    await announce.say(tx, live, now, Saying.NOTICE, f"vacant.{seat}:{now}", announce.Notice(said, mention))
    if offered:
        await invite_to(tx, live, seat, invited, asked_by, now)
    if person == live.row.host:
        heir = next((one.seat for one in live.people if one.called is not None), None)
        heir = heir if heir is not None else next((one.seat for one in live.people), None)
        if heir is not None:
            await hosting.become(tx, live, heir, now)
    if not any(one.called is not None for one in live.seats):
        await sleeping.begin(tx, live, now)
    await announce.card(tx, live, now)


async def take(tables: TableService, live: LiveTable, person: Person, seat: Seat) -> None:
    """The seat is the person's from now on. Raises Refused if it is not open, or not for them."""
    live.playing()
    if not 0 <= seat < len(live.seats) or not live.seats[seat].is_vacant:
        raise Refused("life.refused.seat_taken")
    may_take(live, person.id, seat)
    invitation = await invitations.get(tables.db, live.id, seat)
    returns = person.id == former(live, seat)
    if returns and reason(live, seat) == "removed":
        raise Refused("life.refused.removed")
    if invitation is not None and invitation.person not in (None, person.id) and not returns:
        raise Refused("life.refused.seat_for_another")
    now, was, left = tables.clock(), live.seats[seat], left_by(live, seat)
    async with tables.change(live, person) as tx:
        await people.meet(tx, person.id, person.name, now)
        await invitations.remove(tx, live.id, seat)
        await timers.cancel(tx, live.id, Timer.VACANT, str(seat))
        if not returns:
            await _first_clock(tx, live, seat)
        row = SeatRow(live.id, seat, "person", person.id, None, was.colour, now)
        await stretches.change(tx, tables, live, row, "back" if returns else "taken", now)
        await tables.read_requests(tx, live)
        await sleeping.wake(tx, live, now)
        if all(one.person != live.row.host for one in live.people):  # the last one had left
            await hosting.become(tx, live, seat, now)
        told = "life.seat_back" if returns else "life.seat_taken"
        await announce.notice(tx, live, now, told, who=person.name, former=left)
        await announce.card(tx, live, now)


def may_take(live: LiveTable, person: int, seat: Seat) -> None:
    """Raises Refused if the person may not see this seat's hidden things: they know those of another."""
    if any(one.seat != seat and person in (one.holder, one.person) for one in live.held):
        raise Refused("life.refused.sat_here")
    if live.seat_of(person) not in (None, seat):
        raise Refused("life.refused.sat_here")


def former(live: LiveTable, seat: Seat) -> int | None:
    """Who held the seat last."""
    return next((one.holder for one in reversed(live.held) if one.seat == seat and one.holder is not None), None)


def left_by(live: LiveTable, seat: Seat) -> str:
    """The name of who held the seat last: what stands on it while it is open has brackets around it."""
    return next((one.name for one in reversed(live.held) if one.seat == seat and one.holder is not None), "?")


def reason(live: LiveTable, seat: Seat) -> Why | None:
    """Why the seat is open: of its last stretch that nobody's holding began."""
    found = [one.why for one in live.held if one.seat == seat and one.holder is None and one.why != "relief"]
    return found[-1] if found else None


async def fire(tables: TableService, live: LiveTable, row: TimerRow) -> None:
    """Nobody has come: the others are asked what they want."""
    seat, now = int(row.key), tables.clock()
    async with tables.change(live) as tx:
        if await timers.take(tx, row.id) is None or not live.is_playing or not live.seats[seat].is_vacant:
            return
        mention = tuple(one.called for one in live.people if one.called is not None)
        said = Msg("life.nobody_came", {"who": left_by(live, seat)})
        offers = (f"autopilot:{seat}", f"score:{seat}", f"void:{seat}")
        await announce.say(
            tx, live, now, Saying.NOTICE, f"nobody.{seat}:{now}", announce.Notice(said, mention, offers=offers)
        )


async def may_be_settled(tables: TableService, live: LiveTable, asker: Person, seat: Seat | None) -> None:
    """Raises Refused unless the seat has been open for so long that the others may decide (autopilot, score, void)."""
    live.playing()
    live.seat_or_refuse(asker.id)
    if seat is None or seat >= len(live.seats) or not live.seats[seat].is_vacant:
        raise Refused("life.refused.seat_taken")
    since = next(one.at for one in reversed(live.held) if one.seat == seat and one.why == reason(live, seat))
    if tables.clock() < since + WAITS:
        raise Refused("life.refused.seat_waits", at=(since + WAITS) // 1000)


async def autopilot(tx: Transaction, tables: TableService, live: LiveTable, seat: Seat, now: int, policy: str) -> None:
    """A computer player has the seat from now on."""
    was, left = live.seats[seat], left_by(live, seat)
    await invitations.remove(tx, live.id, seat)
    await timers.cancel(tx, live.id, Timer.VACANT, str(seat))
    row = SeatRow(live.id, seat, "computer", None, policy, was.colour, now)
    await stretches.change(tx, tables, live, row, "autopilot", now)
    await announce.notice(tx, live, now, "life.autopilot", who=left, name=live.names[seat])
    await announce.card(tx, live, now)


async def _first_clock(tx: Transaction, live: LiveTable, seat: Seat) -> None:
    """A newcomer has one allowance, and the average of the others' banks without the largest; never less than a day and
    the rest of one for the first turn.
    """
    pace = deadlines.pace_of(live)
    if pace is None or live.plan.pace == FIXED:
        return
    known = await clocks.of_game(tx, live.id)
    others = [one.seat for one in live.people if one.seat != seat]
    banks = sorted(known[other].bank if other in known else pace.bank for other in others)
    counted = banks[:-1] or banks or [pace.bank]
    bank = max(sum(counted) // len(counted), FIRST_DEADLINE - pace.allowance)
    await clocks.put(tx, ClockRow(live.id, seat, live.base_n, bank, 0, None))
    await ended_turns.forget(tx, live.id, seat)


def _own_seat(live: LiveTable, person: Person) -> Seat:
    """The seat that the person holds, not one on which they sit in."""
    live.playing()
    seat = live.seat_or_refuse(person.id)
    if live.seats[seat].person != person.id:
        raise Refused("life.refused.not_holder", who=live.names[seat])
    return seat
