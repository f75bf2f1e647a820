"""The stars of a question, which are searched for while its panel is drawn and sent.

Found in time, they are part of the panel. Found later, they take the places that the panel keeps for them, so that no
control moves under a finger.
"""

import asyncio
import logging
from collections.abc import Callable
from dataclasses import replace

from bot import metrics
from bot.discord_ui.page.pages import Page, PendingSuggestions

from .bot_context import BotContext

log = logging.getLogger(__name__)


class AwaitedStars:
    """The search for the stars of one page."""

    def __init__(self, bot: BotContext, person: int, pending: PendingSuggestions) -> None:
        self.task = asyncio.create_task(self._find_stars(bot, person, pending))
        """Its result is a function that adds the stars to the page."""
        self._pending = pending
        self._is_sent = False
        """The page is on its way without them."""

    async def _find_stars(self, bot: BotContext, person: int, pending: PendingSuggestions) -> Callable[[Page], Page]:
        request = pending.request
        with metrics.observe_time(metrics.ADVICE):
            await bot.suggestion_finder.compute_suggestions(request)
        async with bot.service.lock_table(request.table_id) as table:
            is_theirs = table.find_seat(person) == request.job.seat
            if not is_theirs or table.question_version != request.question_version:
                return lambda page: page  # its question is closed
            if self._is_sent:
                return pending.fill_places(table).add_to
            whole = pending.rebuild(table)
        return lambda page: replace(whole, picture_request=page.picture_request)

    def add_to(self, page: Page) -> Page:
        """Return the page, which is sent next, with its stars if they are found; its picture does not change."""
        self._is_sent = True
        if not self.task.done() or self.task.cancelled():
            return page
        if (error := self.task.exception()) is not None:
            log.error("the page stays without suggestions", exc_info=error)
            page = self._pending.leave_places().add_to(page)
        else:
            page = self.task.result()(page)
        return replace(page, pending_suggestions=None)
