"""What goes wrong at one table stays there; a failed change leaves no trace; a click counts once."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor

import msgspec
import pytest

from bot.table import LiveTable, TableService, announce, consent, play
from bot.table.computers.players import ComputerPlayers
from bot.table.lobby import seating
from bot.table.lobby.agreement import Agreement
from bot.table.time import timers
from engines.kernel import Game, Option, Stale, Table, say
from storage.database import Transaction
from storage.messages import outbox
from storage.messages.kinds import Saying
from storage.play import decisions
from storage.play import seats as seat_rows
from storage.time import timers as timer_rows
from storage.time.kinds import Timer

from .conftest import AOI, JULES, MARCO, Clock, Players


async def ruin(tables: TableService, game: int) -> None:
    """Overwrite the table's checkpoints."""
    async with tables.db.transaction() as tx:
        await tx.run("UPDATE checkpoints SET state = x'00' WHERE game = ?", (game,))


async def with_computer(tables: TableService, channel: int) -> int:
    game = await seating.open_table(tables, 1, channel, AOI, "flotsam", Agreement(language="en"))
    async with tables.at(game) as live:
        await seating.add_computer(tables, live, AOI, "random")
        await seating.start(tables, live, AOI)
    return game


async def test_a_damaged_table_stops_no_worker(tables: TableService, players: Players, clock: Clock) -> None:
    """Timers and computer players of the other tables go on."""
    bad, good = await with_computer(tables, 8), await players.open(AOI, MARCO, channel=9)
    other = TableService(tables.db, clock)
    await ruin(tables, bad)
    clock.pass_hours(25)
    while (row := await timer_rows.earliest(tables.db)) is not None and row.due_at <= clock():
        await timers.fire(other, row)
    assert await outbox.newest_first(tables.db, good, Saying.REMINDER)
    computers = ComputerPlayers(other, lambda: ThreadPoolExecutor(1))
    worker = asyncio.create_task(computers.run())
    await asyncio.sleep(0.2)
    assert not worker.done()
    worker.cancel()
    computers.close()


async def test_nobody_thinks_at_a_table_that_was_ended(tables: TableService) -> None:
    game = await with_computer(tables, 8)
    async with tables.at(game) as live:
        await consent.ask(tables, live, AOI, "end")
        assert live.row.status == "ended" and live.waiting == ()
    while not tables.thinking.empty():
        tables.thinking.get_nowait()
    async with tables.at(game) as live:
        tables.think(live)
    assert tables.thinking.empty()


@pytest.mark.parametrize("what", ["join", "end", "settings", "order"])
async def test_a_failed_change_leaves_no_trace(
    tables: TableService, monkeypatch: pytest.MonkeyPatch, what: str
) -> None:
    game = await seating.open_table(tables, 1, 7, AOI, "flotsam", Agreement(language="en"))

    async def change(live: LiveTable) -> None:
        match what:
            case "join":
                await seating.join(tables, live, MARCO)
            case "end":
                await consent.end_open_table(tables, live, AOI)
            case "settings":
                await seating.set_settings(tables, live, AOI, language="ja")
            case "order":
                await seating.set_settings(tables, live, AOI, order="joined")

    original = Transaction.run

    async def failing(self: Transaction, sql: str, *values: object) -> object:
        if sql.startswith("INSERT INTO outbox"):
            raise OSError("disk on fire")
        return await original(self, sql, *values)  # type: ignore[arg-type]

    with monkeypatch.context() as patch:
        patch.setattr(Transaction, "run", failing)
        with pytest.raises(OSError, match="disk on fire"):
            async with tables.at(game) as live:
                await change(live)
    async with tables.at(game) as live:
        assert (len(live.seats), live.row.status, live.row.language, live.plan.order) == (1, "open", "en", "random")


async def test_a_click_delivered_twice_seats_one_computer(tables: TableService) -> None:
    game = await seating.open_table(tables, 1, 7, AOI, "flotsam", Agreement(language="en"))
    press = msgspec.structs.replace(AOI, click=5)
    async with tables.at(game) as live:
        await seating.add_computer(tables, live, press, "random")
    with pytest.raises(Stale):
        async with tables.at(game) as live:
            await seating.add_computer(tables, live, press, "random")
    assert len(await seat_rows.of_game(tables.db, game)) == 2


async def test_host_and_seat_change_together(tables: TableService) -> None:
    game = await seating.open_table(tables, 1, 7, AOI, "flotsam", Agreement(language="en"))
    async with tables.at(game) as live:
        await seating.join(tables, live, MARCO)
        await seating.leave(tables, live, AOI)
        assert (live.row.host, live.names) == (MARCO.id, ("Marco",))


