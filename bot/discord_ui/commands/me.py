"""/me: when you are awake, when you are away, how often you are reminded."""

from __future__ import annotations

from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from discord import Interaction, app_commands
from discord.app_commands import Choice, Range

from bot.discord_ui.interaction.click import Click
from bot.discord_ui.interaction.errors import guarded, offered
from bot.discord_ui.interaction.user_error import UserError
from bot.discord_ui.me import kept
from bot.discord_ui.me.page import me_page
from bot.table import preferences
from bot.table.lobby.agreement import REMINDER_HOURS
from bot.table.time import guess
from bot.table.time.hours import zones

from .choices import day_named
from .translate import describe, description, text

ZONES_OFFERED = 25
REST = {"none": (), "sunday": (6,), "weekend": (5, 6), "friday": (4, 5)}
"""Days without a clock that are offered; 0 is Monday."""

me = app_commands.Group(
    name="me",
    description=description("me"),
    allowed_installs=app_commands.AppInstallationType(guild=True, user=True),
    allowed_contexts=app_commands.AppCommandContext(guild=True, dm_channel=True, private_channel=True),
)


@me.command(name="hours", description=description("me.hours"))
@describe("me.hours", "zone", "night", "rest")
@app_commands.choices(rest=[Choice(name=text(f"me.rest.{key}"), value=key) for key in REST])
async def hours_(interaction: Interaction[Any], zone: str, night: str, rest: str = "none") -> None:
    async def work(click: Click) -> None:
        await preferences.set_hours(click.tables, click.person, zone, _minute(night), REST[rest])
        await click.show(await me_page(click))

    await guarded(interaction, work)


@hours_.autocomplete("zone")
async def _zones(interaction: Interaction[Any], typed: str) -> list[Choice[str]]:
    async def offers(click: Click) -> list[Choice[str]]:
        wanted = typed.casefold().replace(" ", "_")
        found = sorted(zone for zone in zones() if wanted in zone.casefold() and "/" in zone)
        guessed = await guess.guess_of(click.tables.db, click.person.id, str(interaction.locale))
        first = [guessed] if guessed in found else []
        return [
            Choice(name=zone, value=zone) for zone in [*first, *(z for z in found if z not in first)][:ZONES_OFFERED]
        ]

    return await offered(interaction, offers)


@me.command(name="away", description=description("me.away"))
@describe("me.away", "until", "from_", "emergency")
@app_commands.rename(from_="from")
async def away(
    interaction: Interaction[Any], until: str | None = None, from_: str | None = None, emergency: bool = False
) -> None:
    async def work(click: Click) -> None:
        known = await preferences.settled(click.tables, click.person)
        zone = ZoneInfo(known.row.zone or "UTC")
        if emergency:
            await preferences.emergency(click.tables, click.person)
        elif until is None:
            raise UserError("me.refused.until")
        else:
            begins = None if from_ is None else day_named(from_, zone)
            await preferences.go_away(click.tables, click.person, begins, day_named(until, zone, after=1))
        await click.show(await me_page(click))

    await guarded(interaction, work)


@me.command(name="net", description=description("me.net"))
@describe("me.net", "on")
async def net(interaction: Interaction[Any], on: bool) -> None:
    async def work(click: Click) -> None:
        await preferences.set_net(click.tables, click.person, on)
        await click.show(await me_page(click))

    await guarded(interaction, work)


@me.command(name="back", description=description("me.back"))
async def back(interaction: Interaction[Any]) -> None:
    async def work(click: Click) -> None:
        await preferences.come_back(click.tables, click.person)
        await click.show(await me_page(click))

    await guarded(interaction, work)


@me.command(name="reminder", description=description("me.reminder"))
@describe("me.reminder", "hours")
async def reminder(interaction: Interaction[Any], hours: Range[int, 0, REMINDER_HOURS[1]] = 0) -> None:
    async def work(click: Click) -> None:
        await preferences.set_reminder(click.tables, click.person, hours or None)
        await click.show(await me_page(click))

    await guarded(interaction, work)


@me.command(name="lists", description=description("me.lists"))
@describe("me.lists", "shown")
async def lists(interaction: Interaction[Any], shown: bool) -> None:
    async def work(click: Click) -> None:
        await preferences.set_in_lists(click.tables, click.person, shown)
        await click.tell(click.voice.line("me.listed" if shown else "me.unlisted"))

    await guarded(interaction, work)


@me.command(name="export", description=description("me.export"))
async def export(interaction: Interaction[Any]) -> None:
    await guarded(interaction, kept.export)


@me.command(name="forget", description=description("me.forget"))
async def forget(interaction: Interaction[Any]) -> None:
    async def work(click: Click) -> None:
        await click.show(kept.forget_page(click.voice))

    await guarded(interaction, work)


def _minute(typed: str) -> int:
    """`23:30` or `23` as minutes after midnight, in full width too."""
    for pattern in ("%H:%M", "%H"):
        try:
            at = datetime.strptime(
                typed.strip().translate(str.maketrans("：０１２３４５６７８９", ":0123456789")), pattern
            )
        except ValueError:
            continue
        return at.hour * 60 + at.minute
    raise UserError("me.refused.night", got=typed[:40])
