"""/history, /log with its filters and what changed over any span, by the real client."""

from __future__ import annotations

import io
import re
from typing import Any

import pytest
from PIL import Image

from bot import audit
from bot.discord_ui.history import changed
from bot.standin import Person
from bot.standin.model import components as c
from bot.table import Person as Player
from bot.table import history, play
from engines.kernel import Catalogue, random_answer
from engines.kernel.catalogue import Weight
from engines.kernel.chance import Rng
from tests.bot.conftest import Table, ident, idents, labels, pictured
from tests.bot.test_after_the_end import play_to_the_end


def option_values(message: dict[str, Any], verb: str) -> list[str]:
    (menu,) = [m for m in c.of_type(message, c.STRING_SELECT) if str(m["custom_id"]).split(":")[2] == verb]
    return [option["value"] for option in menu["options"]]


async def test_stepping_through_a_game(table: Table, ada: Person, jiro: Person) -> None:
    await table.open(ada, jiro, game="meadow")
    await play_to_the_end(table)
    await table.said()
    page = await ada.slash("history")
    assert page.ephemeral and "turn" in page.text
    first = next(i for i in idents(page.message, "t:", "history") if i.endswith(".first"))
    page = await ada.click(page, first)
    assert "The beginning" in page.text and "turn 0 of" in page.text
    after = next(i for i in idents(page.message, "t:", "history") if i.endswith(".after"))
    page = await ada.click(page, after)
    assert "turn 1 of" in page.text and "Ada" in page.text
    mode = next(i for i in idents(page.message, "t:", "history") if i.endswith(".mode"))
    page = await ada.click(page, mode)
    assert "decision" in page.text
    page = await ada.select(page, ident(page.message, "t:", "historyby"), "1")
    assert "decision" in page.text
    chapters = option_values(page.message, "historyat")
    page = await ada.select(page, ident(page.message, "t:", "historyat"), chapters[1])
    assert page.text
    since = await ada.click(page, ident(page.message, "t:", "since"))
    assert "What changed" in since.text
    japanese = await jiro.slash("history")
    assert "手番中の" in japanese.text and "自分の視点" in labels(japanese.message)


async def test_the_own_view_is_for_the_own_seat(table: Table, ada: Person, jiro: Person) -> None:
    await table.open(ada, jiro)
    await play_to_the_end(table)
    watcher = table.driver.person("Watcher")
    assert "My view" not in labels((await watcher.slash("history")).message)
    page = await ada.slash("history")
    own = next(i for i in idents(page.message, "t:", "history") if i.endswith(".own"))
    assert "Everybody's view" in labels((await ada.click(page, own)).message)


async def test_the_history_shows_the_board(table: Table, ada: Person, jiro: Person) -> None:
    await table.bidding(ada, jiro)
    page = await jiro.slash("history")
    assert (await pictured(page))["attachments"]


async def test_unconfirmed_steps_are_not_in_it(table: Table, ada: Person, jiro: Person) -> None:
    await table.open(ada, jiro)
    before = (await jiro.slash("history")).text
    await table.spread(ada)
    assert (await jiro.slash("history")).text == before
    assert "turn 0 of 0" in (await ada.slash("history")).text


async def test_the_log_of_one_player_and_one_round(table: Table, ada: Person, jiro: Person) -> None:
    await table.open(ada, jiro, game="meadow")
    await play_to_the_end(table)
    whole = await ada.slash("log")
    offered = [choice["name"] for choice in await ada.autocomplete("log", "player")]
    assert offered == ["Ada", "次郎"]
    rounds = await ada.autocomplete("log", "round")
    assert len(rounds) > 1
    page = await ada.slash("log", player="Ada", round=rounds[0]["value"])
    assert page.text != whole.text
    page = await ada.select(page, ident(page.message, "t:", "logby"), "1")
    assert "**次郎**" in page.text and "**Ada**" not in page.text
    page = await ada.select(page, ident(page.message, "t:", "logby"), "-")
    page = await ada.select(page, ident(page.message, "t:", "login"), "-")
    assert page.text == whole.text
    assert "no player Nobody" in (await ada.slash("log", player="Nobody")).text
    assert "ラウンドはありません" in (await jiro.slash("log", round="99")).text


