"""Commands of the operator: look at the database, copy it, bring it up to date, move it to another place."""

import asyncio
import os
import sys
import threading
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import msgspec

from bot.logs import describe_error
from bot.table import TableService
from bot.table.clock.trusted_clock import read_wall_clock
from bot.table.history import player_reports
from engines.kernel import Refused, load_catalogue
from storage import Database, DatabaseAddress, DatabaseReader, check_copy_target, copy_database, transfer
from storage.database import load_version
from storage.play import decisions
from storage.play import games as game_rows
from storage.play.games import GameRow
from storage.schema import load_migrations

from . import audit, maintenance, start_checks
from .audit import Finding
from .operating_system import hold_lock

VERIFICATION_SECONDS = 9.5
"""Time after which `teban verify` ends, even within a decision. The replay itself has 8 seconds."""


async def rehearse_upgrade(database: Path) -> AsyncIterator[Finding]:
    """Yield a finding for each game in play: it goes on, answers would be lost, or it would pause.

    The copy lies beside the database, is loaded exactly as at the bot's start, and is then deleted. The database itself
    is not touched, so the earlier version may keep running.
    """
    with TemporaryDirectory(prefix=".teban-", dir=database.parent) as folder:
        copy_path = Path(folder) / database.name
        await copy_database(database, copy_path, accepts_any_version=True)
        async with await Database.open(copy_path) as db:
            if db.upgraded_from is not None:
                yield Finding(True, None, f"the database would be brought up to date from version {db.upgraded_from}")
            service = TableService(db, read_wall_clock)
            for row in await game_rows.load_with_status(db, "playing"):
                try:
                    yield await _check_game(service, row)
                except Exception as error:  # noqa: BLE001 - newer rules may raise anything on an older game
                    yield Finding(False, row.id, f"cannot be taken up: {describe_error(error)}")


async def _check_game(service: TableService, row: GameRow) -> Finding:
    rows_before = await decisions.load_active(service.db, row.id)
    async with service.lock_table(row.id) as table:
        remaining_numbers = {decision_row.n for decision_row in await decisions.load_active(service.db, row.id)}
        lost_rows = [decision_row for decision_row in rows_before if decision_row.n not in remaining_numbers]
        if table.is_paused:
            return Finding(
                False, row.id, f"would pause: rules {table.game.rules_version} of {row.engine} cannot go on with it"
            )
        if lost_rows:
            names = ", ".join(table.names[seat] for seat in sorted({decision_row.seat for decision_row in lost_rows}))
            return Finding(False, row.id, f"its turn would begin again: {len(lost_rows)} answers are lost, of {names}")
        outcome = "goes on" if table.row.epoch == row.epoch else "goes on; who is asked is called again"
        return Finding(True, row.id, f"{outcome} ({row.engine}, rules {table.game.rules_version})")


async def run_doctor(database: DatabaseAddress) -> int:
    """Print a line for the file and for every game; 1 if anything is wrong."""
    is_sound = True
    for part in start_checks.list_missing_parts(database):
        is_sound &= not part.is_fatal
        _print_finding(Finding(not part.is_fatal, None, part.sentence))
    async with await DatabaseReader.open_to_read(database, is_snapshot=True) as db:
        async for finding in audit.check_database(db):
            is_sound &= finding.is_ok
            _print_finding(finding)
    print("all is well" if is_sound else "something is wrong: see the lines marked with !")
    return 0 if is_sound else 1


async def export_game(database: DatabaseAddress, table_id: int, target: Path | None) -> int:
    """Write a game as a portable file (None: to standard output)."""
    async with await DatabaseReader.open_to_read(database, is_snapshot=True) as db:
        try:
            file = await audit.export_game(db, table_id)
        except Refused as refused:
            print(f"teban: table {table_id}: {load_catalogue('bot').render(refused.reason, 'en')}", file=sys.stderr)
            return 1
    await _write_json(database, file, target)
    return 0


async def export_report(database: DatabaseAddress, number: int, target: Path | None) -> int:
    """Write a player's report with all data needed to play its position again (None: to standard output)."""
    async with await DatabaseReader.open_to_read(database, is_snapshot=True) as db:
        full_report = await player_reports.load_full_report(db, number)
    if full_report is None:
        print(f"teban: there is no report {number}", file=sys.stderr)
        return 1
    await _write_json(database, full_report, target)
    return 0


@contextmanager
def end_process_after(seconds: float) -> Iterator[None]:
    """End this process with exit code 1 if the block takes longer. The replay checks its time between decisions; a
    single decision of a forged file may never end. Rules are plain Python, so the timer's thread gets its turn.
    """

    def end_process() -> None:
        print(f"! not verified: a single decision of the file takes more than {seconds:g} s", flush=True)
        os._exit(1)

    timer = threading.Timer(seconds, end_process)
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()


