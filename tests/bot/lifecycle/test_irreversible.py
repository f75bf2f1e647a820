"""Questions before something that cannot be undone: they say whom it affects, and how."""

from __future__ import annotations

import asyncio

from bot.discord_ui.page.custom_ids import build_table_id
from bot.fake_discord import FakeUser
from bot.fake_discord.model import components as c
from bot.fake_discord.model.permissions import Permission as P
from bot.table import Person
from bot.table.clock.waking_hours import HOUR
from bot.table.seats import open_seats
from storage.play import games
from tests.bot.conftest import TableHarness, confirm, find_custom_id, list_custom_ids, start_lobby
from tests.bot.forged_controls import forge_control


async def test_resigning_says_that_the_game_ends_and_for_whom(
    table: TableHarness, ada: FakeUser, jiro: FakeUser
) -> None:
    await table.open_and_start(ada, jiro)
    question = await table.press_in_details(ada, "resign")
    assert "The game ends now for everybody: the win goes to 次郎." in question.text
    row = await games.load_game(table.db, 1)
    assert row is not None and row.status == "playing"
    kept = await ada.click(question, find_custom_id(question.message, "h:", "keep"))
    assert "Nothing was changed" in kept.text
    await confirm(ada, await table.press_in_details(ada, "resign"))
    row = await games.load_game(table.db, 1)
    assert row is not None and (row.status, row.ending) == ("ended", "conceded")


async def test_resigning_beside_computers_says_that_the_table_falls_asleep(table: TableHarness, ada: FakeUser) -> None:
    await ada.send_command("table open", game="flotsam", order="joined")
    await table.change_terms(ada, "computer", "+random")
    await table.wait_for_outbox()
    lobby = await table.find_lobby()
    await ada.click(lobby, find_custom_id(lobby, "t:", "start"))
    await table.find_card()
    question = await table.press_in_details(ada, "resign")
    assert "the table falls asleep" in question.text and "/table end" in question.text
    await table.wait_for_outbox()


async def test_changed_consequences_are_asked_again(
    table: TableHarness, ada: FakeUser, jiro: FakeUser, marco: FakeUser
) -> None:
    await table.open_and_start(ada, jiro, marco)
    question = await table.press_in_details(ada, "resign")
    assert "anybody may take the seat" in question.text and "次郎 becomes the host of this table" in question.text
    await confirm(jiro, await table.press_in_details(jiro, "resign"))
    again = await confirm(ada, question)
    assert "The table has changed meanwhile" in again.text and "the win goes to Marco" in again.text
    row = await games.load_game(table.db, 1)
    assert row is not None and row.status == "playing"
    await confirm(ada, again)
    row = await games.load_game(table.db, 1)
    assert row is not None and row.ending == "conceded"


async def test_the_request_to_end_names_the_votes_that_it_needs(
    table: TableHarness, ada: FakeUser, jiro: FakeUser
) -> None:
    await table.open_and_start(ada, jiro)
    panel = await table.open_panel(jiro)
    question = await ada.send_command("table end")
    assert "if these agree: everybody who votes, at least 2." in question.text
    await confirm(ada, question)
    request = await table.driver.view_channel().wait_for_message(lambda m: bool(list_custom_ids(m, "t:", "agree")))
    await jiro.click(request, find_custom_id(request, "t:", "agree"))
    while "この卓はゲームの途中で終わりました" not in c.read_text(panel.message):
        await panel.wait_for_change()
    assert "Ada" in panel.text and "</undo" not in c.read_text(panel.message)
    await table.wait_for_outbox()


async def test_host_who_leaves_a_lobby_is_asked_and_a_guest_is_not(
    table: TableHarness, ada: FakeUser, jiro: FakeUser
) -> None:
    await ada.send_command("table open", game="flotsam", order="joined")
    await table.join_table(jiro)
    details = await table.open_terms(ada)
    question = await ada.click(details, find_custom_id(details.message, "t:", "leave"))
    assert "次郎 becomes the host" in question.text
    await confirm(ada, question)
    row = await games.load_game(table.db, 1)
    assert row is not None and row.host == int(jiro.id)
    await table.wait_for_outbox()


async def test_end_kick_and_removal_name_the_people(table: TableHarness, ada: FakeUser, jiro: FakeUser) -> None:
    await ada.send_command("table open", game="flotsam", order="joined")
    await table.join_table(jiro)
    assert "Others at the table: 次郎" in (await ada.send_command("table end")).text
    removal = await table.choose_about_players(ada, "Remove 次郎")
    assert "Remove 次郎 from this table?" in removal.text
    await confirm(ada, removal)
    await table.wait_for_outbox()
    assert "次郎" not in str((await table.find_lobby())["components"])


async def test_forgetting_names_the_tables_that_lose_their_player(
    table: TableHarness, ada: FakeUser, jiro: FakeUser
) -> None:
    await table.open_and_start(ada, jiro)
    page = await table.press_in_settings(ada, "forget")
    assert "Flotsam · table 1: a computer player answers for you from now on." in page.text
    assert "漂着市 · 第1卓：これからはコンピュータープレイヤー" in (await table.press_in_settings(jiro, "forget")).text


