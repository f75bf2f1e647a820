"""A report names the moment without others' secrets; with the operator's rest it becomes a test that plays it again."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest

from bot import operate
from bot.table import TableService, consent
from bot.table.knowing import reports
from bot.table.knowing.reports import WholeReport
from engines.kernel import Refused
from tests import from_report
from tests.table.conftest import AOI, JULES, MARCO, Players

WORDS = 'The "tea" should cost 3,\nnot 4.'


async def reported(tables: TableService, players: Players) -> WholeReport:
    """Aoi reports in the middle of her own turn, with unconfirmed steps."""
    game = await players.open(AOI, MARCO)
    async with tables.at(game) as live:
        while live.match is not None and (live.last_n < 2 or live.match.acting != 0):
            await players.step(live)
        return await reports.report(tables, live, AOI, WORDS)


async def test_a_report_has_what_the_player_sees_and_no_more(tables: TableService, players: Players) -> None:
    found = await reported(tables, players)
    async with tables.at(1) as live:
        assert live.match is not None and live.row.seed is not None
        text = msgspec.json.encode(found)
        assert live.row.seed.hex().encode() not in text and found.rest is None
        assert found.report.view == reports.plain(live.match.view(0))
        watching = await reports.report(tables, live, JULES, "I only look")
        assert watching.report.seat is None and watching.report.n == live.public_n < found.report.n
        assert watching.report.view == reports.plain(live.match.view(None))
        assert watching.report.options == ()


async def test_the_operators_report_plays_the_moment_again(tables: TableService, players: Players) -> None:
    found = await reported(tables, players)
    whole = await reports.whole(tables.db, found.report.id)
    assert whole is not None and whole.report == found.report
    assert from_report.moment(whole).acting == 0
    from_report.seen(whole)
    async with tables.at(1) as live:  # what is taken back later stood then
        await consent.ask(tables, live, AOI, "undo")
    assert await reports.whole(tables.db, found.report.id) == whole
    assert await reports.whole(tables.db, 99) is None


async def test_somebody_who_reports_without_end_is_stopped(tables: TableService, players: Players) -> None:
    game = await players.open(AOI, MARCO)
    async with tables.at(game) as live:
        for _ in range(reports.MOST_A_DAY):
            await reports.report(tables, live, AOI, "again")
        with pytest.raises(Refused, match="many"):
            await reports.report(tables, live, AOI, "again")
        await reports.report(tables, live, MARCO, "once")


async def test_both_files_become_failing_tests(tables: TableService, players: Players, tmp_path: Path) -> None:
    found = await reported(tables, players)
    whole = await reports.whole(tables.db, found.report.id)
    assert whole is not None
    contents, tests = {"player": found, "operator": whole}, list[Path]()
    for kind, content in contents.items():
        file = tmp_path / f"{kind}.json"
        file.write_bytes(msgspec.json.encode(content))
        tests.append(from_report.write(file, tmp_path / kind))
        assert tests[-1].name == f"test_report_{found.report.id}.py"
    failed = run(*tests)
    assert failed.count("FAILED") == len(tests), failed
    assert all('Failed: The "tea" should cost 3' in line for line in failed.splitlines() if line.startswith("FAILED"))
    for test, content in zip(tests, contents.values(), strict=True):
        broken = msgspec.structs.replace(content.report, view={**content.report.view, "round": "no number"})
        (test.parent / f"report_{found.report.id}.json").write_bytes(
            msgspec.json.encode(msgspec.structs.replace(content, report=broken))
        )
    failed = run(*tests)
    assert "Failed: The" not in failed and failed.count("FAILED") == len(tests), failed  # it is not what happened
    (tmp_path / "no.json").write_text('{"report": {}}')
    assert from_report.main([str(tmp_path / "no.json")]) == 1


def run(*tests: Path) -> str:
    """What pytest says of them."""
    root = Path(__file__).parents[3]
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-q",
        "-p",
        "no:cacheprovider",
        *map(str, tests),
        "-c",
        str(root / "pyproject.toml"),
    ]
    environment = {**os.environ, "PYTHONPATH": f"{root}{os.pathsep}{root / 'tests/example'}"}
    done = subprocess.run(command, cwd=root, capture_output=True, text=True, env=environment, check=False)
    return done.stdout


async def test_teban_report(
    tables: TableService, players: Players, tmp_path: Path, capsysbinary: pytest.CaptureFixture[bytes]
) -> None:
    found = await reported(tables, players)
    target = tmp_path / "report.json"
    assert await operate.report(tables.db.path, found.report.id, target) == 0
    assert from_report.read(target).rest is not None
    assert await operate.report(tables.db.path, found.report.id, None) == 0
    assert msgspec.json.decode(capsysbinary.readouterr().out, type=WholeReport).report == found.report
    assert await operate.report(tables.db.path, 77, target) == 1
