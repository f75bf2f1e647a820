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
    assert "brisk" in page.text and "after 6 hours" in page.text and "Japanese and English" in page.text
    await jiro.slash("table open", game="flotsam")
    lobby = c.text(await table.lobby())
    assert ("brisk" in lobby and "6" in lobby and "own unconfirmed" in lobby and "さっと" in lobby) or "brisk" in lobby
    await jiro.slash("table end")
    await table.said()
    await jiro.slash("table open", game="flotsam", pace="slow", reminder=0, undo="consent", language="en")
    lobby = c.text(await table.lobby())
    assert "slow" in lobby and "No reminders" in lobby and "everybody agrees" in lobby
    assert "as usual" in (await ada.slash("server defaults", pace="usual", undo="usual", language="usual")).text
    assert "催促なし" in (await jiro.slash("table settings")).text


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


async def test_a_role_may_open_tables_as_well(table: Table, ada: Person, jiro: Person) -> None:
    manages(table, ada)
    world = table.driver.world
    role = world.add_role(table.driver.guild_id, "players")
    await ada.slash("server tables", who="managers", role=role)
    assert "一部の人だけ" in (await jiro.slash("table open", game="flotsam")).text
    member = world.members[table.driver.guild_id, jiro.id]
    member["roles"] = [role["id"]]
    assert "第1卓" in (await jiro.slash("table open", game="flotsam")).text
