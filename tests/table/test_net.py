"""The safety net: leave is drawn before somebody is late, by the hour, once a turn, and ends with the answer."""

from __future__ import annotations

import msgspec
import pytest

from bot.table import TableService, preferences
from engines.kernel import Refused

from .conftest import AOI, MARCO, Clock, Players
from .short import A, B, play_by, questions, run, told

DAY = 15
"""Waking hours; nobody here has told nights, so all hours count."""


LADDER = ("notice.late", "notice.drawn")


@pytest.fixture(autouse=True)
def rules(monkeypatch: pytest.MonkeyPatch) -> None:
    play_by(monkeypatch, questions(A, B, default=None), None)


async def second_turn(tables: TableService, players: Players) -> int:
    """A brisk table on which both have moved once: A is asked again."""
    game = await players.open(AOI, MARCO, pace="brisk")
    async with tables.at(game) as live:
        for seat in (A, B):
            await players.say(live, seat, "take")
    return game


async def test_leave_is_drawn_once_then_the_seat_is_late(tables: TableService, players: Players, clock: Clock) -> None:
    game = await second_turn(tables, players)
    clock.pass_hours(2.5 * DAY)
    await run(tables, clock)
    assert await told(tables, game, LADDER) == ["notice.drawn"]
    assert (await preferences.settled(tables, AOI)).leave == 8
    clock.pass_hours(47)
    await run(tables, clock)
    assert await told(tables, game, LADDER) == ["notice.drawn"]
    clock.pass_hours(2)
    await run(tables, clock)
    assert await told(tables, game, LADDER) == ["notice.drawn", "notice.late.late"]


async def test_the_answer_ends_it(tables: TableService, players: Players, clock: Clock) -> None:
    game = await second_turn(tables, players)
    clock.pass_hours(2.5 * DAY)
    await run(tables, clock)
    clock.pass_hours(4.5)
    async with tables.at(game) as live:
        await players.say(live, A, "take")
    known = await preferences.settled(tables, AOI)
    assert [(one.until_at - one.from_at) / 3_600_000 for one in known.every] == [4.5] and known.leave == 9


@pytest.mark.parametrize("why", ["off", "first move", "table"])
async def test_when_nothing_is_drawn(tables: TableService, players: Players, clock: Clock, why: str) -> None:
    if why == "off":
        await preferences.set_net(tables, AOI, False)
    if why == "first move":
        game = await players.open(AOI, MARCO, pace="brisk")
    else:
        game = await second_turn(tables, players)
    if why == "table":
        async with tables.at(game) as live:
            live.plan = msgspec.structs.replace(live.plan, leave_days=0)
    clock.pass_hours(2.5 * DAY)
    await run(tables, clock)
    assert await told(tables, game, LADDER) == ["notice.late.late"]


async def test_leave_that_comes_too_late_does_not_help(tables: TableService, players: Players, clock: Clock) -> None:
    game = await players.open(AOI, MARCO, pace="brisk")
    clock.pass_hours(2.5 * DAY)
    await run(tables, clock)
    assert await told(tables, game, LADDER) == ["notice.late.late"]
    await preferences.go_away(tables, AOI, None, clock() + 5 * 24 * 3_600_000)
    clock.pass_hours(DAY)
    await run(tables, clock)
    assert await told(tables, game, LADDER) == ["notice.late.late", "notice.late.may_answer"]


async def test_an_emergency_comes_once(tables: TableService, clock: Clock) -> None:
    await preferences.emergency(tables, AOI)
    assert (await preferences.settled(tables, AOI)).leave == 10
    clock.pass_hours(24 * 100)
    with pytest.raises(Refused, match="emergency"):
        await preferences.emergency(tables, AOI)
    clock.pass_hours(24 * 82)
    await preferences.emergency(tables, AOI)


async def test_a_holiday_is_extended_and_ended_early(tables: TableService, clock: Clock) -> None:
    day = 24 * 3_600_000
    await preferences.go_away(tables, AOI, None, clock() + 3 * day)
    clock.pass_hours(24)
    await preferences.go_away(tables, AOI, None, clock() + 9 * day)
    assert (await preferences.settled(tables, AOI)).leave == 0
    with pytest.raises(Refused, match=r"me\.refused\.leave"):
        await preferences.go_away(tables, AOI, None, clock() + 20 * day)
    await preferences.come_back(tables, AOI)
    assert (await preferences.settled(tables, AOI)).leave == 8, "two days stay spent"
