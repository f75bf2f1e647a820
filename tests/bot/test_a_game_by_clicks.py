"""From the lobby into the game through the real client: presses and the resulting messages."""

from __future__ import annotations

import asyncio

import pytest

from bot.discord_ui.panel import tracking
from bot.fake_discord import FakeUser
from bot.fake_discord.model import components as c
from storage.messages import outbox_rows
from storage.play import decisions
from tests.clicker import choose_options

from .conftest import (
    TableHarness,
    confirm,
    find_custom_id,
    give_first_combination,
    list_custom_ids,
    list_labels,
    press_bid,
    wait_for_picture,
)


async def test_lobby_shows_its_seats_and_the_host_starts(table: TableHarness, ada: FakeUser, jiro: FakeUser) -> None:
    await ada.send_command("table open", game="flotsam", language="en")
    lobby = await table.find_lobby()
    assert "Ada" in c.read_text(lobby) and "1 seated; 2 to 4" in c.read_text(lobby)
    assert not list_custom_ids(lobby, "t:", "start"), "one person is too few"

    joined = await jiro.click(lobby, "Join")
    await table.wait_for_outbox()
    assert "次郎" in joined.text and "2 seated; 2 to 4" in joined.text
    refused = await jiro.click(lobby, "Start")
    assert refused.is_ephemeral and "ホスト" in refused.text

    await table.change_terms(ada, "colour", "purple")
    await table.change_terms(ada, "computer", "+random")
    changed = await choose_options(ada, await table.open_terms(ada), {"length": "long"})
    await table.wait_for_outbox()
    assert "purple" in changed.text and "3 seated; 2 to 4" in changed.text and "long: 3 rounds" in changed.text
    question = await ada.click(lobby, "Start")
    assert "### Start the game?" in question.text and "At the table with you: 次郎." in question.text
    await confirm(ada, question)

    card = await table.find_card()
    assert "To move" in c.read_text(card) and card == table.driver.view_channel().last_message
    assert not [m for m in table.driver.view_channel().messages if list_custom_ids(m, "t:", "join")], (
        "the lobby is gone"
    )


async def test_a_lobby_left_by_its_host_passes_to_the_next(table: TableHarness, ada: FakeUser, jiro: FakeUser) -> None:
    await ada.send_command("table open", game="flotsam", language="en")
    lobby = await table.find_lobby()
    await jiro.click(lobby, "Join")
    question = await ada.click(await table.open_terms(ada), "Leave")
    await confirm(ada, question)
    await table.wait_for_outbox()
    left = c.read_text(await table.find_lobby())
    assert "Ada" not in left and "Host: **次郎**" in left


async def test_play_opens_a_private_panel_with_its_picture(table: TableHarness, ada: FakeUser, jiro: FakeUser) -> None:
    await table.open_and_start(ada, jiro)
    panel = await table.open_panel(ada)
    assert panel.is_ephemeral and panel.type == 4
    assert "Spread 2 price marks" in panel.text and "Details" in list_labels(panel.message)
    assert "Only you" in c.list_media(await wait_for_picture(panel))[0]["description"]


async def test_each_reader_sees_their_own_language(table: TableHarness, ada: FakeUser, jiro: FakeUser) -> None:
    await table.open_and_start(ada, jiro, language="both")
    card = await table.find_card()
    assert "手番：● A" in c.read_text(card) and "To move: ● A" in c.read_text(card)
    assert "Spread 2 price marks over the goods." in c.read_text(card) and "値札2枚" in c.read_text(card)
    assert "Spread 2 price marks" in (await table.open_panel(ada)).text
    assert "待っています" in (await table.open_panel(jiro)).text
    assert "自分の席" in list_labels((await jiro.send_command("play")).message)


async def test_steps_are_undone_one_by_one_until_the_turn_is_confirmed(
    table: TableHarness, ada: FakeUser, jiro: FakeUser
) -> None:
    await table.open_and_start(ada, jiro)
    panel = await table.spread_marks(ada)
    assert "✓ Raises tea to 4." in panel.text and "Confirm" in list_labels(panel.message)
    card = await table.find_card()
    assert "Spread 2 price marks" in c.read_text(card), "an unconfirmed step is nobody's business"

    panel = await ada.click(panel, "Back")
    assert "Spread 2 price marks" in panel.text and "✓" not in panel.text
    panel = await table.spread_marks(ada)
    panel = await ada.click(panel, "Confirm")
    assert "drifts ashore" in panel.text and "Your bid" in panel.text
    assert not list_custom_ids(panel.message, "p:", "back")


async def test_a_stale_button_shows_the_present_state(
    table: TableHarness, ada: FakeUser, jiro: FakeUser, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tracking, "TOKEN_SECONDS", -1.0)  # so late that an older panel can no longer be deleted
    await table.open_and_start(ada, jiro)
    first = await ada.send_command("play")
    old = await ada.send_command("play")
    await give_first_combination(ada, first)

    late = await ada.click(old, list_custom_ids(old.message, "p:", "details")[0])
    assert "already been answered" in late.text and "Open the next crate?" in late.text
    assert len(await decisions.load_active(table.db, 1)) == 1


