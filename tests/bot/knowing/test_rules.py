"""From a cited paragraph to the entry that explains it: on a panel, in an error, and typed into /rules."""

from __future__ import annotations

import pytest

from bot.discord_ui.rulebook.lookup import find, paragraph, rule_key
from bot.discord_ui.text.voice import Voice
from bot.standin import Person
from engines.kernel import Rulebook, games, rulebook
from tests.bot.conftest import Table, idents, labels


def test_a_book_without_paragraphs_has_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.discord_ui.rulebook.lookup.book", lambda game: Rulebook({"ja": {}, "en": {}}))
    assert paragraph(games()["flotsam"], "R1", "en") is None
    assert rule_key(games()["flotsam"], "R1", Voice(("en",))) is None


def test_whatever_is_found_exists() -> None:
    for game in games().values():
        for typed in ("R4", "r7", " R8.2.1 ", "R15.99"):
            found = find(game, typed, "en")
            assert found is not None and rulebook(game.package).get(found, "en") is not None


async def test_a_panel_opens_its_rule_beside_itself(table: Table, ada: Person, jiro: Person) -> None:
    await table.open(jiro, ada)
    panel = await table.play(jiro)
    assert "ルール R2" in labels(panel.message)
    shown = await jiro.click(panel, "ルール R2")
    assert shown.type == 4 and shown.ephemeral and "R2 値札" in shown.text
    further = await jiro.select(shown, "h:rule:flotsam", "R4")
    assert further.type == 7 and "R4 入札" in further.text
    assert (await jiro.click(panel, idents(panel.message, "p:", "plus")[0])).type == 7, "the panel is still there"


async def test_an_error_that_cites_a_rule_leads_to_it(table: Table, ada: Person, jiro: Person) -> None:
    await table.open(ada, jiro)
    told = await ada.slash("move", answer="1")
    assert "Choose exactly 2, not 1." in told.text and labels(told.message) == ["Rules R2"]
    assert "R2 Price marks" in (await ada.click(told, "Rules R2")).text


async def test_errors_follow_the_own_choice_of_language(table: Table, ada: Person, jiro: Person) -> None:
    await table.open(ada, jiro)
    await ada.select(await ada.slash("help"), "h:language", "ja")
    told = await ada.slash("move", answer="1")
    assert "2" in told.text and labels(told.message) == ["ルール R2"]
