"""Privacy of the whole bot by non-interference: two tables that are equal but for what one person may not know.

At a checkpoint everything hidden from that person is dealt anew in a copy of the database. Then the real bot plays on
at both, and all that the person can see is kept as the stand-in has stored it: posts, cards, calls, private pages,
direct messages; their words, buttons, ids of controls, alternative texts, names and bytes of files. It must be equal
until a rule shows the person something that differs, which a Match of our own beside each of the tables says
(`tests/contract` sees to it that the rules themselves keep their secrets).
"""

from __future__ import annotations

import asyncio
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

from bot.standin import Person, Reply
from bot.standin.driver import Channel
from bot.table import LiveTable, TableService, play
from bot.table import Person as Player
from bot.table.lobby import seating
from bot.table.lobby.agreement import Agreement
from bot.table.stored import pack_frame, read_decision
from engines.kernel import AIDS, Applied, Decision, Frame, Match, Refused, Rng, Seat, games, random_answer
from storage import Database
from storage.play import checkpoints, decisions
from tests.bot.conftest import Table, ident
from tests.clicker import Clicker
from tests.contract.privacy import difference, observe
from tests.fleet import is_card

Json = dict[str, Any]

LATE_S = 30.0
MOST_TRIED = 400
"""So many decisions are played in search of a moment at which something is hidden."""
TIMES = re.compile(r"\d{4}-\d\d-\d\dT[\d:.]+(\+00:00|Z)|<t:\d+")
SNOWFLAKE = re.compile(r"\b\d{17,20}\b")
CLOCKED = ("nonce", "timestamp", "edited_timestamp")
"""What of a message depends on the clock or on dice that decide nothing."""


class Leak(AssertionError):
    """The person receives something else in the other world."""


@dataclass(frozen=True, slots=True)
class Case:
    """looker: the seat of the person (None: somebody who only watches); steps: decisions before the worlds part; acts:
    what is done at both; seed: of the course of the game.
    """

    game: str
    looker: Seat | None
    steps: int
    seats: int = 3
    acts: int = 8
    seed: int = 1

    def __str__(self) -> str:
        who = "a spectator" if self.looker is None else f"seat {self.looker}"
        return f"{self.game}, {who}, after {self.steps}"


@dataclass(slots=True)
class Worlds:
    """Two databases of one table, and Matches of the moment at which they part."""

    game: int
    base_n: int
    people: list[Person]
    looker: Person
    truth: Match[Any]
    other: Match[Any]
    databases: tuple[Path, Path]


@dataclass(slots=True)
class Course:
    """What was played at one of them. seen: all that the person could see, before each act and at the end; made: the
    decisions of each act.
    """

    seen: list[Json] = field(default_factory=list)
    made: list[list[Decision]] = field(default_factory=list)


async def compare(table: Table, folder: Path, case: Case) -> int:
    """Play both; how many acts it was that the person could not tell apart. Raises Leak."""
    await table.stop()
    worlds = await part(table, folder, case)
    one = await course(table, worlds, worlds.databases[0], case)
    two = await course(table, worlds, worlds.databases[1], case, follow=one)
    for n, (there, here) in enumerate(zip(one.seen, two.seen, strict=False)):
        for channel in {**there, **here}:
            if there.get(channel) != here.get(channel):
                what = difference(str(there.get(channel)), str(here.get(channel)))
                raise Leak(f"{case}, act {n}, {channel}: {what}")
        if n == len(one.made) or _are_told_apart(worlds, one.made[n], case.looker):
            return n
        if two.made[n : n + 1] != one.made[n : n + 1]:
            raise Leak(f"{case}, act {n}: {one.made[n]} in one world, {two.made[n : n + 1]} in the other")
    raise Leak(f"{case}: the other world ended after {len(two.made)} acts")


def _are_told_apart(worlds: Worlds, made: Sequence[Decision], looker: Seat | None) -> bool:
    """Whether what was done may be seen to differ: a rule has shown it, or another seat has what it has not there."""
    for decision in made:
        one = worlds.truth.apply(decision)
        try:
            two = worlds.other.apply(decision)
        except Refused:
            if decision.seat == looker:
                raise
            return True
        if (one.revealed or two.revealed) and _shown(worlds.truth, one, looker) != _shown(worlds.other, two, looker):
            return True
    return False


def _shown(match: Match[Any], applied: Applied, looker: Seat | None) -> Any:
    heard = [event for event in applied.events if event.visible_to(looker)]
    return applied.revealed, heard, observe(match, looker, False)


