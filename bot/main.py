"""`teban`, the only entry point. With a token it runs on Discord, without one as a playground in a browser."""

import argparse
import asyncio
import logging
import os
import sys
from collections.abc import Callable, Sequence
from contextlib import AsyncExitStack, suppress
from functools import partial
from importlib.metadata import version
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

import discord

from storage import Database, DatabaseAddress, ServerAddress, StorageError, parse_database_address
from storage.address import EXAMPLE, require_file

from . import (
    health,
    logs,
    maintenance,
    memory,
    metrics,
    operating_system,
    operator_commands,
    start_checks,
    worker_processes,
)
from .audit import PostedValues
from .discord_ui.client import Teban
from .discord_ui.interaction import first_answer
from .discord_ui.outbox.rate_limit import RateLimiter
from .discord_ui.page.render_pool import RenderPool
from .login import wait_until_accepted
from .settings import Settings, WrongSetting
from .table import TableService
from .table.clock.trusted_clock import TrustedClock
from .table.computers.search_workers import create_process, create_thread

if TYPE_CHECKING:
    from storage.shards.leases import LeaseKeeper

    from .playground.server import Playground

log = logging.getLogger(__name__)

PRIVATE_UMASK = 0o077
"""Files that the bot writes contain hands and seeds: only its own user may read them."""

SWITCH_SECONDS = 0.0005
"""How soon the event loop gets the interpreter back from a drawing thread (Python's 5 ms are noticeable in
interactions).
"""

