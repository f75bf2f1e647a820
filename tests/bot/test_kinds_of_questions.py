"""Every kind of question, answered through the real client: the panel, `/move`, previews; in both languages."""

from __future__ import annotations

import random
from collections.abc import MutableMapping
from typing import Any, cast

import pytest

from bot.standin import Person, Reply
from bot.standin.model import components as c
from engines.kernel import games
from tests.bot.bazaar import GAME, State
from tests.bot.conftest import Table, ident, idents, labels
from tests.clicker import Clicker


@pytest.fixture(autouse=True)
def bazaar(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(cast(MutableMapping[str, Any], games()), "bazaar", GAME)


async def state(table: Table) -> State:
    async with table.bot.tables.at(1) as live:
        assert live.match is not None
        return cast(State, live.match.state)


async def begun(table: Table, host: Person, other: Person, **settings: str) -> Reply:
    await table.open(host, other, game="bazaar", **settings)
    return await table.play(host)


async def past(table: Table, host: Person, *answers: str) -> Reply:
    """The panel after these typed answers."""
    for answer in answers:
        await host.slash("move", answer=answer)
    return await table.play(host)


LEARN = "How to play (2 min)"
STALLS, LOAD, SPLIT = "1 + 4", "+".join(["1"] * 20), "1+1+2+2"


def menu(panel: Reply, verb: str, nth: int = 0) -> dict[str, Any]:
    custom_id = idents(panel.message, "p:", verb)[nth]
    return next(found for found in c.of_type(panel.message, c.STRING_SELECT) if found["custom_id"] == custom_id)


async def test_one_of_each_group_has_a_menu_a_group_and_one_ok(table: Table, ada: Person, jiro: Person) -> None:
    panel = await begun(table, ada, jiro)
    assert [menu(panel, "tick", n)["placeholder"] for n in range(2)] == ["Choose 1–2 · Silk", "Choose 4–5 · Salt"]
    assert len(idents(panel.message, "p:", "tick")) == 2, "the stall with one ware is no question"
    assert "**Spice** — Spice" in panel.text and not idents(panel.message, "p:", "ok")
    panel = await ada.select(panel, menu(panel, "tick")["custom_id"], "silk:salt")
    panel = await ada.select(panel, menu(panel, "tick")["custom_id"], "silk:tea")
    panel = await ada.select(panel, menu(panel, "tick", 1)["custom_id"], "salt:silk")
    assert "**Silk** — Tea" in panel.text and "**Silk** — Salt" not in panel.text
    await ada.click(panel, ident(panel.message, "p:", "ok"))
    assert (await state(table)).said == ["each ('silk:tea', 'spice:spice', 'salt:silk')"]


async def test_the_same_by_typing_and_in_japanese(table: Table, ada: Person, jiro: Person) -> None:
    panel = await begun(table, jiro, ada)
    assert [menu(panel, "tick", n)["placeholder"] for n in range(2)] == ["1–2から選ぶ · 絹", "4–5から選ぶ · 塩"]
    assert "それぞれから一つずつ" in panel.text and "**香料** — 香料" in panel.text
    offered = await jiro.autocomplete("move", "answer", "2. 塩 + ")
    assert [choice["name"] for choice in offered] == ["2. 塩 + 4. 茶", "2. 塩 + 5. 絹"]
    await jiro.slash("move", answer="2 + 5")
    assert (await state(table)).said == ["each ('silk:salt', 'spice:spice', 'salt:silk')"]


async def test_one_of_a_single_group_is_given_by_one_press(table: Table, ada: Person, jiro: Person) -> None:
    await begun(table, ada, jiro)
    panel = await past(table, ada, STALLS, LOAD, SPLIT, "1", "confirm", "1", "1")
    assert not idents(panel.message, "p:", "ok") and not idents(panel.message, "p:", "choose"), "of two: buttons"
    panel = await ada.click(panel, next(one for one in idents(panel.message, "p:", "pick") if one.endswith(":blue")))
    assert (await state(table)).races == {0: "blue", 1: "red"}


async def test_many_units_take_few_presses_and_a_range_is_said(table: Table, ada: Person, jiro: Person) -> None:
    await begun(table, ada, jiro)
    panel = await past(table, ada, STALLS)
    assert "20 to 30 in all; 0 so far." in panel.text
    panel = await ada.click(panel, idents(panel.message, "p:", "handful")[0])
    assert "5 so far" in panel.text
    assert "the rest (15)" in labels(panel.message), "as many as the slot takes"
    panel = await ada.click(panel, idents(panel.message, "p:", "rest")[1])
    assert "25 so far" in panel.text and "the rest (5)" in labels(panel.message)
    await ada.click(panel, ident(panel.message, "p:", "ok"))
    assert (await state(table)).said[-1] == "load {'tea': 5, 'silk': 20}"


async def test_few_ways_stand_in_one_menu(table: Table, ada: Person, jiro: Person) -> None:
    await begun(table, ada, jiro)
    panel = await past(table, ada, STALLS, LOAD)
    ways = menu(panel, "way")
    assert [way["label"] for way in ways["options"]] == [
        "1. Tea ×3 + 2. Silk",
        "1. Tea ×2 + 2. Silk ×2",
        "1. Tea + 2. Silk ×3",
    ]
    await ada.select(panel, ways["custom_id"], ways["options"][2]["value"])
    assert (await state(table)).said[-1] == "split {'tea': 1, 'silk': 3}"


async def test_one_press_never_answers_with_less_than_could_be_had(table: Table, ada: Person, jiro: Person) -> None:
    """Thirty may be loaded, but no more than twenty of one kind: whoever presses that would be done at twenty."""
    await begun(table, ada, jiro)
    panel = await past(table, ada, STALLS)
    assert not idents(panel.message, "p:", "way")


async def test_what_is_possible_beside_a_question_has_its_own_menu(table: Table, ada: Person, jiro: Person) -> None:
    await begun(table, ada, jiro)
    panel = await past(table, ada, STALLS, LOAD, SPLIT)
    assert labels(panel.message)[:3] == ["1. Tea", "2. Silk", "3. Spice"]
    beside = menu(panel, "aside")
    assert beside["placeholder"] == "Also possible 4–5"
    assert [choice["label"] for choice in beside["options"]] == ["4. Sell for 1", "5. Sell for 5"]
    panel = await ada.select(panel, beside["custom_id"], "sell:1")
    assert "Sold for 1" in panel.text and "4. Salt" in labels(panel.message), "the question comes again as it is now"
    panel = await ada.click(panel, next(i for i in idents(panel.message, "p:", "pick") if i.endswith(":salt")))
    assert "Is that all?" in panel.text and idents(panel.message, "p:", "aside"), "beside a confirmation, too"
    panel = await past(table, ada, "sell for 5")
    assert "Is that all?" in panel.text and not idents(panel.message, "p:", "aside")
    assert ((await state(table)).coins, (await state(table)).said[-1]) == (6, "buy salt")


async def test_many_small_groups_share_menus(table: Table, ada: Person, jiro: Person) -> None:
    await begun(table, ada, jiro)
    panel = await past(table, ada, STALLS, LOAD, SPLIT, "1", "confirm")
    menus = c.of_type(panel.message, c.STRING_SELECT)
    assert [len(menu["options"]) for menu in menus] == [20] * 6
    assert menus[0]["placeholder"] == "Choose 1–20 · Shelf 0 · Shelf 1"
    assert menus[0]["options"][12]["description"] == "Shelf 1 · costs 12"


async def test_what_silence_means_is_said_in_words(table: Table, ada: Person, jiro: Person) -> None:
    await begun(table, jiro, ada, language="en")
    panel = await past(table, jiro, STALLS, LOAD, SPLIT, "1", "確定", "7")
    assert "どのカードですか" in panel.text
    assert "活動時間で7.5時間答えがないとき：一覧の最初のもの" in panel.text
    assert "Without an answer within 7.5 waking hours: the first choice in the list" in c.text(await table.card())


async def test_colours_that_the_rules_decide_are_not_asked_for(table: Table, ada: Person, jiro: Person) -> None:
    await ada.slash("table open", game="bazaar", order="joined")
    lobby = await table.lobby()
    assert not idents(lobby, "t:", "colour") and idents(lobby, "t:", "join")
    lobby = (await jiro.click(lobby, ident(lobby, "t:", "join"))).message
    await ada.click(lobby, ident(lobby, "t:", "start"))
    assert "red" not in c.text(await table.card())
    for answer in (STALLS, LOAD, SPLIT, "1", "confirm", "1", "1", "blue", "confirm"):
        await ada.slash("move", answer=answer)
    card = c.text(await table.card())
    assert "**Ada** (blue)" in card and "**次郎** (red)" in card


async def test_a_preview_shows_what_an_option_would_do_and_does_nothing(
    table: Table, ada: Person, jiro: Person
) -> None:
    await begun(table, ada, jiro)
    panel = await past(table, ada, STALLS, LOAD, SPLIT)
    before = (await state(table)).said
    panel = await ada.click(panel, ident(panel.message, "p:", "looking"))
    assert "Nothing is done" in panel.text and not idents(panel.message, "p:", "pick")
    seen = await ada.click(panel, idents(panel.message, "p:", "look")[1])
    assert seen.message["id"] == panel.message["id"], "there is one panel"
    assert "If you choose “Silk" in seen.text and "Answers buy" in seen.text and "> Is that all?" in seen.text
    panel = await ada.click(seen, "Preview another")
    aside = await ada.select(panel, ident(panel.message, "p:", "lookmenu"), "sell:5")
    assert "Sold for 5" in aside.text and "> What do you buy?" in aside.text
    assert (await state(table)).said == before and (await state(table)).coins == 0
    back = await ada.click(aside, "Leave the preview")
    assert idents(back.message, "p:", "pick"), "one press leads back to where a press counts"
    panel = await ada.click(back, ident(back.message, "p:", "looking"))
    seen = await ada.click(panel, idents(panel.message, "p:", "look")[1])
    after = await ada.click(seen, "Do this")
    assert (await state(table)).said[-1] == "buy silk" and after.message["id"] == panel.message["id"]


async def test_a_draft_is_previewed_too(table: Table, ada: Person, jiro: Person) -> None:
    await begun(table, jiro, ada)
    panel = await past(table, jiro, STALLS, LOAD)
    for nth in (0, 1):
        for _ in range(2):
            panel = await jiro.click(panel, idents(panel.message, "p:", "plus")[nth])
    seen = await jiro.click(panel, ident(panel.message, "p:", "lookdraft"))
    assert "「茶 ×2, 絹 ×2」を選んだとき" in seen.text and "何を買いますか" in seen.text
    panel = await jiro.click(seen, "見るのをやめる")
    assert "茶 ×2" in panel.text or "×2" in panel.text, "with what was chosen so far"
    seen = await jiro.click(panel, ident(panel.message, "p:", "lookdraft"))
    await jiro.click(seen, ident(seen.message, "p:", "ok"))
    assert (await state(table)).said[-1] == "split {'tea': 2, 'silk': 2}"


@pytest.mark.parametrize("seed", range(3))
async def test_a_whole_game_by_clicks_alone(table: Table, ada: Person, jiro: Person, seed: int) -> None:
    await table.open(ada, jiro, game="bazaar")
    clicker = Clicker(ada, random.Random(seed), back=0.05)
    panel: Reply | None = await clicker.open(await table.card())
    while panel is not None:
        panel = await clicker.step(panel)
    assert (await state(table)).over


async def test_the_lobby_and_the_first_card_lead_through_a_first_turn(table: Table, ada: Person, jiro: Person) -> None:
    await ada.slash("table open", game="bazaar", order="joined")
    lobby = await table.lobby()
    assert _row_of(lobby, "How to play") == ["Join", "Leave", "Start", "How to play"], "as wide as a phone"
    shown = await jiro.click(await jiro.click(lobby, "How to play"), "次 ▶")
    assert "最初の手番" in shown.text, "in the reader's language"
    lobby = (await jiro.click(lobby, ident(lobby, "t:", "join"))).message
    await ada.click(lobby, ident(lobby, "t:", "start"))
    card = await table.card()
    assert len(_row_of(card, LEARN)) > 1, "no row of its own"
    shown = await ada.click(await ada.click(card, LEARN), "Next ▶")
    assert "A first turn, step by step" in shown.text
    for answer in (STALLS, LOAD, SPLIT, "1", "confirm", "1", "1", "blue", "confirm"):
        await ada.slash("move", answer=answer)
    assert LEARN not in labels(await table.card()), "the first turn is over"


def _row_of(message: dict[str, Any], label: str) -> list[str]:
    """The labels of the row in which a button stands."""
    rows = [[part.get("label", "") for part in row["components"]] for row in c.of_type(message, c.ACTION_ROW)]
    return next(row for row in rows if label in row)
