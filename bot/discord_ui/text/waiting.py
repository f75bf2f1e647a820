"""The consequence of a time-out: the default answer in words, in private or (without hidden information) in public."""

from collections.abc import Mapping

from bot.table import Table
from bot.table.clock.waking_hours import HOUR
from bot.table.deadline.deadlines import find_time_control, is_answered_by_timeout
from bot.table.state.settings import FIXED
from engines.kernel import ComputedDefault, Prompt, resolve_text
from storage.kinds import PauseReason

from .localizer import Localizer


def describe_timeout(table: Table, prompt: Prompt, localizer: Localizer, *, is_public: bool) -> str:
    """Return, in small print, what a time-out would answer.

    "" if the question has no time-out or is already answered, or (is_public) if only labels of hidden options could
    describe the default.
    """
    default, pace = prompt.default, find_time_control(table)
    if default is None or pace is None or prompt.seat not in table.waiting or not is_answered_by_timeout(table, prompt):
        return ""
    if isinstance(default, ComputedDefault):
        answer = localizer.render_message_label(default.description, table.catalogue, table.names)
    elif is_public and prompt.renew_options is not None:
        return ""
    else:
        labels = {option.key: option.label for option in prompt.options}
        option_labels = [
            localizer.render_message_label(resolve_text(labels[key]), table.catalogue, table.names)
            for key in dict.fromkeys(default)
        ]
        answer = ", ".join(option_labels) or localizer.render_label("panel.nothing")
    hours = f"{pace.question_time / HOUR:g}"
    key = "panel.silence" if table.settings.pace == FIXED else "panel.silence_waking"
    return "-# " + localizer.render_line(key, answer=answer, hours=hours).replace("\n", "\n-# ")


PAUSE_KEYS = {
    PauseReason.ASLEEP: "pause.asleep",
    PauseReason.CHANNEL_LOST: "pause.channel",
    PauseReason.MODERATOR: "pause.moderator",
    PauseReason.INCOMPATIBLE_RULES: "card.paused",
    PauseReason.VOTE: "pause.vote",
}
"""Catalogue key of each reason."""


def explain_pauses(
    reasons: Mapping[PauseReason, int | None], is_archived: bool, localizer: Localizer
) -> tuple[str, ...]:
    """Return one sentence per pause reason, or a single one for an archived table.

    reasons: pause reason -> time when it ends by itself (Unix milliseconds), or None.
    """
    if is_archived:
        return (localizer.render_line("pause.archived"),)
    sentences = []
    for reason, key in PAUSE_KEYS.items():
        if reason in reasons:
            until = (reasons[reason] or 0) // 1000
            sentences.append(localizer.render_line(key, **({"until": until} if until else {})))
    return tuple(sentences)
