"""Recent actions rebuilt from the database, so that a table just loaded knows as much as one that stayed in memory."""

import logging
from bisect import bisect_left
from collections.abc import Sequence

from bot.table.notices.outbox import DecisionSpan, load_published_spans
from bot.table.state.recent_actions import RecentActions
from bot.table.state.stored_match import load_checkpoint, read_decision, unpack_events
from bot.table.state.table import Table
from storage import Source, StorageError
from storage.play import decisions

log = logging.getLogger(__name__)


async def reload_actions(source: Source, table: Table) -> None:
    """Set what the table remembers of its decisions, after it was loaded or a decision was taken back. Raises
    StorageError.
    """
    table.recent_actions = await _load_recent_actions(source, table)
    table.moved_seats = set(await decisions.load_active_seats(source, table.id))


async def _load_recent_actions(source: Source, table: Table) -> RecentActions:
    """Return the actions of the last publication and all since; empty if the present rules replay them differently.

    Raises StorageError.
    """
    assert table.match is not None
    published = await _load_valid_spans(source, table)
    since = published[-1].first - 1 if published else 0
    try:
        return await _replay_actions(source, table, published, since)
    except StorageError:
        raise
    except Exception as error:  # noqa: BLE001 - rules that have changed may raise anything
        log.warning("table %d: the last published actions are forgotten: %s", table.id, error)
        return RecentActions(table.match.build_public_match().build_view(None))


async def _replay_actions(source: Source, table: Table, published: Sequence[DecisionSpan], since: int) -> RecentActions:
    """Replay from the beginning of the turn in which the last post of a turn began: an interrupted turn is shown as
    a whole.

    since: the last decision before that post. Raises ValueError if today's rules produce other events or another
    board.
    """
    assert table.match is not None and table.settings.setup is not None
    match, base = await load_checkpoint(source, table.game, table.row, table.settings.setup, since)
    recent = RecentActions(match.build_public_match().build_view(None))
    ends = [span.last for span in published if span.last > base]
    for row in await decisions.load_active(source, table.id, base):
        if ends and ends[0] < row.n:
            recent.mark_published(match, ends.pop(0))
        pending, events = recent.find_pending_action(match, row.seat, row.n), unpack_events(row.events)
        applied = match.apply(read_decision(row))
        if row.rules != table.game.rules_version and applied.events != events:
            raise ValueError(f"decision {row.n} has other events than those that are stored")
        recent.add_decision(pending, row.n, events)
    if ends:
        recent.mark_published(match, ends[0])
    if match.build_public_match().build_view(None) != table.match.build_public_match().build_view(None):
        raise ValueError("the board is another one")
    return recent


async def _load_valid_spans(source: Source, table: Table) -> list[DecisionSpan]:
    """Return the decision spans of the posts of turns, oldest first, as far as one of their decisions is still
    public.

    Spans that were taken back are left out, and so are those of a step that its player has not confirmed again.
    """
    numbers = [row.n for row in await decisions.load_public_outlines(source, table.id)]
    return [
        span
        for span in reversed(await load_published_spans(source, table.id))
        if (index := bisect_left(numbers, span.first)) < len(numbers) and numbers[index] <= span.last
    ]
