"""Where the playground listens when nobody says where: port 8230, or the next free one."""

from __future__ import annotations

import errno
import socket

DEFAULT_PORT = 8230
TRIED = 50
"""How many ports are tried from the default one on."""


def choose_port(host: str, asked: int | None) -> int:
    """The port asked for, as it is (0: any free one); without a wish, the first free one from 8230.

    Raises OSError when the one asked for is in use, or all that were tried are.
    """
    if asked == 0:
        return 0
    if asked is not None:
        if not _is_free(host, asked):
            raise OSError(
                errno.EADDRINUSE, f"port {asked} on {host} is in use: free it, or set TEBAN_PORT to another one"
            )
        return asked
    for port in range(DEFAULT_PORT, DEFAULT_PORT + TRIED):
        if _is_free(host, port):
            return port
    last = DEFAULT_PORT + TRIED - 1
    raise OSError(errno.EADDRINUSE, f"ports {DEFAULT_PORT} to {last} on {host} are all in use: set TEBAN_PORT")


def _is_free(host: str, port: int) -> bool:
    family, kind, protocol, _, where = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
    with socket.socket(family, kind, protocol) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(where)
        except OSError as error:
            if error.errno != errno.EADDRINUSE:
                raise
            return False
    return True