BACKUP_ADVICE = "teban backup copies files; copy a PostgreSQL database with pg_dump (docs/operate.md)"
UPGRADE_ADVICE = (
    "--before-upgrade tries a copy of a file: copy the database into one with `teban migrate --to FILE`, then set"
    " TEBAN_DB to that file"
)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the console script. Returns the exit code: 0 success, 1 failure, 2 wrong setting or argument."""
    args = _build_parser().parse_args(arguments)
    try:
        settings = Settings.read(os.environ)
        if settings.is_strict:
            _require_validation()
        if args.command == "run" and settings.heartbeat and (part := start_checks.check_folder(settings.heartbeat)):
            raise WrongSetting(f"TEBAN_HEARTBEAT: {part.sentence}")
    except WrongSetting as error:
        print(f"teban: {error}", file=sys.stderr)
        return 2
    logs.set_up_logging(settings.log_level)
    os.umask(PRIVATE_UMASK)
    sys.setswitchinterval(SWITCH_SECONDS)
    operating_system.give_back_large_buffers()
    try:
        return asyncio.run(_run_command(args, settings))
    except KeyboardInterrupt:
        if args.command == "run":
            return 0
        print(f"teban: {args.command} was stopped before its end", file=sys.stderr)
        return 1
    except discord.LoginFailure:
        print("teban: DISCORD_TOKEN: Discord does not accept it", file=sys.stderr)
        return 2
    except (StorageError, OSError) as error:
        print(f"teban: {error}", file=sys.stderr)
        return 1


def _require_validation() -> None:
    from .fake_discord.server import schema_validation  # noqa: PLC0415 - a start on Discord does without

    if requirement := schema_validation.find_missing_requirement():
        raise WrongSetting(f"TEBAN_VALIDATE: {requirement}")


def _build_parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="teban", description="Heavy board games by post on Discord.")
    parser.add_argument("--version", action="version", version=f"teban {version('teban')}")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND")
    parser.set_defaults(command="run")
    commands.add_parser("run", help="run the bot (default); without DISCORD_TOKEN the playground")
    doctor = commands.add_parser("doctor", help="check the database: integrity, every game resumes and replays")
    doctor.add_argument(
        "--before-upgrade", action="store_true", help="what this version would do to the games in play, tried on a copy"
    )
    migrate = commands.add_parser(
        "migrate", help="bring the database of an older version up to date, as `run` does; or move it to another place"
    )
    migrate.add_argument(
        "--to",
        type=_parse_target,
        default=None,
        metavar="DATABASE",
        help=f"copy all rows into this empty database: a file, or {EXAMPLE}",
    )
    export = commands.add_parser("export", help="write a game as a portable file")
    export.add_argument("game", type=int, help="number of the table")
    export.add_argument("--to", type=Path, default=None, help="file to write (default: standard output)")
    report = commands.add_parser("report", help="write a player's report with all that plays its moment again")
    report.add_argument("report", type=int, help="number of the report")
    report.add_argument("--to", type=Path, default=None, help="file to write (default: standard output)")
    verify = commands.add_parser("verify", help="replay a portable game file and compare the result")
    verify.add_argument("file", type=Path)
    verify.add_argument("--commitment", default=None, help="the SHA-256 that the lobby showed: 32 digits")
    verify.add_argument("--seal", default=None, help="the second number below the players when the game began")
    verify.add_argument("--head", default=None, help="the last link of the moves that was posted with the scores")
    verify.add_argument(
        "--words",
        nargs="+",
        default=None,
        metavar="WORD",
        help="all words, where the beginning listed them (before 0.18)",
    )
    backup = commands.add_parser("backup", help="copy the database while the bot is running")
    backup.add_argument("target", type=Path, help="file to write")
    backup.add_argument(
        "--every", type=maintenance.parse_duration, default=None, metavar="TIME", help="again and again: 15m, 6h"
    )
    backup.add_argument(
        "--keep", type=maintenance.parse_copies, default=1, metavar="N", help="with --every: so many copies"
    )
    check = commands.add_parser("check", help="try in a private channel whether Discord behaves as the bot expects")
    check.add_argument("channel", type=_parse_id, help="id of a private channel that the bot can see")
    check.add_argument("--person", type=_parse_id, default=None, help="your id, if you do not own the application")
    check.add_argument("--unattended", action="store_true", help="only what needs nobody: no questions, no presses")
    check.add_argument("--slow", action="store_true", help="also what takes 10 minutes to an hour each")
    check.add_argument(
        "--to", type=Path, default=Path("teban-check.json"), help="file for what was found (default: %(default)s)"
    )
    return parser


def _parse_target(text: str) -> DatabaseAddress:
    try:
        return parse_database_address(text)
    except ValueError as error:  # argparse would repeat the text, which may hold a password
        raise argparse.ArgumentTypeError(str(error)) from None


def _parse_id(text: str) -> str:
    if not text.isascii() or not text.isdigit():
        raise argparse.ArgumentTypeError(f"expected an id (digits only), got {text!r}")
    return text


async def _run_command(args: argparse.Namespace, settings: Settings) -> int:
    match args.command:
        case "doctor" if args.before_upgrade:
            return await operator_commands.check_upgrade(require_file(settings.database, UPGRADE_ADVICE))
        case "doctor":
            return await operator_commands.run_doctor(settings.database)
        case "migrate" if args.to is not None:
            return await operator_commands.transfer_database(settings.database, args.to)
        case "migrate":
            return await operator_commands.migrate_database(settings.database)
        case "export":
            return await operator_commands.export_game(settings.database, args.game, args.to)
        case "report":
            return await operator_commands.export_report(settings.database, args.report, args.to)
        case "verify":
            posted_values = PostedValues(args.commitment, args.seal, args.words, args.head)
            return await operator_commands.verify_file(args.file, posted_values)
        case "backup" if args.every is not None:
            file = require_file(settings.database, BACKUP_ADVICE)
            return await maintenance.keep_copying(file, args.target, args.every, args.keep)
        case "backup":
            file = require_file(settings.database, BACKUP_ADVICE)
            return await operator_commands.back_up_database(file, args.target)
        case "check":
            from .discord_check.command import check_discord  # noqa: PLC0415 - a start of the bot does without

            return await check_discord(
                settings,
                args.channel,
                args.to,
                person_id=args.person,
                is_unattended=args.unattended,
                is_complete=args.slow,
            )
        case _:
            return await run(settings)


def _point_client_at(address: str) -> None:
    from .fake_discord import point_client_at  # noqa: PLC0415 - a start on Discord does without the fake server

    point_client_at(address)


async def _start_playground(stack: AsyncExitStack, settings: Settings) -> tuple["Playground", Path]:
    """Start the playground, and return the path of a database that ends with it."""
    from .playground.server import Playground  # noqa: PLC0415 - a start on Discord does without the fake server

    playground = await stack.enter_async_context(
        Playground(host=settings.listen_address, port=settings.port, is_strict=settings.is_strict)
    )
    _point_client_at(playground.url)
    # Heartbeats answered at once make discord.py warn of a delay that does not exist.
    logging.getLogger("discord.gateway").setLevel(logging.ERROR)
    # Its channels and people do not outlive it, so its tables need not either.
    database = Path(stack.enter_context(TemporaryDirectory(prefix="teban-"))) / "teban.sqlite3"
    print(f"Teban's playground: {playground.url}", flush=True)
    return playground, database


def _make_playground_clock(playground: "Playground") -> Callable[[], int]:
    """Return a playground's clock, which its page can move forward."""
    return lambda: int(playground.world.clock.read_now() * 1000)


async def _tune_garbage_collector(bot: Teban) -> None:
    """Tune the garbage collector once everything permanent is loaded."""
    await bot.wait_until_serving()
    memory.freeze_permanent_objects()
    await memory.collect_between_answers(first_answer.has_no_pending_answers)


