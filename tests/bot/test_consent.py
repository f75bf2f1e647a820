"""What one person cannot do alone, and answers given in advance, as people press them."""

from __future__ import annotations

import asyncio

import pytest

from bot.standin import Person
from bot.standin.model import components as c
from storage.play import decisions

from .conftest import Table, ident, idents, labels


async def test_an_undo_that_others_have_seen_needs_their_consent(table: Table, ada: Person, jiro: Person) -> None:
    await table.bidding(ada, jiro)
    await table.said()
    asked = await ada.slash("undo")
    assert "The others were asked" in asked.text
    await table.said()
    request = await table.driver.channel().wait_for(lambda m: bool(idents(m, "t:", "agree")))
    assert jiro.mention in c.text(request) and "Ada" in c.text(request)
    assert "\n> • A crate of" in c.text(request), "what would be taken back"

    await jiro.click(request, ident(request, "t:", "agree"))
    await table.said()
    channel = table.driver.channel()
    (turn,) = [m for m in channel.messages if "~~A crate of" in c.text(m)]
    assert "Raises tea to 4." in c.text(turn) and "~~Ada raises tea" not in c.text(turn)
    assert any("Ada has taken a move back" in c.text(m) for m in channel.messages)
    assert not any(idents(m, "t:", "agree") for m in channel.messages)
    panel = await table.play(ada)
    assert "Open the next crate?" in panel.text
    await ada.click(panel, ident(panel.message, "p:", "back"))
    await table.said()
    assert any("• ~~Raises tea to 4.~~" in c.text(m) for m in channel.messages)


async def test_who_takes_back_what_others_did_reads_all_of_it_before_they_are_asked(
    table: Table, ada: Person, jiro: Person
) -> None:
    await table.open(ada, jiro)
    await table.opened(ada)
    await table.bid(jiro, 1)
    await table.bid(ada, 0)
    await table.said()
    asked = await jiro.slash("undo")
    assert "Ada**がしたことも戻ります" in asked.text and "を1で買いました" in asked.text
    channel = table.driver.channel()
    await table.said()
    assert not any(idents(m, "t:", "agree") for m in channel.messages), "nobody is called before he has read that"
    assert "ほかの人に頼む" in labels(asked.message)
    done = await jiro.click(asked, ident(asked.message, "t:", "undo"))
    assert "ほかの人に同意を求めました" in done.text
    request = await channel.wait_for(lambda m: bool(idents(m, "t:", "agree")))
    assert "for 1." in c.text(request), "and so do they"


async def test_one_no_closes_the_request(table: Table, ada: Person, jiro: Person) -> None:
    await table.bidding(ada, jiro)
    await ada.slash("undo")
    await table.said()
    request = await table.driver.channel().wait_for(lambda m: bool(idents(m, "t:", "refuse")))
    await jiro.click(request, ident(request, "t:", "refuse"))
    await table.said()
    assert any("次郎 does not agree" in c.text(m) for m in table.driver.channel().messages)
    (after,) = [m for m in table.driver.channel().messages if m["id"] == request["id"]]
    assert "Ada** asks to take back" in c.text(after) and "nothing was done" in c.text(after)
    assert len(await decisions.live(table.db, 1)) == 2
    late = await jiro.slash("undo")
    assert "戻せる手がまだありません" in late.text


async def test_who_asked_may_take_the_request_back(table: Table, ada: Person, jiro: Person) -> None:
    await table.open(ada, jiro)
    await ada.slash("table end")
    await table.said()
    request = await table.driver.channel().wait_for(lambda m: bool(idents(m, "t:", "refuse")))
    await ada.click(request, ident(request, "t:", "refuse"))
    await table.said()
    texts = [c.text(m) for m in table.driver.channel().messages]
    assert any("Ada takes the request back" in text for text in texts)
    assert not any("does not agree" in text for text in texts)


@pytest.mark.parametrize(
    ("language", "closed"),
    [
        ("en", "This request is over, and nothing was done"),
        ("ja", "何も変わっていません"),
    ],
)
async def test_a_request_lapses_with_the_next_move_and_its_message_says_so(
    table: Table, ada: Person, jiro: Person, language: str, closed: str
) -> None:
    await table.bidding(ada, jiro, language=language)
    await ada.slash("undo")
    await table.said()
    request = await table.driver.channel().wait_for(lambda m: bool(idents(m, "t:", "agree")))

    await table.bid(jiro, 1)
    await table.said()
    (after,) = [m for m in table.driver.channel().messages if m["id"] == request["id"]]
    assert closed in c.text(after) and not idents(after, "t:", "agree") and jiro.mention not in c.text(after)
    assert len(await decisions.live(table.db, 1)) == 3

    sure = await ada.slash("undo")
    assert labels(sure.message) == ["Ask the others", "Leave it"], "a press does not take it back yet"
    await ada.click(sure, ident(sure.message, "t:", "undo"))  # another has answered since
    await table.said()
    again = await table.driver.channel().wait_for(lambda m: bool(idents(m, "t:", "agree")))
    assert again["id"] != request["id"] and jiro.mention in c.text(again), "a new request is a new message"


