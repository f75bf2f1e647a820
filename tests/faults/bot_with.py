"""`python -m tests.faults.bot_with [--plain] [--clock FILE] [--lease MS] [--lossy] [--newer] [FAULT]`: start the bot as
`teban` does, with a deliberate fault. Limits of time are shorter than in `teban`, because a run lasts minutes.

--plain: every picture is a single grey pixel, because runs about presses and posts need not wait for drawings. --clock:
the file has the milliseconds by which the wall clock is wrong, at every moment. --lease: the time for which a lease of
shards holds. --lossy: at a signal the acknowledgement of a commit is lost, at another one the process stops before its
next message; it believes that Discord forgets nonces soon, and logs each attempt to send a row. --newer: the program is
of a later version, which adds a column.
"""

from __future__ import annotations

import argparse
import logging
import os
import signal
import sys
from collections.abc import Awaitable, Callable
from contextvars import ContextVar
from functools import partial
from pathlib import Path

from bot import main as bot_main
from bot.discord_ui import client
from bot.discord_ui.outbox import late_pictures, message_client
from bot.discord_ui.outbox.rate_limit import RateLimiter
from bot.discord_ui.page.pictures import DrawingRequest, Picture
from bot.discord_ui.page.render_pool import RenderPool
from bot.table.clock.trusted_clock import read_wall_clock
from bot.table.computers import computer_players, search_workers
from storage import Transaction, schema
from storage.messages import outbox_rows
from storage.messages.outbox_rows import OutboxRow
from storage.shards import leases

from .mutants.listing import BY_NAME
from .mutants.storage_mutants import patch_attribute

log = logging.getLogger(__name__)

ONE_PIXEL = bytes.fromhex(
    "89504e470d0a1a0a0000000d49484452000000010000000108000000003a7e9b55"
    "0000000a49444154789c636800000082008177cd72b60000000049454e44ae426082"
)
"""A picture of one pixel."""

NEW_MIGRATION = "-- Only adds.\nALTER TABLE games ADD COLUMN later TEXT NOT NULL DEFAULT 'later'"
WORK_SECONDS = 15.0
"""Limit of a drawing, of a search, and of a request."""
PICTURE_SECONDS = 2.0
"""Time for which a card waits for its picture."""
NONCE_SECONDS = 10.0
"""Time for which Discord remembers a nonce, as far as a process knows that may be stopped."""
STOP_SIGNAL = signal.SIGUSR2
"""Signal at which such a process stops itself before its next message."""

# Worker processes import this module. Beside other work, a search of low priority would be too late for a player.
search_workers.NICENESS = 0


async def draw_one_pixel(_: RenderPool, shot: DrawingRequest) -> Picture:
    """Return a picture of one pixel instead of a drawn one."""
    return Picture(ONE_PIXEL, "")


def step_clock(file: Path) -> None:
    """Let the bot's wall clock be wrong by what the file says now."""
    patch_attribute(
        bot_main, "TrustedClock", lambda make: partial(make, lambda: read_wall_clock() + int(file.read_text()))
    )


def shorten_limits() -> None:
    """Let hung work end before the run takes it for silence."""
    patch_attribute(bot_main, "RenderPool", lambda make: partial(make, limit_seconds=WORK_SECONDS))
    patch_attribute(client, "limit_requests", lambda limit: partial(limit, seconds=WORK_SECONDS))
    patch_attribute(computer_players, "SearchWorkers", lambda make: partial(make, limit_seconds=WORK_SECONDS))
    late_pictures.PICTURE_SECONDS = PICTURE_SECONDS


def stop_before_message_on_signal() -> None:
    """Let this process stop itself, after each signal, when it has waited for the request of its next new message and
    would send it.
    """
    signals: list[int] = []
    is_new = ContextVar("is_new", default=False)

    def mark_new(create: Callable[..., Awaitable[object]]) -> object:
        async def replacement(*args: object) -> object:
            token = is_new.set(True)
            try:
                return await create(*args)
            finally:
                is_new.reset(token)

        return replacement

    def stop_behind(wait: Callable[[RateLimiter, int | None], Awaitable[None]]) -> object:
        async def replacement(limiter: RateLimiter, channel: int | None = None) -> None:
            await wait(limiter, channel)
            if is_new.get() and signals:
                signals.clear()
                os.kill(os.getpid(), signal.SIGSTOP)

        return replacement

    patch_attribute(message_client.MessageClient, "_create_message", mark_new)
    patch_attribute(RateLimiter, "wait_for_request", stop_behind)
    message_client.NONCE_LIFETIME_MS = int(NONCE_SECONDS * 1000)
    signal.signal(STOP_SIGNAL, lambda number, _: signals.append(number))


def log_attempts() -> None:
    """Let this process log each attempt to send an outbox row, so that a row that was posted twice can be explained."""

    def log_attempt(begin: Callable[..., Awaitable[OutboxRow | None]]) -> object:
        async def replacement(tx: Transaction, row_id: int) -> OutboxRow | None:
            row = await begin(tx, row_id)
            if row is not None:
                log.info("outbox row %d (%s): try %d begins", row.id, row.kind, row.attempts)
            return row

        return replacement

    patch_attribute(outbox_rows, "begin_attempt", log_attempt)


def be_newer() -> None:
    """Let this program be of a later version, which knows one more version of the tables."""
    from storage.shards import upgrade  # noqa: PLC0415 - its driver is an extra

    def add_migration(load: Callable[[str], list[tuple[int, str]]]) -> Callable[[str], list[tuple[int, str]]]:
        def load_with_new(folder: str) -> list[tuple[int, str]]:
            scripts = load(folder)
            return [*scripts, (scripts[-1][0] + 1, NEW_MIGRATION)]

        return load_with_new

    patch_attribute(schema, "load_numbered_migrations", add_migration)
    patch_attribute(upgrade, "load_numbered_migrations", add_migration)
    patch_attribute(upgrade, "version", lambda _: lambda name: "999.0.0")


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.faults.bot_with", description=__doc__)
    parser.add_argument("fault", nargs="?", choices=list(BY_NAME))
    parser.add_argument("--plain", action="store_true")
    parser.add_argument("--clock", type=Path, default=None)
    parser.add_argument("--lease", type=int, default=leases.LEASE_MS)
    parser.add_argument("--lossy", action="store_true")
    parser.add_argument("--newer", action="store_true")
    arguments = parser.parse_args()
    leases.LEASE_MS = arguments.lease
    leases.SURPLUS_POLLS = 3
    shorten_limits()
    if arguments.newer:
        be_newer()
    if arguments.lossy:
        from tests.e2e.database_faults import lose_answers_on_signal  # noqa: PLC0415 - its driver is an extra

        lose_answers_on_signal()
        stop_before_message_on_signal()
        log_attempts()
    if arguments.clock is not None:
        step_clock(arguments.clock)
    if arguments.plain:
        RenderPool.draw_request = draw_one_pixel  # type: ignore[method-assign, assignment]
    if arguments.fault is not None:
        BY_NAME[arguments.fault].put_in()
    return bot_main.main([])


if __name__ == "__main__":
    sys.exit(main())
