"""Searches for computer players and suggestions. They run in processes of low priority."""

import asyncio
import logging
import multiprocessing
import os
from collections.abc import Callable
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from typing import TypeVar

from bot.operating_system import limit_time, lower_priority
from bot.table.state.suggestions import SearchPosition, SuggestionJob
from bot.worker_processes import exit_with_bot
from engines.kernel import AnswerLine, Rng, choose_line, list_policies
from engines.kernel.stars.suggestions import Advice, compute_advice

MAX_CPU_SECONDS = 20.0
"""Processor time after which a search is aborted. Budgets are counted in tries; this limit is for a policy that hangs.
"""
MAX_ADVICE_CPU_SECONDS = 5.0
"""The same for suggestions: other readers wait for the process."""
MAX_WALL_SECONDS = 120.0
"""Wall-clock limit for both, in case they sleep; generous, because the machine may be busy."""
NICENESS = 10
PROCESSES = max(1, (os.cpu_count() or 1) - 1)


@dataclass(frozen=True, slots=True)
class SearchJob(SearchPosition):
    """A search for a computer player's answer."""

    policy: str
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


def create_process_pool() -> Executor:
    """Create the pool. One processor is left to the bot."""
    spawn = multiprocessing.get_context("spawn")
    return ProcessPoolExecutor(PROCESSES, mp_context=spawn, initializer=_init_worker)


def create_thread_pool() -> Executor:
    """Create a pool of one thread, for machines on which processes cannot be used."""
    return ThreadPoolExecutor(1, "thinker")


def _init_worker() -> None:
    """Initialize a worker process: lower its priority, and let it end with the bot in any case."""
    lower_priority(NICENESS)
    exit_with_bot()


log = logging.getLogger(__name__)

MAX_ATTEMPTS = 2
"""How often a search is started whose process dies."""

P = TypeVar("P", bound=SearchPosition)
R = TypeVar("R")


class SearchWorkers:
    """A pool of worker processes, started with the first search. pool: makes it; tests often pass threads."""

    def __init__(self, pool: Callable[[], Executor] = create_process_pool) -> None:
        self._make_pool = pool
        self._pool: Executor | None = None

    async def run_search(self, search: Callable[[P], R], position: P) -> R:
        """Run `search` in a worker process and return its result.

        Raises what it raises, and BrokenProcessPool if its process dies each time.
        """
        for attempt in range(1, MAX_ATTEMPTS + 1):
            self._pool = pool = self._pool or self._make_pool()
            try:
                return await asyncio.get_running_loop().run_in_executor(pool, search, position)
            except BrokenProcessPool:
                log.warning("%s: a process has died while it thought for seat %d", position.engine, position.seat)
                self._pool = None if self._pool is pool else self._pool
                if attempt == MAX_ATTEMPTS:
                    raise
        raise AssertionError("a thought is tried or refused")

    def close(self) -> None:
        """Stop the workers. Searches that have not begun are dropped."""
        if self._pool is not None:
            self._pool.shutdown(wait=False, cancel_futures=True)
