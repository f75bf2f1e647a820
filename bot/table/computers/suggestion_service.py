"""Suggestions for a first game, computed by the worker processes of the computer players, outside the table's lock."""

import asyncio
import logging
from collections.abc import Hashable

from bot.table.service.table_service import TableService
from bot.table.state.suggestions import SuggestionRequest

from .search_workers import SearchWorkers, find_advice_in_time

log = logging.getLogger(__name__)


class SuggestionService:
    """Computes suggestions. Each question is searched once, however many readers wait for it.

    Nothing is stored: after a restart the question is searched again when it is shown.
    """

    def __init__(self, service: TableService, thinkers: SearchWorkers) -> None:
        self.service = service
        self.workers = thinkers
        self._under_way: dict[Hashable, asyncio.Task[None]] = {}

    async def compute_suggestions(self, request: SuggestionRequest) -> None:
        """Compute suggestions and attach them to the table (`Table.build_prompt`) if the question is still open."""
        key = (request.table_id, request.job.seat, request.question_version)
        task = self._under_way.get(key)
        if task is None:
            task = self._under_way[key] = asyncio.create_task(
                self._run_search(request), name=f"advice at {request.table_id}"
            )
            task.add_done_callback(lambda _: self._under_way.pop(key, None))
        # A reader who cancels must not cancel the search for the other readers.
        await asyncio.shield(task)

    async def _run_search(self, request: SuggestionRequest) -> None:
        """Run the search. If it fails, the question stays without suggestions and is not searched again."""
        try:
            advice = await self.workers.run_search(find_advice_in_time, request.job)
        except Exception:  # a game's own code may raise anything
            log.exception("game %d: no suggestions for seat %d", request.table_id, request.job.seat)
            advice = None
        async with self.service.lock_table(request.table_id) as table:
            table.set_advice(request, advice)
