"""Answer a question, or take one's own step back: apply in memory, commit once, then let the outbox worker post it."""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from typing import Any

import msgspec

from bot.table.deadline import deadlines
from bot.table.notices import outbox
from bot.table.seats import autopilot
from bot.table.service.action_replay import reload_actions
from bot.table.service.decision_batch import AppliedDecision, DecisionBatch
from bot.table.service.table_service import TableService
from bot.table.state.people import Person
from bot.table.state.stored_match import pack_events, pack_frame, pack_turn_info, write_keys
from bot.table.state.table import QuestionRef, Table
from engines.kernel import Decision, Frame, Match, Refused, Seat, StaleAnswer
from storage import Transaction
from storage.play import checkpoints, decisions
from storage.play import games as game_rows
from storage.play.checkpoints import CheckpointRow
from storage.play.decisions import DecisionRow, Origin

from .after_decision import AFTER_DECISION
from .preset_lookup import find_preset_answer
from .publication import keep_undo_request

MAX_CHAINED = 50
"""Maximum number of decisions that preset answers may add to one. Stops an answer that brings the same question back.
"""
RESERVED_NUMBERS = 8
"""Numbers of decisions that a question which several seats are asked at once takes for each of them (`_number_answer`).
"""


async def answer_question(
    service: TableService,
    table: Table,
    person: Person,
    ref: QuestionRef,
    keys: tuple[str, ...],
    planned_answers: Sequence[tuple[str, ...]] | None = None,
) -> list[DecisionRow]:
    """Answer the question that `ref` names, as its person. Return the decisions that this stored.

    planned_answers: after a suggested answer those to the person's next questions, maybe none, given in the same
    transaction as far as they fit and can be taken back; None: the person chose the answer. Raises Refused (nothing
    happened) or StaleAnswer (another question is open by now: show it).
    """
    if ref.seat != table.require_seat(person.id):
        raise Refused("table.refused.other_seat")
    if table.row.status == "over":  # maybe by this very press, delivered twice
        raise StaleAnswer("table.refused.stale")
    table.require_match()
    return await apply_decision(service, table, ref, keys, "person", person, planned_answers=planned_answers)


async def apply_decision(
    service: TableService,
    table: Table,
    ref: QuestionRef,
    keys: tuple[str, ...],
    origin: Origin,
    person: Person | None = None,
    *,
    planned_answers: Sequence[tuple[str, ...]] | None = None,
    forced_by: tuple[int, ...] = (),
    extra_writes: Callable[[Transaction], Awaitable[object]] | None = None,
) -> list[DecisionRow]:
    """Apply an answer of any origin and the preset answers to the questions that follow; commit; publish. Return the
    decisions that this stored.

    planned_answers: as in `answer_question`. forced_by: people who forced a late player's default answer. extra_writes:
    what to write in the same transaction.
    """
    table.require_prompt(ref)
    waiting_before, had_time_out = table.waiting, table.has_time_out
    decider = None if person is None else person.id
    applied = _apply_chain(table, Decision(ref.step, ref.seat, keys), origin, decider, planned_answers)
    batch = DecisionBatch(
        service=service,
        table=table,
        seat=ref.seat,
        origin=origin,
        person=person,
        applied=applied,
        waiting_before=waiting_before,
        had_time_out=had_time_out,
        forced_by=forced_by,
        ends_autopilot=person is not None and table.seats[ref.seat].autopilot_policy is not None,
        now=service.clock(),
    )
    async with service.change(table, person) as tx:
        if extra_writes is not None:
            await extra_writes(tx)
        rows = [await _record_decision(tx, batch, entry, nth) for nth, entry in enumerate(applied)]
        for follow_up in AFTER_DECISION:
            await follow_up(tx, batch)
    return rows


def _apply_chain(
    table: Table,
    decision: Decision,
    origin: Origin,
    person: int | None,
    planned_answers: Sequence[tuple[str, ...]] | None,
) -> tuple[AppliedDecision, ...]:
    """Apply the decision in memory, then planned and preset answers as long as they fit.

    After suggested answers no preset confirms the turn, and presets are joined to them until something is public: all
    can be taken back together. Raises Refused before anything changes.
    """
    table.is_dirty = True
    try:
        applied = [_apply(table, decision, origin, person)]
    except Refused:
        table.is_dirty = False
        raise
    for keys in planned_answers or ():
        if applied[-1].applied.is_public or find_preset_answer(table) is not None:
            break
        try:
            planned_decision = Decision(table.require_match().step, decision.seat, keys)
            applied.append(_apply(table, planned_decision, origin, person, is_joined=True))
        except Refused:  # the position differs from the imagined one; the person sees the question instead
            break
    while len(applied) < MAX_CHAINED and (preset := find_preset_answer(table)) is not None:
        prompt = table.require_match().find_prompt(decision.seat)
        if planned_answers is not None and prompt is not None and prompt.kind == "confirm":
            break
        is_joined = planned_answers is not None and not any(entry.applied.is_public for entry in applied)
        applied.append(_apply(table, preset.decision, "order", preset.person, is_joined=is_joined))
    return tuple(applied)


