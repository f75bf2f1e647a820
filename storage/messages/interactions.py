"""Ids of handled interactions. Discord may deliver an interaction twice; the second time its id is found here."""

from storage.database import Transaction


async def claim_interaction(tx: Transaction, interaction: int, at: int) -> bool:
    """Record an interaction as handled. This is the first write in the transaction of every interaction that writes.

    Returns False if it was handled already: then change nothing and show the present state.
    """
    return bool(
        await tx.execute(
            "INSERT INTO interactions (id, at) VALUES (?, ?) ON CONFLICT (id) DO NOTHING RETURNING id",
            (interaction, at),
        )
    )


async def trim_interactions(tx: Transaction, before: int, max_count: int) -> int:
    """Delete up to `max_count` interactions handled before `before` that made no decision. Return the number."""
    deleted = await tx.execute(
        "DELETE FROM interactions WHERE id IN (SELECT i.id FROM interactions i WHERE i.at < ? AND NOT EXISTS"
        " (SELECT 1 FROM decisions d WHERE d.interaction_id = i.id) LIMIT ?) RETURNING 1",
        (before, max_count),
    )
    return len(deleted)
