"""A game in play meets the rules as they are today. It is never lost, and never goes on as if nothing had happened.

The present rules take up the last checkpoint and the decisions since. Where that does not lead to the questions that
people were asked, the unfinished turn begins again at its checkpoint. Where the checkpoint itself cannot be read, the
whole game is played again from its seed, and taken if it tells what it told. Else the table pauses until rules come
that can read it. Each time the people of the table are told.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import replace
from typing import Any, Protocol

from engines.kernel import Match, Seat
from storage import Database, Source, Transaction
from storage.messages.kinds import Saying
from storage.play import checkpoints, decisions, open_questions, requests
from storage.play import games as game_rows
from storage.play.checkpoints import CheckpointRow
from storage.play.decisions import DecisionRow
from storage.time import pauses
from storage.time.kinds import Pause
from storage.time.pauses import PauseRow

from . import announce
from .life import votes
from .live import LiveTable
from .notices import calls
from .stored import Stored, pack_frame, read_decision, unpack_events

log = logging.getLogger(__name__)


class Tables(Protocol):
    """What is needed of the table service, which calls this module."""

    db: Database
    clock: Callable[[], int]

    async def stored(self, source: Source, live: LiveTable) -> Stored: ...

    def wake(self) -> None: ...


async def take_up(tables: Tables, live: LiveTable) -> None:
    """Set the Match of a game in play, whatever it takes; without a Match the table is paused."""
    try:
        found = await tables.stored(tables.db, live)
        trouble = await _trouble(tables.db, live, found)
    except Exception as error:  # noqa: BLE001 - newer rules may raise anything on an older game
        found, trouble = None, f"{type(error).__name__}: {error}"
    if found is not None and trouble is None:
        _set(live, found)
        if live.is_paused:
            await _go_on(tables, live)
        return
    log.warning("game %d under rules %d: %s", live.id, live.game.rules, trouble)
    for way in (_restart_turn, _replay):
        try:
            await way(tables, live)
            return
        except Exception as error:  # noqa: BLE001 - the next way is tried
            log.warning("game %d: %s: %s: %s", live.id, way.__name__.strip("_"), type(error).__name__, error)
            await _reread(tables, live)
    live.match, live.base_n, live.numbers = None, 0, []
    if not live.is_paused:
        await _pause(tables, live)


async def _trouble(source: Source, live: LiveTable, found: Stored) -> str | None:
    """Why the game is not where its people think it is, in words; None if it is."""
    if not found.as_told:
        return "decisions of this turn have another effect now"
    asked = {row.seat for row in await open_questions.of_game(source, live.id)}
    if asked != set(found.match.waiting):
        return f"seats {sorted(found.match.waiting)} are asked now, seats {sorted(asked)} were"
    return None


def _set(live: LiveTable, found: Stored) -> None:
    live.match, live.base_n, live.numbers = found.match, found.base_n, found.numbers


async def _restart_turn(tables: Tables, live: LiveTable) -> None:
    """The unfinished turn begins again at its checkpoint. Those whose answers are lost are called by name."""
    now = tables.clock()
    async with tables.db.transaction() as tx:
        checkpoint = await checkpoints.latest(tx, live.id)
        after = 0 if checkpoint is None else checkpoint.n
        lost = await decisions.live(tx, live.id, after)
        await decisions.undo(tx, live.id, after + 1, now)
        await _new_epoch(tx, live, now)
        _set(live, await tables.stored(tx, live))
        live.last_n = await decisions.last_n(tx, live.id)
        await announce.strike_after(tx, live, after + 1, now)
        if lost:
            await announce.turn_restarted(tx, live, now, seats=tuple(sorted({row.seat for row in lost})))
        await _announce(tx, live, now)
    tables.wake()


async def _replay(tables: Tables, live: LiveTable) -> None:
    """The checkpoint cannot be read: the game is played from its seed. Raises ValueError if it is not the same game."""
    now = tables.clock()
    async with tables.db.transaction() as tx:
        rows = await decisions.live(tx, live.id)
        match, frame, base = _played_again(live, rows)
        checkpoint = await checkpoints.latest(tx, live.id)
        if checkpoint is None or checkpoint.n != base:
            raise ValueError(f"the last turn began after decision {base}, not where the checkpoint stands")
        await checkpoints.rewrite(tx, CheckpointRow(live.id, base, checkpoint.step, pack_frame(frame), now))
        _set(live, Stored(match, base, [row.n for row in rows if row.n > base]))
        await _new_epoch(tx, live, now)
        await _announce(tx, live, now)
    tables.wake()


def _played_again(live: LiveTable, rows: list[DecisionRow]) -> tuple[Match[Any], bytes, int]:
    """The game from its seed, the frame of its last checkpoint, and the number of the decision there."""
    if live.plan.setup is None or live.row.seed is None:
        raise ValueError("the game has not started")
    match = Match.start(live.game, live.plan.setup, live.row.seed)
    base = 0
    for row in rows:
        applied = match.apply(read_decision(row))
        if applied.events != unpack_events(row.events):
            raise ValueError(f"decision {row.n} tells something else than it told")
        base = row.n if applied.frames else base
    return match, match.frame, base


async def _new_epoch(tx: Transaction, live: LiveTable, now: int) -> None:
    """Old panels and what was asked about decisions that are gone hold no longer; the messages that asked say so."""
    for request in await requests.of_game(tx, live.id):
        if votes.topic(request.kind).name == "undo":
            asker = next((one.name for one in live.seats if one.person == request.asked_by), "?")
            await requests.withdraw(tx, live.id, request.kind)
            await announce.say(
                tx, live, now, Saying.REQUEST, request.kind, announce.Consent(request.kind, False, asker)
            )
    rev, epoch = await game_rows.advance_epoch(tx, live.id)
    live.row = replace(live.row, rev=rev, epoch=epoch)
    if live.is_paused:
        await _unpause(tx, live)


async def _announce(tx: Transaction, live: LiveTable, now: int) -> None:
    await calls.question(tx, live, now)
    await announce.card(tx, live, now)


async def _go_on(tables: Tables, live: LiveTable) -> None:
    """Rules that can read the game have come."""
    now = tables.clock()
    async with tables.db.transaction() as tx:
        await _unpause(tx, live)
        await announce.notice(tx, live, now, "notice.goes_on", mention=_people(live, live.waiting))
        await calls.arm_reminders(tx, live, now)
        await _announce(tx, live, now)
    tables.wake()


async def _pause(tables: Tables, live: LiveTable) -> None:
    """No way leads on: nothing is asked, nothing is lost, and all are told."""
    now = tables.clock()
    async with tables.db.transaction() as tx:
        await pauses.begin(tx, PauseRow(live.id, Pause.RULES, now))
        live.pauses |= {Pause.RULES}
        live.row = replace(live.row, rev=await game_rows.advance(tx, live.id))
        await announce.notice(tx, live, now, "notice.paused", mention=_people(live, range(len(live.seats))))
        await announce.card(tx, live, now)
    tables.wake()


async def _unpause(tx: Transaction, live: LiveTable) -> None:
    await pauses.end(tx, live.id, Pause.RULES)
    live.pauses -= {Pause.RULES}
    live.row = replace(live.row, rev=await game_rows.advance(tx, live.id))


def _people(live: LiveTable, seats: range | tuple[Seat, ...]) -> tuple[int, ...]:
    return tuple(person for person in (live.seats[seat].person for seat in seats) if person is not None)


async def _reread(tables: Tables, live: LiveTable) -> None:
    """The table as it is stored, after a change that came to nothing."""
    row = await game_rows.get(tables.db, live.id)
    live.row = live.row if row is None else row
    live.pauses = frozenset(await pauses.of_game(tables.db, live.id))
