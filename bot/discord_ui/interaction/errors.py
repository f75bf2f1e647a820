"""Expected obstacles and known failures, and the sentences that explain them to the person."""

from collections.abc import Mapping

import aiohttp
import discord

from bot.discord_ui.text.localizer import Localizer
from engines.kernel import Arg, Refused
from storage import DatabaseFull, ForeignTable, StorageError

UNKNOWN_CHANNEL, UNKNOWN_MEMBER, UNKNOWN_MESSAGE, UNKNOWN_USER, UNKNOWN_INTERACTION = 10003, 10007, 10008, 10013, 10062
ALREADY_ANSWERED, INVALID_TOKEN = 40060, 50027
MISSING_ACCESS, MISSING_PERMISSIONS, THREAD_ARCHIVED, THREAD_LOCKED = 50001, 50013, 50083, 160005
"""Discord's error codes."""

TOO_LARGE = 40005
FORM_CODES = (50035, 50046, 400001, TOO_LARGE)
"""Invalid body, invalid file, uploads switched off, request too large: a smaller form may be accepted."""

EXPIRED_CODES = (UNKNOWN_INTERACTION, ALREADY_ANSWERED, INVALID_TOKEN)
"""Codes that mean that the interaction can no longer be answered."""

DISCORD_ERRORS = (discord.DiscordException, aiohttp.ClientError, TimeoutError, OSError)
"""Errors of a request to Discord. The table may have changed before: what is stored stays stored."""

MAX_RETRY_AFTER = 3600.0
"""Longest wait that is believed, in seconds."""


def read_retry_after(headers: Mapping[str, str]) -> float:
    """Return the seconds that an answer asks to wait, a proxy's too; 0 if it does not say."""
    try:
        return min(max(float(headers.get("Retry-After", 0)), 0.0), MAX_RETRY_AFTER)
    except ValueError:  # a date
        return 0.0


def may_be_upload(error: BaseException) -> bool:
    """Return whether the refusal may be about the uploaded file alone, so that words without it may be accepted."""
    codes = (MISSING_PERMISSIONS, *FORM_CODES)
    return isinstance(error, discord.HTTPException) and (error.status == 413 or error.code in codes)


class UserError(Exception):
    """An expected obstacle; `key` and `args` are the bot's catalogue sentence about it."""

    def __init__(self, key: str, **args: Arg) -> None:
        super().__init__(key, args)
        self.key, self.args_ = key, args


def describe_refusal(localizer: Localizer, error: BaseException) -> str | None:
    """Return the text of a refusal by the rules or the table, with the rule paragraph; None for other errors."""
    if isinstance(error, UserError):
        return localizer.render_line(error.key, **error.args_)
    if not isinstance(error, Refused):
        return None
    text = localizer.render_message(error.reason)
    return text if error.rule is None else f"{text}\n-# {error.rule}"


def describe_failure(localizer: Localizer, error: BaseException) -> str | None:
    """Return the sentence for a known failure of Discord or the database; None for an unknown one."""
    match error:
        case discord.NotFound() if error.code in EXPIRED_CODES:
            return localizer.render_line("error.expired")
        case discord.HTTPException() if error.code in EXPIRED_CODES:
            return localizer.render_line("error.expired")
        case discord.HTTPException() if error.code in (THREAD_ARCHIVED, THREAD_LOCKED):
            return localizer.render_line("error.thread_closed")
        case discord.HTTPException() if error.code in (UNKNOWN_CHANNEL, UNKNOWN_MESSAGE):
            return localizer.render_line("error.deleted")
        case discord.Forbidden():
            return localizer.render_line("error.forbidden")
        case discord.HTTPException() if error.status == 429 or error.status >= 500:
            return localizer.render_line("error.discord_down")
        case discord.RateLimited() | aiohttp.ClientError() | TimeoutError():
            return localizer.render_line("error.discord_down")
        case DatabaseFull():
            return localizer.render_line("error.disk_full")
        case ForeignTable():
            return localizer.render_line("error.moving_table")
        case StorageError():
            return localizer.render_line("error.storage")
        case _:
            return None
