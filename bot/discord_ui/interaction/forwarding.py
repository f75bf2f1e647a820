"""Presses about a table of another process: they are forwarded to it as Discord sent them.

Each process is connected for its own shards, but direct messages come to shard 0 alone. A handler that asks for a table
of another process raises ForeignTable before it has done anything; the press is stored then (`forwarded_rows`), and the
owner of the table receives it as if its own gateway had brought it, since an answer needs only the id and the token of
the interaction. If no owner takes it in time, this process takes it back and says that the table cannot be reached.

A shard that was given back stays connected until its new process is. All that comes from there is forwarded unread,
and the new process may then receive a press twice: the second one is left out. If such a press, of a direct message, is
about a table of a third process, it is forwarded once more.
"""

from __future__ import annotations

import asyncio
import contextvars
import json
import logging
from collections import OrderedDict
from collections.abc import Callable
from contextlib import suppress
from contextvars import ContextVar
from dataclasses import dataclass, field, replace
from typing import Any, Self

import discord

from bot import metrics
from bot.table import TableService
from storage import ForeignTable, StorageError
from storage.messages import forwarded_rows
from storage.messages.forwarded_rows import ForwardedRow
from storage.shards.ownership import find_shard

from .first_answer import FirstAnswer, compute_defer_delay

log = logging.getLogger(__name__)

POLL_SECONDS = 0.5
"""Interval at which to look for presses whose notification was missed."""
MAX_RECEIVED = 1_000
"""Number of presses that a process remembers, so as to receive none twice."""
MAX_AGE_MS = 3_000
"""Age from which a forwarded press is deleted and not handled: its person has read long ago that nothing happened."""


@dataclass(frozen=True, slots=True)
class ReceivedPress:
    """An interaction as Discord sent it."""

    payload: bytes = field(repr=False)
    """A secret: it holds the token that allows answering."""
    origin: int
    """The server that it comes from; 0: a direct message."""
    forwarded_to: int | None = None
    """The server to whose process it was forwarded; None: this process has received it from Discord."""

    @classmethod
    def read(cls, payload: Any) -> Self:
        """Return an interaction that Discord has sent."""
        return cls(json.dumps(payload).encode(), int(payload.get("guild_id") or 0))

    @property
    def is_forwarded(self) -> bool:
        """Whether another process has received it from Discord."""
        return self.forwarded_to is not None

    def may_be_forwarded(self, guild_id: int, shard_count: int) -> bool:
        """Return whether it may go to the process of this server: once, and once more if it was forwarded unread, to
        where it comes from, and the server belongs to another shard.
        """
        if self.forwarded_to is None:
            return True
        was_unread = self.forwarded_to == self.origin
        return was_unread and find_shard(self.forwarded_to, shard_count) != find_shard(guild_id, shard_count)


received_press: ContextVar[ReceivedPress | None] = ContextVar("received_press", default=None)
"""The press that this task handles; None: this process is alone, or it is no press."""


