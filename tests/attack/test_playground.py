"""A page of another site in the same browser can neither read nor use the playground."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from typing import Any

import pytest
from aiohttp import ClientSession, ClientWebSocketResponse, WSCloseCode, WSMsgType, WSServerHandshakeError

from bot.network_access import is_own_host
from bot.playground import Playground

ROUTES = (
    "/play/api/world",
    "/play/api/samples?as=1",
    "/play/api/events",
    "/play/static/js/main.js",
    "/gateway",
    "/api/v10/gateway/bot",
    "/api/v10/users/@me",
    "/api/v10/webhooks/1/token/messages/@original",
    "/cdn/embed/avatars/0.png",
    "/cdn/attachments/1/1/board.png",
)
EVIL = "http://evil.example"


@pytest.fixture
async def playground() -> AsyncIterator[Playground]:
    async with Playground(port=0) as running:
        yield running


@pytest.fixture
async def http(playground: Playground) -> AsyncIterator[ClientSession]:
    async with ClientSession(playground.url) as session:
        yield session


@pytest.mark.parametrize("path", ROUTES)
@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": EVIL},
        {"Origin": "null"},
        {"Host": "evil.example:8230"},
        {"Host": "evil.example:8230", "Origin": "http://evil.example:8230"},
        {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "no-cors"},
        {"Sec-Fetch-Site": "same-site", "Sec-Fetch-Mode": "cors"},
        {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate"},
    ],
    ids=lambda headers: ", ".join(headers.values()),
)
async def test_no_route_answers_another_site(http: ClientSession, path: str, headers: dict[str, str]) -> None:
    async with http.get(path, headers=headers) as answer:
        assert answer.status == 403


@pytest.mark.parametrize("path", ["/gateway", "/play/api/events"])
@pytest.mark.parametrize("headers", [{"Origin": EVIL}, {"Host": "evil.example"}], ids=["foreign", "rebound"])
async def test_no_socket_opens_for_another_site(http: ClientSession, path: str, headers: dict[str, str]) -> None:
    with pytest.raises(WSServerHandshakeError, match="403"):
        await http.ws_connect(path, headers=headers)


async def test_the_page_itself_is_answered(http: ClientSession, playground: Playground) -> None:
    own_headers = {"Origin": playground.url, "Sec-Fetch-Site": "same-origin", "Sec-Fetch-Mode": "cors"}
    async with http.post("/play/api/users", json={"name": "Ada"}, headers=own_headers) as answer:
        assert answer.status == 200
    link_headers = {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate"}
    async with http.get("/", headers=link_headers) as answer:
        assert answer.status == 200, "a link on another site may open the first page"
        assert answer.headers["Cross-Origin-Resource-Policy"] == "same-origin"
    async with http.get("/cdn/embed/avatars/0.png") as answer:
        assert answer.headers["Cross-Origin-Resource-Policy"] == "same-origin", "no picture of ours on another page"


@pytest.mark.parametrize(
    ("host", "is_ours"),
    [
        ("127.0.0.1:8230", True),
        ("[::1]:8230", True),
        ("192.0.2.7", True),
        ("localhost", True),
        ("LOCALHOST:1", True),
        ("box.lan:8230", True),
        ("evil.example", False),
        ("127.0.0.1.evil.example", False),
        ("localhost.evil.example", False),
        ("evil.example:80:80", False),
        ("", False),
    ],
)
def test_rebound_host_name_is_not_ours(host: str, is_ours: bool) -> None:
    assert is_own_host(host, "box.lan") is is_ours


@pytest.mark.parametrize("token", ["", "playground", "x" * 43])
async def test_bot_routes_require_the_bot_token(http: ClientSession, playground: Playground, token: str) -> None:
    async with http.get("/api/v10/users/@me", headers={"Authorization": f"Bot {token}"}) as answer:
        assert answer.status == 401
    async with http.get("/api/v10/users/@me", headers={"Authorization": f"Bot {playground.token}"}) as answer:
        assert answer.status == 200
    for op, more in ((2, {"intents": 1}), (6, {"session_id": "x", "seq": 0})):
        async with http.ws_connect("/gateway") as gateway:
            await gateway.receive()
            await gateway.send_json({"op": op, "d": {"token": token, **more}})
            closed = await gateway.receive()
            assert closed.type == WSMsgType.CLOSE and closed.data == 4004


async def test_private_messages_reach_only_the_page_of_their_person(
    http: ClientSession, playground: Playground
) -> None:
    world = playground.world
    ada, ben, *_ = [user for _, user in world.members if user != world.me["id"]]
    channel = next(iter(world.channels))
    async with http.ws_connect("/play/api/events") as ada_socket, http.ws_connect("/play/api/events") as ben_socket:
        await act_as(ada_socket, ada)
        await act_as(ben_socket, ben)
        world.messages.create_message(channel, world.me, {"content": "for Ada alone"}, private_to=ada)
        world.messages.create_message(world.open_dm(ada)["id"], world.me, {"content": "to Ada directly"})
        world.messages.create_message(channel, world.me, {"content": "for all"})
        assert await read_contents(ada_socket, last="for all") == ["for Ada alone", "to Ada directly", "for all"]
        assert await read_contents(ben_socket, last="for all") == ["for all"]


async def test_page_can_act_only_as_existing_person(http: ClientSession) -> None:
    for greeting in ('{"as": "1"}', "[]", "nonsense"):
        async with http.ws_connect("/play/api/events") as socket:
            await socket.send_str(greeting)
            closed = await socket.receive()
            assert closed.type == WSMsgType.CLOSE and closed.data == WSCloseCode.POLICY_VIOLATION


async def act_as(socket: ClientWebSocketResponse, person: str) -> None:
    await socket.send_json({"as": person})
    assert (await socket.receive_json())["d"] == {"as": person}


async def read_contents(socket: ClientWebSocketResponse, last: str) -> list[str]:
    """Return the contents of received messages up to this one."""
    texts: list[str] = []
    while last not in texts:
        event: dict[str, Any] = json.loads(await socket.receive_str(timeout=5))
        if event["t"] == "MESSAGE_CREATE":
            texts.append(event["d"]["content"])
    return texts
