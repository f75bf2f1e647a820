"""Write a database of this version with live games at many points: `python -m tests.table.make_database OUT.db`.

Run it on the last commit of a version and keep the file, packed with xz, as `databases/<version>-<what>.db.xz`: later
versions go on with its games (test_old_databases.py).
"""

from __future__ import annotations

import asyncio
import itertools
import sys
from pathlib import Path

from bot.table import Person, TableService, preferences
from bot.table.life import relief
from bot.table.lobby import seating
from bot.table.lobby.agreement import Agreement
from bot.table.time.pace import PACES
from engines.kernel import games
from storage import Database

from .conftest import Clock, Players

PEOPLE = [Person(100 + nth, name, "en") for nth, name in enumerate(["Aoi", "Marco", "Jules", "Sora", "Ines"])]
ANSWERS = (0, 3, 17, 60, 150)
"""How far the games of each count of seats have come. A game that ends before stays as a finished one."""
SPEEDS = (*PACES, "none", "fixed")


async def write(path: Path) -> None:
    """Every game at every count of seats and each of ANSWERS; paces, options, absences and relief alternate."""
    channels = itertools.count(1000)
    speeds = itertools.cycle(SPEEDS)
    async with await Database.open(path) as db:
        clock = Clock()
        tables = TableService(db, clock, "en")
        players = Players(tables, clock)
        await preferences.set_hours(tables, PEOPLE[1], "Europe/Berlin", 22 * 60, (5, 6))
        await preferences.set_hours(tables, PEOPLE[2], "Asia/Tokyo", 23 * 60, ())
        for game in games().values():
            for seats, answers in itertools.product(game.seats, ANSWERS):
                people = PEOPLE[:seats]
                live = await players.open(*people, channel=next(channels), engine=game.id, pace=next(speeds))
                await play_on(players, live, answers)
        for engine in games():  # tables that have not begun
            await seating.open_table(tables, 1, next(channels), PEOPLE[0], engine, Agreement(language="both"))
        await preferences.go_away(tables, PEOPLE[3], clock.now, clock.now + 5 * 86_400_000)


async def play_on(players: Players, game: int, answers: int) -> None:
    """So many answers, one in a while far apart; every third table is left to a computer player by its first person."""
    async with players.tables.at(game) as live:
        for nth in range(answers):
            if not live.is_playing:
                return
            players.clock.pass_hours(0.1 if nth % 10 else 3)
            await players.step(live)
        if live.is_playing:
            await players.call(live)
            if game % 3 == 0 and len(live.seats) > 1:
                await relief.leave(players.tables, live, PEOPLE[0])


if __name__ == "__main__":
    asyncio.run(write(Path(sys.argv[1])))
