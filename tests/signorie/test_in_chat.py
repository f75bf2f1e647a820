"""In chat: its rulebook by paragraph, and its board in words, which is longer than one message."""

from __future__ import annotations

from typing import Any

import pytest

from bot.discord_ui.page.layout import MAX_TEXT
from bot.discord_ui.rulebook.lookup import paragraph
from bot.standin import Person
from bot.standin.model import components as c
from engines.kernel import LANGS
from engines.signorie import GAME
from render import Look, arts
from tests.bot.conftest import Table, ident


@pytest.mark.parametrize(
    ("cited", "entry"),
    [
        ("R7.2", "R7.2"),
        ("R15.22", "R15.22"),
        ("R8.2.1", "R8.2"),
        ("R11.4", "R11"),
        ("R11", "R11"),
        ("R7", "R7.1"),
        ("R8", "R8.1"),
        ("R15", "R15.1"),
        ("R7.9", "R7.1"),
        ("R4", "R3"),
        ("R99", "R15.28"),
        ("R0", "R1"),
        (None, None),
        ("helper", None),
    ],
)
def test_the_nearest_entry_of_what_is_cited(cited: str | None, entry: str | None) -> None:
    for lang in LANGS:
        assert paragraph(GAME, cited, lang) == entry


@pytest.mark.parametrize(("typed", "title"), [("R7", "R7.1"), ("r8.2.1", "R8.2"), ("R4", "R3")])
async def test_rules_takes_what_the_game_cites(table: Table, ada: Person, typed: str, title: str) -> None:
    shown = await ada.slash("rules", about=typed, game="signorie")
    assert f"## {title} " in shown.text and "Nothing in the rules" not in shown.text


async def test_the_cards_rules_button_knows_sub_steps(table: Table, ada: Person, jiro: Person) -> None:
    await table.open(ada, jiro, game="signorie")
    card = await table.card()
    shown = await ada.click(card, ident(card, "t:", "rules"))
    assert "## R6" in shown.text


@pytest.mark.parametrize(("locale", "lang"), [("en-US", "en"), ("ja", "ja")])
async def test_the_board_in_words_comes_whole(table: Table, ada: Person, locale: str, lang: Any) -> None:
    others = [table.driver.person(name) for name in ("Jiro", "Marco", "Jules")]
    await table.open(ada, *others, game="signorie")
    reader = table.driver.person("Reader", locale=locale)
    async with table.bot.tables.at(1) as live:
        assert live.match is not None
        report = arts()["signorie"].words(live.match.view(None), Look(lang, live.names))
    reply = await reader.slash("board", text=True)
    while len(reply.followups) < (len(report) > MAX_TEXT):
        await reply.next_change()
    messages_ = [reply.message, *reply.followups]
    shown = "\n".join(c.text(message) for message in messages_)
    assert all(section in shown for section in report.split("\n\n"))
    assert all(message["flags"] & c.IS_EPHEMERAL for message in messages_)
    if lang == "en":
        assert len(report) > MAX_TEXT and len(messages_) >= 2


async def test_the_menu_of_pictures_shows_all_the_words_too(table: Table, ada: Person, jiro: Person) -> None:
    await table.open(ada, *(table.driver.person(name) for name in ("Grace", "Marco", "Jules")), game="signorie")
    card = await table.card()
    zoom = await ada.click(card, ident(card, "t:", "zoom"))
    words = await ada.select(zoom, ident(zoom.message, "t:", "picture"), "text")
    while not words.followups:
        await words.next_change()
    assert words.type == 7 and all(m["flags"] & c.IS_EPHEMERAL for m in words.followups)


async def test_zoom_opens_what_the_question_is_about(table: Table, ada: Person, jiro: Person) -> None:
    """To whom is asked for a die, the dice; to the others the overview."""
    await table.open(ada, jiro, game="signorie")
    async with table.bot.tables.at(1) as live:
        (seat,) = live.waiting
        asked, other = (ada, jiro) if live.seat_of(int(ada.id)) == seat else (jiro, ada)
        assert live.match is not None
        view = live.match.view(None)
    art = arts()["signorie"]
    dice = [f"die:{area.color}:{area.left[0]}" for area in view.dice]
    assert art.closest(view, dice) == "zoom:dice"
    assert art.closest(view, ["city:roma", "city:milano", "city:napoli"]) == "zoom:arcade"
    assert art.closest(view, [f"mat:{seat}:row:clergy"]) == f"mat:{seat}"
    assert art.closest(view, []) == "board"
    card = await table.card()
    titles = []
    for person in (asked, other):
        zoom = await person.click(card, ident(card, "t:", "zoom"))
        titles.append([line for line in zoom.text.splitlines() if line.startswith("###")])
    assert titles[0] != titles[1]
