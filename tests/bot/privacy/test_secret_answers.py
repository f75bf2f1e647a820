"""While several seats answer at once, nobody sees how often or when another has changed an answer."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

from bot.fake_discord import FakeUser
from bot.table.history import timeline
from bot.table.play.answers import RESERVED_NUMBERS
from storage.play import decisions
from tests.bot.conftest import TableHarness, find_custom_id, list_custom_ids, press_bid

CHANGES = 4


def summarize_channel(table: TableHarness) -> list[tuple[str, Any]]:
    return [(m["id"], m["edited_timestamp"]) for m in table.driver.view_channel().messages]


async def change_bid(table: TableHarness, person: FakeUser, times: int) -> None:
    for coins in range(times):
        panel = await table.open_panel(person)
        change = await person.click(panel, find_custom_id(panel.message, "p:", "change"))
        await press_bid(person, change, coins)


@pytest.mark.release
async def test_pages_and_posts_stay_the_same_while_an_answer_changes(
    table: TableHarness, ada: FakeUser, jiro: FakeUser, marco: FakeUser
) -> None:
    await table.start_bidding(ada, jiro, marco)
    await table.place_bid(marco, 2)
    await table.wait_for_outbox()

    async def look(person: FakeUser) -> list[str]:
        texts = []
        for player in (None, "0", "1", "2"):
            page = await person.send_command("history", **({} if player is None else {"player": player}))
            by_decisions = next(i for i in _list_ids(page.message) if ":history:" in i and ".d." in i)
            decisions_page = await person.click(page, by_decisions)
            texts += [page.text, *_list_ids(page.message), decisions_page.text, *_list_ids(decisions_page.message)]
        card = await table.find_card()
        changes = await person.click(card, find_custom_id(card, "t:", "changed"))
        log = await person.send_command("log")
        panel = await table.open_panel(person)
        for reply in (changes, log, panel):
            texts += [reply.text, *_list_ids(reply.message)]
        texts += _list_ids(card)
        report = await person.send_command("report", what="odd")
        file = json.loads(table.fake_discord.world.files.read_url(report.message["attachments"][0]["url"]) or b"")
        texts.append(str({key: file["report"][key] for key in file["report"] if key not in ("id", "at")}))
        exported = await table.press_in_settings(person, "export")
        file = json.loads(table.fake_discord.world.files.read_url(exported.message["attachments"][0]["url"]) or b"")
        texts.append(str([list(row) for row in file.pop("reports", ())][:1]))  # each look adds one
        del file["people"][0]["seen_at"]  # when the person themselves was last here
        texts.append(str(file))
        texts.append((await person.send_command("undo")).text if person is jiro else "")
        return texts

    for person in (ada, jiro):
        await look(person)  # *What changed* begins at the last look
    before, posts = [await look(person) for person in (ada, jiro)], summarize_channel(table)
    await change_bid(table, marco, CHANGES)
    await table.wait_for_outbox()
    assert len(await decisions.load_active(table.db, 1)) == 3 + CHANGES
    assert [await look(person) for person in (ada, jiro)] == before
    assert summarize_channel(table) == posts, "no post is edited either"

    await table.place_bid(ada, 0)
    await table.place_bid(jiro, 0)
    async with table.bot.service.lock_table(1) as table_state:
        steps = (await timeline.load_history(table.bot.service, table_state)).steps
    assert [step.seat for step in steps[-3:]] == [0, 1, 2], "one step a seat, in the order of the seats"
    assert len({step.decided_at for step in steps[-3:]}) == 1
    page = await ada.send_command("history")
    assert "6" not in page.text.split("\n", 1)[0].split("<t:")[0]


async def test_request_to_undo_stays_the_same_while_an_answer_changes(
    table: TableHarness, ada: FakeUser, jiro: FakeUser, marco: FakeUser
) -> None:
    await table.start_bidding(ada, jiro, marco)
    await table.place_bid(marco, 2)
    await table.ask_for_undo(ada)
    await table.wait_for_outbox()
    request = await table.driver.view_channel().wait_for_message(lambda m: bool(list_custom_ids(m, "t:", "agree")))
    posts = summarize_channel(table)
    await change_bid(table, marco, CHANGES)
    await table.wait_for_outbox()
    assert summarize_channel(table) == posts
    for voter in (jiro, marco):
        await voter.click(request, find_custom_id(request, "t:", "agree"))
    await table.wait_for_outbox()
    assert len(await decisions.load_active(table.db, 1)) == 1, "her first step, which she can now confirm again"
    assert "Open the next crate?" in (await table.open_panel(ada)).text


@pytest.mark.parametrize("changes", [0, 1, CHANGES])
async def test_buttons_after_the_reveal_do_not_tell_how_often_an_answer_was_changed(
    table: TableHarness, ada: FakeUser, jiro: FakeUser, marco: FakeUser, changes: int
) -> None:
    """They name decisions by numbers, which nobody sees but everybody can read."""
    await table.start_bidding(ada, jiro, marco)
    await table.place_bid(marco, 2)
    async with table.bot.service.lock_table(1) as table_state:
        asked_after = table_state.public_n
    await change_bid(table, marco, changes)
    await table.place_bid(ada, 0)
    await table.place_bid(jiro, 0)
    card = await table.find_card()
    pages = [await ada.send_command("history"), await ada.click(card, find_custom_id(card, "t:", "changed"))]
    by_decisions = next(i for i in _list_ids(pages[0].message) if ":history:" in i and ".d." in i)
    pages += [await ada.click(pages[0], by_decisions), await ada.send_command("log"), await ada.send_command("undo")]
    ids = [i for message in (*(page.message for page in pages), *_list_posts(table)) for i in _list_ids(message)]
    numbers = {int(number) for i in ids for number in re.findall(r"\d+", i.split(":", 3)[-1])}
    assert all(name in pages[-1].text for name in ("次郎", "Marco")), "an undo takes back the answers of all of them"
    last = asked_after + 3 * RESERVED_NUMBERS
    assert last in numbers, "the answer of the last one is named"
    assert {n for n in numbers if n > asked_after} <= {asked_after + 1, asked_after + 2, last, last + 1}


def _list_posts(table: TableHarness) -> list[dict[str, Any]]:
    return list(table.driver.view_channel().messages)


def _list_ids(message: dict[str, Any]) -> list[str]:
    found: list[str] = []

    def visit(node: Any) -> None:
        for value in node.values() if isinstance(node, dict) else node if isinstance(node, list) else ():
            visit(value)
        if isinstance(node, dict) and "custom_id" in node:
            found.append(node["custom_id"])

    visit(message["components"])
    return found
