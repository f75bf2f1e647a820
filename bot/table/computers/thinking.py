"""What is thought out for computer players and suggestions: in processes, which give way to all else on the machine."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections.abc import Iterator
from concurrent.futures import Executor, ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from bot.parent import end_with_the_bot
from engines.kernel import Decision, Game, Line, Match, Rng, Setup, games, policies
from engines.kernel import think as think_on
from engines.kernel.stars.suggestions import Advice, advice

SECONDS = 20.0
"""Processor time after which a thought is given up. Budgets are counted in tries; this is for a policy that hangs."""
SECONDS_FOR_ADVICE = 5.0
"""The same for suggestions: others wait for the process."""
SECONDS_OF_THE_WALL = 120.0
"""Both are given up if they sleep: time that passes, on a machine that may be busy."""
NICENESS = 10
PROCESSES = max(1, (os.cpu_count() or 1) - 1)


@dataclass(frozen=True, slots=True)
class Position:
    """What is sent of a table to the thinking process: how it is stored, and the seat that is asked."""

    engine: str
    setup: Setup
    seed: bytes
    frame: bytes
    tail: tuple[Decision, ...]
    seat: int

    @property
    def game(self) -> Game[Any]:
        return games()[self.engine]

    def match(self) -> Match[Any]:
        return Match.resume(self.game, self.setup, self.seed, self.frame, self.tail)


@dataclass(frozen=True, slots=True)
class Thought(Position):
    """A computer player's, with chance for the imagined world."""

    policy: str
    chance: bytes


@dataclass(frozen=True, slots=True)
class Wish(Position):
    """A newcomer's: what looks best? earlier: what was suggested in this turn before."""

    earlier: Advice | None


def think(thought: Thought) -> Line:
    """What the policy answers."""
    return think_on(thought.match(), thought.seat, policies(thought.game)[thought.policy], Rng(thought.chance))


def advise(wish: Wish) -> Advice:
    """What is suggested."""
    return advice(wish.match(), wish.seat, wish.game.aids, wish.earlier)


def think_in_time(thought: Thought) -> Line:
    """What a computer player answers, thought out in a process of its own. TimeoutError if it takes too long."""
    with _limited(SECONDS, SECONDS_OF_THE_WALL):
        return think(thought)


def advise_in_time(wish: Wish) -> Advice:
    """The same for what is suggested; the person has the question before them already, so it is given up sooner."""
    with _limited(SECONDS_FOR_ADVICE, SECONDS_OF_THE_WALL):
        return advise(wish)


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
    """Started with the first thought. One processor is left to the bot."""
    spawn = multiprocessing.get_context("spawn")
    return ProcessPoolExecutor(PROCESSES, mp_context=spawn, initializer=_begin)


def _begin() -> None:
    """In a new process: give way to everything else, and end with the bot however it ends."""
    os.nice(NICENESS)
    end_with_the_bot()
