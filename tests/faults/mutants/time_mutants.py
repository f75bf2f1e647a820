"""Deliberate faults in waits and clocks."""

from __future__ import annotations

import asyncio
import random
from math import inf
from typing import Any

from bot.discord_ui import client
from bot.discord_ui.outbox import late_pictures
from bot.discord_ui.page.pictures import PictureCache
from bot.table.clock.trusted_clock import TrustedClock
from storage import database
from storage.messages import outbox_rows

from .storage_mutants import Function, patch_attribute

HUNG_SHARE = 0.05


def _hang_sometimes(work: Function) -> Function:
    async def replacement(*args: Any, **kwargs: Any) -> Any:
        if random.random() < HUNG_SHARE:
            await asyncio.Event().wait()
        return await work(*args, **kwargs)

    return replacement


def wait_for_hung_drawings() -> None:
    late_pictures.PICTURE_SECONDS = inf
    patch_attribute(PictureCache, "draw_picture", _hang_sometimes)


def wait_for_hung_requests() -> None:
    def hang_requests(http: Any) -> None:
        http.request = _hang_sometimes(http.request)

    patch_attribute(client, "limit_requests", lambda _: hang_requests)


def wait_for_hung_transactions() -> None:
    database.TRANSACTION_SECONDS = inf
    patch_attribute(outbox_rows, "mark_sent", _hang_sometimes)


def believe_steps() -> None:
    patch_attribute(TrustedClock, "__call__", lambda _: lambda clock: clock.read_wall())
    patch_attribute(TrustedClock, "has_stepped", lambda _: False)
