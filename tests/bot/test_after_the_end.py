"""Old cards, panels and commands after the game, in empty channels and in direct messages: they say what is true."""

from __future__ import annotations

import re
from typing import Any

import pytest

from bot.discord_ui.card.page import card
from bot.discord_ui.page.layout import sheet
from bot.discord_ui.text.voice import Voice
from bot.standin import Impossible, Person
from bot.standin.model import components as c
from bot.table import play
from engines.kernel import random_answer
from engines.kernel.chance import Rng

from .conftest import Table, ident, idents

Json = dict[str, Any]


async def play_to_the_end(table: Table) -> None:
    """The people answer by chance, without pressing anything."""
    rng = Rng(bytes(32))
    tables = table.bot.tables
    async with tables.at(1) as live:
        while live.is_playing:
            seat = live.waiting[0]
            assert live.match is not None
            prompt, ref = live.match.prompt(seat), live.ref(seat)
            assert prompt is not None and ref is not None
            await play.decide(tables, live, ref, random_answer(live.match, prompt, rng), "person")


async def test_old_cards_and_panels_say_that_the_game_is_over(table: Table, ada: Person, jiro: Person) -> None:
    await table.open(ada, jiro)
    old = await left_behind(table)
    panel = await ada.slash("play")
    await play_to_the_end(table)
    final = await table.card()
    assert "The game is over" in c.text(final) and not idents(final, "t:", "play")

    for verb in ("play", "seat", "changed", "zoom", "rules"):
        answer = await ada.click(old, f"t:1:{verb}")
        assert answer.ephemeral
        if verb in ("play", "seat"):
            assert "The game is over" in answer.text
    assert "終了" in (await jiro.click(old, "t:1:play")).text
    watcher = table.driver.person("Watcher")
    assert "The game is over" in (await watcher.click(old, "t:1:play")).text
    assert "This game is over" in (await ada.click(panel, idents(panel.message, "p:", "plus")[0])).text

    assert "The game is over" in (await ada.slash("play")).text
    for command, options in (("undo", {}), ("table end", {}), ("move", {"answer": "1"}), ("table leave", {})):
        assert "This game is over" in (await ada.slash(command, **options)).text
        assert "終了しています" in (await jiro.slash(command, **options)).text
    for command in ("board", "log", "table seats", "seat", "rules"):
        assert (await ada.slash(command)).text


async def left_behind(table: Table) -> Json:
    """A copy of the card that nobody removes."""
    async with table.bot.tables.at(1) as live:
        page = card(live, (), Voice.of_table("en"))
    sent = await table.bot.get_partial_messageable(int(table.driver.channel_id)).send(view=sheet(page))
    return await table.driver.channel().wait_for(lambda message: message["id"] == str(sent.id))


async def test_a_table_closed_before_the_start(table: Table, ada: Person, jiro: Person) -> None:
    await ada.slash("table open", game="flotsam")
    await table.lobby()
    seats = await ada.slash("table seats")
    await ada.slash("table end")
    await table.said()
    for verb in ("join", "leave"):
        assert "This table was closed" in (await ada.click(seats, ident(seats.message, "t:", verb))).text
    assert "ended before the game was over" in (await ada.slash("play")).text
    assert "途中で終わりました" in (await jiro.slash("play")).text
    assert "closed before the start" in (await ada.slash("board")).text
    assert "もう閉じられています" in (await jiro.slash("table join")).text
    assert "This table was closed" in (await ada.slash("move", answer="1")).text


IN_A_CHANNEL: dict[str, dict[str, Any]] = {
    "play": {},
    "move": {"answer": "1"},
    "board": {},
    "seat": {},
    "log": {},
    "undo": {},
    "table join": {},
    "table leave": {},
    "table start": {},
    "table seats": {},
    "table end": {},
}
ANYWHERE: dict[str, tuple[dict[str, Any], str, str]] = {
    "rules": ({"game": "flotsam"}, "Setup", "準備"),
    "games": ({}, "You have no table in play", "卓はありません"),
    "help": ({}, "Board games by post", "文通のように"),
}


@pytest.mark.parametrize("command", IN_A_CHANNEL)
async def test_a_channel_without_a_table_says_how_to_open_one(
    table: Table, ada: Person, jiro: Person, command: str
) -> None:
    english = await ada.slash(command, **IN_A_CHANNEL[command])
    japanese = await jiro.slash(command, **IN_A_CHANNEL[command])
    assert "There is no table in this channel" in english.text and re.search(
        r"</table open:\d+> opens one", english.text
    )
    assert "卓はありません" in japanese.text and re.search(r"</table open:\d+> で開けます", japanese.text)
    assert english.ephemeral and japanese.ephemeral


@pytest.mark.parametrize("command", ANYWHERE)
async def test_what_needs_no_table_answers_everywhere(table: Table, ada: Person, jiro: Person, command: str) -> None:
    options, english, japanese = ANYWHERE[command]
    for person, expected in ((ada, english), (jiro, japanese)):
        assert expected in (await person.slash(command, **options)).text
        assert expected in (await person.in_dm().slash(command, **options)).text


async def test_rules_in_a_direct_message_search_all_books_or_ask_which(table: Table, ada: Person, jiro: Person) -> None:
    assert "“dice” is found here" in (await ada.in_dm().slash("rules", about="dice")).text
    assert "どのゲームのルールですか" in (await jiro.in_dm().slash("rules")).text


@pytest.mark.parametrize("command", [*IN_A_CHANNEL, "table open"])
async def test_what_needs_a_channel_is_not_offered_in_a_direct_message(table: Table, ada: Person, command: str) -> None:
    options = {"game": "flotsam"} if command == "table open" else IN_A_CHANNEL[command]
    with pytest.raises(Impossible):
        await ada.in_dm().slash(command, **options)
