"""What it means not to answer: told to who is asked, and to everybody where it gives no hand away."""

from __future__ import annotations

from bot.table import LiveTable
from bot.table.live import FIXED
from bot.table.time.deadlines import pace_of, settles_itself
from bot.table.time.hours import HOUR
from engines.kernel import Default, Prompt, read

from .voice import Voice


def silence(live: LiveTable, prompt: Prompt, voice: Voice, *, public: bool) -> str:
    """What a time-out would answer, in small print; "" if the question waits for ever or has an answer (which may be
    changed), or (public) if only the labels of options that others may not see could say it.
    """
    default, pace = prompt.default, pace_of(live)
    if default is None or pace is None or prompt.seat not in live.waiting or not settles_itself(live, prompt):
        return ""
    if isinstance(default, Default):
        answer = voice.msg_label(default.told, live.words, live.names)
    elif public and prompt.renew is not None:
        return ""
    else:
        labels = {option.key: option.label for option in prompt.options}
        told = [voice.msg_label(read(labels[key]), live.words, live.names) for key in dict.fromkeys(default)]
        answer = ", ".join(told) or voice.label("panel.nothing")
    hours = f"{pace.question / HOUR:g}"
    key = "panel.silence" if live.plan.pace == FIXED else "panel.silence_waking"
    return "-# " + voice.line(key, answer=answer, hours=hours).replace("\n", "\n-# ")
