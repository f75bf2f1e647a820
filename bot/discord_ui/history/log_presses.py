"""The log: its pages, of one player, of one round."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import replace

from bot.discord_ui.interaction.click import Click
from bot.table import history
from bot.table.knowing import chapters

from .log import Extract, log_page, why_pages


async def show(click: Click, game: int, extract: Extract, *, beside: bool = False) -> None:
    """What the reader may know of the extract. beside: the page that was pressed stays."""
    async with click.tables.at(game) as live:
        found = chapters.chapters(await chapters.marks(click.tables, live)) if live.row.started_at is not None else ()
        chapter = next((one for one in found if one.after == extract.after), None)
        since, upto = (0, None) if chapter is None else (chapter.after, chapter.upto)
        own, person = live.seat_of(click.person.id), click.person.id
        lines = await history.lines(click.tables, live, own, since=since, upto=upto, person=person)
        page = log_page(live, lines, click.voice, extract, found)
    await click.show(page, beside=beside)


async def log(click: Click, game: int, extract: str) -> None:
    """The whole log opens beside what leads to it; a place in it is leafed to."""
    await show(click, game, Extract.decode(extract), beside=not extract)


async def logby(click: Click, game: int, extract: str) -> None:
    chosen = click.chosen
    seat = None if chosen == "-" else int(chosen)
    await show(click, game, replace(Extract.decode(extract), leaf=0, seat=seat))


async def login(click: Click, game: int, extract: str) -> None:
    chosen = click.chosen
    after = None if chosen == "-" else int(chosen)
    await show(click, game, replace(Extract.decode(extract), leaf=0, after=after))


async def why(click: Click, game: int, span: str) -> None:
    """Button of a turn's post: the same with the reasons, in the reader's language. `<first>.<last decision>`"""
    first, _, last = span.partition(".")
    async with click.tables.at(game) as live:
        lines = await history.told_lines(click.tables, live, int(first), int(last))
        pages = why_pages(live, lines, click.voice)
    await click.show(*pages)


VERBS: Mapping[str, Callable[[Click, int, str], Awaitable[None]]] = {
    "log": log,
    "logby": logby,
    "login": login,
    "why": why,
}
