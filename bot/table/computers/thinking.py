"""Where computer players think: processes of their own, which give way to everything else on the machine."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections.abc import Iterator
from concurrent.futures import Executor, ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass

from bot.parent import end_with_the_bot
from engines.kernel import Decision, Line, Match, Rng, Setup, games, policies
from engines.kernel import think as think_on

SECONDS = 20.0
"""Processor time after which a thought is given up. Budgets are counted in tries; this is for a policy that hangs."""
SECONDS_OF_THE_WALL = 120.0
"""The same for a policy that sleeps: time that passes, on a machine that may be busy."""
NICENESS = 10
PROCESSES = max(1, (os.cpu_count() or 1) - 1)


@dataclass(frozen=True, slots=True)
class Thought:
    """All that is sent to the thinking process: the table as it is stored, and chance for the imagined world."""

    engine: str
    setup: Setup
    seed: bytes
    frame: bytes
    tail: tuple[Decision, ...]
    seat: int
    policy: str
    chance: bytes


def think(thought: Thought) -> Line:
    """What the policy answers."""
    game = games()[thought.engine]
    match = Match.resume(game, thought.setup, thought.seed, thought.frame, thought.tail)
    return think_on(match, thought.seat, policies(game)[thought.policy], Rng(thought.chance))


def think_in_time(thought: Thought) -> Line:
    """What a computer player answers, thought out in a process of its own. TimeoutError if it takes too long."""
    with _limited(SECONDS, SECONDS_OF_THE_WALL):
        return think(thought)


@contextmanager
def _limited(processor: float, wall: float) -> Iterator[None]:
    """Raise TimeoutError in here after so many seconds. Only a main thread can be interrupted like this."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return

    def give_up(_number: int, _frame: object) -> None:
        raise TimeoutError(f"still thinking after {processor} s of the processor or {wall} s of the wall")

    limits = ((signal.SIGPROF, signal.ITIMER_PROF, processor), (signal.SIGALRM, signal.ITIMER_REAL, wall))
    before = [signal.signal(number, give_up) for number, _, _ in limits]
    for _, timer, seconds in limits:
        signal.setitimer(timer, seconds)
    try:
        yield
    finally:
        for (number, timer, _), handler in zip(limits, before, strict=True):
            signal.setitimer(timer, 0)
            signal.signal(number, handler)


def process_pool() -> Executor:
    """Started when the first computer player has to think. One processor is left to the bot."""
    spawn = multiprocessing.get_context("spawn")
    return ProcessPoolExecutor(PROCESSES, mp_context=spawn, initializer=_begin)


def _begin() -> None:
    """In a new process: give way to everything else, and end with the bot however it ends."""
    os.nice(NICENESS)
    end_with_the_bot()
