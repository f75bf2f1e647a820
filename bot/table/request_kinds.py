"""Kinds of requests: when each may be made, and what is done once enough people agree.

The voting rules are in `votes`, asking and voting in `consent`. The subject of a request may have resolved itself by
the time that it passes; then nothing is done.
"""

from collections.abc import Awaitable, Callable, Mapping
from typing import NamedTuple

from bot.table.state.people import Person
from bot.table.state.table import ConsentRequest, Table
from engines.kernel import Refused, list_policies
from storage import Transaction
from storage.kinds import PauseReason

from .admin import channel_move
from .clock.waking_hours import WAKING_DAY
from .deadline import deadlines
from .notices import outbox
from .play import undo
from .seats import autopilot, host, lateness, open_seats, table_pauses
from .service import early_end
from .service.table_service import TableService
from .terms import votes


class PassedRequest(NamedTuple):
    """A request that enough people agreed to."""

    service: TableService
    """For what follows the transaction."""
    table: Table
    """In memory, locked by the vote."""
    request: ConsentRequest
    """With the votes by which it passed."""
    now: int
    """Unix milliseconds of the transaction."""

    @property
    def subject(self) -> int:
        """The seat, time or channel that it is about."""
        subject = votes.parse_kind(self.request.kind).subject
        assert subject is not None, self.request.kind
        return subject


class RequestKind(NamedTuple):
    """The functions that check one kind of request and carry it out."""

    check: Callable[[TableService, Table, Person, int | None], Awaitable[int | None]]
    """Raises Refused unless the person may make the request about this seat, time or channel. Returns the first
    decision that would be taken back, None for other kinds.
    """
    carry_out: Callable[[Transaction, PassedRequest], Awaitable[None]] | None
    """Done in the transaction in which the request passes; None: a decision with a transaction of its own follows."""


async def check_request(service: TableService, table: Table, person: Person, kind: str) -> int | None:
    """Check that the person may make this request. Returns the first decision that would be taken back, None for other
    kinds. Raises Refused.
    """
    name, subject = votes.parse_kind(kind)
    return await REQUEST_KINDS[name].check(service, table, person, subject)


async def _check_undo(service: TableService, table: Table, person: Person, _subject: int | None) -> int:
    return await undo.find_undo_start(service, table, person)


async def _take_back(tx: Transaction, passed_request: PassedRequest) -> None:
    service, table, request, now = passed_request
    assert request.from_n is not None
    await undo.take_back_decisions(tx, service, table, request.from_n, request.asker, now)


async def _check_end(_service: TableService, table: Table, person: Person, _subject: int | None) -> None:
    """Ending may be asked for even while the rules cannot continue the game."""
    if not table.is_paused:
        table.require_match()
    table.require_seat(person.id)


async def _end_table(tx: Transaction, passed_request: PassedRequest) -> None:
    await early_end.end_table(tx, passed_request.table, passed_request.now, "agreed")


async def _end_with_score(tx: Transaction, passed_request: PassedRequest) -> None:
    if passed_request.table.seats[passed_request.subject].is_vacant:
        await early_end.end_table(tx, passed_request.table, passed_request.now, "vacated")


async def _void_game(tx: Transaction, passed_request: PassedRequest) -> None:
    if passed_request.table.seats[passed_request.subject].is_vacant:
        await early_end.end_table(tx, passed_request.table, passed_request.now, "void")


async def _assign_computer(tx: Transaction, passed_request: PassedRequest) -> None:
    service, table, _, now = passed_request
    if table.seats[passed_request.subject].is_vacant:
        policy = next(iter(list_policies(table.game)))
        await open_seats.assign_computer(tx, service, table, passed_request.subject, now, policy)


async def _start_autopilot(tx: Transaction, passed_request: PassedRequest) -> None:
    service, table, _, now = passed_request
    if not table.seats[passed_request.subject].is_computer:
        await autopilot.start_autopilot(tx, service, table, passed_request.subject, now, "notice.relief_voted")


async def _open_seat(tx: Transaction, passed_request: PassedRequest) -> None:
    service, table, request, now = passed_request
    if table.seats[passed_request.subject].person is not None:
        await open_seats.open_seat(
            tx, service, table, passed_request.subject, "offered", now, asked_by=request.asked_by_id
        )


async def _set_host(tx: Transaction, passed_request: PassedRequest) -> None:
    await host.set_host(tx, passed_request.table, passed_request.subject, passed_request.now)


async def _check_pause(service: TableService, table: Table, person: Person, until: int | None) -> None:
    table_pauses.check_pause_vote(service, table, person, until)


async def _begin_pause(tx: Transaction, passed_request: PassedRequest) -> None:
    until = passed_request.subject
    await table_pauses.begin_pause(tx, passed_request.table, PauseReason.VOTE, passed_request.now, until * 1000)
    await outbox.enqueue_notice(tx, passed_request.table, passed_request.now, "life.pause", until=until)


async def _check_resumption(_service: TableService, table: Table, person: Person, _subject: int | None) -> None:
    table_pauses.check_resume_vote(table, person)


async def _end_pause(tx: Transaction, passed_request: PassedRequest) -> None:
    if await table_pauses.end_pause(tx, passed_request.table, PauseReason.VOTE, passed_request.now):
        await outbox.enqueue_notice(tx, passed_request.table, passed_request.now, "life.pause_over")


async def _check_extension(_service: TableService, table: Table, person: Person, _subject: int | None) -> None:
    table.require_match()
    table.require_seat(person.id)
    if deadlines.find_time_control(table) is None:
        raise Refused("table.refused.no_clock")


async def _give_time_to_all(tx: Transaction, passed_request: PassedRequest) -> None:
    for seated in passed_request.table.held_seats:
        await deadlines.give_time(tx, passed_request.table, seated.seat, WAKING_DAY, passed_request.now)
    await outbox.enqueue_notice(tx, passed_request.table, passed_request.now, "life.extended")


async def _check_move(_service: TableService, table: Table, person: Person, _channel: int | None) -> None:
    channel_move.check_move_vote(table, person)


async def _move_table(tx: Transaction, passed_request: PassedRequest) -> None:
    table = passed_request.table
    await channel_move.move_table(tx, table, table.row.guild_id, passed_request.subject, passed_request.now)


REQUEST_KINDS: Mapping[str, RequestKind] = {
    "undo": RequestKind(_check_undo, _take_back),
    "end": RequestKind(_check_end, _end_table),
    "score": RequestKind(open_seats.check_open_seat_vote, _end_with_score),
    "void": RequestKind(open_seats.check_open_seat_vote, _void_game),
    "autopilot": RequestKind(open_seats.check_open_seat_vote, _assign_computer),
    "relief": RequestKind(autopilot.check_autopilot_vote, _start_autopilot),
    "replace": RequestKind(host.check_replacement_vote, _open_seat),
    "default": RequestKind(lateness.check_forcing_vote, None),
    "host": RequestKind(host.check_host_vote, _set_host),
    "pause": RequestKind(_check_pause, _begin_pause),
    "resume": RequestKind(_check_resumption, _end_pause),
    "extend": RequestKind(_check_extension, _give_time_to_all),
    "move": RequestKind(_check_move, _move_table),
}
"""The same kinds as in `votes.VOTES`."""
