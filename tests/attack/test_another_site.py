"""A page of another site, in a real browser that has the playground open too, gets nothing and changes nothing.

`test_playground.py` tests the same with given headers; here a real browser sends its own. The same page against a
playground without its guard shows that the attacks in `robber.js` would otherwise succeed.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
import pytest_asyncio
from aiohttp import web
from aiohttp.typedefs import Handler
from playwright.async_api import Browser, Error, Frame, Page, async_playwright

from bot.fake_discord.model.uploads import Upload
from bot.network_access import forbid_other_sites
from bot.playground import Playground
from tests.discovered import mark_slice
from tests.playground.chromium import launch_browser
from tests.playground.conftest import build_board_upload

pytestmark = pytest.mark.asyncio(loop_scope="session")

ROBBER_JS = "() => {" + (Path(__file__).parent / "robber.js").read_text() + "}"
CATS_PATH = "/cats"
"""Path of the attacker's page, served under a host name before the name is rebound to this machine."""
SECRET = "three of coins, for Ada alone"
OTHER_PORT, OTHER_NAME, SUBDOMAIN, NO_ORIGIN = "127.0.0.1", "localhost", "evil.example", "sandbox"
FOREIGN_ORIGINS = (OTHER_PORT, OTHER_NAME, SUBDOMAIN, NO_ORIGIN)
"""Origins of the attacking page: another port, another name, another site, a frame without any origin."""
SAME_ORIGIN_READS = {"world", "messages", "with cookies", "front page", "picture by fetch", "opened window"}
"""Attacks that a browser allows only to a page of the same origin."""
CROSS_ORIGIN_READS = {"events", "gateway", "picture", "script", "style"}
"""Attacks that a browser allows to every site unless the server refuses."""


@dataclass(frozen=True, slots=True)
class Loot:
    """The results of an attack."""

    answers: dict[str, str]
    """Data that the page obtained, by name of the attack."""
    is_embeddable: bool
    """Whether the page could show the playground in a frame."""
    new_people: list[str]
    """Names of the people that the page added."""
    requests: list[tuple[str, int]]
    """Path and status of each request that reached the playground."""

    @property
    def is_empty(self) -> bool:
        return not (self.answers or self.is_embeddable or self.new_people)


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def browser() -> AsyncIterator[Browser]:
    """A browser that resolves every name under .example to this machine, as after DNS rebinding."""
    async with async_playwright() as playwright:
        running = await launch_browser(playwright, "--host-resolver-rules=MAP *.example 127.0.0.1")
        yield running
        await running.close()


@asynccontextmanager
async def run_other_site() -> AsyncIterator[int]:
    """Serve the other site, under every name of this machine; yield its port."""

    async def serve_page(_: web.Request) -> web.Response:
        return _build_cats_page()

    async def serve_frame(_: web.Request) -> web.Response:
        return _build_cats_page('<iframe sandbox="allow-scripts allow-forms allow-popups" src="/"></iframe>')

    app = web.Application()
    app.router.add_get("/", serve_page)
    app.router.add_get("/framed", serve_frame)
    runner = web.AppRunner(app)
    await runner.setup()
    try:
        site = web.TCPSite(runner, "127.0.0.1", 0)
        await site.start()
        yield runner.addresses[0][1]
    finally:
        await runner.cleanup()


def _build_cats_page(more: str = "") -> web.Response:
    return web.Response(text=f"<!doctype html><body>cats{more}", content_type="text/html")


@contextmanager
def record_requests(
    playground: Playground, *, is_guarded: bool, sends_fetch_metadata: bool
) -> Iterator[list[tuple[str, int]]]:
    """Record path and status of each request to the playground.

    is_guarded: False removes the guard. sends_fetch_metadata: False removes the Sec-Fetch headers, which browsers omit
    for addresses other than this machine's.
    """
    requests: list[tuple[str, int]] = []

    @web.middleware
    async def record_request(request: web.Request, handler: Handler) -> web.StreamResponse:
        if request.path == CATS_PATH:
            return _build_cats_page()
        if not sends_fetch_metadata:
            request = request.clone(headers={k: v for k, v in request.headers.items() if k[:9] != "Sec-Fetch"})
        try:
            answer = await handler(request)
        except web.HTTPException as refused:
            requests.append((request.path, refused.status))
            raise
        requests.append((request.path, answer.status))
        return answer

    app = playground.fake_discord.app
    if not is_guarded:
        app.middlewares.pop()
        app.on_response_prepare.remove(forbid_other_sites)
    app.middlewares.insert(0, record_request)
    yield requests


