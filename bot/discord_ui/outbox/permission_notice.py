"""When the bot may not post any more: the host is told once, by direct message, until it works again; then whoever
is still asked gets the call that could not be posted.
"""

from __future__ import annotations

import logging

import discord

from bot.discord_ui.interaction.context import BotContext
from bot.discord_ui.interaction.errors import known_failure
from bot.discord_ui.page.layout import Page, sheet
from bot.discord_ui.text.voice import Voice, lang_of
from bot.table.notices import calls
from storage.messages import outbox, posts
from storage.messages.kinds import Saying
from storage.messages.posts import PostRow
from storage.persons import people
from storage.play import games

log = logging.getLogger(__name__)


async def tell_host(bot: BotContext, game: int, error: BaseException) -> None:
    """Say what stands in the way, if it was not said since the last success."""
    db = bot.tables.db
    row = await games.get(db, game)
    if row is None or not isinstance(error, discord.HTTPException):
        return
    if await posts.get(db, game, Saying.TROUBLE) is not None:
        return
    known = await people.get(db, row.host)
    voice = Voice((lang_of((known and known.language) or row.language),))
    reason = known_failure(voice, error) or voice.line("error.unknown_code", code=error.code)
    text = voice.line("trouble.host", channel=f"<#{row.channel_id}>", reason=reason)
    message = 0
    try:
        channel = await bot.create_dm(discord.Object(row.host))
        message = (await channel.send(view=sheet(Page((text,))))).id
    except discord.HTTPException as second:
        log.warning("game %d: the host %d accepts no message: %s", game, row.host, second)
    async with db.transaction() as tx:
        await posts.put(tx, PostRow(game, Saying.TROUBLE, "", row.channel_id, message, row.rev, bot.tables.clock()))


async def remembered(bot: BotContext) -> None:
    """Which tables were in trouble when the bot stopped."""
    bot.troubled |= {post.game for post in await posts.anywhere(bot.tables.db, Saying.TROUBLE)}


async def call_again(bot: BotContext, game: int) -> None:
    """Something reached Discord: try the calls anew that were given up, to those who are still asked.

    A call that is refused once more is given up once more, and waits for the next thing that gets through.
    """
    async with bot.tables.at(game) as live, bot.tables.db.transaction() as tx:
        for key in (await calls.keys(tx, live)).values():
            await outbox.revive_ping(tx, game, key)


async def over(bot: BotContext, game: int) -> None:
    """Posting works: the next trouble is told again."""
    if game in bot.troubled:
        bot.troubled.discard(game)
        async with bot.tables.db.transaction() as tx:
            await posts.remove(tx, game, Saying.TROUBLE)
