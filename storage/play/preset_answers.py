"""Preset answers that a seat has given on a topic. They are private: only the seat itself may see them."""

from dataclasses import dataclass, field

from storage.database import Transaction
from storage.engine import Source
from storage.queries import in_column, join_columns


@dataclass(frozen=True, slots=True)
class PresetRow:
    """The preset answer of one seat on one topic."""

    game: int
    """Number of the table (`GameRow.id`)."""
    seat: int
    """The seat whose questions it answers."""
    topic: str
    """Name of a topic of the game (`Rules.presets`)."""
    value: str
    """Key of the answer, opaque here."""
    given_at: int = field(metadata=in_column("at"))
    """When it was set or last changed."""
    person: int | None = None
    """The person who set it: the holder or a substitute. None: the holder, at the time of an older version."""


async def load_presets(source: Source, game: int) -> list[PresetRow]:
    """Return the game's preset answers by seat and topic."""
    rows = await source.fetch_rows(
        f"SELECT {join_columns(PresetRow)} FROM orders WHERE game = ? ORDER BY seat, topic", (game,)
    )
    return [PresetRow(*row) for row in rows]


async def save_preset(tx: Transaction, row: PresetRow) -> None:
    """Save a preset answer, replacing an earlier one on the topic."""
    await tx.execute(
        f"INSERT INTO orders ({join_columns(PresetRow)}) VALUES (?, ?, ?, ?, ?, ?)"
        " ON CONFLICT (game, seat, topic) DO UPDATE SET value = excluded.value, at = excluded.at,"
        " person = excluded.person",
        (row.game, row.seat, row.topic, row.value, row.given_at, row.person),
    )


async def delete_preset(tx: Transaction, game: int, seat: int, topic: str) -> bool:
    """Delete a preset answer. Returns False if there was none."""
    return bool(
        await tx.execute(
            "DELETE FROM orders WHERE game = ? AND seat = ? AND topic = ? RETURNING topic", (game, seat, topic)
        )
    )


async def delete_presets_of_seat(tx: Transaction, game: int, seat: int) -> None:
    """Delete all preset answers of a seat, because it has another holder."""
    await tx.execute("DELETE FROM orders WHERE game = ? AND seat = ?", (game, seat))


async def delete_presets_of_substitute(tx: Transaction, game: int, seat: int, person: int) -> None:
    """Delete the preset answers that a substitute has set for a seat. Its holder's answers stay."""
    await tx.execute("DELETE FROM orders WHERE game = ? AND seat = ? AND person = ?", (game, seat, person))
