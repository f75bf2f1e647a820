"""Searches for computer players and suggestions, in processes of low priority, outside the table's lock."""

import asyncio
import logging
import multiprocessing
import os
from collections.abc import Callable, Hashable
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from dataclasses import dataclass
from typing import TypeVar

from bot.operating_system import limit_time, lower_priority
from bot.table.service.table_service import TableService
from bot.table.state.suggestions import SearchPosition, SuggestionJob, SuggestionRequest
from bot.worker_processes import WorkerPool, exit_with_bot
from engines.kernel import AnswerLine, Rng, choose_line, list_policies
from engines.kernel.stars.suggestions import Advice, compute_advice

MAX_CPU_SECONDS = 20.0
"""Processor time after which a search is aborted. Budgets are counted in tries; this limit is for a policy that hangs.
"""
MAX_ADVICE_CPU_SECONDS = 5.0
"""The same for suggestions: other readers wait for the process."""
MAX_WALL_SECONDS = 120.0
"""Wall-clock limit for both, in case they sleep; generous, because the machine may be busy."""
MAX_SECONDS = MAX_WALL_SECONDS + 30
"""Limit for a process that cannot end its search itself; it is replaced then."""
NICENESS = 10
PROCESSES = max(1, (os.cpu_count() or 1) - 1)


@dataclass(frozen=True, slots=True)
class SearchJob(SearchPosition):
    """A search for a computer player's answer."""

    policy: str
    """Name of the computer player among those of the game."""
    sampling_seed: bytes
    """Seed for the sampled worlds."""


def find_answers(job: SearchJob) -> AnswerLine:
    """Return the answers of the policy."""
    return choose_line(job.build_match(), job.seat, list_policies(job.game)[job.policy], Rng(job.sampling_seed))


def find_advice(job: SuggestionJob) -> Advice:
    """Return the suggestions."""
    return compute_advice(job.build_match(), job.seat, job.game.aids, job.earlier)


def find_answers_in_time(job: SearchJob) -> AnswerLine:
    """Return the answers of the policy, in a worker process. Raises TimeoutError if it takes too long."""
    with limit_time(MAX_CPU_SECONDS, MAX_WALL_SECONDS):
        return find_answers(job)


def find_advice_in_time(job: SuggestionJob) -> Advice:
    """Return the suggestions, in a worker process. The limit is lower, because the player sees the question already."""
    with limit_time(MAX_ADVICE_CPU_SECONDS, MAX_WALL_SECONDS):
        return find_advice(job)


def create_process() -> Executor:
    """Create a worker process."""
    return ProcessPoolExecutor(1, mp_context=multiprocessing.get_context("spawn"), initializer=_init_worker)


def create_thread() -> Executor:
    """Create a worker thread, for machines on which processes cannot be used."""
    return ThreadPoolExecutor(1, "computer player")


def _init_worker() -> None:
    """Initialize a worker process: lower its priority, and let it end with the bot in any case."""
    lower_priority(NICENESS)
    exit_with_bot()


P = TypeVar("P", bound=SearchPosition)
R = TypeVar("R")


class SearchWorkers:
    """The workers that search, started with the first search. One processor is left to the bot.

    create_worker: starts one worker; tests often pass threads.
    """

    def __init__(
        self, create_worker: Callable[[], Executor] = create_process, limit_seconds: float = MAX_SECONDS
    ) -> None:
        self._pool = WorkerPool(create_worker, PROCESSES, limit_seconds)

    async def run_search(self, search: Callable[[P], R], position: P) -> R:
        """Run `search` in a worker and return its result. Raises what it raises, and WorkerLost."""
        return await self._pool.run_job(search, position, f"{position.game_id}, a search for seat {position.seat}")

    def close(self) -> None:
        """Stop the workers. Searches that have not begun are dropped."""
        self._pool.close()


log = logging.getLogger(__name__)


class SuggestionService:
    """Computes suggestions. Each question is searched once, however many readers wait for it.

    Nothing is stored: after a restart the question is searched again when it is shown.
    """

    def __init__(self, service: TableService, workers: SearchWorkers) -> None:
        self.service = service
        self.workers = workers
        self._running_searches: dict[Hashable, asyncio.Task[None]] = {}
        """Running searches by table, seat and version of the question."""

    async def compute_suggestions(self, request: SuggestionRequest) -> None:
        """Compute suggestions and attach them to the table (`Table.build_prompt`) if the question is still open."""
        key = (request.table_id, request.job.seat, request.question_version)
        task = self._running_searches.get(key)
        if task is None:
            task = self._running_searches[key] = asyncio.create_task(
                self._run_search(request), name=f"advice at {request.table_id}"
            )
            task.add_done_callback(lambda _: self._running_searches.pop(key, None))
        # A reader who cancels must not cancel the search for the other readers.
        await asyncio.shield(task)

    async def _run_search(self, request: SuggestionRequest) -> None:
        """Run the search. If it fails, the question stays without suggestions and is not searched again."""
        try:
            advice = await self.workers.run_search(find_advice_in_time, request.job)
        except Exception:  # a game's own code may raise anything
            log.exception("table %d: no suggestions for seat %d", request.table_id, request.job.seat)
            advice = None
        async with self.service.lock_table(request.table_id) as table:
            table.set_advice(request, advice)
