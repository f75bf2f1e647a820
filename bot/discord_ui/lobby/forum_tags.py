"""Tags of a table's post in a forum channel: whether it seeks players, is in play or over, and its game.

The forum's managers make the tags; those with the right names, in either language, are used.
"""

import logging
from collections.abc import Awaitable, Callable, Iterator

import discord

from bot.discord_ui.interaction.bot_context import BotContext
from bot.discord_ui.text import titles
from bot.discord_ui.text.localizer import Localizer
from engines.kernel import LANGS, Game

log = logging.getLogger(__name__)

STAGES = ("open", "playing", "over")
"""Stages of a table that have tags. A table that was closed early is over."""
MAX_TAGS = 5
"""Maximum number of tags of a post (Discord's limit)."""


def _iter_names(key: str) -> Iterator[str]:
    for lang in LANGS:
        yield Localizer((lang,)).render_label(f"forum.tag.{key}").casefold()


def list_tags(forum: discord.ForumChannel, game: Game[object], stage: str) -> list[discord.ForumTag]:
    """Return the forum's tags for a table of this game at this stage, also those that only moderators may set."""
    wanted_names = {*_iter_names(stage), *(titles.name_game(game, Localizer((lang,))).casefold() for lang in LANGS)}
    return [tag for tag in forum.available_tags if tag.name.casefold() in wanted_names][:MAX_TAGS]


def list_settable_tags(forum: discord.ForumChannel, tags: list[discord.ForumTag]) -> list[discord.ForumTag]:
    """Return the tags that the bot may set."""
    may_moderate = forum.permissions_for(forum.guild.me).manage_threads
    return [tag for tag in tags if may_moderate or not tag.moderated]


def choose_changed_tags(
    post: discord.Thread, forum: discord.ForumChannel, game: Game[object], status: str
) -> list[discord.ForumTag] | None:
    """Return the tags that a table's post gets at this stage; None if it has them. Tags that people have set stay."""
    stage = status if status in STAGES else "over"
    chosen = list_settable_tags(forum, list_tags(forum, game, stage))
    other_stages = {name for other in STAGES if other != stage for name in _iter_names(other)}
    outdated = list_settable_tags(forum, [tag for tag in post.applied_tags if tag.name.casefold() in other_stages])
    kept_tags = [tag for tag in post.applied_tags if tag not in outdated]
    tags = [*kept_tags, *(tag for tag in chosen if tag not in kept_tags)][:MAX_TAGS]
    return None if {tag.id for tag in tags} == {tag.id for tag in post.applied_tags} else tags


async def _find_post(guild: discord.Guild, channel: int) -> discord.Thread | None:
    """Return the thread of this id; one that was archived when the bot logged in is not known and is asked for."""
    try:
        found = guild.get_channel_or_thread(channel) or await guild.fetch_channel(channel)
    except (discord.HTTPException, discord.InvalidData):
        return None
    return found if isinstance(found, discord.Thread) else None


async def update_tags(bot: BotContext, table_id: int, wait_for_request: Callable[[int], Awaitable[None]]) -> None:
    """Update the tags of a table's post to the table's stage. A failure is only logged.

    wait_for_request: waits until a request to this channel may be made.
    """
    async with bot.service.lock_table(table_id) as table:
        game, row = table.game, table.row
    guild = bot.get_guild(row.guild_id)
    post = None if guild is None else await _find_post(guild, row.channel_id)
    if post is None or not isinstance(post.parent, discord.ForumChannel):
        return
    tags = choose_changed_tags(post, post.parent, game, row.status)
    if tags is None:
        return
    await wait_for_request(post.id)
    try:
        await post.edit(applied_tags=tags)
    except discord.HTTPException as error:
        log.warning("table %d: the tags of its forum post stay as they are: %s", table_id, error)
