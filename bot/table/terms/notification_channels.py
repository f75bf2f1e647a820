"""Notification channels: the person's choice at a table, their general choice, or the server's default."""

from collections.abc import Collection

from bot.table.state.table import Table
from bot.table.terms.server_settings import NOTIFICATION_CHANNELS, load_server_settings
from storage import Source
from storage.persons import people
from storage.persons.people import NotificationChannel

__all__ = ["DEFAULT_CHANNEL", "NOTIFICATION_CHANNELS", "load_channel", "load_channels"]

DEFAULT_CHANNEL: NotificationChannel = "channel"
"""Used if neither the person nor the server has chosen one."""


async def load_channels(
    source: Source, table: Table, persons: Collection[int] | None = None
) -> dict[int, NotificationChannel]:
    """Return each person's notification channel at the table; persons: None = all who answer there."""
    person_ids = (
        [assignment.person_to_notify for assignment in table.seats if assignment.person_to_notify is not None]
        if persons is None
        else list(persons)
    )
    person_rows = await people.load_people(source, person_ids)
    default: NotificationChannel = DEFAULT_CHANNEL
    if len(person_rows) < len(person_ids) or not all(row.has_chosen_channel for row in person_rows.values()):
        default = (await load_server_settings(source, table.row.guild_id)).notification_channel or DEFAULT_CHANNEL
    table_channels = await people.load_channels_at_table(source, table.id)
    general = {person: row.notification_channel for person, row in person_rows.items() if row.has_chosen_channel}
    return {person: table_channels.get(person) or general.get(person, default) for person in person_ids}


async def load_channel(source: Source, table: Table, person: int) -> NotificationChannel:
    """Return the person's notification channel at the table."""
    return (await load_channels(source, table, (person,)))[person]
