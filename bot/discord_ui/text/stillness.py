"""Why a table stands still, in words: on its card, and in a person's list of tables."""

from __future__ import annotations

from collections.abc import Mapping

from storage.time.kinds import Pause

from .voice import Voice

SAID = {
    Pause.ASLEEP: "pause.asleep",
    Pause.CHANNEL: "pause.channel",
    Pause.MODERATOR: "pause.moderator",
    Pause.RULES: "card.paused",
    Pause.VOTE: "pause.vote",
}
"""The sentence of each reason."""


def why(reasons: Mapping[Pause, int | None], archived: bool, voice: Voice) -> tuple[str, ...]:
    """A sentence for each reason (and when it ends by itself, Unix milliseconds); one for a table that is put away."""
    if archived:
        return (voice.line("pause.archived"),)
    found = []
    for reason, key in SAID.items():
        if reason in reasons:
            until = (reasons[reason] or 0) // 1000
            found.append(voice.line(key, **({"until": until} if until else {})))
    return tuple(found)
