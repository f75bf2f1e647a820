"""The bot: the Discord client, the table service behind it, and its background workers."""

import asyncio
import logging
from collections.abc import Callable, Collection, Coroutine
from concurrent.futures import Executor
from typing import TYPE_CHECKING, Any

import aiohttp
import discord

from bot.table import TableService
from bot.table.background import delays, retention, timer_worker
from bot.table.background.bot_presence import BotPresence
from bot.table.background.restored_tables import enqueue_restore_notices
from bot.table.computers.computer_players import ComputerPlayers
from bot.table.computers.search_workers import SuggestionService, create_process
from bot.table.history import finished_games
from bot.table.personal import daily_list, table_inbox
from bot.table.terms.abuse_limits import CALLS_CHANNEL
from engines.kernel import load_catalogue, load_games, load_rulebook
from render import load_arts
from render.kit.warming import warm_up
from storage import DatabaseTakenOver, StorageError, retry_while_unavailable
from storage.messages import forwarded_rows, inbox_rows

from .commands.tree import BotCommandTree, CommandPublisher
from .controls import CONTROLS, handle_entry_form
from .interaction.forwarding import PressForwarder
from .interaction.latest_messages import LatestEdits, NewestMessages
from .lifecycle import lost_tables
from .lifecycle.confirmation import Confirmations
from .outbox import posting_failures
from .outbox.rate_limit import REFUSAL_CHANNEL, REQUEST_SECONDS, GlobalLimit, RateLimiter, limit_requests
from .outbox.sender import Sender
from .page.pictures import PictureCache
from .page.render_pool import RenderPool
from .panel.news import PanelNews
from .panel.tracking import NewestPanelTracker
from .shard_connections import ShardConnections
from .text.seat_emoji import SeatEmojiUploader

if TYPE_CHECKING:  # its driver is an extra
    from storage.shards.leases import LeaseKeeper

logger = logging.getLogger(__name__)

MIN_SESSION_STARTS = 5
"""If fewer session starts are left today, the bot waits for the next day."""
PENDING_ANSWERS_SECONDS = 3.0
"""Maximum wait, during a stop, for interactions that are being answered (with pictures still to be sent)."""
DISCONNECT_SECONDS = 2.0
"""Maximum wait, during a stop, for Discord, which may be unreachable. Docker kills a container ten seconds later."""


