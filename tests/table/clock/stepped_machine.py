"""`python -m tests.table.clock.stepped_machine DATABASE`: serve the timers with the machine's real clocks.

Prints a line when everything runs. After each line that it reads, it looks once more and prints what it finds as JSON.
"""

from __future__ import annotations

import asyncio
import json
import sys
import time
from pathlib import Path

from bot.table import TableService
from bot.table.background import timer_worker
from bot.table.background.bot_presence import BotPresence
from bot.table.clock.trusted_clock import TrustedClock
from storage import Database
from storage.kinds import OutboxKind
from storage.messages import outbox_rows
from storage.play import decisions
from storage.time import timers


async def main(database: Path) -> None:
    async with await Database.open(database, may_create=False) as db:
        service = TableService(db, TrustedClock(), "en")
        presence = BotPresence(service, lambda _: True)
        await presence.settle_outage_at_start()
        tasks = [
            asyncio.create_task(presence.keep_checking()),
            asyncio.create_task(timer_worker.run(service, lambda: presence.attended_shards)),
        ]
        print("ready", flush=True)
        while await asyncio.to_thread(sys.stdin.readline):
            service.wake_workers()  # as any commit at any table does
            async with asyncio.timeout(60):
                while not presence.is_here:
                    await asyncio.sleep(0.01)
            await asyncio.sleep(0.2)
            print(json.dumps(await describe_table(service)), flush=True)
        for task in tasks:
            task.cancel()


async def describe_table(service: TableService) -> dict[str, object]:
    wall = time.time_ns() // 1_000_000
    rows = await outbox_rows.load_waiting_rows(service.db, 1)
    return {
        "wall": wall,
        "answers": len(await decisions.load_all(service.db, 1)),
        "hours_left": sorted(
            {round((row.due_at - wall) / 3_600_000) for row in await timers.load_timers(service.db, 1)}
        ),
        "rows": sum(row.kind != OutboxKind.CARD for row in rows),
    }


if __name__ == "__main__":
    asyncio.run(main(Path(sys.argv[1])))
