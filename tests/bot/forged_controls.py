"""Controls that the bot never sent, on a message of the bot: the fake server then lets people use them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from bot.fake_discord.model import components as c
from tests.bot.conftest import Json, TableHarness


@contextmanager
def forge_control(table: TableHarness, message: Json, custom_id: str, value: str | None) -> Iterator[None]:
    """Turn one of the message's buttons into a button with this id or, given a value, into a menu that offers it."""
    stored_message = table.driver.world.messages.find_message(message["channel_id"], message["id"])
    control = next(b for b in c.list_of_types(stored_message, c.BUTTON) if not b.get("disabled") and "custom_id" in b)
    before = dict(control)
    if value is not None:
        control.clear()
        control |= {"id": before["id"], "type": c.STRING_SELECT, "options": [{"label": value, "value": value}]}
    control["custom_id"] = custom_id
    try:
        yield
    finally:
        control.clear()
        control |= before
