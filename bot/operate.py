"""What an operator types: `teban doctor`, `export`, `report`, `verify`, `backup`. Each returns the exit code."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Sequence
from pathlib import Path

import msgspec

from bot.table.knowing import reports
from engines.kernel import Refused, catalogue
from storage import Database, copy

from . import audit, rehearsal


async def doctor(database: Path) -> int:
    """Print a line for the file and for every game; 1 if anything is wrong."""
    sound = True
    async with await Database.open(database, create=False) as db:
        async for finding in audit.doctor(db):
            sound &= finding.ok
            _print(finding)
    print("all is well" if sound else "something is wrong: see the lines marked with !")
    return 0 if sound else 1


async def export(database: Path, game: int, target: Path | None) -> int:
    """Write a game as a portable file (None: to standard output)."""
    async with await Database.open(database, create=False) as db:
        try:
            file = await audit.export(db, game)
        except Refused as refused:
            print(f"teban: game {game}: {catalogue('bot').render(refused.reason, 'en')}", file=sys.stderr)
            return 1
    await _write(file, target)
    return 0


async def report(database: Path, number: int, target: Path | None) -> int:
    """Write a player's report with all that is needed to play its moment again (None: to standard output)."""
    async with await Database.open(database, create=False) as db:
        found = await reports.whole(db, number)
    if found is None:
        print(f"teban: there is no report {number}", file=sys.stderr)
        return 1
    await _write(found, target)
    return 0


async def verify(
    file: Path, commitment: str | None = None, head: str | None = None, words: Sequence[str] | None = None
) -> int:
    """Replay a portable file and compare, also with what was posted; 1 if it does not tell the truth."""
    try:
        findings = audit.verify(audit.read(file), commitment, head, words)
    except audit.NotAGameFile as error:
        print(f"teban: {error}", file=sys.stderr)
        return 1
    for finding in findings:
        _print(finding)
    return 0 if all(finding.ok for finding in findings) else 1


async def backup(database: Path, target: Path) -> int:
    """Copy the database; the bot may be running."""
    await copy(database, target)
    print(f"{database} copied to {target}")
    return 0


async def before_upgrade(database: Path) -> int:
    """Print what this version would do to each game in play; 1 if an answer would be lost or a game pause."""
    sound = True
    async for finding in rehearsal.rehearse(database):
        sound &= finding.ok
        _print(finding)
    print("all games go on" if sound else "not all games go on as they are: see the lines marked with !")
    return 0 if sound else 1


async def _write(found: msgspec.Struct, target: Path | None) -> None:
    """As readable JSON, to the file or (None) to standard output."""
    text = msgspec.json.format(msgspec.json.encode(found)) + b"\n"
    if target is None:
        sys.stdout.buffer.write(text)
    else:
        await asyncio.to_thread(target.write_bytes, text)


def _print(finding: audit.Finding) -> None:
    where = "" if finding.game is None else f"game {finding.game}: "
    print(f"{'  ' if finding.ok else '! '}{where}{finding.text}")
