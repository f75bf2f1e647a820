"""Settings from environment variables; a wrong one is reported by its name, with what was expected."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import cast

from yarl import URL

from storage import DatabaseAddress, ServerAddress, parse_database_address
from storage.address import EXAMPLE

from .table.terms.languages import PUBLIC_LANGUAGES, PublicLang

OFF_ON = ("off", "on")
PICTURES = ("processes", "threads")
FONT_VARIABLES = ("TEBAN_FONT_REGULAR", "TEBAN_FONT_BOLD", "TEBAN_FONT_SERIF")
"""Read by the drawing code; checked here so that a wrong one stops the start."""
MAX_SHARDS = 4_096
LOG_LEVELS = ("DEBUG", "INFO", "WARNING", "ERROR")


class WrongSetting(ValueError):
    """An environment variable cannot be used. The message names it, what was expected and what came."""


@dataclass(frozen=True, slots=True)
class Settings:
    """The bot's settings."""

    token: str | None = None
    """None: no Discord, the playground instead."""
    database: DatabaseAddress = Path("teban.sqlite3")
    """Path of an SQLite file, or the address of a PostgreSQL server."""
    language: PublicLang = "en"
    """Language of public posts where the server has none."""
    log_level: str = "INFO"
    """Lowest level that is logged, one of LOG_LEVELS."""
    listen_address: str = "127.0.0.1"
    """Address on which the playground and the metrics page listen."""
    port: int | None = None
    """Port of the playground. None: its default, 0: any free one."""
    api_url: URL | None = None
    """Base address of Discord's API; None: the real one."""
    is_strict: bool = False
    """The playground refuses what Discord would refuse."""
    metrics_port: int | None = None
    """Port of the Prometheus page on `listen_address`; None: no page."""
    has_rate_limits: bool = True
    """Requests respect Discord's rate limits; turn off only for a fake Discord."""
    shard_count: int | None = None
    """Number of shards of the installation, whose processes share a PostgreSQL database; None: one process has all."""
    heartbeat: Path | None = None
    """File that is touched while the process is well; None: beside the database, or a row on its server."""
    picture_workers: str = "processes"
    """The workers that draw pictures: processes or threads. Threads of the bot take less memory, but interactions wait
    for them.
    """

    @classmethod
    def read(cls, environment: Mapping[str, str]) -> Settings:
        """Read DISCORD_TOKEN, TEBAN_DB, TEBAN_LANG, TEBAN_LOG, TEBAN_HOST, TEBAN_PORT, TEBAN_API, TEBAN_VALIDATE,
        TEBAN_METRICS, TEBAN_LIMITS, TEBAN_PICTURES, TEBAN_SHARDS and TEBAN_HEARTBEAT.

        An empty one counts as absent. Raises WrongSetting.
        """
        default = cls()
        values = {name: value.strip() for name, value in environment.items() if value.strip()}
        for name in FONT_VARIABLES:
            if name in values and not Path(values[name]).is_file():
                raise WrongSetting(f"{name}: expected a font file, got {values[name]!r}")
        if any(character.isspace() for character in values.get("DISCORD_TOKEN", "")):
            raise WrongSetting("DISCORD_TOKEN: expected one word, got one with a space or a line break inside")
        database = _parse_database(values.get("TEBAN_DB")) or default.database
        shard_count = _parse_shards(values.get("TEBAN_SHARDS"))
        if shard_count is not None and not isinstance(database, ServerAddress):
            raise WrongSetting(
                f"TEBAN_SHARDS: got {values['TEBAN_SHARDS']!r}, but processes share a PostgreSQL database only:"
                f" expected TEBAN_DB to be like {EXAMPLE}"
            )
        return cls(
            token=values.get("DISCORD_TOKEN"),
            database=database,
            language=cast(PublicLang, _parse_choice(values, "TEBAN_LANG", PUBLIC_LANGUAGES, default.language)),
            log_level=_parse_choice(values, "TEBAN_LOG", LOG_LEVELS, default.log_level),
            listen_address=values.get("TEBAN_HOST", default.listen_address),
            port=_parse_port(values.get("TEBAN_PORT")),
            api_url=_parse_address(values.get("TEBAN_API")),
            is_strict=_parse_choice(values, "TEBAN_VALIDATE", OFF_ON, "off") == "on",
            metrics_port=_parse_port(values.get("TEBAN_METRICS"), "TEBAN_METRICS"),
            has_rate_limits=_parse_choice(values, "TEBAN_LIMITS", OFF_ON, "on") == "on",
            shard_count=shard_count,
            heartbeat=Path(values["TEBAN_HEARTBEAT"]) if "TEBAN_HEARTBEAT" in values else None,
            picture_workers=_parse_choice(values, "TEBAN_PICTURES", PICTURES, default.picture_workers),
        )


def _parse_choice(values: Mapping[str, str], name: str, allowed: tuple[str, ...], default: str) -> str:
    value = values.get(name, default)
    for choice in allowed:
        if value.casefold() == choice.casefold():
            return choice
    raise WrongSetting(f"{name}: expected one of {', '.join(allowed)}, got {value!r}")


def _parse_port(value: str | None, name: str = "TEBAN_PORT") -> int | None:
    if value is None:
        return None
    if not value.isascii() or not value.isdigit() or not 0 <= int(value) <= 65535:
        raise WrongSetting(f"{name}: expected a port number 0 to 65535 (0: any free one), got {value!r}")
    return int(value)


def _parse_shards(value: str | None) -> int | None:
    if value is None:
        return None
    if not value.isascii() or not value.isdigit() or not 1 <= int(value) <= MAX_SHARDS:
        raise WrongSetting(f"TEBAN_SHARDS: expected a number of shards from 1 to {MAX_SHARDS}, got {value!r}")
    return int(value)


def _parse_database(value: str | None) -> DatabaseAddress | None:
    try:
        return None if value is None else parse_database_address(value)
    except ValueError as error:  # the address may hold a password: it is not repeated
        raise WrongSetting(f"TEBAN_DB: {error}") from None


def _parse_address(value: str | None) -> URL | None:
    if value is None:
        return None
    try:
        url = URL(value)
    except ValueError as error:
        raise WrongSetting(f"TEBAN_API: expected an address like http://127.0.0.1:8230, got {value!r}") from error
    if url.scheme not in ("http", "https") or not url.host:
        raise WrongSetting(f"TEBAN_API: expected an address like http://127.0.0.1:8230, got {value!r}")
    return url
