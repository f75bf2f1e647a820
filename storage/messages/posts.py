"""Posts: which message shows what."""

from __future__ import annotations

import json
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from storage import many
from storage.columns import columns
from storage.database import Source, Transaction
from storage.messages.kinds import Saying


@dataclass(frozen=True, slots=True)
class PostRow:
    """(game, kind, key) names the thing, e.g. (7, "card", ""); rev: the revision of the game that the message shows."""

    game: int
    kind: str
    key: str
    channel_id: int
    message_id: int
    rev: int
    at: int


async def get(source: Source, game: int, kind: Saying, key: str = "") -> PostRow | None:
    found = await source.rows(
        f"SELECT {columns(PostRow)} FROM posts WHERE game = ? AND kind = ? AND key = ?", (game, kind, key)
    )
    return PostRow(*found[0]) if found else None


async def of_kind(source: Source, game: int, kind: Saying) -> list[PostRow]:
    """In order of posting."""
    found = await source.rows(
        f"SELECT {columns(PostRow)} FROM posts WHERE game = ? AND kind = ? ORDER BY message_id", (game, kind)
    )
    return [PostRow(*row) for row in found]


async def of_messages(source: Source, game: int, messages: Collection[int]) -> list[PostRow]:
    """What these messages show, in order of posting."""
    found = await source.rows(
        f"SELECT {columns(PostRow)} FROM posts WHERE game = ? AND message_id IN (SELECT value FROM json_each(?))"
        " ORDER BY message_id",
        (game, json.dumps(sorted(messages))),
    )
    return [PostRow(*row) for row in found]


async def of_games(source: Source, games: Sequence[int], kind: Saying) -> dict[int, list[PostRow]]:
    """Of many games, each in order of posting."""
    return await many.of_games(source, PostRow, "posts", games, "message_id", kind)


async def anywhere(source: Source, kind: Saying) -> list[PostRow]:
    """Of all games, in order of posting."""
    found = await source.rows(f"SELECT {columns(PostRow)} FROM posts WHERE kind = ? ORDER BY message_id", (kind,))
    return [PostRow(*row) for row in found]


async def put(tx: Transaction, row: PostRow) -> None:
    """From now on this message shows it."""
    await tx.run(
        f"INSERT INTO posts ({columns(PostRow)}) VALUES (?, ?, ?, ?, ?, ?, ?)"
        " ON CONFLICT (game, kind, key) DO UPDATE SET"
        " channel_id = excluded.channel_id, message_id = excluded.message_id, rev = excluded.rev, at = excluded.at",
        (row.game, row.kind, row.key, row.channel_id, row.message_id, row.rev, row.at),
    )


async def retire(tx: Transaction, game: int, kind: Saying) -> None:
    """What shows it is to be deleted: it is remembered as `stale` until that is done."""
    await tx.run(
        "UPDATE posts SET kind = ?, key = CAST(message_id AS TEXT) WHERE game = ? AND kind = ?",
        (Saying.STALE, game, kind),
    )


async def remove(tx: Transaction, game: int, kind: Saying, key: str = "") -> None:
    """No message shows it any more."""
    await tx.run("DELETE FROM posts WHERE game = ? AND kind = ? AND key = ?", (game, kind, key))
