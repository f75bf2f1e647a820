"""Where somebody may live: from the language of their Discord, and from when they have answered. Only ever a guess that
the person is asked about: nothing is counted by it.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from zoneinfo import ZoneInfo

from storage import Source
from storage.persons import people
from storage.play import decisions

ZONES = {
    "ja": "Asia/Tokyo", "en-GB": "Europe/London", "en-US": "America/New_York", "de": "Europe/Berlin",
    "fr": "Europe/Paris", "it": "Europe/Rome", "es-ES": "Europe/Madrid", "pl": "Europe/Warsaw",
    "nl": "Europe/Amsterdam", "sv-SE": "Europe/Stockholm", "da": "Europe/Copenhagen", "no": "Europe/Oslo",
    "fi": "Europe/Helsinki",
    "cs": "Europe/Prague", "el": "Europe/Athens", "tr": "Europe/Istanbul", "uk": "Europe/Kyiv", "ru": "Europe/Moscow",
    "pt-BR": "America/Sao_Paulo", "es-419": "America/Mexico_City", "ko": "Asia/Seoul", "zh-TW": "Asia/Taipei",
    "zh-CN": "Asia/Shanghai", "th": "Asia/Bangkok", "vi": "Asia/Ho_Chi_Minh", "id": "Asia/Jakarta",
    "hi": "Asia/Kolkata",
}  # fmt: skip
"""Where most people live whose Discord speaks so."""
ELSEWHERE = ("America/Los_Angeles", "Australia/Sydney", "Pacific/Auckland")
FEWEST = 20
"""Answers from which on they tell more than the language."""
DEAD_OF_NIGHT = range(1, 7)
"""Hours of a local day in which hardly anybody answers."""
NIGHT = 23 * 60
"""When a night begins, as long as nobody says."""


def guess(locale: str | None, answered: Sequence[int]) -> str | None:
    """An IANA zone; None: nothing speaks for any. answered: when the person has answered (Unix milliseconds)."""
    first = ZONES.get(locale or "")
    if len(answered) < FEWEST:
        return first
    zones = list(dict.fromkeys([*filter(None, [first]), *ZONES.values(), *ELSEWHERE]))
    return min(zones, key=lambda zone: _at_night(zone, answered))


async def guess_of(source: Source, person: int, locale: str | None) -> str | None:
    """The same for somebody whom we have met; None as well if they have told it."""
    known = await people.get(source, person)
    if known is not None and known.zone is not None:
        return None
    return guess(locale or (known and known.reads) or None, await decisions.moments_of(source, person))


def _at_night(zone: str, answered: Sequence[int]) -> int:
    local = ZoneInfo(zone)
    return sum(datetime.fromtimestamp(at / 1000, UTC).astimezone(local).hour in DEAD_OF_NIGHT for at in answered)
