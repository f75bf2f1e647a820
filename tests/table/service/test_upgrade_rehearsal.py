"""`teban doctor --before-upgrade` reports how games would start under changed rules, without changing anything."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from bot import operator_commands
from bot.audit import Finding
from bot.table import TableService
from bot.table.service import table_service as service_module
from engines.kernel import Game, load_games
from tests.table.conftest import Players
from tests.table.service.test_rules_upgrade import (
    build_stormy_rules,
    play_turn_raising,
    play_turn_without_confirmation,
    start_bidding,
)

Rehearsal = Callable[..., Any]


@pytest.fixture
def rehearse(service: TableService, monkeypatch: pytest.MonkeyPatch) -> Rehearsal:
    """Return a function that rehearses an upgrade to a changed Flotsam and returns the findings."""

    async def rehearse_with(**changed: Any) -> list[Finding]:
        other: dict[str, Game[Any]] = {"flotsam": replace(load_games()["flotsam"], **changed)}
        monkeypatch.setattr(service_module, "load_games", lambda: other)
        return [finding async for finding in operator_commands.rehearse_upgrade(service.db.path)]

    return rehearse_with


async def count_rows(service: TableService) -> list[Any]:
    return await service.db.fetch_rows(
        "SELECT (SELECT count(*) FROM decisions WHERE undone_at IS NULL), count(*) FROM outbox"
    )


@pytest.mark.sqlite_only(reason="the command copies a file")
async def test_games_that_go_on(service: TableService, players: Players, rehearse: Rehearsal) -> None:
    await start_bidding(service, players)
    (finding,) = await rehearse(rules_version=2)
    assert finding.is_ok and finding.text == "goes on (flotsam, rules 2)"


@pytest.mark.sqlite_only(reason="the command copies a file")
@pytest.mark.parametrize("turn", [play_turn_raising, play_turn_without_confirmation])
async def test_lost_answers_are_named_and_nothing_changes(
    service: TableService, players: Players, rehearse: Rehearsal, turn: Any
) -> None:
    table_id = await start_bidding(service, players)
    before = await count_rows(service)
    (finding,) = await rehearse(play_turn=turn)
    assert not finding.is_ok and finding.table_id == table_id
    assert finding.text == "its turn would begin again: 3 answers are lost, of Aoi, Marco"
    assert await count_rows(service) == before
    assert not list(service.db.path.parent.glob(".teban-*"))


@pytest.mark.sqlite_only(reason="the command copies a file")
async def test_a_game_that_would_pause(service: TableService, players: Players, rehearse: Rehearsal) -> None:
    table_id = await start_bidding(service, players)

    async def fail_turn(*_: Any) -> None:
        raise KeyError("tea")

    (finding,) = await rehearse(**build_stormy_rules(play_turn=fail_turn))
    assert (finding.is_ok, finding.table_id) == (False, table_id) and "would pause" in finding.text


@pytest.mark.sqlite_only(reason="the command copies a file")
async def test_command_prints_result_and_returns_exit_code(
    service: TableService, players: Players, capsys: pytest.CaptureFixture[str]
) -> None:
    await start_bidding(service, players)
    assert await operator_commands.check_upgrade(Path(service.db.path)) == 0
    assert capsys.readouterr().out.endswith("all games go on\n")
