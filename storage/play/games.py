"""Games (tables): one row per game, from its opening until long after its end.

A channel has at most one game that is open or in play.
"""

import json
from collections.abc import Collection
from dataclasses import dataclass
from typing import Literal

from storage.database import Transaction
from storage.engine import Source
from storage.errors import StorageError
from storage.queries import join_columns

GameStatus = Literal["open", "playing", "over", "ended"]
"""open: people take seats; playing; over: played to its end; ended: given up (by its players, or before the start)."""

GameEnding = Literal["finished", "agreed", "conceded", "vacated", "void"]
"""The end of a game. finished: by the rules; agreed: its players gave it up; conceded: all but one resigned; vacated:
seats stayed open; void: treated as if it had not been played."""

ACTIVE_STATUSES: tuple[GameStatus, ...] = ("open", "playing")
ALL_STATUSES: tuple[GameStatus, ...] = ("open", "playing", "over", "ended")


@dataclass(frozen=True, slots=True)
class GameRow:
    """One table."""

    id: int
    """Number of the table, as people read it; never used twice."""
    engine: str
    """Id of the game's definition."""
    rules: int
    """Version of the rules at the start."""
    guild_id: int
    """Id of the server of `channel_id`."""
    channel_id: int
    """Channel or thread in which it is played; changed when the table moves."""
    host: int
    """Person who opened it, or to whom it was handed on."""
    status: GameStatus
    """Open and playing tables are the ones that occupy their channel."""
    setup: bytes
    """Opaque here."""
    seed: bytes | None
    """None until the start, like `commitment` and `opening`."""
    commitment: str | None
    """Hash that was posted before the shuffle and that the seed's secret has to fit."""
    opening: bytes | None
    """Messages before the first decision, opaque here."""
    language: str
    """Of public posts: "ja", "en", "both" (Japanese first) or "en+ja" (both, English first)."""
    reminder_hours: int | None
    """None: no reminders."""
    undo_policy: str
    """"consent": beyond the barrier if all agree; "own": never beyond it."""
    created_at: int
    """When it was opened."""
    started_at: int | None
    """When it was shuffled; None: not yet."""
    ended_at: int | None
    """When it was over or given up; None while it is open or in play."""
    rev: int
    """Revision, which grows with every change."""
    epoch: int
    """Raised when step numbers may come again: by an undo, or a turn restarted or a game replayed under new rules."""
    checksum: str | None
    """Checksum of the final State of a game that is over."""
    ending: GameEnding | None = None
    """None until it ends; "agreed" also if it was closed before it started."""
    archived_at: int | None = None
    """When the table was archived because its players did not come back."""
    pause_n: int | None = None
    """How far the game had come in public at the last pause by vote (before 0.19: the number of the last decision)."""
    tag: str | None = None
    """Mark of the table's controls; None at tables older than 0.14, whose controls have none."""

    @property
    def key(self) -> str:
        """The table's number with its tag, as in the custom_ids of its controls."""
        return f"{self.id}.{self.tag}" if self.tag else str(self.id)


async def create_game(
    tx: Transaction,
    *,
    engine: str,
    rules: int,
    guild_id: int,
    channel_id: int,
    host: int,
    setup: bytes,
    language: str,
    reminder_hours: int | None,
    undo_policy: str,
    at: int,
    tag: str | None = None,
) -> int:
    """Open a table and return its id. Raises DuplicateRow if the channel has one already."""
    [(game,)] = await tx.execute(
        "INSERT INTO games (status, engine, rules, guild_id, channel_id, host, setup, language, reminder_hours,"
        " undo_policy, created_at, tag) VALUES ('open', ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING id",
        (engine, rules, guild_id, channel_id, host, setup, language, reminder_hours, undo_policy, at, tag),
    )
    return int(game)


async def load_game(source: Source, game: int) -> GameRow | None:
    rows = await source.fetch_rows(f"SELECT {join_columns(GameRow)} FROM games WHERE id = ?", (game,))
    return GameRow(*rows[0]) if rows else None


async def load_key(source: Source, game: int) -> str:
    """Return the table's number and tag as in the custom_ids of its controls (`GameRow.key`)."""
    row = await load_game(source, game)
    return str(game) if row is None else row.key


async def load_active_in_channel(source: Source, channel: int) -> GameRow | None:
    """Return the channel's game that is open or in play and not archived."""
    rows = await source.fetch_rows(
        f"SELECT {join_columns(GameRow)} FROM games WHERE channel_id = ? AND status IN ('open', 'playing')"
        " AND archived_at IS NULL",
        (channel,),
    )
    return GameRow(*rows[0]) if rows else None


