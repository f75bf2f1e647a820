"""Tracking of each person's newest panel at each table. Older panels are deleted; a waiting panel is refreshed when the
table changes, with the actions since and the next question, and so is a question that is no longer open.

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
from bot.discord_ui.page.pages import Page, ShownTable
from bot.table import Table, TableService
from bot.table.history import game_log
from engines.kernel import Refused
from storage import StorageError

from .page import build_panel, build_seatless_page
from .question import PanelState

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
    shown_table: ShownTable | None
    """None if it can no longer change: the game is not in play, or the reader has no seat."""
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
        self._changed_panels: set[tuple[int, int]] = set()
        """Panels (table, person) whose table has changed during their refresh."""
        self._deletion_tasks: set[asyncio.Task[None]] = set()
        """Tasks that delete older panels; held here because asyncio itself does not keep them."""
        service.on_change.append(self.refresh_table)

    def track_panel(self, ctx: InteractionContext, message: int, page: Page) -> None:
        """Record that the message now shows this interaction's answer, replacing any panel recorded there."""
        for key, tracked_panel in list(self._panels.items()):
            if tracked_panel.message == message:
                del self._panels[key]
        if page.panel_table is None:
            return
        key = (page.panel_table, ctx.person.id)
        older = self._panels.pop(key, None)
        self._panels[key] = TrackedPanel(ctx, message, page.shown_table, self.clock())
        while len(self._panels) > MAX_PANELS:
            self._panels.popitem(last=False)
        if older is not None:
            task = asyncio.create_task(self._delete_panel(older, ctx), name=f"older panel of table {key[0]}")
            self._deletion_tasks.add(task)
            task.add_done_callback(self._deletion_tasks.discard)
        if page.shown_table is not None:
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
        """Refresh the panels of a table after a commit."""
        for key, tracked_panel in self._panels.items():
            if key[0] == table_id and tracked_panel.shown_table is not None:
                self._start_refresh(key)

    def _start_refresh(self, key: tuple[int, int]) -> None:
        if key in self._refresh_tasks:
            self._changed_panels.add(key)
            return
        task = asyncio.create_task(self._refresh_panel(key), name=f"panel of table {key[0]}")
        self._refresh_tasks[key] = task
        task.add_done_callback(lambda _: self._finish_refresh(key))

    def _finish_refresh(self, key: tuple[int, int]) -> None:
        self._refresh_tasks.pop(key, None)
        if key in self._changed_panels:
            self._changed_panels.discard(key)
            if key in self._panels:
                self._start_refresh(key)

    async def _refresh_panel(self, key: tuple[int, int]) -> None:
        await asyncio.sleep(DEBOUNCE_SECONDS)
        self._changed_panels.discard(key)
        tracked_panel = self._panels.get(key)
        if tracked_panel is None or tracked_panel.shown_table is None:
            return
        try:
            if await self._edit_panel(key, tracked_panel, tracked_panel.shown_table):
                await asyncio.sleep(MIN_EDIT_INTERVAL - DEBOUNCE_SECONDS)
        except (discord.HTTPException, aiohttp.ClientError, TimeoutError, OSError, Refused, StorageError) as error:
            # Not essential: the card and the button Play show everything.
            log.info("the panel of table %d is not shown anew: %s", key[0], error)
            self._forget_panel(key, tracked_panel)

    async def _edit_panel(self, key: tuple[int, int], tracked_panel: TrackedPanel, shown_table: ShownTable) -> bool:
        """Edit the panel if its content has changed; return whether it was edited."""
        if self.clock() - tracked_panel.shown_at > TOKEN_SECONDS:
            self._forget_panel(key, tracked_panel)
            return False
        async with self.service.lock_table(key[0]) as table:
            if not tracked_panel.ctx.bot.latest_edits.is_newest(tracked_panel.message, tracked_panel.ctx.id):
                return False  # the reader has pressed a control, whose own answer is under way
            page = await self._build_page(table, tracked_panel.ctx, shown_table)
        if page is None:
            return False
        async with tracked_panel.ctx.search_stars(page) as stars:
            picture = None
            if page.picture_request is not None:
                page, picture = await tracked_panel.ctx.await_picture(
                    page, tracked_panel.ctx.bot.pictures.draw_picture(page.picture_request)
                )
            page = page if stars is None else stars.add_to(page)
            tracked_panel.ctx.page_version = number = tracked_panel.ctx.page_version + 1
            if self._panels.get(key) is not tracked_panel or not await tracked_panel.ctx.replace_page(
                tracked_panel.message, page, picture, number
            ):
                self._forget_panel(key, tracked_panel)
                return False
            if self._panels.get(key) is tracked_panel:
                self._panels[key] = tracked_panel._replace(shown_table=page.shown_table)
            if page.pending_suggestions is not None and stars is not None:
                await tracked_panel.ctx.add_stars(tracked_panel.message, page, picture, stars, number)
        return True

    async def _build_page(self, table: Table, ctx: InteractionContext, shown: ShownTable) -> Page | None:
        """Return the current panel; None if it shows nothing else, or while a computer player has to answer for the
        reader.
        """
        seat = table.find_seat(ctx.person.id)
        if table.match is None or (seat == shown.seat and _is_question_open(table, shown)):
            return None
        if seat is None:
            return build_seatless_page(table, ctx.localizer)
        is_relieved = table.is_playing and table.seats[seat].autopilot_policy is not None
        if is_relieved and (shown.question is None or seat in table.waiting):
            return None
        since = [
            line
            for line in await game_log.load_log_lines(
                self.service, table, seat, since=shown.last_n, person=ctx.person.id
            )
            if line.n > shown.last_n
        ]
        is_continued = (seat, table.row.epoch) == (shown.seat, shown.epoch)
        news_lines = ctx.bot.news.store_lines(
            table, seat, ctx.person.id, (*(shown.lines if is_continued else ()), *since)
        )
        notice = ctx.localizer.render_line("relief.yours") if is_relieved else ""
        page = build_panel(table, seat, ctx.localizer, PanelState(notice=notice), since=news_lines)
        still_waits = page.shown_table is not None and _list_asked(page.shown_table) == _list_asked(shown)
        return None if still_waits and is_continued and not since else page

    def _forget_panel(self, key: tuple[int, int], tracked_panel: TrackedPanel) -> None:
        if self._panels.get(key) is tracked_panel:
            del self._panels[key]

    def close(self) -> None:
        """Stop refreshing and deleting panels."""
        self._panels.clear()
        for task in (*self._refresh_tasks.values(), *self._deletion_tasks):
            task.cancel()


def _list_asked(shown: ShownTable) -> tuple[object, ...]:
    """Return whom the table asks, as a panel shows it."""
    return shown.question, shown.given_keys, shown.waiting


def _is_question_open(table: Table, shown: ShownTable) -> bool:
    """Return whether a panel puts a question that is still open, and answered as it shows."""
    if shown.question is None or table.match is None or not table.is_playing:
        return False
    given_keys = table.match.hidden_answers.get(shown.seat, ())
    return (shown.question, shown.given_keys) == (table.build_question_ref(shown.seat), given_keys)
