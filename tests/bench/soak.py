"""20,000 clicks over 1,000 tables, many at a time: nothing lost, no ping twice, no error."""

from __future__ import annotations

import asyncio
import random
import tempfile
from collections.abc import Iterator
from pathlib import Path

from bot.standin import ApiError, Impossible, NoAnswer, StandIn, World
from tests.clicker import ANSWERS
from tests.discovered import shipped
from tests.faults.ledger import Ledger, quiet
from tests.faults.run import verb
from tests.fleet import Fleet, FleetTable
from tests.remote import RemoteBot

from .clicks import cards_shown
from .report import Figure, Size

CARD_HAS_MOVED = ("no component", "sees no message", "10008")
"""What the stand-in says to somebody who presses a card in the instant in which it moves."""
AT_A_TIME = 8


class Soak:
    """A bounded number of presses, spread over the tables by a few workers; a table is served by one at a time."""

    def __init__(self, fleet: Fleet, ledger: Ledger, presses: int) -> None:
        self.fleet, self.ledger, self.left = fleet, ledger, presses
        self.errors: list[str] = []
        self.free = list(fleet.tables)
        self.chance = random.Random(5)

    async def work(self) -> None:
        while self.left > 0:
            table = self.free.pop(self.chance.randrange(len(self.free)))
            try:
                await self.visit(table)
            except (Impossible, ApiError) as error:
                if not any(text in str(error) for text in CARD_HAS_MOVED):
                    self.errors.append(str(error))
            except NoAnswer as error:
                self.errors.append(str(error))
            self.free.append(table)

    async def visit(self, table: FleetTable) -> None:
        """Everybody at the table looks; whoever is asked goes on for a few presses."""
        card = self.fleet.card(table)
        if card is None:
            return
        for player in table.players.values():
            panel = await player.open(card)
            self.left -= 1
            for _ in range(6):
                after = await player.step(panel)
                if after is None:
                    break
                panel = after
                self.left -= 1
                if verb(panel) in ANSWERS:
                    self.ledger.acknowledged.append(int(panel.interaction.id))


async def soak(size: Size) -> Iterator[Figure]:
    """The whole run, or a few presses to see that it runs."""
    tables, presses = size.of((1000, 20_000), (1000, 20_000), (3, 12))
    ledger = Ledger()
    with tempfile.TemporaryDirectory() as folder:
        standin = StandIn(World(keep_messages=8), validate=False, settle=0.002)
        async with standin:
            ledger.listen(standin.world)
            fleet = Fleet(standin, Path(folder) / "soak.db")
            await fleet.fill(shipped(), tables)
            log = Path(folder) / "bot.log"
            async with RemoteBot(standin, fleet.database, log=log):
                await cards_shown(fleet)
                run = Soak(fleet, ledger, presses)
                await asyncio.gather(*(run.work() for _ in range(min(AT_A_TIME, tables))))
                async with asyncio.timeout(900):
                    while not await quiet(fleet.database):
                        await asyncio.sleep(0.5)
            lost = await ledger.lost(fleet.database)
            pings = await ledger.ping_faults(fleet.database)
            errors = run.errors + [line for line in log.read_text().splitlines() if "ERROR" in line.upper()]
    text = f"{presses} presses over {tables} tables, {AT_A_TIME} at a time, {len(ledger.acknowledged)} decisions"
    first = f"; first: {errors[0][:200]}" if errors else ""
    return iter(
        [
            Figure("soak_lost", len(lost), "decisions", text),
            Figure("soak_double_pings", len(pings), "pings", text),
            Figure("soak_errors", len(errors), "errors", text + first),
        ]
    )