async def load_latest_in_channel(source: Source, channel: int) -> GameRow | None:
    """Return the channel's newest game, finished or not."""
    rows = await source.fetch_rows(
        f"SELECT {join_columns(GameRow)} FROM games WHERE channel_id = ? ORDER BY id DESC LIMIT 1", (channel,)
    )
    return GameRow(*rows[0]) if rows else None


async def load_with_status(source: Source, *status: GameStatus) -> list[GameRow]:
    """Return all games of this process with one of these statuses, oldest first."""
    placeholders = ", ".join("?" * len(status))
    condition = source.ownership.build_condition("guild_id")
    rows = await source.fetch_rows(
        f"SELECT {join_columns(GameRow)} FROM games WHERE status IN ({placeholders}){condition} ORDER BY id", status
    )
    return [GameRow(*row) for row in rows]


async def load_readable(source: Source, *status: GameStatus) -> tuple[list[GameRow], dict[int, StorageError]]:
    """Like `load_with_status`, but also works on a damaged file: return the readable games, and the error of each
    unreadable game by its id.
    """
    try:
        return await load_with_status(source, *status), {}
    except StorageError:
        rows, errors = [], {}
        ((last_id,),) = await source.fetch_rows("SELECT coalesce(max(game), 0) FROM seats")
        for game in range(1, int(last_id) + 1):
            try:
                row = await load_game(source, game)
            except StorageError as error:
                errors[game] = error
            else:
                is_wanted = row is not None and row.status in status and source.ownership.owns(row.guild_id)
                rows += [row] if is_wanted and row is not None else []
        return rows, errors


async def select_own_games(source: Source, ids: Collection[int]) -> set[int]:
    """Return those of the games that this process serves."""
    rows = await source.fetch_rows(
        "SELECT id FROM games WHERE id IN (SELECT value FROM json_each(?))"
        f"{source.ownership.build_condition('guild_id')}",
        (json.dumps([*ids]),),
    )
    return {int(game) for (game,) in rows}


async def load_games_of_guild(source: Source, guild: int) -> list[GameRow]:
    """Return the server's games that are open or in play, oldest first."""
    return [row for row in await load_with_status(source, *ACTIVE_STATUSES) if row.guild_id == guild]


async def count_by_shard_and_status(source: Source) -> dict[tuple[int, str], int]:
    """Return the number of this process's games by shard and status."""
    shard = source.ownership.build_shard_expression("guild_id")
    condition = source.ownership.build_condition("guild_id")
    rows = await source.fetch_rows(
        f"SELECT {shard} AS number, status, count(*) FROM games WHERE TRUE{condition} GROUP BY 1, 2"
    )
    return {(int(number), str(status)): int(count) for number, status, count in rows}


async def load_games_of_person(source: Source, person: int, *status: GameStatus) -> list[GameRow]:
    """Return the games (by default those open or in play) in which the person has a seat or is a substitute, oldest
    first.
    """
    status = status or ACTIVE_STATUSES
    placeholders = ", ".join("?" * len(status))
    rows = await source.fetch_rows(
        f"SELECT {join_columns(GameRow)} FROM games WHERE id IN (SELECT game FROM seats WHERE person = ?"
        f" UNION ALL SELECT game FROM seats WHERE sitter = ?) AND status IN ({placeholders}) ORDER BY id",
        (person, person, *status),
    )
    return [GameRow(*row) for row in rows]


FINISHED_BEFORE = (
    "SELECT person, count(DISTINCT game) FROM (SELECT game, person FROM seats WHERE person IN"
    " (SELECT person FROM seats WHERE game = ?1) UNION SELECT game, person FROM stretches WHERE person IN"
    " (SELECT person FROM seats WHERE game = ?1)) places JOIN games ON games.id = game JOIN games own ON own.id = ?1"
    " WHERE games.engine = own.engine AND games.status = 'over' AND games.ended_at <= own.started_at"
    " AND games.id <> own.id GROUP BY person"
)


async def count_finished_before(source: Source, game: int) -> dict[int, int]:
    """Return, for each person with a seat, at how many tables of the same game they had sat that were played to their
    end before this one started. It does not matter whether the person still held the seat at the end; a table that was
    closed before its end does not count.
    """
    return {int(person): int(count) for person, count in await source.fetch_rows(FINISHED_BEFORE, (game,))}


