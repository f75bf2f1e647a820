"""Settings come from environment variables; a wrong one is reported by its name, with what was expected."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import cast

from yarl import URL

from .table.lobby.agreement import PUBLIC_LANGUAGES, PublicLang

CALLS = ("card", "post")
OFF_ON = ("off", "on")
PICTURES = ("processes", "threads")
FONTS = ("TEBAN_FONT_REGULAR", "TEBAN_FONT_BOLD")
"""Read where text is drawn; looked at here so that a wrong one stops the start."""
LOG_LEVELS = ("DEBUG", "INFO", "WARNING", "ERROR")


class WrongSetting(ValueError):
    """An environment variable cannot be used. The message names it, what was expected and what came."""


@dataclass(frozen=True, slots=True)
class Settings:
    """token: None = no Discord, the playground instead. language: of public posts where the server's says nothing.

    host, port: where the playground listens (port None: its own choice, 0: any free one).
    api: base address of Discord's API, None = the real one. validate: the playground refuses what Discord would refuse.
    metrics: port of the page for Prometheus on `host`, None: there is none.
    pictures: where they are drawn; in threads of the bot it takes less memory, and presses wait for them.
    calls: "card": the card calls whoever is on turn; "post": a post of its own does. limits: requests are held back as
    Discord demands; off only for a stand-in.
    """

    token: str | None = None
    database: Path = Path("teban.sqlite3")
    language: PublicLang = "en"
    log: str = "INFO"
    host: str = "127.0.0.1"
    port: int | None = None
    api: URL | None = None
    validate: bool = False
    calls: str = "card"
    metrics: int | None = None
    limits: bool = True
    pictures: str = "processes"

    @classmethod
    def read(cls, environment: Mapping[str, str]) -> Settings:
        """From DISCORD_TOKEN, TEBAN_DB, TEBAN_LANG, TEBAN_LOG, TEBAN_HOST, TEBAN_PORT, TEBAN_API,
        TEBAN_VALIDATE, TEBAN_CALLS, TEBAN_METRICS, TEBAN_LIMITS,
        TEBAN_PICTURES.

        An empty one counts as absent. Raises WrongSetting.
        """
        default = cls()
        given = {name: value.strip() for name, value in environment.items() if value.strip()}
        for name in FONTS:
            if name in given and not Path(given[name]).is_file():
                raise WrongSetting(f"{name}: expected a font file, got {given[name]!r}")
        return cls(
            token=given.get("DISCORD_TOKEN"),
            database=Path(given.get("TEBAN_DB", default.database)),
            language=cast(PublicLang, _one_of(given, "TEBAN_LANG", PUBLIC_LANGUAGES, default.language)),
            log=_one_of(given, "TEBAN_LOG", LOG_LEVELS, default.log),
            host=given.get("TEBAN_HOST", default.host),
            port=_port(given.get("TEBAN_PORT")),
            api=_address(given.get("TEBAN_API")),
            validate=_one_of(given, "TEBAN_VALIDATE", OFF_ON, "off") == "on",
            calls=_one_of(given, "TEBAN_CALLS", CALLS, default.calls),
            metrics=_port(given.get("TEBAN_METRICS"), "TEBAN_METRICS"),
            limits=_one_of(given, "TEBAN_LIMITS", OFF_ON, "on") == "on",
            pictures=_one_of(given, "TEBAN_PICTURES", PICTURES, default.pictures),
        )


def _one_of(given: Mapping[str, str], name: str, allowed: tuple[str, ...], default: str) -> str:
    value = given.get(name, default)
    for one in allowed:
        if value.casefold() == one.casefold():
            return one
    raise WrongSetting(f"{name}: expected one of {', '.join(allowed)}, got {value!r}")


def _port(value: str | None, name: str = "TEBAN_PORT") -> int | None:
    if value is None:
        return None
    if not value.isascii() or not value.isdigit() or not 0 <= int(value) <= 65535:
        raise WrongSetting(f"{name}: expected a port number 0 to 65535 (0: any free one), got {value!r}")
    return int(value)


def _address(value: str | None) -> URL | None:
    if value is None:
        return None
    try:
        url = URL(value)
    except ValueError as error:
        raise WrongSetting(f"TEBAN_API: expected an address like http://127.0.0.1:8230, got {value!r}") from error
    if url.scheme not in ("http", "https") or not url.host:
        raise WrongSetting(f"TEBAN_API: expected an address like http://127.0.0.1:8230, got {value!r}")
    return url
