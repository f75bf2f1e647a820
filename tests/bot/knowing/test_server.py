"""/server: defaults of new tables, who may open them and where; only for who manages the server."""

from __future__ import annotations

import pytest

from bot.standin import Impossible, Person
from bot.standin.model import components as c
from bot.standin.model.permissions import Permission
from tests.bot.conftest import Table


def manages(table: Table, person: Person) -> None:
    """The person gets a role that manages the server."""
    world = table.driver.world
    role = world.add_role(table.driver.guild_id, "keepers", int(Permission.MANAGE_GUILD))
    member = world.members[table.driver.guild_id, person.id]
    member["roles"] = [*member["roles"], role["id"]]


async def test_defaults_of_the_server_hold_for_new_tables(table: Table, ada: Person, jiro: Person) -> None:
    with pytest.raises(Impossible):
        await ada.slash("server defaults", pace="none")
    manages(table, ada)
    page = await ada.slash("server defaults", pace="brisk", reminder=6, undo="own", language="both")
    assert "**Pace: brisk" in page.text and "after 6 hours" in page.text and "Japanese and English" in page.text
    assert not any(line.count(": ") > 1 for line in page.text.split("\n")), "a setting names itself"
    await jiro.slash("table open", game="flotsam")
    lobby = c.text(await table.lobby())
    assert all(words in lobby for words in ("brisk", "own unconfirmed", "速さ：速い"))
    assert "6 hours" not in lobby, "a clock says itself when it reminds"
    await jiro.slash("table end")
    await table.said()
    await jiro.slash("table open", game="flotsam", pace="slow", reminder=0, undo="consent", language="en")
    lobby = c.text(await table.lobby())
    assert "slow" in lobby and "No reminders" in lobby and "everybody agrees" in lobby
    assert "as usual" in (await ada.slash("server defaults", pace="usual", undo="usual", language="usual")).text
    assert "催促なし" in (await jiro.slash("table settings")).text


async def test_newcomers_are_called_as_the_server_has_it(table: Table, ada: Person, jiro: Person) -> None:
    manages(table, ada)
    await ada.slash("me notices", way="channel")
    page = await ada.slash("server defaults", notices="direct")
    assert "Calls: by direct message, unless" in page.text
    assert "called in the channel of each table" in (await ada.slash("me notices")).text, "she has said it herself"
    assert "ここではダイレクトメッセージ" in (await jiro.slash("me notices")).text
    await table.bidding(ada, jiro)
    await table.said()

    called = await table.db.rows("SELECT CASE direct WHEN 1 THEN target END, direct FROM outbox WHERE kind = 'ping'")
    assert (int(jiro.id), 1) in called and (int(ada.id), 1) not in called
    assert len(called) > len([row for row in called if row[1]]), "who has chosen the channel is called there"


async def test_a_choice_of_ones_own_is_taken_back(table: Table, ada: Person, jiro: Person) -> None:
    manages(table, ada)
    await ada.slash("server defaults", notices="silent")
    assert "ここではお呼びしません" in (await jiro.slash("me notices")).text
    assert "チャンネルでお呼びします" in (await jiro.slash("me notices", way="channel")).text
    assert "ここではお呼びしません" in (await jiro.slash("me notices", way="same")).text
    await ada.slash("server defaults", notices="usual")
    assert "設定がなければ、チャンネルで" in (await jiro.slash("me notices")).text


async def test_who_may_open_tables_and_where(table: Table, ada: Person, jiro: Person) -> None:
    manages(table, ada)
    other = table.driver.new_channel("elsewhere")
    elsewhere = other.data
    page = await ada.slash("server tables", who="managers", channel=elsewhere)
    assert f"<#{other.id}>" in page.text and "who manages channels" in page.text
    assert "一部の人だけ" in (await jiro.slash("table open", game="flotsam")).text
    await ada.slash("server tables", who="everybody")
    assert f"<#{other.id}>" in (await jiro.slash("table open", game="flotsam")).text
    assert "第1卓" in (await jiro.at(other.id).slash("table open", game="flotsam")).text
    assert "in every channel" in (await ada.slash("server tables", channel=elsewhere)).text
    await ada.slash("server tables", channel=elsewhere)
    assert "in every channel" in (await ada.slash("server tables", everywhere=True)).text


async def test_a_server_may_limit_how_many_tables_somebody_sits_at(table: Table, ada: Person, jiro: Person) -> None:
    manages(table, ada)
    assert "as many as they like" in (await ada.slash("server tables")).text
    assert "3 more than they have finished" in (await ada.slash("server tables", limit=True)).text
    for nth in range(3):
        channel = table.driver.new_channel(f"room{nth}")
        assert "卓" in (await jiro.at(channel.id).slash("table open", game="flotsam")).text
    said = (await jiro.slash("table open", game="flotsam")).text
    assert "3卓まで" in said and "3卓に着いています" in said
    await ada.slash("table open", game="flotsam")
    assert "3卓まで" in (await jiro.slash("table join")).text
    await ada.slash("server tables", limit=False)
    assert "3卓まで" not in (await jiro.slash("table join")).text
    await table.said()
    assert "B **次郎**" in c.text(await table.lobby())


async def test_a_role_may_open_tables_as_well(table: Table, ada: Person, jiro: Person) -> None:
    manages(table, ada)
    world = table.driver.world
    role = world.add_role(table.driver.guild_id, "players")
    await ada.slash("server tables", who="managers", role=role)
    assert "一部の人だけ" in (await jiro.slash("table open", game="flotsam")).text
    member = world.members[table.driver.guild_id, jiro.id]
    member["roles"] = [role["id"]]
    assert "第1卓" in (await jiro.slash("table open", game="flotsam")).text
