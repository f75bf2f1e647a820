"""Old cards, panels and commands after the game, in channels without a table and in direct messages."""

from __future__ import annotations

import re
from typing import Any

import pytest

from bot.discord_ui.card.page import build_card
from bot.discord_ui.page.pages import build_view
from bot.discord_ui.panel import tracking
from bot.discord_ui.text.localizer import Localizer
from bot.fake_discord import FakeUser, ImpossibleAction
from bot.fake_discord.model import components as c
from bot.table.play import answers
from engines.kernel import pick_random_answer
from engines.kernel.chance import Rng

from .conftest import TableHarness, find_custom_id, list_custom_ids

Json = dict[str, Any]


async def play_to_the_end(table: TableHarness) -> None:
    """Answer every question at random, without the client, until the game is over."""
    rng = Rng(bytes(32))
    tables = table.bot.service
    async with tables.lock_table(1) as table_state:
        while table_state.is_playing:
            seat = table_state.waiting[0]
            assert table_state.match is not None
            prompt, ref = table_state.match.find_prompt(seat), table_state.build_question_ref(seat)
            assert prompt is not None and ref is not None
            await answers.apply_decision(
                tables, table_state, ref, pick_random_answer(table_state.match, prompt, rng), "person"
            )


async def test_old_cards_and_panels_say_that_the_game_is_over(
    table: TableHarness, ada: FakeUser, jiro: FakeUser, monkeypatch: pytest.MonkeyPatch
) -> None:
    await table.open_and_start(ada, jiro)
    old = await post_card_copy(table)
    panel = await ada.send_command("play")
    monkeypatch.setattr(tracking, "TOKEN_SECONDS", -1.0)  # it can no longer be edited by itself
    await play_to_the_end(table)
    final = await table.find_card()
    assert "The game is over" in c.read_text(final) and not list_custom_ids(final, "t:", "play")

    for verb in ("play", "seat", "changed", "zoom", "rules"):
        answer = await ada.click(old, find_custom_id(old, "t:", verb))
        assert answer.is_ephemeral
        if verb in ("play", "seat"):
            assert "The game is over" in answer.text
    assert "終了" in (await jiro.click(old, find_custom_id(old, "t:", "play"))).text
    watcher = table.driver.add_user("Watcher")
    assert "The game is over" in (await watcher.click(old, find_custom_id(old, "t:", "play"))).text
    assert "This game is over" in (await ada.click(panel, list_custom_ids(panel.message, "p:", "details")[0])).text

    assert "The game is over" in (await ada.send_command("play")).text
    for command, options in (("undo", {}), ("table end", {}), ("move", {"answer": "1"}), ("table leave", {})):
        assert "This game is over" in (await ada.send_command(command, **options)).text
        assert "終了しています" in (await jiro.send_command(command, **options)).text
    for command in ("board", "log", "table seats", "seat", "rules"):
        assert (await ada.send_command(command)).text


async def post_card_copy(table: TableHarness) -> Json:
    """Post a copy of the card that the bot does not delete."""
    async with table.bot.service.lock_table(1) as table_state:
        page = build_card(table_state, (), Localizer.of_table("en"))
    sent = await table.bot.get_partial_messageable(int(table.driver.channel_id)).send(view=build_view(page))
    return await table.driver.view_channel().wait_for_message(lambda message: message["id"] == str(sent.id))


async def test_a_table_closed_before_the_start(table: TableHarness, ada: FakeUser, jiro: FakeUser) -> None:
    await ada.send_command("table open", game="flotsam")
    await table.find_lobby()
    seats = await ada.send_command("table seats")
    await table.send_confirmed(ada, "table end")
    await table.wait_for_outbox()
    assert "This table was closed" in (await ada.click(seats, find_custom_id(seats.message, "t:", "leave"))).text
    assert "ended before the game was over" in (await ada.send_command("play")).text
    assert "途中で終わりました" in (await jiro.send_command("play")).text
    assert "closed before the start" in (await ada.send_command("board")).text
    assert "This table was closed" in (await ada.send_command("history")).text
    assert "This table was closed" in (await ada.send_command("move", answer="1")).text


IN_A_CHANNEL: dict[str, dict[str, Any]] = {
    "play": {},
    "move": {"answer": "1"},
    "board": {},
    "seat": {},
    "log": {},
    "undo": {},
    "table leave": {},
    "table seats": {},
    "table end": {},
}
ANYWHERE: dict[str, tuple[dict[str, Any], str, str]] = {
    "rules": ({"game": "flotsam"}, "Setup", "準備"),
    "games": ({}, "You have no table in play", "卓はありません"),
    "help": ({}, "Play board games at your own pace", "自分のペースで遊ぶ"),
}


@pytest.mark.parametrize("command", IN_A_CHANNEL)
async def test_a_channel_without_a_table_says_how_to_open_one(
    table: TableHarness, ada: FakeUser, jiro: FakeUser, command: str
) -> None:
    english = await ada.send_command(command, **IN_A_CHANNEL[command])
    japanese = await jiro.send_command(command, **IN_A_CHANNEL[command])
    assert "There is no table in this channel" in english.text and re.search(
        r"</table open:\d+> opens one", english.text
    )
    assert "卓はありません" in japanese.text and re.search(r"</table open:\d+> で開けます", japanese.text)
    assert english.is_ephemeral and japanese.is_ephemeral


@pytest.mark.parametrize("command", ANYWHERE)
async def test_commands_without_a_table_answer_everywhere(
    table: TableHarness, ada: FakeUser, jiro: FakeUser, command: str
) -> None:
    options, english, japanese = ANYWHERE[command]
    for person, expected in ((ada, english), (jiro, japanese)):
        assert expected in (await person.send_command(command, **options)).text
        assert expected in (await person.in_dm().send_command(command, **options)).text


async def test_rules_in_a_direct_message_search_all_books_or_ask_which(
    table: TableHarness, ada: FakeUser, jiro: FakeUser
) -> None:
    assert "“dice” is found here" in (await ada.in_dm().send_command("rules", about="dice")).text
    assert "どのゲームのルールですか" in (await jiro.in_dm().send_command("rules")).text


@pytest.mark.parametrize("command", [*IN_A_CHANNEL, "table open"])
async def test_table_commands_are_not_offered_in_direct_messages(
    table: TableHarness, ada: FakeUser, command: str
) -> None:
    options = {"game": "flotsam"} if command == "table open" else IN_A_CHANNEL[command]
    with pytest.raises(ImpossibleAction):
        await ada.in_dm().send_command(command, **options)
