"""Computer players at tables: lines of answers, and policies that fail, hang or give illegal answers."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator
from concurrent.futures import Executor, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import replace
from math import inf
from typing import Any

import pytest

from bot.table import TableService
from bot.table.computers import computer_players
from bot.table.computers.computer_players import ComputerPlayers
from bot.table.computers.search_workers import SearchJob, find_answers_in_time
from bot.table.lobby import seating
from bot.table.terms.table_terms import TableTerms
from engines.kernel import AnswerLine, GameContext, Match, Prompt, Rng, SearchBudget, Setup, load_games
from storage.kinds import OutboxKind
from storage.messages import outbox_rows
from storage.play import decisions
from tests.kernel.toys import SEED, Notes, build_options, build_toy_game
from tests.table.conftest import AOI


async def ask_three_letters(ctx: GameContext[Notes]) -> None:
    """Ask seat 1 for a letter, reveal a card, ask for two letters, ask seat 0, and ask seat 1 for a last letter."""
    ctx.state.entries.append(await ctx.choose(1, "before", build_options("a", "b")))
    ctx.state.entries.append(str(ctx.take_from(ctx.state.pile)))
    for _ in range(2):
        ctx.state.entries.append(await ctx.choose(1, "after", build_options("a", "b")))
    ctx.state.entries.append(await ctx.choose(0, "reply", build_options("a", "b")))
    ctx.state.entries.append(await ctx.choose(1, "last", build_options("a", "b")))


def answer_too_long(world: Match[Any], prompt: Prompt, rng: Rng, budget: SearchBudget) -> AnswerLine:
    return (("b",),) * 20


def answer_nonsense(world: Match[Any], prompt: Prompt, rng: Rng, budget: SearchBudget) -> AnswerLine:
    return (("nonsense",),)


def fail_on_second_answer(world: Match[Any], prompt: Prompt, rng: Rng, budget: SearchBudget) -> AnswerLine:
    return (("b",), ("nonsense",))


def raise_error(world: Match[Any], prompt: Prompt, rng: Rng, budget: SearchBudget) -> AnswerLine:
    raise ZeroDivisionError


def run_forever(world: Match[Any], prompt: Prompt, rng: Rng, budget: SearchBudget) -> AnswerLine:
    while True:
        pass


def sleep_long(world: Match[Any], prompt: Prompt, rng: Rng, budget: SearchBudget) -> AnswerLine:
    time.sleep(60)
    return ()


POLICIES = {
    "sleeping": sleep_long,
    "long": answer_too_long,
    "nonsense": answer_nonsense,
    "wrong later": fail_on_second_answer,
    "failing": raise_error,
    "hanging": run_forever,
}
TOY = replace(build_toy_game(ask_three_letters), policies=POLICIES, package="engines.flotsam")


@pytest.fixture(autouse=True)
def toys(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    for module in ("service.table_service", "terms.table_terms", "state.suggestions"):
        monkeypatch.setattr(f"bot.table.{module}.load_games", lambda: {"toy": TOY, **load_games()})
    yield


async def start_with_computer(service: TableService, policy: str, channel: int = 7) -> int:
    """Start a table of a person and a computer player, who is asked first."""
    table_id = await seating.open_table(service, 1, channel, AOI, "toy", TableTerms(language="en"))
    async with service.lock_table(table_id) as table:
        await seating.add_computer(service, table, AOI, policy)
        await seating.set_settings(service, table, AOI, order="joined")
        await seating.start_game(service, table, AOI)
    return table_id


async def load_letters(service: TableService, table_id: int) -> list[str]:
    """Return the computer player's letters so far."""
    return [row.keys for row in await decisions.load_active(service.db, table_id)]


def create_thread() -> Executor:
    return ThreadPoolExecutor(1)


@pytest.mark.sqlite_only(reason="writes without a lease")
@pytest.mark.parametrize("is_resting", [False, True])
async def test_table_that_may_not_be_opened_for_a_moment_is_served_later(
    service: TableService, monkeypatch: pytest.MonkeyPatch, is_resting: bool
) -> None:
    """The leases could not be prolonged for some seconds, or the shard could not be given back after all."""
    monkeypatch.setattr(computer_players, "FOREIGN_SECONDS", 0.01)
    table_id, ownership = await start_with_computer(service, "long"), service.db.ownership
    ownership.shard_count, ownership.tokens = 2, {0: 1}
    ownership.resting = {0} if is_resting else set()
    ownership.trusted_until_ms = inf if is_resting else 0
    running = asyncio.create_task(ComputerPlayers(service, create_thread).run())
    await asyncio.sleep(0.1)
    assert await load_letters(service, table_id) == []
    ownership.resting, ownership.trusted_until_ms = set(), inf
    async with asyncio.timeout(60):
        while not await load_letters(service, table_id):
            await asyncio.sleep(0.01)
    running.cancel()
    await asyncio.gather(running, return_exceptions=True)


