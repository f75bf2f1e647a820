"""/me export and /me forget by the real client."""

from __future__ import annotations

import json

from bot.standin import Person
from bot.standin.model import components as c
from tests.bot.conftest import Table

from .test_history import content_of


async def test_what_is_kept_can_be_had_and_forgotten(table: Table, ada: Person, jiro: Person) -> None:
    await table.open(ada, jiro)
    await ada.slash("me hours", zone="Europe/Rome", night="23")
    got = await ada.slash("me export")
    assert got.ephemeral
    kept = json.loads(content_of(table, got.message["attachments"][0]))
    assert kept["people"][0]["zone"] == "Europe/Rome"
    page = await ada.slash("me forget")
    assert "cannot be taken back" in page.text
    assert "忘れてもらう" in (await jiro.slash("me forget")).text
    done = await ada.click(page, "h:forget")
    change = await done.next_change()
    assert change is not None and "You are forgotten" in c.text(change)
    await table.said()
    assert "Ada" not in c.text(await table.card())
    seats = (await jiro.slash("table seats")).text
    assert "Ada" not in seats and "N.N." in seats
    again = await ada.slash("me export")
    kept = json.loads(content_of(table, again.message["attachments"][0]))
    assert set(kept) == {"format", "person"}


async def test_a_report_comes_back_as_a_file(table: Table, ada: Person, jiro: Person) -> None:
    assert "There is no table" in (await ada.slash("report", what="Nothing here")).text
    await table.open(ada, jiro)
    got = await jiro.slash("report", what="値段がおかしい")
    assert got.ephemeral and "報告1" in got.text
    kept = json.loads(content_of(table, got.message["attachments"][0]))
    assert kept["report"]["text"] == "値段がおかしい" and kept["report"]["seat"] == 1 and kept["rest"] is None
