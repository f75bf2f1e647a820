"""*Do ★*: the panel says what one press will do, does it, and *Back* takes it all back."""

from __future__ import annotations

import pytest

from bot.fake_discord import FakeUser, Reply
from bot.fake_discord.model import components as c
from bot.table import Person, Table
from bot.table.play import answers
from engines.kernel import pick_random_answer
from engines.kernel.chance import Rng
from tests.bot.conftest import TableHarness, find_custom_id, list_custom_ids
from tests.clicker import list_controls
from tests.discovered import list_shipped_games
from tests.table.conftest import compute_suggestion

GAME = next(name for name, game in list_shipped_games().items() if game.aids is not None and 2 in game.seat_counts)
"""A game with suggestions for two."""


async def open_panel_with_line(table: TableHarness, *people: FakeUser) -> tuple[FakeUser, Reply]:
    """Play until a panel has room for a planned line; return the person who is asked, with that panel."""
    service = table.bot.service
    while True:
        async with service.lock_table(1) as state:
            seat, match = state.waiting[0], state.require_match()
            compute_suggestion(state, seat)
            has_line = bool(state.find_planned_line(seat)) and match.acting_seat is None
        if has_line:
            panel = await table.open_panel(people[seat])
            if list_custom_ids(panel.message, "p:", "line"):
                return people[seat], panel
        async with service.lock_table(1) as state:
            match = state.require_match()
            prompt, ref = match.find_prompt(seat), state.build_question_ref(seat)
            assert prompt is not None and ref is not None
            keys = pick_random_answer(match, prompt, Rng(bytes(32)))
            await answers.answer_question(service, state, Person(int(people[seat].id), "x", "en"), ref, keys)


async def find_position(table: TableHarness) -> int:
    async with table.bot.service.lock_table(1) as state:
        return state.require_match().position


@pytest.mark.parametrize("locale", ["en", "ja"])
async def test_line_is_one_press_and_back_takes_it_all(
    table: TableHarness, ada: FakeUser, jiro: FakeUser, locale: str
) -> None:
    people = (ada, jiro) if locale == "en" else (jiro, ada)
    await table.open_and_start(*people, game=GAME)
    person, panel = await open_panel_with_line(table, *people)
    assert ("★ plan: " if person is ada else "★で進めると：") in panel.text
    question, position = panel.text, await find_position(table)
    button = list_controls(panel.message, "line", c.BUTTON)[0]
    async with table.bot.service.lock_table(1) as state:
        first = state.require_match().step
    after = await person.click(panel, button["custom_id"])
    async with table.bot.service.lock_table(1) as state:
        assert str(state.require_match().step - first) in button["label"], "as many steps as it says"
    assert list_custom_ids(after.message, "p:", "back") and after.text != question
    back = await person.click(after, find_custom_id(after.message, "p:", "back"))
    assert await find_position(table) == position and list_custom_ids(back.message, "p:", "back") == []


async def test_line_of_before_a_restart_is_still_one_press(table: TableHarness, ada: FakeUser, jiro: FakeUser) -> None:
    await table.open_and_start(ada, jiro, game=GAME)
    person, panel = await open_panel_with_line(table, ada, jiro)
    position = await find_position(table)
    await table.stop()
    await table.boot()
    reply = await person.click(panel, find_custom_id(panel.message, "p:", "line"))
    assert await find_position(table) > position + 1
    assert "Nothing was done" not in reply.text and list_custom_ids(reply.message, "p:", "back")


async def test_line_that_is_another_one_now_shows_the_question_again(
    table: TableHarness, ada: FakeUser, jiro: FakeUser, monkeypatch: pytest.MonkeyPatch
) -> None:
    await table.open_and_start(ada, jiro, game=GAME)
    person, panel = await open_panel_with_line(table, ada, jiro)
    position = await find_position(table)
    monkeypatch.setattr(Table, "find_planned_line", lambda *_: ())
    reply = await person.click(panel, find_custom_id(panel.message, "p:", "line"))
    assert await find_position(table) == position
    assert reply.text.startswith(("-# Nothing was done", "-# ★の手順が変わった"))
    assert list_custom_ids(reply.message, "p:", "choose") or list_custom_ids(reply.message, "p:", "pick")
