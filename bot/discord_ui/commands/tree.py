"""The command tree with all commands, typed or in menus of messages and people, and their common error handler."""

import asyncio
import hashlib
import json
import logging
from collections.abc import Iterator
from itertools import chain, repeat
from typing import Any

import aiohttp
import discord
from discord import app_commands
from discord.app_commands import AppCommand, AppCommandError, AppInstallationType, CommandSyncFailure

from bot.discord_ui.interaction.handling import report_error
from bot.discord_ui.text import command_mentions
from bot.table import TableService
from storage import StorageError
from storage.kinds import Job
from storage.messages import published_commands
from storage.messages.published_commands import PublishedCommandsRow

from . import table_changes  # noqa: F401 - its commands join the group "table"
from .admin import admin_group
from .game_log import history_command, log_command
from .me_notices import me_group
from .menus import explain_message, invite_person, report_message, show_changes, show_person_stats
from .play import move_command, play_command, seat_command, undo_command
from .play import report_problem as report_command
from .reading import board_command, games_command, help_command, rules_command
from .server import server_group
from .stats import stats_group
from .table import table_group
from .translation import Translator

COMMANDS: tuple[app_commands.Command[Any, ..., Any] | app_commands.Group | app_commands.ContextMenu, ...] = (
    table_group,
    play_command,
    move_command,
    board_command,
    seat_command,
    log_command,
    history_command,
    undo_command,
    rules_command,
    games_command,
    stats_group,
    report_command,
    server_group,
    me_group,
    admin_group,
    help_command,
    show_changes,
    explain_message,
    report_message,
    show_person_stats,
    invite_person,
)


class BotCommandTree(app_commands.CommandTree[Any]):
    """The command tree. By default commands are available only on servers that installed the bot."""

    def __init__(self, client: discord.Client) -> None:
        super().__init__(client, allowed_installs=AppInstallationType(guild=True))

    async def add_commands(self) -> None:
        """Add all commands, in both languages."""
        await self.set_translator(Translator())
        for command in COMMANDS:
            self.add_command(command)

    async def on_error(self, interaction: discord.Interaction[Any], error: AppCommandError, /) -> None:
        """Report errors before a command's own code runs: a wrong type of argument, a removed command."""
        await report_error(interaction, error.__cause__ or error)


logger = logging.getLogger(__name__)

START_WAIT_SECONDS = 5.0
"""Time that the start waits for new commands to be published before it continues without them."""
RETRY_SECONDS = (20, 60, 300, 900)
"""Waits between attempts; the last one repeats."""
TEMPORARY_ERRORS = (
    discord.HTTPException,
    discord.RateLimited,
    aiohttp.ClientError,
    TimeoutError,
    OSError,
    StorageError,
)
PERMANENT_ERRORS = (discord.Forbidden, discord.NotFound, CommandSyncFailure)
"""Errors after which another attempt would fail again."""


class CommandPublisher:
    """Publisher of one application's commands. Call `start` at the start and `close` at the end."""

    def __init__(self, tree: BotCommandTree, service: TableService) -> None:
        self._tree, self._service = tree, service
        self._task: asyncio.Task[None] | None = None
        """Publishes; None before `start`."""

    async def start(self) -> None:
        """Load the stored mentions and publish in the background.

        Returns at once if the commands have not changed, else as soon as Discord has them or after START_WAIT_SECONDS.
        """
        payload = await self._hash_payload()
        known = await self.load_mentions()
        self._task = asyncio.create_task(self._publish_with_retries(payload), name="publishing")
        if known is None or known.payload != payload:
            await asyncio.wait((self._task,), timeout=START_WAIT_SECONDS)

    async def load_mentions(self) -> PublishedCommandsRow | None:
        """Load the mentions of the commands that were published last, and return their row."""
        known = await published_commands.load_published(self._service.db, self._application)
        if known is not None:
            command_mentions.set_mentions(json.loads(known.mentions))
        return known

    async def close(self) -> None:
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    @property
    def _application(self) -> int:
        return self._tree.client.application_id or 0

    async def _publish_with_retries(self, payload: str) -> None:
        for seconds in _iter_waits():
            await asyncio.sleep(seconds)
            try:
                async with self._service.db.hold_job(Job.PUBLISH_COMMANDS):
                    await self._publish_changes(payload)
                return
            except PERMANENT_ERRORS as error:
                logger.error("Discord does not take the commands; the earlier ones stay: %s", error)
                return
            except TEMPORARY_ERRORS as error:
                logger.warning("the commands could not be published, it is tried again: %s", error)
            except Exception:  # nothing awaits this task, so an error must be logged here
                logger.exception("the commands could not be published; the earlier ones stay")
                return

    async def _publish_changes(self, payload: str) -> None:
        """Compare with Discord's list, publish if it differs, and store the result."""
        known = await published_commands.load_published(self._service.db, self._application)
        commands_on_discord = await self._tree.fetch_commands()
        if known is None or (known.payload, known.listing_hash) != (payload, _hash_listed(commands_on_discord)):
            await self._tree.sync()
            logger.info("the commands were published")
            commands_on_discord = await self._tree.fetch_commands()
        mentions_by_name = command_mentions.collect_mentions(commands_on_discord)
        command_mentions.set_mentions(mentions_by_name)
        async with self._service.db.transaction() as tx:
            row = PublishedCommandsRow(
                self._application, payload, _hash_listed(commands_on_discord), json.dumps(mentions_by_name)
            )
            await published_commands.save_published(tx, row)

    async def _hash_payload(self) -> str:
        """Return the hash of the commands that would be sent."""
        translator = self._tree.translator
        assert translator is not None
        commands = sorted(self._tree.get_commands(), key=lambda command: command.name)
        return _hash_rows([await command.get_translated_payload(self._tree, translator) for command in commands])


def _iter_waits() -> Iterator[int]:
    return chain((0,), RETRY_SECONDS, repeat(RETRY_SECONDS[-1]))


def _hash_listed(commands: list[AppCommand]) -> str:
    """Return the hash of Discord's list (without translations), which differs if another version published commands."""
    rows: list[Any] = []
    for command in sorted(commands, key=lambda command: command.name):
        allowed = command.default_member_permissions
        rows.append([command.to_dict(), None if allowed is None else allowed.value])
    return _hash_rows(rows)


def _hash_rows(rows: list[Any]) -> str:
    return hashlib.sha256(json.dumps(rows, sort_keys=True).encode()).hexdigest()
