"""Seats that change hands, as people press it: sitters, successors, giving up, pressing for somebody late."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from bot.standin import Person
from bot.standin.model import components as c
from bot.table import Person as Seated
from bot.table.life import vacancy
from storage.play import decisions
from tests.bot.conftest import Table, ident, idents, labels


def in_days(days: int) -> str:
    return f"{datetime.now(UTC) + timedelta(days=days):%Y-%m-%d}"


async def test_a_seat_is_given_up_shown_taken_and_briefed(
    table: Table, ada: Person, jiro: Person, marco: Person
) -> None:
    await table.bidding(ada, jiro, marco, pace="none")
    emma = table.driver.person("Emma")
    gone = await ada.slash("table resign")
    assert "You have given up your seat" in gone.text
    await table.said()
    channel = table.driver.channel()
    offer = await channel.wait_for(lambda m: bool(idents(m, "t:", "take")))
    assert "The seat of Ada is free" in c.text(offer)
    assert "Take this seat" in labels(offer)
    assert any("次郎 is the host" in c.text(m) for m in channel.messages)
    assert "had another seat" in (await marco.click(offer, ident(offer, "t:", "take"))).text
    shown = await emma.click(offer, ident(offer, "t:", "take"))
    assert "A seat is free" in shown.text and "次郎, Marco" in shown.text
    assert "(Ada)" in shown.text and idents(shown.message, "t:", "takeit")
    briefing = await emma.click(shown, ident(shown.message, "t:", "takeit"))
    assert "The seat is yours" in briefing.text and briefing.ephemeral
    assert "What happened last" in briefing.text and "**Ada**" in briefing.text
    assert idents(briefing.message, "t:", "play")
    await table.said()
    assert any("Emma takes the seat of Ada" in c.text(m) for m in channel.messages)
    assert [m for m in channel.messages if emma.mention in c.text(m)], "the newcomer is called"
    panel = await table.bid(emma, 1)
    assert "Your answer" in panel.text
    told = (await marco.slash("log")).text
    assert "**Ada**" in told and "(Ada)" not in told
    assert not any(m["id"] == offer["id"] for m in channel.messages), "nobody presses what is gone"


async def test_whoever_sits_in_sees_the_seat_and_is_called(table: Table, ada: Person, jiro: Person) -> None:
    emma = table.driver.person("Emma")
    await table.open(ada, jiro, pace="none")
    assert "A day is written like" in (await ada.slash("table sitter", person=emma, until="soon")).text
    assert "were asked" in (await ada.slash("table sitter", person=emma, until=in_days(3))).text
    await table.said()
    channel = table.driver.channel()
    asked = await channel.wait_for(lambda m: bool(idents(m, "t:", "sit")))
    assert emma.mention in c.text(asked) and "asks you to sit in" in c.text(asked)
    assert "その招待はほかの人へのものです" in (await jiro.click(asked, ident(asked, "t:", "sit"))).text
    briefing = await emma.click(asked, ident(asked, "t:", "sit"))
    assert "You sit in for Ada" in briefing.text
    assert "sits in until" in (await ada.slash("seat")).text
    assert "さんが留守番" in (await jiro.slash("table seats")).text
    assert "sits in until" in (await ada.slash("games")).text
    assert "留守番" not in (await jiro.slash("games")).text
    panel = await table.play(emma)
    assert idents(panel.message, "p:", "plus")
    await table.said()
    assert not any(m["id"] == asked["id"] for m in channel.messages)
    stop = await emma.slash("table leave")
    assert "You have left" in stop.text
    assert "no seat at this table" in (await emma.slash("seat")).text
    await table.said()
    assert any("Ada plays again" in c.text(m) for m in channel.messages)


async def test_a_named_successor_is_called_by_name(table: Table, ada: Person, jiro: Person) -> None:
    emma = table.driver.person("Emma")
    await table.open(ada, jiro, pace="none")
    offered = await jiro.autocomplete("table replace", "player", "")
    assert {choice["name"] for choice in offered} == {"Ada", "次郎"}
    assert "不在でも" in (await jiro.slash("table replace", player="Ada")).text
    assert "offered" in (await ada.slash("table replace", person=emma)).text
    await table.said()
    offer = await table.driver.channel().wait_for(lambda m: bool(idents(m, "t:", "take")))
    assert emma.mention in c.text(offer) and "You are invited to the seat of Ada" in c.text(offer)
    shown = await ada.click(offer, ident(offer, "t:", "take"))
    back = await ada.click(shown, ident(shown.message, "t:", "takeit"))
    assert "The seat is yours" in back.text
    await table.said()
    assert any("Ada is back on their seat" in c.text(m) for m in table.driver.channel().messages)


async def test_of_two_who_gives_up_has_conceded_and_both_may_play_again(
    table: Table, ada: Person, jiro: Person
) -> None:
    await table.open(ada, jiro, pace="none", language="both")
    await jiro.slash("table resign")
    await table.said()
    channel = table.driver.channel()
    told = await channel.wait_for(lambda m: "Ada has won" in c.text(m))
    assert "さんの勝ちです" in c.text(told)
    card = await channel.wait_for(lambda m: bool(idents(m, "t:", "again")))
    assert "conceded" in c.text(card) and "**1.**" in c.text(card)
    again = await ada.click(card, ident(card, "t:", "again"))
    assert "Table 2 is open" in again.text
    await table.said()
    invited = await channel.wait_for(lambda m: "invites you" in c.text(m))
    assert ada.mention not in c.text(invited) and jiro.mention in c.text(invited)
    assert not any("is free" in c.text(m) for m in channel.messages), "no successor is sought"
    joined = await jiro.click(invited, ident(invited, "t:", "join"))
    assert "**次郎**" in joined.text and "**Ada**" in joined.text


async def test_somebody_late_is_pressed_for(table: Table, ada: Person, jiro: Person, marco: Person) -> None:
    await table.bidding(ada, jiro, marco, pace="brisk")
    await table.bid(ada, 1)
    assert "not a waking day late" in (await marco.slash("table press", player="次郎")).text
    async with table.bot.tables.at(1) as live:
        await vacancy.resign(table.bot.tables, live, Seated(int(jiro.id), "次郎", "ja"))
    before = len(await decisions.live(table.db, 1))
    assert "were asked" in (await marco.slash("table press", player="(次郎)")).text
    await table.said()
    request = await table.driver.channel().wait_for(lambda m: bool(idents(m, "t:", "agree")))
    assert "any two" in c.text(request)
    await ada.click(request, ident(request, "t:", "agree"))
    await table.said()
    rows = await decisions.live(table.db, 1)
    assert len(rows) == before + 1 and rows[-1].origin == "default"
    assert any("pressed the printed answer" in c.text(m) for m in table.driver.channel().messages)
    (after,) = [m for m in table.driver.channel().messages if m["id"] == request["id"]]
    assert "Agreed and done" in c.text(after)
