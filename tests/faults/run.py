"""The fault run: play, make trouble, kill the bot, start it again, compare; repeated several times."""

from __future__ import annotations

import asyncio
import itertools
import random
import shutil
import tempfile
import time
import traceback
from collections import Counter
from functools import partial
from pathlib import Path

from bot.fake_discord import FakeDiscord, World
from bot.fake_discord.model import components as c
from bot.fake_discord.model.events import GatewayEvent
from bot.table import Table
from bot.table.state.fairness_proof import POSTED_DIGITS
from engines.kernel import AIDS, Decision, load_games
from tests import EXAMPLE
from tests.bot_process import BotProcess
from tests.fleet import Fleet

from . import stored
from .aimed import AimedKill, KillPoint
from .channel import ChannelObserver, classify_message
from .comparisons import Comparisons
from .machine import HungWorkers, WrongClock
from .pending import load_pending_work
from .play import TAKEN_LINES_SHARE, Party
from .report import Outcome, RunSettings, list_rare_presses
from .shadow import ShadowTable
from .trouble import MAX_DROPS, TroubleMaker
from .witness import Witness

MAX_START_S = 60.0
MAX_FIRST_CARDS_S = 900.0
MAX_IDLE_S = 240.0
"""Longer than the waits of seven failed attempts in a row, 127 s together, and their requests of up to 15 s each."""
MAX_ANSWERS, MAX_ANSWERS_S = 5, 20.0
"""Maximum number of answers and of seconds before the bot is killed at an answer, while one table plays alone."""
MIN_AIDED_TABLES = 2
PROCESSES_SHARE = 0.4
"""Share of the bot's lives in which it draws in processes, which may hang."""


async def run_with_kills(settings: RunSettings) -> Outcome:
    """Make one run, from opening the tables to the last comparison."""
    with tempfile.TemporaryDirectory() as folder:
        async with FakeDiscord(World(keeps_files=False), reply_delay=0.002) as fake_discord:
            run = Run(settings, fake_discord, Path(folder))
            await run.open_tables()
            try:
                async with asyncio.timeout(settings.max_seconds) as limit:
                    await run.run_lives()
            except TimeoutError as error:
                if not limit.expired():
                    raise
                run.problems.append(f"run: not over after {settings.max_seconds:.0f} s: {run.describe_state(error)}")
            except BotNotStarted:
                run.problems.append(f"start: the bot was not connected after {MAX_START_S:.0f} s")
            finally:
                await run.kill_bot()
            outcome = run.build_outcome()
            if settings.keep_folder is not None and outcome.problems:
                run.copy_files(settings.keep_folder / f"seed-{settings.seed}")
            return outcome


class BotNotStarted(Exception):
    """The bot did not finish its start in time."""


