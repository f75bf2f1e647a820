"""/me hours, away: sleeping hours and absences of the person."""

from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from discord import Interaction, app_commands
from discord.app_commands import Choice

from bot.discord_ui.interaction.context import InteractionContext
from bot.discord_ui.interaction.errors import UserError
from bot.discord_ui.interaction.handling import complete_parameter, handle_interaction
from bot.discord_ui.me.settings_page import load_settings_page
from bot.table.clock import time_zone_guess
from bot.table.clock.waking_hours import list_zones
from bot.table.personal import preferences

from .parameters import parse_day
from .translation import describe_parameters, translatable, translate_description

ZONES_OFFERED = 25
REST_DAYS = {"none": (), "sunday": (6,), "weekend": (5, 6), "friday": (4, 5)}
"""Offered rest days (the clock is stopped); 0 is Monday."""

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
async def _complete_zone(interaction: Interaction[Any], typed_text: str) -> list[Choice[str]]:
    async def list_choices(ctx: InteractionContext) -> list[Choice[str]]:
        target = typed_text.casefold().replace(" ", "_")
        matches = sorted(zone for zone in list_zones() if target in zone.casefold() and "/" in zone)
        guessed_zone = await time_zone_guess.guess_zone_of(ctx.service.db, ctx.person.id, str(interaction.locale))
        first = [guessed_zone] if guessed_zone in matches else []
        return [
            Choice(name=zone, value=zone) for zone in [*first, *(z for z in matches if z not in first)][:ZONES_OFFERED]
        ]

    return await complete_parameter(interaction, list_choices)


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
            start = None if from_ is None else parse_day(from_, zone)
            await preferences.plan_absence(ctx.service, ctx.person, start, parse_day(until, zone, plus_days=1))
        await ctx.show_page(await load_settings_page(ctx))

    await handle_interaction(interaction, work)


def _parse_minute(typed_text: str) -> int:
    """Parse `23:30` or `23`, also in full width, as minutes after midnight. Raises UserError."""
    for pattern in ("%H:%M", "%H"):
        try:
            time = datetime.strptime(
                typed_text.strip().translate(str.maketrans("：０１２３４５６７８９", ":0123456789")), pattern
            )
        except ValueError:
            continue
        return time.hour * 60 + time.minute
    raise UserError("me.refused.night", got=typed_text[:40])
