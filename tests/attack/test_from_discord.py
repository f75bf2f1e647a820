"""Attacks through Discord: forged ids, doubled and simultaneous presses, lost connections, hostile names, very long
texts. The real discord.py client receives them.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from bot.discord_ui.page import custom_ids
from bot.fake_discord import FakeUser, Reply
from bot.fake_discord.model import components as c
from storage.play import decisions
from tests.bot.conftest import (
    TableHarness,
    ada,
    find_custom_id,
    jiro,
    list_custom_ids,
    marco,
    press_bid,
    real_discord_afterwards,
    table,
)

__all__ = ["ada", "jiro", "marco", "real_discord_afterwards", "table"]

Json = dict[str, Any]

UNEXPECTED_ERROR = "Something went wrong on our side"

PANEL_ID_TAILS = (
    *(
        "pick",
        "pick:",
        "pick:yes",
        "pick:bid:0",
        "pick:bid:999999",
        "pick:bid:-1",
        "pick:no_such_key",
        "pick:__class__",
    ),
    *("ok", "ok:", "ok:9.9.9.9", "ok:-1.-1", "ok:0.0.0.0.0.0.0.0.0.0.0.0", "ok:x", "ok:" + "9" * 40, "ok:\u202e1"),
    *("end", "end:yes", "end:bid:0", "end:no_such_key", "enddraft", "enddraft:x", "enddraft:9.9"),
    *("plus:0.1", "plus:99.99", "plus:x", "minus:0.0", "minus:-5", "toggle:0", "choose", "choose:__dict__"),
    *("back", "back:", "back:5", "zoom:../../etc/passwd", "zoom:", "view:1", "seat:1", "drop", "drop:table games"),
    *("constructor", "__class__", "PICK", "pick\u200b", "pick:" + "x" * 80, "pick:\u0000", "pick:a b c", "pick:%s{0}"),
)
OTHER_IDS = (
    *("t:1:nosuchverb", "t:1:join:x", "t:1:start", "t:99999999:play", "t:1:colour:infrared", "t:" + "9" * 18 + ":play"),
    *("t:" + "9" * 40 + ":play", "t:-1:play", "t:1:play:1", "t:1:changed:x", "t:1:agree:undo", "t:1:kick:1", "t::play"),
    *("h:nosuchverb", "h:language:xx", "h:", "p:1.0.0:pick", "p:a.b.c.d:pick:yes", "q:1", "", "p"),
)


@contextmanager
def forge_custom_id(table: TableHarness, message: Json, custom_id: str) -> Iterator[str]:
    """The message with this id on one of its buttons, as if Discord had let somebody write it."""
    row = table.driver.world.messages.find_message(message["channel_id"], message["id"])
    button = next(b for b in c.list_of_types(row, c.BUTTON) if not b.get("disabled") and "custom_id" in b)
    before, button["custom_id"] = button["custom_id"], custom_id
    try:
        yield custom_id
    finally:
        button["custom_id"] = before


async def press_forged_id(table: TableHarness, person: FakeUser, message: Json, custom_id: str) -> Reply | None:
    """The answer to the forged press; None where no control of the bot has such an id, and discord.py drops it."""
    with forge_custom_id(table, message, custom_id):
        interaction = person.begin_click(message, custom_id)
        if not any(
            re.fullmatch(kind, custom_id)
            for kind in (custom_ids.TABLE_PATTERN, custom_ids.PANEL_PATTERN, custom_ids.HELP_PATTERN)
        ):
            return None
        return await person.await_reply(interaction)


async def list_decisions(table: TableHarness) -> list[tuple[int, str]]:
    return [(row.seat, row.keys) for row in await decisions.load_active(table.db, 1)]


async def test_forged_ids_decide_nothing_and_reveal_no_other_seat(
    table: TableHarness, ada: FakeUser, jiro: FakeUser, marco: FakeUser
) -> None:
    """By the seat that is asked, by another one, by an outsider."""
    await table.start_bidding(ada, jiro, marco)
    await table.place_bid(jiro, 2)
    decisions_before = await list_decisions(table)
    eve = table.driver.add_user("Eve")
    panel = (await table.open_panel(ada)).message
    mine = list_custom_ids(panel, "p:", "pick") + list_custom_ids(panel, "p:", "choose")
    ref = mine[0].split(":")[1]
    table_id, epoch, step, _, tag = ref.split(".")
    places = (f"{epoch}.{step}.1", f"{epoch}.{int(step) + 1}.0", f"{int(epoch) + 1}.{step}.0")
    refs = (ref, *(f"{table_id}.{place}.{tag}" for place in places))
    card = await table.find_card()
    answered = 0
    forged_ids = (
        [f"p:{refs[1]}:{tail}" for tail in PANEL_ID_TAILS]
        + [f"p:{other_ref}:pick:bid:0" for other_ref in refs[2:]]
        + [custom_id.replace("t:1:", f"t:1.{tag}:") for custom_id in OTHER_IDS]
        + ["t:1:play", f"p:{table_id}.{places[0]}:pick:bid:0"]
    )
    for person in (ada, marco, eve):
        for custom_id in forged_ids:
            if not 1 <= len(custom_id) <= 100:
                continue
            reply = await press_forged_id(table, person, card, custom_id)
            if reply is not None:
                answered += 1
                assert UNEXPECTED_ERROR not in reply.text, custom_id
                assert reply.is_ephemeral or reply.message["id"] == card["id"], custom_id
        assert await list_decisions(table) == decisions_before, person
    assert answered > 50


def ignore_missing_pictures(table: TableHarness) -> None:
    """Of two presses in one instant one may keep a picture that the other has just taken away: it is answered again
    without it.
    """
    table.driver.world.violations[:] = [row for row in table.driver.world.violations if not row.is_lost_picture]


async def test_simultaneous_doubled_presses_count_once(table: TableHarness, ada: FakeUser, jiro: FakeUser) -> None:
    await table.open_and_start(ada, jiro)
    panel = (await table.spread_marks(ada)).message
    before = len(await list_decisions(table))
    table.fake_discord.gateway.duplicate_interactions(3)
    custom_ids = [
        find_custom_id(panel, "p:", "pick"),
        find_custom_id(panel, "p:", "pick"),
        find_custom_id(panel, "p:", "back"),
    ]
    interactions = [ada.begin_click(panel, item) for item in custom_ids]
    for item in interactions:
        assert UNEXPECTED_ERROR not in (await ada.await_reply(item)).text
    assert len(await list_decisions(table)) - before in (1, -1), "one of the three counted"
    ignore_missing_pictures(table)


async def test_simultaneous_doubled_bids_count_once(
    table: TableHarness, ada: FakeUser, jiro: FakeUser, marco: FakeUser
) -> None:
    await table.start_bidding(ada, jiro, marco)
    everybody = (ada, jiro, marco)
    panels = [await table.open_panel(person) for person in everybody]
    table.fake_discord.gateway.duplicate_interactions(3)
    bidding = zip(everybody, panels, strict=True)
    replies = await asyncio.gather(*(press_bid(person, panel, 0) for person, panel in bidding))
    assert all(UNEXPECTED_ERROR not in reply.text for reply in replies)
    bids_made = [(seat, keys) for seat, keys in await list_decisions(table) if keys.startswith("bid:")]
    assert sorted(seat for seat, _ in bids_made) == [0, 1, 2]
    await table.wait_for_outbox()
    ignore_missing_pictures(table)


async def test_press_during_lost_connection_counts_at_most_once(
    table: TableHarness, ada: FakeUser, jiro: FakeUser
) -> None:
    await table.open_and_start(ada, jiro)
    panel = (await table.spread_marks(ada)).message
    before = len(await list_decisions(table))
    interaction = ada.begin_click(panel, find_custom_id(panel, "p:", "pick"))
    await table.fake_discord.gateway.drop_connections()
    await asyncio.gather(ada.await_reply(interaction), return_exceptions=True)
    async with asyncio.timeout(60):
        while not table.fake_discord.gateway.is_connected:
            await asyncio.sleep(0.05)
    assert len(await list_decisions(table)) - before in (0, 1)
    assert UNEXPECTED_ERROR not in (await table.open_panel(ada)).text


async def test_hostile_names_mention_nobody(table: TableHarness, ada: FakeUser) -> None:
    names = (
        "@everyone",
        "<@&1>",
        f"<@{ada.id}>",
        "[x](https://evil.example)",
        "discord.gg/x",
        "`a`",
        "\u202eevil",
        "# big",
    )
    for name in names:
        stranger = table.driver.add_user(name)
        reply = await stranger.send_command("table open", game="flotsam")
        assert UNEXPECTED_ERROR not in reply.text
        assert UNEXPECTED_ERROR not in (await ada.send_command("games")).text
    for message in table.driver.view_channel().messages:
        assert not message["mention_everyone"] and not message["mention_roles"]
        assert "https://evil" not in c.read_text(message) and "discord.gg/" not in c.read_text(message)


async def test_very_long_texts_are_answered_privately(table: TableHarness, ada: FakeUser, jiro: FakeUser) -> None:
    await table.open_and_start(ada, jiro)
    decisions_before, posts = await list_decisions(table), len(table.driver.view_channel().messages)
    for text in ("9" * 5000, "x " * 2500, "@everyone " * 500):
        reply = await ada.send_command("move", answer=text)
        assert reply.is_ephemeral and UNEXPECTED_ERROR not in reply.text
        assert UNEXPECTED_ERROR not in (await ada.send_command("rules", about=text)).text
    assert await list_decisions(table) == decisions_before and len(table.driver.view_channel().messages) == posts
