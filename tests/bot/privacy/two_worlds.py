"""Privacy of the whole bot by non-interference: two tables that differ only in what one person may not know.

At a checkpoint everything hidden from that person is redealt in a copy of the database. Then the real bot plays on at
both tables, and everything that the person can see is recorded from the fake Discord server: posts, cards,
notifications, private pages, direct messages, push notifications and forum tags, with their words, buttons, custom_ids,
alternative texts, names and bytes of files. The records must be equal until a rule shows the person something that
differs; a separate Match for each table tells when that is (`tests/contract` checks that the rules themselves keep
their secrets).
"""

from __future__ import annotations

import asyncio
import copy
import json
import random
import re
import shutil
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from hashlib import sha256
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from unittest.mock import patch

import msgspec

from bot.fake_discord import FakeUser, Reply
from bot.fake_discord.driver import ChannelView
from bot.table import Person as Player
from bot.table import Table, TableService
from bot.table.lobby import seating
from bot.table.personal import daily_list
from bot.table.play import answers as play
from bot.table.policy.table_terms import TableTerms
from bot.table.seats import autopilot
from bot.table.state.stored_match import pack_frame, read_decision
from engines.kernel import AIDS, Applied, Decision, Frame, Match, Refused, Rng, Seat, load_games, pick_random_answer
from storage import Database
from storage.play import checkpoints, decisions
from storage.time.timers import PersonTimerRow
from tests.bot.conftest import TableHarness, find_custom_id, find_custom_ids
from tests.bot.forged_controls import forge_control
from tests.clicker import Clicker
from tests.contract.privacy import describe_difference, observe

Json = dict[str, Any]

LATE_S = 30.0
MOST_TRIED = 400
"""Maximum number of decisions played in search of a position with hidden information."""
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


class BotLeak(AssertionError):
    """The person receives different messages in the two worlds."""


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


@dataclass(slots=True)
class WorldRecord:
    """The record of one world."""

    observations: list[Json] = field(default_factory=list)
    """Everything that the person could see, before each act and at the end."""
    decisions_by_act: list[list[Decision]] = field(default_factory=list)
    """The decisions of each act."""


async def compare_worlds(table: TableHarness, folder: Path, case: WorldsCase) -> int:
    """Play both worlds and return the number of acts that the person could not tell apart. Raises BotLeak."""
    await table.stop()
    worlds = await build_worlds(table, folder, case)
    first = await play_world(table, worlds, worlds.databases[0], case)
    second = await play_world(table, worlds, worlds.databases[1], case, follow=first)
    for n, (first_messages, second_messages) in enumerate(zip(first.observations, second.observations, strict=False)):
        for channel in {**first_messages, **second_messages}:
            if first_messages.get(channel) != second_messages.get(channel):
                what = describe_difference(str(first_messages.get(channel)), str(second_messages.get(channel)))
                raise BotLeak(f"{case}, act {n}, {channel}: {what}")
        if n == len(first.decisions_by_act) or _may_differ(worlds, first.decisions_by_act[n], case.looker):
            return n
        first_decisions, second_decisions = first.decisions_by_act[n], second.decisions_by_act[n : n + 1]
        if second_decisions != [first_decisions]:
            raise BotLeak(f"{case}, act {n}: {first_decisions} in one world, {second_decisions} in the other")
    raise BotLeak(f"{case}: the other world ended after {len(second.decisions_by_act)} acts")


def _may_differ(worlds: Worlds, made: Sequence[Decision], looker: Seat | None) -> bool:
    """Return whether the worlds may differ visibly after these decisions: a rule has shown the person different things,
    or another seat's answer is not possible in the other world.
    """
    for decision in made:
        applied_truth = worlds.truth.apply(decision)
        try:
            applied_altered = worlds.altered.apply(decision)
        except Refused:
            if decision.seat == looker:
                raise
            return True
        if (applied_truth.has_revealed or applied_altered.has_revealed) and _list_revealed(
            worlds.truth, applied_truth, looker
        ) != _list_revealed(worlds.altered, applied_altered, looker):
            return True
    return False


