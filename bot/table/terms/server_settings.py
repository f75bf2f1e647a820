"""Server settings: defaults for new tables, and where and by whom they may be opened."""

from typing import Literal, get_args

import msgspec

from bot.table.terms.table_terms import KNOWN_CONTROLS, REMINDER_HOURS, TIME_CONTROLS, UNDO_POLICIES
from engines.kernel import Refused
from storage import Database, Source
from storage.persons import guilds
from storage.persons.people import NotificationChannel

Openers = Literal["everybody", "managers"]
OPENERS: tuple[Openers, ...] = get_args(Openers)
NOTIFICATION_CHANNELS: tuple[NotificationChannel, ...] = ("channel", "direct", "silent")
MAX_CHANNELS = 25
DEFAULT_LOBBIES, MAX_LOBBIES = 3, 25


class ServerSettings(msgspec.Struct, frozen=True):
    """Settings of a server's managers. None or empty: the general default."""

    pace: str | None = None
    """Time control of new tables, one of KNOWN_CONTROLS."""
    reminder_hours: int | None = None
    """0: no reminders."""
    undo: str | None = None
    """One of UNDO_POLICIES, for new tables."""
    notification_channel: NotificationChannel | None = msgspec.field(default=None, name="way")
    """Of people who have not chosen one."""
    openers: Openers = "everybody"
    """People who may open tables, besides members with the role."""
    role: int | None = None
    """Role whose members may open tables; None: no role."""
    channels: tuple[int, ...] = ()
    """Channels in which tables may be opened, threads included; empty: all of them."""
    forum: int | None = None
    """Forum channel where new tables get their posts; None: they are opened where the command is used."""
    lobbies: int = DEFAULT_LOBBIES
    """Tables that one person may have open before the start."""
    is_limited: bool = msgspec.field(default=False, name="limited")
    """The number of a person's tables is limited by the games that they have finished (`table_limit`)."""

    def may_open(self, *, is_manager: bool, roles: frozenset[int]) -> bool:
        """Return whether a member may open tables."""
        return is_manager or self.openers == "everybody" or self.role in roles

    def allows_channel(self, *channels: int | None) -> bool:
        """Return whether tables may be opened in one of these: a channel, or a thread and its parent channel."""
        return not self.channels or any(channel in self.channels for channel in channels)


async def load_server_settings(source: Source, guild: int) -> ServerSettings:
    """Return the settings of a server."""
    blob = await guilds.load_settings(source, guild)
    return ServerSettings() if blob is None else msgspec.json.decode(blob, type=ServerSettings)


async def store_server_settings(db: Database, guild: int, settings: ServerSettings) -> None:
    """Store settings. Raises Refused for values with which no table could be opened."""
    if settings.pace not in (None, *KNOWN_CONTROLS):
        raise Refused("table.refused.setting", got=settings.pace or "", allowed=TIME_CONTROLS)
    if settings.undo not in (None, *UNDO_POLICIES):
        raise Refused("table.refused.setting", got=settings.undo or "", allowed=UNDO_POLICIES)
    if settings.notification_channel not in (None, *NOTIFICATION_CHANNELS):
        raise Refused("table.refused.setting", got=settings.notification_channel or "", allowed=NOTIFICATION_CHANNELS)
    min_hours, max_hours = 0, REMINDER_HOURS[1]
    if settings.reminder_hours is not None and not min_hours <= settings.reminder_hours <= max_hours:
        raise Refused("table.refused.hours", got=settings.reminder_hours, least=min_hours, most=max_hours)
    if len(settings.channels) > MAX_CHANNELS:
        raise Refused("server.refused.channels", most=MAX_CHANNELS)
    async with db.transaction() as tx:
        await guilds.save_settings(tx, guild, msgspec.json.encode(settings))
