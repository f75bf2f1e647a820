"""What can be tried from Discord's side: forged ids, presses delivered twice, presses in one instant, broken
connections, hostile names, very long texts. The real discord.py client stands between.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from bot.discord_ui.page import ids
from bot.standin import Person, Reply
from bot.standin.model import components as c
from storage.play import decisions
from tests.bot.conftest import Table, ada, ident, idents, jiro, marco, real_discord_afterwards, table
from tests.faults.run import GONE

__all__ = ["ada", "jiro", "marco", "real_discord_afterwards", "table"]

Json = dict[str, Any]

WRONG = "Something went wrong on our side"

TAILS = (
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
    *("plus:0.1", "plus:99.99", "plus:x", "minus:0.0", "minus:-5", "toggle:0", "choose", "choose:__dict__"),
    *("back", "back:", "back:5", "zoom:../../etc/passwd", "zoom:", "view:1", "seat:1", "drop", "drop:table games"),
    *("constructor", "__class__", "PICK", "pick\u200b", "pick:" + "x" * 80, "pick:\u0000", "pick:a b c", "pick:%s{0}"),
)
AT_TABLE = (
    *("t:1:nosuchverb", "t:1:join:x", "t:1:start", "t:99999999:play", "t:1:colour:infrared", "t:" + "9" * 18 + ":play"),
    *("t:" + "9" * 40 + ":play", "t:-1:play", "t:1:play:1", "t:1:changed:x", "t:1:agree:undo", "t:1:kick:1", "t::play"),
    *("h:nosuchverb", "h:language:xx", "h:", "p:1.0.0:pick", "p:a.b.c.d:pick:yes", "q:1", "", "p"),
)


@contextmanager
def forged(table: Table, message: Json, custom_id: str) -> Iterator[str]:
    """The message with this id on one of its buttons, as if Discord had let somebody write it."""
    row = table.driver.world.messages.get(message["channel_id"], message["id"])
    button = next(b for b in c.of_type(row, c.BUTTON) if not b.get("disabled") and "custom_id" in b)
    before, button["custom_id"] = button["custom_id"], custom_id
    try:
        yield custom_id
    finally:
        button["custom_id"] = before


async def press(table: Table, who: Person, message: Json, custom_id: str) -> Reply | None:
    """The answer to the forged press; None where no control of the bot has such an id, and discord.py drops it."""
    with forged(table, message, custom_id):
        begun = who.begin_click(message, custom_id)
        if not any(re.fullmatch(kind, custom_id) for kind in (ids.TABLE, ids.PANEL, ids.HELP)):
            return None
        return await who.await_reply(begun)


async def bids(table: Table) -> list[tuple[int, str]]:
    return [(row.seat, row.keys) for row in await decisions.live(table.db, 1)]


async def test_forged_ids_decide_nothing_and_show_nobody_elses_seat(
    table: Table, ada: Person, jiro: Person, marco: Person
) -> None:
    """By the seat that is asked, by another one, by an outsider."""
    await table.bidding(ada, jiro, marco)
    await table.bid(jiro, 2)
    stands = await bids(table)
    eve = table.driver.person("Eve")
    panel = (await table.play(ada)).message
    mine = idents(panel, "p:", "pick") + idents(panel, "p:", "choose")
    ref = mine[0].split(":")[1]
    game, epoch, step, _ = ref.split(".")
    refs = (ref, f"{game}.{epoch}.{step}.1", f"{game}.{epoch}.{int(step) + 1}.0", f"{game}.{int(epoch) + 1}.{step}.0")
    card = await table.card()
    answered = 0
    tried = [f"p:{refs[1]}:{tail}" for tail in TAILS] + [f"p:{one}:pick:bid:0" for one in refs[2:]] + list(AT_TABLE)
    for who in (ada, marco, eve):
        for custom_id in tried:
            if not 1 <= len(custom_id) <= 100:
                continue
            told = await press(table, who, card, custom_id)
            if told is not None:
                answered += 1
                assert WRONG not in told.text, custom_id
                assert told.ephemeral or told.message["id"] == card["id"], custom_id
        assert await bids(table) == stands, who
    assert answered > 50


def forgive_pictures_taken_away(table: Table) -> None:
    """Of two presses in one instant one may keep a picture that the other has just taken away: it is answered again
    without it.
    """
    table.driver.world.violations[:] = [row for row in table.driver.world.violations if GONE not in str(row)]


async def test_one_instant_two_confirms_and_a_back_each_twice(table: Table, ada: Person, jiro: Person) -> None:
    await table.open(ada, jiro)
    panel = (await table.spread(ada)).message
    before = len(await bids(table))
    table.standin.gateway.duplicate_interactions(3)
    wanted = [ident(panel, "p:", "pick"), ident(panel, "p:", "pick"), ident(panel, "p:", "back")]
    begun = [ada.begin_click(panel, one) for one in wanted]
    for one in begun:
        assert WRONG not in (await ada.await_reply(one)).text
    assert len(await bids(table)) - before in (1, -1), "one of the three counted"
    forgive_pictures_taken_away(table)


async def test_bids_of_all_in_one_instant_each_twice(table: Table, ada: Person, jiro: Person, marco: Person) -> None:
    await table.bidding(ada, jiro, marco)
    everybody = (ada, jiro, marco)
    panels = [await table.play(who) for who in everybody]
    table.standin.gateway.duplicate_interactions(3)
    bidding = zip(everybody, panels, strict=True)
    told = await asyncio.gather(*(who.select(p, idents(p.message, "p:", "choose")[0], "bid:0") for who, p in bidding))
    assert all(WRONG not in one.text for one in told)
    given = [(seat, keys) for seat, keys in await bids(table) if keys.startswith("bid:")]
    assert sorted(seat for seat, _ in given) == [0, 1, 2]
    await table.said()
    forgive_pictures_taken_away(table)


async def test_a_press_while_the_connection_breaks_or_the_session_is_forgotten(
    table: Table, ada: Person, jiro: Person
) -> None:
    await table.open(ada, jiro)
    panel = (await table.spread(ada)).message
    before = len(await bids(table))
    begun = ada.begin_click(panel, ident(panel, "p:", "pick"))
    await table.standin.gateway.drop()
    await asyncio.gather(ada.await_reply(begun), return_exceptions=True)
    async with asyncio.timeout(20):
        while not table.standin.gateway.connected:
            await asyncio.sleep(0.05)
    assert len(await bids(table)) - before in (0, 1)
    assert WRONG not in (await table.play(ada)).text


async def test_names_of_strangers_call_nobody(table: Table, ada: Person) -> None:
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
        stranger = table.driver.person(name)
        told = await stranger.slash("table open", game="flotsam")
        assert WRONG not in told.text
        assert WRONG not in (await ada.slash("games")).text
    for message in table.driver.channel().messages:
        assert not message["mention_everyone"] and not message["mention_roles"]
        assert "https://evil" not in c.text(message) and "discord.gg/" not in c.text(message)


async def test_very_long_texts_are_answered_and_show_nothing_to_others(table: Table, ada: Person, jiro: Person) -> None:
    await table.open(ada, jiro)
    stands, posts = await bids(table), len(table.driver.channel().messages)
    for text in ("9" * 5000, "x " * 2500, "@everyone " * 500):
        told = await ada.slash("move", answer=text)
        assert told.ephemeral and WRONG not in told.text
        assert WRONG not in (await ada.slash("rules", about=text)).text
    assert await bids(table) == stands and len(table.driver.channel().messages) == posts
