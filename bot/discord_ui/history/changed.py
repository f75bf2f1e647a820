"""What changed, since the reader's last look or over a time that they choose: all of it, and the board with who.

What is longer than a page begins with what matters most; *Show all* leafs through the whole, in place.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from discord import ButtonStyle

from bot.discord_ui.interaction.click import Click
from bot.discord_ui.page import picture_requests
from bot.discord_ui.page.ids import at_table
from bot.discord_ui.page.layout import QUIET, STRONG, Choice, Key, Menu, Page, Row
from bot.discord_ui.page.pictures import PictureRequest
from bot.discord_ui.text import titles
from bot.discord_ui.text.voice import Voice, parts
from bot.table import LiveTable, history
from bot.table.history import Line
from bot.table.knowing.concerns import came_of
from bot.table.knowing.digest import Digest, digest
from bot.table.knowing.spans import Span, spans
from engines.kernel import Lang, Refused, Seat

from .log import report
from .page import Place

ROOM: dict[Lang, int] = {"en": 2000, "ja": 1000}
"""Characters of what is told on one page: two screens of a phone."""


@dataclass(frozen=True, slots=True)
class Look:
    """What is looked at. since: the decision after which it happened; leaf 0: all of it, or the short account where
    that is more than a page; 1 and on: the pages of the whole; looked: `since` is where the reader looked last.
    """

    since: int
    leaf: int = 0
    looked: bool = False

    def encode(self) -> str:
        """`34.1.l`"""
        return f"{self.since}.{self.leaf}.{'l' if self.looked else ''}"

    @classmethod
    def decode(cls, text: str) -> Look:
        since, leaf, looked, *_ = (*text.split("."), "", "")
        return cls(int(since), int(leaf or 0), looked == "l")


def since_then(live: LiveTable, told: Digest, voice: Voice, more_in: str = "turn.more") -> list[str]:
    """What a digest tells, and where all that it leaves out is told."""
    text = report(live, told.lines, voice)
    first, *more = parts(text, ROOM[voice.first]) if text else [voice.line("changed.nothing")]
    left = told.left + sum(len(piece.splitlines()) for piece in more)
    return [first, "-# " + voice.line(more_in, count=left)] if left else [first]


def changed_page(
    live: LiveTable,
    lines: Sequence[Line],
    reader: Seat | None,
    voice: Voice,
    shot: PictureRequest | None,
    look: Look,
    choice: Sequence[Span] = (),
) -> Page:
    """lines: all that happened in the time that is looked at, oldest first."""
    head = f"## {voice.label('changed.head')}\n-# {titles.table_title(live, voice)}"
    whole = report(live, lines, voice)
    leaves = parts(whole, ROOM[voice.first]) if whole else [voice.line("changed.nothing")]
    leaf = min(look.leaf, len(leaves))
    rows: list[Row] = []
    if len(leaves) == 1:
        texts = [head, *leaves]
    elif leaf == 0:
        texts = [head, *since_then(live, digest(lines, reader, live.words), voice, "changed.more")]
        rows.append((_leaf(live, look, 1, voice.label("changed.all"), STRONG),))
    else:
        texts = [f"{head} · {leaf} / {len(leaves)}", leaves[leaf - 1]]
        rows.append(
            (
                _leaf(live, look, leaf - 1, voice.label("log.older")),
                _leaf(live, look, leaf + 1, voice.label("log.newer"), disabled=leaf == len(leaves)),
            )
        )
    if lines:
        rows.append(
            (
                Key(at_table(live.id, "log"), voice.label("changed.log")),
                Key(
                    at_table(live.id, "history", Place(look.since, turns=True).encode()),
                    voice.label("changed.history"),
                ),
            )
        )
    if len(choice) > 1:
        choices = tuple(
            Choice(str(span.since), voice.label(f"changed.since_{span.name}"), chosen=span.since == look.since)
            for span in choice
        )
        rows.append(Menu(at_table(live.id, "span"), voice.label("changed.span"), choices))
    return Page(tuple(texts), tuple(rows), shot)


def _leaf(
    live: LiveTable, look: Look, leaf: int, label: str, style: ButtonStyle = QUIET, disabled: bool = False
) -> Key:
    return Key(at_table(live.id, "since", replace(look, leaf=leaf).encode()), label, style, disabled)


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
            page = await _page(click, live, Look(since, looked=own is not None))
            if own is not None:
                await history.mark_seen(click.tables, live, click.person)
        else:
            lines = (await history.lines(click.tables, live, own, person=click.person.id))[-1:]
            shot = picture_requests.overview(live, click.voice.first)
            choice = await spans(click.tables, live, own, None)
            page = changed_page(live, lines, own, click.voice, shot, Look(live.public_n - 1), choice)
            if own is not None and since and lines:  # at the very beginning nobody has looked before
                page = page.with_notice(click.voice.line("changed.again"))
    await click.show(page)


async def since(click: Click, game: int, look: str) -> None:
    async with click.tables.at(game) as live:
        _started(live)
        page = await _page(click, live, Look.decode(look))
    await click.show(page)


async def span(click: Click, game: int, _: str) -> None:
    chosen = click.chosen
    await since(click, game, chosen)


def _started(live: LiveTable) -> None:
    if live.match is None:
        live.not_ended()
        raise Refused("table.refused.not_started")


async def _page(click: Click, live: LiveTable, look: Look) -> Page:
    own, since = live.seat_of(click.person.id), look.since
    lines = await history.lines(click.tables, live, own, since=since, person=click.person.id)
    if own is not None and look.looked and since:
        lines = [*await _set_off(click, live, own, since), *lines]
    steps = await history.steps(click.tables, live, since)
    shot = picture_requests.changes(live, click.voice.first, steps, since)
    choice = await spans(click.tables, live, own, since if look.looked else None)
    return changed_page(live, lines, own, click.voice, shot, look, choice)


async def _set_off(click: Click, live: LiveTable, own: Seat, looked: int) -> list[Line]:
    """What the reader's own answer brought, if that is how they saw the table last: they were asked nothing of it."""
    last = await history.lines(click.tables, live, own, since=looked - 1, upto=looked, person=click.person.id)
    brought = [came_of(line, own, live.words) for line in last if line.n == looked and line.seat == own]
    return [line for line in brought if line.events]


VERBS: Mapping[str, Callable[[Click, int, str], Awaitable[None]]] = {"changed": changed, "since": since, "span": span}
