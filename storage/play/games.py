"""Tables: one row per game from its opening to long after its end.

A channel has at most one that is open or in play.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from storage.columns import columns
from storage.database import Source, Transaction
from storage.errors import StorageError

Status = Literal["open", "playing", "over", "ended"]
"""open: people take seats; playing; over: played to its end; ended: given up (by its people, or before it began)."""

Ending = Literal["finished", "agreed", "conceded", "vacated", "void"]
"""finished: by the rules; agreed: given up by its people; conceded: all but one resigned; vacated: seats stayed empty;
void: as if it had not been played."""

LIVE: tuple[Status, ...] = ("open", "playing")
ANY: tuple[Status, ...] = ("open", "playing", "over", "ended")


@dataclass(frozen=True, slots=True)
class GameRow:
    """engine: id of the game's definition; rules: version of its rules at the start; setup, opening: opaque.

    seed, commitment, opening: None until the start. rev: grows with every change; epoch: number of undos.
    reminder_hours: None = no reminders. checksum: of the final State, when over. ending: how it came to its end.
    archived_at: it was put away, since nobody came back. pause_n: the last decision before the last pause by vote.
    """

    id: int
    engine: str
    rules: int
    guild_id: int
    channel_id: int
    host: int
    status: Status
    setup: bytes
    seed: bytes | None
    commitment: str | None
    opening: bytes | None
    language: str
    reminder_hours: int | None
    undo_policy: str
    created_at: int
    started_at: int | None
    ended_at: int | None
    rev: int
    epoch: int
    checksum: str | None
    ending: Ending | None = None
    archived_at: int | None = None
    pause_n: int | None = None


async def create(
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
) -> int:
    """Open a table; its id. Raises Duplicate if the channel has one already."""
    [(game,)] = await tx.run(
        "INSERT INTO games (status, engine, rules, guild_id, channel_id, host, setup, language, reminder_hours,"
        " undo_policy, created_at) VALUES ('open', ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING id",
        (engine, rules, guild_id, channel_id, host, setup, language, reminder_hours, undo_policy, at),
    )
    return int(game)


async def get(source: Source, game: int) -> GameRow | None:
    found = await source.rows(f"SELECT {columns(GameRow)} FROM games WHERE id = ?", (game,))
    return GameRow(*found[0]) if found else None


async def live_in(source: Source, channel: int) -> GameRow | None:
    """The channel's game that is open or in play, and not put away."""
    found = await source.rows(
        f"SELECT {columns(GameRow)} FROM games WHERE channel_id = ? AND status IN ('open', 'playing')"
        " AND archived_at IS NULL",
        (channel,),
    )
    return GameRow(*found[0]) if found else None


async def latest_in(source: Source, channel: int) -> GameRow | None:
    """The channel's newest game, finished or not."""
    found = await source.rows(
        f"SELECT {columns(GameRow)} FROM games WHERE channel_id = ? ORDER BY id DESC LIMIT 1", (channel,)
    )
    return GameRow(*found[0]) if found else None


async def with_status(source: Source, *status: Status) -> list[GameRow]:
    """All games in one of these states, oldest first."""
    marks = ", ".join("?" * len(status))
    found = await source.rows(f"SELECT {columns(GameRow)} FROM games WHERE status IN ({marks}) ORDER BY id", status)
    return [GameRow(*row) for row in found]


async def readable(source: Source, *status: Status) -> tuple[list[GameRow], dict[int, StorageError]]:
    """As `with_status`; of a damaged file what can be read, and what is wrong with the others, by number."""
    try:
        return await with_status(source, *status), {}
    except StorageError:
        rows, wrong = [], {}
        ((last,),) = await source.rows("SELECT coalesce(max(game), 0) FROM seats")
        for number in range(1, int(last) + 1):
            try:
                row = await get(source, number)
            except StorageError as error:
                wrong[number] = error
            else:
                rows += [row] if row is not None and row.status in status else []
        return rows, wrong


async def of_guild(source: Source, guild: int) -> list[GameRow]:
    """Games of the server that are open or in play, oldest first."""
    return [row for row in await with_status(source, *LIVE) if row.guild_id == guild]


async def by_status(source: Source) -> dict[str, int]:
    """How many games there are in each state."""
    return {
        str(status): int(n) for status, n in await source.rows("SELECT status, count(*) FROM games GROUP BY status")
    }


async def of_person(source: Source, person: int, *status: Status) -> list[GameRow]:
    """Games (by default those open or in play) in which the person has a seat or sits in for somebody, oldest first."""
    status = status or LIVE
    marks = ", ".join("?" * len(status))
    found = await source.rows(
        f"SELECT {columns(GameRow)} FROM games WHERE id IN (SELECT game FROM seats WHERE person = ?"
        f" UNION ALL SELECT game FROM seats WHERE sitter = ?) AND status IN ({marks}) ORDER BY id",
        (person, person, *status),
    )
    return [GameRow(*row) for row in found]


