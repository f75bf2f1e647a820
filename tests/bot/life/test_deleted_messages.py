"""Messages of a table that somebody deletes: what is still needed comes back, once, and nothing else does."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection
from typing import Any

import pytest

from bot.discord_ui.life import orphans
from bot.standin import Person
from bot.standin.model import components as c
from storage.database import Source
from storage.messages import posts
from storage.messages.posts import PostRow
from tests.bot.conftest import Table, calls, ident, idents

Json = dict[str, Any]


def is_card(message: Json) -> bool:
    return bool(idents(message, "t:", "changed"))


def is_request(message: Json) -> bool:
    return bool(idents(message, "t:", "agree"))


def here(table: Table, test: Callable[[Json], bool]) -> list[Json]:
    return [message for message in table.driver.channel().messages if test(message)]


def delete(table: Table, *messages: Json) -> None:
    for message in messages:
        table.driver.world.messages.delete(table.driver.channel_id, message["id"])


async def back(table: Table, gone: Json, test: Callable[[Json], bool]) -> Json:
    """What stands there instead of a message that was deleted."""
    found = await table.driver.channel().wait_for(lambda m: m["id"] != gone["id"] and test(m))
    await table.said()
    return found


async def settled(table: Table) -> None:
    """The bot has heard of everything that happened, and has said what it wants to say."""
    await asyncio.sleep(0.15)
    await table.said()


async def test_the_card_comes_back_and_calls_whom_it_had_called(table: Table, ada: Person, jiro: Person) -> None:
    await table.open(ada, jiro)
    first = await table.card()
    assert calls(first, ada)
    delete(table, first)
    again = await back(table, first, is_card)
    assert calls(again, ada), "the call went with the card, and the question is open"
    assert here(table, is_card) == [again]
    panel = await ada.click(again, ident(again, "t:", "play"))
    assert idents(panel.message, "p:", "plus")


async def test_a_card_that_is_deleted_again_at_once_stays_away_until_something_happens(
    table: Table, ada: Person, jiro: Person
) -> None:
    await table.open(ada, jiro)
    first = await table.card()
    delete(table, first)
    delete(table, await back(table, first, is_card))
    await settled(table)
    assert not here(table, is_card), "whoever deletes it again does not want it: the bot does not fight"
    await jiro.slash("table replace")
    assert is_card(await table.card())


async def test_a_card_that_has_called_nobody_rings_nobody(table: Table, ada: Person, jiro: Person) -> None:
    await ada.slash("me notices", way="silent")
    await table.open(ada, jiro)
    first = await table.card()
    delete(table, first)
    assert not (await back(table, first, is_card))["mentions"]


async def test_a_call_of_its_own_comes_back_while_its_question_is_open(
    table: Table, ada: Person, jiro: Person, marco: Person
) -> None:
    table.bot.calls_in_card = False
    await table.bidding(ada, jiro, marco)
    await table.said()
    [card] = here(table, is_card)
    [call] = table.posts_for(jiro)
    delete(table, call)
    again = await back(table, call, lambda m: calls(m, jiro) and bool(idents(m, "t:", "play")))
    assert here(table, is_card) == [card], "only what was deleted comes back"
    assert len(table.posts_for(marco)) == 1
    await table.bid(jiro, 0)
    await settled(table)
    assert not table.posts_for(jiro), "the answer removes it, and its removal brings nothing back"
    assert again["id"] not in {m["id"] for m in table.driver.channel().messages}


async def test_the_bots_own_deletions_bring_nothing_back(table: Table, ada: Person, jiro: Person) -> None:
    table.bot.calls_in_card = False
    await table.open(ada, jiro)
    gone: list[str] = []
    table.driver.world.listen(lambda event: gone.append(event.t) if event.t == "MESSAGE_DELETE" else None)
    await table.opened(ada)
    await table.bid(ada, 0)
    await table.bid(jiro, 1)
    await settled(table)
    assert len(gone) >= 3 and len(here(table, is_card)) == 1
    async with table.bot.tables.at(1) as live:
        assert not live.restored


async def test_a_reminder_that_is_put_off_goes_for_good(
    table: Table, ada: Person, jiro: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The question stays open, and Discord may tell of the deletion just before the sender has settled it."""
    await table.open(ada, jiro, pace="none", reminder=24)
    card = await table.card()
    table.clock.ahead_ms += 25 * 3_600_000
    table.bot.tables.timers_changed.set()
    reminder = await table.driver.channel().wait_for(lambda m: bool(idents(m, "t:", "snooze")))
    await table.said()
    gone, read = {int(reminder["id"])}, posts.of_messages
    before = await read(table.db, 1, gone)
    await ada.click(reminder, next(i for i in idents(reminder, "t:", "snooze") if i.endswith("back")))
    await settled(table)

    async def as_before(source: Source, game: int, messages: Collection[int]) -> list[PostRow]:
        return before if source is table.db else await read(source, game, messages)

    monkeypatch.setattr(posts, "of_messages", as_before)
    await orphans.messages_gone(table.bot, int(table.driver.channel_id), gone)
    await settled(table)
    assert before and here(table, is_card) == [card] and not table.posts_for(ada)


