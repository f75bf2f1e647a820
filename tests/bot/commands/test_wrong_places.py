"""A place, a person or a date that does not fit is refused with a sentence, and nothing is opened, moved or sent."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any
from unittest.mock import AsyncMock, Mock

import discord
import pytest

from bot.discord_ui.commands.channels import create_thread
from bot.discord_ui.commands.forums import find_forum
from bot.discord_ui.commands.parameters import build_guest
from bot.discord_ui.interaction.errors import UserError
from bot.discord_ui.interaction.first_answer import FirstAnswer
from bot.discord_ui.interaction.opening_rights import require_permissions
from bot.discord_ui.text.localizer import Localizer
from bot.fake_discord import FakeUser
from tests.bot.conftest import TableHarness


def build_context(**interaction: Any) -> Any:
    return SimpleNamespace(
        interaction=SimpleNamespace(user=object(), guild=None, **interaction), localizer=Localizer(("en",))
    )


async def test_thread_is_refused_where_none_can_be() -> None:
    voice, thread = Mock(spec=discord.VoiceChannel), Mock(spec=discord.Thread)
    with pytest.raises(UserError, match="no_threads_here"):
        async with create_thread(build_context(channel=voice), "Flotsam"):
            pass
    everything = discord.Permissions.all()
    here = build_context(channel=thread, app_permissions=everything, permissions=everything)
    require_permissions(here, opens_thread=False)
    with pytest.raises(UserError, match="thread_in_thread"):
        require_permissions(here, opens_thread=True)


async def test_forum_that_the_bot_does_not_see_is_refused() -> None:
    forum = Mock(spec=discord.app_commands.AppCommandChannel)
    forum.resolve.return_value = None
    with pytest.raises(UserError, match="missing_permissions"):
        await find_forum(build_context(), forum, None)


def test_bot_is_no_guest() -> None:
    with pytest.raises(UserError, match="bot_named"):
        build_guest(build_context(), Mock(spec=discord.Member, bot=True))


async def test_form_is_refused_after_a_deferral() -> None:
    response = SimpleNamespace(is_done=lambda: True, send_modal=AsyncMock())
    interaction: Any = SimpleNamespace(id=7, response=response)
    with pytest.raises(UserError, match="form_too_late"):
        await FirstAnswer(interaction).send_entry_form(Mock())
    response.send_modal.assert_not_called()


async def test_absence_without_a_day_is_refused(table: TableHarness, ada: FakeUser, jiro: FakeUser) -> None:
    assert "Give the last day" in (await ada.send_command("me away")).text
    assert "Give the last day" in (await ada.send_command("me away", **{"from": "2099-01-01"})).text


async def test_table_moves_neither_from_strangers_nor_in_play_to_another_server(
    table: TableHarness, ada: FakeUser, jiro: FakeUser
) -> None:
    await table.open_and_start(ada, jiro, pace="none")
    world, stranger = table.driver.world, table.driver.add_user("Marco")
    other_room = table.driver.add_channel("other").id
    assert (
        "Choose one of your tables"
        in (await stranger.in_channel(other_room).send_command("table move", which="1")).text
    )
    guild = world.add_guild("second")["id"]
    world.add_member(guild, ada.id)
    elsewhere = world.add_text_channel(guild, "games")["id"]
    moved = await ada.in_channel(elsewhere).send_command("table move", which="1")
    assert "only within its server" in moved.text
    assert await table.db.fetch_rows("SELECT kind FROM requests") == []
