"""A page of another site, in a real browser that has the playground open as well: it gets nothing and changes nothing.

`test_playground.py` says the same in headers; here the browser sends what it sends. That the ways in `robber.js` would
lead somewhere is shown by the same page against a playground whose guard is off.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
import pytest_asyncio
from aiohttp import web
from aiohttp.typedefs import Handler
from playwright.async_api import Browser, Error, Frame, Page, async_playwright

from bot.playground import Playground
from bot.playground.guard import own_site_only
from bot.standin.model.files import Upload
from tests.playground.chromium import launch
from tests.playground.conftest import board_bytes

pytestmark = pytest.mark.asyncio(loop_scope="session")

ROBBER = "() => {" + (Path(__file__).parent / "robber.js").read_text() + "}"
CATS = "/cats"
"""What a name's own server has given before the name was bent to this machine."""
SECRET = "three of coins, for Ada alone"
OTHER_PORT, OTHER_NAME, SUBDOMAIN, NO_ORIGIN = "127.0.0.1", "localhost", "evil.example", "sandbox"
ABROAD = (OTHER_PORT, OTHER_NAME, SUBDOMAIN, NO_ORIGIN)
"""Where the page comes from: another port, another name, another site, a frame without any origin."""
READS_AT_HOME = {"world", "messages", "with cookies", "front page", "picture by fetch", "opened window"}
ANYWHERE = {"events", "gateway", "picture", "script", "style"}
"""What a browser gives to every site unless it is told not to."""


@dataclass(frozen=True, slots=True)
class Loot:
    """got: by way, what the page had in its hands; framed: whether it could show the playground inside itself;
    people: who is there that was not before; asked: requests that reached the playground.
    """

    got: dict[str, str]
    framed: bool
    people: list[str]
    asked: list[tuple[str, int]]

    @property
    def is_nothing(self) -> bool:
        return not (self.got or self.framed or self.people)


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def browser() -> AsyncIterator[Browser]:
    """One for which every name under .example is this machine, as after a rebinding of the name."""
    async with async_playwright() as playwright:
        running = await launch(playwright, "--host-resolver-rules=MAP *.example 127.0.0.1")
        yield running
        await running.close()


@asynccontextmanager
async def elsewhere() -> AsyncIterator[int]:
    """The other site, at every name of this machine; its port."""

    async def page(_: web.Request) -> web.Response:
        return _cats()

    async def framed(_: web.Request) -> web.Response:
        return _cats('<iframe sandbox="allow-scripts allow-forms allow-popups" src="/"></iframe>')

    app = web.Application()
    app.router.add_get("/", page)
    app.router.add_get("/framed", framed)
    runner = web.AppRunner(app)
    await runner.setup()
    try:
        site = web.TCPSite(runner, "127.0.0.1", 0)
        await site.start()
        yield runner.addresses[0][1]
    finally:
        await runner.cleanup()


def _cats(more: str = "") -> web.Response:
    return web.Response(text=f"<!doctype html><body>cats{more}", content_type="text/html")


@contextmanager
def kept_by(playground: Playground, *, guarded: bool, tells: bool) -> Iterator[list[tuple[str, int]]]:
    """What is asked of it, and how it answers. guarded: False takes the guard out; tells: False takes away what the
    browser says of the asking site where there is no Origin, as it does for addresses that are not this machine's.
    """
    asked: list[tuple[str, int]] = []

    @web.middleware
    async def watch(request: web.Request, handler: Handler) -> web.StreamResponse:
        if request.path == CATS:
            return _cats()
        if not tells:
            request = request.clone(headers={k: v for k, v in request.headers.items() if k[:9] != "Sec-Fetch"})
        try:
            answer = await handler(request)
        except web.HTTPException as refused:
            asked.append((request.path, refused.status))
            raise
        asked.append((request.path, answer.status))
        return answer

    app = playground.standin.app
    if not guarded:
        app.middlewares.pop()
        app.on_response_prepare.remove(own_site_only)
    app.middlewares.insert(0, watch)
    yield asked


async def rob(browser: Browser, where: str, *, guarded: bool = True, tells: bool = True) -> Loot:
    """Let the page do all it can, from there."""
    playground = Playground(port=0)
    with kept_by(playground, guarded=guarded, tells=tells) as asked:
        async with playground, elsewhere() as port:
            world = playground.world
            ada = next(user for _, user in world.members if user != world.me["id"])
            before, channel = set(world.users), next(iter(world.channels))
            upload: dict[int, Upload] = {0: board_bytes()}
            said: dict[str, Any] = {"content": SECRET, "attachments": [{"id": 0}]}
            message = world.messages.create(channel, world.me, said, upload, private_to=ada)
            picture = urlsplit(message["attachments"][0]["url"]).path
            context = await browser.new_context()
            home = await context.new_page()
            await home.goto(playground.url)
            await home.locator("body[data-ready]").wait_for()
            page, frame, target = await _there(await context.new_page(), where, port, playground)
            asked.clear()
            await frame.evaluate(ROBBER)
            given = {"target": target, "ada": ada, "channel": channel, "picture": picture}
            got = await frame.evaluate("given => rob(given)", given)
            is_framed = await framed(page, frame, target)
            people = [world.users[user]["username"] for user in set(world.users) - before]
            await context.close()
            return Loot(got, is_framed, people, list(asked))


async def _there(page: Page, where: str, port: int, playground: Playground) -> tuple[Page, Frame, str]:
    """The page opened there, the frame that attacks, and the address by which it asks for the playground."""
    if where == "rebound.example":
        own = f"http://{where}:{urlsplit(playground.url).port}"

        await page.goto(f"{own}{CATS}")
        return page, page.main_frame, own
    if where == NO_ORIGIN:
        await page.goto(f"http://evil.example:{port}/framed")
        return page, page.main_frame.child_frames[0], playground.url
    await page.goto(f"http://{where}:{port}/")
    return page, page.main_frame, playground.url


async def framed(page: Page, frame: Frame, target: str) -> bool:
    """Whether the playground shows itself inside the page."""
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
            continue  # what the browser shows instead belongs to nobody
    return False


@pytest.mark.parametrize("where", [*ABROAD, "rebound.example"])
@pytest.mark.parametrize("tells", [True, False], ids=["told who asks", "not told who asks"])
async def test_a_page_of_another_site_gets_nothing(browser: Browser, where: str, tells: bool) -> None:
    loot = await rob(browser, where, tells=tells)
    assert loot.is_nothing, loot
    assert sum(status == 403 for _, status in loot.asked) >= 8, "it has not even tried"


@pytest.mark.parametrize("where", ABROAD)
async def test_without_the_guard_the_same_page_listens_and_looks(browser: Browser, where: str) -> None:
    loot = await rob(browser, where, guarded=False)
    assert set(loot.got) == ANYWHERE
    assert not loot.people, "what is not JSON is refused even so"


async def test_without_the_guard_a_bent_name_reads_and_plays(browser: Browser) -> None:
    loot = await rob(browser, "rebound.example", guarded=False)
    assert set(loot.got) >= READS_AT_HOME | ANYWHERE and SECRET in loot.got["messages"]
    assert loot.people == ["mallory"]
