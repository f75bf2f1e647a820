"""Worker that uploads the seats' tokens as application emoji, each once, in the background.

Text shows shapes and letters as long as an emoji is missing.
"""

import asyncio
import logging

import aiohttp
import discord

from engines.kernel import load_games
from render.kit.painter import paint_piece
from render.kit.tokens import SeatToken
from storage import Database, StorageError
from storage.kinds import Job

from . import seat_icons
from .seat_icons import SeatIcon

log = logging.getLogger(__name__)

SIZE = 96
"""Width of an emoji in px; Discord shows it at 22, or at 44 if it stands alone."""
RETRY_SECONDS = 3600.0
MAX_EMOJI = 1500
"""Maximum number of emoji of the bot; Discord allows 2,000 per application."""


class SeatEmojiUploader:
    """Worker that uploads missing seat emoji. client: logged in."""

    def __init__(self, client: discord.Client, db: Database) -> None:
        self.client = client
        self.db = db
        self._wanted = asyncio.Event()
        """Set when a text has lacked an emoji."""
        seat_icons.notify_when_missing(self._wanted.set)

    async def run(self) -> None:
        """Upload missing emoji whenever texts need them; never ends. Retries an hour after a failure."""
        while True:
            try:
                async with self.db.hold_job(Job.UPLOAD_EMOJI):
                    is_complete = await self.upload_missing()
            except StorageError as error:
                log.warning("the seats' emoji are not uploaded now, letters stand for them: %s", error)
                await asyncio.sleep(RETRY_SECONDS)
            except (discord.HTTPException, discord.RateLimited, aiohttp.ClientError, TimeoutError, OSError) as error:
                log.warning("the seats' emoji cannot be uploaded now, letters stand for them: %s", error)
                await asyncio.sleep(RETRY_SECONDS)
            else:
                if is_complete:
                    self._wanted.clear()
                    await self._wanted.wait()

    async def upload_missing(self) -> bool:
        """List the existing emoji and upload the missing ones: first those that texts needed, then all games'.

        Returns False as soon as an emoji of the same name was uploaded meanwhile: by another process, if one of both
        has lost the job's lock with its connection, or by a request whose answer was lost.
        """
        emoji_ids = await self._list_emoji()
        all_icons = dict.fromkeys(icon for game in load_games().values() for icon in seat_icons.iter_game_icons(game))
        needed_icons = [icon for icon in (*seat_icons.list_missing(), *all_icons) if icon.name not in emoji_ids]
        for icon in list(dict.fromkeys(needed_icons))[: max(0, MAX_EMOJI - len(emoji_ids))]:
            image = await asyncio.to_thread(draw_emoji, icon)
            try:
                emoji = await self.client.create_application_emoji(name=icon.name, image=image)
            except discord.HTTPException:
                if icon.name not in await self._list_emoji():
                    raise
                return False
            seat_icons.register_emoji(((emoji.name, emoji.id),))
        return True

    async def _list_emoji(self) -> dict[str, int]:
        """Ask Discord for all emoji of the application, and let texts use them. Return their ids by name."""
        emoji_ids = {emoji.name: emoji.id for emoji in await self.client.fetch_application_emojis()}
        seat_icons.register_emoji(emoji_ids.items())
        return emoji_ids


def draw_emoji(icon: SeatIcon) -> bytes:
    """Return the token as a transparent PNG, with the white outline that dark themes need."""
    return paint_piece(SeatToken(icon.seat, icon.colour, 60, has_ring=True), SIZE)
