"""The connection that writes to a PostgreSQL server, with few round trips.

A round trip takes longer than many statements. Changes are therefore queued here and sent together at the commit, in
their order, as one statement. The server runs a single statement as a transaction, so BEGIN and COMMIT need no round
trips of their own. Until then statements are answered from rows in memory (`table_mirror`). A statement that only the
server can answer is sent after the queued changes.
"""

from __future__ import annotations

import asyncio
import re
import secrets
from collections.abc import Collection, Sequence
from typing import Any, NamedTuple

from .address import ServerAddress
from .connection import BUSY_TIMEOUT_MS, wait_despite_cancellation
from .dialect import (
    POSTGRES,
    RUN_CHANGES,
    Row,
    Values,
    find_stored_type,
    translate_change,
    translate_statement,
    write_value,
)
from .errors import DatabaseTakenOver, DatabaseUnavailable, StorageError
from .postgres_driver import (
    CLOSE_SECONDS,
    CONNECT_SECONDS,
    SERVER_ERRORS,
    ServerConnection,
    close_connection,
    connect,
    translate_postgres_errors,
    wait_for_answer,
)
from .schema import APPLICATION_ID
from .scopes import KIND_BY_TABLE, MirroredScope, add_id, parse_query
from .shards.fence import NO_FENCE, REQUIRE_LEASES, Fence, build_fence
from .shards.ownership import Ownership
from .table_mirror import TableMirror, is_checked_at_once, returns_rows

COMMIT_SECONDS = 30.0
"""Limit of a commit. A commit over all tables, after an outage, takes seconds."""
IDLE_IN_TRANSACTION_MS = 5_000
"""Time that the server waits within a transaction for a process that shares the database and may hang."""
WRITER_CLASS = APPLICATION_ID + 3
"""First number of the locks of writers' sessions."""


class QueuedChange(NamedTuple):
    """A change that waits to be sent."""

    sql: str  # with `?` for values, as both engines read it
    values: Values  # one for each `?`
    row_count: int | None
    """Number of rows that it has changed in the mirror; None: not known."""


