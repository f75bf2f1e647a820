"""The table service: database, clock, tables in memory with their locks, and the events that wake the workers."""

import asyncio
import logging
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable, Collection, Sequence
from contextlib import asynccontextmanager, suppress
from contextvars import ContextVar
from weakref import WeakValueDictionary

import msgspec

from bot.operating_system import read_steady_clock
from bot.table.clock.availability import load_waking_hours
from bot.table.clock.waking_hours import WakingHours
from bot.table.deadline import outages
from bot.table.notices import outbox
from bot.table.player_records.habits import load_habits
from bot.table.state import seat_names
from bot.table.state.people import Person, PlayerHabits
from bot.table.state.seats import SeatAssignment
from bot.table.state.settings import TableSettings
from bot.table.state.stored_match import StoredMatch, load_stored_match
from bot.table.state.table import ConsentRequest, Table
from bot.table.terms import votes
from bot.table.terms.abuse_limits import AbuseLimiter
from engines.kernel import Refused, StaleAnswer, load_games
from storage import Database, DatabaseUnavailable, ForeignTable, Source, Transaction
from storage.kinds import InboxKind
from storage.messages import inbox_rows, interactions
from storage.persons import people
from storage.play import deals, decisions, invitations, preset_answers, requests
from storage.play import games as game_rows
from storage.play.games import GameRow
from storage.queries import select_shards
from storage.time import pauses

from . import rules_upgrade
from .action_replay import reload_actions

log = logging.getLogger(__name__)

TABLES_IN_MEMORY = 64
"""Number of tables kept in memory; others are loaded from the database on the next interaction."""
DRAIN_SECONDS = 10.0
"""Maximum wait for locked tables while the clock is set; a change that takes longer keeps the time that it has read."""

was_loaded: ContextVar[bool] = ContextVar("was_loaded", default=False)
"""Whether a table had to be loaded from the database in this task."""


