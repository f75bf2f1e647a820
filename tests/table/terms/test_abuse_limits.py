"""Limits on what one person may do to others unasked (T6): invitations and requests have them, turns have none."""

from __future__ import annotations

import dataclasses
from collections.abc import Awaitable, Callable

import msgspec
import pytest

from bot.table import Person, Table, TableService, consent
from bot.table.lobby import invitations, seating
from bot.table.seats import open_seats, substitutes
from bot.table.terms.abuse_limits import CALLS_OF_PAIR, CALLS_OF_PERSON, COMPLETIONS, MAX_KEYS, REQUESTS, AbuseLimiter
from bot.table.terms.server_settings import ServerSettings, store_server_settings
from bot.table.terms.table_terms import TableTerms
from engines.kernel import Refused
from storage.play.decisions import load_active
from storage.play.requests import load_votes
from tests.table.conftest import AOI, JULES, MARCO, Clock, Players
from tests.table.short import load_notices

HOUR = 3_600_000
Closing = Callable[[TableService, Players, Table], Awaitable[None]]
EMMA = Person(104, "Emma", "en")
TERMS = TableTerms(language="en")


async def count_calls(service: TableService, table_id: int, person: Person) -> int:
    """Return how many notices of the table mention the person."""
    return sum(person.id in notice.mention for notice in await load_notices(service, table_id))


async def test_repeated_invitations_to_a_table_change_nothing(service: TableService, clock: Clock) -> None:
    table_id = await seating.open_table(service, 1, 7, AOI, "flotsam", TERMS)
    async with service.lock_table(table_id) as table:
        assert await invitations.invite_guests(service, table, AOI, (EMMA,)) == ()
        before = table.guests, table.row.rev
        for _ in range(30):
            clock.pass_hours(2)
            with pytest.raises(Refused, match="invited_already"):
                await invitations.invite_guests(service, table, AOI, (EMMA,))
        assert (table.guests, table.row.rev) == before
        assert await invitations.invite_guests(service, table, AOI, (EMMA, MARCO)) == (), "a new guest is called"
    assert await count_calls(service, table_id, EMMA) == await count_calls(service, table_id, MARCO) == 1


async def test_a_person_is_called_once_an_hour_by_another(service: TableService, clock: Clock) -> None:
    table_ids = [await seating.open_table(service, 1, channel, AOI, "flotsam", TERMS) for channel in (7, 8, 9)]
    for table_id, (hours, uncalled) in zip(table_ids, ((0, ()), (0.9, (EMMA,)), (0.2, ())), strict=True):
        clock.pass_hours(hours)
        async with service.lock_table(table_id) as table:
            assert await invitations.invite_guests(service, table, AOI, (EMMA,)) == uncalled
            assert EMMA.id in table.guests, "they may join in any case"
    assert [await count_calls(service, table_id, EMMA) for table_id in table_ids] == [1, 0, 1]
    other = await seating.open_table(service, 1, 10, MARCO, "flotsam", TERMS)
    async with service.lock_table(other) as table:
        assert await invitations.invite_guests(service, table, MARCO, (EMMA,)) == (), "another person may call them"


