"""Each thing that a machine lacks is named in one sentence at the start."""

from __future__ import annotations

import multiprocessing
import sys
import zoneinfo
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path
from typing import Any, get_args

import pytest

from bot import operator_commands, start_checks
from render.kit import fonts
from render.kit.scene import FontWeight
from storage import DatabaseAddress


def test_complete_machine_has_no_trouble(tmp_path: Path) -> None:
    assert start_checks.list_missing_parts(tmp_path / "teban.sqlite3") == []


def test_missing_time_zones_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "tzdata", None)
    zoneinfo.reset_tzpath(to=())
    zoneinfo.ZoneInfo.clear_cache()
    try:
        part = start_checks.check_time_zones()
    finally:
        zoneinfo.reset_tzpath()
        zoneinfo.ZoneInfo.clear_cache()
    assert part is not None and part.is_fatal and "pip install tzdata" in part.sentence


def test_time_zones_come_from_a_dependency() -> None:
    """A system without zones, as a small container, finds those of the package."""
    zoneinfo.reset_tzpath(to=())
    zoneinfo.ZoneInfo.clear_cache()
    try:
        assert start_checks.check_time_zones() is None
    finally:
        zoneinfo.reset_tzpath()
        zoneinfo.ZoneInfo.clear_cache()


def test_folder_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("not a folder")
    part = start_checks.check_folder(blocked / "teban.sqlite3")
    assert part is not None and part.is_fatal and str(blocked) in part.sentence


def test_missing_shared_memory_is_done_without(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(_: Any) -> None:
        raise OSError(30, "Read-only file system")

    monkeypatch.setattr(multiprocessing.context.BaseContext, "Lock", refuse)
    part = start_checks.check_processes()
    assert part is not None and not part.is_fatal and part.forbids_processes
    assert "/dev/shm" in part.sentence


@pytest.mark.parametrize("error", [BrokenProcessPool("its process has died"), TimeoutError()])
def test_worker_that_does_not_answer_is_done_without(monkeypatch: pytest.MonkeyPatch, error: Exception) -> None:
    """A process may start and die at once, as where a container forbids it, or hang."""

    class SilentFuture(Future[int]):
        def result(self, timeout: float | None = None) -> int:
            assert timeout is not None
            raise error

    monkeypatch.setattr(ProcessPoolExecutor, "submit", lambda *_: SilentFuture())
    part = start_checks.check_processes()
    assert part is not None and part.forbids_processes
    assert (str(error) or "TimeoutError") in part.sentence


@pytest.mark.parametrize("weight", get_args(FontWeight))
def test_unreadable_font_is_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, weight: FontWeight) -> None:
    damaged = tmp_path / "damaged.otf"
    damaged.write_bytes(b"no font")
    monkeypatch.setenv(f"TEBAN_FONT_{weight.upper()}", str(damaged))
    fonts.find_font_file.cache_clear()
    fonts.load_font.cache_clear()
    try:
        part = start_checks.check_fonts()
    finally:
        fonts.find_font_file.cache_clear()
        fonts.load_font.cache_clear()
    assert part is not None and part.is_fatal and f"TEBAN_FONT_{weight.upper()}" in part.sentence


async def test_doctor_shows_the_same_list(
    database: DatabaseAddress, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(
        start_checks, "list_missing_parts", lambda _: [start_checks.MissingPart("no time zones are known")]
    )
    assert await operator_commands.run_doctor(database) == 1
    assert "! no time zones are known" in capsys.readouterr().out
