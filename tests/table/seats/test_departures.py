"""A person who leaves the server gives up their seats there, as if they had resigned."""

from __future__ import annotations

from bot.table import TableService
from bot.table.lobby import seating
from bot.table.personal import table_inbox
from bot.table.seats import substitutes
from bot.table.terms.table_terms import TableTerms
from storage.kinds import TimerKind
from storage.play import deals, games
from storage.time import timers
from tests.table.conftest import AOI, JULES, MARCO, Clock, Players
from tests.table.short import A, B, load_notice_keys

from .conftest import EMMA, load_seat_tenures


async def test_departure_from_lobby_frees_seat_and_share(service: TableService, players: Players) -> None:
    table_id = await seating.open_table(service, 1, 3, AOI, "flotsam", TableTerms(language="en"))
    async with service.lock_table(table_id) as table:
        await seating.join_table(service, table, MARCO)
    await table_inbox.release_seats(service, AOI.id, [table_id])
    async with service.lock_table(table_id) as table:
        assert [assignment.person for assignment in table.seats] == [MARCO.id] and table.row.host == MARCO.id
        assert table.shares.keys() == {MARCO.id} == table.habits.keys()
    assert (await deals.load_shares(service.db, table_id)).keys() == {MARCO.id}
    await table_inbox.release_seats(service, MARCO.id, [table_id])
    await table_inbox.release_seats(service, AOI.id, [table_id])  # has no seat any more
    row = await games.load_game(service.db, table_id)
    assert row is not None and row.status == "ended"


async def test_departure_in_play_opens_the_seat(service: TableService, players: Players) -> None:
    table_id = await players.start_table(AOI, MARCO, JULES)
    await table_inbox.release_seats(service, MARCO.id, [table_id])
    async with service.lock_table(table_id) as table:
        assert table.seats[B].is_vacant
    assert await load_seat_tenures(service, table_id, B) == [
        (1, MARCO.id, MARCO.id, "start"),
        (1, None, None, "vacated"),
    ]


async def test_departed_substitute_returns_seat_to_holder(
    service: TableService, players: Players, clock: Clock
) -> None:
    table_id = await players.start_table(AOI, MARCO, JULES)
    async with service.lock_table(table_id) as table:
        await substitutes.invite_substitute(service, table, AOI, EMMA, clock() + 3 * 86_400_000)
        await substitutes.accept_substitution(service, table, EMMA, A)
    await table_inbox.release_seats(service, EMMA.id, [table_id])
    async with service.lock_table(table_id) as table:
        assert (table.seats[A].substitute, table.seats[A].person_to_notify) == (None, AOI.id)
    assert await load_notice_keys(service, table_id, ["life.sitter"]) == [
        "life.sitter_asked",
        "life.sitter",
        "life.sitter_over",
    ]
    assert [row for row in await timers.load_timers(service.db, table_id) if row.kind == TimerKind.SUBSTITUTE_END] == []
