"""Fixtures: the real bot on a fake Discord server, a database that outlives it, and a clock that tests can advance."""

from __future__ import annotations

import asyncio
import re
import time
from collections.abc import AsyncIterator, Iterator
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import discord
import pytest

from bot.discord_ui.client import Teban
from bot.discord_ui.outbox.rate_limit import RateLimiter
from bot.fake_discord import Driver, FakeDiscord, FakeUser, Reply, point_client_at
from bot.fake_discord.model import components as c
from bot.fake_discord.model.phones import Push
from bot.table import TableService
from bot.table.terms.languages import choose_lang
from bot.worker_processes import WorkerPool
from storage import Database
from storage.kinds import OutboxKind
from storage.messages import outbox_rows, posts
from storage.persons import people

Json = dict[str, Any]
MAX_SEARCHES = 9
"""Maximum number of searches at a time in tests that hold them back."""


class Clock:
    """Real time in milliseconds, plus the milliseconds by which a test has advanced it."""

    def __init__(self) -> None:
        self.ahead_ms = 0

    def __call__(self) -> int:
        return time.time_ns() // 1_000_000 + self.ahead_ms


class TableHarness:
    """A running bot and a channel in which people play; `stop` and `boot` restart the bot on the same database."""

    def __init__(self, fake_discord: FakeDiscord, database: Path, *, emoji: bool = False) -> None:
        self.fake_discord = fake_discord
        self.emoji = emoji
        self.driver = Driver(fake_discord.world)
        self.clock = Clock()
        self.database = database
        self.bot: Teban
        self.db: Database
        self._running: asyncio.Task[None] | None = None

    async def boot(self) -> None:
        self.db = await Database.open(self.database)
        self.bot = Teban(
            TableService(self.db, self.clock),
            guild_ready_timeout=0.05,
            rate_limiter=RateLimiter(is_unlimited=True),
            emoji=self.emoji,
            create_worker=lambda: ThreadPoolExecutor(1),
        )
        await self.bot.login("token")
        self._running = asyncio.create_task(self.bot.connect())
        await asyncio.wait_for(self.bot.wait_until_ready(), 5)

    async def stop(self) -> None:
        if self._running is not None:
            await self.bot.close()
            await asyncio.gather(self._running, return_exceptions=True)
            await self.db.close()
            self._running = None

    # ------------------------------------------------------------------ actions of people

    async def open_and_start(self, host: FakeUser, *others: FakeUser, game: str = "flotsam", **options: Any) -> None:
        """Open and start a table in the host's language; the seats are in the order of the arguments."""
        options.setdefault("language", choose_lang(self.driver.world.locales[host.id]))
        await host.send_command("table open", game=game, order="joined", **options)
        lobby = await self.find_lobby()
        for person in others:
            lobby = (await person.click(lobby, find_custom_id(lobby, "t:", "join"))).message
        await self.wait_for_outbox()  # an edit that was under way may show the lobby of before for a moment
        lobby = await self.driver.view_channel().wait_for_message(lambda m: bool(list_custom_ids(m, "t:", "start")))
        await start_lobby(host, lobby)
        await self.find_card()

    async def start_bidding(self, host: FakeUser, *others: FakeUser, **options: Any) -> None:
        """Open and start a table of Flotsam and open the first crate, so that all seats are asked for bids."""
        await self.open_and_start(host, *others, **options)
        await self.open_crate(host)

    async def send_confirmed(self, person: FakeUser, command: str, **options: Any) -> Reply:
        """Send a command that cannot be undone and press its confirming button."""
        return await confirm(person, await person.send_command(command, **options))

    async def ask_for_undo(self, person: FakeUser) -> Reply:
        """Send /undo after a confirmed turn and press the button that asks the others."""
        page = await person.send_command("undo")
        return await person.click(page, find_custom_id(page.message, "t:", "undo"))

    async def find_lobby(self) -> Json:
        """Return the lobby, full or not: *Join* is disabled at a full table, *Details* never is."""
        return await self.driver.view_channel().wait_for_message(lambda m: bool(list_custom_ids(m, "t:", "terms")))

    async def open_terms(self, person: FakeUser) -> Reply:
        """Press Details in the lobby."""
        await self.wait_for_outbox()
        lobby = await self.find_lobby()
        return await person.click(lobby, find_custom_id(lobby, "t:", "terms"))

    async def change_terms(self, person: FakeUser, verb: str, value: str) -> Reply:
        """Choose a value in a menu of the lobby's page Details."""
        details = await self.open_terms(person)
        return await person.select_values(details, find_custom_id(details.message, "t:", verb), value)

    async def press_in_details(self, person: FakeUser, verb: str) -> Reply:
        """Press a button of the page Details, which /table seats shows."""
        details = await person.send_command("table seats")
        return await person.click(details, find_custom_id(details.message, "t:", verb))

    async def choose_about_players(self, person: FakeUser, choice: str) -> Reply:
        """Choose a value or label in the menu about other players on the page Details."""
        details = await person.send_command("table seats")
        return await person.select_values(details, find_custom_id(details.message, "t:", "ask"), choice)

    async def press_in_settings(self, person: FakeUser, verb: str) -> Reply:
        """Press a button below the person's settings."""
        settings = await person.send_command("me notices")
        return await person.click(settings, find_custom_id(settings.message, "h:", verb))

    async def join_table(self, person: FakeUser) -> Reply:
        """Press Join in the lobby."""
        lobby = await self.find_lobby()
        return await person.click(lobby, find_custom_id(lobby, "t:", "join"))

    async def find_card(self) -> Json:
        """Return the table's current card, after the outbox is empty."""
        await self.wait_for_outbox()
        return await self.driver.view_channel().wait_for_message(lambda m: bool(list_custom_ids(m, "t:", "changed")))

    async def wait_for_outbox(self, within: float = 60.0) -> None:
        """Wait until the outbox is empty and replaced messages are deleted.

        Rows that an outage still holds back count, so `find_next_time`, which leaves them out, would end too early.
        """
        async with asyncio.timeout(within):
            while await outbox_rows.measure_backlogs(self.db, 0) or await posts.load_posts_of_all_games(
                self.db, OutboxKind.STALE
            ):
                await asyncio.sleep(0.005)

    def stop_workers(self) -> None:
        """Stop the sender and the timers, so that messages remain as they are."""
        for task in self.bot._workers:
            task.remove_done_callback(self.bot._handle_worker_end)
            task.cancel()

    def list_notifications(self, person: FakeUser) -> list[Json]:
        """Return the messages that notify the person of their turn: the card, or separate posts."""
        return [
            m
            for m in self.driver.view_channel().messages
            if is_mentioned(m, person) and list_custom_ids(m, "t:", "play")
        ]

    def list_notification_posts(self, person: FakeUser) -> list[Json]:
        """Return the turn notifications sent as separate posts, without the card."""
        return [m for m in self.list_notifications(person) if not list_custom_ids(m, "t:", "changed")]

    async def open_panel(self, person: FakeUser) -> Reply:
        """Press Play on the card."""
        card = await self.find_card()
        return await person.click(card, find_custom_id(card, "t:", "play"))

    async def spread_marks(self, crier: FakeUser) -> Reply:
        """Put both price marks on the first good as Flotsam's crier; the panel then asks for confirmation."""
        panel = await self.open_panel(crier)
        return await give_first_combination(crier, panel)

    async def open_crate(self, crier: FakeUser) -> Reply:
        """Spread the marks and open the crate, so that all seats are asked for bids."""
        panel = await self.spread_marks(crier)
        return await crier.click(panel, find_custom_id(panel.message, "p:", "pick"))

    async def place_bid(self, person: FakeUser, coins: int) -> Reply:
        return await press_bid(person, await self.open_panel(person), coins)


