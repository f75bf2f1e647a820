"""How people are called: two posts a turn and one deletion, once for each question, the way each person wants it."""

from __future__ import annotations

import asyncio
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from bot.standin import Person
from bot.standin.model import components as c
from bot.standin.model.events import Event
from engines.kernel import Moment, Option, Term, Who, games, say
from engines.kernel import Table as Rules
from storage.messages import outbox
from storage.persons import people
from storage.play import open_questions

from .conftest import Json, Table, calls, ident, idents, labels

HOUR = 3_600_000


async def turn(t: Rules[Any]) -> None:
    """The seats take turns; each answers on its turn, then the other is asked off turn."""
    answers = [Option(key, key, Term("goods.tea")) for key in ("take", "pass")]
    seat = t.state.round % 2
    await t.choose(seat, "unsold", answers, lot=Term("goods.tea"))
    await t.choose(1 - seat, "unsold", answers, default="pass", lot=Term("goods.silk"))
    await t.confirm(seat, "open", rule="R3")
    t.tell("drawn", lot=Term("goods.tea"))
    t.state.round += 1


@pytest.fixture(autouse=True)
def rules(monkeypatch: pytest.MonkeyPatch) -> None:
    def moment(view: Any) -> Moment:
        return Moment(say("unsold"), turn=(view.round - 1) % 2)

    flotsam = replace(games()["flotsam"], turn=turn, moment=moment, scores=lambda state: ())
    for module in ("bot.table.service", "bot.table.lobby.agreement", "bot.discord_ui.commands.choices"):
        monkeypatch.setattr(f"{module}.games", lambda: {"flotsam": flotsam})


@pytest.fixture
def seen(table: Table) -> Iterator[Counter[str]]:
    """What the bot does in the channel, and whom it rings."""
    counts: Counter[str] = Counter()

    def hear(event: Event) -> None:
        if event.t == "MESSAGE_CREATE" and event.d["author"].get("bot") and not event.d["flags"] & c.IS_EPHEMERAL:
            counts["posts"] += 1
            counts.update(user["id"] for user in event.d["mentions"])
        counts["deletions"] += event.t == "MESSAGE_DELETE" and event.only is None

    stop = table.driver.world.listen(hear)
    yield counts
    stop()


async def answer(table: Table, person: Person) -> Json:
    panel = await table.play(person)
    return (await person.click(panel, ident(panel.message, "p:", "pick"))).message


async def mine(table: Table, person: Person, **settings: Any) -> None:
    """What the person has settled, without the commands."""
    if "way" in settings:
        settings["chosen"] = 1
    async with table.db.transaction() as tx:
        await people.meet(tx, int(person.id), "someone", table.clock())
        for key, value in settings.items():
            await tx.run(f"UPDATE people SET {key} = ? WHERE id = ?", (value, int(person.id)))


async def called_at(table: Table) -> dict[int, int | None]:
    return {row.seat: row.called_at for row in await open_questions.of_game(table.db, 1)}


def direct(table: Table) -> list[Json]:
    world = table.driver.world
    return [m for channel in table.driver.direct_channels for m in world.messages.public(channel["id"])]


async def test_a_turn_is_two_posts_and_one_deletion_and_rings_once(
    table: Table, ada: Person, jiro: Person, seen: Counter[str]
) -> None:
    await table.open(ada, jiro, pace="slow")
    card = await table.card()
    assert calls(card, ada) and not calls(card, jiro)
    seen.clear()
    await answer(table, ada)  # off turn Jiro is asked: a post of its own
    await table.said()
    [post] = table.posts_for(jiro)
    assert "To move" not in c.text(post) and "Time to answer: until" in c.text(post)
    assert seen[jiro.id] == 1 and not seen[ada.id]
    await answer(table, jiro)
    await table.said()
    assert table.posts_for(jiro) == [], "what was answered is gone"
    seen.clear()
    await answer(table, ada)  # the turn is over: log and card
    await table.said()
    card = await table.card()
    assert calls(card, jiro) and not calls(card, ada)
    assert seen == Counter({"posts": 2, "deletions": 1, jiro.id: 1})
    assert table.driver.channel().messages[-1]["id"] == card["id"]


async def test_the_deadline_stands_on_the_card_and_is_the_one_that_counts(
    table: Table, ada: Person, jiro: Person
) -> None:
    await table.open(ada, jiro, pace="brisk")
    card = await table.card()
    [(due,)] = await table.db.rows("SELECT due_at FROM timers WHERE kind = 'late'")
    assert f"until <t:{due // 1000}:f>" in c.text(card)


