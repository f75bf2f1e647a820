"""Controls and entry forms that the bot never sent, on a message of the bot: the fake server lets people use them."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Mapping
from contextlib import contextmanager

from bot.fake_discord import FakeUser, Reply
from bot.fake_discord.model import components as c
from bot.fake_discord.model.interactions import Interaction
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


async def submit_forged_form(
    table: TableHarness, person: FakeUser, message: Json, custom_id: str, values: Mapping[str, str]
) -> Reply:
    """Submit an entry form with this id and these texts, as if a control of the message had opened it."""
    fields = [
        {"type": c.LABEL, "label": name, "component": {"type": c.TEXT_INPUT, "custom_id": name}} for name in values
    ]
    modal = {"custom_id": custom_id, "components": fields}
    table.driver.world.interactions._modals[person.id, custom_id] = Interaction(
        id="1",
        token="",
        type=3,
        user_id=person.id,
        channel_id=message["channel_id"],
        guild_id=table.driver.guild_id,
        data={},
        message_id=message["id"],
        created_at=0,
        sent_at=0,
        first_answer=asyncio.get_running_loop().create_future(),
        callback={"type": 9, "data": modal},
    )
    return await person.submit_modal(modal, values)
