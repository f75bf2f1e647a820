"""Commands in the menus of messages and of people."""

from __future__ import annotations

import re

import pytest

from bot.discord_ui.history import handlers as history_handlers
from bot.discord_ui.interaction.context import InteractionContext
from bot.discord_ui.page.custom_ids import build_table_id
from bot.fake_discord import FakeUser, ImpossibleAction
from bot.fake_discord.model import components as c
from bot.fake_discord.model.commands import MESSAGE_MENU, USER_MENU
from bot.table.history import player_reports
from storage.kinds import OutboxKind
from storage.messages import posts
from storage.play import games
from tests.bot.conftest import TableHarness, find_custom_id, list_custom_ids

NAMES = {
    MESSAGE_MENU: {"What changed": "変わったところ", "Explain this": "説明", "Report": "報告"},
    USER_MENU: {"Statistics": "戦績", "Invite to my table": "自分の卓に招待"},
}


@pytest.mark.parametrize("kind", NAMES)
async def test_menus_have_these_entries_in_both_languages(table: TableHarness, ada: FakeUser, kind: int) -> None:
    offered = table.driver.world.commands.list_usable(ada.id, table.driver.channel_id, kind)
    assert {command["name"]: command["name_localizations"]["ja"] for command in offered} == NAMES[kind]
    assert all(max(len(command["name"]), len(command["name_localizations"]["ja"])) <= 32 for command in offered)
    assert not any(command["description"] for command in offered)


async def test_message_of_a_table_shows_the_readers_own_pages(
    table: TableHarness, ada: FakeUser, jiro: FakeUser
) -> None:
    await table.start_bidding(ada, jiro)
    card = await table.find_card()
    for person in (ada, jiro):
        await person.click(card, find_custom_id(card, "t:", "changed"))
        chosen = await person.use_menu(card, "What changed")
        pressed = await person.click(card, find_custom_id(card, "t:", "changed"))
        assert chosen.is_ephemeral
        without_time = [re.sub(r"<t:[^>]*>", "", reply.text) for reply in (chosen, pressed)]
        assert without_time[0] == without_time[1]
        rules = await person.click(card, find_custom_id(card, "t:", "rules"))
        assert (await person.use_menu(card, "Explain this")).text == rules.text


async def test_post_of_a_turn_is_explained_by_its_reasons(
    table: TableHarness, ada: FakeUser, jiro: FakeUser, monkeypatch: pytest.MonkeyPatch
) -> None:
    explained: list[str] = []

    async def show_reasons(ctx: InteractionContext, _: int, span: str) -> None:
        explained.append(span)
        await ctx.acknowledge()

    monkeypatch.setattr(history_handlers, "show_reasons", show_reasons)
    await table.open_and_start(ada, jiro)
    key = await games.load_key(table.db, 1)
    world = table.driver.world
    why = {"type": c.BUTTON, "style": 2, "label": "Why?", "custom_id": build_table_id(key, "why", "1.2")}
    row = {"type": c.ACTION_ROW, "components": [why]}
    post = world.messages.create_message(table.driver.channel_id, world.me, {"components": [row]})
    await jiro.use_menu(post, "Explain this")
    assert explained == ["1.2"]


async def test_old_post_of_a_turn_without_reasons_is_explained_by_its_own_decisions(
    table: TableHarness, ada: FakeUser, jiro: FakeUser
) -> None:
    """Not by the rule of the question that is open by now."""
    await table.start_bidding(ada, jiro)
    card = await table.find_card()
    row = posts.PostRow(1, OutboxKind.TURN, "1-1", int(table.driver.channel_id), int(card["id"]), 1, 1)
    async with table.db.transaction() as tx:
        await posts.save_post(tx, row)
    explained = await jiro.use_menu(card, "Explain this")
    rules = await jiro.click(card, find_custom_id(card, "t:", "rules"))
    assert explained.text != rules.text and explained.text.startswith("## ")


