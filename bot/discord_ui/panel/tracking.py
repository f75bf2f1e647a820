"""Tracking of each person's newest panel at each table. Older panels are deleted; a waiting panel is refreshed when the
table changes, with the actions since and the next question.

Discord allows editing and deleting an answer for fifteen minutes after the interaction. Later, and after a restart, an
old panel stays (any control on it shows the current state), and the card in the channel notifies as always.
"""

import asyncio
import logging
import time
from collections import OrderedDict
from collections.abc import Callable
from typing import NamedTuple

import aiohttp
import discord

from bot.discord_ui.interaction.context import InteractionContext
from bot.discord_ui.page import pages
from bot.discord_ui.page.pages import Page, WaitState
from bot.table import Table, TableService
from bot.table.history import game_log
from engines.kernel import Refused
from storage import StorageError

from .page import build_panel

log = logging.getLogger(__name__)

DEBOUNCE_SECONDS = 0.25
"""Changes within this time are shown together."""
MIN_EDIT_INTERVAL = 1.0
"""Minimum time between two edits of one panel."""
TOKEN_SECONDS = 870.0
"""Time after an interaction during which its answer may be edited or deleted (fifteen minutes less a margin)."""
MAX_PANELS = 512


class TrackedPanel(NamedTuple):
    """A panel on the screen: the interaction that it answers and its message."""

    ctx: InteractionContext
    """Its token edits or deletes the panel for TOKEN_SECONDS."""
    message: int
    """Id of the private message."""
    wait_state: WaitState | None
    """None while the panel shows a question."""
    shown_at: float
    """Time of the interaction (monotonic seconds)."""


