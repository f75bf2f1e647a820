"""A record of all that one person can see of a table, taken from the fake Discord server."""

from __future__ import annotations

import asyncio
import json
import random
import re
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any
from unittest.mock import patch

from bot.fake_discord import FakeUser, Reply
from bot.fake_discord.driver import ChannelView
from bot.table.personal import daily_list
from bot.table.seats import autopilot
from engines.kernel import Match, Seat
from storage.time import timers
from storage.time.timers import PersonTimerRow
from tests.bot.conftest import TableHarness, find_custom_id, list_custom_ids
from tests.bot.forged_controls import forge_control
from tests.clicker import Clicker

Json = dict[str, Any]


LATE_S = 30.0


TIMES = re.compile(r"\d{4}-\d\d-\d\dT[\d:.]+(\+00:00|Z)|<t:\d+")


QUESTION = re.compile(r'(?<=")p:[0-9a-f.]+(?=:)')
"""The question in the custom_id of a panel's control."""


SNOWFLAKE = re.compile(r"\b\d{17,20}\b")


TOKEN = re.compile(r"(?<=:sure:|:keep:)[\w-]+")
"""The random token in the custom_ids of a confirmation."""


FORGED_VERBS = ("terms", "finish")
"""Verbs of pages that other messages of the table open: the lobby's *Details*, and the end by computer players."""


COMMANDS: tuple[tuple[str, Json], ...] = (
    ("log", {}),
    ("board", {}),
    ("board", {"text": True}),
    ("history", {}),
    ("seat", {}),
    ("table seats", {}),
    ("games", {}),
)


CLOCKED = ("nonce", "timestamp", "edited_timestamp")
"""Fields of a message that depend on the clock or on random numbers outside the game."""


@dataclass(frozen=True, slots=True)
class WorldsCase:
    """One comparison of two worlds."""

    game: str
    looker: Seat | None
    """The seat of the person, or None for a spectator."""
    steps: int
    """Decisions played before the worlds differ."""
    seats: int = 3
    acts: int = 8
    """Number of acts (a person's presses or another seat's decisions) played in both worlds."""
    seed: int = 1
    """Seed of the game."""
    is_in_forum: bool = False
    """Whether the table is a post of a forum."""
    is_near_end: bool = False
    """Whether the worlds differ as late as the game allows, whatever `steps` says, so that both reach its end."""

    def __str__(self) -> str:
        viewer_name = "a spectator" if self.looker is None else f"seat {self.looker}"
        return f"{self.game}, {viewer_name}, {'near the end' if self.is_near_end else f'after {self.steps}'}"


@dataclass(slots=True)
class Worlds:
    """Two databases of one table, and the Matches from which the two worlds continue."""

    table_id: int
    base_n: int
    people: list[FakeUser]
    looker: FakeUser
    truth: Match[Any]
    altered: Match[Any]
    databases: tuple[Path, Path]


