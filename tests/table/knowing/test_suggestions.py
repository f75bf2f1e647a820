"""Suggestions are thought out elsewhere, once for each seat's question; plans are carried on from one to the next."""

from __future__ import annotations

import asyncio
from concurrent.futures import Executor, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import replace
from typing import Any

import pytest

from bot.table import TableService
from bot.table.computers.suggesting import Suggesting
from bot.table.computers.thinkers import Thinkers
from bot.table.computers.thinking import Wish, process_pool
from engines.kernel import Msg
from engines.kernel.stars.suggestions import Advice, advice
from tests.discovered import shipped
from tests.table.conftest import AOI, MARCO, Players

ENGINE = next(game.id for game in shipped().values() if game.aids)


async def first_question(tables: TableService, players: Players) -> int:
    """A table in which somebody has something to choose from, and nothing is known of it yet."""
    game = await players.open(AOI, MARCO, engine=ENGINE)
    async with tables.at(game) as live:
        while live.wanted(live.waiting[0]) is None:
            await players.step(live)
    return game


def slowly(wish: Wish) -> Advice:
    """In a process: what is found there says that it was there."""
    found = advice(wish.match(), wish.seat, wish.game.aids, wish.earlier)
    return found._replace(plans=(*found.plans, (("elsewhere",),)))


async def test_a_process_finds_what_would_be_found_here(
    tables: TableService, players: Players, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = await first_question(tables, players)
    monkeypatch.setattr("bot.table.computers.suggesting.advise_in_time", slowly)
    thinkers = Thinkers(process_pool)
    suggesting = Suggesting(tables, thinkers)
    async with tables.at(game) as live:
        seat, match = live.waiting[0], live.match
        wanted = live.wanted(seat)
        assert wanted is not None and match is not None
        here = advice(match, seat, live.game.aids)
    await asyncio.gather(suggesting.find(wanted), suggesting.find(wanted))
    async with tables.at(game) as live:
        found = live.suggested[seat].advice
        assert (found.position, found.best) == (here.position, here.best)
        assert found.plans == (*here.plans, (("elsewhere",),)), "it was not thought out here"
        assert live.wanted(seat) is None
    thinkers.close()


class Counting(ThreadPoolExecutor):
    """Notes what is thought about. dying: so many thoughts cost it its process."""

    def __init__(self, dying: int = 0) -> None:
        super().__init__(1)
        self.wishes: list[Wish] = []
        self.dying = dying

    def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> Any:
        self.wishes.append(args[0])
        if self.dying:
            self.dying -= 1
            raise BrokenProcessPool
        return super().submit(fn, *args, **kwargs)


async def test_each_seats_question_is_thought_about_once(
    tables: TableService, players: Players, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.table.computers.suggesting.advise_in_time", lambda wish: Advice(0))
    game = await first_question(tables, players)
    pool = Counting()
    suggesting = Suggesting(tables, Thinkers(lambda: pool))
    async with tables.at(game) as live:
        wanted = live.wanted(live.waiting[0])
        assert wanted is not None
    await asyncio.gather(*(suggesting.find(wanted) for _ in range(3)))
    async with tables.at(game) as live:
        assert len(pool.wishes) == 1 and live.wanted(live.waiting[0]) is None
        seat = live.waiting[0]
        while (later := live.wanted(live.waiting[0])) is None:
            await players.step(live)
        live.advise(wanted, Advice(0))
        assert live.wanted(live.waiting[0]) == later, "what comes too late is for another question"
        assert (later.moment != wanted.moment) and seat in live.suggested
    pool.shutdown()


@pytest.mark.parametrize("dying", [1, 2])
async def test_a_process_that_dies_is_replaced_and_the_question_stays_without(
    tables: TableService, players: Players, monkeypatch: pytest.MonkeyPatch, dying: int
) -> None:
    pools: list[Executor] = []

    def pool() -> Executor:
        pools.append(shared)
        return shared

    monkeypatch.setattr("bot.table.computers.suggesting.advise_in_time", found_here)
    game, shared = await first_question(tables, players), Counting(dying)
    async with tables.at(game) as live:
        wanted = live.wanted(live.waiting[0])
        assert wanted is not None
    await Suggesting(tables, Thinkers(pool)).find(wanted)
    assert len(pools) == 2 and len(shared.wishes) == 2
    async with tables.at(game) as live:
        found = live.suggested[wanted.wish.seat].advice
        assert live.match is not None and (found == Advice(live.match.position)) == (dying == 2)
        assert live.wanted(wanted.wish.seat) is None, "it is not thought about again"
    shared.shutdown()


def found_here(wish: Wish) -> Advice:
    return Advice(0, {}, ((("a",),),))


async def test_a_plan_is_carried_on_and_forgotten_with_what_is_taken_back(
    tables: TableService, players: Players
) -> None:
    game = await first_question(tables, players)
    async with tables.at(game) as live:
        seat, first = live.waiting[0], live.wanted(live.waiting[0])
        assert first is not None and first.wish.earlier is None
        found = Advice(first.moment[1], {}, ((("a",), ("b",)),))
        live.advise(first, found)
        await players.step(live, seat)
        while live.waiting[0] != seat or (later := live.wanted(seat)) is None:
            await players.step(live)
        assert later.wish.earlier == found
        live.row = replace(live.row, epoch=live.row.epoch + 1)
        again = live.wanted(seat)
        assert again is not None and again.wish.earlier is None, "it was not thought about before"


async def test_after_back_the_same_question_has_what_was_suggested_before(
    tables: TableService, players: Players
) -> None:
    """It was the plan of an earlier question that pointed it out: thought out anew, nothing might stand out."""
    game = await first_question(tables, players)
    async with tables.at(game) as live:
        seat, first = live.waiting[0], live.wanted(live.waiting[0])
        assert first is not None and live.match is not None
        prompt = live.match.prompt(seat)
        assert prompt is not None
        live.advise(first, Advice(first.moment[1], {prompt.options[0].key: Msg("kernel.aid.steady")}, ()))
        said = live.question(seat)
        assert said is not None and said != prompt
        live.suggested.clear()  # as when another question was thought about meanwhile
        live.row = replace(live.row, epoch=live.row.epoch + 1)
        assert live.question(seat) == said and live.wanted(seat) is None
