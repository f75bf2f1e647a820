"""The printed answer of somebody late, pressed by two others and named in the log; the second turn opens the seat."""

from __future__ import annotations

import pytest

from bot.table import TableService, consent
from bot.table.life import vacancy
from engines.kernel import Refused
from storage.play import pressed
from tests.table.conftest import AOI, JULES, MARCO, Clock, Players

from .conftest import A, B, notices, origins, run, told

LATE = 2.5 * 24 * 15 / 24 + 15
"""Hours after which a brisk player is a waking day late; every hour counts here."""


async def test_two_others_press_and_are_named(tables: TableService, players: Players, clock: Clock) -> None:
    game = await players.open(AOI, MARCO, JULES, pace="brisk")
    async with tables.at(game) as live:
        with pytest.raises(Refused, match="not_late"):
            await consent.ask(tables, live, MARCO, "default.0")
        with pytest.raises(Refused, match="not_asked"):
            await consent.ask(tables, live, MARCO, "default.2")
    clock.pass_hours(LATE)
    await run(tables, clock)
    assert (await notices(tables, game))[-1].offers == ("press:0",)
    async with tables.at(game) as live:
        await consent.ask(tables, live, MARCO, "default.0")
        assert live.waiting == (A,), "one alone does not"
        with pytest.raises(Refused, match="no_vote"):
            await consent.agree(tables, live, AOI, "default.0")
        await consent.agree(tables, live, JULES, "default.0")
        assert live.waiting == (B,) and consent.pending(live, "default.0") is None
    assert await origins(tables, game) == [(A, "default")]
    assert await pressed.of_game(tables.db, game) == {1: (MARCO.id, JULES.id)}
    [said] = [notice for notice in await notices(tables, game) if notice.msg.key == "life.pressed"]
    assert said.msg.args == {"names": "Marco, Jules", "who": "Aoi"}


async def test_of_two_the_other_presses_alone(tables: TableService, players: Players, clock: Clock) -> None:
    game = await players.open(AOI, MARCO, pace="brisk")
    clock.pass_hours(LATE)
    async with tables.at(game) as live:
        await consent.ask(tables, live, MARCO, "default.0")
        assert live.waiting == (B,)
        await consent.ask(tables, live, AOI, "undo")
        assert live.waiting == (B,)
        await consent.agree(tables, live, MARCO, "undo")
        assert live.waiting == (A,), "what was pressed is taken back like any answer"


async def test_the_answer_of_the_person_comes_first(tables: TableService, players: Players, clock: Clock) -> None:
    """Edge case 26: the default and the answer in one moment are one decision."""
    game = await players.open(AOI, MARCO, JULES, pace="brisk")
    clock.pass_hours(LATE)
    async with tables.at(game) as live:
        await consent.ask(tables, live, MARCO, "default.0")
        await players.say(live, A, "take")
        with pytest.raises(Refused, match="no_request"):
            await consent.agree(tables, live, JULES, "default.0")
    assert await origins(tables, game) == [(A, "person")]


async def test_the_second_turn_that_is_missed_opens_the_seat(
    tables: TableService, players: Players, clock: Clock
) -> None:
    game = await players.open(AOI, MARCO, pace="brisk")
    for turn in (1, 2):
        async with tables.at(game) as live:
            await players.call(live)
        clock.pass_hours(LATE)
        async with tables.at(game) as live:
            await consent.ask(tables, live, MARCO, "default.0")
            await players.call(live)
            assert live.seats[A].is_vacant == (turn == 2)
            await players.say(live, B, "take")
    assert "life.vacant.vacated" in await told(tables, game)


async def test_an_answer_between_begins_the_count_anew(tables: TableService, players: Players, clock: Clock) -> None:
    game = await players.open(AOI, MARCO, pace="brisk")
    for own in (False, True, False):
        async with tables.at(game) as live:
            await players.call(live)
        if own:
            async with tables.at(game) as live:
                await players.say(live, A, "take")
        else:
            clock.pass_hours(LATE)
            async with tables.at(game) as live:
                await consent.ask(tables, live, MARCO, "default.0")
        async with tables.at(game) as live:
            await players.call(live)
            await players.say(live, B, "take")
            assert not live.seats[A].is_vacant


async def test_an_empty_seat_can_be_pressed_for(tables: TableService, players: Players) -> None:
    """Edge case 29: one of those who are asked is gone; the others need not wait for a successor."""
    game = await players.open(AOI, MARCO, JULES)
    async with tables.at(game) as live:
        await vacancy.resign(tables, live, AOI)
        await consent.ask(tables, live, MARCO, "default.0")
        await consent.agree(tables, live, JULES, "default.0")
        assert live.waiting == (B,)
