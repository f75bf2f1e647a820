"""`teban`: the one way in. With a token it runs on Discord, without one it is a playground in a browser."""

from __future__ import annotations

import argparse
import asyncio
import logging
import os
import signal
import sys
import time
from collections.abc import Callable, Sequence
from contextlib import AsyncExitStack
from importlib.metadata import version
from pathlib import Path
from tempfile import TemporaryDirectory

import discord

from storage import Database, StorageError
from storage.lock import locked

from . import backups, health, logs, memory, metrics, operate, parent, upkeep
from .discord_ui.client import Teban
from .discord_ui.interaction import first_answer
from .discord_ui.outbox.budget import Budget
from .discord_ui.page.studio import Studio
from .playground.serve import Playground
from .settings import Settings, WrongSetting
from .standin import point_client_at
from .standin.server import validation
from .table import TableService

log = logging.getLogger(__name__)

NOBODY_ELSE = 0o077
"""What we write holds hands and seeds: only the bot's own user reads it."""

SWITCH_SECONDS = 0.0005
"""So soon the event loop gets the interpreter back from a thread that draws (Python's 5 ms are felt in every click)."""


def main(arguments: Sequence[str] | None = None) -> int:
    """The console script. Returns the exit code: 0 well, 1 failed, 2 wrong setting or argument."""
    asked = _parser().parse_args(arguments)
    try:
        settings = Settings.read(os.environ)
        if settings.validate and (lacking := validation.missing()):
            raise WrongSetting(f"TEBAN_VALIDATE: {lacking}")
    except WrongSetting as error:
        print(f"teban: {error}", file=sys.stderr)
        return 2
    logs.set_up(settings.log)
    os.umask(NOBODY_ELSE)
    sys.setswitchinterval(SWITCH_SECONDS)
    memory.give_back_large_buffers()
    try:
        return asyncio.run(_do(asked, settings))
    except KeyboardInterrupt:
        return 0
    except discord.LoginFailure:
        print("teban: DISCORD_TOKEN: Discord does not accept it", file=sys.stderr)
        return 2
    except (StorageError, OSError) as error:
        print(f"teban: {error}", file=sys.stderr)
        return 1


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="teban", description="Heavy board games by post on Discord.")
    parser.add_argument("--version", action="version", version=f"teban {version('teban')}")
    parser.set_defaults(command="run")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND")
    commands.add_parser("run", help="run the bot (default); without DISCORD_TOKEN the playground")
    doctor = commands.add_parser("doctor", help="check the database: integrity, every game resumes and replays")
    doctor.add_argument(
        "--before-upgrade", action="store_true", help="what this version would do to the games in play, tried on a copy"
    )
    export = commands.add_parser("export", help="write a game as a portable file")
    export.add_argument("game", type=int, help="number of the table")
    export.add_argument("--to", type=Path, default=None, help="file to write (default: standard output)")
    report = commands.add_parser("report", help="write a player's report with all that plays its moment again")
    report.add_argument("report", type=int, help="number of the report")
    report.add_argument("--to", type=Path, default=None, help="file to write (default: standard output)")
    verify = commands.add_parser("verify", help="replay a portable game file and compare the result")
    verify.add_argument("file", type=Path)
    verify.add_argument("--commitment", default=None, help="the SHA-256 that was posted when the table began")
    verify.add_argument("--head", default=None, help="the last link of the moves that was posted with the scores")
    verify.add_argument(
        "--words", nargs="+", default=None, metavar="WORD", help="the words that were posted when the table began"
    )
    backup = commands.add_parser("backup", help="copy the database while the bot is running")
    backup.add_argument("target", type=Path, help="file to write")
    backup.add_argument("--every", type=backups.duration, default=None, metavar="TIME", help="again and again: 15m, 6h")
    backup.add_argument("--keep", type=backups.copies, default=1, metavar="N", help="with --every: so many copies")
    return parser


