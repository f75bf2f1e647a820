"""Suggestions are computed in worker processes, once for each question; plans continue from one to the next."""

from __future__ import annotations

import asyncio
from concurrent.futures import Executor, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import replace
from typing import Any

import pytest

from bot.table import TableService
from bot.table.computers.search_workers import SearchWorkers, SuggestionService, create_process
from bot.table.state.suggestions import SuggestionJob
from engines.kernel import Message
from engines.kernel.stars.suggestions import Advice, compute_advice
from tests.discovered import list_shipped_games
from tests.table.conftest import AOI, MARCO, Players

GAME_ID = next(game.id for game in list_shipped_games().values() if game.aids)


async def play_to_first_question(service: TableService, players: Players) -> int:
    """Start a table and play until a suggestion is due that is not computed yet."""
    table_id = await players.start_table(AOI, MARCO, game_id=GAME_ID)
    async with service.lock_table(table_id) as table:
        while table.find_suggestion_request(table.waiting[0]) is None:
            await players.answer_randomly(table)
    return table_id


def advise_in_process(job: SuggestionJob) -> Advice:
    """Compute advice in a worker process; an extra plan marks it as computed there."""
    result = compute_advice(job.build_match(), job.seat, job.game.aids, job.earlier)
    return result._replace(plans=(*result.plans, (("elsewhere",),)))


async def test_worker_finds_the_same_suggestion(
    service: TableService, players: Players, monkeypatch: pytest.MonkeyPatch
) -> None:
    table_id = await play_to_first_question(service, players)
    monkeypatch.setattr("bot.table.computers.search_workers.find_advice_in_time", advise_in_process)
    search_workers = SearchWorkers(create_process)
    suggesting = SuggestionService(service, search_workers)
    async with service.lock_table(table_id) as table:
        seat, match = table.waiting[0], table.match
        request = table.find_suggestion_request(seat)
        assert request is not None and match is not None
        local_advice = compute_advice(match, seat, table.game.aids)
    await asyncio.gather(suggesting.compute_suggestions(request), suggesting.compute_suggestions(request))
    async with service.lock_table(table_id) as table:
        stored_advice = table.suggested_prompts[seat].advice
        assert (stored_advice.position, stored_advice.best) == (local_advice.position, local_advice.best)
        assert stored_advice.plans == (*local_advice.plans, (("elsewhere",),)), "it was not thought out here"
        assert table.find_suggestion_request(seat) is None
    search_workers.close()


class RecordingExecutor(ThreadPoolExecutor):
    """Executor that records its jobs."""

    def __init__(self, dying: int = 0) -> None:
        super().__init__(1)
        self.jobs: list[SuggestionJob] = []
        self.failures_left = dying

    def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> Any:
        self.jobs.append(args[0])
        if self.failures_left:
            self.failures_left -= 1
            raise BrokenProcessPool
        return super().submit(fn, *args, **kwargs)


async def test_each_question_is_searched_once(
    service: TableService, players: Players, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.table.computers.search_workers.find_advice_in_time", lambda job: Advice(0))
    table_id = await play_to_first_question(service, players)
    pool = RecordingExecutor()
    suggesting = SuggestionService(service, SearchWorkers(lambda: pool))
    async with service.lock_table(table_id) as table:
        request = table.find_suggestion_request(table.waiting[0])
        assert request is not None
    await asyncio.gather(*(suggesting.compute_suggestions(request) for _ in range(3)))
    async with service.lock_table(table_id) as table:
        assert len(pool.jobs) == 1 and table.find_suggestion_request(table.waiting[0]) is None
        seat = table.waiting[0]
        while (later := table.find_suggestion_request(table.waiting[0])) is None:
            await players.answer_randomly(table)
        table.set_advice(request, Advice(0))
        assert table.find_suggestion_request(table.waiting[0]) == later, "what comes too late is for another question"
        assert (later.question_version != request.question_version) and seat in table.suggested_prompts
    pool.shutdown()


@pytest.mark.parametrize("dying", [1, 2])
async def test_dead_process_is_replaced_and_question_has_no_suggestion(
    service: TableService, players: Players, monkeypatch: pytest.MonkeyPatch, dying: int
) -> None:
    workers: list[RecordingExecutor] = []

    def create_worker() -> Executor:
        workers.append(RecordingExecutor(int(len(workers) < dying)))
        return workers[-1]

    monkeypatch.setattr("bot.table.computers.search_workers.find_advice_in_time", build_advice)
    table_id = await play_to_first_question(service, players)
    async with service.lock_table(table_id) as table:
        request = table.find_suggestion_request(table.waiting[0])
        assert request is not None
    await SuggestionService(service, SearchWorkers(create_worker)).compute_suggestions(request)
    assert [len(worker.jobs) for worker in workers] == [1, 1]
    async with service.lock_table(table_id) as table:
        stored_advice = table.suggested_prompts[request.job.seat].advice
        assert table.match is not None and (stored_advice == Advice(table.match.position)) == (dying == 2)
        assert table.find_suggestion_request(request.job.seat) is None, "it is not thought about again"
    workers[-1].shutdown()


def build_advice(job: SuggestionJob) -> Advice:
    return Advice(0, {}, ((("a",),),))


async def test_plan_continues_and_is_dropped_after_undo(service: TableService, players: Players) -> None:
    table_id = await play_to_first_question(service, players)
    async with service.lock_table(table_id) as table:
        seat, first = table.waiting[0], table.find_suggestion_request(table.waiting[0])
        assert first is not None and first.job.earlier is None
        first_advice = Advice(first.question_version[1], {}, ((("a",), ("b",)),))
        table.set_advice(first, first_advice)
        await players.answer_randomly(table, seat)
        while table.waiting[0] != seat or (later := table.find_suggestion_request(seat)) is None:
            await players.answer_randomly(table)
        assert later.job.earlier == first_advice
        table.row = replace(table.row, epoch=table.row.epoch + 1)
        again = table.find_suggestion_request(seat)
        assert again is not None and again.job.earlier is None, "it was not thought about before"


async def test_suggestion_is_kept_after_step_back(service: TableService, players: Players) -> None:
    """The suggestion came from the plan of an earlier question; computed anew it might be lost."""
    table_id = await play_to_first_question(service, players)
    async with service.lock_table(table_id) as table:
        seat, first = table.waiting[0], table.find_suggestion_request(table.waiting[0])
        assert first is not None and table.match is not None
        prompt = table.match.find_prompt(seat)
        assert prompt is not None
        table.set_advice(
            first, Advice(first.question_version[1], {prompt.options[0].key: Message("kernel.aid.steady")}, ())
        )
        question = table.build_prompt(seat)
        assert question is not None and question != prompt
        table.suggested_prompts.clear()  # as if another question had been searched meanwhile
        table.row = replace(table.row, epoch=table.row.epoch + 1)
        assert table.build_prompt(seat) == question and table.find_suggestion_request(seat) is None
