"""Nothing that hangs silences a table: neither a drawing nor a request nor a question to Discord; health says so."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from bot import metrics
from bot.discord_ui import client
from bot.discord_ui.lifecycle import lost_tables
from bot.discord_ui.outbox import late_pictures, sender
from bot.discord_ui.outbox.rate_limit import limit_requests
from bot.discord_ui.page.pictures import DrawingRequest, Picture, PictureCache
from bot.fake_discord import FakeUser
from bot.fake_discord.model import components as c
from bot.table import Person
from bot.table.background import delays
from bot.table.clock.waking_hours import MINUTE
from bot.table.computers import computer_players
from bot.table.play import answers
from engines.kernel import pick_random_answer
from engines.kernel.chance import Rng
from storage.kinds import OutboxKind, TimerKind
from storage.messages import outbox_rows, posts
from storage.time import timers
from tests.bot.conftest import Json, TableHarness, list_custom_ids, run_bot
from tests.bot.test_metrics import read_metrics

MESSAGES = "/channels/*/messages"
HANGING_S = 60.0


@pytest.fixture
def may_draw(monkeypatch: pytest.MonkeyPatch) -> asyncio.Event:
    """Let every drawing hang until the event is set."""
    draw, event = PictureCache.draw_picture, asyncio.Event()

    async def draw_when_allowed(self: PictureCache, picture_request: DrawingRequest) -> Picture:
        await event.wait()
        return await draw(self, picture_request)

    monkeypatch.setattr(PictureCache, "draw_picture", draw_when_allowed)
    monkeypatch.setattr(late_pictures, "PICTURE_SECONDS", 0.05)
    monkeypatch.setattr(late_pictures, "LAST_PICTURE_SECONDS", 0.1)
    return event


def list_cards(table: TableHarness) -> list[Json]:
    return [m for m in table.driver.view_channel().messages if list_custom_ids(m, "t:", "changed")]


async def wait_for_card_picture(table: TableHarness) -> None:
    async with asyncio.timeout(60):
        while not all(c.list_media(card) for card in list_cards(table)):
            await asyncio.sleep(0.01)


async def test_hung_drawing_delays_no_call_and_the_picture_follows(
    table: TableHarness, ada: FakeUser, jiro: FakeUser, may_draw: asyncio.Event
) -> None:
    await table.open_and_start(ada, jiro)
    await table.wait_for_outbox()
    [card] = list_cards(table)
    assert "To move: ●" in c.read_text(card) and not c.list_media(card)
    assert len(table.list_notifications(ada)) == 1, "she was called, though nothing is drawn"
    may_draw.set()
    await wait_for_card_picture(table)
    await table.wait_for_outbox()
    assert [later["id"] for later in list_cards(table)] == [card["id"]], (
        "the picture comes by an edit, which calls nobody"
    )
    post = await posts.load_post(table.db, 1, OutboxKind.CARD)
    assert post is not None and post.rev != late_pictures.WITHOUT_PICTURE


async def test_hung_drawing_does_not_hold_the_scores_back(
    table: TableHarness, ada: FakeUser, jiro: FakeUser, may_draw: asyncio.Event
) -> None:
    await table.open_and_start(ada, jiro)
    rng, service = Rng(bytes(32)), table.bot.service
    async with service.lock_table(1) as table_state:
        while table_state.waiting:
            assert table_state.match is not None
            prompt, ref = (
                table_state.match.find_prompt(table_state.waiting[0]),
                table_state.build_question_ref(table_state.waiting[0]),
            )
            seated = table_state.seats[table_state.waiting[0]]
            assert prompt is not None and ref is not None and seated.person is not None
            answer = pick_random_answer(table_state.match, prompt, rng)
            await answers.answer_question(service, table_state, Person(seated.person, seated.name, "en"), ref, answer)
    await table.wait_for_outbox()
    newest = await outbox_rows.load_newest_row(table.db, 1, OutboxKind.FINAL_RESULT)
    assert newest is not None and newest.message_id is not None and not may_draw.is_set()


async def test_card_in_words_gets_its_picture_after_a_restart(
    table: TableHarness, ada: FakeUser, jiro: FakeUser, may_draw: asyncio.Event
) -> None:
    await table.open_and_start(ada, jiro)
    await table.wait_for_outbox()
    await table.stop()
    may_draw.set()
    await table.boot()
    await wait_for_card_picture(table)
    assert len(list_cards(table)) == 1


async def test_hung_request_is_given_up_and_tried_again(
    table: TableHarness, ada: FakeUser, jiro: FakeUser, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sender, "FIRST_WAIT_MS", 10)
    await table.open_and_start(ada, jiro)
    await table.wait_for_outbox()
    limit_requests(table.bot.http, 0.1)
    hung = table.fake_discord.faults.hang("POST", MESSAGES, HANGING_S)
    await table.open_crate(ada)
    await table.wait_for_outbox()
    assert hung.hits == 1
    assert len(list_cards(table)) == 1 and len(table.list_notifications(jiro)) == 1


async def test_hung_answer_to_a_press_is_given_up(database: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(client, "limit_requests", lambda http: limit_requests(http, 0.2))
    async with run_bot(database) as table:
        ada = table.driver.add_user("Ada")
        hung = table.fake_discord.faults.hang("POST", "/interactions/*/callback", HANGING_S)
        reply = await ada.send_command("table open", game="flotsam")
    assert hung.hits == 1 and reply.text, "a second answer says that Discord is in trouble"


async def test_hung_question_about_a_member_is_given_up(table: TableHarness, ada: FakeUser, jiro: FakeUser) -> None:
    await table.open_and_start(ada, jiro)
    limit_requests(table.bot.http, 0.05)
    hung = table.fake_discord.faults.hang("GET", "/guilds/*/members/*", HANGING_S)
    state = await lost_tables.load_member_state(table.bot, int(table.driver.guild_id), int(jiro.id))
    assert hung.hits == 1 and state == lost_tables.MemberState(), "who cannot be asked about is not taken for gone"


async def test_health_is_whether_people_are_notified(table: TableHarness, ada: FakeUser, jiro: FakeUser) -> None:
    await table.open_and_start(ada, jiro)
    await table.wait_for_outbox()
    assert await table.bot.find_problem() is None
    hung = table.fake_discord.faults.hang("POST", MESSAGES, HANGING_S, times=100)
    await table.open_crate(ada)
    async with asyncio.timeout(60):
        while not hung.hits:
            await asyncio.sleep(0.01)
    assert await table.bot.find_problem() is None, "a moment is no problem"
    table.clock.ahead_ms += delays.MAX_DELAY + MINUTE
    assert "the oldest due row waits for 2" in (await table.bot.find_problem() or "")
    async with metrics.serve_metrics(table.bot.service, table.bot.find_problem, "127.0.0.1", 0) as page:
        numbers = await read_metrics(page)
    assert numbers["teban_well", ""] == 0 and numbers["teban_outbox_late_seconds", "0"] >= 240


async def test_hung_search_of_a_computer_player_is_trouble(
    table: TableHarness, ada: FakeUser, jiro: FakeUser, monkeypatch: pytest.MonkeyPatch
) -> None:
    await table.open_and_start(ada, jiro)
    await table.wait_for_outbox()
    computers = table.bot.computers
    hung = asyncio.Event()

    async def hang(_: int) -> None:
        await hung.wait()

    monkeypatch.setattr(computers, "serve_table", hang)
    table.bot.service.search_queue.put_nowait(1)
    async with asyncio.timeout(60):
        while not computers._searching:
            await asyncio.sleep(0.01)
    assert await table.bot.find_problem() is None
    computers._searching[1] -= computer_players.MAX_SECONDS
    assert "table 1 waits for its computer player for 600 s" in (await table.bot.find_problem() or "")
    hung.set()
    async with asyncio.timeout(60):
        while computers._searching:
            await asyncio.sleep(0.01)
    assert await table.bot.find_problem() is None


async def test_row_that_waits_for_its_next_attempt_is_no_trouble(
    table: TableHarness, ada: FakeUser, jiro: FakeUser
) -> None:
    await table.open_and_start(ada, jiro)
    await table.wait_for_outbox()
    async with table.db.transaction() as tx:
        row = await outbox_rows.add_row(
            tx, game=1, kind=OutboxKind.NOTICE, key="x", target=9, payload=b"", at=table.clock() - 10 * MINUTE
        )
        await outbox_rows.add_row(
            tx, game=1, kind=OutboxKind.NOTICE, key="y", target=9, payload=b"", at=table.clock() - 10 * MINUTE
        )
        await outbox_rows.schedule_retry(tx, row.id, table.clock() + MINUTE, "Discord is away")
    assert await delays.measure_outbox_delay(table.bot.service) == 0


async def test_hung_timers_are_trouble(table: TableHarness, ada: FakeUser, jiro: FakeUser) -> None:
    await table.open_and_start(ada, jiro)
    await table.wait_for_outbox()
    async with table.bot.service.lock_table(1):  # a timer of this table now hangs, and those behind it wait
        async with table.db.transaction() as tx:
            await timers.set_timer(tx, 1, TimerKind.LATE, "0", table.clock() - 1)
        table.bot.service.wake_workers()
        assert await table.bot.find_problem() is None
        table.clock.ahead_ms += delays.MAX_DELAY + MINUTE
        problem = await table.bot.find_problem() or ""
        async with metrics.serve_metrics(table.bot.service, table.bot.find_problem, "127.0.0.1", 0) as page:
            numbers = await read_metrics(page)
    assert "the oldest due timer for 2" in problem
    assert numbers["teban_timers_late_seconds", ""] >= 240
