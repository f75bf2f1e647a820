"""Searches for computer players and suggestions. They run in processes of low priority."""

import multiprocessing
import os
from collections.abc import Callable
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from dataclasses import dataclass
from typing import TypeVar

from bot.operating_system import limit_time, lower_priority
from bot.table.state.suggestions import SearchPosition, SuggestionJob
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
    return ThreadPoolExecutor(1, "thinker")


def _init_worker() -> None:
    """Initialize a worker process: lower its priority, and let it end with the bot in any case."""
    lower_priority(NICENESS)
    exit_with_bot()


P = TypeVar("P", bound=SearchPosition)
R = TypeVar("R")


class SearchWorkers:
    """The workers that search, started with the first search. One processor is left to the bot.

    create_worker: tests often pass threads.
    """

    def __init__(
        self, create_worker: Callable[[], Executor] = create_process, limit_seconds: float = MAX_SECONDS
    ) -> None:
        self._pool = WorkerPool(create_worker, PROCESSES, limit_seconds)

    async def run_search(self, search: Callable[[P], R], position: P) -> R:
        """Run `search` in a worker and return its result. Raises what it raises, and WorkerLost."""
        return await self._pool.run_job(search, position, f"{position.engine}, a search for seat {position.seat}")

    def close(self) -> None:
        """Stop the workers. Searches that have not begun are dropped."""
        self._pool.close()
