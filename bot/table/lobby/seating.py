"""Before the start: opening a table, taking seats, settings, and the start itself."""

from __future__ import annotations

import secrets
from dataclasses import replace
from typing import Any

import msgspec

from bot.table import announce
from bot.table.acted import Recent
from bot.table.fairness import proof, shuffle
from bot.table.knowing import load
from bot.table.life import stretches
from bot.table.live import LiveTable, Plan
from bot.table.notices import calls
from bot.table.people import Person
from bot.table.seated import Seated
from bot.table.service import TableService
from bot.table.stored import pack_events, pack_frame, pack_moment
from engines.kernel import SEED_BYTES, Match, Refused, Seat, commitment, policies
from storage import Duplicate, Transaction
from storage.persons import people
from storage.play import checkpoints, deals, guests, seats
from storage.play import games as game_rows
from storage.play.checkpoints import CheckpointRow
from storage.play.deals import DealRow
from storage.time import timers

from . import expiry
from .agreement import PLANNED, Agreement, check_plan, check_settings


async def open_table(
    tables: TableService,
    guild_id: int,
    channel_id: int,
    host: Person,
    engine: str,
    agreed: Agreement,
) -> int:
    """A table with one seat, the host's; its id.

    Raises Refused for what no table can agree on, if the channel has a table already, and if the host has as many as
    the server wants.
    """
    game, plan = agreed.plan(engine)
    now = tables.clock()
    await load.check(tables.db, host.id, guild_id, now)
    try:
        async with tables.db.transaction() as tx:
            await people.meet(tx, host.id, host.name, now)
            number = await game_rows.create(
                tx,
                engine=engine,
                rules=game.rules,
                guild_id=guild_id,
                channel_id=channel_id,
                host=host.id,
                setup=msgspec.json.encode(plan),
                language=agreed.language,
                reminder_hours=agreed.reminder_hours,
                undo_policy=agreed.undo,
                at=now,
            )
            await seats.put(tx, Seated(0, host.id, host.name, None, None, now).row(number))
            row = await game_rows.get(tx, number)
            assert row is not None
            await deals.put(tx, number, secrets.token_bytes(SEED_BYTES))
            await deals.put_share(tx, number, host.id, shuffle.share_of(host))
            await expiry.arm(tx, number, now)
            await announce.card(tx, LiveTable(row, game, plan, ()), now)
    except Duplicate as error:
        raise Refused("table.refused.channel_taken") from error
    tables.wake()
    return number


async def join(tables: TableService, live: LiveTable, person: Person, colour: str | None = None) -> None:
    """Take the next free seat."""
    live.open_only()
    if live.seat_of(person.id) is not None:
        raise Refused("table.refused.seated_already")
    await load.check(tables.db, person.id, live.row.guild_id, tables.clock())
    if live.plan.closed and person.id not in live.guests and person.id != live.row.host:
        raise Refused("life.refused.closed")
    _room(live)
    if colour is not None:
        _free_colour(live, colour, None)
    seated = Seated(len(live.seats), person.id, person.name, None, colour, tables.clock())
    await _reseat(tables, live, (*live.seats, seated), person)


async def leave(tables: TableService, live: LiveTable, person: Person) -> None:
    """Give the own seat up; the next person becomes the host if it was the host's."""
    if not live.is_open:
        live.playing()
        raise Refused("table.refused.leave_in_play")
    seat = live.seat_or_refuse(person.id)
    now = tables.clock()
    async with tables.change(live, person) as tx:
        await people.meet(tx, person.id, person.name, now)
        await vacate(tx, tables, live, seat, now)


async def vacate(tx: Transaction, tables: TableService, live: LiveTable, seat: Seat, now: int) -> None:
    """Before the start the seat is nobody's any more; the next person becomes the host if it was the host's."""
    rest = tuple(replace(s, seat=i) for i, s in enumerate(s for s in live.seats if s.seat != seat))
    heir = next((s.person for s in rest if s.person is not None), None)
    if heir is not None and live.row.host == live.seats[seat].person:
        await game_rows.set_host(tx, live.id, heir)
        live.row = replace(live.row, host=heir)
    await reseat(tx, tables, live, rest)
    await announce.card(tx, live, now)


async def add_computer(tables: TableService, live: LiveTable, by: Person, policy: str | None = None) -> None:
    """A computer player on the next free seat; policy None: the strongest that the game has."""
    live.open_only()
    live.host_only(by.id)
    _room(live)
    known = policies(live.game)
    chosen = policy or next(iter(known))
    if chosen not in known:
        raise Refused("table.refused.policy", got=chosen, allowed=tuple(known))
    seated = Seated(len(live.seats), None, "", chosen, None, tables.clock())
    await _reseat(tables, live, (*live.seats, seated), by)


