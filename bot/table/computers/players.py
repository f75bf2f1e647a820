"""Computer players: they think outside the table's lock and answer like everybody else, several tables at a time."""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Callable
from concurrent.futures import Executor

from bot.table import announce, play
from bot.table.question_ref import QuestionRef
from bot.table.service import TableService
from engines.kernel import SEED_BYTES, Line, Refused, Rng, Stale, random_answer
from storage import Transaction
from storage.play import games as game_rows
from storage.play import open_questions, seats
from storage.play.decisions import Origin

from .thinkers import Thinkers
from .thinking import PROCESSES, Thought, process_pool, think_in_time

log = logging.getLogger(__name__)

AGAIN_SECONDS = 60.0
"""So much later a table is tried again whose computer player could not answer."""


class ComputerPlayers:
    """Serves `tables.thinking`: tables where a computer player may be asked."""

    def __init__(self, tables: TableService, pool: Callable[[], Executor] = process_pool) -> None:
        self.tables = tables
        self.thinkers = Thinkers(pool)
        self._served: set[int] = set()
        """Tables at which somebody thinks now: one thought at a time for each. `_asked_again`: and that were woken."""
        self._asked_again: set[int] = set()
        self._in_trouble: set[int] = set()
        """Tables that were told that a policy failed."""

    async def run(self) -> None:
        """For ever. Tables that waited for a computer player when the bot stopped come first."""
        rows, _ = await game_rows.readable(self.tables.db, "playing")  # `take_up_all` says what cannot be
        for row in rows:
            self.tables.thinking.put_nowait(row.id)
        async with asyncio.TaskGroup() as group:
            for _ in range(PROCESSES):
                group.create_task(self._work())

    async def _work(self) -> None:
        """Trouble with one table (a damaged row, a full disk) must not stop the others."""
        while True:
            game = await self.tables.thinking.get()
            if game in self._served:
                self._asked_again.add(game)
                continue
            self._served.add(game)
            try:
                await self.serve(game)
            except Exception:  # whatever rules and rows raise: this loop serves all tables
                log.exception("game %d: its computer player could not answer", game)
                asyncio.get_running_loop().call_later(AGAIN_SECONDS, self.tables.thinking.put_nowait, game)
            finally:
                self._served.discard(game)
                if game in self._asked_again:
                    self._asked_again.discard(game)
                    self.tables.thinking.put_nowait(game)

    async def serve(self, game: int) -> None:
        """Let one computer player of the table answer, if one is asked."""
        if not await self._is_asked(game):
            return
        async with self.tables.at(game) as live:
            found = next((s for s in live.seats if s.answers is not None and s.seat in live.waiting), None)
            match, ref = live.match, None if found is None else live.ref(found.seat)
            if found is None or ref is None or match is None or found.answers is None or live.pauses:
                return
            thought = Thought(
                live.row.engine,
                match.setup,
                match.seed,
                match.frame,
                tuple(match.tail),
                found.seat,
                found.answers,
                secrets.token_bytes(SEED_BYTES),
            )
        line = await self._think(thought)
        if line is not None and await self._answer(ref, line):
            self._in_trouble.discard(game)
        else:
            await self._answer_for(ref)

    async def _is_asked(self, game: int) -> bool:
        """Whether a computer player is asked, without waking the table."""
        rows = await seats.of_game(self.tables.db, game)
        computers = {row.seat for row in rows if row.kind == "computer" or row.relief is not None}
        return any(row.seat in computers for row in await open_questions.of_game(self.tables.db, game))

    async def _think(self, thought: Thought) -> Line | None:
        """The answers of a policy; None if it fails, as the log says then."""
        try:
            return await self.thinkers.do(think_in_time, thought)
        except Exception:  # a policy may raise anything, and its process may die
            log.exception("%s: the policy %r failed", thought.engine, thought.policy)
            return None

    async def _answer_for(self, ref: QuestionRef) -> None:
        """The policy has failed: the question is answered as for somebody who is silent, by lot if that says nothing.

        The table goes on, and its people are told what happened, once until the policy answers again: nobody should
        take a move by lot for the play of a computer player.
        """
        async with self.tables.at(ref.game) as live:
            seated = live.seats[ref.seat]
            prompt = None if live.match is None else live.match.prompt(ref.seat)
            match = live.match
            if match is None or prompt is None or live.ref(ref.seat) != ref or seated.answers is None:
                return
            keys, how = prompt.silence, "default"
            if keys is None:  # choosing nothing, (), is an answer
                keys, how = random_answer(match, prompt, Rng(secrets.token_bytes(SEED_BYTES))), "lot"
            key = f"notice.no_thought_{how}"

            async def tell(tx: Transaction) -> None:
                """With the move, so that no stop comes between them."""
                if ref.game not in self._in_trouble and not match.over:
                    await announce.notice(tx, live, self.tables.clock(), key, who=live.names[ref.seat])

            origin: Origin = "computer" if seated.is_computer else "relief"
            await play.decide(self.tables, live, ref, keys, origin, also=tell)
            self._in_trouble.add(ref.game)

    async def _answer(self, ref: QuestionRef, line: Line) -> bool:
        """Give the answers, one after the other, as long as nothing comes to light and nobody else is asked.

        False, and a line in the log, if the first one is not legal. Of the others, thought out in an imagined world,
        one may be: the computer player is asked again then.
        """
        async with self.tables.at(ref.game) as live:
            now: QuestionRef | None = ref
            for keys in line:
                seated = live.seats[ref.seat]
                if now is None or seated.answers is None:  # the person came back while it thought
                    break
                try:
                    await play.decide(self.tables, live, now, keys, "computer" if seated.is_computer else "relief")
                except Refused as reason:
                    if now == ref and live.is_playing and not isinstance(reason, Stale):
                        log.exception("game %d: the policy %r gave no legal answer", ref.game, seated.answers)
                        return False
                    log.info("game %d: a computer player's answer did not fit: %s", ref.game, reason)
                    self.tables.think(live)
                    break
                same_turn = live.match is not None and live.match.acting == ref.seat
                now = live.ref(ref.seat) if same_turn else None
        return True

    def close(self) -> None:
        self.thinkers.close()
