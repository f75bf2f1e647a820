"""A choice in a menu that was refused can be repeated: apps send the same choice only after an edit of the message."""

from __future__ import annotations

from bot.fake_discord import FakeUser
from bot.fake_discord.model import components as c
from tests.bot.conftest import TableHarness


async def test_refused_choice_can_be_repeated(table: TableHarness, ada: FakeUser, jiro: FakeUser) -> None:
    await ada.send_command("table open", game="flotsam")
    lobby = await table.find_lobby()
    menu = c.list_selects(lobby)[0]
    value = menu["options"][-1]["value"]
    first = await jiro.select_values(lobby, menu["custom_id"], value)
    again = await jiro.select_values(await table.find_lobby(), menu["custom_id"], value)
    assert first.text == again.text != ""
    after = await table.find_lobby()
    assert c.read_text(after) == c.read_text(lobby) and c.list_media_urls(after) == c.list_media_urls(lobby)
