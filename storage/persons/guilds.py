"""Servers: the language of their public posts, and what holds for tables that are opened there."""

from __future__ import annotations

from storage.database import Source, Transaction


async def language(source: Source, guild: int) -> str | None:
    """The language that the server chose, or None."""
    found = await source.rows("SELECT language FROM guilds WHERE id = ?", (guild,))
    return str(found[0][0]) if found else None


async def set_language(tx: Transaction, guild: int, language: str | None) -> None:
    """None: the server has no choice of its own any more."""
    if language is None:
        await tx.run("DELETE FROM guilds WHERE id = ?", (guild,))
        return
    await tx.run(
        "INSERT INTO guilds (id, language) VALUES (?, ?) ON CONFLICT (id) DO UPDATE SET language = excluded.language",
        (guild, language),
    )


async def settings(source: Source, guild: int) -> bytes | None:
    """What the server's managers have settled; opaque here. None: nothing."""
    found = await source.rows("SELECT settings FROM guild_settings WHERE guild = ?", (guild,))
    return bytes(found[0][0]) if found else None


async def settle(tx: Transaction, guild: int, settings: bytes) -> None:
    await tx.run(
        "INSERT INTO guild_settings (guild, settings) VALUES (?, ?)"
        " ON CONFLICT (guild) DO UPDATE SET settings = excluded.settings",
        (guild, settings),
    )
