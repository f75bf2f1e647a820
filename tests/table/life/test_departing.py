"""Whoever has left the server gives up what they had at its tables, as if they had said so themselves."""

from __future__ import annotations

from bot.table import TableService
from bot.table.life import departing, sitting
from bot.table.lobby import seating
from bot.table.lobby.agreement import Agreement
from storage.play import deals, games
from storage.time import timers
from storage.time.kinds import Timer
from tests.table.conftest import AOI, JULES, MARCO, Clock, Players
from tests.table.short import A, B, told

from .conftest import EMMA, who


async def test_before_the_start_the_seat_is_free_and_the_shuffle_without_its_share(
    tables: TableService, players: Players
) -> None:
    game = await seating.open_table(tables, 1, 3, AOI, "flotsam", Agreement(language="en"))
    async with tables.at(game) as live:
        await seating.join(tables, live, MARCO)
        await departing.depart(tables, live, AOI.id)
        assert [one.person for one in live.seats] == [MARCO.id] and live.row.host == MARCO.id
        assert live.shares.keys() == {MARCO.id} == live.facts.keys()
    assert (await deals.shares(tables.db, game)).keys() == {MARCO.id}
    async with tables.at(game) as live:
        await departing.depart(tables, live, MARCO.id)
        await departing.depart(tables, live, JULES.id)  # who never sat there
    row = await games.get(tables.db, game)
    assert row is not None and row.status == "ended"


async def test_in_play_the_seat_opens(tables: TableService, players: Players) -> None:
    game = await players.open(AOI, MARCO, JULES)
    async with tables.at(game) as live:
        await departing.depart(tables, live, MARCO.id)
        assert live.seats[B].is_vacant
    assert await who(tables, game, B) == [(1, MARCO.id, MARCO.id, "start"), (1, None, None, "vacated")]


async def test_where_a_sitter_has_gone_the_holder_answers_again_and_all_are_told(
    tables: TableService, players: Players, clock: Clock
) -> None:
    game = await players.open(AOI, MARCO, JULES)
    async with tables.at(game) as live:
        await sitting.invite(tables, live, AOI, EMMA, clock() + 3 * 86_400_000)
        await sitting.accept(tables, live, EMMA, A)
        await departing.depart(tables, live, EMMA.id)
        assert (live.seats[A].sitter, live.seats[A].called) == (None, AOI.id)
    assert await told(tables, game, ["life.sitter"]) == ["life.sitter_asked", "life.sitter", "life.sitter_over"]
    assert [row for row in await timers.of_game(tables.db, game) if row.kind == Timer.SITTER] == []
