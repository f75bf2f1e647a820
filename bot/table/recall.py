"""Who acted lately, read from what is stored: a table that was not in memory knows as much as one that was."""

from __future__ import annotations

import logging
from bisect import bisect_left
from collections.abc import Sequence

from storage import Source, StorageError
from storage.play import decisions

from .acted import Recent
from .announce import Span, spans
from .live import LiveTable
from .stored import at_checkpoint, read_decision, unpack_events

log = logging.getLogger(__name__)


async def recall(source: Source, live: LiveTable) -> Recent:
    """Who acted in what was told last, and since. Where today's rules do not play that as it was: nobody, from now on.

    Raises StorageError.
    """
    assert live.match is not None
    told = await _standing(source, live)
    since = told[-1].first - 1 if told else 0
    try:
        return await _replayed(source, live, told, since)
    except StorageError:
        raise
    except Exception as error:  # noqa: BLE001 - rules that have changed may raise anything
        log.warning("game %d: what was told last is forgotten: %s: %s", live.id, type(error).__name__, error)
        return Recent(live.match.public().view(None))


async def _replayed(source: Source, live: LiveTable, told: Sequence[Span], since: int) -> Recent:
    """Play again from the beginning of the turn in which the last telling began, for an interrupted turn is told whole.

    since: the last decision before that. Raises ValueError if today's rules tell or show something else.
    """
    assert live.match is not None and live.plan.setup is not None
    match, base = await at_checkpoint(source, live.game, live.row, live.plan.setup, since)
    recent = Recent(match.public().view(None))
    ends = [span.last for span in told if span.last > base]
    for row in await decisions.live(source, live.id, base):
        if ends and ends[0] < row.n:
            recent.tell(match, ends.pop(0))
        coming, events = recent.coming(match, row.seat, row.n), unpack_events(row.events)
        played = match.apply(read_decision(row))
        if row.rules != live.game.rules and played.events != events:
            raise ValueError(f"decision {row.n} tells something else than it told")
        recent.add(coming, row.n, events)
    if ends:
        recent.tell(match, ends[0])
    if match.public().view(None) != live.match.public().view(None):
        raise ValueError("the board is another one")
    return recent


async def _standing(source: Source, live: LiveTable) -> list[Span]:
    """What was told together, the oldest first, while one of its decisions is public still: what was taken back is not,
    nor a step before it that its player has not confirmed again.
    """
    known = [row.n for row in await decisions.outline(source, live.id)]
    return [
        span
        for span in reversed(await spans(source, live.id))
        if (at := bisect_left(known, span.first)) < len(known) and known[at] <= span.last
    ]