async def _do(asked: argparse.Namespace, settings: Settings) -> int:
    match asked.command:
        case "doctor" if asked.before_upgrade:
            return await operate.before_upgrade(settings.database)
        case "doctor":
            return await operate.doctor(settings.database)
        case "export":
            return await operate.export(settings.database, asked.game, asked.to)
        case "report":
            return await operate.report(settings.database, asked.report, asked.to)
        case "verify":
            return await operate.verify(asked.file, asked.commitment, asked.head, asked.words)
        case "backup" if asked.every is not None:
            return await backups.keep_copying(settings.database, asked.target, asked.every, asked.keep)
        case "backup":
            return await operate.backup(settings.database, asked.target)
        case _:
            return await run(settings)


def now_ms() -> int:
    return time.time_ns() // 1_000_000


def _clock_of(playground: Playground) -> Callable[[], int]:
    """A playground's time, which its page can move forward."""
    return lambda: int(playground.world.clock.now() * 1000)


async def _spare(bot: Teban) -> None:
    """Once everything is read that stays, and from then on."""
    await bot.wait_until_ready()
    memory.spare_what_stays()
    await memory.search_between_answers(first_answer.nobody_waits)


async def run(settings: Settings) -> int:
    """Until SIGTERM or Ctrl-C. 1: a worker broke down."""
    async with AsyncExitStack() as stack:
        stack.callback(parent.end_all_of_them)
        if settings.api is not None:
            point_client_at(str(settings.api))
        token, database, clock = settings.token, settings.database, now_ms
        playground: Playground | None = None
        if token is None:
            playground = await stack.enter_async_context(
                Playground(host=settings.host, port=settings.port, validate=settings.validate)
            )
            token = playground.token
            clock = _clock_of(playground)
            point_client_at(playground.url)
            # Heartbeats that are answered in no time make discord.py warn of a delay that there is not.
            logging.getLogger("discord.gateway").setLevel(logging.ERROR)
            # Its channels and people are forgotten with it, so its tables are too.
            database = Path(stack.enter_context(TemporaryDirectory(prefix="teban-"))) / database.name
            print(f"Teban's playground: {playground.url}", flush=True)
        stack.enter_context(locked(database))
        if database.stat().st_mode & 0o007:
            log.warning("%s can be read by every user of this machine, hidden hands too: chmod 600 it", database)
        db = await stack.enter_async_context(await Database.open(database))
        db.commit_took = metrics.COMMITS.observe
        if db.upgraded_from is not None:
            log.info("the database was brought up to date from version %d", db.upgraded_from)
        await upkeep.begin(db)
        limited = settings.token is not None and settings.limits
        bot = Teban(
            TableService(db, clock),
            settings.language,
            calls_in_card=settings.calls == "card",
            budget=Budget(endless=not limited),  # the playground has no limits
            studio=Studio(processes=settings.pictures == "processes"),
        )
        if playground is not None:
            playground.moved = bot.clock_moved
        await stack.enter_async_context(bot)
        loop = asyncio.get_running_loop()
        closing: set[asyncio.Task[None]] = set()  # a task that nobody holds may be collected before it is done
        for sign in (signal.SIGTERM, signal.SIGINT):
            loop.add_signal_handler(sign, lambda: closing.add(loop.create_task(bot.close())))
        heart = loop.create_task(health.beat(health.heartbeat_file(settings.database), bot.is_well))
        stack.callback(heart.cancel)
        sparing = loop.create_task(_spare(bot))
        stack.callback(sparing.cancel)
        for work in (upkeep.keep_up, upkeep.keep_merging):
            stack.callback(loop.create_task(work(db)).cancel)
        if settings.metrics is not None:
            page = await stack.enter_async_context(
                metrics.served(bot.tables, bot.is_well, settings.host, settings.metrics)
            )
            log.info("numbers for Prometheus: %s", page)
        log.info("teban %s starts", version("teban"))
        await bot.start(token)
        log.info("teban stops")
        return 1 if bot.failed else 0


if __name__ == "__main__":
    sys.exit(main())
