"""Every kind of question, answered through the real client: the panel, `/move`, previews; in both languages."""

from __future__ import annotations

import random
from collections.abc import MutableMapping
from typing import Any, cast

import pytest

from bot.fake_discord import FakeUser, Reply
from bot.fake_discord.model import components as c
from engines.kernel import load_games
from tests.bot.bazaar import GAME, State
from tests.bot.conftest import (
    TableHarness,
    find_custom_id,
    list_custom_ids,
    list_labels,
    start_lobby,
)
from tests.clicker import Clicker


@pytest.fixture(autouse=True)
def bazaar(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(cast(MutableMapping[str, Any], load_games()), "bazaar", GAME)


async def load_state(table: TableHarness) -> State:
    async with table.bot.service.lock_table(1) as table_state:
        assert table_state.match is not None
        return cast(State, table_state.match.state)


async def start_bazaar(table: TableHarness, host: FakeUser, other: FakeUser, **settings: str) -> Reply:
    await table.open_and_start(host, other, game="bazaar", **settings)
    return await table.open_panel(host)


async def answer_by_move(table: TableHarness, host: FakeUser, *answers: str) -> Reply:
    """Give these answers with /move and return the panel that follows."""
    for answer in answers:
        await host.send_command("move", answer=answer)
    return await table.open_panel(host)


LEARN = "How to play"
STALLS, LOAD, SPLIT = "1 + 4", "+".join(["1"] * 20), "1+1+2+2"


def find_menu(panel: Reply, verb: str, nth: int = 0) -> dict[str, Any]:
    custom_id = list_custom_ids(panel.message, "p:", verb)[nth]
    return next(
        component
        for component in c.list_of_types(panel.message, c.STRING_SELECT)
        if component["custom_id"] == custom_id
    )


async def test_few_choices_of_one_per_group_are_buttons(table: TableHarness, ada: FakeUser, jiro: FakeUser) -> None:
    panel = await start_bazaar(table, ada, jiro)
    assert [label for label in list_labels(panel.message) if " + " in label] == [
        "1. Tea + 4. Tea", "1. Tea + 5. Silk", "2. Salt + 4. Tea", "2. Salt + 5. Silk",
    ], "the stall with one ware is no question"  # fmt: skip
    await ada.click(panel, "1. Tea + 5. Silk")
    assert (await load_state(table)).log_lines == ["each ('silk:tea', 'spice:spice', 'salt:silk')"]


async def test_choice_per_group_by_typing_and_in_japanese(table: TableHarness, ada: FakeUser, jiro: FakeUser) -> None:
    panel = await start_bazaar(table, jiro, ada)
    assert "2. 塩 + 5. 絹" in list_labels(panel.message)
    offered = await jiro.type_option("move", "answer", "2. 塩 + ")
    assert [choice["name"] for choice in offered] == ["2. 塩 + 4. 茶", "2. 塩 + 5. 絹"]
    await jiro.send_command("move", answer="2 + 5")
    assert (await load_state(table)).log_lines == ["each ('silk:salt', 'spice:spice', 'salt:silk')"]


async def test_choice_from_a_single_group_needs_one_press(table: TableHarness, ada: FakeUser, jiro: FakeUser) -> None:
    await start_bazaar(table, ada, jiro)
    panel = await answer_by_move(table, ada, STALLS, LOAD, SPLIT, "1", "confirm", "1", "1")
    assert not list_custom_ids(panel.message, "p:", "ok") and not list_custom_ids(panel.message, "p:", "choose"), (
        "of two: buttons"
    )
    panel = await ada.click(
        panel,
        next(custom_id for custom_id in list_custom_ids(panel.message, "p:", "pick") if custom_id.endswith(":blue")),
    )
    assert (await load_state(table)).races == {0: "blue", 1: "red"}


async def test_many_units_need_few_presses_and_the_range_is_shown(
    table: TableHarness, ada: FakeUser, jiro: FakeUser
) -> None:
    await start_bazaar(table, ada, jiro)
    panel = await answer_by_move(table, ada, STALLS)
    assert "20 to 30 in all; 0 so far." in panel.text
    panel = await ada.click(panel, list_custom_ids(panel.message, "p:", "handful")[0])
    assert "5 so far" in panel.text
    assert "the rest (15)" in list_labels(panel.message), "as many as the slot takes"
    panel = await ada.click(panel, list_custom_ids(panel.message, "p:", "rest")[1])
    assert "25 so far" in panel.text and "the rest (5)" in list_labels(panel.message)
    await ada.click(panel, find_custom_id(panel.message, "p:", "ok"))
    assert (await load_state(table)).log_lines[-1] == "load {'tea': 5, 'silk': 20}"


async def test_few_distributions_are_buttons(table: TableHarness, ada: FakeUser, jiro: FakeUser) -> None:
    await start_bazaar(table, ada, jiro)
    panel = await answer_by_move(table, ada, STALLS, LOAD)
    assert [label for label in list_labels(panel.message) if " + " in label] == [
        "1. Tea ×3 + 2. Silk",
        "1. Tea ×2 + 2. Silk ×2",
        "1. Tea + 2. Silk ×3",
    ]
    await ada.click(panel, "1. Tea + 2. Silk ×3")
    assert (await load_state(table)).log_lines[-1] == "split {'tea': 1, 'silk': 3}"


async def test_menu_of_distributions_is_omitted_if_more_could_be_loaded(
    table: TableHarness, ada: FakeUser, jiro: FakeUser
) -> None:
    """Thirty may be loaded, but at most twenty of one kind: such a press would answer with twenty only."""
    await start_bazaar(table, ada, jiro)
    panel = await answer_by_move(table, ada, STALLS)
    assert not list_custom_ids(panel.message, "p:", "way")


async def test_side_actions_stand_beside_the_options(table: TableHarness, ada: FakeUser, jiro: FakeUser) -> None:
    await start_bazaar(table, ada, jiro)
    panel = await answer_by_move(table, ada, STALLS, LOAD, SPLIT)
    assert list_labels(panel.message)[:5] == ["1. Tea", "2. Silk", "3. Spice", "4. Sell for 1", "5. Sell for 5"]
    panel = await ada.click(panel, "4. Sell for 1")
    assert "Sold for 1" in panel.text and "4. Salt" in list_labels(panel.message), (
        "the question comes again as it is now"
    )
    panel = await ada.click(panel, "4. Salt")
    assert "Is that all?" in panel.text and "2. Sell for 5" in list_labels(panel.message), "beside a confirmation, too"
    panel = await answer_by_move(table, ada, "sell for 5")
    assert "Is that all?" in panel.text and "Confirm" in list_labels(panel.message)
    assert ((await load_state(table)).coins, (await load_state(table)).log_lines[-1]) == (6, "buy salt")


async def test_of_many_options_first_the_kind_is_chosen(table: TableHarness, ada: FakeUser, jiro: FakeUser) -> None:
    await start_bazaar(table, ada, jiro)
    panel = await answer_by_move(table, ada, STALLS, LOAD, SPLIT, "1", "confirm")
    assert {"1–10. Shelf 0", "11–20. Shelf 1"} <= {*list_labels(panel.message)}
    panel = await ada.click(panel, "11–20. Shelf 1")
    buttons = list_custom_ids(panel.message, "p:", "pick")
    assert [button.split(":", 3)[-1] for button in buttons] == [f"ware:{n}" for n in range(10, 20)]
    assert "11–20. Shelf 1" in list_labels((await ada.click(panel, "Other kinds")).message)


async def test_time_out_answer_is_described_in_words(table: TableHarness, ada: FakeUser, jiro: FakeUser) -> None:
    await start_bazaar(table, jiro, ada, language="en")
    panel = await answer_by_move(table, jiro, STALLS, LOAD, SPLIT, "1", "確定", "7")
    assert "どのカードですか" in panel.text
    assert "生活時間で7.5時間答えがないとき：一覧の最初のもの" in panel.text
    assert "Without an answer within 7.5 waking hours: the first choice in the list" in c.read_text(
        await table.find_card()
    )


async def test_colours_that_the_rules_decide_are_not_asked_for(
    table: TableHarness, ada: FakeUser, jiro: FakeUser
) -> None:
    await ada.send_command("table open", game="bazaar", order="joined")
    lobby = await table.find_lobby()
    assert not list_custom_ids(lobby, "t:", "colour") and list_custom_ids(lobby, "t:", "join")
    lobby = (await jiro.click(lobby, find_custom_id(lobby, "t:", "join"))).message
    await start_lobby(ada, lobby)
    assert "red" not in c.read_text(await table.find_card())
    for answer in (STALLS, LOAD, SPLIT, "1", "confirm", "1", "1", "blue", "confirm"):
        await ada.send_command("move", answer=answer)
    card = c.read_text(await table.find_card())
    assert "**Ada** (blue)" in card and "**次郎** (red)" in card


async def test_a_preview_shows_what_an_option_would_do_and_does_nothing(
    table: TableHarness, ada: FakeUser, jiro: FakeUser
) -> None:
    await start_bazaar(table, ada, jiro)
    panel = await answer_by_move(table, ada, STALLS, LOAD, SPLIT)
    before = (await load_state(table)).log_lines
    panel = await start_preview(ada, panel)
    assert "nothing happens yet" in panel.text and not list_custom_ids(panel.message, "p:", "pick")
    seen = await ada.click(panel, list_custom_ids(panel.message, "p:", "look")[1])
    assert seen.message["id"] == panel.message["id"], "there is one panel"
    assert "If you choose “Silk" in seen.text and "Answers buy" in seen.text and "> Is that all?" in seen.text
    panel = await ada.click(seen, "Preview another")
    aside = await ada.click(panel, "5. Sell for 5")
    assert "Sold for 5" in aside.text and "> What do you buy?" in aside.text
    assert (await load_state(table)).log_lines == before and (await load_state(table)).coins == 0
    back = await ada.click(aside, "Leave the preview")
    assert list_custom_ids(back.message, "p:", "pick"), "one press leads back to where a press counts"
    panel = await start_preview(ada, back)
    seen = await ada.click(panel, list_custom_ids(panel.message, "p:", "look")[1])
    after = await ada.click(seen, "Do this")
    assert (await load_state(table)).log_lines[-1] == "buy silk" and after.message["id"] == panel.message["id"]


async def start_preview(person: FakeUser, panel: Reply) -> Reply:
    """Switch to preview mode, which is offered among the details."""
    details = await person.click(panel, find_custom_id(panel.message, "p:", "details"))
    return await person.click(details, find_custom_id(details.message, "p:", "looking"))


async def test_an_answer_of_several_options_is_previewed_too(
    table: TableHarness, ada: FakeUser, jiro: FakeUser
) -> None:
    await start_bazaar(table, jiro, ada)
    panel = await start_preview(jiro, await answer_by_move(table, jiro, STALLS, LOAD))
    seen = await jiro.click(panel, "1. 茶 ×2 + 2. 絹 ×2")
    assert "「茶 ×2、絹 ×2」を選んだとき" in seen.text and "何を買いますか" in seen.text
    await jiro.click(seen, find_custom_id(seen.message, "p:", "ok"))
    assert (await load_state(table)).log_lines[-1] == "split {'tea': 2, 'silk': 2}"


@pytest.mark.parametrize("seed", range(3))
async def test_a_whole_game_by_clicks_alone(table: TableHarness, ada: FakeUser, jiro: FakeUser, seed: int) -> None:
    await table.open_and_start(ada, jiro, game="bazaar")
    clicker = Clicker(ada, random.Random(seed), back=0.05)
    panel: Reply | None = await clicker.open_panel(await table.find_card())
    while panel is not None:
        panel = await clicker.press_next(panel)
    assert (await load_state(table)).is_over


async def test_the_lobby_and_the_first_card_lead_through_a_first_turn(
    table: TableHarness, ada: FakeUser, jiro: FakeUser
) -> None:
    await ada.send_command("table open", game="bazaar", order="joined", language="en")
    lobby = await table.find_lobby()
    assert _list_row_labels(lobby, "How to play") == ["Join", "How to play", "Start", "Details"], "as wide as a phone"
    lesson_page = await jiro.click(await jiro.click(lobby, "How to play"), "次 ▶")
    assert "最初の手番" in lesson_page.text, "in the reader's language"
    lobby = (await jiro.click(lobby, find_custom_id(lobby, "t:", "join"))).message
    await start_lobby(ada, lobby)
    card = await table.find_card()
    assert len(_list_row_labels(card, LEARN)) > 1, "no row of its own"
    lesson_page = await ada.click(await ada.click(card, LEARN), "Next ▶")
    assert "A first turn, step by step" in lesson_page.text
    for answer in (STALLS, LOAD, SPLIT, "1", "confirm", "1", "1", "blue", "confirm"):
        await ada.send_command("move", answer=answer)
    assert LEARN not in list_labels(await table.find_card()), "the first turn is over"


def _list_row_labels(message: dict[str, Any], label: str) -> list[str]:
    """Return the labels of the action row that contains the button."""
    rows = [[part.get("label", "") for part in row["components"]] for row in c.list_of_types(message, c.ACTION_ROW)]
    return next(row for row in rows if label in row)
