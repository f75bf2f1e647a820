"""The fate of an outbox row that Discord did not accept: passing, refused in this form, refused, already posted and
deleted.
"""

from enum import Enum, IntEnum

import aiohttp
import discord

from bot.discord_ui.interaction.errors import (
    FORM_CODES,
    MAX_RETRY_AFTER,
    UNKNOWN_CHANNEL,
    UNKNOWN_MESSAGE,
    read_retry_after,
)

DIRECT_TOO_FAST, NO_COMMON_SERVER = 40003, 50278
DIRECT_CODES = (DIRECT_TOO_FAST, NO_COMMON_SERVER)
"""Refusals of direct messages a series of which brings the bot quarantine."""
NOT_DISCORDS = 0
"""discord.py's code for an answer that is not Discord's JSON (a proxy's page), and Discord's own for a lost token."""


class Fate(Enum):
    """The next step for a row."""

    PASSING = "passing"
    """The obstacle passes by itself: tried again, with growing waits."""
    SERVER_ERROR = "server error"
    """Discord failed on the request, five times (discord.py). The failure passes, or Discord cannot take this payload.
    """
    TOO_BIG = "refused in this form"
    """A smaller form may be accepted (`Form`)."""
    CHANNEL_LOST = "channel lost"
    """The channel seems deleted. A second look decides."""
    DELETED = "deleted"
    """The message was posted and has been deleted since."""
    REFUSED = "refused"
    """Discord will not take it; the reason is kept, the host gets a message, and later rows go through."""


class Form(IntEnum):
    """The forms of a message, from the whole page to a line of text."""

    FULL = 0
    WITHOUT_PICTURE = 1
    SHORT = 2
    """The first texts and the first row of buttons."""
    PLAIN = 3
    """One line of plain text; a call keeps its *Play* button."""


def classify_error(error: BaseException) -> Fate:
    """Return the fate of a row whose request failed."""
    if not isinstance(error, discord.HTTPException):
        is_passing = isinstance(error, discord.RateLimited | aiohttp.ClientError | TimeoutError | OSError)
        return Fate.PASSING if is_passing else Fate.REFUSED
    if error.status == 500:
        return Fate.SERVER_ERROR
    if error.status == 413 or error.code in FORM_CODES:
        return Fate.TOO_BIG
    if error.status in (401, 429) or error.status > 500 or error.code in (NOT_DISCORDS, DIRECT_TOO_FAST):
        return Fate.PASSING
    if error.code == UNKNOWN_CHANNEL:
        return Fate.CHANNEL_LOST
    return Fate.DELETED if error.code == UNKNOWN_MESSAGE else Fate.REFUSED


def endangers_direct_messages(error: BaseException) -> bool:
    """Return whether a series of this refusal brings the bot quarantine."""
    return isinstance(error, discord.HTTPException) and error.code in DIRECT_CODES


def find_retry_after(error: BaseException) -> float:
    """Return the seconds that a refusal asks to wait; 0 if it does not say."""
    if isinstance(error, discord.RateLimited):
        return min(error.retry_after, MAX_RETRY_AFTER)
    return read_retry_after(error.response.headers) if isinstance(error, discord.HTTPException) else 0.0


def is_for_everything(error: BaseException) -> bool:
    """Return whether a proxy holds back all requests of this machine, not one of Discord's buckets."""
    return isinstance(error, discord.HTTPException) and error.status == 429 and error.code == NOT_DISCORDS
