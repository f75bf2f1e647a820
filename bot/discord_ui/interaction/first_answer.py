"""The first answer to an interaction. After three seconds without one Discord shows "did not respond": whatever takes
longer (a slow disk, a machine that draws for others) is given more time.

Whoever answers does it under `sending`, one at a time: the reprieve must not cross an answer that is on its way.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import datetime
from time import perf_counter
from typing import Any

import aiohttp
import discord
from discord import Interaction, InteractionType

from bot import metrics
from bot.table.service import read_anew

log = logging.getLogger(__name__)

REPRIEVE_SECONDS = 2.0
"""Without an answer so long after the press, more time is asked for."""
SOONEST_SECONDS = 0.5
"""Not earlier after the press came here: a clock that is ahead of Discord's must not make every answer wait."""


_due: set[FirstAnswer] = set()
"""Those that somebody waits for."""


def nobody_waits() -> bool:
    """Whether every first answer is known that was asked for."""
    return not _due


class FirstAnswer:
    """sending: held by whoever answers. awaited: the person looks at "thinking ..." that no answer has replaced yet."""

    def __init__(self, interaction: Interaction[Any]) -> None:
        self.interaction = interaction
        self.sending = asyncio.Lock()
        self.awaited = False
        self._begun: float | None = perf_counter()
        self._waited = metrics.waited_for_a_core()

    def is_known(self) -> None:
        """What is said first stands, whether or not it goes out at once; counted once, with the time it took."""
        if self._begun is not None:
            took, waited = perf_counter() - self._begun, metrics.waited_for_a_core() - self._waited
            table = "cold" if read_anew.get() else "warm"
            metrics.ANSWERS.labels(table).observe(took)
            metrics.RUNNING.labels(table).observe(max(0.0, took - waited))
            self._begun = None
        _due.discard(self)

    @asynccontextmanager
    async def in_time(self) -> AsyncIterator[None]:
        """While this is open, more time is asked for when it is needed."""
        watch = asyncio.create_task(self._watch(), name="reprieve")
        _due.add(self)
        try:
            yield
        finally:
            _due.discard(self)
            watch.cancel()

    async def reprieve(self) -> None:
        """Ask for more time, if nothing is answered: from now on there are fifteen minutes.

        On a page that only this person sees nothing changes; elsewhere "thinking ..." appears, for this person alone.
        """
        async with self.sending:
            response = self.interaction.response
            if response.is_done():
                return
            if on_own_page(self.interaction):
                await response.defer()
            else:
                await response.defer(thinking=True, ephemeral=True)
                self.awaited = True

    async def settle(self) -> None:
        """The answer stands elsewhere: "thinking ..." goes."""
        if self.awaited:
            self.awaited = False
            await self.interaction.delete_original_response()

    def answered(self) -> None:
        """ "Thinking ..." has become the answer."""
        self.awaited = False

    async def _watch(self) -> None:
        await asyncio.sleep(patience(self.interaction.created_at, discord.utils.utcnow()))
        await asyncio.shield(asyncio.create_task(self._reprieve_or_log()))

    async def _reprieve_or_log(self) -> None:
        """It goes on when nobody waits for it any more, so it says itself what went wrong."""
        try:
            await self.reprieve()
        except (discord.DiscordException, aiohttp.ClientError, TimeoutError, OSError) as error:
            log.warning("no more time for interaction %d: %s", self.interaction.id, error)


def patience(pressed: datetime, now: datetime) -> float:
    """Seconds until more time is asked for. Discord counts its three from the press, and on a busy machine that has
    come here late.
    """
    late = max(0.0, (now - pressed).total_seconds())
    return max(min(SOONEST_SECONDS, REPRIEVE_SECONDS), REPRIEVE_SECONDS - late)


def on_own_page(interaction: Interaction[Any]) -> bool:
    """A button or menu on a message that only this person sees: the answer replaces that."""
    message = interaction.message
    return message is not None and message.flags.ephemeral and interaction.type is InteractionType.component
