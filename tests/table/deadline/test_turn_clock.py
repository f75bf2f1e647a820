"""The turn clock: questions of a turn share it, questions to others stop it, off-turn questions have their own."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from bot.table import TableService
from bot.table.background import timer_worker
from bot.table.play.answers import answer_question
from engines.kernel import GameContext, NounRef, Option, TurnInfo, load_games, message
from storage.time import timers as timer_rows
from tests.table.conftest import AOI, MARCO, Clock, Players

A, B = 0, 1


async def play_slow_turn(ctx: GameContext[Any]) -> None:
    """Ask A twice, B once, and A once more; each question has a default answer."""
    answers = [Option(key, key, NounRef("goods.tea")) for key in ("take", "pass")]
    for seat in (A, A, B, A):
        await ctx.choose(seat, "unsold", answers, default="pass", lot=NounRef("goods.tea"))
    ctx.state.round += 1


@pytest.fixture(autouse=True)
def rules(monkeypatch: pytest.MonkeyPatch) -> None:
    flotsam = replace(
        load_games()["flotsam"], play_turn=play_slow_turn, turn_info=lambda view: TurnInfo(message("unsold"), turn=A)
    )
    for module in ("service.table_service", "terms.table_terms"):
        monkeypatch.setattr(f"bot.table.{module}.load_games", lambda: {"flotsam": flotsam})


async def find_hours_left(service: TableService, clock: Clock) -> float:
    """Return the hours until the only open question times out."""
    [row] = [row for row in await timer_rows.load_timers(service.db, 1) if row.kind == "timeout"]
    return (row.due_at - clock()) / 3_600_000


async def test_the_questions_of_a_turn_share_its_hours(service: TableService, players: Players, clock: Clock) -> None:
    table_id = await players.start_table(AOI, MARCO)
    async with service.lock_table(table_id) as table:
        assert await find_hours_left(service, clock) == 72
        clock.pass_hours(30)
        await players.answer(table, A, "take")
        assert await find_hours_left(service, clock) == 42
        clock.pass_hours(2)
        await players.answer(table, A, "take")
        # off-turn questions have their own clock
        assert table.waiting == (B,) and await find_hours_left(service, clock) == 72
        clock.pass_hours(60)
        await players.answer(table, B, "take")
        assert table.waiting == (A,) and await find_hours_left(service, clock) == 40  # stopped meanwhile


async def test_new_turn_starts_with_a_full_clock(service: TableService, players: Players, clock: Clock) -> None:
    table_id = await players.start_table(AOI, MARCO)
    async with service.lock_table(table_id) as table:
        for seat in (A, A, B, A):
            clock.pass_hours(10)
            await players.answer(table, seat, "take")
        assert table.waiting == (A,) and await find_hours_left(service, clock) == 72


async def test_expired_turn_clock_answers_own_questions_only(
    service: TableService, players: Players, clock: Clock
) -> None:
    table_id = await players.start_table(AOI, MARCO)
    clock.pass_hours(72)
    while (row := await timer_rows.load_next_timer(service.db)) is not None and row.due_at <= clock():
        await timer_worker.serve_timer(service, row)
    async with service.lock_table(table_id) as table:
        assert table.waiting == (B,) and table.match is not None and table.match.position == 2
        await players.mark_notified(table)
        assert await find_hours_left(service, clock) == 72


async def test_the_clock_is_the_same_after_a_restart(service: TableService, players: Players, clock: Clock) -> None:
    table_id = await players.start_table(AOI, MARCO)
    async with service.lock_table(table_id) as table:
        clock.pass_hours(20)
        await players.answer(table, A, "take")
    again = TableService(service.db, clock, "en")
    async with again.lock_table(table_id) as table:
        clock.pass_hours(10)
        await players.answer(table, A, "take")
        await players.answer(table, B, "take")
    assert await find_hours_left(service, clock) == 42


async def test_clock_waits_for_the_notification(service: TableService, players: Players, clock: Clock) -> None:
    table_id = await players.start_table(AOI, MARCO)
    async with service.lock_table(table_id) as table:
        for _ in range(2):
            ref = table.build_question_ref(A)
            assert ref is not None
            await answer_question(service, table, AOI, ref, ("take",))  # B's notification stays unsent
        assert table.waiting == (B,)
        assert [row for row in await timer_rows.load_timers(service.db, table_id) if row.kind == "timeout"] == []
        clock.pass_hours(200)
        await players.mark_notified(table)
        assert await find_hours_left(service, clock) == 72
