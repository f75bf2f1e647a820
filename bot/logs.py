"""Structured logs: one line of key=value pairs per record, on standard error."""

import json
import logging
import sys
import time


class OneLineFormatter(logging.Formatter):
    """Formats `at=2026-01-02T03:04:05Z level=info from=bot.maintenance text="..."`; a traceback is one quoted value."""

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
