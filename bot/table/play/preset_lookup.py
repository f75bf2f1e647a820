"""Find the preset answers to open questions, and drop presets that have ended."""

import logging
from typing import NamedTuple

from bot.table.service.decision_batch import DecisionBatch
from bot.table.state.table import Table
from bot.table.terms import general_presets
from engines.kernel import Decision, Prompt, Refused, Seat
from storage import Transaction
from storage.play import preset_answers as preset_rows
from storage.play.preset_answers import PresetRow

log = logging.getLogger(__name__)


class PresetAnswer(NamedTuple):
    """A preset answer to an open question."""

    decision: Decision
    """For the open step, legal now."""
    person: int | None
    """The person who set the preset (see `PresetRow`)."""


def find_preset_answer(table: Table) -> PresetAnswer | None:
    """Return the preset answer to a question that is open now, if there is one."""
    waiting = () if table.match is None or table.match.open_prompts is None else table.match.waiting_seats
    return next(filter(None, (find_preset_answer_of_seat(table, seat) for seat in waiting)), None)


def find_preset_answer_of_seat(table: Table, seat: Seat) -> PresetAnswer | None:
    """Return the preset answer to the seat's open question; None: ask the player."""
    match = table.match
    prompt = None if match is None else match.find_prompt(seat)
    if match is None or prompt is None:
        return None
    preset = None if prompt.topic is None else table.presets.get((seat, prompt.topic))
    if preset is None:
        preset = general_presets.find_general_preset(table, prompt)
    keys = None if preset is None else _find_keys(table, prompt, preset)
    return None if preset is None or keys is None else PresetAnswer(Decision(match.step, seat, keys), preset.person)


def _find_keys(table: Table, prompt: Prompt, preset: PresetRow) -> tuple[str, ...] | None:
    """Return the answer of a preset to this question; None: ask the player."""
    if general_presets.is_general(preset.topic):
        return general_presets.find_general_answer(prompt, preset)
    preset_topic = table.game.presets.get(preset.topic)
    if preset_topic is None:
        return None
    keys = preset_topic.find_answer(prompt, table.require_match().build_view(prompt.seat), preset.value)
    if keys is not None:
        try:
            prompt.parse_answer(keys)
        except Refused as reason:  # a preset from before a change of the rules: the person decides
            log.warning("table %d: a preset answer to %s does not fit: %s", table.id, prompt.topic, reason)
            return None
    return keys


async def delete_ended_presets(tx: Transaction, batch: DecisionBatch) -> None:
    """Delete presets that have ended, such as "pass until my turn" when the seat is on turn."""
    table = batch.table
    for seat, topic in general_presets.list_ended_presets(table):
        await preset_rows.delete_preset(tx, table.id, seat, topic)
        del table.presets[seat, topic]
