"""One panel for each person at each table: the newest. The one before it is deleted, and where it waits for others it
is shown anew when the table changes: what has been done since, and the next question.

Discord lets an answer be edited and deleted for fifteen minutes after the press. Later, and after a restart, an older
panel stays where it is (a press shows there how the table stands), and the card in the channel calls, as always.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections import OrderedDict
from collections.abc import Callable
from typing import NamedTuple

import aiohttp
import discord

from bot.discord_ui.interaction.click import Click, advised_by_now
from bot.discord_ui.page.layout import Follow, Page
from bot.table import LiveTable, TableService, history
from engines.kernel import Refused
from storage import StorageError

from .page import panel

log = logging.getLogger(__name__)

SETTLES_SECONDS = 0.25
"""Changes that follow each other so fast are shown together."""
RESTS_SECONDS = 1.0
"""Between two edits of one panel."""
TOKEN_SECONDS = 870.0
"""So long after a press its answer may be edited or deleted, with half a minute to spare."""
MOST = 512


class Shown(NamedTuple):
    """A panel: the press that it answers, and the message on which it stands. follow: None while it asks something.
    at: of the press, seconds.
    """

    click: Click
    message: int
    follow: Follow | None
    at: float


class FollowedPanels:
    """The newest panel of each person at each table. `clock` gives seconds that only go forward."""

    def __init__(self, tables: TableService, clock: Callable[[], float] = time.monotonic) -> None:
        self.tables = tables
        self.clock = clock
        self._shown: OrderedDict[tuple[int, int], Shown] = OrderedDict()
        self._work: dict[tuple[int, int], asyncio.Task[None]] = {}
        self._again: set[tuple[int, int]] = set()
        self._deleting: set[asyncio.Task[None]] = set()
        tables.on_change.append(self.changed)

    def shown(self, click: Click, message: int, page: Page) -> None:
        """The click's answer stands on the message now; whatever panel stood there does not any more."""
        for key, one in list(self._shown.items()):
            if one.message == message:
                del self._shown[key]
        if page.panel_of is None:
            return
        key = (page.panel_of, click.person.id)
        older = self._shown.pop(key, None)
        self._shown[key] = Shown(click, message, page.follows, self.clock())
        while len(self._shown) > MOST:
            self._shown.popitem(last=False)
        if older is not None:
            task = asyncio.create_task(self._delete(older, click), name=f"older panel of table {key[0]}")
            self._deleting.add(task)
            task.add_done_callback(self._deleting.discard)
        if page.follows is not None:
            self._begin(key)  # it may have changed while the answer was on its way

    async def _delete(self, older: Shown, newer: Click) -> None:
        """Two panels of one table would ask the same; the person looks at the newer one."""
        edits = older.click.bot.latest_edits
        if self.clock() - older.at > TOKEN_SECONDS or not edits.is_newest(older.message, older.click.id):
            return  # it cannot be, or was pressed meanwhile
        edits.leave(older.message, newer.id)
        try:
            await older.click.interaction.delete_original_response()
        except (discord.HTTPException, aiohttp.ClientError, TimeoutError, OSError) as error:
            # A courtesy: a press on it shows how the table stands, like one on any old panel.
            log.info("an older panel stays: %s", error)

    def changed(self, game: int) -> None:
        """Something was committed at the table."""
        for key, one in self._shown.items():
            if key[0] == game and one.follow is not None:
                self._begin(key)

    def _begin(self, key: tuple[int, int]) -> None:
        if key in self._work:
            self._again.add(key)
            return
        task = asyncio.create_task(self._refresh(key), name=f"panel of table {key[0]}")
        self._work[key] = task
        task.add_done_callback(lambda _: self._ended(key))

    def _ended(self, key: tuple[int, int]) -> None:
        self._work.pop(key, None)
        if key in self._again:
            self._again.discard(key)
            if key in self._shown:
                self._begin(key)

    async def _refresh(self, key: tuple[int, int]) -> None:
        await asyncio.sleep(SETTLES_SECONDS)
        self._again.discard(key)
        one = self._shown.get(key)
        if one is None or one.follow is None:
            return
        try:
            if await self._show(key, one, one.follow):
                await asyncio.sleep(RESTS_SECONDS - SETTLES_SECONDS)
        except (discord.HTTPException, aiohttp.ClientError, TimeoutError, OSError, Refused, StorageError) as error:
            # A courtesy: the person finds everything on the card, and by Play.
            log.info("the panel of table %d is not shown anew: %s", key[0], error)
            self._forget(key, one)

    async def _show(self, key: tuple[int, int], one: Shown, follow: Follow) -> bool:
        """Edit the panel if it says something else by now; False: it does not."""
        if self.clock() - one.at > TOKEN_SECONDS:
            self._forget(key, one)
            return False
        async with self.tables.at(key[0]) as live:
            page = await self._page(live, one.click, follow)
        if page is None:
            return False
        async with one.click.advising(page) as advising:
            picture = None
            if page.shot is not None:
                page, picture = await one.click.drawn(page, one.click.bot.pictures.draw(page.shot))
            page = advised_by_now(page, advising)
            if self._shown.get(key) is not one or not await one.click.replace_page(one.message, page, picture):
                self._forget(key, one)
                return False
            if self._shown.get(key) is one:
                self._shown[key] = one._replace(follow=page.follows)
            if page.unadvised is not None and advising is not None:
                await one.click.add_advice(one.message, page, picture, advising)
        return True

    async def _page(self, live: LiveTable, click: Click, follow: Follow) -> Page | None:
        """The panel as it is now; None: nothing is different, or the seat is not this person's any more."""
        if live.match is None or live.seat_of(click.person.id) != follow.seat:
            return None
        since = [
            line
            for line in await history.lines(self.tables, live, follow.seat, since=follow.upto, person=click.person.id)
            if line.n > follow.upto
        ]
        same = live.row.epoch == follow.epoch
        told = click.bot.news.tell(live, follow.seat, click.person.id, (*(follow.told if same else ()), *since))
        page = panel(live, follow.seat, click.voice, since=told)
        waits = page.follows is not None and page.follows.waiting == follow.waiting
        return None if waits and same and not since else page

    def _forget(self, key: tuple[int, int], one: Shown) -> None:
        if self._shown.get(key) is one:
            del self._shown[key]

    def close(self) -> None:
        """Nothing is shown anew or deleted any more."""
        self._shown.clear()
        for task in (*self._work.values(), *self._deleting):
            task.cancel()
