"""Uploads the tokens of seats as emoji of the application: what Discord lacks, once, beside everything else.

Nothing depends on it: texts show shapes and letters as long as an emoji is missing.
"""

from __future__ import annotations

import asyncio
import logging

import aiohttp
import discord

from engines.kernel import games
from render.kit.painter import paint_piece
from render.kit.tokens import SeatToken

from .text import signs
from .text.signs import Sign

log = logging.getLogger(__name__)

SIZE = 96
"""Width of an emoji in px; Discord shows it at 22, or at 44 where it stands alone."""
RETRY_SECONDS = 3600.0
MOST = 1500
"""Emoji that the bot makes at most; Discord takes 2,000 of an application."""


class SeatEmoji:
    """client: logged in."""

    def __init__(self, client: discord.Client) -> None:
        self.client = client
        self._wanted = asyncio.Event()
        signs.when_missing(self._wanted.set)

    async def run(self) -> None:
        """Never ends. Where Discord does not take them, it is tried again an hour later."""
        while True:
            try:
                await self.upload()
            except (discord.HTTPException, discord.RateLimited, aiohttp.ClientError, TimeoutError, OSError) as error:
                log.warning("the seats' emoji cannot be uploaded now, letters stand for them: %s", error)
                await asyncio.sleep(RETRY_SECONDS)
            else:
                self._wanted.clear()
                await self._wanted.wait()

    async def upload(self) -> None:
        """Learn what there is, and add what is missing: of all games, and what texts have wanted."""
        there = {emoji.name: emoji.id for emoji in await self.client.fetch_application_emojis()}
        signs.publish(there.items())
        every = dict.fromkeys(sign for game in games().values() for sign in signs.all_of(game))
        needed = [sign for sign in (*signs.missing(), *every) if sign.name not in there]
        for sign in list(dict.fromkeys(needed))[: max(0, MOST - len(there))]:
            image = await asyncio.to_thread(picture, sign)
            emoji = await self.client.create_application_emoji(name=sign.name, image=image)
            signs.publish(((emoji.name, emoji.id),))


def picture(sign: Sign) -> bytes:
    """The token as PNG on nothing, with the white line that dark themes need."""
    return paint_piece(SeatToken(sign.seat, sign.colour, 60, ring=True), SIZE)
