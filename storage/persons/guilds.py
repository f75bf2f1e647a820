"""Servers: the language of their public posts."""

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
