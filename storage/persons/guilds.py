"""Discord servers: the language of their public posts, and the settings for tables that are opened there."""

from storage.database import Transaction
from storage.engine import Source


async def load_language(source: Source, guild: int) -> str | None:
    """Return the language that the server chose, or None."""
    rows = await source.fetch_rows("SELECT language FROM guilds WHERE id = ?", (guild,))
    return str(rows[0][0]) if rows else None


async def set_language(tx: Transaction, guild: int, language: str | None) -> None:
    """Set the server's language; None deletes its choice."""
    if language is None:
        await tx.execute("DELETE FROM guilds WHERE id = ?", (guild,))
        return
    await tx.execute(
        "INSERT INTO guilds (id, language) VALUES (?, ?) ON CONFLICT (id) DO UPDATE SET language = excluded.language",
        (guild, language),
    )


async def load_settings(source: Source, guild: int) -> bytes | None:
    """Return the settings made by the server's managers, opaque here; None if there are none."""
    rows = await source.fetch_rows("SELECT settings FROM guild_settings WHERE guild = ?", (guild,))
    return bytes(rows[0][0]) if rows else None


async def save_settings(tx: Transaction, guild: int, settings: bytes) -> None:
    await tx.execute(
        "INSERT INTO guild_settings (guild, settings) VALUES (?, ?)"
        " ON CONFLICT (guild) DO UPDATE SET settings = excluded.settings",
        (guild, settings),
    )
