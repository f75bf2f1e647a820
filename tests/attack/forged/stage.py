"""One table in each state, with one person of each kind around it, and copies of its database to go back to."""

from __future__ import annotations

import asyncio
import copy
import sqlite3
from collections.abc import Mapping
from contextlib import closing
from datetime import UTC, datetime, timedelta

from bot.discord_ui.page.pictures import Picture
from bot.fake_discord import FakeUser, Reply
from bot.fake_discord.model.permissions import Permission
from bot.table.clock.waking_hours import DAY
from bot.table.seats import table_sleep
from bot.table.service import early_end
from bot.table.terms.abuse_limits import AbuseLimiter
from tests.bot.conftest import (
    Json,
    TableHarness,
    confirm,
    find_custom_id,
    give_combination,
    list_combinations,
    start_lobby,
)
from tests.bot.forged_controls import forge_control, submit_forged_form
from tests.bot.test_after_the_end import play_to_the_end, post_card_copy

PERSONS = {
    "A": "asked: the player on turn",
    "H": "host, a player not on turn",
    "P": "another player, who asked for a pause and has a substitute invited",
    "L": "left: gave up a seat in the game (before the start: left the lobby)",
    "R": "removed from the lobby by the host",
    "S": "spectator, invited as the substitute of P",
    "B": "another bot",
    "M": "moderator of the server without a seat",
}
STATES = {
    "lobby": "before the start",
    "counting": "A distributes two marks",
    "confirming": "A has distributed them, and may still take that back",
    "bidding": "all bid secretly; P has bid",
    "late": "the same, but A has been silent for ten days, and so long L's seat has been open",
    "paused": "by a vote",
    "asleep": "nobody moved for long",
    "over": "played to the end",
    "ended": "closed before the end",
    "unknown": "no table has this number",
}
TWINS = {"confirming": "confirming2", "bidding": "bidding2"}
"""States of which there is a second one that differs only in what A or P has chosen and the others do not know."""
OWNERS = {"confirming": "A", "bidding": "P"}
"""The person who knows that choice."""
SAME_DATABASE = {"unknown": "counting", "late": "counting"}
"""States that have the database of another one."""
DAYS_LATE = 10
PERSONAL = frozenset(
    ["people", "hours", "seen", "absences", "errands", "interactions", "sqlite_sequence", "presence", "timers"]
)
"""Tables of the database about single people, without those of games. (A timer of a game stands beside its cause.)"""

Rows = Mapping[str, list[tuple[object, ...]]]


