"""Prometheus metrics: counts and durations, without names of people, tables or servers."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from time import perf_counter

from aiohttp import web
from prometheus_client import (
    CONTENT_TYPE_LATEST,
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    PlatformCollector,
    ProcessCollector,
    generate_latest,
)

from bot.network_access import is_own_host
from bot.table import TableService
from bot.table.background import delays
from storage.messages import outbox_rows
from storage.play import games

CHECK_SECONDS = 0.05
ANSWER_BUCKETS = (
    *(0.001, 0.002, 0.003, 0.005, 0.0075, 0.01, 0.0125, 0.015, 0.0175),
    *(0.02, 0.03, 0.04, 0.06, 0.08, 0.1, 0.15, 0.25, 0.5, 1, 3),
)

REGISTRY = CollectorRegistry()
ProcessCollector(registry=REGISTRY)
PlatformCollector(registry=REGISTRY)

INTERACTIONS = Histogram(
    "teban_click_seconds",
    "From the arrival of a command or press to the end of its answer, its picture included",
    ["kind"],
    registry=REGISTRY,
    buckets=(0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2, 3, 10),
)
ANSWERS = Histogram(
    "teban_answer_seconds",
    "From the start of work on a command or press until its first answer could go out, a picture not waited for;"
    " cold: a table had to be read from the database",
    ["table"],
    registry=REGISTRY,
    buckets=ANSWER_BUCKETS,
)
RUNNING = Histogram(
    "teban_answer_running_seconds",
    "The same without the time in which the event loop was ready to run and other programs had all cores (Linux)",
    ["table"],
    registry=REGISTRY,
    buckets=ANSWER_BUCKETS,
)
ADVICE = Histogram(
    "teban_advice_seconds",
    "Thinking out what is suggested in a first game, beside the first answer, which does not wait for it",
    registry=REGISTRY,
    buckets=(0.01, 0.025, 0.05, 0.1, 0.15, 0.25, 0.4, 0.6, 1, 2, 5, 30),
)
COMMITS = Histogram(
    "teban_commit_seconds",
    "What was decided or posted being written down, which every answer that decides waits for: mostly the disk",
    registry=REGISTRY,
    buckets=ANSWER_BUCKETS,
)
LAG = Histogram(
    "teban_loop_lag_seconds",
    "How long whatever arrives has to wait until the event loop looks at it; looked at 20 times a second",
    registry=REGISTRY,
    buckets=(0.001, 0.002, 0.005, 0.01, 0.02, 0.04, 0.1, 0.25, 1),
)
ERRORS = Counter("teban_unexpected_errors", "Errors that nobody expected; the log has each", registry=REGISTRY)
PICTURES = Histogram(
    "teban_picture_seconds",
    "Drawing a picture that was not ready",
    registry=REGISTRY,
    buckets=(0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 10, 30),
)
PRESSES = Counter(
    "teban_presses",
    "Commands, presses and forms that this process handled, by the shard on which Discord sent them",
    ["shard"],
    registry=REGISTRY,
)
POSTS = Counter("teban_posts", "Rows of the outbox that were delivered", ["kind"], registry=REGISTRY)
REFUSED = Counter("teban_posts_refused", "Attempts to deliver that Discord did not take", ["kind"], registry=REGISTRY)
TABLES = Gauge("teban_tables", "Tables by shard and status", ["shard", "status"], registry=REGISTRY)
SHARDS = Gauge(
    "teban_shard",
    "1: this process serves the shard (one process alone has shard 0)",
    ["shard"],
    registry=REGISTRY,
)
IN_MEMORY = Gauge("teban_tables_in_memory", "Tables kept ready", registry=REGISTRY)
WAITING = Gauge("teban_outbox_waiting", "Rows that wait to be posted, by shard", ["shard"], registry=REGISTRY)
LATE = Gauge(
    "teban_outbox_late_seconds",
    "How long the oldest row that is due has waited, by shard",
    ["shard"],
    registry=REGISTRY,
)
TIMER_LATE = Gauge("teban_timers_late_seconds", "How long the oldest timer that is due has waited", registry=REGISTRY)
INBOX_LATE = Gauge(
    "teban_inbox_late_seconds", "How long the oldest change of a person waits for a table", registry=REGISTRY
)
FORWARDED = Counter(
    "teban_forwarded_presses",
    "Presses about a table of another process: received from one, answered by nobody in time, or found too late",
    ["outcome"],
    registry=REGISTRY,
)
WELL = Gauge(
    "teban_well", "1: people are being notified (connected, workers at work, nothing long due)", registry=REGISTRY
)


@contextmanager
def observe_time(histogram: Histogram) -> Iterator[None]:
    """Observe the duration of the block."""
    started_at = perf_counter()
    try:
        yield
    finally:
        histogram.observe(perf_counter() - started_at)


async def update_gauges(service: TableService, is_well: bool) -> None:
    """Update the gauges."""
    counts = await games.count_by_shard_and_status(service.db)
    now = service.clock()
    backlogs = await outbox_rows.measure_backlogs(service.db, now)
    for gauge in (SHARDS, TABLES, WAITING, LATE):
        gauge.clear()  # another process may serve a shard now
    for shard in service.db.ownership.served_shards:
        SHARDS.labels(shard).set(1)
        for status in games.ALL_STATUSES:
            TABLES.labels(shard, status).set(counts.get((shard, status), 0))
        backlog = backlogs.get(shard, outbox_rows.NO_BACKLOG)
        WAITING.labels(shard).set(backlog.row_count)
        LATE.labels(shard).set(0 if backlog.oldest_due_at is None else (now - backlog.oldest_due_at) / 1000)
    TIMER_LATE.set(await delays.measure_timer_delay(service) / 1000)
    INBOX_LATE.set(await delays.measure_inbox_delay(service) / 1000)
    IN_MEMORY.set(service.in_memory)
    WELL.set(int(is_well))


def _is_own_name(requested_name: str, own_host: str) -> bool:
    """Return whether a Host header names this machine. A name without dots belongs to its network (a container's, say):
    a site elsewhere cannot have it.
    """
    return is_own_host(requested_name, own_host) or "." not in requested_name


@asynccontextmanager
async def serve_metrics(
    service: TableService, find_problem: Callable[[], Awaitable[str | None]], host: str, port: int
) -> AsyncIterator[str]:
    """Serve the metrics at `/metrics` while the block runs; yields the address. Raises OSError if the port is not free.

    find_problem: as in the health check.
    """

    async def page(request: web.Request) -> web.Response:
        if not _is_own_name(request.host, host):
            raise web.HTTPForbidden(text="expected a request to an address, a name without dots or TEBAN_HOST")
        await update_gauges(service, await find_problem() is None)
        return web.Response(body=generate_latest(REGISTRY), headers={"Content-Type": CONTENT_TYPE_LATEST})

    async def watch() -> None:
        while True:
            due = perf_counter() + CHECK_SECONDS
            await asyncio.sleep(CHECK_SECONDS)
            LAG.observe(max(0.0, perf_counter() - due))

    app = web.Application()
    app.router.add_get("/metrics", page)
    runner = web.AppRunner(app, access_log=None)
    await runner.setup()
    watching = asyncio.create_task(watch())
    try:
        await web.TCPSite(runner, host, port).start()
        yield f"http://{host}:{runner.addresses[0][1]}/metrics"
    finally:
        watching.cancel()
        await runner.cleanup()
