"""Refusals at login end nothing that passes by itself: one line each, a wait, and the bot lives on."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Callable

import discord
import pytest

from bot import login
from bot.fake_discord import FakeDiscord, point_client_at
from bot.fake_discord.server.faults import Fault
from bot.settings import Settings, WrongSetting

ME = ("GET", "/users/@me")


@pytest.fixture
async def fake_discord() -> AsyncIterator[FakeDiscord]:
    async with FakeDiscord() as running:
        point_client_at(running.base_url)
        yield running


@pytest.fixture
def pauses(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """Record the pauses instead of waiting."""
    recorded: list[float] = []

    async def sleep(seconds: float) -> None:
        recorded.append(seconds)

    monkeypatch.setattr("bot.login.asyncio.sleep", sleep)
    return recorded


def refuse_in_front(status: int, times: int, retry_after: float | None = None) -> Callable[[FakeDiscord], Fault]:
    return lambda server: server.faults.fail_in_front(*ME, status, times=times, retry_after=retry_after)


REFUSALS: dict[str, tuple[Callable[[FakeDiscord], Fault], list[float], str]] = {
    "503": (lambda server: server.faults.fail(*ME, 503, times=3), [5, 10, 20], "HTTP 503"),
    "Cloudflare's 1015": (refuse_in_front(429, 1, 1200), [1200], "HTTP 429, from a proxy"),
    "403 of a proxy": (refuse_in_front(403, 2), [5, 10], "HTTP 403, from a proxy"),
    "captive portal": (refuse_in_front(200, 1), [5], "captive portal"),
    "401 of a proxy": (refuse_in_front(401, 1), [5], "HTTP 401, from a proxy"),
    "no network": (lambda server: server.faults.cut_connection(*ME, times=4), [5, 10], "no connection"),
}
"""aiohttp itself repeats a request whose connection was cut, once."""


@pytest.mark.parametrize("refusal", REFUSALS)
async def test_passing_refusal_is_waited_out(
    fake_discord: FakeDiscord, pauses: list[float], caplog: pytest.LogCaptureFixture, refusal: str
) -> None:
    refuse, expected_pauses, words = REFUSALS[refusal]
    refuse(fake_discord)
    with caplog.at_level(logging.WARNING):
        await login.wait_until_accepted("token")
    lines = [record.getMessage() for record in caplog.records if record.name == "bot.login"]
    assert pauses == expected_pauses and len(lines) == len(pauses)
    assert all(words in line and "\n" not in line for line in lines)


@pytest.mark.parametrize("path", login.LOGIN_PATHS)
async def test_every_request_of_a_login_may_be_refused(
    fake_discord: FakeDiscord, pauses: list[float], path: str
) -> None:
    """Discord may begin to refuse after it has accepted the token."""
    fake_discord.faults.fail_in_front("GET", path, 429, times=1, retry_after=1200)
    await login.wait_until_accepted("token")
    assert pauses == [1200]


async def test_waits_grow_to_a_quarter_of_an_hour(fake_discord: FakeDiscord, pauses: list[float]) -> None:
    fake_discord.faults.fail(*ME, 503, times=12)
    await login.wait_until_accepted("token")
    assert pauses[-1] == 900 and pauses == sorted(pauses)


async def test_wrong_token_is_an_error(fake_discord: FakeDiscord, pauses: list[float]) -> None:
    fake_discord.faults.fail(*ME, 401)
    with pytest.raises(discord.LoginFailure):
        await login.wait_until_accepted("token")
    assert pauses == []


async def test_waiting_can_be_stopped(fake_discord: FakeDiscord) -> None:
    fake_discord.faults.fail(*ME, 503, times=99)
    waiting = asyncio.create_task(login.wait_until_accepted("token"))
    await asyncio.sleep(0.1)
    waiting.cancel()
    with pytest.raises(asyncio.CancelledError):
        await waiting


def test_line_break_inside_the_token_is_explained() -> None:
    with pytest.raises(WrongSetting, match="DISCORD_TOKEN: expected one word"):
        Settings.read({"DISCORD_TOKEN": "first\nsecond"})
    assert Settings.read({"DISCORD_TOKEN": " token\n"}).token == "token"
