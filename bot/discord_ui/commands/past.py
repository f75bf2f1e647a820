"""/log, /history: what happened."""

from __future__ import annotations

from typing import Any

from discord import Interaction, app_commands
from discord.app_commands import Choice

from bot.discord_ui.history import log_presses, presses
from bot.discord_ui.history.log import Extract
from bot.discord_ui.history.page import Place
from bot.discord_ui.interaction.click import Click
from bot.discord_ui.interaction.errors import guarded, offered
from bot.discord_ui.interaction.user_error import UserError
from bot.discord_ui.text.voice import cut
from bot.table import LiveTable
from bot.table.knowing.chapters import Chapter, chapters, marks
from engines.kernel import Seat

from .channels import table_here
from .translate import describe, description


@app_commands.command(name="log", description=description("log"))
@describe("log", "player", "round_")
@app_commands.rename(round_="round")
@app_commands.guild_only()
async def log(interaction: Interaction[Any], player: str | None = None, round_: str | None = None) -> None:
    async def work(click: Click) -> None:
        game = await table_here(click)
        async with click.tables.at(game) as live:
            seat = None if player is None else _seat(live, player)
            after = None if round_ is None else await _after(click, live, round_)
        await log_presses.show(click, game, Extract(0, seat, after))

    await guarded(interaction, work)


@app_commands.command(name="history", description=description("history"))
@describe("history", "player", "round_")
@app_commands.rename(round_="round")
@app_commands.guild_only()
async def history(interaction: Interaction[Any], player: str | None = None, round_: str | None = None) -> None:
    async def work(click: Click) -> None:
        game = await table_here(click)
        async with click.tables.at(game) as live:
            seat = None if player is None else _seat(live, player)
            after = presses.NEWEST if round_ is None else await _after(click, live, round_)
        await presses.show(click, game, Place(after, seat=seat))

    await guarded(interaction, work)


@log.autocomplete("player")
@history.autocomplete("player")
async def _players(interaction: Interaction[Any], typed: str) -> list[Choice[str]]:
    async def offers(click: Click) -> list[Choice[str]]:
        async with click.tables.at(await table_here(click)) as live:
            named = [(seated.name, str(seated.seat)) for seated in live.seats]
        return [Choice(name=name, value=seat) for name, seat in named if typed.casefold() in name.casefold()]

    return await offered(interaction, offers)


@log.autocomplete("round_")
@history.autocomplete("round_")
async def _rounds(interaction: Interaction[Any], typed: str) -> list[Choice[str]]:
    async def offers(click: Click) -> list[Choice[str]]:
        async with click.tables.at(await table_here(click)) as live:
            titled = [(_title(click, live, chapter), str(chapter.after)) for chapter in await _chapters(click, live)]
        return [Choice(name=name, value=after) for name, after in titled if typed.casefold() in name.casefold()]

    return await offered(interaction, offers)


async def _chapters(click: Click, live: LiveTable) -> tuple[Chapter, ...]:
    return () if live.row.started_at is None else chapters(await marks(click.tables, live))


def _title(click: Click, live: LiveTable, chapter: Chapter) -> str:
    return cut(click.voice.msg_label(chapter.heading, live.words, live.names), 100)


def _seat(live: LiveTable, typed: str) -> Seat:
    """The player meant: the number that the list gives, or the name. Raises UserError."""
    for seated in live.seats:
        if typed.casefold().strip() in (str(seated.seat), seated.name.casefold()):
            return seated.seat
    raise UserError("log.no_player", got=cut(typed, 80), names=", ".join(live.names))


async def _after(click: Click, live: LiveTable, typed: str) -> int:
    """The beginning of the round meant: what the list gives, or the title. Raises UserError."""
    found = await _chapters(click, live)
    for chapter in found:
        if typed.strip() in (str(chapter.after), _title(click, live, chapter)):
            return chapter.after
    titled = ", ".join(_title(click, live, chapter) for chapter in found)
    raise UserError("log.no_round", got=cut(typed, 80), rounds=cut(titled, 400) or "-")
