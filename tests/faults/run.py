"""Play, kill, start again, compare; as often as wanted."""

from __future__ import annotations

import asyncio
import random
import tempfile
import time
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from bot.standin import ApiError, Impossible, NoAnswer, Reply, StandIn
from engines.kernel import games
from tests import EXAMPLE
from tests.clicker import ANSWERS, Clicker
from tests.fleet import Fleet, FleetTable
from tests.remote import RemoteBot

from .ledger import Ledger, card_faults, quiet


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a run found; empty lists are what we want."""

    kills: int
    presses: int
    lost: list[int]
    pings: list[str]
    cards: list[str]
    violations: int
    seconds: float


async def press_on(fleet: Fleet, table: FleetTable, ledger: Ledger) -> None:
    """The people of one table press, one after the other, until they are stopped."""
    while True:
        card = fleet.card(table)
        if card is None:
            await asyncio.sleep(0.05)
            continue
        for player in table.players.values():
            with suppress(Impossible, NoAnswer, ApiError):  # an old card or panel that is just being replaced
                await _turn(player, card, ledger)


async def _turn(player: Clicker, card: dict[str, object], ledger: Ledger) -> None:
    panel: Reply | None = await player.open(card)
    while panel is not None:
        panel = await player.step(panel)
        if panel is not None and verb(panel) in ANSWERS:
            ledger.acknowledged.append(int(panel.interaction.id))


def verb(reply: Reply) -> str:
    """What the press asked for: the verb in the custom_id of the control."""
    parts = str(reply.interaction.data.get("custom_id", "")).split(":")
    return parts[2] if parts[0] == "p" and len(parts) > 2 else ""


async def fault_run(kills: int, seed: int = 1, tables: int = 6) -> Outcome:
    """Kill the bot `kills` times at random instants during play."""
    chance, ledger, started = random.Random(seed), Ledger(), time.monotonic()
    cards: list[str] = []
    with tempfile.TemporaryDirectory() as folder:
        async with StandIn(settle=0.002) as standin:
            ledger.listen(standin.world)
            fleet = Fleet(standin, Path(folder) / "faults.db", seed)
            await fleet.fill(games(), tables, steps=4)
            bot = RemoteBot(standin, fleet.database, PYTHONPATH=EXAMPLE)
            for _ in range(kills):
                await bot.start()
                people = [asyncio.create_task(press_on(fleet, table, ledger)) for table in fleet.tables]
                await asyncio.sleep(chance.uniform(0.05, 1.5))
                await bot.kill()
                for task in people:
                    task.cancel()
                await asyncio.gather(*people, return_exceptions=True)
            await bot.start()
            async with asyncio.timeout(60):
                while not await quiet(fleet.database):
                    await asyncio.sleep(0.2)
            cards = await card_faults(fleet)
            await bot.stop()
            return Outcome(
                kills,
                len(ledger.acknowledged),
                await ledger.lost(fleet.database),
                await ledger.ping_faults(fleet.database),
                cards,
                len(standin.world.violations),
                time.monotonic() - started,
            )
