"""Wait until Discord accepts the bot's token. Refusals that pass end nothing: the bot stays alive and unhealthy."""

import asyncio
import logging

import aiohttp
import discord
from discord.http import Route

from bot.discord_ui.interaction.errors import read_retry_after

log = logging.getLogger(__name__)

FIRST_WAIT, LONGEST_WAIT = 5.0, 900.0
"""Seconds between attempts: doubled from the first to the longest, unless Discord asks for more."""
REQUEST_SECONDS = 20.0
LOGIN_PATHS = ("/users/@me", "/oauth2/applications/@me", "/gateway/bot")
"""Requests of a login; discord.py gives up at the first that is refused."""


async def wait_until_accepted(token: str) -> None:
    """Ask Discord until it answers all requests of a login, with one line in the log for each refusal.

    Raises discord.LoginFailure if Discord itself says that the token is wrong: only a person can mend that.
    """
    wait = FIRST_WAIT
    async with aiohttp.ClientSession(timeout=aiohttp.ClientTimeout(total=REQUEST_SECONDS)) as session:
        for path in LOGIN_PATHS:
            while (refusal := await _try_request(session, token, path)) is not None:
                reason, retry_after = refusal
                pause = max(wait, retry_after)
                log.warning("Discord does not let the bot log in (%s): again in %.0f s", reason, pause)
                await asyncio.sleep(pause)
                wait = min(2 * wait, LONGEST_WAIT)


async def _try_request(session: aiohttp.ClientSession, token: str, path: str) -> tuple[str, float] | None:
    """Return None if Discord answers the request, else the reason and the seconds that it asks to wait."""
    headers = {"Authorization": f"Bot {token}", "User-Agent": f"DiscordBot (teban, {discord.__version__})"}
    try:
        async with session.get(f"{Route.BASE}{path}", headers=headers, allow_redirects=False) as response:
            is_discords = response.content_type == "application/json"
            if is_discords and response.status == 401:
                raise discord.LoginFailure("Improper token has been passed.")
            if is_discords and response.status == 200:
                return None
            sender = "" if is_discords else ", from a proxy or a captive portal instead of Discord"
            return f"HTTP {response.status}{sender}", read_retry_after(response.headers)
    except (aiohttp.ClientError, TimeoutError, OSError) as error:
        return f"no connection: {error or type(error).__name__}", 0.0
