"""Handlers for deleted channels and messages, lost servers and members who left.

A table without channel is paused, and its players learn by direct message how to move it. Deleted messages that are
still needed are posted again.
"""

import logging
from collections.abc import Callable, Collection, Sequence
from contextlib import suppress
from typing import NamedTuple

import aiohttp
import discord

from bot.discord_ui.interaction.bot_context import BotContext
from bot.discord_ui.interaction.errors import UNKNOWN_CHANNEL, UNKNOWN_MEMBER, UNKNOWN_USER
from bot.table.admin import channel_move
from bot.table.background import message_repair
from bot.table.personal import table_inbox
from storage import ForeignTable
from storage.kinds import PauseReason
from storage.messages import posts
from storage.play import games
from storage.time import pauses

log = logging.getLogger(__name__)


async def handle_channel_deleted(bot: BotContext, channel: int, guild: int | None = None) -> None:
    """Handle the deletion of a channel or thread.

    guild: the server of a channel, None for a thread. Discord sends no event for the archived threads of a deleted
    channel, so those with tables are looked at.
    """
    row = await games.load_active_in_channel(bot.service.db, channel)
    if row is not None:
        await pause_lost_table(bot, row.id)
    known = None if guild is None else bot.get_guild(guild)
    if known is None:
        return
    for row in await games.load_games_of_guild(bot.service.db, known.id):
        if known.get_channel_or_thread(row.channel_id) is None and await _sees_channel(bot, row.channel_id) is False:
            await pause_lost_table(bot, row.id)


async def _sees_channel(bot: BotContext, channel: int) -> bool | None:
    """Return whether Discord shows the channel or thread to the bot; None: it cannot say now, or it refuses."""
    try:
        await bot.fetch_channel(channel)
    except discord.NotFound as error:
        return False if error.code == UNKNOWN_CHANNEL else None
    except (discord.HTTPException, aiohttp.ClientError, TimeoutError, OSError) as error:
        log.info("channel %d cannot be looked at: %s", channel, error)
        return None
    return True


async def restore_tables(bot: BotContext, guild: int) -> None:
    """Resume the tables of a server that the bot was invited to again, where their channels still exist."""
    await _restore_visible_tables(bot, await games.load_games_of_guild(bot.service.db, guild))


async def _restore_visible_tables(bot: BotContext, rows: Sequence[games.GameRow]) -> None:
    """Resume those of these tables that lost their channel and can see it again."""
    pauses_by_table = await pauses.load_pauses_by_game(bot.service.db, [row.id for row in rows])
    for row in rows:
        is_lost = any(pause.reason is PauseReason.CHANNEL_LOST for pause in pauses_by_table[row.id])
        if is_lost and bot.get_guild(row.guild_id) is not None and await _sees_channel(bot, row.channel_id):
            with suppress(ForeignTable):  # as in `pause_lost_table`
                await channel_move.resume_in_place(bot.service, row.id)


async def handle_messages_deleted(bot: BotContext, channel: int, messages: Collection[int]) -> None:
    """Handle deleted messages; most of them are people's own and concern no table."""
    row = await games.load_active_in_channel(bot.service.db, channel)
    if row is not None and await posts.load_posts_of_messages(bot.service.db, row.id, messages):
        with suppress(ForeignTable):  # as in `pause_lost_table`
            async with bot.service.lock_table(row.id) as table:
                await message_repair.repost_deleted(bot.service, table, messages)


async def handle_guild_removed(bot: BotContext, guild: int) -> None:
    """Handle the removal of the bot from a server, or the server's deletion."""
    for row in await games.load_games_of_guild(bot.service.db, guild):
        await pause_lost_table(bot, row.id)


async def handle_changed_guilds(bot: BotContext, is_known: Callable[[int], bool] = lambda guild: True) -> None:
    """Handle servers that removed the bot, or invited it again, while it was offline; called at the start, and when
    a shard is connected. is_known: whether Discord has said if the bot is on this server.

    A bot that is on no server with a table probably runs with a wrong token; then nothing is done.
    """
    active = await games.load_with_status(bot.service.db, *games.ACTIVE_STATUSES)
    rows = [row for row in active if is_known(row.guild_id)]
    lost_rows = [row for row in rows if bot.get_guild(row.guild_id) is None]
    if len(lost_rows) == len(rows):
        if lost_rows:
            log.warning("the bot is on no server that has a table; is this the right token?")
        return
    for row in lost_rows:
        await pause_lost_table(bot, row.id)
    await _restore_visible_tables(bot, rows)


async def handle_member_left(bot: BotContext, guild: int, person: int) -> None:
    """Open the seats of a person who was banned from the server or left it."""
    rows = await games.load_games_of_person(bot.service.db, person)
    await table_inbox.release_seats(bot.service, person, [row.id for row in rows if row.guild_id == guild])


class MemberState(NamedTuple):
    """The state of a person on a server. Without a privileged intent Discord sends no event about it: it is asked."""

    has_left: bool = False
    """Whether the person is not on the server (any more)."""
    timed_out_until: int | None = None
    """Unix seconds until which a moderator's time-out keeps the person from pressing anything."""
    is_pending: bool = False
    """Whether the person must first accept the server's rules (membership screening) to press anything."""
    is_quarantined: bool = False
    """Whether AutoMod keeps the person from pressing anything because of their name or the tag beside it."""


async def load_member_state(bot: BotContext, guild: int, person: int) -> MemberState:
    """Ask Discord about a person; a member who may press if it cannot say now."""
    known = bot.get_guild(guild)
    if known is None or known.unavailable:
        return MemberState()
    try:
        member = await known.fetch_member(person)
    except discord.NotFound as error:
        return MemberState(has_left=error.code in (UNKNOWN_MEMBER, UNKNOWN_USER))
    except (discord.HTTPException, aiohttp.ClientError, TimeoutError, OSError) as error:
        log.info("server %d cannot tell whether %d is a member: %s", guild, person, error)
        return MemberState()
    until = member.timed_out_until
    flags = member.flags
    return MemberState(
        timed_out_until=None if until is None else int(until.timestamp()),
        is_pending=member.pending,
        is_quarantined=flags.automod_quarantined_username or flags.automod_quarantined_guild_tag,
    )


async def pause_lost_table(bot: BotContext, table_id: int) -> None:
    """Pause a table that lost its channel; its players are informed through the outbox. A table of another process is
    left to that one: its shard was given back, and is still connected here.
    """
    with suppress(ForeignTable):
        async with bot.service.lock_table(table_id) as table:
            await channel_move.handle_lost_channel(bot.service, table)