# ---------------------------------------------------------------------- two worlds


async def part(table: Table, folder: Path, case: Case) -> Worlds:
    """A table some way into its game, and one in which all that the person cannot see is dealt anew."""
    driver, one, other = table.driver, folder / "one.db", folder / "other.db"
    people = [driver.person(f"{case.game} {n}", locale=("ja", "en-US")[n % 2]) for n in range(case.seats)]
    channel = driver.new_channel(f"{case.game}-{case.looker}-{case.steps}")
    people = [person.at(channel.id) for person in people]
    watcher = driver.person("Watcher", locale="en-US").at(channel.id)
    rng = Rng(sha256(str(case).encode() + bytes([case.seed])).digest())
    async with await Database.open(one) as db:
        tables = TableService(db, table.clock)
        players = [
            Player(int(person.id), str(person.user["global_name"]), "en", 1000 + n) for n, person in enumerate(people)
        ]
        # A suggestion is thought out in imagined worlds: what is dealt there depends on what was there before.
        options = {AIDS.id: "off"} if AIDS in games()[case.game].options else {}
        agreement = Agreement(language="en", reminder_hours=None, order="joined", options=options)
        guild = int(driver.guild_id)
        dealt = SimpleNamespace(token_bytes=lambda size: rng.fresh_seed()[:size])  # the same game each time
        with patch.object(seating, "secrets", dealt):
            game = await seating.open_table(tables, guild, int(channel.id), players[0], case.game, agreement)
        async with tables.at(game) as live:
            for player in players[1:]:
                await seating.join(tables, live, player)
            await seating.start(tables, live, msgspec.structs.replace(players[0], click=None))
            for played in range(MOST_TRIED):
                truth = live.match
                assert truth is not None and not truth.over, f"{case}: nothing is hidden from there on"
                frame = imagined(truth, case.looker, rng) if played >= case.steps else None
                if frame is not None:
                    break
                await _answer(tables, live, *_chosen(live, rng))
            else:
                raise LookupError(f"{case}: nothing was hidden at {MOST_TRIED} decisions")
            base_n = live.base_n
    shutil.copy(one, other)
    async with await Database.open(other) as db, db.transaction() as tx:
        latest = await checkpoints.latest(tx, game)
        assert latest is not None and latest.n == base_n
        await checkpoints.rewrite(tx, replace(latest, state=pack_frame(frame)))
        await tx.run("UPDATE outbox SET nonce = 'other-' || id")  # Discord has seen those of the first world
    resumed = [Match.resume(truth.game, truth.setup, truth.seed, of, []) for of in (truth.frame, frame)]
    looker = watcher if case.looker is None else people[case.looker]
    return Worlds(game, base_n, people, looker, resumed[0], resumed[1], (one, other))


def imagined(match: Match[Any], looker: Seat | None, rng: Rng) -> bytes | None:
    """The frame of another world that the person cannot tell from this one; None: not at this moment."""
    if match.position != match.base or match.answers:
        return None
    frame = msgspec.json.decode(match.frame, type=Frame)
    state = msgspec.json.decode(frame.state, type=match.game.state)
    match.game.redeal(state, looker, rng)
    raw = msgspec.Raw(msgspec.json.encode(state))
    if raw == frame.state:
        return None
    other = msgspec.json.encode(Frame(frame.position, frame.step, frame.draws, raw, frame.rules))
    world = Match.resume(match.game, match.setup, match.seed, other, [])
    same = world.state != match.state and observe(world, looker, False) == observe(match, looker, False)
    return other if same and not world.game.problems(world.state) else None


def _chosen(live: LiveTable, rng: Rng) -> tuple[Seat, tuple[str, ...]]:
    match, seat = live.match, live.waiting[0]
    assert match is not None
    prompt = match.prompt(seat)
    assert prompt is not None
    return seat, random_answer(match, prompt, rng)


async def _answer(tables: TableService, live: LiveTable, seat: Seat, keys: tuple[str, ...]) -> bool:
    """False: it is not asked that, or has no such answer."""
    ref, seated = live.ref(seat), live.seats[seat]
    if ref is None:
        return False
    try:
        await play.answer(tables, live, Player(seated.person or 0, seated.name, "en"), ref, keys)
    except Refused:
        return False
    return True


# ---------------------------------------------------------------------- a course


