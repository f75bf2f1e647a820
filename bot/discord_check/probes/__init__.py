"""All probes, in the order in which they are tried."""

from bot.discord_check.probe import Probe

from . import application, edits, limits, messages, presses, threads

WITHOUT_PEOPLE: tuple[Probe, ...] = (
    *application.PROBES,
    *threads.MAKING,
    *messages.PROBES,
    *edits.PROBES,
    *limits.PROBES,
    *threads.PROBES,
)
"""Probes that need nobody but the bot."""
WITH_OPERATOR: tuple[Probe, ...] = presses.PROBES
"""Probes in which the operator presses or changes something."""
