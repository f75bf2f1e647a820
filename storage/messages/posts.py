"""Posts: Discord messages that the bot has posted, by what they show."""

import json
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field

from storage import queries
from storage.database import Transaction
from storage.engine import Source
from storage.kinds import OutboxKind
from storage.queries import in_column, join_columns


@dataclass(frozen=True, slots=True)
class PostRow:
    """A posted message. (game, kind, key) identifies what it shows."""

    game: int
    """The table that it belongs to."""
    kind: str
    """One of `OutboxKind`: what it shows, not how it was last changed."""
    key: str
    """Distinguishes posts of one kind, e.g. "1-4" of a turn; "" for a card, of which a table has one."""
    channel_id: int
    """Channel, thread or direct-message channel."""
    message_id: int
    """Snowflake, so that posts of a channel can be ordered by it."""
    rev: int
    """Revision of the game that the message shows."""
    posted_at: int = field(metadata=in_column("at"))
    """When it was posted."""


async def load_post(source: Source, game: int, kind: OutboxKind, key: str = "") -> PostRow | None:
    rows = await source.fetch_rows(
        f"SELECT {join_columns(PostRow)} FROM posts WHERE game = ? AND kind = ? AND key = ?", (game, kind, key)
    )
    return PostRow(*rows[0]) if rows else None


async def load_posts_of_kind(source: Source, game: int, kind: OutboxKind) -> list[PostRow]:
    """Return the game's posts of one kind, in order of posting."""
    rows = await source.fetch_rows(
        f"SELECT {join_columns(PostRow)} FROM posts WHERE game = ? AND kind = ? ORDER BY message_id", (game, kind)
    )
    return [PostRow(*row) for row in rows]


async def load_posts_of_messages(source: Source, game: int, messages: Collection[int]) -> list[PostRow]:
    """Return the posts of these messages, in order of posting."""
    rows = await source.fetch_rows(
        f"SELECT {join_columns(PostRow)} FROM posts WHERE game = ? AND message_id IN (SELECT value FROM json_each(?))"
        " ORDER BY message_id",
        (game, json.dumps(sorted(messages))),
    )
    return [PostRow(*row) for row in rows]


async def find_game_of_message(source: Source, channel: int, message: int) -> int | None:
    """Return the game whose post a message is, among the games of its channel; None if it is no post of theirs."""
    rows = await source.fetch_rows(
        "SELECT game FROM posts WHERE message_id = ? AND game IN (SELECT id FROM games WHERE channel_id = ?)",
        (message, channel),
    )
    return int(rows[0][0]) if rows else None


async def load_posts_by_game(source: Source, games: Sequence[int], kind: OutboxKind) -> dict[int, list[PostRow]]:
    """Return the posts of one kind of many games, by game, each list in order of posting."""
    return await queries.load_rows_by_game(source, PostRow, "posts", games, "message_id", kind)


async def load_posts_of_all_games(source: Source, kind: OutboxKind) -> list[PostRow]:
    """Return the posts of one kind of all games of this process, in order of posting."""
    condition = source.ownership.build_game_condition("game")
    rows = await source.fetch_rows(
        f"SELECT {join_columns(PostRow)} FROM posts WHERE kind = ?{condition} ORDER BY message_id", (kind,)
    )
    return [PostRow(*row) for row in rows]


async def save_post(tx: Transaction, row: PostRow) -> None:
    """Record which message shows (game, kind, key) from now on."""
    await tx.execute(
        f"INSERT INTO posts ({join_columns(PostRow)}) VALUES (?, ?, ?, ?, ?, ?, ?)"
        " ON CONFLICT (game, kind, key) DO UPDATE SET"
        " channel_id = excluded.channel_id, message_id = excluded.message_id, rev = excluded.rev, at = excluded.at",
        (row.game, row.kind, row.key, row.channel_id, row.message_id, row.rev, row.posted_at),
    )


async def mark_stale(tx: Transaction, game: int, kind: OutboxKind) -> None:
    """Mark the game's posts of one kind as `stale`: their messages are to be deleted."""
    await tx.execute(
        "UPDATE posts SET kind = ?, key = CAST(message_id AS TEXT) WHERE game = ? AND kind = ?",
        (OutboxKind.STALE, game, kind),
    )


async def delete_post(tx: Transaction, game: int, kind: OutboxKind, key: str = "") -> None:
    """Delete the record: no message shows it any more."""
    await tx.execute("DELETE FROM posts WHERE game = ? AND kind = ? AND key = ?", (game, kind, key))