async def verify_file(file: Path, posted_values: audit.PostedValues = audit.NOTHING_POSTED) -> int:
    """Replay a portable file and compare it, also with what was posted; 1 if anything differs."""
    try:
        with end_process_after(VERIFICATION_SECONDS):
            findings = audit.verify_game_file(audit.read_game_file(file), posted_values)
    except audit.NotAGameFile as error:
        print(f"teban: {error}", file=sys.stderr)
        return 1
    for finding in findings:
        _print_finding(finding)
    return 0 if all(finding.is_ok for finding in findings) else 1


async def back_up_database(database: Path, target: Path) -> int:
    """Copy the database; the bot may be running."""
    await copy_database(database, target, made_at=read_wall_clock())
    print(f"{database} copied to {target}")
    return 0


async def migrate_database(database: DatabaseAddress) -> int:
    """Bring the database up to date without starting the bot. Refused while a bot runs on it."""
    if isinstance(database, Path) and not await asyncio.to_thread(database.exists):
        print(f"teban: {database}: there is no such file", file=sys.stderr)
        return 1
    async with maintenance.open_upgraded(database) as db:
        was_old = db.upgraded_from is not None
    print(f"{database}: {'brought up to date' if was_old else 'nothing to do, it is up to date'}")
    return 0


async def transfer_database(source: DatabaseAddress, target: DatabaseAddress) -> int:
    """Copy all rows of a database into an empty one, while no bot runs on either. The source stays as it is."""
    if source == target or (isinstance(source, Path) and isinstance(target, Path) and _is_same_file(source, target)):
        print(f"teban: {target}: a database cannot be copied onto itself", file=sys.stderr)
        return 1
    async with AsyncExitStack() as stack:
        reader = await _open_source(stack, source)
        if isinstance(target, Path):
            stack.enter_context(hold_lock(target))
        if 0 < await load_version(target) < len(load_migrations()):  # it would be brought up to date
            raise transfer.TargetNotEmpty(f"{target} is not empty: it is a database of an earlier version")
        db = await stack.enter_async_context(await Database.open(target))
        count = await transfer.copy_all_rows(reader, db)
    print(f"{source}: {count} rows copied to {target} and compared")
    print(f"Set TEBAN_DB to the new address. {source} keeps what it had: put it away, so that no bot starts on it")
    return 0


async def _open_source(stack: AsyncExitStack, source: DatabaseAddress) -> DatabaseReader:
    """Open a database to read, and let no bot start on it. An older file is copied and the copy brought up to date."""
    if not isinstance(source, Path):
        async with await DatabaseReader.open_to_read(source):
            pass  # it is refused if it has another version, which `Database.open` would change
        return await stack.enter_async_context(await Database.open(source))  # holds the lock on the server
    version = await load_version(source)
    stack.enter_context(hold_lock(source))
    if version >= len(load_migrations()):
        return await stack.enter_async_context(await DatabaseReader.open_to_read(source))
    folder = stack.enter_context(TemporaryDirectory(prefix=".teban-", dir=source.parent))
    copy_path = Path(folder) / source.name
    await copy_database(source, copy_path, accepts_any_version=True)
    return await stack.enter_async_context(await Database.open(copy_path))


def _is_same_file(source: Path, target: Path) -> bool:
    return source.exists() and target.exists() and source.samefile(target)


async def check_upgrade(database: Path) -> int:
    """Print what this version would do to each game in play; 1 if answers would be lost or a game would pause."""
    is_sound = True
    async for finding in rehearse_upgrade(database):
        is_sound &= finding.is_ok
        _print_finding(finding)
    print("all games go on" if is_sound else "not all games go on as they are: see the lines marked with !")
    return 0 if is_sound else 1


async def _write_json(database: DatabaseAddress, content: msgspec.Struct, target: Path | None) -> None:
    """Write readable JSON to the file, which must not be the database, or (None) to standard output."""
    text = msgspec.json.format(msgspec.json.encode(content)) + b"\n"
    if target is None:
        sys.stdout.buffer.write(text)
    else:
        if isinstance(database, Path):
            await asyncio.to_thread(check_copy_target, database, target)
        await asyncio.to_thread(target.write_bytes, text)


def _print_finding(finding: audit.Finding) -> None:
    prefix = "" if finding.table_id is None else f"table {finding.table_id}: "
    print(f"{'  ' if finding.is_ok else '! '}{prefix}{finding.text}")
