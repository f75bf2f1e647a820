"""The post of a turn: the old card becomes it, unless something stands below; once, whatever is interrupted."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import Any

import pytest

from bot.discord_ui.outbox import turn_posts
from bot.fake_discord import FakeUser
from bot.fake_discord.model import components as c
from bot.table.notices import outbox
from engines.kernel import GameContext as Rules
from engines.kernel import NounRef, Option, SeatRef, TurnInfo, load_games, message
from storage.kinds import OutboxKind
from tests.bot.conftest import TableHarness, find_custom_id, list_custom_ids, store_settings

MESSAGE = "/channels/*/messages/*"
POSTED = "drifts ashore"


def list_turns(table: TableHarness) -> list[dict[str, Any]]:
    return [m for m in table.driver.view_channel().messages if POSTED in c.read_text(m) and not is_card(m)]


def list_cards(table: TableHarness) -> list[dict[str, Any]]:
    return [m for m in table.driver.view_channel().messages if is_card(m)]


def is_card(message: dict[str, Any]) -> bool:
    return bool(list_custom_ids(message, "t:", "changed"))


@pytest.fixture
async def card(table: TableHarness, ada: FakeUser, jiro: FakeUser) -> dict[str, Any]:
    """The card of the first turn."""
    await table.open_and_start(ada, jiro)
    await table.wait_for_outbox()
    return await table.find_card()


async def test_old_card_becomes_the_post(table: TableHarness, ada: FakeUser, card: dict[str, Any]) -> None:
    deletions = table.fake_discord.faults.delay("DELETE", MESSAGE, 0.0, times=9)
    await table.open_crate(ada)
    await table.wait_for_outbox()
    [turn], [new_card] = list_turns(table), list_cards(table)
    assert turn["id"] == card["id"] and int(new_card["id"]) > int(turn["id"])
    assert not c.list_media(turn) and not turn["mentions"] and not deletions.hits


async def test_post_stands_below_what_people_wrote(table: TableHarness, ada: FakeUser, card: dict[str, Any]) -> None:
    said = ada.post_message("Hm.")
    await table.open_crate(ada)
    await table.wait_for_outbox()
    [turn], [new_card] = list_turns(table), list_cards(table)
    assert int(card["id"]) < int(said["id"]) < int(turn["id"]) < int(new_card["id"])


async def test_card_stays_if_none_replaces_it(table: TableHarness, ada: FakeUser, card: dict[str, Any]) -> None:
    """A card that another row has posted may show already what the last card row is about."""
    await table.open_crate(ada)
    await table.wait_for_outbox()
    async with table.bot.service.lock_table(1) as state, table.bot.service.change(state) as tx:
        await outbox.enqueue(tx, state, table.clock(), OutboxKind.TURN, "1-2")
    table.bot.service.wake_workers()
    await table.wait_for_outbox()
    assert len(list_turns(table)) == 2 and len(list_cards(table)) == 1


async def test_deleted_card_is_no_post(table: TableHarness, ada: FakeUser, card: dict[str, Any]) -> None:
    table.fake_discord.faults.fail("PATCH", MESSAGE, 404, code=10008)
    await table.open_crate(ada)
    await table.wait_for_outbox()
    [turn] = list_turns(table)
    assert turn["id"] != card["id"] and len(list_cards(table)) == 1


@pytest.mark.parametrize("is_interrupted_by", ["lost answer", "cut connection"])
async def test_interrupted_edit_is_made_once(
    table: TableHarness, ada: FakeUser, card: dict[str, Any], is_interrupted_by: str
) -> None:
    faults = table.fake_discord.faults
    interrupt = faults.lose_answer if is_interrupted_by == "lost answer" else faults.cut_connection
    interrupted = interrupt("PATCH", MESSAGE)
    await table.open_crate(ada)
    await table.wait_for_outbox()
    assert interrupted.hits == 1
    assert [m["id"] for m in list_turns(table)] == [card["id"]] and len(list_cards(table)) == 1


async def test_lost_post_is_not_made_again_by_a_card(table: TableHarness, ada: FakeUser, card: dict[str, Any]) -> None:
    """A row that was posted as a message of its own does not edit the card, though a card row waits by now."""
    await table.open_crate(ada)
    await table.wait_for_outbox()
    posted = table.fake_discord.faults.lose_answer("POST", "/channels/*/messages")
    service = table.bot.service
    async with service.lock_table(1) as state, service.change(state) as tx:
        await outbox.enqueue(tx, state, table.clock(), OutboxKind.TURN, "1-2")
    service.wake_workers()
    while not posted.hits:
        await asyncio.sleep(0.01)
    async with service.lock_table(1) as state, service.change(state) as tx:
        await outbox.enqueue(tx, state, table.clock(), OutboxKind.CARD, "card")
    service.wake_workers()
    await table.wait_for_outbox()
    assert len(list_turns(table)) == 2 and len(list_cards(table)) == 1


async def kill_after_the_edit(table: TableHarness, ada: FakeUser, monkeypatch: pytest.MonkeyPatch) -> None:
    """Stop the bot when the card has become the post, before it has stored that."""

    async def raise_killed(*_: object, **__: object) -> None:
        raise RuntimeError("killed")

    with monkeypatch.context() as death:
        death.setattr(turn_posts, "acknowledge", raise_killed)
        await table.open_crate(ada)
        await table.driver.view_channel().wait_for_message(POSTED)
        await table.stop()


async def test_post_is_found_after_a_kill_though_people_wrote_below(
    table: TableHarness, ada: FakeUser, card: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    await kill_after_the_edit(table, ada, monkeypatch)
    ada.post_message("Hm.")
    await table.boot()
    await table.wait_for_outbox()
    assert [m["id"] for m in list_turns(table)] == [card["id"]] and len(list_cards(table)) == 1


@pytest.mark.parametrize("status", [403, 404])
async def test_proxys_answer_about_the_edit_doubles_no_post(
    table: TableHarness, ada: FakeUser, card: dict[str, Any], monkeypatch: pytest.MonkeyPatch, status: int
) -> None:
    await kill_after_the_edit(table, ada, monkeypatch)
    refusal = table.fake_discord.faults.fail_in_front("GET", MESSAGE, status)
    await table.boot()
    await table.wait_for_outbox()
    assert refusal.hits and [m["id"] for m in list_turns(table)] == [card["id"]]


@pytest.mark.parametrize("way", ["channel", "direct"])
async def test_request_stands_once_in_the_channel(
    table: TableHarness, ada: FakeUser, jiro: FakeUser, monkeypatch: pytest.MonkeyPatch, way: str
) -> None:
    """A bribe that was asked for was told by the post of the turn, and again by the post that notifies its payee. Its
    question stood in that post and on the card.
    """

    async def play_asking_turn(t: Rules[Any]) -> None:
        answers = [Option(key, key, NounRef("goods.tea")) for key in ("take", "pass")]
        await t.choose(0, "unsold", answers, lot=NounRef("goods.tea"))
        t.log_event("bid.told", who=SeatRef(1), coins=101)
        await t.choose(1, "unsold", answers, default="pass", lot=NounRef("goods.silk"))

    flotsam = replace(
        load_games()["flotsam"],
        play_turn=play_asking_turn,
        turn_info=lambda _: TurnInfo(message("unsold"), turn=0),
        scores=lambda state: (),
    )
    for module in ("table.service.table_service", "table.terms.table_terms", "discord_ui.commands.parameters"):
        monkeypatch.setattr(f"bot.{module}.load_games", lambda: {"flotsam": flotsam})
    await store_settings(table, jiro, way=way)
    await table.open_and_start(ada, jiro, pace="slow", language="en")
    panel = await table.open_panel(ada)
    await ada.click(panel, find_custom_id(panel.message, "p:", "pick"))
    await table.wait_for_outbox()
    texts = [c.read_text(m) for m in table.driver.view_channel().messages]
    assert sum("Bid 101" in text for text in texts) == 1
    assert sum("> 次郎: " in text for text in texts) == 1, "the question"
    calls = table.list_notification_posts(jiro)
    assert len(calls) == (way == "channel")
    for call in calls:
        assert "Time to answer" in c.read_text(call) and "meanwhile" not in c.read_text(call)
    assert "Waiting for" in c.read_text(await table.find_card())
