"""Structured logs: one line of key=value pairs per record, on standard error."""

from __future__ import annotations

import json
import logging
import sys
import time


class OneLine(logging.Formatter):
    """`at=2026-01-02T03:04:05Z level=info from=bot.upkeep text="..."`; a traceback is one quoted value."""

    def format(self, record: logging.LogRecord) -> str:
        parts = {
            "at": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(record.created)),
            "level": record.levelname.lower(),
            "from": record.name,
            "text": json.dumps(record.getMessage(), ensure_ascii=False),
        }
        if record.exc_info:
            parts["error"] = json.dumps(self.formatException(record.exc_info), ensure_ascii=False)
        return " ".join(f"{key}={value}" for key, value in parts.items())


class _NoVoice(logging.Filter):
    """discord.py warns at every start that it cannot speak; this bot writes."""

    def filter(self, record: logging.LogRecord) -> bool:
        return "voice will NOT be supported" not in record.getMessage()


TALKATIVE = ("discord", "aiohttp.access", "aiosqlite")
"""At DEBUG they write every event, request and row: hidden bids, hands, seeds, and tokens that open private pages."""


def set_up(level: str) -> None:
    """Everything of the bot from `level` on; of the libraries only what matters, whatever the level: a log is copied
    into reports of errors and read by more people than the database.
    """
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(OneLine())
    logging.basicConfig(level=level, handlers=[handler], force=True)
    for name in TALKATIVE:
        logging.getLogger(name).setLevel(max(logging.getLogger().level, logging.WARNING))
    logging.getLogger("discord.client").addFilter(_NoVoice())
