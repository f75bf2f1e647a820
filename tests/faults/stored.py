"""What a database at rest says, read by plain SQL, and the comparison with what the table's people did."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import NamedTuple

from .witness import Witness


@contextmanager
def reading(database: Path) -> Iterator[sqlite3.Connection]:
    """A connection that changes nothing but SQLite's own log."""
    with closing(sqlite3.connect(database)) as connection:
        connection.execute("PRAGMA query_only = ON")
        connection.execute("BEGIN")  # all that is read is of one moment
        yield connection


def identity(connection: sqlite3.Connection, game: int) -> tuple[object, ...]:
    """What has happened at a table, as `Shadow.identity` says it."""
    [(epoch,)] = connection.execute("SELECT epoch FROM games WHERE id = ?", (game,))
    rows = connection.execute("SELECT step, seat, keys FROM decisions WHERE game = ? AND undone_at IS NULL", (game,))
    return (epoch, *sorted((step, seat, tuple(keys.split())) for step, seat, keys in rows))


def explained(database: Path, witnesses: Sequence[Witness], *, dead: bool) -> list[tuple[object, ...]]:
    """Each table must be in a state that its people can explain; the states. dead: the bot is, nothing can follow."""
    found = []
    with reading(database) as connection:
        for witness in witnesses:
            found.append(identity(connection, witness.game))
            if not witness.wrong:
                (witness.at_rest if dead else witness.stands)(found[-1])
            if not witness.wrong:
                witness.wrong += _presses(connection, witness)
    return found


def _presses(connection: sqlite3.Connection, witness: Witness) -> list[str]:
    """Decisions that say they were made by a press which was another one, or none; and who is asked."""
    rows = connection.execute(
        "SELECT n, step, seat, keys, interaction_id, origin FROM decisions WHERE game = ? AND interaction_id NOT NULL",
        (witness.game,),
    )
    wrong = []
    for n, step, seat, keys, interaction, origin in rows:
        press = witness.presses.get(interaction)
        if press is None or origin != "person" or press.ref[1:] != (step, seat) or press.keys != tuple(keys.split()):
            wrong.append(f"database: game {witness.game}: decision {n} is none that press {interaction} has made")
    asked = {row[0] for row in connection.execute("SELECT seat FROM asked WHERE game = ?", (witness.game,))}
    if asked != set(witness.world.waiting):
        wrong.append(
            f"database: game {witness.game}: {sorted(asked)} are asked, expected {sorted(witness.world.waiting)}"
        )
    return wrong


class Unsaid(NamedTuple):
    """rows: how many wait to be said; due_at: when the last of them may be tried (Unix milliseconds), because after a
    trouble the bot waits longer and longer; gone: messages to be deleted. What cannot be deleted at once goes with
    the next card, or after the next start.
    """

    rows: int
    due_at: int
    gone: int


def unsaid(database: Path) -> Unsaid:
    """What still waits to be said."""
    with reading(database) as connection:
        [(rows, due)] = connection.execute(
            "SELECT count(*), coalesce(max(not_before), 0) FROM outbox WHERE sent_at IS NULL AND dropped_at IS NULL"
        )
        [(posts,)] = connection.execute("SELECT count(*) FROM posts WHERE kind = 'stale'")
    return Unsaid(int(rows), int(due), int(posts))


def left_behind(database: Path, game: int) -> int:
    """How many messages of the game the bot still means to delete."""
    with reading(database) as connection:
        [(posts,)] = connection.execute("SELECT count(*) FROM posts WHERE kind = 'stale' AND game = ?", (game,))
    return int(posts)
