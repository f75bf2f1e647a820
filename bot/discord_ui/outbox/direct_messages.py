"""Direct messages about several tables at once: the morning list, and tables that lost their channels."""

from __future__ import annotations

from dataclasses import replace

from bot.discord_ui.help.gallery import load_gallery
from bot.discord_ui.help.page import build_games_page
from bot.discord_ui.interaction.bot_context import BotContext
from bot.discord_ui.page.pages import Page
from bot.discord_ui.text import titles
from bot.table.notices import outbox
from bot.table.player_records.table_list import load_table_list
from engines.kernel import Message
from storage.kinds import OutboxKind
from storage.messages import outbox_rows
from storage.messages.outbox_rows import OutboxRow

from . import calls
from .acknowledgement import PostedMessage, acknowledge
from .late_pictures import LatePictures
from .message_client import MessageClient


async def send_daily_list(
    bot: BotContext, message_client: MessageClient, pictures: LatePictures, row: OutboxRow
) -> None:
    """Send a person the list of tables that wait for them now; nothing if none does any more."""
    waiting = [summary for summary in await load_table_list(bot.service.db, row.target) if summary.is_waiting]
    if not waiting:
        await acknowledge(bot.service, row)
        return
    async with bot.service.lock_table(row.game) as table:
        localizer = await calls.load_localizer(bot.service.db, table, row.target)
        call = await calls.build_list_call(bot.service.db, table, row.target, waiting)
    picture_request = await load_gallery(bot.service, waiting, localizer)
    page = replace(build_games_page(waiting, localizer, "digest.head"), picture_request=picture_request)
    sent_message = await message_client.post_row(
        row, page, await pictures.draw_in_time(page.picture_request), call=call
    )
    await acknowledge(bot.service, row, PostedMessage(sent_message, OutboxKind.SUMMARY, str(row.target)))


async def send_lost_tables(bot: BotContext, message_client: MessageClient, row: OutboxRow) -> None:
    """Send a player one message that lists their tables without a channel, unless these were moved meanwhile."""
    rows = await outbox_rows.load_direct_rows(bot.service.db, row.target, OutboxKind.CHANNEL_LOST, bot.service.clock())
    titles_lost: list[str] = []
    for table_id in {row.game: None} | {other_row.game: None for other_row in rows}:
        async with bot.service.lock_table(table_id) as table:
            [callee] = await calls.load_callees(bot.service.db, table, [row.target])
            if outbox.is_channel_lost(table):
                titles_lost.append(titles.name_table(table, callee.localizer))
    row_ids = [other_row.id for other_row in rows]
    if not titles_lost:
        await acknowledge(bot.service, row, row_ids=row_ids)
        return
    msg = Message("life.orphan", {"count": len(titles_lost), "table": callee.localizer.join_names(titles_lost)})
    text = callee.localizer.render_message(msg)
    call = calls.build_call([callee], lambda reader: reader.simplify(text), is_direct=True)
    sent_message = await message_client.post_row(row, Page((text,)), call=call)
    posted_message = PostedMessage(sent_message, OutboxKind.CHANNEL_LOST, str(row.target))
    await acknowledge(bot.service, row, posted_message, row_ids=row_ids)