async def test_two_clicks_at_once_count_once(table: TableHarness, ada: FakeUser, jiro: FakeUser) -> None:
    await table.open_and_start(ada, jiro)
    panel = await table.spread_marks(ada)
    confirm = find_custom_id(panel.message, "p:", "pick")
    begun = [ada.begin_click(panel, confirm), ada.begin_click(panel, confirm)]
    await asyncio.gather(*(ada.await_reply(interaction) for interaction in begun))
    assert [row.keys for row in await decisions.load_active(table.db, 1)] == ["raise:tea raise:tea", "yes"]


async def test_panels_cards_and_drafts_outlive_the_bot(table: TableHarness, ada: FakeUser, jiro: FakeUser) -> None:
    await table.open_and_start(ada, jiro)
    panel = await table.open_panel(ada)
    panel = await ada.click(panel, find_custom_id(panel.message, "p:", "details"))
    await table.stop()
    await table.boot()
    panel = await ada.click(panel, "Back to the question")
    await table.stop()
    await table.boot()
    panel = await give_first_combination(ada, panel)
    assert panel.text.count("✓") == 1
    assert "Open the next crate?" in (await table.open_panel(ada)).text


async def test_a_hidden_answer_can_be_changed_until_all_are_in(
    table: TableHarness, ada: FakeUser, jiro: FakeUser
) -> None:
    await table.start_bidding(ada, jiro, pace="slow")
    answered = await table.place_bid(ada, 3)
    assert "3 coins" in answered.text and "You can change it" in answered.text
    assert "Without an answer" not in answered.text, "there is one"
    again = await ada.click(answered, "Change my answer")
    final = await press_bid(ada, again, 5)
    assert "5 coins" in final.text
    assert "5 coins" not in "".join(c.read_text(m) for m in table.driver.view_channel().messages)

    await table.place_bid(jiro, 1)
    await table.wait_for_outbox()
    posts = "\n".join(c.read_text(m) for m in table.driver.view_channel().messages)
    assert "● A **Ada**\n• Bid 5." in posts and "■ B **次郎**\n• Bid 1." in posts


async def test_spectator_sees_public_pages_only(
    table: TableHarness, ada: FakeUser, jiro: FakeUser, marco: FakeUser
) -> None:
    await table.open_and_start(ada, jiro)
    card = await table.find_card()
    for verb in ("play", "seat"):
        seen = await marco.click(card, find_custom_id(card, "t:", verb))
        assert seen.is_ephemeral and "You have no seat" in seen.text
        assert not list_custom_ids(seen.message, "p:", "details")
    refused = await marco.send_command("move", answer="1")
    assert "You have no seat" in refused.text


async def test_one_notification_per_turn_that_is_deleted_when_answered(
    table: TableHarness, ada: FakeUser, jiro: FakeUser
) -> None:
    await table.open_and_start(ada, jiro)
    await table.wait_for_outbox()
    assert len(table.list_notifications(ada)) == 1 and table.list_notifications(jiro) == []

    panel = await table.spread_marks(ada)
    await table.wait_for_outbox()
    assert len(table.list_notifications(ada)) == 1, "the same turn calls once"

    await ada.click(panel, "Confirm")
    await table.wait_for_outbox()
    assert len(table.list_notifications(jiro)) == 1
    await table.place_bid(jiro, 1)
    await table.wait_for_outbox()
    assert table.list_notifications(jiro) == []
    sent = await table.db.fetch_rows("SELECT key, count(*) FROM outbox WHERE kind = 'ping' GROUP BY key")
    assert sent and all(count == 1 for _, count in sent)


async def test_a_finished_turn_leaves_a_message_and_the_card_moves_below(
    table: TableHarness, ada: FakeUser, jiro: FakeUser
) -> None:
    await table.open_and_start(ada, jiro)
    before = await table.find_card()
    await table.open_crate(ada)
    after = await table.find_card()
    assert after["id"] != before["id"] and after == table.driver.view_channel().last_message
    turn_posts = [m for m in table.driver.view_channel().messages if "Raises tea to 4." in c.read_text(m)]
    assert len(turn_posts) == 1
    assert len([m for m in table.driver.view_channel().messages if list_custom_ids(m, "t:", "changed")]) == 1


async def test_outbox_is_empty_when_everything_is_posted(table: TableHarness, ada: FakeUser, jiro: FakeUser) -> None:
    await table.start_bidding(ada, jiro)
    await table.wait_for_outbox()
    assert await outbox_rows.load_waiting_rows(table.db, 1) == []


async def test_question_for_several_seats_stands_once_on_the_card(
    table: TableHarness, ada: FakeUser, jiro: FakeUser, marco: FakeUser
) -> None:
    await table.start_bidding(ada, jiro, marco)
    text = c.read_text(await table.find_card())
    assert text.count("To move") == 3 and text.count("Your bid") == 1
    assert text.index("Marco") < text.index("Your bid"), "below the last of those who are asked it"
