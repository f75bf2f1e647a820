"""Stepping through a game. Everybody may; who has a seat may also look with its eyes."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import replace

from bot.discord_ui.interaction.click import Click
from bot.discord_ui.page import picture_requests
from bot.discord_ui.page.layout import Page
from bot.table import LiveTable
from bot.table import history as told
from bot.table.acted import whose
from bot.table.knowing.steps import Course, at_or_before, course, view_after
from engines.kernel import Refused, Seat
from render import Step

from .page import Place, Shown, history_page

NEWEST = 10**9


async def show(click: Click, game: int, place: Place | None = None) -> None:
    """place None: the last turn."""
    async with click.tables.at(game) as live:
        page = await _page(click, live, place or Place(NEWEST))
    await click.show(page)


async def _page(click: Click, live: LiveTable, place: Place) -> Page:
    if live.row.started_at is None:
        live.not_ended()
        raise Refused("table.refused.not_started")
    reader = live.seat_of(click.person.id)
    found = await course(click.tables, live)
    return history_page(live, found, await _shown(click, live, found, place, reader), reader, click.voice)


async def _shown(click: Click, live: LiveTable, found: Course, place: Place, reader: Seat | None) -> Shown:
    steps = found.chosen(place.turns, place.seat)
    step = steps[at_or_before(steps, place.n)]
    before = found.before(step, place.turns)
    since, eyes = 0 if before is None else before.n, reader if place.own else None
    lines = await told.lines(click.tables, live, eyes, since=since, upto=step.n, person=click.person.id)
    seen = await view_after(click.tables, live, step.n, eyes, click.person.id)
    shot = None
    if seen is not None:
        earlier = None if before is None else await view_after(click.tables, live, before.n, seen.seat, click.person.id)
        marked = earlier.view if earlier is not None and earlier.seat == seen.seat else None
        acted = {line.seat for line in lines}
        by = acted.pop() if len(acted) == 1 else None
        said = tuple(e.text for line in lines for e in line.events if e.is_deed)
        by = whose(by, not place.turns, said)
        turn = None if by is None or marked is None else Step(by, marked, told=said)
        shot = picture_requests.past(live, seen.view, click.voice.first, seen.seat, step.n, marked, since, turn)
    return Shown(replace(place, n=step.n), step, lines, shot, seen is not None)


async def history(click: Click, game: int, place: str) -> None:
    await show(click, game, Place.decode(place))


async def historyby(click: Click, game: int, place: str) -> None:
    chosen = click.chosen
    await show(click, game, replace(Place.decode(place), seat=None if chosen == "-" else int(chosen)))


async def historyat(click: Click, game: int, place: str) -> None:
    chosen = click.chosen
    await show(click, game, replace(Place.decode(place), n=int(chosen)))


VERBS: Mapping[str, Callable[[Click, int, str], Awaitable[None]]] = {
    "history": history,
    "historyby": historyby,
    "historyat": historyat,
}