class TableService:
    """Holds the tables. `outbox_ready`, `timers_changed` and `search_queue` wake the workers after a commit."""

    def __init__(
        self, db: Database, clock: Callable[[], int], language: str = "ja", tables_in_memory: int = TABLES_IN_MEMORY
    ) -> None:
        self.db = db
        self.clock = clock
        self.language = language
        self.outbox_ready = asyncio.Event()
        """Set when outbox rows may have come."""
        self.timers_changed = asyncio.Event()
        """Set when the next timer may be another one."""
        self.search_queue: asyncio.Queue[int] = asyncio.Queue()
        """Tables where a computer player may be asked."""
        self.inbox_ready = asyncio.Event()
        """Set when inbox rows have come."""
        self.has_inbox_rows = False
        """Whether an end of automatic leave wrote inbox rows, so that `wake_workers` wakes their worker, too."""
        self.inbox_failures: dict[int, tuple[int, int]] = {}
        """Table id -> number of failures of its inbox in a row, and the time of the last one; {} when all is well."""
        self.on_change: list[Callable[[int], None]] = []
        """Callbacks that get the number of a table after a change of it was committed."""
        self.limiter = AbuseLimiter(clock, db)
        self._tables: OrderedDict[int, Table] = OrderedDict()
        """By number; the table that was used last is at the end."""
        self._locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()
        """A lock exists as long as a task holds it or waits for it."""
        self._capacity = tables_in_memory
        """Number of tables above which unlocked ones go from memory, first the one that was used longest ago."""
        self._may_lock = asyncio.Event()
        """Cleared while the clock is set (`drain_tables`)."""
        self._may_lock.set()

    @property
    def in_memory(self) -> int:
        """Number of tables kept in memory."""
        return len(self._tables)

    @asynccontextmanager
    async def lock_table(self, table_id: int) -> AsyncIterator[Table]:
        """Lock the table and yield it. If a change fails half-way, the table is dropped from memory and read again next
        time. Raises ForeignTable if the table does not belong to this process.
        """
        await self._may_lock.wait()
        lock = self._locks.setdefault(table_id, asyncio.Lock())
        async with lock:
            table = self._tables.get(table_id)
            if table is not None and not self.db.ownership.owns(table.row.guild_id):  # it has moved to another server
                del self._tables[table_id]
                table = None
            if not self.db.ownership.is_trusted(read_steady_clock()):
                guild_id = None if table is None else table.row.guild_id
                raise ForeignTable(f"table {table_id}: this process has not prolonged its leases", guild_id)
            if table is None:
                was_loaded.set(True)
                table = await self._load_table(table_id)
                self._tables[table_id] = table
            self._tables.move_to_end(table_id)
            try:
                yield table
            finally:
                table.claimed_interaction = None
                if table.is_dirty or not self.db.ownership.owns(table.row.guild_id):  # or it has moved away
                    self._tables.pop(table_id, None)
                self._evict_tables()

    @asynccontextmanager
    async def drain_tables(self) -> AsyncIterator[None]:
        """Let no table be locked during the block, so that no change has read the clock and is not stored yet, unless
        one takes too long.
        """
        self._may_lock.clear()
        try:
            with suppress(TimeoutError):
                async with asyncio.timeout(DRAIN_SECONDS):
                    for lock in tuple(self._locks.values()):
                        async with lock:  # after the tasks that hold it or wait for it
                            pass
            yield
        finally:
            self._may_lock.set()

    async def finish_foreign_tables(self) -> bool:
        """Wait until no task holds a table that this process no longer serves, where none begins any more. Return
        False if a change takes too long.
        """
        with suppress(TimeoutError):
            async with asyncio.timeout(DRAIN_SECONDS):
                for lock in self._list_foreign_locks():
                    async with lock:
                        pass
        return not self._list_foreign_locks()

    def _list_foreign_locks(self) -> list[asyncio.Lock]:
        """Return the held locks of tables that this process does not serve, and of those that are just being read."""
        return [
            lock
            for table_id, lock in self._locks.items()
            if lock.locked()
            and not ((table := self._tables.get(table_id)) and self.db.ownership.owns(table.row.guild_id))
        ]

    @property
    def locked_tables(self) -> frozenset[int]:
        """Tables that a task holds."""
        return frozenset(table_id for table_id, lock in self._locks.items() if lock.locked())

    def forget_tables(self) -> None:
        """Forget all tables: each is read from the database when it is locked next."""
        self._tables.clear()

    def forget_foreign_tables(self) -> None:
        """Drop the tables that this process does not serve from memory, since another process changes them."""
        for table_id, table in tuple(self._tables.items()):
            if not self.db.ownership.owns(table.row.guild_id):
                del self._tables[table_id]

    @asynccontextmanager
    async def change(self, table: Table, person: Person | None = None) -> AsyncIterator[Transaction]:
        """Change a locked table: yield one transaction, then wake the workers.

        If the block raises, nothing is stored and the table is dropped from memory. Raises StaleAnswer if the person's
        interaction was handled before.
        """
        table.is_dirty = True
        async with self.db.transaction() as tx:
            await self._claim_interaction(tx, table, person)
            yield tx
        table.is_dirty = False
        self.wake_computer_players(table)
        self.wake_workers()
        for callback in self.on_change:
            callback(table.id)

    def drop_table(self, table: Table) -> None:
        """Drop a locked table from memory: the next task reads it from the database."""
        self._tables.pop(table.id, None)

    def wake_workers(self) -> None:
        """Wake the workers after a commit: there may be posts to send or timers to set. Before the commit they would
        not see them.
        """
        self.outbox_ready.set()
        self.timers_changed.set()
        if self.has_inbox_rows:
            self.has_inbox_rows = False
            self.inbox_ready.set()

    async def _claim_interaction(self, tx: Transaction, table: Table, person: Person | None) -> None:
        """Record the interaction as handled. One interaction may make several changes while the table is locked."""
        if (
            person is not None
            and person.interaction_id is not None
            and person.interaction_id != table.claimed_interaction
        ):
            seated = {p for seat in table.seats for p in (seat.person, seat.substitute) if p is not None}
            await tx.read_ahead(game=table.id, people={person.id, *seated}, interaction=person.interaction_id)
            if not await interactions.claim_interaction(tx, person.interaction_id, self.clock()):
                raise StaleAnswer("table.refused.handled")
            table.claimed_interaction = person.interaction_id

    def wake_computer_players(self, table: Table) -> None:
        """Wake the computer players if one of them is asked."""
        if not table.pauses and any(table.seats[seat].answering_policy is not None for seat in table.waiting):
            self.search_queue.put_nowait(table.id)

    def _evict_tables(self) -> None:
        for table_id in list(self._tables):
            if len(self._tables) <= self._capacity:
                return
            if table_id not in self._locks:
                del self._tables[table_id]

    async def load_row(self, table_id: int) -> GameRow | None:
        """Return the stored facts of a table, from memory if it is there; None if there is no such table."""
        table = self._tables.get(table_id)
        if table is None or table.is_dirty or not self.db.ownership.owns(table.row.guild_id):
            return await game_rows.load_game(self.db, table_id)
        return table.row

    async def find_table(self, channel: int) -> int | None:
        """Return the table of a channel: the one that is open or in play, else its newest."""
        row = await game_rows.load_active_in_channel(self.db, channel) or await game_rows.load_latest_in_channel(
            self.db, channel
        )
        return None if row is None else row.id

    # ------------------------------------------------------------------ reading from the database

    async def _load_table(self, table_id: int) -> Table:
        """Load a table, after outages that its clocks still contain were settled."""
        async with self.db.copy_table(table_id, [game_rows.FINISHED_BEFORE]) as source:
            await self._require_own_row(source, table_id)
            kinds = {row.kind for row in await inbox_rows.load_rows(source, table_id)}
            if kinds.isdisjoint(inbox_rows.OUTAGE_KINDS):
                return await self._build_table(source, table_id)
        if InboxKind.OUTAGE in kinds:
            async with self.db.transaction() as tx:
                await outages.settle_clocks(tx, table_id)
        table = await self._build_table(self.db, table_id)
        async with self.db.transaction() as tx:
            await outages.finish_settling(tx, table, self.clock())
        self.wake_workers()
        return table

    async def _require_own_row(self, source: Source, table_id: int) -> GameRow:
        row = await game_rows.load_game(source, table_id)
        if row is None:
            raise Refused("table.refused.unknown")
        if not self.db.ownership.owns(row.guild_id):
            raise ForeignTable(f"table {table_id} belongs to another process", row.guild_id)
        return row

    async def _build_table(self, source: Source, table_id: int) -> Table:
        row = await self._require_own_row(source, table_id)
        game = load_games().get(row.engine)
        if game is None:
            raise Refused("table.refused.unknown_game", game=row.engine)
        settings = msgspec.json.decode(row.setup, type=TableSettings)
        table = Table(row, game, settings, await self.load_seats(source, row))
        if row.seed is not None:
            table.published_n = await outbox.load_published_n(source, table_id)
            table.last_n = await decisions.find_last_n(source, table_id)
            table.tenures = await seat_names.load_tenures(source, row)
            await self.read_pauses(source, table)
            if row.status == "playing":
                if not await rules_upgrade.resume_game(self, source, table):
                    source = self.db
                self.wake_computer_players(table)
            else:
                await self._load_ended_match(source, table)
            table.presets = {(row.seat, row.topic): row for row in await preset_answers.load_presets(source, table_id)}
            await self.read_requests(source, table)
            if table.match is not None and table.row.status == "playing":
                await reload_actions(source, table)
        else:
            table.habits = await self.load_habits(source, table.seats)
            table.shares = await deals.load_shares(source, table_id)
            table.guests = await invitations.load_guests(source, table_id)
        table.deal = await deals.load_deal(source, table_id)
        return table

    async def load_habits(self, source: Source, seated: Sequence[SeatAssignment]) -> dict[int, PlayerHabits]:
        """Return the playing habits of the people on these seats."""
        now = self.clock()
        return {s.person: await load_habits(source, s.person, now) for s in seated if s.person is not None}

    async def load_games_in_play(self, shards: Collection[int] | None = None) -> None:
        """Load every game in play when the bot starts, so that people learn about changed rules now and not at their
        next visit. shards: only games of these, which the process has begun to serve; None: all.

        An error with one table does not stop the others. Raises DatabaseUnavailable, and ForeignTable if this process
        does not know what it owns; call it again then.
        """
        rows, wrong = await game_rows.load_readable(select_shards(self.db, shards), "playing")
        for table_id, problem in wrong.items():
            log.error("table %d cannot be read: %s", table_id, problem)
        for row in rows:
            try:
                async with self.lock_table(row.id):
                    pass
            except (DatabaseUnavailable, ForeignTable):
                raise
            except Exception:  # rules and damaged rows may raise anything
                log.exception("table %d cannot be taken up", row.id)
            await asyncio.sleep(0)

    async def _load_ended_match(self, source: Source, table: Table) -> None:
        """Load the Match of an ended game. If today's rules cannot read it, it has no pictures."""
        try:
            await self.load_match(source, table)
        except Exception:  # rules that have changed may raise anything
            log.exception("table %d has ended and cannot be read by rules %d", table.id, table.game.rules_version)

    async def load_match(self, source: Source, table: Table) -> None:
        """Set the Match from its last checkpoint and the decisions since."""
        table.last_n = await decisions.find_last_n(source, table.id)
        table.match, table.base_n, table.decision_numbers, _ = await self.load_match_at(source, table)

    async def load_match_at(self, source: Source, table: Table, until_n: int | None = None) -> StoredMatch:
        """Return the Match after decision `until_n` (None: now)."""
        assert table.settings.setup is not None
        return await load_stored_match(source, table.game, table.row, table.settings.setup, until_n)

    async def read_pauses(self, source: Source, table: Table) -> None:
        """Load the reasons why the table's clocks are stopped."""
        pause_rows = await pauses.load_pauses(source, table.id)
        table.pauses = frozenset(pause_rows)
        table.pause_ends = {reason: row.until_at for reason, row in pause_rows.items()}

    async def read_requests(self, source: Source, table: Table) -> None:
        """Load the open requests, with the people who can still decide them."""
        now, open_requests = self.clock(), []
        for row in await requests.load_open_requests(source, table.id):
            voters = votes.list_voters(table, row.kind, row.asked_by)
            answers = await requests.load_votes(source, table.id, row.kind)
            hours_by_person = await load_waking_hours(source, [voter.person for voter in voters])
            voter_hours = {
                v.person: await outages.exclude_outages(
                    source, table.row.guild_id, hours_by_person.get(v.person, WakingHours()), row.asked_at
                )
                for v in voters
            }
            count = votes.count_votes(table, row.kind, voters, answers, voter_hours, row.asked_at, now)
            names = {voter.person: voter.name for voter in voters}
            asker = names.get(row.asked_by) or await self._load_name(source, row.asked_by)
            open_requests.append(
                ConsentRequest(
                    kind=row.kind,
                    asker=asker,
                    asked_by_id=row.asked_by,
                    agreed_names=tuple(
                        names[person] for person, agrees in answers.items() if agrees and person in names
                    ),
                    undecided_names=tuple(names[person] for person in count.undecided_people),
                    undecided_ids=count.undecided_people,
                    votes_missing=count.votes_missing,
                    from_n=row.from_n,
                    asked_at=row.asked_at,
                    refused_names=tuple(
                        names[person] for person, agrees in answers.items() if not agrees and person in names
                    ),
                    has_failed=count.has_failed,
                    next_abstention_at=count.next_abstention_at,
                    expires_at=await outages.find_wait_end(source, table.row.guild_id, row.asked_at, votes.MAX_AGE),
                )
            )
        table.requests = tuple(open_requests)

    async def _load_name(self, source: Source, person: int) -> str:
        row = await people.load_person(source, person)
        return row.name if row else "?"

    async def load_seats(self, source: Source, row: GameRow) -> tuple[SeatAssignment, ...]:
        """Return the seats of a table with their names."""
        return await seat_names.load_seats(source, row)
