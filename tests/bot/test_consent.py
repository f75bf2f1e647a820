"""Requests that need the consent of others, and preset answers, through the client."""

from __future__ import annotations

import asyncio

import pytest

from bot.fake_discord import FakeUser
from bot.fake_discord.model import components as c
from storage.play import decisions

from .conftest import TableHarness, find_custom_id, is_mentioned, list_custom_ids, list_labels


async def test_an_undo_that_others_have_seen_needs_their_consent(
    table: TableHarness, ada: FakeUser, jiro: FakeUser
) -> None:
    await table.start_bidding(ada, jiro)
    await table.wait_for_outbox()
    page = await ada.send_command("undo")
    assert "### Take back your last move?" in page.text and "Raises tea to 4" in page.text
    assert "all who vote must agree" in page.text and "did since" not in page.text
    await table.wait_for_outbox()
    assert not any(list_custom_ids(m, "t:", "agree") for m in table.driver.view_channel().messages), "not asked yet"
    reply = await ada.click(page, find_custom_id(page.message, "t:", "undo"))
    assert "The others were asked" in reply.text
    await table.wait_for_outbox()
    request = await table.driver.view_channel().wait_for_message(lambda m: bool(list_custom_ids(m, "t:", "agree")))
    assert jiro.mention in c.read_text(request) and "Ada" in c.read_text(request)
    assert "> • Raises tea to 4.\n> • A crate of" in c.read_text(request), "the confirmed steps, too"

    await jiro.click(request, find_custom_id(request, "t:", "agree"))
    await table.wait_for_outbox()
    channel = table.driver.view_channel()
    (turn,) = [m for m in channel.messages if "~~A crate of" in c.read_text(m)]
    assert "Raises tea to 4." in c.read_text(turn) and "~~Ada raises tea" not in c.read_text(turn)
    assert any("Ada has taken a move back" in c.read_text(m) for m in channel.messages)
    assert not any(list_custom_ids(m, "t:", "agree") for m in channel.messages)
    panel = await table.open_panel(ada)
    assert "Open the next crate?" in panel.text
    await ada.click(panel, find_custom_id(panel.message, "p:", "back"))
    await table.wait_for_outbox()
    assert any("• ~~Raises tea to 4.~~" in c.read_text(m) for m in channel.messages)


async def test_undo_of_others_actions_lists_them_before_the_request(
    table: TableHarness, ada: FakeUser, jiro: FakeUser
) -> None:
    await table.open_and_start(ada, jiro)
    await table.open_crate(ada)
    await table.place_bid(jiro, 1)
    await table.place_bid(ada, 0)
    await table.wait_for_outbox()
    warning = await jiro.send_command("undo")
    assert "Ada**がしたことも戻ります" in warning.text and "を1で買いました" in warning.text
    channel = table.driver.view_channel()
    await table.wait_for_outbox()
    assert not any(list_custom_ids(m, "t:", "agree") for m in channel.messages), (
        "nobody is called before he has read that"
    )
    assert "ほかの人に頼む" in list_labels(warning.message)
    done = await jiro.click(warning, find_custom_id(warning.message, "t:", "undo"))
    assert "ほかの人に同意を求めました" in done.text
    request = await channel.wait_for_message(lambda m: bool(list_custom_ids(m, "t:", "agree")))
    assert "for 1." in c.read_text(request), "and so do they"


@pytest.mark.parametrize("language", ["en", "ja", "both"])
async def test_a_request_lists_the_actions_of_the_confirmed_turn_in_each_language(
    table: TableHarness, ada: FakeUser, jiro: FakeUser, language: str
) -> None:
    """The last decision is mostly the confirmation: it told of the new crate only, not of the actions before it."""
    await table.start_bidding(ada, jiro, language=language)
    await table.ask_for_undo(ada)
    request = await table.driver.view_channel().wait_for_message(lambda m: bool(list_custom_ids(m, "t:", "agree")))
    text = c.read_text(request)
    for lang, heading, action in (
        ("en", "This could then be played differently:\n>", "> • Raises tea to 4."),
        ("ja", "やり直しになるのは、次のとおりです：\n>", "> • 茶を4に値上げしました。"),
    ):
        is_used = language in (lang, "both")
        assert (heading in text) is is_used and (action in text) is is_used, text


async def test_a_secret_answer_is_changed_and_not_taken_back(
    table: TableHarness, ada: FakeUser, jiro: FakeUser, marco: FakeUser
) -> None:
    await table.start_bidding(ada, jiro, marco)
    await table.place_bid(marco, 3)
    assert "Your answer is still secret" in (await marco.send_command("undo")).text
    await table.place_bid(ada, 1)
    warning = await ada.send_command("undo")
    assert "Marco** made since" in warning.text, "her confirmed step, with all secret answers"


