"""Page of a person's settings and their effect on the clocks."""

import msgspec

from bot.discord_ui.interaction.context import InteractionContext
from bot.discord_ui.page.layout import Page
from bot.discord_ui.text.localizer import Localizer
from bot.table.clock import leave
from bot.table.clock.waking_hours import HOUR, NIGHT
from bot.table.personal import personal_data, preferences
from bot.table.personal.preferences import PersonalSettings
from bot.table.policy.server_settings import load_server_settings
from storage.persons.people import NotificationChannel

CHANNEL_KEYS: dict[NotificationChannel, str] = {
    "channel": "me.way_channel",
    "direct": "me.way_direct",
    "silent": "me.way_silent",
}
DEFAULT_CHANNEL_KEYS: dict[NotificationChannel | None, str] = {
    "channel": "me.unsaid_channel",
    "direct": "me.unsaid_direct",
    "silent": "me.unsaid_silent",
    None: "me.unsaid",
}


async def load_settings_page(ctx: InteractionContext) -> Page:
    """Return the person's settings as they apply on the server of the interaction."""
    known, guild = await preferences.load_personal_settings(ctx.service, ctx.person), ctx.interaction.guild_id
    return build_settings_page(
        known, None if guild is None else (await load_server_settings(ctx.service.db, guild)).way, ctx.localizer
    )


def build_settings_page(
    settings: PersonalSettings, default_channel: NotificationChannel | None, localizer: Localizer
) -> Page:
    """Return the page of hours, rest days, holidays (with the days left), reminder and notifications.

    default_channel: the server's notification channel for people who have not chosen one.
    """
    row = settings.row
    if row.night is None:
        lines = [localizer.render_line("me.no_hours")]
    else:
        wakes = (row.night + NIGHT // HOUR * 60) % (24 * 60)
        lines = [
            localizer.render_line(
                "me.hours", zone=row.zone or "UTC", night=_format_time(row.night), wakes=_format_time(wakes)
            )
        ]
    if row.rest:
        lines.append(
            localizer.render_line(
                "me.rest_days", days=localizer.join_names(localizer.render_label(f"me.day.{day}") for day in row.rest)
            )
        )
    lines += [
        localizer.render_line(
            "me.away", start=f"<t:{absence.from_at // 1000}:d>", end=f"<t:{absence.until_at // 1000}:f>"
        )
        for absence in settings.current_absences
    ]
    lines.append(
        localizer.render_line("me.leave", days=settings.leave_days, every=leave.DAYS_TO_EARN_ONE, most=leave.MAX_DAYS)
    )
    lines.append(localizer.render_line("me.net" if row.uses_auto_leave else "me.no_net"))
    if row.remind_hours is None:
        lines.append(localizer.render_line("me.reminder_table"))
    else:
        lines.append(localizer.render_line("me.reminder", hours=row.remind_hours))
    if row.has_chosen_channel:
        lines.append(localizer.render_line(CHANNEL_KEYS[row.notification_channel]))
    else:
        lines.append(localizer.render_line(DEFAULT_CHANNEL_KEYS[default_channel]))
    if row.next_up:
        lines.append(localizer.render_line("me.next_up"))
    if row.wants_summary:
        lines.append(localizer.render_line("me.daily"))
    lines.append(localizer.render_line("me.notices_hint"))
    return Page((localizer.render_line("me.head"), "\n".join(lines)))


def _format_time(minute: int) -> str:
    return f"{minute // 60}:{minute % 60:02}"


async def send_export(ctx: InteractionContext) -> None:
    """Send all stored data about the person to them as a file."""
    content = msgspec.json.format(msgspec.json.encode(await personal_data.export_person(ctx.service, ctx.person.id)))
    await ctx.send_file(Page((ctx.localizer.render_line("me.export"),)), "teban-me.json", content)
