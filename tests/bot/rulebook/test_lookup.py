"""A cited rule paragraph leads to its rulebook entry: on a panel, in an error, and typed into /rules."""

from __future__ import annotations

import pytest

from bot.discord_ui.rulebook.lookup import build_rule_button, find_entry, find_paragraph
from bot.discord_ui.text.localizer import Localizer
from bot.fake_discord import FakeUser
from engines.kernel import Rulebook, load_games, load_rulebook
from tests.bot.conftest import TableHarness, list_labels


def test_a_book_without_paragraphs_has_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        "bot.discord_ui.rulebook.lookup.load_game_rulebook", lambda game: Rulebook({"ja": {}, "en": {}})
    )
    assert find_paragraph(load_games()["flotsam"], "R1", "en") is None
    assert build_rule_button(load_games()["flotsam"], "R1", Localizer(("en",))) is None


def test_found_rule_ids_exist() -> None:
    for game in load_games().values():
        for typed in ("R4", "r7", " R8.2.1 ", "R15.99"):
            entry_id = find_entry(game, typed, "en")
            assert entry_id is not None and load_rulebook(game.package).find_entry(entry_id, "en") is not None


async def test_a_panel_opens_its_rule_beside_itself(table: TableHarness, ada: FakeUser, jiro: FakeUser) -> None:
    await table.open_and_start(jiro, ada)
    panel = await table.open_panel(jiro)
    details = await jiro.click(panel, "くわしく")
    assert "ルール R2" in list_labels(details.message)
    rule_page = await jiro.click(details, "ルール R2")
    assert rule_page.type == 4 and rule_page.is_ephemeral and "R2 値札" in rule_page.text
    further = await jiro.select_values(rule_page, "h:rule:flotsam", "R4")
    assert further.type == 7 and "R4 入札" in further.text
    assert (await jiro.click(details, "質問に戻る")).type == 7, "the panel is still there"


async def test_an_error_that_cites_a_rule_leads_to_it(table: TableHarness, ada: FakeUser, jiro: FakeUser) -> None:
    await table.open_and_start(ada, jiro)
    reply = await ada.send_command("move", answer="1")
    assert "Choose exactly 2, not 1." in reply.text and list_labels(reply.message) == ["Rules R2"]
    assert "R2 Price marks" in (await ada.click(reply, "Rules R2")).text


async def test_errors_are_in_the_chosen_language(table: TableHarness, ada: FakeUser, jiro: FakeUser) -> None:
    await table.open_and_start(ada, jiro)
    await ada.select_values(await ada.send_command("help"), "h:language", "ja")
    reply = await ada.send_command("move", answer="1")
    assert "2" in reply.text and list_labels(reply.message) == ["ルール R2"]
