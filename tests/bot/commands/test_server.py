"""/server: defaults of new tables and permissions to open them; only for people who manage the server."""

from __future__ import annotations

import pytest

from bot.fake_discord import FakeUser, ImpossibleAction
from bot.fake_discord.model import components as c
from bot.fake_discord.model.permissions import Permission
from bot.table.terms.server_settings import ServerSettings, load_server_settings
from tests.bot.conftest import TableHarness


def let_manage_server(table: TableHarness, person: FakeUser) -> None:
    """Give the person a role that may manage the server."""
    world = table.driver.world
    role = world.add_role(table.driver.guild_id, "keepers", int(Permission.MANAGE_GUILD))
    member = world.members[table.driver.guild_id, person.id]
    member["roles"] = [*member["roles"], role["id"]]


async def test_defaults_of_the_server_hold_for_new_tables(table: TableHarness, ada: FakeUser, jiro: FakeUser) -> None:
    with pytest.raises(ImpossibleAction):
        await ada.send_command("server defaults", pace="none")
    let_manage_server(table, ada)
    page = await ada.send_command("server defaults", pace="friends", reminder=6, undo="own", language="both")
    assert "**Pace: friends" in page.text and "after 6 hours" in page.text and "Japanese and English" in page.text
    assert not any(line.count(": ") > 1 for line in page.text.split("\n")), "a setting names itself"
    await jiro.send_command("table open", game="flotsam")
    lobby = c.read_text(await table.find_lobby())
    assert all(words in lobby for words in ("Pace: friends", "速さ：仲間うち"))
    details = (await table.open_terms(jiro)).text
    assert "確定前の自分の手だけ" in details
    assert "6時間" not in details, "a clock says itself when it reminds"
    await table.send_confirmed(jiro, "table end")
    await table.wait_for_outbox()
    await jiro.send_command("table open", game="flotsam", pace="slow", reminder=0, undo="consent", language="en")
    details = (await table.open_terms(jiro)).text
    assert "ゆっくり" in details and "催促なし" in details and "全員の同意で" in details
    assert "Pace: slow" in c.read_text(await table.find_lobby())
    assert "as usual" in (await ada.send_command("server defaults", pace="usual", undo="usual", language="usual")).text
    assert "催促なし" in (await jiro.send_command("table seats")).text


async def test_command_that_is_offered_to_others_changes_nothing_for_them(
    table: TableHarness, ada: FakeUser, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A server decides for itself which people may use which command."""
    monkeypatch.setattr(table.driver.world.installs, "is_offered", lambda *_: True)
    assert "Only people with the permission" in (await ada.send_command("server defaults", pace="none")).text
    assert "Only people with the permission" in (await ada.send_command("server tables", who="managers")).text
    assert await load_server_settings(table.db, int(table.driver.guild_id)) == ServerSettings()


async def test_servers_notification_channel_is_the_default(table: TableHarness, ada: FakeUser, jiro: FakeUser) -> None:
    let_manage_server(table, ada)
    await ada.send_command("me notices", way="channel")
    page = await ada.send_command("server defaults", notices="direct")
    assert "Notifications: by direct message, unless" in page.text
    assert "notified in the channel of each table" in (await ada.send_command("me notices")).text, (
        "she has said it herself"
    )
    assert "ここではダイレクトメッセージ" in (await jiro.send_command("me notices")).text
    await table.start_bidding(ada, jiro)
    await table.wait_for_outbox()

    rows = await table.db.fetch_rows(
        "SELECT CASE direct WHEN 1 THEN target END, direct FROM outbox WHERE kind = 'ping'"
    )
    assert (int(jiro.id), 1) in rows and (int(ada.id), 1) not in rows
    assert len(rows) > len([row for row in rows if row[1]]), "who has chosen the channel is called there"


async def test_own_notification_channel_can_be_reset(table: TableHarness, ada: FakeUser, jiro: FakeUser) -> None:
    let_manage_server(table, ada)
    await ada.send_command("server defaults", notices="silent")
    assert "ここでは通知しません" in (await jiro.send_command("me notices")).text
    assert "チャンネルで通知します" in (await jiro.send_command("me notices", way="channel")).text
    assert "ここでは通知しません" in (await jiro.send_command("me notices", way="same")).text
    await ada.send_command("server defaults", notices="usual")
    assert "設定がなければ、チャンネルで" in (await jiro.send_command("me notices")).text


async def test_server_limits_openers_and_channel(table: TableHarness, ada: FakeUser, jiro: FakeUser) -> None:
    let_manage_server(table, ada)
    other = table.driver.add_channel("elsewhere")
    channel = other.data
    page = await ada.send_command("server tables", who="managers", channel=channel)
    assert f"<#{other.id}>" in page.text and "people who can manage channels" in page.text
    assert "一部の人だけ" in (await jiro.send_command("table open", game="flotsam")).text
    await ada.send_command("server tables", who="everybody")
    assert f"<#{other.id}>" in (await jiro.send_command("table open", game="flotsam")).text
    assert "第1卓" in (await jiro.in_channel(other.id).send_command("table open", game="flotsam")).text
    assert "in every channel" in (await ada.send_command("server tables", channel=channel)).text
    await ada.send_command("server tables", channel=channel)
    assert "in every channel" in (await ada.send_command("server tables", everywhere=True)).text


async def test_server_may_limit_the_tables_per_person(table: TableHarness, ada: FakeUser, jiro: FakeUser) -> None:
    let_manage_server(table, ada)
    assert "as many as they like" in (await ada.send_command("server tables")).text
    assert (
        "3 more than the number of games they have finished"
        in (await ada.send_command("server tables", limit=True)).text
    )
    for n in range(3):
        channel = table.driver.add_channel(f"room{n}")
        assert "卓" in (await jiro.in_channel(channel.id).send_command("table open", game="flotsam")).text
    refusal = (await jiro.send_command("table open", game="flotsam")).text
    assert "3卓まで" in refusal and "3卓に着いています" in refusal
    await ada.send_command("table open", game="flotsam")
    assert "3卓まで" in (await table.join_table(jiro)).text
    await ada.send_command("server tables", limit=False)
    assert "3卓まで" not in (await table.join_table(jiro)).text
    await table.wait_for_outbox()
    assert "B **次郎**" in c.read_text(await table.find_lobby())


async def test_a_role_may_open_tables_as_well(table: TableHarness, ada: FakeUser, jiro: FakeUser) -> None:
    let_manage_server(table, ada)
    world = table.driver.world
    role = world.add_role(table.driver.guild_id, "players")
    await ada.send_command("server tables", who="managers", role=role)
    assert "一部の人だけ" in (await jiro.send_command("table open", game="flotsam")).text
    member = world.members[table.driver.guild_id, jiro.id]
    member["roles"] = [role["id"]]
    assert "第1卓" in (await jiro.send_command("table open", game="flotsam")).text
