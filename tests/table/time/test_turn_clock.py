"""One clock for a turn: its questions share the hours, others' questions stop it, and off turn each has its own."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from bot.table import TableService, play
from bot.table.time import timers
from engines.kernel import Moment, Option, Table, Term, games, say
from storage.time import timers as timer_rows
from tests.table.conftest import AOI, MARCO, Clock, Players

A, B = 0, 1


async def slow(t: Table[Any]) -> None:
    """A is asked twice, B in between, then A once more; each question has a time-out answer."""
    answers = [Option(key, key, Term("goods.tea")) for key in ("take", "pass")]
    for seat in (A, A, B, A):
        await t.choose(seat, "unsold", answers, default="pass", lot=Term("goods.tea"))
    t.state.round += 1


@pytest.fixture(autouse=True)
def rules(monkeypatch: pytest.MonkeyPatch) -> None:
    flotsam = replace(games()["flotsam"], turn=slow, moment=lambda view: Moment(say("unsold"), turn=A))
    for module in ("service", "lobby.agreement"):
        monkeypatch.setattr(f"bot.table.{module}.games", lambda: {"flotsam": flotsam})


async def hours_left(tables: TableService, clock: Clock) -> float:
    """Until the only open question answers itself."""
    [row] = [row for row in await timer_rows.of_game(tables.db, 1) if row.kind == "timeout"]
    return (row.due_at - clock()) / 3_600_000


async def test_the_questions_of_a_turn_share_its_hours(tables: TableService, players: Players, clock: Clock) -> None:
    game = await players.open(AOI, MARCO)
    async with tables.at(game) as live:
        assert await hours_left(tables, clock) == 72
        clock.pass_hours(30)
        await players.say(live, A, "take")
        assert await hours_left(tables, clock) == 42
        clock.pass_hours(2)
        await players.say(live, A, "take")
        assert live.waiting == (B,) and await hours_left(tables, clock) == 72  # off turn: a clock of its own
        clock.pass_hours(60)
        await players.say(live, B, "take")
        assert live.waiting == (A,) and await hours_left(tables, clock) == 40  # it stood still meanwhile


async def test_a_new_turn_of_the_same_seat_begins_with_all_its_hours(
    tables: TableService, players: Players, clock: Clock
) -> None:
    game = await players.open(AOI, MARCO)
    async with tables.at(game) as live:
        for seat in (A, A, B, A):
            clock.pass_hours(10)
            await players.say(live, seat, "take")
        assert live.waiting == (A,) and await hours_left(tables, clock) == 72


async def test_when_it_is_out_the_rest_of_the_turn_answers_itself_but_nobody_elses_question(
    tables: TableService, players: Players, clock: Clock
) -> None:
    game = await players.open(AOI, MARCO)
    clock.pass_hours(72)
    while (row := await timer_rows.earliest(tables.db)) is not None and row.due_at <= clock():
        await timers.fire(tables, row)
    async with tables.at(game) as live:
        assert live.waiting == (B,) and live.match is not None and live.match.position == 2
        await players.call(live)
        assert await hours_left(tables, clock) == 72


async def test_the_clock_is_the_same_after_a_restart(tables: TableService, players: Players, clock: Clock) -> None:
    game = await players.open(AOI, MARCO)
    async with tables.at(game) as live:
        clock.pass_hours(20)
        await players.say(live, A, "take")
    again = TableService(tables.db, clock, "en")
    async with again.at(game) as live:
        clock.pass_hours(10)
        await players.say(live, A, "take")
        await players.say(live, B, "take")
    assert await hours_left(tables, clock) == 42


async def test_nobodys_clock_runs_who_was_never_called(tables: TableService, players: Players, clock: Clock) -> None:
    game = await players.open(AOI, MARCO)
    async with tables.at(game) as live:
        for _ in range(2):
            ref = live.ref(A)
            assert ref is not None
            await play.answer(tables, live, AOI, ref, ("take",))  # the call to B stays in the outbox
        assert live.waiting == (B,)
        assert [row for row in await timer_rows.of_game(tables.db, game) if row.kind == "timeout"] == []
        clock.pass_hours(200)
        await players.call(live)
        assert await hours_left(tables, clock) == 72
