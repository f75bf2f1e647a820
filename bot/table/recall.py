"""Who acted lately, read from what is stored: a table that was not in memory knows as much as one that was."""

from __future__ import annotations

import logging
from bisect import bisect_left

from storage import Source
from storage.play import decisions

from .acted import Recent
from .announce import Span, spans
from .live import LiveTable
from .stored import at_checkpoint, read_decision, unpack_events

log = logging.getLogger(__name__)


async def recall(source: Source, live: LiveTable) -> Recent:
    """Who acted in what was told last, and since. Where today's rules cannot play that again: nobody, from now on."""
    assert live.match is not None
    try:
        return await _played_again(source, live)
    except Exception:  # rules that have changed may raise anything
        log.exception("game %d: today's rules cannot play again what was told last", live.id)
        return Recent(live.match.public().view(None))


async def _played_again(source: Source, live: LiveTable) -> Recent:
    """From the beginning of the turn in which the last telling began: a turn that was interrupted is told whole."""
    assert live.plan.setup is not None
    told = await _standing(source, live)
    since = told[-1].first - 1 if told else 0
    match, base = await at_checkpoint(source, live.game, live.row, live.plan.setup, since)
    recent = Recent(match.public().view(None))
    ends = [span.last for span in told if span.last > base]
    for row in await decisions.live(source, live.id, base):
        if ends and ends[0] < row.n:
            recent.tell(match)
            del ends[0]
        recent.acts(match, row.seat)
        match.apply(read_decision(row))
        recent.say(row.n, unpack_events(row.events))
    if ends:
        recent.tell(match)
    return recent


async def _standing(source: Source, live: LiveTable) -> list[Span]:
    """What was told together and was not wholly taken back, the oldest first."""
    known = [row.n for row in await decisions.outline(source, live.id)]
    return [
        span
        for span in reversed(await spans(source, live.id))
        if (at := bisect_left(known, span.first)) < len(known) and known[at] <= span.last
    ]
