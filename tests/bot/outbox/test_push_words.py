"""A call of every kind names its game and table on the phone, and says what it is about, in both languages."""

from __future__ import annotations

import re
from collections.abc import Sequence

import pytest

from bot.discord_ui.outbox import calls
from bot.discord_ui.outbox.calls import Call
from bot.discord_ui.text import titles
from bot.discord_ui.text.localizer import load_bot_catalogue
from bot.fake_discord import FakeUser
from bot.table import Table
from bot.table.deadline.deadlines import Deadline
from bot.table.player_records.table_list import load_table_list
from bot.table.state.notification_payload import TurnNotification
from bot.table.terms.votes import VOTES
from engines.kernel import Arg, Message
from storage import Source
from storage.kinds import TimerKind
from tests.bot.conftest import TableHarness
from tests.contract.test_sentences import list_samples

NAME = "Kotori"
NAME_FIELDS = frozenset({"who", "name", "giver", "asker", "by", "old", "new"})
TIME_FIELDS = frozenset({"at", "until", "start", "end"})
NOON = 1_800_014_400
UNTIL = Deadline(TimerKind.LATE, 0, NOON * 1000)
POSTED_SECTIONS = ("notice.", "late.", "life.", "note.")
"""Sections of the catalogue from which notices and notes take their sentences."""
SIGNS_OF_MARKDOWN = re.compile(r"\*\*|__|~~|`|\|\||</|<t:|<a?:")
SAID_TWICE = re.compile(r"(\S.{8,}\S) ?[(（]\1[)）]")
"""Words followed by the same in brackets: two forms of a time that look alike in plain text."""
JAPANESE = re.compile("[ぁ-んァ-ヶ一-龠]")


def list_messages() -> dict[str, Message]:
    """Return a sentence of every kind that a notice, a note or a request may say, by its key."""
    words = load_bot_catalogue()
    keys = [key for key in words.list_keys() if key.startswith(POSTED_SECTIONS) and ".refused." not in key]
    messages = {}
    for key in (*keys, *(f"request.{topic}" for topic in sorted(VOTES))):
        fields = {field for field, _ in words.list_placeholders(key, "en")}
        messages[key] = Message(key, {field: build_sample(key, field) for field in sorted(fields)})
    return messages


def build_sample(key: str, field: str) -> Arg:
    """Return a value of the kind that the placeholder gets."""
    if field in NAME_FIELDS:
        return NAME
    return NOON if field in TIME_FIELDS else list_samples(load_bot_catalogue(), key, field)[0]


async def list_calls(source: Source, table: Table, person: int) -> dict[str, Call]:
    """Return a call of every kind to a person who is asked, by kind."""

    async def build_turn(count: int, *, is_direct: bool) -> Call | None:
        seat = next(seated.seat for seated in table.seats if seated.person == person)
        notification = TurnNotification(seat, 0, 0, person, count)
        return await calls.build_turn_call(source, table, [notification], UNTIL, is_direct=is_direct)

    async def build_message(sentences: Sequence[Message]) -> Call | None:
        return await calls.build_message_call(source, table, [person], sentences)

    entries = await load_table_list(source, person)
    built = {
        "turn": await build_turn(0, is_direct=False),
        "turn, direct": await build_turn(0, is_direct=True),
        "reminder": await build_turn(1, is_direct=False),
        "reminder, direct": await build_turn(1, is_direct=True),
        "morning list": await calls.build_list_call(source, table, person, entries),
        **{key: await build_message([msg]) for key, msg in list_messages().items()},
    }
    return {kind: call for kind, call in built.items() if call is not None}


def list_problems(call: Call, title: str, lang: str) -> list[str]:
    """Return what a phone would not tell, or tell badly."""
    shown = re.sub(r"^<@\d+> ", "", call.text)
    matter = shown.replace(title, "").replace(NAME, "").strip(" :：")
    problems = []
    if title not in shown:
        problems.append("no game and table")
    if len(re.findall(r"\w", matter)) < 2:
        problems.append("no matter")
    if SIGNS_OF_MARKDOWN.search(shown):
        problems.append("signs of Markdown")
    if SAID_TWICE.search(shown):
        problems.append("said twice")
    if len(shown) > calls.MAX_CALL:
        problems.append("too long")
    if bool(JAPANESE.search(shown)) != (lang == "ja"):
        problems.append("another language")
    return [f"{problem}: {shown}" for problem in problems]


@pytest.mark.parametrize("lang", ["en", "ja"])
async def test_call_of_every_kind_says_game_and_matter(
    table: TableHarness, ada: FakeUser, jiro: FakeUser, lang: str
) -> None:
    await table.start_bidding(ada, jiro)
    reader = int((ada if lang == "en" else jiro).id)
    async with table.bot.service.lock_table(1) as state:
        [callee] = await calls.load_callees(table.db, state, [reader])
        built = await list_calls(table.db, state, reader)
        title = titles.name_table(state, callee.localizer)
    assert {"turn, direct", "reminder", "morning list", "life.invited", "notice.host", "request.undo"} <= built.keys()
    assert [problem for call in built.values() for problem in list_problems(call, title, lang)] == []


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("<@1> Flotsam · table 1: Kotori is away.", ""),
        ("<@1> Kotori is away.", "no game and table"),
        ("<@1> Flotsam · table 1: Kotori", "no matter"),
        ("<@1> Flotsam · table 1: **now**", "signs of Markdown"),
        ("<@1> Flotsam · table 1: " + "now " * 40, "too long"),
        ("<@1> Flotsam · table 1: until Fri 15 Jan (Fri 15 Jan)", "said twice"),
        ("<@1> Flotsam · table 1: 次の手", "another language"),
    ],
)
def test_empty_call_is_noticed(text: str, problem: str) -> None:
    found = list_problems(Call(text, (1,), "Play"), "Flotsam · table 1", "en")
    assert problem in " ".join(found) and bool(found) == bool(problem)
