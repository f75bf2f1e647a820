"""Taking back beyond the barrier, ending the table, standing answers, time-outs, reminders, computer players."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor

import pytest

from bot.table import LiveTable, Person, TableService, consent, orders
from bot.table.computers.players import ComputerPlayers
from bot.table.lobby import seating
from bot.table.lobby.agreement import Agreement
from bot.table.notices import calls
from bot.table.time import timers
from engines.kernel import Refused, Stale
from storage import Source
from storage.messages import outbox
from storage.messages.kinds import Saying
from storage.play import decisions
from storage.play import games as game_rows
from storage.time import pauses
from storage.time import timers as timer_rows
from storage.time.kinds import Pause
from storage.time.pauses import PauseRow

from .conftest import AOI, JULES, MARCO, Clock, Players


async def play_until_barrier(tables: TableService, players: Players, game: int, decisions_at_least: int = 8) -> None:
    async with tables.at(game) as live:
        while live.last_n < decisions_at_least or (live.match and live.match.acting is not None):
            await players.step(live)


async def test_an_undo_beyond_the_barrier_needs_all_other_people(tables: TableService, players: Players) -> None:
    game = await players.open(AOI, MARCO, JULES)
    await play_until_barrier(tables, players, game)
    async with tables.at(game) as live:
        own = [r.n for r in await decisions.live(tables.db, game) if r.seat == live.seat_of(AOI.id)]
        await consent.ask(tables, live, AOI, "undo")
        request = consent.pending(live, "undo")
        assert request and request.wanted == 2 and set(request.needed) == {"Marco", "Jules"}
        await consent.agree(tables, live, MARCO, "undo")
        assert live.row.epoch == 0
        await consent.agree(tables, live, JULES, "undo")
        assert live.row.epoch == 1 and consent.pending(live, "undo") is None
        assert max((r.n for r in await decisions.live(tables.db, game)), default=0) < own[-1]
        assert any(row.kind == Saying.STRIKE for row in await outbox.waiting(tables.db, game))


async def test_the_same_state_after_undo_and_the_same_answers(tables: TableService, players: Players) -> None:
    """The random counter goes back too: the same die falls again."""
    game = await players.open(AOI, MARCO)
    await play_until_barrier(tables, players, game, 12)
    async with tables.at(game) as live:
        rows = await decisions.live(tables.db, game)
        assert live.match
        before = live.match.checksum()
        await consent.ask(tables, live, AOI, "undo")
        await consent.agree(tables, live, MARCO, "undo")
        kept = len(await decisions.live(tables.db, game))
        for row in rows[kept:]:
            await players.say(live, row.seat, *row.keys.split())
        assert live.match.checksum() == before


async def test_a_request_lapses_with_the_next_decision(tables: TableService, players: Players) -> None:
    game = await players.open(AOI, MARCO)
    await play_until_barrier(tables, players, game)
    async with tables.at(game) as live:
        await consent.ask(tables, live, AOI, "undo")
        await players.step(live)
        assert consent.pending(live, "undo") is None
        with pytest.raises(Stale):
            await consent.agree(tables, live, MARCO, "undo")


async def test_one_request_at_a_time(tables: TableService, players: Players) -> None:
    game = await players.open(AOI, MARCO, JULES)
    await play_until_barrier(tables, players, game)
    async with tables.at(game) as live:
        await consent.ask(tables, live, AOI, "undo")
        with pytest.raises(Refused) as refused:
            await consent.ask(tables, live, MARCO, "undo")
        assert refused.value.reason.key == "table.refused.request_open"
        request = consent.pending(live, "undo")
        assert request and request.asked_by == "Aoi"


async def test_one_no_closes_the_request(tables: TableService, players: Players) -> None:
    game = await players.open(AOI, MARCO, JULES)
    await play_until_barrier(tables, players, game)
    async with tables.at(game) as live:
        await consent.ask(tables, live, AOI, "undo")
        await consent.refuse(tables, live, MARCO, "undo")
        assert consent.pending(live, "undo") is None and live.row.epoch == 0


@pytest.mark.parametrize("asker", [AOI, MARCO])
async def test_anybody_at_the_table_may_ask_and_all_end_it(
    tables: TableService, players: Players, asker: Person
) -> None:
    game = await players.open(AOI, MARCO, JULES)
    async with tables.at(game) as live:
        with pytest.raises(Refused, match="not_seated"):
            await consent.ask(tables, live, Person(999, "Nobody", "en"), "end")
        await consent.ask(tables, live, asker, "end")
        assert live.is_playing
        for person in {AOI, MARCO, JULES} - {asker}:
            assert live.is_playing
            await consent.agree(tables, live, person, "end")
        assert live.row.status == "ended" and live.row.ending == "agreed"
        with pytest.raises(Refused):
            await players.step(live, 0)
    assert await timer_rows.earliest(tables.db) is None
    assert await tables.find(7) == game
    await seating.open_table(tables, 1, 7, MARCO, "flotsam", Agreement(language="ja"))


async def test_a_table_that_pauses_can_be_ended_by_its_people(tables: TableService, players: Players) -> None:
    game = await players.open(AOI, MARCO, JULES)
    async with tables.at(game) as live, tables.db.transaction() as tx:
        await pauses.begin(tx, PauseRow(game, Pause.RULES, 1))
        live.pauses = frozenset({Pause.RULES})
    async with tables.at(game) as live:
        await consent.ask(tables, live, MARCO, "end")
        await consent.agree(tables, live, JULES, "end")
        await consent.agree(tables, live, AOI, "end")
        assert live.row.status == "ended"


async def test_a_standing_answer_is_given_at_once_and_not_shown(tables: TableService, players: Players) -> None:
    game = await players.open(AOI, MARCO)
    async with tables.at(game) as live:
        for person in (AOI, MARCO):
            await orders.give(tables, live, person, "claim", "never")
        assert orders.given(live, AOI) == {"claim": "never"}
    await players.finish(game)
    log = await decisions.log(tables.db, game)
    assert {row.origin for row in log} == {"person", "order"}
    assert all(row.keys == "pass" for row in log if row.origin == "order")
    asked = {row.key.split(".")[1] for row in await outbox.newest_first(tables.db, game, Saying.PING)}
    assert not asked & {str(row.step) for row in log if row.origin == "order"}


async def test_an_order_and_the_answer_that_it_gives_are_stored_together(
    tables: TableService, players: Players, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = await players.open(AOI, MARCO)
    async with tables.at(game) as live:
        while "claim" not in orders.choices(live, AOI) or not asked_to_claim(live):
            await players.step(live)
        seat = asked_to_claim(live)[0]
        person = (AOI, MARCO)[seat]

        async def lost(*_: object) -> None:
            raise ConnectionAbortedError

        monkeypatch.setattr("bot.table.play._store", lost)
        with pytest.raises(ConnectionAbortedError):
            await orders.give(tables, live, person, "claim", "never")
    monkeypatch.undo()
    async with tables.at(game) as live:
        assert orders.given(live, person) == {}, "neither of them"
        assert seat in live.waiting
        await orders.give(tables, live, person, "claim", "never")
        assert orders.given(live, person) == {"claim": "never"}
        assert (await decisions.log(tables.db, game))[-1].origin == "order"


def asked_to_claim(live: LiveTable) -> list[int]:
    """Seats that are asked what a standing answer to claims would answer."""
    prompts = [(seat, live.match.prompt(seat)) for seat in live.waiting] if live.match is not None else []
    return [seat for seat, prompt in prompts if prompt is not None and prompt.topic == "claim"]


async def test_a_revoked_order_asks_again(tables: TableService, players: Players) -> None:
    game = await players.open(AOI, MARCO)
    async with tables.at(game) as live:
        await orders.give(tables, live, AOI, "claim", "never")
        await orders.revoke(tables, live, AOI, "claim")
        assert orders.given(live, AOI) == {}
        with pytest.raises(Refused):
            await orders.give(tables, live, AOI, "claim", "sometimes")
    await players.finish(game)
    assert {row.origin for row in await decisions.log(tables.db, game)} == {"person"}


async def fire_due(tables: TableService) -> int:
    fired = 0
    while (row := await timer_rows.earliest(tables.db)) is not None and row.due_at <= tables.clock():
        await timers.fire(tables, row)
        fired += 1
    return fired


async def test_reminders_come_after_the_hours_and_stop_with_the_answer(
    tables: TableService, players: Players, clock: Clock
) -> None:
    game = await players.open(AOI, MARCO)
    clock.pass_hours(23.9)
    assert await fire_due(tables) == 0
    clock.pass_hours(0.2)
    assert await fire_due(tables) == 1
    assert len(await outbox.newest_first(tables.db, game, Saying.REMINDER)) == 1
    clock.pass_hours(24 * 365)
    await fire_due(tables)
    assert len(await outbox.newest_first(tables.db, game, Saying.REMINDER)) <= calls.MOST_REMINDERS
    async with tables.at(game) as live:
        while live.waiting == (0,):
            await players.step(live)
    left = [timer.key for timer in await timer_rows.of_game(tables.db, game) if timer.kind == "reminder"]
    async with tables.at(game) as live:
        assert set(left) <= {str(seat) for seat in live.waiting}


async def test_a_question_with_a_default_answers_itself(tables: TableService, players: Players, clock: Clock) -> None:
    game = await players.open(AOI, MARCO)
    async with tables.at(game) as live:
        while not all(p.default for p in (live.match.ask.prompts if live.match and live.match.ask else ())):
            await players.step(live)
        step = live.match.step if live.match else 0
    clock.pass_hours(73)
    assert await fire_due(tables) >= 1
    timed_out = [row for row in await decisions.log(tables.db, game) if row.origin == "timeout"]
    assert timed_out and timed_out[0].step == step


async def test_computer_players_play_a_table_to_its_end(tables: TableService, players: Players) -> None:
    game = await seating.open_table(tables, 1, 9, AOI, "flotsam", Agreement(language="en"))
    async with tables.at(game) as live:
        await seating.add_computer(tables, live, AOI, "random")
        await seating.add_computer(tables, live, AOI)
        await seating.start(tables, live, AOI)
    computers = ComputerPlayers(tables, lambda: ThreadPoolExecutor(1))
    task = asyncio.create_task(computers.run())
    try:
        async with asyncio.timeout(60):
            playing = True
            while playing:
                async with tables.at(game) as live:
                    person = next((s for s in live.waiting if not live.seats[s].is_computer), None)
                    if person is not None:
                        await players.step(live, person)
                    playing = live.is_playing
                await asyncio.sleep(0.001)
    finally:
        task.cancel()
        computers.close()
    row = await game_rows.get(tables.db, game)
    assert row is not None and row.status == "over"
    assert {r.origin for r in await decisions.log(tables.db, game)} == {"person", "computer"}


async def test_what_was_just_stored_is_what_the_timers_wait_for(
    tables: TableService, players: Players, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Woken before the commit they would find nothing, and sleep until somebody else does something."""
    found = []
    earliest = timer_rows.earliest

    async def noted(source: Source) -> timer_rows.TimerRow | None:
        found.append(await earliest(source))
        return found[-1]

    monkeypatch.setattr(timer_rows, "earliest", noted)
    task = asyncio.create_task(timers.run(tables))
    await players.open(AOI, MARCO)
    await asyncio.sleep(0.05)
    task.cancel()
    assert found[-1] is not None and found[-1] == await earliest(tables.db)


async def test_timers_stop_at_once_even_when_the_bell_rings_at_that_moment(
    tables: TableService, players: Players
) -> None:
    await players.open(AOI, MARCO)
    assert await timer_rows.earliest(tables.db) is not None
    task = asyncio.create_task(timers.run(tables))
    await asyncio.sleep(0.05)
    tables.timers_changed.set()
    task.cancel()
    done, _ = await asyncio.wait([task], timeout=2)
    task.cancel()
    assert done == {task} and task.cancelled()
