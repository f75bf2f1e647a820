"""The bot in time that is only counted: its own workers, done step by step, on a database in memory's place.

Killing it leaves what is committed and nothing else.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from concurrent.futures import Executor, Future
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

from bot.discord_ui.outbox import permission_notice
from bot.discord_ui.outbox.budget import Budget
from bot.discord_ui.outbox.sender import Sender
from bot.discord_ui.page.pictures import Picture
from bot.table import TableService
from bot.table.computers.players import ComputerPlayers
from bot.table.computers.thinking import Thought
from bot.table.knowing import trim
from bot.table.life import sleeping
from bot.table.notices import morning_list
from bot.table.time import timers
from bot.table.time.presence import Presence
from engines.kernel import Match, Rng, games, random_answer
from storage import Database
from storage.connection import Connection
from storage.database import _prepare
from storage.messages import outbox
from storage.persons import errands
from storage.time import timers as timer_rows

from .postoffice import DIRECT, PostOffice

MOST_ROUNDS = 400
"""Rounds of work in one moment: more would be a bot that never rests."""
TABLES_IN_MEMORY = 1024
AGAIN = 600_000
"""Milliseconds after which the bot is looked at while Discord is away."""


class Mortal(Connection):
    """A connection on which the bot may be killed before and after a commit, and which waits for no disk."""

    may_die: Callable[[], None]

    async def commit(self) -> None:
        self.may_die()
        self._sql.commit()
        self.may_die()


async def database(path: Path, may_die: Callable[[], None]) -> Database:
    """A fresh one."""
    _prepare(path, True)
    writer, reader, far = [await Mortal.open(path, writes=writes) for writes in (True, False, False)]
    writer._sql.execute("PRAGMA synchronous = OFF")
    assert isinstance(writer, Mortal)
    writer.may_die = may_die
    return Database(path, writer, reader, far, None)


class Thinker(Executor):
    """Computer players answer by lot, at once: this is about time, not about play."""

    def __init__(self, chance: Random) -> None:
        self._chance = chance

    def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
        del fn, kwargs
        thought: Thought = args[0]
        match = Match.resume(games()[thought.engine], thought.setup, thought.seed, thought.frame, thought.tail)
        prompt = match.prompt(thought.seat)
        done: Future[Any] = Future()
        assert prompt is not None
        done.set_result((random_answer(match, prompt, Rng(self._chance.randbytes(32))),))
        return done


class Pictures:
    """An empty one for all."""

    async def draw(self, shot: object) -> Picture:
        del shot
        return Picture(b"", "")

    def close(self) -> None: ...


async def _nobody(game: int, kind: str) -> None: ...


class Machine:
    """One life of the bot, from its start until it is stopped or killed. clock, steady: Unix milliseconds."""

    def __init__(self, db: Database, clock: Callable[[], int], office: PostOffice, chance: Random) -> None:
        self.tables = TableService(db, clock, "en", tables_in_memory=TABLES_IN_MEMORY)
        self.db, self.office = db, office
        self.apart = 0
        """Milliseconds in which Discord was away while the machine ran."""
        self.presence = Presence(self.tables, lambda: not office.is_away, lambda: self.apart)
        self.computers = ComputerPlayers(self.tables, lambda: Thinker(chance))
        self.sender = Sender(self._context(), Budget(endless=True))
        self.look_at = 0
        self.trim_at = 0
        self.fired = 0
        self.heard: Callable[[int, str], Awaitable[None]] = _nobody
        """Called with each table whose timer was served or whose computer player has answered."""

    def _context(self) -> Any:
        async def create_dm(user: Any) -> Any:
            self.office.check(0)
            return self.office.channel(DIRECT + user.id)

        return SimpleNamespace(
            tables=self.tables,
            pictures=Pictures(),
            language="en",
            troubled=set(),
            calls_in_card=True,
            answering=set(),
            user=SimpleNamespace(id=1),
            get_partial_messageable=self.office.channel,
            create_dm=create_dm,
        )

    async def start(self) -> None:
        """As the client does it, in its order."""
        await self.presence.arrive()
        await permission_notice.remembered(self.sender.bot)
        await self.sender.delivery.replaced.clear_all()
        await self.presence.rearm()
        await self.tables.take_up_all()
        self.look_at = self.trim_at = self.tables.clock()

    async def next_at(self) -> int | None:
        """When the bot has something to do next."""
        if self.office.is_away:  # what waits is tried again, but nobody has to watch that second by second
            return self.tables.clock() + AGAIN
        timer, errand = await timer_rows.earliest(self.db), await errands.earliest(self.db)
        dues = [self.look_at, *(one.due_at for one in (timer, errand) if one is not None)]
        at = await outbox.next_at(self.db)
        return min(dues if at is None else [*dues, at])

    async def work(self) -> None:
        """Everything that is due now, until nothing is."""
        for _ in range(MOST_ROUNDS):
            if not await self._round():
                return
        raise RuntimeError("the bot finds no rest")

    async def _round(self) -> bool:
        now, done = self.tables.clock(), False
        while self.presence.is_here and (row := await timer_rows.earliest(self.db)) is not None and row.due_at <= now:
            await timers.fire(self.tables, row)
            await self.heard(row.game, row.kind)
            done, self.fired = True, self.fired + 1
        while self.presence.is_here and (due := await errands.earliest(self.db)) is not None and due.due_at <= now:
            await morning_list.fire(self.tables, due)
            done = True
        if self.look_at <= now:
            await sleeping.look(self.tables)
            for (game,) in await self.db.rows("SELECT game FROM pauses WHERE since_at = ?", (now,)):
                await self.heard(game, "sleep")
            self.look_at, done = now + sleeping.LOOK_EVERY, True
        if self.trim_at <= now:
            await trim.trim(self.tables)
            self.trim_at = now + int(trim.EVERY_SECONDS * 1000)
        while not self.tables.thinking.empty():
            game = self.tables.thinking.get_nowait()
            await self.computers.serve(game)
            await self.heard(game, "computer")
            done = True
        for waits in await outbox.ready(self.db, now):
            await self.sender.serve(waits)
            done = True
            await asyncio.sleep(0)
        for (game,) in await self.db.rows("SELECT game FROM pauses WHERE reason = 'channel' AND since_at = ?", (now,)):
            await self.heard(game, "lost")  # by the answer to what was just said
        return done
