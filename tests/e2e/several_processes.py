"""Bot processes that share a PostgreSQL database, on one fake Discord server with a guild for each shard."""

from __future__ import annotations

import asyncio
import os
import random
import re
import signal
import time
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path
from types import MappingProxyType
from typing import Any

from bot.discord_ui.outbox.message_client import ROW_CODE_BASE
from bot.fake_discord import ApiError, Driver, FakeDiscord, ImpossibleAction, NoAnswer, Reply
from bot.fake_discord.model import components as c
from bot.fake_discord.model.events import GatewayEvent
from bot.table import QuestionRef
from storage import DatabaseReader, ServerAddress, ServerAway, StorageError
from storage.postgres_engine import PostgresEngine
from storage.shards.ownership import Ownership, find_shard
from tests import EXAMPLE
from tests.bot_process import BotProcess
from tests.clicker import ANSWERS, Clicker, list_ends
from tests.fleet import is_card

from .whole_game import open_and_start

LEFT_BEHIND = "SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND objid::bigint = owner"
OWNERS = f"SELECT shard, owner FROM shard_leases WHERE until > 0 AND EXISTS ({LEFT_BEHIND})"
TRY_SECONDS = 0.05
DIRECT_SHARE = 0.5
"""Probability that a person who was called in a direct message answers there."""
HOURS_SHARE = 0.05
"""Probability that a person chooses other hours before an answer."""
FAILED_PRESS = (ApiError, ImpossibleAction, NoAnswer, TimeoutError)
"""Errors that a press may end with while a process dies, or another takes its shards over."""


def open_reader(database: ServerAddress) -> DatabaseReader:
    """Return a reader of the database, whatever version it has now."""
    return DatabaseReader(PostgresEngine(database, None, None, Ownership()))


def read_row_code(message: Mapping[str, Any]) -> int | None:
    """Return the code of the outbox row that a message was posted for; None: of an answer to a press."""
    boxes = [part.get("id") or 0 for part in c.list_of_types(message, c.CONTAINER)]
    ids = [str(button.get("custom_id")).rpartition(":")[2] for button in c.list_of_types(message, c.BUTTON)]
    codes = [code for code in (*boxes, *(int(text) for text in ids if text.isdecimal())) if code >= ROW_CODE_BASE]
    return codes[0] if codes and not message["flags"] & c.IS_EPHEMERAL else None


class ShardTable:
    """A table on the server of one shard, with two people who press at random."""

    def __init__(self, driver: Driver, database: ServerAddress, shard: int) -> None:
        self.driver, self.database, self.shard = driver, database, shard
        self.is_over = True
        """Whether no game is played: none is open yet, or the last one has ended."""
        self.players: list[Clicker] = []
        self.acknowledged: set[str] = set()
        """Questions of which a player has read that the answer was accepted."""
        self.last_seen: dict[str, str] = {}
        """By player: what became of their last press."""
        self.is_awaited = False
        """Whether no answer was accepted since this was set."""
        self.answered_at: list[float] = []
        """When answers were accepted, in seconds."""
        self.is_varied = False
        """Whether one person is called in direct messages and answers there now and then, and each chooses hours."""
        self.direct_answer_count = 0
        """Number of answers that were accepted in direct messages."""
        self.acknowledged_nights: dict[str, int] = {}
        """By person: the hour at which their night begins, as it was acknowledged."""
        self._chance = random.Random(shard)

    async def open(self, game: str, options: Mapping[str, str] = MappingProxyType({})) -> None:
        """Open and start a table with new people in a channel of its own."""
        self.driver.channel_id = self.driver.add_channel(f"games-{self.driver.world.snowflakes.create_id()}").id
        people = [self.driver.add_user(f"{name}{self.shard}") for name in ("Aoi", "Marco")]
        self.players = [Clicker(person, self._chance) for person in people]
        self.last_seen = {}
        if self.is_varied:
            await people[1].send_command("me notices", way="direct")
        await open_and_start(self.driver, people, game, options, "en")
        self.is_over = False

    async def press(self, count: int) -> None:
        """Let the players answer so many questions, or until the game is over. They press again after a failure, as
        people do.
        """
        target = len(self.acknowledged) + count
        while len(self.acknowledged) < target and not self.is_over:
            for player in self.players:
                self.last_seen[player.person.id] = "waits for an answer"
                try:
                    await self.answer_one(player)
                except (*FAILED_PRESS, LookupError, StorageError) as error:
                    self.last_seen[player.person.id] = repr(error)
            await asyncio.sleep(TRY_SECONDS)

    async def play_by_direct_message(self) -> Reply:
        """Let the players be called in direct messages, which reach shard 0 alone, and open the panel from the first
        call; return it.
        """
        for player in self.players:
            await player.person.send_command("me notices", way="direct")
        while True:
            await self.press(1)
            for player in self.players:
                if (call := self.find_direct_call(player)) is not None:
                    return await player.open_panel(call)

    @staticmethod
    def find_direct_call(player: Clicker) -> dict[str, Any] | None:
        """Return the newest direct message that calls a person to the table."""
        calls = [m for m in player.person.dms.messages if ":play" in str(c.list_of_types(m, c.BUTTON))]
        return calls[-1] if calls else None

    async def change_hours(self, player: Clicker) -> None:
        """Choose a night that begins some hours from now, in a direct message: the process of shard 0 stores it, and
        that of the table applies it to the clocks. A second change would be refused for a day.
        """
        night = (datetime.now(UTC).hour + self._chance.randrange(2, 13)) % 24
        reply = await player.person.in_dm().send_command("me hours", zone="UTC", night=str(night))
        if f"from {night}:00" in reply.text:
            self.acknowledged_nights[player.person.id] = night

    async def _has_ended(self) -> bool:
        """Return whether the newest game of the channel is over."""
        query = "SELECT status FROM games WHERE channel_id = ? ORDER BY id DESC LIMIT 1"
        async with open_reader(self.database) as db:
            return await db.fetch_rows(query, (int(self.driver.channel_id),)) == [("over",)]

    async def answer_one(self, player: Clicker) -> None:
        """Open the panel and press what is asked until an answer is accepted."""
        cards = [message for message in self.driver.view_channel().messages if is_card(message)]
        if not cards:
            self.is_over = await self._has_ended()
            return
        is_new = player.person.id not in self.acknowledged_nights
        if self.is_varied and is_new and self._chance.random() < HOURS_SHARE:
            await self.change_hours(player)
        call = self.find_direct_call(player) if self.is_varied and self._chance.random() < DIRECT_SHARE else None
        panel: Reply | None = await player.open_panel(call or cards[-1])
        while panel is not None:
            chosen = player.choose_press(panel.message)
            self.last_seen[player.person.id] = f"{chosen} on {panel.text[:200]!r}"
            if chosen is None:
                return
            panel = await player.press_choice(panel.message, chosen)
            verb, token = chosen[0].split(":")[2], chosen[0].split(":")[1]
            if list_ends(panel.message):
                continue
            if verb in ANSWERS and c.list_of_types(panel.message, c.BUTTON):  # not a sentence about an error
                self.acknowledged.add(token)
                self.answered_at.append(time.monotonic())
                self.direct_answer_count += call is not None
                self.is_awaited = False
                return