async def take_back_step(service: TableService, table: Table, person: Person, ref: QuestionRef) -> None:
    """Take back one's own last step, or all steps of its press, as far as the barrier. Raises Refused behind it."""
    seat = table.require_seat(person.id)
    match = table.require_match()
    table.require_prompt(ref)
    if match.acting_seat != seat:
        raise Refused("table.refused.behind_barrier")
    now = service.clock()
    async with service.change(table, person) as tx:
        first = await decisions.find_press_start(tx, table.id, table.decision_numbers[-1])
        if first <= table.published_n:  # published before an undo beyond the barrier
            await outbox.enqueue_strikes(tx, table, first, now)
        undone_numbers = await decisions.undo(tx, table.id, first, now)
        rev, epoch = await game_rows.advance_epoch(tx, table.id)
        table.row = replace(table.row, rev=rev, epoch=epoch)
        table.match = match.rebuild_at(match.position - len(undone_numbers))
        table.decision_numbers = table.decision_numbers[: -len(undone_numbers)]
        await reload_actions(tx, table)
        if table.seats[seat].autopilot_policy is not None:
            await autopilot.stop_autopilot(tx, service, table, seat, now)
            await autopilot.welcome_back(tx, table, seat, now)
        await deadlines.arm_timers(tx, table, now)
        await keep_undo_request(tx, table)


def _apply(
    table: Table, decision: Decision, origin: Origin, person: int | None, *, is_joined: bool = False
) -> AppliedDecision:
    match = table.require_match()
    seats_before = () if match.open_prompts is None else match.open_prompts.seats
    n = _number_answer(table, match, decision.seat)
    pending = table.recent_actions.find_pending_action(match, decision.seat, n)
    applied = match.apply(decision)
    table.last_n = n
    table.moved_seats.add(decision.seat)
    table.recent_actions.add_decision(pending, table.last_n, applied.events)
    if applied.frames:
        table.base_n, table.decision_numbers = table.last_n, []
    else:
        table.decision_numbers.append(table.last_n)
    another = match.open_prompts is None or (match.step != decision.step and match.open_prompts.seats != seats_before)
    hands_over = bool(applied.frames) or another
    turn_info = pack_turn_info(match) if applied.frames else None
    return AppliedDecision(table.last_n, decision, applied, origin, person, hands_over, is_joined, turn_info)


def _number_answer(table: Table, match: Match[Any], seat: Seat) -> int:
    """Return the number of the seat's next decision.

    The numbers of decisions stand in custom_ids, where all can read them. The last answer to a question of several
    seats therefore takes the last number of those reserved for it: how often a secret answer was changed stays unknown
    after the reveal too.
    """
    prompts = match.open_prompts
    if prompts is None or not prompts.is_simultaneous or match.waiting_seats != (seat,):
        return table.last_n + 1
    given_count = sum(decision.step == match.step for decision in match.decisions_since_frame)
    reserved_count = RESERVED_NUMBERS * len(prompts.seats)
    return table.last_n + reserved_count - given_count % reserved_count


async def _record_decision(tx: Transaction, batch: DecisionBatch, entry: AppliedDecision, nth: int) -> DecisionRow:
    """Store the nth decision of a batch and its checkpoint; the answer itself with the interaction that brought it."""
    person, table = batch.person, batch.table
    row = DecisionRow(
        table.id,
        entry.n,
        entry.decision.step,
        entry.decision.seat,
        write_keys(entry.decision),
        table.game.rules_version,
        entry.origin,
        int(entry.applied.is_public),
        pack_events(entry.applied.events),
        batch.now,
        interaction_id=person.interaction_id if person is not None and nth == 0 else None,
        is_joined=int(entry.is_joined),
        person=entry.person,
    )
    await decisions.append(tx, row)
    if entry.applied.frames:
        frame = entry.applied.frames[-1]
        step = msgspec.json.decode(frame, type=Frame).step
        await checkpoints.save_checkpoint(
            tx, CheckpointRow(table.id, entry.n, step, pack_frame(frame), batch.now, entry.turn_info)
        )
    return row
