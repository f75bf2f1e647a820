"""From `/table open` to the final scores: what people do, what they see, and what the engine says."""

from __future__ import annotations

import asyncio
import random
import tempfile
import time
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bot import audit
from bot.standin import ApiError, Driver, Impossible, Person, StandIn
from bot.standin.model import components as c
from engines.kernel import Decision, Game, Match, Score, catalogue, games
from storage import Database
from tests import EXAMPLE
from tests.clicker import Clicker
from tests.faults.stored import unsaid
from tests.fleet import is_card
from tests.remote import RemoteBot

NAMES = ("Aoi", "Marco", "Kotori", "Jules", "Sofia")


@dataclass(frozen=True, slots=True)
class Played:
    """One game as it went. shown: totals by name on the final message; scores: those of the engine."""

    engine: str
    seats: int
    options: dict[str, str]
    presses: int
    seconds: float
    slowest_ms: float
    violations: int
    shown: dict[str, int]
    scores: dict[str, int]


async def whole_game(
    engine: str,
    seats: int,
    seed: int,
    back: float = 0.02,
    options: Mapping[str, str] | None = None,
    *,
    plain: bool = False,
) -> Played:
    """Play a game with `seats` people who press by chance; sometimes they take a step back.

    plain: every picture is one grey point.
    """
    command = ("-m", "tests.faults.bot_with", "--plain") if plain else ("-m", "bot.main")
    chosen = dict(options or {})
    chance, started = random.Random(seed), time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        database = Path(folder) / "game.db"
        async with StandIn(settle=0.002) as standin:
            driver = Driver(standin.world)
            people = [driver.person(NAMES[n], locale=("ja", "en-US")[n % 2]) for n in range(seats)]
            async with RemoteBot(standin, database, command=command, PYTHONPATH=EXAMPLE):
                await _seat(driver, people, engine, chosen)
                clickers = [Clicker(person, random.Random(chance.random()), back) for person in people]
                await _play(driver, clickers)
                async with asyncio.timeout(60):
                    while unsaid(database).rows:
                        await asyncio.sleep(0.05)
            final = next(m for m in reversed(driver.channel().messages) if not is_card(m) and "🏆" in c.text(m))
            scores = await _engine_scores(database)
        latencies = [ms for clicker in clickers for ms in clicker.latencies]
        return Played(
            engine,
            seats,
            chosen,
            len(latencies),
            time.monotonic() - started,
            max(latencies),
            len(standin.world.violations),
            {name: total for name, total in scores.items() if str(total) in c.text(final)},
            scores,
        )


async def _seat(driver: Driver, people: list[Person], engine: str, options: Mapping[str, str]) -> None:
    host, *others = people
    await host.slash("table open", game=engine, language="en")
    lobby = await driver.channel().wait_for(lambda m: c.find(m, "Join", c.BUTTON) is not None)
    for person in others:
        await person.click(lobby, "Join")
    for option, value in options.items():
        await host.select(lobby, "Change the game's options (host)", [f"{option}={value}"])
    await host.slash("table start")
    await driver.channel().wait_for(is_card, within=20)


async def _play(driver: Driver, clickers: list[Clicker]) -> None:
    """Everybody opens the panel in turn and plays on while something is asked."""
    while not any("🏆" in c.text(message) for message in driver.channel().messages):
        for clicker in clickers:
            cards = [message for message in driver.channel().messages if is_card(message)]
            if not cards:
                await asyncio.sleep(0.05)
                continue
            with suppress(ApiError, Impossible):  # the card has just moved
                panel = await clicker.open(cards[-1])
                while (after := await clicker.step(panel)) is not None:
                    panel = after


async def _engine_scores(database: Path) -> dict[str, int]:
    """The totals by name of the database's only game, replayed from its seed."""
    async with await Database.open(database, create=False) as db:
        file = await audit.export(db, 1)
        rows = await db.rows(
            "SELECT seats.seat, people.name FROM seats JOIN people ON people.id = seats.person WHERE game = 1"
        )
    names: dict[int, str] = dict(rows)
    match = Match.start(games()[file.engine], file.setup, bytes.fromhex(file.seed))
    for decision, _ in file.decisions:
        match.apply(Decision(decision.step, decision.seat, decision.keys))
    assert match.over and match.checksum() == file.checksum
    scores: tuple[Score, ...] = match.scores()
    return {_name(games()[file.engine], names, score): score.total for score in scores}


def _name(game: Game[Any], names: Mapping[int, str], score: Score) -> str:
    """The person's name; behind the seats comes the player that the rules play."""
    if score.seat in names:
        return names[score.seat]
    assert game.automa is not None
    return catalogue(game.package).term(game.automa, "en")


def as_row(played: Played) -> dict[str, Any]:
    return {name: getattr(played, name) for name in played.__dataclass_fields__}