async def test_post_of_an_older_game_in_the_channel_is_explained_by_that_game(
    table: TableHarness, ada: FakeUser, monkeypatch: pytest.MonkeyPatch
) -> None:
    shown: list[int] = []

    async def show_changes(ctx: InteractionContext, table_id: int, _: str) -> None:
        shown.append(table_id)
        await ctx.acknowledge()

    monkeypatch.setattr("bot.discord_ui.history.changes.show_changes", show_changes)
    channel, world = table.driver.channel_id, table.driver.world
    await ada.send_command("table open", game="flotsam")
    old, unknown = (world.messages.create_message(channel, world.me, {"content": text}) for text in ("old", "unknown"))
    async with table.db.transaction() as tx:
        await posts.save_post(tx, posts.PostRow(1, OutboxKind.TURN, "1-1", int(channel), int(old["id"]), 1, 1))
    await table.send_confirmed(ada, "table end")
    await ada.send_command("table open", game="flotsam")
    for message in (old, unknown):
        await ada.use_menu(message, "What changed")
    assert shown == [1, 2]


async def test_report_opens_a_form_and_stores_what_is_typed(table: TableHarness, ada: FakeUser, jiro: FakeUser) -> None:
    await table.open_and_start(ada, jiro)
    card = await table.find_card()
    reply = await jiro.use_menu(card, "Report")
    assert reply.modal["title"] == "報告"
    await table.stop()
    await table.boot()
    noted = await jiro.submit_modal(reply, {"what": "値段がおかしい"})
    assert noted.is_ephemeral and "報告1" in noted.text
    stored = await player_reports.load_full_report(table.db, 1)
    assert stored is not None and stored.report.message_id == card["id"]


async def test_message_of_no_table_gets_a_sentence(table: TableHarness, ada: FakeUser, jiro: FakeUser) -> None:
    await table.open_and_start(ada, jiro)
    for entry in NAMES[MESSAGE_MENU]:
        assert "belongs to no table" in (await ada.use_menu(jiro.post_message("hello"), entry)).text
        assert "どの卓のものでもありません" in (await jiro.use_menu(ada.post_message("hello"), entry)).text


async def test_direct_message_leads_to_its_table(table: TableHarness, ada: FakeUser, jiro: FakeUser) -> None:
    await jiro.send_command("me notices", way="direct")
    await table.start_bidding(ada, jiro)
    await table.wait_for_outbox()
    call = await jiro.dms.wait_for_message(lambda m: bool(list_custom_ids(m, "t:", "play")))
    rules = await jiro.in_dm().use_menu(call, "Explain this")
    card = await table.find_card()
    assert rules.text == (await jiro.click(card, find_custom_id(card, "t:", "rules"))).text


async def test_private_page_has_no_menu(table: TableHarness, ada: FakeUser, jiro: FakeUser) -> None:
    await table.open_and_start(ada, jiro)
    page = await ada.send_command("seat")
    with pytest.raises(ImpossibleAction, match="sees no public message"):
        await ada.use_menu(page.message, "Explain this")


async def test_person_menu_shows_statistics_unless_they_are_private(
    table: TableHarness, ada: FakeUser, jiro: FakeUser
) -> None:
    assert "次郎" in (await ada.use_menu(jiro, "Statistics")).text
    await table.press_in_settings(jiro, "listed")
    assert "has chosen not to be listed" in (await ada.use_menu(jiro, "Statistics")).text


async def test_person_is_invited_to_the_hosts_lobby(table: TableHarness, ada: FakeUser, jiro: FakeUser) -> None:
    assert "host no table here" in (await ada.use_menu(jiro, "Invite to my table")).text
    await ada.send_command("table open", game="flotsam", language="en")
    await table.find_lobby()
    other_room, third_room = table.driver.add_channel("other"), table.driver.add_channel("third")
    await ada.in_channel(other_room.id).use_menu(jiro, "Invite to my table")
    await table.wait_for_outbox()
    assert jiro.mention in c.read_text(await table.driver.view_channel().wait_for_message("invites you to this table"))
    await ada.in_channel(other_room.id).send_command("table open", game="flotsam", language="en")
    marco = table.driver.add_user("Marco")
    refused = await ada.in_channel(third_room.id).use_menu(marco, "Invite to my table")
    assert "table 1" in refused.text and "table 2" in refused.text
    invited = await ada.in_channel(other_room.id).use_menu(marco, "Invite to my table")
    assert "table 2" in invited.text
    await table.wait_for_outbox()
