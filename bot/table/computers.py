"""Computer players: they think in a process of their own, outside the table's lock, and answer like everybody else."""

from __future__ import annotations

import asyncio
import logging
import multiprocessing
import secrets
from collections.abc import Callable
from concurrent.futures import Executor, ProcessPoolExecutor
from dataclasses import dataclass, replace

from engines.kernel import RANDOM, SEED_BYTES, Decision, Match, Refused, Rng, Setup, games, policies
from storage import games as game_rows
from storage import open_questions, seats

from . import play
from .question_ref import QuestionRef
from .service import TableService

log = logging.getLogger(__name__)

AGAIN_SECONDS = 60.0
"""So much later a table is tried again whose computer player could not answer."""


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


def think(thought: Thought) -> tuple[str, ...]:
    """The keys that the policy answers, from a world in which all that its seat cannot see was dealt anew."""
    game = games()[thought.engine]
    match = Match.resume(game, thought.setup, thought.seed, thought.frame, thought.tail)
    rng = Rng(thought.chance)
    world = match.world(thought.seat, rng)
    prompt = world.prompt(thought.seat)
    if prompt is None:
        raise ValueError(f"seat {thought.seat} has nothing to decide")
    return policies(game)[thought.policy](world, prompt, rng)


def process_pool() -> Executor:
    """One process, started when the first computer player has to think."""
    return ProcessPoolExecutor(1, mp_context=multiprocessing.get_context("spawn"))


class ComputerPlayers:
    """Serves `tables.thinking`: tables where a computer player may be asked."""

    def __init__(self, tables: TableService, pool: Callable[[], Executor] = process_pool) -> None:
        self.tables = tables
        self._make_pool = pool
        self._pool: Executor | None = None

    async def run(self) -> None:
        """For ever. Tables that waited for a computer player when the bot stopped come first.

        Trouble with one table (a damaged row, a full disk) must not stop the others.
        """
        for row in await game_rows.with_status(self.tables.db, "playing"):
            self.tables.thinking.put_nowait(row.id)
        while True:
            game = await self.tables.thinking.get()
            try:
                await self.serve(game)
            except Exception:
                log.exception("game %d: its computer player could not answer", game)
                asyncio.get_running_loop().call_later(AGAIN_SECONDS, self.tables.thinking.put_nowait, game)

    async def serve(self, game: int) -> None:
        """Let one computer player of the table answer, if one is asked."""
        if not await self._is_asked(game):
            return
        async with self.tables.at(game) as live:
            found = next((s for s in live.seats if s.is_computer and s.seat in live.waiting), None)
            match, ref = live.match, None if found is None else live.ref(found.seat)
            if found is None or ref is None or match is None or found.policy is None:
                return
            chance = secrets.token_bytes(SEED_BYTES)
            thought = Thought(
                live.row.engine,
                match.setup,
                match.seed,
                match.frame,
                tuple(match.tail),
                found.seat,
                found.policy,
                chance,
            )
        keys = await self._think(thought)
        await self._answer(ref, keys)

    async def _is_asked(self, game: int) -> bool:
        """Whether a computer player is asked, without waking the table."""
        computers = {row.seat for row in await seats.of_game(self.tables.db, game) if row.kind == "computer"}
        return any(row.seat in computers for row in await open_questions.of_game(self.tables.db, game))

    async def _think(self, thought: Thought) -> tuple[str, ...]:
        if self._pool is None:
            self._pool = self._make_pool()
        loop = asyncio.get_running_loop()
        try:
            return await loop.run_in_executor(self._pool, think, thought)
        except Exception:
            if thought.policy == RANDOM:
                raise
            # A computer player that fails must not stop the table: the error is logged and a legal answer given.
            log.exception("%s: the policy %r failed", thought.engine, thought.policy)
            self._pool = None
            return think(replace(thought, policy=RANDOM))

    async def _answer(self, ref: QuestionRef, keys: tuple[str, ...]) -> None:
        async with self.tables.at(ref.game) as live:
            try:
                live.playing()
                await play.decide(self.tables, live, ref, keys, "computer")
            except Refused as reason:
                log.info("game %d: a computer player's answer came too late: %s", ref.game, reason)
                self.tables.think(live)

    def close(self) -> None:
        if self._pool is not None:
            self._pool.shutdown(wait=False, cancel_futures=True)
