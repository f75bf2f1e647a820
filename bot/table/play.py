"""Answering a question and taking an own step back: apply in memory, commit once, let the workers say it."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from typing import NamedTuple

import msgspec

from engines.kernel import Applied, Decision, Frame, Prompt, Refused, Seat
from storage import Transaction
from storage.messages.kinds import Saying
from storage.persons import people, seen
from storage.play import checkpoints, deals, decisions, open_questions, requests
from storage.play import games as game_rows
from storage.play import orders as order_rows
from storage.play import pressed as pressed_rows
from storage.play.checkpoints import CheckpointRow
from storage.play.decisions import DecisionRow, Origin
from storage.time import timers

from . import announce
from .fairness import proof
from .knowing import results
from .life import relief, sleeping, votes
from .live import LiveTable
from .notices import calls, standing
from .people import Person
from .question_ref import QuestionRef
from .recall import recall
from .service import TableService
from .stored import pack_events, pack_frame, pack_moment, read_decision, write_keys
from .time import deadlines, net

log = logging.getLogger(__name__)

MOST_AT_ONCE = 50
"""Decisions that standing answers may add to one: an answer that brings the same question back ends there."""


@dataclass(frozen=True, slots=True)
class Played:
    """One decision as it was applied in memory, before it is stored."""

    n: int
    decision: Decision
    applied: Applied
    origin: Origin
    hands_over: bool
    """A turn is finished, or somebody else is asked."""
    moment: bytes | None = None
    """Where the game stands then, if this was the last of a turn."""


class Before(NamedTuple):
    """The open question before the decision: the seats asked, and whether it had a time-out answer."""

    waiting: tuple[Seat, ...]
    times_out: bool


async def answer(
    tables: TableService, live: LiveTable, person: Person, ref: QuestionRef, keys: tuple[str, ...]
) -> None:
    """A person answers the question that `ref` names; whoever has nothing left to confirm has seen the table as it is
    then.

    Raises Refused (nothing happened) or Stale (another question is open by now: show it).
    """
    seat = live.seat_or_refuse(person.id)
    if ref.seat != seat:
        raise Refused("table.refused.other_seat")
    live.playing()

    async def look(tx: Transaction) -> None:
        """In the same transaction: another one would keep the first answer waiting for the disk once more."""
        if live.match is not None and live.match.acting is None:
            await seen.mark(tx, live.id, person.id, live.public_n)

    await decide(tables, live, ref, keys, "person", person, also=look)


async def decide(
    tables: TableService,
    live: LiveTable,
    ref: QuestionRef,
    keys: tuple[str, ...],
    origin: Origin,
    person: Person | None = None,
    pressed: tuple[int, ...] = (),
    also: Callable[[Transaction], Awaitable[object]] | None = None,
) -> None:
    """Any answer, whoever gives it; standing answers to the questions that follow are given at once.

    pressed: who has pressed the printed answer of somebody who is late; also: what is written in the same transaction.
    """
    live.prompt_of(ref)
    before = Before(live.waiting, live.times_out)
    live.dirty = True
    try:
        played = [_apply(live, Decision(ref.step, ref.seat, keys), origin)]
    except Refused:
        live.dirty = False  # refused before anything was changed
        raise
    while len(played) < MOST_AT_ONCE and (order := _standing_answer(live)) is not None:
        played.append(_apply(live, order, "order"))
    now = tables.clock()
    async with tables.change(live, person) as tx:
        if also is not None:
            await also(tx)
        await _meet(tx, tables, live, ref.seat, person, now)
        if person is not None:
            await net.answered(tx, person.id, now)
        returns = person is not None and live.seats[ref.seat].relief is not None
        if returns:
            await relief.stop(tx, tables, live, ref.seat, now, played[0].n)
        for one in played:
            click = person.click if person is not None and one is played[0] else None
            await _store(tx, live, one, now, click)
        if person is not None:
            await sleeping.wake(tx, live, now)
        if pressed:
            await pressed_rows.put(tx, live.id, played[0].n, pressed)
            names = ", ".join(one.name for one in live.people if one.called in pressed)
            await announce.notice(tx, live, now, "life.pressed", names=names, who=live.names[ref.seat])
        for seat, topic in standing.over(live):
            await order_rows.revoke(tx, live.id, seat, topic)
            del live.orders[seat, topic]
        await _tell(tx, live, played, before, now)
        if returns:
            await relief.welcome(tx, live, ref.seat, now)
        await _lapse(tx, live, ref.seat, origin, now)


async def back(tables: TableService, live: LiveTable, person: Person, ref: QuestionRef) -> None:
    """Take the own last step back, as far as the barrier. Raises Refused behind it."""
    seat = live.seat_or_refuse(person.id)
    match = live.playing()
    live.prompt_of(ref)
    if match.acting != seat:
        raise Refused("table.refused.behind_barrier")
    now = tables.clock()
    async with tables.change(live, person) as tx:
        if live.numbers[-1] <= live.told:  # told before an undo beyond the barrier
            await announce.strike_after(tx, live, live.numbers[-1], now)
        await decisions.undo(tx, live.id, live.numbers[-1], now)
        rev, epoch = await game_rows.advance_epoch(tx, live.id)
        live.row = replace(live.row, rev=rev, epoch=epoch)
        live.match = match.undo()
        live.numbers.pop()
        live.recent = await recall(tx, live)
        if live.seats[seat].relief is not None:
            await relief.stop(tx, tables, live, seat, now)
            await relief.welcome(tx, live, seat, now)
        await deadlines.arm(tx, live, now)
        await announce.requests_lapse(tx, live, now, ["undo"])


async def _meet(
    tx: Transaction, tables: TableService, live: LiveTable, seat: Seat, person: Person | None, now: int
) -> None:
    """Whoever answers may have another name by now."""
    seated = live.seats[seat]
    known = None if person is None else seated.sitter_name if person.id == seated.sitter else seated.name
    if person is not None and person.name != known:
        await people.meet(tx, person.id, person.name, now)
        live.seats = await tables.seats(tx, live.row)


async def _lapse(tx: Transaction, live: LiveTable, seat: Seat, origin: Origin, now: int) -> None:
    """A decision lets a request to undo lapse; an answer of the person, or one pressed for them, what was asked about
    the seat. The end of the game lets all of them lapse.
    """
    over = live.row.status == "over"
    answered = origin in ("person", "default")
    gone, passed = [], []
    for request in live.requests:
        topic = votes.topic(request.kind)
        about = answered and topic.about == seat and topic.name in ("relief", "replace", "default")
        if over or topic.name == "undo" or about:
            gone.append(request.kind)
            if about and topic.name == origin:
                passed.append(request.kind)
            await requests.withdraw(tx, live.id, request.kind)
    await announce.requests_lapse(tx, live, now, gone, passed)


def _apply(live: LiveTable, decision: Decision, origin: Origin) -> Played:
    match = live.playing()
    before = () if match.ask is None else match.ask.seats
    coming = live.recent.coming(match, decision.seat, live.last_n + 1)
    applied = match.apply(decision)
    live.last_n += 1
    live.recent.add(coming, live.last_n, applied.events)
    if applied.frames:
        live.base_n, live.numbers = live.last_n, []
    else:
        live.numbers.append(live.last_n)
    another = match.ask is None or (match.step != decision.step and match.ask.seats != before)
    hands_over = bool(applied.frames) or another
    moment = pack_moment(match) if applied.frames else None
    return Played(live.last_n, decision, applied, origin, hands_over, moment)


def _standing_answer(live: LiveTable) -> Decision | None:
    """The answer that a seat has given in advance to a question now open, if there is one."""
    match = live.match
    if match is None or match.ask is None:
        return None
    for seat in match.waiting:
        prompt = match.prompt(seat)
        keys = None if prompt is None else order_answer(live, prompt)
        if keys is not None:
            return Decision(match.step, seat, keys)
    return None


def order_answer(live: LiveTable, prompt: Prompt) -> tuple[str, ...] | None:
    """What the seat's standing order says to this question; None: ask."""
    if prompt.topic is None or (prompt.seat, prompt.topic) not in live.orders:
        return standing.answer(live, prompt)
    order = live.orders.get((prompt.seat, prompt.topic))
    declared = live.game.standing.get(prompt.topic)
    if order is None or declared is None:
        return None
    keys = declared.answer_to(prompt, live.playing().view(prompt.seat), order)
    if keys is not None:
        try:
            prompt.read(keys)
        except Refused as reason:  # an order from before a change of the rules: the person decides
            log.warning("game %d: standing answer %r to %s does not fit: %s", live.id, order, prompt.topic, reason)
            return None
    return keys


