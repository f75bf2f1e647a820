"""/me: what a person settles, in the own language, with clear answers to what cannot be."""

from __future__ import annotations

import asyncio

from bot.standin import Person
from bot.standin.model import components as c
from storage.persons import people

from .conftest import Table, ident


async def test_hours_are_told_and_shown(table: Table, ada: Person, jiro: Person) -> None:
    offered = await jiro.autocomplete("me hours", "zone", "tokyo")
    assert [choice["value"] for choice in offered] == ["Asia/Tokyo"]
    shown = await jiro.slash("me hours", zone="Asia/Tokyo", night="２３：３０", rest="weekend")
    assert "23:30から8:30まで" in shown.text and "土曜日、日曜日" in shown.text
    assert "from 23:00 to 8:00" in (await ada.slash("me hours", zone="Europe/Rome", night="23")).text


async def test_what_cannot_be_is_said(table: Table, ada: Person, jiro: Person) -> None:
    assert "at a time like 23:30, not late" in (await ada.slash("me hours", zone="UTC", night="late")).text
    assert "2027-01-31 のように" in (await jiro.slash("me away", until="あした")).text
    assert "no time zone Nowhere" in (await ada.slash("me hours", zone="Nowhere", night="23")).text
    assert "You are not away." in (await ada.slash("me back")).text


async def test_a_holiday_is_told_at_the_tables(table: Table, ada: Person, jiro: Person) -> None:
    await table.open(ada, jiro)
    shown = await ada.slash("me away", until="2099-01-01")
    assert "days of leave left" in shown.text


async def test_the_own_reminder(table: Table, ada: Person) -> None:
    assert "after 6 hours" in (await ada.slash("me reminder", hours=6)).text
    assert "as each table does" in (await ada.slash("me reminder")).text


async def test_whoever_sits_down_is_asked_when_they_sleep_with_a_guess(table: Table, ada: Person, jiro: Person) -> None:
    await ada.slash("table open", game="flotsam", language="en")
    lobby = await table.lobby()
    joined = await jiro.click(lobby, "Join")
    async with asyncio.timeout(5):
        while not joined.followups:
            await asyncio.sleep(0.005)
    [asked] = joined.followups
    assert "Asia/Tokyo" in c.text(asked) and "何時に寝ますか" in c.text(asked)
    right = next(b for b in c.of_type(asked, c.BUTTON) if b.get("label") == "そのとおりです")
    shown = await jiro.click(asked, right["label"])
    assert "23:00から8:00まで" in shown.text
    row = await people.get(table.db, int(jiro.id))
    assert row is not None and (row.zone, row.night) == ("Asia/Tokyo", 23 * 60)
    async with asyncio.timeout(5):  # his language is stored after the answer
        while (row := await people.get(table.db, int(jiro.id))) is None or row.reads != "ja":
            await asyncio.sleep(0.005)


async def test_whoever_sits_down_by_the_command_is_asked_as_well(table: Table, ada: Person, jiro: Person) -> None:
    await ada.slash("table open", game="flotsam", language="en")
    await table.lobby()
    joined = await jiro.slash("table join")
    async with asyncio.timeout(5):
        while not joined.followups:
            await asyncio.sleep(0.005)
    [asked] = joined.followups
    assert "Asia/Tokyo" in c.text(asked) and "何時に寝ますか" in c.text(asked)


async def test_how_much_leave_a_table_counts_is_agreed_before_the_start(table: Table, ada: Person) -> None:
    await ada.slash("table open", game="flotsam", pace="brisk", language="en")
    lobby = await table.lobby()
    assert "up to 14 days of each person" in c.text(lobby)
    changed = await ada.select(lobby, ident(lobby, "t:", "setting"), "leave_days=7")
    await table.said()
    assert "up to 7 days of each person" in changed.text
    changed = await ada.select(await table.lobby(), ident(lobby, "t:", "setting"), "leave_days=0")
    assert "all of it stops the clock" in changed.text
