"""/play, /move, /seat, /undo: what somebody at the table does."""

from __future__ import annotations

from typing import Any

from discord import Interaction, app_commands
from discord.app_commands import Choice

from bot.discord_ui.card import presses as card_presses
from bot.discord_ui.card import undo as take_back
from bot.discord_ui.interaction.click import Click
from bot.discord_ui.interaction.errors import guarded, offered
from bot.discord_ui.page.picture_requests import arranged
from bot.discord_ui.panel import menus, move_parser
from bot.discord_ui.panel import presses as panel_presses
from bot.table import LiveTable, QuestionRef
from engines.kernel import Prompt, Refused

from .channels import table_here
from .translate import describe, description


@app_commands.command(name="play", description=description("play"))
@app_commands.guild_only()
async def play(interaction: Interaction[Any]) -> None:
    async def work(click: Click) -> None:
        await card_presses.play(click, await table_here(click), "")

    await guarded(interaction, work)


@app_commands.command(name="move", description=description("move"))
@describe("move", "answer")
@app_commands.guild_only()
async def move(interaction: Interaction[Any], answer: str) -> None:
    async def work(click: Click) -> None:
        async with click.tables.at(await table_here(click)) as live:
            prompt, ref = _question(click, live)
            keys = move_parser.read(prompt, menus.all_lines(live, prompt, click.voice), answer)
        await panel_presses.answer(click, ref, keys)

    await guarded(interaction, work)


@move.autocomplete("answer")
async def _answers(interaction: Interaction[Any], text: str) -> list[Choice[str]]:
    async def offers(click: Click) -> list[Choice[str]]:
        async with click.tables.at(await table_here(click)) as live:
            prompt, _ = _question(click, live)
            names = move_parser.complete(prompt, menus.all_lines(live, prompt, click.voice), text)
        return [Choice(name=name, value=name) for name in names]

    return await offered(interaction, offers)


def _question(click: Click, live: LiveTable) -> tuple[Prompt, QuestionRef]:
    """What is asked of the person. Raises Refused if nothing is."""
    seat = live.seat_or_refuse(click.person.id)
    live.playing()
    prompt, ref = live.question(seat), live.ref(seat)
    if prompt is None or ref is None:
        raise Refused("kernel.refused.not_asked")
    return arranged(live, prompt), ref


@app_commands.command(name="seat", description=description("seat"))
@app_commands.guild_only()
async def seat(interaction: Interaction[Any]) -> None:
    async def work(click: Click) -> None:
        await card_presses.seat(click, await table_here(click), "")

    await guarded(interaction, work)


@app_commands.command(name="undo", description=description("undo"))
@app_commands.guild_only()
async def undo(interaction: Interaction[Any]) -> None:
    async def work(click: Click) -> None:
        await take_back.undo(click, await table_here(click), "")

    await guarded(interaction, work)
