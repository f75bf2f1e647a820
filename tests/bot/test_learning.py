"""A newcomer can open the lesson from the lobby, the card and the help."""

from __future__ import annotations

import pytest

from bot.fake_discord import FakeUser
from bot.fake_discord.model import components as c
from tests.bot.conftest import TableHarness, find_custom_id, list_custom_ids, list_labels, wait_for_picture
from tests.discovered import list_shipped_games, pick_game

GAME = pick_game()
NEXT = {"ja": "次 ▶", "en": "Next ▶"}


async def test_the_lesson_is_read_from_the_lobby_to_its_end(table: TableHarness, ada: FakeUser, jiro: FakeUser) -> None:
    await ada.send_command("table open", game=GAME)
    lobby = await table.find_lobby()
    for person, lang, last in ((jiro, "ja", "では、遊んでみましょう"), (ada, "en", "Now you:")):
        lesson_page = await person.click(lobby, find_custom_id(lobby, "h:", "lesson"))
        assert lesson_page.is_ephemeral and "1/6" in lesson_page.text
        first = lesson_page.message["id"]
        for number in range(2, 7):
            await wait_for_picture(lesson_page)
            assert len(c.list_media(lesson_page.message)) == 1
            lesson_page = await person.click(lesson_page, NEXT[lang])
            assert f"{number}/6" in lesson_page.text and lesson_page.message["id"] == first, "it leafs on one message"
        assert last in lesson_page.text
        assert list_custom_ids(await table.find_lobby(), "t:", "join"), "the lobby stays as it is"


async def test_card_offers_the_lesson_during_the_first_turns(
    table: TableHarness, ada: FakeUser, jiro: FakeUser
) -> None:
    await table.open_and_start(ada, jiro, game=GAME)
    assert list_custom_ids(await table.find_card(), "h:", "lesson")
    for _ in range(2):
        await answer_any_question(table, ada, jiro)
    assert list_custom_ids(await table.find_card(), "h:", "lesson")


async def test_lesson_of_a_seated_player_ends_with_play(table: TableHarness, ada: FakeUser, jiro: FakeUser) -> None:
    await table.open_and_start(ada, jiro, game=GAME)
    watcher = table.driver.add_user("Watcher")
    card = await table.find_card()
    ends = []
    for person in (ada, watcher):
        lesson_page = await person.click(card, find_custom_id(card, "h:", "lesson"))
        for _ in range(5):
            lesson_page = await person.click(lesson_page, NEXT["en"])
        ends.append(lesson_page)
    assert "press *Play*. Until" in ends[0].text and "table open" not in ends[0].text
    assert "table open" in ends[1].text and not list_custom_ids(ends[1].message, "t:", "play")
    panel = await ada.click(ends[0], find_custom_id(ends[0].message, "t:", "play"))
    assert list_custom_ids(panel.message, "p:", "details") or "Waiting" in panel.text


async def test_lessons_board_leads_to_its_explanation(table: TableHarness, ada: FakeUser, jiro: FakeUser) -> None:
    for person, label, heading in (
        (ada, "What the picture shows", "How to read the board picture"),
        (jiro, "画像の見方", "ボード画像の見方"),
    ):
        lesson_page = await person.click(await person.send_command("help"), "h:learn")
        lesson_page = await person.click(lesson_page, f"h:learn:{next(iter(list_shipped_games()))}.0")
        assert heading in (await person.click(lesson_page, label)).text


async def answer_any_question(table: TableHarness, *people: FakeUser) -> None:
    """Answer one question for the first of these people who is asked (the seat order is random)."""
    for person in people:
        panel = await table.open_panel(person)
        menus, keys = (list_custom_ids(panel.message, "p:", verb) for verb in ("choose", "pick"))
        if menus:
            await person.select_values(panel, menus[0], find_first_choice(panel.message))
        elif keys:
            await person.click(panel, keys[0])
        if menus or keys:
            return
    raise AssertionError("nobody is asked")


def find_first_choice(message: dict[str, object]) -> str:
    component = next(iter(c.list_of_types(message, c.STRING_SELECT)))
    return str(component["options"][0]["value"])


@pytest.mark.parametrize("where", ["channel", "dm"])
async def test_the_help_leads_to_every_game(table: TableHarness, ada: FakeUser, where: str) -> None:
    person_there = ada if where == "channel" else ada.in_dm()
    shelf = await person_there.click(await person_there.send_command("help"), "h:learn")
    assert "Which game do you want to learn?" in shelf.text
    for title in ("Signorie", "Pax Pamir: Second Edition", "Quo Vadis", "Kilia"):
        assert title in list_labels(shelf.message)
    lesson_page = await person_there.click(shelf, "Kilia")
    assert "shipowners in Kiel" in lesson_page.text
    rule = await person_there.click(await person_there.click(lesson_page, NEXT["en"]), "Rulebook")
    assert "R1" in rule.text
    contents = await person_there.click(rule, "Contents")
    contents = await person_there.click(contents, c.list_buttons(contents.message)[-1]["custom_id"])
    menus = c.list_of_types(contents.message, c.STRING_SELECT)
    last = menus[-1]["options"][-1]["value"]
    assert (
        menus[-1]["options"][-1]["label"]
        in (await person_there.select_values(contents, menus[-1]["custom_id"], last)).text
    )


@pytest.mark.parametrize("argument", ["zeppelin.1", "flotsam.x", "flotsam.\u00b2"])
async def test_outdated_lesson_button_is_explained(table: TableHarness, ada: FakeUser, argument: str) -> None:
    lesson_page = await ada.click(await ada.send_command("help"), "h:learn")
    lesson_page = await ada.click(lesson_page, "Kilia")
    for row in c.list_of_types(lesson_page.message, c.BUTTON):
        if row["custom_id"].startswith("h:learn:") and row["custom_id"].endswith(".1"):
            row["custom_id"] = f"h:learn:{argument}"
    reply = await ada.click(lesson_page, f"h:learn:{argument}")
    assert "This button" in reply.text
