"""The lasting posts of turns. An ordinary turn edits the old card, which would be deleted anyway, into its post: it
stands where a new message would, and Discord gets a request less.
"""

import msgspec

from bot.discord_ui.interaction.bot_context import BotContext
from bot.discord_ui.page.pages import Page
from bot.discord_ui.text.localizer import Localizer
from bot.table.history import game_log
from bot.table.notices import outbox
from storage.kinds import OutboxKind
from storage.messages import outbox_rows, posts
from storage.messages.outbox_rows import OutboxRow
from storage.messages.posts import PostRow

from . import messages
from .acknowledgement import PostedMessage, acknowledge
from .message_client import MessageClient, SentMessage


async def send_turn(bot: BotContext, message_client: MessageClient, row: OutboxRow) -> None:
    """Post what a turn did: by the old card if nothing lasting stands below it, else by a new message."""
    first, last = outbox.DecisionSpan.parse_key(row.key)
    async with bot.service.lock_table(row.game) as table:
        lines = await game_log.load_published_lines(bot.service, table, first, last)
        page = messages.build_turn_post(table, lines, Localizer.of_table(table.row.language))
    if page is None:
        await acknowledge(bot.service, row)
        return
    card = await _find_reused_card(bot, message_client, row, page)
    sent_message = (
        await message_client.post_row(row, page) if card is None else SentMessage(card.channel_id, card.message_id)
    )
    await acknowledge(bot.service, row, PostedMessage(sent_message, OutboxKind.TURN, row.key, reused_post=card))


async def _find_reused_card(
    bot: BotContext, message_client: MessageClient, row: OutboxRow, page: Page
) -> PostRow | None:
    """Edit the old card into the post, now or in an earlier attempt; None if a new message must be posted.

    The card stays if none is going to replace it: another row may have shown what the table's last card row is about.
    """
    db = bot.service.db
    card = await posts.load_post(db, row.game, OutboxKind.CARD)
    if card is None or card.channel_id != row.target:
        return None
    if row.attempts > 1 and await message_client.is_edited(row, card):
        return card
    if row.attempts > 1 and row.id not in message_client.edited_row_ids:
        return None  # an earlier attempt may have posted a message, which only another post finds, by its nonce
    is_replaced = bool(await outbox_rows.load_waiting_rows(db, row.game, OutboxKind.CARD))
    is_last = card.message_id > await outbox.load_last_permanent_message_id(db, row.game)
    return card if is_replaced and is_last and await message_client.reuse_post(row, card, page) else None


async def strike_turn(bot: BotContext, message_client: MessageClient, row: OutboxRow) -> None:
    """Strike through the post of a turn that was taken back."""
    key = msgspec.json.decode(row.payload, type=outbox.Strike).key
    first, last = outbox.DecisionSpan.parse_key(key)
    async with bot.service.lock_table(row.game) as table:
        lines = await game_log.load_published_lines(bot.service, table, first, last)
        page = messages.build_struck_turn(table, lines, Localizer.of_table(table.row.language))
    post = await posts.load_post(bot.service.db, row.game, OutboxKind.TURN, key)
    if post is not None:
        await message_client.edit_post(row, post, page)
    await acknowledge(bot.service, row)
