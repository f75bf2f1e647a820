"""The stored state of tables, read with plain SQL and compared with the players' observations."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from itertools import takewhile
from pathlib import Path

from .witness import Witness


@contextmanager
def open_read_only(database: Path) -> Iterator[sqlite3.Connection]:
    """Open a read-only connection; only SQLite's own log may change."""
    with closing(sqlite3.connect(database)) as connection:
        connection.execute("PRAGMA query_only = ON")
        connection.execute("BEGIN")  # one snapshot for all queries
        yield connection


def load_identity(connection: sqlite3.Connection, table_id: int) -> tuple[object, ...]:
    """Return the history of a table in the form of `ShadowTable.identity`."""
    [(epoch,)] = connection.execute("SELECT epoch FROM games WHERE id = ?", (table_id,))
    rows = connection.execute(
        "SELECT step, seat, keys FROM decisions WHERE game = ? AND undone_at IS NULL", (table_id,)
    )
    return (epoch, *sorted((step, seat, tuple(keys.split())) for step, seat, keys in rows))


def load_line(database: Path, table_id: int, interaction: int) -> list[tuple[str, ...]]:
    """Return the answers that a press gave with one another; [] if it gave none."""
    with open_read_only(database) as connection:
        rows = connection.execute(
            "SELECT keys, joined FROM decisions WHERE game = ?1"
            " AND n >= (SELECT n FROM decisions WHERE game = ?1 AND interaction_id = ?2) ORDER BY n",
            (table_id, interaction),
        ).fetchall()
    joined = takewhile(lambda row: row[1], rows[1:])
    return [tuple(keys.split()) for keys, _ in (*rows[:1], *joined)]


def check_states(database: Path, witnesses: Sequence[Witness], *, is_bot_dead: bool) -> list[tuple[object, ...]]:
    """Compare the stored state of each table with its observations; return the states.

    is_bot_dead: whether the bot has stopped, so that no later change is possible.
    """
    identities = []
    with open_read_only(database) as connection:
        for witness in witnesses:
            identities.append(load_identity(connection, witness.table_id))
            if not witness.problems:
                (witness.check_final_state if is_bot_dead else witness.check_current_state)(identities[-1])
            if not witness.problems:
                witness.problems += _check_decisions(connection, witness)
    return identities


def _check_decisions(connection: sqlite3.Connection, witness: Witness) -> list[str]:
    """Return the problems with stored interaction ids of decisions and with the stored open questions."""
    rows = connection.execute(
        "SELECT n, step, seat, keys, interaction_id, origin FROM decisions WHERE game = ? AND interaction_id NOT NULL",
        (witness.table_id,),
    )
    wrong = []
    for n, step, seat, keys, interaction, origin in rows:
        press = witness.presses.get(interaction)
        if press is None or origin != "person" or press.ref[1:] != (step, seat) or press.keys != tuple(keys.split()):
            wrong.append(f"database: table {witness.table_id}: decision {n} is none that press {interaction} has made")
    waiting = {row[0] for row in connection.execute("SELECT seat FROM asked WHERE game = ?", (witness.table_id,))}
    expected = set(witness.first_history.waiting)
    if waiting != expected:
        wrong.append(f"database: table {witness.table_id}: {sorted(waiting)} are asked, expected {sorted(expected)}")
    return wrong


def count_stale_messages(database: Path, table_id: int) -> int:
    """Return the number of messages of the game that the bot will still delete."""
    with open_read_only(database) as connection:
        [(posts,)] = connection.execute("SELECT count(*) FROM posts WHERE kind = 'stale' AND game = ?", (table_id,))
    return int(posts)
