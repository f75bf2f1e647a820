"""Who may talk to the playground: programs and pages of this address, and no other site's page.

No password protects whoever plays here, so a page elsewhere that the browser has open must neither read nor act. It
could reach this address in three ways: by asking directly (its Origin tells, and the browser's Sec-Fetch-Site where
there is no Origin), by a picture or script tag (the same header, and Cross-Origin-Resource-Policy), and by a name of
its own that suddenly means this machine (DNS rebinding: the Host is then that name, and only addresses, localhost and
the name where we listen are allowed).
"""

from __future__ import annotations

import ipaddress

import yarl
from aiohttp import hdrs, web
from aiohttp.typedefs import Handler, Middleware

FRONT_DOORS = frozenset({"/", "/play", "/play/"})
"""What a link on another site may open."""
FETCH_SITE, FETCH_MODE = "Sec-Fetch-Site", "Sec-Fetch-Mode"


def guard(name: str) -> Middleware:
    """A middleware for every route and socket. name: where we listen, which may be a host's name."""

    @web.middleware
    async def guarded(request: web.Request, handler: Handler) -> web.StreamResponse:
        if not is_ours(request.host, name):
            raise web.HTTPForbidden(
                text=f"expected a request to an address, localhost or {name}, got one to {request.host}"
            )
        origin = request.headers.get(hdrs.ORIGIN)
        if origin is not None and origin != f"{request.scheme}://{request.host}":
            raise web.HTTPForbidden(text=f"expected a request from this page ({request.host}), got one from {origin}")
        site, mode = request.headers.get(FETCH_SITE), request.headers.get(FETCH_MODE)
        visit = mode == "navigate" and request.path in FRONT_DOORS
        if site in ("cross-site", "same-site") and not visit:
            raise web.HTTPForbidden(text="expected a request from this page, got one from another site")
        return await handler(request)

    return guarded


def is_ours(host: str, name: str) -> bool:
    """Whether the Host is an IP address (which no rebinding can fake), localhost, or the name where we listen."""
    try:
        asked = yarl.URL(f"http://{host}").host
    except ValueError:
        return False
    if asked is None:
        return False
    try:
        ipaddress.ip_address(asked)
    except ValueError:
        return asked.casefold() in ("localhost", name.casefold())
    return True


async def own_site_only(_: web.Request, response: web.StreamResponse) -> None:
    """For `on_response_prepare`: browsers give no answer of ours to a page of another site, not even as a picture."""
    response.headers["Cross-Origin-Resource-Policy"] = "same-origin"
