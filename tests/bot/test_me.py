"""/me: what a person settles, in the own language, with clear answers to what cannot be."""

from __future__ import annotations

from bot.standin import Person

from .conftest import Table


async def test_hours_are_told_and_shown(table: Table, ada: Person, jiro: Person) -> None:
    offered = await jiro.autocomplete("me hours", "zone", "tokyo")
    assert [choice["value"] for choice in offered] == ["Asia/Tokyo"]
    shown = await jiro.slash("me hours", zone="Asia/Tokyo", night="２３：３０", rest="weekend")
    assert "23:30から8:30まで" in shown.text and "土曜日, 日曜日" in shown.text
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
