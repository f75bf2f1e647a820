"""A public post of a table with two languages is the whole text in Japanese, then the whole text in English."""

from __future__ import annotations

import re
from types import SimpleNamespace
from typing import Any, cast

import pytest

from bot.discord_ui.outbox import messages
from bot.discord_ui.outbox.message_client import MessageClient
from bot.discord_ui.page.pages import SEPARATOR, Button, Choice, Page, SelectMenu
from bot.discord_ui.page.render_pool import RenderPool
from bot.discord_ui.text.localizer import LABEL_SEPARATOR, Localizer
from bot.fake_discord import FakeUser
from bot.fake_discord.model import components as c
from bot.table import ConsentRequest, SeatAssignment, Table
from bot.table.deadline.deadlines import Deadline
from bot.table.history.game_log import LogLine
from bot.table.notices.notes import Note
from bot.table.notices.outbox import Notice, RequestUpdate
from bot.table.state.notification_payload import TurnNotification
from bot.table.state.settings import TableSettings
from bot.table.terms.votes import VOTES
from engines.kernel import LogEvent, Match, NounRef, SeatRef, load_catalogue, load_games, message
from storage.kinds import OutboxKind, TimerKind
from storage.persons import guilds

from .conftest import TableHarness, find_custom_id, list_custom_ids, list_labels, start_lobby, wait_for_picture
from .test_after_the_end import play_to_the_end

BOTH = Localizer.of_table("both")
JAPANESE = re.compile(r"[\u3001-\u30ff\u4e00-\u9fff\uff01-\uff5e]")
NEUTRAL = re.compile(
    r"<[^>]*>|`[^`]*`|[0-9a-f]{16,}|SHA-256|CPU|[●■▲] [A-H]\b|word:\w+|(?<![A-Za-z])(?:Ada|Ben|Cleo)(?![A-Za-z])"
)
"""Mentions, times, commands, fingerprints and names, which are the same in both languages."""
PUBLIC = frozenset(OutboxKind) - {
    OutboxKind.RETRACTION,
    OutboxKind.NOTICE_EXPIRED,
    OutboxKind.SUMMARY,
    OutboxKind.CHANNEL_LOST,
    OutboxKind.STALE,
    OutboxKind.CHANNEL_BLOCKED,
}
"""Kinds of rows that post something in a table's channel; the others delete, or reach one person in their language."""


SHOWN_BY_A_GAME = {
    OutboxKind.CARD,
    OutboxKind.TURN,
    OutboxKind.TURN_UNDONE,
    OutboxKind.REQUEST,
    OutboxKind.FINAL_RESULT,
    OutboxKind.NOTICE,
}
"""Kinds of rows that the posts of one game show."""


def list_mixed_texts(page: Page) -> list[str]:
    """Return what is not one whole text in each language; a paragraph of nothing but names may stand once."""
    texts = [text for text in (NEUTRAL.sub("", text).strip(" *·\n") for text in page.texts) if text]
    if texts.count(SEPARATOR) != 1:
        return [f"not two texts: {texts}"]
    middle = texts.index(SEPARATOR)
    wholes = texts[:middle], texts[middle + 1 :]
    foot = NEUTRAL.sub("", page.footer).split("\n") if page.footer else []
    half = len(foot) // 2
    feet = foot[:half], foot[half:]
    is_japanese_first = JAPANESE.search("\n".join(wholes[0])) is not None
    japanese, english = wholes if is_japanese_first else wholes[::-1]
    japanese_foot, english_foot = feet if is_japanese_first else feet[::-1]
    lines = [*"\n".join(japanese).split("\n"), *japanese_foot]
    english_lines = [*"\n".join(english).split("\n"), *english_foot]
    problems = [f"English in Japanese: {line}" for line in lines if re.search("[A-Za-z]{2,}", line)]
    problems += [f"Japanese in English: {line}" for line in english_lines if JAPANESE.search(line)]
    problems += [f"a pair: {line}" for line in (*lines, *english_lines) if " / " in line]
    if len(japanese) != len(english):
        problems.append(f"unequal texts: {japanese} and {english}")
    return problems


