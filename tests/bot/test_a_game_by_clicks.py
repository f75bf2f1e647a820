"""From the lobby into the game, through the real client: what people press and what they see."""

from __future__ import annotations

import asyncio

import pytest

from bot.discord_ui.panel import followed
from bot.standin import Person
from bot.standin.model import components as c
from storage.messages import outbox
from storage.play import decisions

from .conftest import Table, ident, idents, labels, pictured


async def test_lobby_shows_who_sits_and_the_host_starts(table: Table, ada: Person, jiro: Person) -> None:
    await ada.slash("table open", game="flotsam")
    lobby = await table.lobby()
    assert "Ada" in c.text(lobby) and "1 seat taken; 2 to 4" in c.text(lobby)
    assert not idents(lobby, "t:", "start"), "one person is too few"

    joined = await jiro.click(lobby, "Join")
    await table.said()
    assert "次郎" in joined.text and "2 seats taken; 2 to 4" in joined.text
    refused = await jiro.click(lobby, "Start")
    assert refused.ephemeral and "ホスト" in refused.text

    await ada.select(lobby, ident(lobby, "t:", "colour"), "purple")
    await ada.select(lobby, ident(lobby, "t:", "computer"), "+random")
    changed = await ada.select(lobby, ident(lobby, "t:", "option"), "length=long")
    await table.said()
    assert "purple" in changed.text and "3 seats taken; 2 to 4" in changed.text and "long: 3 rounds" in changed.text
    await ada.click(lobby, "Start")

    card = await table.card()
    assert "To move" in c.text(card) and card == table.driver.channel().last
    assert not [m for m in table.driver.channel().messages if idents(m, "t:", "join")], "the lobby is gone"


async def test_a_lobby_left_by_its_host_passes_to_the_next(table: Table, ada: Person, jiro: Person) -> None:
    await ada.slash("table open", game="flotsam", language="en")
    lobby = await table.lobby()
    await jiro.click(lobby, "Join")
    left = await ada.click(lobby, "Leave")
    await table.said()
    assert "Ada" not in left.text
    assert "opened by **次郎**" in left.text


async def test_play_opens_a_private_panel_with_its_picture(table: Table, ada: Person, jiro: Person) -> None:
    await table.open(ada, jiro)
    panel = await table.play(ada)
    assert panel.ephemeral and panel.type == 4
    assert "Spread 2 price marks" in panel.text and "Rules R2" in labels(panel.message)
    assert "Only you" in c.media(await pictured(panel))[0]["description"]


async def test_everybody_reads_in_the_own_language(table: Table, ada: Person, jiro: Person) -> None:
    await table.open(ada, jiro, language="both")
    card = await table.card()
    assert "手番 / To move" in c.text(card)
    assert "Spread 2 price marks over the goods." in c.text(card) and "値札2枚" in c.text(card)
    assert "Spread 2 price marks" in (await table.play(ada)).text
    assert "待っています" in (await table.play(jiro)).text
    assert "自分の席" in labels((await jiro.slash("play")).message)


async def test_steps_are_undone_one_by_one_until_the_turn_is_confirmed(table: Table, ada: Person, jiro: Person) -> None:
    await table.open(ada, jiro)
    panel = await table.spread(ada)
    assert "✓ Raises tea to 4." in panel.text and "Confirm" in labels(panel.message)
    card = await table.card()
    assert "Spread 2 price marks" in c.text(card), "an unconfirmed step is nobody's business"

    panel = await ada.click(panel, "Back")
    assert "Spread 2 price marks" in panel.text and "✓" not in panel.text
    panel = await table.spread(ada)
    panel = await ada.click(panel, "Confirm")
    assert "drifts ashore" in panel.text and "Your bid" in panel.text
    assert not idents(panel.message, "p:", "back")


