"""Databases written by earlier versions, with games at many stages: every game must continue.

`databases/<version>-<what>.db.xz` is never changed; a version that changes States, questions or the schema adds one.
"""

from __future__ import annotations

import asyncio
import itertools
import lzma
import re
import sqlite3
from collections.abc import AsyncIterator, Sequence
from contextlib import closing
from pathlib import Path

import msgspec
import pytest

from bot import operator_commands
from bot.discord_ui.history.log import write_log
from bot.discord_ui.text.localizer import Localizer
from bot.table import TableService
from bot.table.history import game_log
from bot.table.notices.outbox import Notice
from bot.table.terms.server_settings import ServerSettings
from engines.kernel import LANGS, Message, summarize_log
from storage import Database
from storage.kinds import OutboxKind
from storage.messages import outbox_rows
from storage.play import games as game_rows
from tests.discovered import mark_slice

from .conftest import Clock, Players

ROOT = Path(__file__).parents[2]


def parse_version(path: Path) -> str:
    return path.name.partition("-")[0]


DATABASES = sorted(
    Path(__file__).with_name("databases").glob("*.db.xz"),
    key=lambda path: [int(part) for part in parse_version(path).split(".")],  # 0.10 comes after 0.9
)
SHARE = 25
"""In the newest two databases, every SHARE-th game is played to its end."""
STEPS, FEWER = 4, 1
"""Decisions played in the other games: STEPS in the newest databases, FEWER in older ones."""
NEWEST = {path.name for path in DATABASES[-2:]}
pytestmark = pytest.mark.sqlite_only(reason="the databases are files")


def in_databases(databases: Sequence[Path]) -> pytest.MarkDecorator:
    """Run a test in these databases; the oldest and the newest are in the slice."""
    cases = mark_slice(databases, lambda path: path in (DATABASES[0], DATABASES[-1]))
    return pytest.mark.parametrize("packed", cases, ids=lambda path: path.name)


EVERY_OTHER = [*DATABASES[:-1:2], DATABASES[-1]]
"""The oldest, every other one and the newest: `test_every_game_goes_on` opens and migrates all."""


@pytest.fixture
def path(packed: Path, tmp_path: Path) -> Path:
    """The path of a copy of the database."""
    copy = tmp_path / "teban.db"
    copy.write_bytes(lzma.decompress(packed.read_bytes()))
    return copy


@pytest.fixture
async def service(path: Path, clock: Clock) -> AsyncIterator[TableService]:
    async with await Database.open(path) as db:
        service = TableService(db, clock, "en")
        await service.load_games_in_play()
        yield service


def test_every_earlier_version_has_a_database() -> None:
    newest, *before = re.findall(r"^## (\d+\.\d+\.\d+)", (ROOT / "CHANGELOG.md").read_text(), re.MULTILINE)
    assert before and set(before) <= {parse_version(path) for path in DATABASES} <= {newest, *before}


@in_databases(DATABASES)
async def test_every_game_goes_on(packed: Path, service: TableService, players: Players) -> None:
    """All is looked at before a game is played on; each database is read once."""
    await check_restarted_turns(service)
    await check_logs(service)
    await play_on(service, players, is_newest=packed.name in NEWEST)


async def check_restarted_turns(service: TableService) -> None:
    """Every turn that began again was published."""
    for row in await game_rows.load_with_status(service.db, "playing"):
        [(undone,)] = await service.db.fetch_rows(
            "SELECT count(*) FROM decisions WHERE game = ? AND undone_at IS NOT NULL", (row.id,)
        )
        restart_notices = [
            r
            for r in await outbox_rows.load_rows_newest_first(service.db, row.id, OutboxKind.NOTICE)
            if b"turn_restarted" in r.payload
        ]
        assert bool(restart_notices) == bool(undone), f"table {row.id} ({row.engine})"


async def check_logs(service: TableService) -> None:
    """Published messages stay in the catalogues with their arguments, in their brief form, too."""
    for status in ("playing", "over"):
        for row in await game_rows.load_with_status(service.db, status):
            async with service.lock_table(row.id) as table:
                lines = await game_log.load_log_lines(service, table, 0)
                messages = [event.text for line in lines for event in line.events]
                for lang in LANGS:
                    assert all(deed.words for deed in summarize_log(messages, None, table.catalogue, lang)), (
                        f"table {row.id} ({row.engine})"
                    )
                    text = write_log(table, lines, Localizer((lang,)))
                    assert text.count("\n") >= len(lines) / 2, f"table {row.id} ({row.engine})"


async def play_on(service: TableService, players: Players, *, is_newest: bool) -> None:
    """Every game in play can be continued."""
    max_steps = STEPS if is_newest else FEWER
    players.interactions = itertools.count(10**9)  # the database already has the old interaction ids
    rows = await game_rows.load_with_status(service.db, "playing")
    assert rows
    for nth, row in enumerate(rows):
        async with service.lock_table(row.id) as table:
            assert table.match is not None, f"table {row.id} ({row.engine}) is paused"
            assert table.game.problems(table.match.state) == [], f"table {row.id} ({row.engine})"
            assert table.waiting
            steps = 0
            while table.is_playing and (steps < max_steps or (is_newest and nth % SHARE == 0)):
                await players.answer_randomly(table)
                steps += 1
        assert steps == max_steps or not table.is_playing


@in_databases(EVERY_OTHER)
async def test_rehearsal_predicts_the_upgrade(path: Path) -> None:
    """Run `doctor --before-upgrade` on each database: no game would pause, and the file stays unchanged."""
    before = await asyncio.to_thread(path.read_bytes)
    with closing(sqlite3.connect(path)) as plain:
        undone = set(plain.execute("SELECT game, n FROM decisions WHERE undone_at IS NOT NULL"))
    findings = [finding async for finding in operator_commands.rehearse_upgrade(path)]
    assert await asyncio.to_thread(path.read_bytes) == before
    async with await Database.open(path) as db:
        changed = db.upgraded_from is not None
    assert changed == any(
        not finding.table_id and "brought up to date from version" in finding.text for finding in findings
    )
    wrong = [finding for finding in findings if not finding.is_ok]
    assert len(findings) > 10 and all("its turn would begin again" in finding.text for finding in wrong)
    async with await Database.open(path) as db:
        service = TableService(db, Clock(), "en")
        await service.load_games_in_play()
        undone_now = set(await db.fetch_rows("SELECT game, n FROM decisions WHERE undone_at IS NOT NULL"))
    assert {finding.table_id for finding in wrong} == {table_id for table_id, _ in undone_now - undone}, (
        "what was foretold is what comes"
    )


def test_renamed_fields_keep_their_stored_names() -> None:
    """Waiting notices and settings of servers that an earlier version wrote are read, and the other way round."""
    notice = msgspec.to_builtins(Notice(Message("notice.late"), more_time_seat=0, takeover_seat=1))
    assert (notice["gives"], notice["relieves"]) == (0, 1)
    assert msgspec.json.decode(b'{"way": "direct"}', type=ServerSettings).notification_channel == "direct"
