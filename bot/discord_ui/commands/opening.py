"""On which terms a new table is opened: what was typed, what the server has settled, what is usual."""

from __future__ import annotations

from dataclasses import dataclass, replace

from bot.discord_ui.interaction.click import Click
from bot.discord_ui.interaction.user_error import UserError
from bot.table.knowing.servers import server
from bot.table.lobby.agreement import Agreement


@dataclass(frozen=True, slots=True)
class Wishes:
    """What was typed with `/table open`; None: as the server has it."""

    reminder: int | None
    pace: str | None
    undo: str | None


async def opening(click: Click, wishes: Wishes, usual: Agreement) -> Agreement:
    """The terms of a new table here: what was wished, else what the server has settled, else what is usual.

    Raises UserError if the person may not open a table here.
    """
    interaction = click.interaction
    settled = await server(click.tables.db, interaction.guild_id or 0)
    roles = frozenset(role.id for role in getattr(interaction.user, "roles", ()))
    permissions = interaction.permissions
    manages = permissions.manage_channels or permissions.manage_guild
    if not settled.may_open(manages=manages, roles=roles):
        raise UserError("server.refused.who")
    parent = getattr(interaction.channel, "parent_id", None)
    if not settled.is_place(interaction.channel_id, parent):
        raise UserError("server.refused.where", channels=", ".join(f"<#{channel}>" for channel in settled.channels))
    reminder = next(h for h in (wishes.reminder, settled.reminder_hours, usual.reminder_hours, 0) if h is not None)
    return replace(
        usual,
        reminder_hours=reminder or None,
        pace=wishes.pace or settled.pace or usual.pace,
        undo=wishes.undo or settled.undo or usual.undo,
    )
