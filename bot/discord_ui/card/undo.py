"""Taking back: at once if it is one's own step; else what goes back with it is told before it is done or asked for."""

from __future__ import annotations

from bot.discord_ui.history.changed import since_then
from bot.discord_ui.interaction.click import Click
from bot.discord_ui.page.ids import at_table
from bot.discord_ui.page.layout import BAD, Key, Page
from bot.discord_ui.panel.page import panel
from bot.discord_ui.text import titles
from bot.table import LiveTable, consent, history
from bot.table.knowing.digest import digest
from storage.play import decisions


async def undo(click: Click, game: int, agreed: str) -> None:
    """agreed: the decision of which the person was told what goes back with it; "" if nothing was told yet."""
    async with click.tables.at(game) as live:
        first = await consent.taken_along(click.tables, live, click.person)
        if first is not None and str(first) != agreed:
            page = await _question(click, live, first)
        else:
            page = await _done(click, live)
    await click.show(page)


async def _done(click: Click, live: LiveTable) -> Page:
    await consent.ask(click.tables, live, click.person, "undo")
    asked = consent.pending(live, "undo") is not None
    page = panel(live, live.seat_or_refuse(click.person.id), click.voice)
    return page.with_notice(click.voice.line("consent.asked" if asked else "undo.done"))


async def _question(click: Click, live: LiveTable, first: int) -> Page:
    own, voice = live.seat_or_refuse(click.person.id), click.voice
    lines = await history.gone_with(click.tables, live, own, first, click.person.id)
    since = await decisions.outline(click.tables.db, live.id)
    others = dict.fromkeys(row.seat for row in since if row.n > first and row.seat != own)
    names = voice.listed(titles.seat_name(live, live.seats[seat]) for seat in others)
    asked = voice.line("undo.sure", names=names) if names else voice.line("undo.sure_alone")
    texts = (f"-# {titles.table_title(live, voice)}", asked, *since_then(live, digest(lines, own, live.words), voice))
    label = voice.label("undo.take_back" if consent.is_alone(live, click.person, "undo") else "undo.ask_others")
    keys = (
        Key(at_table(live.id, "undo", str(first)), label, BAD),
        Key(at_table(live.id, "play"), voice.label("undo.keep")),
    )
    return Page(texts, (keys,))