async def test_conceded_game_is_no_finished_game_with_points(
    table: TableHarness, ada: FakeUser, jiro: FakeUser
) -> None:
    await table.start_bidding(ada, jiro)
    await table.place_bid(ada, 1)
    await table.place_bid(jiro, 0)
    await confirm(ada, await table.press_in_details(ada, "resign"))
    stats = (await jiro.send_command("stats player")).text
    assert "途中で終わったゲームが1回" in stats and "最高" not in stats


async def test_last_person_is_asked_before_a_vote_of_one(table: TableHarness, ada: FakeUser, jiro: FakeUser) -> None:
    await table.open_and_start(ada, jiro, pace="none")
    async with table.bot.service.lock_table(1) as state:
        await open_seats.offer_own_seat(table.bot.service, state, Person(int(jiro.id), "次郎", "ja"), None)
    table.clock.ahead_ms += 15 * 24 * HOUR
    table.bot.service.wake_workers()
    notice = await table.driver.view_channel().wait_for_message(lambda m: bool(list_custom_ids(m, "t:", "void")))
    question = await ada.click(notice, find_custom_id(notice, "t:", "void"))
    assert "Nobody else needs to agree" in question.text and "the seat of 次郎 is free" in question.text
    row = await games.load_game(table.db, 1)
    assert row is not None and row.status == "playing"
    await confirm(ada, question)
    row = await games.load_game(table.db, 1)
    assert row is not None and (row.status, row.ending) == ("ended", "void")
    await table.wait_for_outbox()


async def test_person_alone_with_computers_is_asked_before_they_play_to_the_end(
    table: TableHarness, ada: FakeUser
) -> None:
    await ada.send_command("table open", game="flotsam", order="joined")
    await table.change_terms(ada, "computer", "+random")
    await table.wait_for_outbox()
    lobby = await table.find_lobby()
    await ada.click(lobby, find_custom_id(lobby, "t:", "start"))
    await table.find_card()
    seat_page = await ada.send_command("seat")
    await ada.click(seat_page, find_custom_id(seat_page.message, "t:", "finish"))
    question = await ada.send_command("table leave")
    assert "Let the computers play to the end?" in question.text
    async with table.bot.service.lock_table(1) as table_state:
        assert table_state.seats[0].autopilot_policy is None, "nothing has happened yet"
    assert "playing to the end" in (await confirm(ada, question)).text
    async with asyncio.timeout(60):
        while (row := await games.load_game(table.db, 1)) is None or row.status != "over":
            await asyncio.sleep(0.02)
    await table.wait_for_outbox()


async def test_a_question_is_asked_only_of_people_who_may_do_it(
    table: TableHarness, ada: FakeUser, jiro: FakeUser, marco: FakeUser
) -> None:
    """They are refused at once, not after the button that confirms."""
    await ada.send_command("table open", game="flotsam", order="joined")
    details = await table.open_terms(ada)
    await table.join_table(marco)
    lobby, pages = await table.find_lobby(), [await marco.click(await table.find_lobby(), "Details")]
    word = find_custom_id(pages[0].message, "t:", "word")
    assert "Only the host" in (await marco.click(lobby, find_custom_id(lobby, "t:", "start"))).text
    assert "Only the host" in (await marco.send_command("table end")).text
    await marco.send_command("table leave")
    assert "You have no seat" in (await marco.click(pages[0], word)).text
    await table.join_table(marco)
    await table.wait_for_outbox()
    await start_lobby(ada, await table.find_lobby())
    await table.find_card()
    assert "already started" in (await ada.click(details, find_custom_id(details.message, "t:", "word"))).text
    jiro_end = await jiro.send_command("table end")
    assert "この卓にあなたの席はありません" in jiro_end.text
    assert "neither away nor a day late" in (await ada.send_command("table replace", player="Marco")).text
    seat_page = await ada.send_command("seat")
    async with table.bot.service.lock_table(1) as table_state:
        finish = build_table_id(table_state.key, "finish")
    with forge_control(table, seat_page.message, finish, None):
        assert "No other person plays here now" in (await ada.click(seat_page, finish)).text


async def test_a_removal_is_the_hosts_until_its_button(
    table: TableHarness, ada: FakeUser, jiro: FakeUser, marco: FakeUser
) -> None:
    await ada.send_command("table open", game="flotsam", order="joined")
    for guest in (jiro, marco):
        await table.join_table(guest)
    question = await table.choose_about_players(ada, "Remove 次郎")
    await table.choose_about_players(ada, "Make Marco the host")
    assert "Only the host of the table can do this." in (await confirm(ada, question)).text
    await table.wait_for_outbox()
    assert "次郎" in c.read_text(await table.find_lobby())


async def test_a_closed_table_is_not_ended_by_a_moderator(table: TableHarness, jiro: FakeUser) -> None:
    world, guild = table.driver.world, table.driver.guild_id
    moderator = world.add_user("Mod")
    world.add_member(guild, moderator["id"], roles=[world.add_role(guild, "mods", int(P.MANAGE_CHANNELS))["id"]])
    mod = FakeUser(world, moderator["id"], table.driver.channel_id)
    await jiro.send_command("table open", game="flotsam")
    assert "not started yet" in (await mod.send_command("admin replace", player="次郎")).text
    question = await mod.send_command("admin end", how="void")
    await table.send_confirmed(jiro, "table end")
    assert "This table was closed." in (await confirm(mod, question)).text
    await table.wait_for_outbox()
