"""Bounds of a game file that comes from outside: they are checked before anything is built from it."""

import json
import time
from collections.abc import Iterable, Iterator

from engines.kernel import Decision, Game, Setup

MAX_FILE_BYTES = 4_000_000
MAX_DECISIONS = 20_000
"""Several times the longest game with all its changed answers."""
MAX_KEYS, MAX_KEY_LENGTH = 200, 200
MAX_TEXT_LENGTH = 200
MAX_NUMBER = 2**53
MAX_SECONDS = 8.0
"""Time for a whole verification."""
MAX_QUOTE = 300
"""Maximum characters of a finding."""
MAX_LISTING = 21_000
"""Maximum characters of a finding that lists the texts of a file to compare them in full (`check_bounds`)."""


class OutOfBounds(ValueError):
    """A part of the file is larger than that of any true game. The message names it."""


class TimeBudget:
    """The time that is left for a file."""

    def __init__(self, seconds: float = MAX_SECONDS) -> None:
        self._ends_at = time.monotonic() + seconds
        """Seconds of the monotonic clock."""

    @property
    def is_over(self) -> bool:
        return time.monotonic() > self._ends_at


def check_bounds(
    game: Game[object],
    setup: Setup,
    decision_pairs: Iterable[tuple[Decision, int]],
    texts: Iterable[str],
    numbers: Iterable[int],
) -> None:
    """Check everything of the file. Raises OutOfBounds."""
    if setup.seats not in game.seat_counts:
        raise OutOfBounds(f"expected {' or '.join(map(str, game.seat_counts))} seats, got {shorten(str(setup.seats))}")
    allowed = {option.id: option.values for option in game.options}
    for option, value in setup.options.items():
        if value not in allowed.get(option, (value,)):
            raise OutOfBounds(f"expected {option} to be one of {', '.join(allowed[option])}, got {shorten(value)}")
    _check_text("a setting", [*setup.colors, *setup.options, *setup.options.values()], len(game.options) * 4 + 20)
    _check_text("a text", texts, 100)
    for number in numbers:
        _check_number("a number", number, MAX_NUMBER)
    for nth, (decision, version) in enumerate(decision_pairs, 1):
        if nth > MAX_DECISIONS:
            raise OutOfBounds(f"expected at most {MAX_DECISIONS} decisions")
        _check_number("a seat", decision.seat, setup.seats - 1)
        _check_number("a step", decision.step, MAX_DECISIONS)
        _check_number("a version of the rules", version, 10_000)
        _check_text("an answer", decision.keys, MAX_KEYS)


def _check_number(name: str, number: int, max_number: int) -> None:
    if not 0 <= number <= max_number:
        raise OutOfBounds(f"expected {name} of 0 to {max_number}, got {shorten(str(number))}")


def _check_text(name: str, texts: Iterable[str], max_count: int) -> None:
    for nth, text in enumerate(texts, 1):
        if nth > max_count or len(text) > MAX_TEXT_LENGTH:
            raise OutOfBounds(f"expected {name} of at most {max_count} parts with {MAX_TEXT_LENGTH} characters each")


def escape_text(text: str, max_length: int = MAX_QUOTE) -> str:
    """Return a text for a terminal in one line: control characters, also those of other scripts, are written out."""
    return "".join(_escape_characters(text[:max_length] + ("…" if len(text) > max_length else "")))


def _escape_characters(text: str) -> Iterator[str]:
    for character in text:
        yield character if character.isprintable() else json.dumps(character)[1:-1]


def shorten(text: str) -> str:
    """Return a quoted value, cut to a readable length."""
    return text if len(text) <= 40 else f"{text[:40]}…"