def list_mixed_labels(page: Page) -> list[str]:
    """Return the labels of controls that are not the words of one language, a slash, and those of the other."""
    labels: list[str] = []
    for row in page.rows:
        if isinstance(row, SelectMenu):
            labels.append(row.placeholder)
            labels += [text for choice in row.choices for text in (choice.label, choice.detail)]
        else:
            labels += [control.label for control in row]
    words = [(label, NEUTRAL.sub("", label)) for label in labels]
    return [label for label, text in words if re.search(r"[^\W\d_]", text) and not _is_pair(text)]


def _is_pair(label: str) -> bool:
    first, separator, second = label.partition(LABEL_SEPARATOR)
    japanese, english = (first, second) if JAPANESE.search(first) else (second, first)
    return (
        separator != ""
        and re.search("[A-Za-z]{2,}", japanese) is None
        and JAPANESE.search(japanese) is not None
        and JAPANESE.search(english) is None
    )


@pytest.mark.parametrize(
    ("label", "is_mixed"),
    [
        ("参加 / Join", False),
        ("+1", False),
        ("Ada", False),
        ("参加", True),
        ("Join", True),
        ("参加 Join / Join", True),
        ("参加 / Join 参加", True),
    ],
)
def test_a_mixed_label_is_found(label: str, is_mixed: bool) -> None:
    page = Page((), ((Button("h:x", label),), SelectMenu("h:y", "選ぶ / Choose", (Choice("1", label),))))
    assert list_mixed_labels(page) == [label, label] * is_mixed


@pytest.mark.parametrize(
    ("texts", "problem"),
    [
        (("はい", SEPARATOR, "Yes"), ""),
        (("はい / Yes", SEPARATOR, "Yes"), "English in Japanese"),
        (("はい", SEPARATOR, "Not yet: Ada、Ben"), "Japanese in English"),
        (("はい", "Yes"), "not two texts"),
        (("はい", SEPARATOR, "Yes", "No"), "unequal"),
        (("1 / 2", SEPARATOR, "2"), "a pair"),
    ],
)
def test_a_mixed_text_is_found(texts: tuple[str, ...], problem: str) -> None:
    found = list_mixed_texts(Page(texts))
    assert problem in " ".join(found) and bool(found) == bool(problem)


async def test_posts_are_in_both_languages_as_soon_as_somebody_reads_the_other(
    table: TableHarness, ada: FakeUser, jiro: FakeUser, marco: FakeUser
) -> None:
    await ada.send_command("table open", game="flotsam")
    lobby = (await marco.click(await table.find_lobby(), "Join")).message
    assert "漂着市" not in c.read_text(lobby)
    lobby = (await jiro.click(lobby, "Join")).message
    text = c.read_text(lobby)
    assert 0 <= text.find("Flotsam") < text.find("漂着市"), "the host's language stays first"


async def test_a_host_reads_the_posts_of_a_server_with_another_language(
    table: TableHarness, ada: FakeUser, jiro: FakeUser
) -> None:
    table.driver.world.guilds[table.driver.guild_id]["preferred_locale"] = "de"
    await jiro.send_command("table open", game="flotsam")
    text = c.read_text(await table.find_lobby())
    assert 0 <= text.find("漂着市") < text.find("Flotsam")


@pytest.mark.parametrize("chosen_by", ["host", "server"])
async def test_a_host_of_posts_in_both_languages_reads_their_own_first(
    table: TableHarness, ada: FakeUser, chosen_by: str
) -> None:
    if chosen_by == "server":
        async with table.db.transaction() as tx:
            await guilds.set_language(tx, int(table.driver.guild_id), "both")
    await ada.send_command("table open", game="flotsam", **({"language": "both"} if chosen_by == "host" else {}))
    lobby = await table.find_lobby()
    text = c.read_text(lobby)
    assert 0 <= text.find("Flotsam") < text.find("漂着市") and "Join / 参加" in list_labels(lobby)


