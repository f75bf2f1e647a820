"""How soon a first answer is ready when the house is full and pictures are drawn beside it; a person's `/games`."""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import AsyncIterator
from os import cpu_count, getloadavg

from bot.standin import ApiError, Impossible, NoAnswer, Person
from tests.bench.report import Figure, Size, percentile
from tests.clicker import Clicker

from .house import Numbers, Open, opened

PER_SECOND = 4.0
"""Presses at most, at random instants. Two thousand tables make 1.6 in their busiest hour (`docs/scale.md`, assumed).
Each press also costs the people and the stand-in something, on the same cores: at 8 two cores have no room left.
"""
AT_A_TIME = 4
STEPS = 2
"""Presses on a panel after it was opened."""
ANSWERS, PICTURES, LAG = "teban_answer_seconds", "teban_picture_seconds", "teban_loop_lag_seconds"
ADVICE, COMMITS = "teban_advice_seconds", "teban_commit_seconds"
RUNNING = "teban_answer_running_seconds"
"""Without waiting for a core: what a machine would show on which nobody but the bot wants the bot's core."""


async def first_answers(size: Size) -> AsyncIterator[Figure]:
    """From the start of work on a press until its answer could go out, by the bot's own clock."""
    stored, live = size.of((10_000, 2_000), (1_000, 200), (20, 10))
    presses, lists = size.of((1_200, 60), (300, 20), (12, 2))
    begun = time.monotonic()
    async with opened(stored, live) as house:
        text = f"{live} tables in play of {stored}, {'' if house.held else 'not '}held in memory"
        seconds = time.monotonic() - begun
        yield Figure("scale_memory_start_mb", house.bot.memory_mb, "MB", f"{text}; after {seconds:.0f} s of building")
        before, cpu = await Numbers.read(house.page), house.bot.cpu_seconds
        workers = [_press(house, presses // AT_A_TIME, random.Random(n)) for n in range(AT_A_TIME)]
        await asyncio.gather(*workers)
        now = (await Numbers.read(house.page)).since(before)
        used = (house.bot.cpu_seconds - cpu) / presses * 1000
        yield Figure(
            "scale_cpu_ms_a_press", used, "ms", "processor time of the bot's process, posts and cards included"
        )
        drawing = now.samples[f"{PICTURES}_sum", "", ""] / presses * 1000
        yield Figure("scale_drawing_ms_a_press", drawing, "ms", "time in the processes that draw")
        load = f"load {getloadavg()[0]:.1f} on {cpu_count()} cores"
        beside = f"{now.count(PICTURES)} pictures drawn beside, {PER_SECOND:.0f} presses a second at most, {load}"
        for kind in ("warm", "cold"):
            for percent in (50, 95, 99):
                found = now.percentile_ms(ANSWERS, percent, kind)
                detail = f"{now.count(ANSWERS, kind)} first answers, {text}, {beside}"
                yield Figure(f"scale_{kind}_answer_ms_p{percent}", found, "ms", detail)
                running = now.percentile_ms(RUNNING, percent, kind)
                yield Figure(f"scale_{kind}_running_ms_p{percent}", running, "ms", "without waiting for a core")
        for percent in (50, 95, 99):
            found = now.percentile_ms(COMMITS, percent)
            detail = f"{now.count(COMMITS)} commits, each waiting for the disk"
            yield Figure(f"scale_commit_ms_p{percent}", found, "ms", detail)
        for percent in (50, 95):
            found = now.percentile_ms(ADVICE, percent)
            detail = f"{now.count(ADVICE)} times what to suggest was thought out beside a first answer"
            yield Figure(f"scale_advice_ms_p{percent}", found, "ms", detail)
        yield Figure("scale_picture_ms_p95", now.percentile_ms(PICTURES, 95), "ms", beside)
        yield Figure("scale_loop_lag_ms_p99", now.percentile_ms(LAG, 99), "ms", f"{now.count(LAG)} looks")
        yield Figure("scale_memory_mb", house.bot.memory_mb, "MB", f"after {presses} presses, {text}")
        before = await Numbers.read(house.page)
        took = [await _list(house) for _ in range(lists)]
        now = (await Numbers.read(house.page)).since(before)
        at = min(live, house.house.regular_at)
        inside = f"inside the bot p95 {now.percentile_ms(ANSWERS, 95, 'warm'):.1f}"
        yield Figure("scale_games_ms_p95", percentile(took, 95), "ms", f"{lists} times /games at {at} tables; {inside}")


async def _list(house: Open) -> float:
    regular = Person(house.driver.world, str(house.house.regular), str(house.live[0].channel))
    return (await regular.slash("games")).latency_ms


async def _press(house: Open, presses: int, chance: random.Random) -> None:
    """Somebody opens their panel and goes on for a few presses; then somebody else at another table."""
    while presses > 0:
        table = chance.choice(house.live)
        person = house.person(table, chance.randrange(len(table.people)))
        clicker = Clicker(person, chance)
        try:
            panel = await person.slash("play")
            presses -= 1
            for _ in range(STEPS):
                await asyncio.sleep(chance.expovariate(PER_SECOND / AT_A_TIME))
                after = await clicker.step(panel)
                if after is None:
                    break
                panel = after
                presses -= 1
        except (Impossible, ApiError, NoAnswer):
            pass  # the panel changed under the finger
        await asyncio.sleep(chance.expovariate(PER_SECOND / AT_A_TIME))
