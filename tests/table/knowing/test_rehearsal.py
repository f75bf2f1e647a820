"""`teban doctor --before-upgrade` says what a start under other rules would do, and changes nothing."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from bot import operate, rehearsal
from bot.audit import Finding
from bot.table import TableService, service
from engines.kernel import Game, games
from tests.table.conftest import Players
from tests.table.test_upgrade import bidding, raising, stormy, without_confirmation

Rehearsed = Callable[..., Any]


@pytest.fixture
def rehearsed(tables: TableService, monkeypatch: pytest.MonkeyPatch) -> Rehearsed:
    """What is found when Flotsam is changed like this."""

    async def find(**changed: Any) -> list[Finding]:
        other: dict[str, Game[Any]] = {"flotsam": replace(games()["flotsam"], **changed)}
        monkeypatch.setattr(service, "games", lambda: other)
        return [finding async for finding in rehearsal.rehearse(tables.db.path)]

    return find


async def told(tables: TableService) -> list[Any]:
    return await tables.db.rows("SELECT (SELECT count(*) FROM decisions WHERE undone_at IS NULL), count(*) FROM outbox")


async def test_games_that_go_on(tables: TableService, players: Players, rehearsed: Rehearsed) -> None:
    await bidding(tables, players)
    (finding,) = await rehearsed(rules=2)
    assert finding.ok and finding.text == "goes on (flotsam, rules 2)"


@pytest.mark.parametrize("turn", [raising, without_confirmation])
async def test_answers_that_would_be_lost_are_named_and_nothing_is_changed(
    tables: TableService, players: Players, rehearsed: Rehearsed, turn: Any
) -> None:
    game = await bidding(tables, players)
    before = await told(tables)
    (finding,) = await rehearsed(turn=turn)
    assert not finding.ok and finding.game == game
    assert finding.text == "its turn would begin again: 3 answers are lost, of Aoi, Marco"
    assert await told(tables) == before
    assert not list(tables.db.path.parent.glob(".teban-*"))


async def test_a_game_that_would_pause(tables: TableService, players: Players, rehearsed: Rehearsed) -> None:
    game = await bidding(tables, players)

    async def unplayable(*_: Any) -> None:
        raise KeyError("tea")

    (finding,) = await rehearsed(**stormy(turn=unplayable))
    assert (finding.ok, finding.game) == (False, game) and "would pause" in finding.text


async def test_the_command_says_it_and_its_exit_code_too(
    tables: TableService, players: Players, capsys: pytest.CaptureFixture[str]
) -> None:
    await bidding(tables, players)
    assert await operate.before_upgrade(Path(tables.db.path)) == 0
    assert capsys.readouterr().out.endswith("all games go on\n")
