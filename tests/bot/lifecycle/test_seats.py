"""Changes of a seat's player through the client: substitutes, successors, resigning, forcing a late player's answer."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from bot.fake_discord import FakeUser
from bot.fake_discord.model import components as c
from bot.table import Person as Seated
from bot.table.admin import moderation
from bot.table.seats import open_seats
from storage.play import decisions
from tests.bot.conftest import TableHarness, confirm, find_custom_id, list_custom_ids, list_labels, wait_for_followup


def format_day(days: int) -> str:
    return f"{datetime.now(UTC) + timedelta(days=days):%Y-%m-%d}"


async def test_resigned_seat_is_offered_and_taken_with_a_briefing(
    table: TableHarness, ada: FakeUser, jiro: FakeUser, marco: FakeUser
) -> None:
    await table.start_bidding(ada, jiro, marco, pace="none")
    emma = table.driver.add_user("Emma")
    reply = await confirm(ada, await table.press_in_details(ada, "resign"))
    assert "You have given up your seat" in reply.text
    await table.wait_for_outbox()
    channel = table.driver.view_channel()
    offer = await channel.wait_for_message(lambda m: bool(list_custom_ids(m, "t:", "take")))
    assert "The seat of Ada is free" in c.read_text(offer)
    assert "Take this seat" in list_labels(offer)
    assert any("次郎 is now the host" in c.read_text(m) for m in channel.messages)
    assert "had another seat" in (await marco.click(offer, find_custom_id(offer, "t:", "take"))).text
    offer_page = await emma.click(offer, find_custom_id(offer, "t:", "take"))
    assert "A seat is free" in offer_page.text and "次郎, Marco" in offer_page.text
    assert "(Ada)" in offer_page.text and list_custom_ids(offer_page.message, "t:", "takeit")
    briefing = await emma.click(offer_page, find_custom_id(offer_page.message, "t:", "takeit"))
    assert "The seat is yours" in briefing.text and briefing.is_ephemeral
    assert "Latest events" in briefing.text and "**Ada**" in briefing.text
    assert list_custom_ids(briefing.message, "t:", "play")
    await table.wait_for_outbox()
    assert any("Emma takes the seat of Ada" in c.read_text(m) for m in channel.messages)
    assert [m for m in channel.messages if emma.mention in c.read_text(m)], "the newcomer is called"
    panel = await table.place_bid(emma, 1)
    assert "Your answer" in panel.text
    log_text = (await marco.send_command("log")).text
    assert "**Ada**" in log_text and "(Ada)" not in log_text
    assert not any(m["id"] == offer["id"] for m in channel.messages), "nobody presses what is gone"


async def test_substitute_sees_the_seat_and_is_notified(table: TableHarness, ada: FakeUser, jiro: FakeUser) -> None:
    emma = table.driver.add_user("Emma")
    await table.open_and_start(ada, jiro, pace="none")
    assert "“soon” is not a day" in (await ada.send_command("table sitter", person=emma, until="soon")).text
    assert "were asked" in (await ada.send_command("table sitter", person=emma, until=format_day(3))).text
    await table.wait_for_outbox()
    channel = table.driver.view_channel()
    invitation = await channel.wait_for_message(lambda m: bool(list_custom_ids(m, "t:", "sit")))
    assert emma.mention in c.read_text(invitation) and "asks you to fill in" in c.read_text(invitation)
    assert (
        "その招待はほかの人へのものです" in (await jiro.click(invitation, find_custom_id(invitation, "t:", "sit"))).text
    )
    briefing = await emma.click(invitation, find_custom_id(invitation, "t:", "sit"))
    assert "You are filling in for Ada" in briefing.text
    assert "fills in until" in (await ada.send_command("seat")).text
    assert "さんが留守番" in (await jiro.send_command("table seats")).text
    assert "fills in until" in (await ada.send_command("games")).text
    assert "留守番" not in (await jiro.send_command("games")).text
    panel = await table.open_panel(emma)
    assert list_custom_ids(panel.message, "p:", "details")
    await table.wait_for_outbox()
    assert not any(m["id"] == invitation["id"] for m in channel.messages)
    stop = await emma.send_command("table leave")
    assert "You have left" in stop.text
    assert "no seat at this table" in (await emma.send_command("seat")).text
    await table.wait_for_outbox()
    assert any("Ada plays again" in c.read_text(m) for m in channel.messages)


async def test_a_named_successor_is_called_by_name(table: TableHarness, ada: FakeUser, jiro: FakeUser) -> None:
    emma = table.driver.add_user("Emma")
    await table.open_and_start(ada, jiro, pace="none")
    offered = await jiro.type_option("table replace", "player", "")
    assert {choice["name"] for choice in offered} == {"Ada", "次郎"}
    assert "不在ではなく" in (await jiro.send_command("table replace", player="Ada")).text
    assert "offered" in (await ada.send_command("table replace", person=emma)).text
    await table.wait_for_outbox()
    offer = await table.driver.view_channel().wait_for_message(lambda m: bool(list_custom_ids(m, "t:", "take")))
    assert emma.mention in c.read_text(offer) and "You are invited to take the seat of Ada" in c.read_text(offer)
    offer_page = await ada.click(offer, find_custom_id(offer, "t:", "take"))
    back = await ada.click(offer_page, find_custom_id(offer_page.message, "t:", "takeit"))
    assert "The seat is yours" in back.text
    await table.wait_for_outbox()
    assert any("Ada is back in their seat" in c.read_text(m) for m in table.driver.view_channel().messages)


async def test_resigning_with_two_players_concedes_and_allows_a_rematch(
    table: TableHarness, ada: FakeUser, jiro: FakeUser
) -> None:
    await table.open_and_start(ada, jiro, pace="none", language="both")
    await confirm(jiro, await table.press_in_details(jiro, "resign"))
    await table.wait_for_outbox()
    channel = table.driver.view_channel()
    announcement = await channel.wait_for_message(lambda m: "Ada has won" in c.read_text(m))
    assert "さんの勝ちです" in c.read_text(announcement)
    card = await channel.wait_for_message(lambda m: bool(list_custom_ids(m, "t:", "again")))
    assert "conceded" in c.read_text(card) and "**1.**" in c.read_text(card)
    again = await ada.click(card, find_custom_id(card, "t:", "again"))
    assert "Table 2 is open" in again.text
    await table.wait_for_outbox()
    invited = await channel.wait_for_message(lambda m: "invites you" in c.read_text(m))
    assert ada.mention not in c.read_text(invited) and jiro.mention in c.read_text(invited)
    assert not any("is free" in c.read_text(m) for m in channel.messages), "no successor is sought"
    joined = await jiro.click(invited, find_custom_id(invited, "t:", "join"))
    assert "**次郎**" in joined.text and "**Ada**" in joined.text


async def test_default_answer_of_a_late_player_is_forced(
    table: TableHarness, ada: FakeUser, jiro: FakeUser, marco: FakeUser
) -> None:
    await table.start_bidding(ada, jiro, marco, pace="friends")
    await table.place_bid(ada, 1)
    assert "not a day late" in await wait_for_followup(await table.choose_about_players(marco, "default:1"))
    async with table.bot.service.lock_table(1) as table_state:
        await open_seats.resign_seat(table.bot.service, table_state, Seated(int(jiro.id), "次郎", "ja"))
    before = len(await decisions.load_active(table.db, 1))
    assert "were asked" in (await table.choose_about_players(marco, "Give the default answer for (次郎)")).text
    await table.wait_for_outbox()
    request = await table.driver.view_channel().wait_for_message(lambda m: bool(list_custom_ids(m, "t:", "agree")))
    assert "any two" in c.read_text(request)
    await ada.click(request, find_custom_id(request, "t:", "agree"))
    await table.wait_for_outbox()
    rows = await decisions.load_active(table.db, 1)
    assert len(rows) == before + 1 and rows[-1].origin == "default"
    assert any("gave the default answer" in c.read_text(m) for m in table.driver.view_channel().messages)
    (after,) = [m for m in table.driver.view_channel().messages if m["id"] == request["id"]]
    assert "Agreed and done" in c.read_text(after)


async def test_offer_of_a_seat_says_that_it_is_taken_or_that_the_game_has_ended(
    table: TableHarness, ada: FakeUser, jiro: FakeUser, marco: FakeUser
) -> None:
    await table.start_bidding(ada, jiro, marco, pace="none")
    emma, late = table.driver.add_user("Emma"), table.driver.add_user("Zoe")
    await confirm(ada, await table.press_in_details(ada, "resign"))
    await table.wait_for_outbox()
    offer = await table.driver.view_channel().wait_for_message(lambda m: bool(list_custom_ids(m, "t:", "take")))
    service = table.bot.service
    table.stop_workers()  # otherwise the offer may be deleted before it is pressed
    async with service.lock_table(1) as table_state:
        await open_seats.take_seat(service, table_state, Seated(int(emma.id), "Emma", "en"), 0)
    assert "That seat is not free" in (await late.click(offer, find_custom_id(offer, "t:", "take"))).text
    async with service.lock_table(1) as table_state:
        await moderation.end_table_now(service, table_state, Seated(int(jiro.id), "次郎", "ja"), "void", "")
    assert "This table was closed." in (await emma.click(offer, find_custom_id(offer, "t:", "take"))).text