class Observer:
    """A player or spectator who opens every page and records every message."""

    def __init__(self, table: TableHarness, worlds: Worlds) -> None:
        self.table, self.worlds, self.person = table, worlds, worlds.looker
        self.since = int(table.fake_discord.world.snowflakes.create_id())
        self._known: dict[str, str] = {}
        channel = table.driver.world.find_channel(self.person.channel_id)
        if "applied_tags" in channel:
            table.driver.world.update_channel(channel["id"], applied_tags=[])
        self._list_count = 0
        """Morning lists so far."""

    def _list_messages(self) -> list[Json]:
        private_channel = ChannelView(self.table.fake_discord.world, self.person.channel.id, self.person.id)
        return [*private_channel.messages, *self.person.dms.messages]

    async def wait_until_idle(self) -> None:
        """Wait until the outbox is empty and all panels are up to date."""
        async with asyncio.timeout(LATE_S):
            await self.table.wait_for_outbox(LATE_S)
            while self.table.bot.panel_tracker._refresh_tasks:
                await asyncio.sleep(0.01)

    async def _find_card(self) -> Json:
        public = self.table.driver.view_channel({"id": self.person.channel_id})
        return await public.wait_for_message(
            lambda message: int(message["id"]) > self.since and bool(list_custom_ids(message, "t:", "changed")), LATE_S
        )

    async def press_card_button(self, verb: str) -> Reply:
        """Press a button of the card."""
        card = await self._find_card()
        return await self.person.click(card, find_custom_id(card, "t:", verb))

    async def open_pages(self, *, full: bool) -> None:
        """Press Play; if `full`, also open every other page that shows something, and get the morning list."""
        panel = await self._find_answer(await self.press_card_button("play"))
        if full:
            for question in QUESTION.findall(json.dumps(panel))[:1]:  # a small panel has no button for its details
                await self._forge_button(f"{question}:details:0.")
            for verb in FORGED_VERBS:
                play = find_custom_id(await self._find_card(), "t:", "play")
                # As if the person were alone with computers: these would not repeat the decisions of the other world.
                with patch.object(autopilot, "is_alone_with_computers", return_value=True):
                    await self._forge_button(play.replace(":play", f":{verb}"))
            await self._send_morning_list()
            await self.open_lasting_pages()
        await self.wait_until_idle()

    async def open_lasting_pages(self) -> None:
        """Open the pages that a table still shows after its end."""
        await self._find_answer(await self.press_card_button("changed"))
        for command, options in COMMANDS:
            await self._find_answer(await self.person.send_command(command, **options))

    async def _forge_button(self, custom_id: str) -> None:
        """Press a button that the card does not have, as from another message of the table."""
        card = await self._find_card()
        with forge_control(self.table, card, custom_id, None):
            await self._find_answer(await self.person.click(card, custom_id))

    async def _send_morning_list(self) -> None:
        """Send the list of the tables that wait for the person, if they are a player."""
        if self.person not in self.worlds.people:
            return
        self._list_count += 1
        timer = PersonTimerRow(int(self.person.id), daily_list.DAILY_LIST, self._list_count)
        async with self.table.db.transaction() as tx:
            await timers.set_person_timer(tx, timer.person, timer.kind, timer.due_at)
        await daily_list.send_daily_list(self.table.bot.service, timer)

    async def answer_question(self, rng: random.Random) -> None:
        """Answer the open question through the panel, by random presses."""
        clicker = Clicker(self.person, rng)
        message = await self._find_answer(await self.press_card_button("play"))
        for _ in range(12):
            chosen = clicker.choose_press(message)
            if chosen is None:
                return
            verb = chosen[0].split(":")[2]
            message = await self._find_answer(await clicker.press_choice(message, chosen))
            if verb in ("pick", "choose", "aside", "way", "ok"):
                return

    @staticmethod
    async def _find_answer(reply: Reply) -> Json:
        """Return the reply's message, also if the reply was deferred."""
        if reply.type in (5, 6):
            await reply.wait_for_change(LATE_S)
        return reply.message

    def list_observations(self) -> Json:
        """Return the channel and all messages since the start of the bot, without times and random ids."""
        world = self.table.fake_discord.world
        channel = world.find_channel(self.person.channel_id)
        observations: Json = {"channel": [channel["name"], channel.get("topic"), channel.get("applied_tags")]}
        observations["pushes"] = [
            TIMES.sub("<time>", push.text)
            for push in world.messages.phones.pushes
            if push.user_id == self.person.id and int(push.message_id) > self.since
        ]
        for n, message in enumerate(m for m in self._list_messages() if int(m["id"]) > self.since):
            files = [self.table.fake_discord.world.files.read_file(file["id"]) for file in message["attachments"]]
            plain = {key: value for key, value in message.items() if key not in CLOCKED}
            plain["files"] = [None if file is None else sha256(file).hexdigest()[:16] for file in files]
            text = json.dumps(plain, sort_keys=True, ensure_ascii=False)
            text = TOKEN.sub("<token>", TIMES.sub("<time>", text))
            observations[f"message {n}"] = SNOWFLAKE.sub(self._normalize_id, text)
        return observations

    def _normalize_id(self, match: re.Match[str]) -> str:
        """Return the id itself for people, channels and servers, and a running number for all other ids."""
        world = self.table.fake_discord.world
        if match[0] in world.users or match[0] in world.channels or match[0] in world.guilds:
            return match[0]
        return self._known.setdefault(match[0], f"#{len(self._known)}")
