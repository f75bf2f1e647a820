"""What the tables have to say gets out: in order, once, through errors, lost answers and restarts."""

from __future__ import annotations

import asyncio
from unittest.mock import Mock

import pytest

from bot.discord_ui.outbox import delivery
from bot.standin import Person
from bot.standin.model import components as c
from bot.standin.model.permissions import Permission as P
from storage.messages import outbox, posts
from storage.messages.kinds import Saying

from .conftest import Table, ident, idents

MESSAGES = "/channels/*/messages"


def direct_messages(table: Table) -> list[str]:
    world = table.driver.world
    return [c.text(m) for channel in table.driver.direct_channels for m in world.messages.public(channel["id"])]


def cards(table: Table) -> int:
    return sum(1 for m in table.driver.channel().messages if idents(m, "t:", "changed"))


@pytest.mark.parametrize("status", [429, 503])
async def test_trouble_that_passes_is_tried_again(table: Table, ada: Person, jiro: Person, status: int) -> None:
    await table.open(ada, jiro)
    await table.said()
    faults = table.standin.faults
    if status == 429:
        faults.rate_limit("POST", MESSAGES, retry_after=0.05, times=2)
    else:
        faults.fail("POST", MESSAGES, status, times=2)
    await table.opened(ada)
    await table.said()
    assert cards(table) == 1 and len(table.pings(jiro)) == 1
    order = [c.text(m) for m in table.driver.channel().messages]
    assert next(i for i, text in enumerate(order) if "drifts ashore" in text) < len(order) - 1


async def test_a_lost_answer_doubles_nothing(table: Table, ada: Person, jiro: Person) -> None:
    await table.open(ada, jiro)
    await table.said()
    lost = table.standin.faults.lose_answer("POST", MESSAGES, times=2)
    await table.opened(ada)
    await table.said()
    assert lost.hits == 2
    assert cards(table) == 1 and len(table.pings(jiro)) == 1
    assert sum("Raises tea" in c.text(m) for m in table.driver.channel().messages) == 1


