"""/report: something is wrong at this table."""

from __future__ import annotations

from typing import Any

import msgspec
from discord import Interaction, app_commands
from discord.app_commands import Range

from bot.discord_ui.interaction.click import Click
from bot.discord_ui.interaction.errors import guarded
from bot.discord_ui.page.layout import Page
from bot.table.knowing import reports

from .channels import table_here
from .translate import describe, description


@app_commands.command(name="report", description=description("report"))
@describe("report", "what")
@app_commands.guild_only()
async def report(interaction: Interaction[Any], what: Range[str, 1, reports.MOST_TEXT]) -> None:
    async def work(click: Click) -> None:
        async with click.tables.at(await table_here(click)) as live:
            found = await reports.report(click.tables, live, click.person, what)
        file = msgspec.json.format(msgspec.json.encode(found))
        page = Page((click.voice.line("report.noted", id=found.report.id),))
        await click.hand_over(page, f"teban-report-{found.report.id}.json", file)

    await guarded(interaction, work)
