"""Settings of a table before its start: seats, time control, options, order of seats."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

from bot import audit
from bot.discord_ui.lobby.page import build_poster
from bot.discord_ui.text.localizer import Localizer
from bot.fake_discord import FakeUser
from bot.fake_discord.model import components as c
from bot.table.notices import outbox
from bot.table.state import fairness_proof
from engines.kernel import Match
from tests.bot.conftest import TableHarness, find_custom_id, list_custom_ids, list_labels, start_lobby
from tests.bot.forged_controls import forge_control
from tests.clicker import choose_options
from tests.discovered import list_shipped_games, pick_game


async def test_a_table_for_three_shows_its_seats_and_refuses_a_fourth(
    table: TableHarness, ada: FakeUser, jiro: FakeUser, marco: FakeUser
) -> None:
    await ada.send_command("table open", game="flotsam", players=3, language="en")
    lobby = await table.find_lobby()
    assert "1 of 3 seats" in c.read_text(lobby)
    assert "For 3 players" in (await table.open_terms(ada)).text
    await jiro.click(lobby, "Join")
    joined = await marco.click(lobby, "Join")
    await table.wait_for_outbox()
    assert "3 of 3 seats" in joined.text

    late = table.driver.add_user("花子", locale="ja")
    refused = await late.click(lobby, "Join")
    assert refused.is_ephemeral and "3人用" in refused.text and "ホスト" in refused.text
    assert "This table is for 3" in (await table.driver.add_user("Grace").click(lobby, "Join")).text

    raised = await table.change_terms(ada, "setting", "players=4")
    await table.wait_for_outbox()
    assert "3 of 4 seats" in raised.text
    joined = await late.click(lobby, "Join")
    await table.wait_for_outbox()
    assert "4 of 4 seats" in joined.text


async def test_lobby_follows_a_client_that_changes_its_language(table: TableHarness, ada: FakeUser) -> None:
    await ada.send_command("table open", game="flotsam")
    lobby = await table.find_lobby()
    ben = table.driver.add_user("Ben")
    await ben.click(lobby, "Join")
    await table.wait_for_outbox()
    ben.set_locale("ja")
    await ben.send_command("help")
    lobby = await table.driver.view_channel().wait_for_message(lambda m: "ホスト：" in c.read_text(m))
    assert "Host: " in c.read_text(lobby)


async def test_a_table_starts_with_fewer_than_it_wanted(table: TableHarness, ada: FakeUser, jiro: FakeUser) -> None:
    await table.open_and_start(ada, jiro, players=4)
    assert "To move" in c.read_text(await table.find_card())


async def test_unsupported_seat_counts_are_refused(table: TableHarness, ada: FakeUser, jiro: FakeUser) -> None:
    assert "for 2, 3, 4 players, not 5" in (await ada.send_command("table open", game="flotsam", players=5)).text
    assert "5人では遊べません" in (await jiro.send_command("table open", game="flotsam", players=5)).text
    assert (await table.db.fetch_rows("SELECT count(*) FROM games"))[0][0] == 0


async def test_time_control_is_chosen_in_the_lobby(table: TableHarness, ada: FakeUser, jiro: FakeUser) -> None:
    await ada.send_command("table open", game="flotsam", pace="friends", language="both")
    lobby = await table.find_lobby()
    assert "Pace: friends" in c.read_text(lobby) and "速さ：仲間うち" in c.read_text(lobby)
    changed = await table.change_terms(ada, "setting", "pace=none")
    await table.wait_for_outbox()
    assert "Pace: no clock" in changed.text
    await jiro.click(await table.find_lobby(), "Join / 参加")
    await start_lobby(ada, await table.find_lobby())
    await table.find_card()
    settings = await ada.send_command("table seats")
    assert "Pace: no clock" in settings.text
    assert not any("friends" in label or "players" in label for label in list_labels(settings.message))


async def test_a_bilingual_lobby_says_its_settings_in_one_language_after_the_other(
    table: TableHarness, ada: FakeUser
) -> None:
    await ada.send_command("table open", game="flotsam", language="both")
    lines = c.read_text(await table.find_lobby()).split("\n")
    paces = [line for line in lines if "Pace: " in line or "速さ：" in line]
    assert len(paces) == 2 and not any("Pace: " in line and "速さ：" in line for line in paces)


async def test_only_changed_settings_stand_out(table: TableHarness, ada: FakeUser) -> None:
    """Options of the usual kind are in small print on the page Details, and the lobby tells changed ones only."""
    await ada.send_command("table open", game="flotsam", language="both")
    usual = [line for line in (await table.open_terms(ada)).text.split("\n") if "Length" in line]
    assert [line.startswith("-# ") for line in usual] == [True], usual
    assert "Length" not in c.read_text(await table.find_lobby())
    changed = await choose_options(ada, await table.open_terms(ada), {"length": "long"})
    assert "Length: **long" in changed.text
    await table.wait_for_outbox()
    lines = [line for line in c.read_text(await table.find_lobby()).split("\n") if "長さ" in line or "Length" in line]
    assert [line[:8].rstrip() for line in lines] == ["-# Lengt", "-# 長さ：長い"], "colons of full width in Japanese"


async def test_the_menu_of_settings_offers_only_what_would_change_something(table: TableHarness, ada: FakeUser) -> None:
    await ada.send_command("table open", game="flotsam", reminder=5, pace="friends", players=3, language="en")
    offered = [choice["value"] for choice in list_setting_choices((await table.open_terms(ada)).message)]
    assert not {"language=en", "reminder_hours=5", "pace=friends", "players=3", "order=random"} & set(offered)
    assert {"language=ja", "reminder_hours=0", "pace=none", "players=0", "players=4", "order=joined"} <= set(offered)


async def test_reminder_hours_are_offered_only_without_time_control(table: TableHarness, ada: FakeUser) -> None:
    await ada.send_command("table open", game="flotsam", pace="slow", language="both")
    details = await table.open_terms(ada)
    assert "Reminders: timed by the clock" in details.text
    assert "Reminder after" not in details.text + "".join(list_labels(details.message))
    off = await table.change_terms(ada, "setting", "reminder_hours=0")
    assert "No reminders" in off.text
    slow = await table.change_terms(ada, "setting", "pace=none")
    assert any(choice["value"] == "reminder_hours=6" for choice in list_setting_choices(slow.message))


async def test_lobby_shows_announced_absences(table: TableHarness, ada: FakeUser, jiro: FakeUser) -> None:
    lobby = await open_lobby(table, ada)
    assert "away from" not in c.read_text(lobby)
    day = datetime.now(UTC) + timedelta(days=5)
    await ada.send_command("me away", until=f"{day:%Y-%m-%d}")
    await table.wait_for_outbox()
    lobby_text = c.read_text(await table.find_lobby())
    assert "away from <t:" in lobby_text and "から<t:" in lobby_text
    await table.press_in_settings(ada, "present")
    await table.wait_for_outbox()
    assert "away from" not in c.read_text(await table.find_lobby())


async def open_lobby(table: TableHarness, person: FakeUser) -> Any:
    await person.send_command("table open", game="flotsam", language="both")
    return await table.find_lobby()


def list_setting_choices(lobby: Any) -> list[Any]:
    menus = c.list_of_types(lobby, c.STRING_SELECT)
    return list(next(m for m in menus if m["custom_id"] == find_custom_id(lobby, "t:", "setting"))["options"])


async def test_lobby_fits_a_phone_and_keeps_its_picture_when_somebody_joins(
    table: TableHarness, ada: FakeUser, jiro: FakeUser
) -> None:
    """Title, seats, pace and buttons; all menus, and what explains them, are behind Details."""
    await ada.send_command("table open", game=pick_game(), language="en")
    await table.wait_for_outbox()
    lobby = await table.find_lobby()
    assert list_labels(lobby) == ["Join", "How to play", "Start", "Details"]
    assert not c.list_of_types(lobby, c.STRING_SELECT)
    assert len(c.read_text(lobby).splitlines()) <= 8, c.read_text(lobby)
    assert c.list_media(lobby)
    joined = await jiro.click(lobby, "Join")
    assert "次郎" in joined.text and c.list_media(joined.message), "the answer keeps the picture"


async def test_details_show_everybody_what_they_may_change(
    table: TableHarness, ada: FakeUser, jiro: FakeUser, marco: FakeUser
) -> None:
    await ada.send_command("table open", game="flotsam", language="en")
    await jiro.click(await table.find_lobby(), "Join")
    verbs = ("leave", "join", "start", "colour", "word", "computer", "options", "setting")
    pages = [await table.open_terms(person) for person in (ada, jiro, marco)]
    assert all(page.is_ephemeral for page in pages)
    with_host = ["leave", "start", "colour", "word", "computer", "options", "setting"]
    shown = [[verb for verb in verbs if list_custom_ids(page.message, "t:", verb)] for page in pages]
    assert shown == [with_host, ["leave", "colour", "word"], ["join"]]
    assert "シャッフル" in pages[1].text and "No person can influence the shuffle" in pages[2].text


async def test_menus_of_a_lobby_of_before_still_work(table: TableHarness, ada: FakeUser) -> None:
    """Until 0.13 the public lobby had the menus."""
    await ada.send_command("table open", game=pick_game(), language="en")
    await table.wait_for_outbox()
    lobby = await table.find_lobby()
    menu = find_custom_id((await table.open_terms(ada)).message, "t:", "setting")
    with forge_control(table, lobby, menu, "players=4"):
        changed = await ada.select_values(lobby, menu, "players=4")
    assert "1 of 4 seats" in changed.text and not changed.is_ephemeral
    assert c.list_media(changed.message)


async def test_the_host_moves_a_seat_up(table: TableHarness, ada: FakeUser, jiro: FakeUser) -> None:
    await ada.send_command("table open", game="flotsam", order="joined", language="en")
    lobby = await table.find_lobby()
    assert not list_custom_ids((await table.open_terms(ada)).message, "t:", "up"), "one alone has no order"
    await jiro.click(lobby, "Join")
    details = await table.open_terms(ada)
    assert "2. 次郎: one place up" in list_labels(details.message)
    moved = await table.change_terms(ada, "up", "1")
    assert "2. Ada: one place up" in list_labels(moved.message) and moved.text.index("次郎") < moved.text.rindex("Ada")
    drawn = await table.change_terms(ada, "setting", "order=random")
    assert not list_custom_ids(drawn.message, "t:", "up")


async def test_shuffle_proof_is_small_print_at_the_end(table: TableHarness, ada: FakeUser, jiro: FakeUser) -> None:
    """The lobby shows people's own words. The first post of the game binds the numbers of presses, untold."""
    await ada.send_command("table open", game="flotsam", language="en")
    reply = await table.press_in_details(ada, "word")
    assert "goes into the shuffle" in (await ada.submit_modal(reply, {"word": "rosebud"})).text
    lobby = await table.find_lobby()
    joined = (await jiro.click(lobby, "Join")).message
    *_, last = [piece for container in joined["components"] for piece in container["components"]]
    (commitment,) = re.findall(r"\b[0-9a-f]{32}\b", c.read_text(joined))
    assert commitment in last["content"] and last["content"].startswith("-# ") and "\n" not in last["content"]
    assert "Ada `rosebud`" in last["content"] and "次郎" not in last["content"]
    assert not re.search(r"\d{17,}", re.sub(r"<[^>]*>|[0-9a-f]{32}", "", c.read_text(joined))), "no number of a click"
    await start_lobby(ada, joined)
    await table.wait_for_outbox()
    begun = c.read_text(await table.driver.view_channel().wait_for_message("The game begins."))
    assert "does not read messages" in begun, "nobody waits for an answer to what they write there"
    (proof,) = [line for line in begun.splitlines() if commitment in line]
    file = await audit.export_game(table.db, 1)
    seal = fairness_proof.compute_seal(file.commitment, file.shares)
    assert proof == f"-# Ada `rosebud` · SHA-256 {commitment} · {seal}", "one small line"


