"""Nothing fails silently: every callback runs under `guarded`, and whatever goes wrong is said in the reader's
language.

discord.py only logs what a component's callback raises; the person would read "interaction failed".
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Awaitable, Callable
from typing import Any

import aiohttp
import discord
from discord import Interaction
from discord.app_commands import Choice

from bot import metrics
from bot.discord_ui.page.layout import Key
from bot.discord_ui.rulebook.lookup import rule_key
from bot.discord_ui.text.voice import Voice, lang_of
from bot.table import Person
from engines.kernel import Refused
from storage import DatabaseFull, StorageError

from .click import Click
from .first_answer import FirstAnswer
from .user_error import UserError

log = logging.getLogger(__name__)

UNKNOWN_CHANNEL, UNKNOWN_MESSAGE, UNKNOWN_INTERACTION = 10003, 10008, 10062
ALREADY_ANSWERED = 40060
MISSING_ACCESS, THREAD_ARCHIVED, THREAD_LOCKED = 50001, 50083, 160005
"""Discord's error codes."""

GONE = (UNKNOWN_INTERACTION, ALREADY_ANSWERED)
"""The person's window for an answer is closed; there is nothing left to answer to."""


async def guarded(interaction: Interaction[Any], work: Callable[[Click], Awaitable[None]]) -> None:
    """Do what the person asked for; say what went wrong, if something did."""
    click: Click | None = None
    answering: set[asyncio.Task[Any]] = interaction.client.answering
    task = asyncio.current_task()
    assert task is not None
    answering.add(task)
    task.add_done_callback(answering.discard)
    first = FirstAnswer(interaction)
    async with first.in_time():
        try:
            with metrics.timed(metrics.CLICKS.labels(interaction.type.name)):
                click = await Click.of(interaction, first)
                await work(click)
            await click.keep_language()
        except Exception as error:  # noqa: BLE001 - the last place where it can be said to the person
            await report(interaction, error, click or Click(interaction, _nobody(interaction), first))


async def report(interaction: Interaction[Any], error: BaseException, click: Click | None = None) -> None:
    """Say it to the person; what nobody expected is written to the log under an id that the person sees."""
    click = click or Click(interaction, _nobody(interaction))
    voice = click.voice
    text = refusal(voice, error) or known_failure(voice, error)
    if text is None:
        error_id = secrets.token_hex(3)
        metrics.ERRORS.inc()
        log.error("unexpected error %s in %s", error_id, _name(interaction), exc_info=error)
        text = voice.line("error.unexpected", id=error_id)
    elif not isinstance(error, Refused | UserError):
        log.warning("%s: %s", _name(interaction), error)
    keys = await _cited(click, error)
    try:
        await click.tell(text, *keys)
    except discord.HTTPException as second:
        # Too late to answer (the token is gone), or Discord itself is down: the log is all that remains.
        log.warning("%s: no answer possible: %s", _name(interaction), second)


async def _cited(click: Click, error: BaseException) -> tuple[Key, ...]:
    """A button to the paragraph that an error cites; the answer goes without it if the table cannot be opened."""
    if not isinstance(error, Refused) or error.rule is None:
        return ()
    try:
        game = await click.game_here()
    except Exception:  # the table may be what is broken; the person is told of the first error all the same
        log.exception("%s: the cited paragraph is not offered", _name(click.interaction))
        return ()
    key = None if game is None else rule_key(game, error.rule, click.voice)
    return () if key is None else (key,)


def refusal(voice: Voice, error: BaseException) -> str | None:
    """What the rules or the table did not allow, with the paragraph that says so."""
    if isinstance(error, UserError):
        return voice.line(error.key, **error.args_)
    if not isinstance(error, Refused):
        return None
    text = voice.msg(error.reason)
    return text if error.rule is None else f"{text}\n-# {error.rule}"


def known_failure(voice: Voice, error: BaseException) -> str | None:
    """Failures of Discord or the database that have a sentence of their own for the person."""
    match error:
        case discord.NotFound() if error.code in GONE:
            return voice.line("error.expired")
        case discord.HTTPException() if error.code in GONE:
            return voice.line("error.expired")
        case discord.HTTPException() if error.code in (THREAD_ARCHIVED, THREAD_LOCKED):
            return voice.line("error.thread_closed")
        case discord.HTTPException() if error.code in (UNKNOWN_CHANNEL, UNKNOWN_MESSAGE):
            return voice.line("error.deleted")
        case discord.Forbidden():
            return voice.line("error.forbidden")
        case discord.HTTPException() if error.status == 429 or error.status >= 500:
            return voice.line("error.discord_down")
        case discord.RateLimited() | aiohttp.ClientError() | TimeoutError():
            return voice.line("error.discord_down")
        case DatabaseFull():
            return voice.line("error.disk_full")
        case StorageError():
            return voice.line("error.storage")
        case _:
            return None


def _nobody(interaction: Interaction[Any]) -> Person:
    return Person(interaction.user.id, interaction.user.display_name, lang_of(interaction.locale))


def _name(interaction: Interaction[Any]) -> str:
    data: Any = interaction.data or {}
    return f"{interaction.type.name} {data.get('name') or data.get('custom_id') or interaction.id}"


async def offered(
    interaction: Interaction[Any], offers: Callable[[Click], Awaitable[list[Choice[str]]]]
) -> list[Choice[str]]:
    """The completions of a text. Where nothing can be offered (no table, no seat) the command itself says why."""
    try:
        return (await offers(await Click.of(interaction)))[:25]
    except (Refused, UserError):
        return []
    except Exception:  # as in `guarded`, but Discord takes no words here: the list is empty
        log.exception("completion of %s", _name(interaction))
        return []
