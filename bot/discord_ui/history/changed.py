"""What changed, since the reader's last look or over a time that they choose: some sentences, the board with who."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence

from bot.discord_ui.interaction.click import Click
from bot.discord_ui.page import picture_requests
from bot.discord_ui.page.ids import at_table
from bot.discord_ui.page.layout import Choice, Key, Menu, Page, Row
from bot.discord_ui.page.pictures import PictureRequest
from bot.discord_ui.text import titles
from bot.discord_ui.text.voice import Voice, parts
from bot.table import LiveTable, history
from bot.table.history import Line
from bot.table.knowing.digest import Digest, Span, came_of, digest, spans
from engines.kernel import Refused, Seat

from .log import report
from .page import Place

ROOM = 3400
"""Characters of what is told. Eight sentences fit, unless a game tells very long ones."""


def since_then(live: LiveTable, told: Digest, voice: Voice) -> list[str]:
    """What a digest tells, and how much it leaves to the log."""
    text = report(live, told.lines, voice)
    first, *more = parts(text, ROOM) if text else [voice.line("changed.nothing")]
    left = told.left + sum(len(piece.splitlines()) for piece in more)
    return [first, "-# " + voice.line("turn.more", count=left)] if left else [first]


def changed_page(
    live: LiveTable,
    told: Digest,
    voice: Voice,
    shot: PictureRequest | None,
    since: int,
    choice: Sequence[Span] = (),
) -> Page:
    """since: the decision after which this happened."""
    head = f"## {voice.label('changed.head')}\n-# {titles.table_title(live, voice)}"
    texts = [head, *since_then(live, told, voice)]
    rows: list[Row] = []
    if told.lines:
        rows.append(
            (
                Key(at_table(live.id, "log"), voice.label("changed.log")),
                Key(
                    at_table(live.id, "history", Place(since, turns=True).encode()),
                    voice.label("changed.history"),
                ),
            )
        )
    if len(choice) > 1:
        choices = tuple(
            Choice(str(span.since), voice.label(f"changed.since_{span.name}"), chosen=span.since == since)
            for span in choice
        )
        rows.append(Menu(at_table(live.id, "span"), voice.label("changed.span"), choices))
    return Page(tuple(texts), tuple(rows), shot)


async def changed(click: Click, game: int, _: str) -> None:
    """What happened since the person's last look; the last move once more if that is nothing.

    Nobody keeps looks of those who only watch: they see the shortest time worth looking back over.
    """
    async with click.tables.at(game) as live:
        own = live.seat_of(click.person.id)
        _started(live)
        if own is None:
            times = await spans(click.tables, live, None, None)
            since = times[0].since if times else live.public_n
        else:
            since = await history.last_look(click.tables, live, click.person)
        if since < live.public_n:
            page = await _page(click, live, since, looked=None if own is None else since)
            if own is not None:
                await history.mark_seen(click.tables, live, click.person)
        else:
            lines = (await history.lines(click.tables, live, own, person=click.person.id))[-1:]
            shot = picture_requests.overview(live, click.voice.first)
            choice = await spans(click.tables, live, own, None)
            page = changed_page(live, digest(lines, own, live.words), click.voice, shot, live.public_n, choice)
            if own is not None and since and lines:  # at the very beginning nobody has looked before
                page = page.with_notice(click.voice.line("changed.again"))
    await click.show(page)


async def since(click: Click, game: int, n: str) -> None:
    """What changed since decision n."""
    async with click.tables.at(game) as live:
        _started(live)
        page = await _page(click, live, int(n))
    await click.show(page)


async def span(click: Click, game: int, _: str) -> None:
    chosen = click.chosen
    await since(click, game, chosen)


def _started(live: LiveTable) -> None:
    if live.match is None:
        live.not_ended()
        raise Refused("table.refused.not_started")


async def _page(click: Click, live: LiveTable, since: int, looked: int | None = None) -> Page:
    own = live.seat_of(click.person.id)
    lines = await history.lines(click.tables, live, own, since=since, person=click.person.id)
    if own is not None and looked:
        lines = [*await _set_off(click, live, own, looked), *lines]
    steps = await history.steps(click.tables, live, since)
    shot = picture_requests.changes(live, click.voice.first, steps, since)
    choice = await spans(click.tables, live, own, looked)
    return changed_page(live, digest(lines, own, live.words), click.voice, shot, since, choice)


async def _set_off(click: Click, live: LiveTable, own: Seat, looked: int) -> list[Line]:
    """What the reader's own answer brought, if that is how they saw the table last: they were asked nothing of it."""
    last = await history.lines(click.tables, live, own, since=looked - 1, upto=looked, person=click.person.id)
    brought = [came_of(line, own, live.words) for line in last if line.n == looked and line.seat == own]
    return [line for line in brought if line.events]


VERBS: Mapping[str, Callable[[Click, int, str], Awaitable[None]]] = {"changed": changed, "since": since, "span": span}
