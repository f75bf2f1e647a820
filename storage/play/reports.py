"""Problem reports of players, each with the position in the game and the player's view."""

from dataclasses import dataclass, field

from storage.database import Transaction
from storage.engine import Source
from storage.queries import in_column, join_columns


@dataclass(frozen=True, slots=True)
class ReportRow:
    """One problem report."""

    id: int
    """Number that the player is told, over all tables."""
    game: int
    """Number of the table (`GameRow.id`)."""
    person: int | None
    """None if the person's data was erased."""
    n: int
    """The last decision before the report."""
    epoch: int
    """Undo epoch at that time."""
    file: bytes
    """Opaque here."""
    reported_at: int = field(metadata=in_column("at"))
    """When the player sent it."""


async def add_report(tx: Transaction, *, game: int, person: int, n: int, epoch: int, at: int) -> int:
    """Add a report without its file and return its id. (The file contains the id, so it is written afterwards.)"""
    [(report_id,)] = await tx.execute(
        "INSERT INTO reports (game, person, n, epoch, file, at) VALUES (?, ?, ?, ?, x'', ?) RETURNING id",
        (game, person, n, epoch, at),
    )
    return int(report_id)


async def write_file(tx: Transaction, report: int, file: bytes) -> None:
    await tx.execute("UPDATE reports SET file = ? WHERE id = ?", (file, report))


async def load_report(source: Source, report: int) -> ReportRow | None:
    rows = await source.fetch_rows(f"SELECT {join_columns(ReportRow)} FROM reports WHERE id = ?", (report,))
    return ReportRow(*rows[0]) if rows else None


async def count_reports_since(source: Source, person: int, at: int) -> int:
    """Return the number of reports that the person has made since `at`."""
    [(count,)] = await source.fetch_rows("SELECT count(*) FROM reports WHERE person = ? AND at >= ?", (person, at))
    return int(count)
