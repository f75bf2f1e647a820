"""An open transaction, the only way to write: its statements, the rows that it has read, and what ends it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from .dialect import Dialect, Row, Values
from .engine import WriterConnection
from .errors import DatabaseUnavailable, StorageError
from .row_cache import RowCache
from .scopes import MirroredScope
from .shards.fence import needs_fence
from .shards.ownership import Ownership


class Transaction:
    """An open transaction. Everything written through it is committed as a whole or not at all.

    - A refused statement ends it: every later statement and the commit raise StorageError.
    - Types are strict: a column takes values of its own type only, e.g. no `str` in a BLOB.
    - Other transactions see its rows after the commit, and it sees theirs; one transaction at a time writes a table.
      Only the erasure of a person changes rows of tables of other processes, too (`persons.personal_rows`).
    - A row whose key exists raises DuplicateRow; one that breaks another constraint raises InvalidRow. On a server this
      may come from a later statement or the commit, since changes are sent together.
    """

    def __init__(
        self, connection: WriterConnection, cache: RowCache, ownership: Ownership, *, is_fenced: bool = True
    ) -> None:
        self._connection = connection
        self.ownership = ownership
        """The tables that belong to this process."""
        self._cache = cache
        self._is_fenced = is_fenced
        """Whether the process proves that it has its leases."""
        self._open = True  # until the commit or the rollback
        self._refusal: BaseException | None = None
        """The error of the statement that ended this transaction."""

    async def fetch_rows(self, sql: str, values: Values = ()) -> list[Row]:
        """Return all rows of a query, including this transaction's own writes."""
        return await self.execute(sql, values)

    async def execute(self, sql: str, values: Values = ()) -> list[Row]:
        """Run one statement and return its rows (those of its RETURNING clause, if it changes rows)."""
        self._require_open()
        is_query = sql.startswith("SELECT")
        if is_query and (cached_rows := self._cache.find_rows(sql, values)) is not None:
            return cached_rows
        try:
            self._require_fence(sql)
            rows = self._connection.try_execute(sql, values)
            if rows is None:
                rows = await self._connection.execute(sql, values)
        except BaseException as error:
            self._refusal = error
            raise
        if is_query:
            self._cache.store_rows(sql, values, rows)
        else:
            self._cache.remove_changed_rows(sql, values)
        return rows

    async def read_ahead(self, *, game: int, people: Iterable[int], interaction: int) -> None:
        """Read all rows of a table, of people and of an interaction that are not in memory: a server is asked once."""
        self._require_open()
        scopes = {MirroredScope("game", game), MirroredScope("interaction", interaction)}
        try:
            await self._connection.read_ahead(scopes | {MirroredScope("person", person) for person in people})
        except BaseException as error:
            self._refusal = error
            raise

    def forget_game(self, game: int) -> None:
        """Read the rows of a game from the database again: another process has changed them."""
        self._cache.clear()
        self._connection.forget_game(game)

    async def insert_rows(self, table: str, columns: Sequence[str], rows: Sequence[Row]) -> None:
        """Insert many rows, whose values are in the order of the columns."""
        self._require_open()
        self._cache.clear()
        try:
            self._require_fence(f"INSERT INTO {table}")
            await self._connection.insert_rows(table, columns, rows)
        except BaseException as error:
            self._refusal = error
            raise

    def _require_open(self) -> None:
        if not self._open:
            raise RuntimeError("this transaction is over")
        if not self._connection.in_transaction:
            # SQLite has rolled back on a full disk, and would autocommit the rest; or a server's connection is lost.
            raise DatabaseUnavailable(f"{self._connection.name}: the transaction was rolled back by an earlier error")
        self.require_no_refusal()

    def _require_fence(self, sql: str) -> None:
        if not self._is_fenced and needs_fence(sql):
            raise RuntimeError(f"this change needs a lease: {sql}")

    def require_no_refusal(self) -> None:
        """Raise StorageError if a statement of this transaction was refused."""
        if self._refusal is not None:
            raise StorageError(
                f"{self._connection.name}: an earlier statement ended this transaction"
            ) from self._refusal

    async def list_tables(self) -> list[str]:
        return [str(name) for (name,) in await self.execute(self._dialect.tables)]

    async def list_key_columns(self, table: str) -> list[str]:
        return [str(name) for (name,) in await self.execute(self._dialect.key, (table,))]

    async def list_references(self, table: str) -> list[tuple[str, str]]:
        return [(str(child), str(column)) for child, column in await self.execute(self._dialect.references, (table,))]

    async def list_columns(self, table: str) -> list[tuple[str, str]]:
        return [(str(column), str(kind)) for column, kind in await self.execute(self._dialect.columns, (table,))]

    async def defer_foreign_keys(self) -> None:
        """Allow rows without their parent row until the commit or `require_parents`."""
        await self.execute(self._dialect.deferral)

    async def require_parents(self) -> None:
        """Raise InvalidRow if a row has no parent row. The commit checks it, too, but its time is limited."""
        await self.execute(self._dialect.deferral_end)

    @property
    def now(self) -> str:
        """Expression for the time by the clock of the database, in milliseconds: one clock for all processes."""
        return self._dialect.now

    async def load_last_id(self, table: str) -> int:
        [(last_id,)] = await self.execute(self._dialect.last_id, (table,))
        return int(last_id)

    async def set_last_id(self, table: str, last_id: int) -> None:
        """Number the next rows of an SQL table from beyond this id."""
        for statement in self._dialect.last_id_changes:
            await self.execute(statement, (table, last_id))

    @property
    def _dialect(self) -> Dialect:
        return self._connection.dialect