async def test_one_table_has_one_holder(tables: TableService, clock: Clock, players: Players) -> None:
    """Also when tables leave the memory between two holders."""
    small = TableService(tables.db, clock, tables_in_memory=1)
    games = [await players.open(AOI, MARCO, channel=n) for n in (7, 8)]
    holders = dict.fromkeys(games, 0)

    async def visit(game: int) -> None:
        for _ in range(20):
            async with small.at(game):
                holders[game] += 1
                assert holders[game] == 1
                await asyncio.sleep(0)
                holders[game] -= 1

    await asyncio.gather(*(visit(game) for game in games * 4))


class Count(msgspec.Struct):
    """State of a game of two questions in one turn, each with a time-out answer."""

    turns: int = 0


async def two_questions(t: Table[Count]) -> None:
    options = [Option("a", "a", say("a")), Option("b", "b", say("b"))]
    await t.choose(0, "first", options, default="a")
    await t.choose(0, "second", options, default="a")
    t.state.turns += 1


TOY: Game[Count] = Game(
    id="toy",
    package="engines.flotsam",
    seats=(2,),
    colors=("red", "blue"),
    rules=1,
    state=Count,
    new=lambda setup, table: Count(),
    turn=two_questions,
    over=lambda state: state.turns == 9,
    view=lambda state, seat: state.turns,
    scores=lambda state: (),
    problems=lambda state: [],
    redeal=lambda state, seat, rng: None,
)


async def test_a_time_out_outlives_a_step_back(
    tables: TableService, players: Players, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.table.service.games", lambda: {"toy": TOY})
    monkeypatch.setattr("bot.table.lobby.agreement.games", lambda: {"toy": TOY})
    game = await players.open(AOI, MARCO, engine="toy")
    async with tables.at(game) as live:
        await players.say(live, 0, "b")
        ref = live.ref(0)
        assert ref
        await play.back(tables, live, AOI, ref)
        now_open = live.ref(0)
        assert now_open
    (timer,) = [row for row in await timer_rows.of_game(tables.db, game) if row.kind == "timeout"]
    assert timer.key == now_open.encode()
    clock.pass_hours(73)
    await timers.fire(tables, timer)
    (answered,) = await decisions.live(tables.db, game)
    assert (answered.origin, answered.keys) == ("timeout", "a")


async def test_a_step_back_closes_an_open_request(tables: TableService, players: Players) -> None:
    game = await players.open(AOI, MARCO)
    async with tables.at(game) as live:
        while live.last_n < 8 or live.match is None or live.match.acting is None:
            await players.step(live)
        seat = live.match.acting
        person, other = ((AOI, MARCO), (MARCO, AOI))[seat]
        await consent.ask(tables, live, other, "undo")
        assert consent.pending(live, "undo")
        ref = live.ref(seat)
        assert ref
        await play.back(tables, live, person, ref)
        assert consent.pending(live, "undo") is None
    assert len(await outbox.newest_first(tables.db, game, Saying.REQUEST)) == 2


async def test_one_no_does_not_stop_a_majority(tables: TableService, players: Players) -> None:
    """A table of before this version's votes keeps its own."""
    game = await players.open(AOI, MARCO, JULES)
    async with tables.at(game) as live:
        live.plan = msgspec.structs.replace(live.plan, ballot=1)
        await consent.ask(tables, live, AOI, "end")
        await consent.refuse(tables, live, MARCO, "end")
        assert live.is_playing and consent.pending(live, "end")
        await consent.agree(tables, live, JULES, "end")
        assert live.row.status == "ended"


async def test_reminders_switched_on_in_play_count_from_the_question(
    tables: TableService, players: Players, clock: Clock
) -> None:
    game = await players.open(AOI, MARCO)
    async with tables.at(game) as live:
        await seating.set_settings(tables, live, AOI, reminder_hours=None)
        assert not [t for t in await timer_rows.of_game(tables.db, game) if t.kind == "reminder"]
        asked_at = clock()
        clock.pass_hours(2)
        await seating.set_settings(tables, live, AOI, reminder_hours=6)
        (timer,) = [t for t in await timer_rows.of_game(tables.db, game) if t.kind == "reminder"]
        assert timer.due_at == asked_at + 6 * 3_600_000


async def test_the_first_player_is_called_once(tables: TableService, players: Players) -> None:
    game = await players.open(AOI, MARCO, JULES)
    (notice,) = [row for row in await outbox.newest_first(tables.db, game, Saying.NOTICE) if "started" in row.key]
    async with tables.at(game) as live:
        first = live.seats[live.waiting[0]].person
    assert first not in msgspec.json.decode(notice.payload, type=announce.Notice).mention


def test_every_kind_of_timer_has_its_work() -> None:
    assert set(timers.WORK) == set(Timer)