async def remove_computer(tables: TableService, live: LiveTable, by: Person, seat: Seat) -> None:
    live.open_only()
    live.host_only(by.id)
    if not 0 <= seat < len(live.seats) or not live.seats[seat].is_computer:
        raise Refused("table.refused.no_computer_there")
    rest = (s for s in live.seats if s.seat != seat)
    await _reseat(tables, live, tuple(replace(s, seat=i) for i, s in enumerate(rest)), by)


async def move(tables: TableService, live: LiveTable, by: Person, seat: Seat, to: Seat) -> None:
    """Another place in the order of seats; those between move by one. Only where the order is not left to chance."""
    live.open_only()
    live.host_only(by.id)
    if live.plan.order == "random":
        raise Refused("table.refused.order_random")
    seats = range(len(live.seats))
    if seat not in seats or to not in seats:
        raise Refused("table.refused.no_seat_there", got=seat + 1 if seat not in seats else to + 1, most=len(seats))
    order = [s for s in live.seats if s.seat != seat]
    order.insert(to, live.seats[seat])
    await _reseat(tables, live, tuple(replace(s, seat=i) for i, s in enumerate(order)), by)


async def choose_colour(tables: TableService, live: LiveTable, person: Person, colour: str | None) -> None:
    """The person's wish; None gives it up. Seats without a wish get the first free colour at the start."""
    live.open_only()
    seat = live.seat_or_refuse(person.id)
    if colour is not None:
        _free_colour(live, colour, seat)
    seated = tuple(replace(s, colour=colour) if s.seat == seat else s for s in live.seats)
    await _reseat(tables, live, seated, person)


async def set_option(tables: TableService, live: LiveTable, by: Person, option: str, value: str) -> None:
    """A table option of the game."""
    live.open_only()
    live.host_only(by.id)
    options = live.game.setup(live.game.seats[0], (), {**live.plan.options, option: value}).options
    plan = msgspec.structs.replace(live.plan, options=options)
    check_plan(plan, live.game)
    allowed = live.game.seats_with(options)
    if len(live.seats) > allowed[-1]:
        raise Refused("table.refused.start_seats", got=len(live.seats), allowed=allowed)
    await _replan(tables, live, by, plan)


async def set_settings(tables: TableService, live: LiveTable, by: Person, **changes: Any) -> None:
    """What is PLANNED before the start; until the end language, reminder_hours and undo."""
    live.host_only(by.id)
    if not live.is_open:
        live.playing()
    planned = {key: changes.pop(key) for key in PLANNED if key in changes}
    if planned:
        live.open_only()
        plan = msgspec.structs.replace(live.plan, **planned)
        check_plan(plan, live.game)
        if plan.players is not None and plan.players < len(live.seats):
            raise Refused("table.refused.players_seated", got=plan.players, seats=len(live.seats))
        await _replan(tables, live, by, plan)
    if changes:
        row = live.row
        language = changes.get("language", row.language)
        reminder = changes.get("reminder_hours", row.reminder_hours)
        undo = changes.get("undo", row.undo_policy)
        check_settings(language, reminder, undo)
        now = tables.clock()
        async with tables.change(live, by) as tx:
            rev = await game_rows.set_settings(
                tx, live.id, language=language, reminder_hours=reminder, undo_policy=undo
            )
            live.row = replace(row, language=language, reminder_hours=reminder, undo_policy=undo, rev=rev)
            if reminder != row.reminder_hours:
                await calls.arm_reminders(tx, live, now)
            await announce.card(tx, live, now)


async def start(tables: TableService, live: LiveTable, by: Person) -> None:
    """Deal: seats and colours become final, what the shuffle is made of is posted, the first player is asked."""
    live.open_only()
    live.host_only(by.id)
    if len(live.seats) not in live.seats_allowed:
        raise Refused("table.refused.start_seats", got=len(live.seats), allowed=live.seats_allowed)
    secret = secrets.token_bytes(SEED_BYTES) if live.deal is None else live.deal.secret
    seed = proof.seed_of(secret, shuffle.shares_of(live, live.seats))
    seated = _order(live, seed)
    setup = live.game.setup(len(seated), _colours(live, seated), live.plan.options)
    seated = tuple(replace(s, colour=c) for s, c in zip(seated, setup.colors, strict=True))
    match = Match.start(live.game, setup, seed)
    if live.plan.rated:
        _only_people(live, match)
    plan = msgspec.structs.replace(live.plan, setup=setup)
    now = tables.clock()
    shares = shuffle.shares_of(live, seated)
    async with tables.change(live, by) as tx:
        await seats.replace_all(tx, live.id, [s.row(live.id) for s in seated])
        if live.deal is None:
            await deals.put(tx, live.id, secret)
        await deals.seat(tx, live.id, shares)
        live.deal = DealRow(live.id, secret, shares)
        rev = await game_rows.start(
            tx,
            live.id,
            rules=live.game.rules,
            setup=msgspec.json.encode(plan),
            seed=seed,
            commitment=commitment(secret),
            opening=pack_events(match.opening),
            at=now,
        )
        row = await game_rows.get(tx, live.id)
        assert row is not None
        live.row, live.plan, live.match = replace(row, rev=rev), plan, match
        await guests.clear(tx, live.id)
        live.guests = ()
        await timers.cancel(tx, live.id)
        await _show_seats(tx, live, tables)
        await stretches.begin_all(tx, live, now)
        frame = CheckpointRow(live.id, 0, 0, pack_frame(match.frame), now, pack_moment(match))
        await checkpoints.put(tx, frame)
        live.recent = Recent(match.view(None))
        # Who is asked is called by the ping of the question.
        others = tuple(s.person for s in live.people if s.person is not None and s.seat not in live.waiting)
        put_in = {s.name: share for s, share in zip(live.seats, shares, strict=True) if share}
        told = [shuffle.told(name, share) for name, share in put_in.items()]
        await announce.notice(
            tx, live, now, "notice.started", commitment=commitment(secret), shares=tuple(told), mention=others
        )
        await calls.question(tx, live, now)
        await announce.card(tx, live, now)