async def test_line_stops_at_reveal_or_other_players_question(service: TableService) -> None:
    table_id = await start_with_computer(service, "long")
    computers = ComputerPlayers(service, create_thread)
    await computers.serve_table(table_id)
    assert await load_letters(service, table_id) == ["b"], "a card was shown"
    await computers.serve_table(table_id)
    assert await load_letters(service, table_id) == ["b", "b", "b"], "the person is asked"
    await computers.serve_table(table_id)
    assert len(await load_letters(service, table_id)) == 3
    computers.close()


@pytest.mark.parametrize("policy", ["nonsense", "failing"])
async def test_a_policy_that_gives_no_legal_answer_does_not_stop_the_table(service: TableService, policy: str) -> None:
    table_id = await start_with_computer(service, policy)
    computers = ComputerPlayers(service, create_thread)
    await computers.serve_table(table_id)
    assert len(await load_letters(service, table_id)) == 1
    await computers.serve_table(table_id)
    assert len(await load_letters(service, table_id)) == 2
    failure_notices = [
        row
        for row in await outbox_rows.load_rows_newest_first(service.db, table_id, OutboxKind.NOTICE)
        if b"no_thought" in row.payload
    ]
    assert len(failure_notices) == 1, "its people are told, once"
    assert b"no_thought_lot" in failure_notices[0].payload
    computers.close()


async def ask_one_letter(ctx: GameContext[Notes]) -> None:
    ctx.state.entries.append(await ctx.choose(1, "before", build_options("a", "b", "c"), default="c"))
    ctx.state.entries.append(await ctx.choose(0, "reply", build_options("a", "b")))


async def ask_any_letters(ctx: GameContext[Notes]) -> None:
    ctx.state.entries += await ctx.choose_some(1, "before", build_options("a", "b", "c"), 0, 3, default=())
    ctx.state.entries.append(await ctx.choose(0, "reply", build_options("a", "b")))


@pytest.mark.parametrize(("turn", "answer"), [(ask_one_letter, "c"), (ask_any_letters, "")])
async def test_failed_search_gives_the_default_answer(
    service: TableService, monkeypatch: pytest.MonkeyPatch, turn: Any, answer: str
) -> None:
    """An empty choice is a valid default, too."""
    silent = replace(build_toy_game(turn), policies=POLICIES, package="engines.flotsam")
    for module in ("service.table_service", "terms.table_terms", "state.suggestions"):
        monkeypatch.setattr(f"bot.table.{module}.load_games", lambda: {"toy": silent, **load_games()})
    table_id = await start_with_computer(service, "failing")
    computers = ComputerPlayers(service, create_thread)
    await computers.serve_table(table_id)
    assert await load_letters(service, table_id) == [answer]
    assert (
        b"no_thought_default"
        in (await outbox_rows.load_rows_newest_first(service.db, table_id, OutboxKind.NOTICE))[0].payload
    )
    computers.close()


async def test_illegal_later_answer_is_searched_again(service: TableService) -> None:
    table_id = await start_with_computer(service, "wrong later")
    computers = ComputerPlayers(service, create_thread)
    for answers in (1, 2, 3):
        await computers.serve_table(table_id)
        assert await load_letters(service, table_id) == ["b"] * answers
        assert not service.search_queue.empty()
    computers.close()


async def test_a_process_that_dies_is_replaced(service: TableService) -> None:
    table_id = await start_with_computer(service, "long")
    pools: list[Executor] = []

    class Dying(ThreadPoolExecutor):
        def submit(self, *args: Any, **kwargs: Any) -> Any:
            raise BrokenProcessPool

    def start_pool() -> Executor:
        pools.append(ThreadPoolExecutor(1) if pools else Dying(1))
        return pools[-1]

    computers = ComputerPlayers(service, start_pool)
    await computers.serve_table(table_id)
    assert await load_letters(service, table_id) == ["b"] and len(pools) == 2
    computers.close()


async def test_several_tables_are_served_at_a_time_and_each_once(
    service: TableService, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.table.computers.computer_players.PROCESSES", 2)
    expected_games = {await start_with_computer(service, "long", channel) for channel in (7, 8)}
    both, served = asyncio.Event(), set()

    async def serve_slowly(table_id: int) -> None:
        assert table_id not in served
        served.add(table_id)
        if served == expected_games:
            both.set()
        await both.wait()
        served.discard(table_id)

    computers = ComputerPlayers(service, create_thread)
    monkeypatch.setattr(computers, "serve_table", serve_slowly)
    task = asyncio.create_task(computers.run())
    async with asyncio.timeout(60):
        await both.wait()
    await asyncio.sleep(0.01)  # both tables are queued and served again
    assert not task.done()
    task.cancel()


def test_stuck_policy_is_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.table.computers.search_workers.MAX_CPU_SECONDS", 0.1)
    match = Match.start(TOY, Setup(2, ("red", "blue")), SEED)
    job = SearchJob("toy", match.setup, SEED, match.frame, (), 1, "hanging", SEED)
    with pytest.raises(TimeoutError, match="still thinking"):
        find_answers_in_time(job)
    monkeypatch.setattr("bot.table.computers.search_workers.MAX_WALL_SECONDS", 0.1)
    with pytest.raises(TimeoutError, match="still thinking"):
        find_answers_in_time(replace(job, policy="sleeping"))
    assert find_answers_in_time(replace(job, policy="long"))