async def _store(tx: Transaction, live: LiveTable, one: Played, now: int, interaction: int | None) -> None:
    await decisions.append(
        tx,
        DecisionRow(
            live.id,
            one.n,
            one.decision.step,
            one.decision.seat,
            write_keys(one.decision),
            live.game.rules,
            one.origin,
            int(one.applied.public),
            pack_events(one.applied.events),
            now,
            interaction_id=interaction,
        ),
    )
    if one.applied.frames:
        frame = one.applied.frames[-1]
        step = msgspec.json.decode(frame, type=Frame).step
        await checkpoints.put(tx, CheckpointRow(live.id, one.n, step, pack_frame(frame), now, one.moment))


async def _tell(tx: Transaction, live: LiveTable, played: list[Played], before: Before, now: int) -> None:
    """The public side of what was played. Unconfirmed steps say nothing."""
    match = live.match
    assert match is not None
    if match.over:
        await _finish(tx, live, now)
        return
    live.row = replace(live.row, rev=await game_rows.advance(tx, live.id))
    person_next = any(live.seats[seat].called is not None for seat in live.waiting)
    if any(one.hands_over for one in played) and person_next:
        await announce.turn(tx, live, now)
    changed = live.waiting != before.waiting
    if changed or live.times_out or before.times_out:
        await calls.question(tx, live, now)
    shown = {one.decision.seat for one in played if one.applied.public}
    if shown & set(live.waiting):
        await calls.asked_on(tx, live, now, shown)
    if any(one.applied.public for one in played) and (changed or person_next):
        await announce.card(tx, live, now)


