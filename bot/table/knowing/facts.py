"""How a person usually plays, as facts: in how much waking time they answer, how many games they brought to an end.

They stand where somebody decides whether to play together, and where the person looks: no percentages, no colours, no
order of merit. Nights, rest days and holidays do not count, nor do answers that others or standing answers gave, nor
those that follow the first in one sitting.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import quantiles

from bot.table.time.hours import YEAR, Hours, Span
from bot.table.time.lives import hours_of
from storage import Source
from storage.persons import absences
from storage.play import decisions, results, seats, stretches
from storage.play import games as game_rows
from storage.play.decisions import OutlineRow

from .excuses import given_up

FOREVER = 1 << 62
FEWEST = 20
"""Turns below which somebody is new here."""


@dataclass(frozen=True, slots=True)
class Facts:
    """Of the last twelve months. turns: answers that count; quick, slow: waking milliseconds in whose bounds the middle
    half of them came; finished: games since the person last gave up a seat (not in an emergency), or all; away: the
    absences that they have told, present and to come (Unix milliseconds).
    """

    turns: int
    quick: int
    slow: int
    finished: int
    away: tuple[Span, ...] = ()

    @property
    def is_new(self) -> bool:
        return self.turns < FEWEST


async def facts(source: Source, person: int, now: int) -> Facts:
    """What is known of the person."""
    since = now - YEAR
    hours = (await hours_of(source, [person])).get(person, Hours())
    waited: list[int] = []
    for row in await game_rows.of_person(source, person, "playing", "over", "ended"):
        if (row.ended_at or now) < since or row.started_at is None:
            continue
        rows = await decisions.outline(source, row.id)
        for seat, first, until in await _held(source, row.id, person):
            waited += [took for at, took in _answers(rows, seat, first, until, row.started_at, hours) if at >= since]
    gave_up = max(await given_up(source, person), default=0)
    finished = sum(row.at > max(gave_up, since) for row in await results.of_person(source, person))
    middle = quantiles(waited, n=4) if len(waited) > 1 else [0.0, 0.0, 0.0]
    away = tuple(
        (one.from_at, one.until_at) for one in await absences.of_person(source, person, now) if one.kind != "net"
    )
    return Facts(len(waited), int(middle[0]), int(middle[2]), finished, away)


async def _held(source: Source, game: int, person: int) -> list[tuple[int, int, int]]:
    """(seat, first decision, last decision) of the person's time at a table."""
    by_seat: dict[int, list[tuple[int, int | None]]] = {
        row.seat: [(1, row.person)] for row in await seats.of_game(source, game)
    }
    changed: dict[int, list[tuple[int, int | None]]] = {}
    for stretch in await stretches.of_game(source, game):
        changed.setdefault(stretch.seat, []).append((stretch.from_n, stretch.person))
    found = []
    for seat, held in (by_seat | changed).items():
        ends = [*(later - 1 for later, _ in held[1:]), FOREVER]
        found += [(seat, first, end) for (first, who), end in zip(held, ends, strict=True) if who == person]
    return found


def _answers(
    rows: Sequence[OutlineRow], seat: int, first: int, last: int, begun: int, hours: Hours
) -> list[tuple[int, int]]:
    """(when, after how much waking time) of each answer of the seat that came first in its sitting."""
    found = []
    step, asked, by = -1, begun, -1  # the question; since when it is open; who answered the one before
    before, seat_before = begun, -1
    for row in rows:
        if row.step != step:
            step, asked, by = row.step, before, seat_before
        if row.seat == seat != by and row.origin == "person" and first <= row.n <= last:
            found.append((row.at, hours.waking(asked, row.at)))
        before, seat_before = row.at, row.seat
    return found
