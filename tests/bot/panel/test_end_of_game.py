"""An answer that ends the game asks first, its person alone."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Any

import pytest

from bot.discord_ui.panel import handlers
from bot.fake_discord import FakeUser, Reply
from bot.table import Person
from bot.table.play import answers
from engines.kernel import GameContext, NounRef, Option, load_games
from tests.bot.conftest import (
    TableHarness,
    find_custom_id,
    give_first_combination,
    is_mentioned,
    list_custom_ids,
)
from tests.bot.forged_controls import forge_control
from tests.clicker import list_ends

Script = Callable[[GameContext[Any]], Awaitable[None]]
GOODS = [Option(good, good, NounRef(f"goods.{good}"), limit=2) for good in ("tea", "silk")]


async def choose_twice(t: GameContext[Any]) -> None:
    for lot in ("tea", "silk"):
        await t.choose(0, "unsold", GOODS, lot=NounRef(f"goods.{lot}"))


async def spread_marks(t: GameContext[Any]) -> None:
    await t.allocate(0, "raise.ask", GOODS, 2, marks=2)


async def choose_and_confirm(t: GameContext[Any]) -> None:
    await t.choose(0, "unsold", GOODS, lot=NounRef("goods.tea"))
    await t.confirm(0, "open")


@pytest.fixture
def use_script(monkeypatch: pytest.MonkeyPatch) -> Callable[[Script], None]:
    """Return a function that makes a game of one turn of the script."""

    def replace_rules(script: Script) -> None:
        async def play_turn(t: GameContext[Any]) -> None:
            await script(t)
            t.state.round += 1

        game = replace(load_games()["flotsam"], play_turn=play_turn, is_over=lambda state: state.round == 1)
        for module in ("table.service.table_service", "table.terms.table_terms", "discord_ui.commands.parameters"):
            monkeypatch.setattr(f"bot.{module}.load_games", lambda: {"flotsam": game})

    return replace_rules


async def reach_last_question(table: TableHarness, person: FakeUser, other: FakeUser) -> Reply:
    """Answer the first of two questions and return the panel of the last one."""
    await table.open_and_start(person, other)
    panel = await table.open_panel(person)
    panel = await person.click(panel, find_custom_id(panel.message, "p:", "pick"))
    assert not list_ends(panel.message)
    return panel


async def open_end_page(table: TableHarness, person: FakeUser, panel: Reply) -> Reply:
    """Press an answer that ends the game, and return the question whether it shall."""
    page = await person.click(panel, find_custom_id(panel.message, "p:", "pick"))
    assert list_ends(page.message) and not await is_over(table)
    return page


async def is_over(table: TableHarness) -> bool:
    async with table.bot.service.lock_table(1) as live:
        return live.row.status == "over"


async def count_decisions(table: TableHarness) -> int:
    [(count,)] = await table.db.fetch_rows("SELECT count(*) FROM decisions")
    return int(count)


@pytest.mark.parametrize("lang", ["en", "ja"])
async def test_end_of_the_game_is_asked_in_the_readers_language(
    table: TableHarness, ada: FakeUser, jiro: FakeUser, use_script: Callable[[Script], None], lang: str
) -> None:
    use_script(choose_twice)
    person, other = (ada, jiro) if lang == "en" else (jiro, ada)
    panel = await reach_last_question(table, person, other)
    page = await open_end_page(table, person, panel)
    sentence = {"en": "This ends the game\n“Tea”", "ja": "これでゲームが終わります\n「茶」"}[lang]
    assert sentence in page.text and page.is_ephemeral and page.message["id"] == panel.message["id"]
    back = await person.click(page, {"en": "Back", "ja": "戻る"}[lang])
    assert list_custom_ids(back.message, "p:", "pick") and await count_decisions(table) == 1
    page = await open_end_page(table, person, back)
    await person.click(page, {"en": "Do it", "ja": "実行する"}[lang])
    assert await is_over(table) and await count_decisions(table) == 2
    assert not is_mentioned(await table.find_card(), other)


async def test_end_by_an_answer_of_several_options_is_asked(
    table: TableHarness, ada: FakeUser, jiro: FakeUser, use_script: Callable[[Script], None]
) -> None:
    use_script(spread_marks)
    await table.open_and_start(ada, jiro)
    page = await give_first_combination(ada, await table.open_panel(ada))
    assert not await is_over(table)
    await ada.click(page, find_custom_id(page.message, "p:", "enddraft"))
    assert await is_over(table)


async def test_end_by_a_typed_answer_is_asked(
    table: TableHarness, ada: FakeUser, jiro: FakeUser, use_script: Callable[[Script], None]
) -> None:
    use_script(choose_twice)
    await reach_last_question(table, ada, jiro)
    page = await ada.send_command("move", answer="2")
    assert list_ends(page.message) and "“Silk”" in page.text and not await is_over(table)


async def test_confirmation_of_the_last_turn_asks_once(
    table: TableHarness, ada: FakeUser, jiro: FakeUser, use_script: Callable[[Script], None]
) -> None:
    use_script(choose_and_confirm)
    panel = await reach_last_question(table, ada, jiro)
    await ada.click(panel, find_custom_id(panel.message, "p:", "pick"))
    assert await is_over(table)


async def test_second_press_after_the_end_changes_nothing(
    table: TableHarness, ada: FakeUser, jiro: FakeUser, use_script: Callable[[Script], None]
) -> None:
    use_script(choose_twice)
    page = await open_end_page(table, ada, await reach_last_question(table, ada, jiro))
    end = find_custom_id(page.message, "p:", "end")
    begun = [ada.begin_click(page, end), ada.begin_click(page, end)]
    for interaction in begun:
        await ada.await_reply(interaction)
    assert "game is over" in page.text and await count_decisions(table) == 2


async def test_press_after_a_step_back_does_not_end_the_game(
    table: TableHarness, ada: FakeUser, jiro: FakeUser, use_script: Callable[[Script], None]
) -> None:
    use_script(choose_twice)
    page = await open_end_page(table, ada, await reach_last_question(table, ada, jiro))
    end = find_custom_id(page.message, "p:", "end")
    async with table.bot.service.lock_table(1) as live:
        ref = live.build_question_ref(0)
        assert ref is not None
        await answers.take_back_step(table.bot.service, live, Person(int(ada.id), "Ada", "en"), ref)
    after = await ada.click(page, end)
    assert "already been answered" in after.text and list_custom_ids(after.message, "p:", "pick")
    assert not await is_over(table)


async def test_nobody_else_learns_that_an_answer_ends_the_game(
    table: TableHarness, ada: FakeUser, jiro: FakeUser, use_script: Callable[[Script], None]
) -> None:
    use_script(choose_twice)
    panel = await reach_last_question(table, ada, jiro)
    card = await table.find_card()
    for custom_id in (find_custom_id(panel.message, "p:", "pick"), find_custom_id(card, "t:", "play")):
        with forge_control(table, card, custom_id, None):
            shown = await jiro.click(card, custom_id)
        assert not list_ends(shown.message) and "終わ" not in shown.text
    assert not await is_over(table)


async def test_end_that_is_not_asked_is_noticed(
    table: TableHarness,
    ada: FakeUser,
    jiro: FakeUser,
    use_script: Callable[[Script], None],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    use_script(choose_twice)
    monkeypatch.setattr(handlers, "asks_before_end", lambda *_: False)
    panel = await reach_last_question(table, ada, jiro)
    with pytest.raises(AssertionError):
        await open_end_page(table, ada, panel)
