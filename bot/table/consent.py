"""Actions that one person cannot do alone: requests for consent, and carrying them out. The voting rules are in
`votes`.

Undo, ending, pausing, autopilot, a new host and an open seat all go this way. `kind` is the name of a request
(`votes`).
"""

from dataclasses import replace
from typing import NamedTuple

from bot.table.state.seat_names import name_at_seat
from engines.kernel import Refused, Seat, StaleAnswer, list_policies
from storage import Transaction
from storage.kinds import OutboxKind, PauseReason, TimerKind
from storage.persons import people
from storage.play import decisions, requests
from storage.play import games as game_rows
from storage.time import timers
from storage.time.timers import TimerRow

from .admin import channel_move
from .clock.waking_hours import WAKING_DAY
from .deadline import deadlines
from .lobby import expiry
from .notices import outbox, turn_notifications
from .play import answers
from .policy import votes
from .policy.abuse_limits import WITHDRAWALS
from .seats import autopilot, escalation, host, lateness, open_seats, table_pauses
from .service import early_end
from .service.action_replay import reload_actions
from .service.table_service import TableService
from .state.people import Person
from .state.table import Request, Table


async def request_consent(service: TableService, table: Table, person: Person, kind: str) -> None:
    """Ask the others. If nobody else has to agree, it is done at once.

    To undo one's own unconfirmed steps needs no consent: it is a plain step back. Raises Refused while another person's
    request of the same sort is open.
    """
    from_n = await check_request(service, table, person, kind)
    if kind == "undo" and table.match is not None and table.match.acting_seat == table.seat_of(person.id):
        ref = table.build_question_ref(table.match.acting_seat) if table.match.acting_seat is not None else None
        if ref is not None:
            await answers.take_back_step(service, table, person, ref)
            return
    topic = votes.parse_topic(kind)
    rivals = [
        request
        for request in table.requests
        if request.kind == kind or _are_rivals(topic, votes.parse_topic(request.kind))
    ]
    for rival in rivals:
        if rival.asked_by_id != person.id:
            raise Refused("table.refused.request_open", name=rival.asked_by)
    if not is_alone(table, person, kind):
        service.limiter.require_request(person.id, table.id)
    now = service.clock()
    async with service.change(table, person) as tx:
        await people.remember_person(tx, person.id, person.name, now)
        for rival in rivals:
            await requests.close_request(tx, table.id, rival.kind)
        await outbox.close_requests(tx, table, now, [request.kind for request in rivals if request.kind != kind])
        await requests.open_request(tx, table.id, kind, asked_by=person.id, from_n=from_n, at=now)
        await _update_request(tx, service, table, kind, now)
    if any(rival.kind != kind for rival in rivals):
        service.limiter.record(WITHDRAWALS, person.id, table.id)
    await _apply_forced_default(service, table, kind)


class PublicUndo(NamedTuple):
    """An undo of a confirmed decision, with everything that others did since."""

    first: int
    """Number of the first decision that is taken back."""
    other_seats: tuple[Seat, ...]
    """Other seats whose decisions are taken back too."""


async def find_public_undo(service: TableService, table: Table, person: Person) -> PublicUndo | None:
    """Return what an undo would take back; None if it is a step that is not confirmed yet. Raises Refused if nothing
    can be taken back.
    """
    first = await _find_undo_start(service, table, person)
    if table.match is None or table.match.acting_seat == table.seat_of(person.id):
        return None
    rows = await decisions.load_public_outlines(service.db, table.id)
    seats_since = {row.seat for row in rows if first <= row.n <= table.public_n} | table.match.hidden_answers.keys()
    return PublicUndo(first, tuple(sorted(seats_since - {table.seat_of(person.id)})))


def is_alone(table: Table, person: Person, kind: str) -> bool:
    """Return whether nobody else has to agree."""
    return {voter.person for voter in votes.find_voters(table, kind, person.id)} == {person.id}


async def vote_yes(service: TableService, table: Table, person: Person, kind: str) -> None:
    """Vote Yes. Raises Refused if the person has no seat here, StaleAnswer if the request is gone."""
    request = _require_vote(table, person, kind)
    now = service.clock()
    async with service.change(table, person) as tx:
        await requests.save_vote(tx, table.id, request.kind, person.id, now)
        await _update_request(tx, service, table, kind, now)
    await _apply_forced_default(service, table, kind)


async def vote_no(service: TableService, table: Table, person: Person, kind: str) -> None:
    """Vote No; the person who asked withdraws the request instead. One No closes a request that needs everybody."""
    name = name_at_seat(person.name, table.require_seat(person.id))
    request = _require_request(table, kind)
    now = service.clock()
    if request.asked_by_id == person.id:
        async with service.change(table, person) as tx:
            await _close_request(tx, service, table, request, now, name, is_withdrawn=True)
        service.limiter.record(WITHDRAWALS, person.id, table.id)
        return
    _require_vote(table, person, kind)
    async with service.change(table, person) as tx:
        await requests.save_vote(tx, table.id, kind, person.id, now, agrees=False)
        await service.read_requests(tx, table)
        updated_request = _require_request(table, kind)
        if updated_request.cannot_pass:
            await _close_request(tx, service, table, updated_request, now, name)
        else:
            await _update_request(tx, service, table, kind, now)
    await _apply_forced_default(service, table, kind)


