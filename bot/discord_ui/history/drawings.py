"""Drawings of a whole game: a chart of the points over time, and an animation of the board."""

import logging
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from bot.discord_ui.page.pictures import Picture
from bot.discord_ui.text import titles
from bot.discord_ui.text.localizer import Localizer, load_bot_catalogue
from bot.table import Table, TableService
from bot.table.history.timeline import (
    group_chapters,
    load_checkpoint_outlines,
    load_history,
    load_points,
    load_view_after,
)
from engines.kernel import Lang, Message
from render import RenderContext, load_arts, paint
from render.kit.chart import Chart, ChartChapter, Curve, draw_chart
from render.kit.composites import MAX_FRAME_COUNT, encode_animation, pick_frames

log = logging.getLogger(__name__)

MAX_ANIMATION_BYTES = 8 << 20
"""Maximum size of an animation; Discord accepts 10 MiB from a bot everywhere."""
COLOURS = ("#E0A92E", "#BE3A2B", "#8A5CB4", "#1F4B8F", "#3D7A52", "#8A6A3F", "#24272C", "#5C8FA8")
"""Colours of the seats in a game without pictures."""


@dataclass(frozen=True, slots=True)
class ChartRequest:
    """A chart of the points over time, to be drawn."""

    table_id: int
    """Number of the table; part of the cache key, with the chart itself."""
    game_id: str
    """Id of the game, whose pictures give the colours; a game without pictures has `COLOURS`."""
    chart: Chart
    """The chart, without colours."""
    view: Any
    """Final View, which determines the seats' colours."""
    lang: Lang
    """Language of the description; the words of the chart are in it already."""

    @property
    def picture(self) -> str:
        return "chart"

    @property
    def key(self) -> tuple[object, ...]:
        return self.table_id, self.picture, self.lang, self.chart

    def draw(self) -> Picture:
        art = load_arts().get(self.game_id)
        coloured = tuple(
            Curve(
                curve.seat,
                COLOURS[curve.seat] if art is None else art.find_seat_colour(self.view, curve.seat),
                curve.name,
                curve.place,
                curve.total,
                curve.points,
            )
            for curve in self.chart.curves
        )
        coloured_chart = Chart(self.chart.title, coloured, self.chart.time_count, self.chart.chapters)
        ranked_curves = sorted(coloured, key=lambda curve: (curve.place, curve.seat))
        totals = ", ".join(f"{curve.place}. {curve.name} {curve.total}" for curve in ranked_curves)
        alt = load_bot_catalogue().render(Message("history.chart_alt", {"totals": totals}), self.lang)
        return Picture(paint(draw_chart(coloured_chart)), alt, "points.png")


async def load_chart(service: TableService, table: Table, localizer: Localizer) -> ChartRequest | None:
    """Return the chart of the points after each turn and the final scores; None if the game cannot be replayed."""
    if table.match is None or not table.match.is_over:
        return None
    outlines = await load_checkpoint_outlines(service, table)
    scores = {score.seat: score for score in table.match.compute_scores() if score.seat < len(table.seats)}
    points_by_outline = await load_points(service, table)
    if len(points_by_outline) < 2 or len(scores) < len(table.seats):
        return None
    last = len(outlines) - 1
    curves = []
    for seated in table.seats:
        score = scores[seated.seat]
        line = tuple((i, points[seated.seat]) for i, points in points_by_outline if i < last)
        curves.append(Curve(seated.seat, "", seated.name, score.place, score.total, (*line, (last, score.total))))
    outline_index = {outline.n: i for i, outline in enumerate(outlines)}
    lang = localizer.first_lang
    headings = tuple(
        ChartChapter(
            outline_index[chapter.after_n], table.catalogue.render(chapter.heading, lang, table.names), chapter.number
        )
        for chapter in group_chapters(outlines)
        if chapter.after_n in outline_index and outline_index[chapter.after_n] < last
    )
    reader = Localizer((lang,))
    title = f"{reader.render_label('history.chart')} · {titles.name_table(table, reader)}"
    return ChartRequest(
        table.id,
        table.row.engine,
        Chart(title, tuple(curves), len(outlines), headings),
        table.match.build_view(None),
        lang,
    )


@dataclass(frozen=True, slots=True)
class AnimationRequest:
    """An animation of the overview at the end of each turn, to be drawn."""

    table_id: int
    """Number of the table; with the language the whole cache key, because the game is over."""
    game_id: str
    """Id of the game, which has pictures."""
    views: Sequence[Any]
    """A spectator's Views at the ends of turns, oldest first, at most MAX_FRAME_COUNT."""
    names: tuple[str, ...]
    """Players by seat, as they are now."""
    lang: Lang
    """Language of the pictures."""

    @property
    def picture(self) -> str:
        return "replay"

    @property
    def key(self) -> tuple[object, ...]:
        return self.table_id, self.picture, self.lang

    def draw(self) -> Picture:
        art = load_arts()[self.game_id]
        scenes = []
        previous = None
        for view in self.views:
            ctx = RenderContext(self.lang, self.names, view_before=previous if type(previous) is type(view) else None)
            scenes.append(art.compose(view, art.list_pictures(view)[0], ctx))
            previous = view
        content, kind = encode_animation(scenes, MAX_ANIMATION_BYTES)
        alt = load_bot_catalogue().render(Message("history.replay_alt"), self.lang)
        return Picture(content, alt, f"replay.{kind}")


async def load_animation(service: TableService, table: Table, localizer: Localizer) -> AnimationRequest | None:
    """Return the animation of a finished game; None if it has no pictures or cannot be replayed."""
    if table.row.status != "over" or table.row.engine not in load_arts():
        return None
    turn_steps = (await load_history(service, table)).select_steps(is_by_turn=True)
    views = []
    for i in pick_frames(len(turn_steps), MAX_FRAME_COUNT):
        past_view = await load_view_after(service, table, turn_steps[i].view_n, None)
        if past_view is not None:
            views.append(past_view.view)
    return (
        AnimationRequest(table.id, table.row.engine, tuple(views), table.names, localizer.first_lang) if views else None
    )
