"""/me notices: the notification channel, everywhere or at one table; reminder; notice of being next; daily list."""

from typing import Any

import discord
from discord import Interaction, app_commands
from discord.app_commands import Choice, Range

from bot.discord_ui.interaction.context import InteractionContext
from bot.discord_ui.interaction.handling import handle_interaction
from bot.discord_ui.me.settings_page import load_settings_page
from bot.table.personal import preferences
from bot.table.terms.notification_channels import NOTIFICATION_CHANNELS
from bot.table.terms.table_terms import REMINDER_HOURS
from storage.persons.people import NotificationChannel

from .channels import find_table_id_here
from .me import me_group
from .translation import describe_parameters, translatable, translate_description

__all__ = ["me_group", "notices"]

RESET = "same"
"""Choice that removes a setting: a table then follows the person's setting, the person that of each server."""


@me_group.command(name="notices", description=translate_description("me.notices"))
@describe_parameters("me.notices", "way", "here", "reminder", "next_up", "digest", "test")
@app_commands.rename(next_up="next")
@app_commands.choices(
    way=[Choice(name=translatable(f"me.way.{way}"), value=way) for way in (*NOTIFICATION_CHANNELS, RESET)]
)
async def notices(
    interaction: Interaction[Any],
    way: str | None = None,
    here: bool = False,
    reminder: Range[int, 0, REMINDER_HOURS[1]] | None = None,
    next_up: bool | None = None,
    digest: bool | None = None,
    test: bool = False,
) -> None:
    async def work(ctx: InteractionContext) -> None:
        chosen = next((channel for channel in NOTIFICATION_CHANNELS if channel == way), None)
        if here and way is not None:
            async with ctx.service.lock_table(await find_table_id_here(ctx)) as table:
                await preferences.set_channel_at(ctx.service, table, ctx.person, chosen)
        if not here and way == RESET:
            await preferences.reset_channel(ctx.service, ctx.person)
        await preferences.set_notifications(
            ctx.service, ctx.person, channel=None if here else chosen, next_up=next_up, digest=digest
        )
        if reminder is not None:
            await preferences.set_reminder(ctx.service, ctx.person, reminder or None)
        page = await load_settings_page(ctx)
        if here and way is not None:
            page = page.with_notice(ctx.localizer.render_line(HERE_KEYS[chosen]))
        if test:
            page = page.with_notice(
                ctx.localizer.render_line("me.tested" if await _send_test_message(ctx) else "me.not_reached")
            )
        await ctx.show_page(page)

    await handle_interaction(interaction, work)


HERE_KEYS: dict[NotificationChannel | None, str] = {
    "channel": "me.here_way.channel",
    "direct": "me.here_way.direct",
    "silent": "me.here_way.silent",
    None: "me.here_way.same",
}


async def _send_test_message(ctx: InteractionContext) -> bool:
    """Send a test message; return whether the person accepts direct messages."""
    try:
        channel = await ctx.bot.create_dm(discord.Object(ctx.person.id))
        await channel.send(ctx.localizer.render_line("me.test"))  # plain text, which the phone shows
    except discord.HTTPException:
        return False
    return True