async def list_idle_games(source: Source, before: int, now: int) -> list[int]:
    """Return ids of this process's games in play that are not paused and have had no decision since `before`, or only
    one that seems to come after `now`, because the clock was ahead.
    """
    condition = source.ownership.build_condition("guild_id")
    rows = await source.fetch_rows(
        f"SELECT id FROM games WHERE status = 'playing' AND NOT (started_at > ?1 AND started_at <= ?2){condition}"
        " AND NOT EXISTS (SELECT 1 FROM pauses WHERE game = games.id)"
        " AND NOT EXISTS (SELECT 1 FROM decisions WHERE game = games.id AND at > ?1 AND at <= ?2"
        " AND n = (SELECT max(n) FROM decisions WHERE game = games.id)) ORDER BY id",
        (before, now),
    )
    return [int(game) for (game,) in rows]


async def set_setup(tx: Transaction, game: int, setup: bytes) -> int:
    """Change the setup of a table that is open or in play. Return the new rev."""
    return await _update_game(tx, game, ("open", "playing"), "setup = ?", setup)


async def set_settings(
    tx: Transaction, game: int, *, language: str, reminder_hours: int | None, undo_policy: str
) -> int:
    """Change the settings of a table. Return the new rev."""
    return await _update_game(
        tx,
        game,
        ALL_STATUSES,
        "language = ?, reminder_hours = ?, undo_policy = ?",
        language,
        reminder_hours,
        undo_policy,
    )


async def set_host(tx: Transaction, game: int, host: int) -> int:
    """Change the host of a table. Return the new rev."""
    return await _update_game(tx, game, ALL_STATUSES, "host = ?", host)


async def set_channel(tx: Transaction, game: int, guild_id: int, channel_id: int) -> int:
    """Move a table to another channel. Return the new rev. Raises DuplicateRow if that channel has a table already."""
    return await _update_game(tx, game, ALL_STATUSES, "guild_id = ?, channel_id = ?", guild_id, channel_id)


async def set_archived(tx: Transaction, game: int, at: int | None) -> int:
    """Archive a table, or (None) restore it. Return the new rev. Raises DuplicateRow if the channel has another table
    by now.
    """
    return await _update_game(tx, game, ACTIVE_STATUSES, "archived_at = ?", at)


async def set_pause_n(tx: Transaction, game: int, n: int) -> None:
    """Record how far the game had come in public when a pause by vote began."""
    await tx.execute("UPDATE games SET pause_n = ? WHERE id = ?", (n, game))


async def start_game(
    tx: Transaction, game: int, *, rules: int, setup: bytes, seed: bytes, commitment: str, opening: bytes, at: int
) -> int:
    """Change the status from open to playing. Return the new rev. The order of the seats is final from then on.

    opening: the messages before the first decision.
    """
    return await _update_game(
        tx,
        game,
        ("open",),
        "status = 'playing', rules = ?, setup = ?, seed = ?, commitment = ?, opening = ?, started_at = ?",
        rules,
        setup,
        seed,
        commitment,
        opening,
        at,
    )


async def finish_game(tx: Transaction, game: int, *, checksum: str, at: int) -> int:
    """Change the status from playing to over. Return the new rev."""
    return await _update_game(
        tx, game, ("playing",), "status = 'over', ending = 'finished', checksum = ?, ended_at = ?", checksum, at
    )


async def end_game(tx: Transaction, game: int, *, at: int, ending: GameEnding = "agreed") -> int:
    """Change the status from open or playing to ended. Return the new rev."""
    return await _update_game(tx, game, ACTIVE_STATUSES, "status = 'ended', ending = ?, ended_at = ?", ending, at)


async def advance_rev(tx: Transaction, game: int) -> int:
    """Count a visible change. Return the new rev."""
    return await _update_game(tx, game, ALL_STATUSES, "epoch = epoch")


async def advance_epoch(tx: Transaction, game: int) -> tuple[int, int]:
    """Begin a new epoch, in which step numbers may come again. Return the new (rev, epoch)."""
    rev = await _update_game(tx, game, ALL_STATUSES, "epoch = epoch + 1")
    [(epoch,)] = await tx.execute("SELECT epoch FROM games WHERE id = ?", (game,))
    return rev, int(epoch)


async def _update_game(
    tx: Transaction, game: int, allowed: tuple[GameStatus, ...], assignments: str, *values: int | str | bytes | None
) -> int:
    placeholders = ", ".join("?" * len(allowed))
    rows = await tx.execute(
        f"UPDATE games SET {assignments}, rev = rev + 1 WHERE id = ? AND status IN ({placeholders}) RETURNING rev",
        (*values, game, *allowed),
    )
    if not rows:
        row = await load_game(tx, game)
        raise StorageError(f"game {game} should be {' or '.join(allowed)}, it is {row.status if row else 'unknown'}")
    return int(rows[0][0])