async def test_after_a_long_outage_it_looks_for_its_own_post(
    table: Table, ada: Person, jiro: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The message was posted, the bot was killed before it knew, and Discord has forgotten the nonce."""
    await table.open(ada, jiro)
    await table.said()

    async def killed(*_: object, **__: object) -> None:
        raise RuntimeError("killed")

    with monkeypatch.context() as death:
        death.setattr(delivery, "settle", killed)
        await table.opened(ada)
        await table.driver.channel().wait_for("drifts ashore")
        await table.stop()
    table.driver.world.clock.advance(600)
    table.clock.ahead_ms += 600_000
    await table.boot()
    await table.said()
    assert sum("Raises tea" in c.text(m) for m in table.driver.channel().messages) == 1
    assert cards(table) == 1


async def test_what_was_not_sent_is_sent_after_a_restart(table: Table, ada: Person, jiro: Person) -> None:
    await table.open(ada, jiro)
    await table.said()
    table.standin.faults.fail("POST", MESSAGES, 503, times=1)
    await table.opened(ada)
    await table.stop()
    await table.boot()
    await table.said()
    assert cards(table) == 1 and len(table.pings(jiro)) == 1


async def test_a_deleted_card_is_posted_anew(table: Table, ada: Person, jiro: Person) -> None:
    await table.open(ada, jiro)
    card = await table.card()
    table.driver.world.messages.delete(card["channel_id"], card["id"])
    changed = await ada.slash("table seats")
    await ada.select(changed, ident(changed.message, "t:", "setting"), "language=both")
    again = await table.card()
    assert again["id"] != card["id"] and "手番 / To move" in c.text(again) and cards(table) == 1


async def test_without_permission_the_host_is_told_once_and_the_game_goes_on(
    table: Table, ada: Person, jiro: Person
) -> None:
    await table.open(ada, jiro)
    await table.said()
    world = table.driver.world
    world.deny_bot(table.driver.channel_id, P.SEND_MESSAGES)
    panel = await ada.slash("play")
    for _ in range(2):
        panel = await ada.click(panel, idents(panel.message, "p:", "plus")[0])
    panel = await ada.click(panel, "OK")
    panel = await ada.click(panel, "Confirm")
    assert "Your bid" in panel.text
    await table.said()
    assert not table.pings(jiro)
    async with asyncio.timeout(5):
        while not direct_messages(table):
            await asyncio.sleep(0.005)
    assert ["I lack a permission" in text for text in direct_messages(table)] == [True]
    assert "I could not post in this channel" in (await ada.slash("play")).text

    world.deny_bot(table.driver.channel_id, P(0))
    await ada.slash("move", answer="1")
    await jiro.slash("move", answer="2")
    await table.said()
    assert cards(table) == 1
    assert await posts.get(table.db, 1, Saying.TROUBLE) is None
    assert "could not post" not in (await ada.slash("play")).text


@pytest.mark.parametrize("restart", [False, True])
async def test_a_call_that_could_not_be_posted_comes_when_the_bot_may_post_again(
    table: Table, ada: Person, jiro: Person, restart: bool
) -> None:
    await table.open(ada, jiro)
    world = table.driver.world
    panel = await table.spread(ada)
    await table.said()
    world.deny_bot(table.driver.channel_id, P.SEND_MESSAGES)
    await ada.click(panel, "Confirm")
    await table.said()
    assert not table.pings(jiro)
    settings = await ada.slash("table seats")
    await ada.select(settings, ident(settings.message, "t:", "setting"), "undo=own")
    await table.said()
    assert not table.pings(jiro), "still forbidden: the card can be changed, but nothing posted"
    async with asyncio.timeout(5):
        while not direct_messages(table):
            await asyncio.sleep(0.005)
    assert len(direct_messages(table)) == 1, "the host was told once"

    if restart:
        await table.stop()
        await table.boot()
    world.deny_bot(table.driver.channel_id, P(0))
    for value in ("language=both", "undo=consent"):
        settings = await ada.slash("table seats")
        await ada.select(settings, ident(settings.message, "t:", "setting"), value)
        await table.said()
        async with asyncio.timeout(5):
            while not table.pings(jiro):
                await asyncio.sleep(0.005)
        await table.said()
        assert len(table.pings(jiro)) == 1
    assert await posts.get(table.db, 1, Saying.TROUBLE) is None
    sent = await table.db.rows("SELECT key, count(*) FROM outbox WHERE kind = 'ping' GROUP BY key")
    assert all(count == 1 for _, count in sent)
    await table.bid(jiro, 1)
    await table.said()
    assert not table.pings(jiro)


async def test_who_has_answered_meanwhile_is_not_called_any_more(table: Table, ada: Person, jiro: Person) -> None:
    await table.open(ada, jiro)
    world = table.driver.world
    panel = await table.spread(ada)
    await table.said()
    world.deny_bot(table.driver.channel_id, P.SEND_MESSAGES)
    await ada.click(panel, "Confirm")
    await table.said()
    await jiro.slash("move", answer="1")
    await table.said()
    world.deny_bot(table.driver.channel_id, P(0))
    settings = await ada.slash("table seats")
    await ada.select(settings, ident(settings.message, "t:", "setting"), "language=both")
    await table.said()
    assert not table.pings(jiro) and len(table.pings(ada)) == 1


async def test_a_deleted_channel_ends_only_the_posts(table: Table, ada: Person, jiro: Person) -> None:
    await table.open(ada, jiro)
    panel = await table.spread(ada)
    await table.said()
    table.standin.faults.fail("POST", MESSAGES, 404, times=9, code=10003)
    table.standin.faults.fail("PATCH", MESSAGES + "/*", 404, times=9, code=10003)
    await ada.click(panel, "Confirm")
    await table.said()
    assert await outbox.waiting(table.db, 1) == []
    dropped = await table.db.rows("SELECT count(*) FROM outbox WHERE dropped_at IS NOT NULL AND last_error <> ''")
    assert dropped[0][0] >= 2


async def test_an_archived_thread_is_opened_to_change_the_card(table: Table, ada: Person, jiro: Person) -> None:
    opened = await ada.slash("table open", game="flotsam", thread=True)
    await opened.next_change()
    world = table.driver.world
    thread = next(ch for ch in world.channels.values() if ch["type"] == 11)
    await table.said()
    world.update_channel(thread["id"], archived=True)
    await jiro.at(thread).slash("table join")
    await table.said()
    assert "次郎" in c.text(table.driver.channel(thread).last)
    assert not world.channel(thread["id"])["thread_metadata"]["archived"]


async def test_reminders_replace_the_call(table: Table, ada: Person, jiro: Person) -> None:
    await table.open(ada, jiro, reminder=6)
    await table.said()
    first = table.pings(ada)
    table.clock.ahead_ms += 6 * 3_600_000 + 1
    table.bot.tables.timers_changed.set()
    again = await table.driver.channel().wait_for("Still waiting for you")
    assert "\n> " in c.text(again), "a call says what is asked"
    await table.said()
    assert table.posts_for(ada) == [again] and len(first) == 1
    await table.opened(ada)
    await table.bid(ada, 1)
    await table.said()
    assert not any("Still waiting for you" in c.text(m) for m in table.driver.channel().messages)


async def test_an_old_card_that_cannot_be_removed_goes_later(table: Table, ada: Person, jiro: Person) -> None:
    await table.open(ada, jiro)
    await table.said()
    table.standin.faults.cut("DELETE", MESSAGES + "/*", times=20)
    await table.opened(ada)
    async with asyncio.timeout(20):
        while await outbox.next_at(table.db) is not None:
            await asyncio.sleep(0.01)
    assert cards(table) >= 1 and len(table.pings(jiro)) == 1
    table.standin.faults.clear()
    await table.stop()
    await table.boot()
    await table.said(20)
    assert cards(table) == 1


def test_whatever_can_be_written_into_the_outbox_can_be_sent() -> None:
    only_posts = {Saying.STALE, Saying.TROUBLE}
    assert delivery.Delivery(Mock(), Mock()).kinds == set(Saying) - only_posts


async def test_a_card_drawn_anew_after_a_restart_is_the_same(table: Table, ada: Person, jiro: Person) -> None:
    """Letters and lines of the last turn were gone until the next one."""
    await table.bidding(ada, jiro)
    await table.bid(jiro, 1)
    await table.bid(ada, 2)

    async def drawn(language: str) -> bytes | None:
        settings = await ada.slash("table seats")
        await ada.select(settings, ident(settings.message, "t:", "setting"), f"language={language}")
        [picture] = (await table.card())["attachments"]
        return table.driver.world.files.read(picture["id"])

    before = [await drawn(language) for language in ("ja", "en")]
    async with table.bot.tables.at(1) as live:
        assert any(one.deeds for one in live.recent.told)
    await table.stop()
    await table.boot()
    assert None not in before and [await drawn(language) for language in ("ja", "en")] == before
