"""What the card quotes when it calls somebody: what others did to them since they last answered."""

from __future__ import annotations

from collections.abc import Collection

from bot.discord_ui.text.voice import Voice
from bot.table import LiveTable
from bot.table.knowing.concerns import done_to
from bot.table.service import TableService
from engines.kernel import Seat
from storage.messages import outbox
from storage.messages.kinds import Saying

from .messages import done_lines


async def quoted(
    tables: TableService, live: LiveTable, named: Collection[int], voice: Voice
) -> dict[Seat, tuple[str, ...]]:
    """For whoever is on turn, if the card names them as called (`named`). What the post right above the card tells
    stands there; so at a table of two there is hardly ever anything to quote.
    """
    turn = live.turn
    if turn is None or turn not in live.waiting or live.seats[turn].called not in named:
        return {}
    newest = await outbox.newest(tables.db, live.id, Saying.TURN)
    if newest is None:
        return {}
    done = await done_to(tables, live, turn, before=int(newest.key.partition("-")[0]))
    return {turn: lines} if (lines := done_lines(live, done, voice)) else {}
