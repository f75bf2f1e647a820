"""A single player against Wakhan in chat: her actions after the person's answer, and searching the rules."""

from __future__ import annotations

from bot.fake_discord import FakeUser
from tests.bot.conftest import TableHarness, ada, jiro, list_custom_ids, real_discord_afterwards, table

__all__ = ["ada", "jiro", "real_discord_afterwards", "table"]


async def test_answer_shows_only_the_actions_since_then(table: TableHarness, ada: FakeUser) -> None:
    """Against Wakhan alone she plays after the first answer; laying out the market came before it."""
    await table.open_and_start(ada, game="pax_pamir")
    panel = await table.open_panel(ada)
    after = await ada.click(panel, list_custom_ids(panel.message, "p:", "pick")[0])
    while "Still the old picture" in after.text:  # for want of room in the place of the news
        await after.wait_for_change()
    assert "Wakhan" in after.text.partition("\n")[0]
    assert "**Ada**\n• Is loyal to" not in after.text, "one's own answer is known"
    assert "The market:" not in after.text


async def test_card_is_found_by_its_reading_and_shows_it(table: TableHarness, ada: FakeUser, jiro: FakeUser) -> None:
    await table.open_and_start(ada, jiro, game="pax_pamir")
    reply = await jiro.send_command("rules", about="しんでぃ")
    assert "Sindhi Warriors" in reply.text and "-# シンディ・ウォリアーズ" in reply.text
    english = await ada.send_command("rules", about="sindhi")
    assert "Sindhi Warriors" in english.text and "シンディ" not in english.text