async def test_zoom_shows_the_picture_in_the_readers_language(
    table: TableHarness, ada: FakeUser, jiro: FakeUser, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A table has one picture, in its host's language, and both people press the same button."""
    drawn: dict[str, str] = {}
    draw = RenderPool.draw_request

    async def note_language(pool: RenderPool, request: Any) -> Any:
        picture = await draw(pool, request)
        drawn[picture.alt] = request.context.lang
        return picture

    monkeypatch.setattr(RenderPool, "draw_request", note_language)
    await table.open_and_start(ada, jiro)
    card = await table.find_card()
    for person, lang in ((ada, "en"), (jiro, "ja")):
        zoom = await wait_for_picture(await person.click(card, find_custom_id(card, "t:", "zoom")))
        [picture] = c.list_media(zoom)
        assert drawn[picture["description"]] == lang


async def test_host_may_keep_one_language(table: TableHarness, ada: FakeUser, jiro: FakeUser, marco: FakeUser) -> None:
    await ada.send_command("table open", game="flotsam", language="en")
    lobby = (await jiro.click(await table.find_lobby(), "Join")).message
    assert "漂着市" not in c.read_text(lobby), "chosen when it was opened"
    await table.send_confirmed(ada, "table end")
    await ada.send_command("table open", game="flotsam")
    for language in ("both", "en"):
        await table.change_terms(ada, "setting", f"language={language}")
    await table.wait_for_outbox()
    lobby = (await jiro.click(await table.find_lobby(), "Join")).message
    assert "漂着市" not in c.read_text(lobby), "chosen in the lobby"


async def test_every_post_of_a_game_is_two_whole_texts(
    table: TableHarness, ada: FakeUser, monkeypatch: pytest.MonkeyPatch
) -> None:
    """From the lobby to the final result, with a request, a notice, an undone turn and a replay."""
    posted: list[tuple[str, Page]] = []
    post_row, edit_post = MessageClient.post_row, MessageClient.edit_post

    async def record_post(client: MessageClient, row: Any, page: Page, *args: Any, **kwargs: Any) -> Any:
        posted.append((row.kind, page))
        return await post_row(client, row, page, *args, **kwargs)

    async def record_edit(client: MessageClient, row: Any, post: Any, page: Page, *args: Any, **kwargs: Any) -> Any:
        posted.append((row.kind, page))
        return await edit_post(client, row, post, page, *args, **kwargs)

    monkeypatch.setattr(MessageClient, "post_row", record_post)
    monkeypatch.setattr(MessageClient, "edit_post", record_edit)
    ben = table.driver.add_user("Ben")
    await ada.send_command("table open", game="flotsam", order="joined", pace="slow", language="both")
    await table.join_table(ben)
    await ada.submit_modal(await table.press_in_details(ada, "word"), {"word": "word"})
    await table.wait_for_outbox()
    await start_lobby(ada, await table.find_lobby())
    await table.find_card()
    await table.open_crate(ada)
    await table.place_bid(ada, 1)
    await table.place_bid(ben, 0)
    await table.wait_for_outbox()
    await table.send_confirmed(ada, "table end")
    await ada.send_command("table pause", until="2099-01-01")
    await table.wait_for_outbox()
    await table.choose_about_players(ada, "extend")
    await table.wait_for_outbox()
    sure = await ada.send_command("undo")
    await ada.click(sure, find_custom_id(sure.message, "t:", "undo"))
    await table.wait_for_outbox()
    ids = [i for m in table.driver.view_channel().messages for i in list_custom_ids(m, "t:", "agree")]
    agree = next(custom_id for custom_id in reversed(ids) if custom_id.endswith(":undo"))
    asked = [m for m in table.driver.view_channel().messages if agree in list_custom_ids(m, "t:", "agree")]
    await ben.click(asked[-1], agree)
    await table.wait_for_outbox()
    await play_to_the_end(table)
    await table.wait_for_outbox()
    problems = [(kind, list_mixed_texts(page), list_mixed_labels(page)) for kind, page in posted]
    assert [found for found in problems if found[1] or found[2]] == []
    assert {kind for kind, _ in posted} >= SHOWN_BY_A_GAME


def build_table() -> Table:
    """Return what the posts read of a table with two people who have begun a game."""
    game = load_games()["flotsam"]
    match = Match.start(game, game.build_setup(2, (), {}), bytes(32))
    names = ("Ada", "Ben")
    seats = tuple(SeatAssignment(seat, seat + 1, name, None, None, 0) for seat, name in enumerate(names))
    data = {
        "id": 12,
        "key": "12",
        "row": SimpleNamespace(guild_id=1, channel_id=2, status="playing", rev=0, seed=bytes(32), language="both"),
        "catalogue": load_catalogue(game.package),
        "names": names,
        "game": game,
        "match": match,
        "seats": seats,
        "held_seats": seats,
        "waiting": match.waiting_seats,
        "seat_on_turn": 0,
        "settings": TableSettings(pace="slow"),
        "names_at": lambda n: names,
        "find_substitute_name": lambda *_: "",
        "deal": None,
        "presets": {},
    }
    return cast(Table, SimpleNamespace(**data))


def build_lines(count: int = 2) -> list[LogLine]:
    text = message("sold", who=SeatRef(1), lot=NounRef("goods.tea"), price=3)
    return [LogLine(n, 0, 0, (LogEvent(text),)) for n in range(1, count + 1)]


@pytest.mark.parametrize("topic", sorted(VOTES))
@pytest.mark.parametrize("was_carried_out", [None, True, False], ids=["open", "done", "closed"])
def test_every_request_is_two_whole_texts(topic: str, was_carried_out: bool | None) -> None:
    table = build_table()
    kind = topic
    if topic in ("relief", "host", "replace", "default", "autopilot", "score", "void", "pause", "move"):
        kind = f"{topic}.1"
    table.requests = (ConsentRequest(kind, "Ada", 1, ("Ada",), ("Ben", "Cleo"), (2, 3), 2, 1, refused_names=("Cleo",)),)
    update = RequestUpdate(kind, was_carried_out, "Ada")
    page = messages.build_request(table, update, build_lines(), BOTH)
    assert list_mixed_texts(page) == [] and list_mixed_labels(page) == []


def build_posts() -> dict[str, Page | None]:
    """Return a post of every kind that one game need not show, by name."""
    table = build_table()
    due = Deadline(TimerKind.LATE, 0, 1_800_000_000_000)
    ping = TurnNotification(0, 1, 0, 1, count=0, was_undeliverable=False)
    reminder = TurnNotification(0, 1, 0, 1, count=1, was_undeliverable=True)
    note = Note(1, message("note.next"))
    notice = Notice(message("notice.back", who="Ada"), (1, 2), note="")
    return {
        OutboxKind.TURN: messages.build_turn_post(table, build_lines(400), BOTH),
        OutboxKind.TURN_UNDONE: messages.build_struck_turn(table, build_lines(400), BOTH),
        OutboxKind.TURN_NOTIFICATION: messages.build_notification(table, ping, BOTH, due, build_lines()),
        OutboxKind.REMINDER: messages.build_notification(table, reminder, BOTH, due, build_lines()),
        OutboxKind.PERSONAL_NOTE: messages.build_note(table, note, BOTH, is_direct=False),
        OutboxKind.NOTICE: messages.build_notice(table, notice, BOTH),
        OutboxKind.REPLAY: messages.build_replay_post(table, BOTH, is_drawn=True),
        OutboxKind.FINAL_RESULT: messages.build_final_post(table, BOTH),
    }


@pytest.mark.parametrize("name", sorted(build_posts()))
def test_every_other_post_is_two_whole_texts(name: str) -> None:
    page = build_posts()[name]
    assert page is not None and list_mixed_texts(page) == [] and list_mixed_labels(page) == []


def test_every_public_kind_is_looked_at() -> None:
    assert PUBLIC - SHOWN_BY_A_GAME - set(build_posts()) == set()
