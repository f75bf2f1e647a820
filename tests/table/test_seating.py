"""What is agreed before the start: how many seats, how long a question waits; and what a closed table still allows."""

from __future__ import annotations

import pytest

from bot.table import TableService, consent
from bot.table.lobby import seating
from bot.table.lobby.agreement import Agreement
from engines.kernel import Refused
from storage.time import timers as timer_rows

from .conftest import AOI, JULES, MARCO, Clock, Players

HOUR_MS = 3_600_000


async def test_a_table_for_two_lets_nobody_else_in_until_the_host_raises_the_number(tables: TableService) -> None:
    game = await seating.open_table(tables, 1, 7, AOI, "flotsam", Agreement(language="en", players=2))
    async with tables.at(game) as live:
        assert live.seats_wanted == 2
        await seating.join(tables, live, MARCO)
        with pytest.raises(Refused) as refused:
            await seating.join(tables, live, JULES)
        assert refused.value.reason.key == "table.refused.wanted_full"
        with pytest.raises(Refused):
            await seating.add_computer(tables, live, AOI, "random")
        with pytest.raises(Refused):
            await seating.set_settings(tables, live, MARCO, players=3)
        await seating.set_settings(tables, live, AOI, players=3)
        await seating.join(tables, live, JULES)
        assert len(live.seats) == 3


async def test_the_number_of_seats_is_one_that_the_game_has(tables: TableService) -> None:
    with pytest.raises(Refused) as refused:
        await seating.open_table(tables, 1, 7, AOI, "flotsam", Agreement(language="en", players=5))
    assert refused.value.reason.args["allowed"] == (2, 3, 4)
    game = await seating.open_table(tables, 1, 7, AOI, "flotsam", Agreement(language="en"))
    async with tables.at(game) as live:
        await seating.join(tables, live, MARCO)
        await seating.join(tables, live, JULES)
        with pytest.raises(Refused) as refused:
            await seating.set_settings(tables, live, AOI, players=2)
        assert refused.value.reason.key == "table.refused.players_seated"
        assert live.plan.players is None


async def test_a_table_may_start_with_fewer_than_were_wanted(tables: TableService) -> None:
    game = await seating.open_table(tables, 1, 7, AOI, "flotsam", Agreement(language="en", players=4))
    async with tables.at(game) as live:
        with pytest.raises(Refused):
            await seating.start(tables, live, AOI)
        await seating.join(tables, live, MARCO)
        await seating.start(tables, live, AOI)
        assert live.is_playing and len(live.seats) == 2


@pytest.mark.parametrize(("pace", "hours"), [("slow", 7.5), ("none", None)])
async def test_a_question_waits_as_long_as_was_agreed(
    tables: TableService, players: Players, clock: Clock, pace: str, hours: float | None
) -> None:
    game = await players.open(AOI, MARCO, pace=pace)
    async with tables.at(game) as live:
        while not live.times_out:
            await players.step(live)
    due = {row.due_at for row in await timer_rows.of_game(tables.db, game) if row.kind == "timeout"}
    assert due == (set() if hours is None else {clock.now + hours * HOUR_MS})


async def test_a_pace_that_is_none_is_refused(tables: TableService) -> None:
    with pytest.raises(Refused) as refused:
        await seating.open_table(tables, 1, 7, AOI, "flotsam", Agreement(language="en", pace="hasty"))
    assert refused.value.reason.key == "table.refused.setting"


async def test_a_closed_table_says_so_whatever_is_tried(tables: TableService) -> None:
    game = await seating.open_table(tables, 1, 7, AOI, "flotsam", Agreement(language="en"))
    async with tables.at(game) as live:
        await consent.end_open_table(tables, live, AOI)
        for attempt in (
            seating.join(tables, live, MARCO),
            seating.leave(tables, live, AOI),
            seating.start(tables, live, AOI),
            seating.set_settings(tables, live, AOI, language="ja"),
            seating.set_settings(tables, live, AOI, players=3),
            consent.ask(tables, live, AOI, "undo"),
            consent.ask(tables, live, AOI, "end"),
        ):
            with pytest.raises(Refused) as refused:
                await attempt
            assert refused.value.reason.key == "table.refused.ended"


async def test_after_the_last_turn_nothing_is_agreed_any_more(tables: TableService, players: Players) -> None:
    game = await players.open(AOI, MARCO)
    await players.finish(game)
    async with tables.at(game) as live:
        for attempt in (
            seating.set_settings(tables, live, AOI, language="ja"),
            consent.ask(tables, live, AOI, "undo"),
            consent.ask(tables, live, AOI, "end"),
        ):
            with pytest.raises(Refused) as refused:
                await attempt
            assert refused.value.reason.key == "table.refused.finished"


async def test_the_host_moves_seats_where_their_order_is_not_left_to_chance(tables: TableService) -> None:
    game = await seating.open_table(tables, 1, 7, AOI, "flotsam", Agreement(language="en", order="joined"))
    async with tables.at(game) as live:
        await seating.join(tables, live, MARCO)
        await seating.join(tables, live, JULES)
        await seating.choose_colour(tables, live, JULES, live.game.colors[-1])
        await seating.move(tables, live, AOI, 2, 0)
        assert live.names == ("Jules", "Aoi", "Marco")
        assert live.seats[0].colour == live.game.colors[-1] and live.row.host == AOI.id
        for by, seat, to, reason in (
            (MARCO, 1, 0, "host_only"),
            (AOI, 3, 0, "no_seat_there"),
            (AOI, 1, -1, "no_seat_there"),
        ):
            with pytest.raises(Refused) as refused:
                await seating.move(tables, live, by, seat, to)
            assert refused.value.reason.key == f"table.refused.{reason}"
        await seating.start(tables, live, AOI)
        assert live.names == ("Jules", "Aoi", "Marco")


async def test_seats_that_will_be_drawn_are_not_moved(tables: TableService) -> None:
    game = await seating.open_table(tables, 1, 7, AOI, "flotsam", Agreement(language="en", order="random"))
    async with tables.at(game) as live:
        await seating.join(tables, live, MARCO)
        with pytest.raises(Refused) as refused:
            await seating.move(tables, live, AOI, 1, 0)
        assert refused.value.reason.key == "table.refused.order_random"
