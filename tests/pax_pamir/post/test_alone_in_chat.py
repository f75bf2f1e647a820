"""Alone against Wakhan in chat: what she does after the one person's answer."""

from __future__ import annotations

from bot.standin import Person
from tests.bot.conftest import Table, ada, idents, jiro, real_discord_afterwards, table

__all__ = ["ada", "jiro", "real_discord_afterwards", "table"]


async def test_an_answer_shows_what_others_did_and_nothing_older(table: Table, ada: Person) -> None:
    """Alone against Wakhan the first answer lets her play; the market was laid out before."""
    await table.open(ada, game="pax_pamir")
    panel = await table.play(ada)
    after = await ada.click(panel, idents(panel.message, "p:", "pick")[0])
    assert "■ B **Wakhan**\n• " in after.text
    assert "**Ada**\n• Is loyal to" not in after.text, "one's own answer is known"
    assert "The market:" not in after.text


async def test_a_card_is_found_by_ear_and_says_how_it_is_read(table: Table, ada: Person, jiro: Person) -> None:
    await table.open(ada, jiro, game="pax_pamir")
    found = await jiro.slash("rules", about="しんでぃ")
    assert "Sindhi Warriors" in found.text and "-# シンディ・ウォリアーズ" in found.text
    english = await ada.slash("rules", about="sindhi")
    assert "Sindhi Warriors" in english.text and "シンディ" not in english.text
