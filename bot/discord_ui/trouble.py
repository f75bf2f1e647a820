"""When the bot may not post any more: the host is told once, by direct message, until it works again; then whoever
is still asked gets the call that could not be posted.
"""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

import discord

from storage import asked, games, outbox, people, posts
from storage.posts import PostRow

from .errors import hindrance
from .page import Page, sheet
from .words import Voice, lang_of

if TYPE_CHECKING:
    from .client import Teban

log = logging.getLogger(__name__)

TROUBLE = "trouble"
"""Kind of the post that remembers that the host was told."""


async def tell_host(bot: Teban, game: int, error: BaseException) -> None:
    """Say what stands in the way, if it was not said since the last success."""
    db = bot.house.db
    row = await games.get(db, game)
    if row is None or not isinstance(error, discord.HTTPException):
        return
    if await posts.get(db, game, TROUBLE) is not None:
        return
    known = await people.get(db, row.host)
    voice = Voice((lang_of((known and known.language) or row.language),))
    reason = hindrance(voice, error) or voice.line("error.unknown_code", code=error.code)
    text = voice.line("trouble.host", channel=f"<#{row.channel_id}>", reason=reason)
    message = 0
    try:
        channel = await bot.create_dm(discord.Object(row.host))
        message = (await channel.send(view=sheet(Page((text,))))).id
    except discord.HTTPException as second:
        log.warning("game %d: the host %d accepts no message: %s", game, row.host, second)
    async with db.transaction() as tx:
        await posts.put(tx, PostRow(game, TROUBLE, "", row.channel_id, message, row.rev, bot.house.clock()))


async def remembered(bot: Teban) -> None:
    """Which tables were in trouble when the bot stopped."""
    bot.troubled |= {post.game for post in await posts.anywhere(bot.house.db, TROUBLE)}


async def call_again(bot: Teban, game: int) -> None:
    """Something reached Discord: try the calls anew that were given up, to those who are still asked.

    A call that is refused once more is given up once more, and waits for the next thing that gets through.
    """
    async with bot.house.db.transaction() as tx:
        for row in await asked.of_game(tx, game):
            await outbox.revive_ping(tx, game, row.seat, row.step, row.epoch)


async def over(bot: Teban, game: int) -> None:
    """Posting works: the next trouble is told again."""
    if game in bot.troubled:
        bot.troubled.discard(game)
        async with bot.house.db.transaction() as tx:
            await posts.remove(tx, game, TROUBLE)
