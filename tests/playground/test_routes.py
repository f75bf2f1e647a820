"""The playground's server without a browser: its headers, refusals and port."""

from __future__ import annotations

import socket
from collections.abc import AsyncIterator
from typing import Any

import pytest
from aiohttp import ClientSession

from bot.network_access import DEFAULT_PORT, choose_port
from bot.playground import Playground


@pytest.fixture
async def playground() -> AsyncIterator[Playground]:
    async with Playground(port=0) as running:
        yield running


@pytest.fixture
async def http(playground: Playground) -> AsyncIterator[ClientSession]:
    async with ClientSession(playground.url) as session:
        yield session


async def find_person_and_channel(http: ClientSession) -> tuple[str, str]:
    """Return the ids of a person and of a channel."""
    async with http.get("/play/api/world") as answer:
        world = await answer.json()
    return world["users"][0]["id"], world["channels"][0]["id"]


async def test_the_page_may_load_nothing_from_elsewhere(http: ClientSession) -> None:
    async with http.get("/") as page:
        assert page.url.path == "/play/"
        policy = dict(part.strip().split(" ", 1) for part in page.headers["Content-Security-Policy"].split(";"))
    assert policy["default-src"] == "'none'"
    assert {value for name, value in policy.items() if name.endswith("-src")} == {"'none'", "'self'"}
    async with http.get("/play/static/js/main.js") as script:
        assert script.headers["X-Content-Type-Options"] == "nosniff"
        assert script.content_type in ("text/javascript", "application/javascript")


async def test_japanese_font_is_served(http: ClientSession) -> None:
    async with http.get("/play/static/css/tokens.css") as style:
        assert 'url("/play/font/japanese")' in await style.text()
    async with http.get("/play/font/japanese") as font:
        assert font.status == 200
        assert (await font.content.read(4)) in (b"OTTO", b"\x00\x01\x00\x00", b"ttcf")
        assert "font-src 'self'" in font.headers["Content-Security-Policy"]


@pytest.mark.parametrize(
    ("path", "body", "sentence"),
    [
        ("users", {"name": ""}, "expected name of 1 to 32 characters, got ''"),
        ("users", {"name": "x" * 33}, "expected name of 1 to 32 characters"),
        ("users", {"name": "Ada", "locale": "fr"}, "expected a locale of ja, en-US, got 'fr'"),
        ("users", {"as": "1", "name": "Ada"}, "expected somebody of this playground in `as`, got '1'"),
        ("interact", {"as": "PERSON", "channel_id": "1"}, "expected a channel that this person sees, got '1'"),
        (
            "interact",
            {"as": "PERSON", "channel_id": "CHANNEL", "type": 2},
            "expected the type and data of an interaction",
        ),
        ("channels/CHANNEL/messages", {"as": "PERSON", "content": " "}, "expected content of 1 to 2000 characters"),
        ("sample", [], "Expected `object`, got `array`"),
    ],
)
async def test_bad_input_is_answered_with_what_was_expected(
    http: ClientSession, path: str, body: Any, sentence: str
) -> None:
    person, channel = await find_person_and_channel(http)
    names = {"PERSON": person, "CHANNEL": channel}
    if isinstance(body, dict):
        body = {key: names.get(value, value) if isinstance(value, str) else value for key, value in body.items()}
    async with http.post(f"/play/api/{path.replace('CHANNEL', channel)}", json=body) as answer:
        assert answer.status == 400
        assert sentence in (await answer.json())["error"]


async def test_a_command_that_does_not_exist_is_not_sent(http: ClientSession) -> None:
    person, channel = await find_person_and_channel(http)
    body = {"as": person, "channel_id": channel, "type": 2, "data": {"name": "fly", "options": []}}
    async with http.post("/play/api/interact", json=body) as answer:
        result = await answer.json()
    assert result["ok"] is False
    assert "there is no /fly here" in result["error"]


async def test_sample_reports_why_it_cannot_start(http: ClientSession) -> None:
    person, _ = await find_person_and_channel(http)
    async with http.get(f"/play/api/samples?as={person}") as answer:
        assert await answer.json() == [], "without the bot there is none"
    async with http.post("/play/api/sample", json={"as": person, "game": "flotsam"}) as answer:
        assert answer.status == 400
        assert "there is no /table here" in (await answer.json())["error"]


def test_default_is_the_next_free_port() -> None:
    with socket.socket() as taken:
        taken.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        first = choose_port("127.0.0.1", None)
        taken.bind(("127.0.0.1", first))
        taken.listen()
        assert DEFAULT_PORT <= first < choose_port("127.0.0.1", None)


def test_requested_port_is_used_or_refused() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        with pytest.raises(OSError, match=f"port {port} on 127.0.0.1 is in use: free it, or set TEBAN_PORT"):
            choose_port("127.0.0.1", port)
    assert choose_port("127.0.0.1", 0) == 0