async def test_a_person_calls_no_whole_server(service: TableService, players: Players, clock: Clock) -> None:
    """Each of them only once, which is within the limit of each pair."""
    crowd = [Person(1000 + nth, f"Guest {nth}", "en") for nth in range(CALLS_OF_PERSON.max_uses + 3)]
    playing = await players.start_table(AOI, MARCO, channel=6)
    table_id = await seating.open_table(service, 1, 7, AOI, "flotsam", TERMS)
    async with service.lock_table(table_id) as table:
        uncalled = [await invitations.invite_guests(service, table, AOI, (guest,)) for guest in crowd]
        assert uncalled == [()] * CALLS_OF_PERSON.max_uses + [(guest,) for guest in crowd[-3:]]
        assert {guest.id for guest in crowd} <= set(table.guests), "they may join in any case"
    async with service.lock_table(playing) as table:
        with pytest.raises(Refused, match="rung_many") as refused:
            await substitutes.invite_substitute(service, table, AOI, EMMA, clock() + 24 * HOUR)
        assert refused.value.reason.args == {"most": CALLS_OF_PERSON.max_uses, "at": (clock() + HOUR) // 1000}
        await substitutes.invite_substitute(service, table, MARCO, EMMA, clock() + 24 * HOUR)
        clock.pass_hours(1)
        await substitutes.invite_substitute(service, table, AOI, JULES, clock() + 24 * HOUR)


async def test_calls_of_other_processes_count_once(service: TableService, players: Players, clock: Clock) -> None:
    """Also if the process that announces them hears them, too, or one hears them late."""
    first_at = clock()
    table_id = await seating.open_table(service, 1, 7, AOI, "flotsam", TERMS)
    async with service.lock_table(table_id) as table:
        await invitations.invite_guests(service, table, AOI, (EMMA, MARCO))
        service.limiter.receive_calls("")
        service.limiter.receive_calls(f"{first_at} {AOI.id} {EMMA.id} {MARCO.id}")
        for nth in range(CALLS_OF_PERSON.max_uses - 3):
            service.limiter.receive_calls(f"{first_at} {AOI.id} {1000 + nth}")
        assert await invitations.invite_guests(service, table, AOI, (JULES,)) == (), "the last call of the hour"
        dana = Person(105, "Dana", "en")
        assert await invitations.invite_guests(service, table, AOI, (dana,)) == (dana,)
        clock.pass_hours(1)
        service.limiter.receive_calls(f"{first_at} {AOI.id} 2000")
        assert await invitations.invite_guests(service, table, AOI, (Person(2000, "Rin", "en"),)) == ()


async def test_invitations_to_a_seat_are_calls(service: TableService, players: Players, clock: Clock) -> None:
    table_id = await players.start_table(AOI, MARCO, JULES)
    async with service.lock_table(table_id) as table:
        await substitutes.invite_substitute(service, table, AOI, EMMA, clock() + 24 * HOUR)
        for days in range(2, 22):
            with pytest.raises(Refused, match="rung"):
                await substitutes.invite_substitute(service, table, AOI, EMMA, clock() + days * 24 * HOUR)
        with pytest.raises(Refused, match="rung"):
            await open_seats.offer_own_seat(service, table, AOI, EMMA)
        assert table.seats[0].person == AOI.id, "nothing has happened"
        clock.pass_hours(1.1)
        await open_seats.offer_own_seat(service, table, AOI, EMMA)
        with pytest.raises(Refused, match="rung"):
            service.limiter.require_call(AOI.id, EMMA.id, EMMA.name)
        await open_seats.invite_successor(service, table, MARCO, 0, EMMA)
        with pytest.raises(Refused, match="rung") as refused:
            await open_seats.invite_successor(service, table, MARCO, 0, EMMA)
    assert refused.value.reason.args == {"who": "Emma", "at": -(-(clock() + HOUR) // 1000)}


async def withdraw_request(service: TableService, _players: Players, table: Table) -> None:
    await consent.vote_no(service, table, AOI, table.requests[0].kind)


async def refuse_request(service: TableService, _players: Players, table: Table) -> None:
    for voter in (MARCO, JULES):
        if table.requests:
            await consent.vote_no(service, table, voter, table.requests[0].kind)
    assert not table.requests


async def agree_to_request(service: TableService, _players: Players, table: Table) -> None:
    for voter in (MARCO, JULES):
        if table.requests:
            await consent.vote_yes(service, table, voter, table.requests[0].kind)


async def keep_request(_service: TableService, _players: Players, _table: Table) -> None:
    """The next end of a pause replaces it."""


def find_acting_seat(table: Table) -> int | None:
    """Return the seat that has steps to confirm."""
    assert table.match is not None
    return table.match.acting_seat


async def step_and_go_back(service: TableService, players: Players, table: Table) -> None:
    """A step closes the request to undo, and to undo the step needs nobody."""
    await players.answer_randomly(table, 0)
    assert find_acting_seat(table) == 0 and not table.requests
    await consent.request_consent(service, table, AOI, "undo")
    assert find_acting_seat(table) is None and not table.requests


@pytest.mark.parametrize(
    ("kind", "close_request"),
    [
        ("extend", withdraw_request),
        ("extend", refuse_request),
        ("extend", agree_to_request),
        ("pause", keep_request),
        ("undo", step_and_go_back),
    ],
)
async def test_requests_of_a_person_are_limited_however_they_end(
    service: TableService, players: Players, clock: Clock, kind: str, close_request: Closing
) -> None:
    """Each of them is a new post that calls the others."""
    table_id = await players.start_table(AOI, MARCO, JULES, pace="brisk")
    async with service.lock_table(table_id) as table:
        while kind == "undo" and not (await can_step(service, players, table)):
            await players.answer_randomly(table)
        until = clock() // 1000 + 3 * 86_400
        for number in range(REQUESTS.max_uses):
            await consent.request_consent(
                service, table, AOI, f"pause.{until + number * 3600}" if kind == "pause" else kind
            )
            assert len(table.requests) == 1
            await close_request(service, players, table)
        open_before = table.requests
        with pytest.raises(Refused, match="asked_often") as refused:
            await consent.request_consent(service, table, AOI, "end")
        assert refused.value.reason.args == {"most": REQUESTS.max_uses, "at": -(-(clock() + HOUR) // 1000)}
        assert table.requests == open_before
        await consent.request_consent(service, table, MARCO, "end")
        await consent.vote_yes(service, table, AOI, "end")  # others may still ask, and everybody may vote
        await consent.vote_no(service, table, JULES, "end")
        clock.pass_hours(1.1)
        await consent.request_consent(service, table, AOI, "end")


async def can_step(service: TableService, players: Players, table: Table) -> bool:
    """Return whether Aoi may ask to undo a public decision, and may take a step that she has not confirmed."""
    if table.waiting != (0,) or find_acting_seat(table) is not None or not table.public_n:
        return False
    await players.answer_randomly(table, 0)
    if find_acting_seat(table) != 0:
        return False
    await consent.request_consent(service, table, AOI, "undo")
    return any(row.seat == 0 for row in await load_active(service.db, table.id))


async def test_a_request_that_is_asked_again_keeps_its_votes(
    service: TableService, players: Players, clock: Clock
) -> None:
    table_id = await players.start_table(AOI, MARCO, JULES, EMMA)
    async with service.lock_table(table_id) as table:
        await consent.request_consent(service, table, AOI, "end")
        await consent.vote_yes(service, table, MARCO, "end")
        request, votes = table.requests[0], await load_votes(service.db, table_id, "end")
        clock.pass_hours(0.5)
        with pytest.raises(Refused, match="asked_already"):
            await consent.request_consent(service, table, AOI, "end")
        assert await service.db.fetch_rows("SELECT at FROM requests") == [(request.asked_at,)]
        assert await load_votes(service.db, table_id, "end") == votes == {AOI.id: True, MARCO.id: True}


async def test_open_lobbies_of_a_person(service: TableService, clock: Clock) -> None:
    for channel in range(3):
        await seating.open_table(service, 1, channel, AOI, "flotsam", TERMS)
    with pytest.raises(Refused, match="lobbies") as refused:
        await seating.open_table(service, 1, 10, AOI, "flotsam", TERMS)
    args = refused.value.reason.args
    assert (args["held"], args["most"]) == (3, 3)
    assert isinstance(args["tables"], tuple) and len(args["tables"]) == 3
    await seating.open_table(service, 2, 20, AOI, "flotsam", TERMS)  # another server
    await seating.open_table(service, 1, 11, MARCO, "flotsam", TERMS)  # another person
    async with service.lock_table(1) as table:
        await seating.join_table(service, table, JULES)
        await seating.start_game(service, table, AOI)
    await seating.open_table(service, 1, 10, AOI, "flotsam", TERMS)
    await store_server_settings(service.db, 1, ServerSettings(lobbies=5))
    await seating.open_table(service, 1, 12, AOI, "flotsam", TERMS)


async def open_and_close(service: TableService, channel: int, guild: int = 1) -> None:
    """Open a table of Aoi's as a command does, and end it."""
    await seating.check_may_open(service, guild, AOI)
    table_id = await seating.open_table(service, guild, channel, AOI, "flotsam", TERMS)
    async with service.lock_table(table_id) as table:
        await consent.end_open_table(service, table, AOI)


async def test_openings_of_a_person_have_a_limit_though_the_tables_are_ended(
    service: TableService, clock: Clock
) -> None:
    first_at = clock()
    for channel in range(12):
        await open_and_close(service, channel)
        clock.pass_hours(0.01)
    with pytest.raises(Refused, match="openings") as refused:
        await open_and_close(service, 30)
    assert refused.value.reason.args == {"most": 12, "at": (first_at + HOUR) // 1000}
    await seating.check_may_open(service, 1, MARCO)
    await open_and_close(service, 31, guild=2)  # another server
    await store_server_settings(service.db, 1, ServerSettings(lobbies=4))
    for channel in range(4):
        await open_and_close(service, channel)
    with pytest.raises(Refused, match="openings"):
        await open_and_close(service, 30)
    clock.now = first_at + HOUR
    await open_and_close(service, 30)


async def test_rematches_count_as_openings(service: TableService, players: Players) -> None:
    for _ in range(12):
        await players.play_to_end(table_id := await players.start_table(AOI, MARCO))
    with pytest.raises(Refused, match="openings"):
        await invitations.open_rematch(service, table_id, AOI)
    assert await invitations.open_rematch(service, table_id, MARCO) == table_id + 1


def test_settings_of_earlier_versions_have_the_default() -> None:
    assert msgspec.json.decode(b'{"openers":"managers"}', type=ServerSettings).lobbies == 3


async def test_turns_have_no_limit(service: TableService, players: Players, monkeypatch: pytest.MonkeyPatch) -> None:
    table_id = await players.start_table(AOI, MARCO, JULES)
    monkeypatch.setattr(AbuseLimiter, "find_free_time", lambda *_: 1 << 50)
    await players.play_to_end(table_id)
    async with service.lock_table(table_id) as table:
        assert table.row.status == "over"


def test_limiter_counts_in_a_sliding_window() -> None:
    clock = Clock()
    limiter = AbuseLimiter(clock)
    limit = dataclasses.replace(REQUESTS, max_uses=2)
    for _ in range(2):
        assert limiter.find_free_time(limit, 1, 2) is None
        limiter.record(limit, 1, 2)
        clock.pass_hours(0.25)
    assert limiter.find_free_time(limit, 1, 2) == clock() + HOUR // 2
    assert limiter.find_free_time(limit, 2, 1) is limiter.find_free_time(CALLS_OF_PAIR, 1, 2) is None
    clock.pass_hours(0.5)
    assert limiter.find_free_time(limit, 1, 2) is None
    clock.pass_hours(-24 * 400)
    assert limiter.find_free_time(limit, 1, 2) is None, "a clock that was set back locks nobody out"
    for person in range(MAX_KEYS + 10):
        limiter.record(COMPLETIONS, person)
    assert limiter.find_free_time(CALLS_OF_PAIR, 1, 2) is None and len(limiter._times) == MAX_KEYS