async def press_bid(person: FakeUser, panel: Reply, coins: int) -> Reply:
    """Give a bid on an open panel, by its button or in the menu."""
    menus = list_custom_ids(panel.message, "p:", "choose")
    if menus:
        return await person.select_values(panel, menus[0], f"bid:{coins}")
    button = next(i for i in list_custom_ids(panel.message, "p:", "pick") if i.endswith(f":bid:{coins}"))
    return await person.click(panel, button)


async def give_first_combination(person: FakeUser, panel: Reply) -> Reply:
    """Give the first of the listed answers of several options."""
    return await give_combination(person, panel, list_combinations(panel.message)[0])


async def give_combination(person: FakeUser, panel: Reply, draft: str) -> Reply:
    """Give one of the listed answers of several options, by its button or in the menu."""
    for menu in list_custom_ids(panel.message, "p:", "way"):
        return await person.select_values(panel, menu, draft)
    return await person.click(
        panel, next(i for i in list_custom_ids(panel.message, "p:", "ok") if i.endswith(f":{draft}"))
    )


def list_combinations(message: Json) -> list[str]:
    """Return the listed answers of several options as drafts."""
    for menu in list_custom_ids(message, "p:", "way"):
        return list_choices(message, menu)
    return [custom_id.rpartition(":")[2] for custom_id in list_custom_ids(message, "p:", "ok")]