async def test_people_who_have_moved_get_a_button_to_take_it_back(
    table: TableHarness, ada: FakeUser, jiro: FakeUser
) -> None:
    await table.open_and_start(ada, jiro)
    await table.spread_marks(ada)
    panel = await table.open_panel(jiro)
    assert not list_custom_ids(panel.message, "t:", "undo"), "the steps so far are Ada's"
    await ada.send_command("move", answer="1")
    await table.place_bid(jiro, 1)
    await table.place_bid(ada, 0)
    await table.stop()
    await table.boot()
    panel = await table.open_panel(jiro)
    [undo] = list_custom_ids(panel.message, "t:", "undo")
    question = await jiro.click(panel, undo)
    assert "最後の一手を戻しますか" in question.text, "nothing is taken back or asked of others yet"
    kept = await jiro.click(question, "戻さない")
    assert list_custom_ids(kept.message, "t:", "undo")


async def test_one_refusal_closes_the_request(table: TableHarness, ada: FakeUser, jiro: FakeUser) -> None:
    await table.start_bidding(ada, jiro)
    await table.ask_for_undo(ada)
    await table.wait_for_outbox()
    request = await table.driver.view_channel().wait_for_message(lambda m: bool(list_custom_ids(m, "t:", "refuse")))
    assert is_mentioned(request, jiro) and not is_mentioned(request, ada), "those who have not voted are called"
    await jiro.click(request, find_custom_id(request, "t:", "refuse"))
    await table.wait_for_outbox()
    assert any("次郎 does not agree" in c.read_text(m) for m in table.driver.view_channel().messages)
    (after,) = [m for m in table.driver.view_channel().messages if m["id"] == request["id"]]
    assert "Ada** asks to take back" in c.read_text(after) and "Nothing was changed" in c.read_text(after)
    assert len(await decisions.load_active(table.db, 1)) == 2
    late = await jiro.send_command("undo")
    assert "戻せる手がまだありません" in late.text


async def test_requester_may_withdraw_the_request(table: TableHarness, ada: FakeUser, jiro: FakeUser) -> None:
    await table.open_and_start(ada, jiro)
    await table.send_confirmed(ada, "table end")
    await table.wait_for_outbox()
    request = await table.driver.view_channel().wait_for_message(lambda m: bool(list_custom_ids(m, "t:", "refuse")))
    await ada.click(request, find_custom_id(request, "t:", "refuse"))
    await table.wait_for_outbox()
    texts = [c.read_text(m) for m in table.driver.view_channel().messages]
    assert any("Ada has withdrawn the request" in text for text in texts)
    assert not any("does not agree" in text for text in texts)


@pytest.mark.parametrize(
    ("language", "closed"),
    [
        ("en", "This request is closed. Nothing was changed"),
        ("ja", "何も変わっていません"),
    ],
)
async def test_a_request_lapses_with_the_next_move_and_its_message_says_so(
    table: TableHarness, ada: FakeUser, jiro: FakeUser, language: str, closed: str
) -> None:
    await table.start_bidding(ada, jiro, language=language)
    await table.ask_for_undo(ada)
    await table.wait_for_outbox()
    request = await table.driver.view_channel().wait_for_message(lambda m: bool(list_custom_ids(m, "t:", "agree")))

    await table.place_bid(jiro, 1)
    await table.wait_for_outbox()
    (after,) = [m for m in table.driver.view_channel().messages if m["id"] == request["id"]]
    assert (
        closed in c.read_text(after)
        and not list_custom_ids(after, "t:", "agree")
        and jiro.mention not in c.read_text(after)
    )
    assert len(await decisions.load_active(table.db, 1)) == 3

    sure = await ada.send_command("undo")
    assert list_labels(sure.message) == ["Ask the others", "Keep it"], "a press does not take it back yet"
    await ada.click(sure, find_custom_id(sure.message, "t:", "undo"))  # another has answered since
    await table.wait_for_outbox()
    again = await table.driver.view_channel().wait_for_message(lambda m: bool(list_custom_ids(m, "t:", "agree")))
    assert again["id"] != request["id"] and jiro.mention in c.read_text(again), "a new request is a new message"


