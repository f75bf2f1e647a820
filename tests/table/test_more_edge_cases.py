"""More of the edge cases of time and absence, by the numbers of the design: leave at the last moment, leave that only
one of two tables counts, votes whose asker is gone, double clicks, a step that all answer at once.
"""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from bot.table import TableService, consent, preferences
from bot.table.life import vacancy, votes
from bot.table.time.hours import HOUR, MINUTE
from engines.kernel import Option, Stale, Table, Term
from storage.time import clocks
from storage.time import timers as timer_rows
from storage.time.kinds import Timer

from .conftest import AOI, JULES, MARCO, Clock, Players
from .life.conftest import EMMA
from .short import A, B, C, play_by, questions, run

DAY = 24 * HOUR


@pytest.fixture(autouse=True)
def rules(monkeypatch: pytest.MonkeyPatch) -> None:
    play_by(monkeypatch, questions(A, B, A), A)


async def late_at(tables: TableService, game: int) -> dict[str, int]:
    """When each seat's turn is out."""
    return {row.key: row.due_at for row in await timer_rows.of_game(tables.db, game) if row.kind == Timer.LATE}


async def test_12_leave_told_five_minutes_before_the_end_saves_the_turn_which_ends_after_it(
    tables: TableService, players: Players, clock: Clock
) -> None:
    game = await players.open(AOI, MARCO, pace="brisk")
    due = (await late_at(tables, game))["0"]
    clock.now = due - 5 * MINUTE
    back = clock() + 3 * DAY
    await preferences.go_away(tables, AOI, None, back)
    clock.now = due
    await run(tables, clock)
    assert (await clocks.of_game(tables.db, game))[A].told == 0
    assert (await late_at(tables, game))["0"] == back + HOUR, "in the middle of the wait, and nobody is late on waking"
    clock.now = back + HOUR
    await run(tables, clock)
    assert (await clocks.of_game(tables.db, game))[A].told == 1


async def test_15_each_table_counts_its_own_days_of_the_same_leave(
    tables: TableService, players: Players, clock: Clock
) -> None:
    two, all_of_it = [await players.open(AOI, MARCO, pace="brisk", channel=channel) for channel in (7, 8)]
    async with tables.at(two) as live:
        live.plan = msgspec.structs.replace(live.plan, leave_days=2)
    due = (await late_at(tables, two))["0"]
    await preferences.go_away(tables, AOI, None, clock() + 5 * DAY)
    assert (await late_at(tables, two))["0"] == due + 2 * DAY
    assert (await late_at(tables, all_of_it))["0"] == due + 5 * DAY
    assert (await preferences.settled(tables, AOI)).leave == 5, "spent once, whichever table is looked at"


async def test_21_who_has_asked_and_left_the_seat_counts_no_more(
    tables: TableService, players: Players, clock: Clock
) -> None:
    game = await players.open(AOI, MARCO, JULES, pace="brisk")
    pause = votes.named("pause", clock() // 1000 + 3 * 86_400)
    async with tables.at(game) as live:
        await consent.ask(tables, live, AOI, pause)
        await vacancy.offer(tables, live, AOI, None)
        await consent.agree(tables, live, MARCO, pause)
        assert not live.pauses, "one of the two who are left"
        await consent.agree(tables, live, JULES, pause)
        assert live.pauses == {"vote"}


async def test_23_a_double_click_gives_one_day(tables: TableService, players: Players) -> None:
    game = await players.open(AOI, MARCO, pace="brisk")
    pressed = msgspec.structs.replace(MARCO, click=77)
    async with tables.at(game) as live:
        before = (await clocks.of_game(tables.db, game))[A].bank
        await consent.ask(tables, live, AOI, "extend")
        await consent.agree(tables, live, pressed, "extend")
        with pytest.raises(Stale):
            await consent.agree(tables, live, pressed, "extend")
    assert (await clocks.of_game(tables.db, game))[A].bank == before + 15 * HOUR


async def all_at_once(t: Table[Any]) -> None:
    """Everybody answers, and nobody sees what the others have answered."""
    answers = [Option(key, key, Term("goods.tea")) for key in ("take", "pass")]
    await t.together([t.question(seat, "unsold", answers, lot=Term("goods.tea")) for seat in (A, B, C)])
    t.state.round += 1


async def test_29_of_a_step_that_all_answer_only_the_missing_seat_is_waited_for_also_when_it_is_vacated(
    tables: TableService, players: Players, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    play_by(monkeypatch, all_at_once, None)
    game = await players.open(AOI, MARCO, JULES, pace="brisk")
    assert set(await late_at(tables, game)) == {"0", "1", "2"}, "a clock for each who is missing"
    async with tables.at(game) as live:
        clock.pass_hours(2)
        await players.say(live, A, "take")
        await players.say(live, C, "pass")
        assert live.waiting == (B,)
        assert set(await late_at(tables, game)) == {"1"}
        await vacancy.resign(tables, live, MARCO)
        assert live.waiting == (B,) and await late_at(tables, game) == {}, "nobody is late on an empty seat"
        await vacancy.take(tables, live, EMMA, B)
        await players.call(live)
        assert (await late_at(tables, game))["1"] > clock() + 15 * HOUR, "the newcomer has a turn of their own"
        await players.say(live, B, "take")
        assert list(live.waiting) == [A, B, C], "what the others had answered stands, and the next step begins"