async def test_first_post_says_who_plays_in_which_order(table: TableHarness, ada: FakeUser, jiro: FakeUser) -> None:
    await table.open_and_start(ada, jiro, language="both")
    begun = c.read_text(await table.driver.view_channel().wait_for_message("The game begins."))
    players = [line for line in begun.splitlines() if line.startswith(("1. ", "2. "))]
    assert [line.partition(" — ")[0] for line in players] == ["1. ● A **Ada**", "2. ■ B **次郎**"] * 2
    assert {line.partition(" — ")[2] for line in players} == {"赤", "黄", "red", "yellow"}, "who plays what"
    assert "First to choose: Ada" in begun and "最初に選ぶのは：Ada" in begun
    assert "The seats, clockwise round the table:\n1. " in begun and "席順（時計回り）：\n1. " in begun


async def test_first_post_says_who_comes_next_as_far_as_the_game_knows(
    table: TableHarness, ada: FakeUser, jiro: FakeUser
) -> None:
    """The numbers of the seats are no order of play where the first player is drawn, or the order is."""
    duels = (game for game in list_shipped_games().values() if 2 in game.seat_counts)
    starts = (Match.start(game, game.build_setup(2, (), {}), bytes(32)) for game in duels)
    game = next(match.game.id for match in starts if (info := match.find_turn_info()) and info.following)
    await table.open_and_start(ada, jiro, game=game, language="en")
    begun = c.read_text(await table.driver.view_channel().wait_for_message("The game begins."))
    async with table.bot.service.lock_table(1) as state:
        info = state.require_match().find_turn_info()
        assert info is not None and info.following
        assert f"Next in turn: {', '.join(state.names[seat] for seat in info.following)}\n" in begun


