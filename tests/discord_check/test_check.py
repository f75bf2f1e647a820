"""`teban check` against the fake Discord server: a truthful one, and ones that differ."""

from __future__ import annotations

import asyncio
import dataclasses
import datetime
import io
import re
from pathlib import Path
from typing import Any

import pytest
from yarl import URL

from bot.discord_check.command import Check, Terminal, check_discord
from bot.discord_check.connection import SECONDS_BETWEEN, RequestPace
from bot.discord_check.probes import WITH_OPERATOR, WITHOUT_PEOPLE
from bot.discord_check.questions import QUESTIONS
from bot.discord_check.recording import encode_recording
from bot.fake_discord.model.quirks import Quirks
from bot.fake_discord.server.gateway import Gateway
from bot.settings import Settings
from tests.project import ROOT

from .stage import Stage, run_check

PROBES = (*WITHOUT_PEOPLE, *WITH_OPERATOR)
TODAY = datetime.date(2026, 9, 1)
UNMEASURED = {"sends_bans_without_permission"}
"""Quirks that would need the account of a second person."""


def list_differences(check: Check) -> set[str]:
    assert [result for result in check.results if result.verdict == "unknown"] == []
    return {result.probe for result in check.results if result.verdict == "different"}


async def test_a_truthful_server_has_no_difference(capsys: pytest.CaptureFixture[str]) -> None:
    async with Stage() as stage:
        check = await run_check(stage)
    assert list_differences(check) == set()
    assert [result.probe for result in check.results] == [probe.name for probe in PROBES]
    assert [answer.answer for answer in check.answers] == [question.is_expected for question in QUESTIONS]
    lines = [line for line in capsys.readouterr().out.splitlines() if line.startswith("same ")]
    assert len(lines) == len(PROBES) + len(QUESTIONS)


SIZES = {"largest_japanese", "largest_escaped", "largest_menus"}


@pytest.mark.parametrize(
    ("fault", "expected"),
    [
        ({"lists_v2_attachments": True}, {"v2_attachments"}),
        ({"max_message_bytes": 9_500}, SIZES),
        ({"patch_accepts_media": False}, {"edit_uploads", "edit_uploads_without_flag", "edit_keeps_and_uploads"}),
        ({"sends_same_choice_twice": True}, {"same_choice_twice"}),
    ],
    ids=lambda value: next(iter(value)) if isinstance(value, dict) else "",
)
async def test_a_fault_of_the_server_is_found(fault: dict[str, Any], expected: set[str]) -> None:
    async with Stage(Quirks(**fault)) as stage:
        assert list_differences(await run_check(stage)) == expected


@pytest.mark.parametrize("quirk", [field.name for field in dataclasses.fields(Quirks)])
def test_every_quirk_is_measured(quirk: str) -> None:
    value = getattr(Quirks(), quirk)
    changed = Quirks()
    setattr(changed, quirk, (not value) if isinstance(value, bool) else None)
    measured = [probe for probe in PROBES if probe.expect_outcome(changed) != probe.expect_outcome(Quirks())]
    assert bool(measured) is (quirk not in UNMEASURED)


async def test_everything_is_deleted_and_what_cannot_be_is_told() -> None:
    async with Stage() as stage:
        check = stage.build_check(is_attended=False)
        await check.run()
        world = stage.fake_discord.world
        threads = [key for key, channel in world.channels.items() if channel.get("parent_id") == stage.channel_id]
        posts = [m for m in world.messages.list_public(stage.channel_id) if m["type"] == 0]
        assert posts == [], "no post of the check is left"
        assert [m for thread in threads for m in world.messages.list_public(thread)] == []
        assert world.emoji.list_emoji() == [] == world.commands.list_commands(stage.guild_id)
        assert check.leftovers == len(threads) == 1, "only with Manage Threads can the bot delete its thread"
    assert {result.probe for result in check.results} == {probe.name for probe in WITHOUT_PEOPLE}


async def test_a_recording_has_neither_ids_nor_names() -> None:
    async with Stage() as stage:
        check = await run_check(stage, is_complete=False)
        text = encode_recording(check.build_recording(TODAY)).decode()
        world = stage.fake_discord.world
        secrets = [
            'token"',
            stage.fake_discord.base_url,
            "127.0.0.1",
            *world.users,
            *world.guilds,
            "developer",
            "Checks",
        ]
    assert [secret for secret in secrets if secret in text] == []
    assert re.findall(r"\d{15,}", text) == []


