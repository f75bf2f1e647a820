"""What the service works with: the database, the clock, the tables in memory, and the events that wake the workers."""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from contextvars import ContextVar
from weakref import WeakValueDictionary

import msgspec

from engines.kernel import Refused, Seat, Stale, games
from storage import Database, Source, Transaction
from storage.messages import interactions
from storage.persons import people
from storage.play import deals, decisions, guests, orders, requests
from storage.play import games as game_rows
from storage.play.games import GameRow
from storage.time import pauses

from . import announce, upgrade
from .knowing.facts import Facts, facts
from .life import names as seat_names
from .life import votes
from .live import LiveTable, Plan, Request
from .people import Person
from .recall import recall
from .seated import Seated
from .stored import Stored, match_at
from .time import outage
from .time.hours import Hours
from .time.lives import hours_of

log = logging.getLogger(__name__)

TABLES_IN_MEMORY = 64
"""Tables kept ready; others are resumed from the database when somebody clicks."""


read_anew: ContextVar[bool] = ContextVar("read_anew", default=False)
"""Whether a table had to be read from the database in this task."""


class TableService:
    """Holds the tables. `outbox_ready`, `timers_changed` and `thinking` wake the workers after a commit."""

    def __init__(
        self, db: Database, clock: Callable[[], int], language: str = "ja", tables_in_memory: int = TABLES_IN_MEMORY
    ) -> None:
        self.db = db
        self.clock = clock
        self.language = language
        self.outbox_ready = asyncio.Event()
        self.timers_changed = asyncio.Event()
        self.thinking: asyncio.Queue[int] = asyncio.Queue()
        self.on_change: list[Callable[[int], None]] = []
        """Each is called with the number of a table after a change of it was committed."""
        self._lives: OrderedDict[int, LiveTable] = OrderedDict()
        self._locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()
        """A lock lives as long as somebody holds it or waits for it."""
        self._capacity = tables_in_memory

    @property
    def in_memory(self) -> int:
        """How many tables are kept ready."""
        return len(self._lives)

    @asynccontextmanager
    async def at(self, game: int) -> AsyncIterator[LiveTable]:
        """The table, held. If a change fails half-way, what is in memory is dropped and read anew next time."""
        lock = self._locks.setdefault(game, asyncio.Lock())
        async with lock:
            live = self._lives.get(game)
            if live is None:
                read_anew.set(True)
                live = await self._load(game)
                self._lives[game] = live
            self._lives.move_to_end(game)
            try:
                yield live
            finally:
                live.claimed = None
                if live.dirty:
                    self._lives.pop(game, None)
                self._evict()

    @asynccontextmanager
    async def change(self, live: LiveTable, who: Person | None = None) -> AsyncIterator[Transaction]:
        """A change of a held table: one transaction, then the workers are woken.

        Whatever is raised inside, nothing is stored, and what is in memory is dropped. Raises Stale if the person's
        click was handled before.
        """
        live.dirty = True
        async with self.db.transaction() as tx:
            await self._claim(tx, live, who)
            yield tx
        live.dirty = False
        self.think(live)
        self.wake()
        for tell in self.on_change:
            tell(live.id)

    def wake(self) -> None:
        """After a commit: there may be something to say, now or later. Earlier a worker would not see it yet."""
        self.outbox_ready.set()
        self.timers_changed.set()

    async def _claim(self, tx: Transaction, live: LiveTable, who: Person | None) -> None:
        """One click may make several changes while the table is held, but it is handled once."""
        if who is not None and who.click is not None and who.click != live.claimed:
            if not await interactions.claim(tx, who.click, self.clock()):
                raise Stale("table.refused.handled")
            live.claimed = who.click

    def think(self, live: LiveTable) -> None:
        """Wake the computer players if one of them is asked."""
        if not live.pauses and any(live.seats[seat].answers is not None for seat in live.waiting):
            self.thinking.put_nowait(live.id)

    def _evict(self) -> None:
        for game in list(self._lives):
            if len(self._lives) <= self._capacity:
                return
            if game not in self._locks:
                del self._lives[game]

    async def find(self, channel: int) -> int | None:
        """The table of a channel: the one that is open or in play, else its newest."""
        row = await game_rows.live_in(self.db, channel) or await game_rows.latest_in(self.db, channel)
        return None if row is None else row.id

    # ------------------------------------------------------------------ reading from the database

    async def _load(self, game: int) -> LiveTable:
        row = await game_rows.get(self.db, game)
        if row is None:
            raise Refused("table.refused.unknown")
        definition = games().get(row.engine)
        if definition is None:
            raise Refused("table.refused.no_engine", game=row.engine)
        plan = msgspec.json.decode(row.setup, type=Plan)
        live = LiveTable(row, definition, plan, await self.seats(self.db, row))
        if row.seed is not None:
            live.told = await announce.told(self.db, game)
            live.last_n = await decisions.last_n(self.db, game)
            live.held = await seat_names.held(self.db, row)
            await self.read_pauses(self.db, live)
            if row.status == "playing":
                await upgrade.take_up(self, live)
                self.think(live)
            else:
                await self._look_back(live)
            live.orders = {(o.seat, o.topic): o.value for o in await orders.of_game(self.db, game)}
            await self.read_requests(self.db, live)
            if live.match is not None and live.row.status == "playing":
                live.recent = await recall(self.db, live)
        else:
            live.facts = await self.facts(self.db, live.seats)
            live.shares = await deals.shares(self.db, game)
            live.guests = await guests.of_game(self.db, game)
        live.deal = await deals.get(self.db, game)
        return live

    async def facts(self, source: Source, seated: Sequence[Seated]) -> dict[int, Facts]:
        """How the people on these seats usually play."""
        now = self.clock()
        return {s.person: await facts(source, s.person, now) for s in seated if s.person is not None}

    async def take_up_all(self) -> None:
        """At the start of the bot every game in play meets its rules, so that people are told now, not when they click.

        Trouble with one table must not keep the others from theirs.
        """
        rows, wrong = await game_rows.readable(self.db, "playing")
        for number, trouble in wrong.items():
            log.error("game %d cannot be read: %s", number, trouble)
        for row in rows:
            try:
                async with self.at(row.id):
                    pass
            except Exception:  # whatever rules and rows raise
                log.exception("game %d cannot be taken up", row.id)
            await asyncio.sleep(0)

    async def _look_back(self, live: LiveTable) -> None:
        """A game that has ended may be of rules that nobody can read any more: then it has no pictures."""
        try:
            await self.resume(self.db, live)
        except Exception:  # rules that have changed may raise anything
            log.exception("game %d has ended and cannot be read by rules %d", live.id, live.game.rules)

    async def resume(self, source: Source, live: LiveTable) -> None:
        """Set the Match from its last checkpoint and the decisions since."""
        live.last_n = await decisions.last_n(source, live.id)
        live.match, live.base_n, live.numbers, _ = await self.stored(source, live)

    async def stored(self, source: Source, live: LiveTable, upto: int | None = None) -> Stored:
        """The Match after decision `upto` (None: now)."""
        assert live.plan.setup is not None
        return await match_at(source, live.game, live.row, live.plan.setup, upto)

    async def view_at(self, live: LiveTable, n: int, seat: Seat | None) -> object:
        """What a seat saw after decision n; n = 0: at the beginning."""
        return (await self.stored(self.db, live, n)).match.view(seat)

    async def read_pauses(self, source: Source, live: LiveTable) -> None:
        """The reasons why the clocks of the table stand still."""
        found = await pauses.of_game(source, live.id)
        live.pauses = frozenset(found)
        live.pause_ends = {reason: row.until_at for reason, row in found.items()}

    async def read_requests(self, source: Source, live: LiveTable) -> None:
        """Open requests, with the names of those who can still decide them."""
        now, found = self.clock(), []
        for row in await requests.of_game(source, live.id):
            voters = votes.voters(live, row.kind, row.asked_by)
            said = await requests.votes(source, live.id, row.kind)
            known = await hours_of(source, [voter.person for voter in voters])
            lives = {v.person: await outage.without(source, known.get(v.person, Hours()), row.at) for v in voters}
            count = votes.count(live, row.kind, voters, said, lives, row.at, now)
            of = {voter.person: voter.name for voter in voters}
            asker = of.get(row.asked_by) or await self._name(source, row.asked_by)
            still = count.undecided
            found.append(
                Request(
                    row.kind,
                    asker,
                    row.asked_by,
                    tuple(of[person] for person, agrees in said.items() if agrees and person in of),
                    tuple(of[person] for person in still),
                    still,
                    count.wanted,
                    row.from_n,
                    row.at,
                    tuple(of[person] for person, agrees in said.items() if not agrees and person in of),
                    count.lost,
                    count.next_at,
                )
            )
        live.requests = tuple(found)

    async def _name(self, source: Source, person: int) -> str:
        row = await people.get(source, person)
        return row.name if row else "?"

    async def seats(self, source: Source, row: GameRow) -> tuple[Seated, ...]:
        """Who sits where, by name."""
        return await seat_names.seated(source, row)
