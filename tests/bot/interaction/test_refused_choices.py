"""A choice in a menu that was refused can be made again: Discord sends it only after an edit of the message."""

from __future__ import annotations

import pytest

from bot.discord_ui.page import phone_screen
from bot.fake_discord import FakeUser
from bot.fake_discord.model import components as c
from bot.fake_discord.model.errors import Json
from bot.table.play import answers
from engines.kernel import Refused
from tests.bot.conftest import TableHarness, find_custom_id, list_custom_ids, press_bid, wait_for_note, wait_for_picture
from tests.bot.forged_controls import forge_control

LOW_SCREEN = 500
"""Height in px of a screen that has no room for a button for each bid."""
NEW_MESSAGE = 4
"""Type of the answer that leaves the pressed page as it is."""


def describe_message(message: Json) -> object:
    """Return what people see of a message: texts, controls and descriptions of pictures."""
    controls = c.list_of_types(message, c.BUTTON, c.STRING_SELECT)
    pictures = [item["description"] for item in c.list_media(message)]
    return c.list_texts(message), [{**control, "id": None} for control in controls], pictures


async def test_refused_choice_in_the_lobby_can_be_repeated(table: TableHarness, ada: FakeUser, jiro: FakeUser) -> None:
    """The public lobby of before 0.14 had menus."""
    await ada.send_command("table open", game="flotsam", language="en")
    await table.wait_for_outbox()
    lobby = await table.find_lobby()
    menu = find_custom_id((await table.open_terms(ada)).message, "t:", "setting")
    notes = []
    for count in (1, 2):
        with forge_control(table, lobby, menu, "players=4"):
            refused = await jiro.select_values(lobby, menu, "players=4")
            notes.append(await wait_for_note(table, jiro, refused, count))
    assert notes[0] == notes[1] and "ホストだけ" in notes[0]
    now = await table.find_lobby()
    assert describe_message(now) == describe_message(lobby), "nothing of the lobby changed"


async def test_choice_without_a_value_sets_nothing(table: TableHarness, ada: FakeUser) -> None:
    """Read as a setting that is off, it would make a rated table unrated."""
    await ada.send_command("table open", game="flotsam", rated=True)
    lobby = await table.find_lobby()
    menu = find_custom_id((await table.open_terms(ada)).message, "t:", "setting")
    with forge_control(table, lobby, menu, "rated"):
        refused = await ada.select_values(lobby, menu, "rated")
        assert "earlier version" in await wait_for_note(table, ada, refused)
    async with table.bot.service.lock_table(1) as table_state:
        assert table_state.settings.is_rated


async def test_refused_choice_on_a_private_page_keeps_its_picture(
    table: TableHarness, ada: FakeUser, jiro: FakeUser, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(phone_screen, "SCREEN_HEIGHT", LOW_SCREEN)
    await table.start_bidding(ada, jiro, language="en")
    panel = await table.open_panel(ada)
    before = await wait_for_picture(panel)
    menu = list_custom_ids(before, "p:", "choose")[0]

    async def refuse(*_: object) -> None:
        raise Refused("table.refused.not_seated")

    with monkeypatch.context() as patch:
        patch.setattr(answers, "answer_question", refuse)
        refused = await ada.select_values(panel, menu, "bid:2")
        await refused.wait_for_change()
    after = panel.message
    assert describe_message(after) == describe_message(before), "texts, menus and picture are as they were"
    assert c.list_media(after), "the picture stays"
    await ada.select_values(panel, menu, "bid:2")
    rows = await table.db.fetch_rows("SELECT keys FROM decisions WHERE seat = 0 ORDER BY n DESC LIMIT 1")
    assert "bid:2" in str(rows[0][0])


async def test_stored_choice_is_not_offered_again_when_its_answer_is_lost(
    table: TableHarness, ada: FakeUser, jiro: FakeUser
) -> None:
    await table.start_bidding(ada, jiro, language="en")
    panel = await table.open_panel(ada)
    await wait_for_picture(panel)
    lost = table.fake_discord.faults.cut_connection("POST", "/interactions/*/callback")
    answer = await press_bid(ada, panel, 2)
    rows = await table.db.fetch_rows("SELECT keys FROM decisions WHERE seat = 0 ORDER BY n DESC LIMIT 1")
    assert lost.hits == 1 and "bid:2" in str(rows[0][0])
    assert answer.type == NEW_MESSAGE, "a sentence beside the panel, not the answered question once more"
