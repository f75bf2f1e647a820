"""What a server's managers have settled for tables that are opened there: defaults, and who may open them where."""

from __future__ import annotations

from typing import Literal, get_args

import msgspec

from bot.table.lobby.agreement import REMINDER_HOURS, SPEEDS, UNDO_POLICIES
from engines.kernel import Refused
from storage import Database, Source
from storage.persons import guilds
from storage.persons.people import Way

Openers = Literal["everybody", "managers"]
OPENERS: tuple[Openers, ...] = get_args(Openers)
WAYS: tuple[Way, ...] = ("channel", "direct", "silent")
MOST_CHANNELS = 25


class Server(msgspec.Struct, frozen=True):
    """pace, undo: None = as everywhere; reminder_hours: None = as everywhere, 0 = none.

    way: how those are called who have not said it themselves; None: as everywhere. openers: who may open tables, beside
    those who have the role (None: no role). channels: where tables may be opened, threads of them included; empty:
    everywhere. limited: at how many tables somebody sits follows from the games that they have finished (`load`).
    """

    pace: str | None = None
    reminder_hours: int | None = None
    undo: str | None = None
    way: Way | None = None
    openers: Openers = "everybody"
    role: int | None = None
    channels: tuple[int, ...] = ()
    limited: bool = False

    def may_open(self, *, manages: bool, roles: frozenset[int]) -> bool:
        return manages or self.openers == "everybody" or self.role in roles

    def is_place(self, *channels: int | None) -> bool:
        """Whether tables may stand in one of these: a channel, or a thread and the channel that it belongs to."""
        return not self.channels or any(channel in self.channels for channel in channels)


async def server(source: Source, guild: int) -> Server:
    """What holds on the server."""
    blob = await guilds.settings(source, guild)
    return Server() if blob is None else msgspec.json.decode(blob, type=Server)


async def settle(db: Database, guild: int, changed: Server) -> None:
    """Raises Refused for what no table could be opened with."""
    if changed.pace not in (None, *SPEEDS):
        raise Refused("table.refused.setting", got=changed.pace or "", allowed=SPEEDS)
    if changed.undo not in (None, *UNDO_POLICIES):
        raise Refused("table.refused.setting", got=changed.undo or "", allowed=UNDO_POLICIES)
    if changed.way not in (None, *WAYS):
        raise Refused("table.refused.setting", got=changed.way or "", allowed=WAYS)
    least, most = 0, REMINDER_HOURS[1]
    if changed.reminder_hours is not None and not least <= changed.reminder_hours <= most:
        raise Refused("table.refused.hours", got=changed.reminder_hours, least=least, most=most)
    if len(changed.channels) > MOST_CHANNELS:
        raise Refused("server.refused.channels", most=MOST_CHANNELS)
    async with db.transaction() as tx:
        await guilds.settle(tx, guild, msgspec.json.encode(changed))
