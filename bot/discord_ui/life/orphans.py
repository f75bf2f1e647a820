"""Tables whose channel was deleted or whose server sent the bot away: they stand still, and their people are told by
direct message where they can take the table elsewhere.
"""

from __future__ import annotations

import logging

import discord

from bot.discord_ui.interaction.context import BotContext
from bot.discord_ui.page.layout import Page, sheet
from bot.discord_ui.text import titles
from bot.discord_ui.text.voice import Voice, lang_of
from bot.table.life import moving, vacancy
from storage.persons import people
from storage.play import games

log = logging.getLogger(__name__)


async def channel_gone(bot: BotContext, channel: int) -> None:
    """The channel or thread does not exist any more."""
    row = await games.live_in(bot.tables.db, channel)
    if row is not None:
        await lost(bot, row.id)


async def guild_gone(bot: BotContext, guild: int) -> None:
    """The bot was sent away, or the server was deleted."""
    for row in await games.of_guild(bot.tables.db, guild):
        await lost(bot, row.id)


async def member_gone(bot: BotContext, guild: int, person: int) -> None:
    """The person was banned from the server or has left it: their seats there open."""
    for row in await games.of_person(bot.tables.db, person):
        if row.guild_id == guild:
            async with bot.tables.at(row.id) as live:
                await vacancy.depart(bot.tables, live, person)


async def lost(bot: BotContext, game: int) -> None:
    """The table stands still, once; everybody at it is told in their own language."""
    async with bot.tables.at(game) as live:
        told = await moving.lost(bot.tables, live)
        in_play = live.row.status == "playing"
    if not in_play:
        return
    known = await people.get_many(bot.tables.db, told)
    for person in told:
        row = known.get(person)
        voice = Voice((lang_of((row and (row.language or row.reads)) or live.row.language),))
        text = voice.line("life.orphan", table=titles.table_title(live, voice))
        try:
            channel = await bot.create_dm(discord.Object(person))
            await channel.send(view=sheet(Page((text,))))
        except discord.HTTPException as error:
            log.warning("game %d: person %d accepts no message: %s", game, person, error)
