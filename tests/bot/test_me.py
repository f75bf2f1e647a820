"""/me: a person's settings, in their language, with clear refusals of invalid values."""

from __future__ import annotations

import asyncio
import json

import pytest

from bot.fake_discord import FakeUser
from bot.fake_discord.model import components as c
from storage.persons import people
from tests.bot.history.test_history import read_attachment

from .conftest import TableHarness, confirm, find_custom_id, list_custom_ids


async def test_sleeping_hours_are_set_and_shown(table: TableHarness, ada: FakeUser, jiro: FakeUser) -> None:
    offered = await jiro.type_option("me hours", "zone", "tokyo")
    assert [choice["value"] for choice in offered] == ["Asia/Tokyo"]
    reply = await jiro.send_command("me hours", zone="Asia/Tokyo", night="２３：３０", rest="weekend")
    assert "23:30から8:30まで" in reply.text and "土曜日、日曜日" in reply.text
    assert "from 23:00 to 8:00" in (await ada.send_command("me hours", zone="Europe/Rome", night="23")).text


async def test_invalid_settings_are_explained(table: TableHarness, ada: FakeUser, jiro: FakeUser) -> None:
    assert "“late” is not a time" in (await ada.send_command("me hours", zone="UTC", night="late")).text
    assert "2027-01-31 のように" in (await jiro.send_command("me away", until="あした")).text
    assert "no time zone “Nowhere”" in (await ada.send_command("me hours", zone="Nowhere", night="23")).text
    assert not list_custom_ids((await ada.send_command("me notices")).message, "h:", "present"), "she is not away"


async def test_absence_shows_the_remaining_leave(table: TableHarness, ada: FakeUser, jiro: FakeUser) -> None:
    await table.open_and_start(ada, jiro)
    reply = await ada.send_command("me away", until="2099-01-01")
    assert "days of leave remaining" in reply.text


async def test_personal_reminder_hours(table: TableHarness, ada: FakeUser) -> None:
    assert "after 6 hours" in (await ada.send_command("me notices", reminder=6)).text
    assert "Each table sets when you are reminded" in (await ada.send_command("me notices", reminder=0)).text


async def test_new_player_is_asked_for_sleeping_hours_with_a_guess(
    table: TableHarness, ada: FakeUser, jiro: FakeUser
) -> None:
    await ada.send_command("table open", game="flotsam", language="en")
    lobby = await table.find_lobby()
    joined = await jiro.click(lobby, "Join")
    async with asyncio.timeout(60):
        while not joined.followups:
            await asyncio.sleep(0.005)
    [sleep_question] = joined.followups
    assert "Asia/Tokyo" in c.read_text(sleep_question) and "これでよいですか" in c.read_text(sleep_question)
    right = next(b for b in c.list_of_types(sleep_question, c.BUTTON) if b.get("label") == "これでよい")
    reply = await jiro.click(sleep_question, right["label"])
    assert "23:00から8:00まで" in reply.text
    row = await people.load_person(table.db, int(jiro.id))
    assert row is not None and (row.zone, row.night) == ("Asia/Tokyo", 23 * 60)
    async with asyncio.timeout(60):  # his language is stored after the answer
        while (row := await people.load_person(table.db, int(jiro.id))) is None or row.reads != "ja":
            await asyncio.sleep(0.005)


async def test_counted_leave_is_chosen_in_the_lobby(table: TableHarness, ada: FakeUser) -> None:
    await ada.send_command("table open", game="flotsam", pace="friends", language="en")
    assert "stops the clock here for up to 14 days per person" in (await table.open_terms(ada)).text
    changed = await table.change_terms(ada, "setting", "leave_days=7")
    await table.wait_for_outbox()
    assert "up to 7 days per person" in changed.text
    changed = await table.change_terms(ada, "setting", "leave_days=0")
    assert "always stops the clock here" in changed.text


async def test_personal_data_can_be_exported_and_deleted(table: TableHarness, ada: FakeUser, jiro: FakeUser) -> None:
    await table.open_and_start(ada, jiro)
    await ada.send_command("me hours", zone="Europe/Rome", night="23")
    export_reply = await table.press_in_settings(ada, "export")
    assert export_reply.is_ephemeral
    exported = json.loads(read_attachment(table, export_reply.message["attachments"][0]))
    assert exported["people"][0]["zone"] == "Europe/Rome"
    settings = await ada.send_command("me notices")
    page = await table.press_in_settings(ada, "forget")
    assert "cannot be undone" in page.text
    assert "自分のデータを削除" in (await table.press_in_settings(jiro, "forget")).text
    done = await confirm(ada, page)
    assert "You have been forgotten" in done.text
    await table.wait_for_outbox()
    assert "Ada" not in c.read_text(await table.find_card())
    seats = (await jiro.send_command("table seats")).text
    assert "Ada" not in seats and "N.N." in seats
    again = await ada.click(settings, find_custom_id(settings.message, "h:", "export"))
    exported = json.loads(read_attachment(table, again.message["attachments"][0]))
    assert set(exported) == {"format", "person"}


async def test_a_report_comes_back_as_a_file(table: TableHarness, ada: FakeUser, jiro: FakeUser) -> None:
    assert "There is no table" in (await ada.send_command("report", what="Nothing here")).text
    await table.open_and_start(ada, jiro)
    reply = await jiro.send_command("report", what="値段がおかしい")
    assert reply.is_ephemeral and "報告1" in reply.text
    report_file = json.loads(read_attachment(table, reply.message["attachments"][0]))
    assert (
        report_file["report"]["text"] == "値段がおかしい"
        and report_file["report"]["seat"] == 1
        and report_file["rest"] is None
    )


@pytest.mark.parametrize("day", ["9999-12-31", "0001-01-01", "1999-12-31", "2101-01-01"])
async def test_far_days_get_a_sentence(table: TableHarness, ada: FakeUser, jiro: FakeUser, day: str) -> None:
    await table.open_and_start(ada, jiro)
    for command, options in (
        ("me away", {"until": day}),
        ("me away", {"from": day, "until": "2027-01-31"}),
        ("table pause", {"until": day}),
        ("table sitter", {"until": day, "person": jiro.id}),
    ):
        reply = await ada.send_command(command, **options)
        assert "it must be between 2000 and 2100" in reply.text, (command, reply.text)
    assert "2000年から2100年まで" in (await jiro.send_command("me away", until=day)).text
