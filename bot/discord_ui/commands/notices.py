"""/me notices: how I am called, everywhere or at this table; whether I hear that I am next, and a daily list."""

from __future__ import annotations

from typing import Any

import discord
from discord import Interaction, app_commands
from discord.app_commands import Choice

from bot.discord_ui.interaction.click import Click
from bot.discord_ui.interaction.errors import guarded
from bot.discord_ui.me.page import me_page
from bot.discord_ui.page.layout import Page, sheet
from bot.table.notices import wishes
from bot.table.notices.ways import WAYS
from storage.persons.people import Way

from .channels import table_here
from .me import me
from .translate import describe, description, text

__all__ = ["me", "notices"]

SAME = "same"
"""At one table: as everywhere. Everywhere: as each server has it."""


@me.command(name="notices", description=description("me.notices"))
@describe("me.notices", "way", "here", "next_up", "digest", "test")
@app_commands.rename(next_up="next")
@app_commands.choices(way=[Choice(name=text(f"me.way.{way}"), value=way) for way in (*WAYS, SAME)])
async def notices(
    interaction: Interaction[Any],
    way: str | None = None,
    here: bool = False,
    next_up: bool | None = None,
    digest: bool | None = None,
    test: bool = False,
) -> None:
    async def work(click: Click) -> None:
        chosen = next((known for known in WAYS if known == way), None)
        if here and way is not None:
            async with click.tables.at(await table_here(click)) as live:
                await wishes.wish_at(click.tables, live, click.person, chosen)
        if not here and way == SAME:
            await wishes.unsay(click.tables, click.person)
        await wishes.wish(click.tables, click.person, way=None if here else chosen, next_up=next_up, digest=digest)
        page = await me_page(click)
        if here and way is not None:
            page = page.with_notice(click.voice.line(HERE[chosen]))
        if test:
            page = page.with_notice(click.voice.line("me.tested" if await _test(click) else "me.not_reached"))
        await click.show(page)

    await guarded(interaction, work)


HERE: dict[Way | None, str] = {
    "channel": "me.here_way.channel",
    "direct": "me.here_way.direct",
    "silent": "me.here_way.silent",
    None: "me.here_way.same",
}


async def _test(click: Click) -> bool:
    """Whether a direct message reaches the person."""
    try:
        channel = await click.bot.create_dm(discord.Object(click.person.id))
        await channel.send(view=sheet(Page((click.voice.line("me.test"),))))
    except discord.HTTPException:
        return False
    return True
