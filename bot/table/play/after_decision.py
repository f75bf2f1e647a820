"""Handlers that run after each decision, in order, each defined beside its feature.

Handlers run in the transaction that records the decisions, so that all of them happen or none.
"""

from bot.table.history import finished_games, game_log
from bot.table.seats import autopilot, lateness, table_sleep, tenures
from bot.table.service.decision_batch import DecisionHandler

from . import preset_lookup, publication

AFTER_DECISION: tuple[DecisionHandler, ...] = (
    game_log.mark_seen_after_answer,
    tenures.update_display_name,
    lateness.end_automatic_leave,
    autopilot.stop_after_answer,
    table_sleep.wake_after_answer,
    lateness.record_forced_default,
    preset_lookup.delete_ended_presets,
    finished_games.finish_game,
    publication.publish_decisions,
    autopilot.welcome_after_answer,
    publication.close_obsolete_requests,
)
"""In this order: what changes the table comes before what is published about it."""