def _list_revealed(match: Match[Any], applied: Applied, looker: Seat | None) -> Any:
    heard = [event for event in applied.events if event.visible_to(looker)]
    return applied.has_revealed, heard, observe(match, looker, False)


# ---------------------------------------------------------------------- two worlds


async def build_worlds(table: TableHarness, folder: Path, case: WorldsCase) -> Worlds:
    """Play a table for some decisions, copy it, and redeal in the copy everything that the person cannot see."""
    driver, first_database, second_database = table.driver, folder / "one.db", folder / "other.db"
    people = [driver.add_user(f"{case.game} {n}", locale=("ja", "en-US")[n % 2]) for n in range(case.seats)]
    channel_id = _add_channel(table, case)
    people = [person.in_channel(channel_id) for person in people]
    watcher = driver.add_user("Watcher", locale="en-US").in_channel(channel_id)
    rng = Rng(sha256(str(case).encode() + bytes([case.seed])).digest())
    async with await Database.open(first_database) as db:
        service = TableService(db, table.clock)
        players = [
            Player(int(person.id), str(person.user["global_name"]), "en", 1000 + n) for n, person in enumerate(people)
        ]
        # The search for suggestions redeals hidden cards at random, so its result depends on the hidden cards.
        options = {AIDS.id: "off"} if AIDS in load_games()[case.game].options else {}
        agreement = TableTerms(language="en", reminder_hours=None, order="joined", options=options)
        guild = int(driver.guild_id)
        dealt = SimpleNamespace(token_bytes=lambda size: rng.draw_seed()[:size])  # the same game each time
        with patch.object(seating, "secrets", dealt):
            game = await seating.open_table(service, guild, int(channel_id), players[0], case.game, agreement)
        async with service.lock_table(game) as table_state:
            for player in players[1:]:
                await seating.join_table(service, table_state, player)
            await seating.start_game(service, table_state, msgspec.structs.replace(players[0], interaction_id=None))
            truth = table_state.match
            assert truth is not None
            steps = count_steps_with_secrets(truth, case.looker, rng) if case.is_near_end else case.steps
            for played in range(MOST_TRIED):
                truth = table_state.match
                assert truth is not None and not truth.is_over, f"{case}: nothing is hidden from there on"
                frame = imagine_frame(truth, case.looker, rng) if played >= steps else None
                if frame is not None:
                    break
                await _give_answer(service, table_state, *_choose_answer(truth, rng))
            else:
                raise LookupError(f"{case}: nothing was hidden at {MOST_TRIED} decisions")
            base_n = table_state.base_n
    shutil.copy(first_database, second_database)
    async with await Database.open(second_database) as db, db.transaction() as tx:
        latest = await checkpoints.load_latest(tx, game)
        assert latest is not None and latest.n == base_n
        await checkpoints.rewrite_state(tx, replace(latest, state=pack_frame(frame)))
        await tx.execute("UPDATE outbox SET nonce = 'other-' || id")  # Discord has seen those of the first world
    resumed = [Match.resume(truth.game, truth.setup, truth.seed, of, []) for of in (truth.frame, frame)]
    looker = watcher if case.looker is None else people[case.looker]
    return Worlds(game, base_n, people, looker, resumed[0], resumed[1], (first_database, second_database))


def _add_channel(table: TableHarness, case: WorldsCase) -> str:
    """Add the channel of the table, and return its id."""
    driver, name = table.driver, f"{case.game}-{case.looker}-{case.steps}"
    if not case.is_in_forum:
        return driver.add_channel(name).id
    forum = driver.add_forum("boards", {"name": "Seeking players"}, {"name": "In play"}, {"name": "Over"})
    return str(driver.world.add_thread(forum.id, name, str(driver.world.me["id"]))["id"])


def imagine_frame(match: Match[Any], looker: Seat | None, rng: Rng) -> bytes | None:
    """Return the frame of another world that looks the same to the person, or None if this position has none."""
    if match.position != match.frame_position or match.hidden_answers:
        return None
    frame = msgspec.json.decode(match.frame, type=Frame)
    state = msgspec.json.decode(frame.state, type=match.game.state_type)
    match.game.redeal(state, looker, rng)
    raw = msgspec.Raw(msgspec.json.encode(state))
    if raw == frame.state:
        return None
    other = msgspec.json.encode(Frame(frame.position, frame.step, frame.draws, raw, frame.rules))
    world = Match.resume(match.game, match.setup, match.seed, other, [])
    same = world.state != match.state and observe(world, looker, False) == observe(match, looker, False)
    return other if same and not world.game.problems(world.state) else None


