"""What the person has settled, and what it means for the clocks."""

from __future__ import annotations

from bot.discord_ui.page.layout import Page
from bot.discord_ui.text.voice import Voice
from bot.table.preferences import Settled
from bot.table.time.hours import HOUR, NIGHT
from storage.persons.people import Way

WAYS: dict[Way, str] = {"channel": "me.way_channel", "direct": "me.way_direct", "silent": "me.way_silent"}


def me_page(known: Settled, voice: Voice) -> Page:
    """Hours, rest days, holidays with the days that are left, the reminder."""
    row = known.row
    if row.night is None:
        lines = [voice.line("me.no_hours")]
    else:
        wakes = (row.night + NIGHT // HOUR * 60) % (24 * 60)
        lines = [voice.line("me.hours", zone=row.zone or "UTC", night=_time(row.night), wakes=_time(wakes))]
    if row.rest:
        lines.append(voice.line("me.rest_days", days=", ".join(voice.label(f"me.day.{day}") for day in row.rest)))
    lines += [
        voice.line("me.away", start=f"<t:{one.from_at // 1000}:d>", end=f"<t:{one.until_at // 1000}:f>")
        for one in known.away
    ]
    lines.append(voice.line("me.leave", days=known.leave))
    lines.append(voice.line("me.net" if row.net else "me.no_net"))
    if row.remind_hours is None:
        lines.append(voice.line("me.reminder_table"))
    else:
        lines.append(voice.line("me.reminder", hours=row.remind_hours))
    lines.append(voice.line(WAYS[row.way]))
    if row.next_up:
        lines.append(voice.line("me.next_up"))
    if row.digest:
        lines.append(voice.line("me.daily"))
    lines.append(voice.line("me.notices_hint"))
    return Page((voice.line("me.head"), "\n".join(lines)))


def _time(minute: int) -> str:
    return f"{minute // 60}:{minute % 60:02}"
