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