def count_steps_with_secrets(match: Match[Any], looker: Seat | None, rng: Rng) -> int:
    """Return after how many random decisions something is hidden from the person for the last time. rng: stays as it
    is.
    """
    match, rng = match.fork(), copy.copy(rng)
    played, last = 0, 0
    while not match.is_over:
        if imagine_frame(match, looker, Rng(bytes(32))) is not None:
            last = played
        match.apply(Decision(match.step, *_choose_answer(match, rng)))
        played += 1
    return last


def _choose_answer(match: Match[Any], rng: Rng) -> tuple[Seat, tuple[str, ...]]:
    seat = match.waiting_seats[0]
    prompt = match.find_prompt(seat)
    assert prompt is not None
    return seat, pick_random_answer(match, prompt, rng)


async def _give_answer(service: TableService, table: Table, seat: Seat, keys: tuple[str, ...]) -> bool:
    """Give the seat's answer; return False if the seat is not asked or the answer is not possible."""
    ref, seated = table.build_question_ref(seat), table.seats[seat]
    if ref is None:
        return False
    try:
        await play.answer_question(service, table, Player(seated.person or 0, seated.name, "en"), ref, keys)
    except Refused:
        return False
    return True


# ---------------------------------------------------------------------- playing one world


async def play_world(
    table: TableHarness, worlds: Worlds, database: Path, case: WorldsCase, follow: WorldRecord | None = None
) -> WorldRecord:
    """Start the bot on this database, play, and return the record.

    follow: the record of the first world, whose decisions the other seats repeat.
    """
    record, rng = WorldRecord(), Rng(sha256(f"course {case}".encode()).digest())
    observer = Observer(table, worlds)
    table.database = database
    await table.boot()
    tables = table.bot.service
    try:
        for n in range(case.acts + 1):
            await observer.wait_until_idle()
            async with tables.lock_table(worlds.table_id) as table_state:
                over, waiting = table_state.match is None or table_state.match.is_over, table_state.waiting
            if over:
                await observer.open_lasting_pages()
            else:
                await observer.open_pages(full=n % 4 == 0)
            record.observations.append(observer.list_observations())
            if over or n == case.acts or (follow is not None and n == len(follow.decisions_by_act)):
                break
            before = len(await decisions.load_active(tables.db, worlds.table_id, worlds.base_n))
            mine = case.looker is not None and case.looker in waiting
            if not mine:
                async with tables.lock_table(worlds.table_id) as table_state:
                    assert table_state.match is not None
                    answers = (
                        [_choose_answer(table_state.match, rng)]
                        if follow is None
                        else [(d.seat, d.keys) for d in follow.decisions_by_act[n]]
                    )
                    for seat, keys in answers:
                        if not await _give_answer(tables, table_state, seat, keys):
                            return record  # needs hidden cards; `compare` decides whether that may be noticed
            tables.wake_workers()
            if mine:
                await observer.answer_question(random.Random(f"{case} {n}"))
            rows = await decisions.load_active(tables.db, worlds.table_id, worlds.base_n)
            record.decisions_by_act.append([read_decision(row) for row in rows[before:]])
        return record
    finally:
        await table.stop()


class Observer:
    """A player or spectator who opens every page and records every message."""

    def __init__(self, table: TableHarness, worlds: Worlds) -> None:
        self.table, self.worlds, self.person = table, worlds, worlds.looker
        self.since = int(table.fake_discord.world.snowflakes.next_id())
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
            lambda message: int(message["id"]) > self.since and bool(find_custom_ids(message, "t:", "changed")), LATE_S
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
        await daily_list.send_daily_list(self.table.bot.service, timer)

    async def answer_question(self, chance: random.Random) -> None:
        """Answer the open question through the panel, by random presses."""
        clicker = Clicker(self.person, chance)
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
