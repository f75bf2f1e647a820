"""A pause by vote: no clock, no calls, an end of its own; whoever wants goes on playing."""

from __future__ import annotations

import pytest

from bot.table import TableService, consent, play
from bot.table.life import moderating
from engines.kernel import Refused
from storage.messages import outbox
from storage.messages.kinds import Saying
from storage.persons import people
from storage.play import open_questions
from storage.time import clocks
from storage.time import timers as timer_rows
from storage.time.kinds import Timer
from tests.table.conftest import AOI, JULES, MARCO, Clock, Players
from tests.table.short import A, B, run, told

from .conftest import pass_days

DAY_MS = 86_400_000


def until(clock: Clock, days: float) -> str:
    return f"pause.{clock() // 1000 + int(days * 86_400)}"


async def paused(tables: TableService, players: Players, clock: Clock, days: float = 5, pace: str = "brisk") -> int:
    game = await players.open(AOI, MARCO, pace=pace)
    async with tables.at(game) as live:
        await consent.ask(tables, live, AOI, until(clock, days))
        await consent.agree(tables, live, MARCO, until(clock, days))
        assert live.pauses == {"vote"} and live.is_playing
    return game


async def test_no_clock_runs_and_it_ends_by_itself(tables: TableService, players: Players, clock: Clock) -> None:
    game = await players.open(AOI, MARCO, pace="brisk")
    clock.pass_hours(2)
    async with tables.at(game) as live:
        await consent.ask(tables, live, AOI, until(clock, 5))
        await consent.agree(tables, live, MARCO, until(clock, 5))
    assert [row.kind for row in await timer_rows.of_game(tables.db, game)] == ["pause"]
    await pass_days(tables, clock, 5)
    assert (await told(tables, game))[-2:] == ["life.pause", "life.pause_over"]
    row = (await clocks.of_game(tables.db, game))[A]
    assert row.used == 2 * 3_600_000 and row.running_since is not None, "only the time before counted"
    async with tables.at(game) as live:
        assert not live.pauses
    again = TableService(tables.db, tables.clock, "en")
    async with again.at(game) as live:
        assert not live.pauses and live.pause_ends == {}


async def test_a_move_in_a_pause_counts_and_the_next_one_is_called_afterwards(
    tables: TableService, players: Players, clock: Clock
) -> None:
    game = await paused(tables, players, clock)
    before = len(await outbox.newest_first(tables.db, game, Saying.PING))
    async with tables.at(game) as live:
        ref = live.ref(A)
        assert ref is not None
        await play.answer(tables, live, AOI, ref, ("take",))
        assert live.waiting == (B,)
    assert len(await outbox.newest_first(tables.db, game, Saying.PING)) == before
    [asked] = await open_questions.of_game(tables.db, game)
    assert asked.called_at is None
    await pass_days(tables, clock, 5)
    assert len(await outbox.newest_first(tables.db, game, Saying.PING)) == before + 1


async def test_it_ends_in_the_night_of_who_is_asked(tables: TableService, players: Players, clock: Clock) -> None:
    """Edge case 22: the call waits for the morning."""
    async with tables.db.transaction() as tx:
        await people.meet(tx, MARCO.id, MARCO.name, clock())
        await people.set_hours(tx, MARCO.id, "Asia/Tokyo", 16 * 60, "")  # 07:00 to 16:00 UTC; the clock stands at 08:00
    game = await paused(tables, players, clock, days=3)
    async with tables.at(game) as live:
        ref = live.ref(A)
        assert ref is not None
        await play.answer(tables, live, AOI, ref, ("take",))
    clock.pass_hours(72)
    await run(tables, clock)
    kinds = [row.kind for row in await timer_rows.of_game(tables.db, game)]
    assert "pause" not in kinds and "call" in kinds


async def test_at_most_two_weeks_and_not_one_after_the_other(
    tables: TableService, players: Players, clock: Clock
) -> None:
    """Edge case 23."""
    game = await players.open(AOI, MARCO, pace="brisk")
    async with tables.at(game) as live:
        for days in (0, -1, 16):
            with pytest.raises(Refused, match="pause_until"):
                await consent.ask(tables, live, AOI, until(clock, days))
    async with tables.at(game) as live:
        await consent.ask(tables, live, AOI, until(clock, 3))
        await consent.agree(tables, live, MARCO, until(clock, 3))
    await pass_days(tables, clock, 3)
    async with tables.at(game) as live:
        with pytest.raises(Refused, match="pause_again"):
            await consent.ask(tables, live, AOI, until(clock, 3))
        await players.call(live)
        await players.say(live, A, "take")
        await consent.ask(tables, live, AOI, until(clock, 3))


async def test_the_same_vote_ends_it_earlier(tables: TableService, players: Players, clock: Clock) -> None:
    game = await paused(tables, players, clock)
    async with tables.at(game) as live:
        await consent.ask(tables, live, MARCO, "resume")
        await consent.agree(tables, live, AOI, "resume")
        assert not live.pauses
        with pytest.raises(Refused, match="no_pause"):
            await consent.ask(tables, live, MARCO, "resume")
    assert not [row for row in await timer_rows.of_game(tables.db, game) if row.kind == Timer.PAUSE]


async def test_two_reasons_have_to_go_both(tables: TableService, players: Players, clock: Clock) -> None:
    """Edge case 16."""
    game = await paused(tables, players, clock, days=2)
    async with tables.at(game) as live:
        await moderating.pause(tables, live, JULES, "a dispute")
    await pass_days(tables, clock, 2)
    async with tables.at(game) as live:
        assert live.pauses == {"moderator"}
    assert not [row for row in await timer_rows.of_game(tables.db, game) if row.kind in ("late", "timeout")]
    async with tables.at(game) as live:
        await moderating.resume(tables, live, JULES, "")
        assert not live.pauses
    assert [row for row in await timer_rows.of_game(tables.db, game) if row.kind == "late"]


async def test_a_pause_that_passes_as_the_time_runs_out_keeps_the_seat_in_time(
    tables: TableService, players: Players, clock: Clock
) -> None:
    """Edge case 20: the vote of the one who is nearly late."""
    game = await players.open(AOI, MARCO, pace="brisk")
    clock.pass_hours(2.5 * 15)  # the very moment at which all time is out
    async with tables.at(game) as live:
        await consent.ask(tables, live, AOI, until(clock, 3))
        await consent.agree(tables, live, MARCO, until(clock, 3))
    await run(tables, clock)
    assert "notice.late.late" not in await told(tables, game)
    await pass_days(tables, clock, 3.25)
    assert (await told(tables, game)).count("notice.late.late") == 1


async def test_everybody_gets_a_day(tables: TableService, players: Players, clock: Clock) -> None:
    game = await players.open(AOI, MARCO, pace="brisk")
    async with tables.at(game) as live:
        await consent.ask(tables, live, AOI, "extend")
        before = (await clocks.of_game(tables.db, game))[A].bank
        await consent.agree(tables, live, MARCO, "extend")
    assert (await clocks.of_game(tables.db, game))[A].bank == before + 15 * 3_600_000
