"""Another site's page that the browser has open neither reads nor plays the playground (R5 of the review of trust)."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from typing import Any

import pytest
from aiohttp import ClientSession, ClientWebSocketResponse, WSCloseCode, WSMsgType, WSServerHandshakeError

from bot.playground import Playground
from bot.playground.guard import is_ours

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
    own = {"Origin": playground.url, "Sec-Fetch-Site": "same-origin", "Sec-Fetch-Mode": "cors"}
    async with http.post("/play/api/users", json={"name": "Ada"}, headers=own) as answer:
        assert answer.status == 200
    linked = {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate"}
    async with http.get("/", headers=linked) as answer:
        assert answer.status == 200, "a link on another site may open the first page"
        assert answer.headers["Cross-Origin-Resource-Policy"] == "same-origin"
    async with http.get("/cdn/embed/avatars/0.png") as answer:
        assert answer.headers["Cross-Origin-Resource-Policy"] == "same-origin", "no picture of ours on another page"


@pytest.mark.parametrize(
    ("host", "ours"),
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
def test_a_name_that_was_bent_to_this_machine_is_not_ours(host: str, ours: bool) -> None:
    assert is_ours(host, "box.lan") is ours


@pytest.mark.parametrize("token", ["", "playground", "x" * 43])
async def test_the_bots_side_asks_for_the_bots_token(http: ClientSession, playground: Playground, token: str) -> None:
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
    async with http.ws_connect("/play/api/events") as hers, http.ws_connect("/play/api/events") as his:
        await be(hers, ada)
        await be(his, ben)
        world.messages.create(channel, world.me, {"content": "for Ada alone"}, private_to=ada)
        world.messages.create(world.dm(ada)["id"], world.me, {"content": "to Ada directly"})
        world.messages.create(channel, world.me, {"content": "for all"})
        assert await contents(hers, until="for all") == ["for Ada alone", "to Ada directly", "for all"]
        assert await contents(his, until="for all") == ["for all"]


async def test_a_page_is_only_who_there_is(http: ClientSession) -> None:
    for said in ('{"as": "1"}', "[]", "nonsense"):
        async with http.ws_connect("/play/api/events") as socket:
            await socket.send_str(said)
            closed = await socket.receive()
            assert closed.type == WSMsgType.CLOSE and closed.data == WSCloseCode.POLICY_VIOLATION


async def be(socket: ClientWebSocketResponse, person: str) -> None:
    await socket.send_json({"as": person})
    assert (await socket.receive_json())["d"] == {"as": person}


async def contents(socket: ClientWebSocketResponse, until: str) -> list[str]:
    """What messages say, up to this one."""
    said: list[str] = []
    while until not in said:
        event: dict[str, Any] = json.loads(await socket.receive_str(timeout=5))
        if event["t"] == "MESSAGE_CREATE":
            said.append(event["d"]["content"])
    return said