async def test_what_changed_over_any_span(
    table: Table, ada: Person, jiro: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    await table.open(ada, jiro, game="meadow")
    tables = table.bot.tables
    rng = Rng(bytes(32))
    async with tables.at(1) as live:
        while live.is_playing and live.last_n < 60:
            seat = live.waiting[0]
            assert live.match is not None
            prompt, ref = live.match.prompt(seat), live.ref(seat)
            assert prompt is not None and ref is not None
            await play.decide(tables, live, ref, random_answer(live.match, prompt, rng), "person")
    card = await table.card()
    page = await ada.click(card, "t:1:changed")
    told = [line for line in page.text.splitlines() if line.startswith("• ")]
    assert len(told) > 8 and "more line" not in page.text, "what fits on a page is told at once"
    monkeypatch.setattr(changed, "ROOM", {"en": 400, "ja": 400})
    spans = option_values(page.message, "span")
    page = await ada.select(page, ident(page.message, "t:", "span"), spans[-1])
    told = [line for line in page.text.splitlines() if line.startswith("• ")]
    assert 3 <= len(told) <= 8 and "more lines" in page.text
    whole: set[str] = set()
    leafed = await ada.click(page, ident(page.message, "t:", "since"))
    while True:
        whole |= {line for line in leafed.text.splitlines() if line.startswith("• ")}
        later = next(one for one in c.of_type(leafed.message, c.BUTTON) if one.get("label") == "Later ▶")
        if later.get("disabled"):
            break
        leafed = await ada.click(leafed, str(later["custom_id"]))
    assert set(told) < whole, "all of it is there, in place"
    spans = option_values(page.message, "span")
    assert "0" in spans
    page = await ada.select(page, ident(page.message, "t:", "span"), spans[0])
    assert "What changed" in page.text
    assert "変わったところ" in (await jiro.click(card, "t:1:changed")).text
    watched = (await table.driver.person("Grace").click(card, "t:1:changed")).text
    assert sum(line.startswith("• ") for line in watched.splitlines()) > 1, (
        "who only watches sees more than a last line"
    )
    assert "since you last looked" not in watched


async def test_what_changed_begins_with_what_the_own_last_answer_brought(
    table: Table, ada: Person, jiro: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever confirms has seen the table as it was after that, but not what came of it, a check for example."""
    await table.open(ada, jiro, game="meadow")
    tables = table.bot.tables
    rng = Rng(bytes(32))
    async with tables.at(1) as live:
        seat = live.seat_of(int(ada.id))
        own = 0
        while live.is_playing and (not own or live.public_n == own):
            asked = live.waiting[0]
            assert live.match is not None
            prompt, ref = live.match.prompt(asked), live.ref(asked)
            assert prompt is not None and ref is not None
            keys = random_answer(live.match, prompt, rng)
            if asked != seat or own:
                await play.decide(tables, live, ref, keys, "person")
                continue
            await play.answer(tables, live, Player(int(ada.id), "Ada", "en"), ref, keys)
            own = live.last_n if live.public_n == live.last_n else 0
        lines = await history.lines(tables, live, seat, since=own - 1, upto=own)
    weighed = Catalogue.weight
    first = [event.text for line in lines for event in line.events]
    assert first
    monkeypatch.setattr(Catalogue, "weight", lambda self, msg: Weight.FIRST if msg in first else weighed(self, msg))
    page = await ada.click(await table.card(), "t:1:changed")
    told = [line for line in page.text.splitlines() if line.startswith("• ")]
    assert len(told) > len(first), "and what the other did after it"
    assert any(line.endswith("**Ada**") for line in page.text.splitlines())


async def test_a_finished_game_can_be_had_as_a_file(table: Table, ada: Person, jiro: Person) -> None:
    await table.open(ada, jiro)
    page = await ada.slash("history")
    assert "Save the game as a file" not in labels(page.message)
    await play_to_the_end(table)
    await table.said()
    page = await jiro.slash("history")
    got = await jiro.click(page, ident(page.message, "t:", "export"))
    assert re.search("のプレイ記録（[0-9]+手）", got.text)
    (attachment,) = got.message["attachments"]
    file = audit.decode(content_of(table, attachment), attachment["filename"])
    assert all(finding.ok for finding in audit.verify(file)) and file.over


def content_of(table: Table, attachment: dict[str, Any]) -> bytes:
    """What was uploaded."""
    stored = table.standin.world.files.at(attachment["url"])
    assert stored is not None
    return stored


async def test_the_end_shows_points_over_time(table: Table, ada: Person, jiro: Person) -> None:
    await table.open(ada, jiro, game="meadow", language="ja")
    await play_to_the_end(table)
    await table.said()
    charts = [m for m in table.driver.channel().messages if "points.png" in [a["filename"] for a in m["attachments"]]]
    (final,) = charts
    proof = [line for line in c.text(final).split("\n") if re.search(r"[0-9a-f]{64}", line)]
    assert len(proof) == 1 and proof[0].startswith("-# "), "a small line, below the scores"
    assert "得点の推移" in str(c.of_type(final, c.MEDIA_GALLERY))


async def test_the_replay_is_posted_once(table: Table, ada: Person, jiro: Person) -> None:
    await table.open(ada, jiro)
    await play_to_the_end(table)
    await table.said()
    watcher = table.driver.person("Watcher")
    assert "Post the replay" not in labels((await watcher.slash("history")).message)
    page = await ada.slash("history")
    assert "on its way" in (await ada.click(page, ident(page.message, "t:", "replay"))).text
    await table.said(within=30)
    films = [m for m in table.driver.channel().messages if any("replay." in a["filename"] for a in m["attachments"])]
    assert len(films) == 1
    content = content_of(table, films[0]["attachments"][0])
    assert Image.open(io.BytesIO(content)).n_frames > 3  # type: ignore[attr-defined]
    page = await jiro.slash("history")
    assert "もう投稿" in (await jiro.click(page, ident(page.message, "t:", "replay"))).text
    await table.said()
    assert (
        len([m for m in table.driver.channel().messages if any("replay" in a["filename"] for a in m["attachments"])])
        == 1
    )
