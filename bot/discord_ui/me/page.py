"""What the person has settled, and what it means for the clocks."""

from __future__ import annotations

from bot.discord_ui.interaction.click import Click
from bot.discord_ui.page.layout import Page
from bot.discord_ui.text.voice import Voice
from bot.table import preferences
from bot.table.knowing.servers import server
from bot.table.preferences import Settled
from bot.table.time.hours import HOUR, NIGHT
from storage.persons.people import Way

WAYS: dict[Way, str] = {"channel": "me.way_channel", "direct": "me.way_direct", "silent": "me.way_silent"}
UNSAID: dict[Way | None, str] = {
    "channel": "me.unsaid_channel",
    "direct": "me.unsaid_direct",
    "silent": "me.unsaid_silent",
    None: "me.unsaid",
}


async def me_page(click: Click) -> Page:
    """All of it, as it holds where the person looks."""
    known, guild = await preferences.settled(click.tables, click.person), click.interaction.guild_id
    return settled_page(known, None if guild is None else (await server(click.tables.db, guild)).way, click.voice)


def settled_page(known: Settled, usual: Way | None, voice: Voice) -> Page:
    """Hours, rest days, holidays with the days that are left, the reminder. usual: what the server has for whoever has
    not said how they want to be called.
    """
    row = known.row
    if row.night is None:
        lines = [voice.line("me.no_hours")]
    else:
        wakes = (row.night + NIGHT // HOUR * 60) % (24 * 60)
        lines = [voice.line("me.hours", zone=row.zone or "UTC", night=_time(row.night), wakes=_time(wakes))]
    if row.rest:
        lines.append(voice.line("me.rest_days", days=voice.listed(voice.label(f"me.day.{day}") for day in row.rest)))
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
    if row.chosen:
        lines.append(voice.line(WAYS[row.way]))
    else:
        lines.append(voice.line(UNSAID[usual]))
    if row.next_up:
        lines.append(voice.line("me.next_up"))
    if row.digest:
        lines.append(voice.line("me.daily"))
    lines.append(voice.line("me.notices_hint"))
    return Page((voice.line("me.head"), "\n".join(lines)))


def _time(minute: int) -> str:
    return f"{minute // 60}:{minute % 60:02}"
