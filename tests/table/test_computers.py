"""Computer players at tables: lines of answers, policies that fail, hang or answer nonsense."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator
from concurrent.futures import Executor, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import replace
from typing import Any

import pytest

from bot.table import TableService
from bot.table.computers.players import ComputerPlayers
from bot.table.computers.thinking import Thought, think_in_time
from bot.table.lobby import seating
from bot.table.lobby.agreement import Agreement
from engines.kernel import Budget, Line, Match, Prompt, Rng, Setup, Table, games
from storage.messages import outbox
from storage.messages.kinds import Saying
from storage.play import decisions
from tests.kernel.toys import SEED, Notes, options, toy

from .conftest import AOI


async def three_letters(t: Table[Notes]) -> None:
    """Seat 1 says a letter, a card is shown, two letters more, the person on seat 0 is asked, and a last letter."""
    t.state.said.append(await t.choose(1, "before", options("a", "b")))
    t.state.said.append(str(t.draw(t.state.pile)))
    for _ in range(2):
        t.state.said.append(await t.choose(1, "after", options("a", "b")))
    t.state.said.append(await t.choose(0, "reply", options("a", "b")))
    t.state.said.append(await t.choose(1, "last", options("a", "b")))


def far_too_long(world: Match[Any], prompt: Prompt, rng: Rng, budget: Budget) -> Line:
    return (("b",),) * 20


def nonsense(world: Match[Any], prompt: Prompt, rng: Rng, budget: Budget) -> Line:
    return (("nonsense",),)


def wrong_later(world: Match[Any], prompt: Prompt, rng: Rng, budget: Budget) -> Line:
    return (("b",), ("nonsense",))


def failing(world: Match[Any], prompt: Prompt, rng: Rng, budget: Budget) -> Line:
    raise ZeroDivisionError


def hanging(world: Match[Any], prompt: Prompt, rng: Rng, budget: Budget) -> Line:
    while True:
        pass


def sleeping(world: Match[Any], prompt: Prompt, rng: Rng, budget: Budget) -> Line:
    time.sleep(60)
    return ()


POLICIES = {
    "sleeping": sleeping,
    "long": far_too_long,
    "nonsense": nonsense,
    "wrong later": wrong_later,
    "failing": failing,
    "hanging": hanging,
}
TOY = replace(toy(three_letters), policies=POLICIES, package="engines.flotsam")


@pytest.fixture(autouse=True)
def toys(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    for module in ("service", "lobby.agreement", "computers.thinking"):
        monkeypatch.setattr(f"bot.table.{module}.games", lambda: {"toy": TOY, **games()})
    yield


async def seated(tables: TableService, policy: str, channel: int = 7) -> int:
    """A table of a person, and a computer player that is asked first."""
    game = await seating.open_table(tables, 1, channel, AOI, "toy", Agreement(language="en"))
    async with tables.at(game) as live:
        await seating.add_computer(tables, live, AOI, policy)
        await seating.set_settings(tables, live, AOI, order="joined")
        await seating.start(tables, live, AOI)
    return game


async def said(tables: TableService, game: int) -> list[str]:
    """The letters of the computer player so far."""
    return [row.keys for row in await decisions.live(tables.db, game)]


def thread() -> Executor:
    return ThreadPoolExecutor(1)


async def test_a_line_is_given_until_something_is_revealed_or_somebody_else_is_asked(tables: TableService) -> None:
    game = await seated(tables, "long")
    computers = ComputerPlayers(tables, thread)
    await computers.serve(game)
    assert await said(tables, game) == ["b"], "a card was shown"
    await computers.serve(game)
    assert await said(tables, game) == ["b", "b", "b"], "the person is asked"
    await computers.serve(game)
    assert len(await said(tables, game)) == 3
    computers.close()


@pytest.mark.parametrize("policy", ["nonsense", "failing"])
async def test_a_policy_that_gives_no_legal_answer_does_not_stop_the_table(tables: TableService, policy: str) -> None:
    game = await seated(tables, policy)
    computers = ComputerPlayers(tables, thread)
    await computers.serve(game)
    assert len(await said(tables, game)) == 1
    await computers.serve(game)
    assert len(await said(tables, game)) == 2
    told = [row for row in await outbox.newest_first(tables.db, game, Saying.NOTICE) if b"no_thought" in row.payload]
    assert len(told) == 1, "its people are told, once"
    assert b"no_thought_lot" in told[0].payload
    computers.close()


async def one_letter(t: Table[Notes]) -> None:
    t.state.said.append(await t.choose(1, "before", options("a", "b", "c"), default="c"))
    t.state.said.append(await t.choose(0, "reply", options("a", "b")))


async def any_letters(t: Table[Notes]) -> None:
    t.state.said += await t.choose_some(1, "before", options("a", "b", "c"), 0, 3, default=())
    t.state.said.append(await t.choose(0, "reply", options("a", "b")))


@pytest.mark.parametrize(("turn", "answer"), [(one_letter, "c"), (any_letters, "")])
async def test_who_cannot_think_answers_as_somebody_who_is_silent(
    tables: TableService, monkeypatch: pytest.MonkeyPatch, turn: Any, answer: str
) -> None:
    """Choosing nothing is such an answer, too."""
    silent = replace(toy(turn), policies=POLICIES, package="engines.flotsam")
    for module in ("service", "lobby.agreement", "computers.thinking"):
        monkeypatch.setattr(f"bot.table.{module}.games", lambda: {"toy": silent, **games()})
    game = await seated(tables, "failing")
    computers = ComputerPlayers(tables, thread)
    await computers.serve(game)
    assert await said(tables, game) == [answer]
    assert b"no_thought_default" in (await outbox.newest_first(tables.db, game, Saying.NOTICE))[0].payload
    computers.close()


async def test_an_answer_further_on_that_does_not_fit_is_thought_about_again(tables: TableService) -> None:
    game = await seated(tables, "wrong later")
    computers = ComputerPlayers(tables, thread)
    for answers in (1, 2, 3):
        await computers.serve(game)
        assert await said(tables, game) == ["b"] * answers
        assert not tables.thinking.empty()
    computers.close()


async def test_a_process_that_dies_is_replaced(tables: TableService) -> None:
    game = await seated(tables, "long")
    pools: list[Executor] = []

    class Dying(ThreadPoolExecutor):
        def submit(self, *args: Any, **kwargs: Any) -> Any:
            raise BrokenProcessPool

    def pool() -> Executor:
        pools.append(ThreadPoolExecutor(1) if pools else Dying(1))
        return pools[-1]

    computers = ComputerPlayers(tables, pool)
    await computers.serve(game)
    assert await said(tables, game) == ["b"] and len(pools) == 2
    computers.close()


async def test_several_tables_are_served_at_a_time_and_each_once(
    tables: TableService, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.table.computers.players.PROCESSES", 2)
    held = {await seated(tables, "long", channel) for channel in (7, 8)}
    both, served = asyncio.Event(), set()

    async def slow(game: int) -> None:
        assert game not in served
        served.add(game)
        if served == held:
            both.set()
        await both.wait()
        served.discard(game)

    computers = ComputerPlayers(tables, thread)
    monkeypatch.setattr(computers, "serve", slow)
    task = asyncio.create_task(computers.run())
    async with asyncio.timeout(10):
        await both.wait()
    await asyncio.sleep(0.01)  # both are woken again, and served again
    assert not task.done()
    task.cancel()


def test_a_policy_that_hangs_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.table.computers.thinking.SECONDS", 0.1)
    match = Match.start(TOY, Setup(2, ("red", "blue")), SEED)
    thought = Thought("toy", match.setup, SEED, match.frame, (), 1, "hanging", SEED)
    with pytest.raises(TimeoutError, match="still thinking"):
        think_in_time(thought)
    monkeypatch.setattr("bot.table.computers.thinking.SECONDS_OF_THE_WALL", 0.1)
    with pytest.raises(TimeoutError, match="still thinking"):
        think_in_time(replace(thought, policy="sleeping"))
    assert think_in_time(replace(thought, policy="long"))
