"""Play, make trouble, kill, start again, compare; as often as wanted."""

from __future__ import annotations

import asyncio
import itertools
import random
import shutil
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from bot.standin import StandIn, World
from bot.standin.model.events import Event
from bot.table import LiveTable
from engines.kernel import Decision, games
from tests import EXAMPLE
from tests.fleet import Fleet
from tests.remote import RemoteBot

from . import stored
from .channel import Channel
from .play import Party
from .reading import read_pages
from .shadow import Shadow
from .trouble import DROPS, Trouble
from .witness import Witness

QUIET_S = 45.0
STARTS_S = 60.0
FIRST_CARDS_S = 900.0
IDLE_S = 30.0
ANSWERS, ANSWERS_S = 5, 20.0
"""Of a table that plays alone until an answer of somebody: so many at most before it, and so long."""
GONE = "attachment://picture.png: the message has no such file"
"""A press on a message whose picture another answer has taken away since: the bot answers again without it."""
RESTLESS = 5
"""So often a comparison begins again because a press of before was heard late."""
MOST_READ = 20
"""Tables whose logs and boards are read at the end."""


@dataclass(frozen=True, slots=True)
class Wish:
    """What a run shall do. kills: of the bot; clicks: at least so many presses; tables: of all games in turn; life:
    seconds between a start and the kill; sudden: share of the lives that end in the instant of an answer; quiet: share
    of the other lives after which all posts are compared; back: share of steps back; troubled: whether Discord and the
    gateway fail, too; command: how the bot is started; engines: the games in turn (none: all); at_a_time: tables that
    are played side by side; patient: share of the visits that wait for the calls first; until_wrong: end at the first
    fault; keep: where the database, the bot's log and what was seen at each table are put if anything is wrong.
    """

    seed: int = 1
    kills: int = 20
    clicks: int = 0
    tables: int = 7
    life: tuple[float, float] = (0.05, 2.5)
    sudden: float = 0.35
    quiet: float = 0.25
    back: float = 0.1
    troubled: bool = True
    command: Sequence[str] = ("-m", "bot.main")
    engines: Sequence[str] = ()
    at_a_time: int = 100
    patient: float = 0.4
    until_wrong: bool = False
    keep: Path | None = None


@dataclass(slots=True)
class Outcome:
    """What a run found; `wrong` empty is what we want. counts: of presses, troubles, comparisons."""

    seed: int
    wrong: list[str] = field(default_factory=list)
    counts: Counter[str] = field(default_factory=Counter)
    seconds: float = 0.0


async def fault_run(wish: Wish) -> Outcome:
    """One run from new tables to the last comparison."""
    with tempfile.TemporaryDirectory() as folder:
        async with StandIn(World(keep_files=False), settle=0.002) as standin:
            run = Run(wish, standin, Path(folder))
            await run.begin()
            try:
                await run.go()
            except NeverThere:
                run.wrong.append(f"start: the bot was not connected after {STARTS_S:.0f} s")
            finally:
                await run.end()
            outcome = run.outcome()
            if wish.keep is not None and outcome.wrong:
                run.put_by(wish.keep / f"seed-{wish.seed}")
            return outcome


class NeverThere(Exception):
    """The bot does not get to the end of its start."""


