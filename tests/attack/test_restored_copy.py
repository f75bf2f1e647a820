"""After a restore: no old message acts on another table, numbers are not used again, and every table is told once."""

from __future__ import annotations

import lzma
from collections.abc import AsyncIterator
from importlib import metadata
from pathlib import Path

import pytest

from bot import maintenance, operator_commands
from bot.fake_discord import FakeUser
from bot.table import TableService
from bot.table.background.restored_tables import enqueue_restore_notices
from bot.table.state.table import QuestionRef
from storage import Database, DatabaseUnavailable, copies, safeguards
from storage.kinds import OutboxKind
from storage.messages import outbox_rows
from storage.play import seats
from tests.bot.conftest import TableHarness, ada, find_custom_id, jiro, real_discord_afterwards, table
from tests.storage.commits import create_game
from tests.table.conftest import AOI, MARCO, Clock, Players

from .test_from_discord import press_forged_id

__all__ = ["ada", "jiro", "real_discord_afterwards", "table"]

DATABASES = Path(__file__).parents[1] / "table" / "databases"
GONE, ELSEWHERE = "table no longer exists", "table is in another channel"


async def change_row(table: TableHarness, assignment: str) -> None:
    """Change table 1 as if a later table had its number; the bot forgets it, as if started on a restored copy."""
    async with table.db.transaction() as tx:
        await tx.execute(f"UPDATE games SET {assignment} WHERE id = 1")
    table.bot.service._tables.clear()


async def test_message_of_lost_table_does_not_act_on_newer_one(
    table: TableHarness, ada: FakeUser, jiro: FakeUser
) -> None:
    await ada.send_command("table open", game="flotsam")
    lobby = await table.find_lobby()
    await change_row(table, "tag = '0fa3c1'")
    refused = await jiro.click(lobby, "Join")
    assert refused.is_ephemeral and "この" in refused.text and "もうありません" in refused.text
    assert len(await seats.load_seats(table.db, 1)) == 1


async def test_untagged_control_acts_only_on_untagged_table(table: TableHarness, ada: FakeUser, jiro: FakeUser) -> None:
    await ada.send_command("table open", game="flotsam")
    lobby = await table.find_lobby()
    refused = await press_forged_id(table, jiro, lobby, "t:1:join")
    assert refused is not None and "もうありません" in refused.text
    await change_row(table, "tag = NULL")
    await press_forged_id(table, jiro, lobby, "t:1:join")
    assert len(await seats.load_seats(table.db, 1)) == 2


async def test_panel_of_lost_table_answers_nothing(table: TableHarness, ada: FakeUser, jiro: FakeUser) -> None:
    await table.open_and_start(ada, jiro)
    panel = await table.open_panel(ada)
    await change_row(table, "tag = '0fa3c1'")
    refused = await ada.click(panel, find_custom_id(panel.message, "p:", "details"))
    assert GONE in refused.text


async def test_menu_and_form_of_lost_table_do_nothing(table: TableHarness, ada: FakeUser) -> None:
    await ada.send_command("table open", game="flotsam")
    lobby, reply = await table.find_lobby(), await table.press_in_details(ada, "word")
    await change_row(table, "tag = '0fa3c1'")
    assert GONE in (await ada.submit_modal(reply, {"word": "rosebud"})).text
    assert GONE in (await ada.use_menu(lobby, "Report")).text


@pytest.mark.parametrize("assignment", ["channel_id = 999", "guild_id = 999"])
async def test_public_message_elsewhere_is_refused(
    table: TableHarness, ada: FakeUser, jiro: FakeUser, assignment: str
) -> None:
    """A private page may be anywhere: its own table is checked by its tag."""
    await table.open_and_start(ada, jiro)
    card, panel = await table.find_card(), await table.open_panel(ada)
    await change_row(table, assignment)
    refused = await ada.click(card, find_custom_id(card, "t:", "play"))
    assert refused.is_ephemeral and ELSEWHERE in refused.text
    answered = await ada.click(panel, find_custom_id(panel.message, "p:", "details"))
    assert ELSEWHERE not in answered.text


def test_references_of_earlier_versions_are_read() -> None:
    assert QuestionRef.decode("12.0.45.2") == QuestionRef(12, 0, 45, 2)
    assert QuestionRef.decode("12.0.45.2.0fa3c1") == QuestionRef(12, 0, 45, 2, "0fa3c1")
    for ref in (QuestionRef(12, 0, 45, 2), QuestionRef(12, 0, 45, 2, "0fa3c1")):
        assert QuestionRef.decode(ref.encode()) == ref