class NewestPanelTracker:
    """Tracks the newest panel of each person at each table, and refreshes it. clock: monotonic seconds."""

    def __init__(self, service: TableService, clock: Callable[[], float] = time.monotonic) -> None:
        self.service = service
        self.clock = clock
        self._panels: OrderedDict[tuple[int, int], TrackedPanel] = OrderedDict()
        """By table and person; the newest is at the end."""
        self._refresh_tasks: dict[tuple[int, int], asyncio.Task[None]] = {}
        """Refreshes under way, by table and person."""
        self._refresh_again: set[tuple[int, int]] = set()
        """Panels (table, person) whose table has changed during their refresh."""
        self._deleting: set[asyncio.Task[None]] = set()
        """Tasks that delete older panels; held here because asyncio itself does not keep them."""
        service.on_change.append(self.refresh_table)

    def track_panel(self, ctx: InteractionContext, message: int, page: Page) -> None:
        """Record that the message now shows this interaction's answer, replacing any panel recorded there."""
        for key, tracked in list(self._panels.items()):
            if tracked.message == message:
                del self._panels[key]
        if page.panel_table is None:
            return
        key = (page.panel_table, ctx.person.id)
        older = self._panels.pop(key, None)
        self._panels[key] = TrackedPanel(ctx, message, page.wait_state, self.clock())
        while len(self._panels) > MAX_PANELS:
            self._panels.popitem(last=False)
        if older is not None:
            task = asyncio.create_task(self._delete_panel(older, ctx), name=f"older panel of table {key[0]}")
            self._deleting.add(task)
            task.add_done_callback(self._deleting.discard)
        if page.wait_state is not None:
            self._start_refresh(key)  # the table may have changed while the answer was being sent

    async def _delete_panel(self, older: TrackedPanel, newer: InteractionContext) -> None:
        """Delete the older panel of the same table, so that only the newer one asks the question."""
        edits = older.ctx.bot.latest_edits
        if self.clock() - older.shown_at > TOKEN_SECONDS or not edits.is_newest(older.message, older.ctx.id):
            return  # it can no longer be deleted, or has been used meanwhile
        edits.mark_outdated(older.message, newer.id)
        try:
            await older.ctx.interaction.delete_original_response()
        except (discord.HTTPException, aiohttp.ClientError, TimeoutError, OSError) as error:
            # Not essential: controls of an old panel show the current state.
            log.info("an older panel stays: %s", error)

    def refresh_table(self, table_id: int) -> None:
        """Refresh the waiting panels of a table after a commit."""
        for key, tracked in self._panels.items():
            if key[0] == table_id and tracked.wait_state is not None:
                self._start_refresh(key)

    def _start_refresh(self, key: tuple[int, int]) -> None:
        if key in self._refresh_tasks:
            self._refresh_again.add(key)
            return
        task = asyncio.create_task(self._refresh_panel(key), name=f"panel of table {key[0]}")
        self._refresh_tasks[key] = task
        task.add_done_callback(lambda _: self._finish_refresh(key))

    def _finish_refresh(self, key: tuple[int, int]) -> None:
        self._refresh_tasks.pop(key, None)
        if key in self._refresh_again:
            self._refresh_again.discard(key)
            if key in self._panels:
                self._start_refresh(key)

    async def _refresh_panel(self, key: tuple[int, int]) -> None:
        await asyncio.sleep(DEBOUNCE_SECONDS)
        self._refresh_again.discard(key)
        tracked = self._panels.get(key)
        if tracked is None or tracked.wait_state is None:
            return
        try:
            if await self._edit_panel(key, tracked, tracked.wait_state):
                await asyncio.sleep(MIN_EDIT_INTERVAL - DEBOUNCE_SECONDS)
        except (discord.HTTPException, aiohttp.ClientError, TimeoutError, OSError, Refused, StorageError) as error:
            # Not essential: the card and the button Play show everything.
            log.info("the panel of table %d is not shown anew: %s", key[0], error)
            self._forget_panel(key, tracked)

    async def _edit_panel(self, key: tuple[int, int], tracked: TrackedPanel, wait_state: WaitState) -> bool:
        """Edit the panel if its content has changed; return whether it was edited."""
        if self.clock() - tracked.shown_at > TOKEN_SECONDS:
            self._forget_panel(key, tracked)
            return False
        async with self.service.lock_table(key[0]) as table:
            page = await self._build_page(table, tracked.ctx, wait_state)
        if page is None:
            return False
        async with tracked.ctx.run_suggestions(page) as suggestions:
            picture = None
            if page.picture_request is not None:
                page, picture = await tracked.ctx.await_picture(
                    page, tracked.ctx.bot.pictures.draw_picture(page.picture_request)
                )
            page = pages.apply_ready_suggestions(page, suggestions)
            tracked.ctx.page_version = number = tracked.ctx.page_version + 1
            if self._panels.get(key) is not tracked or not await tracked.ctx.replace_page(
                tracked.message, page, picture, number
            ):
                self._forget_panel(key, tracked)
                return False
            if self._panels.get(key) is tracked:
                self._panels[key] = tracked._replace(wait_state=page.wait_state)
            if page.pending_suggestions is not None and suggestions is not None:
                await tracked.ctx.add_suggestions(tracked.message, page, picture, suggestions, number)
        return True

    async def _build_page(self, table: Table, ctx: InteractionContext, wait_state: WaitState) -> Page | None:
        """Return the current panel; None if nothing has changed, or another person or a computer player answers."""
        if table.match is None or table.find_seat(ctx.person.id) != wait_state.seat:
            return None
        if table.is_playing and table.seats[wait_state.seat].autopilot_policy is not None:
            return None
        since = [
            line
            for line in await game_log.load_log_lines(
                self.service, table, wait_state.seat, since=wait_state.last_n, person=ctx.person.id
            )
            if line.n > wait_state.last_n
        ]
        is_same_epoch = table.row.epoch == wait_state.epoch
        news_lines = ctx.bot.news.store_lines(
            table, wait_state.seat, ctx.person.id, (*(wait_state.lines if is_same_epoch else ()), *since)
        )
        page = build_panel(table, wait_state.seat, ctx.localizer, since=news_lines)
        still_waits = page.wait_state is not None and page.wait_state.waiting == wait_state.waiting
        return None if still_waits and is_same_epoch and not since else page

    def _forget_panel(self, key: tuple[int, int], tracked: TrackedPanel) -> None:
        if self._panels.get(key) is tracked:
            del self._panels[key]

    def close(self) -> None:
        """Stop refreshing and deleting panels."""
        self._panels.clear()
        for task in (*self._refresh_tasks.values(), *self._deleting):
            task.cancel()
