"""The playground's port (by default 8230 or the next free one), and protection of the pages that the bot serves against
requests of other sites.
"""

import errno
import ipaddress
import socket

import yarl
from aiohttp import hdrs, web
from aiohttp.typedefs import Handler, Middleware

DEFAULT_PORT = 8230
PORTS_TO_TRY = 50
"""Number of ports to try, starting from the default one."""


def choose_port(host: str, requested_port: int | None) -> int:
    """Return the requested port unchanged (0: any free one), or the first free one from 8230 if None is requested.

    Raises OSError if the requested port is in use, or all tried ports are.
    """
    if requested_port == 0:
        return 0
    if requested_port is not None:
        if not _is_free(host, requested_port):
            raise OSError(
                errno.EADDRINUSE,
                f"port {requested_port} on {host} is in use: free it, or set TEBAN_PORT to another one",
            )
        return requested_port
    for port in range(DEFAULT_PORT, DEFAULT_PORT + PORTS_TO_TRY):
        if _is_free(host, port):
            return port
    last = DEFAULT_PORT + PORTS_TO_TRY - 1
    raise OSError(errno.EADDRINUSE, f"ports {DEFAULT_PORT} to {last} on {host} are all in use: set TEBAN_PORT")


def _is_free(host: str, port: int) -> bool:
    family, kind, protocol, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
    with socket.socket(family, kind, protocol) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(address)
        except OSError as error:
            if error.errno != errno.EADDRINUSE:
                raise
            return False
    return True


LINKABLE_PATHS = frozenset({"/", "/play", "/play/"})
"""Paths that a link on another site may open."""
FETCH_SITE, FETCH_MODE = "Sec-Fetch-Site", "Sec-Fetch-Mode"


def build_guard(own_host: str) -> Middleware:
    """Return a middleware for every route and socket. own_host: the address or host name at which we listen."""

    @web.middleware
    async def check_request(request: web.Request, handler: Handler) -> web.StreamResponse:
        if not is_own_host(request.host, own_host):
            raise web.HTTPForbidden(
                text=f"expected a request to an address, localhost or {own_host}, got one to {request.host}"
            )
        origin = request.headers.get(hdrs.ORIGIN)
        if origin is not None and origin != f"{request.scheme}://{request.host}":
            raise web.HTTPForbidden(text=f"expected a request from this page ({request.host}), got one from {origin}")
        fetch_site, fetch_mode = request.headers.get(FETCH_SITE), request.headers.get(FETCH_MODE)
        is_visit = fetch_mode == "navigate" and request.path in LINKABLE_PATHS
        if fetch_site in ("cross-site", "same-site") and not is_visit:
            raise web.HTTPForbidden(text="expected a request from this page, got one from another site")
        return await handler(request)

    return check_request


def is_own_host(host: str, own_host: str) -> bool:
    """Return whether the Host is an IP address (which DNS rebinding cannot fake), localhost, or our own host name."""
    try:
        requested_host = yarl.URL(f"http://{host}").host
    except ValueError:
        return False
    if requested_host is None:
        return False
    try:
        ipaddress.ip_address(requested_host)
    except ValueError:
        return requested_host.casefold() in ("localhost", own_host.casefold())
    return True


async def forbid_other_sites(_: web.Request, response: web.StreamResponse) -> None:
    """Set a header (in `on_response_prepare`) that keeps browsers from passing our responses to pages of other sites,
    even as a picture.
    """
    response.headers["Cross-Origin-Resource-Policy"] = "same-origin"