async def confirm(person: FakeUser, question: Reply) -> Reply:
    """Press the confirming button of a question before something that cannot be undone."""
    return await person.click(question, find_custom_id(question.message, "h:", "sure"))


async def start_lobby(host: FakeUser, lobby: Json) -> Reply:
    """Press Start as the host, and confirm if there are other people."""
    reply = await host.click(lobby, find_custom_id(lobby, "t:", "start"))
    return await confirm(host, reply) if list_custom_ids(reply.message, "h:", "sure") else reply


def use_executor(table: TableHarness, executor: Executor) -> None:
    """Let the executor search for the bot's computer players and suggestions."""
    table.bot.computers.workers._pool = WorkerPool(lambda: executor, MAX_SEARCHES, limit_seconds=60.0)


async def store_settings(table: TableHarness, person: FakeUser, **settings: Any) -> None:
    """Store a person's settings without the commands."""
    if "way" in settings:
        settings["chosen"] = 1
    async with table.db.transaction() as tx:
        await people.save_person(tx, int(person.id), "someone", table.clock())
        if settings.keys() & {"zone", "night", "rest"}:
            row = await people.load_person(tx, int(person.id))
            assert row is not None
            hours = [settings.pop(key, getattr(row, key)) for key in ("zone", "night", "rest")]
            await people.set_hours(tx, row.id, *hours)
        for key, value in settings.items():
            await tx.execute(f"UPDATE people SET {key} = ? WHERE id = ?", (value, int(person.id)))


async def refuse_direct_messages(table: TableHarness, *persons: FakeUser) -> None:
    """Let these people choose direct messages and accept none, so that posts of their own call them."""
    for person in persons:
        await store_settings(table, person, way="direct")
        table.driver.world.closed_dms.add(person.id)


def is_mentioned(message: Json, person: FakeUser) -> bool:
    """Return whether the message mentions the person, so that Discord notifies them."""
    return any(user["id"] == person.id for user in message["mentions"])


def list_custom_ids(message: Json, kind: str, verb: str) -> list[str]:
    """Return the custom_ids of the enabled controls with this verb."""
    custom_ids = []
    for component in c.list_of_types(message, c.BUTTON, c.STRING_SELECT):
        custom_id = str(component.get("custom_id", ""))
        parts = custom_id.split(":")
        verb_part = parts[1:2] if kind == "h:" else parts[2:3]
        if custom_id.startswith(kind) and verb_part == [verb] and not component.get("disabled"):
            custom_ids.append(custom_id)
    return custom_ids


