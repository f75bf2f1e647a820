"""An open panel whose question is closed elsewhere shows what is true now, once."""

from __future__ import annotations

import asyncio
from unittest.mock import Mock

import pytest

from bot.discord_ui.interaction import context as clicks
from bot.discord_ui.panel import tracking
from bot.discord_ui.panel.page import build_panel
from bot.fake_discord import FakeUser, Reply
from bot.fake_discord.model import components as c
from bot.table import Person
from bot.table.play import answers
from bot.table.seats import autopilot
from engines.kernel import pick_random_answer
from engines.kernel.chance import Rng
from tests.bot.conftest import TableHarness, find_custom_id, list_custom_ids, list_labels, wait_for_picture
from tests.bot.lifecycle.test_seats import format_day
from tests.bot.test_after_the_end import play_to_the_end

from .test_steady_panels import PictureGate, record_edits, wait_for_text

ENDED = "This table was ended before the game was over"


async def answer_elsewhere(table: TableHarness, person: FakeUser) -> None:
    """Answer the person's question without the panel, as on another device."""
    async with table.bot.service.lock_table(1) as table_state:
        seat = table_state.require_seat(int(person.id))
        prompt, ref = table_state.build_prompt(seat), table_state.build_question_ref(seat)
        assert prompt is not None and ref is not None and table_state.match is not None
        keys = pick_random_answer(table_state.match, prompt, Rng(bytes(32)))
        await answers.answer_question(
            table.bot.service, table_state, Person(int(person.id), "somebody", "en"), ref, keys
        )


async def open_settled_panel(table: TableHarness, person: FakeUser) -> Reply:
    """Open the person's panel and wait for its picture."""
    panel = await table.open_panel(person)
    await wait_for_picture(panel)
    assert has_question(panel)
    return panel


def has_question(panel: Reply) -> bool:
    """Return whether a control of the panel answers a question."""
    return any(str(x.get("custom_id")).startswith("p:") for x in c.list_of_types(panel.message, c.BUTTON, *c.SELECTS))


async def agree_to_end(table: TableHarness, asker: FakeUser, *others: FakeUser) -> None:
    """End the table by everybody's vote."""
    await table.send_confirmed(asker, "table end")
    request = await table.driver.view_channel().wait_for_message(lambda m: bool(list_custom_ids(m, "t:", "agree")))
    for person in others:
        await person.click(request, find_custom_id(request, "t:", "agree"))


async def test_question_of_a_table_ended_by_vote_is_taken_away(
    table: TableHarness, ada: FakeUser, jiro: FakeUser
) -> None:
    await table.open_and_start(ada, jiro)
    panel = await open_settled_panel(table, ada)
    edits = record_edits(table, lambda: panel.message["id"])
    await agree_to_end(table, ada, jiro)
    await wait_for_text(panel, lambda text: ENDED in text)
    assert not has_question(panel) and list_custom_ids(panel.message, "t:", "changed")
    await asyncio.sleep(tracking.MIN_EDIT_INTERVAL)
    assert len(edits) == 1


@pytest.mark.parametrize("verbs", [["details"], ["details", "looking"], ["details", "looking", "lookdraft"]])
async def test_other_pages_of_a_closed_question_are_taken_away(
    table: TableHarness, ada: FakeUser, jiro: FakeUser, verbs: list[str]
) -> None:
    """*Details*, preview mode and a preview belong to the question."""
    await table.open_and_start(ada, jiro)
    panel = await table.open_panel(ada)
    for verb in verbs:
        panel = await ada.click(panel, find_custom_id(panel.message, "p:", verb))
    await agree_to_end(table, ada, jiro)
    await wait_for_text(panel, lambda text: ENDED in text)
    assert not has_question(panel)


async def test_answer_being_changed_is_taken_away_by_the_last_other_answer(
    table: TableHarness, ada: FakeUser, jiro: FakeUser, marco: FakeUser
) -> None:
    await table.start_bidding(ada, jiro, marco)
    panel = await table.place_bid(ada, 1)
    panel = await ada.click(panel, find_custom_id(panel.message, "p:", "change"))
    await table.place_bid(jiro, 0)
    await asyncio.sleep(tracking.DEBOUNCE_SECONDS * 3)
    assert "Your answer" in panel.text, "marco still answers, so she can"
    await table.place_bid(marco, 0)
    await wait_for_text(panel, lambda text: "Your answer" not in text)


async def test_question_of_a_game_that_is_over_is_taken_away(
    table: TableHarness, ada: FakeUser, jiro: FakeUser
) -> None:
    await table.open_and_start(ada, jiro)
    panel = await open_settled_panel(table, ada)
    await play_to_the_end(table)
    text = await wait_for_text(panel, lambda text: "The game is over" in text)
    assert "**1.**" in text and not has_question(panel)