async def test_a_stale_button_shows_the_present_state(
    table: Table, ada: Person, jiro: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(followed, "TOKEN_SECONDS", -1.0)  # so late that an older panel can no longer be deleted
    await table.open(ada, jiro)
    first = await ada.slash("play")
    old = await ada.slash("play")
    for _ in range(2):
        first = await ada.click(first, idents(first.message, "p:", "plus")[0])
    await ada.click(first, "OK")

    late = await ada.click(old, idents(old.message, "p:", "plus")[0])
    assert "answered already" in late.text and "Open the next crate?" in late.text
    assert len(await decisions.live(table.db, 1)) == 1


async def test_two_clicks_at_once_count_once(table: Table, ada: Person, jiro: Person) -> None:
    await table.open(ada, jiro)
    panel = await table.spread(ada)
    confirm = ident(panel.message, "p:", "pick")
    begun = [ada.begin_click(panel, confirm), ada.begin_click(panel, confirm)]
    await asyncio.gather(*(ada.await_reply(one) for one in begun))
    assert [row.keys for row in await decisions.live(table.db, 1)] == ["raise:tea raise:tea", "yes"]


async def test_panels_cards_and_drafts_outlive_the_bot(table: Table, ada: Person, jiro: Person) -> None:
    await table.open(ada, jiro)
    panel = await table.play(ada)
    panel = await ada.click(panel, idents(panel.message, "p:", "plus")[0])
    await table.stop()
    await table.boot()
    panel = await ada.click(panel, idents(panel.message, "p:", "plus")[-1])
    assert "2 so far" in panel.text and "×1" in panel.text
    await table.stop()
    await table.boot()
    panel = await ada.click(panel, "OK")
    assert panel.text.count("✓") == 2
    assert "Open the next crate?" in (await table.play(ada)).text


async def test_a_hidden_answer_can_be_changed_until_all_are_in(table: Table, ada: Person, jiro: Person) -> None:
    await table.bidding(ada, jiro, pace="slow")
    answered = await table.bid(ada, 3)
    assert "3 coins" in answered.text and "You may change it" in answered.text
    assert "Without an answer" not in answered.text, "there is one"
    again = await ada.click(answered, "Change my answer")
    final = await ada.select(again, ident(again.message, "p:", "choose"), "bid:5")
    assert "5 coins" in final.text
    assert "5 coins" not in "".join(c.text(m) for m in table.driver.channel().messages)

    await table.bid(jiro, 1)
    await table.said()
    told = "\n".join(c.text(m) for m in table.driver.channel().messages)
    assert "● A **Ada**\n• Bid 5." in told and "■ B **次郎**\n• Bid 1." in told


async def test_somebody_without_a_seat_sees_what_everybody_sees(
    table: Table, ada: Person, jiro: Person, marco: Person
) -> None:
    await table.open(ada, jiro)
    card = await table.card()
    for verb in ("play", "seat"):
        seen = await marco.click(card, ident(card, "t:", verb))
        assert seen.ephemeral and "You have no seat" in seen.text
        assert not idents(seen.message, "p:", "plus")
    refused = await marco.slash("move", answer="1")
    assert "You have no seat" in refused.text


async def test_one_ping_for_each_turn_and_it_goes_when_answered(table: Table, ada: Person, jiro: Person) -> None:
    await table.open(ada, jiro)
    await table.said()
    assert len(table.pings(ada)) == 1 and table.pings(jiro) == []

    panel = await table.spread(ada)
    await table.said()
    assert len(table.pings(ada)) == 1, "the same turn calls once"

    await ada.click(panel, "Confirm")
    await table.said()
    assert len(table.pings(jiro)) == 1
    await table.bid(jiro, 1)
    await table.said()
    assert table.pings(jiro) == []
    sent = await table.db.rows("SELECT key, count(*) FROM outbox WHERE kind = 'ping' GROUP BY key")
    assert sent and all(count == 1 for _, count in sent)


async def test_a_finished_turn_leaves_a_message_and_the_card_moves_below(
    table: Table, ada: Person, jiro: Person
) -> None:
    await table.open(ada, jiro)
    before = await table.card()
    await table.opened(ada)
    after = await table.card()
    assert after["id"] != before["id"] and after == table.driver.channel().last
    told = [m for m in table.driver.channel().messages if "Raises tea to 4." in c.text(m)]
    assert len(told) == 1
    assert len([m for m in table.driver.channel().messages if idents(m, "t:", "changed")]) == 1


async def test_nothing_waits_when_all_is_said(table: Table, ada: Person, jiro: Person) -> None:
    await table.bidding(ada, jiro)
    await table.said()
    assert await outbox.waiting(table.db, 1) == []


async def test_what_several_are_asked_stands_once_on_the_card(
    table: Table, ada: Person, jiro: Person, marco: Person
) -> None:
    await table.bidding(ada, jiro, marco)
    text = c.text(await table.card())
    assert text.count("To move") == 3 and text.count("Your bid") == 1
    assert text.index("Marco") < text.index("Your bid"), "below the last of those who are asked it"
