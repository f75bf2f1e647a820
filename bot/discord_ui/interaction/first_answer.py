"""The first answer to an interaction. Discord shows "did not respond" after three seconds without one, so handlers that
take longer (a slow disk, a busy machine) get more time by deferring.

Every answer is sent while holding `send_lock`: a defer must not cross an answer that is being sent.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import datetime
from time import perf_counter
from typing import Any

import discord
from discord import Interaction, InteractionType

from bot import metrics, operating_system
from bot.table.service.table_service import was_loaded

from .errors import DISCORD_ERRORS, UserError

log = logging.getLogger(__name__)

DEFER_SECONDS = 2.0
"""Time after the interaction at which it is deferred if there is no answer."""
MIN_DEFER_SECONDS = 0.5
"""Minimum time from arrival to the defer: a clock ahead of Discord's must not defer every answer."""


_pending: set[FirstAnswer] = set()
"""First answers that people are waiting for."""


def has_no_pending_answers() -> bool:
    """Return whether every pending interaction has its first answer."""
    return not _pending


class FirstAnswer:
    """The first answer to one interaction, deferred in time if it takes long.

    send_lock: held while an answer is sent. is_thinking: Discord shows "thinking ...". is_handed_over: another process
    answers, so this one does not defer.
    """

    def __init__(self, interaction: Interaction[Any]) -> None:
        self.interaction = interaction
        self.send_lock = asyncio.Lock()
        self.is_thinking = False
        self.is_handed_over = False
        self._arrived_at: float | None = perf_counter()
        """When the interaction arrived; None once the first answer is decided."""
        self._wait_before = operating_system.read_core_wait()
        """Seconds for which this thread had waited for a processor core by then."""

    def mark_decided(self) -> None:
        """Record that the first answer is decided, sent or not; its duration is measured once."""
        if self._arrived_at is not None:
            duration, core_wait = (
                perf_counter() - self._arrived_at,
                operating_system.read_core_wait() - self._wait_before,
            )
            table = "cold" if was_loaded.get() else "warm"
            metrics.ANSWERS.labels(table).observe(duration)
            metrics.RUNNING.labels(table).observe(max(0.0, duration - core_wait))
            self._arrived_at = None
        _pending.discard(self)

    @property
    def is_decided(self) -> bool:
        """Whether the first answer is decided, or another process gives it."""
        return self._arrived_at is None

    @asynccontextmanager
    async def defer_in_time(self) -> AsyncIterator[None]:
        """Defer the interaction while this context is open, if the answer takes too long."""
        watch = asyncio.create_task(self._defer_when_due(), name="reprieve")
        _pending.add(self)
        try:
            yield
        finally:
            _pending.discard(self)
            watch.cancel()

    async def defer(self) -> None:
        """Defer the interaction unless it is answered; the answer may then take fifteen minutes.

        A page that only this person sees does not change; elsewhere "thinking ..." appears for this person alone.
        """
        async with self.send_lock:
            response = self.interaction.response
            if response.is_done() or self.is_handed_over:
                return
            if is_on_private_page(self.interaction):
                await response.defer()
            else:
                await response.defer(thinking=True, ephemeral=True)
                self.is_thinking = True

    async def hand_over(self) -> bool:
        """Leave the answer to another process. Return False if this one has answered or deferred already."""
        async with self.send_lock:
            self.is_handed_over = not self.interaction.response.is_done()
        if self.is_handed_over:
            self._arrived_at = None
            _pending.discard(self)
        return self.is_handed_over

    async def send_entry_form(self, modal: discord.ui.Modal) -> None:
        """Answer with an entry form, which must be the first answer. Raises UserError if there has been a deferral."""
        self.mark_decided()
        async with self.send_lock:
            if self.interaction.response.is_done():
                raise UserError("error.form_too_late")
            await self.interaction.response.send_modal(modal)

    async def delete_thinking(self) -> None:
        """Delete "thinking ...", because the answer is shown elsewhere."""
        if self.is_thinking:
            self.is_thinking = False
            await self.interaction.delete_original_response()

    def mark_replaced(self) -> None:
        """Record that the answer has replaced "thinking ..."."""
        self.is_thinking = False

    async def _defer_when_due(self) -> None:
        await asyncio.sleep(compute_defer_delay(self.interaction.created_at, discord.utils.utcnow()))
        await asyncio.shield(asyncio.create_task(self._defer_or_log()))

    async def _defer_or_log(self) -> None:
        """Defer, logging errors here: the task is shielded and nothing awaits it."""
        try:
            await self.defer()
        except DISCORD_ERRORS as error:
            log.warning("no more time for interaction %d: %s", self.interaction.id, error)


def compute_defer_delay(created_at: datetime, now: datetime) -> float:
    """Return the seconds until the defer. Discord counts its three seconds from the press, which may arrive late."""
    delay = max(0.0, (now - created_at).total_seconds())
    return max(min(MIN_DEFER_SECONDS, DEFER_SECONDS), DEFER_SECONDS - delay)


def is_on_private_page(interaction: Interaction[Any]) -> bool:
    """Return whether the control, or the one that opened the entry form, is on a message that only this person sees;
    the answer then replaces it.
    """
    message = interaction.message
    is_of_message = interaction.type in (InteractionType.component, InteractionType.modal_submit)
    return message is not None and message.flags.ephemeral and is_of_message
