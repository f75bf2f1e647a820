"""Recognise a database that was restored from a copy, and skip the numbers of tables that were lost with it."""

from .database import Transaction
from .engine import Source

SKIPPED_NUMBERS = 1_000
"""Number of table numbers that are skipped after a restore: more than are used between two copies."""


async def load_copy_time(source: Source) -> int | None:
    """Return when the copy was made that this database was restored from; None if it was not, or if that is settled."""
    [(made_at,)] = await source.fetch_rows("SELECT max(made_at) FROM copies")
    return None if made_at is None else int(made_at)


async def skip_table_numbers(tx: Transaction, known: int) -> None:
    """Number new tables from beyond those that were opened after the copy. known: the highest number ever seen."""
    await tx.set_last_id("games", max(await tx.load_last_id("games"), known) + SKIPPED_NUMBERS)


async def settle_copy(tx: Transaction) -> None:
    """Forget that this database is a copy."""
    await tx.execute("DELETE FROM copies")
