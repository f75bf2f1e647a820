"""The bot: the Discord client with the tables behind it, and the workers that run as long as it does."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine
from concurrent.futures import Executor
from typing import Any

import aiohttp
import discord

from bot.table import TableService
from bot.table.computers.players import ComputerPlayers
from bot.table.computers.suggesting import Suggesting
from bot.table.computers.thinking import process_pool
from bot.table.knowing import results, trim
from bot.table.notices import morning_list
from bot.table.time import timers as timer_worker
from bot.table.time.presence import Presence
from engines.kernel import catalogue, games, rulebook
from render import arts
from render.kit.warming import warm

from .commands.publishing import Publisher
from .commands.tree import Tree
from .controls import CONTROLS
from .life import orphans
from .outbox.budget import Budget
from .outbox.sender import Sender
from .page.latest_edits import LatestEdits
from .page.pictures import PictureCache
from .page.studio import Studio
from .panel.followed import FollowedPanels
from .panel.news import News
from .seat_emoji import SeatEmoji

logger = logging.getLogger(__name__)

LAST_ANSWERS_SECONDS = 3.0
"""So long a stop waits for clicks that are being answered (a picture on its way)."""
GOODBYE_SECONDS = 2.0
"""So long it waits for Discord, which may be out of reach; a container is killed ten seconds after it was asked."""


class Teban(discord.AutoShardedClient):
    """`start(token)` runs it, `close()` stops it cleanly. The tables (and their database) belong to whoever made it.

    language: of public posts where the server's locale says nothing. calls_in_card: the card calls whoever is on turn;
    else a post of its own does. emoji: text shows seats in their colours (`seat_emoji`).
    budget: of requests (default: Discord's limits). studio: where pictures are drawn (default: in threads).
    thinkers: makes the processes in which computer players and suggestions are thought out.
    """

    def __init__(
        self,
        tables: TableService,
        language: str = "en",
        *,
        calls_in_card: bool = True,
        emoji: bool = True,
        budget: Budget | None = None,
        studio: Studio | None = None,
        thinkers: Callable[[], Executor] = process_pool,
        **options: Any,
    ) -> None:
        super().__init__(
            intents=discord.Intents(guilds=True, moderation=True, guild_messages=True),
            member_cache_flags=discord.MemberCacheFlags.none(),
            chunk_guilds_at_startup=False,
            max_messages=None,
            allowed_mentions=discord.AllowedMentions.none(),
            **options,
        )
        self.tree = Tree(self)
        self._publisher = Publisher(self.tree, tables)
        self.tables = tables
        self.language = language
        self.calls_in_card = calls_in_card
        self._emoji = emoji
        self.budget = budget or Budget()
        self.pictures = PictureCache(studio)
        self.latest_edits = LatestEdits()
        self.followed = FollowedPanels(tables)
        self.news = News()
        self.troubled: set[int] = set()
        self.computers = ComputerPlayers(tables, thinkers)
        self.suggesting = Suggesting(tables, self.computers.thinkers)
        self.failed = False
        """A worker has broken down."""
        self.answering: set[asyncio.Task[Any]] = set()
        """Clicks that are not yet answered to the end."""
        self._workers: list[asyncio.Task[None]] = []
        self._running: asyncio.Task[None] | None = None
        self._stopping: asyncio.Task[None] | None = None
        self._presence: Presence | None = None
        self._taking_up: asyncio.Task[None] | None = None
        """At the start: games in play meet the rules of this version, results that are missing are added."""

    async def setup_hook(self) -> None:
        """Called by discord.py after login and before the gateway connects: publish the commands, start the workers."""
        self.pictures.studio.prepare()
        drawn = arts()  # read the pictures' code, words and fonts now, not while somebody waits for a first answer
        await asyncio.to_thread(warm, drawn)
        for game in games().values():  # and the words of each game, and its rules, which panels lead to
            catalogue(game.package)
            rulebook(game.package)
        await self.tree.plant()
        self.add_dynamic_items(*CONTROLS)
        await self._publisher.begin()
        self._presence = Presence(self.tables, self.is_connected)
        await self._presence.arrive()
        if self._emoji:
            self._work("seats' emoji", SeatEmoji(self).run())
        self._work("presence", self._presence.keep())
        self._work("sender", Sender(self, self.budget).run())
        self._work("timers", timer_worker.run(self.tables, self._is_here))
        self._work("errands", morning_list.run(self.tables, self._is_here))
        self._work("trimmer", trim.run(self.tables))
        self._taking_up = asyncio.create_task(self._take_up(), name="taking up")
        self._work("thinker", self.computers.run())

    async def _take_up(self) -> None:
        await self.tables.take_up_all()
        await results.fill(self.tables)

    async def on_ready(self) -> None:
        """Comes again after a long outage: what was missed then is found too."""
        await orphans.look_around(self)

    async def on_member_ban(self, guild: discord.Guild, user: discord.User | discord.Member) -> None:
        await orphans.member_gone(self, guild.id, user.id)

    async def on_raw_member_remove(self, payload: discord.RawMemberRemoveEvent) -> None:
        """Comes only where the intent for members is granted; else whoever has left is found late, like anybody."""
        await orphans.member_gone(self, payload.guild_id, payload.user.id)

    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        await orphans.channel_gone(self, channel.id)

    async def on_raw_thread_delete(self, payload: discord.RawThreadDeleteEvent) -> None:
        await orphans.channel_gone(self, payload.thread_id)

    async def on_raw_message_delete(self, payload: discord.RawMessageDeleteEvent) -> None:
        await orphans.messages_gone(self, payload.channel_id, {payload.message_id})

    async def on_raw_bulk_message_delete(self, payload: discord.RawBulkMessageDeleteEvent) -> None:
        await orphans.messages_gone(self, payload.channel_id, payload.message_ids)

    async def on_guild_remove(self, guild: discord.Guild) -> None:
        await orphans.guild_gone(self, guild.id)

    def _is_here(self) -> bool:
        """Answers can come, and what was missed of the clocks is settled."""
        return self._presence is not None and self._presence.is_here

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

    async def start(self, token: str, *, reconnect: bool = True) -> None:
        """Log in and run until `close`. What breaks while the bot is being stopped is no failure."""
        self._running = asyncio.create_task(super().start(token, reconnect=reconnect), name="connection")
        try:
            await self._running
        except (asyncio.CancelledError, discord.DiscordException, aiohttp.ClientError, OSError, RuntimeError) as error:
            if self._stopping is None:
                raise
            logger.info("the connection ended with the stop: %s", type(error).__name__)

    async def close(self) -> None:
        """Finish the clicks under way, stop the workers, disconnect. Outbox rows that are left are sent after the next
        start. It takes a few seconds at most, also where Discord cannot be reached.
        """
        self._stopping = self._stopping or asyncio.create_task(self._stop(super().close()), name="stopping")
        await asyncio.shield(self._stopping)

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def _stop(self, disconnect: Coroutine[Any, Any, None]) -> None:
        if self.answering:
            _, late = await asyncio.wait(self.answering, timeout=LAST_ANSWERS_SECONDS)
            for task in late:
                task.cancel()
            await asyncio.gather(*late, return_exceptions=True)
        tasks = [*self._workers, *filter(None, (self._taking_up,))]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        self._workers.clear()
        await self._publisher.close()
        self.followed.close()
        self.computers.close()
        self.pictures.close()
        # discord.py waits for an answer to its goodbye, and for its next attempt to connect.
        goodbye = asyncio.create_task(disconnect, name="goodbye")
        await asyncio.wait({goodbye}, timeout=GOODBYE_SECONDS)
        if not goodbye.done():
            logger.warning("Discord does not answer the goodbye: the bot stops without")
            goodbye.cancel()
            await asyncio.wait({goodbye, asyncio.create_task(self.http.close())}, timeout=GOODBYE_SECONDS)
        if self._running is not None:
            self._running.cancel()
