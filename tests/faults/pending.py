"""The outbox's pending work, read with plain SQL, and the judgement whether it stands still."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from bot.discord_ui.outbox.sender import LONGEST_WAIT_MS

from .stored import open_read_only

MAX_QUIET_S = 45.0
"""Maximum number of seconds without a sent row, once rows are due."""
MAX_ROWS_NAMED = 5
"""Maximum number of pending rows that a description names."""


class PendingRow(NamedTuple):
    """A row that the outbox still has to send."""

    id: int
    table_id: int
    kind: str
    due_at_ms: int
    """Unix milliseconds of the bot's clock when the row may be tried; after each failure the bot waits longer."""
    attempts: int
    last_error: str | None


class PendingWork(NamedTuple):
    """Work that the outbox still has to do."""

    rows: list[PendingRow]
    message_count: int
    """Number of messages to be deleted. A failed deletion is repeated with the next card or after the next start."""

    def describe_rows(self, now_ms: int) -> str:
        """Return the first rows in words, with the time until each is due by the bot's clock."""
        named = [
            f"{row.kind} {row.id} of table {row.table_id} due in {(row.due_at_ms - now_ms) / 1000:.0f} s after"
            f" {row.attempts} attempts ({row.last_error})"
            for row in self.rows[:MAX_ROWS_NAMED]
        ]
        return "; ".join([*named, *(["..."] if len(self.rows) > MAX_ROWS_NAMED else [])])


def load_pending_work(database: Path) -> PendingWork:
    """Return the pending work of the outbox."""
    with open_read_only(database) as connection:
        rows = connection.execute(
            "SELECT id, game, kind, not_before, attempts, last_error FROM outbox"
            " WHERE sent_at IS NULL AND dropped_at IS NULL ORDER BY id"
        ).fetchall()
        [(posts,)] = connection.execute("SELECT count(*) FROM posts WHERE kind = 'stale'")
    return PendingWork([PendingRow(*row) for row in rows], int(posts))


@dataclass(slots=True)
class QuietWatch:
    """Watches whether the outbox goes on; it may be silent while it waits after failures, but never for ever."""

    changed_at_ms: int
    """Unix milliseconds when the number of rows changed last."""
    _row_count: int = field(default=0, init=False)

    def find_stall(self, work: PendingWork, now_ms: int, ahead_ms: int) -> str | None:
        """Return what is pending if the outbox stands still; None while it may still go on.

        A row due later than the longest wait after a failure never comes: it counts as if it were due.

        ahead_ms: by how much the bot's clock is ahead. A step that is not settled yet changes the due times soon.
        """
        if len(work.rows) != self._row_count:
            self.changed_at_ms, self._row_count = now_ms, len(work.rows)
        due_times_ms = [row.due_at_ms - ahead_ms for row in work.rows]
        plausible_ms = [due for due in due_times_ms if due <= self.changed_at_ms + LONGEST_WAIT_MS]
        if now_ms <= max(self.changed_at_ms, *plausible_ms, 0) + MAX_QUIET_S * 1000:
            return None
        described = work.describe_rows(now_ms + ahead_ms)
        return f"{len(work.rows)} rows are due, and none was sent for {MAX_QUIET_S:.0f} s: {described}"
