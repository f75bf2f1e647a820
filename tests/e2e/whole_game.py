"""Play a game from `/table open` to the final scores, and compare the shown scores with the engine's."""

from __future__ import annotations

import asyncio
import math
import random
import tempfile
import time
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bot import audit
from bot.fake_discord import ApiError, Driver, FakeDiscord, FakeUser, ImpossibleAction
from bot.fake_discord.model import components as c
from engines.kernel import Decision, Game, Match, Score, load_catalogue, load_games
from storage import DatabaseAddress, DatabaseReader
from storage.messages import outbox_rows
from tests import EXAMPLE
from tests.bot_process import BotProcess
from tests.clicker import Clicker, choose_options
from tests.fleet import is_card

NAMES = ("Aoi", "Marco", "Kotori", "Jules", "Sofia")
LONGEST_NAMES = tuple((name + "の長い名前を持つ人" * 4)[:32] for name in NAMES)
"""As long as Discord allows, in characters of three bytes."""

ROUNDS_BEFORE_INTERRUPT = 2


@dataclass(frozen=True, slots=True)
class GameRecord:
    """The record of one played game."""

    game_id: str
    seats: int
    options: dict[str, str]
    presses: int
    seconds: float
    slowest_ms: float
    violations: list[str]
    """Violations of Discord's rules, in words."""
    shown_scores: dict[str, int]
    """Name -> total on the final message."""
    scores: dict[str, int]
    """Name -> total computed by the engine."""
    largest_message_bytes: int
    """Bytes of the largest list of components of a message (`layout.MAX_BYTES`)."""


async def play_whole_game(
    game_id: str,
    seats: int,
    seed: int,
    back: float = 0.02,
    options: Mapping[str, str] | None = None,
    *,
    plain: bool = False,
    language: str = "en",
    names: Sequence[str] = NAMES,
    database: DatabaseAddress | None = None,
    log: Path | None = None,
    interrupt: Callable[[BotProcess], Awaitable[None]] | None = None,
) -> GameRecord:
    """Play a game with `seats` people who press controls at random and sometimes take a step back.

    plain: every picture is a single grey pixel; language: of the table's posts, "en" or "both"; names: of the people;
    database: None for a new file; log: file for the bot's output; interrupt: called once in the middle of the game
    """
    command = ("-m", "tests.faults.bot_with", "--plain") if plain else ("-m", "bot.main")
    chosen = dict(options or {})
    rng, started = random.Random(seed), time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        database = Path(folder) / "game.db" if database is None else database
        async with FakeDiscord(reply_delay=0.002) as fake_discord:
            driver = Driver(fake_discord.world)
            people = [driver.add_user(names[n], locale=("ja", "en-US")[n % 2]) for n in range(seats)]
            async with BotProcess(fake_discord, database, log=log, command=command, PYTHONPATH=EXAMPLE) as bot:
                await open_and_start(driver, people, game_id, chosen, language)
                clickers = [Clicker(person, random.Random(rng.random()), back) for person in people]
                if interrupt is not None:
                    await _play(driver, clickers, rounds=ROUNDS_BEFORE_INTERRUPT)
                    await interrupt(bot)
                await _play(driver, clickers)
                async with asyncio.timeout(60), await DatabaseReader.open_to_read(database) as db:
                    while await outbox_rows.find_next_time(db) is not None:
                        await asyncio.sleep(0.05)
            final = next(
                m for m in reversed(driver.view_channel().messages) if not is_card(m) and "🏆" in c.read_text(m)
            )
            scores = await _replay_scores(database)
        latencies = [ms for clicker in clickers for ms in clicker.latencies]
        return GameRecord(
            game_id,
            seats,
            chosen,
            len(latencies),
            time.monotonic() - started,
            max(latencies),
            [str(row)[:300] for row in fake_discord.world.violations if not row.is_lost_picture],
            {name: total for name, total in scores.items() if str(total) in c.read_text(final)},
            scores,
            fake_discord.world.largest_message_bytes,
        )


async def open_and_start(
    driver: Driver, people: list[FakeUser], game_id: str, options: Mapping[str, str], language: str
) -> None:
    """Open and start a table in the driver's channel, whose first person is the host."""
    host, *others = people
    await host.send_command("table open", game=game_id, language=language)
    lobby = await driver.view_channel().wait_for_message(lambda m: _find_control(m, "join") is not None)
    for person in others:
        await person.click(lobby, _find_control(lobby, "join") or "")
    if options:
        await choose_options(host, await host.click(lobby, _find_control(lobby, "terms") or ""), options)
    question = await host.click(lobby, _find_control(lobby, "start") or "")
    if others:
        await host.click(question, c.list_buttons(question.message)[0]["custom_id"])
    await driver.view_channel().wait_for_message(is_card, max_seconds=20)


def _find_control(message: dict[str, Any], verb: str) -> str | None:
    """Return the custom_id of the table's control with this verb, None if the message has none."""
    custom_ids = (str(part.get("custom_id", "")) for part in c.list_of_types(message, c.BUTTON, c.STRING_SELECT))
    return next((i for i in custom_ids if i.startswith("t:") and i.split(":")[2] == verb), None)


async def _play(driver: Driver, clickers: list[Clicker], rounds: float = math.inf) -> None:
    """Let every person in turn open the panel and answer while something is asked, to the end or so many times."""
    while (rounds := rounds - 1) >= 0 and not any(
        "🏆" in c.read_text(message) for message in driver.view_channel().messages
    ):
        for clicker in clickers:
            cards = [message for message in driver.view_channel().messages if is_card(message)]
            if not cards:
                await asyncio.sleep(0.05)
                continue
            with suppress(ApiError, ImpossibleAction):  # the card has just moved
                panel = await clicker.open_panel(cards[-1])
                while (after := await clicker.press_next(panel)) is not None:
                    panel = after


async def _replay_scores(database: DatabaseAddress) -> dict[str, int]:
    """Return name -> total of the database's only game, replayed from its seed."""
    async with await DatabaseReader.open_to_read(database) as db:
        file = await audit.export_game(db, 1)
        rows = await db.fetch_rows(
            "SELECT seats.seat, people.name FROM seats JOIN people ON people.id = seats.person WHERE game = 1"
        )
    names: dict[int, str] = dict(rows)
    match = Match.start(load_games()[file.game_id], file.setup, bytes.fromhex(file.seed))
    for decision, _ in file.decisions:
        match.apply(Decision(decision.step, decision.seat, decision.keys))
    assert match.is_over and match.compute_checksum() == file.checksum
    scores: tuple[Score, ...] = match.compute_scores()
    return {_name_player(load_games()[file.game_id], names, score): score.total for score in scores}


def _name_player(game: Game[Any], names: Mapping[int, str], score: Score) -> str:
    """Return the person's name, or the automa's name for the extra player after the seats."""
    if score.seat in names:
        return names[score.seat]
    assert game.automa is not None
    return load_catalogue(game.package).render_noun(game.automa, "en")


def build_row(played: GameRecord) -> dict[str, Any]:
    return {name: getattr(played, name) for name in played.__dataclass_fields__}