async def finished_before(source: Source, row: GameRow, people: Sequence[int]) -> dict[int, int]:
    """Of how many tables of the same game each of these people had seen the end when this one began, whoever held
    their seat there then; a table that was closed before its end does not count."""
    marks = ", ".join("?" * len(people))
    found = await source.rows(
        f"SELECT person, count(DISTINCT game) FROM (SELECT game, person FROM seats WHERE person IN ({marks})"
        f" UNION SELECT game, person FROM stretches WHERE person IN ({marks})) JOIN games ON games.id = game"
        " WHERE engine = ? AND status = 'over' AND ended_at <= ? AND games.id != ? GROUP BY person",
        (*people, *people, row.engine, row.started_at, row.id),
    )
    return {int(person): int(count) for person, count in found}


async def idle(source: Source, before: int) -> list[int]:
    """Games in play that do not pause and in which nobody has decided anything since then."""
    found = await source.rows(
        "SELECT id FROM games WHERE status = 'playing' AND started_at <= ?1"
        " AND NOT EXISTS (SELECT 1 FROM pauses WHERE game = games.id)"
        " AND coalesce((SELECT at FROM decisions WHERE game = games.id ORDER BY n DESC LIMIT 1), 0) <= ?1 ORDER BY id",
        (before,),
    )
    return [int(game) for (game,) in found]


async def set_setup(tx: Transaction, game: int, setup: bytes) -> int:
    """Another setup for a table that is still open; the new rev."""
    return await _change(tx, game, ("open",), "setup = ?", setup)


async def set_settings(
    tx: Transaction, game: int, *, language: str, reminder_hours: int | None, undo_policy: str
) -> int:
    """The new rev."""
    return await _change(
        tx, game, ANY, "language = ?, reminder_hours = ?, undo_policy = ?", language, reminder_hours, undo_policy
    )


async def set_host(tx: Transaction, game: int, host: int) -> int:
    """The new rev."""
    return await _change(tx, game, ANY, "host = ?", host)


async def set_place(tx: Transaction, game: int, guild_id: int, channel_id: int) -> int:
    """The new rev. Raises Duplicate if the channel has a table already."""
    return await _change(tx, game, ANY, "guild_id = ?, channel_id = ?", guild_id, channel_id)


async def set_archived(tx: Transaction, game: int, at: int | None) -> int:
    """Put away, or (None) fetched again; the new rev. Raises Duplicate if the channel has another table by now."""
    return await _change(tx, game, LIVE, "archived_at = ?", at)


async def set_pause_n(tx: Transaction, game: int, n: int) -> None:
    """A pause by vote has begun after decision n."""
    await tx.run("UPDATE games SET pause_n = ? WHERE id = ?", (n, game))


async def start(
    tx: Transaction, game: int, *, rules: int, setup: bytes, seed: bytes, commitment: str, opening: bytes, at: int
) -> int:
    """open -> playing; the new rev. Seats are final from here. opening: the sentences before the first decision."""
    return await _change(
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


async def finish(tx: Transaction, game: int, *, checksum: str, at: int) -> int:
    """playing -> over; the new rev."""
    return await _change(
        tx, game, ("playing",), "status = 'over', ending = 'finished', checksum = ?, ended_at = ?", checksum, at
    )


async def end(tx: Transaction, game: int, *, at: int, ending: Ending = "agreed") -> int:
    """open or playing -> ended; the new rev."""
    return await _change(tx, game, LIVE, "status = 'ended', ending = ?, ended_at = ?", ending, at)


async def advance(tx: Transaction, game: int) -> int:
    """Something visible changed: the new rev."""
    return await _change(tx, game, ANY, "epoch = epoch")


async def advance_epoch(tx: Transaction, game: int) -> tuple[int, int]:
    """Something was undone: the new (rev, epoch)."""
    rev = await _change(tx, game, ANY, "epoch = epoch + 1")
    [(epoch,)] = await tx.run("SELECT epoch FROM games WHERE id = ?", (game,))
    return rev, int(epoch)


async def _change(
    tx: Transaction, game: int, allowed: tuple[Status, ...], assignments: str, *values: int | str | bytes | None
) -> int:
    marks = ", ".join("?" * len(allowed))
    changed = await tx.run(
        f"UPDATE games SET {assignments}, rev = rev + 1 WHERE id = ? AND status IN ({marks}) RETURNING rev",
        (*values, game, *allowed),
    )
    if not changed:
        row = await get(tx, game)
        raise StorageError(f"game {game} should be {' or '.join(allowed)}, it is {row.status if row else 'unknown'}")
    return int(changed[0][0])
