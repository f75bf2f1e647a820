"""Page of a person's settings and their effect on the clocks, with the handlers of its controls."""

from collections.abc import Awaitable, Callable, Mapping

import msgspec

from bot.discord_ui.interaction.context import InteractionContext
from bot.discord_ui.page.custom_ids import build_help_id
from bot.discord_ui.page.pages import DANGER, Button, Page
from bot.discord_ui.text.localizer import Localizer
from bot.table.clock import leave
from bot.table.clock.waking_hours import HOUR, NIGHT
from bot.table.personal import personal_data, preferences
from bot.table.personal.preferences import PersonalSettings
from bot.table.terms.server_settings import load_server_settings
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
        known,
        None if guild is None else (await load_server_settings(ctx.service.db, guild)).notification_channel,
        ctx.localizer,
    )


def build_settings_page(
    settings: PersonalSettings, default_channel: NotificationChannel | None, localizer: Localizer
) -> Page:
    """Return the page of hours, rest days, holidays (with the days left), reminder and notifications, with buttons for
    what needs no typing.

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
    lines.append(localizer.render_line("me.listed" if row.in_lists else "me.unlisted"))
    lines.append(localizer.render_line("me.notices_hint"))
    return Page((localizer.render_line("me.head"), "\n".join(lines)), _build_rows(settings, localizer))


def _build_rows(settings: PersonalSettings, localizer: Localizer) -> tuple[tuple[Button, ...], ...]:
    row = settings.row
    new_auto_leave, new_in_lists = not row.uses_auto_leave, not row.in_lists
    switches = [
        Button(
            build_help_id("net", str(int(new_auto_leave))),
            localizer.render_label(f"me.net_{'on' if new_auto_leave else 'off'}"),
        ),
        Button(
            build_help_id("listed", str(int(new_in_lists))),
            localizer.render_label(f"me.lists_{'on' if new_in_lists else 'off'}"),
        ),
    ]
    if settings.current_absences:
        switches.insert(0, Button(build_help_id("present"), localizer.render_label("me.back")))
    stored = (
        Button(build_help_id("export"), localizer.render_label("me.export_button")),
        Button(build_help_id("forget"), localizer.render_label("me.forget_button"), DANGER),
    )
    return tuple(switches), stored


def _format_time(minute: int) -> str:
    return f"{minute // 60}:{minute % 60:02}"


async def send_export(ctx: InteractionContext, _: str = "") -> None:
    """Send all stored data about the person to them as a file."""
    content = msgspec.json.format(msgspec.json.encode(await personal_data.export_person(ctx.service, ctx.person.id)))
    await ctx.send_file(Page((ctx.localizer.render_line("me.export"),)), "teban-me.json", content)


async def show_settings(ctx: InteractionContext, _: str = "") -> None:
    """Show the person's settings; as a new page, because the help page that leads here stays useful."""
    await ctx.show_page(await load_settings_page(ctx), is_new_message=True)


async def end_absences(ctx: InteractionContext, _: str) -> None:
    await preferences.end_absences(ctx.service, ctx.person)
    await ctx.show_page(await load_settings_page(ctx))


async def set_automatic_leave(ctx: InteractionContext, is_on: str) -> None:
    """Handle the button that turns automatic leave on (argument 1) or off."""
    await preferences.set_automatic_leave(ctx.service, ctx.person, is_on == "1")
    await ctx.show_page(await load_settings_page(ctx))


async def set_in_lists(ctx: InteractionContext, is_listed: str) -> None:
    """Handle the button that lets leaderboards name the person (argument 1) or not."""
    await preferences.set_in_lists(ctx.service, ctx.person, is_listed == "1")
    await ctx.show_page(await load_settings_page(ctx))


VERBS: Mapping[str, Callable[[InteractionContext, str], Awaitable[None]]] = {
    "me": show_settings,
    "present": end_absences,
    "net": set_automatic_leave,
    "listed": set_in_lists,
    "export": send_export,
}
