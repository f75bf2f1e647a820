"""What is drawn of a whole game: points over time, and a moving picture of the board."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from bot.discord_ui.page.pictures import Picture
from bot.discord_ui.text import titles
from bot.discord_ui.text.voice import Voice, bot_words
from bot.table import LiveTable, TableService
from bot.table.knowing.chapters import chapters, marks
from bot.table.knowing.steps import course, points, view_after
from engines.kernel import Lang, Msg
from render import Look, arts, paint
from render.kit.chart import Chapter, Chart, Curve, chart
from render.kit.film import MOST_FRAMES, chosen, film

log = logging.getLogger(__name__)

FILM_BYTES = 8 << 20
"""Discord takes 10 MiB of a bot everywhere."""
COLOURS = ("#E0A92E", "#BE3A2B", "#8A5CB4", "#1F4B8F", "#3D7A52", "#8A6A3F", "#24272C", "#5C8FA8")
"""Of seats in a game without pictures."""


@dataclass(frozen=True, slots=True)
class ChartRequest:
    """Points over time. shown: with no colours yet; view: the last one, which tells the colours of the seats."""

    game: int
    engine: str
    shown: Chart
    view: Any
    lang: Lang

    @property
    def picture(self) -> str:
        return "chart"

    @property
    def key(self) -> tuple[object, ...]:
        return self.game, self.picture, self.lang, self.shown

    def draw(self) -> Picture:
        art = arts().get(self.engine)
        coloured = tuple(
            Curve(
                curve.seat,
                COLOURS[curve.seat] if art is None else art.colour(self.view, curve.seat),
                curve.name,
                curve.place,
                curve.total,
                curve.points,
            )
            for curve in self.shown.curves
        )
        found = Chart(self.shown.title, coloured, self.shown.moments, self.shown.chapters)
        ranked = sorted(coloured, key=lambda curve: (curve.place, curve.seat))
        totals = ", ".join(f"{curve.place}. {curve.name} {curve.total}" for curve in ranked)
        alt = bot_words().render(Msg("history.chart_alt", {"totals": totals}), self.lang)
        return Picture(paint(chart(found)), alt, "points.png")


async def chart_of(tables: TableService, live: LiveTable, voice: Voice) -> ChartRequest | None:
    """Points at the end of each turn, and the final scores; None if nobody can read how it went."""
    if live.match is None or not live.match.over:
        return None
    found = await marks(tables, live)
    scores = {score.seat: score for score in live.match.scores() if score.seat < len(live.seats)}
    told = await points(tables, live)
    if len(told) < 2 or len(scores) < len(live.seats):
        return None
    last = len(found) - 1
    curves = []
    for seated in live.seats:
        score = scores[seated.seat]
        way = tuple((i, standing[seated.seat]) for i, standing in told if i < last)
        curves.append(Curve(seated.seat, "", seated.name, score.place, score.total, (*way, (last, score.total))))
    of = {mark.n: i for i, mark in enumerate(found)}
    lang = voice.first
    headings = tuple(
        Chapter(of[chapter.after], live.words.render(chapter.heading, lang, live.names), chapter.number)
        for chapter in chapters(found)
        if chapter.after in of and of[chapter.after] < last
    )
    reader = Voice((lang,))
    title = f"{reader.label('history.chart')} · {titles.table_title(live, reader)}"
    return ChartRequest(
        live.id, live.row.engine, Chart(title, tuple(curves), len(found), headings), live.match.view(None), lang
    )


@dataclass(frozen=True, slots=True)
class FilmRequest:
    """The overview at the end of each turn, as one moving picture."""

    game: int
    engine: str
    views: Sequence[Any]
    names: tuple[str, ...]
    lang: Lang

    @property
    def picture(self) -> str:
        return "replay"

    @property
    def key(self) -> tuple[object, ...]:
        return self.game, self.picture, self.lang

    def draw(self) -> Picture:
        art = arts()[self.engine]
        scenes = []
        before = None
        for view in self.views:
            look = Look(self.lang, self.names, before=before if type(before) is type(view) else None)
            scenes.append(art.compose(view, art.pictures(view)[0], look))
            before = view
        content, kind = film(scenes, FILM_BYTES)
        alt = bot_words().render(Msg("history.replay_alt"), self.lang)
        return Picture(content, alt, f"replay.{kind}")


async def film_of(tables: TableService, live: LiveTable, voice: Voice) -> FilmRequest | None:
    """None: the game has no pictures, or nobody can read its course."""
    if live.row.status != "over" or live.row.engine not in arts():
        return None
    turns = (await course(tables, live)).chosen(turns=True, seat=None)
    views = []
    for i in chosen(len(turns), MOST_FRAMES):
        seen = await view_after(tables, live, turns[i].n, None)
        if seen is not None:
            views.append(seen.view)
    return FilmRequest(live.id, live.row.engine, tuple(views), live.names, voice.first) if views else None