@pytest.mark.parametrize("keeps_usage", [True, False])
async def test_restored_copy_starts_and_uses_no_number_again(tmp_path: Path, keeps_usage: bool) -> None:
    database, copy = tmp_path / "teban.db", tmp_path / "copy.db"
    async with await Database.open(database) as db:
        await create_game(db, channel=500)
        await operator_commands.back_up_database(database, copy)
        lost = [await create_game(db, channel=501 + nth) for nth in range(3)]
        await maintenance.run_maintenance(db)
    database.write_bytes(copy.read_bytes())
    if not keeps_usage:
        safeguards.find_usage_path(database).unlink()
    async with await Database.open(database) as db:
        await maintenance.start_maintenance(db)
        number = await create_game(db, channel=600)
    assert number > max(lost) + (copies.SKIPPED_NUMBERS if keeps_usage else 0)


@pytest.mark.parametrize("version", ["0.13.0", "0.14.0", "0.17.0"])
async def test_copy_from_before_an_upgrade_is_a_copy(tmp_path: Path, version: str) -> None:
    """It is restored to go back to that version. A database of before 0.14 has no place for the time of a copy."""
    database = tmp_path / "teban.db"
    database.write_bytes(lzma.decompress((DATABASES / f"{version}-five-games.db.xz").read_bytes()))
    async with maintenance.open_upgraded(database) as db:
        await maintenance.start_maintenance(db)
        lost = await create_game(db, channel=500)
        await maintenance.run_maintenance(db)
        assert await copies.load_copy_time(db) is None
    safeguards.find_copy_path(database, metadata.version("teban")).replace(database)
    async with maintenance.open_upgraded(database) as db:
        if version == "0.13.0":
            with pytest.raises(DatabaseUnavailable, match="older copy"):
                await maintenance.start_maintenance(db)
        else:
            await maintenance.start_maintenance(db)
            assert await copies.load_copy_time(db) is not None, "the notices are still to come"
            assert await create_game(db, channel=600) > lost


async def test_running_database_is_no_copy(tmp_path: Path) -> None:
    database = tmp_path / "teban.db"
    async with await Database.open(database) as db:
        await operator_commands.back_up_database(database, tmp_path / "copy.db")
        assert await copies.load_copy_time(db) is None


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
async def service(tmp_path: Path, clock: Clock) -> AsyncIterator[TableService]:
    async with await Database.open(tmp_path / "teban.db") as db:
        yield TableService(db, clock, "en")


async def test_each_table_is_told_once(service: TableService, clock: Clock) -> None:
    players = Players(service, clock)
    table_ids = [await players.start_table(AOI, MARCO, channel=7), await players.start_table(AOI, MARCO, channel=8)]
    await players.play_to_end(await players.start_table(AOI, MARCO, channel=9))

    async def list_notices(table_id: int) -> list[str]:
        rows = await outbox_rows.load_rows_newest_first(service.db, table_id, OutboxKind.NOTICE)
        return [row.key for row in rows if row.key.startswith("notice.restored")]

    await enqueue_restore_notices(service)
    assert [await list_notices(table_id) for table_id in table_ids] == [[], []]
    for _ in range(2):  # the second time as after a crash before the copy was settled
        async with service.db.transaction() as tx:
            await tx.execute("INSERT INTO copies (made_at) VALUES (77000)")
        await enqueue_restore_notices(service)
        assert await copies.load_copy_time(service.db) is None
    assert [await list_notices(table_id) for table_id in (*table_ids, 3)] == [["notice.restored:77000"]] * 2 + [[]]


async def test_damaged_table_keeps_no_other_from_being_told(service: TableService, clock: Clock) -> None:
    players = Players(service, clock)
    damaged, sound = [await players.start_table(AOI, MARCO, channel=channel) for channel in (7, 8)]
    async with service.db.transaction() as tx:
        await tx.execute("INSERT INTO copies (made_at) VALUES (77000)")
        await tx.execute("UPDATE games SET setup = ? WHERE id = ?", (b"{", damaged))
    await enqueue_restore_notices(TableService(service.db, clock, "en"))
    rows = await outbox_rows.load_rows_newest_first(service.db, sound, OutboxKind.NOTICE)
    assert any(row.key == "notice.restored:77000" for row in rows) and await copies.load_copy_time(service.db) is None
