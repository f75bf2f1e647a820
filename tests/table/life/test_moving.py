"""A table goes to another channel, by vote, or at once when its own is gone."""

from __future__ import annotations

import pytest

from bot.table import TableService, consent, play
from bot.table.life import moving
from bot.table.lobby import seating
from bot.table.lobby.agreement import Agreement
from engines.kernel import Refused
from storage.messages import outbox
from storage.messages.kinds import Saying
from storage.play import games
from storage.time import timers as timer_rows
from tests.table.conftest import AOI, JULES, MARCO, Clock, Players
from tests.table.short import A, B

from .conftest import pass_days


async def test_the_others_agree_and_the_rest_is_said_there(tables: TableService, players: Players) -> None:
    game = await players.open(AOI, MARCO, JULES)
    async with tables.at(game) as live:
        assert not await moving.take_along(tables, live, AOI, 1, 9)
        with pytest.raises(Refused, match="here_already"):
            await moving.take_along(tables, live, AOI, 1, 7)
        await consent.ask(tables, live, AOI, "move.9")
        await consent.agree(tables, live, JULES, "move.9")
        assert live.row.channel_id == 9
        await players.say(live, A, "take")
    assert {row.target for row in await outbox.waiting(tables.db, game)} == {9}
    assert await tables.find(9) == game and await tables.find(7) is None


async def test_not_to_a_channel_with_a_table(tables: TableService, players: Players) -> None:
    game = await players.open(AOI, MARCO)
    await seating.open_table(tables, 1, 9, JULES, "flotsam", Agreement(language="en"))
    async with tables.at(game) as live:
        await consent.ask(tables, live, AOI, "move.9")
        with pytest.raises(Refused, match="channel_taken"):
            await consent.agree(tables, live, MARCO, "move.9")
    async with tables.at(game) as live:
        assert live.row.channel_id == 7 and consent.pending(live, "move.9") is not None


async def test_a_deleted_channel_stops_all_clocks_until_somebody_moves_the_table(
    tables: TableService, players: Players, clock: Clock
) -> None:
    game = await players.open(AOI, MARCO, pace="brisk")
    async with tables.at(game) as live:
        await moving.lost(tables, live)
        await moving.lost(tables, live)
        assert live.pauses == {"channel"}
    assert await timer_rows.of_game(tables.db, game) == []
    told = await outbox.waiting(tables.db, game)
    assert [(row.kind, row.target, row.direct) for row in told] == [
        (Saying.ORPHAN, AOI.id, 1),
        (Saying.ORPHAN, MARCO.id, 1),
    ], "once, by direct message"
    async with tables.db.transaction() as tx:
        for row in told:
            await outbox.mark_sent(tx, row.id, clock(), 1)
    await pass_days(tables, clock, 30)
    async with tables.at(game) as live:
        for seat, person in ((A, AOI), (B, MARCO)):
            ref = live.ref(seat)
            assert ref is not None
            await play.answer(tables, live, person, ref, ("take",))
        assert await outbox.waiting(tables.db, game) == [], "nobody speaks to a channel that is gone"
        with pytest.raises(Refused, match="not_seated"):
            await moving.take_along(tables, live, JULES, 2, 9)
        assert await moving.take_along(tables, live, MARCO, 2, 9)
        assert not live.pauses and (live.row.guild_id, live.row.channel_id) == (2, 9)
    kinds = {row.kind for row in await outbox.waiting(tables.db, game)}
    assert {"card", "turn", "ping"} <= kinds, "what happened meanwhile is told, and who is asked is called"


async def test_a_table_that_had_not_started_is_closed(tables: TableService) -> None:
    game = await seating.open_table(tables, 1, 7, AOI, "flotsam", Agreement(language="en"))
    async with tables.at(game) as live:
        await moving.lost(tables, live)
    row = await games.get(tables.db, game)
    assert row is not None and row.status == "ended"


async def test_before_the_start_the_host_moves_alone(tables: TableService) -> None:
    game = await seating.open_table(tables, 1, 7, AOI, "flotsam", Agreement(language="en"))
    async with tables.at(game) as live:
        await seating.join(tables, live, MARCO)
        with pytest.raises(Refused, match="host_only"):
            await moving.take_along(tables, live, MARCO, 1, 9)
        assert await moving.take_along(tables, live, AOI, 1, 9)


async def test_who_sleeps_while_two_channels_are_lost_is_told_once(tables: TableService, players: Players) -> None:
    game = await players.open(AOI, MARCO, pace="brisk")
    async with tables.at(game) as live:
        await moving.lost(tables, live)
        assert await moving.take_along(tables, live, MARCO, 2, 9)
        await moving.lost(tables, live)
    told = [row.target for row in await outbox.waiting(tables.db, game, Saying.ORPHAN)]
    assert sorted(told) == [AOI.id, MARCO.id]
