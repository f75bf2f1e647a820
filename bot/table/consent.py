"""Actions that one person cannot do alone: asking the others for consent, and voting.

Undo, ending, pausing, autopilot, a new host and an open seat all work this way. `kind` is the name of a request; the
voting rules are in `votes`, what each kind checks and does in `request_kinds`.
"""

from bot.table.state.seat_names import name_at_seat
from engines.kernel import Refused, StaleAnswer
from storage import Transaction
from storage.kinds import OutboxKind, TimerKind
from storage.persons import people
from storage.play import requests
from storage.time import timers
from storage.time.timers import TimerRow

from . import request_kinds
from .lobby import expiry
from .notices import outbox
from .play import answers
from .request_kinds import REQUEST_KINDS, PassedRequest
from .seats import escalation, lateness
from .service.table_service import TableService
from .state.people import Person
from .state.table import ConsentRequest, Table
from .terms import votes
from .terms.abuse_limits import REQUESTS


async def request_consent(service: TableService, table: Table, person: Person, kind: str) -> None:
    """Ask the others. If nobody else has to agree, the request is carried out at once.

    Undoing one's own unconfirmed steps needs no consent (`answers.take_back_step`). Raises Refused while another
    person's request of the same sort is open, or one's own of this kind: its votes stay.
    """
    from_n = await request_kinds.check_request(service, table, person, kind)
    if kind == "undo" and table.match is not None and table.match.acting_seat == table.find_seat(person.id):
        ref = table.build_question_ref(table.match.acting_seat) if table.match.acting_seat is not None else None
        if ref is not None:
            await answers.take_back_step(service, table, person, ref)
            return
    parsed_kind = votes.parse_kind(kind)
    rivals = [
        request
        for request in table.requests
        if request.kind == kind or _are_rivals(parsed_kind, votes.parse_kind(request.kind))
    ]
    has_voters = not needs_no_vote(table, person, kind)
    for rival in rivals:
        if rival.asked_by_id != person.id:
            raise Refused("table.refused.request_open", name=rival.asker)
        if rival.kind == kind and has_voters:
            raise Refused("table.refused.asked_already")
    if has_voters:
        service.limiter.require_request(person.id, table.id)
    now = service.clock()
    async with service.change(table, person) as tx:
        await people.save_person(tx, person.id, person.name, now)
        for rival in rivals:
            await requests.close_request(tx, table.id, rival.kind)
        await outbox.close_requests(tx, table, now, [rival.kind for rival in rivals])
        await requests.open_request(tx, table.id, kind, asked_by=person.id, from_n=from_n, at=now)
        await _update_request(tx, service, table, kind, now)
    request = find_request(table, kind)
    if request is not None and request.votes_missing:
        service.limiter.record(REQUESTS, person.id, table.id)
    await _apply_forced_default(service, table, kind)


def needs_no_vote(table: Table, person: Person, kind: str) -> bool:
    """Return whether nobody else has to agree."""
    return {voter.person for voter in votes.list_voters(table, kind, person.id)} == {person.id}


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
        return
    _require_vote(table, person, kind)
    async with service.change(table, person) as tx:
        await requests.save_vote(tx, table.id, kind, person.id, now, agrees=False)
        await service.read_requests(tx, table)
        updated_request = _require_request(table, kind)
        if updated_request.has_failed:
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
        if now >= request.expires_at:
            await _close_request(tx, service, table, request, now, None)
            return
        await _update_request(tx, service, table, kind, now)
    await _apply_forced_default(service, table, kind)


def find_request(table: Table, kind: str) -> ConsentRequest | None:
    """Return the open request of this kind, if there is one."""
    return next((request for request in table.requests if request.kind == kind), None)


async def end_open_table(service: TableService, table: Table, person: Person) -> None:
    """Close a table before the start. Only the host may, and needs no consent."""
    table.require_open()
    table.require_host(person.id)
    async with service.change(table, person) as tx:
        await expiry.close_open_table(tx, table, service.clock())


def _are_rivals(first: votes.ParsedKind, second: votes.ParsedKind) -> bool:
    """Return whether only one of the two requests can be open: two ends of a pause, two channels,
    pausing and resuming.
    """
    pause = ("pause", "resume")
    return not first.rule.is_about_seat and (
        first.name == second.name or (first.name in pause and second.name in pause)
    )


def _require_request(table: Table, kind: str) -> ConsentRequest:
    """Return the open request of this kind. Raises StaleAnswer if there is none."""
    request = find_request(table, kind)
    if request is None:
        raise StaleAnswer("table.refused.no_request")
    return request


def _require_vote(table: Table, person: Person, kind: str) -> ConsentRequest:
    """Return the open request. Raises Refused if the person has no vote in it."""
    table.require_seat(person.id)
    request = _require_request(table, kind)
    if all(person.id != voter.person for voter in votes.list_voters(table, kind, request.asked_by_id)):
        raise Refused("table.refused.no_vote")
    return request


async def _update_request(tx: Transaction, service: TableService, table: Table, kind: str, now: int) -> None:
    """Carry the request out if enough people agree. Else update its post and set the timer of
    the next abstention.
    """
    await service.read_requests(tx, table)
    request = _require_request(table, kind)
    carry_out = REQUEST_KINDS[votes.parse_kind(kind).name].carry_out
    if request.votes_missing > 0 or carry_out is None:
        next_check = min(request.next_abstention_at or request.expires_at, request.expires_at)
        await timers.set_timer(tx, table.id, TimerKind.REQUEST, kind, next_check)
        if request.votes_missing > 0:
            await outbox.enqueue(tx, table, now, OutboxKind.REQUEST, kind, outbox.RequestUpdate(kind))
        return
    await requests.close_request(tx, table.id, kind)
    await service.read_requests(tx, table)
    await carry_out(tx, PassedRequest(service, table, request, now))
    await service.read_requests(tx, table)
    if request.agreed_names[1:] or request.refused_names or now > request.asked_at:
        await outbox.enqueue(tx, table, now, OutboxKind.REQUEST, kind, outbox.RequestUpdate(kind, True, request.asker))


async def _apply_forced_default(service: TableService, table: Table, kind: str) -> None:
    """Give the default answer, as a decision of its own, once enough people have voted to force it."""
    name, seat = votes.parse_kind(kind)
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
    request: ConsentRequest,
    now: int,
    refuser: str | None,
    is_withdrawn: bool = False,
) -> None:
    """Close a request that did not pass. refuser: name of the person who refused or withdrew it; None: it expired."""
    await requests.close_request(tx, table.id, request.kind)
    name = votes.parse_kind(request.kind).name
    if refuser is None:
        await outbox.enqueue_notice(tx, table, now, "life.request_expired", asker=request.asker)
    elif is_withdrawn:
        await outbox.enqueue_notice(tx, table, now, "life.request_withdrawn", asker=request.asker)
    elif name in ("undo", "end"):
        await outbox.enqueue_notice(tx, table, now, f"notice.{name}_refused", asker=request.asker, who=refuser)
    else:
        await outbox.enqueue_notice(tx, table, now, "life.request_refused", asker=request.asker)
    await service.read_requests(tx, table)
    await outbox.enqueue(
        tx, table, now, OutboxKind.REQUEST, request.kind, outbox.RequestUpdate(request.kind, False, request.asker)
    )
