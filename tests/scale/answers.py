"""Measure the time of first answers with many tables while pictures are drawn, and of a person's `/games`."""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import AsyncIterator
from os import cpu_count, getloadavg

from bot.fake_discord import ApiError, FakeUser, ImpossibleAction, NoAnswer
from tests.bench.report import Figure, Size, compute_percentile
from tests.clicker import Clicker

from .running_bot import Metrics, RunningBot, run_bot_with_tables

PER_SECOND = 4.0
"""Maximum presses per second, at random times. 2,000 tables make 1.6 in their busiest hour (`docs/scale.md`, assumed).
The simulated people and the fake Discord server use the same cores: at 8 per second, two cores are saturated.
"""
AT_A_TIME = 4
STEPS = 2
"""Presses on a panel after opening it."""
ANSWERS, PICTURES, LAG = "teban_answer_seconds", "teban_picture_seconds", "teban_loop_lag_seconds"
ADVICE, COMMITS = "teban_advice_seconds", "teban_commit_seconds"
RUNNING = "teban_answer_running_seconds"
"""Answer times without waiting for a core, as on a machine where only the bot uses the bot's core."""


async def measure_first_answers(size: Size) -> AsyncIterator[Figure]:
    """Measure the time from the start of work on a press until its answer is ready, by the bot's own clock."""
    stored, live = size.choose((10_000, 2_000), (1_000, 200), (20, 10))
    presses, lists = size.choose((1_200, 60), (300, 20), (12, 2))
    started_at = time.monotonic()
    async with run_bot_with_tables(stored, live) as running:
        text = f"{live} tables in play of {stored}, {'' if running.is_in_memory else 'not '}held in memory"
        seconds = time.monotonic() - started_at
        yield Figure("scale_memory_start_mb", running.bot.memory_mb, "MB", f"{text}; after {seconds:.0f} s of building")
        metrics_before, cpu = await Metrics.load(running.metrics_url), running.bot.cpu_seconds
        workers = [_simulate_presses(running, presses // AT_A_TIME, random.Random(n)) for n in range(AT_A_TIME)]
        await asyncio.gather(*workers)
        metrics = (await Metrics.load(running.metrics_url)).subtract(metrics_before)
        cpu_ms = (running.bot.cpu_seconds - cpu) / presses * 1000
        yield Figure(
            "scale_cpu_ms_a_press", cpu_ms, "ms", "processor time of the bot's process, posts and cards included"
        )
        drawing = metrics.samples[f"{PICTURES}_sum", "", ""] / presses * 1000
        yield Figure("scale_drawing_ms_a_press", drawing, "ms", "time in the processes that draw")
        load = f"load {getloadavg()[0]:.1f} on {cpu_count()} cores"
        beside = (
            f"{metrics.find_count(PICTURES)} pictures drawn beside, {PER_SECOND:.0f} presses a second at most, {load}"
        )
        for kind in ("warm", "cold"):
            for percent in (50, 95, 99):
                milliseconds = metrics.compute_percentile_ms(ANSWERS, percent, kind)
                detail = f"{metrics.find_count(ANSWERS, kind)} first answers, {text}, {beside}"
                yield Figure(f"scale_{kind}_answer_ms_p{percent}", milliseconds, "ms", detail)
                running_ms = metrics.compute_percentile_ms(RUNNING, percent, kind)
                yield Figure(f"scale_{kind}_running_ms_p{percent}", running_ms, "ms", "without waiting for a core")
        for percent in (50, 95, 99):
            milliseconds = metrics.compute_percentile_ms(COMMITS, percent)
            detail = f"{metrics.find_count(COMMITS)} commits, each waiting for the disk"
            yield Figure(f"scale_commit_ms_p{percent}", milliseconds, "ms", detail)
        for percent in (50, 95):
            milliseconds = metrics.compute_percentile_ms(ADVICE, percent)
            detail = f"{metrics.find_count(ADVICE)} times what to suggest was thought out beside a first answer"
            yield Figure(f"scale_advice_ms_p{percent}", milliseconds, "ms", detail)
        yield Figure("scale_picture_ms_p95", metrics.compute_percentile_ms(PICTURES, 95), "ms", beside)
        yield Figure(
            "scale_loop_lag_ms_p99", metrics.compute_percentile_ms(LAG, 99), "ms", f"{metrics.find_count(LAG)} looks"
        )
        yield Figure("scale_memory_mb", running.bot.memory_mb, "MB", f"after {presses} presses, {text}")
        metrics_before = await Metrics.load(running.metrics_url)
        durations = [await _time_games_command(running) for _ in range(lists)]
        metrics = (await Metrics.load(running.metrics_url)).subtract(metrics_before)
        table_count = min(live, running.server.regular_at)
        inside = f"inside the bot p95 {metrics.compute_percentile_ms(ANSWERS, 95, 'warm'):.1f}"
        yield Figure(
            "scale_games_ms_p95",
            compute_percentile(durations, 95),
            "ms",
            f"{lists} times /games at {table_count} tables; {inside}",
        )


async def _time_games_command(running: RunningBot) -> float:
    regular = FakeUser(running.driver.world, str(running.server.regular), str(running.live_tables[0].channel))
    return (await regular.send_command("games")).latency_ms


async def _simulate_presses(running: RunningBot, presses: int, rng: random.Random) -> None:
    """Simulate presses: a random person opens their panel and presses a few buttons, then a person at another table."""
    while presses > 0:
        table = rng.choice(running.live_tables)
        person = running.build_person(table, rng.randrange(len(table.people)))
        clicker = Clicker(person, rng)
        try:
            panel = await person.send_command("play")
            presses -= 1
            for _ in range(STEPS):
                await asyncio.sleep(rng.expovariate(PER_SECOND / AT_A_TIME))
                after = await clicker.press_next(panel)
                if after is None:
                    break
                panel = after
                presses -= 1
        except (ImpossibleAction, ApiError, NoAnswer):
            pass  # the panel changed meanwhile
        await asyncio.sleep(rng.expovariate(PER_SECOND / AT_A_TIME))
