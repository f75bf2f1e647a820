"""What is made of a game that is over, and posted for good."""

from __future__ import annotations

from bot.table import announce
from bot.table.live import LiveTable
from bot.table.people import Person
from bot.table.service import TableService
from storage.messages import outbox, posts
from storage.messages.kinds import Saying


async def post_replay(tables: TableService, live: LiveTable, person: Person) -> bool:
    """Have the replay drawn and posted in the table's channel; False: it was, or it is on its way."""
    if await posts.get(tables.db, live.id, Saying.REPLAY) is not None:
        return False
    if any(row.kind == Saying.REPLAY for row in await outbox.waiting(tables.db, live.id)):
        return False
    async with tables.change(live, person) as tx:
        await announce.say(tx, live, tables.clock(), Saying.REPLAY, "replay")
    return True
