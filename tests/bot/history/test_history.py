"""/history, /log with its filters, and the page of changes over any span, through the real client."""

from __future__ import annotations

import io
import re
from typing import Any

import pytest
from PIL import Image

from bot import audit
from bot.discord_ui.history import changes, drawings
from bot.fake_discord import FakeUser
from bot.fake_discord.model import components as c
from bot.table import Person as Player
from bot.table.history import game_log
from bot.table.play import answers
from engines.kernel import Catalogue, pick_random_answer
from engines.kernel.catalogue import Importance
from engines.kernel.chance import Rng
from tests.bot.conftest import TableHarness, find_custom_id, list_custom_ids, list_labels, wait_for_picture
from tests.bot.test_after_the_end import play_to_the_end


def list_option_values(message: dict[str, Any], verb: str) -> list[str]:
    (menu,) = [m for m in c.list_of_types(message, c.STRING_SELECT) if str(m["custom_id"]).split(":")[2] == verb]
    return [option["value"] for option in menu["options"]]


async def test_stepping_through_a_game(table: TableHarness, ada: FakeUser, jiro: FakeUser) -> None:
    await table.open_and_start(ada, jiro, game="meadow")
    await play_to_the_end(table)
    await table.wait_for_outbox()
    page = await ada.send_command("history")
    assert page.is_ephemeral and "turn" in page.text
    first = next(i for i in list_custom_ids(page.message, "t:", "history") if i.endswith(".first"))
    page = await ada.click(page, first)
    assert "The beginning" in page.text and "turn 0 of" in page.text
    after = next(i for i in list_custom_ids(page.message, "t:", "history") if i.endswith(".after"))
    page = await ada.click(page, after)
    assert "turn 1 of" in page.text and "Ada" in page.text
    mode = next(i for i in list_custom_ids(page.message, "t:", "history") if i.endswith(".mode"))
    page = await ada.click(page, mode)
    assert "decision" in page.text
    page = await ada.select_values(page, find_custom_id(page.message, "t:", "historyby"), "1")
    assert "decision" in page.text
    chapters = list_option_values(page.message, "historyat")
    page = await ada.select_values(page, find_custom_id(page.message, "t:", "historyat"), chapters[1])
    assert page.text
    since = await ada.click(page, find_custom_id(page.message, "t:", "since"))
    assert "What changed" in since.text
    japanese = await jiro.send_command("history")
    assert "手番中の" in japanese.text and "自分の視点" in list_labels(japanese.message)


async def test_own_view_is_offered_to_seated_players_only(table: TableHarness, ada: FakeUser, jiro: FakeUser) -> None:
    await table.open_and_start(ada, jiro)
    await play_to_the_end(table)
    watcher = table.driver.add_user("Watcher")
    assert "My view" not in list_labels((await watcher.send_command("history")).message)
    page = await ada.send_command("history")
    own_view_id = next(i for i in list_custom_ids(page.message, "t:", "history") if i.endswith(".own"))
    assert "Everybody's view" in list_labels((await ada.click(page, own_view_id)).message)


async def test_the_history_shows_the_board(table: TableHarness, ada: FakeUser, jiro: FakeUser) -> None:
    await table.start_bidding(ada, jiro)
    page = await jiro.send_command("history")
    assert (await wait_for_picture(page))["attachments"]


async def test_history_excludes_unconfirmed_steps(table: TableHarness, ada: FakeUser, jiro: FakeUser) -> None:
    await table.open_and_start(ada, jiro)
    before = (await jiro.send_command("history")).text
    await table.spread_marks(ada)
    assert (await jiro.send_command("history")).text == before
    assert "turn 0 of 0" in (await ada.send_command("history")).text


async def test_the_log_of_one_player_and_one_round(table: TableHarness, ada: FakeUser, jiro: FakeUser) -> None:
    await table.open_and_start(ada, jiro, game="meadow")
    await play_to_the_end(table)
    whole = await ada.send_command("log")
    offered = [choice["name"] for choice in await ada.type_option("log", "player")]
    assert offered == ["Ada", "次郎"]
    rounds = await ada.type_option("log", "round")
    assert len(rounds) > 1
    page = await ada.send_command("log", player="Ada", round=rounds[0]["value"])
    assert page.text != whole.text
    page = await ada.select_values(page, find_custom_id(page.message, "t:", "logby"), "1")
    assert "**次郎**" in page.text and "**Ada**" not in page.text
    page = await ada.select_values(page, find_custom_id(page.message, "t:", "logby"), "-")
    page = await ada.select_values(page, find_custom_id(page.message, "t:", "login"), "-")
    assert page.text == whole.text
    assert "no player “Nobody”" in (await ada.send_command("log", player="Nobody")).text
    assert "ラウンドはありません" in (await jiro.send_command("log", round="99")).text