class Run:
    """The bot in its own process, the tables, and their players."""

    def __init__(self, settings: RunSettings, fake_discord: FakeDiscord, folder: Path) -> None:
        self.settings, self.fake_discord = settings, fake_discord
        self.rng = random.Random(settings.seed)
        self.database, self.log = folder / "faults.db", folder / "bot.log"
        self.fleet = Fleet(fake_discord, self.database, settings.seed)
        self.clock = WrongClock(folder / "clock")
        command = (*settings.command, "--clock", str(self.clock.file))
        self.bot = BotProcess(fake_discord, self.database, log=self.log, command=command, PYTHONPATH=EXAMPLE)
        self.workers = HungWorkers(self.bot)
        self.trouble = TroubleMaker(fake_discord, self.rng, self.clock, self.workers)
        self.parties: list[Party] = []
        self.counts: Counter[str] = Counter()
        self.problems: list[str] = []
        self.comparisons = Comparisons(
            self.database,
            self.fleet,
            self.clock,
            self.rng,
            settings.has_troubles,
            self.parties,
            self.counts,
            self.problems,
        )
        self.started_at_s = time.monotonic()
        self._clock = itertools.count(1)
        # Short runs have one such kill: each seed begins with another point.
        self._kill_points = itertools.islice(itertools.cycle(KillPoint), settings.seed % len(KillPoint), None)
        self._shadows: dict[int, ShadowTable] = {}

    # ------------------------------------------------------------------ playing

    async def open_tables(self) -> None:
        """Tables some way into their games, of which nothing has been said yet."""
        names = itertools.cycle(self.settings.game_ids or load_games())
        game_ids = list(itertools.islice(names, self.settings.table_count))
        with_aids = [n for n, name in enumerate(game_ids) if AIDS in load_games()[name].options]
        if len(with_aids) > MIN_AIDED_TABLES:  # one has none by turn, so that its panels can be compared
            del with_aids[self.settings.seed % len(with_aids)]
        await self.fleet.fill_tables(
            game_ids,
            self.settings.table_count,
            steps=self.rng.randint(0, 12),
            watch=self._record_decision,
            aided=with_aids,
        )
        for table in self.fleet.tables:
            shadow = self._shadows[table.table_id]
            seats = {str(seated.person): seated.seat for seated in shadow.table.seats}
            channel = ChannelObserver(table.table_id, (shadow.table.row.commitment or "?")[:POSTED_DIGITS], seats)
            witness = Witness(
                table.table_id, [shadow], load_line=partial(stored.load_line, self.database, table.table_id)
            )
            witness.has_suggestions = self.fleet.tables.index(table) in with_aids
            for clicker in table.players.values():
                clicker.back, clicker.line = self.settings.back_share, TAKEN_LINES_SHARE
            next_number = partial(next, self._clock)
            party = Party(self.fleet, table, witness, channel, next_number, self._before_press, self.rng)
            party.patient_share = self.settings.patient_share
            self.parties.append(party)
        by_channel = {party.table.channel: party for party in self.parties}

        def record_event(event: GatewayEvent) -> None:
            place = event.channel_id or str(event.d.get("channel_id"))
            if place in by_channel:
                by_channel[place].record_event(event)

        self.fake_discord.world.add_listener(record_event)

    def _record_decision(self, table: Table, decision: Decision | None) -> None:
        if decision is None:
            self._shadows[table.id] = ShadowTable.start(table, 0)
        else:
            self._shadows[table.id].apply_decision(decision, 0)

    def _before_press(self) -> None:
        if self.settings.has_troubles:
            self.trouble.double_some_interactions()

    async def run_lives(self) -> None:
        """Start and kill the bot repeatedly, then start it a last time and stop it regularly."""
        for _ in range(self.settings.kills):
            await self.run_life()
            if self.is_finished(wrong_only=True):
                return
        await self.start_bot()
        await self._wait_for_cards()
        idle = 0.0
        while not self.is_finished():
            earlier_presses = self._press_count
            await self.play_for(5.0)
            idle = 0.0 if self._press_count > earlier_presses else idle + 5.0
            if idle > MAX_IDLE_S:
                self.problems.append(
                    f"presses: nobody could press anything for {MAX_IDLE_S:.0f} s, after {earlier_presses} presses"
                )
                break
            if self.is_finished(wrong_only=True) or all(party.witness.has_ended for party in self.parties):
                break
        await self.comparisons.compare_all(with_pages=True)
        if (code := await self.bot.stop()) != 0:
            self.problems.append(f"end: the bot ended with exit code {code}")
        stored.check_states(self.database, self._witnesses, is_bot_dead=True)

    async def _wait_for_cards(self) -> None:
        """Wait until every table in play shows a card."""
        started_at = time.monotonic()
        for party in self.parties:
            while self.fleet.find_card(party.table) is None and not party.witness.has_ended:
                await asyncio.sleep(0.05)
                if time.monotonic() - started_at > MAX_FIRST_CARDS_S:
                    self.problems.append(
                        f"card: table {party.table.table_id} shows none after {MAX_FIRST_CARDS_S:.0f} s"
                    )
                    return
        self.counts["seconds to the first cards"] += round(time.monotonic() - started_at)

    def is_finished(self, *, wrong_only: bool = False) -> bool:
        """Return whether all presses were made, or a problem ends the run."""
        if self.settings.stops_at_first_problem and self._list_problems():
            return True
        return not wrong_only and self._press_count >= self.settings.min_presses

    @property
    def _press_count(self) -> int:
        return sum(party.counts["presses"] for party in self.parties)

    def _list_problems(self) -> list[str]:
        return self.problems + [text for party in self.parties for text in party.witness.problems]

    async def run_life(self) -> None:
        """Start the bot, play, sometimes compare, and kill it; its database must match the observations."""
        draws_in_processes = self.settings.has_troubles and self.rng.random() < PROCESSES_SHARE
        self.bot.environment["TEBAN_PICTURES"] = "processes" if draws_in_processes else "threads"
        if self.settings.has_troubles and self.rng.random() < 0.15:
            await self.bot.spawn_process()  # killed before it is there
            await asyncio.sleep(self.rng.uniform(0.0, 2.0))
        else:
            await self.start_bot()
            seconds = self.rng.uniform(*self.settings.life_range_s)
            if self.rng.random() < self.settings.killed_at_answer_share:
                await self.kill_at_answer()
            elif self.rng.random() < self.settings.killed_at_message_share:
                await self.kill_at_message()
            elif self.rng.random() < self.settings.compared_share:
                await self.play_for(seconds)
                await self.comparisons.compare_all()
            else:
                await self.play_for(seconds, waits_for_answers=False)
        if self.bot.is_running:
            await self.bot.kill()
            self.counts["kills"] += 1
        self.workers.release_all()
        await self.fake_discord.go_online()
        stored.check_states(self.database, self._witnesses, is_bot_dead=True)

    async def start_bot(self) -> None:
        """Start the bot until it is connected; try again if it cannot reach Discord, as a service manager would."""
        outage, self.trouble.drops_left = None, MAX_DROPS
        if self.settings.has_troubles and self.rng.random() < 0.2:
            outage = asyncio.create_task(self.trouble.interrupt_discord(self.rng.uniform(0.5, 2.5)))
        try:
            async with asyncio.timeout(MAX_START_S):
                while not await self.bot.try_start():
                    self.counts["starts in vain"] += 1
        except TimeoutError:
            raise BotNotStarted from None
        if outage is not None:
            await outage

    async def play_for(self, seconds: float, *, waits_for_answers: bool = True) -> None:
        """Let all players press for some seconds.

        waits_for_answers: True waits for the answers to all presses; False kills the bot in between.
        """
        parties = self.rng.sample(self.parties, min(self.settings.max_parallel_tables, len(self.parties)))
        people = [asyncio.create_task(party.press_until_stopped()) for party in parties]
        troubles = [asyncio.create_task(self._make_troubles())] if self.settings.has_troubles else []
        await asyncio.sleep(seconds)
        if waits_for_answers:
            for party in self.parties:
                party.is_stopping = True
        else:
            await self.bot.kill()
            self.counts["kills"] += 1
            for task in people:
                task.cancel()
        for task in troubles:
            task.cancel()
        results = await asyncio.gather(*people, *troubles, return_exceptions=True)
        for error in results:
            if isinstance(error, Exception):
                raise error
        for party in self.parties:
            party.is_stopping = False
        self.trouble.clear_faults()
        await self.fake_discord.go_online()

    async def kill_at_answer(self) -> None:
        """Let one table play alone, and kill the bot at the moment a player reads that an answer was accepted.

        An answer acknowledged before it is stored is lost then. At any other moment other presses would hide that.
        """
        party = self.rng.choice(self.parties)
        countdown = itertools.count(-self.rng.randint(1, MAX_ANSWERS))

        def count_answer() -> None:
            if next(countdown) >= 0:
                self.bot.kill_now()

        assert self.bot.process is not None
        party.on_answer = count_answer
        playing = asyncio.create_task(party.press_until_stopped())
        try:
            await asyncio.wait_for(self.bot.process.wait(), MAX_ANSWERS_S)
        except TimeoutError:
            pass  # no press was possible: the bot is killed later
        else:
            self.counts["kills"] += 1
            self.counts["killed at an answer"] += 1
        finally:
            party.on_answer = None
            playing.cancel()
        await asyncio.gather(playing, return_exceptions=True)

    async def kill_at_message(self) -> None:
        """Let all tables play, and kill the bot at a chosen moment of a message."""
        point = next(self._kill_points)
        playing = [asyncio.create_task(party.press_until_stopped()) for party in self.parties]
        if await AimedKill(self.fake_discord, self.bot, point).kill_at_point(MAX_ANSWERS_S):
            self.counts["kills"] += 1
            self.counts[point] += 1
        for task in playing:
            task.cancel()
        await asyncio.gather(*playing, return_exceptions=True)

    async def _make_troubles(self) -> None:
        trouble_task = asyncio.create_task(self.trouble.make_trouble())
        try:
            while True:
                await asyncio.sleep(self.rng.uniform(0.5, 4.0))
                if self.trouble.use_up_drop():
                    await self.trouble.interrupt_discord(self.rng.uniform(0.05, 0.8))
        finally:
            trouble_task.cancel()

    # ------------------------------------------------------------------ comparing

    @property
    def _witnesses(self) -> list[Witness]:
        return [party.witness for party in self.parties]

    def describe_state(self, error: TimeoutError) -> str:
        """Return the function in which a run that does not end was waiting, and the pending work of the outbox."""
        cancelled = error.__cause__ or error
        frames = traceback.extract_tb(cancelled.__traceback__)
        calls = " > ".join(frame.name for frame in frames if frame.filename == __file__)
        work, now_ms = load_pending_work(self.database), int(time.time() * 1000) + self.clock.ahead_ms
        bot = "runs" if self.bot.is_running else "does not run"
        return f"the bot {bot}, waiting in {calls}, pending: {work.describe_rows(now_ms) or 'nothing'}"

    async def kill_bot(self) -> None:
        if self.bot.is_running:
            await self.bot.kill()
        self.workers.release_all()

    def build_outcome(self) -> Outcome:
        counts = self.counts + self.trouble.counts
        for party in self.parties:
            counts.update(party.counts)
            counts["pages compared"] += party.witness.check_count
            counts["posts compared"] += party.channel.compared_count
            counts["calls"] += len(party.witness.first_history.notifications)
            counts["rings"] += len(party.channel.notifications)
            counts["games over"] += party.witness.first_history.is_over
            counts["commands without answer"] += sum(player.unanswered_count for player in party.players)
        problems = self._list_problems()
        problems += [f"log: {line[:300]}" for line in self.list_log_lines("critical")]
        if counts["acknowledged"] == 0:
            problems.append("presses: no answer was ever acknowledged")
        problems += list_rare_presses(counts)
        violations = self.fake_discord.world.violations
        counts["pictures that were gone"] = sum(row.is_lost_picture for row in violations)
        problems += [f"rules of Discord: {row}"[:300] for row in violations if not row.is_lost_picture]
        return Outcome(self.settings.seed, problems, counts, time.monotonic() - self.started_at_s)

    def copy_files(self, folder: Path) -> None:
        """Copy the files that are needed to investigate a problem into the folder."""
        folder.mkdir(parents=True, exist_ok=True)
        for file in self.database.parent.iterdir():
            if file.is_file():
                shutil.copy(file, folder)
        for party in self.parties:
            messages = self.fleet.driver.view_channel({"id": party.table.channel}).messages
            said = [f"message {m['id']} ({classify_message(m)}): {c.read_text(m)!r}" for m in messages]
            (folder / f"game-{party.witness.table_id}.txt").write_text("\n".join([*party.witness.notes, *said]) + "\n")

    def list_log_lines(self, *levels: str) -> list[str]:
        """Return the lines of the bot's log that have one of these levels (see `bot.logs`)."""
        marks = tuple(f" level={level} " for level in levels)
        return [line for line in self.log.read_text().splitlines() if any(mark in line[:60] for mark in marks)]
