"""The page itself: files from `page/`, served with headers that let it load nothing from elsewhere."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path

from aiohttp import hdrs, web
from aiohttp.typedefs import Handler

from render.kit import fonts

PAGE = Path(str(files("bot.playground"))) / "page"

HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; font-src 'self'; "
        "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    hdrs.CACHE_CONTROL: "no-cache",  # files are revalidated, so an upgrade shows at once
}


@web.middleware
async def strict(request: web.Request, handler: Handler) -> web.StreamResponse:
    """Set the headers."""
    response = await handler(request)
    if not response.prepared:
        response.headers.update(HEADERS)
    return response


async def index(_: web.Request) -> web.FileResponse:
    """The page."""
    return web.FileResponse(PAGE / "index.html")


async def japanese(_: web.Request) -> web.FileResponse:
    """The letters that pictures are drawn with, for a desktop that has none for Japanese."""
    font = fonts.path("regular")
    if font is None:
        raise web.HTTPNotFound
    return web.FileResponse(font)


def add_page(app: web.Application) -> None:
    """Serve the page at the root of the (sub-)application, its parts under /static/."""
    app.router.add_get("/", index)
    app.router.add_get("/font/japanese", japanese)
    app.router.add_static("/static/", PAGE)
