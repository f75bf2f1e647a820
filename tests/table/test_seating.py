"""What is agreed before the start: how many seats, how long a question waits; and what a closed table still allows."""

from __future__ import annotations

import pytest

from bot.table import House, consent, seating
from engines.kernel import Refused
from storage import timers as timer_rows

from .conftest import AOI, JULES, MARCO, Clock, Players

HOUR_MS = 3_600_000


async def test_a_table_for_two_lets_nobody_else_in_until_the_host_raises_the_number(house: House) -> None:
    game = await seating.open_table(house, 1, 7, AOI, "flotsam", language="en", players=2)
    async with house.at(game) as live:
        assert live.seats_wanted == 2
        await seating.join(house, live, MARCO)
        with pytest.raises(Refused) as refused:
            await seating.join(house, live, JULES)
        assert refused.value.reason.key == "table.refused.wanted_full"
        with pytest.raises(Refused):
            await seating.add_computer(house, live, AOI, "random")
        with pytest.raises(Refused):
            await seating.set_settings(house, live, MARCO, players=3)
        await seating.set_settings(house, live, AOI, players=3)
        await seating.join(house, live, JULES)
        assert len(live.seats) == 3


async def test_the_number_of_seats_is_one_that_the_game_has(house: House) -> None:
    with pytest.raises(Refused) as refused:
        await seating.open_table(house, 1, 7, AOI, "flotsam", language="en", players=5)
    assert refused.value.reason.args["allowed"] == (2, 3, 4)
    game = await seating.open_table(house, 1, 7, AOI, "flotsam", language="en")
    async with house.at(game) as live:
        await seating.join(house, live, MARCO)
        await seating.join(house, live, JULES)
        with pytest.raises(Refused) as refused:
            await seating.set_settings(house, live, AOI, players=2)
        assert refused.value.reason.key == "table.refused.players_seated"
        assert live.plan.players is None


async def test_a_table_may_start_with_fewer_than_were_wanted(house: House) -> None:
    game = await seating.open_table(house, 1, 7, AOI, "flotsam", language="en", players=4)
    async with house.at(game) as live:
        with pytest.raises(Refused):
            await seating.start(house, live, AOI)
        await seating.join(house, live, MARCO)
        await seating.start(house, live, AOI)
        assert live.is_playing and len(live.seats) == 2


@pytest.mark.parametrize("hours", [24, None])
async def test_a_question_waits_as_long_as_was_agreed(
    house: House, players: Players, clock: Clock, hours: int | None
) -> None:
    game = await seating.open_table(house, 1, 7, AOI, "flotsam", language="en", order="joined", timeout_hours=hours)
    async with house.at(game) as live:
        await seating.join(house, live, MARCO)
        await seating.start(house, live, AOI)
        while not live.times_out:
            await players.step(live)
    due = {row.due_at for row in await timer_rows.of_game(house.db, game) if row.kind == "timeout"}
    assert due == (set() if hours is None else {clock.now + hours * HOUR_MS})


async def test_hours_have_bounds(house: House) -> None:
    with pytest.raises(Refused) as refused:
        await seating.open_table(house, 1, 7, AOI, "flotsam", language="en", timeout_hours=10_000)
    assert refused.value.reason.key == "table.refused.hours"


async def test_a_closed_table_says_so_whatever_is_tried(house: House) -> None:
    game = await seating.open_table(house, 1, 7, AOI, "flotsam", language="en")
    async with house.at(game) as live:
        await consent.end_open_table(house, live, AOI)
        for attempt in (
            seating.join(house, live, MARCO),
            seating.leave(house, live, AOI),
            seating.start(house, live, AOI),
            seating.set_settings(house, live, AOI, language="ja"),
            seating.set_settings(house, live, AOI, players=3),
            consent.ask(house, live, AOI, "undo"),
            consent.ask(house, live, AOI, "end"),
        ):
            with pytest.raises(Refused) as refused:
                await attempt
            assert refused.value.reason.key == "table.refused.ended"


async def test_after_the_last_turn_nothing_is_agreed_any_more(house: House, players: Players) -> None:
    game = await players.open(AOI, MARCO)
    await players.finish(game)
    async with house.at(game) as live:
        for attempt in (
            seating.set_settings(house, live, AOI, language="ja"),
            consent.ask(house, live, AOI, "undo"),
            consent.ask(house, live, AOI, "end"),
        ):
            with pytest.raises(Refused) as refused:
                await attempt
            assert refused.value.reason.key == "table.refused.finished"


async def test_the_host_moves_seats_where_their_order_is_not_left_to_chance(house: House) -> None:
    game = await seating.open_table(house, 1, 7, AOI, "flotsam", language="en", order="joined")
    async with house.at(game) as live:
        await seating.join(house, live, MARCO)
        await seating.join(house, live, JULES)
        await seating.choose_colour(house, live, JULES, live.game.colors[-1])
        await seating.move(house, live, AOI, 2, 0)
        assert live.names == ("Jules", "Aoi", "Marco")
        assert live.seats[0].colour == live.game.colors[-1] and live.row.host == AOI.id
        for by, seat, to, reason in (
            (MARCO, 1, 0, "host_only"),
            (AOI, 3, 0, "no_seat_there"),
            (AOI, 1, -1, "no_seat_there"),
        ):
            with pytest.raises(Refused) as refused:
                await seating.move(house, live, by, seat, to)
            assert refused.value.reason.key == f"table.refused.{reason}"
        await seating.start(house, live, AOI)
        assert live.names == ("Jules", "Aoi", "Marco")


async def test_seats_that_will_be_drawn_are_not_moved(house: House) -> None:
    game = await seating.open_table(house, 1, 7, AOI, "flotsam", language="en", order="random")
    async with house.at(game) as live:
        await seating.join(house, live, MARCO)
        with pytest.raises(Refused) as refused:
            await seating.move(house, live, AOI, 1, 0)
        assert refused.value.reason.key == "table.refused.order_random"
