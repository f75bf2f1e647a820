"""A game step by step: what everybody may know of each decision, and how the board stood after it.

Unconfirmed decisions are no steps. Decisions that other rules played stand as one step with the rest of their turn:
their checkpoints can be shown, what lay between them cannot be played again for certain.
"""

from __future__ import annotations

import logging
from bisect import bisect_right
from dataclasses import dataclass
from typing import Any, NamedTuple

from bot.table.live import LiveTable
from bot.table.service import TableService
from engines.kernel import Seat
from storage.play import decisions

from .chapters import Chapter, Mark, chapters, marks
from .own import own_since

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Step:
    """After decision n (0: the beginning). ends: a turn ended with it, or the game has come so far."""

    n: int
    seat: Seat | None
    at: int
    ends: bool


@dataclass(frozen=True, slots=True)
class Course:
    """The steps of a game in order (the first is the beginning), and its chapters."""

    steps: tuple[Step, ...]
    chapters: tuple[Chapter, ...]
    marks: tuple[Mark, ...]

    def chosen(self, turns: bool, seat: Seat | None) -> tuple[Step, ...]:
        """Turn by turn or decision by decision; of one seat, or of all. The beginning always belongs to it."""
        first, *rest = self.steps
        kept = [step for step in rest if seat is None or step.seat == seat]
        if turns and seat is None:
            kept = [step for step in kept if step.ends]
        elif turns:
            kept = [step for step, after in zip(kept, [*kept[1:], None], strict=True) if self._leaves(step, after)]
        return (first, *kept)

    def _leaves(self, step: Step, after: Step | None) -> bool:
        """The seat's turn is over before its next step."""
        return after is None or any(step.n <= other.n < after.n and other.ends for other in self.steps)

    def before(self, step: Step, turns: bool) -> Step | None:
        """The step to compare it with: where the turn before it ended, or the decision before it."""
        earlier = [one for one in self.steps if one.n < step.n and (one.ends or not turns)]
        return earlier[-1] if earlier else None

    def chapter(self, n: int) -> Chapter | None:
        """The chapter in which decision n was made (0: the first)."""
        return next((chapter for chapter in self.chapters if chapter.has(max(n, 1))), None)


def at_or_before(steps: tuple[Step, ...], n: int) -> int:
    """The index of the last step with at most this number."""
    return max(0, bisect_right([step.n for step in steps], n) - 1)


async def course(tables: TableService, live: LiveTable) -> Course:
    """All that happened up to what everybody may know."""
    found = await marks(tables, live)
    ends = {mark.n for mark in found}
    rows = await decisions.outline(tables.db, live.id)
    steps = [Step(0, None, live.row.started_at or live.row.created_at, True)]
    for row in rows:
        if row.rules == live.game.rules or row.n in ends:
            last = row.n == rows[-1].n
            steps.append(Step(row.n, row.seat, row.at, row.n in ends or last))
    return Course(tuple(steps), chapters(found), found)


class Seen(NamedTuple):
    """A View, and the seat with whose eyes it was made (None: everybody's)."""

    view: Any
    seat: Seat | None


async def view_after(
    tables: TableService, live: LiveTable, n: int, seat: Seat | None, person: int | None = None
) -> Seen | None:
    """How the board stood after decision n, which everybody knows of; None if it cannot be shown.

    The seat's own view is shown from the first decision on that was the person's (None: its holder's), before that
    everybody's.
    """
    if n > live.public_n:
        return None
    if seat is not None and n < await own_since(tables.db, live, seat, person):
        seat = None
    try:
        match = (await tables.stored(tables.db, live, n)).match
        return Seen(match.now(seat), seat)
    except Exception as error:  # noqa: BLE001 - rules that have changed may raise anything
        log.info("game %d after decision %d cannot be shown: %s", live.id, n, error)
        return None


async def points(tables: TableService, live: LiveTable) -> tuple[tuple[int, tuple[int, ...]], ...]:
    """The points of each seat at the checkpoints: (index of the checkpoint, points by seat).

    Where the game keeps them secret they are counted from its States, so this is for games that are over.
    """
    found = []
    for i, mark in enumerate(await marks(tables, live)):
        told = None if mark.moment is None else mark.moment.standing
        if told is None and live.row.status == "over":
            told = await _counted(tables, live, mark.n)
        if told is not None:
            found.append((i, told))
    return tuple(found)


async def _counted(tables: TableService, live: LiveTable, n: int) -> tuple[int, ...] | None:
    try:
        scores = {score.seat: score.total for score in (await tables.stored(tables.db, live, n)).match.scores()}
        return tuple(scores[seated.seat] for seated in live.seats)
    except Exception as error:  # noqa: BLE001 - rules that have changed may raise anything
        log.info("game %d after decision %d cannot be counted: %s", live.id, n, error)
        return None