class Stage:
    """The bot with one table, which can be put into each state."""

    def __init__(self, table: TableHarness) -> None:
        self.table = table
        self.persons: dict[str, FakeUser] = {}
        self.message: Json
        """A public message of the bot, on which presses are forged."""
        self.refs: dict[str, str] = {}
        """By state, the open or last question to A as custom_ids name it."""
        self.confirmations: dict[str, str] = {}
        """By state, the token of a question to H whether to go on with something that cannot be undone."""
        self.request = ""
        """The open request's kind: P asks for a pause."""
        self.draft = ""
        """A's two marks as the button OK names them."""
        self.tag = ""
        self._copies: dict[str, sqlite3.Connection] = {}
        self._rows: dict[str, Rows] = {}
        self.state = ""
        self._watcher: sqlite3.Connection
        """Sees whether anything was committed since the last look."""

    async def prepare(self) -> None:
        """Bring the table into each state and copy its database."""
        table, world = self.table, self.table.driver.world
        self._watcher = sqlite3.connect(table.database)
        world.quirks.sends_same_choice_twice = True  # each press is the first one of an app that was just opened

        async def draw_nothing(request: object) -> Picture:
            return Picture(b"", "a picture")

        self.table.bot.pictures.draw_picture = draw_nothing  # type: ignore[method-assign, assignment]
        for letter in PERSONS:
            if letter == "B":
                user = world.add_user("Other bot", is_bot=True)
                world.add_member(table.driver.guild_id, user["id"])
                self.persons[letter] = FakeUser(world, user["id"], table.driver.channel_id)
            else:
                self.persons[letter] = table.driver.add_user(f"Person {letter}")
        role = world.add_role(table.driver.guild_id, "Moderators", int(Permission.MANAGE_GUILD))
        world.members[table.driver.guild_id, self.persons["M"].id]["roles"].append(role["id"])
        await self._prepare_lobby()
        await self._prepare_game()
        await self._prepare_stops()

    async def _prepare_lobby(self) -> None:
        table, people = self.table, self.persons
        await people["H"].send_command("table open", game="flotsam", order="joined", pace="none")
        lobby = await table.find_lobby()
        for letter in "AL":
            await people[letter].click(lobby, find_custom_id(lobby, "t:", "join"))
        details = await table.open_terms(people["L"])
        await people["L"].click(details, find_custom_id(details.message, "t:", "leave"))
        await people["R"].click(lobby, find_custom_id(lobby, "t:", "join"))
        await confirm(people["H"], await table.choose_about_players(people["H"], "Remove Person R"))
        await table.wait_for_outbox()
        lobby = await table.find_lobby()
        await people["P"].click(lobby, find_custom_id(lobby, "t:", "join"))
        async with table.bot.service.lock_table(1) as table_state:
            self.tag = table_state.row.tag or ""
        await table.wait_for_outbox()  # a notice may bring a newer lobby
        self.message = await table.find_lobby()
        details = await table.change_terms(people["H"], "up", "1")
        question = await people["H"].click(details, find_custom_id(details.message, "t:", "leave"))
        self.confirmations["lobby"] = find_custom_id(question.message, "h:", "sure").split(":")[2]
        self.refs["lobby"] = self.refs["unknown"] = f"1.0.0.0.{self.tag}"
        await self._copy("lobby")

    async def _prepare_game(self) -> None:
        table, people = self.table, self.persons
        lobby = await table.find_lobby()
        await people["L"].click(lobby, find_custom_id(lobby, "t:", "join"))
        await start_lobby(people["H"], lobby)
        await table.find_card()
        await confirm(people["L"], await table.press_in_details(people["L"], "resign"))
        until = f"{datetime.now(UTC) + timedelta(days=3):%Y-%m-%d}"
        await people["P"].send_command("table sitter", person=people["S"], until=until)
        await people["S"].send_command("help")  # people are known once the bot has talked to them
        await people["P"].send_command("table pause", until=until)
        async with table.bot.service.lock_table(1) as table_state:
            [request] = table_state.requests
            self.request = request.kind
        self.message = await post_card_copy(table)
        await self._copy("counting")
        for state, choice in (("confirming", 0), ("confirming2", -1)):
            await self.restore("counting")
            panel = await table.open_panel(people["A"])
            self.draft = list_combinations(panel.message)[choice]
            await give_combination(people["A"], panel, self.draft)
            await self._copy(state)
        await self.restore("confirming")
        panel = await table.open_panel(people["A"])
        await people["A"].click(panel, find_custom_id(panel.message, "p:", "pick"))
        await self._copy("open")
        for state, coins in (("bidding", 2), ("bidding2", 3)):
            await self.restore("open")
            await table.place_bid(people["P"], coins)
            await self._copy(state)

    async def _prepare_stops(self) -> None:
        table, people = self.table, self.persons
        service = table.bot.service
        await self.restore("counting")
        for letter in "AH":
            await self.press(letter, f"t:1.{self.tag}:agree:{self.request}")
        await self._copy("paused")
        await self.restore("counting")
        async with service.lock_table(1) as table_state, service.change(table_state) as tx:
            await table_sleep.begin_sleep(tx, table_state, table.clock())
        await self._copy("asleep")
        await self.restore("counting")
        async with service.lock_table(1) as table_state, service.change(table_state) as tx:
            await early_end.end_table(tx, table_state, table.clock(), "agreed")
        await self._copy("ended")
        await self.restore("counting")
        await play_to_the_end(table)
        await self._copy("over")
        self.table.stop_workers()  # a press is undone before they would act
        assert people

    async def _copy(self, state: str) -> None:
        await self.table.wait_for_outbox()
        await self.settle()
        self._copies[state] = sqlite3.connect(":memory:")
        with closing(sqlite3.connect(self.table.database)) as source:
            source.backup(self._copies[state])
        self._rows[state] = _load_rows(self._copies[state])
        async with self.table.bot.service.lock_table(1) as table_state:
            ref = None if table_state.match is None or table_state.match.is_over else table_state.build_question_ref(0)
        if ref is not None:
            self.refs[state] = ref.encode()

    async def restore(self, state: str) -> None:
        """Put the database back into a state, and forget what the bot has in memory."""
        await self.settle()
        with closing(sqlite3.connect(self.table.database)) as target:
            self._copies[SAME_DATABASE.get(state, state)].backup(target)
        bot = self.table.bot
        bot.service._tables.clear()
        bot.service.limiter = AbuseLimiter(bot.service.clock)
        self.state = state
        self.table.clock.ahead_ms = DAYS_LATE * DAY if state == "late" else 0
        self._data_version = self._read_data_version()

    def _read_data_version(self) -> int:
        return int(self._watcher.execute("PRAGMA data_version").fetchone()[0])

    async def press(self, letter: str, custom_id: str, value: str | None = None, field: str | None = None) -> Reply:
        """Press a forged button or, given a value, select it in a forged menu; wait for the complete answer.

        field: submit a forged form instead, with the value in this field.
        """
        person = self.persons[letter]
        message = self.table.driver.world.messages.find_message(self.message["channel_id"], self.message["id"])
        unpressed = copy.deepcopy(message)
        with forge_control(self.table, self.message, custom_id, value):
            if field is not None:
                reply = await submit_forged_form(self.table, person, self.message, custom_id, {field: value or ""})
            elif value is None:
                reply = await person.click(self.message, custom_id)
            else:
                reply = await person.select_values(self.message, custom_id, value)
            await self.settle()
        message = self.table.driver.world.messages.find_message(message["channel_id"], message["id"])
        message.clear()  # the press may have edited it
        message |= unpressed
        return reply

    def list_changed_tables(self) -> set[str]:
        """Return the tables of the database that differ from the copy."""
        if self._read_data_version() == self._data_version:
            return set()
        before = self._rows[SAME_DATABASE.get(self.state, self.state)]
        with closing(sqlite3.connect(self.table.database)) as connection:
            after = _load_rows(connection)
        return {name for name in after if after[name] != before[name]}

    async def settle(self) -> None:
        """Wait until every press is answered completely."""
        while tasks := list(self.table.bot.answering_tasks):
            await asyncio.gather(*tasks)


def _load_rows(connection: sqlite3.Connection) -> Rows:
    names = [name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
    return {name: connection.execute(f"SELECT * FROM {name}").fetchall() for name in names}