class Installation:
    """The processes, the tables, and what can be seen of both."""

    def __init__(self, fake_discord: FakeDiscord, database: ServerAddress, shard_count: int, folder: Path) -> None:
        self.fake_discord, self.database, self.shard_count = fake_discord, database, shard_count
        self.folder = folder
        self.fault: str | None = None
        """Deliberate fault of all processes (`tests.faults.bot_with`)."""
        self.has_lossy_processes = False
        """Whether the processes lose the acknowledgement of a commit at a signal."""
        self.has_limits = False
        """Whether the processes keep Discord's limits, as in operation. Without them a run is quicker."""
        self.creations: dict[int, list[str]] = {}
        """By code of an outbox row: time, channel, message and nonce of each message that was created for it."""
        fake_discord.world.add_listener(self._count_post)
        self._started_count = 0
        self.tables = [self.add_table(shard) for shard in range(shard_count)]
        self.processes: list[BotProcess] = []

    def add_table(self, shard: int) -> ShardTable:
        """Add a server of this shard, with one channel."""
        world = self.fake_discord.world
        while True:
            guild = world.add_guild(f"Shard {shard}")
            if find_shard(int(guild["id"]), self.shard_count) == shard:
                break
            del world.guilds[guild["id"]]
        driver = Driver(world)
        driver.guild_id = guild["id"]
        return ShardTable(driver, self.database, shard)

    def _count_post(self, event: GatewayEvent) -> None:
        """Count a new message of an outbox row, also if it is deleted later."""
        if event.t == "MESSAGE_CREATE" and (code := read_row_code(event.d)) is not None:
            place = f"channel {event.d['channel_id']}, message {event.d['id']}, nonce {event.d.get('nonce')}"
            self.creations.setdefault(code, []).append(f"{datetime.now(UTC):%T.%f} {place}")

    async def start_process(self, *, lease_ms: int, is_newer: bool = False, **more: str) -> BotProcess:
        """Start another process, and wait for nothing. is_newer: of a later version; more: variables."""
        number, self._started_count = self._started_count, self._started_count + 1
        command = ["-m", "tests.faults.bot_with", "--plain", "--lease", str(lease_ms)]
        command += ["--newer"] if is_newer else []
        command += ["--lossy"] if self.has_lossy_processes else []
        command += [] if self.fault is None else [self.fault]
        environment = {
            "PYTHONPATH": EXAMPLE, "TEBAN_SHARDS": str(self.shard_count), "TEBAN_LOG": "INFO",
            "TEBAN_HEARTBEAT": str(self.folder / f"beat-{number}"),
            "TEBAN_LIMITS": "on" if self.has_limits else "off", **more,
        }  # fmt: skip
        log = self.folder / f"process-{number}.log"
        process = BotProcess(self.fake_discord, self.database, log=log, command=command, **environment)
        self.processes.append(process)
        await process.spawn_process()
        return process

    def count_sessions(self) -> dict[int, int]:
        """Return how many gateway sessions of each shard are connected."""
        sessions = self.fake_discord.gateway.list_connected_shards()
        return {shard: sessions.count((shard, self.shard_count)) for shard in range(self.shard_count)}

    async def load_owners(self) -> dict[int, int]:
        """Return the owner of each shard that a living process has leased, once the server answers."""
        while True:
            with suppress(ServerAway):
                async with open_reader(self.database) as db:
                    return {int(shard): int(owner) for shard, owner in await db.fetch_rows(OWNERS)}

    async def wait_for_owners(self, count: int | None = None, without: int | None = None) -> dict[int, int]:
        """Wait until so many processes own all shards, one of them not, each shard has a session, and commands are
        published; return the owner of each shard.
        """
        while True:
            owners = await self.load_owners()
            found = {*owners.values()}
            is_owned = len(owners) == self.shard_count and count in (None, len(found)) and without not in found
            is_published = bool(self.fake_discord.world.commands.list_commands())
            if is_owned and is_published and all(self.count_sessions().values()):
                return owners
            await asyncio.sleep(TRY_SECONDS)

    def find_process(self, owner: int) -> BotProcess:
        """Return the running process that has this number among the owners of leases."""
        return next(p for p in self.processes if p.is_running and f"owner {owner} " in self.read_log(p))

    @staticmethod
    def name_process(process: BotProcess) -> str:
        """Return the name of a process, which is that of its log."""
        assert process.log is not None
        return process.log.stem

    @staticmethod
    def read_log(process: BotProcess) -> str:
        assert process.log is not None
        return process.log.read_text() if process.log.exists() else ""

    @property
    def doubled_posts(self) -> list[int]:
        """The codes of outbox rows for which more than one message was created."""
        return sorted(code for code, creations in self.creations.items() if len(creations) > 1)

    async def explain_doubled_post(self, code: int) -> str:
        """Return what is known of a row that was posted more than once: the row, its messages, and what the processes
        have logged about it and about their shards.
        """
        query = (
            "SELECT id, game, kind, key, nonce, created_at, attempts, sent_at, message_id, dropped_at, last_error"
            " FROM outbox WHERE id % ? = ?"
        )
        async with open_reader(self.database) as db:
            rows = await db.fetch_rows(query, (ROW_CODE_BASE, code - ROW_CODE_BASE))
        words = re.compile(
            rf"outbox row {code - ROW_CODE_BASE}\b|serves the shards|was given back|owns tables of this one"
        )
        lines = [
            f"{log.stem} {line}"
            for log in sorted(self.folder.glob("process-*.log"))
            for line in log.read_text().splitlines()
            if words.search(line)
        ]
        return f"the row {rows} was posted more than once: {self.creations[code]}; logs: {lines}"

    async def list_wrong_answers(self) -> dict[str, int]:
        """Return the acknowledged answers that are not stored exactly once, with how often they are."""
        query = "SELECT game, step, seat, count(*) FROM decisions WHERE undone_at IS NULL GROUP BY game, step, seat"
        async with open_reader(self.database) as db:
            stored = {(table_id, step, seat): number for table_id, step, seat, number in await db.fetch_rows(query)}
        tokens = [token for table in self.tables for token in table.acknowledged]
        refs = {token: QuestionRef.decode(token) for token in tokens}
        counts = {token: stored.get((ref.table_id, ref.step, ref.seat), 0) for token, ref in refs.items()}
        return {token: count for token, count in counts.items() if count != 1}

    async def list_wrong_nights(self) -> list[str]:
        """Return the people whose acknowledged hours are not stored."""
        async with open_reader(self.database) as db:
            rows = await db.fetch_rows("SELECT id, night / 60 FROM people WHERE night IS NOT NULL")
        stored = {str(person): night for person, night in rows}
        acknowledged = [pair for table in self.tables for pair in table.acknowledged_nights.items()]
        return [person for person, night in acknowledged if stored.get(person) != night]


@asynccontextmanager
async def run_installation(database: ServerAddress, shard_count: int, folder: Path) -> AsyncIterator[Installation]:
    """Yield an installation without processes; those that were started are killed at the end."""
    async with FakeDiscord(reply_delay=0.002) as fake_discord:
        installation = Installation(fake_discord, database, shard_count, folder)
        try:
            yield installation
        finally:
            for process in installation.processes:
                if process.is_running:
                    await process.kill()


def send_signal(process: BotProcess, number: int) -> None:
    """Send a signal to a process, unless it has just ended."""
    assert process.process is not None
    with suppress(ProcessLookupError):
        os.kill(process.process.pid, number)


def stop_process(process: BotProcess) -> None:
    """Let a process hang."""
    send_signal(process, signal.SIGSTOP)


def wake_process(process: BotProcess) -> None:
    send_signal(process, signal.SIGCONT)
