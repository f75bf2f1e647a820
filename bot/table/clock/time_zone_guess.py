"""Guess a person's time zone from the language of their Discord and the times of their answers. The person is asked to
confirm it; nothing is computed from a guess.
"""

from collections.abc import Sequence
from datetime import UTC, datetime
from zoneinfo import ZoneInfo

from storage import Source
from storage.persons import people
from storage.play import personal_decisions

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
"""The zone of most people with this Discord language."""
ELSEWHERE = ("America/Los_Angeles", "Australia/Sydney", "Pacific/Auckland")
MIN_ANSWERS = 20
"""Minimum number of answers that outweighs the language."""
DEAD_OF_NIGHT = range(1, 7)
"""Local hours in which hardly anybody answers."""
PROPOSED_NIGHT = 23 * 60
"""Proposed beginning of the night, in minutes after midnight."""


def guess_zone(locale: str | None, answer_times: Sequence[int]) -> str | None:
    """Return an IANA zone; None without any evidence. answer_times: of the person's answers (Unix milliseconds)."""
    first = ZONES.get(locale or "")
    if len(answer_times) < MIN_ANSWERS:
        return first
    zones = list(dict.fromkeys([*filter(None, [first]), *ZONES.values(), *ELSEWHERE]))
    return min(zones, key=lambda zone: _count_night_answers(zone, answer_times))


async def guess_zone_of(source: Source, person: int, locale: str | None) -> str | None:
    """Return the guess for a known person; None also if they have set their zone."""
    person_row = await people.load_person(source, person)
    if person_row is not None and person_row.zone is not None:
        return None
    return guess_zone(
        locale or (person_row and person_row.reads) or None, await personal_decisions.load_answer_times(source, person)
    )


def _count_night_answers(zone: str, answer_times: Sequence[int]) -> int:
    """Count the answers given in the dead of night of this zone."""
    local = ZoneInfo(zone)
    return sum(datetime.fromtimestamp(at / 1000, UTC).astimezone(local).hour in DEAD_OF_NIGHT for at in answer_times)
