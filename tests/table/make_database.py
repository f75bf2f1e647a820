"""Write a database of this version with games at many stages: `python -m tests.table.make_database OUT.db`.

Run it on the last commit of a version and store the file, packed with xz, as `databases/<version>-<what>.db.xz`.
test_old_databases.py checks that later versions can continue its games.
"""

from __future__ import annotations

import asyncio
import itertools
import sys
from pathlib import Path

from bot.table import Person, TableService
from bot.table.clock.time_control import PACES
from bot.table.lobby import seating
from bot.table.personal import preferences
from bot.table.seats import autopilot
from bot.table.terms.table_terms import TableTerms
from engines.kernel import load_games
from storage import Database

from .conftest import Clock, Players

PEOPLE = [Person(100 + nth, name, "en") for nth, name in enumerate(["Aoi", "Marco", "Jules", "Sora", "Ines"])]
ANSWERS = (0, 3, 17, 60, 150)
"""Numbers of answers after which games of each seat count stop. Games that end earlier stay as finished games."""
PACE_NAMES = (*PACES, "none", "fixed")


async def write_database(path: Path) -> None:
    """Write every game with every seat count and each of ANSWERS, with varying paces, absences and autopilot."""
    channels = itertools.count(1000)
    speeds = itertools.cycle(PACE_NAMES)
    async with await Database.open(path) as db:
        clock = Clock()
        service = TableService(db, clock, "en")
        players = Players(service, clock)
        await preferences.set_hours(service, PEOPLE[1], "Europe/Berlin", 22 * 60, (5, 6))
        await preferences.set_hours(service, PEOPLE[2], "Asia/Tokyo", 23 * 60, ())
        for game in load_games().values():
            for seats, answers in itertools.product(game.seat_counts, ANSWERS):
                people = PEOPLE[:seats]
                table_state = await players.start_table(
                    *people, channel=next(channels), game_id=game.id, pace=next(speeds)
                )
                await play_on(players, table_state, answers)
        for game_id, host in zip(load_games(), itertools.cycle(PEOPLE), strict=False):  # lobbies
            await seating.open_table(service, 1, next(channels), host, game_id, TableTerms(language="both"))
        await preferences.plan_absence(service, PEOPLE[3], clock.now, clock.now + 5 * 86_400_000)


async def play_on(players: Players, table_id: int, answers: int) -> None:
    """Play `answers` answers with occasional long gaps. At every third table the first person turns autopilot on."""
    async with players.service.lock_table(table_id) as table:
        for nth in range(answers):
            if not table.is_playing:
                return
            players.clock.pass_hours(0.1 if nth % 10 else 3)
            await players.answer_randomly(table)
        if table.is_playing:
            await players.mark_notified(table)
            if table_id % 3 == 0 and len(table.seats) > 1:
                await autopilot.start_own_autopilot(players.service, table, PEOPLE[0])


if __name__ == "__main__":
    asyncio.run(write_database(Path(sys.argv[1])))