def list_choices(message: Json, custom_id: str) -> list[str]:
    """Return the values of a menu."""
    menu = next(m for m in c.list_of_types(message, c.STRING_SELECT) if m["custom_id"] == custom_id)
    return [str(option["value"]) for option in menu["options"]]


def find_custom_id(message: Json, kind: str, verb: str) -> str:
    custom_ids = list_custom_ids(message, kind, verb)
    assert custom_ids, (
        f"no {verb!r} in {[x.get('custom_id') for x in c.list_of_types(message, c.BUTTON, c.STRING_SELECT)]}"
    )
    return custom_ids[0]


def list_notes(table: TableHarness, person: FakeUser) -> list[str]:
    """Return the texts of all messages that only this person sees."""
    messages = table.driver.world.messages
    visible = messages.list_visible(person.channel_id, person.id)
    return [c.read_text(m) for m in visible if messages.find_ephemeral_owner(m["id"]) == person.id]


async def wait_for_note(table: TableHarness, person: FakeUser, reply: Reply, count: int = 1) -> str:
    """Wait until `count` messages are shown to the person alone; return the text of the latest."""
    while len(notes := list_notes(table, person)) < count:
        await reply.wait_for_change()
    return notes[-1]


async def wait_for_followup(reply: Reply) -> str:
    """Wait for the first further message of an answer, such as a refusal below a menu; return its text."""
    while not reply.followups:
        await reply.wait_for_change()
    return c.read_text(reply.followups[0])


async def wait_for_picture(reply: Reply) -> Json:
    """Wait until the reply shows a picture and return its message."""
    while not c.list_media(reply.message):
        await reply.wait_for_change()
    return reply.message


def list_labels(message: Json) -> list[str]:
    """Return the labels of all buttons and menu options."""
    buttons = [str(b.get("label")) for b in c.list_of_types(message, c.BUTTON)]
    return buttons + [o["label"] for menu in c.list_of_types(message, c.STRING_SELECT) for o in menu["options"]]


@asynccontextmanager
async def run_bot(database: Path, *, settle: float = 0.0) -> AsyncIterator[TableHarness]:
    """Run the bot on its own fake Discord server with this database; stop it at the end."""
    async with FakeDiscord(reply_delay=settle) as fake_discord:
        point_client_at(fake_discord.base_url)
        table = TableHarness(fake_discord, database)
        await table.boot()
        try:
            yield table
        finally:
            await table.stop()


def list_empty_pushes(table: TableHarness) -> list[Push]:
    """Return the pushes that say nothing but names: the words of a page do not appear on a phone."""
    pushes = table.driver.world.messages.phones.pushes
    return [push for push in pushes if not re.sub(r"@\S+", "", push.text).strip()]


def list_silent_direct_messages(table: TableHarness) -> list[Json]:
    """Return the bot's direct messages that no phone tells about."""
    messages = table.driver.world.messages
    return [
        message
        for channel in table.driver.direct_channels
        for message in messages.list_visible(channel["id"], channel["recipients"][0]["id"])
        if message["flags"] & c.IS_SILENT
    ]


@pytest.fixture
async def table(database: Path) -> AsyncIterator[TableHarness]:
    async with run_bot(database) as table:
        yield table
    table.driver.assert_clean()
    assert list_empty_pushes(table) == []
    assert list_silent_direct_messages(table) == []


@pytest.fixture
def ada(table: TableHarness) -> FakeUser:
    return table.driver.add_user("Ada")


@pytest.fixture
def jiro(table: TableHarness) -> FakeUser:
    return table.driver.add_user("次郎", locale="ja")


@pytest.fixture
def marco(table: TableHarness) -> FakeUser:
    return table.driver.add_user("Marco", locale="it")


@pytest.fixture(autouse=True)
def real_discord_afterwards() -> Iterator[None]:
    """Restore discord.py's addresses, which `point_client_at` overwrites."""
    before = discord.http.Route.BASE, discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY, discord.asset.Asset.BASE
    yield
    discord.http.Route.BASE, discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY, discord.asset.Asset.BASE = before
