"""Tables that cannot be posted to: the host gets one direct message about it. When posting works again, failed
notifications of players who are still asked are sent.
"""

import logging
from collections.abc import Collection

import discord

from bot.discord_ui.interaction.bot_context import BotContext
from bot.discord_ui.interaction.errors import describe_failure
from bot.discord_ui.text.localizer import Localizer
from bot.table.notices import outbox, turn_notifications
from bot.table.terms.languages import choose_lang
from storage.kinds import OutboxKind
from storage.messages import outbox_rows, posts
from storage.messages.posts import PostRow
from storage.persons import people
from storage.play import games as game_rows
from storage.queries import select_shards

log = logging.getLogger(__name__)


async def notify_host(bot: BotContext, table_id: int, error: BaseException) -> None:
    """Send the host the reason why posts fail, unless that was done since the last success."""
    db = bot.service.db
    row = await game_rows.load_game(db, table_id)
    if row is None or not isinstance(error, discord.HTTPException):
        return
    if await posts.load_post(db, table_id, OutboxKind.CHANNEL_BLOCKED) is not None:
        return
    host = await people.load_person(db, row.host)
    localizer = Localizer((choose_lang((host and host.language) or row.language),))
    reason = describe_failure(localizer, error) or localizer.render_line("error.unknown_code", code=error.code)
    text = localizer.render_line("posting_failure.for_host", channel=f"<#{row.channel_id}>", reason=reason)
    message_id = 0
    try:
        channel = await bot.create_dm(discord.Object(row.host))
        message_id = (await channel.send(text)).id  # plain text, which the notice on the phone shows
    except discord.HTTPException as dm_error:
        log.warning("table %d: the host %d accepts no message: %s", table_id, row.host, dm_error)
    async with db.transaction() as tx:
        await posts.save_post(
            tx,
            PostRow(table_id, OutboxKind.CHANNEL_BLOCKED, "", row.channel_id, message_id, row.rev, bot.service.clock()),
        )


async def load_failing_tables(bot: BotContext, shards: Collection[int] | None = None) -> set[int]:
    """Load the tables, of these shards or all, that could not be posted to when the bot stopped. Return them."""
    source = select_shards(bot.service.db, shards)
    table_ids = {post.game for post in await posts.load_posts_of_all_games(source, OutboxKind.CHANNEL_BLOCKED)}
    bot.failing_tables |= table_ids
    return table_ids


async def retry_notifications(bot: BotContext, table_id: int) -> None:
    """Retry the dropped notifications of players who are still asked, after a successful post.

    A notification that is refused again is dropped again until the next success.
    """
    async with bot.service.lock_table(table_id) as table, bot.service.db.transaction() as tx:
        for key in (await turn_notifications.list_keys(tx, table)).values():
            await outbox_rows.revive_notification(tx, table_id, key)


async def retry_tables(bot: BotContext, guild: int | None = None, table_ids: Collection[int] | None = None) -> None:
    """Post to failing tables again at once: a permission may have returned, or a thread may be open again.

    guild, table_ids: limit to these; None: all. A table that still fails stays as it is, without another message.
    """
    for table_id in tuple(bot.failing_tables if table_ids is None else table_ids):
        row = await game_rows.load_game(bot.service.db, table_id)
        if row is not None and guild in (None, row.guild_id) and bot.service.db.ownership.owns(row.guild_id):
            async with bot.service.lock_table(table_id) as table, bot.service.change(table) as tx:
                await outbox.enqueue_card(tx, table, bot.service.clock())


async def clear_failure(bot: BotContext, table_id: int) -> None:
    """Record that posting works again, so that the next failure is reported."""
    if table_id in bot.failing_tables:
        bot.failing_tables.discard(table_id)
        async with bot.service.db.transaction() as tx:
            await posts.delete_post(tx, table_id, OutboxKind.CHANNEL_BLOCKED)
