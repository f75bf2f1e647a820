"""Preset answers that every game has: set in /seat, applied at once, shown, revocable, kept over a restart."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace
from typing import Any, cast

import pytest

from bot.fake_discord import FakeUser
from bot.table import Person, Table
from bot.table.play import answers, presets
from bot.table.terms import general_presets
from engines.kernel import GameContext as Rules
from engines.kernel import Message, NounRef, Option, Prompt, TurnInfo, load_games, message

from .conftest import TableHarness, find_custom_id, list_custom_ids, list_labels


async def play_turn(t: Rules[Any]) -> None:
    """A turn of the test game: the crier chooses and confirms, then the other seat is asked off turn."""
    crier = t.state.round % 2
    answers = [
        Option(key, key == "take", NounRef(f"goods.{good}")) for key, good in (("take", "tea"), ("pass", "silk"))
    ]
    await t.choose(crier, "unsold", answers, lot=NounRef("goods.tea"))
    await t.confirm(crier, "open", rule="R3")
    await t.choose(1 - crier, "unsold", answers, default="pass", lot=NounRef("goods.silk"))
    t.state.round = (t.state.round + 1) % 2


@pytest.fixture(autouse=True)
def replace_rules(monkeypatch: pytest.MonkeyPatch) -> None:
    def build_turn_info(view: Any) -> TurnInfo:
        return TurnInfo(message("unsold"), turn=(view.round - 1) % 2)

    flotsam = replace(
        load_games()["flotsam"], play_turn=play_turn, turn_info=build_turn_info, problems=lambda state: []
    )
    for module in (
        "bot.table.service.table_service",
        "bot.table.terms.table_terms",
        "bot.discord_ui.commands.parameters",
    ):
        monkeypatch.setattr(f"{module}.load_games", lambda: {"flotsam": flotsam})


async def load_decisions(table: TableHarness) -> list[tuple[int, str, str]]:
    rows = await table.db.fetch_rows("SELECT seat, keys, origin FROM decisions ORDER BY n")
    return [(seat, keys, origin) for seat, keys, origin in rows]


async def press_answer(table: TableHarness, person: FakeUser, key: str) -> None:
    panel = await table.open_panel(person)
    await person.click(panel, next(i for i in list_custom_ids(panel.message, "p:", "pick") if i.endswith(f":{key}")))


async def test_planned_steps_are_not_confirmed_by_a_preset(table: TableHarness, ada: FakeUser, jiro: FakeUser) -> None:
    """*Do ★* does what it tells, and *Back* takes it all back."""
    await table.open_and_start(ada, jiro)
    service = table.bot.service
    async with service.lock_table(1) as state:
        person = Person(int(ada.id), "Ada", "en")
        await presets.set_preset(service, state, person, general_presets.CONFIRM, "")
        seat = state.find_seat(person.id)
        ref = None if seat is None else state.build_question_ref(seat)
        assert ref is not None
        await answers.answer_question(service, state, person, ref, ("take",), [("pass",)])
        assert [keys for _, keys, _ in await load_decisions(table)] == ["take"]
        assert state.require_match().acting_seat == seat, "so Back is offered"


async def test_preset_confirms_automatically_until_revoked(table: TableHarness, ada: FakeUser, jiro: FakeUser) -> None:
    await table.open_and_start(ada, jiro)
    page = await ada.send_command("seat")
    page = await ada.click(page, next(i for i in list_custom_ids(page.message, "t:", "standing") if "confirm" in i))
    assert "Confirm for me" in page.text and any("Ask me again" in label for label in list_labels(page.message))
    await press_answer(table, ada, "take")
    rows = await load_decisions(table)
    assert [(seat, origin) for seat, _, origin in rows] == [(0, "person"), (0, "order")]
    await table.stop()
    await table.boot()
    page = await ada.send_command("seat")
    assert "Confirm for me" in page.text
    page = await ada.click(page, find_custom_id(page.message, "t:", "revoke"))
    assert not [i for i in list_custom_ids(page.message, "t:", "revoke") if "confirm" in i]


async def test_preset_passes_until_the_players_own_turn(table: TableHarness, ada: FakeUser, jiro: FakeUser) -> None:
    await table.open_and_start(ada, jiro)
    page = await jiro.send_command("seat")
    page = await jiro.click(page, next(i for i in list_custom_ids(page.message, "t:", "standing") if "pass" in i))
    assert "自分の番まで答えを任せる" in page.text
    await press_answer(table, ada, "take")
    panel = await table.open_panel(ada)
    await ada.click(panel, find_custom_id(panel.message, "p:", "pick"))
    rows = await load_decisions(table)
    assert rows[-1][0] == 1 and "pass" in rows[-1][1] and rows[-1][2] == "order"
    page = await jiro.send_command("seat")
    assert "自分の番まで答えを任せる" not in page.text, "it ends when the turn begins"
    assert table.list_notifications(jiro) or await table.open_panel(jiro)


async def test_preset_always_gives_the_same_answer(table: TableHarness, ada: FakeUser, jiro: FakeUser) -> None:
    await table.open_and_start(ada, jiro)
    page = await ada.send_command("seat")
    menu = next(i for i in list_custom_ids(page.message, "t:", "give") if "always" in i)
    page = await ada.select_values(page, menu, "take")
    assert "Always" in page.text and "tea" in page.text
    rows = await load_decisions(table)
    assert rows[-1][0] == 0 and "take" in rows[-1][1] and rows[-1][2] == "order", "it answers what is asked now, too"
    page = await ada.send_command("seat")
    page = await ada.click(page, next(i for i in list_custom_ids(page.message, "t:", "revoke") if "always" in i))
    assert "Always:" not in page.text


@pytest.mark.parametrize(
    ("values", "turn_of", "is_offered"),
    [((True, False), 0, True), ((1, 2), 0, False), ((1, 2, 3), 0, False), ((1, 2, 3), 1, True), ((1, 2), None, False)],
)
def test_always_preset_is_offered_for_yes_no_and_off_turn(
    values: tuple[Any, ...], turn_of: int | None, is_offered: bool
) -> None:
    prompt = Prompt(0, Message("ask"), tuple(Option(f"o:{n}", value, message("a")) for n, value in enumerate(values)))
    table_state = cast(Table, SimpleNamespace(seat_on_turn=turn_of))
    assert general_presets.may_be_always(table_state, prompt) == is_offered