async def test_an_offer_that_is_made_anew_stands_once(table: Table, ada: Person, jiro: Person, marco: Person) -> None:
    await table.open(ada, jiro)
    await jiro.slash("table replace")
    await table.said()
    assert "offered" in (await ada.slash("table replace", player="1", person=marco)).text
    await settled(table)
    assert len(here(table, lambda m: bool(idents(m, "t:", "take")) and not is_card(m))) == 1
    async with table.bot.tables.at(1) as live:
        assert not live.restored


async def test_a_channel_that_is_cleared_gets_back_what_is_needed(
    table: Table, ada: Person, jiro: Person, marco: Person
) -> None:
    await table.bidding(ada, jiro, marco)
    await table.bid(ada, 0)
    await ada.slash("undo")
    await table.said()
    channel = table.driver.channel()
    await channel.wait_for(is_request)
    old = {message["id"] for message in channel.messages}
    table.driver.world.messages.delete_many(channel.id, [*old])
    await channel.wait_for(is_card)
    await settled(table)
    assert not old & {message["id"] for message in channel.messages}
    assert len(here(table, is_card)) == 1 and len(here(table, is_request)) == 1
    assert [len(table.pings(person)) for person in (jiro, marco)] == [1, 1]
    assert len(channel.messages) <= 4, [c.text(message) for message in channel.messages]


async def test_a_lobby_and_its_invitation_come_back(table: Table, ada: Person, jiro: Person, marco: Person) -> None:
    await ada.slash("table open", game="flotsam")
    await ada.slash("table invite", person=jiro, second=marco)
    call = await table.driver.channel().wait_for("invites you to this table")
    await table.said()
    lobby = await table.lobby()
    await marco.click(lobby, ident(lobby, "t:", "join"))
    await table.said()
    lobby = await table.lobby()
    delete(table, call, lobby)
    again = await back(table, call, lambda m: "invites you to this table" in c.text(m))
    assert calls(again, jiro) and not calls(again, marco), "who sits here already is not called again"
    assert await back(table, lobby, lambda m: bool(idents(m, "t:", "start")))


async def test_the_offer_of_an_open_seat_comes_back(table: Table, ada: Person, jiro: Person) -> None:
    await table.open(ada, jiro)
    await jiro.slash("table replace")
    await table.said()

    def offers(message: Json) -> bool:
        return bool(idents(message, "t:", "take")) and not is_card(message)

    offer = await table.driver.channel().wait_for(offers)
    delete(table, offer)
    again = await back(table, offer, offers)
    assert here(table, offers) == [again]


async def test_after_the_end_nothing_comes_back(table: Table, ada: Person, jiro: Person) -> None:
    await table.open(ada, jiro)
    await table.card()
    await ada.slash("table end")
    request = await table.driver.channel().wait_for(is_request)
    await jiro.click(request, ident(request, "t:", "agree"))
    await settled(table)
    delete(table, *table.driver.channel().messages)
    await settled(table)
    assert not table.driver.channel().messages


async def test_what_people_delete_of_their_own_waits_for_no_table(table: Table, ada: Person, jiro: Person) -> None:
    await table.open(ada, jiro)
    channel = int(table.driver.channel_id)
    game = await table.bot.tables.find(channel)
    assert game is not None
    async with table.bot.tables.at(game):
        await asyncio.wait_for(orphans.messages_gone(table.bot, channel, {1}), 1)