async def run_attack(
    browser: Browser, origin: str, *, is_guarded: bool = True, sends_fetch_metadata: bool = True
) -> Loot:
    """Run all attacks of the page from this origin."""
    playground = Playground(port=0)
    with record_requests(playground, is_guarded=is_guarded, sends_fetch_metadata=sends_fetch_metadata) as requests:
        async with playground, run_other_site() as port:
            world = playground.world
            ada = next(user for _, user in world.members if user != world.me["id"])
            before, channel = set(world.users), next(iter(world.channels))
            upload: dict[int, Upload] = {0: build_board_upload()}
            content: dict[str, Any] = {"content": SECRET, "attachments": [{"id": 0}]}
            message = world.messages.create_message(channel, world.me, content, upload, private_to=ada)
            picture = urlsplit(message["attachments"][0]["url"]).path
            context = await browser.new_context()
            home = await context.new_page()
            await home.goto(playground.url)
            await home.locator("body[data-ready]").wait_for()
            page, frame, target = await _open_attacking_page(await context.new_page(), origin, port, playground)
            requests.clear()
            await frame.evaluate(ROBBER_JS)
            arguments = {"target": target, "ada": ada, "channel": channel, "picture": picture}
            answers = await frame.evaluate("given => rob(given)", arguments)
            is_embeddable = await can_embed(page, frame, target)
            new_people = [world.users[user]["username"] for user in set(world.users) - before]
            await context.close()
            return Loot(answers, is_embeddable, new_people, list(requests))


async def _open_attacking_page(page: Page, origin: str, port: int, playground: Playground) -> tuple[Page, Frame, str]:
    """Open the attacking page; return it, its attacking frame, and the address it uses for the playground."""
    if origin == "rebound.example":
        base_url = f"http://{origin}:{urlsplit(playground.url).port}"

        await page.goto(f"{base_url}{CATS_PATH}")
        return page, page.main_frame, base_url
    if origin == NO_ORIGIN:
        await page.goto(f"http://evil.example:{port}/framed")
        return page, page.main_frame.child_frames[0], playground.url
    await page.goto(f"http://{origin}:{port}/")
    return page, page.main_frame, playground.url


async def can_embed(page: Page, frame: Frame, target: str) -> bool:
    """Return whether the page can show the playground in a frame."""
    await frame.evaluate(
        """url => new Promise(done => {
            const inner = document.createElement("iframe");
            inner.onload = inner.onerror = done;
            inner.src = url;
            document.body.append(inner);
        })""",
        f"{target}/play/",
    )
    for inner in page.frames:
        try:
            if await inner.locator("body[data-ready], #log").count():
                return True
        except Error:
            continue  # the browser's own error page cannot be inspected
    return False


@pytest.mark.parametrize(
    ("where", "sends_fetch_metadata"),
    mark_slice(
        product([*FOREIGN_ORIGINS, "rebound.example"], [True, False]),
        lambda case: case[1] == (case[0] in (OTHER_PORT, NO_ORIGIN)),  # each origin once, and both kinds of requests
    ),
)
async def test_a_page_of_another_site_gets_nothing(browser: Browser, where: str, sends_fetch_metadata: bool) -> None:
    loot = await run_attack(browser, where, sends_fetch_metadata=sends_fetch_metadata)
    assert loot.is_empty, loot
    assert sum(status == 403 for _, status in loot.requests) >= 8, "it has not even tried"


@pytest.mark.release
@pytest.mark.parametrize("where", FOREIGN_ORIGINS)
async def test_unguarded_playground_leaks_cross_origin_reads(browser: Browser, where: str) -> None:
    loot = await run_attack(browser, where, is_guarded=False)
    assert set(loot.answers) == CROSS_ORIGIN_READS
    assert not loot.new_people, "what is not JSON is refused even so"


@pytest.mark.release
async def test_unguarded_playground_is_open_to_rebound_name(browser: Browser) -> None:
    loot = await run_attack(browser, "rebound.example", is_guarded=False)
    assert set(loot.answers) >= SAME_ORIGIN_READS | CROSS_ORIGIN_READS and SECRET in loot.answers["messages"]
    assert loot.new_people == ["mallory"]
