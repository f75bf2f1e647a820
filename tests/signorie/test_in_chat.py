"""In chat: the rulebook by paragraph, and the board in words, which is longer than one message."""

from __future__ import annotations

from typing import Any

import pytest

from bot.discord_ui.page.pages import MAX_TEXT
from bot.discord_ui.rulebook.lookup import find_paragraph
from bot.fake_discord import FakeUser
from bot.fake_discord.model import components as c
from engines.kernel import LANGS
from engines.signorie import GAME
from render import RenderContext, load_arts
from tests.bot.conftest import TableHarness, find_custom_id


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
def test_cited_paragraph_opens_nearest_entry(cited: str | None, entry: str | None) -> None:
    for lang in LANGS:
        assert find_paragraph(GAME, cited, lang) == entry


@pytest.mark.parametrize(("typed", "title"), [("R7", "R7.1"), ("r8.2.1", "R8.2"), ("R4", "R3")])
async def test_rules_command_accepts_cited_paragraphs(
    table: TableHarness, ada: FakeUser, typed: str, title: str
) -> None:
    reply = await ada.send_command("rules", about=typed, game="signorie")
    assert f"## {title} " in reply.text and "Nothing in the rules" not in reply.text


async def test_the_cards_rules_button_knows_sub_steps(table: TableHarness, ada: FakeUser, jiro: FakeUser) -> None:
    await table.open_and_start(ada, jiro, game="signorie")
    card = await table.find_card()
    reply = await ada.click(card, find_custom_id(card, "t:", "rules"))
    assert "## R6" in reply.text


@pytest.mark.parametrize(("locale", "lang"), [("en-US", "en"), ("ja", "ja")])
async def test_board_in_words_is_complete(table: TableHarness, ada: FakeUser, locale: str, lang: Any) -> None:
    others = [table.driver.add_user(name) for name in ("Jiro", "Marco", "Jules")]
    await table.open_and_start(ada, *others, game="signorie")
    reader = table.driver.add_user("Reader", locale=locale)
    async with table.bot.service.lock_table(1) as table_state:
        assert table_state.match is not None
        report = load_arts()["signorie"].describe_board(
            table_state.match.build_view(None), RenderContext(lang, table_state.names)
        )
    reply = await reader.send_command("board", text=True)
    while len(reply.followups) < (len(report) > MAX_TEXT):
        await reply.wait_for_change()
    messages_ = [reply.message, *reply.followups]
    text = "\n".join(c.read_text(message) for message in messages_)
    assert all(section in text for section in report.split("\n\n"))
    assert all(message["flags"] & c.IS_EPHEMERAL for message in messages_)
    if lang == "en":
        assert len(report) > MAX_TEXT and len(messages_) >= 2


async def test_the_menu_of_pictures_shows_all_the_words_too(table: TableHarness, ada: FakeUser, jiro: FakeUser) -> None:
    await table.open_and_start(
        ada, *(table.driver.add_user(name) for name in ("Grace", "Marco", "Jules")), game="signorie"
    )
    card = await table.find_card()
    zoom = await ada.click(card, find_custom_id(card, "t:", "zoom"))
    words = await ada.select_values(zoom, find_custom_id(zoom.message, "t:", "picture"), "text")
    while not words.followups:
        await words.wait_for_change()
    assert words.type == 7 and all(m["flags"] & c.IS_EPHEMERAL for m in words.followups)


async def test_zoom_opens_the_subject_of_the_question(table: TableHarness, ada: FakeUser, jiro: FakeUser) -> None:
    """The seat that is asked for a die opens the dice, the others most of the board."""
    await table.open_and_start(ada, jiro, game="signorie")
    async with table.bot.service.lock_table(1) as table_state:
        (seat,) = table_state.waiting
        asked_player, other_player = (ada, jiro) if table_state.find_seat(int(ada.id)) == seat else (jiro, ada)
        assert table_state.match is not None
        view = table_state.match.build_view(None)
    art = load_arts()["signorie"]
    dice = [f"die:{area.color}:{area.left[0]}" for area in view.dice]
    assert art.choose_detail(view, dice) == "zoom:dice"
    assert art.choose_detail(view, ["city:roma", "city:milano", "city:napoli"]) == "zoom:arcade"
    assert art.choose_detail(view, [f"mat:{seat}:row:clergy"]) == f"mat:{seat}"
    assert art.choose_detail(view, []).startswith("zoom:")
    card = await table.find_card()
    titles = []
    for person in (asked_player, other_player):
        zoom = await person.click(card, find_custom_id(card, "t:", "zoom"))
        titles.append([line for line in zoom.text.splitlines() if line.startswith("###")])
    assert titles[0] != titles[1]
