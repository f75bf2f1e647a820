"""Clicks and commands that were handled. Discord may deliver one twice; the second time it finds its id here."""

from __future__ import annotations

from storage.database import Transaction


async def claim(tx: Transaction, interaction: int, at: int) -> bool:
    """First thing in the transaction of every click that writes.

    False: it was handled already, so change nothing and show what is.
    """
    return bool(
        await tx.run(
            "INSERT INTO interactions (id, at) VALUES (?, ?) ON CONFLICT (id) DO NOTHING RETURNING id",
            (interaction, at),
        )
    )


async def trim(tx: Transaction, before: int, most: int) -> int:
    """Forget at most so many that were handled before then and made no decision; how many went."""
    gone = await tx.run(
        "DELETE FROM interactions WHERE id IN (SELECT i.id FROM interactions i WHERE i.at < ? AND NOT EXISTS"
        " (SELECT 1 FROM decisions d WHERE d.interaction_id = i.id) LIMIT ?) RETURNING 1",
        (before, most),
    )
    return len(gone)