async def test_beginning_announced_by_an_earlier_version_is_still_posted(
    table: TableHarness, ada: FakeUser, jiro: FakeUser
) -> None:
    await table.open_and_start(ada, jiro, language="en")
    async with table.bot.service.lock_table(1) as table_state, table.db.transaction() as tx:
        now = table.clock()
        await outbox.enqueue_notice(tx, table_state, now, "notice.started", commitment="ab12", shares=("Ada 7",))
    table.bot.service.wake_workers()
    assert await table.driver.view_channel().wait_for_message("words Ada 7 · SHA-256 ab12")


async def test_somebody_with_a_blank_name_is_named_by_the_letter_of_the_seat(
    table: TableHarness, ada: FakeUser
) -> None:
    """In the lobby, on the card, in a request and in a notice; without a seat by a word."""
    blank = table.driver.add_user("\u3164")
    await table.open_and_start(ada, blank, pace="slow", language="en")
    await table.choose_about_players(blank, "extend")
    await table.wait_for_outbox()
    texts = "\n".join(c.read_text(m) for m in table.driver.view_channel().messages)
    assert "**B** asks to give everybody another day" in texts and "\u3164" not in texts and "**?**" not in texts
    assert "■ B **B**" in (await ada.send_command("table seats")).text
    assert "## Nameless: games played" in (await blank.send_command("stats player")).text


async def test_the_poster_shows_who_sits_and_changes_when_somebody_joins(
    table: TableHarness, ada: FakeUser, jiro: FakeUser
) -> None:
    await ada.send_command("table open", game=pick_game(), players=2, language="en")
    await table.wait_for_outbox()
    [alone] = c.list_media(await table.find_lobby())
    assert "Ada" in alone["description"] and "1 seat free" in alone["description"]
    await jiro.click(await table.find_lobby(), "Join")
    await table.wait_for_outbox()
    [together] = c.list_media(await table.find_lobby())
    assert "次郎" in together["description"] and "0 seats free" in together["description"]
    assert together["url"] != alone["url"]


async def test_tables_whose_posters_look_alike_share_one(table: TableHarness, ada: FakeUser) -> None:
    await ada.send_command("table open", game=pick_game(), language="en")
    await table.wait_for_outbox()
    async with table.bot.service.lock_table(1) as table_state:
        request = build_poster(table_state, Localizer.of_table(table_state.row.language))
    assert request is not None
    shared = table.bot.pictures.find_picture(replace(request, table_id=2))
    assert shared is not None and shared.alt == request.alt
