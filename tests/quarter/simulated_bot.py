"""The bot in simulated time: its own workers, run step by step on a database without disk waits.

A kill leaves only committed data.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from concurrent.futures import Executor, Future
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any, cast

from bot.discord_ui.interaction.latest_messages import NewestMessages
from bot.discord_ui.outbox import posting_failures
from bot.discord_ui.outbox.rate_limit import RateLimiter
from bot.discord_ui.outbox.sender import Sender
from bot.discord_ui.page.pictures import Picture
from bot.discord_ui.page.render_pool import RenderPool
from bot.table import TableService
from bot.table.background import retention, timer_worker
from bot.table.background.bot_presence import BotPresence
from bot.table.computers.computer_players import ComputerPlayers
from bot.table.computers.search_workers import SearchJob
from bot.table.personal import daily_list, table_inbox
from bot.table.seats import table_sleep
from engines.kernel import Match, Rng, load_games, pick_random_answer
from storage import Database
from storage.connection import Connection
from storage.dialect import Row
from storage.messages import outbox_rows
from storage.sqlite_engine import SqliteEngine, _prepare_file
from storage.time import timers
from storage.time import timers as timer_rows

from .postoffice import BOT_ID, DIRECT, PostOffice

MAX_ROUNDS = 400
"""Maximum rounds of work at one time; more mean an endless loop."""
TABLES_IN_MEMORY = 1024
OUTAGE_STEP_MS = 600_000
"""Milliseconds between rounds of work while Discord is away."""


class KillableConnection(Connection):
    """A connection that may kill the bot before or after a commit, and does not wait for the disk."""

    may_die: Callable[[], None]

    async def commit(self) -> None:
        self.may_die()
        self._sql.commit()
        self.may_die()


async def create_database(path: Path, may_die: Callable[[], None]) -> Database:
    """Create a fresh database whose commits may kill the bot."""
    _prepare_file(path, True)
    writer, reader, far = [await KillableConnection.open(path, writes=writes) for writes in (True, False, False)]
    writer._sql.execute("PRAGMA synchronous = OFF")
    assert isinstance(writer, KillableConnection)
    writer.may_die = may_die
    return Database(SqliteEngine(path, writer, reader, far))


def read_rows(db: Database, sql: str, *values: int) -> list[Row]:
    """Return the rows of a query as of the last commit, without giving way to another task."""
    return cast(SqliteEngine, db.engine).reader.try_execute(sql, values) or []


class RandomExecutor(Executor):
    """Executor that answers for computer players at random and at once."""

    def __init__(self, rng: Random) -> None:
        self._rng = rng

    def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
        del fn, kwargs
        job: SearchJob = args[0]
        match = Match.resume(load_games()[job.game_id], job.setup, job.seed, job.frame, job.tail)
        prompt = match.find_prompt(job.seat)
        done: Future[Any] = Future()
        assert prompt is not None
        done.set_result((pick_random_answer(match, prompt, Rng(self._rng.randbytes(32))),))
        return done


class EmptyPictures:
    """Picture cache that returns empty pictures."""

    render_pool = RenderPool()

    def find_picture(self, request: object) -> Picture:
        del request
        return Picture(b"", "")

    async def draw_picture(self, request: object) -> Picture:
        del request
        return Picture(b"", "")

    def close(self) -> None: ...


async def _ignore_work(table_id: int, kind: str) -> None: ...


class BotRun:
    """One run of the bot, from its start until it is stopped or killed. clock: Unix milliseconds."""

    def __init__(self, db: Database, clock: Callable[[], int], office: PostOffice, rng: Random) -> None:
        self.service = TableService(db, clock, "en", tables_in_memory=TABLES_IN_MEMORY)
        self.db, self.office = db, office
        office.newest_messages = NewestMessages()
        self.outage_ms = 0
        """Milliseconds of Discord outages during this run."""
        self.presence = BotPresence(self.service, lambda _: not office.is_away, lambda: self.outage_ms)
        self.computers = ComputerPlayers(self.service, lambda: RandomExecutor(rng))
        self.sender = Sender(self._context(), RateLimiter(is_unlimited=True))
        self.next_look_at = 0
        self.next_trim_at = 0
        self.fired_count = 0
        self.on_work: Callable[[int, str], Awaitable[None]] = _ignore_work
        """Called with (game, kind) after a timer fired or a computer player answered."""

    def _context(self) -> Any:
        async def create_dm(user: Any) -> Any:
            self.office.check_access(0)
            return self.office.channel(DIRECT + user.id)

        return SimpleNamespace(
            service=self.service,
            pictures=EmptyPictures(),
            language="en",
            failing_tables=set(),
            newest_messages=self.office.newest_messages,
            get_guild=lambda guild: None,
            answering_tasks=set(),
            user=SimpleNamespace(id=BOT_ID),
            get_partial_messageable=self.office.channel,
            create_dm=create_dm,
        )

    async def start(self) -> None:
        """Start the services in the same order as the client."""
        await self.presence.settle_outage_at_start()
        await posting_failures.load_failing_tables(self.sender.bot)
        await self.sender.delivery.replaced.delete_all()
        await self.presence.settle_tables()
        await table_inbox.work_all_inboxes(self.service)
        await self.service.load_games_in_play()
        self.next_look_at = self.next_trim_at = self.service.clock()

    async def find_next_time(self) -> int | None:
        """Return the time of the bot's next work."""
        if self.office.is_away:  # retries need not be simulated second by second
            return self.service.clock() + OUTAGE_STEP_MS
        timer, errand = await timer_rows.load_next_timer(self.db), await timers.load_next_person_timer(self.db)
        dues = [self.next_look_at, *(row.due_at for row in (timer, errand) if row is not None)]
        at = await outbox_rows.find_next_time(self.db)
        return min(dues if at is None else [*dues, at])

    async def do_due_work(self) -> None:
        """Do all due work until none is left."""
        for _ in range(MAX_ROUNDS):
            if not await self._do_round():
                return
        raise RuntimeError("the bot finds no rest")

    async def _do_round(self) -> bool:
        now, has_worked = self.service.clock(), False
        if self.service.inbox_ready.is_set():
            self.service.inbox_ready.clear()
            await table_inbox.work_all_inboxes(self.service)
            has_worked = True
        while (
            self.presence.is_here
            and (row := await timer_rows.load_next_timer(self.db)) is not None
            and row.due_at <= now
        ):
            await timer_worker.serve_timer(self.service, row)
            await self.on_work(row.game, row.kind)
            has_worked, self.fired_count = True, self.fired_count + 1
        while (
            self.presence.is_here
            and (due := await timers.load_next_person_timer(self.db)) is not None
            and due.due_at <= now
        ):
            await daily_list.send_daily_list(self.service, due)
            has_worked = True
        if self.next_look_at <= now:
            await table_sleep.put_idle_tables_to_sleep(self.service)
            for (table_id,) in await self.db.fetch_rows("SELECT game FROM pauses WHERE since_at = ?", (now,)):
                await self.on_work(table_id, "sleep")
            self.next_look_at, has_worked = now + table_sleep.CHECK_INTERVAL, True
        if self.next_trim_at <= now:
            await retention.delete_old_data(self.service)
            self.next_trim_at = now + int(retention.EVERY_SECONDS * 1000)
        while not self.service.search_queue.empty():
            table_id = self.service.search_queue.get_nowait()
            await self.computers.serve_table(table_id)
            await self.on_work(table_id, "computer")
            has_worked = True
        for outbox_row in await outbox_rows.load_ready_rows(self.db, now):
            await self.sender.serve_row(outbox_row)
            has_worked = True
            await asyncio.sleep(0)
        for (table_id,) in await self.db.fetch_rows(
            "SELECT game FROM pauses WHERE reason = 'channel' AND since_at = ?", (now,)
        ):
            await self.on_work(table_id, "lost")  # found by a failed post
        return has_worked
