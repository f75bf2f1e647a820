"""Which slash commands an application has published: enough to know that nothing has changed since."""

from __future__ import annotations

from dataclasses import dataclass

from storage.columns import columns
from storage.database import Source, Transaction


@dataclass(frozen=True, slots=True)
class PublishedRow:
    """payload: hash of what was sent; listed: hash of how Discord listed it then; mentions: JSON, name -> mention."""

    application: int
    payload: str
    listed: str
    mentions: str


async def get(source: Source, application: int) -> PublishedRow | None:
    found = await source.rows(
        f"SELECT {columns(PublishedRow)} FROM published_commands WHERE application = ?", (application,)
    )
    return PublishedRow(*found[0]) if found else None


async def put(tx: Transaction, row: PublishedRow) -> None:
    await tx.run(
        f"INSERT OR REPLACE INTO published_commands ({columns(PublishedRow)}) VALUES (?, ?, ?, ?)",
        (row.application, row.payload, row.listed, row.mentions),
    )
