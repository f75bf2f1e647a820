"""A computer player answers for somebody who is away, until their own next answer; the seat stays theirs."""

from __future__ import annotations

from collections.abc import AsyncIterator
from concurrent.futures import ThreadPoolExecutor

import pytest

from bot.table import LiveTable, TableService, consent, play, preferences
from bot.table.computers.players import ComputerPlayers
from bot.table.life import hosting, relief
from bot.table.lobby import seating
from engines.kernel import Line, Refused
from storage.messages import outbox
from storage.messages.kinds import Saying
from storage.play import open_questions
from storage.time import timers as timer_rows

from .conftest import AOI, JULES, MARCO, Clock, Players
from .short import A, B, C, origins, play_by, questions, run, told

DAY = 15
LATE = 2.5 * DAY + DAY
"""Hours after which a brisk player is a waking day late."""


@pytest.fixture(autouse=True)
def rules(monkeypatch: pytest.MonkeyPatch) -> None:
    play_by(monkeypatch, questions(A, B), A)


@pytest.fixture
async def computers(tables: TableService) -> AsyncIterator[ComputerPlayers]:
    found = ComputerPlayers(tables, lambda: ThreadPoolExecutor(1))
    yield found
    found.close()


def relieved(live: LiveTable) -> list[int]:
    return [seated.seat for seated in live.seats if seated.relief is not None]


async def test_by_the_own_wish_a_computer_answers_until_the_own_answer(
    tables: TableService, players: Players, computers: ComputerPlayers
) -> None:
    game = await players.open(AOI, MARCO)
    async with tables.at(game) as live:
        await relief.leave(tables, live, AOI)
        assert relieved(live) == [A]
        assert not live.seats[A].is_computer
        assert live.seats[A].person == AOI.id
    assert not tables.thinking.empty(), "the computer player is woken"
    await computers.serve(game)
    assert await origins(tables, game) == [(A, "relief")]
    async with tables.at(game) as live:
        await players.say(live, B, "take")
    await computers.serve(game)
    async with tables.at(game) as live:
        await players.say(live, B, "take")
        assert live.waiting == (A,)
        await players.say(live, A, "take")
        assert relieved(live) == []
        await players.say(live, B, "take")
    await computers.serve(game)
    assert (await origins(tables, game))[3:] == [(B, "person"), (A, "person"), (B, "person")]
    assert [key for key in await told(tables, game) if "relief" in key] == ["notice.relief_own", "notice.relief_over"]


async def test_nobody_is_called_or_timed_who_is_relieved(tables: TableService, players: Players, clock: Clock) -> None:
    game = await players.open(AOI, MARCO, pace="brisk")
    async with tables.at(game) as live:
        await players.say(live, A, "take")
        await relief.leave(tables, live, AOI)
        before = len(await outbox.newest_first(tables.db, game, Saying.PING))
        ref = live.ref(B)
        assert ref is not None
        await play.answer(tables, live, MARCO, ref, ("take",))
        assert live.waiting == (A,)
    assert len(await outbox.newest_first(tables.db, game, Saying.PING)) == before
    assert await timer_rows.of_game(tables.db, game) == []
    clock.pass_hours(99 * DAY)
    async with tables.at(game) as live:
        await relief.come_back(tables, live, AOI)
        assert relieved(live) == []
        with pytest.raises(Refused, match="not_relieved"):
            await relief.come_back(tables, live, AOI)
    [asked] = await open_questions.of_game(tables.db, game)
    assert asked.called_at == clock(), "the time counts from the return"
    armed = {row.kind: row.due_at for row in await timer_rows.of_game(tables.db, game)}
    assert armed["late"] == clock() + int(2.5 * DAY * 3_600_000)
    assert "reminder" in armed


async def test_a_clock_that_runs_stands_still_with_relief(tables: TableService, players: Players, clock: Clock) -> None:
    game = await players.open(AOI, MARCO, pace="brisk")
    assert {row.kind for row in await timer_rows.of_game(tables.db, game)} == {"late", "reminder"}
    async with tables.at(game) as live:
        await relief.leave(tables, live, AOI)
    assert await timer_rows.of_game(tables.db, game) == []


