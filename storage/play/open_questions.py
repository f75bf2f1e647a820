"""Who is asked now, and since when: "whose turn" without waking the game, and the same times after a restart."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from storage import many
from storage.columns import columns
from storage.database import Source, Transaction

NEVER = 1 << 52
"""A time that does not come."""


@dataclass(frozen=True, slots=True)
class OpenQuestionRow:
    """The seat has been asked since `since_at`, or has last shown a step then and is asked on (`restart`); the first
    question of this stretch was `step` in undo epoch `epoch` (the ping's key). called_at: when the person was truly
    called, None until then. snoozed_until: the person wants no reminder before. used, running_since, reminded: the
    clock of a question off turn, as in `clocks`.
    """

    game: int
    seat: int
    step: int
    epoch: int
    since_at: int
    called_at: int | None = None
    snoozed_until: int | None = None
    used: int = 0
    running_since: int | None = None
    reminded: int = 0


async def of_game(source: Source, game: int) -> list[OpenQuestionRow]:
    """In the order of the seats."""
    found = await source.rows(f"SELECT {columns(OpenQuestionRow)} FROM asked WHERE game = ? ORDER BY seat", (game,))
    return [OpenQuestionRow(*row) for row in found]


async def of_games(source: Source, games: Sequence[int]) -> dict[int, list[OpenQuestionRow]]:
    """Of many games, each in the order of its seats."""
    return await many.of_games(source, OpenQuestionRow, "asked", games, "game, seat")


async def update(
    tx: Transaction, game: int, seats: Sequence[int], *, step: int, epoch: int, at: int
) -> tuple[int, ...]:
    """From now on exactly these seats are asked. Returns those that were not asked before: they get a ping.

    A seat that goes on being asked keeps the step and the time of its first question (see `restart`).
    """
    marks = ", ".join("?" * len(seats))
    await tx.run(f"DELETE FROM asked WHERE game = ? AND seat NOT IN ({marks})", (game, *seats))
    fresh = []
    for seat in seats:
        if await tx.run(
            "INSERT INTO asked (game, seat, step, epoch, since_at) VALUES (?, ?, ?, ?, ?)"
            " ON CONFLICT (game, seat) DO NOTHING RETURNING seat",
            (game, seat, step, epoch, at),
        ):
            fresh.append(seat)
    return tuple(fresh)


async def restart(tx: Transaction, game: int, seat: int, *, at: int) -> None:
    """The seat has shown a step and is asked on: the time counts from now, the ping's key stays."""
    await tx.run("UPDATE asked SET since_at = ? WHERE game = ? AND seat = ?", (at, game, seat))


async def mark_called(tx: Transaction, game: int, seat: int, *, step: int, epoch: int, at: int) -> None:
    """The call for this stretch of questions has reached its person. A later one changes nothing."""
    await tx.run(
        "UPDATE asked SET called_at = coalesce(called_at, ?) WHERE game = ? AND seat = ? AND step = ? AND epoch = ?",
        (at, game, seat, step, epoch),
    )


async def not_called(tx: Transaction, game: int, seat: int) -> None:
    """Somebody else is asked there now, whom nobody has called yet: the short clock of a question off turn is new."""
    await tx.run(
        "UPDATE asked SET called_at = NULL, snoozed_until = NULL, used = 0, running_since = NULL, reminded = 0"
        " WHERE game = ? AND seat = ?",
        (game, seat),
    )


async def snooze(tx: Transaction, game: int, seat: int, until: int | None) -> None:
    """No reminder of the open question before that time; None: as usual."""
    await tx.run("UPDATE asked SET snoozed_until = ? WHERE game = ? AND seat = ?", (until, game, seat))


async def set_clock(
    tx: Transaction, game: int, seat: int, *, used: int, running_since: int | None, reminded: int
) -> None:
    """What the question off turn has used of its short clock, and since when that runs (None: it stands still)."""
    await tx.run(
        "UPDATE asked SET used = ?, running_since = ?, reminded = ? WHERE game = ? AND seat = ?",
        (used, running_since, reminded, game, seat),
    )


async def running(source: Source) -> list[OpenQuestionRow]:
    """All whose short clock runs, of every game."""
    found = await source.rows(f"SELECT {columns(OpenQuestionRow)} FROM asked WHERE running_since IS NOT NULL")
    return [OpenQuestionRow(*row) for row in found]
