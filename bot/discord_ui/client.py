"""The bot: the Discord client with the tables behind it, and the workers that run as long as it does."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Coroutine
from typing import Any

import discord
from discord.app_commands import AppCommandError
from discord.ext import commands

from bot.table import TableService
from bot.table import timers as timer_worker
from bot.table.computers import ComputerPlayers
from bot.table.knowing import results, trim
from bot.table.notices import digest
from bot.table.presence import Presence
from render import arts

from .commands import agree, seats  # noqa: F401 - their commands join the group "table"
from .commands.admin import admin
from .commands.notices import me
from .commands.past import history, log
from .commands.play import move, play, seat, undo
from .commands.read import board, games_, help_, rules
from .commands.report import report as report_command
from .commands.server import server_group
from .commands.stats import stats
from .commands.table import table
from .commands.translate import Translator
from .controls import CONTROLS
from .interaction.errors import report
from .life import orphans
from .outbox.budget import Budget
from .outbox.sender import Sender
from .page.latest_edits import LatestEdits
from .page.pictures import PictureCache
from .text import mentions

logger = logging.getLogger(__name__)

COMMANDS: tuple[discord.app_commands.Command[Any, ..., Any] | discord.app_commands.Group, ...] = (
    table,
    play,
    move,
    board,
    seat,
    log,
    history,
    undo,
    rules,
    games_,
    stats,
    report_command,
    server_group,
    me,
    admin,
    help_,
)

LAST_ANSWERS_SECONDS = 3.0
"""So long a stop waits for clicks that are being answered (a picture on its way)."""


class Teban(commands.AutoShardedBot):
    """`start(token)` runs it, `close()` stops it cleanly. The tables (and their database) belong to whoever made it.

    language: of public posts where the server's locale says nothing. calls_in_card: the card calls whoever is on turn;
    else a post of its own does. budget: of requests (default: Discord's limits).
    """

    def __init__(
        self,
        tables: TableService,
        language: str = "en",
        *,
        calls_in_card: bool = True,
        budget: Budget | None = None,
        **options: Any,
    ) -> None:
        super().__init__(
            command_prefix=commands.when_mentioned,
            help_command=None,
            intents=discord.Intents(guilds=True, moderation=True),
            member_cache_flags=discord.MemberCacheFlags.none(),
            chunk_guilds_at_startup=False,
            max_messages=None,
            allowed_mentions=discord.AllowedMentions.none(),
            **options,
        )
        self.tables = tables
        self.language = language
        self.calls_in_card = calls_in_card
        self.budget = budget or Budget()
        self.pictures = PictureCache()
        self.latest_edits = LatestEdits()
        self.troubled: set[int] = set()
        self.computers = ComputerPlayers(tables)
        self.failed = False
        """A worker has broken down."""
        self.answering: set[asyncio.Task[Any]] = set()
        """Clicks that are not yet answered to the end."""
        self._workers: list[asyncio.Task[None]] = []
        self._presence: Presence | None = None
        self._taking_up: asyncio.Task[None] | None = None
        """At the start: games in play meet the rules of this version, results that are missing are added."""

    async def setup_hook(self) -> None:
        """Called by discord.py after login and before the gateway connects: publish the commands, start the workers."""
        arts()  # read the pictures' code and fonts now, not while somebody waits for a first answer
        self.tree.on_error = _tree_error  # type: ignore[method-assign]
        await self.tree.set_translator(Translator())
        for command in COMMANDS:
            self.tree.add_command(command)
        self.add_dynamic_items(*CONTROLS)
        mentions.publish(await self.tree.sync())
        self._presence = Presence(self.tables, self.is_connected)
        await self._presence.arrive()
        self._work("presence", self._presence.keep())
        self._work("sender", Sender(self, self.budget).run())
        self._work("timers", timer_worker.run(self.tables))
        self._work("errands", digest.run(self.tables))
        self._work("trimmer", trim.run(self.tables))
        self._taking_up = asyncio.create_task(self._take_up(), name="taking up")
        self._work("thinker", self.computers.run())

    async def _take_up(self) -> None:
        await self.tables.take_up_all()
        await results.fill(self.tables)

    async def on_member_ban(self, guild: discord.Guild, user: discord.User | discord.Member) -> None:
        await orphans.member_gone(self, guild.id, user.id)

    async def on_raw_member_remove(self, payload: discord.RawMemberRemoveEvent) -> None:
        """Comes only where the intent for members is granted; else whoever has left is found late, like anybody."""
        await orphans.member_gone(self, payload.guild_id, payload.user.id)

    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        await orphans.channel_gone(self, channel.id)

    async def on_raw_thread_delete(self, payload: discord.RawThreadDeleteEvent) -> None:
        await orphans.channel_gone(self, payload.thread_id)

    async def on_guild_remove(self, guild: discord.Guild) -> None:
        await orphans.guild_gone(self, guild.id)

    def clock_moved(self, by: int) -> None:
        """A playground's clock went forward by so many milliseconds, as if they had passed."""
        if self._presence is not None:
            self._presence.lived(by)
        self.tables.wake()

    def _work(self, name: str, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work, name=name)
        task.add_done_callback(self._worker_ended)
        self._workers.append(task)

    def _worker_ended(self, task: asyncio.Task[None]) -> None:
        """A worker never ends by itself. Without it the tables would fall silent: stop, and be started anew."""
        if task.cancelled() or self.is_closed():
            return
        logger.critical("the %s has stopped", task.get_name(), exc_info=task.exception())
        self.failed = True
        self._closing = asyncio.create_task(self.close())

    def is_well(self) -> bool:
        """Connected, and every worker at work."""
        return self.is_connected() and not any(task.done() for task in self._workers)

    def is_connected(self) -> bool:
        """Whether presses can reach the bot."""
        return self.is_ready() and not any(shard.is_closed() for shard in self.shards.values())

    async def close(self) -> None:
        """Finish the clicks under way, stop the workers, disconnect. Outbox rows that are left are sent after the next
        start.
        """
        if self.answering:
            await asyncio.wait(self.answering, timeout=LAST_ANSWERS_SECONDS)
        tasks = [*self._workers, *filter(None, (self._taking_up,))]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        self._workers.clear()
        self.computers.close()
        self.pictures.close()
        await super().close()


async def _tree_error(interaction: discord.Interaction[Any], error: AppCommandError) -> None:
    """What goes wrong before a command's own code runs (a wrong kind of argument, a command that was taken away)."""
    await report(interaction, error.__cause__ or error)
