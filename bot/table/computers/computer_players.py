"""Computer players: they search outside the table's lock and answer like people, at several tables at a time."""

import asyncio
import logging
import secrets
from collections.abc import Callable, Collection
from concurrent.futures import Executor

from bot.table.notices import outbox
from bot.table.play import answers
from bot.table.service.table_service import TableService
from bot.table.state.table import QuestionRef
from engines.kernel import SEED_BYTES, AnswerLine, Refused, Rng, StaleAnswer, pick_random_answer
from storage import ForeignTable, Transaction, retry_while_unavailable
from storage.play import games as game_rows
from storage.play import open_questions, seats
from storage.play.decisions import Origin
from storage.queries import select_shards

from .search_workers import PROCESSES, SearchJob, SearchWorkers, create_process, find_answers_in_time

log = logging.getLogger(__name__)

MAX_SECONDS = 600.0
"""Longer than a search and its second try may take: beyond it, something hangs."""
RETRY_SECONDS = 60.0
"""Delay before a table is retried whose computer player could not answer."""
FOREIGN_SECONDS = 5.0
"""Delay before a table is retried that this process may not open for the moment."""


class ComputerPlayers:
    """Serves `service.search_queue`: tables where a computer player may be asked."""

    def __init__(self, service: TableService, create_worker: Callable[[], Executor] = create_process) -> None:
        self.service = service
        self.workers = SearchWorkers(create_worker)
        self._searching: dict[int, float] = {}
        """Start times of the tables with a search in progress: at most one search for each."""
        self._woken_again: set[int] = set()
        """Tables that were woken during their search."""
        self._failing_tables: set[int] = set()
        """Tables that have a notice that a policy failed."""

    async def run(self) -> None:
        """Serve tables until cancelled. Tables that waited for a computer player when the bot stopped come first."""
        await self.queue_all_tables()
        async with asyncio.TaskGroup() as group:
            for _ in range(PROCESSES):
                group.create_task(self._serve_queue())

    async def queue_all_tables(self, shards: Collection[int] | None = None) -> None:
        """Look at every table of this process, since a computer player may be asked there. shards: only at theirs."""
        # `load_games_in_play` logs unreadable ones
        source = select_shards(self.service.db, shards)
        rows, _ = await retry_while_unavailable(lambda: game_rows.load_readable(source, "playing"))
        for row in rows:
            self.service.search_queue.put_nowait(row.id)

    async def _serve_queue(self) -> None:
        """Serve one table after the other. An error with one table (a damaged row, a full disk) does not stop the
        others.
        """
        while True:
            table_id = await self.service.search_queue.get()
            if table_id in self._searching:
                self._woken_again.add(table_id)
                continue
            self._searching[table_id] = asyncio.get_running_loop().time()
            try:
                await self.serve_table(table_id)
            except ForeignTable as error:
                if error.guild_id is None or self.service.db.ownership.has_leased(
                    error.guild_id
                ):  # not to be opened just now
                    asyncio.get_running_loop().call_later(
                        FOREIGN_SECONDS, self.service.search_queue.put_nowait, table_id
                    )
                else:
                    log.info("table %d was moved to another process, which lets its computer player answer", table_id)
            except Exception:  # rules may raise anything, and this loop serves all tables
                log.exception("table %d: its computer player could not answer", table_id)
                asyncio.get_running_loop().call_later(RETRY_SECONDS, self.service.search_queue.put_nowait, table_id)
            finally:
                self._searching.pop(table_id, None)
                if table_id in self._woken_again:
                    self._woken_again.discard(table_id)
                    self.service.search_queue.put_nowait(table_id)

    def find_problem(self) -> str | None:
        """Return which table waits for its computer player for too long, in words; None if none does."""
        now = asyncio.get_running_loop().time()
        table_id, since = min(self._searching.items(), key=lambda search: search[1], default=(0, now))
        return (
            f"table {table_id} waits for its computer player for {now - since:.0f} s"
            if now - since > MAX_SECONDS
            else None
        )

    async def serve_table(self, table_id: int) -> None:
        """Let one computer player of the table answer, if one is asked."""
        if not await self._is_asked(table_id):
            return
        async with self.service.lock_table(table_id) as table:
            assignment = next(
                (s for s in table.seats if s.answering_policy is not None and s.seat in table.waiting), None
            )
            match, ref = table.match, None if assignment is None else table.build_question_ref(assignment.seat)
            if (
                assignment is None
                or ref is None
                or match is None
                or assignment.answering_policy is None
                or table.pauses
            ):
                return
            job = SearchJob(
                table.row.engine,
                match.setup,
                match.seed,
                match.frame,
                tuple(match.decisions_since_frame),
                assignment.seat,
                assignment.answering_policy,
                secrets.token_bytes(SEED_BYTES),
            )
        line = await self._run_search(job)
        if line is not None and await self._give_answers(ref, line):
            self._failing_tables.discard(table_id)
        else:
            await self._answer_by_default(ref)

    async def _is_asked(self, table_id: int) -> bool:
        """Return whether a computer player is asked, without loading the table."""
        rows = await seats.load_seats(self.service.db, table_id)
        computers = {row.seat for row in rows if row.kind == "computer" or row.autopilot_policy is not None}
        return any(row.seat in computers for row in await open_questions.load_open_questions(self.service.db, table_id))

    async def _run_search(self, job: SearchJob) -> AnswerLine | None:
        """Return the answers of a policy. None if it fails; the error is logged."""
        try:
            return await self.workers.run_search(find_answers_in_time, job)
        except Exception:  # a policy may raise anything, and its process may die
            log.exception("%s: the policy %r failed", job.game_id, job.policy)
            return None

    async def _answer_by_default(self, ref: QuestionRef) -> None:
        """Answer after the policy has failed: with the default answer, or at random if there is none.

        The table continues. Its people are notified once, until the policy answers again, so that they do not mistake a
        random move for the play of the computer player.
        """
        async with self.service.lock_table(ref.table_id) as table:
            seated = table.seats[ref.seat]
            prompt = None if table.match is None else table.match.find_prompt(ref.seat)
            match = table.match
            if (
                match is None
                or prompt is None
                or table.build_question_ref(ref.seat) != ref
                or seated.answering_policy is None
            ):
                return
            keys, reason = prompt.timeout_answer, "default"
            if keys is None:  # (), the empty choice, is an answer
                keys, reason = pick_random_answer(match, prompt, Rng(secrets.token_bytes(SEED_BYTES))), "lot"
            key = f"notice.no_thought_{reason}"

            async def enqueue_failure(tx: Transaction) -> None:
                """Enqueue the notice with the move, so that a crash cannot separate them."""
                if ref.table_id not in self._failing_tables and not match.is_over:
                    await outbox.enqueue_notice(tx, table, self.service.clock(), key, who=table.names[ref.seat])

            origin: Origin = "computer" if seated.is_computer else "relief"
            await answers.apply_decision(self.service, table, ref, keys, origin, extra_writes=enqueue_failure)
            self._failing_tables.add(ref.table_id)

    async def _give_answers(self, ref: QuestionRef, line: AnswerLine) -> bool:
        """Give the answers, one after the other, as long as no hidden information is revealed and no other seat is
        asked.

        Returns False, with a line in the log, if the first one is not legal. The others were found in a sampled world,
        so one may be illegal: the computer player is then asked again.
        """
        async with self.service.lock_table(ref.table_id) as table:
            current_ref: QuestionRef | None = ref
            for keys in line:
                seated = table.seats[ref.seat]
                if current_ref is None or seated.answering_policy is None:  # the person came back during the search
                    break
                try:
                    await answers.apply_decision(
                        self.service, table, current_ref, keys, "computer" if seated.is_computer else "relief"
                    )
                except Refused as reason:
                    if current_ref == ref and table.is_playing and not isinstance(reason, StaleAnswer):
                        log.exception(
                            "table %d: the policy %r gave no legal answer", ref.table_id, seated.answering_policy
                        )
                        return False
                    log.info("table %d: a computer player's answer did not fit: %s", ref.table_id, reason)
                    self.service.wake_computer_players(table)
                    break
                same_turn = table.match is not None and table.match.acting_seat == ref.seat
                current_ref = table.build_question_ref(ref.seat) if same_turn else None
        return True

    def close(self) -> None:
        self.workers.close()
