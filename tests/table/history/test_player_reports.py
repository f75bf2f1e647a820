"""Player reports: the reporter's view without others' secrets; the operator's full report replays as a test."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest

from bot import operator_commands
from bot.table import TableService, consent
from bot.table.history import player_reports
from bot.table.history.player_reports import FullReport
from engines.kernel import Refused
from tests import from_report
from tests.table.conftest import AOI, JULES, MARCO, Players

WORDS = 'The "tea" should cost 3,\nnot 4.'


async def store_report(service: TableService, players: Players) -> FullReport:
    """Store a report by Aoi in the middle of her own turn, with unconfirmed steps."""
    table_id = await players.start_table(AOI, MARCO)
    async with service.lock_table(table_id) as table:
        while table.match is not None and (table.last_n < 2 or table.match.acting_seat != 0):
            await players.answer_randomly(table)
        return await player_reports.store_report(service, table, AOI, WORDS)


async def test_report_contains_only_the_players_view(service: TableService, players: Players) -> None:
    full_report = await store_report(service, players)
    async with service.lock_table(1) as table:
        assert table.match is not None and table.row.seed is not None
        text = msgspec.json.encode(full_report)
        assert table.row.seed.hex().encode() not in text and full_report.hidden_data is None
        assert full_report.report.view == player_reports.encode_plain_view(table.match.build_view(0))
        watching = await player_reports.store_report(service, table, JULES, "I only look")
        assert watching.report.seat is None and watching.report.n == table.public_n < full_report.report.n
        assert watching.report.view == player_reports.encode_plain_view(table.match.build_view(None))
        assert watching.report.options == ()


async def test_full_report_replays_the_position(service: TableService, players: Players) -> None:
    full_report = await store_report(service, players)
    whole = await player_reports.load_full_report(service.db, full_report.report.id)
    assert whole is not None and whole.report == full_report.report
    assert from_report.replay_match(whole).acting_seat == 0
    from_report.build_seen_view(whole)
    async with service.lock_table(1) as table:  # the report keeps them
        await consent.request_consent(service, table, AOI, "undo")
    assert await player_reports.load_full_report(service.db, full_report.report.id) == whole
    assert await player_reports.load_full_report(service.db, 99) is None


async def test_reports_per_day_are_limited(service: TableService, players: Players) -> None:
    table_id = await players.start_table(AOI, MARCO)
    async with service.lock_table(table_id) as table:
        for _ in range(player_reports.MAX_PER_DAY):
            await player_reports.store_report(service, table, AOI, "again")
        with pytest.raises(Refused, match="many"):
            await player_reports.store_report(service, table, AOI, "again")
        await player_reports.store_report(service, table, MARCO, "once")


async def test_both_files_become_failing_tests(service: TableService, players: Players, tmp_path: Path) -> None:
    full_report = await store_report(service, players)
    whole = await player_reports.load_full_report(service.db, full_report.report.id)
    assert whole is not None
    for kind, content in {"player": full_report, "operator": whole}.items():
        for is_broken in (False, True):
            file, folder = tmp_path / f"{kind}.json", tmp_path / f"{kind} {is_broken}"
            view = {**content.report.view, "round": "no number"} if is_broken else content.report.view
            report = msgspec.structs.replace(content.report, view=view)
            file.write_bytes(msgspec.json.encode(msgspec.structs.replace(content, report=report)))
            test = from_report.write_test(file, folder)
            assert test.name == f"test_report_{report.id}.py"
    output = run_pytest(tmp_path)
    failures = [line for line in output.splitlines() if line.startswith("FAILED")]
    assert len(failures) == 4, output
    for line in failures:  # a broken View is another failure than the player's words
        assert ('Failed: The "tea" should cost 3' in line) == ("False" in line.partition("::")[0]), line
    (tmp_path / "no.json").write_text('{"report": {}}')
    assert from_report.main([str(tmp_path / "no.json")]) == 1


def run_pytest(folder: Path) -> str:
    """Run pytest on the folder and return its output."""
    root = Path(__file__).parents[3]
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-q",
        "-p",
        "no:cacheprovider",
        str(folder),
        "-c",
        str(root / "pyproject.toml"),
    ]
    environment = {**os.environ, "COLUMNS": "200", "PYTHONPATH": f"{root}{os.pathsep}{root / 'tests/example'}"}
    process = subprocess.run(command, cwd=root, capture_output=True, text=True, env=environment, check=False)
    return process.stdout


@pytest.mark.sqlite_only(reason="the command reads a file")
async def test_teban_report(
    service: TableService, players: Players, tmp_path: Path, capsysbinary: pytest.CaptureFixture[bytes]
) -> None:
    full_report = await store_report(service, players)
    target = tmp_path / "report.json"
    assert await operator_commands.export_report(service.db.path, full_report.report.id, target) == 0
    assert from_report.read_report(target).hidden_data is not None
    assert await operator_commands.export_report(service.db.path, full_report.report.id, None) == 0
    assert msgspec.json.decode(capsysbinary.readouterr().out, type=FullReport).report == full_report.report
    assert await operator_commands.export_report(service.db.path, 77, target) == 1
