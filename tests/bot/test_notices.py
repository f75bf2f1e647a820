"""/me notices, and what people hear besides calls: they are next, they are the last one missing, the morning's list."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from bot.standin import Person
from bot.standin.model import components as c
from bot.table.life import pausing
from bot.table.notices import morning_list
from bot.table.notices.notes import Note
from bot.table.notices.ping import pack
from engines.kernel import Moment, Msg, games, say
from storage.messages import outbox
from storage.messages.kinds import Saying
from storage.persons import errands, people
from storage.play import open_questions
from storage.time.kinds import Pause

from .conftest import Json, Table, calls, ident

MINUTE, HOUR = 60_000, 3_600_000


def direct(table: Table, person: Person) -> list[Json]:
    world = table.driver.world
    return world.messages.public(world.dm(person.id)["id"])


async def until(there: Callable[[], object]) -> None:
    async with asyncio.timeout(5):
        while not there():
            await asyncio.sleep(0.01)


def told(table: Table, person: Person, words: str) -> list[Json]:
    return [m for m in table.driver.channel().messages if calls(m, person) and words in c.text(m)]


async def test_the_way_of_being_called_is_chosen_and_shown(table: Table, ada: Person, jiro: Person) -> None:
    assert "where it says nothing, in the channel" in (await ada.slash("me notices")).text
    assert "ダイレクトメッセージでお呼びします" in (await jiro.slash("me notices", way="direct")).text
    assert "次の番になったときも" in (await jiro.slash("me notices", next=True)).text
    row = await people.get(table.db, int(jiro.id))
    assert row is not None and (row.way, row.chosen, row.next_up, row.digest) == ("direct", 1, 1, 0)
    assert "There is no table in this channel" in (await ada.slash("me notices", way="silent", here=True)).text


async def test_at_one_table_it_may_be_another(table: Table, ada: Person, jiro: Person) -> None:
    await table.open(ada, jiro)
    assert "At this table you are called by direct" in (await ada.slash("me notices", way="direct", here=True)).text
    assert await people.ways_at(table.db, 1) == {int(ada.id): "direct"}
    assert "as everywhere" in (await ada.slash("me notices", way="same", here=True)).text
    assert await people.ways_at(table.db, 1) == {}
    row = await people.get(table.db, int(ada.id))
    assert row is not None and not row.chosen


async def test_whether_direct_messages_arrive_can_be_tried(table: Table, ada: Person) -> None:
    assert "look whether it rang" in (await ada.slash("me notices", test=True)).text
    assert "This is how a call reaches you" in c.text(direct(table, ada)[-1])
    table.standin.faults.fail("POST", "/channels/*/messages", 403, times=9, code=50007)
    assert "does not let me write to you" in (await ada.slash("me notices", test=True)).text


async def test_the_last_one_missing_is_told_once_until_they_answer(table: Table, ada: Person, jiro: Person) -> None:
    await table.bidding(ada, jiro)
    await table.said()
    await table.bid(ada, 0)
    await table.said()
    assert len(told(table, jiro, "waits for you alone")) == 1
    assert told(table, ada, "waits for you alone") == []
    await table.bid(jiro, 0)
    await table.said()
    assert told(table, jiro, "waits for you alone") == []


async def test_nobody_is_told_to_be_the_last_because_computer_players_were_quicker(table: Table, ada: Person) -> None:
    await ada.slash("table open", game="flotsam", order="joined")
    lobby = await table.lobby()
    seated = await ada.select(lobby, ident(lobby, "t:", "computer"), "+random")
    await ada.click(seated, ident(seated.message, "t:", "start"))
    await table.opened(ada)
    async with asyncio.timeout(10):
        while len(await open_questions.of_game(table.db, 1)) != 1:
            await asyncio.sleep(0.02)
    await table.said()
    assert told(table, ada, "waits for you alone") == []


async def test_who_wants_to_know_is_told_to_be_next(
    table: Table, ada: Person, jiro: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    def moment(view: Any) -> Moment:
        return Moment(say("unsold"), turn=view.crier, following=(1 - view.crier,))

    flotsam = replace(games()["flotsam"], moment=moment)
    for module in ("bot.table.service", "bot.table.lobby.agreement"):
        monkeypatch.setattr(f"{module}.games", lambda: {"flotsam": flotsam})
    await jiro.slash("me notices", next=True)
    await table.open(ada, jiro)
    await table.said()
    assert len(told(table, jiro, "You are next")) == 1 and told(table, ada, "You are next") == []
    await table.spread(ada)
    await table.said()
    assert len(told(table, jiro, "You are next")) == 1
    await ada.slash("move", answer="1")
    await table.said()
    assert told(table, jiro, "You are next") == [], "asked by now"


async def test_the_mornings_list_comes_once_and_only_if_a_table_waits(table: Table, ada: Person, jiro: Person) -> None:
    await table.open(ada, jiro, pace="slow")
    await table.said()
    assert "毎朝" in (await jiro.slash("me notices", digest=True)).text
    await ada.slash("me notices", digest=True)
    table.clock.ahead_ms += 30 * HOUR
    for _ in range(2):
        row = await errands.earliest(table.db)
        assert row is not None and row.due_at <= table.clock()
        await morning_list.fire(table.bot.tables, row)
    await table.said()
    [message] = [m for m in direct(table, ada) if "These tables wait for you" in c.text(m)]
    card = await table.card()
    assert "until <t:" not in c.text(message), "the example's questions wait for ever"
    assert any(b["url"].endswith(f"/{card['channel_id']}/{card['id']}") for b in c.buttons(message))
    assert direct(table, jiro) == []
    row = await errands.earliest(table.db)
    assert row is not None and row.due_at > table.clock()


@pytest.mark.parametrize("reason", Pause)
async def test_a_table_that_stands_still_is_in_no_list_of_the_morning_and_games_says_why(
    table: Table, ada: Person, jiro: Person, reason: Pause
) -> None:
    await table.open(ada, jiro, pace="slow")
    await ada.slash("me notices", digest=True)
    async with table.bot.tables.at(1) as live, table.bot.tables.change(live) as tx:
        until = table.clock() + 90 * HOUR if reason is Pause.VOTE else None
        await pausing.begin(tx, live, reason, table.clock(), until)
    table.clock.ahead_ms += 30 * HOUR
    row = await errands.earliest(table.db)
    assert row is not None and row.due_at <= table.clock()
    await morning_list.fire(table.bot.tables, row)
    await table.said()
    assert direct(table, ada) == []
    said = {
        Pause.ASLEEP: ("A move wakes it", "眠っています"),
        Pause.VOTE: ("pauses until <t:", "まで休みます"),
        Pause.MODERATOR: ("A moderator has paused", "モデレーターがこの卓を休ませています"),
        Pause.CHANNEL: ("has lost its channel", "チャンネルはなくなりました"),
        Pause.RULES: ("the present version of the rules", "いまの版のルールでは"),
    }
    english, japanese = said[reason]
    assert english in (await ada.slash("games")).text
    assert japanese in (await jiro.slash("games")).text


async def test_calls_pressed_in_a_direct_message_open_the_panel(table: Table, ada: Person, jiro: Person) -> None:
    await ada.slash("me notices", way="direct")
    await table.open(ada, jiro)
    await table.said()
    [message] = [m for m in direct(table, ada) if "You are up" in c.text(m)]
    panel = await ada.in_dm().click(message, ident(message, "t:", "play"))
    assert "price marks" in panel.text or panel.message


async def waits_to_be_told(table: Table, ada: Person, jiro: Person) -> None:
    """What Jiro was to be told on waking is written, and goes out a minute later: Discord was away."""
    await table.open(ada, jiro)
    await table.spread(ada)
    await table.said()
    [(channel,)] = await table.db.rows("SELECT channel_id FROM games")
    note, at = Note(int(jiro.id), Msg("notice.day_given", {"giver": "Mia", "who": "Jiro"})), table.clock() + MINUTE
    async with table.db.transaction() as tx:
        await outbox.put(
            tx, game=1, kind=Saying.NOTE, key=f"nudge.{jiro.id}.1", target=channel, payload=pack(note), at=at
        )


async def passes(table: Table, time: int) -> None:
    table.clock.ahead_ms += time
    table.bot.tables.timers_changed.set()
    table.bot.tables.outbox_ready.set()
    await table.said()


async def test_what_was_said_in_the_night_is_told_though_somebody_else_answers_first(
    table: Table, ada: Person, jiro: Person
) -> None:
    await waits_to_be_told(table, ada, jiro)
    await ada.slash("move", answer="1")
    await passes(table, MINUTE)
    assert len(told(table, jiro, "Mia")) == 1


async def lives(table: Table, person: Person, night: int) -> None:
    """Their night begins so many minutes from now."""
    minute = (table.clock() // MINUTE + night) % 1440
    async with table.db.transaction() as tx:
        await tx.run("UPDATE people SET zone = 'UTC', night = ? WHERE id = ?", (minute, int(person.id)))


async def test_that_a_channel_is_lost_is_not_told_at_night_though_hours_have_changed(
    table: Table, ada: Person, jiro: Person
) -> None:
    await table.open(ada, jiro)
    await table.said()
    await lives(table, jiro, -60)
    table.driver.world.delete_channel(table.driver.channel_id)
    await ada.dms.wait_for("has lost its channel")
    await lives(table, jiro, 7 * 60)
    table.clock.ahead_ms += 8 * HOUR
    table.bot.tables.outbox_ready.set()
    async with asyncio.timeout(5):
        while (await outbox.waiting(table.db, 1, Saying.ORPHAN))[0].not_before <= table.clock():
            await asyncio.sleep(0.01)
    assert direct(table, jiro) == []
    await passes(table, 8 * HOUR)
    await until(lambda: direct(table, jiro))


async def test_what_was_to_be_told_on_waking_and_did_not_go_out_is_told_on_the_next(
    table: Table, ada: Person, jiro: Person
) -> None:
    await waits_to_be_told(table, ada, jiro)
    minute = table.clock() // MINUTE % 1440
    async with table.db.transaction() as tx:
        await tx.run("UPDATE people SET zone = 'UTC', night = ? WHERE id = ?", ((minute - 60) % 1440, int(jiro.id)))
    await passes(table, MINUTE)
    assert told(table, jiro, "Mia") == []
    await passes(table, 8 * HOUR)
    await until(lambda: told(table, jiro, "Mia"))