class PressForwarder:
    """Forwards presses about tables of other processes, and receives those about its own.

    receive: discord.py's handler of raw interactions.
    """

    def __init__(self, service: TableService, receive: Callable[[Any], None]) -> None:
        self._service = service
        self._receive = receive
        self.rows_changed = asyncio.Event()
        """Set when another process may have forwarded a press."""
        self._received_ids: OrderedDict[int, None] = OrderedDict()
        """The last presses that were received here, and not forwarded."""
        self._forwarding_tasks: set[asyncio.Task[None]] = set()
        """Tasks that forward presses from shards that were given back."""

    def receive_press(self, payload: Any) -> None:
        """Receive an interaction from the gateway. Tasks that start from here know it as Discord sent it."""
        ownership = self._service.db.ownership
        if ownership.is_alone:
            self._receive(payload)
            return
        press = ReceivedPress.read(payload)
        if ownership.was_given_back(press.origin):
            task = asyncio.create_task(self._forward_unread(payload, press), name="forwarding")
            self._forwarding_tasks.add(task)
            task.add_done_callback(self._forwarding_tasks.discard)
        elif self._is_first_receipt(int(payload["id"])):
            self._receive_in_context(payload, press)

    def _is_first_receipt(self, press_id: int) -> bool:
        """Return whether a press was not received before, from the gateway or from another process."""
        if press_id in self._received_ids:
            return False
        self._received_ids[press_id] = None
        if len(self._received_ids) > MAX_RECEIVED:
            self._received_ids.popitem(last=False)
        return True

    async def _forward_unread(self, payload: Any, press: ReceivedPress) -> None:
        """Forward a press from a shard that was given back. If no process takes it in time, it is handled here, so
        that its person gets an answer.
        """
        press_id = int(payload["id"])
        try:
            await self._store_press(ForwardedRow(press_id, press.origin, press.payload))
        except StorageError as error:
            log.warning("interaction %d could not be forwarded: %s", press_id, error)
        else:
            pressed_at = discord.utils.snowflake_time(press_id)
            await asyncio.sleep(compute_defer_delay(pressed_at, discord.utils.utcnow()))
            if not await self._take_back(press_id):
                return
            metrics.FORWARDED.labels("unanswered").inc()
        self._receive_in_context(payload, replace(press, forwarded_to=press.origin))

    def _receive_in_context(self, payload: Any, press: ReceivedPress) -> None:
        context = contextvars.copy_context()
        context.run(received_press.set, press)
        context.run(self._receive, payload)

    async def forward(self, first_answer: FirstAnswer, error: ForeignTable) -> None:
        """Forward the press that this task handles, and wait until its owner has taken it.

        Raises the error again if no process takes it in time, or it cannot be forwarded: it was answered already, or
        forwarded to the owner of a table. Other errors of the database mean that it was not stored. If it may have
        been, only this process's deletion of the row proves that no other handles it: without that proof the person
        gets no answer here.
        """
        press, interaction = received_press.get(), first_answer.interaction
        shard_count = self._service.db.ownership.shard_count
        if press is None or error.guild_id is None or shard_count is None:
            raise error
        if not press.may_be_forwarded(error.guild_id, shard_count) or not await first_answer.hand_over():
            raise error
        self._received_ids.pop(interaction.id, None)  # this process may receive it again, once it owns the table
        await self._store_press(ForwardedRow(interaction.id, error.guild_id, press.payload))
        await asyncio.sleep(compute_defer_delay(interaction.created_at, discord.utils.utcnow()))
        if await self._take_back(interaction.id):
            metrics.FORWARDED.labels("unanswered").inc()
            raise error

    async def _store_press(self, row: ForwardedRow) -> None:
        """Store a press for its owner. An error of the commit says nothing about whether it happened."""
        may_be_stored = False
        try:
            async with self._service.db.transaction(needs_lease=False) as tx:
                await forwarded_rows.add_row(tx, row)
                may_be_stored = True
        except StorageError as error:
            if not may_be_stored:
                raise
            log.warning("interaction %d may have been forwarded: %s", row.id, error)

    async def _take_back(self, row_id: int) -> bool:
        """Delete a press that no owner has taken. Returns False if one has, or may have."""
        try:
            async with self._service.db.transaction(needs_lease=False) as tx:
                return await forwarded_rows.take_row(tx, row_id) is not None
        except StorageError as error:
            log.warning("interaction %d was forwarded, perhaps to nobody: %s", row_id, error)
            return False

    async def run(self) -> None:
        """Receive the presses that other processes forward, until cancelled."""
        while True:
            self.rows_changed.clear()
            try:
                await self.receive_forwarded()
            except StorageError as error:
                log.warning("forwarded presses could not be received: %s", error)
            with suppress(TimeoutError):
                async with asyncio.timeout(POLL_SECONDS):
                    await self.rows_changed.wait()

    async def receive_forwarded(self) -> None:
        """Receive all presses that wait for this process."""
        for row_id in await forwarded_rows.list_ids(self._service.db):
            async with self._service.db.transaction() as tx:
                row = await forwarded_rows.take_row(tx, row_id)
            if row is None:
                continue  # the process that forwarded it has answered
            if row.age_ms > MAX_AGE_MS:
                metrics.FORWARDED.labels("late").inc()
                log.warning("interaction %d was forwarded too long ago, and is left out", row_id)
                continue
            if not self._is_first_receipt(row.id):
                continue  # the gateway has brought it, too
            metrics.FORWARDED.labels("received").inc()
            payload = json.loads(row.payload)
            self._receive_in_context(payload, replace(ReceivedPress.read(payload), forwarded_to=row.guild_id))