async def test_changes_over_any_span(
    table: TableHarness, ada: FakeUser, jiro: FakeUser, monkeypatch: pytest.MonkeyPatch
) -> None:
    await table.open_and_start(ada, jiro, game="meadow")
    tables = table.bot.service
    rng = Rng(bytes(32))
    async with tables.lock_table(1) as table_state:
        while table_state.is_playing and table_state.last_n < 60:
            seat = table_state.waiting[0]
            assert table_state.match is not None
            prompt, ref = table_state.match.find_prompt(seat), table_state.build_question_ref(seat)
            assert prompt is not None and ref is not None
            await answers.apply_decision(
                tables, table_state, ref, pick_random_answer(table_state.match, prompt, rng), "person"
            )
    card = await table.find_card()
    page = await ada.click(card, find_custom_id(card, "t:", "changed"))
    lines = [line for line in page.text.splitlines() if line.startswith("• ")]
    assert len(lines) > 8 and "more line" not in page.text, "what fits on a page is told at once"
    monkeypatch.setattr(changes, "MAX_TEXT_PER_PAGE", {"en": 400, "ja": 400})
    spans = list_option_values(page.message, "span")
    page = await ada.select_values(page, find_custom_id(page.message, "t:", "span"), spans[-1])
    lines = [line for line in page.text.splitlines() if line.startswith("• ")]
    assert 3 <= len(lines) <= 8 and "more lines" in page.text
    whole: set[str] = set()
    full_page = await ada.click(page, find_custom_id(page.message, "t:", "since"))
    while True:
        whole |= {line for line in full_page.text.splitlines() if line.startswith("• ")}
        later = next(
            button for button in c.list_of_types(full_page.message, c.BUTTON) if button.get("label") == "Later ▶"
        )
        if later.get("disabled"):
            break
        full_page = await ada.click(full_page, str(later["custom_id"]))
    assert set(lines) < whole, "all of it is there, in place"
    spans = list_option_values(page.message, "span")
    assert "0" in spans
    page = await ada.select_values(page, find_custom_id(page.message, "t:", "span"), spans[0])
    assert "What changed" in page.text
    assert "変わったところ" in (await jiro.click(card, find_custom_id(card, "t:", "changed"))).text
    spectator_text = (await table.driver.add_user("Grace").click(card, find_custom_id(card, "t:", "changed"))).text
    assert sum(line.startswith("• ") for line in spectator_text.splitlines()) > 1, (
        "who only watches sees more than a last line"
    )
    assert "since you last looked" not in spectator_text


