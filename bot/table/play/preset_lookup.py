"""Find the preset answers to open questions, and drop presets that have ended."""

import logging

from bot.table.policy import general_presets
from bot.table.service.decision_batch import DecisionBatch
from bot.table.state.table import Table
from engines.kernel import Decision, Prompt, Refused
from storage import Transaction
from storage.play import preset_answers as preset_rows

log = logging.getLogger(__name__)


def find_preset_answer(table: Table) -> Decision | None:
    """Return the preset answer to a question that is open now, if there is one."""
    match = table.match
    if match is None or match.open_prompts is None:
        return None
    for seat in match.waiting_seats:
        prompt = match.find_prompt(seat)
        keys = None if prompt is None else find_preset_keys(table, prompt)
        if keys is not None:
            return Decision(match.step, seat, keys)
    return None


def find_preset_keys(table: Table, prompt: Prompt) -> tuple[str, ...] | None:
    """Return the seat's preset answer to this question; None: ask the player."""
    if prompt.topic is None or (prompt.seat, prompt.topic) not in table.presets:
        return general_presets.find_general_answer(table, prompt)
    preset = table.presets.get((prompt.seat, prompt.topic))
    declared = table.game.presets.get(prompt.topic)
    if preset is None or declared is None:
        return None
    keys = declared.find_answer(prompt, table.require_match().build_view(prompt.seat), preset)
    if keys is not None:
        try:
            prompt.parse_answer(keys)
        except Refused as reason:  # a preset from before a change of the rules: the person decides
            log.warning("game %d: a preset answer to %s does not fit: %s", table.id, prompt.topic, reason)
            return None
    return keys


async def delete_ended_presets(tx: Transaction, batch: DecisionBatch) -> None:
    """Delete presets that have ended, such as "pass until my turn" when the seat is on turn."""
    table = batch.table
    for seat, topic in general_presets.find_ended_presets(table):
        await preset_rows.delete_preset(tx, table.id, seat, topic)
        del table.presets[seat, topic]