async def _close_the_chain(tx: Transaction, live: LiveTable) -> None:
    """The last link over all moves, for the scores. Tables of versions before get their secret, the seed, with it."""
    if live.deal is None:
        assert live.row.seed is not None
        await deals.put(tx, live.id, live.row.seed)
    rows = await decisions.live(tx, live.id)
    head = proof.head(live.row.commitment or "", ((read_decision(row), row.rules) for row in rows))
    await deals.finish(tx, live.id, head)
    live.deal = await deals.get(tx, live.id)


async def _finish(tx: Transaction, live: LiveTable, now: int) -> None:
    """The game is over: the last turn, the final scores with the seed, and quiet for ever."""
    assert live.match is not None
    checksum = live.match.checksum()
    rev = await game_rows.finish(tx, live.id, checksum=checksum, at=now)
    live.row = replace(live.row, rev=rev, status="over", ending="finished", checksum=checksum, ended_at=now)
    await _close_the_chain(tx, live)
    await results.record(tx, live, now)
    for row in await open_questions.of_game(tx, live.id):
        await calls.end_of_ping(tx, live, now, row)
    await open_questions.update(tx, live.id, (), step=live.match.step, epoch=live.row.epoch, at=now)
    await timers.cancel(tx, live.id)
    await announce.turn(tx, live, now)
    await announce.say(tx, live, now, Saying.FINAL, "final")
    await announce.card(tx, live, now)
