"""Structured logs: one line of key=value pairs per record, on standard error."""

import copy
import json
import logging
import re
import sqlite3
import sys
import time
import traceback
from collections.abc import Iterator

import aiohttp
import discord

from engines.kernel import Message, Refused
from storage import StorageError

from .worker_processes import WorkerError

SAFE_ERRORS = (OSError, aiohttp.ClientError, discord.DiscordException, sqlite3.Error, StorageError, WorkerError)
"""Errors whose messages are written. The messages of all others, above all of rules, may quote options and hands."""
WRAPPER = discord.app_commands.CommandInvokeError
"""A safe error that quotes any other."""


def describe_error(error: BaseException) -> str:
    """Return the kind of an error, with its message only if that cannot hold hands or options."""
    name = type(error).__name__
    if isinstance(error, Refused):
        return f"{name}: {error.reason.key}"
    return f"{name}: {error}" if isinstance(error, SAFE_ERRORS) and not isinstance(error, WRAPPER) else name


def format_error(error: BaseException) -> str:
    """Return the traceback of an error and of those that led to it, the first one first, without unsafe messages."""
    lines: list[str] = []
    for link in reversed(list(_iter_causes(error))):
        if type(link).__name__ == "_RemoteTraceback":  # the traceback of another process, as text with its message
            lines += [line for line in str(link).splitlines() if re.match(r'  File "', line)]
            continue
        lines += [line.rstrip("\n") for line in traceback.format_tb(link.__traceback__)]
        lines.append(describe_error(link))
    return "\n".join(lines)


def _iter_causes(error: BaseException) -> Iterator[BaseException]:
    """Yield the error and what led to it, the members of groups included."""
    seen_ids: set[int] = set()
    unread_errors: list[BaseException] = [error]
    while unread_errors:
        link = unread_errors.pop()
        if id(link) in seen_ids:
            continue
        seen_ids.add(id(link))
        yield link
        unread_errors += link.exceptions if isinstance(link, BaseExceptionGroup) else ()
        cause = link.__cause__ or (None if link.__suppress_context__ else link.__context__)
        unread_errors += () if cause is None else (cause,)


def hide_secrets(record: logging.LogRecord) -> logging.LogRecord:
    """Return a copy of a record without hands and options: messages of errors, and refusals among its arguments."""
    safe = copy.copy(record)  # other handlers see the record too
    if isinstance(safe.args, tuple):
        safe.args = tuple(_describe_argument(arg) for arg in safe.args)
    # the message quotes a task: its error, and its name, in which discord.py puts the custom_id
    if safe.name == "asyncio":
        safe.msg, safe.args = (
            re.sub(r"name='[^']*'", "name=…", re.sub(r"exception=.*", "exception=…", safe.getMessage())),
            (),
        )
    if safe.exc_info and safe.exc_info[1] is not None:
        safe.exc_text, safe.exc_info = format_error(safe.exc_info[1]), None
    return safe


def _describe_argument(arg: object) -> object:
    if isinstance(arg, BaseException):
        return describe_error(arg)
    if isinstance(arg, discord.ui.Item | discord.ui.View | discord.ui.LayoutView | discord.ui.Modal):
        return type(arg).__name__  # its representation quotes the label
    return arg.key if isinstance(arg, Message) else arg


class OneLineFormatter(logging.Formatter):
    """Formats `at=2026-01-02T03:04:05Z level=info from=bot.maintenance text="..."`; a traceback is one quoted value.

    Hands and options are left out (`hide_secrets`).
    """

    def format(self, record: logging.LogRecord) -> str:
        record = hide_secrets(record)
        parts = {
            "at": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(record.created)),
            "level": record.levelname.lower(),
            "from": record.name,
            "text": json.dumps(record.getMessage(), ensure_ascii=False),
        }
        if record.exc_text:
            parts["error"] = json.dumps(record.exc_text, ensure_ascii=False)
        return " ".join(f"{key}={value}" for key, value in parts.items())


class _VoiceWarningFilter(logging.Filter):
    """Drops discord.py's warning that voice is not supported; this bot only writes."""

    def filter(self, record: logging.LogRecord) -> bool:
        return "voice will NOT be supported" not in record.getMessage()


VERBOSE_LOGGERS = ("discord", "aiohttp.access", "aiosqlite")
"""Loggers that write every event, request and row at DEBUG: hidden bids, hands, seeds, and tokens that open private
pages.
"""


def set_up_logging(level: str) -> None:
    """Log everything of the bot from `level` on, but only warnings of the libraries at any level: logs are copied into
    error reports and read by more people than the database.
    """
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(OneLineFormatter())
    logging.basicConfig(level=level, handlers=[handler], force=True)
    for name in VERBOSE_LOGGERS:
        logging.getLogger(name).setLevel(max(logging.getLogger().level, logging.WARNING))
    logging.getLogger("discord.client").addFilter(_VoiceWarningFilter())