def _choose_heartbeat(settings: Settings, database: DatabaseAddress, db: Database) -> health.Heartbeat:
    if settings.heartbeat is not None:
        return health.FileHeartbeat(settings.heartbeat)
    if isinstance(database, ServerAddress):
        return health.ServerHeartbeat(db)
    # A playground's, too, is beside the database of the settings, where a container looks for it.
    address = database if isinstance(settings.database, ServerAddress) else settings.database
    return health.FileHeartbeat(health.heartbeat_file(address))


def _open_leases(database: ServerAddress, shard_count: int, db: Database) -> "LeaseKeeper":
    """Return what leases shards for this process. It connects to the server when the bot asks for the first one."""
    from storage.shards import leases  # noqa: PLC0415 - its driver is an extra

    session = leases.LeaseSession(database, shard_count, leases.LEASE_MS)
    return leases.LeaseKeeper(session, db.ownership, operating_system.read_steady_clock)


def _report_missing_parts(missing_parts: list[start_checks.MissingPart]) -> bool:
    """Name what is wrong with the machine. Return whether the bot must not start."""
    for part in missing_parts:
        if part.is_fatal:
            print(f"teban: {part.sentence}", file=sys.stderr)
        else:
            log.warning("%s", part.sentence)
    return any(part.is_fatal for part in missing_parts)


def _stop_when_asked(bot: Teban, db: Database, login: asyncio.Task[None]) -> None:
    """Stop the bot, also while it waits for Discord, at SIGTERM or Ctrl-C, or once another process has taken over."""
    loop = asyncio.get_running_loop()
    closing: set[asyncio.Task[None]] = set()  # a task without a reference may be collected before it is done

    def stop() -> None:
        login.cancel()
        closing.add(loop.create_task(bot.close()))

    def end_after_loss() -> None:
        login.cancel()
        bot.end_after_loss()

    operating_system.call_on_stop(stop)
    db.on_taken_over = end_after_loss


async def _start_background(
    stack: AsyncExitStack, settings: Settings, bot: Teban, heartbeat: health.Heartbeat, db: Database
) -> None:
    """Start what runs beside the bot: its heartbeat, the maintenance of memory and database, the metrics page."""
    works = (
        health.keep_heartbeat(heartbeat, bot.find_problem),
        _tune_garbage_collector(bot),
        maintenance.maintain_regularly(db),
        maintenance.checkpoint_regularly(db),
    )
    for work in works:
        stack.callback(asyncio.create_task(work).cancel)
    if settings.metrics_port is not None:
        page = await stack.enter_async_context(
            metrics.serve_metrics(bot.service, bot.find_problem, settings.listen_address, settings.metrics_port)
        )
        log.info("numbers for Prometheus: %s", page)


async def run(settings: Settings) -> int:
    """Run until SIGTERM or Ctrl-C. Returns 1 if a worker broke down."""
    async with AsyncExitStack() as stack:
        stack.callback(worker_processes.kill_workers)
        if settings.api_url is not None:
            _point_client_at(str(settings.api_url))
        token, database = settings.token, settings.database
        clock: Callable[[], int] = TrustedClock()
        playground: Playground | None = None
        if token is None:
            playground, database = await _start_playground(stack, settings)
            token, clock = playground.token, _make_playground_clock(playground)
        missing_parts = start_checks.list_missing_parts(database)
        if _report_missing_parts(missing_parts):
            return 1
        uses_processes = not any(part.forbids_processes for part in missing_parts)
        db = await stack.enter_async_context(maintenance.open_upgraded(database, settings.shard_count))
        db.on_commit = metrics.COMMITS.observe
        await maintenance.wait_for_server(partial(maintenance.start_maintenance, db))
        leases = None
        if settings.shard_count is not None and isinstance(database, ServerAddress):
            leases = _open_leases(database, settings.shard_count, db)
            stack.push_async_callback(leases.close)
        limited = settings.token is not None and settings.has_rate_limits
        bot = Teban(
            TableService(db, clock),
            settings.language,
            rate_limiter=RateLimiter(  # the playground has no limits
                is_unlimited=not limited, find_share=lambda: db.ownership.leased_fraction
            ),
            render_pool=RenderPool(processes=uses_processes and settings.picture_workers == "processes"),
            create_worker=create_process if uses_processes else create_thread,
            leases=leases,
        )
        if playground is not None:
            playground.on_clock_moved = bot.handle_clock_jump
        await stack.enter_async_context(bot)
        login = asyncio.create_task(wait_until_accepted(token), name="login")
        _stop_when_asked(bot, db, login)
        await _start_background(stack, settings, bot, _choose_heartbeat(settings, database, db), db)
        log.info("teban %s starts", version("teban"))
        with suppress(asyncio.CancelledError):
            await login
            await bot.start(token)
        log.info("teban stops")
        return 1 if bot.has_failed else 0


if __name__ == "__main__":
    sys.exit(main())
