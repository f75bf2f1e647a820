"""Telling Discord which commands there are: only when they are others than it has, and without holding up the start.

Discord counts how often a day commands are created, and a program that fails at its start is started again and again.
So what was published is remembered, and Discord's own list is compared with it; only a difference is written.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import logging
from collections.abc import Iterator
from itertools import chain, repeat
from typing import Any

import aiohttp
import discord
from discord.app_commands import AppCommand, CommandSyncFailure

from bot.discord_ui.text import mentions
from bot.table import TableService
from storage.messages import published
from storage.messages.published import PublishedRow

from .tree import Tree

log = logging.getLogger(__name__)

FIRST_SECONDS = 5.0
"""So long the start waits for commands that Discord does not have yet; afterwards it goes on without them."""
RETRY_SECONDS = (20, 60, 300, 900)
"""Between attempts; the last one again and again."""
TROUBLES = (discord.HTTPException, discord.RateLimited, aiohttp.ClientError, TimeoutError, OSError)
HOPELESS = (discord.Forbidden, discord.NotFound, CommandSyncFailure)
"""The same attempt would fail again."""


class Publisher:
    """For one application. `begin` at the start, `close` at the end."""

    def __init__(self, tree: Tree, tables: TableService) -> None:
        self._tree, self._tables = tree, tables
        self._task: asyncio.Task[None] | None = None

    async def begin(self) -> None:
        """Take up what is known, and see to the rest in the background.

        Returns at once if the commands are those published before, else as soon as Discord has them, or after some
        seconds without.
        """
        payload = await self._payload()
        known = await published.get(self._tables.db, self._application)
        if known is not None:
            mentions.publish(json.loads(known.mentions))
        self._task = asyncio.create_task(self._until_done(payload), name="publishing")
        if known is None or known.payload != payload:
            await asyncio.wait((self._task,), timeout=FIRST_SECONDS)

    async def close(self) -> None:
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    @property
    def _application(self) -> int:
        return self._tree.client.application_id or 0

    async def _until_done(self, payload: str) -> None:
        for seconds in _waits():
            await asyncio.sleep(seconds)
            try:
                await self._publish(payload)
                return
            except HOPELESS as error:
                log.error("Discord does not take the commands; those of before stay: %s", error)
                return
            except TROUBLES as error:
                log.warning("the commands could not be published, it is tried again: %s", error)
            except Exception:  # nobody waits for this task: what is not said here is never said
                log.exception("the commands could not be published; those of before stay")
                return

    async def _publish(self, payload: str) -> None:
        """Compare, write if something differs, and remember."""
        known = await published.get(self._tables.db, self._application)
        listed = await self._tree.fetch_commands()
        if known is None or (known.payload, known.listed) != (payload, _listed(listed)):
            await self._tree.sync()
            log.info("the commands were published")
            listed = await self._tree.fetch_commands()
        named = mentions.of(listed)
        mentions.publish(named)
        async with self._tables.db.transaction() as tx:
            row = PublishedRow(self._application, payload, _listed(listed), json.dumps(named))
            await published.put(tx, row)

    async def _payload(self) -> str:
        """The hash of what would be sent."""
        translator = self._tree.translator
        assert translator is not None
        commands = sorted(self._tree.get_commands(), key=lambda command: command.name)
        return _hash([await command.get_translated_payload(self._tree, translator) for command in commands])


def _waits() -> Iterator[int]:
    return chain((0,), RETRY_SECONDS, repeat(RETRY_SECONDS[-1]))


def _listed(commands: list[AppCommand]) -> str:
    """The hash of Discord's list, in which another version of the program would show. It comes without translations."""
    rows: list[Any] = []
    for command in sorted(commands, key=lambda command: command.name):
        allowed = command.default_member_permissions
        rows.append([command.to_dict(), None if allowed is None else allowed.value])
    return _hash(rows)


def _hash(rows: list[Any]) -> str:
    return hashlib.sha256(json.dumps(rows, sort_keys=True).encode()).hexdigest()