class Teban(discord.AutoShardedClient):
    """The Discord client. `start(token)` runs it, `close()` stops it; the caller owns the tables and their database.

    See BotContext for `language`. emoji: show seats as coloured emoji (`seat_emoji`). rate_limiter: of
    requests to Discord. render_pool: draws pictures (default: threads). create_worker: starts a worker that searches
    for computer players and suggestions. leases: of a process that shares the database; it serves the shards that it
    leases.
    """

    def __init__(
        self,
        service: TableService,
        language: str = "en",
        *,
        emoji: bool = True,
        rate_limiter: RateLimiter | None = None,
        render_pool: RenderPool | None = None,
        create_worker: Callable[[], Executor] = create_process,
        leases: "LeaseKeeper | None" = None,
        **options: Any,
    ) -> None:
        super().__init__(
            shard_count=None if leases is None else leases.session.shard_count,
            intents=discord.Intents(guilds=True, moderation=True, guild_messages=True),
            member_cache_flags=discord.MemberCacheFlags.none(),
            chunk_guilds_at_startup=False,
            max_messages=None,
            allowed_mentions=discord.AllowedMentions.none(),
            max_ratelimit_timeout=REQUEST_SECONDS,
            **options,
        )
        self.tree = BotCommandTree(self)
        self._publisher = CommandPublisher(self.tree, service)
        self.service = service
        self.language = language
        self._emoji = emoji
        self.rate_limiter = rate_limiter or RateLimiter()
        self._global_limit = GlobalLimit(self.rate_limiter, service.db)
        self.http.http_trace = self._global_limit.build_trace()
        self.pictures = PictureCache(render_pool)
        self.latest_edits = LatestEdits()
        self.newest_messages = NewestMessages()
        self.panel_tracker = NewestPanelTracker(service)
        self.news = PanelNews()
        self.failing_tables: set[int] = set()  # Discord refused their posts
        self.confirmations = Confirmations()
        parsers = self._connection.parsers
        self.forwarder = PressForwarder(service, parsers["INTERACTION_CREATE"])
        parsers["INTERACTION_CREATE"] = self.forwarder.receive_press
        self.computers = ComputerPlayers(service, create_worker)
        self.suggestion_finder = SuggestionService(service, self.computers.workers)
        self.has_failed = False
        """True if a worker has stopped with an error."""
        self.answering_tasks: set[asyncio.Task[Any]] = set()
        """Tasks of interactions not yet completely answered."""
        self._workers: list[asyncio.Task[None]] = []  # they run until the stop
        self._gateway_task: asyncio.Task[None] | None = None  # keeps the connection to Discord
        self._stop_task: asyncio.Task[None] | None = None  # None: nothing has asked for the stop
        self._presence = BotPresence(service, self._is_shard_connected)
        self._sender = Sender(self, self.rate_limiter)
        self._shards = None if leases is None else ShardConnections(self, service, leases, self._presence, self._sender)
        """None: this process is alone and is connected for all servers."""
        self._max_concurrency = 1  # number of sessions that Discord lets the bot open in five seconds, as it said last
        self._restart_reason: str | None = None
        """Why this process must start again, in words."""
        self._resume_task: asyncio.Task[None] | None = None
        """Task that upgrades running games to this version's rules; with leases, it resumes tables of new shards."""

    async def setup_hook(self) -> None:
        """Publish the commands and start the workers. discord.py calls this after login, before connecting."""
        limit_requests(self.http)
        self._report_interactions_endpoint()
        if self._shards is None:
            await self.wait_for_session_starts()
        self.pictures.render_pool.start_first_process()
        art_by_game = load_arts()  # load the pictures' code, text and fonts now, so that no first answer waits for it
        await asyncio.to_thread(warm_up, art_by_game)
        for game in load_games().values():  # also the catalogue and rulebook of each game
            load_catalogue(game.package)
            load_rulebook(game.package)
        await self.tree.add_commands()
        self.add_dynamic_items(*CONTROLS)
        if self._shards is None:
            await self._publisher.start()
        else:
            await retry_while_unavailable(self._publisher.load_mentions)
        await self._presence.settle_outage_at_start()
        if self._emoji:
            self._start_worker("seats' emoji", SeatEmojiUploader(self, self.service.db).run())
        self._start_worker("presence", self._presence.keep_checking())
        self._start_worker("sender", self._sender.run())
        self._start_worker("timers", timer_worker.run(self.service, lambda: self._presence.attended_shards))
        self._start_worker("inboxes", table_inbox.run(self.service))
        self._start_worker("daily lists", daily_list.run(self.service, lambda: self._presence.is_here))
        self._start_worker("retention", retention.run(self.service))
        self._start_worker("computer players", self.computers.run())
        if self._shards is None:
            self._resume_task = asyncio.create_task(retry_while_unavailable(self._upgrade_tables), name="resumption")

    async def launch_shards(self) -> None:
        """Connect all shards; if the database is shared, each shard as soon as this process has leased it."""
        if self._shards is None:
            await super().launch_shards()
            return
        self._start_worker("leases", self._shards.keeper.keep_renewing())
        self._start_worker("shards", self._shards.run())
        self._start_worker("connections", self._shards.keep_launching())
        self._start_worker("forwarded presses", self.forwarder.run())
        callbacks = {
            forwarded_rows.CHANNEL: lambda _: self.forwarder.rows_changed.set(),
            inbox_rows.CHANNEL: lambda _: self.service.inbox_ready.set(),
            REFUSAL_CHANNEL: self._global_limit.receive_refusal,
            CALLS_CHANNEL: self.service.limiter.receive_calls,
        }
        self._start_worker("database notifications", self.service.db.keep_listening(callbacks))

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """Wait until Discord accepts another session of the bot."""
        if self._shards is None:
            await super().before_identify_hook(shard_id, initial=initial)
        elif not self.rate_limiter.is_unlimited:
            await self._shards.wait_for_identify((shard_id or 0) % self._max_concurrency)

    def _report_interactions_endpoint(self) -> None:
        if self.application is not None and self.application.interactions_endpoint_url is not None:
            logger.critical(
                "the application has an interactions endpoint URL, so no press and no command reaches this bot:"
                " remove it in the developer portal (General Information)"
            )

    async def wait_for_session_starts(self) -> None:
        """Wait for the next day if few session starts are left: Discord resets the token of a bot that exceeds them."""
        try:
            _, _, limit = await self.http.get_bot_gateway()
        except (discord.DiscordException, aiohttp.ClientError, OSError) as error:  # connecting is retried anyway
            logger.warning("Discord does not say how many starts are left today: %s", type(error).__name__)
            return
        self._max_concurrency = limit["max_concurrency"]
        left, total, seconds = limit["remaining"], limit["total"], limit["reset_after"] / 1000
        if left < MIN_SESSION_STARTS:
            logger.critical("only %d of %d starts are left today: connecting in %d s", left, total, seconds)
            await asyncio.sleep(seconds)

    def resume_tables(self, shards: Collection[int]) -> None:
        """Resume, in the background, the unfinished work at the tables of shards that this process begins to serve."""
        self._resume_task = asyncio.create_task(self._resume_tables(shards, self._resume_task), name="resumption")
        self._resume_task.add_done_callback(self._handle_resume_end)

    async def _resume_tables(self, shards: Collection[int], earlier: asyncio.Task[None] | None) -> None:
        self.service.inbox_ready.set()
        self.service.wake_workers()
        if earlier is None:
            await retry_while_unavailable(self._publisher.start)
        else:
            await asyncio.wait({earlier})
        await self._sender.resume_tables(shards)
        await self.computers.queue_all_tables(shards)
        await retry_while_unavailable(lambda: self._upgrade_tables(shards))

    def _handle_resume_end(self, task: asyncio.Task[None]) -> None:
        if not task.cancelled() and task.exception() is not None:
            self._handle_worker_end(task)

    async def _upgrade_tables(self, shards: Collection[int] | None = None) -> None:
        await self.service.load_games_in_play(shards)
        await enqueue_restore_notices(self.service)
        await finished_games.add_missing_results(self.service)

    async def on_ready(self) -> None:
        """Find servers that were lost or regained. discord.py calls this again after a long outage."""
        if self._shards is None:
            await lost_tables.handle_changed_guilds(self)

    async def on_shard_ready(self, shard_id: int) -> None:
        """Find servers of the connected shards that were lost or regained; other shards may not be connected yet."""
        if self._shards is not None:
            self._shards.mark_ready(shard_id)
            await lost_tables.handle_changed_guilds(self, self._shards.knows_guild)

    async def on_interaction(self, interaction: discord.Interaction[Any]) -> None:
        """Handle submitted entry forms; discord.py passes on everything else by itself."""
        if interaction.type is discord.InteractionType.modal_submit:
            await handle_entry_form(interaction)

    async def on_member_ban(self, guild: discord.Guild, user: discord.User | discord.Member) -> None:
        await lost_tables.handle_member_left(self, guild.id, user.id)

    async def on_raw_member_remove(self, payload: discord.RawMemberRemoveEvent) -> None:
        """Handle a member leaving. Discord sends this only with the members intent; without it they are found later."""
        await lost_tables.handle_member_left(self, payload.guild_id, payload.user.id)

    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        await lost_tables.handle_channel_deleted(self, channel.id, channel.guild.id)

    async def on_guild_channel_update(self, _: discord.abc.GuildChannel, after: discord.abc.GuildChannel) -> None:
        await posting_failures.retry_tables(self, after.guild.id)

    async def on_guild_role_update(self, _: discord.Role, after: discord.Role) -> None:
        await posting_failures.retry_tables(self, after.guild.id)

    async def on_member_update(self, _: discord.Member, after: discord.Member) -> None:
        """Handle new roles of the bot; Discord sends those of other members only with the members intent."""
        if self.user is not None and after.id == self.user.id:
            await posting_failures.retry_tables(self, after.guild.id)

    async def on_thread_update(self, before: discord.Thread, after: discord.Thread) -> None:
        if (before.archived, before.locked) != (after.archived, after.locked):
            await posting_failures.retry_tables(self, after.guild.id)

    async def on_raw_thread_update(self, payload: discord.RawThreadUpdateEvent) -> None:
        """Handle a thread that is open again: discord.py forgets archived threads and has no other event for them."""
        if payload.thread is None:
            await posting_failures.retry_tables(self, payload.guild_id)

    async def on_guild_join(self, guild: discord.Guild) -> None:
        await lost_tables.restore_tables(self, guild.id)

    async def on_raw_thread_delete(self, payload: discord.RawThreadDeleteEvent) -> None:
        await lost_tables.handle_channel_deleted(self, payload.thread_id)

    async def on_message(self, message: discord.Message) -> None:
        if self.user is not None:
            self.newest_messages.record_message(message, self.user.id)

    async def on_raw_message_delete(self, payload: discord.RawMessageDeleteEvent) -> None:
        await lost_tables.handle_messages_deleted(self, payload.channel_id, {payload.message_id})

    async def on_raw_bulk_message_delete(self, payload: discord.RawBulkMessageDeleteEvent) -> None:
        await lost_tables.handle_messages_deleted(self, payload.channel_id, payload.message_ids)

    async def on_guild_remove(self, guild: discord.Guild) -> None:
        await lost_tables.handle_guild_removed(self, guild.id)

    def handle_clock_jump(self, milliseconds: int) -> None:
        """Handle a jump of the playground's clock by `milliseconds` milliseconds as if the time had passed."""
        self._presence.skip_time(milliseconds)
        self.service.wake_workers()

    def _start_worker(self, name: str, coroutine: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(coroutine, name=name)
        task.add_done_callback(self._handle_worker_end)
        self._workers.append(task)

    def _handle_worker_end(self, task: asyncio.Task[None]) -> None:
        """Close the client if a worker ends, which never happens normally; the supervisor starts the bot again."""
        if task.cancelled() or self.is_closed():
            return
        if isinstance(task.exception(), DatabaseTakenOver):
            self.end_after_loss(str(task.exception()))
            return
        logger.critical("the worker %s has stopped", task.get_name(), exc_info=task.exception())
        self.has_failed = True
        self._closing = asyncio.create_task(self.close())

    def end_after_loss(self, reason: str = "another process owns tables of this one now") -> None:
        """Stop with an error, because this process may not write what it has in memory; the supervisor restarts it."""
        if self._restart_reason is None and self._stop_task is None:
            self._restart_reason = f"{reason}: this one ends, to be started again"
            logger.critical("%s", self._restart_reason)
            self.has_failed = True
            self._closing = asyncio.create_task(self.close())

    def end_after_upgrade(self) -> None:
        """Stop without an error, because newer processes serve all tables, so no supervisor should restart this one."""
        if self._stop_task is None:
            logger.info("processes of a newer version serve all tables: this one ends")
            self._closing = asyncio.create_task(self.close())

    async def find_problem(self) -> str | None:
        """Return why people may not be notified, in words; None if they are, or another process notifies them."""
        if self._restart_reason is not None:
            return self._restart_reason
        if self._shards is None and not self.is_connected():
            return "Discord is not connected"
        if self._shards is not None and (problem := self._shards.problem) is not None:
            return problem
        ended_workers = [task.get_name() for task in self._workers if task.done()]
        if ended_workers:
            return f"a worker has stopped: {', '.join(ended_workers)}"
        try:
            return await delays.find_problem(self.service) or self.computers.find_problem()
        except StorageError as error:
            return str(error)

    async def wait_until_serving(self) -> None:
        """Wait until answers can reach the bot for the first time."""
        await (self.wait_until_ready() if self._shards is None else self._shards.ready_event.wait())

    def is_connected(self) -> bool:
        """Return whether interactions can reach the bot."""
        if self._shards is not None:
            return self._shards.is_connected
        return self.is_ready() and not any(shard.is_closed() for shard in self.shards.values())

    def _is_shard_connected(self, shard: int) -> bool:
        """Return whether interactions at the tables of a shard can reach the bot."""
        return self.is_connected() if self._shards is None else self._shards.is_shard_connected(shard)

    async def start(self, token: str, *, reconnect: bool = True) -> None:
        """Log in and run until `close`. Errors of the connection during a stop are only logged."""
        self._gateway_task = asyncio.create_task(super().start(token, reconnect=reconnect), name="connection")
        try:
            await self._gateway_task
        except (asyncio.CancelledError, discord.DiscordException, aiohttp.ClientError, OSError, RuntimeError) as error:
            if self._stop_task is None:
                raise
            logger.info("the connection ended with the stop: %s", type(error).__name__)

    async def close(self) -> None:
        """Finish the running interactions, stop the workers, disconnect.

        Takes a few seconds at most, even if Discord is unreachable. Remaining outbox rows are sent after a restart.
        """
        self._stop_task = self._stop_task or asyncio.create_task(self._stop_all(super().close()), name="stopping")
        await asyncio.shield(self._stop_task)

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def _stop_all(self, disconnect: Coroutine[Any, Any, None]) -> None:
        if self.answering_tasks:
            _, late = await asyncio.wait(self.answering_tasks, timeout=PENDING_ANSWERS_SECONDS)
            for task in late:
                task.cancel()
            await asyncio.gather(*late, return_exceptions=True)
        tasks = [*self._workers, *filter(None, (self._resume_task,))]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        self._workers.clear()
        await self._publisher.close()
        if self._shards is not None:
            await self._shards.close()
        self.panel_tracker.close()
        self.computers.close()
        self.pictures.close()
        # discord.py waits for an answer to its close frame, and for its next attempt to connect.
        disconnecting = asyncio.create_task(disconnect, name="goodbye")
        await asyncio.wait({disconnecting}, timeout=DISCONNECT_SECONDS)
        if not disconnecting.done():
            logger.warning("Discord does not answer the goodbye: the bot stops without")
            disconnecting.cancel()
            await asyncio.wait({disconnecting, asyncio.create_task(self.http.close())}, timeout=DISCONNECT_SECONDS)
        if self._gateway_task is not None:
            self._gateway_task.cancel()
