"""Slash commands that each application has published, as hashes: enough to detect changes since."""

from dataclasses import astuple, dataclass, field

from storage.database import Transaction
from storage.engine import Source
from storage.queries import build_upsert, in_column, join_columns


@dataclass(frozen=True, slots=True)
class PublishedCommandsRow:
    """State of the published commands of one application."""

    application: int
    """Discord's id of the application."""
    payload: str
    """Hash of the payload that was sent."""
    listing_hash: str = field(metadata=in_column("listed"))
    """Hash of Discord's command list after publishing."""
    mentions: str
    """JSON object: command name -> mention."""


async def load_published(source: Source, application: int) -> PublishedCommandsRow | None:
    rows = await source.fetch_rows(
        f"SELECT {join_columns(PublishedCommandsRow)} FROM published_commands WHERE application = ?", (application,)
    )
    return PublishedCommandsRow(*rows[0]) if rows else None


async def save_published(tx: Transaction, row: PublishedCommandsRow) -> None:
    await tx.execute(build_upsert(PublishedCommandsRow, "published_commands", "application"), astuple(row))
