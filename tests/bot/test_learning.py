"""A newcomer finds out how to play from wherever they are: lobby, card, help."""

from __future__ import annotations

import pytest

from bot.standin import Person
from bot.standin.model import components as c
from tests.bot.conftest import Table, ident, idents, labels, pictured
from tests.discovered import a_game, shipped

GAME = a_game()
NEXT = {"ja": "次 ▶", "en": "Next ▶"}


async def test_the_lesson_is_read_from_the_lobby_to_its_end(table: Table, ada: Person, jiro: Person) -> None:
    await ada.slash("table open", game=GAME)
    lobby = await table.lobby()
    for person, lang, last in ((jiro, "ja", "では、遊んでみましょう"), (ada, "en", "Now you:")):
        shown = await person.click(lobby, ident(lobby, "h:", f"{GAME}.0"))
        assert shown.ephemeral and "1/6" in shown.text
        first = shown.message["id"]
        for number in range(2, 7):
            await pictured(shown)
            assert len(c.media(shown.message)) == 1
            shown = await person.click(shown, NEXT[lang])
            assert f"{number}/6" in shown.text and shown.message["id"] == first, "it leafs on one message"
        assert last in shown.text
        assert idents(await table.lobby(), "t:", "join"), "the lobby stays as it is"


async def test_the_card_offers_it_while_the_first_game_is_young(table: Table, ada: Person, jiro: Person) -> None:
    await table.open(ada, jiro, game=GAME)
    assert idents(await table.card(), "h:", f"{GAME}.0")
    for _ in range(2):
        await answer(table, ada, jiro)
    assert idents(await table.card(), "h:", f"{GAME}.0")


async def test_who_sits_at_a_table_of_the_game_goes_on_to_play(table: Table, ada: Person, jiro: Person) -> None:
    await table.open(ada, jiro, game=GAME)
    watcher = table.driver.person("Watcher")
    card = await table.card()
    ends = []
    for person in (ada, watcher):
        shown = await person.click(card, ident(card, "h:", f"{GAME}.0"))
        for _ in range(5):
            shown = await person.click(shown, NEXT["en"])
        ends.append(shown)
    assert "press *Play*. Until" in ends[0].text and "table open" not in ends[0].text
    assert "table open" in ends[1].text and not idents(ends[1].message, "t:", "play")
    panel = await ada.click(ends[0], ident(ends[0].message, "t:", "play"))
    assert idents(panel.message, "p:", "looking") or "Waiting" in panel.text


async def test_the_board_of_a_lesson_leads_to_what_its_parts_are(table: Table, ada: Person, jiro: Person) -> None:
    for person, label, told in (
        (ada, "What the picture shows", "How to read the board picture"),
        (jiro, "画像の見方", "ボード画像の見方"),
    ):
        shown = await person.click(await person.slash("help"), "h:learn")
        shown = await person.click(shown, f"h:learn:{next(iter(shipped()))}.0")
        assert told in (await person.click(shown, label)).text


async def answer(table: Table, *people: Person) -> None:
    """Whoever is on turn answers something: the seats were drawn."""
    for person in people:
        panel = await table.play(person)
        menus, keys = (idents(panel.message, "p:", verb) for verb in ("choose", "pick"))
        if menus:
            await person.select(panel, menus[0], menu(panel.message))
        elif keys:
            await person.click(panel, keys[0])
        if menus or keys:
            return
    raise AssertionError("nobody is asked")


def menu(message: dict[str, object]) -> str:
    found = next(iter(c.of_type(message, c.STRING_SELECT)))
    return str(found["options"][0]["value"])


@pytest.mark.parametrize("where", ["channel", "dm"])
async def test_the_help_leads_to_every_game(table: Table, ada: Person, where: str) -> None:
    there = ada if where == "channel" else ada.in_dm()
    shelf = await there.click(await there.slash("help"), "h:learn")
    assert "Which game do you want to learn?" in shelf.text
    for title in ("Signorie", "Pax Pamir: Second Edition", "Quo Vadis", "Kilia"):
        assert title in labels(shelf.message)
    shown = await there.click(shelf, "Kilia")
    assert "shipowners of Kiel" in shown.text
    rule = await there.click(await there.click(shown, NEXT["en"]), "Rulebook")
    assert "R1" in rule.text
    contents = await there.click(rule, "Contents")
    menus = c.of_type(contents.message, c.STRING_SELECT)
    assert len(menus) > 1
    last = menus[-1]["options"][-1]["value"]
    assert menus[-1]["options"][-1]["label"] in (await there.select(contents, menus[-1]["custom_id"], last)).text


async def test_an_old_button_of_a_lesson_says_so(table: Table, ada: Person) -> None:
    shown = await ada.click(await ada.slash("help"), "h:learn")
    shown = await ada.click(shown, "Kilia")
    for row in c.of_type(shown.message, c.BUTTON):
        if row["custom_id"].startswith("h:learn:") and row["custom_id"].endswith(".1"):
            row["custom_id"] = "h:learn:zeppelin.1"
    reply = await ada.click(shown, "h:learn:zeppelin.1")
    assert "button" in reply.text