async def test_undo_against_computers_lists_the_undone_actions_first(table: TableHarness, ada: FakeUser) -> None:
    await ada.send_command("table open", game="flotsam", order="joined")
    lobby = await table.find_lobby()
    lobby = (await table.change_terms(ada, "computer", "+random")).message
    assert "Ash (CPU)" in c.read_text(lobby)
    await ada.click(lobby, find_custom_id(lobby, "t:", "start"))
    await table.open_crate(ada)
    async with asyncio.timeout(60):  # the bot's own computer player answers when it has thought
        while len(await decisions.load_active(table.db, 1)) < 3:
            await asyncio.sleep(0.02)
    await table.wait_for_outbox()
    assert len(await decisions.load_active(table.db, 1)) == 3, "two steps of Ada's, and a bid"

    warning = await ada.send_command("undo")
    assert "**Ash (CPU)** made since then are taken back, too" in warning.text and "drifts ashore" in warning.text
    assert list_labels(warning.message) == ["Take it back", "Keep it"]
    assert len(await decisions.load_active(table.db, 1)) == 3, "nothing goes back before she has read that"
    done = await ada.click(warning, find_custom_id(warning.message, "t:", "undo"))
    assert "Taken back." in done.text and "Open the next crate?" in done.text
    await table.wait_for_outbox()
    channel = table.driver.view_channel()
    assert not any(list_custom_ids(m, "t:", "agree") for m in channel.messages), "nobody had to be asked"
    (turn_post,) = [m for m in channel.messages if "drifts ashore.~~" in c.read_text(m)]
    assert "• Raises tea to 4." in c.read_text(turn_post) and "~~Raises" not in c.read_text(turn_post), (
        "that step still stands"
    )
    assert any("Ada has taken a move back" in c.read_text(m) for m in channel.messages)
    assert len(await decisions.load_active(table.db, 1)) == 1
    assert "drifts ashore" in (await ada.send_command("move", answer="1")).text


async def test_unconfirmed_steps_are_undone_without_consent(table: TableHarness, ada: FakeUser, jiro: FakeUser) -> None:
    await table.open_and_start(ada, jiro)
    await table.spread_marks(ada)
    done = await ada.send_command("undo")
    assert done.text.startswith("-# Taken back.\n### ") and "Spread 2 price marks" in done.text


async def test_zoom_in_an_unconfirmed_turn_says_that_it_shows_the_board_before(
    table: TableHarness, ada: FakeUser, jiro: FakeUser
) -> None:
    await table.open_and_start(ada, jiro)
    card = await table.find_card()
    assert "not confirmed" not in (await ada.click(card, find_custom_id(card, "t:", "zoom"))).text
    await table.spread_marks(ada)
    card = await table.find_card()
    zoom_page = await ada.click(card, find_custom_id(card, "t:", "zoom"))
    assert "before the steps that you have not confirmed" in zoom_page.text
    others = await jiro.click(card, find_custom_id(card, "t:", "zoom"))
    assert "確定していない" not in others.text and "not confirmed" not in others.text


async def test_an_open_table_is_closed_by_its_host_alone(table: TableHarness, ada: FakeUser, jiro: FakeUser) -> None:
    await ada.send_command("table open", game="flotsam")
    await table.find_lobby()
    assert "ホストだけ" in (await jiro.send_command("table end")).text
    assert "closed" in (await table.send_confirmed(ada, "table end")).text
    await table.wait_for_outbox()
    assert "ended before the game was over" in c.read_text(table.driver.view_channel().last_message)
    assert "Table 2 is open" in (await ada.send_command("table open", game="flotsam")).text


async def test_running_table_ends_if_all_agree(
    table: TableHarness, ada: FakeUser, jiro: FakeUser, marco: FakeUser
) -> None:
    await table.open_and_start(ada, jiro, marco)
    assert "were asked" in (await table.send_confirmed(ada, "table end")).text
    await table.wait_for_outbox()
    request = await table.driver.view_channel().wait_for_message(lambda m: bool(list_custom_ids(m, "t:", "agree")))
    assert "Needed: everybody who votes, at least 2" in c.read_text(request)
    for person in (marco, jiro):
        await person.click(request, find_custom_id(request, "t:", "agree"))
    await table.wait_for_outbox()
    channel = table.driver.view_channel()
    assert "The score counts as it stands" in c.read_text(await channel.wait_for_message("Seed: `"))
    assert any("Seed: `" in c.read_text(m) for m in channel.messages)
    (after,) = [m for m in channel.messages if m["id"] == request["id"]]
    assert "Ada** asks to end this table" in c.read_text(after) and "Agreed and done" in c.read_text(after)
    assert table.list_notifications(ada) == []
    assert not any(list_custom_ids(m, "t:", "play") for m in channel.messages)


async def test_preset_answer_is_set_shown_used_and_revoked(table: TableHarness, ada: FakeUser, jiro: FakeUser) -> None:
    await table.open_and_start(ada, jiro)
    seat = await jiro.send_command("seat")
    changed_seat = await jiro.select_values(seat, find_custom_id(seat.message, "t:", "give"), "never")
    assert any("そのつど聞く" in label for label in list_labels(changed_seat.message))
    assert "never" not in changed_seat.text

    await table.open_crate(ada)
    await table.place_bid(ada, 2)
    await table.place_bid(jiro, 1)
    await table.wait_for_outbox()
    answers = [row for row in await decisions.load_active(table.db, 1) if row.origin == "order"]
    assert [row.keys for row in answers] == ["pass"]

    again = await jiro.send_command("seat")
    gone = await jiro.click(again, find_custom_id(again.message, "t:", "revoke"))
    assert not list_custom_ids(gone.message, "t:", "revoke")
