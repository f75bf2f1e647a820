"""Alone against Wakhan in chat: what she does after the one person's answer."""

from __future__ import annotations

from bot.standin import Person
from tests.bot.conftest import Table, ada, idents, real_discord_afterwards, table

__all__ = ["ada", "real_discord_afterwards", "table"]


async def test_an_answer_shows_what_came_of_it_and_nothing_older(table: Table, ada: Person) -> None:
    """Alone against Wakhan the first answer lets her play; the market was laid out before."""
    await table.open(ada, game="pax_pamir")
    panel = await table.play(ada)
    after = await ada.click(panel, idents(panel.message, "p:", "pick")[0])
    assert "• Ada is loyal to" in after.text and "• Wakhan's card" in after.text
    assert "The market:" not in after.text