def test_the_pace_is_two_a_second() -> None:
    now, begun = [0.0], []

    async def sleep(seconds: float) -> None:
        now[0] += seconds

    async def begin_many() -> None:
        pace = RequestPace(lambda: now[0], sleep)
        for _ in range(10):
            await pace.wait_for_turn()
            begun.append(now[0])
            now[0] += 0.1  # the request itself

    asyncio.run(begin_many())
    assert begun == pytest.approx([n * SECONDS_BETWEEN for n in range(10)])


async def test_every_request_keeps_the_pace() -> None:
    """Requests of the gateway's client, too: the clock of the server shows that all of them waited."""
    async with Stage() as stage:
        begin = stage.fake_discord.world.clock.read_now()
        await run_check(stage, is_complete=False)
        elapsed = stage.fake_discord.world.clock.read_now() - begin
        assert stage.fake_discord.request_count > len(PROBES)
        assert elapsed >= (stage.fake_discord.request_count - 1) * SECONDS_BETWEEN


async def test_a_refused_token_stops_the_check_at_once() -> None:
    async with Stage() as stage:
        check = stage.build_check(token="wrong")
        await check.run()
        assert "HTTP 401" in check.stopped_because
        assert (check.results, stage.fake_discord.request_count) == ([], 1)


async def test_a_proxy_in_front_stops_the_check_at_once() -> None:
    async with Stage() as stage:
        fault = stage.fake_discord.faults.fail_in_front("POST", "/channels/*/messages", 403, times=99)
        check = stage.build_check()
        await check.run()
        count = stage.fake_discord.request_count
        assert fault.hits == 1, "nothing is sent after it, not even to clean up"
        assert "text/html" in check.stopped_because
        assert 0 < len(check.results) < len(PROBES)
        assert count < 40


async def test_the_command_writes_what_it_found(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    async with Stage() as stage:
        stage.fake_discord.faults.fail_in_front("GET", "/applications/@me", 503)
        settings = Settings(token="token", api_url=URL(stage.fake_discord.base_url))
        target = tmp_path / "check.json"
        code = await check_discord(settings, stage.channel_id, target, is_unattended=True, is_complete=False)
    assert code == 1
    assert b'"results"' in target.read_bytes()
    written = capsys.readouterr()
    assert "private channel" in written.out and "the check was stopped" in written.err
    assert await check_discord(Settings(), "1", target, is_unattended=True, is_complete=False) == 2


async def test_the_terminal_asks_until_it_understands(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("perhaps\nYes\nn\ns\n"))
    answers = [await Terminal().answer_question("name", "Does it ring?") for _ in range(4)]
    assert answers == [True, False, None, None], "the last one is the end of the input"
    assert capsys.readouterr().out.count("Does it ring?") == 5


async def test_a_gateway_without_an_answer_stops_the_check(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.discord_check.gateway.READY_SECONDS", 0.05)
    async with Stage() as stage:
        monkeypatch.setattr(Gateway, "_start_session", lambda *_: asyncio.sleep(60))
        check = stage.build_check()
        await check.run()
    assert "gateway" in check.stopped_because
    assert check.results == []


def test_each_probe_and_question_belongs_to_a_behaviour() -> None:
    text = (ROOT / "docs/discord-behaviour.md").read_text()
    rows = {int(number) for number in re.findall(r"^\| (\d+) \|", text, re.MULTILINE)}
    assert {probe.row for probe in PROBES} | {question.row for question in QUESTIONS} <= rows
    names = {probe.name for probe in PROBES} | {question.name for question in QUESTIONS}
    named = set(re.findall(r"check `(\w+)`", text))
    assert named == names, "the watch list names every probe and question, and no other"
    assert len(names) == len(PROBES) + len(QUESTIONS)


def test_the_operator_reads_no_code() -> None:
    """The check's questions and answers have no names of the code in them."""
    sentences = [probe.claim for probe in PROBES] + [question.sentence for question in QUESTIONS]
    sentences += [step.instruction for probe in PROBES for step in probe.steps if hasattr(step, "instruction")]
    assert [s for s in sentences if re.search(r"[a-z]_[a-z]|c:\w|[{}]", s.replace("custom_id", ""))] == []
    assert len(QUESTIONS) == 10


async def test_the_check_mentions_the_person_who_was_named() -> None:
    async with Stage() as stage:
        check = stage.build_check(is_attended=False, is_complete=False, person_id="100000000000000009")
        await check.run()
    [member] = [result for result in check.results if result.probe == "member"]
    assert member.observed is not None and member.observed.code == 10007, "this person is not on the server"