async def handle_timer(service: TableService, table: Table, row: TimerRow) -> None:
    """Handle the request's timer: a silence now counts as an abstention, or the request expires."""
    kind, now = row.key, service.clock()
    async with service.change(table) as tx:
        if await timers.take_timer(tx, row.id) is None:
            return
        await service.read_requests(tx, table)
        request = find_request(table, kind)
        if request is None:
            return
        if now >= request.asked_at + votes.MAX_AGE:
            await _close_request(tx, service, table, request, now, None)
            return
        await _update_request(tx, service, table, kind, now)
    await _apply_forced_default(service, table, kind)


def find_request(table: Table, kind: str) -> Request | None:
    """Return the open request of this kind, if there is one."""
    return next((request for request in table.requests if request.kind == kind), None)


async def end_open_table(service: TableService, table: Table, person: Person) -> None:
    """Close a table before the start. Only the host may, and needs no consent."""
    table.require_open()
    table.require_host(person.id)
    async with service.change(table, person) as tx:
        await expiry.close_open_table(tx, table, service.clock())


def _are_rivals(first: votes.RequestTopic, second: votes.RequestTopic) -> bool:
    """Return whether only one of the two requests can be open: two ends of a pause, two channels,
    pausing and resuming.
    """
    pause = ("pause", "resume")
    return not first.rule.of_seat and (first.name == second.name or (first.name in pause and second.name in pause))


def _require_request(table: Table, kind: str) -> Request:
    """Return the open request of this kind. Raises StaleAnswer if there is none."""
    request = find_request(table, kind)
    if request is None:
        raise StaleAnswer("table.refused.no_request")
    return request


def _require_vote(table: Table, person: Person, kind: str) -> Request:
    """Return the open request. Raises Refused if the person has no vote in it."""
    table.require_seat(person.id)
    request = _require_request(table, kind)
    if all(person.id != voter.person for voter in votes.find_voters(table, kind, request.asked_by_id)):
        raise Refused("table.refused.no_vote")
    return request


async def check_request(service: TableService, table: Table, person: Person, kind: str) -> int | None:
    """Check that the person may make this request. Returns the first decision that would be taken back, None for other
    kinds. Raises Refused.
    """
    name, subject = votes.parse_topic(kind)
    match name:
        case "undo":
            return await _find_undo_start(service, table, person)
        case "relief":
            await autopilot.check_autopilot_vote(service, table, person, subject)
        case "replace":
            await host.check_replacement_vote(service, table, person, subject)
        case "default":
            await lateness.check_forcing_vote(service, table, person, subject)
        case "autopilot" | "score" | "void":
            await open_seats.check_open_seat_vote(service, table, person, subject)
        case "host":
            await host.check_host_vote(service, table, person, subject)
        case "pause":
            table_pauses.check_pause_vote(service, table, person, subject)
        case "resume":
            table_pauses.check_resume_vote(table, person)
        case "extend":
            table.require_match()
            table.require_seat(person.id)
            if deadlines.find_time_control(table) is None:
                raise Refused("table.refused.no_clock")
        case "move":
            channel_move.check_move_vote(table, person)
        case _:
            _check_end(table, person)
    return None


async def _find_undo_start(service: TableService, table: Table, person: Person) -> int:
    """Return from which decision on all are taken back: the person's last one, or the first answer to its question if
    several seats were asked at once. Raises Refused.
    """
    seat = table.require_seat(person.id)
    table.require_match()
    if table.row.undo_policy == "own" and (table.match is None or table.match.acting_seat != seat):
        raise Refused("table.refused.undo_own_only")
    is_acting = table.match is not None and table.match.acting_seat == seat
    rows = await decisions.load_active(service.db, table.id)
    own_steps = [row.step for row in rows if row.seat == seat and (is_acting or row.n <= table.public_n)]
    if not own_steps:
        has_secret_answer = table.match is not None and seat in table.match.hidden_answers
        raise Refused("table.refused.undo_secret" if has_secret_answer else "table.refused.nothing_to_undo")
    return next(row.n for row in rows if row.step == own_steps[-1])


def _check_end(table: Table, person: Person) -> None:
    """Raises Refused unless the person has a seat. Ending may be asked for even while the rules cannot continue the
    game.
    """
    if not table.is_paused:
        table.require_match()
    table.require_seat(person.id)


