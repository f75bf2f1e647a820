"""Comparisons of the tables with their expected states while the bot runs and nobody presses."""

from __future__ import annotations

import asyncio
import random
import time
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

from tests.fleet import Fleet

from . import stored
from .machine import WrongClock
from .pending import QuietWatch, load_pending_work
from .play import Party
from .reading import check_pages

MAX_COMPARISONS = 5
"""Maximum number of attempts at a comparison; an earlier press that is applied late starts it again."""
MAX_TABLES_READ = 20
"""Maximum number of tables whose logs and boards are read at the end."""


@dataclass(slots=True)
class Comparisons:
    """Compares posts, cards, notifications and pages of a run's tables with what is expected."""

    database: Path
    fleet: Fleet
    clock: WrongClock
    rng: random.Random
    has_troubles: bool
    """Whether Discord or the gateway may fail, so that no table is certain before a comparison."""
    parties: list[Party]
    """The run's tables and players; the run adds to this list."""
    counts: Counter[str]
    problems: list[str]
    """The run's list of problems, to which differences are added."""

    async def compare_all(self, *, with_pages: bool = False) -> None:
        """Wait until the outbox is empty, then compare posts, cards and notifications of every table.

        with_pages: whether to compare the log and the board of some tables too.
        """
        witnesses = [party.witness for party in self.parties]
        for _ in range(MAX_COMPARISONS):
            for _ in range(3):
                # Events come in order: once this look is answered, no earlier event of the player is on its way.
                if all(await asyncio.gather(*(party.open_all_panels() for party in self._uncertain_parties))):
                    break
            earlier_states = stored.check_states(self.database, witnesses, is_bot_dead=False)
            await self._wait_for_outbox()
            if stored.check_states(self.database, witnesses, is_bot_dead=False) == earlier_states:
                break
            self.counts["presses that came late"] += 1
        else:
            self.problems.append(
                f"presses: still not at rest after {MAX_COMPARISONS} looks, though nobody presses any more"
            )
            return
        for party in self.parties:
            if party.witness.problems:
                continue  # already reported, and the expected state is unknown
            shadow, channel = party.witness.first_history, party.channel
            messages = self.fleet.driver.view_channel({"id": party.table.channel}).messages
            self.problems += channel.check_posts(shadow, messages)
            self.problems += channel.check_card(
                shadow, messages, stored.count_stale_messages(self.database, party.witness.table_id)
            )
            self.problems += channel.check_notifications(shadow, messages)
        sound_parties = [party for party in self.parties if not party.witness.problems]
        for party in self.rng.sample(sound_parties, min(MAX_TABLES_READ, len(sound_parties))) if with_pages else ():
            self.problems += await check_pages(party)
            self.counts["logs and boards"] += 1
        self.counts["comparisons"] += 1

    async def _wait_for_outbox(self) -> None:
        """Wait until the outbox is empty; it is a problem if that takes too long."""
        watch = QuietWatch(int(time.time() * 1000))
        while (work := load_pending_work(self.database)).rows:
            if stall := watch.find_stall(work, int(time.time() * 1000), self.clock.ahead_ms):
                self.problems.append(f"outbox: {stall}")
                break
            await asyncio.sleep(0.05)
        for _ in range(100):
            if not load_pending_work(self.database).message_count:
                break
            await asyncio.sleep(0.02)

    @property
    def _uncertain_parties(self) -> list[Party]:
        """Tables whose state is not certain; with troubles, all tables without a problem."""
        if self.has_troubles:
            return [party for party in self.parties if not party.witness.problems]
        return [party for party in self.parties if party.witness.unanswered or len(party.witness.histories) > 1]
