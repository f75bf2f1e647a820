"""Buttons and menus of version 0.12.0 on messages that outlived the update; their custom_ids were recorded."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, MutableMapping
from pathlib import Path
from typing import Any, cast

import pytest

from bot.discord_ui.controls import HELP_VERBS, QUESTION_VERBS, TABLE_VERBS
from bot.discord_ui.page import custom_ids
from bot.fake_discord import FakeUser, Reply
from bot.fake_discord.model import components as c
from engines.kernel import load_games
from storage.play import games as game_rows
from tests.bot.bazaar import GAME as BAZAAR
from tests.bot.conftest import TableHarness, find_custom_id
from tests.bot.forged_controls import forge_control

RECORDED_IDS = (Path(__file__).parents[1] / "recorded" / "custom-ids-0.12.0.txt").read_text("utf-8").splitlines()

VERBS_BY_PATTERN: Mapping[str, Mapping[str, Any]] = {
    custom_ids.TABLE_PATTERN: TABLE_VERBS,
    custom_ids.PANEL_PATTERN: QUESTION_VERBS,
    custom_ids.HELP_PATTERN: HELP_VERBS,
}

MENU_VALUES = {
    **{"t:colour": "purple", "t:computer": "-1", "t:up": "1", "t:option": "marks=on", "t:setting": "rated=1"},
    **{"t:logby": "1", "t:login": "-", "t:historyby": "-", "t:historyat": "1", "t:span": "0.0."},
    **{"t:picture": "board", "t:give": "from:3", "h:language": "en", "h:public": "en", "h:rule": "R1"},
    **{"p:choose": "bid:0", "p:aside": "sell:1", "p:way": "AQ", "p:tick": "silk:tea", "p:lookmenu": "silk:tea"},
}
"""Verbs of menus, each with a value that such a menu had in 0.12.0; the open question need not offer it."""

COUNTING_VERBS = ("plus", "minus", "handful", "rest")
"""Verbs that only a question about numbers of things shows."""
ANSWERING_VERBS = ("pick", "choose", "aside", "way", "ok", "back")
"""Verbs that may close the open question."""

UNEXPECTED_ERROR = "Something went wrong"
OLD_CONTROL = "This button is from an earlier version and no longer works."


def list_ids(kind: str) -> list[str]:
    return [custom_id for custom_id in RECORDED_IDS if custom_id.startswith(f"{kind}:")]


def read_verb(custom_id: str) -> str:
    return custom_id.split(":")[1 if custom_id.startswith("h:") else 2]


@pytest.fixture(autouse=True)
def untagged_tables(monkeypatch: pytest.MonkeyPatch) -> None:
    """Open tables like those of 0.12.0, whose controls have no tag."""
    create_game = game_rows.create_game
    monkeypatch.setattr(game_rows, "create_game", lambda tx, **fields: create_game(tx, **fields | {"tag": None}))


@pytest.fixture(autouse=True)
def bazaar(monkeypatch: pytest.MonkeyPatch) -> None:
    """Add the game that asks every kind of question; ids were recorded at its tables, too."""
    monkeypatch.setitem(cast(MutableMapping[str, Any], load_games()), "bazaar", BAZAAR)


async def use_control(table: TableHarness, person: FakeUser, custom_id: str) -> Reply:
    """Press the button (or select a value in the menu) with this id on the card, and wait for the whole answer.

    Raises NoAnswer if Discord would report that the bot did not respond in time.
    """
    value = MENU_VALUES.get(f"{custom_id[0]}:{read_verb(custom_id)}")
    card = await table.find_card()
    with forge_control(table, card, custom_id, value):
        if value is None:
            reply = await person.click(card, custom_id)
        else:
            reply = await person.select_values(card, custom_id, value)
    while reply.message["flags"] & c.IS_LOADING:
        await reply.wait_for_change()
    return reply


async def check_answers(
    table: TableHarness, person: FakeUser, ids: Iterable[str], caplog: pytest.LogCaptureFixture
) -> None:
    """Use these controls one after another at a running table; each gets an answer, a refusal or the news that its
    question is closed.
    """
    for custom_id in ids:
        text = (await use_control(table, person, custom_id)).text
        assert text and UNEXPECTED_ERROR not in text, custom_id
        leads_before_first_page = re.search(r"[:.]-1(?:\.|$)", custom_id) is not None  # that button is disabled
        assert OLD_CONTROL not in text or leads_before_first_page, custom_id
    await table.wait_for_outbox()
    assert not [record.getMessage() for record in caplog.records if "unexpected error" in record.getMessage()]
    async with table.bot.service.lock_table(1) as table_state:
        assert table_state.is_playing


async def find_open_ref(table: TableHarness, person: FakeUser) -> str:
    """Return the person's open question as custom_ids name it."""
    async with table.bot.service.lock_table(1) as table_state:
        ref = table_state.build_question_ref(table_state.require_seat(int(person.id)))
    assert ref is not None
    return ref.encode()