class PostgresConnection:
    """The connection that writes. A lost one is opened again by the next transaction."""

    dialect = POSTGRES

    def __init__(self, address: ServerAddress, ownership: Ownership) -> None:
        self.name = str(address)
        """For messages."""
        self._address = address
        self._ownership = ownership
        self._sql: ServerConnection | None = None
        """None before it is opened."""
        self._writer_number: int | None = None
        """Number of this program among all that have written the database; None before `claim`, and with leases."""
        self._session_key = secrets.randbits(31)
        """Second number of the lock that each session of this writer holds, one after the other."""
        self._mirror = TableMirror(self.name)
        self._is_open = False
        """Whether a transaction is open here."""
        self._has_begun = False
        """Whether the transaction has begun on the server: it does so with the first statement that is sent."""
        self._needs_lease = True
        """Whether the transaction writes rows of shards."""
        self._changes: list[QueuedChange] = []
        """Changes that wait to be sent, in order."""
        self._has_unmirrored_changes = False
        """Whether one of them changes rows outside the mirror, so that it must be sent before rows are loaded."""
        self._known_tokens: dict[int, int] = {}
        """The leases of the last transaction."""
        self._lease_changes = 0
        """Number of transactions that had other leases than the transaction before."""

    async def open(self) -> ServerConnection:
        """Connect if necessary, and take the lock that keeps others out: without leases every other program that
        writes, with leases every program without them.

        The server frees the lock with the connection. If another program has written the database before the lock is
        held again, what this one has in memory is no longer true: then every transaction is refused.
        """
        if self._sql is None or self._sql.is_closed():
            idle_limit = {"idle_in_transaction_session_timeout": str(IDLE_IN_TRANSACTION_MS)}
            limit: dict[str, Any] = {} if self._ownership.is_alone else idle_limit
            sql = await connect(self._address, lock_timeout=str(BUSY_TIMEOUT_MS), **limit)
            try:
                with translate_postgres_errors(self.name):
                    async with asyncio.timeout(CONNECT_SECONDS):
                        await self._begin_session(sql)
            except BaseException:  # also on cancellation: nothing else would close it
                sql.terminate()
                raise
            self._sql = sql
        return self._sql

    async def _begin_session(self, sql: ServerConnection) -> None:
        await self._require_own_database(sql)  # before the lock, too: those who have written may hold it for long
        lock = "pg_advisory_lock" if self._ownership.is_alone else "pg_advisory_lock_shared"
        await sql.execute(f"SELECT {lock}({APPLICATION_ID}, current_schema()::regnamespace::oid::int)")
        await self._require_own_database(sql)
        # The server may still run a commit of this program's last session: what is read before it ends becomes untrue.
        await sql.execute(f"SELECT pg_advisory_lock({WRITER_CLASS}, {self._session_key})")
        await sql.execute(f"{REQUIRE_LEASES};{RUN_CHANGES}")

    async def _require_own_database(self, sql: ServerConnection) -> None:
        """Raise DatabaseTakenOver if another program has written the database since `claim` without leases."""
        writer = None if self._writer_number is None else await sql.fetchval("SELECT writer FROM teban_version")
        if writer != self._writer_number:
            raise DatabaseTakenOver("another Teban has written this database since: start this one again")

    async def claim(self) -> None:
        """Take the next writer number, by which programs without leases notice others. Without any, end all leases."""
        sql = await self.open()
        with translate_postgres_errors(self.name):
            if not self._ownership.is_alone:
                await sql.execute("UPDATE teban_version SET writer = writer + 1")
                return
            self._writer_number = await sql.fetchval(
                "UPDATE teban_version SET writer = writer + 1, beat_at = NULL RETURNING writer"
            )
            await sql.execute("UPDATE shard_leases SET token = token + 1, until = 0, version = 0")

    @property
    def in_transaction(self) -> bool:
        is_connected = self._sql is not None and not self._sql.is_closed()
        return self._is_open and is_connected and (not self._has_begun or self._connection.is_in_transaction())

    @property
    def _connection(self) -> ServerConnection:
        assert self._sql is not None, "no transaction was begun"
        return self._sql

    @property
    def foreign_version(self) -> int:
        """Constant as long as no other program may have written rows of this one's tables."""
        return self._lease_changes

    async def begin(self, *, needs_lease: bool = True) -> None:
        """Begin a transaction. It begins on the server with the first statement that is sent there.

        Raises DatabaseUnavailable if this process shares the database and has no lease although it needs one.
        """
        self._needs_lease = needs_lease
        self._require_shard()
        await self.open()
        self._mirror.forget_unused_scopes()
        if not self._ownership.is_alone:
            if self._known_tokens != self._ownership.tokens:
                self._known_tokens = dict(self._ownership.tokens)
                self._lease_changes += 1
                self._mirror.clear()  # ids, too: new rows of a shard need higher ids than its earlier owner's
            self._mirror.forget_shared_scopes(self._ownership)
        self._is_open = True

    def try_execute(self, sql: str, values: Values = ()) -> list[Row] | None:
        """Answer a statement from the mirror, and queue a change. Return None if the statement must be sent, or if rows
        must be loaded first.
        """
        scopes = self._mirror.find_scopes(sql, values)
        if scopes is None or self._mirror.list_missing_scopes(scopes):
            return None if returns_rows(sql) or not self._queue_change(sql, values) else []
        table, numbered_sql = add_id(sql)
        if table is not None:
            if not self._mirror.has_ids(table):
                return None
            sql, values = numbered_sql, (self._mirror.take_id(table), *values)
        self._mirror.use_scopes(scopes)
        outcome = self._mirror.run_statement(sql, values)
        if outcome.row_count and not sql.startswith("SELECT"):
            self._changes.append(QueuedChange(sql, values, outcome.row_count))
        return outcome.rows

    def _queue_change(self, sql: str, values: Values) -> bool:
        """Queue a change of rows that are not in the mirror. Return False if it must be sent at once."""
        change = re.match(r'(?:INSERT INTO|UPDATE|DELETE FROM) "?(\w+)', sql)
        if change is None or is_checked_at_once(sql):
            return False
        self._mirror.require_types(sql, values)
        self._mirror.follow_change(sql, values)
        self._changes.append(QueuedChange(sql, values, None))
        self._has_unmirrored_changes |= change[1] in KIND_BY_TABLE
        return True

    async def execute(self, sql: str, values: Values = ()) -> list[Row]:
        """Run one statement and return its rows: after loading rows into the mirror, or else on the server."""
        scopes = self._mirror.find_scopes(sql, values)
        if scopes is not None:
            await self._load_scopes(self._mirror.list_missing_scopes(scopes))
            rows = self.try_execute(sql, values)
            if rows is not None:
                return rows
        is_query = sql.startswith("SELECT")
        with translate_postgres_errors(self.name):
            if not is_query or (self._changes and self._may_have_changed(sql)):
                await self._send_changes()
            records = await self._connection.fetch(translate_statement(sql), *values)
        if not is_query:
            self._mirror.follow_change(sql, values)
        elif "setval(" in sql:
            self._mirror.clear()
        return [tuple(record) for record in records]

    def _may_have_changed(self, sql: str) -> bool:
        """Return whether a queued change may alter the answer to a query."""
        query = parse_query(sql)
        return (
            query is None or query.table in KIND_BY_TABLE or any(query.table in change.sql for change in self._changes)
        )

    async def read_ahead(self, scopes: Collection[MirroredScope]) -> None:
        """Load all rows of these scopes that are not in the mirror yet, with one round trip."""
        missing = self._mirror.list_missing_scopes(scopes)
        if missing:
            await self._load_scopes(missing)

    async def _load_scopes(self, scopes: Collection[MirroredScope]) -> None:
        kinds = sorted({scope.kind for scope in scopes})
        if not kinds and self._mirror.needs_ids:
            kinds = ["game"]  # for no game: the query is sent for its ids
        if not kinds:
            return
        owners = [[scope.owner for scope in scopes if scope.kind == kind] for kind in kinds]
        with translate_postgres_errors(self.name):
            if self._has_unmirrored_changes:
                await self._send_changes()
            answer = await self._connection.fetchval(self._mirror.build_load(kinds), *owners)
            self._mirror.store_scopes(scopes, answer)

    async def _send_changes(self) -> None:
        """Begin the transaction on the server if necessary, and send the queued changes."""
        if not self._has_begun:
            requirement = self._build_fence().requirement
            self._has_begun = True  # also if the fence fails: the server waits for a rollback then
            await self._connection.execute(f"BEGIN{requirement}")
        await self._run_changes()

    def _build_fence(self) -> Fence:
        self._require_shard()  # the last one may have been given back since the transaction began
        return build_fence(self._ownership) if self._needs_lease else NO_FENCE

    def _require_shard(self) -> None:
        if self._needs_lease and not (self._ownership.is_alone or self._ownership.tokens):
            raise DatabaseUnavailable(f"{self.name}: this process has no shard")

    async def _run_changes(self) -> None:
        changes = self._changes
        self._changes, self._has_unmirrored_changes = [], False
        if not changes:
            return
        statements, texts = [], []
        for sql, values, _ in changes:
            statements.append(translate_change(sql, tuple(map(find_stored_type, values))))
            texts += [write_value(value) for value in values]
        await self._connection.fetch(
            "SELECT pg_temp.run_changes($1, $2, $3, $4, $5, $6, $7)",
            statements,
            [len(change.values) for change in changes],
            texts,
            [change.row_count for change in changes],
            *(NO_FENCE if self._has_begun else self._build_fence()),
        )

    def forget_game(self, game: int) -> None:
        """Forget the rows of a game: they are loaded again, after the queued changes were sent."""
        self._mirror.forget_scopes([MirroredScope("game", game)])
        self._has_unmirrored_changes |= bool(self._changes)

    async def insert_rows(self, table: str, columns: Sequence[str], rows: Sequence[Row]) -> None:
        """Insert many rows, whose values are in the order of the columns."""
        self._mirror.clear()
        with translate_postgres_errors(self.name):
            await self._send_changes()
            await self._connection.copy_records_to_table(table, columns=columns, records=rows)

    async def commit(self) -> None:
        """Commit. The commit has finished when this returns, even if the task was cancelled."""
        if not self.in_transaction:
            raise DatabaseUnavailable(f"{self.name}: the transaction was rolled back by an earlier error")
        await wait_despite_cancellation(self._commit())

    async def _commit(self) -> None:
        with translate_postgres_errors(self.name):
            try:
                await wait_for_answer(self._send_commit(), COMMIT_SECONDS)
            except TimeoutError:
                self._connection.terminate()  # the server may still be busy with the commit
                raise
        self._is_open = self._has_begun = False

    async def _send_commit(self) -> None:
        await self._run_changes()
        if self._has_begun and await self._connection.execute("COMMIT") != "COMMIT":
            raise StorageError("the transaction was rolled back by an earlier error")

    async def roll_back(self) -> None:
        """Discard everything that is not committed. Without an open transaction this does nothing."""
        if not self._is_open:
            return
        self._is_open = False
        self._changes, self._has_unmirrored_changes = [], False
        self._mirror.clear()
        has_begun, self._has_begun = self._has_begun, False
        if not has_begun or self._sql is None or self._sql.is_closed():
            return
        try:
            await wait_despite_cancellation(wait_for_answer(self._sql.execute("ROLLBACK"), CLOSE_SECONDS))
        except SERVER_ERRORS:
            self._sql.terminate()  # the server rolls back what a lost connection has begun

    async def close(self) -> None:
        """Close the connection."""
        self._mirror.close()
        if self._sql is not None:
            await close_connection(self._sql)
