"""Leases of shards, on a PostgreSQL server: a process owns the tables of a shard as long as no other takes its lease.

`shard_leases` has a row for each shard, with an owner, a token and the end of the lease, by the server's clock alone.
Taking a lease raises the token. Every transaction that writes locks the rows of its process's leases by their tokens
until its commit (`postgres_writer`): a take-over waits for transactions under way, and one that begins later writes
nothing. Prolonging changes no key, so it waits for nobody.

The owner also holds an advisory lock on the session that prolongs. The server frees it as soon as the process is dead.

`processes` has the version of each process. Once a newer one runs, an older one takes no shard any more, and gives back
what it has, one after the other. A lease keeps the version of its owner, so that no older process takes it.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress

from storage.address import ServerAddress
from storage.dialect import POSTGRES
from storage.errors import DatabaseTakenOver, StorageError
from storage.postgres_driver import ServerConnection, close_connection, connect, translate_postgres_errors

from . import upgrade
from .ownership import Ownership
from .upgrade import IS_RUNNING, OWNER_CLASS

log = logging.getLogger(__name__)

LEASE_MS = 10_000
"""How long a lease holds unless it is prolonged."""
POLL_SECONDS = 1.0
"""How often a process prolongs its leases and looks for those that others have left behind."""
LIVE_MS = 5_000
"""How long after its last poll a process still counts as one that takes its shard share. A lease holds longer, so
nothing is given back for one that hangs and was taken over.
"""
ORPHAN_POLLS = 2
"""Polls in a row at which nobody keeps a lease before it is taken over: the server may have lost all connections."""
SURPLUS_POLLS = 60
"""Polls in a row at which another process must want a shard before it is given back. A process just woken asks once; a
crash-looping one would spend Discord's daily session starts.
"""
LOCK_MS = 1_000
"""How long a take-over waits for transactions under way before it gives up."""
TAKE_MS = 1_000
"""Time from the beginning of a poll after which no further shard is tried at it."""
HAND_OVER_POLLS = 5
"""Polls in a row at which a newer process runs, and some process keeps each shard, before an older one gives the next
shard back. Discord lets a bot connect one shard in five seconds.
"""

_NOW = POSTGRES.now
_TAKE = f"""
INSERT INTO shard_leases AS lease (shard, of, owner, token, until, version) VALUES ($1, $2, $3, 1, {_NOW} + $4, $6)
ON CONFLICT (shard, of) DO UPDATE SET owner = excluded.owner, token = lease.token + 1, until = {_NOW} + $4, version = $6
WHERE (lease.until <= {_NOW} OR lease.owner = $5) AND lease.version <= $6 RETURNING token
"""
_END_OTHER_COUNTS = (
    f"UPDATE shard_leases SET token = token + 1, until = 0 WHERE of <> $1 AND until > 0 AND until <= {_NOW}"
)
_FIND_OTHER_COUNT = "SELECT of FROM shard_leases WHERE of <> $1 AND until > 0 LIMIT 1"
_PROLONG = f"""
UPDATE shard_leases AS lease SET until = {_NOW} + $4 FROM unnest($2::bigint[], $3::bigint[]) AS own (shard, token)
WHERE lease.of = $1 AND lease.shard = own.shard AND lease.token = own.token RETURNING lease.shard
"""
_GIVE_BACK = """
UPDATE shard_leases AS lease SET token = lease.token + 1, until = 0
FROM unnest($2::bigint[], $3::bigint[]) AS own (shard, token)
WHERE lease.of = $1 AND lease.shard = own.shard AND lease.token = own.token
"""
_FIND_ORPHANS = f"""
SELECT shard, owner FROM shard_leases WHERE of = $1 AND until > 0 AND (until <= {_NOW} OR NOT {IS_RUNNING})
ORDER BY shard
"""
_COUNT_HELD = f"SELECT count(*) FROM shard_leases WHERE of = $1 AND until > {_NOW} AND {IS_RUNNING}"
_HOLD_OWNER = (
    "SELECT pg_advisory_lock($1, $2), set_config('application_name', 'teban leases of ' || current_schema(), false)"
)
_LOAD_OLDEST = "SELECT oldest FROM teban_version FOR SHARE"
_REGISTER = """
INSERT INTO processes (owner, version) VALUES ($1, $2) ON CONFLICT (owner) DO UPDATE SET version = excluded.version
"""
_LIST_VERSIONS = f"""
SELECT held.objid::bigint, processes.version FROM pg_stat_activity AS process JOIN pg_locks AS held USING (pid)
LEFT JOIN processes ON processes.owner = held.objid::bigint
WHERE held.locktype = 'advisory' AND held.granted AND held.classid::bigint = $1
AND process.datname = current_database() AND process.application_name = current_setting('application_name')
AND (extract(epoch FROM process.query_start) * 1000)::bigint > {_NOW} - $2
"""


class LeaseSession:
    """A session that takes, prolongs and gives back leases. Only one task may use it."""

    def __init__(
        self, address: ServerAddress, shard_count: int, lease_ms: int = LEASE_MS, version: int | None = None
    ) -> None:
        """Prepare a session. version: of this process; None: this program's own."""
        self.name = str(address)
        """For messages."""
        self.version = upgrade.load_own_version() if version is None else version
        """Version of this process."""
        self.shard_count = shard_count
        self.lease_ms = lease_ms
        self.owner = secrets.randbelow(2**31)
        """Random id of this process; key of its advisory lock."""
        self.lost_event = asyncio.Event()
        """Set when the connection has ended, and with it this owner's lock."""
        self._address = address
        self._sql: ServerConnection | None = None
        """None before it is opened."""

    async def _open(self) -> ServerConnection:
        """Connect, unless that is done, and hold this owner's lock."""
        if self._sql is None or self._sql.is_closed():
            # A longer wait would keep this process from prolonging its leases.
            limits = {"lock_timeout": str(LOCK_MS), "statement_timeout": str(self.lease_ms // 3)}
            sql = await connect(self._address, self.lease_ms / 2000, **limits)
            try:
                await sql.execute(_HOLD_OWNER, OWNER_CLASS, self.owner)
                await self._register(sql)
            except BaseException:  # also on cancellation: nothing else would close it
                sql.terminate()
                raise
            sql.add_termination_listener(lambda _: self.lost_event.set())
            self._sql = sql
        return self._sql

    @asynccontextmanager
    async def _use(self) -> AsyncIterator[ServerConnection]:
        """Yield the connection. One on which the server does not answer in time is given up; the next use opens it."""
        with translate_postgres_errors(self.name):
            sql = await self._open()
            try:
                yield sql
            except TimeoutError:
                sql.terminate()
                raise

    async def _register(self, sql: ServerConnection) -> None:
        """Say which version this process has, behind its lock, so that no newer one removes what it needs: one that is
        about to do so has locked the row that is read first.
        """
        async with sql.transaction():
            oldest = await sql.fetchval(_LOAD_OLDEST)
            if self.version % upgrade.SCHEMA_BASE < oldest:
                raise DatabaseTakenOver("a newer version has removed what this one needs")
            await sql.execute(_REGISTER, self.owner, self.version)
            await sql.execute(f"DELETE FROM processes WHERE NOT {IS_RUNNING}")

    async def take_lease(self, shard: int, dead_owner: int | None = None) -> int | None:
        """Take the lease of a shard, once the transactions of its owner are over. Return the token; None: it is held.

        dead_owner: an owner whose lease counts as over. Raises DatabaseUnavailable if those transactions take too long,
        or if a running process uses another number of shards.
        """
        async with self._use() as sql:
            await sql.execute(_END_OTHER_COUNTS, self.shard_count)
            token = await sql.fetchval(
                _TAKE, shard, self.shard_count, self.owner, self.lease_ms, dead_owner, self.version
            )
            other = await sql.fetchval(_FIND_OTHER_COUNT, self.shard_count)
            if other is not None:
                if token is not None:
                    await self.give_leases_back({shard: token})
                raise DatabaseTakenOver(f"a process of {other} shards runs, this one is of {self.shard_count}")
        return None if token is None else int(token)

    async def prolong_leases(self, tokens: dict[int, int]) -> set[int]:
        """Prolong leases by their tokens. Return the shards that still belong to this process."""
        async with self._use() as sql:
            rows = await sql.fetch(_PROLONG, self.shard_count, list(tokens), list(tokens.values()), self.lease_ms)
        return {int(shard) for (shard,) in rows}

    async def give_leases_back(self, tokens: dict[int, int]) -> None:
        """Give leases back, so that others may take them at once. Later transactions by these tokens are refused."""
        async with self._use() as sql:
            await sql.execute(_GIVE_BACK, self.shard_count, list(tokens), list(tokens.values()))

    async def list_versions(self) -> list[int]:
        """Return the versions of the processes, this one included, that have looked at the leases within LIVE_MS,
        whether or not they hold any.
        """
        async with self._use() as sql:
            versions = {int(owner): version for owner, version in await sql.fetch(_LIST_VERSIONS, OWNER_CLASS, LIVE_MS)}
            if versions.get(self.owner) is None:  # deleted by a process that did not see its new lock yet
                await self._register(sql)
        return [self.version if version is None else int(version) for version in versions.values()]

    async def are_all_held(self) -> bool:
        """Return whether some process that runs keeps each shard."""
        async with self._use() as sql:
            return int(await sql.fetchval(_COUNT_HELD, self.shard_count)) == self.shard_count

    async def list_orphans(self) -> dict[int, int]:
        """Return the owner, by shard, of leases that were not given back although their time is over, or although the
        owner's process or connection has ended.
        """
        async with self._use() as sql:
            rows = await sql.fetch(_FIND_ORPHANS, self.shard_count)
        return {int(shard): int(owner) for shard, owner in rows}

    async def close(self) -> None:
        """Close the session, which frees the owner's lock."""
        if self._sql is not None:
            await close_connection(self._sql)


class LeaseKeeper:
    """Prolongs the leases of a process, takes free shards up to its shard share, and beyond it what others left behind.

    A shard that it has taken rests until it is served (`Ownership.resting`).
    """

    def __init__(self, session: LeaseSession, ownership: Ownership, steady_ms: Callable[[], int]) -> None:
        self.session = session
        self.ownership = ownership
        self.shards_changed = asyncio.Event()
        """Set when a shard was taken, or should be given back (`find_surplus`)."""
        ownership.trusted_until_ms = ownership.leased_until_ms = steady_ms()
        self._steady_ms = steady_ms
        self._turn = asyncio.Lock()
        """Held while the session is used."""
        self._shard_share = session.shard_count
        """Number of shards due to this process: the same for each of the newest version, 0 in an older one."""
        self._surplus_polls = 0
        """Polls in a row at which this process, not an older one, has had more than its shard share."""
        self._held_polls = 0
        """Polls in a row of an older process at which each shard was held: it gives the next one back only then."""
        self._is_older = False
        """Whether a process of a newer version runs."""
        self._first_shard = 0
        """The shard that is tried first at the next poll."""
        self._orphans: dict[int, tuple[int, int]] = {}
        """The owner, by shard, of leases that nobody kept at the last poll, and at how many polls that was so."""

    async def renew_leases(self) -> None:
        """Poll once. Raises DatabaseTakenOver if another process has taken a shard of this one over.

        Once the last poll that prolonged the leases began too long ago, `Ownership.is_trusted` is false.
        """
        async with self._turn:
            started_ms = self._steady_ms()
            tokens = self.ownership.tokens
            if await self.session.prolong_leases(tokens) != tokens.keys():
                raise DatabaseTakenOver(f"{self.session.name}: another process owns tables of this one now")
            self.ownership.trusted_until_ms = started_ms + self.session.lease_ms * 2 // 3
            self.ownership.leased_until_ms = started_ms + self.session.lease_ms
            await self._compute_shard_share()
            if not self._is_older:
                await self._take_shards(started_ms)
            has_surplus = not self._is_older and len(self.ownership.served_shards) > self._shard_share
            self._surplus_polls = self._surplus_polls + 1 if has_surplus else 0
            are_all_held = self._is_older and await self.session.are_all_held()
            self._held_polls = self._held_polls + 1 if are_all_held else 0
            if self.find_surplus() is not None or self.is_superseded:
                self.shards_changed.set()

    async def _compute_shard_share(self) -> None:
        """Divide the shards among the processes of the newest version; an older one has no shard share."""
        versions = await self.session.list_versions()
        newest = max([*versions, self.session.version])
        self._is_older = newest > self.session.version
        equal_count = max(1, versions.count(self.session.version))
        self._shard_share = 0 if self._is_older else -(-self.session.shard_count // equal_count)

    async def _take_shards(self, started_ms: int) -> None:
        """Take free shards up to the shard share, and orphans: at the second poll within it, at the third beyond it,
        so that a standby comes first.

        Stop after TAKE_MS, because a take-over may wait for transactions, and this process must prolong its own leases;
        the next poll continues there.
        """
        tokens, orphans = self.ownership.tokens, {}
        for shard, owner in (await self.session.list_orphans()).items():
            earlier_owner, polls = self._orphans.get(shard, (owner, 0))
            orphans[shard] = owner, polls + 1 if owner == earlier_owner else 1
        self._orphans = orphans
        for shard in (*range(self._first_shard, self.session.shard_count), *range(self._first_shard)):
            owner, polls = orphans.get(shard, (0, 0))
            has_share = len(tokens) < self._shard_share
            is_left_behind = polls >= (ORPHAN_POLLS if has_share else ORPHAN_POLLS + 1)
            if shard in tokens or not (is_left_behind or has_share):
                continue
            if self._steady_ms() - started_ms > TAKE_MS:
                self._first_shard = shard
                return
            self._first_shard = (shard + 1) % self.session.shard_count  # if this one cannot be taken now
            token = await self.session.take_lease(shard, owner if is_left_behind else None)
            if token is not None:
                self.ownership.resting.add(shard)
                tokens[shard] = token
                self.shards_changed.set()
        self._first_shard = 0

    def find_surplus(self) -> int | None:
        """Return a shard to give back, because another process has had less than its shard share for some polls, or a
        newer one runs; None: there is none.
        """
        served_shards = self.ownership.served_shards
        is_due = self._held_polls >= HAND_OVER_POLLS if self._is_older else self._surplus_polls >= SURPLUS_POLLS
        return served_shards[-1] if len(served_shards) > self._shard_share and is_due else None

    @property
    def is_superseded(self) -> bool:
        """Whether processes of a newer version have all shards, so that this one is not needed any more."""
        return self._is_older and not self.ownership.tokens and self._held_polls >= HAND_OVER_POLLS

    async def give_back(self, shard: int) -> None:
        """Give a resting shard back, about which this process has nothing under way."""
        async with self._turn:
            token = self.ownership.tokens.pop(shard)
            self.ownership.resting.discard(shard)
            self._held_polls = 0
            await self.session.give_leases_back({shard: token})

    async def close(self) -> None:
        """Give all shards back, and close the session. The process has nothing under way any more."""
        async with self._turn:
            tokens = dict(self.ownership.tokens)
            self.ownership.tokens.clear()
            try:
                await self.session.give_leases_back(tokens)
            except StorageError as error:  # they are over soon, and free as soon as the session is
                log.warning("the leases could not be given back: %s", error)
            await self.session.close()

    async def keep_renewing(self, interval: float = POLL_SECONDS) -> None:
        """Poll again and again, and at once when the connection has ended, since a shard whose owner holds no lock is
        taken over soon. Raises DatabaseTakenOver; after other errors of the database it tries again.
        """
        while True:
            self.session.lost_event.clear()
            try:
                await self.renew_leases()
            except DatabaseTakenOver:
                raise
            except StorageError as error:
                log.warning("the leases could not be prolonged: %s", error)
            with suppress(TimeoutError):
                async with asyncio.timeout(interval):
                    await self.session.lost_event.wait()