async def test_a_thought_of_before_the_return_is_not_played(
    tables: TableService, players: Players, computers: ComputerPlayers, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = await players.open(AOI, MARCO)
    async with tables.at(game) as live:
        await relief.leave(tables, live, AOI)

    async def slowly(thought: object) -> Line:
        async with tables.at(game) as live:
            await relief.come_back(tables, live, AOI)
        return (("take",),)

    monkeypatch.setattr(computers, "_think", slowly)
    await computers.serve(game)
    assert await origins(tables, game) == []
    async with tables.at(game) as live:
        assert live.waiting == (A,)


async def test_the_last_one_does_not_leave_the_table_to_computers(tables: TableService, players: Players) -> None:
    game = await players.open(AOI, MARCO)
    async with tables.at(game) as live:
        await relief.leave(tables, live, MARCO)
        with pytest.raises(Refused, match="nobody_left"):
            await relief.leave(tables, live, AOI)
        with pytest.raises(Refused, match="relieved_already"):
            await relief.leave(tables, live, MARCO)


async def test_the_others_vote_once_somebody_is_a_day_late(
    tables: TableService, players: Players, clock: Clock
) -> None:
    game = await players.open(AOI, MARCO, JULES, pace="brisk")
    clock.pass_hours(LATE - 0.1)
    await run(tables, clock)
    async with tables.at(game) as live:
        with pytest.raises(Refused, match="not_gone"):
            await consent.ask(tables, live, MARCO, "relief.0")
    clock.pass_hours(0.1)
    await run(tables, clock)
    async with tables.at(game) as live:
        for own in ("relief.1", "relief.7"):
            with pytest.raises(Refused, match="no_person_there"):
                await consent.ask(tables, live, MARCO, own)
        with pytest.raises(Refused, match="not_gone"):
            await consent.ask(tables, live, MARCO, "relief.2")
        await consent.ask(tables, live, MARCO, "relief.0")
        request = consent.pending(live, "relief.0")
        assert request is not None
        assert (request.agreed, request.needed, request.wanted) == (("Marco",), ("Jules",), 1)
        with pytest.raises(Refused, match="no_vote"):
            await consent.agree(tables, live, AOI, "relief.0")
        assert relieved(live) == []
        await consent.agree(tables, live, JULES, "relief.0")
        assert relieved(live) == [A]
        assert consent.pending(live, "relief.0") is None
    assert (await told(tables, game))[-1] == "notice.relief_voted"


async def test_who_answers_in_time_is_not_relieved(tables: TableService, players: Players, clock: Clock) -> None:
    game = await players.open(AOI, MARCO, JULES, pace="brisk")
    clock.pass_hours(LATE)
    await run(tables, clock)
    async with tables.at(game) as live:
        await consent.ask(tables, live, MARCO, "relief.0")
        await players.say(live, A, "take")
        assert consent.pending(live, "relief.0") is None
        with pytest.raises(Refused, match="no_request"):
            await consent.agree(tables, live, JULES, "relief.0")


async def test_of_two_the_other_decides_about_somebody_absent(
    tables: TableService, players: Players, clock: Clock
) -> None:
    game = await players.open(AOI, MARCO, pace="none")
    async with tables.at(game) as live:
        with pytest.raises(Refused, match="not_gone"):
            await consent.ask(tables, live, MARCO, "relief.0")
    await preferences.go_away(tables, AOI, clock(), clock() + 5 * 86_400_000)
    async with tables.at(game) as live:
        await consent.ask(tables, live, MARCO, "relief.0")
        assert relieved(live) == [A]


async def test_without_a_clock_somebody_is_gone_who_was_asked_long_ago(
    tables: TableService, players: Players, clock: Clock
) -> None:
    game = await players.open(AOI, MARCO, pace="none")
    clock.pass_hours(5 * DAY - 1)
    async with tables.at(game) as live:
        with pytest.raises(Refused, match="not_gone"):
            await consent.ask(tables, live, MARCO, "relief.0")
        clock.pass_hours(1)
        await consent.ask(tables, live, MARCO, "relief.0")
        assert relieved(live) == [A]


async def test_somebody_relieved_blocks_no_vote(tables: TableService, players: Players) -> None:
    game = await players.open(AOI, MARCO, JULES)
    async with tables.at(game) as live:
        await relief.leave(tables, live, AOI)
        await consent.ask(tables, live, MARCO, "end")
        request = consent.pending(live, "end")
        assert request is not None
        assert request.needed == ("Jules",)
        await consent.agree(tables, live, JULES, "end")
        assert live.row.status == "ended"


async def test_relief_outlives_a_restart(tables: TableService, players: Players, computers: ComputerPlayers) -> None:
    game = await players.open(AOI, MARCO)
    async with tables.at(game) as live:
        await relief.leave(tables, live, AOI)
    again = TableService(tables.db, tables.clock, "en")
    async with again.at(game) as live:
        assert relieved(live) == [A]
    assert not again.thinking.empty()


async def test_the_host_hands_the_role_over(tables: TableService, players: Players) -> None:
    game = await players.open(AOI, MARCO, JULES)
    async with tables.at(game) as live:
        with pytest.raises(Refused, match="host_only"):
            await hosting.hand_over(tables, live, MARCO, C)
        with pytest.raises(Refused, match="no_person_there"):
            await hosting.hand_over(tables, live, AOI, A)
        await hosting.hand_over(tables, live, AOI, C)
        assert live.row.host == JULES.id
        await seating.set_settings(tables, live, JULES, reminder_hours=12)
    assert "notice.host" in await told(tables, game)


async def test_the_others_take_the_role_from_a_host_who_is_late(
    tables: TableService, players: Players, clock: Clock
) -> None:
    game = await players.open(AOI, MARCO, JULES, pace="brisk")
    async with tables.at(game) as live:
        with pytest.raises(Refused, match="not_gone"):
            await consent.ask(tables, live, MARCO, "host.1")
        clock.pass_hours(LATE)
        await consent.ask(tables, live, MARCO, "host.1")
        with pytest.raises(Refused, match="no_vote"):
            await consent.agree(tables, live, AOI, "host.1")
        assert live.row.host == AOI.id
        await consent.agree(tables, live, JULES, "host.1")
        assert live.row.host == MARCO.id