async def test_changes_begin_with_the_results_of_the_readers_last_answer(
    table: TableHarness, ada: FakeUser, jiro: FakeUser, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The person has seen the table up to their confirmation, but not its results, for example a check."""
    await table.open_and_start(ada, jiro, game="meadow")
    tables = table.bot.service
    rng = Rng(bytes(32))
    async with tables.lock_table(1) as table_state:
        seat = table_state.find_seat(int(ada.id))
        own_n = 0
        while table_state.is_playing and (not own_n or table_state.public_n == own_n):
            waiting_seat = table_state.waiting[0]
            assert table_state.match is not None
            prompt, ref = table_state.match.find_prompt(waiting_seat), table_state.build_question_ref(waiting_seat)
            assert prompt is not None and ref is not None
            keys = pick_random_answer(table_state.match, prompt, rng)
            if waiting_seat != seat or own_n:
                await answers.apply_decision(tables, table_state, ref, keys, "person")
                continue
            await answers.answer_question(tables, table_state, Player(int(ada.id), "Ada", "en"), ref, keys)
            own_n = table_state.last_n if table_state.public_n == table_state.last_n else 0
        lines = await game_log.load_log_lines(tables, table_state, seat, since=own_n - 1, until_n=own_n)
    rate_importance = Catalogue.rate_importance
    first = [event.text for line in lines for event in line.events]
    assert first
    monkeypatch.setattr(
        Catalogue, "rate_importance", lambda self, msg: Importance.FIRST if msg in first else rate_importance(self, msg)
    )
    page = await ada.click(card := await table.find_card(), find_custom_id(card, "t:", "changed"))
    shown_lines = [line for line in page.text.splitlines() if line.startswith("• ")]
    assert len(shown_lines) > len(first), "and what the other did after it"
    assert any(line.endswith("**Ada**") for line in page.text.splitlines())


async def test_finished_game_can_be_exported_as_a_file(table: TableHarness, ada: FakeUser, jiro: FakeUser) -> None:
    await table.open_and_start(ada, jiro)
    page = await ada.send_command("history")
    assert "Save the game as a file" not in list_labels(page.message)
    await play_to_the_end(table)
    await table.wait_for_outbox()
    page = await jiro.send_command("history")
    reply = await jiro.click(page, find_custom_id(page.message, "t:", "export"))
    assert re.search("のプレイ記録（[0-9]+手）", reply.text)
    (attachment,) = reply.message["attachments"]
    file = audit.decode_game_file(read_attachment(table, attachment), attachment["filename"])
    assert all(finding.is_ok for finding in audit.verify_game_file(file)) and file.is_over


def read_attachment(table: TableHarness, attachment: dict[str, Any]) -> bytes:
    """Return the content of an uploaded attachment."""
    stored = table.fake_discord.world.files.read_url(attachment["url"])
    assert stored is not None
    return stored


async def test_the_end_shows_points_over_time(table: TableHarness, ada: FakeUser, jiro: FakeUser) -> None:
    await table.open_and_start(ada, jiro, game="meadow", language="both")
    await play_to_the_end(table)
    await table.wait_for_outbox()
    charts = [
        m for m in table.driver.view_channel().messages if "points.png" in [a["filename"] for a in m["attachments"]]
    ]
    (final,) = charts
    proof = [line for line in c.read_text(final).split("\n") if re.search(r"[0-9a-f]{64}", line)]
    assert len(proof) == 1, "one line for both languages, below the scores"
    async with table.bot.service.lock_table(1) as over:
        assert over.deal is not None and over.deal.final_hash is not None
        assert proof[0] == f"-# {over.deal.secret.hex()} · SHA-256 {over.deal.final_hash[:32]}"
    assert "Points over time" in str(c.list_of_types(final, c.MEDIA_GALLERY))


async def test_replay_that_cannot_be_drawn_is_told_and_tried_again_on_request(
    table: TableHarness, ada: FakeUser, jiro: FakeUser, monkeypatch: pytest.MonkeyPatch
) -> None:
    def raise_error(*_: object) -> object:
        raise ValueError("no paint left")

    await table.open_and_start(ada, jiro)
    await play_to_the_end(table)
    await table.wait_for_outbox()
    page = await ada.send_command("history")
    with monkeypatch.context() as patch:
        patch.setattr(drawings, "encode_animation", raise_error)
        await ada.click(page, find_custom_id(page.message, "t:", "replay"))
        await table.wait_for_outbox()
    assert "could not be drawn" in c.read_text(table.driver.view_channel().messages[-1])
    page = await ada.send_command("history")
    assert "on its way" in (await ada.click(page, find_custom_id(page.message, "t:", "replay"))).text
    await table.wait_for_outbox()
    assert "replay." in table.driver.view_channel().messages[-1]["attachments"][0]["filename"]


async def test_the_replay_is_posted_once(table: TableHarness, ada: FakeUser, jiro: FakeUser) -> None:
    await table.open_and_start(ada, jiro)
    await play_to_the_end(table)
    await table.wait_for_outbox()
    watcher = table.driver.add_user("Watcher")
    assert "Post the replay" not in list_labels((await watcher.send_command("history")).message)
    page = await ada.send_command("history")
    assert "on its way" in (await ada.click(page, find_custom_id(page.message, "t:", "replay"))).text
    await table.wait_for_outbox()
    films = [
        m for m in table.driver.view_channel().messages if any("replay." in a["filename"] for a in m["attachments"])
    ]
    assert len(films) == 1
    content = read_attachment(table, films[0]["attachments"][0])
    assert Image.open(io.BytesIO(content)).n_frames > 3  # type: ignore[attr-defined]
    page = await jiro.send_command("history")
    assert "もう投稿" in (await jiro.click(page, find_custom_id(page.message, "t:", "replay"))).text
    await table.wait_for_outbox()
    assert (
        len(
            [
                m
                for m in table.driver.view_channel().messages
                if any("replay" in a["filename"] for a in m["attachments"])
            ]
        )
        == 1
    )