async def test_the_card_quotes_what_was_done_to_whom_it_calls_but_not_what_stands_right_above(
    table: Table, ada: Person, jiro: Person, marco: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def rules(t: Rules[Any]) -> None:
        """Each in turn does something to the next two."""
        seat = t.state.round % 3
        await t.confirm(seat, "open", rule="R3")
        for n in (1, 2):
            t.tell("bid.told", who=Who((seat + n) % 3), coins=100 + 10 * seat + n)
        t.state.round += 1

    def moment(view: Any) -> Moment:
        return Moment(say("unsold"), turn=(view.round - 1) % 3)

    flotsam = replace(games()["flotsam"], turn=rules, moment=moment, scores=lambda state: ())
    for module in ("bot.table.service", "bot.table.lobby.agreement", "bot.discord_ui.commands.choices"):
        monkeypatch.setattr(f"{module}.games", lambda: {"flotsam": flotsam})
    await table.open(ada, jiro, marco, pace="slow", language="en")
    said = [c.text(await table.card())]
    for person in (ada, jiro):
        await answer(table, person)
        await table.said()
        said.append(c.text(await table.card()))
    assert "Meanwhile, to you" not in said[0] + said[1], "what was done stands in the post above"
    assert "Meanwhile, to you" in said[2] and "Bid 102" in said[2]
    assert "Bid 111" not in said[2] and "Bid 101" not in said[2], "of the post above, and done to somebody else"


async def test_a_repost_of_the_card_rings_nobody_again(
    table: Table, ada: Person, jiro: Person, seen: Counter[str]
) -> None:
    await table.open(ada, jiro)
    card = await table.card()
    await table.stop()  # so that it does not hear of the deletion
    table.driver.world.messages.delete(card["channel_id"], card["id"])
    seen.clear()
    await table.boot()
    settings = await ada.slash("table seats")
    await ada.select(settings, ident(settings.message, "t:", "setting"), "language=both")
    again = await table.card()
    assert again["id"] != card["id"] and ada.mention in c.text(again)
    assert not seen[ada.id] and not calls(again, ada)


async def test_an_edit_of_the_card_keeps_the_call(table: Table, ada: Person, jiro: Person) -> None:
    await table.open(ada, jiro)
    card = await table.card()
    settings = await ada.slash("table seats")
    await ada.select(settings, ident(settings.message, "t:", "setting"), "language=both")
    again = await table.card()
    assert again["id"] == card["id"] and calls(again, ada)


async def test_somebody_asleep_is_called_by_a_post_of_their_own_on_waking(
    table: Table, ada: Person, jiro: Person, seen: Counter[str]
) -> None:
    await table.open(ada, jiro, pace="slow")
    await answer(table, ada)
    await answer(table, jiro)
    minute = table.clock() // 60_000 % 1440
    await mine(table, jiro, zone="UTC", night=(minute - 60) % 1440)  # asleep for eight more hours
    await table.said()
    seen.clear()
    await answer(table, ada)
    card = await table.card()
    assert seen == Counter({"posts": 2, "deletions": 1}) and jiro.mention not in c.text(card)
    assert await called_at(table) == {1: None}
    table.clock.ahead_ms += 8 * HOUR
    table.bot.tables.timers_changed.set()
    await table.driver.channel().wait_for(lambda m: calls(m, jiro) and bool(idents(m, "t:", "play")))
    await table.said()
    assert len(table.posts_for(jiro)) == 1 and seen[jiro.id] == 1
    assert (await called_at(table))[1] is not None


async def test_direct_messages_for_those_who_want_them(
    table: Table, ada: Person, jiro: Person, seen: Counter[str]
) -> None:
    await mine(table, ada, way="direct", language="ja")
    await table.open(ada, jiro, pace="slow")
    card = await table.card()
    [message] = direct(table)
    assert "あなたの番です" in c.text(message) and "回答期限" not in c.text(message) and "持ち時間" in c.text(message)
    link = next(b["url"] for b in c.buttons(message) if b.get("url"))
    assert link.endswith(f"/{card['channel_id']}")
    assert ada.mention not in c.text(card) and (await called_at(table))[0] is not None
    panel = await ada.in_dm().click(message, ident(message, "t:", "play"))
    await ada.click(panel, ident(panel.message, "p:", "pick"))
    await table.said()
    assert direct(table) == [], "answered: the message is gone"


async def test_who_takes_no_direct_messages_is_mentioned_after_all(
    table: Table, ada: Person, jiro: Person, seen: Counter[str]
) -> None:
    await mine(table, ada, way="direct")
    channel = table.driver.world.dm(ada.id)["id"]
    table.standin.faults.fail("POST", f"/channels/{channel}/messages", 403, times=9, code=50007)
    await table.open(ada, jiro, pace="slow")
    await table.said()
    [post] = table.posts_for(ada)
    assert "could not reach you by direct message" in c.text(post) and seen[ada.id] == 1
    assert (await called_at(table))[0] is not None


async def test_where_nothing_reaches_the_person_no_clock_runs(table: Table, ada: Person, jiro: Person) -> None:
    await mine(table, jiro, way="direct")
    await table.open(ada, jiro, pace="slow")
    panel = await table.play(ada)
    channel = table.driver.world.dm(jiro.id)["id"]
    table.standin.faults.fail("POST", f"/channels/{channel}/messages", 403, times=9, code=50007)
    table.standin.faults.fail("POST", f"/channels/{table.driver.channel_id}/messages", 403, times=9, code=50013)
    await ada.click(panel, ident(panel.message, "p:", "pick"))
    await table.said()
    assert await called_at(table) == {1: None}
    assert await table.db.rows("SELECT kind FROM timers WHERE kind IN ('timeout', 'late')") == []
    async with asyncio.timeout(5):
        while not any("can no longer post" in c.text(m) for m in direct(table)):  # the host is told
            await asyncio.sleep(0.01)


async def test_silence_is_kept_and_the_clock_runs_from_the_card(
    table: Table, ada: Person, jiro: Person, seen: Counter[str]
) -> None:
    await mine(table, ada, way="silent")
    await table.open(ada, jiro, pace="slow")
    card = await table.card()
    assert not seen[ada.id] and ada.mention not in c.text(card) and direct(table) == []
    assert (await called_at(table))[0] is not None
    assert "Time for this turn" in c.text(card)


async def test_the_former_way_is_a_setting(table: Table, ada: Person, jiro: Person, seen: Counter[str]) -> None:
    table.bot.calls_in_card = False
    await table.open(ada, jiro, pace="slow")
    card = await table.card()
    [post] = table.posts_for(ada)
    assert not calls(card, ada) and seen[ada.id] == 1 and "You are up" in c.text(post)


async def test_a_reminder_can_be_put_off(table: Table, ada: Person, jiro: Person, seen: Counter[str]) -> None:
    await table.open(ada, jiro, pace="steady")
    await table.said()
    table.clock.ahead_ms += 15 * HOUR // 2 + 1000  # half the allowance
    table.bot.tables.timers_changed.set()
    reminder = await table.driver.channel().wait_for("Still waiting for you")
    assert {"Remind me in 3 hours", "Tomorrow morning", "When I'm back"} <= set(labels(reminder))
    await table.said()
    stranger = await jiro.click(reminder, next(i for i in idents(reminder, "t:", "snooze") if i.endswith("hours")))
    assert "あなたへの質問はありません" in stranger.text
    told = await ada.click(reminder, next(i for i in idents(reminder, "t:", "snooze") if i.endswith("hours")))
    assert "You will be reminded" in told.text
    await table.said()
    assert table.posts_for(ada) == []
    [(due,)] = await table.db.rows("SELECT due_at FROM timers WHERE kind = 'reminder'")
    assert abs(due - table.clock() - 3 * HOUR) < 60_000
    table.clock.ahead_ms += 3 * HOUR + 1000
    table.bot.tables.timers_changed.set()
    again = await table.driver.channel().wait_for("Still waiting for you")
    await table.said()
    await ada.click(again, next(i for i in idents(again, "t:", "snooze") if i.endswith("back")))
    await table.said()
    assert await table.db.rows("SELECT due_at FROM timers WHERE kind = 'reminder'") == []


async def test_lost_answers_and_restarts_ring_once(table: Table, ada: Person, jiro: Person, seen: Counter[str]) -> None:
    await table.open(ada, jiro, pace="slow")
    await answer(table, ada)
    await answer(table, jiro)
    await table.said()
    seen.clear()
    table.standin.faults.lose_answer("POST", "/channels/*/messages", times=3)
    await answer(table, ada)
    await table.stop()
    for n in range(60):  # chat, and Discord has forgotten the nonces
        jiro.say(f"chat {n}")
    table.driver.world.clock.advance(600)
    table.clock.ahead_ms += 600_000
    await table.boot()
    await table.said(within=20)
    assert seen[jiro.id] == 1, "found again below sixty lines of chat, though the time on the card has changed"
    [(sent,)] = await table.db.rows(
        "SELECT count(*) FROM outbox WHERE kind = 'ping' AND sent_at IS NULL AND dropped_at IS NULL"
    )
    assert sent == 0 and await outbox.next_at(table.db) is None


async def test_my_seat_tells_what_is_free_and_what_is_in_the_bank(table: Table, ada: Person, jiro: Person) -> None:
    await table.open(ada, jiro, pace="slow")  # without a night: 30 hours, then 105
    await table.said()
    free = re.search(r"costs nothing until <t:(\d+):f>, then the bank of 7 waking", (await ada.slash("seat")).text)
    assert free is not None and abs(int(free[1]) * 1000 - (table.clock() + 30 * HOUR)) < HOUR // 60
    assert "予備時間は活動時間で7日です" in (await jiro.slash("seat")).text
    table.clock.ahead_ms += (30 + 30) * HOUR
    assert re.search(r"the bank runs, (5|4\.9) waking days are left", (await ada.slash("seat")).text)
    await answer(table, ada)
    await table.said()
    held = r"the bank holds (5|4\.9) waking days; of each turn 2 are free"
    assert re.search(held, (await ada.slash("seat")).text), "while another is asked the turn goes on"
    await answer(table, jiro)
    await answer(table, ada)
    await table.said()
    assert re.search(held, (await ada.slash("seat")).text), "nothing comes back after a turn that was late"


async def test_without_a_clock_my_seat_tells_of_none(table: Table, ada: Person, jiro: Person) -> None:
    await table.open(ada, jiro, pace="none")
    assert "Your clock" not in (await ada.slash("seat")).text