async def test_answer_on_another_device_shows_what_is_asked_next(
    table: TableHarness, ada: FakeUser, jiro: FakeUser
) -> None:
    await table.open_and_start(ada, jiro)
    panel = await open_settled_panel(table, ada)
    before, edits = list_custom_ids(panel.message, "p:", "details"), record_edits(table, lambda: panel.message["id"])
    await answer_elsewhere(table, ada)
    await wait_for_text(panel, lambda _: list_custom_ids(panel.message, "p:", "details") != before)
    assert has_question(panel), "she confirms her turn"
    await asyncio.sleep(tracking.MIN_EDIT_INTERVAL)
    assert len(edits) == 1


async def test_secret_answer_on_another_device_is_shown(table: TableHarness, ada: FakeUser, jiro: FakeUser) -> None:
    """The question stays open, since another player has not answered."""
    await table.start_bidding(ada, jiro)
    panel = await open_settled_panel(table, ada)
    await answer_elsewhere(table, ada)
    await wait_for_text(panel, lambda text: "Your answer" in text)
    assert "Change my answer" in list_labels(panel.message)


async def test_substitute_takes_the_question_over_and_gives_it_back(
    table: TableHarness, ada: FakeUser, jiro: FakeUser
) -> None:
    """The seat's holder sees what the substitute has done; the substitute sees no secret afterwards."""
    emma = table.driver.add_user("Emma")
    await table.open_and_start(ada, jiro, pace="none")
    await ada.send_command("table sitter", person=emma, until=format_day(3))
    await table.wait_for_outbox()
    invitation = await table.driver.view_channel().wait_for_message(lambda m: bool(list_custom_ids(m, "t:", "sit")))
    await emma.click(invitation, find_custom_id(invitation, "t:", "sit"))
    holders = await open_settled_panel(table, ada)
    substitutes = await table.open_crate(emma)
    await wait_for_text(holders, lambda text: "bid" in text.lower())
    assert has_question(holders) and has_question(substitutes)
    await emma.send_command("table leave")
    await wait_for_text(substitutes, lambda text: "You have no seat at this table" in text)
    assert has_question(holders) and not has_question(substitutes)


async def test_question_that_the_autopilot_has_answered_is_taken_away(
    table: TableHarness, ada: FakeUser, jiro: FakeUser
) -> None:
    await table.open_and_start(ada, jiro)
    panel = await open_settled_panel(table, ada)
    async with table.bot.service.lock_table(1) as table_state:
        await autopilot.start_own_autopilot(table.bot.service, table_state, Person(int(ada.id), "Ada", "en"))
    await wait_for_text(panel, lambda text: "A computer player answers for you" in text)
    assert "Change my answer" in list_labels(panel.message) or not has_question(panel)


async def test_own_answer_is_one_edit(
    table: TableHarness, ada: FakeUser, jiro: FakeUser, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also if its picture comes later than the panel would be shown anew."""
    await table.open_and_start(ada, jiro)
    panel = await table.spread_marks(ada)
    await wait_for_picture(panel)
    shown_anew = Mock(wraps=build_panel)
    monkeypatch.setattr(tracking, "build_panel", shown_anew)
    gate = PictureGate(table, monkeypatch)
    monkeypatch.setattr(clicks, "PICTURE_WAIT_SECONDS", 5.0)
    edits = record_edits(table, lambda: panel.message["id"])
    begun = ada.begin_click(panel, find_custom_id(panel.message, "p:", "pick"))
    await asyncio.sleep(tracking.DEBOUNCE_SECONDS * 2)
    assert edits == []
    gate.go.set()
    assert "bid" in (await ada.await_reply(begun)).text.lower()
    await asyncio.sleep(tracking.MIN_EDIT_INTERVAL)
    assert len(edits) == 1 and not shown_anew.called


async def test_press_during_the_edit_is_not_overwritten(
    table: TableHarness, ada: FakeUser, jiro: FakeUser, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The panel has shown something newer by the time that the picture of its next page is drawn."""
    await table.open_and_start(ada, jiro)
    panel = await open_settled_panel(table, ada)
    details = find_custom_id(panel.message, "p:", "details")
    with monkeypatch.context() as slow:
        gate = PictureGate(table, slow)
        await answer_elsewhere(table, ada)
        await asyncio.sleep(tracking.DEBOUNCE_SECONDS * 2)
        pressed = await ada.click(panel, details)
        assert "already been answered" in pressed.text
        gate.go.set()
        await wait_for_picture(pressed)
    await asyncio.sleep(tracking.MIN_EDIT_INTERVAL)
    assert "already been answered" in pressed.text