async def _update_request(tx: Transaction, service: TableService, table: Table, kind: str, now: int) -> None:
    """Carry the request out if enough people agree. Else update its message and set the timer of
    the next abstention.
    """
    await service.read_requests(tx, table)
    request = _require_request(table, kind)
    if request.votes_missing > 0 or kind.startswith("default."):  # the forced answer is a separate change
        expires_at = request.asked_at + votes.MAX_AGE
        next_check = min(request.next_abstention_at or expires_at, expires_at)
        await timers.set_timer(tx, table.id, TimerKind.REQUEST, kind, next_check)
        if request.votes_missing > 0:
            await outbox.enqueue(tx, table, now, OutboxKind.REQUEST, kind, outbox.RequestUpdate(kind))
        return
    await requests.close_request(tx, table.id, kind)
    await service.read_requests(tx, table)
    await _carry_out_request(tx, service, table, request, now)
    await service.read_requests(tx, table)
    if request.agreed[1:] or request.refused or now > request.asked_at:
        await outbox.enqueue(
            tx, table, now, OutboxKind.REQUEST, kind, outbox.RequestUpdate(kind, True, request.asked_by)
        )


async def _carry_out_request(tx: Transaction, service: TableService, table: Table, request: Request, now: int) -> None:
    """Do what the request asked for."""
    name, subject = votes.parse_topic(request.kind)
    match name, subject:
        case "undo", _:
            assert request.from_n is not None
            await _take_back(tx, service, table, request.from_n, request.asked_by, now)
        case "relief", int(seat) if not table.seats[seat].is_computer:
            await autopilot.start_autopilot(tx, service, table, seat, now, "notice.relief_voted")
        case "replace", int(seat) if table.seats[seat].person is not None:
            await open_seats.open_seat(tx, service, table, seat, "offered", now, asked_by=request.asked_by_id)
        case "autopilot", int(seat) if table.seats[seat].is_vacant:
            await open_seats.assign_computer(tx, service, table, seat, now, next(iter(list_policies(table.game))))
        case "host", int(seat):
            await host.set_host(tx, table, seat, now)
        case "pause", int(until):
            await table_pauses.begin_pause(tx, table, PauseReason.VOTE, now, until * 1000)
            await outbox.enqueue_notice(tx, table, now, "life.pause", until=until)
        case "resume", _:
            if await table_pauses.end_pause(tx, table, PauseReason.VOTE, now):
                await outbox.enqueue_notice(tx, table, now, "life.pause_over")
        case "extend", _:
            for seated in table.held_seats:
                await deadlines.give_time(tx, table, seated.seat, WAKING_DAY, now)
            await outbox.enqueue_notice(tx, table, now, "life.extended")
        case "move", int(channel):
            await channel_move.move_table(tx, table, table.row.guild_id, channel, now)
        case "end", _:
            await early_end.end_table(tx, table, now, "agreed")
        case ("score", int(seat)) | ("void", int(seat)) if table.seats[seat].is_vacant:
            await early_end.end_table(tx, table, now, "vacated" if name == "score" else "void")
        case _:
            pass  # the situation has resolved itself meanwhile


async def _apply_forced_default(service: TableService, table: Table, kind: str) -> None:
    """Give the default answer, as a decision of its own, once enough people have voted to force it."""
    name, seat = votes.parse_topic(kind)
    request = find_request(table, kind)
    if name != "default" or seat is None or request is None or request.votes_missing > 0 or seat not in table.waiting:
        return
    ref, keys = lateness.require_default_answer(table, seat)
    agreements = await requests.load_votes(service.db, table.id, kind)
    await answers.apply_decision(
        service, table, ref, keys, "default", forced_by=tuple(voter for voter, agrees in agreements.items() if agrees)
    )
    await escalation.open_after_misses(service, table, seat)


async def _close_request(
    tx: Transaction,
    service: TableService,
    table: Table,
    request: Request,
    now: int,
    refuser: str | None,
    is_withdrawn: bool = False,
) -> None:
    """Close a request that did not pass. refuser: name of the person who refused or withdrew it; None: it expired."""
    await requests.close_request(tx, table.id, request.kind)
    name = votes.parse_topic(request.kind).name
    if refuser is None:
        await outbox.enqueue_notice(tx, table, now, "life.request_expired", asker=request.asked_by)
    elif is_withdrawn:
        await outbox.enqueue_notice(tx, table, now, "life.request_withdrawn", asker=request.asked_by)
    elif name in ("undo", "end"):
        await outbox.enqueue_notice(tx, table, now, f"notice.{name}_refused", asker=request.asked_by, who=refuser)
    else:
        await outbox.enqueue_notice(tx, table, now, "life.request_refused", asker=request.asked_by)
    await service.read_requests(tx, table)
    await outbox.enqueue(
        tx, table, now, OutboxKind.REQUEST, request.kind, outbox.RequestUpdate(request.kind, False, request.asked_by)
    )


async def _take_back(tx: Transaction, service: TableService, table: Table, from_n: int, asker: str, now: int) -> None:
    await decisions.undo(tx, table.id, from_n, now)
    rev, epoch = await game_rows.advance_epoch(tx, table.id)
    table.row = replace(table.row, rev=rev, epoch=epoch)
    await service.load_match(tx, table)
    await outbox.enqueue_strikes(tx, table, from_n, now)
    await outbox.enqueue_notice(tx, table, now, "notice.taken_back", asker=asker)
    await turn_notifications.update_questions(tx, table, now)
    await outbox.enqueue_card(tx, table, now)
    await reload_actions(tx, table)
