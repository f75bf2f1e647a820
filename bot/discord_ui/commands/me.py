"""/me: sleeping hours, absences, reminders and stored data of the person."""

from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from discord import Interaction, app_commands
from discord.app_commands import Choice, Range

from bot.discord_ui.interaction.context import InteractionContext
from bot.discord_ui.interaction.errors import UserError
from bot.discord_ui.interaction.handling import complete_parameter, handle_interaction
from bot.discord_ui.lifecycle.handlers import ask_forgetting
from bot.discord_ui.me import settings_page
from bot.discord_ui.me.settings_page import load_settings_page
from bot.table.clock import time_zone_guess
from bot.table.clock.waking_hours import list_zones
from bot.table.personal import preferences
from bot.table.policy.table_terms import REMINDER_HOURS

from .parameters import parse_day
from .translation import describe_parameters, translatable, translate_description

ZONES_OFFERED = 25
REST_DAYS = {"none": (), "sunday": (6,), "weekend": (5, 6), "friday": (4, 5)}
"""Offered rest days (the clock stands still); 0 is Monday."""

me_group = app_commands.Group(
    name="me",
    description=translate_description("me"),
    allowed_installs=app_commands.AppInstallationType(guild=True, user=True),
    allowed_contexts=app_commands.AppCommandContext(guild=True, dm_channel=True, private_channel=True),
)


@me_group.command(name="hours", description=translate_description("me.hours"))
@describe_parameters("me.hours", "zone", "night", "rest")
@app_commands.choices(rest=[Choice(name=translatable(f"me.rest.{key}"), value=key) for key in REST_DAYS])
async def set_hours(interaction: Interaction[Any], zone: str, night: str, rest: str = "none") -> None:
    async def work(ctx: InteractionContext) -> None:
        await preferences.set_hours(ctx.service, ctx.person, zone, _parse_minute(night), REST_DAYS[rest])
        await ctx.show_page(await load_settings_page(ctx))

    await handle_interaction(interaction, work)


@set_hours.autocomplete("zone")
async def _complete_zone(interaction: Interaction[Any], typed: str) -> list[Choice[str]]:
    async def find_choices(ctx: InteractionContext) -> list[Choice[str]]:
        target = typed.casefold().replace(" ", "_")
        matches = sorted(zone for zone in list_zones() if target in zone.casefold() and "/" in zone)
        guessed = await time_zone_guess.guess_zone_of(ctx.service.db, ctx.person.id, str(interaction.locale))
        first = [guessed] if guessed in matches else []
        return [
            Choice(name=zone, value=zone) for zone in [*first, *(z for z in matches if z not in first)][:ZONES_OFFERED]
        ]

    return await complete_parameter(interaction, find_choices)


@me_group.command(name="away", description=translate_description("me.away"))
@describe_parameters("me.away", "until", "from_", "emergency")
@app_commands.rename(from_="from")
async def set_absence(
    interaction: Interaction[Any], until: str | None = None, from_: str | None = None, emergency: bool = False
) -> None:
    async def work(ctx: InteractionContext) -> None:
        known = await preferences.load_personal_settings(ctx.service, ctx.person)
        zone = ZoneInfo(known.row.zone or "UTC")
        if emergency:
            await preferences.start_emergency(ctx.service, ctx.person)
        elif until is None:
            raise UserError("me.refused.until")
        else:
            begins = None if from_ is None else parse_day(from_, zone)
            await preferences.plan_absence(ctx.service, ctx.person, begins, parse_day(until, zone, plus_days=1))
        await ctx.show_page(await load_settings_page(ctx))

    await handle_interaction(interaction, work)


@me_group.command(name="net", description=translate_description("me.net"))
@describe_parameters("me.net", "on")
async def net(interaction: Interaction[Any], on: bool) -> None:
    async def work(ctx: InteractionContext) -> None:
        await preferences.set_automatic_leave(ctx.service, ctx.person, on)
        await ctx.show_page(await load_settings_page(ctx))

    await handle_interaction(interaction, work)


@me_group.command(name="back", description=translate_description("me.back"))
async def back(interaction: Interaction[Any]) -> None:
    async def work(ctx: InteractionContext) -> None:
        await preferences.end_absences(ctx.service, ctx.person)
        await ctx.show_page(await load_settings_page(ctx))

    await handle_interaction(interaction, work)


@me_group.command(name="reminder", description=translate_description("me.reminder"))
@describe_parameters("me.reminder", "hours")
async def reminder(interaction: Interaction[Any], hours: Range[int, 0, REMINDER_HOURS[1]] = 0) -> None:
    async def work(ctx: InteractionContext) -> None:
        await preferences.set_reminder(ctx.service, ctx.person, hours or None)
        await ctx.show_page(await load_settings_page(ctx))

    await handle_interaction(interaction, work)


@me_group.command(name="lists", description=translate_description("me.lists"))
@describe_parameters("me.lists", "shown")
async def lists(interaction: Interaction[Any], shown: bool) -> None:
    async def work(ctx: InteractionContext) -> None:
        await preferences.set_in_lists(ctx.service, ctx.person, shown)
        await ctx.send_text(ctx.localizer.render_line("me.listed" if shown else "me.unlisted"))

    await handle_interaction(interaction, work)


@me_group.command(name="export", description=translate_description("me.export"))
async def export(interaction: Interaction[Any]) -> None:
    await handle_interaction(interaction, settings_page.send_export)


@me_group.command(name="forget", description=translate_description("me.forget"))
async def forget(interaction: Interaction[Any]) -> None:
    await handle_interaction(interaction, ask_forgetting)


def _parse_minute(typed: str) -> int:
    """Parse `23:30` or `23`, also in full width, as minutes after midnight. Raises UserError."""
    for pattern in ("%H:%M", "%H"):
        try:
            time = datetime.strptime(
                typed.strip().translate(str.maketrans("：０１２３４５６７８９", ":0123456789")), pattern
            )
        except ValueError:
            continue
        return time.hour * 60 + time.minute
    raise UserError("me.refused.night", got=typed[:40])
