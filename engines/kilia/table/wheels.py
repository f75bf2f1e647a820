"""The ship's wheels (R3, R13): which numbers can be had, which of them is next."""

from __future__ import annotations

from engines.kilia.data.content import CONTENT
from engines.kilia.data.types import Achievement

from .state import State, Wheel

DATA = CONTENT.data


def printed_numbers(achievement: Achievement, wheel: Wheel) -> tuple[int, ...]:
    """R3 The numbers that lie open, those of an extra wheel in place of what it covers."""
    return DATA.achievements[achievement].wheel if wheel.extra is None else DATA.extra_wheels[wheel.extra].wheel


def numbers(achievement: Achievement, wheel: Wheel, seats: int) -> tuple[int, ...]:
    """R3 The usable ones. With two players an unused chip covers the second-highest."""
    printed = printed_numbers(achievement, wheel)
    covered = DATA.setup.two_player_cover_rank - 1 if seats == 2 else None
    return tuple(number for rank, number in enumerate(printed) if rank != covered)


def next_number(s: State, achievement: Achievement) -> int:
    """R13 The number that the markers of this round will share: the next free one, the last if none is left."""
    wheel = s.wheels[achievement]
    return numbers(achievement, wheel, len(s.players))[next_space(wheel)]


def next_space(wheel: Wheel) -> int:
    """R13 Its place: the centre is 0, then left to right below it."""
    used = sum(1 for markers in wheel.placed if markers)
    return min(used, len(wheel.placed) - 1)