def _only_people(live: LiveTable, match: Match[Any]) -> None:
    """Raises Refused unless at least two people, and nobody else, play."""
    played_by_rules = any(score.seat >= len(live.seats) for score in match.scores())
    if played_by_rules or len(live.people) < 2 or len(live.people) < len(live.seats):
        raise Refused("table.refused.rated")


def _order(live: LiveTable, seed: bytes) -> tuple[Seated, ...]:
    """Seats as they are numbered at the start."""
    order = list(live.seats)
    if live.plan.order == "random":
        order = [order[nth] for nth in proof.drawn(seed, shuffle.shares_of(live, live.seats))]
    return tuple(replace(seated, seat=i) for i, seated in enumerate(order))


def _colours(live: LiveTable, seated: tuple[Seated, ...]) -> tuple[str, ...]:
    """Everybody's wish, and the first free printed colour for those without one."""
    wishes = {s.colour for s in seated}
    free = iter(colour for colour in live.game.colors if colour not in wishes)
    return tuple(s.colour or next(free) for s in seated)


def _room(live: LiveTable) -> None:
    most = live.seats_allowed[-1]
    if len(live.seats) >= most:
        raise Refused("table.refused.full", seats=most)
    if len(live.seats) >= live.seats_wanted:
        raise Refused("table.refused.wanted_full", seats=live.seats_wanted, most=most)


def _free_colour(live: LiveTable, colour: str, mine: Seat | None) -> None:
    if live.game.seat_colors is not None:
        raise Refused("table.refused.colour_decided")
    if colour not in live.game.colors:
        raise Refused("table.refused.colour", got=colour, allowed=live.game.colors)
    taken = next((s for s in live.seats if s.colour == colour and s.seat != mine), None)
    if taken is not None:
        raise Refused("table.refused.colour_taken", name=taken.name)


async def _reseat(tables: TableService, live: LiveTable, seated: tuple[Seated, ...], by: Person) -> None:
    """Somebody presses for other seats."""
    now = tables.clock()
    async with tables.change(live, by) as tx:
        await people.meet(tx, by.id, by.name, now)
        if by.id in {s.person for s in seated} and by.id not in live.shares:
            await deals.put_share(tx, live.id, by.id, shuffle.share_of(by))
        await reseat(tx, tables, live, seated)
        await announce.card(tx, live, now)


async def reseat(tx: Transaction, tables: TableService, live: LiveTable, seated: tuple[Seated, ...]) -> None:
    """Other seats before the start; what somebody put into the shuffle who has left goes."""
    for person in live.shares.keys() - {s.person for s in seated}:
        await deals.drop_share(tx, live.id, person)
    await seats.replace_all(tx, live.id, [s.row(live.id) for s in seated])
    live.row = replace(live.row, rev=await game_rows.advance(tx, live.id))
    await _show_seats(tx, live, tables)


async def _show_seats(tx: Transaction, live: LiveTable, tables: TableService) -> None:
    live.seats = await tables.seats(tx, live.row)
    live.facts = await tables.facts(tx, live.seats) if live.is_open else {}
    live.shares = await deals.shares(tx, live.id) if live.is_open else {}


async def _replan(tables: TableService, live: LiveTable, by: Person, plan: Plan) -> None:
    async with tables.change(live, by) as tx:
        await replan(tx, live, plan)
        await announce.card(tx, live, tables.clock())


async def replan(tx: Transaction, live: LiveTable, plan: Plan) -> None:
    """Something else is agreed before the start."""
    rev = await game_rows.set_setup(tx, live.id, msgspec.json.encode(plan))
    live.plan, live.row = plan, replace(live.row, rev=rev)