async def test_against_computers_alone_what_goes_back_is_told_before(table: Table, ada: Person) -> None:
    await ada.slash("table open", game="flotsam", order="joined")
    lobby = await table.lobby()
    lobby = (await ada.select(lobby, ident(lobby, "t:", "computer"), "+random")).message
    assert "Ash (CPU)" in c.text(lobby)
    await ada.click(lobby, ident(lobby, "t:", "start"))
    await table.opened(ada)
    async with asyncio.timeout(10):  # the bot's own computer player answers when it has thought
        while len(await decisions.live(table.db, 1)) < 3:
            await asyncio.sleep(0.02)
    await table.said()
    assert len(await decisions.live(table.db, 1)) == 3, "two steps of Ada's, and a bid"

    asked = await ada.slash("undo")
    assert "**Ash (CPU)** did since goes back with it" in asked.text and "drifts ashore" in asked.text
    assert labels(asked.message) == ["Take it back", "Leave it"]
    assert len(await decisions.live(table.db, 1)) == 3, "nothing goes back before she has read that"
    done = await ada.click(asked, ident(asked.message, "t:", "undo"))
    assert "Taken back." in done.text and "Open the next crate?" in done.text
    await table.said()
    channel = table.driver.channel()
    assert not any(idents(m, "t:", "agree") for m in channel.messages), "nobody had to be asked"
    (told,) = [m for m in channel.messages if "drifts ashore.~~" in c.text(m)]
    assert "• Raises tea to 4." in c.text(told) and "~~Raises" not in c.text(told), "that step still stands"
    assert any("Ada has taken a move back" in c.text(m) for m in channel.messages)
    assert len(await decisions.live(table.db, 1)) == 1
    assert "drifts ashore" in (await ada.slash("move", answer="1")).text


async def test_own_unconfirmed_steps_go_back_without_asking(table: Table, ada: Person, jiro: Person) -> None:
    await table.open(ada, jiro)
    await table.spread(ada)
    done = await ada.slash("undo")
    assert "Taken back." in done.text and "Spread 2 price marks" in done.text


async def test_zoom_in_an_unconfirmed_turn_says_that_it_shows_the_board_before(
    table: Table, ada: Person, jiro: Person
) -> None:
    await table.open(ada, jiro)
    card = await table.card()
    assert "not confirmed" not in (await ada.click(card, ident(card, "t:", "zoom"))).text
    await table.spread(ada)
    card = await table.card()
    shown = await ada.click(card, ident(card, "t:", "zoom"))
    assert "before the steps that you have not confirmed" in shown.text
    others = await jiro.click(card, ident(card, "t:", "zoom"))
    assert "確定していない" not in others.text and "not confirmed" not in others.text


async def test_an_open_table_is_closed_by_its_host_alone(table: Table, ada: Person, jiro: Person) -> None:
    await ada.slash("table open", game="flotsam")
    await table.lobby()
    assert "ホストだけ" in (await jiro.slash("table end")).text
    assert "closed" in (await ada.slash("table end")).text
    await table.said()
    assert "ended before the game was over" in c.text(table.driver.channel().last)
    assert "Table 2 is open" in (await ada.slash("table open", game="flotsam")).text


async def test_a_table_in_play_ends_when_all_want_it(table: Table, ada: Person, jiro: Person, marco: Person) -> None:
    await table.open(ada, jiro, marco)
    assert "were asked" in (await ada.slash("table end")).text
    await table.said()
    request = await table.driver.channel().wait_for(lambda m: bool(idents(m, "t:", "agree")))
    assert "Needed: all who vote, at least 2" in c.text(request)
    for person in (marco, jiro):
        await person.click(request, ident(request, "t:", "agree"))
    await table.said()
    channel = table.driver.channel()
    assert "The score stands as it is" in c.text(await channel.wait_for("Seed: `"))
    assert any("Seed: `" in c.text(m) for m in channel.messages)
    (after,) = [m for m in channel.messages if m["id"] == request["id"]]
    assert "Ada** asks to end this table" in c.text(after) and "Agreed and done" in c.text(after)
    assert table.pings(ada) == []
    assert not any(idents(m, "t:", "play") for m in channel.messages)


async def test_a_standing_answer_is_given_shown_used_and_revoked(table: Table, ada: Person, jiro: Person) -> None:
    await table.open(ada, jiro)
    seat = await jiro.slash("seat")
    given = await jiro.select(seat, ident(seat.message, "t:", "give"), "never")
    assert any("そのつど聞く" in label for label in labels(given.message))
    assert "never" not in given.text

    await table.opened(ada)
    await table.bid(ada, 2)
    await table.bid(jiro, 1)
    await table.said()
    answers = [row for row in await decisions.live(table.db, 1) if row.origin == "order"]
    assert [row.keys for row in answers] == ["pass"]

    again = await jiro.slash("seat")
    gone = await jiro.click(again, ident(again.message, "t:", "revoke"))
    assert not idents(gone.message, "t:", "revoke")