async def course(table: Table, worlds: Worlds, database: Path, case: Case, follow: Course | None = None) -> Course:
    """Start the bot there, and play. follow: others than the person do what they have done there."""
    done, rng = Course(), Rng(sha256(f"course {case}".encode()).digest())
    eye = Eye(table, worlds)
    table.database = database
    await table.boot()
    tables = table.bot.tables
    try:
        for n in range(case.acts + 1):
            await eye.rest()
            async with tables.at(worlds.game) as live:
                over, waiting = live.match is None or live.match.over, live.waiting
            if not over:
                await eye.look(full=n % 4 == 0)
            done.seen.append(eye.sees())
            if over or n == case.acts or (follow is not None and n == len(follow.made)):
                break
            before = len(await decisions.live(tables.db, worlds.game, worlds.base_n))
            mine = case.looker is not None and case.looker in waiting
            if not mine:
                async with tables.at(worlds.game) as live:
                    asked = [_chosen(live, rng)] if follow is None else [(d.seat, d.keys) for d in follow.made[n]]
                    for seat, keys in asked:
                        if not await _answer(tables, live, seat, keys):
                            return done  # it was answered from what is hidden; whether that may be is judged by all
            tables.wake()
            if mine:
                await eye.press(random.Random(f"{case} {n}"))
            rows = await decisions.live(tables.db, worlds.game, worlds.base_n)
            done.made.append([read_decision(row) for row in rows[before:]])
        return done
    finally:
        await table.stop()


class Eye:
    """One person at the table, or beside it: asks for all there is to see, and keeps all that comes."""

    def __init__(self, table: Table, worlds: Worlds) -> None:
        self.table, self.worlds, self.person = table, worlds, worlds.looker
        self.since = int(table.standin.world.snowflakes.next())
        self._known: dict[str, str] = {}

    def _messages(self) -> list[Json]:
        own = Channel(self.table.standin.world, self.person.channel.id, self.person.id)
        return [*own.messages, *self.person.dms.messages]

    async def rest(self) -> None:
        """Until everything was said and shown."""
        async with asyncio.timeout(LATE_S):
            await self.table.said(LATE_S)
            while self.table.bot.followed._work:
                await asyncio.sleep(0.01)

    async def click(self, verb: str) -> Reply:
        """Press a button of the card."""
        public = self.table.driver.channel({"id": self.person.channel_id})
        card = await public.wait_for(lambda message: int(message["id"]) > self.since and is_card(message), LATE_S)
        return await self.person.click(card, ident(card, "t:", verb))

    async def look(self, *, full: bool) -> None:
        """Press Play, and now and then everything else that shows something."""
        await self._came(await self.click("play"))
        if full:
            await self._came(await self.click("changed"))
            for command, options in (("log", {}), ("board", {}), ("board", {"text": True}), ("history", {})):
                await self._came(await self.person.slash(command, **options))
        await self.rest()

    async def press(self, chance: random.Random) -> None:
        """Answer what is asked, by the panel."""
        clicker = Clicker(self.person, chance)
        message = await self._came(await self.click("play"))
        for _ in range(12):
            chosen = clicker.choose(message)
            if chosen is None:
                return
            verb = chosen[0].split(":")[2]
            message = await self._came(await clicker.press(message, chosen))
            if verb in ("pick", "choose", "aside", "way", "ok"):
                return

    @staticmethod
    async def _came(reply: Reply) -> Json:
        """The answer, also if more time was asked for."""
        if reply.type in (5, 6):
            await reply.next_change(LATE_S)
        return reply.message

    def sees(self) -> Json:
        """All that has come since the bot was started, by message."""
        found: Json = {}
        for n, message in enumerate(m for m in self._messages() if int(m["id"]) > self.since):
            files = [self.table.standin.world.files.read(file["id"]) for file in message["attachments"]]
            plain = {key: value for key, value in message.items() if key not in CLOCKED}
            plain["files"] = [None if file is None else sha256(file).hexdigest()[:16] for file in files]
            text = json.dumps(plain, sort_keys=True, ensure_ascii=False)
            found[f"message {n}"] = SNOWFLAKE.sub(self._name, TIMES.sub("<time>", text))
        return found

    def _name(self, found: re.Match[str]) -> str:
        """People and places have their own; what the bot and Discord have made is told apart by its order."""
        world = self.table.standin.world
        if found[0] in world.users or found[0] in world.channels or found[0] in world.guilds:
            return found[0]
        return self._known.setdefault(found[0], f"#{len(self._known)}")