class Run:
    """The bot in a process of its own, the tables, and who plays at them."""

    def __init__(self, wish: Wish, standin: StandIn, folder: Path) -> None:
        self.wish, self.standin = wish, standin
        self.chance = random.Random(wish.seed)
        self.database, self.log = folder / "faults.db", folder / "bot.log"
        self.fleet = Fleet(standin, self.database, wish.seed)
        self.trouble = Trouble(standin, self.chance)
        self.bot = RemoteBot(standin, self.database, log=self.log, command=wish.command, PYTHONPATH=EXAMPLE)
        self.parties: list[Party] = []
        self.counts: Counter[str] = Counter()
        self.wrong: list[str] = []
        self.started = time.monotonic()
        self._clock = itertools.count(1)
        self._shadows: dict[int, Shadow] = {}

    # ------------------------------------------------------------------ the course of it

    async def begin(self) -> None:
        """Tables some way into their games, of which nothing has been said yet."""
        engines = self.wish.engines or games()
        await self.fleet.fill(engines, self.wish.tables, steps=self.chance.randint(0, 12), watch=self._begun)
        for table in self.fleet.tables:
            shadow = self._shadows[table.game]
            seats = {str(seated.person): seated.seat for seated in shadow.look.seats}
            channel = Channel(table.game, shadow.look.row.commitment or "?", seats)
            witness = Witness(table.game, [shadow])
            for clicker in table.players.values():
                clicker.back = self.wish.back
            now = partial(next, self._clock)
            party = Party(self.fleet, table, witness, channel, now, self._before_press, self.chance)
            party.patient = self.wish.patient
            self.parties.append(party)
        by_channel = {party.table.channel: party for party in self.parties}

        def hear(event: Event) -> None:
            place = event.channel_id or str(event.d.get("channel_id"))
            if place in by_channel:
                by_channel[place].hear(event)

        self.standin.world.listen(hear)

    def _begun(self, live: LiveTable, decision: Decision | None) -> None:
        if decision is None:
            self._shadows[live.id] = Shadow.begin(live, 0)
        else:
            self._shadows[live.id].decide(decision, 0)

    def _before_press(self) -> None:
        if self.wish.troubled:
            self.trouble.before_press()

    async def go(self) -> None:
        """All lives of the bot, and a last one that ends well."""
        for _ in range(self.wish.kills):
            await self.life()
            if self.is_enough(wrong_only=True):
                return
        await self.start()
        await self._cards()
        idle = 0.0
        while not self.is_enough():
            before = self._presses
            await self.play(5.0)
            idle = 0.0 if self._presses > before else idle + 5.0
            if idle > IDLE_S:
                self.wrong.append(f"presses: nobody could press anything for {IDLE_S:.0f} s, after {before} presses")
                break
            if self.is_enough(wrong_only=True) or all(party.witness.has_ended for party in self.parties):
                break
        await self.compare(pages=True)
        if (code := await self.bot.stop()) != 0:
            self.wrong.append(f"end: the bot ended with exit code {code}")
        stored.explained(self.database, self._witnesses, dead=True)

    async def _cards(self) -> None:
        """Every table that is in play shows a card."""
        begun = time.monotonic()
        for party in self.parties:
            while self.fleet.card(party.table) is None and not party.witness.has_ended:
                await asyncio.sleep(0.05)
                if time.monotonic() - begun > FIRST_CARDS_S:
                    self.wrong.append(f"card: game {party.table.game} shows none after {FIRST_CARDS_S:.0f} s")
                    return
        self.counts["seconds to the first cards"] += round(time.monotonic() - begun)

    def is_enough(self, *, wrong_only: bool = False) -> bool:
        """Whether all presses were made, or a fault is found and that is all that was wanted."""
        if self.wish.until_wrong and self._wrong():
            return True
        return not wrong_only and self._presses >= self.wish.clicks

    @property
    def _presses(self) -> int:
        return sum(party.done["presses"] for party in self.parties)

    def _wrong(self) -> list[str]:
        return self.wrong + [text for party in self.parties for text in party.witness.wrong]

    async def life(self) -> None:
        """A start, some play, perhaps a comparison, a kill; what the dead bot has left must be explained."""
        if self.wish.troubled and self.chance.random() < 0.15:
            await self.bot.start_only()  # killed before it is there
            await asyncio.sleep(self.chance.uniform(0.0, 2.0))
        else:
            await self.start()
            seconds = self.chance.uniform(*self.wish.life)
            if self.chance.random() < self.wish.sudden:
                await self.until_an_answer()
            elif self.chance.random() < self.wish.quiet:
                await self.play(seconds)
                await self.compare()
            else:
                await self.play(seconds, gently=False)
        if self.bot.is_running:
            await self.bot.kill()
            self.counts["kills"] += 1
        await self.standin.come_back()
        stored.explained(self.database, self._witnesses, dead=True)

    async def start(self) -> None:
        """Until it is connected, as a service manager would: again if it cannot reach Discord."""
        back, self.trouble.drops_left = None, DROPS
        if self.wish.troubled and self.chance.random() < 0.2:
            back = asyncio.create_task(self.trouble.away(self.chance.uniform(0.5, 2.5)))
        try:
            async with asyncio.timeout(STARTS_S):
                while not await self.bot.try_start():
                    self.counts["starts in vain"] += 1
        except TimeoutError:
            raise NeverThere from None
        if back is not None:
            await back

    async def play(self, seconds: float, *, gently: bool = True) -> None:
        """Everybody presses. gently: what was pressed is answered in the end; else the bot is killed in the middle."""
        parties = self.chance.sample(self.parties, min(self.wish.at_a_time, len(self.parties)))
        people = [asyncio.create_task(party.play()) for party in parties]
        troubles = [asyncio.create_task(self._troubles())] if self.wish.troubled else []
        await asyncio.sleep(seconds)
        if gently:
            for party in self.parties:
                party.stopping = True
        else:
            await self.bot.kill()
            self.counts["kills"] += 1
            for task in people:
                task.cancel()
        for task in troubles:
            task.cancel()
        ended = await asyncio.gather(*people, *troubles, return_exceptions=True)
        for error in ended:
            if isinstance(error, Exception):
                raise error
        for party in self.parties:
            party.stopping = False
        self.trouble.over()
        await self.standin.come_back()

    async def until_an_answer(self) -> None:
        """Some table plays alone, and the bot is killed in the instant in which one of its people reads that an answer
        counts. What is acknowledged before it is stored is lost then; at any other instant other presses hide that.
        """
        party = self.chance.choice(self.parties)
        left = itertools.count(-self.chance.randint(1, ANSWERS))

        def answered() -> None:
            if next(left) >= 0:
                self.bot.kill_now()

        assert self.bot.process is not None
        party.on_answer = answered
        playing = asyncio.create_task(party.play())
        try:
            await asyncio.wait_for(self.bot.process.wait(), ANSWERS_S)
        except TimeoutError:
            pass  # nobody could press anything: the life ends like any other
        else:
            self.counts["kills"] += 1
            self.counts["killed at an answer"] += 1
        finally:
            party.on_answer = None
            playing.cancel()
        await asyncio.gather(playing, return_exceptions=True)

    async def _troubles(self) -> None:
        making = asyncio.create_task(self.trouble.run())
        try:
            while True:
                await asyncio.sleep(self.chance.uniform(0.5, 4.0))
                if self.trouble.may_drop():
                    await self.trouble.away(self.chance.uniform(0.05, 0.8))
        finally:
            making.cancel()

    # ------------------------------------------------------------------ what must be

    async def compare(self, *, pages: bool = False) -> None:
        """When nothing waits to be said any more: posts, cards and calls of every table. pages: the log and the board
        that its people read, too.
        """
        before = None
        for _ in range(RESTLESS):
            for _ in range(3):
                # Events come in order: whoever is answered now has nothing on its way behind it.
                if all(await asyncio.gather(*(party.look() for party in self._doubtful))):
                    break
            before = stored.explained(self.database, self._witnesses, dead=False)
            await self._all_said()
            if stored.explained(self.database, self._witnesses, dead=False) == before:
                break
            self.counts["presses that came late"] += 1
        else:
            self.wrong.append(f"presses: still not at rest after {RESTLESS} looks, though nobody presses any more")
            return
        for party in self.parties:
            if party.witness.wrong:
                continue  # it is told already, and what is to be expected is unknown
            shadow, channel = party.witness.world, party.channel
            messages = self.fleet.driver.channel({"id": party.table.channel}).messages
            self.wrong += channel.told(shadow, messages)
            self.wrong += channel.card(shadow, messages, stored.left_behind(self.database, party.witness.game))
            self.wrong += channel.calls(shadow, messages)
        sound = [party for party in self.parties if not party.witness.wrong]
        for party in self.chance.sample(sound, min(MOST_READ, len(sound))) if pages else ():
            self.wrong += await read_pages(party)
            self.counts["logs and boards"] += 1
        self.counts["comparisons"] += 1

    async def _all_said(self) -> None:
        """Wait until nothing waits to be said; it is a fault if that does not come."""
        since, left = time.time(), 0
        while (waiting := stored.unsaid(self.database)).rows:
            if waiting.rows != left:
                since, left = time.time(), waiting.rows
            await asyncio.sleep(0.05)
            if time.time() > max(since, waiting.due_at / 1000) + QUIET_S:
                self.wrong.append(f"outbox: {waiting.rows} rows are due, and none was said for {QUIET_S:.0f} s")
                break
        for _ in range(100):
            if not stored.unsaid(self.database).gone:
                break
            await asyncio.sleep(0.02)

    @property
    def _witnesses(self) -> list[Witness]:
        return [party.witness for party in self.parties]

    @property
    def _doubtful(self) -> list[Party]:
        """Tables of which nobody knows for sure where they stand; where trouble is made, all."""
        if self.wish.troubled:
            return [party for party in self.parties if not party.witness.wrong]
        return [party for party in self.parties if party.witness.loose or len(party.witness.worlds) > 1]

    async def end(self) -> None:
        if self.bot.is_running:
            await self.bot.kill()

    def outcome(self) -> Outcome:
        counts = self.counts + self.trouble.made
        for party in self.parties:
            counts.update(party.done)
            counts["pages compared"] += party.witness.looks
            counts["posts compared"] += party.channel.compared
            counts["calls"] += len(party.witness.world.calls)
            counts["rings"] += len(party.channel.rings)
            counts["games over"] += party.witness.world.over
            counts["commands without answer"] += sum(player.unanswered for player in party.players)
        wrong = self._wrong()
        wrong += [f"log: {line[:300]}" for line in self.log_of("critical")]
        if counts["acknowledged"] == 0:
            wrong.append("presses: no answer was ever acknowledged")
        broken = [str(row) for row in self.standin.world.violations]
        counts["pictures that were gone"] = sum(GONE in row for row in broken)
        wrong += [f"rules of Discord: {row}"[:300] for row in broken if GONE not in row]
        return Outcome(self.wish.seed, wrong, counts, time.monotonic() - self.started)

    def put_by(self, folder: Path) -> None:
        """Copy what a person needs to find out what was wrong."""
        folder.mkdir(parents=True, exist_ok=True)
        for file in self.database.parent.iterdir():
            if file.is_file():
                shutil.copy(file, folder)
        for party in self.parties:
            (folder / f"game-{party.witness.game}.txt").write_text("\n".join(party.witness.story) + "\n")

    def log_of(self, *levels: str) -> list[str]:
        """Lines of the bot's log of exactly these levels (see `bot.logs`)."""
        marks = tuple(f" level={level} " for level in levels)
        return [line for line in self.log.read_text().splitlines() if any(mark in line[:60] for mark in marks)]
