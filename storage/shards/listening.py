"""Listen to notifications of a PostgreSQL server, on a connection of its own.

A notification is a hint alone: one that comes while the connection is lost is missed, so a waiting task also
looks by itself now and then.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Mapping

from storage.address import ServerAddress
from storage.errors import StorageError
from storage.postgres_driver import connect, translate_postgres_errors

log = logging.getLogger(__name__)

STATEMENT_SECONDS = 10.0
"""Limit of the wait for the answer to a statement that begins to listen."""
RETRY_SECONDS = 5.0
"""Wait before a lost connection is opened again."""


async def keep_listening(address: ServerAddress, callbacks: Mapping[str, Callable[[str], None]]) -> None:
    """Call the callback of a channel with the text of each of its notifications, until cancelled. A lost connection is
    opened again; then each callback is called with an empty text, since a notification may have been missed.
    """
    while True:
        try:
            with translate_postgres_errors(str(address)):
                await _listen(address, callbacks)
        except StorageError as error:
            log.warning("nothing is heard from the server: %s", error)
        await asyncio.sleep(RETRY_SECONDS)


async def _listen(address: ServerAddress, callbacks: Mapping[str, Callable[[str], None]]) -> None:
    """Listen until the connection is lost."""
    connection_lost = asyncio.Event()
    sql = await connect(address, STATEMENT_SECONDS)
    try:
        sql.add_termination_listener(lambda _: connection_lost.set())

        def handle_notification(_sql: object, _pid: int, channel: str, text: object) -> None:
            callbacks[channel](str(text))

        for channel, wake in callbacks.items():
            await sql.add_listener(channel, handle_notification)
            wake("")  # one may have come before
        await connection_lost.wait()
    finally:
        sql.terminate()