@pytest.mark.parametrize("kind", ["t", "p", "h"])
def test_recorded_ids_have_one_pattern_and_a_handler(kind: str) -> None:
    assert list_ids(kind)
    for custom_id in list_ids(kind):
        matches = [(pattern, re.fullmatch(pattern, custom_id)) for pattern in VERBS_BY_PATTERN]
        verbs = [(VERBS_BY_PATTERN[pattern], match["verb"]) for pattern, match in matches if match is not None]
        assert len(verbs) == 1, custom_id
        assert verbs[0][1] in verbs[0][0], custom_id


def test_every_recorded_id_is_of_a_known_kind() -> None:
    assert sorted(RECORDED_IDS) == sorted(list_ids("t") + list_ids("p") + list_ids("h"))


@pytest.mark.parametrize("part", range(2))
async def test_recorded_controls_of_tables_are_answered(
    table: TableHarness, ada: FakeUser, jiro: FakeUser, marco: FakeUser, caplog: pytest.LogCaptureFixture, part: int
) -> None:
    """They name the running table, or a table that does not exist."""
    await table.start_bidding(ada, jiro, marco)
    ids = {re.sub(r"^t:\d+", "t:1", custom_id) for custom_id in list_ids("t")} | set(list_ids("t"))
    await check_answers(table, ada, sorted(ids)[part::2], caplog)


async def test_recorded_controls_of_closed_questions_are_answered(
    table: TableHarness, ada: FakeUser, jiro: FakeUser, caplog: pytest.LogCaptureFixture
) -> None:
    """The first question was answered once and is asked again; the table has not come to the others."""
    await table.open_and_start(ada, jiro, game="bazaar")
    await ada.send_command("move", answer="1 + 4")
    panel = await table.open_panel(ada)
    await ada.click(panel, find_custom_id(panel.message, "p:", "back"))
    ids = {re.sub(r"^p:\d+", "p:1", custom_id) for custom_id in list_ids("p")}
    open_ref = await find_open_ref(table, ada)
    assert not any(custom_id.startswith(f"p:{open_ref}:") for custom_id in ids)
    await check_answers(table, ada, sorted(ids), caplog)


@pytest.mark.parametrize("question", ["each", "load"])
async def test_recorded_controls_of_the_open_question_are_answered(
    table: TableHarness, ada: FakeUser, jiro: FakeUser, caplog: pytest.LogCaptureFixture, question: str
) -> None:
    """The open question need not offer the options in the ids: most were recorded at other questions.

    Only drafts must be possible there, so "each" (one of each group) gets the ids of first questions.
    """
    await table.open_and_start(ada, jiro, game="bazaar")
    if question == "load":
        await ada.send_command("move", answer="1 + 4")
        recorded_ids = [custom_id for custom_id in list_ids("p") if read_verb(custom_id) != "tick"]
    else:
        recorded_ids = [custom_id for custom_id in list_ids("p:1.0.0.0") if read_verb(custom_id) not in COUNTING_VERBS]
    ref = await find_open_ref(table, ada)
    ids = {re.sub(r"^p:[\d.]+", f"p:{ref}", custom_id) for custom_id in recorded_ids}
    assert {read_verb(custom_id) for custom_id in ids} >= (
        {"plus", "handful"} if question == "load" else {"tick", "ok"}
    )
    await check_answers(table, ada, sorted(ids, key=lambda i: (read_verb(i) in ANSWERING_VERBS, i)), caplog)


async def test_recorded_controls_of_help_pages_are_answered(
    table: TableHarness, ada: FakeUser, jiro: FakeUser, caplog: pytest.LogCaptureFixture
) -> None:
    await table.open_and_start(ada, jiro)
    await check_answers(table, ada, sorted(list_ids("h"), key=lambda i: (read_verb(i) == "forget", i)), caplog)


@pytest.mark.parametrize("custom_id", ["t:1:nosuchverb", "p:1.0.0.0:nosuchverb:tea", "h:nosuchverb"])
async def test_unknown_verb_is_answered_with_a_sentence(
    table: TableHarness, ada: FakeUser, jiro: FakeUser, custom_id: str
) -> None:
    await table.open_and_start(ada, jiro)
    reply = await use_control(table, ada, custom_id)
    assert reply.is_ephemeral and OLD_CONTROL in reply.text
